//! No circle between modules, and no arrow from a lower group of modules to a higher one,
//! in `mkpat`, `mkpat-rt`, the engine, the front end and the studio. The compiler accepts both; this test reads the
//! `use` lines. Modules of unit tests do not count.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Which modules a module names: paths without `crate::`.
type Uses = BTreeMap<String, BTreeSet<String>>;

/// All Rust files below `dir` but those of unit tests, with the path of their module.
fn files(dir: &Path, prefix: &str, out: &mut Vec<(String, PathBuf)>) {
    for entry in std::fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        let stem = path.file_stem().unwrap().to_str().unwrap();
        let name = if prefix.is_empty() { stem.into() } else { format!("{prefix}::{stem}") };
        if stem == "tests" || stem.ends_with("_tests") {
            continue;
        }
        if path.is_dir() {
            files(&path, &name, out);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            let module = if stem == "mod" { prefix.to_string() } else { name };
            out.push((module, path));
        }
    }
}

/// The paths behind `start` (as `crate::`) in a file, groups in braces taken apart; comments
/// and the unit tests at its end do not count.
fn named(text: &str, start: &str) -> Vec<String> {
    let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap();
    let code: String = text.lines().map(|line| line.split("//").next().unwrap()).collect();
    let mut out = Vec::new();
    for (at, found) in code.match_indices(start) {
        let before = code[..at].chars().next_back();
        if !before.is_some_and(|ch| ch.is_alphanumeric() || "_$".contains(ch)) {
            paths(&code[at + found.len()..], "", &mut out);
        }
    }
    out
}

/// Adds the paths at the start of `code`, each behind `prefix`; the bytes read.
fn paths(code: &str, prefix: &str, out: &mut Vec<String>) -> usize {
    let end = code.find(|ch: char| !(ch.is_alphanumeric() || ch == '_' || ch == ':'));
    let end = end.unwrap_or(code.len());
    let path = format!("{prefix}{}", &code[..end]);
    if !(path.ends_with("::") || path.is_empty()) || !code[end..].starts_with('{') {
        out.push(path);
        return end;
    }
    let mut at = end + 1;
    while !code[at..].starts_with('}') {
        let next = code[at..].chars().next().expect("a brace is closed");
        at += if next == ',' || next.is_whitespace() {
            next.len_utf8()
        } else {
            paths(&code[at..], &path, out).max(1)
        };
    }
    at + 1
}

/// What the modules of a crate use, cut to the modules that have a place of their own:
/// those in a group `groups` by two parts of the path, others by one.
fn uses(root: &str, groups: &[&str]) -> Uses {
    let cut = |path: &str| {
        let mut parts = path.split("::");
        let first = parts.next().unwrap_or_default().to_string();
        match parts.next() {
            Some(second) if groups.contains(&first.as_str()) => format!("{first}::{second}"),
            _ => first,
        }
    };
    let mut found = Vec::new();
    files(&Path::new(env!("CARGO_MANIFEST_DIR")).join(root), "", &mut found);
    let mut uses = Uses::new();
    for (module, path) in found {
        let from = cut(&module);
        let to = named(&std::fs::read_to_string(path).unwrap(), "crate::");
        let to = to.iter().map(|path| cut(path)).filter(|to| *to != from);
        uses.entry(from.clone()).or_default().extend(to);
    }
    uses
}

/// A circle of modules, if there is one.
fn circle(uses: &Uses) -> Option<Vec<String>> {
    fn visit(uses: &Uses, path: &mut Vec<String>, done: &mut BTreeSet<String>) -> bool {
        let module = path.last().unwrap().clone();
        for next in uses.get(&module).into_iter().flatten() {
            if let Some(start) = path.iter().position(|seen| seen == next) {
                path.drain(..start);
                return true;
            }
            if !done.contains(next) {
                path.push(next.clone());
                if visit(uses, path, done) {
                    return true;
                }
                path.pop();
            }
        }
        done.insert(module);
        false
    }
    let mut done = BTreeSet::new();
    uses.keys().find_map(|module| {
        let mut path = vec![module.clone()];
        visit(uses, &mut path, &mut done).then_some(path)
    })
}

