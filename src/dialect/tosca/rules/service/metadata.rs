//! Metadata of a service template: `template_name`, `template_author` and `template_version`.

use super::super::Rule;
use crate::model::Service;
use crate::types::{ScalarText, TypeKind};
use crate::value::Version;
use limn_language::diagnostic::{Code, Report};
use limn_language::message;
use limn_language::schema::move_under;
use limn_yaml::{Entry, Node, Op, Path, Placement, Style, Value};

pub(in super::super) static RULE: Rule = Rule { codes: &[&VERSION, &TYPE_VERSION, &LINES, &OUTSIDE], check };

static VERSION: Code = Code::error(
    "tosca/template-version",
    "T3.9-R7",
    "TOSCA Simple Profile in YAML 1.2, 3.9.3.5 and 3.2.2",
    "Checks that the version of a template is a TOSCA version: two or three numbers separated by dots, optionally a qualifier, and \
optionally a build number after a hyphen: `1.0`, `2.0.1`, `1.2.0.beta-7`.",
)
.why("Tools compare versions by their numbers, so they cannot order other text and may reject it.")
.advice("Write two or three numbers separated by dots, such as `1.0`, and any qualifier after the third number.")
.bad(
    "service template",
    "
metadata: {template_version: first}
#                            ^^^^^
",
)
.good("metadata: {template_version: '1.0'}");
static TYPE_VERSION: Code = Code::error(
    "tosca/type-version",
    "T3.6.1-R5",
    "TOSCA Simple Profile in YAML 1.2, 3.6.1 and 3.2.2",
    "Checks that the version of a type is a TOSCA version: two or three numbers separated by dots, optionally a qualifier, and optionally a \
build number after a hyphen.",
)
.why("Tools compare versions by their numbers, so they cannot order other text and may reject it.")
.advice("Write two or three numbers separated by dots, such as `1.0`, and any qualifier after the third number.")
.bad(
    "service template",
    "
node_types: {my.Web: {derived_from: tosca.nodes.Root, version: first}}
#                                                              ^^^^^
",
)
.good("node_types: {my.Web: {derived_from: tosca.nodes.Root, version: '1.0'}}");
static LINES: Code = Code::error(
    "tosca/metadata-of-several-lines",
    "T3.9-R9",
    "TOSCA Simple Profile in YAML 1.2, 3.9.3.3 and 3.9.3.4",
    "Checks that the name and the author of a template are single-line texts.",
)
.why("Tools show both on one line. In a package without `TOSCA.meta`, the author is its `Created-By`, which has a single line.")
.advice("Move longer text to `description`.")
.bad(
    "service template",
    "
metadata:
  template_name: |
#                ^...
    web shop
    with a cart
",
)
.good("metadata: {template_name: web shop}");
static OUTSIDE: Code = Code::error(
    "tosca/metadata-at-top-level",
    "T3.9-R13",
    "TOSCA Simple Profile in YAML 1.2, 3.9.3.2",
    "Reports the name, author or version of a template as top-level keynames.",
)
.earlier(&["tosca/metadata-outside"])
.why("They were top-level before TOSCA 1.0; since then they belong in `metadata`.")
.advice("Move the keyname and its value under `metadata`.")
.bad(
    "service template",
    "
template_name: web shop
#^^^^^^^^^^^^
",
)
.good(
    "
metadata:
  template_name: web shop
",
)
.one_cause("keys outside `metadata`");

const KEYS: [&str; 3] = ["template_name", "template_author", "template_version"];

fn check(service: &Service<'_>, report: &mut Report) {
    for kind in TypeKind::ALL {
        for (_, it) in service.own_types(kind) {
            let Some(word) = ScalarText::at(it.node, "version").filter(|word| service.is_own(word.node))
            else {
                continue;
            };
            if let Err(fault) = Version::parse(&word.text) {
                let message = message::expected("a version", format_args!("`{}`: {fault}", word.text));
                report.push(service.fault(&TYPE_VERSION, word.node, message));
            }
        }
    }
    let Some(root) = service.root else { return };
    for key in KEYS {
        if let Some(entry) = root.entry(key).filter(|entry| service.is_own(entry.key)) {
            check_outside(service, root, key, entry.key, entry.value, report);
        }
    }
    let Some(metadata) = root.get("metadata").map(Node::resolve) else { return };
    if let Some(word) = ScalarText::at(metadata, "template_version").filter(|word| service.is_own(word.node))
        && let Err(fault) = Version::parse(&word.text)
    {
        let found = format!("`{}`: {fault}", word.text);
        report.push(service.fault(&VERSION, word.node, message::expected("a version", found)));
    }
    for key in &KEYS[..2] {
        let Some(word) = ScalarText::at(metadata, key).filter(|word| service.is_own(word.node)) else {
            continue;
        };
        if word.text.trim_end().contains('\n') {
            let message = message::expected("a single-line text", format!("several lines in `{key}`"));
            report.push(service.fault(&LINES, word.node, message));
        }
    }
}

fn check_outside(
    service: &Service<'_>,
    root: Node<'_>,
    name: &str,
    key: Node<'_>,
    value: Node<'_>,
    report: &mut Report,
) {
    let message = format!("`{name}` belongs in `metadata`");
    let diagnostic = service.fault(&OUTSIDE, key, message);
    let metadata = root.get("metadata");
    let free = metadata.is_none_or(|metadata| {
        metadata.is_missing() || (metadata.is_mapping() && metadata.get(name).is_none())
    });
    let is_text = value.is_scalar() && !value.is_null();
    let Some(entry) = root.entry(name).filter(|_| free && is_text) else { return report.push(diagnostic) };
    const TITLE: &str = "Move to `metadata`";
    // Moves the text as written, with comments and quotes. If `metadata` is in flow style, only the value can move.
    report.push(match move_under(&entry, "metadata") {
        Some(edit) => {
            let diagnostic = diagnostic.text_fix(TITLE, edit);
            if is_right(name, value) { diagnostic } else { diagnostic.unsafe_fix() }
        }
        None if metadata.is_some() && !has_comment(root, &entry) => {
            let text = value.as_str().unwrap_or_default().into_owned();
            let value = if value.style() == Style::Plain { Value::Plain(text) } else { Value::Text(text) };
            let into = Path::keys(["metadata"]);
            let insert = Op::Insert { into, key: name.to_owned(), value, placement: Placement::Last };
            let ops = vec![insert, Op::Remove { at: Path::keys([name]), prune: false }];
            diagnostic.likely_fix(TITLE, ops, is_right(name, entry.value))
        }
        None => diagnostic,
    });
}

/// Returns true if the value is valid in `metadata`, which is stricter than the top level.
fn is_right(name: &str, value: Node<'_>) -> bool {
    let text = value.resolve().as_str().unwrap_or_default();
    if name == KEYS[2] { Version::parse(&text).is_ok() } else { !text.trim_end().contains('\n') }
}

/// Returns true if a comment lies between the neighbors of an entry: it may belong to the entry, and would be lost with its line.
fn has_comment(root: Node<'_>, entry: &Entry<'_>) -> bool {
    let entries: Vec<Entry<'_>> = root.entries().collect();
    let before = entry.position.checked_sub(1).and_then(|at| entries.get(at));
    let start = before.map_or(0, |entry| entry.range().end);
    let end = entries.get(entry.position + 1).map_or(usize::MAX, |entry| entry.range().start);
    root.document().comments().iter().any(|comment| start <= comment.range.start && comment.range.start < end)
}
