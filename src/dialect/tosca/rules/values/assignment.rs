//! What templates, groups and policies give values to: the properties and attributes that their types declare, all that must have a value, and each
//! value of its type.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::rc::Rc;

use rustc_hash::FxHashSet;

use super::super::Rule;
use super::check::{Findings, Label, check_value};
use super::refinement::{CHANGED, changes};
use super::told::{MISSING_FIELD, UNKNOWN_FIELD};
use super::well_known;
use crate::diagnostic::{Code, Report};
use crate::dialect::tosca::grammar::V1_3;
use crate::dialect::tosca::interface::relationship_of;
use crate::dialect::tosca::model::{NodeTemplate, Requirement, Service};
use crate::dialect::tosca::resolve::Context;
use crate::dialect::tosca::types::{FileId, Lookup, Section, TypeId, TypeKind, Word, named};
use crate::dialect::tosca::value::{DataSchema, Field, Fields, Kind, Primitive, shown};
use crate::yaml::{Entry, Node};

pub(in super::super) static RULE: Rule = Rule {
    codes: &[&UNDECLARED_PROPERTY, &UNDECLARED_ATTRIBUTE, &MISSING_PROPERTY, &LEFT_OUT, &STATUS],
    check,
};

static UNDECLARED_PROPERTY: Code = Code::error(
    "tosca/undeclared-property",
    "T3.5.10-R1",
    "TOSCA Simple Profile in YAML 1.2, 3.5.10",
    "A template gives values to properties that its type declares, or one that this derives from. It cannot add any. The same holds for capabilities, \
     relationships, groups, policies and artifacts.

Bad:
```yaml
server:
  type: tosca.nodes.Compute
  capabilities: {host: {properties: {cpus: 2}}}
```
Good:
```yaml
server:
  type: tosca.nodes.Compute
  capabilities: {host: {properties: {num_cpus: 2}}}
```",
);
static UNDECLARED_ATTRIBUTE: Code = Code::error(
    "tosca/undeclared-attribute",
    "T3.5.12-R1",
    "TOSCA Simple Profile in YAML 1.2, 3.5.12",
    "A template gives values to attributes that its type declares, and to those that reflect its properties. It cannot add any.

Bad:
```yaml
attributes: {public_adress: 10.0.0.1}
```
Good:
```yaml
attributes: {public_address: 10.0.0.1}
```",
);
static MISSING_PROPERTY: Code = Code::error(
    "tosca/missing-property",
    "T3.7.3-R6",
    "TOSCA Simple Profile in YAML 1.2, 3.7.3",
    "A property must have a value unless its definition has a default or says `required: false`. A template that is \
     `selectable` may leave it out: what is chosen brings its own. Of one that is `substitutable` it is only warned.

Bad:
```yaml
# `tosca.nodes.Database` requires `name`
db: {type: tosca.nodes.Database}
```
Good:
```yaml
db: {type: tosca.nodes.Database, properties: {name: orders}}
```",
);
static LEFT_OUT: Code = Code::warning(
    "tosca/property-left-to-substitute",
    "T14.5-R1",
    "TOSCA Simple Profile in YAML 1.2, 14.5",
    "What takes the place of a `substitutable` node gets its values from it. A property that the type requires, and that has a value neither here nor \
     by default, is undefined there too: a node with one is not deployed. Nothing is said of `selectable` nodes: what is chosen has its own values.

Bad:
```yaml
# `tosca.nodes.Database` requires `name`
db: {type: tosca.nodes.Database, directives: [substitutable]}
```
Good:
```yaml
db: {type: tosca.nodes.Database, directives: [substitutable], properties: {name: orders}}
```",
);
static STATUS: Code = Code::info(
    "tosca/unsteady-property",
    "T3.5.9-R13",
    "TOSCA Simple Profile in YAML 1.2, 3.5.9.2",
    "The type says of the property that it is deprecated, experimental or not supported. It may do nothing, or be gone in the next version.",
);

