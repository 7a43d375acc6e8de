//! The server over a real socket: who is refused, what malformed requests do, what an edit changes.

use std::io::{Read, Write};
use std::net::{Ipv4Addr, TcpStream};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use katachi_frontend::StudioStart;
use katachi_frontend::session::Settings;
use mkpat_rt::db::PatternSet;
use serde_json::{Value, json};
use test_support::Folder;

use crate::studio::{Studio, locked};
use crate::{watch, web};

const TOKEN: &str = "0123456789abcdef";
const MANIFEST: &str = include_str!("../begin/mkpat.toml");
const CONNECT: &str = include_str!("../begin/connect.db");
const PATTERN: &str = include_str!("../begin/own.db");
const RECORD: &str = "(;SZ[9];B[ce];W[de];B[cf];W[df];B[gc])";

/// A server in this process.
struct Server {
    port: u16,
    studio: Arc<Studio>,
}

/// What came back.
struct Reply {
    status: u16,
    head: String,
    body: Vec<u8>,
}

impl Reply {
    fn json(&self) -> Value {
        serde_json::from_slice(&self.body)
            .unwrap_or_else(|e| panic!("{e}: {}", String::from_utf8_lossy(&self.body)))
    }
}

/// In place of databases compiled in.
fn patterns() -> PatternSet {
    let dir = concat!(env!("CARGO_MANIFEST_DIR"), "/begin");
    mkpat::language::load::load(dir.as_ref()).0.expect("databases without errors")
}

fn start(dir: &Path) -> StudioStart {
    StudioStart {
        dir: dir.to_path_buf(),
        patterns: None,
        skip_unsupported: false,
        port: 0,
        open: false,
        settings: Settings { level: 0, ..Settings::default() },
        builtin: patterns,
    }
}

impl Server {
    fn new(dir: &Path) -> Server {
        let studio = Arc::new(Studio::new(&start(dir)).expect("a studio"));
        let (watched, served) = (Arc::clone(&studio), Arc::clone(&studio));
        std::thread::spawn(move || watch::watch(&watched));
        let listener = std::net::TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port");
        let port = listener.local_addr().expect("an address").port();
        std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
            runtime.expect("a runtime").block_on(async {
                listener.set_nonblocking(true).expect("a socket");
                let listener = tokio::net::TcpListener::from_std(listener).expect("a socket");
                axum::serve(listener, web::app(served, TOKEN, port)).await.expect("a server");
            });
        });
        Server { port, studio }
    }

    /// Sends bytes and reads until the server closes. If it waits for more than there is, it is told that there is
    /// no more.
    fn raw(&self, bytes: &[u8]) -> Reply {
        let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, self.port)).expect("the server");
        let is_complete = bytes.starts_with(b"GET /0123") || bytes.starts_with(b"POST /0123");
        let patience = if is_complete { 30_000 } else { 300 };
        stream.set_read_timeout(Some(Duration::from_millis(patience))).expect("a timeout");
        // The server may refuse before it has read all.
        let _ = stream.write_all(bytes);
        let mut answer = Vec::new();
        if stream.read_to_end(&mut answer).is_err() {
            let _ = stream.shutdown(std::net::Shutdown::Write);
            let _ = stream.read_to_end(&mut answer);
        }
        let cut = answer.windows(4).position(|w| w == b"\r\n\r\n");
        let (head, body) = answer.split_at(cut.map_or(answer.len(), |at| at + 4));
        let head = String::from_utf8_lossy(head).into_owned();
        let status = head.split(' ').nth(1).and_then(|s| s.parse().ok()).unwrap_or(0);
        Reply { status, head, body: body.to_vec() }
    }

    fn get(&self, path: &str) -> Reply {
        let host = format!("127.0.0.1:{}", self.port);
        self.raw(
            format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").as_bytes(),
        )
    }

    fn post(&self, what: &str, body: &Value) -> Reply {
        let body = body.to_string();
        let head = format!(
            "POST /{TOKEN}/api/{what} HTTP/1.1\r\nHost: localhost:{}\r\nContent-Type: application/json\r\n\
             Content-Length: {}\r\nConnection: close\r\n\r\n",
            self.port,
            body.len()
        );
        self.raw(format!("{head}{body}").as_bytes())
    }

    fn asked(&self, what: &str, body: &Value) -> Value {
        let reply = self.post(what, body);
        assert_eq!(reply.status, 200, "{what}: {}", String::from_utf8_lossy(&reply.body));
        reply.json()
    }
}

