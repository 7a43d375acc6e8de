//! See [`katachi_fuzz::montecarlo`].
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| katachi_fuzz::montecarlo(bytes));
