//! Plans the extraction of components into a nested assembly. What crosses the boundary is promoted; what cannot be promoted is refused.

use std::collections::BTreeSet;

use super::ends::Offers;
use super::order::check_between;
use super::values::Values;
use super::{full_name, refused};
use crate::grammar::{CP4NA, RESERVED};
use crate::model::{Component, Descriptor, Element, Policy, QualifiedName, Relationship};
use limn_common::{self as common, copy_of};
use limn_language::edit::EditError;
use limn_language::graph::Id;
use limn_language::nesting::{Extraction, Transfer};
use limn_yaml::{Op, Path, Placement, Value};

/// An extraction while it is planned.
pub(super) struct Border<'d> {
    pub(super) descriptor: &'d Descriptor,
    /// The components and references that are extracted, in the order of the text.
    pub(super) chosen: Vec<&'d Component>,
    pub(super) inside: BTreeSet<String>,
    /// The name of the component that represents the nested assembly.
    pub(super) name: &'d str,
    pub(super) transfer: Transfer,
    pub(super) ops: Vec<Op>,
    pub(super) removed: Vec<Path>,
    pub(super) values: Values,
    pub(super) offers: Offers,
    /// The relationships that are extracted.
    pub(super) relationships: Vec<&'d Relationship>,
    operations: Promoted,
    metrics: Promoted,
    upgrade_dependencies: Vec<Value>,
}

/// The operations or metrics of the nested assembly: name, component, member, and the definition.
type Promoted = Vec<(String, (String, String, Option<String>), Value)>;

pub(super) fn extract(descriptor: &Descriptor, ids: &[Id], name: &str) -> Result<Extraction, EditError> {
    check_name(descriptor, name)?;
    let chosen: Vec<&Component> =
        descriptor.owners().filter(|owner| ids.iter().any(|id| id.0 == owner.path)).collect();
    if let Some(other) = ids.iter().find(|id| chosen.iter().all(|owner| owner.path != id.0)) {
        return refused(format!("`{other}` is not a component or reference"));
    }
    let Some(first) = chosen.first() else { return refused("select the components to extract".to_owned()) };
    if chosen.iter().all(|owner| owner.is_reference) {
        return refused(format!("select a component: `{}` is a reference", first.name));
    }
    let inside: BTreeSet<String> = chosen.iter().map(|owner| owner.name.clone()).collect();
    if let Some(twice) = chosen.iter().find(|owner| shares_name(descriptor, owner)) {
        return refused(format!("`{}` is both a component and a reference: rename one first", twice.name));
    }
    check_between(descriptor, &inside)?;
    let values = Values::new(descriptor, &chosen);
    let mut border = Border {
        descriptor,
        chosen,
        inside,
        name,
        transfer: Transfer::default(),
        ops: Vec::new(),
        removed: Vec::new(),
        values,
        offers: Offers::default(),
        relationships: Vec::new(),
        operations: Vec::new(),
        metrics: Vec::new(),
        upgrade_dependencies: Vec::new(),
    };
    border.owners()?;
    border.relationships()?;
    border.policies()?;
    border.read_from_outside();
    border.published()?;
    border.exposed()?;
    border.places();
    border.finish()
}

fn shares_name(descriptor: &Descriptor, owner: &Component) -> bool {
    descriptor.component(&owner.name).is_some() && descriptor.reference(&owner.name).is_some()
}

/// Checks the name of the new component, which is also that of the new descriptor.
pub(super) fn check_name(descriptor: &Descriptor, name: &str) -> Result<(), EditError> {
    let invalid = |why: &str| Err(EditError::Name { name: name.to_owned(), why: why.to_owned() });
    if name.is_empty() || common::as_name(name, '-') != name {
        return invalid("expected letters, digits, `-` and `_`");
    }
    if RESERVED.contains(&name) {
        return invalid("it is a keyword in `${…}`");
    }
    let is_taken =
        descriptor.owner(name).is_some() || descriptor.workspace.find(&full_name(descriptor, name)).is_some();
    if is_taken { Err(EditError::Taken(name.to_owned())) } else { Ok(()) }
}

