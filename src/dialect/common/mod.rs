//! What all languages share: rules over any YAML (what is not YAML at all, and what is YAML but not what it looks like), and what forms write.
//! Knows no language; a language says by which id its own reference calls the rules ([`super::Dialect::common_rules`]).

mod elision;
mod form;
mod invisible_character;
mod missing_blank;
mod naming;
mod repeated_key;
mod slash_comment;
mod syntax;
mod template;
mod typographic_quotes;
mod unreadable;

use crate::diagnostic::{Code, Diagnostic, Report, Rule};
use crate::yaml::{Document, Kind, Node};

pub use form::Form;
pub use naming::{as_name, free_name};
pub use template::template;
pub use unreadable::{MAX_TEXT, Unreadable, decode, too_large};

/// Every rule; one file each.
static RULES: &[&Rule<Document>] = &[
    &syntax::RULE,
    &repeated_key::RULE,
    &invisible_character::RULE,
    &typographic_quotes::RULE,
    &missing_blank::RULE,
    &slash_comment::RULE,
    &elision::RULE,
];

/// Everything wrong with a text whatever its language.
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

/// One sentence on a document that no dialect recognises: which known language it seems to be in, or what is missing.
pub fn what_it_may_be(document: &Document) -> String {
    if template(document).is_some() {
        return "This is a template that YAML is made from, as Helm's are, which Limn does not read"
            .to_owned();
    }
    let Some(root) = document.root() else {
        return "The document is empty".to_owned();
    };
    let has = |key: &str| root.get(key).is_some();
    let version = root.get("tosca_definitions_version").and_then(crate::yaml::Node::as_str);
    let starts = |start: &str| version.as_ref().is_some_and(|version| version.trim().starts_with(start));
    let tosca = [
        ("tosca_2", "This is TOSCA 2.0, another language than the Simple Profile: Limn does not read it"),
        ("tosca-2", "This is TOSCA 2.0, another language than the Simple Profile: Limn does not read it"),
        ("2.0", "This is TOSCA 2.0, another language than the Simple Profile: Limn does not read it"),
        ("alien_dsl", "This is Alien4Cloud's own TOSCA, which Limn does not read"),
        ("cloudify_dsl", "This is a Cloudify blueprint, which Limn does not read"),
    ];
    if let Some((_, sentence)) = tosca.iter().find(|(start, _)| starts(start)) {
        return (*sentence).to_owned();
    }
    if has("plugins") && (has("node_types") || has("workflows")) {
        return "This is a Cloudify plugin, which Limn does not read".to_owned();
    }
    let known = [
        ("brooklyn.catalog", "This is a Brooklyn catalogue, which Limn does not read"),
        ("brooklyn.config", "This is a Brooklyn blueprint, which Limn does not read"),
        ("heat_template_version", "This is an OpenStack Heat template, which Limn does not read"),
        ("apiVersion", "This is a Kubernetes manifest, which Limn does not read"),
        ("AWSTemplateFormatVersion", "This is an AWS CloudFormation template, which Limn does not read"),
        ("asyncapi", "This is an AsyncAPI document, which Limn does not read"),
        ("openapi", "This is an OpenAPI document, which Limn does not read"),
    ];
    if let Some((_, sentence)) = known.iter().find(|(key, _)| has(key)) {
        return (*sentence).to_owned();
    }
    match root.resolve().kind() {
        Kind::Mapping => {
            "No language was recognised: a descriptor starts with `name: assembly::…::1.0` or `tosca_definitions_version:`".to_owned()
        }
        Kind::Sequence => "A list stands at the top, where a descriptor has a mapping".to_owned(),
        Kind::Scalar | Kind::Alias => {
            "Plain text stands at the top, where a descriptor has a mapping".to_owned()
        }
    }
}

/// Every scalar of the text, keys among them, in order; nothing twice, aliases not followed.
fn scalars(document: &Document) -> impl Iterator<Item = Node<'_>> {
    document.nodes().filter(|node| node.kind() == Kind::Scalar)
}
