//! Mapped properties and attributes.

use super::super::super::Rule;
use super::super::name_suggestions::NameSuggestions;
use super::{SubstitutionScope, mapped, misnamed};
use crate::grammar::MAPPING_FORM;
use crate::model::Service;
use crate::types::{Definition, FileId, Lookup, ScalarText, Section, Table, TypeKind};
use crate::value::{DataSchema, Primitive};
use limn_language::diagnostic::{Code, Report};
use limn_language::message;
use limn_yaml::{Entry, Node, Op, Value};

pub(in super::super::super) static RULE: Rule =
    Rule { codes: &[&KEY, &INPUT, &PROPERTY, &PORT, &BOTH, &LIST, &TYPE, &EITHER, &ATTRIBUTE], check };

const SECTION: &str = "TOSCA Simple Profile in YAML 1.2, 3.7.8";

static KEY: Code = Code::error(
    "tosca/mapped-property-undeclared",
    "T3.7.8-R7",
    SECTION,
    "Checks that a mapped property is a property of the substituted node type.",
)
.why("Users of the node see only what its type declares, so the mapping has no effect or is rejected.")
.advice("Remove the mapping, or declare the property in the node type.")
.bad(
    "topology template",
    "
inputs: {title: {type: string}}
substitution_mappings:
  node_type: tosca.nodes.Database
  properties: {title: [title]}
#              ^^^^^
",
)
.good(
    "
inputs: {title: {type: string}}
substitution_mappings:
  node_type: tosca.nodes.Database
  properties: {name: [title]}
",
);
static INPUT: Code = Code::error(
    "tosca/mapped-to-unknown-input",
    "T3.7.8-R2",
    SECTION,
    "Checks that a property mapped by a list of one name is mapped to an input of the same topology template.",
)
.why("The topology does not receive the value of the property.")
.advice("Correct the name, or add the input.")
.bad(
    "topology template",
    "
inputs: {title: {type: string}}
substitution_mappings:
  node_type: tosca.nodes.Database
  properties: {name: [titel]}
#                     ^^^^^
",
)
.good(
    "
inputs: {title: {type: string}}
substitution_mappings:
  node_type: tosca.nodes.Database
  properties: {name: [title]}
",
);
static PROPERTY: Code = Code::error(
    "tosca/mapped-to-unknown-property",
    "T3.7.8-R3",
    SECTION,
    "Checks that a property mapped by a list of two names is mapped to a property of a node template of the same topology template.",
)
.why("The property is not connected to any value inside the topology.")
.advice("Correct the name, add the node template, or declare the property in its type.")
.bad(
    "topology template",
    "
node_templates:
  db:
    type: tosca.nodes.Database
    properties: {name: x}
    requirements: [host: {node: DBMS}]
substitution_mappings:
  node_type: tosca.nodes.Database
  properties: {name: [db, title]}
#                         ^^^^^
",
)
.good(
    "
node_templates:
  db:
    type: tosca.nodes.Database
    properties: {name: x}
    requirements: [host: {node: DBMS}]
substitution_mappings:
  node_type: tosca.nodes.Database
  properties: {name: [db, name]}
",
);
static PORT: Code = Code::error(
    "tosca/mapped-to-unknown-nested-property",
    "T3.7.8-R4",
    SECTION,
    "Checks that a property mapped by a list of three names is mapped to a property of a capability or requirement of a node template.",
)
.earlier(&["tosca/mapped-to-unknown-part"])
.why("The property is not connected to any value inside the topology.")
.advice("Correct the name, or declare the missing node template, capability, requirement or property.")
.bad(
    "topology template",
    "
node_templates: {server: {type: tosca.nodes.Compute}}
substitution_mappings:
  node_type: tosca.nodes.Database
  properties: {name: [server, system, distribution]}
#                             ^^^^^^
",
)
.good(
    "
node_templates: {server: {type: tosca.nodes.Compute}}
substitution_mappings:
  node_type: tosca.nodes.Database
  properties: {name: [server, os, distribution]}
",
);
static BOTH: Code = Code::error(
    "tosca/mapping-and-value",
    "T3.7.8-R5",
    SECTION,
    "Reports a property with both a mapping and a constant value.",
)
.why("Only one of the two can be the value of the property.")
.advice("Remove `mapping` or `value`.")
.bad(
    "topology template",
    "
inputs: {title: {type: string}}
substitution_mappings:
  node_type: tosca.nodes.Database
  properties: {name: {mapping: [title], value: mine}}
#                                       ^^^^^
",
)
.good(
    "
substitution_mappings:
  node_type: tosca.nodes.Database
  properties: {name: {value: mine}}
",
);
static LIST: Code = Code::error(
    "tosca/list-read-as-mapping",
    "T3.7.8-R6",
    "TOSCA Simple Profile in YAML 1.2, 3.7.8.3",
    "Reports a list as the value of a property, which maps the property to an input or a node template. A constant list needs the keyname `value`.",
)
.why("Its items are looked up as names of inputs or node templates, so the property does not get the list.")
.advice("Put a constant list in `value`; otherwise correct the name of the input or node template.")
.bad(
    "service template",
    "
node_types:
  Mine:
    derived_from: tosca.nodes.Root
    properties: {zones: {type: list, entry_schema: string}}
topology_template:
  substitution_mappings: {node_type: Mine, properties: {zones: [north, south]}}
#                                                              ^^^^^^^^^^^^^^
",
)
.good(
    "
node_types:
  Mine:
    derived_from: tosca.nodes.Root
    properties: {zones: {type: list, entry_schema: string}}
topology_template:
  substitution_mappings:
    node_type: Mine
    properties: {zones: {value: [north, south]}}
",
)
.supersedes(&[&MAPPING_FORM]);
static TYPE: Code = Code::error(
    "tosca/mapped-property-type",
    "T3.7.8-R8",
    SECTION,
    "Checks that a property and the target of its mapping have the same type, or that one type derives from the other.",
)
.earlier(&["tosca/mapped-type"])
.why("A value that is valid for one type can be invalid for the other, so the substitution fails.")
.advice("Map the property to an input or property of its type, or give both the same type.")
.bad(
    "topology template",
    "
inputs: {title: {type: boolean}}
substitution_mappings:
  node_type: tosca.nodes.Database
  properties: {name: [title]}
#                     ^^^^^
",
)
.good(
    "
inputs: {title: {type: string}}
substitution_mappings:
  node_type: tosca.nodes.Database
  properties: {name: [title]}
",
);
static EITHER: Code = Code::warning(
    "tosca/mapping-or-value",
    "T3.7.8-R10",
    SECTION,
    "Reports a mapping with the single key `mapping` or `value` as the value of a map property.",
)
.why("It is read as the extended notation.")
.advice("Put the map in `value` to make it the value of the property.")
.bad(
    "service template",
    "
node_types:
  Mine:
    derived_from: tosca.nodes.Root
    properties: {labels: {type: map, entry_schema: string}}
topology_template:
  substitution_mappings: {node_type: Mine, properties: {labels: {value: north}}}
#                                                       ^^^^^^
",
)
.good(
    "
node_types:
  Mine:
    derived_from: tosca.nodes.Root
    properties: {labels: {type: map, entry_schema: string}}
topology_template:
  substitution_mappings: {node_type: Mine, properties: {labels: {place: north}}}
",
);
static ATTRIBUTE: Code = Code::warning(
    "tosca/mapped-attribute",
    "T3.7.12-R9",
    "TOSCA Simple Profile in YAML 1.2, 3.7.12; 1.3, 3.8.9",
    "Checks that an attribute is mapped to an output of the topology template, or to an attribute of a node template or its capability.",
)
.why("Users of the node read the attribute, which has no value without a source.")
.advice("Correct the name, or map the attribute to an output or an attribute of a node template.")
.bad(
    "topology template",
    "
node_templates: {server: {type: tosca.nodes.Compute}}
substitution_mappings:
  node_type: tosca.nodes.Compute
  attributes: {public_address: [server, address]}
#                                       ^^^^^^^
",
)
.good(
    "
node_templates: {server: {type: tosca.nodes.Compute}}
substitution_mappings:
  node_type: tosca.nodes.Compute
  attributes: {public_address: [server, private_address]}
",
);

