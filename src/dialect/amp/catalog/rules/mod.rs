//! Checks of catalog files and blueprints that the tables cannot express.

mod bundle;
mod duplicate_item;
mod expression;
mod item_without_id;
mod location;
mod missing_file;
mod osgi_version;

use super::model::CatalogModel;
use limn_language::diagnostic::{Code, Diagnostic, Report, Rule};

static RULES: &[&Rule<CatalogModel>] = &[
    &bundle::RULE,
    &duplicate_item::RULE,
    &expression::RULE,
    &item_without_id::RULE,
    &location::RULE,
    &missing_file::RULE,
    &osgi_version::RULE,
];

pub(super) fn codes() -> Vec<&'static Code> {
    RULES.iter().flat_map(|rule| rule.codes.iter().copied()).collect()
}

pub(super) fn check(catalog: &CatalogModel) -> Vec<Diagnostic> {
    let mut report = Report { diagnostics: catalog.table_diagnostics.clone() };
    for rule in RULES {
        (rule.check)(catalog, &mut report);
    }
    report.extend(catalog.check_embedded());
    report.remove_superseded();
    report.diagnostics
}
