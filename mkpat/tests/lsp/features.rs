//! Every answer of the server, on a small database.

use serde_json::{Value, json};
use test_support::Folder;

use super::MKPAT;
use super::client::{Client, edited, place, uri};

const MANIFEST: &str =
    "[[database]]\nname = \"moves\"\nfiles = [\"one.db\", \"two.db\"]\nstage = \"movegen\"\n";

const ONE: &str = "\
# Ä comment at the top
# in two lines.

attribute_map general


Pattern Hane1
# hane at the head of two stones

o*.
OX.
OX?

:8,OXEa,shape(4)

a*.
OB.
OB?

; lib(B) > 2
; && (!safe_xmove(a) || oplay_attack_either(*,a,a,B))


Pattern Cut7
# a cut

XO.
O*X
?.?

:8,BX

XO.
a*c
?.?

; lib(a) > 1 && lib(c) > 1
";

const TWO: &str = "Pattern Jump1\n# a jump\n\n.*.\n?.?\n.O.\n\n:8,Ee\n";

struct Scene {
    folder: Folder,
    client: Client,
    one: String,
}

impl Scene {
    fn new(name: &str) -> Scene {
        let folder = Folder::new(&format!("lsp-{name}"));
        folder.write("mkpat.toml", MANIFEST);
        folder.write("two.db", TWO);
        let one = uri(&folder.write("one.db", ONE));
        let mut client = Client::with(MKPAT, Client::capable(), json!({}));
        client.open(&one, ONE);
        Scene { folder, client, one }
    }

    fn at(&mut self, method: &str, position: Value) -> Value {
        let document = json!({ "uri": self.one });
        let params = json!({ "textDocument": document, "position": position });
        self.client.request(method, params).expect("an answer")
    }

    fn whole(&mut self, method: &str) -> Value {
        let params = json!({ "textDocument": { "uri": self.one }, "options": {} });
        self.client.request(method, params).expect("an answer")
    }

    fn ranged(&mut self, method: &str, from: u64, to: u64) -> Value {
        let range = json!({
            "start": { "line": from, "character": 0 }, "end": { "line": to, "character": 0 }
        });
        let document = json!({ "uri": self.one });
        let params = json!({
            "textDocument": document, "range": range, "options": {},
            "context": { "diagnostics": [] },
        });
        self.client.request(method, params).expect("an answer")
    }

    /// The texts of a hover.
    fn hover(&mut self, what: &str, number: usize) -> String {
        let hover = self.at("textDocument/hover", place(ONE, what, number));
        hover["contents"]["value"].as_str().unwrap_or_default().to_string()
    }

    /// The labels of a completion behind some text.
    fn completed(&mut self, behind: &str) -> Vec<String> {
        let mut position = place(ONE, behind, 0);
        let column = position["character"].as_u64().expect("a column") + behind.len() as u64;
        position["character"] = json!(column);
        let items = self.at("textDocument/completion", position);
        let labels = items.as_array().expect("a list").iter();
        labels.map(|item| item["label"].as_str().expect("a label").to_string()).collect()
    }

    /// The action with this title where some text stands, and all titles.
    fn action(&mut self, text: &str, what: &str, title: &str) -> (Value, Vec<String>) {
        let start = place(text, what, 0);
        let params = json!({
            "textDocument": { "uri": self.one }, "range": { "start": start, "end": start },
            "context": { "diagnostics": [] },
        });
        let actions = self.client.request("textDocument/codeAction", params).expect("actions");
        let actions = actions.as_array().expect("a list").clone();
        let named = |action: &Value| action["title"].as_str().expect("a title").to_string();
        let titles: Vec<String> = actions.iter().map(named).collect();
        let found = actions.into_iter().find(|action| named(action).contains(title));
        (found.unwrap_or_else(|| panic!("no `{title}` in {titles:?}")), titles)
    }

    /// The text of the first file after such an action.
    fn after(&mut self, text: &str, what: &str, title: &str) -> String {
        let (action, _) = self.action(text, what, title);
        edited(text, &action["edit"]["documentChanges"][0]["edits"])
    }
}

