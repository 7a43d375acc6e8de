//! The program itself: what it does by its command line, its streams and its
//! exit codes.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Output, Stdio};

/// Runs the program with this input.
fn run(args: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_katachi"))
        .args(args)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // A program that refuses its arguments does not read its input.
    let _ = child.stdin.take().expect("an input").write_all(input.as_bytes());
    child.wait_with_output().expect("the program ends")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn without_arguments_it_speaks_gtp_to_a_program() {
    let out = run(&[], "1 name\n2 query_boardsize\nquit\n");
    assert_eq!(text(&out.stdout), "=1 Katachi\n\n=2 19\n\n= \n\n");
    assert_eq!((out.status.code(), text(&out.stderr)), (Some(0), String::new()));
    let out = run(&["--mode", "gtp", "--quiet", "--boardsize", "9"], "query_boardsize\n");
    assert_eq!(text(&out.stdout), "= 9\n\n");
}

#[test]
fn the_compiled_in_databases_play() {
    let out = run(&["gtp", "--boardsize", "9"], "genmove b\nmove_history\n");
    let said = text(&out.stdout);
    let mut parts = said.split("\n\n");
    let (generated, history) = (parts.next(), parts.next());
    let vertex = generated.and_then(|g| g.strip_prefix("= ")).expect("a move");
    assert_eq!(history, Some(format!("= black {vertex}").as_str()));
}

#[test]
fn options_set_up_the_game() {
    let out = run(
        &["gtp", "--infile", "tests/transcripts/game.sgf", "--until", "3", "--komi", "0.5"],
        "query_boardsize\nget_komi\nlast_move\n",
    );
    assert_eq!(text(&out.stdout), "= 9\n\n= 0.5\n\n= black E5\n\n");
    let out = run(&["--chinese-rules"], "get_komi\n");
    assert_eq!(text(&out.stdout), "= 7.5\n\n");
}

#[test]
fn databases_are_loaded_at_run_time() {
    let out = run(&["--patterns", "engine/frontend/tests/patterns"], "name\n");
    assert_eq!((out.status.code(), text(&out.stdout)), (Some(0), "= Katachi\n\n".to_string()));
}

#[test]
fn bad_input_files_and_options_end_with_code_2() {
    for args in [
        &["--patterns", "no-such-folder"][..],
        &["--infile", "no-such-file"],
        &["--infile", "tests/gtp.rs"],
        &["--infile", "tests/transcripts/game.sgf", "--until", "Z99"],
        &["--until", "3"],
        &["--boardsize", "99"],
        &["frobnicate"],
        &["match", "tests/transcripts/game.sgf", "--db", "nothing"],
        &["match", "tests/transcripts/game.sgf", "--at", "Z99"],
        &["play", "--handicap", "77"],
    ] {
        let out = run(args, "name\n");
        assert_eq!(out.status.code(), Some(2), "{args:?}");
        assert_eq!(text(&out.stdout), "", "{args:?}");
        assert!(!out.stderr.is_empty(), "{args:?}");
    }
}

#[test]
fn a_game_on_the_terminal_runs_from_a_pipe() {
    let out = run(&["play", "--color", "both", "--boardsize", "5"], "c3\nscore\nquit\n");
    let said = text(&out.stdout);
    assert!(said.contains(" 3 . .(X). . 3"), "{said}");
    assert_eq!(out.status.code(), Some(0));
}

#[test]
fn matches_are_listed_one_per_line() {
    let out = run(&["match", "tests/transcripts/game.sgf", "--color", "black"], "");
    let said = text(&out.stdout);
    assert!(said.lines().count() > 0, "{said}");
    for line in said.lines() {
        let fields: Vec<&str> = line.split('\t').collect();
        assert_eq!(fields.len(), 7, "{line}");
        assert!(fields[3] == "black" && !fields[6].contains('?'), "{line}");
    }
}

#[test]
fn bench_prints_what_is_the_same_everywhere() {
    let lines = |out: Output| -> Vec<String> {
        text(&out.stdout).lines().take(4).map(str::to_string).collect()
    };
    let first = lines(run(&["bench", "--moves", "2"], ""));
    assert_eq!(first.len(), 4);
    assert!(first[3].starts_with("checksum"), "{first:?}");
    assert_eq!(first, lines(run(&["bench", "--moves", "2"], "")));
    // The moves count.
    assert_ne!(first[3], lines(run(&["bench", "--moves", "0"], ""))[3]);
}

/// Reads a collection of variations; the questions of its game trees.
fn questions(path: &std::path::Path) -> Vec<String> {
    let bytes = std::fs::read(path).expect("the file was written");
    let tree = katachi_sgf::Sgf::read(&bytes).expect("SGF");
    assert!(tree.warnings.is_empty(), "{:?}", tree.warnings);
    let comment = |&root| tree.node(root).value("C").map(|c| c.text()).unwrap_or_default();
    let first = |text: String| text.lines().next().unwrap_or_default().to_string();
    tree.roots().iter().map(comment).map(first).collect()
}

#[test]
fn variations_are_printed_and_written() {
    let folder = test_support::Folder::new("variations");
    let path = folder.path().join("vars.sgf");
    let file = path.to_str().expect("a path that is text");
    let record = "(;SZ[9]AB[cf][df][bg][ch]AW[cg][dg];B[ee])";
    folder.write("ladder.sgf", record.as_bytes());
    let sgf = folder.path().join("ladder.sgf");
    let sgf = sgf.to_str().expect("a path that is text");
    let out = run(&["decide-string", sgf, "c3", "--until", "1", "-o", file], "");
    let said = text(&out.stdout);
    assert_eq!((out.status.code(), text(&out.stderr)), (Some(0), String::new()), "{said}");
    assert!(
        said.starts_with("C3 white, 2 stones, 2 liberties\nattack C3: 1, it works, at "),
        "{said}"
    );
    assert_eq!(questions(&path), ["attack C3", "defend C3"]);

    let script = format!(
        "loadsgf {sgf} 1\nstart_sgftrace\nattack C3\ntrymove w E5\nladder_attack C3\nfinish_sgftrace {file}\n"
    );
    let out = run(&["gtp"], &script);
    assert!(text(&out.stdout).ends_with("\n\n= \n\n"), "{}", text(&out.stdout));
    assert_eq!(questions(&path), ["attack C3", "ladder_attack C3"]);

    for (args, code) in [
        (&["decide-string", sgf, "A1"][..], 2),
        (&["decide-string", sgf, "Z9"], 2),
        (&["decide-string", sgf], 2),
        (&["decide-string", "no-such-file", "C3"], 2),
        (&["decide-string", sgf, "C3", "-o", "no-such-folder/vars.sgf"], 2),
    ] {
        let out = run(args, "");
        assert_eq!(out.status.code(), Some(code), "{args:?}");
        assert!(!out.stderr.is_empty(), "{args:?}");
    }
}

/// A suite, its baseline, and what happens when a test is lost.
#[test]
fn regress_compares_with_a_baseline() {
    let folder = test_support::Folder::new("regress");
    folder.write(
        "a.tst",
        b"boardsize 9\n1 attack A1\n#? [0]*\n2 name\n#? [Katachi]\n3 name\n#? [x]*\n",
    );
    let dir = folder.path().to_str().expect("a path that is text");
    let baseline = folder.path().join("before.tsv");
    let baseline = baseline.to_str().expect("a path that is text");
    let regress = |more: &[&str]| {
        let args = ["regress", "--folder", dir, "a.tst", "--baseline", baseline];
        run(&[&args, more].concat(), "")
    };
    let out = regress(&[]);
    assert_eq!(out.status.code(), Some(2), "there is no such file yet");
    let out = regress(&["--update"]);
    assert_eq!(out.status.code(), Some(0), "{}", text(&out.stderr));
    let kept = std::fs::read_to_string(baseline).expect("written");
    assert!(kept.contains("a\t1\tfail\t") && kept.contains("a\t2\tpass\t"), "{kept}");
    // Test 2 is lost, test 3 passes unexpectedly.
    folder.write("a.tst", b"1 name\n#? [0]*\n2 name\n#? [y]\n3 name\n#? [Katachi]*\n");
    let out = regress(&["--tests"]);
    let said = text(&out.stdout);
    assert_eq!(out.status.code(), Some(1), "{said}");
    for line in ["LOST a 2", "GAINED a 3", "baseline: 1 lost, 1 gained"] {
        assert!(said.contains(line), "{said}");
    }
    assert!(said.contains("PASSED 3 name") && said.contains("FAILED 2 name"), "{said}");
    let out = regress(&["--update"]);
    assert_eq!(out.status.code(), Some(1));
    assert_eq!(std::fs::read_to_string(baseline).expect("kept"), kept, "losses are not written");
    let out = regress(&["--json"]);
    let said = text(&out.stdout);
    assert!(said.starts_with('{') && said.contains("\"unexpected_passes\": 1"), "{said}");
    let out = regress(&["--update", "--reason", "the suite has changed"]);
    assert_eq!(out.status.code(), Some(1));
    assert_eq!(regress(&[]).status.code(), Some(0));
}

/// The ratchet keeps what is lost with commit and reason, and misses suites.
#[test]
fn regress_keeps_lost_tests_with_their_reason() {
    let folder = test_support::Folder::new("ratchet");
    let both = b"1 name\n#? [Katachi]\n2 protocol_version\n#? [2]\n";
    let one = b"1 name\n#? [x]\n2 protocol_version\n#? [2]\n";
    folder.write("a.tst", both);
    folder.write("b.tst", b"1 name\n#? [Katachi]\n");
    let dir = folder.path().to_str().expect("a path that is text");
    let ratchet = folder.path().join("ratchet.toml");
    let ratchet = ratchet.to_str().expect("a path that is text");
    let regress = |more: &[&str]| {
        let args = ["regress", "--folder", dir, "--ratchet", ratchet];
        let out = run(&[&args, more].concat(), "");
        (out.status.code().expect("an exit code"), text(&out.stdout) + &text(&out.stderr))
    };
    let kept = || std::fs::read_to_string(ratchet).expect("the ratchet");
    assert_eq!(regress(&["--update"]).0, 0);
    let first = kept();
    assert!(first.contains("\"a\" = [1, 2]\n\"b\" = [1]\n"), "{first}");

    folder.write("a.tst", one);
    let (code, said) = regress(&["--update"]);
    assert_eq!(code, 1, "{said}");
    assert!(said.contains("LOST a 1\n") && said.contains("--reason says why"), "{said}");
    assert_eq!(kept(), first, "losses without a reason are not written");
    // A reason needs an update, a commit a reason; a commit is hexadecimal.
    assert_eq!(regress(&["--reason", "a ko"]).0, 2);
    assert_eq!(regress(&["--update", "--commit", "1234567"]).0, 2);
    assert_eq!(regress(&["--update", "--reason", "a ko", "--commit", "HEAD"]).0, 2);
    assert_eq!(regress(&["--update", "--reason", " ", "--commit", "1234567"]).0, 2);
    assert_eq!(kept(), first);
    let (code, said) = regress(&["--update", "--reason", "a ko", "--commit", "1234567"]);
    assert_eq!(code, 1, "{said}");
    let entry = "\n[[lost]]\ncommit = \"1234567\"\nreason = \"a ko\"\ntests = [\"a 1\"]\n";
    assert!(kept().ends_with(entry) && kept().contains("\"a\" = [2]\n"), "{}", kept());
    let (code, said) = regress(&[]);
    assert_eq!(code, 0, "{said}");
    assert!(said.contains("ratchet: 0 lost, 0 gained, 0 regained; 1 lost earlier"), "{said}");

    folder.write("a.tst", both);
    let (code, said) = regress(&["--update"]);
    assert_eq!(code, 0, "{said}");
    assert!(said.contains("REGAINED a 1\n"), "{said}");
    assert_eq!(kept(), first, "a test that is regained is no lost one");

    std::fs::remove_file(folder.path().join("b.tst")).expect("a suite");
    let (code, said) = regress(&["--update"]);
    assert_eq!(code, 2, "{said}");
    assert!(said.contains("NOT RUN b\n") && said.contains("the ratchet has them: b"), "{said}");
    assert_eq!(kept(), first);
    assert_eq!(regress(&["a.tst"]).0, 0, "who names suites wants no others");
}

/// The reader of our output goes away: no panic, no error.
#[cfg(unix)]
#[test]
fn a_closed_output_ends_the_program_quietly() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_katachi"))
        .arg("gtp")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    drop(child.stdout.take());
    let mut input = child.stdin.take().expect("an input");
    // Once the program has gone, writing fails; that is the point.
    for _ in 0..1000 {
        if input.write_all(b"list_commands\n").is_err() {
            break;
        }
    }
    drop(input);
    let out = child.wait_with_output().expect("the program ends");
    assert_eq!((out.status.code(), text(&out.stderr)), (Some(0), String::new()));
}

