//! Rule: a resource's lifecycle is well-formed, and its transitions and operations have drivers.

use super::super::grammar::RESOURCES;
use super::super::model::{Descriptor, Driver};
use limn_language::diagnostic::{Code, Diagnostic, Report, Rule};
use limn_language::message;
use limn_yaml::{Node, Op, Path, Value};

pub(super) static RULE: Rule<Descriptor> =
    Rule { codes: &[&LIFECYCLE_LIST, &NO_CREATE, &NO_DRIVER, &UNLISTED_INFRASTRUCTURE], check };

const SECTION: &str = "TNC-O resource descriptor";

static LIFECYCLE_LIST: Code = Code::info(
    "assembly/lifecycle-list",
    "A-RES-1",
    SECTION,
    "Checks that `lifecycle` is a mapping. Older resources list the names of their transitions.",
)
.why("The mapping form can also declare drivers for each transition.")
.advice("Write each transition as a key with a mapping: `lifecycle: {Install: {}, Start: {}}`.")
.bad(
    "resource",
    "
lifecycle: [Install, Start]
#^^^^^^^^
",
)
.good("lifecycle: {Install: {}, Start: {}}");
static NO_CREATE: Code = Code::warning(
    "assembly/no-create-transition",
    "A-RES-3",
    SECTION,
    "Checks that a resource has a `Create` transition. Resources of the older Ansible resource manager have none.",
)
.why("Brent calls `Create` first.")
.advice("Add `Create` to `lifecycle`, with `drivers` unless the resource has a `default-driver`.")
.bad(
    "resource",
    "
lifecycle:
#^^^^^^^^
  Install: {}
",
)
.good(
    "
lifecycle:
  Create: {}
  Install: {}
",
);
static NO_DRIVER: Code = Code::warning(
    "assembly/no-driver",
    "A-RES-6",
    SECTION,
    "Checks that a transition or operation has a driver that runs it: its own, or the resource's `default-driver`.",
)
.why("The resource manager runs each transition and operation with a driver. Without one, the transition cannot run.")
.advice("Add `drivers` to the transition or operation, or a driver to `default-driver`.")
.bad(
    "resource",
    "
default-driver: {}
lifecycle:
  Create: {}
# ^^^^^^
",
)
.good(
    "
default-driver: {ansible: {}}
lifecycle:
  Create: {}
",
);
static UNLISTED_INFRASTRUCTURE: Code = Code::warning(
    "assembly/unlisted-infrastructure",
    "A-RES-7",
    SECTION,
    "Checks that the infrastructure type of a driver is listed under `infrastructure`.",
)
.why("A driver is never selected for an infrastructure type that is not listed.")
.advice("Correct the name, or add the infrastructure type to `infrastructure`.")
.bad(
    "resource",
    "
infrastructure: {Openstack: {}}
lifecycle:
  Create: {drivers: {ansible: {selector: {infrastructure-type: [Kubernetes]}}}}
#                                                               ^^^^^^^^^^
",
)
.good(
    "
infrastructure: {Openstack: {}}
lifecycle:
  Create: {drivers: {ansible: {selector: {infrastructure-type: [Openstack]}}}}
",
);

fn check(descriptor: &Descriptor, report: &mut Report) {
    if !RESOURCES.has(descriptor.profiles) {
        return;
    }
    check_lifecycle(descriptor, report);
    check_drivers(descriptor, report);
}

fn check_lifecycle(descriptor: &Descriptor, report: &mut Report) {
    let Some(section) = descriptor.document.root().and_then(|root| root.get("lifecycle")) else { return };
    let at = Path::keys(["lifecycle"]);
    let range = section.key().map_or(section.range(), Node::range);
    if descriptor.lifecycle_is_list {
        let names = descriptor
            .lifecycle
            .iter()
            .map(|transition| (transition.name.clone(), Value::Mapping(Vec::new())))
            .collect();
        report.push(
            Diagnostic::new(
                &LIFECYCLE_LIST,
                range,
                at.clone(),
                message::expected("a mapping of transitions", "a list"),
            )
            .fix("Convert to a mapping", vec![Op::Replace { at: at.clone(), value: Value::Mapping(names) }])
            .unsafe_fix(),
        );
    } else if !descriptor.lifecycle.is_empty()
        && !descriptor.lifecycle.iter().any(|transition| transition.name == "Create")
    {
        report.push(Diagnostic::new(&NO_CREATE, range, at, message::missing("transition", "Create")));
    }
}

fn check_drivers(descriptor: &Descriptor, report: &mut Report) {
    if descriptor.default_drivers.is_empty() && !descriptor.lifecycle_is_list {
        let transitions = descriptor
            .lifecycle
            .iter()
            .map(|transition| (&transition.name, &transition.path, transition.range, &transition.drivers));
        let operations = descriptor
            .operations
            .iter()
            .map(|operation| (&operation.name, &operation.path, operation.range, &operation.drivers));
        for (name, path, range, _) in transitions.chain(operations).filter(|(.., drivers)| drivers.is_empty())
        {
            let message =
                format!("missing driver for `{name}`: it has no `drivers`, and there is no `default-driver`");
            report.push(Diagnostic::new(&NO_DRIVER, range, path.clone(), message));
        }
    }
    let all = descriptor.lifecycle.iter().flat_map(|transition| &transition.drivers);
    let all = all.chain(descriptor.operations.iter().flat_map(|operation| &operation.drivers));
    for driver in all.chain(&descriptor.default_drivers).chain(&descriptor.queries) {
        check_infrastructure(descriptor, driver, report);
    }
}

fn check_infrastructure(descriptor: &Descriptor, driver: &Driver, report: &mut Report) {
    if descriptor.infrastructure.is_empty() {
        return;
    }
    for chosen in driver.infrastructure.iter().filter(|chosen| chosen.text != "*") {
        if !descriptor.infrastructure.iter().any(|listed| listed.name == chosen.text) {
            let message = message::unknown("infrastructure type", &chosen.text);
            report.push(Diagnostic::new(
                &UNLISTED_INFRASTRUCTURE,
                chosen.range,
                driver.path.clone(),
                message,
            ));
        }
    }
}
