//! Plans the replacement of a component by the components of its nested assembly.

use std::collections::{BTreeMap, BTreeSet};

use super::extract::{member_of, replaced};
use super::sites::{Named, Site, of_owner, of_policy, of_properties, of_relationship, sites};
use super::substitute::Substitution;
use super::values::Values;
use super::{is_nested, refused};
use crate::exposure::{self, Inner, OfferKind, exposed};
use crate::model::{Component, Descriptor, Operation, QualifiedName, Relationship};
use crate::read;
use limn_common::{self as common, copy_of};
use limn_language::edit::EditError;
use limn_language::graph::Id;
use limn_language::nesting::{Inlining, Transfer};
use limn_yaml::{Op, Path, Placement, Value};

/// The sections of a nested assembly that this module knows. An interface that nothing uses is not needed any more.
const SECTIONS: &[&str] = &[
    "name",
    "description",
    "properties",
    "composition",
    "references",
    "relationships",
    "operations",
    "capabilities",
    "requirements",
    "metrics",
    "policies",
    "data-types",
    "designerLayout",
];

/// A component and one of its parts.
type End = (String, String);

struct Inline<'d> {
    substitution: Substitution<'d>,
    transfer: Transfer,
    ops: Vec<Op>,
    removed: Vec<Path>,
}

pub(super) fn inline(outer: &Descriptor, id: &Id) -> Result<Inlining, EditError> {
    let Some(component) = outer.composition.iter().find(|it| it.path == id.0) else {
        return refused(format!("`{id}` is not a component"));
    };
    let nested = outer.descriptor_of(component).filter(|it| is_nested(outer, it));
    let Some(nested) = nested else {
        return refused(format!("`{}` is not a nested assembly of the workspace", component.name));
    };
    // Descriptors of components know nothing of others.
    let seen = outer.workspace.seen_from(&nested);
    let nested = read::read(&nested.file, &nested.document, nested.kind, nested.profiles, seen);
    check_one(component)?;
    check_sections(&nested)?;
    let names = new_names(outer, component, &nested);
    let first = nested.composition.first().map(|it| names[&it.name].clone());
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

/// A component with several instances has several instances of everything.
fn check_one(component: &Component) -> Result<(), EditError> {
    let is_many = component.cluster.is_some()
        || component.items.is_some()
        || component.quantity.as_ref().is_some_and(|it| it.text != "1");
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
    let keys = nested.document.root().into_iter().flat_map(|root| root.entries()).map(|it| it.key.as_str());
    let unknown = keys.map(Option::unwrap_or_default).find(|key| !SECTIONS.contains(&&**key));
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
        let is_taken = |name: &str| outer.owner(name).is_some() || names.values().any(|it| it == name);
        let name = match is_taken(&owner.name) {
            true => common::free_name(&format!("{}-{}", component.name, owner.name), '-', is_taken),
            false => owner.name.clone(),
        };
        names.insert(owner.name.clone(), name);
    }
    names
}

impl<'d> Inline<'d> {
    fn is_own(&self, name: &str) -> bool {
        self.substitution.component.name == name
    }