#[test]
fn modules_have_no_circles() {
    let two_level: &[&str] = &["language", "tools"];
    let roots = [
        ("src", two_level),
        ("rt/src", &[]),
        ("../engine/frontend/src", &[]),
        ("../studio/src", &[]),
    ];
    for (root, groups) in roots {
        let uses = uses(root, groups);
        assert!(uses.values().map(BTreeSet::len).sum::<usize>() > 20, "{uses:?}");
        assert_eq!(circle(&uses), None, "{root}");
    }
}

#[test]
fn groups_use_only_those_below_them() {
    let order = ["source", "diag", "language", "tools", "lsp", "cli"];
    let place = |name: &String| order.iter().position(|group| group == name);
    for (from, to) in uses("src", &[]) {
        for to in to.iter().filter(|to| place(to).is_some()) {
            assert!(from == "lib" || place(to) < place(&from), "{from} uses {to}");
        }
    }
}

/// What the files of one folder of modules use of each other, by `super::`.
fn siblings(folder: &Path) -> Uses {
    let mut found = Vec::new();
    files(folder, "", &mut found);
    let is_sibling = |name: &String| found.iter().any(|(module, _)| module == name);
    let mut uses = Uses::new();
    for (module, path) in found.iter().filter(|(module, _)| !module.is_empty()) {
        let paths = named(&std::fs::read_to_string(path).unwrap(), "super::");
        let to = paths.iter().map(|path| path.split("::").next().unwrap().to_string());
        uses.insert(module.clone(), to.filter(|to| is_sibling(to) && to != module).collect());
    }
    uses
}

#[test]
fn engine_modules_use_only_those_above_them_in_the_list_of_its_head() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../engine/src");
    let lib = std::fs::read_to_string(root.join("lib.rs")).unwrap();
    let rows = lib.lines().filter_map(|line| line.strip_prefix("//! - [`")?.split_once('`'));
    let order: Vec<&str> = rows.map(|(name, _)| name).collect();
    let public = lib.lines().filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';'));
    let (mut modules, mut listed): (Vec<&str>, _) = (public.collect(), order.clone());
    modules.sort_unstable();
    listed.sort_unstable();
    assert_eq!(listed, modules);

    let uses = uses("../engine/src", &[]);
    assert!(uses.values().map(BTreeSet::len).sum::<usize>() > 40, "{uses:?}");
    let place = |name: &str| order.iter().position(|module| *module == name);
    for (from, to) in uses.iter().filter(|(from, _)| *from != "lib") {
        for to in to {
            assert!(place(to).is_some() && place(to) < place(from), "{from} uses {to}");
        }
    }
    let mut inside = 0;
    for module in order.iter().map(|name| root.join(name)).filter(|path| path.is_dir()) {
        let uses = siblings(&module);
        inside += uses.values().map(BTreeSet::len).sum::<usize>();
        assert_eq!(circle(&uses), None, "{}", module.display());
    }
    assert!(inside > 60, "{inside} uses inside of modules");
}

#[test]
fn what_is_read_from_use_lines() {
    let text = "use crate::a::{b, c::D, e::{F, self}};\n// crate::no\nfn f() { crate::g::h(); }\n";
    assert_eq!(named(text, "crate::"), ["a::b", "a::c::D", "a::e::F", "a::e::self", "g::h"]);
    let uses = |pairs: &[(&str, &str)]| {
        let mut uses = Uses::new();
        for (from, to) in pairs {
            uses.entry(from.to_string()).or_default().insert(to.to_string());
        }
        uses
    };
    assert_eq!(circle(&uses(&[("a", "b"), ("a", "c"), ("b", "c")])), None);
    let found = circle(&uses(&[("a", "b"), ("b", "c"), ("c", "b")])).unwrap();
    assert_eq!(found, ["b", "c"]);
}
