//! A game of a rule file: evaluates its functions for many positions at a time.

use std::sync::{Arc, OnceLock};

use grundy::stated::{Expansions, Keys, Lessons, Moves, Stated};
use grundy::{Convention, End, Fault, ParseError, Player, Text};
use serde::{Deserialize, Serialize};

use crate::conventions::{Role, other_word};
use crate::literal::{self, Argument};
use crate::plan::{ENDS, Plan, Repetition};
use crate::script::{self, Listed, Script, Session, Value};
use crate::structure::code::{self, Item};
use crate::structure::shape::Seen;

/// A rule file, without parameters.
#[derive(Debug)]
pub(crate) struct RuleFile {
    pub(crate) script: Script,
    pub(crate) plan: Plan,
    /// What play has shown that samples did not.
    pub(crate) learned: Lessons<Learned>,
}

/// Positions and moves from which compiled rules learn more than from a sample.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Learned {
    pub(crate) seen: Seen,
    /// The tiers that `tier` has given.
    pub(crate) tiers: Seen,
    /// How often a position was not like those seen before.
    pub(crate) lessons: u32,
    /// Each from one position to another.
    pub(crate) moves: Vec<(Vec<u8>, Vec<u8>)>,
}

/// A rule file with its parameters.
#[derive(Clone)]
pub(crate) struct FileGame {
    rules: Arc<RuleFile>,
    parameters: String,
    start: Vec<u8>,
    /// The start as the file returns it, before `canonical`.
    given: Vec<u8>,
    /// Whether `canonical` is ignored: positions stay as the file returns them.
    plain: bool,
    /// Compiles the rules, where that is possible.
    compile: Compile,
    /// The compiled rules, if they were asked for and could be compiled.
    compiled: Arc<OnceLock<Option<Arc<dyn Keys>>>>,
}

/// A function that compiles the rules of a game.
pub(crate) type Compile = fn(&FileGame) -> Option<Arc<dyn Keys>>;

impl std::fmt::Debug for FileGame {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("FileGame").field("parameters", &self.parameters).finish_non_exhaustive()
    }
}

/// The parts of a stored position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Kept<'a> {
    /// The position that the functions of the file see.
    position: &'a [u8],
    /// The tuple of all visited positions; empty if positions may repeat.
    visited: &'a [u8],
}

