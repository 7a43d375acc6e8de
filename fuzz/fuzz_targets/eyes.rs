//! See [`katachi_fuzz::eyes`].
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| katachi_fuzz::eyes(bytes));
