//! Values that can be connected: which property can read which input, property or attribute, with the reason if it cannot. Computed from the types once,
//! because a drag asks for every port of the diagram.

use std::collections::BTreeMap;

use crate::model::{NodeTemplate, Service};
use crate::service_template::ServiceTemplate;
use crate::types::{Definition, FileId, Section};
use crate::value::{Compatibility, DataSchema};
use limn_language::edit::EditError;
use limn_language::graph::{Id, PortRef, Role};
use limn_language::message;

/// The value types of a service template.
#[derive(Debug, Default)]
pub(crate) struct ValueFlow {
    /// Names of the types.
    types: Vec<String>,
    /// For each pair of types, whether values of the first can be used as the second.
    fits: Vec<Vec<bool>>,
    inputs: BTreeMap<String, usize>,
    outputs: Vec<String>,
    nodes: Vec<NodeValues>,
}

/// Properties and attributes of a node template, with the indices of their types.
#[derive(Debug, Default)]
struct NodeValues {
    name: String,
    type_name: String,
    properties: BTreeMap<String, usize>,
    attributes: BTreeMap<String, usize>,
    /// All its properties are known.
    is_complete: bool,
    /// The template that it copies.
    copied: Option<String>,
}

/// Text that a connection of two values writes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ValueConnection<'p> {
    /// A property of a node reads an input.
    Input { input: &'p str, target: &'p PortRef },
    /// A property of a node reads a property or attribute of another one.
    Member { source: &'p PortRef, section: Section, target: &'p PortRef },
    /// An output reads a property or attribute.
    Output { source: &'p PortRef, section: Section, output: &'p str },
    /// A property or attribute becomes a new output.
    NewOutput { source: &'p PortRef, section: Section },
    /// A property reads a new input.
    NewInput { target: &'p PortRef },
}

/// The types that are found so far, each once.
#[derive(Default)]
struct Types<'d>(Vec<DataSchema<'d>>);

impl<'d> Types<'d> {
    fn at(&mut self, schema: DataSchema<'d>) -> usize {
        let same = |known: &DataSchema<'d>| {
            let entry =
                |schema: &DataSchema<'d>| schema.entry.as_ref().map(|entry| (entry.name.clone(), entry.kind));
            known.name == schema.name && known.kind == schema.kind && entry(known) == entry(&schema)
        };
        self.0.iter().position(same).unwrap_or_else(|| {
            self.0.push(schema);
            self.0.len() - 1
        })
    }
}

impl ValueFlow {
    pub(crate) fn of(service: &Service<'_>) -> ValueFlow {
        let Some(topology) = &service.topology else { return ValueFlow::default() };
        let type_scope = &service.type_scope;
        let mut types = Types::default();
        let inputs = topology.inputs.iter().map(|input| {
            (input.name.to_string(), types.at(DataSchema::of_node(type_scope, input.node, FileId::OWN)))
        });
        let inputs = inputs.collect();
        let nodes = topology.node_templates.iter().map(|template| node_values(service, template, &mut types));
        let nodes = nodes.collect();
        let is_fit = |given: &DataSchema<'_>, asked: &DataSchema<'_>| {
            let fits = |given: &DataSchema<'_>, asked: &DataSchema<'_>| {
                given.kind.compatibility(type_scope, asked.kind) != Compatibility::Misfit
            };
            let entries = given.entry.as_deref().zip(asked.entry.as_deref());
            fits(given, asked) && entries.is_none_or(|(given, asked)| fits(given, asked))
        };
        let fits = types.0.iter().map(|given| types.0.iter().map(|asked| is_fit(given, asked)).collect());
        ValueFlow {
            fits: fits.collect(),
            types: types.0.iter().map(type_label).collect(),
            inputs,
            outputs: topology.outputs.iter().map(|output| output.name.to_string()).collect(),
            nodes,
        }
    }

    fn check(&self, given: Option<usize>, asked: Option<usize>, target: &str) -> Result<(), EditError> {
        match (given, asked) {
            (Some(given), Some(asked)) if !self.fits[given][asked] => {
                let what = format!("a value of type `{}` for `{target}`", self.types[asked]);
                Err(refused(message::expected(what, format!("`{}`", self.types[given]))))
            }
            _ => Ok(()),
        }
    }
}

fn node_values<'d>(service: &Service<'d>, template: &NodeTemplate<'d>, types: &mut Types<'d>) -> NodeValues {
    let type_scope = &service.type_scope;
    let found = template.type_id.found().map(|id| type_scope.effective(id));
    let mut table = |section: Section| -> BTreeMap<String, usize> {
        let mut entry = |definition: &Definition<'d>| {
            (definition.name.to_string(), types.at(DataSchema::of(type_scope, definition)))
        };
        found.iter().flat_map(|found| found.section(section).iter()).map(&mut entry).collect()
    };
    let (properties, attributes) = (table(Section::Properties), table(Section::Attributes));
    NodeValues {
        name: template.name.to_string(),
        type_name: template.type_name.as_ref().map_or_else(String::new, |name| name.text.to_string()),
        properties,
        attributes,
        is_complete: found.is_some_and(|found| found.complete),
        copied: template.copy.as_ref().map(|copied| copied.text.to_string()),
    }
}

fn type_label(schema: &DataSchema<'_>) -> String {
    match &schema.entry {
        Some(entry) if !entry.name.is_empty() => format!("{} of {}", schema.name, entry.name),
        _ => schema.name.to_string(),
    }
}

fn refused(reason: impl Into<String>) -> EditError {
    EditError::Incompatible(reason.into())
}

/// Returns true if a port is one of a value.
pub(crate) fn is_value(port: &PortRef) -> bool {
    matches!(port.role, Role::Input | Role::Output)
}

