//! Games in which points are counted: by how many they are won, against what is
//! published and against the rules, tried out in full.

use std::collections::HashMap;

use grundy::answer::{self, Answer, Options, Wanted};
use grundy::solve::partitioned::Failure;
use grundy::{Fate, Limits, Player, Random, Stopped, catalogue};

fn solved(game: &str) -> Answer {
    answer::solve(&*catalogue::parse(game).unwrap(), &Options::default()).unwrap()
}

/// The margin, the difference at the end, and how many moves keep it.
fn score(answer: &Answer, player: Player) -> (i64, i64, usize) {
    let score = answer.side(player).unwrap().score.as_ref().unwrap();
    (score.margin, score.total, score.best.len())
}

#[test]
fn published_scores_of_boards_are_found() {
    // Winning Ways, chapter 16: of two boxes by two the first player gets three. The
    // others: David Wilson, Dots-and-Boxes Analysis Results, where all first moves of
    // 3x3 lose by three.
    for (board, margin) in [("2x2", 2), ("3x3", -3)] {
        let answer = solved(&format!("dots-and-boxes({board})"));
        for player in Player::BOTH {
            let (found, total, best) = score(&answer, player);
            assert_eq!((found, total), (margin, margin), "{board}");
            assert!(board != "3x3" || best == 24, "{best}");
        }
    }
}

#[test]
fn a_score_says_who_wins_where_positions_are_too_many() {
    let answer = solved("dots-and-boxes(3x3)");
    assert_eq!(answer.positions, None);
    assert_eq!(answer.outcome.unwrap().word(), "P");
    let left = answer.left.unwrap();
    assert_eq!((left.fate, left.remoteness, left.complete), (Fate::Loss, Some(24), false));
    assert_eq!(left.best.len(), 24);
    assert_eq!(left.best[0].remoteness, Some(23));
}

/// A board as a person sees it: lines between dots, each with the boxes beside it.
struct Board {
    width: usize,
    height: usize,
    /// The boxes beside each line, in the order in which positions are written.
    beside: Vec<Vec<usize>>,
}

impl Board {
    fn new(width: usize, height: usize) -> Self {
        let mut beside = Vec::new();
        for row in 0..2 * height + 1 {
            let y = row / 2;
            let near: Vec<Vec<usize>> = match row % 2 {
                0 => (0..width)
                    .map(|x| {
                        let above = (y > 0).then(|| (y - 1) * width + x);
                        let below = (y < height).then_some(y * width + x);
                        above.into_iter().chain(below).collect()
                    })
                    .collect(),
                _ => (0..=width)
                    .map(|x| {
                        let before = (x > 0).then(|| y * width + x - 1);
                        let after = (x < width).then_some(y * width + x);
                        before.into_iter().chain(after).collect()
                    })
                    .collect(),
            };
            beside.extend(near);
        }
        Board { width, height, beside }
    }

    fn lines(&self, boxed: usize, drawn: &[bool]) -> usize {
        let around = self.beside.iter().zip(drawn);
        around.filter(|(boxes, drawn)| **drawn && boxes.contains(&boxed)).count()
    }

    /// What the mover gains with best play, and which lines keep that.
    fn play(
        &self,
        drawn: &[bool],
        known: &mut HashMap<Vec<bool>, (i64, Vec<usize>)>,
    ) -> (i64, Vec<usize>) {
        if let Some(found) = known.get(drawn) {
            return found.clone();
        }
        let mut tried: Vec<(i64, usize)> = Vec::new();
        for line in (0..drawn.len()).filter(|&line| !drawn[line]) {
            let mut after = drawn.to_vec();
            after[line] = true;
            let closed =
                self.beside[line].iter().filter(|&&boxed| self.lines(boxed, &after) == 4).count();
            let rest = self.play(&after, known).0;
            tried.push((if closed > 0 { closed as i64 + rest } else { -rest }, line));
        }
        let best = tried.iter().map(|(gain, _)| *gain).max().unwrap_or(0);
        let lines = tried.into_iter().filter(|(gain, _)| *gain == best).map(|(_, line)| line);
        let found = (best, lines.collect());
        known.insert(drawn.to_vec(), found);
        known[drawn].clone()
    }

    fn print(&self, drawn: &[bool]) -> String {
        let (mut text, mut lines) = (String::new(), drawn.iter());
        for row in 0..2 * self.height + 1 {
            let (length, sign) = [(self.width, '-'), (self.width + 1, 'I')][row % 2];
            text.extend((row > 0).then_some('|'));
            text.extend(lines.by_ref().take(length).map(|&line| if line { sign } else { '.' }));
        }
        text
    }
}

#[test]
fn scores_and_best_moves_are_those_of_the_rules() {
    let mut random = Random::new(7);
    for (width, height) in [(3, 1), (1, 4), (2, 2), (3, 2)] {
        let board = Board::new(width, height);
        let mut known = HashMap::new();
        for _ in 0..25 {
            let drawn: Vec<bool> = (0..board.beside.len()).map(|_| random.below(2) == 1).collect();
            let closed = (0..width * height).filter(|&b| board.lines(b, &drawn) == 4).count();
            let left = if closed == 0 { 0 } else { random.below(closed + 1) };
            let boxes =
                if closed == 0 { String::new() } else { format!(", {left}-{}", closed - left) };
            let text = board.print(&drawn);
            let game = format!("dots-and-boxes({width}x{height}; {text}{boxes})");
            let (margin, lines) = board.play(&drawn, &mut known);
            let lead = 2 * left as i64 - closed as i64;
            let answer = solved(&game);
            for (player, lead) in [(Player::Left, lead), (Player::Right, -lead)] {
                let expected = (margin, lead + margin, lines.len());
                assert_eq!(score(&answer, player), expected, "{game}");
                let side = answer.side(player).unwrap();
                // The positions of the whole game say the same.
                let fate =
                    [Fate::Loss, Fate::Draw, Fate::Win][((lead + margin).signum() + 1) as usize];
                assert_eq!(side.fate, fate, "{game}");
                let best = &side.score.as_ref().unwrap().best;
                for (best, line) in best.iter().zip(&lines) {
                    let mut after = drawn.clone();
                    after[*line] = true;
                    assert!(best.position.starts_with(&board.print(&after)), "{game} {best:?}");
                }
            }
        }
    }
}

#[test]
fn only_the_player_whose_turn_it_is_has_a_score() {
    let answer = solved("dots-and-boxes(2x1; --|I.I|-., right)");
    assert!(answer.left.is_none());
    // The left box first, and then the other.
    assert_eq!(score(&answer, Player::Right), (2, 2, 1));
    assert!(solved("nim(3,4)").left.unwrap().score.is_none());
}

#[test]
fn a_search_for_the_score_heeds_limits() {
    let game = catalogue::parse("dots-and-boxes(4x4)").unwrap();
    let limits = Limits { positions: 10_000, ..Limits::default() };
    let stopped = answer::solve(&*game, &Options { limits, ..Options::default() });
    let stopped = stopped.map_err(Failure::into_stopped).and_then(Answer::whole);
    assert_eq!(stopped.err(), Some(Stopped::Positions { limit: 10_000, reached: 10_000 }));
    let whole = Options { limits, wanted: Wanted::POSITIONS, ..Options::default() };
    assert!(answer::solve(&*game, &whole).is_err());
}
