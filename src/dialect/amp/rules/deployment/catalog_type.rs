//! Types that the catalog has to have for a deployment.

use std::collections::BTreeSet;

use crate::catalog_types::is_item;
use crate::profile::DEPLOYABLE;
use limn_language::diagnostic::{Code, Report};
use limn_language::message;
use limn_tosca::Rule;
use limn_tosca::model::Service;
use limn_tosca::types::{TypeKind, named};
use limn_yaml::Node;

pub(in super::super) static RULE: Rule = Rule { codes: &[&UNREGISTERED], check };

static UNREGISTERED: Code = Code::warning(
    "amp/type-outside-catalog",
    "M-DEP-3",
    "AMP, Deployable TOSCA",
    "Reports the type of a node, relationship, group or policy that neither TOSCA nor AMP declares, in a blueprint that is deployed as a file. \
Types and catalog items of other files of the workspace are known.",
)
.why("The deployment succeeds only if the catalog has the type.")
.advice("Add the type to the catalog before you deploy.")
.bad(
    "deployment",
    "
topology_template:
  node_templates: {shop: {type: io.acme.shop}}
#                               ^^^^^^^^^^^^
",
)
.good(
    "
topology_template:
  node_templates: {server: {type: tosca.nodes.Compute}}
",
);

/// Prefixes of the types that AMP itself brings.
const OF_AMP: [&str; 4] = ["brooklyn.", "org.apache.brooklyn.", "io.cloudsoft.", "io.brooklyn."];

fn check(service: &Service<'_>, report: &mut Report) {
    let Some(topology) = service.topology.as_ref().filter(|_| service.version.has(DEPLOYABLE)) else {
        return;
    };
    let nodes = topology
        .node_templates
        .iter()
        .map(|template| (TypeKind::Node, &template.type_name, template.type_id));
    let relationships = topology
        .relationship_templates
        .iter()
        .map(|template| (TypeKind::Relationship, &template.type_name, template.type_id));
    let policies =
        topology.policies.iter().map(|policy| (TypeKind::Policy, &policy.type_name, policy.type_id));
    let mut known = None;
    for (kind, word, id) in nodes.chain(relationships).chain(policies) {
        let Some(word) = word.as_ref().filter(|word| id.found().is_none() && service.is_own(word.node))
        else {
            continue;
        };
        let is_known = OF_AMP.iter().any(|prefix| word.text.starts_with(prefix))
            || is_item(service.library, kind.name_kind(), &word.text);
        let known = known.get_or_insert_with(|| open_types(service));
        if !is_known && !known.contains(&(kind, word.text.to_string())) {
            let reason = "not declared here; the catalog must contain it";
            let message = message::unresolved_because(kind.word(), &word.text, reason);
            report.push(service.fault(&UNREGISTERED, word.node, message));
        }
    }
}

/// The types that the other open documents declare: perhaps the package that the catalog has.
fn open_types(service: &Service<'_>) -> BTreeSet<(TypeKind, String)> {
    let roots = service.library.documents.values().filter_map(|document| document.root()).map(Node::resolve);
    let all = roots.flat_map(|root| TypeKind::ALL.into_iter().map(move |kind| (kind, root)));
    let entries =
        all.flat_map(|(kind, root)| named(root, kind.section()).map(move |entry| (kind, entry.key)));
    entries.filter_map(|(kind, key)| Some((kind, key.as_str()?.into_owned()))).collect()
}
