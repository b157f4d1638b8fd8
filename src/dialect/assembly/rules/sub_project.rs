//! Rule: the sub-project in the type of a component is listed in the project file.

use super::super::grammar::{is_lmctl, lmctl_steps};
use super::super::model::{Descriptor, DescriptorKind};
use limn_language::diagnostic::{Code, Diagnostic, Report, Rule};
use limn_yaml::Node;

pub(super) static RULE: Rule<Descriptor> = Rule { codes: &[&UNKNOWN_SUB_PROJECT], check };

const SECTION: &str = "LMCTL, projects";

static UNKNOWN_SUB_PROJECT: Code = Code::warning(
    "assembly/unknown-sub-project",
    "A-PKG-6",
    SECTION,
    "Checks that a type that LMCTL resolves refers to a sub-project that the project file lists under `contains`.",
)
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
    if descriptor.kind == DescriptorKind::Project || descriptor.workspace.project().is_none() {
        return;
    }
    for component in descriptor.owners() {
        let Some(type_name) = component.type_name.as_ref().filter(|type_name| is_lmctl(&type_name.text))
        else {
            continue;
        };
        let listed = lmctl_steps(&type_name.text).is_none_or(|steps| lists(descriptor, &steps));
        if !listed {
            let message = format!("unknown sub-project in type `{}`", type_name.text);
            report.push(Diagnostic::new(
                &UNKNOWN_SUB_PROJECT,
                type_name.range,
                component.path.clone(),
                message,
            ));
        }
    }
}

/// True if the project file lists the sub-project at this path under `contains`.
fn lists(descriptor: &Descriptor, steps: &[&str]) -> bool {
    let Some(project) = descriptor.workspace.project() else { return true };
    let Some(mut node) = descriptor.workspace.document(&project.file).and_then(|document| document.root())
    else {
        return true;
    };
    for step in steps {
        let contains = node.get("contains");
        let found = contains.and_then(|list| {
            list.items().find(|sub| sub.get("name").and_then(Node::as_str).as_deref() == Some(*step))
        });
        match found {
            Some(sub) => node = sub,
            None => return false,
        }
    }
    true
}
