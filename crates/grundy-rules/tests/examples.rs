//! Every file of `examples/rules` against the built-in ruleset, a published answer, or
//! rules written once more in Rust.

mod oracle;

use grundy::stated::{Stated, Statement};
use grundy::{Fate, Player, Text, Verdict};

fn file(name: &str) -> grundy_rules::File {
    let path = format!("{}/../../examples/rules/{name}.star", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).unwrap();
    grundy_rules::load(&format!("{name}.star"), &text).unwrap_or_else(|fault| panic!("{fault}"))
}

fn game(name: &str, parameters: &str) -> Box<dyn Stated> {
    let parameters = Some(parameters).filter(|text| !text.is_empty()).map(Text::new);
    file(name).state(parameters).unwrap_or_else(|error| panic!("{error}"))
}

/// A rule file, its parameters, and the same game as the catalogue has it.
const TWINS: &[(&str, &str, &str)] = &[
    ("take-one-or-two", "", "subtraction(1,2; 21)"),
    ("take-one-or-two", "n = 9", "subtraction(1,2; 9)"),
    ("l-to-r-nim", "", "subtraction(2..5; 7,12)"),
    ("l-to-r-nim", "4, 9, 3", "subtraction(2..5; 4,9,3)"),
    ("last-to-toggle-wins", "", "last-to-toggle-wins(111111111111)"),
    ("last-to-toggle-wins", "7", "last-to-toggle-wins(1111111)"),
    ("nim-with-adding", "", "nim-with-adding(max=5; 3,5)"),
    ("nim-with-adding", "4", "nim-with-adding(max=5; 4)"),
    ("nim-with-adding", "2, 2, 1", "nim-with-adding(max=5; 2,2,1)"),
    ("node-kayles", "", "node-kayles(a-b-c-d-e-a, a-A, b-B, c-C, d-D, e-E, A-C-E-B-D-A)"),
    ("tic-tac-toe", "", "tic-tac-toe"),
    ("toads-and-frogs", "", "toads-and-frogs(TTT..FFF)"),
    ("toads-and-frogs", "\"T...FF\"", "toads-and-frogs(T...FF)"),
    ("toads-and-frogs", "\"TTF.FTT.F\"", "toads-and-frogs(TTF.FTT.F)"),
    ("thirty-one", "", "thirty-one"),
    ("thirty-one", "18", "thirty-one(18)"),
    ("wythoff", "", "wythoff(3,5)"),
    ("wythoff", "12, 9", "wythoff(12,9)"),
    ("chomp", "", "chomp(4x3)"),
    ("chomp", "6, 6", "chomp(6x6)"),
    ("connect-four", "4, 3", "connect-four(4x3)"),
    ("domineering", "", "domineering(4x4)"),
    ("domineering", "width = 2, height = 4", "domineering(2x4)"),
    ("domineering", "3, 4", "domineering(3x4)"),
    ("hackenbush-stalks", "", "hackenbush(BRB, R)"),
    ("hackenbush-stalks", "\"BRB\", \"BRR\", \"R\", \"GG\"", "hackenbush(BRB, BRR, R, GG)"),
    ("hackenbush-stalks", "\"BGR\", \"RRB\"", "hackenbush(BGR, RRB)"),
    ("dodgem", "", "dodgem(3)"),
    ("three-mens-morris", "", "three-mens-morris"),
    ("dots-and-boxes", "1, 1", "dots-and-boxes(1x1)"),
    ("dots-and-boxes", "2, 1", "dots-and-boxes(2x1)"),
    ("dots-and-boxes", "", "dots-and-boxes(2x2)"),
    ("kalah", "", "kalah(2,2)"),
    ("kalah", "2, 3", "kalah(2,3)"),
    ("kalah", "3, 2", "kalah(3,2)"),
    ("othello", "4, 2", "othello(4x2)"),
    ("othello", "2, 4", "othello(2x4)"),
    ("go", "", "go(2x2,passes)"),
    ("nim", "", "nim(3,4,5)"),
    ("nim", "1, 2, 7", "nim(1,2,7)"),
    ("grundys-game", "", "grundys-game(8)"),
    ("grundys-game", "5, 6", "grundys-game(5,6)"),
    ("clobber", "", "clobber(xox|oxo)"),
    ("clobber", "\"XOX\", \"OXO\", \"XOX\"", "clobber(xox|oxo|xox)"),
    ("cutcake", "2, 3", "cutcake(2x3)"),
    ("cutcake", "3, 2", "cutcake(3x2)"),
];

