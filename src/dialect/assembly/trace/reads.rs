//! Values that a descriptor reads: every `${…}` and every variable of `dynamicType`, with the value that contains it and the value that it names.

use std::collections::HashSet;

use super::super::interpolation::{ScanItem, find_opening, scan};
use super::super::jinja::Template;
use super::super::model::{
    Component, Descriptor, Property, QualifiedName, ReferenceRoot, Relationship, Text, ValueReference,
};
use super::read_index::ReadIndex;
use limn_yaml::{Node, Path};

/// The maximum nesting depth to search in drivers.
const MAX_DEPTH: usize = 32;

/// The path of a property of a component or reference.
pub(super) fn member(owner: &Component, name: &str) -> Path {
    owner.path.key("properties").key(name)
}

/// Everything that is read; the ends of each value are in the order of the sections.
pub(super) fn reads(descriptor: &Descriptor) -> ReadIndex {
    let mut reads = Reads { descriptor, found: ReadIndex::default(), seen: HashSet::new() };
    for property in descriptor.properties.iter().chain(&descriptor.private_properties) {
        reads.property(property, None, None);
    }
    for owner in descriptor.owners() {
        for property in &owner.properties {
            reads.property(property, Some(owner), None);
        }
        reads.keys(owner);
    }
    for relationship in &descriptor.relationships {
        for property in &relationship.properties {
            reads.property(property, None, Some(relationship));
        }
    }
    for property in descriptor.operations.iter().flat_map(|operation| &operation.properties) {
        reads.property(property, None, None);
    }
    for number in descriptor.policies.iter().flat_map(|policy| &policy.numbers) {
        reads.key(number.value.as_ref(), &number.path);
    }
    for metric in &descriptor.metrics {
        reads.key(metric.period.as_ref(), &metric.path.key("publication-period"));
    }
    reads.drivers();
    reads.found
}

/// The components and references that `source` or `target` of a relationship means.
pub(super) fn ends<'d>(
    descriptor: &'d Descriptor,
    relationship: &'d Relationship,
    is_source: bool,
) -> impl Iterator<Item = &'d Component> {
    let ends = if is_source { &relationship.sources } else { &relationship.targets };
    ends.iter().filter_map(|end| descriptor.owner(&end.owner))
}

/// The components that a call of an operation in a relationship means.
pub(super) fn called<'d>(
    descriptor: &'d Descriptor,
    relationship: &'d Relationship,
    call: &QualifiedName,
) -> Vec<&'d Component> {
    match call.owner.as_str() {
        "source" => ends(descriptor, relationship, true).collect(),
        "target" => ends(descriptor, relationship, false).collect(),
        name => descriptor.owner(name).into_iter().collect(),
    }
}

struct Reads<'d> {
    descriptor: &'d Descriptor,
    found: ReadIndex,
    seen: HashSet<(Path, Path)>,
}

impl<'d> Reads<'d> {
    fn add(&mut self, reader: &Path, source: Path) {
        if self.seen.insert((reader.clone(), source.clone())) {
            self.found.readers.entry(source.clone()).or_default().push(reader.clone());
            self.found.sources.entry(reader.clone()).or_default().push(source);
        }
    }

    fn property(&mut self, property: &Property, owner: Option<&Component>, link: Option<&'d Relationship>) {
        for used in property.uses() {
            for source in self.sources(used, owner, link) {
                self.add(&property.path, source);
            }
        }
    }

    /// The values that a `${…}` names: several for an end of a relationship with several components.
    fn sources(
        &self,
        used: &ValueReference,
        owner: Option<&Component>,
        link: Option<&'d Relationship>,
    ) -> Vec<Path> {
        let step = used.rest.first().filter(|step| !step.index);
        match used.head {
            ReferenceRoot::Instance => Vec::new(),
            ReferenceRoot::Item => owner.map(|owner| owner.path.key("items")).into_iter().collect(),
            ReferenceRoot::Source | ReferenceRoot::Target => {
                let (Some(step), Some(link)) = (step, link) else { return Vec::new() };
                let ends = ends(self.descriptor, link, used.head == ReferenceRoot::Source);
                ends.map(|end| member(end, &step.text)).collect()
            }
            ReferenceRoot::Name => {
                let found = step.zip(self.descriptor.owner(&used.name));
                let of_owner = found.map(|(step, owner)| member(owner, &step.text));
                of_owner.or_else(|| self.own(&used.name)).into_iter().collect()
            }
        }
    }

    /// The path of one of the descriptor's own properties.
    fn own(&self, name: &str) -> Option<Path> {
        let descriptor = self.descriptor;
        let private = || descriptor.private_properties.iter().find(|property| property.name == name);
        Some(descriptor.property(name).or_else(private)?.path.clone())
    }

    /// The keys of a component that are not properties.
    fn keys(&mut self, owner: &Component) {
        self.key(owner.quantity.as_ref(), &owner.path.key("quantity"));
        self.key(owner.items.as_ref(), &owner.path.key("items"));
        if let Some(cluster) = &owner.cluster {
            let numbers = [
                (&cluster.initial, "initial-quantity"),
                (&cluster.minimum, "minimum-nodes"),
                (&cluster.maximum, "maximum-nodes"),
                (&cluster.increment, "scaling-increment"),
            ];
            for (text, key) in numbers {
                self.key(text.as_ref(), &cluster.path.key(key));
            }
        }
        if let Some(template) = &owner.dynamic_type {
            let reader = owner.path.key("dynamicType");
            for variable in Template::parse(&template.text).variables {
                self.add(&reader, member(owner, &variable.text));
            }
        }
    }

    fn key(&mut self, text: Option<&Text>, path: &Path) {
        if let Some(text) = text {
            self.text(&text.text, path);
        }
    }

    /// Every `${property}` of a text.
    fn text(&mut self, text: &str, path: &Path) {
        for item in scan(text) {
            let ScanItem::Interpolation(found) = item else { continue };
            if let Some(source) = self.own(&found.head.text) {
                self.add(path, source);
            }
        }
    }

    /// Values that the drivers of a resource get besides its properties.
    fn drivers(&mut self) {
        let Some(root) = self.descriptor.document.root() else { return };
        for section in ["lifecycle", "operations", "default-driver", "queries"] {
            if let Some(node) = root.get(section) {
                self.below(node, &Path::keys([section]), 0);
            }
        }
    }

    fn below(&mut self, node: Node<'_>, path: &Path, depth: usize) {
        // Properties of operations are read above.
        let is_property = path.key_at(0) == Some("operations") && path.key_at(2) == Some("properties");
        if depth > MAX_DEPTH || is_property {
            return;
        }
        if let Some(text) = node.as_str() {
            if find_opening(&text).is_some() {
                self.text(&text, path);
            }
            return;
        }
        for (at, item) in node.items().enumerate() {
            self.below(item, &path.index(at), depth + 1);
        }
        for entry in node.entries() {
            if let Some(key) = entry.key.as_str() {
                self.below(entry.value, &path.key(&key), depth + 1);
            }
        }
    }
}
