//! Far view: cards and wires as a few paths, while their text would be illegible.

use leptos::prelude::document;
use web_sys::Element;

use super::highlights::Highlights;
use limn_canvas::{FarPath, Scene};

pub(super) struct FarLayer {
    group: Element,
    drawn: Vec<(Element, FarPath)>,
}

impl FarLayer {
    pub(super) fn new(group: &Element) -> FarLayer {
        FarLayer { group: group.clone(), drawn: Vec::new() }
    }

    /// Shows a scene, or nothing if the view is near. Writes only the paths that differ.
    pub(super) fn show(&mut self, scene: Option<&Scene>, highlights: &Highlights) {
        let paths = scene.map(|scene| scene.far_paths(|id| highlights.far(id))).unwrap_or_default();
        for (element, _) in self.drawn.drain(paths.len().min(self.drawn.len())..) {
            element.remove();
        }
        for (at, path) in paths.into_iter().enumerate() {
            if let Some((element, before)) = self.drawn.get_mut(at) {
                if before.class != path.class {
                    drop(element.set_attribute("class", &path.class));
                }
                if *before != path {
                    drop(element.set_attribute("d", &path.path()));
                    *before = path;
                }
            } else if let Ok(element) =
                document().create_element_ns(Some("http://www.w3.org/2000/svg"), "path")
            {
                drop(element.set_attribute("class", &path.class));
                drop(element.set_attribute("d", &path.path()));
                drop(self.group.append_child(&element));
                self.drawn.push((element, path));
            }
        }
    }
}
