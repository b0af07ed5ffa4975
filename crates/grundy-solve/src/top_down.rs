//! Who wins one position: depth-first search with a transposition table, which stops as
//! soon as the answer is known; also for games with loops.
//!
//! A position is won as soon as one lost option is found, and its other options are not
//! visited. On a loop an option may still be open when its verdict is needed; the position
//! is then entered in the option's list of waiting positions and updated when the option is
//! decided. Each move is followed at most once (local fixed points: Liu and Smolka 1998).
//! When no work is left, the open positions are drawn: none of them has a lost option, and
//! each has an open one.

use grundy_base::{Convention, End, Fate, Limits, Player, Progress, Stopped};
use grundy_graph::Node;
use grundy_ruleset::{Position, Rules};
use hashbrown::HashMap;

/// Bytes of a short list of waiting positions.
const ASKERS: usize = 32;

/// An answer, and what it took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TopDown {
    /// The answer for the player who starts.
    pub answer: Fate,
    /// Positions visited, each with a player to move.
    pub explored: usize,
}

/// Nodes from the root on.
type Path<P> = Vec<Step<P>>;

struct Step<P> {
    node: Node,
    /// The options that are still to be visited, and the player who moves there.
    options: Vec<(P, Player)>,
    /// Bytes that the options held at first.
    bytes: u64,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Open,
    Won,
    Lost,
    Tied,
}

struct Entry {
    state: State,
    /// Options that might still save the player to move, counted while open:
    /// those not yet looked at, and those not yet won by the opponent.
    hopes: u32,
    /// Positions that wait for this one.
    askers: Vec<Node>,
}

/// Says what `mover` brings about from `start`.
///
/// Time: at most one step a move that is reachable; memory: one entry a
/// position that is visited.
pub fn top_down<P: Position>(
    rules: &dyn Rules<P>,
    start: &P,
    mover: Player,
    convention: Convention,
    limits: &Limits<'_>,
) -> Result<TopDown, Stopped> {
    let impartial = rules.impartial();
    let mut search = Search { impartial, entries: Vec::new(), movers: Vec::new() };
    let mut known: HashMap<(P, bool), Node> = HashMap::new();
    let mut path: Path<P> = Vec::new();
    let mut held = 0u64;
    // Positions and moves since the last look at the time; there is one at first.
    let mut work = Limits::STRIDE;
    let mut look = |positions: usize, bytes: u64| {
        limits.room(bytes, positions)?;
        work += 1;
        if work < Limits::STRIDE {
            return Ok(());
        }
        work = 0;
        limits.check(Progress { stage: "searching", positions, bytes })
    };

    let mut enter = |position: P,
                     mover: Player,
                     search: &mut Search,
                     path: &mut Path<P>,
                     waiting: &mut u64|
     -> Result<Node, Stopped> {
        let key = (position, mover == Player::Right && !impartial);
        if let Some(&node) = known.get(&key) {
            return Ok(node);
        }
        let node = search.entries.len() as Node;
        let position = &key.0;
        let mut options: Vec<(P, Player)> = Vec::new();
        let mut bytes = 0;
        let state = match rules.end(position, mover) {
            Some(End::Won(player)) if player == mover => State::Won,
            Some(End::Won(_)) => State::Lost,
            Some(End::Tie) => State::Tied,
            None => {
                rules.try_each_move(position, mover, |option, next| {
                    bytes += (rules.bytes(&option) + size_of::<Player>()) as u64;
                    options.push((option, next));
                    look(search.entries.len(), held + *waiting + bytes)
                })?;
                match (options.is_empty(), convention) {
                    (false, _) => State::Open,
                    (true, Convention::Normal) => State::Lost,
                    (true, Convention::Misere) => State::Won,
                }
            }
        };
        let hopes = options.len() as u32;
        search.entries.push(Entry { state, hopes, askers: Vec::new() });
        search.movers.push(mover);
        let slot = size_of::<((P, bool), Node)>() + size_of::<Entry>() + 1;
        let outside = rules.bytes(position).saturating_sub(size_of::<P>());
        // Tables double as they grow, and askers stand in lists of their own.
        held += (2 * slot + outside + ASKERS) as u64;
        known.insert(key, node);
        if state == State::Open {
            *waiting += bytes;
            path.push(Step { node, options, bytes });
        }
        let reached = search.entries.len();
        limits.count(reached)?;
        look(reached, held + *waiting)?;
        Ok(node)
    };

    // Bytes of the options that stand on the path.
    let mut waiting = 0u64;
    let root = enter(start.clone(), mover, &mut search, &mut path, &mut waiting)?;
    while let Some(Step { node, options, bytes }) = path.last_mut() {
        let (node, bytes) = (*node, *bytes);
        let open = search.entries[node as usize].state == State::Open;
        let Some((option, next)) = options.pop().filter(|_| open) else {
            waiting -= bytes;
            path.pop();
            continue;
        };
        let child = enter(option, next, &mut search, &mut path, &mut waiting)?;
        if search.entries[child as usize].state == State::Open {
            search.entries[child as usize].askers.push(node);
        } else {
            search.tell(node, child);
        }
    }
    let answer = match search.entries[root as usize].state {
        State::Won => Fate::Win,
        State::Lost => Fate::Loss,
        State::Open | State::Tied => Fate::Draw,
    };
    Ok(TopDown { answer, explored: search.entries.len() })
}

struct Search {
    /// An entry then stands for either mover, and every move passes the turn.
    impartial: bool,
    entries: Vec<Entry>,
    movers: Vec<Player>,
}

impl Search {
    /// Tells a node that one of its options is decided; if that decides the node, tells the
    /// positions that wait for it.
    fn tell(&mut self, node: Node, option: Node) {
        let mut news = vec![(node, option)];
        while let Some((node, option)) = news.pop() {
            if self.entries[node as usize].state != State::Open {
                continue;
            }
            let passes =
                self.impartial || self.movers[node as usize] != self.movers[option as usize];
            let won = match self.entries[option as usize].state {
                State::Open | State::Tied => continue,
                State::Won => !passes,
                State::Lost => passes,
            };
            let entry = &mut self.entries[node as usize];
            if won {
                entry.state = State::Won;
            } else {
                entry.hopes -= 1;
                if entry.hopes > 0 {
                    continue;
                }
                entry.state = State::Lost;
            }
            news.extend(entry.askers.drain(..).map(|asker| (asker, node)));
        }
    }
}
