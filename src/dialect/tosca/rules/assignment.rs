//! Fixes that assign a requirement.

use crate::matching::RequirementSignature;
use crate::model::Service;
use limn_language::diagnostic::Diagnostic;
use limn_yaml::{Op, Path, Value};

/// Adds a fix for each of the first node templates that fulfill a requirement of the one at `at`.
pub fn offer_assignments(
    mut diagnostic: Diagnostic,
    service: &Service<'_>,
    at: usize,
    need: &RequirementSignature,
) -> Diagnostic {
    let Some(topology) = &service.topology else { return diagnostic };
    let to = Path::clone(&topology.node_templates[at].node.path()).key("requirements");
    for candidate in service.matching().fitting(at, need).0 {
        let name = &topology.node_templates[candidate].name;
        let value = Value::map([(need.name.clone(), Value::text(name.as_ref()))]);
        let label = format!("Assign `{}` to `{name}`", need.name);
        // Even a single candidate may not be the intended one.
        diagnostic = diagnostic.fix(label, vec![Op::Append { to: to.clone(), value }]).unsafe_fix();
    }
    diagnostic
}
