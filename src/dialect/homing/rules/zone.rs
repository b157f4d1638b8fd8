//! Zones that the service cannot tell apart, and zones of one demand.

use super::super::grammar::SERVICE;
use super::super::model::{Category, Condition, Template};
use limn_language::diagnostic::{Code, Diagnostic, Report, Rule};

pub(super) static RULE: Rule<Template> = Rule { codes: &[&UNRESOLVABLE_ZONE, &ZONE_OF_ONE], check };

static UNRESOLVABLE_ZONE: Code = Code::warning(
    "homing/unresolvable-zone",
    "H-ZONE-3",
    SERVICE,
    "The service can tell the region, the complex and the country of a candidate. With `disaster`, `time` or `maintenance`, which it takes in all \
the same, the search fails.

Bad:
```yaml
apart: {type: zone, demands: [web, database], properties: {qualifier: different, category: disaster}}
```
Good:
```yaml
apart: {type: zone, demands: [web, database], properties: {qualifier: different, category: region}}
```",
);
static ZONE_OF_ONE: Code = Code::warning(
    "homing/zone-of-one-demand",
    "H-ZONE-4",
    SERVICE,
    "One demand is always in the zone that it is in. Only with the category `country` and a `location` does a zone say something of one demand.

Bad:
```yaml
alone: {type: zone, demands: [web], properties: {qualifier: same, category: region}}
```
Good:
```yaml
together: {type: zone, demands: [web, database], properties: {qualifier: same, category: region}}
```",
);

fn check(template: &Template, report: &mut Report) {
    for constraint in &template.constraints {
        let Condition::Zone { category, location, .. } = &constraint.condition else { continue };
        if let (Some(category), Some(setting)) = (category, constraint.property("category"))
            && !category.is_resolvable()
        {
            let message = format!("the engine cannot tell the {} zone of a candidate", category.name());
            report.push(Diagnostic::new(&UNRESOLVABLE_ZONE, setting.range, setting.path.clone(), message));
        }
        let at_home = *category == Some(Category::Country) && location.is_some();
        if constraint.demands.len() == 1 && !at_home {
            let range = constraint.demands_range.unwrap_or(constraint.range);
            let message =
                format!("`{}` says nothing: one demand shares every zone with itself", constraint.name);
            report.push(Diagnostic::new(&ZONE_OF_ONE, range, constraint.path.key("demands"), message));
        }
    }
}
