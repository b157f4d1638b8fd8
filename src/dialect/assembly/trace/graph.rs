//! Places of values in descriptors, and their direct neighbors.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::super::appearance::short_type;
use super::super::deployment::is_input;
use super::super::descriptor_ref::DescriptorRef;
use super::super::model::{
    Component, Descriptor, DescriptorKind, Operation, Property, ReferenceRoot, Relationship,
};
use super::reads::{called, member};
use limn_language::dialect::ReadOnlyText;
use limn_language::graph::{Id, PortRef, Role};
use limn_language::value_trace::{Direction, Neighbor, TracePlace, ValueGraph, ValueStep, on_one_line};
use limn_text::TextRange;
use limn_yaml::Path;

/// The maximum number of components that a value is followed into, one in the other.
const MAX_NESTING: usize = 24;

/// A value in a descriptor.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct TraceNode {
    /// Index of the descriptor.
    descriptor: usize,
    path: Path,
    /// The components by which it was entered, the innermost last: descriptors and paths.
    entered: Vec<(usize, Path)>,
}

impl TraceNode {
    /// A value of the document itself.
    pub fn own(path: Path) -> TraceNode {
        TraceNode { descriptor: 0, path, entered: Vec::new() }
    }

    /// A value of the descriptor of a component; `None` if components are nested too deeply.
    fn inside(&self, component: &Component, descriptor: usize, path: Path) -> Option<TraceNode> {
        if self.entered.len() >= MAX_NESTING {
            return None;
        }
        let entered = self.entered.iter().cloned().chain([(self.descriptor, component.path.clone())]);
        Some(TraceNode { descriptor, path, entered: entered.collect() })
    }

    /// Another value of the same descriptor.
    fn beside(&self, path: Path) -> TraceNode {
        TraceNode { path, ..self.clone() }
    }
}

/// The value at a path.
enum Value<'d> {
    /// One of the descriptor's own properties; `None` if it has none of the name.
    Own(Option<&'d Property>),
    Member {
        owner: &'d Component,
        name: &'d str,
        written: Option<&'d Property>,
    },
    OfRelationship(&'d Relationship, Option<&'d Property>),
    OfOperation(&'d Operation, Option<&'d Property>),
    /// A key that reads values.
    Reader,
}

fn value_at<'d>(descriptor: &'d Descriptor, path: &'d Path) -> Option<Value<'d>> {
    let name = path.last_key();
    let in_properties = path.len() == 4 && path.key_at(2) == Some("properties");
    let of = |properties: &'d [Property]| properties.iter().find(|property| Some(&*property.name) == name);
    Some(match path.key_at(0)? {
        "properties" if path.len() == 2 => Value::Own(descriptor.property(name?)),
        "private-properties" if path.len() == 2 => Value::Own(of(&descriptor.private_properties)),
        "composition" | "references" if in_properties => {
            let owner = descriptor.owners().find(|owner| path.starts_with(&owner.path))?;
            Value::Member { owner, name: name?, written: owner.property(name?) }
        }
        "relationships" if in_properties => {
            let found =
                descriptor.relationships.iter().find(|relationship| path.starts_with(&relationship.path))?;
            Value::OfRelationship(found, of(&found.properties))
        }
        "operations" if in_properties => {
            let found = descriptor.operations.iter().find(|operation| path.starts_with(&operation.path))?;
            Value::OfOperation(found, of(&found.properties))
        }
        _ => Value::Reader,
    })
}

/// The descriptors that a trace has reached so far; the first is the document itself.
pub(super) struct Flow<'d> {
    own: &'d Descriptor,
    known: Vec<DescriptorRef<'d>>,
    /// The descriptors with components of a descriptor, by its number.
    containing: BTreeMap<usize, Vec<usize>>,
}

type Neighbors = Vec<Neighbor<TraceNode>>;

fn neighbor(place: TraceNode, how: impl Into<String>) -> Neighbor<TraceNode> {
    Neighbor { place, how: how.into() }
}

