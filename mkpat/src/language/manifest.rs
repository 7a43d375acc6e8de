//! The manifest `mkpat.toml`: which databases there are and how each is built.
//!
//! The macro, the command and run-time loading all read this one file, so that a
//! database means the same to all of them. A bare `.db` file without a manifest
//! gets a [`DatabaseSpec::inferred`] one.
//!
//! [`Manifest::EXAMPLE`] shows all keys. Databases of the kinds `eyes` and `montecarlo`
//! have languages of their own ([`crate::language::eyes`],
//! [`crate::language::montecarlo`]); of the keys only name, files and kind mean anything to
//! them.

use std::path::{Path, PathBuf};

use mkpat_rt::colon_line::AttributeMap;
use mkpat_rt::helper::{NEWEST_VOCABULARY, Stage, VOCABULARIES};
use serde::Deserialize;

use crate::diag::codes::CODES;
use crate::diag::select::{Layer, Selection, Selector};
use crate::source::read_file;

/// Which language rules hold for a database (docs/pattern-language.md, "Kinds").
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Exactly one `*`.
    #[default]
    General,
    /// `*` is optional; `,` and `!` have meanings.
    Connections,
    /// Corner patterns: two adjacent edges, only `. O X *`.
    Corner,
    /// As general, with the anchor nearest to the centre of the diagram.
    Dfa,
    /// Whole boards: four edges, only `. O X *`.
    FullBoard,
    /// Eye shapes; another language.
    Eyes,
    /// Weights of playout moves; another language.
    MonteCarlo,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Kind; 7] = [
        Kind::General,
        Kind::Connections,
        Kind::Corner,
        Kind::Dfa,
        Kind::FullBoard,
        Kind::Eyes,
        Kind::MonteCarlo,
    ];

    /// Its name in manifests.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::General => "general",
            Kind::Connections => "connections",
            Kind::Corner => "corner",
            Kind::Dfa => "dfa",
            Kind::FullBoard => "fullboard",
            Kind::Eyes => "eyes",
            Kind::MonteCarlo => "montecarlo",
        }
    }

    /// The kind with this name.
    pub fn from_name(name: &str) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// Whether databases of this kind consist of patterns in the general language.
    pub const fn has_patterns(self) -> bool {
        !matches!(self, Kind::Eyes | Kind::MonteCarlo)
    }

    /// The matcher that a database of this kind gets unless the manifest names one: the
    /// fastest that takes its patterns. The kind `dfa` is named after the automaton for which
    /// GNU Go compiles such patterns; here the grid is faster for them, too
    /// (docs/grid-matcher.md).
    pub const fn matcher(self) -> MatcherKind {
        match self {
            Kind::General | Kind::Connections | Kind::Dfa => MatcherKind::Grid,
            Kind::Corner => MatcherKind::Corner,
            Kind::FullBoard => MatcherKind::FullBoard,
            Kind::Eyes => MatcherKind::Eyes,
            Kind::MonteCarlo => MatcherKind::MonteCarlo,
        }
    }

    /// Whether a database of this kind can be compiled for `matcher`: some kinds
    /// have a matcher of their own.
    fn goes_with(self, matcher: MatcherKind) -> bool {
        match (self, matcher) {
            (kind, MatcherKind::Naive) => kind.has_patterns(),
            (
                Kind::General | Kind::Connections | Kind::Dfa,
                MatcherKind::Grid | MatcherKind::Dfa,
            ) => true,
            (Kind::General | Kind::Connections | Kind::Dfa, _) => false,
            (kind, matcher) => kind.matcher() == matcher,
        }
    }
}

/// Which matcher the database is compiled for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum MatcherKind {
    /// No table: for tests.
    Naive,
    /// Two-bit and-compare.
    #[default]
    Grid,
    /// Automaton.
    Dfa,
    /// Variation tree anchored at the corners.
    Corner,
    /// Hashes of whole positions.
    FullBoard,
    /// Graphs of eye spaces.
    Eyes,
    /// Weights by context.
    MonteCarlo,
}

