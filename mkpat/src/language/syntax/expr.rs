//! Code lines → expressions and statements (docs/pattern-language.md, "Constraints and actions",
//! "Language").
//!
//! The texts of the lines are joined with one blank each; [`Joined`] leads from
//! a place in the joined text back to the source, so that every node has its
//! exact span. A scan bounds nesting and length and finds unbalanced
//! parentheses, then `expr.pest` reads the text, and precedence climbing makes
//! the tree. At most one syntax error is reported per constraint or action;
//! mistakes inside of calls are all reported.

use std::iter::Peekable;

use mkpat_rt::colon_line::AttributeMap;
use mkpat_rt::expr::Cmp;
use mkpat_rt::helper::Helper;
use pest::Parser as _;
use pest::error::InputLocation;
use pest::iterators::{Pair, Pairs};

use super::ast::{Arg, BinOp, Call, Code, Expr, ExprKind, Line, LineKind, Stmt, StmtKind};
use super::report::Reporter;
use super::slips::code;
use crate::diag::{Diagnostic, Fix, codes};
use crate::language::text_limits::is_space;
use crate::source::Span;

/// Deepest nesting of parentheses and blocks, and most `?:`, `if` and `else`.
pub(super) const MAX_NESTING: usize = 64;

/// Most operator characters: bounds the depth of trees.
pub(super) const MAX_OPERATORS: usize = 500;

/// Longest joined text, in bytes.
pub(super) const MAX_CODE: usize = 64 << 10;

#[derive(pest_derive::Parser)]
#[grammar = "src/language/syntax/expr.pest"]
struct ExprParser;

/// Parses the constraint on the lines `indices`.
pub(super) fn constraint(
    text: &str,
    lines: &[Line],
    indices: Vec<usize>,
    report: &mut Reporter<'_>,
) -> Code<Expr> {
    let joined = Joined::new(text, lines, &indices);
    let mut builder = Builder::new(&joined, report, "constraint");
    let mut code = Code { lines: indices, tree: None, last_semicolon: None };
    let Some(pairs) = builder.parse(Rule::constraint) else { return code };
    for pair in pairs {
        match pair.as_rule() {
            Rule::expr => code.tree = Some(builder.expr(pair)),
            Rule::semicolon => code.last_semicolon = Some(builder.span(&pair)),
            _ => {}
        }
    }
    if builder.failed {
        code.tree = None;
    }
    code
}

/// Parses the action on the lines `indices`.
pub(super) fn action(
    text: &str,
    lines: &[Line],
    indices: Vec<usize>,
    report: &mut Reporter<'_>,
) -> Code<Vec<Stmt>> {
    let joined = Joined::new(text, lines, &indices);
    let mut builder = Builder::new(&joined, report, "action");
    let mut code = Code { lines: indices, tree: None, last_semicolon: None };
    let Some(pairs) = builder.parse(Rule::action) else { return code };
    let body = pairs.filter(|p| p.as_rule() == Rule::stmt).map(|p| builder.stmt(p)).collect();
    if !builder.failed {
        code.tree = Some(body);
    }
    let code_text = joined.text.trim_end_matches(is_space);
    if code_text.ends_with(';') {
        code.last_semicolon = Some(joined.span(code_text.len() - 1, code_text.len()));
    }
    code
}

/// The texts of code lines, joined.
struct Joined {
    text: String,
    /// Where each piece starts in `text`, and its place in the source.
    pieces: Vec<(usize, Span)>,
}

impl Joined {
    fn new(text: &str, lines: &[Line], indices: &[usize]) -> Joined {
        let mut joined = Joined { text: String::new(), pieces: Vec::with_capacity(indices.len()) };
        for &index in indices {
            let (LineKind::Constraint(span) | LineKind::Action(span)) = lines[index].kind else {
                continue;
            };
            if !joined.pieces.is_empty() {
                joined.text.push(' ');
            }
            joined.pieces.push((joined.text.len(), span));
            joined.text.push_str(&text[span.range()]);
        }
        joined
    }

    /// Number and span of the piece that holds the byte at `offset`.
    fn piece(&self, offset: usize) -> (usize, Span) {
        let n = self.pieces.partition_point(|&(start, _)| start <= offset).saturating_sub(1);
        (n, self.pieces.get(n).map_or(Span::default(), |p| p.1))
    }

