//! Rule: a resource's lifecycle is well-formed, and its transitions and operations have drivers.

use super::super::grammar::{OPERATION_PAIRS, RESOURCES};
use super::super::model::{Descriptor, Driver};
use limn_language::diagnostic::{Code, Diagnostic, Report, Rule, Severity};
use limn_language::message;
use limn_language::schema::nearest;
use limn_text::TextRange;
use limn_yaml::{Node, Op, Path, Value};

pub(super) static RULE: Rule<Descriptor> = Rule {
    codes: &[
        &LIFECYCLE_LIST,
        &NO_CREATE,
        &NO_DRIVER,
        &UNLISTED_INFRASTRUCTURE,
        &PRIVATE_AND_PUBLIC,
        &OPERATION_WITHOUT_PARTNER,
    ],
    check,
};

const SECTION: &str = "TNC-O resource descriptor";

static LIFECYCLE_LIST: Code = Code::info(
    "assembly/lifecycle-list",
    "A-RES-1",
    SECTION,
    "Checks that `lifecycle` is a map. Older resources list the names of their transitions. The map form can also declare drivers for each transition.",
)
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
    "Checks that a resource has a `Create` transition. Brent calls `Create` first. Resources of the older Ansible resource manager have none.",
)
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
    "Checks that the infrastructure type of a driver is listed under `infrastructure`. Otherwise the driver is never selected.",
)
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
static PRIVATE_AND_PUBLIC: Code = Code::warning(
    "assembly/private-and-public-property",
    "A-RES-12",
    SECTION,
    "Checks that a private property does not share its name with a public property. Drivers receive both sections merged, so one hides the other.",
)
.bad(
    "resource",
    "
properties: {key: {type: string}}
private-properties: {key: {type: key}}
#                    ^^^
",
)
.good(
    "
properties: {key: {type: string}}
private-properties: {ssh-key: {type: key}}
",
);
static OPERATION_WITHOUT_PARTNER: Code = Code::warning(
    "assembly/operation-without-partner",
    "A-RES-15",
    SECTION,
    "Checks that operations come in pairs: `CreateX` and `CeaseX`, `addX` and `removeX`. If an operation with a similar name exists, the name is \
probably misspelled. If there is no similar operation, this is only information.",
)
.bad(
    "resource",
    "
operations: {CreateMount: {}, CeaseMounts: {}}
#            ^^^^^^^^^^^
",
)
.good("operations: {CreateMount: {}, CeaseMount: {}}");

fn check(descriptor: &Descriptor, report: &mut Report) {
    if !RESOURCES.has(descriptor.profiles) {
        return;
    }
    lifecycle(descriptor, report);
    drivers(descriptor, report);
    for private in &descriptor.private_properties {
        if let Some(public) = descriptor.property(&private.name) {
            let message = format!("property `{}` is declared both private and public", private.name);
            report.push(
                Diagnostic::new(&PRIVATE_AND_PUBLIC, private.range, private.path.clone(), message)
                    .related(public.range, "public property"),
            );
        }
    }
    counterparts(descriptor, report);
}

fn lifecycle(descriptor: &Descriptor, report: &mut Report) {
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
                message::expected("a map of transitions", "a list"),
            )
            .fix("Convert to a map", vec![Op::Replace { at: at.clone(), value: Value::Mapping(names) }])
            .unsafe_fix(),
        );
    } else if !descriptor.lifecycle.is_empty()
        && !descriptor.lifecycle.iter().any(|transition| transition.name == "Create")
    {
        report.push(Diagnostic::new(&NO_CREATE, range, at, message::missing("transition", "Create")));
    }
}

fn drivers(descriptor: &Descriptor, report: &mut Report) {
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
            let message = format!("missing driver for `{name}`: no own driver and no `default-driver`");
            report.push(Diagnostic::new(&NO_DRIVER, range, path.clone(), message));
        }
    }
    let all = descriptor.lifecycle.iter().flat_map(|transition| &transition.drivers);
    let all = all.chain(descriptor.operations.iter().flat_map(|operation| &operation.drivers));
    for driver in all.chain(&descriptor.default_drivers).chain(&descriptor.queries) {
        infrastructure(descriptor, driver, report);
    }
}

fn infrastructure(descriptor: &Descriptor, driver: &Driver, report: &mut Report) {
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

fn counterparts(descriptor: &Descriptor, report: &mut Report) {
    let has = |name: &str| descriptor.operations.iter().any(|operation| operation.name == name);
    for (make, take) in OPERATION_PAIRS {
        let unpaired = |prefix: &str, other: &str| -> Vec<(&str, &Path, TextRange)> {
            let named = descriptor
                .operations
                .iter()
                .filter_map(|operation| Some((operation.name.strip_prefix(prefix)?, operation)));
            named
                // The `add` of `address` is not a prefix.
                .filter(|(rest, _)| !rest.is_empty() && !rest.starts_with(char::is_lowercase))
                .filter(|(rest, _)| !has(&format!("{other}{rest}")))
                .map(|(rest, operation)| (rest, &operation.path, operation.range))
                .collect()
        };
        let (makers, mut takers) = (unpaired(make, take), unpaired(take, make));
        for (rest, path, range) in makers {
            let near = nearest(rest, takers.iter().map(|(other, ..)| *other));
            let counterpart = near.and_then(|near| takers.iter().position(|(other, ..)| *other == near));
            let Some(counterpart) = counterpart else {
                report_missing_counterpart(
                    &format!("{make}{rest}"),
                    &format!("{take}{rest}"),
                    path,
                    range,
                    report,
                );
                continue;
            };
            let (other, _, counterpart) = takers.remove(counterpart);
            let message = format!(
                "missing counterpart `{take}{rest}` of operation `{make}{rest}`; did you mean `{take}{other}`?"
            );
            report.push(
                Diagnostic::new(&OPERATION_WITHOUT_PARTNER, range, path.clone(), message)
                    .related(counterpart, "operation with a similar name"),
            );
        }
        for (rest, path, range) in takers {
            report_missing_counterpart(
                &format!("{take}{rest}"),
                &format!("{make}{rest}"),
                path,
                range,
                report,
            );
        }
    }
}

/// Reports an operation without a counterpart as information, because it may be intended.
fn report_missing_counterpart(
    name: &str,
    counterpart: &str,
    path: &Path,
    range: TextRange,
    report: &mut Report,
) {
    let message = format!("missing counterpart `{counterpart}` of operation `{name}`");
    let diagnostic = Diagnostic::new(&OPERATION_WITHOUT_PARTNER, range, path.clone(), message);
    report.push(diagnostic.severity(Severity::Info));
}
