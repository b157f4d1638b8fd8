//! Kinds of nodes, and the notations in which they are written.

/// Kind of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NodeKind {
    /// Key-value pairs.
    Mapping,
    /// A list of items.
    Sequence,
    /// A single value.
    Scalar,
    /// `*name`, a reference to an anchored node.
    Alias,
}

/// The notation of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// A block mapping or sequence, structured by indentation.
    Block,
    /// A flow collection, `{…}` or `[…]`, or a single pair in a list, `[a: 1]`.
    Flow,
    /// A scalar without quotes.
    Plain,
    /// `'…'`
    Single,
    /// `"…"`
    Double,
    /// `|`
    Literal,
    /// `>`
    Folded,
    /// An absent value, as after `key:`.
    Missing,
}
