//! Entries of the palette, and the operations that add them.

use super::known::{from_catalog, from_workspace};
use super::{as_name, entry, form, free_name, is_cp4na, point, reference};
use crate::grammar::{DescriptorName, RESERVED};
use crate::model::{Component, Descriptor, DescriptorKind};
use limn_language::dialect::{PaletteEntry, Plan};
use limn_language::edit::{EditError, Place};
use limn_language::graph::{Icon, Id};
use limn_language::message;
use limn_yaml::{Op, Path, Placement, Value};

const PARTS: &str = "Parts";
const INTERFACE: &str = "Interface";
const BEHAVIOR: &str = "Behavior";

struct BuiltInEntry {
    id: &'static str,
    group: &'static str,
    label: &'static str,
    doc: &'static str,
    icon: Icon,
}

const RELATIONSHIP: &str = "relationship";
const SCALE_POLICY: &str = "scale-policy";

/// For assemblies.
static ASSEMBLY_ENTRIES: &[BuiltInEntry] = &[
    BuiltInEntry {
        id: "component",
        group: PARTS,
        label: "Component",
        doc: "A resource or assembly that is created with this assembly. Set its type after adding it.",
        icon: Icon::Resource,
    },
    BuiltInEntry {
        id: "reference",
        group: PARTS,
        label: "Reference",
        doc: "An existing resource, found by its properties.",
        icon: Icon::Reference,
    },
    BuiltInEntry {
        id: RELATIONSHIP,
        group: PARTS,
        label: "Relationship",
        doc: "Connects a capability to a requirement. You can also drag from port to port.",
        icon: Icon::Relationship,
    },
    BuiltInEntry {
        id: "property",
        group: INTERFACE,
        label: "Property",
        doc: "A value that is set when the assembly is created, or read from it.",
        icon: Icon::Lock,
    },
    BuiltInEntry {
        id: "capability",
        group: INTERFACE,
        label: "Capability",
        doc: "Something that the assembly offers to others.",
        icon: Icon::Assembly,
    },
    BuiltInEntry {
        id: "requirement",
        group: INTERFACE,
        label: "Requirement",
        doc: "Something that the assembly needs from others.",
        icon: Icon::Assembly,
    },
    BuiltInEntry {
        id: "operation",
        group: INTERFACE,
        label: "Operation",
        doc: "A component operation that can be called from outside.",
        icon: Icon::Operation,
    },
    BuiltInEntry {
        id: "metric",
        group: INTERFACE,
        label: "Metric",
        doc: "A load metric of a component that is available from outside.",
        icon: Icon::Metric,
    },
    BuiltInEntry {
        id: SCALE_POLICY,
        group: BEHAVIOR,
        label: "Scaling policy",
        doc: "Scales a cluster when a load metric crosses its thresholds.",
        icon: Icon::Scale,
    },
    BuiltInEntry {
        id: "data-type",
        group: INTERFACE,
        label: "Data type",
        doc: "A custom type for structured properties.",
        icon: Icon::ForEach,
    },
];

/// For resources.
static SHARED_ENTRIES: &[&str] = &["property", "capability", "requirement"];
static RESOURCE_ENTRIES: &[BuiltInEntry] = &[
    BuiltInEntry {
        id: "resource-operation",
        group: INTERFACE,
        label: "Operation",
        doc: "An operation that relationships can call.",
        icon: Icon::Operation,
    },
    BuiltInEntry {
        id: "resource-metric",
        group: INTERFACE,
        label: "Metric",
        doc: "A value that the resource reports at regular intervals.",
        icon: Icon::Metric,
    },
    BuiltInEntry {
        id: "heal-policy",
        group: BEHAVIOR,
        label: "Healing policy",
        doc: "Heals the resource when its integrity metric fails.",
        icon: Icon::Heal,
    },
];

/// The templates of the palette.
pub fn palette(descriptor: &Descriptor) -> Vec<PaletteEntry> {
    let template = |palette_entry: &BuiltInEntry| {
        let BuiltInEntry { id, group, label, doc, icon, .. } = *palette_entry;
        PaletteEntry { wire: id == RELATIONSHIP, ..PaletteEntry::new(id, group, label, doc, icon) }
    };
    match descriptor.kind {
        DescriptorKind::Project => Vec::new(),
        DescriptorKind::Resource => {
            let shared =
                ASSEMBLY_ENTRIES.iter().filter(|palette_entry| SHARED_ENTRIES.contains(&palette_entry.id));
            shared.chain(RESOURCE_ENTRIES).map(template).collect()
        }
        DescriptorKind::Assembly => {
            let unsupported: &[&str] =
                if is_cp4na(descriptor) { &["metric", SCALE_POLICY] } else { &["data-type"] };
            let entries = ASSEMBLY_ENTRIES
                .iter()
                .filter(|palette_entry| !unsupported.contains(&palette_entry.id))
                .map(template);
            from_workspace(descriptor).into_iter().chain(from_catalog(descriptor)).chain(entries).collect()
        }
    }
}

