//! What is told of a match: a line a game, a table, JSON, and a plot of the score as it runs.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde_json::json;

use super::game::{End, Played};
use super::series::Standing;
use super::statistics::{Estimate, Pentanomial, Sprt, SprtVerdict};

/// A line about a game, with the standing after it.
pub(crate) fn line(played: &Played, standing: &Standing, sprt: Option<Sprt>) -> String {
    let color = if played.game == 1 { "black" } else { "white" };
    let outcome = ["loses", "draws", "wins"][played.half_points.min(2)];
    let mut text =
        format!("{}-{}: A ({color}) {outcome}, {}", played.pair, played.game, played.result);
    match (&played.fault, played.end) {
        (Some(fault), end) => {
            let loser = if played.half_points == 2 { 'B' } else { 'A' };
            let _ = write!(text, " ({loser}: {}: {fault})", end_name(end));
        }
        (None, End::Limit) => text.push_str(" (at the limit of moves)"),
        (None, _) => {}
    }
    let _ = write!(text, ", {} moves; A {}/{}", played.moves, standing.points(), standing.count());
    if let Some(elo) = standing.pairs.elo() {
        let _ = write!(text, ", Elo {}", with_bars(elo, 0));
    }
    if let Some(sprt) = sprt {
        let (low, high) = sprt.bounds();
        let _ = write!(text, ", LLR {:.2} ({low:.2} to {high:.2})", sprt.test(&standing.pairs).0);
    }
    text + "\n"
}

fn end_name(end: End) -> &'static str {
    match end {
        End::Passes => "passes",
        End::Limit => "limit of moves",
        End::Resignation => "resigned",
        End::Time => "out of time",
        End::Illegal => "illegal move",
        End::Crash => "crash",
    }
}

fn with_bars(Estimate { mean, low, high }: Estimate, digits: usize) -> String {
    format!("{mean:+.digits$} [{low:+.digits$}, {high:+.digits$}]")
}

/// What the first player has gained, in one line.
pub(crate) fn gain(standing: &Standing) -> String {
    let elo = standing.pairs.elo().map_or("-".to_string(), |elo| with_bars(elo, 0));
    let lost: usize = standing.faults.iter().flatten().sum();
    format!("{}/{}\tElo {elo}\t{lost} broken off", standing.points(), standing.count())
}

/// The table at the end.
pub(crate) fn table(players: [&str; 2], standing: &Standing, sprt: Option<Sprt>) -> String {
    let [wins, draws, losses] = standing.games;
    let mut text = format!("A: {}\nB: {}\n", players[0], players[1]);
    let _ = writeln!(
        text,
        "A {}/{}: {wins} wins, {draws} draws, {losses} losses",
        standing.points(),
        standing.count()
    );
    let _ = writeln!(text, "pairs with 0, ½, 1, 1½, 2 points: {:?}", standing.pairs.0);
    if let (Some(score), Some(elo)) = (standing.pairs.score(), standing.pairs.elo()) {
        let percent =
            Estimate { mean: 100.0 * score.mean, low: 100.0 * score.low, high: 100.0 * score.high };
        let Estimate { mean, low, high } = percent;
        let _ = writeln!(
            text,
            "score {mean:.1} % [{low:.1}, {high:.1}], Elo {} (95 %)",
            with_bars(elo, 1)
        );
    }
    if let Some(sprt) = sprt {
        let (llr, verdict) = sprt.test(&standing.pairs);
        let (low, high) = sprt.bounds();
        let said = match verdict {
            SprtVerdict::Open => "open".to_string(),
            SprtVerdict::Accepted0 => {
                format!("A is not stronger by {} Elo: {} accepted", sprt.elo1, sprt.elo0)
            }
            SprtVerdict::Accepted1 => {
                format!("A is stronger by more than {} Elo: {} accepted", sprt.elo0, sprt.elo1)
            }
        };
        let _ = writeln!(
            text,
            "SPRT {} {}: LLR {llr:.2} ({low:.2} to {high:.2}), {said}",
            sprt.elo0, sprt.elo1
        );
    }
    for (i, name) in ['A', 'B'].into_iter().enumerate() {
        let [time, illegal, crash] = standing.faults[i];
        let spent = standing.spent[i];
        let _ = writeln!(
            text,
            "{name}: {:.3} s a move, at most {:.3}; lost {time} by time, {illegal} by illegal moves, {crash} by crashes",
            spent.seconds / spent.moves.max(1) as f64,
            spent.most
        );
    }
    if standing.limits > 0 {
        let _ = writeln!(text, "{} games were scored at the limit of moves", standing.limits);
    }
    text
}

