//! The program on input that nobody meant: a clear error with its place, in bounded
//! memory, and never a panic.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A folder for one test, removed at its end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("bad-{name}"));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).expect("a folder");
        Folder(path)
    }

    fn write(&self, name: &str, bytes: &[u8]) {
        std::fs::write(self.0.join(name), bytes).expect("a file");
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Runs the program in a gigabyte and a half of memory, where the system can bound it.
/// Exit code, standard output, standard error.
fn katachi(dir: &Path, args: &[&str], input: &[u8]) -> (i32, String, String) {
    let program = env!("CARGO_BIN_EXE_katachi");
    let mut command = if cfg!(target_os = "linux") {
        let mut command = Command::new("sh");
        command.args(["-c", "ulimit -v 1500000; exec \"$0\" \"$@\"", program]);
        command
    } else {
        Command::new(program)
    };
    let mut child = command
        .current_dir(dir)
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program");
    // A program that refuses its arguments does not read its input.
    let _ = child.stdin.take().expect("an input").write_all(input);
    let output = child.wait_with_output().expect("the program ends");
    let [out, err] =
        [output.stdout, output.stderr].map(|b| String::from_utf8_lossy(&b).into_owned());
    assert!(!err.contains("panicked") && !err.contains("overflow"), "{args:?}: {err:.2000}");
    let code = output.status.code();
    let code = code.unwrap_or_else(|| panic!("{args:?}: {}: {err:.2000}", output.status));
    (code, out, err)
}

/// Files that are no record, no manifest and no test, and whether a record may be so.
fn files(folder: &Folder) -> Vec<(&'static str, bool)> {
    let good = "(;SZ[9];B[ee])";
    let all: Vec<(&str, Vec<u8>, bool)> = vec![
        ("nested", "(".repeat(200_000).into(), false),
        ("nested_nodes", format!("(;SZ[9]{}", "(;B[ee]".repeat(200_000)).into(), false),
        ("line", vec![b'x'; 20 << 20], false),
        ("value", format!("(;SZ[9]C[{}];B[ee])", "x".repeat(2 << 20)).into(), true),
        ("nul", b"\0\0\0".to_vec(), false),
        ("nul_inside", b"(;SZ[9]C[\0];B[ee]\0)".to_vec(), true),
        ("latin", b"(;SZ[9]C[\xe9\xff];B[ee])".to_vec(), true),
        ("crlf", good.replace(';', "\r\n;").into(), true),
        ("bom", format!("\u{feff}{good}").into(), true),
        ("empty", Vec::new(), false),
        ("size", b"(;SZ[99999999999999999999];B[ee])".to_vec(), false),
        ("komi", format!("(;SZ[9]KM[{}];B[ee])", "9".repeat(400)).into(), true),
        ("moves", format!("(;SZ[9]{})", ";B[zz]".repeat(100_000)).into(), true),
    ];
    let mut out = Vec::new();
    for (name, bytes, fine) in all {
        folder.write(name, &bytes);
        out.push((name, fine));
    }
    std::fs::create_dir(folder.0.join("folder")).expect("a folder");
    out.extend([("folder", false), ("missing", false)]);
    out
}

#[test]
fn records_that_are_none() {
    let folder = Folder::new("records");
    for (name, fine) in files(&folder) {
        let (code, _, err) = katachi(&folder.0, &["gtp", "--infile", name], b"showboard\n");
        assert!(err.len() < 1 << 20, "{name}: {} bytes", err.len());
        if fine {
            assert_eq!(code, 0, "{name}: {err:.500}");
        } else {
            assert!(code == 2 && err.contains(name), "{name}: {code}: {err:.500}");
        }
        let script = format!("loadsgf {name}\nloadsgf {name} 99999999999999999999\nname\n");
        let (code, out, err) = katachi(&folder.0, &["gtp"], script.as_bytes());
        assert_eq!((code, err.as_str()), (0, ""), "{name}");
        assert!(out.len() < 1 << 20 && out.ends_with("= Katachi\n\n"), "{name}: {out:.500}");
        assert!(out.starts_with(if fine { "= " } else { "? " }), "{name}: {out:.500}");
        let (code, _, err) = katachi(&folder.0, &["test", name], b"");
        assert!(code == 2 && err.contains(name), "{name}: {code}: {err:.500}");
        let (code, _, err) = katachi(&folder.0, &["regress", name], b"");
        assert!(code == 2 || fine || !err.is_empty() || code == 0, "{name}: {code}: {err:.500}");
    }
}

#[test]
fn databases_that_are_none() {
    let folder = Folder::new("databases");
    for (name, _) in files(&folder) {
        // As a manifest, by its path.
        let (code, _, err) = katachi(&folder.0, &["--patterns", name, "gtp"], b"");
        assert!(code == 2 && err.contains(name), "{name}: {code}: {err:.500}");
        assert!(err.len() < 1 << 20, "{name}: {} bytes", err.len());
        // As the file of a database.
        let manifest =
            format!("[[database]]\nname = \"bad\"\nfiles = [\"{name}\"]\nstage = \"movegen\"\n");
        folder.write("mkpat.toml", manifest.as_bytes());
        let (code, _, err) = katachi(&folder.0, &["--patterns", ".", "gtp"], b"");
        assert!(code == 2 && !err.is_empty(), "{name}: {code}: {err:.500}");
        assert!(err.len() < 1 << 20, "{name}: {} bytes", err.len());
    }
}

#[test]
fn streams_that_are_no_conversation() {
    let folder = Folder::new("streams");
    let long = vec![b'x'; 20 << 20];
    let nested = "(".repeat(200_000);
    for input in [
        &long[..],
        nested.as_bytes(),
        b"\0\0\n\xff\xfe\n\r\n",
        "\u{feff}name\n".as_bytes(),
        b"99999999999999999999999 name\nboardsize 99999999999999999999\nkomi 1e999\nlevel -1\n",
        b"play b zz999999999999999\nundo\nundo\ntime_settings 1e30 -5 9999999999\n",
    ] {
        for args in [&["gtp"][..], &["play"], &["play", "--color", "both"]] {
            let (code, out, err) = katachi(&folder.0, args, input);
            assert!(code == 0 && err.is_empty(), "{args:?}: {code}: {err:.500}");
            assert!(out.len() < 1 << 20, "{args:?}: {} bytes", out.len());
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn files_without_end() {
    let folder = Folder::new("endless");
    for args in [
        &["gtp", "--infile", "/dev/zero"][..],
        &["test", "/dev/zero"],
        &["--patterns", "/dev/zero", "gtp"],
    ] {
        let (code, _, err) = katachi(&folder.0, args, b"");
        assert!(code == 2 && err.contains("/dev/zero"), "{args:?}: {code}: {err:.500}");
    }
}
