//! A client of the language server, as plain as can be: messages go out as they are given, and answers are waited for
//! a limited time.

// The benchmark and the tests of `joseki lsp` use a part of it.
#![allow(dead_code)]

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// How long an answer may take before a test gives up.
const PATIENCE: Duration = Duration::from_secs(60);

/// A server with a client.
pub(crate) struct Client {
    child: Child,
    input: Option<ChildStdin>,
    messages: Receiver<Value>,
    last: i32,
    /// What was published, by address: version and diagnostics.
    pub(crate) published: BTreeMap<String, (Option<i64>, Vec<Value>)>,
    /// Requests of the server, and its answers to requests that have no number.
    pub(crate) others: Vec<Value>,
}

impl Client {
    /// Starts a program, without any message.
    pub(crate) fn start(program: &str, arguments: &[&str]) -> Client {
        let mut child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()
            .expect("the server starts");
        let output = child.stdout.take().expect("an output");
        let (send, messages) = channel();
        std::thread::spawn(move || {
            let mut output = BufReader::new(output);
            while let Some(message) = read(&mut output) {
                if send.send(message).is_err() {
                    break;
                }
            }
        });
        let input = child.stdin.take();
        Client { child, input, messages, last: 0, published: BTreeMap::new(), others: Vec::new() }
    }

    /// A server that has been initialized with these capabilities and wishes.
    pub(crate) fn with(program: &str, capabilities: Value, wishes: Value) -> Client {
        let mut client = Client::start(program, &["lsp"]);
        client.initialize(capabilities, wishes);
        client
    }

    /// The capabilities of a client of today.
    pub(crate) fn capable() -> Value {
        json!({
            "general": { "positionEncodings": ["utf-8", "utf-16"] },
            "workspace": {
                "workspaceEdit": { "documentChanges": true, "resourceOperations": ["create"] }
            },
            "textDocument": { "completion": { "completionItem": { "snippetSupport": true } } },
        })
    }

    /// Initializes the server; its answer.
    pub(crate) fn initialize(&mut self, capabilities: Value, wishes: Value) -> Value {
        let params = json!({ "capabilities": capabilities, "initializationOptions": wishes });
        let answer = self.request("initialize", params).expect("it is initialized");
        self.notify("initialized", json!({}));
        answer
    }

    /// Writes bytes as they are. A server that has ended reads nothing.
    pub(crate) fn raw(&mut self, bytes: &[u8]) {
        if let Some(input) = &mut self.input {
            let _ = input.write_all(bytes).and_then(|()| input.flush());
        }
    }

    /// Sends some JSON.
    pub(crate) fn send(&mut self, message: &Value) {
        let body = message.to_string();
        self.raw(format!("Content-Length: {}\r\n\r\n{body}", body.len()).as_bytes());
    }

    /// Sends a notification.
    pub(crate) fn notify(&mut self, method: &str, params: Value) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    /// Sends a request and does not wait; its number.
    pub(crate) fn ask(&mut self, method: &str, params: Value) -> i32 {
        self.last += 1;
        let id = self.last;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        id
    }

    /// Sends a request; its result, or its error.
    pub(crate) fn request(&mut self, method: &str, params: Value) -> Result<Value, Value> {
        let id = self.ask(method, params);
        self.answer(id)
    }

    /// Waits for the answer to a request.
    pub(crate) fn answer(&mut self, id: i32) -> Result<Value, Value> {
        let until = Instant::now() + PATIENCE;
        loop {
            let message = self.next(until).unwrap_or_else(|| panic!("no answer to request {id}"));
            if message.get("method").is_none() && message["id"] == json!(id) {
                return match message.get("error") {
                    Some(error) => Err(error.clone()),
                    None => Ok(message["result"].clone()),
                };
            }
            self.keep(message);
        }
    }

    /// The next message; `None` if the server is gone.
    fn next(&mut self, until: Instant) -> Option<Value> {
        match self.messages.recv_timeout(until.saturating_duration_since(Instant::now())) {
            Ok(message) => Some(message),
            Err(RecvTimeoutError::Disconnected) => None,
            Err(RecvTimeoutError::Timeout) => panic!("the server does not answer"),
        }
    }

    fn keep(&mut self, message: Value) {
        if message["method"] != "textDocument/publishDiagnostics" {
            self.others.push(message);
            return;
        }
        let params = &message["params"];
        let uri = params["uri"].as_str().expect("an address").to_string();
        let list = params["diagnostics"].as_array().expect("a list").clone();
        self.published.insert(uri, (params["version"].as_i64(), list));
    }

    /// Opens a text.
    pub(crate) fn open(&mut self, uri: &str, text: &str) {
        let document = json!({ "uri": uri, "languageId": "mkpat", "version": 1, "text": text });
        self.notify("textDocument/didOpen", json!({ "textDocument": document }));
    }

