//! The table of autohelpers, and the stages at which they can be called.
//!
//! One row per helper: name, parameters, result, cost, meaning. O is the side
//! that the pattern is written for, X its opponent. To add a helper, add a row
//! here and implement the method in the engine; the checker, the compiler, the
//! interpreter and the reference page (`docs/autohelpers.md`) follow.
//!
//! Sources: GNU Go 3.8 manual, "Autohelper Functions"; for helpers that it does not
//! describe, the behaviour of the program.

use super::macros::{is_effect, stages, vocabulary};
use super::types::*;
use crate::geom::Point;
use crate::reading_code::Code;

vocabulary! {
    /// The current position: liberties, legality, presence of stones.
    query group Board: BoardQueries, call_board {
        fixed {
            lib(x: Stone) -> Int, 0.01, "Number of liberties of the string at x.";
            xlib(x: Empty) -> Int, 0.05, "Liberties that an X stone would get at the empty vertex x, captures taken into account.";
            olib(x: Empty) -> Int, 0.05, "Liberties that an O stone would get at the empty vertex x, captures taken into account.";
            approx_xlib(x: Empty) -> Int, 0.03, "Liberties that an X stone would get at the empty vertex x, captures ignored.";
            approx_olib(x: Empty) -> Int, 0.03, "Liberties that an O stone would get at the empty vertex x, captures ignored.";
            ko(x: Vertex) -> Bool, 0.01, "x is a ko point: a stone whose capture would make a ko, or an empty vertex next to such a stone.";
            legal_xmove(x: Empty) -> Bool, 0.05, "X may legally play at x.";
            legal_omove(x: Empty) -> Bool, 0.05, "O may legally play at x.";
            x_suicide(x: Empty) -> Bool, 0.05, "A move by X at x would be suicide.";
            o_suicide(x: Empty) -> Bool, 0.05, "A move by O at x would be suicide.";
            o_captures_something(x: Empty) -> Bool, 0.02, "A move by O at x captures at least one string.";
            x_captures_something(x: Empty) -> Bool, 0.02, "A move by X at x captures at least one string.";
            o_visible_along_edge(x: Vertex, y: Vertex) -> Bool, 0.05, "Walking from x in the direction of y, equally far from the edge, the first stone met is O.";
            x_visible_along_edge(x: Vertex, y: Vertex) -> Bool, 0.05, "Walking from x in the direction of y, equally far from the edge, the first stone met is X.";
            same_string(x: Stone, y: Stone) -> Bool, 0.01, "x and y belong to the same string.";
            wormsize(x: Stone) -> Int, 0.01, "Number of stones of the string at x.";
            vital_chain(x: Stone) -> Bool, 0.05, "Capturing the string at x would give an adjacent dragon an eye: x is not a single stone on the first line.";
            finish_ko_helper(x: Stone) -> Bool, 0.05, "Some single enemy stone next to the string x is in atari and its capture by the owner of x would be a ko capture.";
            squeeze_ko_helper(x: Stone) -> Bool, 0.03, "x has exactly two liberties and a move by its opponent on one of them is a ko capture.";
            break_mirror_helper(x: Vertex) -> Bool, 0.01, "O is White, komi at most 0, x is the centre of an odd board that holds more than ten stones in perfect rotational mirror symmetry.";
        }
        play {
            oplay_lib[1](z) -> Int, 0.06, "Plays the moves, O first; then the number of liberties of the string at z.";
            xplay_lib[1](z) -> Int, 0.06, "Plays the moves, X first; then the number of liberties of the string at z.";
        }
        some {
            x_somewhere -> Bool, 0.01, "At least one of the vertices holds an X stone.";
            o_somewhere -> Bool, 0.01, "At least one of the vertices holds an O stone.";
        }
    }

    /// Tactical reading in the current position.
    query group Tactics: TacticsQueries, call_tactics {
        fixed {
            safe_xmove(x: Empty) -> Code, 1.0, "X can play at x legally and the stone cannot be captured at once.";
            safe_omove(x: Empty) -> Code, 1.0, "O can play at x legally and the stone cannot be captured at once.";
            attack(x: Stone) -> Code, 1.0, "The string at x can be captured, its opponent moving first.";
            defend(x: Stone) -> Code, 1.0, "The string at x can be attacked, and saved if its owner moves first; 0 when there is no attack.";
            does_attack(x: Empty, y: Stone) -> Code, 1.0, "After a move at x by the opponent of y, y cannot be saved; and it is not already beyond saving.";
            does_defend(x: Empty, y: Stone) -> Code, 1.0, "y can be captured, and cannot be captured after its owner has played x.";
            xdefend_against(x: Empty, y: Empty) -> Bool, 1.0, "An X stone at x is legal and keeps O from playing safely at y.";
            odefend_against(x: Empty, y: Empty) -> Bool, 1.0, "An O stone at x is legal and keeps X from playing safely at y.";
            adjacent_to_stone_in_atari(x: Stone) -> Bool, 1.0, "Some enemy string next to x is in atari and can really be captured (no snapback).";
            adjacent_to_defendable_stone_in_atari(x: Stone) -> Bool, 1.0, "Some enemy string next to x is in atari, can be captured and can be defended.";
            connect_and_cut_helper(a: Stone, b: Empty, c: Empty) -> Bool, 3.0, "After the push at b against the string a of two liberties, the forced answer leaves a cut at c that works.";
            connect_and_cut_helper2(a: Empty, b: Empty, c: Empty) -> Bool, 3.0, "After O at a and the push of X at b, the forced answer leaves a cut at c that works.";
            obvious_false_oeye(x: Vertex) -> Bool, 0.01, "The eye of O at x is certainly false: only tactically safe X strings on its diagonals count.";
            obvious_false_xeye(x: Vertex) -> Bool, 0.01, "The eye of X at x is certainly false: only tactically safe O strings on its diagonals count.";
        }
        play {
            xplay_attack[1](z) -> Code, 1.0, "Plays the moves, X first; then: can the string at z be captured? WIN if z is empty.";
            oplay_attack[1](z) -> Code, 1.0, "Plays the moves, O first; then: can the string at z be captured? WIN if z is empty.";
            xplay_defend[1](z) -> Code, 1.0, "Plays the moves, X first; then: is the string at z safe, or can its owner save it? 0 if z is empty.";
            oplay_defend[1](z) -> Code, 1.0, "Plays the moves, O first; then: is the string at z safe, or can its owner save it? 0 if z is empty.";
            xplay_attack_either[2](y, z) -> Code, 3.0, "Plays the moves, X first; then: can one of the strings at y and z be captured?";
            oplay_attack_either[2](y, z) -> Code, 3.0, "Plays the moves, O first; then: can one of the strings at y and z be captured?";
            xplay_defend_both[2](y, z) -> Code, 3.0, "Plays the moves, X first; then: can the strings at y and z both be defended?";
            oplay_defend_both[2](y, z) -> Code, 3.0, "Plays the moves, O first; then: can the strings at y and z both be defended?";
            xplay_break_through[3](x, y, z) -> Code, 5.0, "Plays the moves, X first; then breaks through the stones x, y, z: WIN if one can be captured, less if the break-through only cuts.";
            oplay_break_through[3](x, y, z) -> Code, 5.0, "Plays the moves, O first; then breaks through the stones x, y, z: WIN if one can be captured, less if the break-through only cuts.";
        }
        some {}
    }

    /// Connection reading in the current position.
    query group Connection: ConnectionQueries, call_connection {
        fixed {
            disconnect_helper(x: Stone, y: Stone) -> Code, 10.0, "The opponent, moving first, can disconnect the strings x and y; a search that its limits end has to be clear about it.";
            distrust_tactics_helper(x: Stone) -> Bool, 0.0, "The tactical verdict on the string x is not to be trusted for amalgamating over it.";
        }
        play {
            oplay_connect[2](y, z) -> Code, 10.0, "Plays the moves, O first; then: can the owner of y and z connect them, moving first?";
            xplay_connect[2](y, z) -> Code, 10.0, "Plays the moves, X first; then: can the owner of y and z connect them, moving first?";
            oplay_disconnect[2](y, z) -> Code, 10.0, "Plays the moves, O first; then: can the opponent of y and z separate them, moving first?";
            xplay_disconnect[2](y, z) -> Code, 10.0, "Plays the moves, X first; then: can the opponent of y and z separate them, moving first?";
        }
        some {}
    }

    /// Tables over the worms of the root position.
    query group Worm: WormQueries, call_worm {
        fixed {
            lib2(x: Stone) -> Int, 0.01, "Second-order liberties of the worm at x.";
            lib3(x: Stone) -> Int, 0.01, "Third-order liberties of the worm at x.";
            lib4(x: Stone) -> Int, 0.01, "Fourth-order liberties of the worm at x.";
            potential_cutstone(x: Stone) -> Bool, 0.01, "The cutstone2 counter of the worm at x exceeds 1: saving it would bring at least two new cutting points.";
            seki_helper(x: Stone) -> Bool, 0.0, "No enemy string next to x can be captured.";
            xcut(x: Empty) -> Bool, 0.01, "X can cut at x, or connection through x is inhibited (marks left by class-B connection patterns).";
            ocut(x: Empty) -> Bool, 0.05, "O can cut at x, or connection through x is inhibited.";
        }
        play {}
        some {}
    }

    /// Tables over the dragons of the root position.
    query group Dragon: DragonQueries, call_dragon {
        fixed {
            alive(x: Stone) -> Bool, 0.01, "The dragon at x is ALIVE.";
            unknown(x: Stone) -> Bool, 0.01, "The status of the dragon at x is UNKNOWN.";
            critical(x: Stone) -> Bool, 0.01, "The dragon at x is CRITICAL.";
            dead(x: Stone) -> Bool, 0.01, "The dragon at x is DEAD.";
            status(x: Stone) -> Int, 0.01, "Status of the dragon at x, to be compared with ALIVE, DEAD, CRITICAL or UNKNOWN.";
            same_dragon(x: Stone, y: Stone) -> Bool, 0.01, "x and y belong to the same dragon.";
            dragonsize(x: Stone) -> Int, 0.01, "Number of stones of the dragon at x.";
            effective_size(x: Stone) -> Float, 0.01, "Effective size of the dragon at x: stones plus half of the nearer empty vertices, shared ones in parts.";
            weak(x: Stone) -> Bool, 0.01, "The dragon at x is considered weak.";
            weakness(x: Stone) -> Float, 0.01, "Weakness of the dragon at x, 0.0 (safe) to 1.0.";
            is_surrounded(x: Stone) -> Int, 0.01, "0 not surrounded, 1 surrounded, 2 weakly surrounded.";
            does_surround(x: Empty, y: Stone) -> Bool, 1.0, "A move at x surrounds the dragon at y.";
            surround_map(x: Stone, y: Vertex) -> Int, 0.01, "Entry at y of the surround map of the dragon at x; -1 if it is not surrounded.";
            owl_threatens(x: Empty, y: Stone) -> Bool, 0.01, "A move at x kills or threatens to kill the dragon at y.";
            genus(x: Stone) -> Int, 0.01, "Approximate number of eyes of the dragon at x (obsolete).";
            has_aji(x: Stone) -> Bool, 0.01, "The dragon at x is dead but two moves in a row would save it (obsolete).";
        }
        play {}
        some {
            x_alive_somewhere -> Bool, 0.01, "At least one of the vertices holds an X stone whose dragon is not DEAD.";
            o_alive_somewhere -> Bool, 0.01, "At least one of the vertices holds an O stone whose dragon is not DEAD.";
        }
    }

    /// Influence of the root position, the opponent assumed to move first.
    query group Influence: InfluenceQueries, call_influence {
        fixed {
            xmoyo(x: Vertex) -> Bool, 0.01, "X has a moyo at x.";
            omoyo(x: Vertex) -> Bool, 0.01, "O has a moyo at x.";
            xmoyo_opposite(x: Vertex) -> Bool, 0.01, "X has a moyo at x, O assumed to move first.";
            omoyo_opposite(x: Vertex) -> Bool, 0.01, "O has a moyo at x, O assumed to move first.";
            xarea(x: Vertex) -> Bool, 0.01, "x lies in the area of X or is a living X stone.";
            oarea(x: Vertex) -> Bool, 0.01, "x lies in the area of O or is a living O stone.";
            xterri(x: Vertex) -> Bool, 0.01, "x is secure territory of X.";
            oterri(x: Vertex) -> Bool, 0.01, "x is secure territory of O.";
        }
        play {}
        some {}
    }

    /// Eye spaces and half eyes of the root position.
    query group Eye: EyeQueries, call_eye {
        fixed {
            eye(x: Vertex) -> Bool, 0.01, "x belongs to an eye space of either colour.";
            proper_eye(x: Vertex) -> Bool, 0.01, "x belongs to a non-marginal eye space of either colour.";
            marginal_eye(x: Vertex) -> Bool, 0.01, "x is a marginal vertex of an eye space of either colour.";
            halfeye(x: Empty) -> Bool, 0.01, "The empty vertex x is a half eye.";
            false_eye(x: Empty) -> Bool, 0.01, "x is a false eye.";
            false_eye_territory(x: Empty) -> Bool, 0.0, "The false eye at x will nevertheless remain territory.";
            max_eye_value(x: Vertex) -> Int, 0.01, "Largest number of eyes that the eye space of x can yield.";
        }
        play {}
        some {}
    }

    /// The life-and-death search that is going on.
    query group Owl: OwlQueries, call_owl {
        fixed {
            owl_escape_value(x: Vertex) -> Int, 0.01, "Escape value of x: 0 to 4 for empty vertices by influence, up to 6 on living friendly stones.";
            owl_goal_dragon(x: Stone) -> Bool, 0.01, "The stone at x belongs to the dragon that is being read.";
            owl_eyespace(x: Vertex) -> Bool, 0.01, "x lies in an eye space of the goal that can yield an eye.";
            owl_big_eyespace(x: Vertex) -> Bool, 0.01, "x lies in an eye space of the goal that can yield two eyes.";
            owl_proper_eye(x: Vertex) -> Bool, 0.01, "x is a non-marginal vertex of the goal's eye space.";
            owl_mineye(x: Vertex) -> Int, 0.01, "Fewest eyes of the goal's eye space at x, the attacker moving first.";
            owl_maxeye(x: Vertex) -> Int, 0.01, "Most eyes of the goal's eye space at x, the defender moving first.";
            owl_eye_size(x: Vertex) -> Int, 0.01, "Number of non-marginal vertices of the goal's eye space at x.";
            owl_lunch(x: Stone) -> Bool, 0.01, "The string at x is a current lunch of the goal.";
            owl_strong_dragon(x: Stone) -> Bool, 0.01, "The stone at x belongs to a living dragon of the goal's colour.";
            owl_topological_eye(x: Empty, y: Stone) -> Float, 0.01, "Topological value of x as an eye point of the colour of y: 2 or less true eye, 3 half eye, 4 or more false.";
        }
        play {}
        some {}
    }

    /// The game around the position.
    query group Game: GameQueries, call_game {
        fixed {
            doing_scoring() -> Bool, 0.0, "The engine is settling the final position.";
            remaining_handicap_stones() -> Int, 0.0, "Free handicap stones still to be placed.";
            total_handicap_stones() -> Int, 0.0, "Free handicap stones in all.";
            value() -> Float, 0.0, "The value of the pattern itself.";
            oracle_threatens(x: Empty, y: Stone) -> Bool, 0.01, "x threatens y according to an external oracle (obsolete).";
            edge_double_sente(m: Empty, a: Empty, b: Empty, c: Stone) -> Bool, 3.0, "The push at m by the owner of c is sente by connect_and_cut_helper(m,a,b) (obsolete).";
        }
        play {}
        some {}
    }

    /// Actions of move generation.
    effect group Moves: MoveEffects, call_moves {
        fixed {
            antisuji(x: Empty) -> Unit, 0.0, "x must never be played.";
            replace(x: Empty, y: Empty) -> Unit, 0.0, "The move x is no good compared to y: all points of x go to y.";
            backfill_replace(x: Empty, y: Stone) -> Unit, 0.0, "If y becomes attackable and defendable after its opponent plays x, that defence replaces x.";
            add_connect_move(x: Stone, y: Stone) -> Unit, 0.0, "`*` connects x and y.";
            add_cut_move(x: Stone, y: Stone) -> Unit, 0.0, "`*` cuts x from y.";
            test_attack_either_move(x: Stone, y: Stone) -> Unit, 0.0, "If `*` makes it impossible to defend both X strings x and y, it attacks either of them.";
            add_defend_both_move(x: Stone, y: Stone) -> Unit, 0.0, "`*` defends x and y at once.";
            threaten_to_save(x: Stone) -> Unit, 0.0, "Adds a follow-up value to `*` for threatening to save the string x.";
            threaten_to_capture(x: Stone) -> Unit, 0.0, "Adds a follow-up value to `*` for threatening to capture the string x (obsolete).";
            prevent_attack_threat(x: Stone) -> Unit, 0.0, "Adds a reverse follow-up value to `*`: the opponent's move there would threaten to capture x.";
            defend_against_atari(x: Stone) -> Unit, 1.0, "Adds a reverse follow-up value to `*` for taking the string x out of reach of an atari.";
            backfill_helper(a: Empty, b: Empty, c: Stone) -> Unit, 1.5, "The owner of c plays a, the other side b; if c can then be captured but also defended at d, d gets a minimum value.";
            good_attack_threat(x: Empty, y: Stone) -> Unit, 0.01, "A move at x is a good threat against the string y.";
            known_safe_move(x: Empty) -> Unit, 0.01, "A move at x is to be treated as safe.";
        }
        play {}
        some {}
    }

    /// Actions while dragons are formed.
    effect group Dragons: DragonEffects, call_dragons {
        fixed {
            amalgamate(x: Stone, y: Stone) -> Unit, 0.0, "Joins the dragons at x and y.";
            amalgamate_most_valuable_helper(a: Stone, b: Stone, c: Stone) -> Unit, 0.0, "Joins b with whichever of a and c has the larger dragon, unless it is joined to one already.";
        }
        play {}
        some {}
    }

    /// Actions of the influence computation.
    effect group Territory: TerritoryEffects, call_territory {
        fixed {
            non_oterritory(x: Vertex) -> Unit, 0.0, "x does not count as territory of O.";
            non_xterritory(x: Vertex) -> Unit, 0.0, "x does not count as territory of X.";
        }
        play {}
        some {}
    }
}

