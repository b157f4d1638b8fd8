//! Fixes can be trusted: the law of `common::fixes` over every document of the fixtures and of the corpus, and the cases that once broke it.

mod common;

use std::fs;

use common::corpus::{corpus, files};
use common::documents;
use common::fixes::faults;
use limn::analysis::{Analysis, Choices, Fixed, Objection, fix_all};
use limn::files::{Content, FilePath, Workspace};

#[track_caller]
fn none(faults: &[String], of: usize) {
    let heads: Vec<&str> = faults.iter().filter_map(|fault| fault.lines().next()).collect();
    let shown: Vec<&str> =
        faults.iter().map(String::as_str).filter(|fault| fault.len() < 8_000).take(8).collect();
    let count = faults.len();
    assert!(
        faults.is_empty(),
        "{count} faults in {of} documents:\n{}\n\n{}",
        heads.join("\n"),
        shown.join("\n\n")
    );
}

#[test]
fn the_law_holds_for_every_document_of_the_fixtures() {
    let name = FilePath::new("assembly.yaml").expect("a file's name");
    let (mut found, mut count) = (Vec::new(), 0);
    for text in documents::of_fixtures() {
        // As another editor would have written it.
        for text in [
            text.replace('\n', " # behind\n").replace(": | # behind\n", ": |\n"),
            text.replace('\n', "\r\n"),
            text,
        ] {
            found.extend(faults(&name, &text));
            count += 1;
        }
    }
    assert!(count > 300, "only {count} documents");
    none(&found, count);
}

#[test]
fn the_law_holds_for_every_document_of_the_corpus() {
    let (mut found, mut count) = (Vec::new(), 0);
    for family in ["1-tnco-assembly", "2-cp4na-lmctl", "3-tosca", "4-brooklyn-tosca", "5-onap-has"] {
        let Some(folder) = corpus(family) else { return };
        for path in files(&folder, &[".yaml", ".yml", ".meta"]) {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let (Ok(text), Ok(name)) = (fs::read_to_string(&path), FilePath::new(&name)) else { continue };
            // Larger ones are many of the same.
            if text.len() > 256 << 10 {
                continue;
            }
            found
                .extend(faults(&name, &text).into_iter().map(|fault| format!("{}: {fault}", path.display())));
            count += 1;
        }
    }
    none(&found, count);
}

fn fixed(text: &str) -> (Option<String>, Fixed) {
    let file = FilePath::new("service.yaml").expect("a file's name");
    let workspace = Workspace::of(file.clone(), text);
    let fixed = fix_all(&workspace, &Choices::default(), std::slice::from_ref(&file));
    (fixed.texts.get(&file).map(ToString::to_string), fixed)
}

#[track_caller]
fn becomes(before: &str, after: &str) {
    let (text, fixed) = fixed(before);
    assert_eq!(text.as_deref(), Some(after), "{:#?}", fixed.left_out);
    assert_eq!(fixed.left_out, []);
    let file = FilePath::new("service.yaml").expect("a file's name");
    none(&faults(&file, before), 1);
}

#[track_caller]
fn stays(text: &str) {
    let (now, fixed) = fixed(text);
    assert_eq!((now, fixed.applied), (None, 0));
    let file = FilePath::new("service.yaml").expect("a file's name");
    none(&faults(&file, text), 1);
}

const TOSCA: &str = "tosca_definitions_version: tosca_simple_yaml_1_3\n";

#[test]
fn metadata_is_written_once_and_comments_go_along() {
    becomes(
        &format!(
            "# a service\n{TOSCA}\n# who\ntemplate_name: shop   # the name\ntemplate_author: 'me'\ntemplate_version: 1.0 # first\ndescription: d\n"
        ),
        &format!(
            "# a service\n{TOSCA}\nmetadata:\n  # who\n  template_name: shop   # the name\n  template_author: 'me'\n  template_version: 1.0 # first\ndescription: d\n"
        ),
    );
    becomes(
        &format!(
            "{TOSCA}metadata:\n    a: b # kept\ntemplate_name: shop # the name\ntemplate_version: 1.0\n"
        ),
        &format!(
            "{TOSCA}metadata:\n    a: b # kept\n    template_name: shop # the name\n    template_version: 1.0\n"
        ),
    );
    becomes(
        &format!("{TOSCA}metadata: {{a: b}}\ntemplate_name: shop\ntemplate_version: 1.0\n"),
        &format!("{TOSCA}metadata: {{a: b, template_name: shop, template_version: 1.0}}\n"),
    );
    becomes(
        &format!("{TOSCA}metadata:\r\ntemplate_name: shop # n\r\n").replace("_1_3\n", "_1_3\r\n"),
        &format!("{TOSCA}metadata:\r\n  template_name: shop # n\r\n").replace("_1_3\n", "_1_3\r\n"),
    );
    // Its comment would be lost, or another fault shown.
    stays(&format!("{TOSCA}metadata: {{a: b}}\ntemplate_name: shop # the name\n"));
    stays(&format!("{TOSCA}template_version: 1.0.0-SNAPSHOT\n"));
}

