//! Values as text, and what is read off them.

use grundy::value::{Dyadic, Form, Forms, notation};
use grundy::{Limits, Player};

fn read(forms: &mut Forms<'_>, text: &str) -> Form {
    notation::read(text, forms, &mut ()).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn printed(text: &str) -> String {
    let mut forms = Forms::new(Limits::default());
    let form = read(&mut forms, text);
    let printed = forms.print(form).unwrap();
    assert_eq!(read(&mut forms, &printed), form, "{text} prints as {printed}");
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
        "1+Tiny(2)",
        "-1/2+Miny(1)",
        "{0|v*}",
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
fn errors_name_the_place() {
    let mut forms = Forms::new(Limits::default());
    for (text, error) in [
        ("", "expected a value at byte 0"),
        ("{1|x}", "expected a value at byte 3"),
        ("{1|2", "expected '}' at byte 4"),
        ("{1}", "expected '|' at byte 2"),
        ("{1|2|3}", "expected only one row of so many bars at byte 4"),
        ("1/3", "expected a power of two at byte 2"),
        ("1/0", "expected a power of two at byte 2"),
        ("1 1", "expected '+', '-' or the end at byte 2"),
        ("1}", "expected '+', '-' or the end at byte 1"),
        ("*99999999999", "expected a smaller nimber at byte 1"),
        ("^[99]", "expected a smaller power of up at byte 2"),
        ("^[2", "expected ']' at byte 3"),
        ("3/4*{1|0}", "expected '+', '-' or the end at byte 4"),
    ] {
        let found = notation::read(text, &mut forms, &mut ()).unwrap_err();
        assert_eq!(found.to_string(), error, "{text}");
    }
    let deep = "{".repeat(100_000);
    assert!(notation::read(&deep, &mut forms, &mut ()).is_err());
    let deep = format!("{}0{}", "{".repeat(20_000), "|}".repeat(20_000));
    assert!(notation::read(&deep, &mut forms, &mut ()).is_err());
    assert!(notation::read("*4000000000 + {1|-1}", &mut forms, &mut ()).is_err());
    assert!(notation::read("2147483647*^ + ^", &mut forms, &mut ()).is_err());
}

/// Winning Ways, chapter 6, and Siegel, section II.5, work out the first few.
#[test]
fn means_and_temperatures_are_the_published_ones() {
    let mut forms = Forms::new(Limits::default());
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
        let form = read(&mut forms, text);
        assert_eq!(forms.mean(form).unwrap().to_string(), mean, "mean of {text}");
        assert_eq!(forms.temperature(form).unwrap().to_string(), temperature, "{text}");
    }
}

#[test]
fn thermographs_agree_with_stops_and_are_bounded_in_sums() {
    let mut forms = Forms::new(Limits::default());
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
    let games: Vec<Form> = texts.iter().map(|text| read(&mut forms, text)).collect();
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