fn check(service: &Service<'_>, report: &mut Report) {
    let Some(mut scope) = SubstitutionScope::of(service) else { return };
    let mut inputs = NameSuggestions::to(scope.topology.inputs.iter().map(|input| input.name.to_string()));
    let kind = scope.kind.as_ref().map(|(id, _)| service.type_scope.effective(*id));
    for entry in &scope.substitution.properties {
        let Some(name) = entry.key.as_str() else { continue };
        let definition = kind.and_then(|kind| kind.properties().get(&name));
        if let Some(known) = kind.filter(|kind| kind.complete && definition.is_none()) {
            let owner = scope.kind.as_ref().map_or("", |(_, kind)| &kind.line.name);
            let message = message::unknown_on("property", &name, "node type", owner);
            let near = service
                .suggestions
                .nearest(&name, known.properties().iter().map(|property| property.name.as_ref()));
            report.push(misnamed(service.fault(&KEY, entry.key, message), entry.key, near));
        }
        check_property(&mut scope, &mut inputs, *entry, definition, report);
    }
    for entry in &scope.substitution.attributes {
        check_attribute(&mut scope, *entry, report);
    }
}

fn check_property<'d>(
    scope: &mut SubstitutionScope<'_, 'd>,
    inputs: &mut NameSuggestions,
    entry: Entry<'d>,
    definition: Option<&Definition<'d>>,
    report: &mut Report,
) {
    let (service, type_scope) = (scope.service, &scope.service.type_scope);
    let asked = definition.map(|definition| DataSchema::of(type_scope, definition));
    let node = entry.value.resolve();
    let long = |key: &str| node.entry(key).filter(|entry| !entry.value.is_missing());
    if let (Some(_), Some(value)) = (long("mapping"), long("value")) {
        let name = entry.key.as_str().unwrap_or_default();
        let message = format!("property `{name}` has both a mapping and a value");
        report.push(service.fault(&BOTH, value.key, message));
    }
    if node.is_mapping()
        && node.entries().len() == 1
        && (long("mapping").is_some() || long("value").is_some())
        && asked.as_ref().is_some_and(|schema| {
            let mapping = schema.is_complex() || schema.kind.primitive() == Some(Primitive::Map);
            mapping && has_key(service, definition, node)
        })
    {
        let message = "ambiguous value: read as a mapping, but may be the value of the property itself";
        report.push(service.fault(&EITHER, entry.key, message));
    }
    let Some(words) = mapped(entry) else { return };
    let is_list = asked.as_ref().is_some_and(|schema| schema.kind.primitive() == Some(Primitive::List))
        && !node.is_mapping();
    let found = match &words[..] {
        [input] => match scope.topology.input(&input.text) {
            Some(found) => Some(DataSchema::of_node(type_scope, found.node, FileId::OWN)),
            None if is_list => return check_listed(service, entry, report),
            None => {
                let message = message::unknown("input", &input.text);
                return report.push(inputs.suggest(service.fault(&INPUT, input.node, message), input));
            }
        },
        [template, ..] if is_list && !scope.topology.index.contains_key(&template.text) => {
            return check_listed(service, entry, report);
        }
        [_, _] | [_, _, _] => {
            match at_template(scope, &words, [&PROPERTY, &PORT], Section::Properties, report) {
                Ok(found) => found,
                Err(Reported) => return,
            }
        }
        _ => return,
    };
    if let (Some(asked), Some(found), Some(last)) = (asked, found, words.last())
        && !asked.is_interchangeable(type_scope, &found)
    {
        let name = entry.key.as_str().unwrap_or_default();
        let message = message::expected(
            format!("type `{}` for `{name}`", asked.name),
            format!("type `{}` of `{}`", found.name, last.text),
        );
        report.push(service.fault(&TYPE, last.node, message));
    }
}

