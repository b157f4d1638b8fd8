//! Relationships that cross the boundary of a nested assembly, and the capabilities and requirements that it needs for them.
//!
//! A descriptor does not store which of its components a capability belongs to: name and type decide. So each promotion is checked: it must expose
//! what it is for and nothing else.

use std::collections::BTreeSet;

use super::extract::{Border, member_of, replaced};
use super::refused;
use super::sites::{Named, Site, of_relationship, sites};
use crate::exposure::{self, ComponentPort, PortKind, exposed};
use crate::model::{Component, DeclaredPort, Descriptor, QualifiedName, Relationship, Text};
use limn_common as common;
use limn_language::edit::EditError;
use limn_text::TextRange;
use limn_yaml::{Op, Path, Value};

/// A component and one of its capabilities or requirements.
type End = (String, String);

/// The capabilities and requirements of the new assembly.
#[derive(Default)]
pub(super) struct Offers(Vec<New>);

struct New {
    kind: PortKind,
    offer: DeclaredPort,
    /// The name in the component.
    member: String,
    /// Needed exposures: each set of ends must be all that it exposes.
    needs: Vec<BTreeSet<End>>,
}

impl Offers {
    pub(super) fn definitions(&self, kind: PortKind) -> Vec<(String, Value)> {
        let own = self.0.iter().filter(|new| new.kind == kind);
        let type_of =
            |offer: &DeclaredPort| Value::text(exposure::text(offer.kind.as_ref()).unwrap_or_default());
        own.map(|new| (new.offer.name.clone(), Value::map([("type", type_of(&new.offer))]))).collect()
    }

    /// Checks that each promotion exposes exactly what it is needed for.
    pub(super) fn check(&self, border: &Border<'_>) -> Result<(), EditError> {
        for kind in [PortKind::Capability, PortKind::Requirement] {
            let inner = inner(border, kind);
            let is_unknown = |component: &&&Component| border.descriptor.descriptor_of(component).is_none();
            let unknown: Vec<_> =
                border.chosen.iter().filter(|component| !component.is_reference).filter(is_unknown).collect();
            for New { offer, needs, .. } in self.0.iter().filter(|new| new.kind == kind) {
                let mut ends = needs.iter().flatten();
                if let Some((owner, member)) =
                    ends.find(|(owner, _)| unknown.iter().any(|component| component.name == *owner))
                    && unknown.len() > 1
                {
                    return refused(format!(
                        "`{owner}.{member}` has to be promoted, but the descriptor of `{owner}` is not open"
                    ));
                }
                let found: BTreeSet<End> = exposed(&inner, offer).iter().map(end_of).collect();
                if let Some(need) = needs.iter().find(|need| **need != found) {
                    return refused(why_ambiguous(kind, need, &found));
                }
            }
        }
        Ok(())
    }
}

fn end_of(inner: &ComponentPort<'_>) -> End {
    (inner.component.name.clone(), inner.name.clone())
}

fn why_ambiguous(kind: PortKind, need: &BTreeSet<End>, found: &BTreeSet<End>) -> String {
    let (noun, shown) = (kind.noun(), |end: Option<&End>| {
        end.map_or_else(String::new, |(owner, member)| format!("{owner}.{member}"))
    });
    let (one, other) = (shown(need.first()), shown(found.symmetric_difference(need).next()));
    format!("a nested assembly cannot offer {noun} `{one}` without `{other}`, which has the same type")
}

/// The capabilities or requirements that the new assembly can expose.
fn inner<'d>(border: &Border<'d>, kind: PortKind) -> Vec<ComponentPort<'d>> {
    let components = border.chosen.iter().copied().filter(|component| !component.is_reference);
    exposure::exposable_ports(border.descriptor, components, border.relationships.iter().copied(), kind)
}

fn type_of(descriptor: &Descriptor, owner: &str, kind: PortKind, member: &str) -> Option<String> {
    let definition = descriptor.descriptor_of(descriptor.component(owner)?)?;
    let offer = kind.of(&definition).iter().find(|offer| offer.name == member)?;
    exposure::text(offer.kind.as_ref()).map(str::to_owned)
}

impl<'d> Border<'d> {
    pub(super) fn relationships(&mut self) -> Result<(), EditError> {
        for relationship in &self.descriptor.relationships {
            let count = |ends: &[QualifiedName]| ends.iter().filter(|end| self.is_inside(&end.owner)).count();
            let (sources, targets) = (count(&relationship.sources), count(&relationship.targets));
            let all = relationship.sources.len() + relationship.targets.len();
            if sources + targets == all && all > 0 {
                self.relationships.push(relationship);
                self.inner_relationship(relationship)?;
            } else if sources > 0 && targets > 0 {
                return refused(format!(
                    "relationship `{}` connects selected elements with each other and with others: select all of its ends",
                    relationship.name
                ));
            } else {
                self.outer_relationship(relationship)?;
            }
        }
        Ok(())
    }

