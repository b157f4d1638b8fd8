//! A layer of the picture: a group in the SVG, in it a group for each thing. What looks as before is not touched. Plain elements, not a component
//! for each: whatever happens, a drawing of hundreds of things wakes one effect. What is far from what is seen keeps its group, so that it can be
//! found and told, and is not drawn inside. Knows no cards and no wires.

use std::collections::{HashMap, HashSet};
use std::hash::Hash;
use std::sync::Arc;

use leptos::prelude::document;
use web_sys::Element;

use crate::layout::Rect;

const SVG: &str = "http://www.w3.org/2000/svg";

/// A thing that has a group of its own.
pub(super) trait Part: PartialEq + 'static {
    /// What it is known by while the picture changes.
    type Key: Clone + Eq + Hash + 'static;
    /// What the hand makes of it just now: selected, lit.
    type Marks: PartialEq + 'static;
    type Hand;

    fn key(&self) -> Self::Key;
    /// What its drawing takes up.
    fn area(&self) -> Rect;
    fn marks(&self, hand: &Self::Hand) -> Self::Marks;
    /// Those of its group.
    fn attributes(&self, marks: &Self::Marks) -> Vec<(&'static str, String)>;
    /// What its group holds, as SVG.
    fn inside(&self, marks: &Self::Marks) -> String;
    /// Whether its group holds the same as that of another did.
    fn holds_as(&self, marks: &Self::Marks, other: (&Self, &Self::Marks)) -> bool;
}

pub(super) struct Layer<P: Part> {
    group: Element,
    there: Vec<There<P>>,
}

/// A thing that is in the page.
struct There<P: Part> {
    key: P::Key,
    element: Element,
    attributes: Vec<(&'static str, String)>,
    /// Its group holds its drawing.
    filled: bool,
    /// What it was when it was last shown.
    drawn: Option<(Arc<P>, P::Marks)>,
}

impl<P: Part> Layer<P> {
    pub(super) fn new(group: &Element) -> Layer<P> {
        Layer { group: group.clone(), there: Vec::new() }
    }

    /// Shows these and no others, in their order; what lies outside of `seen` is not drawn.
    pub(super) fn show<'a>(
        &mut self,
        parts: impl Iterator<Item = &'a Arc<P>> + Clone,
        hand: &P::Hand,
        seen: &Rect,
    ) {
        let count = parts.clone().count();
        let stay = count == self.there.len()
            && parts.clone().zip(&self.there).all(|(part, there)| part.key() == there.key);
        if !stay {
            self.arrange(parts.clone().map(|part| part.key()).collect());
        }
        for (there, part) in self.there.iter_mut().zip(parts) {
            there.draw(part, hand, seen);
        }
    }

    /// A group for each key, those that were there among them.
    fn arrange(&mut self, keys: Vec<P::Key>) {
        let wanted: HashSet<&P::Key> = keys.iter().collect();
        let mut before: HashMap<P::Key, There<P>> = HashMap::new();
        for there in std::mem::take(&mut self.there) {
            if !wanted.contains(&there.key) {
                there.element.remove();
            } else if let Some(double) = before.insert(there.key.clone(), there) {
                double.element.remove();
            }
        }
        let mut next = self.group.first_child();
        for key in keys {
            let there = before.remove(&key).or_else(|| There::new(key));
            let Some(there) = there else { continue };
            let element: &web_sys::Node = &there.element;
            if next.as_ref() == Some(element) {
                next = element.next_sibling();
            } else {
                drop(self.group.insert_before(element, next.as_ref()));
            }
            self.there.push(there);
        }
    }
}

impl<P: Part> There<P> {
    fn new(key: P::Key) -> Option<There<P>> {
        let element = document().create_element_ns(Some(SVG), "g").ok()?;
        Some(There { key, element, attributes: Vec::new(), filled: false, drawn: None })
    }

    fn draw(&mut self, part: &Arc<P>, hand: &P::Hand, seen: &Rect) {
        let (marks, wanted) = (part.marks(hand), part.area().overlaps(seen));
        let before = self.drawn.as_ref();
        let same = before.is_some_and(|(was, had)| *had == marks && (Arc::ptr_eq(was, part) || was == part));
        if same && wanted == self.filled {
            return;
        }
        let attributes = if same { None } else { Some(part.attributes(&marks)) };
        for (at, (name, value)) in attributes.iter().flatten().enumerate() {
            if self.attributes.get(at).is_none_or(|(_, was)| was != value) {
                drop(self.element.set_attribute(name, value));
            }
        }
        let holds = self.filled && before.is_some_and(|(was, had)| part.holds_as(&marks, (was, had)));
        if wanted && !holds {
            self.element.set_inner_html(&part.inside(&marks));
        } else if self.filled && !wanted {
            self.element.set_inner_html("");
        }
        self.filled = wanted;
        if let Some(attributes) = attributes {
            self.attributes = attributes;
        }
        self.drawn = Some((Arc::clone(part), marks));
    }
}