/// The ports of a node template that a value of another one can be connected to: of each property the one that reads it, or the one that it can read.
/// That of the same name comes first.
pub(crate) fn ends(template: &ServiceTemplate, from: &PortRef, on: &Id) -> Vec<PortRef> {
    let Ok(values) = values(template, on) else { return Vec::new() };
    let is_new = |name: &&String| !values.properties.contains_key(*name);
    let mut names: Vec<&String> =
        values.properties.keys().chain(values.attributes.keys().filter(is_new)).collect();
    names.sort_by_key(|name| **name != from.port);
    let port = |name: &str, role: Role| PortRef { node: on.clone(), role, port: name.to_owned() };
    let (mut reading, mut read) = (Vec::new(), Vec::new());
    for name in names {
        let (input, output) = (port(name, Role::Input), port(name, Role::Output));
        if connection(template, from, &input).is_ok() {
            reading.push(input);
        } else if from.role == Role::Input && connection(template, &output, from).is_ok() {
            read.push(output);
        }
    }
    reading.extend(read);
    reading
}

/// Meaning of a connection of two ports, of which at least one is a value.
pub(crate) fn connection<'p>(
    template: &ServiceTemplate,
    from: &'p PortRef,
    to: &'p PortRef,
) -> Result<ValueConnection<'p>, EditError> {
    let flow = template.value_flow();
    let is_frame = |port: &PortRef| port.node.0.is_empty();
    match (is_frame(from), is_frame(to)) {
        (true, true) => Err(refused("connect a value of the service template to one of a node template")),
        // A property that is dragged to a value reads it, too.
        (false, true) if to.role == Role::Input && from.role == Role::Input && !to.port.is_empty() => {
            connection(template, to, from)
        }
        (false, false) if from.role == Role::Input && to.role == Role::Output => {
            connection(template, to, from)
        }
        (true, false) => {
            if from.role != Role::Input {
                return Err(refused(message::expected("an input", format!("output `{}`", from.port))));
            }
            let given = flow.inputs.get(&from.port);
            let given = *given.ok_or_else(|| refused(message::unknown("input", &from.port)))?;
            let asked = settable(template, to)?;
            flow.check(Some(given), asked, &to.port)?;
            Ok(ValueConnection::Input { input: &from.port, target: to })
        }
        (false, false) => {
            // A property can be read, too, whichever of its ports the wire starts at.
            if to.role != Role::Input || !is_value(from) {
                return Err(refused(
                    "connect a property or attribute that can be read to a property that can be set",
                ));
            }
            if from.node == to.node {
                let name = from.node.0.last_key().unwrap_or_default();
                return Err(refused(format!("`{name}` cannot read its own property")));
            }
            let (section, given) = readable(template, from)?;
            let asked = settable(template, to)?;
            flow.check(given, asked, &to.port)?;
            Ok(ValueConnection::Member { source: from, section, target: to })
        }
        (false, true) if to.port.is_empty() && from.role == Role::Input => {
            settable(template, from)?;
            Ok(ValueConnection::NewInput { target: from })
        }
        (false, true) if from.role == Role::Output => {
            let (section, _) = readable(template, from)?;
            if to.port.is_empty() {
                return Ok(ValueConnection::NewOutput { source: from, section });
            }
            if to.role != Role::Output || !flow.outputs.contains(&to.port) {
                return Err(refused(message::expected("an output", format!("`{}`", to.port))));
            }
            Ok(ValueConnection::Output { source: from, section, output: &to.port })
        }
        (false, true) => Err(refused(format!("`{}` cannot read a value of a node template", to.port))),
    }
}

fn values<'s>(template: &'s ServiceTemplate, node: &Id) -> Result<&'s NodeValues, EditError> {
    let found = template.templates.get(node).and_then(|at| template.value_flow().nodes.get(*at));
    found.ok_or_else(|| refused(message::unknown("node template", node.0.last_key().unwrap_or_default())))
}

/// The type of a property that can be set; `None` if it is unknown.
fn settable(template: &ServiceTemplate, port: &PortRef) -> Result<Option<usize>, EditError> {
    let node = values(template, &port.node)?;
    if port.role != Role::Input || port.port.is_empty() {
        return Err(refused(message::expected(
            format!("a property of `{}`", node.name),
            "another part of it",
        )));
    }
    if let Some(copied) = &node.copied {
        return Err(refused(format!(
            "`{}` is a copy of `{copied}`: set the property in its text",
            node.name
        )));
    }
    match node.properties.get(&port.port) {
        Some(found) => Ok(Some(*found)),
        None if node.attributes.contains_key(&port.port) => {
            Err(refused(format!("attribute `{}` is set when the node runs", port.port)))
        }
        None if node.is_complete => Err(undeclared(node, &port.port)),
        None => Ok(None),
    }
}

/// The section and type of a property or attribute that can be read.
fn readable(template: &ServiceTemplate, port: &PortRef) -> Result<(Section, Option<usize>), EditError> {
    let node = values(template, &port.node)?;
    if let Some(found) = node.properties.get(&port.port) {
        return Ok((Section::Properties, Some(*found)));
    }
    if let Some(found) = node.attributes.get(&port.port) {
        return Ok((Section::Attributes, Some(*found)));
    }
    if node.is_complete || port.port.is_empty() {
        return Err(undeclared(node, &port.port));
    }
    let written = port.node.0.key("properties").key(&port.port);
    let is_written = template.document().get(&written).is_some();
    Ok((if is_written { Section::Properties } else { Section::Attributes }, None))
}

fn undeclared(node: &NodeValues, name: &str) -> EditError {
    refused(message::unknown_on("property", name, "node type", &node.type_name))
}
