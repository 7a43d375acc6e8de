//! Combinations of a position (GNU Go 3.8 manual, "Combinations"): attacks, defences against them, and
//! moves that allow one.
//!
//! The databases of the stage `combination` propose forcing moves; what of the opponent is worth
//! capturing the facts about the root say.

use super::{MoveReason, Proposals};
use crate::board::PointSet;
use crate::door::{Restore, View};
use crate::facts::{Facts, Worms};
use crate::patterns::{GameInfo, Host, PatternHost, PatternRunner, Run, StageData, run_as};
use crate::reading::{Code, Combination, Forcing, ForcingMoves, Reader, Victims, Wanted};
use mkpat_rt::geom::{Color, Point};
use mkpat_rt::helper::{Stage, Status};

/// What is known at this stage: the strings as they stood at the root.
pub(crate) struct CombinationStage<'a> {
    pub(crate) worms: &'a Worms,
}

impl StageData for CombinationStage<'_> {
    fn attack(&self, p: Point) -> Code {
        self.worms.attack_code(p)
    }

    fn defend(&self, p: Point) -> Code {
        self.worms.defend_code(p)
    }
}

impl PatternHost for Host<'_, '_, CombinationStage<'_>> {
    type Effect = ();

    run_as!(mkpat_rt::helper::CombinationHost);

    fn take_effects(&mut self) -> Vec<()> {
        Vec::new()
    }
}

/// Forcing moves of the databases.
struct ByPatterns<'p, 'd> {
    runner: &'p mut PatternRunner<'d>,
    worms: &'p Worms,
    /// Depth of the board's stack at the root, of which `worms` tells.
    root: usize,
}

impl ForcingMoves for ByPatterns<'_, '_> {
    fn source(&self) -> u64 {
        1
    }

    fn forcing_moves(
        &mut self,
        reader: &mut Reader<'_>,
        color: Color,
        reach: &PointSet,
    ) -> Vec<Forcing> {
        let mut out: Vec<Forcing> = Vec::new();
        let mut conditional: Vec<Forcing> = Vec::new();
        for (database, db) in self.runner.at_stage(Stage::Combination) {
            let stage = CombinationStage { worms: self.worms };
            let mut host = Host::with_root(reader, GameInfo::default(), stage, self.root);
            for m in self.runner.run_near(Run { database, color }, &mut host, reach) {
                let class = db.data.pattern(m.pattern).class;
                let (point, targets) = (m.site.mv, m.enemy);
                let forcing = Forcing { point, targets, sacrifice: class.has('s') };
                if class.has('c') { &mut conditional } else { &mut out }.push(forcing);
            }
        }
        // A conditional move needs another pattern that threatens another string by it.
        conditional.retain(|c| {
            let others = out.iter().filter(|f| f.point == c.point);
            others.flat_map(|f| &f.targets).any(|t| !c.targets.contains(t))
        });
        out.append(&mut conditional);
        out
    }
}

/// Looks for combinations in one position, about which `facts` tell.
pub(crate) struct Combinations<'c, 'd> {
    runner: &'c mut PatternRunner<'d>,
    facts: &'c Facts,
    /// Depth of the board's stack there.
    root: usize,
}

/// A combination against somebody, and what he can do about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CombinationThreat {
    /// The combination that the opponent has.
    pub combination: Combination,
    /// Moves after which he has none that gains as much: the first move of it if that is one, then those
    /// near by.
    pub defences: Vec<Point>,
}

impl Restore for Combination {
    fn restore(self, view: &View<'_>) -> Combination {
        let (reading, target) = (self.reading, self.target).restore(view);
        Combination { reading, target, ..self }
    }
}

impl Restore for CombinationThreat {
    fn restore(self, view: &View<'_>) -> CombinationThreat {
        let (combination, defences) = (self.combination, self.defences).restore(view);
        CombinationThreat { combination, defences }
    }
}

/// How many defences against a combination are tried.
const DEFENCES: usize = 24;

impl<'c, 'd> Combinations<'c, 'd> {
    pub(crate) fn new(
        runner: &'c mut PatternRunner<'d>,
        facts: &'c Facts,
        reader: &Reader<'_>,
    ) -> Combinations<'c, 'd> {
        Combinations { runner, facts, root: reader.board().depth() }
    }

