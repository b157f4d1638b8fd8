//! Properties and attributes of the node, and the values in the topology that they are mapped to.

use super::super::super::Rule;
use super::super::near::Near;
use super::value_type::meets;
use super::{Stand, mapped, misnamed};
use crate::diagnostic::{Code, Report};
use crate::dialect::tosca::model::Service;
use crate::dialect::tosca::types::{Definition, FileId, Lookup, Section, Table, TypeKind, Word};
use crate::dialect::tosca::value::{DataSchema, Primitive};
use crate::yaml::{Entry, Node, Op, Value};

pub(in super::super::super) static RULE: Rule =
    Rule { codes: &[&KEY, &INPUT, &PROPERTY, &PORT, &BOTH, &LIST, &TYPE, &EITHER, &ATTRIBUTE], check };

const SECTION: &str = "TOSCA Simple Profile in YAML 1.2, 3.7.8";

static KEY: Code = Code::error(
    "tosca/mapped-property-undeclared",
    "T3.7.8-R7",
    SECTION,
    "What is mapped is a property of the node type that the topology stands for.",
);
static INPUT: Code = Code::error(
    "tosca/mapped-to-unknown-input",
    "T3.7.8-R2",
    SECTION,
    "A list of one name maps a property to an input of the same topology.

Bad:
```yaml
properties: {name: [data_base_name]}
```
Good:
```yaml
properties: {name: [database_name]}
```",
);
static PROPERTY: Code = Code::error(
    "tosca/mapped-to-unknown-property",
    "T3.7.8-R3",
    SECTION,
    "A list of two names maps a property to one of a node template of the same topology.",
);
static PORT: Code = Code::error(
    "tosca/mapped-to-unknown-part",
    "T3.7.8-R4",
    SECTION,
    "A list of three names maps a property to one of a capability or requirement of a node template.",
);
static BOTH: Code = Code::error(
    "tosca/mapping-and-value",
    "T3.7.8-R5",
    SECTION,
    "A property is either mapped or has a constant value.",
);
static LIST: Code = Code::error(
    "tosca/list-read-as-mapping",
    "T3.7.8-R6",
    "TOSCA Simple Profile in YAML 1.2, 3.7.8.3",
    "A list behind the name of a property is read as a mapping. A constant that is a list needs the keyname `value`.

Bad:
```yaml
properties: {zones: [north, south]}
```
Good:
```yaml
properties: {zones: {value: [north, south]}}
```",
);
static TYPE: Code = Code::error(
    "tosca/mapped-type",
    "T3.7.8-R8",
    SECTION,
    "The value of the property becomes that of what it is mapped to: both are of the same type, or one derives from the other.",
);
static EITHER: Code = Code::warning(
    "tosca/mapping-or-value",
    "T3.7.8-R10",
    SECTION,
    "The value of this property is a map, and what is written could be a map with the one key `mapping` or `value` as well as the notation of that \
     name. It is read as the notation: put the map under `value`.",
);
static ATTRIBUTE: Code = Code::warning(
    "tosca/mapped-attribute",
    "T3.7.12-R9",
    "TOSCA Simple Profile in YAML 1.2, 3.7.12; 1.3, 3.8.9",
    "An attribute of the node is mapped to an output of the topology, or to an attribute of a node template or of a capability of it.",
);

fn check(service: &Service<'_>, report: &mut Report) {
    let Some(mut stand) = Stand::of(service) else { return };
    let mut inputs = Near::to(stand.topology.inputs.iter().map(|it| it.name.to_string()));
    let kind = stand.kind.as_ref().map(|(id, _)| service.world.effective(*id));
    for entry in &stand.substitution.properties {
        let Some(name) = entry.key.as_str() else { continue };
        let definition = kind.and_then(|it| it.properties().get(&name));
        if let Some(known) = kind.filter(|it| it.complete && definition.is_none()) {
            let owner = stand.kind.as_ref().map_or("", |(_, kind)| &kind.line.name);
            let message = format!("`{owner}` has no property `{name}`");
            let near = service.nearness.nearest(&name, known.properties().iter().map(|it| it.name.as_ref()));
            report.push(misnamed(service.fault(&KEY, entry.key, message), entry.key, near));
        }
        property(&mut stand, &mut inputs, *entry, definition, report);
    }
    for entry in &stand.substitution.attributes {
        attribute(&mut stand, *entry, report);
    }
}

