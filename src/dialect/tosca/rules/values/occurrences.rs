//! `occurrences` of assignments: a range that does not begin below zero. Those of definitions are told with the types.

use super::super::Rule;
use super::check::Findings;
use crate::diagnostic::{Code, Report};
use crate::dialect::tosca::model::Service;
use crate::dialect::tosca::types::named;
use crate::dialect::tosca::value::{Range, RangeFault, shown};
use crate::yaml::Node;

pub(in super::super) static RULE: Rule = Rule { codes: &[&OCCURRENCES], check };

static OCCURRENCES: Code = Code::error(
    "tosca/wrong-occurrences",
    "T3.2.3-R6",
    "TOSCA Simple Profile in YAML 1.2, 3.2.3, 3.7.2",
    "Occurrences are a range: how often at least and how often at most, whole numbers from zero on. The upper bound may be `UNBOUNDED`.

Bad:
```yaml
occurrences: [-1, 1]
```
Good:
```yaml
occurrences: [0, UNBOUNDED]
```",
);

fn check(service: &Service<'_>, report: &mut Report) {
    let mut findings = Findings::new(service);
    for template in service.topology.iter().flat_map(|it| &it.node_templates) {
        for section in ["capabilities", "requirements"] {
            for entry in named(template.node, section) {
                occurrences(&mut findings, entry.value);
            }
        }
    }
    findings.tell(report);
}

fn occurrences<'d>(findings: &mut Findings<'_, 'd>, node: Node<'d>) {
    // What is no list at all is told by the tables.
    let Some(said) = node.get("occurrences").filter(|it| it.resolve().is_sequence()) else { return };
    let Err(fault) = Range::occurrences(said) else { return };
    let (at, message) = match fault {
        RangeFault::NotTwo => {
            (said, "occurrences are a list of two bounds: how often at least, and at most".to_owned())
        }
        RangeFault::Lower(at) => (at, format!("how often at least is a whole number, not {}", shown(at))),
        RangeFault::Upper(at) => {
            (at, format!("how often at most is a whole number or `UNBOUNDED`, not {}", shown(at)))
        }
        RangeFault::UnboundedLower(at) => (at, "only the upper bound can be `UNBOUNDED`".to_owned()),
        RangeFault::Reversed => (said, "the upper bound is less than the lower one".to_owned()),
        RangeFault::Negative(at) => (at, "nothing occurs less often than never".to_owned()),
    };
    findings.say(&OCCURRENCES, at, message);
}