impl FileGame {
    pub(crate) fn new(
        rules: Arc<RuleFile>,
        arguments: &[Argument<'_>],
        compile: Compile,
    ) -> Result<FileGame, Fault> {
        let parameters: Vec<String> = arguments.iter().map(Argument::print).collect();
        let (parameters, nothing) = (parameters.join(", "), Vec::new());
        let mut game = FileGame {
            rules,
            parameters,
            start: nothing.clone(),
            given: nothing,
            plain: false,
            compile,
            compiled: Arc::default(),
        };
        (game.start, game.given) = game.session(|session| {
            let mut given = Vec::new();
            let mut named = Vec::new();
            for argument in arguments {
                let value = session.value(&argument.value)?;
                match argument.name {
                    Some(name) => named.push((name, value)),
                    None => given.push(value),
                }
            }
            let start = session.call_named(Role::Start, &given, &named)?;
            let (mut position, mut given) = (Vec::new(), Vec::new());
            session.bytes(Role::Start, start, &mut given)?;
            game.put(session, Role::Start, start, &mut position)?;
            Ok((game.first(position), given))
        })?;
        Ok(game)
    }

    /// What play has shown so far.
    pub(crate) fn learned(&self) -> Learned {
        self.rules.learned.of(&self.parameters)
    }

    /// Lets a game that is compiled later know of a position.
    pub(crate) fn outgrow(&self, position: &[u8]) {
        // An equal position may have had no key before.
        let equals = self.equals(position).unwrap_or_else(|_| vec![position.to_vec()]);
        let tiers: Vec<u32> =
            equals.iter().filter_map(|position| self.tier(position).ok().flatten()).collect();
        self.rules.learned.learn(&self.parameters, |learned| {
            for position in &equals {
                learned.seen.learn(&mut &position[..]);
            }
            for tier in tiers {
                learned.tiers.learn(&mut &code::number(tier)[..]);
            }
            learned.lessons += 1;
        });
    }

    /// Lets a game that is compiled later know of a move.
    pub(crate) fn turn_back(&self, from: Vec<u8>, to: Vec<u8>) {
        self.rules.learned.learn(&self.parameters, |learned| learned.moves.push((from, to)));
    }

    /// The same game, not compiled yet.
    pub(crate) fn apart(&self) -> FileGame {
        FileGame { compiled: Arc::default(), ..self.clone() }
    }

    pub(crate) fn rules(&self) -> &RuleFile {
        &self.rules
    }

    pub(crate) fn session<R>(
        &self,
        work: impl for<'v, 'a> FnOnce(&mut Session<'v, 'a>) -> Result<R, Fault>,
    ) -> Result<R, Fault> {
        self.rules.script.session(work)
    }

    pub(crate) fn forbids(&self) -> bool {
        self.rules.plan.repetition == Repetition::Forbidden
    }

    /// A position at the start of play.
    fn first(&self, position: Vec<u8>) -> Vec<u8> {
        if self.forbids() { with_visited(&position, vec![&position]) } else { position }
    }

    fn kept<'a>(&self, bytes: &'a [u8]) -> Option<Kept<'a>> {
        if !self.forbids() {
            return Some(Kept { position: bytes, visited: &[] });
        }
        let mut rest = bytes;
        let Some(Item::Tuple(2)) = code::next(&mut rest) else { return None };
        Some(Kept { position: code::value(&mut rest)?, visited: rest })
    }

    fn known<'a>(&self, bytes: &'a [u8]) -> Result<Kept<'a>, Fault> {
        self.kept(bytes).ok_or_else(|| Fault::new("these bytes are no position"))
    }

    /// Appends the bytes of a position that a function has returned, and returns its
    /// value. Both are in canonical form if the file defines `canonical`. (Heaps are
    /// sorted in the bytes only: no function is called with their value.)
    pub(crate) fn put<'v>(
        &self,
        session: &mut Session<'v, '_>,
        role: Role,
        value: Value<'v>,
        bytes: &mut Vec<u8>,
    ) -> Result<Value<'v>, Fault> {
        let canonical = self.rules.script.has(Role::Canonical) && !self.plain;
        let (role, value) = match canonical {
            true => (Role::Canonical, session.call(Role::Canonical, &[value])?),
            false => (role, value),
        };
        let from = bytes.len();
        session.bytes(role, value, bytes)?;
        if self.rules.plan.heaps {
            let mut sizes = sizes(&bytes[from..]).ok_or_else(|| {
                let given = code::print(&bytes[from..]);
                let message = format!("`{}` gives the position {given}", role.name());
                let help = "where `heaps` is True, a position is a number or a tuple of numbers, \
                            none of them negative";
                self.rules.script.wrong(role, message).with_help(help)
            })?;
            if let Some(Item::Tuple(_)) = code::next(&mut &bytes[from..]) {
                bytes.truncate(from);
                put_heaps(&mut sizes, bytes);
            }
        }
        Ok(value)
    }

    /// Whether play is over.
    fn end<'v>(
        &self,
        session: &mut Session<'v, '_>,
        position: Value<'v>,
        mover: Player,
    ) -> Result<Option<End>, Fault> {
        if !self.rules.plan.has_ends {
            return Ok(None);
        }
        let ends = [
            (Role::LeftWon, End::Won(Player::Left)),
            (Role::RightWon, End::Won(Player::Right)),
            (Role::Won, End::Won(mover)),
            (Role::Lost, End::Won(mover.opponent())),
            (Role::Tie, End::Tie),
        ];
        for (role, end) in ends {
            if self.says(session, role, position, mover)? {
                return Ok(Some(end));
            }
        }
        Ok(None)
    }

    /// Whether a function says yes for a position; false if the file does not define it.
    fn says<'v>(
        &self,
        session: &mut Session<'v, '_>,
        role: Role,
        position: Value<'v>,
        mover: Player,
    ) -> Result<bool, Fault> {
        if !self.rules.script.has(role) {
            return Ok(false);
        }
        let given = [position, session.player(mover)];
        session.ask(role, if self.rules.plan.asks_player(role) { &given } else { &given[..1] })
    }

    /// The moves, as the file returns them.
    fn listed<'v>(
        &self,
        session: &mut Session<'v, '_>,
        position: Value<'v>,
        mover: Player,
    ) -> Result<(Role, Listed<'v>), Fault> {
        let plan = &self.rules.plan;
        let role = match (plan.sides, mover) {
            (false, _) => Role::Moves,
            (true, Player::Left) => Role::Left,
            (true, Player::Right) => Role::Right,
        };
        let given = [position, session.player(mover)];
        let given = if plan.asks_player(role) { &given } else { &given[..1] };
        Ok((role, session.list(role, given)?))
    }

    /// Calls `take` for each move that may be made: its name, the bytes of its option,
    /// and the value of its option.
    fn each_move<'v>(
        &self,
        session: &mut Session<'v, '_>,
        kept: Kept<'_>,
        position: Value<'v>,
        mover: Player,
        mut take: impl FnMut(
            &mut Session<'v, '_>,
            Option<Value<'v>>,
            &[u8],
            Value<'v>,
        ) -> Result<(), Fault>,
    ) -> Result<(), Fault> {
        let (role, listed) = self.listed(session, position, mover)?;
        let visited = match self.forbids() {
            true => code::items(kept.visited).unwrap_or_default(),
            false => Vec::new(),
        };
        let mut option = Vec::new();
        for i in 0..listed.len() {
            let (name, value) = listed.get(i);
            option.clear();
            let value = self.put(session, role, value, &mut option)?;
            if !self.forbids() {
                take(session, name, &option, value)?;
            } else if !visited.contains(&option.as_slice()) {
                let mut visited = visited.clone();
                visited.push(&option);
                take(session, name, &with_visited(&option, visited), value)?;
            }
        }
        Ok(())
    }

    /// Expands one position.
    fn expand_one(
        &self,
        session: &mut Session<'_, '_>,
        bytes: &[u8],
        mover: Player,
        found: &mut Expansions,
    ) -> Result<(), Fault> {
        let kept = self.known(bytes)?;
        let position = session.value(kept.position)?;
        if let Some(end) = self.end(session, position, mover)? {
            found.close(Some(end));
            return Ok(());
        }
        let has_turn = self.rules.script.has(Role::Turn);
        let mut moves = 0;
        self.each_move(session, kept, position, mover, |session, _, option, value| {
            let turn = if has_turn { session.turn(value)? } else { None };
            found.option(option, turn);
            moves += 1;
            Ok(())
        })?;
        match moves == 0 && self.rules.plan.counts_points {
            true => found.close_with(session.score(position)?),
            false => found.close(None),
        }
        Ok(())
    }

    /// Adds the position to a fault that has none.
    fn seen(&self, fault: Fault, bytes: &[u8]) -> Fault {
        match fault.position {
            Some(_) => fault,
            None => fault.in_position(self.print(bytes)),
        }
    }

    /// Runs `work` on one position, in a session of its own.
    pub(crate) fn ask<R>(
        &self,
        bytes: &[u8],
        work: impl for<'v, 'a> FnOnce(&mut Session<'v, 'a>, Kept<'_>, Value<'v>) -> Result<R, Fault>,
    ) -> Result<R, Fault> {
        let kept = self.known(bytes)?;
        let answer = self.session(|session| {
            let position = session.value(kept.position)?;
            work(session, kept, position)
        });
        answer.map_err(|fault| self.seen(fault, bytes))
    }

    /// What `score` gives for a position where play is over.
    pub(crate) fn score(&self, bytes: &[u8]) -> Result<i64, Fault> {
        self.ask(bytes, |session, _, position| session.score(position))
    }

    /// The functions that say that play is over, for `check`.
    pub(crate) fn ends(&self, bytes: &[u8], mover: Player) -> Result<Vec<Role>, Fault> {
        self.ask(bytes, |session, _, position| {
            let mut roles = Vec::new();
            for role in ENDS {
                if self.says(session, role, position, mover)? {
                    roles.push(role);
                }
            }
            Ok(roles)
        })
    }

    /// The options as the file returns them, before `canonical`.
    pub(crate) fn plain_options(&self, bytes: &[u8], mover: Player) -> Result<Vec<Vec<u8>>, Fault> {
        self.ask(bytes, |session, _, position| {
            let (role, listed) = self.listed(session, position, mover)?;
            (0..listed.len())
                .map(|i| {
                    let mut bytes = Vec::new();
                    session.bytes(role, listed.get(i).1, &mut bytes)?;
                    Ok(bytes)
                })
                .collect()
        })
    }

    /// The result of `canonical` for a position.
    pub(crate) fn canonical(&self, bytes: &[u8]) -> Result<Vec<u8>, Fault> {
        self.ask(bytes, |session, _, position| {
            let mut canonical = Vec::new();
            self.put(session, Role::Canonical, position, &mut canonical)?;
            Ok(canonical)
        })
    }

    /// The start as the file returns it, before `canonical`.
    pub(crate) fn given_start(&self) -> &[u8] {
        &self.given
    }

    /// The same game without `canonical`.
    pub(crate) fn plain(&self) -> FileGame {
        FileGame { plain: true, compiled: Arc::default(), ..self.clone() }
    }

    /// Names of the file that are synonyms of conventions that it does not define.
    pub(crate) fn look_alikes(&self) -> Vec<(String, &'static str)> {
        let names = self.rules.script.names();
        let meant = |name: &String| {
            let meant = other_word(name)?;
            (!names.iter().any(|name| name == meant)).then(|| (name.clone(), meant))
        };
        names.iter().filter_map(meant).collect()
    }

    /// Whether `moves` takes the player to move as a parameter.
    pub(crate) fn asks_player_for_moves(&self) -> bool {
        self.rules.plan.asks_player(Role::Moves)
    }
}

