//! The relationship that an assignment names: that there is such a template or type, and that it is what the requirement's definition asks for.

use std::collections::BTreeMap;

use super::super::Rule;
use super::near::Near;
use crate::diagnostic::{Code, Report, Severity};
use crate::dialect::tosca::matching::{Binding, Joined, Line, Target};
use crate::dialect::tosca::model::{NodeTemplate, Requirement, Service};
use crate::dialect::tosca::types::{Section, TypeId, TypeKind};

pub(in super::super) static RULE: Rule = Rule { codes: &[&UNKNOWN, &OTHER, &MISSING], check };

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

static MISSING: Code = Code::error(
    "tosca/missing-relationship-property",
    "T3.7.2-R13",
    "TOSCA Simple Profile in YAML 1.2, 3.7.2",
    "The relationship type requires a property that the assignment gives no value to. Where the assignment names no relationship, so that the one of \
     the definition is meant, this is a warning: the orchestrator may know the value.

Bad:
```yaml
requirements:
  - local_storage: {node: disk, relationship: tosca.relationships.AttachesTo}
```
Good:
```yaml
requirements:
  - local_storage:
      node: disk
      relationship: {type: tosca.relationships.AttachesTo, properties: {location: /data}}
```",
);

fn check(service: &Service<'_>, report: &mut Report) {
    let Some(topology) = &service.topology else { return };
    let matching = service.matching();
    let mut near: Option<Near> = None;
    let mut lines: BTreeMap<TypeId, Line> = BTreeMap::new();
    for (at, template) in topology.node_templates.iter().enumerate() {
        for (requirement, binding) in template.requirements.iter().zip(&matching.templates[at].bindings) {
            let Some(word) = &requirement.relationship else {
                missing(service, template, requirement, binding, report);
                continue;
            };
            if binding.joined == Joined::Unknown {
                let near = near.get_or_insert_with(|| {
                    let own = topology.relationship_templates.iter().map(|it| it.name.to_string());
                    Near::types(service, TypeKind::Relationship).and(own)
                });
                let message =
                    format!("no relationship template or relationship type is named `{}`", word.text);
                report.push(near.suggest(service.fault(&UNKNOWN, word.node, message), word));
            }
            let asked = matching.need(at, binding).and_then(|need| need.relationship.as_ref());
            let said = binding.relationship.filter(|_| binding.joined != Joined::Implied);
            if let (Some(asked), Some(id)) = (asked, said) {
                let line = lines.entry(id).or_insert_with(|| Line::of(&service.world, id));
                if line.is(asked) == Some(false) {
                    let message = format!(
                        "`{}` asks for a relationship of type `{}`, from which `{}` does not derive",
                        requirement.name, asked.name, line.name
                    );
                    report.push(service.fault(&OTHER, word.node, message));
                    // What it lacks or leads to is no matter before it is another.
                    continue;
                }
            }
            missing(service, template, requirement, binding, report);
        }
    }
}

/// Properties that the relationship must have and the assignment does not give.
fn missing<'d>(
    service: &Service<'d>,
    template: &NodeTemplate<'d>,
    requirement: &Requirement<'d>,
    binding: &Binding,
    report: &mut Report,
) {
    // A relationship template gives them itself, and a node that is chosen later may bring them.
    let (Some(id), Target::Template(_), Joined::Type(_) | Joined::Implied) =
        (binding.relationship, binding.target, binding.joined)
    else {
        return;
    };
    if template.is_open() {
        return;
    }
    let given = requirement.relationship_node.and_then(|it| it.get("properties"));
    let fields = service.fields.of_type(&service.world, id, Section::Properties);
    let is_given = |name: &str| given.and_then(|given| given.get(name)).is_some_and(|it| !it.is_null());
    let wanted = fields.wanted().filter(|(name, _)| !is_given(name));
    let names: Vec<String> = wanted.map(|(name, _)| format!("`{name}`")).collect();
    if names.is_empty() {
        return;
    }
    let name = &service.world.get(id).name;
    let message =
        format!("`{}` gives no value to {}, which `{name}` requires", requirement.name, names.join(", "));
    let at = requirement.relationship.as_ref().map_or(requirement.key, |it| it.node);
    let diagnostic = service.fault(&MISSING, at, message);
    let implied = binding.joined == Joined::Implied && given.is_none();
    report.push(if implied { diagnostic.severity(Severity::Warning) } else { diagnostic });
}
