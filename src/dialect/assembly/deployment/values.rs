//! Values of instances: every `${…}` is resolved, or unknown with the reason.

use std::sync::Arc;

use super::super::descriptor_ref::DescriptorRef;
use super::super::interpolation::{Interpolation, ScanItem, Segment, find_opening, scan};
use super::super::model::{DescriptorKind, Property, Value};
use super::frame::{DeploymentState, Found, State};
use super::{default_of, is_input};
use limn_language::message;
use limn_language::plain_value::{MAX_TEXT, PlainValue};
use limn_yaml::Node;

/// The maximum number of scalars that are read for one deployment.
pub(super) const MAX_WORK: usize = 1_000_000;
/// The maximum number of values that are read one through the other.
const MAX_DEPTH: usize = 60;

/// Scope of names: where they are looked up, and the owner of `instance` and `item`.
#[derive(Clone, Copy)]
pub(super) struct ValueScope {
    pub names: usize,
    pub instance: usize,
}

impl<'d> DeploymentState<'d> {
    /// The value of a property of an instance's descriptor.
    pub fn value(&mut self, frame: usize, name: &str) -> Found {
        match self.frames[frame].values.get(name) {
            Some(State::Done(found)) => return found.clone(),
            Some(State::Pending) => return circular(name),
            None => {}
        }
        self.frames[frame].values.insert(name.to_owned(), State::Pending);
        let found = self.deeper(|state| state.compute(frame, name));
        self.frames[frame].values.insert(name.to_owned(), State::Done(found.clone()));
        found
    }

    fn compute(&mut self, frame: usize, name: &str) -> Found {
        let descriptor = match self.descriptor_of(frame) {
            Ok(descriptor) => descriptor,
            Err(reason) => return Found::unknown(reason, "", None),
        };
        let property = descriptor.property(name);
        let private = || descriptor.private_properties.iter().find(|property| property.name == name);
        let Some(property) = property.or_else(private) else {
            if descriptor.kind == DescriptorKind::Resource && name == "name" {
                let value = PlainValue::text(&self.frames[frame].name);
                return Found { value, source: "name of the instance".to_owned(), range: None };
            }
            let owner = &self.frames[frame].type_name;
            return Found::unknown(message::unknown_on("property", name, "descriptor", owner), "", None);
        };
        let scope = ValueScope { names: frame, instance: frame };
        let node = descriptor.node(&property.path);
        if let Some(value) = &property.value {
            return self.written(
                scope,
                &descriptor,
                value,
                node.and_then(|node| node.get("value")),
                "set in the descriptor",
            );
        }
        let range = descriptor.own_range(property.range);
        if is_input(property) {
            if self.frames[frame].parent.is_some() {
                if let Some(given) = self.given(frame, name) {
                    return given;
                }
            } else if let Some(given) = self.request.values.get(name) {
                return Found { value: given.clone(), source: "given".to_owned(), range };
            }
        }
        if let Some(default) = node.and_then(|node| default_of(&descriptor, property, node)) {
            let value = self.read(scope, default);
            return Found { value, source: "default".to_owned(), range };
        }
        let label = self.label(frame);
        let (reason, source) = if property.read_only == Some(true) {
            (format!("{label} sets `{name}` at run time"), "set at run time")
        } else if property.required == Some(true) {
            (message::missing("property", name), "")
        } else {
            (format!("`{name}` of {label} is not set and has no default"), "")
        };
        Found::unknown(reason, source, range)
    }

    /// The value that the component gives an instance for a property; `None` if it gives none.
    pub fn given(&mut self, frame: usize, name: &str) -> Option<Found> {
        let (parent, descriptor) = self.component_of(frame)?;
        let property = descriptor.composition.get(parent.component)?.property(name)?;
        if property.value.is_none() && property.default.is_none() {
            return None;
        }
        match self.frames[frame].given.get(name) {
            Some(State::Done(found)) => return Some(found.clone()),
            Some(State::Pending) => return Some(circular(name)),
            None => {}
        }
        self.frames[frame].given.insert(name.to_owned(), State::Pending);
        let scope = ValueScope { names: parent.frame, instance: frame };
        let found = self.deeper(|state| state.of_owner(scope, &descriptor, property));
        self.frames[frame].given.insert(name.to_owned(), State::Done(found.clone()));
        Some(found)
    }

    /// The value or default that a component or reference writes for a property.
    fn of_owner(&mut self, scope: ValueScope, descriptor: &DescriptorRef<'d>, property: &Property) -> Found {
        let node = descriptor.node(&property.path);
        if let Some(value) = &property.value {
            return self.written(
                scope,
                descriptor,
                value,
                node.and_then(|node| node.get("value")),
                "set in the component",
            );
        }
        match (&property.default, node.and_then(|node| node.get("default"))) {
            (Some(default), Some(node)) => {
                self.written(scope, descriptor, default, Some(node), "default in the component")
            }
            _ => Found::unknown(
                format!("`{}` has no value", property.name),
                "",
                descriptor.own_range(property.range),
            ),
        }
    }