/// `on`: the items that the new one is for, such as the component that a policy scales.
pub fn plan(
    descriptor: &Descriptor,
    template: &str,
    name: Option<&str>,
    place: Option<Place>,
    on: &[Id],
) -> Result<Plan, EditError> {
    let (kind, type_name) = match template.split_once(':') {
        Some((kind, type_name)) => (kind, Some(type_name)),
        None => (template, None),
    };
    match kind {
        "component" => Ok(owner(descriptor, false, type_name, name, place)),
        "reference" => Ok(owner(descriptor, true, type_name, name, place)),
        _ => {
            let target = if kind == SCALE_POLICY { Some(scaled_component(descriptor, on)?) } else { None };
            let (section, base, value) = match target {
                Some(target) => scale_policy_of(descriptor, target),
                None => new_entry(descriptor, kind)?,
            };
            let taken = |name: &str| descriptor.node(&Path::keys([section, name])).is_some();
            let name = free_name(&name.map_or(base, as_name), taken);
            if let Some(of_items) = target.filter(|target| target.items.is_some()) {
                let name = &of_items.name;
                let refusal = format!(
                    "component `{name}` has one instance for each of its `items`: it cannot be scaled"
                );
                return Err(EditError::Refused(refusal));
            }
            // Only a cluster is scaled.
            let cluster =
                target.and_then(|target| form::cluster_ops(descriptor, &target.path.key("cluster")));
            let mut ops = cluster.unwrap_or_default();
            ops.push(entry(descriptor, section, &name, value));
            Ok(Plan { ops, focus: Some(Id(Path::keys([section, &name]))) })
        }
    }
}

fn owner(
    descriptor: &Descriptor,
    is_reference: bool,
    type_name: Option<&str>,
    name: Option<&str>,
    place: Option<Place>,
) -> Plan {
    let (section, plain) =
        if is_reference { ("references", "reference") } else { ("composition", "component") };
    let of_type = type_name.and_then(DescriptorName::parse).map(|name| {
        // The company prefix before the dot is not part of the name.
        as_name(name.name.rsplit('.').next().unwrap_or_default())
    });
    let base = name.map(as_name).or(of_type).unwrap_or_else(|| plain.to_owned());
    let taken = |name: &str| descriptor.owner(name).is_some() || RESERVED.contains(&name);
    let name = free_name(&base, taken);
    let type_name = type_name.map_or_else(|| format!("resource::{name}::1.0"), str::to_owned);
    let mut properties: Vec<(String, Value)> = ["deploymentLocation", "resourceManager"]
        .into_iter()
        .filter(|name| descriptor.property(name).is_some())
        .map(|name| (name.to_owned(), mapped(descriptor, name)))
        .collect();
    if is_reference {
        properties.push(("name".to_owned(), Value::map([("value", Value::text(name.clone()))])));
    } else if let Some(definition) = descriptor.workspace.find(&type_name) {
        // Map required properties to the assembly's properties of the same names.
        let needed = definition.properties.iter().filter(|property| {
            property.required == Some(true) && property.default.is_none() && property.value.is_none()
        });
        for property in needed.filter(|property| descriptor.property(&property.name).is_some()) {
            if !properties.iter().any(|(name, _)| *name == property.name) {
                properties.push((property.name.clone(), mapped(descriptor, &property.name)));
            }
        }
    }
    let mut value = vec![("type".to_owned(), Value::text(type_name))];
    if !properties.is_empty() {
        value.push(("properties".to_owned(), Value::Mapping(properties)));
    }
    let value = Value::Mapping(value);
    let mut ops = vec![entry(descriptor, section, &name, value)];
    if let (Some(place), Some(elements)) = (place, &descriptor.layout)
        && !elements.iter().any(|element| element.name == name)
    {
        let into = Path::keys(["designerLayout", "elements"]);
        ops.push(Op::Insert { into, key: name.clone(), value: point(place), placement: Placement::Last });
    }
    Plan { ops, focus: Some(Id(Path::keys([section, &name]))) }
}

/// A property that reads the assembly's property of the same name.
fn mapped(descriptor: &Descriptor, name: &str) -> Value {
    Value::map([("value", reference(descriptor, name))])
}

