//! What results say: score and Elo with error bars, and the sequential test.
//!
//! The unit is the pair: two games from one opening with colours exchanged, whose results are
//! not independent of each other. A pair scores 0, ½, 1, 1½ or 2 points (*pentanomial* counts).
//!
//! - Elo: `s = 1 / (1 + 10^(-elo/400))` (A. Elo, "The Rating of Chessplayers", 1978).
//! - Error bars: the mean of the pairs' scores, ± 1.96 standard errors of that mean.
//! - The sequential probability ratio test (A. Wald, "Sequential Tests of Statistical
//!   Hypotheses", 1945) with the generalized likelihood ratio of a multinomial distribution whose
//!   expectation is given (M. Van den Bergh, "A Practical Introduction to the GSPRT", and "The
//!   Generalized Maximum Likelihood Ratio for the Expectation Value of a Distribution"): under
//!   the hypothesis that a pair's expectation is `s`, the most likely distribution near the
//!   observed `p` is `p_i / (1 + t (a_i - s))`, where `t` makes its expectation `s`.

/// Counts of pairs that scored 0, ½, 1, 1½ and 2 points.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Pentanomial(pub(crate) [u64; 5]);

/// A mean with what it may be off by.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Estimate {
    /// The mean.
    pub(crate) mean: f64,
    /// The lower end of the 95 % interval.
    pub(crate) low: f64,
    /// The upper end.
    pub(crate) high: f64,
}

/// Elo of a score of 0 to 1; infinite at the ends.
pub(crate) fn elo(score: f64) -> f64 {
    // Both ends without a rounding that gives a sign to 0.
    -400.0 * (1.0 / score - 1.0).log10() + 0.0
}

