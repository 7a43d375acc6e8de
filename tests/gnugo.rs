//! Our GTP beside GNU Go's: the same lines to both programs.
//!
//! Where there is one right answer (stones, liberties, legality, what is wrong
//! with an argument) the answers must be equal. Where programs may think differently (reading) only the form
//! must be the same. Blanks at the ends of lines do not count.
//!
//! The tests need the program `gnugo` (Debian has it as a package), and tell that they were
//! skipped where it is not installed.
//! Lines that make GNU Go 3.8 stop are left out.

use std::path::Path;

use katachi_frontend::gtp;
use katachi_frontend::session::{Session, Settings};
use mkpat_rt::geom::{Color, Point};
use mkpat_rt::rng::Rng;
use test_support::gnugo::{GnuGo, tidy};

/// Both programs.
struct Pair {
    gnugo: GnuGo,
    ours: Session,
}

impl Pair {
    #[track_caller]
    fn new() -> Option<Pair> {
        let gnugo = GnuGo::start(Path::new("."))?;
        let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("engine/frontend/tests/patterns");
        let patterns = mkpat::language::load::load(&dir).0.expect("databases without errors");
        let ours = Session::new(patterns, &Settings::default()).expect("a session");
        Some(Pair { gnugo, ours })
    }

    fn answers(&mut self, line: &str) -> (String, String) {
        let ours = gtp::execute(&mut self.ours, line).expect("a line with a command");
        (tidy(&ours), self.gnugo.ask(line))
    }

    /// The answers must be equal.
    #[track_caller]
    fn same(&mut self, line: &str) {
        let (ours, theirs) = self.answers(line);
        assert_eq!(ours, theirs, "{line}\n{}", self.drawn());
    }

    fn drawn(&mut self) -> String {
        gtp::execute(&mut self.ours, "showboard").unwrap_or_default()
    }

    /// A new board with random stones.
    fn play_random(&mut self, size: usize, moves: usize, rng: &mut Rng) {
        self.same(&format!("boardsize {size}"));
        self.same("clear_board");
        for i in 0..moves {
            let color = Color::BOTH[i % 2];
            let p = Point::new(rng.below(size), rng.below(size));
            if self.ours.game_mut().legality(color, p).is_ok() {
                self.same(&format!("play {color} {}", p.name(size)));
            }
        }
    }
}

#[test]
fn boards_of_all_sizes_are_drawn_alike() {
    let Some(mut pair) = Pair::new() else { return };
    for size in 1..=19 {
        pair.same(&format!("boardsize {size}"));
        pair.same("showboard");
        pair.same("all_legal w");
    }
}

#[test]
fn positions_have_the_same_stones_liberties_and_legal_moves() {
    let Some(mut pair) = Pair::new() else { return };
    let mut rng = Rng::new(5);
    for (size, moves) in
        [(5, 10), (5, 60), (6, 90), (7, 40), (9, 60), (9, 160), (13, 200), (19, 420)]
    {
        pair.play_random(size, moves, &mut rng);
        for line in [
            "showboard",
            "query_boardsize",
            "last_move",
            "move_history",
            "captures b",
            "captures w",
            "list_stones b",
            "list_stones w",
            "all_legal b",
            "all_legal w",
            "worm_stones",
            "worm_stones black",
            "worm_stones WHITE",
        ] {
            pair.same(line);
        }
        for p in Point::all(size) {
            let at = p.name(size);
            for command in ["color", "countlib", "findlib", "worm_stones"] {
                pair.same(&format!("{command} {at}"));
            }
            for color in ["b", "white"] {
                for command in ["is_legal", "accuratelib", "accurate_approxlib"] {
                    pair.same(&format!("{command} {color} {at}"));
                }
            }
        }
    }
}

#[test]
fn moves_are_tried_and_taken_back_in_the_same_way() {
    let Some(mut pair) = Pair::new() else { return };
    let mut rng = Rng::new(6);
    for round in 0..40 {
        let size = 5 + round % 3;
        pair.play_random(size, 20 + round, &mut rng);
        pair.same("reset_trymove_counter");
        for _ in 0..12 {
            let command = ["trymove", "tryko"][rng.below(2)];
            let color = ["b", "w"][rng.below(2)];
            let p = Point::new(rng.below(size), rng.below(size));
            pair.same(&format!("{command} {color} {}", p.name(size)));
            if rng.below(4) == 0 {
                pair.same("popgo");
            }
            for line in
                ["list_stones b", "list_stones w", "worm_stones", "captures b", "dump_stack"]
            {
                pair.same(line);
            }
        }
        for line in ["trymove w pass", "undo", "move_history", "last_move", "get_trymove_counter"] {
            pair.same(line);
        }
        if pair.ours.tried().len() > 1 {
            pair.same("reg_genmove b");
        }
        for _ in 0..15 {
            pair.same("popgo");
            pair.same("list_stones b");
        }
    }
}

