//! The studio in a browser without a screen: step through a record, look at a move, read why a pattern matches there, paint
//! a cell of it, save, see the board change; with keys as far as possible.
//!
//! `KATACHI_SCREENSHOTS=docs cargo test --test studio author` makes the pictures of docs/studio.md as well.

mod browser;

use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use browser::Browser;
use test_support::Folder;

const MANIFEST: &str = include_str!("../../studio/begin/mkpat.toml");
const CONNECT: &str = include_str!("../../studio/begin/connect.db");
const PATTERN: &str = include_str!("../../studio/begin/own.db");
const RECORD: &str = "(;SZ[9];B[ce];W[de];B[cf];W[df];B[gc])";

/// A studio in a process of its own.
struct Studio {
    child: Child,
    address: String,
}

impl Studio {
    fn start(dir: &Path, more: &[&str]) -> Studio {
        Studio::start_in(dir, dir, more)
    }

    fn start_in(place: &Path, dir: &Path, more: &[&str]) -> Studio {
        let mut child = Command::new(env!("CARGO_BIN_EXE_katachi"))
            .current_dir(place)
            .args(["studio", "--port", "0"])
            .arg(dir)
            .args(more)
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut line = String::new();
        let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
        out.read_line(&mut line).expect("an address");
        let address = line.trim().rsplit(' ').next().unwrap_or_default().to_string();
        assert!(address.starts_with("http://127.0.0.1:"), "{line}");
        Studio { child, address }
    }
}