#[test]
fn games_in_files_have_the_verdicts_of_the_catalogue() {
    for &(name, parameters, text) in TWINS {
        let game = game(name, parameters);
        for starter in Player::BOTH {
            if game.turn(&game.start()).unwrap().is_some_and(|turn| turn != starter) {
                continue;
            }
            let (verdict, _) = oracle::verdict(&*game, starter);
            let found = (verdict.fate(), verdict.remoteness());
            let expected = oracle::built_in(text, starter);
            assert_eq!(found, expected, "{name}({parameters}) and {text}, {starter} starts");
        }
    }
}

/// The solvers of the library, asked for the file and for its twin.
#[test]
fn games_in_files_have_the_values_of_the_catalogue() {
    use grundy::answer::{Options, solve};
    for &(name, parameters, text) in TWINS {
        let own = format!("own-{name}");
        grundy::catalogue::register(&own, std::sync::Arc::new(file(name)));
        let own = if parameters.is_empty() { own } else { format!("{own}({parameters})") };
        let solved = |text: &str| {
            let game = grundy::catalogue::parse(text).unwrap();
            let wanted = grundy::answer::Wanted::POSITIONS;
            let answer = solve(&*game, &Options { wanted, ..Options::default() }).unwrap();
            let side = |player| answer.side(player).map(|side| (side.fate, side.remoteness));
            let sides = (side(Player::Left), side(Player::Right));
            // Values of games with ends are none, and what is not known to be impartial
            // has a form instead.
            (sides, answer.value.filter(|_| !game.has_ends()))
        };
        let (found, expected) = (solved(&own), solved(text));
        assert_eq!(found.0.0, expected.0.0, "{own} and {text}, Left starts");
        // A position that says whose turn it is has one side.
        if found.0.1.is_some() {
            assert_eq!(found.0.1, expected.0.1, "{own} and {text}, Right starts");
        }
        if found.1.is_some() && expected.1.is_some() {
            assert_eq!(found.1, expected.1, "{own} and {text}");
        }
    }
}

#[test]
fn every_example_is_tested() {
    let folder = format!("{}/../../examples/rules", env!("CARGO_MANIFEST_DIR"));
    let mut names: Vec<String> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path().file_stem().unwrap().to_str().unwrap().to_string())
        .collect();
    names.sort();
    assert!(names.len() >= 25, "{names:?}");
    for name in names {
        let twin = TWINS.iter().any(|(twin, ..)| *twin == name);
        assert!(twin || BY_OTHER_MEANS.contains(&&*name), "{name} is in no test");
        let file = file(&name);
        assert!(!file.about().is_empty() && file.title() != file.name(), "{name}");
    }
}

/// Games that have a test of their own below.
const BY_OTHER_MEANS: &[&str] = &[
    "hexapawn",
    "breakthrough",
    "mu-torere",
    "l-game",
    "fox-and-geese",
    "king-and-rook",
    "notakto",
    "oware",
    // In scores.rs.
    "deque",
];

#[test]
fn tic_tac_toe_has_5478_positions_and_is_a_tie_after_nine_moves() {
    let game = game("tic-tac-toe", "");
    assert_eq!(oracle::verdict(&*game, Player::Left), (Verdict::Draw(Some(9)), 5478));
}

#[test]
fn bouton_the_value_of_nim_is_the_nim_sum() {
    let game = game("nim", "");
    for heaps in [[0, 1, 2], [3, 4, 5], [1, 4, 5], [2, 7, 6]] {
        let position = game.with_heaps(&heaps).unwrap();
        let value = oracle::grundy_value(&*game, &position);
        assert_eq!(u64::from(value), heaps[0] ^ heaps[1] ^ heaps[2], "{heaps:?}");
    }
}

