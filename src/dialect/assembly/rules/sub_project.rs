//! Rule: the sub-project in the type of a component is listed in the project file.

use super::super::grammar::{is_lmctl, lmctl_steps};
use super::super::model::{Descriptor, DescriptorKind};
use limn_language::diagnostic::{Code, Diagnostic, Report, Rule};
use limn_language::message;

pub(super) static RULE: Rule<Descriptor> = Rule { codes: &[&UNKNOWN_SUB_PROJECT], check };

const SECTION: &str = "LMCTL, projects";

static UNKNOWN_SUB_PROJECT: Code = Code::warning(
    "assembly/unknown-sub-project",
    "A-PKG-6",
    SECTION,
    "Checks that a type that LMCTL resolves refers to a sub-project that the project file lists under `contains`.",
)
.why("LMCTL replaces such a type by the descriptor name of the sub-project. If it finds none, it keeps the text, and no descriptor has that name.")
.advice("Correct the name, or add the sub-project to `contains`.")
.bad(
    "project descriptor",
    "
~name: assembly::demo::1.0
composition:
  a: {type: '$lmctl:/contains:/video:/descriptor_name'}
#           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
",
)
.good(
    "
~name: assembly::demo::1.0
composition:
  a: {type: '$lmctl:/contains:/media:/descriptor_name'}
",
);

fn check(descriptor: &Descriptor, report: &mut Report) {
    if descriptor.kind == DescriptorKind::Project {
        return;
    }
    let file = descriptor.workspace.project().map(|project| project.file);
    let Some(project) = file.and_then(|file| descriptor.workspace.lmctl_project(&file)) else { return };
    for component in descriptor.owners() {
        let Some(type_name) = component.type_name.as_ref().filter(|type_name| is_lmctl(&type_name.text))
        else {
            continue;
        };
        let listed = lmctl_steps(&type_name.text).is_none() || project.part(&type_name.text).is_some();
        if !listed {
            let message = message::unknown("sub-project in type", &type_name.text);
            report.push(Diagnostic::new(
                &UNKNOWN_SUB_PROJECT,
                type_name.range,
                component.path.clone(),
                message,
            ));
        }
    }
}