stages! {
    /// While worms are evaluated, at the root (attack, defense databases).
    Worms "worms": WormsHost, WormsFns, [
        Board / BoardQueries / call_board, Tactics / TacticsQueries / call_tactics,
        Connection / ConnectionQueries / call_connection,
    ];
    /// While dragons are formed (connection database).
    Dragons "dragons": DragonsHost, DragonsFns, [
        Board / BoardQueries / call_board, Tactics / TacticsQueries / call_tactics,
        Connection / ConnectionQueries / call_connection, Worm / WormQueries / call_worm,
        Influence / InfluenceQueries / call_influence, Dragons / DragonEffects / call_dragons,
    ];
    /// In every influence computation (influence, barriers databases).
    Influence "influence": InfluenceHost, InfluenceFns, [
        Board / BoardQueries / call_board, Tactics / TacticsQueries / call_tactics,
        Connection / ConnectionQueries / call_connection, Eye / EyeQueries / call_eye,
        Territory / TerritoryEffects / call_territory,
    ];
    /// Inside the combination (atari-atari) search.
    Combination "combination": CombinationHost, CombinationFns, [
        Board / BoardQueries / call_board, Tactics / TacticsQueries / call_tactics,
        Connection / ConnectionQueries / call_connection,
    ];
    /// Inside owl reading.
    Owl "owl": OwlHost, OwlFns, [
        Board / BoardQueries / call_board, Tactics / TacticsQueries / call_tactics,
        Connection / ConnectionQueries / call_connection, Eye / EyeQueries / call_eye,
        Owl / OwlQueries / call_owl,
    ];
    /// Main move generation, everything about the root known.
    Movegen "movegen": MovegenHost, MovegenFns, [
        Board / BoardQueries / call_board, Tactics / TacticsQueries / call_tactics,
        Connection / ConnectionQueries / call_connection, Worm / WormQueries / call_worm,
        Dragon / DragonQueries / call_dragon, Influence / InfluenceQueries / call_influence,
        Eye / EyeQueries / call_eye, Game / GameQueries / call_game,
        Moves / MoveEffects / call_moves,
    ];
    /// Before the game, choosing free handicap stones.
    Handicap "handicap": HandicapHost, HandicapFns, [
        Board / BoardQueries / call_board, Game / GameQueries / call_game,
    ];
}

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
    pub signature: Signature,
    /// Its result; [`Returns::Unit`] exactly for actions, except where noted.
    pub returns: Returns,
    /// Weight in the cost of a constraint (docs/pattern-language.md, "Cost").
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

