//! The model of a service template that outlives one query.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use super::boundary::Boundary;
use super::matching::Matching;
use super::{model, read};
use limn_files::FilePath;
use limn_language::diagnostic::Diagnostic;
use limn_language::dialect::{ExternalReference, Library, Profile, Source};
use limn_language::graph::{Diagram, Graph, Id};
use limn_language::schema::{Names, Profiles};
use limn_yaml::Document;

/// Model of a service template.
pub(crate) struct ServiceTemplate {
    pub(crate) file: FilePath,
    pub(crate) document: Arc<Document>,
    pub(crate) profile: &'static Profile,
    pub(crate) library: Arc<Library>,
    pub(crate) version: Profiles,
    pub(crate) names: Names,
    pub(crate) foreign: Vec<ExternalReference>,
    /// Diagnostics of the grammar.
    pub(crate) misfits: Vec<Diagnostic>,
    pub(crate) graph: Graph,
    pub(crate) diagrams: Vec<Diagram>,
    pub(crate) matching: Matching,
    /// Indexes into [`Matching::templates`] by canvas id.
    pub(crate) templates: BTreeMap<Id, usize>,
    /// Substitution mappings, computed on first use.
    pub(crate) boundary: OnceLock<Option<Boundary>>,
}

impl ServiceTemplate {
    /// Parsed service template with its types, for a single query.
    pub(crate) fn look(&self) -> model::Service<'_> {
        let (file, document) = (&self.file, &self.document);
        read::read(&Source { file, document, profile: self.profile, library: &self.library })
    }

    /// The `substitution_mappings`; `None` if the document has none.
    pub(crate) fn boundary(&self) -> Option<&Boundary> {
        self.boundary.get_or_init(|| Boundary::of(&self.look())).as_ref()
    }

    /// Returns true if a requirement targets the host of the template. Falls back to the requirement name if the type is unknown.
    pub(crate) fn hosts(&self, template: usize, need: &str) -> bool {
        let Some(need) = self.matching.kind(template).and_then(|kind| kind.requirement(need)) else {
            return need == "host";
        };
        need.joining.as_ref().is_some_and(|it| it.line.derives_from_name("tosca.relationships.HostedOn"))
    }

    /// Returns true if a template is hosted on another, directly or indirectly, or is the same one.
    pub(crate) fn stands_on(&self, template: usize, host: usize) -> bool {
        let mut at = template;
        // The bound stops hosting cycles.
        for _ in 0..self.matching.templates.len() {
            if at == host {
                return true;
            }
            // The first nodes of the graph are the templates.
            let next = self.graph.nodes.get(at).and_then(|node| self.templates.get(node.host.as_ref()?));
            let Some(next) = next else { return false };
            at = *next;
        }
        false
    }
}