    fn written(
        &mut self,
        scope: ValueScope,
        descriptor: &DescriptorRef<'d>,
        value: &Value,
        node: Option<Node<'_>>,
        source: &str,
    ) -> Found {
        let source = match &value.text {
            Some(text) if !value.uses.is_empty() => format!("`{}`", text.trim()),
            _ => source.to_owned(),
        };
        let read = node.map_or(PlainValue::Null, |node| self.read(scope, node));
        Found { value: read, source, range: descriptor.own_range(value.range) }
    }

    /// `component.property`, as read from the assembly around it.
    fn of_component(&mut self, frame: usize, component: usize, name: &str) -> PlainValue {
        let group = match self.group(frame, component) {
            Ok(group) => group,
            Err(reason) => return PlainValue::unknown(reason),
        };
        let Ok(descriptor) = self.descriptor_of(frame) else { return PlainValue::Null };
        let label =
            descriptor.composition.get(component).map_or("", |component| component.name.as_str()).to_owned();
        let count = match &group.count {
            Ok(0) => return PlainValue::unknown(format!("`{label}` has no instances")),
            Ok(count) => *count,
            Err(reason) => {
                return PlainValue::unknown(format!(
                    "the number of instances of `{label}` is not known: {reason}"
                ));
            }
        };
        let Some(first) = self.member(frame, component, &group, 1) else { return too_many() };
        let found = self.of_instance(first, name);
        if found.unknown_reason().is_some() {
            return found;
        }
        // Several instances have one value only if it is the same for all: the listed entries, or the first and the last of equal instances.
        let others = if group.entries.is_some() { (2..=count.min(50)).collect() } else { vec![count] };
        for number in others.into_iter().filter(|number| *number > 1) {
            let Some(other) = self.member(frame, component, &group, number) else { return too_many() };
            if self.of_instance(other, name) != found {
                return PlainValue::unknown(format!(
                    "each of the {count} instances of `{label}` has its own `{name}`"
                ));
            }
        }
        found
    }

    /// A property of an instance: what its component writes, or what its descriptor has.
    fn of_instance(&mut self, frame: usize, name: &str) -> PlainValue {
        let is_declared =
            self.descriptor_of(frame).is_ok_and(|descriptor| descriptor.property(name).is_some());
        if !is_declared {
            if let Some(given) = self.given(frame, name) {
                return given.value;
            }
            // The component may state that it sets the property, whatever its descriptor is.
            let label = self.label(frame);
            let stated = self.component_of(frame).is_some_and(|(parent, descriptor)| {
                let component = descriptor.composition.get(parent.component);
                component.is_some_and(|component| component.property(name).is_some())
            });
            if stated {
                return PlainValue::unknown(format!("{label} sets `{name}` at run time"));
            }
            if self.descriptor_of(frame).is_err() {
                let reason = self.descriptor_of(frame).err().unwrap_or_default();
                return PlainValue::unknown(format!("`{name}` of {label}: {reason}"));
            }
        }
        self.value(frame, name).value
    }

    fn of_reference(&mut self, frame: usize, reference: usize, name: &str) -> PlainValue {
        let key = (reference, name.to_owned());
        match self.frames[frame].references.get(&key) {
            Some(State::Done(found)) => return found.value.clone(),
            Some(State::Pending) => return circular(name).value,
            None => {}
        }
        self.frames[frame].references.insert(key.clone(), State::Pending);
        let found = self.deeper(|state| {
            let Ok(descriptor) = state.descriptor_of(frame) else { return circular(name) };
            let Some(owner) = descriptor.references.get(reference) else { return circular(name) };
            match owner
                .property(name)
                .filter(|property| property.value.is_some() || property.default.is_some())
            {
                Some(property) => {
                    state.of_owner(ValueScope { names: frame, instance: frame }, &descriptor, property)
                }
                None => Found::unknown(
                    format!("`{name}` is read once reference `{}` is resolved", owner.name),
                    "",
                    None,
                ),
            }
        });
        self.frames[frame].references.insert(key, State::Done(found.clone()));
        found.value
    }

    /// The properties that a reference is looked for by.
    pub fn reference_values(&mut self, frame: usize, reference: usize) -> Vec<(String, Found)> {
        let Ok(descriptor) = self.descriptor_of(frame) else { return Vec::new() };
        let Some(owner) = descriptor.references.get(reference) else { return Vec::new() };
        let scope = ValueScope { names: frame, instance: frame };
        let written =
            owner.properties.iter().filter(|property| property.value.is_some() || property.default.is_some());
        written.map(|property| (property.name.clone(), self.of_owner(scope, &descriptor, property))).collect()
    }

    /// Reads YAML, and resolves the references in it.
    fn read(&mut self, scope: ValueScope, node: Node<'_>) -> PlainValue {
        PlainValue::read_with(node, &mut |_, text| {
            self.work = self.work.saturating_sub(1);
            if self.work == 0 {
                return Some(PlainValue::unknown("too many values to compute them all"));
            }
            find_opening(text).map(|_| self.interpolated(scope, text))
        })
    }

    /// The value of a text outside a property: a number of a cluster or policy.
    pub fn text(&mut self, scope: ValueScope, text: &str) -> PlainValue {
        if find_opening(text).is_some() { self.interpolated(scope, text) } else { PlainValue::scalar(text) }
    }

