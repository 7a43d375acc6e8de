//! All moves that concern the capture of a string, as reading finds them (the manual's fields
//! `attack_points`, `defense_points`, `attack_threat_points`, `defense_threat_points`). They are
//! costly, so they are looked for when somebody asks.

use crate::board::PointSet;
use crate::door::{Restore, View};
use crate::reading::{Code, Reader, Reading};
use mkpat_rt::geom::Point;

/// How many moves are listed of each kind, as in the manual.
const MOST: usize = 10;

/// Moves that concern the capture of a string: of each kind at most ten, the best first.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WormMoves {
    /// Moves that capture it.
    pub attacks: Vec<Reading>,
    /// Moves that save it, if it can be captured.
    pub defenses: Vec<Reading>,
    /// If it cannot be captured: moves after which it can, if its owner plays elsewhere.
    pub attack_threats: Vec<Reading>,
    /// If it can be captured and not saved: moves after which it can be saved, if the attacker
    /// plays elsewhere.
    pub defense_threats: Vec<Reading>,
}

impl WormMoves {
    /// The moves about the string at `s`; none if no stone is there.
    pub fn read(reader: &mut Reader<'_>, s: Point) -> WormMoves {
        WormMoves {
            attacks: reader.attack_points(s, MOST),
            defenses: reader.defense_points(s, MOST),
            attack_threats: reader.attack_threats(s, MOST),
            defense_threats: defense_threats(reader, s),
        }
    }
}

/// Moves of the owner of the string at `s` after which, the attacker playing elsewhere, it can
/// be saved. Tried are its liberties, their neighbours, and the liberties of enemy strings next
/// to it.
fn defense_threats(reader: &mut Reader<'_>, s: Point) -> Vec<Reading> {
    let Some(color) = reader.board().color_at(s) else { return Vec::new() };
    if !reader.attack(s).is_success() || reader.defend(s).is_success() {
        return Vec::new();
    }
    let board = reader.board();
    let mut moves = board.liberties(s);
    moves.union_with(&moves.iter().flat_map(|p| board.neighbours(p)).collect::<PointSet>());
    for enemy in board.adjacent_enemies(s) {
        moves.union_with(&board.liberties(enemy));
    }
    let mut found = Vec::new();
    for point in moves {
        if !reader.play(color, point) {
            continue;
        }
        reader.play_any(color.other(), Point::PASS);
        let code = if reader.attack(s).is_success() { reader.defend(s).code } else { Code::Win };
        reader.undo();
        reader.undo();
        if code.is_success() {
            found.push(Reading { code, point });
        }
    }
    found.sort_by_key(|r| (std::cmp::Reverse(r.code), r.point));
    found.truncate(MOST);
    found
}

impl Restore for WormMoves {
    fn restore(self, view: &View<'_>) -> WormMoves {
        WormMoves {
            attacks: self.attacks.restore(view),
            defenses: self.defenses.restore(view),
            attack_threats: self.attack_threats.restore(view),
            defense_threats: self.defense_threats.restore(view),
        }
    }
}
