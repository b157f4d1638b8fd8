//! The operations that a relationship calls: on which side, how many, whether they are there and get what they need.

use super::super::grammar::{ASSEMBLIES, TNCO};
use super::super::model::{Descriptor, Dotted, Relationship};
use crate::diagnostic::{Code, Diagnostic, Report, Rule, Severity};
use crate::yaml::{Op, Value};

pub(super) static RULE: Rule<Descriptor> = Rule {
    codes: &[&OPERATION_SIDE, &SEVERAL_OPERATIONS, &ONE_WAY, &UNKNOWN_OPERATION, &UNMET_PARAMETER],
    check,
};

const SECTION: &str =
    "TNC-O assembly descriptor, Relationships; CP4NA 2.7 assembly descriptors, Relationships";

static OPERATION_SIDE: Code = Code::warning(
    "assembly/operation-without-side",
    "A-REL-10",
    SECTION,
    "An operation of a relationship belongs to one of its two sides: `source.<operation>` or `target.<operation>`. The component's own name in that \
place is found in print and can be mended; a name that is on neither side, or an operation without any, cannot be called.

Bad:
```yaml
target-requirements: [balancer.HttpServer]
lifecycle: {Create: [balancer.AddServer]}
```
Good:
```yaml
target-requirements: [balancer.HttpServer]
lifecycle: {Create: [target.AddServer]}
```",
);
static SEVERAL_OPERATIONS: Code = Code::info(
    "assembly/several-operations",
    "A-REL-12",
    "TNC-O assembly descriptor, Relationships",
    "The TNC-O page allows one operation in each transition, and then prints an example with two. Several are called in the order of the list.",
);
static ONE_WAY: Code = Code::info(
    "assembly/one-way-relationship",
    "A-REL-18",
    SECTION,
    "What `Create` sets up, `Cease` takes down. A relationship with one of them alone leaves something behind, or takes down what was never set up.",
);
static UNKNOWN_OPERATION: Code = Code::warning(
    "assembly/unknown-operation",
    "A-REL-11",
    SECTION,
    "The descriptor of the component on that side has no such operation.",
);
static UNMET_PARAMETER: Code = Code::warning(
    "assembly/unmet-parameter",
    "A-REL-20",
    SECTION,
    "An operation gets the relationship's properties. One that the operation requires has to be among them.",
);

fn check(descriptor: &Descriptor, report: &mut Report) {
    if !ASSEMBLIES.has(descriptor.profiles) {
        return;
    }
    for relationship in &descriptor.relationships {
        for operation in relationship.create.iter().chain(&relationship.cease) {
            side(relationship, operation, report);
            declared(descriptor, relationship, operation, report);
        }
        for (list, name) in [(&relationship.create, "Create"), (&relationship.cease, "Cease")] {
            if let (true, Some(second)) = (TNCO.has(descriptor.profiles), list.get(1)) {
                let message = format!("`{name}` calls {} operations; the page allows one", list.len());
                report.push(Diagnostic::new(
                    &SEVERAL_OPERATIONS,
                    second.range,
                    relationship.path.clone(),
                    message,
                ));
            }
        }
        let missing = match (relationship.create.is_empty(), relationship.cease.is_empty()) {
            (false, true) => "`Create` sets up what no `Cease` takes down",
            (true, false) => "`Cease` takes down what no `Create` sets up",
            _ => continue,
        };
        report.push(Diagnostic::new(&ONE_WAY, relationship.range, relationship.path.clone(), missing));
    }
}

fn side(relationship: &Relationship, operation: &Dotted, report: &mut Report) {
    if matches!(operation.owner.as_str(), "source" | "target") && operation.thing.is_some() {
        return;
    }
    let among = |ends: &[Dotted]| ends.iter().any(|end| end.owner == operation.owner);
    let sides: Vec<&str> = [("source", &relationship.sources), ("target", &relationship.targets)]
        .into_iter()
        .filter(|(_, ends)| among(ends))
        .map(|(side, _)| side)
        .collect();
    let diagnostic = match (&operation.thing, sides.as_slice()) {
        (Some(thing), [side, ..]) => {
            let better = format!("{side}.{thing}");
            let message = format!("`{}` is the {side} here: write `{better}`", operation.owner);
            let ops = vec![Op::Replace { at: operation.path.clone(), value: Value::Text(better.clone()) }];
            Diagnostic::new(&OPERATION_SIDE, operation.range, relationship.path.clone(), message)
                .fix(format!("Change to `{better}`"), ops)
        }
        (Some(_), []) => {
            let message = format!("`{}` is on neither side of this relationship", operation.owner);
            Diagnostic::new(&OPERATION_SIDE, operation.range, relationship.path.clone(), message)
                .severity(Severity::Error)
        }
        (None, _) => {
            let message = format!("whose operation is `{}`: `source.{0}` or `target.{0}`?", operation.owner);
            let to = |side: &str| {
                vec![Op::Replace {
                    at: operation.path.clone(),
                    value: Value::Text(format!("{side}.{}", operation.owner)),
                }]
            };
            Diagnostic::new(&OPERATION_SIDE, operation.range, relationship.path.clone(), message)
                .severity(Severity::Error)
                .fix(format!("Change to `target.{}`", operation.owner), to("target"))
                .unsafe_fix()
                .fix(format!("Change to `source.{}`", operation.owner), to("source"))
                .unsafe_fix()
        }
    };
    report.push(diagnostic);
}

fn declared(descriptor: &Descriptor, relationship: &Relationship, operation: &Dotted, report: &mut Report) {
    let Some(thing) = &operation.thing else { return };
    let ends = match operation.owner.as_str() {
        "source" => &relationship.sources,
        "target" => &relationship.targets,
        _ => return,
    };
    for end in ends {
        let Some(other) = descriptor.owner(&end.owner).and_then(|owner| descriptor.descriptor_of(owner))
        else {
            continue;
        };
        let Some(found) = other.operations.iter().find(|it| it.name == *thing) else {
            let message = format!("`{}` has no operation `{thing}`", end.owner);
            report.push(Diagnostic::new(
                &UNKNOWN_OPERATION,
                operation.range,
                relationship.path.clone(),
                message,
            ));
            continue;
        };
        for needed in found
            .properties
            .iter()
            .filter(|it| it.required == Some(true) && it.default.is_none() && it.value.is_none())
        {
            if !relationship.properties.iter().any(|given| given.name == needed.name) {
                let message = format!(
                    "`{thing}` of `{}` needs `{}`, which this relationship does not give",
                    end.owner, needed.name
                );
                report.push(Diagnostic::new(
                    &UNMET_PARAMETER,
                    operation.range,
                    relationship.path.clone(),
                    message,
                ));
            }
        }
    }
}