#[test]
fn hovers_explain_every_kind_of_word() {
    let mut scene = Scene::new("hover");
    for (what, number, part) in [
        ("Hane1", 0, "hane at the head of two stones"),
        ("lib(B)", 0, "Number of liberties of the string at x"),
        ("shape(", 0, "Added to the shape value"),
        ("Ea,shape", 0, "Expands influence"),
        ("8,OXEa", 0, "No symmetry"),
        ("a*.", 0, "**label a** at `o`: Empty or an O stone."),
        ("B) > 2", 0, "**label B** at `X`"),
        ("o*.", 0, "Empty or an O stone"),
        ("*,a,a,B", 0, "The move of the pattern"),
        ("attribute_map", 0, "Which values colon lines may give"),
        ("general", 0, "attribute map general"),
    ] {
        let said = scene.hover(what, number);
        assert!(said.contains(part), "{what}: {said}");
    }
    assert_eq!(scene.hover("# Ä comment", 0), "");
    assert!(scene.client.leave().success());
}

#[test]
fn a_hover_shows_a_picture_to_a_client_that_wants_one() {
    let folder = Folder::new("lsp-picture");
    let two = uri(&folder.write("two.db", TWO));
    let mut client = Client::with(MKPAT, json!({}), json!({ "pictures": true }));
    client.open(&two, TWO);
    let params =
        json!({ "textDocument": { "uri": two }, "position": { "line": 0, "character": 9 } });
    let hover = client.request("textDocument/hover", params).expect("a hover");
    let text = hover["contents"]["value"].as_str().expect("a text");
    assert!(text.starts_with("![Jump1](data:image/svg+xml;base64,PHN2Zy"), "{text}");
}

/// What a hover over the name of the only pattern says, with these records.
fn hover_with_records(folder: &Folder, records: &str) -> String {
    let two = uri(&folder.write("two.db", TWO));
    let records = folder.join(records);
    let mut client = Client::with(MKPAT, json!({}), json!({ "records": records }));
    client.open(&two, TWO);
    let params =
        json!({ "textDocument": { "uri": two }, "position": { "line": 0, "character": 9 } });
    let hover = client.request("textDocument/hover", params).expect("a hover");
    hover["contents"]["value"].as_str().expect("a text").to_string()
}

#[test]
fn a_hover_tells_how_often_a_pattern_matches_in_records() {
    let folder = Folder::new("lsp-records");
    std::fs::create_dir_all(folder.join("games/empty")).expect("a folder");
    folder.write("games/one.sgf", "(;SZ[9];B[ee];W[ec])");
    folder.write("games/broken.sgf", "no record");
    let said = hover_with_records(&folder, "games");
    // A stone in the middle of an empty board jumps in four directions, each in two images.
    assert!(said.contains("positions of 1 record; first in one.sgf after move "), "{said}");
    assert!(said.contains("a jump"), "{said}");
    let none = hover_with_records(&folder, "games/empty");
    assert!(
        none.contains("How often it matches is not known: ") && none.contains("no .sgf"),
        "{none}"
    );
    folder.write("games/empty/two.sgf", "(;SZ[9])");
    let never = hover_with_records(&folder, "games/empty");
    assert!(never.contains("Never matched in 1 positions of 1 record."), "{never}");
}

#[test]
fn completion_knows_what_can_stand_where() {
    let mut scene = Scene::new("complete");
    let has = |found: &[String], wanted: &[&str], unwanted: &[&str]| {
        for word in wanted {
            assert!(found.iter().any(|label| label == word), "{word} is not in {found:?}");
        }
        for word in unwanted {
            assert!(found.iter().all(|label| label != word), "{word} is in {found:?}");
        }
    };
    let queries = scene.completed("; ");
    has(&queries, &["lib", "attack", "owl_threatens", "WIN"], &["shape", "add_move_reason", "a"]);
    has(&scene.completed("oplay_attack_either("), &["a", "B", "*"], &["?", "lib"]);
    has(&scene.completed("oplay_attack_either(*,"), &["a", "B", "*", "?"], &[]);
    has(&scene.completed(":8,OXEa,"), &["shape", "minvalue"], &["s", "8"]);
    has(&scene.completed(":8,OXEa"), &["s", "C"], &["O", "shape"]);
    has(&scene.completed(":"), &["8", "|", "+"], &["shape"]);
    has(&scene.completed("attribute_map "), &["general", "value_only"], &["Pattern"]);
    has(&scene.completed("Pa"), &["Pattern", "attribute_map"], &[]);
    assert!(scene.completed("# hane").is_empty());
    let text = format!("# mkpat: allow(\n{ONE}");
    scene.client.change(&scene.one.clone(), 2, &text);
    let codes = scene.at("textDocument/completion", json!({ "line": 0, "character": 15 }));
    let first = |item: &Value| item["label"].as_str().expect("a label").starts_with("KP");
    assert!(codes.as_array().is_some_and(|items| items.len() > 50 && items.iter().all(first)));
}

