//! Source files and places in them.
//!
//! Every later stage speaks of text by [`Span`]; only [`crate::diag`] turns a
//! span into file, line and column. Commands that change a file do it by
//! [`replace`].

use std::fmt;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

/// Largest source file, in bytes: spans are 32 bits wide, and no database comes
/// near it.
pub const MAX_FILE: usize = 64 << 20;

/// Replaces the content of a file: whoever reads it sees the old content or the new
/// one, whatever happens in between. A link stays a link, permissions stay.
///
/// # Errors
///
/// If it is not there or cannot be written; it is then as it was.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let target = path.canonicalize()?;
    let mut name = std::ffi::OsString::from(".");
    name.push(target.file_name().unwrap_or_default());
    name.push(format!(".{}.new", std::process::id()));
    let temporary = target.with_file_name(name);
    let write = || {
        let mut file = std::fs::File::create_new(&temporary)?;
        file.write_all(bytes)?;
        file.set_permissions(std::fs::metadata(&target)?.permissions())?;
        file.sync_all()?;
        std::fs::rename(&temporary, &target)
    };
    write().inspect_err(|_| {
        // What is left of the attempt is of no use; failing to remove it changes nothing.
        let _ = std::fs::remove_file(&temporary);
    })
}

/// Number of a file in [`Sources`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord, Default)]
pub struct FileId(pub u16);

/// A range of bytes in one file.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Span {
    /// The file.
    pub file: FileId,
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// The range `start..end` of `file`.
    pub fn new(file: FileId, start: usize, end: usize) -> Span {
        Span { file, start: start as u32, end: end as u32 }
    }

    /// As a range of indices.
    pub fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }

    /// Number of bytes.
    pub fn len(self) -> usize {
        (self.end - self.start) as usize
    }

    /// Whether it covers nothing.
    pub fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// The smallest span that covers both; they must lie in one file, else `self`.
    pub fn to(self, other: Span) -> Span {
        if self.file != other.file {
            return self;
        }
        Span { file: self.file, start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// The `len` bytes at `offset` inside this span.
    pub fn sub(self, offset: usize, len: usize) -> Span {
        let start = (self.start as usize + offset).min(self.end as usize);
        Span::new(self.file, start, (start + len).min(self.end as usize))
    }
}

impl fmt::Debug for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}..{}", self.file.0, self.start, self.end)
    }
}

/// One source file.
#[derive(Clone, Debug)]
pub struct Source {
    /// Name as the user gave it, or as the manifest does.
    pub name: String,
    /// Where it was read from; `None` if it is no file.
    pub path: Option<PathBuf>,
    /// Content. Bytes that are not UTF-8 have been read as Latin-1, one
    /// character each (databases of the last century contain some).
    pub text: String,
    /// Where in the text the first character stands whose byte was not UTF-8, if
    /// there was one.
    pub latin1: Option<usize>,
    /// Where the lines of the text start.
    lines: Vec<u32>,
}

impl Source {
    /// What findings call it: a path that leads to it from the working directory,
    /// where there is one.
    pub fn shown(&self) -> String {
        self.path.as_ref().map_or_else(|| self.name.clone(), |path| path.display().to_string())
    }

    /// `text` as bytes, in the encoding of this file.
    pub fn encode(&self, text: &str) -> Vec<u8> {
        let narrow = || text.chars().map(u8::try_from).collect::<Result<Vec<u8>, _>>();
        match self.latin1.map(|_| narrow()) {
            Some(Ok(bytes)) => bytes,
            _ => text.as_bytes().to_vec(),
        }
    }

    /// Where its lines start; there is always one.
    pub(crate) fn line_starts(&self) -> &[u32] {
        &self.lines
    }

    /// The number of bytes of the file before the byte `at` of [`Source::text`].
    pub fn file_offset(&self, at: usize) -> usize {
        let at = at.min(self.text.len());
        if self.latin1.is_some() {
            self.text.char_indices().take_while(|&(i, _)| i < at).count()
        } else {
            at
        }
    }
}

/// Reads a file, but never more than a source file may hold.
///
/// # Errors
///
/// If it cannot be read, is a folder, or is too large; the message does not name it.
pub fn read_file(path: &Path) -> Result<Vec<u8>, String> {
    let file = std::fs::File::open(path).map_err(|e| e.to_string())?;
    let kind = file.metadata().map_err(|e| e.to_string())?;
    if kind.is_dir() {
        return Err("is a folder, not a file".to_string());
    }
    if kind.is_file() && kind.len() > MAX_FILE as u64 {
        return Err(too_large());
    }
    read_bounded(file)
}

