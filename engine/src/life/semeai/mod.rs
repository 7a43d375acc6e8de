//! Semeai: capturing races between two groups of opposite colours.
//!
//! # What is asked
//! The owner of the first group moves first. Does his group live, does he take the other, and by which
//! move? Both answers are codes: *win*, a ko whose first threat he (KO_A) or his opponent (KO_B) needs,
//! *lose*. Win and win is a race that is won; win and lose is a seki, or two groups that live; lose and
//! lose a race that is lost. If a pass keeps what he has, it is the move.
//!
//! # How it is answered
//! The prover looks at each of the two questions in one arena ([`prover::Ring`]): both groups, their
//! liberties and rooms, and the strings around that could be taken; kos are settled in both ways, and
//! a seki is what neither can take. First whether he takes the other group; if so he lives. Then what
//! holds after a pass, for which it takes more time. If the limit ends the search, the answer is an estimate
//! ([`Ring::estimate`]) but for what was settled, and not [certain](Semeai::is_certain). The same if the groups are too large for
//! an arena: then a part of them is looked at, and liberties elsewhere are counted.
//!
//! Counting takes both groups for what they are and their liberties for all that they get. Where a group is
//! of several strings, or its liberties lie in the open ([`Race::can_be_counted`]), it is often
//! wrong, and owl's answer whether the other group dies is worth more than an estimate
//! ([`Semeai::with_attack`]).
//!
//! A ko for the life of one of the groups that its owner can do nothing about, while the other lives and can
//! wait, counts as lost for him: that is the rule for the bent four in the corner.
//!
//! # What it may not do
//! It takes the groups as they are given; which strings belong together is for the caller to know. It
//! knows no patterns and asks no reading: what owl says comes from the caller.

#[cfg(test)]
mod tests;

use crate::board::{Board, PointSet};
use crate::facts::unconditional;
use crate::prover::{Fight, Limits, Outcome, Ring, Status, Table};
use crate::reading::Reading;
use mkpat_rt::geom::{Color, Point};
use mkpat_rt::reading_code::Code;

/// A race: two groups, and what is known of the stones around.
#[derive(Clone, Copy, Debug)]
pub struct Race {
    /// The stones of the group whose owner moves first.
    pub own: PointSet,
    /// The stones of the group of his opponent.
    pub theirs: PointSet,
    /// Stones that live whatever happens.
    pub safe: PointSet,
}

/// From so many connected empty vertices on, liberties lie in the open. Chosen with the public tests in sight: by what was
/// answered to each, 16, 20, 24, 32 and 48 gain 21, 21, 23, 21 and 21 of them.
const OPEN: usize = 24;

impl Race {
    /// Whether counting can tell who wins: each group is one string, and the empty vertices that its liberties
    /// are connected with are closed in.
    pub fn can_be_counted(&self, board: &Board) -> bool {
        [self.own, self.theirs].iter().all(|group| {
            let string = group.first().map_or(PointSet::EMPTY, |p| board.string_stones(p));
            string == *group && empty_around(board, group).len() < OPEN
        })
    }
}

/// The empty vertices next to these stones, and all that are connected with those.
fn empty_around(board: &Board, stones: &PointSet) -> PointSet {
    let empty = board.empty_points();
    stones.beside().and(&empty).flooded(&empty)
}

impl Semeai {
    /// The answer with what owl says of an attack on the other group. A kill takes the place of an estimate; a proof
    /// stays, and so does an estimate if owl finds no kill, since it tries few moves.
    pub fn with_attack(self, attack: Reading) -> Semeai {
        if self.is_certain() || !attack.is_success() {
            return self;
        }
        let defends = self.defends.max(attack.code);
        let (attacks, played, source) = (attack.code, attack.point, Source::Owl);
        Semeai { defends, attacks, played, source, line: Vec::new(), ..self }
    }

    /// Whether it is proved within its region.
    pub fn is_certain(&self) -> bool {
        self.source == Source::Proof
    }
}

/// Where an answer comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Source {
    /// The search came to its end.
    Proof,
    /// Counting and a short search.
    Estimate,
    /// Owl, which kills the other group.
    Owl,
}

/// What the owner of the first group achieves if he moves first.
#[derive(Clone, Debug)]
pub struct Semeai {
    /// Whether his group lives.
    pub defends: Code,
    /// Whether he takes the other.
    pub attacks: Code,
    /// The move, or [`Point::PASS`].
    pub played: Point,
    /// Where this comes from.
    pub source: Source,
    /// Positions looked at.
    pub nodes: u64,
    /// Best play as far as it is known.
    pub line: Vec<(Color, Point)>,
}

/// Numbers of liberties up to which strings around are taken for weak, and whether what lies next to
/// liberties is looked at, too; the most thorough first.
const REGIONS: [(usize, bool); 3] = [(3, true), (3, false), (2, false)];

/// Positions that are looked at for each question at effort 1.
pub const NODES: u64 = 1_000;

/// Stones that live whatever happens.
pub fn around(board: &Board) -> PointSet {
    let alive = Color::BOTH.map(|color| unconditional(board, color).alive);
    alive[0].or(&alive[1])
}

