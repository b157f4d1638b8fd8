//! A file is one descriptor, of the kind that its name says.

use super::super::grammar::{NAME_KIND, NOT_A_DESCRIPTOR};
use super::super::model::{Descriptor, Kind};
use crate::diagnostic::{Diagnostic, Report, Rule};
use crate::yaml::{Node, Path};

pub(super) static RULE: Rule<Descriptor> = Rule { codes: &[], check };

/// Sections that resources alone have.
const OF_RESOURCES: [&str; 6] = [
    "lifecycle",
    "private-properties",
    "infrastructure",
    "default-driver",
    "queries",
    "resource-manager-type",
];

fn check(descriptor: &Descriptor, report: &mut Report) {
    for again in descriptor.document.roots().skip(1) {
        let message = "a second document begins here; a file is one descriptor";
        report.push(Diagnostic::new(&NOT_A_DESCRIPTOR, again.range(), Path::root(), message));
    }
    placed(descriptor, report);
    let (Some(name), Some(root)) = (&descriptor.name, descriptor.document.root()) else { return };
    let composed = root.get("composition").is_some_and(Node::is_mapping);
    let like_a_resource = OF_RESOURCES.iter().any(|section| root.get(section).is_some());
    if descriptor.kind == Kind::Resource && composed && !like_a_resource {
        let message = "the name says `resource`, but the file is composed like an assembly";
        report.push(Diagnostic::new(&NAME_KIND, name.range, Path::keys(["name"]), message));
    }
}

/// LMCTL takes a file for what its place in the project says.
fn placed(descriptor: &Descriptor, report: &mut Report) {
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
        let message = format!(
            "`{place}` holds {} descriptor, not `{}`",
            if place == "Descriptor" { "an assembly's" } else { "a resource's" },
            full.kind
        );
        report.push(Diagnostic::new(&NAME_KIND, name.range, Path::keys(["name"]), message));
    }
}