/// The same file on another board, where no position may come back.
#[test]
fn forbidden_repetition_is_superko() {
    let go = file("go").source().text.clone();
    for (width, height) in [(1, 1), (2, 1), (3, 1)] {
        let text = go
            .replace("\"draw\"", "\"forbidden\"")
            .replace("WIDTH, HEIGHT = 2, 2", &format!("WIDTH, HEIGHT = {width}, {height}"));
        let file = grundy_rules::load("go.star", &text).unwrap();
        let game = file.state(None).unwrap();
        for starter in Player::BOTH {
            let verdict = oracle::verdict(&*game, starter).0;
            let text = format!("go({width}x{height},superko,passes)");
            let expected = oracle::built_in(&text, starter);
            assert_eq!((verdict.fate(), verdict.remoteness()), expected, "{text}");
        }
    }
}

/// Martin Gardner, Mathematical Games, Scientific American, March 1962: the second
/// player wins on three by three.
#[test]
fn hexapawn_on_three_by_three_is_won_by_the_second_player() {
    let game = game("hexapawn", "");
    let (verdict, _) = oracle::verdict(&*game, Player::Left);
    assert_eq!(verdict.fate(), Fate::Loss);
    let (verdict, _) = oracle::verdict(&*game, Player::Right);
    assert_eq!(verdict.fate(), Fate::Loss);
}

/// Marcia Ascher, Mu Torere: an analysis of a Maori game, Mathematics Magazine 60,
/// 1987: with best play it goes on for ever.
#[test]
fn mu_torere_goes_on_for_ever() {
    let game = game("mu-torere", "");
    assert_eq!(oracle::verdict(&*game, Player::Left).0, Verdict::Draw(None));
}

/// Winning Ways, chapter 12: 18,368 positions, with best play the game goes on for ever.
#[test]
fn the_l_game_has_18368_positions_and_goes_on_for_ever() {
    let game = game("l-game", "");
    let (verdict, nodes) = oracle::verdict(&*game, Player::Left);
    assert_eq!((verdict, nodes), (Verdict::Draw(None), 2 * 18_368));
}

/// Thane Plambeck, Greg Whitehead, The secrets of Notakto, 2013: the first player
/// wins on one board by playing the centre.
#[test]
fn notakto_on_one_board_is_won_in_the_centre_only() {
    let game = game("notakto", "");
    assert_eq!(oracle::verdict(&*game, Player::Left).0.fate(), Fate::Win);
    for (_, option) in game.moves(&game.start(), Player::Left).unwrap() {
        let play = oracle::Play::new(&*game, option.clone(), Player::Right);
        let fate = play.verdicts(true)[0].fate();
        let centre = game.print(&option) == "\"....X....\"";
        assert_eq!(fate, if centre { Fate::Loss } else { Fate::Win }, "{}", game.print(&option));
    }
}

/// Rules written once more, on sets of squares as numbers, and searched from the
/// definition without a graph.
mod again {
    use std::collections::HashMap;

    /// A game as the tests state it: moves of the player to move, or how play ended
    /// for that player: 1 won, −1 lost, 0 tie.
    pub(super) trait Rules {
        type Position: Clone + Eq + std::hash::Hash;
        fn end(&self, position: &Self::Position, left: bool) -> Option<i8>;
        fn moves(&self, position: &Self::Position, left: bool) -> Vec<Self::Position>;
    }

