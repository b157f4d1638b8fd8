//! Rule: property flags that contradict each other, and values that a flag makes useless.

use super::super::grammar::{ASSEMBLIES, CP4NA, RESOURCES};
use super::super::model::{Descriptor, Property};
use limn_language::diagnostic::{Code, Diagnostic, Report, Rule};
use limn_yaml::{Node, Op};

pub(super) static RULE: Rule<Descriptor> = Rule {
    codes: &[
        &VOLATILE_READ_ONLY,
        &VOLATILE_CONSTANT,
        &REQUIRED_READ_ONLY,
        &IGNORED_DEFAULT,
        &IGNORED_REQUIRED,
        &NEVER_SET,
    ],
    check,
};

static VOLATILE_READ_ONLY: Code = Code::error(
    "assembly/volatile-read-only",
    "A-PROP-13",
    "CP4NA 2.7 assembly descriptors, Volatile properties",
    "Checks that a property is not both `volatile` and `read-only`.",
)
.why("A volatile property may change without a new installation; a read-only property never changes.")
.advice("Keep one of them.")
.bad(
    "cp4na properties",
    "
license: {volatile: true, read-only: true}
#^^^^^^
",
)
.good("license: {volatile: true}");
static VOLATILE_CONSTANT: Code = Code::warning(
    "assembly/volatile-constant",
    "A-PROP-14",
    "CP4NA 2.7 assembly descriptors, Volatile properties",
    "Checks that a `volatile` property does not have a literal `value`.",
)
.why("A literal never changes, so `volatile` has no effect.")
.advice("Use a reference.")
.bad(
    "cp4na properties",
    "
license: {volatile: true, value: 123-456}
#                                ^^^^^^^
",
)
.good("license: {volatile: true, value: '${license}'}");
static REQUIRED_READ_ONLY: Code = Code::warning(
    "assembly/required-read-only",
    "A-PROP-10",
    "TNC-O assembly descriptor, Properties; CP4NA 2.7 assembly descriptors, Read-only properties",
    "Checks that a property is not both `required` and `read-only`.",
)
.why("A read-only property cannot be set at instantiation, so the required value can never be given.")
.advice("Remove `required`, or remove `read-only` if the property is set from outside.")
.bad(
    "properties",
    "
address: {required: true, read-only: true}
#^^^^^^
",
)
.good("address: {read-only: true}");
static IGNORED_DEFAULT: Code = Code::warning(
    "assembly/ignored-default",
    "A-PROP-9",
    "CP4NA 2.7 assembly descriptors, Properties",
    "Checks for a `default` beside a `value`.",
)
.earlier(&["assembly/idle-default"])
.why("The `value` cannot be overridden, so the `default` is never used.")
.advice("Remove `default`, or remove `value` so that users can override the property.")
.bad(
    "properties",
    "
flavor: {value: m1.small, default: m1.large}
#                                  ^^^^^^^^
",
)
.good("flavor: {default: m1.large}");
static IGNORED_REQUIRED: Code = Code::info(
    "assembly/ignored-required",
    "A-PROP-12",
    "TNC-O assembly descriptor, Properties; CP4NA 2.7 assembly descriptors, Properties",
    "Checks for `required` on properties of components and references.",
)
.earlier(&["assembly/idle-required"])
.why("It only has an effect on properties of the instantiated assembly.")
.advice("Remove `required`, or move it to the property of the assembly that `value` reads.")
.bad(
    "composition",
    "
a: {type: 'resource::r::1.0', properties: {key: {required: true, value: x}}}
#                                                ^^^^^^^^
",
)
.good("a: {type: 'resource::r::1.0', properties: {key: {value: x}}}");
static NEVER_SET: Code = Code::info(
    "assembly/never-set",
    "A-PROP-11",
    "TNC-O assembly descriptor, Properties",
    "Checks that a read-only property of the assembly has a `value` or `default`.",
)
.why("The assembly itself sets read-only properties; without either, the property stays empty.")
.advice("Add a `value` such as `${component.property}`, or a `default`, or remove `read-only`.")
.bad(
    "document",
    "
~composition: {balancer: {type: 'resource::r::1.0'}}
properties:
  address: {read-only: true}
# ^^^^^^^
",
)
.good(
    "
~composition: {balancer: {type: 'resource::r::1.0'}}
properties:
  address: {read-only: true, value: '${balancer.publicIp}'}
",
);

fn check(descriptor: &Descriptor, report: &mut Report) {
    let assembly = ASSEMBLIES.has(descriptor.profiles);
    for property in descriptor.all_properties() {
        check_property(descriptor, property, report);
        if assembly && property.required == Some(true) && property.read_only == Some(true) {
            let message =
                format!("property `{}` is both required and read-only, so it cannot be set", property.name);
            report.push(
                Diagnostic::new(&REQUIRED_READ_ONLY, property.range, property.path.clone(), message)
                    .fix(
                        "Remove `required`",
                        vec![Op::Remove { at: property.path.key("required"), prune: false }],
                    )
                    .unsafe_fix(),
            );
        }
    }
    if !assembly {
        return;
    }
    for owner in descriptor.owners() {
        for property in owner.properties.iter().filter(|property| property.required == Some(true)) {
            let kind = if owner.is_reference { "reference" } else { "component" };
            let message = format!(
                "`required` has no effect on property `{}` of {kind} `{}`",
                property.name, owner.name
            );
            let at = property.path.key("required");
            let flag = descriptor.document.get(&at).and_then(Node::key);
            let range = flag.map_or(property.range, Node::range);
            report.push(
                Diagnostic::new(&IGNORED_REQUIRED, range, property.path.clone(), message)
                    .fix("Remove `required`", vec![Op::Remove { at, prune: false }])
                    .unsafe_fix(),
            );
        }
    }
    for property in &descriptor.properties {
        if property.read_only == Some(true) && property.value.is_none() && property.default.is_none() {
            let message = format!("read-only property `{}` has neither `value` nor `default`", property.name);
            report.push(Diagnostic::new(&NEVER_SET, property.range, property.path.clone(), message));
        }
    }
}

fn check_property(descriptor: &Descriptor, property: &Property, report: &mut Report) {
    if let (Some(_), Some(default)) = (&property.value, &property.default) {
        let message = format!("`default` of property `{}` is never used: it has a `value`", property.name);
        report.push(
            Diagnostic::new(&IGNORED_DEFAULT, default.range, property.path.clone(), message)
                .fix("Remove `default`", vec![Op::Remove { at: property.path.key("default"), prune: false }])
                .unsafe_fix(),
        );
    }
    if property.volatile != Some(true) || !CP4NA.or(RESOURCES).has(descriptor.profiles) {
        return;
    }
    if property.read_only == Some(true) {
        let message = format!("property `{}` is both volatile and read-only", property.name);
        report.push(
            Diagnostic::new(&VOLATILE_READ_ONLY, property.range, property.path.clone(), message)
                .fix(
                    "Remove `read-only`",
                    vec![Op::Remove { at: property.path.key("read-only"), prune: false }],
                )
                .unsafe_fix(),
        );
    }
    if let Some(value) = property.value.as_ref().filter(|value| value.uses.is_empty()) {
        let message = format!("property `{}` is volatile, but its value is constant", property.name);
        report.push(Diagnostic::new(&VOLATILE_CONSTANT, value.range, property.path.clone(), message));
    }
}
