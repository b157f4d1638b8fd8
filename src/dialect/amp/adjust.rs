//! How TOSCA's checks apply to AMP: their rules in AMP's reference, their severities, and those that do not apply.

use std::sync::OnceLock;

use super::plugin;
use limn_language::diagnostic::{Diagnostic, Severity};
use limn_language::schema::Profiles;
use limn_tosca::grammar::AMP_PLUGIN;

/// What AMP makes of a check of TOSCA.
#[derive(Clone, Copy, Debug)]
enum Change {
    /// The same fault, by a rule of AMP's reference.
    Rule(&'static str),
    /// The same with another severity.
    RuleAs(&'static str, Severity),
    /// Another severity only.
    As(Severity),
    /// AMP has no such rule.
    Off,
}
use Change::{As, Off, Rule, RuleAs};

/// By the name of the check.
static CHANGES: &[(&str, Change)] = &[
    ("tosca/missing-version", Rule("M-VER-2")),
    // AMP has one version, and its own check of it.
    ("tosca/unknown-version", Off),
    ("tosca/version-with-addition", Off),
    ("tosca/missing-import", Off),
    ("tosca/policies-as-mapping", RuleAs("M-POL-7", Severity::Warning)),
    // Brooklyn passes every property on as configuration.
    ("tosca/undeclared-property", As(Severity::Warning)),
];

/// Pairs of a check of TOSCA and a rule of AMP's reference.
pub(crate) fn rule_ids() -> &'static [(&'static str, &'static str)] {
    static IDS: OnceLock<Vec<(&str, &str)>> = OnceLock::new();
    IDS.get_or_init(|| {
        let ids = CHANGES.iter().filter_map(|(name, change)| match change {
            Rule(rule) | RuleAs(rule, _) => Some((*name, *rule)),
            As(_) | Off => None,
        });
        ids.collect()
    })
}

/// The diagnostics as AMP's.
pub(crate) fn adjust(mut diagnostics: Vec<Diagnostic>, profile: Profiles) -> Vec<Diagnostic> {
    let is_plugin = profile.has(AMP_PLUGIN);
    diagnostics.retain_mut(|diagnostic| {
        let name = diagnostic.code.name;
        if !name.starts_with("tosca/") {
            return true;
        }
        match CHANGES.iter().find(|(of, _)| *of == name) {
            Some((_, Off)) => return false,
            Some((_, Rule(rule))) => diagnostic.rule = Some(rule),
            Some((_, RuleAs(rule, severity))) => {
                (diagnostic.rule, diagnostic.severity) = (Some(*rule), *severity);
            }
            Some((_, As(severity))) => diagnostic.severity = *severity,
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