    fn renamed(&self, name: &QualifiedName) -> String {
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

    /// What waits for the component waits for all of its components, and these for what it waits for.
    fn upgrades(&mut self) {
        let Substitution { outer, component, nested, .. } = self.substitution;
        let all: Vec<String> =
            nested.composition.iter().map(|it| self.substitution.name_of(&it.name)).collect();
        for owner in outer.owners() {
            for other in owner.upgrade_dependencies.iter().filter(|it| it.owner == component.name) {
                let ops = expanded(other, &owner.path.key("upgrade-dependencies"), &all);
                self.ops.extend(ops);
            }
        }
        for inner in &nested.composition {
            let to = inner.path.key("upgrade-dependencies");
            let more = component.upgrade_dependencies.iter();
            let appended = more.map(|it| Op::Append { to: to.clone(), value: Value::text(it.text()) });
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
                policy.target.as_ref().filter(|it| self.substitution.name_of(&it.text) != it.text)
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
        places.extend(outer.owners().filter(|it| it.path != component.path).flat_map(of_owner));
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

    fn relationships(&mut self) -> Result<(), EditError> {
        for relationship in &self.substitution.outer.relationships {
            for (kind, ends) in [
                (OfferKind::Capability, &relationship.sources),
                (OfferKind::Requirement, &relationship.targets),
            ] {
                self.side(relationship, kind, ends)?;
            }
            for call in relationship.create.iter().chain(&relationship.cease) {
                if self.is_own(&call.owner) {
                    let source = self.operation(call)?;
                    self.ops.push(replaced(call, self.renamed(&source)));
                }
            }
        }
        Ok(())
    }

    /// One side of a relationship: the ends that the capability or requirement of the nested assembly exposes.
    fn side(
        &mut self,
        relationship: &Relationship,
        kind: OfferKind,
        ends: &[QualifiedName],
    ) -> Result<(), EditError> {
        let (key, keyword) = match kind {
            OfferKind::Capability => ("source-capabilities", "source"),
            OfferKind::Requirement => ("target-requirements", "target"),
        };
        let mut owners: BTreeSet<String> = BTreeSet::new();
        let mut own = 0;
        for end in ends {
            if !self.is_own(&end.owner) {
                continue;
            }
            own += 1;
            let inner = self.inner_ends(kind, member_of(end)?)?;
            let texts: Vec<String> = inner
                .iter()
                .map(|(owner, member)| format!("{}.{member}", self.substitution.name_of(owner)))
                .collect();
            owners.extend(inner.into_iter().map(|(owner, _)| owner));
            self.ops.extend(expanded(end, &relationship.path.key(key), &texts));
        }
        if own == 0 {
            return Ok(());
        }
        let only = owners.first().cloned().filter(|_| owners.len() == 1 && own == ends.len());
        let reads: Vec<Site> = sites(self.substitution.outer, of_relationship(relationship))
            .into_iter()
            .filter(|site| match site.named {
                Named::Source(_) => kind == OfferKind::Capability,
                Named::Target(_) => kind == OfferKind::Requirement,
                _ => false,
            })
            .collect();
        let calls: Vec<&QualifiedName> =
            relationship.create.iter().chain(&relationship.cease).filter(|it| it.owner == keyword).collect();
        if reads.is_empty() && calls.is_empty() {
            return Ok(());
        }
        let Some(owner) = only else {
            return refused(format!(
                "relationship `{}` uses `{keyword}`, which would be several components",
                relationship.name
            ));
        };
        for site in reads {
            let op = self.read_of_side(&site, keyword, &owner)?;
            self.ops.push(op);
        }
        for call in calls {
            let source = self.operation(&QualifiedName {
                owner: self.substitution.component.name.clone(),
                ..call.clone()
            })?;
            let to = match source.owner == owner {
                true => format!("{keyword}.{}", member_of(&source)?),
                false => self.renamed(&source),
            };
            self.ops.push(replaced(call, to));
        }
        Ok(())
    }

    /// `${source.x}` stays one where the property has the value of the component at the end.
    fn read_of_side(&self, site: &Site, keyword: &str, owner: &str) -> Result<Op, EditError> {
        let (Named::Source(property) | Named::Target(property)) = &site.named else {
            return refused(format!("`{keyword}` is not read here"));
        };
        let nested = self.substitution.nested;
        let value = nested.property(property).and_then(|it| it.value.as_ref());
        let read = value.and_then(|it| it.text.as_deref()?.strip_prefix("${")?.strip_suffix('}'));
        match read.and_then(|read| read.strip_prefix(owner)?.strip_prefix('.')) {
            Some(inner) => {
                let with = format!("{keyword}.{inner}");
                Ok(Op::ReplaceWithin { at: site.at.clone(), within: site.name.clone(), with })
            }
            None => self.substitution.read_by_outer(site, property),
        }
    }

    /// What a capability or requirement of the nested assembly exposes.
    fn inner_ends(&self, kind: OfferKind, name: &str) -> Result<Vec<End>, EditError> {
        let nested = self.substitution.nested;
        let offer = kind.of(nested).iter().find(|offer| offer.name == name);
        let found: Vec<End> = match offer {
            Some(offer) => exposed(&exposure::inner(nested, kind), offer).iter().map(end_of).collect(),
            None => Vec::new(),
        };
        if let ([], Some(only)) = (found.as_slice(), unknown_alone(nested)) {
            return Ok(vec![(only.name.clone(), name.to_owned())]);
        }
        if found.is_empty() {
            return refused(format!("no component of `{}` has {} `{name}`", nested.file, kind.noun()));
        }
        Ok(found)
    }

    /// The operation of a component that the nested assembly publishes.
    fn operation(&self, call: &QualifiedName) -> Result<QualifiedName, EditError> {
        let operation = self.published_operation(call)?;
        match (&operation.instances, &operation.source) {
            (None, Some(source)) => Ok(source.clone()),
            (Some(instances), _) => refused(format!(
                "operation `{}` is called for `{}` of the instances",
                operation.name, instances.text
            )),
            (None, None) => refused(format!("operation `{}` belongs to no component", operation.name)),
        }
    }

    fn published_operation(&self, call: &QualifiedName) -> Result<&'d Operation, EditError> {
        let (nested, member) = (self.substitution.nested, member_of(call)?);
        match nested.operations.iter().find(|it| it.name == member) {
            Some(operation) => Ok(operation),
            None => refused(format!("`{}` has no operation `{member}`", nested.file)),
        }
    }

    fn metric(&self, name: &QualifiedName) -> Result<String, EditError> {
        let (nested, member) = (self.substitution.nested, member_of(name)?);
        let source = nested.metrics.iter().find(|it| it.name == member).and_then(|it| it.source.as_ref());
        match source {
            Some(source) => Ok(self.renamed(source)),
            None => refused(format!("`{}` has no metric `{member}`", nested.file)),
        }
    }

    /// What the outer assembly publishes of the component.
    fn published(&mut self) -> Result<(), EditError> {
        let outer = self.substitution.outer;
        for own in &outer.operations {
            let Some(source) = own.source.as_ref().filter(|it| self.is_own(&it.owner)) else { continue };
            let inner = self.published_operation(source)?;
            let Some(to) = &inner.source else { return self.operation(source).map(drop) };
            self.ops.push(replaced(source, self.renamed(to)));
            match (&own.instances, &inner.instances) {
                (None, Some(instances)) => self.ops.push(Op::Insert {
                    into: own.path.clone(),
                    key: "multiple-instances".to_owned(),
                    value: Value::text(instances.text.clone()),
                    placement: Placement::Last,
                }),
                (Some(own), Some(inner)) if own.text != inner.text => {
                    return self.operation(source).map(drop);
                }
                _ => {}
            }
        }
        for own in &outer.metrics {
            if let Some(source) = own.source.as_ref().filter(|it| self.is_own(&it.owner)) {
                self.ops.push(replaced(source, self.metric(source)?));
            }
        }
        Ok(())
    }

    fn policies(&mut self) -> Result<(), EditError> {
        for policy in &self.substitution.outer.policies {
            if policy.target.as_ref().is_some_and(|it| self.is_own(&it.text)) {
                return refused(format!("policy `{}` scales the nested assembly as a whole", policy.name));
            }
            if let Some(metric) = policy.metric.as_ref().filter(|it| self.is_own(&it.owner)) {
                self.ops.push(replaced(metric, self.metric(metric)?));
            }
        }
        Ok(())
    }

    /// Refuses the change if a capability or requirement of the outer assembly would expose something else.
    fn check_exposed(&self) -> Result<(), EditError> {
        let Substitution { outer, nested, .. } = self.substitution;
        for kind in [OfferKind::Capability, OfferKind::Requirement] {
            let all = exposure::inner(outer, kind);
            let mut after: Vec<Inner<'_>> =
                all.iter().filter(|it| !self.is_own(&it.component.name)).cloned().collect();
            let fulfilled = self.fulfilled(kind)?;
            let inner = exposure::inner(nested, kind);
            after.extend(inner.into_iter().filter(|it| !fulfilled.contains(&end_of(it))));
            for own in kind.of(outer) {
                let mut expected = BTreeSet::new();
                for (owner, member) in exposed(&all, own).iter().map(end_of) {
                    match self.is_own(&owner) {
                        true => expected.extend(self.inner_ends(kind, &member)?),
                        false => drop(expected.insert((owner, member))),
                    }
                }
                let found: BTreeSet<End> = exposed(&after, own).iter().map(end_of).collect();
                if found != expected {
                    return refused(format!(
                        "{} `{}` of the assembly would no longer belong to the same components",
                        kind.noun(),
                        own.name
                    ));
                }
            }
        }
        Ok(())
    }

    /// The requirements of the nested components that relationships of the outer assembly fulfill.
    fn fulfilled(&self, kind: OfferKind) -> Result<BTreeSet<End>, EditError> {
        let mut found = BTreeSet::new();
        let ends = self.substitution.outer.relationships.iter().flat_map(|it| &it.targets);
        for end in ends.filter(|end| kind == OfferKind::Requirement && self.is_own(&end.owner)) {
            found.extend(self.inner_ends(kind, member_of(end)?)?);
        }
        Ok(found)
    }

    /// The places of entries in the outer assembly: components before the one that they replace, the rest at the end of its section.
    fn places(&mut self) {
        let Substitution { outer, component, nested, .. } = self.substitution;
        let own = outer.layout.iter().flatten().find(|it| it.name == component.name);
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

fn end_of(inner: &Inner<'_>) -> End {
    (inner.component.name.clone(), inner.name.clone())
}

/// The only component whose descriptor is not open: what no other component has can only be its own.
fn unknown_alone(nested: &Descriptor) -> Option<&Component> {
    let mut unknown = nested.composition.iter().filter(|it| nested.descriptor_of(it).is_none());
    unknown.next().filter(|_| unknown.next().is_none())
}

/// The ops that write several names in the place of one, in a list or alone.
fn expanded(name: &QualifiedName, list: &Path, texts: &[String]) -> Vec<Op> {
    let Some((first, rest)) = texts.split_first() else { return Vec::new() };
    if name.path == *list && !rest.is_empty() {
        let all = texts.iter().map(|text| Value::text(text.clone())).collect();
        return vec![Op::Replace { at: list.clone(), value: Value::Sequence(all) }];
    }
    let more = rest.iter().map(|text| Op::Append { to: list.clone(), value: Value::text(text.clone()) });
    std::iter::once(replaced(name, first.clone())).chain(more).collect()
}
