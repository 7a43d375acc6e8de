//! GNU Go as a running program, for the tests that compare with it, or learn from it.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// A running GNU Go.
pub struct GnuGo {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl GnuGo {
    /// Starts it in a folder, if it is installed.
    #[track_caller]
    pub fn start(folder: &Path) -> Option<GnuGo> {
        let mut child = Command::new(super::installed("gnugo")?)
            .args(["--mode", "gtp", "--quiet", "--seed", "1"])
            .current_dir(folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("GNU Go starts");
        let (input, output) = (child.stdin.take(), child.stdout.take());
        let (input, output) = (input.expect("an input"), output.expect("an output"));
        Some(GnuGo { child, input, output: BufReader::new(output) })
    }

    /// Sends a line; the response, tidy.
    pub fn ask(&mut self, line: &str) -> String {
        writeln!(self.input, "{line}").expect("GNU Go listens");
        let mut answer = String::new();
        loop {
            let start = answer.len();
            let n = self.output.read_line(&mut answer).expect("GNU Go answers");
            assert!(n > 0, "GNU Go has stopped at {line:?}");
            // A drawing starts with an empty line; an answer ends with one.
            if answer[start..].trim().is_empty() && answer.trim() != "" {
                return tidy(&answer);
            }
        }
    }
}

impl Drop for GnuGo {
    fn drop(&mut self) {
        // It may have stopped already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A response without blanks at the ends of its lines.
pub fn tidy(answer: &str) -> String {
    let lines: Vec<&str> = answer.trim().lines().map(str::trim_end).collect();
    lines.join("\n")
}
