//! Handicap stones of Go, on the points given by the Go Text Protocol.

use super::board::{Board, Kind};

/// The places of `stones` stones; none if there are no such places. They are on the third line of
/// boards with sides from 7 to 12.
pub(super) fn fixed(board: &Board, stones: usize) -> Option<Vec<usize>> {
    let side = board.width;
    if board.kind != Kind::Go || side != board.height || !(7..=12).contains(&side) {
        return None;
    }
    let (low, high) = (2, side - 3);
    // Counted from the corner at the bottom left; rows count from the top.
    let corners = [(low, high), (high, low), (low, low), (high, high)];
    // Larger boards with a middle have more such points, and more than 64 points.
    (2..=corners.len())
        .contains(&stones)
        .then(|| corners[..stones].iter().map(|(x, y)| y * side + x).collect())
}
