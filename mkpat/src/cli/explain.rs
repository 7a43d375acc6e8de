//! `mkpat explain`: what a word means.

use std::io::Write;

use clap::ValueEnum;

use super::{CLEAN, TROUBLE, Trouble};
use crate::diag::did_you_mean;
use crate::tools::explain;

#[derive(clap::Args, Debug)]
#[group(skip)]
pub(super) struct Arguments {
    /// A diagnostic code or its name, an autohelper, a value name, a class or
    /// symmetry letter, an element, a constant, a directive, a stage, a kind of database, `manifest`; `codes` lists all
    /// codes; nothing: what there is to ask for
    words: Vec<String>,
    /// Print a page of the reference
    #[arg(long, conflicts_with = "words")]
    page: Option<Page>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Page {
    Autohelpers,
    Diagnostics,
}

/// Prints the explanations.
pub(super) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<u8, Trouble> {
    match arguments.page {
        Some(Page::Autohelpers) => out.write_all(explain::autohelpers().as_bytes())?,
        Some(Page::Diagnostics) => out.write_all(explain::diagnostics().as_bytes())?,
        None if arguments.words.is_empty() => {
            out.write_all(explain::overview().as_bytes())?;
        }
        None => {}
    }
    let mut code = CLEAN;
    for (index, word) in arguments.words.iter().enumerate() {
        match explain::explain(word) {
            Some(text) => {
                let gap = if index > 0 { "\n" } else { "" };
                write!(out, "{gap}{text}")?;
            }
            None => {
                let near = did_you_mean(word, explain::known_words());
                let near = near.map_or(String::new(), |near| format!("; did you mean `{near}`?"));
                writeln!(std::io::stderr(), "mkpat: nothing is called `{word}`{near}")?;
                code = TROUBLE;
            }
        }
    }
    Ok(code)
}
