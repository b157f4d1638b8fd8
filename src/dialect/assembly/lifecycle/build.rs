//! Builder of an assembly's timelines: lanes, steps, and the orders between them, each with its cause.

use std::collections::{HashMap, HashSet};

use super::super::appearance::{icon_of, multiplicity};
use super::super::grammar::STATES_IN_ORDER;
use super::super::model::{
    Component, Descriptor, DescriptorKind, Property, QualifiedName, ReferenceRoot, Relationship, Text,
};
use limn_language::graph::{Icon, Id, Multiplicity};
use limn_language::message;
use limn_language::timeline::{Cause, Lane, Timeline};
use limn_text::TextRange;

/// The state that the system sets before it heals a component.
const BROKEN: &str = "Broken";
/// The transitions by which a component reaches each of [`STATES_IN_ORDER`].
const RISING: [&[&str]; 3] = [&["Create", "Install"], &["Configure"], &["Start", "Integrity"]];
/// Rank of `Active` in [`STATES_IN_ORDER`].
const ACTIVE: usize = 2;

/// The steps of an element on its way up or down.
#[derive(Clone, Copy)]
enum Steps {
    /// A reference: found before everything that uses it.
    Found(usize),
    /// A component on its way up: one step for each state.
    Rising([usize; 3]),
    /// A component on its way down: it leaves `Active`, and then the other states.
    Falling([usize; 2]),
}

/// The end of a relationship at one of its sides.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Source,
    Target,
}

/// Conditions that a relationship states about one side.
struct Stated<'d> {
    ends: &'d [QualifiedName],
    state: Option<&'d Text>,
    modifier: Option<&'d Text>,
    /// The key of the state.
    key: &'static str,
}

impl Side {
    fn stated(self, relationship: &Relationship) -> Stated<'_> {
        match self {
            Side::Source => Stated {
                ends: &relationship.sources,
                state: relationship.source_state.as_ref(),
                modifier: relationship.source_modifier.as_ref(),
                key: "source-state",
            },
            Side::Target => Stated {
                ends: &relationship.targets,
                state: relationship.target_state.as_ref(),
                modifier: relationship.target_modifier.as_ref(),
                key: "target-state",
            },
        }
    }
}

impl Stated<'_> {
    /// The rank of the state in [`STATES_IN_ORDER`]; `None` if it is another one, or missing.
    fn rank(&self) -> Option<usize> {
        let state = self.state?;
        STATES_IN_ORDER.iter().position(|known| *known == state.text)
    }

    fn is_broken(&self) -> bool {
        self.state.is_some_and(|state| state.text == BROKEN)
    }

    /// Returns true if the relationship is created before the state is reached.
    fn is_before(&self, side: Side) -> bool {
        match self.modifier.map(|modifier| modifier.text.as_str()) {
            Some("pre") => true,
            Some("post") => false,
            _ => side == Side::Target,
        }
    }
}

pub(super) struct Builder<'d> {
    descriptor: &'d Descriptor,
    timeline: Timeline,
    /// The steps of components and references that take part, by name.
    steps: HashMap<&'d str, Steps>,
}

