//! Every edit on the canvas can be written: laws of the edits of homing templates, over the samples and over real ones. A request in
//! JSON stays JSON.

mod common;
#[path = "common/edits.rs"]
mod edits;

use std::sync::Arc;

use common::corpus::{corpus, files};
use edits::{ports, things};
use limn::dialect::homing::model::Template;
use limn::dialect::homing::{self, Homing};
use limn::dialect::{Dialect, Library, Model, Picture, Source};
use limn::edit::{Edit, Input};
use limn::files::FilePath;
use limn::graph::{Graph, Id, Look};
use limn::yaml::{self, Document};
use proptest::prelude::*;

const SAMPLES: [&str; 2] = [
    include_str!("../public/samples/homing_guide.yaml"),
    include_str!("../public/samples/video_homing.yaml"),
];

/// A single document, read in a profile.
struct Alone {
    file: FilePath,
    document: Arc<Document>,
    library: Arc<Library>,
    profile: usize,
}

fn is_json(text: &str) -> bool {
    serde_json::from_str::<serde_json::Value>(text).is_ok()
}

impl Alone {
    fn new(text: &str, profile: usize) -> Alone {
        let file = FilePath::new("homing.yaml").expect("a plain name");
        let document = Arc::new(yaml::parse(text));
        let mut library = Library::default();
        library.documents.insert(file.clone(), Arc::clone(&document));
        Alone { file, document, library: Arc::new(library), profile }
    }

    fn model(&self) -> Template {
        homing::read_source(&Source {
            file: &self.file,
            document: &self.document,
            profile: &Homing.profiles()[self.profile],
            library: &self.library,
        })
    }

    /// The document after an edit that the dialect accepts.
    fn after(&self, edit: &Edit) -> Option<Alone> {
        let done = edits::after(&self.document, edit, self.model().plan(edit))?;
        assert!(!is_json(self.document.text()) || is_json(&done), "{edit:?}: not JSON anymore\n{done}");
        Some(Alone::new(&done, self.profile))
    }
}

fn edits_hold(alone: &Alone) {
    let model = alone.model();
    let graph = model.graph();
    let demands: Vec<Id> =
        graph.nodes.iter().filter(|node| node.role == "demand").map(|node| node.id.clone()).collect();
    for template in model.palette() {
        for on in [Vec::new(), demands.iter().take(1).cloned().collect()] {
            alone.after(&Edit::Add { template: template.id.clone(), name: None, place: None, on });
        }
    }
    for id in things(&graph) {
        let after = alone.after(&Edit::Remove { ids: vec![id.clone()] });
        let after = after.unwrap_or_else(|| panic!("`{id}` is drawn and cannot be removed")).model().graph();
        // The id of a list item moves on to the next item.
        let named = matches!(id.0.last(), Some(yaml::Step::Key(_)));
        let there = |node: &limn::graph::Node| node.id == id && node.look != Look::Ghost;
        assert!(!named || !after.nodes.iter().any(there), "`{id}` is still there");
    }
    alone.after(&Edit::Remove { ids: graph.nodes.iter().map(|node| node.id.clone()).collect() });
    for policy in &graph.policies {
        alone.after(&Edit::Attach { to: policy.id.clone(), ids: demands.clone() });
        alone.after(&Edit::Detach { from: policy.id.clone(), ids: demands.clone() });
    }
    for link in graph.links.iter().filter(|link| link.id.0.key_at(link.id.0.len() - 2) == Some("constraints"))
    {
        for kind in ["zone", "distance_to_location", "inventory_group", "threshold", "hpa"] {
            let (of, key) = (link.id.clone(), yaml::Path::keys(["type"]));
            alone.after(&Edit::Set { of, key, input: Input::Text(kind.to_owned()) });
        }
    }
    connections_hold(alone, &graph);
}

