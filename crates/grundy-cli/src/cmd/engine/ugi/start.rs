//! The start of play, and the positions that `position` sets up.

use anyhow::{Result, bail};
use grundy::{Convention, Game, Player, Text};

use super::super::played::Played;
use crate::input;
use crate::limits::LimitArgs;

/// The start of play.
pub(in crate::cmd::engine) struct Start {
    pub(in crate::cmd::engine) game: Box<dyn Game>,
    pub(in crate::cmd::engine) misere: bool,
    pub(in crate::cmd::engine) first: Player,
}

impl Start {
    /// The convention: normal or misère play.
    pub(in crate::cmd::engine) fn convention(&self) -> Convention {
        input::convention(self.misere, &*self.game)
    }

    /// A play without a move yet.
    pub(super) fn played(&self) -> Played {
        Played::new(self.game.boxed(), self.first, self.convention())
    }

    /// Reads the words after `position`.
    pub(super) fn position(&self, rest: &str, limits: &LimitArgs) -> Result<Played> {
        let (from, moves) = match rest.split_once(" moves") {
            Some((from, moves)) if moves.is_empty() || moves.starts_with(' ') => {
                (from.trim(), moves)
            }
            _ => (rest, ""),
        };
        let mut played = match from.split_once(' ') {
            Some(("fen", text)) => self.fen(text.trim(), limits)?,
            None if from == "startpos" => self.played(),
            _ => {
                bail!("expected `position startpos` or `position fen POSITION`, and `moves MOVE …`")
            }
        };
        let limits = limits.beginning_now();
        for (number, word) in moves.split_whitespace().enumerate() {
            let found = limits.run(|limits| played.find(word, &limits))?;
            let (game, mover) = played.last();
            if let Some(fault) = game.failure() {
                return Err(fault.into());
            }
            let Some(found) = found else {
                bail!("move {}: {mover} has no move {word} in {}", number + 1, game.text());
            };
            played.make(found.to);
        }
        Ok(played)
    }

    /// Reads a position of this game or of any other, and the player to move if it is given.
    fn fen(&self, text: &str, limits: &LimitArgs) -> Result<Played> {
        let last = text.rsplit_once(char::is_whitespace);
        let turn = last.and_then(|(text, word)| Some((text.trim(), player(word)?)));
        let (text, first) = turn.unwrap_or((text, self.first));
        let game = match self.game.at(Text::new(text)) {
            Ok(game) => game,
            Err(error) => {
                let other = limits.beginning_now().game(text);
                // For a position without its ruleset, the error of this notation is more helpful.
                other.map_err(|whole| match text.contains('(') {
                    true => whole,
                    false => input::point(text, &error),
                })?
            }
        };
        if let (Some((_, asked)), Some(turn)) = (turn, game.turn())
            && asked != turn
        {
            bail!("it is {turn}'s turn in {}", game.text());
        }
        let convention = input::convention(self.misere, &*game);
        Ok(Played::new(game, first, convention))
    }
}

/// The player of a word such as `left`.
pub(super) fn player(word: &str) -> Option<Player> {
    Player::BOTH.into_iter().find(|player| player.word().eq_ignore_ascii_case(word))
}
