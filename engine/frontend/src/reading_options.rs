//! Options that say how far reading goes and how much it remembers.
//!
//! There is one for every row of the engine's table of limits that names an option
//! ([`LIMITS`]); most names are GNU Go's. Limits that are not given follow from `--level`.

use clap::error::ErrorKind;
use clap::{Arg, ArgMatches, Args, Command, Error, FromArgMatches, ValueEnum};
use engine::reading::{Growth, LIMITS, Memory, Overrides, Scheme};

/// Largest depth that may be asked for, in plies.
const MAX_DEPTH: u64 = 60;

/// Largest transposition table that may be asked for, in megabytes.
const MAX_MEGABYTES: f64 = 4096.0;

/// Limits of reading, and the size of its memory.
#[derive(Clone, Debug)]
pub(crate) struct ReadingOptions {
    overrides: Overrides,
    others: OtherOptions,
}

/// Options that are not rows of the table.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Reading (else as --level says)")]
struct OtherOptions {
    /// Who may take which ko while reading.
    #[arg(long, global = true, value_enum)]
    komaster: Option<SchemeName>,
    /// Megabytes of the transposition table (2). 0 to read without: slower, with the
    /// same answers.
    #[arg(long, short = 'M', alias = "hash", global = true, value_name = "MB", value_parser = megabytes)]
    cache_size: Option<f64>,
}

/// The komaster schemes ([`Scheme`]): rules about which ko may be taken while reading.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum SchemeName {
    /// Scheme 5, the usual one.
    Five,
    /// The scheme of GNU Go 2.7.232: somebody is komaster or nobody, and nothing else.
    Early,
    /// `early` revised: the komaster may take another ko if this settles his own.
    Revised,
}

fn megabytes(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(x) if (0.0..=MAX_MEGABYTES).contains(&x) => Ok(x),
        _ => Err(format!("expected a number of megabytes, 0 to {MAX_MEGABYTES}")),
    }
}

/// The options of the rows of the table.
fn limits() -> impl Iterator<Item = Arg> {
    LIMITS.iter().filter_map(|row| {
        let name = row.option?;
        let depth = matches!(row.growth, Growth::Ply) || name.ends_with("depth");
        let (unit, range) = if depth { ("PLIES", 0..=MAX_DEPTH) } else { ("NODES", 0..=u64::MAX) };
        let about = row.about.trim_end_matches('.');
        let arg = Arg::new(row.name)
            .long(name)
            .global(true)
            .value_name(unit)
            .value_parser(clap::value_parser!(u64).range(range))
            .help(format!("{about} ({})", row.default))
            .help_heading("Reading (else as --level says)");
        let arg = match row.letter {
            Some(letter) => arg.short(letter),
            None => arg,
        };
        // GNU Go writes this one with both.
        Some(if name == "break-chain-depth" { arg.alias("break_chain-depth") } else { arg })
    })
}

impl Args for ReadingOptions {
    fn augment_args(command: Command) -> Command {
        OtherOptions::augment_args(command.args(limits()))
    }

    fn augment_args_for_update(command: Command) -> Command {
        ReadingOptions::augment_args(command)
    }
}

impl FromArgMatches for ReadingOptions {
    fn from_arg_matches(matches: &ArgMatches) -> Result<ReadingOptions, Error> {
        let mut overrides = Overrides::default();
        for row in LIMITS.iter().filter(|row| row.option.is_some()) {
            let given = matches.try_get_one::<u64>(row.name);
            let given = given.map_err(|e| Error::raw(ErrorKind::InvalidValue, e))?;
            if let Some(&value) = given {
                overrides = overrides.with(row.name, value);
            }
        }
        Ok(ReadingOptions { overrides, others: OtherOptions::from_arg_matches(matches)? })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = ReadingOptions::from_arg_matches(matches)?;
        Ok(())
    }
}

impl ReadingOptions {
    /// The limits that are set.
    pub(crate) fn overrides(&self) -> Overrides {
        match self.others.komaster {
            None => self.overrides,
            Some(SchemeName::Five) => self.overrides.with_scheme(Scheme::Five),
            Some(SchemeName::Early) => self.overrides.with_scheme(Scheme::Early),
            Some(SchemeName::Revised) => self.overrides.with_scheme(Scheme::Revised),
        }
    }

    /// Entries of the transposition table: as many as fit, a power of two.
    pub(crate) fn entries(&self) -> usize {
        let Some(megabytes) = self.others.cache_size else { return Memory::ENTRIES };
        let entries = (megabytes * f64::from(1 << 20)) as usize / Memory::ENTRY_BYTES;
        entries.checked_ilog2().map_or(0, |log| 1 << log)
    }
}