impl<'d> Builder<'d> {
    pub fn new(descriptor: &'d Descriptor) -> Builder<'d> {
        Builder { descriptor, timeline: Timeline::default(), steps: HashMap::new() }
    }

    /// All elements come up, or only one component, whose surroundings are up already.
    pub fn bring_up(mut self, only: Option<usize>) -> Timeline {
        let descriptor = self.descriptor;
        if only.is_none() {
            for reference in &descriptor.references {
                let lane = self.owner_lane(reference);
                let found = self.timeline.step(lane, "Found", Vec::new());
                self.steps.entry(&reference.name).or_insert(Steps::Found(found));
            }
        }
        for component in self.components(only) {
            let lane = self.owner_lane(component);
            let steps = [0, 1, 2].map(|rank| {
                let calls = self.transitions(component, RISING[rank]);
                self.timeline.step(lane, STATES_IN_ORDER[rank], calls)
            });
            self.in_order(component, &steps);
            // A component takes precedence over a reference of the same name, as in `${…}`.
            self.steps.insert(&component.name, Steps::Rising(steps));
        }
        self.values(|timeline, source, reader, cause| {
            let first = |steps| match steps {
                Steps::Found(step) | Steps::Rising([step, ..]) | Steps::Falling([step, _]) => step,
            };
            timeline.order(first(source), first(reader), cause);
        });
        if only.is_none() {
            self.references_first();
        }
        for relationship in self.relationships(only) {
            if let Some(broken) = broken_end(relationship) {
                self.note(
                    relationship,
                    format!("`{}` is created only while `{broken}` is Broken", relationship.name),
                );
                continue;
            }
            let lane = self.relationship_lane(relationship);
            let created = self.timeline.step(lane, "Created", names(&relationship.create));
            self.unknown_ends(relationship);
            for side in [Side::Source, Side::Target] {
                self.creation(relationship, side, created);
            }
        }
        self.timeline
    }

    /// All references are found before any component is installed.
    fn references_first(&mut self) {
        let known: HashSet<(usize, usize)> =
            self.timeline.orders.iter().map(|order| (order.before, order.after)).collect();
        let descriptor = self.descriptor;
        let step = |steps: &HashMap<&str, Steps>, name: &str| steps.get(name).copied();
        for reference in &descriptor.references {
            let Some(Steps::Found(found)) = step(&self.steps, &reference.name) else { continue };
            for component in &descriptor.composition {
                let Some(Steps::Rising([installed, ..])) = step(&self.steps, &component.name) else {
                    continue;
                };
                if !known.contains(&(found, installed)) {
                    let text = "references are found before components are installed".to_owned();
                    self.timeline.order(found, installed, Cause { text, range: reference.range });
                }
            }
        }
    }

    /// All components go down, or only one.
    pub fn take_down(mut self, only: Option<usize>) -> Timeline {
        for component in self.components(only) {
            let lane = self.owner_lane(component);
            let stopped = self.timeline.step(lane, "Inactive", self.transitions(component, &["Stop"]));
            let removed =
                self.timeline.step(lane, "Removed", self.transitions(component, &["Uninstall", "Delete"]));
            self.in_order(component, &[stopped, removed]);
            self.steps.insert(&component.name, Steps::Falling([stopped, removed]));
        }
        self.values(|timeline, source, reader, mut cause| {
            if let (Steps::Falling([_, source]), Steps::Falling([_, reader])) = (source, reader) {
                cause.text.push_str(", so it is removed first");
                timeline.order(reader, source, cause);
            }
        });
        for relationship in
            self.relationships(only).into_iter().filter(|relationship| broken_end(relationship).is_none())
        {
            let lane = self.relationship_lane(relationship);
            let ceased = self.timeline.step(lane, "Ceased", names(&relationship.cease));
            for side in [Side::Source, Side::Target] {
                let stated = side.stated(relationship);
                let Some(rank) = stated.rank() else { continue };
                for end in stated.ends {
                    if let Some(Steps::Falling([stopped, removed])) = self.steps.get(end.owner.as_str()) {
                        let leaves = if rank == ACTIVE { *stopped } else { *removed };
                        self.timeline.order(ceased, leaves, cease_cause(relationship, &stated, &end.owner));
                    }
                }
            }
        }
        self.timeline
    }

    /// Each component is upgraded once.
    pub fn upgrade(mut self) -> Timeline {
        let descriptor = self.descriptor;
        for component in &descriptor.composition {
            let lane = self.owner_lane(component);
            let definition = descriptor.descriptor_of(component);
            let lifecycle = definition.as_ref().map_or(&[][..], |definition| &definition.lifecycle);
            let call = ["Upgrade", "Reconfigure"]
                .into_iter()
                .find(|name| lifecycle.iter().any(|transition| transition.name == *name));
            let label = if lifecycle.is_empty() || call.is_some() { "Upgraded" } else { "Unchanged" };
            let step = self.timeline.step(lane, label, call.into_iter().map(str::to_owned).collect());
            self.steps.insert(&component.name, Steps::Found(step));
        }
        self.values(|timeline, source, reader, cause| {
            if let (Steps::Found(source), Steps::Found(reader)) = (source, reader) {
                timeline.order(source, reader, cause);
            }
        });
        for component in &descriptor.composition {
            let Some(Steps::Found(after)) = self.steps.get(component.name.as_str()).copied() else {
                continue;
            };
            for listed in &component.upgrade_dependencies {
                let text =
                    format!("`{}` is in the `upgrade-dependencies` of `{}`", listed.owner, component.name);
                let cause = Cause { text, range: listed.range };
                match self.steps.get(listed.owner.as_str()).copied() {
                    Some(Steps::Found(before)) => self.timeline.order(before, after, cause),
                    _ => {
                        let text = message::unknown("component", &listed.owner);
                        self.timeline.notes.push(Cause { text, ..cause });
                    }
                }
            }
        }
        self.timeline
    }

    /// The timeline of healing: one component becomes Broken, and Active again.
    pub fn heal(mut self, number: usize) -> Timeline {
        let descriptor = self.descriptor;
        let component = &descriptor.composition[number];
        let lane = self.owner_lane(component);
        let broken = self.timeline.step(lane, BROKEN, Vec::new());
        let stopped = self.timeline.step(lane, "Inactive", self.transitions(component, &["Stop"]));
        let started = self.timeline.step(lane, "Active", self.transitions(component, RISING[ACTIVE]));
        self.in_order(component, &[broken, stopped, started]);
        for relationship in self.relationships(Some(number)) {
            let sides = [Side::Source, Side::Target].map(|side| (side, side.stated(relationship)));
            let at_component =
                |stated: &Stated<'_>| stated.ends.iter().any(|end| end.owner == component.name);
            let while_broken = sides.iter().any(|(_, stated)| stated.is_broken() && at_component(stated));
            let while_active =
                sides.iter().any(|(_, stated)| stated.rank() == Some(ACTIVE) && at_component(stated));
            if !while_broken && (!while_active || broken_end(relationship).is_some()) {
                continue;
            }
            let lane = self.relationship_lane(relationship);
            let (create, cease) = (names(&relationship.create), names(&relationship.cease));
            if while_broken {
                let created = self.timeline.step(lane, "Created", create);
                let ceased = self.timeline.step(lane, "Ceased", cease);
                let twice = inherent(relationship.range, &relationship.name);
                self.timeline.order(created, ceased, twice);
                for (side, stated) in
                    sides.iter().filter(|(_, stated)| stated.is_broken() && at_component(stated))
                {
                    let (before, after) =
                        if stated.is_before(*side) { (created, broken) } else { (broken, created) };
                    let cause = creation_cause(relationship, *side, stated, &component.name);
                    self.timeline.order(before, after, cause);
                    self.timeline.order(ceased, stopped, cease_cause(relationship, stated, &component.name));
                }
                continue;
            }
            let ceased = self.timeline.step(lane, "Ceased", cease);
            let created = self.timeline.step(lane, "Created", create);
            for (side, stated) in
                sides.iter().filter(|(_, stated)| stated.rank() == Some(ACTIVE) && at_component(stated))
            {
                self.timeline.order(ceased, broken, cease_cause(relationship, stated, &component.name));
                let cause = creation_cause(relationship, *side, stated, &component.name);
                if stated.is_before(*side) {
                    let again = inherent(relationship.range, &relationship.name);
                    self.timeline.order(stopped, created, again);
                    self.timeline.order(created, started, cause);
                } else {
                    self.timeline.order(started, created, cause);
                }
            }
        }
        self.timeline
    }

    fn components(&self, only: Option<usize>) -> Vec<&'d Component> {
        let all = &self.descriptor.composition;
        only.map_or_else(|| all.iter().collect(), |only| all.get(only).into_iter().collect())
    }