fn property<'d>(
    stand: &mut Stand<'_, 'd>,
    inputs: &mut Near,
    entry: Entry<'d>,
    definition: Option<&Definition<'d>>,
    report: &mut Report,
) {
    let (service, world) = (stand.service, &stand.service.world);
    let asked = definition.map(|it| DataSchema::of(world, it));
    let node = entry.value.resolve();
    let long = |key: &str| node.entry(key).filter(|it| !it.value.is_missing());
    if let (Some(_), Some(value)) = (long("mapping"), long("value")) {
        let name = entry.key.as_str().unwrap_or_default();
        let message = format!("`{name}` is mapped and has a value as well");
        report.push(service.fault(&BOTH, value.key, message));
    }
    if node.is_mapping()
        && node.entries().len() == 1
        && (long("mapping").is_some() || long("value").is_some())
        && asked.as_ref().is_some_and(|it| {
            let mapping = it.is_complex() || it.kind.primitive() == Some(Primitive::Map);
            mapping && has_key(service, definition, node)
        })
    {
        let message =
            "this reads as the notation of a mapping, and could be the value of the property itself";
        report.push(service.fault(&EITHER, entry.key, message));
    }
    let Some(words) = mapped(entry) else { return };
    let is_list =
        asked.as_ref().is_some_and(|it| it.kind.primitive() == Some(Primitive::List)) && !node.is_mapping();
    let found = match &words[..] {
        [input] => match stand.topology.input(&input.text) {
            Some(found) => Some(DataSchema::of_node(world, found.node, FileId::OWN)),
            None if is_list => return listed(service, entry, report),
            None => {
                let message = format!("no input is named `{}`", input.text);
                return report.push(inputs.suggest(service.fault(&INPUT, input.node, message), input));
            }
        },
        [template, ..] if is_list && !stand.topology.index.contains_key(&template.text) => {
            return listed(service, entry, report);
        }
        [_, _] | [_, _, _] => {
            match at_template(stand, &words, [&PROPERTY, &PORT], Section::Properties, report) {
                Ok(found) => found,
                Err(Told) => return,
            }
        }
        _ => return,
    };
    if let (Some(asked), Some(found), Some(last)) = (asked, found, words.last())
        && !meets(world, &asked, &found)
    {
        let name = entry.key.as_str().unwrap_or_default();
        let message =
            format!("`{name}` is of type `{}`, and `{}` of type `{}`", asked.name, last.text, found.name);
        report.push(service.fault(&TYPE, last.node, message));
    }
}

/// A map of anything, or a data type that has a property of the name.
fn has_key<'d>(service: &Service<'d>, definition: Option<&Definition<'d>>, node: Node<'d>) -> bool {
    let key = node.entries().next().and_then(|it| it.key.as_str()).unwrap_or_default();
    let found = definition.and_then(|it| service.world.type_of(it, TypeKind::Data)).and_then(Lookup::found);
    found.is_none_or(|id| service.world.effective(id).properties().get(&key).is_some())
}

fn listed<'d>(service: &Service<'d>, entry: Entry<'d>, report: &mut Report) {
    let name = entry.key.as_str().unwrap_or_default();
    let message =
        format!("the list behind `{name}` is read as a mapping: a list as its value goes under `value`");
    let items = entry.value.resolve().items().filter_map(Node::as_str);
    let value = Value::map([("value", Value::Sequence(items.map(Value::text).collect()))]);
    report.push(
        service
            .fault(&LIST, entry.value, message)
            .fix("Put the list under `value`", vec![Op::Replace { at: entry.value.path(), value }]),
    );
}

