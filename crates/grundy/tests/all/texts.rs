//! Texts of games: faults are told where they are, and what is read is printed in one form.

use grundy::catalogue;

/// Texts with a fault, and the byte at which it is.
const FAULTS: &[(&str, usize)] = &[
    ("hare-and-hounds(#D..#|D...H)", 16),
    ("hare-and-hounds(.D..#|D...H|#D..#)", 16),
    ("hare-and-hounds(#D.#.|D...H|#D..#)", 19),
    ("hare-and-hounds(#D..#|D....|#D..#)", 16),
    ("hare-and-hounds(#D..#|D...H|#D..#, 11)", 35),
    ("hare-and-hounds(1; #D..#|D...H|#D..#)", 19),
    ("∞(0", 5),
    ("∞(0,x)", 6),
    ("∞(0,)", 6),
    ("∞(4096)", 4),
    ("∞(*2)", 4),
    ("∞2", 3),
    ("othello(5)", 8),
    ("othello(18x4)", 8),
    ("othello(0)", 8),
    ("othello(x)", 8),
    ("othello(4; ....|.X..|....)", 11),
    ("othello(2; XO|Ox)", 15),
    ("sprouts(12)", 8),
    ("sprouts(o,x)", 10),
    ("sprouts(oi)", 8),
    ("sprouts(o,,o)", 10),
    ("sprouts(Ai|o)", 8),
    ("sprouts(Ai,A)", 11),
    ("sprouts(AiA|A)", 12),
    ("silver-dollar(.x)", 15),
    ("silver-dollar(.$)", 14),
    ("silver-dollar(bag; .o)", 19),
    ("silver-dollar(bag; $|$o)", 21),
    ("silver-dollar(pocket; $|.o)", 23),
    ("silver-dollar(purse; $)", 14),
    ("kalah", 5),
    ("kalah(7,1)", 6),
    ("kalah(6,10)", 6),
    ("kalah(0,3)", 6),
    ("kalah(3,0)", 6),
    ("kalah(6,18446744073709551615)", 6),
    ("kalah(1,x)", 8),
    ("kalah(1,1; 1,0)", 11),
    ("kalah(1,1; 1,0|1)", 15),
    ("kalah(1,1; 1,0|1,1)", 11),
    ("kalah(1,1; 1,0|256,1)", 15),
    ("kalah(1,1; 1,0|1,0|up)", 19),
    ("dots-and-boxes", 14),
    ("dots-and-boxes(11x11)", 15),
    ("dots-and-boxes(2)", 15),
    ("dots-and-boxes(1x1; -|II)", 20),
    ("dots-and-boxes(1x1; -|I|-)", 22),
    ("dots-and-boxes(1x1; -|I-|-)", 23),
    ("dots-and-boxes(1x1; -|II|-)", 20),
    ("dots-and-boxes(1x1; -|II|-, 2-0)", 28),
    ("dots-and-boxes(1x1; -|II|-, 1-0, up)", 33),
    ("dots-and-boxes(1x1; .|..|., left, left)", 34),
    ("hex(3; ...|...)", 7),
    ("hex(0)", 4),
    ("hex(99999999999999999999x1)", 4),
    ("hex(4294967296x4294967296)", 4),
    ("game-of-y(18446744073709551615)", 10),
    ("game-of-y(3; ..|..|...)", 13),
    ("hex", 3),
    ("crosscut(2)", 9),
    ("crosscut(11x4)", 9),
    ("crosscut(x)", 9),
    ("crosscut(5; ...|.X.)", 12),
    ("crosscut(5; ...|.Y.|...)", 17),
    ("hex(3; ...|..|...)", 11),
    ("hex(3; ...|..z|...)", 13),
    ("hex(17)", 4),
    ("hex(257x1)", 4),
    ("game-of-y(23)", 10),
    ("nimstring(86x1)", 10),
    ("tic-tac-toe(257,1,3)", 12),
    ("tic-tac-toe(0,15,5)", 12),
];

