//! Every number of the searches that was set by trying: one row each.
//!
//! A row has a name, what it is, its unit and what speaks for it; `docs/reading-history.md`
//! tells how these things were found. What follows from the rows (the highest worth of a
//! kind of move, the deepest rule) is computed from them. Numbers that a user may set are
//! in `limits` of [`crate::reading`]. The table lies here, below all that reads it.
//!
//! *Worth* is the unit of the order of moves. It has no meaning outside: among the moves
//! of one list the one with more comes first, and is kept when the list is too long.

/// A row, for tests and documentation.
#[derive(Clone, Copy, Debug)]
pub struct ParameterRow {
    /// Its name.
    pub name: &'static str,
    /// What it is.
    pub about: &'static str,
    /// Plies, moves, liberties, worth, …
    pub unit: &'static str,
    /// What speaks for it.
    pub evidence: &'static str,
}

macro_rules! parameters {
    ($( $(#[doc = $about:literal])+ $name:ident: $type:ty = $value:expr, $unit:literal, $evidence:expr; )*) => {
        $( $(#[doc = $about])+ pub(crate) const $name: $type = $value; )*

        /// The whole table.
        pub const PARAMETERS: &[ParameterRow] = &[ $( ParameterRow {
            name: stringify!($name),
            about: concat!($($about),+),
            unit: $unit,
            evidence: $evidence,
        } ),* ];
    };
}

/// Evidence of most worths and last plies.
const DESCENT: &str = "coordinate descent over 130 numbers, 44,904 questions";
/// Evidence of moves that were missing.
const TRACES: &str = "GNU Go's traces: proposed where it tries such moves";
/// What speaks for a value that nothing has been measured about yet.
const FIRST: &str = "a first value";
/// Evidence of the second look at dragons.
const AGAIN: &str = "798 own positions, points lost by GNU Go's values without games about the board, 500 games a question: 4.16 \
                     without, 4.01 with these; 4.07 with 1,000 games in both looks; on 693 of these with 125 games 4.23 without, 4.06 \
                     with 4 and 8 times, 4.17 with 4 times and once, 4.19 with 16 and 8 times";
/// Evidence of the numbers of reading to the end.
const NEIGHBOURS: &str = "a step up and a step down: the same tests at effort 16";
/// Evidence of how many moves are looked at for connections.
const LINK_WIDTHS: &str = "1,760 answers of GNU Go about pairs of strings in records: 1,687 are the \
                           same; 1,680 with the cut's 12, 8, 6, 5, 4 and the owner's 8, 6, 5, 4, 3; \
                           on half of them 838, and 840 with the cut's 6, 5, 4, 3";
/// Evidence of when an open question about a cut has an answer.
const LINK_CLEARLY: &str = "parts of GNU Go's dragons in 33 positions of records: 32 with 8, 16 and 32 and \
                            without any such answer, 68 with four, 114 with two; of 22 tests of \
                            `same_dragon` 18 with 8, 16 and 32, 13 without";
/// Evidence of the order of moves.
const ORDER: &str = "steps up and down for fewer nodes in 75 positions; 25 % fewer in 75 others";

parameters! {
    // Reductions.
    #[doc = "By how much limits step back after a pass, so that no string is saved just because \
             a pass, too, is a ply."]
    PASS_CREDIT: isize = 1, "plies", "by reasoning, not measured";
    #[doc = "From this ply on a pass is not tried after [`PASS_DEFENCES`] indirect defences."]
    PASS_PLY: usize = 5, "ply", "3 % fewer nodes, a test more; sooner 25 codes worse";
    #[doc = "See [`PASS_PLY`]."]
    PASS_DEFENCES: usize = 2, "moves", "as PASS_PLY";
    #[doc = "Late move reduction of the attacker's indirect moves."]
    LATE_MOVE_REDUCTION: isize = 2, "plies", "a fifth fewer nodes, more tests";
    #[doc = "What is added to it against four liberties."]
    LATE_MOVE_REDUCTION_AT_FOUR: isize = 3, "plies", "5 % fewer nodes, three tests more";
    #[doc = "From this number in the list on direct moves against four liberties are reduced, too."]
    LATE_DIRECT_FROM: usize = 3, "moves", "reduced against three liberties, too: two to six tests fewer";
    #[doc = "Late move reduction of those."]
    LATE_DIRECT_REDUCTION: isize = 1, "plies", DESCENT;
    #[doc = "So many indirect moves of the attacker are not reduced."]
    LATE_FROM: usize = 2, "moves", "one: 23 % fewer nodes, six tests fewer";
    #[doc = "What a ko costs that is taken too early: the threat and its answer."]
    THREAT_PLIES: isize = 2, "plies", TRACES;
    #[doc = "By how much less deeply it is read whether friends of the string can be captured."]
    FRIEND_REDUCTION: isize = 6, "plies", "three codes more, 1 % fewer nodes";
    #[doc = "By how much less deeply any move near by is read against a capture."]
    ANYTHING_REDUCTION: isize = 1, "plies", "with four steps: fewer wrong captures on small boards";
    #[doc = "Friends with so many liberties are asked about."]
    WEAK_FRIEND: usize = 2, "liberties", "a test and three codes more";

    // How many moves.
    #[doc = "Indirect moves tried at plies 0 and 1."]
    WIDTH_AT_ROOT: usize = 16, "moves", "wider: the same codes, up to six tests fewer";
    #[doc = "At plies 2 and 3."]
    WIDTH_NEAR: usize = 10, "moves", "as WIDTH_AT_ROOT";
    #[doc = "At plies 4 to 6."]
    WIDTH_MIDDLE: usize = 5, "moves", "as WIDTH_AT_ROOT";
    #[doc = "At later plies."]
    WIDTH_FAR: usize = 3, "moves", "as WIDTH_AT_ROOT";
    #[doc = "The attacker's beyond the branch depth."]
    DEEP_ATTACKS: usize = 3, "moves", DESCENT;
    #[doc = "The owner's beyond the branch depth."]
    DEEP_DEFENCES: usize = 2, "moves", "five: 1 % more nodes, nothing gained";
    #[doc = "Moves tried to attack or defend two strings at once."]
    TWO_STRINGS_WIDTH: usize = 12, "moves", "not measured";

    // Up to which ply.
    #[doc = "Stones are thrown in."]
    LAST_THROW_IN: usize = 10, "ply", TRACES;
    #[doc = "Strings that gain no liberties by any extension are attacked."]
    LAST_STUCK: usize = 9, "ply", TRACES;
    #[doc = "Liberties are attacked that a string of four does not share with the string of three."]
    LAST_OUTSIDE: usize = 5, "ply", TRACES;
    #[doc = "If there are at most so many of them."]
    MOST_OUTSIDE: usize = 2, "liberties", TRACES;
    #[doc = "For so many plies more than nets, stones are taken that cutting stones touch."]
    LATE_CAPTURES: usize = 2, "plies", DESCENT;
    #[doc = "Ataris on stones that hem the string in are prepared."]
    LAST_CHAIN_BACKFILL: usize = 3, "ply", "a test more";
    #[doc = "The attacker plays on strings that the string could connect to."]
    LAST_FRIENDS: usize = 4, "ply", DESCENT;
    #[doc = "Points between two of four liberties are tried."]
    LAST_BETWEEN: usize = 5, "ply", TRACES;
    #[doc = "Points above liberties on the edge are tried."]
    LAST_ABOVE_EDGE: usize = 8, "ply", TRACES;
    #[doc = "Approaches to the liberties of a string of four are prepared."]
    LAST_BACKFILL_AT_FOUR: usize = 4, "ply", "10 % fewer nodes, the same tests";
    #[doc = "Of a string of three."]
    LAST_BACKFILL_AT_THREE: usize = 9, "ply", DESCENT;
    #[doc = "Strings of three liberties are attacked from a distance."]
    LAST_NET_AT_THREE: usize = 3, "ply", DESCENT;
    #[doc = "From this ply on the number of moves in a list does not shrink further."]
    LAST_WIDTH: usize = 10, "ply", "by the widths above";

    // How far.
    #[doc = "How far from a string that seems captured its owner tries every move."]
    ZONE: usize = 4, "steps", "three: more wrong captures on small boards";
    #[doc = "How far strings with one or two liberties matter there."]
    WEAK_ZONE: usize = 5, "steps", "as ZONE";
    #[doc = "Liberties that are not counted further."]
    MANY: usize = 8, "liberties", "above all that limits ask for";
    #[doc = "Liberties of the attacker's stones that are not counted further."]
    FEW: usize = 4, "liberties", "above what the rules ask for";

    // Worths of the attacker's indirect moves.
    #[doc = "Throwing in a stone that can be taken at once."]
    THROW_IN: i32 = 9, "worth", DESCENT;
    #[doc = "Saving stones of his in atari that hem the string in."]
    SAVE: i32 = 41, "worth", DESCENT;
    #[doc = "How much better it is to do so by taking others; for the owner, too."]
    TAKING: i32 = 2, "worth", DESCENT;
    #[doc = "Taking stones next to others of his that hem the string in."]
    LOOSEN: i32 = 25, "worth", DESCENT;
    #[doc = "Attacking stones around his cutting stones."]
    COUNTER: i32 = 8, "worth", "with RESCUE five tests more";
    #[doc = "Extending cutting stones of two liberties; what they have then is added, up to four."]
    EXTEND_CUTTERS: i32 = 13, "worth", DESCENT;
    #[doc = "Moves on strings that the string could connect to."]
    FRIEND: i32 = 8, "worth", DESCENT;
    #[doc = "Such moves against three liberties."]
    FRIEND_AT_THREE: i32 = 11, "worth", DESCENT;
    #[doc = "Points between two liberties."]
    BETWEEN: i32 = 18, "worth", TRACES;
    #[doc = "Points above liberties on the edge."]
    ABOVE_EDGE: i32 = 14, "worth", TRACES;
    #[doc = "Taken from a net point where the attacker's stone would be in atari."]
    NET_IN_ATARI: i32 = 6, "worth", DESCENT;

    // Worths of both sides' indirect moves.
    #[doc = "Points of two extensions, next to another string of the owner that is not weak."]
    MEETING_AND_FRIEND: i32 = 24, "worth", DESCENT;
    #[doc = "Points of two extensions."]
    MEETING: i32 = 18, "worth", DESCENT;
    #[doc = "Points of one extension next to another string of the owner that is not weak."]
    TOWARDS_FRIEND: i32 = 14, "worth", DESCENT;
    #[doc = "Preparing an approach by a stone next to it."]
    BACKFILL_BESIDE: i32 = 8, "worth", DESCENT;
    #[doc = "By more liberties for the stones that will approach."]
    BACKFILL_EXTEND: i32 = 10, "worth", DESCENT;
    #[doc = "By an atari on stones next to it."]
    BACKFILL_ATARI: i32 = 3, "worth", DESCENT;

    // Worths of the owner's indirect moves.
    #[doc = "Letting a stone be taken by stones that are then taken themselves."]
    SACRIFICE: i32 = 6, "worth", DESCENT;
    #[doc = "What a stone in ko would gain by connecting."]
    KO_FILL: i32 = 14, "worth", TRACES;
    #[doc = "Saving stones of his that those around the string could take."]
    RESCUE: i32 = 19, "worth", "with COUNTER five tests more";
    #[doc = "Ataris on stones of two liberties that hem the string in."]
    CHAIN: i32 = 16, "worth", DESCENT;
    #[doc = "Moves on stones of three liberties that hem the string in."]
    CHAIN_OF_THREE: i32 = 5, "worth", DESCENT;
    #[doc = "Ataris by a stone that can be taken itself."]
    CHAIN_IN_ATARI: i32 = 3, "worth", DESCENT;
    #[doc = "Moves on strings of three liberties that gain none by any extension."]
    STUCK_AT_THREE: i32 = 16, "worth", TRACES;
    #[doc = "On such strings of four."]
    STUCK: i32 = 6, "worth", TRACES;
    #[doc = "Liberties that a string of four does not share with the string of three."]
    OUTSIDE: i32 = 10, "worth", TRACES;
    #[doc = "Cutting off a stone in the way of a string that crawls along the second line."]
    CUT: i32 = 19, "worth", TRACES;
    #[doc = "Taking stones next to friends of the string."]
    FRIEND_TAKES: i32 = 20, "worth", DESCENT;
    #[doc = "Ataris on stones next to friends."]
    FRIEND_ATARI: i32 = 9, "worth", DESCENT;
    #[doc = "Moves on stones of three liberties next to friends."]
    FRIEND_OF_THREE: i32 = 5, "worth", DESCENT;
    #[doc = "Cutting stones that hold an approach together."]
    HOLDING: i32 = 15, "worth", DESCENT;

    // Direct moves, beyond the first ply.
    #[doc = "Of the attacker, for each liberty that he takes away from an extension."]
    ATTACK_GAIN: i32 = 10, "worth a liberty", ORDER;
    #[doc = "For each of his own."]
    ATTACK_OWN: i32 = 9, "worth a liberty", ORDER;
    #[doc = "Less for each string of the owner next to it that is in atari."]
    ATTACK_WEAK: i32 = 7, "worth a string", ORDER;
    #[doc = "Of the owner, for each liberty after an extension."]
    EXTEND_GAIN: i32 = 3, "worth a liberty", ORDER;
    #[doc = "Less for each side of the vertex beyond the edge."]
    EXTEND_EDGE: i32 = 2, "worth a side", ORDER;
    #[doc = "For each string of the attacker next to it that is in atari."]
    EXTEND_WEAK: i32 = 6, "worth a string", ORDER;
    #[doc = "Taking stones next to the string."]
    TAKE: i32 = 13, "worth", ORDER;
    #[doc = "For each stone taken, up to [`TAKE_MOST`]."]
    TAKE_STONE: i32 = 5, "worth a stone", ORDER;
    #[doc = "For each liberty of the stone that takes, up to [`TAKE_MOST`]."]
    TAKE_LIBERTY: i32 = 6, "worth a liberty", ORDER;
    #[doc = "See [`TAKE_STONE`] and [`TAKE_LIBERTY`]."]
    TAKE_MOST: usize = 6, "stones or liberties", ORDER;

    // Direct moves at the root, where users see which of several good moves is found.
    #[doc = "For each liberty gained, or taken away."]
    ROOT_GAIN: i32 = 10, "worth a liberty", "what a player looks at first";
    #[doc = "For each liberty or stone of the attacker."]
    ROOT_OWN: i32 = 3, "worth", "as ROOT_GAIN";
    #[doc = "Taking stones next to the string: before any extension."]
    ROOT_TAKE: i32 = 100, "worth", "a sixth fewer nodes";

    // Reading to the end: first values, none of them chosen by trying.
    #[doc = "The largest board on which captures are proved."]
    PROVED_SIZE: usize = 6, "lines", "the largest on which a proof takes milliseconds";
    #[doc = "With so many liberties a string is safe."]
    PROOF_SAFE: usize = 5, "liberties", "one more than the quick search attacks; six: a test fewer";
    #[doc = "Moves in a row after which a line counts as a repetition."]
    PROOF_DEPTH: usize = 200, "plies", "longer than any ladder on 19 lines";
    #[doc = "So many moves from the root on are looked for wherever the search has looked."]
    PROOF_WIDTH: usize = 8, "moves", "of 2,553 codes on boards of 7 lines (as in `effort_gains`, seeds 0 to 499) 16 are wrong at effort 64, 13 at 512; 6: 17 and 14; 10: 16 and 13; 4: 17 and 16; 2: 20 and 19";
    #[doc = "What each liberty of the string after the first multiplies the first effort of an \
             attack by."]
    PROOF_LIBERTY: u32 = 3, "factor", NEIGHBOURS;
    #[doc = "What a stone around the string in atari multiplies it by, if the owner is to move."]
    PROOF_ATARI: u32 = 2, "factor", NEIGHBOURS;
    #[doc = "What each liberty less than [`PROOF_SAFE`] multiplies the first effort of a defence by."]
    PROOF_SHORTAGE: u32 = 4, "factor", NEIGHBOURS;
    #[doc = "A move is looked at until it takes more than the next best one, and this part more."]
    PROOF_FURTHER: u32 = 4, "part", NEIGHBOURS;
    #[doc = "Nodes of the first turn under a rule of kos; twice as many in the next."]
    PROOF_TURN: u64 = 250, "nodes", NEIGHBOURS;
    #[doc = "The second rule of kos has one part in so many of the nodes until the first is done."]
    PROOF_SHARE: u64 = 8, "part", NEIGHBOURS;

    // Reading connections to the end. Measured on 240 questions about strings of game records at effort
    // 1, before moves that must be played were looked for: 36 left open, 978,000 nodes.
    #[doc = "Liberties with which two strings that have been connected are safe."]
    LINKED: usize = 2, "liberties", "not in atari; one: what the prover calls connected; three: two tests fewer at effort 16";
    #[doc = "A string that is so many moves farther off its goal than at first counts as cut."]
    LINK_FARTHER: usize = 3, "moves", "two: 28 open, and seven instead of five codes unlike those at effort 64; four: not measured";
    #[doc = "Strings on the ways of a connection with at most so many liberties are fought over."]
    LINK_WEAK: usize = 3, "liberties", "two: 41 open; four: not measured";
    #[doc = "What each way multiplies the first effort of a cut by."]
    LINK_WAYS: u32 = 3, "factor", "two: 37 open, four: 36";
    #[doc = "What each move that is missing multiplies the first effort of a connection by."]
    LINK_MOVES: u32 = 4, "factor", "three: 41 open; five: not measured";
    #[doc = "Nodes of a question about a connection in which all moves are looked at; then few are."]
    LINK_ALL_NODES: u64 = 20_000, "nodes", "as many answers of GNU Go's as with none; with none a link is claimed in 193 questions on 7x7 boards that the prover refutes";
    #[doc = "The part of the nodes of such a question that this may take at most."]
    LINK_ALL_PART: u64 = 8, "divisor", "1,011 settled of 1,398 questions asked while moves were chosen, 625 nodes each: 872 right with all moves alone, 885 with few alone; of 521 others 445 with 8, 440 with all moves alone; four and sixteen: not measured";
    #[doc = "Where a search about a cut ends open, it is one for sure if it takes so many times less effort than to keep both together."]
    LINK_CLEAR: u32 = 16, "times", LINK_CLEARLY;
    #[doc = "What the positions of a question about a cut are multiplied with if it has to be one for sure."]
    LINK_SURE: u64 = 2, "times", "one: 13 to 16 tests of `same_dragon`, 18 with two and four; bench of moves takes as long with two";
    #[doc = "Moves that whoever wants to cut gives thought to, by how many have been made."]
    LINK_CUT_MOVES: [usize; 5] = [8, 6, 5, 4, 3], "moves", LINK_WIDTHS;
    #[doc = "Moves that whoever wants to connect gives thought to, by how many have been made."]
    LINK_OWNER_MOVES: [usize; 5] = [12, 8, 6, 5, 4], "moves", LINK_WIDTHS;

    // Life and death of dragons: first values.
    #[doc = "Strings near a dragon with more liberties are not read."]
    OWL_LIBERTIES: usize = 3, "liberties", FIRST;
    #[doc = "By how much less deeply strings are read."]
    OWL_SHALLOWER: usize = 4, "steps", FIRST;
    #[doc = "How far from a dragon strings are read."]
    OWL_NEAR: usize = 2, "steps", FIRST;
    #[doc = "Larger eye spaces do not hold the strings around them together."]
    OWL_COMMON_EYE: usize = 20, "vertices", "as dragons are formed";
    #[doc = "Ways out are looked for so many steps away."]
    OWL_FAR: usize = 4, "steps", "the manual's";
    #[doc = "Ways out with which a dragon has run free, its owner to move."]
    OWL_RUNS: usize = 3, "worth", "of 853 answers of GNU Go about dragons of games, 203 of them critical, it confirms with 250 positions 752; with 1, 2, 4, 5, 10: 723, 724, 743, 745, 744; with 60 and 1000 positions 728 and 759 (10: 717 and 752), in six tenths of the time";
    #[doc = "The same, the attacker to move."]
    OWL_FREE: usize = 32, "worth", "of 569 answers of GNU Go about dragons of its games it confirms 438; with 24: 437, 20: 433, 16: 422";
    #[doc = "The odds, as a natural logarithm, from which on a dragon counts as alive."]
    OWL_LIVES: f32 = 3.0, "logarithm of odds", "of 478 answers of GNU Go about dragons of games kept apart, 68 of them critical and 39 dead, it confirms 436 (425 without odds); with 2.5: 432, with 4: 435";
    #[doc = "The odds of its death from which on it counts as dead."]
    OWL_DIES: f32 = 2.0, "logarithm of odds", "of those 478 answers 436; with 1.6: 433, with 2.5: 434";
    #[doc = "The odds from which on ways out and links are believed."]
    OWL_GETS_AWAY: f32 = 1.5, "logarithm of odds", "of those 478 answers 436; with 1: 435, with 2: 434";
    #[doc = "Moves of a position that are looked at before most of them are left out."]
    OWL_LOOKED_AT: usize = 20, "moves", FIRST;
    #[doc = "Up to how many moves from the root so many moves are tried; later one."]
    OWL_WIDTHS: &[(usize, usize)] = &[(3, 6), (7, 3)], "plies, moves", "of 478 answers of GNU Go about dragons of games it confirms 436, with two moves at the later plies 429; before odds, of 779 answers 630, with 4 moves at the second and third ply 624, with 8 at either 630";
    #[doc = "Up to so many moves from the root vertices at eyes that seem certain are looked at."]
    OWL_DOUBTED_PLIES: usize = 3, "plies", "of 779 answers 630; none: 628";
    #[doc = "Larger eye spaces are not looked at in that way."]
    OWL_DOUBTED_ROOM: usize = 14, "vertices", "40: of 569 answers three fewer";
    #[doc = "Plies after which a dragon has got away, or lives."]
    OWL_PLIES: usize = 14, "plies", "of 110 problems and 127 dragons of games 212 attacks right, 13 kills too many; 20: 207 and 14; 10: 204 and 3";
    #[doc = "Larger eye spaces that are not closed have one eye for certain at most."]
    OWL_SHAPED: usize = 8, "vertices", "the largest that shapes with marginal vertices know";
    #[doc = "Vertices of an eye space, but for those that the attacker may take with one move each and their neighbours, with which it has two eyes."]
    OWL_ROOMY: usize = 12, "vertices", FIRST;
    #[doc = "Before a move is chosen a search about a dragon has one part in so many."]
    OWL_PLAY_SHARE: u64 = 4, "parts", "250 positions a question; of 478 answers of GNU Go about dragons of games kept apart it confirms 426 with these, with 120: 420, with 60: 414, with 1,000: 436; a move without random games takes a tenth more time than with 60";
    #[doc = "Liberties of a string at eyes that may be short of them."]
    OWL_SHORT: usize = 2, "liberties", "three: of 155 attacks on own positions one wrong more, a sixth more time";
    #[doc = "With so much room and no way out the prover is asked on the way of a search."]
    OWL_PROVED_ROOM: usize = 14, "vertices", "25: of 408 questions two wrong more";
    #[doc = "Positions that it may look at then; as many cost the search one more."]
    OWL_PROVED_NODES: u64 = 200, "nodes", "1000: of 408 questions two wrong more, three tenths more time";
    #[doc = "It has one part in so many of what it may look at before the search, if that is less."]
    OWL_PROVED_PART: u64 = 25, "parts", "50 positions before a move is chosen; of 853 answers of GNU Go about dragons of games 757 are confirmed with 250 positions then, with 10, 25, 100, 200: 751, 752, 755, 752 (200 takes an eighth more time); five public suites 240, with 25, 100, 200: 239, 241, 242";
    #[doc = "Moves that promise more than the one that was found to work, and are tried for that."]
    OWL_OTHERS: usize = 5, "moves", "three, and none for the prover: of 110 problems 39 moves as GNU Go's, not 52";
    #[doc = "Positions that may be looked at for each of them."]
    OWL_OTHERS_NODES: u64 = 100, "nodes", "with OWL_OTHERS";
    #[doc = "Positions that the prover may look at for each of them."]
    OWL_OTHERS_PROVED: u64 = 500, "nodes", "with OWL_OTHERS";
    #[doc = "Random games about a dragon are played so near to it."]
    OWL_GAMES_FAR: usize = 6, "steps", "choosing moves only, of 288 public owl questions with 1,000 games 244; 3, 4, 5, 7, 8, 20 steps: 236, 237, 236, 237, 241, 240; none: 230";
    #[doc = "A dragon that the search finds no move for has one if so many games with it are won."]
    OWL_GAMES_CONVINCE: f32 = 0.7, "part of games", "of 720 answers of GNU Go about dragons of games one more is confirmed than without; 0.65: one, 0.8: two, 0.6: one with 1,000 games, seven fewer with 3,000";
    #[doc = "An attack that the search finds fails if fewer games with it are won."]
    OWL_GAMES_HOPELESS: f32 = 0.2, "part of games", "of those 720 one more with 1,000 games, two with 3,000; 0.15: none and two, 0.25: two and none, 0.4: three and four fewer";
    #[doc = "So many random games about a dragon are played before they may end early."]
    OWL_GAMES_LEAST: u32 = 48, "games", FIRST;
    #[doc = "Games that may still convince go on: those of the best move are not won by so many standard deviations less often than that takes."]
    OWL_GAMES_DOUBT: f32 = 3.0, "standard deviations", "of 377 public owl questions one fewer passes than without, with 2 two; 500 games then take as long before a move is chosen as 250 without";
    #[doc = "A dragon that a search before a move leaves open is searched again with so many times as many positions."]
    OWL_AGAIN: u64 = 4, "times", AGAIN;
    #[doc = "And with so many times as many random games."]
    OWL_AGAIN_GAMES: u32 = 2, "times", AGAIN;
    #[doc = "If it has at least so many stones."]
    OWL_AGAIN_SIZE: usize = 3, "stones", "798 own positions, points lost and statuses unlike GNU Go's: 4.01 and 263; with 1, 2, 5: 4.06, 4.01, 4.06 and 251, 261, 260";
    #[doc = "Positions of the first turn under a rule of kos; twice as many in the next."]
    OWL_TURN: u64 = 60, "nodes", FIRST;
    #[doc = "Moves in a row after which a line counts as a repetition."]
    OWL_DEPTH: usize = 60, "plies", FIRST;

    // What all of an answer costs.
    #[doc = "The clock is looked at once in so many nodes, if there is a deadline."]
    NODES_PER_CLOCK: u64 = 64, "nodes", "some microseconds each";

    // Combinations.
    #[doc = "Strings with so many liberties are threatened by the first move of a combination."]
    COMBINATION_LIBERTIES: usize = 4, "liberties", "the manual's example needs it";
    #[doc = "Strings with so many are threatened by further moves, and looked at after an answer."]
    LATER_LIBERTIES: usize = 3, "liberties", "by reasoning, not measured";
    #[doc = "How far from the moves so far a combination goes on."]
    COMBINATION_REACH: usize = 3, "steps", "by reasoning, not measured";
    #[doc = "Answers of reading to a threat that are tried."]
    COMBINATION_ANSWERS: usize = 20, "moves", "by reasoning, not measured";
    #[doc = "So often a first move is forbidden to find one that is needed."]
    COMBINATION_RETRIES: usize = 8, "searches", "by reasoning, not measured";

    // Memory.
    #[doc = "After so many further questions an answer in the transposition table is worth half of \
             what it cost; a power of two."]
    HALF_LIFE: u32 = 1 << 10, "questions", "by reasoning, not measured; answers do not depend on it";
    #[doc = "Answers that took fewer nodes are not kept in the cache of whole questions."]
    CHEAP: u64 = 40, "nodes", "they are read as fast; answers do not depend on it";
    #[doc = "How often the area grows on which an answer in the cache depends."]
    AREA_STEPS: usize = 6, "steps", "as far as the search looks beyond its moves: no answer differs \
        with the cache and without in 128,641";
}

/// How many kinds of moves reading tells apart (`reading::move_list::MoveKind`).
pub(crate) const MOVE_KINDS: usize = 6;

/// What is added to the worth of a move of one kind beyond the root, by the liberties of
/// the string: one, two, three, more.
pub(crate) type ByLiberties = [i32; 4];

/// For indirect moves of the attacker, by kind. Evidence: as the direct moves.
pub(crate) const ORDER_OF_ATTACK: [ByLiberties; MOVE_KINDS] = [
    [6, 4, -14, -17], // Direct
    [0, -1, 0, 11],   // Capture
    [0, 6, 13, 3],    // Backfill
    [6, 8, 6, 0],     // Second
    [0, 0, -2, 6],    // Chain
    [0, 0, -1, -6],   // Friend
];

/// For indirect moves of the owner.
pub(crate) const ORDER_OF_DEFENCE: [ByLiberties; MOVE_KINDS] = [
    [15, 0, 9, 21],    // Direct
    [0, 0, 5, 0],      // Capture
    [-10, -12, 0, 14], // Backfill
    [-10, -12, 0, 18], // Second
    [-7, 0, 11, 28],   // Chain
    [-3, 0, 11, 26],   // Friend
];

/// The highest worth that an indirect move of the attacker is proposed with, by kind.
const HIGHEST_PROPOSED_ATTACK: [i32; MOVE_KINDS] = [
    THROW_IN,
    max(&[SAVE + TAKING, LOOSEN]),
    max(&[BACKFILL_BESIDE, BACKFILL_EXTEND, BACKFILL_ATARI]),
    max(&[MEETING_AND_FRIEND, MEETING, TOWARDS_FRIEND, BETWEEN, ABOVE_EDGE]),
    EXTEND_CUTTERS + FEW as i32,
    max(&[COUNTER, FRIEND, FRIEND_AT_THREE]),
];

/// As [`HIGHEST_PROPOSED_ATTACK`], for the owner, who has no indirect move on a liberty.
const HIGHEST_PROPOSED_DEFENCE: [i32; MOVE_KINDS] = [
    i32::MIN / 2,
    RESCUE + TAKING,
    max(&[HOLDING, BACKFILL_BESIDE, BACKFILL_EXTEND, BACKFILL_ATARI]),
    max(&[KO_FILL, MEETING_AND_FRIEND, MEETING, TOWARDS_FRIEND]),
    max(&[SACRIFICE, CHAIN, CHAIN_OF_THREE, CHAIN_IN_ATARI, STUCK_AT_THREE, STUCK, OUTSIDE, CUT]),
    max(&[FRIEND_TAKES, FRIEND_ATARI, FRIEND_OF_THREE]),
];

/// The highest worth of any indirect move of the attacker, by the liberties of the string:
/// direct moves with as much can be tried before indirect ones are looked for.
pub(crate) const HIGHEST_ATTACK: ByLiberties = highest(&ORDER_OF_ATTACK, &HIGHEST_PROPOSED_ATTACK);

/// As [`HIGHEST_ATTACK`], for the moves of the owner.
pub(crate) const HIGHEST_DEFENCE: ByLiberties =
    highest(&ORDER_OF_DEFENCE, &HIGHEST_PROPOSED_DEFENCE);

/// The last ply that a rule of this table speaks of.
pub(crate) const DEEPEST_RULE: usize = max(&[
    PASS_PLY as i32,
    LAST_THROW_IN as i32,
    LAST_STUCK as i32,
    LAST_OUTSIDE as i32,
    LAST_CHAIN_BACKFILL as i32,
    LAST_FRIENDS as i32,
    LAST_BETWEEN as i32,
    LAST_ABOVE_EDGE as i32,
    LAST_BACKFILL_AT_FOUR as i32,
    LAST_BACKFILL_AT_THREE as i32,
    LAST_NET_AT_THREE as i32,
    LAST_WIDTH as i32,
]) as usize;

const fn max(all: &[i32]) -> i32 {
    let mut best = all[0];
    let mut i = 1;
    while i < all.len() {
        if all[i] > best {
            best = all[i];
        }
        i += 1;
    }
    best
}

const fn highest(order: &[ByLiberties; MOVE_KINDS], proposed: &[i32; MOVE_KINDS]) -> ByLiberties {
    let mut out = [i32::MIN; 4];
    let mut kind = 0;
    while kind < MOVE_KINDS {
        let mut n = 0;
        while n < out.len() {
            out[n] = max(&[out[n], proposed[kind] + order[kind][n]]);
            n += 1;
        }
        kind += 1;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_has_a_unit_and_evidence() {
        for row in PARAMETERS {
            assert!(row.about.ends_with('.'), "{}", row.name);
            assert!(!row.unit.is_empty() && !row.evidence.is_empty(), "{}", row.name);
        }
    }

    #[test]
    fn the_highest_worths_follow_from_the_table() {
        assert_eq!(HIGHEST_ATTACK, [43, 42, 43, 54]);
        assert_eq!(HIGHEST_DEFENCE, [21, 21, 31, 47]);
        assert_eq!(DEEPEST_RULE, 10);
    }
}
