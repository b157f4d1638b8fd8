//! What a demand's sources have to say besides what the tables ask for.

use super::super::grammar::{
    GUIDE_PAGE, NO_DEMAND, SERVICE, UNIQUE_WORD, UNKNOWN_INVENTORY_TYPE, UNKNOWN_PROVIDER,
};
use super::super::model::{Datum, Demand, Source, Template};
use limn_language::diagnostic::{Code, Diagnostic, Report, Rule};
use limn_yaml::{Node, Op, Placement, Value};

pub(super) static RULE: Rule<Template> = Rule {
    codes: &[
        &NO_SOURCE,
        &ATTRIBUTES_OF_GUIDE,
        &MISSING_CUSTOMER,
        &SERVICE_KEYS,
        &GENERATOR,
        &DEFAULT_COST,
        &REQUIRED_AND_EXCLUDED,
    ],
    check,
};

static NO_SOURCE: Code = Code::warning(
    "homing/demand-without-source",
    "H-DEM-3",
    SERVICE,
    "A demand without a source has no candidates, so no plan can be made.

Bad:
```yaml
demands: {web: []}
```
Good:
```yaml
demands: {web: [{inventory_provider: aai, inventory_type: cloud}]}
```",
);
static ATTRIBUTES_OF_GUIDE: Code = Code::error(
    "homing/attributes-of-the-guide",
    "H-DEM-4",
    "Homing Specification Guide, Demands; HAS, the homing service",
    "The guide selects candidates by `attributes`. The service has called them `filtering_attributes` since November 2019 and refuses the old \
name.

Bad:
```yaml
demands: {web: [{inventory_provider: aai, inventory_type: cloud, attributes: {cloud-region-version: '1.0'}}]}
```
Good:
```yaml
demands: {web: [{inventory_provider: aai, inventory_type: cloud, filtering_attributes: {cloud-region-version: '1.0'}}]}
```",
);
static MISSING_CUSTOMER: Code = Code::error(
    "homing/missing-customer",
    "H-DEM-7",
    SERVICE,
    "Services and their modules belong to a customer: `customer-id` or `global-customer-id`, with dashes, among the `filtering_attributes`. Where \
there are none, `customer_id` and `service_type` of the source itself.

Bad:
```yaml
demands: {web: [{inventory_provider: aai, inventory_type: service, filtering_attributes: {customer_id: c}}]}
```
Good:
```yaml
demands: {web: [{inventory_provider: aai, inventory_type: service, filtering_attributes: {global-customer-id: c}}]}
```",
);
static SERVICE_KEYS: Code = Code::warning(
    "homing/service-of-no-service",
    "H-DEM-12",
    GUIDE_PAGE,
    "`service_type` and `service_id` select services; of another inventory type they select nothing.

Bad:
```yaml
demands: {web: [{inventory_provider: aai, inventory_type: cloud, service_id: [vCPE]}]}
```
Good:
```yaml
demands: {web: [{inventory_provider: aai, inventory_type: cloud}]}
```",
);
static GENERATOR: Code = Code::warning(
    "homing/generator-source",
    "H-DEM-13",
    SERVICE,
    "The generator makes slice profiles and nothing else, out of `service_profile` and `subnets` among the `filtering_attributes`.

Bad:
```yaml
demands: {slice: [{inventory_provider: generator, inventory_type: cloud}]}
```
Good:
```yaml
demands: {slice: [{inventory_provider: generator, inventory_type: slice_profiles, filtering_attributes: {service_profile: {}, subnets: {}}}]}
```",
);
static DEFAULT_COST: Code = Code::info(
    "homing/default-cost",
    "H-DEM-14",
    GUIDE_PAGE,
    "A cost is a number. The guide calls it a sum of money in one place and a bare number in another.

Bad:
```yaml
default_cost: cheap
```
Good:
```yaml
default_cost: 100
```",
);
static REQUIRED_AND_EXCLUDED: Code = Code::error(
    "homing/required-and-excluded",
    "H-DEM-9",
    "Homing Specification Guide, Demands; HAS, the homing service",
    "A candidate cannot be required and excluded at once: the service refuses lists that overlap.

Bad:
```yaml
required_candidates: [{candidate_id: a}]
excluded_candidates: [{candidate_id: a}]
```
Good:
```yaml
required_candidates: [{candidate_id: a}]
excluded_candidates: [{candidate_id: b}]
```",
);

