//! Thinking time: what the client granted, what is left, and which level fits.
//!
//! A [`Clock`] takes the numbers of `time_settings` and `time_left` (GTP 2,
//! §4.2) and answers how many seconds the next move may take. Where the client
//! never sends `time_left` the clock counts by itself. Nothing here looks at a
//! watch: callers report durations, so tests need none.

use mkpat_rt::geom::Color;

/// Seconds kept back for transmission and the end of a move.
const RESERVE: f64 = 0.5;

/// A number of seconds on the command line.
///
/// # Errors
/// If it is none, not above 0, or above a million.
pub(crate) fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(x) if x > 0.0 && x <= 1e6 => Ok(x),
        _ => Err("expected a number of seconds above 0".to_string()),
    }
}

/// Time left for one player.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Left {
    seconds: f64,
    /// Stones to play in that time; 0 in main time.
    stones: u32,
}

/// The time of both players. Without settings it is unlimited.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Clock {
    settings: Option<TimeSettings>,
    left: [Option<Left>; 2],
}

#[derive(Clone, Copy, PartialEq, Debug)]
struct TimeSettings {
    byo_time: f64,
    byo_stones: u32,
    /// Byo-yomi is a period for each move: clients then tell the periods that are left instead of
    /// stones.
    periods: bool,
}

impl Clock {
    /// Sets main time, and byo-yomi time for a number of stones, in seconds.
    /// Byo-yomi time without stones means no limit, and so does nothing at all.
    pub fn set(&mut self, main: f64, byo_time: f64, byo_stones: u32) {
        *self = Clock::default();
        let unlimited = (byo_time > 0.0 && byo_stones == 0) || (main <= 0.0 && byo_time <= 0.0);
        if unlimited {
            return;
        }
        self.settings = Some(TimeSettings { byo_time, byo_stones, periods: false });
        let start = if main > 0.0 {
            Left { seconds: main, stones: 0 }
        } else {
            Left { seconds: byo_time, stones: byo_stones }
        };
        self.left = [Some(start); 2];
    }

    /// Sets main time and Japanese byo-yomi, in seconds: a move may take a period as long as there are
    /// periods left.
    pub fn set_byo_yomi(&mut self, main: f64, period: f64) {
        self.set(main, period, 1);
        if let Some(settings) = &mut self.settings {
            settings.periods = true;
        }
    }

    /// What the client says is left for `color`: seconds, and stones to play in
    /// them if in byo-yomi (else 0); after [`Clock::set_byo_yomi`] the periods that are left.
    pub fn set_left(&mut self, color: Color, seconds: f64, stones: u32) {
        let periods = self.settings.is_some_and(|s| s.periods);
        let stones = if periods { stones.min(1) } else { stones };
        self.left[color.index()] = Some(Left { seconds, stones });
    }

    /// A move of `color` took this long.
    pub fn spent(&mut self, color: Color, seconds: f64) {
        let byo = self.settings.filter(|s| s.byo_stones > 0);
        let Some(left) = &mut self.left[color.index()] else { return };
        left.seconds -= seconds;
        let over = if left.stones > 0 {
            left.stones -= 1;
            left.stones == 0
        } else {
            left.seconds <= 0.0
        };
        match byo {
            Some(s) if over => *left = Left { seconds: s.byo_time, stones: s.byo_stones },
            _ => left.seconds = left.seconds.max(0.0),
        }
    }

    /// Seconds that the next move of `color` may take, when the game is
    /// expected to go on for `moves_to_come` moves of each player; `None`
    /// without limit.
    pub fn allowance(&self, color: Color, moves_to_come: usize) -> Option<f64> {
        let left = self.left[color.index()]?;
        let byo = self.settings.filter(|s| s.byo_stones > 0);
        let share = if left.stones > 0 {
            left.seconds / f64::from(left.stones)
        } else {
            let spread = left.seconds / moves_to_come.max(10) as f64;
            let later = byo.map_or(0.0, |s| s.byo_time / f64::from(s.byo_stones));
            // What main time lacks of it is byo-yomi already.
            spread.max(later)
        };
        Some((share - RESERVE.min(share / 2.0)).max(0.0))
    }
}

/// Chooses a level by what levels have cost so far.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Pace {
    /// Seconds per move seen at each level, smoothed; index is the level.
    cost: Vec<Option<f64>>,
}

