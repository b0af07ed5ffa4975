//! Games on boards: the rulesets against published results, and against the
//! rules written down a second time, square by square, without bits.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};
use std::marker::PhantomData;

use grundy::graph::{explore, explore_components};
use grundy::rulesets::chomp::Chomp;
use grundy::rulesets::connect_four::ConnectFour;
use grundy::rulesets::cram::Cram;
use grundy::rulesets::dodgem::Dodgem;
use grundy::rulesets::domineering::Domineering;
use grundy::solve::retrograde::retrograde;
use grundy::{
    ByPlayer, Convention, End, Limits, Notation, Outcome, Player, Ruleset, Text, Verdict, catalogue,
};

const CRAM: Cram = Cram(PhantomData);
const DOMINEERING: Domineering = Domineering(PhantomData);

/// A board as rows of characters, as a person writes it.
type Rows = Vec<Vec<char>>;

fn rows(text: &str) -> Rows {
    text.split('|').map(|row| row.chars().collect()).collect()
}

fn text(rows: &Rows) -> String {
    rows.iter().map(|row| row.iter().collect::<String>()).collect::<Vec<_>>().join("|")
}

fn blank(width: usize, height: usize) -> Rows {
    vec![vec!['.'; width]; height]
}

/// The same board with some squares changed.
fn with(rows: &Rows, changes: &[(usize, usize, char)]) -> Rows {
    let mut rows = rows.clone();
    for &(x, y, c) in changes {
        rows[y][x] = c;
    }
    rows
}

/// Boards of random sizes and squares, the same ones at every run.
fn boards(count: usize, widest: usize, marks: &[char]) -> Vec<Rows> {
    let mut state = 0x2545_f491_4f6c_dd1du64;
    let mut random = move |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 33) as usize % below
    };
    let mut board = || {
        let (width, height) = (1 + random(widest), 1 + random(widest));
        let mut row = || (0..width).map(|_| marks[random(marks.len())]).collect();
        (0..height).map(|_| row()).collect()
    };
    (0..count).map(|_| board()).collect()
}

fn read<R: Notation>(rules: &R, board: &str) -> R::Position {
    rules.read(Text::new(board)).unwrap_or_else(|error| panic!("{board}: {error}"))
}

/// What a ruleset says the options are, in the order of the alphabet.
fn printed<R: Notation>(rules: &R, at: &R::Position, player: Player) -> Vec<String> {
    let mut options: Vec<String> =
        rules.options(at, player).map(|option| rules.print(&option)).collect();
    options.sort();
    options
}

fn verdicts<R: Notation>(rules: &R, start: &R::Position) -> (ByPlayer<Verdict>, usize) {
    let explored = explore(rules, start, &Limits::default()).unwrap();
    let outcomes = retrograde(&explored.arena, Convention::Normal, &Limits::default()).unwrap();
    let verdict = |player| outcomes.verdict(explored.starts[player].unwrap().node);
    (ByPlayer::new(verdict), explored.positions)
}

fn outcome<R: Notation>(rules: &R, start: &str) -> Outcome {
    let starts = verdicts(rules, &read(rules, start)).0;
    let fates = ByPlayer { left: starts.left.fate(), right: starts.right.fate() };
    Outcome::from_fates(fates).unwrap()
}

// Domineering and Cram.

fn dominoes(board: &Rows, (dx, dy): (usize, usize)) -> Vec<Rows> {
    let mut options = Vec::new();
    for y in 0..board.len() - dy {
        for x in 0..board[0].len() - dx {
            if board[y][x] == '.' && board[y + dy][x + dx] == '.' {
                options.push(with(board, &[(x, y, '#'), (x + dx, y + dy, '#')]));
            }
        }
    }
    options
}

const DOWN: (usize, usize) = (0, 1);
const ACROSS: (usize, usize) = (1, 0);

