//! A few lines of random play, which say what kind of game it is.
//!
//! They say how long play lasts and with how many moves, and so whether it is worth while to
//! try to prove the whole result. And they say whether the player who has more moves tends to
//! win: a feature of positions is of use where it goes with the results of random play
//! (Clune, *Heuristic evaluation functions for general game playing*, 2007).

use super::mobility::Place;
use super::thoughts::{Candidate, Check, Thinking};
use grundy_base::{Fate, Random, Stopped};
use grundy_ruleset::{Forward, Step};

/// Lines are played until there are this many of them, or `POSITIONS` positions, or the time is
/// up.
const LINES: usize = 256;
const POSITIONS: u64 = 1 << 15;
/// Lines are not longer; they count as draws then.
const LONGEST: usize = 200;
/// With time for fewer lines than this, the search after the trial has no more than some hundred
/// lines.
const FEW: usize = 16;
/// Moves are searched by mobility if results go with it farther than this, plus what chance alone
/// makes. In matches, lines of play were better where it is about 0 or less (Hex, Connect Four, Go,
/// Dodgem), and mobility where it is from 0.2 to 0.7 (Amazons, checkers); in Othello it is about 0,
/// and mobility is better.
const MOBILE: f64 = 0.1;

/// A line of random play.
struct Line {
    /// Whether the player to move is the one to move at the root, and the number of moves.
    counts: Vec<(bool, usize)>,
    /// The result for the player to move at the root.
    result: Option<Fate>,
}

/// What lines of random play have in common.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Trial {
    /// The logarithm of the positions that a proof of the whole result may take: those of the
    /// best case of alpha-beta search (Knuth and Moore 1975), in a tree like the lines.
    pub(super) effort: f64,
    /// Whether one player ever had more moves than the other.
    pub(super) varies: bool,
    /// How far results go with mobility, from -1 to 1; 0 if that is not known.
    pub(super) mobility: f64,
    /// How many lines say so.
    pub(super) lines: usize,
    /// How many of them did not end.
    pub(super) endless: usize,
    /// Positions visited.
    pub(super) visited: u64,
}

impl Trial {
    /// A trial of lines that begin with these moves.
    pub(super) fn of<N: Clone>(
        forward: &dyn Forward<N>,
        moves: &[Candidate<N>],
        check: &mut Check<'_>,
    ) -> Result<Trial, Stopped> {
        let mut random = Random::new(0);
        let mut visited = 0;
        let mut lines = Vec::new();
        let starts: Vec<Candidate<N>> =
            (0..LINES).map(|_| moves[random.below(moves.len())].clone()).collect();
        let nodes: Vec<N> = starts.iter().map(|start| start.to.clone()).collect();
        if let Some(mut many) = forward.lines(&nodes) {
            let mut counts: Vec<Vec<(bool, usize)>> = vec![Vec::new(); LINES];
            let mut choose = |line: usize, same: bool, slots: &[u16]| {
                counts[line].push((same != starts[line].turns, slots.len()));
                visited += 1;
                random.below(slots.len())
            };
            let (mut moves, bytes) = (0, forward.held());
            while moves < LONGEST && check(0, bytes)? && many.advance(&mut choose)? {
                moves += 1;
            }
            for (number, counts) in counts.into_iter().enumerate() {
                let result = many
                    .result(number)
                    .map(|fate| if starts[number].turns { fate.reversed() } else { fate });
                lines.push(Line { counts, result });
            }
        } else {
            let mut steps = Vec::new();
            for start in starts {
                let line = random_line(forward, start, &mut steps, &mut random);
                visited += line.counts.len() as u64 + 1;
                lines.push(line);
                if visited > POSITIONS || !check(visited, forward.held())? {
                    break;
                }
            }
        }
        let varies = lines.iter().any(|line| line.mobility() != 0.0);
        // Lines that the time did not let end say nothing else.
        lines.retain(|line| line.result.is_some() || line.counts.len() >= LONGEST);
        let endless = lines.iter().filter(|line| line.result.is_none()).count();
        let effort = lines.iter().map(Line::effort).sum::<f64>() / lines.len().max(1) as f64;
        let mobility = correlation(&lines);
        Ok(Trial { effort, varies, mobility, lines: lines.len(), endless, visited })
    }

    /// The method that is likely to find the better move.
    pub(super) fn method(&self) -> Thinking {
        // How far results go with mobility by chance alone, about.
        let chance = 1.0 / (self.lines.max(1) as f64).sqrt();
        let tells = self.mobility > MOBILE + chance;
        // Lines of play that do not end say nothing of moves, and few say little.
        let silent = 2 * self.endless > self.lines || self.lines < FEW;
        if self.varies && (tells || silent) { Thinking::Mobility } else { Thinking::Lines }
    }
}

