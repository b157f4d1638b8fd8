//! CAMP blueprints without a location, and several locations in `location`.

use super::super::grammar::{CAMP, LOCATION_FORM};
use super::super::model::{CatalogModel, ElementKind};
use crate::rules::clusters::location::NONE;
use limn_language::diagnostic::{Diagnostic, Report, Rule};
use limn_yaml::{Node, Op};

/// The codes are those of blueprints and of the tables.
pub(super) static RULE: Rule<CatalogModel> = Rule { codes: &[], check };

fn check(catalog: &CatalogModel, report: &mut Report) {
    for diagnostic in report.diagnostics.iter_mut().filter(|diagnostic| diagnostic.code == &LOCATION_FORM) {
        add_fix(catalog, diagnostic);
    }
    check_presence(catalog, report);
}

/// Adds a fix to the diagnostic of the table for a list.
fn add_fix(catalog: &CatalogModel, diagnostic: &mut Diagnostic) {
    let key = catalog.document.get(&diagnostic.path).filter(|node| node.is_sequence()).and_then(Node::key);
    let is_single = key.is_some_and(|key| key.text() == Some("location"));
    if is_single && key.and_then(Node::parent).is_some_and(|parent| parent.get("locations").is_none()) {
        let ops = vec![Op::RenameKey { at: diagnostic.path.clone(), to: "locations".to_owned() }];
        *diagnostic = diagnostic.clone().fix("Rename to `locations`", ops).unsafe_fix();
    }
}

fn check_presence(catalog: &CatalogModel, report: &mut Report) {
    let Some(root) = catalog.root().filter(|_| catalog.profiles.has(CAMP)) else { return };
    let Some(services) = root.entry("services") else { return };
    let mut entities =
        catalog.elements.iter().filter(|element| element.kind == ElementKind::Entity).peekable();
    if entities.peek().is_none() || has_location(root) {
        return;
    }
    if entities.any(|entity| catalog.document.get(&entity.path).is_some_and(has_location)) {
        return;
    }
    let message =
        "no location: AMP uses the default location of its catalog, or the one chosen when deploying";
    report.push(Diagnostic::new(&NONE, services.key.range(), services.key.path(), message));
}

fn has_location(node: Node<'_>) -> bool {
    let node = node.resolve();
    let mut locations = ["location", "locations"].into_iter().filter_map(|key| node.get(key));
    locations.any(|location| !location.resolve().is_null())
}