impl<'d> Flow<'d> {
    pub fn new(own: &'d Descriptor) -> Flow<'d> {
        Flow { own, known: vec![DescriptorRef::Own(own)], containing: BTreeMap::new() }
    }

    /// Returns true if a place of the document is a value.
    pub fn is_value(&self, place: &TraceNode) -> bool {
        let is_read = || self.own.reads().contains(&place.path);
        match value_at(self.own, &place.path) {
            Some(Value::Own(Some(_)) | Value::Member { .. }) => true,
            Some(Value::OfRelationship(_, Some(_)) | Value::OfOperation(_, Some(_))) => true,
            Some(_) => is_read(),
            None => false,
        }
    }

    fn number_of(&mut self, descriptor: Arc<Descriptor>) -> usize {
        let same = |held: &DescriptorRef<'_>| Arc::ptr_eq(&held.document, &descriptor.document);
        self.known.iter().position(same).unwrap_or_else(|| {
            self.known.push(DescriptorRef::Shared(descriptor));
            self.known.len() - 1
        })
    }

    /// The descriptor that a component is an instance of.
    fn type_of(&mut self, descriptor: usize, component: &Component) -> Option<usize> {
        let name = &component.type_name.as_ref()?.text;
        let found = self.own.workspace.seen_from(&self.known[descriptor]).find(name)?;
        Some(self.number_of(found))
    }

    /// The components that a descriptor's value leaves by, each with its descriptor and the place of one of its properties.
    fn leave(&mut self, from: &TraceNode, name: &str) -> Vec<(DescriptorRef<'d>, Component, TraceNode)> {
        let mut found = Vec::new();
        let mut add = |flow: &Flow<'d>, descriptor: usize, component: &Path, entered: &[(usize, Path)]| {
            let held = flow.known[descriptor].clone();
            let Some(owner) = held.owners().find(|owner| owner.path == *component).cloned() else { return };
            let place = TraceNode { descriptor, path: member(&owner, name), entered: entered.to_vec() };
            found.push((held, owner, place));
        };
        if let Some(((descriptor, component), entered)) = from.entered.split_last() {
            add(self, *descriptor, component, entered);
            return found;
        }
        for outer in self.containing(from.descriptor) {
            for owner in self.known[outer].clone().owners() {
                if self.type_of(outer, owner) == Some(from.descriptor) {
                    add(self, outer, &owner.path, &[]);
                }
            }
        }
        found
    }

    /// The descriptors with components of a descriptor; searched for once.
    fn containing(&mut self, descriptor: usize) -> Vec<usize> {
        if let Some(known) = self.containing.get(&descriptor) {
            return known.clone();
        }
        let found = self.own.workspace.containing(&self.known[descriptor]);
        let found: Vec<usize> = found.into_iter().map(|outer| self.number_of(outer)).collect();
        self.containing.insert(descriptor, found.clone());
        found
    }

    /// Values that a value reads in its own descriptor.
    fn read(&self, place: &TraceNode) -> Neighbors {
        let sources = self.known[place.descriptor].reads().sources(&place.path).iter();
        sources.map(|source| neighbor(place.beside(source.clone()), "")).collect()
    }

    /// Readers of a value in its own descriptor.
    fn readers(&self, place: &TraceNode) -> Neighbors {
        let readers = self.known[place.descriptor].reads().readers(&place.path).iter();
        readers.map(|reader| neighbor(place.beside(reader.clone()), "")).collect()
    }

    fn is_read(&self, place: &TraceNode) -> bool {
        !self.known[place.descriptor].reads().readers(&place.path).is_empty()
    }

    fn sources(&mut self, place: &TraceNode) -> Neighbors {
        let held = self.known[place.descriptor].clone();
        match value_at(&held, &place.path) {
            Some(Value::Own(Some(property))) if is_input(property) && !is_private(&place.path) => {
                let mut found = Vec::new();
                for (_, owner, outer) in self.leave(place, &property.name) {
                    if !owner.is_reference && is_given(owner.property(&property.name)) {
                        found.push(neighbor(outer, format!("set by component `{}`", owner.name)));
                    }
                }
                found.extend(self.read(place));
                found
            }
            Some(Value::Member { owner, name, written }) if !owner.is_reference => {
                let inner = self.type_of(place.descriptor, owner);
                let declared = inner.and_then(|inner| {
                    self.known[inner].property(name).cloned().map(|property| (inner, property))
                });
                match declared {
                    Some((inner, property)) if !is_input(&property) || !is_given(written) => {
                        let path = property.path.clone();
                        let inside = place.inside(owner, inner, path);
                        inside
                            .map(|inside| neighbor(inside, "property of its descriptor"))
                            .into_iter()
                            .collect()
                    }
                    _ => self.read(place),
                }
            }
            Some(Value::OfOperation(operation, Some(property))) => {
                let mut found = self.read(place);
                for (outer, owner, at) in self.leave(place, &property.name) {
                    for relationship in &outer.relationships {
                        let calls = relationship.create.iter().chain(&relationship.cease);
                        let mut calls = calls.filter(|call| call.member.as_deref() == Some(&*operation.name));
                        let is_called = calls.any(|call| {
                            called(&outer, relationship, call).iter().any(|called| called.path == owner.path)
                        });
                        let given = relationship.properties.iter().find(|given| given.name == property.name);
                        if let (true, Some(given)) = (is_called, given) {
                            let how = format!("set by relationship `{}`", relationship.name);
                            found.push(neighbor(at.beside(given.path.clone()), how));
                        }
                    }
                }
                found
            }
            _ => self.read(place),
        }
    }

