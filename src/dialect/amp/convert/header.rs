//! The version, the metadata and the imports of a blueprint.

use std::borrow::Cow;

use super::{Converter, entry_range, note};
use limn_language::dialect::ConversionEffect;
use limn_tosca::types::{ScalarText, TypeKind};
use limn_tosca::value::Version;
use limn_yaml::{Node, Op, Path, Placement, Value};

const VERSION: &str = "tosca_definitions_version";
const METADATA: [&str; 3] = ["template_name", "template_author", "template_version"];
/// Imports by name and version: archives of the tool that the open-source plugin extends. This one has TOSCA's own types.
const NORMATIVE: &str = "tosca-normative-types:";

pub(super) fn convert(it: &mut Converter<'_, '_>) {
    let Some(root) = it.service.root.map(Node::resolve).filter(|root| root.is_mapping()) else { return };
    version(it, root);
    names_at_root(it, root);
    if let Some(metadata) = root.get("metadata").map(Node::resolve) {
        tags(it, metadata);
        template_version(it, metadata, "template_version");
    }
    for kind in TypeKind::ALL {
        let types: Vec<Node<'_>> = it.service.own_types(kind).map(|(_, found)| found.node).collect();
        for node in types {
            template_version(it, node.resolve(), "version");
        }
    }
    if let Some(namespace) = root.get("tosca_default_namespace").filter(|_| root.get("namespace").is_none()) {
        let at = namespace.path();
        if it.claim(entry_range(namespace)) {
            let message = "`tosca_default_namespace` to `namespace`";
            let notes = vec![note(at.clone(), ConversionEffect::Changed, message)];
            it.push(vec![Op::RenameKey { at, to: "namespace".to_owned() }], notes);
        }
    }
    imports(it, root);
}

fn version(it: &mut Converter<'_, '_>, root: Node<'_>) {
    let version = if it.is_1_2 { "tosca_simple_yaml_1_2" } else { "tosca_simple_yaml_1_3" };
    let Some(word) = ScalarText::at(root, VERSION).filter(|word| word.text != version) else { return };
    it.replace(word.node, Value::text(version), format!("`{}` to `{version}`", word.text));
}

/// In the draft, the name of a template is a key of the root.
fn names_at_root(it: &mut Converter<'_, '_>, root: Node<'_>) {
    let metadata = root.get("metadata").map(Node::resolve);
    let (mut ops, mut notes, mut entries) = (Vec::new(), Vec::new(), Vec::new());
    for key in METADATA {
        let Some(node) = root.get(key) else { continue };
        let Some(text) = node.as_str().filter(|_| node.is_scalar() && !node.is_null()) else { continue };
        if metadata.is_some_and(|metadata| metadata.get(key).is_some()) {
            it.remove(node, format!("`{key}`: `metadata` has one, too"));
        } else if it.claim(entry_range(node)) {
            let version = portable_version(&text).filter(|_| key == "template_version");
            let message = match &version {
                Some(version) => format!("`{key}` moved to `metadata`, as `{version}`"),
                None => format!("`{key}` moved to `metadata`"),
            };
            entries.push((key.to_owned(), Value::text(version.unwrap_or_else(|| text.into_owned()))));
            ops.push(Op::Remove { at: node.path(), prune: false });
            notes.push(note(node.path(), ConversionEffect::Changed, message));
        }
    }
    if entries.is_empty() {
        return;
    }
    let placement = Placement::After(VERSION.to_owned());
    if root.get("metadata").is_none() {
        let (into, value) = (Path::root(), Value::Mapping(entries));
        ops.push(Op::Insert { into, key: "metadata".to_owned(), value, placement });
    } else {
        ops.extend(entries.into_iter().map(|(key, value)| Op::Insert {
            into: Path::keys(["metadata"]),
            key,
            value,
            placement: Placement::Last,
        }));
    }
    it.push(ops, notes);
}

/// Metadata are names and strings: a list of tags is none.
fn tags(it: &mut Converter<'_, '_>, metadata: Node<'_>) {
    let Some(tags) = metadata.get("template_tags").filter(|tags| tags.resolve().is_sequence()) else {
        return;
    };
    let texts: Option<Vec<String>> = tags
        .resolve()
        .items()
        .map(|item| item.as_str().filter(|_| item.resolve().is_scalar()).map(Cow::into_owned))
        .collect();
    match texts {
        Some(texts) if !texts.is_empty() => {
            it.replace(tags, Value::text(texts.join(", ")), "list of tags to a string");
        }
        _ => it.remove(tags, "`template_tags`: metadata of TOSCA are strings"),
    }
}

fn template_version(it: &mut Converter<'_, '_>, holder: Node<'_>, key: &str) {
    let Some(word) = ScalarText::at(holder, key) else { return };
    if let Some(version) = portable_version(&word.text) {
        let message = format!("version `{}` to `{version}`", word.text);
        it.replace(word.node, Value::text(version), message);
    }
}

/// `1.0-SNAPSHOT` is `1.0.0.SNAPSHOT` in TOSCA. `None` if a text is a version of TOSCA already, or not a version.
fn portable_version(text: &str) -> Option<String> {
    if Version::parse(text).is_ok() {
        return None;
    }
    let (numbers, qualifier) = match text.split_once('-') {
        Some((numbers, qualifier)) => (numbers, Some(qualifier.replace('-', "_"))),
        None => (text, None),
    };
    let mut parts: Vec<&str> = numbers.split('.').collect();
    let least = if qualifier.is_some() { 3 } else { 2 };
    while parts.len() < least {
        parts.push("0");
    }
    parts.extend(qualifier.as_deref());
    let version = parts.join(".");
    Version::parse(&version).is_ok().then_some(version)
}

fn imports(it: &mut Converter<'_, '_>, root: Node<'_>) {
    let Some(imports) = root.get("imports").map(Node::resolve) else { return };
    for item in imports.items() {
        if item.as_str().is_some_and(|import| import.starts_with(NORMATIVE)) {
            it.remove(item, "import of TOSCA's own types, which every processor has");
        }
    }
}
