//! Layer of the picture: an SVG group with one group per part. Unchanged parts are not touched. Plain elements instead of components, so that
//! any change of a diagram with hundreds of items wakes a single effect. Parts far out of view keep an empty group, so that they can still be
//! found by id and name. Independent of cards and wires.

use std::collections::{HashMap, HashSet};
use std::hash::Hash;
use std::sync::Arc;

use leptos::prelude::document;
use web_sys::Element;

use limn_layout::Rect;

const SVG: &str = "http://www.w3.org/2000/svg";

/// A part with its own group.
pub(super) trait Part: PartialEq + 'static {
    /// Identity across changes of the picture.
    type Key: Clone + Eq + Hash + 'static;
    /// Highlights of the current interaction: selected, lit.
    type Marks: PartialEq + 'static;
    type Highlights;

    fn key(&self) -> Self::Key;
    /// Bounding box of the drawing.
    fn area(&self) -> Rect;
    fn marks(&self, highlights: &Self::Highlights) -> Self::Marks;
    /// Attributes of its group.
    fn attributes(&self, marks: &Self::Marks) -> Vec<(&'static str, String)>;
    /// SVG content of its group.
    fn inside(&self, marks: &Self::Marks) -> String;
    /// Whether its content equals that of another.
    fn holds_as(&self, marks: &Self::Marks, other: (&Self, &Self::Marks)) -> bool;
}

pub(super) struct Layer<P: Part> {
    group: Element,
    entries: Vec<Entry<P>>,
}

/// A part in the page.
struct Entry<P: Part> {
    key: P::Key,
    element: Element,
    attributes: Vec<(&'static str, String)>,
    /// The group contains the drawing.
    filled: bool,
    /// The part as it was last drawn.
    drawn: Option<(Arc<P>, P::Marks)>,
}

impl<P: Part> Layer<P> {
    pub(super) fn new(group: &Element) -> Layer<P> {
        Layer { group: group.clone(), entries: Vec::new() }
    }

    /// Shows exactly these parts, in order; parts outside `seen` are not drawn.
    pub(super) fn show<'a>(
        &mut self,
        parts: impl Iterator<Item = &'a Arc<P>> + Clone,
        highlights: &P::Highlights,
        seen: &Rect,
    ) {
        let count = parts.clone().count();
        let stay = count == self.entries.len()
            && parts.clone().zip(&self.entries).all(|(part, entry)| part.key() == entry.key);
        if !stay {
            self.arrange(parts.clone().map(|part| part.key()).collect());
        }
        for (entry, part) in self.entries.iter_mut().zip(parts) {
            entry.draw(part, highlights, seen);
        }
    }

    /// Arranges one group per key, reusing existing ones.
    fn arrange(&mut self, keys: Vec<P::Key>) {
        let keep: HashSet<&P::Key> = keys.iter().collect();
        let mut before: HashMap<P::Key, Entry<P>> = HashMap::new();
        for entry in std::mem::take(&mut self.entries) {
            if !keep.contains(&entry.key) {
                entry.element.remove();
            } else if let Some(double) = before.insert(entry.key.clone(), entry) {
                double.element.remove();
            }
        }
        let mut next = self.group.first_child();
        for key in keys {
            let entry = before.remove(&key).or_else(|| Entry::new(key));
            let Some(entry) = entry else { continue };
            let element: &web_sys::Node = &entry.element;
            if next.as_ref() == Some(element) {
                next = element.next_sibling();
            } else {
                drop(self.group.insert_before(element, next.as_ref()));
            }
            self.entries.push(entry);
        }
    }
}

impl<P: Part> Entry<P> {
    fn new(key: P::Key) -> Option<Entry<P>> {
        let element = document().create_element_ns(Some(SVG), "g").ok()?;
        Some(Entry { key, element, attributes: Vec::new(), filled: false, drawn: None })
    }

    fn draw(&mut self, part: &Arc<P>, highlights: &P::Highlights, seen: &Rect) {
        let (marks, is_visible) = (part.marks(highlights), part.area().overlaps(seen));
        let before = self.drawn.as_ref();
        let same = before.is_some_and(|(was, had)| *had == marks && (Arc::ptr_eq(was, part) || was == part));
        if same && is_visible == self.filled {
            return;
        }
        let attributes = if same { None } else { Some(part.attributes(&marks)) };
        for (at, (name, value)) in attributes.iter().flatten().enumerate() {
            if self.attributes.get(at).is_none_or(|(_, was)| was != value) {
                drop(self.element.set_attribute(name, value));
            }
        }
        let holds = self.filled && before.is_some_and(|(was, had)| part.holds_as(&marks, (was, had)));
        if is_visible && !holds {
            self.element.set_inner_html(&part.inside(&marks));
        } else if self.filled && !is_visible {
            self.element.set_inner_html("");
        }
        self.filled = is_visible;
        if let Some(attributes) = attributes {
            self.attributes = attributes;
        }
        self.drawn = Some((Arc::clone(part), marks));
    }
}
