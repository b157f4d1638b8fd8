//! What follows from the text: the picture, and the problems. Pure functions; the session's memos call them.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use super::{Current, Places};
use crate::analysis::{Analysis, Broken, Checked};
use crate::canvas::{Problems, Scene, Tool};
use crate::diagnostic::{Code, Severity};
use crate::edit::Place;
use crate::files::FilePath;
use crate::graph::{Graph, Id};
use crate::layout::{self, Layout};

/// What the canvas shows of the file in front.
#[derive(Clone, Default, PartialEq)]
pub struct Drawn {
    pub file: Option<FilePath>,
    pub graph: Arc<Graph>,
    /// The text is not YAML at this place. The graph is then the last one that could be read whole, where there was one.
    pub broken: Option<Broken>,
}

/// One thing that is wrong, as the page shows it.
#[derive(Clone, Debug, PartialEq)]
pub struct Problem {
    pub file: FilePath,
    /// Which of the file's diagnostics: what [`Analysis::fix`] wants to know.
    pub at: usize,
    pub code: &'static Code,
    pub severity: Severity,
    pub message: String,
    /// 1-based. The place in bytes is [`super::Session::range_of`]: it is another one with every key pressed above.
    pub line: usize,
    pub column: usize,
    /// The box, wire or badge that has it, and its name.
    pub about: Option<Id>,
    /// The place that it is about, which may be deep inside that thing.
    pub at_path: Id,
    pub name: String,
    /// Titles of what would cure it, and whether each keeps the meaning.
    pub fixes: Vec<(String, bool)>,
}

pub(super) fn draw(checked: Option<Current>, before: Option<&Drawn>) -> Drawn {
    let Some(Current(checked)) = checked else { return Drawn::default() };
    let file = Some(checked.file().clone());
    let broken = checked.broken();
    if broken.is_some()
        && let Some(before) = before.filter(|before| {
            before.file == file && !(before.graph.nodes.is_empty() && before.graph.frame.is_none())
        })
    {
        return Drawn { file, graph: Arc::clone(&before.graph), broken };
    }
    Drawn { file, graph: Arc::clone(checked.graph()), broken }
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
        places => Arc::new(scene.moved(places)),
    }
}

pub(super) fn problems(analysis: &Analysis) -> Vec<Problem> {
    analysis.files().flat_map(|checked| problems_of(checked)).collect()
}

fn problems_of(checked: &Checked) -> Vec<Problem> {
    let graph = checked.graph();
    let names = names(graph);
    let found = checked.diagnostics().iter().enumerate().map(|(at, diagnostic)| {
        let place = checked.lines().line_column(diagnostic.range.start);
        // The innermost thing around what is wrong.
        let path = &diagnostic.path;
        let about = (0..=path.len()).rev().map(|len| Id(path.prefix(len))).find(|id| names.contains_key(id));
        let name =
            about.as_ref().and_then(|id| names.get(id)).map_or(String::new(), |name| (*name).to_owned());
        Problem {
            file: checked.file().clone(),
            at,
            code: diagnostic.code,
            severity: diagnostic.severity,
            message: diagnostic.message.clone(),
            line: place.line,
            column: place.column,
            about,
            at_path: Id(diagnostic.path.clone()),
            name,
            fixes: diagnostic.fixes.iter().map(|fix| (fix.title.clone(), fix.safe)).collect(),
        }
    });
    found.collect()
}

/// Everything on the canvas by id, with its name.
fn names(graph: &Graph) -> HashMap<Id, &str> {
    let nodes = graph.frame.iter().chain(&graph.nodes).map(|node| (node.id.clone(), node.label.as_str()));
    let links = graph.links.iter().map(|link| (link.id.clone(), link.label.as_str()));
    let policies = graph.policies.iter().map(|policy| (policy.id.clone(), policy.label.as_str()));
    nodes.chain(links).chain(policies).collect()
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