#[test]
fn help_and_version_are_no_errors() {
    for args in [&["--help"][..], &["-h"], &["--version"], &["gtp", "--help"], &["help", "match"]] {
        let out = run(args, "");
        assert_eq!(out.status.code(), Some(0), "{args:?}");
        assert!(!out.stdout.is_empty() && out.stderr.is_empty(), "{args:?}");
    }
    assert!(text(&run(&["--help"], "").stdout).contains("Exit codes"));
}

/// The program with a client that does not send everything at once.
struct Client {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Client {
    fn new(args: &[&str]) -> Client {
        let mut child = Command::new(env!("CARGO_BIN_EXE_katachi"))
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let (input, output) = (child.stdin.take(), child.stdout.take());
        let output = BufReader::new(output.expect("an output"));
        Client { input: input.expect("an input"), child, output }
    }

    fn send(&mut self, line: &str) {
        writeln!(self.input, "{line}").expect("the program reads");
    }

    /// The next line, without its end.
    fn line(&mut self) -> String {
        let mut line = String::new();
        self.output.read_line(&mut line).expect("the program writes");
        assert!(line.ends_with('\n'), "the output has ended: {line:?}");
        line.trim_end().to_string()
    }

    /// The lines of the next response.
    fn response(&mut self) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let line = self.line();
            if line.is_empty() {
                return lines;
            }
            lines.push(line);
        }
    }
}

