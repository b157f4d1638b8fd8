//! Plans the replacement of a component by the components of its nested assembly.

use std::collections::BTreeMap;

use super::extract::replaced;
use super::published::expanded;
use super::sites::{Named, of_owner, of_policy, of_properties, of_relationship, sites};
use super::substitute::Substitution;
use super::values::Values;
use super::{is_nested, refused};
use crate::model::{Component, Descriptor, QualifiedName};
use crate::read;
use crate::recognize::{ASSEMBLY_SECTIONS, SHARED_SECTIONS};
use limn_common::{self as common, copy_of};
use limn_language::edit::EditError;
use limn_language::graph::Id;
use limn_language::nesting::{Inlining, Transfer};
use limn_yaml::{Node, Op, Path, Placement, Value};

/// An inlining while it is planned.
pub(super) struct Inline<'d> {
    pub(super) substitution: Substitution<'d>,
    transfer: Transfer,
    pub(super) ops: Vec<Op>,
    removed: Vec<Path>,
}

pub(super) fn inline(outer: &Descriptor, id: &Id) -> Result<Inlining, EditError> {
    let Some(component) = outer.composition.iter().find(|component| component.path == id.0) else {
        return refused(format!("`{id}` is not a component"));
    };
    let nested = outer.descriptor_of(component).filter(|nested| is_nested(outer, nested));
    let Some(nested) = nested else {
        return refused(format!("`{}` is not a nested assembly of the workspace", component.name));
    };
    // Descriptors of components know nothing of others.
    let seen = outer.workspace.seen_from(&nested);
    let nested = read::read(&nested.file, &nested.document, nested.kind, nested.profiles, seen);
    check_one(component)?;
    check_keys(outer, component, &nested)?;
    check_sections(&nested)?;
    let names = new_names(outer, component, &nested);
    let first = nested.composition.first().map(|inner| names[&inner.name].clone());
    let mut inline = Inline {
        substitution: Substitution { outer, component, nested: &nested, names },
        transfer: Transfer::default(),
        ops: Vec::new(),
        removed: vec![component.path.clone()],
    };
    inline.owners()?;
    inline.upgrades();
    inline.sections()?;
    inline.types()?;
    inline.values()?;
    inline.relationships()?;
    inline.published()?;
    inline.policies()?;
    inline.check_exposed()?;
    inline.places();
    let Inline { transfer, ops, removed, .. } = inline;
    let focus = first.map(|name| Id(Path::keys(["composition", &name])));
    Ok(Inlining { file: nested.file.clone(), transfer, ops, removed, focus })
}

/// Checks keys that the content does not take over. Unknown keys may matter to other tools or readers.
fn check_keys(outer: &Descriptor, component: &Component, nested: &Descriptor) -> Result<(), EditError> {
    const TAKEN: [&str; 5] = ["type", "quantity", "properties", "upgrade-dependencies", "dynamicType"];
    let name = &component.name;
    let keys = outer.node(&component.path).into_iter().flat_map(Node::entries);
    let lost = keys.filter_map(|entry| entry.key.as_str()).find(|key| !TAKEN.contains(&&**key));
    if let Some(key) = lost {
        return refused(format!("`{key}` of `{name}` would be lost"));
    }
    match component.properties.iter().find(|property| nested.property(&property.name).is_none()) {
        Some(property) => refused(format!(
            "property `{}` of `{name}` would be lost: `{}` doesn't declare it",
            property.name, nested.file
        )),
        None => Ok(()),
    }
}

/// A component with several instances has several instances of everything.
fn check_one(component: &Component) -> Result<(), EditError> {
    let is_many = component.cluster.is_some()
        || component.items.is_some()
        || component.quantity.as_ref().is_some_and(|quantity| quantity.text != "1");
    if is_many {
        return refused(format!("`{}` can have several instances", component.name));
    }
    match component.dynamic_type {
        Some(_) => refused(format!("`{}` chooses its type when it is created", component.name)),
        None => Ok(()),
    }
}

