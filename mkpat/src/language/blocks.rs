//! Text → trees, where only what has changed is parsed again.
//!
//! A text is cut into blocks before the lines that begin a pattern, an eye shape or a playout diagram. The tree of a
//! block and what is wrong with it depend on nothing but its own text, so both are kept under that text
//! ([`Blocks`]); blocks that are known are moved to where they stand now, and the others are parsed as if each were a
//! file. The pieces put together are what the parser makes of the whole text. Where that is not so, as with the
//! markers of a version control and fences of Markdown, which stretch over patterns, or with limits that count over the file, the whole
//! text is parsed ([`Piece::cuts`]).
//!
//! This serves those who read a text again and again, such as an editor; whoever reads it once calls the parser.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use super::syntax::{ast, is_fence};
use super::text_limits::{MAX_FINDINGS, MAX_LINE, MAX_LINES};
use super::{eyes, montecarlo};
use crate::diag::{Diagnostic, Diagnostics};
use crate::source::{FileId, Sources, Span};

/// How far a block has been moved.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Moved {
    /// The file in which it stands.
    pub(crate) file: FileId,
    /// The bytes before it.
    pub(crate) bytes: u32,
    /// The lines before it.
    pub(crate) lines: u32,
}

impl Moved {
    /// Moves a place.
    pub(crate) fn span(self, span: &mut Span) {
        span.file = self.file;
        span.start += self.bytes;
        span.end += self.bytes;
    }

    /// Moves a finding.
    fn finding(self, finding: &mut Diagnostic) {
        self.span(&mut finding.primary.span);
        finding.secondary.iter_mut().for_each(|label| self.span(&mut label.span));
        let edits = finding.fix.iter_mut().flat_map(|fix| &mut fix.edits);
        edits.for_each(|edit| self.span(&mut edit.span));
    }
}

/// A tree that can be put together from the trees of blocks.
pub(crate) trait Piece: Sized {
    /// A tree of nothing.
    fn empty(file: FileId) -> Self;

    /// The parser.
    fn parse(sources: &Sources, file: FileId, diags: &mut Diagnostics) -> Self;

    /// Whether a block begins with `line`; `before` is the line above it. What stands there must be what it is
    /// whatever lies above.
    fn begins(before: &str, line: &str) -> bool;

    /// Adds the tree of the block that follows.
    fn append(&mut self, piece: &Self, moved: Moved);

    /// How much of the tree counts for a limit of the parser that is about the whole file.
    fn limited(&self) -> usize;

    /// Where the blocks of a text begin; `None` if something in it concerns more than one block.
    fn cuts(text: &str) -> Option<Vec<usize>> {
        let mut cuts = Vec::from([0]);
        let (mut at, mut before) = (0, "");
        for (number, line) in text.split_inclusive('\n').enumerate() {
            let marker = ["<<<<<<<", "=======", ">>>>>>>", "|||||||"];
            let lone_return = || line.trim_end_matches(['\r', '\n']).contains('\r');
            if number == MAX_LINES
                || line.len() > MAX_LINE
                || line.contains('\0')
                || lone_return()
                || is_fence(line)
                || marker.iter().any(|marker| line.starts_with(marker))
            {
                return None;
            }
            if at > 0 && Self::begins(before, line) {
                cuts.push(at);
            }
            at += line.len();
            before = line;
        }
        Some(cuts)
    }
}

/// A block that has been parsed, as if it were a file.
#[derive(Debug)]
struct Block<T> {
    tree: T,
    found: Diagnostics,
    lines: u32,
}

/// The blocks of one file, by their texts.
#[derive(Debug)]
struct Blocks<T> {
    known: HashMap<Box<str>, Arc<Block<T>>>,
}

