//! The subcommands `completions` and `man` of every program: help in the forms of shells and of
//! `man`.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap_complete::Shell;

/// Print a completion script for a shell
#[derive(clap::Args, Debug)]
#[group(skip)]
#[command(
    long_about = "Prints a script that completes the arguments of this program in a shell.",
    after_long_help = "Examples:\n  \
        mkpat completions bash > ~/.local/share/bash-completion/completions/mkpat\n  \
        katachi completions zsh > ~/.zfunc/_katachi\n  \
        joseki completions fish > ~/.config/fish/completions/joseki.fish"
)]
pub struct Completions {
    /// Shell
    shell: Shell,
}

/// Write manual pages
#[derive(clap::Args, Debug)]
#[group(skip)]
#[command(
    long_about = "Writes manual pages: that of the program, such as mkpat(1), and one of each \
        command, such as mkpat-check(1). Without -o the page of the program itself is printed.",
    after_long_help = "Example:\n  mkpat man | man -l -"
)]
pub struct Man {
    /// Folder for the pages; made if need be
    #[arg(short, long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// Prints the completion script of the program `name`.
///
/// # Errors
/// If the output cannot be written.
pub fn completions(
    arguments: &Completions,
    name: &str,
    mut command: clap::Command,
    out: &mut impl Write,
) -> io::Result<()> {
    // The generator panics where it cannot write: to a closed pipe, for example.
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut command, name, &mut script);
    out.write_all(&script)
}

/// Prints or writes the manual pages of the program `name`.
///
/// # Errors
/// What cannot be written, with its name.
pub fn man(
    arguments: &Man,
    name: &str,
    mut command: clap::Command,
    out: &mut impl Write,
) -> io::Result<()> {
    command.build();
    let Some(dir) = &arguments.out else {
        return clap_mangen::Man::new(command).render(out);
    };
    let told = |path: &Path, e: io::Error| io::Error::other(format!("{}: {e}", path.display()));
    std::fs::create_dir_all(dir).map_err(|e| told(dir, e))?;
    let commands: Vec<clap::Command> =
        command.get_subcommands().filter(|c| c.get_name() != "help").cloned().collect();
    let all = commands.into_iter().map(|c| (format!("{name}-{}", c.get_name()), c));
    for (name, command) in std::iter::once((name.to_string(), command)).chain(all) {
        let path = dir.join(format!("{name}.1"));
        let mut text = Vec::new();
        clap_mangen::Man::new(command).render(&mut text)?;
        std::fs::write(&path, text).map_err(|e| told(&path, e))?;
        writeln!(out, "wrote {}", path.display())?;
    }
    Ok(())
}