/// The bytes of a position and of all visited positions, sorted and without duplicates.
fn with_visited(position: &[u8], mut visited: Vec<&[u8]>) -> Vec<u8> {
    visited.sort_unstable();
    visited.dedup();
    let mut bytes = Vec::new();
    code::put_tuple(2, &mut bytes);
    bytes.extend_from_slice(position);
    code::put_tuple(visited.len(), &mut bytes);
    bytes.extend(visited.into_iter().flatten());
    bytes
}

/// The heaps of a position that is a number, or a tuple of numbers.
fn sizes(bytes: &[u8]) -> Option<Vec<u64>> {
    let mut rest = bytes;
    let size = |item| match item {
        Item::Number(size) => u64::try_from(size).ok(),
        _ => None,
    };
    match code::next(&mut rest)? {
        Item::Tuple(count) => (0..count).map(|_| size(code::next(&mut rest)?)).collect(),
        item => Some(vec![size(item)?]),
    }
}

/// Appends a tuple of heaps, sorted and without empty heaps.
fn put_heaps(sizes: &mut Vec<u64>, bytes: &mut Vec<u8>) {
    sizes.retain(|&size| size > 0);
    sizes.sort_unstable();
    code::put_tuple(sizes.len(), bytes);
    for &size in &*sizes {
        code::put_number(size as i64, bytes);
    }
}

