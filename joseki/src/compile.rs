//! Game tree to patterns.
//!
//! The nodes of an [`Sgf`] lie in the order of the text, which is depth first;
//! so one loop walks the tree, with the moves that lead to the current node on
//! a stack, and takes back those that do not lead to the next one. Ko is not
//! looked at: a joseki leaves out the threats.

use katachi_sgf::{Color, Node, NodeId, Point, Property, Sgf, Span, Stones, value};
use mkpat::diag::{Diagnostic, Diagnostics};
use mkpat::source::{FileId, Span as FileSpan};

use crate::codes;
use crate::entry::{Class, Entry};

/// Side of the board that moves are played on: the corner of every record lies
/// in its upper right corner, however large the record's own board is.
pub(crate) const BOARD: usize = value::MAX_SIZE;

/// Most findings about one record: a file with more is no joseki record.
const MAX_FINDINGS: usize = 200;

/// The prefix of pattern names for a file of this name, if none is given: the words of the name,
/// each with a capital, so `hoshi_keima.sgf` gives `HoshiKeima`. Digits are left out, since a
/// number follows; a name without a letter gives `Joseki`.
pub fn default_prefix(file_name: &str) -> String {
    let stem = file_name.rsplit(['/', '\\']).next().unwrap_or(file_name);
    let stem = stem.split('.').next().unwrap_or(stem);
    let mut prefix = String::new();
    for word in stem.split(|c: char| !c.is_ascii_alphabetic()).filter(|word| !word.is_empty()) {
        prefix.push_str(&word[..1].to_ascii_uppercase());
        prefix.push_str(&word[1..]);
    }
    if prefix.is_empty() { "Joseki".to_string() } else { prefix }
}

/// The patterns of all game trees of a record, named `prefix` and a number from
/// `first` on. `file` is the number under which findings speak of its text.
///
/// A node with an error gives no pattern; if its move cannot be played, neither
/// do the nodes after it.
pub fn compile(
    sgf: &Sgf,
    file: FileId,
    prefix: &str,
    first: usize,
    findings: &mut Diagnostics,
) -> Vec<Entry> {
    let mut compiler = Compiler {
        sgf,
        file,
        prefix,
        next: first,
        size: 0,
        board: Stones::new(BOARD),
        path: Vec::new(),
        findings,
        found: 0,
        entries: Vec::new(),
    };
    for warning in sgf.warnings.iter().take(MAX_FINDINGS) {
        let span = compiler.span(&warning.span);
        compiler.push(Diagnostic::warning(codes::DAMAGE, span, &*warning.message));
    }
    compiler.walk();
    let entries = compiler.entries;
    if entries.is_empty() && !findings.has_errors() {
        let message = "no pattern: no node has both a move and a mark";
        let span = FileSpan::new(file, 0, 0);
        findings.push(
            Diagnostic::warning(codes::NOTHING, span, message)
                .note("mark the far corner of the pattern with a square (SQ) or a cross (MA)"),
        );
    }
    entries
}

/// How to take back the move of a node.
struct Done {
    node: NodeId,
    color: Color,
    point: Option<Point>,
    captured: Vec<Point>,
    /// The move could not be played: nothing below makes sense.
    broken: bool,
}

struct Compiler<'a> {
    sgf: &'a Sgf,
    file: FileId,
    prefix: &'a str,
    next: usize,
    /// Board size of the current game tree, 0 if it has none.
    size: usize,
    board: Stones,
    path: Vec<Done>,
    findings: &'a mut Diagnostics,
    /// How many of the findings are ours.
    found: usize,
    entries: Vec<Entry>,
}

/// What a node wants to become, before the board is looked at.
struct Wish<'a> {
    color: Color,
    to: Point,
    play: &'a Property,
    mark: Point,
}

