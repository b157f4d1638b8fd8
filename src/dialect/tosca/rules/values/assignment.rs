//! Values of properties and attributes in templates, groups and policies: declared, complete and of the right type.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt::{self, Display, Formatter};
use std::rc::Rc;

use rustc_hash::FxHashSet;

use super::super::Rule;
use super::check::{Findings, Label, check_value};
use super::refinement::{CHANGED, changes};
use super::value_codes::{MISSING_FIELD, UNKNOWN_FIELD};
use super::well_known;
use crate::grammar::V1_3;
use crate::grammar::{CAPABILITY_ASSIGNMENT, GROUP, NODE_TEMPLATE, POLICY, RELATIONSHIP_TEMPLATE};
use crate::model::{NodeTemplate, Requirement, Service};
use crate::read::relationship_of;
use crate::resolve::CallContext;
use crate::types::{FileId, Lookup, ScalarText, Section, TypeId, TypeKind, named};
use crate::value::{DataSchema, Field, Fields, Primitive, ValueKind, placeholder, shown};
use limn_common::fix_missing;
use limn_language::diagnostic::{Code, Report};
use limn_language::message;
use limn_yaml::{Entry, Node};

pub(in super::super) static RULE: Rule = Rule {
    codes: &[&UNDECLARED_PROPERTY, &UNDECLARED_ATTRIBUTE, &MISSING_PROPERTY, &LEFT_OUT, &STATUS],
    check,
};

pub static UNDECLARED_PROPERTY: Code = Code::error(
    "tosca/undeclared-property",
    "T3.5.10-R1",
    "TOSCA Simple Profile in YAML 1.2, 3.5.10",
    "Checks that a template assigns properties of its type or the type's ancestors only. The same applies to capabilities, relationships, groups, \
policies and artifacts.",
)
.why("A template cannot add properties.")
.advice("Correct the name, or declare the property in the type.")
.bad(
    "node templates",
    "
server:
  type: tosca.nodes.Compute
  capabilities: {host: {properties: {cpus: 2}}}
#                                    ^^^^
",
)
.good(
    "
server:
  type: tosca.nodes.Compute
  capabilities: {host: {properties: {num_cpus: 2}}}
",
);
static UNDECLARED_ATTRIBUTE: Code = Code::error(
    "tosca/undeclared-attribute",
    "T3.5.12-R1",
    "TOSCA Simple Profile in YAML 1.2, 3.5.12",
    "Checks that a template assigns attributes of its type only, including the attributes that reflect its properties.",
)
.why("A template cannot add attributes.")
.advice("Correct the name, or declare the attribute in the type.")
.bad(
    "compute",
    "
attributes: {public_adress: 10.0.0.1}
#            ^^^^^^^^^^^^^
",
)
.good("attributes: {public_address: 10.0.0.1}");
static MISSING_PROPERTY: Code = Code::error(
    "tosca/missing-property",
    "T3.7.3-R6",
    "TOSCA Simple Profile in YAML 1.2, 3.7.3",
    "Checks that required properties have values. A property is required unless its definition has a default or `required: false`. A \
template that is `selectable` can omit values, because the selected node has its own. For a `substitutable` template, this is a warning.",
)
.why("The node cannot be created without the value, so processors reject the template.")
.advice("Assign the property, or give it a default in the type.")
.bad(
    "node templates",
    "
# `tosca.nodes.Database` requires `name`
db: {type: tosca.nodes.Database}
#^
",
)
.good("db: {type: tosca.nodes.Database, properties: {name: orders}}");
static LEFT_OUT: Code = Code::warning(
    "tosca/property-left-to-substitute",
    "T14.5-R1",
    "TOSCA Simple Profile in YAML 1.2, 14.5",
    "Reports a required property of a `substitutable` node that has neither a value nor a default.",
)
.why("The substituting topology gets its values from the node, so the property is undefined there and the node cannot be deployed. `selectable` \
nodes are not checked: the selected node has its own values.")
.advice("Assign the property in the node template, or give it a default in the type.")
.bad(
    "node templates",
    "
# `tosca.nodes.Database` requires `name`
db: {type: tosca.nodes.Database, directives: [substitutable]}
#^
",
)
.good("db: {type: tosca.nodes.Database, directives: [substitutable], properties: {name: orders}}");
static STATUS: Code = Code::info(
    "tosca/unstable-property",
    "T3.5.9-R13",
    "TOSCA Simple Profile in YAML 1.2, 3.5.9.2",
    "Reports a value for a property whose status is deprecated, experimental or unsupported.",
)
.earlier(&["tosca/unsteady-property"])
.why("It may have no effect, or be removed in the next version.")
.advice("Use a supported property instead, or change the `status` of the definition to `supported`.")
.bad(
    "service template",
    "
node_types:
  my.A:
    derived_from: tosca.nodes.Root
    properties: {port: {type: integer, status: deprecated}}
topology_template: {node_templates: {n: {type: my.A, properties: {port: 1}}}}
#                                                                 ^^^^
",
)
.good(
    "
node_types:
  my.A:
    derived_from: tosca.nodes.Root
    properties: {port: {type: integer, status: supported}}
topology_template: {node_templates: {n: {type: my.A, properties: {port: 1}}}}
",
);

