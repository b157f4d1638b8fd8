//! Faults of mapped capabilities and of mapped requirements.

use super::super::name_suggestions;
use super::SubstitutionScope;
use crate::matching::{Lineage, NodeSignature};
use crate::types::ScalarText;
use limn_language::diagnostic::{Code, Diagnostic, Report};
use limn_language::message;
use limn_yaml::Entry;

/// Reports an unknown capability or requirement of a node template, unless its type is not completely known.
pub(super) fn report_unknown<'a>(
    scope: &SubstitutionScope<'_, '_>,
    code: &'static Code,
    what: &str,
    inside: &NodeSignature,
    names: impl Iterator<Item = &'a str>,
    inner: &ScalarText<'_>,
    report: &mut Report,
) {
    if !inside.line.is_complete() {
        return;
    }
    let message = message::unknown_on(what, &inner.text, "node type", &inside.line.name);
    let at = inner.node.range();
    let diagnostic = Diagnostic::new(code, at, inner.node.path(), message);
    debug_assert!(
        std::ptr::eq(inner.node.document(), scope.service.document),
        "mappings are part of the document"
    );
    report.push(match scope.service.suggestions.nearest(&inner.text, names) {
        Some(near) => name_suggestions::suggest(diagnostic, inner, near),
        None => diagnostic,
    });
}

/// Reports values next to a mapping, or instead of one on an endpoint.
pub(super) fn report_values<'d>(
    scope: &SubstitutionScope<'_, 'd>,
    entry: Entry<'d>,
    both: &'static Code,
    instead: &'static Code,
    line: Option<&Lineage>,
    report: &mut Report,
) {
    let node = entry.value.resolve();
    let filled = |key: &str| node.entry(key).filter(|entry| entry.value.resolve().entries().len() > 0);
    let Some(given) = filled("properties").or_else(|| filled("attributes")) else { return };
    let key = given.key.as_str().unwrap_or_default();
    let name = entry.key.as_str().unwrap_or_default();
    if node.get("mapping").is_some() {
        let message = format!("`{name}` has both a mapping and `{key}`");
        report.push(scope.service.fault(both, given.key, message));
    } else if line.is_some_and(|line| line.derives_from_name("tosca.capabilities.Endpoint")) {
        let message = format!("endpoint `{name}` has `{key}` but no mapping");
        report.push(scope.service.fault(instead, given.key, message));
    }
}
