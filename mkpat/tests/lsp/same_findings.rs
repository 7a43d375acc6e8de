//! After any edits the server finds what `mkpat check --hints` finds in the same texts on the disk.
//!
//! `KATACHI_LSP_SOAK=SECONDS` goes on for that long, with the memory of the server under watch.

use mkpat_rt::rng::Rng;
use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use test_support::Folder;

use super::MKPAT;
use super::client::{Client, uri};

/// Chance that follows from a seed.
struct Random(Rng);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0.within(..n.max(1))
    }

    fn of<'a>(&mut self, texts: &[&'a str]) -> &'a str {
        texts[self.below(texts.len())]
    }
}

/// A finding as both sides tell it: file, line and column from 1 in characters, code.
type Finding = (String, u64, u64, String);

/// What the command finds in a folder.
fn command(folder: &Path) -> BTreeSet<Finding> {
    let output = Command::new(env!("CARGO_BIN_EXE_mkpat"))
        .args(["check", "--hints", "--format", "json"])
        .arg(folder)
        .output()
        .expect("the command runs");
    let told: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let list = told["findings"].as_array().or(told.as_array()).expect("findings");
    list.iter()
        .map(|finding| {
            let place = &finding["range"]["start"];
            let file = Path::new(finding["file"].as_str().expect("a file"));
            let name = file.file_name().expect("a name").to_string_lossy().into_owned();
            let number = |of: &str| place[of].as_u64().expect("a number");
            let code = finding["code"].as_str().expect("a code").to_string();
            // Between the two characters of a line end the protocol has no place.
            let bytes = std::fs::read(folder.join(&name)).expect("a file");
            let text = String::from_utf8_lossy(&bytes);
            let line = text.split('\n').nth(number("line") as usize - 1).unwrap_or_default();
            let inside =
                line.ends_with('\r') && number("column") as usize == line.chars().count() + 1;
            (name, number("line"), number("column") - u64::from(inside), code)
        })
        .collect()
}

/// What the server has published.
fn published(client: &Client) -> BTreeSet<Finding> {
    let mut out = BTreeSet::new();
    for (uri, (_, list)) in &client.published {
        let name = uri.rsplit('/').next().expect("a name");
        for found in list {
            let start = &found["range"]["start"];
            let number = |of: &str| start[of].as_u64().expect("a number") + 1;
            let code = found["code"].as_str().expect("a code").to_string();
            out.insert((name.to_string(), number("line"), number("character"), code));
        }
    }
    out
}

/// A random edit of a text: bytes from, bytes to, new text.
fn edit(random: &mut Random, text: &str) -> (usize, usize, String) {
    let mut at = random.below(text.len() + 1);
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    let mut end = (at + random.below(12)).min(text.len());
    while !text.is_char_boundary(end) {
        end += 1;
    }
    let words = [
        "",
        "",
        "\n",
        "X",
        "O",
        ".",
        "*",
        "a",
        "(",
        ")",
        ",",
        ";",
        ":",
        ">",
        "#",
        "|",
        "+--",
        "ä",
        "𝄞",
        "\r\n",
        "; lib(a) > 1\n",
        "Pattern Z1\n",
        "lib",
        " && ",
        ":8,OX\n",
        "?",
        "attribute_map none\n",
        "# mkpat: allow(KP0602) it is so\n",
    ];
    match random.below(3) {
        0 => (at, at, random.of(&words).to_string()),
        1 => (at, end, String::new()),
        _ => (at, end, random.of(&words).to_string()),
    }
}

/// The place of a byte, in characters.
fn position(text: &str, byte: usize) -> Value {
    let before = &text[..byte];
    let line = before.matches('\n').count();
    let start = before.rfind('\n').map_or(0, |at| at + 1);
    json!({ "line": line, "character": before[start..].chars().count() })
}

/// Asks about random places; the server may have nothing to say or refuse, but must not fail.
fn ask_anything(client: &mut Client, random: &mut Random, uris: &[String], texts: &[String]) {
    let methods = [
        "hover",
        "completion",
        "signatureHelp",
        "definition",
        "references",
        "documentHighlight",
        "prepareRename",
        "rename",
        "documentSymbol",
        "foldingRange",
        "semanticTokens/full",
        "semanticTokens/range",
        "inlayHint",
        "formatting",
        "rangeFormatting",
        "codeAction",
    ];
    for _ in 0..4 {
        let which = random.below(uris.len());
        let text = &texts[which];
        let mut places = [0, 0].map(|_| {
            let mut at = random.below(text.len() + 1);
            while !text.is_char_boundary(at) {
                at -= 1;
            }
            at
        });
        places.sort_unstable();
        let [start, end] = places.map(|at| position(text, at));
        let method = format!("textDocument/{}", random.of(&methods));
        let params = json!({
            "textDocument": { "uri": uris[which] }, "position": start, "newName": random.of(&["d", "E", "Z9"]),
            "range": { "start": start, "end": end }, "options": {},
            "context": { "diagnostics": [], "includeDeclaration": true },
        });
        if let Err(error) = client.request(&method, params) {
            assert_eq!(error["code"], -32803, "{method} at {start}: {error}");
        }
    }
    assert!(client.others.is_empty(), "{:?}", client.others);
}

