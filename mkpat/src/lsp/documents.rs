//! The texts that are open in the client, and how its addresses name files.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use lsp_types::TextDocumentContentChangeEvent as Change;

use super::text::{Encoding, Lines};
use crate::source::read_file;

/// An open text.
#[derive(Debug)]
pub(super) struct Document {
    /// Its file, links resolved; `None` if it is no file.
    pub(super) path: Option<PathBuf>,
    /// The client's number of this text.
    pub(super) version: i32,
    /// The text.
    pub(super) text: String,
    /// The file on the disk is not UTF-8, so that the text stands for bytes in Latin-1.
    latin1: bool,
}

impl Document {
    /// The text as the bytes that the file would have.
    pub(super) fn bytes(&self) -> Vec<u8> {
        let narrow = || self.text.chars().map(u8::try_from).collect::<Result<Vec<u8>, _>>().ok();
        let bytes = if self.latin1 { narrow() } else { None };
        bytes.unwrap_or_else(|| self.text.as_bytes().to_vec())
    }

    /// Makes the changes of a client, one after the other.
    pub(super) fn change(&mut self, changes: &[Change], encoding: Encoding) {
        for change in changes {
            match change {
                Change::TextDocumentContentChangeWholeDocument(whole) => {
                    self.text.clone_from(&whole.text);
                }
                Change::TextDocumentContentChangePartial(part) => {
                    let bytes = Lines::new(&self.text, encoding).bytes(part.range);
                    self.text.replace_range(bytes, &part.text);
                }
            }
        }
    }
}

/// All open texts, by their addresses.
#[derive(Debug, Default)]
pub(super) struct Documents {
    open: BTreeMap<String, Document>,
}

impl Documents {
    /// Opens a text, or gives it another content.
    pub(super) fn open(&mut self, uri: &str, version: i32, text: String) {
        let path = path_of(uri).map(|path| canonical(&path));
        let latin1 = path.as_ref().is_some_and(|path| {
            read_file(path).is_ok_and(|bytes| std::str::from_utf8(&bytes).is_err())
        });
        self.open.insert(uri.to_string(), Document { path, version, text, latin1 });
    }

    /// Closes a text.
    pub(super) fn close(&mut self, uri: &str) -> Option<Document> {
        self.open.remove(uri)
    }

    /// The open text with this address.
    pub(super) fn get(&self, uri: &str) -> Option<&Document> {
        self.open.get(uri)
    }

    /// The same, to change it.
    pub(super) fn get_mut(&mut self, uri: &str) -> Option<&mut Document> {
        self.open.get_mut(uri)
    }

    /// All of them with their addresses.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&str, &Document)> {
        self.open.iter().map(|(uri, document)| (uri.as_str(), document))
    }

    /// The address of a file: the client's, if the file is open.
    pub(super) fn uri(&self, path: &Path) -> String {
        let open = self.iter().find(|(_, document)| document.path.as_deref() == Some(path));
        open.map_or_else(|| uri_of(path), |(uri, _)| uri.to_string())
    }

    /// The content of a file: what the client has, else what is on the disk.
    ///
    /// # Errors
    ///
    /// As [`read_file`].
    pub(super) fn content(&self, path: &Path) -> Result<Vec<u8>, String> {
        let full = canonical(path);
        let open = self.iter().find(|(_, document)| document.path.as_deref() == Some(&full));
        open.map_or_else(|| read_file(path), |(_, document)| Ok(document.bytes()))
    }
}

/// A path with all links resolved, as far as it exists.
pub(super) fn canonical(path: &Path) -> PathBuf {
    if let Ok(path) = path.canonicalize() {
        return path;
    }
    let folder = path.parent().and_then(|folder| folder.canonicalize().ok());
    match (folder, path.file_name()) {
        (Some(folder), Some(name)) => folder.join(name),
        _ => path.to_path_buf(),
    }
}

/// The file that an address names; `None` if it names none.
pub(super) fn path_of(uri: &str) -> Option<PathBuf> {
    let rest = uri.strip_prefix("file://")?;
    let path = &rest[rest.find('/')?..];
    let mut bytes = Vec::with_capacity(path.len());
    let mut rest = path.as_bytes();
    while let [first, more @ ..] = rest {
        rest = more;
        let digit = |at: usize| char::from(*more.get(at)?).to_digit(16);
        match (first, digit(0), digit(1)) {
            (b'%', Some(high), Some(low)) => {
                bytes.push((high * 16 + low) as u8);
                rest = &more[2..];
            }
            _ => bytes.push(*first),
        }
    }
    let path = String::from_utf8(bytes).ok()?;
    (!path.contains('\0')).then(|| PathBuf::from(path))
}

/// The address of a file.
pub(super) fn uri_of(path: &Path) -> String {
    let mut out = String::from("file://");
    for byte in path.to_string_lossy().bytes() {
        match byte {
            b'/' | b'-' | b'.' | b'_' | b'~' => out.push(char::from(byte)),
            _ if byte.is_ascii_alphanumeric() => out.push(char::from(byte)),
            _ => out.push_str(&format!("%{byte:02X}")),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_lead_to_files_and_back() {
        for path in ["/a/b.db", "/a b/ü%41.db", "/", "/100%"] {
            assert_eq!(path_of(&uri_of(Path::new(path))), Some(PathBuf::from(path)));
        }
        assert_eq!(path_of("file://host/a%20b"), Some(PathBuf::from("/a b")));
        assert_eq!(path_of("file:///a%2"), Some(PathBuf::from("/a%2")));
        for bad in ["untitled:1", "file://", "file:///%ff", "file:///a%00", "", "http://x/y"] {
            assert_eq!(path_of(bad), None, "{bad}");
        }
    }
}
