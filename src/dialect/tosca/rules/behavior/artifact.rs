//! Artifact definitions of node types and node templates: type, repository, and refinement of inherited artifacts.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::collections::BTreeSet;

use super::super::{Rule, unimported};
use super::artifact_file::{
    UNFIT_EXTENSION, UNREACHABLE, UNTYPED, check_extension, check_inferred, check_reachable,
};
use super::files::FileExtensions;
use super::messages::suggest;
use crate::grammar::{AMP, ARTIFACT_FILE};
use crate::model::Service;
use crate::types::{FileId, Layer, Lookup, ScalarText, Section, TypeId, TypeKind, named, named_in};
use limn_language::diagnostic::{Code, Diagnostic, Report};
use limn_language::message;
use limn_yaml::Node;

pub(in super::super) static RULE: Rule = Rule {
    codes: &[
        &MISSING_TYPE,
        &UNKNOWN_TYPE,
        &UNKNOWN_REPOSITORY,
        &UNTYPED,
        &UNREACHABLE,
        &UNFIT_EXTENSION,
        &INCOMPATIBLE,
    ],
    check,
};

static MISSING_TYPE: Code = Code::error(
    "tosca/missing-artifact-type",
    "T3.5.7-R1",
    "TOSCA Simple Profile in YAML 1.2, 3.5.7.1",
    "Checks that an artifact in the long notation has a `type`, unless it refines an inherited artifact of the same name.",
)
.why("The type determines how the orchestrator deploys or runs the file.")
.advice("Add `type` with the name of an artifact type.")
.bad(
    "node template",
    "
artifacts:
  image: {file: images/web.qcow2}
# ^^^^^
",
)
.good(
    "
artifacts:
  image: {type: tosca.artifacts.Deployment.Image.VM, file: images/web.qcow2}
",
);

static UNKNOWN_TYPE: Code = Code::error(
    "tosca/unknown-artifact-type",
    "T3.5.7-R4",
    "TOSCA Simple Profile in YAML 1.2, 3.5.7.2",
    "Checks that the type of an artifact is a known artifact type: built in, declared in this file, or imported.",
)
.why("The type determines how the orchestrator handles the file, so it can reject an artifact of an unknown type.")
.advice("Correct the name, or import the file that declares the type.")
.bad(
    "node template",
    "
artifacts:
  image: {type: tosca.artifacts.Deployment.Imag, file: images/web.qcow2}
#               ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
",
)
.good(
    "
artifacts:
  image: {type: tosca.artifacts.Deployment.Image, file: images/web.qcow2}
",
);

static UNKNOWN_REPOSITORY: Code = Code::error(
    "tosca/unknown-artifact-repository",
    "T3.5.7-R5",
    "TOSCA Simple Profile in YAML 1.2, 3.5.7.2",
    "Checks that the `repository` of an artifact is declared in `repositories` of the service template.",
)
.why("Without the address of the repository, the orchestrator cannot find the file.")
.advice("Correct the name, or add the repository to `repositories`.")
.bad(
    "service template",
    "
repositories:
  images: {url: 'https://images.example.com/'}
topology_template:
  node_templates:
    server:
      type: tosca.nodes.Compute
      artifacts:
        image: {type: tosca.artifacts.File, file: own.qcow2, repository: image}
#                                                                        ^^^^^
",
)
.good(
    "
repositories:
  images: {url: 'https://images.example.com/'}
topology_template:
  node_templates:
    server:
      type: tosca.nodes.Compute
      artifacts:
        image: {type: tosca.artifacts.File, file: own.qcow2, repository: images}
",
);

static INCOMPATIBLE: Code = Code::warning(
    "tosca/incompatible-artifact",
    "T3.5.7-R8",
    "TOSCA Simple Profile in YAML 1.2, 3.5.7",
    "Checks that an artifact with the name of an inherited artifact has the same type or a derived one.",
)
.why("It replaces the inherited artifact, and operations that use it expect that type.")
.advice("Use the inherited type or one derived from it, or give the artifact another name.")
.bad(
    "node types",
    "
my.Base:
  derived_from: tosca.nodes.Root
  artifacts:
    image: {type: tosca.artifacts.Deployment.Image, file: base.qcow2}
my.Derived:
  derived_from: my.Base
  artifacts:
    image: {type: tosca.artifacts.Implementation.Bash, file: derived.sh}
#   ^^^^^
",
)
.good(
    "
my.Base:
  derived_from: tosca.nodes.Root
  artifacts:
    image: {type: tosca.artifacts.Deployment.Image, file: base.qcow2}
my.Derived:
  derived_from: my.Base
  artifacts:
    image: {type: tosca.artifacts.Deployment.Image.VM, file: derived.qcow2}
",
);

