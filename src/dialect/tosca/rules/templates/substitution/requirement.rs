//! Mapped requirements.

use super::super::super::Rule;
use super::port::{report_unknown, report_values};
use super::{SubstitutionScope, mapped, misnamed};
use crate::matching::{Lineage, RequiredType, RequirementTarget};
use crate::model::Service;
use crate::types::ScalarText;
use limn_language::diagnostic::{Code, Report};
use limn_language::message;
use limn_yaml::Entry;

pub(in super::super::super) static RULE: Rule = Rule {
    codes: &[
        &REQUIREMENT_KEY,
        &REQUIREMENT_TEMPLATE,
        &REQUIREMENT_NAME,
        &REQUIREMENT_BOTH,
        &REQUIREMENT_VALUES,
        &REQUIREMENT_TYPE,
        &BOUND,
    ],
    check,
};

const REQUIREMENTS: &str = "TOSCA Simple Profile in YAML 1.2, 3.7.10";

static REQUIREMENT_KEY: Code = Code::error(
    "tosca/mapped-requirement-undeclared",
    "T3.7.10-R4",
    REQUIREMENTS,
    "Checks that a mapped requirement is a requirement of the substituted node type.",
)
.why("Users of the node see only what its type declares, so the mapping has no effect or is rejected.")
.advice("Remove the mapping, or declare the requirement in the node type.")
.bad(
    "topology template",
    "
node_templates: {db: {type: tosca.nodes.Database, properties: {name: x}}}
substitution_mappings:
  node_type: tosca.nodes.Database
  requirements: {server: [db, host]}
#                ^^^^^^
",
)
.good(
    "
node_templates: {db: {type: tosca.nodes.Database, properties: {name: x}}}
substitution_mappings:
  node_type: tosca.nodes.Database
  requirements: {host: [db, host]}
",
);

static REQUIREMENT_TEMPLATE: Code = Code::error(
    "tosca/requirement-mapped-to-unknown-node",
    "T3.7.10-R2",
    REQUIREMENTS,
    "Checks that a requirement is mapped to a node template of the same topology template, which the mapping names first.",
)
.earlier(&["tosca/mapped-requirement-nowhere"])
.why("The target of the requirement would be connected to a node that does not exist.")
.advice("Correct the name, or add the node template.")
.bad(
    "topology template",
    "
node_templates: {db: {type: tosca.nodes.Database, properties: {name: x}}}
substitution_mappings:
  node_type: tosca.nodes.Database
  requirements: {host: [database, host]}
#                       ^^^^^^^^
",
)
.good(
    "
node_templates: {db: {type: tosca.nodes.Database, properties: {name: x}}}
substitution_mappings:
  node_type: tosca.nodes.Database
  requirements: {host: [db, host]}
",
);

static REQUIREMENT_NAME: Code = Code::error(
    "tosca/mapped-to-unknown-requirement",
    "T3.7.10-R3",
    REQUIREMENTS,
    "Checks that a requirement is mapped to a requirement of the type of the named node template.",
)
.why("The target of the requirement would be connected to nothing inside the topology.")
.advice("Correct the name, or declare the requirement in the type of the node template.")
.bad(
    "topology template",
    "
node_templates: {db: {type: tosca.nodes.Database, properties: {name: x}}}
substitution_mappings:
  node_type: tosca.nodes.Database
  requirements: {host: [db, server]}
#                           ^^^^^^
",
)
.good(
    "
node_templates: {db: {type: tosca.nodes.Database, properties: {name: x}}}
substitution_mappings:
  node_type: tosca.nodes.Database
  requirements: {host: [db, host]}
",
);

static REQUIREMENT_BOTH: Code = Code::error(
    "tosca/requirement-mapped-and-set",
    "T3.7.10-R5",
    REQUIREMENTS,
    "Reports a requirement that is mapped and also has values here.",
)
.why("A mapped requirement has the values of the requirement that it is mapped to.")
.advice("Remove the values here, or the mapping.")
.bad(
    "topology template",
    "
node_templates: {db: {type: tosca.nodes.Database, properties: {name: x}}}
substitution_mappings:
  node_type: tosca.nodes.Database
  requirements: {host: {mapping: [db, host], properties: {num_cpus: 2}}}
#                                            ^^^^^^^^^^
",
)
.good(
    "
node_templates: {db: {type: tosca.nodes.Database, properties: {name: x}}}
substitution_mappings:
  node_type: tosca.nodes.Database
  requirements: {host: [db, host]}
",
);

static REQUIREMENT_VALUES: Code = Code::warning(
    "tosca/requirement-without-mapping",
    "T3.7.10-R6",
    "TOSCA Simple Profile in YAML 1.2, 3.7.10.3",
    "Reports a requirement for an endpoint that has values but no mapping.",
)
.why("Without a mapping, it connects nothing.")
.advice("Write `mapping: [node template, requirement]` instead of the values, or remove the entry.")
.bad(
    "service template",
    "
node_types:
  Caller:
    derived_from: tosca.nodes.Root
    requirements: [call: tosca.capabilities.Endpoint]
topology_template:
  substitution_mappings:
    node_type: Caller
    requirements: {call: {properties: {port: 80}}}
#                         ^^^^^^^^^^
",
)
.good(
    "
node_types:
  Caller:
    derived_from: tosca.nodes.Root
    requirements: [call: tosca.capabilities.Endpoint]
topology_template:
  substitution_mappings:
    node_type: Caller
    requirements: {}
",
);

