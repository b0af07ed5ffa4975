//! A game in GDL as the library uses it: a [`Stated`] game.

mod lines;

use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use grundy::stated::{Expansions, Lines, Moves, Stated, Statement};
use grundy::{End, Fault, ParseError, Player, Source, Text};

use crate::lanes::{self, LANES, NONE, Value};
use crate::rules::GroundRules;
use crate::{draw, position};

/// A game described by a file.
#[derive(Debug)]
pub struct GdlGame {
    source: Source,
    name: String,
    play: Play,
    summary: Summary,
}

/// The size of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Summary {
    /// The names of the roles of Left and Right.
    pub roles: [String; 2],
    /// The facts that may change: the bits of a position.
    pub facts: usize,
    /// The facts that are true throughout.
    pub permanent: usize,
    /// The moves of each role that may be legal in some position.
    pub moves: [usize; 2],
    /// The number of instances of rules.
    pub rules: usize,
    /// The number of gates of the propositional net.
    pub gates: usize,
}

impl GdlGame {
    pub(crate) fn new(source: Source, rules: GroundRules, instances: usize) -> Self {
        let summary = Summary {
            roles: rules.roles.clone(),
            facts: rules.facts.len(),
            permanent: rules.permanent.len(),
            moves: [rules.moves[0].len(), rules.moves[1].len()],
            rules: instances,
            gates: rules.gates,
        };
        let name = name(&source.file);
        GdlGame {
            source,
            name,
            play: Play {
                shared: Arc::new(Shared { rules, spare: Mutex::default() }),
                goals: Goals::default(),
            },
            summary,
        }
    }

    /// The size of the game.
    #[must_use]
    pub fn summary(&self) -> &Summary {
        &self.summary
    }

    /// The same game, where these goals apply when it is written without parameters.
    #[must_use]
    pub fn with_goals(mut self, goals: Goals) -> GdlGame {
        self.play.goals = goals;
        self
    }

    /// The game, ready to be played.
    #[must_use]
    pub fn stated(&self) -> Box<dyn Stated> {
        Box::new(self.play.clone())
    }
}

/// How the goals of both players decide who wins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Goals {
    /// All goals must have the same sum: what one player gains the other loses.
    #[default]
    Opposed,
    /// The role with the higher goal wins, whatever the sum is. A position in which a role has no
    /// legal move is an end, even if the file does not say so.
    Higher,
}

/// The parameter of a game with [`Goals::Higher`].
const HIGHER: &str = "higher";

/// The name of a game, made from the name of its file: letters, digits, `-` and `_`, beginning with
/// a letter.
fn name(file: &str) -> String {
    let stem = Path::new(file).file_stem().unwrap_or_default().to_string_lossy();
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    let name: String = stem.chars().map(|c| if plain(c) { c } else { '-' }).collect();
    match name.chars().next() {
        Some(c) if c.is_ascii_alphabetic() => name,
        _ => format!("gdl-{name}"),
    }
}

impl Statement for GdlGame {
    fn name(&self) -> &str {
        &self.name
    }

    fn about(&self) -> String {
        let Summary { roles: [left, right], facts, moves, .. } = &self.summary;
        format!(
            "A game in the GdlGame Description Language: {left} is Left, {right} is Right. \
             {facts} facts may change, and there are {} moves.",
            moves[0] + moves[1]
        )
    }

    fn players(&self) -> Option<[String; 2]> {
        Some(self.summary.roles.clone())
    }

    fn source(&self) -> &Source {
        &self.source
    }

    fn state(&self, parameters: Option<Text<'_>>) -> Result<Box<dyn Stated>, ParseError> {
        match parameters.map(Text::trim) {
            Some(given) if given.as_str() == HIGHER => {
                Ok(Box::new(Play { goals: Goals::Higher, ..self.play.clone() }))
            }
            Some(given) if !given.is_empty() => {
                let help = "the only parameter of a game in the GdlGame Description Language is \
                            `higher`, for which the higher goal wins; a position stands behind \
                            a `;`";
                Err(given.expected("nothing, or `higher`").with_help(help))
            }
            _ => Ok(self.stated()),
        }
    }
}

/// A game in play.
#[derive(Clone, Debug)]
struct Play {
    shared: Arc<Shared>,
    goals: Goals,
}

#[derive(Debug)]
struct Shared {
    rules: GroundRules,
    /// Scratch buffers, which threads borrow and return.
    spare: Mutex<Vec<Room>>,
}

