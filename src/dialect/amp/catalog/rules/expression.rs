//! `$brooklyn:` expressions in catalogs and CAMP blueprints. Those of embedded TOSCA templates are checked with the templates.

use std::collections::BTreeSet;

use super::super::model::{CatalogModel, Content};
use crate::rules::expressions::component::{UNKNOWN_COMPONENT, ids};
use crate::rules::expressions::syntax::{check_syntax, fault_at, replaced};
use limn_brooklyn::Target;
use limn_language::diagnostic::{Diagnostic, Report, Rule, Severity};
use limn_language::message;
use limn_language::schema::nearest;
use limn_text::TextRange;
use limn_tosca::brooklyn::{Expression, Mentioned, expressions};

/// The codes are those of blueprints.
pub(super) static RULE: Rule<CatalogModel> = Rule { codes: &[], check };

/// Maximum number of suggestions for one document.
const SUGGESTIONS: usize = 64;

fn check(catalog: &CatalogModel, report: &mut Report) {
    let Some(root) = catalog.root() else { return };
    let templates = catalog.template_ranges();
    let mut known = Ids { catalog, own: None, others: None };
    let applications = applications(catalog);
    let mut suggestions = 0;
    for expression in expressions(root) {
        if around(&templates, expression.node.range()) {
            continue;
        }
        check_syntax(&expression, report);
        if !around(&applications, expression.node.range()) {
            continue;
        }
        for it in named(&expression) {
            if known.has(&it.name) {
                continue;
            }
            let mut fault = unknown(&it);
            suggestions += 1;
            if suggestions <= SUGGESTIONS
                && let Some(near) = known.nearest(&it.name)
                && let Some(op) = replaced(it.at, &it.within, near)
            {
                fault = fault.did_you_mean(Some(near), |_| op);
            }
            report.push(fault);
        }
    }
}

/// Returns true if one of the ranges contains a range. They are in order, and do not overlap.
fn around(ranges: &[TextRange], range: TextRange) -> bool {
    let after = ranges.partition_point(|other| other.start <= range.start);
    after.checked_sub(1).is_some_and(|at| ranges[at].contains(range))
}

/// The blueprints that are deployed as a whole. Other items are parts of blueprints elsewhere, which can have what they name.
fn applications(catalog: &CatalogModel) -> Vec<TextRange> {
    if catalog.section().is_none() {
        return catalog.root().map(|root| vec![root.full_range()]).unwrap_or_default();
    }
    let items = catalog.elements.iter();
    let mut ranges: Vec<TextRange> = items
        .filter(|element| element.parent.is_none() && element.content == Content::Application)
        .map(|element| element.range)
        .collect();
    ranges.sort_by_key(|range| (range.start, std::cmp::Reverse(range.end)));
    ranges.dedup_by(|inner, outer| outer.contains(*inner));
    ranges
}

/// The components that an expression names by their ids.
fn named<'d>(expression: &Expression<'d>) -> impl Iterator<Item = Mentioned<'d>> {
    let is_id = |mention: &Mentioned<'_>| {
        let by_id = matches!(mention.function.as_str(), "component" | "entity");
        by_id && mention.target == Target::Component && !mention.name.is_empty()
    };
    expression.mentions().into_iter().filter(is_id)
}

fn unknown(it: &Mentioned<'_>) -> Diagnostic {
    let message = message::unknown("entity", &it.name);
    fault_at(&UNKNOWN_COMPONENT, it.at, &it.within, message).severity(Severity::Warning)
}

/// The ids of the document, and then of the workspace.
struct Ids<'c> {
    catalog: &'c CatalogModel,
    own: Option<BTreeSet<String>>,
    others: Option<BTreeSet<String>>,
}

impl Ids<'_> {
    fn own(&mut self) -> &BTreeSet<String> {
        self.own.get_or_insert_with(|| {
            let mut own = BTreeSet::new();
            if let Some(root) = self.catalog.root() {
                ids(root, 0, &mut own);
            }
            own
        })
    }

    fn has(&mut self, name: &str) -> bool {
        if self.own().contains(name) {
            return true;
        }
        let catalog = self.catalog;
        let others = self.others.get_or_insert_with(|| {
            let mut others = BTreeSet::new();
            for (file, document) in &catalog.library.documents {
                if let Some(root) = document.root().filter(|_| *file != catalog.file) {
                    let root = root.resolve();
                    if root.get("brooklyn.catalog").is_some() {
                        ids(root, 0, &mut others);
                    }
                }
            }
            others
        });
        others.contains(name)
    }

    fn nearest(&mut self, name: &str) -> Option<&str> {
        nearest(name, self.own().iter().map(String::as_str))
    }
}
