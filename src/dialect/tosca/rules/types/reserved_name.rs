//! Type names that TOSCA reserves.

use super::super::Rule;
use crate::model::Service;
use crate::types::TypeKind;
use limn_language::diagnostic::{Code, Report};
use limn_language::message;

pub(in super::super) static RULE: Rule = Rule { codes: &[&REDEFINED, &RESERVED, &SHORTHAND], check };

static REDEFINED: Code = Code::error(
    "tosca/normative-type-redefined",
    "T5.2-R6",
    "TOSCA Simple Profile in YAML 1.2, 3.1.2 and 3.1.3",
    "Reports a type with the name of a built-in type.",
)
.why("Service templates import the types of TOSCA implicitly, so the declaration is a duplicate, and processors use one or the other.")
.advice("Derive from the built-in type under another name.")
.bad(
    "node types",
    "
tosca.nodes.Compute: {derived_from: tosca.nodes.Root}
#^^^^^^^^^^^^^^^^^^
",
)
.good("my.Compute: {derived_from: tosca.nodes.Root}")
.one_cause("types that TOSCA already declares")
.supersedes(&[&crate::rules::values::data_type::EMPTY]);
static RESERVED: Code = Code::warning(
    "tosca/reserved-type-name",
    "T5.2-R5",
    "TOSCA Simple Profile in YAML 1.2, 5.2",
    "Reports a type name that starts with `tosca.`.",
)
.why("These names are reserved for the standard, which may declare this one in the future.")
.advice("Use your own namespace.")
.bad(
    "node types",
    "
tosca.nodes.Mine: {derived_from: tosca.nodes.Root}
#^^^^^^^^^^^^^^^
",
)
.good("my.nodes.N: {derived_from: tosca.nodes.Root}")
.one_cause("type names that start with `tosca.`");
static SHORTHAND: Code = Code::warning(
    "tosca/type-hides-shorthand",
    "T3.6.1-R7",
    "TOSCA Simple Profile in YAML 1.2, 5.2.1",
    "Reports a type name that is also the shorthand of a built-in type.",
)
.why("In this file it means the declared type, but readers and other processors may resolve it to the built-in one.")
.advice("Rename the type, for example with a prefix: `my.Database`.")
.bad(
    "node types",
    "
Database: {derived_from: tosca.nodes.Root}
#^^^^^^^
",
)
.good("my.Database: {derived_from: tosca.nodes.Root}");

fn check(service: &Service<'_>, report: &mut Report) {
    if redeclares_tosca(service) {
        return;
    }
    for kind in TypeKind::ALL {
        for (_, own) in service.own_types(kind) {
            let normative = service.type_scope.normative(kind, &own.name);
            let Some(normative) = normative.filter(|id| !service.type_scope.is_example(*id)) else {
                if normative.is_none() && own.name.starts_with("tosca.") && !is_common_space(&own.name) {
                    let message = format!(
                        "type name `{}` starts with `tosca.`, which is reserved for the standard",
                        own.name
                    );
                    report.push(service.fault(&RESERVED, own.key, message));
                }
                continue;
            };
            let full = &service.type_scope.get(normative).name;
            if *full == own.name {
                // AMP's own types, which real blueprints declare as far as they use them.
                if !full.starts_with("tosca.") {
                    continue;
                }
                let message = message::duplicate(kind.word(), &own.name) + ": already declared by TOSCA";
                report.push(service.fault(&REDEFINED, own.key, message));
            } else {
                let message = format!(
                    "type name `{0}` hides the shorthand of `{full}`; use a prefix, such as `my.{0}`",
                    own.name
                );
                report.push(service.fault(&SHORTHAND, own.key, message));
            }
        }
    }
}

/// Least number of TOSCA's types in a file that redeclares them besides others.
const MIN_REDECLARED: usize = 2;

/// Returns true if the file redeclares TOSCA's types: it has a root type and no topology, and all of its types are TOSCA's, or many and at least
/// half.
pub(crate) fn redeclares_tosca(service: &Service<'_>) -> bool {
    if service.topology.is_some() {
        return false;
    }
    let (mut all, mut normative, mut has_root) = (0_usize, 0_usize, false);
    for kind in TypeKind::ALL {
        for (_, own) in service.own_types(kind) {
            all += 1;
            normative += usize::from(service.type_scope.normative(kind, &own.name).is_some());
            has_root |= own.name.strip_prefix(kind.space()) == Some("Root");
        }
    }
    has_root && (normative == all || normative >= MIN_REDECLARED && normative * 2 >= all)
}

/// Returns true for profiles that other standards define in TOSCA's namespace.
fn is_common_space(name: &str) -> bool {
    name.split('.').any(|part| matches!(part, "nfv" | "mec"))
}
