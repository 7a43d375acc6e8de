//! The one place where the front end asks who owns which vertex at the end of a game.

use engine::engine::Engine;
use engine::game::Game;
use engine::score::{self, Judgement, Score};
use mkpat_rt::geom::{Color, Point};

/// What is known of a vertex at the end of a game (GTP 2, `final_status_list`,
/// and GNU Go's `final_status`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum VertexStatus {
    /// A stone that stays.
    Alive,
    /// A stone that is taken off.
    Dead,
    /// A stone alive without two eyes.
    Seki,
    /// Territory of a player.
    Territory(Color),
    /// Nobody's.
    Dame,
}

impl VertexStatus {
    /// Every status, in the order of the documentation of `final_status_list`.
    pub const ALL: [VertexStatus; 6] = [
        VertexStatus::Alive,
        VertexStatus::Dead,
        VertexStatus::Seki,
        VertexStatus::Territory(Color::White),
        VertexStatus::Territory(Color::Black),
        VertexStatus::Dame,
    ];

    /// The GTP name.
    pub fn name(self) -> &'static str {
        match self {
            VertexStatus::Alive => "alive",
            VertexStatus::Dead => "dead",
            VertexStatus::Seki => "seki",
            VertexStatus::Territory(Color::Black) => "black_territory",
            VertexStatus::Territory(Color::White) => "white_territory",
            VertexStatus::Dame => "dame",
        }
    }

    /// The status with a GTP name.
    pub fn from_name(name: &str) -> Option<VertexStatus> {
        VertexStatus::ALL.into_iter().find(|s| s.name() == name)
    }
}

/// A judged position.
#[derive(Clone, Debug)]
pub struct FinalPosition {
    judgement: Judgement,
    /// Points of both players.
    pub score: Score,
}

impl FinalPosition {
    /// The status of a vertex on the board.
    pub fn at(&self, p: Point) -> VertexStatus {
        match (self.judgement.status(p), self.judgement.owner(p)) {
            (Some(score::FinalStatus::Alive), _) => VertexStatus::Alive,
            (Some(score::FinalStatus::Dead), _) => VertexStatus::Dead,
            (Some(score::FinalStatus::Seki), _) => VertexStatus::Seki,
            (None, Some(color)) => VertexStatus::Territory(color),
            (None, None) => VertexStatus::Dame,
        }
    }

    /// Points by which White is ahead.
    pub fn white_lead(&self) -> f32 {
        -self.score.margin()
    }

    /// White's lead if all neutral vertices and stones in seki fell to Black,
    /// and if they fell to White.
    pub fn bounds(&self, game: &Game) -> (f32, f32) {
        let open = |p: &Point| matches!(self.at(*p), VertexStatus::Dame | VertexStatus::Seki);
        let unsettled = Point::all(game.size()).filter(open).count() as f32;
        (self.white_lead() - unsettled, self.white_lead() + unsettled)
    }
}

/// Judges the position of a game, by its rules.
pub fn judge(engine: &mut Engine, game: &Game) -> FinalPosition {
    let (score, judgement) = engine.final_score(game);
    FinalPosition { judgement, score }
}