/// What is wrong is told already.
struct Told;

/// The type of what a mapping of two or three names leads to; `None`: it is not known. The codes: of two names, of three.
fn at_template<'d>(
    stand: &mut Stand<'_, 'd>,
    words: &[Word<'d>],
    codes: [&'static Code; 2],
    section: Section,
    report: &mut Report,
) -> Result<Option<DataSchema<'d>>, Told> {
    let (service, world) = (stand.service, &stand.service.world);
    let code = codes[usize::from(words.len() == 3)];
    let at = match stand.template(code, &words[0]) {
        Ok(at) => at,
        Err(fault) => {
            report.push(*fault);
            return Err(Told);
        }
    };
    let Some(id) = stand.topology.node_templates[at].type_id.found() else { return Ok(None) };
    let effective = world.effective(id);
    let missing = |word: &Word<'d>, what: &str, owner: &str, table: &[&Table<'d>], report: &mut Report| {
        let message = format!("`{owner}` has no {what} `{}`", word.text);
        let names = table.iter().flat_map(|it| it.iter()).map(|it| it.name.as_ref());
        let diagnostic = service.fault(code, word.node, message);
        report.push(match service.nearness.nearest(&word.text, names) {
            Some(near) => super::super::near::suggest(diagnostic, word, near),
            None => diagnostic,
        });
    };
    let what = if section == Section::Properties { "property" } else { "attribute" };
    // An attribute of the same name mirrors each property.
    let sections = [Section::Properties, Section::Attributes];
    if let [_, name] = words {
        let found = sections.iter().find_map(|it| effective.section(*it).get(&name.text));
        if found.is_none() && effective.complete {
            let tables = [effective.properties(), effective.attributes()];
            missing(name, what, &world.get(id).name, &tables, report);
            return Err(Told);
        }
        return Ok(found.map(|it| DataSchema::of(world, it)));
    }
    let [_, part, name] = words else { return Ok(None) };
    if let Some(capability) = effective.capabilities().get(&part.text) {
        let facets = sections.map(|it| world.facet(capability, TypeKind::Capability, it));
        let found = facets.iter().find_map(|(table, _)| table.get(&name.text));
        if found.is_none() && facets.iter().all(|(_, complete)| *complete) {
            missing(name, what, &part.text, &[&facets[0].0, &facets[1].0], report);
            return Err(Told);
        }
        return Ok(found.map(|it| DataSchema::of(world, it)));
    }
    let needs = service.matching().kind(at).and_then(|kind| kind.need(&part.text));
    if needs.is_none() && effective.complete {
        let tables = [effective.capabilities(), effective.requirements()];
        missing(part, "capability or requirement", &world.get(id).name, &tables, report);
        return Err(Told);
    }
    Ok(None)
}

fn attribute<'d>(stand: &mut Stand<'_, 'd>, entry: Entry<'d>, report: &mut Report) {
    let service = stand.service;
    if let (Some(name), Some((id, kind))) = (entry.key.as_str(), &stand.kind) {
        let effective = service.world.effective(*id);
        let has = effective.attributes().get(&name).or_else(|| effective.properties().get(&name)).is_some();
        if effective.complete && !has {
            let message = format!("`{}` has no attribute `{name}`", kind.line.name);
            let near =
                service.nearness.nearest(&name, effective.attributes().iter().map(|it| it.name.as_ref()));
            report.push(misnamed(service.fault(&ATTRIBUTE, entry.key, message), entry.key, near));
        }
    }
    let Some(words) = mapped(entry) else { return };
    match &words[..] {
        [output] if !stand.topology.outputs.iter().any(|it| it.name == output.text) => {
            let message = format!("no output is named `{}`", output.text);
            report.push(service.fault(&ATTRIBUTE, output.node, message));
        }
        [_, _] | [_, _, _] => {
            let _ = at_template(stand, &words, [&ATTRIBUTE, &ATTRIBUTE], Section::Attributes, report);
        }
        _ => {}
    }
}
