//! View model: the diagram derived from the text. Pure functions, called by the memos of the store.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::super::documents::Current;
use super::{CollapsedIds, Places};
use limn_analysis::Broken;
use limn_analysis::incremental::Problem;
use limn_canvas::{Problems, Scene, Tool};
use limn_files::{FilePath, Workspace};
use limn_language::diagnostic::Severity;
use limn_language::edit::Place;
use limn_language::element_layer::ElementLayer;
use limn_language::graph::{Graph, Id, WireLayer};
use limn_language::saved_view::SavedView;
use limn_layout::{self as layout, Layout};

/// View model: the diagram of the active file, as the canvas shows it.
#[derive(Clone, Default, PartialEq)]
pub struct ViewModel {
    /// The key of the document, or of its saved view.
    pub file: Option<FilePath>,
    /// Part of the file that is shown instead of the whole.
    pub diagram: Option<Id>,
    pub graph: Arc<Graph>,
    pub broken: Option<Broken>,
    /// The layers of elements that are left out.
    pub hidden: BTreeSet<ElementLayer>,
    /// The graph with these layers and with what is inside collapsed cards, if it differs.
    complete: Option<Arc<Graph>>,
    /// With a syntax error: the nodes that cannot be read, shown as in an earlier text.
    pub unread: BTreeSet<Id>,
}

impl ViewModel {
    /// The graph with all layers of elements, and nothing collapsed.
    pub fn complete(&self) -> &Arc<Graph> {
        self.complete.as_ref().unwrap_or(&self.graph)
    }
}

/// Look of a diagram.
pub(super) struct DiagramLook {
    /// Hosted nodes are drawn inside their hosts.
    pub nested: bool,
    /// The chosen layer of wires.
    pub layer: Option<WireLayer>,
    /// The layers of elements that are left out.
    pub hidden: BTreeSet<ElementLayer>,
    /// The hosts and groups that are collapsed, by the keys of diagrams.
    pub collapsed: CollapsedIds,
}

/// `diagram`: part whose own diagram is shown, if it still has one. `view`: the saved view that is shown of the whole.
pub(super) fn build(
    checked: Option<Current>,
    (diagram, view): (Option<&Id>, Option<&SavedView>),
    before: Option<&ViewModel>,
    DiagramLook { nested, layer, hidden, collapsed }: DiagramLook,
    workspace: &Workspace,
) -> ViewModel {
    let Some(Current(checked)) = checked else { return ViewModel::default() };
    let broken = checked.broken();
    let own = diagram.and_then(|id| checked.diagram(id));
    let view = view.filter(|_| own.is_none());
    let file = Some(checked.key().of_view(view.map(|view| view.number)));
    let whole = own.map_or(checked.graph(), |diagram| &diagram.graph);
    let graph = view.map_or_else(|| Arc::clone(whole), |view| view.filter.apply(whole));
    // Without a choice, a file keeps the layer in which it was opened.
    let document = |key: &Option<FilePath>| key.as_ref().map(|key| key.view().0);
    let opened =
        before.filter(|before| document(&before.file) == document(&file)).map(|before| before.graph.layer);
    let layer = layer.or(opened).unwrap_or_else(|| graph.main_layer());
    let mut graph = graph.with_layer(layer).as_drawn(nested).with_images(workspace);
    let kept =
        before.filter(|before| broken.is_some() && before.file == file && before.diagram.as_ref() == diagram);
    let mut unread = BTreeSet::new();
    if let Some(before) = kept {
        // Nodes that the saved view leaves out can be read.
        let mut known = Graph::clone(before.complete());
        known.nodes.retain(|node| whole.node(&node.id).is_none() || graph.node(&node.id).is_some());
        let (with_unread, ids) = checked.with_unread(Graph::clone(&graph), &known);
        (graph, unread) = (Arc::new(with_unread), ids);
    }
    let diagram = own.map(|diagram| diagram.id.clone()).or_else(|| kept?.diagram.clone());
    let none = BTreeSet::new();
    let collapsed = file.as_ref().and_then(|file| collapsed.get(file)).unwrap_or(&none);
    let shown = graph.without_layers(&hidden).with_collapsed(collapsed);
    let complete = (!Arc::ptr_eq(&shown, &graph)).then_some(graph);
    ViewModel { file, diagram, graph: shown, broken, hidden, complete, unread }
}

/// `own`: places that the document itself stores.
pub(super) fn lay_out(drawn: &ViewModel, own: &BTreeMap<Id, Place>, places: &Places) -> Layout {
    let mut kept: BTreeMap<Id, (f64, f64)> = BTreeMap::new();
    if let Some(places) = drawn.file.as_ref().and_then(|file| places.get(file)) {
        kept.extend(places.iter().map(|(id, place)| (id.clone(), (place.x, place.y))));
    }
    // The document's own places win: other tools show those. A saved view has its own.
    let own = own.iter().filter(|_| drawn.file.as_ref().is_some_and(|key| key.view().1.is_none()));
    kept.extend(own.map(|(id, place)| (id.clone(), (place.x, place.y))));
    layout::layout(&drawn.graph, &kept)
}

/// The scene with pins, and with everything dimmed but nodes with open requirements if only these are looked for.
pub(super) fn marked(scene: Scene, pins: &BTreeSet<Id>, only_open: bool) -> Scene {
    let scene = if pins.is_empty() { scene } else { scene.with_pins(pins) };
    if only_open { scene.with_open_requirements_alone() } else { scene }
}

pub(super) fn live(scene: &Arc<Scene>, tool: &Tool) -> Arc<Scene> {
    if let Some((wire, bend)) = tool.bent() {
        return Arc::new(scene.bent(wire, Some(bend)));
    }
    match tool.places() {
        [] => Arc::clone(scene),
        places if tool.groups().next().is_none() => Arc::new(scene.moved(places)),
        places => Arc::new(scene.moved(places).regrouped(tool.groups())),
    }
}

/// Number of problems per item of a document.
pub(super) fn counts(problems: &[Problem], shown: Option<(FilePath, usize)>) -> BTreeMap<Id, Problems> {
    let mut counts: BTreeMap<Id, Problems> = BTreeMap::new();
    let Some((file, document)) = shown else { return counts };
    let is_here =
        |problem: &&Problem| problem.file == file && problem.document == document && !problem.is_consequence;
    for problem in problems.iter().filter(is_here) {
        let Some(id) = &problem.about else { continue };
        let count = counts.entry(id.clone()).or_default();
        match problem.severity {
            Severity::Error => count.errors += 1,
            Severity::Warning => count.warnings += 1,
            Severity::Info => {}
        }
    }
    counts
}
