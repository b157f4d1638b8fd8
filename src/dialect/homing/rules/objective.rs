//! Rule: objectives before 2020-08-13 have weights and functions that HAS supports.

use std::cell::LazyCell;

use rustc_hash::FxHashSet;

use super::super::grammar::{BASE, FACTOR, FUNCTION_ARGUMENTS, GUIDE, HAS, MINIMIZE_SUM};
use super::super::model::{Condition, Measure, Objective, Template, Term, TermValue};
use limn_language::diagnostic::{Code, Diagnostic, Report, Rule};
use limn_language::message;
use limn_yaml::{self as yaml, Node, Op};

pub(super) static RULE: Rule<Template> = Rule {
    codes: &[
        &SINGLE_FUNCTION,
        &WEIGHT_BY_PARAMETER,
        &SEVERAL_WEIGHTS,
        &CUT_WEIGHT,
        &UNSCORED_DEMAND,
        &TWO_SUMMANDS,
        &NO_OBJECTIVE,
    ],
    check,
};

const PAGES: &str = "Homing Specification Guide, Optimizations; ONAP HAS";

static SINGLE_FUNCTION: Code = Code::error(
    "homing/single-function",
    "H-OPT-2",
    PAGES,
    "Checks that `minimize` has a `sum`, even of a single term.",
)
.why("The specification guide also allows a single function or operator, but HAS rejects it.")
.advice("Write the function as the only item of `sum`.")
.bad(
    "template",
    "
optimization: {minimize: {distance_between: [customer, web]}}
#                         ^^^^^^^^^^^^^^^^
",
)
.good("optimization: {minimize: {sum: [{distance_between: [customer, web]}]}}");
static WEIGHT_BY_PARAMETER: Code = Code::error(
    "homing/weight-by-parameter",
    "H-OPT-6",
    PAGES,
    "Checks that a weight is a number. The specification guide's first example takes its weights from parameters.",
)
.why("HAS doesn't resolve functions in the objective and silently uses 1 as the weight.")
.advice("Write the number in place of the function.")
.bad(
    "term",
    "
product: [{get_param: w1}, {distance_between: [customer, web]}]
#         ^^^^^^^^^^^^^^^
",
)
.good("product: [10, {distance_between: [customer, web]}]");
static SEVERAL_WEIGHTS: Code = Code::warning(
    "homing/several-weights",
    "H-OPT-7",
    HAS,
    "Checks that a product has only one number, unless it is in another product.",
)
.why("HAS uses only the last number as the weight. Only in a nested product does it multiply the numbers.")
.advice("Write the weight as one number.")
.bad(
    "term",
    "
product: [5, 2, {distance_between: [customer, web]}]
#            ^
",
)
.good("product: [10, {distance_between: [customer, web]}]");
static CUT_WEIGHT: Code = Code::warning(
    "homing/truncated-weight",
    "H-OPT-8",
    HAS,
    "Checks that a weight in a nested product is an integer.",
)
.earlier(&["homing/cut-weight"])
.why("HAS truncates it: 0.5 becomes 0.")
.advice(
    "Multiply the weights of the inner sum to get integers, and divide the outer weight by the same number.",
)
.bad(
    "term",
    "
product: [2, {sum: [{product: [0.5, {distance_between: [customer, web]}]}]}]
#                              ^^^
",
)
.good("product: [1, {sum: [{product: [1, {distance_between: [customer, web]}]}]}]");
static UNSCORED_DEMAND: Code = Code::error(
    "homing/unscored-demand",
    "H-OPT-9",
    HAS,
    "Checks that each demand in `hpa_score` has an `hpa` constraint.",
)
.why("Without one there is no score, and HAS rejects the template.")
.advice("Add an `hpa` constraint for the demand, or remove the demand from `hpa_score`.")
.bad(
    "template",
    "
optimization: {minimize: {sum: [{product: [200, {hpa_score: [web]}]}]}}
#                                                            ^^^
",
)
.good(
    "
optimization: {minimize: {sum: [{product: [200, {hpa_score: [web]}]}]}}
constraints:
  hardware:
    type: hpa
    demands: [web]
    properties:
      evaluate:
~        - id: vm
~          type: vnfc
~          directives:
~            - {type: flavor_directives, attributes: [{attribute_name: flavor, attribute_value: ''}]}
~          flavorProperties:
          - hpa-feature: numa
~            hpa-version: v1
~            architecture: generic
~            directives: []
~            hpa-feature-attributes: []
            mandatory: 'False'
            score: '5'
",
);
static TWO_SUMMANDS: Code = Code::info(
    "homing/objective-without-two-terms",
    "H-OPT-10",
    PAGES,
    "Reports objectives that don't have two terms, as in the specification guide.",
)
.earlier(&["homing/two-summands"])
.why("HAS accepts any number of terms, but another implementation of the guide may not.")
.advice("Write two terms in `sum`, or choose the HAS profile if the template is for HAS only.")
.bad(
    "template of the specification guide",
    "
optimization: {minimize: {sum: [{distance_between: [customer, web]}]}}
#                         ^^^
",
)
.good(
    "
optimization:
  minimize: {sum: [{distance_between: [customer, web]}, {distance_between: [customer, database]}]}
",
);
static NO_OBJECTIVE: Code =
    Code::info("homing/no-objective", "H-OPT-11", HAS, "Reports a template without an objective.")
        .why("HAS then selects any solution that satisfies the constraints.")
