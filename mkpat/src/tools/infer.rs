//! What a bare file probably is: kind and stage from its content.
//!
//! `Evidence` is gathered once from the trees: the map and the sets of the
//! directives, class letters, drawings, helpers. `kind` and `stage` read it. A guess
//! may only make a check more lenient; a manifest says it for sure.

use std::collections::BTreeSet;

use mkpat_rt::colon_line::AttributeMap;
use mkpat_rt::helper::{Group, Helper, Stage};
use mkpat_rt::montecarlo::Conditions;

use crate::diag::Diagnostics;
use crate::language::blocks::Parsed;
use crate::language::load::{Lowered, Run, Unit};
use crate::language::lower;
use crate::language::manifest::{DatabaseSpec, Kind, MatcherKind};
use crate::language::syntax::ast::{
    DirectiveKind, Expr, ExprKind, File, Item, LineKind, PatternNode, Row, Stmt, StmtKind,
};
use crate::language::syntax::parse;
use crate::source::{FileId, Sources};

/// Fewest patterns that make a corner database without the letters of joseki; fewer
/// may be general ones that happen to stand in a corner.
const CORNER_PATTERNS: usize = 8;

/// Parses and lowers the `index`-th database of a run, a bare file about which no manifest says anything: its kind and
/// what else counts are inferred, and `adjust` has the last word. The specification in the run becomes what was found.
pub fn unit(
    run: &mut Run,
    index: usize,
    diags: &mut Diagnostics,
    adjust: impl Fn(&mut DatabaseSpec),
) -> Unit {
    unit_again(run, index, None, diags, adjust)
}

/// The same; what is `known` of an earlier text is not parsed again.
pub fn unit_again(
    run: &mut Run,
    index: usize,
    mut known: Option<&mut Parsed>,
    diags: &mut Diagnostics,
    adjust: impl Fn(&mut DatabaseSpec),
) -> Unit {
    // Nothing is left of what was inferred from an earlier text.
    let spec = &mut run.databases[index].0;
    *spec = DatabaseSpec::inferred("", &spec.files[0], Kind::General);
    other_language(&run.sources, &mut run.databases[index]);
    adjust(&mut run.databases[index].0);
    if !run.databases[index].0.kind.has_patterns() {
        return run.unit_again(index, known, diags);
    }
    let (sources, (spec, files)) = (&run.sources, &mut run.databases[index]);
    let parse = |&file: &FileId| match &mut known {
        Some(known) => known.patterns(sources, file, diags),
        None => parse::parse(sources, file, diags),
    };
    let trees: Vec<File> = files.iter().map(parse).collect();
    *spec = self::spec(sources, &trees, &spec.files[0]);
    adjust(spec);
    let database = Lowered::Patterns(lower::lower(sources, spec, &trees, diags));
    Unit { trees, database }
}

/// The specification of the database that consists of `trees`, named after
/// `file`.
pub fn spec(sources: &Sources, trees: &[File], file: &str) -> DatabaseSpec {
    let name = std::path::Path::new(file).file_stem().unwrap_or_default().to_string_lossy();
    let evidence = Evidence::gather(sources, trees);
    let kind = evidence.kind();
    let mut spec = DatabaseSpec::inferred(&name, file, kind);
    spec.stage = evidence.stage(kind);
    spec.attributes = evidence.map;
    if kind == Kind::Dfa {
        // The automaton is a choice of the build; any matcher finds the same, and
        // the grid is made faster.
        spec.matcher = MatcherKind::Grid;
    }
    spec
}

/// The stage at which databases of a kind with these values are mostly matched.
pub fn usual_stage(kind: Kind, map: AttributeMap) -> Stage {
    Evidence { map, ..Evidence::default() }.likely_stage(kind)
}

