//! Every subcommand of `mkpat` with a closed pipe, a full disk and an unknown option.

use std::path::Path;

const DB: &str = "Pattern Edge1\n# an idea\n\n.*.\nXOX\n---\n\n:8,s\n";

/// What a client says that comes and goes.
const SESSION: &str = "Content-Length: 75\r\n\r\n\
{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"capabilities\":{}}}\
Content-Length: 44\r\n\r\n{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"shutdown\"}\
Content-Length: 33\r\n\r\n{\"jsonrpc\":\"2.0\",\"method\":\"exit\"}";

#[test]
fn whatever_stands_behind_the_output() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("streams");
    std::fs::create_dir_all(folder.join("tests")).expect("a folder");
    let manifest = "[[database]]\nname = \"moves\"\nfiles = [\"moves.db\"]\nstage = \"movegen\"\n";
    let case = "=== a case\nsize: 5\n\n. . . . .\n. . . . .\n. . . . .\n. . . . .\nX O X . .\n\nmatches: none\n";
    for (name, text) in [
        ("mkpat.toml", manifest),
        ("moves.db", DB),
        ("untidy.db", &DB.replace("\n\n:", "\n\n\n\n:").replace(":8,s", ":8,s  ")),
        ("other.db", &DB.replace("XOX", "XO.")),
        ("tests/case.txt", case),
        ("positions.txt", "game.sgf\n"),
        ("game.sgf", "(;SZ[5]AB[be][ae][ce]AW[bd])"),
    ] {
        std::fs::write(folder.join(name), text).expect("a file");
    }
    let board = ". . . . .\n. . . . .\n. . . . .\n. . . . .\nX O X . .\n";
    test_support::streams::check(
        Path::new(env!("CARGO_BIN_EXE_mkpat")),
        &folder,
        &[
            (&["--help"], "", 0),
            (&["--version"], "", 0),
            (&["check", "moves.db"], "", 0),
            (&["fmt", "--diff", "untidy.db"], "", 1),
            (&["transform", "--turn", "90", "moves.db"], "", 0),
            (&["new", "moves.db"], "", 0),
            (&["stats", "moves.db"], "", 0),
            (&["diff", "moves.db", "other.db"], "", 1),
            (&["doc", "moves.db", "-o", "pages"], "", 0),
            (&["dump", "ir", "moves.db"], "", 0),
            (&["explain", "lib"], "", 0),
            (&["lsp"], SESSION, 0),
            (&["match", "moves.db"], board, 0),
            (&["coverage", "game.sgf"], "", 0),
            (&["test", "tests"], "", 1),
            (&["snapshot"], "", 0),
            (&["completions", "bash"], "", 0),
            (&["man"], "", 0),
        ],
    );
}