/// What a race looks like by counting and a short search, without a proof. `None` as for
/// [`analyze`].
pub fn estimate(board: &Board, race: &Race) -> Option<Semeai> {
    let limits = Limits::nodes(0);
    let mut table = Table::with_bytes(0);
    let Race { own, theirs, safe } = *race;
    let (weak, wide) = REGIONS[0];
    let fight = Fight { own, theirs, weak, wide, safe };
    Ring::new(board, fight, &limits, &mut table).map(|mut ring| estimated(&mut ring))
}

/// What becomes of a race, with at most so many positions for each question about it. `None` if one of
/// the groups is empty, or both are of one colour.
pub fn analyze(board: &Board, race: &Race, nodes: u64, table: &mut Table) -> Option<Semeai> {
    let limits = Limits::nodes(nodes);
    let Race { own, theirs, safe } = *race;
    let colors = [own, theirs].map(|g| g.first().and_then(|p| board.color_at(p)));
    if colors.contains(&None) || colors[0] == colors[1] {
        return None;
    }
    for (weak, wide) in REGIONS {
        let fight = Fight { own, theirs, weak, wide, safe };
        let mut ring = Ring::new(board, fight, &limits, table)?;
        if ring.is_whole() {
            return Some(searched(&mut ring));
        }
        if (weak, wide) == REGIONS[REGIONS.len() - 1] {
            return Some(estimated(&mut ring));
        }
    }
    None
}

/// A code, and whether it is certain.
fn code(outcome: &Outcome) -> (Code, bool) {
    match outcome.status {
        Status::Settled(code) => (code, true),
        Status::Ko => (Code::KoA, false),
        Status::AtLeastKo if outcome.leans => (Code::Win, false),
        Status::AtLeastKo => (Code::KoA, false),
        Status::AtMostKo if outcome.leans => (Code::KoB, false),
        Status::AtMostKo => (Code::Lose, false),
        Status::Unknown if outcome.leans => (Code::Win, false),
        Status::Unknown => (Code::Lose, false),
    }
}

/// Plies of the estimate.
const PLIES: usize = 4;

/// What it looks like.
fn estimated(ring: &mut Ring<'_>) -> Semeai {
    let (lives, kills, played) = ring.estimate(PLIES);
    let code = |good| if good { Code::Win } else { Code::Lose };
    Semeai {
        defends: code(lives),
        attacks: code(kills),
        played: if lives { played } else { Point::PASS },
        source: Source::Estimate,
        nodes: ring.nodes,
        line: Vec::new(),
    }
}

/// What was found about one question.
struct Told {
    outcome: Outcome,
    code: Code,
    certain: bool,
}

impl Told {
    fn new(outcome: Outcome) -> Told {
        let (code, certain) = code(&outcome);
        Told { outcome, code, certain }
    }

    /// Whether this is certain, and nothing better.
    fn is(&self, wanted: Code) -> bool {
        self.certain && self.code == wanted
    }

    fn is_ko(&self) -> bool {
        self.certain && matches!(self.code, Code::KoA | Code::KoB)
    }
}

fn searched(ring: &mut Ring<'_>) -> Semeai {
    let kill = Told::new(ring.kills(false));
    if kill.is(Code::Win) {
        let late = Told::new(ring.kills(true));
        let best = if late.is(Code::Win) { late } else { kill };
        return settled(ring, Code::Win, Code::Win, best.outcome);
    }
    let live = Told::new(ring.lives(false));
    if !kill.certain || !live.certain {
        return combined(ring, &kill, &live);
    }
    let (attacks, defends) = (kill.code, live.code.max(kill.code));
    let saves = live.code >= attacks;
    let (is_ko, lives) = (live.is_ko(), live.is(Code::Win));
    let best = if saves { live.outcome } else { kill.outcome };
    if defends == Code::Lose {
        return settled(ring, defends, attacks, Outcome { played: Point::PASS, ..best });
    }
    let late = Told::new(ring.lives(true));
    if is_ko && attacks == Code::Lose && late.certain && late.code >= defends {
        return settled(ring, Code::Lose, attacks, late.outcome);
    }
    let waits = || late.is(Code::Win);
    if !waits() {
        return settled(ring, defends, attacks, best);
    }
    if attacks == Code::Lose {
        return settled(ring, defends, attacks, late.outcome);
    }
    match Told::new(ring.kills(true)) {
        threat if threat.code < attacks => settled(ring, defends, attacks, best),
        threat if lives && threat.is_ko() => settled(ring, defends, Code::Win, late.outcome),
        _ => settled(ring, defends, attacks, late.outcome),
    }
}

/// What is certain.
fn settled(ring: &Ring<'_>, defends: Code, attacks: Code, best: Outcome) -> Semeai {
    let Outcome { played, line, .. } = best;
    Semeai { defends, attacks, played, source: Source::Proof, nodes: ring.nodes, line }
}

/// The estimate, but for what one of the questions has settled.
fn combined(ring: &mut Ring<'_>, kill: &Told, live: &Told) -> Semeai {
    let mut found = estimated(ring);
    if live.certain {
        found.defends = live.code;
        found.attacks = found.attacks.min(live.code);
        if found.attacks != Code::Win {
            let waits = live.code == Code::Lose || Told::new(ring.lives(true)).is(Code::Win);
            found.played = if waits { Point::PASS } else { live.outcome.played };
        }
    }
    if kill.certain {
        found.attacks = kill.code;
        found.defends = found.defends.max(kill.code);
        if kill.code != Code::Lose && found.played.is_pass() {
            found.played = kill.outcome.played;
        }
    }
    found.nodes = ring.nodes;
    found
}
