//! The language server of pattern databases: what the tools know, while a text is typed.
//!
//! [`serve`] speaks the Language Server Protocol on two streams. One thread reads messages (`transport`), the other
//! (`server`) takes them in order: it keeps the open texts (`documents`), and what the compiler makes of them and their
//! neighbours (`project`), and answers from that. Changes are only noted; the databases that they concern are read
//! again when an answer needs them, or when no message is waiting, and then findings are published (`diagnostics`). So
//! a client that types faster than a database is checked waits for one check, not for all.
//!
//! | module | answers |
//! |---|---|
//! | `hover` | what is this? |
//! | `games` | how often does it match? |
//! | `complete` | what can stand here? |
//! | `navigate` | where is it put and used, and what if it were called otherwise? |
//! | `outline` | which patterns are there, and which word is what? |
//! | `layout` | the text as `mkpat fmt` writes it |
//! | `actions` | what can be done here? |
//!
//! Nothing here parses, checks or mends: [`crate::language`] and [`crate::tools`] do. Files are read, never written;
//! the client makes all changes.

mod actions;
mod complete;
mod diagnostics;
mod documents;
mod games;
mod hover;
mod layout;
mod navigate;
mod outline;
mod project;
mod reply;
mod requests;
mod server;
mod text;
mod transport;
mod words;

use std::io::{self, BufReader, Read, Write};
use std::sync::mpsc;

use crate::diag::{Diagnostics, Tool};
use crate::source::{FileId, Sources};

/// A language of files that are no databases, with its checks. Such files get diagnostics and nothing else.
#[derive(Clone, Copy, Debug)]
pub struct Language {
    /// How the names of its files end, without the dot.
    pub extension: &'static str,
    /// Whose findings these are.
    pub tool: &'static Tool,
    /// The findings about a file.
    pub check: fn(&Sources, FileId) -> Diagnostics,
}

/// Messages that wait for their turn; beyond them the client waits.
const WAITING: usize = 10_000;

/// How a client has taken its leave.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Leave {
    /// As the protocol wants it: `shutdown`, then `exit`.
    Proper,
    /// It was gone, or said `exit` alone.
    Gone,
}

/// Serves one client until it leaves.
///
/// # Errors
///
/// If the output cannot be written.
pub fn serve(
    input: impl Read + Send + 'static,
    output: &mut impl Write,
    languages: &[Language],
) -> io::Result<Leave> {
    let (send, receive) = mpsc::sync_channel(WAITING);
    // The thread ends with the input, or when nobody listens any more; what it holds is not worth waiting for.
    std::thread::spawn(move || {
        let mut input = BufReader::new(input);
        while let Ok(Some(message)) = transport::read(&mut input) {
            if send.send(message).is_err() {
                break;
            }
        }
    });
    server::Server::new(output, languages).run(&receive)
}
