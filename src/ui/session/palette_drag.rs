//! Palette drag: the name of the dragged entry, and the card that it becomes.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::Session;
use limn_analysis::Checked;
use limn_canvas::{Card, Scene};
use limn_files::Workspace;
use limn_language::graph::{Graph, Id};
use limn_layout::layout;

/// Size of a workspace up to which an entry is tried before it is dropped, in bytes of text.
const MOST_TRIED: usize = 400_000;
/// Number of nodes up to which the possible hosts of an entry are found before it is dropped.
const MOST_HOSTS: usize = 500;

/// Shown at the pointer while an entry is placed.
#[derive(Clone, Debug, Default)]
pub struct Carried {
    pub name: String,
    /// `None` if it is not a card, or not known yet.
    pub card: Option<Arc<Card>>,
    /// The nodes that can host it, as far as known.
    pub hosts: Arc<BTreeSet<Id>>,
}

impl Session {
    /// A palette entry as the diagram will draw it once it is added, and the nodes that can host it.
    pub(super) fn carry(&'static self, name: String, template: &str) -> Carried {
        let (card, hosts) = self.tried(template).unwrap_or_default();
        Carried { name, card, hosts: Arc::new(hosts) }
    }

    fn tried(&'static self, template: &str) -> Option<(Option<Arc<Card>>, BTreeSet<Id>)> {
        let snapshot = self.flush_pending();
        let analysis = &snapshot.known.analysis;
        let size: usize = analysis.files().map(|checked| checked.text().len()).sum();
        if size > MOST_TRIED {
            return None;
        }
        let (after, id) = analysis.after_adding(snapshot.active_file.as_ref()?, template)?;
        let others = after.graph().nodes.iter().take(MOST_HOSTS).map(|node| &node.id);
        let hosts = others.filter(|host| after.hosting(&id, host).is_some()).cloned().collect();
        Some((card_of(&after, &id, &snapshot.known.workspace), hosts))
    }
}

/// The card of a node that was just added.
fn card_of(after: &Checked, id: &Id, workspace: &Workspace) -> Option<Arc<Card>> {
    let graph = after.diagram_of(id).map_or(after.graph(), |diagram| &diagram.graph);
    let graph = graph.as_drawn(false).with_images(workspace);
    // Alone, so that the rest of the diagram is not laid out.
    let node = graph.node(id)?.clone();
    let images = graph.images.get(id).map(|image| (id.clone(), image.clone()));
    let alone = Graph { nodes: vec![node], images: images.into_iter().collect(), ..Graph::default() };
    let placed = layout(&alone, &BTreeMap::new());
    Scene::without_wires(Arc::new(alone), &placed).cards.pop()
}
