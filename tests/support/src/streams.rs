//! Programs whose output is closed, or full, or asked for with an option that they do not have.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// A way to call a program that prints something: its arguments, what it reads, its exit code.
pub type Call<'a> = (&'a [&'a str], &'a str, i32);

/// What stands behind standard output.
enum Behind {
    Reader,
    ClosedPipe,
    FullDisk,
}

fn run(program: &Path, folder: &Path, args: &[&str], input: &str, behind: Behind) -> Output {
    let mut command = Command::new(program);
    command.args(args).current_dir(folder).stdin(Stdio::piped()).stderr(Stdio::piped());
    match behind {
        Behind::Reader => command.stdout(Stdio::piped()),
        Behind::ClosedPipe => {
            let (reader, writer) = std::io::pipe().expect("a pipe");
            drop(reader);
            command.stdout(writer)
        }
        Behind::FullDisk => {
            let full = std::fs::File::options().write(true).open("/dev/full");
            command.stdout(full.expect("a device that is always full"))
        }
    };
    let mut child = command.spawn().expect("the program starts");
    // The program may end before it has read everything.
    let _ = child.stdin.take().expect("an input").write_all(input.as_bytes());
    child.wait_with_output().expect("the program ends")
}

/// Calls a program in each of these ways, with a reader, with a closed pipe, with a full disk and
/// with an option that it does not have. `subcommands` are those of its help; each has to be in the
/// table.
///
/// # Panics
/// If an exit code or a message is wrong, or a subcommand is missing.
pub fn check(program: &Path, folder: &Path, calls: &[Call<'_>]) {
    check_with(program, folder, calls, &[]);
}

/// [`check`], for a program with subcommands that print something and then serve until they are
/// killed: `servers` are ways to call them. Nobody waits for their end with a reader.
///
/// # Panics
/// As [`check`].
pub fn check_with(program: &Path, folder: &Path, calls: &[Call<'_>], servers: &[&[&str]]) {
    let help = run(program, folder, &["--help"], "", Behind::Reader);
    let help = String::from_utf8_lossy(&help.stdout).into_owned();
    let listed = help.lines().skip_while(|l| !l.starts_with("Commands:")).skip(1);
    let listed = listed.take_while(|l| !l.is_empty()).filter(|l| !l.starts_with("   "));
    for name in listed.filter_map(|l| l.split_whitespace().next()).filter(|n| *n != "help") {
        let mut rows = calls.iter().map(|c| c.0).chain(servers.iter().copied());
        assert!(rows.any(|args| args.first() == Some(&name)), "no row for {name}");
    }
    let mut wrong = String::new();
    let servers = servers.iter().map(|&args| (args, "", None));
    let calls = calls.iter().map(|&(args, input, code)| (args, input, Some(code)));
    for (args, input, code) in calls.chain(servers) {
        let mut expect = |what: &str, got: Output, code: i32, told: &str| {
            let stderr = String::from_utf8_lossy(&got.stderr);
            let good = got.status.code() == Some(code)
                && stderr.contains(told)
                && !stderr.contains("panicked");
            if !good {
                let got = got.status;
                wrong += &format!("{args:?}, {what}: {got}, not {code}: {stderr}\n");
            }
        };
        if let Some(code) = code {
            let plain = run(program, folder, args, input, Behind::Reader);
            assert!(!plain.stdout.is_empty(), "{args:?} prints nothing: {plain:?}");
            expect("a reader", plain, code, "");
        }
        let closed = run(program, folder, args, input, Behind::ClosedPipe);
        let told = String::from_utf8_lossy(&closed.stderr).into_owned();
        expect("a closed pipe", closed, 0, "");
        assert!(!told.contains("roken pipe"), "{args:?}: not quiet at a closed pipe: {told}");
        let full = run(program, folder, args, input, Behind::FullDisk);
        expect("a full disk", full, 2, "No space left on device");
        // `--help` answers before what follows is looked at.
        let odd: Vec<&str> = match args[0].starts_with("--") {
            true => vec!["--frobnicate", args[0]],
            false => args.iter().copied().chain(["--frobnicate"]).collect(),
        };
        let odd = run(program, folder, &odd, input, Behind::Reader);
        expect("an unknown option", odd, 2, "--frobnicate");
    }
    assert!(wrong.is_empty(), "{wrong}");
}
