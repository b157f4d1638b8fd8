//! Versions in the syntax of `OSGi`, which belong into the manifest.

use super::super::model::CatalogModel;
use crate::manifest::to_catalog_version;
use limn_language::diagnostic::{Code, Diagnostic, Report, Rule};
use limn_language::message;
use limn_yaml::{Node, Op, Value};

pub(super) static RULE: Rule<CatalogModel> = Rule { codes: &[&OSGI_VERSION], check };

static OSGI_VERSION: Code = Code::info(
    "amp/osgi-version-in-catalog",
    "M-CSAR-4",
    "AMP, Packaging; Apache Brooklyn, Versioning",
    "Reports a `version` of a catalog in OSGi syntax, `1.0.0.SNAPSHOT`.",
)
.why(
    "That is the syntax of `META-INF/MANIFEST.MF` and of `brooklyn.libraries`; catalogs have `-` before the qualifier.",
)
.advice("Replace the dot before the qualifier with a hyphen, as in `1.0.0-SNAPSHOT`.")
.bad(
    "catalog",
    "
brooklyn.catalog:
  bundle: demo
  version: 1.0.0.SNAPSHOT
#          ^^^^^^^^^^^^^^
  items: []
",
)
.good(
    "
brooklyn.catalog:
  bundle: demo
  version: 1.0.0-SNAPSHOT
  items: []
",
);

fn check(catalog: &CatalogModel, report: &mut Report) {
    let of_catalog = catalog.section().and_then(|section| section.get("version"));
    let of_items = catalog.elements.iter().filter(|element| element.version.is_some());
    let of_items = of_items.filter_map(|element| catalog.document.get(&element.path.key("version")));
    let mut seen = std::collections::BTreeSet::new();
    for node in of_catalog.into_iter().chain(of_items).map(Node::resolve) {
        let Some(version) = node.as_str().filter(|_| seen.insert(node.range().start)) else { continue };
        let better = to_catalog_version(&version);
        if better == *version {
            continue;
        }
        let message =
            message::expected(format_args!("`{better}`"), format_args!("the OSGi version `{version}`"));
        let op = Op::Replace { at: node.path(), value: Value::Text(better.clone()) };
        let diagnostic = Diagnostic::new(&OSGI_VERSION, node.range(), node.path(), message);
        report.push(diagnostic.fix(format!("Change to `{better}`"), vec![op]));
    }
}