fn check(service: &Service<'_>, report: &mut Report) {
    let mut findings = Findings::new(service);
    credentials(&mut findings);
    let Some(topology) = &service.topology else { return findings.tell(report) };
    for (at, template) in topology.node_templates.iter().enumerate() {
        findings.context = Some(Context::Node(at));
        findings.partial = template.copy.is_some();
        node_template(&mut findings, template);
    }
    for (at, template) in topology.relationship_templates.iter().enumerate() {
        findings.context = Some(Context::Relationship(at));
        findings.partial = template.copy.is_some();
        let thing = Thing::new(&template.name, template.key, template.node, template.type_name.as_ref());
        let copied = template.copy.as_ref().and_then(|it| topology.relationship_template(&it.text));
        thing.check(&mut findings, template.type_id, copied.map(|it| it.node));
    }
    findings.context = Some(Context::Topology);
    findings.partial = false;
    for group in &topology.groups {
        let thing = Thing::new(&group.name, group.key, group.node, group.type_name.as_ref());
        thing.check(&mut findings, group.type_id, None);
    }
    for policy in &topology.policies {
        let thing = Thing::new(&policy.name, policy.key, policy.node, policy.type_name.as_ref());
        thing.check(&mut findings, policy.type_id, None);
    }
    substitution(&mut findings);
    findings.tell(report);
}

fn node_template<'d>(findings: &mut Findings<'_, 'd>, template: &NodeTemplate<'d>) {
    let service = findings.service;
    let mut thing = Thing::new(&template.name, template.key, template.node, template.type_name.as_ref());
    thing.need = Need::of(template);
    let copied = template.copy.as_ref().and_then(|it| service.node_template(&it.text));
    thing.check(findings, template.type_id, copied.map(|it| it.node));
    for entry in named(template.node, "artifacts") {
        inline(findings, entry.key, entry.value.resolve(), TypeKind::Artifact);
    }
    let own = findings.context.take();
    for requirement in &template.requirements {
        relationship(findings, template, requirement);
    }
    findings.context = own;
    let Lookup::Found(id) = template.type_id else { return };
    for entry in named(template.node, "capabilities") {
        let (Some(name), node) = (entry.key.said(), entry.value.resolve()) else { continue };
        let of = |section| service.fields.of_capability(&service.world, id, name, section);
        let (Some(properties), Some(attributes)) = (of(Section::Properties), of(Section::Attributes)) else {
            continue;
        };
        let meant = values(findings, &properties, Some(&attributes), node, Section::Properties, name);
        values(findings, &attributes, Some(&properties), node, Section::Attributes, name);
        if !template.is_open() && node.get("properties").is_some() {
            let thing =
                Thing { name, key: entry.key, node, type_name: Cow::Borrowed(name), need: Need::Refused };
            thing.missing(findings, &properties, None, &meant);
        }
    }
}

/// What an assignment says of the relationship where it stands.
fn relationship<'d>(
    findings: &mut Findings<'_, 'd>,
    template: &NodeTemplate<'d>,
    requirement: &Requirement<'d>,
) {
    let service = findings.service;
    let Some(long) = requirement.relationship_node.filter(|it| it.get("properties").is_some()) else {
        return;
    };
    let topology = service.topology.as_ref();
    let Lookup::Found(id) = relationship_of(&service.world, topology, template, requirement) else { return };
    let key = long.key().unwrap_or(long);
    let mut thing = Thing::new("relationship", key, long, None);
    thing.type_name = service.world.get(id).name.clone();
    // A template of that name brings values of its own; what is missing where a node template is related to is told with the requirement.
    let is_joined = requirement.target.as_ref().is_some_and(|it| service.node_template(&it.text).is_some());
    let named = requirement.relationship.as_ref().and_then(|it| topology?.relationship_template(&it.text));
    if named.is_some() || is_joined || template.is_open() {
        thing.need = Need::None;
    }
    thing.check(findings, Lookup::Found(id), None);
}

/// Something that says its own type where it stands: an artifact.
fn inline<'d>(findings: &mut Findings<'_, 'd>, key: Node<'d>, node: Node<'d>, kind: TypeKind) {
    let Some(word) = Word::at(node, "type").filter(|_| node.is_mapping()) else { return };
    let id = findings.service.find(kind, &word.text);
    Thing::new(key.said().unwrap_or_default(), key, node, Some(&word)).check(findings, id, None);
}