#[test]
fn signatures_follow_the_argument() {
    let mut scene = Scene::new("signature");
    let text = ONE.replace("lib(a) > 1", "does_attack(*, ");
    scene.client.change(&scene.one.clone(), 2, &text);
    let mut position = place(&text, "does_attack", 0);
    position["character"] = json!(position["character"].as_u64().expect("a column") + 15);
    let help = scene.at("textDocument/signatureHelp", position.clone());
    assert_eq!(help["signatures"][0]["label"], "does_attack(x,y)");
    assert_eq!(help["activeParameter"], 1, "{help}");
    assert_eq!(help["signatures"][0]["parameters"][1]["label"], json!([14, 15]));
    position["character"] = json!(0);
    assert_eq!(scene.at("textDocument/signatureHelp", position), Value::Null);
}

#[test]
fn labels_and_patterns_are_found_and_renamed() {
    let mut scene = Scene::new("rename");
    let label = place(ONE, "safe_xmove(a)", 0);
    let argument = json!({ "line": label["line"], "character": label["character"].as_u64().expect("a column") + 11 });
    let definition = scene.at("textDocument/definition", argument.clone());
    assert_eq!(definition[0]["range"]["start"], place(ONE, "a*.", 0), "{definition}");
    let document = json!({ "uri": scene.one });
    for (declaration, count) in [(true, 4), (false, 3)] {
        let params = json!({
            "textDocument": document, "position": argument,
            "context": { "includeDeclaration": declaration },
        });
        let found = scene.client.request("textDocument/references", params).expect("places");
        assert_eq!(found.as_array().map(Vec::len), Some(count), "{found}");
    }
    let seen = scene.at("textDocument/documentHighlight", argument.clone());
    assert_eq!(seen.as_array().map(Vec::len), Some(4), "{seen}");
    let ready = scene.at("textDocument/prepareRename", argument.clone());
    assert_eq!(ready["placeholder"], "a");
    let mut rename = |position: &Value, name: &str| {
        let params = json!({ "textDocument": document, "position": position, "newName": name });
        scene.client.request("textDocument/rename", params)
    };
    let edit = rename(&argument, "d").expect("an edit");
    let text = edited(ONE, &edit["documentChanges"][0]["edits"]);
    // The label of the other pattern stays.
    assert!(text.contains("d*.\nOB.\nOB?") && text.contains("either(*,d,d,B)"), "{text}");
    assert!(text.contains("; lib(a) > 1 && lib(c) > 1"), "{text}");
    for bad in ["B", "O", "ab", "", "1"] {
        assert!(rename(&argument, bad).is_err(), "{bad}");
    }
    let head = place(ONE, "Cut7", 0);
    let edit = rename(&head, "Cut8").expect("an edit");
    assert_eq!(edit["documentChanges"][0]["edits"][0]["newText"], "Cut8");
    // Tests that name the pattern go along, others and titles stay.
    let tests = scene.folder.path().join("tests");
    std::fs::create_dir_all(&tests).expect("a folder");
    let case = |title: &str, only: &str| {
        let board = ". . . . .\n. . . . .\n. . . . .\n. . . . .\nX O X . .\n";
        format!("=== {title}\nonly: {only}\nsize: 5\n\n{board}\nmatches: none\n\n")
    };
    let text = case("the Cut7 itself", "Jump1 Cut7") + &case("others", "Cut77 Cut*");
    std::fs::write(tests.join("cuts.txt"), &text).expect("a file");
    let edit = rename(&head, "Cut8").expect("an edit");
    let with = &edit["documentChanges"][1];
    assert!(
        with["textDocument"]["uri"].as_str().is_some_and(|uri| uri.ends_with("/tests/cuts.txt")),
        "{edit}"
    );
    assert_eq!(
        edited(&text, &with["edits"]),
        text.replace("only: Jump1 Cut7\n", "only: Jump1 Cut8\n")
    );
    // A name of another file of the database.
    for bad in ["Jump1", "Hane1", "", "a b"] {
        assert!(rename(&head, bad).is_err(), "{bad}");
    }
}

