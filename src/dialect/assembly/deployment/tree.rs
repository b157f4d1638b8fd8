//! The tree of instances, level by level, so that many instances of one component do not hide the others.

use std::collections::VecDeque;

use super::super::appearance::icon_of;
use super::super::descriptor_ref::DescriptorRef;
use super::super::model::{Component, Descriptor, DescriptorKind};
use super::counts::Group;
use super::frame::{DeploymentState, Found};
use limn_language::deployment::{Deployment, DeploymentNote, DeploymentPart, DeploymentPartKind, NamedValue};
use limn_language::graph::{Icon, Id};

/// The maximum number of parts.
const MAX_PARTS: usize = 3_000;
/// The maximum number of values of all parts.
const MAX_VALUES: usize = 60_000;
/// The maximum number of listed instances that differ only in their number.
const MAX_ALIKE: u64 = 20;
/// The maximum number of listed instances of `items`.
const MAX_ENTRIES: u64 = 200;

struct Tree {
    deployment: Deployment,
    /// Instances whose parts are to be listed: the part, and the frame.
    queue: VecDeque<(usize, usize)>,
    values: usize,
}

impl Tree {
    fn is_full(&self) -> bool {
        self.deployment.parts.len() >= MAX_PARTS || self.values >= MAX_VALUES
    }

    fn push(&mut self, into: usize, part: DeploymentPart) -> usize {
        let at = self.deployment.parts.len();
        self.values += part.values.len();
        self.deployment.parts.push(part);
        self.deployment.parts[into].children.push(at);
        at
    }

    fn cut(&mut self, part: usize) {
        self.deployment.parts[part].is_cut = true;
        self.deployment.is_cut = true;
    }
}

impl<'d> DeploymentState<'d> {
    /// The instances of one component of the document, without what is inside them.
    pub fn tree_of(&mut self, number: usize) -> Deployment {
        let own = self.own;
        let Some(component) = own.composition.get(number) else { return Deployment::default() };
        let whole = DeploymentPart { kind: DeploymentPartKind::Whole, icon: Icon::Assembly, ..empty() };
        let deployment = Deployment { parts: vec![whole], ..Deployment::default() };
        let mut tree = Tree { deployment, queue: VecDeque::new(), values: 0 };
        self.component(&mut tree, 0, 0, number, component, &DescriptorRef::Own(own));
        tree.deployment
    }

    pub fn tree(&mut self) -> Deployment {
        let own = self.own;
        let whole = DeploymentPart {
            kind: DeploymentPartKind::Whole,
            icon: Icon::Assembly,
            label: self.frames[0].name.clone(),
            name: self.frames[0].name.clone(),
            type_name: self.frames[0].type_name.clone(),
            values: self.values_of(0),
            ..empty()
        };
        let values = whole.values.len();
        let mut tree = Tree {
            deployment: Deployment { parts: vec![whole], ..Deployment::default() },
            queue: VecDeque::from([(0, 0)]),
            values,
        };
        while let Some((part, frame)) = tree.queue.pop_front() {
            let Ok(descriptor) = self.descriptor_of(frame) else { continue };
            for (number, component) in descriptor.composition.iter().enumerate() {
                if tree.is_full() {
                    tree.cut(part);
                    break;
                }
                self.component(&mut tree, part, frame, number, component, &descriptor);
            }
            for number in 0..descriptor.references.len() {
                if tree.is_full() {
                    tree.cut(part);
                    break;
                }
                self.reference(&mut tree, part, frame, number, &descriptor, own);
            }
        }
        tree.deployment
    }

    fn component(
        &mut self,
        tree: &mut Tree,
        into: usize,
        frame: usize,
        number: usize,
        component: &Component,
        descriptor: &DescriptorRef<'d>,
    ) {
        let id = match descriptor {
            DescriptorRef::Own(_) => Some(Id(component.path.clone())),
            DescriptorRef::Shared(_) => tree.deployment.parts[into].id.clone(),
        };
        let range = descriptor.own_range(component.range);
        let name = format!("{}__{}", self.frames[frame].name, component.name);
        let group = match self.group(frame, number) {
            Ok(group) => group,
            Err(reason) => {
                let part = DeploymentPart {
                    kind: DeploymentPartKind::Group,
                    id,
                    label: component.name.clone(),
                    name,
                    count: Err(reason),
                    ..empty()
                };
                tree.push(into, part);
                return;
            }
        };
        if !group.is_numbered && group.count == Ok(1) {
            if let Some(made) = self.member(frame, number, &group, 1) {
                let part = self.instance_part(made, id, component.name.clone(), range);
                let at = tree.push(into, part);
                tree.queue.push_back((at, made));
            } else {
                tree.cut(into);
            }
            return;
        }
        let written = component.type_name.as_ref().map_or("", |name| name.text.as_str());
        let part = DeploymentPart {
            kind: DeploymentPartKind::Group,
            id: id.clone(),
            icon: icon_of(written, None),
            label: component.name.clone(),
            name,
            type_name: written.to_owned(),
            count: group.count.clone(),
            count_source: group.source.clone(),
            notes: group.notes.iter().map(|text| DeploymentNote { text: text.clone(), range }).collect(),
            ..empty()
        };
        let at = tree.push(into, part);
        self.members(tree, at, frame, number, component, &group, id.as_ref(), range);
    }

