//! The command line: options, commands, exit codes.

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::parser::ValueSource;
use clap::{ArgMatches, Args, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};
use engine::game::{Ko, Rules};
use mkpat::diag::{Severity, render};
use mkpat::language::load::{Unsupported, load_with};
use mkpat::program::complete::{self, Completions, Man};
use mkpat::program::{self, End, Output};
use mkpat::tools::match_tests::command;
use mkpat_rt::db::PatternSet;
use mkpat_rt::geom::{Color, Point};

use crate::clock::MAX_LEVEL;
use crate::games::ablate::AblateArgs;
use crate::games::command::{GameArgs, Ground, MatchArgs};
use crate::games::tune::TuneArgs;
use crate::play::{EditingTerminal, People, StdTerminal};
use crate::reading_options::ReadingOptions;
use crate::regress::command::RunVerdict;
use crate::session::{Session, Settings};
use crate::trial_options::{TRIAL, TrialOptions};
use crate::{
    RunStudio, StudioStart, bench, compare, decide, games, gtp, matches, pattern_tests, play,
    profile, prove, record, regress, semeai, show, solve, variations, why,
};

/// Exit code of tests that are not as expected.
const FAILED: u8 = 1;
/// Exit code for a wrong command line, bad input files, and output that cannot be written.
const BAD_INPUT: u8 = program::TROUBLE;

const AFTER_HELP: &str = "\
Without a command, katachi plays on the terminal; when its input is not a terminal, it speaks GTP, \
so that a graphical client needs no arguments.

Exit codes:
  0  all went well
  1  tests are not as expected
  2  the command line is wrong, an input file (record, databases) cannot be used, or the output
     cannot be written";

/// Plays Go, guided by patterns.
#[derive(Parser, Debug)]
#[command(name = "katachi", version, after_long_help = AFTER_HELP, after_help = "See `--help` for all of it.")]
struct Cli {
    #[command(flatten)]
    options: Options,
    #[command(subcommand)]
    command: Option<CliCommand>,
}

