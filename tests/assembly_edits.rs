//! Properties of edits of assemblies, tested on the samples and on real descriptors: every edit that the canvas offers can be written.

mod common;
#[path = "common/edits.rs"]
mod edits;

use std::sync::Arc;

use common::corpus::{corpus, files};
use edits::{ports, things};
use limn::dialect::assembly::model::Descriptor;
use limn::dialect::assembly::{self, Assembly};
use limn::dialect::{Dialect, Library, Model, Picture, Source};
use limn::edit::Edit;
use limn::files::FilePath;
use limn::graph::Graph;
use limn::yaml::{self, Document};
use proptest::prelude::*;

const SAMPLES: [&str; 2] =
    [include_str!("../public/samples/h_bta.yaml"), include_str!("../public/samples/streamer_cluster.yaml")];

/// A workspace with one document, read as `profile`.
struct Alone {
    file: FilePath,
    document: Arc<Document>,
    library: Arc<Library>,
    profile: usize,
}

impl Alone {
    fn new(text: &str, profile: usize) -> Alone {
        let file = FilePath::new("demo.yaml").expect("a plain name");
        let document = Arc::new(yaml::parse(text));
        let mut library = Library::default();
        library.documents.insert(file.clone(), Arc::clone(&document));
        Alone { file, document, library: Arc::new(library), profile }
    }

    fn source(&self) -> Source<'_> {
        Source {
            file: &self.file,
            document: &self.document,
            profile: &Assembly.profiles()[self.profile],
            library: &self.library,
        }
    }

    fn model(&self) -> Descriptor {
        assembly::read_source(&self.source())
    }

    /// The document after an edit; `None` if the dialect refuses it.
    fn after(&self, edit: &Edit) -> Option<Alone> {
        let done = edits::after(&self.document, edit, self.model().plan(edit))?;
        Some(Alone::new(&done, self.profile))
    }
}

fn edits_hold(alone: &Alone) {
    let graph = alone.model().graph();
    for template in alone.model().palette() {
        alone.after(&Edit::Add { template: template.id, name: None, place: None, on: Vec::new() });
    }
    for id in things(&graph) {
        let after = alone.after(&Edit::Remove { ids: vec![id.clone()] });
        let after = after.unwrap_or_else(|| panic!("`{id}` is drawn and cannot be removed")).model().graph();
        // After removing a list item, the next item has its id.
        let named = matches!(id.0.last(), Some(yaml::Step::Key(_)));
        let there = |node: &limn::graph::Node| node.id == id && node.look != limn::graph::Look::Ghost;
        assert!(!named || !after.nodes.iter().any(there), "`{id}` is still there");
    }
    let everything = graph.nodes.iter().map(|node| node.id.clone()).collect();
    alone.after(&Edit::Remove { ids: everything });
    connections_hold(alone, &graph);
}

/// Ports that accept each other can be connected, and the graph then has the link.
fn connections_hold(alone: &Alone, graph: &Graph) {
    let model = alone.model();
    let ports = ports(graph);
    let mut budget = 40;
    for (at, from) in ports.iter().enumerate() {
        // Try every port, but not every pair.
        for to in ports.iter().skip(at % 7).step_by(5) {
            if budget == 0 || model.accepts(from, to).is_err() {
                continue;
            }
            budget -= 1;
            let edit = Edit::Connect { from: from.clone(), to: to.clone() };
            let after = alone.after(&edit).expect("accepted ports can be connected").model().graph();
            let joined = |link: &limn::graph::Link| {
                link.sources.iter().any(|end| end.port.node == from.node)
                    && link.targets.iter().any(|end| end.port.node == to.node)
            };
            assert!(after.links.iter().any(joined), "{from:?} and {to:?} are not connected");
        }
    }
}

#[test]
fn all_nodes_of_the_samples_can_be_edited() {
    for sample in SAMPLES {
        for profile in [0, 1] {
            edits_hold(&Alone::new(sample, profile));
        }
    }
}

#[test]
fn all_nodes_of_real_descriptors_can_be_edited() {
    for family in ["1-tnco-assembly", "2-cp4na-lmctl"] {
        let Some(folder) = corpus(family) else { return };
        for path in files(&folder, &[".yaml", ".yml"]) {
            let Ok(text) = std::fs::read_to_string(&path) else { continue };
            let alone = Alone::new(&text, 0);
            if alone.document.errors().is_empty()
                && Assembly.recognizes(&alone.file, &alone.document).is_some()
            {
                edits_hold(&alone);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    /// A document with random damage can be read, drawn and checked.
    #[test]
    fn a_damaged_document_can_be_read(
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
        model.external_references();
        for id in things(&graph).into_iter().take(8) {
            // A planned edit may still fail on a damaged line.
            if let Ok(plan) = model.plan(&Edit::Remove { ids: vec![id] }) {
                let _ = yaml::patch(&alone.document, &plan.ops);
            }
        }
    }
}
