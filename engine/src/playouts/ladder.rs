//! Ladders on the board of random games: whether a string with one or two liberties can be taken by atari after
//! atari.
//!
//! What is looked at is narrow: the attacker gives atari, the defender extends or takes a string in atari beside
//! his own. Three liberties are an escape. A question ends after [`PLAYS`] moves or [`DEEPEST`] in a row, and then
//! the string counts as escaped. Moves are played on the board that the question is about, and taken back.

use super::field::{Change, Field};
use mkpat_rt::geom::{Color, Point};

/// Most moves that are played for a question.
const PLAYS: u32 = 40;
/// Most moves in a row.
const DEEPEST: usize = 32;

/// What is kept from one question to the next.
#[derive(Clone, Default)]
pub(super) struct Ladders {
    /// What the moves that are played change.
    changes: Vec<Change>,
    plays: u32,
}

impl Ladders {
    /// How the opponent of the string at `s`, which has one or two liberties, takes it if he moves first.
    pub(super) fn attack(&mut self, field: &mut Field, s: Point) -> Option<Point> {
        self.plays = 0;
        self.attacked(field, 0, s)
    }

    /// Whether the string at `s` cannot be taken in a ladder after `color` has played at `p`, which is legal.
    pub(super) fn is_safe_after(
        &mut self,
        field: &mut Field,
        color: Color,
        p: Point,
        s: Point,
    ) -> bool {
        self.plays = 0;
        self.after(field, color, p, |ladders, field| ladders.is_free(field, 1, s))
    }

    /// Whether `color`, who moves at `p`, one of the two liberties of the string at `s`, takes it by that. The move
    /// is legal.
    pub(super) fn takes(&mut self, field: &mut Field, color: Color, p: Point, s: Point) -> bool {
        let Some(&[a, b]) = field.few_liberties(s) else { return false };
        let other = Point(if a == p.0 { b } else { a });
        // With `p`, which the attacker has then.
        let room = field.four_liberties_after(color.other(), other);
        if room >= 4 {
            return false;
        }
        if is_taken_at_once(field, color, p, s, room) {
            return true;
        }
        self.plays = 0;
        self.after(field, color, p, |ladders, field| {
            field.single_liberty(s).is_some() && !ladders.escapes(field, 1, s)
        })
    }

    /// What `ask` says after a move.
    fn after(
        &mut self,
        field: &mut Field,
        color: Color,
        p: Point,
        ask: impl FnOnce(&mut Ladders, &mut Field) -> bool,
    ) -> bool {
        self.plays += 1;
        let before = self.changes.len();
        field.try_out(color, p, &mut self.changes);
        let answer = ask(self, field);
        field.take_back(&mut self.changes, before);
        answer
    }

    /// So many moves have been played, and the attacker is to move.
    fn attacked(&mut self, field: &mut Field, depth: usize, s: Point) -> Option<Point> {
        let color = field.color(s)?.other();
        let mut liberties = [Point::PASS; 2];
        let found = field.few_liberties(s)?;
        let n = found.len();
        for (to, &l) in liberties.iter_mut().zip(found) {
            *to = Point(l);
        }
        if n == 1 {
            return field.is_legal(color, liberties[0]).then_some(liberties[0]);
        }
        if depth >= DEEPEST {
            return None;
        }
        // The defender's liberties after a move at each, with the other one, which the attacker then has.
        let room = liberties.map(|l| field.four_liberties_after(color.other(), l));
        let order = if room[1] > room[0] { [1, 0] } else { [0, 1] };
        for i in order {
            let (l, other) = (liberties[i], room[1 - i]);
            if other >= 4 || self.plays >= PLAYS || !field.is_legal(color, l) {
                continue;
            }
            let taken = is_taken_at_once(field, color, l, s, other)
                || self
                    .after(field, color, l, |ladders, field| !ladders.escapes(field, depth + 1, s));
            if taken {
                return Some(l);
            }
        }
        None
    }

    /// The string at `s` is in atari after so many moves, and its owner is to move.
    fn escapes(&mut self, field: &mut Field, depth: usize, s: Point) -> bool {
        let Some(color) = field.color(s) else { return false };
        let Some(last) = field.single_liberty(s) else { return true };
        if self.plays >= PLAYS || depth >= DEEPEST {
            return true;
        }
        let mut moves = [Point::PASS; 4];
        let n = field.captures_beside(s, &mut moves);
        for &p in &moves[..n] {
            if field.is_legal(color, p)
                && self
                    .after(field, color, p, |ladders, field| ladders.is_free(field, depth + 1, s))
            {
                return true;
            }
        }
        if moves[..n].contains(&last) || !field.is_legal(color, last) {
            return false;
        }
        match field.three_liberties_after(color, last) {
            3 => true,
            2 => self.after(field, color, last, |ladders, field| ladders.is_free(field, depth, s)),
            _ => false,
        }
    }

    /// Whether the string at `s` cannot be taken after so many moves, with its opponent to move.
    fn is_free(&mut self, field: &mut Field, depth: usize, s: Point) -> bool {
        match field.few_liberties(s).map(<[u16]>::len) {
            None => true,
            Some(2) => self.attacked(field, depth, s).is_none(),
            Some(_) => false,
        }
    }
}

/// Whether no move of the defender helps if `color` moves at `p`: the string at `s` has then one liberty, and by a move
/// there `room` liberties, `p` counted with them; it can take nothing, and the stone at `p` is in no danger.
fn is_taken_at_once(field: &Field, color: Color, p: Point, s: Point, room: usize) -> bool {
    let mut moves = [Point::PASS; 4];
    room < 3 && field.liberties_after(color, p) >= 2 && field.captures_beside(s, &mut moves) == 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagram;

    fn field(text: &str) -> Field {
        Field::new(&diagram::parse(text).expect("a diagram"))
    }

    #[test]
    fn a_ladder_runs_to_the_edge_unless_a_stone_breaks_it() {
        let attack = |breaker: char| {
            let text = format!(
                "
                . . . . . . .
                . . O . . . .
                . O X . . . .
                . O . . . . .
                . . . . . . .
                . . . . . {breaker} .
                . . . . . . ."
            );
            Ladders::default().attack(&mut field(&text), Point::new(2, 2))
        };
        assert_eq!(attack('.'), Some(Point::new(2, 3)));
        assert_eq!(attack('O'), Some(Point::new(2, 3)));
        assert_eq!(attack('X'), None);
    }

    #[test]
    fn who_takes_a_string_of_the_ladder_has_escaped() {
        let mut f = field(
            "
            . . X O O .
            . X O X . .
            . . . O . .
            . . . . . .
            . . . . . .
            . . . . . .",
        );
        // The stone at row 1, column 3 has one liberty, and so has the one to its left.
        let mut ladders = Ladders::default();
        assert!(ladders.is_safe_after(&mut f, Color::Black, Point::new(2, 2), Point::new(1, 3)));
        assert!(!ladders.is_safe_after(&mut f, Color::Black, Point::new(5, 5), Point::new(1, 3)));
    }
}