fn check(service: &Service<'_>, report: &mut Report) {
    let mut findings = Findings::new(service);
    check_credentials(&mut findings);
    let Some(topology) = &service.topology else { return findings.emit(report) };
    for (at, template) in topology.node_templates.iter().enumerate() {
        findings.context = Some(CallContext::Node(at));
        findings.partial = template.copy.is_some();
        check_node_template(&mut findings, template);
    }
    for (at, template) in topology.relationship_templates.iter().enumerate() {
        findings.context = Some(CallContext::Relationship(at));
        findings.partial = template.copy.is_some();
        let type_name = template.type_name.as_ref();
        let thing =
            TypedEntity::new(TypeKind::Relationship, &template.name, template.key, template.node, type_name);
        let copied = template.copy.as_ref().and_then(|word| topology.relationship_template(&word.text));
        thing.check(&mut findings, template.type_id, copied.map(|template| template.node));
    }
    findings.context = Some(CallContext::Topology);
    findings.partial = false;
    for group in &topology.groups {
        let thing =
            TypedEntity::new(TypeKind::Group, &group.name, group.key, group.node, group.type_name.as_ref());
        thing.check(&mut findings, group.type_id, None);
    }
    for policy in &topology.policies {
        let thing = TypedEntity::new(
            TypeKind::Policy,
            &policy.name,
            policy.key,
            policy.node,
            policy.type_name.as_ref(),
        );
        thing.check(&mut findings, policy.type_id, None);
    }
    check_substitution(&mut findings);
    findings.emit(report);
}

fn check_node_template<'d>(findings: &mut Findings<'_, 'd>, template: &NodeTemplate<'d>) {
    let service = findings.service;
    let type_name = template.type_name.as_ref();
    let mut thing = TypedEntity::new(TypeKind::Node, &template.name, template.key, template.node, type_name);
    thing.missing_values = MissingValues::of(template);
    let copied = template.copy.as_ref().and_then(|word| service.node_template(&word.text));
    thing.check(findings, template.type_id, copied.map(|template| template.node));
    for entry in template.sections.named(Section::Artifacts) {
        check_inline(findings, entry.key, entry.value.resolve(), TypeKind::Artifact);
    }
    let own = findings.context.take();
    for requirement in &template.requirements {
        check_relationship(findings, template, requirement);
    }
    findings.context = own;
    let Lookup::Found(id) = template.type_id else { return };
    for entry in template.sections.named(Section::Capabilities) {
        let (Some(name), node) = (entry.key.text(), entry.value.resolve()) else { continue };
        let of = |section| service.fields.of_capability(&service.type_scope, id, name, section);
        let (Some(properties), Some(attributes)) = (of(Section::Properties), of(Section::Attributes)) else {
            continue;
        };
        let owner = Owner::Capability(name);
        let meant = check_values(findings, &properties, Some(&attributes), node, Section::Properties, &owner);
        check_values(findings, &attributes, Some(&properties), node, Section::Attributes, &owner);
        if !template.is_open() && node.get("properties").is_some() {
            let thing = TypedEntity {
                noun: "node template",
                name: &template.name,
                key: entry.key,
                node,
                owner,
                missing_values: MissingValues::Refused,
            };
            thing.report_missing(findings, &properties, None, &meant);
        }
    }
}

