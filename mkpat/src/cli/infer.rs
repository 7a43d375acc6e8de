//! What a bare file probably is: kind and stage from its content.
//!
//! A guess may only make a check more lenient; a manifest says it for sure.

use mkpat_rt::class::AttributeMap;
use mkpat_rt::helper::{Helper, Stage};
use mkpat_rt::montecarlo::Conditions;

use crate::manifest::{DatabaseSpec, Kind};
use crate::source::{FileId, Sources};
use crate::syntax::ast::{Expr, ExprKind, File, Item, LineKind, PatternNode, Row, Stmt, StmtKind};

/// Fewest patterns that make a corner database; fewer may be general ones that
/// happen to stand in a corner.
const CORNER_PATTERNS: usize = 8;

/// The specification of the database that consists of `trees`, named after
/// `file`.
pub(super) fn spec(sources: &Sources, trees: &[File], file: &str) -> DatabaseSpec {
    let name = std::path::Path::new(file).file_stem().unwrap_or_default().to_string_lossy();
    let kind = kind(sources, trees);
    let mut spec = DatabaseSpec::inferred(&name, file, kind);
    spec.stage = stage(sources, trees, kind);
    spec
}

/// Recognises a database without patterns by its text, before it is parsed: eye
/// shapes have numbers and four digits on their colon lines, playout databases
/// have no `Pattern` lines and a weight on theirs. Most lines have to be so.
pub(super) fn other_language(sources: &Sources, database: &mut (DatabaseSpec, Vec<FileId>)) {
    let (spec, files) = database;
    let (mut heads, mut numbers) = (0, 0);
    let (mut colons, mut values, mut weights) = (0, 0, 0);
    for line in files.iter().flat_map(|f| sources.file(*f).text.lines()) {
        let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        if let Some(name) = line.strip_prefix("Pattern") {
            heads += 1;
            numbers += usize::from(is_number(name.trim()));
        } else if let Some(fields) = line.strip_prefix(':') {
            colons += 1;
            let mut fields = fields.split(',').map(str::trim);
            let first = fields.next().unwrap_or_default();
            let is_plain = fields.clone().next().is_none();
            values += usize::from(is_plain && first.len() == 4 && is_number(first));
            weights += usize::from(
                is_number(first) && fields.all(|name| Conditions::property(name).is_some()),
            );
        }
    }
    let kind = if numbers * 2 > heads && values * 2 > colons {
        Kind::Eyes
    } else if heads == 0 && weights * 2 > colons {
        Kind::MonteCarlo
    } else {
        return;
    };
    let file = spec.files.first().cloned().unwrap_or_default();
    let name = std::path::Path::new(&file).file_stem().unwrap_or_default().to_string_lossy();
    *spec = DatabaseSpec::inferred(&name, &file, kind);
}

fn patterns(trees: &[File]) -> impl Iterator<Item = (&File, &PatternNode)> {
    trees.iter().flat_map(|file| {
        file.items.iter().filter_map(move |item| match item {
            Item::Pattern(node) => Some((file, &**node)),
            Item::Directive(_) => None,
        })
    })
}

fn kind(sources: &Sources, trees: &[File]) -> Kind {
    let (mut all, mut starless, mut corners, mut barriers) = (0, 0, 0, 0);
    for (file, node) in patterns(trees) {
        all += 1;
        let (mut rows, mut stars, mut hard, mut edges) = (0, 0, true, [false; 4]);
        for line in &file.lines[node.diagram.clone()] {
            match &line.kind {
                LineKind::Row(Row::Edge { .. }) => edges[usize::from(rows > 0)] = true,
                LineKind::Row(Row::Cells { left, cells, right, .. }) => {
                    let cells = sources.text(*cells);
                    rows += 1;
                    stars += cells.matches('*').count();
                    hard &= cells.chars().all(|ch| ".OX*".contains(ch));
                    barriers += usize::from(cells.contains(','));
                    edges[2] |= left.is_some();
                    edges[3] |= right.is_some();
                }
                _ => {}
            }
        }
        starless += usize::from(stars == 0);
        corners += usize::from(hard && (edges[2] != edges[3]) && (edges[0] != edges[1]));
    }
    // One pattern without a move is more probably a mistake.
    if (starless * 4 > all && starless > 1) || barriers > 0 {
        Kind::Connections
    } else if corners == all && all >= CORNER_PATTERNS {
        Kind::Corner
    } else {
        Kind::General
    }
}

/// The stage at which most of the helpers exist.
fn stage(sources: &Sources, trees: &[File], kind: Kind) -> Stage {
    let mut map = AttributeMap::None;
    for file in trees {
        for line in &file.lines {
            if let LineKind::Directive(directive) = &line.kind
                && sources.text(directive.keyword) == "attribute_map"
            {
                let name = directive.argument.map_or("", |span| sources.text(span));
                map = AttributeMap::from_name(name).unwrap_or(map);
            }
        }
    }
    let mut used = Vec::new();
    let (mut all, mut attacks) = (0, 0);
    for (file, node) in patterns(trees) {
        all += 1;
        if let Some(colon) = node.colon
            && let LineKind::Colon(colon) = &file.lines[colon].kind
        {
            let class = colon.class.map_or("", |span| sources.text(span));
            attacks += usize::from(class.contains(['A', 'D']));
        }
        if let Some(tree) = node.constraint.as_ref().and_then(|code| code.tree.as_ref()) {
            names(tree, &mut used);
        }
        for stmt in node.action.iter().filter_map(|code| code.tree.as_ref()).flatten() {
            statement(stmt, &mut used);
        }
    }
    let likely = match (map, kind) {
        (AttributeMap::OwlAttack | AttributeMap::OwlDefense, _) => Stage::Owl,
        (AttributeMap::None, Kind::Connections) => Stage::Dragons,
        (AttributeMap::ValueOnly, Kind::Connections) => Stage::Influence,
        (AttributeMap::None, _) if attacks * 2 > all => Stage::Worms,
        _ => Stage::Movegen,
    };
    let missing = |stage: Stage| used.iter().filter(|&&helper| !stage.allows(helper)).count();
    let order = [likely, Stage::Movegen, Stage::Owl, Stage::Influence, Stage::Dragons];
    // The first of the best.
    order
        .into_iter()
        .chain(Stage::ALL.iter().copied())
        .min_by_key(|&s| missing(s))
        .unwrap_or(likely)
}

fn statement(stmt: &Stmt, used: &mut Vec<Helper>) {
    match &stmt.kind {
        StmtKind::Expr(e) | StmtKind::Return(e) => names(e, used),
        StmtKind::If(c, a, b) => {
            names(c, used);
            statement(a, used);
            if let Some(b) = b {
                statement(b, used);
            }
        }
        StmtKind::Block(body) => body.iter().for_each(|stmt| statement(stmt, used)),
    }
}

fn names(expr: &Expr, used: &mut Vec<Helper>) {
    match &expr.kind {
        ExprKind::Number(_) => {}
        ExprKind::Name(name) => used.extend(Helper::from_name(name)),
        ExprKind::Call(call) => used.extend(Helper::from_name(&call.name)),
        ExprKind::Not(a) | ExprKind::Neg(a) | ExprKind::Paren(a) => names(a, used),
        ExprKind::Binary(_, a, b) => {
            names(a, used);
            names(b, used);
        }
        ExprKind::Cond(a, b, c) => {
            names(a, used);
            names(b, used);
            names(c, used);
        }
    }
}