/// An artifact of the document, with the inherited definitions of its name.
struct Artifact<'d> {
    name: Cow<'d, str>,
    key: Node<'d>,
    node: Node<'d>,
    inherited: Vec<Layer<'d>>,
    /// True if all ancestors are known.
    complete: bool,
}

fn check(service: &Service<'_>, report: &mut Report) {
    let artifacts = artifacts(service);
    if artifacts.is_empty() {
        return;
    }
    let endings = FileExtensions::new(service);
    let repositories = Repositories::new(service);
    for artifact in artifacts {
        if artifact.node.is_mapping() {
            check_long(service, &artifact, report);
            check_definition(service, artifact.node, &repositories, report);
        } else if let Some(file) = ScalarText::of(artifact.node) {
            if artifact.inherited.is_empty() && artifact.complete {
                check_inferred(service, &endings, &file, report);
            }
            check_reachable(service, &file, report);
        }
        check_override(service, &artifact, &endings, report);
    }
}

/// Checks any artifact in the long notation: in templates, types and implementations.
pub(super) fn check_definition(
    service: &Service<'_>,
    node: Node<'_>,
    repositories: &Repositories<'_, '_>,
    report: &mut Report,
) {
    let file = ScalarText::at(node, "file");
    if let Some(word) = ScalarText::at(node, "type") {
        match service.find(TypeKind::Artifact, &word.text) {
            Lookup::Unknown => {
                let near =
                    service.suggestions.nearest_type(&service.type_scope, TypeKind::Artifact, &word.text);
                let fault =
                    service.fault(&UNKNOWN_TYPE, word.node, message::unknown("artifact type", &word.text));
                let suggested = |fault: Diagnostic| fault.did_you_mean(near, |near| word.replaced(near));
                report.push(unimported::located(service, fault, TypeKind::Artifact, &word, suggested));
            }
            Lookup::Found(id) => {
                if let Some(file) = &file {
                    check_extension(service, id, file, report);
                }
            }
            Lookup::Undetermined => {}
        }
    }
    match ScalarText::at(node, "repository") {
        Some(word) if !repositories.names().contains(&word.text) => {
            if !service.type_scope.incomplete {
                let message = message::unknown("repository", &word.text);
                let fault = service.fault(&UNKNOWN_REPOSITORY, word.node, message);
                report.push(suggest(
                    service,
                    fault,
                    word.node,
                    &word.text,
                    repositories.names().iter().map(|name| &**name),
                ));
            }
        }
        Some(_) => {}
        None => {
            if let Some(file) = &file {
                check_reachable(service, file, report);
            }
        }
    }
}

/// Repositories declared by this document or its imports, read on first use.
pub(super) struct Repositories<'s, 'd> {
    service: &'s Service<'d>,
    names: OnceCell<BTreeSet<Cow<'d, str>>>,
}

impl<'s, 'd> Repositories<'s, 'd> {
    pub(super) fn new(service: &'s Service<'d>) -> Self {
        Repositories { service, names: OnceCell::new() }
    }

    fn names(&self) -> &BTreeSet<Cow<'d, str>> {
        self.names.get_or_init(|| {
            let roots = self.service.type_scope.files().filter_map(|file| file.document.root());
            roots
                .flat_map(|root| named(root, "repositories"))
                .filter_map(|entry| entry.key.as_str())
                .collect()
        })
    }
}