#[derive(Subcommand, Debug)]
enum CliCommand {
    /// Speak GTP, version 2, on standard input and output.
    Gtp {
        /// Print the manual of all commands as Markdown, and end.
        #[arg(long)]
        commands: bool,
    },
    /// Play on the terminal.
    Play {
        /// Which colour you play.
        #[arg(long, value_enum, default_value_t = Seats::Black)]
        color: Seats,
        /// Number of handicap stones for Black, at their fixed places.
        #[arg(long, value_name = "STONES")]
        handicap: Option<usize>,
    },
    /// Read and play from fixed positions; print node counts and a checksum.
    ///
    /// Counts and checksum are the same on every machine. The checksum changes when
    /// the engine reads or plays anything else; it depends on the databases and on
    /// the options of this command, not on --level and --seed.
    Bench {
        /// How often to do the work.
        #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=10_000))]
        rounds: u32,
        /// How many moves to generate, at most; 0 only reads.
        #[arg(long, value_name = "N", default_value_t = bench::MOVES)]
        moves: usize,
    },
    /// Can a string of a record be captured, and can it be saved?
    ///
    /// Prints both verdicts, how many variations and nodes they took, and the
    /// variations with the reason for each cut-off; `-o` writes them as SGF.
    DecideString(decide::DecideArgs),
    /// Can two strings of a record be connected, and can they be separated?
    ///
    /// As `decide-string`; both questions are read to the end, and what is shown of them is the proof:
    /// the move that works, or all moves that do not. `--effort X` reads X times as long.
    DecideConnection(decide::ConnectionArgs),
    /// Can a dragon of a record be killed, and can it be saved?
    ///
    /// As `decide-string`, for the dragon that the stone belongs to; what is shown is how the
    /// search came to its answer, or the likeliest line if it came to none. `--effort X` looks
    /// X times as long.
    #[command(visible_alias = "decide-owl")]
    DecideDragon(decide::DecideArgs),
    /// Who wins the race between two dragons, whoever moves first?
    ///
    /// Prints for each of the two whether it lives and takes the other if its owner moves first, the
    /// move and the best play; `-o` writes that as SGF. `--effort X` looks at X times as many positions.
    DecideSemeai(semeai::SemeaiArgs),
    /// Has a player of a record a combination, and what prevents one of his opponent?
    ///
    /// A combination is a series of threats that captures something in the end. Prints the first moves,
    /// how many stones are gained, and the variations as `decide-string` does.
    DecideCombination(decide::CombinationArgs),
    /// Prove that strings can be captured or saved, groups killed, strings connected.
    ///
    /// A goal is a sentence: `black captures D4`, `save D4`, `kill R3`, `white lives R3`,
    /// `connect C3 E5`, `cut C3 E5`, `black wins D4 F4` (takes F4 before losing D4). Who wants
    /// it moves first, unless it ends with `, white first`. Exit codes: 0 yes, 3 no, 4 by a ko, 5
    /// not found; the largest of all goals; 1 and 2 as ever. docs/prove.md has the rest.
    Prove(prove::ProveArgs),
    /// Play the first move of a life-and-death problem.
    ///
    /// What it is about is inferred: the largest group without a way into the open board. `--effort
    /// X` looks at X times as many positions. docs/prove.md has the rest.
    Solve(solve::SolveArgs),
    /// Run regression suites and compare with the tests that must pass.
    Regress(regress::command::RegressArgs),
    /// Show what the engine knows of a position: strings, dragons, eyes, influence, territory.
    ///
    /// A board with labels, a key and a table; `--svg FILE` writes a picture. Who is to move is as in
    /// the record; influence is shown as if the other side moved first everywhere.
    Show(show::ShowArgs),
    /// Test databases by positions with expected matches and answers.
    ///
    /// As `mkpat test`, and besides the answers of constraints: which matches are
    /// accepted, and what their constraints asked the engine. The format is described in
    /// docs/pattern-tests.md. Exit codes: 0 everything as expected (or updated), 1
    /// differences, 2 a test cannot be read or names what does not exist.
    Test(TestArgs),
    /// Why does a pattern match in a position of a record, or not, and what does it do there?
    ///
    /// For each place and orientation that comes near, the nearest first: the vertices that differ;
    /// else the class letter and the string that fails it; else the terms of the constraint that are
    /// false, with the answers of their helpers and the moves that reading tried; else what the
    /// match does to the value of its move. Drawn: `[ ]` stand around the vertices that are as the
    /// diagram shows them, `{ }` around those that differ, `( )` around the anchor, `*` is the move.
    Why {
        /// The record, which may be stopped in with `--until`; `-` for standard input.
        file: PathBuf,
        /// The pattern, and the vertex of its move (or of its anchor, if it has none); without a
        /// vertex the nearest places are told.
        #[arg(value_name = "PATTERN[@VERTEX]")]
        pattern: String,
        #[command(flatten)]
        options: WhyOptions,
    },
    /// What decides between two moves?
    ///
    /// Both moves with the number by which the engine chooses, its parts side by side, and the part
    /// that decides; or why a move is not considered at all.
    Compare {
        /// The record, which may be stopped in with `--until`; `-` for standard input.
        file: PathBuf,
        /// The vertex of the one move.
        a: String,
        /// The vertex of the other.
        b: String,
        /// Who moves; else whose turn it is.
        #[arg(long, value_enum)]
        color: Option<ColorName>,
    },
    /// Play games between two players; or, of one record, list the patterns that match.
    ///
    /// A player is a folder of databases, `katachi` with options in quotes (`"katachi --level 5"`), or
    /// the command line of any GTP engine (`"gnugo --mode gtp"`). Games come in pairs from balanced
    /// openings, colours exchanged. Printed are score, Elo with error bars, faults, and time a move;
    /// docs/match.md has the rest.
    ///
    /// With a record alone: one line per match of a pattern, fields apart by tabs, as `mkpat match`
    /// prints them: record, where it is stopped in (or -), database, colour that plays O, pattern,
    /// vertex of the move (or -), and the orientation with `--orientation`; the last field is the
    /// verdict: accepted, or what refused the match: class, constraint, helper. `katachi why` tells more.
    Match {
        /// The first player; or a record, `-` for standard input.
        #[arg(value_name = "A|RECORD")]
        file: PathBuf,
        /// The second player.
        b: Option<String>,
        /// Of a record: who is O in the patterns; else who is to move.
        #[arg(long, value_enum, conflicts_with = "b")]
        color: Option<ColorName>,
        #[command(flatten)]
        filter: MatchOptions,
        #[command(flatten)]
        games: Box<MatchArgs>,
    },
    /// Look for better weights of moves, by games of changed weights with each other (SPSA).
    ///
    /// Weights are those of `--weight`; `katachi tune --list` prints them. Each step changes all
    /// weights that are named by a little, at random up or down, plays pairs of games between that and its
    /// opposite, and moves the weights by the result. docs/match.md has the rest.
    Tune(TuneArgs),
    /// What are patterns worth? Plays games with and without them.
    ///
    /// For each group, a match between this program without its patterns and with them; a table of what
    /// they gain. A group is a database, `DATABASE:PATTERN` or a pattern, names perhaps with `*` at
    /// their end; several with commas between them. docs/match.md has the rest.
    Ablate(AblateArgs),
    /// Look at patterns on boards, edit them and play with them, on a page in your browser.
    ///
    /// The page shows the records of a folder, what matches at any vertex and why, and takes up every
    /// file that you save. It is for this machine alone, and for who knows its address.
    /// docs/studio.md has the rest.
    Studio(StudioOptions),
    Completions(Completions),
    Man(Man),
}

/// How `katachi studio` begins.
#[derive(Args, Debug)]
struct StudioOptions {
    /// The folder with records, and with databases unless --patterns names others.
    #[arg(default_value = ".")]
    dir: PathBuf,
    /// The TCP port of the page; 0 for any that is free.
    #[arg(long, default_value_t = 7361)]
    port: u16,
    /// Open the page in the browser.
    #[arg(long)]
    open: bool,
}

