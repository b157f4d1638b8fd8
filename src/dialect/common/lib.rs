//! Rules for any YAML (syntax errors, and YAML that is misleading), and the edits that form fields make.
//! Independent of any language; a language maps the rules to ids of its own reference ([`limn_language::dialect::Dialect::common_rules`]).

mod elision;
mod explain;
mod form;
mod inline;
mod invisible_character;
mod merge_conflict;
mod missing_blank;
mod missing_entries;
mod naming;
mod repeated_key;
mod slash_comment;
mod syntax;
mod template;
mod typographic_quotes;
mod unreadable;

use limn_language::diagnostic::{Code, Diagnostic, Report, Rule};
use limn_yaml::{Document, Node, NodeKind};

pub use explain::{brief, description, explain, facts, of_declaration};
pub use form::Form;
pub use inline::{InlineSite, Inlining, copy_of, literal_type, uncopied};
pub use missing_entries::fix_missing;
pub use naming::{as_name, free_name};
pub use template::template;
pub use unreadable::{MAX_TEXT, Unreadable, decode, too_large};

/// Every rule; one file each.
static RULES: &[&Rule<Document>] = &[
    &merge_conflict::RULE,
    &syntax::RULE,
    &repeated_key::RULE,
    &invisible_character::RULE,
    &typographic_quotes::RULE,
    &missing_blank::RULE,
    &slash_comment::RULE,
    &elision::RULE,
];

/// Diagnostics that apply to any language.
pub fn check(document: &Document) -> Vec<Diagnostic> {
    let mut report = Report::default();
    for rule in RULES {
        (rule.check)(document, &mut report);
    }
    report.diagnostics
}

pub fn codes() -> Vec<&'static Code> {
    RULES
        .iter()
        .flat_map(|rule| rule.codes.iter())
        .chain(unreadable::CODES)
        .chain(template::CODES)
        .copied()
        .collect()
}

/// Describes in one sentence a document that no dialect recognizes: the language that it seems to be in, or what is missing.
pub fn describe_unrecognized(document: &Document) -> String {
    if template(document).is_some() {
        return "This file is a template of YAML (such as Helm); Limn does not support templates".to_owned();
    }
    let Some(root) = document.root() else {
        return "The document is empty".to_owned();
    };
    let has = |key: &str| root.get(key).is_some();
    let version = root.get("tosca_definitions_version").and_then(limn_yaml::Node::as_str);
    let starts = |start: &str| version.as_ref().is_some_and(|version| version.trim().starts_with(start));
    let tosca = [
        ("tosca_2", "TOSCA 2.0 is not supported; Limn supports the Simple Profile 1.0 to 1.3"),
        ("tosca-2", "TOSCA 2.0 is not supported; Limn supports the Simple Profile 1.0 to 1.3"),
        ("2.0", "TOSCA 2.0 is not supported; Limn supports the Simple Profile 1.0 to 1.3"),
        ("alien_dsl", "Alien4Cloud's TOSCA dialect is not supported"),
        ("cloudify_dsl", "Cloudify blueprints are not supported"),
    ];
    if let Some((_, sentence)) = tosca.iter().find(|(start, _)| starts(start)) {
        return (*sentence).to_owned();
    }
    if has("plugins") && (has("node_types") || has("workflows")) {
        return "Cloudify plugins are not supported".to_owned();
    }
    let known = [
        ("brooklyn.catalog", "Brooklyn catalogs are not supported"),
        ("brooklyn.config", "Brooklyn blueprints are not supported"),
        ("heat_template_version", "OpenStack Heat templates are not supported"),
        ("apiVersion", "Kubernetes manifests are not supported"),
        ("AWSTemplateFormatVersion", "AWS CloudFormation templates are not supported"),
        ("asyncapi", "AsyncAPI documents are not supported"),
        ("openapi", "OpenAPI documents are not supported"),
    ];
    if let Some((_, sentence)) = known.iter().find(|(key, _)| has(key)) {
        return (*sentence).to_owned();
    }
    match root.resolve().kind() {
        NodeKind::Mapping => {
            "The language isn't recognized: a descriptor has `name: assembly::…::1.0` or `tosca_definitions_version:` at the top".to_owned()
        }
        NodeKind::Sequence => "Expected a mapping at the top level, found a list".to_owned(),
        NodeKind::Scalar | NodeKind::Alias => {
            "Expected a mapping at the top level, found plain text".to_owned()
        }
    }
}

/// Every scalar of the text in order, keys included; aliases are not followed.
fn scalars(document: &Document) -> impl Iterator<Item = Node<'_>> {
    document.nodes().filter(|node| node.kind() == NodeKind::Scalar)
}
