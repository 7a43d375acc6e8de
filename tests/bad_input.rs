//! The program on input that nobody meant: a clear error with its place, in bounded
//! memory, and never a panic.

use std::path::Path;

use test_support::{Folder, Outcome, Program};

/// A gigabyte and a half of memory is enough for everything.
const KATACHI: Program = Program { path: env!("CARGO_BIN_EXE_katachi"), memory: 1_500_000 };

/// Exit code, standard output, standard error.
fn katachi(dir: &Path, args: &[&str], input: &[u8]) -> (i32, String, String) {
    let Outcome { code, out, err } = KATACHI.run(dir, args, input);
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
        ("moves", format!("(;SZ[9]{})", ";B[zz]".repeat(100_000)).into(), false),
    ];
    let mut out = Vec::new();
    for (name, bytes, fine) in all {
        folder.write(name, &bytes);
        out.push((name, fine));
    }
    std::fs::create_dir(folder.path().join("folder")).expect("a folder");
    out.extend([("folder", false), ("missing", false)]);
    out
}

#[test]
fn records_that_are_none() {
    let folder = Folder::new("bad-records");
    for (name, fine) in files(&folder) {
        let (code, _, err) = katachi(folder.path(), &["gtp", "--infile", name], b"showboard\n");
        assert!(err.len() < 1 << 20, "{name}: {} bytes", err.len());
        if fine {
            assert_eq!(code, 0, "{name}: {err:.500}");
        } else {
            assert!(code == 2 && err.contains(name), "{name}: {code}: {err:.500}");
        }
        let script = format!("loadsgf {name}\nloadsgf {name} 99999999999999999999\nname\n");
        let (code, out, err) = katachi(folder.path(), &["gtp"], script.as_bytes());
        assert_eq!((code, err.as_str()), (0, ""), "{name}");
        assert!(out.len() < 1 << 20 && out.ends_with("= Katachi\n\n"), "{name}: {out:.500}");
        assert!(out.starts_with(if fine { "= " } else { "? " }), "{name}: {out:.500}");
        let (code, _, err) = katachi(folder.path(), &["test", name], b"");
        assert!(code == 2 && err.contains(name), "{name}: {code}: {err:.500}");
        let (code, _, err) = katachi(folder.path(), &["regress", name], b"");
        assert!(code == 2 && err.contains(name), "{name}: {code}: {err:.500}");
        assert!(err.len() < 1 << 16, "{name}: {} bytes", err.len());
        let (code, out, err) = katachi(folder.path(), &["decide-string", name, "E5"], b"");
        let answered = fine && code == 0 && out.contains("attack E5: ");
        assert!(answered || code == 2 && err.contains(name), "{name}: {code}: {err:.500}");
    }
}

#[test]
fn baselines_and_ratchets_that_are_none() {
    let folder = Folder::new("bad-baselines");
    folder.write("good.tst", b"1 name\n#? [Katachi]\n");
    for (name, _) in files(&folder) {
        for option in ["--baseline", "--ratchet"] {
            let args = ["regress", "good.tst", option, name];
            let (code, _, err) = katachi(folder.path(), &args, b"");
            if name == "empty" {
                assert_eq!(code, 0, "{option} {name}: {err:.500}");
            } else {
                assert!(code == 2 && err.contains(name), "{option} {name}: {code}: {err:.500}");
            }
            assert!(err.len() < 1 << 16, "{option} {name}: {} bytes", err.len());
        }
    }
    for args in [
        &["regress", "good.tst", "--update"][..],
        &["regress", "good.tst", "--tests", "--failures"],
        &["regress", "good.tst", "--folder", "missing"],
        &["regress", "good.tst", "--threads", "0"],
    ] {
        let (code, _, err) = katachi(folder.path(), args, b"");
        assert!(code == 2 && !err.is_empty(), "{args:?}: {code}: {err:.500}");
    }
}

#[test]
fn databases_that_are_none() {
    let folder = Folder::new("bad-databases");
    for (name, _) in files(&folder) {
        // As a manifest, by its path.
        let (code, _, err) = katachi(folder.path(), &["--patterns", name, "gtp"], b"");
        assert!(code == 2 && err.contains(name), "{name}: {code}: {err:.500}");
        assert!(err.len() < 1 << 20, "{name}: {} bytes", err.len());
        // As the file of a database.
        let manifest =
            format!("[[database]]\nname = \"bad\"\nfiles = [\"{name}\"]\nstage = \"movegen\"\n");
        folder.write("mkpat.toml", manifest.as_bytes());
        let (code, _, err) = katachi(folder.path(), &["--patterns", ".", "gtp"], b"");
        assert!(code == 2 && !err.is_empty(), "{name}: {code}: {err:.500}");
        assert!(err.len() < 1 << 20, "{name}: {} bytes", err.len());
    }
}

#[test]
fn streams_that_are_no_conversation() {
    let folder = Folder::new("bad-streams");
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
            let (code, out, err) = katachi(folder.path(), args, input);
            assert!(code == 0 && err.is_empty(), "{args:?}: {code}: {err:.500}");
            assert!(out.len() < 1 << 20, "{args:?}: {} bytes", out.len());
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn files_without_end() {
    let folder = Folder::new("bad-endless");
    for args in [
        &["gtp", "--infile", "/dev/zero"][..],
        &["test", "/dev/zero"],
        &["--patterns", "/dev/zero", "gtp"],
    ] {
        let (code, _, err) = katachi(folder.path(), args, b"");
        assert!(code == 2 && err.contains("/dev/zero"), "{args:?}: {code}: {err:.500}");
    }
}