    /// What the player to move gets at best, within so many moves; none where that is
    /// not decided by then.
    fn within<R: Rules>(
        rules: &R,
        position: &R::Position,
        left: bool,
        moves: u32,
        known: &mut HashMap<(R::Position, bool, u32), Option<i8>>,
    ) -> Option<i8> {
        if let Some(end) = rules.end(position, left) {
            return Some(end);
        }
        let options = rules.moves(position, left);
        if options.is_empty() {
            return Some(-1);
        }
        if moves == 0 {
            return None;
        }
        let key = (position.clone(), left, moves);
        if let Some(&found) = known.get(&key) {
            return found;
        }
        let after: Vec<Option<i8>> = options
            .iter()
            .map(|option| within(rules, option, !left, moves - 1, known).map(|worth| -worth))
            .collect();
        let found = match after.iter().flatten().max() {
            Some(1) => Some(1),
            best if after.iter().all(Option::is_some) => best.copied(),
            _ => None,
        };
        known.insert(key, found);
        found
    }

    /// Who wins and in how many moves; none where nobody wins within `most`.
    pub(super) fn remoteness<R: Rules>(
        rules: &R,
        position: &R::Position,
        left: bool,
        most: u32,
    ) -> Option<(i8, u32)> {
        let mut known = HashMap::new();
        (0..=most).find_map(|moves| {
            let worth = within(rules, position, left, moves, &mut known)?;
            (worth != 0).then_some((worth, moves))
        })
    }

    /// Pawns as bits, row by row; Left goes to higher rows.
    pub(super) struct Pawns {
        pub(super) width: u32,
        pub(super) height: u32,
        /// Whether pawns step slantwise onto free squares, too.
        pub(super) slantwise: bool,
    }

    impl Rules for Pawns {
        type Position = (u32, u32);

        fn end(&self, &(left, right): &(u32, u32), of_left: bool) -> Option<i8> {
            let row = (1_u32 << self.width) - 1;
            let left_won =
                left >> (self.width * (self.height - 1)) & row != 0 || self.slantwise && right == 0;
            let right_won = right & row != 0 || self.slantwise && left == 0;
            match (left_won, right_won) {
                (false, false) => None,
                (left_won, _) => Some(if left_won == of_left { 1 } else { -1 }),
            }
        }

        fn moves(&self, &(left, right): &(u32, u32), of_left: bool) -> Vec<(u32, u32)> {
            let (own, other) = if of_left { (left, right) } else { (right, left) };
            let mut found = Vec::new();
            for from in (0..self.width * self.height).filter(|from| own >> from & 1 == 1) {
                for side in [-1_i32, 0, 1] {
                    let x = (from % self.width) as i32 + side;
                    let y = (from / self.width) as i32 + if of_left { 1 } else { -1 };
                    if x < 0 || x >= self.width as i32 || y < 0 || y >= self.height as i32 {
                        continue;
                    }
                    let to = 1_u32 << (y as u32 * self.width + x as u32);
                    let free = (own | other) & to == 0;
                    let takes = other & to != 0 && side != 0;
                    if takes || free && (side == 0 || self.slantwise) {
                        let own = own & !(1 << from) | to;
                        let other = other & !to;
                        found.push(if of_left { (own, other) } else { (other, own) });
                    }
                }
            }
            found
        }
    }

    /// Geese as coordinates, and a fox.
    pub(super) struct Geese;

    impl Rules for Geese {
        type Position = (Vec<(i32, i32)>, (i32, i32));

        fn end(&self, (geese, fox): &Self::Position, geese_move: bool) -> Option<i8> {
            let passed = geese.iter().all(|goose| goose.1 >= fox.1);
            passed.then_some(if geese_move { -1 } else { 1 })
        }

        fn moves(&self, (geese, fox): &Self::Position, geese_move: bool) -> Vec<Self::Position> {
            let free = |at: (i32, i32)| {
                (0..8).contains(&at.0)
                    && (0..5).contains(&at.1)
                    && at != *fox
                    && !geese.contains(&at)
            };
            let mut found = Vec::new();
            for side in [-1, 1] {
                for i in 0..if geese_move { geese.len() } else { 0 } {
                    let to = (geese[i].0 + side, geese[i].1 + 1);
                    if free(to) {
                        let mut geese = geese.clone();
                        geese[i] = to;
                        geese.sort_unstable();
                        found.push((geese, *fox));
                    }
                }
                for ahead in if geese_move { &[][..] } else { &[-1, 1][..] } {
                    let to = (fox.0 + side, fox.1 + ahead);
                    if free(to) {
                        found.push((geese.clone(), to));
                    }
                }
            }
            found
        }
    }