    /// Gives an open text another content.
    pub(crate) fn change(&mut self, uri: &str, version: i64, text: &str) {
        self.changes(uri, version, json!([{ "text": text }]));
    }

    /// Makes changes in an open text.
    pub(crate) fn changes(&mut self, uri: &str, version: i64, changes: Value) {
        let document = json!({ "uri": uri, "version": version });
        let params = json!({ "textDocument": document, "contentChanges": changes });
        self.notify("textDocument/didChange", params);
    }

    /// Waits for the diagnostics about a version of an open text.
    pub(crate) fn diagnostics(&mut self, uri: &str, version: i64) -> Vec<Value> {
        let until = Instant::now() + PATIENCE;
        loop {
            if let Some((Some(seen), list)) = self.published.get(uri)
                && *seen >= version
            {
                return list.clone();
            }
            let message = self.next(until).expect("the server lives");
            self.keep(message);
        }
    }

    /// Waits until the server has sent something that is neither an answer nor a diagnostic.
    pub(crate) fn other(&mut self) -> Value {
        let until = Instant::now() + PATIENCE;
        while self.others.is_empty() {
            let message = self.next(until).expect("the server lives");
            self.keep(message);
        }
        self.others.remove(0)
    }

    /// Closes the input; how the server ends.
    pub(crate) fn hang_up(mut self) -> ExitStatus {
        self.input = None;
        self.end()
    }

    /// Takes leave; how the server ends.
    pub(crate) fn leave(mut self) -> ExitStatus {
        self.request("shutdown", Value::Null).expect("it shuts down");
        self.notify("exit", Value::Null);
        self.end()
    }

    /// Waits for the end of the server.
    pub(crate) fn end(&mut self) -> ExitStatus {
        let until = Instant::now() + PATIENCE;
        loop {
            if let Some(status) = self.child.try_wait().expect("a child") {
                return status;
            }
            assert!(Instant::now() < until, "the server does not end");
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// The time that the server has used the processor, as Linux tells it in hundredths of a second.
    pub(crate) fn processor(&self) -> Option<Duration> {
        let text = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id())).ok()?;
        // Behind the name of the program, which may hold anything; user and system time are the 14th and 15th field.
        let fields: Vec<&str> = text.rsplit_once(')')?.1.split_whitespace().collect();
        let ticks = |at: usize| fields.get(at)?.parse::<u64>().ok();
        Some(Duration::from_millis((ticks(11)? + ticks(12)?) * 10))
    }

    /// The memory of the server in kilobytes, as Linux tells it: now, and the most it ever was.
    pub(crate) fn memory(&self) -> Option<(u64, u64)> {
        let text = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok()?;
        let field = |name: &str| {
            let line = text.lines().find_map(|line| line.strip_prefix(name))?;
            line.trim_start_matches(':').split_whitespace().next()?.parse().ok()
        };
        Some((field("VmRSS")?, field("VmHWM")?))
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn read(output: &mut impl BufRead) -> Option<Value> {
    let mut length = 0;
    loop {
        let mut line = String::new();
        if output.read_line(&mut line).ok()? == 0 {
            return None;
        }
        match line.trim_end().split_once(": ") {
            Some(("Content-Length", bytes)) => length = bytes.parse().expect("a length"),
            None if line.trim_end().is_empty() => break,
            other => panic!("a strange header: {other:?}"),
        }
    }
    let mut body = vec![0; length];
    output.read_exact(&mut body).ok()?;
    Some(serde_json::from_slice(&body).expect("JSON"))
}

/// The address of a file.
pub(crate) fn uri(path: &Path) -> String {
    format!("file://{}", path.canonicalize().expect("a file").display())
}

/// The place of the `number`-th occurrence of some text, counted from 0, in bytes of its line.
pub(crate) fn place(text: &str, what: &str, number: usize) -> Value {
    let (at, _) = text.match_indices(what).nth(number).expect("it is there");
    let line = text[..at].matches('\n').count();
    let column = at - text[..at].rfind('\n').map_or(0, |at| at + 1);
    json!({ "line": line, "character": column })
}

/// A text after the edits of a result, which count bytes.
pub(crate) fn edited(text: &str, edits: &Value) -> String {
    let starts: Vec<usize> =
        std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
    let byte = |place: &Value| {
        let line = place["line"].as_u64().expect("a line") as usize;
        let start = starts.get(line).copied().unwrap_or(text.len());
        start + place["character"].as_u64().expect("a column") as usize
    };
    let edits = edits.as_array().expect("edits");
    let mut all: Vec<(usize, usize, &str)> = edits
        .iter()
        .map(|edit| {
            let range = &edit["range"];
            (byte(&range["start"]), byte(&range["end"]), edit["newText"].as_str().expect("a text"))
        })
        .collect();
    all.sort();
    let mut out = text.to_string();
    for (start, end, with) in all.into_iter().rev() {
        out.replace_range(start..end, with);
    }
    out
}
