//! `joseki lsp`: records get the findings of `joseki lint` as they are typed.

#[path = "../../mkpat/tests/lsp/client.rs"]
mod client;

use std::collections::BTreeSet;
use std::process::Command;

use client::{Client, uri};
use serde_json::{Value, json};
use test_support::Folder;

const JOSEKI: &str = env!("CARGO_BIN_EXE_joseki");

/// Code and line of what `joseki lint` finds.
fn linted(path: &std::path::Path) -> BTreeSet<(String, u64)> {
    let output = Command::new(JOSEKI)
        .args(["lint", "--hints", "--format", "json"])
        .arg(path)
        .output()
        .expect("the command runs");
    let told: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let findings = told["findings"].as_array().expect("a list").iter();
    findings
        .map(|f| {
            let line = f["range"]["start"]["line"].as_u64().expect("a line");
            (f["code"].as_str().expect("a code").to_string(), line)
        })
        .collect()
}

#[test]
fn records_are_checked_while_they_are_typed() {
    let folder = Folder::new("joseki-lsp");
    let texts = [
        "(;SZ[19];B[pd]MA[mg];W[qf]MA[mi])",
        "(;SZ[19];B[pd]MA[mg]C[J idea\n; lib(a) > 1];W[qf]MA[mi])",
        "(;SZ[19];B[pd]MA[mg];W[pd]MA[mi])",
        "(;SZ[19];B[pd]MA[mg",
        "nothing",
        "",
    ];
    let path = folder.write("corner.sgf", texts[0]);
    let file = uri(&path);
    let mut client = Client::with(JOSEKI, Client::capable(), json!({}));
    client.open(&file, texts[0]);
    let mut kinds = BTreeSet::new();
    for (version, text) in texts.iter().enumerate() {
        let version = version as i64 + 2;
        folder.write("corner.sgf", text);
        client.change(&file, version, text);
        let found: BTreeSet<(String, u64)> = client
            .diagnostics(&file, version)
            .iter()
            .map(|d| {
                let line = d["range"]["start"]["line"].as_u64().expect("a line") + 1;
                assert_eq!(d["source"], "joseki");
                (d["code"].as_str().expect("a code").to_string(), line)
            })
            .collect();
        assert_eq!(found, linted(&path), "{text}");
        kinds.extend(found.into_iter().map(|(code, _)| code));
    }
    assert!(kinds.len() > 2, "{kinds:?}");
    // A database beside it gets what `mkpat lsp` gives.
    let text = "Pattern A1\n# an idea\n\n.*.\nXOX\n---\n\n:8,s,Z(1)\n";
    let other = uri(&folder.write("a.db", text));
    client.open(&other, text);
    let found = client.diagnostics(&other, 1);
    assert!(found.iter().any(|d| d["source"] == "mkpat" && d["code"] == "KP0204"), "{found:?}");
    client.notify("textDocument/didClose", json!({ "textDocument": { "uri": file } }));
    assert!(client.leave().success());
}
