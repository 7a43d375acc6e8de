//! The studio: a page on this machine to look at patterns on boards, edit them and play with them.
//!
//! Every module uses those above it in this list, and none below:
//!
//! | module | from → to |
//! |---|---|
//! | `folder` | names in addresses → files below the folder, and nothing else |
//! | `databases` | files of a manifest → typed forms, findings, the set that the engine plays with |
//! | `position` | a record, a move number, further moves → a game |
//! | `seat` | a game and databases → an engine that sits before it |
//! | `answers` | an engine at a position → what the page shows of it |
//! | `draft` | the text of one pattern → what is found about it, and a changed file |
//! | `last_edit` | what an edit did, as the page is told |
//! | `studio` | what all requests share |
//! | `changes` | two states of the databases, a record → at which moves the engine plays otherwise |
//! | `watch` | files → events when they change |
//! | `web` | HTTP → the modules above, as JSON; who may ask at all |
//!
//! The page itself is plain HTML, CSS and JavaScript in `page/`. Whatever is known comes from
//! [`katachi_frontend`] (why, matches, facts) and from [`mkpat`] (findings, layout, gallery): nothing
//! here knows anything about Go. Files are written by `draft` alone, when somebody saves.

mod answers;
mod changes;
mod databases;
mod draft;
mod folder;
mod last_edit;
mod position;
mod seat;
mod studio;
mod watch;
mod web;
#[cfg(test)]
mod web_tests;

use std::io::Write;

use katachi_frontend::StudioStart as Start;

/// Runs a studio until its process is ended. The address of the page is written to `out`.
///
/// # Errors
/// If the folder or the databases compiled in cannot be used, if the port is taken, or the output closed.
pub fn run(start: Start, out: &mut dyn Write) -> Result<(), String> {
    web::serve(start, out)
}
