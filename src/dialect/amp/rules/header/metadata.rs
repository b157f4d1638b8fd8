//! Name, version and tags of a service template.

use super::super::shared::shown;
use limn_language::diagnostic::{Code, Report};
use limn_language::message;
use limn_tosca::Rule;
use limn_tosca::grammar::{AMP_PLUGIN, METADATA_FORM};
use limn_tosca::model::Service;
use limn_tosca::types::TypeKind;
use limn_yaml::{Node, Op, Path, Placement, Resolved, Value};

pub(in super::super) static RULE: Rule = Rule { codes: &[&NAME, &VERSION, &TAGS], check };

static NAME: Code = Code::warning(
    "amp/missing-template-name",
    "M-META-1",
    "AMP, Key Concepts",
    "Checks that `metadata` has a `template_name`.",
)
.why(
    "It is the id of the topology template in AMP's catalog, and the name of an application that is deployed from it.",
)
.advice("Add `template_name` to `metadata`, for example `template_name: web-shop`.")
.bad(
    "blueprint",
    "
metadata: {template_version: 1.0.0}
#^^^^^^^
topology_template: {}
",
)
.good(
    "
metadata: {template_name: web-shop, template_version: 1.0.0}
topology_template: {}
",
);
static VERSION: Code = Code::warning(
    "amp/malformed-version",
    "M-META-2",
    "Apache Brooklyn, Versioning",
    "Checks that the version of a template or type is a version of AMP's catalog: up to three numbers separated by dots, and optionally a qualifier \
after a hyphen: `1.0`, `1.10-rc3`, `2.0.0-SNAPSHOT`.",
)
.earlier(&["amp/catalog-version"])
.why("Blueprints refer to an item as `name:version`, so a version with a colon cannot be found. A version with `SNAPSHOT` can be replaced in the \
catalog. A number such as `1.10` needs quotes, or it is read as `1.1`.")
.advice("Write numbers with dots and a hyphen before the qualifier, such as `1.0-rc3`, and quote a number such as `1.10`.")
.bad(
    "blueprint",
    "
metadata: {template_name: web-shop, template_version: '1.0:3'}
#                                                     ^^^^^^^
",
)
.good("metadata: {template_name: web-shop, template_version: 1.0-3}");
static TAGS: Code = Code::error(
    "amp/template-tags",
    "M-META-6",
    "AMP, Extra Features",
    "Checks that `template_tags` is a list of strings or mappings, the tags of the item in AMP's catalog.",
)
.why("AMP adds each item of the list as one tag. From any other value, it can read no tags.")
.advice("Put the tags in a list, such as `[web, {team: blue}]`, and remove empty items and nested lists.")
.bad(
    "blueprint",
    "
metadata: {template_name: web-shop, template_version: 1.0.0, template_tags: web}
#                                                                           ^^^
",
)
.good("metadata: {template_name: web-shop, template_version: 1.0.0, template_tags: [web, {team: blue}]}")
.supersedes(&[&METADATA_FORM]);

fn check(service: &Service<'_>, report: &mut Report) {
    let Some(root) = service.root.filter(|_| !service.version.has(AMP_PLUGIN)) else { return };
    check_name(service, root, report);
    let types = TypeKind::ALL.into_iter().flat_map(|kind| service.own_types(kind));
    let versions: Vec<Node<'_>> = types.filter_map(|(_, own)| own.node.get("version")).collect();
    let metadata = root.get("metadata").map(Node::resolve);
    let own = metadata.and_then(|metadata| metadata.get("template_version"));
    for node in own.into_iter().chain(versions) {
        check_version(service, node.resolve(), report);
    }
    if let Some(tags) =
        metadata.and_then(|metadata| metadata.get("template_tags")).filter(|tags| !tags.is_null())
    {
        check_tags(service, tags.resolve(), report);
    }
}