/// Whether the player who places dominoes in `own` direction wins by moving first.
fn domineering_wins(
    board: &Rows,
    own: (usize, usize),
    known: &mut HashMap<(Rows, bool), bool>,
) -> bool {
    let key = (board.clone(), own == DOWN);
    if let Some(&wins) = known.get(&key) {
        return wins;
    }
    let other = (own.1, own.0);
    let wins = dominoes(board, own).iter().any(|option| !domineering_wins(option, other, known));
    known.insert(key, wins);
    wins
}

fn cram_value(board: &Rows, known: &mut HashMap<Rows, u64>) -> u64 {
    if let Some(&value) = known.get(board) {
        return value;
    }
    let options: Vec<Rows> =
        dominoes(board, DOWN).into_iter().chain(dominoes(board, ACROSS)).collect();
    let values: BTreeSet<u64> = options.iter().map(|option| cram_value(option, known)).collect();
    let value = (0..).find(|value| !values.contains(value)).unwrap();
    known.insert(board.clone(), value);
    value
}

/// The Grundy value of a position as the nim-sum over its components.
fn grundy<R: Notation>(rules: &R, start: &R::Position) -> u64 {
    let components = explore_components(rules, start, true, &Limits::default()).unwrap();
    let graph = &components.graph;
    let mut values = vec![0u64; graph.len()];
    for node in graph.topological_order().unwrap() {
        let sums = graph.options(node, Player::Left);
        let sums: BTreeSet<u64> =
            sums.map(|sum| sum.iter().fold(0, |all, &term| all ^ values[term as usize])).collect();
        values[node as usize] = (0..).find(|value| !sums.contains(value)).unwrap();
    }
    components.start.iter().fold(0, |all, &node| all ^ values[node as usize])
}

#[test]
fn dominoes_go_wherever_two_squares_are_free() {
    for board in boards(300, 7, &['.', '.', '#']) {
        let at = read(&DOMINEERING, &text(&board));
        let sorted = |mut options: Vec<Rows>| {
            options.sort();
            options.iter().map(text).collect::<BTreeSet<_>>().into_iter().collect::<Vec<_>>()
        };
        let (down, across) = (dominoes(&board, DOWN), dominoes(&board, ACROSS));
        assert_eq!(printed(&DOMINEERING, &at, Player::Left), sorted(down.clone()));
        assert_eq!(printed(&DOMINEERING, &at, Player::Right), sorted(across.clone()));
        let both = down.into_iter().chain(across).collect();
        assert_eq!(printed(&CRAM, &at, Player::Left), sorted(both));
    }
}

#[test]
fn small_domineering_boards_have_their_true_outcomes() {
    let mut known = HashMap::new();
    for board in boards(150, 4, &['.', '.', '.', '#']) {
        let starts = [DOWN, ACROSS].map(|own| domineering_wins(&board, own, &mut known));
        let truth = match starts {
            [true, true] => Outcome::N,
            [false, false] => Outcome::P,
            [true, false] => Outcome::L,
            [false, true] => Outcome::R,
        };
        assert_eq!(outcome(&DOMINEERING, &text(&board)), truth, "{}", text(&board));
    }
}

/// Breuker, Uiterwijk and van den Herik, Solving 8×8 Domineering, Theoretical
/// Computer Science 230 (2000): who wins on boards of two, three and four rows.
#[test]
fn published_domineering_boards_have_their_outcomes() {
    for (height, outcomes) in [(1, "PRRRRRRR"), (2, "LNNRLNNRL"), (3, "LNNRRRR"), (4, "LLLNL")] {
        for (width, class) in (1..).zip(outcomes.chars()) {
            let board = format!("{width}x{height}");
            assert_eq!(outcome(&DOMINEERING, &board).word(), class.to_string(), "{board}");
        }
    }
}

#[test]
fn domineering_turned_by_a_quarter_exchanges_the_players() {
    let mut known = HashMap::new();
    for board in boards(100, 4, &['.', '.', '#']) {
        let at = read(&DOMINEERING, &text(&board));
        let turned = DOMINEERING.negative(&at).unwrap();
        assert_eq!(DOMINEERING.negative(&turned), Some(at));
        let turned = rows(&DOMINEERING.print(&turned));
        for own in [DOWN, ACROSS] {
            assert_eq!(
                domineering_wins(&turned, (own.1, own.0), &mut known),
                domineering_wins(&board, own, &mut known),
            );
        }
    }
}

