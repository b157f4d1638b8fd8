//! Value definitions of the document: properties, attributes and inputs of its types, and inputs and outputs of its topology template.

use std::rc::Rc;

use crate::interface::{notifications, operations};
use crate::model::Service;
use crate::types::{Definition, FileId, Layer, Section, Type, TypeId, TypeKind, named};
use crate::value::DataSchema;
use limn_yaml::{Entry, Node};

/// Role of a definition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    Property,
    Attribute,
    /// An input or output, whose type is optional.
    Parameter,
}

/// A definition in this document.
#[derive(Clone, Debug)]
pub struct ValueDefinition<'d> {
    pub role: Role,
    pub name: &'d str,
    pub key: Node<'d>,
    pub node: Node<'d>,
    /// The definition itself, followed by those it refines, nearest first.
    pub layers: Rc<[Layer<'d>]>,
    /// True if all definitions that it may refine are known.
    pub complete: bool,
}

impl<'d> ValueDefinition<'d> {
    /// Schema of its values.
    pub fn schema(&self, service: &Service<'d>) -> DataSchema<'d> {
        match self.layers.is_empty() {
            true => DataSchema::of_node(&service.type_scope, self.node, FileId::OWN),
            false => DataSchema::of_layers(&service.type_scope, &self.layers),
        }
    }

    /// The refined definitions.
    pub fn farther(&self) -> &[Layer<'d>] {
        self.layers.get(1..).unwrap_or_default()
    }
}

/// All definitions of the document. The grammar reports values that are not mappings.
pub fn all<'d>(service: &Service<'d>) -> Vec<ValueDefinition<'d>> {
    let mut found = Vec::new();
    for (id, it) in service.type_scope.declared_in(FileId::OWN) {
        of_type(service, id, it, &mut found);
    }
    for it in service.interfaces.iter().filter(|interface| interface.defines) {
        interface(&mut found, it.node);
    }
    if let Some(topology) = &service.topology {
        for parameter in topology.inputs.iter().chain(&topology.outputs) {
            parameters(&mut found, parameter.key, parameter.node);
        }
        for workflow in &topology.workflows {
            workflow.inputs.iter().for_each(|input| parameters(&mut found, input.key, input.node));
        }
    }
    found
}

fn of_type<'d>(service: &Service<'d>, id: TypeId, it: &Type<'d>, found: &mut Vec<ValueDefinition<'d>>) {
    let effective = service.type_scope.effective(id);
    for (section, role) in VALUES {
        for entry in named(it.node, section.key()) {
            let definition = entry.key.text().and_then(|name| effective.section(section).get(name));
            lay(found, entry, role, definition, effective.complete);
        }
    }
    for entry in named(it.node, "capabilities") {
        let Some(capability) = entry.key.text().and_then(|name| effective.capabilities().get(name)) else {
            continue;
        };
        for (section, role) in VALUES {
            let mut own = named(entry.value.resolve(), section.key()).peekable();
            if own.peek().is_none() {
                continue;
            }
            let (table, complete) = service.type_scope.facet(capability, TypeKind::Capability, section);
            for entry in own {
                let definition = entry.key.text().and_then(|name| table.get(name));
                lay(found, entry, role, definition, complete && effective.complete);
            }
        }
    }
    if it.kind == TypeKind::Interface {
        interface(found, it.node);
    }
}

const VALUES: [(Section, Role); 2] =
    [(Section::Properties, Role::Property), (Section::Attributes, Role::Attribute)];

fn lay<'d>(
    found: &mut Vec<ValueDefinition<'d>>,
    entry: Entry<'d>,
    role: Role,
    definition: Option<&Definition<'d>>,
    complete: bool,
) {
    let node = entry.value.resolve();
    let Some(name) = entry.key.text().filter(|_| node.is_mapping() || node.is_null()) else { return };
    // A duplicate key belongs to another layer.
    let layers = definition
        .filter(|definition| definition.nearest().node == node)
        .map(|definition| definition.layers.clone());
    found.push(ValueDefinition {
        role,
        name,
        key: entry.key,
        node,
        layers: layers.unwrap_or_default(),
        complete,
    });
}

/// Adds the inputs of an interface and its operations.
fn interface<'d>(found: &mut Vec<ValueDefinition<'d>>, node: Node<'d>) {
    let inputs = |found: &mut Vec<ValueDefinition<'d>>, node: Node<'d>| {
        for entry in named(node, "inputs") {
            parameters(found, entry.key, entry.value.resolve());
        }
    };
    inputs(found, node);
    operations(node)
        .into_iter()
        .chain(notifications(node))
        .for_each(|operation| inputs(found, operation.node));
}

/// Adds a parameter. An input with a plain value is not a definition.
fn parameters<'d>(found: &mut Vec<ValueDefinition<'d>>, key: Node<'d>, node: Node<'d>) {
    let defines = ["type", "default", "value", "constraints", "entry_schema", "required"];
    let Some(name) = key.text().filter(|_| defines.iter().any(|keyname| node.get(keyname).is_some())) else {
        return;
    };
    found.push(ValueDefinition {
        role: Role::Parameter,
        name,
        key,
        node,
        layers: Rc::default(),
        complete: true,
    });
}
