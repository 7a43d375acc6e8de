//! The one place where the front end asks who owns what.

use engine::examine::final_score;
use engine::game::Game;
use engine::score::{self, Effort, Judgement, Score};
use mkpat_rt::geom::{Color, Point};

/// What is known of a vertex at the end of a game (GTP 2, `final_status_list`,
/// and GNU Go's `final_status`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
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

impl Status {
    /// All, in the order of the documentation of `final_status_list`.
    pub const ALL: [Status; 6] = [
        Status::Alive,
        Status::Dead,
        Status::Seki,
        Status::Territory(Color::White),
        Status::Territory(Color::Black),
        Status::Dame,
    ];

    /// The GTP name.
    pub fn name(self) -> &'static str {
        match self {
            Status::Alive => "alive",
            Status::Dead => "dead",
            Status::Seki => "seki",
            Status::Territory(Color::Black) => "black_territory",
            Status::Territory(Color::White) => "white_territory",
            Status::Dame => "dame",
        }
    }

    /// The status with a GTP name.
    pub fn from_name(name: &str) -> Option<Status> {
        Status::ALL.into_iter().find(|s| s.name() == name)
    }
}

/// A judged position.
#[derive(Clone, Debug)]
pub struct Verdict {
    judgement: Judgement,
    /// Points of both players.
    pub score: Score,
}

impl Verdict {
    /// The status of a vertex on the board.
    pub fn at(&self, p: Point) -> Status {
        match (self.judgement.status(p), self.judgement.owner(p)) {
            (Some(score::Status::Alive), _) => Status::Alive,
            (Some(score::Status::Dead), _) => Status::Dead,
            (Some(score::Status::Seki), _) => Status::Seki,
            (None, Some(color)) => Status::Territory(color),
            (None, None) => Status::Dame,
        }
    }

    /// Points by which White is ahead.
    pub fn white_lead(&self) -> f32 {
        -self.score.margin()
    }

    /// White's lead if all neutral vertices and stones in seki fell to Black,
    /// and if they fell to White.
    pub fn bounds(&self, game: &Game) -> (f32, f32) {
        let open = |p: &Point| matches!(self.at(*p), Status::Dame | Status::Seki);
        let unsettled = Point::all(game.size()).filter(open).count() as f32;
        (self.white_lead() - unsettled, self.white_lead() + unsettled)
    }
}

/// How much work judging is worth.
pub(crate) fn effort() -> Effort {
    Effort::default()
}

/// Judges the position of a game, by its rules.
pub fn judge(game: &Game) -> Verdict {
    let (score, judgement) = final_score(game, effort());
    Verdict { judgement, score }
}
