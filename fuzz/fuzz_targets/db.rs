//! See [`katachi_fuzz::db`].
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| katachi_fuzz::db(bytes));
