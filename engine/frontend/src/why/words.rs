//! Answers of `katachi why` in words.

use std::fmt::Write as _;

use engine::facts::LifeReading;
use engine::movegen::{Decision, Dismissal, Outlook};
use engine::patterns::Refusal;
use engine::verdicts::MatchVerdict;
use mkpat::tools::match_tests::call_text;
use mkpat::tools::positions::matches::Found;
use mkpat_rt::colon_line::AttrKind;
use mkpat_rt::db::{ElementKind, Pattern, PatternDb};
use mkpat_rt::geom::{Color, Point};
use mkpat_rt::helper::{Stage, Status};
use mkpat_rt::matcher::Match;

use super::{Cause, Place, Why};
use crate::session::Session;

/// The letter of a colour in lists of moves.
pub(super) fn letter(color: Color) -> char {
    match color {
        Color::Black => 'B',
        Color::White => 'W',
    }
}

fn status(status: Status) -> &'static str {
    match status {
        Status::Alive => "alive",
        Status::Dead => "dead",
        Status::Critical => "critical",
        Status::Unknown => "undecided",
    }
}

/// What is thought of a dragon, and what comes of reading on if that was not read to its end.
fn thought(is: Status, read_on: Option<LifeReading>) -> String {
    let thought = status(is);
    match read_on.map(|life| (status(life.status()), life.certain)) {
        None => format!("is {thought}"),
        Some((found, true)) if found == thought => format!("is {thought}"),
        Some((found, true)) => format!("is thought {thought} (read on, it is {found})"),
        Some((_, false)) => format!("is thought {thought} (not read to the end)"),
    }
}

/// Why class or move refuse a match. Where what is thought of a dragon was not read to the end, `read_on` is what comes of
/// reading on.
pub(super) fn refusal(
    refusal: Refusal,
    read_on: Option<LifeReading>,
    pattern: &Pattern,
    color: Color,
    size: usize,
) -> String {
    let class = pattern.class;
    match refusal {
        Refusal::Status { letter, string, status: is } => {
            let (whose, wanted) = match letter {
                'O' => (color, "must be neither dead nor critical"),
                'o' => (color, "must not be alive"),
                'X' => (color.other(), "must not be dead"),
                _ => (color.other(), "must not be alive"),
            };
            let is = thought(is, read_on);
            let string = string.name(size);
            format!("class letter {letter}: the {whose} dragon at {string} {is}, and {wanted}")
        }
        Refusal::Lifeless { letter, string } => format!(
            "class letter {letter}: the string at {} must live, and is weak or dead",
            string.name(size)
        ),
        Refusal::Illegal => format!("the move is illegal for {color}"),
        Refusal::Unsafe => format!(
            "the {color} stone played there can be captured, and the class ({class}) has no s \
             (sacrifice)"
        ),
        Refusal::UnsafeForX => format!(
            "class letter n: a {} stone played there can be captured, so that the move is not needed",
            color.other()
        ),
        Refusal::StaysCritical(p) => format!(
            "class letter O: the {color} string at {} can be captured, and the move does not save it",
            p.name(size)
        ),
    }
}

/// Why a move is no candidate.
pub fn dismissal(why: Dismissal, size: usize) -> String {
    match why {
        Dismissal::Forbidden => "a pattern forbids it (antisuji)".to_string(),
        Dismissal::Replaced(p) => {
            format!("a pattern gives everything that speaks for it to {}", p.name(size))
        }
        Dismissal::Illegal => "it is illegal".to_string(),
        Dismissal::OwnEye => "it fills an own eye".to_string(),
        Dismissal::NotAllowed => "the rules forbid it (superko)".to_string(),
        Dismissal::Unsafe => "the stone would be lost for nothing".to_string(),
    }
}

/// A decision with its parts, as `8.20 = territory 6.10 + shape 2.10`.
pub(crate) fn decision(decision: &Decision, total: f32) -> String {
    let (parts, sum) = decision.hundredths(total);
    let mut out = points(sum);
    for (i, (name, x)) in parts.iter().enumerate() {
        let (sign, x) = match (i, *x < 0) {
            (0, _) => ("=", *x),
            (_, false) => ("+", *x),
            (_, true) => ("-", -x),
        };
        let _ = write!(out, " {sign} {name} {}", points(x));
    }
    out
}

/// Hundredths of a point with two decimals.
pub fn points(hundredths: i64) -> String {
    let sign = if hundredths < 0 { "-" } else { "" };
    format!("{sign}{}.{:02}", hundredths.abs() / 100, hundredths.abs() % 100)
}

