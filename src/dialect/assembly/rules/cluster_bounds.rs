//! Rule: the numbers of a cluster are consistent, and no other key sets the number of instances.

use super::super::grammar::{ASSEMBLIES, CLUSTER_NUMBER, CP4NA};
use super::super::interpolation::whole;
use super::super::model::{Cluster, Component, Descriptor, Text};
use super::value_path::MISMATCHED_REFERENCE;
use limn_language::diagnostic::{Code, Diagnostic, Report, Rule, Severity};
use limn_language::message;
use limn_yaml::Op;

pub(super) static RULE: Rule<Descriptor> = Rule {
    codes: &[
        &CROSSED_BOUNDS,
        &INITIAL_OUT_OF_BOUNDS,
        &IMPLIED_INITIAL,
        &COARSE_INCREMENT,
        &IGNORED_QUANTITY,
        &ITEMS_AND_QUANTITY,
        &NO_INSTANCES,
    ],
    check,
};

const SECTION: &str = "TNC-O assembly descriptor, Clusters; CP4NA 2.7 assembly descriptors, Composition";

static CROSSED_BOUNDS: Code = Code::error(
    "assembly/crossed-cluster-bounds",
    "A-CLU-4",
    SECTION,
    "Checks that `maximum-nodes` is at least `minimum-nodes`, which defaults to 1.",
)
.why("No number of nodes is within both bounds, so the cluster can neither be created nor scaled.")
.advice("Raise `maximum-nodes`, or lower `minimum-nodes`.")
.bad(
    "component",
    "
cluster: {minimum-nodes: 5, maximum-nodes: 4}
#                                          ^
",
)
.good("cluster: {minimum-nodes: 1, maximum-nodes: 4}");
static INITIAL_OUT_OF_BOUNDS: Code = Code::error(
    "assembly/initial-quantity-out-of-bounds",
    "A-CLU-5",
    SECTION,
    "Checks that `initial-quantity` is between `minimum-nodes` and `maximum-nodes`. If the number comes from a property, the property's default is \
checked. Another value can be given at instantiation, so this is a warning then.",
)
.why("The cluster would start with a number of nodes that scaling does not allow.")
.advice("Change `initial-quantity` or one of the bounds.")
.bad(
    "component",
    "
cluster: {initial-quantity: 9, minimum-nodes: 1, maximum-nodes: 4}
#                           ^
",
)
.good("cluster: {initial-quantity: 2, minimum-nodes: 1, maximum-nodes: 4}");
static IMPLIED_INITIAL: Code = Code::info(
    "assembly/implied-initial-quantity",
    "A-CLU-6",
    SECTION,
    "Reports a cluster without `initial-quantity`. It starts with `minimum-nodes` nodes.",
)
.why("A reader does not see the number of nodes at the start, and it changes with `minimum-nodes`.")
.advice("Add `initial-quantity` to `cluster`, with a number from `minimum-nodes` to `maximum-nodes`.")
.bad(
    "component",
    "
cluster: {maximum-nodes: 4}
#^^^^^^
",
)
.good("cluster: {initial-quantity: 1, maximum-nodes: 4}");
static COARSE_INCREMENT: Code = Code::warning(
    "assembly/coarse-scaling-increment",
    "A-CLU-8",
    SECTION,
    "Checks that `scaling-increment` is at most the difference between `maximum-nodes` and `minimum-nodes`.",
)
.why("A cluster grows and shrinks by `scaling-increment` nodes; with a larger increment it never scales.")
.advice("Lower `scaling-increment`, raise `maximum-nodes`, or lower `minimum-nodes`.")
.bad(
    "component",
    "
cluster: {minimum-nodes: 1, maximum-nodes: 2, scaling-increment: 3}
#                                                                ^
",
)
.good("cluster: {minimum-nodes: 1, maximum-nodes: 2, scaling-increment: 1}");
static IGNORED_QUANTITY: Code =
    Code::warning("assembly/ignored-quantity", "A-QTY-2", SECTION, "Checks for `quantity` beside `cluster`.")
        .earlier(&["assembly/idle-quantity"])
        .why("The cluster sets the number of instances, and `quantity` is ignored.")
        .advice("Remove `quantity` and set `initial-quantity` in `cluster`, or remove `cluster`.")
        .bad(
            "component",
            "
quantity: 2
#         ^
cluster: {initial-quantity: 2}
",
        )
        .good("cluster: {initial-quantity: 2}");
