//! Sabaki's own module for GTP, `@sabaki/gtp`, drives `katachi gtp` (`sabaki/drive.js`). It needs `node`, and the
//! module where `.ci/run` puts it: `npm install --prefix target/node @sabaki/gtp`.

use std::path::Path;
use std::process::Command;

#[test]
fn sabaki_finds_what_it_looks_for() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    // Beside the folder of the tests' files: the target folder may have another name.
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().expect("the target folder");
    let module = target.join("node/node_modules/@sabaki/gtp");
    if Command::new("node").arg("--version").output().is_err() {
        return test_support::skipped("node is not installed");
    }
    if !module.exists() {
        return test_support::skipped("@sabaki/gtp is not installed in target/node");
    }
    let output = Command::new("node")
        .arg(root.join("tests/sabaki/drive.js"))
        .arg(&module)
        .arg(env!("CARGO_BIN_EXE_katachi"))
        .output()
        .expect("node runs");
    let told = String::from_utf8_lossy(&output.stdout);
    let wrong = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{told}{wrong}");
    assert_eq!(told.lines().count(), 8, "{told}");
}