impl Compiler<'_> {
    fn span(&self, span: &Span) -> FileSpan {
        FileSpan::new(self.file, span.start, span.end)
    }

    fn push(&mut self, finding: Diagnostic) {
        self.findings.push(finding);
        self.found += 1;
    }

    fn error(&mut self, code: &'static str, span: &Span, message: String) {
        let span = self.span(span);
        self.push(Diagnostic::error(code, span, message));
    }

    fn warning(&mut self, code: &'static str, span: &Span, message: &str) {
        let span = self.span(span);
        self.push(Diagnostic::warning(code, span, message));
    }

    fn walk(&mut self) {
        let sgf = self.sgf;
        for (id, node) in sgf.nodes() {
            if self.found >= MAX_FINDINGS {
                let message = "too many findings: the record is not read further".to_string();
                self.error(codes::GIVE_UP, &node.span, message);
                return;
            }
            while let Some(done) = self.path.pop_if(|d| Some(d.node) != node.parent()) {
                if let Some(p) = done.point {
                    self.board.set(p, None);
                }
                for p in done.captured {
                    self.board.set(p, Some(done.color.other()));
                }
            }
            if node.parent().is_none() {
                self.root(id);
            }
            let broken = self.path.last().is_some_and(|d| d.broken);
            let mut done =
                Done { node: id, color: Color::Black, point: None, captured: Vec::new(), broken };
            if self.size > 0 && !broken {
                self.node(id, &mut done);
            }
            self.path.push(done);
        }
    }

    fn root(&mut self, id: NodeId) {
        let node = self.sgf.node(id);
        self.size = 0;
        match node.value("SZ") {
            Some(text) => match value::board_size(&text.raw) {
                Some(size) => self.size = size,
                None => {
                    let message = format!("`{}` is no board size of 1 to 25", text.raw);
                    self.error(codes::SIZE, &text.span, message);
                }
            },
            None => {
                let message = "the board size (SZ) is missing".to_string();
                self.error(codes::SIZE, &node.span, message);
            }
        }
    }

    /// The vertex on the big board, its corner in the upper right.
    fn place(&self, p: Point) -> Point {
        place(p, self.size)
    }

    fn node(&mut self, id: NodeId, done: &mut Done) {
        let node = self.sgf.node(id);
        let play = corner_move(node, self.size);
        let Some((color, to, play)) = play else {
            self.unused(id, "this node has no move in the corner, so it gives no pattern");
            return;
        };
        match self.mark(id) {
            Some(mark) => self.pattern(id, &Wish { color, to, play, mark }),
            None => self.unused(id, "this node has no mark, so it gives no pattern"),
        }
        match self.board.play(color, to) {
            Ok(played) if played.suicide.is_empty() => {
                (done.color, done.point, done.captured) = (color, Some(to), played.captured);
            }
            failed => {
                done.broken = true;
                let what = match failed {
                    Ok(played) => {
                        for p in played.suicide.into_iter().filter(|&p| p != to) {
                            self.board.set(p, Some(color));
                        }
                        "is suicide"
                    }
                    Err(_) => "is on a stone",
                };
                let message = format!("{color}'s move `{}` {what}", play.first().raw);
                self.error(codes::MOVE, &play.span, message);
            }
        }
    }

    /// The mark of a node, if it has a good one.
    fn mark(&mut self, id: NodeId) -> Option<Point> {
        let marks: Vec<_> = self
            .sgf
            .node(id)
            .properties
            .iter()
            .filter(|p| p.name == "SQ" || p.name == "MA")
            .flat_map(|p| &p.values)
            .collect();
        let first = *marks.first()?;
        if let Some(second) = marks.get(1) {
            self.warning(codes::MARKS, &second.span, "more than one mark: the first counts");
        }
        let mark = Point::from_sgf(&first.raw, self.size);
        if mark.is_none() {
            let message = format!("the mark `{}` is not on the board", first.raw);
            self.error(codes::MARK, &first.span, message);
        }
        mark.map(|p| self.place(p))
    }

    /// Warns of contents that only a pattern could take.
    fn unused(&mut self, id: NodeId, why: &str) {
        let node = self.sgf.node(id);
        let comment = node.value("C");
        let code = comment.filter(|c| c.text().lines().any(|l| l.starts_with([';', '>', ':'])));
        if let Some(text) = code {
            let message = format!("{why}; its constraint, action or values are lost");
            self.warning(codes::UNMARKED, &text.span, &message);
        }
    }

    fn pattern(&mut self, id: NodeId, wish: &Wish<'_>) {
        let sgf = self.sgf;
        let node = sgf.node(id);
        let &Wish { color, to, play, mark } = wish;
        if to.row > mark.row || to.col < mark.col {
            let raw = &play.first().raw;
            let message = format!("the move `{raw}` is outside of the marked rectangle");
            self.error(codes::OUTSIDE, &play.span, message);
            return;
        }
        if self.board.at(to).is_some() {
            // Reported when the move is played.
            return;
        }
        let elements = |p: Point| match self.board.at(p) {
            _ if p == to => '*',
            None => '.',
            Some(c) if c == color => 'O',
            Some(_) => 'X',
        };
        let cols = mark.col..BOARD as u8;
        let grid: Vec<Vec<char>> = (0..=mark.row)
            .map(|row| cols.clone().map(|col| elements(Point::new(row, col))).collect())
            .collect();
        let Some(labels) = self.labels(id, mark, &grid) else { return };
        let comment = node.value("C").map(|c| c.text()).unwrap_or_default();
        let selected = |first: char| -> Vec<String> {
            comment.lines().filter(|l| l.starts_with(first)).map(|l| l.trim_end().into()).collect()
        };
        let (constraint, action) = (selected(';'), selected('>'));
        let rows = |grid: &[Vec<char>]| grid.iter().map(|r| r.iter().collect()).collect();
        let with_labels = labels.is_some() || !constraint.is_empty() || !action.is_empty();
        let labelled = labels.unwrap_or_else(|| grid.clone());
        let entry = Entry {
            name: format!("{}{}", self.prefix, self.next),
            node: id,
            span: node.span.clone(),
            color,
            comments: selected('#'),
            rows: rows(&grid),
            symmetric: is_symmetric(&grid) && is_symmetric(&labelled),
            class: Class::of_comment(&comment),
            values: selected(':').first().map_or_else(String::new, |line| values(&line[1..])),
            labels: with_labels.then(|| rows(&labelled)),
            constraint,
            action,
        };
        self.next += 1;
        self.entries.push(entry);
    }

    /// The grid with labels put on it; the inner `None` if there are no labels,
    /// the outer one if a label is wrong.
    fn labels(
        &mut self,
        id: NodeId,
        mark: Point,
        grid: &[Vec<char>],
    ) -> Option<Option<Vec<Vec<char>>>> {
        let mut out: Option<Vec<Vec<char>>> = None;
        let mut good = true;
        for text in self.sgf.node(id).values("LB") {
            let complaint = match value::labelled(&text.raw, self.size) {
                None => Some("is not `vertex:letter`"),
                Some((p, label)) => {
                    let mut chars = label.chars();
                    let p = self.place(p);
                    match (chars.next(), chars.next()) {
                        (Some(c), None) if !c.is_ascii_alphabetic() => Some("is not a letter"),
                        (Some('o' | 'O' | 'x' | 'X' | 'Q' | 'Y'), None) => {
                            Some("cannot be used: this letter is an element of diagrams")
                        }
                        (Some(_), None) if p.row > mark.row || p.col < mark.col => {
                            Some("is outside of the marked rectangle")
                        }
                        (Some(c), None) => {
                            let rows = out.get_or_insert_with(|| grid.to_vec());
                            rows[usize::from(p.row)][usize::from(p.col - mark.col)] = c;
                            None
                        }
                        _ => Some("is not a single letter"),
                    }
                }
            };
            if let Some(complaint) = complaint {
                self.error(
                    codes::LABEL,
                    &text.span,
                    format!("the label `{}` {complaint}", text.raw),
                );
                good = false;
            }
        }
        good.then_some(out)
    }
}

