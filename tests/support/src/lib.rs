//! What tests of several programs share: scratch folders, programs that are run on
//! input that nobody meant, the place of the reference material, and how a test tells that
//! it was skipped.
//!
//! For dev-dependencies only; it knows none of the programs.
//! As in a test, whatever goes wrong here panics.

pub mod gnugo;
pub mod streams;

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

/// The files of a folder of tests, without `all.rs`, that `all` names no module for: their tests would never run.
///
/// # Panics
/// If the folder cannot be read.
pub fn forgotten_modules(folder: impl AsRef<Path>, all: &str) -> Vec<String> {
    let files = std::fs::read_dir(folder).expect("a folder of tests");
    let names = files.map(|file| file.expect("a file").file_name().to_string_lossy().into_owned());
    let modules = names.filter_map(|name| Some(name.strip_suffix(".rs")?.to_string()));
    modules.filter(|m| m != "all" && !all.lines().any(|l| l == format!("mod {m};"))).collect()
}

/// A folder for one test, removed at its end.
pub struct Folder {
    folder: tempfile::TempDir,
}

impl Folder {
    /// An empty folder, with a name that no other test uses.
    ///
    /// # Panics
    /// If it cannot be made.
    pub fn new(name: &str) -> Folder {
        let folder = tempfile::Builder::new().prefix(&format!("katachi-{name}-")).tempdir();
        Folder { folder: folder.expect("a folder") }
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Writes a file into it; where that is.
    ///
    /// # Panics
    /// If that fails.
    pub fn write(&self, name: &str, bytes: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path().join(name);
        std::fs::write(&path, bytes).expect("a file");
        path
    }

    /// Reads a file in it.
    ///
    /// # Panics
    /// If that fails.
    pub fn read(&self, name: &str) -> Vec<u8> {
        std::fs::read(self.path().join(name)).expect("a file")
    }
}

impl std::ops::Deref for Folder {
    type Target = Path;

    fn deref(&self) -> &Path {
        self.path()
    }
}

/// Tells that the calling test, or a part of it, was skipped, and why: on standard error, where
/// the test harness cannot hide it (it captures only what the print macros write), and in the
/// file that `KATACHI_SKIPPED` names, one line each. `.ci/run` prints that file at its end.
///
/// # Panics
/// If the file cannot be written.
#[track_caller]
pub fn skipped(why: &str) {
    let caller = std::panic::Location::caller();
    let thread = std::thread::current();
    // Tests run in threads that are named after them, unless there is only one.
    let test = thread.name().filter(|name| *name != "main").unwrap_or("test");
    let line = format!("skipped: {test} ({}): {why}\n", caller.file());
    // Nobody may be listening.
    let _ = std::io::stderr().write_all(format!("\n{line}").as_bytes());
    if let Some(path) = std::env::var_os("KATACHI_SKIPPED") {
        let file = std::fs::File::options().append(true).create(true).open(path);
        file.and_then(|mut file| file.write_all(line.as_bytes())).expect("a list of skipped tests");
    }
}

/// [`skipped`], for what continuous integration must have.
///
/// # Panics
/// If `CI` is set.
#[track_caller]
fn absent(why: &str) {
    assert!(std::env::var_os("CI").is_none(), "{why}, and `CI` is set");
    skipped(why);
}

/// The folder or file `path` of the reference material, or `None`, after [`skipped`], where it
/// is absent. The material lies in the folder that `KATACHI_SHARED` names, or in `../shared`
/// beside the workspace.
///
/// # Panics
/// If it is absent in continuous integration (`CI` is set).
#[track_caller]
pub fn shared(path: &str) -> Option<PathBuf> {
    let root = std::env::var_os("KATACHI_SHARED").map_or_else(
        || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared"),
        PathBuf::from,
    );
    let found = root.join(path);
    if found.exists() {
        return Some(found);
    }
    let name = if path.is_empty() { "its folder" } else { path };
    absent(&format!("no reference material: {name} is absent (KATACHI_SHARED names its place)"));
    None
}

/// The program `name` on the `PATH`, or where Debian puts games, or `None`, after [`skipped`],
/// where it is not installed.
///
/// # Panics
/// If it is not installed in continuous integration (`CI` is set).
#[track_caller]
pub fn installed(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&path).chain([PathBuf::from("/usr/games")]);
    let found = folders.map(|folder| folder.join(name)).find(|file| file.is_file());
    if found.is_none() {
        absent(&format!("the program {name} is not installed"));
    }
    found
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

/// Does something with each item, on as many threads as there are processors; each has what `make` makes for it. A test of
/// many independent cases takes half the time so. A panic of one fails the test.
pub fn side_by_side<T: Sync, S>(
    items: &[T],
    make: impl Fn() -> S + Sync,
    case: impl Fn(&mut S, &T) + Sync,
) {
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                let mut own = make();
                while let Some(item) = items.get(next.fetch_add(1, Ordering::Relaxed)) {
                    case(&mut own, item);
                }
            });
        }
    });
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

    /// What [`skipped`] writes is seen though the harness captures output; the test starts itself.
    #[test]
    fn who_skips_is_seen_and_counted() {
        const CHILD: &str = "KATACHI_TEST_OF_SKIPPED";
        if let Ok(what) = std::env::var(CHILD) {
            match what.as_str() {
                "skipped" => skipped("no moon"),
                "shared" => assert_eq!(shared("corpus"), None),
                _ => assert_eq!(installed("no-such-program-anywhere"), None),
            }
            return;
        }
        let folder = Folder::new("support-skipped");
        let list = folder.join("list");
        let run = |what: &str, ci: bool| {
            let mut command = Command::new(std::env::current_exe().expect("this test"));
            command.args(["--exact", "tests::who_skips_is_seen_and_counted"]);
            command.env(CHILD, what).env("KATACHI_SKIPPED", &list);
            command.env("KATACHI_SHARED", folder.join("missing")).env_remove("CI");
            if ci {
                command.env("CI", "true");
            }
            let output = command.output().expect("this test");
            (output.status.success(), String::from_utf8_lossy(&output.stderr).into_owned())
        };
        for (what, why) in [
            ("skipped", "no moon"),
            ("shared", "corpus is absent"),
            ("installed", "no-such-program-anywhere is not installed"),
        ] {
            let (good, said) = run(what, false);
            assert!(good && said.contains("skipped: ") && said.contains(why), "{said}");
            let listed = std::fs::read_to_string(&list).expect("a list");
            assert!(listed.lines().last().is_some_and(|line| line.contains(why)), "{listed}");
        }
        let listed = std::fs::read_to_string(&list).expect("a list");
        assert_eq!(listed.lines().count(), 3, "{listed}");
        assert!(listed.contains("skipped: tests::who_skips_is_seen_and_counted (tests/support/"));
        assert!(run("skipped", true).0);
        assert!(!run("shared", true).0 && !run("installed", true).0);
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
