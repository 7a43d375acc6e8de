//! Which databases this engine can play with.

use crate::facts::dragons_stage::CUTSTONE2_HELPER;
use crate::movegen::HandHelper;
use mkpat_rt::db::PatternSet;
use mkpat_rt::helper::{Helper, HelperSet, Stage};
use std::fmt;

/// The stages at which this engine matches databases.
const STAGES: [Stage; 6] = [
    Stage::Worms,
    Stage::Dragons,
    Stage::Influence,
    Stage::Combination,
    Stage::Owl,
    Stage::Movegen,
];

/// Stages without which it does not play.
const NEEDED: [Stage; 2] = [Stage::Dragons, Stage::Movegen];

/// Exactly the helpers that the hosts of the stages answer. One that
/// is obsolete is missing.
pub const SUPPORTED: HelperSet = {
    use Helper as H;
    HelperSet::of(&[
        // Board
        H::lib,
        H::xlib,
        H::olib,
        H::approx_xlib,
        H::approx_olib,
        H::ko,
        H::legal_xmove,
        H::legal_omove,
        H::x_suicide,
        H::o_suicide,
        H::o_captures_something,
        H::x_captures_something,
        H::o_visible_along_edge,
        H::x_visible_along_edge,
        H::same_string,
        H::wormsize,
        H::vital_chain,
        H::finish_ko_helper,
        H::squeeze_ko_helper,
        H::break_mirror_helper,
        H::oplay_lib,
        H::xplay_lib,
        H::x_somewhere,
        H::o_somewhere,
        // Tactics
        H::safe_xmove,
        H::safe_omove,
        H::attack,
        H::defend,
        H::does_attack,
        H::does_defend,
        H::xdefend_against,
        H::odefend_against,
        H::adjacent_to_stone_in_atari,
        H::adjacent_to_defendable_stone_in_atari,
        H::connect_and_cut_helper,
        H::connect_and_cut_helper2,
        H::obvious_false_oeye,
        H::obvious_false_xeye,
        H::xplay_attack,
        H::oplay_attack,
        H::xplay_defend,
        H::oplay_defend,
        H::xplay_attack_either,
        H::oplay_attack_either,
        H::xplay_defend_both,
        H::oplay_defend_both,
        H::xplay_break_through,
        H::oplay_break_through,
        // Connection
        H::disconnect_helper,
        H::distrust_tactics_helper,
        H::oplay_connect,
        H::xplay_connect,
        H::oplay_disconnect,
        H::xplay_disconnect,
        // Worm
        H::lib2,
        H::lib3,
        H::lib4,
        H::potential_cutstone,
        H::seki_helper,
        H::xcut,
        H::ocut,
        // Dragon
        H::alive,
        H::unknown,
        H::critical,
        H::dead,
        H::status,
        H::same_dragon,
        H::dragonsize,
        H::effective_size,
        H::weak,
        H::weakness,
        H::is_surrounded,
        H::does_surround,
        H::surround_map,
        H::owl_threatens,
        H::genus,
        H::has_aji,
        H::x_alive_somewhere,
        H::o_alive_somewhere,
        // Influence
        H::xmoyo,
        H::omoyo,
        H::xmoyo_opposite,
        H::omoyo_opposite,
        H::xarea,
        H::oarea,
        H::xterri,
        H::oterri,
        // Eye
        H::eye,
        H::proper_eye,
        H::marginal_eye,
        H::halfeye,
        H::false_eye,
        H::false_eye_territory,
        H::max_eye_value,
        // Owl
        H::owl_escape_value,
        H::owl_goal_dragon,
        H::owl_eyespace,
        H::owl_big_eyespace,
        H::owl_proper_eye,
        H::owl_mineye,
        H::owl_maxeye,
        H::owl_eye_size,
        H::owl_lunch,
        H::owl_strong_dragon,
        H::owl_topological_eye,
        // Game
        H::doing_scoring,
        H::remaining_handicap_stones,
        H::total_handicap_stones,
        H::value,
        H::edge_double_sente,
        // Moves
        H::antisuji,
        H::replace,
        H::backfill_replace,
        H::add_connect_move,
        H::add_cut_move,
        H::test_attack_either_move,
        H::add_defend_both_move,
        H::threaten_to_save,
        H::threaten_to_capture,
        H::prevent_attack_threat,
        H::defend_against_atari,
        H::backfill_helper,
        H::good_attack_threat,
        H::known_safe_move,
        // Dragons
        H::amalgamate,
        H::amalgamate_most_valuable_helper,
        // Territory
        H::non_oterritory,
        H::non_xterritory,
    ])
};

