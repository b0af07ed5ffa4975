//! Why a partizan game is worth what it is: its options, the dominated and reversible ones, the
//! simplest number; in a sum, the hottest term.

use hashbrown::HashSet;

use super::super::typeset::Setting;
use super::{LISTED, few};
use crate::answer::{Solver, Worth, worths};
use crate::game::{Game, written_sum};
use crate::value::{Dyadic, Form, Forms, List, Simplification};
use grundy_base::{ByPlayer, Convention, Outcome, Player, Stopped};

/// The most different terms that are explained.
const MOST_TERMS: usize = 8;

/// A term of a sum; a minus stands in front of the text if the players are exchanged in it.
struct Term {
    text: String,
    form: Form,
    /// What each player's moves lead to.
    options: ByPlayer<List>,
}

impl Term {
    /// The term with the players exchanged.
    fn negative(self, forms: &mut Forms<'_>) -> Result<Term, Stopped> {
        let mut exchanged = ByPlayer::<List>::default();
        for player in Player::BOTH {
            for &option in &self.options[player] {
                exchanged[player.opponent()].push(forms.negative(option)?);
            }
        }
        let text = format!("-{}", self.text);
        Ok(Term { text, form: forms.negative(self.form)?, options: exchanged })
    }
}

/// A value that a player can move to, and the names of the moves there.
type Reached = (Form, Vec<String>);

/// The steps of the argument, each with its heading; without the steps that take too much work.
pub(super) fn steps(game: &dyn Game, setting: Setting) -> Vec<(String, String)> {
    let mut argument = Argument { forms: Forms::new(few()), solver: Solver::default(), setting };
    let mut steps = Vec::new();
    let mut terms = Vec::new();
    let mut said = HashSet::new();
    for (term, negative) in game.signed_terms() {
        let Ok(Some((found, body))) = argument.value_of(&*term) else { return steps };
        if said.len() < MOST_TERMS && said.insert(found.text.clone()) {
            steps.push((format!("The value of {}", found.text), body));
        }
        let signed = if negative { found.negative(&mut argument.forms) } else { Ok(found) };
        let Ok(term) = signed else { return steps };
        terms.push(term);
    }
    let heading = if terms.len() == 1 { "What that means" } else { "The sum" };
    steps.extend(argument.sum(&terms).map(|body| (heading.to_string(), body)));
    if terms.len() > 1
        && let Ok(body) = argument.hottest(&terms)
        && !body.is_empty()
    {
        steps.push(("The temperature".to_string(), body));
    }
    steps
}

struct Argument<'a> {
    forms: Forms<'a>,
    solver: Solver,
    setting: Setting,
}

