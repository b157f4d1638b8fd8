//! Capabilities and requirements that a node template assigns and its type does not have.

use rustc_hash::FxHashSet;

use super::super::Rule;
use crate::diagnostic::{Code, Diagnostic, Report};
use crate::dialect::tosca::matching::Defined;
use crate::dialect::tosca::model::Service;
use crate::dialect::tosca::types::named;
use crate::yaml::{Node, Op};

pub(in super::super) static RULE: Rule = Rule { codes: &[&CAPABILITY, &REQUIREMENT], check };

static CAPABILITY: Code = Code::error(
    "tosca/undeclared-capability",
    "T3.7.1-R1",
    "TOSCA Simple Profile in YAML 1.2, 3.7.1",
    "A node template assigns values to capabilities that its node type defines, or one that this derives from. It cannot add one.

Bad:
```yaml
server:
  type: tosca.nodes.Compute
  capabilities: {hots: {properties: {num_cpus: 2}}}
```
Good:
```yaml
  capabilities: {host: {properties: {num_cpus: 2}}}
```",
);
static REQUIREMENT: Code = Code::error(
    "tosca/undeclared-requirement",
    "T3.7.2-R3",
    "TOSCA Simple Profile in YAML 1.2, 3.7.2",
    "A node template binds requirements that its node type defines, or one that this derives from. It cannot add one.

Bad:
```yaml
database:
  type: tosca.nodes.DBMS
  requirements: [hosted: server]
```
Good:
```yaml
  requirements: [host: server]
```",
);

fn check(service: &Service<'_>, report: &mut Report) {
    let Some(topology) = &service.topology else { return };
    let matching = service.matching();
    for (at, template) in topology.node_templates.iter().enumerate() {
        let Some(kind) = matching.kind(at).filter(|kind| kind.line.is_complete()) else { continue };
        let assigned: FxHashSet<&str> =
            named(template.node, "capabilities").filter_map(|entry| entry.key.said()).collect();
        for entry in named(template.node, "capabilities") {
            let Some(name) = entry.key.said().filter(|name| kind.offer(name).is_none()) else { continue };
            let names = kind.offers.iter().map(|it| it.name.as_str()).filter(|it| !assigned.contains(it));
            let message = format!("`{}` has no capability `{name}`", kind.line.name);
            report.push(renamed(
                service.fault(&CAPABILITY, entry.key, message),
                entry.key,
                service.nearness.nearest(name, names),
            ));
        }
        for (requirement, binding) in template.requirements.iter().zip(&matching.templates[at].bindings) {
            if binding.need != Defined::Undeclared {
                continue;
            }
            let names = kind.needs.iter().map(|it| it.name.as_str());
            let message = format!("`{}` has no requirement `{}`", kind.line.name, requirement.name);
            let diagnostic = service.fault(&REQUIREMENT, requirement.key, message);
            report.push(renamed(
                diagnostic,
                requirement.key,
                service.nearness.nearest(&requirement.name, names),
            ));
        }
    }
}

/// "Did you mean", and the key renamed so.
fn renamed(diagnostic: Diagnostic, key: Node<'_>, near: Option<&str>) -> Diagnostic {
    diagnostic.meant(near, |to| Op::RenameKey { at: key.path(), to })
}