#[derive(Debug, Default)]
struct Room {
    /// The values of all slots.
    values: Vec<Value>,
    /// Buffer for transposing positions to and from lanes.
    block: Vec<u64>,
    /// For each role, the legal moves in each lane.
    legal: [Vec<Vec<u32>>; 2],
    /// For each role, the goal reached in each lane where play is over.
    goal: [Vec<Option<usize>>; 2],
    /// The moves to make: the lane of the position, and the move of each role.
    steps: Vec<(usize, [u32; 2])>,
    /// The positions after these moves, one after another, and the player to move in each.
    after: Vec<u8>,
    turns: Vec<Player>,
    next: Vec<Value>,
}

const ROLES: [Player; 2] = [Player::Left, Player::Right];

impl Play {
    fn rules(&self) -> &GroundRules {
        &self.shared.rules
    }

    fn spare(&self) -> MutexGuard<'_, Vec<Room>> {
        self.shared.spare.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Scratch buffers.
    fn room(&self) -> Room {
        let mut room = self.spare().pop().unwrap_or_default();
        room.values.resize(self.rules().slots, NONE);
        room
    }

    fn give_back(&self, room: Room) {
        self.spare().push(room);
    }

    /// Runs `work` with its own scratch buffers.
    fn within<T>(&self, work: impl FnOnce(&mut Room) -> T) -> T {
        let mut room = self.room();
        let done = work(&mut room);
        self.give_back(room);
        done
    }

