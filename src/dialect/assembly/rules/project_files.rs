//! An LMCTL project file: its version, its resource manager, the files that its type asks for, the sub-projects that types name.

use super::super::grammar::{RESOURCE_MANAGER, is_lmctl, lmctl_steps};
use super::super::model::{Descriptor, Kind};
use crate::diagnostic::{Code, Diagnostic, Report, Rule, Severity};
use crate::text::TextRange;
use crate::yaml::{Node, Op, Path, Resolved, Style, Value};

pub(super) static RULE: Rule<Descriptor> =
    Rule { codes: &[&UNQUOTED_VERSION, &ASSEMBLY_FILES, &RESOURCE_FILES, &UNKNOWN_SUB_PROJECT], check };

const SECTION: &str = "LMCTL, projects";

static UNQUOTED_VERSION: Code = Code::warning(
    "assembly/unquoted-project-version",
    "A-PKG-2",
    SECTION,
    "Without quotes a version is a number, and `1.10` is the number 1.1.

Bad:
```yaml
version: 1.10
```
Good:
```yaml
version: '1.10'
```",
);
static ASSEMBLY_FILES: Code = Code::error(
    "assembly/project-descriptor-files",
    "A-PKG-4",
    SECTION,
    "An assembly project has its descriptor in `Descriptor/assembly.yml` or `Descriptor/assembly.yaml`: one of the two, not both. Where \
only some of the project's files are open, one that is missing may be among the others: then that is a warning.",
);
static RESOURCE_FILES: Code = Code::error(
    "assembly/resource-project-files",
    "A-PKG-5",
    SECTION,
    "A resource project for Brent has its descriptor in `Definitions/lm/resource.yaml` or `.yml`, one of the two, and a `Lifecycle` folder beside \
`Definitions`. Where only some of the project's files are open, what is missing may be among the others: then that is a warning.",
);
static UNKNOWN_SUB_PROJECT: Code = Code::warning(
    "assembly/unknown-sub-project",
    "A-PKG-6",
    SECTION,
    "A type that LMCTL fills in leads to a sub-project that the project file lists under `contains`.",
);

fn check(descriptor: &Descriptor, report: &mut Report) {
    if descriptor.kind == Kind::Project {
        if let Some(root) = descriptor.document.root() {
            project(descriptor, root, report);
        }
    } else {
        sub_projects(descriptor, report);
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
                format!("`{text}` is a number without quotes"),
            )
            .fix("Quote it", vec![Op::Replace { at, value: Value::Quoted(text) }]),
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
                let message = "a resource project says which `resource-manager` it is for";
                report.push(Diagnostic::new(&RESOURCE_MANAGER, range, Path::root(), message).fix(
                    "Add `resource-manager: brent`",
                    vec![Op::Insert {
                        into: Path::root(),
                        key: "resource-manager".to_owned(),
                        value: Value::text("brent"),
                        spot: crate::yaml::Spot::Last,
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

/// The first key: what a problem of the whole file is shown at.
fn start(root: Node<'_>) -> TextRange {
    root.entries().next().map_or(root.range(), |entry| entry.key.range())
}

/// The files beside the project file, by their path from its folder. Nothing where it is open alone: then nothing can be told.
fn beside(descriptor: &Descriptor) -> Option<Vec<&str>> {
    if !descriptor.file.name().starts_with("lmproject.") {
        return None;
    }
    let folder = descriptor.file.folder();
    let prefix = if folder.is_empty() { String::new() } else { format!("{folder}/") };
    let files: Vec<&str> = descriptor
        .shelf
        .files()
        .iter()
        .filter(|file| **file != descriptor.file)
        .filter_map(|file| file.as_str().strip_prefix(prefix.as_str()))
        .collect();
    (!files.is_empty()).then_some(files)
}

fn assembly_files(descriptor: &Descriptor, range: TextRange, report: &mut Report) {
    let Some(files) = beside(descriptor) else { return };
    let found: Vec<&&str> = files
        .iter()
        .filter(|file| matches!(**file, "Descriptor/assembly.yml" | "Descriptor/assembly.yaml"))
        .collect();
    let message = match found.len() {
        0 => "the project has no `Descriptor/assembly.yml`",
        1 => return,
        _ => "the project has both `Descriptor/assembly.yml` and `Descriptor/assembly.yaml`",
    };
    report.push(
        Diagnostic::new(&ASSEMBLY_FILES, range, Path::root(), message)
            .severity(weight(descriptor, found.len())),
    );
}

/// Two descriptors are refused, and so is none; but one that is missing may only not have been opened with the rest.
fn weight(descriptor: &Descriptor, found: usize) -> Severity {
    if found == 0 && !descriptor.shelf.is_whole() { Severity::Warning } else { Severity::Error }
}

fn resource_files(descriptor: &Descriptor, range: TextRange, report: &mut Report) {
    let Some(files) = beside(descriptor) else { return };
    let found = files
        .iter()
        .filter(|file| matches!(**file, "Definitions/lm/resource.yaml" | "Definitions/lm/resource.yml"))
        .count();
    let mut say = |found: usize, message: &str| {
        report.push(
            Diagnostic::new(&RESOURCE_FILES, range, Path::root(), message)
                .severity(weight(descriptor, found)),
        );
    };
    match found {
        0 => say(found, "the project has no `Definitions/lm/resource.yaml`"),
        1 => {}
        _ => say(found, "the project has both `resource.yaml` and `resource.yml` in `Definitions/lm`"),
    }
    if !files.iter().any(|file| file.starts_with("Lifecycle/")) {
        say(0, "the project has no `Lifecycle` folder");
    }
}

fn sub_projects(descriptor: &Descriptor, report: &mut Report) {
    if descriptor.shelf.project().is_none() {
        return;
    }
    for component in descriptor.owners() {
        let Some(type_name) = component.type_name.as_ref().filter(|it| is_lmctl(&it.text)) else { continue };
        let listed = lmctl_steps(&type_name.text).is_none_or(|steps| lists(descriptor, &steps));
        if !listed {
            let message = format!("the project file lists no sub-project on the way of `{}`", type_name.text);
            report.push(Diagnostic::new(
                &UNKNOWN_SUB_PROJECT,
                type_name.range,
                component.path.clone(),
                message,
            ));
        }
    }
}

/// Whether `contains` of the project file leads down these steps.
fn lists(descriptor: &Descriptor, steps: &[&str]) -> bool {
    let Some(project) = descriptor.shelf.project() else { return true };
    let Some(mut node) = descriptor.shelf.document(&project.file).and_then(|document| document.root()) else {
        return true;
    };
    for step in steps {
        let contains = node.get("contains");
        let found = contains.and_then(|it| {
            it.items().find(|sub| sub.get("name").and_then(Node::as_str).as_deref() == Some(*step))
        });
        match found {
            Some(sub) => node = sub,
            None => return false,
        }
    }
    true
}
