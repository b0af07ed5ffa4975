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

#[test]
fn what_cannot_be_plotted_is_refused() {
    let error = refused(&["plot", "kayles", "-o", "kayles.gif"]);
    assert!(error.contains("must end in .svg or .png"), "{error}");
    assert!(refused(&["plot", "kayles", "-o", "kayles"]).contains("must end in .svg or .png"));
    assert!(refused(&["plot", "kayles", "--format", "png"]).contains("--output"));
    assert!(refused(&["plot", "wythoff"]).contains("not played on single heaps"));
    assert!(refused(&["plot", "kayles", "-n", "1000000000000"]).contains("--memory"));
    assert!(refused(&["plot", "octal(0.007)", "-n", "9000000", "--time", "1s"]).contains("--time"));
    assert_eq!(grundy(&["plot", "kayles", "-n", "x"]).status, Some(2));
}
