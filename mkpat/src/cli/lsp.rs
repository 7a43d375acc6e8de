//! `mkpat lsp`: the language server on standard input and output.

use std::io::Write;

use super::{CLEAN, FINDINGS, Trouble};
use crate::lsp::{Leave, serve};

#[derive(clap::Args, Debug)]
#[command(
    about = "Serves an editor: findings, fixes and answers while you type",
    long_about = "Serves an editor: findings, fixes and answers while you type.\n\n\
        Speaks the Language Server Protocol on standard input and output; editors start it \
        themselves. docs/editors.md tells how to set up VS Code, Emacs, Neovim, Vim and Helix.",
    after_help = "Exit codes: 0 the editor took its leave, 1 it was gone, 2 wrong usage or output that \
        cannot be written."
)]
#[group(skip)]
pub(super) struct Arguments {
    /// Speak on standard input and output, which is the only way there is; some editors say it
    #[arg(long)]
    stdio: bool,
}

/// Serves until the editor leaves.
pub(super) fn run(_: &Arguments, out: &mut impl Write) -> Result<u8, Trouble> {
    Ok(match serve(std::io::stdin(), out, &[])? {
        Leave::Proper => CLEAN,
        Leave::Gone => FINDINGS,
    })
}
