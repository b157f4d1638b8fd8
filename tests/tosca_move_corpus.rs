//! In real service templates, types move to files of their own and back, and no problem comes or goes with them.

mod common;

use std::collections::BTreeMap;

use common::corpus::{corpus, files};
use limn::analysis::{Analysis, Choices, MovedDefinition};
use limn::files::{Content, FilePath, Workspace};
use limn::yaml;

/// Step from one file that is examined to the next: all take minutes. `LIMN_EVERY=1` looks into each.
fn every() -> usize {
    std::env::var("LIMN_EVERY").ok().and_then(|text| text.parse().ok()).unwrap_or(16)
}

type Texts = BTreeMap<FilePath, String>;

fn analysis(texts: &Texts) -> Analysis {
    let content = |(file, text): (&FilePath, &String)| (file.clone(), Content::Text(text.as_str().into()));
    let workspace = Workspace { files: texts.iter().map(content).collect(), ..Workspace::default() };
    Analysis::of(&workspace, &Choices::default(), &Analysis::default())
}

fn codes(analysis: &Analysis) -> Vec<&'static str> {
    let mut codes: Vec<_> =
        analysis.files().flat_map(|checked| checked.diagnostics()).map(|found| found.code.name).collect();
    codes.sort_unstable();
    codes
}

/// The comments of all files, in no order that a move keeps.
fn comments(texts: &Texts) -> Vec<String> {
    let of = |text: &String| {
        let document = yaml::parse(text.as_str());
        document
            .comments()
            .iter()
            .map(|comment| text[comment.range.start..comment.range.end].trim_end().to_owned())
            .collect::<Vec<_>>()
    };
    let mut all: Vec<String> = texts.values().flat_map(of).collect();
    all.sort();
    all
}

fn applied(texts: &Texts, moved: MovedDefinition) -> Texts {
    let mut after = texts.clone();
    after.extend(moved.created);
    for (file, edit) in moved.change.edits {
        let text = edit.apply(&after[&file]);
        after.insert(file, text);
    }
    after
}

/// The offset of the key of a definition.
fn offset(text: &str, section: &str, name: &str) -> Option<usize> {
    let document = yaml::parse(text);
    Some(document.root()?.get(section)?.entry(name)?.key.range().start + 1)
}

#[test]
fn a_type_of_the_corpus_moves_to_a_file_of_its_own_and_back() {
    let Some(folder) = corpus("3-tosca") else { return };
    let (mut moves, mut refusals) = (0, BTreeMap::<String, usize>::new());
    for path in files(&folder, &[".yaml", ".yml", ".tosca"]).into_iter().step_by(every()) {
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
        let document = yaml::parse(text.as_str());
        let sections = document.root().into_iter().flat_map(yaml::Node::entries);
        let sections = sections.filter(|entry| entry.key.as_str().is_some_and(|key| key.ends_with("_types")));
        let types = sections.flat_map(|entry| {
            let section = entry.key.as_str().unwrap_or_default().into_owned();
            let names = entry.value.entries().filter_map(|definition| definition.key.as_str()).take(3);
            names.map(|name| (section.clone(), name.into_owned())).collect::<Vec<_>>()
        });
        let (own, other) = (FilePath::new("own.yaml").unwrap(), FilePath::new("other.yaml").unwrap());
        let texts = Texts::from([(own.clone(), text.clone())]);
        let before = analysis(&texts);
        for (section, name) in types {
            let Some(at) = offset(&text, &section, &name) else { continue };
            let moved = match before.move_definition(&own, at, &other) {
                Ok(moved) => moved,
                Err(error) => {
                    let plain = error.to_string().split('`').step_by(2).collect::<Vec<_>>().join("…");
                    *refusals.entry(plain).or_default() += 1;
                    continue;
                }
            };
            moves += 1;
            let place = format!("{}: {name}", path.display());
            let there = applied(&texts, moved);
            assert_eq!(comments(&there), comments(&texts), "{place}");
            let after = analysis(&there);
            assert_eq!(codes(&after), codes(&before), "{place}");
            let own_name = |texts: &Texts, file: &FilePath| offset(&texts[file], &section, &name);
            assert!(own_name(&there, &own).is_none() && own_name(&there, &other).is_some(), "{place}");
            // Back, unless the first file imports the new one.
            let at = own_name(&there, &other).expect("it is there");
            let Ok(back) = after.move_definition(&other, at, &own) else { continue };
            let back = applied(&there, back);
            assert_eq!(comments(&back), comments(&texts), "{place}");
            let value = |text: &str| {
                let values: serde_yaml::Value = serde_yaml::from_str(text).ok()?;
                values.get(&section)?.get(&name).cloned()
            };
            assert_eq!(value(&back[&own]), value(&text), "{place}");
        }
    }
    assert!(moves > 0, "no type can move: {refusals:#?}");
}
