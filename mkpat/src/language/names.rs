//! Names of patterns: letters, a number, perhaps a suffix (docs/pattern-language.md, "Pattern line"), and the
//! next free one. Text → text.

/// A name in three parts.
fn split(name: &str) -> Option<(&str, &str)> {
    let base = name.trim_end_matches(|ch: char| ch.is_ascii_lowercase());
    let prefix = base.trim_end_matches(|ch: char| ch.is_ascii_digit());
    let digits = &base[prefix.len()..];
    (!prefix.is_empty() && !digits.is_empty()).then_some((prefix, digits))
}

/// The prefix of a name: `EB` of `EB12b`.
pub fn prefix(name: &str) -> Option<&str> {
    split(name).map(|(prefix, _)| prefix)
}

/// The next name with `prefix`: one more than the largest number in use, with leading zeros if the other names have
/// them.
pub fn next<'a>(names: impl Iterator<Item = &'a str>, prefix: &str) -> String {
    let (mut last, mut width) = (0u64, 0);
    for (_, digits) in names.filter_map(split).filter(|(p, _)| *p == prefix) {
        last = last.max(digits.parse().unwrap_or(0));
        if digits.starts_with('0') {
            width = width.max(digits.len());
        }
    }
    format!("{prefix}{:0width$}", last.saturating_add(1))
}
