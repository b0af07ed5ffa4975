//! Any text is a game, or an error that points into the text. A game is printed as text that is
//! read back as the same game, and solving it ends within its limits.

#![no_main]

use grundy::answer::{Options, solve};
use grundy::format::typeset::Setting;
use grundy::format::{explain, json, text};
use grundy::{Convention, Player, catalogue};
use grundy_fuzz::small_limits;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &str| {
    // The contents of a file that the text names are not tested here.
    if input.contains("graph(") && !input.contains('{') {
        return;
    }
    let game = match catalogue::parse(input) {
        Ok(game) => game,
        Err(error) => {
            assert!(error.at <= input.len(), "{error}: behind the end of {input:?}");
            assert!(input.is_char_boundary(error.at), "{error}: inside a character of {input:?}");
            return;
        }
    };
    let printed = game.text();
    let again = match catalogue::parse(&printed) {
        Ok(again) => again,
        Err(error) => panic!("{input:?} is printed as {printed:?}, which is refused: {error}"),
    };
    assert_eq!(again.text(), printed, "{input:?}");
    assert_eq!(again.impartial(), game.impartial(), "{printed:?}");
    assert_eq!(again.has_ends(), game.has_ends(), "{printed:?}");
    let drawing = game.drawing();

    // Long sums take long, whatever the limits on positions are.
    if printed.len() > 400 {
        return;
    }
    let limits = small_limits();
    for convention in [Convention::Normal, Convention::Misere] {
        let options = Options { convention: Some(convention), limits, ..Options::default() };
        let Ok(answer) = solve(&*game, &options) else { continue };
        assert!(!json::answer(&answer, json::Also { strategy: true, work: true }).contains('\n'));
        let _ = text::answer(&answer, &drawing, Setting::Unicode);
        let _ = text::strategy(&answer);
        let _ = text::batch_line(&answer, Setting::Plain);
        let _ = explain::answer(&answer, &*game, Setting::Plain);
        for player in Player::BOTH {
            let Some(side) = answer.side(player) else { continue };
            if let Ok(found) = game.top_down(player, convention, &limits) {
                assert_eq!(found.answer, side.fate, "{printed}, {player} first, {convention:?}");
            }
            for best in &side.best {
                let to = catalogue::parse(&best.to);
                assert!(to.is_ok_and(|to| to.text() == best.to), "{printed} moves to {}", best.to);
            }
        }
    }
});
