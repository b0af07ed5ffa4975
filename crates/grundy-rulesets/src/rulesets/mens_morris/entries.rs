//! Men's morris in the catalogue, once for each board.

use super::{FEWEST, MensMorris, Size};
use crate::catalogue::{Arguments, Entry, Family};
use grundy_base::{ParseError, Text};
use grundy_game::Game;

/// Reads deviations from the usual game, such as `men=4,flying`.
fn read_variant(size: Size, text: Text<'_>) -> Result<MensMorris, ParseError> {
    let (mut variant, mut men) = (size.usual(), text);
    for word in text.split(',').filter(|_| !text.is_empty()) {
        match (word.as_str(), word.split_once("=")) {
            (_, Some((key, number))) if key.as_str() == "men" => {
                (variant.men, men) = (number.number("a number of men")?, number);
            }
            ("flying", _) => variant.flying = true,
            ("no-flying", _) => variant.flying = false,
            ("diagonals", _) => variant.diagonals = true,
            ("no-diagonals", _) => variant.diagonals = false,
            _ => {
                let words = "men=N, flying, no-flying, diagonals or no-diagonals";
                return Err(word.expected(words));
            }
        }
    }
    MensMorris::new(size, variant)
        .ok_or_else(|| men.expected(format!("from {FEWEST} to {} men", size.most())))
}

fn parse(size: Size, arguments: &Arguments<'_>) -> Result<Box<dyn Game>, ParseError> {
    let (variant, position) = arguments.optional_board(&['|']);
    let rules = read_variant(size, variant.unwrap_or(Text::new("")))?;
    arguments.packed_game_at(rules, position)
}

/// Three men's morris in the catalogue.
pub const fn three() -> Entry {
    Entry {
        name: "three-mens-morris",
        aliases: &["tapatan", "three-mens-merels"],
        family: Family::Grid,
        title: "Three men's morris",
        about: "Put three men each on the points of a small board, then slide them along its lines; \
                three on a line win. Who starts in the middle wins, but where men may fly it is a \
                draw.",
        rules: "On the nine points of a square with its diagonals and middle lines Left (X) and Right \
                (O) put three men each in turn. Then a move slides a man along a line to the next \
                point, if that is free. The first with three men on a line wins; who cannot move \
                loses. Under men=N there are more men (Achi has four), under flying men move to any \
                free point (nine holes), and under no-diagonals the diagonals are no lines.",
        notation: "three-mens-morris, three-mens-morris(BOARD), three-mens-morris(OPTIONS; BOARD) \
                   with men=N, flying or no-diagonals as options; a board is three rows of points, \
                   as in X..|.O.|..., and the men that Left and Right have in hand, as in \
                   X..|.O.|..., 2, 2",
        examples: &[
            "three-mens-morris",
            "three-mens-morris(X..|.O.|..X, 1, 2)",
            "three-mens-morris(no-diagonals)",
            "three-mens-morris(men=4,flying)",
        ],
        source: "H. J. R. Murray, A History of Board-Games Other than Chess, 1952, chapter 3",
        parse: &|arguments: &Arguments<'_>| parse(Size::Three, arguments),
    }
}

/// Achi in the catalogue: three men's morris with four men each.
pub const fn achi() -> Entry {
    Entry {
        name: "achi",
        aliases: &["four-mens-morris"],
        family: Family::Grid,
        title: "Achi",
        about: "Put four men each on the nine points of a small board, then slide them along its \
                lines; three on a line win. With eight men there is one free point, into which \
                everything moves.",
        rules: "It is three men's morris with four men each: on the nine points of a square with its \
                diagonals and middle lines Left (X) and Right (O) put four men each in turn. Then a \
                move slides a man along a line to the free point. The first with three men on a line \
                wins; who cannot move loses.",
        notation: "achi or achi(BOARD), which is three-mens-morris(men=4; BOARD)",
        examples: &["achi", "achi(XOX|O.X|.XO, 0, 1)"],
        source: "Claudia Zaslavsky, Africa Counts, 1973; H. J. R. Murray, A History of Board-Games \
                 Other than Chess, 1952, chapter 3",
        parse: &|arguments: &Arguments<'_>| {
            let board = match arguments.optional() {
                (Some(word), Some(_)) => return Err(word.expected("a board, without options")),
                (board, _) => board.filter(|text| !text.is_empty()),
            };
            arguments.packed_game_at(read_variant(Size::Three, Text::new("men=4"))?, board)
        },
    }
}

