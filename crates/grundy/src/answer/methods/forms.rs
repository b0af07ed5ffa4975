//! The canonical form of a partizan game: it says who wins, as do those of the games after its moves.

use std::time::Duration;

use super::{Attempt, Method, Offer, Purpose, Turn};
use crate::answer::findings::{Facet, Findings};
use crate::answer::options::Question;
use crate::answer::{Best, Facts, NoForm, PartizanValue, Side, Solver, too_large};
use crate::game::{Game, Valuer};
use crate::solve::fold::FoldError;
use crate::solve::partitioned::Failure;
use crate::value::{Form, Forms};
use grundy_base::{Fate, Limits, Player, Stopped};

pub(super) struct CanonicalForms;

/// The part of the memory that forms may have.
const SHARE: u64 = 4;
/// Number of moves that are tried also where fewer are wanted.
const MOST_TRIED: usize = 1 << 13;
/// Small games are solved within this time.
const AT_ONCE: Duration = Duration::from_millis(50);

impl Method for CanonicalForms {
    fn name(&self) -> &'static str {
        "canonical form"
    }

    fn offer(&self, question: &Question<'_>) -> Option<Offer> {
        (!question.game.impartial() && question.has_value()).then(|| Offer {
            facets: vec![Facet::Winner, Facet::Move, Facet::Moves, Facet::Value],
            share: 1,
            anew: false,
            why: "a game without rules for winning has a canonical form".to_string(),
        })
    }

    fn begin<'q>(&self, question: &'q Question<'q>) -> Box<dyn Attempt<'q> + 'q> {
        Box::new(Folding {
            question,
            forms: Forms::new(memory_of(question.options.limits)),
            rulesets: Vec::new(),
            value: None,
            sides: 0,
            visited: 0,
        })
    }
}

/// Limits with the memory that forms may have.
fn memory_of(limits: Limits<'_>) -> Limits<'_> {
    Limits { memory: limits.memory / SHARE, ..limits }
}

/// Values that are found component by component, and kept from turn to turn.
struct Folding<'q> {
    question: &'q Question<'q>,
    forms: Forms<'q>,
    /// The values of components, for each ruleset.
    rulesets: Vec<(String, Box<dyn Valuer>)>,
    value: Option<Form>,
    /// The number of players whose moves are valued.
    sides: usize,
    visited: u64,
}

impl<'q> Folding<'q> {
    /// The value of a game or sum.
    fn form(
        &mut self,
        game: &dyn Game,
        solver: &mut Solver,
        limits: &Limits<'q>,
    ) -> Result<Form, NoForm> {
        let mut sum = self.forms.nimber(0)?;
        for (term, negative) in game.signed_terms() {
            let form = match term.impartial() {
                true => solver.form(&*term, &mut self.forms, limits)?,
                false => self.term(&*term, limits)?,
            };
            let form = if negative { self.forms.negative(form)? } else { form };
            sum = self.forms.sum(sum, form)?;
        }
        Ok(sum)
    }

    fn term(&mut self, term: &dyn Game, limits: &Limits<'q>) -> Result<Form, NoForm> {
        let ruleset = term.ruleset();
        let number = match self.rulesets.iter().position(|(known, _)| *known == ruleset) {
            Some(number) => number,
            None => {
                let Some(valuer) = term.valuer() else {
                    let why = "is a sum in itself";
                    return Err(NoForm::None { game: term.text(), why });
                };
                self.rulesets.push((ruleset, valuer));
                self.rulesets.len() - 1
            }
        };
        // A new thread each time: a thread that was stopped takes what it had begun for play that
        // comes back.
        let mut thread = self.rulesets[number].1.thread();
        match thread(&term.position(), &mut self.forms, limits) {
            Ok(Ok(form)) => Ok(form),
            Ok(Err(FoldError::Stopped(stopped))) => Err(stopped.into()),
            Ok(Err(FoldError::Loopy)) => Err(NoForm::Loopy { game: term.text() }),
            Err(error) => unreachable!("a position is read as it is written: {error}"),
        }
    }

    /// What a player who starts brings about, and by which moves, with all moves valued.
    fn side(
        &mut self,
        starter: Player,
        solver: &mut Solver,
        limits: &Limits<'q>,
    ) -> Result<Side, NoForm> {
        let value = self.value.ok_or(Stopped::Interrupted { reached: 0 })?;
        let fate = self.forms.outcome(value)?.fate(starter);
        let most = self.question.most_moves();
        let (moves, all) = self.question.game.moves_up_to(starter, most.max(MOST_TRIED));
        let mut best = Vec::new();
        for option in moves {
            let form = self.form(&*option.to, solver, limits)?;
            self.visited += 1;
            let there = self.forms.outcome(form)?.fate(starter.opponent()).reversed();
            if there == fate {
                best.push(Best::of(&option, fate, None));
            }
        }
        // A player who wins by starting has a winning move.
        if fate == Fate::Win && best.is_empty() && all {
            let why = "wins, but no move does";
            return Err(NoForm::None { game: self.question.game.text(), why });
        }
        let complete = all && best.len() <= most;
        best.truncate(most);
        Ok(Side { best, complete, ..Side::of(fate) })
    }

    fn work(
        &mut self,
        solver: &mut Solver,
        limits: &Limits<'q>,
        findings: &mut Findings<'q>,
    ) -> Result<(), NoForm> {
        let game = self.question.game;
        if self.value.is_none() {
            let form = match self.form(game, solver, limits) {
                Err(NoForm::Loopy { .. }) => {
                    let sided = solver.sides(game, &mut self.forms, limits)?;
                    findings.put_partizan(PartizanValue::Loopy(self.forms.print_sided(&sided)?));
                    return Ok(());
                }
                form => form?,
            };
            self.value = Some(form);
            findings.put_partizan(PartizanValue::Short(Facts::new(&mut self.forms, form)?));
        }
        for starter in self.question.starters().skip(self.sides) {
            let side = self.side(starter, solver, limits)?;
            findings.put_side(starter, side);
            self.sides += 1;
        }
        Ok(())
    }
}

impl<'q> Attempt<'q> for Folding<'q> {
    fn go_on(
        &mut self,
        turn: &Turn<'q>,
        solver: &mut Solver,
        findings: &mut Findings<'q>,
    ) -> Result<bool, Failure> {
        let small = turn.purpose == Purpose::Small;
        // Few positions may have large forms, and sums of these take long.
        let few = turn.few(self.question, Turn::FEW).shortened(AT_ONCE);
        let limits = memory_of(if small { few } else { turn.limits });
        let limits = Limits { threads: 1, ..limits };
        self.forms.set_limits(limits);
        match self.work(solver, &limits, findings) {
            Ok(()) => Ok(false),
            Err(NoForm::Stopped(ref stopped)) if small && too_large(stopped) => Ok(true),
            Err(NoForm::Stopped(stopped)) => Err(stopped.into()),
            Err(NoForm::Loopy { .. } | NoForm::None { .. }) => Ok(false),
        }
    }

    fn bytes(&self) -> u64 {
        self.forms.bytes() + self.rulesets.iter().map(|(_, valuer)| valuer.bytes()).sum::<u64>()
    }

    fn visited(&self) -> u64 {
        self.visited
    }
}
