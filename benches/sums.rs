//! Who wins when Left starts, by search, in games on which other programs were measured. MCGS 1.5
//! (University of Alberta), in CPU seconds on the machine of the figures in README: Clobber 5×4
//! 1.33, fourteen pairs in a row 0.10, nineteen 4.4, Amazons 4×4 2.62, Domineering 6×6 5.98; and
//! igsolve: Cram 7×5 0.87, 9×4 0.33.

use std::time::Duration;

use criterion::{Criterion, criterion_group, criterion_main};
use grundy::{Limits, Player, catalogue};

fn wins(text: &str) -> bool {
    let game = catalogue::parse(text).unwrap();
    let limits = Limits { memory: 1 << 30, ..Limits::default() };
    let mut sums = game.sums(limits).unwrap();
    sums.wins(&game.sum_terms(), Player::Left, usize::MAX).unwrap().unwrap()
}

fn sums(c: &mut Criterion) {
    let mut group = c.benchmark_group("sums");
    group.sample_size(10).warm_up_time(Duration::from_millis(100));
    let pairs = |count: usize| format!("clobber({})", "xo".repeat(count));
    for (name, text, expected) in [
        ("clobber 5x4", "clobber(5x4)".to_string(), true),
        ("clobber 14 pairs", pairs(14), true),
        ("clobber 19 pairs", pairs(19), true),
        ("amazons 4x4, a queen each", "amazons(x...|....|....|...o)".to_string(), true),
        ("amazons 4x4, two each", "amazons(x..o|....|....|o..x)".to_string(), true),
        ("domineering 6x6", "domineering(6x6)".to_string(), true),
        ("nogo 4x4", "nogo(4x4)".to_string(), false),
        ("nogo 1x20", "nogo(20x1)".to_string(), true),
        (
            "elephants and rhinos, two rows",
            "elephants-and-rhinos(.ER........E..ER...R...ER.....ERE.R.....) + \
             elephants-and-rhinos(E.E.......E.R..R....R..EE..RE.R.......R.)"
                .to_string(),
            true,
        ),
        (
            "mixed boards",
            "clobber(3x4) + domineering(5x5) - amazons(x..|...|..o) + nogo(3x3)".to_string(),
            true,
        ),
        ("cram 7x5", "cram(7x5)".to_string(), true),
        ("cram 9x4", "cram(9x4)".to_string(), true),
    ] {
        group.bench_function(name, |b| b.iter(|| assert_eq!(wins(&text), expected, "{text}")));
    }
    group.finish();
}

criterion_group!(benches, sums);
criterion_main!(benches);