/// Six men's morris in the catalogue.
pub const fn six() -> Entry {
    Entry {
        name: "six-mens-morris",
        aliases: &["six-mens-merels"],
        family: Family::Grid,
        title: "Six men's morris",
        about: "Put six men each on two squares, then slide them; a mill of three takes a man of the \
                opponent's. Who has only two left or cannot move loses, and with best play nobody \
                wins.",
        rules: "On the 16 points of two squares that are linked at the middles of their sides Left \
                (X) and Right (O) put six men each in turn. Then a move slides a man along a line to \
                the next point, if that is free. Who closes a mill, three men on a side of a square, \
                takes a man of the opponent's that is in no mill, or any if all are. Who has fewer \
                than three men left, or cannot move, loses. Under men=N there are more men or fewer, \
                under flying a player with three men left moves them to any free point, and under \
                diagonals the corners are linked, too.",
        notation: "six-mens-morris, six-mens-morris(BOARD), six-mens-morris(OPTIONS; BOARD) with \
                   men=N, flying or diagonals as options; a board is five rows of points, as in \
                   X..|...|.O..|...|..., and the men that Left and Right have in hand, as in \
                   X..|...|.O..|...|..., 5, 5",
        examples: &[
            "six-mens-morris(men=8; .XX|XOO|OOOX|XOX|XO., 1, 1)",
            "six-mens-morris(men=8; XOX|.OX|XOOX|XOX|O.O, 1, 1)",
        ],
        source: "H. J. R. Murray, A History of Board-Games Other than Chess, 1952, chapter 3",
        parse: &|arguments: &Arguments<'_>| parse(Size::Six, arguments),
    }
}

/// Nine men's morris in the catalogue.
pub const fn nine() -> Entry {
    Entry {
        name: "nine-mens-morris",
        aliases: &["mill", "merels", "nine-mens-merels"],
        family: Family::Grid,
        title: "Nine men's morris",
        about: "Put nine men each on three squares, then slide them; a mill of three takes a man of \
                the opponent's, and the last three may fly. This old game, also called mill or merels, \
                is a draw.",
        rules: "On the 24 points of three squares that are linked at the middles of their sides Left \
                (X) and Right (O) put nine men each in turn. Then a move slides a man along a line to \
                the next point, if that is free; a player with three men left moves them to any free \
                point. Who closes a mill, three men on a line, takes a man of the opponent's that is \
                in no mill, or any if all are. Who has fewer than three men left, or cannot move, \
                loses. Under men=N there are more men or fewer, under no-flying men always slide, \
                and under diagonals the corners are linked, too.",
        notation: "nine-mens-morris, nine-mens-morris(BOARD), nine-mens-morris(OPTIONS; BOARD) with \
                   men=N, no-flying or diagonals as options; a board is seven rows of points, as in \
                   X..|...|...|.O....|...|...|..., and the men that Left and Right have in hand, as \
                   in X..|...|...|.O....|...|...|..., 8, 8",
        examples: &[
            "nine-mens-morris(men=12; XXX|.OO|.OX|OOOOOX|XOX|OXX|XOX, 1, 1)",
            "nine-mens-morris(men=12; XXX|OOO|XOX|OOOO.O|XO.|XXX|XOX, 1, 1)",
        ],
        source: "Ralph Gasser, Solving Nine Men's Morris, in: Games of No Chance, 1996",
        parse: &|arguments: &Arguments<'_>| parse(Size::Nine, arguments),
    }
}
