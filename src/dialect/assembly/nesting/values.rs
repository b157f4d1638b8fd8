//! Values that cross the boundary of a nested assembly: those that its components read become properties that its component sets, and those of its
//! components that others read become read-only properties.

use std::collections::BTreeSet;

use super::extract::Border;
use super::sites::{Named, of_owner, of_properties, sites};
use crate::grammar::{PROPERTY_TYPES, RESERVED};
use crate::model::{Component, Descriptor, Property};
use limn_common::{self as common, copy_of};
use limn_yaml::{Node, Op, Path, Value};

/// The properties of the new assembly.
#[derive(Default)]
pub(super) struct Values {
    inputs: Vec<New>,
    outputs: Vec<New>,
    /// Names that stay as they are written.
    reserved: BTreeSet<String>,
    /// The data types that the new assembly uses.
    types: BTreeSet<String>,
}

/// A property of the new assembly.
struct New {
    name: String,
    /// The component or reference, `None` for the assembly itself, and its property.
    of: (Option<String>, String),
    definition: Vec<(String, Value)>,
}

impl Values {
    /// The names of properties that the components read, and of the components, are not given to anything else.
    pub(super) fn new(descriptor: &Descriptor, chosen: &[&Component]) -> Values {
        let read = sites(descriptor, chosen.iter().flat_map(|owner| of_owner(owner)));
        let own = read.into_iter().filter_map(|site| match site.named {
            Named::Own(name) => Some(name),
            _ => None,
        });
        let owners = chosen.iter().map(|owner| owner.name.clone());
        let keywords = RESERVED.iter().map(|word| (*word).to_owned());
        Values { reserved: own.chain(owners).chain(keywords).collect(), ..Values::default() }
    }

    fn free_name(&self, owner: &str, property: &str) -> String {
        let is_taken = |name: &str| {
            self.reserved.contains(name)
                || self.inputs.iter().chain(&self.outputs).any(|new| new.name == name)
        };
        if !is_taken(property) {
            return property.to_owned();
        }
        common::free_name(&common::as_name(&format!("{owner}-{property}"), '-'), '-', is_taken)
    }

    /// Notes the data types of properties, which the new assembly then has, too.
    pub(super) fn note_types(&mut self, descriptor: &Descriptor, properties: &[Property]) {
        for property in properties {
            let kinds = property.kind.iter().map(|kind| kind.text.clone());
            let known: Vec<String> = kinds.filter(|kind| descriptor.data_type(kind).is_some()).collect();
            self.types.extend(known);
            for key in ["entry-schema", "entry_schema"] {
                self.note_schema(descriptor, &property.path.key(key));
            }
        }
    }

    /// An entry schema is a type name, or a mapping with `type` and schemas of its own.
    fn note_schema(&mut self, descriptor: &Descriptor, at: &Path) {
        let Some(node) = descriptor.node(at) else { return };
        let named = if node.is_mapping() { node.get("type") } else { Some(node) };
        let name = named.and_then(Node::as_str);
        self.types.extend(
            name.filter(|name| descriptor.data_type(name).is_some()).map(std::borrow::Cow::into_owned),
        );
        for key in ["entry-schema", "entry_schema"].into_iter().filter(|_| node.is_mapping()) {
            self.note_schema(descriptor, &at.key(key));
        }
    }

    /// The data types of the new assembly, with those that they use.
    pub(super) fn types(&mut self, descriptor: &Descriptor) -> Vec<(Path, Path)> {
        loop {
            let count = self.types.len();
            for name in self.types.clone() {
                let Some(found) = descriptor.data_type(&name) else { continue };
                let base = found.base.iter().map(|base| base.text.clone());
                self.types.extend(base.filter(|base| descriptor.data_type(base).is_some()));
                self.note_types(descriptor, &found.properties);
            }
            if self.types.len() == count {
                break;
            }
        }
        let all = descriptor.data_types.iter().filter(|data_type| self.types.contains(&data_type.name));
        all.map(|data_type| (data_type.path.clone(), data_type.path.clone())).collect()
    }

    pub(super) fn definitions(&self) -> Vec<(String, Value)> {
        let all = self.inputs.iter().chain(&self.outputs);
        all.map(|new| (new.name.clone(), Value::Mapping(new.definition.clone()))).collect()
    }

    /// The values that the component of the new assembly sets.
    pub(super) fn given(&self, descriptor: &Descriptor) -> Vec<(String, Value)> {
        let given = self.inputs.iter().map(|input| {
            let read = match &input.of {
                (Some(owner), property) => format!("{owner}.{property}"),
                (None, property) => property.clone(),
            };
            let value = Value::map([("value", crate::plan::reference(descriptor, &read))]);
            (input.name.clone(), value)
        });
        given.collect()
    }
}

