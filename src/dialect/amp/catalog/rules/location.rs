//! CAMP blueprints without a location.

use super::super::grammar::CAMP;
use super::super::model::{Catalogue, ElementKind};
use crate::rules::clusters::location::NONE;
use limn_language::diagnostic::{Diagnostic, Report, Rule};
use limn_yaml::Node;

/// The code is that of blueprints.
pub(super) static RULE: Rule<Catalogue> = Rule { codes: &[], check };

fn check(catalogue: &Catalogue, report: &mut Report) {
    let Some(root) = catalogue.root().filter(|_| catalogue.profiles.has(CAMP)) else { return };
    let Some(services) = root.entry("services") else { return };
    let mut entities = catalogue.elements.iter().filter(|it| it.kind == ElementKind::Entity).peekable();
    if entities.peek().is_none() || has_location(root) {
        return;
    }
    if entities.any(|it| catalogue.document.get(&it.path).is_some_and(has_location)) {
        return;
    }
    let message =
        "no location: AMP uses the default location of its catalog, or the one chosen when deploying";
    report.push(Diagnostic::new(&NONE, services.key.range(), services.key.path(), message));
}

fn has_location(node: Node<'_>) -> bool {
    let node = node.resolve();
    let mut locations = ["location", "locations"].into_iter().filter_map(|key| node.get(key));
    locations.any(|it| !it.resolve().is_null())
}
