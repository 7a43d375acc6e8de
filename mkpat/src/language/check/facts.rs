//! What the diagram and the class say of the answers of helpers, before any of
//! them is asked: liberties that can be counted, stones that are seen, statuses
//! that the class letters leave.
//!
//! Only what holds in every position in which the pattern matches is a fact. A
//! stone may have friends outside the diagram, so that upper limits need a string
//! that is drawn whole.

use std::cell::OnceCell;

use mkpat_rt::colon_line::AttributeMap;
use mkpat_rt::helper::{Helper, Status};

use super::image;
use super::range::{self, Values, at_least, set};
use crate::diag::Diagnostic;
use crate::language::ir::Pattern;
use crate::language::ir::expr::{Arg, Call, Type};
use crate::language::ir::pattern::Diagram;

/// Bits of [`mkpat_rt::db::ElementKind::accepts`].
pub(super) const EMPTY: u8 = 1;
pub(super) const O: u8 = 2;
pub(super) const X: u8 = 4;

/// What may lie on a cell.
pub(super) fn contents(d: &Diagram, cell: usize) -> u8 {
    d.cells[cell].element().map_or(EMPTY | O | X, |kind| kind.accepts())
}

/// Neighbours of a cell: inside the diagram their cells, and how many more there
/// may be on the board beyond its border.
pub(super) fn neighbours(
    d: &Diagram,
    cell: usize,
) -> (impl Iterator<Item = usize> + Clone + use<>, usize) {
    let (row, col) = d.place(cell);
    let mut outside = 0;
    let mut visit = |is_inside: bool, edge: bool, to: usize| {
        outside += usize::from(!is_inside && !edge);
        is_inside.then_some(to)
    };
    let inside = [
        visit(row > 0, d.edges.north, cell.wrapping_sub(d.cols)),
        visit(row + 1 < d.rows, d.edges.south, cell + d.cols),
        visit(col > 0, d.edges.west, cell.wrapping_sub(1)),
        visit(col + 1 < d.cols, d.edges.east, cell + 1),
    ];
    (inside.into_iter().flatten(), outside)
}

/// The stones of one string that are drawn.
#[derive(Clone, Debug)]
pub(super) struct DrawnString {
    /// [`O`] or [`X`].
    pub(super) color: u8,
    /// Its cells.
    pub(super) cells: Vec<usize>,
    /// Empty vertices beside it that are drawn as such.
    pub(super) liberties: Vec<usize>,
    /// Vertices beside it that may be empty.
    perhaps: Vec<usize>,
    /// Whether it may have more stones or liberties than are drawn.
    pub(super) goes_on: bool,
}

impl DrawnString {
    /// Number of liberties.
    pub(super) fn lib(&self) -> Values {
        let least = self.liberties.len() as i64;
        // Every string on the board has one.
        let most = (!self.goes_on).then(|| least + self.perhaps.len() as i64);
        Values::Between(Some(least.max(1)), most)
    }

    /// Whether it certainly has no liberty but this one.
    pub(super) fn only_liberty_is(&self, cell: usize) -> bool {
        !self.goes_on && self.perhaps.is_empty() && self.only_known_liberty_is(cell)
    }

    /// Whether no liberty but this one is known.
    pub(super) fn only_known_liberty_is(&self, cell: usize) -> bool {
        self.liberties.iter().all(|&liberty| liberty == cell)
    }

    fn size(&self) -> Values {
        let least = self.cells.len() as i64;
        Values::Between(Some(least), (!self.goes_on).then_some(least))
    }
}

/// The strings of a diagram, and which of them each cell belongs to.
pub(super) type Strings = (Vec<DrawnString>, Vec<Option<usize>>);

/// The strings of a diagram.
pub(super) fn strings(d: &Diagram) -> Strings {
    let add = |vertices: &mut Vec<usize>, to: usize| {
        if !vertices.contains(&to) {
            vertices.push(to);
        }
    };
    let mut strings: Vec<DrawnString> = Vec::new();
    let mut of: Vec<Option<usize>> = vec![None; d.cells.len()];
    for start in 0..d.cells.len() {
        let color = contents(d, start);
        if !matches!(color, O | X) || of[start].is_some() {
            continue;
        }
        let mut string = DrawnString {
            color,
            cells: vec![start],
            liberties: Vec::new(),
            perhaps: Vec::new(),
            goes_on: false,
        };
        of[start] = Some(strings.len());
        let mut next = 0;
        while let Some(&cell) = string.cells.get(next) {
            next += 1;
            let (inside, outside) = neighbours(d, cell);
            string.goes_on |= outside > 0;
            for to in inside {
                let there = contents(d, to);
                if there == color {
                    if of[to].replace(strings.len()).is_none() {
                        string.cells.push(to);
                    }
                } else if there == EMPTY {
                    add(&mut string.liberties, to);
                } else {
                    string.goes_on |= there & color != 0;
                    if there & EMPTY != 0 {
                        add(&mut string.perhaps, to);
                    }
                }
            }
        }
        strings.push(string);
    }
    (strings, of)
}