/// Something with a type, and the values that it gives.
struct Thing<'n, 'd> {
    name: &'n str,
    key: Node<'d>,
    node: Node<'d>,
    type_name: Cow<'n, str>,
    need: Need,
}

/// What is said of a required property that is given no value.
#[derive(Clone, Copy, PartialEq)]
enum Need {
    /// That it lacks one.
    Refused,
    /// That what takes its place lacks it too.
    Warned,
    /// Nothing: the value comes from elsewhere.
    None,
}

impl Need {
    fn of(template: &NodeTemplate<'_>) -> Need {
        let is_selected = ["selectable", "select"].iter().any(|it| template.has_directive(it));
        match (is_selected, template.is_open()) {
            (true, _) => Need::None,
            (false, true) => Need::Warned,
            (false, false) => Need::Refused,
        }
    }
}

impl<'n, 'd> Thing<'n, 'd> {
    fn new(name: &'n str, key: Node<'d>, node: Node<'d>, word: Option<&'n Word<'d>>) -> Thing<'n, 'd> {
        let type_name = word.map(|it| Cow::Borrowed(&*it.text)).unwrap_or_default();
        Thing { name, key, node, type_name, need: Need::Refused }
    }

    fn check(&self, findings: &mut Findings<'_, 'd>, id: Lookup, copied: Option<Node<'d>>) {
        let Lookup::Found(id) = id else { return };
        let service = findings.service;
        let of = |section| service.fields.of_type(&service.world, id, section);
        let (properties, attributes) = (of(Section::Properties), of(Section::Attributes));
        let meant =
            values(findings, &properties, Some(&attributes), self.node, Section::Properties, &self.type_name);
        values(findings, &attributes, Some(&properties), self.node, Section::Attributes, &self.type_name);
        if self.need != Need::None {
            self.missing(findings, &properties, copied, &meant);
        }
    }

    fn missing(
        &self,
        findings: &mut Findings<'_, 'd>,
        fields: &Rc<Fields<'d>>,
        copied: Option<Node<'d>>,
        meant: &BTreeSet<String>,
    ) {
        let mut wanted = fields.wanted().peekable();
        if wanted.peek().is_none() {
            return;
        }
        // One that stands twice is told as that.
        let own = self.node.entries().filter(|it| it.key.said() == Some("properties")).map(|it| it.value);
        let merged = [self.node.get("properties"), copied.and_then(|it| it.get("properties"))];
        let given: Vec<Node<'d>> = own.chain(merged.into_iter().flatten()).collect();
        let is_given = |name: &str| {
            meant.contains(name) || given.iter().filter_map(|it| it.get(name)).any(|it| !it.is_null())
        };
        let lacks = |name: &str, field: &Field<'d>| {
            let takes_null = field.schema.kind == Kind::Primitive(Primitive::Null);
            !takes_null && !is_given(name) && !well_known::may_lack(findings.service, field, name)
        };
        let wanted = wanted.filter(|(name, field)| lacks(name, field));
        let missing: Vec<String> = wanted.map(|(name, _)| format!("`{name}`")).collect();
        if !missing.is_empty() {
            let message = format!(
                "`{}` gives no value to {}, which `{}` requires",
                self.name,
                missing.join(", "),
                self.type_name
            );
            let code = if self.need == Need::Warned { &LEFT_OUT } else { &MISSING_PROPERTY };
            findings.say(code, self.key, message);
        }
    }
}

