//! `joseki lsp`: the language server of `mkpat lsp`, with the checks of `joseki lint` for records.

use joseki::Record;
use katachi_sgf::Sgf;
use mkpat::diag::{Diagnostic, Diagnostics};
use mkpat::lsp::{Language, Leave, serve};
use mkpat::program::Output;
use mkpat::source::{FileId, Sources, Span};

use super::{GOOD, MISTAKES, TOOL, told};

/// Serve an editor: findings about records and databases while you type
///
/// Speaks the Language Server Protocol on standard input and output. Records (.sgf) get the findings of
/// `joseki lint`, databases all that `mkpat lsp` gives.
#[derive(clap::Args)]
#[group(skip)]
pub(super) struct Args {
    /// Speak on standard input and output, which is the only way there is; some editors say it
    #[arg(long)]
    stdio: bool,
}

pub(super) fn run(_: &Args, out: &mut Output) -> Result<u8, String> {
    let records = Language { extension: "sgf", tool: &TOOL, check };
    Ok(match serve(std::io::stdin(), out, &[records]).map_err(told)? {
        Leave::Proper => GOOD,
        Leave::Gone => MISTAKES,
    })
}

/// The findings about a record alone.
fn check(sources: &Sources, file: FileId) -> Diagnostics {
    let mut findings = Diagnostics::default();
    let source = sources.file(file);
    match Sgf::read(source.text.as_bytes()) {
        Ok(sgf) => {
            let prefix = joseki::default_prefix(&source.name);
            let entries = joseki::compile(&sgf, file, &prefix, 1, &mut findings);
            joseki::lint(&[Record { sgf, file, entries }], &mut findings);
        }
        Err(error) => {
            let span = error.span().unwrap_or(0..0);
            let span = Span::new(file, span.start, span.end);
            findings.push(Diagnostic::error(joseki::codes::DAMAGE, span, error.to_string()));
        }
    }
    findings
}