/// What every host has.
pub trait HostBase {
    /// Answers a helper for which the host has no method of its own: every default
    /// body of the group traits ends here, with all arguments in textual order.
    ///
    /// An engine announces what it implements ([`HelperSet`](super::HelperSet)), and a database that
    /// needs more is refused when it is loaded; so for an engine this call is a bug
    /// of its own. A host for tests can answer everything here.
    fn fallback(&mut self, helper: Helper, site: &Site, args: &[Option<Point>]) -> f64;
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_indexed_by_helper_and_names_are_unique() {
        let mut names: Vec<_> = VOCABULARY.iter().map(|info| info.name).collect();
        for (i, info) in VOCABULARY.iter().enumerate() {
            assert_eq!(info.helper as usize, i);
            assert_eq!(Helper::from_name(info.name), Some(info.helper));
            assert!(info.signature.min_args() <= MAX_ARGS);
            assert!(info.helper as usize / 64 < 3, "HelperSet is large enough");
            assert_eq!(info.returns == Returns::Unit, info.is_effect(), "{}", info.name);
        }
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), VOCABULARY.len());
    }

    /// The 126 autohelpers of GNU Go 3.8, two functions that its patterns call without
    /// their being autohelpers, and the flag `doing_scoring`.
    #[test]
    fn the_vocabulary_is_complete() {
        assert_eq!(VOCABULARY.len(), 126 + 2 + 1);
    }

    #[test]
    fn owl_helpers_exist_in_the_owl_stage_only() {
        for &stage in Stage::ALL {
            assert_eq!(stage.allows(Helper::owl_escape_value), stage == Stage::Owl);
            assert!(stage.allows(Helper::lib));
        }
        assert!(!Stage::Worms.allows(Helper::alive));
        assert!(!Stage::Movegen.allows(Helper::amalgamate));
    }
}
