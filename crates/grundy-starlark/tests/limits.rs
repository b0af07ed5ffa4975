//! Programs that mean no good end in an error; files are shared by threads and do not change.

mod support;

use grundy_starlark::{ErrorKind, Module, syntax};
use support::{LIMITS, Patience, run};

fn kind(program: &str) -> ErrorKind {
    run(program).expect_err(program).kind()
}

#[test]
fn what_takes_too_much_memory_is_stopped() {
    for body in [
        "return \"x\" * 2000000000",
        "return [0] * 2000000000",
        "return (1, 2) * 1000000000",
        "return list(range(2000000000))",
        "return [i for i in range(2000000000)]",
        "return \"ab\".replace(\"\", \"x\" * 40000000)",
        "x = [1]\n    for _ in range(100): x += x",
        "x = \"a\"\n    for _ in range(100): x += x",
        "x = {}\n    for i in range(100000000): x[i] = i",
        "return sorted(range(2000000000))",
        "return \"\".join([\"x\" * 10000000 for _ in range(100)])",
    ] {
        let found = kind(&format!("def f():\n    {body}\n"));
        assert!(matches!(found, ErrorKind::Memory | ErrorKind::Stopped), "{body}: {found:?}");
    }
}

#[test]
fn what_takes_too_long_is_stopped() {
    for body in [
        "for i in range(2000000000): pass",
        "return sum(range(2000000000))",
        "return any([False for i in range(3000000)])",
        "return max(range(2000000000))",
    ] {
        assert_eq!(kind(&format!("def f():\n    {body}\n")), ErrorKind::Stopped, "{body}");
    }
}

#[test]
fn recursion_has_a_limit_also_on_a_small_stack() {
    let long = (0..1500).map(|n| format!("{n} + ")).collect::<String>();
    let deep =
        format!("def g(n): return n if n == 0 else {long} g(n - 1)\ndef f(): return g(200)\n");
    let load = move |program: &str| {
        Module::load(&syntax::parse(program).unwrap(), &LIMITS, &Patience(1000.into())).unwrap()
    };
    let modules = on_stack(64 << 20, move || [load(&deep), load("def f(): return f()\n")]);
    let found = on_stack(256 << 10, move || {
        modules.map(|module| {
            module.session(&LIMITS, &Patience(1000.into()), |mut session| {
                let f = session.get("f").unwrap();
                session.call(f, &[], &[]).map(|value| value.repr()).map_err(|error| error.kind())
            })
        })
    });
    assert_eq!(found, [Ok("224850000".to_string()), Err(ErrorKind::Depth)]);
}

fn on_stack<R: Send + 'static>(size: usize, work: impl FnOnce() -> R + Send + 'static) -> R {
    std::thread::Builder::new().stack_size(size).spawn(work).unwrap().join().unwrap()
}

#[test]
fn deep_values_are_neither_compared_nor_kept() {
    let deep = "x = ()\nfor _ in range(100000): x = (x,)\n";
    assert_eq!(kind(&format!("{deep}def f(): return x\n")), ErrorKind::Value);
    for body in ["x == y", "x < y", "{x: 1}", "[x].index(y)"] {
        let program = format!(
            "def f():\n    x, y = (), ()\n    for _ in range(50000):\n        x, y = (x,), (y,)\n    \
             return {body}\n"
        );
        assert_eq!(kind(&program), ErrorKind::Value, "{body}");
    }
    let lists = "x = []\nfor _ in range(100000): x = [x]\ndef f(): return len(repr(x))\n";
    assert!(run(lists).is_ok());
}

#[test]
fn what_a_file_has_bound_does_not_change() {
    for change in [
        "LIST.append(1)",
        "LIST[0] = 1",
        "LIST += [1]",
        "DICT[1] = 2",
        "DICT.update(x = 1)",
        "DICT |= {1: 2}",
        "SET.add(4)",
        "NESTED[0][1].append(1)",
        "LIST.clear()",
        "shared()",
    ] {
        let program = format!(
            "LIST = [1]\nDICT = {{}}\nSET = set([1])\nNESTED = [(1, [2])]\ndef maker():\n    state = []\n    \
             return lambda: state.append(1)\nshared = maker()\ndef g(LIST, DICT):\n    {change}\ndef f():\n    \
             return g(LIST, DICT)\n"
        );
        assert_eq!(run(&program).unwrap_err().message(), "immutable", "{change}");
    }
    let program = "LIST = [1, 2]\ndef f():\n    return [x for x in LIST for y in LIST]\n";
    assert_eq!(run(program).unwrap(), "[1, 1, 2, 2]");
}

#[test]
fn what_is_gone_through_does_not_change() {
    for body in [
        "x = [1]\n    for i in x: x.append(i)",
        "x = {1: 2}\n    for i in x: x[i + 1] = 3",
        "x = set([1])\n    for i in x: x.add(i + 1)",
        "x = [1]\n    return [x.append(i) for i in x]",
    ] {
        let error = run(&format!("def f():\n    {body}\n")).unwrap_err();
        assert!(error.message().contains("while iterating"), "{error}");
    }
    assert_eq!(
        run("def f():\n    x = [1]\n    for i in x: pass\n    x.append(2)\n    return x\n")
            .unwrap(),
        "[1, 2]"
    );
}

#[test]
fn threads_share_a_file() {
    let program = "
LINES = [(i, [i, i + 1], {i: str(i)}) for i in range(50)]
def f():
    total = 0
    for i, pair, names in LINES:
        for j in pair:
            total += j if i in names else 0
    return total
";
    let watch = Patience(1000.into());
    let module = Module::load(&syntax::parse(program).unwrap(), &LIMITS, &watch).unwrap();
    let call = || {
        let watch = Patience(1000.into());
        (0..100)
            .map(|_| {
                module.session(&LIMITS, &watch, |mut session| {
                    let f = session.get("f").unwrap();
                    session.call(f, &[], &[]).unwrap().as_int().unwrap()
                })
            })
            .sum::<i64>()
    };
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..8).map(|_| scope.spawn(call)).collect();
        for thread in threads {
            assert_eq!(thread.join().unwrap(), 100 * 2500);
        }
    });
}

/// Whatever stands in a file, it is read or refused.
#[test]
fn pieces_of_programs_are_read_or_refused() {
    let whole = include_str!("programs.txt");
    for from in (0..whole.len()).step_by(97) {
        for length in [3, 17, 120, 600] {
            let text = whole.get(from..(from + length).min(whole.len())).unwrap_or_default();
            if let Ok(tree) = syntax::parse(text) {
                let watch = Patience(10.into());
                let _ = Module::load(&tree, &LIMITS, &watch);
            }
        }
    }
}
