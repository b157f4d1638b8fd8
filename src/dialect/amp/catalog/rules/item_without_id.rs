//! Items without a name.

use super::super::model::{CatalogModel, Content, ElementKind};
use limn_language::diagnostic::{Code, Diagnostic, Report, Rule};
use limn_yaml::Node;

pub(super) static RULE: Rule<CatalogModel> = Rule { codes: &[&WITHOUT_ID], check };

static WITHOUT_ID: Code = Code::warning(
    "amp/catalog-item-without-id",
    "M-CSAR-5",
    "Apache Brooklyn, Catalog",
    "Checks that an item has an `id`, the name by which blueprints use it, or a `name`.",
)
.why("Without an `id`, AMP tries `name` and the names in the blueprint, and rejects an item without any of them.")
.advice("Add `id` with the name that blueprints use, or add `name`.")
.bad(
    "catalog",
    "
brooklyn.catalog:
  bundle: demo
  version: 1.0.0
  items:
    - itemType: entity
#     ^^^^^^^^
      item: {type: org.apache.brooklyn.entity.software.base.EmptySoftwareProcess}
",
)
.good(
    "
brooklyn.catalog:
  bundle: demo
  version: 1.0.0
  items:
    - id: server
      itemType: entity
      item: {type: org.apache.brooklyn.entity.software.base.EmptySoftwareProcess}
",
);

fn check(catalog: &CatalogModel, report: &mut Report) {
    for element in catalog.elements.iter().filter(|element| element.kind == ElementKind::Item) {
        let Some(node) = catalog.document.get(&element.path).map(Node::resolve) else { continue };
        let is_named =
            element.id.is_some() || element.name.is_some() || inner_id(catalog, element.blueprint.as_ref());
        // A file and a TOSCA template have names of their own.
        if is_named || matches!(element.content, Content::File(_) | Content::Tosca) {
            continue;
        }
        let Some(first) = node.entries().next() else { continue };
        let message = "missing `id` or `name` on this catalog item".to_owned();
        report.push(Diagnostic::new(&WITHOUT_ID, first.key.range(), element.path.clone(), message));
    }
}

fn inner_id(catalog: &CatalogModel, blueprint: Option<&limn_yaml::Path>) -> bool {
    blueprint.is_some_and(|path| catalog.text_at(path, "id").is_some())
}
