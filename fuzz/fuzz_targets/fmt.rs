//! See [`katachi_fuzz::fmt`].
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| katachi_fuzz::fmt(bytes));