/// What an accepted match does, one sentence each.
pub(super) fn effects(
    session: &mut Session,
    db: &PatternDb,
    found: (usize, Match),
    color: Color,
    verdict: &MatchVerdict,
) -> Vec<String> {
    let pattern = db.pattern(found.1.pattern);
    let size = session.game().size();
    let values = Found { db, color, raw: found.1 }.values(size);
    let mut out = vec![match values.as_str() {
        "-" => format!("It is accepted: class {}, no values.", pattern.class),
        values => format!("It is accepted: class {}, {values}.", pattern.class),
    }];
    for (call, x) in &verdict.action {
        out.push(format!("Its action calls {}.", call_text(call, *x, size)));
    }
    match db.stage {
        Stage::Movegen => out.extend(moves(session, pattern, found, color)),
        Stage::Worms => out.extend(worms(session, pattern, found.1, color)),
        Stage::Dragons => out.extend(dragons(session, pattern, found.1, color)),
        Stage::Combination => out.push(
            "The move is tried as a forcing move of a combination; it proposes nothing by itself."
                .to_string(),
        ),
        Stage::Influence | Stage::Owl | Stage::Handicap => {}
    }
    out
}

fn outlook(outlook: &Outlook, size: usize) -> String {
    match outlook {
        Outlook::Unproposed => "nothing speaks for it".to_string(),
        Outlook::Dismissed(why) => dismissal(*why, size),
        Outlook::Valued(d, _) => decision(d, d.total()),
    }
}

fn moves(
    session: &mut Session,
    pattern: &Pattern,
    found: (usize, Match),
    color: Color,
) -> Vec<String> {
    let size = session.game().size();
    let Some(effect) = session.match_effect(color, found) else {
        return vec!["It has no move to propose.".to_string()];
    };
    let name = effect.point.name(size);
    let mut out = Vec::new();
    match &effect.with {
        Outlook::Valued(with, reasons) => {
            out.push(format!("At first glance {name} is worth {}.", outlook(&effect.with, size)));
            let own = |r: &engine::movegen::MoveReason| {
                matches!(r, engine::movegen::MoveReason::Pattern(d, id)
                    if usize::from(*d) == found.0 && *id == found.1.pattern)
            };
            let others: Vec<String> =
                reasons.iter().filter(|r| !own(r)).map(|r| session.describe(r)).collect();
            if !others.is_empty() {
                out.push(format!("What else speaks for it: {}.", others.join("; ")));
            }
            out.push(match &effect.without {
                Outlook::Valued(without, _) if without == with => {
                    format!("Without this match it would be worth the same{}.", idle(pattern, with))
                }
                Outlook::Valued(..) => format!(
                    "Without this match it would be worth {}.",
                    outlook(&effect.without, size)
                ),
                other => format!("Without this match: {}.", outlook(other, size)),
            });
        }
        other if effect.without == *other => {
            out.push(format!(
                "{name} is not played, with or without it: {}.",
                outlook(other, size)
            ));
        }
        other => {
            out.push(format!("{name} is not played: {}.", outlook(other, size)));
            out.push(format!("Without this match: {}.", outlook(&effect.without, size)));
        }
    }
    out
}

/// Why a pattern changes nothing, where its values tell.
fn idle(pattern: &Pattern, value: &Decision) -> String {
    let freely = value.total() - value.demanded - value.safety;
    let by_least = pattern.number(AttrKind::MinValue).filter(|&x| freely >= x);
    let by_most = pattern.number(AttrKind::MaxValue).filter(|&x| freely <= x);
    let gains = value.territory + value.strategy;
    match (by_least, by_most) {
        _ if gains <= 0.0 && pattern.number(AttrKind::Shape).is_some() => {
            ": shape counts only where territory and strategy are worth something".to_string()
        }
        (Some(x), _) => format!(": it is worth more than minvalue({x}) demands"),
        (_, Some(x)) => format!(": it is worth less than maxvalue({x}) allows"),
        _ => ": what it says is said by others, too".to_string(),
    }
}

/// The stones of a colour in the diagram, one of each string.
fn strings(session: &Session, pattern: &Pattern, found: Match, color: Color) -> Vec<Point> {
    let board = session.game().board();
    let stones = pattern.elements.iter().filter(|e| e.kind != ElementKind::Move);
    let at = stones.filter_map(|e| found.anchor.offset(found.transform.apply(e.at), board.size()));
    let mut out: Vec<Point> =
        at.filter(|&p| board.color_at(p) == Some(color)).map(|p| board.origin(p)).collect();
    out.sort_unstable();
    out.dedup();
    out
}