    /// Loads positions into lanes, and evaluates which moves are legal and where play is over.
    fn look<'a>(&self, positions: impl Iterator<Item = &'a [u8]>, room: &mut Room) {
        let rules = self.rules();
        lanes::load(positions, &rules.now, &mut room.block, &mut room.values);
        rules.state.run(&mut room.values);
    }

    /// The lanes loaded by `look` in which it is Right's turn.
    ///
    /// It is the turn of the player with more than one legal move. If neither has, it is
    /// the turn of the only player with a move other than the idle one. Otherwise it is
    /// the turn of the player named by `control`, or of Left.
    fn rights(&self, values: &[Value]) -> Value {
        let rules = self.rules();
        let [left, right] = [0, 1].map(|role| {
            let (mut one, mut many) = (NONE, NONE);
            for mv in &rules.moves[role] {
                let legal = lanes::value(values, mv.legal);
                for word in 0..legal.len() {
                    many[word] |= one[word] & legal[word];
                    one[word] |= legal[word];
                }
            }
            let idle = rules.idle[role]
                .map_or(NONE, |idle| lanes::value(values, rules.moves[role][idle].legal));
            // A player with several moves has one that is not the idle move.
            let busy =
                lanes::map(&many, &lanes::map(&one, &idle, |one, idle| one & !idle), |a, b| a | b);
            (many, busy)
        });
        let control = rules.control.map_or(NONE, |[left, right]| {
            let (left, right) = (lanes::value(values, left), lanes::value(values, right));
            lanes::map(&right, &left, |right, left| right & !left)
        });
        std::array::from_fn(|word| {
            let ((many, busy), (others_many, others_busy)) =
                ((left.0[word], left.1[word]), (right.0[word], right.1[word]));
            let unclear = !(busy ^ others_busy) & control[word];
            !many & (others_many | others_busy & !busy | unclear)
        })
    }

    fn find(
        &self,
        asked: &[(&[u8], Player)],
        found: &mut Expansions,
        room: &mut Room,
    ) -> Result<(), Fault> {
        let rules = self.rules();
        self.look(asked.iter().map(|&(position, _)| position), room);
        let live = lanes::first(asked.len());
        let over = lanes::map(&lanes::value(&room.values, rules.terminal), &live, |a, b| a & b);
        let open = lanes::map(&live, &over, |live, over| live & !over);
        let right = self.rights(&room.values);
        self.legal(&open, room);
        let stuck = self.stuck(&open, room);
        let over = lanes::map(&over, &stuck, |over, stuck| over | stuck);
        let open = lanes::map(&open, &stuck, |open, stuck| open & !stuck);
        if over != NONE {
            rules.judge.run(&mut room.values);
            self.goals(&over, room);
        }
        room.steps.clear();
        for (lane, &(position, _)) in asked.iter().enumerate() {
            if lanes::has(&open, lane) {
                let mover = usize::from(lanes::has(&right, lane));
                let at = |fault: Fault| fault.in_position(position::print(rules, position));
                self.playable(lane, mover, room).map_err(at)?;
                let Room { legal, steps, .. } = room;
                let other = legal[1 - mover][lane][0];
                steps.extend(legal[mover][lane].iter().map(|&made| match mover {
                    0 => (lane, [made, other]),
                    _ => (lane, [other, made]),
                }));
            }
        }
        self.make(asked, room);

        let size = rules.start.len();
        let mut step = 0;
        for (lane, &(position, _)) in asked.iter().enumerate() {
            if lanes::has(&over, lane) {
                let at = |fault: Fault| fault.in_position(position::print(rules, position));
                found.close(Some(self.end(lane, room).map_err(at)?));
                continue;
            }
            while room.steps.get(step).is_some_and(|&(from, _)| from == lane) {
                let after = &room.after[size * step..size * (step + 1)];
                let (_, made) = room.steps[step];
                let mover = usize::from(lanes::has(&right, lane));
                let slot = rules.slot(mover, made[mover]);
                found.option_by(after, Some(room.turns[step]), slot);
                step += 1;
            }
            found.close(None);
        }
        Ok(())
    }

    /// Lists the legal moves in the lanes where play is not over.
    fn legal(&self, open: &Value, room: &mut Room) {
        for role in 0..2 {
            let lists = &mut room.legal[role];
            lists.resize(LANES, Vec::new());
            lists.iter_mut().for_each(Vec::clear);
            for (number, mv) in self.rules().moves[role].iter().enumerate() {
                let legal = lanes::value(&room.values, mv.legal);
                for lane in lanes::lanes(&lanes::map(&legal, open, |a, b| a & b)) {
                    lists[lane].push(number as u32);
                }
            }
        }
    }

    /// The lanes of `open` in which a role has no legal move, if this ends play.
    fn stuck(&self, open: &Value, room: &Room) -> Value {
        let mut stuck = NONE;
        if self.goals == Goals::Higher {
            let none = |lane: &usize| room.legal.iter().any(|legal| legal[*lane].is_empty());
            for lane in lanes::lanes(open).filter(none) {
                stuck[lane / 64] |= 1 << (lane % 64);
            }
        }
        stuck
    }

    /// Checks that each role has a legal move, and that at most one role has a choice:
    /// players must take turns.
    fn playable(&self, lane: usize, mover: usize, room: &Room) -> Result<(), Fault> {
        let rules = self.rules();
        let moves = [0, 1].map(|role: usize| &room.legal[role][lane]);
        for (role, moves) in rules.roles.iter().zip(moves) {
            if moves.is_empty() {
                let message = format!("{role} has no legal move, and play is not over");
                let help = "the language wants of a game that each role has a legal move, be it an \
                            idle one, until play is over; with `--goals higher` play ends here, \
                            and the higher goal wins";
                return Err(Fault::new(message).with_help(help));
            }
        }
        if moves[1 - mover].len() > 1 {
            let some = |role: usize| {
                let names = moves[role].iter().map(|&mv| &rules.moves[role][mv as usize].name);
                let names: Vec<String> = names.take(2).map(|name| format!("`{name}`")).collect();
                names.join(" or ")
            };
            let [left, right] = &rules.roles;
            let message = format!(
                "both players choose at the same time: {left} {}, and {right} {}",
                some(0),
                some(1)
            );
            let help = "games are solved in which players take turns";
            return Err(Fault::new(message).with_help(help));
        }
        Ok(())
    }

    /// Computes the positions after the moves in `steps`.
    fn make(&self, asked: &[(&[u8], Player)], room: &mut Room) {
        let rules = self.rules();
        room.after.clear();
        room.turns.clear();
        let Room { values, block, steps, after, turns, next, .. } = room;
        for steps in steps.chunks(LANES) {
            let positions = steps.iter().map(|&(lane, _)| asked[lane].0);
            lanes::load(positions, &rules.now, block, values);
            let made =
                |role: usize, number: u32| rules.moves[role][number as usize].made as usize / 2;
            for (lane, (_, moves)) in steps.iter().enumerate() {
                for role in 0..2 {
                    values[made(role, moves[role])][lane / 64] |= 1 << (lane % 64);
                }
            }
            rules.step.run(values);
            lanes::store(steps.len(), &rules.next, values, block, after);
            // The new positions become the input, to find the player to move after each move.
            next.clear();
            next.extend(rules.next.iter().map(|&literal| lanes::value(values, literal)));
            // The moves are cleared only now, because a literal of `next` may be the literal of a
            // move.
            for (_, moves) in steps {
                for role in 0..2 {
                    values[made(role, moves[role])] = NONE;
                }
            }
            let live = lanes::first(steps.len());
            let told = rules.tells.filter(|&[left, right]| {
                let one = lanes::map(&next[left], &next[right], |left, right| left ^ right);
                lanes::map(&one, &live, |one, live| one & live) == live
            });
            let right = match told {
                Some([_, right]) => next[right],
                None => {
                    for (&literal, value) in rules.now.iter().zip(next.iter()) {
                        values[literal as usize / 2] = *value;
                    }
                    rules.state.run(values);
                    self.rights(values)
                }
            };
            let turn = |lane: usize| ROLES[usize::from(lanes::has(&right, lane))];
            turns.extend((0..steps.len()).map(turn));
        }
    }

    /// Finds the goal that each role reaches. Several goals at once are recorded as the
    /// number of goals, which is not a valid index.
    fn goals(&self, over: &Value, room: &mut Room) {
        for role in 0..2 {
            let goals = &self.rules().goals[role];
            let reached_goal = &mut room.goal[role];
            reached_goal.clear();
            reached_goal.resize(LANES, None);
            for (number, goal) in goals.iter().enumerate() {
                let reached = lanes::value(&room.values, goal.reached);
                for lane in lanes::lanes(&lanes::map(&reached, over, |a, b| a & b)) {
                    let before = reached_goal[lane];
                    reached_goal[lane] = Some(before.map_or(number, |_| goals.len()));
                }
            }
        }
    }

    /// Who has won in a lane where play is over.
    fn end(&self, lane: usize, room: &Room) -> Result<End, Fault> {
        let rules = self.rules();
        let fault = |message: String| Err(Fault::new(message));
        let mut values = [0; 2];
        for (role, worth) in values.iter_mut().enumerate() {
            let name = &rules.roles[role];
            let Some(number) = room.goal[role][lane] else {
                return fault(format!("play is over, and {name} has no goal"));
            };
            let Some(goal) = rules.goals[role].get(number) else {
                let all = rules.goals[role].iter();
                let reached =
                    all.filter(|goal| lanes::has(&lanes::value(&room.values, goal.reached), lane));
                let reached: Vec<&str> = reached.map(|goal| goal.text.as_str()).collect();
                return fault(format!("{name} has several goals: {}", reached.join(", ")));
            };
            let Some(value) = goal.value else {
                return fault(format!("the goal of {name} is {}, which is no number", goal.text));
            };
            *worth = value;
        }
        let [left, right] = values;
        if left == right {
            return Ok(End::Tie);
        }
        if self.goals == Goals::Opposed && left.checked_add(right) != Some(rules.sum) {
            let [one, other] = &rules.roles;
            let fault = Fault::new(format!(
                "(goal {one} {left}) and (goal {other} {right}) do not add up to {}",
                rules.sum
            ));
            return Err(fault.with_help(
                "what one player gains the other must lose, for the game to have a winner; with \
                 `--goals higher` the higher goal wins, and equal goals are a tie",
            ));
        }
        Ok(End::Won(if left > right { Player::Left } else { Player::Right }))
    }
}

