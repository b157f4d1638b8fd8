//! What the palette holds, and what each of its things is when it is new.

use super::{as_name, entry, form, free_name, is_cp4na, point, reference};
use crate::dialect::assembly::grammar::DescriptorName;
use crate::dialect::assembly::graph::short_type;
use crate::dialect::assembly::model::{Descriptor, Kind};
use crate::dialect::{Plan, Template};
use crate::edit::{EditError, Place};
use crate::graph::{Icon, Id};
use crate::yaml::{Op, Path, Spot, Value};

const FROM_WORKSPACE: &str = "From this workspace";
const PARTS: &str = "Parts";
const INTERFACE: &str = "Interface";
const BEHAVIOUR: &str = "Behaviour";

struct Offered {
    id: &'static str,
    group: &'static str,
    label: &'static str,
    doc: &'static str,
    icon: Icon,
}

const RELATIONSHIP: &str = "relationship";

/// For assemblies.
static OF_ASSEMBLIES: &[Offered] = &[
    Offered {
        id: "component",
        group: PARTS,
        label: "Component",
        doc: "A part that is created with the assembly; say afterwards of what it is made.",
        icon: Icon::Resource,
    },
    Offered {
        id: "reference",
        group: PARTS,
        label: "Reference",
        doc: "Something that exists already, found by its properties.",
        icon: Icon::Reference,
    },
    Offered {
        id: RELATIONSHIP,
        group: PARTS,
        label: "Relationship",
        doc: "What one component offers serves what another needs. Quicker: pull a wire from port to port.",
        icon: Icon::Relationship,
    },
    Offered {
        id: "property",
        group: INTERFACE,
        label: "Property",
        doc: "A value that is set when the assembly is created, or read of it.",
        icon: Icon::Lock,
    },
    Offered {
        id: "capability",
        group: INTERFACE,
        label: "Capability",
        doc: "What the assembly offers to others.",
        icon: Icon::Assembly,
    },
    Offered {
        id: "requirement",
        group: INTERFACE,
        label: "Requirement",
        doc: "What the assembly needs from others.",
        icon: Icon::Assembly,
    },
    Offered {
        id: "operation",
        group: INTERFACE,
        label: "Operation",
        doc: "An operation of a component that can be called from outside.",
        icon: Icon::Operation,
    },
    Offered {
        id: "metric",
        group: INTERFACE,
        label: "Metric",
        doc: "A load metric of a component, shown to the outside.",
        icon: Icon::Metric,
    },
    Offered {
        id: "scale-policy",
        group: BEHAVIOUR,
        label: "Scaling policy",
        doc: "Scales a cluster when a load metric crosses its thresholds.",
        icon: Icon::Scale,
    },
    Offered {
        id: "data-type",
        group: INTERFACE,
        label: "Data type",
        doc: "A type of your own, for structured properties.",
        icon: Icon::ForEach,
    },
];

/// For resources.
static OF_RESOURCES: &[&str] = &["property", "capability", "requirement"];
static ONLY_RESOURCES: &[Offered] = &[
    Offered {
        id: "resource-operation",
        group: INTERFACE,
        label: "Operation",
        doc: "Something that relationships can have the resource do.",
        icon: Icon::Operation,
    },
    Offered {
        id: "resource-metric",
        group: INTERFACE,
        label: "Metric",
        doc: "Something that the resource reports in regular intervals.",
        icon: Icon::Metric,
    },
    Offered {
        id: "heal-policy",
        group: BEHAVIOUR,
        label: "Healing policy",
        doc: "Heals the resource when its integrity metric fails.",
        icon: Icon::Heal,
    },
];

