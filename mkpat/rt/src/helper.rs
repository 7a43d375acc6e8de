//! The autohelper vocabulary: one table for the traits that an engine
//! implements, the checker, the interpreter's dispatch and the reference page.
//!
//! [`vocabulary`](crate::vocabulary) holds the table (autohelper spec §3); the
//! macro here turns each group of it into a trait (its methods), a dispatcher
//! (for interpreted constraints) and rows of [`Helper`]. A [`Stage`] is a
//! moment in the engine's work at which a database is matched; it names the
//! groups whose data exists then. A helper outside them is a diagnostic.
//!
//! This module may not know how any helper is computed.

use crate::geom::{Color, Offset, Point, Transform};

pub use crate::code::Code;

/// Boolean results; 0 or 1 in expressions.
pub type Bool = bool;
/// Integer results.
pub type Int = i32;
/// Fractional results.
pub type Float = f32;
/// Actions have no result.
pub type Unit = ();

/// What a helper returns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Returns {
    /// 0 or 1.
    Bool,
    /// A count.
    Int,
    /// A fraction.
    Float,
    /// A reading code: 0, `KO_B`, `KO_A`, `WIN`.
    Code,
    /// Nothing: an action.
    Unit,
}

/// What an argument has to denote.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Takes {
    /// A vertex that holds a stone when the helper runs.
    Stone,
    /// A vertex that is empty when the helper runs.
    Empty,
    /// Any vertex.
    Vertex,
}

/// The argument list of a helper.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// Exactly these arguments.
    Fixed(&'static [(&'static str, Takes)]),
    /// Any number of moves, then these targets (autohelper spec §2).
    Play(&'static [&'static str]),
    /// One vertex or more.
    Some,
}

impl Shape {
    /// Smallest number of arguments.
    pub const fn min_args(self) -> usize {
        match self {
            Shape::Fixed(params) => params.len(),
            Shape::Play(targets) => targets.len(),
            Shape::Some => 1,
        }
    }

    /// Largest number of arguments, if it is bounded below [`MAX_ARGS`].
    pub const fn max_args(self) -> Option<usize> {
        match self {
            Shape::Fixed(params) => Some(params.len()),
            _ => None,
        }
    }
}

/// Status of a dragon, as `status(x)` returns it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[repr(u8)]
pub enum Status {
    /// Lives whoever moves first.
    Alive = 1,
    /// Dies whoever moves first.
    Dead = 2,
    /// Lives or dies by who moves first.
    Critical = 3,
    /// Not decided.
    Unknown = 4,
}

/// Hand-written helpers that the helper field of a colon line may name
/// (autohelper spec §5), with their meaning.
pub const HAND_HELPERS: &[(&str, &str)] = &[
    ("jump_out_helper", "the move is neither in O's area nor in an eye space of O"),
    ("jump_out_far_helper", "as jump_out_helper, and not in X's area either"),
    ("throw_in_atari_helper", "a throw-in that captures or keeps the string right of `*` in atari"),
    ("high_handicap_helper", "X has no stone on the board"),
    ("reinforce_helper", "no dragon of X is alive in any sense and the move is safe"),
    ("thrash_around_helper", "everything of White looks dead early in the game"),
    ("cutstone2_helper", "counts a cutting point; never accepts the match"),
];

/// Whether a helper speaks of the move `*` without naming it, so that a pattern
/// without a move cannot use it.
pub const fn needs_move(helper: Helper) -> bool {
    matches!(
        helper,
        Helper::add_connect_move
            | Helper::add_cut_move
            | Helper::test_attack_either_move
            | Helper::add_defend_both_move
            | Helper::threaten_to_save
            | Helper::threaten_to_capture
            | Helper::prevent_attack_threat
            | Helper::defend_against_atari
    )
}

/// Number of a pattern in its database: its place in the sources, from 0. Order
/// by id is source order, and consumers may rely on it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct PatternId(pub u32);

impl PatternId {
    /// As an index.
    #[inline]
    pub const fn idx(self) -> usize {
        self.0 as usize
    }
}

/// Most arguments of one call (pattern-language spec §1.1).
pub const MAX_ARGS: usize = 20;

