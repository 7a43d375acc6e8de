//! O and X change places: symbols, class letters, and the names of helpers that
//! speak of one side.

use mkpat_rt::helper::Helper;

use super::Edits;
use crate::language::syntax::ast::{Expr, ExprKind, File, LineKind, PatternNode, Stmt, StmtKind};
use crate::source::{Sources, Span};

/// The symbol or class letter of the other colour; others stay.
pub(super) fn swap(ch: char) -> char {
    match ch {
        'O' => 'X',
        'X' => 'O',
        'o' => 'x',
        'x' => 'o',
        'Q' => 'Y',
        'Y' => 'Q',
        ch => ch,
    }
}

/// The helper that says the same of the other side: the name with one `o` or `x`
/// at the start of a word exchanged, if there is such a helper.
pub(crate) fn counterpart(name: &str) -> Option<&'static str> {
    name.char_indices().find_map(|(at, ch)| {
        let starts_word = at == 0 || name[..at].ends_with('_');
        if !starts_word || !matches!(ch, 'o' | 'x') {
            return None;
        }
        let other = format!("{}{}{}", &name[..at], swap(ch), &name[at + 1..]);
        Helper::from_name(&other).map(|helper| helper.info().name)
    })
}

/// What still names the old side after the colours were swapped, because the language has
/// no counterpart for it: class letters and helpers, with their first places.
pub(super) fn one_sided(sources: &Sources, file: &File, node: &PatternNode) -> Vec<(Span, String)> {
    let mut out: Vec<(Span, String)> = Vec::new();
    if let Some(index) = node.colon
        && let LineKind::Colon(colon) = &file.lines[index].kind
    {
        if let Some(class) = colon.class {
            let letters = sources.text(class).char_indices();
            let letters = letters.filter(|(_, letter)| "CcBbadAD".contains(*letter));
            out.extend(letters.map(|(at, letter)| {
                (class.sub(at, letter.len_utf8()), format!("class letter `{letter}`"))
            }));
        }
        if let Some(span) = colon.helper {
            let helper = sources.text(span).trim();
            if !helper.is_empty() && helper != "NULL" {
                out.push((span, format!("helper `{helper}`")));
            }
        }
    }
    let mut names = Vec::new();
    if let Some(tree) = node.constraint.as_ref().and_then(|code| code.tree.as_ref()) {
        expr(tree, &mut names);
    }
    for s in node.action.iter().filter_map(|code| code.tree.as_ref()).flatten() {
        stmt(s, &mut names);
    }
    for span in names {
        let name = sources.text(span);
        let told = format!("`{name}`");
        let is_new = out.iter().all(|(_, other)| *other != told);
        if Helper::from_name(name).is_some_and(is_one_sided) && is_new {
            out.push((span, told));
        }
    }
    out
}

/// Whether a helper speaks of one side and has no counterpart.
fn is_one_sided(helper: Helper) -> bool {
    matches!(
        helper,
        Helper::add_connect_move
            | Helper::add_cut_move
            | Helper::add_defend_both_move
            | Helper::test_attack_either_move
            | Helper::defend_against_atari
            | Helper::prevent_attack_threat
            | Helper::threaten_to_save
            | Helper::threaten_to_capture
            | Helper::connect_and_cut_helper2
            | Helper::break_mirror_helper
            | Helper::known_safe_move
            | Helper::antisuji
            | Helper::replace
            | Helper::owl_escape_value
            | Helper::owl_strong_dragon
    )
}

/// Adds the lines of code in which names change.
pub(super) fn code(
    sources: &Sources,
    file: &File,
    node: &PatternNode,
    edits: &mut Edits,
) -> Result<(), String> {
    const UNREAD: &str = "its code has syntax errors";
    let mut names = Vec::new();
    if let Some(code) = &node.constraint {
        expr(code.tree.as_ref().ok_or(UNREAD)?, &mut names);
    }
    if let Some(code) = &node.action {
        code.tree.as_ref().ok_or(UNREAD)?.iter().for_each(|s| stmt(s, &mut names));
    }
    let constraint = node.constraint.as_ref().map(|code| &code.lines);
    let action = node.action.as_ref().map(|code| &code.lines);
    for &index in constraint.into_iter().chain(action).flatten() {
        let line = file.lines[index].span;
        let mut text = sources.text(line).to_string();
        let mut inside: Vec<Span> =
            names.iter().copied().filter(|n| line.start <= n.start && n.end <= line.end).collect();
        // From back to front, so that places stay.
        inside.sort();
        for name in inside.into_iter().rev() {
            if let Some(other) = counterpart(sources.text(name)) {
                let at = (name.start - line.start) as usize;
                text.replace_range(at..at + name.len(), other);
            }
        }
        edits.insert(index, text);
    }
    Ok(())
}

fn stmt(s: &Stmt, names: &mut Vec<Span>) {
    match &s.kind {
        StmtKind::Expr(e) | StmtKind::Return(e) => expr(e, names),
        StmtKind::If(c, a, b) => {
            expr(c, names);
            stmt(a, names);
            b.iter().for_each(|b| stmt(b, names));
        }
        StmtKind::Block(body) => body.iter().for_each(|s| stmt(s, names)),
    }
}

fn expr(e: &Expr, names: &mut Vec<Span>) {
    match &e.kind {
        ExprKind::Number(_) => {}
        ExprKind::Name(_) => names.push(e.span),
        ExprKind::Call(call) => names.push(call.name_span),
        ExprKind::Not(a) | ExprKind::Neg(a) | ExprKind::Paren(a) => expr(a, names),
        ExprKind::Binary(_, a, b) => {
            expr(a, names);
            expr(b, names);
        }
        ExprKind::Cond(a, b, c) => {
            expr(a, names);
            expr(b, names);
            expr(c, names);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mkpat_rt::helper::VOCABULARY;

    /// A helper whose name speaks of a side has the one of the other side.
    #[test]
    fn helpers_come_in_pairs() {
        assert_eq!(counterpart("oplay_attack"), Some("xplay_attack"));
        assert_eq!(counterpart("safe_xmove"), Some("safe_omove"));
        assert_eq!(counterpart("owl_escape_value"), None);
        let mut pairs = 0;
        for info in VOCABULARY {
            if let Some(other) = counterpart(info.name) {
                assert_eq!(counterpart(other), Some(info.name));
                pairs += 1;
            }
        }
        assert!(pairs >= 40, "{pairs}");
    }
}
