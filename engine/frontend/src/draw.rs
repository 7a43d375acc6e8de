//! The board as text for people.

use engine::board::Board;
use engine::game::Game;
use mkpat_rt::geom::{Color, Point, column_letter};

use crate::area::SearchArea;

/// Draws the board as GNU Go does: coordinates on all sides, `+` on the star
/// points, prisoners at the lower right. With `mark_last` the last move stands
/// between parentheses.
pub fn board(game: &Game, mark_last: bool) -> String {
    let size = game.size();
    let board = game.board();
    let last = game.moves().last().map(|m| m.point).filter(|p| mark_last && !p.is_pass());
    let letters: String = (0..size).flat_map(|c| [' ', column_letter(c)]).collect();
    let mut out = format!("  {letters}\n");
    // Rows, from the bottom, that say how many prisoners there are.
    let note_row = if size > 10 { [size - 9, size - 10] } else { [1, 0] };
    for r in 0..size {
        let number = size - r;
        out.push_str(&format!("{number:2}"));
        for c in 0..size {
            let p = Point::new(r, c);
            out.push(match last {
                Some(l) if l == p => '(',
                Some(l) if l.row() == r && l.col() + 1 == c => ')',
                _ => ' ',
            });
            out.push(match board.color_at(p) {
                Some(Color::Black) => 'X',
                Some(Color::White) => 'O',
                None if is_star(size, p) => '+',
                None => '.',
            });
        }
        let closes = last.is_some_and(|l| l.row() == r && l.col() + 1 == size);
        out.push(if closes { ')' } else { ' ' });
        out.push_str(&number.to_string());
        for (row, color, name, letter) in [
            (note_row[0].min(size - 1), Color::White, "WHITE", 'O'),
            (note_row[1], Color::Black, "BLACK", 'X'),
        ] {
            if number == row + 1 && (size > 1 || color == Color::Black) {
                let count = board.captures(color);
                out.push_str(&format!("     {name} ({letter}) has captured {count} stones"));
            }
        }
        out.push('\n');
    }
    out.push_str(&format!("  {letters}"));
    out
}

/// The board of [`board`] with colours for a terminal: stones bright, the rest of the board dim. The letters say the
/// same without them.
pub fn colored(game: &Game, mark_last: bool) -> String {
    let size = game.size();
    let plain = board(game, mark_last);
    let rows: Vec<String> = plain
        .lines()
        .enumerate()
        .map(|(n, line)| {
            // Behind the number of the row.
            let (first, last) = (2, 2 + 2 * size);
            if !(1..=size).contains(&n) || line.len() < last {
                return line.to_string();
            }
            let cell = |ch: char| match ch {
                'X' => "\x1b[1;35mX\x1b[0m".to_string(),
                'O' => "\x1b[1;36mO\x1b[0m".to_string(),
                '.' | '+' => format!("\x1b[2m{ch}\x1b[0m"),
                _ => ch.to_string(),
            };
            let cells: String = line[first..last].chars().map(cell).collect();
            format!("{}{cells}{}", &line[..first], &line[last..])
        })
        .collect();
    rows.join("\n")
}

/// Draws a search area: marked vertices that are empty as `*`, as GNU Go does.
pub fn area(board: &Board, area: &SearchArea) -> String {
    let size = board.size();
    let letters: String = (0..size).flat_map(|c| [' ', column_letter(c)]).collect();
    let mut out = format!("  {letters}\n");
    for r in 0..size {
        let number = size - r;
        out.push_str(&format!("{number:2}"));
        for c in 0..size {
            let p = Point::new(r, c);
            out.push(' ');
            out.push(match board.color_at(p) {
                Some(Color::Black) => 'X',
                Some(Color::White) => 'O',
                None if area.contains(p) => '*',
                None => '.',
            });
        }
        out.push_str(&format!(" {number}\n"));
    }
    out.push_str(&format!("  {letters}"));
    out
}

/// Whether a star point lies at `p` on a board of `size`, as GNU Go draws them.
pub fn is_star(size: usize, p: Point) -> bool {
    let middle = |i: usize| size % 2 == 1 && i == size / 2;
    let (r, c) = (p.row(), p.col());
    if middle(r) && middle(c) {
        return true;
    }
    let edge = match size {
        0..5 => return false,
        5 => 1,
        6..12 => 2,
        _ => 3,
    };
    let on = |i: usize| i == edge || i + edge + 1 == size || (size >= 13 && middle(i));
    on(r) && on(c)
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::game::Rules;

    #[test]
    fn the_last_move_is_marked_at_any_place() {
        let mut game = Game::new(3, Rules::default()).expect("a size");
        for (c, name) in [(Color::Black, "A1"), (Color::White, "C3"), (Color::Black, "B2")] {
            game.play(c, Point::parse(name, 3).expect("a vertex")).expect("legal");
            insta::assert_snapshot!(format!("marked_{name}"), board(&game, true));
        }
    }

    #[test]
    fn colours_change_nothing_else() {
        for (size, name) in [(5, "C3"), (19, "T19"), (1, "A1")] {
            let mut game = Game::new(size, Rules::default()).expect("a size");
            // The only vertex of the smallest board cannot be played.
            let _ = game.play(Color::Black, Point::parse(name, size).expect("a vertex"));
            let colored = colored(&game, true);
            let mut plain = colored.clone();
            for code in ["\x1b[1;35m", "\x1b[1;36m", "\x1b[2m", "\x1b[0m"] {
                plain = plain.replace(code, "");
            }
            assert_eq!(plain, board(&game, true));
            let stones = usize::from(size > 1);
            assert_eq!(colored.matches("\x1b[1;35mX\x1b[0m").count(), stones, "{colored}");
            assert_eq!(colored.matches('\x1b').count(), 2 * size * size);
        }
    }

    #[test]
    fn star_points_are_the_usual_ones() {
        let count = |size| Point::all(size).filter(|&p| is_star(size, p)).count();
        let sizes = [1, 2, 3, 4, 5, 6, 9, 12, 13, 14, 19, 25];
        assert_eq!(sizes.map(count), [1, 0, 1, 0, 5, 4, 5, 4, 9, 4, 9, 9]);
        assert!(is_star(12, Point::new(3, 3)) && is_star(11, Point::new(2, 2)));
    }
}
