//! How far a question goes: one row per limit.
//!
//! A row of the table below makes a field of [`Limits`], an option of the command line,
//! and an entry of [`LIMITS`] that all the rest goes by: levels, effort, overrides, the
//! keys of what is remembered. To add a limit, add a row. Plies are counted from the
//! root of a question (GNU Go 3.8 manual, "Reading cutoff and depth parameters").

use super::Scheme;
use crate::search::parameters::DEEPEST_RULE;
use mkpat_rt::rng::mix;

/// How a limit changes when reading is made deeper or less deep.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Growth {
    /// A depth in plies: by one ply a step.
    Ply,
    /// A number of nodes: twice or half as many a step.
    Nodes,
    /// Not at all.
    Fixed,
}

/// A row of the table of limits.
#[derive(Clone, Copy, Debug)]
pub struct LimitRow {
    /// Name of the field, and of the option if `-` is read for `_`.
    pub name: &'static str,
    /// What it limits, one sentence for the help text.
    pub about: &'static str,
    /// Name of the option on the command line; `None` if there is none.
    pub option: Option<&'static str>,
    /// The option's letter, if it has one.
    pub letter: Option<char>,
    /// At level 10.
    pub default: u64,
    /// What it may not fall below.
    pub least: u64,
    /// How it changes with the depth of reading.
    pub growth: Growth,
    /// Whether levels below 10 have less of it.
    pub weakens: bool,
    /// What speaks for the default: see `docs/reading-history.md`.
    pub evidence: &'static str,
}