    /// The relationships, or those that end at a component.
    fn relationships(&self, only: Option<usize>) -> Vec<&'d Relationship> {
        let name = only.map(|only| &self.descriptor.composition[only].name);
        let takes_part = |relationship: &&Relationship| {
            let mut ends = relationship.sources.iter().chain(&relationship.targets);
            name.is_none_or(|name| ends.any(|end| end.owner == *name))
        };
        self.descriptor.relationships.iter().filter(takes_part).collect()
    }

    fn owner_lane(&mut self, owner: &Component) -> usize {
        let type_name = owner.type_name.as_ref().map_or("", |text| text.text.as_str());
        let definition = self.descriptor.descriptor_of(owner);
        let count = match multiplicity(owner) {
            Multiplicity::One => String::new(),
            Multiplicity::Fixed(count) => format!(" ×{count}"),
            Multiplicity::Cluster { initial, .. } => format!(" ×{initial} at first"),
            Multiplicity::ForEach { over } => format!(" for each of {over}"),
        };
        self.timeline.lane(Lane {
            id: Id(owner.path.clone()),
            icon: if owner.is_reference {
                Icon::Reference
            } else {
                icon_of(type_name, definition.as_deref())
            },
            label: owner.name.clone(),
            caption: format!("{}{count}", owner.noun()),
        })
    }

    fn relationship_lane(&mut self, relationship: &Relationship) -> usize {
        let ends =
            |ends: &[QualifiedName]| ends.iter().map(|end| end.owner.as_str()).collect::<Vec<_>>().join(", ");
        self.timeline.lane(Lane {
            id: Id(relationship.path.clone()),
            icon: Icon::Relationship,
            label: relationship.name.clone(),
            caption: format!("{} → {}", ends(&relationship.sources), ends(&relationship.targets)),
        })
    }

    /// The transitions that the component's resource implements, if its descriptor is known.
    fn transitions(&self, component: &Component, names: &[&str]) -> Vec<String> {
        let Some(definition) = self.descriptor.descriptor_of(component) else { return Vec::new() };
        if definition.kind != DescriptorKind::Resource {
            return Vec::new();
        }
        let implements =
            |name: &&&str| definition.lifecycle.iter().any(|transition| transition.name == **name);
        names.iter().filter(implements).map(|name| (*name).to_owned()).collect()
    }

    fn in_order(&mut self, component: &Component, steps: &[usize]) {
        for pair in steps.windows(2) {
            let cause = inherent(component.range, &component.name);
            self.timeline.order(pair[0], pair[1], cause);
        }
    }

    /// Calls `order` for each property that reads another element: its steps, those of the reader, and the cause.
    fn values(&mut self, order: impl Fn(&mut Timeline, Steps, Steps, Cause)) {
        for reader in self.descriptor.owners() {
            let Some(reading) = self.steps.get(reader.name.as_str()).copied() else { continue };
            for used in reader.properties.iter().flat_map(Property::uses) {
                let is_member =
                    used.head == ReferenceRoot::Name && !used.rest.is_empty() && used.name != reader.name;
                let Some(source) = self.steps.get(used.name.as_str()).copied().filter(|_| is_member) else {
                    continue;
                };
                let member = used.rest.first().map_or("", |step| &*step.text);
                let text = format!("`{}` reads `${{{}.{member}}}`", reader.name, used.name);
                let cause = Cause { text, range: used.range };
                order(&mut self.timeline, source, reading, cause);
            }
        }
    }

    /// Orders the creation of a relationship and the states at one side.
    fn creation(&mut self, relationship: &Relationship, side: Side, created: usize) {
        let stated = side.stated(relationship);
        let Some(rank) = stated.rank() else {
            let found = stated.state.map_or_else(|| "nothing".to_owned(), |text| format!("`{}`", text.text));
            let text = message::expected(
                format!("a state for `{}` of `{}`", stated.key, relationship.name),
                format!("{found}; this side is not ordered"),
            );
            return self.note(relationship, text);
        };
        for end in stated.ends {
            let cause = creation_cause(relationship, side, &stated, &end.owner);
            match self.steps.get(end.owner.as_str()).copied() {
                // It exists already, for any state and modifier.
                Some(Steps::Found(found)) => {
                    let text = format!("`{}` needs the reference `{}`", relationship.name, end.owner);
                    self.timeline.order(found, created, Cause { text, range: end.range });
                }
                Some(Steps::Rising(steps)) if stated.is_before(side) => {
                    self.timeline.order(created, steps[rank], cause);
                }
                Some(Steps::Rising(steps)) => self.timeline.order(steps[rank], created, cause),
                Some(Steps::Falling(_)) | None => {}
            }
        }
    }

    fn unknown_ends(&mut self, relationship: &Relationship) {
        for end in relationship.sources.iter().chain(&relationship.targets) {
            if self.descriptor.owner(&end.owner).is_none() {
                let unknown = message::unknown("component or reference", &end.owner);
                let text = format!("{unknown} in relationship `{}`; this end is ignored", relationship.name);
                self.timeline.notes.push(Cause { text, range: end.range });
            }
        }
    }

    fn note(&mut self, relationship: &Relationship, text: String) {
        self.timeline.notes.push(Cause { text, range: relationship.range });
    }
}