#[test]
fn small_cram_boards_have_their_true_values() {
    let mut known = HashMap::new();
    for board in boards(150, 4, &['.', '.', '.', '#']) {
        let at = read(&CRAM, &text(&board));
        assert_eq!(grundy(&CRAM, &at), cram_value(&board, &mut known), "{}", text(&board));
    }
}

/// A row of n squares is Dawson's Kayles, 0.07 (Winning Ways, chapter 4, table 6).
#[test]
fn cram_in_one_row_is_dawsons_kayles() {
    let values = [0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5, 2, 2, 3, 3, 0, 1, 1, 3, 0, 2];
    for (width, value) in (1..).zip(values) {
        for board in [format!("{width}x1"), format!("1x{width}")] {
            assert_eq!(grundy(&CRAM, &read(&CRAM, &board)), value, "{board}");
        }
    }
}

/// Winning Ways, chapter 15, "Cram": by playing symmetrically, the second
/// player wins on even by even boards and the first on even by odd ones. On
/// two rows the values are 0 and 1.
#[test]
fn cram_on_even_boards_is_decided_by_symmetry() {
    for (width, height) in [(2, 2), (4, 2), (6, 2), (4, 4)] {
        assert_eq!(grundy(&CRAM, &read(&CRAM, &format!("{width}x{height}"))), 0);
    }
    for (width, height) in [(3, 2), (5, 2), (7, 2), (3, 4), (5, 4)] {
        let value = grundy(&CRAM, &read(&CRAM, &format!("{width}x{height}")));
        assert!(value > 0 && (height > 2 || value == 1), "{width}x{height}: {value}");
    }
}

// Connect Four.

/// Puts a stone into a column, if there is room.
fn dropped(board: &Rows, x: usize, stone: char) -> Option<Rows> {
    let y = (0..board.len()).rev().find(|&y| board[y][x] == '.')?;
    Some(with(board, &[(x, y, stone)]))
}

fn in_a_row(board: &Rows, line: usize, stone: char) -> bool {
    let at = |x: isize, y: isize| {
        let row = usize::try_from(y).ok().and_then(|y| board.get(y));
        row.and_then(|row| row.get(usize::try_from(x).ok()?)) == Some(&stone)
    };
    let starts =
        (0..board.len() as isize).flat_map(|y| (0..board[0].len() as isize).map(move |x| (x, y)));
    starts.into_iter().any(|(x, y)| {
        [(1, 0), (0, 1), (1, 1), (1, -1)]
            .iter()
            .any(|(dx, dy)| (0..line as isize).all(|i| at(x + dx * i, y + dy * i)))
    })
}

fn stone(player: Player) -> char {
    if player == Player::Left { 'X' } else { 'O' }
}

/// Boards that are reached when X starts, and what X can force: 1, 0 or -1.
fn connect_four_by_hand(width: usize, height: usize, line: usize) -> (usize, i32) {
    fn value(board: &Rows, line: usize, mover: Player, known: &mut HashMap<Rows, i32>) -> i32 {
        if let Some(&value) = known.get(board) {
            return value;
        }
        let value = if in_a_row(board, line, stone(mover.opponent())) {
            -1
        } else {
            let options = (0..board[0].len()).filter_map(|x| dropped(board, x, stone(mover)));
            let options: Vec<i32> =
                options.map(|option| -value(&option, line, mover.opponent(), known)).collect();
            options.into_iter().max().unwrap_or(0)
        };
        known.insert(board.clone(), value);
        value
    }
    let mut known = HashMap::new();
    let value = value(&blank(width, height), line, Player::Left, &mut known);
    (known.len(), value)
}

