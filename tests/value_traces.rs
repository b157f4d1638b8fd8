//! Traces of every value in real descriptors: each ends, its places are in texts, and each source of a value has a trace to it.

mod common;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use common::corpus::{corpus, files};
use common::documents;
use limn::analysis::{Analysis, Checked, Choices};
use limn::disk::{self, Limits, Texts};
use limn::files::FilePath;
use limn::value_trace::{TracePlace, ValueTraces};
use limn::yaml;

/// The most files that are read: the corpus has thousands.
const MOST: usize = 300;

/// YAML files of the corpus, or the samples.
fn paths() -> Vec<PathBuf> {
    let folders: Vec<PathBuf> = ["1-tnco-assembly", "2-cp4na-lmctl", "3-tosca", "4-brooklyn-tosca"]
        .iter()
        .filter_map(|folder| corpus(folder))
        .collect();
    let folders = if folders.is_empty() { vec![documents::root().join("public/samples")] } else { folders };
    // Some of each folder.
    let each = MOST / folders.len();
    folders
        .iter()
        .flat_map(|folder| {
            let all = files(folder, &[".yaml", ".yml"]);
            let step = all.len().div_ceil(each).max(1);
            all.into_iter().step_by(step)
        })
        .collect()
}

/// The paths of all values that can be traced.
fn values(checked: &Checked, traces: &dyn ValueTraces) -> BTreeSet<yaml::Path> {
    fn walk(node: yaml::Node<'_>, path: &yaml::Path, depth: usize, each: &mut dyn FnMut(&yaml::Path)) {
        each(path);
        if depth > 12 {
            return;
        }
        for entry in node.entries() {
            if let Some(key) = entry.key.as_str() {
                walk(entry.value, &path.key(&key), depth + 1, each);
            }
        }
        for (at, item) in node.items().enumerate() {
            walk(item, &path.index(at), depth + 1, each);
        }
    }
    let mut found = BTreeSet::new();
    let document = yaml::parse(&**checked.text());
    if let Some(root) = document.root() {
        walk(root, &yaml::Path::root(), 0, &mut |path| found.extend(traces.traced_value(path)));
    }
    found
}

fn check(path: &Path, file: &FilePath, analysis: &Analysis) -> usize {
    let Some(checked) = analysis.file(file) else { return 0 };
    let Some(traces) = checked.value_traces() else { return 0 };
    let values = values(checked, traces);
    for value in values.iter().take(200) {
        let shown = path.display();
        let Some(trace) = traces.value_trace(value) else { panic!("{shown}: {value} has no trace") };
        for step in trace.sources.iter().chain(&trace.uses) {
            assert!(!step.label.is_empty(), "{shown}: {value}");
            if let Some(TracePlace::File(at, range, _)) = &step.place {
                let text = analysis.file(at).map(|checked| checked.text().len());
                assert!(text.is_none_or(|len| range.end <= len), "{shown}: {value} {range:?}");
            }
        }
        if trace.is_cut {
            continue;
        }
        for source in trace.sources.iter().filter(|step| step.depth == 0) {
            let Some(TracePlace::File(at, _, id)) = &source.place else { continue };
            let back = traces.traced_value(&id.0).filter(|_| at == file);
            let Some(back) = back.filter(|_| source.owner == trace.origin.owner) else { continue };
            let back = traces.value_trace(&back).unwrap_or_else(|| panic!("{shown}: {id} has no trace"));
            // What is not written is shown where its owner is.
            if back.origin.label == source.label && !back.is_cut {
                let leads = back.uses.iter().any(|step| step.label == trace.origin.label);
                assert!(leads, "{shown}: {} does not lead to {value}", source.label);
            }
        }
    }
    values.len()
}

#[test]
fn what_a_value_comes_from_resolves_to_it() {
    let mut traced = 0;
    for path in paths() {
        let limits = Limits { files: 1, visited: 2_000, listed: 0 };
        let group = disk::gather(std::slice::from_ref(&path), &Texts::default(), limits);
        let Some(group) = group.ok().and_then(|groups| groups.into_iter().next()) else { continue };
        let Some(requested) = group.requested.first() else { continue };
        let analysis = Analysis::of(&group.workspace, &Choices::default(), &Analysis::default());
        traced += check(&path, &requested.file, &analysis);
    }
    assert!(traced > 50, "{traced} values");
}
