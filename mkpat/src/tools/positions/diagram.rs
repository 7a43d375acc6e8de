//! Board diagrams: the stones of a board, or of a part of it, as text.
//!
//! ```text
//!   A B C D E
//! 5 . . . . . 5        X  Black
//! 4 . X O . . 4        O  White
//! 3 . X . . . 3        .  empty (also + on handicap points)
//! ```
//!
//! Spaces between vertices, row numbers, column letters and edges (`|`, lines of
//! `-` and `+`) may be left out. What lies where follows from what is drawn:
//!
//! - **Size.** The one asked for; else what two opposite edges enclose; else 19 in a
//!   drawing with some edge, or with labels that do not begin at the upper left; else
//!   the drawing is a whole board and square.
//! - **Place.** Row numbers and column letters say it; else the edges do; a drawing
//!   with neither lies in the middle of a larger board.

use mkpat_rt::geom::{Cell, MAX_BOARD, Point, column_letter};

use super::{LineError, Position};

/// Size of a board of which only a part with an edge is drawn.
const USUAL_SIZE: usize = 19;

/// What a line of a diagram is.
enum Line {
    /// Column letters; the first one's column, from 0.
    Letters(usize),
    /// The upper or lower edge.
    Edge,
    Row(Row),
}

struct Row {
    line: usize,
    /// Row number, from the lower edge, from 1.
    number: Option<usize>,
    left: bool,
    right: bool,
    cells: Vec<Cell>,
}

/// Reads a diagram.
///
/// `lines` are numbered for error messages; blank ones are skipped. `size` is that
/// of the board, if it is known.
///
/// # Errors
///
/// If a line is no part of a diagram, or the lines do not make a board.
pub fn parse<'a>(
    lines: impl IntoIterator<Item = (usize, &'a str)>,
    size: Option<usize>,
) -> Result<Position, LineError> {
    let mut rows: Vec<Row> = Vec::new();
    let (mut top, mut bottom, mut first_col) = (false, false, None);
    let mut last_line = 1;
    for (number, text) in lines {
        last_line = number;
        if text.trim().is_empty() {
            continue;
        }
        match line(number, text)? {
            Line::Letters(col) if *first_col.get_or_insert(col) != col => {
                return Err(LineError::new(number, "these are not the letters of the other side"));
            }
            Line::Letters(_) => {}
            Line::Edge if bottom || (rows.is_empty() && top) => {
                return Err(LineError::new(number, "one edge too many"));
            }
            Line::Edge if rows.is_empty() => top = true,
            Line::Edge => bottom = true,
            Line::Row(_) if bottom => {
                return Err(LineError::new(number, "a row below the lower edge"));
            }
            Line::Row(row) => {
                if let Some(first) = rows.first() {
                    check_row(first, &rows[rows.len() - 1], &row)?;
                }
                if rows.len() == MAX_BOARD || row.cells.len() > MAX_BOARD {
                    let message = format!("boards have at most {MAX_BOARD} rows and columns");
                    return Err(LineError::new(number, message));
                }
                rows.push(row);
            }
        }
    }
    let Some(first) = rows.first() else {
        return Err(LineError::new(last_line, "no row of a board (`.`, `X` and `O`)"));
    };
    let (height, width) = (rows.len(), first.cells.len());
    let fail = |message: String| Err(LineError::new(first.line, message));
    let size = match size {
        Some(size) => size,
        None if top && bottom => height,
        None if first.left && first.right => width,
        None if top || bottom || first.left || first.right => USUAL_SIZE,
        None if first.number.is_some_and(|n| n != height) => USUAL_SIZE,
        None if first_col.is_some_and(|col| col != 0) => USUAL_SIZE,
        None if height == width => height,
        None => {
            return fail(format!(
                "{height} rows of {width} vertices: a whole board is square; draw an edge or \
                 give the size"
            ));
        }
    };
    if size == 0 || size > MAX_BOARD {
        return fail(format!("boards have 1 to {MAX_BOARD} rows, not {size}"));
    }
    if height > size || width > size {
        return fail(format!("{height} rows of {width} vertices on a board of {size}"));
    }
    let row =
        place("rows", first.number.map(|n| size as i32 - n as i32), top, bottom, height, size);
    let col = place("columns", first_col.map(|c| c as i32), first.left, first.right, width, size);
    let (row, col) = match (row, col) {
        (Ok(row), Ok(col)) => (row, col),
        (Err(message), _) | (_, Err(message)) => return fail(message),
    };
    let mut position = Position::new(size);
    for (r, drawn) in rows.iter().enumerate() {
        for (c, cell) in drawn.cells.iter().enumerate() {
            position.set(Point::new(row + r, col + c), *cell);
        }
    }
    Ok(position)
}

fn check_row(first: &Row, above: &Row, row: &Row) -> Result<(), LineError> {
    let fail = |message: String| Err(LineError::new(row.line, message));
    if row.cells.len() != first.cells.len() {
        let (here, there) = (row.cells.len(), first.cells.len());
        return fail(format!("{here} vertices in a diagram whose rows have {there}"));
    }
    if (row.left, row.right) != (first.left, first.right) {
        return fail("the left or right edge is drawn in some rows only".to_string());
    }
    if let (Some(above), Some(here)) = (above.number, row.number)
        && here + 1 != above
    {
        return fail(format!("row {here} below row {above}"));
    }
    if above.number.is_some() != row.number.is_some() {
        return fail("some rows have numbers and others have none".to_string());
    }
    Ok(())
}

