//! Clusters: the member specification and the initial size.

use super::super::shared::{is_amp, is_call, is_node, number, shown};
use limn_language::diagnostic::{Code, Report};
use limn_language::message;
use limn_tosca::model::{NodeTemplate, Service};
use limn_tosca::types::Section;
use limn_tosca::{Rule, codes};
use limn_yaml::{Node, Op, Resolved};

pub(in super::super) static RULE: Rule = Rule { codes: &[&MEMBER, &SYNTAX, &SIZE], check };

const SECTION: &str = "AMP, Cloudsoft AMP Policies";

static MEMBER: Code = Code::error(
    "amp/cluster-without-member-specification",
    "M-CLU-1",
    SECTION,
    "Checks that a `tosca.entity.DynamicCluster` has `dynamiccluster.memberspec`, and that it is a `$brooklyn:entitySpec` with the `type` of the \
members.",
)
.why("The cluster creates its members from this specification. Without it, or from a plain mapping, it cannot create any.")
.advice("Add `dynamiccluster.memberspec` with `$brooklyn:entitySpec` and the `type` of the members.")
.bad(
    "node templates",
    "
shops:
  type: tosca.entity.DynamicCluster
  properties:
    dynamiccluster.memberspec: {type: io.acme.shop}
#                              ^^^^^^^^^^^^^^^^^^^^
",
)
.good(
    "
shops:
  type: tosca.entity.DynamicCluster
  properties:
    dynamiccluster.memberspec: {'$brooklyn:entitySpec': {type: io.acme.shop}}
",
)
.supersedes(&[&codes::WRONG_VALUE_TYPE]);
static SYNTAX: Code = Code::warning(
    "amp/properties-in-entity-specification",
    "M-CLU-2",
    SECTION,
    "Reports `properties` in a `$brooklyn:entitySpec`.",
)
.why("AMP reads `$brooklyn:entitySpec` in its own syntax, even for a TOSCA type, and ignores `properties`.")
.advice("Put the configuration of the members under `brooklyn.config`.")
.bad(
    "node templates",
    "
shops:
  type: tosca.entity.DynamicCluster
  properties:
    dynamiccluster.memberspec:
      $brooklyn:entitySpec:
        type: io.acme.shop
        properties: {port: 8080}
#       ^^^^^^^^^^
",
)
.good(
    "
shops:
  type: tosca.entity.DynamicCluster
  properties:
    dynamiccluster.memberspec:
      $brooklyn:entitySpec:
        type: io.acme.shop
        brooklyn.config: {port: 8080}
",
);
static SIZE: Code = Code::error(
    "amp/cluster-size",
    "M-CLU-3",
    SECTION,
    "Checks that `cluster.initial.size`, the number of members at the start, is a non-negative integer.",
)
.why("The cluster creates this number of members when it starts, which is not possible with any other value.")
.advice("Set `cluster.initial.size` to 0 or a positive integer, without quotes.")
.bad(
    "node templates",
    "
shops:
  type: tosca.entity.DynamicCluster
  properties:
    cluster.initial.size: -1
#                         ^^
    dynamiccluster.memberspec: {'$brooklyn:entitySpec': {type: io.acme.shop}}
",
)
.good(
    "
shops:
  type: tosca.entity.DynamicCluster
  properties:
    cluster.initial.size: 2
    dynamiccluster.memberspec: {'$brooklyn:entitySpec': {type: io.acme.shop}}
",
)
.supersedes(&[&codes::WRONG_VALUE_TYPE]);

pub(super) const CLUSTER: &str = "tosca.entity.DynamicCluster";
const MEMBER_SPECIFICATION: &str = "dynamiccluster.memberspec";
/// Other names that Brooklyn has for it.
const OTHER_NAMES: [&str; 2] = ["memberSpec", "dynamiccluster.firstmemberspec"];
const ENTITY_SPECIFICATION: &str = "$brooklyn:entitySpec";

fn check(service: &Service<'_>, report: &mut Report) {
    let Some(topology) = service.topology.as_ref().filter(|_| is_amp(service)) else { return };
    for template in &topology.node_templates {
        if is_node(service, template, CLUSTER) {
            check_cluster(service, template, report);
        }
    }
}

fn check_cluster(service: &Service<'_>, template: &NodeTemplate<'_>, report: &mut Report) {
    let properties = template.sections.get(Section::Properties);
    let value = |name: &str| properties.and_then(|properties| properties.get(name)).map(Node::resolve);
    match value(MEMBER_SPECIFICATION).filter(|node| !node.is_null()) {
        Some(node) => check_member(service, node, report),
        None => {
            let has_other = OTHER_NAMES.iter().any(|name| value(name).is_some());
            // A derived type can have the members as a default.
            let effective = template.type_id.found().map(|id| service.type_scope.effective(id));
            let definition = effective.and_then(|effective| effective.properties().get(MEMBER_SPECIFICATION));
            let has_default = definition.is_some_and(|definition| {
                definition.get("default").is_some() || definition.fixed().is_some()
            });
            if !has_other && !has_default && template.copy.is_none() && service.is_own(template.key) {
                let message =
                    message::missing_on("property", MEMBER_SPECIFICATION, "cluster", &template.name);
                report.push(service.fault(&MEMBER, template.key, message));
            }
        }
    }
    if let Some(size) = initial_size(template).filter(|size| service.is_own(*size) && !is_call(*size)) {
        let is_count = matches!(size.resolved(), Some(Resolved::Int(_)))
            && number(size).is_some_and(|count| count >= 0.0);
        if !is_count {
            let what = "a non-negative integer for `cluster.initial.size`";
            let message = message::expected(what, shown(size));
            report.push(service.fault(&SIZE, size, message));
        }
    }
}

/// The number of members at the start, as written.
pub(super) fn initial_size<'d>(template: &NodeTemplate<'d>) -> Option<Node<'d>> {
    let properties = template.sections.get(Section::Properties)?;
    properties.get("cluster.initial.size").map(Node::resolve).filter(|size| !size.is_null())
}

fn check_member(service: &Service<'_>, node: Node<'_>, report: &mut Report) {
    if !service.is_own(node) {
        return;
    }
    let mut fault = |at: Node<'_>, message: String| report.push(service.fault(&MEMBER, at, message));
    let Some(inner) = node.get(ENTITY_SPECIFICATION).filter(|_| node.is_mapping()) else {
        if !is_call(node) {
            let what =
                format!("`{ENTITY_SPECIFICATION}` with the type of the members for `{MEMBER_SPECIFICATION}`");
            fault(node, message::expected(what, shown(node)));
        }
        return;
    };
    let inner = inner.resolve();
    // A single text is the type.
    if inner.is_scalar() && !inner.is_null() || !service.is_own(inner) {
        return;
    }
    if inner.get("type").is_none_or(Node::is_null) {
        let at = inner.key().filter(|key| service.is_own(*key)).unwrap_or(inner);
        return fault(at, message::missing_at("key", "type", format_args!("`{ENTITY_SPECIFICATION}`")));
    }
    let Some(properties) = inner.entry("properties").filter(|entry| service.is_own(entry.key)) else {
        return;
    };
    let message = format!("`properties` in `{ENTITY_SPECIFICATION}` has no effect; use `brooklyn.config`");
    let fault = service.fault(&SYNTAX, properties.key, message);
    let rename = Op::RenameKey { at: properties.key.path(), to: "brooklyn.config".to_owned() };
    report.push(match inner.get("brooklyn.config") {
        None => fault.fix("Rename to `brooklyn.config`", vec![rename]),
        Some(_) => fault,
    });
}
