//! A game: a board with its history, rules and handicap.
//!
//! [`Game`] is what a front end talks to. It decides what is legal (superko
//! and suicide included), whose turn it is, and takes moves back to the start.
//! The board below it knows the position only, and is what reading borrows
//! ([`Game::board_mut`] must be given back as it was: every move undone).

mod handicap;
mod rules;

pub use handicap::{fixed as fixed_handicap, free as free_handicap, max_fixed};
pub use rules::{Ko, Rules, Scoring};

use crate::board::{Board, Illegal, SetupError};
use mkpat_rt::geom::{Color, Point};
use std::fmt;

/// A move of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move {
    /// Who played.
    pub color: Color,
    /// Where; [`Point::PASS`] for a pass.
    pub point: Point,
}

/// Why handicap stones cannot be placed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum HandicapError {
    /// There are stones or moves already.
    NotEmpty,
    /// No handicap with this number on this board.
    Number(usize),
    /// The same vertex twice, or one off the board.
    Vertex(Point),
}

impl fmt::Display for HandicapError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            HandicapError::NotEmpty => f.write_str("the board is not empty"),
            HandicapError::Number(n) => write!(f, "{n} handicap stones are not possible here"),
            HandicapError::Vertex(_) => f.write_str("a vertex is repeated or off the board"),
        }
    }
}

impl std::error::Error for HandicapError {}

/// A game. See the module head.
#[derive(Clone)]
pub struct Game {
    board: Board,
    rules: Rules,
    /// Handicap stones, in the order in which they were placed.
    handicap: Vec<Point>,
    first: Color,
    moves: Vec<Move>,
    /// Before each move, and now: the stones, and who is to move.
    positions: Vec<(u64, Color)>,
}

impl Game {
    /// A new game on an empty board.
    ///
    /// # Errors
    /// If the size is out of range.
    pub fn new(size: usize, rules: Rules) -> Result<Game, SetupError> {
        Ok(Game::from_board(Board::new(size)?, rules, Color::Black))
    }

    /// A game that starts from this position with `first` to move. What could
    /// be taken back on the board is forgotten.
    pub fn from_board(mut board: Board, rules: Rules, first: Color) -> Game {
        board.forget_moves();
        let positions = vec![(board.hash(), first)];
        Game { board, rules, handicap: Vec::new(), first, moves: Vec::new(), positions }
    }

    /// The position.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The position, to read from. Every move must be undone again.
    pub fn board_mut(&mut self) -> &mut Board {
        &mut self.board
    }

    /// Vertices per side.
    pub fn size(&self) -> usize {
        self.board.size()
    }

    /// The rules.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// Changes the rules; moves already played stay.
    pub fn set_rules(&mut self, rules: Rules) {
        self.rules = rules;
    }

    /// Changes the komi.
    pub fn set_komi(&mut self, komi: f32) {
        self.rules.komi = komi;
    }

    /// The handicap stones.
    pub fn handicap(&self) -> &[Point] {
        &self.handicap
    }

    /// The moves since the start (handicap and setup stones are not moves).
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Whose turn it is.
    pub fn to_move(&self) -> Color {
        self.moves.last().map_or(self.first, |m| m.color.other())
    }

    /// Says who is to move before the first move.
    pub fn set_first(&mut self, color: Color) {
        self.first = color;
        if let [only] = self.positions.as_mut_slice() {
            only.1 = color;
        }
    }

    /// Whether the last two moves were passes.
    pub fn is_over(&self) -> bool {
        matches!(self.moves.as_slice(), [.., a, b] if a.point.is_pass() && b.point.is_pass())
    }

    /// Whether `color` may play at `p` now, superko included. A pass is always
    /// legal.
    ///
    /// # Errors
    /// The reason why not.
    pub fn legality(&mut self, color: Color, p: Point) -> Result<(), Illegal> {
        self.play(color, p)?;
        self.undo();
        Ok(())
    }

    /// Plays a move, of either colour.
    ///
    /// # Errors
    /// Why it is illegal; the game is then unchanged.
    pub fn play(&mut self, color: Color, p: Point) -> Result<(), Illegal> {
        if p.is_pass() {
            self.board.pass(color);
        } else if self.rules.suicide {
            self.board.play_with_suicide(color, p)?;
        } else {
            self.board.play(color, p)?;
        }
        let now = (self.board.hash(), color.other());
        let repeats = !p.is_pass()
            && match self.rules.ko {
                Ko::Simple => false,
                Ko::PositionalSuperko => self.positions.iter().any(|x| x.0 == now.0),
                Ko::SituationalSuperko => self.positions.contains(&now),
            };
        if repeats {
            self.board.undo();
            return Err(Illegal::Superko);
        }
        self.positions.push(now);
        self.moves.push(Move { color, point: p });
        Ok(())
    }