/// What `katachi test` tests, or makes a test of.
#[derive(Args, Debug)]
struct TestArgs {
    #[command(flatten)]
    tests: command::Arguments,
    /// Print a test case instead, with today's answers: PATH is a record (`-` for standard input),
    /// perhaps followed by the move before which it is stopped in
    #[arg(long, conflicts_with_all = ["update", "list", "filter"])]
    new: bool,
    /// With --new: only this pattern; may be repeated
    #[arg(long, value_name = "NAME", requires = "new")]
    only: Vec<String>,
}

/// How `katachi why` looks and answers.
#[derive(Args, Debug)]
struct WhyOptions {
    /// Only the pattern of this database.
    #[arg(long, value_name = "NAME")]
    db: Option<String>,
    /// Who is O in the pattern; else who is to move, or both where databases are matched for both.
    #[arg(long, value_enum)]
    color: Option<ColorName>,
    /// How many places are told at most.
    #[arg(long, value_name = "N", default_value_t = why::LIMIT)]
    limit: usize,
    /// Answer as JSON.
    #[arg(long)]
    json: bool,
}

/// Which matches `katachi match RECORD` lists.
#[derive(Args, Debug)]
struct MatchOptions {
    /// Of a record: only this database.
    #[arg(long, conflicts_with = "b", value_name = "NAME")]
    db: Option<String>,
    /// Of a record: only patterns whose name contains this.
    #[arg(long, conflicts_with = "b", value_name = "TEXT")]
    pattern: Option<String>,
    /// Of a record: only matches whose move is here.
    #[arg(long, conflicts_with = "b", value_name = "VERTEX")]
    at: Option<String>,
    /// Of a record: print the orientation, too: 0 to 7, as `mkpat match --orientation`.
    #[arg(long, conflicts_with = "b")]
    orientation: bool,
    /// Of a record: print instead what the engine's choice of a move costs in this position, in time and
    /// calls: by pattern, by helper, and by database.
    #[arg(long, value_enum, value_name = "FORM", num_args = 0..=1, require_equals = true, default_missing_value = "table",
          conflicts_with_all = ["b", "color", "db", "pattern", "at", "orientation"])]
    profile: Option<profile::Form>,
    /// With --profile: all positions of the record up to this one.
    #[arg(long, requires = "profile")]
    every: bool,
}

