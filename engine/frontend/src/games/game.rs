//! One game between two processes, and its judge: our own board says what is legal, the judge's
//! watch how long a move took, a scorer who has won after two passes.

use std::time::{Duration, Instant};

use engine::game::{Game, Rules};
use mkpat_rt::geom::{Color, Point};
use serde::{Deserialize, Serialize};

use super::contestant::Contestant;
use super::control::{Control, Left};
use super::engine::{Engine, Trouble};
use crate::record;

/// How long anything but a move may take: to start, to set up, to take note of a move.
const PATIENCE: Duration = Duration::from_secs(60);
/// How long the scorer may take.
const SCORING: Duration = Duration::from_secs(300);

/// What is the same for all games of a match.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Conditions {
    /// Vertices per side.
    pub(crate) size: usize,
    /// Rules, with komi.
    pub(crate) rules: Rules,
    /// Time of each player, if it is limited.
    pub(crate) control: Option<Control>,
    /// The longest that a move may take, in seconds, whatever the time of the player is.
    pub(crate) move_limit: f64,
    /// After so many moves the game is scored as it stands.
    pub(crate) moves: usize,
    /// Who scores finished games.
    pub(crate) scorer: Contestant,
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum End {
    /// Two passes in a row.
    Passes,
    /// The limit of moves.
    Limit,
    /// The loser resigned.
    Resignation,
    /// The loser did not move in time.
    Time,
    /// The loser's move was illegal, or no move.
    Illegal,
    /// The loser's process ended, or did not take a legal move of the winner.
    Crash,
}

/// What a player's moves took, on the judge's watch.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Spent {
    /// Moves generated.
    pub(crate) moves: usize,
    /// Seconds for all of them.
    pub(crate) seconds: f64,
    /// Seconds for the longest.
    pub(crate) most: f64,
}

/// A game that was played: a line of the list of games.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Played {
    /// Number of the pair, from 1.
    pub(crate) pair: usize,
    /// 1: A is Black; 2: A is White.
    pub(crate) game: usize,
    /// Half points of A: 0, 1 or 2.
    pub(crate) half_points: usize,
    /// As the property `RE` of a record: `B+3.5`, `W+R`, `B+T`, `W+F`, `0`.
    pub(crate) result: String,
    /// How it ended.
    pub(crate) end: End,
    /// What the loser did, if he broke off the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) fault: Option<String>,
    /// Moves on the board, those of the opening included.
    pub(crate) moves: usize,
    /// What the moves of A and of B took.
    pub(crate) spent: [Spent; 2],
}

/// Which game of a match.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct GameNumber {
    /// Number of the pair, from 1.
    pub(crate) pair: usize,
    /// 1: A is Black; 2: A is White.
    pub(crate) game: usize,
}

impl GameNumber {
    /// The player, 0 for A and 1 for B, of this colour.
    fn player(self, color: Color) -> usize {
        usize::from((color == Color::Black) != (self.game == 1))
    }
}

/// What ends a game before it is scored.
struct Stop {
    loser: Color,
    end: End,
    fault: Option<String>,
}

/// A game that goes on.
struct Table<'a> {
    conditions: &'a Conditions,
    game: Game,
    /// By colour.
    engines: [Option<Engine>; 2],
    left: [Option<Left>; 2],
    spent: [Spent; 2],
    /// What the record tells of each move.
    comments: Vec<String>,
}