/// Which stones may be anchors.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Anchors {
    /// Friendly stones only.
    O,
    /// Enemy stones only.
    X,
    /// Both.
    #[default]
    Both,
}

/// All that is known of a database before its text is read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DatabaseSpec {
    /// Name.
    pub name: String,
    /// Source files, as written in the manifest.
    pub files: Vec<String>,
    /// Language rules.
    pub kind: Kind,
    /// Matcher.
    pub matcher: MatcherKind,
    /// When it is matched. This and what follows mean nothing in databases without
    /// patterns ([`Kind::has_patterns`]).
    pub stage: Stage,
    /// Anchor colours.
    pub anchors: Anchors,
    /// Attribute map that holds unless the text declares one.
    pub attributes: AttributeMap,
    /// The version of the vocabulary in which it is written ([`VOCABULARIES`]).
    pub vocabulary: u32,
}

/// A manifest with its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Manifest {
    /// The manifest file.
    pub path: PathBuf,
    /// Databases in order.
    pub databases: Vec<DatabaseSpec>,
    /// What is to be reported.
    pub lint: Lint,
}

/// The table `[lint]`: selectors of findings ([`crate::diag::select`]).
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Lint {
    /// What is reported; empty: the default.
    pub select: Vec<Selector>,
    /// What is not.
    pub ignore: Vec<Selector>,
    /// What makes the check fail.
    pub deny: Vec<Selector>,
}

impl Lint {
    /// Which findings are reported if nobody says more.
    pub fn selection(&self) -> Selection {
        let mut selection = Selection::default();
        selection.add(Layer { select: self.select.clone(), ignore: self.ignore.clone() });
        selection.deny(self.deny.iter().cloned());
        selection
    }
}

/// A message of the TOML reader, with what is to be written instead where that is clear.
fn in_words(text: &str, at: Option<std::ops::Range<usize>>, message: &str) -> String {
    let written = at.and_then(|at| text.get(at)).unwrap_or_default();
    let known = |list: &str| -> Vec<String> {
        list.split('`').skip(1).step_by(2).map(str::to_string).collect()
    };
    for kind in ["unknown field `", "unknown variant `"] {
        if let Some((word, list)) = message.strip_prefix(kind).and_then(|rest| rest.split_once('`'))
        {
            let known = known(list);
            let near = crate::diag::did_you_mean(word, known.iter().map(String::as_str));
            return match near {
                Some(near) => format!("{message}; did you mean `{near}`?"),
                None => message.to_string(),
            };
        }
    }
    let table = written.trim_matches(['[', ']']) == "database";
    if table && (message.starts_with("invalid type: map") || message == "duplicate key") {
        return "one pair of brackets around `database`: write `[[database]]`, for there may be several"
            .to_string();
    }
    if message.starts_with("invalid type: string") && message.ends_with("expected a sequence") {
        return format!("a list is expected here: write `[{written}]`");
    }
    message.to_string()
}

/// A manifest that cannot be used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ManifestError {
    /// The manifest file.
    pub path: PathBuf,
    /// Byte range in its text, where there is one.
    pub range: Option<std::ops::Range<usize>>,
    /// What is wrong.
    pub message: String,
}

impl std::fmt::Display for ManifestError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.path.display(), self.message)
    }
}

