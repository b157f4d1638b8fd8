//! What the pointer carries from the palette: its name, and the card that it becomes.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::Session;
use limn_canvas::{Card, Scene};
use limn_language::graph::Graph;
use limn_layout::layout;

/// Size of a workspace up to which an entry is tried before it is dropped, in bytes of text.
const MOST_TRIED: usize = 400_000;

/// Shown at the pointer while an entry is placed.
#[derive(Clone, Debug, Default)]
pub struct Carried {
    pub name: String,
    /// `None` if it is not a card, or not known yet.
    pub card: Option<Arc<Card>>,
}

impl Session {
    /// The card of a palette entry: as the diagram will draw it once the entry is added.
    pub(super) fn card_of_entry(&'static self, template: &str) -> Option<Arc<Card>> {
        let settled = self.settle();
        let analysis = &settled.known.analysis;
        let size: usize = analysis.files().map(|checked| checked.text().len()).sum();
        if size > MOST_TRIED {
            return None;
        }
        let (after, id) = analysis.after_adding(settled.front.as_ref()?, template)?;
        let graph = after.diagram_of(&id).map_or(after.graph(), |diagram| &diagram.graph);
        let graph = graph.as_drawn(false).with_images(&settled.known.workspace);
        // Alone: without links, its place is of no account.
        let node = graph.node(&id)?.clone();
        let images = graph.images.get(&id).map(|image| (id.clone(), image.clone()));
        let alone = Graph { nodes: vec![node], images: images.into_iter().collect(), ..Graph::default() };
        let placed = layout(&alone, &BTreeMap::new());
        Scene::without_wires(Arc::new(alone), &placed).cards.pop()
    }
}
