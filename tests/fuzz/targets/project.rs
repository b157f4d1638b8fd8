//! Projects and packages as folders: the entry is found, manifests are followed and recomputed, and what is packed opens as it was.

use std::collections::BTreeMap;

use limn::analysis::{Analysis, Choices};
use limn::files::{Content, FilePath, Workspace};
use limn::graph::Id;
use limn::packages::{self, PackOptions, PackageForm, Pins};

use super::fix::applied;
use super::input::{self, Draws, split};

pub fn run(data: &[u8]) {
    let (mut draws, text) = split(data);
    let workspace = input::workspace(&text, &mut draws);
    let found = packages::entry(&workspace);
    if let Some(entry) = &found.path {
        assert!(workspace.files.contains_key(entry), "the entry {entry} is a file");
    }
    let _ = (packages::is_project(&workspace), packages::outdated(&workspace));
    recompute(&workspace);
    let analysis = Analysis::of(&workspace, &Choices::default(), &Analysis::default());
    for checked in analysis.all_documents() {
        let _ = (checked.diagnostics().len(), checked.graph());
    }
    for missing in analysis.missing_files() {
        assert!(!workspace.files.contains_key(&missing.place), "{} is there", missing.place);
    }
    pack(&workspace, &mut draws);
    rename(&workspace, &analysis, &mut draws);
}

/// Checksums are computed once: a second time nothing changes.
fn recompute(workspace: &Workspace) {
    let mut after = workspace.clone();
    for _ in 0..2 {
        for (file, text) in packages::recomputed(&after) {
            after.files.insert(file, Content::Text(text.into()));
        }
    }
    // Manifests that carry one another's checksums settle in a few rounds or never.
    let _ = packages::recomputed(&after);
}

fn pack(workspace: &Workspace, draws: &mut Draws<'_>) {
    let mut options = PackOptions::of(workspace);
    if let Some(entry) = workspace.entry.clone().filter(|_| draws.below(2) == 0) {
        let place = limn::edit::Place { x: 1.5, y: -2.0 };
        let pins = BTreeMap::from([(Id(limn::yaml::Path::keys(["a"])), place)]);
        options.pins = Pins::from([(entry, pins)]);
    }
    let name = packages::file_name(workspace, &options);
    assert!(!name.is_empty() && !name.contains('/'), "`{name}` is a file name");
    // The package of a project has other members than the project.
    if let Ok(bytes) = packages::pack(workspace, &options) {
        assert_eq!(
            packages::pack(workspace, &options).as_ref(),
            Ok(&bytes),
            "a project builds to the same bytes"
        );
        packages::open(&name, &bytes).unwrap_or_else(|error| panic!("what was built opens: {error}"));
    }
    options.form = PackageForm::Sources;
    let Ok(bytes) = packages::pack(workspace, &options) else { return };
    assert_eq!(
        packages::pack(workspace, &options).as_ref(),
        Ok(&bytes),
        "a workspace packs to the same bytes"
    );
    let opened =
        packages::open(&name, &bytes).unwrap_or_else(|error| panic!("what was packed opens: {error}"));
    let has: Vec<&[u8]> = opened.workspace.files.values().map(Content::as_bytes).collect();
    for (file, content) in &workspace.files {
        let side_car = file.as_str() == packages::PINS_FILE;
        // The layout has places of its own, and manifests are written where there are none.
        let kept = has.contains(&content.as_bytes());
        assert!(kept || side_car || written(file), "{file} is lost");
    }
    if let (Some(_), false) = (&workspace.entry, options.pins.is_empty()) {
        assert_eq!(opened.pins.values().map(BTreeMap::len).sum::<usize>(), 1, "places travel along");
    }
}

/// Manifests that packing may write.
fn written(file: &FilePath) -> bool {
    file.as_str().eq_ignore_ascii_case("TOSCA-Metadata/TOSCA.meta")
}

/// A file gets another name: what names it follows, and can be undone.
fn rename(workspace: &Workspace, analysis: &Analysis, draws: &mut Draws<'_>) {
    let files: Vec<&FilePath> = workspace.files.keys().collect();
    let Some(from) = files.get(draws.below(files.len())) else { return };
    let folder = format!("{}/", from.folder());
    let from = if draws.below(4) == 0 && folder.len() > 1 { &*folder } else { from.as_str() };
    let to =
        *draws.of(&["b.yaml", "x/y/z.yaml", "Definitions/lm/r.yaml", "../up.yaml", "ü ä.yml", "a.yaml/b"]);
    let Ok(names) = analysis.new_names(from, to) else { return };
    let _ = packages::renamed(workspace, &names);
    let Ok(edits) = analysis.rename_files(&names) else { return };
    for (file, edit) in edits {
        let before = analysis.file(&file).expect("what follows is open").text();
        applied(&edit, before);
    }
}
