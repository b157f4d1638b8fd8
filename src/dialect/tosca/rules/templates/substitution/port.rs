//! Mapped capabilities and requirements.

use super::super::super::Rule;
use super::{SubstitutionScope, mapped, misnamed};
use crate::matching::{Lineage, NodeSignature, RequiredType};
use crate::model::Service;
use crate::types::Word;
use limn_language::diagnostic::{Code, Report};
use limn_language::message;
use limn_yaml::Entry;

pub(in super::super::super) static RULE: Rule = Rule {
    codes: &[
        &CAPABILITY_KEY,
        &CAPABILITY_TEMPLATE,
        &CAPABILITY_NAME,
        &CAPABILITY_BOTH,
        &CAPABILITY_VALUES,
        &CAPABILITY_TYPE,
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

const CAPABILITIES: &str = "TOSCA Simple Profile in YAML 1.2, 3.7.9";
const REQUIREMENTS: &str = "TOSCA Simple Profile in YAML 1.2, 3.7.10";

static CAPABILITY_KEY: Code = Code::error(
    "tosca/mapped-capability-undeclared",
    "T3.7.9-R4",
    CAPABILITIES,
    "Checks that a mapped capability is a capability of the substituted node type.",
)
.bad(
    "topology template",
    "
node_templates: {db: {type: tosca.nodes.Database, properties: {name: x}}}
substitution_mappings:
  node_type: tosca.nodes.Database
  capabilities: {endpoint: [db, database_endpoint]}
#                ^^^^^^^^
",
)
.good(
    "
node_templates: {db: {type: tosca.nodes.Database, properties: {name: x}}}
substitution_mappings:
  node_type: tosca.nodes.Database
  capabilities: {database_endpoint: [db, database_endpoint]}
",
);
static CAPABILITY_TEMPLATE: Code = Code::error(
    "tosca/mapped-capability-nowhere",
    "T3.7.9-R2",
    CAPABILITIES,
    "Checks that a capability is mapped to a node template of the same topology template, which the mapping names first.",
)
.bad(
    "topology template",
    "
node_templates: {db: {type: tosca.nodes.Database, properties: {name: x}}}
substitution_mappings:
  node_type: tosca.nodes.Database
  capabilities: {database_endpoint: [database, database_endpoint]}
#                                    ^^^^^^^^
",
)
.good(
    "
node_templates: {db: {type: tosca.nodes.Database, properties: {name: x}}}
substitution_mappings:
  node_type: tosca.nodes.Database
  capabilities: {database_endpoint: [db, database_endpoint]}
",
);
static CAPABILITY_NAME: Code = Code::error(
    "tosca/mapped-to-unknown-capability",
    "T3.7.9-R3",
    CAPABILITIES,
    "Checks that a capability is mapped to a capability of the type of the named node template.",
)
.bad(
    "substitution mappings",
    "
capabilities: {database_endpoint: [db, endpoint]}
#                                      ^^^^^^^^
",
)
.good("capabilities: {database_endpoint: [db, database_endpoint]}");
static CAPABILITY_BOTH: Code = Code::error(
    "tosca/capability-mapped-and-set",
    "T3.7.9-R5",
    CAPABILITIES,
    "Reports a capability that is mapped and also has values here. A mapped capability has the values of its target.",
)
.bad(
    "topology template",
    "
node_templates: {db: {type: tosca.nodes.Database, properties: {name: x}}}
substitution_mappings:
  node_type: tosca.nodes.Database
  capabilities:
    database_endpoint: {mapping: [db, database_endpoint], properties: {port: 80}}
#                                                         ^^^^^^^^^^
",
)
.good(
    "
node_templates: {db: {type: tosca.nodes.Database, properties: {name: x}}}
substitution_mappings:
  node_type: tosca.nodes.Database
  capabilities:
    database_endpoint: [db, database_endpoint]
",
);
static CAPABILITY_VALUES: Code = Code::warning(
    "tosca/endpoint-without-mapping",
    "T3.7.9-R6",
    "TOSCA Simple Profile in YAML 1.2, 3.7.9.3",
    "Reports an endpoint that has values but no mapping. Nothing can connect to it.",
)
.bad(
    "substitution mappings",
    "
node_type: tosca.nodes.Database
capabilities: {database_endpoint: {properties: {port: 80}}}
#                                  ^^^^^^^^^^
",
)
.good(
    "
node_type: tosca.nodes.Database
capabilities: {database_endpoint: [db, database_endpoint]}
",
);
static CAPABILITY_TYPE: Code = Code::error(
    "tosca/mapped-capability-type",
    "T3.7.9-R7",
    CAPABILITIES,
    "Checks that the type of the target of a mapped capability is the capability's type or derives from it. Users of the node rely on this \
type.",
)
.bad(
    "topology template",
    "
node_templates:
  server: {type: tosca.nodes.Compute}
  db: {type: tosca.nodes.Database, properties: {name: x}}
substitution_mappings:
  node_type: tosca.nodes.Database
  capabilities: {database_endpoint: [server, os]}
#                                            ^^
",
)
.good(
    "
node_templates:
  server: {type: tosca.nodes.Compute}
  db: {type: tosca.nodes.Database, properties: {name: x}}
substitution_mappings:
  node_type: tosca.nodes.Database
  capabilities: {database_endpoint: [db, database_endpoint]}
",
);
static REQUIREMENT_KEY: Code = Code::error(
    "tosca/mapped-requirement-undeclared",
    "T3.7.10-R4",
    REQUIREMENTS,
    "Checks that a mapped requirement is a requirement of the substituted node type.",
)
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
    "tosca/mapped-requirement-nowhere",
    "T3.7.10-R2",
    REQUIREMENTS,
    "Checks that a requirement is mapped to a node template of the same topology template, which the mapping names first.",
)
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
    "Reports a requirement for an endpoint that has values but no mapping. It connects nothing.",
)
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
    "Reports a requirement that is exposed by the substitution mapping and also assigned inside the topology. Only one of the two has an \
effect.",
)
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
);