    /// A king and a rook against a king on four by four, by squares that are attacked.
    pub(super) struct Rook;

    type Square = (i32, i32);

    impl Rook {
        fn rook_attacks(rook: Square, at: Square, king: Square) -> bool {
            let between = |a: i32, b: i32, c: i32| a.min(b) < c && c < a.max(b);
            rook != at
                && (rook.0 == at.0 && !(king.0 == at.0 && between(rook.1, at.1, king.1))
                    || rook.1 == at.1 && !(king.1 == at.1 && between(rook.0, at.0, king.0)))
        }

        fn near(a: Square, b: Square) -> bool {
            (a.0 - b.0).abs().max((a.1 - b.1).abs()) <= 1
        }

        fn squares() -> impl Iterator<Item = Square> {
            (0..4).flat_map(|x| (0..4).map(move |y| (x, y)))
        }
    }

    impl Rules for Rook {
        type Position = (Square, Option<Square>, Square);

        fn end(&self, position: &Self::Position, left: bool) -> Option<i8> {
            let &(king, rook, other) = position;
            let Some(rook) = rook else { return Some(0) };
            let check = Rook::rook_attacks(rook, other, king);
            (!left && !check && self.moves(position, false).is_empty()).then_some(0)
        }

        fn moves(&self, &(king, rook, other): &Self::Position, left: bool) -> Vec<Self::Position> {
            let Some(rook) = rook else { return Vec::new() };
            let to = Rook::squares();
            if !left {
                return to
                    .filter(|&to| to != other && Rook::near(to, other) && !Rook::near(to, king))
                    .filter(|&to| to == rook || !Rook::rook_attacks(rook, to, king))
                    .map(|to| (king, (to != rook).then_some(rook), to))
                    .collect();
            }
            let kings = Rook::squares()
                .filter(|&to| to != king && to != rook && Rook::near(to, king))
                .filter(|&to| !Rook::near(to, other))
                .map(|to| (to, Some(rook), other));
            // What the rook could take is the king, which never comes to that.
            let rooks = to
                .filter(|&to| to != king && to != other && Rook::rook_attacks(rook, to, king))
                .filter(|&to| Rook::rook_attacks(rook, to, other))
                .map(|to| (king, Some(to), other));
            kings.chain(rooks).collect()
        }
    }
}

use again::{Geese, Pawns, Rook, remoteness};

fn as_signs(verdict: Verdict) -> Option<(i8, u32)> {
    match verdict {
        Verdict::Win(moves) => Some((1, moves)),
        Verdict::Loss(moves) => Some((-1, moves)),
        Verdict::Draw(_) => None,
    }
}

#[test]
fn pawns_in_files_and_pawns_as_bits_have_the_same_verdicts() {
    for (name, width, height) in
        [("hexapawn", 3, 3), ("hexapawn", 4, 3), ("hexapawn", 3, 4), ("breakthrough", 3, 4)]
    {
        let game = game(name, &format!("{width}, {height}"));
        let rules = Pawns { width, height, slantwise: name == "breakthrough" };
        let row = (1_u32 << width) - 1;
        let start = (row, row << (width * (height - 1)));
        for starter in Player::BOTH {
            let verdict = oracle::verdict(&*game, starter).0;
            let again = remoteness(&rules, &start, starter == Player::Left, 40);
            assert_eq!(as_signs(verdict), again, "{name}({width}, {height})");
            assert!(again.is_some());
        }
    }
}

#[test]
fn geese_in_a_file_and_geese_as_coordinates_have_the_same_verdicts() {
    let game = game("fox-and-geese", "");
    assert_eq!(game.print(&game.start()), "((1, 3, 5, 7), 33)");
    let start = (vec![(1, 0), (3, 0), (5, 0), (7, 0)], (1, 4));
    for starter in Player::BOTH {
        let verdict = oracle::verdict(&*game, starter).0;
        assert_eq!(as_signs(verdict), remoteness(&Geese, &start, starter == Player::Left, 30));
    }
}