#[test]
fn outlines_folds_and_words() {
    let mut scene = Scene::new("outline");
    let symbols = scene.whole("textDocument/documentSymbol");
    let names: Vec<&Value> =
        symbols.as_array().expect("a list").iter().map(|s| &s["name"]).collect();
    assert_eq!(names, ["Hane1", "Cut7"]);
    assert_eq!(symbols[0]["detail"], "hane at the head of two stones");
    let found = scene.client.request("workspace/symbol", json!({ "query": "JU" })).expect("a list");
    assert_eq!(found[0]["name"], "Jump1");
    assert!(found[0]["location"]["uri"].as_str().is_some_and(|uri| uri.ends_with("two.db")));
    let folds = scene.whole("textDocument/foldingRange");
    let lines: Vec<(u64, u64)> = folds
        .as_array()
        .expect("a list")
        .iter()
        .map(|f| (f["startLine"].as_u64().expect("a line"), f["endLine"].as_u64().expect("a line")))
        .collect();
    assert_eq!(lines, [(0, 1), (6, 20), (23, 36)]);
    let all = scene.whole("textDocument/semanticTokens/full");
    let data = all["data"].as_array().expect("numbers");
    assert!(data.len() > 200 && data.len().is_multiple_of(5));
    // The comment at the top: five numbers, its length in bytes.
    assert_eq!(data[..5], [json!(0), json!(0), json!(23), json!(8), json!(0)]);
    let some = scene.ranged("textDocument/semanticTokens/range", 0, 3);
    assert_eq!(some["data"].as_array().map(Vec::len), Some(10), "{some}");
    let hints = scene.ranged("textDocument/inlayHint", 0, 100);
    let labels: Vec<&Value> =
        hints.as_array().expect("a list").iter().map(|h| &h["label"]).collect();
    assert_eq!(labels, ["y:", "z:"]);
}

#[test]
fn files_and_parts_of_them_are_laid_out() {
    let mut scene = Scene::new("layout");
    let untidy = ONE.replace(":8,OXEa,", ":8,OXEa, ").replace("lib(a) > 1 &&", "lib(a)>1&&");
    scene.client.change(&scene.one.clone(), 2, &untidy);
    let edits = scene.whole("textDocument/formatting");
    assert_eq!(edits.as_array().map(Vec::len), Some(2), "few lines change: {edits}");
    assert_eq!(edited(&untidy, &edits), ONE);
    let edits = scene.ranged("textDocument/rangeFormatting", 0, 20);
    assert_eq!(edited(&untidy, &edits), ONE.replace("lib(a) > 1 &&", "lib(a)>1&&"));
    let broken = ONE.replace("; lib(a)", "; lib(a");
    scene.client.change(&scene.one.clone(), 3, &broken);
    let params = json!({ "textDocument": { "uri": scene.one }, "options": {} });
    let refused = scene.client.request("textDocument/formatting", params).expect_err("a refusal");
    assert!(refused["message"].as_str().is_some_and(|why| why.contains("left alone")), "{refused}");
}

