//! Files that the bundle does not have.

use super::super::files::{has_libraries, references};
use super::super::model::CatalogModel;
use limn_files::FilePath;
use limn_language::diagnostic::{Code, Diagnostic, Report, Rule, Severity};
use limn_language::dialect::Library;
use limn_language::message;
use limn_yaml::Node;

pub(super) static RULE: Rule<CatalogModel> = Rule { codes: &[&MISSING_FILE], check };

static MISSING_FILE: Code = Code::error(
    "amp/catalog-file-missing",
    "M-ART-2",
    "AMP, Packaging; Apache Brooklyn, Catalog",
    "Checks that the package contains the files that its catalog refers to: blueprints, other catalog files and icons, by `classpath://` from the \
root of the package or relative to the catalog file. With `brooklyn.libraries` this is a warning, because the file may be in another bundle. Outside \
a package it is a warning too, and is checked only if there are files other than descriptors.",
)
.why("AMP cannot add an item whose blueprint is missing. Without its file, an icon is not shown.")
.advice("Correct the path, or add the file to the package.")
.bad(
    "package",
    "
brooklyn.catalog:
  bundle: demo
  version: 1.0.0
  items:
    - {id: shop, itemType: template, item: 'classpath://shops.yaml'}
#                                          ^^^^^^^^^^^^^^^^^^^^^^^^
",
)
.good(
    "
brooklyn.catalog:
  bundle: demo
  version: 1.0.0
  items:
    - {id: shop, itemType: template, item: 'classpath://shop.yaml'}
",
);

fn check(catalog: &CatalogModel, report: &mut Report) {
    let Library { whole, files, .. } = &*catalog.library;
    if !whole && files.iter().all(FilePath::only_describes) {
        return;
    }
    let is_certain = *whole && !has_libraries(catalog);
    for reference in references(catalog) {
        if reference.target(&catalog.file, files).is_some() {
            continue;
        }
        let Some(node) = catalog.document.get(&reference.path).map(Node::resolve) else { continue };
        let message = message::unresolved("file", &reference.name);
        let diagnostic = Diagnostic::new(&MISSING_FILE, node.range(), reference.path, message);
        report.push(if is_certain { diagnostic } else { diagnostic.severity(Severity::Warning) });
    }
}
