//! Rows of diagrams that have other characters than a row may have.
//!
//! A row is understood before its columns are counted: its characters are replaced by those that they look like, and
//! only if that makes a row of the width that the other rows have, the characters are named. Everything else that
//! follows a row is a side comment.

use super::characters::{self, Odd};
use crate::language::syntax::ast::{LineKind, Row};
use crate::language::text_limits::is_space;

/// Most columns that a row can have, with its edges.
const WIDEST: usize = 21;

/// Characters that are drawn for the edge at a side.
const BARS: &str = "Il1!i/\\:";

/// What the rows of one pattern have in common.
#[derive(Default)]
pub(super) struct Common {
    /// The width that most rows have.
    pub(super) width: Option<usize>,
    /// Whether most rows draw the edge at the left and at the right.
    pub(super) left: bool,
    pub(super) right: bool,
    /// Every row has blanks between its elements.
    pub(super) spaced: bool,
}

/// The characters of a row that do not belong there; empty if it is a good row, or none at all.
pub(super) fn odd(line: &str, kind: &LineKind, common: &Common) -> Vec<Odd> {
    let line = line.trim_end_matches(is_space);
    match kind {
        LineKind::Row(Row::Edge { bar, side }) => {
            let attached = side.is_some_and(|side| side.start == bar.end);
            if attached { run_odd(line, common) } else { Vec::new() }
        }
        LineKind::Row(Row::Cells { left, cells, right, side }) => {
            let end = right.unwrap_or(*cells).end;
            let width = cells.end - cells.start;
            let good = Some(width as usize) == common.width && !common.spaced;
            let attached = side.is_some_and(|side| side.start == end);
            if attached {
                let bar_missing = common.right && right.is_none() || common.left && left.is_none();
                return if good && !bar_missing { Vec::new() } else { run_odd(line, common) };
            }
            if good && (common.right == right.is_some() || side.is_none()) {
                return Vec::new();
            }
            spaces(line, common)
                .or_else(|| bar_letter(line, common, left.is_some(), right.is_some()))
                .unwrap_or_default()
        }
        LineKind::Malformed => run_odd(line, common),
        _ => Vec::new(),
    }
}

/// The characters of the first run of a line that do not belong in a row, if that is what it is.
fn run_odd(line: &str, common: &Common) -> Vec<Odd> {
    let body = line.trim_start_matches(|ch: char| is_space(ch) || is_blank(ch));
    let indent = line.len() - body.len();
    let end = indent + body.find(is_space).unwrap_or(body.len());
    let run = &line[indent..end];
    let count = run.chars().count();
    if run.is_empty() || count > WIDEST {
        return Vec::new();
    }
    let meant: Vec<String> =
        run.chars().map(|ch| characters::meant(ch).unwrap_or_else(|| ch.to_string())).collect();
    let joined = meant.concat();
    let is_edge = joined.len() > 1
        && joined.chars().all(|ch| "-_=~+|".contains(ch))
        && joined.chars().filter(|ch| "-_=~".contains(*ch)).count() * 2 >= joined.len().min(2);
    let mut odd: Vec<Odd> = line[..indent]
        .char_indices()
        .map(|(at, ch)| Odd { at: at..at + ch.len_utf8(), ch, meant: Some(String::new()) })
        .collect();
    let last = count - 1;
    for (i, (at, ch)) in run.char_indices().enumerate() {
        let at = indent + at..indent + at + ch.len_utf8();
        let wanted = match (meant[i].as_str(), ch) {
            ("_" | "=" | "~", _) if is_edge => Some("-".to_string()),
            ("|", _) if is_edge && (i == 0 || i == last) => Some("+".to_string()),
            ("-" | "+", _) if is_edge => Some(meant[i].clone()),
            ("0", _) => Some("O".to_string()),
            ("+", _) => Some(".".to_string()),
            ("|", _) if i == 0 || i == last => Some("|".to_string()),
            (" ", _) => Some(String::new()),
            (text, _) if text.chars().all(is_cell) => Some(text.to_string()),
            _ => None,
        };
        let bar = i == last && common.right && wanted.as_deref() != Some("|") && BARS.contains(ch);
        let wanted = if bar && Some(last - usize::from(common.left)) == common.width {
            Some("|".into())
        } else {
            wanted
        };
        if wanted.as_deref() != Some(ch.encode_utf8(&mut [0; 4])) {
            odd.push(Odd { at, ch, meant: wanted });
        }
    }
    // Indented text with several words is prose.
    let only_indented = odd.iter().all(|odd| odd.ch.is_ascii_whitespace());
    if odd.is_empty() || (only_indented && end < line.len()) {
        return Vec::new();
    }
    if is_edge {
        return odd;
    }
    let whole = characters::replaced(&line[..end], &odd);
    let cells = whole.strip_prefix('|').unwrap_or(&whole);
    let cells = cells.strip_suffix('|').unwrap_or(cells);
    let strange = odd.iter().filter(|odd| odd.meant.is_none()).count();
    let width = cells.chars().count();
    let fits = common.width.is_none_or(|wanted| {
        // A character that is nothing may stand for a vertex or for none.
        width == wanted || (strange > 0 && width.saturating_sub(strange) == wanted)
    });
    let known = count - strange;
    // Digits may be meant as labels.
    let digits = odd.iter().all(|odd| odd.meant.is_some() || odd.ch.is_ascii_digit())
        && common.width == Some(width)
        && known > 0;
    if fits && ((strange <= 1 && known >= strange) || digits) { odd } else { Vec::new() }
}

