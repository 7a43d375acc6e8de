//! Where a game on the terminal reads and writes.

use std::io::{self, BufRead, Write};

use rustyline::error::ReadlineError;
use rustyline::{Config, DefaultEditor};

use crate::gtp::line::{self, Read};

/// Where a game reads lines from and writes text to.
pub trait Terminal {
    /// Shows a prompt and reads a line without its end; `None` at the end of
    /// the input.
    ///
    /// # Errors
    /// If reading or writing fails.
    fn ask(&mut self, prompt: &str) -> io::Result<Option<String>>;

    /// Shows text.
    ///
    /// # Errors
    /// If writing fails.
    fn say(&mut self, text: &str) -> io::Result<()>;

    /// Whether it shows colours, and is wanted to.
    fn has_colors(&self) -> bool {
        false
    }
}

/// A terminal on two streams.
pub struct StdTerminal<R, W> {
    input: R,
    output: W,
}

impl<R: BufRead, W: Write> StdTerminal<R, W> {
    /// A terminal that reads lines from `input` and writes to `output`.
    pub fn new(input: R, output: W) -> StdTerminal<R, W> {
        StdTerminal { input, output }
    }
}

impl<R: BufRead, W: Write> Terminal for StdTerminal<R, W> {
    fn ask(&mut self, prompt: &str) -> io::Result<Option<String>> {
        self.say(prompt)?;
        loop {
            match line::read(&mut self.input)? {
                Read::Line(text) => return Ok(Some(text.trim_end().to_string())),
                Read::TooLong => self.say("That line is too long.\n")?,
                Read::End => {
                    self.say("\n")?;
                    return Ok(None);
                }
            }
        }
    }

    fn say(&mut self, text: &str) -> io::Result<()> {
        self.output.write_all(text.as_bytes())?;
        self.output.flush()
    }
}

/// A terminal at which somebody sits: lines can be edited, and the arrows bring earlier ones back.
pub struct EditingTerminal<W> {
    editor: DefaultEditor,
    output: W,
}

impl<W: Write> EditingTerminal<W> {
    /// A terminal that reads from the one of the process and writes to `output`, which is the same.
    ///
    /// # Errors
    /// If the terminal cannot be used so.
    pub fn new(output: W) -> io::Result<EditingTerminal<W>> {
        let config = Config::builder().auto_add_history(true).build();
        let editor = DefaultEditor::with_config(config).map_err(io::Error::other)?;
        Ok(EditingTerminal { editor, output })
    }
}

impl<W: Write> Terminal for EditingTerminal<W> {
    /// Unless `NO_COLOR` is set (no-color.org), or the terminal is a plain one.
    fn has_colors(&self) -> bool {
        let unwanted = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        !unwanted && std::env::var_os("TERM").is_some_and(|term| term != "dumb")
    }

    fn ask(&mut self, prompt: &str) -> io::Result<Option<String>> {
        self.output.flush()?;
        match self.editor.readline(prompt) {
            Ok(text) => Ok(Some(text.trim_end().to_string())),
            Err(ReadlineError::Eof | ReadlineError::Interrupted) => Ok(None),
            Err(ReadlineError::Io(error)) => Err(error),
            Err(error) => Err(io::Error::other(error)),
        }
    }

    fn say(&mut self, text: &str) -> io::Result<()> {
        self.output.write_all(text.as_bytes())?;
        self.output.flush()
    }
}