#[test]
fn diagnostics_come_with_all_that_is_known() {
    let mut scene = Scene::new("diagnostics");
    let one = scene.one.clone();
    let text = ONE.replace("lib(c) > 1", "libb(c) > 1").replace("OB?", "OBd");
    let page = uri(&scene.folder.write("page", ""));
    scene.client = Client::with(MKPAT, Client::capable(), json!({ "pages": page }));
    scene.client.open(&one, &text);
    let found = scene.client.diagnostics(&one, 1);
    let of = |code: &str| {
        let found = found.iter().find(|d| d["code"] == code);
        found.unwrap_or_else(|| panic!("{code}: {found:?}")).clone()
    };
    let error = of("KP0401");
    assert_eq!((&error["severity"], &error["source"]), (&json!(1), &json!("mkpat")));
    assert_eq!(error["range"]["start"], place(&text, "libb", 0));
    let address = error["codeDescription"]["href"].as_str().expect("an address");
    assert!(address.ends_with("page#kp0401-unknown-autohelper"), "{address}");
    let unused = of("KP0602");
    assert_eq!(unused["tags"], json!([1]));
    // What is wrong between files is told with the other place.
    let double = TWO.replace("Jump1", "Hane1");
    scene.folder.write("two.db", &double);
    let two = uri(&scene.folder.path().join("two.db"));
    let changes = json!({ "changes": [{ "uri": two, "type": 2 }] });
    scene.client.notify("workspace/didChangeWatchedFiles", changes);
    scene.client.change(&one, 2, ONE);
    scene.client.diagnostics(&one, 2);
    scene.client.request("workspace/symbol", json!({ "query": "" })).expect("a list");
    let (_, list) = &scene.client.published[&two];
    let twice = list.iter().find(|d| d["code"] == "KP0502").expect("a second name");
    assert_eq!(twice["relatedInformation"][0]["location"]["uri"], json!(one));
    // A file that is closed again has no findings of its own.
    scene.client.notify("textDocument/didClose", json!({ "textDocument": { "uri": one } }));
    scene.client.request("workspace/symbol", json!({ "query": "" })).expect("a list");
    while scene.client.published.values().any(|(_, list)| !list.is_empty()) {
        scene.client.request("workspace/symbol", json!({ "query": "" })).expect("a list");
    }
}

#[test]
fn fixes_are_offered_and_made() {
    let mut scene = Scene::new("fixes");
    let one = scene.one.clone();
    let text = ONE.replace("safe_xmove", "safe_xmov").replace(":8,BX", ":8,BX ");
    scene.client.change(&one, 2, &text);
    let mended = scene.after(&text, "safe_xmov", "write `safe_xmove`");
    assert_eq!(mended, text.replace("safe_xmov", "safe_xmove"));
    let warned = ONE.replace("OB?", "OBd");
    scene.client.change(&one, 3, &warned);
    let (fix, titles) = scene.action(&warned, "d\n", "draw what the main diagram shows");
    assert_eq!(
        (&fix["kind"], &fix["isPreferred"]),
        (&json!("quickfix"), &json!(true)),
        "{titles:?}"
    );
    assert_eq!(fix["diagnostics"][0]["code"], "KP0602");
    assert_eq!(edited(&warned, &fix["edit"]["documentChanges"][0]["edits"]), ONE);
    let allowed = scene.after(&warned, "d\n", "allow KP0602");
    assert!(allowed.contains("# mkpat: allow(KP0602) reason\na*.\nOB.\nOBd"), "{allowed}");
    scene.client.change(&one, 4, &allowed);
    let left = scene.client.diagnostics(&one, 4);
    assert!(left.iter().all(|d| d["code"] != "KP0602"), "{left:?}");
    let tidy = ONE.replace("a*c", "a*C").replace("lib(c)", "lib(C)");
    // All of them, as an edit and as a command.
    let mixed = warned.replace(":8,BX", ":8,BX ");
    scene.client.change(&one, 5, &mixed);
    let params = json!({
        "textDocument": { "uri": one }, "context": { "diagnostics": [], "only": ["source.fixAll"] },
        "range": { "start": { "line": 0, "character": 0 }, "end": { "line": 0, "character": 0 } },
    });
    let all = scene.client.request("textDocument/codeAction", params).expect("actions");
    assert_eq!(edited(&mixed, &all[0]["edit"]["documentChanges"][0]["edits"]), tidy, "{all}");
    let (offered, _) = scene.action(&mixed, "XO.", "apply all fixes");
    scene.client.request("workspace/executeCommand", offered["command"].clone()).expect("it works");
    let asked = scene.client.other();
    assert_eq!(asked["method"], "workspace/applyEdit");
    let edit = &asked["params"]["edit"]["documentChanges"][0];
    assert_eq!(edited(&mixed, &edit["edits"]), tidy);
    assert_eq!(edit["textDocument"]["version"], 5);
}

