//! A cluster's numbers fit each other, and nothing else says how many there are.

use super::super::braced::whole;
use super::super::grammar::{ASSEMBLIES, CLUSTER_NUMBER, CP4NA};
use super::super::model::{Cluster, Component, Descriptor, Text};
use super::value_path::MISMATCHED_REFERENCE;
use crate::diagnostic::{Code, Diagnostic, Report, Rule, Severity};
use crate::yaml::Op;

pub(super) static RULE: Rule<Descriptor> = Rule {
    codes: &[
        &CROSSED_BOUNDS,
        &INITIAL_OUT_OF_BOUNDS,
        &IMPLIED_INITIAL,
        &COARSE_INCREMENT,
        &IDLE_QUANTITY,
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
    "`maximum-nodes` is at least `minimum-nodes`, which is 1 where it is not written.

Bad:
```yaml
cluster: {minimum-nodes: 5, maximum-nodes: 4}
```
Good:
```yaml
cluster: {minimum-nodes: 1, maximum-nodes: 4}
```",
);
static INITIAL_OUT_OF_BOUNDS: Code = Code::error(
    "assembly/initial-quantity-out-of-bounds",
    "A-CLU-5",
    SECTION,
    "A cluster starts with a number of nodes between its minimum and its maximum. Where the number comes from a property, that property's default is \
held against the bounds; whoever instantiates the assembly may still give another, so that is a warning.

Bad:
```yaml
cluster: {initial-quantity: 9, minimum-nodes: 1, maximum-nodes: 4}
```
Good:
```yaml
cluster: {initial-quantity: 2, minimum-nodes: 1, maximum-nodes: 4}
```",
);
static IMPLIED_INITIAL: Code = Code::info(
    "assembly/implied-initial-quantity",
    "A-CLU-6",
    SECTION,
    "Without `initial-quantity` a cluster starts with `minimum-nodes`.",
);
static COARSE_INCREMENT: Code = Code::warning(
    "assembly/coarse-scaling-increment",
    "A-CLU-8",
    SECTION,
    "A cluster grows and shrinks by `scaling-increment` nodes. A step larger than the room between minimum and maximum can never be taken.

Bad:
```yaml
cluster: {minimum-nodes: 1, maximum-nodes: 2, scaling-increment: 3}
```",
);
static IDLE_QUANTITY: Code = Code::warning(
    "assembly/idle-quantity",
    "A-QTY-2",
    SECTION,
    "With a `cluster` the number of instances is the cluster's; `quantity` is ignored.

Bad:
```yaml
a: {quantity: 2, cluster: {initial-quantity: 2}}
```
Good:
```yaml
a: {cluster: {initial-quantity: 2}}
```",
);
static ITEMS_AND_QUANTITY: Code = Code::warning(
    "assembly/items-and-quantity",
    "A-QTY-3",
    "CP4NA 2.7 assembly descriptors, Data-driven component groups",
    "`items` makes one instance for each entry. What a `quantity` or a `cluster` beside it would do is not described anywhere.",
);
static NO_INSTANCES: Code = Code::warning(
    "assembly/no-instances",
    "A-QTY-1",
    SECTION,
    "A `quantity` of 0 creates nothing. It is read, but no document says what it is for.",
);

fn check(descriptor: &Descriptor, report: &mut Report) {
    if !ASSEMBLIES.has(descriptor.profiles) {
        return;
    }
    for component in &descriptor.composition {
        counts(descriptor, component, report);
        if let Some(quantity) = component.quantity.as_ref().filter(|_| CP4NA.has(descriptor.profiles)) {
            counted_by(descriptor, component, quantity, &MISMATCHED_REFERENCE, report);
        }
        if let Some(cluster) = &component.cluster {
            let numbers = [&cluster.initial, &cluster.minimum, &cluster.maximum, &cluster.increment];
            for number in numbers.into_iter().flatten() {
                counted_by(descriptor, component, number, &CLUSTER_NUMBER, report);
            }
            bounds(descriptor, component, cluster, report);
        }
    }
}

fn counts(descriptor: &Descriptor, component: &Component, report: &mut Report) {
    if let (Some(quantity), Some(_)) = (&component.quantity, &component.cluster) {
        let message = format!("`{}` is a cluster, so its `quantity` is ignored", component.name);
        report.push(
            Diagnostic::new(&IDLE_QUANTITY, quantity.range, component.path.clone(), message)
                .fix("Drop `quantity`", vec![Op::Remove { at: component.path.key("quantity"), prune: false }])
                .unsafe_fix(),
        );
    }
    if let Some(quantity) = component.quantity.as_ref().filter(|quantity| quantity.text == "0") {
        let message = format!("no instance of `{}` is ever created", component.name);
        report.push(Diagnostic::new(&NO_INSTANCES, quantity.range, component.path.clone(), message));
    }
    let (true, Some(items)) = (CP4NA.has(descriptor.profiles), &component.items) else { return };
    if component.quantity.is_some() || component.cluster.is_some() {
        let message = format!("`{}` has `items`, which says by itself how many there are", component.name);
        report.push(Diagnostic::new(&ITEMS_AND_QUANTITY, items.range, component.path.clone(), message));
    }
}

fn bounds(descriptor: &Descriptor, component: &Component, cluster: &Cluster, report: &mut Report) {
    let number = |text: &Option<Text>| text.as_ref().and_then(|text| text.text.trim().parse::<i64>().ok());
    let minimum = number(&cluster.minimum).or(cluster.minimum.is_none().then_some(1));
    let maximum = number(&cluster.maximum);
    let mut say = |code: &'static Code, at: &Text, message: String, severity: Severity| {
        report.push(Diagnostic::new(code, at.range, component.path.clone(), message).severity(severity));
    };
    if let (Some(least), Some(most), Some(at)) = (minimum, maximum, &cluster.maximum) {
        if most < least {
            let message = format!("at most {most} nodes, but at least {least}");
            say(&CROSSED_BOUNDS, at, message, Severity::Error);
            return;
        }
        let step = number(&cluster.increment);
        if let (Some(step), Some(at)) = (step, &cluster.increment)
            && step > most - least
            && step > 0
        {
            let message = format!(
                "a step of {step} is larger than the room of {} between minimum and maximum",
                most - least
            );
            say(&COARSE_INCREMENT, at, message, Severity::Warning);
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
                .filter(|least| initial < *least)
                .map(|least| format!("fewer than the least of {least}"));
            let above =
                maximum.filter(|most| initial > *most).map(|most| format!("more than the most of {most}"));
            if let Some(how) = below.or(above) {
                let whence = if severity == Severity::Error { "" } else { "by default " };
                say(
                    &INITIAL_OUT_OF_BOUNDS,
                    at,
                    format!("the cluster {whence}starts with {initial} nodes, {how}"),
                    severity,
                );
            }
        }
        None => {
            let least = minimum.map_or("its minimum".to_owned(), |least| format!("{least} (its minimum)"));
            let message = format!("`{}` starts with {least}", component.name);
            report.push(Diagnostic::new(&IMPLIED_INITIAL, cluster.range, component.path.clone(), message));
        }
    }
}

