//! Items with one id and version.

use std::collections::HashMap;

use super::super::model::{CatalogModel, ElementKind};
use limn_language::diagnostic::{Code, Diagnostic, Report, Rule};
use limn_language::message;

pub(super) static RULE: Rule<CatalogModel> = Rule { codes: &[&DUPLICATE_ITEM], check };

static DUPLICATE_ITEM: Code = Code::warning(
    "amp/duplicate-catalog-item",
    "M-CSAR-5",
    "Apache Brooklyn, Catalog",
    "Checks that no two items of a catalog file have the same `id` and the same `version`.",
)
.why("Only one of them can be used.")
.advice("Change the `id` of one item, or give it another `version`.")
.bad(
    "catalog",
    "
brooklyn.catalog:
  bundle: demo
  version: 1.0.0
  items:
    - {id: server, item: {type: org.apache.brooklyn.entity.software.base.EmptySoftwareProcess}}
    - {id: server, item: {type: org.apache.brooklyn.entity.software.base.VanillaSoftwareProcess}}
#          ^^^^^^
",
)
.good(
    "
brooklyn.catalog:
  bundle: demo
  version: 1.0.0
  items:
    - {id: server, item: {type: org.apache.brooklyn.entity.software.base.EmptySoftwareProcess}}
    - {id: script, item: {type: org.apache.brooklyn.entity.software.base.VanillaSoftwareProcess}}
",
);

fn check(catalog: &CatalogModel, report: &mut Report) {
    let mut first = HashMap::new();
    for element in catalog.elements.iter().filter(|element| element.kind == ElementKind::Item) {
        let Some(id) = &element.id else { continue };
        let key = (id.text.as_str(), element.version.as_deref());
        match first.get(&key) {
            None => {
                first.insert(key, id.range);
            }
            Some(range) => {
                let message = message::duplicate("catalog item", &id.text);
                let diagnostic = Diagnostic::new(&DUPLICATE_ITEM, id.range, element.path.clone(), message);
                report.push(diagnostic.related(*range, "first declared here"));
            }
        }
    }
}
