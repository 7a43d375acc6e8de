//! The command line as clap reads it.

use super::*;
use clap::CommandFactory;
use engine::reading::{Limits, Memory, Overrides, Scheme};

fn parse(args: &str) -> Result<Cli, clap::Error> {
    Cli::try_parse_from(std::iter::once("katachi").chain(args.split_whitespace()))
}

#[test]
fn the_command_line_is_consistent() {
    Cli::command().debug_assert();
}

#[test]
fn options_make_rules() {
    let rules = |args| parse(args).expect("valid").options.game_rules();
    assert_eq!(rules(""), Rules::JAPANESE);
    assert_eq!(rules("--chinese-rules"), Rules::CHINESE);
    assert!(!rules("gtp --rules new-zealand --forbid-suicide").suicide);
    assert_eq!(rules("--chinese-rules --simple-ko --komi -3").ko, Ko::Simple);
    assert_eq!(rules("--komi -3").komi, -3.0);
}

#[test]
fn options_limit_reading() {
    let reading = |args| parse(args).expect("valid").options.reading;
    let none = reading("");
    assert_eq!((none.overrides(), none.entries()), (Overrides::default(), Memory::ENTRIES));
    let set = reading(
        "gtp -D 1 --branch-depth 2 -B 3 --backfill2-depth 4 -F 5 -K 6 --break_chain-depth 7 \
         --superstring-depth 8 --net-depth 9 --reading-node-limit 10 --effort 11 --reading-proof 12 \
         --komaster early --hash 0",
    );
    let limits = set.overrides().apply(Limits::default());
    let depths = [
        limits.depth,
        limits.branch_depth,
        limits.backfill_depth,
        limits.backfill2_depth,
        limits.fourlib_depth,
        limits.ko_depth,
        limits.break_chain_depth,
        limits.superstring_depth,
        limits.net_depth,
    ];
    assert_eq!(depths, [1, 2, 3, 4, 5, 6, 7, 8, 9]);
    assert_eq!((limits.nodes, limits.effort, limits.proof), (10, 11, 12));
    assert_eq!((limits.scheme, set.entries()), (Scheme::Early, 0));
    // The largest table that fits.
    for (megabytes, args) in [(1.0, "-M 1"), (0.7, "-M 0.7")] {
        let places = reading(args).entries();
        let bytes = (places * Memory::ENTRY_BYTES) as f64;
        let room = megabytes * f64::from(1 << 20);
        assert!(places.is_power_of_two() && bytes <= room && 2.0 * bytes > room, "{args}");
    }
}

#[test]
fn contradictions_and_nonsense_are_refused() {
    for bad in [
        "--chinese-rules --japanese-rules",
        "--chinese-rules --rules japanese",
        "--simple-ko --positional-superko",
        "--boardsize 26",
        "--boardsize 0",
        "--komi nan",
        "--level 21",
        "--time-per-move 0",
        "--time-per-move inf",
        "--depth 61",
        "--depth -1",
        "--cache-size -1",
        "--cache-size nan",
        "--komaster six",
        "frobnicate",
    ] {
        assert!(parse(bad).is_err(), "{bad}");
    }
    assert!(parse("--mode gtp --quiet").is_ok());
}
