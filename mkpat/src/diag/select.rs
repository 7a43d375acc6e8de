//! Which findings are reported: selectors, and layers of them.
//!
//! A selector is a code (`KP0602`), the beginning of codes (`KP06`), the name of a
//! code (`unused-label`), or a group (`all`, `errors`, `warnings`, `hints`). Defaults,
//! manifest and command line are a [`Layer`] each; a later layer that selects
//! replaces what the ones before it say, one that only ignores takes away. Within
//! a layer the more exact selector wins, and `ignore` if both are as exact.
//! Errors are always reported: nobody can decide that a database compiles.

use super::codes::{self, CodeInfo};
use super::{Diagnostic, Severity, did_you_mean};

/// Names a set of findings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Selector {
    /// Everything.
    All,
    /// Findings of this severity.
    Severity(Severity),
    /// Codes that begin so, in capitals.
    Prefix(String),
    /// One code.
    Code(&'static str),
}

/// Words for groups of findings.
const GROUPS: [(&str, Selector); 4] = [
    ("all", Selector::All),
    ("errors", Selector::Severity(Severity::Error)),
    ("warnings", Selector::Severity(Severity::Warning)),
    ("hints", Selector::Severity(Severity::Hint)),
];

impl Selector {
    /// The selector that `text` writes, given the codes of a tool.
    ///
    /// # Errors
    ///
    /// If no code is meant; the message says what was perhaps meant.
    pub fn parse(text: &str, codes: &[&'static [CodeInfo]]) -> Result<Selector, String> {
        if let Some((_, group)) = GROUPS.iter().find(|(name, _)| name.eq_ignore_ascii_case(text)) {
            return Ok(group.clone());
        }
        if let Some(info) = codes.iter().find_map(|codes| codes::find_in(codes, text)) {
            return Ok(Selector::Code(info.code));
        }
        let known = || codes.iter().copied().flatten();
        let prefix = text.to_ascii_uppercase();
        if prefix.len() >= 2 && known().any(|info| info.code.starts_with(&prefix)) {
            return Ok(Selector::Prefix(prefix));
        }
        let names = known().map(|info| info.name).chain(GROUPS.iter().map(|(name, _)| *name));
        let near = did_you_mean(&text.to_ascii_lowercase(), names)
            .map_or(String::new(), |near| format!("; did you mean `{near}`?"));
        Err(format!("no code, beginning of codes, name or group `{text}`{near}"))
    }

    /// Whether findings with this code and severity are meant.
    pub fn matches(&self, code: &str, severity: Severity) -> bool {
        match self {
            Selector::All => true,
            Selector::Severity(of) => *of == severity,
            Selector::Prefix(prefix) => code.starts_with(prefix.as_str()),
            Selector::Code(of) => *of == code,
        }
    }

    /// The more exact, the greater.
    fn exactness(&self) -> usize {
        match self {
            Selector::All => 1,
            Selector::Severity(_) => 2,
            Selector::Prefix(prefix) => 3 + prefix.len(),
            Selector::Code(_) => usize::MAX,
        }
    }
}

/// What the defaults, a manifest or a command line says about findings.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Layer {
    /// What is reported; empty: what the layers before say.
    pub select: Vec<Selector>,
    /// What is not reported.
    pub ignore: Vec<Selector>,
}

/// Layers in the order in which they were added, and what makes a check fail.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Selection {
    layers: Vec<Layer>,
    deny: Vec<Selector>,
}

impl Default for Selection {
    /// Errors and warnings are reported, and errors fail.
    fn default() -> Selection {
        let select = vec![Selector::Severity(Severity::Warning)];
        Selection { layers: vec![Layer { select, ignore: Vec::new() }], deny: Vec::new() }
    }
}

impl Selection {
    /// Adds a layer above the others.
    pub fn add(&mut self, layer: Layer) {
        self.layers.push(layer);
    }

    /// Selects these, too: adds them to the topmost layer that selects something.
    pub fn extend_select(&mut self, selectors: impl IntoIterator<Item = Selector>) {
        if let Some(layer) = self.layers.iter_mut().rev().find(|l| !l.select.is_empty()) {
            layer.select.extend(selectors);
        }
    }

    /// Makes the check fail if one of these findings is reported; a denied code is reported
    /// unless it is ignored by name.
    pub fn deny(&mut self, selectors: impl IntoIterator<Item = Selector>) {
        self.deny.extend(selectors);
    }

