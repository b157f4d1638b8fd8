//! Rule: newer versions of the descriptors in use, and what an assembly would miss with them.

use std::collections::BTreeSet;

use super::super::grammar::ASSEMBLIES;
use super::super::model::{Component, Descriptor, Property, ReferenceRoot};
use super::property_read::IMPLICIT_PROPERTIES;
use limn_language::diagnostic::{Code, Diagnostic, Report, Rule, Severity};
use limn_yaml::{Op, Value};

pub(super) static RULE: Rule<Descriptor> = Rule { codes: &[&NEWER_VERSION], check };

static NEWER_VERSION: Code = Code::common(
    Severity::Info,
    "assembly/newer-version",
    "TNC-O and CP4NA, Versions of descriptors",
    "Reports a newer version of a component's descriptor in the workspace or catalog, and lists the properties, capabilities, requirements, \
operations and metrics that the assembly uses and the newer version lacks.",
)
.why("The older version stays valid, but lacks what the newer one adds or corrects.")
.advice("Change the version in `type`, and adapt what the newer version lacks; or keep the older version.")
.bad(
    "composition",
    "
db: {type: 'resource::db::1.0', properties: {flavor: {value: m1}}}
#          ^^^^^^^^^^^^^^^^^^^
=== old.yaml
name: resource::db::1.0
properties: {flavor: {type: string}}
=== new.yaml
name: resource::db::2.0
properties: {size: {type: string}}
",
)
.good(
    "
db: {type: 'resource::db::2.0', properties: {size: {value: m1}}}
=== old.yaml
name: resource::db::1.0
properties: {flavor: {type: string}}
=== new.yaml
name: resource::db::2.0
properties: {size: {type: string}}
",
);

fn check(descriptor: &Descriptor, report: &mut Report) {
    if !ASSEMBLIES.has(descriptor.profiles) {
        return;
    }
    for component in descriptor.owners() {
        let Some(written) = &component.type_name else { continue };
        let Some(newest) = descriptor.workspace.newer_than(&written.text) else { continue };
        let Some(definition) = descriptor.workspace.find(&newest) else { continue };
        let (name, version) = newest.rsplit_once("::").unwrap_or((&newest, ""));
        let missing = missing(descriptor, component, &definition);
        let effect = match missing.as_slice() {
            [] => "and has everything that this assembly uses".to_owned(),
            [one] => format!("but lacks {one}, which this assembly uses"),
            [more @ .., last] => {
                format!("but lacks {} and {last}, which this assembly uses", more.join(", "))
            }
        };
        let path = component.path.key("type");
        let comma = if missing.is_empty() { "" } else { "," };
        let message = format!("version {version} of `{name}` is available{comma} {effect}");
        let change = Op::Replace { at: path.clone(), value: Value::text(newest.clone()) };
        let found = Diagnostic::new(&NEWER_VERSION, written.range, path, message);
        let anyway = if missing.is_empty() { "" } else { " anyway" };
        report.push(found.fix(format!("Change to version {version}{anyway}"), vec![change]).unsafe_fix());
    }
}

/// Elements that the assembly uses of a component and another definition of it lacks: "property `x`".
fn missing(descriptor: &Descriptor, component: &Component, definition: &Descriptor) -> Vec<String> {
    let is_own = |owner: &str| owner == component.name;
    let set = component.properties.iter().map(|property| property.name.clone());
    let uses = descriptor.all_properties().flat_map(Property::uses);
    let read = uses.filter(|used| used.head == ReferenceRoot::Name && is_own(&used.name));
    let read = read
        .filter_map(|used| used.rest.first().filter(|step| !step.index).map(|step| step.text.to_string()));
    let is_declared =
        |name: &String| definition.property(name).is_some() || IMPLICIT_PROPERTIES.contains(&name.as_str());
    let properties = set.chain(read).filter(|name| !is_declared(name)).map(|name| ("property", name));
    let ends = descriptor.relationships.iter().flat_map(|relationship| {
        let sources = relationship.sources.iter().map(|end| ("capability", end));
        sources.chain(relationship.targets.iter().map(|end| ("requirement", end)))
    });
    let operations =
        descriptor.operations.iter().filter_map(|operation| Some(("operation", operation.source.as_ref()?)));
    let metrics = descriptor.metrics.iter().filter_map(|metric| Some(("metric", metric.source.as_ref()?)));
    let watched = descriptor.policies.iter().filter_map(|policy| Some(("metric", policy.metric.as_ref()?)));
    let named = ends.chain(operations).chain(metrics).chain(watched);
    let named = named
        .filter(|(_, reference)| is_own(&reference.owner))
        .filter_map(|(what, reference)| Some((what, reference.member.clone()?)));
    let has = |(what, name): &(&str, String)| match *what {
        "capability" => definition.capabilities.iter().any(|capability| capability.name == *name),
        "requirement" => definition.requirements.iter().any(|requirement| requirement.name == *name),
        "operation" => definition.operations.iter().any(|operation| operation.name == *name),
        _ => definition.metrics.iter().any(|metric| metric.name == *name),
    };
    let named = named.filter(|member| !has(member));
    let all: BTreeSet<(&str, String)> = properties.chain(named).collect();
    all.into_iter().map(|(what, name)| format!("{what} `{name}`")).collect()
}
