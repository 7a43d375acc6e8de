//! Walks through `docs/tutorial.md`: writes its files, runs its commands and compares
//! what they print, in an empty folder.
//!
//! `UPDATE_TUTORIAL=1 cargo test --test tutorial` writes what the commands print into
//! the page; read the difference before you commit it. The test is a program of its
//! own (`harness = false`) because the page needs two programs: called by the name
//! `mkpat` it is that program, so that it does not matter which packages were built.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

/// What the page says to do.
#[derive(Debug)]
enum Step {
    /// A file to write: its name and text.
    File(String, String),
    /// A file as it is to be: its name and text, and where the text stands.
    Result(String, String, std::ops::Range<usize>),
    /// Commands with what they print, and where that stands.
    Console(String, std::ops::Range<usize>),
}

/// The fenced blocks of the page, each with the paragraph above it.
fn steps(page: &str) -> Vec<Step> {
    let mut out = Vec::new();
    let (mut at, mut above) = (0, "");
    let mut open: Option<(&str, usize)> = None;
    for line in page.split_inclusive('\n') {
        let start = at;
        at += line.len();
        match (line.strip_prefix("```"), open) {
            (Some(info), None) => open = Some((info.trim(), at)),
            (Some(_), Some((info, from))) => {
                let text = page[from..start].to_string();
                let name = above.strip_prefix("File `").and_then(|rest| rest.split_once('`'));
                match (info, name) {
                    ("console", _) => out.push(Step::Console(text, from..start)),
                    (_, Some((name, ":"))) => out.push(Step::File(name.to_string(), text)),
                    (_, Some((name, " is now:"))) => {
                        out.push(Step::Result(name.to_string(), text, from..start));
                    }
                    _ => panic!("a block without a file or a command, below {above:?}"),
                }
                open = None;
            }
            (None, None) if !line.trim().is_empty() => above = line.trim_end(),
            _ => {}
        }
    }
    assert!(open.is_none(), "a block is not closed");
    out
}

/// Commands, one a line after `$ `, with what they print.
fn run_console(text: &str, dir: &Path, path: &std::ffi::OsStr) -> String {
    let mut out = String::new();
    for command in text.lines().filter_map(|line| line.strip_prefix("$ ")) {
        let shell = Command::new("sh")
            .args(["-c", &format!("{command} 2>&1")])
            .env("PATH", path)
            .env("NO_COLOR", "1")
            .current_dir(dir)
            .output()
            .expect("a shell");
        let printed = String::from_utf8(shell.stdout).expect("text");
        assert!(!printed.contains("panicked"), "{command}: {printed}");
        out.push_str(&format!("$ {command}\n{printed}"));
        if !out.ends_with('\n') {
            out.push('\n');
        }
    }
    // Answers of GTP end in an empty line; how long a position took is not the same twice.
    let lines = out.lines().filter(|line| !line.ends_with("µs per position"));
    let text: Vec<&str> = lines.collect();
    format!("{}\n", text.join("\n").trim_end())
}

fn main() -> ExitCode {
    let program = std::env::args_os().next().map(PathBuf::from).unwrap_or_default();
    if program.file_stem().is_some_and(|name| name == "mkpat") {
        return mkpat::cli::main();
    }
    if cfg!(not(unix)) {
        test_support::skipped("the commands of the tutorial are those of a Unix shell");
        return ExitCode::SUCCESS;
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page_path = root.join("docs/tutorial.md");
    let page = std::fs::read_to_string(&page_path).expect("the tutorial");
    let place = Path::new(env!("CARGO_TARGET_TMPDIR")).join("tutorial");
    let _ = std::fs::remove_dir_all(&place);
    let (dir, bin) = (place.join("empty"), place.join("bin"));
    std::fs::create_dir_all(&dir).expect("a folder");
    std::fs::create_dir_all(&bin).expect("a folder");
    link(Path::new(env!("CARGO_BIN_EXE_katachi")), &bin.join("katachi"));
    link(&std::env::current_exe().expect("this program"), &bin.join("mkpat"));
    let old = std::env::var_os("PATH").unwrap_or_default();
    let path = std::env::join_paths(std::iter::once(bin).chain(std::env::split_paths(&old)))
        .expect("a path");

    let steps = steps(&page);
    let mut updated = page.clone();
    let mut shift = 0_isize;
    let (mut files, mut commands) = (0, 0);
    for step in &steps {
        let (expected, found, range) = match step {
            Step::File(name, text) => {
                let path = dir.join(name);
                std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
                std::fs::write(path, text).expect("a file");
                files += 1;
                continue;
            }
            Step::Result(name, text, range) => {
                let found = std::fs::read_to_string(dir.join(name)).expect("a file");
                (text, found, range)
            }
            Step::Console(text, range) => {
                commands += text.lines().filter(|line| line.starts_with("$ ")).count();
                (text, run_console(text, &dir, &path), range)
            }
        };
        if *expected != found {
            if std::env::var_os("UPDATE_TUTORIAL").is_none() {
                panic!("the page says\n{expected}\nand there is\n{found}");
            }
            let moved = |at: usize| (at as isize + shift) as usize;
            updated.replace_range(moved(range.start)..moved(range.end), &found);
            shift += found.len() as isize - expected.len() as isize;
        }
    }
    if updated != page {
        std::fs::write(&page_path, updated).expect("the tutorial");
        println!("docs/tutorial.md is written anew; read the difference");
    }
    assert!(files >= 8 && commands >= 12, "{files} files, {commands} commands");
    println!("{files} files, {commands} commands: as the tutorial says");
    ExitCode::SUCCESS
}

#[cfg(unix)]
fn link(from: &Path, to: &Path) {
    std::os::unix::fs::symlink(from, to).expect("a link");
}

#[cfg(not(unix))]
fn link(_: &Path, _: &Path) {}
