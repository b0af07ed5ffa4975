//! Tests that compare chess with the rules and with published results.

use std::collections::BTreeMap;

use super::*;
use grundy_base::{Text, Verdict};
use grundy_packed::{Failure, Settings, Solo, solve};
use grundy_ruleset::{Notation, Packed, law};

fn rules(material: &str) -> Chess {
    Chess::new(Material::parse(Text::new(material)).unwrap())
}

fn read(game: &str) -> (Chess, Position, Player) {
    let (material, position) = game.split_once("; ").unwrap();
    let rules = rules(material);
    let position = rules.read(Text::new(position)).unwrap();
    let turn = position.turn().unwrap_or(Player::Left);
    (rules, position, turn)
}

/// Keys and positions with the whole material, by the player to move and the verdict.
type Found = BTreeMap<(Player, (u8, u32)), (Verdict, u64, u64)>;

fn solved(material: &str) -> Found {
    let rules = rules(material);
    let starts = Player::BOTH.map(|player| rules.pack(&Position::default(), player));
    let solution = solve(&rules, &starts, Solo, &Settings::default()).unwrap();
    let mut found = Found::new();
    for tier in solution.tiers() {
        solution
            .each(tier, |keys, codes| {
                for (&key, code) in keys.iter().zip(codes) {
                    let (position, mover) = rules.unpack(key).unwrap();
                    if position.turn().is_some() && Material::of(&position) == rules.material() {
                        let verdict = code.verdict();
                        let entry = found.entry((mover, verdict.rank())).or_insert((verdict, 0, 0));
                        entry.1 += 1;
                        entry.2 += u64::from(rules.orbit(key));
                    }
                }
                Ok::<(), Failure>(())
            })
            .unwrap();
    }
    found
}

/// The longest wins of White, or losses of Black, and the number of their keys.
fn longest(found: &Found, mover: Player) -> (Verdict, u64) {
    let decided = found.iter().filter(|((player, _), (verdict, ..))| {
        *player == mover
            && match verdict {
                Verdict::Win(_) => mover == Player::Left,
                Verdict::Loss(_) => mover == Player::Right,
                Verdict::Draw(_) => false,
            }
    });
    let (_, (verdict, keys, _)) =
        decided.max_by_key(|(_, (verdict, ..))| verdict.remoteness()).unwrap();
    (*verdict, *keys)
}

fn positions(found: &Found, mover: Player, some: impl Fn(Verdict) -> bool) -> u64 {
    let chosen =
        found.iter().filter(|((player, _), (verdict, ..))| *player == mover && some(*verdict));
    chosen.map(|(_, (.., positions))| positions).sum()
}

#[test]
fn packed_moves_are_those_of_the_rules() {
    for (game, most) in [
        ("KK; 8/8/8/8/8/8/8/8", 20_000),
        ("KQK; 8/8/8/8/8/8/8/8", 8_000),
        ("KRK; 8/8/8/3k4/8/8/1R6/K7 w", 4_000),
        ("KPK; 8/8/8/8/8/8/8/8", 8_000),
        ("KPK; 8/5P2/8/8/3k4/8/8/K7 w", 5_000),
        ("KNNK; 8/8/8/8/8/8/8/8", 6_000),
        ("KNNK; 8/8/8/3k4/8/1N6/1N6/K7 b", 4_000),
        ("KPPK; 8/8/8/3k4/8/8/1PP5/K7 w", 4_000),
        ("KQKR; 8/8/8/3k4/3r4/8/1Q6/K7 w", 4_000),
        ("KRKR; 8/8/8/8/8/8/8/8", 6_000),
        ("KPKP; 8/3p4/8/2P5/8/8/8/K6k b", 6_000),
        ("KPKP; k7/8/8/8/1p6/8/P7/K7 w", 6_000),
        ("KPKP; 8/1P6/8/3k4/8/8/6p1/K7 b", 6_000),
        ("KPKPP; 7k/8/8/8/1p1p4/8/2P5/K7 w", 6_000),
        ("KPKRP; 8/8/8/8/K1Pp3r/8/8/7k b - c3", 4_000),
        ("KRNKBP; 7k/8/8/8/3p4/1b6/2R5/K1N5 w", 3_000),
    ] {
        let (rules, start, turn) = read(game);
        let (keys, ..) = law::check(&rules, (&start, turn), most);
        assert!(keys > 400, "{game}: only {keys} keys");
    }
}

#[test]
fn the_empty_board_leads_to_every_position() {
    // All ways to put three men on squares, with what the rules say about each.
    let mut count = [0, 0];
    let queen = Man { player: Player::Left, piece: Piece::Queen };
    let kings = Player::BOTH.map(|player| Man { player, piece: Piece::King });
    for squares in 0..64usize.pow(3) {
        let [a, b, c] = [squares >> 12, squares >> 6 & 63, squares & 63];
        if a == b || b == c || a == c {
            continue;
        }
        let men = Position::default().with(a, kings[0]).with(b, kings[1]).with(c, queen);
        for mover in Player::BOTH {
            let stands = men.with_turn(Some(mover), None).board().is_some();
            count[mover as usize] += u64::from(stands);
        }
    }
    let found = solved("KQK");
    assert_eq!(count, Player::BOTH.map(|mover| positions(&found, mover, |_| true)));
    assert_eq!(count, [144_508, 223_944]);
}

