//! The arguments of a game, the text between its parentheses, and the game made of them.

use grundy_base::{Limits, ParseError, Player, Stopped, Text, Verdict};
use grundy_game::{Compiled, Game, Of, Scoring};
use grundy_ruleset::board::grid;
use grundy_ruleset::{InWords, Notation, Packed};
use grundy_solve::proof::Pointed;

/// The text between the parentheses of a game.
#[derive(Clone, Copy, Debug)]
pub struct Arguments<'a> {
    /// The text before the first `;`, or all of it.
    pub(super) first: Option<Text<'a>>,
    /// The text after the first `;`.
    pub(super) second: Option<Text<'a>>,
    /// Where a missing argument should have stood.
    pub(super) end: usize,
    /// Whether only the ruleset is wanted, so that a missing position is no error.
    pub(super) ruleset_only: bool,
}

impl<'a> Arguments<'a> {
    /// For rulesets without parameters: the position.
    pub fn position_only(&self) -> Result<Text<'a>, ParseError> {
        if let Some(second) = self.second {
            return Err(ParseError::new(
                "no ';', for the ruleset has no parameters",
                second.offset(),
            ));
        }
        self.required(self.first, "a position in parentheses")
    }

    /// For rulesets with parameters: the parameters and the position.
    pub fn parameters_and_position(&self) -> Result<(Text<'a>, Text<'a>), ParseError> {
        let Some(parameters) = self.first else {
            return Err(ParseError::new("parameters in parentheses", self.end));
        };
        Ok((parameters, self.required(self.second, "';' and a position")?))
    }

    /// For rulesets whose parameters and position are both optional: the text before and the
    /// text after the `;`.
    #[must_use]
    pub fn optional(&self) -> (Option<Text<'a>>, Option<Text<'a>>) {
        (self.first, self.second)
    }

    /// Whether only the ruleset is wanted, and a missing position is no error.
    #[must_use]
    pub fn wants_ruleset(&self) -> bool {
        self.ruleset_only
    }

    /// Where a missing argument should have stood.
    #[must_use]
    pub fn end(&self) -> usize {
        self.end
    }

    /// The game that was read, with positions for which solvers are already compiled.
    pub fn game<R>(&self, rules: R, position: R::Position) -> Box<dyn Game>
    where
        R: Notation<Position: Compiled> + 'static,
    {
        Of::new(rules, position).erased()
    }

    /// The game that was read, with positions stored as words, for which solvers are already
    /// compiled.
    pub fn game_in_words<R: Notation + 'static>(
        &self,
        rules: R,
        position: R::Position,
    ) -> Box<dyn Game>
    where
        R::Position: InWords<Words: Compiled>,
    {
        Of::in_words(rules, position).erased()
    }

    /// The game that is read on the smaller boards if they hold it, and otherwise on the larger
    /// ones.
    pub fn game_on_squares<N, L>(&self, narrow: N, large: L) -> Result<Box<dyn Game>, ParseError>
    where
        N: Notation<Position: InWords<Words: Compiled>> + Copy + 'static,
        L: Notation<Position: InWords<Words: Compiled>> + Copy + 'static,
    {
        let text = self.position_only()?;
        Ok(match grid::area(text) <= u128::BITS as usize {
            true => self.game_in_words(narrow, narrow.read(text)?),
            false => self.game_in_words(large, large.read(text)?),
        })
    }

    /// The game that was read, of a ruleset with its own search for who wins; see
    /// [`Of::searched`].
    pub fn searched_game<R: Notation + Clone + 'static>(
        &self,
        rules: R,
        position: R::Position,
        search: impl Fn(
            &R,
            &R::Position,
            &[R::Position],
            Player,
            &Limits<'_>,
        ) -> Result<(Verdict, Vec<Option<Verdict>>), Stopped>
        + Send
        + Sync
        + 'static,
    ) -> Box<dyn Game> {
        let known = rules.clone();
        let search = move |at: &_, options: &[_], mover, limits: &Limits<'_>| {
            search(&known, at, options, mover, limits)
        };
        Box::new(Of::new(rules, position).searched(search))
    }

    /// The parameters and the position, both optional: a lone argument that contains one of
    /// these characters is a position.
    pub fn optional_board(&self, characters: &[char]) -> (Option<Text<'a>>, Option<Text<'a>>) {
        match self.optional() {
            (Some(only), None) if only.as_str().contains(characters) => (None, Some(only)),
            both => both,
        }
    }

    /// The game at a position, or at the starting position if none is given, of a ruleset that
    /// packs its positions.
    ///
    /// # Errors
    ///
    /// If the position cannot be read, or if it is missing and the ruleset has no starting
    /// position.
    pub fn packed_game_at<R: Packed + Notation + Clone + 'static>(
        &self,
        rules: R,
        position: Option<Text<'_>>,
    ) -> Result<Box<dyn Game>, ParseError>
    where
        R::Position: InWords<Words: Compiled>,
    {
        let position = self.position_at(&rules, position)?;
        Ok(self.packed_game(rules, position))
    }

    /// The position, or the first one if none was given.
    fn position_at<R: Notation>(
        &self,
        rules: &R,
        position: Option<Text<'_>>,
    ) -> Result<R::Position, ParseError> {
        match position {
            Some(text) => rules.read(text),
            None => rules.start().ok_or_else(|| ParseError::new("a position", self.end)),
        }
    }

    /// The game at a position, as `packed_game_at` makes it, of a ruleset that counts points; a
    /// forward search plays it by `tree`.
    pub fn pointed_game_at<
        R: Packed + Notation + Scoring + Clone + 'static,
        N: Clone + Send + Sync + 'static,
    >(
        &self,
        rules: R,
        position: Option<Text<'_>>,
        tree: impl Pointed<R::Position, N> + Clone + 'static,
    ) -> Result<Box<dyn Game>, ParseError>
    where
        R::Position: InWords<Words: Compiled>,
    {
        let position = self.position_at(&rules, position)?;
        let game = Of::in_words(rules.clone(), position).packed(rules.clone()).scored(rules);
        let nodes = tree.clone();
        let node = move |words: &_, mover| nodes.node(&R::Position::from_words(words), mover, 0);
        Ok(game.played_by(tree, node).erased())
    }

    /// The game that was read, of a ruleset that packs its positions.
    pub fn packed_game<R: Packed + Notation + Clone + 'static>(
        &self,
        rules: R,
        position: R::Position,
    ) -> Box<dyn Game>
    where
        R::Position: InWords<Words: Compiled>,
    {
        Of::in_words(rules.clone(), position).packed(rules).erased()
    }

    /// The game that was read, of a ruleset that counts points; see [`Of::scored`].
    pub fn scored_game<R: Packed + Notation + Scoring + Clone + 'static>(
        &self,
        rules: R,
        position: R::Position,
    ) -> Box<dyn Game>
    where
        R::Position: InWords<Words: Compiled>,
    {
        Of::in_words(rules.clone(), position).packed(rules.clone()).scored(rules).erased()
    }

    /// The game that was read, with positions packed by another ruleset: in narrow keys if
    /// they fit, otherwise in wide keys.
    pub fn packed_game_by_size<R: Notation + Clone + 'static, P, Q>(
        &self,
        rules: R,
        position: R::Position,
        narrow: impl Fn(&R, &R::Position) -> Option<P> + Send + Sync + 'static,
        wide: impl Fn(&R, &R::Position) -> Option<Q> + Send + Sync + 'static,
    ) -> Box<dyn Game>
    where
        P: Packed<Position = R::Position> + 'static,
        Q: Packed<Position = R::Position> + 'static,
        R::Position: InWords<Words: Compiled>,
    {
        let (first, second) = (rules.clone(), rules.clone());
        let game = Of::in_words(rules.clone(), position);
        let game = game.packed_in_words(rules.clone(), move |start| narrow(&first, start));
        game.packed_in_words(rules, move |start| wide(&second, start)).erased()
    }

    fn required(&self, text: Option<Text<'a>>, what: &str) -> Result<Text<'a>, ParseError> {
        match text {
            Some(text) => Ok(text),
            None if self.ruleset_only => Ok(Text::new("")),
            None => Err(ParseError::new(what, self.end)),
        }
    }
}
