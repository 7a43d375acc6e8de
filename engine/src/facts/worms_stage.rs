//! The stage `worms`: what reading says of the strings is corrected by the attack and
//! defence databases, whose class `A` and `D` moves are tried.

use super::Worms;
use crate::patterns::{GameInfo, Host, PatternHost, PatternRunner, Run, StageData, run_as};
use crate::reading::{Code, Reader, Reading};
use mkpat_rt::geom::{Color, Point};
use mkpat_rt::helper::Stage;

/// What is known at this stage: the strings as reading has found them.
pub(crate) struct WormsStage<'a> {
    pub(crate) worms: &'a Worms,
}

impl StageData for WormsStage<'_> {
    fn attack(&self, p: Point) -> Code {
        self.worms.attack_code(p)
    }

    fn defend(&self, p: Point) -> Code {
        self.worms.defend_code(p)
    }
}

impl PatternHost for Host<'_, '_, WormsStage<'_>> {
    type Effect = ();

    run_as!(mkpat_rt::helper::WormsHost);

    fn take_effects(&mut self) -> Vec<()> {
        Vec::new()
    }
}

/// A string, and what patterns have found out about its attack and defence.
pub(crate) struct Correction {
    string: Point,
    pub(crate) attack: Reading,
    pub(crate) defend: Reading,
}

/// Corrects what reading says of the strings by the databases of this stage.
pub(crate) fn correct(runner: &mut PatternRunner<'_>, reader: &mut Reader<'_>, worms: &mut Worms) {
    let mut corrections: Vec<Correction> = Vec::new();
    {
        let mut host = Host::new(reader, GameInfo::default(), WormsStage { worms });
        for (database, db) in runner.at_stage(Stage::Worms) {
            for color in Color::BOTH {
                for m in runner.run(Run { database, color }, &mut host, |_| true) {
                    let class = db.data.pattern(m.pattern).class;
                    let mv = m.site.mv;
                    let attacks = m.enemy.iter().filter(|_| class.has('A')).map(|&p| (p, true));
                    let defences = m.own.iter().filter(|_| class.has('D')).map(|&p| (p, false));
                    for (p, attack) in attacks.chain(defences) {
                        if corrections.iter().any(|c| c.string == p) {
                            continue;
                        }
                        let tried = if attack { attacked } else { defended };
                        corrections.extend(tried(&mut host, p, mv));
                    }
                }
            }
        }
    }
    if corrections.is_empty() {
        return;
    }
    for Correction { string, attack, defend } in corrections {
        worms.set_attack(string, attack, defend);
    }
    worms.settle(reader.board());
}

/// What the move of a class `A` pattern does to a string of which no attack is known. If
/// it attacks, a defence is looked for: that move first, then by reading.
pub(crate) fn attacked(
    host: &mut Host<'_, '_, WormsStage<'_>>,
    p: Point,
    mv: Point,
) -> Option<Correction> {
    if host.stage.attack(p).is_success() {
        return None;
    }
    let code = host.reader.does_attack(mv, p);
    if !code.is_success() {
        return None;
    }
    let defend = match host.reader.does_defend(mv, p) {
        code if code.is_success() => Reading { code, point: mv },
        _ => host.reader.defend_only(p),
    };
    Some(Correction { string: p, attack: Reading { code, point: mv }, defend })
}

/// What the move of a class `D` pattern does for a string that is attacked and for which
/// no defence is known.
fn defended(host: &mut Host<'_, '_, WormsStage<'_>>, p: Point, mv: Point) -> Option<Correction> {
    let attack = host.stage.worms.get(p).map(|w| w.attack).filter(Reading::is_success)?;
    if host.stage.defend(p).is_success() {
        return None;
    }
    let code = host.reader.does_defend(mv, p);
    code.is_success().then_some(Correction {
        string: p,
        attack,
        defend: Reading { code, point: mv },
    })
}
