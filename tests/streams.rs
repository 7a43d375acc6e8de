//! Every subcommand of `katachi` with a closed pipe, a full disk, an unknown option, and an option that
//! it does not use.

use std::path::Path;
use std::process::Command;

const RECORD: &str = "(;SZ[5];B[cc];W[dc];B[cd];W[dd];B[bd])";

fn folder() -> std::path::PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("streams");
    std::fs::create_dir_all(&folder).expect("a folder");
    for (name, text) in [
        ("game.sgf", RECORD),
        ("suite.tst", "loadsgf game.sgf\n1 color C3\n#? [black]\n"),
        (
            "case.txt",
            "=== a case\ndatabase: general\nonly: Hane1\nsize: 5\n\n. . . . .\n. . . . .\n. . . . .\n. . . . .\nX O X . .\n\nmatches: none\n",
        ),
    ] {
        std::fs::write(folder.join(name), text).expect("a file");
    }
    folder
}

#[test]
fn whatever_stands_behind_the_output() {
    test_support::streams::check_with(
        Path::new(env!("CARGO_BIN_EXE_katachi")),
        &folder(),
        &[
            (&["--help"], "", 0),
            (&["--version"], "", 0),
            (&["gtp"], "name\nquit\n", 0),
            (&["gtp", "--commands"], "", 0),
            (&["play", "--boardsize", "5"], "quit\n", 0),
            (&["bench", "--moves", "0"], "", 0),
            (&["decide-string", "game.sgf", "C3"], "", 0),
            (&["decide-connection", "game.sgf", "C3/C3"], "", 0),
            (&["decide-dragon", "game.sgf", "C3"], "", 0),
            (&["decide-semeai", "game.sgf", "C3/D3"], "", 0),
            (&["decide-combination", "game.sgf"], "", 0),
            (&["prove", "-", "capture D3", "--nodes", "1000"], RECORD, 5),
            (&["show", "game.sgf", "--what", "dragons"], "", 0),
            (&["solve", "game.sgf"], "", 0),
            (&["regress", "suite.tst"], "", 0),
            (&["test", "case.txt"], "", 0),
            (&["why", "-", "Hane1"], RECORD, 0),
            (&["compare", "game.sgf", "B4", "D4"], "", 0),
            (&["match", "-"], RECORD, 0),
            (&["match", "-", "--profile"], RECORD, 0),
            (&["match", "-", "--profile=json", "--every"], RECORD, 0),
            (&["match", "katachi", "katachi", "--list", "--games", "4"], "", 0),
            (&["tune", "--list"], "", 0),
            (
                &["ablate", "general:Hane1", "--boardsize", "2", "--games", "2", "--moves", "1"],
                "",
                0,
            ),
            (&["completions", "fish"], "", 0),
            (&["man"], "", 0),
        ],
        &[&["studio", "--port", "0"]],
    );
}

#[test]
fn options_that_a_subcommand_does_not_use_are_refused() {
    for (args, option) in [
        (&["match", "game.sgf", "--infile", "x"][..], "--infile"),
        (&["match", "katachi", "katachi", "--level", "5"], "--level"),
        (&["tune", "followup", "--level", "5"], "--level"),
        (&["ablate", "general", "--patterns", "."], "--patterns"),
        (&["test", "case.txt", "--komi", "5"], "--komi"),
        (&["bench", "--level", "5"], "--level"),
        (&["prove", "game.sgf", "kill C3", "--patterns", "."], "--patterns"),
        (&["why", "game.sgf", "Hane1", "--time-per-move", "1"], "--time-per-move"),
        (&["--infile", "game.sgf", "man"], "--infile"),
        (&["prove", "game.sgf", "kill C3", "--depth", "5"], "--depth"),
        (&["studio", "--infile", "game.sgf"], "--infile"),
    ] {
        let output = Command::new(env!("CARGO_BIN_EXE_katachi"))
            .args(args)
            .current_dir(folder())
            .output()
            .expect("the program");
        let told = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {told}");
        assert!(told.contains(option) && told.contains("does not use it"), "{args:?}: {told}");
    }
}
