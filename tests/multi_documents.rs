//! Laws of files with several YAML documents (row T10), over the project's own documents, joined:
//!
//! - checking, drawing and asking about a document of a file gives what the document alone gives, shifted by its offset;
//! - an edit of a document is the edit of the document alone, shifted, and changes no byte outside it;
//! - a file with one document is read as before.

mod common;
#[path = "common/edits.rs"]
#[allow(dead_code, reason = "each test takes what it needs")]
mod edits;

use std::sync::Arc;

use common::documents;
use limn::analysis::{Analysis, Checked, Choices, fix_all};
use limn::diagnostic::{Diagnostic, Fix, FixEdit, Related};
use limn::edit::{Edit, Input};
use limn::files::{FilePath, Workspace};
use limn::graph::Id;
use limn::text::{Indel, TextEdit, TextRange};
use limn::yaml::{self, Path};
use limn_check::check;
use proptest::prelude::*;

/// Lines between two documents.
const BETWEEN: [&str; 6] = [
    "---\n",
    "...\n---\n",
    "--- # next\n",
    "\n# the end\n---\n\n# the next one\n",
    "...\n# between\n%YAML 1.2\n---\n",
    "---\n---\n",
];

/// Reports of a first document about the others.
const ABOUT_OTHERS: [&str; 2] = ["tosca/second-document", "assembly/not-a-descriptor"];

fn file() -> FilePath {
    FilePath::new("shop.yaml").expect("a name")
}

/// The documents that can be joined: single ones that end in a line break.
fn singles() -> Vec<&'static str> {
    let is_single = |text: &&str| {
        let has_marker =
            text.lines().any(|line| ["---", "...", "%"].iter().any(|mark| line.starts_with(mark)));
        let has_content =
            text.lines().any(|line| !line.trim().is_empty() && !line.trim_start().starts_with('#'));
        text.ends_with('\n') && has_content && !has_marker && !text.contains(['\u{feff}', '\r', '<'])
    };
    documents::texts().iter().map(String::as_str).filter(is_single).collect()
}

fn moved(range: TextRange, by: usize) -> TextRange {
    TextRange::new(range.start + by, range.end + by)
}

fn moved_edit(edit: &TextEdit, by: usize) -> TextEdit {
    let indels = edit.indels().iter().map(|indel| Indel { delete: moved(indel.delete, by), ..indel.clone() });
    TextEdit::from_indels(indels.collect()).expect("the order is the same")
}

fn moved_diagnostic(found: &Diagnostic, by: usize) -> Diagnostic {
    let fix = |fix: &Fix| match &fix.edit {
        FixEdit::Text(edit) => Fix { edit: FixEdit::Text(moved_edit(edit, by)), ..fix.clone() },
        FixEdit::Ops(_) => fix.clone(),
    };
    Diagnostic {
        range: moved(found.range, by),
        follows: found.follows.map(|range| moved(range, by)),
        related: found
            .related
            .iter()
            .map(|related| Related { range: moved(related.range, by), ..related.clone() })
            .collect(),
        fixes: found.fixes.iter().map(fix).collect(),
        ..found.clone()
    }
}

/// The documents of a file, each with the analysis of its text alone and its offset.
fn apart(text: &str) -> (Analysis, Vec<(Arc<Checked>, Analysis, usize)>) {
    let joined = Analysis::of_text(&file(), text);
    let parts = joined.documents(&file()).iter().map(|part| {
        let own = part.own_range();
        (Arc::clone(part), Analysis::of_text(&file(), &text[own.start..own.end]), own.start)
    });
    let parts = parts.collect();
    (joined, parts)
}

