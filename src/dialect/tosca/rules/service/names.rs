//! Names that stand twice where YAML itself does not see it, names that are read as something else, and names that mean two things.

use std::collections::BTreeMap;

use super::super::Rule;
use crate::diagnostic::{Code, Report};
use crate::dialect::tosca::model::{Service, Topology};
use crate::dialect::tosca::types::{TypeKind, named};
use crate::yaml::{Entry, Node};

pub(in super::super) static RULE: Rule = Rule { codes: &[&TWICE, &COLON, &AMBIGUOUS], check };

static TWICE: Code = Code::error(
    "tosca/name-stands-twice",
    "T3.1.3-R7",
    "TOSCA Simple Profile in YAML 1.2, 3.1.3.1",
    "Policies and triggers have names of their own, also where they stand in a list.

Bad:
```yaml
policies:
  - near: {type: tosca.policies.Placement}
  - near: {type: tosca.policies.Scaling}
```
Good:
```yaml
policies:
  - near: {type: tosca.policies.Placement}
  - more: {type: tosca.policies.Scaling}
```",
);
static COLON: Code = Code::warning(
    "tosca/colon-in-name",
    "T3.1.3-R8",
    "TOSCA Simple Profile in YAML 1.2, 3.1.3",
    "What stands before a colon in a name is read as the prefix of an import.

Bad:
```yaml
node_types: {'ours:Web': {derived_from: tosca.nodes.Root}}
```
Good:
```yaml
node_types: {ours.Web: {derived_from: tosca.nodes.Root}}
```",
);
static AMBIGUOUS: Code = Code::warning(
    "tosca/ambiguous-name",
    "T3.8-R9",
    "TOSCA Simple Profile in YAML 1.2, 3.8",
    "The targets of policies and workflows are node templates and groups, found by name alone. Where both have the name, it cannot be told which \
is meant.

Bad:
```yaml
node_templates: {web: {type: tosca.nodes.WebServer}}
groups: {web: {type: tosca.groups.Root, members: [web]}}
```
Good:
```yaml
node_templates: {web: {type: tosca.nodes.WebServer}}
groups: {web_group: {type: tosca.groups.Root, members: [web]}}
```",
);

fn check(service: &Service<'_>, report: &mut Report) {
    for kind in TypeKind::ALL {
        for (_, it) in service.own_types(kind) {
            colon(service, kind.word(), it.key, report);
        }
    }
    for (_, it) in service.own_types(TypeKind::Policy) {
        twice(service, "trigger", it.node, "triggers", report);
    }
    let Some(topology) = &service.topology else { return };
    for template in &topology.node_templates {
        colon(service, "node template", template.key, report);
    }
    twice(service, "policy", topology.node, "policies", report);
    for policy in &topology.policies {
        twice(service, "trigger", policy.node, "triggers", report);
    }
    ambiguous(service, topology, report);
}

fn colon(service: &Service<'_>, what: &str, key: Node<'_>, report: &mut Report) {
    if let Some(name) = key.as_str().filter(|name| name.contains(':') && service.is_own(key)) {
        let message = format!("the colon in the name of the {what} `{name}` is read as the end of a prefix");
        report.push(service.fault(&COLON, key, message));
    }
}

/// Of a list; in a mapping YAML itself forbids it.
fn twice<'d>(service: &Service<'d>, what: &str, node: Node<'d>, section: &str, report: &mut Report) {
    if !node.get(section).is_some_and(|it| it.resolve().is_sequence()) {
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
            let diagnostic = service.fault(&TWICE, entry.key, format!("there is a {what} `{name}` already"));
            report.push(diagnostic.related(first.key.range(), "the first one stands here"));
        }
    }
}

fn ambiguous(service: &Service<'_>, topology: &Topology<'_>, report: &mut Report) {
    for group in &topology.groups {
        let Some(template) = topology.node_template(&group.name) else { continue };
        if service.is_own(group.key) && service.is_own(template.key) {
            let message =
                format!("`{}` is a node template and a group: as a target it can mean either", group.name);
            let diagnostic = service.fault(&AMBIGUOUS, group.key, message);
            report.push(diagnostic.related(template.key.range(), "the node template stands here"));
        }
    }
}
