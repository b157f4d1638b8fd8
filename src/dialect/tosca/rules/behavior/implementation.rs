//! Implementations of operations: host, artifacts and files.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::collections::BTreeSet;

use rustc_hash::FxHashSet;

use super::super::Rule;
use super::artifact::{Repositories, check_definition, check_in_place};
use super::artifact_file::{check_inferred, check_reachable};
use super::files::{FileExtensions, exists, is_open, looks_like_file, path_in};
use super::messages::{list, suggest};
use crate::interface::{Interface, Operation, OwnerKind, notifications};
use crate::model::Service;
use crate::types::{FileId, ScalarText, TypeId, TypeKind, named};
use limn_language::diagnostic::{Code, Report};
use limn_language::message;
use limn_yaml::Node;

pub(in super::super) static RULE: Rule =
    Rule { codes: &[&WRONG_HOST, &UNKNOWN_IMPLEMENTATION, &UNFIT_TYPE, &WITHOUT_EFFECT], check };

static WRONG_HOST: Code = Code::error(
    "tosca/wrong-operation-host",
    "T3.5.14-R1",
    "TOSCA Simple Profile in YAML 1.2, 3.5.14.1",
    "Checks the `operation_host`: an operation of a node runs on `SELF`, its `HOST` or the `ORCHESTRATOR`; an operation of a relationship \
runs on its `SOURCE`, its `TARGET` or the `ORCHESTRATOR`.",
)
.why("With another value, it is undefined where the operation runs: a node has no source or target, and a relationship has no host.")
.advice("Write `SELF` or `HOST` for a node, `SOURCE` or `TARGET` for a relationship, or `ORCHESTRATOR` for either.")
.bad(
    "service template",
    "
relationship_types:
  my.Connection:
    derived_from: tosca.relationships.ConnectsTo
    interfaces:
      Configure:
        add_target: {implementation: {primary: add.sh, operation_host: HOST}}
#                                                                      ^^^^
",
)
.good(
    "
relationship_types:
  my.Connection:
    derived_from: tosca.relationships.ConnectsTo
    interfaces:
      Configure:
        add_target: {implementation: {primary: add.sh, operation_host: TARGET}}
",
);
static UNKNOWN_IMPLEMENTATION: Code = Code::warning(
    "tosca/unknown-implementation",
    "T3.5.14-R3",
    "TOSCA Simple Profile in YAML 1.2, 3.5.14.2",
    "Checks that an implementation is an artifact of the node or its type, or otherwise an existing file relative to the service template.",
)
.why("There is nothing to run, so deployment fails at this operation.")
.advice("Correct the name, declare the artifact, or add the file.")
.bad(
    "node template",
    "
artifacts: {start_script: start.sh}
interfaces: {Standard: {start: startscript}}
#                              ^^^^^^^^^^^
",
)
.good(
    "
artifacts: {start_script: start.sh}
interfaces: {Standard: {start: start_script}}
",
);
static UNFIT_TYPE: Code = Code::warning(
    "tosca/wrong-implementation-type",
    "T3.5.14-R6",
    "TOSCA Simple Profile in YAML 1.2, 5.3.5",
    "Checks that the implementation of an operation is an artifact derived from `tosca.artifacts.Implementation`. `create` can also deploy one \
derived from `tosca.artifacts.Deployment`.",
)
.earlier(&["tosca/unfit-implementation-type"])
.why("Other artifacts are data.")
.advice("Use an artifact derived from `tosca.artifacts.Implementation`, or move a deployment artifact to `create`.")
.bad(
    "node template",
    "
artifacts: {image: {type: tosca.artifacts.Deployment.Image, file: web.qcow2}}
interfaces: {Standard: {start: image}}
#                              ^^^^^
",
)
.good(
    "
artifacts: {image: {type: tosca.artifacts.Deployment.Image, file: web.qcow2}}
interfaces: {Standard: {create: image}}
",
);
static WITHOUT_EFFECT: Code = Code::warning(
    "tosca/empty-implementation",
    "T3.5.14-R8",
    "TOSCA Simple Profile in YAML 1.2, 3.5.14",
    "Checks that an implementation has `primary` or `dependencies`.",
)
.why("Without either, it runs nothing.")
.advice("Add `primary` with the name of an artifact or file, or remove `implementation`.")
.bad(
    "node templates",
    "
server:
  type: tosca.nodes.Compute
  interfaces: {Standard: {start: {implementation: {timeout: 60}}}}
#                         ^^^^^
",
)
.good(
    "
server:
  type: tosca.nodes.Compute
  interfaces:
    Standard: {start: {implementation: {primary: start.sh, timeout: 60}}}
",
);

