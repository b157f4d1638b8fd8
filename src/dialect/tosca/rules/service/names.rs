//! Duplicate names in lists, names with a colon, and names shared by a node template and a group.

use std::collections::BTreeMap;

use super::super::Rule;
use crate::model::{Service, Topology};
use crate::types::{TypeKind, named};
use limn_language::diagnostic::{Code, Report};
use limn_language::message;
use limn_yaml::{Entry, Node};

pub(in super::super) static RULE: Rule = Rule { codes: &[&DUPLICATE, &COLON, &AMBIGUOUS], check };

static DUPLICATE: Code = Code::error(
    "tosca/repeated-name-in-list",
    "T3.1.3-R7",
    "TOSCA Simple Profile in YAML 1.2, 3.1.3.1",
    "Checks that the names of policies and triggers are unique where they are in a list.",
)
.earlier(&["tosca/name-stands-twice"])
.why("Processors keep only one of the two, or reject the file.")
.advice("Rename one of the two.")
.bad(
    "topology template",
    "
policies:
  - near: {type: tosca.policies.Placement}
  - near: {type: tosca.policies.Scaling}
#   ^^^^
",
)
.good(
    "
policies:
  - near: {type: tosca.policies.Placement}
  - more: {type: tosca.policies.Scaling}
",
);
static COLON: Code = Code::warning(
    "tosca/colon-in-name",
    "T3.1.3-R8",
    "TOSCA Simple Profile in YAML 1.2, 3.1.3",
    "Reports a colon in a name.",
)
.why("Processors read the text before the colon as a namespace prefix.")
.advice("Use `_` or `-` instead of the colon.")
.bad(
    "service template",
    "
node_types: {'ours:Web': {derived_from: tosca.nodes.Root}}
#            ^^^^^^^^^^
",
)
.good("node_types: {ours.Web: {derived_from: tosca.nodes.Root}}");
static AMBIGUOUS: Code = Code::warning(
    "tosca/ambiguous-name",
    "T3.8-R9",
    "TOSCA Simple Profile in YAML 1.2, 3.8",
    "Reports a name that a node template and a group share.",
)
.why("Policies and workflows refer to node templates and groups by name alone, so the target would be ambiguous.")
.advice("Rename the group or the node template, and adapt the references to it.")
.bad(
    "topology template",
    "
node_templates: {web: {type: tosca.nodes.WebServer}}
groups: {web: {type: tosca.groups.Root, members: [web]}}
#        ^^^
",
)
.good(
    "
node_templates: {web: {type: tosca.nodes.WebServer}}
groups: {web_group: {type: tosca.groups.Root, members: [web]}}
",
);

fn check(service: &Service<'_>, report: &mut Report) {
    for kind in TypeKind::ALL {
        for (_, it) in service.own_types(kind) {
            report_colon(service, kind.word(), it.key, report);
        }
    }
    for (_, it) in service.own_types(TypeKind::Policy) {
        report_duplicates(service, "trigger", it.node, "triggers", report);
    }
    let Some(topology) = &service.topology else { return };
    for template in &topology.node_templates {
        report_colon(service, "node template", template.key, report);
    }
    report_duplicates(service, "policy", topology.node, "policies", report);
    for policy in &topology.policies {
        report_duplicates(service, "trigger", policy.node, "triggers", report);
    }
    report_ambiguous(service, topology, report);
}

fn report_colon(service: &Service<'_>, what: &str, key: Node<'_>, report: &mut Report) {
    if let Some(name) = key.as_str().filter(|name| name.contains(':') && service.is_own(key)) {
        let message =
            format!("{what} `{name}` contains a colon, which is read as the end of a namespace prefix");
        report.push(service.fault(&COLON, key, message));
    }
}

/// Reports duplicates in a list; in a mapping, YAML itself reports them.
fn report_duplicates<'d>(
    service: &Service<'d>,
    what: &str,
    node: Node<'d>,
    section: &str,
    report: &mut Report,
) {
    if !node.get(section).is_some_and(|value| value.resolve().is_sequence()) {
        return;
    }
    let mut seen: BTreeMap<_, Entry<'d>> = BTreeMap::new();
    for entry in named(node, section) {
        let Some(name) = entry.key.as_str() else { continue };
        let Some(first) = seen.get(&name) else {
            seen.insert(name, entry);
            continue;
        };
        if service.is_own(entry.key) && service.is_own(first.key) && entry.key != first.key {
            let diagnostic = service.fault(&DUPLICATE, entry.key, message::duplicate(what, &name));
            report.push(diagnostic.related(first.key.range(), "first declared here"));
        }
    }
}

fn report_ambiguous(service: &Service<'_>, topology: &Topology<'_>, report: &mut Report) {
    for group in &topology.groups {
        let Some(template) = topology.node_template(&group.name) else { continue };
        if service.is_own(group.key) && service.is_own(template.key) {
            let message = message::ambiguous(&group.name, "a node template", "a group");
            let diagnostic = service.fault(&AMBIGUOUS, group.key, message);
            report.push(diagnostic.related(template.key.range(), "the node template is declared here"));
        }
    }
}
