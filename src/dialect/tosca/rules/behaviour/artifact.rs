//! Artifact definitions of node types and node templates: their type, their file, and what they make of an artifact that they inherit.

use std::borrow::Cow;
use std::collections::BTreeSet;

use super::super::Rule;
use super::files::{Endings, endings_for, has_ending, is_there, looks_like_file, name_of};
use super::say::{meant, row};
use crate::diagnostic::{Code, Report, Severity};
use crate::dialect::tosca::grammar::ARTIFACT_FILE;
use crate::dialect::tosca::model::Service;
use crate::dialect::tosca::types::{FileId, Layer, Lookup, Section, TypeId, TypeKind, Word, named};
use crate::yaml::Node;

pub(in super::super) static RULE: Rule = Rule {
    codes: &[
        &MISSING_TYPE,
        &UNKNOWN_TYPE,
        &UNKNOWN_REPOSITORY,
        &UNTYPED,
        &UNREACHABLE,
        &UNFIT_ENDING,
        &INCOMPATIBLE,
    ],
    check,
};

static MISSING_TYPE: Code = Code::error(
    "tosca/missing-artifact-type",
    "T3.5.7-R1",
    "TOSCA Simple Profile in YAML 1.2, 3.5.7.1",
    "An artifact in the long notation says of which type it is, unless it refines an artifact that is inherited under the same name.

Bad:
```yaml
artifacts:
  image: {file: images/web.qcow2}
```
Good:
```yaml
artifacts:
  image: {type: tosca.artifacts.Deployment.Image.VM, file: images/web.qcow2}
```",
);
pub(super) static UNKNOWN_TYPE: Code = Code::error(
    "tosca/unknown-artifact-type",
    "T3.5.7-R4",
    "TOSCA Simple Profile in YAML 1.2, 3.5.7.2",
    "`type` names an artifact type: one of TOSCA's own, or one that the service template or its imports declare.

Bad:
```yaml
artifacts:
  image: {type: tosca.artifacts.Deployment.Imag, file: images/web.qcow2}
```
Good:
```yaml
artifacts:
  image: {type: tosca.artifacts.Deployment.Image, file: images/web.qcow2}
```",
);
pub(super) static UNKNOWN_REPOSITORY: Code = Code::error(
    "tosca/unknown-artifact-repository",
    "T3.5.7-R5",
    "TOSCA Simple Profile in YAML 1.2, 3.5.7.2",
    "`repository` names a repository that the service template declares under `repositories`.

Bad:
```yaml
artifacts:
  image: {type: tosca.artifacts.File, file: web.qcow2, repository: images}   # no such repository
```
Good:
```yaml
repositories:
  images: https://images.example.com/
artifacts:
  image: {type: tosca.artifacts.File, file: web.qcow2, repository: images}
```",
);
pub(super) static UNTYPED: Code = Code::warning(
    "tosca/untyped-artifact",
    "T3.5.7-R3",
    "TOSCA Simple Profile in YAML 1.2, 3.5.7.2.1",
    "A file that is named without a type gets it from its ending: exactly one artifact type has to claim that ending under `file_ext`. \
     Otherwise an orchestrator does not know what to do with the file. The long notation says the type.

Bad:
```yaml
artifacts:
  setup: setup.rb
```
Good:
```yaml
artifacts:
  setup: {type: my.artifacts.Ruby, file: setup.rb}
```",
);
pub(super) static UNREACHABLE: Code = Code::warning(
    "tosca/missing-artifact",
    "T3.5.7-R6",
    "TOSCA Simple Profile in YAML 1.2, 3.5.7.1",
    "A file is named relative to the service template that names it, and no file of the workspace stands there. It is looked for only where the \
     workspace holds files other than descriptors. In a package, which has all its files, a path that leads to none is an error.

Bad:
```yaml
artifacts:
  setup: scripts/set-up.sh   # the file is `scripts/setup.sh`
```
Good:
```yaml
artifacts:
  setup: scripts/setup.sh
```",
);
static UNFIT_ENDING: Code = Code::warning(
    "tosca/unfit-file-extension",
    "T3.5.7-R7",
    "TOSCA Simple Profile in YAML 1.2, 3.6.4",
    "The artifact type says which endings its files have, and this file has another.

Bad:
```yaml
artifacts:
  setup: {type: tosca.artifacts.Implementation.Python, file: setup.sh}
```
Good:
```yaml
artifacts:
  setup: {type: tosca.artifacts.Implementation.Python, file: setup.py}
```",
);
static INCOMPATIBLE: Code = Code::warning(
    "tosca/incompatible-artifact",
    "T3.5.7-R8",
    "TOSCA Simple Profile in YAML 1.2, 3.5.7",
    "An artifact of a name that is inherited takes the place of the inherited one. Operations that use it expect one of the same type, or of a \
     type derived from that.

Bad:
```yaml
my.Derived:
  derived_from: my.Base   # has `image`, a `tosca.artifacts.Deployment.Image`
  artifacts:
    image: {type: tosca.artifacts.Implementation.Bash, file: make.sh}
```
Good:
```yaml
my.Derived:
  derived_from: my.Base
  artifacts:
    image: {type: tosca.artifacts.Deployment.Image.VM, file: own.qcow2}
```",
);

