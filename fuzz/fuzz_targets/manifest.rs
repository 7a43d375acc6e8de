//! See [`katachi_fuzz::manifest`].
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| katachi_fuzz::manifest(bytes));
