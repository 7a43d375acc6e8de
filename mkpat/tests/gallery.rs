//! `mkpat doc`: pages that hang together, for our own databases and for those of GNU Go.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

use test_support::Folder;

fn doc(arguments: &[&str], folder: &Path) -> (i32, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_mkpat"))
        .arg("doc")
        .args(arguments)
        .arg("-o")
        .arg(folder)
        .output()
        .expect("the command runs");
    let told = [output.stdout, output.stderr].concat();
    (output.status.code().unwrap_or(-1), String::from_utf8_lossy(&told).into_owned())
}

/// What stands between two texts, each time.
fn all<'a>(text: &'a str, before: &str, after: char) -> Vec<&'a str> {
    text.split(before).skip(1).filter_map(|rest| rest.split(after).next()).collect()
}

/// Every link leads somewhere, every picture refers to shapes that are there, no identifier comes twice.
fn hang_together(folder: &Path) -> usize {
    let mut articles = 0;
    let names: Vec<String> = std::fs::read_dir(folder)
        .expect("a folder")
        .map(|entry| entry.expect("a file").file_name().to_string_lossy().into_owned())
        .filter(|name| name.ends_with(".html"))
        .collect();
    let read =
        |name: &String| (name.clone(), std::fs::read_to_string(folder.join(name)).expect("a page"));
    let pages: BTreeMap<String, String> = names.iter().map(read).collect();
    // Those of each page, looked up again and again.
    let mut identifiers: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (name, text) in &pages {
        let quoted = all(text, " id=\"", '"').into_iter();
        identifiers.insert(name, quoted.chain(all(text, "<h2 id=", '>')).collect());
    }
    for (name, text) in &pages {
        let quoted = all(text, " id=\"", '"').into_iter();
        let ids: Vec<&str> = quoted.chain(all(text, "<h2 id=", '>')).collect();
        let known: BTreeSet<&str> = ids.iter().copied().collect();
        assert_eq!(known.len(), ids.len(), "{name}: an identifier comes twice");
        for link in all(text, "href=\"", '"') {
            match link.split_once('#') {
                Some(("", id)) => assert!(known.contains(id), "{name}: no #{id}"),
                Some((page, id)) => {
                    assert!(identifiers[page].contains(id), "{name}: no {link}");
                }
                None => {
                    let known = pages.contains_key(link) || folder.join(link).is_file();
                    assert!(known, "{name}: no {link}");
                }
            }
        }
        for tag in ["svg", "article", "div", "details", "ul", "li", "g", "table"] {
            let open = text.matches(&format!("<{tag} ")).count()
                + text.matches(&format!("<{tag}>")).count();
            assert_eq!(open, text.matches(&format!("</{tag}>")).count(), "{name}: <{tag}>");
        }
        for asks in ["href=\"http", "href=http", "src=\"http", "src=http", "@import"] {
            assert!(!text.contains(asks), "{name} asks the network: {asks}");
        }
        articles += text.matches("<article id=").count();
    }
    articles
}

#[test]
fn our_databases_become_pages() {
    let folder = Folder::new("gallery-ours");
    let ours = Path::new(env!("CARGO_MANIFEST_DIR")).join("../patterns");
    let (code, told) = doc(&[&ours.display().to_string()], folder.path());
    assert_eq!(code, 0, "{told}");
    let articles = hang_together(folder.path());
    assert!(articles > 1000, "{articles} patterns");
    let general = String::from_utf8(folder.read("general.html")).expect("a text");
    let entry = general.split("<article id=\"Hane1\">").nth(1).expect("a pattern");
    let entry = entry.split("</article>").next().expect("its end");
    assert!(
        entry.contains("href=\"general.Hane1.html\"") && !entry.contains(" orientations</summary>")
    );
    let hane = String::from_utf8(folder.read("general.Hane1.html")).expect("a text");
    for part in [
        "hane at the head of two stones",
        "aria-label=\"Hane1: o*. / OX. / OX?\"",
        "<code>shape(4)</code>",
        "the string at `B`",
        "<summary>8 orientations</summary>",
        "Tested: ",
    ] {
        let plain = hane.replace("Number of liberties of the string at", "the string at");
        assert!(plain.contains(part), "{part}: {hane}");
    }
    let joseki = String::from_utf8(folder.read("joseki.html")).expect("a text");
    assert!(joseki.contains("<ul class=tree>"));
    // Below the deepest branch there are several others.
    assert!(joseki.contains("</li></ul></li></ul></li></ul></li>"));
    let data = String::from_utf8(folder.read("data.js")).expect("a text");
    assert!(
        data.contains("[\"general\",\"Hane1\",\"OXEa\"") || data.contains("\"Hane1\""),
        "{}",
        &data[..300]
    );
    assert_eq!(data.lines().count(), articles + 2);
}

