//! Operation inputs as environment variables.

use super::super::Rule;
use super::STANDARD;
use crate::model::Service;
use limn_language::diagnostic::{Code, Report};

pub(in super::super) static RULE: Rule = Rule { codes: &[&RESERVED, &UNPORTABLE], check };

static RESERVED: Code = Code::warning(
    "tosca/reserved-variable",
    "T4.2-R1",
    STANDARD,
    "Reports an operation input named `SOURCE`, `SOURCES`, `TARGET` or `TARGETS`.",
)
.why("Inputs become environment variables of the script, and the orchestrator sets these itself.")
.advice("Rename the input, for example to `TARGET_NAME`, and use the new name in the script.")
.bad(
    "node templates",
    "
web:
  type: tosca.nodes.Compute
  interfaces: {Standard: {create: {inputs: {TARGET: a}}}}
#                                           ^^^^^^
",
)
.good(
    "
web:
  type: tosca.nodes.Compute
  interfaces: {Standard: {create: {inputs: {AIM: a}}}}
",
);
static UNPORTABLE: Code = Code::info(
    "tosca/unportable-variable",
    "T4.2-R4",
    STANDARD,
    "Reports an operation input whose name is not a portable environment variable name.",
)
.why("Inputs become environment variables of the script, and some shells reject other names.")
.advice("Use only ASCII letters, digits and `_`, and start with a letter or `_`: `the_port`.")
.bad(
    "node templates",
    "
web:
  type: tosca.nodes.Compute
  interfaces: {Standard: {create: {inputs: {the-port: 80}}}}
#                                           ^^^^^^^^
",
)
.good(
    "
web:
  type: tosca.nodes.Compute
  interfaces: {Standard: {create: {inputs: {the_port: 80}}}}
",
)
.one_cause("names that are not portable environment variables");

fn check(service: &Service<'_>, report: &mut Report) {
    for key in &service.name_index().operation_inputs {
        let Some(name) = key.as_str() else { continue };
        if matches!(&*name, "SOURCE" | "SOURCES" | "TARGET" | "TARGETS") {
            let message =
                format!("input `{name}` has the name of an environment variable that the orchestrator sets");
            report.push(service.fault(&RESERVED, *key, message));
            continue;
        }
        let starts_well = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
        if !starts_well || !name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') {
            let message = format!("`{name}` is not a portable environment variable name");
            report.push(service.fault(&UNPORTABLE, *key, message));
        }
    }
}
