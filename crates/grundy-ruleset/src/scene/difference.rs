//! A move as changes of places, from the scenes before and after it.

use super::{Look, Owner, Piece, Scene, Token};

/// The move from one scene to the next: a piece is put on a place, a piece goes from a
/// place to another, or places are emptied. No tokens if the number of places differs.
#[must_use]
pub fn tokens(before: &Scene, after: &Scene) -> Vec<Token> {
    if before.places.len() != after.places.len() {
        return Vec::new();
    }
    let pieces = |place: usize| (&before.places[place].piece, &after.places[place].piece);
    let changed: Vec<usize> = (0..before.places.len())
        .filter(|&place| {
            let (old, new) = pieces(place);
            old != new
        })
        .collect();
    let there = |piece: &Option<Piece>| {
        piece.as_ref().is_some_and(|piece| !matches!(piece.look, Look::Missing | Look::Closed))
    };
    match changed.as_slice() {
        [] => Vec::new(),
        &[place] => match pieces(place) {
            (_, new) if there(new) => {
                vec![Token::Put { places: vec![place], piece: new.clone() }]
            }
            _ => vec![Token::Cut { at: Some(place), gone: vec![place] }],
        },
        _ => step(before, after, &changed)
            .map_or_else(|| vec![Token::Cut { at: None, gone: changed }], |step| vec![step]),
    }
}

/// As [`tokens`], but several changed places are covered with a piece.
#[must_use]
pub fn covered(before: &Scene, after: &Scene, piece: &Piece) -> Vec<Token> {
    let cover = |token| match token {
        Token::Cut { gone: places, .. } => Token::Put { places, piece: Some(piece.clone()) },
        token => token,
    };
    tokens(before, after).into_iter().map(cover).collect()
}

/// The step of the one piece that went from a place to another; other pieces may have
/// been removed.
fn step(before: &Scene, after: &Scene, changed: &[usize]) -> Option<Token> {
    let is = |scene: &Scene, place: usize, piece: &Piece| {
        scene.places[place].piece.as_ref() == Some(piece)
    };
    let mut steps = changed.iter().filter_map(|&to| {
        let piece = after.places[to].piece.as_ref()?;
        if matches!(piece.look, Look::Missing | Look::Closed) || piece.owner == Owner::Nobody {
            return None;
        }
        let mut left = changed.iter().filter(|&&from| is(before, from, piece));
        let from = *left.next()?;
        left.next().is_none().then_some(Token::Step { from, to })
    });
    let step = steps.next()?;
    steps.next().is_none().then_some(step)
}
