//! The table of commands. What `list_commands`, `known_command`, `help` and
//! the manual say comes from here.

use super::args::Args;
use super::{Answer, commands};
use crate::session::Session;

/// Carries a command out.
pub type Handler = fn(&mut Session, &mut Args<'_>) -> Answer;

/// A command of the protocol.
pub struct Command {
    /// Name, as clients send it.
    pub name: &'static str,
    /// Its arguments: capitals stand for values, brackets for what may be left
    /// out.
    pub usage: &'static str,
    /// What it does and answers: one or more sentences.
    pub doc: &'static str,
    /// Carries it out.
    pub run: Handler,
}

/// An entry of the table.
pub(super) const fn command(
    name: &'static str,
    usage: &'static str,
    doc: &'static str,
    run: Handler,
) -> Command {
    Command { name, usage, doc, run }
}

/// The commands by subject, in the order of the manual.
pub(super) const SECTIONS: &[(&str, &[Command])] = &[
    ("The protocol", commands::admin::COMMANDS),
    ("Board, komi, handicap and rules", commands::setup::COMMANDS),
    ("Moves", commands::play::COMMANDS),
    ("Time and level", commands::time::COMMANDS),
    ("The position", commands::board::COMMANDS),
    ("Reading", commands::reading::COMMANDS),
    ("Strings and dragons", commands::analysis::COMMANDS),
    ("Score", commands::score::COMMANDS),
    ("Records", commands::record::COMMANDS),
    ("GoGui", commands::gogui::COMMANDS),
];

/// All commands.
pub fn all() -> impl Iterator<Item = &'static Command> {
    SECTIONS.iter().flat_map(|(_, commands)| commands.iter())
}

/// The command with this name.
pub fn find(name: &str) -> Option<&'static Command> {
    all().find(|c| c.name == name)
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
