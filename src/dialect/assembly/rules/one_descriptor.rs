//! Rule: a file contains one descriptor, of the kind that its name and its path declare. Reports codes of the grammar.

use super::super::grammar::{NAME_KIND, NOT_A_DESCRIPTOR};
use super::super::model::{Descriptor, DescriptorKind};
use limn_language::diagnostic::{Diagnostic, Report, Rule};
use limn_language::message;
use limn_yaml::{Node, Path};

pub(super) static RULE: Rule<Descriptor> = Rule { codes: &[], check };

/// Sections that only resources have.
const OF_RESOURCES: [&str; 6] = [
    "lifecycle",
    "private-properties",
    "infrastructure",
    "default-driver",
    "queries",
    "resource-manager-type",
];

fn check(descriptor: &Descriptor, report: &mut Report) {
    for again in descriptor.document.following() {
        let message = message::expected("one descriptor per file", "another YAML document");
        report.push(Diagnostic::new(&NOT_A_DESCRIPTOR, again, Path::root(), message));
    }
    check_placement(descriptor, report);
    let (Some(name), Some(root)) = (&descriptor.name, descriptor.document.root()) else { return };
    let composed = root.get("composition").is_some_and(Node::is_mapping);
    let like_a_resource = OF_RESOURCES.iter().any(|section| root.get(section).is_some());
    if descriptor.kind == DescriptorKind::Resource && composed && !like_a_resource {
        let message =
            message::expected("kind `assembly` for a descriptor with a `composition`", "`resource`");
        report.push(Diagnostic::new(&NAME_KIND, name.range, Path::keys(["name"]), message));
    }
}

/// Checks the kind against the file's path: LMCTL derives the kind from it.
fn check_placement(descriptor: &Descriptor, report: &mut Report) {
    let (Some(name), Some(full)) = (&descriptor.name, descriptor.full_name()) else { return };
    let path = format!("/{}", descriptor.file);
    let (place, fits): (&str, &[&str]) = if path.contains("/Definitions/lm/resource.y") {
        ("Definitions/lm", &["resource"])
    } else if path.contains("/Descriptor/assembly.y") {
        ("Descriptor", &["assembly", "assembly-template", "type"])
    } else {
        return;
    };
    let known = matches!(full.kind.as_str(), "assembly" | "resource" | "assembly-template" | "type");
    if known && !fits.contains(&full.kind.as_str()) {
        let message = message::expected(
            format!(
                "{} descriptor in `{place}`",
                if place == "Descriptor" { "an assembly" } else { "a resource" }
            ),
            format!("kind `{}`", full.kind),
        );
        report.push(Diagnostic::new(&NAME_KIND, name.range, Path::keys(["name"]), message));
    }
}