    fn interpolated(&mut self, scope: ValueScope, text: &str) -> PlainValue {
        let mut joined = String::new();
        let mut from = 0;
        for item in scan(text) {
            match item {
                ScanItem::Error { message, .. } => return PlainValue::unknown(message),
                ScanItem::Interpolation(found) => {
                    let value = self.resolve(scope, &found);
                    if found.range.len() == text.trim().len() || value.unknown_reason().is_some() {
                        return value;
                    }
                    joined.push_str(&text[from..found.range.start]);
                    joined.push_str(&value.to_string());
                    from = found.range.end;
                    if joined.len() > MAX_TEXT {
                        return PlainValue::unknown("the text is too long to be shown");
                    }
                }
            }
        }
        joined.push_str(&text[from..]);
        PlainValue::text(joined)
    }

    fn resolve(&mut self, scope: ValueScope, found: &Interpolation<'_>) -> PlainValue {
        let head = &*found.head.text;
        let first = found.rest.first();
        match head {
            "instance" => return self.of_instance_word(scope, first.map_or("", |step| &step.text)),
            "item" => {
                let item = self.frames[scope.instance].item.clone();
                let item = item.ok_or("`item` is only known in instances of `items`");
                return item.map_or_else(PlainValue::unknown, |item| walk(item, "item", &found.rest));
            }
            "source" | "target" => {
                return PlainValue::unknown(format!("`{head}` is only known in a relationship"));
            }
            _ => {}
        }
        let Ok(descriptor) = self.descriptor_of(scope.names) else { return PlainValue::Null };
        if let Some(member) = first.filter(|step| !step.index) {
            let path = format!("{head}.{}", member.text);
            if let Some(component) = descriptor.component_number(head) {
                let value =
                    self.deeper_value(|state| state.of_component(scope.names, component, &member.text));
                return walk(value, &path, &found.rest[1..]);
            }
            if let Some(reference) = descriptor.reference_number(head) {
                let value = self.of_reference(scope.names, reference, &member.text);
                return walk(value, &path, &found.rest[1..]);
            }
        }
        let has_private = descriptor.private_properties.iter().any(|property| property.name == head);
        let is_name = descriptor.kind == DescriptorKind::Resource && head == "name";
        if descriptor.property(head).is_none() && !has_private && !is_name {
            let what = if first.is_some() { "component or reference" } else { "property" };
            return PlainValue::unknown(message::unknown(what, head));
        }
        walk(self.value(scope.names, head).value, head, &found.rest)
    }

    fn of_instance_word(&mut self, scope: ValueScope, word: &str) -> PlainValue {
        let frame = &self.frames[scope.instance];
        match word {
            "name" => PlainValue::text(&frame.name),
            "index" => PlainValue::Number(frame.index.to_string().into()),
            "id" => PlainValue::unknown(format!(
                "the id of {} is assigned when it is created",
                self.label(scope.instance)
            )),
            word => PlainValue::unknown(message::unknown_on("key", word, "variable", "instance")),
        }
    }

    /// The component of an instance in messages.
    fn label(&self, frame: usize) -> String {
        match self.component_of(frame) {
            Some((parent, descriptor)) => {
                let component = descriptor.composition.get(parent.component);
                format!("`{}`", component.map_or("", |component| component.name.as_str()))
            }
            None => "the assembly".to_owned(),
        }
    }

    fn deeper(&mut self, compute: impl FnOnce(&mut Self) -> Found) -> Found {
        if self.depth >= MAX_DEPTH {
            return Found::unknown(
                format!("it is read through more than {MAX_DEPTH} other values"),
                "",
                None,
            );
        }
        self.depth += 1;
        let found = compute(self);
        self.depth -= 1;
        found
    }

    fn deeper_value(&mut self, compute: impl FnOnce(&mut Self) -> PlainValue) -> PlainValue {
        self.deeper(|state| Found { value: compute(state), source: String::new(), range: None }).value
    }
}

/// The part of a value that the steps lead to.
fn walk(value: PlainValue, path: &str, steps: &[Segment<'_>]) -> PlainValue {
    let mut value = value;
    let mut path = path.to_owned();
    for step in steps {
        if value.unknown_reason().is_some() {
            return value;
        }
        let next = match &value {
            PlainValue::List(items) => step.text.parse::<usize>().ok().and_then(|at| items.get(at)).cloned(),
            PlainValue::Map(_) => value.get(&step.text).cloned(),
            _ => None,
        };
        let Some(next) = next else {
            let what = if step.index { format!("[{}]", step.text) } else { step.text.to_string() };
            return PlainValue::unknown(format!("`{path}` is {} without `{what}`", value.describe()));
        };
        value = next;
        path = if step.index { format!("{path}[{}]", step.text) } else { format!("{path}.{}", step.text) };
    }
    value
}

fn circular(name: &str) -> Found {
    Found::unknown(format!("`{name}` is read in a cycle"), "", None)
}

fn too_many() -> PlainValue {
    PlainValue::Unknown(Arc::from("too many instances to compute the values of all"))
}
