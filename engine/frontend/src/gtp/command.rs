//! What a command is, and the table that holds all of them.
//!
//! The files of `commands` each make their part of the table from this; `table`
//! joins the parts. A handler that speaks about the commands themselves is given
//! the table when it runs, so that no part has to know the whole.

use super::Response;
use super::args::Args;
use crate::session::Session;

/// Carries a command out.
#[derive(Clone, Copy)]
pub enum Handler {
    /// For commands about the game or the engine.
    Session(fn(&mut Session, &mut Args<'_>) -> Response),
    /// For commands that tell something while they go on, until they end or the client sends its
    /// next line. With `true` the response stays open even then until that line has come.
    Stream(fn(&mut Session, &mut Args<'_>, &dyn Listener) -> Response, bool),
    /// For commands about the commands themselves.
    Table(fn(&Table, &mut Args<'_>) -> Response),
}

/// Who hears what a command tells while it goes on.
pub trait Listener {
    /// Sends a line. Errors come out when the command has ended.
    fn tell(&self, line: &str);

    /// Whether nothing has been sent to the program since the command began, so that it may go on.
    fn is_waiting(&self) -> bool;
}

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
    /// Whether it never takes long: then the responses before it may be held back and written
    /// together with its own.
    pub quick: bool,
}

/// An entry of the table.
pub(super) const fn command(
    name: &'static str,
    usage: &'static str,
    doc: &'static str,
    run: fn(&mut Session, &mut Args<'_>) -> Response,
) -> Command {
    Command { name, usage, doc, run: Handler::Session(run), quick: false }
}

/// An entry whose answer never takes long, either because it is simple or because of
/// the node limit of reading.
pub(super) const fn quick(
    name: &'static str,
    usage: &'static str,
    doc: &'static str,
    run: fn(&mut Session, &mut Args<'_>) -> Response,
) -> Command {
    Command { quick: true, ..command(name, usage, doc, run) }
}

/// An entry that tells something while it goes on; with `open`, its response stays open until the next line.
pub(super) const fn stream(
    name: &'static str,
    usage: &'static str,
    doc: &'static str,
    run: fn(&mut Session, &mut Args<'_>, &dyn Listener) -> Response,
    open: bool,
) -> Command {
    Command { name, usage, doc, run: Handler::Stream(run, open), quick: false }
}

/// An entry that is about the table itself.
pub(super) const fn about_commands(
    name: &'static str,
    usage: &'static str,
    doc: &'static str,
    run: fn(&Table, &mut Args<'_>) -> Response,
) -> Command {
    Command { name, usage, doc, run: Handler::Table(run), quick: false }
}

/// Commands by subject, in the order of the manual.
pub struct Table {
    /// Titles with their commands.
    pub sections: &'static [(&'static str, &'static [Command])],
}

impl Table {
    /// All commands.
    pub fn all(&self) -> impl Iterator<Item = &'static Command> + use<> {
        self.sections.iter().flat_map(|(_, commands)| commands.iter())
    }

    /// The command with this name.
    pub fn find(&self, name: &str) -> Option<&'static Command> {
        self.all().find(|c| c.name == name)
    }
}
