//! Every subcommand of `joseki` with a closed pipe, a full disk and an unknown option, and records
//! on standard input.

use std::path::Path;

/// What a client says that comes and goes.
const SESSION: &str = "Content-Length: 75\r\n\r\n\
{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"capabilities\":{}}}\
Content-Length: 44\r\n\r\n{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"shutdown\"}\
Content-Length: 33\r\n\r\n{\"jsonrpc\":\"2.0\",\"method\":\"exit\"}";

#[test]
fn whatever_stands_behind_the_output() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("streams");
    std::fs::create_dir_all(&folder).expect("a folder");
    let record = "(;SZ[19];B[pd]MA[mg];W[qf]MA[mi])";
    std::fs::write(folder.join("corner.sgf"), record).expect("a file");
    test_support::streams::check(
        Path::new(env!("CARGO_BIN_EXE_joseki")),
        &folder,
        &[
            (&["--help"], "", 0),
            (&["--version"], "", 0),
            (&["corner.sgf"], "", 0),
            (&["-"], record, 0),
            (&["lint", "corner.sgf"], "", 0),
            (&["lint", "-"], record, 0),
            (&["lsp"], SESSION, 0),
            (&["replay", "corner.sgf"], "", 0),
            (&["tree", "-"], record, 0),
            (&["view", "Corner1", "corner.sgf"], "", 0),
            (&["completions", "zsh"], "", 0),
            (&["man"], "", 0),
        ],
    );
}