fn folder(name: &str) -> Folder {
    let folder = Folder::new(name);
    folder.write("mkpat.toml", MANIFEST);
    folder.write("connect.db", CONNECT);
    folder.write("own.db", PATTERN);
    folder.write("game.sgf", RECORD);
    folder
}

#[test]
fn only_the_own_page_may_ask() {
    let folder = folder("studio-guard");
    let server = Server::new(&folder);
    let port = server.port;
    let page = server.get(&format!("/{TOKEN}/"));
    assert_eq!(page.status, 200, "{}", page.head);
    assert!(page.head.to_lowercase().contains("content-security-policy: default-src 'none'"));
    let state = format!("/{TOKEN}/api/state");
    assert_eq!(server.get(&state).status, 200);
    for path in
        ["/", "/api/state", "/0123456789abcdee/api/state", "/0123456789abcdef", "//", "/%30"]
    {
        assert_eq!(server.get(path).status, 403, "{path}");
    }
    let with = |more: &str| {
        server
            .raw(format!("GET {state} HTTP/1.1\r\n{more}Connection: close\r\n\r\n").as_bytes())
            .status
    };
    let own = format!("Host: 127.0.0.1:{port}\r\n");
    assert_eq!(with(&own), 200);
    assert_eq!(with(&format!("{own}Origin: http://127.0.0.1:{port}\r\n")), 200);
    for foreign in ["http://evil.example", "null", "https://127.0.0.1", "http://127.0.0.1:1"] {
        assert_eq!(with(&format!("{own}Origin: {foreign}\r\n")), 403, "{foreign}");
    }
    assert_eq!(with(&format!("{own}Sec-Fetch-Site: cross-site\r\n")), 403);
    for host in ["evil.example", "127.0.0.1", "127.0.0.1:1", "127.0.0.2:80"] {
        assert_eq!(with(&format!("Host: {host}\r\n")), 421, "{host}");
    }
    assert!(matches!(with(""), 400 | 421));
}

/// A hundred requests that nobody meant: each gets an answer that is an error, and the server lives.
#[test]
fn malformed_requests_are_refused() {
    let folder = folder("studio-malformed");
    let server = Server::new(&folder);
    let host = format!("Host: 127.0.0.1:{}\r\nConnection: close\r\n", server.port);
    let mut requests: Vec<Vec<u8>> = Vec::new();
    for line in [
        "",
        "\0\0\0\0",
        "GET",
        "GET / HTTP/9.9",
        "FETCH",
        "GET  HTTP/1.1",
        "POST / HTTP/1.1 more",
        "\r\n\r\n",
        "é / HTTP/1.1",
        "GET /%zz HTTP/1.1",
        "GET http://evil.example/ HTTP/1.1",
        "CONNECT evil.example:80 HTTP/1.1",
        "GET /../../etc/passwd HTTP/1.1",
    ] {
        requests.push(format!("{line}\r\n{host}\r\n").into_bytes());
    }
    let get = |path: &str| format!("GET /{TOKEN}/{path} HTTP/1.1\r\n{host}\r\n").into_bytes();
    for path in [
        "nothing",
        "api",
        "api/nothing",
        "api/draft",
        "api/save",
        "gallery/..%2f..%2fmkpat.toml",
        "gallery/%2e%2e/own.db",
        "../own.db",
        "gallery/",
        "own.db",
        "api/state/more",
    ] {
        requests.push(get(path));
    }
    let apis = [
        "position",
        "matches",
        "candidates",
        "at",
        "why",
        "layer",
        "play",
        "pattern",
        "new",
        "draft",
        "try",
        "save",
    ];
    let post = |what: &str, kind: &str, length: usize, body: &str| {
        format!(
            "POST /{TOKEN}/api/{what} HTTP/1.1\r\n{host}Content-Type: {kind}\r\nContent-Length: {length}\r\n\r\n{body}"
        )
        .into_bytes()
    };
    for what in apis {
        for body in [
            "",
            "{",
            "[]",
            "null",
            "{\"place\":7}",
            "{\"place\":{\"record\":\"../../etc/passwd\"}}",
            "{\"place\":{\"size\":99},\"vertex\":\"Z99\",\"pattern\":\"?\",\"layer\":\"?\"}",
        ] {
            // Two questions have nothing to do with a position.
            if body.contains("place\":{")
                && ["pattern", "new", "save"].contains(&what)
                && !body.contains("size")
            {
                continue;
            }
            requests.push(post(what, "application/json", body.len(), body));
        }
        requests.push(post(what, "text/plain", 2, "{}"));
    }
    // Bodies that are shorter than they say.
    for length in [5, 1 << 20, usize::MAX] {
        let request = post("save", "application/json", length, "{}");
        requests.push([b"\r\n", request.as_slice()].concat());
    }
    let long = format!("{{\"place\":{{}},\"pattern\":\"{}\"}}", "x".repeat(2 << 20));
    requests.push(post("pattern", "application/json", long.len(), &long));
    let deep = "[".repeat(100_000);
    requests.push(post("position", "application/json", deep.len(), &deep));
    requests.push(
        format!("GET /{TOKEN}/ HTTP/1.1\r\n{host}X: {}\r\n\r\n", "x".repeat(1 << 20)).into_bytes(),
    );
    assert!(requests.len() >= 100, "{}", requests.len());
    for request in requests {
        let reply = server.raw(&request);
        let shown = String::from_utf8_lossy(&request[..request.len().min(300)]).into_owned();
        // Nothing at all: the connection was closed on bytes that are no HTTP.
        assert!(
            reply.status == 0 || (400..500).contains(&reply.status),
            "{}: {shown}",
            reply.status
        );
    }
    assert_eq!(server.get(&format!("/{TOKEN}/api/state")).status, 200);
    assert_eq!(folder.read("own.db"), PATTERN.as_bytes());
}

