//! An assembly is made of itself, directly or through assemblies of the workspace; or of something that the workspace does not have.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::super::grammar::{ASSEMBLIES, is_lmctl};
use super::super::model::Descriptor;
use crate::diagnostic::{Code, Diagnostic, Report, Rule};

pub(super) static RULE: Rule<Descriptor> = Rule { codes: &[&CONTAINS_ITSELF, &UNKNOWN_DESCRIPTOR], check };

static CONTAINS_ITSELF: Code = Code::error(
    "assembly/contains-itself",
    "A-COMP-10",
    "TNC-O assembly descriptor, Composition",
    "Creating an assembly creates its components. One that holds itself, by whatever steps, would never be done.

Bad:
```yaml
name: assembly::a::1.0
composition: {x: {type: 'assembly::a::1.0'}}
```",
);
static UNKNOWN_DESCRIPTOR: Code = Code::warning(
    "assembly/unknown-descriptor",
    "A-COMP-11",
    "TNC-O assembly descriptor, Composition",
    "The workspace holds other descriptors, but not the one that this component is made of. It may be in the catalogue of the orchestrator; if it is \
not, the assembly cannot be created. Nothing is said of a file that is open alone.",
);

/// How many descriptors are looked into.
const MOST: usize = 2_000;

fn check(descriptor: &Descriptor, report: &mut Report) {
    if !ASSEMBLIES.has(descriptor.profiles) {
        return;
    }
    let own = descriptor.name.as_ref().map(|name| name.text.as_str());
    let knows_others = descriptor.shelf.names().next().is_some();
    for component in descriptor.owners() {
        let Some(type_name) = &component.type_name else { continue };
        let found = descriptor.descriptor_of(component);
        if component.is_reference {
            continue;
        }
        if own.is_some_and(|own| {
            type_name.text == own || found.as_ref().is_some_and(|it| leads_to(it, own, descriptor))
        }) {
            let how = if own == Some(type_name.text.as_str()) { "" } else { ", by way of other assemblies" };
            let message = format!("`{}` makes this assembly a part of itself{how}", component.name);
            report.push(Diagnostic::new(&CONTAINS_ITSELF, type_name.range, component.path.clone(), message));
        } else if found.is_none()
            && knows_others
            && !is_lmctl(&type_name.text)
            && type_name.text.contains("::")
        {
            let message = format!("no file of the workspace describes `{}`", type_name.text);
            report.push(Diagnostic::new(
                &UNKNOWN_DESCRIPTOR,
                type_name.range,
                component.path.clone(),
                message,
            ));
        }
    }
}

/// Whether `own` is among what `from` is made of, by any steps.
fn leads_to(from: &Arc<Descriptor>, own: &str, descriptor: &Descriptor) -> bool {
    let mut seen: BTreeSet<String> = BTreeSet::new();
    let mut waiting = vec![Arc::clone(from)];
    while let Some(next) = waiting.pop() {
        for part in next.composition.iter().filter_map(|part| part.type_name.as_ref()) {
            if part.text == own {
                return true;
            }
            if seen.len() < MOST && seen.insert(part.text.clone()) {
                waiting.extend(descriptor.shelf.find(&part.text));
            }
        }
    }
    false
}
