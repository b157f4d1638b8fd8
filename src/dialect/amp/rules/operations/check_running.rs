//! The interface `CheckRunning`, by which AMP finds out whether a service runs.

use std::collections::BTreeSet;

use super::super::interval::{EXAMPLES, Interval};
use super::super::shared::{derives, is_amp, is_call, shown};
use limn_language::diagnostic::{Code, Report};
use limn_language::message;
use limn_tosca::interface::{Interface, OwnerKind};
use limn_tosca::model::Service;
use limn_tosca::types::TypeKind;
use limn_tosca::{Rule, codes};
use limn_yaml::{Node, Op};

pub(in super::super) static RULE: Rule = Rule { codes: &[&UNCHECKED, &OTHER_OPERATION, &PERIOD], check };

const SECTION: &str = "AMP, Checking Whether a Service is Running";

static UNCHECKED: Code = Code::warning(
    "amp/missing-check-running",
    "M-CHK-1",
    SECTION,
    "Reports software that is started, but has no `check_running`.",
)
.earlier(&["amp/unchecked-service"])
.why("AMP strongly recommends it: without the check, AMP takes a service as running as soon as `start` succeeds, and does not notice when the \
service fails.")
.advice("Add the interface `CheckRunning` with the operation `check_running` to the node template or its type.")
.bad(
    "software",
    "
interfaces:
  Standard:
    start: start.sh
#   ^^^^^
",
)
.good(
    "
interfaces:
  Standard:
    start: start.sh
  CheckRunning:
    operations: {check_running: check.sh}
",
);
static OTHER_OPERATION: Code = Code::error(
    "amp/check-running-operation",
    "M-CHK-2",
    SECTION,
    "Checks that `CheckRunning` has the operation `check_running` and no other.",
)
.why("AMP calls only this one.")
.advice(
    "Rename the operation to `check_running`, or add it if it is missing, and remove any other operations.",
)
.bad(
    "software",
    "
interfaces:
  CheckRunning:
    operations: {is_running: check.sh}
#                ^^^^^^^^^^
",
)
.good(
    "
interfaces:
  CheckRunning:
    operations: {check_running: check.sh}
",
)
.supersedes(&[&codes::UNDECLARED_OPERATION]);
static PERIOD: Code = Code::error(
    "amp/check-running-period",
    "M-CHK-3",
    SECTION,
    "Checks that the input `period` of `CheckRunning` is a time interval. The default is `1m`.",
)
.why("AMP calls `check_running` once in each period, and cannot schedule it by any other value. A number without a unit is in milliseconds, so `30` \
is not half a minute.")
.advice("Write `period` as a number with a unit, such as `30s` or `1m`.")
.bad(
    "software",
    "
interfaces:
  CheckRunning:
    inputs: {period: often}
#                    ^^^^^
    operations: {check_running: check.sh}
",
)
.good(
    "
interfaces:
  CheckRunning:
    inputs: {period: 30s}
    operations: {check_running: check.sh}
",
);

/// The interface by its name in templates, and by its type.
const NAMES: [&str; 2] = ["CheckRunning", TYPE];
const TYPE: &str = "brooklyn.tosca.interfaces.node.lifecycle.CheckRunning";
const STANDARD: [&str; 2] = ["Standard", "tosca.interfaces.node.lifecycle.Standard"];
const OPERATION: &str = "check_running";

/// Types of software. Other nodes can have a start, but not a service that can fail.
const SOFTWARE: [&str; 4] = [
    "tosca.nodes.SoftwareComponent",
    "tosca.nodes.WebApplication",
    "tosca.nodes.Database",
    "tosca.nodes.Container.Application",
];

