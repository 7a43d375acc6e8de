//! A GTP engine that runs as a process of its own.
//!
//! Two threads read what it writes, so that no question waits longer than it may: the answers go
//! through a bounded channel, and of the error stream the last lines are kept for messages. The
//! process is ended when its [`Engine`] goes.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use super::contestant::Contestant;

/// Longest line of an answer, in bytes.
const LINE: u64 = 1 << 20;
/// Most lines of an answer.
const LINES: usize = 10_000;
/// How much of the error stream is kept for messages, in bytes.
const LAST_WORDS: usize = 400;
/// How long a process may take to end by itself.
const FAREWELL: Duration = Duration::from_millis(200);

/// Why there is no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Trouble {
    /// The process has ended, or does not speak GTP: what is known of it.
    Dead(String),
    /// No answer within so many seconds, rounded.
    Late(u64),
    /// The engine answered with a failure.
    Refused(String),
}

impl std::fmt::Display for Trouble {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Trouble::Dead(why) => f.write_str(why),
            Trouble::Late(seconds) => write!(f, "no answer within {seconds} s"),
            Trouble::Refused(said) => write!(f, "answered \"? {said}\""),
        }
    }
}

/// An engine that runs.
pub(crate) struct Engine {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<Option<String>>,
    last_words: Arc<Mutex<Vec<u8>>>,
    /// Reads the error stream.
    listener: Option<JoinHandle<()>>,
}

impl Engine {
    /// Starts the program of a contestant.
    ///
    /// # Errors
    /// If it cannot be started.
    pub(crate) fn start(contestant: &Contestant) -> Result<Engine, String> {
        let [program, args @ ..] = contestant.words.as_slice() else {
            return Err("no program".to_string());
        };
        let mut child = Command::new(program)
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|e| format!("{program}: {e}"))?;
        let (sender, lines) = sync_channel(256);
        if let Some(output) = child.stdout.take() {
            std::thread::spawn(move || read_lines(output, &sender));
        }
        let last_words = Arc::new(Mutex::new(Vec::new()));
        let listener = child.stderr.take().map(|mut errors| {
            let kept = Arc::clone(&last_words);
            std::thread::spawn(move || {
                let mut buffer = [0; 1024];
                while let Ok(n @ 1..) = errors.read(&mut buffer) {
                    let Ok(mut kept) = kept.lock() else { return };
                    kept.extend_from_slice(&buffer[..n]);
                    let surplus = kept.len().saturating_sub(LAST_WORDS);
                    kept.drain(..surplus);
                }
            })
        });
        let input = child.stdin.take();
        Ok(Engine { child, input, lines, last_words, listener })
    }

    /// Sends a command and waits for its answer: what stands behind `=`.
    ///
    /// # Errors
    /// If the engine is dead, late, or answers with a failure. After the first two nothing more can
    /// be asked.
    pub(crate) fn ask(&mut self, command: &str, limit: Duration) -> Result<String, Trouble> {
        let line = format!("{command}\n");
        let sent =
            self.input.as_mut().map(|i| i.write_all(line.as_bytes()).and_then(|()| i.flush()));
        if !matches!(sent, Some(Ok(()))) {
            return Err(self.dead());
        }
        let end = Instant::now() + limit;
        let mut answer: Vec<String> = Vec::new();
        loop {
            let left = end.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(left) {
                Ok(Some(line)) => {
                    let line = line.trim_end();
                    // Engines that write something else between answers are not rare.
                    if answer.is_empty() && !line.starts_with(['=', '?']) {
                        continue;
                    }
                    if line.is_empty() {
                        break;
                    }
                    answer.push(line.to_string());
                    if answer.len() > LINES {
                        return Err(Trouble::Dead("an answer without end".to_string()));
                    }
                }
                Ok(None) | Err(RecvTimeoutError::Disconnected) => return Err(self.dead()),
                Err(RecvTimeoutError::Timeout) => {
                    return Err(Trouble::Late(limit.as_secs_f64().round() as u64));
                }
            }
        }
        let text = answer.join("\n");
        let rest = text[1..].trim().to_string();
        if text.starts_with('=') { Ok(rest) } else { Err(Trouble::Refused(rest)) }
    }

    /// What is known of a process that does not answer any more.
    fn dead(&mut self) -> Trouble {
        let end = Instant::now() + FAREWELL;
        let mut status = None;
        while status.is_none() && Instant::now() < end {
            status = self.child.try_wait().ok().flatten();
            if status.is_none() {
                std::thread::sleep(Duration::from_millis(2));
            }
        }
        // What it wrote at its end has to arrive, too.
        while Instant::now() < end && self.listener.as_ref().is_some_and(|l| !l.is_finished()) {
            std::thread::sleep(Duration::from_millis(2));
        }
        let how = status.map_or("closed its output".to_string(), |s| format!("ended ({s})"));
        let words = self.last_words.lock().map(|w| String::from_utf8_lossy(&w).trim().to_string());
        match words {
            Ok(words) if !words.is_empty() => Trouble::Dead(format!("{how}: {words}")),
            _ => Trouble::Dead(how),
        }
    }
}

/// Sends the lines of a stream, and `None` at its end.
fn read_lines(stream: impl Read, sender: &SyncSender<Option<String>>) {
    let mut stream = BufReader::new(stream);
    let mut line = Vec::new();
    loop {
        line.clear();
        let read = stream.by_ref().take(LINE).read_until(b'\n', &mut line);
        let text = match read {
            Ok(1..) => Some(String::from_utf8_lossy(&line).into_owned()),
            _ => None,
        };
        let last = text.is_none();
        if sender.send(text).is_err() || last {
            return;
        }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        if let Some(mut input) = self.input.take() {
            // Whoever does not listen any more is ended below.
            let _ = input.write_all(b"quit\n");
        }
        let end = Instant::now() + FAREWELL;
        while Instant::now() < end {
            match self.child.try_wait() {
                Ok(None) => std::thread::sleep(Duration::from_millis(2)),
                _ => return,
            }
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
