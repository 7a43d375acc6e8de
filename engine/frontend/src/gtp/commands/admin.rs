//! Commands about the program and the protocol.

use std::path::PathBuf;

use mkpat::diag::{Severity, render};
use mkpat::language::load::{Unsupported, load_with};

use super::super::command::{Command, Table, about_commands, command};
use super::super::{Args, Response};
use super::{done, note};
use crate::session::Session;

pub(in crate::gtp) const COMMANDS: &[Command] = &[
    command("protocol_version", "", "Answers 2.", |_, _| Ok("2".to_string())),
    command("name", "", "Answers the name of the program.", |_, _| Ok("Katachi".to_string())),
    command("version", "", "Answers the version of the program.", |_, _| {
        Ok(env!("CARGO_PKG_VERSION").to_string())
    }),
    about_commands("known_command", "NAME", "Answers true or false.", known_command),
    about_commands(
        "list_commands",
        "",
        "Lists the names of all commands, one per line.",
        |t, _| Ok(list(t)),
    ),
    about_commands(
        "help",
        "[NAME]",
        "Explains a command; without a name, lists all, as `list_commands`.",
        help,
    ),
    command(
        "reload_patterns",
        "[FOLDER]",
        "Reads the databases of a folder, or those of --patterns again, and plays on with them; the game \
         stays. If they have errors, the first of them are the answer, and nothing changes.",
        reload_patterns,
    ),
    command("quit", "", "Ends the program after the response.", |s, _| {
        s.quit = true;
        done()
    }),
    command("echo", "[TEXT]", "Answers its arguments.", |_, a| Ok(a.rest().to_string())),
    command(
        "echo_err",
        "[TEXT]",
        "Answers its arguments and writes them to the error stream, too.",
        echo_err,
    ),
    command("cputime", "", "Seconds spent on commands so far.", |s, _| {
        Ok(format!("{:.3}", s.time.busy.as_secs_f64()))
    }),
    command("get_random_seed", "", "Answers the seed.", |s, _| Ok(s.strength.seed.to_string())),
    command(
        "set_random_seed",
        "NUMBER",
        "Sets the seed, which decides among equal moves: the same seed plays the same game.",
        set_random_seed,
    ),
];

fn list(table: &Table) -> String {
    let mut names: Vec<&str> = table.all().map(|c| c.name).collect();
    names.sort_unstable();
    names.join("\n")
}

fn known_command(table: &Table, args: &mut Args<'_>) -> Response {
    let known = args.word().is_some_and(|name| table.find(name).is_some());
    Ok(known.to_string())
}

fn help(table: &Table, args: &mut Args<'_>) -> Response {
    let Some(name) = args.word() else { return Ok(list(table)) };
    match table.find(name) {
        Some(c) => Ok(format!("{} {}\n{}", c.name, c.usage, c.doc)),
        None => Err("unknown command".into()),
    }
}

fn echo_err(_: &mut Session, args: &mut Args<'_>) -> Response {
    note(args.rest());
    Ok(args.rest().to_string())
}

fn set_random_seed(s: &mut Session, args: &mut Args<'_>) -> Response {
    s.strength.seed = args.number("invalid seed")?;
    done()
}

/// Errors that are told at most.
const ERRORS: usize = 5;

fn reload_patterns(s: &mut Session, args: &mut Args<'_>) -> Response {
    let folder = match args.rest() {
        "" => s.folder.clone().ok_or("no folder: the databases are compiled in")?,
        folder => PathBuf::from(folder),
    };
    let loaded = load_with(&folder, Unsupported::Refuse);
    let mut errors = loaded.run.diags.clone();
    errors.retain(|d| d.severity == Severity::Error);
    let Some(set) = loaded.set else {
        let mut text = Vec::new();
        // Writing to memory cannot fail.
        let _ = render::write(&mut text, false, render::Style::Short, &loaded.run.sources, &errors);
        let text = String::from_utf8_lossy(&text).into_owned();
        let mut lines: Vec<String> = text.lines().map(str::to_string).collect();
        lines.extend(loaded.lacking_lines());
        lines.truncate(ERRORS);
        return Err(format!("cannot use {}:\n{}", folder.display(), lines.join("\n")).into());
    };
    s.set_patterns(set)?;
    s.folder = Some(folder);
    done()
}
