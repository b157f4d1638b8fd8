//! The model of a service template that outlives one query.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use super::boundary::{Boundary, Mappings};
use super::matching::Matching;
use super::model::NodeTemplate;
use super::rules::{self, Rule};
use super::value_flow::ValueFlow;
use super::value_traces::ValueReads;
use super::{grammar, graph, model, names, read, workflow};
use limn_files::FilePath;
use limn_language::diagnostic::{Diagnostic, Report};
use limn_language::dialect::{ExternalReference, Library, Profile, Source};
use limn_language::graph::{Diagram, Graph, Id};
use limn_language::schema::{Names, Profiles, validate_strict};
use limn_language::type_diagram;
use limn_yaml::{Document, Path};

#[cfg(test)]
thread_local! {
    /// Number of times that a test has read a template for a query.
    pub(crate) static READS: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

/// Model of a service template.
pub struct ServiceTemplate {
    pub(crate) file: FilePath,
    pub(crate) document: Arc<Document>,
    pub(crate) profile: &'static Profile,
    pub(crate) library: Arc<Library>,
    pub(crate) version: Profiles,
    pub(crate) names: Names,
    pub(crate) foreign: Vec<ExternalReference>,
    /// Diagnostics of the grammar.
    pub(crate) misfits: Vec<Diagnostic>,
    /// Computed on first use, like the diagrams: a check or a completion needs neither.
    graph: OnceLock<Graph>,
    diagrams: OnceLock<Vec<Diagram>>,
    pub(crate) matching: Matching,
    /// Indexes into [`Matching::templates`] by canvas id.
    pub(crate) templates: BTreeMap<Id, usize>,
    /// Substitution mappings, computed on first use.
    pub(crate) boundary: OnceLock<Option<Boundary>>,
    /// Value types, computed on first use.
    value_flow: OnceLock<ValueFlow>,
    /// References that its values read, computed on first use.
    value_reads: OnceLock<ValueReads>,
    /// The nodes that another template substitutes, computed on first use.
    substituted_nodes: OnceLock<BTreeMap<Path, String>>,
}

impl ServiceTemplate {
    pub fn read(source: &Source<'_>) -> ServiceTemplate {
        let service = read::read(source);
        let mut validation = validate_strict(source.document, &grammar::SERVICE, service.version);
        let foreign = names::link_references(&service, &mut validation.names);
        ServiceTemplate {
            file: source.file.clone(),
            document: Arc::clone(source.document),
            profile: source.profile,
            library: Arc::clone(source.library),
            version: service.version,
            names: validation.names,
            foreign,
            misfits: validation.diagnostics,
            graph: OnceLock::new(),
            diagrams: OnceLock::new(),
            templates: service
                .topology
                .iter()
                .flat_map(|topology| topology.node_templates.iter().enumerate())
                .map(|(at, template)| (graph::id_of(template), at))
                .collect(),
            matching: service.into_matching(),
            boundary: OnceLock::new(),
            value_flow: OnceLock::new(),
            value_reads: OnceLock::new(),
            substituted_nodes: OnceLock::new(),
        }
    }

    /// The diagnostics of the grammar and of all rules, and of the rules of a language that extends TOSCA.
    pub fn diagnose(&self, more: &[&Rule]) -> Vec<Diagnostic> {
        diagnose(&self.service(), self.misfits.clone(), more)
    }

    pub(crate) fn graph(&self) -> &Graph {
        self.graph.get_or_init(|| graph::graph(&self.service()))
    }

    /// The data types, and the workflows.
    pub(crate) fn diagrams(&self) -> &[Diagram] {
        self.diagrams.get_or_init(|| {
            let types = type_diagram::diagram(&self.document, &self.names, &grammar::TYPE_SECTION);
            types.into_iter().chain(workflow::diagrams(&self.service())).collect()
        })
    }

    /// The document.
    pub fn document(&self) -> &Arc<Document> {
        &self.document
    }

    pub fn library(&self) -> &Arc<Library> {
        &self.library
    }

    /// Parsed service template with its types, for a single query.
    pub fn service(&self) -> model::Service<'_> {
        #[cfg(test)]
        READS.set(READS.get() + 1);
        let (file, document) = (&self.file, &self.document);
        read::read(&Source { file, document, profile: self.profile, library: &self.library })
    }

    /// The `substitution_mappings`; `None` if the document has none.
    pub(crate) fn boundary(&self) -> Option<&Boundary> {
        self.boundary.get_or_init(|| Boundary::of(&self.service())).as_ref()
    }

    /// The ports that mappings connect.
    pub(crate) fn mappings(&self) -> Mappings<'_> {
        Mappings { boundary: self.boundary(), templates: &self.templates, matching: &self.matching }
    }

    /// The types of values that can be connected.
    pub(crate) fn value_flow(&self) -> &ValueFlow {
        self.value_flow.get_or_init(|| ValueFlow::of(&self.service()))
    }

    /// References that its values read.
    pub(crate) fn value_reads(&self) -> &ValueReads {
        self.value_reads.get_or_init(|| ValueReads::of(&self.service()))
    }

    /// The nodes with a directive to substitute them, with their types.
    pub(crate) fn substituted_nodes(&self) -> &BTreeMap<Path, String> {
        self.substituted_nodes.get_or_init(|| {
            let service = self.service();
            let templates =
                service.topology.iter().flat_map(|topology| topology.node_templates.iter().enumerate());
            let of_template = |(at, template): (usize, &NodeTemplate<'_>)| {
                if !["substitute", "substitutable"].iter().any(|directive| template.has_directive(directive))
                {
                    return None;
                }
                let written = || template.type_name.as_ref().map(|word| word.text.to_string());
                let node_type = self.matching.kind(at).map(|kind| kind.line.name.clone()).or_else(written)?;
                Some((graph::id_of(template).0, node_type))
            };
            templates.filter_map(of_template).collect()
        })
    }

    /// Returns true if a requirement targets the host of the template. Falls back to the requirement name if the type is unknown.
    pub(crate) fn hosts(&self, template: usize, need: &str) -> bool {
        let Some(need) = self.matching.kind(template).and_then(|kind| kind.requirement(need)) else {
            return need == "host";
        };
        need.relationship_signature
            .as_ref()
            .is_some_and(|signature| signature.line.derives_from_name("tosca.relationships.HostedOn"))
    }

    /// Returns true if a template is hosted on another, directly or indirectly, or is the same one.
    pub(crate) fn is_hosted_on(&self, template: usize, host: usize) -> bool {
        let mut at = template;
        // The bound stops hosting cycles.
        for _ in 0..self.matching.templates.len() {
            if at == host {
                return true;
            }
            // The first nodes of the graph are the templates.
            let next = self.graph().nodes.get(at).and_then(|node| self.templates.get(node.host.as_ref()?));
            let Some(next) = next else { return false };
            at = *next;
        }
        false
    }
}

/// Runs all rules and those of a language that extends TOSCA, after the diagnostics of the grammar.
pub(crate) fn diagnose(
    service: &model::Service<'_>,
    misfits: Vec<Diagnostic>,
    more: &[&Rule],
) -> Vec<Diagnostic> {
    let mut report = Report { diagnostics: misfits };
    for rule in rules::RULES.iter().copied().flatten().chain(more).copied() {
        (rule.check)(service, &mut report);
    }
    report.remove_superseded();
    report.diagnostics
}
