//! `occurrences` of assignments: a non-negative range. Type rules check those of definitions.

use super::super::Rule;
use super::check::Findings;
use crate::model::Service;
use crate::types::Section;
use crate::value::Range;
use limn_language::diagnostic::{Code, Report};
use limn_yaml::Node;

pub(in super::super) static RULE: Rule = Rule { codes: &[&OCCURRENCES], check };

static OCCURRENCES: Code = Code::error(
    "tosca/wrong-occurrences",
    "T3.2.3-R6",
    "TOSCA Simple Profile in YAML 1.2, 3.2.3, 3.7.2",
    "Checks that `occurrences` is a range of two non-negative integers: the lower and the upper bound. The upper bound can be `UNBOUNDED`.",
)
.why("The number of assignments is never negative, so processors reject other bounds.")
.advice("Write two integers, the lower bound first: `occurrences: [0, UNBOUNDED]`.")
.bad(
    "node templates",
    "
d:
  type: tosca.nodes.DBMS
  requirements: [host: {node: tosca.nodes.Compute, occurrences: [-1, 1]}]
#                                                                ^^
",
)
.good(
    "
d:
  type: tosca.nodes.DBMS
  requirements: [host: {node: tosca.nodes.Compute, occurrences: [1, 1]}]
",
);

fn check(service: &Service<'_>, report: &mut Report) {
    let mut findings = Findings::new(service);
    for template in service.topology.iter().flat_map(|topology| &topology.node_templates) {
        for section in [Section::Capabilities, Section::Requirements] {
            for entry in template.sections.named(section) {
                check_occurrences(&mut findings, entry.value);
            }
        }
    }
    findings.emit(report);
}

fn check_occurrences<'d>(findings: &mut Findings<'_, 'd>, node: Node<'d>) {
    // The grammar reports a value that is not a list.
    let Some(value) = node.get("occurrences").filter(|value| value.resolve().is_sequence()) else { return };
    let Err(fault) = Range::occurrences(value) else { return };
    findings.report(&OCCURRENCES, fault.at(value), fault.message(value, "`occurrences`"));
}