    fn inner_relationship(&mut self, relationship: &Relationship) -> Result<(), EditError> {
        self.read_by_inside(of_relationship(relationship));
        let calls = relationship.create.iter().chain(&relationship.cease);
        let is_outside = |call: &&QualifiedName| {
            self.descriptor.owner(&call.owner).is_some() && !self.is_inside(&call.owner)
        };
        if let Some(call) = calls.into_iter().find(is_outside) {
            return refused(format!(
                "relationship `{}` calls `{}`, which is not selected",
                relationship.name,
                call.text()
            ));
        }
        self.values.note_types(self.descriptor, &relationship.properties);
        self.transfer.entries.push((relationship.path.clone(), relationship.path.clone()));
        self.removed.push(relationship.path.clone());
        Ok(())
    }

    /// A relationship that stays. The ends that are extracted become those of the new component.
    fn outer_relationship(&mut self, relationship: &'d Relationship) -> Result<(), EditError> {
        self.read_by_outside(of_relationship(relationship));
        for (kind, ends, others) in [
            (PortKind::Capability, &relationship.sources, &relationship.targets),
            (PortKind::Requirement, &relationship.targets, &relationship.sources),
        ] {
            let own: Vec<&QualifiedName> = ends.iter().filter(|end| self.is_inside(&end.owner)).collect();
            if own.is_empty() {
                continue;
            }
            self.ends(relationship, kind, &own, others)?;
            self.side(relationship, kind, &own, ends.len())?;
        }
        for call in relationship.create.iter().chain(&relationship.cease) {
            if self.is_inside(&call.owner) {
                let name = self.operation(call, None)?;
                self.ops.push(replaced(call, format!("{}.{name}", self.name)));
            }
        }
        Ok(())
    }

    /// Replaces ends by those of the new component. Several ends of one name are one end then.
    fn ends(
        &mut self,
        relationship: &Relationship,
        kind: PortKind,
        own: &[&QualifiedName],
        others: &[QualifiedName],
    ) -> Result<(), EditError> {
        let other_kind = match kind {
            PortKind::Capability => PortKind::Requirement,
            PortKind::Requirement => PortKind::Capability,
        };
        let fallback = others
            .iter()
            .find_map(|end| type_of(self.descriptor, &end.owner, other_kind, end.member.as_deref()?));
        let mut written: Vec<(String, BTreeSet<End>)> = Vec::new();
        for end in own {
            if self.descriptor.component(&end.owner).is_none() {
                return refused(format!(
                    "relationship `{}` uses reference `{}`, which a nested assembly cannot offer: do not select the reference",
                    relationship.name, end.owner
                ));
            }
            let member = member_of(end)?;
            let name = self.offer(kind, &end.owner, member, fallback.as_deref());
            let entry = (end.owner.clone(), member.to_owned());
            match written.iter_mut().find(|(known, _)| *known == name) {
                Some((_, ends)) => {
                    ends.insert(entry);
                    self.ops.push(Op::Remove { at: end.path.clone(), prune: false });
                }
                None => {
                    self.ops.push(replaced(end, format!("{}.{name}", self.name)));
                    written.push((name, BTreeSet::from([entry])));
                }
            }
        }
        for (name, ends) in written {
            self.offers.need(kind, &name, ends);
        }
        Ok(())
    }

    /// Properties that the relationship reads from the side of the new component, and operations that it calls there.
    fn side(
        &mut self,
        relationship: &Relationship,
        kind: PortKind,
        own: &[&QualifiedName],
        count: usize,
    ) -> Result<(), EditError> {
        let keyword = if kind == PortKind::Capability { "source" } else { "target" };
        let owners: BTreeSet<&str> = own.iter().map(|end| end.owner.as_str()).collect();
        let reads: Vec<Site> = sites(self.descriptor, of_relationship(relationship))
            .into_iter()
            .filter(|site| {
                matches!(
                    (&site.named, kind),
                    (Named::Source(_), PortKind::Capability) | (Named::Target(_), PortKind::Requirement)
                )
            })
            .collect();
        let calls = relationship.create.iter().chain(&relationship.cease);
        let calls: Vec<&QualifiedName> = calls.filter(|call| call.owner == keyword).collect();
        if reads.is_empty() && calls.is_empty() {
            return Ok(());
        }
        let only = owners.first().copied().filter(|_| owners.len() == 1 && own.len() == count);
        let Some(owner) = only else {
            return refused(format!(
                "relationship `{}` uses `{keyword}` for several components, of which only some are selected or which become one",
                relationship.name
            ));
        };
        for site in reads {
            let (Named::Source(property) | Named::Target(property)) = &site.named else { continue };
            let with = format!("{keyword}.{}", self.output(owner, property));
            self.ops.push(Op::ReplaceWithin { at: site.at, within: site.name, with });
        }
        for call in calls {
            let source = QualifiedName { owner: owner.to_owned(), ..call.clone() };
            let name = self.operation(&source, None)?;
            self.ops.push(replaced(call, format!("{keyword}.{name}")));
        }
        Ok(())
    }

