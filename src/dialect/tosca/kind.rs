//! Kinds of names in service templates.

use limn_language::diagnostic::Code;
use limn_language::schema::{NameKind, Profiles};

pub static INPUT: NameKind = NameKind::new("input");
pub static OUTPUT: NameKind = NameKind::new("output");
pub static OPERATION_OUTPUT: NameKind = NameKind::new("operation output");
pub static NODE_TEMPLATE: NameKind = NameKind::new("node template");
pub static RELATIONSHIP_TEMPLATE: NameKind = NameKind::new("relationship template");
pub static GROUP: NameKind = NameKind::new("group");
pub static POLICY: NameKind = NameKind::new("policy");
pub static TRIGGER: NameKind = NameKind::new("trigger");
pub static WORKFLOW: NameKind = NameKind::new("workflow");
pub static STEP: NameKind = NameKind::new("step");

pub static REPOSITORY: NameKind = NameKind::new("repository");
pub static IMPORT: NameKind = NameKind::new("import");
pub static PREFIX: NameKind = NameKind { check: prefix_faults, ..NameKind::new("prefix") };

pub static ARTIFACT_TYPE: NameKind = NameKind::new("artifact type");
pub static DATA_TYPE: NameKind = NameKind::new("data type");
pub static CAPABILITY_TYPE: NameKind = NameKind::new("capability type");
pub static INTERFACE_TYPE: NameKind = NameKind::new("interface type");
pub static RELATIONSHIP_TYPE: NameKind = NameKind::new("relationship type");
pub static NODE_TYPE: NameKind = NameKind::new("node type");
pub static GROUP_TYPE: NameKind = NameKind::new("group type");
pub static POLICY_TYPE: NameKind = NameKind::new("policy type");

pub static PROPERTY: NameKind = NameKind::new("property");
pub static ATTRIBUTE: NameKind = NameKind::new("attribute");
pub static CAPABILITY: NameKind = NameKind::new("capability");
pub static REQUIREMENT: NameKind = NameKind::new("requirement");
pub static INTERFACE: NameKind = NameKind::new("interface");
pub static OPERATION: NameKind = NameKind::new("operation");
pub static NOTIFICATION: NameKind = NameKind::new("notification");
pub static ARTIFACT: NameKind = NameKind::new("artifact");

pub static RESERVED_PREFIX: Code = Code::error(
    "tosca/reserved-prefix",
    "T3.1.1-R1",
    "TOSCA Simple Profile in YAML 1.2, 3.1.1",
    "Checks that the prefix `tosca` is not used for another namespace.",
)
.why("TOSCA reserves it for its own namespace.")
.advice("Choose another prefix.")
.bad(
    "service template",
    "
imports:
  - {file: types.yaml, namespace_prefix: tosca, namespace_uri: 'http://example.org/ours'}
#                                        ^^^^^
",
)
.good(
    "
imports:
  - {file: types.yaml, namespace_prefix: ours, namespace_uri: 'http://example.org/ours'}
",
);
/// A prefix ends at the first colon, and `tosca` is reserved.
fn prefix_faults(name: &str, _: Profiles) -> Vec<(&'static Code, String)> {
    let why = match name {
        "tosca" => "`tosca` is reserved for the TOSCA types".to_owned(),
        _ if name.contains(':') => "a prefix cannot contain a colon".to_owned(),
        _ => return Vec::new(),
    };
    vec![(&RESERVED_PREFIX, why)]
}
