//! The stage `combination`: its databases propose forcing moves.

use super::{MoveReason, Proposals};
use crate::facts::Worms;
use crate::patterns::{GameInfo, Host, PatternHost, PatternRunner, Run, StageData, run_as};
use crate::reading::{Code, Forcing, ForcingMoves, Reader, Victims};
use mkpat_rt::geom::{Color, Point};
use mkpat_rt::helper::Stage;

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

/// Forcing moves of one database.
struct ByPatterns<'p, 'd> {
    runner: &'p mut PatternRunner<'d>,
    database: usize,
    worms: &'p Worms,
    /// Depth of the board's stack at the root, of which `worms` tells.
    root: usize,
}

impl ForcingMoves for ByPatterns<'_, '_> {
    fn source(&self) -> u64 {
        self.database as u64
    }

    fn forcing_moves(&mut self, reader: &mut Reader<'_>, color: Color) -> Vec<Forcing> {
        let db = &self.runner.databases()[self.database].data;
        let stage = CombinationStage { worms: self.worms };
        let mut host = Host::with_root(reader, GameInfo::default(), stage, self.root);
        let run = Run { database: self.database, color };
        let found = self.runner.run(run, &mut host, |_| true);
        let forcing = found.into_iter().map(|m| Forcing {
            point: m.site.mv,
            sacrifice: db.pattern(m.pattern).class.has('s'),
            targets: m.enemy,
        });
        forcing.collect()
    }
}

/// Proposes the first move of a combination of `color`, if one of the databases of this
/// stage leads to one.
pub(super) fn propose(
    runner: &mut PatternRunner<'_>,
    reader: &mut Reader<'_>,
    worms: &Worms,
    color: Color,
    out: &mut Proposals,
) {
    let board = reader.board();
    let theirs = || worms.list().iter().filter(|w| w.color != color);
    let safe: Vec<Point> = theirs().filter(|w| !w.attack.is_success()).map(|w| w.origin).collect();
    let lost = theirs().filter(|w| w.attack.is_success());
    let capturable = lost.flat_map(|w| board.stones(w.origin)).collect();
    let victims = Victims { safe, capturable };
    let root = board.depth();
    for (database, _) in runner.at_stage(Stage::Combination) {
        let mut moves = ByPatterns { runner: &mut *runner, database, worms, root };
        // Who wins by a ko fights one; that is nothing yet.
        if let Some(found) = reader.combination(&mut moves, color, &victims)
            && found.reading.code == Code::Win
        {
            out.add(found.reading.point, MoveReason::Combination(found.target));
        }
    }
}
