//! The layout of constraints and actions: tokens with canonical white space,
//! lines where the author broke them, and more breaks in lines that are too long.
//!
//! Tokens are never added, dropped or put in another order.

use crate::language::text_limits::is_space;

/// Widest line that is left alone, in characters, the sign included.
pub const WIDTH: usize = 100;

/// One token, with what the layout needs to know of it.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Token<'a> {
    text: &'a str,
    /// A blank stands before it, unless it starts a line.
    spaced: bool,
    /// Nesting in parentheses and braces, calls left out.
    depth: usize,
    /// A line may be broken before it.
    breakable: bool,
}

/// The lines of a constraint or action, without their signs: for each of `lines`,
/// the texts after the signs, the lines that it becomes.
pub(super) fn layout(lines: &[&str]) -> Vec<Vec<String>> {
    let mut state = State::default();
    let lay_out = |line: &&str| {
        let mut out = Vec::new();
        wrap(&state.tokens(line), &mut out);
        if out.is_empty() {
            out.push(String::new());
        }
        out
    };
    lines.iter().map(lay_out).collect()
}

/// Appends the lines of `tokens`: one, or more if it would be too wide.
fn wrap(mut tokens: &[Token<'_>], out: &mut Vec<String>) {
    while !tokens.is_empty() {
        let cut = cut(tokens);
        let (line, rest) = tokens.split_at(cut);
        // A line that is still too wide has breaks inside of parentheses only.
        if cut < tokens.len() && width(line) > WIDTH {
            wrap(line, out);
        } else {
            out.push(join(line));
        }
        tokens = rest;
    }
}

/// Where to break: before the last token on the lowest level that leaves a line
/// that is not too wide, else before the first on that level; the end if there is
/// no need or no place.
fn cut(tokens: &[Token<'_>]) -> usize {
    if width(tokens) <= WIDTH {
        return tokens.len();
    }
    let places = || tokens.iter().enumerate().skip(1).filter(|(_, t)| t.breakable);
    let Some(depth) = places().map(|(_, t)| t.depth).min() else { return tokens.len() };
    let mut first = None;
    let mut best = None;
    for (index, _) in places().filter(|(_, t)| t.depth == depth) {
        first = first.or(Some(index));
        if width(&tokens[..index]) <= WIDTH {
            best = Some(index);
        }
    }
    best.or(first).unwrap_or(tokens.len())
}

/// Width of a line of these tokens with its sign and the blank after it.
fn width(tokens: &[Token<'_>]) -> usize {
    let blanks = tokens.iter().skip(1).filter(|t| t.spaced).count();
    2 + blanks + tokens.iter().map(|t| t.text.chars().count()).sum::<usize>()
}

fn join(tokens: &[Token<'_>]) -> String {
    let mut out = String::new();
    for (index, token) in tokens.iter().enumerate() {
        if index > 0 && token.spaced {
            out.push(' ');
        }
        out.push_str(token.text);
    }
    out
}

/// What the tokenizer has to remember over the end of a line.
#[derive(Default)]
struct State {
    depth: usize,
    previous: Previous,
}

/// The token before.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum Previous {
    /// None, or an infix operator or a keyword.
    #[default]
    Start,
    /// A prefix operator.
    Prefix,
    /// `(`
    Open,
    /// The end of an operand: a number, a name, a call, `)`.
    Operand,
    /// `;`, `{` or `}`
    Statement,
}

impl State {
    fn tokens<'a>(&mut self, line: &'a str) -> Vec<Token<'a>> {
        let mut out = Vec::new();
        let mut rest = line.trim_start_matches(is_space);
        while !rest.is_empty() {
            let (text, after) = rest.split_at(length(rest));
            out.push(self.token(text));
            rest = after.trim_start_matches(is_space);
        }
        out
    }

    fn token<'a>(&mut self, text: &'a str) -> Token<'a> {
        use Previous::{Open, Operand, Prefix, Start, Statement};
        let previous = self.previous;
        let glued = matches!(previous, Prefix | Open);
        let mut token = Token { text, spaced: !glued, depth: self.depth, breakable: false };
        self.previous = match text {
            "(" => {
                self.depth += 1;
                Open
            }
            ")" => {
                token.spaced = false;
                self.depth = self.depth.saturating_sub(1);
                Operand
            }
            ";" => {
                token.spaced = false;
                Statement
            }
            "{" => {
                self.depth += 1;
                Statement
            }
            "}" => {
                self.depth = self.depth.saturating_sub(1);
                token.depth = self.depth;
                Statement
            }
            "!" => Prefix,
            "-" if previous != Operand => Prefix,
            "&&" | "||" => {
                token.breakable = true;
                Start
            }
            "if" | "else" | "return" => {
                token.breakable = previous == Statement;
                Start
            }
            _ if is_word(text) => {
                token.breakable = previous == Statement;
                Operand
            }
            _ => Start,
        };
        token
    }
}