/// A number that comes from a property: one whose type, or whose default, is no number says nothing. A string may hold a number, as all of
/// TNC-O's do.
fn counted_by(
    descriptor: &Descriptor,
    component: &Component,
    number: &Text,
    code: &'static Code,
    report: &mut Report,
) {
    let Some(property) = whole(&number.text)
        .filter(|braced| braced.rest.is_empty())
        .and_then(|braced| descriptor.property(&braced.head.text))
    else {
        return;
    };
    let held = property.value.as_ref().or(property.default.as_ref()).and_then(|held| held.text.as_deref());
    let held = held.map(str::trim).filter(|held| !held.is_empty() && !held.contains("${"));
    let fault = match (&property.kind, held) {
        (Some(kind), _) if !matches!(kind.text.as_str(), "integer" | "string") => Some((
            format!("`{}` is of type `{}`, not a whole number", property.name, kind.text),
            code.severity,
        )),
        (_, Some(held)) if held.parse::<i64>().is_err() => {
            Some((format!("`{}` is `{held}`, which is no whole number", property.name), Severity::Warning))
        }
        _ => None,
    };
    if let Some((message, severity)) = fault {
        let diagnostic = Diagnostic::new(code, number.range, component.path.clone(), message);
        report.push(diagnostic.severity(severity).related(property.range, "declared here"));
    }
}

/// The default, or the value, of the top-level property that a text is a reference to and nothing else.
fn default_behind(descriptor: &Descriptor, text: &str) -> Option<i64> {
    let property = descriptor.property(&whole(text).filter(|braced| braced.rest.is_empty())?.head.text)?;
    let held = property.value.as_ref().or(property.default.as_ref())?;
    held.text.as_ref()?.trim().parse().ok()
}