#[test]
fn patterns_are_changed_by_actions() {
    let mut scene = Scene::new("actions");
    let turned = scene.after(ONE, "XO.", "turn the pattern clockwise");
    assert!(turned.contains("?OX\n.*O\n?X."), "{turned}");
    assert!(turned.contains("?aX\n.*O\n?c."), "{turned}");
    let mirrored = scene.after(ONE, "XO.", "mirror the pattern left to right");
    assert!(mirrored.contains(".OX\nX*O\n?.?"), "{mirrored}");
    let labelled = scene.after(ONE, "?.?\n\n:", "add the label");
    assert!(labelled.contains("XO.\na*c\nb.?"), "{labelled}");
    let more = scene.after(ONE, "Pattern Cut7", "new pattern Cut8 below");
    assert!(more.starts_with(ONE.trim_end()) && more.contains("\n\n\nPattern Cut8\n"), "{more}");
    let (test, _) = scene.action(ONE, "Pattern Cut7", "make a test");
    let created = test["edit"]["documentChanges"][0]["uri"].as_str().expect("a new file");
    assert!(created.ends_with("/tests/Cut7.txt"), "{created}");
    let text = test["edit"]["documentChanges"][1]["edits"][0]["newText"].as_str().expect("a text");
    assert!(
        text.starts_with("=== a cut\ndatabase: moves\nonly: Cut7\nO: white\nsize: 19\n"),
        "{text}"
    );
    assert!(text.contains("\n  white  K10  Cut7  0  -\n"), "{text}");
    let bare = ONE.replace(
        "a*.\nOB.\nOB?\n\n; lib(B) > 2\n; && (!safe_xmove(a) || oplay_attack_either(*,a,a,B))\n",
        "",
    );
    scene.client.change(&scene.one.clone(), 2, &bare);
    let copied = scene.after(&bare, "o*.", "copy the diagram");
    assert!(copied.contains(":8,OXEa,shape(4)\n\no*.\nOX.\nOX?\n\n; "), "{copied}");
    let labelled = scene.after(&bare, "X.\nOX?", "add the label A");
    assert!(labelled.contains(":8,OXEa,shape(4)\n\no*.\nOA.\nOX?\n\n; "), "{labelled}");
    // The actions give databases that are as good as before.
    scene.client.change(&scene.one.clone(), 3, &more);
    let found = scene.client.diagnostics(&scene.one.clone(), 3);
    assert!(found.iter().all(|d| d["severity"] != 1), "{found:?}");
}

#[test]
fn columns_are_counted_as_the_client_counts_them() {
    let text = "Pattern A1\n# Ä𝄞 an idea\n\n.*.\nXOX\n---\n\n:8,s,Ä\n";
    let folder = Folder::new("lsp-columns");
    let file = uri(&folder.write("a.db", text));
    for (offered, chosen) in [
        (json!(["utf-16"]), "utf-16"),
        (json!(["utf-32", "utf-8"]), "utf-8"),
        (json!(["utf-32"]), "utf-32"),
        (Value::Null, "utf-16"),
    ] {
        let mut client = Client::start(MKPAT, &["lsp", "--stdio"]);
        let answer =
            client.initialize(json!({ "general": { "positionEncodings": offered } }), json!({}));
        assert_eq!(answer["capabilities"]["positionEncoding"], chosen);
        client.open(&file, text);
        // Behind `Ä𝄞` on the second line some letters are replaced, each time `an` by `no`.
        let column = match chosen {
            "utf-8" => 9,
            "utf-16" => 6,
            _ => 5,
        };
        let range = json!({
            "start": { "line": 1, "character": column },
            "end": { "line": 1, "character": column + 2 },
        });
        client.changes(&file, 2, json!([{ "range": range, "text": "no" }]));
        let params = json!({ "textDocument": { "uri": file } });
        let symbols = client.request("textDocument/documentSymbol", params).expect("symbols");
        assert_eq!(symbols[0]["detail"], "Ä𝄞 no idea", "{chosen}");
    }
}
