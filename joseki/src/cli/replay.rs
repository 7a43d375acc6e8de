//! `joseki replay`: are the moves of records proposed on a board?

use joseki::replay::{self, Tally};
use mkpat::program::Output;

use super::Checked;

pub(super) fn run(args: &Checked, out: &mut Output) -> Result<u8, String> {
    args.run(out, |records, findings| {
        let mut tally = Tally::default();
        if !findings.has_errors()
            && let Some(db) = replay::database(records, findings)
        {
            tally = replay::replay(records, &db, findings);
        }
        let Tally { nodes, expected, proposed, constrained } = tally;
        let percent = if expected == 0 { 0.0 } else { 100.0 * proposed as f64 / expected as f64 };
        let what = format!(
            "{nodes} moves in 16 placements, {proposed} of {expected} proposed ({percent:.1} %), \
             {constrained} of the moves under a constraint, not asked"
        );
        (what, expected > 0)
    })
}