/// Compatible ports can be connected and are then linked, and the offered ends are compatible.
fn connections_hold(alone: &Alone, graph: &Graph) {
    let model = alone.model();
    let ports = ports(graph);
    let mut budget = 40;
    for from in &ports {
        for node in &graph.nodes {
            for end in model.ends(from, &node.id).unwrap_or_default() {
                let taken = model.accepts(from, &end).is_ok() || model.accepts(&end, from).is_ok();
                assert!(taken, "{from:?} ends at {end:?} and is not accepted there");
            }
        }
        for to in &ports {
            if budget == 0 || model.accepts(from, to).is_err() {
                continue;
            }
            budget -= 1;
            let edit = Edit::Connect { from: from.clone(), to: to.clone() };
            let Some(after) = alone.after(&edit) else { continue };
            let after = after.model().graph();
            let joined = |link: &limn::graph::Link| {
                link.sources.iter().any(|end| end.port.node == from.node)
                    && link.targets.iter().any(|end| end.port.node == to.node)
            };
            assert!(after.links.iter().any(joined), "{from:?} and {to:?} are not joined");
        }
    }
}

#[test]
fn everything_drawn_in_the_samples_can_be_edited() {
    for sample in SAMPLES {
        for profile in [0, 1] {
            edits_hold(&Alone::new(sample, profile));
        }
    }
}

#[test]
fn everything_drawn_of_real_templates_and_requests_can_be_edited() {
    let Some(folder) = corpus("5-onap-has") else { return };
    let mut requests = 0;
    for path in files(&folder, &[".yaml", ".json"]) {
        let text = std::fs::read_to_string(&path).expect("a corpus file can be read");
        requests += usize::from(is_json(&text));
        let alone = Alone::new(&text, 0);
        assert!(!alone.model().graph().nodes.is_empty(), "nothing in {} is drawn", path.display());
        edits_hold(&alone);
    }
    assert!(requests > 5, "only {requests} requests in JSON");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    /// A text with a random change is read, drawn and checked.
    #[test]
    fn a_truncated_text_is_read(
        sample in 0..2_usize, cut in 0..4_000_usize, length in 0..400_usize, put in "[a-z:{}\\[\\]$&*<'\" \n-]{0,12}",
    ) {
        let mut text = SAMPLES[sample].to_owned();
        let cut = cut.min(text.len());
        text.replace_range(cut..(cut + length).min(text.len()), &put);
        let alone = Alone::new(&text, sample);
        let model = alone.model();
        let graph = model.graph();
        model.check();
        model.places();
        for id in things(&graph).into_iter().take(8) {
            // Planned or refused; a planned edit can still fail on an invalid line.
            if let Ok(plan) = model.plan(&Edit::Remove { ids: vec![id] }) {
                let _ = yaml::patch(&alone.document, &plan.ops);
            }
        }
    }

    /// Edits in sequence, each on the result of the previous one.
    #[test]
    fn edits_follow_each_other(sample in 0..2_usize, choices in proptest::collection::vec(0..10_000_usize, 1..12)) {
        let mut alone = Alone::new(SAMPLES[sample], sample);
        for choice in choices {
            let model = alone.model();
            let graph = model.graph();
            let edit = match choice % 3 {
                0 => {
                    let palette = model.palette();
                    let template = palette[choice / 3 % palette.len()].id.clone();
                    Edit::Add { template, name: None, place: None, on: Vec::new() }
                }
                1 => {
                    let things = things(&graph);
                    if things.is_empty() {
                        continue;
                    }
                    Edit::Remove { ids: vec![things[choice / 3 % things.len()].clone()] }
                }
                _ => {
                    let ports = ports(&graph);
                    if ports.is_empty() {
                        continue;
                    }
                    let from = ports[choice / 3 % ports.len()].clone();
                    let to = ports[choice / 7 % ports.len()].clone();
                    if model.accepts(&from, &to).is_err() {
                        continue;
                    }
                    Edit::Connect { from, to }
                }
            };
            if let Some(after) = alone.after(&edit) {
                alone = after;
            }
        }
    }
}