fn random_line<N: Clone>(
    forward: &dyn Forward<N>,
    start: Candidate<N>,
    steps: &mut Vec<Step<N>>,
    random: &mut Random,
) -> Line {
    let (mut node, mut own) = (start.to, !start.turns);
    let mut counts = Vec::new();
    while counts.len() < LONGEST {
        steps.clear();
        if let Some(fate) = forward.expand(&node, steps) {
            let result = Some(if own { fate } else { fate.reversed() });
            return Line { counts, result };
        }
        counts.push((own, steps.len()));
        let step = steps.swap_remove(random.below(steps.len()));
        own ^= step.turns;
        node = step.to;
    }
    Line { counts, result: None }
}

impl Line {
    fn effort(&self) -> f64 {
        self.counts.iter().map(|&(_, moves)| (moves as f64).ln()).sum::<f64>() / 2.0
    }

    /// How much more mobile the player to move at the root was on average in the middle half
    /// of the line. Near its end the result is plain, and at its start nothing has happened.
    fn mobility(&self) -> f64 {
        let mut at = Place::default();
        let mut own_now = true;
        let mut sum = 0.0;
        // Not before both players have moved.
        let middle = (self.counts.len() / 4).max(2)..self.counts.len() * 3 / 4;
        for (number, &(own, moves)) in self.counts.iter().enumerate() {
            if own != own_now {
                (own_now, at) = (own, at.turned());
            }
            let guess = f64::from(at.guess(moves));
            at = at.with(moves);
            if middle.contains(&number) {
                sum += if own { guess } else { -guess };
            }
        }
        sum / middle.len().max(1) as f64
    }
}

/// How far results go with mobility: Pearson's coefficient of correlation.
fn correlation(lines: &[Line]) -> f64 {
    if lines.len() < FEW {
        return 0.0;
    }
    let result = |line: &Line| f64::from(line.result.map_or(0, Fate::value));
    let pairs: Vec<(f64, f64)> = lines.iter().map(|line| (line.mobility(), result(line))).collect();
    let count = pairs.len() as f64;
    let mean = |of: &dyn Fn(&(f64, f64)) -> f64| pairs.iter().map(of).sum::<f64>() / count;
    let (x, y) = (mean(&|pair| pair.0), mean(&|pair| pair.1));
    let product = mean(&|pair| (pair.0 - x) * (pair.1 - y));
    let square = mean(&|pair| (pair.0 - x).powi(2)) * mean(&|pair| (pair.1 - y).powi(2));
    if square > 0.0 { product / square.sqrt() } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_ruleset::forward::{hash_of, hash_of_word};

    /// Each player has a number of moves. A move uses up one of one's own and takes a few of the
    /// other player's. The first to move without a move loses, or the loser is left to chance.
    struct Moves {
        chance: bool,
    }

    type Node = (u8, u8, u64);

    impl Forward<Node> for Moves {
        fn expand(&self, &(own, other, made): &Node, steps: &mut Vec<Step<Node>>) -> Option<Fate> {
            if own == 0 {
                let odd = hash_of_word(made) >> 127 == 1;
                return Some(if self.chance && odd { Fate::Win } else { Fate::Loss });
            }
            steps.extend((0..own).map(|number| Step {
                to: (
                    other.saturating_sub(number % 3),
                    own - 1,
                    made.wrapping_mul(31).wrapping_add(number.into()),
                ),
                turns: true,
                slot: number.into(),
                rank: 0,
            }));
            None
        }

        fn hash(&self, node: &Node) -> u128 {
            hash_of(node)
        }

        fn ends(&self) -> bool {
            true
        }
    }

    fn trial(chance: bool) -> Trial {
        let moves = [Candidate { to: (30, 30, 1), turns: true, over: false }];
        Trial::of(&Moves { chance }, &moves, &mut |_, _| Ok(true)).unwrap()
    }

    #[test]
    fn mobility_is_seen_to_win_where_it_does() {
        assert_eq!(trial(false).method(), Thinking::Mobility, "{:?}", trial(false));
        assert_eq!(trial(true).method(), Thinking::Lines, "{:?}", trial(true));
    }

    #[test]
    fn the_effort_of_a_proof_grows_with_the_tree() {
        let short = [Candidate { to: (3, 3, 1), turns: true, over: false }];
        let short = Trial::of(&Moves { chance: false }, &short, &mut |_, _| Ok(true)).unwrap();
        assert!(short.effort > 0.0 && short.effort < 3.0, "{short:?}");
        assert!(trial(false).effort > 20.0);
    }

    #[test]
    fn without_time_for_lines_mobility_is_chosen() {
        let moves = [Candidate { to: (30, 30, 1), turns: true, over: false }];
        let trial = Trial::of(&Moves { chance: true }, &moves, &mut |_, _| Ok(false)).unwrap();
        assert_eq!((trial.lines, trial.mobility, trial.method()), (1, 0.0, Thinking::Mobility));
    }

    #[test]
    fn where_no_player_has_more_moves_lines_of_play_are_chosen() {
        let trial = Trial { lines: 10, endless: 10, ..Trial::default() };
        assert_eq!(trial.method(), Thinking::Lines);
        assert_eq!(Trial { varies: true, ..trial }.method(), Thinking::Mobility);
    }
}
