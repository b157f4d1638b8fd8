//! Far view: cards and wires as a few paths, while their text would be illegible.

use leptos::prelude::document;
use web_sys::Element;

use super::highlights::Highlights;
use limn_canvas::{FarPath, Scene};

pub(super) struct FarLayer {
    group: Element,
    /// In drawing order.
    drawn: Vec<(Element, FarPath)>,
}

impl FarLayer {
    pub(super) fn new(group: &Element) -> FarLayer {
        FarLayer { group: group.clone(), drawn: Vec::new() }
    }

    /// Shows a scene, or nothing if the view is near. Writes only the paths that differ.
    pub(super) fn show(&mut self, scene: Option<&Scene>, highlights: &Highlights) {
        let paths = scene.map(|scene| scene.far_paths(highlights.far(), highlights.dragged.as_deref()));
        let mut before = std::mem::take(&mut self.drawn).into_iter().peekable();
        for path in paths.unwrap_or_default() {
            while let Some((element, _)) = before.next_if(|(_, was)| was.key() < path.key()) {
                element.remove();
            }
            if let Some((element, was)) = before.next_if(|(_, was)| was.key() == path.key()) {
                if !was.draws_as(&path) {
                    drop(element.set_attribute("d", &path.path()));
                }
                self.drawn.push((element, path));
            } else if let Ok(element) =
                document().create_element_ns(Some("http://www.w3.org/2000/svg"), "path")
            {
                drop(element.set_attribute("class", &path.class()));
                drop(element.set_attribute("d", &path.path()));
                let next: Option<&web_sys::Node> = before.peek().map(|(element, _)| element.as_ref());
                drop(self.group.insert_before(&element, next));
                self.drawn.push((element, path));
            }
        }
        before.for_each(|(element, _)| element.remove());
    }
}
