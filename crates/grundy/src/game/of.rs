//! A position of a ruleset whose type is known: where the type is erased.

use std::ops::ControlFlow;
use std::sync::Arc;

use super::large::{Large, Pack};
use super::values::ValuerOf;
use super::{Game, Move, Parts, Play, Scored, Scores, Searched, Valuer};
use crate::error::{Fault, ParseError, Source, Text};
use crate::graph::{Explored, Node, explore, explore_components};
use crate::limits::{Limits, Progress, Stopped};
use crate::outcome::{Convention, End, Verdict};
use crate::player::{ByPlayer, Player};
use crate::ruleset::{HeapRules, Notation, PairRules, Ruleset, Sizes};
use crate::scene::Scene;
use crate::solve::fold::{FoldError, Shared, fold};
use crate::solve::score::{Scoring, score};
use crate::solve::sums::{self, SourceOf};
use crate::solve::top_down::{TopDown, top_down};
use crate::solve::verify::{Claims, Refused, verify};
use crate::value::{Form, Forms};

/// A position of a ruleset whose type is known.
#[derive(Clone)]
pub struct Of<R: Notation> {
    /// The ruleset.
    pub rules: R,
    /// The position.
    pub position: R::Position,
    /// What a ruleset that packs its positions can do besides.
    pub(super) packed: Option<Pack<R>>,
    /// Who wins, by a search that does not list positions.
    pub(super) search: Option<Search<R>>,
    /// By how many points it is won.
    pub(super) scores: Option<FindScores<R>>,
}

