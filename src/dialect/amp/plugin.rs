//! Adjustments of TOSCA's checks for the open-source plugin. It reads a working draft of TOSCA with keynames of its own, and takes what it does not
//! know as configuration: most errors of TOSCA 1.0 are warnings here, and the notations of the draft are not reported.

use limn_language::diagnostic::{Diagnostic, Severity};
use limn_yaml::Path;

/// The faults that the plugin refuses, too.
static ERRORS: &[&str] = &["tosca/unknown-target"];

/// Checks that do not apply: the draft has other rules.
static OFF: &[&str] = &[
    "tosca/abstract-scalar-unit",
    "tosca/artifact-without-file",
    "tosca/endpoint-without-port",
    "tosca/hosted-no-software",
    "tosca/invalid-source-type",
    "tosca/invalid-target-type",
    "tosca/metadata-at-top-level",
    "tosca/missing-artifact-type",
    "tosca/missing-relationship-property",
    "tosca/requirement-without-capability",
    "tosca/requirements-not-a-list",
    "tosca/rootless-node-type",
    "tosca/rootless-relationship-type",
    "tosca/target-of-two-meanings",
    "tosca/too-many-assignments",
    "tosca/unassigned-requirement",
    "tosca/undeclared-property",
    "tosca/unknown-read-property",
    "tosca/value-as-input-definition",
    "tosca/version-with-addition",
    "tosca/wrong-target-type",
];

/// Keynames of the draft and of the plugin, by the key of the construct's section.
static KEYS: &[(&str, &[&str])] = &[
    ("artifacts", &["implementation"]),
    ("attributes", &["concat"]),
    ("capabilities", &["lower_bound", "upper_bound", "lowerBound", "upperBound"]),
    ("groups", &["policies"]),
    ("node_templates", &["name"]),
    ("node_types", &["abstract", "tags"]),
    ("relationship_types", &["artifacts", "valid_targets", "valid_sources"]),
    (
        "requirements",
        &[
            "interfaces",
            "lower_bound",
            "lowerBound",
            "properties",
            "relationship_type",
            "target",
            "target_node",
            "type",
            "upper_bound",
            "upperBound",
        ],
    ),
];

/// Keys of the root in the draft, beside those of the topology template.
static ROOT_KEYS: &[&str] =
    &["groups", "inputs", "node_templates", "outputs", "relationship_templates", "tosca_default_namespace"];

/// Changes the severity of a diagnostic of TOSCA; returns false if it does not apply.
pub(crate) fn adjust(diagnostic: &mut Diagnostic) -> bool {
    let name = diagnostic.code.name;
    let applies = match name {
        "tosca/unknown-keyname" | "tosca/keyname-of-vendor" => !is_of_draft(&diagnostic.path),
        // The draft's artifacts are a list, its groups have policies and no type.
        "tosca/wrong-shape" => diagnostic.path.last_key() != Some("artifacts"),
        "tosca/missing-type" => !is_group(&diagnostic.path),
        "tosca/empty-group" => false,
        _ => !OFF.contains(&name),
    };
    if diagnostic.severity == Severity::Error && !ERRORS.contains(&name) {
        diagnostic.severity = Severity::Warning;
    }
    applies
}

fn is_of_draft(path: &Path) -> bool {
    let Some(key) = path.last_key() else { return false };
    if path.len() == 1 {
        return ROOT_KEYS.contains(&key);
    }
    let sections = (0..path.len() - 1).rev().filter_map(|at| path.key_at(at));
    let nearest = sections.into_iter().find_map(|section| KEYS.iter().find(|(of, _)| *of == section));
    nearest.is_some_and(|(_, keys)| keys.contains(&key))
}

fn is_group(path: &Path) -> bool {
    path.key_at(0) == Some("topology_template") && path.key_at(1) == Some("groups")
}

#[cfg(test)]
mod tests {
    use super::*;
    use limn_language::dialect::Dialect;

    #[test]
    fn every_check_named_here_exists() {
        let codes = limn_tosca::Tosca.codes();
        let gone: Vec<_> =
            ERRORS.iter().chain(OFF).filter(|name| !codes.iter().any(|code| code.name == **name)).collect();
        assert!(gone.is_empty(), "unknown checks: {gone:?}");
    }

    #[test]
    fn keys_of_the_draft_are_known_in_their_section() {
        let path = |text: &str| text.split('/').map(|key| limn_yaml::Step::Key(key.into())).collect::<Path>();
        for known in [
            "topology_template/groups/g/policies",
            "topology_template/node_templates/a/requirements/host/type",
            "node_templates",
        ] {
            assert!(is_of_draft(&path(known)), "{known}");
        }
        for unknown in [
            "topology_template/groups/g/polices",
            "topology_template/node_templates/a/policies",
            "node_template",
        ] {
            assert!(!is_of_draft(&path(unknown)), "{unknown}");
        }
    }
}
