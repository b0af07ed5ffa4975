//! Texts of chess endings: faults are told where they are.

use grundy::catalogue;

#[test]
fn what_cannot_be_is_refused_where_it_stands() {
    let error = |text: &str| {
        let found = catalogue::parse(&format!("chess({text})"));
        found.err().map(|error| error.to_string()).unwrap_or_default()
    };
    for (text, expected) in [
        ("KXK", "expected a king, or a man (K, Q, R, B, N, P) at byte 7"),
        ("QK", "expected White's king (K) at byte 6"),
        ("KQ", "expected Black's king (K) at byte 8"),
        ("KKK", "expected two kings at byte 8"),
        ("KQK; 8/8", "expected 8 rows, parted by '/' at byte 11"),
        (
            "KQK; 8/8/8/8/8/8/8/9 w",
            "expected a man (KQRBNP, kqrbnp) or a number of empty squares at byte 25",
        ),
        ("KQK; 8/8/8/8/8/8/8/KQ1k4", "expected ' w' or ' b', whose turn it is"),
        ("KQK; 8/8/8/8/8/8/8/Kk6", "expected the first men of KkQ"),
        ("KQK; 8/8/8/8/8/8/8/KRk5 b", "expected men that KQK can become at byte 11"),
        ("KQK; 8/8/8/8/8/8/8/KQ1k4 w", "expected a position that can be"),
        ("K7/8/8/8/8/8/8/7k x", "expected 'w' or 'b', whose turn it is at byte 24"),
        ("4k3/8/8/8/8/8/8/4K2R w K", "expected '-', for there is no castling at byte 29"),
        ("4k2r/8/8/8/8/8/8/4K3 w Qk", "expected '-', for there is no castling at byte 30"),
        ("K7/8/8/8/8/8/8/7k w Kx", "expected '-', or some of KQkq at byte 27"),
        (
            "K7/8/8/8/8/8/8/7k w - e6",
            "expected '-', or the square that a pawn has just passed at byte 28",
        ),
        ("K7/8/8/8/8/8/8/7k", "expected ' w' or ' b', whose turn it is at byte 23"),
    ] {
        let found = error(text);
        assert!(found.starts_with(expected), "{text}: {found}");
    }
    let game = catalogue::parse("chess(k7/8/1K6/8/8/8/8/1Q6 b - - 3 40)").unwrap();
    assert_eq!(game.text(), "chess(KQK; k7/8/1K6/8/8/8/8/1Q6 b)");
    // Rights to castle that cannot matter are of no account.
    let again = catalogue::parse("chess(k7/8/1K6/8/8/8/8/1Q6 b KQkq - 3 40)").unwrap();
    assert_eq!(again.text(), game.text());
    assert_eq!(catalogue::parse("chess").unwrap().text(), "chess(KQK)");
}