/// Length of the first token of `text`, which does not start with white space.
/// A call is one token.
fn length(text: &str) -> usize {
    for operator in ["&&", "||", "==", "!=", "<=", ">="] {
        if text.starts_with(operator) {
            return operator.len();
        }
    }
    let end = |ch: char| !(ch.is_ascii_alphanumeric() || ch == '_' || ch == '.');
    let word = text.find(end).unwrap_or(text.len());
    if word == 0 {
        return text.chars().next().map_or(0, char::len_utf8);
    }
    let (name, rest) = text.split_at(word);
    if rest.starts_with('(') && !matches!(name, "if" | "else" | "return") {
        return rest.find(')').map_or(text.len(), |close| word + close + 1);
    }
    word
}

fn is_word(text: &str) -> bool {
    text.starts_with(|ch: char| ch.is_ascii_alphanumeric() || ch == '_' || ch == '.')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn laid_out(lines: &[&str]) -> Vec<String> {
        let once = layout(lines).concat();
        let again: Vec<&str> = once.iter().map(String::as_str).collect();
        assert_eq!(layout(&again).concat(), once, "the second time changes nothing");
        once
    }

    #[test]
    fn operators_have_blanks_around_them_and_calls_none_inside() {
        for (text, want) in [
            ("lib(a)>1&&( alive(b)||  !alive(c) )", "lib(a) > 1 && (alive(b) || !alive(c))"),
            ("oplay_attack(*,?,b,*)==WIN ;", "oplay_attack(*,?,b,*) == WIN;"),
            ("! ( a(b) )!=- 1", "!(a(b)) != -1"),
            ("lib(a)-1+ -2", "lib(a) - 1 + -2"),
            ("a(b)?1:( 0.5 )", "a(b) ? 1 : (0.5)"),
            ("if(x(a))f(a) ;else{g(*);}return(1);", "if (x(a)) f(a); else { g(*); } return (1);"),
            ("((lib(a)))", "((lib(a)))"),
            ("", ""),
        ] {
            assert_eq!(laid_out(&[text]), [want]);
        }
    }

    #[test]
    fn authors_breaks_stay_and_operators_know_the_line_before() {
        assert_eq!(
            laid_out(&["  lib(a)", "\t-1>0", " && !", "alive(b)"]),
            ["lib(a)", "- 1 > 0", "&& !", "alive(b)"]
        );
    }

    #[test]
    fn long_lines_break_before_the_outermost_operators() {
        let term = "xplay_attack_either(a,b,c,d)";
        let long = [term; 7].join("&&");
        let lines = laid_out(&[&long]);
        assert_eq!(lines.len(), 3);
        assert!(lines[1..].iter().all(|line| line.starts_with("&& ")), "{lines:?}");
        let nested = format!("{term} && ({})", [term; 5].join("||"));
        let lines = laid_out(&[&nested]);
        assert_eq!(lines[0], term);
        assert!(lines[1].starts_with("&& (xplay") && lines[2].starts_with("|| "), "{lines:?}");
        assert!(lines.iter().all(|line| line.chars().count() + 2 <= WIDTH));
        let calls = format!("{term};").repeat(4);
        assert_eq!(laid_out(&[&calls]).len(), 2, "statements are kept whole");
        let word = "a".repeat(300);
        assert_eq!(laid_out(&[&word]), [word], "there is no place to break");
    }
}