/// Plays a game from an opening; what happened, and its record.
///
/// # Errors
/// If nobody can say who has won: the scorer failed.
pub(crate) fn play(
    conditions: &Conditions,
    players: &[Contestant; 2],
    number: GameNumber,
    opening: &[Point],
) -> Result<(Played, String), String> {
    let game = Game::new(conditions.size, conditions.rules).map_err(|e| e.to_string())?;
    let mut table = Table {
        conditions,
        game,
        engines: [None, None],
        left: [conditions.control.map(Left::new); 2],
        spent: [Spent::default(); 2],
        comments: Vec::new(),
    };
    let seats = Color::BOTH.map(|c| &players[number.player(c)]);
    let stop = match table.begin(seats, opening) {
        Ok(()) => table.moves(),
        Err(stop) => Err(stop),
    };
    let (winner, result, end, fault) = match stop {
        Ok(end) => {
            let (winner, result) = table.score()?;
            (winner, result, end, None)
        }
        Err(Stop { loser, end, fault }) => {
            let winner = loser.other();
            let how = match end {
                End::Resignation => 'R',
                End::Time => 'T',
                _ => 'F',
            };
            (Some(winner), format!("{}+{how}", initial(winner)), end, fault)
        }
    };
    let half_points = match winner {
        None => 1,
        Some(color) => 2 * usize::from(number.player(color) == 0),
    };
    let seat_of = |player: usize| Color::BOTH.into_iter().find(|&c| number.player(c) == player);
    let spent = [0, 1].map(|p| seat_of(p).map_or(Spent::default(), |c| table.spent[c.index()]));
    let played = Played {
        pair: number.pair,
        game: number.game,
        half_points,
        result,
        end,
        fault,
        moves: table.game.moves().len(),
        spent,
    };
    let annotations = record::Annotations {
        result: Some(&played.result),
        players: Some(seats.map(|c| c.name.as_str())),
        comments: &table.comments,
    };
    let record = record::print_annotated(&table.game, Color::Black, &annotations);
    Ok((played, record))
}

/// `B` or `W`.
fn initial(color: Color) -> char {
    if color == Color::Black { 'B' } else { 'W' }
}

impl Table<'_> {
    /// Starts both engines and puts the opening on their boards.
    fn begin(&mut self, seats: [&Contestant; 2], opening: &[Point]) -> Result<(), Stop> {
        for color in Color::BOTH {
            let started = Engine::start(seats[color.index()]).map_err(|why| Stop {
                loser: color,
                end: End::Crash,
                fault: Some(format!("cannot be started: {why}")),
            })?;
            self.engines[color.index()] = Some(started);
            for command in greeting(self.conditions) {
                self.tell(color, &command)?;
            }
        }
        for (&p, color) in opening.iter().zip(Color::BOTH.into_iter().cycle()) {
            if self.game.play(color, p).is_err() {
                continue;
            }
            self.comments.push("opening".to_string());
            for engine in Color::BOTH {
                self.tell(engine, &self.play_command(color, p))?;
            }
        }
        Ok(())
    }

    fn play_command(&self, color: Color, p: Point) -> String {
        format!("play {} {}", initial(color).to_ascii_lowercase(), p.name(self.conditions.size))
    }

    /// Asks the engine of a colour.
    fn ask(&mut self, color: Color, command: &str, limit: Duration) -> Result<String, Trouble> {
        match &mut self.engines[color.index()] {
            Some(engine) => engine.ask(command, limit),
            None => Err(Trouble::Dead("not started".to_string())),
        }
    }

    /// Tells the engine of a colour something that it must accept.
    fn tell(&mut self, color: Color, command: &str) -> Result<(), Stop> {
        let answer = self.ask(color, command, PATIENCE);
        answer.map(|_| ()).map_err(|trouble| Stop {
            loser: color,
            end: if matches!(trouble, Trouble::Late(_)) { End::Time } else { End::Crash },
            fault: Some(format!("{command}: {trouble}")),
        })
    }

    /// Plays to two passes or the limit.
    fn moves(&mut self) -> Result<End, Stop> {
        while self.game.moves().len() < self.conditions.moves {
            let color = self.game.to_move();
            let p = self.generate(color)?;
            self.game.play(color, p).map_err(|why| Stop {
                loser: color,
                end: End::Illegal,
                fault: Some(format!("{}: {why}", p.name(self.conditions.size))),
            })?;
            if self.game.is_over() {
                return Ok(End::Passes);
            }
            let command = self.play_command(color, p);
            self.tell(color.other(), &command)?;
        }
        Ok(End::Limit)
    }

    /// The move that the engine of `color` wants to play.
    fn generate(&mut self, color: Color) -> Result<Point, Stop> {
        let letter = initial(color).to_ascii_lowercase();
        let mut limit = self.conditions.move_limit;
        if let Some(left) = self.left[color.index()] {
            self.tell(color, &left.command(letter))?;
            limit = limit.min(left.most());
        }
        let command = format!("genmove {letter}");
        let start = Instant::now();
        // Half a second more, so that a move that is a little late is seen as what it is.
        let answer = self.ask(color, &command, Duration::from_secs_f64(limit + 0.5));
        let seconds = start.elapsed().as_secs_f64();
        let spent = &mut self.spent[color.index()];
        spent.moves += 1;
        spent.seconds += seconds;
        spent.most = spent.most.max(seconds);
        let number = self.game.moves().len() + 1;
        let stop = |end, fault: String| Stop { loser: color, end, fault: Some(fault) };
        let text = answer.map_err(|trouble| match trouble {
            Trouble::Late(_) => stop(End::Time, format!("{command} (move {number}): {trouble}")),
            Trouble::Dead(_) => stop(End::Crash, format!("{command} (move {number}): {trouble}")),
            Trouble::Refused(_) => {
                stop(End::Illegal, format!("{command} (move {number}): {trouble}"))
            }
        })?;
        let in_time = self.left[color.index()].as_mut().is_none_or(|left| left.spend(seconds));
        if !in_time || seconds > self.conditions.move_limit {
            let fault = format!("move {number} took {seconds:.2} s, and {limit:.2} s were left");
            return Err(stop(End::Time, fault));
        }
        if text.eq_ignore_ascii_case("resign") {
            return Err(Stop { loser: color, end: End::Resignation, fault: None });
        }
        self.comments.push(format!("{seconds:.3} s"));
        Point::parse(&text, self.conditions.size).ok_or_else(|| {
            let shown: String = text.chars().take(60).collect();
            stop(End::Illegal, format!("move {number}: {shown:?} is no vertex"))
        })
    }

    /// Who has won a finished game, and the result as a record tells it.
    fn score(&mut self) -> Result<(Option<Color>, String), String> {
        // Whoever scores needs the processor and the memory more than these.
        self.engines = [None, None];
        let scorer = &self.conditions.scorer;
        let text = self
            .ask_scorer(scorer)
            .map_err(|e| format!("the scorer {:?} does not tell who has won: {e}", scorer.name))?;
        result(&text).ok_or_else(|| format!("{text:?} is no result of a game"))
    }

    fn ask_scorer(&self, scorer: &Contestant) -> Result<String, String> {
        let mut engine = Engine::start(scorer)?;
        let mut ask = |command: &str, limit| {
            engine.ask(command, limit).map_err(|trouble| format!("{command}: {trouble}"))
        };
        for command in greeting(self.conditions).iter().filter(|c| !c.starts_with("time")) {
            ask(command, PATIENCE)?;
        }
        for m in self.game.moves() {
            ask(&self.play_command(m.color, m.point), PATIENCE)?;
        }
        ask("final_score", SCORING)
    }
}

