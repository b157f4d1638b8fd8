//! Sketches of diagrams, for the start page.

/// A sketch of a diagram, in a field of 48 × 34: two paths of SVG.
#[derive(Clone, Copy, Debug)]
pub struct Sketch {
    pub boxes: &'static str,
    pub lines: &'static str,
}

impl Sketch {
    /// A sheet with a plus sign, for a language without a sketch of its own.
    pub const SHEET: Sketch = Sketch { boxes: "M12 3h18l6 6v22H12z", lines: "M24 13v12M18 19h12" };
}