fn check_long(service: &Service<'_>, artifact: &Artifact<'_>, report: &mut Report) {
    if !artifact.complete {
        return;
    }
    let inherits = |key: &str| {
        artifact
            .inherited
            .iter()
            .any(|layer| layer.node.is_scalar() || layer.node.get(key).is_some_and(|value| !value.is_null()))
    };
    if !has_key(artifact.node, "type") && !inherits("type") {
        let message = message::missing("key", "type") + &format!(" on artifact `{}`", artifact.name);
        report.push(service.fault(&MISSING_TYPE, artifact.key, message));
    }
    if !has_key(artifact.node, "file") && !inherits("file") {
        let message = message::missing("key", "file") + &format!(" on artifact `{}`", artifact.name);
        report.push(service.fault(&ARTIFACT_FILE, artifact.key, message));
    }
}

fn has_key(node: Node<'_>, key: &str) -> bool {
    node.get(key).is_some_and(|value| !value.is_null())
}

/// Checks an inline artifact of an implementation.
pub(super) fn check_in_place(service: &Service<'_>, node: Node<'_>, report: &mut Report) {
    if !has_key(node, "file") && !runs_without_file(service, node) {
        let message = message::missing("key", "file") + " on this artifact";
        report.push(service.fault(&ARTIFACT_FILE, node, message));
    }
}

/// Returns true for implementations of AMP that are a type alone, and for types that only its catalog has.
fn runs_without_file(service: &Service<'_>, node: Node<'_>) -> bool {
    const ALONE: &str = "brooklyn.tosca.artifacts.Implementation.";
    let Some(word) = ScalarText::at(node, "type").filter(|_| service.version.has(AMP)) else { return false };
    let Some(id) = service.find(TypeKind::Artifact, &word.text).found() else { return true };
    let ancestry = &service.type_scope.effective(id).ancestry;
    ancestry.iter().any(|id| service.type_scope.get(*id).name.starts_with(ALONE))
}

fn check_override<'d>(
    service: &Service<'d>,
    artifact: &Artifact<'d>,
    endings: &FileExtensions<'_>,
    report: &mut Report,
) {
    let type_scope = &service.type_scope;
    let typed = |node: Node<'_>, file| match ScalarText::at(node, "type") {
        Some(word) => type_scope.find(TypeKind::Artifact, &word.text, file).found(),
        None => {
            let file = ScalarText::of(node).filter(|_| node.is_scalar())?;
            match endings.of(&file.text).as_slice() {
                [(id, _)] => Some(*id),
                _ => None,
            }
        }
    };
    let own = typed(artifact.node, FileId::OWN);
    let above = artifact.inherited.iter().find_map(|layer| typed(layer.node, type_scope.owner_file(*layer)));
    let (Some(own), Some(above)) = (own, above) else { return };
    if type_scope.derives(own, above) == Some(false) && type_scope.derives(above, own) == Some(false) {
        let message = message::expected(
            format_args!(
                "a type derived from `{}` for the inherited artifact `{}`",
                type_scope.get(above).name,
                artifact.name
            ),
            format_args!("`{}`", type_scope.get(own).name),
        );
        report.push(service.fault(&INCOMPATIBLE, artifact.key, message));
    }
}

fn artifacts<'d>(service: &Service<'d>) -> Vec<Artifact<'d>> {
    let mut found = Vec::new();
    let mut add = |section: Option<Node<'d>>, of: Option<TypeId>, own: Option<TypeId>| {
        for entry in named_in(section) {
            let Some(name) = entry.key.as_str() else { continue };
            let effective = of.map(|id| service.type_scope.effective(id));
            let layers = effective.and_then(|effective| effective.section(Section::Artifacts).get(&name));
            let inherited = layers
                .iter()
                .flat_map(|definition| definition.layers.iter())
                .filter(|layer| Some(layer.owner) != own);
            found.push(Artifact {
                inherited: inherited.copied().collect(),
                complete: effective.is_some_and(|effective| effective.complete),
                name,
                key: entry.key,
                node: entry.value.resolve(),
            });
        }
    };
    for (id, declared) in service.own_types(TypeKind::Node) {
        add(declared.node.get("artifacts"), Some(id), Some(id));
    }
    for template in service.topology.iter().flat_map(|topology| &topology.node_templates) {
        add(template.sections.get(Section::Artifacts), template.type_id.found(), None);
    }
    let mut seen = BTreeSet::new();
    found.retain(|artifact| seen.insert(artifact.key.range().start));
    found
}