static REQUIREMENT_TYPE: Code = Code::error(
    "tosca/mapped-requirement-type",
    "T3.7.10-R7",
    REQUIREMENTS,
    "Checks that a mapped requirement and its target require the same capability type, or that one type derives from the other.",
)
.why("A node that fulfills one of the two requirements does not fulfill the other.")
.advice("Map the requirement to one for the same capability type, or change `capability` in either definition.")
.bad(
    "service template",
    "
node_types:
  Caller:
    derived_from: tosca.nodes.Root
    requirements: [call: tosca.capabilities.Endpoint]
topology_template:
  node_templates: {a: {type: Caller}}
  substitution_mappings:
    node_type: tosca.nodes.Database
    requirements: {host: [a, call]}
#                            ^^^^
",
)
.good(
    "
node_types:
  Caller:
    derived_from: tosca.nodes.Root
    requirements: [call: tosca.capabilities.Endpoint]
topology_template:
  node_templates: {a: {type: Caller}}
  substitution_mappings:
    node_type: Caller
    requirements: {call: [a, call]}
",
);

static BOUND: Code = Code::warning(
    "tosca/exposed-and-bound",
    "T3.7.12-R7",
    "TOSCA Simple Profile in YAML 1.2, 2.10, 3.7.12",
    "Reports a requirement that is exposed by the substitution mapping and also assigned inside the topology.",
)
.why("Only one of the two has an effect.")
.advice("Remove the assignment in the node template, or the mapping in `substitution_mappings`.")
.bad(
    "topology template",
    "
inputs: {title: {type: string}}
node_templates:
  server: {type: tosca.nodes.Compute}
  dbms: {type: tosca.nodes.DBMS, requirements: [host: server]}
  db:
    type: tosca.nodes.Database
    properties: {name: {get_input: title}}
    requirements: [host: dbms]
#                  ^^^^
substitution_mappings:
  node_type: tosca.nodes.Database
  properties: {name: [title]}
  capabilities: {database_endpoint: [db, database_endpoint]}
  requirements: {host: [db, host]}
",
)
.good(
    "
inputs: {title: {type: string}}
node_templates:
  server: {type: tosca.nodes.Compute}
  dbms: {type: tosca.nodes.DBMS, requirements: [host: server]}
  db:
    type: tosca.nodes.Database
    properties: {name: {get_input: title}}
substitution_mappings:
  node_type: tosca.nodes.Database
  properties: {name: [title]}
  capabilities: {database_endpoint: [db, database_endpoint]}
  requirements: {host: [db, host]}
",
)
.one_cause("requirements that are assigned and exposed");

fn check(service: &Service<'_>, report: &mut Report) {
    let Some(mut scope) = SubstitutionScope::of(service) else { return };
    for entry in &scope.substitution.requirements {
        check_requirement(&mut scope, *entry, report);
    }
}

fn check_requirement<'d>(scope: &mut SubstitutionScope<'_, 'd>, entry: Entry<'d>, report: &mut Report) {
    let (service, Some(name)) = (scope.service, entry.key.as_str()) else { return };
    if let Some((_, kind)) = scope.kind.as_ref().filter(|(_, kind)| kind.line.is_complete())
        && kind.requirement(&name).is_none()
    {
        let message = message::unknown_on("requirement", &name, "node type", &kind.line.name);
        let near =
            service.suggestions.nearest(&name, kind.requirements.iter().map(|need| need.name.as_str()));
        report.push(misnamed(service.fault(&REQUIREMENT_KEY, entry.key, message), entry.key, near));
    }
    let line_of = |asked: &RequiredType| asked.found.found().map(|id| Lineage::of(&service.type_scope, id));
    let outer = scope.kind.as_ref().and_then(|(_, kind)| kind.requirement(&name)?.capability.clone());
    let line = outer.as_ref().and_then(line_of);
    report_values(scope, entry, &REQUIREMENT_BOTH, &REQUIREMENT_VALUES, line.as_ref(), report);
    let Some(words) = mapped(entry) else { return };
    let [template, inner] = &words[..] else { return };
    let at = match scope.template(&REQUIREMENT_TEMPLATE, template) {
        Ok(at) => at,
        Err(fault) => return report.push(*fault),
    };
    check_bound(scope, at, inner, report);
    let Some(inside) = service.matching().kind(at) else { return };
    let Some(need) = inside.requirement(&inner.text) else {
        let names = inside.requirements.iter().map(|need| need.name.as_str());
        return report_unknown(scope, &REQUIREMENT_NAME, "requirement", inside, names, inner, report);
    };
    if let (Some(outer), Some(own)) = (&outer, &need.capability)
        && let (Some(outer_line), Some(own_line)) = (&line, line_of(own))
        && outer_line.is(own) == Some(false)
        && own_line.is(outer) == Some(false)
    {
        let message = format!(
            "`{name}` requires `{}`, but `{}` of `{}` requires `{}`",
            outer.name, inner.text, template.text, own.name
        );
        report.push(service.fault(&REQUIREMENT_TYPE, inner.node, message));
    }
}

/// Reports assignments of an exposed requirement inside the topology.
fn check_bound<'d>(
    scope: &SubstitutionScope<'_, 'd>,
    at: usize,
    inner: &ScalarText<'d>,
    report: &mut Report,
) {
    let template = &scope.topology.node_templates[at];
    let bindings = &scope.service.matching().templates[at].bindings;
    for (requirement, binding) in template.requirements.iter().zip(bindings) {
        if requirement.name == inner.text && matches!(binding.target, RequirementTarget::Template(_)) {
            let message = format!(
                "requirement `{}` of `{}` is assigned here and exposed by `substitution_mappings`",
                requirement.name, template.name
            );
            report.push(
                scope
                    .service
                    .fault(&BOUND, requirement.key, message)
                    .related(inner.node.range(), "exposed here".to_owned()),
            );
        }
    }
}