macro_rules! limits {
    ($( $(#[doc = $about:literal])+ $name:ident: $type:ty = $default:literal, $growth:ident,
        least $least:literal, weakens $weakens:literal, option $option:expr, letter $letter:expr, $evidence:literal; )*) => {
        /// Every limit that is a number.
        pub const LIMITS: &[LimitRow] = &[ $( LimitRow {
            name: stringify!($name),
            about: concat!($($about),+),
            option: $option,
            letter: $letter,
            default: $default,
            least: $least,
            growth: Growth::$growth,
            weakens: $weakens,
            evidence: $evidence,
        } ),* ];

        /// Where reading stops. As many fields as the table of limits has rows.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub struct Limits {
            $( $(#[doc = $about])+ pub $name: $type, )*
            /// Who may take which ko.
            pub scheme: Scheme,
        }

        impl Limits {
            /// The numbers in the order of the table.
            pub fn values(&self) -> [u64; LIMITS.len()] {
                [ $( self.$name as u64 ),* ]
            }

            fn from_values(values: [u64; LIMITS.len()], scheme: Scheme) -> Limits {
                let [ $( $name ),* ] = values;
                Limits { $( $name: $name as $type, )* scheme }
            }
        }
    };
}

limits! {
    #[doc = "Beyond this ply three liberties make a string safe."]
    depth: usize = 14, Ply, least 0, weakens true, option Some("depth"), letter Some('D'),
        "13, and four liberties up to ply 6: three tests and 20 codes fewer; 15: a test fewer";
    #[doc = "Beyond this ply only liberties of the string and captures are tried."]
    branch_depth: usize = 8, Ply, least 0, weakens true, option Some("branch-depth"), letter None,
        "9: 4 % more nodes, no test more";
    #[doc = "Up to this ply moves are tried that prepare an approach."]
    backfill_depth: usize = 12, Ply, least 0, weakens false, option Some("backfill-depth"), letter Some('B'),
        "coordinate descent over depths and worths";
    #[doc = "Up to this ply also moves that prepare such a preparation."]
    backfill2_depth: usize = 5, Ply, least 0, weakens false, option Some("backfill2-depth"), letter None,
        "7: five tests and six codes fewer";
    #[doc = "Up to this ply stones of two liberties that hem the string in are attacked."]
    break_chain_depth: usize = 11, Ply, least 0, weakens false, option Some("break-chain-depth"), letter None,
        "coordinate descent over depths and worths";
    #[doc = "Up to this ply strings that the string could connect to are minded."]
    superstring_depth: usize = 14, Ply, least 0, weakens false, option Some("superstring-depth"), letter None,
        "coordinate descent over depths and worths";
    #[doc = "Beyond this ply four liberties make a string safe."]
    fourlib_depth: usize = 8, Ply, least 0, weakens false, option Some("fourlib-depth"), letter Some('F'),
        "as depth";
    #[doc = "Up to this ply a ko may be taken as if a threat had been answered."]
    ko_depth: usize = 8, Ply, least 0, weakens false, option Some("ko-depth"), letter Some('K'),
        "6: six tests fewer; 12: 16 codes mended, 15 broken";
    #[doc = "Up to this ply strings of two liberties are attacked from a distance."]
    net_depth: usize = 5, Ply, least 0, weakens false, option Some("net-depth"), letter None,
        "coordinate descent over depths and worths";
    #[doc = "For so many plies it is also asked whether strings around the string can be captured \
             or saved."]
    subsidiary_plies: usize = 1, Fixed, least 0, weakens false, option None, letter None,
        "a test and three codes more, 3 % more nodes; two: not measured";
    #[doc = "By how much less deeply is read after moves that a helper of patterns plays."]
    helper_reduction: usize = 2, Fixed, least 0, weakens false, option None, letter None,
        "0 to 4 take as many nodes in katachi bench, within the noise of other moves";
    #[doc = "By how much less deeply the position after a move is read that the engine considers."]
    safety_reduction: usize = 3, Fixed, least 0, weakens false, option None, letter None,
        "nodes of katachi bench: 2: 1.26 million, 3: 0.90, 4: 0.65; 0.84 before questions had \
         their own roots";
    #[doc = "No move is read beyond this ply."]
    max_ply: usize = 160, Fixed, least 1, weakens false, option None, letter None,
        "longer than any ladder on 25 lines";
    #[doc = "Moves read for a question at most; then the string counts as safe. An answer that \
             is remembered counts as many as it took to find."]
    nodes: u64 = 20000, Nodes, least 1, weakens true, option Some("reading-node-limit"), letter None,
        "100,000: a code fewer; 8,000: 16 codes fewer";
    #[doc = "How many times as much as usual a question may spend: what goes beyond 1 is spent on \
             reading to the end."]
    effort: u64 = 1, Fixed, least 1, weakens false, option Some("effort"), letter None,
        "a choice of the user";
    #[doc = "Nodes of reading to the end for each unit of effort beyond the first."]
    proof_nodes: u64 = 1000, Nodes, least 0, weakens false, option None, letter None,
        "500: as many tests at effort 16; 2,000: one fewer";
    #[doc = "Nodes to prove a capture on a board of at most 6x6, where none is claimed without \
             proof; 0 for no proofs."]
    proof: u64 = 300000, Nodes, least 0, weakens true, option Some("reading-proof"), letter None,
        "99.4 % of captures on crowded 5x5 boards are proved within it, 98.8 % on 6x6";
    #[doc = "Nodes of reading for each unit of effort whether two strings connect, or a string comes into an area."]
    connection_nodes: u64 = 160000, Nodes, least 1, weakens false, option Some("connection-node-limit"), letter None,
        "158 of 1,760 questions about pairs of strings of game records stay open, 434 with 20,000 and all moves tried";
    #[doc = "Positions for each unit of effort of a search about the life of a dragon."]
    owl_nodes: u64 = 1000, Nodes, least 1, weakens false, option Some("owl-node-limit"), letter None,
        "on 263 dragons of games of GNU Go with itself 224 attacks agree with 60, 235 with 300, 239 with 1000";
    #[doc = "Positions for each unit of effort that the prover looks at before such a search."]
    owl_proof_nodes: u64 = 5000, Nodes, least 0, weakens false, option None, letter None,
        "a first value";
    #[doc = "Random games around a dragon for each unit of effort, as a second opinion about its life."]
    owl_games: u64 = 2000, Fixed, least 0, weakens false, option Some("owl-games"), letter None,
        "of 288 public owl questions 230 pass with none, 241 with 500, 247 with 2,000, 249 with 8,000";
    #[doc = "Forcing moves in a row that a combination may consist of."]
    combination_depth: usize = 4, Fixed, least 0, weakens false, option None, letter None,
        "taken over from the first combination database; not measured";
    #[doc = "First moves of a combination against one string that reading is asked for, besides its liberties."]
    combination_threats: usize = 16, Fixed, least 0, weakens false, option None, letter None,
        "in play, without random games: 2, 4 and 8 pass 612, 612 and 611 of 1,109 public tests, none 609 with a quarter of the nodes";
    #[doc = "Forcing moves tried while a combination is looked for."]
    combination_nodes: u64 = 1500, Fixed, least 0, weakens false, option None, letter None,
        "taken over from the first combination database; not measured";
}

impl Default for Limits {
    fn default() -> Self {
        let mut values = [0; LIMITS.len()];
        for (value, row) in values.iter_mut().zip(LIMITS) {
            *value = row.default;
        }
        Limits::from_values(values, Scheme::default())
    }
}

/// Limits that somebody sets apart from the level: those that are there replace the
/// ones of the level.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Overrides {
    values: [Option<u64>; LIMITS.len()],
    scheme: Option<Scheme>,
}

impl Overrides {
    /// These, and this value for the limit with this name ([`LimitRow::name`]); unchanged
    /// if there is no such limit.
    pub fn with(mut self, name: &str, value: u64) -> Overrides {
        if let Some(i) = LIMITS.iter().position(|row| row.name == name) {
            self.values[i] = Some(value.max(LIMITS[i].least));
        }
        self
    }

    /// These, and this komaster scheme.
    pub fn with_scheme(self, scheme: Scheme) -> Overrides {
        Overrides { scheme: Some(scheme), ..self }
    }

    /// These limits, with what is set here in their place.
    pub fn apply(&self, limits: Limits) -> Limits {
        let mut values = limits.values();
        for (value, new) in values.iter_mut().zip(self.values) {
            *value = new.unwrap_or(*value);
        }
        Limits::from_values(values, self.scheme.unwrap_or(limits.scheme))
    }
}

impl Limits {
    /// Each number changed as `change` says.
    fn map(self, change: impl Fn(&LimitRow, u64) -> u64) -> Limits {
        let mut values = self.values();
        for (value, row) in values.iter_mut().zip(LIMITS) {
            *value = change(row, *value);
        }
        Limits::from_values(values, self.scheme)
    }

    /// How far reading goes at a level of play: 10 is usual. Each level above has twice the
    /// effort of the one before, up to 64 times as much; every second one below reads a ply
    /// less deep.
    pub fn at_level(level: u8) -> Limits {
        let base = Limits::default();
        if level >= 10 {
            return Limits { effort: 1 << (level - 10).min(6), ..base };
        }
        let less = u32::from((10 - level) / 2);
        base.map(|row, value| if row.weakens { weaker(row, value, less) } else { value })
    }

    /// All depths increased by `more` and the numbers of nodes doubled as often
    /// (`increase_depths`).
    pub fn deeper(self, more: usize) -> Limits {
        self.map(|row, value| match row.growth {
            Growth::Ply => value.saturating_add(more as u64),
            Growth::Nodes => value.saturating_mul(1 << more.min(20)),
            Growth::Fixed => value,
        })
    }

    /// All depths decreased by `less`, down to 0, and the numbers of nodes halved as
    /// often (`decrease_depths`).
    pub fn shallower(self, less: usize) -> Limits {
        self.map(|row, value| weaker(row, value, u32::try_from(less).unwrap_or(u32::MAX)))
    }

    /// What these limits are for an engine that asks some ten thousand questions to
    /// find one move: as far, but with an eighth of the nodes for each and of those of combinations, which begin with a quarter of the
    /// threats, a sixteenth of those of reading to the end, a 256th of those of connections, half of those about dragons and a
    /// quarter of the random games about them, and without proofs on the smallest boards.
    ///
    /// Of 6,067 dragons of own positions 305 have another status than by GNU Go without random games about them, 287 with 125 a
    /// question, 298 with 250, 267 with 500.
    pub fn in_play(self) -> Limits {
        Limits {
            nodes: (self.nodes >> 3).max(1),
            proof: 0,
            proof_nodes: self.proof_nodes >> 4,
            connection_nodes: (self.connection_nodes >> 8).max(1),
            owl_nodes: (self.owl_nodes >> 1).max(1),
            owl_proof_nodes: self.owl_proof_nodes >> 2,
            owl_games: self.owl_games >> 2,
            combination_threats: self.combination_threats >> 2,
            combination_nodes: self.combination_nodes >> 3,
            ..self
        }
    }

    /// What is left of these limits for patterns of influence, which ask about connections after every move that is valued: an
    /// eighth of the nodes of connections.
    ///
    /// Of 521 questions about connections that were asked while moves were chosen and that 40,000 nodes settle, 20 nodes say the
    /// same in 374, 40 in 376, 78 in 386, 156 in 376, 312 in 416, 625 in 445. In two positions of a game patterns of influence
    /// took 85 % of all instructions spent on connections while they had 625.
    pub fn in_influence(self) -> Limits {
        Limits { connection_nodes: (self.connection_nodes >> 3).max(1), ..self }
    }

    /// The most liberties a string may have to be attacked at this ply.
    #[inline]
    pub(super) fn liberties(&self, ply: usize) -> usize {
        if ply <= self.fourlib_depth {
            4
        } else if ply <= self.depth {
            3
        } else {
            2
        }
    }

    /// The first ply from which on all plies are treated alike: two beyond the deepest
    /// limit and the deepest rule.
    pub(super) fn uniform_from(&self) -> usize {
        let depths = LIMITS.iter().zip(self.values()).filter(|(row, _)| row.growth == Growth::Ply);
        let deepest = depths.map(|(_, value)| value as usize).max().unwrap_or(0);
        deepest.max(DEEPEST_RULE) + 2
    }

    /// A hash of all limits, for the keys of what is remembered: with other limits answers may
    /// be others.
    pub(super) fn salt(&self) -> u64 {
        self.values().iter().fold(mix(self.scheme as u64), |h, &value| mix(h ^ value))
    }
}

/// So many steps less of a limit.
fn weaker(row: &LimitRow, value: u64, steps: u32) -> u64 {
    let less = match row.growth {
        Growth::Ply => value.saturating_sub(u64::from(steps)),
        Growth::Nodes => value >> steps.min(20),
        Growth::Fixed => value,
    };
    less.max(row.least)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_says_what_it_limits_and_why() {
        for (i, row) in LIMITS.iter().enumerate() {
            assert!(row.about.ends_with('.') && !row.evidence.is_empty(), "{}", row.name);
            assert!(row.default >= row.least, "{}", row.name);
            assert!(LIMITS[..i].iter().all(|other| other.name != row.name
                && (row.option.is_none() || other.option != row.option)));
        }
    }

    #[test]
    fn overrides_replace_what_they_name_and_nothing_else() {
        let usual = Limits::default();
        assert_eq!(Overrides::default().apply(usual), usual);
        assert_eq!(Overrides::default().with("no such limit", 1).apply(usual), usual);
        for (i, row) in LIMITS.iter().enumerate() {
            let set = Overrides::default().with(row.name, 3).apply(usual);
            for (j, (new, old)) in set.values().into_iter().zip(usual.values()).enumerate() {
                assert_eq!(new, if i == j { 3 } else { old }, "{}", row.name);
            }
            let zero = Overrides::default().with(row.name, 0).apply(usual).values()[i];
            assert_eq!(zero, row.least, "{}", row.name);
        }
        let other = Overrides::default().with_scheme(Scheme::Early).apply(usual);
        assert_eq!(other, Limits { scheme: Scheme::Early, ..usual });
        assert_ne!(other.salt(), usual.salt());
    }

    #[test]
    fn levels_read_more_or_less() {
        assert_eq!(Limits::at_level(10), Limits::default());
        assert_eq!(Limits::at_level(12), Limits { effort: 4, ..Limits::default() });
        assert_eq!(Limits::at_level(200).effort, 64);
        assert_eq!(Limits::at_level(10).deeper(3).shallower(3), Limits::default());
        for pair in [[0, 2], [2, 8], [8, 10], [10, 11], [11, 20]] {
            let [less, more] = pair.map(Limits::at_level);
            let both = less.values().into_iter().zip(more.values());
            assert!(both.clone().all(|(a, b)| a <= b) && less != more, "{less:?}, {more:?}");
        }
        let none = Limits::default().shallower(60);
        assert_eq!((none.depth, none.nodes, none.effort, none.proof), (0, 1, 1, 0));
    }
}
