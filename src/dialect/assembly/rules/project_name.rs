//! In an LMCTL project a descriptor's name is the project's.

use super::super::model::{Descriptor, Kind};
use crate::diagnostic::{Code, Diagnostic, Report, Rule};
use crate::yaml::{Op, Path, Value};

pub(super) static RULE: Rule<Descriptor> = Rule { codes: &[&OTHER_THAN_PROJECT], check };

static OTHER_THAN_PROJECT: Code = Code::error(
    "assembly/name-other-than-project",
    "A-NAME-13",
    "LMCTL, project validation",
    "LMCTL makes the name from the project: its type, its full name (a sub-project's stands before its parent's, joined by a hyphen) and its version. \
A descriptor that says another name is refused; one that says none gets the right one.",
);

fn check(descriptor: &Descriptor, report: &mut Report) {
    if descriptor.kind == Kind::Project {
        return;
    }
    let (Some(name), Some(full), Some(project)) =
        (&descriptor.name, descriptor.full_name(), descriptor.shelf.project())
    else {
        return;
    };
    let expected = format!("{}::{}::{}", project.kind, project.full_name, project.version);
    // Names with placeholders are filled in by a build.
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
            format!("the project makes this `{expected}`"),
        )
        .fix(
            format!("Change to `{expected}`"),
            vec![Op::Replace { at: Path::keys(["name"]), value: Value::Text(expected) }],
        )
        .unsafe_fix(),
    );
}
