//! The table of commands. What `list_commands`, `known_command`, `help` and
//! the manual say comes from here.

use super::command::{Command, Table};
use super::commands;

/// The commands by subject, in the order of the manual.
pub static TABLE: Table = Table {
    sections: &[
        ("The protocol", commands::admin::COMMANDS),
        ("Board, komi, handicap and rules", commands::setup::COMMANDS),
        ("Moves", commands::play::COMMANDS),
        ("Analysis for clients", commands::analyze::COMMANDS),
        ("Time and level", commands::time::COMMANDS),
        ("The position", commands::board::COMMANDS),
        ("Reading", commands::reading::COMMANDS),
        ("Connections", commands::connections::COMMANDS),
        ("Combinations", commands::combinations::COMMANDS),
        ("Strings", commands::worms::COMMANDS),
        ("Eyes", commands::eyes::COMMANDS),
        ("Dragons", commands::analysis::COMMANDS),
        ("Life and death", commands::life::COMMANDS),
        ("Capturing races", commands::semeai::COMMANDS),
        ("Influence", commands::influence::COMMANDS),
        ("Score", commands::score::COMMANDS),
        ("Records", commands::record::COMMANDS),
        ("GoGui", commands::gogui::COMMANDS),
    ],
};

/// All commands.
pub fn all() -> impl Iterator<Item = &'static Command> {
    TABLE.all()
}

/// The command with this name.
pub fn find(name: &str) -> Option<&'static Command> {
    TABLE.find(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_entries_complete() {
        let mut names: Vec<&str> = all().map(|c| c.name).collect();
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count);
        for c in all() {
            assert!(c.doc.ends_with('.'), "{}", c.name);
            assert!(!c.name.contains(char::is_whitespace), "{}", c.name);
        }
    }
}
