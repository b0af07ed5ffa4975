//! Compiled rules answer what the interpreter answers, or nothing: games are written from the
//! input by a grammar, and all their positions compared, up to some hundred.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    if let Err(difference) = grundy_rules::differs(bytes, 200) {
        panic!("{difference}");
    }
});
