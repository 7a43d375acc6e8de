//! Blocks → typed rules: diagrams, weights, properties (docs/pattern-language.md, "Playout
//! weights").

use mkpat_rt::montecarlo::{Accepted, Conditions, Neighbourhood};

use super::{Block, Colon, Database, Diagram, File, LARGE_WEIGHT, Rule, compile};
use crate::diag::{Diagnostic, Diagnostics, codes, did_you_mean};
use crate::language::manifest::DatabaseSpec;
use crate::language::text_limits::Report;
use crate::source::{Sources, Span};

/// Lowers the files of one database, in the order of the manifest. What is wrong
/// has been added to `diags`; a line with an error is left out.
pub fn lower(
    sources: &Sources,
    spec: &DatabaseSpec,
    files: &[File],
    diags: &mut Diagnostics,
) -> Database {
    let mut db = Database {
        spec: spec.clone(),
        files: files.iter().map(|f| f.id).collect(),
        diagrams: Vec::new(),
        rules: Vec::new(),
    };
    for file in files {
        let mut cx = Context { sources, report: Report::new(diags), outlines: compile::outlines() };
        for block in &file.blocks {
            let diagram = cx.diagram(block);
            for colon in &block.colons {
                let read = cx.colon(colon);
                if let (Some(_), Some((weight, conditions))) = (&diagram, read) {
                    db.rules.push(Rule {
                        diagram: db.diagrams.len(),
                        line: colon.line,
                        span: colon.span,
                        weight,
                        conditions,
                    });
                }
            }
            db.diagrams.extend(diagram);
        }
    }
    db
}

/// What a character accepts: bit 0 empty, 1 O, 2 X, 3 off the board.
fn accepted(ch: char) -> Option<Accepted> {
    Some(match ch {
        '.' => 0b0001,
        'O' => 0b0010,
        'X' => 0b0100,
        'o' => 0b0011,
        'x' => 0b0101,
        '?' => 0b0111,
        '%' => 0b1111,
        '|' | '-' | '+' => 0b1000,
        _ => return None,
    })
}

struct Context<'a> {
    sources: &'a Sources,
    report: Report<'a>,
    outlines: Vec<Neighbourhood>,
}

impl Context<'_> {
    fn diagram(&mut self, block: &Block) -> Option<Diagram> {
        let mut cells = Vec::with_capacity(9);
        for (row, &line) in block.rows.iter().enumerate() {
            let text = self.sources.text(line);
            for (byte, ch) in text.char_indices() {
                let span = line.sub(byte, ch.len_utf8());
                if accepted(ch).is_none() && ch != '*' {
                    self.report.push(
                        Diagnostic::error(
                            codes::PLAYOUT_SYMBOL,
                            span,
                            format!("`{}` cannot stand around a move", ch.escape_debug()),
                        )
                        .note(
                            "neighbours: `O` `X` `.` `o` `x` `?` `%`; off the board: `|` `-` `+`",
                        ),
                    );
                    return None;
                }
                cells.push((ch, span));
            }
            let columns = text.chars().count();
            if row >= 3 || columns != 3 {
                let message = if row >= 3 {
                    "a fourth row".to_string()
                } else {
                    format!("a row of width {columns}")
                };
                return self.shape_error(line, &message);
            }
        }
        if block.rows.len() != 3 {
            let message = format!("a diagram of {} rows", block.rows.len());
            return self.shape_error(block.span(), &message);
        }
        let stars = cells.iter().enumerate().filter(|(_, (ch, _))| *ch == '*');
        let astray = stars.map(|(i, (_, span))| (i, *span)).find(|(i, _)| *i != 4);
        if let Some((_, span)) = astray {
            return self.shape_error(span, "`*` outside of the centre");
        }
        if cells[4].0 != '*' {
            return self.shape_error(cells[4].1, "no `*` in the centre");
        }
        let mut around = cells.iter().filter_map(|(ch, _)| accepted(*ch));
        let cells = std::array::from_fn(|_| around.next().unwrap_or_default());
        if !compile::has_outline(&cells, &self.outlines) {
            // Harmless: its lines are left out.
            self.report.push(
                Diagnostic::warning(
                    codes::IMPOSSIBLE_NEIGHBOURHOOD,
                    block.span(),
                    "no board has such an edge",
                )
                .note("the edge is one whole side of the diagram, or two sides that meet"),
            );
            return None;
        }
        Some(Diagram { cells, span: block.span() })
    }

    fn shape_error<T>(&mut self, span: Span, message: &str) -> Option<T> {
        self.report.push(
            Diagnostic::error(codes::PLAYOUT_DIAGRAM, span, message)
                .note("a diagram has three rows of three, and `*` in the centre"),
        );
        None
    }

    fn colon(&mut self, colon: &Colon) -> Option<(u32, Conditions)> {
        let weight = self.weight(colon.weight);
        let mut conditions = Some(Conditions::ALWAYS);
        for &property in &colon.properties {
            let read = self.property(property);
            conditions = conditions.zip(read).map(|(a, b)| a.and(b));
        }
        weight.zip(conditions)
    }

    fn weight(&mut self, span: Span) -> Option<u32> {
        let text = self.sources.text(span);
        let is_number = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        match text.parse::<u32>() {
            Ok(weight) if is_number => {
                if weight > LARGE_WEIGHT {
                    self.report.push(
                        Diagnostic::warning(
                            codes::LARGE_WEIGHT,
                            span,
                            format!("a weight of more than {LARGE_WEIGHT}"),
                        )
                        .note("the sum over all moves of a board must fit into 32 bits"),
                    );
                }
                return Some(weight);
            }
            _ if is_number => self.report.push(Diagnostic::error(
                codes::BAD_WEIGHT,
                span,
                format!("a weight is at most {}", u32::MAX),
            )),
            _ => self.report.push(
                Diagnostic::error(
                    codes::BAD_WEIGHT,
                    span,
                    if text.is_empty() {
                        "a colon line without a weight".to_string()
                    } else {
                        format!("`{text}` is not a weight")
                    },
                )
                .note("a colon line is `:`, a whole number, and properties, each after a comma"),
            ),
        }
        None
    }

    fn property(&mut self, span: Span) -> Option<Conditions> {
        let text = self.sources.text(span);
        let known = Conditions::property(text);
        if known.is_none() {
            let names = Conditions::PROPERTIES.iter().map(|(name, _)| *name);
            let mut found = Diagnostic::error(
                codes::UNKNOWN_PROPERTY,
                span,
                if text.is_empty() {
                    "a comma without a property".to_string()
                } else {
                    format!("unknown property `{text}`")
                },
            );
            if let Some(near) = did_you_mean(text, names.clone()) {
                found = found.label(format!("did you mean `{near}`?"));
            }
            let names: Vec<&str> = names.collect();
            self.report.push(found.note(format!("known properties: {}", names.join(", "))));
        }
        known
    }
}
