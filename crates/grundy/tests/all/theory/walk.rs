//! Recursion over the followers of a game, on a stack of its own: forms may be

use super::testing::*;
use grundy::Stopped;

/// ↑[n] has options nested n deep.
#[test]
fn deep_games_need_no_deep_stack() {
    let work = || {
        let mut t = Theory::new();
        let (depth, star) = (500, t.form("*"));
        let mut g = Form::ZERO;
        for _ in 0..depth {
            g = t.forms.canonical([g], [star]).unwrap();
        }
        assert_eq!(t.forms.stop_count(g), Ok((1 + 2 * depth).into()));
        assert_eq!(t.forms.followers(g).unwrap().len(), depth + 2);
        assert!(t.forms.is_all_small(g).unwrap());
        let one = t.form("1");
        assert_eq!(t.forms.atomic_weight(g), Ok(Some(one)));
        let coefficients = vec![1; depth];
        let expected = Uptimal { coefficients, ..Uptimal::default() };
        assert_eq!(t.forms.uptimal_expansion(g), Ok(Some(expected)));
        assert_eq!(t.forms.cool(g, &Dyadic::new(1, 1)), Ok(Form::ZERO));
        assert_eq!(t.forms.reduced(g), Ok(Form::ZERO));
        let hot = t.forms.heat(g, one).unwrap();
        assert_eq!(t.forms.cool(hot, &Dyadic::from(1)), Ok(g));
    };
    std::thread::Builder::new().stack_size(256 << 10).spawn(work).unwrap().join().unwrap();
}

#[test]
fn walks_stop_at_the_limit() {
    let mut t = Theory::new();
    let (star, huge) = (t.form("*"), t.form("1000000000000000000"));
    t.forms.set_limits(Limits { memory: 1 << 20, ..Limits::default() });
    let stopped = t.forms.ordinal_sum(star, huge);
    assert!(matches!(stopped, Err(Stopped::Memory { .. })), "{stopped:?}");
}
