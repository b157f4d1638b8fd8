//! The `${…}` of a descriptor, with the part of each that names a value.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::interpolation::{ScanItem, scan};
use crate::model::{Component, Descriptor, Property, Relationship};
use limn_yaml::{Node, Path};

/// Target of a `${…}`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Named {
    /// A property of the assembly.
    Own(String),
    /// A property of a component or reference.
    Of(String, String),
    /// A property of the ends of a relationship.
    Source(String),
    Target(String),
}

/// A `${…}` in a scalar.
#[derive(Clone, Debug)]
pub(super) struct Site {
    /// The scalar.
    pub(super) at: Path,
    /// The bytes of its decoded text that name the value: `web.port` in `${web.port[0]}`.
    pub(super) name: Range<usize>,
    /// All of its bytes, `${` and `}` included.
    pub(super) range: Range<usize>,
    pub(super) named: Named,
}

/// The `${…}` of the scalars at some paths that name a value which exists.
pub(super) fn sites(descriptor: &Descriptor, places: impl IntoIterator<Item = Path>) -> Vec<Site> {
    let mut found = Vec::new();
    let mut seen = BTreeSet::new();
    for at in places {
        if !seen.insert(at.clone()) {
            continue;
        }
        let Some(text) = descriptor.node(&at).and_then(Node::as_str) else { continue };
        for item in scan(&text) {
            let ScanItem::Interpolation(item) = item else { continue };
            let step = item.rest.first().filter(|step| !step.index);
            let head = item.head.text.to_string();
            let member = step.map(|step| (step.text.to_string(), item.head.range.start..step.range.end));
            let (named, name) = match (head.as_str(), member) {
                ("instance" | "item", _) => continue,
                ("source", Some((member, range))) => (Named::Source(member), range),
                ("target", Some((member, range))) => (Named::Target(member), range),
                (owner, Some((member, range))) if descriptor.owner(owner).is_some() => {
                    (Named::Of(head, member), range)
                }
                (own, _) if descriptor.property(own).is_some() => (Named::Own(head), item.head.range),
                _ => continue,
            };
            found.push(Site { at: at.clone(), name, range: item.range, named });
        }
    }
    found
}

/// The first words of the `${…}` at some paths that name nothing that exists.
pub(super) fn unknown_names(descriptor: &Descriptor, places: &[Path]) -> BTreeSet<String> {
    let mut unknown = BTreeSet::new();
    for text in places.iter().filter_map(|at| descriptor.node(at).and_then(Node::as_str)) {
        for item in scan(&text) {
            let ScanItem::Interpolation(item) = item else { continue };
            let head = &*item.head.text;
            let is_known = matches!(head, "instance" | "item" | "source" | "target")
                || descriptor.owner(head).is_some()
                || descriptor.property(head).is_some();
            if !is_known {
                unknown.insert(head.to_owned());
            }
        }
    }
    unknown
}

/// The scalars with `${…}` of some properties.
pub(super) fn of_properties<'d>(properties: impl IntoIterator<Item = &'d Property>) -> Vec<Path> {
    properties.into_iter().flat_map(Property::uses).map(|used| used.at.clone()).collect()
}

/// The scalars of a component or reference that can have `${…}`.
pub(super) fn of_owner(owner: &Component) -> Vec<Path> {
    let mut places = of_properties(&owner.properties);
    places.extend(["quantity", "items"].map(|key| owner.path.key(key)));
    let keys = ["initial-quantity", "minimum-nodes", "maximum-nodes", "scaling-increment"];
    places.extend(owner.cluster.iter().flat_map(|cluster| keys.map(|key| cluster.path.key(key))));
    places
}

pub(super) fn of_relationship(relationship: &Relationship) -> Vec<Path> {
    of_properties(&relationship.properties)
}

/// The scalars of the policies' numbers.
pub(super) fn of_policy(policy: &crate::model::Policy) -> Vec<Path> {
    let place = |number: &crate::model::Number| {
        if number.flat { number.path.clone() } else { number.path.key("value") }
    };
    policy.numbers.iter().map(place).collect()
}
