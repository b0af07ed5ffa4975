//! The order in which methods work on a question: the only place that calls them.
//!
//! Each method [offers](Method::offer) what it can find. Methods that find something that is
//! missing have turns, one after the other, each turn longer than the one before, until everything
//! that was asked for is found. So a question takes a small multiple of the time of the method that
//! suits it best, and nobody has to know which one that is. What nobody asked for, such as the
//! value, is then looked for in a small part of the time spent.

use std::time::{Duration, Instant};

use super::findings::{Facet, Findings};
use super::learning::{fault_of, learning};
use super::methods::{Attempt, METHODS, Method, Offer, Purpose, Turn};
use super::options::Question;
use super::{Answer, Options, Solver, Wanted, Work, too_large};
use crate::game::Game;
use crate::solve::partitioned::Failure;
use grundy_base::{Fate, Limits, Stopped};

/// The length of the first turn of a method whose share is 1.
const FIRST: Duration = Duration::from_millis(5);
/// The growth of turns from one to the next.
const GROWTH: u32 = 2;
/// A method that begins anew has a turn once in this number of rounds.
const REST: u32 = 2;
/// What nobody asked for gets this part of the time spent.
const BEYOND: u32 = 10;

/// Answers one game; see [`Solver`] for many.
///
/// # Errors
///
/// When a limit is reached and nothing is proved; when rules are faulty; when files or threads fail.
/// Otherwise [`Answer::stopped`] says which limit was reached, and [`Answer::missing`] what was not
/// found.
pub fn solve(game: &dyn Game, options: &Options<'_>) -> Result<Answer, Failure> {
    Solver::default().solve(game, options)
}

/// The same with all positions, if they are not too many for the graph; otherwise only what is
/// asked for.
///
/// # Errors
///
/// As [`solve`].
pub fn solve_all_if_few(game: &dyn Game, options: &Options<'_>) -> Result<Answer, Failure> {
    /// Some seconds.
    const FEW: usize = 1 << 22;
    let limits = Limits { positions: options.limits.positions.min(FEW), ..options.limits };
    let all = Options { wanted: Wanted { positions: true, ..options.wanted }, limits, ..*options };
    match solve(game, &all) {
        Ok(answer) if answer.is_too_large() => solve(game, options),
        Err(Failure::Stopped(ref stopped)) if too_large(stopped) => solve(game, options),
        listed => listed,
    }
}

/// What methods offer to find of a game, in the order in which they begin, each with its reason.
#[must_use]
pub fn plan(game: &dyn Game, options: &Options<'_>) -> Vec<(&'static str, Offer)> {
    let question = Question::new(game, options);
    offers(&question, METHODS).map(|running| (running.method.name(), running.offer)).collect()
}

/// The methods that offer something, before any of them has begun.
fn offers<'q>(
    question: &'q Question<'q>,
    methods: &'q [&'q dyn Method],
) -> impl Iterator<Item = Running<'q>> {
    let by = question.options.by;
    let methods = methods.iter().filter(move |method| by.is_none_or(|by| by == method.name()));
    methods.filter_map(|&method| {
        let offer = method.offer(question)?;
        let (attempt, spent, found) = (None, Duration::ZERO, Vec::new());
        Some(Running { method, offer, attempt, turns: 0, spent, visited: 0, ended: false, found })
    })
}

/// A method at work.
struct Running<'q> {
    method: &'q dyn Method,
    offer: Offer,
    attempt: Option<Box<dyn Attempt<'q> + 'q>>,
    turns: u32,
    spent: Duration,
    /// Positions or nodes visited in all turns.
    visited: u64,
    /// Whether it has nothing more to find, or cannot go on.
    ended: bool,
    found: Vec<Facet>,
}

impl Running<'_> {
    fn bytes(&self) -> u64 {
        self.attempt.as_ref().map_or(0, |attempt| attempt.bytes())
    }
}

/// What comes after a turn.
enum Next {
    Going,
    /// All work has to end.
    Stop(Stopped),
}

struct Schedule<'s, 'q> {
    question: &'q Question<'q>,
    solver: &'s mut Solver,
    findings: Findings<'q>,
    running: Vec<Running<'q>>,
    began: Instant,
    /// Facets that methods could have found, and why these methods cannot go on.
    hindered: Vec<(Vec<Facet>, Failure)>,
}

impl Solver {
    /// Says who wins, how, in how many moves, and what the game is worth: whatever is asked for, and
    /// more if that takes little time.
    ///
    /// # Errors
    ///
    /// As [`solve`].
    pub fn solve(&mut self, game: &dyn Game, options: &Options<'_>) -> Result<Answer, Failure> {
        options.check(game)?;
        learning(game, fault_of, options.learned, |game| self.solve_once(game, options))
    }

