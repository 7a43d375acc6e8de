//! Clients that break every rule of the protocol.

use serde_json::{Value, json};
use test_support::Folder;

use super::MKPAT;
use super::client::{Client, uri};

const TEXT: &str = "Pattern A1\n# an idea\n\n.*.\nXOX\n---\n\n:8,s\n";

/// The server still answers.
fn lives(client: &mut Client) {
    let found = client.request("workspace/symbol", json!({ "query": "" })).expect("an answer");
    assert!(found.is_array());
}

#[test]
fn nothing_comes_before_initialize() {
    let mut client = Client::start(MKPAT, &["lsp"]);
    let refused = client.request("textDocument/hover", json!({})).expect_err("a refusal");
    assert_eq!(refused["code"], -32002);
    client.open("file:///nowhere.db", TEXT);
    let refused = client.request("shutdown", Value::Null).expect_err("a refusal");
    assert_eq!(refused["code"], -32002);
    client.initialize(json!({}), json!({}));
    assert!(client.request("initialize", json!({ "capabilities": {} })).is_err());
    lives(&mut client);
    client.request("shutdown", Value::Null).expect("it shuts down");
    let refused = client.request("workspace/symbol", json!({})).expect_err("a refusal");
    assert_eq!(refused["code"], -32600);
    client.notify("exit", Value::Null);
    assert!(client.end().success());
}

#[test]
fn a_client_that_is_gone_ends_the_server() {
    let client = Client::with(MKPAT, json!({}), json!({}));
    assert_eq!(client.hang_up().code(), Some(1));
    let mut client = Client::with(MKPAT, json!({}), json!({}));
    client.notify("exit", Value::Null);
    assert_eq!(client.end().code(), Some(1));
}

#[test]
fn bytes_that_are_no_messages_are_told_and_passed_over() {
    let mut client = Client::with(MKPAT, json!({}), json!({}));
    let bad: &[&[u8]] = &[
        b"Content-Length: 4\r\n\r\nxxxx",
        b"Content-Length: 7\r\n\r\n{\"a\":1,",
        b"Content-Length: nothing\r\n\r\n",
        b"Content-Length: -1\r\n\r\n",
        b"Content-Length: 99999999999999999999999\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"Content-Length: 2\r\n\r\n\xff\xfe",
        b"Content-Length: 0\r\n\r\n",
    ];
    for bytes in bad {
        client.raw(bytes);
        let told = client.other();
        assert_eq!(told["error"]["code"], -32700, "{told}");
        lives(&mut client);
    }
    // Deep nesting, which must not overflow a stack.
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    client.raw(format!("Content-Length: {}\r\n\r\n{deep}", deep.len()).as_bytes());
    assert_eq!(client.other()["error"]["code"], -32700);
    // Headers in any case, with others among them.
    let body = json!({ "jsonrpc": "2.0", "id": "x", "method": "shutdown" }).to_string();
    let head = format!("CONTENT-TYPE: y\r\ncontent-length:{}\r\n\r\n", body.len());
    client.raw(format!("{head}{body}").as_bytes());
    assert_eq!(client.other()["id"], "x");
}

#[test]
fn messages_of_every_odd_shape_are_answered_or_ignored() {
    let folder = Folder::new("lsp-odd");
    let file = uri(&folder.write("a.db", TEXT));
    let mut client = Client::with(MKPAT, json!({}), json!({}));
    client.open(&file, TEXT);
    for message in [
        json!(1),
        json!([]),
        json!({}),
        json!("x"),
        json!({ "method": 1 }),
        json!({ "jsonrpc": "1.0" }),
    ] {
        client.send(&message);
        assert_eq!(client.other()["error"]["code"], -32600, "{message}");
    }
    for id in [json!(1.5), json!(null), json!({}), json!(99_999_999_999_i64), json!([1])] {
        client.send(&json!({ "jsonrpc": "2.0", "id": id, "method": "shutdown" }));
        assert_eq!(client.other()["error"]["code"], -32600, "{id}");
    }
    // Answers to questions that nobody has asked.
    client.send(&json!({ "jsonrpc": "2.0", "id": 7, "result": null }));
    client.send(&json!({ "jsonrpc": "2.0", "id": "q", "error": { "code": 1, "message": "" } }));
    lives(&mut client);
    let refused = client.request("textDocument/nothing", json!({})).expect_err("a refusal");
    assert_eq!(refused["code"], -32601);
    // A hundred and more requests with parameters of the wrong kind.
    let methods = [
        "textDocument/hover",
        "textDocument/completion",
        "textDocument/signatureHelp",
        "textDocument/definition",
        "textDocument/references",
        "textDocument/documentHighlight",
        "textDocument/prepareRename",
        "textDocument/rename",
        "textDocument/documentSymbol",
        "textDocument/foldingRange",
        "textDocument/semanticTokens/full",
        "textDocument/semanticTokens/range",
        "textDocument/inlayHint",
        "textDocument/formatting",
        "textDocument/rangeFormatting",
        "textDocument/codeAction",
        "workspace/symbol",
        "workspace/executeCommand",
        "textDocument/didOpen",
        "textDocument/didChange",
        "textDocument/didClose",
        "textDocument/didSave",
        "workspace/didChangeWatchedFiles",
    ];
    let far = json!({ "line": 4_000_000_000_u32, "character": 4_000_000_000_u32 });
    let here = json!({ "uri": file });
    let back = json!({ "start": far, "end": { "line": 0, "character": 0 } });
    for method in methods {
        for params in [
            Value::Null,
            json!([]),
            json!({ "textDocument": 1 }),
            json!({ "textDocument": { "uri": "http://x" }, "position": far }),
            json!({ "textDocument": here, "position": { "line": -1 } }),
            json!({ "textDocument": here, "position": far, "newName": "", "context": {} }),
            json!({
                "textDocument": here, "range": back, "position": far, "options": {},
                "context": { "diagnostics": [] }, "newName": "x",
            }),
            json!({ "command": "rm", "arguments": [1] }),
            json!({ "command": "mkpat.fixAll", "arguments": ["file:///nowhere"] }),
        ] {
            // Whatever the answer is, there is one.
            let _ = client.request(method, params.clone());
            client.notify(method, params);
        }
    }
    lives(&mut client);
}

