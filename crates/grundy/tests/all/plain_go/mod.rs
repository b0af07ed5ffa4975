//! Go on lists of points, solved by sweeps: slow, plain, and no relation of
//! the engine's.

use std::collections::{BTreeMap, BTreeSet};

use grundy::Verdict;

#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Rule {
    Repeat,
    Once,
    Superko,
}

#[derive(Clone, Copy)]
pub(crate) struct PlainGo {
    pub(crate) width: usize,
    pub(crate) height: usize,
    pub(crate) rule: Rule,
    pub(crate) suicide: bool,
    pub(crate) passes: bool,
    pub(crate) half_komi: i32,
}

/// 0 for an empty point, 1 for X, 2 for O.
type Board = Vec<u8>;

#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct State {
    board: Board,
    passes: u8,
    /// Points played, under `once`.
    played: BTreeSet<usize>,
    /// All boards so far, under `superko`.
    boards: BTreeSet<Board>,
}

pub(crate) struct Solved {
    pub(crate) positions: BTreeSet<State>,
    pub(crate) verdict: Verdict,
}

impl PlainGo {
    pub(crate) fn boards(width: usize, height: usize) -> Vec<Board> {
        let (rule, half_komi) = (Rule::Repeat, 0);
        let go = PlainGo { width, height, rule, suicide: false, passes: false, half_komi };
        let mut boards: Vec<Board> = vec![Vec::new()];
        for _ in 0..width * height {
            boards = boards
                .iter()
                .flat_map(|board| (0..3).map(move |c| [&board[..], &[c]].concat()))
                .collect();
        }
        let legal = |board: &Board| {
            (0..board.len()).all(|p| board[p] == 0 || go.region(board, p).1.contains(&0))
        };
        boards.retain(legal);
        boards
    }

    fn neighbours(&self, point: usize) -> Vec<usize> {
        let (x, y) = ((point % self.width) as i32, (point / self.width) as i32);
        [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)]
            .into_iter()
            .filter(|(x, y)| {
                (0..self.width as i32).contains(x) && (0..self.height as i32).contains(y)
            })
            .map(|(x, y)| y as usize * self.width + x as usize)
            .collect()
    }

    /// The points of one colour that hang together with a point, and the
    /// colours next to them.
    fn region(&self, board: &Board, point: usize) -> (BTreeSet<usize>, BTreeSet<u8>) {
        let (mut inside, mut beside) = (BTreeSet::from([point]), BTreeSet::new());
        let mut work = vec![point];
        while let Some(here) = work.pop() {
            for next in self.neighbours(here) {
                if board[next] != board[point] {
                    beside.insert(board[next]);
                } else if inside.insert(next) {
                    work.push(next);
                }
            }
        }
        (inside, beside)
    }

    fn lift(&self, board: &mut Board, colour: u8) {
        let dead: Vec<usize> = (0..board.len())
            .filter(|&p| board[p] == colour && !self.region(board, p).1.contains(&0))
            .collect();
        dead.into_iter().for_each(|point| board[point] = 0);
    }

    fn moves(&self, state: &State, mover: u8) -> Vec<State> {
        let mut moves = Vec::new();
        for point in 0..state.board.len() {
            if state.board[point] != 0 || state.played.contains(&point) {
                continue;
            }
            let mut board = state.board.clone();
            board[point] = mover + 1;
            self.lift(&mut board, 2 - mover);
            let stones = board.iter().filter(|&&c| c == mover + 1).count();
            self.lift(&mut board, mover + 1);
            let lost = stones > board.iter().filter(|&&c| c == mover + 1).count();
            if lost && !self.suicide || state.boards.contains(&board) {
                continue;
            }
            let mut next = State { board: board.clone(), passes: 0, ..state.clone() };
            match self.rule {
                Rule::Repeat => {}
                Rule::Once => drop(next.played.insert(point)),
                Rule::Superko => drop(next.boards.insert(board)),
            }
            moves.push(next);
        }
        if self.passes {
            moves.push(State { passes: state.passes + 1, ..state.clone() });
        }
        moves
    }

    /// Points of X less points of O, twice, less komi.
    fn score(&self, board: &Board) -> i32 {
        let mut score = 0;
        for point in 0..board.len() {
            let beside = match board[point] {
                0 => self.region(board, point).1,
                colour => BTreeSet::from([colour]),
            };
            let beside: Vec<u8> = beside.into_iter().collect();
            score += match beside[..] {
                [1] => 2,
                [2] => -2,
                _ => 0,
            };
        }
        score - self.half_komi
    }

    pub(crate) fn solve(&self, starter: u8) -> Solved {
        let empty = vec![0; self.width * self.height];
        let mut start = State { board: empty.clone(), ..State::default() };
        if self.rule == Rule::Superko {
            start.boards.insert(empty);
        }
        let mut number = BTreeMap::from([((start.clone(), starter), 0)]);
        let mut states = vec![(start, starter)];
        let mut moves: Vec<Vec<usize>> = Vec::new();
        // The score where play has ended.
        let mut ended: Vec<Option<i32>> = Vec::new();
        while moves.len() < states.len() {
            let (state, mover) = states[moves.len()].clone();
            let mut options = self.moves(&state, mover);
            let over = if self.passes { state.passes == 2 } else { options.is_empty() };
            ended.push(over.then(|| {
                options.clear();
                self.score(&state.board) * if mover == 0 { 1 } else { -1 }
            }));
            let mut row = Vec::new();
            for option in options {
                let key = (option, 1 - mover);
                let next = number.len();
                row.push(*number.entry(key.clone()).or_insert_with(|| {
                    states.push(key);
                    next
                }));
            }
            moves.push(row);
        }
        let verdict = self.sweep(&moves, &ended);
        Solved { positions: states.into_iter().map(|(state, _)| state).collect(), verdict }
    }

    fn sweep(&self, moves: &[Vec<usize>], ended: &[Option<i32>]) -> Verdict {
        let mut verdicts: Vec<Option<Verdict>> = ended
            .iter()
            .map(|end| match end.map(i32::signum) {
                Some(1) => Some(Verdict::Win(0)),
                Some(-1) => Some(Verdict::Loss(0)),
                _ => None,
            })
            .collect();
        for round in 1.. {
            let before = verdicts.clone();
            for (node, options) in moves.iter().enumerate() {
                if verdicts[node].is_some() || options.is_empty() {
                    continue;
                }
                let lost = |&option: &usize| matches!(before[option], Some(Verdict::Loss(_)));
                let won = |&option: &usize| matches!(before[option], Some(Verdict::Win(_)));
                if options.iter().any(lost) {
                    verdicts[node] = Some(Verdict::Win(round));
                } else if options.iter().all(won) {
                    verdicts[node] = Some(Verdict::Loss(round));
                }
            }
            if verdicts == before {
                break;
            }
        }
        // Of drawn positions, how near the next tie is among drawn ones.
        let tie = |node: usize| (ended[node] == Some(0)).then_some(0);
        let mut near: Vec<Option<u32>> = (0..moves.len()).map(tie).collect();
        for round in 1.. {
            let before = near.clone();
            for (node, options) in moves.iter().enumerate() {
                let next = options.iter().any(|&option| before[option].is_some());
                if verdicts[node].is_none() && near[node].is_none() && next {
                    near[node] = Some(round);
                }
            }
            if near == before {
                break;
            }
        }
        verdicts[0].unwrap_or(Verdict::Draw(near[0]))
    }
}
