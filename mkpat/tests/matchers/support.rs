//! Patterns and boards from small drawings. Not a parser of the language: it
//! takes what the tests here draw and panics at anything else.

use mkpat::language::compile::{corner, dfa, grid};
use mkpat_rt::colon_line::{ClassSet, Edges, Symmetry};
use mkpat_rt::db::{Anchor, Element, ElementKind, Pattern, PatternDb};
use mkpat_rt::geom::{AREA, BoardView, Cell, Color, Offset, Point, Transform, empty_cells};
use mkpat_rt::helper::Stage;
use mkpat_rt::matcher::{Match, Matcher};
use mkpat_rt::rng::Rng;
use mkpat_rt::table::Table;

/// A drawing of a pattern: its symbols row by row and its edges.
#[derive(Clone, Debug)]
pub(crate) struct Drawing {
    pub(crate) rows: Vec<Vec<char>>,
    pub(crate) edges: Edges,
}

impl Drawing {
    /// Reads rows like `|..O` between optional rows like `+---`.
    pub(crate) fn parse(text: &str) -> Drawing {
        let mut drawing = Drawing { rows: Vec::new(), edges: Edges::default() };
        for line in text.lines().map(str::trim).filter(|l| !l.is_empty()) {
            if line.contains('-') {
                match drawing.rows.is_empty() {
                    true => drawing.edges.north = true,
                    false => drawing.edges.south = true,
                }
                continue;
            }
            drawing.edges.west |= line.starts_with('|');
            drawing.edges.east |= line.ends_with('|');
            drawing.rows.push(line.trim_matches('|').chars().collect());
        }
        drawing
    }

    /// The pattern anchored at the cell in `row` and `col`.
    pub(crate) fn anchored(&self, name: &str, code: char, row: usize, col: usize) -> Pattern {
        let anchor = match self.rows[row][col] {
            'O' => Anchor::O,
            'X' => Anchor::X,
            other => panic!("anchor {other}"),
        };
        self.pattern(name, code, anchor, Offset::new(-(row as i8), -(col as i8)))
    }

    /// The corner pattern of a drawing whose corner is the upper left one.
    pub(crate) fn cornered(&self, name: &str, code: char) -> Pattern {
        assert!(self.edges.north && self.edges.west);
        self.pattern(name, code, Anchor::Corner, Offset::new(0, 0))
    }

    fn pattern(&self, name: &str, code: char, anchor: Anchor, min: Offset) -> Pattern {
        let at = |row: usize, col: usize| Offset::new(min.dr + row as i8, min.dc + col as i8);
        let mut elements = Vec::new();
        for (r, row) in self.rows.iter().enumerate() {
            assert_eq!(row.len(), self.rows[0].len());
            for (c, &symbol) in row.iter().enumerate().filter(|&(_, &symbol)| symbol != '?') {
                let kind = ElementKind::ALL.into_iter().find(|k| k.symbol() == symbol);
                let kind = kind.unwrap_or_else(|| panic!("symbol {symbol}"));
                elements.push(Element { at: at(r, c), kind });
            }
        }
        let mv = elements.iter().find(|e| e.kind == ElementKind::Move).map(|e| e.at);
        Pattern {
            name: name.to_string(),
            file: 0,
            line: 1,
            symmetry: Symmetry::from_code(code).unwrap(),
            class: ClassSet::default(),
            attrs: Vec::new(),
            helper: None,
            anchor,
            elements,
            min,
            max: at(self.rows.len() - 1, self.rows[0].len() - 1),
            edges: self.edges,
            mv,
            constraint: None,
            cost: 0.0,
            action: None,
        }
    }
}

/// The pattern of a drawing, anchored at its first stone.
pub(crate) fn draw(name: &str, code: char, text: &str) -> Pattern {
    let drawing = Drawing::parse(text);
    let stones =
        |(r, row): (usize, &Vec<char>)| Some((r, row.iter().position(|&c| "OX".contains(c))?));
    let (row, col) = drawing.rows.iter().enumerate().find_map(stones).expect("a stone");
    drawing.anchored(name, code, row, col)
}

/// A board.
#[derive(Clone)]
pub(crate) struct Board {
    pub(crate) size: usize,
    pub(crate) cells: [Cell; AREA],
}

impl Board {
    /// `X` Black, `O` White, `.` empty.
    pub(crate) fn parse(text: &str) -> Board {
        let rows: Vec<&str> = text.split_whitespace().collect();
        let stones = rows.iter().flat_map(|row| row.chars());
        Board::new(rows.len(), stones.map(|c| " XO".find(c).unwrap_or(0) as u8))
    }

    /// From the content of the vertices, row by row: 0 empty, 1 Black, 2 White.
    pub(crate) fn new(size: usize, content: impl IntoIterator<Item = u8>) -> Board {
        let mut cells = empty_cells(size);
        for (p, c) in Point::all(size).zip(content) {
            cells[p.idx()] = [Cell::Empty, Cell::Black, Cell::White][usize::from(c)];
        }
        Board { size, cells }
    }

    pub(crate) fn view(&self) -> BoardView<'_> {
        BoardView { size: self.size, cells: &self.cells }
    }
}

impl std::fmt::Debug for Board {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for row in 0..self.size {
            let cells = (0..self.size).map(|col| match self.cells[Point::new(row, col).idx()] {
                Cell::Black => 'X',
                Cell::White => 'O',
                _ => '.',
            });
            write!(f, "\n{}", cells.collect::<String>())?;
        }
        Ok(())
    }
}

/// A database of these patterns with this table.
pub(crate) fn database(patterns: &[Pattern], table: Table) -> PatternDb {
    PatternDb {
        name: "test".to_string(),
        stage: Stage::ALL[0],
        files: vec!["test.db".to_string()],
        patterns: patterns.to_vec(),
        table,
    }
}

/// All tables that the patterns can have, but the naive one.
pub(crate) fn tables(patterns: &[Pattern]) -> Vec<Table> {
    if patterns.iter().any(|p| p.anchor == Anchor::Corner) {
        return vec![Table::Corner(corner::build(patterns).unwrap())];
    }
    vec![Table::Grid(grid::build(patterns).unwrap()), Table::Dfa(dfa::build(patterns).unwrap())]
}

/// All matches on a board.
pub(crate) fn matches(db: &PatternDb, board: &Board, color: Color) -> Vec<Match> {
    let mut out = Vec::new();
    Matcher::new().matches(db, board.view(), color, &mut out);
    out
}

/// The naive matcher's matches, as pattern name, anchor and transformation; the
/// others have been seen to agree.
pub(crate) fn found(patterns: &[Pattern], board: &Board, color: Color) -> Vec<String> {
    let naive = matches(&database(patterns, Table::Naive), board, color);
    for table in tables(patterns) {
        let name = table.matcher();
        assert_eq!(matches(&database(patterns, table), board, color), naive, "{name}");
    }
    let describe = |m: &Match| {
        let Match { anchor, pattern, transform } = m;
        let name = &patterns[pattern.idx()].name;
        format!("{name} {} t{}", anchor.name(board.size), transform.index())
    };
    naive.iter().map(describe).collect()
}

/// Chance for drawings that need not shrink.
pub(crate) struct Draws(Rng);

impl Draws {
    /// What follows from a seed.
    pub(crate) fn new(seed: u64) -> Draws {
        Draws(Rng::new(seed))
    }

    /// A number below `n`.
    pub(crate) fn below(&mut self, n: usize) -> usize {
        self.0.within(..n)
    }

    /// A transformation.
    pub(crate) fn transform(&mut self) -> Transform {
        Transform::ALL[self.below(8)]
    }
}