impl Stated for Play {
    fn parameters(&self) -> String {
        match self.goals {
            Goals::Opposed => String::new(),
            Goals::Higher => HIGHER.to_string(),
        }
    }

    fn start(&self) -> Vec<u8> {
        self.rules().start.clone()
    }

    fn has_ends(&self) -> bool {
        true
    }

    /// The position determines the player to move, so the requested player is ignored.
    fn expand(&self, asked: &[(&[u8], Player)], found: &mut Expansions) -> Result<(), Fault> {
        self.within(|room| asked.chunks(LANES).try_for_each(|asked| self.find(asked, found, room)))
    }

    fn together(&self) -> usize {
        LANES
    }

    fn lines<'a>(&'a self, from: &[(&[u8], Player)]) -> Option<Box<dyn Lines + 'a>> {
        Some(Box::new(lines::LinesOf::new(self, from)))
    }

    fn turn(&self, position: &[u8]) -> Result<Option<Player>, Fault> {
        self.within(|room| {
            self.look([position].into_iter(), room);
            let right = self.rights(&room.values);
            Ok(Some(ROLES[usize::from(lanes::has(&right, 0))]))
        })
    }

    fn print(&self, position: &[u8]) -> String {
        position::print(self.rules(), position)
    }

    fn read(&self, text: Text<'_>) -> Result<Vec<u8>, ParseError> {
        position::read(self.rules(), text)
    }

    fn draw(&self, position: &[u8]) -> Result<String, Fault> {
        Ok(draw::draw(self.rules(), position))
    }

    fn moves(&self, position: &[u8], player: Player) -> Result<Moves, Fault> {
        let rules = self.rules();
        self.within(|room| {
            let mut found = Expansions::default();
            self.find(&[(position, player)], &mut found, room)?;
            let size = rules.start.len();
            self.look([position].into_iter(), room);
            let mover = usize::from(lanes::has(&self.rights(&room.values), 0));
            let moves = room.steps.iter().enumerate().map(|(number, (_, made))| {
                let name = rules.moves[mover][made[mover] as usize].name.clone();
                (Some(name), room.after[size * number..size * (number + 1)].to_vec())
            });
            Ok(moves.collect())
        })
    }
}