/// Checks the inline relationship of an assignment.
fn check_relationship<'d>(
    findings: &mut Findings<'_, 'd>,
    template: &NodeTemplate<'d>,
    requirement: &Requirement<'d>,
) {
    let service = findings.service;
    let Some(long) = requirement.relationship_node.filter(|node| node.get("properties").is_some()) else {
        return;
    };
    let topology = service.topology.as_ref();
    let Lookup::Found(id) = relationship_of(&service.type_scope, topology, template, requirement) else {
        return;
    };
    let key = long.key().unwrap_or(long);
    let mut thing = TypedEntity::new(TypeKind::Relationship, &requirement.name, key, long, None);
    thing.noun = "requirement";
    thing.owner = Owner::Type(TypeKind::Relationship, service.type_scope.get(id).name.clone());
    // A template of that name has its own values; missing values on a requirement are reported there.
    let is_joined =
        requirement.target.as_ref().is_some_and(|word| service.node_template(&word.text).is_some());
    let named =
        requirement.relationship.as_ref().and_then(|word| topology?.relationship_template(&word.text));
    if named.is_some() || is_joined || template.is_open() {
        thing.missing_values = MissingValues::None;
    }
    thing.check(findings, Lookup::Found(id), None);
}

/// Checks an inline definition with its own type: an artifact.
fn check_inline<'d>(findings: &mut Findings<'_, 'd>, key: Node<'d>, node: Node<'d>, kind: TypeKind) {
    let Some(word) = ScalarText::at(node, "type").filter(|_| node.is_mapping()) else { return };
    let id = findings.service.find(kind, &word.text);
    let name = key.text().unwrap_or_default();
    TypedEntity::new(kind, name, key, node, Some(&word)).check(findings, id, None);
}

/// A typed entity and the values it assigns.
struct TypedEntity<'n, 'd> {
    /// The element that is typed, or that has the capability.
    noun: &'static str,
    name: &'n str,
    key: Node<'d>,
    node: Node<'d>,
    owner: Owner<'n>,
    missing_values: MissingValues,
}

/// The type or capability that declares the values.
enum Owner<'n> {
    Type(TypeKind, Cow<'n, str>),
    Capability(&'n str),
}

impl Owner<'_> {
    fn name(&self) -> &str {
        match self {
            Owner::Type(_, name) => name,
            Owner::Capability(name) => name,
        }
    }
}

impl Display for Owner<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let kind = match self {
            Owner::Type(kind, _) => kind.word(),
            Owner::Capability(_) => "capability",
        };
        write!(f, "{kind} `{}`", self.name())
    }
}

/// Report of missing required properties.
#[derive(Clone, Copy, PartialEq)]
enum MissingValues {
    /// Error.
    Refused,
    /// Warning: the substituting node has no value either.
    Warned,
    /// Not at all: the value comes from elsewhere.
    None,
}

impl MissingValues {
    fn of(template: &NodeTemplate<'_>) -> MissingValues {
        let is_selected = ["selectable", "select"].iter().any(|directive| template.has_directive(directive));
        match (is_selected, template.is_open()) {
            (true, _) => MissingValues::None,
            (false, true) => MissingValues::Warned,
            (false, false) => MissingValues::Refused,
        }
    }
}

impl<'n, 'd> TypedEntity<'n, 'd> {
    fn new(
        kind: TypeKind,
        name: &'n str,
        key: Node<'d>,
        node: Node<'d>,
        word: Option<&'n ScalarText<'d>>,
    ) -> TypedEntity<'n, 'd> {
        let type_name = word.map(|word| Cow::Borrowed(&*word.text)).unwrap_or_default();
        let owner = Owner::Type(kind, type_name);
        let noun = match kind {
            TypeKind::Node => "node template",
            TypeKind::Relationship => "relationship template",
            TypeKind::Group => "group",
            TypeKind::Policy => "policy",
            TypeKind::Artifact => "artifact",
            _ => kind.word(),
        };
        TypedEntity { noun, name, key, node, owner, missing_values: MissingValues::Refused }
    }