#[test]
fn only_plain_slips_are_fixed() {
    stays(&format!("{TOSCA}...\n%TAG !e! tag:example.com,2000:\n---\na: 1\n"));
    stays("%YAML 1.2\n---\na: 1\n...\n%TAG !e! tag:example.com,2000:\n---\na: !e!x 1\n");
    stays(&format!("{TOSCA}topology_template:\n  inputs:\n    a: {{type: string, required: !!str no}}\n"));
    stays(&format!(
        "{TOSCA}topology_template:\n  inputs:\n    a:\n      -type: string\n      type: string\n"
    ));
    stays(&format!("{TOSCA}topology_template:\n  inputs:\n    a:\n      -type: string\n"));
    stays("name: assembly::a::1.0\ncomposition:\n  b:\n    -type: resource::r::1.0\n");
}

#[test]
fn a_flag_without_a_tag_is_written_as_one() {
    becomes(
        &format!("{TOSCA}topology_template:\n  inputs:\n    a: {{type: string, required: no}}\n"),
        &format!("{TOSCA}topology_template:\n  inputs:\n    a: {{type: string, required: false}}\n"),
    );
}

#[test]
fn every_reason_for_leaving_a_fix_out_is_named() {
    let text = format!(
        "{TOSCA}node_types: {{my.N: {{derived_from: tosca.nodes.Root, requirements: [{{a: {{Node: Node}}}}]}}}}\n"
    );
    let (now, fixed) = fixed(&text);
    assert_eq!(now, None);
    let [left_out] = &fixed.left_out[..] else { panic!("{:#?}", fixed.left_out) };
    assert_eq!((left_out.line, left_out.code), (2, "tosca/unknown-keyname"));
    assert_eq!(left_out.reason, Objection::NewError("tosca/unknown-required-node"));
}

/// One fault among many costs a few more looks, not one for each of them.
#[test]
fn many_fixes_and_a_few_bad_ones_are_separated_in_time() {
    let good: Vec<String> =
        (0..1_500).map(|at| format!("    a{at}: {{type: string, required: no}} # {at}\n")).collect();
    let bad: Vec<String> = (0..6)
        .map(|at| {
            format!("  my.N{at}: {{derived_from: tosca.nodes.Root, requirements: [{{a: {{Node: Node}}}}]}}\n")
        })
        .collect();
    let (good, bad) = (good.concat(), bad.concat());
    let text = format!("{TOSCA}node_types:\n{bad}topology_template:\n  inputs:\n{good}");
    let start = std::time::Instant::now();
    let (now, fixed) = fixed(&text);
    assert_eq!((fixed.applied, fixed.left_out.len()), (1_500, 6));
    assert_eq!(now.expect("it changed"), text.replace("required: no}", "required: false}"));
    assert!(start.elapsed().as_secs() < 60, "{:?}", start.elapsed());
}
/// Texts in which the fix of a rule would break the YAML or lose a comment, and so is for a person to decide on.
const BREAKERS: &[(&str, &str)] = &[
    // Behind the blank, `|` and `>` begin a text that takes in the comment below.
    ("x:\n  a:|\n    b # c\n", "common/missing-blank-after-colon"),
    ("x:\n  a:>\n   # c\n", "common/missing-blank-after-colon"),
    // Without the marker, two documents are one that is not YAML, or a comment is text.
    ("a: 1 # c\n...\n  b: 2\n", "common/ellipsis"),
    ("a: |\n x\n...\n # c\nb: 1\n", "common/ellipsis"),
    ("a:\n- b\n...\nc\n", "common/ellipsis"),
    ("a: b\n...\n{c: d}\n", "common/ellipsis"),
    ("a\n...\nb: 1\n", "common/ellipsis"),
    // Without the character before it, a sign means what it means in YAML.
    ("a: |\u{200b}\n  # c\n", "common/invisible-character"),
    ("a: \u{a0}|\n  # c\nb: 1\n", "common/invisible-character"),
    ("a: \u{200b}'\n", "common/invisible-character"),
    ("a: \u{200b}[\n", "common/invisible-character"),
    ("a: \u{200b}*x\n", "common/invisible-character"),
    ("a: \u{200b}@x\n", "common/invisible-character"),
    ("a: \u{200b}{b # c\n", "common/invisible-character"),
    // A text of several lines ends at a comment.
    ("a: b // c\n  d\n", "common/slash-comment"),
    ("k: v // x\n  w // y\n", "common/slash-comment"),
    ("a: > 5 # c\n  b # d\n", "common/unquoted-comparison"),
];

