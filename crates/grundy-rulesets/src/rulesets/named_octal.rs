//! Octal games that have names: Kayles, Dawson's two games and Treblecross.

use super::octal::Octal;
use crate::catalogue::{Arguments, Entry, Family};

/// Kayles in the catalogue, 0.77.
pub const fn kayles() -> Entry {
    Entry {
        name: "kayles",
        aliases: &["rip-van-winkles-game"],
        family: Family::Heaps,
        title: "Kayles",
        about: "Knock down one skittle, or two that stand next to each other; whoever fells the last \
                one wins. Rows break in two, and their values repeat every twelve skittles.",
        rules: "Skittles stand in rows. A ball knocks down one skittle, or two that stand next to \
                each other; what is left of the row on both sides are rows of their own. The player \
                who knocks down the last skittle wins. It is the octal game 0.77.",
        notation: "kayles(ROW,ROW,…)",
        examples: &["kayles(12)", "kayles(3,4,7)"],
        source: "Henry E. Dudeney, The Canterbury Puzzles, 1907, puzzle 73; Winning Ways for your \
                 Mathematical Plays, chapter 4",
        parse: &|arguments: &Arguments<'_>| Octal::parse_named("kayles", &[0, 7, 7], arguments),
    }
}

/// Dawson's Kayles in the catalogue, 0.07.
pub const fn dawsons_kayles() -> Entry {
    Entry {
        name: "dawsons-kayles",
        aliases: &["dawson-kayles"],
        family: Family::Heaps,
        title: "Dawson's Kayles",
        about: "Knock down two neighbouring skittles, never one; whoever cannot do it loses. Its \
                values repeat every 34 skittles, but for a few small rows.",
        rules: "Skittles stand in rows. A ball knocks down two skittles that stand next to each \
                other, never one; what is left of the row on both sides are rows of their own. The \
                player who cannot move loses. It is the octal game 0.07.",
        notation: "dawsons-kayles(ROW,ROW,…)",
        examples: &["dawsons-kayles(9)", "dawsons-kayles(4,7,11)"],
        source: "Richard K. Guy and Cedric A. B. Smith, The G-values of various games, 1956; Winning \
                 Ways for your Mathematical Plays, chapter 4",
        parse: &|arguments: &Arguments<'_>| {
            Octal::parse_named("dawsons-kayles", &[0, 0, 7], arguments)
        },
    }
}

/// Dawson's Chess in the catalogue, 0.137.
pub const fn dawsons_chess() -> Entry {
    Entry {
        name: "dawsons-chess",
        aliases: &["dawson-chess"],
        family: Family::Heaps,
        title: "Dawson's Chess",
        about: "Rows of pawns face each other and must capture whenever they can; what counts is who \
                makes the last move. Behind the chess lies a game of splitting rows.",
        rules: "White and Black pawns face each other on neighbouring files, one rank apart, and \
                capturing is compulsory. When the captures that follow an advance are done, its file \
                and the files beside it are out of play. So a move takes from a row of files one that \
                stands alone, two at an end of a row, or three anywhere. The player who cannot move \
                loses; Dawson himself let the last mover lose, which is misère play. It is the octal \
                game 0.137.",
        notation: "dawsons-chess(FILES,FILES,…)",
        examples: &["dawsons-chess(8)", "dawsons-chess(5,9)"],
        source: "Thomas R. Dawson, Fairy Chess Review, 1934; Winning Ways for your Mathematical \
                 Plays, chapter 4",
        parse: &|arguments: &Arguments<'_>| {
            Octal::parse_named("dawsons-chess", &[0, 1, 3, 7], arguments)
        },
    }
}

/// Treblecross in the catalogue, 0.11337, which is 0.007 shifted by two cells.
// A safe cross uses up its cell and the two cells on each side that exist: five cells
// inside a strip (digit 7), three or four at its ends (3), or all of a shorter strip (1).
pub const fn treblecross() -> Entry {
    Entry {
        name: "treblecross",
        aliases: &["one-dimensional-tic-tac-toe"],
        family: Family::Heaps,
        title: "Treblecross",
        about: "Both players put crosses into a strip of cells, and three in a row win. Nobody dares \
                to come near another cross, so the cells that are safe run out.",
        rules: "Both players put crosses on the empty cells of strips, and three crosses in a row \
                win. A cross next to another, or with one cell between, would let the opponent \
                complete three at once, so the cells that are safe are counted: a move takes the cell \
                of the cross and the two cells on each side, as far as the strip goes, and the strip \
                falls in two. The player who has no safe cell loses. A position lists how many safe \
                cells stand side by side. It is the octal game 0.11337, or 0.007 with two cells more.",
        notation: "treblecross(CELLS,CELLS,…)",
        examples: &["treblecross(12)", "treblecross(5,8)"],
        source: "Winning Ways for your Mathematical Plays, chapter 4",
        parse: &|arguments: &Arguments<'_>| {
            Octal::parse_named("treblecross", &[0, 1, 1, 3, 3, 7], arguments)
        },
    }
}
