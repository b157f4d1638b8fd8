//! Sections of a service template that AMP does not read.

use limn_language::diagnostic::{Code, Report};
use limn_language::message;
use limn_tosca::Rule;
use limn_tosca::grammar::{AMP_PLUGIN, WRONG_SHAPE};
use limn_tosca::model::Service;
use limn_yaml::Op;

pub(in super::super) static RULE: Rule =
    Rule { codes: &[&IMPORTS, &DSL_DEFINITIONS, &NAMESPACE, &TOPOLOGIES], check };

static IMPORTS: Code = Code::warning(
    "amp/imports",
    "M-TOP-1",
    "AMP, Key Concepts",
    "Reports `imports`, which AMP does not read.",
)
.why("All types are in its catalog.")
.advice(
    "Add the types of the other file to the catalog instead, and keep the imports for other processors only.",
)
.bad(
    "blueprint",
    "
imports: [types.yaml]
#^^^^^^
topology_template: {}
",
)
.good("topology_template: {}");
static DSL_DEFINITIONS: Code = Code::warning(
    "amp/dsl-definitions",
    "M-TOP-2",
    "AMP, Key Concepts",
    "Reports `dsl_definitions` in a blueprint.",
)
.why("AMP does not support the section.")
.advice("Write the values where they are used.")
.bad(
    "blueprint",
    "
dsl_definitions: {size: &size {num_cpus: 2}}
#^^^^^^^^^^^^^^
topology_template: {}
",
)
.good("topology_template: {}");
static NAMESPACE: Code = Code::warning(
    "amp/namespace",
    "M-TOP-3",
    "AMP, Key Concepts",
    "Reports `namespace`, which AMP does not support.",
)
.why("Its catalog has one namespace.")
.advice("Give types names that are unique in the catalog.")
.bad(
    "blueprint",
    "
namespace: com.acme
#^^^^^^^^
topology_template: {}
",
)
.good("topology_template: {}");
static TOPOLOGIES: Code = Code::error(
    "amp/several-topologies",
    "M-TOP-4",
    "AMP, Supported Objects",
    "Checks that `topology_template` is one mapping.",
)
.why("A document has one topology.")
.advice("Write several documents for several topologies.")
.bad(
    "blueprint",
    "
topology_template: [{node_templates: {}}, {node_templates: {}}]
#                  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
",
)
.good("topology_template: {node_templates: {}}")
.supersedes(&[&WRONG_SHAPE]);

static SECTIONS: [(&str, &Code); 3] =
    [("imports", &IMPORTS), ("dsl_definitions", &DSL_DEFINITIONS), ("namespace", &NAMESPACE)];

fn check(service: &Service<'_>, report: &mut Report) {
    let Some(root) = service.root.filter(|_| !service.version.has(AMP_PLUGIN)) else { return };
    for (name, code) in SECTIONS {
        let Some(entry) =
            root.entry(name).filter(|entry| !entry.value.is_null() && service.is_own(entry.key))
        else {
            continue;
        };
        let ops = vec![Op::Remove { at: entry.key.path(), prune: false }];
        let fault = service.fault(code, entry.key, message::unsupported(name, "AMP"));
        // Other processors can depend on it.
        report.push(fault.fix(format!("Remove `{name}`"), ops).unsafe_fix());
    }
    let topology = root.entry("topology_template").filter(|entry| service.is_own(entry.value));
    if let Some(list) = topology.map(|entry| entry.value.resolve()).filter(|list| list.is_sequence()) {
        let message = message::expected("one topology template", "a list");
        report.push(service.fault(&TOPOLOGIES, list, message));
    }
}
