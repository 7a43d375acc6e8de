//! The Rust that the macro emits: readable, and one error for one mistake.

use std::path::{Path, PathBuf};

use quote::quote;

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/emit").join(name)
}

/// The emitted code, laid out, without the tracked paths of this machine.
fn expanded(name: &str) -> String {
    let tokens = mkpat::language::emit::expand(&folder(name), &quote!(::mkpat_rt));
    let mut file: syn::File = syn::parse2(tokens).expect("the macro emits items");
    let tracked = |item: &syn::Item| matches!(item, syn::Item::Const(c) if c.ident == "_");
    assert_eq!(
        file.items.iter().filter(|i| tracked(i)).count(),
        2,
        "the manifest and its source are tracked, so that an edit rebuilds"
    );
    file.items.retain(|item| !tracked(item));
    prettyplease::unparse(&file)
}

#[test]
fn a_database_becomes_bytes_and_small_functions() {
    let code = expanded("good");
    // The bytes have tests of their own; here only that there is one string.
    let start = code.find("b\"").expect("a byte string");
    let end = start + 2 + code[start + 2..].find("\";").expect("its end");
    let code = format!("{}b\"…{}", &code[..start], &code[end..]);
    insta::assert_snapshot!(code);
}

#[test]
fn a_misspelt_autohelper_is_one_error_at_its_place_and_leaves_a_skeleton() {
    let code = expanded("bad");
    assert_eq!(code.matches("compile_error!").count(), 1);
    assert!(code.contains("tiny.db:14:18: unknown autohelper `oplay_atack`"), "{code}");
    assert!(code.contains("did you mean `oplay_attack`?"), "{code}");
    assert!(code.contains("pub fn pattern_set()"), "users of the databases still compile");
}

#[test]
fn a_missing_manifest_is_one_error_too() {
    let tokens = mkpat::language::emit::expand(&folder("nowhere"), &quote!(::mkpat_rt)).to_string();
    assert_eq!(tokens.matches("compile_error").count(), 1);
    assert!(tokens.contains("cannot read") && tokens.contains("nowhere"), "{tokens}");
}
