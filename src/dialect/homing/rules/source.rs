//! Rule: sources of a demand are complete and consistent.

use super::super::grammar::{
    GUIDE_PAGE, HAS, INVENTORY_TYPES, NO_DEMAND, PROVIDERS, UNIQUE_WORD, UNKNOWN_INVENTORY_TYPE,
    UNKNOWN_PROVIDER,
};
use super::super::model::{Datum, Demand, Source, Template};
use limn_language::diagnostic::{Code, Diagnostic, Report, Rule};
use limn_language::message;
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
    HAS,
    "Checks that a demand has at least one source.",
)
.why("Without a source it has no candidates, so no solution exists.")
.advice("Add a source with `inventory_provider` and `inventory_type`, or remove the demand.")
.bad(
    "template",
    "
demands: {web: []}
#         ^^^
",
)
.good("demands: {web: [{inventory_provider: aai, inventory_type: cloud}]}");
static ATTRIBUTES_OF_GUIDE: Code = Code::error(
    "homing/attributes-of-the-guide",
    "H-DEM-4",
    "Homing Specification Guide, Demands; ONAP HAS",
    "Checks that candidates are selected with `filtering_attributes`.",
)
.why("The specification guide uses the older name `attributes`, which HAS has rejected since November 2019.")
.advice("Rename `attributes` to `filtering_attributes`, or move its entries there if the source has both.")
.bad(
    "template",
    "
demands:
  web: [{inventory_provider: aai, inventory_type: cloud, attributes: {cloud-region-version: '1.0'}}]
#                                                        ^^^^^^^^^^
",
)
.good(
    "
demands:
  web:
    - inventory_provider: aai
      inventory_type: cloud
      filtering_attributes: {cloud-region-version: '1.0'}
",
);
static MISSING_CUSTOMER: Code = Code::error(
    "homing/missing-customer",
    "H-DEM-7",
    HAS,
    "Checks that a source of services or modules names the customer: `customer-id` or `global-customer-id`, with hyphens, in \
`filtering_attributes`. Without `filtering_attributes`, the source needs `customer_id` and `service_type`.",
)
.why("HAS searches the inventory for the services and modules of one customer, and rejects a source without one.")
.advice("Add `global-customer-id` to `filtering_attributes`, or, in a source without them, add `customer_id` and `service_type`.")
.bad(
    "template",
    "
demands:
  web: [{inventory_provider: aai, inventory_type: service, filtering_attributes: {customer_id: c}}]
#                                                                                 ^^^^^^^^^^^
",
)
.good(
    "
demands:
  web:
    - inventory_provider: aai
      inventory_type: service
      filtering_attributes: {global-customer-id: c}
",
);
static SERVICE_KEYS: Code = Code::warning(
    "homing/ignored-service-key",
    "H-DEM-12",
    GUIDE_PAGE,
    "Checks that `service_type` and `service_id` are only used for services and modules.",
)
.earlier(&["homing/service-of-no-service"])
.why("They have no effect on other inventory types.")
.advice("Remove the key, or change `inventory_type` to `service` or `vfmodule`.")
.bad(
    "template",
    "
demands: {web: [{inventory_provider: aai, inventory_type: cloud, service_id: [vCPE]}]}
#                                                                ^^^^^^^^^^
",
)
.good("demands: {web: [{inventory_provider: aai, inventory_type: cloud}]}");
static GENERATOR: Code = Code::warning(
    "homing/generator-source",
    "H-DEM-13",
    HAS,
    "Checks that a generator source has the inventory type `slice_profiles`, with `service_profile` and `subnets` in `filtering_attributes`.",
)
.why("The generator creates slice profiles from these attributes. For any other type it returns no candidates.")
.advice("Set `inventory_type: slice_profiles` and add `service_profile` and `subnets` to `filtering_attributes`, or use another `inventory_provider`.")
.bad(
    "template",
    "
demands: {slice: [{inventory_provider: generator, inventory_type: cloud}]}
#                  ^^^^^^^^^^^^^^^^^^
~optimization: {}
",
)
.good(
    "
demands:
  slice:
    - inventory_provider: generator
      inventory_type: slice_profiles
      filtering_attributes: {service_profile: {}, subnets: {}}
~optimization: {}
",
);
static DEFAULT_COST: Code = Code::info(
    "homing/default-cost",
    "H-DEM-14",
    GUIDE_PAGE,
    "Checks that `default_cost` is a number.",
)
.why("The specification guide describes it as an amount of money in one place and as a plain number in another. Both need a number.")
.advice("Write a plain number without a currency: `default_cost: 100`.")
.bad(
    "source",
    "
default_cost: cheap
#             ^^^^^
",
)
.good("default_cost: 100");
static REQUIRED_AND_EXCLUDED: Code = Code::error(
    "homing/required-and-excluded",
    "H-DEM-9",
    "Homing Specification Guide, Demands; ONAP HAS",
    "Checks that no candidate is both required and excluded.",
)
.why("HAS rejects lists that overlap.")
.advice("Remove the candidate from one of the lists.")
.bad(
    "source",
    "
required_candidates: [{candidate_id: a}]
excluded_candidates: [{candidate_id: a}]
#                                    ^
",
)
.good(
    "
required_candidates: [{candidate_id: a}]
excluded_candidates: [{candidate_id: b}]
",
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
            message::expected("at least one demand", "none"),
        ));
    }
    for demand in &template.demands {
        let empty = template.node(&demand.path).is_some_and(|node| node.items().len() == 0);
        if empty && (demand.is_list || template.node(&demand.path).is_some_and(Node::is_null)) {
            let message = format!("demand `{}` has no source", demand.name);
            report.push(Diagnostic::new(&NO_SOURCE, demand.range, demand.path.clone(), message));
        }
        for source in &demand.sources {
            check_source(template, demand, source, report);
        }
    }
}