fn check_name(service: &Service<'_>, root: Node<'_>, report: &mut Report) {
    let metadata = root.entry("metadata");
    let has_name = |node: Node<'_>| node.get("template_name").is_some_and(|name| !name.is_null());
    let content = metadata.map(|entry| entry.value.resolve());
    if content.is_some_and(|content| has_name(content) || !(content.is_mapping() || content.is_null())) {
        return;
    }
    // A file of types needs no name, but metadata without one lacks it.
    let Some(at) = metadata.or_else(|| root.entry("topology_template")).map(|entry| entry.key) else {
        return;
    };
    if has_name(root) || !service.is_own(at) {
        return;
    }
    let mut fault = service.fault(&NAME, at, message::missing_at("key", "template_name", "`metadata`"));
    let file = service.file.as_str();
    let stem = file.rsplit('/').next().and_then(|name| name.split('.').next()).unwrap_or_default();
    if !stem.is_empty() && metadata.is_none_or(|entry| !entry.value.is_alias()) {
        let insert = Op::Insert {
            into: Path::keys(["metadata"]),
            key: "template_name".to_owned(),
            value: Value::text(stem),
            placement: Placement::First,
        };
        fault = fault.likely_fix(format!("Add `template_name: {stem}`"), vec![insert], false);
    }
    report.push(fault);
}

fn check_version(service: &Service<'_>, node: Node<'_>, report: &mut Report) {
    let Some(text) = node.as_str().filter(|_| !node.is_null() && service.is_own(node)) else { return };
    if !is_version(&text) {
        let expected = "a version such as `1.0.0` or `1.0.0-SNAPSHOT`";
        let found = if text.is_empty() { "an empty string".to_owned() } else { format!("`{text}`") };
        let mut fault = service.fault(&VERSION, node, message::expected(expected, found));
        // TOSCA and OSGi have a dot in front of the qualifier.
        let parts = text.match_indices('.').nth(2);
        let hyphenated = parts.map(|(at, _)| format!("{}-{}", &text[..at], &text[at + 1..]));
        if let Some(meant) = hyphenated.filter(|version| is_version(version)) {
            let ops = vec![Op::Replace { at: node.path(), value: Value::text(meant.as_str()) }];
            fault = fault.likely_fix(format!("Change to `{meant}`"), ops, false);
        }
        return report.push(fault);
    }
    let is_number = matches!(node.resolved(), Some(Resolved::Float(_)));
    let read = text.trim_end_matches('0');
    if is_number && read.len() < text.len() && !read.ends_with('.') {
        let message = format!("unquoted `{text}` is the number `{read}`");
        let ops = vec![Op::Replace { at: node.path(), value: Value::Quoted(text.into_owned()) }];
        report.push(service.fault(&VERSION, node, message).fix("Add quotes", ops));
    }
}

/// `major[.minor[.patch]][-qualifier]`.
fn is_version(text: &str) -> bool {
    let (numbers, qualifier) =
        text.split_once('-').map_or((text, None), |(numbers, qualifier)| (numbers, Some(qualifier)));
    let is_number = |number: &str| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    let is_word = |word: &str| {
        !word.is_empty() && word.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_'))
    };
    numbers.split('.').count() <= 3 && numbers.split('.').all(is_number) && qualifier.is_none_or(is_word)
}

fn check_tags(service: &Service<'_>, tags: Node<'_>, report: &mut Report) {
    if !service.is_own(tags) {
        return;
    }
    if !tags.is_sequence() {
        let message = message::expected("a list for `template_tags`", shown(tags));
        let mut fault = service.fault(&TAGS, tags, message);
        if let Some(text) = tags.as_str().filter(|_| tags.is_scalar()) {
            let value = Value::Sequence(vec![Value::text(text)]);
            fault = fault.fix("Convert to a list", vec![Op::Replace { at: tags.path(), value }]);
        }
        return report.push(fault);
    }
    for item in tags.items().filter(|item| item.resolve().is_sequence() || item.is_null()) {
        let found = if item.is_null() { "nothing" } else { "a list" };
        report.push(service.fault(&TAGS, item, message::expected("a string or mapping as tag", found)));
    }
}

#[cfg(test)]
mod tests {
    use super::is_version;

    #[test]
    fn versions_of_the_catalog_are_distinguished_from_others() {
        for version in
            ["1", "1.10-rc3", "1.0.0-SNAPSHOT", "1.0.0-20260101.x".split('.').next().unwrap(), "0.1-a_b-c"]
        {
            assert!(is_version(version), "{version}");
        }
        for other in ["", "1.0:3", "1.0.0.0", "first", "1.", "1.0-", "1.0.0.SNAPSHOT", "1.0-a.b"] {
            assert!(!is_version(other), "{other}");
        }
    }
}
