//! Lines that a version control has left where two versions of a text differ.

use std::ops::Range;

use crate::diag::{Diagnostic, codes};
use crate::language::text_limits::is_space;
use crate::source::{FileId, Span};

/// One conflict.
pub(crate) struct Conflict {
    /// Its finding.
    pub(crate) finding: Diagnostic,
    /// The lines that are not read, as ranges of bytes: the markers, and of the versions all but the first one.
    pub(crate) left_out: Vec<Range<usize>>,
}

/// The sign of a marker line.
fn marker(line: &str) -> Option<u8> {
    let line = line.trim_end_matches(is_space);
    let sign = *line.as_bytes().first().filter(|sign| b"<=>|".contains(sign))?;
    let count = line.bytes().take_while(|&b| b == sign).count();
    (count == 7 && (line.len() == 7 || line.as_bytes()[7] == b' ')).then_some(sign)
}

/// The conflicts of a text, in order.
pub(crate) fn find(file: FileId, text: &str) -> Vec<Conflict> {
    let mut out: Vec<Conflict> = Vec::new();
    // The conflict that is open: whether the first version has ended, and where that which is left out starts.
    let mut open: Option<(Conflict, Option<usize>)> = None;
    let close =
        |open: &mut Option<(Conflict, Option<usize>)>, end: usize, out: &mut Vec<Conflict>| {
            if let Some((mut conflict, dropped)) = open.take() {
                conflict.left_out.extend(dropped.map(|start| start..end));
                out.push(conflict);
            }
        };
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let range = at..at + line.len();
        at = range.end;
        let Some(sign) = marker(line) else { continue };
        let span =
            Span::new(file, range.start, range.start + line.trim_end_matches(is_space).len());
        if sign == b'<' || open.is_none() {
            close(&mut open, range.start, &mut out);
            let finding = Diagnostic::error(
                codes::CONFLICT_MARKER,
                span,
                "an unresolved conflict of the version control",
            )
            .note("keep one of the versions, or join them, and remove the marker lines");
            let left_out = Vec::from([range]);
            open = Some((Conflict { finding, left_out }, None));
            if sign == b'>' {
                close(&mut open, at, &mut out);
            }
            continue;
        }
        let Some((conflict, dropped)) = &mut open else { continue };
        conflict.left_out.push(range.clone());
        let what = match sign {
            b'|' => "their common ancestor",
            b'=' => "the other version",
            _ => "its end",
        };
        conflict.finding = conflict.finding.clone().also(span, what);
        dropped.get_or_insert(range.start);
        if sign == b'>' {
            close(&mut open, at, &mut out);
        }
    }
    // Without an end, what follows the markers is read.
    if let Some((conflict, _)) = open {
        out.push(conflict);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_version_is_read() {
        let text = "a\n<<<<<<< ours\nb\n||||||| base\nc\n=======\nd\n>>>>>>> theirs\ne\n=======\nf\n<<<<<<<x\n";
        let found = find(FileId(0), text);
        assert_eq!(found.len(), 2);
        let left_out =
            |at: &usize| found.iter().flat_map(|c| &c.left_out).any(|range| range.contains(at));
        let read: String = (0..text.len())
            .filter(|at| !left_out(at))
            .map(|at| char::from(text.as_bytes()[at]))
            .collect();
        assert_eq!(read, "a\nb\ne\nf\n<<<<<<<x\n");
        assert_eq!(found[0].finding.secondary.len(), 3);
    }
}