/// The games that a line of an analysis tells.
fn visits(line: &str) -> u32 {
    let words: Vec<&str> = line.split(' ').collect();
    let of =
        |pair: &[&str]| (pair[0] == "visits").then(|| pair[1].parse::<u32>().expect("a number"));
    words.windows(2).filter_map(of).sum()
}

#[test]
fn an_analysis_goes_on_until_the_next_line_and_leaves_nothing_behind() {
    let mut client = Client::new(&["gtp", "--boardsize", "9"]);
    client.send("reg_genmove black");
    let answered = client.response();
    for (name, plays) in [
        ("kata-analyze", false),
        ("lz-analyze", false),
        ("kata-genmove_analyze", true),
        ("lz-genmove_analyze", true),
    ] {
        client.send(&format!("7 {name} black interval 1 maxmoves 100"));
        assert_eq!(client.line(), "=7", "{name}");
        let told: Vec<String> = (0..4).map(|_| client.line()).collect();
        let counts: Vec<u32> = told.iter().map(|line| visits(line)).collect();
        assert!(told.iter().all(|line| line.starts_with("info move ")), "{name} {told:?}");
        assert!(counts.is_sorted() && counts[0] < counts[3], "{name} {counts:?}");
        // The next line ends it, and has its own answer.
        client.send("8 last_move");
        let rest = client.response();
        let last = rest.last().expect("the line of the end");
        assert_eq!(last.starts_with("play "), plays, "{name} {rest:?}");
        let next = client.response();
        match last.strip_prefix("play ") {
            Some(played) => {
                assert_eq!(next, [format!("=8 black {played}")]);
                client.send("undo");
                client.response();
            }
            None => assert_eq!(next, ["?8 no previous move known"], "{name}"),
        }
    }
    // What was interrupted has changed no answer.
    client.send("reg_genmove black");
    assert_eq!(client.response(), answered);
    // The end of the input ends an analysis, too.
    client.send("lz-analyze 1");
    client.line();
    let Client { child, input, mut output } = client;
    drop(input);
    let mut rest = String::new();
    std::io::Read::read_to_string(&mut output, &mut rest).expect("text");
    assert!(rest.starts_with("info move ") && rest.ends_with("\n\n"), "{rest}");
    assert!(child.wait_with_output().expect("the program ends").status.success());
}

