//! Nodes substituted by another topology of the workspace: requirements bound both inside and outside.

use super::super::super::Rule;
use crate::matching::RequirementTarget;
use crate::model::Service;
use crate::types::{FileId, Lookup, ScalarText, TypeId, TypeKind, named};
use limn_files::FilePath;
use limn_language::diagnostic::{Code, Report};
use limn_yaml::{Document, Node};

pub(in super::super::super) static RULE: Rule = Rule { codes: &[&BOUND_TWICE], check };

static BOUND_TWICE: Code = Code::error(
    "tosca/bound-inside-and-outside",
    "T3.7.12-R6",
    "TOSCA Simple Profile in YAML 1.2, 2.10.2",
    "Reports a requirement of a substitutable node that is assigned here and also fulfilled inside the imported topology that substitutes the node.",
)
.why("Only one of the two can apply.")
.advice("Remove the assignment here, or the one inside the imported topology.")
.bad(
    "service template",
    "
imports: [inner.yaml]
topology_template:
  node_templates:
    server: {type: tosca.nodes.Compute}
    dbms: {type: tosca.nodes.DBMS, requirements: [host: server]}
    mine:
      type: tosca.nodes.Database
      directives: [substitutable]
      requirements: [host: dbms]
#                    ^^^^
=== inner.yaml
~tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
~    server: {type: tosca.nodes.Compute}
    dbms: {type: tosca.nodes.DBMS, requirements: [host: server]}
    db: {type: tosca.nodes.Database, properties: {name: x}, requirements: [host: dbms]}
  substitution_mappings:
    node_type: tosca.nodes.Database
~    capabilities: {database_endpoint: [db, database_endpoint]}
    requirements: {host: [db, host]}
",
)
.good(
    "
imports: [inner.yaml]
topology_template:
  node_templates:
    server: {type: tosca.nodes.Compute}
    dbms: {type: tosca.nodes.DBMS, requirements: [host: server]}
    mine:
      type: tosca.nodes.Database
      directives: [substitutable]
=== inner.yaml
~tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
~    server: {type: tosca.nodes.Compute}
    dbms: {type: tosca.nodes.DBMS, requirements: [host: server]}
    db: {type: tosca.nodes.Database, properties: {name: x}, requirements: [host: dbms]}
  substitution_mappings:
    node_type: tosca.nodes.Database
~    capabilities: {database_endpoint: [db, database_endpoint]}
    requirements: {host: [db, host]}
",
);

/// A topology in another file that substitutes nodes of a type, with the requirements that it exposes and also fulfills.
struct NestedTopology<'d> {
    file: &'d str,
    node_type: TypeId,
    met: Vec<String>,
}

fn check(service: &Service<'_>, report: &mut Report) {
    let Some(topology) = &service.topology else { return };
    let mut inner: Option<Vec<NestedTopology<'_>>> = None;
    for (at, template) in topology.node_templates.iter().enumerate() {
        let Some(id) = template.type_id.found() else { continue };
        if !["substitutable", "substitute"].iter().any(|directive| template.has_directive(directive)) {
            continue;
        }
        let inner = inner.get_or_insert_with(|| nested_topologies(service));
        let fitting =
            inner.iter().filter(|inner| service.type_scope.derives(inner.node_type, id) == Some(true));
        for inner in fitting {
            let bindings = &service.matching().templates[at].bindings;
            for (requirement, binding) in template.requirements.iter().zip(bindings) {
                if matches!(binding.target, RequirementTarget::Template(_))
                    && inner.met.contains(&binding.name)
                {
                    let message = format!(
                        "requirement `{}` is assigned here and also fulfilled in `{}`, which substitutes `{}`",
                        binding.name, inner.file, template.name
                    );
                    report.push(service.fault(&BOUND_TWICE, requirement.key, message));
                }
            }
        }
    }
}

/// The imported topologies that fulfill mapped requirements, in the order of the files.
fn nested_topologies<'d>(service: &Service<'d>) -> Vec<NestedTopology<'d>> {
    let library = service.library;
    let all = library.computed.get(|| {
        let documents = library.documents.iter();
        let met = documents.map(|(path, document)| (path.clone(), fulfilled(document)));
        FulfilledRequirements(met.filter(|(_, met)| !met.is_empty()).collect())
    });
    let files = all.0.iter().filter_map(|(path, met)| Some((service.type_scope.file_at(path)?, met)));
    let mut files: Vec<(FileId, &Vec<String>)> = files.filter(|(from, _)| *from != FileId::OWN).collect();
    files.sort_unstable_by_key(|(from, _)| *from);
    let nested = files.into_iter().filter_map(|(from, met)| {
        let file = service.type_scope.file(from);
        let substitution = file.document.root()?.get("topology_template")?.get("substitution_mappings")?;
        let word = ScalarText::at(substitution, "node_type")?;
        let Lookup::Found(node_type) = service.type_scope.find(TypeKind::Node, &word.text, from) else {
            return None;
        };
        Some(NestedTopology { file: file.path?.name(), node_type, met: met.clone() })
    });
    nested.collect()
}

/// Requirements that substitution mappings map and that the topology fulfills, of each document that has some.
struct FulfilledRequirements(Vec<(FilePath, Vec<String>)>);

fn fulfilled(document: &Document) -> Vec<String> {
    let topology = document.root().and_then(|root| root.get("topology_template"));
    let mapped = topology.and_then(|topology| Some((topology, topology.get("substitution_mappings")?)));
    let Some((topology, substitution)) = mapped else { return Vec::new() };
    let met = named(substitution, "requirements").filter_map(|entry| {
        let value = entry.value.resolve();
        let list = if value.is_mapping() { value.get("mapping")? } else { value };
        let (template, name) = (list.items().next()?.as_str()?, list.items().nth(1)?.as_str()?);
        is_met(topology, &template, &name).then(|| entry.key.as_str())?.map(String::from)
    });
    met.collect()
}

/// Returns true if a node template assigns a requirement to another.
fn is_met(topology: Node<'_>, template: &str, requirement: &str) -> bool {
    let templates = topology.get("node_templates");
    let Some(node) = templates.and_then(|section| section.get(template)) else { return false };
    named(node, "requirements").into_iter().any(|entry| {
        let value = entry.value.resolve();
        let target = if value.is_scalar() { ScalarText::of(value) } else { ScalarText::at(value, "node") };
        entry.key.as_str().is_some_and(|key| key == requirement)
            && target.is_some_and(|word| templates.is_some_and(|all| all.get(&word.text).is_some()))
    })
}
