//! Real editors without a screen drive the server with the settings in `editors`: open a database, type a mistake,
//! complete, fix, hover, rename, format. What they report is compared here.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;
use test_support::{Folder, installed};

/// How long an editor may take.
const PATIENCE: Duration = Duration::from_secs(120);

/// A copy of our databases; the file to work on, and the editor's report.
fn scene(name: &str) -> (Folder, PathBuf, PathBuf) {
    let folder = Folder::new(&format!("editor-{name}"));
    let ours = Path::new(env!("CARGO_MANIFEST_DIR")).join("../patterns");
    for entry in std::fs::read_dir(&ours).expect("our databases") {
        let path = entry.expect("a file").path();
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        if path.extension().is_some_and(|ending| ending == "db") || name == "mkpat.toml" {
            folder.write(&name, std::fs::read(&path).expect("a file"));
        }
    }
    std::fs::create_dir_all(folder.join("joseki")).expect("a folder");
    for entry in std::fs::read_dir(ours.join("joseki")).expect("our joseki") {
        let path = entry.expect("a file").path();
        if path.extension().is_some_and(|ending| ending == "db") {
            std::fs::copy(&path, folder.join("joseki").join(path.file_name().expect("a name")))
                .expect("a copy");
        }
    }
    let (file, out) = (folder.join("general.db"), folder.join("report.json"));
    (folder, file, out)
}

/// Runs an editor in the folder; its report.
fn drive(editor: &Path, arguments: &[&str], folder: &Folder, file: &Path, out: &Path) -> Value {
    let mut child = Command::new(editor)
        .args(arguments)
        .current_dir(folder.path())
        .env("HOME", folder.path())
        .env(
            "REPOSITORY",
            Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize().expect("a path"),
        )
        .env("MKPAT", env!("CARGO_BIN_EXE_mkpat"))
        .env("FILE", file)
        .env("OUT", out)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .spawn()
        .expect("the editor starts");
    let until = Instant::now() + PATIENCE;
    while child.try_wait().expect("a child").is_none() {
        if Instant::now() > until {
            let _ = child.kill();
            panic!("the editor does not end");
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    let text = std::fs::read_to_string(out).expect("a report");
    serde_json::from_str(&text).expect("JSON")
}

/// What every editor has to report.
fn check(told: &Value) {
    assert_eq!(told["failed"], Value::Null, "{told}");
    for fact in ["mistake", "completed", "mended"] {
        assert_eq!(told[fact], true, "{fact}: {told}");
    }
    assert_eq!(told["fixed"], "; owl_threatens(*,*)", "{told}");
    let hover = told["hover"].as_str().expect("a text");
    assert!(hover.contains("autohelper owl_threatens(x,y)"), "{hover}");
    assert_eq!(told["renamed"], "Pattern Renamed1", "{told}");
    assert_eq!(told["formatted"], told["tidy"], "{told}");
    assert!(told["symbols"].as_u64().is_some_and(|count| count > 20), "{told}");
}

#[test]
fn neovim_drives_the_server() {
    let Some(editor) = installed("nvim") else { return };
    let (folder, file, out) = scene("nvim");
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/editors/drive.lua");
    let script = format!("luafile {}", script.display());
    let arguments = ["--headless", "-u", "NONE", "-i", "NONE", "-n", "-c", &script];
    let told = drive(&editor, &arguments, &folder, &file, &out);
    check(&told);
    assert_eq!(told["filetype"], "mkpat");
    assert_eq!(told["colour"], "mkpatHead");
}

#[test]
fn emacs_drives_the_server() {
    let Some(editor) = installed("emacs") else { return };
    let (folder, file, out) = scene("emacs");
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/editors/drive.el");
    let arguments = ["--batch", "-l", &script.display().to_string()];
    let eglot = Command::new(&editor)
        .args(["--batch", "--eval", "(kill-emacs (if (require 'eglot nil t) 0 1))"])
        .stderr(Stdio::null())
        .status()
        .expect("the editor starts");
    if !eglot.success() {
        test_support::skipped("this Emacs has no eglot (Debian: elpa-eglot)");
        return;
    }
    let told = drive(&editor, &arguments, &folder, &file, &out);
    check(&told);
    assert_eq!(told["mode"], "mkpat-mode");
    assert_eq!(told["colour"], "font-lock-keyword-face");
    let copied = told["copied"].as_str().expect("a text");
    assert!(copied.starts_with(":8,OXE,shape(4)\n\no*.\nOX.\nOX?\n\n; "), "{copied}");
    assert_eq!(told["begun"], true, "{told}");
}
