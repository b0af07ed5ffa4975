//! What a plot is drawn on.

/// Red, green, blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Colour(pub(super) [u8; 3]);

/// Sizes and places of a drawing are in these units from the top left.
pub(super) type Place = (f64, f64);

/// The point of a text that is at its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

/// How large letters are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Letters {
    Title,
    Small,
}

/// A sign for a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    Disc,
    Diamond,
    /// The outline of a diamond.
    Ring,
    /// The outline of a square.
    Square,
}

/// Dots side by side: the place of the top left, and how wide they are together.
pub(super) type Run = (u32, u32, u32);

/// A drawing; later parts lie above earlier ones.
pub(super) trait Canvas {
    fn rectangle(&mut self, at: Place, size: (f64, f64), colour: Colour);
    /// A text with its base line at a height.
    fn text(&mut self, at: Place, anchor: Anchor, letters: Letters, colour: Colour, text: &str);
    /// Marks around points. The radius is from the centre to the corners; for a square, to the
    /// sides.
    fn marks(&mut self, mark: Mark, centres: &[Place], radius: f64, colour: Colour);
    /// Runs of dots, all of the same height.
    fn runs(&mut self, runs: &[Run], height: u32, colour: Colour);
}