/// Blanks between the elements of a row.
fn spaces(line: &str, common: &Common) -> Option<Vec<Odd>> {
    let solid: String = line.chars().filter(|&ch| !is_space(ch)).collect();
    let cells = solid.strip_prefix('|').unwrap_or(&solid);
    let cells = cells.strip_suffix('|').unwrap_or(cells);
    let fits = common.spaced || Some(cells.len()) == common.width;
    (fits && cells.chars().all(is_cell) && line.contains(is_space)).then(|| {
        let blanks = line.char_indices().filter(|&(_, ch)| is_space(ch));
        blanks.map(|(at, ch)| Odd { at: at..at + 1, ch, meant: Some(String::new()) }).collect()
    })
}

/// A letter at an end of a row where the other rows have an edge.
fn bar_letter(line: &str, common: &Common, left: bool, right: bool) -> Option<Vec<Odd>> {
    let end = line.find(is_space).unwrap_or(line.len());
    let run = &line[..end];
    let bars = usize::from(left) + usize::from(right);
    if Some((run.len() - bars.min(run.len())).checked_sub(1)?) != common.width {
        return None;
    }
    let odd =
        |at: usize, ch: char| Vec::from([Odd { at: at..at + 1, ch, meant: Some("|".to_string()) }]);
    let (first, last) = (run.chars().next()?, run.chars().next_back()?);
    if common.right && !right && BARS.contains(last) {
        Some(odd(run.len() - 1, last))
    } else if common.left && !left && BARS.contains(first) {
        Some(odd(0, first))
    } else {
        None
    }
}

/// What most of the rows have in common; `rows` are their lines.
pub(super) fn common<'a>(rows: impl Iterator<Item = (&'a str, &'a LineKind)>) -> Common {
    let mut widths: Vec<(usize, usize)> = Vec::new();
    let (mut all, mut left_bars, mut right_bars) = (0, 0, 0);
    // The numbers of elements of rows with blanks between them.
    let mut spaced: Vec<usize> = Vec::new();
    for (line, kind) in rows {
        let LineKind::Row(Row::Cells { left, cells, right, side }) = kind else { continue };
        all += 1;
        left_bars += usize::from(left.is_some());
        right_bars += usize::from(right.is_some());
        let end = right.unwrap_or(*cells).end;
        let words = || line.split(is_space).filter(|word| !word.is_empty());
        let alone = |word: &str| word.len() == 1 && word.chars().all(|ch| is_cell(ch) || ch == '|');
        if words().all(alone) {
            spaced.push(words().count());
        }
        if side.is_none_or(|side| side.start > end) {
            let width = (cells.end - cells.start) as usize;
            match widths.iter_mut().find(|(known, _)| *known == width) {
                Some((_, count)) => *count += 1,
                None => widths.push((width, 1)),
            }
        }
    }
    let most = widths.iter().max_by_key(|(width, count)| (*count, *width));
    Common {
        width: most.map(|(width, _)| *width),
        left: left_bars * 2 > all,
        right: right_bars * 2 > all,
        // One letter behind each row may be a comment.
        spaced: spaced.len() == all && all > 1 && spaced.iter().all(|&n| n > 2 && n == spaced[0]),
    }
}

fn is_cell(ch: char) -> bool {
    ch.is_ascii_alphabetic() || ".,!*?".contains(ch)
}

/// White space, or nothing to be seen, that is not ASCII.
fn is_blank(ch: char) -> bool {
    !ch.is_ascii() && matches!(characters::meant(ch).as_deref(), Some(" " | ""))
}