fn check(template: &Template, report: &mut Report) {
    let section = template.section("demands");
    if let Some(node) = template.node(&section).filter(|node| node.is_mapping() && node.entries().len() == 0)
    {
        let range = node.key().map_or(node.range(), Node::range);
        report.push(Diagnostic::new(
            &NO_DEMAND,
            range,
            section,
            "there is no demand: nothing is to be homed",
        ));
    }
    for demand in &template.demands {
        let empty = template.node(&demand.path).is_some_and(|node| node.items().len() == 0);
        if empty && (demand.is_list || template.node(&demand.path).is_some_and(Node::is_null)) {
            let message = format!("`{}` has no source, and so no candidates", demand.name);
            report.push(Diagnostic::new(&NO_SOURCE, demand.range, demand.path.clone(), message));
        }
        for source in &demand.sources {
            check_source(template, demand, source, report);
        }
    }
}

fn check_source(template: &Template, demand: &Demand, source: &Source, report: &mut Report) {
    let field = |key: &str| source.fields.iter().find(|field| field.key == key);
    let diagnostic_for = |code: &'static Code, message: String| {
        Diagnostic::new(code, source.range, source.path.clone(), message)
    };
    if source.candidates.is_none() {
        let missing = [
            ("inventory_provider", "aai", &source.provider, &UNKNOWN_PROVIDER),
            ("inventory_type", "cloud", &source.kind, &UNKNOWN_INVENTORY_TYPE),
        ];
        for (key, usual, setting, code) in missing {
            if setting.is_none() && field(key).is_none_or(|field| field.value.datum == Datum::Null) {
                let message = format!("a source of `{}` lacks `{key}`", demand.name);
                let written = template.node(&source.path.key(key)).is_some();
                let op = if written {
                    Op::Replace { at: source.path.key(key), value: Value::text(usual) }
                } else {
                    let (into, key) = (source.path.clone(), key.to_owned());
                    Op::Insert { into, key, value: Value::text(usual), placement: Placement::First }
                };
                report.push(
                    diagnostic_for(code, message).fix(format!("Add `{key}: {usual}`"), vec![op]).unsafe_fix(),
                );
            }
        }
    }
    if let Some(old) = field("attributes") {
        let message = "the guide writes `attributes`, the engine reads `filtering_attributes`";
        let mut diagnostic =
            Diagnostic::new(&ATTRIBUTES_OF_GUIDE, old.range, old.value.path.clone(), message);
        if field("filtering_attributes").is_none() {
            let ops =
                vec![Op::RenameKey { at: old.value.path.clone(), to: "filtering_attributes".to_owned() }];
            diagnostic = diagnostic.fix("Rename to `filtering_attributes`", ops);
        }
        report.push(diagnostic);
    }
    let kind = source.kind.as_ref().and_then(|setting| setting.datum.text()).unwrap_or_default();
    let provider = source.provider.as_ref().and_then(|setting| setting.datum.text()).unwrap_or_default();
    check_customer(source, demand, kind, report);
    for key in ["service_type", "service_id"] {
        if let Some(unused) =
            field(key).filter(|_| !kind.is_empty() && !matches!(kind, "service" | "vfmodule"))
        {
            let message = format!("`{key}` selects services, and says nothing of `{kind}`");
            report.push(Diagnostic::new(&SERVICE_KEYS, unused.range, unused.value.path.clone(), message));
        }
    }
    if provider == "generator" {
        let has = |key: &str| source.filters.iter().any(|field| field.key == key);
        let missing: Vec<&str> = ["service_profile", "subnets"].into_iter().filter(|key| !has(key)).collect();
        if kind != "slice_profiles" {
            report.push(diagnostic_for(
                &GENERATOR,
                format!("the generator makes `slice_profiles`, not `{kind}`"),
            ));
        } else if !missing.is_empty() {
            let missing = missing.join("` and `");
            report.push(diagnostic_for(
                &GENERATOR,
                format!("the generator needs `{missing}` among `filtering_attributes`"),
            ));
        }
    }
    if let Some(cost) = &source.default_cost
        && cost.datum.number().is_none()
        && !matches!(cost.datum, Datum::Unresolved(_))
    {
        let message = "`default_cost` is a number".to_owned();
        report.push(Diagnostic::new(&DEFAULT_COST, cost.range, cost.path.clone(), message));
    }
    if let Some(unique) = source.unique.as_ref()
        && let Datum::Flag(flag) = unique.datum
    {
        let message = format!("`unique` is compared with texts: a bare `{flag}` is neither");
        let diagnostic = Diagnostic::new(&UNIQUE_WORD, unique.range, unique.path.clone(), message);
        report.push(match unique.parameter {
            Some(_) => diagnostic,
            None => {
                let value = Value::Quoted(flag.to_string());
                diagnostic.fix("Put it in quotes", vec![Op::Replace { at: unique.path.clone(), value }])
            }
        });
    }
    check_overlap(demand, source, report);
}