static ITEMS_AND_QUANTITY: Code = Code::warning(
    "assembly/items-and-quantity",
    "A-QTY-3",
    "CP4NA 2.7 assembly descriptors, Data-driven component groups",
    "Checks for `quantity` or `cluster` beside `items`.",
)
.why("`items` creates one instance for each entry; the effect of the other two is not documented.")
.advice("Remove `quantity` or `cluster`, or remove `items`.")
.bad(
    "cp4na component",
    "
items: '${list}'
#      ^^^^^^^^^
quantity: 2
",
)
.good("items: '${list}'");
static NO_INSTANCES: Code =
    Code::warning("assembly/no-instances", "A-QTY-1", SECTION, "Checks for a `quantity` of 0.")
        .why("It is accepted and creates no instances, but is not documented.")
        .advice("Set `quantity` to 1 or more, or remove the component.")
        .bad(
            "component",
            "
quantity: 0
#         ^
",
        )
        .good("quantity: 1");

fn check(descriptor: &Descriptor, report: &mut Report) {
    if !ASSEMBLIES.has(descriptor.profiles) {
        return;
    }
    for component in &descriptor.composition {
        check_counts(descriptor, component, report);
        if let Some(quantity) = component.quantity.as_ref().filter(|_| CP4NA.has(descriptor.profiles)) {
            check_count(descriptor, component, quantity, &MISMATCHED_REFERENCE, report);
        }
        if let Some(cluster) = &component.cluster {
            let numbers = [&cluster.initial, &cluster.minimum, &cluster.maximum, &cluster.increment];
            for number in numbers.into_iter().flatten() {
                check_count(descriptor, component, number, &CLUSTER_NUMBER, report);
            }
            check_bounds(descriptor, component, cluster, report);
        }
    }
}

fn check_counts(descriptor: &Descriptor, component: &Component, report: &mut Report) {
    if let (Some(quantity), Some(_)) = (&component.quantity, &component.cluster) {
        let message = format!("`quantity` has no effect: component `{}` is a cluster", component.name);
        report.push(
            Diagnostic::new(&IGNORED_QUANTITY, quantity.range, component.path.clone(), message)
                .fix(
                    "Remove `quantity`",
                    vec![Op::Remove { at: component.path.key("quantity"), prune: false }],
                )
                .unsafe_fix(),
        );
    }
    if let Some(quantity) = component.quantity.as_ref().filter(|quantity| quantity.text == "0") {
        let message = format!("component `{}` has no instances: `quantity` is 0", component.name);
        report.push(Diagnostic::new(&NO_INSTANCES, quantity.range, component.path.clone(), message));
    }
    let (true, Some(items)) = (CP4NA.has(descriptor.profiles), &component.items) else { return };
    if component.quantity.is_some() || component.cluster.is_some() {
        let message =
            format!("component `{}` has `items` as well as `quantity` or `cluster`", component.name);
        report.push(Diagnostic::new(&ITEMS_AND_QUANTITY, items.range, component.path.clone(), message));
    }
}

