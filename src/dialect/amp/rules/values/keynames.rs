//! Keynames of definitions that AMP does not read.

use super::emit;
use limn_language::diagnostic::{Code, Report};
use limn_language::message;
use limn_tosca::grammar::{AMP_PLUGIN, UNKNOWN_KEY};
use limn_tosca::model::Service;
use limn_tosca::{DefinitionRole, Rule, value_definitions};
use limn_yaml::Op;

pub(in super::super) static RULE: Rule = Rule { codes: &[&ATTRIBUTE, &PROPERTY, &PARAMETER], check };

static ATTRIBUTE: Code = Code::warning(
    "amp/attribute-keyname",
    "M-KEY-1",
    "AMP, TOSCA Attributes, Property and Parameter Definitions",
    "Reports keynames of an attribute definition that AMP does not read. An attribute has `type`, `description`, `default`, `status`, \
`key_schema` and `entry_schema`; only properties and parameters are `required` or have `constraints`.",
)
.why("AMP does not use them: with `required`, for example, a missing attribute is not reported.")
.advice("Remove the keyname, or declare a property instead if the value is `required` or has `constraints`.")
.bad(
    "blueprint",
    "
node_types:
  my.Web:
    derived_from: tosca.nodes.WebServer
    attributes: {uri: {type: string, required: true}}
#                                    ^^^^^^^^
",
)
.good(
    "
node_types:
  my.Web:
    derived_from: tosca.nodes.WebServer
    attributes: {uri: {type: string}}
",
)
.supersedes(&[&UNKNOWN_KEY]);
static PROPERTY: Code = Code::warning(
    "amp/property-keyname",
    "M-KEY-2",
    "AMP, TOSCA Attributes, Property and Parameter Definitions",
    "Reports keynames of a property definition that AMP does not read. A property has the keynames of an attribute, and `required`, \
`constraints` and `metadata`.",
)
.why("AMP does not use them: with `external-schema`, for example, values are not checked against the schema.")
.advice("Remove the keyname, and restrict the value with `constraints` or a data type instead.")
.bad(
    "blueprint",
    "
node_types:
  my.Web:
    derived_from: tosca.nodes.WebServer
    properties: {page: {type: string, external-schema: 'page.json'}}
#                                     ^^^^^^^^^^^^^^^
",
)
.good(
    "
node_types:
  my.Web:
    derived_from: tosca.nodes.WebServer
    properties: {page: {type: string}}
",
)
.supersedes(&[&UNKNOWN_KEY]);
static PARAMETER: Code = Code::warning(
    "amp/parameter-keyname",
    "M-KEY-3",
    "AMP, TOSCA Attributes, Property and Parameter Definitions",
    "Reports keynames of a parameter definition that AMP does not read. An input or output has the keynames of a property except \
`metadata`, and `value`.",
)
.why("AMP does not use them, so what they describe is lost.")
.advice("Remove the keyname, or move the content of `metadata` to `description`.")
.bad(
    "blueprint",
    "
topology_template:
  inputs:
    port: {type: integer, metadata: {group: network}}
#                         ^^^^^^^^
",
)
.good(
    "
topology_template:
  inputs:
    port: {type: integer, description: a port of the network}
",
)
.supersedes(&[&UNKNOWN_KEY]);

/// Keynames that another kind of definition, or TOSCA, has. TOSCA's table reports all others.
const OF_ATTRIBUTE: &[&str] =
    &["required", "constraints", "value", "metadata", "external-schema", "external_schema"];
const OF_PROPERTY: &[&str] = &["external-schema", "external_schema"];
const OF_PARAMETER: &[&str] = &["metadata", "external-schema", "external_schema"];

fn check(service: &Service<'_>, report: &mut Report) {
    if service.version.has(AMP_PLUGIN) {
        return;
    }
    let mut found = Vec::new();
    for it in value_definitions(service) {
        let (code, keys, what) = match it.role {
            DefinitionRole::Attribute => (&ATTRIBUTE, OF_ATTRIBUTE, "an attribute definition"),
            DefinitionRole::Property => (&PROPERTY, OF_PROPERTY, "a property definition"),
            DefinitionRole::Parameter => (&PARAMETER, OF_PARAMETER, "a parameter definition"),
        };
        for name in keys {
            let Some(entry) = it.node.entry(name).filter(|entry| service.is_own(entry.key)) else { continue };
            let message = message::unsupported(name, format_args!("AMP in {what}"));
            let ops = vec![Op::Remove { at: entry.key.path(), prune: false }];
            let fault = service.fault(code, entry.key, message);
            found.push(fault.likely_fix(format!("Remove `{name}`"), ops, false));
        }
    }
    emit(report, found);
}