fn check_alike(part: &Checked, alone: &Checked, by: usize, text: &str) {
    assert_eq!(part.language(), alone.language(), "{text}");
    let is_own = |found: &&Diagnostic| part.nth() > 0 || !ABOUT_OTHERS.contains(&found.code.name);
    let found: Vec<Diagnostic> = part.diagnostics().iter().filter(is_own).cloned().collect();
    let expected: Vec<Diagnostic> = alone
        .diagnostics()
        .iter()
        .filter(is_own)
        .map(|diagnostic| moved_diagnostic(diagnostic, by))
        .collect();
    assert_eq!(found, expected, "{text}");
    assert_eq!(part.graph(), alone.graph(), "{text}");
    assert_eq!(part.diagrams(), alone.diagrams(), "{text}");
    assert_eq!(part.places(), alone.places());
    let keys = |checked: &Checked, by: usize| -> Vec<(String, TextRange, TextRange)> {
        checked
            .symbols()
            .into_iter()
            .map(|symbol| (symbol.name, moved(symbol.key, by), moved(symbol.range, by)))
            .collect()
    };
    assert_eq!(keys(part, 0), keys(alone, by), "{text}");
    for thing in edits::things(alone.graph()) {
        assert_eq!(part.sheet(&thing), alone.sheet(&thing), "{thing} in {text}");
        let range = alone.range_of(&thing).map(|(key, whole)| (moved(key, by), moved(whole, by)));
        assert_eq!(part.range_of(&thing), range, "{thing} in {text}");
    }
}

fn ask_alike(part: &Checked, alone: &Checked, by: usize, at: usize) {
    let offset = at.min(alone.text().len());
    if !alone.text().is_char_boundary(offset) {
        return;
    }
    let labels = |checked: &Checked, offset: usize, by: usize| -> Vec<(String, TextRange)> {
        checked.complete(offset).into_iter().map(|offer| (offer.label, moved(offer.range, by))).collect()
    };
    assert_eq!(labels(part, offset + by, 0), labels(alone, offset, by));
    let hovered =
        |checked: &Checked, offset: usize| checked.hover(offset).map(|hover| (hover.range, hover.title));
    let expected = hovered(alone, offset).map(|(range, title)| (moved(range, by), title));
    assert_eq!(hovered(part, offset + by), expected);
    assert_eq!(part.at(offset + by), alone.at(offset));
    let places: Vec<TextRange> = alone.references(offset).into_iter().map(|range| moved(range, by)).collect();
    assert_eq!(part.references(offset + by), places);
}

/// Edits of every kind that a form or the canvas makes.
fn some_edits(checked: &Checked) -> Vec<Edit> {
    let mut all = Vec::new();
    for id in edits::things(checked.graph()) {
        all.push(Edit::Remove { ids: vec![id.clone()] });
        all.push(Edit::Disconnect { id: id.clone() });
        all.push(Edit::Rename { id: id.clone(), to: "renamed".to_owned() });
        all.push(Edit::Note { of: id.clone(), text: "a note".to_owned() });
        let fields = checked.sheet(&id).map(|sheet| sheet.fields).unwrap_or_default();
        for field in fields.into_iter().take(6) {
            let key = Path::keys([field.key.as_str()]);
            all.push(Edit::Set { of: id.clone(), key, input: Input::Text("text".to_owned()) });
        }
    }
    for template in checked.palette().into_iter().take(8) {
        all.push(Edit::Add { template: template.id, name: None, place: None, on: Vec::new() });
    }
    all.push(Edit::Remove { ids: edits::things(checked.graph()) });
    all.push(Edit::Set {
        of: Id(Path::root()),
        key: Path::keys(["description"]),
        input: Input::Text("last".to_owned()),
    });
    all
}

fn edit_alike(joined: &Analysis, part: &Checked, alone: &Analysis, by: usize) {
    let shown = joined.showing(&file(), part.nth());
    let own = part.own_range();
    let (text, alone_text) = (part.text(), alone.file(&file()).expect("it is read").text());
    for edit in some_edits(alone.file(&file()).expect("it is read")) {
        let (together, apart) = (shown.plan(&file(), &edit), alone.plan(&file(), &edit));
        let (Ok(together), Ok(apart)) = (&together, &apart) else {
            assert_eq!(together, apart, "{edit:?} in {text}");
            continue;
        };
        assert_eq!(together.focus, apart.focus);
        let of = |change: &limn::analysis::Change| change.edits.get(&file()).cloned().unwrap_or_default();
        let (done, expected) = (of(together), moved_edit(&of(apart), by));
        let inside = |indel: &Indel| own.start <= indel.delete.start && indel.delete.end <= own.end;
        assert!(done.indels().iter().all(inside), "{edit:?}: {done:?} in {text}");
        let after = done.apply(text);
        let rest = &text[own.end..];
        assert!(after.starts_with(&text[..own.start]) && after.ends_with(rest), "{edit:?} in {text}");
        // A line break is added where the next marker needs one.
        let now = after[own.start..after.len() - rest.len()].to_owned();
        let then = of(apart).apply(alone_text);
        assert_eq!(now.trim_end_matches('\n'), then.trim_end_matches('\n'), "{edit:?}: {expected:?}");
        assert!(rest.is_empty() || now.is_empty() || now.ends_with('\n'), "{edit:?}: {after}");
    }
}

