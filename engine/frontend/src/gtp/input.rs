//! Input that can be asked whether something has come.

use std::io::{self, ErrorKind, Read};
use std::sync::mpsc::{Receiver, TryRecvError, sync_channel};

/// Where commands come from.
pub trait Input: Read {
    /// Whether nothing has come that could be read now, nor the end. An input that never has to be waited for is
    /// never quiet.
    fn is_quiet(&mut self) -> bool {
        false
    }
}

impl Input for &[u8] {}

/// Parts of the standard input that are read before they are asked for, and the bytes of each at most.
const AHEAD: (usize, usize) = (16, 8 << 10);

/// The standard input, read by a thread of its own: a thread that waits for a command cannot do anything else.
#[derive(Debug)]
pub struct Stdin {
    parts: Receiver<io::Result<Vec<u8>>>,
    /// What has come and has not been read, from `at` on.
    part: Vec<u8>,
    at: usize,
    failed: Option<io::Error>,
}

impl Stdin {
    /// Begins to read. Nobody else may read the standard input from now on.
    pub fn new() -> Stdin {
        let (send, parts) = sync_channel(AHEAD.0);
        std::thread::spawn(move || {
            let mut input = io::stdin().lock();
            loop {
                let mut part = vec![0; AHEAD.1];
                let read = match input.read(&mut part) {
                    Ok(0) => return,
                    Ok(count) => {
                        part.truncate(count);
                        Ok(part)
                    }
                    Err(e) if e.kind() == ErrorKind::Interrupted => continue,
                    Err(e) => Err(e),
                };
                let last = read.is_err();
                if send.send(read).is_err() || last {
                    return;
                }
            }
        });
        Stdin { parts, part: Vec::new(), at: 0, failed: None }
    }

    fn take(&mut self, part: io::Result<Vec<u8>>) {
        match part {
            Ok(part) => (self.part, self.at) = (part, 0),
            Err(error) => self.failed = Some(error),
        }
    }
}

impl Default for Stdin {
    fn default() -> Stdin {
        Stdin::new()
    }
}

impl Read for Stdin {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        if self.at == self.part.len()
            && self.failed.is_none()
            && let Ok(part) = self.parts.recv()
        {
            self.take(part);
        }
        if let Some(error) = self.failed.take() {
            return Err(error);
        }
        let count = (self.part.len() - self.at).min(to.len());
        to[..count].copy_from_slice(&self.part[self.at..self.at + count]);
        self.at += count;
        Ok(count)
    }
}

impl Input for Stdin {
    fn is_quiet(&mut self) -> bool {
        if self.at < self.part.len() || self.failed.is_some() {
            return false;
        }
        match self.parts.try_recv() {
            Ok(part) => {
                self.take(part);
                false
            }
            Err(TryRecvError::Empty) => true,
            Err(TryRecvError::Disconnected) => false,
        }
    }
}
