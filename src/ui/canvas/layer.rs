//! Layer of the picture: an SVG group with one group per part. Plain elements instead of components, so that any change of a diagram with hundreds of
//! items wakes a single effect. Only parts in or near the view have a group, and unchanged parts are not touched. Independent of cards and wires.

use std::collections::{HashMap, HashSet};
use std::hash::Hash;
use std::sync::Arc;

use leptos::prelude::{document, window};
use web_sys::Element;

use limn_canvas::svg::SvgElement;
use limn_layout::Rect;

const SVG: &str = "http://www.w3.org/2000/svg";

/// A part with its own group.
pub(super) trait LayerItem: PartialEq + 'static {
    /// Identity across changes of the picture.
    type Key: Clone + Eq + Hash + 'static;
    /// Highlights of the current interaction: selected, lit.
    type Marks: PartialEq + 'static;
    type Highlights;

    fn key(&self) -> Self::Key;
    /// Returns true if this is its key.
    fn has(&self, key: &Self::Key) -> bool;
    /// Bounding box of the drawing.
    fn area(&self) -> Rect;
    /// Returns true if it has a group wherever it is: assistive technology reports it.
    fn is_active(&self, _highlights: &Self::Highlights) -> bool {
        false
    }
    fn marks(&self, highlights: &Self::Highlights) -> Self::Marks;
    /// Attributes of its group.
    fn attributes(&self, marks: &Self::Marks) -> Vec<(&'static str, String)>;
    /// SVG content of its group.
    fn inside(&self, marks: &Self::Marks) -> String;
    /// An additional class for each of its ports, in order: written by itself, without the rest of the content.
    fn lit(_marks: &Self::Marks) -> &[&'static str] {
        &[]
    }
    /// Returns true if its content equals that of another, except for the classes of ports.
    fn holds_as(&self, marks: &Self::Marks, other: (&Self, &Self::Marks)) -> bool;
    /// The content as elements, if it is made of elements without children: only what differs is then written.
    fn elements(&self) -> Option<Vec<SvgElement>> {
        None
    }
}

/// Time in which new parts are drawn; the rest follows in the next frame, so that no frame takes long.
pub(super) struct Budget {
    /// In milliseconds of the page's clock.
    until: f64,
    spent: bool,
}

impl Budget {
    pub(super) fn of(milliseconds: f64) -> Budget {
        Budget { until: now() + milliseconds, spent: false }
    }

    fn allows_one_more(&mut self) -> bool {
        self.spent = self.spent || now() > self.until;
        !self.spent
    }

    /// Returns true if something was left for later.
    pub(super) fn is_spent(&self) -> bool {
        self.spent
    }
}

fn now() -> f64 {
    window().performance().map_or(0.0, |clock| clock.now())
}

pub(super) struct Layer<P: LayerItem> {
    group: Element,
    entries: Vec<Entry<P>>,
}

/// A part in the page.
struct Entry<P: LayerItem> {
    key: P::Key,
    element: Element,
    attributes: Vec<(&'static str, String)>,
    /// The part as it was last drawn.
    drawn: Option<(Arc<P>, P::Marks)>,
}

impl<P: LayerItem> Layer<P> {
    pub(super) fn new(group: &Element) -> Layer<P> {
        Layer { group: group.clone(), entries: Vec::new() }
    }

    /// Shows these parts, in order, as far as they overlap `seen` or are active.
    pub(super) fn show<'a>(
        &mut self,
        parts: impl Iterator<Item = &'a Arc<P>>,
        highlights: &P::Highlights,
        seen: Option<&Rect>,
        budget: &mut Budget,
    ) {
        let is_near = |part: &P| seen.is_some_and(|seen| part.area().overlaps(seen));
        let parts: Vec<&Arc<P>> = parts.filter(|part| is_near(part) || part.is_active(highlights)).collect();
        let stay = parts.len() == self.entries.len()
            && parts.iter().zip(&self.entries).all(|(part, entry)| part.has(&entry.key));
        let parts = if stay { parts } else { self.arrange(parts, budget) };
        for (entry, part) in self.entries.iter_mut().zip(parts) {
            entry.draw(part, highlights);
        }
    }

    /// Moves the parts for which `takes` holds here from another layer, with their elements.
    pub(super) fn take_from(&mut self, other: &mut Layer<P>, takes: impl Fn(&P) -> bool) {
        let is_taken = |entry: &Entry<P>| entry.drawn.as_ref().is_some_and(|(part, _)| takes(part));
        let (taken, kept) = std::mem::take(&mut other.entries).into_iter().partition(is_taken);
        other.entries = kept;
        for entry in &taken as &Vec<Entry<P>> {
            drop(self.group.append_child(&entry.element));
        }
        self.entries.extend(taken);
    }