/// What is known about one pattern.
pub(super) struct Facts<'a> {
    p: &'a Pattern,
    map: AttributeMap,
    /// Found on first use.
    strings: OnceCell<Strings>,
}

impl<'a> Facts<'a> {
    /// The facts about `p`, a pattern of a database with this attribute map.
    pub(super) fn new(p: &'a Pattern, map: AttributeMap) -> Facts<'a> {
        Facts { p, map, strings: OnceCell::new() }
    }

    /// What a call can yield.
    pub(super) fn known(&self, call: &Call, ty: Type) -> Values {
        self.fact(call).map_or_else(|| range::by_type(call, ty), |(values, _)| values)
    }

    /// What the pattern says about the answer to a call, and why, in words.
    pub(super) fn fact(&self, call: &Call) -> Option<(Values, String)> {
        let first = call.args.first()?;
        match call.helper {
            Helper::lib => {
                let string = self.string(first)?;
                let values = string.lib();
                Some((values.clone(), counted(&values, first.ch, "liberty", "liberties")))
            }
            Helper::wormsize => {
                let values = self.string(first)?.size();
                Some((values.clone(), counted(&values, first.ch, "stone", "stones")))
            }
            Helper::dragonsize => {
                let least = self.string(first)?.cells.len() as i64;
                let values = at_least(least);
                Some((values.clone(), counted(&values, first.ch, "stone", "stones")))
            }
            Helper::olib | Helper::xlib | Helper::approx_olib | Helper::approx_xlib => {
                let room = self.room(first)?;
                let why = format!("the diagram shows {room} empty neighbours of `{}`", first.ch);
                (room > 0).then(|| (at_least(room), why))
            }
            Helper::legal_omove | Helper::legal_xmove | Helper::o_suicide | Helper::x_suicide => {
                let legal = matches!(call.helper, Helper::legal_omove | Helper::legal_xmove);
                let why = format!("`{}` has an empty neighbour in the diagram", first.ch);
                (self.room(first)? > 0).then(|| (set([i64::from(legal)]), why))
            }
            Helper::o_somewhere => self.somewhere(&call.args, O, true),
            Helper::x_somewhere => self.somewhere(&call.args, X, true),
            Helper::o_alive_somewhere => self.somewhere(&call.args, O, false),
            Helper::x_alive_somewhere => self.somewhere(&call.args, X, false),
            Helper::same_string | Helper::same_dragon => {
                let (a, b) = (self.cell(first)?, self.cell(call.args.get(1)?)?);
                // The same vertex twice is another finding.
                let (strings, string_of) = self.strings();
                let (one, other) = (string_of[a]?, string_of[b].filter(|_| a != b)?);
                if one == other {
                    return Some((set([1]), "the diagram shows one string".to_string()));
                }
                let differ = strings[one].color != strings[other].color;
                differ.then(|| (set([0]), "the stones are of different colours".to_string()))
            }
            Helper::alive | Helper::dead | Helper::critical | Helper::unknown => {
                let (allowed, letter) = self.statuses(first)?;
                let asked = match call.helper {
                    Helper::alive => Status::Alive,
                    Helper::dead => Status::Dead,
                    Helper::critical => Status::Critical,
                    _ => Status::Unknown,
                };
                let why = format!("class letter `{letter}` has decided that");
                match allowed {
                    [one] if *one == asked => Some((set([1]), why)),
                    _ if !allowed.contains(&asked) => Some((set([0]), why)),
                    _ => None,
                }
            }
            Helper::status => {
                let (allowed, letter) = self.statuses(first)?;
                let why = format!("class letter `{letter}` has decided that");
                Some((set(allowed.iter().map(|status| *status as i64)), why))
            }
            Helper::owl_goal_dragon | Helper::owl_strong_dragon | Helper::owl_lunch => {
                let color = self.string(first)?.color;
                let goal = match self.map {
                    AttributeMap::OwlAttack => X,
                    AttributeMap::OwlDefense => O,
                    _ => return None,
                };
                let name = if goal == X { "X" } else { "O" };
                let why = format!("in this database the goal is a dragon of {name}");
                // A lunch is a stone that the goal can capture, so it has the other colour.
                let own = call.helper != Helper::owl_lunch;
                ((color == goal) != own).then(|| (set([0]), why))
            }
            _ => None,
        }
    }

    /// Points at the vertex of an argument.
    pub(super) fn point(&self, found: Diagnostic, ch: char) -> Diagnostic {
        match image::cell(self.p, ch) {
            Some(cell) => found.also(self.p.diagram.spans[cell], "this vertex"),
            None => found,
        }
    }

    fn cell(&self, arg: &Arg) -> Option<usize> {
        image::cell(self.p, arg.ch)
    }

    fn string(&self, arg: &Arg) -> Option<&DrawnString> {
        let (strings, string_of) = self.strings();
        Some(&strings[string_of[self.cell(arg)?]?])
    }

    fn strings(&self) -> &Strings {
        self.strings.get_or_init(|| strings(&self.p.diagram))
    }

    /// Empty neighbours of an empty vertex, as far as they are drawn.
    fn room(&self, arg: &Arg) -> Option<i64> {
        let cell = self.cell(arg)?;
        if contents(&self.p.diagram, cell) != EMPTY {
            return None;
        }
        let (inside, _) = neighbours(&self.p.diagram, cell);
        Some(inside.filter(|&to| contents(&self.p.diagram, to) == EMPTY).count() as i64)
    }

    /// Whether a stone of the colour lies on one of the vertices. If only living
    /// ones count, seeing one is not enough.
    fn somewhere(&self, args: &[Arg], color: u8, any: bool) -> Option<(Values, String)> {
        let name = if color == O { "O" } else { "X" };
        let mut possible = 0;
        for arg in args {
            let there = contents(&self.p.diagram, self.cell(arg)?);
            if there == color && any {
                return Some((set([1]), format!("the diagram shows {name} at `{}`", arg.ch)));
            }
            possible |= there & color;
        }
        (possible == 0).then(|| {
            let what = if args.len() == 1 { "this vertex" } else { "any of these vertices" };
            (set([0]), format!("the diagram lets no {name} lie on {what}"))
        })
    }

    /// Statuses that the class letters leave to the dragon at a drawn stone, and
    /// the letter.
    fn statuses(&self, arg: &Arg) -> Option<(&'static [Status], char)> {
        use Status::{Alive, Critical, Dead, Unknown};
        let class = self.p.class;
        let letters: [(char, &'static [Status]); 2] = match self.string(arg)?.color {
            O => [('O', &[Alive, Unknown]), ('o', &[Dead, Critical, Unknown])],
            _ => [('X', &[Alive, Critical, Unknown]), ('x', &[Dead, Critical, Unknown])],
        };
        letters
            .into_iter()
            .find(|(letter, _)| class.has(*letter))
            .map(|(letter, statuses)| (statuses, letter))
    }
}

/// The name of what is counted, for messages.
fn counted(values: &Values, ch: char, one: &str, many: &str) -> String {
    let count = |n: i64| format!("{n} {}", if n == 1 { one } else { many });
    match values {
        Values::Between(Some(least), Some(most)) if least == most => {
            format!("in the diagram the string at `{ch}` has {}", count(*least))
        }
        Values::Between(Some(least), Some(most)) => {
            format!("in the diagram the string at `{ch}` has {least} to {}", count(*most))
        }
        Values::Between(Some(least), None) => {
            format!("the diagram gives the string at `{ch}` at least {}", count(*least))
        }
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use mkpat_rt::colon_line::Edges;

    use super::*;
    use crate::language::ir::pattern::Symbol;

    fn lib(cols: usize, text: &str, edges: Edges) -> Vec<Values> {
        let cells: Vec<Symbol> = text.chars().filter_map(Symbol::from_char).collect();
        let d = Diagram {
            rows: cells.len() / cols,
            cols,
            spans: vec![Default::default(); cells.len()],
            cells,
            edges,
            span: Default::default(),
        };
        strings(&d).0.iter().map(DrawnString::lib).collect()
    }

    #[test]
    fn liberties_are_counted_as_far_as_they_are_drawn() {
        let none = Edges::default();
        let between = |a, b| Values::Between(Some(a), b);
        assert_eq!(lib(3, "?.?.O.?.?", none), [between(4, Some(4))]);
        assert_eq!(lib(3, "?X?XO.?x?", none)[2], between(1, Some(2)));
        assert_eq!(lib(3, "?o?.O.?.?", none), [between(3, None)]);
        // A stone in the corner; the same on the border of the diagram.
        let corner = Edges { north: true, west: true, ..none };
        assert_eq!(lib(2, "O..?", corner), [between(2, Some(2))]);
        assert_eq!(lib(2, "O..?", none), [between(2, None)]);
        assert_eq!(lib(2, "OO.X", corner)[0], between(1, None));
    }
}