impl Border<'_> {
    pub(super) fn is_inside(&self, name: &str) -> bool {
        self.inside.contains(name)
    }

    /// Returns true if the selection is one component, so that the nested assembly is upgraded as it is.
    fn is_single(&self) -> bool {
        self.chosen.iter().filter(|owner| !owner.is_reference).count() == 1
    }

    fn owners(&mut self) -> Result<(), EditError> {
        for owner in self.chosen.clone() {
            self.read_by_inside(super::sites::of_owner(owner));
            self.values.note_types(self.descriptor, &owner.properties);
            let path = owner.path.clone();
            self.transfer.entries.push((path.clone(), path.clone()));
            self.removed.push(path);
        }
        self.upgrades()
    }

    fn upgrades(&mut self) -> Result<(), EditError> {
        let refuse = |one: &str, other: &str| {
            refused(format!(
                "`{one}` is upgraded after `{other}`, but a nested assembly is upgraded as a whole: select both"
            ))
        };
        for owner in self.descriptor.owners() {
            let is_inside = self.is_inside(&owner.name);
            for other in &owner.upgrade_dependencies {
                if self.is_inside(&other.owner) == is_inside {
                    continue;
                }
                if !self.is_single() {
                    return refuse(&owner.name, &other.owner);
                }
                if !is_inside {
                    self.ops.push(replaced(other, self.name.to_owned()));
                }
            }
            if is_inside && self.is_single() && !owner.upgrade_dependencies.is_empty() {
                let list = owner.path.key("upgrade-dependencies");
                let Some(node) = self.descriptor.node(&list) else { continue };
                self.upgrade_dependencies = node.items().map(copy_of).collect();
                self.transfer.adapted.push(Op::Remove { at: list, prune: false });
            }
        }
        Ok(())
    }

    fn policies(&mut self) -> Result<(), EditError> {
        for policy in &self.descriptor.policies {
            let target = policy.target.as_ref().is_some_and(|target| self.is_inside(&target.text));
            let metric = policy.metric.as_ref().filter(|metric| self.is_inside(&metric.owner));
            match (target, metric) {
                (true, Some(_)) => self.policy(policy),
                (true, None) => {
                    let target = policy.target.as_ref().map_or("", |target| target.text.as_str());
                    return refused(format!(
                        "policy `{}` scales `{target}` by a metric of an element that is not selected: select both",
                        policy.name
                    ));
                }
                (false, Some(metric)) => {
                    let name = self.metric(metric, None)?;
                    self.ops.push(replaced(metric, format!("{}.{name}", self.name)));
                }
                (false, None) => {}
            }
        }
        Ok(())
    }

    fn policy(&mut self, policy: &Policy) {
        self.read_by_inside(super::sites::of_policy(policy));
        self.transfer.entries.push((policy.path.clone(), policy.path.clone()));
        self.removed.push(policy.path.clone());
    }

    /// Collects the components' offers and values that the assembly itself publishes.
    fn published(&mut self) -> Result<(), EditError> {
        for operation in &self.descriptor.operations {
            let Some(source) = operation.source.as_ref().filter(|source| self.is_inside(&source.owner))
            else {
                continue;
            };
            let instances = operation.instances.as_ref().map(|instances| instances.text.clone());
            if instances.is_some() {
                self.ops.push(Op::Remove { at: operation.path.key("multiple-instances"), prune: false });
            }
            let name = self.operation(source, instances)?;
            self.ops.push(replaced(source, format!("{}.{name}", self.name)));
        }
        for metric in &self.descriptor.metrics {
            let Some(source) = metric.source.as_ref().filter(|source| self.is_inside(&source.owner)) else {
                continue;
            };
            let kind = metric.kind.as_ref().map(|kind| kind.text.as_str());
            let name = self.metric(source, kind)?;
            self.ops.push(replaced(source, format!("{}.{name}", self.name)));
        }
        Ok(())
    }

    /// The operation of the nested assembly that calls one of a component.
    pub(super) fn operation(
        &mut self,
        source: &QualifiedName,
        instances: Option<String>,
    ) -> Result<String, EditError> {
        let member = member_of(source)?;
        let mut entries = vec![("source-operation", Value::text(source.text()))];
        entries.extend(instances.clone().map(|instances| ("multiple-instances", Value::text(instances))));
        let key = (source.owner.clone(), member.to_owned(), instances);
        Ok(promoted(&mut self.operations, key, Value::map(entries)))
    }

    /// The metric of the nested assembly that publishes one of a component. `kind`: its type, if a metric of the outer assembly has one.
    fn metric(&mut self, source: &QualifiedName, kind: Option<&str>) -> Result<String, EditError> {
        let key = (source.owner.clone(), member_of(source)?.to_owned(), None);
        let kind = kind.unwrap_or("metric::load");
        let entries = [("type", Value::text(kind)), ("source-metric", Value::text(source.text()))];
        Ok(promoted(&mut self.metrics, key, Value::map(entries)))
    }

    /// The stored positions go with the components; the new one is in their middle.
    fn places(&mut self) {
        let elements = self.descriptor.layout.iter().flatten();
        let own: Vec<&Element> = elements.filter(|element| self.is_inside(&element.name)).collect();
        for element in &own {
            self.transfer.entries.push((element.path.clone(), element.path.clone()));
            self.removed.push(element.path.clone());
        }
        let middle = |axis: fn(&Element) -> Option<f64>| {
            let all: Vec<f64> = own.iter().filter_map(|element| axis(element)).collect();
            (!all.is_empty()).then(|| (all.iter().sum::<f64>() / all.len() as f64).round())
        };
        if let (Some(x), Some(y), Some(into)) =
            (middle(|element| element.x), middle(|element| element.y), own.first())
        {
            let pixel = |at: f64| Value::Plain(format!("{}", at.clamp(-1e9, 1e9) as i64));
            self.ops.push(Op::Insert {
                into: into.path.parent().unwrap_or_default(),
                key: self.name.to_owned(),
                value: Value::map([("x", pixel(x)), ("y", pixel(y))]),
                placement: Placement::Before(into.name.clone()),
            });
        }
    }

    fn finish(mut self) -> Result<Extraction, EditError> {
        self.offers.check(&self)?;
        let full = full_name(self.descriptor, self.name);
        let mut types = self.values.types(self.descriptor);
        self.transfer.entries.append(&mut types);
        let is_cp4na = CP4NA.has(self.descriptor.profiles);
        let mut definition = vec![("type".to_owned(), Value::text(full.clone()))];
        let given = self.values.given(self.descriptor);
        if !given.is_empty() || is_cp4na {
            definition.push(("properties".to_owned(), Value::Mapping(given)));
        }
        if !self.upgrade_dependencies.is_empty() {
            let list = std::mem::take(&mut self.upgrade_dependencies);
            definition.push(("upgrade-dependencies".to_owned(), Value::Sequence(list)));
        }
        let component = Path::keys(["composition", self.name]);
        let first = self.chosen.iter().find(|owner| !owner.is_reference).map(|owner| owner.name.clone());
        self.ops.push(Op::Insert {
            into: Path::keys(["composition"]),
            key: self.name.to_owned(),
            value: Value::Mapping(definition),
            placement: first.map_or(Placement::Last, Placement::Before),
        });
        let mut sections = vec![("name".to_owned(), Value::text(full))];
        sections.extend(self.sections(is_cp4na));
        let Border { transfer, ops, removed, .. } = self;
        Ok(Extraction { sections, more_files: Vec::new(), transfer, ops, removed, focus: Id(component) })
    }

    /// The sections of the nested assembly, with a null for each entry that is transferred.
    fn sections(&self, is_cp4na: bool) -> Vec<(String, Value)> {
        let entered = |section: &str| -> Vec<(String, Value)> {
            let own = self.transfer.entries.iter().filter(|(_, to)| to.key_at(0) == Some(section));
            own.filter_map(|(_, to)| Some((to.last_key()?.to_owned(), Value::Null))).collect()
        };
        let published = |all: &Promoted| -> Vec<(String, Value)> {
            all.iter().map(|(name, _, value)| (name.clone(), value.clone())).collect()
        };
        let mut layout = entered("designerLayout");
        if !layout.is_empty() {
            layout = vec![("elements".to_owned(), Value::Mapping(layout))];
        }
        let all = [
            ("properties", self.values.definitions()),
            ("composition", entered("composition")),
            ("references", entered("references")),
            ("relationships", entered("relationships")),
            ("operations", published(&self.operations)),
            ("capabilities", self.offers.definitions(crate::exposure::PortKind::Capability)),
            ("requirements", self.offers.definitions(crate::exposure::PortKind::Requirement)),
            ("metrics", published(&self.metrics)),
            ("policies", entered("policies")),
            ("data-types", entered("data-types")),
            ("designerLayout", layout),
        ];
        let is_written = |(name, entries): &(&str, Vec<(String, Value)>)| {
            !entries.is_empty() || (is_cp4na && *name == "properties")
        };
        let written = all.into_iter().filter(is_written);
        written.map(|(name, entries)| (name.to_owned(), Value::Mapping(entries))).collect()
    }
}

/// The name in `owner.name`.
pub(super) fn member_of(name: &QualifiedName) -> Result<&str, EditError> {
    match &name.member {
        Some(member) => Ok(member),
        None => refused(format!("`{}` names no part of a component", name.text())),
    }
}

/// The op that writes another qualified name.
pub(super) fn replaced(name: &QualifiedName, with: String) -> Op {
    Op::ReplaceWithin { at: name.path.clone(), within: 0..name.text().len(), with }
}

fn promoted(all: &mut Promoted, key: (String, String, Option<String>), value: Value) -> String {
    if let Some((name, ..)) = all.iter().find(|(_, known, _)| *known == key) {
        return name.clone();
    }
    let name = common::free_name(&key.1, '-', |name| all.iter().any(|(known, ..)| known == name));
    all.push((name.clone(), key, value));
    name
}
