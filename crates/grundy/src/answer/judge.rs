//! The verdict of every position of a game, for play: solved once, looked up at every move.

use super::{Answer, NoForm, Options, Solved, Solver, solve_all_if_few};
use crate::game::{Game, Valuer};
use crate::solve::fold::FoldError;
use crate::solve::partitioned::Failure;
use crate::value::{Form, Forms, LoopyNimber};
use grundy_base::{Convention, Fate, Limits, Player, Stopped, Verdict};

/// The positions of a game with their verdicts, where they are not too many.
///
/// ```
/// use grundy::answer::{Judge, Options};
/// use grundy::{Player, Verdict, catalogue};
///
/// let judge = Judge::new(&*catalogue::parse("nim(3,4,5)").unwrap(), &Options::default());
/// let after = catalogue::parse("nim(1,4,5)").unwrap();
/// assert_eq!(judge.verdict(&*after, Player::Right), Some(Verdict::Loss(10)));
/// ```
pub struct Judge {
    answer: Result<Answer, Stopped>,
}

grundy_base::debug! {
    impl[] Judge: "Judge", |judge| bytes = judge.bytes();
}

impl Judge {
    /// Solves the game as far as the limits allow.
    #[must_use]
    pub fn new(game: &dyn Game, options: &Options<'_>) -> Judge {
        let answer = solve_all_if_few(game, options);
        Judge { answer: answer.map_err(Failure::into_stopped).and_then(Answer::whole) }
    }

    /// The answer for the game as a whole, or the reason why it was not found.
    pub fn answer(&self) -> Result<&Answer, &Stopped> {
        self.answer.as_ref()
    }

    /// The positions of the whole game, where they were looked at.
    #[must_use]
    pub fn solved(&self) -> Option<&Solved> {
        self.answer.as_ref().ok()?.solved.as_ref()
    }

    /// What the player to move brings about, if the position is one of the whole game.
    #[must_use]
    pub fn verdict(&self, game: &dyn Game, mover: Player) -> Option<Verdict> {
        let Solved { play, outcomes } = self.solved()?;
        // The verdict of a mirror is for the same player to move.
        let (node, _) = play.find(game, mover)?;
        Some(outcomes.verdict(node))
    }

    /// Bytes held, about.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        /// Texts, tables, and what the allocator adds.
        const LEAST: u64 = 4096;
        /// A verdict, a place in the order of positions, and a small position.
        const NODE: u64 = 4 + 4 + 24;
        let Ok(answer) = &self.answer else { return LEAST };
        let solved = self.solved().map_or(0, |solved| {
            let arena = &solved.play.arena;
            arena.bytes() + NODE * arena.len() as u64
        });
        let best = Player::BOTH.into_iter().filter_map(|player| answer.side(player));
        let best = best.flat_map(|side| &side.best);
        let texts = best.map(|best| best.name.len() + best.position.len() + best.to.len() + 96);
        let parts = answer.parts.iter().map(|part| part.text.len() + 96);
        let texts: usize = texts.chain(parts).sum();
        LEAST + solved + texts as u64
    }
}

/// What a player brings about, as far as it is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// Win, loss or draw.
    pub fate: Fate,
    /// Moves to the end; none for a draw that never ends, and where values say
    /// who wins.
    pub remoteness: Option<u32>,
}

impl From<Verdict> for Judgement {
    fn from(verdict: Verdict) -> Self {
        Judgement { fate: verdict.fate(), remoteness: verdict.remoteness() }
    }
}

impl Judgement {
    /// The same play seen by the other player.
    #[must_use]
    pub const fn reversed(self) -> Judgement {
        Judgement { fate: self.fate.reversed(), ..self }
    }

    /// Orders from best to worst, as [`Verdict::rank`]; wins with an unknown number of moves come
    /// behind the fast wins, and losses with one before the slow losses.
    #[must_use]
    pub fn rank(self) -> (u8, u32) {
        match (self.fate, self.remoteness) {
            (Fate::Win, moves) => Verdict::Win(moves.unwrap_or(u32::MAX)),
            (Fate::Draw, moves) => Verdict::Draw(moves),
            (Fate::Loss, moves) => Verdict::Loss(moves.unwrap_or(u32::MAX)),
        }
        .rank()
    }
}

/// What a position is worth in a sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Worth {
    /// The value of an impartial game.
    Nimber(LoopyNimber),
    /// The canonical form of another game.
    Form(Form),
}

impl Worth {
    /// What the player to move brings about under normal play.
    ///
    /// # Errors
    ///
    /// When a limit of `forms` is reached.
    pub fn fate(&self, mover: Player, forms: &mut Forms<'_>) -> Result<Fate, Stopped> {
        let outcome = match self {
            Worth::Nimber(nimber) => nimber.outcome(),
            Worth::Form(form) => forms.outcome(*form)?,
        };
        Ok(outcome.fate(mover))
    }

    /// The value as it is printed.
    ///
    /// # Errors
    ///
    /// When a limit of `forms` is reached.
    pub fn text(&self, forms: &mut Forms<'_>) -> Result<String, Stopped> {
        match self {
            Worth::Nimber(nimber) => Ok(nimber.to_string()),
            Worth::Form(form) => forms.print(*form),
        }
    }
}

/// What positions of one ruleset are worth, each found with the help of those before it; none for
/// games without values, under misère play, and after a limit was reached.
pub fn worths(
    games: &[&dyn Game],
    convention: Convention,
    forms: &mut Forms<'_>,
    limits: &Limits<'_>,
) -> (Vec<Option<Worth>>, Option<Stopped>) {
    let valuer: Option<Box<dyn Valuer>> = games.first().and_then(|game| game.valuer());
    let mut thread = valuer.as_ref().map(|valuer| valuer.thread());
    let mut solver = Solver::default();
    let mut worth = |game: &dyn Game| -> Result<Option<Worth>, Stopped> {
        if game.has_ends() || convention != Convention::Normal {
            return Ok(None);
        }
        if game.impartial() {
            return Ok(solver.value(game, limits)?.map(|(value, _)| Worth::Nimber(value)));
        }
        let form = match &mut thread {
            Some(thread) => match thread(&game.position(), forms, limits) {
                Ok(Ok(form)) => form,
                Ok(Err(FoldError::Stopped(stopped))) => return Err(stopped),
                _ => return Ok(None),
            },
            None => match solver.form(game, forms, limits) {
                Ok(form) => form,
                Err(NoForm::Stopped(stopped)) => return Err(stopped),
                Err(_) => return Ok(None),
            },
        };
        Ok(Some(Worth::Form(form)))
    };
    let (mut found, mut stopped) = (Vec::with_capacity(games.len()), None);
    for game in games {
        found.push(match stopped {
            Some(_) => None,
            None => worth(*game).unwrap_or_else(|error| {
                stopped = Some(error);
                None
            }),
        });
    }
    (found, stopped)
}
