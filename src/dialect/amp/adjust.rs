//! Adjustments of TOSCA's checks for AMP: their rules in AMP's reference, their severities, and those that do not apply.

use std::sync::OnceLock;

use super::graph::order::LATCH;
use super::plugin;
use limn_language::diagnostic::{Diagnostic, Severity};
use limn_language::schema::Profiles;
use limn_tosca::grammar::AMP_PLUGIN;
use limn_yaml::{Document, Path};

/// Change that AMP makes to a check of TOSCA.
#[derive(Clone, Copy, Debug)]
enum Change {
    /// The same fault, by a rule of AMP's reference.
    Rule(&'static str),
    /// The same with another severity.
    RuleAs(&'static str, Severity),
    /// One rule at certain places, and another one elsewhere.
    RuleAt(fn(&Document, &Path) -> bool, &'static str, Option<&'static str>),
    /// Another severity only.
    As(Severity),
    /// Another severity, and no rule at certain places.
    AsExcept(fn(&Document, &Path) -> bool, Severity),
    /// AMP has no such rule.
    Off,
}
use Change::{As, AsExcept, Off, Rule, RuleAs, RuleAt};

/// By the name of the check.
static CHANGES: &[(&str, Change)] = &[
    ("tosca/missing-version", Rule("M-VER-2")),
    // AMP has one version, and its own check of it.
    ("tosca/unknown-version", Off),
    ("tosca/version-with-addition", Off),
    ("tosca/missing-import", Off),
    // AMP's versions have a hyphen in front of the qualifier, and it has its own check of them.
    ("tosca/template-version", Off),
    ("tosca/type-version", Off),
    // AMP does not enforce them, which its own check reports.
    ("tosca/wider-target-types", Off),
    ("tosca/derivation-cycle", Rule("M-TYPE-6")),
    ("tosca/abbreviated-type", RuleAs("M-PROP-1", Severity::Error)),
    ("tosca/entry-schema-without-entries", Rule("M-PROP-2")),
    ("tosca/missing-property", Rule("M-PROP-6")),
    ("tosca/missing-capability-property", Rule("M-PROP-6")),
    ("tosca/missing-relationship-property", Rule("M-PROP-6")),
    ("tosca/missing-field", Rule("M-PROP-6")),
    ("tosca/value-in-definition", RuleAs("M-KEY-2", Severity::Warning)),
    ("tosca/incompatible-refinement", RuleAt(is_required, "M-REF-2", Some("M-REF-1"))),
    ("tosca/widened-constraint", Rule("M-REF-2")),
    ("tosca/changed-fixed-value", Rule("M-REF-3")),
    ("tosca/wrong-value-type", RuleAt(is_refined_value, "M-REF-4", None)),
    ("tosca/unknown-operator", Rule("M-CONS-2")),
    ("tosca/wrong-operand", Rule("M-CONS-3")),
    ("tosca/wrong-bounds", Rule("M-CONS-3")),
    ("tosca/no-valid-values", Rule("M-CONS-3")),
    ("tosca/wrong-length", Rule("M-CONS-3")),
    ("tosca/broken-pattern", Rule("M-CONS-3")),
    ("tosca/inapplicable-constraint", RuleAs("M-CONS-4", Severity::Warning)),
    ("tosca/unmet-constraint", RuleAt(is_refined_value, "M-REF-4", Some("M-CONS-5"))),
    ("tosca/unknown-function", RuleAs("M-FN-1", Severity::Error)),
    ("tosca/concat-arguments", Rule("M-FN-3")),
    ("tosca/concat-element", Rule("M-FN-3")),
    ("tosca/join-arguments", Rule("M-FN-3")),
    ("tosca/token-arguments", Rule("M-FN-3")),
    ("tosca/token-index", Rule("M-FN-3")),
    ("tosca/get-input-arguments", Rule("M-FN-3")),
    ("tosca/get-property-arguments", Rule("M-FN-3")),
    ("tosca/get-attribute-arguments", Rule("M-FN-3")),
    ("tosca/get-operation-output-arguments", Rule("M-FN-3")),
    // AMP does not support these functions: another check reports their calls.
    ("tosca/get-nodes-of-type-arguments", Off),
    ("tosca/unknown-read-type", Off),
    ("tosca/get-artifact-arguments", Off),
    ("tosca/unknown-read-artifact", Off),
    ("tosca/artifact-location", Off),
    ("tosca/artifact-remove", Off),
    ("tosca/self-out-of-place", Rule("M-FN-4")),
    ("tosca/source-out-of-place", Rule("M-FN-4")),
    ("tosca/target-out-of-place", Rule("M-FN-4")),
    ("tosca/host-out-of-place", Rule("M-FN-4")),
    ("tosca/unknown-entity", Rule("M-FN-5")),
    ("tosca/unknown-input", Rule("M-FN-6")),
    // Scripts and AMP itself publish sensors that no type declares.
    ("tosca/unknown-read-attribute", As(Severity::Warning)),
    // Any name can be a sensor.
    ("tosca/undeclared-attribute", Off),
    // Operations.
    ("tosca/undeclared-operation", Rule("M-LC-1")),
    ("tosca/missing-artifact", Rule("M-ART-2")),
    // Requirements. AMP does not select nodes, and a dependency gives no order: it has its own checks of both.
    ("tosca/unassigned-requirement", RuleAs("M-RQ-3", Severity::Error)),
    ("tosca/requirement-changes-type", RuleAs("M-RQ-4", Severity::Info)),
    ("tosca/open-requirement", Off),
    ("tosca/dependency-cycle", Off),
    // Policies and groups.
    ("tosca/wrong-policy-target-type", Rule("M-POL-2")),
    ("tosca/unknown-policy-target", Rule("M-POL-6")),
    ("tosca/policies-as-mapping", RuleAs("M-POL-7", Severity::Warning)),
    ("tosca/unknown-member", Rule("M-GRP-1")),
    ("tosca/groups-as-list", RuleAs("M-GRP-2", Severity::Warning)),
    // Packages.
    ("tosca/metadata-folder-without-meta-file", Rule("M-CSAR-1")),
    ("tosca/package-without-entry", Rule("M-CSAR-1")),
    ("tosca/several-files-at-top", Rule("M-CSAR-1")),
    ("tosca/top-file-of-package", Rule("M-CSAR-1")),
    ("tosca/package-without-name", Rule("M-CSAR-3")),
    // Brooklyn passes every property on as configuration. Any entity has latches.
    ("tosca/undeclared-property", AsExcept(is_latch, Severity::Warning)),
    // A `DependsOn` does not order nodes in AMP, and its operations run.
    ("tosca/implemented-dependency", Off),
];

/// `latch.<phase>`
fn is_latch(_: &Document, path: &Path) -> bool {
    path.last_key().is_some_and(|key| key.starts_with(LATCH))
}

/// `required`, which makes a property optional.
fn is_required(_: &Document, path: &Path) -> bool {
    path.last_key() == Some("required")
}

/// A `value` in a property definition, or a `default` without a `type` beside it: they refine an inherited property.
fn is_refined_value(document: &Document, path: &Path) -> bool {
    let section = path.len().checked_sub(3).and_then(|at| path.key_at(at));
    if section != Some("properties") || path.key_at(0) == Some("topology_template") {
        return false;
    }
    match path.last_key() {
        Some("value") => true,
        Some("default") => {
            let definition = path.parent().and_then(|at| document.get(&at));
            definition.is_some_and(|node| node.resolve().get("type").is_none())
        }
        _ => false,
    }
}
/// Checks of `TOSCA.meta`, in a package of AMP.
pub(crate) static RULES_OF_META: &[(&str, &str)] = &[
    ("tosca/meta-line", "M-CSAR-2"),
    ("tosca/meta-file-empty", "M-CSAR-2"),
    ("tosca/meta-entry", "M-CSAR-2"),
    ("tosca/meta-entry-missing", "M-CSAR-2"),
    ("tosca/csar-version", "M-CSAR-2"),
    ("tosca/meta-file-version", "M-CSAR-2"),
    ("tosca/meta-author", "M-CSAR-2"),
];

/// Pairs of a check of TOSCA and a rule of AMP's reference.
pub(crate) fn rule_ids() -> &'static [(&'static str, &'static str)] {
    static IDS: OnceLock<Vec<(&str, &str)>> = OnceLock::new();
    IDS.get_or_init(|| {
        let ids = CHANGES.iter().flat_map(|(name, change)| {
            let rules = match *change {
                Rule(rule) | RuleAs(rule, _) => [Some(rule), None],
                RuleAt(_, rule, elsewhere) => [elsewhere, Some(rule)],
                As(_) | AsExcept(..) | Off => [None, None],
            };
            rules.into_iter().flatten().map(|rule| (*name, rule))
        });
        ids.collect()
    })
}

/// The diagnostics as AMP's.
pub(crate) fn adjust(
    mut diagnostics: Vec<Diagnostic>,
    document: &Document,
    profile: Profiles,
) -> Vec<Diagnostic> {
    // In a package, the missing name is an error, by TOSCA's check.
    let is_nameless =
        diagnostics.iter().any(|diagnostic| diagnostic.code.name == "tosca/package-without-name");
    let is_plugin = profile.has(AMP_PLUGIN);
    diagnostics.retain_mut(|diagnostic| {
        let name = diagnostic.code.name;
        if !name.starts_with("tosca/") {
            return !(is_nameless && name == "amp/missing-template-name");
        }
        match CHANGES.iter().find(|(of, _)| *of == name) {
            Some((_, Off)) => return false,
            Some((_, Rule(rule))) => diagnostic.rule = Some(rule),
            Some((_, RuleAs(rule, severity))) => {
                (diagnostic.rule, diagnostic.severity) = (Some(*rule), *severity);
            }
            Some((_, RuleAt(is_there, rule, elsewhere))) => {
                let rule = if is_there(document, &diagnostic.path) { Some(*rule) } else { *elsewhere };
                diagnostic.rule = rule.or(diagnostic.rule);
            }
            Some((_, As(severity))) => diagnostic.severity = *severity,
            Some((_, AsExcept(is_there, severity))) => {
                if is_there(document, &diagnostic.path) {
                    return false;
                }
                diagnostic.severity = *severity;
            }
            None => {}
        }
        !is_plugin || plugin::adjust(diagnostic)
    });
    diagnostics
}

#[cfg(test)]
mod tests {
    use super::*;
    use limn_language::dialect::Dialect;

    #[test]
    fn every_check_named_here_exists() {
        let codes = limn_tosca::Tosca.codes();
        let named = CHANGES.iter().map(|(name, _)| name);
        let gone: Vec<_> = named.filter(|name| !codes.iter().any(|code| code.name == **name)).collect();
        assert!(gone.is_empty(), "unknown checks: {gone:?}");
    }
}