/// A vertex of a board of `size` on the big board, its corner in the upper right.
pub(crate) fn place(p: Point, size: usize) -> Point {
    Point::new(p.row, (BOARD - size) as u8 + p.col)
}

/// The move of a node on the big board, with its property. The last move counts;
/// on the two far edges it is not in this corner.
pub(crate) fn corner_move(node: &Node, size: usize) -> Option<(Color, Point, &Property)> {
    let (color, point, property) = node.moves(size).last()?;
    let p = point?;
    let far = p.col == 0 || usize::from(p.row) + 1 == size;
    (!far).then(|| (color, place(p, size), property))
}

/// What a `:` line of a comment adds to the colon line: values get a comma
/// before them, unless class letters stand there.
fn values(text: &str) -> String {
    match (text.find('('), text.find(',')) {
        (Some(open), comma) if comma.is_none_or(|comma| open < comma) => format!(",{text}"),
        _ => text.to_string(),
    }
}

/// Whether a grid equals its mirror image in the diagonal through its upper
/// right corner.
fn is_symmetric(grid: &[Vec<char>]) -> bool {
    let n = grid.len();
    grid.iter()
        .enumerate()
        .all(|(r, row)| row.len() == n && (0..n).all(|c| row[c] == grid[n - 1 - c][n - 1 - r]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prefixes_from_file_names() {
        for (name, prefix) in [
            ("hoshi_keima.sgf", "HoshiKeima"),
            ("a/b/sansan.sgf", "Sansan"),
            ("komoku", "Komoku"),
            ("x-y.z.sgf", "XY"),
            ("44 hoshi2b.sgf", "HoshiB"),
            ("44.sgf", "Joseki"),
            ("", "Joseki"),
        ] {
            assert_eq!(default_prefix(name), prefix, "{name}");
        }
    }

    #[test]
    fn values_get_a_comma_unless_class_letters_precede() {
        assert_eq!(values("shape(2)"), ",shape(2)");
        assert_eq!(values("C,shape(2)"), "C,shape(2)");
        assert_eq!(values("shape(2),followup(3)"), ",shape(2),followup(3)");
        assert_eq!(values("C"), "C");
        assert_eq!(values(""), "");
    }
}
