//! An edited database is played without a rebuild: `--patterns DIR` changes the
//! move when a pattern that decided it no longer matches.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use engine::engine::{Config, Engine};
use engine::game::{Game, Rules};
use engine::movegen::MoveReason;
use engine::requirements::SUPPORTED;
use mkpat_rt::geom::{Color, Point};
use mkpat_rt::helper::{Signature, Stage, VOCABULARY};
use mkpat_rt::rng::Rng;

fn databases() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("patterns")
}

/// A copy of our databases in a folder of its own.
fn copy_of_databases(name: &str) -> PathBuf {
    let to = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&to);
    fs::create_dir_all(to.join("joseki")).unwrap();
    for folder in ["", "joseki"] {
        for entry in fs::read_dir(databases().join(folder)).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|e| e == "db" || e == "toml") {
                fs::copy(&path, to.join(folder).join(path.file_name().unwrap())).unwrap();
            }
        }
    }
    to
}

/// Moves of a few openings; in each, Black is to move.
const OPENINGS: &[&[&str]] = &[
    &["E5", "E3", "F3", "F2", "D3", "E4", "D4", "F4"],
    &["E5", "C3", "G3", "G4", "F4", "F3", "G5", "H4"],
    &["C5", "G5", "E3", "F7", "D7", "E6", "C3", "G3"],
    &["E4", "E6", "D6", "D7", "C7", "E7", "F4", "C8"],
    &["G7", "C3", "C7", "G3", "E3", "E4", "D3", "D4"],
    &["E5", "F5", "F4", "E6", "D6", "E7", "G5", "F6"],
];

/// More of them: the first eight moves of random games in the middle of the board.
fn openings() -> Vec<Vec<String>> {
    let fixed = OPENINGS.iter().map(|moves| moves.iter().map(|m| m.to_string()).collect());
    let mut rng = Rng::new(9);
    let random = (0..30).map(|_| {
        let mut moves: Vec<String> = Vec::new();
        while moves.len() < 8 {
            let p = Point::new(rng.within(2..7), rng.within(2..7)).name(9).to_string();
            if !moves.contains(&p) {
                moves.push(p);
            }
        }
        moves
    });
    fixed.chain(random).collect()
}

fn position(moves: &[String]) -> Game {
    let mut game = Game::new(9, Rules::JAPANESE).unwrap();
    let mut color = Color::Black;
    for m in moves {
        game.play(color, Point::parse(m, 9).unwrap()).unwrap();
        color = color.other();
    }
    game
}

/// The move of the real program with the databases in `folder`.
fn move_of_program(folder: &Path, moves: &[String]) -> String {
    let mut program = Command::new(env!("CARGO_BIN_EXE_katachi"))
        .args(["gtp", "--seed", "1", "--boardsize", "9", "--patterns"])
        .arg(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut script = String::new();
    for (i, m) in moves.iter().enumerate() {
        script += &format!("play {} {m}\n", ["black", "white"][i % 2]);
    }
    script += "99 reg_genmove black\nquit\n";
    program.stdin.take().unwrap().write_all(script.as_bytes()).unwrap();
    let output = program.wait_with_output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines()
        .find_map(|l| l.strip_prefix("=99 "))
        .unwrap_or_else(|| panic!("{text}"))
        .to_string()
}

/// Comments a pattern out, in whichever file it stands.
fn comment_out(folder: &Path, files: &[String], name: &str) {
    for file in files {
        let path = folder.join(file);
        let text = fs::read_to_string(&path).unwrap();
        let mut inside = false;
        let edited: String = text
            .lines()
            .map(|line| {
                if let Some(rest) = line.strip_prefix("Pattern ") {
                    inside = rest.split_whitespace().next() == Some(name);
                }
                if inside && !line.is_empty() { format!("#{line}\n") } else { format!("{line}\n") }
            })
            .collect();
        fs::write(&path, edited).unwrap();
    }
}

#[test]
fn a_pattern_that_no_longer_matches_changes_the_move() {
    let (set, _) = mkpat::language::load::load(&databases());
    let config = Config { seed: 1, ..Config::default() };
    let mut engine = Engine::new(set.unwrap(), config).unwrap();
    let mut tried = 0;
    for moves in &openings() {
        let mut game = position(moves);
        let best = engine.candidates(&mut game, Color::Black).remove(0);
        for reason in &best.reasons {
            let MoveReason::Pattern(db, id) = *reason else { continue };
            let data = &engine.patterns().databases[usize::from(db)].data;
            let name = data.pattern(id).name.clone();
            let folder = copy_of_databases("edited");
            let before = move_of_program(&folder, moves);
            comment_out(&folder, &data.files, &name);
            let after = move_of_program(&folder, moves);
            tried += 1;
            if before != after {
                println!("{moves:?}: {before} by `{name}`, {after} without it");
                return;
            }
        }
    }
    panic!("{tried} edits, and no move changed");
}

#[test]
fn databases_with_an_error_are_refused_with_its_place() {
    let folder = copy_of_databases("broken");
    let path = folder.join("general.db");
    let text = fs::read_to_string(&path).unwrap();
    let (line, with_call) = text
        .lines()
        .enumerate()
        .find(|(_, l)| l.starts_with(';') && l.contains("attack("))
        .expect("a constraint that reads");
    let broken = with_call.replacen("attack(", "atack(", 1);
    fs::write(&path, text.replacen(with_call, &broken, 1)).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_katachi"))
        .args(["gtp", "--patterns"])
        .arg(&folder)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert!(error.contains(&format!("general.db:{}:", line + 1)), "{error}");
    assert!(error.contains("did you mean"), "{error}");
    assert_eq!(error.matches("error[").count(), 1, "{error}");
}

/// What the real program says about the databases in `folder`, which it refuses.
fn refusal(folder: &Path) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_katachi"))
        .args(["gtp", "--patterns"])
        .arg(folder)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert!(output.stdout.is_empty(), "it does not play");
    error
}