fn check(service: &Service<'_>, report: &mut Report) {
    let Some(mut scope) = SubstitutionScope::of(service) else { return };
    for entry in &scope.substitution.capabilities {
        capability(&mut scope, *entry, report);
    }
    for entry in &scope.substitution.requirements {
        requirement(&mut scope, *entry, report);
    }
}

fn capability<'d>(scope: &mut SubstitutionScope<'_, 'd>, entry: Entry<'d>, report: &mut Report) {
    let (service, Some(name)) = (scope.service, entry.key.as_str()) else { return };
    if let Some((_, kind)) = scope.kind.as_ref().filter(|(_, kind)| kind.line.is_complete())
        && kind.capability(&name).is_none()
    {
        let message = message::unknown_on("capability", &name, "node type", &kind.line.name);
        let near = service.suggestions.nearest(&name, kind.capabilities.iter().map(|it| it.name.as_str()));
        report.push(misnamed(service.fault(&CAPABILITY_KEY, entry.key, message), entry.key, near));
    }
    let line = scope.kind.as_ref().and_then(|(_, kind)| kind.capability(&name)?.line.clone());
    values(scope, entry, &CAPABILITY_BOTH, &CAPABILITY_VALUES, line.as_ref(), report);
    let Some(words) = mapped(entry) else { return };
    let [template, inner] = &words[..] else { return };
    let at = match scope.template(&CAPABILITY_TEMPLATE, template) {
        Ok(at) => at,
        Err(fault) => return report.push(*fault),
    };
    let Some(inside) = service.matching().kind(at) else { return };
    let Some(offer) = inside.capability(&inner.text) else {
        let names = inside.capabilities.iter().map(|it| it.name.as_str());
        return unknown(scope, &CAPABILITY_NAME, "capability", inside, names, inner, report);
    };
    if let (Some(outer), Some(own)) = (&line, &offer.line)
        && own.is(&RequiredType::exactly(&service.world, outer.id)) == Some(false)
    {
        let message = format!(
            "expected a capability of type `{0}` for `{name}`, found `{2}` of type `{1}`",
            outer.name, own.name, inner.text
        );
        report.push(service.fault(&CAPABILITY_TYPE, inner.node, message));
    }
}