/// What can be dragged onto the descriptor.
pub fn palette(descriptor: &Descriptor) -> Vec<Template> {
    let template = |offered: &Offered| Template {
        id: offered.id.to_owned(),
        group: offered.group,
        label: offered.label.to_owned(),
        doc: offered.doc.to_owned(),
        icon: offered.icon,
        wire: offered.id == RELATIONSHIP,
        parent: None,
        is_abstract: false,
    };
    match descriptor.kind {
        Kind::Project => Vec::new(),
        Kind::Resource => {
            let shared = OF_ASSEMBLIES.iter().filter(|offered| OF_RESOURCES.contains(&offered.id));
            shared.chain(ONLY_RESOURCES).map(template).collect()
        }
        Kind::Assembly => {
            let lacking: &[&str] =
                if is_cp4na(descriptor) { &["metric", "scale-policy"] } else { &["data-type"] };
            let parts = OF_ASSEMBLIES.iter().filter(|offered| !lacking.contains(&offered.id)).map(template);
            from_workspace(descriptor).into_iter().chain(parts).collect()
        }
    }
}

fn from_workspace(descriptor: &Descriptor) -> Vec<Template> {
    let own = descriptor.name.as_ref().map(|name| name.text.as_str());
    let names = descriptor.shelf.names().filter(|(name, _)| Some(*name) != own);
    let usable = names.filter(|(name, _)| name.starts_with("assembly::") || name.starts_with("resource::"));
    let mut templates = Vec::new();
    for (name, file) in usable {
        let icon = if name.starts_with("resource::") { Icon::Resource } else { Icon::Assembly };
        let label = short_type(name);
        templates.push(Template {
            id: format!("component:{name}"),
            group: FROM_WORKSPACE,
            label: label.clone(),
            doc: format!("A component made from `{file}`."),
            icon,
            wire: false,
            parent: None,
            is_abstract: false,
        });
        templates.push(Template {
            id: format!("reference:{name}"),
            group: FROM_WORKSPACE,
            label: format!("{label} (reference)"),
            doc: format!("One that exists already, described in `{file}`."),
            icon: Icon::Reference,
            wire: false,
            parent: None,
            is_abstract: false,
        });
    }
    templates
}

pub fn plan(
    descriptor: &Descriptor,
    template: &str,
    name: Option<&str>,
    place: Option<Place>,
) -> Result<Plan, EditError> {
    let (kind, type_name) = match template.split_once(':') {
        Some((kind, type_name)) => (kind, Some(type_name)),
        None => (template, None),
    };
    match kind {
        "component" => Ok(owner(descriptor, false, type_name, name, place)),
        "reference" => Ok(owner(descriptor, true, type_name, name, place)),
        _ => {
            let (section, base, value) = part(descriptor, kind)?;
            let taken = |name: &str| descriptor.node(&Path::keys([section, name])).is_some();
            let name = free_name(&name.map_or(base, as_name), taken);
            let ops = vec![entry(descriptor, section, &name, value)];
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
        // A company's name before the dot is no part of what a thing is called.
        as_name(name.name.rsplit('.').next().unwrap_or_default())
    });
    let base = name.map(as_name).or(of_type).unwrap_or_else(|| plain.to_owned());
    let taken =
        |name: &str| descriptor.owner(name).is_some() || super::super::grammar::RESERVED.contains(&name);
    let name = free_name(&base, taken);
    let type_name = type_name.map_or_else(|| format!("resource::{name}::1.0"), str::to_owned);
    let mut properties: Vec<(String, Value)> = ["deploymentLocation", "resourceManager"]
        .into_iter()
        .filter(|name| descriptor.property(name).is_some())
        .map(|name| (name.to_owned(), given(name)))
        .collect();
    if is_reference {
        properties.push(("name".to_owned(), Value::map([("value", Value::text(name.clone()))])));
    } else if let Some(made_of) = descriptor.shelf.find(&type_name) {
        // What it needs and the assembly has by the same name is handed on.
        let needed = made_of.properties.iter().filter(|property| {
            property.required == Some(true) && property.default.is_none() && property.value.is_none()
        });
        for property in needed.filter(|property| descriptor.property(&property.name).is_some()) {
            if !properties.iter().any(|(name, _)| *name == property.name) {
                properties.push((property.name.clone(), given(&property.name)));
            }
        }
    }
    let value = Value::map([("type", Value::text(type_name)), ("properties", Value::Mapping(properties))]);
    let mut ops = vec![entry(descriptor, section, &name, value)];
    if let (Some(place), Some(elements)) = (place, &descriptor.layout)
        && !elements.iter().any(|element| element.name == name)
    {
        let into = Path::keys(["designerLayout", "elements"]);
        ops.push(Op::Insert { into, key: name.clone(), value: point(place), spot: Spot::Last });
    }
    Plan { ops, focus: Some(Id(Path::keys([section, &name]))) }
}