#[test]
fn helpers_that_the_engine_lacks_are_refused_by_name() {
    let folder = copy_of_databases("unsupported");
    let missing: Vec<_> = VOCABULARY.iter().filter(|i| !SUPPORTED.contains(i.helper)).collect();
    assert!(!missing.is_empty());
    for info in missing {
        let count = match info.signature {
            Signature::Fixed(params) => params.len(),
            Signature::Play(targets) => 1 + targets.len(),
            Signature::Some => 1,
        };
        let args = ["B", "C", "D"].get(..count).expect("few arguments").join(",");
        let call = format!("{}({args})", info.name);
        let sign = if info.helper.info().group.is_effect() { '>' } else { ';' };
        let end = if sign == '>' { ";" } else { "" };
        let text = format!(
            "attribute_map general\n\nPattern New1\n\nO.O\n.*X\n\n:8,e\n\nB.C\n.*D\n\n{sign}{call}{end}\n"
        );
        fs::write(folder.join("general.db"), text).unwrap();
        let error = refusal(&folder);
        assert!(error.contains(&format!("`{}`", info.name)), "{error}");
        if Stage::Movegen.allows(info.helper) {
            assert!(error.contains("general.db:3: pattern `New1`"), "{error}");
        } else {
            // No database of a stage that this engine has could call it.
            assert!(error.contains("KP0414") && error.contains("general.db:13:2"), "{error}");
        }
    }
}

#[test]
fn databases_of_stages_that_the_engine_lacks_are_refused() {
    let folder = copy_of_databases("stages");
    let manifest = fs::read_to_string(folder.join("mkpat.toml")).unwrap();
    let entry = "\n[[database]]\nname = \"handicap\"\nfiles = [\"handicap.db\"]\nkind = \"general\"\nstage = \"handicap\"\nattributes = \"value_only\"\n";
    fs::write(folder.join("mkpat.toml"), manifest + entry).unwrap();
    let pattern = "Pattern Handicap1\n\nXO\n.*\n\n:8,-,value(5)\n";
    fs::write(folder.join("handicap.db"), pattern).unwrap();
    let error = refusal(&folder);
    assert!(error.contains("database `handicap`") && error.contains("stage `handicap`"), "{error}");
}

/// A running engine takes edited databases without losing the game; databases with an error leave
/// everything as it was.
#[test]
fn a_running_engine_takes_edited_databases() {
    use katachi_frontend::gtp::execute;
    use katachi_frontend::session::{Session, Settings};
    let folder = copy_of_databases("reloaded");
    let (set, _) = mkpat::language::load::load(&folder);
    let settings = Settings { size: 9, ..Settings::default() };
    let mut session = Session::new(set.expect("databases"), &settings).expect("a session");
    let mut ask = |line: &str| execute(&mut session, line).expect("an answer");
    assert_eq!(ask("reload_patterns"), "? no folder: the databases are compiled in\n\n");
    ask("play black E5");
    let file = folder.join("general.db");
    let text = fs::read_to_string(&file).expect("a database");
    let added = "\n\nPattern Reloaded1\n# an idea\n\nX.*\n\n:8,sE,shape(1)\n";
    fs::write(&file, text.clone() + added).expect("written");
    assert!(ask("katachi-why Reloaded1").starts_with("? there is no pattern"));
    assert_eq!(ask(&format!("reload_patterns {}", folder.display())), "= \n\n");
    assert!(ask("katachi-why Reloaded1 white").starts_with("= Reloaded1 (general"));
    assert_eq!(ask("move_history"), "= black E5\n\n");
    fs::write(&file, text.clone() + &added.replace("8,sE", "8,sE,nonsense(1)")).expect("written");
    let told = ask("reload_patterns");
    assert!(told.starts_with("? cannot use") && told.contains("nonsense"), "{told}");
    assert!(ask("katachi-why Reloaded1 white").starts_with("= Reloaded1"), "as it was");
    fs::write(&file, text).expect("written");
    assert_eq!(ask("reload_patterns"), "= \n\n");
    assert!(ask("katachi-why Reloaded1").starts_with("? there is no pattern"));
}