/// A text of some documents.
fn joined(texts: &[&str], between: &[usize]) -> String {
    let mut joined = String::new();
    for (at, text) in texts.iter().enumerate() {
        if at > 0 {
            joined.push_str(BETWEEN[between[at % between.len()] % BETWEEN.len()]);
        }
        joined.push_str(text);
    }
    joined
}

/// Texts of documents, each read as one: a broken one can end the others' lines.
fn texts_of(indexes: &[usize]) -> Vec<&'static str> {
    let all = singles();
    indexes.iter().map(|at| all[at % all.len()]).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn t10_a_document_of_a_file_is_what_it_is_alone(
        indexes in prop::collection::vec(any::<usize>(), 2..5),
        between in prop::collection::vec(any::<usize>(), 1..5),
        offsets in prop::collection::vec(any::<usize>(), 12),
    ) {
        let texts = texts_of(&indexes);
        let text = joined(&texts, &between);
        let (joined, parts) = apart(&text);
        prop_assert_eq!(parts.len(), texts.len());
        for (part, alone_analysis, by) in &parts {
            let alone = alone_analysis.file(&file()).expect("it is read");
            check_alike(part, alone, *by, &text);
            for at in &offsets {
                ask_alike(part, alone, *by, at % (alone.text().len() + 1));
            }
            edit_alike(&joined, part, alone_analysis, *by);
        }
    }
}

fn workspace(text: &str) -> Workspace {
    Workspace::of(file(), text)
}

const TOSCA: &str = "tosca_definitions_version: tosca_simple_yaml_1_3\ntopology_template:\n  node_templates:\n    web:\n      type: tosca.nodes.Compute\n";
const ASSEMBLY: &str = "name: assembly::shop::1.0\ncomposition:\n  web:\n    type: resource::web::1.0\n";

#[test]
fn t10_each_document_has_its_own_language() {
    let text = format!("{TOSCA}---\n{ASSEMBLY}---\nkind: Deployment\nmetadata: {{name: web}}\n");
    let analysis = Analysis::of_text(&file(), &text);
    let labels = analysis.documents(&file()).iter().map(|checked| checked.label());
    let labels: Vec<(String, String)> = labels.map(|label| (label.name, label.language)).collect();
    let expected =
        [("", "TOSCA 1.3"), ("assembly::shop::1.0", "Assembly descriptor"), ("web", "Not recognized")];
    assert_eq!(labels, expected.map(|(name, language)| (name.to_owned(), language.to_owned())));
    let nodes = |nth: usize| analysis.documents(&file())[nth].graph().nodes.len();
    assert_eq!([nodes(0), nodes(1), nodes(2)], [1, 1, 0]);
}

