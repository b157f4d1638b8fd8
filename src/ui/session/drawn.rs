//! What follows from the text: the picture. Pure functions; the session's memos call them.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::{Current, Places, Problem};
use crate::analysis::Broken;
use crate::canvas::{Problems, Scene, Tool};
use crate::diagnostic::Severity;
use crate::edit::Place;
use crate::files::FilePath;
use crate::graph::{Graph, Id};
use crate::layout::{self, Layout};

/// What the canvas shows of the file in front.
#[derive(Clone, Default, PartialEq)]
pub struct Drawn {
    pub file: Option<FilePath>,
    /// The part of it that is shown, not the whole.
    pub diagram: Option<Id>,
    pub graph: Arc<Graph>,
    /// The text is not YAML at this place. The graph is then the last one that could be read whole, where there was one.
    pub broken: Option<Broken>,
    /// The graph is an earlier text's.
    pub earlier: bool,
}

/// `diagram`: the part of it whose own picture is to be shown, where it has it still.
pub(super) fn draw(
    checked: Option<Current>,
    diagram: Option<&Id>,
    before: Option<&Drawn>,
    nested: bool,
) -> Drawn {
    let Some(Current(checked)) = checked else { return Drawn::default() };
    let file = Some(checked.file().clone());
    let broken = checked.broken();
    if broken.is_some()
        && let Some(before) = before.filter(|before| {
            before.file == file
                && before.diagram.as_ref() == diagram
                && !(before.graph.nodes.is_empty() && before.graph.frame.is_none())
        })
    {
        let (diagram, graph) = (before.diagram.clone(), Arc::clone(&before.graph));
        return Drawn { file, diagram, graph, broken, earlier: true };
    }
    let own = diagram.and_then(|id| checked.diagram(id));
    let graph = own.map_or(checked.graph(), |diagram| &diagram.graph).as_drawn(nested);
    let diagram = own.map(|diagram| diagram.id.clone());
    Drawn { file, diagram, graph, broken, earlier: false }
}

/// `own`: places that the document itself carries.
pub(super) fn lay_out(drawn: &Drawn, own: &BTreeMap<Id, Place>, places: &Places) -> Layout {
    let mut kept: BTreeMap<Id, (f64, f64)> = BTreeMap::new();
    if let Some(places) = drawn.file.as_ref().and_then(|file| places.get(file)) {
        kept.extend(places.iter().map(|(id, place)| (id.clone(), (place.x, place.y))));
    }
    // What the document says itself wins: it is what every other tool shows.
    kept.extend(own.iter().map(|(id, place)| (id.clone(), (place.x, place.y))));
    layout::layout(&drawn.graph, &kept)
}

pub(super) fn live(scene: &Arc<Scene>, tool: &Tool) -> Arc<Scene> {
    match tool.places() {
        [] => Arc::clone(scene),
        places if tool.groups().next().is_none() => Arc::new(scene.moved(places)),
        places => Arc::new(scene.moved(places).regrouped(tool.groups())),
    }
}

/// How many problems each thing of a file has.
pub(super) fn counts(problems: &[Problem], file: Option<&FilePath>) -> BTreeMap<Id, Problems> {
    let mut counts: BTreeMap<Id, Problems> = BTreeMap::new();
    for problem in problems.iter().filter(|problem| Some(&problem.file) == file) {
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
