//! `directives` of node templates, and the node filter that one of them calls for.

use super::super::Rule;
use super::near::Near;
use crate::diagnostic::{Code, Report};
use crate::dialect::tosca::model::Service;
use crate::yaml::{Op, Value};

pub(in super::super) static RULE: Rule = Rule { codes: &[&UNKNOWN, &FILTER], check };

static UNKNOWN: Code = Code::warning(
    "tosca/unknown-directive",
    "T3.7.3-R8",
    "TOSCA Simple Profile in YAML 1.2, 3.3.3; 1.3, 3.4.3",
    "Two directives are in use: `substitutable` for a node that another template stands in for, and `selectable` for one that is chosen among what \
     there is already; 1.3 calls them `substitute` and `select`. What any other means is the orchestrator's own.",
);
static FILTER: Code = Code::warning(
    "tosca/filter-without-selection",
    "T3.7.3-R2",
    "TOSCA Simple Profile in YAML 1.2, 3.7.3.3",
    "A node template's `node_filter` says which node to choose. It belongs to a node that is to be chosen, that is with the directive \
     `selectable`; without it, orchestrators differ in whether the filter counts.

Bad:
```yaml
server: {type: Compute, node_filter: {…}}
```
Good:
```yaml
server: {type: Compute, directives: [selectable], node_filter: {…}}
```",
);

const DIRECTIVES: [&str; 4] = ["substitutable", "selectable", "substitute", "select"];

fn check(service: &Service<'_>, report: &mut Report) {
    let mut near = Near::to(DIRECTIVES.map(str::to_owned));
    for template in service.topology.iter().flat_map(|it| &it.node_templates) {
        for word in template.directives.iter().filter(|it| !DIRECTIVES.contains(&it.text.as_ref())) {
            let message = format!("no directive `{}` is defined", word.text);
            report.push(near.suggest(service.fault(&UNKNOWN, word.node, message), word));
        }
        let Some(filter) = template.node.entry("node_filter") else { continue };
        if filter.value.is_null() || ["selectable", "select"].iter().any(|it| template.has_directive(it)) {
            continue;
        }
        let message = format!("`{}` has a node filter and is not `selectable`", template.name);
        let diagnostic = service.fault(&FILTER, filter.key, message);
        let to = template.node.path().key("directives");
        // Among other directives it may be meant otherwise.
        let list = template.node.get("directives");
        report.push(match list {
            None => diagnostic
                .fix(
                    "Add `directives: [selectable]`",
                    vec![Op::Insert {
                        into: template.node.path(),
                        key: "directives".to_owned(),
                        value: Value::Sequence(vec![Value::text("selectable")]),
                        spot: crate::yaml::Spot::After("type".to_owned()),
                    }],
                )
                .unsafe_fix(),
            Some(list) if list.is_sequence() => diagnostic
                .fix(
                    "Add the directive `selectable`",
                    vec![Op::Append { to, value: Value::text("selectable") }],
                )
                .unsafe_fix(),
            Some(_) => diagnostic,
        });
    }
}