    fn uses(&mut self, place: &TraceNode) -> Neighbors {
        let held = self.known[place.descriptor].clone();
        let mut found = self.readers(place);
        match value_at(&held, &place.path) {
            Some(Value::Own(Some(property))) if !is_private(&place.path) => {
                for (_, owner, outer) in self.leave(place, &property.name) {
                    let leaves = !is_input(property) || !is_given(owner.property(&property.name));
                    if leaves && !owner.is_reference && self.is_read(&outer) {
                        found.push(neighbor(outer, format!("read from {} `{}`", owner.noun(), owner.name)));
                    }
                }
            }
            Some(Value::Member { owner, name, written }) if !owner.is_reference && is_given(written) => {
                let inner = self.type_of(place.descriptor, owner);
                let property = inner.and_then(|inner| self.known[inner].property(name).cloned());
                if let (Some(inner), Some(property)) = (inner, property.filter(is_input)) {
                    let inside = place.inside(owner, inner, property.path);
                    found.extend(inside.map(|inside| neighbor(inside, "property of its descriptor")));
                }
            }
            Some(Value::OfRelationship(relationship, Some(property))) => {
                for call in relationship.create.iter().chain(&relationship.cease) {
                    for owner in called(&held, relationship, call) {
                        let Some(inner) = self.type_of(place.descriptor, owner) else { continue };
                        let definition = self.known[inner].clone();
                        let is_called =
                            |operation: &&Operation| Some(&*operation.name) == call.member.as_deref();
                        let operation = definition.operations.iter().find(is_called);
                        let same = |own: &&Property| own.name == property.name;
                        let given = operation.and_then(|operation| operation.properties.iter().find(same));
                        let inside = given.and_then(|given| place.inside(owner, inner, given.path.clone()));
                        found.extend(inside.map(|inside| neighbor(inside, "given to the operation")));
                    }
                }
            }
            _ => {}
        }
        found
    }

    /// Reason why nothing precedes a value.
    fn first(&mut self, place: &TraceNode) -> String {
        let held = self.known[place.descriptor].clone();
        let reason = match value_at(&held, &place.path) {
            Some(Value::Own(Some(property))) => first_of_own(&held, property),
            Some(Value::Member { written: Some(property), .. }) if is_given(Some(property)) => {
                constant(property)
            }
            Some(Value::Member { owner, .. }) if owner.is_reference => "read from the existing instance",
            Some(Value::Member { name: "name" | "id", .. }) => "every instance has it",
            Some(Value::Member { owner, name, .. }) => match self.type_of(place.descriptor, owner) {
                Some(inner) if self.known[inner].property(name).is_none() => {
                    "unknown property of its descriptor"
                }
                _ => "set at run time",
            },
            Some(Value::OfRelationship(_, Some(property)) | Value::OfOperation(_, Some(property)))
                if is_given(Some(property)) =>
            {
                constant(property)
            }
            Some(Value::OfOperation(..)) => "set by a relationship",
            Some(Value::Reader) => "constant",
            _ => "",
        };
        reason.to_owned()
    }

    /// Use of a value that nothing reads.
    fn last(&mut self, place: &TraceNode) -> String {
        let held = self.known[place.descriptor].clone();
        let is_resource = held.kind == DescriptorKind::Resource;
        match value_at(&held, &place.path) {
            Some(Value::Own(_)) if is_resource => "available to the drivers".to_owned(),
            Some(Value::OfOperation(..)) if is_resource => "available to the operation".to_owned(),
            Some(Value::Member { owner, written: Some(_), .. }) if owner.is_reference => {
                "finds the existing instance".to_owned()
            }
            Some(Value::Member { owner, written, .. }) if is_given(written) => {
                let known = self.type_of(place.descriptor, owner);
                let name = owner.type_name.as_ref().map_or("", |name| name.text.as_str());
                match known {
                    Some(_) => String::new(),
                    None => format!("given to `{name}`, which is not in the workspace"),
                }
            }
            _ => String::new(),
        }
    }