/// Why the engine cannot play with a set of databases.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Problem {
    /// No database of a stage that the engine needs.
    NoDatabase {
        /// The stage.
        stage: Stage,
    },
    /// A database of a stage at which the engine matches none.
    Stage {
        /// The database.
        database: String,
        /// Its stage.
        stage: Stage,
    },
    /// A pattern uses a helper that the engine does not have.
    Helper {
        /// The database.
        database: String,
        /// The first such pattern.
        pattern: String,
        /// File and line of the pattern: `general.db:12`.
        place: String,
        /// The helper.
        helper: &'static str,
    },
    /// A pattern names a hand-written helper that the engine does not have.
    HandHelper {
        /// The database.
        database: String,
        /// The pattern.
        pattern: String,
        /// File and line of the pattern.
        place: String,
        /// The name.
        helper: String,
    },
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::NoDatabase { stage } => {
                write!(f, "no pattern database of the stage `{}`", stage.name())
            }
            Problem::Stage { database, stage } => {
                let known = STAGES.map(Stage::name).join(", ");
                write!(
                    f,
                    "database `{database}`: the engine matches nothing at the stage `{}` (only at: {known})",
                    stage.name()
                )
            }
            Problem::Helper { database, pattern, place, helper } => write!(
                f,
                "{place}: pattern `{pattern}` of database `{database}` calls `{helper}`, which the engine does not support"
            ),
            Problem::HandHelper { database, pattern, place, helper } => write!(
                f,
                "{place}: pattern `{pattern}` of database `{database}` names `{helper}`, which the engine does not have"
            ),
        }
    }
}

impl std::error::Error for Problem {}

/// Checks that the engine can play with these databases.
///
/// # Errors
/// The first problem in the order of databases and patterns.
pub fn check_set(set: &PatternSet) -> Result<(), Problem> {
    for db in set.databases.iter().map(|d| &d.data) {
        if !STAGES.contains(&db.stage) {
            return Err(Problem::Stage { database: db.name.clone(), stage: db.stage });
        }
        for (_, pattern) in db.iter() {
            let place = || {
                let file = db.files.get(usize::from(pattern.file)).map_or("", String::as_str);
                format!("{file}:{}", pattern.line)
            };
            let mut calls = [&pattern.constraint, &pattern.action]
                .into_iter()
                .flatten()
                .flat_map(|p| p.calls());
            if let Some(missing) = calls.find(|&h| !SUPPORTED.contains(h)) {
                return Err(Problem::Helper {
                    database: db.name.clone(),
                    pattern: pattern.name.clone(),
                    place: place(),
                    helper: missing.info().name,
                });
            }
            if let Some(helper) = &pattern.helper
                && HandHelper::from_name(helper).is_none()
                && helper != CUTSTONE2_HELPER
            {
                return Err(Problem::HandHelper {
                    database: db.name.clone(),
                    pattern: pattern.name.clone(),
                    place: place(),
                    helper: helper.clone(),
                });
            }
        }
    }
    for stage in NEEDED {
        if !set.databases.iter().any(|d| d.data.stage == stage) {
            return Err(Problem::NoDatabase { stage });
        }
    }
    Ok(())
}
