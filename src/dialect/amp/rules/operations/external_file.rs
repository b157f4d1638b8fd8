//! Artifacts at other hosts.

use super::super::shared::is_amp;
use crate::profile::DEPLOYABLE;
use limn_language::diagnostic::{Code, Report};
use limn_tosca::Rule;
use limn_tosca::interface::Operation;
use limn_tosca::model::Service;
use limn_tosca::types::{ScalarText, Section, TypeKind, named_in};
use limn_yaml::Node;

pub(in super::super) static RULE: Rule = Rule { codes: &[&EXTERNAL], check };

static EXTERNAL: Code = Code::warning(
    "amp/external-artifact",
    "M-ART-3",
    "AMP, Packaging: CSARs, BOMs, and External Artifacts",
    "Reports the file of an artifact or implementation as a URL.",
)
.why("It is not part of the package: AMP loads it during the deployment, which fails if the host does not respond, and which can load another \
version each time.")
.advice("Add the file to the package, and replace the URL with its path there, such as `files/shop.tgz`.")
.bad(
    "software",
    "
artifacts:
  archive: {type: tosca.artifacts.File, file: 'https://example.com/shop.tgz'}
#                                             ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
",
)
.good(
    "
artifacts:
  archive: {type: tosca.artifacts.File, file: files/shop.tgz}
",
);

fn check(service: &Service<'_>, report: &mut Report) {
    // A blueprint that is deployed alone can reach its files by URLs only.
    if !is_amp(service) || service.version.has(DEPLOYABLE) {
        return;
    }
    for word in files(service) {
        if is_external(&word.text) && service.is_own(word.node) {
            let message = format!("external file `{}` is not part of the package", word.text);
            report.push(service.fault(&EXTERNAL, word.node, message));
        }
    }
}

/// The files of all artifacts and implementations.
pub(in super::super) fn files<'d>(service: &Service<'d>) -> Vec<ScalarText<'d>> {
    let types = service.own_types(TypeKind::Node).map(|(_, own)| own.node.get("artifacts"));
    let templates = service.topology.iter().flat_map(|topology| &topology.node_templates);
    let sections = types.chain(templates.map(|template| template.sections.get(Section::Artifacts)));
    let mut found: Vec<ScalarText<'d>> = Vec::new();
    for entry in sections.flat_map(named_in) {
        found.extend(file_of(entry.value.resolve()));
    }
    for operation in service.interfaces.iter().flat_map(|interface| &interface.operations) {
        found.extend(implementation(operation));
    }
    let mut seen = std::collections::BTreeSet::new();
    found.retain(|word| seen.insert(word.node.range().start));
    found
}

fn file_of(node: Node<'_>) -> Option<ScalarText<'_>> {
    if node.is_mapping() {
        return ScalarText::at(node, "file").filter(|_| node.get("repository").is_none());
    }
    ScalarText::of(node).filter(|_| node.is_scalar())
}

fn implementation<'d>(operation: &Operation<'d>) -> Vec<ScalarText<'d>> {
    let node = operation.node.get("implementation").map_or(operation.node, Node::resolve);
    if node.is_scalar() {
        return ScalarText::of(node).into_iter().collect();
    }
    let dependencies = node.get("dependencies").map(Node::resolve);
    let dependencies = dependencies.iter().flat_map(|list| list.items());
    node.get("primary").into_iter().chain(dependencies).filter_map(|file| file_of(file.resolve())).collect()
}

/// Returns true for a URL of another host.
pub(in super::super) fn is_external(file: &str) -> bool {
    ["http://", "https://", "ftp://", "ftps://", "s3://", "git://"]
        .iter()
        .any(|scheme| file.starts_with(scheme))
}
