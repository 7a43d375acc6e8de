//! Who plays: a command line that speaks GTP, from what the user wrote.

use std::path::Path;

use engine::game::{Ko, Rules, Scoring};

/// A player of a match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Contestant {
    /// What the user wrote.
    pub(crate) name: String,
    /// Program and arguments.
    pub(crate) words: Vec<String>,
}

/// Options of ours that say which rules hold.
const RULES: &[&str] = &[
    "--rules",
    "--chinese-rules",
    "--japanese-rules",
    "--simple-ko",
    "--positional-superko",
    "--situational-superko",
    "--allow-suicide",
    "--forbid-suicide",
];

impl Contestant {
    /// A player from what the user wrote: a folder of databases, `katachi` with options, or the
    /// command line of any GTP engine. `program` is the file of this program; our own players
    /// get the rules of the match unless they have options of rules themselves.
    ///
    /// # Errors
    /// If there is no word, or a quote is not closed.
    pub(crate) fn parse(text: &str, program: &Path, rules: Rules) -> Result<Contestant, String> {
        let name = text.trim().to_string();
        let path = program.display().to_string();
        let mut words = if Path::new(&name).join("mkpat.toml").is_file() {
            vec![path, "gtp".to_string(), "--patterns".to_string(), name.clone()]
        } else {
            let mut words = split(&name).map_err(|e| format!("{name:?}: {e}"))?;
            match words.first().map(String::as_str) {
                None => return Err(format!("{text:?}: no player")),
                Some("katachi") => {
                    words[0] = path;
                    words.insert(1, "gtp".to_string());
                }
                // Any other engine knows by itself what it needs.
                Some(_) => return Ok(Contestant { name, words }),
            }
            words
        };
        let said = |word: &String| RULES.iter().any(|r| word.split('=').next() == Some(r));
        if !words.iter().any(said) {
            words.extend(rule_options(rules));
        }
        Ok(Contestant { name, words })
    }
}

/// The options of our program that stand for these rules; komi is told over GTP.
fn rule_options(rules: Rules) -> Vec<String> {
    let scoring = match rules.scoring {
        Scoring::Territory => "japanese",
        Scoring::Area => "chinese",
    };
    let ko = match rules.ko {
        Ko::Simple => "--simple-ko",
        Ko::PositionalSuperko => "--positional-superko",
        Ko::SituationalSuperko => "--situational-superko",
    };
    let suicide = if rules.suicide { "--allow-suicide" } else { "--forbid-suicide" };
    ["--rules", scoring, ko, suicide].map(String::from).to_vec()
}

/// The words of a command line: apart by blanks, kept together by single or double quotes; a
/// backslash takes the next character as it is, but for inside of single quotes.
///
/// # Errors
/// If a quote is not closed, or nothing follows a backslash.
pub(crate) fn split(text: &str) -> Result<Vec<String>, &'static str> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut chars = text.chars();
    while let Some(ch) = chars.next() {
        match (ch, quote) {
            ('\\', None | Some('"')) => {
                let next = chars.next().ok_or("nothing follows the backslash")?;
                word.get_or_insert_default().push(next);
            }
            (_, Some(open)) if ch == open => quote = None,
            ('"' | '\'', None) => {
                quote = Some(ch);
                word.get_or_insert_default();
            }
            (_, None) if ch.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(ch),
        }
    }
    if quote.is_some() {
        return Err("a quote is not closed");
    }
    words.extend(word);
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_those_of_a_shell() {
        let words = |text| split(text).expect("words");
        assert_eq!(words(" gnugo --mode  gtp "), ["gnugo", "--mode", "gtp"]);
        assert_eq!(words(r#"a "b c" 'd "e' f\ g"#), ["a", "b c", "d \"e", "f g"]);
        assert_eq!(words(r#"x '' "a\"b""#), ["x", "", "a\"b"]);
        assert!(split("a 'b").is_err() && split("a\\").is_err());
    }

    #[test]
    fn our_own_players_get_the_rules_of_the_match() {
        let program = Path::new("/bin/katachi");
        let words = |text| {
            let found = Contestant::parse(text, program, Rules::CHINESE).expect("a player");
            found.words.join(" ")
        };
        assert_eq!(
            words("katachi --level 5"),
            "/bin/katachi gtp --level 5 --rules chinese --positional-superko --forbid-suicide"
        );
        assert_eq!(words("katachi --rules=japanese"), "/bin/katachi gtp --rules=japanese");
        assert_eq!(words("gnugo --mode gtp"), "gnugo --mode gtp");
        assert!(Contestant::parse(" ", program, Rules::CHINESE).is_err());
    }
}
