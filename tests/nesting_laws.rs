//! Laws of nested documents (row E5), over samples, documents of the seeds and real descriptors: what is extracted and inlined again is the same model,
//! no problem is new, and the text of what does not take part stays as it is.

mod common;

use std::collections::BTreeMap;

use common::corpus::{corpus, files};
use limn::analysis::{Analysis, Choices, NestingChange};
use limn::files::{Content, FilePath, Workspace};
use limn::graph::Id;
use limn::yaml::{self, Node, Path};

type Texts = BTreeMap<FilePath, String>;

fn analysis(texts: &Texts) -> Analysis {
    let content = |(file, text): (&FilePath, &String)| (file.clone(), Content::Text(text.as_str().into()));
    let workspace = Workspace { files: texts.iter().map(content).collect(), ..Workspace::default() };
    Analysis::of(&workspace, &Choices::default(), &Analysis::default())
}

fn applied(texts: &Texts, change: NestingChange) -> Texts {
    let mut after = texts.clone();
    for (file, edit) in change.change.edits {
        let text = edit.apply(&after[&file]);
        after.insert(file, text);
    }
    after.extend(change.created);
    after
}

/// A value in which the order of keys and of list items means nothing.
fn unordered(node: Node<'_>) -> String {
    let node = node.resolve();
    if node.is_mapping() {
        let mut entries: Vec<String> = node
            .merged_entries()
            .map(|it| format!("{}: {}", it.key.as_str().unwrap_or_default(), unordered(it.value)))
            .collect();
        entries.sort();
        return format!("{{{}}}", entries.join(", "));
    }
    if node.is_sequence() {
        let mut items: Vec<String> = node.items().map(unordered).collect();
        items.sort();
        return format!("[{}]", items.join(", "));
    }
    if node.is_null() { String::new() } else { node.as_str().unwrap_or_default().into_owned() }
}

fn model(text: &str) -> String {
    let document = yaml::parse(text);
    document.root().map(unordered).unwrap_or_default().replace("}, ", "},\n").replace("], ", "],\n")
}

fn comments(texts: &Texts) -> Vec<String> {
    let of = |text: &String| {
        let document = yaml::parse(text.as_str());
        let all = document.comments().iter();
        all.map(|it| text[it.range.start..it.range.end].trim_end().to_owned()).collect::<Vec<_>>()
    };
    let mut all: Vec<String> = texts.values().flat_map(of).collect();
    all.sort();
    all
}

/// The sets of elements to extract: each alone, neighbors, every other one, and all.
fn selections(ids: &[Id]) -> Vec<Vec<Id>> {
    let mut found: Vec<Vec<Id>> = ids.iter().map(|id| vec![id.clone()]).collect();
    found.extend(ids.windows(2).map(<[Id]>::to_vec));
    found.extend(ids.windows(3).map(<[Id]>::to_vec));
    if ids.len() > 3 {
        found.push(ids.iter().step_by(2).cloned().collect());
    }
    found.push(ids.to_vec());
    found
}

fn entries(text: &str, section: &[&str]) -> Vec<Id> {
    let document = yaml::parse(text);
    let at = Path::keys(section.iter().copied());
    let names = document.get(&at).into_iter().flat_map(Node::entries).filter_map(|it| it.key.as_str());
    names.map(|name| Id(at.key(&name))).collect()
}

#[derive(Default)]
struct Counts {
    done: usize,
    inlined: usize,
    refusals: BTreeMap<String, usize>,
}

impl Counts {
    fn refused(&mut self, error: &str) {
        let plain = error.split('`').step_by(2).collect::<Vec<_>>().join("…");
        *self.refusals.entry(plain).or_default() += 1;
    }
}

/// Extracts selections of a document and inlines them again.
fn check(texts: &Texts, own: &FilePath, section: &[&str], counts: &mut Counts) {
    let text = &texts[own];
    let before = analysis(texts);
    let Some(checked) = before.file(own) else { return };
    if checked.broken().is_some() {
        return;
    }
    for ids in selections(&entries(text, section)) {
        let Some(found) = before.extractable(own, &ids) else { continue };
        let place = format!("{own}: {}", ids.iter().map(|id| id.to_string()).collect::<Vec<_>>().join(", "));
        let planned = match before.extract(own, &ids, &found.name, &found.file) {
            Ok(planned) => planned,
            Err(error) => {
                counts.refused(&error.to_string());
                continue;
            }
        };
        counts.done += 1;
        let focus = planned.change.focus.clone().expect("the new element is selected");
        let there = applied(texts, planned);
        assert_eq!(comments(&there), comments(texts), "{place}");
        check_rest(text, &there[own], &found.name, &place);
        let after = analysis(&there);
        let back = match after.inline_nested(own, &focus) {
            Ok(back) => applied(&there, back),
            Err(error) => panic!("{place}: {error}\n--- outer\n{}\n--- nested\n{}", there[own], there[&found.file]),
        };
        assert_eq!(back[&found.file], there[&found.file], "{place}: the nested file stays");
        assert_eq!(model(&back[own]), model(text), "{place}\n--- outer\n{}\n--- nested\n{}", there[own], there[&found.file]);
        counts.inlined += 1;
    }
}

/// The lines that stay are as they were and in their order, but for those that name the new element.
fn check_rest(before: &str, after: &str, name: &str, place: &str) {
    let mut old = before.lines();
    let mut unknown = Vec::new();
    for line in after.lines() {
        let mut ahead = old.clone();
        match ahead.any(|it| it == line) {
            true => old = ahead,
            false => unknown.push(line),
        }
    }
    // The lines of the new element, and the values that it has.
    let first = unknown.iter().position(|line| line.trim().trim_matches('"').starts_with(name));
    assert!(unknown.is_empty() || first.is_some() || unknown.iter().any(|it| it.contains(name)), "{place}: {unknown:#?}");
}

fn one(own: &str, text: &str) -> (Texts, FilePath) {
    let own = FilePath::new(own).expect("a plain name");
    (Texts::from([(own.clone(), text.to_owned())]), own)
}

#[test]
fn e5_samples_of_assemblies_are_extracted_and_inlined() {
    let mut counts = Counts::default();
    for name in ["h_bta", "media_edge", "streamer_cluster"] {
        let path = format!("{}/public/samples/{name}.yaml", env!("CARGO_MANIFEST_DIR"));
        let (texts, own) = one(&format!("{name}.yaml"), &std::fs::read_to_string(path).expect("the sample exists"));
        check(&texts, &own, &["composition"], &mut counts);
    }
    println!("{} done, {} inlined, {:#?}", counts.done, counts.inlined, counts.refusals);
    assert!(counts.done > 5, "{:#?}", counts.refusals);
}

#[test]
fn e5_real_assemblies_are_extracted_and_inlined() {
    let Some(folder) = corpus("2-cp4na-lmctl") else { return };
    let mut counts = Counts::default();
    for path in files(&folder, &[".yaml", ".yml"]) {
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
        let (texts, own) = one("own.yaml", &text);
        check(&texts, &own, &["composition"], &mut counts);
    }
    println!("{} done, {} inlined, {:#?}", counts.done, counts.inlined, counts.refusals);
    assert!(counts.done > 20, "{:#?}", counts.refusals);
}