#[test]
fn a_record_is_stepped_through_and_explained() {
    let folder = folder("studio-record");
    let server = Server::new(&folder);
    let records = server.get(&format!("/{TOKEN}/api/records")).json();
    assert_eq!(records["names"], json!(["game.sgf"]));
    let place = json!({ "record": "game.sgf", "number": 4 });
    let board = server.asked("position", &json!({ "place": place }));
    assert_eq!(
        (&board["number"], &board["toMove"], &board["size"]),
        (&json!(4), &json!("B"), &json!(9))
    );
    let matches = server.asked("matches", &json!({ "place": place }));
    let moves = matches["moves"].as_array().expect("a list");
    assert!(moves.iter().any(|m| m[0] == "D6"), "{matches}");
    let at = server.asked("at", &json!({ "place": place, "vertex": "D6" }));
    let found = &at["matches"][0];
    assert_eq!((&found["pattern"], &found["color"]), (&json!("Own1"), &json!("B")), "{at}");
    let why = server.asked(
        "why",
        &json!({ "place": place, "vertex": "D6", "pattern": "Own1", "database": "own" }),
    );
    assert!(why["text"].as_str().expect("text").contains("Own1"), "{why}");
    let near = server
        .asked("at", &json!({ "place": { "record": "game.sgf", "number": 2 }, "vertex": "D6" }));
    assert!(near["near"].as_array().is_some_and(|n| !n.is_empty()), "{near}");
    let found = server.asked("candidates", &json!({ "place": place }));
    assert!(found["candidates"][0]["parts"].is_array(), "{found}");
    for layer in ["worms", "dragons", "eyes", "influence", "territory"] {
        let layer = server.asked("layer", &json!({ "place": place, "layer": layer }));
        assert_eq!(layer["spots"].as_array().map(Vec::len), Some(81));
    }
    let play = server.asked("play", &json!({ "place": { "size": 9, "extra": ["B E5"] } }));
    assert_eq!(play["color"], "W");
    assert!(play["move"].is_string());
    assert_eq!(server.get(&format!("/{TOKEN}/gallery/index.html")).status, 200);
    assert_eq!(server.get(&format!("/{TOKEN}/gallery/own.html")).status, 200);
}