    /// The answer, or a fault that the rules have perhaps learned from.
    pub(super) fn solve_once(
        &mut self,
        game: &dyn Game,
        options: &Options<'_>,
    ) -> Result<Answer, Failure> {
        let mut answer = self.solve_by(METHODS, game, options)?;
        if options.wanted.moves {
            let question = Question::new(game, options);
            for starter in question.starters() {
                let side = answer.side_mut(starter).as_mut();
                let lost = side.filter(|side| side.fate == Fate::Loss && !side.complete);
                let Some(side) = lost else { continue };
                let (moves, listed) = question.losing_moves(starter);
                side.complete = listed == Ok(true);
                if side.complete || moves.len() > side.best.len() {
                    side.best = moves;
                }
                if let Err(why) = listed {
                    answer.stopped.get_or_insert(why);
                    if !answer.missing.contains(&Facet::Moves) {
                        answer.missing.push(Facet::Moves);
                    }
                }
            }
        }
        if options.wanted.every_move {
            self.judge_moves(game, options, &mut answer)?;
        }
        Ok(answer)
    }

    /// The answer by some of the methods.
    fn solve_by(
        &mut self,
        methods: &[&dyn Method],
        game: &dyn Game,
        options: &Options<'_>,
    ) -> Result<Answer, Failure> {
        let question = Question::new(game, options);
        let schedule = Schedule {
            question: &question,
            solver: self,
            findings: Findings::new(question),
            running: Vec::new(),
            began: Instant::now(),
            hindered: Vec::new(),
        };
        schedule.run(methods)
    }
}

