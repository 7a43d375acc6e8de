//! `mkpat completions` and `mkpat man`: help in the forms of shells and of `man`.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap_complete::Shell;

use super::files::write_whole;
use super::{CLEAN, Trouble};

/// Prints a completion script for a shell
#[derive(clap::Args, Debug)]
#[group(skip)]
#[command(
    long_about = "Prints a script that completes the arguments of mkpat in a shell.",
    after_long_help = "Examples:\n  \
        mkpat completions bash > ~/.local/share/bash-completion/completions/mkpat\n  \
        mkpat completions zsh > ~/.zfunc/_mkpat\n  \
        mkpat completions fish > ~/.config/fish/completions/mkpat.fish"
)]
pub(super) struct Completions {
    /// Shell
    shell: Shell,
}

/// Writes manual pages
#[derive(clap::Args, Debug)]
#[group(skip)]
#[command(
    long_about = "Writes manual pages: mkpat(1), and one of each command, such as mkpat-check(1). \
        Without -o the page of mkpat itself is printed.",
    after_long_help = "Example:\n  mkpat man | man -l -"
)]
pub(super) struct Man {
    /// Folder for the pages; made if need be
    #[arg(short, long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// Prints the completion script.
pub(super) fn completions(
    arguments: &Completions,
    mut command: clap::Command,
    out: &mut impl Write,
) -> Result<u8, Trouble> {
    // The generator panics where it cannot write: to a closed pipe, for example.
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut command, "mkpat", &mut script);
    out.write_all(&script)?;
    Ok(CLEAN)
}

/// Prints or writes the manual pages.
pub(super) fn man(
    arguments: &Man,
    mut command: clap::Command,
    out: &mut impl Write,
) -> Result<u8, Trouble> {
    command.build();
    let Some(dir) = &arguments.out else {
        clap_mangen::Man::new(command).render(out)?;
        return Ok(CLEAN);
    };
    std::fs::create_dir_all(dir).map_err(|e| Trouble(format!("{}: {e}", dir.display())))?;
    let commands: Vec<clap::Command> =
        command.get_subcommands().filter(|c| c.get_name() != "help").cloned().collect();
    page(dir, "mkpat".to_string(), command, out)?;
    for command in commands {
        let name = format!("mkpat-{}", command.get_name());
        page(dir, name, command, out)?;
    }
    Ok(CLEAN)
}

fn page(
    dir: &Path,
    name: String,
    command: clap::Command,
    out: &mut impl Write,
) -> Result<(), Trouble> {
    let path = dir.join(format!("{name}.1"));
    let mut text = Vec::new();
    clap_mangen::Man::new(command).render(&mut text)?;
    write_whole(&path, &String::from_utf8_lossy(&text))?;
    writeln!(out, "wrote {}", path.display())?;
    Ok(())
}