#[test]
fn changes_that_make_no_sense_change_nothing_else() {
    let folder = Folder::new("lsp-changes");
    let file = uri(&folder.write("a.db", TEXT));
    let mut client = Client::with(MKPAT, json!({}), json!({}));
    // Changes and closings of what is not open.
    client.change("file:///other.db", 1, "x");
    client.notify("textDocument/didClose", json!({ "textDocument": { "uri": "file:///o.db" } }));
    client.open(&file, TEXT);
    client.open(&file, TEXT);
    let range = |a: u32, b: u32| json!({ "start": { "line": a, "character": a }, "end": { "line": b, "character": b } });
    client.changes(
        &file,
        2,
        json!([
            { "range": range(90, 3), "text": "" },
            { "range": range(70, 80), "text": "# the end\n" },
        ]),
    );
    let found = client.diagnostics(&file, 2);
    assert!(found.iter().all(|d| d["severity"] != 1), "{found:?}");
    // A text of one long line, a text of other bytes, and nothing at all.
    for (version, text) in
        [(3, "x".repeat(1 << 20)), (4, "\0\u{1}\u{FEFF}\r\r".to_string()), (5, String::new())]
    {
        client.change(&file, version, &text);
        client.diagnostics(&file, version);
    }
    lives(&mut client);
}

#[test]
fn folders_and_files_may_vanish() {
    let folder = Folder::new("lsp-vanish");
    folder.write("mkpat.toml", "[[database]]\nname = \"a\"\nfiles = [\"a.db\", \"b.db\"]\n");
    folder.write("b.db", TEXT.replace("A1", "B1"));
    let path = folder.write("a.db", TEXT);
    let file = uri(&path);
    let mut client = Client::with(MKPAT, json!({}), json!({}));
    client.open(&file, TEXT);
    client.diagnostics(&file, 1);
    drop(folder);
    let gone = json!({ "changes": [{ "uri": file.replace("a.db", "b.db"), "type": 3 }] });
    client.notify("workspace/didChangeWatchedFiles", gone);
    client.change(&file, 2, &TEXT.replace("A1", "A2"));
    client.diagnostics(&file, 2);
    client.notify("textDocument/didSave", json!({ "textDocument": { "uri": file } }));
    lives(&mut client);
}

#[test]
fn cancelled_requests_are_answered_as_such() {
    let folder = Folder::new("lsp-cancel");
    let many: String =
        (0..3000).map(|n| format!("{}\n\n", TEXT.replace("A1", &format!("A{n}")))).collect();
    let file = uri(&folder.write("a.db", &many));
    let mut client = Client::with(MKPAT, json!({}), json!({}));
    client.open(&file, &many);
    let document = json!({ "textDocument": { "uri": file } });
    let asked: Vec<i32> =
        (0..30).map(|_| client.ask("textDocument/semanticTokens/full", document.clone())).collect();
    for id in &asked {
        client.notify("$/cancelRequest", json!({ "id": id }));
    }
    let mut cancelled = 0;
    for id in asked {
        if let Err(error) = client.answer(id) {
            assert_eq!(error["code"], -32800);
            cancelled += 1;
        }
    }
    assert!(cancelled > 0, "the server has answered thirty requests that nobody waited for");
    lives(&mut client);
}

#[test]
fn a_huge_text_is_refused_in_peace() {
    let folder = Folder::new("lsp-huge");
    let file = uri(&folder.write("a.db", TEXT));
    let mut client = Client::with(MKPAT, json!({}), json!({}));
    let huge = "Pattern A1\n".repeat((100 << 20) / 11);
    client.open(&file, &huge);
    drop(huge);
    let found = client.diagnostics(&file, 1);
    assert!(found.iter().any(|d| d["severity"] == 1), "{found:?}");
    client.change(&file, 2, TEXT);
    let found = client.diagnostics(&file, 2);
    assert!(found.iter().all(|d| d["severity"] != 1), "{found:?}");
}
