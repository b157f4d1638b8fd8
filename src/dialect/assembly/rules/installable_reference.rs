//! Rule: the descriptor of a reference is never installed.

use super::super::grammar::ASSEMBLIES;
use super::super::model::Descriptor;
use limn_language::diagnostic::{Code, Diagnostic, Report, Rule};

pub(super) static RULE: Rule<Descriptor> = Rule { codes: &[&INSTALLABLE_REFERENCE], check };

const SECTION: &str = "TNC-O assembly descriptor, References; CP4NA 2.7 assembly descriptors, References";

static INSTALLABLE_REFERENCE: Code = Code::warning(
    "assembly/installable-reference",
    "A-REFS-7",
    SECTION,
    "Checks that the descriptor of a reference has neither `Install` nor `Uninstall`.",
)
.why("A reference is an existing resource and is never installed.")
.advice("Remove `Install` and `Uninstall` from the descriptor, or move the entry from `references` to `composition`.")
.bad(
    "references",
    "
net: {type: 'resource::net::1.0'}
#           ^^^^^^^^^^^^^^^^^^^^
=== net.yaml
name: resource::net::1.0
lifecycle: {Install: {}, Uninstall: {}}
",
)
.good(
    "
net: {type: 'resource::net::1.0'}
=== net.yaml
name: resource::net::1.0
queries: {}
",
);

fn check(descriptor: &Descriptor, report: &mut Report) {
    if !ASSEMBLIES.has(descriptor.profiles) {
        return;
    }
    for reference in &descriptor.references {
        let Some(other) = descriptor.descriptor_of(reference) else { continue };
        let made = other
            .lifecycle
            .iter()
            .find(|transition| matches!(transition.name.as_str(), "Install" | "Uninstall"));
        if let (Some(transition), Some(kind)) = (made, &reference.type_name) {
            let message = format!(
                "reference type `{}` has a transition `{}`, but references are never installed",
                kind.text, transition.name
            );
            report.push(Diagnostic::new(&INSTALLABLE_REFERENCE, kind.range, reference.path.clone(), message));
        }
    }
}