#[test]
fn commands_that_are_sent_at_once_have_all_their_answers() {
    let out = run(
        &["gtp", "--boardsize", "5"],
        "1 kata-analyze b 50\n2 lz-genmove_analyze b 50\n3 name\n4 kata-analyze nobody\nquit\n",
    );
    let told = text(&out.stdout);
    let responses: Vec<&str> = told.split_terminator("\n\n").collect();
    assert_eq!(responses.len(), 5, "{told}");
    assert!(
        responses[0].starts_with("=1\ninfo move ") && responses[1].contains("\nplay "),
        "{told}"
    );
    assert_eq!((responses[2], responses[4]), ("=3 Katachi", "= "), "{told}");
}

/// What is played is the move of all games, and not what was best when the next line came.
#[test]
fn a_move_is_not_cut_short_by_what_is_sent_meanwhile() {
    let out = run(&["gtp", "--boardsize", "7"], "kata-genmove_analyze b 100\nname\nquit\n");
    let told = text(&out.stdout);
    let last = told.lines().rfind(|line| line.starts_with("info ")).expect("a line of moves");
    let visits = last.split(" visits ").skip(1).filter_map(|rest| rest.split(' ').next());
    let games: u32 = visits.map(|n| n.parse::<u32>().expect("a number")).sum();
    assert!(games > 200, "{games} {told}");
    assert!(told.contains("\nplay ") && told.contains("\n\n= Katachi\n\n"), "{told}");
}

