//! What the programs of the workspace share at their ends: the command line, the one writer of
//! standard output, and exit codes.
//!
//! [`run`] reads the command line, lets the program work with an [`Output`], and ends it: quietly if
//! whoever reads the output has closed it, with a message and exit code 2 if it cannot be
//! written for another reason (a full disk), else as the program says. The output remembers its
//! first failure, so that it does not matter what the program makes of the error.

pub mod complete;

use std::ffi::OsString;
use std::io::{self, BufWriter, ErrorKind, IsTerminal, Write};
use std::process::ExitCode;

use clap::{ArgMatches, Command};

/// Exit code of a wrong command line, of input that cannot be read, of output that cannot be
/// written.
pub const TROUBLE: u8 = 2;

/// Standard output. It is buffered, and written at the latest when the program ends.
#[derive(Debug)]
pub struct Output {
    inner: BufWriter<io::Stdout>,
    failed: Option<(ErrorKind, String)>,
}

impl Output {
    fn new() -> Output {
        Output { inner: BufWriter::new(io::stdout()), failed: None }
    }

    fn note<T>(&mut self, result: io::Result<T>) -> io::Result<T> {
        if let Err(e) = &result
            && e.kind() != ErrorKind::Interrupted
            && self.failed.is_none()
        {
            self.failed = Some((e.kind(), e.to_string()));
        }
        result
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let result = self.inner.write(bytes);
        self.note(result)
    }

    fn flush(&mut self) -> io::Result<()> {
        let result = self.inner.flush();
        self.note(result)
    }
}

/// How a program ends if its output can be written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct End {
    /// The exit code.
    pub code: u8,
    /// What is written to the error stream, after the name of the program; nothing if it is empty.
    pub message: String,
}

impl End {
    /// An end without a message.
    pub fn with(code: u8) -> End {
        End { code, message: String::new() }
    }
}

/// Runs a program: `command` reads `args`, `work` does what they say.
pub fn run(
    name: &str,
    command: Command,
    args: Vec<OsString>,
    work: impl FnOnce(ArgMatches, &mut Output) -> End,
) -> ExitCode {
    let mut out = Output::new();
    let end = match command.try_get_matches_from(args) {
        Ok(matches) => work(matches, &mut out),
        Err(e) => usage(&e, &mut out),
    };
    // What fails here is remembered as every failure is.
    let _ = out.flush();
    let End { code, message } = match out.failed.take() {
        None => end,
        // Nobody reads the rest of the output; that is no error.
        Some((ErrorKind::BrokenPipe, _)) => End::with(0),
        Some((_, why)) => End { code: TROUBLE, message: format!("cannot write the output: {why}") },
    };
    if !message.is_empty() {
        // If the error stream cannot be written, there is nobody to tell.
        let _ = writeln!(io::stderr(), "{name}: {message}");
    }
    // What could not be written is not tried again.
    std::mem::forget(out);
    ExitCode::from(code)
}

/// Help and version go to the output, complaints to the error stream.
pub fn usage(e: &clap::Error, out: &mut Output) -> End {
    if e.use_stderr() {
        let _ = e.print();
        return End::with(TROUBLE);
    }
    let text = e.render();
    let _ = match io::stdout().is_terminal() {
        true => write!(out, "{}", text.ansi()),
        false => write!(out, "{text}"),
    };
    End::with(0)
}
