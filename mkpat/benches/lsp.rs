//! `cargo bench -p mkpat --bench lsp`: from a keystroke to its diagnostics, and the memory of the server.
//!
//! All databases of GNU Go 3.8 and of its last development version are open, where the shared material is present
//! (`KATACHI_SHARED`), else our own. In each of them some letters are typed and taken back, one by one; a figure is the
//! time from the change to the diagnostics about it: the median and the slowest of all keystrokes in a file, and what
//! the server has used of a processor for each, which hardly depends on what else runs. The last lines are about
//! answers in the largest file, and the memory of the process.

#[path = "../tests/lsp/client.rs"]
mod client;

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use client::{Client, uri};
use serde_json::{Value, json};

/// Keystrokes in each file.
const KEYSTROKES: usize = 40;

/// The databases that are opened.
fn databases() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let shared = std::env::var("KATACHI_SHARED").map_or(root.join("../shared"), PathBuf::from);
    let mut folders = vec![shared.join("corpus/gnugo-3.8"), shared.join("corpus/gnugo-git-2013")];
    if !folders[0].is_dir() {
        folders = vec![root.join("patterns"), root.join("patterns/joseki")];
    }
    let mut out = Vec::new();
    for folder in folders {
        let files = std::fs::read_dir(&folder).expect("a folder");
        let paths = files.map(|entry| entry.expect("a file").path());
        out.extend(paths.filter(|path| path.extension().is_some_and(|ending| ending == "db")));
    }
    out.sort();
    out
}

fn median(times: &mut [Duration]) -> (Duration, Duration) {
    times.sort();
    (times[times.len() / 2], times[times.len() - 1])
}

fn main() {
    let files: Vec<(PathBuf, String, String)> = databases()
        .into_iter()
        .map(|path| {
            let bytes = std::fs::read(&path).expect("a file");
            let text = String::from_utf8_lossy(&bytes).into_owned();
            let uri = uri(&path);
            (path, uri, text)
        })
        .collect();
    let mut client = Client::with(env!("CARGO_BIN_EXE_mkpat"), Client::capable(), json!({}));
    let start = Instant::now();
    for (_, uri, text) in &files {
        client.open(uri, text);
    }
    for (_, uri, _) in &files {
        client.diagnostics(uri, 1);
    }
    let lines: usize = files.iter().map(|(.., text)| text.lines().count()).sum();
    println!("{} files, {lines} lines opened in {:.0?}", files.len(), start.elapsed());
    let mut version = 1;
    for (path, uri, text) in &files {
        let line = text.lines().count() / 2;
        let at = |column: usize| json!({ "line": line, "character": column });
        let mut times = Vec::new();
        let before = client.processor();
        for key in 0..KEYSTROKES {
            let typed = key < KEYSTROKES / 2;
            let range = match typed {
                true => json!({ "start": at(0), "end": at(0) }),
                false => json!({ "start": at(0), "end": at(1) }),
            };
            version += 1;
            let start = Instant::now();
            client.changes(
                uri,
                version,
                json!([{ "range": range, "text": if typed { "x" } else { "" } }]),
            );
            client.diagnostics(uri, version);
            times.push(start.elapsed());
        }
        let (middle, most) = median(&mut times);
        let name = path.file_name().expect("a name").to_string_lossy();
        let used = client.processor().zip(before).map(|(after, before)| after - before);
        let used = used.map_or("?".to_string(), |all| {
            format!("{:.1} ms", all.as_secs_f64() * 1000.0 / KEYSTROKES as f64)
        });
        println!(
            "{name:22} {:6} lines  median {middle:>8.1?}  most {most:>8.1?}  processor {used:>8}",
            text.lines().count()
        );
    }
    let (_, uri, text) = files.iter().max_by_key(|(.., text)| text.len()).expect("a file");
    let document = json!({ "uri": uri });
    let line = text.lines().take_while(|line| !line.starts_with("; ")).count();
    let here = json!({ "line": line, "character": 4 });
    let range = json!({ "start": here, "end": here });
    for method in [
        "hover",
        "completion",
        "documentSymbol",
        "semanticTokens/full",
        "foldingRange",
        "formatting",
        "codeAction",
    ] {
        let params = json!({
            "textDocument": document, "position": here, "range": range, "options": {},
            "context": { "diagnostics": [] },
        });
        let method = format!("textDocument/{method}");
        let mut times: Vec<Duration> = (0..10)
            .map(|_| {
                let start = Instant::now();
                let answer: Result<Value, Value> = client.request(&method, params.clone());
                let _ = std::hint::black_box(answer);
                start.elapsed()
            })
            .collect();
        let (middle, most) = median(&mut times);
        println!("{method:33}  median {middle:>8.1?}  most {most:>8.1?}");
    }
    if let Some((now, most)) = client.memory() {
        println!("memory {} MB, at most {} MB", now / 1024, most / 1024);
    }
}
