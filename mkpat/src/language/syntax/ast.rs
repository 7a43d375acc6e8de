//! The syntax tree of a `.db` file: lines, and patterns as groups of lines.
//!
//! The lines tile the file, so that the tree plus the text keeps every byte and
//! a formatter can change some lines and leave the others alone. Nothing here is
//! judged: rows of different width, unknown helpers, undefined labels all parse.
//! The meaning lives in [`crate::language::ir`]; only [`crate::language::lower`] sees both.

use std::ops::Range;

use crate::source::{FileId, Span};

/// A parsed file.
#[derive(Clone, Debug)]
pub struct File {
    /// Which file.
    pub id: FileId,
    /// Every line, in order; their spans tile the text (line ends included).
    pub lines: Vec<Line>,
    /// What the lines make up, in order; blank lines and comments outside of
    /// patterns are in no item.
    pub items: Vec<Item>,
}

/// One line.
#[derive(Clone, Debug)]
pub struct Line {
    /// The whole line with its line end.
    pub span: Span,
    /// What it is.
    pub kind: LineKind,
}

/// The kinds of lines (docs/pattern-language.md, "Files and lines").
#[derive(Clone, Debug)]
pub enum LineKind {
    /// Nothing but white space.
    Blank,
    /// `#` to the end.
    Comment(Span),
    /// `attribute_map`, `goal_elements` or `callback_data`.
    Directive(Directive),
    /// `Pattern NAME`.
    Head(Head),
    /// A row of a diagram.
    Row(Row),
    /// `: …`
    Colon(Colon),
    /// `; …`: the text after the semicolon, end-trimmed.
    Constraint(Span),
    /// `> …`: the text after the sign, end-trimmed.
    Action(Span),
    /// None of these: an error, already reported by the parser.
    Malformed,
}

/// The directives (docs/pattern-language.md, "Directives").
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DirectiveKind {
    /// Which values colon lines may give.
    AttributeMap,
    /// Which elements can decide whether a pattern touches a dragon.
    GoalElements,
    /// Which elements the receiver of a match looks at.
    CallbackData,
}

impl DirectiveKind {
    /// All of them.
    pub const ALL: [DirectiveKind; 3] =
        [DirectiveKind::AttributeMap, DirectiveKind::GoalElements, DirectiveKind::CallbackData];

    /// Its keyword.
    pub const fn keyword(self) -> &'static str {
        match self {
            DirectiveKind::AttributeMap => "attribute_map",
            DirectiveKind::GoalElements => "goal_elements",
            DirectiveKind::CallbackData => "callback_data",
        }
    }

    /// The directive with this keyword.
    pub fn from_keyword(word: &str) -> Option<DirectiveKind> {
        DirectiveKind::ALL.into_iter().find(|kind| kind.keyword() == word)
    }
}

/// A directive line.
#[derive(Clone, Debug)]
pub struct Directive {
    /// Which one; of a misspelt keyword the one that was meant.
    pub kind: DirectiveKind,
    /// The keyword.
    pub keyword: Span,
    /// The word after it, if there is one.
    pub argument: Option<Span>,
}

/// A `Pattern` line.
#[derive(Clone, Debug)]
pub struct Head {
    /// The word `Pattern`.
    pub keyword: Span,
    /// The name.
    pub name: Span,
    /// Text after the name, if any; GNU Go ignores it.
    pub rest: Option<Span>,
}

/// A row of a diagram.
#[derive(Clone, Debug)]
pub enum Row {
    /// `+---+`: a top or bottom edge.
    Edge {
        /// The characters `+` and `-`.
        bar: Span,
        /// Free text after it.
        side: Option<Span>,
    },
    /// `|..X|`: elements or labels between optional side edges.
    Cells {
        /// `|` before the elements.
        left: Option<Span>,
        /// The elements or labels.
        cells: Span,
        /// `|` after them.
        right: Option<Span>,
        /// Free text after it.
        side: Option<Span>,
    },
}

/// A colon line.
#[derive(Clone, Debug)]
pub struct Colon {
    /// The symmetry character, if the line has one.
    pub symmetry: Option<Span>,
    /// The class letters with blanks, if there are any.
    pub class: Option<Span>,
    /// Value fields in order.
    pub values: Vec<ValueField>,
    /// The helper field, if there is one.
    pub helper: Option<Span>,
    /// Text after the helper field, which should not be there.
    pub rest: Option<Span>,
}

