//! In real service templates what is declared gets another name, and no problem comes or goes with it.

mod common;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::PathBuf;

use common::corpus::{corpus, files};
use limn::analysis::{Analysis, Choices};
use limn::edit::{Edit, EditError};
use limn::files::{Content, FilePath, Workspace};
use limn::graph::Id;
use limn::yaml::{self, Path};

/// Step from one file that is examined to the next: all take minutes. `LIMN_EVERY=1` looks into each.
fn every() -> usize {
    std::env::var("LIMN_EVERY").ok().and_then(|text| text.parse().ok()).unwrap_or(16)
}

/// No file of the corpus has this name.
const FRESH: &str = "zzfresh";

/// The first and last thing of every section that declares names, and the first members of the types.
fn declared(text: &str) -> Vec<Path> {
    let document = yaml::parse(text);
    let Some(root) = document.root() else { return Vec::new() };
    let mut found = Vec::new();
    let topology = root.get("topology_template");
    let sections = ["inputs", "node_templates", "groups", "relationship_templates", "workflows"];
    for section in
        topology.iter().flat_map(|topology| sections.iter().filter_map(|section| topology.get(section)))
    {
        found.extend(ends(section));
    }
    for entry in root.entries().filter(|entry| entry.key.as_str().is_some_and(|key| key.ends_with("_types")))
    {
        // A name that starts with TOSCA's own has a meaning of its own.
        found.extend(
            ends(entry.value).filter(|path| !path.last_key().is_some_and(|name| name.starts_with("tosca."))),
        );
        for it in entry.value.entries().take(3) {
            let members = ["properties", "attributes", "capabilities", "interfaces"];
            found.extend(members.into_iter().filter_map(|member| it.value.get(member)).flat_map(ends));
        }
    }
    found
}

fn ends(section: yaml::Node<'_>) -> impl Iterator<Item = Path> {
    let mut entries = section.entries();
    [entries.next(), entries.next_back()].into_iter().flatten().map(|entry| entry.key.path())
}

fn codes(analysis: &Analysis, file: &FilePath) -> Vec<&'static str> {
    let mut codes: Vec<_> = analysis
        .file(file)
        .expect("it is open")
        .diagnostics()
        .iter()
        .map(|diagnostic| diagnostic.code.name)
        .collect();
    // A filter without a type asks for any capability of that name, and an input without a mapping is the property of its name: nothing
    // that a person wrote says which one is meant.
    let by_chance =
        ["tosca/unknown-node-filter-capability", "tosca/input-without-source", "tosca/missing-mapping"];
    codes.retain(|code| !by_chance.contains(code));
    codes.sort_unstable();
    codes
}

#[test]
fn a_fresh_name_adds_and_removes_no_problem() {
    let Some(folder) = corpus("3-tosca") else { return };
    let file = FilePath::new("service.yaml").expect("a plain name");
    let (mut wrong, mut renamed) = (String::new(), 0);
    for path in files(&folder, &[".yaml", ".yml"]).into_iter().step_by(every()) {
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
        let before = Analysis::of_text(&file, &text);
        let is_tosca = before.file(&file).is_some_and(|checked| checked.language().dialect == Some("tosca"));
        // Whose text is not YAML has problems that no edit leaves alone.
        if !is_tosca || before.file(&file).is_some_and(|checked| checked.broken().is_some()) {
            continue;
        }
        let said = codes(&before, &file);
        for at in declared(&text) {
            let edit = Edit::Rename { id: Id(at.clone()), to: FRESH.to_owned() };
            let change = match before.plan(&file, &edit) {
                Ok(change) => change,
                // A name of the language, or a value that is not a name.
                Err(EditError::Refused(_)) => continue,
                Err(error) => {
                    let _ = writeln!(wrong, "{} {at}: {error}", path.display());
                    continue;
                }
            };
            renamed += 1;
            let after = change.edits.get(&file).expect("a name is changed").apply(&text);
            let after = codes(&Analysis::of_text(&file, &after), &file);
            if after != said {
                let _ = writeln!(wrong, "{} {at}:\n  {said:?}\n  {after:?}", path.display());
            }
        }
    }
    assert!(renamed > 100, "only {renamed} names");
    assert!(wrong.is_empty(), "problems changed with a name:\n{wrong}");
}

/// Files that stand in one folder, read together.
fn folders(root: &std::path::Path) -> BTreeMap<PathBuf, Vec<(FilePath, String)>> {
    let mut found: BTreeMap<PathBuf, Vec<(FilePath, String)>> = BTreeMap::new();
    for path in files(root, &[".yaml", ".yml"]) {
        let (Some(folder), Some(name)) = (path.parent(), path.file_name().and_then(|name| name.to_str()))
        else {
            continue;
        };
        let (Ok(text), Ok(file)) = (std::fs::read_to_string(&path), FilePath::new(name)) else { continue };
        if yaml::parse(text.as_str()).errors().is_empty() {
            found.entry(folder.to_owned()).or_default().push((file, text));
        }
    }
    found.retain(|_, all| {
        (2..=8).contains(&all.len()) && all.iter().any(|(_, text)| text.contains("imports:"))
    });
    found
}

#[test]
fn names_are_renamed_across_the_files_of_a_folder() {
    let Some(root) = corpus("3-tosca") else { return };
    let open = |all: &[(FilePath, String)]| {
        let mut workspace = Workspace::default();
        for (file, text) in all {
            workspace.files.insert(file.clone(), Content::Text(text.as_str().into()));
        }
        Analysis::of(&workspace, &Choices::default(), &Analysis::default())
    };
    let said = |analysis: &Analysis| -> Vec<Vec<&'static str>> {
        analysis.files().map(|checked| codes(analysis, checked.file())).collect()
    };
    let (mut wrong, mut several) = (String::new(), 0);
    for (folder, all) in folders(&root).into_iter().step_by(every()) {
        let before = open(&all);
        let codes = said(&before);
        for (file, text) in &all {
            if before.file(file).is_none_or(|checked| checked.language().dialect != Some("tosca")) {
                continue;
            }
            for at in declared(text) {
                let edit = Edit::Rename { id: Id(at.clone()), to: FRESH.to_owned() };
                let Ok(change) = before.plan(file, &edit) else { continue };
                if change.edits.len() < 2 {
                    continue;
                }
                several += 1;
                let mut changed = all.clone();
                for (file, text) in &mut changed {
                    if let Some(edit) = change.edits.get(file) {
                        *text = edit.apply(text);
                    }
                }
                let after = said(&open(&changed));
                if after != codes {
                    let _ = writeln!(wrong, "{} {file} {at}:\n  {codes:?}\n  {after:?}", folder.display());
                }
            }
        }
    }
    assert!(several > 10, "only {several} names are named in several files");
    assert!(wrong.is_empty(), "problems changed with a name:\n{wrong}");
}
