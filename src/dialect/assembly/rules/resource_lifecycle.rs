//! A resource's lifecycle: how it is written, and who carries it out.

use super::super::grammar::{OPERATION_PAIRS, RESOURCES};
use super::super::model::{Descriptor, Driver};
use crate::diagnostic::{Code, Diagnostic, Report, Rule, Severity};
use crate::schema::nearest;
use crate::text::TextRange;
use crate::yaml::{Node, Op, Path, Value};

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
    "Older resources list the names of their transitions. The newer form is a mapping, which can say the drivers of each.

Bad:
```yaml
lifecycle: [Install, Start]
```
Good:
```yaml
lifecycle: {Install: {}, Start: {}}
```",
);
static NO_CREATE: Code = Code::warning(
    "assembly/no-create-transition",
    "A-RES-3",
    SECTION,
    "Brent calls `Create` before anything else. Resources of the older Ansible resource manager have none.",
);
static NO_DRIVER: Code = Code::warning(
    "assembly/no-driver",
    "A-RES-6",
    SECTION,
    "A transition or operation is carried out by a driver: one of its own, or the resource's `default-driver`.",
);
static UNLISTED_INFRASTRUCTURE: Code = Code::warning(
    "assembly/unlisted-infrastructure",
    "A-RES-7",
    SECTION,
    "A driver that is chosen by an infrastructure type that the resource does not list under `infrastructure` is never chosen.",
);
static PRIVATE_AND_PUBLIC: Code = Code::warning(
    "assembly/private-and-public-property",
    "A-RES-12",
    SECTION,
    "Drivers get both sections together: of two properties with one name, one hides the other.",
);
static OPERATION_WITHOUT_PARTNER: Code = Code::warning(
    "assembly/operation-without-partner",
    "A-RES-15",
    SECTION,
    "What one operation makes, another takes back: `CreateX` and `CeaseX`, `addX` and `removeX`. One that stands alone while its partner is spelt a \
little differently is most often a slip of the pen; where there is no such partner either, this is a remark.",
);

fn check(descriptor: &Descriptor, report: &mut Report) {
    if !RESOURCES.has(descriptor.profiles) {
        return;
    }
    lifecycle(descriptor, report);
    drivers(descriptor, report);
    for private in &descriptor.private_properties {
        if let Some(public) = descriptor.property(&private.name) {
            let message = format!("`{}` is a property as well as a private one", private.name);
            report.push(
                Diagnostic::new(&PRIVATE_AND_PUBLIC, private.range, private.path.clone(), message)
                    .related(public.range, "the other"),
            );
        }
    }
    partners(descriptor, report);
}

fn lifecycle(descriptor: &Descriptor, report: &mut Report) {
    let Some(section) = descriptor.document.root().and_then(|root| root.get("lifecycle")) else { return };
    let at = Path::keys(["lifecycle"]);
    let range = section.key().map_or(section.range(), Node::range);
    if descriptor.lifecycle_is_list {
        let names =
            descriptor.lifecycle.iter().map(|it| (it.name.clone(), Value::Mapping(Vec::new()))).collect();
        report.push(
            Diagnostic::new(
                &LIFECYCLE_LIST,
                range,
                at.clone(),
                "the lifecycle is written as a list, the older form",
            )
            .fix("Make it a mapping", vec![Op::Replace { at: at.clone(), value: Value::Mapping(names) }])
            .unsafe_fix(),
        );
    } else if !descriptor.lifecycle.is_empty() && !descriptor.lifecycle.iter().any(|it| it.name == "Create") {
        report.push(Diagnostic::new(
            &NO_CREATE,
            range,
            at,
            "the lifecycle has no `Create`, which Brent begins with",
        ));
    }
}

fn drivers(descriptor: &Descriptor, report: &mut Report) {
    if descriptor.default_drivers.is_empty() && !descriptor.lifecycle_is_list {
        let transitions = descriptor.lifecycle.iter().map(|it| (&it.name, &it.path, it.range, &it.drivers));
        let operations = descriptor.operations.iter().map(|it| (&it.name, &it.path, it.range, &it.drivers));
        for (name, path, range, _) in transitions.chain(operations).filter(|(.., drivers)| drivers.is_empty())
        {
            let message =
                format!("nobody carries out `{name}`: it has no driver, and there is no `default-driver`");
            report.push(Diagnostic::new(&NO_DRIVER, range, path.clone(), message));
        }
    }
    let all = descriptor.lifecycle.iter().flat_map(|it| &it.drivers);
    let all = all.chain(descriptor.operations.iter().flat_map(|it| &it.drivers));
    for driver in all.chain(&descriptor.default_drivers).chain(&descriptor.queries) {
        infrastructure(descriptor, driver, report);
    }
}

fn infrastructure(descriptor: &Descriptor, driver: &Driver, report: &mut Report) {
    if descriptor.infrastructure.is_empty() {
        return;
    }
    for chosen in driver.infrastructure.iter().filter(|it| it.text != "*") {
        if !descriptor.infrastructure.iter().any(|listed| listed.name == chosen.text) {
            let message = format!("`{}` is not listed under `infrastructure`", chosen.text);
            report.push(Diagnostic::new(
                &UNLISTED_INFRASTRUCTURE,
                chosen.range,
                driver.path.clone(),
                message,
            ));
        }
    }
}

fn partners(descriptor: &Descriptor, report: &mut Report) {
    let has = |name: &str| descriptor.operations.iter().any(|it| it.name == name);
    for (make, take) in OPERATION_PAIRS {
        let lonely = |prefix: &str, other: &str| -> Vec<(&str, &Path, TextRange)> {
            let named =
                descriptor.operations.iter().filter_map(|it| Some((it.name.strip_prefix(prefix)?, it)));
            named
                // `address` adds nothing.
                .filter(|(rest, _)| !rest.is_empty() && !rest.starts_with(char::is_lowercase))
                .filter(|(rest, _)| !has(&format!("{other}{rest}")))
                .map(|(rest, it)| (rest, &it.path, it.range))
                .collect()
        };
        let (makers, mut takers) = (lonely(make, take), lonely(take, make));
        for (rest, path, range) in makers {
            let near = nearest(rest, takers.iter().map(|(other, ..)| *other));
            let partner = near.and_then(|near| takers.iter().position(|(other, ..)| *other == near));
            let Some(partner) = partner else {
                alone(&format!("{make}{rest}"), &format!("{take}{rest}"), path, range, report);
                continue;
            };
            let (other, _, partner) = takers.remove(partner);
            let message =
                format!("`{make}{rest}` has no partner `{take}{rest}`; is `{take}{other}` meant for it?");
            report.push(
                Diagnostic::new(&OPERATION_WITHOUT_PARTNER, range, path.clone(), message)
                    .related(partner, "the other one alone"),
            );
        }
        for (rest, path, range) in takers {
            alone(&format!("{take}{rest}"), &format!("{make}{rest}"), path, range, report);
        }
    }
}

/// An operation may well stand alone: without another that was plainly meant for it, that is a remark.
fn alone(name: &str, partner: &str, path: &Path, range: TextRange, report: &mut Report) {
    let message = format!("`{name}` has no partner `{partner}`");
    let diagnostic = Diagnostic::new(&OPERATION_WITHOUT_PARTNER, range, path.clone(), message);
    report.push(diagnostic.severity(Severity::Info));
}