impl<T: Piece> Blocks<T> {
    /// Parses a file; the number of blocks that were not known is added to `parsed`.
    fn parse(
        &mut self,
        sources: &Sources,
        file: FileId,
        diags: &mut Diagnostics,
        parsed: &mut usize,
    ) -> T {
        let text = sources.file(file).text.as_str();
        let Some(cuts) = T::cuts(text) else { return self.whole(sources, file, diags, parsed) };
        let mut known = HashMap::with_capacity(cuts.len());
        let mut tree = T::empty(file);
        let mut found = Diagnostics::default();
        let mut moved = Moved { file, bytes: 0, lines: 0 };
        for (index, &start) in cuts.iter().enumerate() {
            let end = cuts.get(index + 1).copied().unwrap_or(text.len());
            let part = &text[start..end];
            let block = match self.known.get(part).or_else(|| known.get(part)) {
                Some(block) => Arc::clone(block),
                None => {
                    *parsed += 1;
                    let Some(block) = Block::parse(part) else {
                        return self.whole(sources, file, diags, parsed);
                    };
                    Arc::new(block)
                }
            };
            moved.bytes = start as u32;
            tree.append(&block.tree, moved);
            for finding in block.found.iter() {
                let mut finding = finding.clone();
                moved.finding(&mut finding);
                found.push(finding);
            }
            moved.lines += block.lines;
            known.insert(part.into(), block);
        }
        // The parser ends where a file has too much of it.
        if found.iter().count() >= MAX_FINDINGS || tree.limited() >= MAX_FINDINGS {
            return self.whole(sources, file, diags, parsed);
        }
        self.known = known;
        diags.extend(found);
        tree
    }

    /// Parses a file whose blocks are not independent of each other.
    fn whole(
        &mut self,
        sources: &Sources,
        file: FileId,
        diags: &mut Diagnostics,
        parsed: &mut usize,
    ) -> T {
        self.known.clear();
        *parsed += 1;
        T::parse(sources, file, diags)
    }
}

impl<T: Piece> Block<T> {
    fn parse(text: &str) -> Option<Block<T>> {
        let mut sources = Sources::default();
        let file = sources.add("", text.as_bytes().to_vec()).ok()?;
        let mut found = Diagnostics::default();
        let tree = T::parse(&sources, file, &mut found);
        Some(Block { tree, found, lines: text.matches('\n').count() as u32 })
    }
}

/// The blocks of all files that are read again and again.
#[derive(Debug, Default)]
pub struct Parsed {
    patterns: BTreeMap<FileId, Blocks<ast::File>>,
    eyes: BTreeMap<FileId, Blocks<eyes::File>>,
    playouts: BTreeMap<FileId, Blocks<montecarlo::File>>,
    /// How many blocks, or files that cannot be cut, have been parsed so far.
    pub count: usize,
}

impl<T> Default for Blocks<T> {
    fn default() -> Blocks<T> {
        Blocks { known: HashMap::new() }
    }
}

impl Parsed {
    /// Parses a file of patterns, as [`super::syntax::parse`] does.
    pub(crate) fn patterns(
        &mut self,
        sources: &Sources,
        file: FileId,
        diags: &mut Diagnostics,
    ) -> ast::File {
        self.patterns.entry(file).or_default().parse(sources, file, diags, &mut self.count)
    }

    /// Parses a file of eye shapes.
    pub(crate) fn eyes(
        &mut self,
        sources: &Sources,
        file: FileId,
        diags: &mut Diagnostics,
    ) -> eyes::File {
        self.eyes.entry(file).or_default().parse(sources, file, diags, &mut self.count)
    }

    /// Parses a file of playout weights.
    pub(crate) fn playouts(
        &mut self,
        sources: &Sources,
        file: FileId,
        diags: &mut Diagnostics,
    ) -> montecarlo::File {
        self.playouts.entry(file).or_default().parse(sources, file, diags, &mut self.count)
    }
}

/// Whether `line` is a `Pattern` line with a name, in all languages that have such lines.
pub(crate) fn is_head(line: &str) -> bool {
    let Some(rest) = line.strip_prefix("Pattern") else { return false };
    let name = rest.trim_start_matches([' ', '\t', '\u{0B}', '\u{0C}']);
    name.len() < rest.len() && !name.trim_start_matches(['\r', '\n']).is_empty()
}

#[cfg(test)]
mod tests {
    use std::fmt::Debug;

    use super::*;
    use mkpat_rt::rng::Rng;

