//! The tests of `katachi`, one module each: as one program they are built once and run side by side.

mod bad_input;
mod caches;
mod edited_patterns;
mod games;
mod gnugo;
mod gtp;
mod gtp_program;
mod joseki;
mod oracle;
mod orientation;
mod passing;
mod pattern_tests;
mod races;
mod sabaki;
mod streams;
mod why;

#[test]
fn every_file_of_tests_is_a_module_here() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests");
    assert_eq!(test_support::forgotten_modules(folder, include_str!("all.rs")), ["tutorial"]);
}