    /// The place in the source of a byte; of the joint, the end of its line.
    fn place(&self, offset: usize) -> Span {
        let (n, span) = self.piece(offset);
        span.sub(offset - self.pieces.get(n).map_or(0, |p| p.0), 0)
    }

    /// Whether the byte at `offset` is the first of a line but the first line, white space left out.
    fn begins_line(&self, offset: usize) -> bool {
        let (n, _) = self.piece(offset);
        n > 0 && self.text[self.pieces[n].0..offset].trim_matches(is_space).is_empty()
    }

    /// The source of `start..end`.
    fn span(&self, start: usize, end: usize) -> Span {
        let first = self.place(start);
        if start == end {
            return first;
        }
        Span { end: self.place(end - 1).end + 1, ..first }
    }

    /// The whole source.
    fn whole(&self) -> Span {
        match (self.pieces.first(), self.pieces.last()) {
            (Some(&(_, first)), Some(&(_, last))) => first.to(last),
            _ => Span::default(),
        }
    }
}

/// Makes the tree of one constraint or action.
struct Builder<'a, 'r> {
    joined: &'a Joined,
    report: &'a mut Reporter<'r>,
    /// `constraint` or `action`.
    what: &'static str,
    /// There was an error, so that the tree is incomplete and not used.
    failed: bool,
    /// Vertices of a board where arguments are meant have been reported.
    vertices: bool,
}

impl<'a, 'r> Builder<'a, 'r> {
    fn new(joined: &'a Joined, report: &'a mut Reporter<'r>, what: &'static str) -> Self {
        Builder { joined, report, what, failed: false, vertices: false }
    }

    fn span(&self, pair: &Pair<'_, Rule>) -> Span {
        let span = pair.as_span();
        self.joined.span(span.start(), span.end())
    }