/// A property that takes its value from the assembly's of the same name.
fn given(name: &str) -> Value {
    Value::map([("value", reference(name))])
}

/// Section, first name and value of a new thing.
fn part(descriptor: &Descriptor, kind: &str) -> Result<(&'static str, String, Value), EditError> {
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
            let (owner, operation) = promotable(descriptor, "an operation", |made_of| {
                Some(made_of.operations.first()?.name.clone())
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
        "scale-policy" => {
            let clusters = || descriptor.composition.iter().filter(|component| component.cluster.is_some());
            let scaled = |name: &str| {
                descriptor
                    .policies
                    .iter()
                    .any(|it| it.target.as_ref().is_some_and(|target| target.text == name))
            };
            let target = clusters().find(|component| !scaled(&component.name)).or_else(|| clusters().next());
            let Some(target) = target else {
                return Err(EditError::Refused(
                    "a policy scales a cluster: make a component a cluster first".to_owned(),
                ));
            };
            let metric = descriptor.descriptor_of(target).and_then(|made_of| load_metric(&made_of));
            let metric = format!("{}.{}", target.name, metric.as_deref().unwrap_or("load"));
            new(
                "policies",
                &policy_name(descriptor, &target.name),
                scale_policy(descriptor, &metric, &target.name),
            )
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
                .find(|it| it.kind.as_ref().is_some_and(|kind| integrity(&kind.text)));
            let Some(metric) = metric else {
                return Err(EditError::Refused(
                    "a healing policy watches an integrity metric: add a metric of that type first"
                        .to_owned(),
                ));
            };
            let value = Value::map([
                ("type", Value::text("policy::heal")),
                ("metric", Value::text(metric.name.clone())),
                ("properties", Value::map([number(descriptor, "smoothing", "3")])),
            ]);
            new("policies", "heal", value)
        }
        _ => Err(EditError::Refused(format!("there is no `{kind}` to add"))),
    }
}

/// The first component that has something to publish, or else the first component.
fn promotable(
    descriptor: &Descriptor,
    what: &str,
    thing: impl Fn(&Descriptor) -> Option<String>,
) -> Result<(String, Option<String>), EditError> {
    let known = descriptor.composition.iter().find_map(|component| {
        let found = thing(&*descriptor.descriptor_of(component)?)?;
        Some((component.name.clone(), Some(found)))
    });
    let first = || descriptor.composition.first().map(|component| (component.name.clone(), None));
    known.or_else(first).ok_or_else(|| {
        EditError::Refused(format!("{what} of an assembly is one of its components': add a component first"))
    })
}

fn load_metric(made_of: &Descriptor) -> Option<String> {
    let is_load = |kind: &str| kind == "metric::load";
    let metric = made_of.metrics.iter().find(|metric| {
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

/// A policy's number, in the form that the document's other policies have.
fn number(descriptor: &Descriptor, key: &'static str, text: &str) -> (&'static str, Value) {
    let plain = Value::Plain(text.to_owned());
    let mut others = descriptor.policies.iter().flat_map(|policy| &policy.numbers).peekable();
    let flat = others.peek().is_some() && others.all(|number| number.flat);
    (key, if flat { plain } else { Value::map([("value", plain)]) })
}
