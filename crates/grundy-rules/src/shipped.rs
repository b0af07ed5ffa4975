//! The rule files that programs carry: some files of `examples/rules`. Links in `carried` lead to
//! them, so that they are packed with this crate.

use std::sync::Arc;

use grundy::catalogue::{Family, Shipped};

use crate::bounds::Bounds;
use crate::file::load_within;

/// A file, and what the catalogue says of it besides.
struct Carried {
    file: &'static str,
    text: &'static str,
    aliases: &'static [&'static str],
    family: Family,
    examples: &'static [&'static str],
    source: &'static str,
}

macro_rules! carried {
    ($($file:literal $family:ident [$($alias:literal),*] [$($example:literal),+] $source:literal;)+) => {
        const FILES: &[Carried] = &[$(Carried {
            file: $file,
            text: include_str!(concat!("carried/", $file)),
            aliases: &[$($alias),*],
            family: Family::$family,
            examples: &[$($example),+],
            source: $source,
        }),+];
    };
}

// Files whose games are built in under the same name are not carried.
carried! {
    "take-one-or-two.star" Heaps [] ["take-one-or-two", "take-one-or-two(9)"]
        "Claude Gaspar Bachet de Méziriac, Problèmes plaisants et délectables, 1612";
    "l-to-r-nim.star" Heaps [] ["l-to-r-nim", "l-to-r-nim(4,9,3)"]
        "Winning Ways for your Mathematical Plays, chapter 4 (subtraction games)";
    "notakto.star" Grid ["x-only-tic-tac-toe"] ["notakto"]
        "Thane E. Plambeck and Greg Whitehead, The secrets of Notakto: winning at X-only tic-tac-toe, \
         2013";
    "hexapawn.star" Grid [] ["hexapawn", "hexapawn(4,3)"]
        "Martin Gardner, Mathematical Games, Scientific American, March 1962";
    "breakthrough.star" Grid [] ["breakthrough", "breakthrough(2,4)"]
        "Dan Troyka, Breakthrough, 2000";
    "oware.star" Grid ["awari", "wari", "awale"] ["oware", "oware(2,1)"]
        "Oware Society, The rules of oware abapa; John W. Romein and Henri E. Bal, Solving the game of \
         awari using parallel retrograde analysis, 2003";
    "deque.star" Strip [] ["deque", "deque(4,2,9,7,1,5)"]
        "Educational DP Contest, problem L, AtCoder, 2019";
    "king-and-rook.star" Grid [] ["king-and-rook"]
        "Chess endings on a board of four by four";
    "l-game.star" Grid [] ["l-game"] "Edward de Bono, The L-game, 1967";
    "mu-torere.star" Graph [] ["mu-torere"]
        "Marcia Ascher, Mu Torere: an analysis of a Maori game, Mathematics Magazine 60, 1987";
    "hackenbush-stalks.star" Graph [] ["hackenbush-stalks"]
        "Winning Ways for your Mathematical Plays, chapter 1";
}

/// The files that programs carry, for [`grundy::catalogue::ship`]; a file that these bounds do not
/// allow to be read is left out.
#[must_use]
pub fn shipped(bounds: Bounds) -> Vec<Shipped> {
    let read = |carried: &Carried| {
        let &Carried { file, text, aliases, family, examples, source } = carried;
        let statement = Arc::new(load_within(file, text, bounds.clone()).ok()?);
        Some(Shipped { statement, aliases, family, examples, source })
    };
    FILES.iter().filter_map(read).collect()
}
