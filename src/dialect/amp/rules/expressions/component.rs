//! Components that expressions name.

use std::collections::BTreeSet;

use super::super::super::nested;
use super::syntax::{fault_at, replaced};
use limn_brooklyn::Target;
use limn_language::diagnostic::{Code, Report};
use limn_language::message;
use limn_language::schema::nearest;
use limn_tosca::Rule;
use limn_tosca::model::Service;
use limn_yaml::Node;

pub(in super::super) static RULE: Rule = Rule { codes: &[&UNKNOWN_COMPONENT], check };

pub(crate) static UNKNOWN_COMPONENT: Code = Code::error(
    "amp/unknown-component",
    "M-DSL-3",
    "Apache Brooklyn, YAML Blueprint Reference",
    "Checks that `component` and `entity` in a `$brooklyn:` expression name a node template, or a component that a specification in the blueprint \
gives an `id`. Expressions in types are not checked, because templates elsewhere use the types. In a catalog or a CAMP blueprint, they name the `id` of \
an entity; unknown ids are warnings there, because types can bring entities of their own.",
)
.why("AMP looks up the name when it evaluates the expression, and the deployment fails if the component does not exist.")
.advice("Correct the name, or give the component this `id`.")
.bad(
    "blueprint",
    "
topology_template:
  node_templates:
    db: {type: acme.Database}
    pool:
      type: tosca.entity.DynamicCluster
      properties:
        dynamiccluster.memberspec:
          $brooklyn:entitySpec:
            type: acme.Web
            brooklyn.config: {url: '$brooklyn:component(\"dp\").attributeWhenReady(\"url\")'}
#                                                        ^^
",
)
.good(
    "
topology_template:
  node_templates:
    db: {type: acme.Database}
    pool:
      type: tosca.entity.DynamicCluster
      properties:
        dynamiccluster.memberspec:
          $brooklyn:entitySpec:
            type: acme.Web
            brooklyn.config: {url: '$brooklyn:component(\"db\").attributeWhenReady(\"url\")'}
",
);

/// Maximum number of suggestions for one document.
const SUGGESTIONS: usize = 64;

/// Maximum depth of values.
const DEPTH: usize = 64;

fn check(service: &Service<'_>, report: &mut Report) {
    let Some(topology) = &service.topology else { return };
    let mut other_ids: Option<BTreeSet<String>> = None;
    let mut suggestions = 0;
    for expression in service.brooklyn_expressions() {
        if expression.node.path().key_at(0) != Some("topology_template") {
            continue;
        }
        for it in expression.mentions() {
            let names_one =
                it.target == Target::Component && matches!(it.function.as_str(), "component" | "entity");
            if !names_one || it.name.is_empty() || topology.node_template(&it.name).is_some() {
                continue;
            }
            let others = other_ids.get_or_insert_with(|| others(service));
            if others.contains(&it.name) {
                continue;
            }
            let message = message::unknown("node template", &it.name);
            let mut fault = fault_at(&UNKNOWN_COMPONENT, it.at, &it.within, message);
            suggestions += 1;
            if suggestions <= SUGGESTIONS {
                let names = topology.node_templates.iter().map(|template| &*template.name);
                let near = nearest(&it.name, names.chain(others.iter().map(String::as_str)));
                if let Some((near, op)) =
                    near.and_then(|near| Some((near, replaced(it.at, &it.within, near)?)))
                {
                    fault = fault.did_you_mean(Some(near), |_| op);
                }
            }
            report.push(fault);
        }
    }
}

/// Ids that specifications give, and node templates of imported, nested and enclosing service templates.
fn others(service: &Service<'_>) -> BTreeSet<String> {
    let mut found: BTreeSet<String> = nested::nested_names(service).names().cloned().collect();
    if let Some(topology) = &service.topology {
        ids(topology.node, 0, &mut found);
    }
    for file in service.type_scope.files().skip(1) {
        let templates = file
            .document
            .root()
            .and_then(|root| root.get("topology_template")?.resolve().get("node_templates"));
        let names = templates.into_iter().flat_map(|templates| templates.resolve().entries());
        found.extend(names.filter_map(|entry| Some(entry.key.as_str()?.into_owned())));
    }
    found
}

/// Adds the ids that mappings below a node have.
pub(crate) fn ids(node: Node<'_>, depth: usize, found: &mut BTreeSet<String>) {
    if depth > DEPTH || node.is_alias() {
        return;
    }
    for entry in node.entries() {
        if matches!(entry.key.as_str().as_deref(), Some("id" | "camp.plan.id" | "brooklyn.camp.plan.id")) {
            found.extend(entry.value.as_str().map(std::borrow::Cow::into_owned));
        }
        ids(entry.value, depth + 1, found);
    }
    node.items().for_each(|item| ids(item, depth + 1, found));
}
