//! What tests of several programs share: scratch folders, programs that are run on
//! input that nobody meant, and the place of the reference material.
//!
//! For dev-dependencies only; it depends on nothing and knows none of the programs.
//! As in a test, whatever goes wrong here panics.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A folder for one test, removed at its end.
pub struct Folder {
    path: PathBuf,
}

impl Folder {
    /// An empty folder, with a name that no other test uses.
    ///
    /// # Panics
    /// If it cannot be made.
    pub fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("katachi-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).expect("a folder");
        Folder { path }
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes a file into it; where that is.
    ///
    /// # Panics
    /// If that fails.
    pub fn write(&self, name: &str, bytes: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path.join(name);
        std::fs::write(&path, bytes).expect("a file");
        path
    }

    /// Reads a file in it.
    ///
    /// # Panics
    /// If that fails.
    pub fn read(&self, name: &str) -> Vec<u8> {
        std::fs::read(self.path.join(name)).expect("a file")
    }
}

impl std::ops::Deref for Folder {
    type Target = Path;

    fn deref(&self) -> &Path {
        &self.path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.path);
    }
}

/// The folder or file `path` of the shared reference material, or `None` (after saying
/// so) where it is absent. Its place is `KATACHI_SHARED`, or `../shared` beside the
/// workspace.
///
/// # Panics
/// If it is absent in continuous integration (`CI` is set).
pub fn shared(path: &str) -> Option<PathBuf> {
    let root = std::env::var_os("KATACHI_SHARED").map_or_else(
        || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared"),
        PathBuf::from,
    );
    let found = root.join(path);
    if found.exists() {
        return Some(found);
    }
    assert!(std::env::var_os("CI").is_none(), "shared/{path} is absent");
    println!("skipped: shared/{path} is absent (KATACHI_SHARED names its folder)");
    None
}

/// A program under test, and the memory that it may use.
#[derive(Clone, Copy, Debug)]
pub struct Program {
    /// Its file: `env!("CARGO_BIN_EXE_…")`.
    pub path: &'static str,
    /// Kilobytes of address space, where the system can bound it.
    pub memory: u32,
}

/// How a program ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// Exit code.
    pub code: i32,
    /// Standard output.
    pub out: String,
    /// Standard error.
    pub err: String,
}

impl Program {
    /// Runs it in a folder.
    ///
    /// # Panics
    /// If it cannot be started, panics, overflows its stack, or dies of a signal.
    pub fn run(&self, dir: &Path, args: &[&str], input: &[u8]) -> Outcome {
        let mut command = if cfg!(target_os = "linux") {
            let mut command = Command::new("sh");
            let script = format!("ulimit -v {}; exec \"$0\" \"$@\"", self.memory);
            command.args(["-c", &script, self.path]);
            command
        } else {
            Command::new(self.path)
        };
        let mut child = command
            .current_dir(dir)
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        // A program that refuses its arguments does not read its input.
        let _ = child.stdin.take().expect("an input").write_all(input);
        let output = child.wait_with_output().expect("the program ends");
        let [out, err] =
            [output.stdout, output.stderr].map(|b| String::from_utf8_lossy(&b).into_owned());
        for shown in [&out, &err] {
            let bad = shown.contains("panicked") || shown.contains("overflow");
            assert!(!bad, "{args:?}: {shown:.2000}");
        }
        let code = output.status.code();
        let code = code.unwrap_or_else(|| panic!("{args:?}: {}: {err:.2000}", output.status));
        Outcome { code, out, err }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_goes_with_its_test() {
        let folder = Folder::new("support");
        let file = folder.write("file", b"text");
        let path = folder.path().to_path_buf();
        assert_eq!((file, folder.read("file")), (folder.join("file"), b"text".to_vec()));
        drop(folder);
        assert!(!path.exists());
    }

    #[cfg(unix)]
    #[test]
    fn code_and_both_streams_come_back() {
        let folder = Folder::new("support-run");
        folder.write("script", b"cat; echo said >&2; exit 3\n");
        let shell = Program { path: "/bin/sh", memory: 1_000_000 };
        let got = shell.run(folder.path(), &["script"], b"heard");
        assert_eq!(got, Outcome { code: 3, out: "heard".into(), err: "said\n".into() });
    }

    #[cfg(unix)]
    #[test]
    #[should_panic(expected = "panicked")]
    fn a_panic_of_the_program_fails_the_test() {
        let folder = Folder::new("support-panic");
        folder.write("script", b"echo it panicked >&2\n");
        Program { path: "/bin/sh", memory: 1_000_000 }.run(folder.path(), &["script"], b"");
    }
}
