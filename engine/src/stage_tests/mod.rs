//! Helpers by diagram. In the diagrams O is White and X is Black, as in a
//! pattern, and White is the side that the patterns are matched for.

mod facts;

use crate::board::{Board, PointSet};
use crate::diagram;
use crate::facts::Facts;
use crate::facts::dragons_stage::{CUTSTONE2_HELPER, DragonEffect, DragonsStage};
use crate::facts::influence::stage::{InfluenceStage, NoTerritory};
use crate::facts::worms_stage::{WormsStage, attacked};
use crate::life::owl::stage::{OwlStage, with_host as with_host_of};
use crate::movegen::stage::MovegenStage;
use crate::movegen::{Effect, HandHelper};
use crate::patterns::{GameInfo, Host, PatternHost, PatternRunner};
use crate::reading::{Code, Limits, Memory, Reader, Reading};
use crate::requirements::{Problem, SUPPORTED, check_set};
use mkpat_rt::db::{PatternDb, PatternSet};
use mkpat_rt::eyes::EyeDb;
use mkpat_rt::geom::{Color, Point, Transform};
use mkpat_rt::helper::{
    HAND_HELPERS, Helper, MAX_ARGS, ParamKind, Signature, Site, Stage, VOCABULARY,
};

const O: Color = Color::White;

/// The eye shapes of our databases.
fn shapes() -> Option<&'static EyeDb> {
    static SHAPES: std::sync::OnceLock<EyeDb> = std::sync::OnceLock::new();
    let load = || patterns::pattern_set().expect("databases").get_eyes("eyes").cloned();
    Some(SHAPES.get_or_init(|| load().expect("eye shapes")))
}

fn board(text: &str) -> Board {
    diagram::parse(text).expect("a diagram")
}

type Movegen<'h, 'r, 'f> = Host<'h, 'r, MovegenStage<'f>>;
type Dragons<'h, 'r, 'f> = Host<'h, 'r, DragonsStage<'f>>;

