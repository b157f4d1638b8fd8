//! Requirement resolution: the definition, target, capability and relationship of each assignment, and the mismatches. Rules, edges and `accepts`
//! share it, so that they agree.
//!
//! Signatures are computed once for each node type. The result is owned and outlives the document. Undetermined parts match, because a missing file
//! or an unknown name is reported elsewhere.

mod filter;
mod fit;
mod open;
mod reader;
mod resolved;
mod signature;

pub use fit::{Fit, Mismatch, Overrides, RelationshipSignature, RequestedCapability, fit, listed, times};
pub use open::check_target;
pub use reader::{hosts, requested_capability};
pub use resolved::{
    Binding, Matching, RelationshipTarget, RequirementLookup, RequirementTarget, TargetCandidate,
    TemplateBindings, is_meant,
};
pub use signature::{
    CapabilitySignature, Lineage, NodeSignature, RequiredType, RequirementSignature, bounds, is_root,
    valid_targets,
};

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;
    use std::sync::Arc;

    use expect_test::{Expect, expect};

    use super::*;
    use limn_files::FilePath;
    use limn_language::dialect::{Library, Source};
    use limn_yaml as yaml;

    /// Lists each assignment with its target, capability and faults.
    fn tell(text: &str) -> String {
        let file = FilePath::new("service.yaml").unwrap();
        let document =
            Arc::new(yaml::parse(format!("tosca_definitions_version: tosca_simple_yaml_1_2\n{text}")));
        let mut library = Library::default();
        library.documents.insert(file.clone(), Arc::clone(&document));
        let profile = &super::super::recognize::PROFILES[0];
        let source = Source { file: &file, document: &document, profile, library: &Arc::new(library) };
        let service = super::super::read::read(&source);
        let matching = service.matching();
        let mut summary = String::new();
        for (at, template) in matching.templates.iter().enumerate() {
            for binding in matching.bindings(at) {
                let target = match binding.target {
                    RequirementTarget::Template(at) => matching.templates[at].name.clone(),
                    other => format!("{other:?}").split('(').next().unwrap().to_owned(),
                };
                let _ = write!(summary, "{}.{} -> {target}", template.name, binding.name);
                let kind = match binding.target {
                    RequirementTarget::Template(at) => matching.kind(at),
                    RequirementTarget::Type(id) => matching.kind_of(id),
                    _ => None,
                };
                if let Some(offer) = binding.capability.and_then(|at| kind?.capabilities.get(at)) {
                    let _ = write!(summary, ".{}", offer.name);
                }
                if let Some(id) = binding.relationship {
                    let _ = write!(summary, " by {}", service.type_scope.get(id).name);
                }
                if !binding.ambiguous.is_empty() {
                    let _ = write!(summary, " or {} more", binding.ambiguous.len() - 1);
                }
                if binding.need == RequirementLookup::Undeclared {
                    summary.push_str(" undeclared");
                }
                for fault in &binding.faults {
                    let _ = write!(summary, "; {fault}");
                }
                summary.push('\n');
            }
        }
        summary
    }

    #[track_caller]
    fn check(text: &str, expected: Expect) {
        expected.assert_eq(&tell(text));
    }

    #[test]
    fn a_requirement_resolves_to_the_capability_of_its_type() {
        check(
            "\
topology_template:
  node_templates:
    server: {type: Compute}
    db: {type: tosca.nodes.DBMS, requirements: [host: server]}
    data: {type: Database, properties: {name: x}, requirements: [host: {node: db}, dependency: server]}
    app: {type: WebApplication, requirements: [host: {node: tosca.nodes.WebServer, relationship: HostedOn}]}
    again: {copy: db}
",
            expect![[r#"
                db.host -> server.host by tosca.relationships.HostedOn
                data.host -> db.host by tosca.relationships.HostedOn
                data.dependency -> server.feature by tosca.relationships.DependsOn
                app.host -> Type.host by tosca.relationships.HostedOn
                again.host -> server.host by tosca.relationships.HostedOn
            "#]],
        );
    }

    #[test]
    fn what_does_not_fit_says_why() {
        check(
            "\
node_types:
  Any: {derived_from: tosca.nodes.Root, requirements: [host: {capability: Container, relationship: HostedOn}]}
  Two:
    derived_from: tosca.nodes.Root
    capabilities: {a: tosca.capabilities.Endpoint, b: tosca.capabilities.Endpoint}
  Caller: {derived_from: tosca.nodes.Root, requirements: [call: {capability: Endpoint, occurrences: [0, UNBOUNDED]}]}
topology_template:
  node_templates:
    server: {type: Compute}
    net: {type: tosca.nodes.network.Network}
    db: {type: DBMS, requirements: [host: net]}
    any: {type: Any, requirements: [host: server]}
    none: {type: Any, requirements: [host: net, hots: server]}
    two: {type: Two}
    caller:
      type: Caller
      requirements:
        - call: two
        - call: {node: two, capability: b}
        - call: {node: two, capability: c}
        - call: {node: server, capability: host}
        - call: {node: two, capability: b, relationship: HostedOn}
        - call: nobody
",
            expect![[r#"
                db.host -> net by tosca.relationships.HostedOn; expected a node type derived from `tosca.nodes.Compute`, found `tosca.nodes.network.Network`
                any.host -> server by tosca.relationships.HostedOn; expected a source of type `tosca.nodes.SoftwareComponent` for capability `host`, found `Any`
                none.host -> net by tosca.relationships.HostedOn; missing capability of type `tosca.capabilities.Container`
                none.hots -> server undeclared
                caller.call -> two.a or 1 more
                caller.call -> two.b
                caller.call -> two; unknown capability or capability type `c`
                caller.call -> server; expected a capability of type `tosca.capabilities.Endpoint`, found `host` of type `tosca.capabilities.Container`
                caller.call -> two by tosca.relationships.HostedOn; expected a capability of type `tosca.capabilities.Container` for `tosca.relationships.HostedOn`, found `b` of type `tosca.capabilities.Endpoint`
                caller.call -> Unknown
            "#]],
        );
    }

    #[test]
    fn what_is_not_known_fits() {
        check(
            "\
imports: [elsewhere.yaml]
node_types:
  Mine: {derived_from: their.Base, requirements: [peer: their.Link]}
topology_template:
  node_templates:
    a: {type: Mine, requirements: [peer: b, other: c, dependency: server]}
    b: {type: Theirs}
    server: {type: Compute, requirements: [local_storage: a]}
",
            expect![[r#"
                a.peer -> b
                a.other -> Undetermined
                a.dependency -> server.feature by tosca.relationships.DependsOn
                server.local_storage -> a by tosca.relationships.AttachesTo
            "#]],
        );
    }

    #[test]
    fn the_host_is_a_compute_or_a_container() {
        check(
            "\
node_types:
  Machine: {derived_from: tosca.nodes.Compute, capabilities: {host: {type: tosca.capabilities.Compute}}}
topology_template:
  node_templates:
    machine: {type: Machine}
    soft: {type: SoftwareComponent, requirements: [host: machine]}
",
            expect![[r#"
                soft.host -> machine.host by tosca.relationships.HostedOn
            "#]],
        );
    }
}
