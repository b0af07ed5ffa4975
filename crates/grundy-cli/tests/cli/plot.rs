//! `plot`.

use crate::run::{answered, folder, grundy, refused};

#[test]
fn a_plot_is_written_in_the_format_that_its_file_names() {
    let folder = folder("plot");
    for (name, first) in [("kayles.svg", &b"<svg"[..]), ("kayles.png", b"\x89PNG")] {
        let path = folder.join(name);
        assert_eq!(answered(&["plot", "kayles", "-n", "200", "-o", path.to_str().unwrap()]), "");
        assert!(std::fs::read(&path).unwrap().starts_with(first), "{name}");
    }
    let other = folder.join("kayles.picture");
    let arguments = ["plot", "kayles", "-n", "9", "--format", "png", "-o", other.to_str().unwrap()];
    assert_eq!(answered(&arguments), "");
    assert!(std::fs::read(&other).unwrap().starts_with(b"\x89PNG"));
    assert!(answered(&["plot", "nim"]).starts_with("<svg"));
}

#[test]
fn the_size_of_a_plot_does_not_grow_with_its_heaps() {
    let svg = answered(&["plot", "octal(0.106)", "-n", "3000000"]);
    assert!(svg.len() < 100_000, "{}", svg.len());
    assert!(svg.contains("n from 0 to 3,000,000") && svg.contains("rare value"));
}

/// As many values of four bytes would need 160 megabytes.
#[test]
fn more_heaps_are_drawn_than_memory_holds() {
    let arguments = ["plot", "octal(0.106)", "-n", "40000000", "--memory", "140M"];
    let svg = answered(&[&arguments[..], &["--from", "38000000"]].concat());
    // The greatest value comes up first at 38,757,172 (see the bench).
    assert!(svg.contains("n from 38,000,000 to 40,000,000, greatest value 30;"), "{svg}");
    assert!(svg.contains("no period found among the first 4,194,304 heaps"), "{svg}");
}

#[test]
fn a_plot_of_a_file_is_that_of_its_values() {
    let file = folder("plot-values").join("kayles.values");
    let path = file.to_str().unwrap();
    answered(&["table", "kayles", "-n", "3000", "--save", path]);
    let of_file = |more: &[&str]| answered(&[&["plot", "--values", path][..], more].concat());
    assert_eq!(of_file(&[]), answered(&["plot", "kayles", "-n", "3000"]));
    for range in [["--from", "20", "-n", "90"], ["--from", "2000", "-n", "3000"]] {
        let computed = answered(&[&["plot", "kayles"][..], &range].concat());
        assert_eq!(of_file(&range), computed);
        assert!(computed.contains("preperiod 71 (proved)"), "{computed}");
    }
    assert_eq!(of_file(&["kayles"]), of_file(&[]));

    let arguments = |more: &[&'static str]| [&["plot", "--values", path][..], more].concat();
    let error = refused(&arguments(&["-n", "3001"]));
    assert!(error.contains("up to 3000; `grundy table --save` adds more"), "{error}");
    let error = refused(&arguments(&["dawsons-kayles"]));
    assert!(error.contains("values of kayles, not of dawsons-kayles"), "{error}");
    std::fs::write(&file, "my notes\n").unwrap();
    assert!(refused(&arguments(&[])).contains("not a file of Grundy values"));
    assert!(refused(&["plot", "--values", "no-such-file"]).contains("cannot open no-such-file"));
}

#[test]
fn exceptions_of_a_proved_period_are_marked() {
    assert!(answered(&["plot", "kayles"]).contains("exception to the period (14 heaps)"));
    let from = answered(&["plot", "kayles", "--from", "39", "-n", "100"]);
    assert!(from.contains("exception to the period (3 heaps)"), "{from}");
    assert!(!answered(&["plot", "subtraction(1,2)"]).contains("exception"));
}

#[test]
fn what_cannot_be_plotted_is_refused() {
    let error = refused(&["plot", "kayles", "-o", "kayles.gif"]);
    assert!(error.contains("must end in .svg or .png"), "{error}");
    assert!(refused(&["plot", "kayles", "-o", "kayles"]).contains("must end in .svg or .png"));
    assert!(refused(&["plot", "kayles", "--format", "png"]).contains("--output"));
    assert!(refused(&["plot", "wythoff"]).contains("played on pairs of heaps"));
    let beyond = ["plot", "kayles", "-n", "4611686018427387905"];
    assert!(refused(&beyond).contains("are not reached"));
    assert!(refused(&["plot", "kayles", "--memory", "1M"]).contains("--memory"));
    assert!(refused(&["plot", "kayles", "--from", "7", "-n", "6"]).contains("--from 7"));
    assert_eq!(grundy(&["plot"]).status, Some(2));
    assert!(refused(&["plot", "octal(0.007)", "-n", "9000000", "--time", "1s"]).contains("--time"));
    assert_eq!(grundy(&["plot", "kayles", "-n", "x"]).status, Some(2));
}

#[test]
fn a_graph_of_positions_is_drawn_as_pixels() {
    let folder = folder("graph-png");
    let file = folder.join("nim.png");
    let path = file.to_str().unwrap();
    assert_eq!(answered(&["graph", "nim(1,2)", "-o", path]), "");
    let bytes = std::fs::read(&file).unwrap();
    assert!(bytes.starts_with(b"\x89PNG"));
    // The width and the height of the SVG, half as large again.
    let size = |at: usize| u32::from_be_bytes(bytes[at..at + 4].try_into().unwrap());
    assert_eq!((size(16), size(20)), (882, 729));
    assert!(refused(&["graph", "nim(1,2)", "--format", "png"]).contains("--output"));
    let large = refused(&["graph", "dodgem(3)", "--nodes", "2000", "-o", path]);
    assert!(large.contains("64000000 in all: draw fewer positions with --nodes"), "{large}");
}
