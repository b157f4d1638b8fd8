//! Rule: an LMCTL project file has a quoted version and a resource manager, and its required files exist.

use super::super::grammar::RESOURCE_MANAGER;
use super::super::model::{Descriptor, DescriptorKind};
use limn_language::diagnostic::{Code, Diagnostic, Report, Rule, Severity};
use limn_language::message;
use limn_text::TextRange;
use limn_yaml::{Node, Op, Path, Resolved, Style, Value};

pub(super) static RULE: Rule<Descriptor> =
    Rule { codes: &[&UNQUOTED_VERSION, &ASSEMBLY_FILES, &RESOURCE_FILES], check };

const SECTION: &str = "LMCTL, projects";

static UNQUOTED_VERSION: Code = Code::warning(
    "assembly/unquoted-project-version",
    "A-PKG-2",
    SECTION,
    "Checks that the version of a project is quoted. Without quotes it is a number, and `1.10` is the number 1.1.",
)
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
    "Checks that an assembly project has its descriptor in either `Descriptor/assembly.yml` or `Descriptor/assembly.yaml`. If only some of the project's \
files are open, a missing file may be among the others, so this is a warning then.",
)
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
    "Checks that a resource project for Brent has its descriptor in either `Definitions/lm/resource.yaml` or `.yml`, and a `Lifecycle` folder beside \
`Definitions`. If only some of the project's files are open, a missing file may be among the others, so this is a warning then.",
)
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

fn check(descriptor: &Descriptor, report: &mut Report) {
    if descriptor.kind == DescriptorKind::Project
        && let Some(root) = descriptor.document.root()
    {
        project(descriptor, root, report);
    }
}

fn project(descriptor: &Descriptor, root: Node<'_>, report: &mut Report) {
    if let Some(version) = root.get("version").filter(|version| version.style() == Style::Plain)
        && matches!(version.resolved(), Some(Resolved::Float(_) | Resolved::Int(_)))
    {
        let text = version.source().to_owned();
        let at = Path::keys(["version"]);
        report.push(
            Diagnostic::new(
                &UNQUOTED_VERSION,
                version.range(),
                at.clone(),
                message::expected("a quoted version", format!("number `{text}`")),
            )
            .fix("Add quotes", vec![Op::Replace { at, value: Value::Quoted(text) }]),
        );
    }
    let kind = root.get("type").and_then(Node::as_str).unwrap_or_default().to_ascii_lowercase();
    let range = root.get("type").map_or_else(|| start(root), Node::range);
    match kind.as_str() {
        "" | "assembly" | "ns" | "vnf" => assembly_files(descriptor, range, report),
        "resource" | "etsi_vnf" => {
            let manager =
                root.get("resource-manager").or_else(|| root.get("resource_manager")).and_then(Node::as_str);
            if manager.is_none() {
                let message = message::missing("key", "resource-manager");
                report.push(Diagnostic::new(&RESOURCE_MANAGER, range, Path::root(), message).fix(
                    "Add `resource-manager: brent`",
                    vec![Op::Insert {
                        into: Path::root(),
                        key: "resource-manager".to_owned(),
                        value: Value::text("brent"),
                        placement: limn_yaml::Placement::Last,
                    }],
                ));
            }
            let brent = manager
                .is_some_and(|it| it.to_ascii_lowercase().starts_with("brent") || it.starts_with("lm"));
            if kind == "resource" && brent {
                resource_files(descriptor, range, report);
            }
        }
        _ => {}
    }
}

/// The range of the first key, for diagnostics about the whole file.
fn start(root: Node<'_>) -> TextRange {
    root.entries().next().map_or(root.range(), |entry| entry.key.range())
}

/// The other files of the project, relative to the project file's folder. `None` if the project file is open alone.
fn other_files(descriptor: &Descriptor) -> Option<Vec<&str>> {
    if !descriptor.file.name().starts_with("lmproject.") {
        return None;
    }
    let folder = descriptor.file.folder();
    let prefix = if folder.is_empty() { String::new() } else { format!("{folder}/") };
    let files: Vec<&str> = descriptor
        .workspace
        .files()
        .iter()
        .filter(|file| **file != descriptor.file)
        .filter_map(|file| file.as_str().strip_prefix(prefix.as_str()))
        .collect();
    (!files.is_empty()).then_some(files)
}

fn assembly_files(descriptor: &Descriptor, range: TextRange, report: &mut Report) {
    let Some(files) = other_files(descriptor) else { return };
    let found: Vec<&&str> = files
        .iter()
        .filter(|file| matches!(**file, "Descriptor/assembly.yml" | "Descriptor/assembly.yaml"))
        .collect();
    let message = match found.len() {
        0 => message::missing("file", "Descriptor/assembly.yml"),
        1 => return,
        _ => message::expected(
            "one project descriptor",
            "both `Descriptor/assembly.yml` and `Descriptor/assembly.yaml`",
        ),
    };
    report.push(
        Diagnostic::new(&ASSEMBLY_FILES, range, Path::root(), message)
            .severity(count_severity(descriptor, found.len())),
    );
}

/// The severity for a wrong number of descriptors. A missing descriptor is a warning unless all files of the project are open.
fn count_severity(descriptor: &Descriptor, found: usize) -> Severity {
    if found == 0 && !descriptor.workspace.is_whole() { Severity::Warning } else { Severity::Error }
}

fn resource_files(descriptor: &Descriptor, range: TextRange, report: &mut Report) {
    let Some(files) = other_files(descriptor) else { return };
    let found = files
        .iter()
        .filter(|file| matches!(**file, "Definitions/lm/resource.yaml" | "Definitions/lm/resource.yml"))
        .count();
    let mut report_at = |found: usize, message: String| {
        report.push(
            Diagnostic::new(&RESOURCE_FILES, range, Path::root(), message)
                .severity(count_severity(descriptor, found)),
        );
    };
    match found {
        0 => report_at(found, message::missing("file", "Definitions/lm/resource.yaml")),
        1 => {}
        _ => report_at(
            found,
            message::expected(
                "one resource descriptor in `Definitions/lm`",
                "both `resource.yaml` and `resource.yml`",
            ),
        ),
    }
    if !files.iter().any(|file| file.starts_with("Lifecycle/")) {
        report_at(0, message::missing("folder", "Lifecycle"));
    }
}