impl std::error::Error for ManifestError {}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawManifest {
    #[serde(default)]
    database: Vec<toml::Spanned<RawDatabase>>,
    #[serde(default)]
    lint: RawLint,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
struct RawLint {
    select: Vec<toml::Spanned<String>>,
    ignore: Vec<toml::Spanned<String>>,
    deny: Vec<toml::Spanned<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawDatabase {
    name: toml::Spanned<String>,
    files: toml::Spanned<Vec<String>>,
    #[serde(default)]
    kind: Kind,
    matcher: Option<MatcherKind>,
    stage: Option<toml::Spanned<String>>,
    anchors: Option<toml::Spanned<Anchors>>,
    attributes: Option<toml::Spanned<String>>,
    vocabulary: Option<toml::Spanned<u32>>,
}

/// Words of Rust that cannot name the module of a database.
const KEYWORDS: &[&str] = &[
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "crate",
    "do", "dyn", "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl",
    "in", "let", "loop", "macro", "match", "mod", "move", "mut", "override", "priv", "pub", "ref",
    "return", "self", "static", "struct", "super", "trait", "true", "try", "type", "typeof",
    "unsafe", "unsized", "use", "virtual", "where", "while", "yield",
];

impl Manifest {
    /// Name of the manifest in a folder of databases.
    pub const FILE_NAME: &'static str = "mkpat.toml";

    /// A manifest with all keys, and what they may say.
    pub const EXAMPLE: &'static str = r#"[[database]]
name = "general"               # unique; the engine asks for it by this name
files = ["general.db"]         # relative to the manifest, one stream in this order
kind = "general"               # general | connections | corner | dfa | fullboard | eyes | montecarlo
matcher = "grid"               # naive | grid | dfa | corner | fullboard | eyes | montecarlo
stage = "movegen"              # worms | dragons | influence | combination | owl | movegen | handicap
anchors = "both"               # o | x | both
attributes = "general"         # attribute map; the text may say it, too
vocabulary = 2                 # the version for which it is written: 1 GNU Go 3.8, 2 GNU Go of 2013

[lint]                         # what `mkpat check` reports; all keys are optional
select = ["warnings", "KP0604"]
ignore = ["unused-label"]
deny = ["warnings"]            # findings that make the check fail
"#;

    /// Reads a manifest; `path` may also be the folder that holds it.
    ///
    /// # Errors
    ///
    /// If it cannot be read, is not valid TOML, or says something that is not known.
    pub fn read(path: &Path) -> Result<Manifest, ManifestError> {
        let path = if path.is_dir() { path.join(Self::FILE_NAME) } else { path.to_path_buf() };
        let text = read_file(&path)
            .and_then(|bytes| {
                String::from_utf8(bytes).map_err(|_| "is not a text in UTF-8".to_string())
            })
            .map_err(|message| ManifestError { path: path.clone(), range: None, message })?;
        Self::parse(path, &text)
    }