/// One artifact of the document's own, and what is inherited under its name.
struct Artifact<'d> {
    name: Cow<'d, str>,
    key: Node<'d>,
    node: Node<'d>,
    inherited: Vec<Layer<'d>>,
    /// All that it could inherit from is known.
    complete: bool,
}

fn check(service: &Service<'_>, report: &mut Report) {
    let endings = Endings::new(service);
    let repositories = repositories(service);
    for artifact in artifacts(service) {
        if artifact.node.is_mapping() {
            check_long(service, &artifact, report);
            check_definition(service, artifact.node, &repositories, report);
        } else if let Some(file) = Word::of(artifact.node) {
            if artifact.inherited.is_empty() && artifact.complete {
                check_inferred(service, &endings, &file, report);
            }
            check_reachable(service, &file, report);
        }
        check_override(service, &artifact, &endings, report);
    }
}

/// What holds of any artifact in the long notation: those of templates and types, and those that an implementation says in place.
pub(super) fn check_definition(
    service: &Service<'_>,
    node: Node<'_>,
    repositories: &BTreeSet<Cow<'_, str>>,
    report: &mut Report,
) {
    let file = Word::at(node, "file");
    if let Some(word) = Word::at(node, "type") {
        match service.find(TypeKind::Artifact, &word.text) {
            Lookup::Unknown => {
                let near = service.nearness.nearest_type(&service.world, TypeKind::Artifact, &word.text);
                let said = service.fault(
                    &UNKNOWN_TYPE,
                    word.node,
                    format!("no artifact type `{}` is known", word.text),
                );
                report.push(said.meant(near, |near| word.replaced(near)));
            }
            Lookup::Found(id) => {
                if let Some(file) = &file {
                    check_ending(service, id, file, report);
                }
            }
            Lookup::Untold => {}
        }
    }
    match Word::at(node, "repository") {
        Some(word) if !repositories.contains(&word.text) => {
            if !service.world.incomplete {
                let message = format!("no repository `{}` is declared", word.text);
                let said = service.fault(&UNKNOWN_REPOSITORY, word.node, message);
                report.push(meant(service, said, word.node, &word.text, repositories.iter().map(|it| &**it)));
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

/// The repositories that this document or one that it leans on declares.
pub(super) fn repositories<'d>(service: &Service<'d>) -> BTreeSet<Cow<'d, str>> {
    let roots = service.world.files.iter().filter_map(|it| it.document.root());
    roots.flat_map(|root| named(root, "repositories")).filter_map(|it| it.key.as_str()).collect()
}

fn check_long(service: &Service<'_>, artifact: &Artifact<'_>, report: &mut Report) {
    if !artifact.complete {
        return;
    }
    let inherits = |key: &str| {
        artifact
            .inherited
            .iter()
            .any(|it| it.node.is_scalar() || it.node.get(key).is_some_and(|it| !it.is_null()))
    };
    if !says(artifact.node, "type") && !inherits("type") {
        let message = format!("artifact `{}` does not say its `type`", artifact.name);
        report.push(service.fault(&MISSING_TYPE, artifact.key, message));
    }
    if !says(artifact.node, "file") && !inherits("file") {
        let message = format!("artifact `{}` does not name its `file`", artifact.name);
        report.push(service.fault(&ARTIFACT_FILE, artifact.key, message));
    }
}

fn says(node: Node<'_>, key: &str) -> bool {
    node.get(key).is_some_and(|it| !it.is_null())
}

/// An artifact that an implementation says in place names its file.
pub(super) fn check_in_place(service: &Service<'_>, node: Node<'_>, report: &mut Report) {
    if !says(node, "file") {
        let message = "an artifact names its `file`".to_owned();
        report.push(service.fault(&ARTIFACT_FILE, node, message));
    }
}

/// A file without a type: its ending has to tell the type.
pub(super) fn check_inferred(
    service: &Service<'_>,
    endings: &Endings<'_>,
    file: &Word<'_>,
    report: &mut Report,
) {
    if file.text.trim().is_empty() {
        let message = "an artifact names its `file`".to_owned();
        report.push(service.fault(&ARTIFACT_FILE, file.node, message));
        return;
    }
    let types = endings.of(&file.text);
    let message = match types.len() {
        1 => return,
        // A type that is not known may claim it.
        0 if service.world.incomplete => return,
        0 => format!("no artifact type claims files like `{}`: write it with a `type`", name_of(&file.text)),
        _ => {
            let claimed = row(types.iter().map(|(_, name)| *name), "and");
            format!("{claimed} all claim files like `{}`: write it with a `type`", name_of(&file.text))
        }
    };
    report.push(service.fault(&UNTYPED, file.node, message));
}

pub(super) fn check_reachable(service: &Service<'_>, file: &Word<'_>, report: &mut Report) {
    if is_there(service, &file.text) == Some(false) {
        // A package brings what it names. What does not look like a file may be an image that a registry has.
        let package = service.library.whole && !service.library.manifests.is_empty();
        let (lacks, severity) = match package && looks_like_file(&file.text) {
            true => ("package", Severity::Error),
            false => ("workspace", UNREACHABLE.severity),
        };
        let message = format!("the {lacks} has no file `{}`", file.text);
        report.push(service.fault(&UNREACHABLE, file.node, message).severity(severity));
    }
}

fn check_ending(service: &Service<'_>, id: TypeId, file: &Word<'_>, report: &mut Report) {
    let name = name_of(&file.text);
    let wanted = endings_for(service, id);
    if wanted.is_empty() || !looks_like_file(&file.text) || wanted.iter().any(|it| has_ending(&name, it)) {
        return;
    }
    let type_name = &service.world.get(id).name;
    let wanted = row(wanted.iter().map(String::as_str), "or");
    let message = format!("`{}` is no file of `{type_name}`: these end in {wanted}", file.text);
    report.push(service.fault(&UNFIT_ENDING, file.node, message));
}

fn check_override<'d>(
    service: &Service<'d>,
    artifact: &Artifact<'d>,
    endings: &Endings<'_>,
    report: &mut Report,
) {
    let world = &service.world;
    let typed = |node: Node<'_>, file| match Word::at(node, "type") {
        Some(word) => world.find(TypeKind::Artifact, &word.text, file).found(),
        None => {
            let file = Word::of(node).filter(|_| node.is_scalar())?;
            match endings.of(&file.text).as_slice() {
                [(id, _)] => Some(*id),
                _ => None,
            }
        }
    };
    let own = typed(artifact.node, FileId::OWN);
    let above = artifact.inherited.iter().find_map(|it| typed(it.node, world.owner_file(*it)));
    let (Some(own), Some(above)) = (own, above) else { return };
    if world.derives(own, above) == Some(false) && world.derives(above, own) == Some(false) {
        let message = format!(
            "`{}` is inherited as `{}`, which `{}` does not derive from",
            artifact.name,
            world.get(above).name,
            world.get(own).name
        );
        report.push(service.fault(&INCOMPATIBLE, artifact.key, message));
    }
}

fn artifacts<'d>(service: &Service<'d>) -> Vec<Artifact<'d>> {
    let mut found = Vec::new();
    let mut add = |owner: Node<'d>, of: Option<TypeId>, own: Option<TypeId>| {
        for entry in named(owner, "artifacts") {
            let Some(name) = entry.key.as_str() else { continue };
            let effective = of.map(|id| service.world.effective(id));
            let layers = effective.and_then(|it| it.section(Section::Artifacts).get(&name));
            let inherited = layers.iter().flat_map(|it| it.layers.iter()).filter(|it| Some(it.owner) != own);
            found.push(Artifact {
                inherited: inherited.copied().collect(),
                complete: effective.is_some_and(|it| it.complete),
                name,
                key: entry.key,
                node: entry.value.resolve(),
            });
        }
    };
    for (id, declared) in service.own_types(TypeKind::Node) {
        add(declared.node, Some(id), Some(id));
    }
    for template in service.topology.iter().flat_map(|it| &it.node_templates) {
        add(template.node, template.type_id.found(), None);
    }
    let mut seen = BTreeSet::new();
    found.retain(|it| seen.insert(it.key.range().start));
    found
}
