//! `katachi match A B`: arguments in, games played, a table out.

use std::collections::BTreeSet;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use engine::game::Rules;
use mkpat_rt::geom::Point;

use super::contestant::Contestant;
use super::control::Control;
use super::engine::Engine;
use super::game::{Conditions, GameNumber, greeting};
use super::series::{Standing, Task, play_all};
use super::statistics::{Sprt, SprtVerdict};
use super::store::{MatchSettings, Store};
use super::{opening, report};

/// How long an engine may take to start.
const START: Duration = Duration::from_secs(60);

/// How games are played; used by every command that plays some.
#[derive(Args, Clone, Debug)]
pub struct GameArgs {
    /// Games at a time; else one per processor.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) jobs: Option<u16>,
    /// Time of each player in seconds, MAIN or MAIN+TIME/STONES; else only a move is limited.
    #[arg(long, value_name = "TIME", value_parser = Control::parse)]
    clock: Option<Control>,
    /// Seconds after which a move is lost on time, whatever the clock says.
    #[arg(long, value_name = "SECONDS", default_value_t = 120.0, value_parser = crate::clock::seconds)]
    move_limit: f64,
    /// Moves after which a game is scored as it stands; else three for each vertex.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    moves: Option<u32>,
    /// The GTP engine whose `final_score` decides finished games; else our own scoring does.
    #[arg(long, value_name = "COMMAND")]
    scorer: Option<String>,
    /// Stones that are on the board when a game begins, Black's and White's in turn; else 4, and 2 on
    /// boards smaller than 9×9.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(0..=40))]
    plies: Option<u16>,
}

/// Options of `katachi match A B`.
#[derive(Args, Debug)]
pub struct MatchArgs {
    /// Games to play, in pairs; an odd number is made even.
    #[arg(long, value_name = "N", default_value_t = 200, requires = "b", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    games: u32,
    /// Folder that keeps settings, results, records and a plot; a match that was broken off goes on
    /// there.
    #[arg(long, value_name = "DIR", requires = "b")]
    folder: Option<PathBuf>,
    /// Only these pairs, such as `1-20,25`.
    #[arg(long, value_name = "PAIRS", requires = "b", value_parser = PairList::parse)]
    pairs: Option<PairList>,
    /// List the pairs with their openings, and play nothing.
    #[arg(long, requires = "b")]
    list: bool,
    /// Take up the games of another folder of the same match first; may be repeated.
    #[arg(long, value_name = "DIR", requires = "folder")]
    merge: Vec<PathBuf>,
    /// Stop as soon as it is clear whether A is stronger by ELO1 rather than by ELO0 (SPRT).
    #[arg(long, value_name = "ELO0,ELO1", requires = "b", value_parser = Sprt::parse, allow_hyphen_values = true)]
    sprt: Option<Sprt>,
    #[command(flatten)]
    play: GameArgs,
    /// Print the result as JSON.
    #[arg(long = "json", requires = "b")]
    json: bool,
}

/// Numbers of pairs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct PairList(Vec<(usize, usize)>);

impl PairList {
    fn parse(text: &str) -> Result<PairList, String> {
        let part = |text: &str| {
            let (from, to) = text.split_once('-').unwrap_or((text, text));
            let number = |text: &str| text.trim().parse::<usize>().ok().filter(|&n| n > 0);
            Some((number(from)?, number(to)?)).filter(|(from, to)| from <= to)
        };
        let parts: Option<Vec<_>> = text.split(',').map(part).collect();
        parts.map(PairList).ok_or_else(|| "expected numbers from 1, such as 1-20,25".to_string())
    }

    fn contains(&self, pair: usize) -> bool {
        self.0.iter().any(|&(from, to)| (from..=to).contains(&pair))
    }
}

/// What the general options of the command line say about games.
#[derive(Clone, Debug)]
pub struct Ground<'a> {
    /// The file of this program.
    pub program: &'a Path,
    /// Vertices per side.
    pub size: usize,
    /// Rules, with komi.
    pub rules: Rules,
    /// Seed of the openings.
    pub seed: u64,
}

impl GameArgs {
    /// The conditions of all games.
    ///
    /// # Errors
    /// If the scorer is no command line.
    pub(crate) fn conditions(&self, ground: &Ground<'_>) -> Result<Conditions, String> {
        let scorer = self.scorer.as_deref().unwrap_or("katachi");
        let area = ground.size * ground.size;
        Ok(Conditions {
            size: ground.size,
            rules: ground.rules,
            control: self.clock,
            move_limit: self.move_limit,
            moves: self.moves.map_or(3 * area + 20, |n| n as usize),
            scorer: Contestant::parse(scorer, ground.program, ground.rules)?,
        })
    }

    /// Games at a time.
    pub(crate) fn jobs(&self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        self.jobs.map_or_else(cores, usize::from)
    }

    /// Stones of an opening.
    fn plies(&self, ground: &Ground<'_>) -> usize {
        self.plies.map_or(if ground.size < 9 { 2 } else { 4 }, usize::from)
    }

    /// Openings of this many pairs.
    pub(crate) fn openings(&self, ground: &Ground<'_>, pairs: usize) -> Vec<Vec<Point>> {
        opening::openings(ground.size, self.plies(ground), ground.seed, pairs)
    }
}