    fn place_of(&self, held: &DescriptorRef<'_>, path: &Path) -> Option<TracePlace> {
        // A property that is read but not written is shown at its component.
        let lengths = (1..=path.len()).rev();
        let mut prefixes = lengths.map(|len| path.prefix(len));
        let at = prefixes.find(|path| held.document.get(path).is_some())?;
        let node = held.document.get(&at)?;
        let range = node.key().map_or(node.full_range(), limn_yaml::Node::range);
        if matches!(held, DescriptorRef::Own(_)) || self.own.workspace.contains(held) {
            return Some(TracePlace::File(held.file.clone(), range, Id(at)));
        }
        let whole = node.key().map_or(TextRange::new(0, 0), |key| key.full_range().cover(node.full_range()));
        let text = Arc::clone(held.document.text());
        let title = held.name.as_ref().map_or_else(|| held.file.to_string(), |name| name.text.clone());
        Some(TracePlace::ReadOnly(ReadOnlyText { title, text, range: whole }))
    }
}

impl ValueGraph for Flow<'_> {
    type Place = TraceNode;

    fn neighbors(&mut self, of: &TraceNode, direction: Direction) -> Vec<Neighbor<TraceNode>> {
        match direction {
            Direction::Sources => self.sources(of),
            Direction::Uses => self.uses(of),
        }
    }

    fn step(&mut self, of: &TraceNode) -> ValueStep {
        let held = self.known[of.descriptor].clone();
        let text = |path: &Path| {
            let node = held.document.get(path).filter(|node| !node.is_null());
            node.map(|node| {
                on_one_line(&node.as_str().map_or_else(|| node.source().into(), std::borrow::Cow::into_owned))
            })
        };
        let (label, written) = match value_at(&held, &of.path) {
            Some(Value::Reader) => {
                let element = of.path.key_at(1).unwrap_or_default();
                (format!("{element}.{}", of.path.last_key().unwrap_or_default()), text(&of.path))
            }
            Some(value) => {
                let name = of.path.last_key().unwrap_or_default();
                let label = match value {
                    Value::Own(_) => name.to_owned(),
                    _ => format!("{}.{name}", of.path.key_at(1).unwrap_or_default()),
                };
                (label, text(&of.path.key("value")).or_else(|| text(&of.path.key("default"))))
            }
            None => (of.path.to_string(), None),
        };
        let port = (of.descriptor == 0 && of.entered.is_empty()).then(|| port_of(&of.path)).flatten();
        ValueStep {
            label,
            owner: name_of(&held),
            written: written.unwrap_or_default(),
            place: self.place_of(&held, &of.path),
            port,
            ..ValueStep::default()
        }
    }

    fn end(&mut self, of: &TraceNode, direction: Direction) -> String {
        match direction {
            Direction::Sources => self.first(of),
            Direction::Uses => self.last(of),
        }
    }
}

/// The port of a property in the diagram of the document; the role is that of a value that is set.
fn port_of(path: &Path) -> Option<PortRef> {
    let owner = match path.key_at(0)? {
        "properties" => Path::root(),
        "composition" | "references" => path.prefix(2),
        _ => return None,
    };
    let is_property = path.len() == 2 || path.len() == 4 && path.key_at(2) == Some("properties");
    let port = if is_property { path.last_key()? } else { "" };
    Some(PortRef { node: Id(owner), role: Role::Input, port: port.to_owned() })
}

fn name_of(descriptor: &Descriptor) -> String {
    match &descriptor.name {
        Some(name) => short_type(&name.text),
        None => descriptor.file.to_string(),
    }
}

fn is_private(path: &Path) -> bool {
    path.key_at(0) == Some("private-properties")
}

/// Returns true if a component writes a value for a property.
fn is_given(property: Option<&Property>) -> bool {
    property.is_some_and(|property| property.value.is_some() || property.default.is_some())
}

fn constant(property: &Property) -> &'static str {
    let mut heads = property.uses().map(|used| used.head);
    match heads.next() {
        None => "constant",
        Some(ReferenceRoot::Instance) => "of each instance",
        Some(_) => "unknown reference",
    }
}

fn first_of_own(descriptor: &Descriptor, property: &Property) -> &'static str {
    let is_resource = descriptor.kind == DescriptorKind::Resource;
    if property.value.is_some() {
        constant(property)
    } else if property.read_only == Some(true) {
        "set at run time"
    } else {
        match (property.default.is_some(), is_resource) {
            (true, false) => "default, unless set at deployment",
            (false, false) => "set at deployment",
            (true, true) => "default, unless a component sets it",
            (false, true) => "set by a component",
        }
    }
}
