//! Options that say how far the tactical reader goes and how much it remembers.
//!
//! Their names are GNU Go's where it has them. Each sets one of the engine's
//! [`Limits`](engine::reading::Limits); those that are not given follow from
//! `--level`.

use clap::{Args, ValueEnum};
use engine::reading::{Memo, Overrides, Scheme};

/// Largest depth that may be asked for, in plies.
const MAX_DEPTH: i64 = 60;

/// Largest table that may be asked for, in megabytes.
const MAX_MEGABYTES: f64 = 4096.0;

/// Limits of reading, and the size of its table.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Reading (else as --level says)")]
pub(crate) struct ReadingOptions {
    /// Beyond this ply three liberties make a string safe (14).
    #[arg(long, short = 'D', global = true, value_name = "PLIES", value_parser = plies())]
    depth: Option<u16>,
    /// Beyond this ply only liberties and captures are tried (8).
    #[arg(long, global = true, value_name = "PLIES", value_parser = plies())]
    branch_depth: Option<u16>,
    /// Up to this ply moves are tried that prepare an approach (12).
    #[arg(long, short = 'B', global = true, value_name = "PLIES", value_parser = plies())]
    backfill_depth: Option<u16>,
    /// Up to this ply also moves that prepare such a preparation (5).
    #[arg(long, global = true, value_name = "PLIES", value_parser = plies())]
    backfill2_depth: Option<u16>,
    /// Beyond this ply four liberties make a string safe (8).
    #[arg(long, short = 'F', global = true, value_name = "PLIES", value_parser = plies())]
    fourlib_depth: Option<u16>,
    /// Up to this ply a ko may be taken as if a threat had been answered (8).
    #[arg(long, short = 'K', global = true, value_name = "PLIES", value_parser = plies())]
    ko_depth: Option<u16>,
    /// Up to this ply stones that hem the string in are attacked (11).
    #[arg(long = "break-chain-depth", alias = "break_chain-depth", global = true, value_name = "PLIES", value_parser = plies())]
    break_chain_depth: Option<u16>,
    /// Up to this ply strings that the string could connect to are minded (14).
    #[arg(long, global = true, value_name = "PLIES", value_parser = plies())]
    superstring_depth: Option<u16>,
    /// Up to this ply strings are attacked from a distance (5).
    #[arg(long, global = true, value_name = "PLIES", value_parser = plies())]
    net_depth: Option<u16>,
    /// Moves read for a question at most; then the string counts as safe (25000).
    #[arg(long, global = true, value_name = "NODES")]
    reading_node_limit: Option<u64>,
    /// After so many moves, and after every doubling, a question is read less deeply (5000).
    #[arg(long, global = true, value_name = "NODES")]
    reading_effort: Option<u64>,
    /// Nodes to prove a capture on a board of at most 6x6, where none is claimed without proof;
    /// 0 for no proofs (30000).
    #[arg(long, global = true, value_name = "NODES")]
    reading_proof: Option<u64>,
    /// Who may take which ko while reading.
    #[arg(long, global = true, value_enum)]
    komaster: Option<Komaster>,
    /// Megabytes of each of the two tables of what has been read (1). 0 to read without:
    /// slower, with the same answers.
    #[arg(long, short = 'M', alias = "hash", global = true, value_name = "MB", value_parser = megabytes)]
    cache_size: Option<f64>,
}

/// The komaster schemes of the reading document.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum Komaster {
    /// Scheme 5, the usual one.
    Five,
    /// "Essentially the 2.7.232 scheme".
    Early,
    /// "Revised 2.7.232 version".
    Revised,
}

fn plies() -> clap::builder::RangedI64ValueParser<u16> {
    clap::value_parser!(u16).range(0..=MAX_DEPTH)
}

fn megabytes(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(x) if (0.0..=MAX_MEGABYTES).contains(&x) => Ok(x),
        _ => Err(format!("expected a number of megabytes, 0 to {MAX_MEGABYTES}")),
    }
}

impl ReadingOptions {
    /// The limits that are set.
    pub(crate) fn overrides(&self) -> Overrides {
        let plies = |n: Option<u16>| n.map(usize::from);
        Overrides {
            depth: plies(self.depth),
            branch_depth: plies(self.branch_depth),
            backfill_depth: plies(self.backfill_depth),
            backfill2_depth: plies(self.backfill2_depth),
            break_chain_depth: plies(self.break_chain_depth),
            superstring_depth: plies(self.superstring_depth),
            fourlib_depth: plies(self.fourlib_depth),
            ko_depth: plies(self.ko_depth),
            net_depth: plies(self.net_depth),
            nodes: self.reading_node_limit,
            effort: self.reading_effort,
            proof: self.reading_proof,
            scheme: self.komaster.map(|k| match k {
                Komaster::Five => Scheme::Five,
                Komaster::Early => Scheme::Early,
                Komaster::Revised => Scheme::Revised,
            }),
        }
    }

    /// Places of a table: as many as fit, a power of two.
    pub(crate) fn places(&self) -> usize {
        let Some(megabytes) = self.cache_size else { return Memo::PLACES };
        let places = (megabytes * f64::from(1 << 20)) as usize / Memo::PLACE_BYTES;
        places.checked_ilog2().map_or(0, |log| 1 << log)
    }
}