/// The first row or column of a drawing of `length` on a board of `size`.
fn place(
    what: &str,
    labelled: Option<i32>,
    before: bool,
    after: bool,
    length: usize,
    size: usize,
) -> Result<usize, String> {
    let room = (size - length) as i32;
    let first = match labelled {
        Some(first) => first,
        None if before => 0,
        None if after => room,
        None => room / 2,
    };
    if !(0..=room).contains(&first) {
        return Err(format!("the {what} are labelled as outside a board of {size}"));
    }
    if (before && first != 0) || (after && first != room) {
        return Err(format!(
            "the {what} do not reach the edges that are drawn, on a board of {size}"
        ));
    }
    Ok(first as usize)
}

fn line(number: usize, text: &str) -> Result<Line, LineError> {
    let trimmed = text.trim();
    if let Some(col) = letters(trimmed) {
        return Ok(Line::Letters(col));
    }
    if trimmed.contains('-') && trimmed.chars().all(|ch| "+- ".contains(ch)) {
        return Ok(Line::Edge);
    }
    row(number, trimmed).map(Line::Row)
}

/// Consecutive letters, not only `O` and `X`.
fn letters(text: &str) -> Option<usize> {
    let mut cols = Vec::new();
    for ch in text.chars().filter(|ch| *ch != ' ') {
        let col = (0..MAX_BOARD).find(|&col| column_letter(col) == ch.to_ascii_uppercase())?;
        cols.push(col);
    }
    let is_row = text.chars().all(|ch| "XO ".contains(ch));
    let consecutive = cols.windows(2).all(|pair| pair[0] + 1 == pair[1]);
    (!is_row && consecutive).then(|| cols.first().copied()).flatten()
}

fn row(line: usize, text: &str) -> Result<Row, LineError> {
    let fail = |message: String| Err(LineError::new(line, message));
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let (number, rest) = text.split_at(digits(text));
    let mut rest = rest.trim_start();
    let left = rest.starts_with('|');
    rest = rest.strip_prefix('|').unwrap_or(rest);
    let mut cells = Vec::new();
    let end = loop {
        let mut chars = rest.chars();
        match chars.next() {
            Some(' ') => {}
            Some('.' | '+') => cells.push(Cell::Empty),
            Some('X') => cells.push(Cell::Black),
            Some('O') => cells.push(Cell::White),
            Some('|') => break chars.as_str().trim_start(),
            Some(ch) if ch.is_ascii_digit() => break rest,
            None => break "",
            Some(ch) => {
                return fail(format!(
                    "`{}` is no vertex of a board: `.` empty, `X` black, `O` white",
                    ch.escape_default()
                ));
            }
        }
        rest = chars.as_str();
    };
    let right = rest.starts_with('|');
    // Text behind the number is a comment, as boards in transcripts have it.
    if !end.is_empty() && digits(end) == 0 {
        return fail(format!("`{}` behind the right edge", end.escape_default()));
    }
    if cells.is_empty() {
        return fail("a row without vertices".to_string());
    }
    let number = match number.parse::<usize>() {
        Ok(n) if (1..=MAX_BOARD).contains(&n) => Some(n),
        Err(_) if number.is_empty() => None,
        _ => return fail(format!("`{number}` is no row of a board")),
    };
    Ok(Row { line, number, left, right, cells })
}

/// The whole board: rows of `.`, `X` (Black) and `O` (White), one line each.
pub fn plain(position: &Position) -> String {
    let mut out = String::new();
    for row in 0..position.size() {
        out.extend((0..position.size()).map(|col| symbol(position.at(Point::new(row, col)))));
        out.push('\n');
    }
    out
}

fn symbol(cell: Cell) -> char {
    match cell {
        Cell::Black => 'X',
        Cell::White => 'O',
        Cell::Empty | Cell::Off => '.',
    }
}

/// How [`draw`] shows a vertex.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Mark {
    /// Drawn instead of the content.
    pub symbol: Option<char>,
    /// Drawn around it.
    pub around: Option<(char, char)>,
}

