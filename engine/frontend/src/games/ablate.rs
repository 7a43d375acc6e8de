//! `katachi ablate`: what groups of patterns are worth, by games without them.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;

use super::command::{GameArgs, Ground, check_players};
use super::contestant::Contestant;
use super::game::GameNumber;
use super::report;
use super::series::{Standing, Task, play_all};
use super::store::{MatchSettings, Store};

/// Arguments of `katachi ablate`.
#[derive(Args, Debug)]
pub struct AblateArgs {
    /// Groups of patterns, each left out by itself.
    #[arg(value_name = "PATTERNS", required = true)]
    groups: Vec<String>,
    /// The player whose patterns they are: a folder of databases, or `katachi` with options.
    #[arg(long, value_name = "PLAYER", default_value = "katachi")]
    player: String,
    /// Games for each group, in pairs.
    #[arg(long, value_name = "N", default_value_t = 40, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    games: u32,
    /// Folder that keeps a match for each group, where it goes on if it was broken off.
    #[arg(long, value_name = "DIR")]
    folder: Option<PathBuf>,
    #[command(flatten)]
    play: GameArgs,
}

/// Plays a match for each group and prints a line about each: what it gains.
///
/// # Errors
/// As `katachi match`; if a group names no patterns, before any game.
pub fn run(args: &AblateArgs, ground: &Ground<'_>, out: &mut impl Write) -> Result<(), String> {
    let whole = Contestant::parse(&args.player, ground.program, ground.rules)?;
    if whole.words.first().map(PathBuf::from).as_deref() != Some(ground.program) {
        return Err(format!("{:?}: patterns are left out of our own program only", args.player));
    }
    let conditions = args.play.conditions(ground)?;
    let without = |group: &String| {
        let mut player = whole.clone();
        player.words.extend(["--without".to_string(), group.clone()]);
        player.name = format!("{} without {group}", whole.name);
        player
    };
    let players: Vec<[Contestant; 2]> =
        args.groups.iter().map(|group| [whole.clone(), without(group)]).collect();
    for pair in &players {
        check_players(pair, &conditions)?;
    }
    let pairs = (args.games as usize).div_ceil(2);
    let openings = args.play.openings(ground, pairs);
    for (number, (group, players)) in args.groups.iter().zip(&players).enumerate() {
        let names = [players[0].name.as_str(), players[1].name.as_str()];
        let settings = MatchSettings::of(names, ground, &conditions, &args.play);
        let mut games = Vec::new();
        let mut store = None;
        if let Some(folder) = &args.folder {
            let (opened, kept) =
                Store::open(&folder.join(format!("{:03}", number + 1)), &settings)?;
            (store, games) = (Some(opened), kept);
        }
        let numbers = (1..=pairs).flat_map(|pair| [1, 2].map(|game| GameNumber { pair, game }));
        let known: Vec<GameNumber> =
            games.iter().map(|g| GameNumber { pair: g.pair, game: g.game }).collect();
        let tasks: Vec<Task<'_>> = numbers
            .filter(|number| !known.contains(number))
            .map(|number| Task { number, players, opening: &openings[number.pair - 1] })
            .collect();
        play_all(&conditions, &tasks, args.play.jobs(), |played, record| {
            if let Some(store) = &mut store {
                store.keep(&played, &record)?;
            }
            games.push(played);
            let standing = Standing::of(&games);
            if let Some(played) = games.last() {
                let line = format!("{group}: {}", report::line(played, &standing, None));
                // For people; the games are played anyway.
                let _ = io::stderr().lock().write_all(line.as_bytes());
            }
            Ok(true)
        })?;
        let line = format!("{group}\t{}\n", report::gain(&Standing::of(&games)));
        out.write_all(line.as_bytes()).and_then(|()| out.flush()).map_err(|e| e.to_string())?;
    }
    Ok(())
}