/// Plays a match and prints what it came to.
///
/// # Errors
/// If a player cannot be started or does not accept board and komi, the folder cannot be used, or
/// the scorer fails.
pub fn run(
    args: &MatchArgs,
    names: [&str; 2],
    ground: &Ground<'_>,
    out: &mut impl Write,
) -> Result<(), String> {
    let parse = |name| Contestant::parse(name, ground.program, ground.rules);
    let players = [parse(names[0])?, parse(names[1])?];
    let conditions = args.play.conditions(ground)?;
    let pairs = (args.games as usize).div_ceil(2);
    let openings = args.play.openings(ground, pairs);
    let wanted = |pair: usize| args.pairs.as_ref().is_none_or(|list| list.contains(pair));
    let print =
        |text: &str, out: &mut dyn Write| out.write_all(text.as_bytes()).map_err(|e| e.to_string());
    if args.list {
        let listed = (1..=pairs).filter(|&pair| wanted(pair)).map(|pair| {
            let vertices = openings[pair - 1].iter().map(|p| p.name(ground.size));
            format!("{pair}\t{}\n", vertices.collect::<Vec<_>>().join(" "))
        });
        return print(&listed.collect::<String>(), out);
    }
    let settings = MatchSettings::of(names, ground, &conditions, &args.play);
    let mut games = Vec::new();
    let mut store = None;
    if let Some(folder) = &args.folder {
        let (mut opened, kept) = Store::open(folder, &settings)?;
        games = kept;
        for from in &args.merge {
            opened.merge(from, &settings, &mut games)?;
        }
        store = Some(opened);
    }
    let known: BTreeSet<GameNumber> =
        games.iter().map(|g| GameNumber { pair: g.pair, game: g.game }).collect();
    let numbers = (1..=pairs).filter(|&pair| wanted(pair));
    let numbers = numbers.flat_map(|pair| [1, 2].map(|game| GameNumber { pair, game }));
    let tasks: Vec<Task<'_>> = numbers
        .filter(|number| !known.contains(number))
        .map(|number| {
            let opening = openings.get(number.pair - 1).map_or(&[][..], Vec::as_slice);
            Task { number, players: &players, opening }
        })
        .collect();
    let decided = |standing: &Standing| {
        args.sprt.is_some_and(|sprt| sprt.test(&standing.pairs).1 != SprtVerdict::Open)
    };
    if !tasks.is_empty() && !decided(&Standing::of(&games)) {
        check_players(&players, &conditions)?;
        play_all(&conditions, &tasks, args.play.jobs(), |played, record| {
            if let Some(store) = &mut store {
                store.keep(&played, &record)?;
            }
            games.push(played);
            let standing = Standing::of(&games);
            if let (Some(played), Some(store)) = (games.last(), &store)
                && games.iter().filter(|g| g.pair == played.pair).count() == 2
            {
                store.plot(&report::plot(names, &games))?;
            }
            if let Some(played) = games.last() {
                // For people; the games are played anyway.
                let line = report::line(played, &standing, args.sprt);
                let _ = io::stderr().lock().write_all(line.as_bytes());
            }
            Ok(!decided(&standing))
        })?;
    }
    let standing = Standing::of(&games);
    if let Some(store) = &store {
        store.plot(&report::plot(names, &games))?;
    }
    let told = if args.json { report::document } else { report::table };
    print(&told(names, &standing, args.sprt), out)
}

impl MatchSettings {
    /// The settings of a match between these players.
    pub(crate) fn of(
        names: [&str; 2],
        ground: &Ground<'_>,
        conditions: &Conditions,
        play: &GameArgs,
    ) -> MatchSettings {
        let Rules { scoring, ko, suicide, komi } = ground.rules;
        MatchSettings {
            players: names.map(str::to_string),
            size: ground.size,
            rules: format!("{scoring:?} {ko:?} suicide {suicide} komi {komi}"),
            clock: conditions.control.map_or(String::new(), |c| c.to_string()),
            move_limit: conditions.move_limit,
            moves: conditions.moves,
            scorer: play.scorer.clone().unwrap_or_default(),
            plies: play.plies(ground),
            seed: ground.seed,
        }
    }
}

/// Starts every program of a match once, so that a wrong command line is an error and not a match
/// of lost games.
///
/// # Errors
/// If one cannot be started, or does not accept the board.
pub(crate) fn check_players(players: &[Contestant], conditions: &Conditions) -> Result<(), String> {
    for player in players.iter().chain([&conditions.scorer]) {
        let bad = |e: String| format!("{:?} cannot play: {e}", player.name);
        let mut engine = Engine::start(player).map_err(bad)?;
        for command in greeting(conditions) {
            engine.ask(&command, START).map_err(|e| bad(format!("{command}: {e}")))?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_pairs_have_one_form() {
        let list = PairList::parse("1-3,7").expect("a list");
        assert!([1, 3, 7].iter().all(|&n| list.contains(n)));
        assert!([4, 6, 8].iter().all(|&n| !list.contains(n)));
        for bad in ["", "0", "3-1", "1,,2", "a"] {
            assert!(PairList::parse(bad).is_err(), "{bad}");
        }
    }
}