impl Border<'_> {
    /// Scalars of what is extracted: what they read from outside becomes an input.
    pub(super) fn read_by_inside(&mut self, places: Vec<Path>) {
        for site in sites(self.descriptor, places) {
            match &site.named {
                Named::Own(name) => drop(self.input(None, name)),
                Named::Of(owner, property) if !self.is_inside(owner) => {
                    let with = self.input(Some(owner), property);
                    self.transfer.adapted.push(Op::ReplaceWithin { at: site.at, within: site.name, with });
                }
                _ => {}
            }
        }
    }

    /// Scalars of what stays: what they read from inside becomes an output.
    pub(super) fn read_by_outside(&mut self, places: Vec<Path>) {
        for site in sites(self.descriptor, places) {
            let Named::Of(owner, property) = &site.named else { continue };
            if self.is_inside(owner) {
                let output = self.output(owner, property);
                let with = format!("{}.{output}", self.name);
                self.ops.push(Op::ReplaceWithin { at: site.at, within: site.name, with });
            }
        }
    }

    /// Values that the assembly's own properties and the components that stay read.
    pub(super) fn read_from_outside(&mut self) {
        let descriptor = self.descriptor;
        self.read_by_outside(of_properties(&descriptor.properties));
        for owner in descriptor.owners() {
            if !self.is_inside(&owner.name) {
                self.read_by_outside(of_owner(owner));
            }
        }
    }

    fn input(&mut self, owner: Option<&str>, property: &str) -> String {
        let of = (owner.map(str::to_owned), property.to_owned());
        if let Some(known) = self.values.inputs.iter().find(|new| new.of == of) {
            return known.name.clone();
        }
        let name = match owner {
            Some(owner) => self.values.free_name(owner, property),
            None => property.to_owned(),
        };
        let definition = self.definition(owner, property);
        self.values.inputs.push(New { name: name.clone(), of, definition });
        name
    }

    pub(super) fn output(&mut self, owner: &str, property: &str) -> String {
        let of = (Some(owner.to_owned()), property.to_owned());
        if let Some(known) = self.values.outputs.iter().find(|new| new.of == of) {
            return known.name.clone();
        }
        let name = self.values.free_name(owner, property);
        let mut definition = self.definition(Some(owner), property);
        definition.retain(|(key, _)| key != "description");
        definition.push(("read-only".to_owned(), Value::Plain("true".to_owned())));
        let value = crate::plan::reference(self.descriptor, &format!("{owner}.{property}"));
        definition.push(("value".to_owned(), value));
        self.values.outputs.push(New { name: name.clone(), of, definition });
        name
    }

    /// The type of a property, as the assembly or the descriptor of the component declares it.
    fn definition(&mut self, owner: Option<&str>, property: &str) -> Vec<(String, Value)> {
        let descriptor = self.descriptor;
        let component = owner.and_then(|name| descriptor.owner(name));
        let declaring = component.and_then(|component| descriptor.descriptor_of(component));
        let declared = match (component, &declaring) {
            (None, _) => descriptor.property(property).map(|property| (descriptor, property)),
            (Some(_), Some(other)) => other.property(property).map(|property| (&**other, property)),
            (Some(it), None) => it.property(property).map(|property| (descriptor, property)),
        };
        // A data type of another descriptor need not be one of this descriptor.
        let is_known = |kind: &str| {
            PROPERTY_TYPES.iter().any(|choice| choice.word == kind) || descriptor.data_type(kind).is_some()
        };
        let kind = declared.and_then(|(_, property)| property.kind.as_ref()).map(|kind| kind.text.as_str());
        let kind = kind.filter(|kind| is_known(kind) || owner.is_none());
        let mut entries = vec![("type".to_owned(), Value::text(kind.unwrap_or("string")))];
        for key in ["entry-schema", "entry_schema", "description"] {
            let node = declared
                .and_then(|(of, property)| of.node(&property.path.key(key)))
                .filter(|node| !node.is_null());
            let schema = node.and_then(|node| node.get("type").or(Some(node)).and_then(Node::as_str));
            let is_usable =
                key == "description" || owner.is_none() || schema.is_none_or(|schema| is_known(&schema));
            entries.extend(node.filter(|_| is_usable).map(|node| (key.to_owned(), copy_of(node))));
        }
        if let Some((of, it)) = declared
            && std::ptr::eq(of, descriptor)
        {
            self.values.note_types(descriptor, std::slice::from_ref(it));
        } else if let Some(kind) = kind.filter(|kind| descriptor.data_type(kind).is_some()) {
            self.values.types.insert(kind.to_owned());
        }
        entries
    }
}
