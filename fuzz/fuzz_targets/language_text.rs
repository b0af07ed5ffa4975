//! A line has a value, or is an error that points into it. A game is printed as text that is read
//! back as the same game.

#![no_main]

use grundy::Limits;
use grundy::language::{Question, Session, is_open};
use grundy_fuzz::small_limits;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    // Names of files are not tested here.
    if text.contains("graph") {
        return;
    }
    let _ = is_open(text);
    for error in [Question::new(text).err(), Question::several(text).err()].into_iter().flatten() {
        assert!(text.is_char_boundary(error.at), "{error}: at {} of {text:?}", error.at);
    }
    let mut session = Session::new(small_limits());
    let value = match session.run(text) {
        Ok(value) => value,
        Err(error) => {
            let at = error.at().unwrap_or(0);
            assert!(text.is_char_boundary(at), "{error}: at {at} of {text:?}");
            return;
        }
    };
    let Ok(printed) = session.show(&value) else { return };
    if let Ok(Some(form)) = session.canonical(&value) {
        session.set_limits(Limits::default());
        let again = match session.run(&printed) {
            // Braces may be nested only to a limited depth.
            Err(error) if error.to_string().contains("fewer nested expressions") => return,
            again => again.expect("what is printed is read"),
        };
        assert_eq!(session.canonical(&again), Ok(Some(form)), "{printed}");
    }
});