impl<'q> Schedule<'_, 'q> {
    fn run(mut self, methods: &'q [&'q dyn Method]) -> Result<Answer, Failure> {
        // Whether a method applies is asked only when necessary: most questions are small.
        let mut waiting = offers(self.question, methods);
        let mut stopped = self.first_turns(&mut waiting)?;
        if stopped.is_none() {
            stopped = self.until_found()?;
        }
        if stopped.is_none() && self.findings.missing().next().is_none() {
            if !self.question.options.beyond.is_zero() {
                self.running.extend(waiting);
                self.beyond()?;
            }
        } else if stopped.is_none() {
            match self.hindrance() {
                Some(Failure::Stopped(why)) => stopped = Some(why),
                Some(failure) => return Err(failure),
                None if self.findings.is_something() => {}
                None => {
                    let game = self.question.game.text();
                    return Err(Failure::Lost(format!("no method finds what is asked of {game}")));
                }
            }
        }
        if let Some(why) = &stopped {
            for running in &self.running {
                if let Some(attempt) = &running.attempt {
                    self.findings.listen(running.method.name());
                    attempt.so_far(&mut self.findings);
                }
            }
            // After a wait, what looks best is told, too.
            let told = self.findings.is_something() || !too_large(why) && self.findings.is_open();
            if !told {
                return Err(why.clone().into());
            }
        }
        let work = self.running.iter().filter(|running| running.turns > 0).map(|running| Work {
            method: running.method.name(),
            time: running.spent,
            visited: running.visited,
            bytes: running.bytes(),
            found: running.found.clone(),
        });
        let work = work.collect();
        Ok(Answer { stopped, work, ..self.findings.answer() })
    }

    /// Why a method cannot go on that could have found what is missing; all positions are the
    /// hardest to find.
    fn hindrance(&mut self) -> Option<Failure> {
        let missing: Vec<Facet> = self.findings.missing().collect();
        let finds =
            |(facets, _): &(Vec<Facet>, Failure)| facets.contains(missing.last()?).then_some(());
        let found =
            self.hindered.iter().position(|hindered| finds(hindered).is_some()).unwrap_or(0);
        let failure = (found < self.hindered.len()).then(|| self.hindered.swap_remove(found).1)?;
        let limit = self.question.options.limits.memory;
        Some(match failure {
            // The method had a part of the memory only.
            Failure::Stopped(Stopped::Memory { needed, reached, .. }) => {
                Stopped::Memory { limit, needed, reached }.into()
            }
            failure => failure,
        })
    }

    /// Gives each method its first turn, until everything asked for is found.
    fn first_turns(
        &mut self,
        waiting: &mut impl Iterator<Item = Running<'q>>,
    ) -> Result<Option<Stopped>, Failure> {
        while self.findings.missing().next().is_some()
            && let Some(running) = waiting.next()
        {
            let (number, time) = (self.running.len(), FIRST.saturating_mul(running.offer.share));
            self.running.push(running);
            if self.is_useful(number, Findings::must_have)
                && let Next::Stop(why) = self.turn(number, Some(time), Purpose::Asked)?
            {
                return Ok(Some(why));
            }
        }
        Ok(None)
    }

    /// Methods have turns until all that was asked for is found, or none can go on. Turns double
    /// from round to round. A method that begins anew each time has a turn every [`REST`] rounds,
    /// or most of its work would repeat what it did before.
    fn until_found(&mut self) -> Result<Option<Stopped>, Failure> {
        let mut round = 0;
        loop {
            round += 1;
            let useful = self.useful(Findings::must_have);
            // A question for all positions is also told who wins, if that costs no more.
            if useful.is_empty() || self.is_in_vain(Facet::Positions) {
                return Ok(None);
            }
            let alone = useful.len() == 1;
            for &number in &useful {
                let offer = &self.running[number].offer;
                let rests = offer.anew && round % REST != 0 && !alone;
                let time = FIRST.saturating_mul(GROWTH.saturating_pow(round) * offer.share);
                if !rests
                    && self.is_useful(number, Findings::must_have)
                    && let Next::Stop(why) =
                        self.turn(number, (!alone).then_some(time), Purpose::Asked)?
                {
                    return Ok(Some(why));
                }
            }
        }
    }

    /// Looks for what nobody asked for, for a while. A limit that is reached ends this only.
    fn beyond(&mut self) -> Result<(), Failure> {
        let least = self.question.options.beyond;
        const MOST: Duration = Duration::from_secs(1 << 30);
        let end = Instant::now() + least.max(self.began.elapsed() / BEYOND).min(MOST);
        let left = || end.saturating_duration_since(Instant::now());
        let anything = |_: &Findings<'q>, _: Facet| true;
        let useful = self.useful(anything);
        for (done, &number) in useful.iter().enumerate() {
            let share = left() / (useful.len() - done) as u32;
            let end = Instant::now() + share;
            let mut purpose = Purpose::Small;
            while self.is_useful(number, anything) {
                let time = end.saturating_duration_since(Instant::now());
                if time.is_zero() && purpose == Purpose::More {
                    break;
                }
                // Ctrl-C ends the wait; so does the time limit.
                if let Next::Stop(_) = self.turn(number, Some(time), purpose)? {
                    return Ok(());
                }
                // A shorter turn would find nothing new.
                if self.running[number].offer.anew && purpose == Purpose::More {
                    break;
                }
                purpose = Purpose::More;
            }
        }
        Ok(())
    }

    /// The methods that can find something that is missing, of the facets that count.
    fn useful(&self, counts: impl Fn(&Findings<'q>, Facet) -> bool + Copy) -> Vec<usize> {
        (0..self.running.len()).filter(|&number| self.is_useful(number, counts)).collect()
    }

    /// Whether a facet was asked for that no method finds any more.
    fn is_in_vain(&self, facet: Facet) -> bool {
        let finds = |running: &Running<'_>| !running.ended && running.offer.facets.contains(&facet);
        self.findings.must_have(facet)
            && self.findings.lacks(facet)
            && !self.running.iter().any(finds)
    }

    /// Whether a method can find something that is missing, of the facets that count.
    fn is_useful(&self, number: usize, counts: impl Fn(&Findings<'q>, Facet) -> bool) -> bool {
        let Running { offer, ended, .. } = &self.running[number];
        let facets = &offer.facets;
        let missing = |&facet: &Facet| counts(&self.findings, facet) && self.findings.lacks(facet);
        !ended && facets.iter().any(missing)
    }

    /// Gives a method its turn, of `time`.
    fn turn(
        &mut self,
        number: usize,
        time: Option<Duration>,
        purpose: Purpose,
    ) -> Result<Next, Failure> {
        // The memory of methods that have ended is known to be free only a little later.
        let limits = &Limits { full: None, ..self.question.options.limits };
        let visited = self.running.iter().map(|running| running.visited).sum::<u64>() as usize;
        let bytes = self.running.iter().map(Running::bytes).sum::<u64>();
        if let Err(why) = limits.go_on(visited) {
            return Ok(Next::Stop(why));
        }
        let before: Vec<Facet> =
            Facet::ALL.into_iter().filter(|&facet| self.findings.lacks(facet)).collect();
        let running = &mut self.running[number];
        let others = bytes - running.bytes();
        let memory = limits.memory.saturating_sub(others);
        let within = Limits { memory, full: self.question.options.limits.full, ..*limits };
        let within = time.map_or(within, |time| within.shortened(time));
        let turn = Turn { number: running.turns, limits: within, alone: time.is_none(), purpose };
        let began = Instant::now();
        self.findings.listen(running.method.name());
        let attempt = running.attempt.get_or_insert_with(|| running.method.begin(self.question));
        let found = attempt.go_on(&turn, self.solver, &mut self.findings);
        running.turns += 1;
        running.spent += began.elapsed();
        running.visited = attempt.visited();
        let new = before.into_iter().filter(|&facet| !self.findings.lacks(facet));
        running.found.extend(new);
        if let Some(contradiction) = self.findings.contradiction() {
            return Err(contradiction);
        }
        match found {
            Ok(goes_on) => running.ended = !goes_on,
            Err(Failure::Stopped(Stopped::Time { .. })) => {}
            Err(Failure::Stopped(why @ Stopped::Interrupted { .. })) => {
                return Ok(Next::Stop(why));
            }
            Err(failure @ Failure::Stopped(Stopped::Rules(_))) => return Err(failure),
            Err(failure) => {
                running.ended = true;
                running.attempt = None;
                self.hindered.push((running.offer.facets.clone(), failure));
            }
        }
        let reached = self.running.iter().map(|running| running.visited).sum::<u64>() as usize;
        match limits.go_on(reached) {
            // The last turn may have found everything.
            Err(why) if self.findings.missing().next().is_some() => Ok(Next::Stop(why)),
            _ => Ok(Next::Going),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue;
    use crate::solve::proof::Bounds;
    use grundy_base::Convention;

    /// A method that contradicts what another one finds.
    struct Wrong(&'static dyn Method);

    impl Method for Wrong {
        fn name(&self) -> &'static str {
            self.0.name()
        }

        fn offer(&self, question: &Question<'_>) -> Option<Offer> {
            self.0.offer(question)
        }

        fn begin<'q>(&self, question: &'q Question<'q>) -> Box<dyn Attempt<'q> + 'q> {
            Box::new(Contrary { question, of: self.0.begin(question) })
        }
    }

    struct Contrary<'q> {
        question: &'q Question<'q>,
        of: Box<dyn Attempt<'q> + 'q>,
    }

    impl<'q> Attempt<'q> for Contrary<'q> {
        fn go_on(
            &mut self,
            turn: &Turn<'q>,
            solver: &mut Solver,
            findings: &mut Findings<'q>,
        ) -> Result<bool, Failure> {
            let mut found = Findings::new(*self.question);
            // However long it takes: it is heard on a slow machine, too.
            let turn = Turn { limits: self.question.options.limits, alone: true, ..*turn };
            let goes_on = self.of.go_on(&turn, solver, &mut found);
            for starter in self.question.starters() {
                if let Some(fate) = found.fate(starter) {
                    let fate = if fate == Fate::Win { Fate::Loss } else { Fate::Win };
                    findings.prove(starter, Bounds { at_least: fate, at_most: fate });
                }
            }
            goes_on
        }

        fn visited(&self) -> u64 {
            self.of.visited()
        }
    }

    #[test]
    fn a_wrong_claim_of_any_method_is_noticed_by_what_another_finds() {
        // Where all positions are wanted, the list speaks, too; the value speaks in any case.
        let games = [
            ("theorem", "nim(1,2,4)", Convention::Misere),
            ("components", "kayles(5)", Convention::Normal),
            ("list", "domineering(3x2)", Convention::Normal),
            ("canonical form", "toads-and-frogs(TT..FF)", Convention::Normal),
            ("forward search", "tic-tac-toe", Convention::Normal),
            ("misère quotient", "kayles(5)", Convention::Misere),
            ("search of sums", "cram(3x2)", Convention::Normal),
            ("search of the ruleset", "go(2x2,superko)", Convention::Normal),
            ("points", "dots-and-boxes(1x2)", Convention::Normal),
        ];
        let names: Vec<_> = METHODS.iter().map(|method| method.name()).collect();
        assert_eq!(names, games.map(|(method, ..)| method), "a game for each method");
        for (method, (name, text, convention)) in METHODS.iter().zip(games) {
            let game = catalogue::parse(text).unwrap();
            let wanted = Wanted { positions: true, value: name == "list", ..Wanted::WINNER };
            let convention = Some(convention);
            let options = Options { convention, wanted, ..Options::default() };
            let answer = |first: &dyn Method| {
                let others = METHODS.iter().filter(|other| other.name() != name);
                let methods: Vec<&dyn Method> = [first]
                    .into_iter()
                    .chain(others.map(|method| *method as &dyn Method))
                    .collect();
                Solver::default().solve_by(&methods, &*game, &options)
            };
            assert!(answer(*method).is_ok(), "{text} by {name}");
            match answer(&Wrong(*method)) {
                Err(Failure::Contradiction { methods, .. }) => {
                    assert!(methods.contains(&name), "{text}: {methods:?}");
                }
                Err(other) => panic!("{text} by {name}: {other}"),
                Ok(_) => panic!("{text}: nobody contradicts {name}"),
            }
        }
    }
}