    /// Arranges one group per part, reusing existing ones. Returns the parts that have one: not all of them once the budget is spent.
    fn arrange<'a>(&mut self, parts: Vec<&'a Arc<P>>, budget: &mut Budget) -> Vec<&'a Arc<P>> {
        let keys: HashSet<P::Key> = parts.iter().map(|part| part.key()).collect();
        let mut before: HashMap<P::Key, Entry<P>> = HashMap::new();
        for entry in std::mem::take(&mut self.entries) {
            if !keys.contains(&entry.key) {
                entry.element.remove();
            } else if let Some(double) = before.insert(entry.key.clone(), entry) {
                double.element.remove();
            }
        }
        let mut next = self.group.first_child();
        let mut shown = Vec::with_capacity(parts.len());
        for part in parts {
            let key = part.key();
            let entry = before.remove(&key);
            let Some(entry) = entry.or_else(|| budget.allows_one_more().then(|| Entry::new(key))?) else {
                continue;
            };
            let element: &web_sys::Node = &entry.element;
            if next.as_ref() == Some(element) {
                next = element.next_sibling();
            } else {
                drop(self.group.insert_before(element, next.as_ref()));
            }
            self.entries.push(entry);
            shown.push(part);
        }
        shown
    }
}

impl<P: LayerItem> Entry<P> {
    fn new(key: P::Key) -> Option<Entry<P>> {
        let element = document().create_element_ns(Some(SVG), "g").ok()?;
        Some(Entry { key, element, attributes: Vec::new(), drawn: None })
    }

    fn draw(&mut self, part: &Arc<P>, highlights: &P::Highlights) {
        let marks = part.marks(highlights);
        let before = self.drawn.as_ref();
        if before.is_some_and(|(was, had)| *had == marks && (Arc::ptr_eq(was, part) || was == part)) {
            return;
        }
        let attributes = part.attributes(&marks);
        for (at, (name, value)) in attributes.iter().enumerate() {
            if self.attributes.get(at).is_none_or(|(_, was)| was != value) {
                drop(self.element.set_attribute(name, value));
            }
        }
        let same = before.filter(|(was, had)| part.holds_as(&marks, (was, had)));
        if let Some((_, had)) = same {
            light(&self.element, P::lit(had), P::lit(&marks));
        } else if !before.is_some_and(|(was, _)| rewrite(&self.element, was.elements(), part.elements())) {
            self.element.set_inner_html(&part.inside(&marks));
        }
        self.attributes = attributes;
        self.drawn = Some((Arc::clone(part), marks));
    }
}

/// Changes the additional classes of the ports in a group.
fn light(group: &Element, before: &[&str], after: &[&str]) {
    if before == after {
        return;
    }
    let ports = group.get_elements_by_class_name("port");
    for at in 0..before.len().max(after.len()) {
        let [was, is] = [before, after].map(|classes| classes.get(at).copied().unwrap_or_default().trim());
        let Some(port) = (was != is).then(|| ports.item(at as u32)).flatten() else { continue };
        for (class, on) in [(was, false), (is, true)].into_iter().filter(|(class, _)| !class.is_empty()) {
            drop(port.class_list().toggle_with_force(class, on));
        }
    }
}

/// Writes what differs between two drawings. Returns false, having changed nothing, if one of them is not made of elements without children.
fn rewrite(group: &Element, before: Option<Vec<SvgElement>>, after: Option<Vec<SvgElement>>) -> bool {
    let (Some(before), Some(after)) = (before, after) else { return false };
    let names = |element: &SvgElement| element.attributes.iter().map(|(name, _)| *name).collect::<Vec<_>>();
    let alike = |one: &SvgElement, other: &SvgElement| {
        one.tag == other.tag && one.text.is_some() == other.text.is_some() && names(one) == names(other)
    };
    let mut before = before.iter();
    let mut child = group.first_element_child();
    for after in &after {
        let next = child.as_ref().and_then(Element::next_element_sibling);
        match (before.next(), child.take()) {
            (Some(before), Some(element)) if alike(before, after) => {
                for ((name, value), (_, was)) in after.attributes.iter().zip(&before.attributes) {
                    if value != was {
                        drop(element.set_attribute(name, value));
                    }
                }
                if before.text != after.text {
                    element.set_text_content(after.text.as_deref());
                }
            }
            (_, instead) => {
                let Some(element) = create(after) else { continue };
                drop(group.insert_before(&element, instead.as_ref().map(AsRef::as_ref)));
                if let Some(instead) = instead {
                    instead.remove();
                }
            }
        }
        child = next;
    }
    while let Some(element) = child {
        child = element.next_element_sibling();
        element.remove();
    }
    true
}

fn create(element: &SvgElement) -> Option<Element> {
    let created = document().create_element_ns(Some(SVG), element.tag).ok()?;
    for (name, value) in &element.attributes {
        drop(created.set_attribute(name, value));
    }
    if let Some(text) = &element.text {
        created.set_text_content(Some(text));
    }
    Some(created)
}