/// One row of the vocabulary.
#[derive(Clone, Copy, Debug)]
pub struct HelperInfo {
    /// The helper.
    pub helper: Helper,
    /// Name in the text.
    pub name: &'static str,
    /// The group (trait) it belongs to.
    pub group: Group,
    /// Its arguments.
    pub shape: Shape,
    /// Its result; [`Returns::Unit`] exactly for actions, except where noted.
    pub returns: Returns,
    /// Weight in the cost of a constraint (pattern-language spec §9).
    pub cost: f32,
    /// Meaning, one sentence or two.
    pub doc: &'static str,
}

impl HelperInfo {
    /// Changes the engine's state: legal in action lines only.
    pub const fn is_effect(&self) -> bool {
        self.group.is_effect()
    }
}

/// A number in an expression.
pub trait Number: Copy {
    /// The value as the integer type of expressions.
    fn int(self) -> i64;
}

impl Number for bool {
    fn int(self) -> i64 {
        i64::from(self)
    }
}
impl Number for i32 {
    fn int(self) -> i64 {
        i64::from(self)
    }
}
impl Number for i64 {
    fn int(self) -> i64 {
        self
    }
}
impl Number for Code {
    fn int(self) -> i64 {
        self.number()
    }
}

/// A result on its way onto the interpreter's stack.
pub(crate) trait Push {
    fn push(self) -> f64;
}
impl Push for bool {
    fn push(self) -> f64 {
        f64::from(u8::from(self))
    }
}
impl Push for i32 {
    fn push(self) -> f64 {
        f64::from(self)
    }
}
impl Push for f32 {
    fn push(self) -> f64 {
        f64::from(self)
    }
}
impl Push for Code {
    fn push(self) -> f64 {
        self.number() as f64
    }
}
impl Push for () {
    fn push(self) -> f64 {
        0.0
    }
}

/// The place and orientation of one match: what turns labels into vertices.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Site {
    /// Vertex from which labels are counted: the move, or the anchor in a
    /// pattern without a move.
    pub origin: Point,
    /// The move `*`, or [`Point::PASS`] in a pattern without one.
    pub mv: Point,
    /// Orientation.
    pub transform: Transform,
    /// The side that the pattern calls O.
    pub color: Color,
}

impl Site {
    /// The vertex of a label whose offset from the origin is (`dr`, `dc`) in the
    /// drawing. Labels lie inside the bounding box, so the vertex is on the board.
    #[inline]
    pub fn at(&self, dr: i8, dc: i8) -> Point {
        let o = self.transform.apply(Offset::new(dr, dc));
        self.origin.step(i16::from(o.dr) * crate::geom::STRIDE as i16 + i16::from(o.dc))
    }
}

/// What every host has.
pub trait HostBase {
    /// Answers a helper for which the host has no method of its own: every default
    /// body of the group traits ends here, with all arguments in textual order.
    ///
    /// An engine announces what it implements ([`HelperSet`]), and a database that
    /// needs more is refused when it is loaded; so for an engine this call is a bug
    /// of its own. A host for tests can answer everything here.
    fn fallback(&mut self, helper: Helper, site: &Site, args: &[Option<Point>]) -> f64;
}

/// A result made from a number, for [`HostBase::fallback`].
pub(crate) trait Answer {
    fn answer(x: f64) -> Self;
}
impl Answer for bool {
    fn answer(x: f64) -> bool {
        x != 0.0
    }
}
impl Answer for i32 {
    fn answer(x: f64) -> i32 {
        x as i32
    }
}
impl Answer for f32 {
    fn answer(x: f64) -> f32 {
        x as f32
    }
}
impl Answer for Code {
    fn answer(x: f64) -> Code {
        [Code::Win, Code::KoA, Code::KoB]
            .into_iter()
            .find(|c| x >= c.number() as f64)
            .unwrap_or(Code::Lose)
    }
}
impl Answer for () {
    fn answer(_: f64) {}
}

/// A set of helpers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HelperSet([u64; 3]);

impl HelperSet {
    /// The empty set.
    pub const EMPTY: HelperSet = HelperSet([0; 3]);

