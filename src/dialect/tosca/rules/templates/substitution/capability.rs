//! Mapped capabilities.

use super::super::super::Rule;
use super::port::{report_unknown, report_values};
use super::{SubstitutionScope, mapped, misnamed};
use crate::matching::RequiredType;
use crate::model::Service;
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
    ],
    check,
};

const CAPABILITIES: &str = "TOSCA Simple Profile in YAML 1.2, 3.7.9";

static CAPABILITY_KEY: Code = Code::error(
    "tosca/mapped-capability-undeclared",
    "T3.7.9-R4",
    CAPABILITIES,
    "Checks that a mapped capability is a capability of the substituted node type.",
)
.why("Users of the node see only what its type declares, so the mapping has no effect or is rejected.")
.advice("Remove the mapping, or declare the capability in the node type.")
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
    "tosca/capability-mapped-to-unknown-node",
    "T3.7.9-R2",
    CAPABILITIES,
    "Checks that a capability is mapped to a node template of the same topology template, which the mapping names first.",
)
.earlier(&["tosca/mapped-capability-nowhere"])
.why("Nodes that use the capability would be connected to a node that does not exist.")
.advice("Correct the name, or add the node template.")
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
.why("Nodes that use the capability would have nothing to connect to.")
.advice("Correct the name, or declare the capability in the type of the node template.")
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
    "Reports a capability that is mapped and also has values here.",
)
.why("A mapped capability has the values of its target.")
.advice("Remove the values here, or the mapping.")
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
    "Reports an endpoint that has values but no mapping.",
)
.why("Without a mapping, nothing can connect to the endpoint.")
.advice("Add `mapping: [node template, capability]`.")
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
    "Checks that the type of the target of a mapped capability is the capability's type or derives from it.",
)
.why("Users of the node rely on this type.")
.advice("Map the capability to one of the same or a derived type, or change the type of either.")
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

fn check(service: &Service<'_>, report: &mut Report) {
    let Some(mut scope) = SubstitutionScope::of(service) else { return };
    for entry in &scope.substitution.capabilities {
        check_capability(&mut scope, *entry, report);
    }
}

fn check_capability<'d>(scope: &mut SubstitutionScope<'_, 'd>, entry: Entry<'d>, report: &mut Report) {
    let (service, Some(name)) = (scope.service, entry.key.as_str()) else { return };
    if let Some((_, kind)) = scope.kind.as_ref().filter(|(_, kind)| kind.line.is_complete())
        && kind.capability(&name).is_none()
    {
        let message = message::unknown_on("capability", &name, "node type", &kind.line.name);
        let near =
            service.suggestions.nearest(&name, kind.capabilities.iter().map(|offer| offer.name.as_str()));
        report.push(misnamed(service.fault(&CAPABILITY_KEY, entry.key, message), entry.key, near));
    }
    let line = scope.kind.as_ref().and_then(|(_, kind)| kind.capability(&name)?.line.clone());
    report_values(scope, entry, &CAPABILITY_BOTH, &CAPABILITY_VALUES, line.as_ref(), report);
    let Some(words) = mapped(entry) else { return };
    let [template, inner] = &words[..] else { return };
    let at = match scope.template(&CAPABILITY_TEMPLATE, template) {
        Ok(at) => at,
        Err(fault) => return report.push(*fault),
    };
    let Some(inside) = service.matching().kind(at) else { return };
    let Some(offer) = inside.capability(&inner.text) else {
        let names = inside.capabilities.iter().map(|offer| offer.name.as_str());
        return report_unknown(scope, &CAPABILITY_NAME, "capability", inside, names, inner, report);
    };
    if let (Some(outer), Some(own)) = (&line, &offer.line)
        && own.is(&RequiredType::exactly(&service.type_scope, outer.id)) == Some(false)
    {
        let message = message::expected(
            format_args!("a capability of type `{}` for `{name}`", outer.name),
            format_args!("`{}` of type `{}`", inner.text, own.name),
        );
        report.push(service.fault(&CAPABILITY_TYPE, inner.node, message));
    }
}
