//! Rule: an LMCTL project has what `lmctl project validate` requires: its configuration, and the files and folders of each of its parts.

use super::super::grammar::{PROJECT_INCOMPLETE, RESOURCE_MANAGER};
use super::super::model::{Descriptor, DescriptorKind};
use limn_language::diagnostic::{Code, Diagnostic, Report, Rule, Severity};
use limn_language::message;
use limn_lmctl::{
    Project, ProjectFault, ProjectFaultKind, ProjectKind, ProjectPart, faults, names_a_descriptor,
};
use limn_text::TextRange;
use limn_yaml::{Node, Op, Path, Placement, Resolved, Style, Value};

pub(super) static RULE: Rule<Descriptor> =
    Rule { codes: &[&UNQUOTED_VERSION, &ASSEMBLY_FILES, &RESOURCE_FILES, &BEHAVIOR_FILES], check };

const SECTION: &str = "LMCTL, projects";

static UNQUOTED_VERSION: Code = Code::warning(
    "assembly/unquoted-project-version",
    "A-PKG-2",
    SECTION,
    "Checks that the version of a project is quoted. If a descriptor of the project has a name, this is an error.",
)
.why(
    "Without quotes it is a number, and `1.10` is the number 1.1. LMCTL compares it with the versions in the names of the project's descriptors, \
and a number equals none of them.",
)
.advice("Put the version in quotes: `version: '1.10'`.")
.bad(
    "project",
    "
version: 1.10
#        ^^^^
",
)
.good("version: '1.10'");
static ASSEMBLY_FILES: Code = Code::error(
    "assembly/project-descriptor-files",
    "A-PKG-4",
    SECTION,
    "Checks that an assembly project has its descriptor in either `Descriptor/assembly.yml` or `Descriptor/assembly.yaml`, a type project in \
`Descriptor/type.yml` or `.yaml`, and that the parts of a project are in either `Contains` or `VNFCs`. If only some of the project's files are open, a \
missing file may be among the others, so this is a warning then.",
)
.why("LMCTL reads the project from these paths. It cannot build a package without the descriptor, and rejects two files or folders of the same \
purpose.")
.advice("Add the missing descriptor, such as `Descriptor/assembly.yml`, or remove the second file or folder.")
.bad(
    "whole project",
    "
type: Assembly
#     ^^^^^^^^
=== Descriptor/assembly.yml
name: assembly::demo::1.0
=== Descriptor/assembly.yaml
name: assembly::demo::1.0
",
)
.good(
    "
type: Assembly
=== Descriptor/assembly.yml
name: assembly::demo::1.0
",
);
static RESOURCE_FILES: Code = Code::error(
    "assembly/resource-project-files",
    "A-PKG-5",
    SECTION,
    "Checks the files of a resource project. Brent requires the descriptor in either `Definitions/lm/resource.yaml` or `.yml`, and a `Lifecycle` folder \
beside `Definitions`; Brent 2.1 also requires `Definitions/infrastructure`. Both versions reject `Lifecycle/lifecycle.mf` and \
`Definitions/infrastructure/infrastructure.mf`, whose content has moved to the descriptor. The Ansible resource manager requires `descriptor/NAME.yml`, \
`lifecycle` and `Meta-Inf/manifest.MF`. If only some of the project's files are open, a missing file may be among the others, so this is a warning then.",
)
.why("LMCTL checks these files before it builds the package, and stops with an error if one is missing or no longer supported.")
.advice("Add the missing file or folder. Remove a duplicate or an old manifest, after moving its content to the descriptor.")
.bad(
    "whole project",
    "
type: Resource
#     ^^^^^^^^
resource-manager: brent
=== Definitions/lm/resource.yaml
name: resource::demo::1.0
",
)
.good(
    "
type: Resource
resource-manager: brent
=== Definitions/lm/resource.yaml
name: resource::demo::1.0
=== Lifecycle/ansible/scripts/Install.yaml
- hosts: all
",
);
static BEHAVIOR_FILES: Code = Code::error(
    "assembly/project-configuration-files",
    "A-PKG-8",
    SECTION,
    "Checks the folder `Behaviour` of an assembly: its configurations and tests are JSON, in files with the extension `json`. The folder can be named \
`Behavior`, but not both.",
)
.why("LMCTL stops with an error at any other file in these folders, and at both folders together.")
.advice("Correct the JSON, move other files out of these folders, or merge `Behavior` into `Behaviour`.")
.bad(
    "whole project",
    "
type: Assembly
#     ^^^^^^^^
=== Descriptor/assembly.yml
name: assembly::demo::1.0
=== Behaviour/Tests/first.json
{\"name\": first}
",
)
.good(
    "
type: Assembly
=== Descriptor/assembly.yml
name: assembly::demo::1.0
=== Behaviour/Tests/first.json
{\"name\": \"first\"}
",
);

fn check(descriptor: &Descriptor, report: &mut Report) {
    if descriptor.kind != DescriptorKind::Project {
        return;
    }
    let Some(root) = descriptor.document.root() else { return };
    let project = descriptor.workspace.lmctl_project(&descriptor.file);
    check_version(descriptor, project.as_deref(), root, report);
    let Some(project) = project else { return };
    check_configuration(descriptor, &project, root, report);
    check_files(descriptor, &project, report);
}

fn check_version(descriptor: &Descriptor, project: Option<&Project>, root: Node<'_>, report: &mut Report) {
    let Some(version) = root.get("version").filter(|version| version.style() == Style::Plain) else { return };
    if !matches!(version.resolved(), Some(Resolved::Float(_) | Resolved::Int(_))) {
        return;
    }
    let text = version.source().to_owned();
    let at = Path::keys(["version"]);
    let is_compared = project.is_some_and(|project| {
        let named = |part: &&ProjectPart| {
            let templates = part.templates().iter().map(|place| (*place).to_owned());
            let mut documents = part.descriptors().into_iter().chain(templates).filter_map(|place| {
                descriptor
                    .workspace
                    .document_at(&part.at(&place))
                    .map(|document| names_a_descriptor(document))
            });
            part.kind != Some(ProjectKind::EtsiVnf) && documents.any(|is_named| is_named)
        };
        project.parts().iter().any(named)
    });
    let message = message::expected("a quoted version", format!("number `{text}`"));
    report.push(
        Diagnostic::new(&UNQUOTED_VERSION, version.range(), at.clone(), message)
            .severity(if is_compared { Severity::Error } else { Severity::Warning })
            .fix("Add quotes", vec![Op::Replace { at, value: Value::Quoted(text) }]),
    );
}

/// Checks that the table cannot express: it checks one key at a time.
fn check_configuration(descriptor: &Descriptor, project: &Project, root: Node<'_>, report: &mut Report) {
    for fault in &project.faults {
        let is_manager = fault.message.contains("resource");
        let is_known = |known: &Diagnostic| {
            let same_place = known.path == fault.path && !fault.path.is_empty() && !is_manager;
            known.severity == Severity::Error
                && (same_place || (known.path == fault.path && known.message.starts_with(&fault.message)))
        };
        let is_reported = report.diagnostics.iter().any(is_known);
        if is_reported {
            continue;
        }
        let node = descriptor.document.get(&fault.path).unwrap_or(root);
        let code = if is_manager { &RESOURCE_MANAGER } else { &PROJECT_INCOMPLETE };
        let diagnostic = Diagnostic::new(code, place(node), fault.path.clone(), fault.message.clone());
        let needs_manager = is_manager && node.is_mapping() && node.get("resource-manager").is_none();
        report.push(if needs_manager {
            let op = Op::Insert {
                into: fault.path.clone(),
                key: "resource-manager".to_owned(),
                value: Value::text("brent"),
                placement: Placement::Last,
            };
            // Each manager has other files.
            diagnostic.fix("Add `resource-manager: brent`", vec![op]).unsafe_fix()
        } else {
            diagnostic
        });
    }
}

fn check_files(descriptor: &Descriptor, project: &Project, report: &mut Report) {
    let workspace = &descriptor.workspace;
    // A project file that is open alone says nothing about the others.
    let is_alone = workspace.files().iter().all(|file| *file == descriptor.file);
    if is_alone && !workspace.is_whole() {
        return;
    }
    let text = |file: &str| workspace.document_at(file).map(|document| &**document.text());
    for fault in faults(project, &workspace.tree(), &text) {
        let Some(part) = project.parts().into_iter().find(|part| part.path == fault.part) else { continue };
        let Some(node) = descriptor.document.get(&fault.part) else { continue };
        let is_missing =
            matches!(fault.kind, ProjectFaultKind::MissingFile | ProjectFaultKind::MissingFolder);
        let severity = if is_missing && !workspace.is_whole() { Severity::Warning } else { Severity::Error };
        let message = match part.part_name() {
            Some(name) => format!("{} in project `{name}`", fault.message()),
            None => fault.message(),
        };
        let diagnostic = Diagnostic::new(code(part, &fault), place(node), fault.part.clone(), message);
        report.push(diagnostic.severity(severity));
    }
}

fn code(part: &ProjectPart, fault: &ProjectFault) -> &'static Code {
    let is_behavior = fault.place.starts_with("Behavio");
    match part.kind {
        _ if is_behavior => &BEHAVIOR_FILES,
        Some(ProjectKind::Resource | ProjectKind::EtsiVnf) => &RESOURCE_FILES,
        _ => &ASSEMBLY_FILES,
    }
}

/// The range for a problem of a project: its type, otherwise its name, otherwise its start.
fn place(node: Node<'_>) -> TextRange {
    let entry = |key: &str| node.get(key).filter(|value| !value.is_null());
    let first = || node.key().or_else(|| node.entries().next().map(|entry| entry.key)).unwrap_or(node);
    entry("type").or_else(|| entry("name")).unwrap_or_else(first).range()
}
