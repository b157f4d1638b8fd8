//! `description` in one place.

use limn_language::diagnostic::{Code, Report};
use limn_tosca::Rule;
use limn_tosca::grammar::AMP_PLUGIN;
use limn_tosca::model::Service;
use limn_yaml::{Node, Op};

pub(in super::super) static RULE: Rule = Rule { codes: &[&DESCRIPTION_TWICE], check };

static DESCRIPTION_TWICE: Code = Code::error(
    "amp/description-twice",
    "M-DESC-1",
    "AMP, Deployable TOSCA",
    "Checks that `description` is at the root or under `topology_template`, not in both places.",
)
.why("AMP rejects such a blueprint as a duplication.")
.advice("Remove `description` under `topology_template`, or the one at the root.")
.bad(
    "blueprint",
    "
description: a web shop
topology_template:
  description: a shop
# ^^^^^^^^^^^
",
)
.good(
    "
description: a web shop
topology_template: {}
",
);

fn check(service: &Service<'_>, report: &mut Report) {
    let (Some(root), Some(topology)) = (service.root, &service.topology) else { return };
    if service.version.has(AMP_PLUGIN) {
        return;
    }
    let inner = topology.node.entries().find(|entry| entry.key.as_str().as_deref() == Some("description"));
    if let Some(inner) = inner
        .filter(|entry| !entry.value.is_null())
        .filter(|_| root.get("description").is_some_and(|node| !node.is_null()))
    {
        let message = "duplicate key `description`: at the root and on the topology template";
        let is_same = root.get("description").and_then(Node::as_str) == inner.value.as_str();
        let ops = vec![Op::Remove { at: inner.key.path(), prune: false }];
        let fault = service.fault(&DESCRIPTION_TWICE, inner.key, message);
        report.push(fault.likely_fix("Remove `description` of the topology template", ops, is_same));
    }
}
