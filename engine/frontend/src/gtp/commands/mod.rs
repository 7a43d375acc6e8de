//! The handlers, by subject. Each file has its part of the table at the top.

pub(super) mod admin;
pub(super) mod analysis;
pub(super) mod analyze;
pub(super) mod board;
pub(super) mod combinations;
pub(super) mod connections;
pub(super) mod eyes;
pub(super) mod gogui;
pub(super) mod influence;
pub(super) mod life;
pub(super) mod play;
pub(super) mod reading;
pub(super) mod record;
pub(super) mod score;
pub(super) mod semeai;
pub(super) mod setup;
pub(super) mod time;
pub(super) mod worms;

use std::io::Write;

use mkpat_rt::geom::Point;

/// Names of vertices with blanks between them.
fn names(points: impl IntoIterator<Item = Point>, size: usize) -> String {
    let names: Vec<String> = points.into_iter().map(|p| p.name(size)).collect();
    names.join(" ")
}

/// An answer without text.
fn done() -> super::Response {
    Ok(String::new())
}

/// Writes to the error stream, as GNU Go does where it draws for people. If the client has
/// closed that stream, nothing is written, and the command succeeds all the same.
fn note(text: &str) {
    let _ = writeln!(std::io::stderr(), "{text}");
}
