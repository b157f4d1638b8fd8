//! Declared types of values, and of nested values: fields of data types, items of lists, entries of maps.

use super::types::{Definition, FileId, Lookup, TypeId, TypeKind, Word, World};
use limn_language::message;
use limn_yaml::{Node, Resolved};

/// Built-in types of YAML and TOSCA.
static BASIC: &[&str] = &[
    "string",
    "integer",
    "float",
    "boolean",
    "timestamp",
    "null",
    "version",
    "range",
    "scalar-unit.size",
    "scalar-unit.time",
    "scalar-unit.frequency",
    "scalar-unit.bitrate",
];

/// Maximum depth of nested schemas.
const NESTED: usize = 16;

/// The declared type of a value.
#[derive(Clone, Debug)]
pub struct ValueType<'d> {
    pub name: Word<'d>,
    /// The file of the declaration, which resolves the name.
    pub file: FileId,
    /// `entry_schema` in the short or long notation, with its file.
    pub entry: Option<(Node<'d>, FileId)>,
}

/// Resolved kind of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueShape {
    /// A TOSCA scalar, or a data type derived from one.
    Basic(&'static str),
    List,
    Map,
    /// A data type with fields.
    Data(TypeId),
    Undetermined,
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
    Undetermined,
}

impl<'d> ValueType<'d> {
    /// Type of a parameter definition or schema in a file.
    pub fn of(node: Node<'d>, file: FileId) -> Option<ValueType<'d>> {
        let node = node.resolve();
        if node.is_scalar() {
            return Some(ValueType { name: Word::of(node)?, file, entry: None });
        }
        let entry = node.get("entry_schema").filter(|it| !it.is_null()).map(|it| (it.resolve(), file));
        Some(ValueType { name: Word::at(node, "type")?, file, entry })
    }

    /// Type of a property or attribute with all its layers.
    pub fn of_definition(world: &World<'d>, definition: &Definition<'d>) -> Option<ValueType<'d>> {
        let (name, layer) = definition.word("type")?;
        let entry = definition.get("entry_schema").map(|(node, layer)| (node, world.owner_file(layer)));
        Some(ValueType { name, file: world.owner_file(layer), entry })
    }

    /// Type of list items or map entries.
    pub fn entry(&self) -> Option<ValueType<'d>> {
        let (node, file) = self.entry?;
        ValueType::of(node, file)
    }

    pub fn shape(&self, world: &World<'d>) -> ValueShape {
        match &*self.name.text {
            "list" => return ValueShape::List,
            "map" => return ValueShape::Map,
            "PortDef" | "tosca:PortDef" => return ValueShape::Basic("integer"),
            name => {
                if let Some(basic) = basic(name) {
                    return ValueShape::Basic(basic);
                }
            }
        }
        let Lookup::Found(id) = world.find(TypeKind::Data, &self.name.text, self.file) else {
            return ValueShape::Undetermined;
        };
        let effective = world.effective(id);
        let root = effective.ancestry.last().copied().unwrap_or(id);
        match Word::at(world.get(root).node, "derived_from") {
            Some(from) => match basic(&from.text) {
                Some(basic) => ValueShape::Basic(basic),
                None if effective.complete => ValueShape::Data(id),
                None => ValueShape::Undetermined,
            },
            None => ValueShape::Data(id),
        }
    }

    /// Type of a nested value, by an argument of a call.
    pub fn step(&self, world: &World<'d>, argument: Node<'d>) -> Access<'d> {
        let said = argument.as_str().unwrap_or_default();
        let is_index = matches!(argument.resolved(), Some(Resolved::Int(_)));
        match self.shape(world) {
            ValueShape::Basic(name) => {
                Access::Invalid(format!("a value of type `{}` has no fields", self.shown(name)))
            }
            ValueShape::List if is_index && !said.starts_with('-') => Access::Element(self.entry()),
            ValueShape::List => Access::Invalid(format!("expected a list index, found `{said}`")),
            ValueShape::Map => Access::Element(self.entry()),
            ValueShape::Data(id) => {
                let effective = world.effective(id);
                match effective.properties().get(&said) {
                    Some(field) => Access::Field(field.clone(), ValueType::of_definition(world, field)),
                    // A type without fields can contain anything.
                    None if !effective.complete || effective.properties().is_empty() => Access::Undetermined,
                    None => {
                        Access::Invalid(message::unknown_on("property", &said, "data type", &self.name.text))
                    }
                }
            }
            ValueShape::Undetermined => Access::Undetermined,
        }
    }

    /// Type of a field or entry of a written value.
    pub fn inside(&self, world: &World<'d>, key: &str) -> Option<ValueType<'d>> {
        match self.shape(world) {
            ValueShape::Map => self.entry(),
            ValueShape::Data(id) => {
                let field = world.effective(id).properties().get(key)?;
                ValueType::of_definition(world, field)
            }
            ValueShape::Basic(_) | ValueShape::List | ValueShape::Undetermined => None,
        }
    }

    fn shown(&self, basic: &'static str) -> String {
        if self.name.text == basic { basic.to_owned() } else { format!("{}` (a `{basic}", self.name.text) }
    }
}

fn basic(name: &str) -> Option<&'static str> {
    let name = name.strip_prefix("tosca:").unwrap_or(name);
    BASIC.iter().copied().find(|it| *it == name)
}

/// Returns true if a value of the first type is valid for the second; `None` if undetermined.
pub fn fits<'d>(world: &World<'d>, given: &ValueType<'d>, asked: &ValueType<'d>) -> Option<bool> {
    fits_within(world, given, asked, NESTED)
}

/// The same with a depth limit: an alias can make a schema recursive.
fn fits_within<'d>(
    world: &World<'d>,
    given: &ValueType<'d>,
    asked: &ValueType<'d>,
    depth: usize,
) -> Option<bool> {
    let depth = depth.checked_sub(1)?;
    let scalar = |shape| matches!(shape, ValueShape::Basic(_));
    match (given.shape(world), asked.shape(world)) {
        (ValueShape::Undetermined, _) | (_, ValueShape::Undetermined) => None,
        (ValueShape::Basic(given), ValueShape::Basic(asked)) => Some(match (given, asked) {
            (given, asked) if given == asked => true,
            // Every scalar has a text, and an integer is a number.
            (_, "string") | ("integer", "float") => true,
            // A string can contain any of these.
            ("string", asked) => asked == "version" || asked == "timestamp",
            ("float", "version") => true,
            _ => false,
        }),
        (ValueShape::List, ValueShape::List) | (ValueShape::Map, ValueShape::Map) => {
            match (given.entry(), asked.entry()) {
                (Some(given), Some(asked)) => fits_within(world, &given, &asked, depth),
                _ => Some(true),
            }
        }
        (ValueShape::Data(given), ValueShape::Data(asked)) => {
            match (world.derives(given, asked)?, world.derives(asked, given)?) {
                (false, false) => Some(false),
                _ => Some(true),
            }
        }
        // A map can contain the fields of a data type.
        (ValueShape::Map, ValueShape::Data(_)) | (ValueShape::Data(_), ValueShape::Map) => None,
        (given, asked) if scalar(given) || scalar(asked) => Some(false),
        _ => Some(false),
    }
}
