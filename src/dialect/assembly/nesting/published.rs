//! Ends of relationships, operations, metrics and policies of the outer assembly, which refer to what a nested assembly publishes of its components.

use std::collections::BTreeSet;

use super::extract::{member_of, replaced};
use super::inline::Inline;
use super::refused;
use super::sites::{Named, Site, of_relationship, sites};
use super::substitute::Substitution;
use crate::exposure::{self, ComponentPort, PortKind, exposed};
use crate::model::{Component, Descriptor, Operation, QualifiedName, Relationship};
use limn_language::edit::EditError;
use limn_language::message;
use limn_yaml::{Op, Path, Placement, Value};

/// A component and one of its parts.
type End = (String, String);

impl<'d> Inline<'d> {
    pub(super) fn relationships(&mut self) -> Result<(), EditError> {
        for relationship in &self.substitution.outer.relationships {
            for (kind, ends) in [
                (PortKind::Capability, &relationship.sources),
                (PortKind::Requirement, &relationship.targets),
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
        kind: PortKind,
        ends: &[QualifiedName],
    ) -> Result<(), EditError> {
        let (key, keyword) = match kind {
            PortKind::Capability => ("source-capabilities", "source"),
            PortKind::Requirement => ("target-requirements", "target"),
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
                Named::Source(_) => kind == PortKind::Capability,
                Named::Target(_) => kind == PortKind::Requirement,
                _ => false,
            })
            .collect();
        let calls: Vec<&QualifiedName> = relationship
            .create
            .iter()
            .chain(&relationship.cease)
            .filter(|call| call.owner == keyword)
            .collect();
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
        let value = nested.property(property).and_then(|property| property.value.as_ref());
        let read = value.and_then(|value| value.text.as_deref()?.strip_prefix("${")?.strip_suffix('}'));
        match read.and_then(|read| read.strip_prefix(owner)?.strip_prefix('.')) {
            Some(inner) => {
                let with = format!("{keyword}.{inner}");
                Ok(Op::ReplaceWithin { at: site.at.clone(), within: site.name.clone(), with })
            }
            None => self.substitution.read_by_outer(site, property),
        }
    }

    /// Ends that a capability or requirement of the nested assembly exposes.
    fn inner_ends(&self, kind: PortKind, name: &str) -> Result<Vec<End>, EditError> {
        let nested = self.substitution.nested;
        let offer = kind.of(nested).iter().find(|offer| offer.name == name);
        let found: Vec<End> = match offer {
            Some(offer) => {
                exposed(&exposure::all_exposable_ports(nested, kind), offer).iter().map(end_of).collect()
            }
            None => Vec::new(),
        };
        if let ([], Some(only)) = (found.as_slice(), unknown_alone(nested)) {
            return Ok(vec![(only.name.clone(), name.to_owned())]);
        }
        if found.is_empty() {
            return refused(message::unknown_on(kind.noun(), name, "assembly", &nested.file));
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
        match nested.operations.iter().find(|operation| operation.name == member) {
            Some(operation) => Ok(operation),
            None => refused(message::unknown_on("operation", member, "assembly", &nested.file)),
        }
    }

    fn metric(&self, name: &QualifiedName) -> Result<String, EditError> {
        let (nested, member) = (self.substitution.nested, member_of(name)?);
        let source = nested
            .metrics
            .iter()
            .find(|metric| metric.name == member)
            .and_then(|metric| metric.source.as_ref());
        match source {
            Some(source) => Ok(self.renamed(source)),
            None => refused(message::unknown_on("metric", member, "assembly", &nested.file)),
        }
    }

    /// Offers and values of the component that the outer assembly publishes.
    pub(super) fn published(&mut self) -> Result<(), EditError> {
        let outer = self.substitution.outer;
        for own in &outer.operations {
            let Some(source) = own.source.as_ref().filter(|source| self.is_own(&source.owner)) else {
                continue;
            };
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
            if let Some(source) = own.source.as_ref().filter(|source| self.is_own(&source.owner)) {
                self.ops.push(replaced(source, self.metric(source)?));
            }
        }
        Ok(())
    }

    pub(super) fn policies(&mut self) -> Result<(), EditError> {
        for policy in &self.substitution.outer.policies {
            if policy.target.as_ref().is_some_and(|target| self.is_own(&target.text)) {
                return refused(format!("policy `{}` scales the nested assembly as a whole", policy.name));
            }
            if let Some(metric) = policy.metric.as_ref().filter(|metric| self.is_own(&metric.owner)) {
                self.ops.push(replaced(metric, self.metric(metric)?));
            }
        }
        Ok(())
    }

    /// Refuses the change if a capability or requirement of the outer assembly would expose something else.
    pub(super) fn check_exposed(&self) -> Result<(), EditError> {
        let Substitution { outer, nested, .. } = self.substitution;
        for kind in [PortKind::Capability, PortKind::Requirement] {
            let all = exposure::all_exposable_ports(outer, kind);
            let mut after: Vec<ComponentPort<'_>> =
                all.iter().filter(|port| !self.is_own(&port.component.name)).cloned().collect();
            let fulfilled = self.fulfilled(kind)?;
            let inner = exposure::all_exposable_ports(nested, kind);
            after.extend(inner.into_iter().filter(|port| !fulfilled.contains(&end_of(port))));
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
    fn fulfilled(&self, kind: PortKind) -> Result<BTreeSet<End>, EditError> {
        let mut found = BTreeSet::new();
        let ends =
            self.substitution.outer.relationships.iter().flat_map(|relationship| &relationship.targets);
        for end in ends.filter(|end| kind == PortKind::Requirement && self.is_own(&end.owner)) {
            found.extend(self.inner_ends(kind, member_of(end)?)?);
        }
        Ok(found)
    }
}

fn end_of(inner: &ComponentPort<'_>) -> End {
    (inner.component.name.clone(), inner.name.clone())
}

/// The only component whose descriptor is not open: what no other component has can only be its own.
fn unknown_alone(nested: &Descriptor) -> Option<&Component> {
    let mut unknown = nested.composition.iter().filter(|component| nested.descriptor_of(component).is_none());
    unknown.next().filter(|_| unknown.next().is_none())
}

/// The ops that write several names in the place of one, in a list or alone.
pub(super) fn expanded(name: &QualifiedName, list: &Path, texts: &[String]) -> Vec<Op> {
    let Some((first, rest)) = texts.split_first() else { return Vec::new() };
    if name.path == *list && !rest.is_empty() {
        let all = texts.iter().map(|text| Value::text(text.clone())).collect();
        return vec![Op::Replace { at: list.clone(), value: Value::Sequence(all) }];
    }
    let more = rest.iter().map(|text| Op::Append { to: list.clone(), value: Value::text(text.clone()) });
    std::iter::once(replaced(name, first.clone())).chain(more).collect()
}
