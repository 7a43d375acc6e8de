//! The tests of `joseki`, one module each: as one program they are built once and run side by side.

mod command;
mod compile;
mod corpus;
mod freshness;
mod lint;
mod lsp;
mod replay;
mod show;
mod streams;

#[test]
fn every_file_of_tests_is_a_module_here() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests");
    assert_eq!(
        test_support::forgotten_modules(folder, include_str!("all.rs")),
        Vec::<String>::new()
    );
}
