//! The difference of two texts as hunks of lines, in the form that `patch` reads.

use std::fmt::Write as _;

/// Lines of context around a change.
const CONTEXT: usize = 3;

/// Largest table of a comparison; larger pieces count as all different.
const MAX_TABLE: usize = 4 << 20;

/// One step from the old text to the new one.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Step {
    /// A line of both.
    Keep,
    /// A line of the old text.
    Remove,
    /// A line of the new text.
    Add,
}

/// The hunks that turn `old` into `new`, which is called `name (note)`; empty if they
/// are equal. The texts are cut at their `Pattern` lines and compared piece by piece, so
/// that large files take little time.
pub fn unified(name: &str, note: &str, old: &str, new: &str) -> String {
    if old == new {
        return String::new();
    }
    let old: Vec<&str> = old.split_inclusive('\n').collect();
    let new: Vec<&str> = new.split_inclusive('\n').collect();
    let steps = steps(&old, &new);
    let mut out = format!("--- {name}\n+++ {name} ({note})\n");
    let changes: Vec<usize> =
        steps.iter().enumerate().filter(|(_, s)| **s != Step::Keep).map(|(i, _)| i).collect();
    let mut rest = changes.as_slice();
    let (mut at, mut a, mut b) = (0, 0, 0);
    while let Some(&first) = rest.first() {
        // Changes whose contexts touch share a hunk.
        let near = |pair: &[usize]| pair[1] - pair[0] <= 2 * CONTEXT;
        let count = 1 + rest.windows(2).take_while(|pair| near(pair)).count();
        let last = rest[count - 1];
        rest = &rest[count..];
        let (start, end) = (first.saturating_sub(CONTEXT), (last + 1 + CONTEXT).min(steps.len()));
        // Between hunks all lines are kept.
        (a, b) = (a + (start - at), b + (start - at));
        let hunk = &steps[start..end];
        let len = |without: Step| hunk.iter().filter(|&&s| s != without).count();
        let (olds, news) = (len(Step::Add), len(Step::Remove));
        let from = |at: usize, len: usize| if len == 0 { at } else { at + 1 };
        // Writing to a string cannot fail.
        let _ = writeln!(out, "@@ -{},{olds} +{},{news} @@", from(a, olds), from(b, news));
        for step in hunk {
            let (sign, line) = match step {
                Step::Keep => (' ', new[b]),
                Step::Remove => ('-', old[a]),
                Step::Add => ('+', new[b]),
            };
            a += usize::from(*step != Step::Add);
            b += usize::from(*step != Step::Remove);
            out.push(sign);
            out.push_str(line);
            if !line.ends_with('\n') {
                out.push_str("\n\\ No newline at end of file\n");
            }
        }
        at = end;
    }
    out
}

/// The pieces of `old` that have to be replaced to get `new`, as byte ranges in order, each with its new text.
pub fn changes(old: &str, new: &str) -> Vec<(std::ops::Range<usize>, String)> {
    let old: Vec<&str> = old.split_inclusive('\n').collect();
    let new: Vec<&str> = new.split_inclusive('\n').collect();
    let mut out: Vec<(std::ops::Range<usize>, String)> = Vec::new();
    let (mut at, mut a, mut b) = (0, 0, 0);
    // Whether the last step was a change, which the next one goes on with.
    let mut open = false;
    for step in steps(&old, &new) {
        if step == Step::Keep {
            at += old[a].len();
            (a, b, open) = (a + 1, b + 1, false);
            continue;
        }
        if !open {
            out.push((at..at, String::new()));
            open = true;
        }
        let Some((range, text)) = out.last_mut() else { continue };
        if step == Step::Remove {
            at += old[a].len();
            range.end = at;
            a += 1;
        } else {
            text.push_str(new[b]);
            b += 1;
        }
    }
    out
}

