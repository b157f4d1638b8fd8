//! Use of the merge key `<<`, which is not part of TOSCA's YAML.

use super::super::Rule;
use crate::model::Service;
use limn_language::diagnostic::{Code, Report};

pub(in super::super) static RULE: Rule = Rule { codes: &[&MERGE_KEY], check };

static MERGE_KEY: Code = Code::warning(
    "tosca/merge-key",
    "T0-R5",
    "TOSCA Simple Profile in YAML 1.2, 2.13; YAML 1.2",
    "Reports the merge key `<<`, which adds the entries of another mapping.",
)
.why("It is part of YAML 1.1, not of YAML 1.2 or TOSCA. Most processors and Limn read it.")
.advice("Use an alias in place of the whole mapping, which all processors read.")
.bad(
    "service template",
    "
dsl_definitions: {m: &m {num_cpus: 1}}
topology_template:
  node_templates: {a: {type: Compute, capabilities: {host: {properties: {<<: *m}}}}}
#                                                                        ^^
",
)
.good(
    "
dsl_definitions: {m: &m {num_cpus: 1}}
topology_template:
  node_templates: {a: {type: Compute, capabilities: {host: {properties: *m}}}}
",
);

fn check(service: &Service<'_>, report: &mut Report) {
    if !service.document.has_merges() {
        return;
    }
    let mut waiting: Vec<_> = service.root.into_iter().filter(|root| service.is_own(*root)).collect();
    while let Some(node) = waiting.pop() {
        // The target of an alias is checked where it is written: a few lines of aliases can expand to many thousands of nodes.
        if node.is_alias() {
            continue;
        }
        if node.is_mapping() {
            let merges = node.has_merges();
            for entry in node.entries() {
                if merges && entry.is_merge() {
                    report.push(service.fault(
                        &MERGE_KEY,
                        entry.key,
                        "the merge key `<<` is a YAML 1.1 feature and not supported by all processors",
                    ));
                }
                waiting.push(entry.value);
            }
        }
        waiting.extend(node.items());
    }
}
