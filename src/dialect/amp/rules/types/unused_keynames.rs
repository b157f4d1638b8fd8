//! Keynames of types that AMP stores without using them.

use limn_language::diagnostic::{Code, Report};
use limn_tosca::Rule;
use limn_tosca::grammar::AMP_PLUGIN;
use limn_tosca::model::Service;
use limn_tosca::types::{Type, TypeKind};

pub(in super::super) static RULE: Rule = Rule { codes: &[&TRIGGERS, &VALID_TARGETS, &ARTIFACT], check };

static TRIGGERS: Code = Code::warning(
    "amp/triggers-not-executed",
    "M-TYPE-3",
    "AMP, Policies and Workflow",
    "Reports `triggers` of a policy type.",
)
.why("AMP stores them but does not execute them: the behavior of a policy is a Java class.")
.advice("Derive from `tosca.policies.Scaling`, or attach a policy of AMP to a group.")
.bad(
    "blueprint",
    "
policy_types:
  my.Restart:
    derived_from: tosca.policies.Root
    triggers: {failed: {event: failed, action: [inline: restart]}}
#   ^^^^^^^^
",
)
.good("policy_types: {my.Scaling: {derived_from: tosca.policies.Scaling}}");
static VALID_TARGETS: Code = Code::warning(
    "amp/valid-target-types-not-enforced",
    "M-TYPE-4",
    "AMP, Supported Objects",
    "Reports `valid_target_types` of a relationship type.",
)
.why("AMP does not enforce them, so a relationship to another capability is not rejected.")
.advice(
    "Remove `valid_target_types`, and restrict the targets with `capability` in the requirement definitions.",
)
.bad(
    "blueprint",
    "
relationship_types:
  my.Uses:
    derived_from: tosca.relationships.DependsOn
    valid_target_types: [tosca.capabilities.Endpoint]
#   ^^^^^^^^^^^^^^^^^^
",
)
.good("relationship_types: {my.Uses: {derived_from: tosca.relationships.DependsOn}}");
static ARTIFACT: Code = Code::info(
    "amp/unused-artifact-type-keyname",
    "M-TYPE-5",
    "AMP, Supported Objects",
    "Reports `version` and `metadata` of an artifact type.",
)
.why("AMP stores them but does not use them.")
.advice("Remove the keyname, and put notes for readers in `description`.")
.bad(
    "blueprint",
    "
artifact_types:
  my.Script:
    derived_from: tosca.artifacts.Implementation
    version: 1.0.0
#   ^^^^^^^
",
)
.good("artifact_types: {my.Script: {derived_from: tosca.artifacts.Implementation}}");

fn check(service: &Service<'_>, report: &mut Report) {
    if service.version.has(AMP_PLUGIN) {
        return;
    }
    let mut unused = |kind, own: &Type<'_>, key: &str, code, what: &str| {
        let entry = own.node.entry(key).filter(|entry| !entry.value.is_null() && service.is_own(entry.key));
        if let Some(entry) = entry {
            let message = format!("AMP does not {what} `{key}` of {} `{}`", TypeKind::word(kind), own.name);
            report.push(service.fault(code, entry.key, message));
        }
    };
    for (_, it) in service.own_types(TypeKind::Policy) {
        unused(it.kind, it, "triggers", &TRIGGERS, "execute");
    }
    for (_, it) in service.own_types(TypeKind::Relationship) {
        unused(it.kind, it, "valid_target_types", &VALID_TARGETS, "enforce");
    }
    for (_, it) in service.own_types(TypeKind::Artifact) {
        unused(it.kind, it, "version", &ARTIFACT, "use");
        // An icon has a check of its own.
        if it.node.get("metadata").is_none_or(|metadata| metadata.resolve().get("icon").is_none()) {
            unused(it.kind, it, "metadata", &ARTIFACT, "use");
        }
    }
}
