//! Nim in which one of the players may pass, once in the whole game.
//!
//! # Known answers
//!
//! The answers are from a search over tuples of heaps, written without this library.
//!
//! ```text
//! nim-with-a-pass(0) => outcome=P value=0
//! nim-with-a-pass(1) => outcome=N value=*2
//! nim-with-a-pass(4) => outcome=N value=*3
//! nim-with-a-pass(1,2) => outcome=P value=0
//! nim-with-a-pass(2,2) => outcome=N value=*2
//! nim-with-a-pass(1,1,1) => outcome=P value=0
//! nim-with-a-pass(1,2,3) => outcome=N value=*
//! nim-with-a-pass(2,3,5) => outcome=P value=0
//! nim-with-a-pass(2,4,6) => outcome=N value=*6
//! nim-with-a-pass(spent; 1,2,3) => outcome=P value=0
//! ```

use super::ordered_heaps;
use crate::catalogue::{Arguments, Entry, Family};
use grundy_base::{ParseError, Player, Text};
use grundy_ruleset::board::heaps;
use grundy_ruleset::board::heaps::Heaps;
use grundy_ruleset::scene::{Scene, Token, keys};
use grundy_ruleset::words::{Bytes, InWords, bytes_of};
use grundy_ruleset::{Notation, Ruleset};

/// Nim with a pass.
#[derive(Clone, Copy, Debug)]
pub struct NimWithAPass;

/// The heaps, and whether the pass is still available.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Table {
    pass: bool,
    heaps: Heaps,
}

impl InWords for Table {
    type Words = Bytes;

    fn to_words(&self) -> Bytes {
        let heaps = self.heaps.iter().flat_map(|&size| (size as u32).to_be_bytes());
        std::iter::once(u8::from(self.pass)).chain(heaps).collect()
    }

    fn from_words(bytes: &Bytes) -> Table {
        let (pass, heaps) = bytes.split_first().unwrap_or((&0, &[]));
        let size = |four: &[u8]| four.iter().fold(0, |size, &byte| size << 8 | u64::from(byte));
        Table { pass: *pass == 1, heaps: heaps.chunks_exact(4).map(size).collect() }
    }

    fn bytes(bytes: &Bytes) -> usize {
        bytes_of(bytes)
    }
}

const PASS: &str = "pass";
/// The text before the heaps when the pass has been used.
const SPENT: &str = "spent";

impl Ruleset for NimWithAPass {
    type Position = Table;

    fn impartial(&self) -> bool {
        true
    }

    fn options(&self, table: &Table, _: Player) -> impl Iterator<Item = Table> {
        let Table { heaps, pass } = table;
        let passes = *pass && heaps.iter().any(|&size| size > 0);
        let passed = passes.then(|| Table { heaps: heaps.clone(), pass: false });
        let taken = heaps.iter().enumerate().flat_map(move |(place, &size)| {
            (0..size).map(move |left| Table {
                heaps: ordered_heaps::with(heaps, place, left),
                pass: *pass,
            })
        });
        taken.chain(passed)
    }

    /// All heaps share the pass. Without it they are heaps of Nim, and each is a component.
    fn components(&self, table: Table) -> impl Iterator<Item = Table> {
        let Table { mut heaps, pass } = table;
        heaps.retain(|size| *size > 0);
        heaps.sort_unstable();
        let parts: Vec<Heaps> = match pass {
            true if heaps.is_empty() => Vec::new(),
            true => vec![heaps],
            false => heaps.into_iter().map(|size| Heaps::from_slice(&[size])).collect(),
        };
        parts.into_iter().map(move |heaps| Table { heaps, pass })
    }

    fn negative(&self, table: &Table) -> Option<Table> {
        Some(table.clone())
    }
}

impl Notation for NimWithAPass {
    fn name(&self) -> &'static str {
        "nim-with-a-pass"
    }

    fn print(&self, table: &Table) -> String {
        let heaps = heaps::print(&table.heaps);
        if table.pass { heaps } else { format!("{SPENT}; {heaps}") }
    }

    fn read(&self, text: Text<'_>) -> Result<Table, ParseError> {
        match text.split_once(";") {
            None => Ok(Table { heaps: ordered_heaps::read(text)?, pass: true }),
            Some((word, heaps)) if word.as_str() == SPENT => {
                Ok(Table { heaps: ordered_heaps::read(heaps)?, pass: false })
            }
            Some((word, _)) => Err(word.expected(format!("'{SPENT}', or heaps alone"))),
        }
    }

    fn draw(&self, table: &Table) -> String {
        let heaps = heaps::draw(&table.heaps);
        if table.pass { format!("{heaps}\na pass is left") } else { heaps }
    }

    /// A key for passing comes below the heaps.
    fn scene(&self, table: &Table) -> Scene {
        let mut scene = ordered_heaps::scene(&table.heaps);
        keys::add(&mut scene, table.pass.then(|| PASS.to_string()));
        scene
    }

    fn tokens(&self, scene: &Scene, from: &Table, to: &Table, _: Player) -> Vec<Token> {
        if from.pass != to.pass {
            return vec![Token::press(scene.places.len() - 1)];
        }
        let heaps = from.heaps.iter().zip(&to.heaps).enumerate();
        let changed = heaps.filter(|(_, (before, after))| before != after);
        changed
            .flat_map(|(place, (_, &left))| ordered_heaps::tokens(&from.heaps, place, left))
            .collect()
    }

    fn move_name(&self, from: &Table, to: &Table, _: Player) -> String {
        if from.pass == to.pass { heaps::print(&to.heaps) } else { PASS.to_string() }
    }
}

/// Nim with a pass in the catalogue.
pub const fn entry() -> Entry {
    Entry {
        name: "nim-with-a-pass",
        aliases: &["nim-with-pass"],
        family: Family::Heaps,
        title: "Nim with a pass",
        about: "Play Nim, but once in the whole game one of the players may pass. That small change \
                destroys the pattern: nobody knows a rule for who wins with three heaps.",
        rules: "There are heaps of tokens. A move takes any number of tokens, at least one, from one \
                heap; or it passes, if nobody has passed before and a token is left. The player who \
                takes the last token wins. Behind `spent;` stand heaps after the pass was used, \
                which are those of Nim.",
        notation: "nim-with-a-pass(HEAP,HEAP,…) or nim-with-a-pass(spent; HEAP,HEAP,…)",
        examples: &[
            "nim-with-a-pass(1,2,3)",
            "nim-with-a-pass(4,3)",
            "nim-with-a-pass(spent; 3,5)",
        ],
        source: "David Gale, in: Richard K. Guy and Richard J. Nowakowski, Unsolved problems in \
                 combinatorial games; Richard M. Low and W. H. Chan, An atlas of N- and P-positions \
                 in \"Nim with a pass\", Integers 15, 2015",
        parse: &|arguments: &Arguments<'_>| {
            let table = match arguments.optional() {
                (Some(word), Some(heaps)) if word.as_str() == SPENT => {
                    Table { heaps: ordered_heaps::read(heaps)?, pass: false }
                }
                (Some(word), Some(_)) => {
                    return Err(word.expected(format!("'{SPENT}', or heaps alone")));
                }
                _ => NimWithAPass.read(arguments.position_only()?)?,
            };
            Ok(arguments.game_in_words(NimWithAPass, table))
        },
    }
}