#[test]
fn a_rook_mates_on_four_by_four_in_as_many_moves_by_other_rules() {
    for (king, rook, other) in [(0, 1, 10), (5, 12, 15), (0, 15, 2), (3, 0, 12)] {
        let game = game("king-and-rook", &format!("{king}, {rook}, {other}"));
        let at = |square: i32| (square % 4, square / 4);
        let start = (at(king), Some(at(rook)), at(other));
        for starter in Player::BOTH {
            let verdict = oracle::verdict(&*game, starter).0;
            let again = remoteness(&Rook, &start, starter == Player::Left, 30);
            assert_eq!(as_signs(verdict), again, "{king} {rook} {other} {starter}");
        }
    }
}

/// Joel Feinstein, Amenor wins world 6x6 championships!, 1993: the second player wins.
#[test]
fn othello_on_four_by_four_is_won_by_the_second_player() {
    let game = game("othello", "");
    let plays = Player::BOTH.map(|starter| oracle::Play::of(&*game, starter));
    assert_eq!(plays[0].verdicts(false)[0], Verdict::Loss(12));
    // Boards, whoever starts and whoever is to move, as in testdata/known/othello.txt.
    let nodes = plays.iter().flat_map(|play| &play.nodes);
    let boards: std::collections::HashSet<&[u8]> = nodes.map(|node| &node.0[..]).collect();
    assert_eq!(boards.len(), 88_764);
}

/// By a search over boards in one list, written without this library: who wins, and how many
/// positions there are with their players to move.
#[test]
fn oware_on_small_boards_is_as_another_search_has_it() {
    let won = |starter| matches!(starter, Verdict::Win(_));
    for (parameters, wins, positions) in
        [("1, 2", false, 3), ("2, 1", false, 51), ("2, 2", true, 505), ("2, 3", false, 2159)]
    {
        let game = game("oware", parameters);
        let (verdict, count) = oracle::verdict(&*game, Player::Left);
        assert_eq!((won(verdict), count), (wins, positions), "oware({parameters})");
        assert!(wins || matches!(verdict, Verdict::Draw(_)), "oware({parameters})");
    }
}

#[test]
fn oware_captures_twos_and_threes_but_never_all() {
    let game = game("oware", "3, 2");
    let after = |position: &str, name: &str| {
        let position = game.read(Text::new(position)).unwrap();
        let moves = game.moves(&position, Player::Left).unwrap();
        let found = moves.into_iter().find(|(known, _)| known.as_deref() == Some(name));
        found.map(|(_, to)| game.print(&to))
    };
    assert_eq!(
        after("((0, 0, 2), (1, 2, 4), 0, 3)", "3").as_deref(),
        Some("((0, 0, 0), (0, 0, 4), 5, 3)")
    );
    // All would be captured: none are.
    assert_eq!(
        after("((0, 0, 2), (1, 2, 0), 4, 3)", "3").as_deref(),
        Some("((0, 0, 0), (2, 3, 0), 4, 3)")
    );
    // Who has no seeds is given some.
    assert_eq!(after("((1, 0, 1), (0, 0, 0), 5, 5)", "1"), None);
    assert_eq!(
        after("((1, 0, 1), (0, 0, 0), 5, 5)", "3").as_deref(),
        Some("((1, 0, 0), (1, 0, 0), 5, 5)")
    );
    // Twelve and more go around, and leave out the pit that they come from.
    assert_eq!(
        after("((6, 1, 1), (1, 1, 1), 0, 1)", "1").as_deref(),
        Some("((0, 3, 2), (2, 2, 2), 0, 1)")
    );
    assert_eq!(
        after("((1, 0, 0), (0, 0, 0), 5, 6)", "end").as_deref(),
        Some("((0, 0, 0), (0, 0, 0), 6, 6)")
    );
}