fn worms(session: &mut Session, pattern: &Pattern, found: Match, color: Color) -> Vec<String> {
    let size = session.game().size();
    let mv = found.site(pattern, color).mv;
    let attacked = strings(session, pattern, found, color.other());
    let defended = strings(session, pattern, found, color);
    let worms = session.facts().worms;
    let mut out = Vec::new();
    for (letter, list, what) in [('A', attacked, "attack on"), ('D', defended, "defence of")] {
        for p in list.into_iter().filter(|_| pattern.class.has(letter)) {
            let Some(worm) = worms.get(p) else { continue };
            let reading = if letter == 'A' { worm.attack } else { worm.defend };
            let at = p.name(size);
            out.push(match () {
                () if letter == 'D' && !worm.attack.is_success() => {
                    format!("{at} needs no defence: nothing attacks it.")
                }
                () if !reading.is_success() => {
                    format!("Tried as {what} {at}, {} does not work.", mv.name(size))
                }
                () if reading.point == mv => format!("{} is the {what} {at}.", mv.name(size)),
                () => format!(
                    "The {what} {at} is {}, which reading finds by itself.",
                    reading.point.name(size)
                ),
            });
        }
    }
    out
}

fn dragons(session: &mut Session, pattern: &Pattern, found: Match, color: Color) -> Vec<String> {
    let size = session.game().size();
    let own = strings(session, pattern, found, color);
    let dragons = session.facts().dragons;
    let mut out = Vec::new();
    if pattern.class.has('C') {
        for pair in own.windows(2) {
            let joined =
                if dragons.same(pair[0], pair[1]) { "are one dragon" } else { "are not joined" };
            out.push(format!("{} and {} {joined}.", pair[0].name(size), pair[1].name(size)));
        }
    }
    if pattern.class.has('B') {
        out.push("It marks a point where a connection can be broken.".to_string());
    }
    out
}

/// An answer as text.
pub(super) fn why(why: &Why) -> String {
    let mut out = format!("{} ({}, {}:{})\n", why.pattern, why.database, why.file, why.line);
    if why.places.is_empty() {
        out.push_str("\nIn no orientation does it lie on this board there.\n");
    }
    for place in &why.places {
        let _ = write!(out, "\n{}", self::place(place));
    }
    out
}

fn place(place: &Place) -> String {
    let at = match &place.mv {
        Some(mv) => format!("at {mv}"),
        None => format!("anchor {}", place.anchor),
    };
    let mut out = format!(
        "{at}, orientation {}, {} plays O: {}\n{}",
        place.orientation,
        place.color,
        match place.cause {
            Cause::Value { .. } => "it matches and is accepted",
            Cause::Class { .. } => "it matches, but its class or its move is refused",
            Cause::Constraint { .. } => "it matches, but its constraint is false",
            Cause::Helper { .. } => "it matches, but its helper refuses",
            Cause::Diagram { .. } => "the diagram does not fit",
        },
        place.drawing
    );
    let mut line = |text: &str| {
        let _ = writeln!(out, "  {text}");
    };
    match &place.cause {
        Cause::Value { effects } => effects.iter().for_each(|e| line(e)),
        Cause::Class { text, .. } => line(text),
        Cause::Helper { helper } => {
            line(&format!("helper {helper} (the last field of the colon line)"))
        }
        Cause::Constraint { constraint, terms } => {
            line(&format!("constraint: {constraint}"));
            for t in terms {
                line(&format!("false: {}", t.term));
                for asked in &t.calls {
                    line(&format!("  {}", asked.call));
                    asked.tried.iter().for_each(|tried| line(&format!("    {tried}")));
                }
            }
        }
        Cause::Diagram { differences, .. } => differences.iter().for_each(|d| line(d)),
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::reading::Reading;

    #[test]
    fn what_was_not_read_to_its_end_is_said_to_be_thought() {
        let lives = |certain| Some(LifeReading { attack: Reading::LOST, defend: None, certain });
        assert_eq!(thought(Status::Dead, None), "is dead");
        assert_eq!(thought(Status::Alive, lives(true)), "is alive");
        assert_eq!(thought(Status::Dead, lives(true)), "is thought dead (read on, it is alive)");
        assert_eq!(thought(Status::Dead, lives(false)), "is thought dead (not read to the end)");
    }
}