/// Runs `f` with a reader and the facts that it finds without databases.
fn with_facts<T>(board: &mut Board, f: impl FnOnce(&mut Reader<'_>, Facts) -> T) -> T {
    let (before, depth) = (board.hash(), board.depth());
    let mut memory = Memory::default();
    let mut reader = Reader::new(board, Limits::default(), &mut memory);
    let facts = Facts::find(&mut PatternRunner::new(&[], shapes()), &mut reader, O);
    let answer = f(&mut reader, facts);
    assert_eq!((board.hash(), board.depth()), (before, depth), "the board is given back");
    answer
}

/// Runs `f` with a host of the stage `movegen`.
fn with_host<T>(
    board: &mut Board,
    info: GameInfo,
    f: impl FnOnce(&mut Movegen<'_, '_, '_>) -> T,
) -> T {
    with_facts(board, |reader, facts| f(&mut Host::new(reader, info, MovegenStage::new(&facts))))
}

/// Runs `f` with a host of the stage `dragons`.
fn with_dragons<T>(board: &mut Board, f: impl FnOnce(&mut Dragons<'_, '_, '_>) -> T) -> T {
    with_facts(board, |reader, facts| {
        let influence = Color::BOTH.map(|c| facts.influence_for(c));
        let cuts = [PointSet::EMPTY; 2];
        let stage = DragonsStage { worms: &facts.worms, influence, cuts, effects: Vec::new() };
        f(&mut Host::new(reader, GameInfo::default(), stage))
    })
}

/// Runs `f` with a host of the stage `influence`.
fn with_influence<T>(
    board: &mut Board,
    f: impl FnOnce(&mut Host<'_, '_, InfluenceStage<'_>>) -> T,
) -> T {
    with_facts(board, |reader, facts| {
        let strengths = facts.dragons.strengths(&facts.worms, O);
        let status = |p: Point| facts.dragons.status(p);
        let stage = InfluenceStage {
            worms: &facts.worms,
            eyes: &facts.eyes,
            strengths: &strengths,
            status: &status,
            effects: Vec::new(),
        };
        f(&mut Host::new(reader, GameInfo::default(), stage))
    })
}

/// Runs `f` with a host of the stage `owl`, of which the goal is the dragon at `p`.
fn with_owl<T>(
    board: &mut Board,
    p: Point,
    f: impl FnOnce(&mut Host<'_, '_, OwlStage<'_>>) -> T,
) -> T {
    with_facts(board, |reader, facts| {
        let goal = facts.goal(&mut PatternRunner::new(&[], shapes()), reader, p).expect("a stone");
        with_host_of(reader, shapes(), &goal, f)
    })
}

fn site(mv: Point) -> Site {
    Site { origin: mv, mv, transform: Transform::IDENTITY, color: O }
}

/// Asks `name(A1,?,B2)`; effects are asked at the move `mv`.
fn call<'h, 'r, S>(host: &mut Host<'h, 'r, S>, size: usize, mv: Point, question: &str) -> f64
where
    Host<'h, 'r, S>: PatternHost,
{
    let (name, rest) = question.split_once('(').expect("a call");
    let helper = Helper::from_name(name).expect("a helper");
    assert!(SUPPORTED.contains(helper), "{name} is tested but not announced");
    let args: Vec<Option<Point>> = rest
        .trim_end_matches(')')
        .split(',')
        .filter(|w| !w.is_empty())
        .map(|w| if w == "?" { None } else { Some(Point::parse(w, size).expect("a vertex")) })
        .collect();
    let answer = host.call_helper(helper, &site(mv), &args);
    assert_eq!(host.unsupported, None, "{question}");
    answer
}

/// Numbers of the reading codes.
const WIN: f64 = 5.0;

#[track_caller]
fn check(text: &str, expected: &[(&str, f64)]) {
    let mut board = board(text);
    let size = board.size();
    with_host(&mut board, GameInfo::default(), |host| {
        for &(question, want) in expected {
            assert_eq!(call(host, size, Point::PASS, question), want, "{question}");
        }
    });
}

/// What an action asks for, the move being at `mv`.
fn effects(text: &str, mv: &str, action: &str) -> Vec<Effect> {
    let mut board = board(text);
    let size = board.size();
    let mv = Point::parse(mv, size).expect("a vertex");
    with_host(&mut board, GameInfo::default(), |host| {
        call(host, size, mv, action);
        host.take_effects()
    })
}

fn at(name: &str, size: usize) -> Point {
    Point::parse(name, size).expect("a vertex")
}

/// The announced set is exact: what is in it has a method of its own, what is
/// not ends in the fallback.
/// White has two eyes in the upper left corner; the black stone at J1 is lost.
const LIFE: &str = "
    . O . O X . . . .
    O O O O X . . . .
    X X X X X . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . O O
    . . . . . . . O .
    . . . . . . . O X";

#[test]
fn the_supported_set_is_exactly_what_the_host_answers() {
    let text = ".X.\n.O.\n...";
    for info in VOCABULARY {
        let allowed: Vec<Stage> =
            Stage::ALL.iter().copied().filter(|s| s.allows(info.helper)).collect();
        let mut board = board(text);
        let (stone, empty) = (at("B2", 3), at("A1", 3));
        let args: Vec<Option<Point>> = match info.signature {
            Signature::Fixed(params) => params
                .iter()
                .map(|p| Some(if p.1 == ParamKind::Stone { stone } else { empty }))
                .collect(),
            Signature::Play(targets) => vec![Some(stone); targets.len()],
            Signature::Some => vec![Some(stone)],
        };
        let s = site(at("A3", 3));
        let missing = if allowed.contains(&Stage::Movegen) {
            with_host(&mut board, GameInfo::default(), |host| {
                host.call_helper(info.helper, &s, &args);
                host.unsupported
            })
        } else if allowed.contains(&Stage::Dragons) {
            with_dragons(&mut board, |host| {
                host.call_helper(info.helper, &s, &args);
                host.unsupported
            })
        } else if allowed.contains(&Stage::Influence) {
            with_influence(&mut board, |host| {
                host.call_helper(info.helper, &s, &args);
                host.unsupported
            })
        } else if allowed.contains(&Stage::Owl) {
            with_owl(&mut board, stone, |host| {
                host.call_helper(info.helper, &s, &args);
                host.unsupported
            })
        } else {
            Some(info.helper)
        };
        assert_eq!(missing.is_none(), SUPPORTED.contains(info.helper), "{}", info.name);
    }
    assert!(SUPPORTED.iter().count() > 100);
    const { assert!(MAX_ARGS >= 20) };
}

#[test]
fn every_hand_written_helper_of_the_language_is_there() {
    for (name, _) in HAND_HELPERS {
        let known = HandHelper::from_name(name).is_some() || *name == CUTSTONE2_HELPER;
        assert!(known, "{name}");
    }
    assert_eq!(HandHelper::ALL.len() + 1, HAND_HELPERS.len());
    assert_eq!(HandHelper::from_name("no_such_helper"), None);
}

fn empty_db(name: &str, stage: Stage) -> mkpat_rt::db::Database {
    mkpat_rt::db::Database::interpreted(PatternDb {
        name: name.to_string(),
        stage,
        files: Vec::new(),
        patterns: Vec::new(),
        table: mkpat_rt::table::Table::Naive,
    })
}

#[test]
fn a_set_that_lacks_a_stage_or_has_one_too_many_is_refused() {
    let set = |stages: &[Stage]| PatternSet {
        databases: stages.iter().map(|&s| empty_db(s.name(), s)).collect(),
        ..PatternSet::default()
    };
    assert_eq!(check_set(&set(&[Stage::Dragons, Stage::Movegen])), Ok(()));
    let problem = check_set(&set(&[Stage::Movegen])).expect_err("no connections");
    assert_eq!(problem, Problem::NoDatabase { stage: Stage::Dragons });
    assert_eq!(problem.to_string(), "no pattern database of the stage `dragons`");
    let problem = check_set(&set(&[Stage::Dragons, Stage::Movegen, Stage::Handicap]));
    let problem = problem.expect_err("no handicap");
    assert!(problem.to_string().contains("`handicap`"), "{problem}");
}

#[test]
fn liberties_and_legality() {
    let text = "
        . X O . .
        X O O . .
        . X X . .
        . . . . X
        O O . X .";
    check(
        text,
        &[
            ("lib(B4)", 2.0),
            ("lib(D4)", 0.0),
            ("wormsize(B4)", 3.0),
            ("wormsize(E5)", 0.0),
            // A white stone at A5 takes B5 and has only its place.
            ("olib(A5)", 1.0),
            ("approx_olib(A5)", 0.0),
            ("o_captures_something(A5)", 1.0),
            ("o_suicide(A5)", 0.0),
            ("legal_omove(A5)", 1.0),
            ("xlib(A5)", 1.0),
            ("approx_xlib(A5)", 1.0),
            ("xlib(D4)", 3.0),
            ("olib(D4)", 3.0),
            ("xlib(B4)", 0.0),
            ("o_suicide(E1)", 1.0),
            ("x_suicide(E1)", 0.0),
            ("legal_omove(E1)", 0.0),
            ("legal_xmove(E1)", 1.0),
            ("legal_xmove(B4)", 0.0),
            ("same_string(B4,C5)", 1.0),
            ("same_string(B4,B3)", 0.0),
            ("same_string(B4,E5)", 0.0),
            ("x_somewhere(E5,B4)", 0.0),
            ("x_somewhere(E5,B3)", 1.0),
            ("o_somewhere(E5,B4)", 1.0),
            // White D4, Black D5: two liberties are left.
            ("oplay_lib(D4,D5,C5)", 2.0),
            // Black D4, White passes, Black D5: taken.
            ("xplay_lib(D4,?,D5,C5)", 0.0),
            // The first move is illegal and is skipped; the turn passes all the same.
            ("oplay_lib(B4,D4,C5)", 1.0),
        ],
    );
}

#[test]
fn captures_are_counted_for_liberties() {
    // O at A1 takes two stones.
    check(
        "
        . . . . .
        . . . . .
        O . . . .
        X O . . .
        . X O . .",
        &[
            ("o_captures_something(A1)", 1.0),
            ("olib(A1)", 2.0),
            ("approx_olib(A1)", 0.0),
            ("x_captures_something(A1)", 0.0),
        ],
    );
}

#[test]
fn kos() {
    let text = "
        . X O . .
        X O . O .
        . X O . .
        . . . . .
        . . . . .";
    check(
        text,
        &[
            ("ko(C4)", 1.0),
            ("ko(B4)", 1.0),
            ("ko(D4)", 0.0),
            ("ko(E1)", 0.0),
            // White takes nothing; Black's stones next to the ko.
            ("finish_ko_helper(A4)", 1.0),
            ("finish_ko_helper(D4)", 0.0),
            ("squeeze_ko_helper(D4)", 0.0),
        ],
    );
    // The string A1-A2 has two liberties; White takes a ko on one of them.
    check(
        "
        . . . . . .
        . . . . . .
        . O . . . .
        O X O . . .
        X . X . . .
        . X . . . .",
        &[("squeeze_ko_helper(A2)", 1.0), ("squeeze_ko_helper(C2)", 0.0), ("ko(B2)", 1.0)],
    );
}

#[test]
fn along_the_edge() {
    let text = "
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . X . . O . .
        . . . . . . .
        . . . . . . .";
    check(
        text,
        &[
            ("o_visible_along_edge(C3,D3)", 1.0),
            ("x_visible_along_edge(C3,D3)", 0.0),
            ("x_visible_along_edge(D3,C3)", 1.0),
            ("o_visible_along_edge(F3,G3)", 0.0),
            ("o_visible_along_edge(C3,D4)", 0.0),
            ("o_visible_along_edge(E6,E5)", 1.0),
        ],
    );
}

#[test]
fn vital_chains_and_mirrors() {
    check(
        "
        X . . . .
        . . . . .
        . . O . .
        O . . . .
        O . . . .",
        &[("vital_chain(A5)", 0.0), ("vital_chain(A1)", 1.0), ("vital_chain(C3)", 1.0)],
    );
    let mirror = "
        X O X O X
        . . . . .
        O . . . X
        . . . . .
        O X O X O";
    let mut b = board(mirror);
    let centre = at("C3", 5);
    for (komi, want) in [(0.0, 1.0), (6.5, 0.0)] {
        let info = GameInfo { komi, ..GameInfo::default() };
        let got = with_host(&mut b, info, |h| call(h, 5, Point::PASS, "break_mirror_helper(C3)"));
        assert_eq!(got, want, "komi {komi}");
    }
    let mut broken = board(&mirror.replacen("X O X O X", "X O X . X", 1));
    let got = with_host(&mut broken, GameInfo::default(), |h| {
        h.call_helper(Helper::break_mirror_helper, &site(centre), &[Some(centre)])
    });
    assert_eq!(got, 0.0);
}

/// White's stone at C4 is in a ladder that works; the one at E2 is in the open.
const LADDER: &str = "
    . . . . . . .
    . . . . . . .
    . X X . . . .
    . X O . . . .
    . . X . . . .
    . . . . O . .
    . . . . . . .";

#[test]
fn attack_and_defence() {
    check(
        LADDER,
        &[
            ("attack(C4)", WIN),
            ("defend(C4)", WIN),
            ("attack(E2)", 0.0),
            // There is no attack: no defence either, at the root.
            ("defend(E2)", 0.0),
            ("attack(A1)", 0.0),
            ("does_attack(D4,C4)", WIN),
            ("does_attack(A1,C4)", 0.0),
            ("does_defend(A1,C4)", 0.0),
            ("oplay_attack(C4)", WIN),
            ("oplay_defend(E2)", WIN),
            ("oplay_defend(A1)", 0.0),
            ("oplay_attack(A1)", WIN),
            // Black takes: the target is gone.
            ("xplay_attack(D4,C4)", WIN),
            ("xplay_defend(D4,C4)", 0.0),
            ("xplay_attack(D4,?,A1,C4)", WIN),
            ("safe_omove(E4)", WIN),
            ("safe_xmove(D4)", WIN),
            ("safe_omove(C4)", 0.0),
        ],
    );
}

#[test]
fn two_strings() {
    // Black at D3 puts both white stones into atari.
    let text = "
        . . . . . . .
        . X . . . . .
        X O . . . . .
        . X . O X . .
        . . . X . . .
        . . . . . . .
        . . . . . . .";
    check(
        text,
        &[
            ("oplay_attack_either(B5,D4)", WIN),
            ("oplay_defend_both(B5,A1)", 0.0),
            ("xplay_attack_either(A1,B5)", WIN),
            // White runs with both in turn.
            ("xplay_defend_both(C5,B5,D4)", 0.0),
        ],
    );
}

#[test]
fn moves_that_prevent_moves() {
    // Black cannot live at A1 once White stands at B1.
    check(
        "
        . . . . .
        . . . . .
        O . . . .
        . O . . .
        . . . . .",
        &[("odefend_against(B1,A2)", 1.0), ("odefend_against(E5,C4)", 0.0)],
    );
    check(
        "
        . . . . .
        . . . . .
        X . . . .
        . X . . .
        . . . . .",
        &[("xdefend_against(B1,A2)", 1.0), ("xdefend_against(E5,C4)", 0.0)],
    );
}

#[test]
fn neighbours_in_atari() {
    check(
        LADDER,
        &[
            ("adjacent_to_stone_in_atari(C5)", 1.0),
            ("adjacent_to_defendable_stone_in_atari(C5)", 1.0),
            ("adjacent_to_stone_in_atari(C4)", 0.0),
            ("seki_helper(C5)", 0.0),
            ("seki_helper(E2)", 1.0),
        ],
    );
    // On a small board the stone is lost even if it runs.
    let lost = "
        . . . . .
        . . X . .
        . X O X .
        . . . . .
        . . . . .";
    check(
        lost,
        &[
            ("adjacent_to_stone_in_atari(C4)", 1.0),
            ("adjacent_to_defendable_stone_in_atari(C4)", 0.0),
        ],
    );
}

#[test]
fn false_eyes_are_obvious_by_strong_stones_only() {
    let text = "
        . O . O X . .
        O O O O X . .
        . O X X X . .
        O O X . . . .
        X X X . . . .
        . . . . . . .
        . . . . . . .";
    check(
        text,
        &[
            ("obvious_false_oeye(A5)", 0.0),
            ("obvious_false_oeye(A7)", 0.0),
            ("obvious_false_xeye(A7)", 1.0),
        ],
    );
    check(
        "
        . . . . . . .
        . X X . X X .
        . . X O X . .
        . . O . O . .
        . . . O O . .
        . . . . . . .
        . . . . . . .",
        &[("obvious_false_oeye(D4)", 1.0), ("obvious_false_xeye(D4)", 0.0)],
    );
}

#[test]
fn break_through() {
    // The wedge at C4: D5 cannot be held with C3 short of liberties.
    let strong = "
        . . . . . .
        . . O . . .
        . O X O . .
        . . . . . .
        . . . . . .
        . . . . . .";
    check(strong, &[("oplay_break_through(B4,C5,D4)", 0.0)]);
    let weak = "
        . . . . . .
        . X O X . .
        . O X O . .
        . . . . . .
        . . . . . .
        . . . . . .";
    check(
        weak,
        &[
            ("oplay_break_through(B4,C5,D4)", WIN),
            // One of the three is empty.
            ("xplay_break_through(B4,A6,D4)", WIN),
        ],
    );
}

#[test]
fn connect_and_cut() {
    // White pushes at D3 against C3-C4? Black must answer; then the cut at C2.
    let text = "
        . . . . . . .
        . . . . . . .
        . . O X . . .
        . . O X O . .
        . . O . X . .
        . . . . . . .
        . . . . . . .";
    // Not two liberties at D5: false.
    check(text, &[("connect_and_cut_helper(D5,E5,E3)", 0.0)]);
    check(text, &[("connect_and_cut_helper2(F4,F3,E6)", 0.0)]);
    check(text, &[("edge_double_sente(A1,B1,C1,C4)", 0.0)]);
}

#[test]
fn connections() {
    // A bamboo joint, and a stone far away.
    let text = "
        . . . . . . .
        . . O . O . .
        . . O . O . .
        . X . X . . .
        . . . . . X .
        . . . . . . .
        . . . . . . O";
    check(
        text,
        &[
            ("oplay_connect(C5,E5)", WIN),
            ("oplay_disconnect(C5,E5)", 0.0),
            ("disconnect_helper(C5,E5)", 0.0),
            ("disconnect_helper(C5,G1)", WIN),
            ("disconnect_helper(C5,A1)", 0.0),
            ("oplay_connect(C5,A1)", 0.0),
            ("oplay_disconnect(C5,A1)", WIN),
            // Black at one of the two points, then White: connected.
            ("xplay_connect(D5,C5,E5)", WIN),
            ("xplay_disconnect(D5,D6,C5,E5)", 0.0),
            // Black at both.
            ("xplay_disconnect(D5,?,D6,C5,E5)", WIN),
            ("oplay_connect(D5,C5,E5)", WIN),
        ],
    );
    check(
        "
        . . . . .
        . O . . .
        X . O . .
        . X . . .
        . . . . .",
        // A diagonal with one side open to both: miai.
        &[("disconnect_helper(B4,C3)", 0.0), ("distrust_tactics_helper(A3)", 1.0)],
    );
    check(
        "
        . O . . .
        O X O . .
        . . . . .
        . . . . .
        . . . . .",
        &[("distrust_tactics_helper(B4)", 0.0)],
    );
}

#[test]
fn second_order_liberties() {
    // The figure of the worms chapter.
    let text = "
        . X X . . . .
        X O . . . . .
        X O . . . . .
        . . . . . . .
        . X . X . . .
        . . . . . . .
        . . . . . . .";
    check(text, &[("lib(B5)", 3.0), ("lib2(B5)", 3.0), ("lib3(B5)", 2.0), ("lib4(B5)", 4.0)]);
}

#[test]
fn cut_marks_are_those_of_the_facts() {
    let mut b = board(". . .\n. O .\n. . .");
    let mut memory = Memory::default();
    let mut reader = Reader::new(&mut b, Limits::default(), &mut memory);
    let mut facts = Facts::find(&mut PatternRunner::new(&[], shapes()), &mut reader, O);
    facts.cuts[Color::Black.index()].insert(at("A1", 3));
    let mut host = Host::new(&mut reader, GameInfo::default(), MovegenStage::new(&facts));
    for (question, want) in
        [("xcut(A1)", 1.0), ("xcut(A2)", 0.0), ("ocut(A1)", 0.0), ("potential_cutstone(B2)", 0.0)]
    {
        assert_eq!(call(&mut host, 3, Point::PASS, question), want, "{question}");
    }
}

#[test]
fn the_game() {
    let mut b = board("...\n.X.\n...");
    let info = GameInfo {
        total_handicap: 4,
        remaining_handicap: 3,
        scoring: true,
        komi: 0.5,
        ..GameInfo::default()
    };
    with_host(&mut b, info, |h| {
        h.begin(2.5);
        for (question, want) in [
            ("total_handicap_stones()", 4.0),
            ("remaining_handicap_stones()", 3.0),
            ("doing_scoring()", 1.0),
            ("value()", 2.5),
        ] {
            assert_eq!(call(h, 3, Point::PASS, question), want, "{question}");
        }
    });
}

#[test]
fn plain_actions() {
    let p = |name| at(name, 7);
    for (action, want) in [
        ("antisuji(A1)", Effect::Antisuji(p("A1"))),
        ("replace(A1,B1)", Effect::Replace(p("A1"), p("B1"))),
        ("add_connect_move(C4,E2)", Effect::Connect(p("C4"), p("E2"))),
        ("add_cut_move(C4,E2)", Effect::Cut(p("C4"), p("E2"))),
        ("add_defend_both_move(C4,E2)", Effect::DefendBoth(p("C4"), p("E2"))),
        ("good_attack_threat(A1,C4)", Effect::GoodThreat(p("A1"), p("C4"))),
        ("known_safe_move(A1)", Effect::KnownSafe(p("A1"))),
    ] {
        assert_eq!(effects(LADDER, "G7", action), [want]);
    }
    let joined = with_dragons(&mut board(LADDER), |host| {
        call(host, 7, Point::PASS, "amalgamate(C4,E2)");
        host.take_effects()
    });
    assert_eq!(joined, [DragonEffect::Amalgamate(p("C4"), p("E2"))]);
}

#[test]
fn actions_that_weigh_strings() {
    let size = |text: &str, q: &str| {
        let mut b = board(text);
        let p = Point::parse(q, b.size()).expect("a vertex");
        with_host(&mut b, GameInfo::default(), |h| h.stage.worm_size(p))
    };
    let s = size(LADDER, "C4");
    assert!(s > 1.0);
    assert_eq!(effects(LADDER, "D4", "threaten_to_save(C4)"), [Effect::Followup(2.0 + 2.0 * s)]);
    assert_eq!(effects(LADDER, "D4", "threaten_to_capture(C4)"), [Effect::Followup(2.0 * s)]);
    assert_eq!(
        effects(LADDER, "D4", "prevent_attack_threat(C4)"),
        [Effect::ReverseFollowup(2.0 * s)]
    );
    // Two liberties that Black can play on safely.
    let text = "
        . . . . .
        . X X . .
        . X O . .
        . . . . .
        . . . . .";
    let s = size(text, "C3");
    assert_eq!(effects(text, "D2", "defend_against_atari(C3)"), [Effect::ReverseFollowup(2.0 * s)]);
    // Three liberties: nothing.
    assert_eq!(effects(LADDER, "D4", "defend_against_atari(E2)"), []);
}

#[test]
fn the_attack_either_action_reads() {
    // White at E6 puts two black stones into atari; each can run, not both.
    let fork = "
        . . . . . . . . .
        . . . . . . . . .
        . . . O . O . . .
        . . O X . X O . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .";
    let (d6, f6) = (at("D6", 9), at("F6", 9));
    assert_eq!(
        effects(fork, "E6", "test_attack_either_move(D6,F6)"),
        [Effect::AttackEither(d6, f6)]
    );
    // A move elsewhere attacks neither.
    assert_eq!(effects(fork, "A1", "test_attack_either_move(D6,F6)"), []);
    // Strings of the wrong colour, or none.
    assert_eq!(effects(fork, "E6", "test_attack_either_move(C6,G6)"), []);
    assert_eq!(effects(fork, "E6", "test_attack_either_move(D6,A1)"), []);
}

#[test]
fn backfilling() {
    // Black at C3 puts the white stone into atari; it gets out at D4.
    let text = "
        . . . . . . .
        . . . . . . .
        . . X . . . .
        . X O . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .";
    let p = |name| at(name, 7);
    assert_eq!(effects(text, "E2", "backfill_replace(C3,C4)"), [Effect::Replace(p("C3"), p("D4"))]);
    assert_eq!(effects(text, "E2", "backfill_replace(G1,C4)"), []);
    assert_eq!(effects(text, "E2", "backfill_replace(C3,E1)"), []);
    let want = [Effect::MinValue(p("D4"), 0.1)];
    assert_eq!(effects(text, "E2", "backfill_helper(A1,C3,C4)"), want);
    assert_eq!(effects(text, "E2", "backfill_helper(D4,C3,C4)"), []);
}

#[test]
fn the_most_valuable_dragon_is_joined_once() {
    let text = "
        . . . . . . .
        . O . . . O O
        . . . O . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .";
    let mut b = board(text);
    with_dragons(&mut b, |h| {
        let p = |name| at(name, 7);
        call(h, 7, Point::PASS, "amalgamate_most_valuable_helper(B6,D5,F6)");
        assert_eq!(h.stage.effects.len(), 1);
        call(h, 7, Point::PASS, "amalgamate_most_valuable_helper(F6,D5,B6)");
        assert_eq!(h.stage.effects.len(), 1, "already joined to one of them");
        let size = |q| h.stage.worms.get(p(q)).map_or(0.0, |w| w.reach);
        let larger = if size("F6") > size("B6") { "F6" } else { "B6" };
        assert_eq!(h.stage.effects[0], DragonEffect::Amalgamate(p("D5"), p(larger)));
    });
}

#[test]
fn hand_written_helpers() {
    let run = |text: &str, helper: HandHelper, mv: &str, color: Color| {
        let mut b = board(text);
        let mv = Point::parse(mv, b.size()).expect("a vertex");
        let s = Site { color, ..site(mv) };
        with_host(&mut b, GameInfo::default(), |h| (h.run_hand(helper, &s), h.take_effects()))
    };
    let accepts = |t: &str, h, mv| run(t, h, mv, O).0;
    // Into the open, into one's own eye, towards the opponent.
    assert!(!accepts(LIFE, HandHelper::JumpOut, "A9"));
    assert!(accepts(LIFE, HandHelper::JumpOut, "B5"));
    assert!(!accepts(LIFE, HandHelper::JumpOutFar, "B5"));
    assert!(accepts("...\n.O.\n...", HandHelper::HighHandicap, "A1"));
    assert!(!accepts("...\n.OX\n...", HandHelper::HighHandicap, "A1"));
    assert!(accepts("....\n.O..\n....\n....", HandHelper::Reinforce, "C2"));
    assert!(!accepts(LIFE, HandHelper::Reinforce, "C5"));
    assert!(!accepts(LIFE, HandHelper::ThrashAround, "E5"));
    assert!(!run(LIFE, HandHelper::ThrashAround, "E5", Color::Black).0);
    // The throw-in: X at the right of the move keeps one liberty.
    let text = "
        . O X X .
        . . X O .
        O . X O .
        . O O O .
        . . . . .";
    let (_, found) = run(text, HandHelper::ThrowInAtari, "B4", O);
    assert!(matches!(found.as_slice(), [Effect::Followup(x)] if *x > 2.0));
    // Nothing to the right.
    assert_eq!(run(LADDER, HandHelper::ThrowInAtari, "E6", O), (false, vec![]));
    // Saving A4 (it has a defence) lets Black cut at B3.
    let cut = "
        . O O . .
        X O . . .
        . . . . .
        . . . . .
        . . . . .";
    let mut b = board(cut);
    let counted = with_dragons(&mut b, |h| {
        let accepted = h.help(CUTSTONE2_HELPER, &site(at("B3", 5)));
        (accepted, h.take_effects())
    });
    assert_eq!(counted, (false, vec![]));
}

/// `attack` answers from what is stored at the root, and by a fresh search after moves.
#[test]
fn stored_codes_are_of_the_root_and_searched_after_moves() {
    let mut b = board(LADDER);
    let (c4, d4) = (at("C4", 7), at("D4", 7));
    with_facts(&mut b, |reader, mut facts| {
        // A table that says the contrary of what reading says.
        facts.worms.set_attack(c4, Reading::LOST, Reading::LOST);
        let mut host = Host::new(reader, GameInfo::default(), MovegenStage::new(&facts));
        let attack =
            |h: &mut Movegen<'_, '_, '_>| h.call_helper(Helper::attack, &site(d4), &[Some(c4)]);
        assert_eq!(attack(&mut host), 0.0);
        assert_eq!(host.after_move(O, at("A1", 7), |h| attack(h)), Some(WIN));
        assert_eq!(attack(&mut host), 0.0);
    });
}

/// If a class A pattern finds an attack that reading did not know of, a defence is looked
/// for; none is invented.
#[test]
fn an_attack_by_a_pattern_is_followed_by_a_search_for_the_defence() {
    // The ladder works, and nothing defends; the other stone is saved by extending.
    let mut b = board(LADDER);
    let c4 = at("C4", 7);
    let found = with_facts(&mut b, |reader, mut facts| {
        let attack = facts.worms.get(c4).expect("a string").attack;
        assert_eq!(attack.code, Code::Win);
        facts.worms.set_attack(c4, Reading::LOST, Reading::LOST);
        let stage = WormsStage { worms: &facts.worms };
        let mut host = Host::new(reader, GameInfo::default(), stage);
        let correction = attacked(&mut host, c4, attack.point).expect("an attack");
        let defend = host.reader.defend_only(c4);
        (correction.attack, correction.defend, attack, defend)
    });
    assert_eq!((found.0.code, found.0.point), (found.2.code, found.2.point));
    assert_eq!(found.1.code, found.3.code);
}

#[test]
fn helpers_of_the_owl_stage() {
    // A white group with an eye space of three in the corner, and two white stones that are apart.
    let text = "
        . . . O X . .
        O O O O X . .
        X X X X . . X
        . . . . . X .
        . . O . . . .
        . . O . . . .
        . . . . . . .";
    let cases = [
        ("owl_goal_dragon(B6)", 1.0),
        ("owl_goal_dragon(C3)", 0.0),
        ("owl_goal_dragon(E7)", 0.0),
        ("owl_eyespace(B7)", 1.0),
        ("owl_eyespace(G7)", 0.0),
        ("owl_big_eyespace(B7)", 1.0),
        ("owl_proper_eye(B7)", 1.0),
        ("owl_mineye(B7)", 1.0),
        ("owl_maxeye(B7)", 2.0),
        ("owl_eye_size(B7)", 3.0),
        ("owl_strong_dragon(B6)", 0.0),
        ("owl_lunch(A5)", 0.0),
        // At the edge the two diagonals off the board count one each.
        ("owl_topological_eye(B7,B6)", 2.0),
    ];
    let mut board = board(text);
    for (question, expected) in cases {
        let found = with_owl(&mut board, at("B6", 7), |host| call(host, 7, at("A7", 7), question));
        assert_eq!(found, expected, "{question}");
    }
}