/// Checks choices that a parameter sets; the table checks those that are written here.
fn check_resolved(template: &Template, source: &Source, report: &mut Report) {
    let choices = [
        (&source.provider, PROVIDERS, &UNKNOWN_PROVIDER, "inventory_provider"),
        (&source.kind, INVENTORY_TYPES, &UNKNOWN_INVENTORY_TYPE, "inventory_type"),
    ];
    for (setting, choices, code, key) in choices {
        let resolved =
            setting.as_ref().filter(|setting| template.node(&setting.path).is_some_and(Node::is_mapping));
        if let Some((setting, text)) = resolved.and_then(|setting| Some((setting, setting.datum.text()?)))
            && !choices.iter().any(|choice| choice.word == text)
        {
            let words: Vec<String> = choices.iter().map(|choice| format!("`{}`", choice.word)).collect();
            let expected = format!("one of {} for `{key}`", words.join(", "));
            let message = message::expected(expected, format!("`{text}`"));
            report.push(Diagnostic::new(code, setting.range, setting.path.clone(), message));
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
                let message = message::missing_on("key", key, "source of demand", &demand.name);
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
    check_resolved(template, source, report);
    if let Some(old) = field("attributes") {
        let message = "`attributes` is the specification guide's name; HAS reads `filtering_attributes`";
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
            let message = format!("`{key}` has no effect on the inventory type `{kind}`");
            report.push(Diagnostic::new(&SERVICE_KEYS, unused.range, unused.value.path.clone(), message));
        }
    }
    if provider == "generator" {
        check_generator(source, kind, report);
    }
    if let Some(cost) = &source.default_cost
        && cost.datum.number().is_none()
        && !matches!(cost.datum, Datum::Unresolved(_))
    {
        let message = message::expected("a number for `default_cost`", cost.datum.describe());
        report.push(Diagnostic::new(&DEFAULT_COST, cost.range, cost.path.clone(), message));
    }
    if let Some(unique) = source.unique.as_ref()
        && let Datum::Flag(flag) = unique.datum
    {
        let message = message::expected("the string `true` or `false`", format!("the boolean `{flag}`"));
        let diagnostic = Diagnostic::new(&UNIQUE_WORD, unique.range, unique.path.clone(), message);
        report.push(match unique.parameter {
            Some(_) => diagnostic,
            None => {
                let value = Value::Quoted(flag.to_string());
                diagnostic.fix("Add quotes", vec![Op::Replace { at: unique.path.clone(), value }])
            }
        });
    }
    check_overlap(demand, source, report);
}

fn check_generator(source: &Source, kind: &str, report: &mut Report) {
    let diagnostic =
        |message: String| Diagnostic::new(&GENERATOR, source.range, source.path.clone(), message);
    let has = |key: &str| source.filters.iter().any(|field| field.key == key);
    let missing: Vec<&str> = ["service_profile", "subnets"].into_iter().filter(|key| !has(key)).collect();
    if kind != "slice_profiles" {
        report.push(diagnostic(message::expected(
            "the inventory type `slice_profiles` for the generator",
            format!("`{kind}`"),
        )));
    } else if !missing.is_empty() {
        let message = message::missing_names_at("attribute", missing, "`filtering_attributes`");
        report.push(diagnostic(message));
    }
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
    let owner = format!("{kind} source of demand");
    let mut message = message::missing_on("attribute", "customer-id", &owner, &demand.name);
    let mut diagnostic = match misspelled {
        Some(misspelled) => {
            message.push_str(&format!("; use hyphens in `{}`", misspelled.key));
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
    let ids = |list: &'_ [super::super::model::ListedCandidate]| -> Vec<String> {
        list.iter().filter_map(|candidate| Some(candidate.id.as_ref()?.datum.text()?.to_owned())).collect()
    };
    let required = ids(&source.required);
    for excluded in &source.excluded {
        let Some(setting) = &excluded.id else { continue };
        let Some(id) = setting.datum.text().filter(|id| required.iter().any(|known| known == id)) else {
            continue;
        };
        let message = format!("candidate `{id}` is both required and excluded for `{}`", demand.name);
        report.push(Diagnostic::new(&REQUIRED_AND_EXCLUDED, setting.range, setting.path.clone(), message));
    }
}
