//! Compiled rules give the answers of the interpreter, or none. Games are written from the input by
//! a grammar, and up to some hundred of their positions are compared.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    if let Err(difference) = grundy_rules::differs(bytes, 200) {
        panic!("{difference}");
    }
});
