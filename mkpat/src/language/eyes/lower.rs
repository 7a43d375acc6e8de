//! Entries → typed shapes: numbers, vertices with their edges, values (docs/pattern-language.md,
//! "Eye shapes").

use mkpat_rt::eyes::{EyeKind, EyeValue, MAX_SIDE, MAX_VERTICES};

use super::{Database, Entry, File, MAX_SHAPES, Shape, Vertex};
use crate::diag::{Diagnostic, Diagnostics, codes};
use crate::language::manifest::DatabaseSpec;
use crate::language::text_limits::Report;
use crate::source::{Sources, Span};

/// Lowers the files of one database, in the order of the manifest. What is wrong
/// has been added to `diags`; a shape with an error is left out.
pub fn lower(
    sources: &Sources,
    spec: &DatabaseSpec,
    files: &[File],
    diags: &mut Diagnostics,
) -> Database {
    let mut shapes = Vec::new();
    let mut last: Option<(u32, Span)> = None;
    for file in files {
        let mut cx = Context { sources, report: Report::new(diags) };
        for entry in file.entries.iter().filter(|entry| !entry.broken) {
            if shapes.len() == MAX_SHAPES {
                cx.report.push(Diagnostic::error(
                    codes::LIMIT_EXCEEDED,
                    entry.head,
                    format!("more than {MAX_SHAPES} shapes"),
                ));
                break;
            }
            let number = cx.number(entry, last);
            if let Some(number) = number {
                last = Some((number, entry.head));
            }
            let shape = cx.shape(entry, number);
            shapes.extend(shape);
        }
    }
    Database { spec: spec.clone(), files: files.iter().map(|f| f.id).collect(), shapes }
}

struct Context<'a> {
    sources: &'a Sources,
    report: Report<'a>,
}