impl Stated for FileGame {
    fn parameters(&self) -> String {
        self.parameters.clone()
    }

    fn start(&self) -> Vec<u8> {
        self.start.clone()
    }

    fn impartial(&self) -> bool {
        self.rules.plan.impartial
    }

    fn has_ends(&self) -> bool {
        self.rules.plan.has_ends
    }

    fn counts_points(&self) -> bool {
        self.rules.plan.counts_points
    }

    fn convention(&self) -> Convention {
        self.rules.plan.convention
    }

    fn expand(&self, asked: &[(&[u8], Player)], found: &mut Expansions) -> Result<(), Fault> {
        let mut rest = asked;
        while !rest.is_empty() {
            rest = self.session(|session| {
                let mut rest = rest;
                while let Some((&(bytes, mover), behind)) = rest.split_first() {
                    self.expand_one(session, bytes, mover, found)
                        .map_err(|fault| self.seen(fault, bytes))?;
                    rest = behind;
                    if session.is_full() {
                        break;
                    }
                }
                Ok(rest)
            })?;
        }
        Ok(())
    }

    fn keys(&self) -> Result<Option<Arc<dyn Keys>>, Fault> {
        Ok(self.compiled.get_or_init(|| (self.compile)(&self.apart())).clone())
    }

    fn turn(&self, position: &[u8]) -> Result<Option<Player>, Fault> {
        if !self.rules.script.has(Role::Turn) {
            return Ok(None);
        }
        self.ask(position, |session, _, position| session.turn(position))
    }

    fn splits(&self) -> bool {
        self.rules.plan.heaps || self.rules.script.has(Role::Components)
    }

    fn components(&self, position: &[u8]) -> Result<Vec<Vec<u8>>, Fault> {
        if self.rules.plan.heaps {
            let heaps = sizes(position).unwrap_or_default();
            let part = |&size: &u64| self.with_heaps(&[size]);
            return Ok(heaps.iter().filter_map(part).collect());
        }
        self.ask(position, |session, _, position| {
            let parts = session.list(Role::Components, &[position])?;
            (0..parts.len())
                .map(|i| {
                    let mut part = Vec::new();
                    self.put(session, Role::Components, parts.get(i).1, &mut part)?;
                    Ok(part)
                })
                .collect()
        })
    }