    /// Parses the text of a manifest that lies at `path`.
    ///
    /// # Errors
    ///
    /// As [`Manifest::read`].
    pub fn parse(path: PathBuf, text: &str) -> Result<Manifest, ManifestError> {
        let fail = |range: Option<std::ops::Range<usize>>, message: String| ManifestError {
            path: path.clone(),
            range,
            message,
        };
        let raw: RawManifest = toml::from_str(text)
            .map_err(|e| fail(e.span(), in_words(text, e.span(), e.message())))?;
        let mut databases: Vec<DatabaseSpec> = Vec::new();
        for raw in raw.database {
            let span = raw.span();
            let raw = raw.into_inner();
            let name = raw.name.get_ref().clone();
            let ident = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
            if !name.starts_with(|c: char| c.is_ascii_lowercase()) || !name.chars().all(ident) {
                return Err(fail(
                    Some(raw.name.span()),
                    format!("database name `{name}` is not a lower-case identifier"),
                ));
            }
            if KEYWORDS.contains(&name.as_str()) {
                return Err(fail(
                    Some(raw.name.span()),
                    format!("database name `{name}` is a word of Rust, in which it names a module"),
                ));
            }
            if databases.iter().any(|d| d.name == name) {
                return Err(fail(Some(raw.name.span()), format!("database `{name}` twice")));
            }
            if raw.files.get_ref().is_empty() {
                return Err(fail(
                    Some(raw.files.span()),
                    format!("database `{name}` has no files"),
                ));
            }
            let files = raw.files.get_ref();
            if let Some(file) = files.iter().enumerate().find(|(i, f)| files[..*i].contains(f)) {
                let message = format!("database `{name}` names the file `{}` twice", file.1);
                return Err(fail(Some(raw.files.span()), message));
            }
            if !raw.kind.has_patterns() {
                let given = [
                    ("stage", raw.stage.as_ref().map(toml::Spanned::span)),
                    ("anchors", raw.anchors.as_ref().map(toml::Spanned::span)),
                    ("attributes", raw.attributes.as_ref().map(toml::Spanned::span)),
                ];
                if let Some((key, span)) = given.into_iter().find(|(_, span)| span.is_some()) {
                    return Err(fail(
                        span,
                        format!(
                            "`{key}` means nothing in database `{name}`, which has no patterns"
                        ),
                    ));
                }
            }
            let stage = match &raw.stage {
                Some(stage) => Stage::from_name(stage.get_ref()).ok_or_else(|| {
                    let known: Vec<_> = Stage::ALL.iter().map(|s| s.name()).collect();
                    fail(
                        Some(stage.span()),
                        format!("unknown stage `{}`; known: {}", stage.get_ref(), known.join(", ")),
                    )
                })?,
                None if raw.kind.has_patterns() => {
                    return Err(fail(Some(span), format!("database `{name}` has no `stage`")));
                }
                None => Stage::Movegen,
            };
            let attributes = match &raw.attributes {
                None => AttributeMap::None,
                Some(map) => AttributeMap::from_name(map.get_ref()).ok_or_else(|| {
                    fail(Some(map.span()), format!("unknown attribute map `{}`", map.get_ref()))
                })?,
            };
            let vocabulary = match &raw.vocabulary {
                None => NEWEST_VOCABULARY,
                Some(version)
                    if VOCABULARIES.iter().any(|(known, _)| known == version.get_ref()) =>
                {
                    *version.get_ref()
                }
                Some(version) => {
                    let known: Vec<String> =
                        VOCABULARIES.iter().map(|(n, of)| format!("{n} ({of})")).collect();
                    return Err(fail(
                        Some(version.span()),
                        format!(
                            "unknown vocabulary {}; known: {}",
                            version.get_ref(),
                            known.join(", ")
                        ),
                    ));
                }
            };
            let matcher = raw.matcher.unwrap_or(raw.kind.matcher());
            if !raw.kind.goes_with(matcher) {
                return Err(fail(
                    Some(raw.name.span()),
                    format!(
                        "database `{name}`: its kind and its matcher do not go together; leave \
                         out `matcher`"
                    ),
                ));
            }
            databases.push(DatabaseSpec {
                name,
                files: raw.files.into_inner(),
                kind: raw.kind,
                matcher,
                stage,
                anchors: raw.anchors.map(toml::Spanned::into_inner).unwrap_or_default(),
                attributes,
                vocabulary,
            });
        }
        if databases.is_empty() {
            return Err(fail(None, "no [[database]]".to_string()));
        }
        let selectors = |texts: &[toml::Spanned<String>]| -> Result<Vec<Selector>, ManifestError> {
            let parse = |text: &toml::Spanned<String>| {
                Selector::parse(text.get_ref(), &[CODES])
                    .map_err(|message| fail(Some(text.span()), message))
            };
            texts.iter().map(parse).collect()
        };
        let lint = Lint {
            select: selectors(&raw.lint.select)?,
            ignore: selectors(&raw.lint.ignore)?,
            deny: selectors(&raw.lint.deny)?,
        };
        Ok(Manifest { path, databases, lint })
    }

