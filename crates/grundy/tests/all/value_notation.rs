//! Values as text, and what is read off them.

use grundy::language::Session;
use grundy::value::{Dyadic, Form};
use grundy::{Limits, Player};

fn read(session: &mut Session<'_>, text: &str) -> Form {
    let value = session.run(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    session.canonical(&value).unwrap().unwrap()
}

fn printed(text: &str) -> String {
    let mut session = Session::new(Limits::default());
    let form = read(&mut session, text);
    let printed = session.forms().print(form).unwrap();
    assert_eq!(read(&mut session, &printed), form, "{text} prints as {printed}");
    printed
}

#[test]
fn canonical_text_is_printed_as_it_is_read() {
    for text in [
        "0",
        "1",
        "-3",
        "3/4",
        "-3/4",
        "*",
        "*2",
        "^",
        "v",
        "^*",
        "v*",
        "^^",
        "^^*",
        "vv*",
        "^3",
        "^3*2",
        "v4*",
        "1*",
        "-1*",
        "3*2",
        "-1^",
        "-1/2v3*5",
        "+-1",
        "+-2",
        "+-1/2",
        "+-{2|1}",
        "+-(1*)",
        "+-(1^)",
        "+-{2,{4|1}}",
        "{3|1}",
        "{2||1|0}",
        "{2|+-1}",
        "{3|1||0|-5}",
        "{1*|-1*2}",
        "Tiny(1)",
        "Miny(2)",
        "Tiny(3/2)",
        "1Tiny(2)",
        "-1/2Miny(1)",
        "+-(2Tiny(1))",
        "^<2>",
        "v<3>*4",
        "^[2]",
        "-3/4v[4]*",
        "+-(1v[2]*)",
        "+-(1^<2>)",
        "{^^|*,^[2]}",
        "^[64]",
        "{^[64]|*}",
        "{{0|^<2>},{^^|*}|-1}",
        "{5||||4|||3||2|1}",
        "{4|||3||2|1}",
        "{{5||||4|||3||2|1}|-20}",
    ] {
        assert_eq!(printed(text), text);
    }
}

#[test]
fn what_is_written_in_other_ways_is_read_too() {
    for (text, value) in [
        ("{|}", "0"),
        ("{0|}", "1"),
        ("{ 0 | 1 }", "1/2"),
        ("{0|*}", "^"),
        ("{0||0|-2}", "Tiny(2)"),
        ("{2|0||0}", "Miny(2)"),
        ("{0,*|0}", "^*"),
        ("{-5|7}", "0"),
        ("±1 + ±1", "0"),
        ("1±2", "{3|-1}"),
        ("+-{2|1}", "{2|1||-1|-2}"),
        ("^2", "^^"),
        ("^ + ^ + ^", "^3"),
        ("3*^", "^3"),
        ("-2*v*", "^^"),
        ("2*{3|1}", "4"),
        ("3*2", "3 + *2"),
        ("1 - -1^", "2v"),
        ("^<2>", "{0|v*}"),
        ("1+Tiny(2)", "1Tiny(2)"),
        ("-1/2 + Miny(1)", "-1/2Miny(1)"),
        ("1 - 2Tiny(1)", "-1Miny(1)"),
        ("2Tiny(1).mean", "2"),
        ("^[2]", "{^|*}"),
        ("^[2] - ^", "^<2>"),
        ("v[3]", "-(^[3])"),
        ("v<2>*", "-({0|v*}) + *"),
        ("1000000000000000000000 + 1/1024", "1024000000000000000000001/1024"),
        ("{1000000000000000000000|}", "1000000000000000000001"),
        ("10000000000000000000*{1|-1}", "0"),
        ("100*{3||2|1}", "100*({3||2|1})"),
    ] {
        assert_eq!(printed(text), printed(value), "{text}");
    }
}

#[test]
fn what_is_nested_too_deep_or_too_large_is_an_error() {
    let mut session = Session::new(Limits::default());
    let deep = format!("{}0{}", "{".repeat(20_000), "|}".repeat(20_000));
    for text in [&"{".repeat(100_000), &deep, "*4000000000 + {1|-1}", "2147483647*^ + ^", "^[99]"] {
        assert!(session.print(text).is_err(), "{:.20}", text);
    }
    // As deep as any form is printed.
    let deep = format!("{}0{}", "{".repeat(1500), "|}".repeat(1500));
    assert_eq!(session.print(&deep).unwrap(), "1500");
}

/// Winning Ways, chapter 6, and Siegel, section II.5, work out the first few.
#[test]
fn means_and_temperatures_are_the_published_ones() {
    let mut session = Session::new(Limits::default());
    for (text, mean, temperature) in [
        ("0", "0", "-1"),
        ("3", "3", "-1"),
        ("-3/4", "-3/4", "-1/4"),
        ("*", "0", "0"),
        ("^3*2", "0", "0"),
        ("Tiny(2)", "0", "0"),
        ("+-1", "0", "1"),
        ("{3|1}", "2", "1"),
        ("{2||1|-1}", "1", "1"),
        ("{5|2||-1}", "5/4", "9/4"),
        ("{7|5||-1}", "5/2", "7/2"),
        ("{4||1|-3}", "3/2", "5/2"),
        ("{4|1||-3|-4}", "-1/2", "3"),
        ("{1000000000000000000|-1000000000000000000}", "0", "1000000000000000000"),
    ] {
        let form = read(&mut session, text);
        let forms = session.forms();
        assert_eq!(forms.mean(form).unwrap().to_string(), mean, "mean of {text}");
        assert_eq!(forms.temperature(form).unwrap().to_string(), temperature, "{text}");
    }
}

#[test]
fn thermographs_agree_with_stops_and_are_bounded_in_sums() {
    let mut session = Session::new(Limits::default());
    let texts = [
        "1/2",
        "*2",
        "^3*",
        "+-3",
        "{3|1}",
        "{2||1|-1}",
        "{5|2||-1}",
        "{4|1||-3|-4}",
        "Tiny(2)",
        "{0,{7|-2}|-3,{1|-9}}",
        "+-{3,{6|2}}",
    ];
    let games: Vec<Form> = texts.iter().map(|text| read(&mut session, text)).collect();
    let forms = session.forms();
    for &a in &games {
        for player in Player::BOTH {
            let stop = forms.thermograph(a).unwrap().stop(player, &Dyadic::ZERO);
            assert_eq!(stop, *forms.stop(a, player));
        }
        for &b in &games {
            let sum = forms.sum(a, b).unwrap();
            let (mean_a, mean_b) = (forms.mean(a).unwrap(), forms.mean(b).unwrap());
            assert_eq!(forms.mean(sum).unwrap(), &mean_a + &mean_b);
            let warmer = forms.temperature(a).unwrap().max(forms.temperature(b).unwrap());
            assert!(forms.temperature(sum).unwrap() <= warmer);
        }
    }
}