fn steps(old: &[&str], new: &[&str]) -> Vec<Step> {
    let is_head = |line: &&str| line.starts_with("Pattern");
    let cut = |lines: &[&str]| -> Vec<usize> {
        let heads = lines.iter().enumerate().filter(|(_, l)| is_head(l)).map(|(i, _)| i);
        heads.chain([lines.len()]).collect()
    };
    let (a, b) = (cut(old), cut(new));
    let mut out = Vec::new();
    if a.len() != b.len() {
        piece(old, new, &mut out);
        return out;
    }
    let (mut i, mut j) = (0, 0);
    for (&a, &b) in a.iter().zip(&b) {
        piece(&old[i..a], &new[j..b], &mut out);
        (i, j) = (a, b);
    }
    out
}

/// The steps of a piece, by its longest common subsequence.
fn piece(old: &[&str], new: &[&str], out: &mut Vec<Step>) {
    let head = old.iter().zip(new).take_while(|(a, b)| a == b).count();
    out.extend(std::iter::repeat_n(Step::Keep, head));
    let (old, new) = (&old[head..], &new[head..]);
    let tail = old.iter().rev().zip(new.iter().rev()).take_while(|(a, b)| a == b).count();
    let (old, new) = (&old[..old.len() - tail], &new[..new.len() - tail]);
    let width = new.len() + 1;
    if (old.len() + 1).saturating_mul(width) > MAX_TABLE {
        out.extend(std::iter::repeat_n(Step::Remove, old.len()));
        out.extend(std::iter::repeat_n(Step::Add, new.len()));
    } else {
        // Longest common subsequences of the ends of both.
        let mut table = vec![0u32; (old.len() + 1) * width];
        for i in (0..old.len()).rev() {
            for j in (0..new.len()).rev() {
                table[i * width + j] = if old[i] == new[j] {
                    table[(i + 1) * width + j + 1] + 1
                } else {
                    table[(i + 1) * width + j].max(table[i * width + j + 1])
                };
            }
        }
        let (mut i, mut j) = (0, 0);
        while i < old.len() || j < new.len() {
            let step = if i < old.len() && j < new.len() && old[i] == new[j] {
                Step::Keep
            } else if i < old.len()
                && (j == new.len() || table[(i + 1) * width + j] >= table[i * width + j + 1])
            {
                Step::Remove
            } else {
                Step::Add
            };
            i += usize::from(step != Step::Add);
            j += usize::from(step != Step::Remove);
            out.push(step);
        }
    }
    out.extend(std::iter::repeat_n(Step::Keep, tail));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_make_the_new_text() {
        let old: String = (1..=20).map(|n| format!("{n}\n")).collect();
        let new = old.replace("\n4\n", "\nfour\n4b\n").replace("\n18\n", "\n") + "end";
        let changed = changes(&old, &new);
        assert_eq!(changed.len(), 3, "{changed:?}");
        let mut text = old.clone();
        for (range, with) in changed.into_iter().rev() {
            text.replace_range(range, &with);
        }
        assert_eq!(text, new);
    }

    #[test]
    fn hunks_have_context_and_numbers() {
        let old: String = (1..=20).map(|n| format!("{n}\n")).collect();
        let new = old.replace("\n4\n", "\nfour\n4b\n").replace("\n18\n", "\n");
        assert_eq!(
            unified("f", "formatted", &old, &new),
            "--- f\n+++ f (formatted)\n@@ -1,7 +1,8 @@\n 1\n 2\n 3\n-4\n+four\n+4b\n 5\n 6\n 7\n\
             @@ -15,6 +16,5 @@\n 15\n 16\n 17\n-18\n 19\n 20\n"
        );
        assert_eq!(unified("f", "formatted", &old, &old), "");
        let cut = unified("f", "formatted", "a", "a\n");
        assert!(cut.ends_with("-a\n\\ No newline at end of file\n+a\n"), "{cut}");
        assert!(unified("f", "formatted", "", "a\n").contains("@@ -0,0 +1,1 @@\n+a\n"));
    }
}