/// The score of so much Elo.
pub(crate) fn expectation(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

impl Pentanomial {
    /// Adds a pair by its half points, 0 to 4.
    pub(crate) fn add(&mut self, half_points: usize) {
        self.0[half_points.min(4)] += 1;
    }

    /// Number of pairs.
    pub(crate) fn pairs(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The mean score of a game, 0 to 1, with its 95 % interval; `None` without a pair.
    ///
    /// Where all pairs have the same result the observed variance is 0 and says nothing: then half
    /// a pair of each other result is taken to have been seen.
    pub(crate) fn score(&self) -> Option<Estimate> {
        let n = self.pairs();
        if n == 0 {
            return None;
        }
        let seen = self.0.iter().filter(|&&c| c > 0).count();
        let prior = if seen == 1 { 0.5 } else { 0.0 };
        let moments = |prior: f64| {
            let weights = self.0.map(|c| c as f64 + if c == 0 { prior } else { 0.0 });
            let sum: f64 = weights.iter().sum();
            let mean = weights.iter().zip(VALUES).map(|(w, a)| w * a).sum::<f64>() / sum;
            let spread = weights.iter().zip(VALUES).map(|(w, a)| w * (a - mean).powi(2));
            (mean, spread.sum::<f64>() / sum)
        };
        let (mean, _) = moments(0.0);
        let (_, variance) = moments(prior);
        let error = 1.96 * (variance / n as f64).sqrt();
        Some(Estimate { mean, low: (mean - error).max(0.0), high: (mean + error).min(1.0) })
    }

    /// The score as Elo.
    pub(crate) fn elo(&self) -> Option<Estimate> {
        let Estimate { mean, low, high } = self.score()?;
        Some(Estimate { mean: elo(mean), low: elo(low), high: elo(high) })
    }

    /// The logarithm of the likelihood ratio of two expectations, `s1` against `s0`.
    pub(crate) fn log_likelihood_ratio(&self, s0: f64, s1: f64) -> f64 {
        let n = self.pairs() as f64;
        if n == 0.0 {
            return 0.0;
        }
        // A result that was never seen is not impossible.
        let counts = self.0.map(|c| (c as f64).max(1e-3));
        let sum: f64 = counts.iter().sum();
        let p = counts.map(|c| c / sum);
        let (t0, t1) = (tilt(&p, s0), tilt(&p, s1));
        let ratio = p.iter().zip(VALUES).map(|(p, a)| {
            let (d0, d1) = (1.0 + t0 * (a - s0), 1.0 + t1 * (a - s1));
            p * (d0 / d1).ln()
        });
        n * ratio.sum::<f64>()
    }
}

/// Score of a game in a pair with that many half points.
const VALUES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// The `t` with which the distribution `p_i / (1 + t (a_i - s))` has the expectation `s`.
fn tilt(p: &[f64; 5], s: f64) -> f64 {
    let slope = |t: f64| -> f64 {
        p.iter().zip(VALUES).map(|(p, a)| p * (a - s) / (1.0 + t * (a - s))).sum()
    };
    // Between the poles at the least and the greatest value the sum falls.
    let (mut low, mut high) = (-1.0 / (1.0 - s) + 1e-12, 1.0 / s - 1e-12);
    for _ in 0..200 {
        let middle = (low + high) / 2.0;
        if slope(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    (low + high) / 2.0
}

/// A sequential test: is A stronger by `elo1` rather than by `elo0`?
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Sprt {
    /// Elo of the hypothesis that is to be refused.
    pub(crate) elo0: f64,
    /// Elo of the other one.
    pub(crate) elo1: f64,
    /// How often the first may be refused though it is true.
    pub(crate) alpha: f64,
    /// How often the second may be refused though it is true.
    pub(crate) beta: f64,
}

/// What a sequential test has come to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SprtVerdict {
    /// More games are needed.
    Open,
    /// The hypothesis of `elo0` is accepted.
    Accepted0,
    /// That of `elo1`.
    Accepted1,
}

impl Sprt {
    /// From `ELO0,ELO1`, with 5 % for both errors.
    ///
    /// # Errors
    /// If it is not two numbers, the smaller first.
    pub(crate) fn parse(text: &str) -> Result<Sprt, String> {
        const FORM: &str = "expected ELO0,ELO1, the smaller first";
        let (elo0, elo1) = text.split_once(',').ok_or(FORM)?;
        let number = |text: &str| match text.trim().parse::<f64>() {
            Ok(x) if x.abs() <= 1000.0 => Ok(x),
            _ => Err(FORM.to_string()),
        };
        let (elo0, elo1) = (number(elo0)?, number(elo1)?);
        if elo0 >= elo1 {
            return Err(FORM.to_string());
        }
        Ok(Sprt { elo0, elo1, alpha: 0.05, beta: 0.05 })
    }

    /// The bounds of the logarithm between which the test is open.
    pub(crate) fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The logarithm of the likelihood ratio, and what follows from it.
    pub(crate) fn test(&self, pairs: &Pentanomial) -> (f64, SprtVerdict) {
        let llr = pairs.log_likelihood_ratio(expectation(self.elo0), expectation(self.elo1));
        let (low, high) = self.bounds();
        let verdict = if llr <= low {
            SprtVerdict::Accepted0
        } else if llr >= high {
            SprtVerdict::Accepted1
        } else {
            SprtVerdict::Open
        };
        (llr, verdict)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mkpat_rt::rng::Rng;

    #[test]
    fn elo_and_expectation_are_inverse() {
        assert_eq!((elo(0.5), expectation(0.0)), (0.0, 0.5));
        assert!((elo(0.76) - 200.24).abs() < 0.01);
        for x in [-300.0, -5.0, 42.0] {
            assert!((elo(expectation(x)) - x).abs() < 1e-9);
        }
        assert_eq!((elo(1.0), elo(0.0)), (f64::INFINITY, f64::NEG_INFINITY));
    }

    #[test]
    fn the_score_is_that_of_all_games() {
        let pairs = Pentanomial([1, 0, 2, 0, 1]);
        let Estimate { mean, low, high } = pairs.score().expect("pairs");
        assert_eq!(mean, 0.5);
        // Variance 1/8 of four pairs: a standard error of √(1/32).
        assert!((high - mean - 1.96 * (1.0f64 / 32.0).sqrt()).abs() < 1e-12 && low < mean);
        let all = Pentanomial([0, 0, 0, 0, 7]).score().expect("pairs");
        assert!(all.mean == 1.0 && all.low < 0.9);
        assert_eq!(Pentanomial::default().score(), None);
    }

    /// Near the truth the exact ratio is that of a normal distribution:
    /// `n (s1 - s0) (2 mean - s0 - s1) / (2 variance)` (Van den Bergh, as above).
    #[test]
    fn the_likelihood_ratio_is_nearly_that_of_a_normal_distribution() {
        let pairs = Pentanomial([300, 0, 900, 0, 340]);
        let n = pairs.pairs() as f64;
        let mean = pairs.score().expect("pairs").mean;
        let variance =
            (300.0 * mean.powi(2) + 900.0 * (0.5 - mean).powi(2) + 340.0 * (1.0 - mean).powi(2))
                / n;
        let (s0, s1) = (expectation(0.0), expectation(10.0));
        let normal = n * (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * variance);
        let exact = pairs.log_likelihood_ratio(s0, s1);
        assert!((exact - normal).abs() < 0.05 * normal.abs(), "{exact} {normal}");
        assert!((pairs.log_likelihood_ratio(s1, s0) + exact).abs() < 1e-9);
        assert_eq!(Pentanomial::default().log_likelihood_ratio(s0, s1), 0.0);
    }

    /// Of 200 tests with either hypothesis true, hardly more than 5 % end with the other.
    #[test]
    fn errors_are_as_rare_as_the_test_promises() {
        let sprt = Sprt::parse("0,60").expect("a test");
        let mut rng = Rng::new(5);
        for (elo, wrong) in [(0.0, SprtVerdict::Accepted1), (60.0, SprtVerdict::Accepted0)] {
            let s = expectation(elo);
            let mut errors = 0;
            for _ in 0..200 {
                let mut pairs = Pentanomial::default();
                let verdict = loop {
                    let mut game =
                        || 2 * usize::from(rng.below(1 << 20) < (s * f64::from(1 << 20)) as usize);
                    pairs.add(game() + game());
                    match sprt.test(&pairs) {
                        (_, SprtVerdict::Open) => {}
                        (_, verdict) => break verdict,
                    }
                };
                errors += usize::from(verdict == wrong);
            }
            assert!(errors <= 18, "{errors} of 200 at {elo} Elo");
        }
    }

    #[test]
    fn hypotheses_have_one_form() {
        assert!(Sprt::parse("-5, 0").is_ok());
        for bad in ["", "5", "5,5", "5,0", "x,1", "0,nan"] {
            assert!(Sprt::parse(bad).is_err(), "{bad}");
        }
    }
}
