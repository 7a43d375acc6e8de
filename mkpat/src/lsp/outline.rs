//! The patterns of a file as an outline, folds, the words with their kinds for colouring, and names of parameters
//! shown between the arguments.

use lsp_types::{
    DocumentSymbol, FoldingRange, FoldingRangeKind, InlayHint, InlayHintKind, SemanticToken,
    SymbolKind,
};
use mkpat_rt::helper::{Helper, Signature};

use super::text::Lines;
use super::words::{Kind, Place, Word, of_file, of_pattern};
use crate::language::syntax::ast::LineKind;
use crate::source::Span;

/// Kinds of words in the protocol, in the order of their numbers. The last four are our own.
pub(super) const TOKEN_TYPES: [&str; 14] = [
    "keyword",
    "type",
    "variable",
    "function",
    "property",
    "enumMember",
    "number",
    "operator",
    "comment",
    "string",
    "friend",
    "enemy",
    "move",
    "edge",
];

/// The number of the kind of a word.
fn token_type(kind: Kind) -> u32 {
    let name = match kind {
        Kind::Keyword => "keyword",
        Kind::Name => "type",
        Kind::Label(_) => "variable",
        Kind::Helper | Kind::HandHelper => "function",
        Kind::Value => "property",
        Kind::Class(_) | Kind::Constant => "enumMember",
        Kind::Number => "number",
        Kind::Symmetry => "operator",
        Kind::Comment => "comment",
        Kind::Argument => "string",
        Kind::Element('O' | 'o' | 'Q') => "friend",
        Kind::Element('X' | 'x' | 'Y') => "enemy",
        Kind::Element('*') | Kind::Move(_) => "move",
        Kind::Element(_) => "operator",
        Kind::Edge => "edge",
    };
    TOKEN_TYPES.iter().position(|known| *known == name).unwrap_or(0) as u32
}

/// The words in a range of bytes as the protocol numbers them.
pub(super) fn tokens(
    place: &Place<'_>,
    lines: &Lines<'_>,
    bytes: std::ops::Range<usize>,
) -> Vec<SemanticToken> {
    let mut out: Vec<SemanticToken> = Vec::new();
    let (mut line, mut start) = (0, 0);
    let mut joined: Option<(Span, u32)> = None;
    let mut push = |span: Span, kind: u32| {
        let range = lines.range(span.range());
        if range.start.line != range.end.line || range.start == range.end {
            return;
        }
        let position = range.start;
        let delta_line = position.line - line;
        let delta_start = position.character - if delta_line == 0 { start } else { 0 };
        (line, start) = (position.line, position.character);
        out.push(SemanticToken {
            delta_line,
            delta_start,
            length: range.end.character - position.character,
            token_type: kind,
            token_modifiers_bitset: 0,
        });
    };
    // Cells of one kind side by side are one word.
    for Word { span, kind } in of_file(place.sources(), place.file) {
        if span.range().end <= bytes.start || span.range().start >= bytes.end {
            continue;
        }
        let number = token_type(kind);
        joined = match joined {
            Some((before, same)) if same == number && before.end == span.start => {
                Some((before.to(span), number))
            }
            Some((before, other)) => {
                push(before, other);
                Some((span, number))
            }
            None => Some((span, number)),
        };
    }
    if let Some((span, kind)) = joined {
        push(span, kind);
    }
    out
}

/// The patterns of a file.
pub(super) fn symbols(place: &Place<'_>, lines: &Lines<'_>) -> Vec<DocumentSymbol> {
    place
        .nodes()
        .filter_map(|node| {
            let (span, name) = place.name(node)?;
            let idea = node.comments.iter().find_map(|&line| match place.file.lines[line].kind {
                LineKind::Comment(span) => Some(place.sources().text(span)),
                _ => None,
            });
            let idea = idea.map(|text| text.trim_start_matches('#').trim().to_string());
            // The protocol forbids empty names.
            let name = if name.is_empty() { "?" } else { name };
            #[allow(deprecated)]
            Some(DocumentSymbol {
                name: name.to_string(),
                detail: idea,
                kind: SymbolKind::Class,
                tags: None,
                deprecated: None,
                range: lines.range(place.span(node).range()),
                selection_range: lines.range(span.range()),
                children: None,
            })
        })
        .collect()
}

/// What can be folded: patterns, and comments of several lines.
pub(super) fn folds(place: &Place<'_>, lines: &Lines<'_>) -> Vec<FoldingRange> {
    let fold = |span: Span, kind: FoldingRangeKind| {
        let (start, end) = (lines.position(span.range().start), lines.position(span.range().end));
        // The end of a line with its line end is the start of the next one.
        let last = if end.character == 0 { end.line.saturating_sub(1) } else { end.line };
        (last > start.line).then(|| FoldingRange {
            start_line: start.line,
            end_line: last,
            kind: Some(kind),
            ..FoldingRange::default()
        })
    };
    let mut out: Vec<FoldingRange> =
        place.nodes().filter_map(|node| fold(place.span(node), FoldingRangeKind::Region)).collect();
    let mut open: Option<Span> = None;
    for line in &place.file.lines {
        match (&line.kind, open) {
            (LineKind::Comment(_), None) => open = Some(line.span),
            (LineKind::Comment(_), Some(span)) => open = Some(span.to(line.span)),
            (_, Some(span)) => {
                out.extend(fold(span, FoldingRangeKind::Comment));
                open = None;
            }
            _ => {}
        }
    }
    out.extend(open.and_then(|span| fold(span, FoldingRangeKind::Comment)));
    out.sort_by_key(|fold| (fold.start_line, fold.end_line));
    out
}

/// Names of parameters before arguments, where a helper has several.
pub(super) fn hints(
    place: &Place<'_>,
    lines: &Lines<'_>,
    bytes: std::ops::Range<usize>,
) -> Vec<InlayHint> {
    let mut out = Vec::new();
    for node in place.nodes() {
        let span = place.span(node).range();
        if span.end < bytes.start || span.start > bytes.end {
            continue;
        }
        let words = of_pattern(place.sources(), place.file, node);
        let mut at = 0;
        while at < words.len() {
            let word = words[at];
            at += 1;
            if word.kind != Kind::Helper {
                continue;
            }
            let arguments = words[at..].iter().take_while(|word| is_argument(word.kind)).count();
            let arguments = &words[at..at + arguments];
            at += arguments.len();
            let Some(helper) = place.helper(word) else { continue };
            for (name, argument) in named(helper, arguments) {
                let start = argument.span.range().start;
                if !bytes.contains(&start) {
                    continue;
                }
                out.push(InlayHint {
                    position: lines.position(start),
                    label: lsp_types::Label::String(format!("{name}:")),
                    kind: Some(InlayHintKind::Parameter),
                    text_edits: None,
                    tooltip: None,
                    padding_left: None,
                    padding_right: None,
                    data: None,
                });
            }
        }
    }
    out
}

fn is_argument(kind: Kind) -> bool {
    matches!(kind, Kind::Label(_) | Kind::Move(_))
}

/// The arguments of a call with the names of their parameters; none if there is but one.
fn named(helper: Helper, arguments: &[Word]) -> Vec<(&'static str, Word)> {
    match helper.info().signature {
        Signature::Fixed(parameters) if parameters.len() > 1 => {
            let names = parameters.iter().map(|(name, _)| *name);
            names.zip(arguments.iter().copied()).collect()
        }
        Signature::Play(targets) if arguments.len() > targets.len() => {
            let (_, at) = arguments.split_at(arguments.len() - targets.len());
            targets.iter().copied().zip(at.iter().copied()).collect()
        }
        _ => Vec::new(),
    }
}