    /// The pairs inside of `rule`, or `None` after a syntax error.
    fn parse(&mut self, rule: Rule) -> Option<Pairs<'a, Rule>> {
        if let Some(found) = self.scan() {
            self.report.push(found);
            return None;
        }
        match ExprParser::parse(rule, &self.joined.text) {
            Ok(mut pairs) => pairs.next().map(Pair::into_inner),
            Err(error) => {
                let (InputLocation::Pos(at) | InputLocation::Span((at, _))) = error.location;
                let found = self.explain(at);
                self.report.push(found);
                None
            }
        }
    }

    fn expr(&mut self, pair: Pair<'_, Rule>) -> Expr {
        let whole = self.span(&pair);
        let mut inner = pair.into_inner();
        let Some(chain) = inner.next() else { return self.hole(whole) };
        let first = self.binary(&mut chain.into_inner().peekable(), 1, whole);
        match (inner.next(), inner.next()) {
            (Some(yes), Some(no)) => {
                let (yes, no) = (self.expr(yes), self.expr(no));
                let span = first.span.to(no.span);
                let kind = ExprKind::Cond(Box::new(first), Box::new(yes), Box::new(no));
                Expr { span, kind }
            }
            _ => first,
        }
    }

    /// Precedence climbing: reads operands and operators that bind at least as
    /// tightly as `least`.
    fn binary(&mut self, chain: &mut Peekable<Pairs<'_, Rule>>, least: u8, whole: Span) -> Expr {
        let mut left = self.unary(chain, whole);
        while let Some((op, binding)) = chain.peek().and_then(operator) {
            if binding < least {
                break;
            }
            chain.next();
            let right = self.binary(chain, binding + 1, whole);
            let span = left.span.to(right.span);
            left = Expr { span, kind: ExprKind::Binary(op, Box::new(left), Box::new(right)) };
        }
        left
    }

    fn unary(&mut self, chain: &mut Peekable<Pairs<'_, Rule>>, whole: Span) -> Expr {
        let mut prefixes = Vec::new();
        while let Some(pair) = chain.next_if(|p| matches!(p.as_rule(), Rule::not | Rule::neg)) {
            prefixes.push((pair.as_rule(), self.span(&pair)));
        }
        let mut expr = match chain.next() {
            Some(pair) => self.operand(pair),
            None => self.hole(whole),
        };
        for (rule, span) in prefixes.into_iter().rev() {
            let span = span.to(expr.span);
            let inner = Box::new(expr);
            let kind = if rule == Rule::not { ExprKind::Not(inner) } else { ExprKind::Neg(inner) };
            expr = Expr { span, kind };
        }
        expr
    }

    fn operand(&mut self, pair: Pair<'_, Rule>) -> Expr {
        let span = self.span(&pair);
        let kind = match pair.as_rule() {
            Rule::number => match pair.as_str().parse::<f64>() {
                Ok(number) if number.is_finite() => ExprKind::Number(number),
                _ => {
                    self.fail(Diagnostic::error(
                        codes::BAD_NUMBER,
                        span,
                        "this number is too large",
                    ));
                    ExprKind::Number(0.0)
                }
            },
            Rule::name => ExprKind::Name(pair.as_str().to_string()),
            Rule::call => ExprKind::Call(self.call(pair)),
            Rule::paren => match pair.into_inner().next() {
                Some(inner) => ExprKind::Paren(Box::new(self.expr(inner))),
                None => return self.hole(span),
            },
            _ => return self.hole(span),
        };
        Expr { span, kind }
    }

    fn call(&mut self, pair: Pair<'_, Rule>) -> Call {
        let whole = self.span(&pair);
        let range = pair.as_span();
        let mut call = Call { name: String::new(), name_span: whole, args: Vec::new() };
        let mut spaced = None;
        for part in pair.into_inner() {
            let at = part.as_span();
            match part.as_rule() {
                Rule::name => {
                    call.name = at.as_str().to_string();
                    call.name_span = self.span(&part);
                    if is_value(&call.name) {
                        self.fail(value_in_code(&call.name, call.name_span));
                        return call;
                    }
                }
                Rule::gap if !at.as_str().is_empty() => {
                    spaced = Some("between the name and its `(`");
                }
                Rule::args if at.as_str().is_empty() => {}
                Rule::args if at.as_str().trim_matches(is_space).is_empty() => {
                    spaced = spaced.or(Some("between the parentheses of a call"));
                }
                Rule::args => {
                    let mut start = at.start();
                    for piece in split_arguments(at.as_str()) {
                        let arg = piece.trim_matches(is_space);
                        if arg.len() != piece.len() {
                            spaced = spaced.or(Some("inside the argument list of a call"));
                        }
                        let lead = piece.len() - piece.trim_start_matches(is_space).len();
                        let from = start + lead;
                        let span = self.joined.span(from, from + arg.len());
                        self.argument(arg, span, whole, &mut call);
                        start += piece.len() + 1;
                    }
                }
                _ => {}
            }
        }
        if let Some(place) = spaced {
            let first = self.joined.piece(range.start()).0;
            let found = if self.joined.piece(range.end() - 1).0 != first {
                Diagnostic::warning(codes::BAD_CALL, whole, "a call is split over two lines")
                    .note("break lines at operators")
            } else {
                Diagnostic::warning(codes::BAD_CALL, whole, format!("white space {place}"))
                    .note("calls are written without white space, like `lib(a)`")
                    .fix(
                        Fix::safe("remove the white space")
                            .replace(whole, range.as_str().replace(is_space, "")),
                    )
            };
            // The meaning is clear: the tree stays.
            self.report.push(found);
        }
        call
    }

    fn argument(&mut self, arg: &str, span: Span, whole: Span, call: &mut Call) {
        let mut chars = arg.chars();
        match (chars.next(), chars.next()) {
            (Some(ch), None) if ch.is_ascii_alphabetic() || ch == '*' || ch == '?' => {
                call.args.push(Arg { span, ch });
            }
            (None, _) => {
                self.fail(
                    Diagnostic::error(codes::BAD_ARGUMENT, whole, "an argument is missing")
                        .note("arguments are separated by one comma each"),
                );
            }
            _ if is_vertex(arg) => {
                if !std::mem::replace(&mut self.vertices, true) {
                    self.report.push(
                        Diagnostic::error(
                            codes::BAD_ARGUMENT,
                            span,
                            format!("`{arg}` is not an argument: it is a vertex of a board"),
                        )
                        .note("arguments are labels of the constraint diagram, `*` or `?`: a pattern may stand anywhere"),
                    );
                }
                self.failed = true;
            }
            _ => {
                let found = Diagnostic::error(
                    codes::BAD_ARGUMENT,
                    span,
                    format!("`{}` is not an argument", shorten(arg)),
                );
                // `b c`, `b;c`, `bc`: arguments with another sign between them, or none.
                let one = |ch: char| ch.is_ascii_alphabetic() || ch == '*' || ch == '?';
                let between = |ch: char| is_space(ch) || ".;:/".contains(ch);
                let parts: Vec<String> =
                    arg.chars().filter(|ch| one(*ch)).map(String::from).collect();
                let only = arg.chars().all(|ch| one(ch) || between(ch));
                self.fail(if arg.contains('(') {
                    found.note("calls cannot be nested: arguments are labels, `*` or `?`")
                } else if only && parts.len() > 1 && parts.len() <= 6 {
                    let meant = parts.join(",");
                    found
                        .note("arguments are one letter each, separated by commas")
                        .fix(Fix::rename(span, &meant))
                } else if only && parts.len() == 1 {
                    found.fix(Fix::rename(span, &parts[0]))
                } else {
                    found.note("an argument is one label letter, `*` or `?`")
                });
            }
        }
    }

    fn stmt(&mut self, pair: Pair<'_, Rule>) -> Stmt {
        let span = self.span(&pair);
        let Some(pair) = pair.into_inner().next() else {
            let hole = self.hole(span);
            return Stmt { span, kind: StmtKind::Expr(hole) };
        };
        let rule = pair.as_rule();
        let (mut exprs, mut stmts, mut end) = (Vec::new(), Vec::new(), span.start);
        for part in pair.into_inner() {
            end = match part.as_rule() {
                Rule::expr => {
                    let expr = self.expr(part);
                    let end = expr.span.end;
                    exprs.push(expr);
                    end
                }
                Rule::stmt => {
                    let stmt = self.stmt(part);
                    let end = stmt.span.end;
                    stmts.push(stmt);
                    end
                }
                _ => self.span(&part).end,
            };
        }
        let expr = exprs.into_iter().next();
        let mut stmts = stmts.into_iter();
        let (kind, end) = match (rule, expr) {
            (Rule::block, _) => (StmtKind::Block(stmts.collect()), span.end),
            (Rule::if_stmt, Some(condition)) => match stmts.next() {
                Some(then) => {
                    (StmtKind::If(condition, Box::new(then), stmts.next().map(Box::new)), end)
                }
                None => (StmtKind::Expr(self.hole(span)), end),
            },
            (Rule::return_stmt, Some(value)) => (StmtKind::Return(value), end),
            (_, Some(expr)) => (StmtKind::Expr(expr), end),
            (_, None) => (StmtKind::Expr(self.hole(span)), end),
        };
        Stmt { span: Span { end, ..span }, kind }
    }

    /// Reports an error after which the tree is incomplete, so that it is not used.
    fn fail(&mut self, found: Diagnostic) {
        self.failed = true;
        self.report.push(found);
    }

    /// A placeholder for a node that every text which fits the grammar has, and that is missing
    /// all the same; an error is reported unless there was one.
    fn hole(&mut self, span: Span) -> Expr {
        if !self.failed {
            self.fail(Diagnostic::error(codes::SYNTAX, span, "this cannot be read"));
        }
        Expr { span, kind: ExprKind::Number(0.0) }
    }
}

