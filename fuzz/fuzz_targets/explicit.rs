//! Any file is an explicit game, or an error at a place in the file. The winner does not depend on
//! the method: searching from the bottom and from the top gives the same answer.

#![no_main]

use grundy::answer::{Options, Wanted, solve};
use grundy::game::Of;
use grundy::rulesets::explicit::Explicit;
use grundy::{Convention, Game, Notation, Player};
use grundy_fuzz::small_limits;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|contents: &[u8]| {
    let rules = match Explicit::read_file("game", contents) {
        Ok(rules) => rules,
        Err(error) => {
            let place = error.place.as_ref().expect("an error in a file has a place");
            let text = String::from_utf8_lossy(contents);
            let line = text.split('\n').nth(place.line - 1);
            let line = line.unwrap_or_else(|| panic!("{error}: there is no such line"));
            // A byte that is not text becomes one or more characters.
            assert!(place.column <= line.chars().count() + 1, "{error}: behind the line's end");
            return;
        }
    };
    let limits = small_limits();
    let position = rules.start().expect("an explicit game has a start");
    let printed = rules.print(&position);
    assert_eq!(rules.read(grundy::Text::new(&printed)), Ok(position), "{printed:?}");
    let game = Of::new(rules, position);
    for convention in [Convention::Normal, Convention::Misere] {
        let (asked, wanted) = (Some(convention), Wanted::POSITIONS);
        let options = Options { convention: asked, limits, wanted, ..Options::default() };
        let Ok(answer) = solve(&game, &options) else {
            continue;
        };
        if let (Some(value), Convention::Normal) = (&answer.value, convention) {
            assert_eq!(answer.outcome, Some(value.outcome()), "worth {value}");
        }
        for player in Player::BOTH {
            let Some(side) = answer.side(player) else { continue };
            if let Ok(found) = game.top_down(player, convention, &limits) {
                assert_eq!(found.answer, side.fate, "{player} first, {convention:?}");
            }
        }
    }
});