    /// A text with edits at random places, each compared with what the parser makes of the whole.
    fn compared<T: Piece + Debug>(text: &str, words: &[&str], seed: u64) {
        let mut random = Rng::new(seed);
        let mut blocks: Blocks<T> = Blocks::default();
        let mut now = text.to_string();
        let (mut cut, mut count) = (0, 0);
        for step in 0..400 {
            if step % 40 == 0 {
                now = text.to_string();
            }
            let mut at = random.within(..=now.len());
            while !now.is_char_boundary(at) {
                at -= 1;
            }
            let mut end = (at + random.within(..9)).min(now.len());
            while !now.is_char_boundary(end) {
                end += 1;
            }
            let end = if random.coin() { at } else { end };
            now.replace_range(at..end, words[random.within(..words.len())]);
            let mut sources = Sources::default();
            sources.add("other", Vec::new()).expect("room");
            let file = sources.add("edited", now.clone().into_bytes()).expect("room");
            let (mut of_all, mut of_blocks) = (Diagnostics::default(), Diagnostics::default());
            let whole = T::parse(&sources, file, &mut of_all);
            let mut parsed = 0;
            let pieces = blocks.parse(&sources, file, &mut of_blocks, &mut parsed);
            assert_eq!(format!("{pieces:#?}"), format!("{whole:#?}"), "{now}");
            let sorted = |found: &Diagnostics| {
                let mut all: Vec<String> = found.iter().map(|one| format!("{one:?}")).collect();
                all.sort();
                all
            };
            assert_eq!(sorted(&of_blocks), sorted(&of_all), "{now}");
            // An edit concerns the blocks that it touches, those that it makes, and after a whole text all.
            if let Some(cuts) = T::cuts(&now).filter(|cuts| cuts.len() > 5 && step % 40 != 0) {
                cut += usize::from(parsed <= 3);
                count += 1;
                assert!(parsed <= cuts.len() + 1);
            }
        }
        assert!(count > 300 && cut * 20 > count * 17, "{cut} of {count}");
    }

    const WORDS: [&str; 24] = [
        "",
        "\n",
        "X",
        "O.O\n",
        ".",
        "*",
        "(",
        ")",
        ",",
        ";",
        ":8,OX\n",
        ":",
        "# of what\n",
        "#",
        "\n\n",
        "𝄞",
        "\r\n",
        "; lib(a) > 1\n",
        "Pattern Z1\n",
        "Pattern ",
        "Pattern: Z2\n",
        " and ",
        "?",
        "goal_elements none\n",
    ];

    #[test]
    fn blocks_make_the_tree_of_the_whole_text() {
        let pattern = |n: usize| {
            format!(
                "# Above {n}.\n\n# The idea of it.\nPattern P{n}\n# More of it.\n\nO.*|  side\n?X.|\n\n\
                 :8,OX,shape({n})\n\nO.*\nab.\n\n; lib(a) > {n}\n;  && xplay_attack(*,b)\n> antisuji(a);\n\n"
            )
        };
        let text: String = (1..9).map(pattern).collect();
        let text = format!("# Head.\n\nattribute_map general\n{text}# The end.\n");
        for seed in 0..4 {
            compared::<ast::File>(&text, &WORDS, seed);
        }
        // What concerns more than one block.
        for (word, seed) in [("<<<<<<< ours\n", 5), ("\r", 6), ("\0", 7)] {
            let mut blocks: Blocks<ast::File> = Blocks::default();
            let at = text.len() / 2 + seed;
            let text = format!("{}{word}{}", &text[..at], &text[at..]);
            let mut sources = Sources::default();
            let file = sources.add("", text.into_bytes()).expect("room");
            let (mut of_all, mut of_blocks) = (Diagnostics::default(), Diagnostics::default());
            let whole = ast::File::parse(&sources, file, &mut of_all);
            let pieces = blocks.parse(&sources, file, &mut of_blocks, &mut 0);
            assert_eq!(format!("{pieces:?}"), format!("{whole:?}"));
            assert_eq!(of_blocks, of_all);
        }
    }

    #[test]
    fn eye_shapes_and_playout_diagrams_have_blocks_too() {
        let shape =
            |n: usize| format!("# Shape {n}.\nPattern {n}\n\n  x\n!.*.x\n\n:{}111\n\n", n % 3);
        let text: String = (301..312).map(shape).collect();
        let diagram = |n: usize| format!("# Diagram {n}.\nXO?\nO*?\n???\n\n:{n}\n:{n},near\n\n");
        let playouts: String = (1..12).map(diagram).collect();
        for seed in 0..3 {
            compared::<eyes::File>(&text, &WORDS, seed);
            compared::<montecarlo::File>(&playouts, &WORDS, seed);
        }
    }

    #[test]
    fn a_name_makes_a_head() {
        for head in ["Pattern A1\n", "Pattern\tA1", "Pattern  \"A\"\r\n"] {
            assert!(is_head(head), "{head:?}");
        }
        for other in ["Pattern", "Pattern \n", "Pattern\r\n", "Patterns A\n", " Pattern A\n", ""] {
            assert!(!is_head(other), "{other:?}");
        }
    }
}
