//! Who wins a sum of partizan games that has too many positions: from what its terms
//! are worth.

use hashbrown::HashMap;

use super::{Answer, Best, Options, Side, Whole, Worth, worths};
use crate::game::Game;
use crate::limits::Stopped;
use crate::outcome::Convention;
use crate::player::{ByPlayer, Player};
use crate::value::{Form, Forms, LoopyNimber};

/// Whether the terms of a game may say who wins it.
pub(super) fn may_add(game: &dyn Game, options: &Options<'_>) -> bool {
    options.whole != Whole::Always
        && options.convention == Convention::Normal
        && !game.impartial()
        && !game.has_ends()
        && game.terms().len() > 1
}

/// So many terms the moves of an answer may have in all.
const MOST_TERMS: usize = 1 << 22;

/// What a term is worth, and what each player's moves in it leave.
struct Term {
    form: Form,
    options: ByPlayer<Vec<Form>>,
}

/// Who wins a sum of which [`may_add`] holds, and with which moves; none where a term
/// has no canonical form, or forms take too much memory. Equal terms are valued once.
///
/// Time: what the forms of the terms take, and a sum of forms for each move.
pub(super) fn added(game: &dyn Game, options: &Options<'_>) -> Result<Option<Answer>, Stopped> {
    match sides(game, options) {
        Ok(Some(ByPlayer { left, right })) => {
            Ok(Some(Answer::from_sides(game, options.convention, Some(left), Some(right))))
        }
        Ok(None) | Err(Stopped::Memory { .. } | Stopped::Positions { .. }) => Ok(None),
        Err(stopped) => Err(stopped),
    }
}

fn sides(game: &dyn Game, options: &Options<'_>) -> Result<Option<ByPlayer<Side>>, Stopped> {
    let mut forms = Forms::new(options.limits);
    let (mut terms, mut places): (Vec<Term>, Vec<usize>) = (Vec::new(), Vec::new());
    let mut known: HashMap<String, usize> = HashMap::new();
    for term in game.terms() {
        let text = term.text();
        let place = match known.get(&text) {
            Some(&place) => place,
            None => {
                let Some(term) = valued(&*term, &mut forms, options)? else { return Ok(None) };
                terms.push(term);
                known.insert(text, terms.len() - 1);
                terms.len() - 1
            }
        };
        places.push(place);
    }
    let total = forms.sum_all(places.iter().map(|&place| terms[place].form))?;
    let outcome = forms.outcome(total)?;
    let mut rests = Vec::with_capacity(terms.len());
    for term in &terms {
        let without = forms.negative(term.form)?;
        rests.push(forms.sum(total, without)?);
    }
    // A move of a sum of very many terms is long.
    let most = options.most_moves.min(MOST_TERMS / places.len()).max(1);
    let mut side = |starter: Player| -> Result<Side, Stopped> {
        let fate = outcome.fate(starter);
        let (moves, complete) = game.moves_up_to(starter, most);
        // The moves of a sum are those of its terms, one after the other.
        let after = places.iter().flat_map(|&place| {
            terms[place].options[starter].iter().map(move |&option| (place, option))
        });
        let mut best = Vec::new();
        for (found, (place, option)) in moves.into_iter().zip(after) {
            let after = forms.sum(rests[place], option)?;
            if forms.outcome(after)?.fate(starter.opponent()).reversed() == fate {
                let (position, to) = (found.to.position(), found.to.text());
                best.push(Best { name: found.name, position, to, fate, remoteness: None });
            }
        }
        Ok(Side { fate, remoteness: None, best, complete })
    };
    Ok(Some(ByPlayer { left: side(Player::Left)?, right: side(Player::Right)? }))
}

fn valued(
    term: &dyn Game,
    forms: &mut Forms<'_>,
    options: &Options<'_>,
) -> Result<Option<Term>, Stopped> {
    let moves = ByPlayer::new(|player| term.moves(player));
    let after = moves.left.iter().chain(&moves.right).map(|found| &*found.to);
    let games: Vec<&dyn Game> = std::iter::once(term).chain(after).collect();
    let (found, stopped) = worths(&games, options.convention, forms, &options.limits);
    if let Some(stopped) = stopped {
        return Err(stopped);
    }
    let mut values = Vec::with_capacity(found.len());
    for worth in found {
        values.push(match worth {
            Some(Worth::Form(form)) => form,
            Some(Worth::Nimber(LoopyNimber::Finite(nimber))) => match u32::try_from(nimber.0) {
                Ok(nimber) => forms.nimber(nimber)?,
                Err(_) => return Ok(None),
            },
            _ => return Ok(None),
        });
    }
    let (left, right) = values[1..].split_at(moves.left.len());
    let options = ByPlayer { left: left.to_vec(), right: right.to_vec() };
    Ok(Some(Term { form: values[0], options }))
}
