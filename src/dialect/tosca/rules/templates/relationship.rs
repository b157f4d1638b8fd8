//! The relationship that an assignment names: that there is such a template or type, and that it is what the requirement's definition asks for.

use super::super::Rule;
use super::near::Near;
use crate::diagnostic::{Code, Report};
use crate::dialect::tosca::matching::{Joined, Line};
use crate::dialect::tosca::model::Service;
use crate::dialect::tosca::types::TypeKind;

pub(in super::super) static RULE: Rule = Rule { codes: &[&UNKNOWN, &OTHER], check };

static UNKNOWN: Code = Code::error(
    "tosca/unknown-relationship",
    "T3.7.2-R7",
    "TOSCA Simple Profile in YAML 1.2, 3.7.2",
    "`relationship` names a relationship template of the same topology, or a relationship type.

Bad:
```yaml
requirements: [host: {node: server, relationship: HostsOn}]
```
Good:
```yaml
requirements: [host: {node: server, relationship: HostedOn}]
```",
);
static OTHER: Code = Code::error(
    "tosca/wrong-relationship-type",
    "T3.7.2-R8",
    "TOSCA Simple Profile in YAML 1.2, 3.7.2",
    "The relationship of an assignment is of the type that the requirement's definition names, or of one that derives from it: what the types say \
     of the relationship must hold for it.",
);

fn check(service: &Service<'_>, report: &mut Report) {
    let Some(topology) = &service.topology else { return };
    let matching = service.matching();
    let mut near: Option<Near> = None;
    for (at, template) in topology.node_templates.iter().enumerate() {
        for (requirement, binding) in template.requirements.iter().zip(&matching.templates[at].bindings) {
            let Some(word) = &requirement.relationship else { continue };
            if binding.joined == Joined::Unknown {
                let near = near.get_or_insert_with(|| {
                    let own = topology.relationship_templates.iter().map(|it| it.name.to_string());
                    Near::types(service, TypeKind::Relationship).and(own)
                });
                let message =
                    format!("no relationship template or relationship type is named `{}`", word.text);
                report.push(near.suggest(service.fault(&UNKNOWN, word.node, message), word));
            }
            let Some(asked) = matching.need(at, binding).and_then(|need| need.relationship.as_ref()) else {
                continue;
            };
            let (Some(id), false) = (binding.relationship, binding.joined == Joined::Implied) else {
                continue;
            };
            let line = Line::of(&service.world, id);
            if line.is(asked) == Some(false) {
                let message = format!(
                    "`{}` asks for a relationship of type `{}`, from which `{}` does not derive",
                    requirement.name, asked.name, line.name
                );
                report.push(service.fault(&OTHER, word.node, message));
            }
        }
    }
}