fn check_bounds(descriptor: &Descriptor, component: &Component, cluster: &Cluster, report: &mut Report) {
    let number = |text: &Option<Text>| text.as_ref().and_then(|text| text.text.trim().parse::<i64>().ok());
    let minimum = number(&cluster.minimum).or(cluster.minimum.is_none().then_some(1));
    let maximum = number(&cluster.maximum);
    let mut report_at = |code: &'static Code, at: &Text, message: String, severity: Severity| {
        report.push(Diagnostic::new(code, at.range, component.path.clone(), message).severity(severity));
    };
    if let (Some(minimum_nodes), Some(maximum_nodes), Some(at)) = (minimum, maximum, &cluster.maximum) {
        if maximum_nodes < minimum_nodes {
            let message =
                message::expected(format!("`maximum-nodes` of at least {minimum_nodes}"), maximum_nodes);
            report_at(&CROSSED_BOUNDS, at, message, Severity::Error);
            return;
        }
        let step = number(&cluster.increment);
        let room = i128::from(maximum_nodes) - i128::from(minimum_nodes);
        if let (Some(step), Some(at)) = (step, &cluster.increment)
            && i128::from(step) > room
            && step > 0
        {
            let bound = format!("at most {room} (`maximum-nodes` minus `minimum-nodes`)");
            let message = message::expected(format!("`scaling-increment` of {bound}"), step);
            report_at(&COARSE_INCREMENT, at, message, Severity::Warning);
        }
    }
    match &cluster.initial {
        Some(at) => {
            let (initial, severity) = match number(&cluster.initial) {
                Some(initial) => (Some(initial), Severity::Error),
                None => (default_behind(descriptor, &at.text), Severity::Warning),
            };
            let Some(initial) = initial else { return };
            let below = minimum
                .filter(|minimum_nodes| initial < *minimum_nodes)
                .map(|minimum_nodes| format!("at least {minimum_nodes}"));
            let above = maximum
                .filter(|maximum_nodes| initial > *maximum_nodes)
                .map(|maximum_nodes| format!("at most {maximum_nodes}"));
            if let Some(how) = below.or(above) {
                let origin = if severity == Severity::Error { "" } else { "default " };
                report_at(
                    &INITIAL_OUT_OF_BOUNDS,
                    at,
                    message::expected(format!("`initial-quantity` of {how}"), format!("{origin}{initial}")),
                    severity,
                );
            }
        }
        None => {
            let count = minimum.map_or(String::new(), |minimum_nodes| format!(" ({minimum_nodes})"));
            let message = format!(
                "cluster of component `{}` starts with `minimum-nodes`{count}: no `initial-quantity`",
                component.name
            );
            report.push(Diagnostic::new(&IMPLIED_INITIAL, cluster.range, component.path.clone(), message));
        }
    }
}

/// Checks a number that comes from a property: the property's type and its value or default must be an integer. A string may contain a number,
/// as all numbers of TNC-O do.
fn check_count(
    descriptor: &Descriptor,
    component: &Component,
    number: &Text,
    code: &'static Code,
    report: &mut Report,
) {
    let Some(property) = whole(&number.text)
        .filter(|interpolation| interpolation.rest.is_empty())
        .and_then(|interpolation| descriptor.property(&interpolation.head.text))
    else {
        return;
    };
    let literal =
        property.value.as_ref().or(property.default.as_ref()).and_then(|literal| literal.text.as_deref());
    let literal = literal.map(str::trim).filter(|literal| !literal.is_empty() && !literal.contains("${"));
    let fault = match (&property.kind, literal) {
        (Some(kind), _) if !matches!(kind.text.as_str(), "integer" | "string") => Some((
            message::expected("an integer", format!("property `{}` of type `{}`", property.name, kind.text)),
            code.severity,
        )),
        (_, Some(literal)) if literal.parse::<i64>().is_err() => Some((
            message::expected("an integer", format!("`{literal}` from property `{}`", property.name)),
            Severity::Warning,
        )),
        _ => None,
    };
    if let Some((message, severity)) = fault {
        let diagnostic = Diagnostic::new(code, number.range, component.path.clone(), message);
        report.push(diagnostic.severity(severity).related(property.range, "declared here"));
    }
}

/// The value or default of the top-level property if the text is a single reference to it.
fn default_behind(descriptor: &Descriptor, text: &str) -> Option<i64> {
    let property =
        descriptor.property(&whole(text).filter(|interpolation| interpolation.rest.is_empty())?.head.text)?;
    let literal = property.value.as_ref().or(property.default.as_ref())?;
    literal.text.as_ref()?.trim().parse().ok()
}