/// What the mover brings about at a position, and what the opponent does after each
/// of these moves, where that was found out.
pub(super) type Search<R> =
    Arc<dyn Fn(&R, &Position<R>, &[Position<R>], Player, &Limits<'_>) -> Found + Send + Sync>;

pub(super) type FindScores<R> =
    Arc<dyn Fn(&Of<R>, &Limits<'_>) -> Result<Scores, Stopped> + Send + Sync>;

type Position<R> = <R as Ruleset>::Position;
type Found = Result<(Verdict, Vec<Option<Verdict>>), Stopped>;

impl<R: Notation> Of<R> {
    /// A position of a ruleset.
    #[must_use]
    pub fn new(rules: R, position: R::Position) -> Self {
        Of { rules, position, packed: None, search: None, scores: None }
    }

    /// The same position of a ruleset that a search says who wins in.
    #[must_use]
    pub fn searched(
        self,
        search: impl Fn(&R, &R::Position, &[R::Position], Player, &Limits<'_>) -> Found
        + Send
        + Sync
        + 'static,
    ) -> Self {
        Of { search: Some(Arc::new(search)), ..self }
    }

    /// The same position of a ruleset that counts points.
    #[must_use]
    pub fn scored(self) -> Self
    where
        R: Scoring,
    {
        let scores = |of: &Of<R>, limits: &Limits<'_>| {
            let mut search = of.rules.margins();
            let mut side = |mover: Player| -> Result<Option<Scored>, Stopped> {
                if of.rules.turn(&of.position).is_some_and(|turn| turn != mover) {
                    return Ok(None);
                }
                let options: Vec<R::Position> = of.distinct_options(mover).collect();
                let at = (&of.position, &*options);
                let score = score(&of.rules, &mut search, at, mover, limits)?;
                Ok(Some(Scored { score, moves: of.moves(mover) }))
            };
            Ok(ByPlayer { left: side(Player::Left)?, right: side(Player::Right)? })
        };
        Of { scores: Some(Arc::new(scores)), ..self }
    }

    pub(super) fn other(&self, position: R::Position) -> Box<dyn Game> {
        Box::new(Of { position, ..self.clone() })
    }

    /// The positions after each move of a player, repeats left out.
    pub(super) fn distinct_options(&self, player: Player) -> impl Iterator<Item = R::Position> {
        let mut seen = hashbrown::HashSet::new();
        let over = self.rules.end(&self.position, player).is_some();
        let options = (!over).then(|| self.rules.options(&self.position, player));
        options.into_iter().flatten().filter(move |option| seen.insert(option.clone()))
    }

    /// What was found, unless the rules have failed meanwhile.
    fn unless_failed<T, E: From<Stopped>>(&self, found: Result<T, E>) -> Result<T, E> {
        match self.rules.failure() {
            None => found,
            Some(fault) => Err(Stopped::Rules(fault).into()),
        }
    }

    /// Fails at once where the options of one heap alone would need more
    /// memory, or numbers, than there are: nobody should wait until they fill it.
    fn refuse_huge_heaps(&self, limits: &Limits<'_>) -> Result<(), Stopped> {
        /// Options that are counted between two looks at the limits.
        const CHECKED: u64 = 1 << 16;
        let Some(rules) = self.rules.heaps() else { return Ok(()) };
        let each = size_of::<R::Position>() as u64;
        let most = (limits.memory / each).min(u64::from(Node::MAX));
        for size in self.rules.heap_sizes(&self.position) {
            let (mut options, mut stopped) = (0, Ok(()));
            let counted = rules.each_option(size, &mut |_| {
                options += 1;
                if options % CHECKED == 0 {
                    stopped = limits.check(Progress { stage: "options", positions: 0, bytes: 0 });
                }
                match options > most || stopped.is_err() {
                    true => ControlFlow::Break(()),
                    false => ControlFlow::Continue(()),
                }
            });
            stopped?;
            if counted.is_break() {
                limits.room(options.saturating_mul(each), 0)?;
                let limit = u64::from(Node::MAX);
                return Err(Stopped::Numbering { what: "options of a heap", limit });
            }
        }
        Ok(())
    }

    /// The play that was explored from this position.
    pub(crate) fn play(&self, explored: Explored<R::Position>) -> Play {
        Play::new(self.rules.clone(), explored)
    }
}

impl<R: Notation> Game for Of<R> {
    fn large(&self) -> Option<Box<dyn Large>> {
        self.packed.as_ref().and_then(|pack| pack(self))
    }

    fn has_search(&self) -> bool {
        self.search.is_some()
    }

    fn search(&self, mover: Player, limits: &Limits<'_>) -> Option<Result<Searched, Stopped>> {
        let search = self.search.as_ref()?;
        let (moves, _) = self.moves_up_to(mover, usize::MAX);
        let options: Vec<R::Position> = self.distinct_options(mover).collect();
        let found = search(&self.rules, &self.position, &options, mover, limits);
        Some(found.map(|(verdict, after)| Searched {
            verdict,
            moves: moves.into_iter().zip(after).collect(),
        }))
    }

    fn has_scores(&self) -> bool {
        self.scores.is_some()
    }

    fn scores(&self, limits: &Limits<'_>) -> Option<Result<Scores, Stopped>> {
        self.scores.as_ref().map(|scores| scores(self, limits))
    }

    fn text(&self) -> String {
        self.rules.spell(&self.position)
    }

    fn position(&self) -> String {
        self.rules.print(&self.position)
    }

    fn ruleset(&self) -> String {
        ruleset(&self.rules)
    }

    fn at(&self, position: Text<'_>) -> Result<Box<dyn Game>, ParseError> {
        Ok(self.other(self.rules.read(position)?))
    }

    fn drawing(&self) -> String {
        self.rules.draw(&self.position)
    }

    fn impartial(&self) -> bool {
        self.rules.impartial()
    }

    fn has_ends(&self) -> bool {
        self.rules.has_ends()
    }

    fn splits(&self) -> bool {
        self.rules.splits()
    }

    fn convention(&self) -> Convention {
        self.rules.convention()
    }

    fn failure(&self) -> Option<Fault> {
        self.rules.failure()
    }

    fn sources(&self) -> Vec<(&'static str, &Source)> {
        self.rules.sources()
    }

    fn explore(&self, limits: &Limits<'_>) -> Result<Play, Stopped> {
        self.refuse_huge_heaps(limits)?;
        let explored = explore(&self.rules, &self.position, limits);
        Ok(self.play(self.unless_failed(explored)?))
    }

    fn components(&self, split: bool, limits: &Limits<'_>) -> Result<Parts, Stopped> {
        self.refuse_huge_heaps(limits)?;
        let found = explore_components(&self.rules, &self.position, split, limits);
        let found = self.unless_failed(found)?;
        let start = Of::new(self.rules.clone(), self.position.clone());
        Ok(Parts::new(start, split, found))
    }

    fn form(&self, forms: &mut Forms<'_>, limits: &Limits<'_>) -> Result<Form, FoldError> {
        self.refuse_huge_heaps(limits)?;
        self.unless_failed(fold(&self.rules, &self.position, forms, limits))
    }

    fn top_down(
        &self,
        mover: Player,
        convention: Convention,
        limits: &Limits<'_>,
    ) -> Result<TopDown, Stopped> {
        self.refuse_huge_heaps(limits)?;
        let found = top_down(&self.rules, &self.position, mover, convention, limits);
        self.unless_failed(found)
    }

    fn verify(
        &self,
        claims: &mut Claims<'_>,
        convention: Convention,
        limits: &Limits<'_>,
    ) -> Result<usize, Refused> {
        self.unless_failed(verify(&self.rules, &self.position, claims, convention, limits))
    }

    fn options(&self, player: Player) -> Vec<Box<dyn Game>> {
        self.distinct_options(player).map(|option| self.other(option)).collect()
    }

    fn scene(&self) -> Scene {
        self.rules.scene(&self.position)
    }

    fn moves_up_to(&self, player: Player, most: usize) -> (Vec<Move>, bool) {
        let scene = self.rules.scene(&self.position);
        let mut options = self.distinct_options(player);
        let moves = options.by_ref().take(most).map(|option| Move {
            name: self.rules.move_name(&self.position, &option, player),
            tokens: self.rules.tokens(&scene, &self.position, &option, player),
            to: self.other(option),
        });
        (moves.collect(), options.next().is_none())
    }

    fn option_at(&self, player: Player, number: usize) -> Option<(String, Box<dyn Game>)> {
        let option = self.distinct_options(player).nth(number)?;
        Some((self.rules.move_name(&self.position, &option, player), self.other(option)))
    }

    fn number_of(&self, player: Player, position: &str, most: usize) -> Option<usize> {
        let wanted = self.rules.read(Text::new(position)).ok()?;
        self.distinct_options(player).take(most).position(|option| option == wanted)
    }

    fn turn(&self) -> Option<Player> {
        self.rules.turn(&self.position)
    }

    fn end(&self, mover: Player) -> Option<End> {
        self.rules.end(&self.position, mover)
    }

    fn terms(&self) -> Vec<Box<dyn Game>> {
        vec![self.boxed()]
    }

    fn source(&self) -> Option<Box<dyn sums::Source>> {
        Some(Box::new(SourceOf::new(self.rules.clone(), self.ruleset())))
    }

    fn written_components(&self) -> Vec<String> {
        if self.has_ends() {
            return vec![self.text()];
        }
        let parts = self.rules.components(self.position.clone());
        parts.map(|part| self.rules.spell(&part)).collect()
    }

    fn sizes(&self) -> Option<Sizes> {
        self.rules.sizes()
    }

    fn alphabet(&self) -> String {
        self.rules.alphabet()
    }

    fn valuer(&self) -> Option<Box<dyn Valuer>> {
        Some(Box::new(ValuerOf { rules: self.rules.clone(), shared: Shared::default() }))
    }

    fn heaps(&self) -> Option<(&dyn HeapRules, Vec<u64>)> {
        Some((self.rules.heaps()?, self.rules.heap_sizes(&self.position)))
    }

    fn pairs(&self) -> Option<&dyn PairRules> {
        self.rules.pairs()
    }

    fn with_heaps(&self, sizes: &[u64]) -> Option<Box<dyn Game>> {
        Some(self.other(self.rules.with_heap_sizes(sizes)?))
    }

    fn boxed(&self) -> Box<dyn Game> {
        self.other(self.position.clone())
    }
}

/// A ruleset as it is written, without a position.
pub(super) fn ruleset<R: Notation>(rules: &R) -> String {
    let (name, parameters) = (rules.name(), rules.parameters());
    if parameters.is_empty() { name.to_string() } else { format!("{name}({parameters})") }
}
