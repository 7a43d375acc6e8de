//! Edits of many fixes → one text. Knows nothing of databases.

use std::collections::BTreeMap;

use crate::diag::{Edit, Fix};

/// Numbers of the fixes that can be applied together: in the order of their places, each
/// that does not overlap one taken before it. Fixes whose own edits overlap, go beyond the
/// text or cut a character are left out.
pub(crate) fn compatible(text: &str, fixes: &[&Fix]) -> Vec<usize> {
    let first = |fix: &Fix| fix.edits.iter().map(|edit| edit.span.start).min();
    let mut order: Vec<usize> = (0..fixes.len()).collect();
    order.sort_by_key(|&i| (first(fixes[i]), i));
    // The ranges that are taken: start → end.
    let mut taken: BTreeMap<u32, u32> = BTreeMap::new();
    let mut out = Vec::new();
    for index in order {
        let edits = &fixes[index].edits;
        let start = taken.clone();
        let fits = !edits.is_empty() && edits.iter().all(|edit| take(text, edit, &mut taken));
        if fits {
            out.push(index);
        } else {
            taken = start;
        }
    }
    out
}

/// Takes the range of an edit, if nothing in it is taken. Two replacements may touch; an
/// insertion may touch no other edit, because the order of the two texts would be open.
fn take(text: &str, edit: &Edit, taken: &mut BTreeMap<u32, u32>) -> bool {
    let (start, end) = (edit.span.start, edit.span.end);
    let inside = start <= end && text.get(edit.span.range()).is_some();
    let apart = |(&s, &e): (&u32, &u32)| {
        let beside = s < e && start < end && (e == start || end == s);
        e < start || end < s || beside
    };
    // The ranges taken do not overlap, so that only the last two before `end` can be near.
    let free = taken.range(..=end).rev().take(2).all(apart);
    if inside && free {
        taken.insert(start, end);
    }
    inside && free
}

/// The text after these fixes, which [`compatible`] has chosen.
pub(crate) fn apply(text: &str, fixes: &[&Fix]) -> String {
    let mut edits: Vec<&Edit> = fixes.iter().flat_map(|fix| &fix.edits).collect();
    edits.sort_by_key(|edit| edit.span.start);
    let mut out = String::with_capacity(text.len() + 64);
    let mut at = 0;
    for edit in edits {
        let range = edit.span.range();
        out.push_str(text.get(at..range.start).unwrap_or(""));
        out.push_str(&edit.text);
        at = range.end;
    }
    out.push_str(text.get(at..).unwrap_or(""));
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::{FileId, Span};

    fn fix(edits: &[(usize, usize, &str)]) -> Fix {
        let span = |start, end| Span::new(FileId(0), start, end);
        edits
            .iter()
            .fold(Fix::safe(""), |fix, &(start, end, text)| fix.replace(span(start, end), text))
    }

    #[test]
    fn fixes_that_are_in_the_way_wait() {
        let fixes = [
            fix(&[(4, 5, "E")]),
            fix(&[(0, 1, "A"), (5, 5, "+")]),
            fix(&[(7, 8, "")]),
            fix(&[(1, 2, "B")]),
        ];
        let all: Vec<&Fix> = fixes.iter().collect();
        let chosen = compatible("abcdefgh", &all);
        assert_eq!(chosen, [1, 3, 2]);
        let chosen: Vec<&Fix> = chosen.into_iter().map(|i| all[i]).collect();
        assert_eq!(apply("abcdefgh", &chosen), "ABcde+fg");
    }

    #[test]
    fn fixes_that_make_no_sense_are_left_out() {
        assert_eq!(compatible("ab", &[&fix(&[(1, 2, ""), (0, 1, "")])]), [0], "neighbours");
        for edits in [&[(3, 9, "")][..], &[(1, 2, "")], &[(0, 3, ""), (2, 4, "x")], &[]] {
            assert_eq!(compatible("aöbc", &[&fix(edits)]), [0; 0], "{edits:?}");
        }
    }
}