    /// The set of these helpers.
    pub const fn of(helpers: &[Helper]) -> HelperSet {
        let mut set = HelperSet::EMPTY;
        let mut i = 0;
        while i < helpers.len() {
            let n = helpers[i] as usize;
            set.0[n / 64] |= 1 << (n % 64);
            i += 1;
        }
        set
    }

    /// Adds one.
    pub fn insert(&mut self, helper: Helper) {
        self.0[helper as usize / 64] |= 1 << (helper as usize % 64);
    }

    /// Whether it is in the set.
    pub const fn contains(&self, helper: Helper) -> bool {
        self.0[helper as usize / 64] & (1 << (helper as usize % 64)) != 0
    }

    /// Whether all of these are in `other`, too.
    pub fn is_subset(&self, other: &HelperSet) -> bool {
        self.0.iter().zip(&other.0).all(|(mine, theirs)| mine & !theirs == 0)
    }

    /// Its members in vocabulary order.
    pub fn iter(&self) -> impl Iterator<Item = Helper> + '_ {
        VOCABULARY.iter().map(|info| info.helper).filter(|&h| self.contains(h))
    }
}

macro_rules! vocabulary {
    ($(
        $(#[$gdoc:meta])*
        $gkind:ident group $Group:ident: $Trait:ident, $dispatch:ident {
            fixed { $( $f:ident ( $($p:ident : $k:ident),* ) -> $r:ident, $cost:literal, $doc:literal; )* }
            play { $( $pf:ident [$n:literal] ( $($pp:ident),+ ) -> $pr:ident, $pcost:literal, $pdoc:literal; )* }
            some { $( $sf:ident -> $sr:ident, $scost:literal, $sdoc:literal; )* }
        }
    )*) => {
        /// Every autohelper, by its name in the text.
        #[allow(non_camel_case_types)]
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
        #[repr(u16)]
        pub enum Helper {
            $( $( #[doc = $doc] $f, )* $( #[doc = $pdoc] $pf, )* $( #[doc = $sdoc] $sf, )* )*
        }

        /// The groups of the vocabulary: one trait each.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
        pub enum Group { $( $(#[$gdoc])* $Group, )* }

        impl Group {
            /// All groups in table order.
            pub const ALL: &'static [Group] = &[ $( Group::$Group ),* ];

            /// Whether the helpers of this group change the engine's state.
            pub const fn is_effect(self) -> bool {
                match self { $( Group::$Group => is_effect!($gkind), )* }
            }

            /// Name of the trait of this group.
            pub const fn trait_name(self) -> &'static str {
                match self { $( Group::$Group => stringify!($Trait), )* }
            }
        }

        /// The whole vocabulary, indexed by `Helper as usize`.
        pub static VOCABULARY: &[HelperInfo] = &[ $(
            $( HelperInfo {
                helper: Helper::$f, name: stringify!($f), group: Group::$Group,
                shape: Shape::Fixed(&[ $( (stringify!($p), Takes::$k) ),* ]),
                returns: Returns::$r, cost: $cost, doc: $doc,
            }, )*
            $( HelperInfo {
                helper: Helper::$pf, name: stringify!($pf), group: Group::$Group,
                shape: Shape::Play(&[ $( stringify!($pp) ),+ ]),
                returns: Returns::$pr, cost: $pcost, doc: $pdoc,
            }, )*
            $( HelperInfo {
                helper: Helper::$sf, name: stringify!($sf), group: Group::$Group,
                shape: Shape::Some,
                returns: Returns::$sr, cost: $scost, doc: $sdoc,
            }, )*
        )* ];

        $(
            $(#[$gdoc])*
            ///
            /// Every method takes the [`Site`] of the match first; vertices follow.
            #[allow(unused_variables)]
            pub trait $Trait: HostBase {
                $(
                    #[doc = $doc]
                    fn $f(&mut self, site: &Site, $($p: Point),*) -> $r {
                        let args: &[Option<Point>] = &[$(Some($p)),*];
                        Answer::answer(self.fallback(Helper::$f, site, args))
                    }
                )*
                $(
                    #[doc = $pdoc]
                    /// `None` among the moves is a tenuki.
                    fn $pf(&mut self, site: &Site, moves: &[Option<Point>], targets: [Point; $n]) -> $pr {
                        let mut args = moves.to_vec();
                        args.extend(targets.map(Some));
                        Answer::answer(self.fallback(Helper::$pf, site, &args))
                    }
                )*
                $(
                    #[doc = $sdoc]
                    fn $sf(&mut self, site: &Site, vertices: &[Point]) -> $sr {
                        let args: Vec<_> = vertices.iter().copied().map(Some).collect();
                        Answer::answer(self.fallback(Helper::$sf, site, &args))
                    }
                )*
            }

            /// Calls a helper of this group by its number; `None` if it belongs to
            /// another group or the arguments do not fit it.
            pub(crate) fn $dispatch<H: $Trait + ?Sized>(
                host: &mut H, helper: Helper, site: &Site, args: &[Option<Point>],
            ) -> Option<f64> {
                #[allow(unused_imports)]
                use Push as _;
                #[allow(unused_mut, unused_variables)]
                let mut next = { let mut it = args.iter(); move || it.next().copied().flatten() };
                match helper {
                    $( Helper::$f => {
                        $( let $p = next()?; )*
                        Some(host.$f(site, $($p),*).push())
                    } )*
                    $( Helper::$pf => {
                        let (moves, targets) = args.split_last_chunk::<$n>()?;
                        let mut points = [Point::PASS; $n];
                        for (to, from) in points.iter_mut().zip(targets) { *to = (*from)?; }
                        Some(host.$pf(site, moves, points).push())
                    } )*
                    $( Helper::$sf => {
                        let mut points = [Point::PASS; MAX_ARGS];
                        for (to, from) in points.iter_mut().zip(args) { *to = (*from)?; }
                        Some(host.$sf(site, points.get(..args.len())?).push())
                    } )*
                    #[allow(unreachable_patterns)]
                    _ => None,
                }
            }
        )*
    };
}

macro_rules! is_effect {
    (query) => {
        false
    };
    (effect) => {
        true
    };
}

macro_rules! stages {
    ($( $(#[$doc:meta])* $Stage:ident $name:literal: $Host:ident, $Fns:ident, [ $( $Group:ident / $Trait:ident / $dispatch:ident ),* $(,)? ]; )*) => {
        /// A moment in the engine's work at which a database is matched, and with
        /// it the set of helpers that make sense then (autohelper spec §6).
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
        pub enum Stage { $( $(#[$doc])* $Stage, )* }

        impl Stage {
            /// All stages.
            pub const ALL: &'static [Stage] = &[ $( Stage::$Stage ),* ];

            /// Name in the manifest.
            pub const fn name(self) -> &'static str {
                match self { $( Stage::$Stage => $name, )* }
            }

            /// The stage with this name.
            pub fn from_name(name: &str) -> Option<Stage> {
                Stage::ALL.iter().copied().find(|s| s.name() == name)
            }

            /// Name of the host trait of this stage.
            pub const fn host_name(self) -> &'static str {
                match self { $( Stage::$Stage => stringify!($Host), )* }
            }

            /// The groups whose helpers may be used.
            pub const fn groups(self) -> &'static [Group] {
                match self { $( Stage::$Stage => &[ $( Group::$Group ),* ], )* }
            }
        }

        /// The compiled functions of a database, by stage.
        #[derive(Clone, Copy)]
        pub enum StageFns { $( #[doc = concat!("For the stage ", $name, ".")] $Stage($Fns), )* }

        impl StageFns {
            /// The stage they are for.
            pub const fn stage(&self) -> Stage {
                match self { $( StageFns::$Stage(_) => Stage::$Stage, )* }
            }
        }

        $(
            impl<'h> StageHost for dyn $Host + 'h {
                const STAGE: Stage = Stage::$Stage;
                fn check_with(&mut self, fns: &StageFns, id: PatternId, site: &Site) -> Option<i64> {
                    match fns {
                        StageFns::$Stage(fns) => Some((fns.check)(id, self, site)),
                        #[allow(unreachable_patterns)]
                        _ => None,
                    }
                }
                fn act_with(&mut self, fns: &StageFns, id: PatternId, site: &Site) -> Option<i64> {
                    match fns {
                        StageFns::$Stage(fns) => Some((fns.act)(id, self, site)),
                        #[allow(unreachable_patterns)]
                        _ => None,
                    }
                }
            }
        )*

        $(
            $(#[$doc])*
            ///
            /// The host of this stage: everything its constraints and actions may ask.
            pub trait $Host: HostBase $( + $Trait )* {}
            impl<T: HostBase $( + $Trait )* + ?Sized> $Host for T {}

            /// The compiled constraints and actions of a database of this stage. Each
            /// dispatches on the pattern to one small function.
            #[derive(Clone, Copy)]
            pub struct $Fns {
                /// Value of the constraint; non-zero accepts. 1 without a constraint.
                pub check: for<'h> fn(PatternId, &mut (dyn $Host + 'h), &Site) -> i64,
                /// Runs the action; the value of its `return`, else 0.
                pub act: for<'h> fn(PatternId, &mut (dyn $Host + 'h), &Site) -> i64,
            }

            impl Caller for dyn $Host + '_ {
                fn call(&mut self, helper: Helper, site: &Site, args: &[Option<Point>]) -> Option<f64> {
                    match VOCABULARY[helper as usize].group {
                        $( Group::$Group => $dispatch(self, helper, site, args), )*
                        #[allow(unreachable_patterns)]
                        _ => None,
                    }
                }
            }
        )*
    };
}

/// A host that can be called by helper number: what the interpreter needs. Each
/// stage's `dyn` host is one.
pub trait Caller {
    /// Calls `helper`; `None` if the stage does not have it or the arguments do
    /// not fit (the loader excludes both).
    fn call(&mut self, helper: Helper, site: &Site, args: &[Option<Point>]) -> Option<f64>;
}

/// A host of one stage, as a trait object: runs compiled functions of its stage.
pub trait StageHost: Caller {
    /// The stage.
    const STAGE: Stage;
    /// Runs the compiled constraint of a pattern; `None` if `fns` are for another stage.
    fn check_with(&mut self, fns: &StageFns, id: PatternId, site: &Site) -> Option<i64>;
    /// Runs the compiled action of a pattern; `None` if `fns` are for another stage.
    fn act_with(&mut self, fns: &StageFns, id: PatternId, site: &Site) -> Option<i64>;
}

/// Evaluates an expression with a host as the `dyn` host of a stage, one of those
/// that are named with their traits; `None` at another stage. The host implements
/// all of these traits.
///
/// ```
/// # use mkpat_rt::helper::{OwlHost, Stage, StageHost, WormsHost};
/// fn stage_of<H: StageHost + ?Sized>(_: &mut H) -> Stage {
///     H::STAGE
/// }
/// let host = &mut mkpat_rt::record::Recorder::new(1);
/// let found = mkpat_rt::at_stage!(Stage::Owl, host, [Worms: WormsHost, Owl: OwlHost], stage_of(host));
/// assert_eq!(found, Some(Stage::Owl));
/// ```
#[macro_export]
macro_rules! at_stage {
    ($stage:expr, $host:ident, [$($Stage:ident: $Host:path),* $(,)?], $value:expr $(,)?) => {
        match $stage {
            $($crate::helper::Stage::$Stage => {
                let $host: &mut dyn $Host = $host;
                Some($value)
            })*
            #[allow(unreachable_patterns)]
            _ => None,
        }
    };
}

pub(crate) use {is_effect, stages, vocabulary};

pub use crate::vocabulary::*;

impl Helper {
    /// Its row in the vocabulary.
    #[inline]
    pub fn info(self) -> &'static HelperInfo {
        &VOCABULARY[self as usize]
    }

    /// The helper with this name.
    pub fn from_name(name: &str) -> Option<Helper> {
        VOCABULARY.iter().find(|info| info.name == name).map(|info| info.helper)
    }

    /// The helper with this number, if there is one.
    pub fn from_index(index: usize) -> Option<Helper> {
        VOCABULARY.get(index).map(|info| info.helper)
    }
}

impl Stage {
    /// Whether constraints (or, for effects, actions) of this stage may call `helper`.
    pub fn allows(self, helper: Helper) -> bool {
        self.groups().contains(&helper.info().group)
    }
}