// More than twelve fields: one for each option of the command line, in the order of the help
// text. Nothing but this file sees them.
#[derive(Args, Debug)]
struct Options {
    /// Load pattern databases from this folder (its mkpat.toml) instead of
    /// those compiled in.
    #[arg(long, global = true, value_name = "DIR")]
    patterns: Option<PathBuf>,
    /// Play without those patterns of --patterns that need a helper which the engine does not have.
    #[arg(long, global = true, requires = "patterns")]
    skip_unsupported: bool,
    /// Vertices per side.
    #[arg(long, global = true, value_name = "SIZE", value_parser = clap::value_parser!(u16).range(1..=25))]
    boardsize: Option<u16>,
    /// Points added to White's score; else what the rules or the record say.
    #[arg(long, global = true, value_name = "POINTS", allow_hyphen_values = true, value_parser = komi)]
    komi: Option<f32>,
    /// Level of play, 0 to 20: more reads more.
    #[arg(long, global = true, default_value_t = 10, value_parser = clap::value_parser!(u32).range(0..=i64::from(MAX_LEVEL)))]
    level: u32,
    /// Decides among equal moves; the same seed plays the same game.
    #[arg(long, global = true, value_name = "NUMBER", default_value_t = 1)]
    seed: u64,
    /// Threads for random games; they change no move. Without it as many as there are cores.
    #[arg(long, global = true, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    game_threads: Option<u16>,
    /// Seconds that a move may take at most: then the best move known by then is
    /// played. (A clock set over GTP holds, too.)
    #[arg(long, global = true, value_name = "SECONDS", value_parser = crate::clock::seconds)]
    time_per_move: Option<f64>,
    /// Rules: counting, ko, suicide and usual komi.
    #[arg(long, global = true, value_enum, default_value_t = RulesName::Japanese)]
    rules: RulesName,
    /// As --rules chinese.
    #[arg(long, global = true, conflicts_with_all = ["rules", "japanese_rules"])]
    chinese_rules: bool,
    /// As --rules japanese.
    #[arg(long, global = true, conflicts_with = "rules")]
    japanese_rules: bool,
    /// Forbid only the immediate retaking of a ko.
    #[arg(long, global = true, conflicts_with_all = ["positional_superko", "situational_superko"])]
    simple_ko: bool,
    /// Forbid repeating any earlier position.
    #[arg(long, global = true, conflicts_with = "situational_superko")]
    positional_superko: bool,
    /// Forbid repeating any earlier position with the same player to move.
    #[arg(long, global = true)]
    situational_superko: bool,
    /// Allow suicide.
    #[arg(long, global = true, conflicts_with = "forbid_suicide")]
    allow_suicide: bool,
    /// Forbid suicide.
    #[arg(long, global = true)]
    forbid_suicide: bool,
    /// Never resign. (With handicap stones the engine does not, anyway.)
    #[arg(long, global = true)]
    never_resign: bool,
    /// Start from the position of this SGF record.
    #[arg(long, global = true, value_name = "FILE")]
    infile: Option<PathBuf>,
    /// Where to stop in the record: just before the move with this number, or
    /// the first move at this vertex.
    #[arg(long, global = true, value_name = "MOVE")]
    until: Option<String>,
    /// Write the game to this file after every move, with the values and reasons of the engine's own.
    // Not global: some commands have a `-o` of their own.
    #[arg(long, short = 'o', value_name = "FILE")]
    outfile: Option<PathBuf>,
    /// As the commands `gtp` and `play` (for clients made for GNU Go).
    #[arg(long, global = true, value_enum, hide = true)]
    mode: Option<Mode>,
    /// Accepted and ignored (for clients made for GNU Go).
    #[arg(long, global = true, hide = true)]
    quiet: bool,
    #[command(flatten)]
    trial: TrialOptions,
    #[command(flatten)]
    reading: ReadingOptions,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum Mode {
    Gtp,
    Ascii,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum Seats {
    Black,
    White,
    Both,
    None,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum ColorName {
    Black,
    White,
}

impl From<ColorName> for Color {
    fn from(name: ColorName) -> Color {
        match name {
            ColorName::Black => Color::Black,
            ColorName::White => Color::White,
        }
    }
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum RulesName {
    /// Territory, simple ko, no suicide, komi 6.5.
    Japanese,
    /// Area, positional superko, no suicide, komi 7.5.
    Chinese,
    /// Area, situational superko, suicide allowed, komi 7.
    NewZealand,
}

fn komi(text: &str) -> Result<f32, String> {
    match text.parse::<f32>() {
        Ok(x) if x.is_finite() && x.abs() <= 1000.0 => Ok(x),
        _ => Err("expected a number of points".to_string()),
    }
}

/// Why the program ends: an exit code and what to write to the error stream.
struct Exit {
    code: u8,
    message: String,
}

impl Exit {
    fn bad_input(message: impl Into<String>) -> Exit {
        Exit { code: BAD_INPUT, message: message.into() }
    }
}

impl From<io::Error> for Exit {
    fn from(e: io::Error) -> Exit {
        Exit { code: BAD_INPUT, message: e.to_string() }
    }
}

/// Reads the command line and runs; `studio` is the command of that name.
pub fn run(builtin: fn() -> PatternSet, studio: RunStudio) -> ExitCode {
    let args = std::env::args_os().collect();
    program::run("katachi", Cli::command(), args, |matches, out| {
        let used = unused_options(&matches);
        match used.and_then(|()| Cli::from_arg_matches(&matches)) {
            Ok(cli) => match dispatch(cli, builtin, studio, out) {
                Ok(()) => End::with(0),
                Err(Exit { code, message }) => End { code, message },
            },
            Err(e) => program::usage(&e, out),
        }
    })
}

/// Options of rules.
const RULES: &[&str] = &[
    "komi",
    "rules",
    "chinese_rules",
    "japanese_rules",
    "simple_ko",
    "positional_superko",
    "situational_superko",
    "allow_suicide",
    "forbid_suicide",
];

/// Refuses options that the subcommand does not use.
fn unused_options(matches: &ArgMatches) -> Result<(), clap::Error> {
    let Some((name, sub)) = matches.subcommand() else { return Ok(()) };
    let databases = ["patterns", "skip_unsupported"].as_slice();
    let position = [databases, RULES, &["until", "level", "seed", "game_threads"], TRIAL].concat();
    let (used, reads): (Vec<&str>, bool) = match name {
        "gtp" | "play" => return Ok(()),
        "bench" => (databases.to_vec(), false),
        "regress" => ([databases, RULES, &["level", "seed", "never_resign"], TRIAL].concat(), true),
        "test" => ([databases, &["level"]].concat(), false),
        "prove" => ([RULES, &["until"]].concat(), false),
        "studio" => {
            ([databases, RULES, &["level", "seed", "never_resign", "game_threads"]].concat(), true)
        }
        "solve" => ([RULES, &["until"]].concat(), true),
        "match" if sub.contains_id("b") => ([RULES, &["boardsize", "seed"]].concat(), false),
        "tune" | "ablate" => ([RULES, &["boardsize", "seed"]].concat(), false),
        "match" | "why" | "compare" | "decide-string" | "decide-connection" | "decide-dragon"
        | "decide-semeai" | "decide-combination" | "show" => (position, true),
        _ => (Vec::new(), false),
    };
    let reading = ReadingOptions::augment_args(clap::Command::new("reading"));
    let reading: Vec<String> = reading.get_arguments().map(|a| a.get_id().to_string()).collect();
    let options = Options::augment_args(clap::Command::new("options"));
    if name == "match" && !sub.contains_id("b") {
        let games = GameArgs::augment_args(clap::Command::new("games"));
        for option in games.get_arguments().map(|a| a.get_id().as_str()) {
            if sub.value_source(option) == Some(ValueSource::CommandLine) {
                let message = "games need two players: katachi match A B";
                let kind = clap::error::ErrorKind::MissingRequiredArgument;
                return Err(Cli::command().error(kind, message));
            }
        }
    }
    for option in options.get_arguments() {
        let id = option.get_id().as_str();
        let source = if id == "outfile" { matches.value_source(id) } else { sub.value_source(id) };
        let fits = used.contains(&id) || reads && reading.iter().any(|r| r == id);
        if !fits && source == Some(ValueSource::CommandLine) {
            let shown = option.get_long().unwrap_or(id);
            let message =
                format!("unexpected argument '--{shown}': `katachi {name}` does not use it");
            return Err(Cli::command().error(clap::error::ErrorKind::UnknownArgument, message));
        }
    }
    Ok(())
}

fn dispatch(
    cli: Cli,
    builtin: fn() -> PatternSet,
    studio: RunStudio,
    out: &mut Output,
) -> Result<(), Exit> {
    let Cli { options, command } = cli;
    let gtp = CliCommand::Gtp { commands: false };
    let play = CliCommand::Play { color: Seats::Black, handicap: None };
    let command = match (command, options.mode) {
        (Some(command), _) => command,
        (None, Some(Mode::Gtp)) => gtp,
        (None, Some(Mode::Ascii)) => play,
        (None, None) => {
            if io::stdin().is_terminal() {
                play
            } else {
                gtp
            }
        }
    };
    match command {
        CliCommand::Gtp { commands: true } => print(out, &gtp::markdown()),
        CliCommand::Gtp { commands: false } => {
            let mut session = session(&options, builtin)?;
            gtp::serve(&mut session, gtp::Stdin::new(), out)?;
            recorded(&session)
        }
        CliCommand::Play { color, handicap } => {
            let mut session = session(&options, builtin)?;
            play_on_terminal(&mut session, color, handicap, out)?;
            recorded(&session)
        }
        CliCommand::Bench { rounds, moves } => {
            let work = bench::Work { rounds, moves };
            let totals = bench::run(work, &databases(&options, builtin)?)
                .map_err(|problems| Exit::bad_input(problems.join("\nkatachi: ")))?;
            print(out, &totals.text())
        }
        CliCommand::Regress(args) => {
            run_suites(&args, &databases(&options, builtin)?, &settings(&options), out)
        }
        CliCommand::Test(TestArgs { tests, new: true, only }) => {
            new_test(&tests.paths, &only, options, builtin, out)
        }
        CliCommand::Test(TestArgs { tests, .. }) => {
            let patterns = databases(&options, builtin)?;
            let level = u8::try_from(options.level).unwrap_or(u8::MAX);
            match pattern_tests::run(&tests, &patterns, level, out) {
                Ok(true) => Ok(()),
                Ok(false) => Err(Exit { code: FAILED, message: String::new() }),
                Err(e) => Err(Exit::bad_input(e.to_string())),
            }
        }
        CliCommand::DecideString(args) => {
            let decided = decide::decide(&args, &mut session_of(&args.file, &options, builtin)?);
            tell_decided(decided, &args.file, &args.variations, out)
        }
        CliCommand::DecideConnection(args) => {
            let session = &mut session_of(&args.file, &options, builtin)?;
            let decided = decide::decide_connection(&args, session);
            tell_decided(decided, &args.file, &args.variations, out)
        }
        CliCommand::DecideDragon(args) => {
            let session = &mut session_of(&args.file, &options, builtin)?;
            tell_decided(decide::decide_dragon(&args, session), &args.file, &args.variations, out)
        }
        CliCommand::DecideSemeai(args) => {
            let session = &mut session_of(&args.file, &options, builtin)?;
            decide_semeai(&args, session, out)
        }
        CliCommand::DecideCombination(args) => {
            let session = &mut session_of(&args.file, &options, builtin)?;
            tell_decided(
                decide::decide_combination(&args, session),
                &args.file,
                &args.variations,
                out,
            )
        }
        CliCommand::Show(args) => {
            let session = &mut session_of(&args.file, &options, builtin)?;
            Ok(show::show(session, &args, out).map_err(|e| match &args.svg {
                Some(path) => Exit::bad_input(format!("{}: {e}", path.display())),
                None => e.into(),
            })?)
        }
        CliCommand::Prove(args) => prove_goals(&args, &options, out),
        CliCommand::Why { file, pattern, options: asked } => {
            let session = &mut session_of(&file, &options, builtin)?;
            explain_pattern(session, &pattern, asked, out)
        }
        CliCommand::Compare { file, a, b, color } => {
            compare_moves(&mut session_of(&file, &options, builtin)?, [&a, &b], color, out)
        }
        CliCommand::Tune(args) => {
            let program = std::env::current_exe()?;
            games::tune::run(&args, &options.ground(&program), out).map_err(Exit::bad_input)
        }
        CliCommand::Ablate(args) => {
            let program = std::env::current_exe()?;
            games::ablate::run(&args, &options.ground(&program), out).map_err(Exit::bad_input)
        }
        CliCommand::Studio(args) => {
            studio(studio_start(args, &options, builtin), out).map_err(Exit::bad_input)
        }
        CliCommand::Completions(args) => {
            Ok(complete::completions(&args, "katachi", Cli::command(), out)?)
        }
        CliCommand::Man(args) => Ok(complete::man(&args, "katachi", Cli::command(), out)?),
        CliCommand::Solve(args) => solve_problem(&args, &options, out),
        CliCommand::Match { file, b: Some(b), games, .. } => {
            play_match(&games, &file, &b, &options, out)
        }
        CliCommand::Match {
            file, filter: MatchOptions { profile: Some(form), every, .. }, ..
        } => {
            let session = &mut session_of(&file, &options, builtin)?;
            print(out, &profile::text(&profile::measure(session, every), form))
        }
        CliCommand::Match { file, color, filter, .. } => {
            let layout = matches::Layout {
                record: file.display().to_string(),
                until: options.until.clone().unwrap_or("-".to_string()),
                orientation: filter.orientation,
            };
            list_matches(&mut session_of(&file, &options, builtin)?, color, filter, &layout, out)
        }
    }
}

/// Whether the record of `--outfile` is complete.
fn recorded(session: &Session) -> Result<(), Exit> {
    session.record_failure().map_or(Ok(()), |why| Err(Exit::bad_input(why)))
}

/// What the studio starts with.
fn studio_start(
    args: StudioOptions,
    options: &Options,
    builtin: fn() -> PatternSet,
) -> StudioStart {
    StudioStart {
        dir: args.dir,
        patterns: options.patterns.clone(),
        skip_unsupported: options.skip_unsupported,
        port: args.port,
        open: args.open,
        settings: settings(options),
        builtin,
    }
}

/// The record of a command; what is odd about it is told.
fn load(file: &Path, options: &Options) -> Result<record::Loaded, Exit> {
    let loaded = record::load_input(file, options.until.as_deref(), options.game_rules())
        .map_err(|e| Exit::bad_input(format!("{}: {e}", file.display())))?;
    for warning in &loaded.warnings {
        let _ = writeln!(io::stderr(), "katachi: {}: {warning}", file.display());
    }
    Ok(loaded)
}

/// Proves the goals of a record.
fn prove_goals(args: &prove::ProveArgs, options: &Options, out: &mut Output) -> Result<(), Exit> {
    let bad = |e: String| Exit::bad_input(format!("{}: {e}", args.file.display()));
    let loaded = load(&args.file, options)?;
    let proved = prove::prove(args, loaded.game.board()).map_err(bad)?;
    for answer in &proved {
        print(out, &if args.json { answer.json() + "\n" } else { answer.text() })?;
    }
    if let Some(path) = &args.output {
        std::fs::write(path, prove::sgf(&proved))
            .map_err(|e| Exit::bad_input(format!("{}: {e}", path.display())))?;
    }
    match prove::exit_code(&proved) {
        0 => Ok(()),
        code => Err(Exit { code, message: String::new() }),
    }
}

/// Plays the first move of a problem.
fn solve_problem(args: &solve::SolveArgs, options: &Options, out: &mut Output) -> Result<(), Exit> {
    let bad = |e: String| Exit::bad_input(format!("{}: {e}", args.file.display()));
    let loaded = load(&args.file, options)?;
    let limits = engine::reading::Limits::default();
    let effort = options.reading.overrides().apply(limits).effort;
    let nodes = solve::NODES.saturating_mul(effort.max(1));
    let solved = solve::solve(loaded.game.board(), loaded.to_move, nodes).map_err(bad)?;
    print(out, &if args.json { solved.json() + "\n" } else { solved.text() })
}

fn play_on_terminal(
    session: &mut Session,
    color: Seats,
    handicap: Option<usize>,
    out: &mut Output,
) -> Result<(), Exit> {
    if let Some(stones) = handicap.filter(|&n| n > 0) {
        let placed = session.game_mut().place_fixed_handicap(stones);
        placed.map_err(|e| Exit::bad_input(format!("--handicap {stones}: {e}")))?;
    }
    let people = People {
        black: matches!(color, Seats::Black | Seats::Both),
        white: matches!(color, Seats::White | Seats::Both),
    };
    if io::stdin().is_terminal() && io::stdout().is_terminal() {
        return Ok(play::play(session, people, &mut EditingTerminal::new(out)?)?);
    }
    let mut terminal = StdTerminal::new(io::stdin().lock(), out);
    Ok(play::play(session, people, &mut terminal)?)
}

fn run_suites(
    args: &regress::command::RegressArgs,
    patterns: &PatternSet,
    settings: &Settings,
    out: &mut Output,
) -> Result<(), Exit> {
    let verdict = regress::command::regress(args, patterns, settings, out);
    match verdict.map_err(Exit::bad_input)? {
        RunVerdict::Good => Ok(()),
        RunVerdict::Lost(n) => {
            Err(Exit { code: FAILED, message: format!("{n} tests that passed fail now") })
        }
    }
}

/// Prints what was decided about a race, and writes the best play.
fn decide_semeai(
    args: &semeai::SemeaiArgs,
    session: &mut Session,
    out: &mut Output,
) -> Result<(), Exit> {
    let bad = |e: String| Exit::bad_input(format!("{}: {e}", args.file.display()));
    let decided = semeai::decide(args, session).map_err(bad)?;
    print(out, &decided.text)?;
    let Some(path) = &args.output else { return Ok(()) };
    std::fs::write(path, decided.sgf)
        .map_err(|e| Exit::bad_input(format!("{}: {e}", path.display())))
}

/// Prints what was decided, and writes the variations.
fn tell_decided(
    decided: Result<decide::Decided, String>,
    file: &Path,
    args: &decide::VariationArgs,
    out: &mut Output,
) -> Result<(), Exit> {
    let decided = decided.map_err(|e| Exit::bad_input(format!("{}: {e}", file.display())))?;
    print(out, &decided.text)?;
    let Some(path) = &args.output else { return Ok(()) };
    std::fs::write(path, variations::sgf(&decided.recording))
        .map_err(|e| Exit::bad_input(format!("{}: {e}", path.display())))
}

/// Prints a test case with today's answers.
fn new_test(
    paths: &[PathBuf],
    only: &[String],
    options: Options,
    builtin: fn() -> PatternSet,
    out: &mut Output,
) -> Result<(), Exit> {
    let (file, until) = match paths {
        [file] => (file, None),
        [file, until] => (file, Some(until.display().to_string())),
        _ => return Err(Exit::bad_input("--new takes a record, and a move to stop before")),
    };
    let place = until.as_ref().map_or(String::new(), |until| format!(" before {until}"));
    let title = format!("{}{place}", file.display());
    let options = Options { until, ..options };
    let session = session_of(file, &options, builtin)?;
    let level = u8::try_from(options.level).unwrap_or(u8::MAX);
    let text = pattern_tests::new_case(&session, &title, only, level).map_err(Exit::bad_input)?;
    print(out, &text)
}

fn explain_pattern(
    session: &mut Session,
    pattern: &str,
    WhyOptions { db, color, limit, json }: WhyOptions,
    out: &mut Output,
) -> Result<(), Exit> {
    let question = why::Question::parse(pattern, session.game().size())
        .map_err(|e| Exit::bad_input(format!("{pattern}: {e}")))?;
    let color = color.map(Color::from);
    let question = why::Question { database: db, color, limit: limit.max(1), ..question };
    let answers = why::explain(&question, session).map_err(Exit::bad_input)?;
    print(
        out,
        &if json { why::json(&answers).map_err(Exit::bad_input)? } else { why::text(&answers) },
    )
}

fn compare_moves(
    session: &mut Session,
    names: [&str; 2],
    color: Option<ColorName>,
    out: &mut Output,
) -> Result<(), Exit> {
    let size = session.game().size();
    let vertex = |name: &str| {
        let p = Point::parse(name, size).filter(|p| !p.is_pass());
        p.ok_or_else(|| Exit::bad_input(format!("{name}: no vertex of a board of {size}×{size}")))
    };
    let moves = [vertex(names[0])?, vertex(names[1])?];
    let color = color.map_or(session.to_move(), Color::from);
    print(out, &compare::compare(session, color, moves).map_err(Exit::bad_input)?)
}

fn list_matches(
    session: &mut Session,
    color: Option<ColorName>,
    MatchOptions { db, pattern, at, .. }: MatchOptions,
    layout: &matches::Layout,
    out: &mut Output,
) -> Result<(), Exit> {
    let at = match at {
        None => None,
        Some(text) => Some(
            Point::parse(&text, session.game().size())
                .filter(|p| !p.is_pass())
                .ok_or_else(|| Exit::bad_input(format!("--at {text}: no such vertex")))?,
        ),
    };
    if let Some(name) = &db
        && session.patterns().get(name).is_none()
    {
        return Err(Exit::bad_input(format!("--db {name}: no such database")));
    }
    let color = color.map_or(session.to_move(), Color::from);
    let filter = matches::Filter { database: db, pattern, at };
    print(out, &matches::list(session, color, &filter, layout))
}

/// Plays games between two players.
fn play_match(
    args: &MatchArgs,
    a: &Path,
    b: &str,
    options: &Options,
    out: &mut Output,
) -> Result<(), Exit> {
    let program = std::env::current_exe()?;
    let a = a.to_str().ok_or_else(|| Exit::bad_input("the first player is no UTF-8"))?;
    games::command::run(args, [a, b], &options.ground(&program), out).map_err(Exit::bad_input)
}

fn print(out: &mut Output, text: &str) -> Result<(), Exit> {
    Ok(out.write_all(text.as_bytes())?)
}

impl Options {
    /// What games are played on.
    fn ground<'a>(&self, program: &'a Path) -> Ground<'a> {
        let size = self.boardsize.map_or(19, usize::from);
        Ground { program, size, rules: self.game_rules(), seed: self.seed }
    }

    fn game_rules(&self) -> Rules {
        let mut rules = match self.rules {
            _ if self.chinese_rules => Rules::CHINESE,
            RulesName::Japanese => Rules::JAPANESE,
            RulesName::Chinese => Rules::CHINESE,
            RulesName::NewZealand => Rules::NEW_ZEALAND,
        };
        let ko = [
            (self.simple_ko, Ko::Simple),
            (self.positional_superko, Ko::PositionalSuperko),
            (self.situational_superko, Ko::SituationalSuperko),
        ];
        if let Some((_, ko)) = ko.into_iter().find(|x| x.0) {
            rules.ko = ko;
        }
        rules.suicide = (rules.suicide || self.allow_suicide) && !self.forbid_suicide;
        if let Some(komi) = self.komi {
            rules.komi = komi;
        }
        rules
    }
}

fn databases(options: &Options, builtin: fn() -> PatternSet) -> Result<PatternSet, Exit> {
    match &options.patterns {
        None => Ok(builtin()),
        Some(dir) => load_patterns(dir, options.skip_unsupported),
    }
}

fn settings(options: &Options) -> Settings {
    Settings {
        size: options.boardsize.map_or(19, usize::from),
        rules: options.game_rules(),
        level: options.level,
        seed: options.seed,
        threads: options.game_threads.map_or_else(crate::session::cores, usize::from),
        resign: !options.never_resign,
        time_per_move: options.time_per_move,
        reading: options.reading.overrides(),
        weights: options.trial.weights(),
        without: options.trial.without(),
        cache: options.reading.entries(),
    }
}

fn session(options: &Options, builtin: fn() -> PatternSet) -> Result<Session, Exit> {
    let patterns = databases(options, builtin)?;
    let settings = settings(options);
    let mut session = Session::new(patterns, &settings)
        .map_err(|problems| Exit::bad_input(problems.join("\nkatachi: ")))?;
    session.folder = options.patterns.clone();
    if let Some(file) = &options.infile {
        let loaded = record::load(file, options.until.as_deref(), settings.rules);
        begin_with(&mut session, file, loaded, options)?;
    } else if options.until.is_some() {
        return Err(Exit::bad_input("--until needs --infile"));
    }
    if let Some(path) = &options.outfile {
        let made = session.record_to(path);
        made.map_err(|e| Exit::bad_input(format!("{}: {e}", path.display())))?;
    }
    Ok(session)
}

/// A session at a position of a record; `-` is the standard input.
fn session_of(
    file: &Path,
    options: &Options,
    builtin: fn() -> PatternSet,
) -> Result<Session, Exit> {
    let settings = settings(options);
    let mut session = Session::new(databases(options, builtin)?, &settings)
        .map_err(|problems| Exit::bad_input(problems.join("\nkatachi: ")))?;
    let loaded = record::load_input(file, options.until.as_deref(), settings.rules);
    begin_with(&mut session, file, loaded, options)?;
    Ok(session)
}

/// Puts a session into the position of a record; what is odd goes to the error stream.
fn begin_with(
    session: &mut Session,
    file: &Path,
    loaded: Result<record::Loaded, record::RecordError>,
    options: &Options,
) -> Result<(), Exit> {
    let loaded = loaded.map_err(|e| Exit::bad_input(format!("{}: {e}", file.display())))?;
    for warning in &loaded.warnings {
        let _ = writeln!(io::stderr(), "katachi: {}: {warning}", file.display());
    }
    session.replace(loaded.game, Some(loaded.to_move));
    if let Some(komi) = options.komi {
        session.game_mut().set_komi(komi);
    }
    Ok(())
}

/// Loads databases; what was found in them goes to the error stream. With `skip` it does without the
/// patterns that need a helper which the engine does not have.
fn load_patterns(dir: &Path, skip: bool) -> Result<PatternSet, Exit> {
    let unsupported = if skip { Unsupported::Skip } else { Unsupported::Refuse };
    let loaded = load_with(dir, unsupported);
    let lacking = loaded.lacking_lines();
    let mut findings = loaded.run.diags;
    findings.retain(|d| d.severity != Severity::Hint);
    let mut err = io::stderr().lock();
    let color = io::stderr().is_terminal();
    // If the error stream cannot be written, there is nobody to tell.
    let _ = render::write(&mut err, color, render::Style::Full, &loaded.run.sources, &findings);
    for line in &lacking {
        let _ = writeln!(err, "katachi: {line}");
    }
    loaded.set.ok_or_else(|| {
        let hint = if lacking.is_empty() || skip {
            ""
        } else {
            "; --skip-unsupported plays without these patterns"
        };
        Exit::bad_input(format!("the databases of {} cannot be used{hint}", dir.display()))
    })
}

#[cfg(test)]
mod tests;
