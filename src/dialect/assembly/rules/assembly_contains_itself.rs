//! Rule: an assembly contains itself, directly or through other assemblies of the workspace, or uses a descriptor that the workspace lacks.

use super::super::grammar::{ASSEMBLIES, is_lmctl};
use super::super::model::Descriptor;
use limn_language::diagnostic::{Code, Diagnostic, Report, Rule};
use limn_language::message;

pub(super) static RULE: Rule<Descriptor> = Rule { codes: &[&CONTAINS_ITSELF, &UNKNOWN_DESCRIPTOR], check };

static CONTAINS_ITSELF: Code = Code::error(
    "assembly/contains-itself",
    "A-COMP-10",
    "TNC-O assembly descriptor, Composition",
    "Checks that an assembly does not contain itself, directly or through other assemblies.",
)
.why("Creating an assembly creates its components, so the creation would never end.")
.advice("Change the type of the component, or remove the component.")
.bad(
    "document",
    "
name: assembly::a::1.0
composition: {x: {type: 'assembly::a::1.0'}}
#                       ^^^^^^^^^^^^^^^^^^
",
)
.good(
    "
name: assembly::a::1.0
composition: {x: {type: 'assembly::b::1.0'}}
",
);
static UNKNOWN_DESCRIPTOR: Code = Code::warning(
    "assembly/unknown-descriptor",
    "A-COMP-11",
    "TNC-O assembly descriptor, Composition",
    "Checks that the workspace has the descriptor that a component names as its `type`.",
)
.why("The descriptor may be in the orchestrator's catalog instead; if it is not, the assembly cannot be created. Assemblies that are open without \
any resource are not checked.")
.advice("Correct the name or version in `type`, or add the descriptor to the workspace.")
.bad(
    "document",
    "
composition:
  a: {type: 'resource::server::1.0'}
#           ^^^^^^^^^^^^^^^^^^^^^^^
=== web.yaml
name: resource::web::1.0
",
)
.good(
    "
composition:
  a: {type: 'resource::web::1.0'}
=== web.yaml
name: resource::web::1.0
",
);

fn check(descriptor: &Descriptor, report: &mut Report) {
    if !ASSEMBLIES.has(descriptor.profiles) {
        return;
    }
    let own = descriptor.name.as_ref().map(|name| name.text.as_str());
    let is_complete = descriptor.workspace.knows_resources();
    for component in descriptor.owners() {
        let Some(type_name) = &component.type_name else { continue };
        let found = descriptor.descriptor_of(component);
        if component.is_reference {
            continue;
        }
        let is_own = own == Some(type_name.text.as_str());
        if is_own || descriptor.workspace.contains_itself_by(&type_name.text) {
            let how = if is_own { "" } else { " through other assemblies" };
            let message = format!("component `{}` makes this assembly contain itself{how}", component.name);
            report.push(Diagnostic::new(&CONTAINS_ITSELF, type_name.range, component.path.clone(), message));
        } else if found.is_none()
            && is_complete
            && !is_lmctl(&type_name.text)
            && type_name.text.contains("::")
        {
            let message = message::unresolved_descriptor(&type_name.text);
            report.push(Diagnostic::new(
                &UNKNOWN_DESCRIPTOR,
                type_name.range,
                component.path.clone(),
                message,
            ));
        }
    }
}