fn check(service: &Service<'_>, report: &mut Report) {
    if !is_amp(service) {
        return;
    }
    let interfaces = service.interfaces.iter().filter(|interface| interface.owner_kind == OwnerKind::Node);
    let mut checked = BTreeSet::new();
    for interface in interfaces.clone().filter(|interface| NAMES.contains(&&*interface.name)) {
        checked.insert(interface.owner.range().start);
        check_operations(service, interface, report);
        check_period(service, interface, interface.node, report);
        for operation in interface.operations.iter().filter(|operation| operation.name == OPERATION) {
            check_period(service, interface, operation.node, report);
        }
    }
    for interface in interfaces.filter(|interface| STANDARD.contains(&&*interface.name)) {
        if !checked.contains(&interface.owner.range().start) {
            check_start(service, interface, report);
        }
    }
}

/// Reports a start without a check, unless a type has the check.
fn check_start<'d>(service: &Service<'d>, interface: &Interface<'d>, report: &mut Report) {
    let runs = |node: Node<'_>| match node.get("implementation").map(Node::resolve) {
        Some(it) if it.is_mapping() => it.get("primary").map(Node::resolve).is_some_and(|primary| {
            // An implementation without a file only waits.
            primary.is_scalar() || primary.get("file").is_some()
        }),
        _ => true,
    };
    let start =
        interface.operations.iter().find(|operation| operation.name == "start" && operation.is_implemented());
    let Some(start) = start.filter(|operation| service.is_own(operation.key) && runs(operation.node)) else {
        return;
    };
    let is_software = |name: &&str| derives(service, TypeKind::Node, interface.entity, name);
    if !SOFTWARE.iter().any(is_software) {
        return;
    }
    let is_checked = |name: &&'static str| {
        let schema = service.interface_schemas.of(&service.type_scope, interface.entity, &(*name).into());
        schema.is_implemented(&service.type_scope, OPERATION)
    };
    if !NAMES.iter().any(is_checked) {
        let message = "missing operation `check_running` on interface `CheckRunning`: AMP does not notice when the service fails";
        report.push(service.fault(&UNCHECKED, start.key, message));
    }
}

fn check_operations<'d>(service: &Service<'d>, interface: &Interface<'d>, report: &mut Report) {
    let has_it = interface.operations.iter().any(|operation| operation.name == OPERATION);
    let others = interface
        .operations
        .iter()
        .filter(|operation| operation.name != OPERATION && service.is_own(operation.key));
    let is_only = others.clone().count() == 1 && !has_it;
    for other in others {
        let message = message::expected(
            format_args!("operation `{OPERATION}` on interface `{}`", interface.name),
            format_args!("`{}`", other.name),
        );
        let fault = service.fault(&OTHER_OPERATION, other.key, message);
        report.push(match is_only {
            true => fault
                .fix(
                    format!("Rename to `{OPERATION}`"),
                    vec![Op::RenameKey { at: other.key.path(), to: OPERATION.to_owned() }],
                )
                .unsafe_fix(),
            false => fault,
        });
    }
    let inherited = || {
        let schema = service.interface_schemas.of(&service.type_scope, interface.entity, &interface.name);
        schema.is_implemented(&service.type_scope, OPERATION)
    };
    let is_empty = interface.operations.is_empty() && interface.entity.found().is_some();
    if is_empty && !interface.defines && service.is_own(interface.key) && !inherited() {
        let message = message::missing_on("operation", OPERATION, "interface", &interface.name);
        report.push(service.fault(&OTHER_OPERATION, interface.key, message));
    }
}

/// Checks the input `period` of the interface or of its operation.
fn check_period(service: &Service<'_>, interface: &Interface<'_>, node: Node<'_>, report: &mut Report) {
    let period =
        node.get("inputs").map(Node::resolve).and_then(|inputs| inputs.get("period")).map(Node::resolve);
    let Some(mut period) = period else { return };
    if interface.defines && period.is_mapping() && !is_call(period) {
        let Some(default) = period.get("default").map(Node::resolve) else { return };
        period = default;
    }
    if service.is_own(period) && !period.is_null() && !is_call(period) && Interval::of(period).is_none() {
        let message = message::expected(format_args!("{EXAMPLES} for `period`"), shown(period));
        report.push(service.fault(&PERIOD, period, message));
    }
}
