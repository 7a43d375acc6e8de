//! KP0642: class letters that speak of stones which the pattern does not have.

use mkpat_rt::helper::Stage;

use super::Context;
use super::facts::{self, O, X};
use crate::diag::{Diagnostic, Fix, codes};
use crate::language::ir::Pattern;

pub(super) fn check(cx: &mut Context<'_>, p: &Pattern) {
    if !p.class.has_any("OoXxCBadAD") {
        return;
    }
    // Only the stones under elements count, not those under `?`.
    let (strings, _) = facts::strings(&p.diagram);
    let parts = |color: u8| {
        let drawn = strings.iter().filter(|string| string.color == color).count();
        let cells = 0..p.diagram.cells.len();
        let possible = cells.filter(|&cell| {
            let there = facts::contents(&p.diagram, cell);
            p.diagram.cells[cell].element().is_some() && there & color != 0 && there != color
        });
        drawn + possible.count()
    };
    let (o, x) = (parts(O), parts(X));
    let mut idle: Vec<(char, &str)> = Vec::new();
    let mut report = |letter: char, what: &'static str| {
        if p.class.has(letter) {
            idle.push((letter, what));
        }
    };
    // In the order of the alphabet of classes, status letters first.
    if o == 0 {
        report('O', "no O stone can be there whose dragon it tests");
        report('o', "no O stone can be there whose dragon it tests");
    }
    if x == 0 {
        report('X', "no X stone can be there whose dragon it tests");
        report('x', "no X stone can be there whose dragon it tests");
    }
    match cx.db.spec.stage {
        Stage::Movegen => {
            if o < 2 {
                report('C', "there are no two strings of O to connect");
            }
            if x < 2 {
                report('B', "there are no two strings of X to cut");
            }
            if x == 0 {
                report('a', "there is no stone of X to attack");
            }
            if o == 0 {
                report('d', "there is no stone of O to defend");
            }
        }
        Stage::Worms => {
            if x == 0 {
                report('A', "there is no stone of X to capture");
            }
            if o == 0 {
                report('D', "there is no stone of O to defend");
            }
        }
        Stage::Dragons if o < 2 => report('C', "there are no two strings of O to join"),
        _ => {}
    }
    let Some((_, what)) = idle.first() else { return };
    let letters: String = idle.iter().map(|(letter, _)| *letter).collect();
    let (word, has) =
        if idle.len() == 1 { ("class letter", "has") } else { ("class letters", "have") };
    let place = cx.sources.text(p.class_span).find(&letters[..1]);
    let written = cx.sources.text(p.class_span);
    let rest: String = written.chars().filter(|&ch| !letters.contains(ch)).collect();
    let rest = if rest.is_empty() { "-".to_string() } else { rest };
    let span = place.map_or(p.class_span, |at| p.class_span.sub(at, 1));
    cx.out.push(
        Diagnostic::warning(
            codes::CLASS_WITHOUT_STONES,
            span,
            format!("{word} `{letters}` of pattern {} {has} no effect: {what}", p.name),
        )
        .also(p.diagram.span, "in this diagram")
        .note("stones under `?` do not count")
        .fix(Fix::risky(format!("remove `{letters}`")).replace(p.class_span, rest)),
    );
}