#[test]
fn what_authors_write_is_text_and_nothing_else() {
    let folder = Folder::new("gallery-text");
    let text = "Pattern A1\n# <script>alert(\"1\")</script> & more\n\n.*.\nXOX\n---\n\n:8,s\n\n.*.\nXaX\n---\n\n\
                ; (lib(a) > 1 && lib(a) < 4) == 1\n";
    let file = folder.write("a.db", text);
    let pages = folder.path().join("pages");
    let (code, told) = doc(&[&file.display().to_string()], &pages);
    assert_eq!(code, 0, "{told}");
    let page = std::fs::read_to_string(pages.join("a.html")).expect("a page");
    assert!(
        page.contains("&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; more"),
        "{page}"
    );
    assert!(!page.contains("<script>alert"));
    let data = std::fs::read_to_string(pages.join("data.js")).expect("a script");
    assert!(!data.contains("<script"), "{data}");
    assert_eq!(hang_together(&pages), 1);
}

#[test]
fn records_tell_how_often_patterns_match() {
    let folder = Folder::new("gallery-records");
    let file = folder.write(
        "a.db",
        "Pattern A1\n# an idea\n\nO*\n.X\n\n:8,-\n\n\nPattern A2\n# never\n\nO*O\nX.X\n\n:8,-\n",
    );
    let record = folder.write("game.sgf", "(;SZ[9];B[ee];W[df];B[de])");
    let pages = folder.path().join("pages");
    let arguments = [&file, &record].map(|path| path.display().to_string());
    let (code, told) = doc(&[&arguments[0], "--records", &arguments[1]], &pages);
    assert_eq!(code, 0, "{told}");
    let page = std::fs::read_to_string(pages.join("a.html")).expect("a page");
    assert!(page.contains("Matched ") && page.contains("<p>Never matched in "), "{page}");
    assert!(page.contains("µs a position to match"));
    // The first match, drawn on its part of the board.
    let example = page.split("<summary>in game.sgf after move ").nth(1).expect("an example");
    assert!(example.contains("class=\"kv\"") && example.contains("#km"), "{example}");
    hang_together(&pages);
}

#[test]
fn the_databases_of_gnu_go_become_pages() {
    let Some(corpus) = test_support::shared("corpus/gnugo-3.8") else { return };
    let folder = Folder::new("gallery-corpus");
    let mut files: Vec<String> = std::fs::read_dir(corpus)
        .expect("a folder")
        .map(|entry| entry.expect("a file").path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "db"))
        .map(|path| path.display().to_string())
        .collect();
    files.sort();
    let files: Vec<&str> = files.iter().map(String::as_str).collect();
    let (code, told) = doc(&files, folder.path());
    assert_eq!(code, 0, "{told}");
    let articles = hang_together(folder.path());
    assert!(articles > 2400, "{articles} patterns");
}

#[test]
fn what_cannot_be_written_is_told() {
    let folder = Folder::new("gallery-bad");
    let file = folder.write("a.db", "Pattern A1\n# an idea\n\nO*\n.X\n\n:8,-\n");
    let (code, told) = doc(&[&file.display().to_string()], &file);
    assert_eq!(code, 2, "{told}");
    assert!(told.contains("a.db: "), "{told}");
    let (code, _) = doc(&["nothing.db"], &folder.path().join("x"));
    assert_eq!(code, 2);
    assert!(!folder.path().join("x").exists());
}