// Longest mates, and how many positions have them, symmetric ones counted once:
// Guido, "Longest Mate in kqk", and P. Karrer, in the discussions of
// kirill-kryukov.com/chess (2007).

#[test]
fn queen_against_king_is_as_published() {
    let found = solved("KQK");
    assert_eq!(longest(&found, Player::Left), (Verdict::Win(19), 1));
    assert_eq!(longest(&found, Player::Right), (Verdict::Loss(20), 8));
    let draws = |mover| positions(&found, mover, |verdict| matches!(verdict, Verdict::Draw(_)));
    assert_eq!(Player::BOTH.map(draws), [0, 23_048]);
}

#[test]
fn rook_and_pawn_against_king_are_as_published() {
    let found = solved("KRK");
    assert_eq!(longest(&found, Player::Left), (Verdict::Win(31), 121));
    assert_eq!(longest(&found, Player::Right), (Verdict::Loss(32), 390));
    let found = solved("KPK");
    assert_eq!(longest(&found, Player::Left), (Verdict::Win(55), 3));
    assert_eq!(longest(&found, Player::Right), (Verdict::Loss(56), 2));
}

#[test]
#[ignore = "takes a minute"]
fn bishop_and_knight_are_as_published() {
    let found = solved("KBNK");
    assert_eq!(longest(&found, Player::Left), (Verdict::Win(65), 138));
    assert_eq!(longest(&found, Player::Right).0, Verdict::Loss(66));
}

#[test]
fn a_pawn_is_passed_where_it_can_be_taken() {
    // The king would no longer stand in the rook's way; then the same without the rook.
    let (_, pinned, _) = read("KPKRP; 8/8/8/K2Pp2r/8/8/8/7k w - e6");
    assert_eq!(pinned.passed(), None);
    let (_, free, _) = read("KPKP; 8/8/8/K2Pp3/8/8/8/7k w - e6");
    assert_eq!(free.passed(), Some(4));
    assert_eq!(free.print(), "8/8/8/K2Pp3/8/8/8/7k w - e6");
}

#[test]
fn moves_are_called_as_players_call_them() {
    let names = |game: &str| -> Vec<String> {
        let (rules, from, turn) = read(game);
        let options: Vec<Position> = rules.options(&from, turn).collect();
        let mut names: Vec<String> =
            options.iter().map(|to| rules.move_name(&from, to, turn)).collect();
        names.sort();
        names
    };
    // Stalemate.
    assert!(names("KKP; 8/8/8/8/8/k7/p7/K7 w").is_empty());
    let found = names("KQK; k7/8/1K6/8/8/8/8/1Q6 b");
    assert_eq!(found, ["Kb8"]);
    let found = names("KPKN; k2n4/2P5/K7/8/8/8/8/8 w");
    for name in ["cxd8=Q#", "cxd8=N", "c8=R#", "Kb5"] {
        assert!(found.iter().any(|found| found == name), "{name}: {found:?}");
    }
    let found = names("KNNK; 7k/8/8/8/8/8/8/KN3N2 w");
    assert!(
        ["Nbd2", "Nfd2"].iter().all(|name| found.iter().any(|found| found == name)),
        "{found:?}"
    );
    let found = names("KK; 8/8/8/8/8/8/8/8");
    assert!(found.len() == 64 && found.contains(&"K@e4".to_string()));
}

/// The definition of a mate in so many moves, over the moves of the ruleset.
fn mates(rules: &Chess, position: &Position, mover: Player, moves: usize) -> bool {
    let won = |position: &Position| rules.end(position, mover) == Some(End::Won(mover));
    rules.options(position, mover).any(|next| {
        let mut replies = rules.options(&next, mover.opponent()).peekable();
        won(&next)
            || moves > 1
                && rules.end(&next, mover.opponent()).is_none()
                && replies.peek().is_some()
                && replies.all(|reply| mates(rules, &reply, mover, moves - 1))
    })
}

#[test]
fn diagrams_of_endings_are_positions_in_which_white_moves_and_mates_soon() {
    for material in ["KQK", "KRK", "KQKR", "KRKB", "KQKQ"] {
        let rules = rules(material);
        let position = rules.diagram().unwrap();
        assert_eq!(
            (Material::of(&position), position.turn()),
            (rules.material(), Some(Player::Left))
        );
        assert_eq!(rules.end(&position, Player::Left), None, "{material}");
        assert_eq!(rules.read(Text::new(&rules.print(&position))), Ok(position), "{material}");
        if rules.material().men() > 3 {
            let mates = |moves| mates(&rules, &position, Player::Left, moves);
            assert_eq!((mates(1), mates(2)), (false, true), "{material}");
        }
    }
    assert_eq!(rules("KK").diagram(), None);
}