.advice("Add an objective to `optimization`: `minimize` with `sum`, or since 2020-08-13 `goal` with `operation_function`.")
        .bad(
            "template",
            "
optimization: {}
#^^^^^^^^^^^
",
        )
        .good("optimization: {minimize: {sum: [{distance_between: [customer, web]}]}}");

fn check(template: &Template, report: &mut Report) {
    check_presence(template, report);
    let Some(objective) = template.objective.as_ref().filter(|objective| !objective.is_generic) else {
        return;
    };
    check_sum(template, objective, report);
    let is_base = BASE.has(template.profiles);
    let scored = LazyCell::new(|| scored_demands(template));
    for term in template.terms() {
        if is_base {
            check_weights(term, report);
            check_factors(template, term, report);
        }
        match &term.value {
            TermValue::Distance(measure) | TermValue::Latency(measure) => {
                check_arguments(template, measure, report);
            }
            TermValue::HpaScore(demands) => {
                for demand in demands.iter().filter(|demand| !scored.contains(&*demand.name)) {
                    let message = message::missing_parts(format_args!(
                        "`hpa` constraint for the score of `{}`",
                        demand.name
                    ));
                    report.push(Diagnostic::new(
                        &UNSCORED_DEMAND,
                        demand.range,
                        demand.path.clone(),
                        message,
                    ));
                }
            }
            _ => {}
        }
    }
}

fn check_presence(template: &Template, report: &mut Report) {
    let empty = template
        .objective
        .as_ref()
        .is_none_or(|objective| objective.root.is_none() && objective.goal.is_none());
    let at = template.section("optimization");
    // Other checks report an invalid objective.
    let other = template
        .node(&at)
        .is_some_and(|node| !node.is_null() && node.entries().len() > 0 || node.is_sequence());
    if !empty || other || template.demands.is_empty() {
        return;
    }
    let range = match &template.objective {
        Some(objective) => objective.range,
        None => match template.root().and_then(|root| root.entries().next()) {
            Some(first) => first.key.range(),
            None => return,
        },
    };
    let message = "missing objective; HAS selects any solution";
    report.push(Diagnostic::new(&NO_OBJECTIVE, range, at, message));
}

fn check_sum(template: &Template, objective: &Objective, report: &mut Report) {
    let at = objective.path.key("minimize");
    let Some(node) = template.node(&at) else { return };
    let single = ["distance_between", "product"].into_iter().find(|key| node.get(key).is_some());
    match (node.get("sum"), single) {
        (None, Some(key)) => {
            let range = node.entry(key).map_or(node.range(), |entry| entry.key.range());
            let message = message::expected(
                "a `sum`",
                format!("a single `{key}`, which only the specification guide allows"),
            );
            report.push(Diagnostic::new(&SINGLE_FUNCTION, range, at, message));
        }
        (Some(_), Some(key)) => {
            let range = node.entry(key).map_or(node.range(), |entry| entry.key.range());
            let message = message::expected("only a `sum` in `minimize`", format!("`{key}`"));
            report.push(Diagnostic::new(&MINIMIZE_SUM, range, at, message));
        }
        (None, None) if node.is_mapping() && node.entries().len() == 0 || node.is_null() => {
            let range = node.key().map_or(node.range(), Node::range);
            report.push(Diagnostic::new(
                &MINIMIZE_SUM,
                range,
                at,
                message::missing_at("key", "sum", "`minimize`"),
            ));
        }
        (Some(sum), None) if GUIDE.has(template.profiles) && sum.is_sequence() && sum.items().len() != 2 => {
            let range = sum.key().map_or(sum.range(), Node::range);
            let count = sum.items().len();
            let message = message::expected(
                "two terms, as in the specification guide",
                format!("{count}; HAS accepts any number"),
            );
            report.push(Diagnostic::new(&TWO_SUMMANDS, range, at.key("sum"), message));
        }
        _ => {}
    }
}

