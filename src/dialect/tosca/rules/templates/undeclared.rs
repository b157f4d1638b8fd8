//! Assigned capabilities and requirements that the node type does not declare.

use rustc_hash::FxHashSet;

use super::super::Rule;
use crate::matching::RequirementLookup;
use crate::model::Service;
use crate::types::Section;
use limn_language::diagnostic::{Code, Diagnostic, Report};
use limn_language::message;
use limn_yaml::{Node, Op};

pub(in super::super) static RULE: Rule = Rule { codes: &[&CAPABILITY, &REQUIREMENT], check };

static CAPABILITY: Code = Code::error(
    "tosca/undeclared-capability",
    "T3.7.1-R1",
    "TOSCA Simple Profile in YAML 1.2, 3.7.1",
    "Checks that a node template assigns capabilities of its node type or the type's ancestors only.",
)
.why("A template cannot add capabilities.")
.advice("Correct the name, or declare the capability in the node type.")
.bad(
    "node templates",
    "
a: {type: tosca.nodes.Compute, capabilities: {oss: {properties: {type: linux}}}}
#                                             ^^^
",
)
.good("a: {type: tosca.nodes.Compute, capabilities: {os: {properties: {type: linux}}}}");
static REQUIREMENT: Code = Code::error(
    "tosca/undeclared-requirement",
    "T3.7.2-R3",
    "TOSCA Simple Profile in YAML 1.2, 3.7.2",
    "Checks that a node template assigns requirements of its node type or the type's ancestors only.",
)
.why("A template cannot add requirements.")
.advice("Correct the name, or declare the requirement in the node type.")
.bad(
    "node templates",
    "
a: {type: tosca.nodes.Compute}
b: {type: tosca.nodes.DBMS, requirements: [host: a, depends: a]}
#                                                   ^^^^^^^
",
)
.good(
    "
a: {type: tosca.nodes.Compute}
b: {type: tosca.nodes.DBMS, requirements: [host: a, dependency: a]}
",
);

fn check(service: &Service<'_>, report: &mut Report) {
    let Some(topology) = &service.topology else { return };
    let matching = service.matching();
    for (at, template) in topology.node_templates.iter().enumerate() {
        let Some(kind) = matching.kind(at).filter(|kind| kind.line.is_complete()) else { continue };
        let assigned: FxHashSet<&str> =
            template.sections.named(Section::Capabilities).filter_map(|entry| entry.key.text()).collect();
        for entry in template.sections.named(Section::Capabilities) {
            let Some(name) = entry.key.text().filter(|name| kind.capability(name).is_none()) else {
                continue;
            };
            let names = kind
                .capabilities
                .iter()
                .map(|capability| capability.name.as_str())
                .filter(|name| !assigned.contains(name));
            let message = message::unknown_on("capability", name, "node type", &kind.line.name);
            report.push(renamed(
                service.fault(&CAPABILITY, entry.key, message),
                entry.key,
                service.suggestions.nearest(name, names),
            ));
        }
        for (requirement, binding) in template.requirements.iter().zip(&matching.templates[at].bindings) {
            if binding.need != RequirementLookup::Undeclared {
                continue;
            }
            let names = kind.requirements.iter().map(|need| need.name.as_str());
            let message = message::unknown_on("requirement", &requirement.name, "node type", &kind.line.name);
            let diagnostic = service.fault(&REQUIREMENT, requirement.key, message);
            report.push(renamed(
                diagnostic,
                requirement.key,
                service.suggestions.nearest(&requirement.name, names),
            ));
        }
    }
}

/// Adds "did you mean" to the message, with a fix that renames the key.
fn renamed(diagnostic: Diagnostic, key: Node<'_>, near: Option<&str>) -> Diagnostic {
    diagnostic.did_you_mean(near, |to| Op::RenameKey { at: key.path(), to })
}
