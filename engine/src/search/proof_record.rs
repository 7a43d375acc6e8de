//! A search of [`super::played_proof`], written down move by move: the move that works wherever one
//! does, all moves where none does, and the likeliest move where nothing is settled.

use super::played_proof::{Child, PlayedProof};
use super::{Note, Reading, StopReason, Trace};
use mkpat_rt::geom::{Color, Point};

/// What any such search can write down.
pub(crate) trait ProofRecord<'t>: PlayedProof<'t> {
    /// Records what follows from the position on the board, from what the search still
    /// remembers of it. `string`: a stone of what it is about.
    fn record(&mut self, to_move: Color, string: Point, trace: &mut Trace) {
        let key = self.key(to_move, self.state().path.len());
        self.state_mut().path.push(key);
        let mut children = Vec::new();
        if self.children(to_move, &mut children).is_err() {
            children.clear();
        }
        let works = children.iter().find(|c| c.effort.theirs == 0).copied();
        let open = children.iter().any(|c| !c.effort.is_settled());
        // As deep as the search has settled it; a repetition is no variation.
        let shown: Vec<Child> = match works {
            Some(child) => vec![child],
            None if open => {
                children.into_iter().min_by_key(|c| c.effort.theirs).into_iter().collect()
            }
            None => children.into_iter().filter(|c| c.effort.mine == 0).collect(),
        };
        for child in shown {
            let Some(tried) = self.play(to_move, child.point) else { continue };
            trace.enter(to_move, child.point);
            let reply = to_move.other();
            let attack = reply != self.state().terms.owner;
            let (reading, reason) = match child.effort.is_settled() {
                true if child.effort.mine == 0 => (Reading::won(Point::PASS), StopReason::Works),
                true => (Reading::LOST, StopReason::Tried),
                false => (Reading::LOST, StopReason::Limit),
            };
            trace.note(Note { attack, string, reading, reason });
            let known = self.state().path.place(child.key, usize::MAX).is_some();
            if !known && !trace.is_full() {
                self.record(reply, string, trace);
            }
            trace.leave();
            self.undo(tried);
        }
        self.state_mut().path.pop();
    }
}

impl<'t, T: PlayedProof<'t>> ProofRecord<'t> for T {}
