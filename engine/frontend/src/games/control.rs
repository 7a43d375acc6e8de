//! The time of a game: main time, then byo-yomi of some seconds for some stones (GTP 2, §4.2),
//! as the judge of a match counts it.

use std::fmt;

/// Time of a player for a game, in seconds.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Control {
    /// Main time.
    pub(crate) main: f64,
    /// Byo-yomi time; 0 for none.
    pub(crate) byo_time: f64,
    /// Stones to play in it.
    pub(crate) byo_stones: u32,
}

impl Control {
    /// From `MAIN`, or `MAIN+TIME/STONES`, in seconds; `TIME` alone is for one stone.
    ///
    /// # Errors
    /// If it is neither, or no time at all.
    pub(crate) fn parse(text: &str) -> Result<Control, String> {
        const FORM: &str = "expected MAIN or MAIN+TIME/STONES, in seconds";
        let seconds = |text: &str| match text.parse::<f64>() {
            Ok(x) if (0.0..=1e6).contains(&x) => Ok(x),
            _ => Err(FORM.to_string()),
        };
        let (main, byo) = text.split_once('+').unwrap_or((text, "0/0"));
        let (time, stones) = byo.split_once('/').unwrap_or((byo, "1"));
        let stones = stones.parse().map_err(|_| FORM)?;
        let control =
            Control { main: seconds(main)?, byo_time: seconds(time)?, byo_stones: stones };
        let byo = control.byo_time > 0.0;
        if byo != (stones > 0) || !byo && control.main == 0.0 {
            return Err(FORM.to_string());
        }
        Ok(control)
    }

    /// The command that tells an engine.
    pub(crate) fn command(&self) -> String {
        // Whole seconds are all that every engine takes.
        let whole = |x: f64| x.floor();
        format!("time_settings {} {} {}", whole(self.main), whole(self.byo_time), self.byo_stones)
    }
}

impl fmt::Display for Control {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}+{}/{}", self.main, self.byo_time, self.byo_stones)
    }
}

/// What is left to one player.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Left {
    control: Control,
    seconds: f64,
    /// Stones to play in that time; 0 in main time.
    stones: u32,
}

impl Left {
    /// All of it.
    pub(crate) fn new(control: Control) -> Left {
        if control.main > 0.0 {
            Left { control, seconds: control.main, stones: 0 }
        } else {
            Left { control, seconds: control.byo_time, stones: control.byo_stones }
        }
    }

    /// The command that tells an engine of that colour (`b` or `w`). Fractions of seconds are cut
    /// off.
    pub(crate) fn command(&self, color: char) -> String {
        format!("time_left {color} {} {}", self.seconds.floor(), self.stones)
    }

    /// Seconds that the next move may take before the game is lost.
    pub(crate) fn most(&self) -> f64 {
        if self.stones > 0 { self.seconds } else { self.seconds + self.control.byo_time }
    }

    /// A move took so many seconds; whether it was in time.
    pub(crate) fn spend(&mut self, seconds: f64) -> bool {
        let mut rest = seconds;
        if self.stones == 0 {
            if rest <= self.seconds {
                self.seconds -= rest;
                return true;
            }
            rest -= self.seconds;
            if self.control.byo_stones == 0 {
                return false;
            }
            self.seconds = self.control.byo_time;
            self.stones = self.control.byo_stones;
        }
        if rest > self.seconds {
            return false;
        }
        self.seconds -= rest;
        self.stones -= 1;
        if self.stones == 0 {
            self.seconds = self.control.byo_time;
            self.stones = self.control.byo_stones;
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_one_form() {
        let parse = |text| Control::parse(text).map(|c| c.to_string());
        assert_eq!(parse("60"), Ok("60+0/0".to_string()));
        assert_eq!(parse("60+10/5"), Ok("60+10/5".to_string()));
        assert_eq!(parse("0+2"), Ok("0+2/1".to_string()));
        for bad in ["", "0", "x", "-1", "5+0/3", "5+3/0", "1+2/x", "nan"] {
            assert!(parse(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn byo_yomi_begins_anew_after_its_stones() {
        let mut left = Left::new(Control::parse("10+20/2").expect("a time"));
        assert_eq!((left.most(), left.command('b')), (30.0, "time_left b 10 0".to_string()));
        assert!(left.spend(4.5) && left.spend(6.5));
        assert_eq!(left.command('w'), "time_left w 19 1");
        assert!(left.spend(19.0));
        assert_eq!(left.command('w'), "time_left w 20 2");
        assert!(!left.spend(20.5));
        assert!(!Left::new(Control::parse("3").expect("a time")).spend(3.5));
    }
}