    /// As [`Game::play`], but any ko may be retaken and any position repeated, as
    /// if a threat had been played elsewhere and answered (`tryko` in the GNU Go 3.8
    /// manual, "Ko Handling").
    ///
    /// # Errors
    /// Why it is illegal even so; the game is then unchanged.
    pub fn play_ko(&mut self, color: Color, p: Point) -> Result<(), Illegal> {
        match self.play(color, p) {
            Err(Illegal::Ko | Illegal::Superko) => {}
            other => return other,
        }
        if !self.board.try_play_ko(color, p) {
            return self.board.legality(color, p);
        }
        self.positions.push((self.board.hash(), color.other()));
        self.moves.push(Move { color, point: p });
        Ok(())
    }

    /// Takes the last move back and returns it.
    pub fn undo(&mut self) -> Option<Move> {
        let last = self.moves.pop()?;
        self.positions.pop();
        self.board.undo();
        Some(last)
    }

    /// Takes off all stones and forgets all moves; size, rules and komi stay.
    pub fn clear(&mut self) {
        if let Ok(fresh) = Game::new(self.size(), self.rules) {
            *self = fresh;
        }
    }

    /// Adds stones to the starting position, or takes them off (`None`). The
    /// moves so far become part of it and can no longer be taken back.
    ///
    /// # Errors
    /// If a point is off the board or a string would have no liberty; the game
    /// is then unchanged.
    pub fn setup(
        &mut self,
        changes: impl IntoIterator<Item = (Point, Option<Color>)>,
    ) -> Result<(), SetupError> {
        let board = &self.board;
        let mut stones: Vec<(Point, Option<Color>)> =
            Point::all(board.size()).map(|p| (p, board.color_at(p))).collect();
        for (p, color) in changes {
            match stones.iter_mut().find(|s| s.0 == p) {
                Some(slot) => slot.1 = color,
                None => return Err(SetupError::OffBoard(p)),
            }
        }
        let stones = stones.into_iter().filter_map(|(p, color)| Some((color?, p)));
        let board = Board::with_stones(self.size(), stones)?;
        let first = self.to_move();
        let handicap = std::mem::take(&mut self.handicap);
        *self = Game::from_board(board, self.rules, first);
        self.handicap = handicap;
        Ok(())
    }

    /// Places black stones as handicap; White moves first.
    ///
    /// # Errors
    /// If the board is not empty, there are fewer than two points or a point is
    /// repeated, off the board, or too many; the game is then unchanged.
    pub fn place_handicap(&mut self, points: &[Point]) -> Result<(), HandicapError> {
        if !self.moves.is_empty() || self.board.stone_count() > 0 {
            return Err(HandicapError::NotEmpty);
        }
        let n = points.len();
        if n < 2 || n >= self.size() * self.size() {
            return Err(HandicapError::Number(n));
        }
        for (i, &p) in points.iter().enumerate() {
            if !self.board.is_empty(p) || points[..i].contains(&p) {
                return Err(HandicapError::Vertex(p));
            }
        }
        self.setup(points.iter().map(|&p| (p, Some(Color::Black))))
            .map_err(|_| HandicapError::Number(n))?;
        self.handicap = points.to_vec();
        self.set_first(Color::White);
        Ok(())
    }

    /// Places the fixed handicap of `n` stones (GTP 2, §4.1.1) and returns it.
    ///
    /// # Errors
    /// If there is none with that number, or the board is not empty.
    pub fn place_fixed_handicap(&mut self, n: usize) -> Result<Vec<Point>, HandicapError> {
        let points = fixed_handicap(self.size(), n).ok_or(HandicapError::Number(n))?;
        self.place_handicap(&points)?;
        Ok(points)
    }