/// The state at one side and its modifier order the creation of the relationship.
fn creation_cause(relationship: &Relationship, side: Side, stated: &Stated<'_>, owner: &str) -> Cause {
    let state = stated.state.map_or("", |state| state.text.as_str());
    let word = if stated.is_before(side) { "before" } else { "after" };
    let text = format!("`{}` is created {word} `{owner}` is {state}", relationship.name);
    let range = stated.modifier.or(stated.state).map_or(relationship.range, |text| text.range);
    Cause { text, range }
}

fn cease_cause(relationship: &Relationship, stated: &Stated<'_>, owner: &str) -> Cause {
    let state = stated.state.map_or("", |state| state.text.as_str());
    Cause {
        text: format!("`{}` is ceased before `{owner}` leaves {state}", relationship.name),
        range: stated.state.map_or(relationship.range, |state| state.range),
    }
}

fn inherent(range: TextRange, name: &str) -> Cause {
    Cause { text: format!("`{name}` passes through its states in a fixed order"), range }
}

/// The first end that has to be Broken for the relationship.
fn broken_end(relationship: &Relationship) -> Option<&str> {
    let broken = [Side::Source, Side::Target].map(|side| side.stated(relationship));
    let end = broken.into_iter().find(Stated::is_broken)?.ends.first()?;
    Some(&end.owner)
}

fn names(operations: &[QualifiedName]) -> Vec<String> {
    operations.iter().map(QualifiedName::text).collect()
}