#[test]
fn a_fix_that_would_break_the_text_is_not_called_safe() {
    let file = FilePath::new("service.yaml").expect("a file's name");
    for (text, code) in BREAKERS {
        let analysis = Analysis::of_text(&file, text);
        let diagnostics = analysis.file(&file).expect("it is open").diagnostics();
        let own: Vec<_> = diagnostics.iter().filter(|found| found.code.name == *code).collect();
        assert!(own.iter().any(|found| !found.fixes.is_empty()), "nothing is offered: {text:?}");
        assert!(own.iter().flat_map(|found| &found.fixes).all(|fix| !fix.safe), "{text:?}: {own:#?}");
        none(&faults(&file, text), 1);
    }
}

/// The text after the first fix of the first problem of a check, and the value that the author replaces.
#[track_caller]
fn filled_in(text: &str, resource: &str, code: &str) -> (String, String) {
    let [file, other] = ["assembly.yaml", "resource.yaml"].map(|name| FilePath::new(name).expect("a name"));
    let mut workspace = Workspace::of(file.clone(), text);
    workspace.files.insert(other, Content::Text(resource.into()));
    let analyze = |workspace: &Workspace| Analysis::of(workspace, &Choices::default(), &Analysis::default());
    let before = analyze(&workspace);
    let of_code = |analysis: &Analysis| {
        let found = analysis.file(&file).expect("the file").diagnostics();
        (
            found.iter().position(|diagnostic| diagnostic.code.name == code),
            found.iter().filter(|diagnostic| diagnostic.code.name == code).count(),
        )
    };
    let (Some(at), count) = of_code(&before) else { panic!("no {code}") };
    let added = before.added_by_fix(&file, at, 0).expect("a value to replace");
    let change = before.fix(&file, at, 0).expect("a fix");
    let after = change.edits[&file].apply(text);
    workspace.files.insert(file.clone(), Content::Text(after.as_str().into()));
    let analysis = analyze(&workspace);
    assert_eq!(of_code(&analysis).1, count - 1, "{after}");
    let range = analysis.file(&file).and_then(|checked| checked.value_range(&added)).expect("the value");
    let value = after[range.start..range.end].to_owned();
    (after, value)
}

#[test]
fn missing_properties_are_written_with_a_value_to_replace() {
    let resource = "name: resource::r::1.0\nproperties:\n  key_name: {type: string, required: true}\n  \
                    count: {type: integer, required: true, default: 1}\n  size: {type: integer, required: true}\noperations:\n  \
                    attach:\n    properties:\n      port: {type: integer, required: true}\n";
    let head = "name: assembly::a::1.0\ncomposition:\n  one: # ours\n    type: resource::r::1.0\n";
    let (text, value) = filled_in(head, resource, "assembly/missing-property");
    let one = format!("{head}    properties:\n      key_name:\n        value: ''\n");
    assert_eq!((text, value.as_str()), (one.clone(), ""));
    let (text, value) = filled_in(&one, resource, "assembly/missing-property");
    assert_eq!((text, value.as_str()), (format!("{one}      size:\n        value: 0\n"), "0"));
    let flow = "name: assembly::a::1.0\ncomposition: {one: {type: 'resource::r::1.0', properties: {size: {value: 2}}}}\n";
    let (text, value) = filled_in(flow, resource, "assembly/missing-property");
    let after = flow.replace("{value: 2}}", "{value: 2}, key_name: {value: ''}}");
    assert_eq!((text, value.as_str()), (after, ""));

    let wired = head.replace(
        "    type: resource::r::1.0\n",
        "    type: resource::r::1.0\n    properties: {key_name: {value: k}, size: {value: 1}}\nrelationships:\n  r:\n    source-capabilities: [one.a]\n    \
         target-requirements: [one.b]\n    lifecycle: {Create: [target.attach]}\n",
    );
    let (text, value) = filled_in(&wired, resource, "assembly/missing-operation-property");
    assert_eq!((text, value.as_str()), (format!("{wired}    properties: {{port: {{value: 0}}}}\n"), "0"));

    let data = "name: assembly::a::1.0\ncomposition: {}\ndata-types:\n  tag:\n    properties:\n      name: {type: string, required: true}\n      \
                many: {type: list, required: true}\nproperties:\n  tag:\n    type: tag\n    default:\n      name: x\n";
    let (text, value) = filled_in(data, resource, "assembly/mismatched-data");
    assert_eq!((text, value.as_str()), (format!("{data}      many: []\n"), "[]"));
}

