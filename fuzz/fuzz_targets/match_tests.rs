//! See [`katachi_fuzz::match_tests`].
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| katachi_fuzz::match_tests(bytes));
