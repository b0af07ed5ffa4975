//! A random arena with loops, of any size: the same graph for the same seed.

use grundy::graph::{Arena, ArenaBuilder};
use grundy::{End, Player};

/// SplitMix64 (Steele, Lea and Flood 2014).
pub(crate) struct SplitMix(pub(crate) u64);

impl SplitMix {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ z >> 31
    }
}

/// `nodes` nodes, half of them Left's. `ends_per_mille` in a thousand are ends, half of them won by
/// Left; the others have one to seven different options.
pub(crate) fn arena(nodes: u32, seed: u64, ends_per_mille: u64) -> Arena {
    let mut random = SplitMix(seed);
    let mut build = ArenaBuilder::with_capacity(false, nodes as usize, nodes as usize * 18 / 5);
    for node in 0..nodes {
        let mover = if random.next() & 1 == 0 { Player::Left } else { Player::Right };
        let mut options = [0; 7];
        let mut end = None;
        let mut degree = 0;
        if random.next() % 1000 < ends_per_mille {
            let winner = if random.next() & 1 == 1 { Player::Left } else { Player::Right };
            end = Some(End::Won(winner));
        } else {
            let wanted = 1 + random.next() as usize % 7;
            while degree < wanted {
                let option = (((random.next() >> 32) * u64::from(nodes)) >> 32) as u32;
                if option != node && !options[..degree].contains(&option) {
                    options[degree] = option;
                    degree += 1;
                }
            }
        }
        build.node(mover, end, options[..degree].iter().copied()).expect("few moves");
    }
    build.finish()
}
