//! How often each code was found.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::{Applicability, Diagnostics, Tool};

/// A code and how often it was found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Count {
    /// The code.
    pub code: &'static str,
    /// Findings with it.
    pub count: usize,
    /// Of these, how many have a safe fix.
    pub safe: usize,
    /// And how many an unsafe one.
    pub risky: usize,
}

/// The codes of the findings, the most frequent ones first, equals by code.
pub fn counts(findings: &Diagnostics) -> Vec<Count> {
    let mut by_code: BTreeMap<&'static str, Count> = BTreeMap::new();
    for finding in findings.iter() {
        let code = finding.code;
        let row = by_code.entry(code).or_insert(Count { code, count: 0, safe: 0, risky: 0 });
        row.count += 1;
        match finding.fix.as_ref().map(|fix| fix.applicability) {
            Some(Applicability::Safe) => row.safe += 1,
            Some(Applicability::Unsafe) => row.risky += 1,
            None => {}
        }
    }
    let mut rows: Vec<Count> = by_code.into_values().collect();
    rows.sort_by_key(|row| std::cmp::Reverse(row.count));
    rows
}

/// A table for people: count, code, name, and how many can be fixed.
pub fn table(tool: &Tool, findings: &Diagnostics) -> String {
    let mut out = String::new();
    for Count { code, count, safe, risky } in counts(findings) {
        let name = tool.find(code).map_or("", |info| info.name);
        let fixes = match (safe, risky) {
            (0, 0) => String::new(),
            (safe, 0) => format!("  {safe} fixable"),
            (0, risky) => format!("  {risky} fixable with --unsafe-fixes"),
            (safe, risky) => format!("  {safe} fixable, {risky} more with --unsafe-fixes"),
        };
        // Writing to a string cannot fail.
        let _ = writeln!(out, "{}", format!("{count:6}  {code}  {name:28}{fixes}").trim_end());
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diag::{Diagnostic, Fix, codes};
    use crate::source::Span;

    #[test]
    fn the_most_frequent_code_comes_first() {
        let mut findings = Diagnostics::default();
        let here = Span::default();
        findings.push(Diagnostic::warning(codes::UNUSED_LABEL, here, ""));
        for _ in 0..2 {
            let fix = Fix::safe("do it").insert(here, 0, "x");
            findings.push(Diagnostic::hint(codes::UNTIDY_CODE, here, "").fix(fix));
        }
        let rows = counts(&findings);
        assert_eq!((rows[0].code, rows[0].count, rows[0].safe), (codes::UNTIDY_CODE, 2, 2));
        assert_eq!((rows[1].code, rows[1].count), (codes::UNUSED_LABEL, 1));
        const TOOL: Tool = Tool { name: "t", version: "1", codes: &[codes::CODES], help: |_| None };
        assert_eq!(
            table(&TOOL, &findings),
            "     2  KP0611  untidy-code                   2 fixable\n     1  KP0602  unused-label\n"
        );
    }
}