    /// What may be captured of `color`: its strings that neither reading nor their dragon's status
    /// gives up.
    fn victims(&self, reader: &Reader<'_>, color: Color) -> Victims {
        let own = || self.facts.worms.list().iter().filter(|w| w.color == color);
        let dead = |p: Point| self.facts.dragons.status(p) == Some(Status::Dead);
        let lost = |p: Point, attack: Code| attack.is_success() || dead(p);
        let safe = own().filter(|w| !lost(w.origin, w.attack.code)).map(|w| w.origin).collect();
        let given_up = own().filter(|w| lost(w.origin, w.attack.code));
        let capturable = given_up.flat_map(|w| reader.board().stones(w.origin)).collect();
        Victims { safe, capturable }
    }

    fn find(
        &mut self,
        reader: &mut Reader<'_>,
        color: Color,
        victims: &Victims,
        wanted: Wanted,
    ) -> Option<Combination> {
        let Combinations { runner, facts, root } = self;
        let mut moves = ByPatterns { runner, worms: &facts.worms, root: *root };
        reader.combination(&mut moves, color, victims, wanted)
    }

    /// The combination that `color` has if it moves first (`atari_atari`).
    pub(crate) fn attack(&mut self, reader: &mut Reader<'_>, color: Color) -> Option<Combination> {
        let victims = self.victims(reader, color.other());
        self.find(reader, color, &victims, Wanted::BEST)
    }

    /// The combination that the opponent of `color` has, and the moves of `color` that prevent it.
    pub(crate) fn threat(
        &mut self,
        reader: &mut Reader<'_>,
        color: Color,
    ) -> Option<CombinationThreat> {
        let enemy = color.other();
        let victims = self.victims(reader, color);
        let combination = self.find(reader, enemy, &victims, Wanted::BEST)?;
        let as_large = Wanted { size: combination.size, any: true, ..Wanted::BEST };
        let mut defences: Vec<Point> = Vec::new();
        for p in defence_points(reader, &combination).into_iter().take(DEFENCES) {
            if !reader.safe_move(p, color).is_success() || !reader.play(color, p) {
                continue;
            }
            let left = self.find(reader, enemy, &victims, as_large);
            reader.undo();
            if left.is_none() {
                defences.push(p);
            }
        }
        Some(CombinationThreat { combination, defences })
    }

    /// How many stones `color` loses by a combination that its move at `p` makes possible, with the
    /// opponent's first move (`atari_atari_blunder_size`); `None` if there is none of at least
    /// `least` stones. Combinations that the opponent has already do not count: `before`.
    pub(crate) fn blunder(
        &mut self,
        reader: &mut Reader<'_>,
        (color, p): (Color, Point),
        before: Option<&Combination>,
        least: usize,
    ) -> Option<Combination> {
        let size = least.max(before.map_or(0, |c| c.size) + 1);
        let victims = self.victims(reader, color);
        if !reader.play(color, p) {
            return None;
        }
        let around = PointSet::from_iter([p]);
        let wanted = Wanted { size, around, any: true, ..Wanted::BEST };
        let found = self.find(reader, color.other(), &victims, wanted);
        reader.undo();
        found
    }
}

/// Where a combination may be prevented: its first move, liberties of what it threatens and of the
/// strings around both.
fn defence_points(reader: &Reader<'_>, combination: &Combination) -> Vec<Point> {
    let board = reader.board();
    let first = combination.reading.point;
    let mut out = vec![first];
    let mut strings: Vec<Point> = vec![combination.target];
    for color in Color::BOTH {
        strings.extend(board.neighbour_strings(first, color).iter());
    }
    strings.extend(board.adjacent_enemies_with(combination.target, 3).iter());
    for s in strings.clone() {
        strings.extend(board.adjacent_enemies_with(s, 3).iter());
    }
    let near = board.neighbours(first).filter(|&p| board.is_empty(p));
    let liberties = strings.iter().filter(|&&s| board.liberty_count(s) <= 4);
    let all = near.chain(liberties.flat_map(|&s| board.liberties(s).iter().collect::<Vec<_>>()));
    for p in all {
        if !out.contains(&p) {
            out.push(p);
        }
    }
    out
}

/// Proposes the first move of a combination of `color`, and moves that prevent one of its
/// opponent, which is given back.
pub(super) fn propose(
    runner: &mut PatternRunner<'_>,
    reader: &mut Reader<'_>,
    facts: &Facts,
    color: Color,
    out: &mut Proposals,
) -> Option<Combination> {
    let mut combinations = Combinations::new(runner, facts, reader);
    if let Some(found) = combinations.attack(reader, color) {
        let reason = MoveReason::Combination(found.target, found.size);
        out.add(found.reading.point, reason);
    }
    let threat = combinations.threat(reader, color)?;
    let CombinationThreat { combination, defences } = threat;
    for p in defences {
        out.add(p, MoveReason::PreventCombination(combination.target, combination.size));
    }
    Some(combination)
}
