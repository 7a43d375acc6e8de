//! The hand-written helpers that patterns of the stage `movegen` name in their helper
//! field.

use super::Effect;
use super::stage::MovegenStage;
use crate::patterns::Host;
use mkpat_rt::geom::{Color, Point};
use mkpat_rt::helper::{InfluenceQueries, Site, Status};

/// A hand-written helper.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum HandHelper {
    /// `jump_out_helper`
    JumpOut,
    /// `jump_out_far_helper`
    JumpOutFar,
    /// `throw_in_atari_helper`
    ThrowInAtari,
    /// `high_handicap_helper`
    HighHandicap,
    /// `reinforce_helper`
    Reinforce,
    /// `thrash_around_helper`
    ThrashAround,
}

impl HandHelper {
    /// All hand-written helpers with the names that patterns use.
    pub const ALL: [(&'static str, HandHelper); 6] = [
        ("jump_out_helper", HandHelper::JumpOut),
        ("jump_out_far_helper", HandHelper::JumpOutFar),
        ("throw_in_atari_helper", HandHelper::ThrowInAtari),
        ("high_handicap_helper", HandHelper::HighHandicap),
        ("reinforce_helper", HandHelper::Reinforce),
        ("thrash_around_helper", HandHelper::ThrashAround),
    ];

    /// The helper with this name.
    pub fn from_name(name: &str) -> Option<HandHelper> {
        HandHelper::ALL.iter().find(|h| h.0 == name).map(|h| h.1)
    }
}

impl Host<'_, '_, MovegenStage<'_>> {
    /// Runs a hand-written helper; whether it accepts the match.
    pub(crate) fn run_hand(&mut self, helper: HandHelper, site: &Site) -> bool {
        match helper {
            HandHelper::JumpOut => self.jumps_out(site),
            HandHelper::JumpOutFar => self.jumps_out(site) && !self.xarea(site, site.mv),
            HandHelper::ThrowInAtari => self.throw_in_atari(site),
            HandHelper::HighHandicap => {
                let board = self.board();
                let none = Point::all(board.size()).all(|p| !self.has(p, site.color.other()));
                !self.game.scoring && none
            }
            HandHelper::Reinforce => {
                !self.game.scoring
                    && !self.has_lively_dragon(site.color.other())
                    && self.reader.safe_move(site.mv, site.color).is_success()
            }
            HandHelper::ThrashAround => self.thrashes_around(site),
        }
    }

    fn jumps_out(&mut self, site: &Site) -> bool {
        let eye = self.stage.facts.eyes.get(site.mv, site.color);
        let own_eye = eye.is_some_and(|e| !e.marginal.contains(site.mv));
        !own_eye && !self.oarea(site, site.mv)
    }

    /// Some dragon of `color` is not dead.
    fn has_lively_dragon(&self, color: Color) -> bool {
        self.stage.facts.dragons.list().iter().any(|d| d.color == color && d.status != Status::Dead)
    }

    fn thrashes_around(&self, site: &Site) -> bool {
        let board = self.board();
        let area = board.size() * board.size();
        let white = Point::all(board.size()).filter(|&p| self.has(p, self.game.white)).count();
        let filled = board.stone_count() * 5 > area * 2 && white * 5 > area;
        let hopeless = site.color == self.game.white && !self.has_lively_dragon(self.game.white);
        hopeless && !self.game.scoring && !filled
    }

    fn throw_in_atari(&mut self, site: &Site) -> bool {
        let (o, x) = (site.color, site.color.other());
        let a = site.at(0, 1);
        // The other two lie beside `a`, perhaps off the board.
        let c = site.at(-1, 1);
        let d = site.at(1, 1);
        if !self.has(a, x) {
            return false;
        }
        let value = 2.0 * self.stage.worm_size(a);
        self.stage.effects.push(Effect::Followup(value));
        let Some(b) = self.board().liberties(a).iter().find(|&p| p != site.mv) else {
            return false;
        };
        self.after_move(o, site.mv, |h| {
            for side in [c, d] {
                if h.has(side, o) && h.reader.attack(side).is_success() {
                    return false;
                }
            }
            h.after_move(x, b, |h| h.attack_code(a).is_success()).unwrap_or(true)
        })
        .unwrap_or(false)
    }
}