#[test]
fn connect_four_agrees_with_the_rules_written_out() {
    let sizes = [(1, 1, 1), (1, 5, 4), (5, 1, 3), (3, 3, 3), (4, 3, 3), (3, 4, 3), (2, 6, 4)];
    for (width, height, line) in sizes.into_iter().chain([(4, 3, 2), (3, 3, 9), (6, 2, 4)]) {
        let rules = ConnectFour::new(width, height, line).unwrap();
        let (starts, positions) = verdicts(&rules, &rules.empty());
        let value = match starts.left {
            Verdict::Win(_) => 1,
            Verdict::Draw(_) => 0,
            Verdict::Loss(_) => -1,
        };
        let truth = connect_four_by_hand(width, height, line);
        assert_eq!((positions, value), truth, "{width}x{height},{line}");
    }
}

#[test]
fn stones_fall_and_lines_win_on_every_board() {
    for (width, height, line) in [(7, 6, 4), (4, 5, 3), (21, 2, 4), (2, 31, 5), (1, 63, 4)] {
        let rules = ConnectFour::new(width, height, line).unwrap();
        let mut board = blank(width, height);
        let mut player = Player::Left;
        let mut state = 12345usize;
        for _ in 0..width * height {
            let at = read(&rules, &text(&board));
            assert_eq!(rules.print(&at), text(&board));
            let stones = rules.negative(&at).unwrap();
            let exchanged =
                rules.print(&stones).replace('X', "x").replace('O', "X").replace('x', "O");
            assert_eq!(exchanged, text(&board));
            assert_eq!(rules.negative(&stones), Some(at));
            for mover in Player::BOTH {
                let mut options: Vec<Rows> =
                    (0..width).filter_map(|x| dropped(&board, x, stone(mover))).collect();
                options.sort();
                let options: Vec<String> = options.iter().map(text).collect();
                assert_eq!(printed(&rules, &at, mover), options);
                let has = |player| in_a_row(&board, line, stone(player));
                let end = match (has(mover.opponent()), has(mover)) {
                    (true, _) => Some(End::Won(mover.opponent())),
                    (_, true) => Some(End::Won(mover)),
                    _ => options.is_empty().then_some(End::Tie),
                };
                assert_eq!(rules.end(&at, mover), end, "{}", text(&board));
            }
            let next = (0..width).filter_map(|i| {
                state = state.wrapping_mul(1_103_515_245).wrapping_add(12345) & 0x7fff_ffff;
                dropped(&board, (state / 65536 + i) % width, stone(player))
            });
            match next.collect::<Vec<_>>().pop() {
                Some(next) => board = next,
                None => break,
            }
            player = player.opponent();
        }
    }
}

/// John Tromp, Connect-4, <https://tromp.github.io/c4/c4.html>: numbers of
/// positions and values of small boards.
#[test]
fn connect_four_has_the_published_numbers_of_positions() {
    let rules = ConnectFour::new(4, 4, 4).unwrap();
    let (starts, positions) = verdicts(&rules, &rules.empty());
    assert_eq!(positions, 161_029);
    assert_eq!(starts.left.fate().word(), "draw");
}

#[test]
fn stones_in_the_air_are_refused_where_they_hang() {
    let refused = |text| catalogue::parse(text).err().map(|error| error.at);
    assert_eq!(refused("connect-four(3x3,3; ..X|...|...)"), Some(22));
    assert_eq!(refused("connect-four(3x3,3; ...|.X.|O.X)"), Some(25));
    assert_eq!(refused("connect-four(3x3,3; ...|O..|O.X)"), None);
    assert_eq!(refused("connect-four(3x3,3; ...|...)"), Some(20));
    assert_eq!(refused("connect-four(9x8)"), Some(13));
    assert_eq!(refused("connect-four(1x63)"), None);
    assert_eq!(refused("connect-four(1x64)"), Some(13));
    assert_eq!(refused("connect-four(4x4,0)"), Some(13));
    assert_eq!(refused("connect-four(4)"), Some(13));
}

// Dodgem.

