//! Influence, territory, and what they say of the score.

use engine::facts::{Facts, Influence, InfluenceMap, Terrain};
use mkpat_rt::geom::{Color, Point};

use super::super::Args;
use super::super::command::{Command, command};
use crate::session::Session;

pub(in crate::gtp) const COMMANDS: &[Command] = &[
    command(
        "initial_influence",
        "COLOR WHAT",
        "Shows influence, this player moving first everywhere, by rows: `white_influence`, \
         `black_influence` (for territory), `white_strength`, `black_strength` (of the sources: \
         living stones, and vertices that patterns name), `territory_value` (expected points, White's positive; 2 where a dead \
         stone lies), `influence_regions` (0 nobody's, 1 area, 2 moyo, 3 territory, 4 a living stone, \
         White's positive), `white_permeability`, `black_permeability`, `non_territory` (1 not \
         White's, 2 not Black's, 3 neither's).",
        |s, a| {
            let color = a.color()?;
            let map = Map::parse(a)?;
            let facts = s.facts_for(color.other());
            Ok(map.rows(&facts, s.game().size()))
        },
    ),
    command(
        "move_influence",
        "COLOR VERTEX WHAT",
        "As `initial_influence`, after a move of the player, his opponent moving first then.",
        |s, a| {
            let (color, p) = a.color_and_vertex(s)?;
            let map = Map::parse(a)?;
            s.play(color, p).map_err(|_| "illegal move")?;
            // The facts that concern the player: in them his opponent moves first.
            let facts = s.facts_for(color);
            s.undo(1);
            Ok(map.rows(&facts, s.game().size()))
        },
    ),
];

/// What `initial_influence` and `move_influence` show.
#[derive(Clone, Copy)]
enum Map {
    Numbers(InfluenceMap),
    NonTerritory,
}

impl Map {
    fn parse(args: &mut Args<'_>) -> Result<Map, &'static str> {
        use Color::{Black, White};
        Ok(match args.word().ok_or("missing kind of influence data")? {
            "white_influence" => Map::Numbers(InfluenceMap::Reach(White)),
            "black_influence" => Map::Numbers(InfluenceMap::Reach(Black)),
            "white_strength" => Map::Numbers(InfluenceMap::Sources(White)),
            "black_strength" => Map::Numbers(InfluenceMap::Sources(Black)),
            "territory_value" => Map::Numbers(InfluenceMap::Territory),
            "influence_regions" => Map::Numbers(InfluenceMap::Regions),
            "white_permeability" => Map::Numbers(InfluenceMap::Permeability(White)),
            "black_permeability" => Map::Numbers(InfluenceMap::Permeability(Black)),
            "non_territory" => Map::NonTerritory,
            _ => return Err("unknown influence data"),
        })
    }

    /// Rows from the top, a number for each vertex.
    fn rows(self, facts: &Facts, size: usize) -> String {
        let (influence, terrain) = (&facts.influence, &facts.terrain);
        let line = |row: usize| -> String {
            (0..size).map(|col| self.number(influence, terrain, Point::new(row, col))).collect()
        };
        (0..size).map(|row| line(row) + "\n").collect()
    }

    fn number(self, influence: &Influence, terrain: &Terrain, p: Point) -> String {
        match self {
            Map::Numbers(kind @ InfluenceMap::Regions) => {
                format!("{:2} ", -influence.map(kind, p) as i32)
            }
            Map::Numbers(kind @ InfluenceMap::Territory) => {
                format!("{:6.2} ", 0.0 - influence.map(kind, p))
            }
            Map::Numbers(kind) => format!("{:6.2} ", influence.map(kind, p)),
            Map::NonTerritory => {
                let not = |c: Color| u8::from(terrain.no_territory[c.index()].contains(p));
                format!("{:2} ", not(Color::White) + 2 * not(Color::Black))
            }
        }
    }
}

/// Expected points of White less Black's, komi and prisoners included, if Black moves first, and
/// if White does.
pub(in crate::gtp) fn expected(s: &mut Session) -> [f32; 2] {
    let facts = s.facts();
    let game = s.game();
    let board = game.board();
    let prisoners = board.captures(Color::White) as f32 - board.captures(Color::Black) as f32;
    Color::BOTH.map(|first| {
        facts.influence_for(first.other()).score(Color::White) + prisoners + game.rules().komi
    })
}
