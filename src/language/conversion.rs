//! Conversions of a document to another language or variant.

use limn_text::TextEdit;
use limn_yaml::{Op, Path};

/// A conversion of a document to another language or variant, as a copy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Conversion {
    /// Unique among the conversions of a language: `tosca-1.3`.
    pub id: &'static str,
    /// The result: "portable TOSCA 1.3".
    pub label: &'static str,
    pub doc: &'static str,
}

/// Result of a conversion. Parts that need several changes in a row are converted in several rounds: [`crate::dialect::Model::convert`] of the result gives the
/// changes that remain.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Converted {
    pub steps: Vec<ConversionStep>,
    /// Unchanged, although other processors read it differently.
    pub kept: Vec<ConversionNote>,
}

/// A change of a conversion: applied as a whole or not at all, independent of the others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConversionStep {
    pub ops: Vec<Op>,
    /// An edit of the text for what ops cannot express, such as another indentation of lines with their comments.
    pub text: Option<TextEdit>,
    pub notes: Vec<ConversionNote>,
}

/// Note on a conversion at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConversionNote {
    pub path: Path,
    pub effect: ConversionEffect,
    /// Worded like the message of a diagnostic.
    pub message: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ConversionEffect {
    /// Replaced by its equivalent.
    Changed,
    /// Left out: it has no equivalent.
    Removed,
    /// Unchanged, although other processors read it differently or report it as an error.
    Kept,
}