/// Reads to the end, but never more than a source file may hold.
///
/// # Errors
///
/// If it cannot be read or is too large.
pub fn read_bounded(from: impl Read) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    from.take(MAX_FILE as u64 + 1).read_to_end(&mut bytes).map_err(|e| e.to_string())?;
    if bytes.len() > MAX_FILE { Err(too_large()) } else { Ok(bytes) }
}

fn too_large() -> String {
    format!("larger than {} MiB", MAX_FILE >> 20)
}

/// All files of one run.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    files: Vec<Source>,
}

impl Sources {
    /// Adds a file by its bytes; `Err` says why it cannot be a source (too large).
    pub fn add(&mut self, name: impl Into<String>, bytes: Vec<u8>) -> Result<FileId, String> {
        if bytes.len() > MAX_FILE {
            return Err(too_large());
        }
        if self.files.len() >= usize::from(u16::MAX) {
            return Err("too many files".to_string());
        }
        let (text, latin1) = decode(bytes);
        let lines = lines(&text);
        self.files.push(Source { name: name.into(), path: None, text, latin1, lines });
        Ok(FileId(self.files.len() as u16 - 1))
    }

    /// Says where the file was read from.
    ///
    /// # Panics
    ///
    /// If the number is of another `Sources`.
    pub fn set_path(&mut self, id: FileId, path: &Path) {
        self.files[usize::from(id.0)].path = Some(path.to_path_buf());
    }

    /// Gives the file another text; spans of the old one lose their meaning.
    ///
    /// # Errors
    ///
    /// If the text is too large.
    ///
    /// # Panics
    ///
    /// If the number is of another `Sources`.
    pub fn replace(&mut self, id: FileId, bytes: Vec<u8>) -> Result<(), String> {
        if bytes.len() > MAX_FILE {
            return Err(too_large());
        }
        let file = &mut self.files[usize::from(id.0)];
        (file.text, file.latin1) = decode(bytes);
        file.lines = lines(&file.text);
        Ok(())
    }

    /// The file with this number.
    ///
    /// # Panics
    ///
    /// If the number is of another `Sources`.
    pub fn file(&self, id: FileId) -> &Source {
        &self.files[usize::from(id.0)]
    }

    /// The file with this number, if there is one.
    pub(crate) fn get(&self, id: FileId) -> Option<&Source> {
        self.files.get(usize::from(id.0))
    }

    /// All files with their numbers.
    pub fn iter(&self) -> impl Iterator<Item = (FileId, &Source)> {
        self.files.iter().enumerate().map(|(i, f)| (FileId(i as u16), f))
    }

    /// The text of a span.
    pub fn text(&self, span: Span) -> &str {
        self.file(span.file).text.get(span.range()).unwrap_or("")
    }

    /// Line and column of a byte, both from 1; the column counts characters.
    pub fn place(&self, file: FileId, byte: usize) -> (usize, usize) {
        let Source { text, lines, .. } = self.file(file);
        let before = text.get(..byte.min(text.len())).unwrap_or(text);
        let line = lines.partition_point(|&start| start as usize <= before.len());
        let start = lines[line - 1] as usize;
        (line, before[start..].chars().count() + 1)
    }
}

/// Where the lines of a text start; there is always one.
fn lines(text: &str) -> Vec<u32> {
    let mut starts = Vec::with_capacity(1 + text.bytes().filter(|&b| b == b'\n').count());
    starts.push(0);
    // No file is larger than 32 bits can say.
    starts.extend(text.bytes().zip(1u32..).filter(|&(b, _)| b == b'\n').map(|(_, next)| next));
    starts
}

/// The text of the bytes, and the place of the first one that is not UTF-8.
fn decode(bytes: Vec<u8>) -> (String, Option<usize>) {
    match String::from_utf8(bytes) {
        Ok(text) => (text, None),
        Err(e) => {
            let good = e.utf8_error().valid_up_to();
            let bytes = e.into_bytes();
            let at = bytes[..good].iter().map(|&byte| char::from(byte).len_utf8()).sum();
            (bytes.into_iter().map(char::from).collect(), Some(at))
        }
    }
}