/// Result of an artifact lookup.
enum Artifact {
    None,
    /// An artifact of unknown type.
    Untyped,
    Of(TypeId),
}

/// Data for checking implementations: file extensions, repositories and artifact names of the document.
struct ImplementationScope<'s, 'd> {
    service: &'s Service<'d>,
    endings: FileExtensions<'s>,
    repositories: Repositories<'s, 'd>,
    /// All artifact names of the document: relationships use those of the nodes at their ends. Read on first use.
    everywhere: OnceCell<BTreeSet<Cow<'d, str>>>,
}

fn check(service: &Service<'_>, report: &mut Report) {
    if service.interfaces.is_empty() {
        return;
    }
    let scope = ImplementationScope {
        service,
        endings: FileExtensions::new(service),
        repositories: Repositories::new(service),
        everywhere: OnceCell::new(),
    };
    let mut seen = FxHashSet::default();
    for interface in &service.interfaces {
        let notifications = notifications(interface.node);
        for operation in interface.operations.iter().chain(&notifications) {
            if seen.insert((operation.key.range().start, interface.entity.found())) {
                scope.check_operation(interface, operation, report);
            }
        }
    }
}

impl<'d> ImplementationScope<'_, 'd> {
    fn everywhere(&self) -> &BTreeSet<Cow<'d, str>> {
        self.everywhere.get_or_init(|| {
            let types = self.service.type_scope.types_of(TypeKind::Node).map(|(_, declared)| declared.node);
            let templates = self
                .service
                .topology
                .iter()
                .flat_map(|topology| &topology.node_templates)
                .map(|template| template.node);
            let artifacts = types.chain(templates).flat_map(|node| named(node, "artifacts"));
            artifacts.filter_map(|entry| entry.key.as_str()).collect()
        })
    }

    fn check_operation(&self, interface: &Interface<'d>, operation: &Operation<'d>, report: &mut Report) {
        let implementation = match operation.node.get("implementation").map(Node::resolve) {
            Some(node) => node,
            None if operation.node.is_scalar() => operation.node,
            None => return,
        };
        if !implementation.is_mapping() {
            if let Some(word) = ScalarText::of(implementation) {
                self.check_name(interface, operation, &word, true, report);
            }
            return;
        }
        self.check_host(interface, implementation, report);
        let (primary, dependencies) = (implementation.get("primary"), implementation.get("dependencies"));
        if primary.is_none() && dependencies.is_none() {
            let plain = |key: &str| key == "timeout" || key == "operation_host";
            if implementation.entries().all(|entry| entry.key.as_str().is_some_and(|key| plain(&key))) {
                let message = format!(
                    "the implementation of `{}` has neither `primary` nor `dependencies`",
                    operation.name
                );
                report.push(self.service.fault(&WITHOUT_EFFECT, operation.key, message));
            }
        }
        if let Some(primary) = primary {
            self.check_artifact(interface, operation, primary.resolve(), true, report);
        }
        for dependency in dependencies.iter().flat_map(|list| list.items()) {
            self.check_artifact(interface, operation, dependency.resolve(), false, report);
        }
    }

    fn check_artifact(
        &self,
        interface: &Interface<'d>,
        operation: &Operation<'d>,
        node: Node<'d>,
        primary: bool,
        report: &mut Report,
    ) {
        if node.is_mapping() {
            check_in_place(self.service, node, report);
            check_definition(self.service, node, &self.repositories, report);
            if primary && let Some(word) = ScalarText::at(node, "type") {
                let id = self.service.find(TypeKind::Artifact, &word.text).found();
                self.check_type(operation, id, word.node, report);
            }
        } else if let Some(word) = ScalarText::of(node) {
            self.check_name(interface, operation, &word, primary, report);
        }
    }

    fn check_host(&self, interface: &Interface<'d>, implementation: Node<'d>, report: &mut Report) {
        let Some(word) = ScalarText::at(implementation, "operation_host") else { return };
        let (words, home) = match interface.owner_kind {
            OwnerKind::Node => (["SELF", "HOST", "ORCHESTRATOR"], "node"),
            OwnerKind::Relationship => (["SOURCE", "TARGET", "ORCHESTRATOR"], "relationship"),
            OwnerKind::Group => return,
        };
        if !words.contains(&&*word.text) {
            let message = message::expected(
                format_args!("{} as the host of an operation of a {home}", list(words, "or")),
                format_args!("`{}`", word.text),
            );
            let fault = self.service.fault(&WRONG_HOST, word.node, message);
            report.push(suggest(self.service, fault, word.node, &word.text, words));
        }
    }

    /// Checks a name: an artifact of the node or its type, or a file.
    fn check_name(
        &self,
        interface: &Interface<'d>,
        operation: &Operation<'d>,
        word: &ScalarText<'d>,
        primary: bool,
        report: &mut Report,
    ) {
        let service = self.service;
        match self.artifact(interface, &word.text) {
            Artifact::Of(id) if primary => return self.check_type(operation, Some(id), word.node, report),
            Artifact::Of(_) | Artifact::Untyped => return,
            Artifact::None => {}
        }
        let path = path_in(service.version, &word.text);
        if is_open(path) || word.text.is_empty() {
            return;
        }
        if looks_like_file(path) {
            check_reachable(service, word, report);
            if primary && exists(service, &word.text) != Some(false) {
                check_inferred(service, &self.endings, word, report);
            }
            return;
        }
        let known = self.known(interface);
        let complete = interface.entity.found().is_some_and(|id| service.type_scope.effective(id).complete);
        let plain =
            word.text.chars().all(|character| character.is_alphanumeric() || matches!(character, '_' | '-'));
        if complete && plain && (!known.is_empty() || exists(service, &word.text) == Some(false)) {
            let message = message::unresolved_because(
                "implementation",
                &word.text,
                format_args!("no artifact of the {} and no file has this name", interface.owner_kind),
            );
            let fault = service.fault(&UNKNOWN_IMPLEMENTATION, word.node, message);
            report.push(suggest(service, fault, word.node, &word.text, known.iter().map(|name| &**name)));
        }
    }

    /// Looks up an artifact by name.
    fn artifact(&self, interface: &Interface<'d>, name: &str) -> Artifact {
        let type_scope = &self.service.type_scope;
        let own = named(interface.owner, "artifacts").find(|entry| entry.key.text() == Some(name));
        let own = own.map(|entry| (entry.value.resolve(), FileId::OWN));
        let effective = interface.entity.found().map(|id| type_scope.effective(id));
        let known = effective.and_then(|effective| effective.artifacts().get(name));
        let layers = known.iter().flat_map(|artifact| artifact.layers.iter());
        let inherited = layers.map(|layer| (layer.node, type_scope.owner_file(*layer)));
        if own.is_none() && known.is_none() {
            let elsewhere = interface.owner_kind != OwnerKind::Node && self.everywhere().contains(name);
            return if elsewhere { Artifact::Untyped } else { Artifact::None };
        }
        let typed =
            own.into_iter().chain(inherited).find_map(|(node, file)| match ScalarText::at(node, "type") {
                Some(word) => type_scope.find(TypeKind::Artifact, &word.text, file).found(),
                None => {
                    match self.endings.of(&ScalarText::of(node).filter(|_| node.is_scalar())?.text).as_slice()
                    {
                        [(id, _)] => Some(*id),
                        _ => None,
                    }
                }
            });
        typed.map_or(Artifact::Untyped, Artifact::Of)
    }

    /// Names of the artifacts that an operation can use.
    fn known(&self, interface: &Interface<'d>) -> BTreeSet<Cow<'d, str>> {
        if interface.owner_kind != OwnerKind::Node {
            return self.everywhere().clone();
        }
        let own = named(interface.owner, "artifacts").filter_map(|entry| entry.key.as_str());
        let effective = interface.entity.found().map(|id| self.service.type_scope.effective(id));
        own.chain(
            effective
                .iter()
                .flat_map(|effective| effective.artifacts().iter())
                .map(|artifact| artifact.name.clone()),
        )
        .collect()
    }

    fn check_type(&self, operation: &Operation<'d>, id: Option<TypeId>, at: Node<'d>, report: &mut Report) {
        let type_scope = &self.service.type_scope;
        let is = |name: &str| {
            let known = type_scope.normative(TypeKind::Artifact, name);
            id.zip(known).and_then(|(id, known)| type_scope.derives(id, known)).unwrap_or(true)
        };
        if let Some(id) = id
            && !is("tosca.artifacts.Implementation")
            && !(operation.name == "create" && is("tosca.artifacts.Deployment"))
        {
            let name = &type_scope.get(id).name;
            let message = message::expected(
                format_args!("an implementation artifact for `{}`", operation.name),
                format_args!("type `{name}`"),
            );
            report.push(self.service.fault(&UNFIT_TYPE, at, message));
        }
    }
}