    /// Places `n` handicap stones (or as many as fit) where the engine wants
    /// them, and returns them.
    ///
    /// # Errors
    /// If `n` is below 2 or the board not empty.
    pub fn place_free_handicap(&mut self, n: usize) -> Result<Vec<Point>, HandicapError> {
        if n < 2 {
            return Err(HandicapError::Number(n));
        }
        let points = free_handicap(self.size(), n);
        self.place_handicap(&points)?;
        Ok(points)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagram;

    fn at(name: &str, size: usize) -> Point {
        Point::parse(name, size).expect("a vertex")
    }

    #[test]
    fn moves_alternate_and_come_back() {
        let mut game = Game::new(9, Rules::default()).expect("size in range");
        assert_eq!(game.to_move(), Color::Black);
        game.play(Color::Black, at("C3", 9)).expect("legal");
        assert_eq!(game.play(Color::White, at("C3", 9)), Err(Illegal::Occupied));
        assert_eq!(game.play(Color::White, Point::new(9, 9)), Err(Illegal::OffBoard));
        game.play(Color::White, Point::PASS).expect("legal");
        assert!(!game.is_over());
        game.play(Color::Black, Point::PASS).expect("legal");
        assert!(game.is_over());
        assert_eq!((game.to_move(), game.moves().len()), (Color::White, 3));
        for _ in 0..3 {
            assert!(game.undo().is_some());
        }
        assert_eq!(game.undo(), None);
        assert_eq!((game.board().stone_count(), game.to_move()), (0, Color::Black));
    }

    /// Two kos at once: a cycle of length four that simple ko allows.
    fn double_ko(rule: Ko) -> Game {
        let board = diagram::parse(
            "
            . X O . X O .
            X . X O X . O
            . X O . X O .
            . . . . . . .
            . . . . . . .
            . . . . . . .
            . . . . . . .",
        )
        .expect("a diagram");
        Game::from_board(board, Rules { ko: rule, ..Rules::JAPANESE }, Color::White)
    }

    #[test]
    fn superko_forbids_what_simple_ko_allows() {
        let (w1, b1) = (at("B6", 7), at("C6", 7));
        for (rule, passes, want) in [
            (Ko::Simple, 2, Ok(())),
            (Ko::PositionalSuperko, 2, Err(Illegal::Superko)),
            (Ko::SituationalSuperko, 2, Err(Illegal::Superko)),
            (Ko::Simple, 3, Ok(())),
            (Ko::PositionalSuperko, 3, Err(Illegal::Superko)),
        ] {
            let mut game = double_ko(rule);
            game.play(Color::White, w1).expect("takes the ko");
            assert_eq!(game.legality(Color::Black, b1), Err(Illegal::Ko));
            for i in 0..passes {
                let color = if i % 2 == 0 { Color::Black } else { Color::White };
                game.play(color, Point::PASS).expect("legal");
            }
            let before = game.board().hash();
            assert_eq!(game.legality(Color::Black, b1), want, "{rule:?}");
            assert_eq!(game.board().hash(), before);
        }
    }

    #[test]
    fn a_ko_may_be_tried_at_once_and_taken_back() {
        for rule in [Ko::Simple, Ko::PositionalSuperko] {
            let mut game = double_ko(rule);
            let (w, b) = (at("B6", 7), at("C6", 7));
            game.play(Color::White, w).expect("takes the ko");
            let before = game.board().hash();
            assert_eq!(game.play_ko(Color::Black, w), Err(Illegal::Occupied));
            game.play_ko(Color::Black, b).expect("as if there had been a threat");
            assert_eq!(game.moves().len(), 2);
            game.undo();
            assert_eq!((game.board().hash(), game.moves().len()), (before, 1));
            assert_eq!(game.legality(Color::Black, b), Err(Illegal::Ko));
        }
    }

    #[test]
    fn situational_superko_compares_who_is_to_move() {
        // White takes, passes are exchanged until White (not Black) would move
        // in the repeated position: Black retakes, then White is to move as at
        // the start.
        let mut game = double_ko(Ko::SituationalSuperko);
        game.set_first(Color::Black);
        game.play(Color::White, at("B6", 7)).expect("takes the ko");
        game.play(Color::Black, Point::PASS).expect("legal");
        game.play(Color::White, Point::PASS).expect("legal");
        assert_eq!(game.legality(Color::Black, at("C6", 7)), Ok(()));
        let mut game = double_ko(Ko::PositionalSuperko);
        game.set_first(Color::Black);
        game.play(Color::White, at("B6", 7)).expect("takes the ko");
        game.play(Color::Black, Point::PASS).expect("legal");
        game.play(Color::White, Point::PASS).expect("legal");
        assert_eq!(game.legality(Color::Black, at("C6", 7)), Err(Illegal::Superko));
    }

    #[test]
    fn suicide_is_a_matter_of_rules() {
        let board = diagram::parse(".XO\nXXO\nOO.").expect("a diagram");
        let corner = Point::new(0, 0);
        let mut game = Game::from_board(board.clone(), Rules::JAPANESE, Color::Black);
        assert_eq!(game.play(Color::Black, corner), Err(Illegal::Suicide));
        let mut game = Game::from_board(board, Rules::NEW_ZEALAND, Color::Black);
        game.play(Color::Black, corner).expect("allowed");
        assert_eq!(game.board().captures(Color::White), 4);
        game.undo();
        assert_eq!(game.board().stone_count(), 7);
    }

    #[test]
    fn handicap_and_setup_stones_are_not_moves() {
        let mut game = Game::new(19, Rules::default()).expect("size in range");
        assert_eq!(game.place_fixed_handicap(10), Err(HandicapError::Number(10)));
        assert_eq!(game.place_fixed_handicap(4).map(|p| p.len()), Ok(4));
        assert_eq!((game.to_move(), game.undo(), game.handicap().len()), (Color::White, None, 4));
        assert_eq!(game.place_free_handicap(2), Err(HandicapError::NotEmpty));
        game.play(Color::White, at("K10", 19)).expect("legal");
        game.setup([(at("K10", 19), None), (at("A1", 19), Some(Color::White))]).expect("fine");
        assert_eq!((game.board().stone_count(), game.moves().len()), (5, 0));
        assert!(game.setup([(Point::PASS, None)]).is_err());
        game.clear();
        assert_eq!((game.board().stone_count(), game.to_move()), (0, Color::Black));
        let twice = [at("D4", 19), at("D4", 19)];
        assert_eq!(game.place_handicap(&twice), Err(HandicapError::Vertex(twice[0])));
    }
}
