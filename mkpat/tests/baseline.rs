//! `mkpat check --baseline`.

use std::process::Command;

/// What was there when an old database was adopted is accepted; what is new is reported.
#[test]
fn a_baseline_accepts_what_is_there() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("baseline");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder");
    let old =
        "attribute_map general\n\nPattern Edge1\n# an idea\n\n.*.\nXOX\n---\n\n:8,s,shape(1)\n";
    let check = |text: &str| {
        std::fs::write(folder.join("old.db"), text).expect("a file");
        let output = Command::new(env!("CARGO_BIN_EXE_mkpat"))
            .args(["check", "old.db", "--baseline", "known.txt", "--deny-warnings"])
            .current_dir(&folder)
            .output()
            .expect("the program");
        (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned())
    };
    let (code, shown) = check(old);
    assert!(code == Some(0) && shown.contains("0 warnings"), "{shown}");
    let known = std::fs::read_to_string(folder.join("known.txt")).expect("a baseline");
    assert!(known.contains("KP0608\told.db\t:8,s,shape(1)\t1\n"), "{known}");
    // Lines above change nothing.
    assert_eq!(check(&old.replace("# an idea", "# an idea\n# of ours")).0, Some(0));
    let more = old.to_string() + "\n\nPattern Edge2\n# an idea\n\n.*.\nOXO\n---\n\n:8,s,shape(2)\n";
    let (code, shown) = check(&more);
    assert_eq!(code, Some(1), "{shown}");
    assert!(shown.contains("Edge2") && !shown.contains("Edge1"), "{shown}");
    // Errors are never accepted.
    let (code, shown) = check(&old.replace("shape(1)", "nonsense(1)"));
    assert!(code == Some(1) && shown.contains("error[KP"), "{shown}");
}