/// Section, default name and value of a new entry.
fn new_entry(descriptor: &Descriptor, kind: &str) -> Result<(&'static str, String, Value), EditError> {
    let typed = |kind: &str| Value::map([("type", Value::text(kind))]);
    let new = |section: &'static str, name: &str, value: Value| Ok((section, name.to_owned(), value));
    match kind {
        "property" => new("properties", "property", typed("string")),
        "capability" => new("capabilities", "Capability", typed("capability")),
        "requirement" => new("requirements", "Requirement", typed("requirement")),
        RELATIONSHIP => {
            new("relationships", "relationship", form::relationship(descriptor, Vec::new(), Vec::new()))
        }
        "operation" => {
            let (owner, operation) = promotable(descriptor, "an operation", |definition| {
                Some(definition.operations.first()?.name.clone())
            })?;
            let source = format!("{owner}.{}", operation.as_deref().unwrap_or("operation"));
            let name = operation.unwrap_or_else(|| "operation".to_owned());
            new("operations", &name, Value::map([("source-operation", Value::text(source))]))
        }
        "metric" => {
            let (owner, metric) = promotable(descriptor, "a metric", load_metric)?;
            let metric = metric.unwrap_or_else(|| "load".to_owned());
            let source = Value::text(format!("{owner}.{metric}"));
            let value = Value::map([("type", Value::text("metric::load")), ("source-metric", source)]);
            new("metrics", &metric, value)
        }
        "data-type" => {
            new("data-types", "data-type", Value::map([("properties", Value::Mapping(Vec::new()))]))
        }
        "resource-operation" => new("operations", "operation", Value::Mapping(Vec::new())),
        "resource-metric" => new("metrics", "h_load", typed("metric::load")),
        "heal-policy" => {
            let integrity = |kind: &str| kind == "metric::integrity";
            let metric = descriptor
                .metrics
                .iter()
                .find(|metric| metric.kind.as_ref().is_some_and(|kind| integrity(&kind.text)));
            let Some(metric) = metric else {
                return Err(EditError::Refused(
                    "a healing policy needs an integrity metric: add one first".to_owned(),
                ));
            };
            let value = Value::map([
                ("type", Value::text("policy::heal")),
                ("metric", Value::text(metric.name.clone())),
                ("properties", Value::map([number(descriptor, "smoothing", "3")])),
            ]);
            new("policies", "heal", value)
        }
        _ => Err(EditError::Refused(message::unknown("template", kind))),
    }
}

/// The component that a new scaling policy scales: one of `on`, or else a cluster, preferably one without a policy.
fn scaled_component<'d>(descriptor: &'d Descriptor, on: &[Id]) -> Result<&'d Component, EditError> {
    let clusters = || descriptor.composition.iter().filter(|component| component.cluster.is_some());
    let scaled = |name: &str| {
        descriptor
            .policies
            .iter()
            .any(|policy| policy.target.as_ref().is_some_and(|target| target.text == name))
    };
    let chosen =
        || descriptor.composition.iter().find(|component| on.iter().any(|id| id.0 == component.path));
    let is_on_reference = on.iter().any(|id| id.0.key_at(0) == Some("references"));
    if is_on_reference && chosen().is_none() {
        return Err(EditError::Refused("a reference cannot be scaled: choose a component".to_owned()));
    }
    let target = chosen()
        .or_else(|| clusters().find(|component| !scaled(&component.name)))
        .or_else(|| clusters().next());
    target.ok_or_else(|| {
        EditError::Refused(
            "a scaling policy needs a component to scale: drop it on the component, or select the component first"
                .to_owned(),
        )
    })
}

fn scale_policy_of(descriptor: &Descriptor, target: &Component) -> (&'static str, String, Value) {
    let metric = descriptor.descriptor_of(target).and_then(|definition| load_metric(&definition));
    let metric = format!("{}.{}", target.name, metric.as_deref().unwrap_or("load"));
    ("policies", policy_name(descriptor, &target.name), scale_policy(descriptor, &metric, &target.name))
}

/// The first component with something to promote, or else the first component.
fn promotable(
    descriptor: &Descriptor,
    what: &str,
    member: impl Fn(&Descriptor) -> Option<String>,
) -> Result<(String, Option<String>), EditError> {
    let known = descriptor.composition.iter().find_map(|component| {
        let found = member(&*descriptor.descriptor_of(component)?)?;
        Some((component.name.clone(), Some(found)))
    });
    let first = || descriptor.composition.first().map(|component| (component.name.clone(), None));
    known.or_else(first).ok_or_else(|| {
        EditError::Refused(format!("{what} of an assembly belongs to a component: add a component first"))
    })
}

fn load_metric(definition: &Descriptor) -> Option<String> {
    let is_load = |kind: &str| kind == "metric::load";
    let metric = definition.metrics.iter().find(|metric| {
        metric.source.is_some() || metric.kind.as_ref().is_some_and(|kind| is_load(&kind.text))
    });
    Some(metric?.name.clone())
}

pub(super) fn policy_name(descriptor: &Descriptor, target: &str) -> String {
    let taken = |name: &str| descriptor.policies.iter().any(|policy| policy.name == name);
    free_name(&as_name(&format!("scale-{target}")), taken)
}

pub(super) fn scale_policy(descriptor: &Descriptor, metric: &str, target: &str) -> Value {
    let numbers = [("scaleOut_threshold", "80"), ("scaleIn_threshold", "20"), ("smoothing", "3")];
    Value::map([
        ("type", Value::text("policy::scale")),
        ("metric", Value::text(metric)),
        ("target", Value::text(target)),
        ("properties", Value::map(numbers.map(|(key, text)| number(descriptor, key, text)))),
    ])
}

/// A number of a policy, in the same form as in the document's other policies.
fn number(descriptor: &Descriptor, key: &'static str, text: &str) -> (&'static str, Value) {
    let plain = Value::Plain(text.to_owned());
    let mut others = descriptor.policies.iter().flat_map(|policy| &policy.numbers).peekable();
    let flat = others.peek().is_some() && others.all(|number| number.flat);
    (key, if flat { plain } else { Value::map([("value", plain)]) })
}