impl Drop for Studio {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
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

fn text(id: &str) -> String {
    format!("document.getElementById('{id}').textContent")
}

#[test]
fn an_author_steps_looks_paints_and_saves() {
    let Some(program) = test_support::installed("chromium") else { return };
    let (folder, keeps) = (folder("studio-browser"), Folder::new("studio-chromium"));
    let studio = Studio::start(&folder, &[]);
    let mut page = Browser::start(&program, &keeps, [1600, 1000], false);
    page.open(&studio.address);
    page.wait("document.body?.dataset.ready === 'yes'");

    // The record, by keys.
    for _ in 0..4 {
        page.key("ArrowRight", 0);
    }
    page.wait(&format!("{}.includes('move 4, Black to move')", text("position-title")));
    page.wait("document.querySelector('[data-candidate]')");

    // A vertex, by mouse; why a pattern matches there.
    page.click("[data-vertex='D6']");
    page.wait(&format!("{}.startsWith('D6: 1 pattern')", text("vertex-title")));
    page.click("[aria-label='why Own1']");
    page.wait(&format!("{}.includes('Own1')", text("why")));
    let why = page.value(&text("why"));
    assert!(why.as_str().is_some_and(|w| w.contains("own.db:1")), "{why}");

    // Where it nearly matches.
    page.key("Escape", 0);
    page.key("p", 0);
    page.key("p", 0);
    page.wait(&format!("{}.startsWith('D6: 0 patterns')", text("vertex-title")));
    page.wait("document.querySelector('#vertex [data-pattern=Own1]')");
    page.key("n", 0);
    page.key("n", 0);
    page.wait(&format!("{}.startsWith('D6: 1 pattern')", text("vertex-title")));

    // Paint a cell, by keys: the last of the last row.
    page.click("[aria-label='edit Own1']");
    page.wait("document.querySelector('#diagram [role=gridcell]')");
    page.key("e", 0);
    for key in ["ArrowDown", "ArrowDown", "ArrowRight", "ArrowRight", "X"] {
        page.key(key, 0);
    }
    page.wait("document.getElementById('text').value.includes('OXX')");
    page.wait(&format!(
        "{}.includes('1 matches') || {}.includes('0 matches')",
        text("places"),
        text("places")
    ));
    page.wait(
        "document.querySelector('#diagram [data-row=\"2\"][data-col=\"2\"]').dataset.char === 'X'",
    );
    assert_eq!(folder.read("own.db"), PATTERN.as_bytes(), "nothing is written before a save");
    page.key("s", 2);
    page.wait(&format!("{}.startsWith('saved')", text("editor-state")));
    assert_eq!(folder.read("own.db"), PATTERN.replace("OX?", "OXX").as_bytes());
    page.wait(&format!("{}.startsWith('D6: 0 patterns')", text("vertex-title")));
    page.wait(&format!("{}.includes('Own1 of own: diagram changed')", text("changes")));

    // Another editor saves: the page follows, without a reload.
    let begun = Instant::now();
    folder.write("own.db", PATTERN);
    page.wait(&format!("{}.startsWith('D6: 1 pattern')", text("vertex-title")));
    eprintln!("from a saved file to the page: {:.0} ms", begun.elapsed().as_secs_f64() * 1000.0);

    // A file that has changed meanwhile is not overwritten.
    page.wait(
        "document.querySelector('#diagram [data-row=\"2\"][data-col=\"2\"]').dataset.char === '?'",
    );
    page.key("e", 0);
    page.key("o", 0);
    page.wait("document.getElementById('editor-title').textContent.includes('not saved')");
    let theirs = PATTERN.replace("shape(4)", "shape(7)");
    folder.write("own.db", &theirs);
    page.wait("document.querySelector('.conflict')");
    page.key("s", 2);
    std::thread::sleep(Duration::from_millis(300));
    assert_eq!(folder.read("own.db"), theirs.as_bytes());
    page.click(".conflict button");
    page.wait("document.getElementById('text').value.includes('shape(7)')");

    // The engine plays, and says why.
    page.key("Escape", 0);
    page.key("g", 0);
    page.wait(&format!("{}.includes('the engine (B)')", text("played")));

    for (role, name) in page.accessible() {
        let has_to_say = [
            "button",
            "link",
            "textbox",
            "searchbox",
            "combobox",
            "spinbutton",
            "checkbox",
            "gridcell",
            "listbox",
        ];
        assert!(
            !has_to_say.contains(&role.as_str()) || !name.trim().is_empty(),
            "a {role} without a name"
        );
    }
    let trouble = page.value("document.getElementById('trouble').hidden");
    assert_eq!(trouble, true, "{}", page.value(&text("trouble")));
    drop(page);
    if let Some(out) = std::env::var_os("KATACHI_SCREENSHOTS") {
        pictures(&program, Path::new(&out));
    }
}

/// As docs/tutorial.md tells it: from a folder without databases to a pattern that changes the engine's move.
#[test]
fn an_empty_folder_becomes_a_pattern_that_is_played() {
    let Some(program) = test_support::installed("chromium") else { return };
    let (folder, keeps) = (Folder::new("studio-empty"), Folder::new("studio-empty-chromium"));
    folder.write("game.sgf", RECORD);
    let studio = Studio::start(&folder, &[]);
    let mut page = Browser::start(&program, &keeps, [1600, 1000], false);
    page.open(&format!("{}#record=game.sgf&number=4", studio.address));
    page.wait("document.body?.dataset.ready === 'yes'");
    page.click("#begin");
    page.wait(&format!("{}.startsWith('2 patterns')", text("databases")));
    page.wait("document.querySelector('[data-candidate]')");
    page.click("[data-vertex='E5']");
    page.wait(&format!("{}.startsWith('E5: 0 patterns')", text("vertex-title")));
    let before = page.value("document.querySelector('[data-candidate]').dataset.candidate");
    assert!(before != "E5" && before != "E4", "{before}");

    page.click("#new-pattern");
    page.wait("document.querySelector('#diagram [role=gridcell]')");
    page.click("[aria-label='without the last row']");
    page.wait("document.querySelectorAll('#diagram [role=row]').length === 2");
    page.click("[aria-label='without the last column']");
    page.wait("document.querySelectorAll('#diagram [role=gridcell]').length === 6");
    page.key("Escape", 0);
    page.key("e", 0);
    let right = "ArrowRight";
    for key in ["O", right, "X", right, "*", "ArrowDown", "?", "ArrowLeft", "X", "ArrowLeft", "O"] {
        page.key(key, 0);
    }
    page.wait("document.getElementById('text').value.includes('OX*\\nOX?\\n')");
    page.value(
        "(() => { const s = document.getElementById('add-value'); s.value = 'minvalue'; \
         s.dispatchEvent(new Event('change')); })()",
    );
    page.wait("document.querySelector('[data-field=minvalue]')");
    page.click("[data-field=minvalue]");
    // Two digits before or behind the one that is there: more than any other move is worth.
    page.key("9", 0);
    page.key("9", 0);
    page.wait(&format!("{}.includes('no errors')", text("editor-state")));
    let value = page.value("document.querySelector('[data-field=minvalue]').value");
    assert!(value == "991" || value == "919" || value == "199", "{value}");
    assert_eq!(
        page.value("document.querySelectorAll('#places li')[0].textContent.includes('matches')"),
        true
    );
    let untouched = folder.read("own.db");
    page.key("s", 2);
    page.wait(&format!("{}.startsWith('saved')", text("editor-state")));
    let saved = String::from_utf8(folder.read("own.db")).expect("text");
    assert!(saved.as_bytes().starts_with(&untouched) && saved.contains("OX*\nOX?\n"), "{saved}");
    page.wait(
        "['E5', 'E4'].includes(document.querySelector('[data-candidate]')?.dataset.candidate)",
    );
    page.wait("document.querySelector('[data-changed=\"4\"]')");
    // What this page has written itself is no change behind its back.
    assert_eq!(page.value("document.querySelector('.conflict') === null"), true);
}

#[test]
fn a_port_that_is_taken_is_told() {
    let folder = folder("studio-port");
    let studio = Studio::start(&folder, &[]);
    let port =
        studio.address.split(':').nth(2).and_then(|rest| rest.split('/').next()).expect("a port");
    let second = Command::new(env!("CARGO_BIN_EXE_katachi"))
        .args(["studio", "--port", port])
        .arg(folder.path())
        .output()
        .expect("the program");
    let told = String::from_utf8_lossy(&second.stderr);
    assert_eq!(second.status.code(), Some(2), "{told}");
    assert!(told.contains(port) && told.contains("another studio"), "{told}");
    let gone = Command::new(env!("CARGO_BIN_EXE_katachi"))
        .args(["studio", "--port", "0", "no such folder"])
        .output()
        .expect("the program");
    assert_eq!(gone.status.code(), Some(2));
}

/// Makes the pictures of the manual.
fn pictures(program: &Path, out: &Path) {
    let out = Path::new(env!("CARGO_MANIFEST_DIR")).join(out);
    let (folder, keeps) = (Folder::new("studio-pictures"), Folder::new("studio-pictures-chromium"));
    let position = include_str!("../../docs/positions/studio.sgf");
    folder.write("game.sgf", position);
    let patterns = concat!(env!("CARGO_MANIFEST_DIR"), "/patterns");
    let studio = Studio::start_in(&folder, Path::new("."), &["--patterns", patterns]);
    for (name, dark, hash, ready) in [
        (
            "studio-why",
            false,
            "#record=game.sgf&number=30&vertex=Q5",
            "document.querySelector('#why pre')",
        ),
        (
            "studio-editor",
            false,
            "#record=game.sgf&number=30&vertex=Q5&database=general&pattern=Ext1",
            "document.querySelector('#diagram .cells')",
        ),
        (
            "studio-layer",
            true,
            "#record=game.sgf&number=60&layer=influence",
            "document.querySelector('#legend .legend')",
        ),
    ] {
        let mut page = Browser::start(program, &keeps, [1680, 1050], dark);
        page.open(&format!("{}{hash}", studio.address));
        page.wait("document.body?.dataset.ready === 'yes'");
        if name == "studio-why" {
            page.wait("document.querySelector('#vertex .link')");
            page.click("#vertex .link");
        }
        page.wait(ready);
        page.wait("document.querySelector('[data-candidate]')");
        page.value("scrollTo(0, 0)");
        std::thread::sleep(Duration::from_millis(500));
        let picture = page.picture();
        let mut decoder = Command::new("base64")
            .arg("-d")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("base64");
        let mut to = decoder.stdin.take().expect("a pipe");
        std::thread::spawn(move || std::io::Write::write_all(&mut to, picture.as_bytes()));
        let mut bytes = Vec::new();
        decoder.stdout.take().expect("a pipe").read_to_end(&mut bytes).expect("bytes");
        let _ = decoder.wait();
        std::fs::write(out.join(format!("{name}.png")), bytes).expect("a picture");
    }
}
