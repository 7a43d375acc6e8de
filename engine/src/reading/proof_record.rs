//! A proof, written down move by move: the move that works wherever one does, and all moves
//! where none does.

use super::proof::Proof;
use super::{Note, Reading, StopReason, Trace};
use crate::search::played_proof::{Child, PlayedProof};
use mkpat_rt::geom::{Color, Point};

impl Proof<'_> {
    /// Records what follows from the position on the board, from what the search still
    /// remembers of it.
    pub(super) fn record(&mut self, to_move: Color, trace: &mut Trace) {
        let key = self.key(to_move, self.state().path.len());
        self.state_mut().path.push(key);
        let mut children = Vec::new();
        if self.children(to_move, &mut children).is_err() {
            children.clear();
        }
        let works = children.iter().find(|c| c.effort.theirs == 0).copied();
        // As deep as the search has settled it; a repetition is no variation.
        let shown: Vec<Child> = match works {
            Some(child) => vec![child],
            None => children.into_iter().filter(|c| c.effort.mine == 0).collect(),
        };
        for child in shown {
            let Some(tried) = self.play(to_move, child.point) else { continue };
            trace.enter(to_move, child.point);
            self.note_reply(to_move.other(), child.effort.mine == 0, trace);
            let known = self.state().path.place(child.key, usize::MAX).is_some();
            if !known && !trace.is_full() {
                self.record(to_move.other(), trace);
            }
            trace.leave();
            self.undo(tried);
        }
        self.state_mut().path.pop();
    }

    fn note_reply(&self, to_move: Color, wins: bool, trace: &mut Trace) {
        let reading = if wins { Reading::won(Point::PASS) } else { Reading::LOST };
        let reason = if wins { StopReason::Works } else { StopReason::Tried };
        let note = Note { attack: to_move != self.owner, string: self.s, reading, reason };
        trace.note(note);
    }
}