    fn negative(&self, position: &[u8]) -> Result<Option<Vec<u8>>, Fault> {
        if !self.rules.script.has(Role::Negative) {
            return Ok(None);
        }
        self.ask(position, |session, kept, position| {
            let negative = |session: &mut Session<'_, '_>, bytes: &[u8]| {
                let value = session.value(bytes)?;
                let value = session.call(Role::Negative, &[value])?;
                let mut bytes = Vec::new();
                self.put(session, Role::Negative, value, &mut bytes)?;
                Ok::<_, Fault>(bytes)
            };
            let _ = position;
            let position = negative(session, kept.position)?;
            if !self.forbids() {
                return Ok(Some(position));
            }
            let visited = code::items(kept.visited).unwrap_or_default();
            let visited: Vec<Vec<u8>> =
                visited.into_iter().map(|was| negative(session, was)).collect::<Result<_, _>>()?;
            Ok(Some(with_visited(&position, visited.iter().map(Vec::as_slice).collect())))
        })
    }

    fn print(&self, position: &[u8]) -> String {
        code::print(position)
    }

    fn read(&self, text: Text<'_>) -> Result<Vec<u8>, ParseError> {
        let text = text.trim();
        let read = literal::position(text)?;
        let wanted = || {
            let start = self.kept(&self.start).map_or(&self.start[..], |kept| kept.position);
            text.expected(format!("a position such as {}", code::print(start)))
        };
        if !script::is_position(&read, self.rules.script.bounds()) {
            return Err(text.expected("a smaller position"));
        }
        match self.accepted(&read) {
            Ok(Some(position)) => Ok(position),
            Ok(None) => Err(wanted()),
            Err(fault) => Err(ParseError { fault: Some(Box::new(fault)), ..wanted() }),
        }
    }

    fn draw(&self, position: &[u8]) -> Result<String, Fault> {
        if !self.rules.script.has(Role::Show) {
            return Ok(self.print(position));
        }
        self.ask(position, |session, _, position| session.text(Role::Show, &[position]))
    }

    fn moves(&self, position: &[u8], player: Player) -> Result<Moves, Fault> {
        self.ask(position, |session, kept, value| {
            let mut moves = Vec::new();
            self.each_move(session, kept, value, player, |_, name, option, _| {
                moves.push((name.map(Session::label), option.to_vec()));
                Ok(())
            })?;
            Ok(moves)
        })
    }

    fn heaps(&self, position: &[u8]) -> Option<Vec<u64>> {
        // Methods for heaps need one value per heap, as in impartial games.
        let plan = &self.rules.plan;
        if plan.heaps && plan.impartial { sizes(position) } else { None }
    }

    fn with_heaps(&self, heaps: &[u64]) -> Option<Vec<u8>> {
        if !self.rules.plan.heaps || heaps.iter().any(|&size| i64::try_from(size).is_err()) {
            return None;
        }
        let mut bytes = Vec::new();
        match (code::next(&mut &self.start[..])?, heaps) {
            (Item::Tuple(_), _) => put_heaps(&mut heaps.to_vec(), &mut bytes),
            (_, []) => code::put_number(0, &mut bytes),
            (_, &[size]) => code::put_number(size as i64, &mut bytes),
            _ => return None,
        }
        Some(bytes)
    }
}

impl FileGame {
    /// The stored form of a position that a person typed; none if it is not a position.
    /// The functions of the file must be able to expand it.
    fn accepted(&self, read: &[u8]) -> Result<Option<Vec<u8>>, Fault> {
        let visited = self.kept(read).filter(|_| self.forbids()).and_then(|kept| {
            let visited = code::items(kept.visited)?;
            visited.contains(&kept.position).then_some((kept.position, visited))
        });
        let (position, visited) = match visited {
            Some((position, visited)) => (position, Some(visited)),
            None => (read, None),
        };
        let position = self.session(|session| {
            let value = session.value(position)?;
            let mut bytes = Vec::new();
            self.put(session, Role::Start, value, &mut bytes)?;
            Ok(bytes)
        });
        // With `heaps`, `put` refuses all other positions. Its fault is then not one of the file.
        let Ok(position) = position else {
            return if self.rules.plan.heaps { Ok(None) } else { position.map(Some) };
        };
        let kept = match visited {
            Some(visited) => with_visited(&position, visited),
            None => self.first(position),
        };
        let both: Vec<(&[u8], Player)> = Player::BOTH.map(|player| (&kept[..], player)).to_vec();
        let one = if self.rules.plan.impartial { &both[..1] } else { &both[..] };
        self.expand(one, &mut Expansions::default())?;
        Ok(Some(kept))
    }
}
