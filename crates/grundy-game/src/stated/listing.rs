//! A game as a list of all its positions: plain data that a sandboxed process makes from
//! untrusted rules.

use hashbrown::HashMap;
use serde::{Deserialize, Serialize};

use super::{Expansions, Moves, Number, Stated, StatedRules, Statement};
use grundy_base::{
    Convention, End, Fault, Limits, ParseError, Player, Progress, Source, Stopped, Text,
};
use grundy_ruleset::{Notation, Outside, Ruleset};

/// Every position that play reaches, with its moves: plain data.
///
/// For a game with ends these are the positions of alternating play. For other games,
/// which have a value in sums, they are the positions that play reaches with players moving
/// in any order, and their components and negatives.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Listing {
    name: String,
    title: String,
    about: String,
    parameters: String,
    source: String,
    impartial: bool,
    has_ends: bool,
    misere: bool,
    /// Whether points decide.
    #[serde(default)]
    counts_points: bool,
    /// The starting position comes first.
    positions: Vec<Listed>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Listed {
    text: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    drawing: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    turn: Option<Who>,
    /// The components, unless the position is its only component.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    parts: Option<Vec<usize>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    negative: Option<usize>,
    /// The moves or the end for Left, and for Right, if play reaches the position with that
    /// player to move; in an impartial game `left` is for both.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    left: Option<Side>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    right: Option<Side>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Side {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    end: Option<Over>,
    /// The points of Left, less those of Right, where play is over and points decide.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    score: Option<i64>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    moves: Vec<(Option<String>, usize)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Who {
    Left,
    Right,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Over {
    Left,
    Right,
    Tie,
}

impl From<Player> for Who {
    fn from(player: Player) -> Who {
        match player {
            Player::Left => Who::Left,
            Player::Right => Who::Right,
        }
    }
}

impl From<Who> for Player {
    fn from(who: Who) -> Player {
        match who {
            Who::Left => Player::Left,
            Who::Right => Player::Right,
        }
    }
}

/// The positions found, in the order of discovery.
#[derive(Default)]
struct Met {
    places: HashMap<Number, usize>,
    positions: Vec<Number>,
    /// A queue of positions with a player to move; processed ones stay in it.
    asked: Vec<(usize, Player)>,
    known: hashbrown::HashSet<(usize, Player)>,
}

impl Met {
    fn place(&mut self, position: Number) -> usize {
        *self.places.entry(position).or_insert_with(|| {
            self.positions.push(position);
            self.positions.len() - 1
        })
    }

    fn ask(&mut self, place: usize, mover: Player) {
        if self.known.insert((place, mover)) {
            self.asked.push((place, mover));
        }
    }
}

impl Listing {
    /// Lists the positions of a game that a file states, with these rules.
    ///
    /// # Errors
    ///
    /// If the rules fail, or a limit is reached.
    pub fn of(
        statement: &dyn Statement,
        rules: &StatedRules,
        limits: &Limits<'_>,
    ) -> Result<Listing, Stopped> {
        let (impartial, has_ends) = (rules.impartial(), rules.has_ends());
        let mut met = Met::default();
        // Queues a position with each player whose turn it may be; `mover` is the player who has
        // just moved, none at the start.
        let ask = |met: &mut Met, place: usize, mover: Option<Player>| {
            let turn = rules.turn(&met.positions[place]);
            for player in Player::BOTH {
                let asked = match (turn, mover) {
                    _ if impartial => player == Player::Left,
                    (Some(turn), _) => player == turn,
                    (None, Some(mover)) if has_ends => player != mover,
                    _ => true,
                };
                if asked {
                    met.ask(place, player);
                }
            }
        };
        let start = met.place(rules.first());
        ask(&mut met, start, None);
        let mut listed: Vec<Listed> = Vec::new();
        let mut next = 0;
        while next < met.asked.len() || listed.len() < met.positions.len() {
            limits.count(met.positions.len())?;
            limits.check(Progress { stage: "listing", positions: next, bytes: 0 })?;
            while listed.len() < met.positions.len() {
                let place = listed.len();
                let position = met.positions[place];
                let (text, drawing) = (rules.print(&position), rules.draw(&position));
                let (mut parts, mut negative) = (None, None);
                if !has_ends {
                    let found: Vec<Number> = rules.components(position).collect();
                    if found != [position] {
                        let mut part = |part| {
                            let part = met.place(part);
                            ask(&mut met, part, None);
                            part
                        };
                        parts = Some(found.into_iter().map(&mut part).collect());
                    }
                    negative = rules.negative(&position).map(|negative| {
                        let place = met.place(negative);
                        ask(&mut met, place, None);
                        place
                    });
                } else if rules.negative(&position) == Some(position) {
                    negative = Some(place);
                }
                listed.push(Listed {
                    drawing: (drawing != text).then_some(drawing),
                    text,
                    turn: rules.turn(&position).map(Who::from),
                    parts,
                    negative,
                    left: None,
                    right: None,
                });
            }
            let Some(&(place, mover)) = met.asked.get(next) else { continue };
            next += 1;
            let position = met.positions[place];
            let mut side = Side::default();
            match rules.end(&position, mover) {
                Some(End::Tie) => side.end = Some(Over::Tie),
                Some(End::Won(Player::Left)) => side.end = Some(Over::Left),
                Some(End::Won(Player::Right)) => side.end = Some(Over::Right),
                None => {
                    for (name, option) in rules.named_moves(position, mover) {
                        let option = met.place(option);
                        ask(&mut met, option, Some(mover));
                        side.moves.push((name, option));
                    }
                }
            }
            if side.end.is_some() && rules.counts_points() {
                side.score = Some(rules.score(position, mover));
            }
            match mover {
                Player::Left => listed[place].left = Some(side),
                Player::Right => listed[place].right = Some(side),
            }
        }
        if let Some(fault) = rules.failure() {
            return Err(Stopped::Rules(fault));
        }
        Ok(Listing {
            name: statement.name().to_string(),
            title: statement.title(),
            about: statement.about(),
            parameters: rules.parameters(),
            source: statement.source().text.clone(),
            impartial,
            has_ends,
            misere: rules.convention() == Convention::Misere,
            counts_points: rules.counts_points(),
            positions: listed,
        })
    }

    /// The number of positions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Whether there are no positions, which is possible only if [`Listing::of`] did not make
    /// the list.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// The game of the list; an error if it refers to missing positions, which is possible only
    /// if [`Listing::of`] did not make it.
    pub fn into_statement(self) -> Result<Box<dyn Statement>, Fault> {
        let exists = |place: &usize| *place < self.positions.len();
        let all_exist = self.positions.iter().all(|listed| {
            let moves = [&listed.left, &listed.right].into_iter().flatten();
            moves.flat_map(|side| &side.moves).all(|(_, to)| exists(to))
                && listed.parts.iter().flatten().chain(&listed.negative).all(exists)
        });
        if self.is_empty() || !all_exist || u32::try_from(self.len()).is_err() {
            return Err(Fault::new("this is no list of positions"));
        }
        let places = self.positions.iter().enumerate();
        let places = places.map(|(place, listed)| (listed.text.clone(), place)).collect();
        let source = Source { file: self.name.clone(), text: self.source.clone() };
        Ok(Box::new(ListedGame(std::sync::Arc::new(Inner { listing: self, places, source }))))
    }
}

/// The game of a list.
#[derive(Clone)]
struct ListedGame(std::sync::Arc<Inner>);

struct Inner {
    listing: Listing,
    places: HashMap<String, usize>,
    source: Source,
}

impl Statement for ListedGame {
    fn name(&self) -> &str {
        &self.0.listing.name
    }

    fn title(&self) -> String {
        self.0.listing.title.clone()
    }

    fn about(&self) -> String {
        self.0.listing.about.clone()
    }

    fn source(&self) -> &Source {
        &self.0.source
    }

    fn state(&self, parameters: Option<Text<'_>>) -> Result<Box<dyn Stated>, ParseError> {
        match parameters {
            Some(text) if text.as_str() != self.0.listing.parameters => {
                Err(text.expected("no parameters: this game is listed for one choice of them"))
            }
            _ => Ok(Box::new(self.clone())),
        }
    }
}

fn bytes(place: usize) -> Vec<u8> {
    // `into_statement` has checked that indices fit.
    (place as u32).to_le_bytes().to_vec()
}

impl ListedGame {
    fn listed(&self, position: &[u8]) -> &Listed {
        let place = position.try_into().map_or(0, u32::from_le_bytes);
        &self.0.listing.positions[place as usize]
    }

    fn side(&self, position: &[u8], player: Player) -> Option<&Side> {
        let listed = self.listed(position);
        match player {
            Player::Right if !self.impartial() => listed.right.as_ref(),
            _ => listed.left.as_ref(),
        }
    }

    fn turn_at(&self, place: usize) -> Option<Player> {
        self.0.listing.positions[place].turn.map(Player::from)
    }
}

impl Stated for ListedGame {
    fn parameters(&self) -> String {
        self.0.listing.parameters.clone()
    }

    fn start(&self) -> Vec<u8> {
        bytes(0)
    }

    fn impartial(&self) -> bool {
        self.0.listing.impartial
    }

    fn has_ends(&self) -> bool {
        self.0.listing.has_ends
    }

    fn counts_points(&self) -> bool {
        self.0.listing.counts_points
    }

    fn convention(&self) -> Convention {
        if self.0.listing.misere { Convention::Misere } else { Convention::Normal }
    }

    fn expand(&self, asked: &[(&[u8], Player)], found: &mut Expansions) -> Result<(), Fault> {
        for &(position, player) in asked {
            // A position that play does not reach has no data.
            let side = self.side(position, player);
            for &(_, to) in side.iter().flat_map(|side| &side.moves) {
                found.option(&bytes(to), self.turn_at(to));
            }
            if let Some(score) = side.and_then(|side| side.score) {
                found.close_with(score);
                continue;
            }
            found.close(side.and_then(|side| side.end).map(|end| match end {
                Over::Left => End::Won(Player::Left),
                Over::Right => End::Won(Player::Right),
                Over::Tie => End::Tie,
            }));
        }
        Ok(())
    }

    fn turn(&self, position: &[u8]) -> Result<Option<Player>, Fault> {
        Ok(self.listed(position).turn.map(Player::from))
    }

    fn components(&self, position: &[u8]) -> Result<Vec<Vec<u8>>, Fault> {
        Ok(match &self.listed(position).parts {
            None => vec![position.to_vec()],
            Some(parts) => parts.iter().map(|&part| bytes(part)).collect(),
        })
    }

    fn negative(&self, position: &[u8]) -> Result<Option<Vec<u8>>, Fault> {
        Ok(self.listed(position).negative.map(bytes))
    }

    fn print(&self, position: &[u8]) -> String {
        self.listed(position).text.clone()
    }

    fn read(&self, text: Text<'_>) -> Result<Vec<u8>, ParseError> {
        let place = self.0.places.get(text.as_str());
        place
            .map(|&place| bytes(place))
            .ok_or_else(|| text.expected("a position that play reaches"))
    }

    fn draw(&self, position: &[u8]) -> Result<String, Fault> {
        let Listed { text, drawing, .. } = self.listed(position);
        Ok(drawing.as_ref().unwrap_or(text).clone())
    }

    fn moves(&self, position: &[u8], player: Player) -> Result<Moves, Fault> {
        let side = self.side(position, player);
        let moves = side.into_iter().flat_map(|side| &side.moves);
        Ok(moves.map(|(name, to)| (name.clone(), bytes(*to))).collect())
    }
}
