//! Who wins, from the definition: a position is won if some option of it is lost
//! for the player who moves there, and so on; what is never decided is drawn.

use std::collections::HashMap;

use grundy::stated::{Expansions, Stated};
use grundy::{End, Player};

/// All positions of a game, and who wins them.
pub struct Solved {
    pub positions: Vec<Vec<u8>>,
    pub number: HashMap<Vec<u8>, usize>,
    pub moves: usize,
    pub turn: Vec<Player>,
    pub end: Vec<Option<End>>,
    /// Who wins, and in how many moves; none if nobody can.
    pub winner: Vec<Option<(Player, usize)>>,
}

impl Solved {
    pub fn start(&self) -> Option<(Player, usize)> {
        self.winner[0]
    }
}

pub fn solve(game: &dyn Stated, most: usize) -> Result<Solved, String> {
    let mut positions = vec![game.start()];
    let mut number = HashMap::from([(game.start(), 0)]);
    let mut turn = vec![game.turn(&game.start()).unwrap().unwrap()];
    let (mut end, mut options) = (Vec::new(), Vec::new());
    let mut found = Expansions::default();
    while end.len() < positions.len() {
        let until = positions.len().min(end.len() + 1000);
        let asked: Vec<(&[u8], Player)> =
            (end.len()..until).map(|i| (positions[i].as_slice(), turn[i])).collect();
        found.clear();
        game.expand(&asked, &mut found).map_err(|fault| fault.to_string())?;
        for (over, after) in found.positions() {
            end.push(over);
            let mut numbers = Vec::new();
            for (option, mover) in after {
                let next = positions.len();
                let to = *number.entry(option.to_vec()).or_insert(next);
                if to == next {
                    positions.push(option.to_vec());
                    turn.push(mover.unwrap());
                }
                numbers.push(to);
            }
            options.push(numbers);
        }
        if positions.len() > most {
            return Err(format!("more than {most} positions"));
        }
    }
    let moves = options.iter().map(Vec::len).sum();
    let mut winner: Vec<Option<(Player, usize)>> = end
        .iter()
        .map(|end| match end {
            Some(End::Won(player)) => Some((*player, 0)),
            _ => None,
        })
        .collect();
    for round in 1.. {
        let mut changed = Vec::new();
        for (i, options) in options.iter().enumerate() {
            if end[i].is_some() || winner[i].is_some() {
                continue;
            }
            let won = |player| {
                let by = |to: &&usize| winner[**to].is_some_and(|(winner, _)| winner == player);
                options.iter().filter(by).count()
            };
            if won(turn[i]) > 0 {
                changed.push((i, turn[i]));
            } else if won(turn[i].opponent()) == options.len() {
                changed.push((i, turn[i].opponent()));
            }
        }
        if changed.is_empty() {
            break;
        }
        for (i, player) in changed {
            winner[i] = Some((player, round));
        }
    }
    Ok(Solved { positions, number, moves, turn, end, winner })
}