fn check_weights(term: &Term, report: &mut Report) {
    for setting in &term.weight.written {
        let Some(parameter) = &setting.parameter else { continue };
        let message = format!("a weight from `get_param` counts as 1; use the number of `{parameter}`");
        let mut diagnostic =
            Diagnostic::new(&WEIGHT_BY_PARAMETER, setting.range, setting.path.clone(), message);
        if let Some(text) = setting.datum.text().filter(|_| setting.datum.number().is_some()) {
            let value = yaml::Value::Plain(text.to_owned());
            let ops = vec![Op::Replace { at: setting.path.clone(), value }];
            diagnostic = diagnostic.fix(format!("Change to {text}"), ops);
        }
        report.push(diagnostic);
    }
    let numbers: Vec<_> = term.weight.written.iter().filter(|setting| setting.parameter.is_none()).collect();
    if term.weight.is_nested {
        for setting in numbers {
            if let Some(number) = setting.datum.number().filter(|number| number.fract() != 0.0) {
                let message = format!("weight {number} in a nested product counts as {}", number.trunc());
                report.push(Diagnostic::new(&CUT_WEIGHT, setting.range, setting.path.clone(), message));
            }
        }
    } else if let [.., last] = numbers.as_slice()
        && numbers.len() > 1
    {
        let all: Vec<&str> = numbers.iter().filter_map(|setting| setting.datum.text()).collect();
        let mut message = message::expected("one weight in a product", all.join(" and "));
        if let Some(last) = last.datum.text() {
            message += &format!("; HAS uses only the last, {last}");
        }
        report.push(Diagnostic::new(&SEVERAL_WEIGHTS, last.range, last.path.clone(), message));
    }
}

/// A product has one function.
fn check_factors(template: &Template, term: &Term, report: &mut Report) {
    let product = template.node(&term.path).and_then(|node| node.get("product"));
    let Some(product) = product.filter(|product| product.is_sequence()) else { return };
    let functions =
        product.items().filter(|item| item.is_mapping() && item.get("get_param").is_none()).count();
    if functions == 1 {
        return;
    }
    let range = product.key().map_or(product.range(), Node::range);
    let message = match functions {
        0 => message::expected("a function in a product", "none"),
        _ => message::expected("one function in a product", functions),
    };
    report.push(Diagnostic::new(&FACTOR, range, term.path.key("product"), message));
}

fn check_arguments(template: &Template, measure: &Measure, report: &mut Report) {
    let names: Vec<&str> = [&measure.location, &measure.demand]
        .into_iter()
        .flatten()
        .map(|name_ref| name_ref.name.as_str())
        .collect();
    // Other checks report unknown names.
    let known = |name: &&str| template.location(name).is_some() || template.demand(name).is_some();
    let is_good = measure.arguments == 2 && names.len() == 2;
    if is_good || (measure.arguments == 2 && !names.iter().all(known)) {
        return;
    }
    let Some(node) = template.node(&measure.path).filter(|node| node.is_sequence()) else { return };
    let range = node.key().map_or(node.range(), Node::range);
    let found = match (measure.arguments, &measure.location, &measure.demand) {
        (2, Some(_), None) => "two locations".to_owned(),
        (2, None, Some(_)) => "two demands".to_owned(),
        (1, ..) => "one name".to_owned(),
        (count, ..) => format!("{count} names"),
    };
    let function = node.key().and_then(Node::as_str).unwrap_or_default();
    let message = message::expected(format!("one location and one demand for `{function}`"), found);
    report.push(Diagnostic::new(&FUNCTION_ARGUMENTS, range, measure.path.clone(), message));
}

/// Demands whose hardware a constraint scores.
fn scored_demands(template: &Template) -> FxHashSet<&str> {
    let scoring = template
        .constraints
        .iter()
        .filter(|constraint| matches!(constraint.condition, Condition::Hpa { .. }));
    scoring.flat_map(|constraint| &constraint.demands).map(|name_ref| name_ref.name.as_str()).collect()
}
