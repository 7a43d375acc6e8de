//! Matches and verdicts as lines of a test file.

use std::fmt::Write as _;

use mkpat_rt::db::PatternDb;
use mkpat_rt::geom::Color;
use mkpat_rt::helper::{Code, Returns};
use mkpat_rt::recording_host::Call;

use super::Judged;
use crate::tools::positions::matches::Found;

/// A match as a line of a test file, with its place in the order.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Row {
    /// Database and side.
    rank: (usize, usize),
    /// Row by row.
    vertex: (usize, usize),
    pattern: String,
    orientation: usize,
    fields: Vec<String>,
    /// Lines that belong to it and stand below.
    below: Vec<String>,
}

impl Row {
    pub(super) fn new(found: &Found<'_>, size: usize, rank: (usize, usize), several: bool) -> Row {
        let pattern = found.pattern().name.clone();
        let vertex = found.mv().unwrap_or(found.raw.anchor);
        let orientation = found.raw.transform.index();
        let name = vertex.name(size);
        let mut fields = vec![
            found.color.to_string(),
            // A pattern without a move stands where its anchor is.
            if found.mv().is_some() { name } else { format!("({name})") },
            pattern.clone(),
            orientation.to_string(),
            found.values(size),
        ];
        if several {
            fields.insert(0, found.db.name.clone());
        }
        let vertex = (vertex.row(), vertex.col());
        Row { rank, vertex, pattern, orientation, fields, below: Vec::new() }
    }

    /// A match with its verdict in place of its values, and the calls below.
    pub(super) fn judged(
        db: &PatternDb,
        color: Color,
        judged: &Judged,
        size: usize,
        rank: (usize, usize),
        several: bool,
    ) -> Row {
        let found = Found { db, color, raw: judged.raw };
        let mut row = Row::new(&found, size, rank, several);
        row.fields.pop();
        row.fields.push(judged.verdict.to_string());
        for (sign, calls) in [(';', &judged.constraint), ('>', &judged.action)] {
            row.below.extend(
                calls.iter().map(|(call, x)| format!("{sign} {}", call_text(call, *x, size))),
            );
        }
        row
    }
}

/// A call with its answer, as `oplay_attack(D6,D5) = WIN`.
pub fn call_text(call: &Call, answer: f64, size: usize) -> String {
    let args: Vec<String> =
        call.args.iter().map(|arg| arg.map_or("?".to_string(), |p| p.name(size))).collect();
    let info = call.helper.info();
    let mut out = format!("{}({})", info.name, args.join(","));
    let answer = match info.returns {
        Returns::Unit => return out,
        Returns::Bool | Returns::Int => answer.to_string(),
        // Enough to see a change of meaning, and the same on every machine.
        Returns::Float => ((answer * 1000.0).round() / 1000.0).to_string(),
        Returns::Code => {
            let name = [(Code::Win, "WIN"), (Code::KoA, "KO_A"), (Code::KoB, "KO_B")];
            let known = name.iter().find(|(code, _)| code.number() as f64 == answer);
            known.map_or("0", |(_, name)| name).to_string()
        }
    };
    let _ = write!(out, " = {answer}");
    out
}

/// Rows in their order, as lines with columns.
pub(super) fn align(mut rows: Vec<Row>) -> Vec<String> {
    rows.sort();
    let columns = rows.iter().map(|row| row.fields.len()).max().unwrap_or(0);
    let width = |column: usize| {
        let fields = rows.iter().filter_map(|row| row.fields.get(column));
        fields.map(|f| f.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let mut out = Vec::new();
    for row in &rows {
        let mut line = String::new();
        for (field, width) in row.fields.iter().zip(&widths) {
            let _ = write!(line, "{field:<width$}  ");
        }
        out.push(line.trim_end().to_string());
        out.extend(row.below.iter().map(|below| format!("  {below}")));
    }
    out
}
