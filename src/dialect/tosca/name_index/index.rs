//! Content of the name index.

use crate::resolve::outcome::{CallContext, Resolution};
use crate::types::{ScalarText, TypeId};
use crate::value::ValueType;
use limn_language::schema::NameKind;
use limn_yaml::Node;

pub(super) type Kinds = &'static [&'static NameKind];

/// A reference to a declaration.
#[derive(Clone, Copy, Debug)]
pub struct Mention<'d> {
    /// The scalar or key.
    pub at: Node<'d>,
    /// Start of the name: after an import prefix, or after an interface name and its dot.
    pub from: usize,
    /// End of the name.
    pub to: usize,
    pub kinds: Kinds,
    /// The declaring key, in any file.
    pub declared: Node<'d>,
}

/// A value or a call in the document.
#[derive(Clone, Debug)]
pub struct Site<'d> {
    pub value: Node<'d>,
    pub context: CallContext,
    /// Expected type.
    pub value_type: Option<ValueType<'d>>,
    /// Key of the property, attribute, input or output.
    pub key: Option<Node<'d>>,
    pub spot: SiteKind,
}

/// Kind of the site.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SiteKind {
    Property,
    Attribute,
    /// The `default` of a topology input.
    InputDefault,
    /// A `default` in a type.
    Default,
    /// An input of an operation, interface or activity.
    Input,
    Output,
    Constraint,
    /// An argument of `concat`, `join` or `token`.
    Argument,
    /// An argument of another function, which must be a literal.
    Literal,
}

/// Result of the walk.
#[derive(Debug, Default)]
pub struct NameIndex<'d> {
    pub mentions: Vec<Mention<'d>>,
    /// Calls.
    pub sites: Vec<Site<'d>>,
    /// Resolved calls, in the order of `sites`.
    pub outcomes: Vec<Resolution<'d>>,
    /// Strings and mappings that look like calls.
    pub lookalikes: Vec<Node<'d>>,
    /// Keys of operation inputs.
    pub operation_inputs: Vec<Node<'d>>,
    /// TOSCA type names that only later versions have.
    pub later: Vec<(ScalarText<'d>, TypeId)>,
    /// Type names without the prefix under which alone their file is imported.
    pub bare: Vec<(ScalarText<'d>, TypeId)>,
    /// First name in the TOSCA namespace that a missing file may declare.
    pub undetermined: Option<ScalarText<'d>>,
}