    /// The capability or requirement of the new assembly for one of a component.
    fn offer(&mut self, kind: PortKind, owner: &str, member: &str, fallback: Option<&str>) -> String {
        let found = type_of(self.descriptor, owner, kind, member);
        let found = found.as_deref().or(fallback).unwrap_or(member).to_owned();
        let is_it = |new: &&New| {
            new.kind == kind
                && new.member == member
                && exposure::text(new.offer.kind.as_ref()) == Some(&found)
        };
        if let Some(known) = self.offers.0.iter().find(is_it) {
            return known.offer.name.clone();
        }
        let is_taken =
            |name: &str| self.offers.0.iter().any(|new| new.kind == kind && new.offer.name == name);
        let name = common::free_name(member, '-', is_taken);
        let range = TextRange::empty(0);
        let kind_text = Text { text: found, range };
        let offer = DeclaredPort { name: name.clone(), path: Path::root(), range, kind: Some(kind_text) };
        self.offers.0.push(New { kind, offer, member: member.to_owned(), needs: Vec::new() });
        name
    }

    /// Promotes what the assembly's own capabilities and requirements expose, and checks that they expose the same afterwards.
    pub(super) fn exposed(&mut self) -> Result<(), EditError> {
        let descriptor = self.descriptor;
        for kind in [PortKind::Capability, PortKind::Requirement] {
            let all = exposure::all_exposable_ports(descriptor, kind);
            let before: Vec<(&DeclaredPort, Vec<End>)> = kind
                .of(descriptor)
                .iter()
                .map(|own| (own, exposed(&all, own).iter().map(end_of).collect()))
                .collect();
            let mut expected = Vec::new();
            for (own, ends) in &before {
                let mut names = BTreeSet::new();
                let chosen: Vec<&End> = ends.iter().filter(|(owner, _)| self.is_inside(owner)).collect();
                for (owner, member) in chosen.iter().copied() {
                    let fallback = exposure::text(own.kind.as_ref()).map(str::to_owned);
                    let name = self.offer(kind, owner, member, fallback.as_deref());
                    let alike = chosen.iter().copied().filter(|(_, of)| of == member);
                    self.offers.need(kind, &name, alike.cloned().collect());
                    names.insert((self.name.to_owned(), name));
                }
                let rest = ends.iter().filter(|(owner, _)| !self.is_inside(owner)).cloned();
                expected.push((*own, rest.chain(names).collect::<BTreeSet<End>>()));
            }
            self.check_exposed(kind, &all, &expected)?;
        }
        Ok(())
    }

    fn check_exposed(
        &self,
        kind: PortKind,
        all: &[ComponentPort<'d>],
        expected: &[(&DeclaredPort, BTreeSet<End>)],
    ) -> Result<(), EditError> {
        let Some(marker) = self.chosen.first() else { return Ok(()) };
        let moved: Component = Component { name: self.name.to_owned(), ..(*marker).clone() };
        let mut after: Vec<ComponentPort<'_>> =
            all.iter().filter(|port| !self.is_inside(&port.component.name)).cloned().collect();
        let own = self.offers.0.iter().filter(|new| new.kind == kind && !self.is_fulfilled(new));
        after.extend(own.map(|new| ComponentPort {
            component: &moved,
            name: new.offer.name.clone(),
            kind: exposure::text(new.offer.kind.as_ref()).map(str::to_owned),
        }));
        for (own, expected) in expected {
            let found: BTreeSet<End> = exposed(&after, own).iter().map(end_of).collect();
            if found != *expected {
                return refused(format!(
                    "{} `{}` of the assembly would no longer belong to the same components",
                    kind.noun(),
                    own.name
                ));
            }
        }
        Ok(())
    }

    /// Returns true if a relationship that stays fulfills a requirement of the new assembly.
    fn is_fulfilled(&self, new: &New) -> bool {
        let is_end = |end: &QualifiedName| {
            self.is_inside(&end.owner) && end.member.as_deref() == Some(new.member.as_str())
        };
        let outer = self.descriptor.relationships.iter();
        let mut outer =
            outer.filter(|relationship| self.relationships.iter().all(|own| own.path != relationship.path));
        new.kind == PortKind::Requirement && outer.any(|relationship| relationship.targets.iter().any(is_end))
    }
}

impl Offers {
    fn need(&mut self, kind: PortKind, name: &str, ends: BTreeSet<End>) {
        if let Some(new) = self.0.iter_mut().find(|new| new.kind == kind && new.offer.name == name) {
            new.needs.push(ends);
        }
    }
}