impl Context<'_> {
    fn number(&mut self, entry: &Entry, last: Option<(u32, Span)>) -> Option<u32> {
        let text = self.sources.text(entry.number);
        let number = text.parse().ok().filter(|_| text.bytes().all(|b| b.is_ascii_digit()));
        let finding = match (number, last) {
            (None, _) => Diagnostic::error(
                codes::EYE_NUMBER,
                entry.number,
                format!("`{text}` is not the number of a shape"),
            ),
            (Some(number), Some((before, place))) if number <= before => Diagnostic::warning(
                codes::EYE_ORDER,
                entry.number,
                format!("shape {number} follows shape {before}"),
            )
            .also(place, "the shape before it")
            .note("the numbers of shapes increase through all files of a database"),
            _ => return number,
        };
        self.report.push(finding);
        number
    }

    fn shape(&mut self, entry: &Entry, number: Option<u32>) -> Option<Shape> {
        let vertices = self.vertices(entry);
        let value_span = entry.value?;
        let value = self.value(value_span);
        // Every part has been read, so that each has its finding.
        let (number, vertices, value) = (number?, vertices?, value?);
        let span = entry.rows[0].to(entry.rows[entry.rows.len() - 1]);
        let shape =
            Shape { number, head: entry.head, line: entry.line, span, vertices, value, value_span };
        self.look_at_points(&shape);
        Some(shape)
    }

    fn vertices(&mut self, entry: &Entry) -> Option<Vec<Vertex>> {
        let mut vertices: Vec<Vertex> = Vec::new();
        // Board edges: the row and column of the vertex that each is beside.
        let mut beside: Vec<(usize, usize, Span)> = Vec::new();
        for (row, &line) in entry.rows.iter().enumerate() {
            for (col, (byte, ch)) in self.sources.text(line).char_indices().enumerate() {
                let span = line.sub(byte, ch.len_utf8());
                if row >= MAX_SIDE || col >= MAX_SIDE {
                    self.report.push(Diagnostic::error(
                        codes::EYE_TOO_LARGE,
                        span,
                        format!("a drawing of more than {MAX_SIDE} rows or columns"),
                    ));
                    return None;
                }
                match ch {
                    ' ' | '+' => {}
                    '|' if col == 0 => beside.push((row, 1, span)),
                    '|' => beside.push((row, col - 1, span)),
                    '-' if row == 0 => beside.push((1, col, span)),
                    '-' => beside.push((row - 1, col, span)),
                    _ => {
                        let Some(kind) = EyeKind::from_symbol(ch) else {
                            self.unknown(span, ch);
                            return None;
                        };
                        let (row, col) = (row as u8, col as u8);
                        vertices.push(Vertex { row, col, kind, edges: 0, span });
                    }
                }
            }
        }
        let span = entry.rows[0].to(entry.rows[entry.rows.len() - 1]);
        if vertices.is_empty() {
            self.report.push(Diagnostic::error(
                codes::EMPTY_PATTERN,
                span,
                "a drawing without a vertex",
            ));
            return None;
        }
        if vertices.len() > MAX_VERTICES {
            self.report.push(Diagnostic::error(
                codes::EYE_TOO_LARGE,
                span,
                format!("{} vertices; at most {MAX_VERTICES} make a shape", vertices.len()),
            ));
            return None;
        }
        for (row, col, edge) in beside {
            let place = |v: &&mut Vertex| usize::from(v.row) == row && usize::from(v.col) == col;
            // Edges are drawn along a whole side: most of them are beside nothing.
            let Some(v) = vertices.iter_mut().find(place) else { continue };
            v.edges += 1;
            if v.edges > 2 {
                self.report.push(
                    Diagnostic::error(codes::EYE_EDGES, edge, "a third board edge beside a vertex")
                        .also(v.span, "this vertex"),
                );
                return None;
            }
        }
        Some(vertices)
    }

    fn unknown(&mut self, span: Span, ch: char) {
        let mut found = Diagnostic::error(
            codes::EYE_SYMBOL,
            span,
            format!("`{}` is no vertex of an eye shape", ch.escape_debug()),
        )
        .note("vertices: `.` `X` `x` `*` `<` `>`, marginal ones `!` `$` `@` `(` `)`; board edges `|` `-` `+`");
        found = match ch {
            'O' => found.note("the defender's stones are not drawn: leave the place blank"),
            '\t' => found.note("a tab has no fixed width: write blanks"),
            _ => found,
        };
        self.report.push(found);
    }

    fn value(&mut self, span: Span) -> Option<EyeValue> {
        let text = self.sources.text(span);
        let digit = |b: &u8| matches!(b, b'0'..=b'2').then(|| b - b'0');
        let digits: Option<Vec<u8>> = text.as_bytes().iter().map(digit).collect();
        let (at, message) = match digits.as_deref() {
            Some(&[a, b, c, d]) if a <= b && b <= c && c <= d => {
                return Some(EyeValue::from_digits([a, b, c, d]));
            }
            Some([_, _, _, _]) => (span, "the digits of an eye value do not decrease"),
            _ => (span, "an eye value is four digits, each 0, 1 or 2"),
        };
        self.report.push(Diagnostic::error(codes::EYE_VALUE, at, message).note(
            "the eyes if the attacker moves twice, if the attacker moves first, if the \
                 defender moves first, if the defender moves twice",
        ));
        None
    }

    /// Vital points are marked if it matters who moves first, and where two moves in a row matter:
    /// there they are threats.
    fn look_at_points(&mut self, shape: &Shape) {
        let attack = shape.vertices.iter().find(|v| v.kind.is_attack_point());
        let defense = shape.vertices.iter().find(|v| v.kind.is_defense_point());
        let value = shape.value;
        if !value.depends_on_first_move() {
            let threatens = value.attacker_twice < value.attacker_first;
            let promises = value.defender_twice > value.defender_first;
            let idle = attack
                .filter(|_| !threatens && !promises)
                .or(defense.filter(|_| !promises && !threatens));
            let Some(needless) = idle else { return };
            self.report.push(
                Diagnostic::warning(
                    codes::NEEDLESS_VITAL_POINT,
                    needless.span,
                    "a vital point, but it makes no difference who moves, nor how often",
                )
                .also(shape.value_span, "all digits are equal"),
            );
            return;
        }
        let (who, letters) = match (attack, defense) {
            (Some(_), Some(_)) => return,
            (None, Some(_)) => ("attack point", "`<`, `*`, `(` or `@`"),
            (Some(_), None) => ("defence point", "`>`, `*`, `)` or `@`"),
            (None, None) => ("vital point", "`*`"),
        };
        self.report.push(
            Diagnostic::warning(
                codes::MISSING_VITAL_POINT,
                shape.span,
                format!("no {who} is marked, but it makes a difference who moves first"),
            )
            .also(shape.value_span, "the second and the third digit differ")
            .note(format!("mark it with {letters}")),
        );
    }
}