/// `name(argument)`.
#[derive(Clone, Debug)]
pub struct ValueField {
    /// The whole field.
    pub span: Span,
    /// The name.
    pub name: Span,
    /// What stands between the parentheses; `None` if `)` is missing.
    pub argument: Option<Span>,
}

/// What lines make up.
#[derive(Clone, Debug)]
pub enum Item {
    /// A directive: index of its line.
    Directive(usize),
    /// A pattern.
    Pattern(Box<PatternNode>),
}

/// A pattern: indices of its lines in [`File::lines`]. Lines in places where they may not stand
/// (docs/pattern-language.md, "Files and lines") are in none of the fields; the parser has
/// reported them.
#[derive(Clone, Debug)]
pub struct PatternNode {
    /// The `Pattern` line.
    pub head: usize,
    /// Its lines from the head to the last line that belongs to it, trailing
    /// blank lines and comments excluded.
    pub lines: Range<usize>,
    /// Comment lines directly above the head and before the diagram: the idea.
    pub comments: Vec<usize>,
    /// Rows of the main diagram.
    pub diagram: Range<usize>,
    /// The colon line.
    pub colon: Option<usize>,
    /// Rows of the constraint diagram (empty if there is none).
    pub labels: Range<usize>,
    /// The constraint, if there are `;` lines.
    pub constraint: Option<Code<Expr>>,
    /// The action, if there are `>` lines.
    pub action: Option<Code<Vec<Stmt>>>,
    /// The parser has reported an error after which the diagrams or the colon
    /// line cannot be trusted; judging them would only repeat it.
    pub broken: bool,
    /// Its constraint stands where it does not count; the parser has said so.
    pub ignored: bool,
}

/// A constraint or action: its lines and, unless it has a syntax error (already
/// reported), its tree.
#[derive(Clone, Debug)]
pub struct Code<T> {
    /// Indices of the lines.
    pub lines: Vec<usize>,
    /// The tree.
    pub tree: Option<T>,
    /// A stray `;` at the end of a constraint; the last `;` of an action.
    pub last_semicolon: Option<Span>,
}

/// An expression.
#[derive(Clone, Debug)]
pub struct Expr {
    /// From its first to its last byte (over several lines: with what lies between).
    pub span: Span,
    /// What it is.
    pub kind: ExprKind,
}

/// Kinds of expressions (docs/pattern-language.md, "Language").
#[derive(Clone, Debug)]
pub enum ExprKind {
    /// A number as written; finite.
    Number(f64),
    /// A name without parentheses: a constant or a helper without arguments.
    Name(String),
    /// `name(a,*,?)`.
    Call(Call),
    /// `!e`
    Not(Box<Expr>),
    /// `-e`
    Neg(Box<Expr>),
    /// `a op b`
    Binary(BinOp, Box<Expr>, Box<Expr>),
    /// `c ? a : b`
    Cond(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `(e)`
    Paren(Box<Expr>),
}

/// A call.
#[derive(Clone, Debug)]
pub struct Call {
    /// The name.
    pub name: String,
    /// Where it stands.
    pub name_span: Span,
    /// Arguments.
    pub args: Vec<Arg>,
}

/// An argument: one character.
#[derive(Clone, Copy, Debug)]
pub struct Arg {
    /// Where.
    pub span: Span,
    /// A label letter, `*` or `?`.
    pub ch: char,
}

/// Binary operators.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BinOp {
    /// `||`
    Or,
    /// `&&`
    And,
    /// A comparison.
    Cmp(mkpat_rt::expr::Cmp),
    /// `+`
    Add,
    /// `-`
    Sub,
}

/// A statement of an action.
#[derive(Clone, Debug)]
pub struct Stmt {
    /// All of it.
    pub span: Span,
    /// What it is.
    pub kind: StmtKind,
}

/// Kinds of statements (docs/pattern-language.md, "Constraints and actions").
#[derive(Clone, Debug)]
pub enum StmtKind {
    /// A call (the only expression statement the language has; others are
    /// reported when lowering).
    Expr(Expr),
    /// `if (c) s [else s]`
    If(Expr, Box<Stmt>, Option<Box<Stmt>>),
    /// `return e`
    Return(Expr),
    /// `{ … }`
    Block(Vec<Stmt>),
}