/// What every engine is told first.
pub(crate) fn greeting(conditions: &Conditions) -> Vec<String> {
    let size = format!("boardsize {}", conditions.size);
    let komi = format!("komi {}", conditions.rules.komi);
    let mut commands = vec![size, "clear_board".to_string(), komi];
    commands.extend(conditions.control.map(|c| c.command()));
    commands
}

/// The winner and the result in the form of records; `None` for anything else.
fn result(text: &str) -> Option<(Option<Color>, String)> {
    let text = text.split_whitespace().next()?;
    let upper = text.to_ascii_uppercase();
    if ["0", "DRAW", "JIGO"].contains(&upper.as_str()) {
        return Some((None, "0".to_string()));
    }
    let (winner, margin) = upper.split_once('+')?;
    let winner = match winner {
        "B" | "BLACK" => Color::Black,
        "W" | "WHITE" => Color::White,
        _ => return None,
    };
    let margin: f64 = margin.parse().ok().filter(|m: &f64| m.is_finite() && *m >= 0.0)?;
    let winner = (margin > 0.0).then_some(winner);
    Some((winner, winner.map_or("0".to_string(), |c| format!("{}+{margin}", initial(c)))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_those_of_gtp() {
        let told = |text| result(text).map(|(_, told)| told);
        assert_eq!(told("B+3.5"), Some("B+3.5".to_string()));
        assert_eq!(told("W+12.0"), Some("W+12".to_string()));
        assert_eq!(told("0"), Some("0".to_string()));
        assert_eq!(told("W+0.0 (upper bound: 0.0)"), Some("0".to_string()));
        for bad in ["", "X+3", "B+", "B+x", "cannot score", "B+-3"] {
            assert_eq!(told(bad), None, "{bad}");
        }
    }

    #[test]
    fn colours_are_exchanged_in_the_second_game() {
        let of = |game| Color::BOTH.map(|c| GameNumber { pair: 1, game }.player(c));
        assert_eq!((of(1), of(2)), ([0, 1], [1, 0]));
    }
}
