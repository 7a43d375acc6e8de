//! Arguments of a command, with the error messages that clients know.

use std::borrow::Cow;
use std::str::FromStr;

use mkpat_rt::geom::{Color, Point};

use crate::session::Session;

/// Why a command failed: the text after `?`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure(Cow<'static, str>);

impl Failure {
    /// The text.
    pub fn message(&self) -> &str {
        &self.0
    }
}

impl From<&'static str> for Failure {
    fn from(text: &'static str) -> Failure {
        Failure(Cow::Borrowed(text))
    }
}

impl From<String> for Failure {
    fn from(text: String) -> Failure {
        Failure(Cow::Owned(text))
    }
}

/// The arguments of one command, read from left to right.
#[derive(Clone)]
pub struct Args<'a> {
    rest: &'a str,
}

impl<'a> Args<'a> {
    /// The arguments in this text.
    pub fn new(text: &'a str) -> Args<'a> {
        Args { rest: trim(text) }
    }

    /// The arguments not read yet as one text, blanks at its ends removed.
    pub fn rest(&self) -> &'a str {
        self.rest
    }

    /// The next word, if there is one.
    pub fn word(&mut self) -> Option<&'a str> {
        if self.rest.is_empty() {
            return None;
        }
        let end = self.rest.find(is_blank).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = trim(rest);
        Some(word)
    }

    /// The next word as a number; `failure` if there is none or it is no
    /// number.
    pub fn number<T: FromStr>(&mut self, failure: &'static str) -> Result<T, Failure> {
        self.word().and_then(|w| w.parse().ok()).ok_or(Failure::from(failure))
    }

    /// The next word as a finite number of moderate size.
    pub fn real(&mut self, failure: &'static str) -> Result<f64, Failure> {
        let x: f64 = self.number(failure)?;
        if x.is_finite() && x.abs() <= 1e9 { Ok(x) } else { Err(failure.into()) }
    }

    /// The next word as a colour: `b`, `w`, `black`, `white`, in any case.
    pub fn color(&mut self) -> Result<Color, Failure> {
        self.word().and_then(color).ok_or(Failure::from("invalid color"))
    }

    /// The next word as a vertex of the board; a pass is none.
    pub fn vertex(&mut self, session: &Session) -> Result<Point, Failure> {
        let p = self.word().and_then(|w| Point::parse(w, session.game().size()));
        p.filter(|p| !p.is_pass()).ok_or(Failure::from("invalid coordinate"))
    }

    /// The next word as a vertex with a stone.
    pub fn stone(&mut self, session: &Session) -> Result<Point, Failure> {
        let p = self.vertex(session)?;
        if session.game().board().is_empty(p) {
            return Err("vertex must not be empty".into());
        }
        Ok(p)
    }

    /// The next two words as a move: colour and vertex or `pass`.
    pub fn color_and_vertex(&mut self, session: &Session) -> Result<(Color, Point), Failure> {
        let size = session.game().size();
        let color = self.word().and_then(color);
        let point = self.word().and_then(|w| Point::parse(w, size));
        color.zip(point).ok_or(Failure::from("invalid color or coordinate"))
    }
}

fn color(word: &str) -> Option<Color> {
    match word.to_ascii_lowercase().as_str() {
        "b" | "black" => Some(Color::Black),
        "w" | "white" => Some(Color::White),
        _ => None,
    }
}

fn is_blank(c: char) -> bool {
    c.is_whitespace() || c.is_control()
}

fn trim(text: &str) -> &str {
    text.trim_matches(is_blank)
}