/// What clients send when they attach an engine and play with it, in their order: all of it has an answer.
#[test]
fn clients_find_what_they_look_for() {
    let gogui = [
        "protocol_version",
        "name",
        "version",
        "list_commands",
        "known_command gogui-analyze_commands",
        "gogui-analyze_commands",
        "gogui-title",
        "gogui-rules_game_id",
        "boardsize 9",
        "clear_board",
        "komi 6.5",
        "time_settings 1800 60 10",
        "gogui-setup b C3 w D3 b C4",
        "gogui-play_sequence b E5 w F5",
        "time_left b 1700 0",
        "genmove b",
        "undo",
        "gg-undo 2",
        "gogui-setup_player w",
        "final_score",
        "final_status_list dead",
    ];
    let q5go = [
        "protocol_version",
        "known_command analyze",
        "known_command lz-analyze",
        "known_command kata-analyze",
        "known_command kata-genmove_analyze",
        "known_command kata-set-rules",
        "known_command time_settings",
        "known_command rectangular_boardsize",
        "known_command final_status_list",
        "boardsize 9",
        "clear_board",
        "kata-set-rules chinese",
        "kata-get-rules",
        "komi 7.5",
        "time_settings 60 30 5",
        "play black E5",
        "kata-genmove_analyze white 10",
        "lz-genmove_analyze black 10",
        "time_left white 55 0",
        "genmove white",
        "undo",
        "final_score",
    ];
    for commands in [&gogui[..], &q5go] {
        let mut client = Client::new(&["gtp", "--level", "0"]);
        for command in commands {
            client.send(command);
            let answer = client.response();
            // Rules of other games, and commands for games of more than two players, are not for us.
            let optional = ["gogui-title", "gogui-rules_game_id"];
            let wanted =
                if optional.iter().any(|name| command.starts_with(name)) { '?' } else { '=' };
            assert!(answer[0].starts_with(wanted), "{command}: {answer:?}");
        }
        client.send("quit");
        assert!(client.child.wait().expect("the program ends").success());
    }
    let mut client = Client::new(&["gtp"]);
    client.send("rectangular_boardsize 9 13");
    let told = client.response();
    assert!(told[0].starts_with("? ") && told[0].contains("not 9 by 13"), "{told:?}");
    client.send("known_command analyze");
    assert_eq!(client.response(), ["= false"]);
    client.child.kill().expect("a process");
    client.child.wait().expect("a process");
}
