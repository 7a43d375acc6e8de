//! The numbers by which moves are valued: one row each, with its name, default, the least and the
//! greatest value that make sense, and what it is.
//!
//! [`Weights`] is a value and part of the engine's configuration ([`crate::engine::Config`]), so that a
//! match can be played between two settings and `katachi tune` can look for better ones. Whoever values
//! moves reads its fields; nothing else here knows what a move is. A new number is a new row.

/// A row of the table.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct WeightRow {
    /// Its name.
    pub name: &'static str,
    /// What it is, with its unit.
    pub about: &'static str,
    /// Its value unless something else is said.
    pub default: f32,
    /// Its least and its greatest value.
    pub range: (f32, f32),
}

macro_rules! weights {
    ($( $(#[doc = $about:literal])+ $name:ident: $default:literal, $least:literal ..= $most:literal; )*) => {
        /// See the module head.
        // As many fields as the table has rows.
        #[derive(Clone, Copy, PartialEq, Debug)]
        pub struct Weights {
            $( $(#[doc = $about])+ pub $name: f32, )*
        }

        impl Weights {
            /// The table.
            pub const ROWS: &[WeightRow] = &[ $( WeightRow {
                name: stringify!($name),
                about: concat!($($about),+),
                default: $default,
                range: ($least, $most),
            } ),* ];

            fn fields(&mut self) -> Vec<&mut f32> {
                vec![ $( &mut self.$name ),* ]
            }
        }

        impl Default for Weights {
            fn default() -> Weights {
                Weights { $( $name: $default ),* }
            }
        }
    };
}

weights! {
    #[doc = "Part of what a move threatens to win that counts as its own value."]
    followup: 0.5, 0.0 ..= 1.0;
    #[doc = "Part of its own value up to which what a move threatens counts."]
    followup_limit: 1.1, 0.0 ..= 2.0;
    #[doc = "Part of what the opponent's move here would threaten that counts as value of the move."]
    reverse_followup: 0.5, 0.0 ..= 1.0;
    #[doc = "Points for a unit of the strategic size of a weak dragon that a move attacks or defends."]
    strategic: 1.8, 0.0 ..= 4.0;
    #[doc = "Points for a unit of the strategic size of a weak dragon that a move connects to safety or cuts from it."]
    link: 2.1, 0.0 ..= 4.0;
    #[doc = "Strategic size that the largest dragons come near to: it counts with this limit."]
    largest: 15.0, 5.0 ..= 60.0;
    #[doc = "Points by which a move that invades is worth less than if its stone were safe: it has to live or to come out."]
    invasion: 12.0, 0.0 ..= 40.0;
    #[doc = "Part of the influence on a vertex that has to be one's own for a stone there to stand at all."]
    hostile: 0.15, 0.0 ..= 0.5;
    #[doc = "Part of the influence on a vertex that has to be one's own for a stone there to stand in full."]
    friendly: 0.5, 0.1 ..= 1.0;
    #[doc = "Part of the odds of a move, how likely it is to be played, in the mean with what its reasons are worth."]
    likelihood: 0.5, 0.0 ..= 1.0;
    #[doc = "Most random games for a move at level 10 on boards up to 13x13; on a larger one 13 divided by its side times as many."]
    games: 3500.0, 0.0 ..= 16000.0;
    #[doc = "Random games for which the value of a move counts before there are any, if reading does not speak for it."]
    games_known: 100.0, 0.0 ..= 1000.0;
    #[doc = "The same for a move that reading speaks for: it takes, kills or saves something."]
    games_read: 100.0, 0.0 ..= 1000.0;
    #[doc = "Random games won for which the move that seems likeliest counts before there are any."]
    games_likely: 30.0, 0.0 ..= 200.0;
    #[doc = "Part of the random games that either side wins: who is further ahead gives points for it."]
    games_even: 0.25, 0.0 ..= 0.5;
    #[doc = "Random games through a move from which on those in which it only came later count for less than half."]
    games_rave: 300.0, 10.0 ..= 2500.0;
}

impl Weights {
    /// Sets a number by its name.
    ///
    /// # Errors
    /// If there is none with this name, or the value is out of its range.
    pub fn set(&mut self, name: &str, value: f32) -> Result<(), String> {
        let found = Weights::ROWS.iter().position(|row| row.name == name);
        let (Some(i), true) = (found, found.is_some_and(|i| Weights::in_range(i, value))) else {
            return Err(match found {
                None => format!("there is no weight {name:?}"),
                Some(i) => {
                    let (least, most) = Weights::ROWS[i].range;
                    format!("{name} goes from {least} to {most}")
                }
            });
        };
        if let Some(field) = self.fields().into_iter().nth(i) {
            *field = value;
        }
        Ok(())
    }

    fn in_range(row: usize, value: f32) -> bool {
        let (least, most) = Weights::ROWS[row].range;
        (least..=most).contains(&value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_set_by_name_and_stay_in_range() {
        let mut weights = Weights::default();
        assert_eq!(weights.set("followup", 0.5), Ok(()));
        assert_eq!((weights.followup, weights.strategic), (0.5, 1.8));
        assert_eq!(weights.set("followup", 1.5), Err("followup goes from 0 to 1".to_string()));
        assert_eq!(weights.set("followup", f32::NAN), Err("followup goes from 0 to 1".to_string()));
        assert_eq!(weights.set("luck", 1.0), Err("there is no weight \"luck\"".to_string()));
        assert_eq!(weights.followup, 0.5);
    }

    #[test]
    fn defaults_are_in_range_and_names_are_different() {
        for (i, row) in Weights::ROWS.iter().enumerate() {
            assert!(Weights::in_range(i, row.default), "{}", row.name);
            assert!(Weights::ROWS[..i].iter().all(|other| other.name != row.name));
        }
    }
}