/// The same as JSON.
pub(crate) fn document(players: [&str; 2], standing: &Standing, sprt: Option<Sprt>) -> String {
    let bars =
        |e: Estimate| json!({"mean": finite(e.mean), "low": finite(e.low), "high": finite(e.high)});
    let side = |i: usize| {
        let [time, illegal, crash] = standing.faults[i];
        let spent = standing.spent[i];
        json!({
            "player": players[i], "moves": spent.moves, "seconds": spent.seconds,
            "longest": spent.most, "lost_on_time": time, "illegal": illegal, "crashes": crash,
        })
    };
    let [wins, draws, losses] = standing.games;
    let sprt = sprt.map(|sprt| {
        let (llr, verdict) = sprt.test(&standing.pairs);
        let verdict = match verdict {
            SprtVerdict::Open => "open",
            SprtVerdict::Accepted0 => "elo0",
            SprtVerdict::Accepted1 => "elo1",
        };
        json!({"elo0": sprt.elo0, "elo1": sprt.elo1, "llr": llr, "bounds": sprt.bounds(), "accepted": verdict})
    });
    let document = json!({
        "a": side(0), "b": side(1), "wins": wins, "draws": draws, "losses": losses,
        "pairs": standing.pairs.0, "score": standing.pairs.score().map(bars),
        "elo": standing.pairs.elo().map(bars), "sprt": sprt, "at_limit": standing.limits,
    });
    format!("{document:#}\n")
}

/// JSON has no infinity.
fn finite(x: f64) -> Option<f64> {
    x.is_finite().then_some(x)
}

/// Width and height of the plot, and of its margin.
const PLOT: (f64, f64, f64) = (640.0, 320.0, 40.0);

/// The score of A after each complete pair with its 95 % interval, as SVG.
pub(crate) fn plot(players: [&str; 2], games: &[Played]) -> String {
    let mut points = Vec::new();
    let mut begun = BTreeMap::new();
    let mut pairs = Pentanomial::default();
    for game in games {
        match begun.remove(&game.pair) {
            None => {
                begun.insert(game.pair, game.half_points);
            }
            Some(first) => {
                pairs.add(first + game.half_points);
                points.extend(pairs.score());
            }
        }
    }
    let (width, height, margin) = PLOT;
    let x =
        |i: usize| margin + (width - 2.0 * margin) * (i + 1) as f64 / points.len().max(1) as f64;
    let y = |s: f64| height - margin - (height - 2.0 * margin) * s;
    let path = |of: &dyn Fn(&Estimate) -> f64| {
        let points = points.iter().enumerate().map(|(i, p)| format!("{:.1},{:.1}", x(i), y(of(p))));
        points.collect::<Vec<_>>()
    };
    let (low, high, mean) = (path(&|e| e.low), path(&|e| e.high), path(&|e| e.mean));
    let area: Vec<String> = low.into_iter().chain(high.into_iter().rev()).collect();
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
    );
    for s in [0.0, 0.25, 0.5, 0.75, 1.0] {
        let (from, to, y) = (margin, width - margin, y(s));
        let _ = writeln!(
            svg,
            "<path d=\"M{from} {y}H{to}\" stroke=\"#ccc\"/><text x=\"4\" y=\"{:.1}\">{:.0} %</text>",
            y + 4.0,
            100.0 * s
        );
    }
    let _ = writeln!(svg, "<polygon points=\"{}\" fill=\"#cde\"/>", area.join(" "));
    let _ =
        writeln!(svg, "<polyline points=\"{}\" fill=\"none\" stroke=\"#036\"/>", mean.join(" "));
    let title = format!("{} against {}: {} pairs", players[0], players[1], points.len());
    let title = title.replace('&', "&amp;").replace('<', "&lt;");
    let _ = writeln!(svg, "<text x=\"{margin}\" y=\"20\">{title}</text>\n</svg>");
    svg
}
