//! Rule: HAS can resolve a zone's category, and a zone has at least two demands.

use super::super::grammar::HAS;
use super::super::model::{Category, Condition, Template};
use limn_language::diagnostic::{Code, Diagnostic, Report, Rule};

pub(super) static RULE: Rule<Template> = Rule { codes: &[&UNRESOLVABLE_ZONE, &ZONE_OF_ONE], check };

static UNRESOLVABLE_ZONE: Code = Code::warning(
    "homing/unresolvable-zone",
    "H-ZONE-3",
    HAS,
    "Reports zone categories that HAS accepts but cannot resolve. It knows the region, the complex and the country of a candidate.",
)
.why("With `disaster`, `time` or `maintenance` the search fails.")
.advice("Set `category` to `region`, `complex` or `country`.")
.bad(
    "constraints of the specification guide",
    "
apart:
  type: zone
  demands: [web, database]
  properties: {qualifier: different, category: disaster}
#                                              ^^^^^^^^
",
)
.good("apart: {type: zone, demands: [web, database], properties: {qualifier: different, category: region}}");
static ZONE_OF_ONE: Code = Code::warning(
    "homing/zone-of-one-demand",
    "H-ZONE-4",
    HAS,
    "Checks that a zone constraint has at least two demands.",
)
.why(
    "A single demand is always in its own zone. Only the category `country` with a `location` is useful for one demand.",
)
.advice("Add a demand, remove the constraint, or use the category `country` with a `location`.")
.bad(
    "constraints of the specification guide",
    "
alone: {type: zone, demands: [web], properties: {qualifier: same, category: region}}
#                            ^^^^^
",
)
.good("together: {type: zone, demands: [web, database], properties: {qualifier: same, category: region}}");

fn check(template: &Template, report: &mut Report) {
    for constraint in &template.constraints {
        let Condition::Zone { category, location, .. } = &constraint.condition else { continue };
        if let (Some(category), Some(setting)) = (category, constraint.property("category"))
            && !category.is_resolvable()
        {
            let message = format!("HAS cannot resolve {} zones", category.name());
            report.push(Diagnostic::new(&UNRESOLVABLE_ZONE, setting.range, setting.path.clone(), message));
        }
        let at_home = *category == Some(Category::Country) && location.is_some();
        if constraint.demands.len() == 1 && !at_home {
            let range = constraint.demands_range.unwrap_or(constraint.range);
            let message = format!("constraint `{}` has no effect: it has only one demand", constraint.name);
            report.push(Diagnostic::new(&ZONE_OF_ONE, range, constraint.path.key("demands"), message));
        }
    }
}