/// Texts with a fault, and the error.
const ERRORS: &[(&str, &str)] = &[
    ("nine-mens-morris(men=13)", "expected from 3 to 12 men at byte 21"),
    ("nine-mens-morris(men=x)", "expected a number of men at byte 21"),
    (
        "six-mens-morris(walking)",
        "expected men=N, flying, no-flying, diagonals or no-diagonals at byte 16",
    ),
    ("three-mens-morris(XX.|...)", "expected 3 rows of points at byte 18"),
    ("three-mens-morris(XX.|..|...)", "expected a row of 3 points at byte 22"),
    ("three-mens-morris(XX.|.x.|...)", "expected a point ('.', 'X', 'O') at byte 23"),
    ("three-mens-morris(XX.|XX.|...)", "expected at most 3 men of each player at byte 18"),
    ("three-mens-morris(...|...|..., 4, 0)", "expected at most 3 men of each player at byte 31"),
    ("three-mens-morris(...|...|..., 3)", "expected the men in hand of both players at byte 31"),
    ("teeko(6)", "expected a side from 3 to 5 at byte 6"),
    ("teeko(standard)", "expected a side, or advanced at byte 6"),
    ("teeko(4,standard)", "expected advanced at byte 8"),
    ("teeko(3; XX|..)", "expected 3 rows of 3 at byte 9"),
    ("teeko(3; XXX|XXO|OOO)", "expected at most 4 stones of each player at byte 9"),
    (
        "teeko(3; XX.|...|...)",
        "expected as many stones of one player as of the other, or one more at byte 9 \
                 (players drop their stones in turn)",
    ),
    ("quixo(6)", "expected a side from 2 to 5 at byte 6"),
    ("quixo(x)", "expected a side at byte 6"),
    ("quixo(3; XX|..)", "expected 3 rows of 3 at byte 9"),
    ("quixo(2; X#|..)", "expected a square ('.', 'X', 'O') at byte 10"),
    ("hex(3; ...|..|...)", "expected a row of 3 cells at byte 11"),
    ("hex(3; ...|..z|...)", "expected a cell ('.', 'X', 'O') at byte 13"),
    ("hex(17)", "expected a board of 1 to 256 cells at byte 4"),
];

/// Texts, and how they are printed.
const PRINTED: &[(&str, &str)] = &[
    ("othello", "othello(8)"),
    ("othello(4x4; ....|.OX.|.XO.|....)", "othello(4)"),
    ("othello(2; ..|..)", "othello(2; ..|..)"),
    ("kalah(6, 4; 4,4,4,4,4,4,0 | 4,4,4,4,4,4,0)", "kalah(6,4)"),
    ("kalah(6,6)", "kalah(6,6)"),
    ("dots-and-boxes(1x1; .|..|.)", "dots-and-boxes(1x1)"),
    ("hex(2x2; X.|..)", "hex(2; X.|..)"),
    ("hex(9x7)", "hex(9x7)"),
    ("crosscut", "crosscut(10)"),
    ("crosscut(5x5; ...|...|...)", "crosscut(5)"),
    ("crosscut(5x4; XO.|...)", "crosscut(5x4; XO.|...)"),
    (
        "game-of-y(10; .|..|...|....|.....|......|.......|........|.........|.........X)",
        "game-of-y(10; .|..|...|....|.....|......|.......|........|.........|.........X)",
    ),
    ("dots-and-boxes(1x1; -|II|-, 0-1, right)", "dots-and-boxes(1x1; -|II|-, 0-1, right)"),
    ("∞( )", "∞"),
    ("∞ + nim(2)", "∞ + nim(2)"),
    ("( ∞ (2, 0) ) - ∞ ", "∞(0,2) - ∞"),
    ("∞(2) + *3", "∞(2) + nim(3)"),
];

#[test]
fn faults_are_told_where_they_are() {
    for &(text, at) in FAULTS {
        let error = catalogue::parse(text).expect_err(text);
        assert_eq!(error.at, at, "{text}");
    }
}

#[test]
fn errors_say_what_was_expected() {
    for &(text, error) in ERRORS {
        let found = catalogue::parse(text).expect_err(text).to_string();
        assert_eq!(without_example(&found), error, "{text}");
    }
}

/// An error without the example to copy.
pub(crate) fn without_example(error: &str) -> String {
    match (error.split_once(" (for example "), error.split_once("; for example ")) {
        (Some((error, _)), _) => error.to_string(),
        (None, Some((advised, _))) => format!("{advised})"),
        (None, None) => error.to_string(),
    }
}

#[test]
fn texts_are_printed_in_one_form() {
    for &(text, printed) in PRINTED {
        assert_eq!(catalogue::parse(text).expect(text).text(), printed, "{text}");
    }
}