    /// The folder to which the file names are relative.
    pub fn dir(&self) -> &Path {
        self.path.parent().unwrap_or(Path::new("."))
    }
}

impl DatabaseSpec {
    /// The specification of a bare file: most permissive where the text does not
    /// tell. `kind` follows from the content ([`crate::language::load`]).
    pub fn inferred(name: &str, file: &str, kind: Kind) -> DatabaseSpec {
        DatabaseSpec {
            name: name.to_string(),
            files: vec![file.to_string()],
            kind,
            matcher: kind.matcher(),
            stage: Stage::Movegen,
            anchors: Anchors::Both,
            attributes: AttributeMap::None,
            vocabulary: NEWEST_VOCABULARY,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Manifest, ManifestError> {
        Manifest::parse(PathBuf::from("x/mkpat.toml"), text)
    }

    #[test]
    fn the_example_is_a_manifest() {
        let m = parse(Manifest::EXAMPLE).unwrap();
        assert_eq!((m.databases.len(), m.databases[0].name.as_str()), (1, "general"));
        for kind in Kind::ALL {
            assert!(Manifest::EXAMPLE.contains(kind.name()), "{kind:?}");
        }
        for stage in Stage::ALL {
            assert!(Manifest::EXAMPLE.contains(stage.name()), "{stage:?}");
        }
    }

    #[test]
    fn a_manifest_names_its_databases() {
        let m = parse(
            "[[database]]\nname = \"joseki\"\nfiles = [\"a.db\", \"b.db\"]\nkind = \"corner\"\n\
             stage = \"movegen\"\nattributes = \"general\"\n",
        )
        .unwrap();
        let d = &m.databases[0];
        assert_eq!((d.kind, d.matcher), (Kind::Corner, MatcherKind::Corner));
        assert_eq!((d.stage, d.attributes), (Stage::Movegen, AttributeMap::General));
        assert_eq!(m.dir(), Path::new("x"));
    }

    #[test]
    fn databases_without_patterns_need_no_stage_and_each_kind_has_its_matcher() {
        for (kind, matcher) in [
            ("eyes", MatcherKind::Eyes),
            ("montecarlo", MatcherKind::MonteCarlo),
            ("fullboard\"\nstage = \"movegen", MatcherKind::FullBoard),
        ] {
            let text =
                format!("[[database]]\nname = \"a\"\nfiles = [\"a.db\"]\nkind = \"{kind}\"\n");
            assert_eq!(parse(&text).unwrap().databases[0].matcher, matcher);
        }
    }

    #[test]
    fn mistakes_are_told_with_their_place() {
        let good = "[[database]]\nname = \"a\"\nfiles = [\"a.db\"]\nstage = \"movegen\"\n";
        for (from, to, word) in [
            ("\"a\"", "\"move\"", "word of Rust"),
            ("\"a\"", "\"A b\"", "identifier"),
            ("\"movegen\"", "\"movgen\"", "unknown stage"),
            ("[\"a.db\"]", "[]", "no files"),
            ("name", "nam", "nam"),
            ("stage = \"movegen\"\n", "", "no `stage`"),
            ("stage", "kind = \"corner\"\nmatcher = \"grid\"\nstage", "go together"),
            ("stage", "matcher = \"fullboard\"\nstage", "go together"),
            ("stage", "kind = \"eyes\"\nstage", "`stage` means nothing"),
            ("stage = \"movegen\"", "kind = \"eyes\"\nanchors = \"o\"", "`anchors` means"),
            ("[[database]]", "[lint]\nselect = [\"KP9\"]\n[[database]]", "no code"),
            ("[[database]]", "[lint]\nselct = []\n[[database]]", "selct"),
            ("stage = \"movegen\"", "kind = \"montecarlo\"\nmatcher = \"naive\"", "go together"),
        ] {
            let e = parse(&good.replacen(from, to, 1)).unwrap_err();
            assert!(e.message.contains(word), "{e}");
            assert!(e.range.is_some(), "{e}");
        }
        let twice = format!("{good}{good}");
        assert!(parse(&twice).unwrap_err().message.contains("twice"));
        assert!(parse("").unwrap_err().message.contains("no [[database]]"));
    }
}
