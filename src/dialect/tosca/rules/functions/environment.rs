//! Inputs of operations as the environment variables that they become.

use super::super::Rule;
use super::STANDARD;
use crate::diagnostic::{Code, Report};
use crate::dialect::tosca::model::Service;

pub(in super::super) static RULE: Rule = Rule { codes: &[&RESERVED, &UNPORTABLE], check };

static RESERVED: Code = Code::warning(
    "tosca/reserved-variable",
    "T4.2-R1",
    STANDARD,
    "Inputs of an operation become environment variables of its script. `SOURCE`, `SOURCES`, `TARGET` and `TARGETS` are set by the orchestrator.",
);
static UNPORTABLE: Code = Code::info(
    "tosca/unportable-variable",
    "T4.2-R4",
    STANDARD,
    "Inputs of an operation become environment variables of its script, and not every shell knows a variable of such a name.",
);

fn check(service: &Service<'_>, report: &mut Report) {
    for key in &service.survey().operation_inputs {
        let Some(name) = key.as_str() else { continue };
        if matches!(&*name, "SOURCE" | "SOURCES" | "TARGET" | "TARGETS") {
            let message = format!("`{name}` is an environment variable that the orchestrator sets");
            report.push(service.fault(&RESERVED, *key, message));
            continue;
        }
        let starts_well = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
        if !starts_well || !name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') {
            let message = format!("`{name}` is no name of an environment variable");
            report.push(service.fault(&UNPORTABLE, *key, message));
        }
    }
}