#[test]
fn nothing_is_written_into_a_shared_value() {
    let file = FilePath::new("assembly.yaml").expect("a file's name");
    let text = "name: assembly::a::1.0\ncomposition:\n  one: &one {type: 'resource::r::1.0'}\n  two: *one\n";
    let mut workspace = Workspace::of(file.clone(), text);
    let resource = "name: resource::r::1.0\nproperties: {size: {type: integer, required: true}}\n";
    workspace.files.insert(FilePath::new("r.yaml").expect("a name"), Content::Text(resource.into()));
    let analysis = Analysis::of(&workspace, &Choices::default(), &Analysis::default());
    let found = analysis.file(&file).expect("the file").diagnostics();
    let fixes: Vec<usize> = found
        .iter()
        .filter(|diagnostic| diagnostic.code.name == "assembly/missing-property")
        .map(|diagnostic| diagnostic.fixes.len())
        .collect();
    assert_eq!(fixes, [1, 0]);
}

/// The path of what the first fix of the problem with this message adds, and the text after it.
#[track_caller]
fn added(text: &str, message: &str) -> (String, String) {
    let name = FilePath::new("a.yaml").expect("a file's name");
    let analysis = Analysis::of_text(&name, text);
    let at = analysis
        .diagnostics(&name)
        .position(|diagnostic| diagnostic.message.contains(message))
        .expect("a problem");
    let added = analysis.added_by_fix(&name, at, 0).expect("a fix that adds a value");
    // The page learns it from the problem.
    let (problems, _) = limn_analysis::incremental::problems(&analysis);
    assert!(problems[at].added.contains(&added), "{:?}", problems[at].added);
    let change = analysis.fix(&name, at, 0).expect("a fix");
    (added.to_string(), change.edits[&name].apply(text))
}

#[test]
fn what_a_fix_adds_is_known_in_every_notation() {
    const NODES: &str =
        "tosca_definitions_version: tosca_simple_yaml_1_3\ntopology_template:\n  node_templates:\n";
    let (at, text) =
        added(&format!("{NODES}    db: {{type: tosca.nodes.Database}}\n"), "required property `name`");
    assert_eq!(at, "topology_template.node_templates.db.properties.name");
    assert!(text.contains("name: ''"), "{text}");
    // A volume without a size gets one.
    let (at, text) =
        added(&format!("{NODES}    disk: {{type: tosca.nodes.Storage.BlockStorage}}\n"), "`size` or");
    assert_eq!(at, "topology_template.node_templates.disk.properties.size");
    assert!(text.contains("size: 1 GB"), "{text}");
    // The short notation becomes the long one, in which the value is deep inside.
    let disk = "    disk: {type: tosca.nodes.Storage.BlockStorage, properties: {size: 1 GB}}\n";
    for requirement in ["local_storage: disk", "local_storage: {node: disk}"] {
        let server = format!(
            "    server:\n      type: tosca.nodes.Compute\n      requirements:\n        - {requirement}\n"
        );
        let (at, text) = added(&format!("{NODES}{disk}{server}"), "required property `location`");
        assert!(at.ends_with(".local_storage.relationship.properties.location"), "{at}");
        assert!(text.contains("location: ''"), "{text}");
    }
}