fn requirement<'d>(scope: &mut SubstitutionScope<'_, 'd>, entry: Entry<'d>, report: &mut Report) {
    let (service, Some(name)) = (scope.service, entry.key.as_str()) else { return };
    if let Some((_, kind)) = scope.kind.as_ref().filter(|(_, kind)| kind.line.is_complete())
        && kind.requirement(&name).is_none()
    {
        let message = message::unknown_on("requirement", &name, "node type", &kind.line.name);
        let near = service.suggestions.nearest(&name, kind.requirements.iter().map(|it| it.name.as_str()));
        report.push(misnamed(service.fault(&REQUIREMENT_KEY, entry.key, message), entry.key, near));
    }
    let line_of = |asked: &RequiredType| asked.found.found().map(|id| Lineage::of(&service.world, id));
    let outer = scope.kind.as_ref().and_then(|(_, kind)| kind.requirement(&name)?.capability.clone());
    let line = outer.as_ref().and_then(line_of);
    values(scope, entry, &REQUIREMENT_BOTH, &REQUIREMENT_VALUES, line.as_ref(), report);
    let Some(words) = mapped(entry) else { return };
    let [template, inner] = &words[..] else { return };
    let at = match scope.template(&REQUIREMENT_TEMPLATE, template) {
        Ok(at) => at,
        Err(fault) => return report.push(*fault),
    };
    bound(scope, at, inner, report);
    let Some(inside) = service.matching().kind(at) else { return };
    let Some(need) = inside.requirement(&inner.text) else {
        let names = inside.requirements.iter().map(|it| it.name.as_str());
        return unknown(scope, &REQUIREMENT_NAME, "requirement", inside, names, inner, report);
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

fn unknown<'a>(
    scope: &SubstitutionScope<'_, '_>,
    code: &'static Code,
    what: &str,
    inside: &NodeSignature,
    names: impl Iterator<Item = &'a str>,
    inner: &Word<'_>,
    report: &mut Report,
) {
    if !inside.line.is_complete() {
        return;
    }
    let message = message::unknown_on(what, &inner.text, "node type", &inside.line.name);
    let at = inner.node.range();
    let diagnostic = limn_language::diagnostic::Diagnostic::new(code, at, inner.node.path(), message);
    debug_assert!(
        std::ptr::eq(inner.node.document(), scope.service.document),
        "mappings are part of the document"
    );
    report.push(match scope.service.suggestions.nearest(&inner.text, names) {
        Some(near) => super::super::name_suggestions::suggest(diagnostic, inner, near),
        None => diagnostic,
    });
}

/// Reports values next to a mapping, or instead of one on an endpoint.
fn values<'d>(
    scope: &SubstitutionScope<'_, 'd>,
    entry: Entry<'d>,
    both: &'static Code,
    instead: &'static Code,
    line: Option<&Lineage>,
    report: &mut Report,
) {
    let node = entry.value.resolve();
    let filled = |key: &str| node.entry(key).filter(|it| it.value.resolve().entries().len() > 0);
    let Some(given) = filled("properties").or_else(|| filled("attributes")) else { return };
    let key = given.key.as_str().unwrap_or_default();
    let name = entry.key.as_str().unwrap_or_default();
    if node.get("mapping").is_some() {
        let message = format!("`{name}` has both a mapping and `{key}`");
        report.push(scope.service.fault(both, given.key, message));
    } else if line.is_some_and(|line| line.derives_from_name("tosca.capabilities.Endpoint")) {
        let message = format!("endpoint `{name}` has `{key}` but no mapping");
        report.push(scope.service.fault(instead, given.key, message));
    }
}

/// Reports assignments of an exposed requirement inside the topology.
fn bound<'d>(scope: &SubstitutionScope<'_, 'd>, at: usize, inner: &Word<'d>, report: &mut Report) {
    use crate::matching::Target;
    let template = &scope.topology.node_templates[at];
    let bindings = &scope.service.matching().templates[at].bindings;
    for (requirement, binding) in template.requirements.iter().zip(bindings) {
        if requirement.name == inner.text && matches!(binding.target, Target::Template(_)) {
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
