//! What a move does, where that is more than its name says.

use grundy::Game;
use grundy::scene::{Ground, Look, Place, Scene, Stroke, Token};
use serde::Serialize;

/// What a move leaves of a heap.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub(super) struct HeapChange {
    /// The number of the heap, from 1; none if it is the only one.
    heap: Option<usize>,
    from: u64,
    /// What is there instead: one heap, or several if it is split; 0 if nothing.
    to: Vec<u64>,
}

/// The heaps of a position, before a move.
pub(super) struct HeapsBefore {
    sizes: Vec<u64>,
}

impl HeapsBefore {
    /// None where a position is no heaps, though it may be numbers.
    pub(super) fn of(game: &dyn Game) -> Option<Self> {
        let heaps = HeapsBefore::sized(game)?;
        let token = |place: &Place| {
            let look = place.piece.as_ref().map(|piece| piece.look);
            matches!(look, Some(Look::Token | Look::Skittle | Look::Block(_)))
        };
        game.scene().places.iter().any(token).then_some(heaps)
    }

    /// The heaps of a game that is known to be one of heaps.
    pub(super) fn sized(game: &dyn Game) -> Option<Self> {
        Some(HeapsBefore { sizes: sizes(game)? })
    }

    /// The heaps that a move of this name changes; none where this does not say what it does, or
    /// the name does.
    pub(super) fn changes(&self, name: &str, after: &dyn Game) -> Option<Vec<HeapChange>> {
        if name != after.position() {
            return None;
        }
        let found = changed(&self.sizes, &sizes(after)?);
        (!found.is_empty()).then_some(found)
    }
}

fn sizes(game: &dyn Game) -> Option<Vec<u64>> {
    game.position().split(',').map(|size| size.trim().parse().ok()).collect()
}

fn changed(before: &[u64], after: &[u64]) -> Vec<HeapChange> {
    let change = |heap: usize, to: &[u64]| HeapChange {
        heap: (before.len() > 1).then_some(heap + 1),
        from: before[heap],
        to: to.to_vec(),
    };
    if before.len() == after.len() {
        let differ = (0..before.len()).filter(|&heap| before[heap] != after[heap]);
        return differ.map(|heap| change(heap, &after[heap..=heap])).collect();
    }
    // One heap was split, or is gone: those before it and behind it are as they were.
    let heap = before.iter().zip(after).take_while(|(one, other)| one == other).count();
    let rest = before.len().saturating_sub(heap + 1);
    let end = after.len().checked_sub(rest).filter(|&end| end >= heap && heap < before.len());
    let end = end.filter(|&end| before[heap + 1..] == after[end..]);
    end.map(|end| change(heap, &after[heap..end])).into_iter().collect()
}

/// Whether a drawing has edges.
pub(super) fn has_edges(scene: &Scene) -> bool {
    scene.lines.iter().any(|line| matches!(line.stroke, Stroke::Edge(_)))
}

/// The edge that a move cuts, in a drawing of edges.
pub(super) fn edge(scene: &Scene, tokens: &[Token]) -> Option<String> {
    let Token::Cut { at: Some(at), .. } = tokens.first().filter(|_| has_edges(scene))? else {
        return None;
    };
    let place = scene.places.get(*at)?;
    matches!(place.ground, Ground::Gap(_)).then(|| place.name.clone())
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy::catalogue;

    fn said(before: &[u64], after: &[u64]) -> Vec<(Option<usize>, u64, Vec<u64>)> {
        let found = changed(before, after);
        found.into_iter().map(|HeapChange { heap, from, to }| (heap, from, to)).collect()
    }

    #[test]
    fn a_move_says_which_heap_it_changes() {
        assert_eq!(said(&[3, 4, 5], &[3, 1, 5]), [(Some(2), 4, vec![1])]);
        assert_eq!(said(&[9], &[7]), [(None, 9, vec![7])]);
        assert_eq!(said(&[3, 7], &[3, 4, 2]), [(Some(2), 7, vec![4, 2])]);
        assert_eq!(said(&[7, 3], &[1, 6, 3]), [(Some(1), 7, vec![1, 6])]);
        assert_eq!(said(&[2, 2, 7], &[2, 2, 2, 5]), [(Some(3), 7, vec![2, 5])]);
        // Two heaps at once, as in Wythoff's game.
        assert_eq!(said(&[5, 3], &[4, 2]), [(Some(1), 5, vec![4]), (Some(2), 3, vec![2])]);
        assert_eq!(said(&[3, 4], &[3]), [(Some(2), 4, vec![])]);
    }

    #[test]
    fn numbers_that_are_no_heaps_have_no_heaps() {
        let is_of_heaps = |text: &str| HeapsBefore::of(&*catalogue::parse(text).unwrap()).is_some();
        for text in ["nim(3,4)", "wythoff(5,3)", "nim(1000000)", "kayles(7)", "end-nim(2,5,3)"] {
            assert!(is_of_heaps(text), "{text}");
        }
        for text in ["sylver-coinage(4,7)", "tic-tac-toe", "domineering(2x2)", "nim(2) + nim(3)"] {
            assert!(!is_of_heaps(text), "{text}");
        }
    }

    #[test]
    fn the_edge_that_is_cut_is_named() {
        let edges = |text: &str| -> Vec<Option<String>> {
            let game = catalogue::parse(text).unwrap();
            let moves = game.moves(grundy::Player::Left);
            moves.iter().map(|step| edge(&game.scene(), &step.tokens)).collect()
        };
        // A blue edge with a red and a green one on it.
        let mut named: Vec<String> =
            edges("hackenbush(B[R,G])").into_iter().map(Option::unwrap).collect();
        named.sort();
        assert_eq!(named, ["1B", "2G"]);
        assert_eq!(edges("cutcake(3x2)"), [None]);
        assert_eq!(edges("nim(1)"), [None]);
    }

    #[test]
    fn what_no_move_of_a_heap_does_is_not_said() {
        assert_eq!(said(&[3, 4], &[3, 4]), []);
        assert_eq!(said(&[3, 4, 5], &[1, 1, 4, 9]), []);
    }
}
