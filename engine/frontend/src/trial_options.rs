//! Options that change how moves are chosen, to find out whether a change is good: weights, and
//! patterns to do without.

use clap::Args;
use engine::weights::Weights;

/// Names of these options.
pub(crate) const TRIAL: &[&str] = &["weight", "without"];

/// See the module head.
#[derive(Args, Clone, Debug)]
pub(crate) struct TrialOptions {
    /// Sets a weight by which moves are valued (`katachi tune --list` prints them); may be repeated.
    #[arg(long, global = true, value_name = "NAME=VALUE", value_parser = weight, hide_short_help = true)]
    weight: Vec<(String, f32)>,
    /// Plays without the patterns of a database, `DATABASE:PATTERN`, or a pattern; names may end with
    /// `*`; may be repeated.
    #[arg(long, global = true, value_name = "PATTERNS", hide_short_help = true)]
    without: Vec<String>,
}

/// A weight and its value, which fits.
pub(crate) fn weight(text: &str) -> Result<(String, f32), String> {
    let (name, value) = text.split_once('=').ok_or("expected NAME=VALUE")?;
    let value: f32 = value.parse().map_err(|_| format!("{value:?} is no number"))?;
    Weights::default().set(name, value)?;
    Ok((name.to_string(), value))
}

impl TrialOptions {
    /// All weights.
    pub(crate) fn weights(&self) -> Weights {
        let mut weights = Weights::default();
        for (name, value) in &self.weight {
            // They have been tried when the option was read.
            let _ = weights.set(name, *value);
        }
        weights
    }

    /// What is left out.
    pub(crate) fn without(&self) -> Vec<String> {
        self.without.iter().flat_map(|word| word.split(',')).map(str::to_string).collect()
    }
}