    fn check(&self, findings: &mut Findings<'_, 'd>, id: Lookup, copied: Option<Node<'d>>) {
        let Lookup::Found(id) = id else { return };
        let service = findings.service;
        let of = |section| service.fields.of_type(&service.type_scope, id, section);
        let (properties, attributes) = (of(Section::Properties), of(Section::Attributes));
        let meant = check_values(
            findings,
            &properties,
            Some(&attributes),
            self.node,
            Section::Properties,
            &self.owner,
        );
        check_values(findings, &attributes, Some(&properties), self.node, Section::Attributes, &self.owner);
        if self.missing_values != MissingValues::None {
            self.report_missing(findings, &properties, copied, &meant);
        }
    }

    fn report_missing(
        &self,
        findings: &mut Findings<'_, 'd>,
        fields: &Rc<Fields<'d>>,
        copied: Option<Node<'d>>,
        meant: &BTreeSet<String>,
    ) {
        let mut required = fields.required().peekable();
        if required.peek().is_none() {
            return;
        }
        // A duplicate is reported on its own.
        let own = self
            .node
            .entries()
            .filter(|entry| entry.key.text() == Some("properties"))
            .map(|entry| entry.value);
        let merged = [self.node.get("properties"), copied.and_then(|node| node.get("properties"))];
        let given: Vec<Node<'d>> = own.chain(merged.into_iter().flatten()).collect();
        // Beside `properties`, it is reported as a keyname.
        let is_beside = |name: &str| {
            let tables = [&NODE_TEMPLATE, &RELATIONSHIP_TEMPLATE, &GROUP, &POLICY, &CAPABILITY_ASSIGNMENT];
            let is_keyname = || tables.iter().any(|table| table.keys.iter().any(|row| row.name == name));
            self.node.get(name).is_some() && !is_keyname()
        };
        let is_given = |name: &str| {
            meant.contains(name)
                || is_beside(name)
                || given.iter().filter_map(|section| section.get(name)).any(|value| !value.is_null())
        };
        let lacks = |name: &str, field: &Field<'d>| {
            let takes_null = field.schema.kind == ValueKind::Primitive(Primitive::Null);
            !takes_null && !is_given(name) && !well_known::may_lack(findings.service, field, name)
        };
        let lacking: Vec<(&str, &Field<'d>)> = required.filter(|(name, field)| lacks(name, field)).collect();
        if !lacking.is_empty() {
            let names = || lacking.iter().map(|(name, _)| name);
            let owner = match &self.owner {
                // The type is that of the relationship, not of the requirement.
                Owner::Type(kind, name) if self.noun == "requirement" => {
                    format!("requirement `{}` ({} `{name}`)", self.name, kind.word())
                }
                Owner::Type(_, name) => format!("{} `{}` (type `{name}`)", self.noun, self.name),
                Owner::Capability(_) => format!("{} of `{}`", self.owner, self.name),
            };
            let message = message::missing_names_at("property", names(), owner);
            let code =
                if self.missing_values == MissingValues::Warned { &LEFT_OUT } else { &MISSING_PROPERTY };
            let Some(diagnostic) = findings.report(code, self.key, message) else { return };
            let entries: Vec<_> =
                lacking.iter().map(|(name, field)| (vec![*name], placeholder(&field.schema))).collect();
            let title = format!("Add {}", message::counted("property", names()));
            *diagnostic = fix_missing(diagnostic.clone(), self.node, Some("properties"), title, &entries);
        }
    }
}