#[test]
fn a_draft_is_read_as_it_is_painted_and_written_when_it_is_saved() {
    let folder = folder("studio-draft");
    let server = Server::new(&folder);
    let opened =
        server.asked("pattern", &json!({ "place": {}, "pattern": "Own1", "database": "own" }));
    let mut draft = opened["draft"].clone();
    assert_eq!(draft["text"], PATTERN);
    let place = json!({ "record": "game.sgf", "number": 4 });
    let checked = server.asked("draft", &json!({ "place": place, "draft": draft, "vertex": "D6" }));
    assert_eq!(checked["diagram"]["rows"][0][1][0], "*");
    assert_eq!(checked["places"][0]["differences"], json!([]), "{checked}");
    // Paint: the corner has to hold an enemy stone now, and the text is longer.
    let at = checked["diagram"]["rows"][2][2][1].as_u64().expect("an offset") as usize;
    let mut text = PATTERN.to_string();
    text.replace_range(at..=at, "X");
    draft["text"] = json!(text.replace(",shape(4)", ", shape(4)"));
    let checked = server.asked("draft", &json!({ "place": place, "draft": draft, "vertex": "D6" }));
    assert_eq!(checked["places"][0]["vertices"].as_array().map(Vec::len), Some(1), "{checked}");
    draft["text"] = json!(text.replace("OX.", "OX"));
    let broken = server.asked("draft", &json!({ "place": place, "draft": draft }));
    assert_eq!(
        (&broken["findings"][0]["severity"], &broken["usable"]),
        (&json!("error"), &json!(false))
    );
    let refused = server.post("save", &json!({ "place": {}, "draft": draft }));
    assert_eq!(folder.read("own.db"), PATTERN.as_bytes(), "{}", refused.status);

    draft["text"] = json!(text.trim_end());
    server.asked("save", &json!({ "place": {}, "draft": draft }));
    assert_eq!(folder.read("own.db"), text.as_bytes());
    let matches = server.asked("matches", &json!({ "place": place }));
    assert_eq!(matches["moves"], json!([]), "{matches}");
    // The draft began with what the file held before.
    let again = server.post("save", &json!({ "place": {}, "draft": draft }));
    assert_eq!(again.status, 409);
    let new = server.asked("new", &json!({ "place": {}, "database": "own" }));
    server.asked("save", &json!({ "place": {}, "draft": new["draft"] }));
    let now = String::from_utf8(folder.read("own.db")).expect("text");
    assert!(now.starts_with(&text) && now.contains("\n\n\nPattern Own2\n"), "{now}");
}

/// A file that has changed meanwhile is never overwritten, even if the server has not seen it yet.
#[test]
fn a_file_that_has_changed_is_not_overwritten() {
    let folder = folder("studio-conflict");
    let studio = Arc::new(Studio::new(&start(&folder)).expect("a studio"));
    let state = studio.state();
    let all = state.databases.as_ref().expect("databases");
    let mut draft = crate::draft::open(all, "own", "Own1").expect("a draft");
    draft.text = draft.text.replace("shape(4)", "shape(5)");
    folder.write("own.db", format!("{PATTERN}# more\n"));
    let refused = crate::draft::save(all, &draft);
    assert!(matches!(refused, Err(crate::draft::Refused::Conflict(_))), "{refused:?}");
    assert!(folder.read("own.db").ends_with(b"# more\n"));
}

/// Writes a file as careful editors do: it is never seen half.
fn put(folder: &Folder, name: &str, text: &str) {
    let new = folder.write("new", text);
    std::fs::rename(new, folder.join(name)).expect("a file");
}

#[test]
fn a_saved_file_is_seen_at_once_and_told_with_what_it_changes() {
    let folder = folder("studio-watch");
    let server = Server::new(&folder);
    let place = json!({ "record": "game.sgf", "number": 4 });
    let total =
        || server.asked("matches", &json!({ "place": place }))["moves"].as_array().map(Vec::len);
    assert_eq!(total(), Some(2));
    put(&folder, "own.db", &PATTERN.replace("OX?", "OXX"));
    let begun = Instant::now();
    while total() != Some(0) {
        assert!(begun.elapsed() < Duration::from_secs(30), "the change is not seen");
        std::thread::sleep(Duration::from_millis(5));
    }
    let changes = || server.get(&format!("/{TOKEN}/api/changes")).json();
    while changes()["done"] != true {
        assert!(begun.elapsed() < Duration::from_secs(60), "{}", changes());
        std::thread::sleep(Duration::from_millis(20));
    }
    let changes = changes();
    assert_eq!(changes["patterns"][0]["pattern"], "Own1", "{changes}");
    let positions = changes["positions"].as_array().expect("a list");
    assert!(positions.iter().any(|p| p["number"] == 4 && p["moves"].is_array()), "{changes}");
    // With errors the engine goes on with what it had.
    put(&folder, "own.db", "Pattern Own1\n\nO*\n");
    let state = || server.get(&format!("/{TOKEN}/api/state")).json();
    while state()["errors"] == 0 {
        assert!(begun.elapsed() < Duration::from_secs(90), "the error is not seen");
        std::thread::sleep(Duration::from_millis(5));
    }
    let state = state();
    assert_ne!(state["playing"], state["version"]);
    assert_eq!(state["databases"][1]["patterns"], 1);
}

