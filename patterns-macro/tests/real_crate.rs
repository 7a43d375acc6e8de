//! The macro in a real crate: its databases are the ones that run-time loading
//! makes, and its functions do what the interpreter does.

use std::path::{Path, PathBuf};

use mkpat_rt::db::PatternDb;
use mkpat_rt::recording_host;

mod fixture {
    patterns_macro::pattern_set!("tests/fixture/mkpat.toml");
}

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(name)
}

#[test]
fn compiled_and_loaded_databases_are_the_same_bytes() {
    let compiled = fixture::pattern_set().unwrap();
    let (loaded, run) = mkpat::language::load::load(&folder("fixture"));
    let loaded = loaded.unwrap_or_else(|| panic!("{:#?}", run.diags));
    assert_eq!(compiled.databases.len(), 6);
    for (a, b) in compiled.databases.iter().zip(&loaded.databases) {
        assert!(a.is_compiled() && !b.is_compiled());
        assert_eq!(a.data, b.data);
        assert_eq!(a.data.to_bytes(), b.data.to_bytes());
        assert_eq!(PatternDb::from_bytes(&a.data.to_bytes()).unwrap(), a.data);
    }
    assert_eq!(compiled.eyes.len(), 1);
    assert_eq!(compiled.eyes, loaded.eyes);
    assert_eq!(fixture::eyes::BYTES, loaded.get_eyes("eyes").unwrap().to_bytes());
    assert_eq!(compiled.playouts.len(), 1);
    assert_eq!(compiled.playouts, loaded.playouts);
    assert_eq!(fixture::playouts::BYTES, loaded.get_playouts("playouts").unwrap().to_bytes());
    assert!(compiled.get_eyes("playouts").is_none() && compiled.get("eyes").is_none());
}

/// What a compiled-in database without functions is for.
#[test]
fn eye_shapes_and_playout_weights_can_be_asked() {
    use mkpat_rt::eyes::EyeSpace;
    use mkpat_rt::montecarlo::{Circumstances, Neighbourhood};
    let set = fixture::pattern_set().unwrap();
    let mut space = EyeSpace::new();
    for _ in 0..3 {
        space.add(false, false, 0);
    }
    space.connect(0, 2);
    space.connect(2, 1);
    let found = set.get_eyes("eyes").unwrap().find(&space).unwrap();
    assert_eq!((found.shape.number, found.shape.value.to_string()), (5, "1122".to_string()));
    assert_eq!(found.attack_points().collect::<Vec<_>>(), [2]);

    let playouts = set.get_playouts("playouts").unwrap();
    let capture = Circumstances { o_captures: 2, ..Circumstances::default() };
    let open = Neighbourhood::from_symbols([0; 8]);
    assert_eq!(playouts.weight(open, capture), 60);
    assert_eq!(playouts.weight(Neighbourhood::from_symbols([1; 8]), capture), 0);
}

#[test]
fn compiled_functions_and_the_interpreter_answer_and_ask_alike() {
    let compiled = fixture::pattern_set().unwrap();
    let (loaded, _) = mkpat::language::load::load(&folder("fixture"));
    for (a, b) in compiled.databases.iter().zip(&loaded.unwrap().databases) {
        let (_, calls) = recording_host::compare(a, b, 2000).unwrap();
        assert!(calls > 1000, "{}: too few calls to tell anything: {calls}", a.data.name);
    }
}

/// Labels are vertices of the board, whatever the orientation.
#[test]
fn labels_turn_with_the_match() {
    use mkpat_rt::geom::{Color, Offset, Point, Transform};
    use mkpat_rt::helper::{Helper, PatternId};
    let set = fixture::pattern_set().unwrap();
    let db = set.get("corners").unwrap();
    // Drawn at the lower left with `a` right of `*`; in the compiled form the
    // corner is the upper left one, so the drawing is turned over.
    let site = db.data.patterns[1].site(Point::new(0, 0), Transform::IDENTITY, Color::Black);
    let mut host = recording_host::Recorder::new(1);
    host.check(db, PatternId(1), &site);
    assert_eq!(host.calls.len(), 1);
    assert_eq!(host.calls[0].helper, Helper::oplay_attack);
    let args: Vec<Point> = host.calls[0].args.iter().map(|a| a.unwrap()).collect();
    assert_eq!(args[0], Point::new(2, 3));
    assert_eq!(args[1].minus(args[0]), Offset::new(0, 1));
    assert_eq!(args[2], args[0]);
}
