//! Walks a [`Dfa`]: for every stone, eight scans of the vertices around it, each until the
//! automaton is dead (docs/pattern-language.md, "Automaton").

use super::Match;
use super::padded_board::{self, PaddedBoard};
use crate::geom::{Point, Transform};
use crate::table::dfa::{DEAD, Dfa, REPORTS, SCAN_LEN, scan_order};

/// The eight scans: distances of slots from the anchor.
#[derive(Clone, Debug)]
pub(super) struct Scans(Box<[[i16; SCAN_LEN]; 8]>);

impl Scans {
    pub(super) fn new() -> Scans {
        let mut scans = Box::new([[0; SCAN_LEN]; 8]);
        let order = scan_order();
        for (scan, t) in scans.iter_mut().zip(Transform::ALL) {
            for (to, &o) in scan.iter_mut().zip(&order) {
                *to = padded_board::step(t.apply(o)) as i16;
            }
        }
        Scans(scans)
    }
}

/// Appends all matches in canonical order.
pub(super) fn matches(table: &Dfa, padded: &PaddedBoard, scans: &Scans, out: &mut Vec<Match>) {
    let view = table.view();
    for (row, col, slot) in padded.stones() {
        let anchor = Point::new(row, col);
        let first = out.len();
        let scans = Transform::ALL.into_iter().zip(scans.0.iter());
        for ((t, scan), start) in
            scans.flat_map(|scan| view.starts().map(move |start| (scan, start)))
        {
            let mut state = start;
            for &step in scan {
                let symbol = padded.at(slot.wrapping_add_signed(isize::from(step)));
                let next = view.next(state, symbol);
                state = next & !REPORTS;
                if state == DEAD {
                    break;
                }
                if next & REPORTS != 0 {
                    for report in view.reports(state).filter(|r| r.scans >> t.index() & 1 != 0) {
                        let transform = report.inserted.then(t);
                        out.push(Match { anchor, pattern: report.pattern, transform });
                    }
                }
            }
        }
        out[first..].sort_unstable();
    }
}
