//! The tests of the commands and of the compiler, one module each: as one program they are built once and run side by side.

mod authoring;
mod bad_input;
mod baseline;
mod command;
mod common;
mod corpus;
mod emit;
mod eyes;
mod fixes;
mod formats;
mod gallery;
mod language_page;
mod load;
mod modules;
mod oracle_matches;
mod playouts;
mod positions;
mod print_parse;
mod reference;
mod slips;
mod streams;
mod survey;
mod syntax;

#[test]
fn every_file_of_tests_is_a_module_here() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests");
    assert_eq!(
        test_support::forgotten_modules(folder, include_str!("all.rs")),
        Vec::<String>::new()
    );
}
