//! Whether values of one type can stand where another is asked for, as far as the types' names tell.

use crate::dialect::tosca::types::{Definition, FileId, Lookup, TypeId, TypeKind, Word, World};
use crate::yaml::Node;

const PRIMITIVES: &[&str] = &[
    "string",
    "integer",
    "float",
    "boolean",
    "timestamp",
    "version",
    "range",
    "list",
    "map",
    "scalar-unit.size",
    "scalar-unit.time",
    "scalar-unit.frequency",
    "scalar-unit.bitrate",
];

/// A primitive type or a data type, and for a list or map of what.
#[derive(Debug)]
pub(super) struct ValueType {
    pub(super) name: String,
    id: Option<TypeId>,
    /// The primitive type that it is or derives from.
    primitive: Option<&'static str>,
    entries: Option<Box<ValueType>>,
}

impl ValueType {
    /// `None`: it is not known.
    pub(super) fn named(world: &World<'_>, name: &str, from: FileId) -> Option<ValueType> {
        let plain = name.strip_prefix("tosca:").unwrap_or(name);
        if let Some(primitive) = primitive(plain) {
            return Some(ValueType {
                name: plain.to_owned(),
                id: None,
                primitive: Some(primitive),
                entries: None,
            });
        }
        let Lookup::Found(id) = world.find(TypeKind::Data, name, from) else { return None };
        let (line, _) = world.ancestry(id);
        let last = world.get(*line.last()?);
        let below = Word::at(last.node, "derived_from").and_then(|word| primitive(&word.text));
        Some(ValueType {
            name: world.get(id).name.to_string(),
            id: Some(id),
            primitive: below,
            entries: None,
        })
    }

    /// The type of an input or output.
    pub(super) fn of_parameter(world: &World<'_>, node: Node<'_>) -> Option<ValueType> {
        let mut of = ValueType::named(world, &Word::at(node, "type")?.text, FileId::OWN)?;
        of.entries = node.get("entry_schema").and_then(|it| entries(world, it, FileId::OWN));
        Some(of)
    }

    pub(super) fn of_definition<'d>(world: &World<'d>, definition: &Definition<'d>) -> Option<ValueType> {
        let (word, layer) = definition.word("type")?;
        let mut of = ValueType::named(world, &word.text, world.owner_file(layer))?;
        of.entries = definition
            .get("entry_schema")
            .and_then(|(node, layer)| entries(world, node, world.owner_file(layer)));
        Some(of)
    }

    /// Has parts of its own: a map, or a data type that is no primitive.
    pub(super) fn is_complex(&self) -> bool {
        self.primitive.is_none_or(|it| it == "map")
    }

    pub(super) fn is_list(&self) -> bool {
        self.primitive == Some("list")
    }

    /// Values of either may stand for the other.
    pub(super) fn meets(&self, world: &World<'_>, other: &ValueType) -> bool {
        if let (Some(one), Some(two)) = (self.id, other.id) {
            let derives = |one, two| world.derives(one, two) != Some(false);
            return self.name == other.name || derives(one, two) || derives(two, one);
        }
        if let (Some(one), Some(two)) = (&self.entries, &other.entries)
            && !one.meets(world, two)
        {
            return false;
        }
        let number = |it: &str| matches!(it, "integer" | "float");
        match (self.primitive, other.primitive) {
            (Some(one), Some(two)) => one == two || (number(one) && number(two)),
            _ => false,
        }
    }
}

fn entries(world: &World<'_>, schema: Node<'_>, from: FileId) -> Option<Box<ValueType>> {
    let word = if schema.is_mapping() { Word::at(schema, "type")? } else { Word::of(schema)? };
    ValueType::named(world, &word.text, from).map(Box::new)
}

fn primitive(name: &str) -> Option<&'static str> {
    PRIMITIVES.iter().copied().find(|it| *it == name)
}