/// Who steps through a record quickly gives up one question after the other: they cost nothing.
#[test]
fn questions_that_were_given_up_are_not_answered() {
    let folder = folder("studio-gone");
    let server = Server::new(&folder);
    let seat = locked(&server.studio.moves);
    let body = json!({ "place": { "record": "game.sgf", "number": 4 } }).to_string();
    let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, server.port)).expect("the server");
    let head = format!(
        "POST /{TOKEN}/api/candidates HTTP/1.1\r\nHost: localhost:{}\r\nContent-Type: application/json\r\n\
         Content-Length: {}\r\n\r\n{body}",
        server.port,
        body.len()
    );
    stream.write_all(head.as_bytes()).expect("the server listens");
    let begun = Instant::now();
    while server.studio.opened().is_none() {
        assert!(begun.elapsed() < Duration::from_secs(30), "the question does not arrive");
        std::thread::sleep(Duration::from_millis(5));
    }
    drop(stream);
    // The server learns of it from the socket.
    std::thread::sleep(Duration::from_millis(500));
    drop(seat);
    server.asked("candidates", &json!({ "place": { "record": "game.sgf", "number": 2 } }));
    let asked = locked(&server.studio.moves).asked();
    assert_eq!(asked, 1, "questions that reached the engine");
}

#[test]
fn folders_that_vanish_and_huge_files_are_told() {
    let folder = folder("studio-vanish");
    let server = Server::new(&folder);
    let huge = std::fs::File::create(folder.join("huge.sgf")).expect("a file");
    huge.set_len(100 << 20).expect("a long file");
    let reply = server.post("position", &json!({ "place": { "record": "huge.sgf" } }));
    assert_eq!(reply.status, 422);
    assert!(
        reply.json()["error"].as_str().is_some_and(|e| e.starts_with("huge.sgf: ")),
        "{}",
        reply.json()
    );
    let db = std::fs::File::create(folder.join("own.db")).expect("a file");
    db.set_len(100 << 20).expect("a long file");
    let state = || server.get(&format!("/{TOKEN}/api/state")).json();
    let begun = Instant::now();
    while state()["errors"] == 0 {
        assert!(begun.elapsed() < Duration::from_secs(60), "the file is not refused");
        std::thread::sleep(Duration::from_millis(20));
    }
    std::fs::remove_dir_all(folder.path()).expect("a folder");
    let records = server.get(&format!("/{TOKEN}/api/records"));
    assert_eq!(records.status, 404);
    let reply = server.post("position", &json!({ "place": { "record": "game.sgf" } }));
    assert_eq!(reply.status, 422);
    // An empty board needs no folder.
    server.asked("position", &json!({ "place": { "size": 9 } }));
}

#[test]
fn an_empty_folder_gets_a_database_when_it_is_asked_for() {
    let folder = Folder::new("studio-begin");
    let server = Server::new(&folder);
    assert_eq!(server.get(&format!("/{TOKEN}/api/state")).json()["editable"], false);
    assert_eq!(server.post("new", &json!({ "place": {}, "database": "own" })).status, 422);
    let begun = server.asked("begin", &json!({ "place": {} }));
    assert_eq!((&begun["editable"], &begun["errors"]), (&json!(true), &json!(0)), "{begun}");
    assert_eq!(server.post("begin", &json!({ "place": {} })).status, 409);
    assert!(folder.join("mkpat.toml").exists() && folder.join("own.db").exists());
}