/// Each problem is reported at its place, in every language.
#[test]
fn t10_problems_of_all_documents_are_reported() {
    check(
        "\
tosca_definitions_version: tosca_simple_yaml_1_3
topology_template:
  node_templates:
    web: {type: my.Web}
#               ^^^^^^ error[tosca/unknown-node-type]: unknown node type `my.Web`
---
name: assembly::shop::1.0
#^^^^^^^^^^^^^^^^^^^^^^^^ error[tosca/second-document]: a second YAML document starts here; processors ignore it
composition:
  web:
# ^^^ warning[assembly/unplaced-component]
    type: resource::web::1.0
    quantity: many
#             ^^^^ error[assembly/malformed-quantity]
---
a: [1
#  ^ error[common/not-yaml]: unclosed `[`
",
        |text| Analysis::of_text(&file(), text).diagnostics(&file()).cloned().collect(),
    );
}

#[test]
fn t10_directives_belong_to_their_document() {
    let text =
        format!("%TAG !e! tag:example.com,2000:\n---\na: !e!b 1\n...\n---\nb: !e!c 2\n---\n{ASSEMBLY}");
    let analysis = Analysis::of_text(&file(), &text);
    let [first, second, third] = analysis.documents(&file()) else { panic!("three documents") };
    assert!(first.broken().is_none());
    assert!(second.broken().is_some(), "the handle is declared for the first document only");
    assert_eq!(
        third.diagnostics().iter().filter(|diagnostic| diagnostic.code.name.starts_with("common/")).count(),
        0
    );
}

#[test]
fn t10_names_do_not_leak_between_documents() {
    let types = "tosca_definitions_version: tosca_simple_yaml_1_3\nnode_types:\n  my.Web: {derived_from: tosca.nodes.Root}\n";
    let uses = "tosca_definitions_version: tosca_simple_yaml_1_3\ntopology_template:\n  node_templates:\n    web: {type: my.Web}\n";
    let text = format!("{types}---\n{uses}");
    let analysis = Analysis::of_text(&file(), &text);
    let messages: Vec<&str> =
        analysis.documents(&file())[1].diagnostics().iter().map(|diagnostic| diagnostic.code.name).collect();
    assert_eq!(messages, ["tosca/unknown-node-type"]);
    let at = |word: &str| text.find(word).expect("it is there") + 1;
    assert_eq!(analysis.definition(&file(), at("my.Web}")), None);
    let renamed = analysis.rename_at(&file(), at("my.Web:"), "my.Shop").expect("a name").expect("planned");
    let after = renamed.edits[&file()].apply(&text);
    assert_eq!(after, text.replacen("my.Web:", "my.Shop:", 1));
}

#[test]
fn t10_other_files_see_the_first_document() {
    let types = "tosca_definitions_version: tosca_simple_yaml_1_3\nnode_types:\n  my.Web: {derived_from: tosca.nodes.Root}\n";
    let uses = "tosca_definitions_version: tosca_simple_yaml_1_3\nimports: [shop.yaml]\ntopology_template:\n  node_templates:\n    web: {type: my.Web}\n";
    let text = format!("{types}---\n{types}");
    let other = FilePath::new("other.yaml").expect("a name");
    let mut workspace = workspace(&text);
    workspace.files.insert(other.clone(), limn::files::Content::Text(uses.into()));
    let analysis = Analysis::of(&workspace, &Choices::default(), &Analysis::default());
    assert_eq!(analysis.diagnostics(&other).count(), 0);
    let second = text.rfind("my.Web").expect("it is there") + 1;
    let first = text.find("my.Web").expect("it is there") + 1;
    let files = |offset: usize| -> Vec<String> {
        let renamed = analysis.rename_at(&file(), offset, "my.Shop").expect("a name").expect("planned");
        renamed.edits.keys().map(ToString::to_string).collect()
    };
    assert_eq!(files(first), ["other.yaml", "shop.yaml"]);
    assert_eq!(files(second), ["shop.yaml"]);
    let found = |offset: usize| analysis.references(&file(), offset).expect("a name").references.len();
    assert_eq!((found(first), found(second)), (1, 0));
    // The one that is shown makes no difference to other files.
    let shown = analysis.showing(&file(), 1);
    let at = uses.find("my.Web").expect("it is there") + 1;
    assert_eq!(shown.definition(&other, at).map(|location| location.range.start), Some(first - 1));
    let renamed = shown.rename_at(&other, at, "my.Shop").expect("a name").expect("planned");
    assert_eq!(renamed.edits[&file()].apply(&text), text.replacen("my.Web", "my.Shop", 1));
}

#[test]
fn t10_safe_fixes_of_all_documents_are_applied() {
    let assembly = ASSEMBLY.replace("type: resource", "Type: resource");
    let wrong = TOSCA.replace("type: tosca", "Type: tosca");
    let text = format!("{wrong}---\n{assembly}---\n{wrong}");
    let fixed = fix_all(&workspace(&text), &Choices::default(), &[file()]);
    let after = &fixed.texts[&file()];
    assert!(!after.contains("Type"), "{after}");
    assert_eq!(after.matches("---\n").count(), 2);
}

#[test]
fn t10_a_fix_is_found_by_its_index_in_the_file() {
    let wrong = TOSCA.replace("type: tosca", "Type: tosca");
    let text = format!("{wrong}---\n{wrong}");
    let analysis = Analysis::of_text(&file(), &text);
    let places: Vec<usize> = text.match_indices("Type").map(|(at, _)| at).collect();
    let at = analysis
        .diagnostics(&file())
        .position(|diagnostic| diagnostic.range.start == places[1])
        .expect("it is reported");
    let change = analysis.fix(&file(), at, 0).expect("it can be planned");
    assert!(analysis.verify_fix(&file(), at, 0, &change).is_ok());
    let after = change.edits[&file()].apply(&text);
    assert_eq!(&after[..places[1]], &text[..places[1]]);
    assert_ne!(&after[places[1]..], &text[places[1]..]);
}

#[test]
fn t10_an_edit_at_the_end_of_a_document_stays_before_the_next() {
    for between in BETWEEN {
        // The last line of the document has nothing behind it but the marker.
        let text = format!("{ASSEMBLY}{between}{TOSCA}");
        let analysis = Analysis::of_text(&file(), &text);
        for nth in 0..2 {
            let shown = analysis.showing(&file(), nth);
            let checked = shown.file(&file()).expect("it is open");
            let own = checked.own_range();
            for edit in some_edits(checked) {
                let Ok(change) = shown.plan(&file(), &edit) else { continue };
                let after = change.edits.get(&file()).cloned().unwrap_or_default().apply(&text);
                assert!(after.starts_with(&text[..own.start]), "{edit:?}: {after}");
                assert!(after.ends_with(&text[own.end..]), "{edit:?}: {after}");
                let now = Analysis::of_text(&file(), &after);
                let left = now.documents(&file()).len();
                assert!(left == 2 || matches!(edit, Edit::Remove { .. }), "{edit:?}: {after}");
            }
        }
    }
}

#[test]
fn t10_many_documents_are_bounded() {
    let quick = |text: &str| {
        let analysis = Analysis::of_text(&file(), text);
        let count = analysis.documents(&file()).len();
        let last = analysis.documents(&file()).last().expect("one document").diagnostics().last().cloned();
        (count, last)
    };
    assert_eq!(quick(&"---\n".repeat(100_000)).0, 1);
    let (count, last) = quick(&"---\na: 1\n".repeat(100_000));
    assert_eq!(count, yaml::MAX_DOCUMENTS);
    let last = last.expect("a diagnostic");
    assert_eq!(last.code.name, "common/too-many-documents");
    assert_eq!(last.message, "more than 100 documents; the documents from here on are not checked");
    assert_eq!((last.range.start, last.range.end), (900, 903));
    assert_eq!(quick(&"---\na: 1\n".repeat(100)).1, None);
    let (count, last) = quick(&format!("{ASSEMBLY}---\n").repeat(1_000));
    assert_eq!(count, yaml::MAX_DOCUMENTS);
    assert!(last.is_some());
}

#[test]
fn t10_a_single_document_is_read_as_before() {
    for text in
        ["", "---\n", "# c\n---\na: 1\n", "a: 1\n...\n", "a: 1\n...\nb: 2\n", "a: 1\n---\n", "a: |\n  ---\n"]
    {
        let stream = yaml::parse_stream(text);
        assert_eq!(stream.documents.len(), 1, "{text}");
        let whole = yaml::parse(text);
        assert_eq!(format!("{:?}", stream.documents[0]), format!("{whole:?}"));
    }
    // A conflict of two documents cannot be read part by part.
    let text = "a: 1\n<<<<<<< ours\nb: 1\n---\nc: 2\n=======\nb: 2\n>>>>>>> theirs\n";
    assert_eq!(yaml::parse_stream(text).documents.len(), 1);
}

/// A definition of one document moves to another file, and the other documents stay.
#[test]
fn t10_files_with_byte_order_marks_can_be_joined() {
    let stream = yaml::parse_stream("a: 1\n\u{feff}---\nb: 2\n");
    assert_eq!(stream.documents.len(), 2);
    assert_eq!(yaml::parse_stream("\u{feff}---\na: 1\n").documents.len(), 1);
}

#[test]
fn t10_a_definition_moves_out_of_its_document() {
    let types = "tosca_definitions_version: tosca_simple_yaml_1_3\nnode_types:\n  my.Web: {derived_from: tosca.nodes.Root}\n  my.Db: {derived_from: tosca.nodes.Root}\n";
    let text = format!("{types}---\n{types}");
    let analysis = Analysis::of_text(&file(), &text);
    let to = FilePath::new("web.yaml").expect("a name");
    let first = text.find("my.Web").expect("it is there");
    let moved = analysis.move_definition(&file(), first, &to).expect("it can move");
    let after = moved.change.edits[&file()].apply(&text);
    assert!(after.ends_with(&format!("---\n{types}")), "{after}");
    assert_eq!(after.matches("my.Web").count(), 1, "{after}");
}