fn dodgem_options(board: &Rows, player: Player) -> Vec<Rows> {
    let side = board.len() as isize;
    let (car, steps) = match player {
        Player::Left => ('>', [(1, 0), (0, 1), (0, -1)]),
        Player::Right => ('^', [(0, -1), (1, 0), (-1, 0)]),
    };
    let mut options = Vec::new();
    for (y, row) in board.iter().enumerate() {
        for (x, _) in row.iter().enumerate().filter(|(_, square)| **square == car) {
            for (i, (dx, dy)) in steps.iter().enumerate() {
                let (to_x, to_y) = (x as isize + dx, y as isize + dy);
                let inside = (0..side).contains(&to_x) && (0..side).contains(&to_y);
                if !inside && i == 0 {
                    options.push(with(board, &[(x, y, '.')]));
                } else if inside && board[to_y as usize][to_x as usize] == '.' {
                    options.push(with(board, &[(x, y, '.'), (to_x as usize, to_y as usize, car)]));
                }
            }
        }
    }
    options.sort();
    options
}

/// Who has won with `mover` to move.
fn dodgem_winner(board: &Rows, mover: Player) -> Option<Player> {
    let cars = |car| board.iter().flatten().filter(|square| **square == car).count();
    let (own, other) =
        if mover == Player::Left { (cars('>'), cars('^')) } else { (cars('^'), cars('>')) };
    if other == 0 {
        Some(mover.opponent())
    } else {
        (own == 0 || dodgem_options(board, mover).is_empty()).then_some(mover)
    }
}

#[test]
fn cars_move_as_the_rules_of_dodgem_say() {
    for board in boards(2000, 6, &['.', '.', '.', '>', '^']) {
        let side = board.len();
        let Some(rules) = Dodgem::new(side, side - 1).filter(|_| side == board[0].len()) else {
            continue;
        };
        let at = read(&rules, &text(&board));
        assert_eq!(rules.print(&at), text(&board));
        assert_eq!(rules.negative(&at).and_then(|at| rules.negative(&at)), Some(at));
        for mover in Player::BOTH {
            let options: Vec<String> = dodgem_options(&board, mover).iter().map(text).collect();
            assert_eq!(printed(&rules, &at, mover), options, "{}", text(&board));
            assert_eq!(rules.end(&at, mover), dodgem_winner(&board, mover).map(End::Won));
            let negative = rules.negative(&at).unwrap();
            let mut options: Vec<String> = rules
                .options(&negative, mover.opponent())
                .map(|option| rules.print(&rules.negative(&option).unwrap()))
                .collect();
            options.sort();
            assert_eq!(printed(&rules, &at, mover), options);
        }
    }
}

/// Winning Ways, chapter 22: on the board of three by three the first player wins.
#[test]
fn the_first_player_wins_the_small_dodgem() {
    let rules = Dodgem::new(3, 2).unwrap();
    let (starts, positions) = verdicts(&rules, &rules.first());
    assert_eq!((starts.left.fate().word(), starts.right.fate().word()), ("win", "win"));

    // The same by sweeping over all boards until nothing changes.
    let start = (rows(">..|>..|.^^"), Player::Left);
    let mut seen = HashSet::from([start.clone()]);
    let mut queue = VecDeque::from([start.clone()]);
    while let Some((board, mover)) = queue.pop_front() {
        if dodgem_winner(&board, mover).is_none() {
            for option in dodgem_options(&board, mover) {
                let next = (option, mover.opponent());
                if seen.insert(next.clone()) {
                    queue.push_back(next);
                }
            }
        }
    }
    let boards: HashSet<&Rows> = seen.iter().map(|(board, _)| board).collect();
    assert_eq!(positions, boards.len());
    // Each sweep finds the wins and losses that are one move further away.
    let mut known: HashMap<(Rows, Player), (bool, u32)> = HashMap::new();
    for (board, mover) in &seen {
        if let Some(winner) = dodgem_winner(board, *mover) {
            known.insert((board.clone(), *mover), (winner == *mover, 0));
        }
    }
    for moves in 1.. {
        let mut found = Vec::new();
        for key in seen.iter().filter(|key| !known.contains_key(*key)) {
            let options = dodgem_options(&key.0, key.1);
            let of = |option: &Rows| {
                known.get(&(option.clone(), key.1.opponent())).map(|(wins, _)| *wins)
            };
            if options.iter().any(|option| of(option) == Some(false)) {
                found.push((key.clone(), (true, moves)));
            } else if options.iter().all(|option| of(option) == Some(true)) {
                found.push((key.clone(), (false, moves)));
            }
        }
        if found.is_empty() {
            break;
        }
        known.extend(found);
    }
    let (wins, moves) = known[&start];
    assert_eq!(starts.left, if wins { Verdict::Win(moves) } else { Verdict::Loss(moves) });
}

