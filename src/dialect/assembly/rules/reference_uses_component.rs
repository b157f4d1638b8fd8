//! A reference is searched for with a value that only exists once a component does.

use super::super::grammar::ASSEMBLIES;
use super::super::model::{Descriptor, Head, Property};
use crate::diagnostic::{Code, Diagnostic, Report, Rule};

pub(super) static RULE: Rule<Descriptor> = Rule { codes: &[&REFERENCE_USES_COMPONENT], check };

static REFERENCE_USES_COMPONENT: Code = Code::error(
    "assembly/reference-uses-component",
    "A-REF-13",
    "TNC-O assembly descriptor, References; CP4NA 2.7 assembly descriptors, References",
    "What `references` names is found before anything of `composition` is created, so a component's property cannot help to find it.

Bad:
```yaml
references: {net: {type: 'resource::n::1.0', properties: {name: {value: '${server.net}'}}}}
```
Good:
```yaml
references: {net: {type: 'resource::n::1.0', properties: {name: {value: '${net-name}'}}}}
```",
);

fn check(descriptor: &Descriptor, report: &mut Report) {
    if !ASSEMBLIES.has(descriptor.profiles) {
        return;
    }
    for reference in &descriptor.references {
        for used in reference.properties.iter().flat_map(Property::uses) {
            let member = used.head == Head::Name && !used.rest.is_empty();
            if member && descriptor.component(&used.name).is_some() {
                let message = format!("`{}` is found before `{}` is created", reference.name, used.name);
                report.push(Diagnostic::new(
                    &REFERENCE_USES_COMPONENT,
                    used.range,
                    reference.path.clone(),
                    message,
                ));
            }
        }
    }
}
