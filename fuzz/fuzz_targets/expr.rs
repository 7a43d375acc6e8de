//! See [`katachi_fuzz::expr`].
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| katachi_fuzz::expr(bytes));
