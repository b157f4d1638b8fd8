//! Number and names of the instances of a component.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use super::super::model::{Cluster, Component, Text};
use super::frame::{DeploymentState, Parent, State};
use super::values::ValueScope;
use limn_language::message;
use limn_language::plain_value::PlainValue;
use limn_language::scaling::plural;

/// The instances of a component.
pub(super) struct Group {
    /// An error is the reason why it is not known.
    pub count: Result<u64, String>,
    /// Origin of the count.
    pub source: String,
    pub notes: Vec<String>,
    /// Keys and values of `items`.
    pub entries: Option<Vec<(String, PlainValue)>>,
    /// Instances have numbers in their names.
    pub is_numbered: bool,
    /// The instances that exist so far, by number from 1.
    frames: RefCell<HashMap<u64, Option<usize>>>,
}

impl DeploymentState<'_> {
    /// The instances of a component of an instance; an error is the reason why they cannot be known.
    pub fn group(&mut self, frame: usize, component: usize) -> Result<Rc<Group>, String> {
        let descriptor = self.descriptor_of(frame)?;
        let Some(definition) = descriptor.composition.get(component) else { return Err(String::new()) };
        match self.frames[frame].groups.get(&component) {
            Some(State::Done(group)) => return Ok(Rc::clone(group)),
            Some(State::Pending) => {
                return Err(format!("the number of instances of `{}` depends on itself", definition.name));
            }
            None => {}
        }
        self.frames[frame].groups.insert(component, State::Pending);
        let group = Rc::new(self.counted(frame, definition));
        self.frames[frame].groups.insert(component, State::Done(Rc::clone(&group)));
        Ok(group)
    }

    /// An instance by its number, from 1; `None` if there are too many.
    pub fn member(&mut self, frame: usize, component: usize, group: &Group, number: u64) -> Option<usize> {
        if let Some(known) = group.frames.borrow().get(&number) {
            return *known;
        }
        let descriptor = self.descriptor_of(frame).ok()?;
        let own = &descriptor.composition.get(component)?.name;
        let entry = match &group.entries {
            Some(entries) => Some(entries.get(usize::try_from(number - 1).ok()?)?.clone()),
            None => None,
        };
        let around = &self.frames[frame].name;
        let (key, item) = entry.map_or((None, None), |(key, item)| (Some(key), Some(item)));
        let name = match key {
            Some(key) => format!("{around}__{own}__{key}"),
            None if group.is_numbered => format!("{around}__{own}__{number}"),
            None => format!("{around}__{own}"),
        };
        // A request for the instance while its type is being chosen gets none.
        group.frames.borrow_mut().insert(number, None);
        let made = self.instance(Parent { frame, component }, number, name, item);
        group.frames.borrow_mut().insert(number, made);
        made
    }

    fn counted(&mut self, frame: usize, component: &Component) -> Group {
        let group = |count, source: String, notes, entries, is_numbered| Group {
            count,
            source,
            notes,
            entries,
            is_numbered,
            frames: RefCell::default(),
        };
        if let Some(items) = &component.items {
            let source = format!("one for each entry of `{}`", items.text.trim());
            return match self.entries(frame, items) {
                Ok(entries) => group(Ok(entries.len() as u64), source, Vec::new(), Some(entries), true),
                Err(reason) => group(Err(reason), source, Vec::new(), None, true),
            };
        }
        if let Some(cluster) = &component.cluster {
            let (count, source, notes) = self.cluster(frame, cluster);
            return group(count, source, notes, None, true);
        }
        match &component.quantity {
            Some(quantity) => {
                let count = self.number(frame, quantity, "quantity");
                let is_numbered = count != Ok(1);
                group(count, format!("`quantity: {}`", quantity.text.trim()), Vec::new(), None, is_numbered)
            }
            None => group(Ok(1), String::new(), Vec::new(), None, false),
        }
    }

    fn entries(&mut self, frame: usize, items: &Text) -> Result<Vec<(String, PlainValue)>, String> {
        let value = self.text(ValueScope { names: frame, instance: frame }, &items.text);
        match &value {
            PlainValue::List(list) => {
                Ok(list.iter().enumerate().map(|(at, item)| ((at + 1).to_string(), item.clone())).collect())
            }
            PlainValue::Map(map) => {
                Ok(map.iter().map(|(key, item)| (key.to_string(), item.clone())).collect())
            }
            PlainValue::Unknown(reason) => Err(reason.to_string()),
            other => Err(message::expected("a list or map for `items`", other.describe())),
        }
    }

    fn cluster(&mut self, frame: usize, cluster: &Cluster) -> (Result<u64, String>, String, Vec<String>) {
        let (minimum, maximum) = self.bounds(frame, cluster);
        let initial = match &cluster.initial {
            Some(initial) => self.number(frame, initial, "initial-quantity"),
            None => minimum.clone(),
        };
        let mut notes = Vec::new();
        let mut note = |count: &u64, key: &str, bound: &u64| {
            notes.push(format!("{} at first, but `{key}` is {bound}", plural(*count, "instance")));
        };
        match (&initial, &minimum, &maximum) {
            (Ok(count), Ok(minimum), _) if count < minimum => note(count, "minimum-nodes", minimum),
            (Ok(count), _, Some(Ok(maximum))) if count > maximum => note(count, "maximum-nodes", maximum),
            _ => {}
        }
        let number =
            |number: &Result<u64, String>| number.as_ref().map_or_else(|_| "?".to_owned(), u64::to_string);
        let bounds = match &maximum {
            Some(maximum) => format!("{} to {}", number(&minimum), number(maximum)),
            None => format!("{} or more", number(&minimum)),
        };
        let source = format!("cluster of {bounds}, {} at first", number(&initial));
        (initial, source, notes)
    }

    /// The least and the greatest number of instances of a cluster.
    pub fn bounds(
        &mut self,
        frame: usize,
        cluster: &Cluster,
    ) -> (Result<u64, String>, Option<Result<u64, String>>) {
        let minimum =
            cluster.minimum.as_ref().map_or(Ok(1), |text| self.number(frame, text, "minimum-nodes"));
        let maximum = cluster.maximum.as_ref().map(|text| self.number(frame, text, "maximum-nodes"));
        (minimum, maximum)
    }

    /// A non-negative integer.
    pub fn number(&mut self, frame: usize, text: &Text, key: &str) -> Result<u64, String> {
        let value = self.text(ValueScope { names: frame, instance: frame }, &text.text);
        if let Some(reason) = value.unknown_reason() {
            return Err(reason.to_owned());
        }
        value
            .as_count()
            .ok_or_else(|| message::expected(format!("a non-negative integer for `{key}`"), value.describe()))
    }
}
