//! Policies: type and targets.

use super::super::Rule;
use super::super::types::unknown;
use crate::model::{Policy, Service, Topology};
use crate::types::{Lookup, ScalarText, TypeId, TypeKind};
use limn_language::diagnostic::{Code, Report};
use limn_language::message;
use limn_yaml::Node;

pub(in super::super) static RULE: Rule =
    Rule { codes: &[&UNKNOWN_TYPE, &UNKNOWN_TARGET, &UNFIT_TARGET], check };

const SECTION: &str = "TOSCA Simple Profile in YAML 1.2, 3.7.6";

static UNKNOWN_TYPE: Code = Code::error(
    "tosca/unknown-policy-type",
    "T3.7.6-R1",
    SECTION,
    "Checks that the type of a policy is a known policy type: declared in this file, imported, or built in, such as \
`tosca.policies.Scaling` and `tosca.policies.Placement`.",
)
.why("The type defines what the policy does, so an orchestrator cannot apply a policy of an unknown type.")
.advice("Correct the name, or import the file that declares the type.")
.bad(
    "topology template",
    "
policies: [{p: {type: tosca.policies.placement}}]
#                     ^^^^^^^^^^^^^^^^^^^^^^^^
",
)
.good("policies: [{p: {type: tosca.policies.Placement}}]");
static UNKNOWN_TARGET: Code = Code::error(
    "tosca/unknown-policy-target",
    "T3.7.6-R2",
    SECTION,
    "Checks that the targets of a policy are node templates or groups of the same topology template.",
)
.why("The policy cannot apply to a node or group that does not exist, and processors reject it.")
.advice("Correct the name, or remove the target.")
.bad(
    "topology template",
    "
node_templates: {a: {type: Compute}}
policies: [{p: {type: tosca.policies.Placement, targets: [b]}}]
#                                                         ^
",
)
.good(
    "
node_templates: {a: {type: Compute}}
policies: [{p: {type: tosca.policies.Placement, targets: [a]}}]
",
);
static UNFIT_TARGET: Code = Code::error(
    "tosca/wrong-policy-target-type",
    "T3.7.6-R3",
    SECTION,
    "Checks that the type of each target is a target type of the policy type, or derives from one.",
)
.earlier(&["tosca/unfit-policy-target"])
.why("The policy is made for the listed types, so an orchestrator may be unable to apply it to others.")
.advice("Remove the target, or add its type to `targets` of the policy type.")
.bad(
    "service template",
    "
policy_types:
  my.P: {derived_from: tosca.policies.Root, targets: [tosca.nodes.network.Network]}
topology_template:
  node_templates: {a: {type: Compute}}
  policies: [{p: {type: my.P, targets: [a]}}]
#                                       ^
",
)
.good(
    "
policy_types:
  my.P: {derived_from: tosca.policies.Root, targets: [tosca.nodes.Compute]}
topology_template:
  node_templates: {a: {type: Compute}}
  policies: [{p: {type: my.P, targets: [a]}}]
",
);

fn check(service: &Service<'_>, report: &mut Report) {
    let Some(topology) = &service.topology else { return };
    for policy in topology.policies.iter().filter(|policy| service.is_own(policy.key)) {
        if let Some(word) = policy.type_name.as_ref().filter(|word| service.is_own(word.node)) {
            report.extend(unknown(service, &UNKNOWN_TYPE, TypeKind::Policy, word));
        }
        let allowed = allowed(service, policy);
        for target in policy.targets.iter().filter(|target| service.is_own(target.node)) {
            let found = match (topology.node_template(&target.text), topology.group(&target.text)) {
                (Some(template), _) => template.type_id,
                (None, Some(group)) => group.type_id,
                (None, None) => {
                    report_missing(service, topology, target, report);
                    continue;
                }
            };
            check_target_type(service, policy, target, found, allowed.as_deref(), report);
        }
    }
}

/// Target types of the policy type; `None` if it lists none, or some are unknown.
fn allowed(service: &Service<'_>, policy: &Policy<'_>) -> Option<Vec<TypeId>> {
    let type_scope = &service.type_scope;
    let line = type_scope.effective(policy.type_id.found()?).ancestry.iter().map(|id| type_scope.get(*id));
    let (file, list) = line.into_iter().find_map(|ancestor| {
        let list = ancestor.node.get("targets").map(Node::resolve).filter(|list| list.items().len() > 0)?;
        Some((ancestor.file, list))
    })?;
    let find = |word: ScalarText<'_>| {
        let kinds = [TypeKind::Node, TypeKind::Group];
        kinds.into_iter().find_map(|kind| type_scope.find(kind, &word.text, file).found())
    };
    list.items().map(|item| find(ScalarText::of(item.resolve())?)).collect()
}

fn check_target_type<'d>(
    service: &Service<'d>,
    policy: &Policy<'d>,
    target: &ScalarText<'d>,
    found: Lookup,
    allowed: Option<&[TypeId]>,
    report: &mut Report,
) {
    let (Some(id), Some(allowed)) = (found.found(), allowed) else { return };
    let type_scope = &service.type_scope;
    if allowed.iter().any(|permitted| type_scope.derives(id, *permitted) != Some(false)) {
        return;
    }
    // A group represents its members if the type lists only node types.
    let is_group = type_scope.get(id).kind == TypeKind::Group;
    if is_group && allowed.iter().all(|permitted| type_scope.get(*permitted).kind == TypeKind::Node) {
        return;
    }
    let kind = policy.type_name.as_ref().map_or_else(String::new, |word| word.text.to_string());
    let list: Vec<String> =
        allowed.iter().map(|permitted| format!("`{}`", type_scope.get(*permitted).name)).collect();
    let message = format!(
        "policy type `{kind}` applies to {}, but `{}` is of type `{}`",
        list.join(" and "),
        target.text,
        type_scope.get(id).name
    );
    report.push(service.fault(&UNFIT_TARGET, target.node, message));
}

fn report_missing<'d>(
    service: &Service<'d>,
    topology: &Topology<'d>,
    target: &ScalarText<'d>,
    report: &mut Report,
) {
    let names = topology.node_templates.iter().map(|template| template.name.as_ref());
    let names = names.chain(topology.groups.iter().map(|group| group.name.as_ref()));
    let near = service.suggestions.nearest(&target.text, names);
    let message = message::unknown("node template or group", &target.text);
    report.push(
        service.fault(&UNKNOWN_TARGET, target.node, message).did_you_mean(near, |near| target.replaced(near)),
    );
}
