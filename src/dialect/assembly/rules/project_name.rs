//! Rule: in an LMCTL project, the descriptor has the project's name.

use super::super::grammar::NAME_MISSING;
use super::super::model::{Descriptor, DescriptorKind};
use limn_language::diagnostic::{Code, Diagnostic, Report, Rule};
use limn_language::message;
use limn_yaml::{Op, Path, Value};

pub(super) static RULE: Rule<Descriptor> = Rule { codes: &[&OTHER_THAN_PROJECT], check };

static OTHER_THAN_PROJECT: Code = Code::error(
    "assembly/name-other-than-project",
    "A-NAME-13",
    "LMCTL, project validation",
    "Checks that the descriptor's name matches its LMCTL project. LMCTL builds the name from the project's type, its full name (a sub-project's name \
comes before its parent's, joined by a hyphen) and its version.",
)
.why("LMCTL rejects a descriptor with another name, and adds the name if there is none.")
.advice("Change `name` to the name that LMCTL builds, or correct `name` or `version` in the project file.")
.bad(
    "project descriptor",
    "
name: assembly::demonstration::1.0
#     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^
",
)
.good("name: assembly::demo::1.0");

fn check(descriptor: &Descriptor, report: &mut Report) {
    if descriptor.kind == DescriptorKind::Project {
        return;
    }
    if let (None, Some(project)) = (&descriptor.name, descriptor.workspace.project()) {
        let name = format!("{}::{}::{}", project.kind, project.full_name, project.version);
        for found in report.diagnostics.iter_mut().filter(|diagnostic| diagnostic.code == &NAME_MISSING) {
            found.message = format!("no `name` is written: LMCTL adds `{name}` to the package");
        }
        return;
    }
    let (Some(name), Some(full), Some(project)) =
        (&descriptor.name, descriptor.full_name(), descriptor.workspace.project())
    else {
        return;
    };
    let expected = format!("{}::{}::{}", project.kind, project.full_name, project.version);
    // A build fills in names with placeholders.
    let filled_in = name.text.contains("[[") || name.text.contains("{{");
    let kind_fits = full.kind == project.kind || full.kind == "assembly-template";
    if name.text == expected
        || filled_in
        || (kind_fits && full.name == project.full_name && full.version == project.version)
    {
        return;
    }
    report.push(
        Diagnostic::new(
            &OTHER_THAN_PROJECT,
            name.range,
            Path::keys(["name"]),
            message::expected(format!("`{expected}`, the name of the project"), format!("`{}`", name.text)),
        )
        .fix(
            format!("Change to `{expected}`"),
            vec![Op::Replace { at: Path::keys(["name"]), value: Value::Text(expected) }],
        )
        .unsafe_fix(),
    );
}