impl Pace {
    /// The highest level up to `level` whose moves are expected to take at most
    /// `allowance` seconds; 0 if none is.
    pub fn level(&self, level: u32, allowance: Option<f64>) -> u32 {
        let Some(allowance) = allowance else { return level };
        (0..=level).rev().find(|&l| self.expected(l) <= allowance).unwrap_or(0)
    }

    /// A move at this level took so many seconds.
    pub fn record(&mut self, level: u32, seconds: f64) {
        let i = level.min(MAX_LEVEL) as usize;
        if self.cost.len() <= i {
            self.cost.resize(i + 1, None);
        }
        // Rises at once, falls slowly: to run out of time is worse than a weak move.
        self.cost[i] = Some(match self.cost[i] {
            Some(old) if seconds < old => 0.7 * old + 0.3 * seconds,
            _ => seconds,
        });
    }

    fn expected(&self, level: u32) -> f64 {
        let i = level.min(MAX_LEVEL) as usize;
        let known = |(l, cost): (usize, &Option<f64>)| {
            let steps = i as f64 - l as f64;
            cost.map(|c| (steps.abs(), c * 1.25_f64.powf(steps)))
        };
        let nearest = self.cost.iter().enumerate().filter_map(known);
        let best = nearest.min_by(|a, b| a.0.total_cmp(&b.0));
        best.map_or(0.02 * 1.25_f64.powi(i as i32), |x| x.1)
    }
}

/// Highest level of play.
pub const MAX_LEVEL: u32 = 20;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_settings_time_is_unlimited() {
        let mut clock = Clock::default();
        assert_eq!(clock.allowance(Color::Black, 100), None);
        clock.set(0.0, 1.0, 0);
        assert_eq!(clock.allowance(Color::Black, 100), None);
        clock.set(0.0, 0.0, 0);
        assert_eq!(clock.allowance(Color::Black, 100), None);
    }

    #[test]
    fn main_time_is_spread_and_byo_yomi_divided() {
        let mut clock = Clock::default();
        clock.set(600.0, 0.0, 0);
        assert_eq!(clock.allowance(Color::Black, 100), Some(5.5));
        clock.set_left(Color::Black, 50.0, 5);
        assert_eq!(clock.allowance(Color::Black, 100), Some(9.5));
        assert_eq!(clock.allowance(Color::White, 100), Some(5.5));
        clock.set_left(Color::White, 0.0, 0);
        assert_eq!(clock.allowance(Color::White, 100), Some(0.0));
    }

    #[test]
    fn the_clock_counts_by_itself_into_byo_yomi() {
        let mut clock = Clock::default();
        clock.set(10.0, 20.0, 2);
        clock.spent(Color::Black, 11.0);
        assert_eq!(clock.allowance(Color::Black, 100), Some(9.5));
        clock.spent(Color::Black, 15.0);
        assert_eq!(clock.allowance(Color::Black, 100), Some(4.5));
        clock.spent(Color::Black, 1.0);
        assert_eq!(clock.allowance(Color::Black, 100), Some(9.5));
    }

    /// With main time used up byo-yomi begins, and is not lost.
    #[test]
    fn the_end_of_main_time_is_not_the_end() {
        let mut clock = Clock::default();
        clock.set(60.0, 20.0, 4);
        clock.set_left(Color::Black, 0.0, 0);
        assert_eq!(clock.allowance(Color::Black, 100), Some(4.5));
        clock.set(60.0, 0.0, 0);
        clock.set_left(Color::Black, 0.0, 0);
        assert_eq!(clock.allowance(Color::Black, 100), Some(0.0));
    }

    /// KGS tells how many periods are left where GTP has stones.
    #[test]
    fn a_period_is_for_one_move_however_many_are_left() {
        let mut clock = Clock::default();
        clock.set_byo_yomi(60.0, 30.0);
        for periods in [1, 5] {
            clock.set_left(Color::White, 30.0, periods);
            assert_eq!(clock.allowance(Color::White, 100), Some(29.5));
        }
        clock.spent(Color::White, 12.0);
        assert_eq!(clock.allowance(Color::White, 100), Some(29.5));
    }

    #[test]
    fn short_time_lowers_the_level() {
        let mut pace = Pace::default();
        assert_eq!(pace.level(10, None), 10);
        pace.record(10, 4.0);
        assert_eq!(pace.level(10, Some(4.0)), 10);
        let lower = pace.level(10, Some(2.0));
        assert!((1..10).contains(&lower), "{lower}");
        assert_eq!(pace.level(10, Some(0.0)), 0);
    }
}
