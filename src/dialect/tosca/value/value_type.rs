//! Declared types of values, and of nested values: fields of data types, items of lists, entries of maps.

use super::compatibility::Compatibility;
use super::generic::Generic;
use super::kind::{DataType, ValueKind};
use super::primitive::Primitive;
use crate::types::{Definition, FileId, ScalarText, TypeScope};
use limn_language::message;
use limn_yaml::{Node, Resolved};

/// Maximum depth of nested schemas.
const NESTED: usize = 16;

/// The declared type of a value.
#[derive(Clone, Debug)]
pub struct ValueType<'d> {
    pub name: ScalarText<'d>,
    /// The file of the declaration, which resolves the name.
    pub file: FileId,
    /// `entry_schema` in the short or long notation, with its file.
    pub entry: Option<(Node<'d>, FileId)>,
}

/// Result of accessing a nested value.
#[derive(Clone, Debug)]
pub enum Access<'d> {
    /// A declared field, with its type.
    Field(Definition<'d>, Option<ValueType<'d>>),
    /// An item or entry, with its type.
    Element(Option<ValueType<'d>>),
    /// No such nested value, with the reason.
    Invalid(String),
    /// The argument is not an index in a list.
    NoIndex(String),
    Undetermined,
}

impl<'d> ValueType<'d> {
    /// Type of a parameter definition or schema in a file.
    pub fn of(node: Node<'d>, file: FileId) -> Option<ValueType<'d>> {
        let node = node.resolve();
        if node.is_scalar() {
            return Some(ValueType { name: ScalarText::of(node)?, file, entry: None });
        }
        let entry = node
            .get("entry_schema")
            .filter(|schema| !schema.is_null())
            .map(|schema| (schema.resolve(), file));
        Some(ValueType { name: ScalarText::at(node, "type")?, file, entry })
    }

    /// Type of a property or attribute with all its layers.
    pub fn of_definition(type_scope: &TypeScope<'d>, definition: &Definition<'d>) -> Option<ValueType<'d>> {
        let (name, layer) = definition.word("type")?;
        let entry = definition.get("entry_schema").map(|(node, layer)| (node, type_scope.owner_file(layer)));
        Some(ValueType { name, file: type_scope.owner_file(layer), entry })
    }

    /// Type of list items or map entries.
    pub fn entry(&self) -> Option<ValueType<'d>> {
        if let Some(generic) = Generic::of(&self.name.text) {
            let name = ScalarText { text: generic.entry, node: self.name.node };
            return Some(ValueType { name, file: self.file, entry: None });
        }
        let (node, file) = self.entry?;
        ValueType::of(node, file)
    }

    /// Kind of the values.
    pub fn kind(&self, type_scope: &TypeScope<'d>) -> ValueKind {
        DataType::named(type_scope, &self.name.text, self.file).kind(type_scope)
    }

    /// Type of a nested value, by an argument of a call.
    pub fn step(&self, type_scope: &TypeScope<'d>, argument: Node<'d>) -> Access<'d> {
        let name = argument.as_str().unwrap_or_default();
        let is_index = matches!(argument.resolved(), Some(Resolved::Int(_)));
        match self.kind(type_scope) {
            ValueKind::Primitive(Primitive::List) if is_index && !name.starts_with('-') => {
                Access::Element(self.entry())
            }
            ValueKind::Primitive(Primitive::List) => {
                Access::NoIndex(message::expected("a list index", format_args!("`{name}`")))
            }
            ValueKind::Primitive(Primitive::Map) => Access::Element(self.entry()),
            ValueKind::Primitive(primitive) => {
                Access::Invalid(format!("a value of type `{}` has no fields", self.shown(primitive.name())))
            }
            ValueKind::Complex(id) => match type_scope.effective(id).properties().get(&name) {
                Some(field) => Access::Field(field.clone(), ValueType::of_definition(type_scope, field)),
                None => Access::Invalid(message::unknown_on("property", &name, "data type", &self.name.text)),
            },
            ValueKind::Fieldless(_) | ValueKind::Undetermined => Access::Undetermined,
        }
    }

    /// Type of a field or entry of a written value.
    pub fn inside(&self, type_scope: &TypeScope<'d>, key: &str) -> Option<ValueType<'d>> {
        match self.kind(type_scope) {
            ValueKind::Primitive(Primitive::Map) => self.entry(),
            ValueKind::Complex(id) => {
                let field = type_scope.effective(id).properties().get(key)?;
                ValueType::of_definition(type_scope, field)
            }
            _ => None,
        }
    }

    /// Compatibility of values of this type with another one.
    pub fn compatibility(&self, type_scope: &TypeScope<'d>, expected: &ValueType<'d>) -> Compatibility {
        self.compatibility_within(type_scope, expected, NESTED)
    }

    /// The same with a depth limit: an alias can make a schema recursive.
    fn compatibility_within(
        &self,
        type_scope: &TypeScope<'d>,
        expected: &ValueType<'d>,
        depth: usize,
    ) -> Compatibility {
        let Some(depth) = depth.checked_sub(1) else { return Compatibility::Undetermined };
        let kind = self.kind(type_scope);
        let found = kind.compatibility(type_scope, expected.kind(type_scope));
        match (self.entry(), expected.entry()) {
            (Some(given), Some(expected))
                if found == Compatibility::Fits && kind.primitive().is_some_and(Primitive::has_entries) =>
            {
                given.compatibility_within(type_scope, &expected, depth)
            }
            _ => found,
        }
    }

    fn shown(&self, basic: &'static str) -> String {
        if self.name.text == basic { basic.to_owned() } else { format!("{}` (a `{basic}", self.name.text) }
    }
}
