//! Which method solves a game, why, and how much memory that will take.

use super::Settings;
use super::moves::Hints;
use grundy_ruleset::Flow;

/// How positions are found and decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// A dense table; one sweep up finds the positions, one sweep down decides them.
    Sweep {
        /// How many places it has.
        places: u64,
    },
    /// A dense table; positions are found in rounds, and decided in rounds by reverse
    /// moves.
    Table {
        /// How many places it has.
        places: u64,
    },
    /// Sorted keys, tier by tier; each option lies in a later tier.
    Tiers,
    /// Sorted keys; decided in rounds by reverse moves, tier by tier where there are tiers.
    UnMoves,
    /// The same, by stored reversed moves.
    Stored,
}

/// How workers share the positions of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sharing {
    /// There is one worker.
    Alone,
    /// Each has a range of the table.
    Table,
    /// Each has a range of the keys of each tier.
    Ranges,
    /// Keys are spread by their hashes.
    Hashes,
}

/// How a game will be solved.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Bytes of a key.
    pub key_bytes: usize,
    /// Whether play can come back, and what tiers say of it.
    pub flow: Flow,
    /// The method.
    pub method: Method,
    /// The reasons for this method.
    pub reasons: Vec<String>,
    /// How many workers there are.
    pub workers: usize,
    /// How they share the positions.
    pub sharing: Sharing,
    /// What is held in memory.
    pub memory: Memory,
}

/// An estimate of the peak memory of all workers of a process together.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Memory {
    /// Bytes, however many positions there are.
    pub fixed: u64,
    /// Bytes for each key that play reaches.
    pub each: f64,
    /// Bytes for each key of the largest tier.
    pub in_tier: f64,
    /// Bytes for each move within the largest tier.
    pub each_move: f64,
}

impl Memory {
    /// How many keys fit, if all lie in one tier with `moves` moves each.
    #[must_use]
    pub fn keys(&self, limit: u64, moves: f64) -> u64 {
        let each = self.each + self.in_tier + moves * self.each_move;
        (limit.saturating_sub(self.fixed) as f64 / each) as u64
    }
}

/// Bytes of a key in a sorted, packed list, and of a verdict beside it: about
/// what is measured.
const PACKED: f64 = 2.0;

impl Plan {
    pub(super) fn new(
        hints: &Hints,
        key_bytes: usize,
        workers: usize,
        settings: &Settings<'_>,
        tables: bool,
    ) -> Plan {
        let mut reasons = Vec::new();
        let memory = settings.limits.memory;
        let kept = settings.checkpoint.is_some();
        let Hints { flow, has_parents, keys_rise, alternates, .. } = *hints;
        let sweeps = keys_rise && alternates && workers == 1;
        let places = hints.dense.filter(|_| tables).filter(|&places| {
            let fits = places < memory / 8 && places < u64::from(u32::MAX);
            let back = sweeps || has_parents;
            reasons.push(match (fits, back, kept) {
                (false, ..) => format!(
                    "nearly all numbers are keys, but a table of {places} places is too much for \
                     {memory} bytes"
                ),
                (_, false, _) => "nearly all numbers are keys, but several workers cannot sweep \
                                  a table, and the rules take no move back"
                    .to_string(),
                (_, _, true) => "nearly all numbers are keys, but a table cannot go on after a \
                                 crash, as --checkpoint asks"
                    .to_string(),
                _ => "nearly all numbers are keys: a table has no need to store them".to_string(),
            });
            fits && back && !kept
        });
        let stays = matches!(flow, Flow::Loopy | Flow::Level);
        let method = match places {
            Some(places) if sweeps => Method::Sweep { places },
            Some(places) => Method::Table { places },
            None if !stays => Method::Tiers,
            None if has_parents => Method::UnMoves,
            None => Method::Stored,
        };
        reasons.push(
            match method {
                Method::Sweep { .. } => {
                    "every move leads to a greater key: no queue and no counters are needed"
                }
                Method::Table { .. } => {
                    "play can come back, and the rules take moves back: each key counts the \
                     options that may still save its player"
                }
                Method::Tiers if flow == Flow::Stepwise => {
                    "every move leads to the next tier: keys are read and written in order, \
                     and two tiers are looked at"
                }
                Method::Tiers => "every move leads to a later tier: no counters are needed",
                Method::UnMoves => {
                    "play can come back, and the rules take moves back: no move is stored"
                }
                Method::Stored => {
                    "play can come back, and the rules do not take moves back: the moves of a \
                     tier are turned round and stored"
                }
            }
            .to_string(),
        );
        match flow {
            Flow::Level if places.is_none() => {
                reasons
                    .push("moves never return to an earlier tier: one is decided at a time".into());
            }
            Flow::Loopy if places.is_none() => {
                reasons.push("there are no tiers: all positions are decided together".into());
            }
            _ => {}
        }
        let sharing = match method {
            _ if workers == 1 => Sharing::Alone,
            Method::Sweep { .. } | Method::Table { .. } => Sharing::Table,
            Method::Tiers if flow == Flow::Stepwise => Sharing::Ranges,
            _ => Sharing::Hashes,
        };
        let key = if kept || settings.spill.is_some() { PACKED } else { key_bytes as f64 };
        let memory = match method {
            // A byte or two a place, lists of what is new, and at the end the keys.
            Method::Sweep { places } => Memory::of(places, PACKED, 0.0, 0.0),
            Method::Table { places } => Memory::of(2 * places, PACKED + 8.0, 0.0, 0.0),
            // Lists are open in an eighth of the memory at most.
            Method::Tiers => Memory::of((memory / 8).min(1 << 27), PACKED, PACKED, 0.0),
            Method::UnMoves => Memory::of((memory / 8).min(1 << 27), PACKED, key + 8.0, 0.0),
            Method::Stored => Memory::of((memory / 8).min(1 << 27), PACKED, key + 8.0, 4.0),
        };
        Plan { key_bytes, flow, method, reasons, workers, sharing, memory }
    }
}

impl Memory {
    const fn of(fixed: u64, each: f64, in_tier: f64, each_move: f64) -> Self {
        Memory { fixed, each, in_tier, each_move }
    }
}
