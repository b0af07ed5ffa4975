//! Values as they are typed into CGSuite, and read from there.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use grundy::format::cgsuite;
use grundy::language::{Dialect, Session, Value, Worth};
use grundy::value::{Form, Forms, Sided};
use grundy::{Limits, Random};

fn run(session: &mut Session<'_>, text: &str, dialect: Dialect) -> Value {
    session.set_dialect(dialect);
    session.run(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// What a value is typed as is read as that value, by CGSuite's language and by the calculator's.
fn is_read_back(session: &mut Session<'_>, value: &Value) {
    let plain = session.show(value).unwrap();
    let typed = cgsuite::show(session, value).unwrap();
    for dialect in [Dialect::CgSuite, Dialect::Calculator] {
        let back = run(session, &typed, dialect);
        assert_eq!(session.show(&back).unwrap(), plain, "{plain} is typed {typed}: {dialect:?}");
    }
}

/// Sets of forms no two of which compare.
fn antichains(forms: &mut Forms<'_>, of: &[Form]) -> Vec<Vec<Form>> {
    let mut found = vec![Vec::new()];
    for &form in of {
        for i in 0..found.len() {
            let incomparable =
                found[i].iter().all(|&other| forms.compare(form, other).unwrap().is_none());
            if incomparable {
                let mut more = found[i].clone();
                more.push(form);
                found.push(more);
            }
        }
    }
    found
}

#[test]
fn all_values_born_by_day_three_are_read_back() {
    let mut session = Session::new(Limits::default());
    let mut born = vec![Form::ZERO];
    for expected in [4, 22, 1474] {
        let forms = session.forms();
        let options = antichains(forms, &born);
        let mut found = BTreeSet::new();
        for left in &options {
            for right in &options {
                let left = left.iter().copied();
                found.insert(forms.canonical(left, right.iter().copied()).unwrap());
            }
        }
        born = found.into_iter().collect();
        // Siegel, Combinatorial Game Theory, section III.1.
        assert_eq!(born.len(), expected);
    }
    for form in born {
        is_read_back(&mut session, &Value::Form(form));
    }
}

#[test]
fn values_with_names_are_read_back() {
    let mut session = Session::new(Limits::default());
    let numbers = ["0", "2", "-1", "3/4", "-5/8"];
    let nimbers = ["0", "*", "*2", "*7"];
    let infinitesimals = [
        "0",
        "^",
        "vv",
        "^3",
        "v4",
        "^<2>",
        "v<3>",
        "^[2]",
        "v[4]",
        "Tiny(1)",
        "Miny(3/2)",
        "Tiny({3|1})",
        "Tiny(1*)",
        "Miny(^)",
        "over",
        "under",
        "^[on]",
        "v[on]",
        "^<on>",
        "v<on>",
        "Tiny(on)",
        "Miny(2over)",
    ];
    for number in numbers {
        for nimber in nimbers {
            for infinitesimal in infinitesimals {
                let text = format!("{number} + {infinitesimal} + {nimber}");
                let value = run(&mut session, &text, Dialect::Calculator);
                is_read_back(&mut session, &value);
                for around in ["±({})", "{{}|-3}", "{{},5|||-3||-4|-9*}", "+-{{},{6|5}}"] {
                    let text = around.replace("{}", &text);
                    let value = run(&mut session, &text, Dialect::Calculator);
                    is_read_back(&mut session, &value);
                }
            }
        }
    }
}

#[test]
fn loopy_values_are_read_back() {
    let mut session = Session::new(Limits::default());
    let mut random = Random::new(8);
    for _ in 0..300 {
        let graph = crate::stoppers::stopper(&mut random, 5);
        let sided = Sided::from_graph(&graph, session.forms()).unwrap();
        is_read_back(&mut session, &Worth::Loopy(sided.into()).into());
    }
    for text in ["dud", "1^ & v", "on & 3/4", "{on||0|-1/2} & {1/2|0||off}", "over & {0|^<on>}"] {
        let value = run(&mut session, text, Dialect::Calculator);
        is_read_back(&mut session, &value);
    }
    let carousel = "a{0,{1|1,{*,{1*|1*,a}|*}}|0}";
    let value = run(&mut session, carousel, Dialect::Calculator);
    assert!(cgsuite::show(&mut session, &value).unwrap_err().to_string().contains("stoppers"));
}

/// `testdata/known/cgsuite`: what is typed, and what CGSuite prints.
#[test]
fn what_is_typed_into_cgsuite_means_what_it_means_there() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/known/cgsuite/typed.txt");
    for line in fs::read_to_string(path).unwrap().lines() {
        let Some((typed, printed)) = line.split_once(" => ") else { continue };
        let mut session = Session::new(Limits::default());
        let value = run(&mut session, typed, Dialect::CgSuite);
        assert_eq!(session.show(&value).unwrap(), printed, "{typed}");
        let value = run(&mut session, printed, Dialect::Calculator);
        assert_eq!(session.show(&value).unwrap(), printed, "{printed}");
    }
}

#[test]
fn the_same_text_means_what_its_language_says() {
    let mut session = Session::new(Limits::default());
    for (text, there, here) in [
        ("2*3", "6", "2*3"),
        ("upon*2", "{0|^[on]*}", "^[on]*2"),
        ("1 + ^ & v", "1^ & 1v", "1^ & v"),
        ("1:2*^", "1^^", "^3"),
        ("on-over", "on", "on"),
    ] {
        let value = run(&mut session, text, Dialect::CgSuite);
        assert_eq!(session.show(&value).unwrap(), there, "{text}");
        if text != "on-over" {
            let value = run(&mut session, text, Dialect::Calculator);
            assert_eq!(session.show(&value).unwrap(), here, "{text}");
        }
    }
    session.set_dialect(Dialect::CgSuite);
    for text in ["1^", "2^3", "1*", "1Tiny(2)", "+-3/4", "1over"] {
        assert!(session.run(text).is_err(), "{text}");
    }
    let help = session.run("1^*").unwrap_err().to_string();
    assert!(help.contains("`1+^` is a sum"), "{help}");
    let left = session.run("{5|2||-1}.LeftOptions").unwrap();
    assert_eq!(cgsuite::show(&mut session, &left).unwrap(), "[{5|2}]");
}