#[test]
fn a_ko_is_retaken_by_tryko_only() {
    let Some(mut pair) = Pair::new() else { return };
    pair.same("boardsize 5");
    for (i, at) in ["B1", "C1", "A2", "D2", "B3", "C3", "C2"].into_iter().enumerate() {
        pair.same(&format!("play {} {at}", ["b", "w"][i % 2]));
    }
    for line in [
        "play w B2",
        "is_legal b C2",
        "all_legal b",
        "all_legal w",
        "trymove b C2",
        "tryko b C2",
        "list_stones w",
        "trymove w B2",
        "tryko w B2",
        "captures w",
        "popgo",
        "popgo",
        "popgo",
        "is_legal b C2",
    ] {
        pair.same(line);
    }
}

/// Says what GNU Go means: it leaves out a word.
fn mended(theirs: &str) -> String {
    theirs.replace("string vertex must be empty", "string vertex must not be empty")
}

/// The form of an answer: codes and vertices of the reader look alike.
fn form(answer: &str) -> String {
    let words = answer.split(' ').map(|word| match word {
        "0" => "code",
        "1" | "2" | "3" => "code",
        "PASS" => "",
        _ if Point::parse(word, 19).is_some() => "",
        _ => word,
    });
    words.filter(|w| !w.is_empty()).collect::<Vec<_>>().join(" ")
}

#[test]
fn arguments_are_refused_in_the_same_words() {
    let Some(mut pair) = Pair::new() else { return };
    let arguments = [
        "", "x", "-1", "b", "white", "x C3", "C3", "c3 junk", "A1", "Z9", "J10", "I5", "pass",
        "b C3", "b A1", "D3", "W a1", "b Z9", "b pass", "C2 C3", "A1 A1", "A1 C3", "C3 A1",
        "C3 Z9", "Z9 C3", "C2 Z9", "C3 C3", "C3 D4", "D3 C3", "pass C3", "1", "0",
    ];
    let exact = [
        "color",
        "countlib",
        "findlib",
        "accuratelib",
        "accurate_approxlib",
        "is_legal",
        "all_legal",
        "captures",
        "list_stones",
        "worm_stones",
        "trymove",
        "tryko",
        "popgo",
        "limit_search",
        "set_search_diamond",
        "reset_search_mask",
        "increase_depths",
        "decrease_depths",
        "clear_cache",
        "reset_reading_node_counter",
        "get_reading_node_counter",
        "reset_owl_node_counter",
        "get_owl_node_counter",
        "reset_life_node_counter",
        "get_life_node_counter",
        "reset_connection_node_counter",
        "get_connection_node_counter",
        "reset_trymove_counter",
        "get_trymove_counter",
        "dump_stack",
    ];
    let reading = [
        "attack",
        "defend",
        "ladder_attack",
        "does_attack",
        "does_defend",
        "attack_either",
        "defend_both",
    ];
    for command in exact.into_iter().chain(reading) {
        for argument in arguments {
            pair.same("boardsize 9");
            pair.same("clear_board");
            for line in ["play b C3", "play w D3", "play b D4", "play w E5"] {
                pair.same(line);
            }
            pair.same("reset_reading_node_counter");
            pair.same("reset_trymove_counter");
            let line = format!("{command} {argument}");
            // Two strings of different players: GNU Go stops.
            if ["attack_either", "defend_both"].contains(&command) && argument == "D3 C3" {
                continue;
            }
            let (ours, theirs) = pair.answers(&line);
            if exact.contains(&command) {
                assert_eq!(ours, theirs, "{line}");
            } else {
                assert_eq!(form(&ours), form(&mended(&theirs)), "{line}: {ours} / {theirs}");
            }
            // What a trial has left.
            while pair.answers("popgo").0.starts_with('=') {}
        }
    }
}