/// The part of a board from `first` to `last` (both are drawn), with row numbers,
/// column letters and those edges of the board that it reaches.
pub fn draw(
    position: &Position,
    first: Point,
    last: Point,
    mark: impl Fn(Point) -> Mark,
) -> String {
    let size = position.size();
    let cols = first.col()..=last.col();
    let (west, east) = (first.col() == 0, last.col() + 1 == size);
    let side = |here: bool, edge: char| if here { edge } else { ' ' };
    let mut out = String::new();
    let mut push = |line: String| {
        out.push_str(line.trim_end());
        out.push('\n');
    };
    let letters: String = cols.clone().map(|c| format!(" {} ", column_letter(c))).collect();
    let edge = || {
        let dashes = "-".repeat(3 * cols.clone().count());
        format!("   {}{dashes}{}", side(west, '+'), side(east, '+'))
    };
    push(format!("    {letters}"));
    if first.row() == 0 {
        push(edge());
    }
    for row in first.row()..=last.row() {
        let cells: String = cols
            .clone()
            .map(|col| {
                let p = Point::new(row, col);
                let mark = mark(p);
                let (open, close) = mark.around.unwrap_or((' ', ' '));
                let symbol = mark.symbol.unwrap_or(symbol(position.at(p)));
                format!("{open}{symbol}{close}")
            })
            .collect();
        push(format!("{:>2} {}{cells}{}", size - row, side(west, '|'), side(east, '|')));
    }
    if last.row() + 1 == size {
        push(edge());
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, size: Option<usize>) -> Result<Position, String> {
        parse(text.lines().enumerate().map(|(i, line)| (i + 1, line)), size)
            .map_err(|e| e.to_string())
    }

    fn stones(text: &str, size: Option<usize>) -> (usize, Vec<String>) {
        let position = read(text, size).unwrap_or_else(|e| panic!("{e}\n{text}"));
        let size = position.size();
        let names = Point::all(size)
            .filter(|&p| position.at(p).is_stone())
            .map(|p| format!("{}{}", symbol(position.at(p)), p.name(size)));
        (size, names.collect())
    }

    #[test]
    fn decoration_changes_nothing() {
        let want = (3, vec!["XB3".to_string(), "OA1".to_string()]);
        for text in [
            ".X.\n...\nO..",
            ". X .\n. . .\nO . .\n",
            "+---+\n|.X.|\n|...|\n|O..|\n+---+",
            "-----\n|.X.|\n|...|\n|O..|\n-----",
            "  A B C\n3 . X . 3\n2 . + . 2  WHITE (O) has captured 0 stones\n1 O . . 1\n  A B C",
            "   abc\n 3 .X.\n 2 ...\n 1 O..\n",
        ] {
            assert_eq!(stones(text, None), want, "{text}");
            assert_eq!(stones(text, Some(3)), want, "{text}");
        }
    }

    #[test]
    fn a_part_of_a_board_lies_where_its_edges_or_labels_say() {
        for (text, size, at) in [
            ("+--\n|X.", None, (19, "XA19")),
            ("X.|\n..|\n--+", None, (19, "XS2")),
            ("X.|\n..|\n--+", Some(9), (9, "XH2")),
            ("|X.|", None, (2, "XA2")),
            ("XO.\n---", Some(9), (9, "XD1")),
            ("X..\n...\n...", Some(9), (9, "XD6")),
            ("  C D\n7 X .", Some(9), (9, "XC7")),
            ("  C D\n7 X .\n6 . .", None, (19, "XC7")),
            ("  C D\n7 X .\n6 . .\n", Some(13), (13, "XC7")),
        ] {
            let (got, stones) = stones(text, size);
            assert_eq!((got, stones[0].as_str()), at, "{text}");
        }
    }

    #[test]
    fn mistakes_are_told_with_their_line() {
        for (text, size, want) in [
            ("", None, "line 1: no row"),
            ("\n\n", None, "line 2: no row"),
            ("...\n..*", None, "line 2: `*` is no vertex"),
            ("...\n..\n...", None, "line 2: 2 vertices"),
            ("...\n...", None, "line 1: 2 rows of 3"),
            ("...\n...\n...", Some(2), "line 1: 3 rows of 3 vertices on a board of 2"),
            ("3 ...\n3 ...\n1 ...", None, "line 2: row 3 below row 3"),
            ("3 ...\n...\n1 ...", None, "line 2: some rows have numbers"),
            ("|..\n..", None, "line 2: the left or right edge"),
            ("--\n..\n--\n..", None, "line 4: a row below"),
            ("--\n--\n..", None, "line 2: one edge too many"),
            ("--\n..\n--", Some(3), "line 2: the rows do not reach"),
            ("20 ..\n19 ..\n", None, "line 1: the rows are labelled"),
            ("  A B\n..\n..\n  B C", None, "line 4: these are not the letters"),
            ("..| x", None, "line 1: `x` behind"),
            ("27 ..", None, "line 1: `27` is no row"),
            ("..", Some(26), "line 1: boards have 1 to 25"),
            (&format!("{}\n", ".".repeat(26)), None, "line 1: boards have at most 25"),
        ] {
            let e = read(text, size).unwrap_err();
            assert!(e.starts_with(want), "{e}, not {want}");
        }
    }

    #[test]
    fn boards_are_drawn_so_that_they_can_be_read() {
        let position = read(".X.O\n....\nO.X.\n....", None).unwrap();
        let last = Point::new(2, 2);
        let text = draw(&position, Point::new(0, 0), last, |p| Mark {
            symbol: (p == last).then_some('*'),
            around: (p.row() == 0).then_some(('[', ']')),
        });
        assert_eq!(
            text,
            "     A  B  C\n   +---------\n 4 |[.][X][.]\n 3 | .  .  .\n 2 | O  .  *\n"
        );
        assert_eq!(read(&plain(&position), None).unwrap(), position);
    }
}