    #[expect(clippy::too_many_arguments, reason = "the place in the tree and the component")]
    fn members(
        &mut self,
        tree: &mut Tree,
        into: usize,
        frame: usize,
        number: usize,
        component: &Component,
        group: &Group,
        id: Option<&Id>,
        range: Option<limn_text::TextRange>,
    ) {
        let Ok(count) = group.count else { return };
        let most = if group.entries.is_some() { MAX_ENTRIES } else { MAX_ALIKE };
        let mut listed = 0;
        while listed < count.min(most) && !tree.is_full() {
            let Some(made) = self.member(frame, number, group, listed + 1) else { break };
            let entry = group.entries.as_ref().and_then(|entries| entries.get(listed as usize));
            let key = entry.map_or_else(|| (listed + 1).to_string(), |(key, _)| key.clone());
            let part = self.instance_part(made, id.cloned(), format!("{} {key}", component.name), range);
            let at = tree.push(into, part);
            tree.queue.push_back((at, made));
            listed += 1;
        }
        tree.deployment.parts[into].omitted = count - listed;
        if listed == 0 && count > 0 {
            tree.cut(into);
        } else if listed < count && group.entries.is_some() {
            // Entries differ, so those that are missing cannot be counted by the last one.
            tree.deployment.is_cut = true;
        }
    }

    fn instance_part(
        &mut self,
        frame: usize,
        id: Option<Id>,
        label: String,
        range: Option<limn_text::TextRange>,
    ) -> DeploymentPart {
        let values = self.values_of(frame);
        let made = &self.frames[frame];
        let mut notes: Vec<DeploymentNote> =
            made.notes.iter().map(|text| DeploymentNote { text: text.clone(), range }).collect();
        let definition: Option<&Descriptor> = match &made.descriptor {
            Ok(descriptor) => Some(descriptor),
            Err(reason) => {
                // A resource of a file that is open alone lacks nothing but the names of its properties.
                let is_resource = icon_of(&made.type_name, None) == Icon::Resource;
                if !is_resource || !self.own.workspace.is_alone() {
                    notes.push(DeploymentNote { text: reason.clone(), range });
                }
                None
            }
        };
        DeploymentPart {
            kind: DeploymentPartKind::Instance,
            id,
            icon: icon_of(&made.type_name, definition),
            label,
            name: made.name.clone(),
            type_name: made.type_name.clone(),
            values,
            notes,
            // Its parts are not known, unless it is a resource, which has none.
            is_cut: definition.is_none() && icon_of(&made.type_name, None) != Icon::Resource,
            ..empty()
        }
    }

    /// The values of an instance: of the properties that its descriptor has, and then of others that its component gives.
    fn values_of(&mut self, frame: usize) -> Vec<NamedValue> {
        let mut names: Vec<String> = Vec::new();
        if let Ok(descriptor) = self.descriptor_of(frame) {
            let is_known = matches!(descriptor.kind, DescriptorKind::Assembly | DescriptorKind::Resource);
            names.extend(
                descriptor.properties.iter().filter(|_| is_known).map(|property| property.name.clone()),
            );
        }
        let declared = names.len();
        if let Some((parent, descriptor)) = self.component_of(frame) {
            let given = descriptor
                .composition
                .get(parent.component)
                .into_iter()
                .flat_map(|component| &component.properties);
            let others = given.map(|property| &property.name).filter(|name| !names.contains(name));
            let others: Vec<String> = others.cloned().collect();
            names.extend(others);
        }
        let mut values = Vec::with_capacity(names.len());
        for (at, name) in names.into_iter().enumerate() {
            let found = if at < declared { Some(self.value(frame, &name)) } else { self.given(frame, &name) };
            values.extend(found.map(|found| named(name, found)));
        }
        values
    }

    fn reference(
        &mut self,
        tree: &mut Tree,
        into: usize,
        frame: usize,
        number: usize,
        descriptor: &DescriptorRef<'d>,
        own: &Descriptor,
    ) {
        let Some(reference) = descriptor.references.get(number) else { return };
        let written = reference.type_name.as_ref().map_or("", |name| name.text.as_str());
        let found = own.workspace.find(written);
        let type_name = found.as_ref().and_then(|found| Some(found.name.as_ref()?.text.clone()));
        let values = self.reference_values(frame, number);
        let id = match descriptor {
            DescriptorRef::Own(_) => Some(Id(reference.path.clone())),
            DescriptorRef::Shared(_) => tree.deployment.parts[into].id.clone(),
        };
        let part = DeploymentPart {
            kind: DeploymentPartKind::Existing,
            id,
            icon: Icon::Reference,
            label: reference.name.clone(),
            name: format!("{}__{}", self.frames[frame].name, reference.name),
            type_name: type_name.unwrap_or_else(|| written.to_owned()),
            values: values.into_iter().map(|(name, found)| named(name, found)).collect(),
            ..empty()
        };
        tree.push(into, part);
    }
}

fn named(name: String, found: Found) -> NamedValue {
    NamedValue { name, value: found.value, source: found.source, range: found.range }
}

fn empty() -> DeploymentPart {
    DeploymentPart {
        kind: DeploymentPartKind::Instance,
        id: None,
        icon: Icon::Unknown,
        label: String::new(),
        name: String::new(),
        type_name: String::new(),
        count: Ok(1),
        count_source: String::new(),
        values: Vec::new(),
        notes: Vec::new(),
        children: Vec::new(),
        omitted: 0,
        is_cut: false,
    }
}
