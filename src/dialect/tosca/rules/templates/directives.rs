//! `directives` of node templates, and the node filter that requires one.

use super::super::Rule;
use super::name_suggestions::NameSuggestions;
use crate::grammar::DIRECTIVES;
use crate::model::Service;
use limn_language::diagnostic::{Code, Report};
use limn_language::message;
use limn_yaml::{Op, Value};

pub(in super::super) static RULE: Rule = Rule { codes: &[&UNKNOWN, &FILTER], check };

static UNKNOWN: Code = Code::warning(
    "tosca/unknown-directive",
    "T3.7.3-R8",
    "TOSCA Simple Profile in YAML 1.2, 3.3.3; 1.3, 3.4.3",
    "Reports unknown directives. TOSCA uses `substitutable` for a node that another template implements, and `selectable` for one that is \
chosen from existing nodes; 1.3 calls them `substitute` and `select`.",
)
.why("Other directives are specific to one orchestrator, and the rest ignore them or reject the template.")
.advice("Correct the directive, or keep it if your orchestrator defines it.")
.bad(
    "node templates",
    "
a: {type: tosca.nodes.Compute, directives: [replaceable]}
#                                           ^^^^^^^^^^^
",
)
.good("a: {type: tosca.nodes.Compute, directives: [substitutable, select]}");
static FILTER: Code = Code::warning(
    "tosca/filter-without-selection",
    "T3.7.3-R2",
    "TOSCA Simple Profile in YAML 1.2, 3.7.3.3",
    "Checks that a node template with a `node_filter` has the directive `selectable`.",
)
.why("The filter selects the node; without the directive, orchestrators differ in whether they apply it.")
.advice("Add `selectable` to `directives`, or remove `node_filter`.")
.bad(
    "node templates",
    "
server:
  type: tosca.nodes.Compute
  node_filter:
# ^^^^^^^^^^^
    capabilities: [host: {properties: [num_cpus: {greater_or_equal: 2}]}]
",
)
.good(
    "
server:
  type: tosca.nodes.Compute
  directives: [selectable]
  node_filter:
    capabilities: [host: {properties: [num_cpus: {greater_or_equal: 2}]}]
",
)
.one_cause("node filters without the directive `selectable`");

fn check(service: &Service<'_>, report: &mut Report) {
    let mut near = NameSuggestions::to(DIRECTIVES.map(str::to_owned));
    for template in service.topology.iter().flat_map(|topology| &topology.node_templates) {
        for word in template.directives.iter().filter(|word| !DIRECTIVES.contains(&word.text.as_ref())) {
            let message = message::unknown("directive", &word.text);
            report.push(near.suggest(service.fault(&UNKNOWN, word.node, message), word));
        }
        let Some(filter) = template.node.entry("node_filter") else { continue };
        if filter.value.is_null()
            || ["selectable", "select"].iter().any(|directive| template.has_directive(directive))
        {
            continue;
        }
        let message =
            format!("node template `{}` has a node filter but not the directive `selectable`", template.name);
        let diagnostic = service.fault(&FILTER, filter.key, message);
        let to = template.node.path().key("directives");
        // With other directives, the filter may have another purpose.
        let list = template.node.get("directives");
        report.push(match list {
            None => diagnostic
                .fix(
                    "Add `directives: [selectable]`",
                    vec![Op::Insert {
                        into: template.node.path(),
                        key: "directives".to_owned(),
                        value: Value::Sequence(vec![Value::text("selectable")]),
                        placement: limn_yaml::Placement::After("type".to_owned()),
                    }],
                )
                .unsafe_fix(),
            Some(list) if list.is_sequence() => diagnostic
                .fix("Add directive `selectable`", vec![Op::Append { to, value: Value::text("selectable") }])
                .unsafe_fix(),
            Some(_) => diagnostic,
        });
    }
}
