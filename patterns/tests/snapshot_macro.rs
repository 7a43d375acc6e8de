//! The macro for whole databases, used as a crate uses it that keeps its own.

use std::path::Path;

const MANIFEST: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/user/mkpat.toml");

/// A snapshot for each file that `mkpat snapshot` would write.
#[test]
fn databases_are_compiled_as_reviewed() {
    mkpat::assert_db_snapshot!(MANIFEST);
}

/// Named databases are a part of all of them, and the same.
#[test]
fn databases_are_chosen_by_name() {
    let all = mkpat::tools::snapshot::of_manifest(MANIFEST, &[]);
    let shapes = mkpat::tools::snapshot::of_manifest(MANIFEST, &["shapes"]);
    assert_eq!(all.len(), 3, "{:?}", all.keys());
    assert_eq!(shapes.len(), 2, "{:?}", shapes.keys());
    assert!(shapes.iter().all(|(name, text)| all.get(name) == Some(text)));
    let wrong = mkpat::tools::snapshot::of_manifest(MANIFEST, &["shape"]);
    assert!(wrong["errors"].contains("no database `shape`; there are: shapes, rooms"));
}

/// A copy of the databases, with the text of one changed.
fn changed(name: &str, change: impl Fn(String) -> String) -> String {
    let folder = std::env::temp_dir().join(format!("patterns-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let from = Path::new(MANIFEST).parent().unwrap();
    for file in ["mkpat.toml", "shapes.db", "rooms.db"] {
        let text = std::fs::read_to_string(from.join(file)).unwrap();
        let text = if file == "shapes.db" { change(text) } else { text };
        std::fs::write(folder.join(file), text).unwrap();
    }
    let texts = mkpat::tools::snapshot::of_manifest(folder.join("mkpat.toml"), &["shapes"]);
    std::fs::remove_dir_all(&folder).unwrap();
    texts.into_values().collect()
}

/// What has no meaning does not show; what has does.
#[test]
fn snapshots_change_with_the_meaning() {
    let same = changed("same", |text| text);
    let turned = changed("order", |text| {
        let (head, rest) = text.split_at(text.find("Pattern Turn1").unwrap());
        let (first, second) = rest.split_at(rest.find("Pattern Cap1").unwrap());
        format!("{head}{second}\n\n{first}")
    });
    assert_eq!(turned, same, "the order of patterns");
    for (from, to) in [("shape(2)", "shape(3)"), ("==1", "==2"), ("OXX", "OXx"), (":|", ":8")] {
        let other = changed("other", |text| text.replace(from, to));
        assert_ne!(other, same, "{from} {to}");
    }
    let broken = changed("broken", |text| text.replace("lib(", "libs("));
    assert!(broken.contains("error[KP0401]"), "{broken}");
}
