//! Flags of a property that exclude one another, and values that a flag makes pointless.

use super::super::grammar::{ASSEMBLIES, CP4NA, RESOURCES};
use super::super::model::{Descriptor, Property};
use crate::diagnostic::{Code, Diagnostic, Report, Rule};
use crate::yaml::Op;

pub(super) static RULE: Rule<Descriptor> = Rule {
    codes: &[
        &VOLATILE_READ_ONLY,
        &VOLATILE_CONSTANT,
        &REQUIRED_READ_ONLY,
        &IDLE_DEFAULT,
        &IDLE_REQUIRED,
        &NEVER_SET,
    ],
    check,
};

static VOLATILE_READ_ONLY: Code = Code::error(
    "assembly/volatile-read-only",
    "A-PROP-13",
    "CP4NA 2.7 assembly descriptors, Volatile properties",
    "`volatile` says that the property may change without a new installation, `read-only` that nobody changes it. Keep one.

Bad:
```yaml
licence: {volatile: true, read-only: true}
```
Good:
```yaml
licence: {volatile: true}
```",
);
static VOLATILE_CONSTANT: Code = Code::warning(
    "assembly/volatile-constant",
    "A-PROP-14",
    "CP4NA 2.7 assembly descriptors, Volatile properties",
    "A `value` that is written out never changes, so there is nothing for `volatile` to allow. A reference may change.

Bad:
```yaml
licence: {volatile: true, value: 123-456}
```
Good:
```yaml
licence: {volatile: true, value: '${licence}'}
```",
);
static REQUIRED_READ_ONLY: Code = Code::warning(
    "assembly/required-read-only",
    "A-PROP-10",
    "TNC-O assembly descriptor, Properties; CP4NA 2.7 assembly descriptors, Read-only properties",
    "A read-only property takes no value at instantiation, so nobody can give the one that `required` asks for.

Bad:
```yaml
address: {required: true, read-only: true}
```
Good:
```yaml
address: {read-only: true}
```",
);
static IDLE_DEFAULT: Code = Code::warning(
    "assembly/idle-default",
    "A-PROP-9",
    "CP4NA 2.7 assembly descriptors, Properties",
    "`value` cannot be overridden, so the `default` beside it is never used.

Bad:
```yaml
flavor: {value: m1.small, default: m1.large}
```
Good:
```yaml
flavor: {default: m1.large}
```",
);
static IDLE_REQUIRED: Code = Code::info(
    "assembly/idle-required",
    "A-PROP-12",
    "TNC-O assembly descriptor, Properties; CP4NA 2.7 assembly descriptors, Properties",
    "`required` matters on the properties of the assembly that is instantiated. On a component's property it has no effect.",
);
static NEVER_SET: Code = Code::info(
    "assembly/never-set",
    "A-PROP-11",
    "TNC-O assembly descriptor, Properties",
    "A read-only property of the assembly gets its value from the assembly itself. Without `value` or `default` it stays empty.

Bad:
```yaml
address: {read-only: true}
```
Good:
```yaml
address: {read-only: true, value: '${balancer.publicIp}'}
```",
);

fn check(descriptor: &Descriptor, report: &mut Report) {
    let assembly = ASSEMBLIES.has(descriptor.profiles);
    for property in descriptor.all_properties() {
        every(descriptor, property, report);
        if assembly && property.required == Some(true) && property.read_only == Some(true) {
            let message =
                format!("`{}` is required, but read-only: nobody can give it a value", property.name);
            report.push(
                Diagnostic::new(&REQUIRED_READ_ONLY, property.range, property.path.clone(), message)
                    .fix(
                        "Drop `required`",
                        vec![Op::Remove { at: property.path.key("required"), prune: false }],
                    )
                    .unsafe_fix(),
            );
        }
    }
    if !assembly {
        return;
    }
    for property in
        descriptor.owners().flat_map(|owner| &owner.properties).filter(|it| it.required == Some(true))
    {
        let message = format!("`required` has no effect on `{}` here", property.name);
        report.push(Diagnostic::new(&IDLE_REQUIRED, property.range, property.path.clone(), message));
    }
    for property in &descriptor.properties {
        if property.read_only == Some(true) && property.value.is_none() && property.default.is_none() {
            let message = format!("`{}` is read-only and nothing sets it", property.name);
            report.push(Diagnostic::new(&NEVER_SET, property.range, property.path.clone(), message));
        }
    }
}

fn every(descriptor: &Descriptor, property: &Property, report: &mut Report) {
    if let (Some(_), Some(default)) = (&property.value, &property.default) {
        let message = format!("`{}` has a `value`, so its `default` is never used", property.name);
        report.push(
            Diagnostic::new(&IDLE_DEFAULT, default.range, property.path.clone(), message)
                .fix("Drop the default", vec![Op::Remove { at: property.path.key("default"), prune: false }])
                .unsafe_fix(),
        );
    }
    if property.volatile != Some(true) || !CP4NA.or(RESOURCES).has(descriptor.profiles) {
        return;
    }
    if property.read_only == Some(true) {
        let message = format!("`{}` is volatile and read-only at once", property.name);
        report.push(
            Diagnostic::new(&VOLATILE_READ_ONLY, property.range, property.path.clone(), message)
                .fix(
                    "Drop `read-only`",
                    vec![Op::Remove { at: property.path.key("read-only"), prune: false }],
                )
                .unsafe_fix(),
        );
    }
    if let Some(value) = property.value.as_ref().filter(|value| value.uses.is_empty()) {
        let message = format!("`{}` is volatile, but its value never changes", property.name);
        report.push(Diagnostic::new(&VOLATILE_CONSTANT, value.range, property.path.clone(), message));
    }
}