/// Holds the values of a section against what can be given. `others`: what the other of properties and attributes has. The names that misspelt ones
/// were meant to be are given back.
pub(super) fn values<'d>(
    findings: &mut Findings<'_, 'd>,
    fields: &Fields<'d>,
    others: Option<&Fields<'d>>,
    node: Node<'d>,
    section: Section,
    of: &str,
) -> BTreeSet<String> {
    let mut meant = BTreeSet::new();
    let mut given: Option<FxHashSet<&str>> = None;
    for entry in named(node, section.key()) {
        let Some(name) = entry.key.said() else { continue };
        let other = others.and_then(|it| it.get(name));
        // Every property is reflected as an attribute.
        let field = fields.get(name).or(other.filter(|_| section == Section::Attributes));
        match field {
            Some(field) => value(findings, field, &entry, name, section),
            None if fields.complete && !well_known::has_property(findings.service, of, name) => {
                let given = given.get_or_insert_with(|| {
                    named(node, section.key()).filter_map(|entry| entry.key.said()).collect()
                });
                let free = fields.names().filter(|it| !given.contains(it));
                let near = findings.service.nearness.nearest(name, free);
                meant.extend(near.map(str::to_owned));
                let (code, word) = match section {
                    Section::Attributes => (&UNDECLARED_ATTRIBUTE, "attribute"),
                    _ => (&UNDECLARED_PROPERTY, "property"),
                };
                let message = match (&other, near) {
                    (Some(_), None) => format!("`{name}` is an attribute of `{of}`, not a property"),
                    _ => format!("`{of}` has no {word} `{name}`"),
                };
                findings.say_unknown(code, entry.key, message, near);
            }
            None => {}
        }
    }
    meant
}

fn value<'d>(
    findings: &mut Findings<'_, 'd>,
    field: &Field<'d>,
    entry: &Entry<'d>,
    name: &str,
    section: Section,
) {
    let mut value = entry.value;
    if section == Section::Attributes
        && let Some(inner) = long_form(value)
        && !matches!(field.schema.kind, crate::dialect::tosca::value::Kind::Complex(_))
    {
        value = inner;
    }
    check_value(findings, &field.schema, value, &Label::Name(name));
    if let Some(fixed) = field.definition.fixed()
        && V1_3.has(findings.service.version)
        && section == Section::Properties
        && changes(value, fixed)
    {
        findings.say(&CHANGED, value.resolve(), format!("`{name}` is {} for good", shown(fixed)));
    }
    if let Some(status) =
        field.status.as_deref().filter(|it| ["deprecated", "unsupported", "experimental"].contains(it))
    {
        findings.say(&STATUS, entry.key, format!("`{name}` is {status}"));
    }
}

/// An attribute's value in the long notation, beside its description.
fn long_form(node: Node<'_>) -> Option<Node<'_>> {
    let entries = node.resolve().entries();
    let known = entries.len() <= 2
        && node.resolve().entries().all(|it| matches!(it.key.said(), Some("description" | "value")));
    node.get("value").filter(|_| known)
}

/// The properties that a substitution gives plain values to.
fn substitution(findings: &mut Findings<'_, '_>) {
    let service = findings.service;
    let substitution = service.topology.as_ref().and_then(|it| it.substitution.as_ref());
    let Some((substitution, id)) = substitution.and_then(|it| Some((it, it.type_id.found()?))) else {
        return;
    };
    let fields = service.fields.of_type(&service.world, id, Section::Properties);
    for entry in &substitution.properties {
        let name = entry.key.said().unwrap_or_default();
        let value = match entry.value.resolve() {
            // A list is read as a mapping, and what is mapped is told of elsewhere.
            node if node.is_sequence() || node.get("mapping").is_some() => None,
            node => node.get("value").filter(|_| node.entries().len() == 1).or(Some(entry.value)),
        };
        if let (Some(field), Some(value)) = (fields.get(name), value) {
            check_value(findings, &field.schema, value, &Label::Name(name));
        }
    }
}

/// The credentials of repositories.
fn credentials(findings: &mut Findings<'_, '_>) {
    let service = findings.service;
    let Some(id) = credential(service) else { return };
    let schema = DataSchema::of_type(&service.world, id);
    for entry in &service.repositories {
        if let Some(value) = entry.value.get("credential").filter(|it| it.is_mapping()) {
            check_value(findings, &schema, value, &Label::Name("credential"));
        }
    }
    // Which keys there are and which are missing is told by the tables.
    findings.diagnostics.retain(|it| ![UNKNOWN_FIELD.name, MISSING_FIELD.name].contains(&it.code.name));
}

fn credential(service: &Service<'_>) -> Option<TypeId> {
    service.world.find(TypeKind::Data, "tosca.datatypes.Credential", FileId::OWN).found()
}