    /// Whether the finding is reported.
    pub fn reports(&self, finding: &Diagnostic) -> bool {
        let (code, severity) = (finding.code, finding.severity);
        if severity == Severity::Error {
            return true;
        }
        let best = |selectors: &[Selector]| {
            let matching = selectors.iter().filter(|s| s.matches(code, severity));
            matching.map(Selector::exactness).max().unwrap_or(0)
        };
        // Who denies a code wants to hear of it, hint or not.
        let denied = self.deny.contains(&Selector::Code(finding.code));
        let mut on = denied;
        for layer in &self.layers {
            let (select, ignore) = (best(&layer.select), best(&layer.ignore));
            on = if ignore > 0 && ignore >= select {
                false
            } else if select > 0 {
                true
            } else if layer.select.is_empty() {
                on
            } else {
                denied
            };
        }
        on
    }

    /// Whether the finding, if it is reported, makes the check fail.
    pub fn denies(&self, finding: &Diagnostic) -> bool {
        finding.severity == Severity::Error
            || self.deny.iter().any(|s| s.matches(finding.code, finding.severity))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Span;

    fn selectors(texts: &[&str]) -> Vec<Selector> {
        texts.iter().map(|text| Selector::parse(text, &[codes::CODES]).unwrap()).collect()
    }

    fn layer(select: &[&str], ignore: &[&str]) -> Layer {
        Layer { select: selectors(select), ignore: selectors(ignore) }
    }

    /// Which of an error, two warnings and a hint are reported.
    fn reported(selection: &Selection) -> String {
        [
            ('e', Diagnostic::error(codes::NO_MOVE, Span::default(), "")),
            ('w', Diagnostic::warning(codes::UNUSED_LABEL, Span::default(), "")),
            ('v', Diagnostic::warning(codes::LARGE_WEIGHT, Span::default(), "")),
            ('h', Diagnostic::hint(codes::LABEL_CASE, Span::default(), "")),
        ]
        .iter()
        .filter(|(_, finding)| selection.reports(finding))
        .map(|(letter, _)| letter)
        .collect()
    }

    fn with(layers: &[Layer]) -> String {
        let mut selection = Selection::default();
        layers.iter().for_each(|layer| selection.add(layer.clone()));
        reported(&selection)
    }

    #[test]
    fn hints_have_to_be_selected_and_errors_cannot_be_ignored() {
        assert_eq!(with(&[]), "ewv");
        assert_eq!(with(&[layer(&["all"], &[])]), "ewvh");
        assert_eq!(with(&[layer(&[], &["all"])]), "e");
        assert_eq!(with(&[layer(&["hints"], &[])]), "eh");
        assert_eq!(with(&[layer(&["errors"], &[])]), "e");
    }

    #[test]
    fn the_more_exact_selector_wins_and_ignore_among_equals() {
        assert_eq!(with(&[layer(&["KP06"], &["unused-label"])]), "eh");
        assert_eq!(with(&[layer(&["KP0602"], &["KP06"])]), "ew");
        assert_eq!(with(&[layer(&["KP06"], &["kp06"])]), "e");
        assert_eq!(with(&[layer(&["warnings", "label-case"], &["hints"])]), "ewvh");
    }

    #[test]
    fn later_layers_select_anew_or_take_away() {
        let manifest = layer(&["KP06"], &["KP0602"]);
        assert_eq!(with(&[manifest.clone(), layer(&["KP0602"], &[])]), "ew");
        assert_eq!(with(&[manifest.clone(), layer(&[], &["KP0604"])]), "e");
        assert_eq!(with(&[manifest]), "eh");
    }

    #[test]
    fn denied_codes_are_reported_unless_they_are_ignored() {
        let mut selection = Selection::default();
        selection.deny(selectors(&["label-case"]));
        assert_eq!(reported(&selection), "ewvh");
        assert!(selection.denies(&Diagnostic::hint(codes::LABEL_CASE, Span::default(), "")));
        assert!(!selection.denies(&Diagnostic::warning(codes::UNUSED_LABEL, Span::default(), "")));
        selection.add(layer(&[], &["label-case"]));
        assert_eq!(reported(&selection), "ewv");
    }

    #[test]
    fn what_names_no_code_is_refused_with_a_guess() {
        let message = Selector::parse("unused-lable", &[codes::CODES]).unwrap_err();
        assert!(message.contains("`unused-label`"), "{message}");
        for bad in ["KP9", "K", "", "KP06022"] {
            assert!(Selector::parse(bad, &[codes::CODES]).is_err(), "{bad}");
        }
    }
}
