//! The macros that turn the rows of the vocabulary into types, traits and dispatchers.
//!
//! `vocabulary!` makes of each group a trait (its methods), a dispatcher (for interpreted
//! constraints) and rows of `HelperInfo`; `stages!` makes of each stage a host trait and the
//! type of its compiled functions. Both name types of [`super::types`] and of the module
//! that calls them.

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
                signature: Signature::Fixed(&[ $( (stringify!($p), ParamKind::$k) ),* ]),
                returns: Returns::$r, cost: $cost, doc: $doc,
            }, )*
            $( HelperInfo {
                helper: Helper::$pf, name: stringify!($pf), group: Group::$Group,
                signature: Signature::Play(&[ $( stringify!($pp) ),+ ]),
                returns: Returns::$pr, cost: $pcost, doc: $pdoc,
            }, )*
            $( HelperInfo {
                helper: Helper::$sf, name: stringify!($sf), group: Group::$Group,
                signature: Signature::Some,
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
        /// A moment in the engine's work at which a database is matched, and with it the set of
        /// helpers that make sense then (docs/pattern-language.md, "Stages").
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

pub(crate) use {is_effect, stages, vocabulary};