const FILES: [&str; 3] = ["general.db", "edge.db", "eyes.db"];

fn folder() -> (Folder, Vec<String>) {
    let ours = Path::new(env!("CARGO_MANIFEST_DIR")).join("../patterns");
    let folder = Folder::new("lsp-same");
    folder.write(
        "mkpat.toml",
        "[[database]]\nname = \"moves\"\nfiles = [\"general.db\", \"edge.db\"]\nstage = \"movegen\"\n\
         attributes = \"general\"\n\n[[database]]\nname = \"eyes\"\nfiles = [\"eyes.db\"]\nkind = \"eyes\"\n",
    );
    let texts = FILES.map(|name| {
        let text = std::fs::read_to_string(ours.join(name)).expect("a database");
        // Some patterns of each are enough.
        let end = text.match_indices("\nPattern").nth(12).map_or(text.len(), |(at, _)| at + 1);
        let text = text[..end].to_string();
        folder.write(name, &text);
        text
    });
    (folder, texts.to_vec())
}

#[test]
fn random_edits_give_what_the_command_finds() {
    let (folder, mut texts) = folder();
    let started = texts.clone();
    let soak = std::env::var("KATACHI_LSP_SOAK").ok().and_then(|text| text.parse().ok());
    let until = soak.map(|seconds: u64| Instant::now() + Duration::from_secs(seconds));
    let units = json!({ "general": { "positionEncodings": ["utf-32"] } });
    let mut client = Client::with(MKPAT, units, json!({}));
    let uris: Vec<String> = FILES.iter().map(|name| uri(&folder.path().join(name))).collect();
    for (uri, text) in uris.iter().zip(&texts) {
        client.open(uri, text);
    }
    let mut random = Random(Rng::new(20_261_123));
    let mut versions = [1; FILES.len()];
    let mut memory = None;
    let mut pauses = 0;
    while pauses < 25 || until.is_some_and(|until| Instant::now() < until) {
        pauses += 1;
        // A text that has become too strange begins anew, so that there is always something to find.
        let which = random.below(FILES.len());
        if random.below(8) == 0 {
            texts[which] = started[which].clone();
            versions[which] += 1;
            client.change(&uris[which], versions[which], &texts[which]);
        }
        for _ in 0..1 + random.below(6) {
            let which = random.below(FILES.len());
            let (from, to, with) = edit(&mut random, &texts[which]);
            let text = &mut texts[which];
            // A lone `\r` ends a line for a client and not for us.
            let mut changed = text.clone();
            changed.replace_range(from..to, &with);
            if changed.replace("\r\n", "").contains('\r') {
                continue;
            }
            let range = json!({ "start": position(text, from), "end": position(text, to) });
            // No client can name the middle of a line end.
            if text[..from].ends_with('\r') || text[..to].ends_with('\r') {
                continue;
            }
            *text = changed;
            versions[which] += 1;
            client.changes(
                &uris[which],
                versions[which],
                json!([{ "range": range, "text": with }]),
            );
        }
        for which in 0..FILES.len() {
            folder.write(FILES[which], &texts[which]);
            client.diagnostics(&uris[which], versions[which]);
        }
        // What is published in one go has arrived when a request after it is answered.
        client.request("workspace/symbol", json!({ "query": "" })).expect("an answer");
        ask_anything(&mut client, &mut random, &uris, &texts);
        let (wanted, found) = (command(&folder), published(&client));
        let missing: Vec<_> = wanted.difference(&found).collect();
        let added: Vec<_> = found.difference(&wanted).collect();
        assert!(
            missing.is_empty() && added.is_empty(),
            "pause {pauses}: missing {missing:?}, added {added:?}, in {}",
            folder.path().display()
        );
        if pauses == 25 {
            memory = client.memory();
        }
    }
    if let (Some((before, _)), Some((after, most)), Some(_)) = (memory, client.memory(), until) {
        eprintln!(
            "{pauses} pauses; memory {before} kB after 25 of them, {after} kB now, at most {most} kB"
        );
        assert!(after < before * 3 / 2 + 4096, "{before} kB became {after} kB");
    }
    assert!(client.leave().success());
}
