//! What becomes of an answer of the quick search: it is read to the end, as far as the
//! question may spend more ([`super::proof`]).

use super::proof::{Goal, ProofQuestion, prove};
use super::reader::Reader;
use super::{Code, Note, Reading, StopReason};
use crate::board::PointSet;
use crate::search::parameters::*;
use crate::search::played_proof::Found;
use mkpat_rt::geom::Point;

/// Who is asked about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mover {
    /// The attacker, who moves first.
    Attacker,
    /// The owner, who moves first.
    Owner,
    /// The owner, after a move that is said to capture.
    Answering,
}

impl Reader<'_> {
    /// The answer to a question about the string at `s`, of which the quick search says
    /// `quick`.
    pub(super) fn settle(&mut self, s: Point, mover: Mover, quick: Reading) -> Reading {
        let Some(owner) = self.board.color_at(s) else { return quick };
        let attacks = mover == Mover::Attacker;
        let mut nodes =
            self.limits.effort.saturating_sub(1).saturating_mul(self.limits.proof_nodes);
        // On the smallest boards no capture is claimed without a proof.
        let captures = match mover {
            Mover::Attacker => quick.code == Code::Win,
            Mover::Owner => false,
            Mover::Answering => quick.code == Code::Lose,
        };
        let strict = self.proves() && captures;
        if strict {
            nodes = nodes.max(self.limits.proof);
        }
        if nodes == 0 || self.timed_out() {
            return quick;
        }
        let question = ProofQuestion {
            s,
            goal: Goal::Capture,
            first: if attacks { owner.other() } else { owner },
            claim: (quick.code == Code::Win && !quick.point.is_pass()).then_some(quick.point),
            komaster: self.question.komaster,
            scheme: self.limits.scheme,
            nodes,
            clear: 1,
            deadline: self.clock.deadline,
        };
        let proved = prove(self.board, question, &mut self.memory.proofs, None);
        let Some((found, cost)) = proved else { return quick };
        self.count_proof(cost.nodes, cost.timed_out);
        self.question.touched.union_with(&match self.proves() {
            true => Point::all(self.board.size()).collect::<PointSet>(),
            false => cost.touched,
        });
        let (reading, reason) = match found {
            Found::Settled(code, point) if code == quick.code => {
                (Reading { code, point }, StopReason::Confirmed)
            }
            Found::Settled(code, point) => (Reading { code, point }, StopReason::Corrected),
            Found::Open(_) if strict && attacks => (Reading::LOST, StopReason::Unproved),
            Found::Open(_) if strict => (Reading::won(Point::PASS), StopReason::Unproved),
            Found::Open(_) => return quick,
        };
        if let Some(trace) = &mut self.trace {
            trace.note(Note { attack: attacks, string: s, reading, reason });
        }
        reading
    }

    /// Whether captures are claimed on this board only if they are proved.
    fn proves(&self) -> bool {
        self.limits.proof > 0 && self.board.size() <= PROVED_SIZE
    }
}