impl Argument<'_> {
    fn print(&mut self, form: Form) -> Result<String, Stopped> {
        Ok(self.setting.set(&self.forms.print(form)?))
    }

    fn list(&mut self, forms: &[Form]) -> Result<String, Stopped> {
        let printed: Result<Vec<String>, Stopped> =
            forms.iter().map(|&form| self.print(form)).collect();
        Ok(printed?.join(", "))
    }

    fn number(&self, number: &Dyadic) -> String {
        self.setting.set(&number.to_string())
    }

    /// A term that is no sum, and why its form is this one; none if its options have no forms.
    fn value_of(&mut self, term: &dyn Game) -> Result<Option<(Term, String)>, Stopped> {
        let text = term.text();
        if term.impartial() {
            let limits = *self.forms.limits();
            let Ok(form) = self.solver.form(term, &mut self.forms, &limits) else {
                return Ok(None);
            };
            let value = self.print(form)?;
            // The moves of the nimber are moves of the game.
            let moves = self.forms.options(form, Player::Left)?;
            let options = ByPlayer { left: moves.clone(), right: moves };
            let body = format!("both players have the same moves: worth {value}");
            return Ok(Some((Term { text, form, options }, body)));
        }
        let mut lines = Vec::new();
        let mut options: ByPlayer<List> = ByPlayer { left: List::new(), right: List::new() };
        for player in Player::BOTH {
            let Some(grouped) = self.moves(term, player)? else { return Ok(None) };
            options[player] = grouped.iter().map(|(form, _)| *form).collect();
            lines.extend(self.options(player, &grouped)?);
        }
        let nothing = options.left.is_empty() && options.right.is_empty();
        let (form, steps) = self.forms.simplified(options.left.clone(), options.right.clone())?;
        let value = self.print(form)?;
        for step in steps.iter().take(LISTED) {
            lines.push(self.step(step)?);
        }
        if steps.len() > LISTED {
            lines.push(format!("… and {} more steps", steps.len() - LISTED));
        }
        lines.push(if nothing {
            "nobody has a move: worth 0".to_string()
        } else if self.forms.is_number(form) {
            format!(
                "no option of Left is at least {value}, none of Right at most {value}, and it is \
                 the simplest such number: worth {value}"
            )
        } else if steps.is_empty() {
            format!("no option is dominated or reversible: worth {value}")
        } else {
            let left = self.forms.options(form, Player::Left)?;
            let right = self.forms.options(form, Player::Right)?;
            let (left, right) = (self.list(&left)?, self.list(&right)?);
            format!("{left} of Left and {right} of Right stay: worth {value}")
        });
        Ok(Some((Term { text, form, options }, lines.join("\n"))))
    }

    /// The names of a player's moves, those of one value together; none if they have no values.
    fn moves(&mut self, term: &dyn Game, player: Player) -> Result<Option<Vec<Reached>>, Stopped> {
        /// Boards have fewer moves, and heaps with more are better explained by their values.
        const MOST_MOVES: usize = 1000;
        let (moves, complete) = term.moves_up_to(player, MOST_MOVES);
        if !complete {
            return Ok(None);
        }
        let games: Vec<&dyn Game> = moves.iter().map(|option| &*option.to).collect();
        let limits = *self.forms.limits();
        let (worths, stopped) = worths(&games, Convention::Normal, &mut self.forms, &limits);
        if let Some(stopped) = stopped {
            return Err(stopped);
        }
        let mut grouped: Vec<Reached> = Vec::new();
        for (option, worth) in moves.iter().zip(worths) {
            let form = match worth {
                Some(Worth::Form(form)) => form,
                Some(Worth::Nimber(nimber)) => {
                    let nimber = nimber.nimber().and_then(|nimber| u32::try_from(nimber.0).ok());
                    let Some(nimber) = nimber else { return Ok(None) };
                    self.forms.nimber(nimber)?
                }
                None => return Ok(None),
            };
            // A position with nothing left may have no text of its own.
            let name = match option.name.is_empty() {
                true => option.to.text(),
                false => option.name.clone(),
            };
            match grouped.iter_mut().find(|(known, _)| *known == form) {
                Some((_, names)) => names.push(name),
                None => grouped.push((form, vec![name])),
            }
        }
        Ok(Some(grouped))
    }

    /// A line for each value that a player can move to.
    fn options(&mut self, player: Player, grouped: &[Reached]) -> Result<Vec<String>, Stopped> {
        /// Number of moves that are named.
        const NAMED: usize = 4;
        if grouped.is_empty() {
            return Ok(vec![format!("{player} has no move")]);
        }
        let mut lines = Vec::new();
        for (form, names) in grouped.iter().take(LISTED) {
            let value = self.print(*form)?;
            let mut named = names.iter().take(NAMED).cloned().collect::<Vec<_>>().join(", ");
            if names.len() > NAMED {
                named += &format!(" and {} more", names.len() - NAMED);
            }
            // If an option is its own value, it is not named twice.
            let by = if named == value { String::new() } else { format!(" by {named}") };
            lines.push(format!("{player} can move to {value}{by}"));
        }
        if grouped.len() > LISTED {
            lines.push(format!("… and to {} more values", grouped.len() - LISTED));
        }
        Ok(lines)
    }

    fn step(&mut self, step: &Simplification) -> Result<String, Stopped> {
        Ok(match step {
            Simplification::Dominated { player, option, by } => {
                let (option, by) = (self.print(*option)?, self.print(*by)?);
                format!("{option} is dominated: {by} is at least as good for {player}")
            }
            Simplification::Reversible { player, option, through, by } => {
                let opponent = player.opponent();
                let (option, through) = (self.print(*option)?, self.print(*through)?);
                let then = match &by[..] {
                    [] => format!("{player} has no option there, so it is left out"),
                    by => format!("what {player} has there takes its place: {}", self.list(by)?),
                };
                format!(
                    "{option} of {player} is reversible: {opponent} answers with {through}, at \
                     least as good for {opponent} as the game was; {then}"
                )
            }
        })
    }

    /// The value of a sum, and what it says about the winner.
    fn sum(&mut self, terms: &[Term]) -> Result<String, Stopped> {
        let mut lines = Vec::new();
        let total = self.forms.sum_all(terms.iter().map(|term| term.form))?;
        let value = self.print(total)?;
        if terms.len() > 1 {
            let printed: Result<Vec<String>, Stopped> =
                terms.iter().map(|term| self.print(term.form)).collect();
            lines.push(format!("{} = {value}", written_sum(printed?)));
        }
        lines.push(match self.forms.outcome(total)? {
            Outcome::L => format!("{value} is greater than 0: Left wins, whoever starts"),
            Outcome::R => format!("{value} is less than 0: Right wins, whoever starts"),
            Outcome::P => "a game worth 0 is lost for the player who starts".to_string(),
            _ => format!("{value} is confused with 0: the player who starts wins"),
        });
        if !self.forms.is_number(total) {
            let temperature = self.forms.temperature(total)?;
            let mean = self.forms.mean(total)?;
            lines.push(format!(
                "its mean is {}, and its temperature {}",
                self.number(&mean),
                self.number(&temperature)
            ));
        }
        Ok(lines.join("\n"))
    }

    /// The temperature of each term, and the move that sentestrat chooses.
    fn hottest(&mut self, terms: &[Term]) -> Result<String, Stopped> {
        let forms: Vec<Form> = terms.iter().map(|term| term.form).collect();
        let total = self.forms.sum_all(forms.iter().copied())?;
        let mut lines = Vec::new();
        let mut said = HashSet::new();
        for term in terms.iter().filter(|term| said.insert(&term.text)).take(LISTED) {
            let temperature = self.forms.temperature(term.form)?;
            lines.push(format!("{} has temperature {}", term.text, self.number(&temperature)));
        }
        for player in Player::BOTH {
            let Some(found) = self.forms.orthodox_move(&forms, player, None, None)? else {
                continue;
            };
            let gain = self.forms.difference(found.option, forms[found.term])?;
            let after = self.forms.sum(total, gain)?;
            let wins = self.forms.outcome(after)?.fate(player.opponent()).reversed();
            let wins = if wins == crate::Fate::Win { "it wins" } else { "it does not win" };
            let option = self.print(found.option)?;
            let Term { text, options, .. } = &terms[found.term];
            // An option from a reversal is reached after the opponent's answer.
            let how = match options[player].contains(&found.option) {
                true => "moves",
                false => "moves by the canonical form",
            };
            lines.push(format!("{player} {how} in {text} to {option} ({wins}): {}", found.reason));
        }
        Ok(lines.join("\n"))
    }
}