/// Recognises a database without patterns by its text, before it is parsed: eye
/// shapes have numbers and four digits on their colon lines, playout databases
/// have no `Pattern` lines and a weight on theirs. Most lines have to be so.
pub fn other_language(sources: &Sources, database: &mut (DatabaseSpec, Vec<FileId>)) {
    let (spec, files) = database;
    let (mut heads, mut numbers) = (0, 0);
    let (mut colons, mut values, mut weights) = (0, 0, 0);
    let text = |f: &FileId| sources.file(*f).text.trim_start_matches('\u{FEFF}');
    for line in files.iter().flat_map(|f| text(f).lines()) {
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

/// What the text of a database tells of its use: a count or a set for each clue.
#[derive(Default)]
struct Evidence {
    /// The attribute map in force.
    map: AttributeMap,
    /// A directive names the map; else it follows from the values.
    declared: bool,
    /// The names of the values on colon lines.
    values: BTreeSet<String>,
    /// Elements that `goal_elements` names: the database is about one dragon.
    goal: bool,
    /// `callback_data !`: further stones or answers are marked.
    marks: bool,
    /// Helpers used.
    used: Vec<Helper>,
    /// Number of patterns, and of those that …
    all: usize,
    /// … have no `*`,
    starless: usize,
    /// … show a corner and nothing but stones and empty vertices,
    corners: usize,
    /// … show a whole board in the same way,
    boards: usize,
    /// … have a `,`,
    barriers: usize,
    /// … are of class `A` or `D`,
    attacks: usize,
    /// … are of class `E` or `I`,
    sources: usize,
    /// … have no class letter,
    plain: usize,
    /// … have the letters that joseki have: `s`, `F` and the kind of joseki.
    joseki: usize,
    /// All class letters.
    letters: BTreeSet<char>,
}

impl Evidence {
    fn gather(sources: &Sources, trees: &[File]) -> Evidence {
        let mut out = Evidence::default();
        for file in trees {
            for line in &file.lines {
                let LineKind::Directive(directive) = &line.kind else { continue };
                let word = directive.argument.map_or("", |span| sources.text(span));
                match directive.kind {
                    DirectiveKind::AttributeMap => {
                        out.declared = true;
                        out.map = AttributeMap::from_name(word).unwrap_or(out.map)
                    }
                    DirectiveKind::GoalElements => {
                        out.goal |= !word.is_empty() && word.chars().all(|ch| ".XOxo".contains(ch));
                    }
                    DirectiveKind::CallbackData => out.marks |= word == "!",
                }
            }
            for item in &file.items {
                if let Item::Pattern(node) = item {
                    out.pattern(sources, file, node);
                }
            }
        }
        if !out.declared {
            out.map = out.likely_map();
        }
        out
    }

    /// The first attribute map that has all values of the colon lines; none if there are no values, or no map has them
    /// all.
    fn likely_map(&self) -> AttributeMap {
        let order = [
            AttributeMap::General,
            AttributeMap::OwlAttack,
            AttributeMap::OwlDefense,
            AttributeMap::ValueOnly,
        ];
        let has = |map: &AttributeMap| {
            self.values.iter().all(|name| map.names().iter().any(|(known, _)| known == name))
        };
        if self.values.is_empty() {
            return AttributeMap::None;
        }
        // Mistakes among general values are named as such.
        order.into_iter().find(has).unwrap_or(AttributeMap::General)
    }

    fn pattern(&mut self, sources: &Sources, file: &File, node: &PatternNode) {
        self.all += 1;
        let (mut rows, mut stars, mut hard, mut edges) = (0, 0, true, [false; 4]);
        let mut barrier = false;
        for line in &file.lines[node.diagram.clone()] {
            match &line.kind {
                LineKind::Row(Row::Edge { .. }) => edges[usize::from(rows > 0)] = true,
                LineKind::Row(Row::Cells { left, cells, right, .. }) => {
                    let cells = sources.text(*cells);
                    rows += 1;
                    stars += cells.matches('*').count();
                    hard &= cells.chars().all(|ch| ".OX*".contains(ch));
                    barrier |= cells.contains(',');
                    edges[2] |= left.is_some();
                    edges[3] |= right.is_some();
                }
                _ => {}
            }
        }
        self.starless += usize::from(stars == 0);
        self.barriers += usize::from(barrier);
        self.corners += usize::from(hard && (edges[2] != edges[3]) && (edges[0] != edges[1]));
        self.boards += usize::from(hard && edges.iter().all(|&drawn| drawn));
        if let Some(colon) = node.colon
            && let LineKind::Colon(colon) = &file.lines[colon].kind
        {
            let names = colon.values.iter().map(|value| sources.text(value.name).to_string());
            self.values.extend(names);
            let class = colon.class.map_or("", |span| sources.text(span));
            self.letters.extend(class.chars().filter(char::is_ascii_alphabetic));
            self.attacks += usize::from(class.contains(['A', 'D']));
            self.sources += usize::from(class.contains(['E', 'I']));
            self.plain += usize::from(class == "-");
            let is_joseki = class.contains('s')
                && class.contains('F')
                && class.contains(['J', 'U', 'j', 'N', 't', 'T']);
            self.joseki += usize::from(is_joseki);
        }
        if let Some(tree) = node.constraint.as_ref().and_then(|code| code.tree.as_ref()) {
            names(tree, &mut self.used);
        }
        for stmt in node.action.iter().filter_map(|code| code.tree.as_ref()).flatten() {
            statement(stmt, &mut self.used);
        }
    }

    fn uses(&self, group: Group) -> bool {
        self.used.iter().any(|helper| helper.info().group == group)
    }

    /// Whether a helper is used that works on connections or on territory alone.
    fn connects(&self) -> bool {
        use Helper::{disconnect_helper, distrust_tactics_helper};
        let special = [disconnect_helper, distrust_tactics_helper];
        self.uses(Group::Dragons)
            || self.uses(Group::Territory)
            || self.used.iter().any(|helper| special.contains(helper))
    }

    fn kind(&self) -> Kind {
        // One pattern without a move is more probably a mistake, unless it asks what
        // only such patterns ask.
        let strange = (self.starless * 4 > self.all && self.starless > 1)
            || (self.starless > 0 && self.connects());
        if strange || self.barriers > 0 {
            return Kind::Connections;
        }
        // The maps `general` and `none` are not those of whole boards.
        if self.boards == self.all && self.all > 0 && self.map == AttributeMap::ValueOnly {
            return Kind::FullBoard;
        }
        let all_joseki = self.joseki == self.all && self.all > 0;
        if self.corners == self.all && (self.all >= CORNER_PATTERNS || all_joseki) {
            return Kind::Corner;
        }
        let owl = matches!(self.map, AttributeMap::OwlAttack | AttributeMap::OwlDefense);
        if owl || self.goal { Kind::Dfa } else { Kind::General }
    }

    /// The likely stage, or the first of those at which more of the helpers exist.
    fn stage(&self, kind: Kind) -> Stage {
        let likely = self.likely_stage(kind);
        let missing = |stage: Stage| self.used.iter().filter(|&&h| !stage.allows(h)).count();
        let order = [likely, Stage::Movegen, Stage::Owl, Stage::Influence, Stage::Dragons];
        order
            .into_iter()
            .chain(Stage::ALL.iter().copied())
            .min_by_key(|&stage| missing(stage))
            .unwrap_or(likely)
    }

    fn likely_stage(&self, kind: Kind) -> Stage {
        let counts_stones = self.used.iter().any(|helper| {
            matches!(helper, Helper::remaining_handicap_stones | Helper::total_handicap_stones)
        });
        let only = |letters: &str| self.letters.iter().all(|&ch| letters.contains(ch));
        match (kind, self.map) {
            (Kind::Connections, AttributeMap::None) => Stage::Dragons,
            (Kind::Connections, AttributeMap::ValueOnly) => Stage::Influence,
            (Kind::Corner | Kind::FullBoard, _) => Stage::Movegen,
            (_, AttributeMap::OwlAttack | AttributeMap::OwlDefense) => Stage::Owl,
            _ if self.uses(Group::Owl) => Stage::Owl,
            (Kind::Dfa, AttributeMap::None) if only("scOoXx") => Stage::Combination,
            (Kind::Dfa, AttributeMap::ValueOnly) => Stage::Owl,
            (_, AttributeMap::None) if self.attacks * 2 > self.all => Stage::Worms,
            (_, AttributeMap::ValueOnly) if counts_stones => Stage::Handicap,
            (_, AttributeMap::ValueOnly) if self.sources * 2 > self.all && only("EIesYFOoXx") => {
                Stage::Influence
            }
            (_, AttributeMap::ValueOnly) if self.marks && self.plain == self.all => Stage::Handicap,
            _ => Stage::Movegen,
        }
    }
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