/// Cuts an argument list at its commas, but not inside of parentheses.
fn split_arguments(args: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0i32;
    args.split(move |ch| {
        match ch {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        ch == ',' && depth == 0
    })
}

/// The operator that a pair is, and how tightly it binds.
fn operator(pair: &Pair<'_, Rule>) -> Option<(BinOp, u8)> {
    if pair.as_rule() != Rule::infix {
        return None;
    }
    Some(match pair.as_str() {
        "||" => (BinOp::Or, 1),
        "&&" => (BinOp::And, 2),
        "==" => (BinOp::Cmp(Cmp::Eq), 3),
        "!=" => (BinOp::Cmp(Cmp::Ne), 3),
        "<" => (BinOp::Cmp(Cmp::Lt), 4),
        "<=" => (BinOp::Cmp(Cmp::Le), 4),
        ">" => (BinOp::Cmp(Cmp::Gt), 4),
        ">=" => (BinOp::Cmp(Cmp::Ge), 4),
        "+" => (BinOp::Add, 5),
        "-" => (BinOp::Sub, 5),
        _ => return None,
    })
}

/// Whether a name is one of a value of the colon line, and of no autohelper.
fn is_value(name: &str) -> bool {
    let mut names = AttributeMap::ALL.into_iter().flat_map(AttributeMap::names);
    names.any(|(known, _)| *known == name) && Helper::from_name(name).is_none()
}

/// A value of the colon line that is called in code.
fn value_in_code(name: &str, span: Span) -> Diagnostic {
    let message = format!("`{name}` is a value of the colon line, not an autohelper");
    let found = Diagnostic::error(codes::UNKNOWN_AUTOHELPER, span, message);
    found.note(format!("write it behind the class, as in `:8,-,{name}(…)`"))
}

/// A character for messages: as it is, unless it cannot be seen.
fn shown(ch: char) -> String {
    if ch.is_control() || ch.is_whitespace() {
        ch.escape_debug().to_string()
    } else {
        ch.to_string()
    }
}

/// The letters, `*` and `?` that stand behind a name without parentheses, with commas between them: how many bytes.
fn bare_arguments(text: &str) -> usize {
    let one = |ch: char| ch.is_ascii_alphabetic() || ch == '*' || ch == '?';
    let mut end = 0;
    loop {
        let rest = &text[end..];
        let ahead = rest.trim_start_matches(|ch| is_space(ch) || (ch == ',' && end > 0));
        let letter = ahead.chars().next().is_some_and(one)
            && !ahead[1..].starts_with(|ch: char| ch.is_ascii_alphanumeric() || "_(".contains(ch));
        if !letter || (end > 0 && !rest.trim_start_matches(is_space).starts_with(',')) {
            return end;
        }
        end += rest.len() - ahead.len() + 1;
    }
}

/// At most twenty characters of `text`, for messages.
fn shorten(text: &str) -> String {
    match text.char_indices().nth(20) {
        None => text.to_string(),
        Some((at, _)) => format!("{}…", &text[..at]),
    }
}

/// What is wrong before or after the grammar has looked at the text.
impl Builder<'_, '_> {
    /// Looks for what the grammar must not see: too much of something,
    /// unbalanced parentheses, characters outside of the language.
    fn scan(&self) -> Option<Diagnostic> {
        let text = self.joined.text.as_str();
        let what = self.what;
        if text.trim_matches(is_space).is_empty() {
            return Some(Diagnostic::error(
                codes::SYNTAX,
                self.joined.whole(),
                format!("the {what} is empty"),
            ));
        }
        if text.len() > MAX_CODE {
            return Some(Diagnostic::error(
                codes::NESTED_TOO_DEEPLY,
                self.joined.span(0, 1),
                format!("the {what} has {} bytes; at most {MAX_CODE} are read", text.len()),
            ));
        }
        if let Some(found) = self.foreign() {
            return Some(found);
        }
        let mut open = Vec::new();
        let (mut nested, mut operators) = (0, 0);
        let mut last = ' ';
        for (at, ch) in text.char_indices() {
            let here = || self.joined.span(at, at + ch.len_utf8());
            match ch {
                '(' | '{' => open.push((at, ch)),
                ')' | '}' => {
                    let partner = if ch == ')' { '(' } else { '{' };
                    match open.pop() {
                        Some((_, other)) if other == partner => {}
                        Some((other_at, other)) => {
                            return Some(
                                Diagnostic::error(
                                    codes::SYNTAX,
                                    here(),
                                    format!("`{ch}` does not close `{other}`"),
                                )
                                .also(self.joined.span(other_at, other_at + 1), "opened here"),
                            );
                        }
                        None => {
                            return Some(
                                Diagnostic::error(
                                    codes::SYNTAX,
                                    here(),
                                    format!("`{ch}` without `{partner}`"),
                                )
                                .fix(Fix::risky(format!("remove the `{ch}`")).remove(here())),
                            );
                        }
                    }
                }
                '?' if last != ',' && last != '(' => {
                    nested += 1;
                    operators += 1;
                }
                '!' | '&' | '|' | '<' | '>' | '=' | '+' | '-' => operators += 1,
                _ if ch.is_ascii_alphanumeric() || is_space(ch) || "_,*?:;.".contains(ch) => {}
                _ if ch == '#' || text[at..].starts_with("//") => {
                    return Some(self.comment(at));
                }
                _ => {
                    return Some(Diagnostic::error(
                        codes::SYNTAX,
                        here(),
                        format!("`{}` is not used in expressions", shown(ch)),
                    ));
                }
            }
            if open.len() > MAX_NESTING || nested > MAX_NESTING || operators > MAX_OPERATORS {
                let message = if operators > MAX_OPERATORS {
                    format!("the {what} has more than {MAX_OPERATORS} operators")
                } else {
                    format!("nested more than {MAX_NESTING} levels deep")
                };
                return Some(Diagnostic::error(codes::NESTED_TOO_DEEPLY, here(), message));
            }
            if !is_space(ch) {
                last = ch;
            }
        }
        if let Some(&(at, ch)) = open.last() {
            let found = Diagnostic::error(
                codes::SYNTAX,
                self.joined.span(at, at + 1),
                format!("`{ch}` is never closed"),
            );
            if open.len() > 1 || ch != '(' {
                return Some(found);
            }
            // Behind the arguments of a call, else at the end of the code.
            let arguments = |ch: char| ch.is_ascii_alphabetic() || ",*?".contains(ch);
            let call = text[..at].ends_with(|ch: char| ch.is_ascii_alphanumeric());
            let inside = text[at + 1..].find(|ch: char| !arguments(ch)).filter(|_| call);
            let end =
                inside.map_or(text.trim_end_matches([' ', '\t', '\r', ';']).len(), |n| at + 1 + n);
            let place = self.joined.span(end - 1, end);
            return Some(
                found
                    .note("a `)` is missing")
                    .fix(Fix::risky("add `)`").insert(place, place.end, ")")),
            );
        }
        let words = text.split(|ch: char| !ch.is_ascii_alphanumeric() && ch != '_');
        if words.filter(|w| matches!(*w, "if" | "else")).count() > MAX_NESTING {
            return Some(Diagnostic::error(
                codes::NESTED_TOO_DEEPLY,
                self.joined.span(0, 1),
                format!("more than {MAX_NESTING} times `if` and `else`"),
            ));
        }
        None
    }

    /// A comment behind code, which belongs into a line of its own.
    fn comment(&self, at: usize) -> Diagnostic {
        let (piece, line) = self.joined.piece(at);
        let start = self.joined.pieces[piece].0;
        let end = start + (line.end - line.start) as usize;
        let code = self.joined.text[start..at].trim_end_matches(is_space).len();
        let words = self.joined.text[at..end].trim_start_matches(['#', '/']);
        let words = format!("# {}\n", words.trim_matches(is_space));
        let place = self.joined.span(at, end);
        let found = Diagnostic::error(codes::SYNTAX, place, "a comment in a line of code")
            .note("comments stand in lines of their own, behind `#`");
        if code == 0 {
            return found;
        }
        // Before the sign of the line.
        let sign = line.start.saturating_sub(1);
        found.fix(
            Fix::risky("make it a line of its own")
                .insert(line, sign, words)
                .remove(self.joined.span(start + code, end)),
        )
    }

    /// Words and operators of other languages, all in one finding.
    fn foreign(&self) -> Option<Diagnostic> {
        let all = code::foreign(&self.joined.text);
        let first = all.first()?;
        let found = Diagnostic::error(
            codes::SYNTAX,
            self.joined.span(first.at.start, first.at.end),
            first.message.as_str(),
        );
        if all.iter().any(|one| one.meant.is_none()) {
            return Some(found);
        }
        let what = match (&first.meant, all.len()) {
            (Some(meant), 1) => format!("write `{meant}`"),
            _ => "write what the language has for it".to_string(),
        };
        Some(found.fix(all.iter().fold(Fix::risky(what), |fix, one| {
            fix.replace(
                self.joined.span(one.at.start, one.at.end),
                one.meant.clone().unwrap_or_default(),
            )
        })))
    }

    /// Says what is wrong at `at`, where the grammar gave up.
    fn explain(&self, at: usize) -> Diagnostic {
        let text = self.joined.text.as_str();
        let what = self.what;
        let at = at + text[at..].len() - text[at..].trim_start_matches(is_space).len();
        let before = text[..at].trim_end_matches(is_space);
        let error = |span, message: String| Diagnostic::error(codes::SYNTAX, span, message);
        let found = token(&text[at..]);
        // What may stand here follows from what stands before.
        let operand = before.is_empty() || before.ends_with(|ch| "!&|<>=+-?:,;({}".contains(ch));
        if found.is_empty() {
            let end = self.joined.place(before.len());
            return if operand && !before.ends_with([';', '{', '}']) {
                error(end, format!("the {what} ends where an operand is expected"))
            } else if before.ends_with(')') && what == "action" {
                error(end, "a statement is missing at the end of the action".to_string())
            } else {
                error(end, "a `?` without `:`".to_string())
            };
        }
        let span = self.joined.span(at, at + found.len());
        let doubled = match found {
            "=" => Some("=="),
            "&" => Some("&&"),
            "|" => Some("||"),
            _ => None,
        };
        if let Some(meant) = doubled {
            return error(span, format!("`{found}` is not an operator"))
                .note(format!("write `{meant}`"))
                .fix(Fix::rename(span, meant));
        }
        // `lib a`: a call without parentheses.
        let name =
            before.trim_end_matches(|ch: char| ch.is_ascii_alphanumeric() || ch == '_').len();
        let arguments = bare_arguments(&text[at..]);
        if arguments > 0 && Helper::from_name(&before[name..]).is_some() {
            let name_text = &before[name..];
            let letters = text[at..at + arguments].replace(is_space, "");
            let whole = self.joined.span(name, at + arguments);
            return error(span, format!("the arguments of `{name_text}` are not in parentheses"))
                .fix(Fix::rename(whole, &format!("{name_text}({letters})")));
        }
        match found {
            "if" if what == "constraint" && before.is_empty() => {
                let blank =
                    text[at + 2..].len() - text[at + 2..].trim_start_matches(is_space).len();
                error(span, "`if` in a constraint, which is a condition without it".to_string())
                    .fix(Fix::risky("remove `if`").remove(self.joined.span(at, at + 2 + blank)))
            }
            "if" | "else" | "return" if what == "constraint" => {
                error(span, format!("`{found}` in a constraint"))
                    .note("statements belong in the action, in lines that start with `>`")
            }
            "else" if operand => error(span, "`else` without `if`".to_string()),
            "else" => error(span, "`else` where a `;` is expected".to_string())
                .note("statements end with `;`, also before `else`"),
            "*" if !operand => error(span, "`*` is not an operator".to_string())
                .note("`*` is the move, and only an argument"),
            "*" => error(span, "`*` is not an operand".to_string())
                .note("`*` is the move, and only an argument"),
            ";" if what == "constraint" => {
                error(span, "`;` before the end of the constraint".to_string())
            }
            _ if operand => {
                error(span, format!("`{}` where an operand is expected", shorten(found)))
            }
            _ if what == "action" => {
                error(span, format!("`{}` where an operator or `;` is expected", shorten(found)))
            }
            _ if self.joined.begins_line(at) => {
                error(span, "no operator between two lines of the constraint".to_string())
                    .note("all its lines are one condition: begin this one with `&&` or `||`")
            }
            _ => error(span, format!("`{}` where an operator is expected", shorten(found))),
        }
    }
}

/// Whether an argument is a vertex of a board, such as `D4`.
fn is_vertex(arg: &str) -> bool {
    let digits = arg.strip_prefix(|ch: char| ch.is_ascii_alphabetic()).unwrap_or_default();
    (1..=2).contains(&digits.len()) && digits.bytes().all(|b| b.is_ascii_digit())
}

/// The token at the start of `text`.
fn token(text: &str) -> &str {
    let word = text.find(|ch: char| !ch.is_ascii_alphanumeric() && ch != '_');
    match word.unwrap_or(text.len()) {
        0 => {
            let double = ["||", "&&", "==", "!=", "<=", ">="].iter().any(|op| text.starts_with(op));
            let len = if double { 2 } else { text.chars().next().map_or(0, char::len_utf8) };
            &text[..len]
        }
        len => &text[..len],
    }
}