fn check_sections(nested: &Descriptor) -> Result<(), EditError> {
    if !nested.document.errors().is_empty() {
        return refused(format!("`{}` has a syntax error: fix it first", nested.file));
    }
    let keys = nested.document.root().into_iter().flat_map(Node::entries).map(|entry| entry.key.as_str());
    let unknown = keys
        .map(Option::unwrap_or_default)
        .find(|key| ![ASSEMBLY_SECTIONS, SHARED_SECTIONS].iter().any(|all| all.contains(&&**key)));
    if let Some(key) = unknown {
        return refused(format!("`{}` has a section `{key}` that would be lost", nested.file));
    }
    match nested.composition.is_empty() {
        true => refused(format!("`{}` has no components", nested.file)),
        false => Ok(()),
    }
}

/// The names that the components and references have in the outer assembly.
fn new_names(outer: &Descriptor, component: &Component, nested: &Descriptor) -> BTreeMap<String, String> {
    let mut names: BTreeMap<String, String> = BTreeMap::new();
    for owner in nested.owners() {
        let is_taken = |name: &str| outer.owner(name).is_some() || names.values().any(|taken| taken == name);
        let name = match is_taken(&owner.name) {
            true => common::free_name(&format!("{}-{}", component.name, owner.name), '-', is_taken),
            false => owner.name.clone(),
        };
        names.insert(owner.name.clone(), name);
    }
    names
}