/// Checks the values of a section against its fields. `others`: fields of the other section of properties and attributes. Returns the names that
/// misspelt ones probably mean.
fn check_values<'d>(
    findings: &mut Findings<'_, 'd>,
    fields: &Fields<'d>,
    others: Option<&Fields<'d>>,
    node: Node<'d>,
    section: Section,
    owner: &Owner<'_>,
) -> BTreeSet<String> {
    let mut meant = BTreeSet::new();
    let mut given: Option<FxHashSet<&str>> = None;
    for entry in named(node, section.key()) {
        let Some(name) = entry.key.text() else { continue };
        let other = others.and_then(|fields| fields.get(name));
        // Each property is reflected as an attribute.
        let field = fields.get(name).or(other.filter(|_| section == Section::Attributes));
        match field {
            Some(field) => value(findings, field, &entry, name, section),
            None if fields.complete && !well_known::has_property(findings.service, owner.name(), name) => {
                let given = given.get_or_insert_with(|| {
                    named(node, section.key()).filter_map(|entry| entry.key.text()).collect()
                });
                let free = fields.names().filter(|name| !given.contains(name));
                let near = findings.service.suggestions.nearest(name, free);
                meant.extend(near.map(str::to_owned));
                let (code, word) = match section {
                    Section::Attributes => (&UNDECLARED_ATTRIBUTE, "attribute"),
                    _ => (&UNDECLARED_PROPERTY, "property"),
                };
                let message = match (&other, near) {
                    (Some(_), None) => {
                        message::expected(format!("a property of {owner}"), format!("attribute `{name}`"))
                    }
                    _ => message::unknown_at(word, name, owner),
                };
                findings.report_unknown(code, entry.key, message, near);
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
        && !matches!(field.schema.kind, crate::value::ValueKind::Complex(_))
    {
        value = inner;
    }
    check_value(findings, &field.schema, value, &Label::Name(name));
    if let Some(fixed) = field.definition.fixed()
        && V1_3.has(findings.service.version)
        && section == Section::Properties
        && changes(value, fixed)
    {
        findings.report(
            &CHANGED,
            value.resolve(),
            format!("cannot change `{name}`: its definition fixes it to {}", shown(fixed)),
        );
    }
    if let Some(status) = field
        .status
        .as_deref()
        .filter(|status| ["deprecated", "unsupported", "experimental"].contains(status))
    {
        findings.report(&STATUS, entry.key, format!("`{name}` is {status}"));
    }
}

/// Value of an attribute in the long notation, next to a description.
fn long_form(node: Node<'_>) -> Option<Node<'_>> {
    let entries = node.resolve().entries();
    let known = entries.len() <= 2
        && node.resolve().entries().all(|entry| matches!(entry.key.text(), Some("description" | "value")));
    node.get("value").filter(|_| known)
}

/// Checks constant values in substitution mappings.
fn check_substitution(findings: &mut Findings<'_, '_>) {
    let service = findings.service;
    let substitution = service.topology.as_ref().and_then(|topology| topology.substitution.as_ref());
    let Some((substitution, id)) =
        substitution.and_then(|substitution| Some((substitution, substitution.type_id.found()?)))
    else {
        return;
    };
    let fields = service.fields.of_type(&service.type_scope, id, Section::Properties);
    for entry in &substitution.properties {
        let name = entry.key.text().unwrap_or_default();
        let value = match entry.value.resolve() {
            // A list is a mapping, which another rule checks.
            node if node.is_sequence() || node.get("mapping").is_some() => None,
            node => node.get("value").filter(|_| node.entries().len() == 1).or(Some(entry.value)),
        };
        if let (Some(field), Some(value)) = (fields.get(name), value) {
            check_value(findings, &field.schema, value, &Label::Name(name));
        }
    }
}

/// Checks the credentials of repositories.
fn check_credentials(findings: &mut Findings<'_, '_>) {
    let service = findings.service;
    let Some(id) = credential(service) else { return };
    let schema = DataSchema::of_type(&service.type_scope, id);
    for entry in &service.repositories {
        if let Some(value) = entry.value.get("credential").filter(|value| value.is_mapping()) {
            check_value(findings, &schema, value, &Label::Name("credential"));
        }
    }
    // The grammar reports unknown and missing keynames.
    findings
        .diagnostics
        .retain(|diagnostic| ![UNKNOWN_FIELD.name, MISSING_FIELD.name].contains(&diagnostic.code.name));
}

fn credential(service: &Service<'_>) -> Option<TypeId> {
    service.type_scope.find(TypeKind::Data, "tosca.datatypes.Credential", FileId::OWN).found()
}