/// Returns true for a map of any values, or for a data type that has a property with this name.
fn has_key<'d>(service: &Service<'d>, definition: Option<&Definition<'d>>, node: Node<'d>) -> bool {
    let key = node.entries().next().and_then(|entry| entry.key.as_str()).unwrap_or_default();
    let found = definition
        .and_then(|definition| service.type_scope.type_of(definition, TypeKind::Data))
        .and_then(Lookup::found);
    found.is_none_or(|id| service.type_scope.effective(id).properties().get(&key).is_some())
}

fn check_listed<'d>(service: &Service<'d>, entry: Entry<'d>, report: &mut Report) {
    let name = entry.key.as_str().unwrap_or_default();
    let message = format!(
        "the list in `{name}` maps to an input or a node template; write a constant list as `value: […]`"
    );
    let items = entry.value.resolve().items().filter_map(Node::as_str);
    let value = Value::map([("value", Value::Sequence(items.map(Value::text).collect()))]);
    report.push(
        service
            .fault(&LIST, entry.value, message)
            .fix("Move list to `value`", vec![Op::Replace { at: entry.value.path(), value }]),
    );
}

/// The fault is reported already.
struct Reported;

/// Type of the target of a mapping with two or three names; `None` if unknown. The codes are for two and for three names.
fn at_template<'d>(
    scope: &mut SubstitutionScope<'_, 'd>,
    words: &[ScalarText<'d>],
    codes: [&'static Code; 2],
    section: Section,
    report: &mut Report,
) -> Result<Option<DataSchema<'d>>, Reported> {
    let (service, type_scope) = (scope.service, &scope.service.type_scope);
    let code = codes[usize::from(words.len() == 3)];
    let at = match scope.template(code, &words[0]) {
        Ok(at) => at,
        Err(fault) => {
            report.push(*fault);
            return Err(Reported);
        }
    };
    let Some(id) = scope.topology.node_templates[at].type_id.found() else { return Ok(None) };
    let effective = type_scope.effective(id);
    let missing = |word: &ScalarText<'d>,
                   what: &str,
                   (owner_kind, owner): (&str, &str),
                   table: &[&Table<'d>],
                   report: &mut Report| {
        let message = message::unknown_on(what, &word.text, owner_kind, owner);
        let names = table.iter().flat_map(|table| table.iter()).map(|definition| definition.name.as_ref());
        let diagnostic = service.fault(code, word.node, message);
        report.push(match service.suggestions.nearest(&word.text, names) {
            Some(near) => super::super::name_suggestions::suggest(diagnostic, word, near),
            None => diagnostic,
        });
    };
    let what = if section == Section::Properties { "property" } else { "attribute" };
    // Each property has an attribute of the same name.
    let sections = [Section::Properties, Section::Attributes];
    if let [_, name] = words {
        let found = sections.iter().find_map(|section| effective.section(*section).get(&name.text));
        if found.is_none() && effective.complete {
            let tables = [effective.properties(), effective.attributes()];
            missing(name, what, ("node type", &type_scope.get(id).name), &tables, report);
            return Err(Reported);
        }
        return Ok(found.map(|definition| DataSchema::of(type_scope, definition)));
    }
    let [_, part, name] = words else { return Ok(None) };
    if let Some(capability) = effective.capabilities().get(&part.text) {
        let facets = sections.map(|section| type_scope.facet(capability, TypeKind::Capability, section));
        let found = facets.iter().find_map(|(table, _)| table.get(&name.text));
        if found.is_none() && facets.iter().all(|(_, complete)| *complete) {
            missing(name, what, ("capability", &part.text), &[&facets[0].0, &facets[1].0], report);
            return Err(Reported);
        }
        return Ok(found.map(|definition| DataSchema::of(type_scope, definition)));
    }
    let needs = service.matching().kind(at).and_then(|kind| kind.requirement(&part.text));
    if needs.is_none() && effective.complete {
        let tables = [effective.capabilities(), effective.requirements()];
        missing(part, "capability or requirement", ("node type", &type_scope.get(id).name), &tables, report);
        return Err(Reported);
    }
    Ok(None)
}

fn check_attribute<'d>(scope: &mut SubstitutionScope<'_, 'd>, entry: Entry<'d>, report: &mut Report) {
    let service = scope.service;
    if let (Some(name), Some((id, kind))) = (entry.key.as_str(), &scope.kind) {
        let effective = service.type_scope.effective(*id);
        let has = effective.attributes().get(&name).or_else(|| effective.properties().get(&name)).is_some();
        if effective.complete && !has {
            let message = message::unknown_on("attribute", &name, "node type", &kind.line.name);
            let near = service
                .suggestions
                .nearest(&name, effective.attributes().iter().map(|attribute| attribute.name.as_ref()));
            report.push(misnamed(service.fault(&ATTRIBUTE, entry.key, message), entry.key, near));
        }
    }
    let Some(words) = mapped(entry) else { return };
    match &words[..] {
        [output] if !scope.topology.outputs.iter().any(|defined| defined.name == output.text) => {
            let message = message::unknown("output", &output.text);
            report.push(service.fault(&ATTRIBUTE, output.node, message));
        }
        [_, _] | [_, _, _] => {
            let _ = at_template(scope, &words, [&ATTRIBUTE, &ATTRIBUTE], Section::Attributes, report);
        }
        _ => {}
    }
}
