//! Some moves of any game that a file states.

use grundy::stated::{Expansions, Stated};
use grundy::{Fault, Player, Text};

/// Asks for moves from the start on, as both players; what is printed of the positions
/// is read again as the same.
pub(crate) fn walk(game: &dyn Stated) -> Result<(), Fault> {
    let mut positions = vec![game.start()];
    let mut found = Expansions::default();
    for _ in 0..3 {
        let asked: Vec<(&[u8], Player)> = positions
            .iter()
            .take(20)
            .flat_map(|bytes| Player::BOTH.map(|player| (&bytes[..], player)))
            .collect();
        found.clear();
        game.expand(&asked, &mut found)?;
        assert_eq!(found.len(), asked.len());
        positions = found
            .positions()
            .flat_map(|(_, options)| options.map(|(bytes, _)| bytes.to_vec()).collect::<Vec<_>>())
            .collect();
        for bytes in positions.iter().take(3) {
            let printed = game.print(bytes);
            if let Ok(read) = game.read(Text::new(&printed)) {
                assert_eq!(game.print(&read), printed);
            }
        }
    }
    Ok(())
}
