//! Operations of one interface in two notations.

use super::super::shared::is_amp;
use limn_language::diagnostic::{Code, Report};
use limn_language::message;
use limn_tosca::Rule;
use limn_tosca::interface::Interface;
use limn_tosca::model::Service;
use limn_yaml::Node;

pub(in super::super) static RULE: Rule = Rule { codes: &[&MIXED], check };

static MIXED: Code = Code::error(
    "amp/mixed-operation-notations",
    "M-CHK-5",
    "TOSCA Simple Profile in YAML 1.3, 3.6.20",
    "Checks that an interface has its operations either under `operations` or directly, as before TOSCA 1.3, not both. Different interfaces can \
differ.",
)
.why("A processor reads one of the notations, so operations in the other one may never run.")
.advice("Move the operations of the interface under `operations`.")
.bad(
    "software",
    "
interfaces:
  Standard:
    operations: {create: create.sh}
    configure: configure.sh
#   ^^^^^^^^^
",
)
.good(
    "
interfaces:
  Standard:
    operations: {create: create.sh, configure: configure.sh}
",
);

fn check(service: &Service<'_>, report: &mut Report) {
    if !is_amp(service) {
        return;
    }
    for interface in &service.interfaces {
        check_interface(service, interface, report);
    }
}

fn check_interface(service: &Service<'_>, interface: &Interface<'_>, report: &mut Report) {
    let inner = interface.node.get("operations").map(Node::resolve).filter(|inner| inner.is_mapping());
    let Some(inner) = inner.filter(|inner| inner.entries().len() > 0) else { return };
    let direct =
        interface.operations.iter().filter(|operation| !inner.range().contains(operation.key.range()));
    for operation in direct.filter(|operation| service.is_own(operation.key)) {
        let message = message::expected(
            format_args!("all operations of `{}` under `operations`", interface.name),
            format_args!("`{}` beside it", operation.name),
        );
        let fault = service.fault(&MIXED, operation.key, message);
        report.push(fault.related(inner.range(), "other operations of the interface"));
    }
}