impl Inline<'_> {
    pub(super) fn is_own(&self, name: &str) -> bool {
        self.substitution.component.name == name
    }

    pub(super) fn renamed(&self, name: &QualifiedName) -> String {
        let owner = self.substitution.name_of(&name.owner);
        QualifiedName { owner, ..name.clone() }.text()
    }

    /// Writes the new name of the owner, if it has one.
    fn adapt_name(&mut self, name: &QualifiedName) {
        if self.renamed(name) != name.text() {
            let op = replaced(name, self.renamed(name));
            self.transfer.adapted.push(op);
        }
    }

    fn owners(&mut self) -> Result<(), EditError> {
        let nested = self.substitution.nested;
        for owner in nested.owners() {
            let ops = self.substitution.adapted(of_owner(owner))?;
            self.transfer.adapted.extend(ops);
            for other in &owner.upgrade_dependencies {
                self.adapt_name(other);
            }
            let section = owner.path.key_at(0).unwrap_or_default();
            let to = Path::keys([section, &self.substitution.name_of(&owner.name)]);
            self.transfer.entries.push((owner.path.clone(), to));
        }
        Ok(())
    }

    /// Upgrade order: what waits for the component waits for all of its components, and these for what it waits for.
    fn upgrades(&mut self) {
        let Substitution { outer, component, nested, .. } = self.substitution;
        let all: Vec<String> =
            nested.composition.iter().map(|inner| self.substitution.name_of(&inner.name)).collect();
        for owner in outer.owners() {
            for other in
                owner.upgrade_dependencies.iter().filter(|dependency| dependency.owner == component.name)
            {
                let ops = expanded(other, &owner.path.key("upgrade-dependencies"), &all);
                self.ops.extend(ops);
            }
        }
        for inner in &nested.composition {
            let to = inner.path.key("upgrade-dependencies");
            let more = component.upgrade_dependencies.iter();
            let appended =
                more.map(|dependency| Op::Append { to: to.clone(), value: Value::text(dependency.text()) });
            self.transfer.adapted.extend(appended);
        }
    }

    fn sections(&mut self) -> Result<(), EditError> {
        let Substitution { outer, component, nested, .. } = self.substitution;
        let mut transferred = Vec::new();
        for relationship in &nested.relationships {
            let ops = self.substitution.adapted(of_relationship(relationship))?;
            self.transfer.adapted.extend(ops);
            let names =
                [&relationship.sources, &relationship.targets, &relationship.create, &relationship.cease];
            names.into_iter().flatten().for_each(|name| self.adapt_name(name));
            transferred.push(("relationships", &relationship.name, &relationship.path));
        }
        for policy in &nested.policies {
            let ops = self.substitution.adapted(of_policy(policy))?;
            self.transfer.adapted.extend(ops);
            if let Some(metric) = &policy.metric {
                if nested.owner(&metric.owner).is_none() {
                    return refused(format!("policy `{}` uses a metric of the nested assembly", policy.name));
                }
                self.adapt_name(metric);
            }
            if let Some(target) =
                policy.target.as_ref().filter(|target| self.substitution.name_of(&target.text) != target.text)
            {
                self.transfer.adapted.push(Op::ReplaceWithin {
                    at: policy.path.key("target"),
                    within: 0..target.text.len(),
                    with: self.substitution.name_of(&target.text),
                });
            }
            transferred.push(("policies", &policy.name, &policy.path));
        }
        for (section, name, path) in transferred {
            let is_taken = |name: &str| {
                let to = Path::keys([section, name]);
                outer.node(&to).is_some() || self.transfer.entries.iter().any(|(_, known)| *known == to)
            };
            let to = match is_taken(name) {
                true => common::free_name(&format!("{}-{name}", component.name), '-', is_taken),
                false => name.clone(),
            };
            self.transfer.entries.push((path.clone(), Path::keys([section, &to])));
        }
        Ok(())
    }

    /// The data types that the components and relationships use.
    fn types(&mut self) -> Result<(), EditError> {
        let Substitution { outer, nested, .. } = self.substitution;
        let mut used = Values::default();
        for owner in nested.owners() {
            used.note_types(nested, &owner.properties);
        }
        for relationship in &nested.relationships {
            used.note_types(nested, &relationship.properties);
        }
        for (path, to) in used.types(nested) {
            let copy = |descriptor: &Descriptor| descriptor.node(&path).map(copy_of);
            match copy(outer) {
                None => self.transfer.entries.push((path, to)),
                known if known == copy(nested) => {}
                _ => {
                    let name = path.last_key().unwrap_or_default();
                    return refused(format!("both assemblies declare a data type `{name}`, differently"));
                }
            }
        }
        Ok(())
    }

    /// The values of the outer assembly that read the component.
    fn values(&mut self) -> Result<(), EditError> {
        let Substitution { outer, component, .. } = self.substitution;
        let mut places = of_properties(&outer.properties);
        places.extend(outer.owners().filter(|owner| owner.path != component.path).flat_map(of_owner));
        places.extend(outer.relationships.iter().flat_map(of_relationship));
        for site in sites(outer, places) {
            if let Named::Of(owner, property) = &site.named
                && self.is_own(owner)
            {
                let op = self.substitution.read_by_outer(&site, property)?;
                self.ops.push(op);
            }
        }
        Ok(())
    }

    /// The places of entries in the outer assembly: components before the one that they replace, the rest at the end of its section.
    fn places(&mut self) {
        let Substitution { outer, component, nested, .. } = self.substitution;
        let own = outer.layout.iter().flatten().find(|element| element.name == component.name);
        if let Some(element) = own {
            self.removed.push(element.path.clone());
            for inner in nested.layout.iter().flatten() {
                if let Some(name) = self.substitution.names.get(&inner.name) {
                    let to = Path::keys(["designerLayout", "elements", name]);
                    self.transfer.entries.push((inner.path.clone(), to));
                }
            }
        }
        let mut sections: BTreeMap<Path, Vec<String>> = BTreeMap::new();
        for (_, to) in &self.transfer.entries {
            if let (Some(into), Some(name)) = (to.parent(), to.last_key()) {
                sections.entry(into).or_default().push(name.to_owned());
            }
        }
        for (into, names) in sections {
            if outer.node(&into).is_none() {
                let section = into.last_key().unwrap_or_default().to_owned();
                let value = Value::map(names.into_iter().map(|name| (name, Value::Null)));
                let placement = crate::plan::placement_of(outer, &Path::root(), &section);
                self.ops.push(Op::Insert { into: Path::root(), key: section, value, placement });
                continue;
            }
            let is_beside = into == Path::keys(["composition"]);
            for key in names {
                let placement =
                    if is_beside { Placement::Before(component.name.clone()) } else { Placement::Last };
                self.ops.push(Op::Insert { into: into.clone(), key, value: Value::Null, placement });
            }
        }
    }
}
