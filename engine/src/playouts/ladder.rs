//! Ladders on the board of random games: whether a string with one or two liberties can be taken by atari after
//! atari.
//!
//! What is looked at is narrow: the attacker gives atari, the defender extends or takes a string in atari beside
//! his own. Three liberties are an escape. A question ends after [`PLAYS`] moves or [`DEEPEST`] in a row, and then
//! the string counts as escaped. Each move is played on a copy of the board, kept from one question to the next.

use super::field::Field;
use mkpat_rt::geom::{Color, Point};

/// Most moves that are played for a question.
const PLAYS: u32 = 40;
/// Most moves in a row.
const DEEPEST: usize = 32;

/// Boards to play on, one for each move of a line.
#[derive(Clone, Default)]
pub(super) struct Ladders {
    fields: Vec<Field>,
    plays: u32,
}

impl Ladders {
    /// How the opponent of the string at `s`, which has one or two liberties, takes it if he moves first.
    pub(super) fn attack(&mut self, field: &Field, s: Point) -> Option<Point> {
        self.plays = 0;
        self.attacked(Some(field), 0, s)
    }

    /// Whether the string at `s` cannot be taken in a ladder after `color` has played at `p`, which is legal.
    pub(super) fn is_safe_after(
        &mut self,
        field: &Field,
        color: Color,
        p: Point,
        s: Point,
    ) -> bool {
        self.plays = 0;
        self.play(Some(field), 0, color, p);
        self.is_free(1, s)
    }

    /// Whether `color`, who moves at `p`, one of the two liberties of the string at `s`, takes it by that. The move
    /// is legal.
    pub(super) fn takes(&mut self, field: &Field, color: Color, p: Point, s: Point) -> bool {
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
        self.play(Some(field), 0, color, p);
        self.fields[0].single_liberty(s).is_some() && !self.escapes(1, s)
    }

    /// Plays on a copy, at `depth`, of the board before.
    fn play(&mut self, first: Option<&Field>, depth: usize, color: Color, p: Point) {
        self.plays += 1;
        if self.fields.len() <= depth {
            let like = first.unwrap_or_else(|| &self.fields[depth - 1]).clone();
            self.fields.push(like);
        } else {
            let (before, after) = self.fields.split_at_mut(depth);
            after[0].clone_from(first.unwrap_or_else(|| &before[depth - 1]));
        }
        self.fields[depth].play(color, p);
    }

    fn field<'f>(&'f self, first: Option<&'f Field>, depth: usize) -> &'f Field {
        first.unwrap_or_else(|| &self.fields[depth - 1])
    }

    /// The board is `first`, or that of the move before `depth`; the attacker is to move.
    fn attacked(&mut self, first: Option<&Field>, depth: usize, s: Point) -> Option<Point> {
        let field = self.field(first, depth);
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
            if other >= 4 || self.plays >= PLAYS {
                continue;
            }
            let field = self.field(first, depth);
            if !field.is_legal(color, l) {
                continue;
            }
            if is_taken_at_once(field, color, l, s, other) {
                return Some(l);
            }
            self.play(first, depth, color, l);
            if !self.escapes(depth + 1, s) {
                return Some(l);
            }
        }
        None
    }

    /// The string at `s` is in atari on the board before `depth`, and its owner is to move.
    fn escapes(&mut self, depth: usize, s: Point) -> bool {
        let field = &self.fields[depth - 1];
        let Some(color) = field.color(s) else { return false };
        let Some(last) = field.single_liberty(s) else { return true };
        if self.plays >= PLAYS || depth >= DEEPEST {
            return true;
        }
        let mut moves = [Point::PASS; 4];
        let n = field.captures_beside(s, &mut moves);
        for &p in &moves[..n] {
            if self.fields[depth - 1].is_legal(color, p) && self.lives_after(depth, color, p, s) {
                return true;
            }
        }
        let field = &self.fields[depth - 1];
        if moves[..n].contains(&last) || !field.is_legal(color, last) {
            return false;
        }
        match field.three_liberties_after(color, last) {
            3 => true,
            // Nobody looks at this board again, so it needs no copy.
            2 => {
                self.plays += 1;
                self.fields[depth - 1].play(color, last);
                self.is_free(depth, s)
            }
            _ => false,
        }
    }

    fn lives_after(&mut self, depth: usize, color: Color, p: Point, s: Point) -> bool {
        self.play(None, depth, color, p);
        self.is_free(depth + 1, s)
    }

    /// Whether the string at `s` cannot be taken on the board before `depth`, with its opponent to move.
    fn is_free(&mut self, depth: usize, s: Point) -> bool {
        match self.fields[depth - 1].few_liberties(s).map(<[u16]>::len) {
            None => true,
            Some(2) => self.attacked(None, depth, s).is_none(),
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
            Ladders::default().attack(&field(&text), Point::new(2, 2))
        };
        assert_eq!(attack('.'), Some(Point::new(2, 3)));
        assert_eq!(attack('O'), Some(Point::new(2, 3)));
        assert_eq!(attack('X'), None);
    }

    #[test]
    fn who_takes_a_string_of_the_ladder_has_escaped() {
        let f = field(
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
        assert!(ladders.is_safe_after(&f, Color::Black, Point::new(2, 2), Point::new(1, 3)));
        assert!(!ladders.is_safe_after(&f, Color::Black, Point::new(5, 5), Point::new(1, 3)));
    }
}