// Chomp.

fn chomp_options(bar: &[usize]) -> Vec<Vec<usize>> {
    let bites = bar.iter().enumerate().flat_map(|(y, &row)| (0..row).map(move |x| (x, y)));
    let bitten = bites.filter(|&bite| bite != (0, 0)).map(|(x, y)| {
        let row = |(i, &row): (usize, &usize)| if i >= y { row.min(x) } else { row };
        bar.iter().enumerate().map(row).filter(|&row| row > 0).collect()
    });
    let mut options: Vec<Vec<usize>> = bitten.collect();
    options.sort();
    options
}

fn chomp_value(bar: &[usize], known: &mut BTreeMap<Vec<usize>, u64>) -> u64 {
    if let Some(&value) = known.get(bar) {
        return value;
    }
    let options: BTreeSet<u64> =
        chomp_options(bar).iter().map(|option| chomp_value(option, known)).collect();
    let value = (0..).find(|value| !options.contains(value)).unwrap();
    known.insert(bar.to_vec(), value);
    value
}

fn bars(most_rows: usize, longest: usize) -> Vec<Vec<usize>> {
    let mut bars = vec![Vec::new()];
    for i in 0.. {
        let Some(bar) = bars.get(i).cloned() else { return bars };
        if bar.len() < most_rows {
            let last = bar.last().copied().unwrap_or(longest);
            bars.extend((1..=last).map(|row| [bar.as_slice(), &[row]].concat()));
        }
    }
    bars
}

#[test]
fn bites_and_values_of_chomp_agree_with_the_rules_written_out() {
    let mut known = BTreeMap::new();
    let print = |bar: &[usize]| bar.iter().map(usize::to_string).collect::<Vec<_>>().join(",");
    for bar in bars(4, 4) {
        let at = read(&Chomp, &print(&bar));
        assert_eq!(Chomp.print(&at), print(&bar));
        let mut options: Vec<String> =
            chomp_options(&bar).iter().map(|option| print(option)).collect();
        options.sort();
        assert_eq!(printed(&Chomp, &at, Player::Left), options, "{bar:?}");
        assert_eq!(grundy(&Chomp, &at), chomp_value(&bar, &mut known), "{bar:?}");
        let names: BTreeSet<String> = Chomp
            .options(&at, Player::Left)
            .map(|option| Chomp.move_name(&at, &option, Player::Left))
            .collect();
        assert_eq!(names.len(), options.len(), "every bite has a name of its own");
    }
}

#[test]
fn the_first_player_wins_every_bar_but_the_poison() {
    for (width, height) in [(2, 1), (1, 9), (3, 3), (5, 4), (7, 3), (6, 6)] {
        assert_eq!(outcome(&Chomp, &format!("{width}x{height}")), Outcome::N);
    }
    assert_eq!(outcome(&Chomp, "1x1"), Outcome::P);
    for text in ["chomp(64x1)", "chomp(3,4)", "chomp(3,0)", "chomp(40x25)", "chomp(0x3)"] {
        assert!(catalogue::parse(text).is_err(), "{text}");
    }
    let longest = catalogue::parse("chomp(63x1)").unwrap();
    assert_eq!(longest.options(Player::Left).len(), 62);
    let widest = catalogue::parse("chomp(32x32)").unwrap();
    assert_eq!(widest.options(Player::Left).len(), 1023);
}
