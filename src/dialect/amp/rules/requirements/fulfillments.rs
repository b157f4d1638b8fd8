//! Requirements that a node assigns twice.

use std::collections::BTreeMap;

use super::super::shared::is_amp;
use limn_language::diagnostic::{Code, Report};
use limn_tosca::model::Service;
use limn_tosca::{Rule, codes};
use limn_yaml::Op;

pub(in super::super) static RULE: Rule = Rule { codes: &[&SEVERAL], check };

/// The requirement of all nodes for others on which they depend.
const DEPENDENCY: &str = "dependency";

static SEVERAL: Code = Code::error(
    "amp/several-fulfillments",
    "M-RQ-1",
    "AMP, Requirement Matching, Capabilities, and Relationships",
    "Checks that a node assigns each requirement at most once.",
)
.why("AMP does not track several fulfillments of a requirement.")
.advice("Declare a separate requirement for each, such as `storage1` and `storage2`.")
.bad(
    "node templates",
    "
shop:
  type: io.acme.shop
  requirements:
    - database: customers
    - database: orders
#     ^^^^^^^^
customers: {type: io.acme.database}
orders: {type: io.acme.database}
",
)
.good(
    "
shop:
  type: io.acme.shop
  requirements:
    - customer_database: customers
    - order_database: orders
customers: {type: io.acme.database}
orders: {type: io.acme.database}
",
)
.supersedes(&[&codes::TOO_MANY_ASSIGNMENTS]);

fn check(service: &Service<'_>, report: &mut Report) {
    let Some(topology) = service.topology.as_ref().filter(|_| is_amp(service)) else { return };
    for (at, template) in topology.node_templates.iter().enumerate() {
        let mut first = BTreeMap::new();
        for requirement in template.requirements.iter().filter(|requirement| service.is_own(requirement.key))
        {
            let Some(other) = first.insert(&requirement.name, requirement.key) else { continue };
            first.insert(&requirement.name, other);
            let message = format!(
                "requirement `{}` of `{}` is assigned again; AMP fulfills it once",
                requirement.name, template.name
            );
            let fault = service.fault(&SEVERAL, requirement.key, message);
            let fault = fault.related(other.range(), "first assignment");
            // Any node can be one on which another depends.
            let is_free = template.requirements.iter().all(|requirement| requirement.name != DEPENDENCY);
            let kind = service.matching().kind(at);
            let has_dependency = kind.is_some_and(|kind| kind.requirement(DEPENDENCY).is_some());
            report.push(match is_free && has_dependency {
                true => {
                    let ops = vec![Op::RenameKey { at: requirement.key.path(), to: DEPENDENCY.to_owned() }];
                    fault.fix(format!("Assign `{DEPENDENCY}` instead"), ops).unsafe_fix()
                }
                false => fault,
            });
        }
    }
}