fn check_customer(source: &Source, demand: &Demand, kind: &str, report: &mut Report) {
    if !matches!(kind, "service" | "vfmodule") {
        return;
    }
    let has = |key: &str| source.fields.iter().any(|field| field.key == key && !field.value.datum.is_empty());
    let filtered = has("filtering_attributes") || has("attributes");
    let named = source
        .filters
        .iter()
        .any(|filter| matches!(filter.key.as_str(), "customer-id" | "global-customer-id"));
    let good = if filtered { named } else { has("customer_id") && has("service_type") };
    if good {
        return;
    }
    let misspelled = source
        .filters
        .iter()
        .find(|filter| matches!(filter.key.as_str(), "customer_id" | "global_customer_id"));
    let mut message =
        format!("`{}` looks for a {kind} and does not say whose: `customer-id` is missing", demand.name);
    let mut diagnostic = match misspelled {
        Some(misspelled) => {
            message.push_str("; it is written with dashes");
            Diagnostic::new(&MISSING_CUSTOMER, misspelled.range, misspelled.value.path.clone(), message)
        }
        None => Diagnostic::new(&MISSING_CUSTOMER, source.range, source.path.clone(), message),
    };
    if let Some(misspelled) = misspelled {
        let to = misspelled.key.replace('_', "-");
        let ops = vec![Op::RenameKey { at: misspelled.value.path.clone(), to: to.clone() }];
        diagnostic = diagnostic.fix(format!("Rename to `{to}`"), ops);
    }
    report.push(diagnostic);
}

fn check_overlap(demand: &Demand, source: &Source, report: &mut Report) {
    let ids = |list: &'_ [super::super::model::Candidate]| -> Vec<String> {
        list.iter().filter_map(|candidate| Some(candidate.id.as_ref()?.datum.text()?.to_owned())).collect()
    };
    let required = ids(&source.required);
    for excluded in &source.excluded {
        let Some(setting) = &excluded.id else { continue };
        let Some(id) = setting.datum.text().filter(|id| required.iter().any(|known| known == id)) else {
            continue;
        };
        let message = format!("`{id}` is required and excluded at once for `{}`", demand.name);
        report.push(Diagnostic::new(&REQUIRED_AND_EXCLUDED, setting.range, setting.path.clone(), message));
    }
}
