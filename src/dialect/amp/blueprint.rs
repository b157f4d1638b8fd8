//! A service template as AMP reads it: TOSCA's model with AMP's checks.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use super::fields::BlueprintFields;
use super::{adjust, catalog_types, convert, explain, graph, nested, plan, rules};
use limn_files::FilePath;
use limn_language::diagnostic::Diagnostic;
use limn_language::dialect::{
    Conversion, Converted, ExternalDefinition, ExternalReference, Model, PaletteEntry, Picture, Plan, Source,
};
use limn_language::edit::{Edit, EditError, Place, Promotions};
use limn_language::explanation::{CallInText, Explanation, Implied};
use limn_language::graph::{Diagram, Graph, Id, PortRef};
use limn_language::schema::{Construct, Names, Profiles, Slots};
use limn_language::value_trace::ValueTraces;
use limn_text::TextRange;
use limn_tosca::ServiceTemplate;
use limn_yaml::{Op, Path};

pub(crate) struct Blueprint {
    file: FilePath,
    template: ServiceTemplate,
    profile: Profiles,
    /// The picture, drawn on first use.
    graph: OnceLock<Graph>,
}

impl Blueprint {
    pub(crate) fn read(source: &Source<'_>) -> Blueprint {
        Blueprint {
            file: source.file.clone(),
            template: ServiceTemplate::read(source),
            profile: source.profile.bits,
            graph: OnceLock::new(),
        }
    }
}

impl Model for Blueprint {
    fn title(&self) -> Option<String> {
        self.template.title()
    }

    fn check(&self) -> Vec<Diagnostic> {
        let found = self.template.diagnose(rules::RULES);
        let mut found = adjust::adjust(found, self.template.document(), self.profile);
        nested::explain(&self.template.service(), &mut found);
        found
    }

    fn names(&self) -> &Names {
        self.template.names()
    }

    fn grammar(&self) -> (&'static Construct, Profiles) {
        self.template.grammar()
    }

    fn slots(&self) -> Option<Box<dyn Slots + '_>> {
        Some(Box::new(BlueprintFields::of(&self.template)))
    }

    fn explain(&self, offset: usize) -> Option<Explanation> {
        let document = self.template.document();
        let found = explain::explain(document, offset).or_else(|| self.template.explain(offset));
        let found = found.or_else(|| catalog_types::explain(&self.template, offset));
        found.or_else(|| explain::sensor(document, offset))
    }

    fn implied(&self, within: TextRange) -> Vec<Implied> {
        self.template.implied(within)
    }

    fn section(&self, construct: &Construct) -> String {
        self.template.section(construct)
    }

    fn plan(&self, edit: &Edit) -> Result<Plan, EditError> {
        plan::plan(&self.template, edit)
    }

    fn call_in_text(&self, offset: usize) -> Option<CallInText> {
        explain::call(self.template.document(), offset)
    }

    fn external_definition(&self, offset: usize) -> Option<ExternalDefinition> {
        let found = explain::definition(self.template.document(), &self.file, offset);
        let found = found.or_else(|| self.template.external_definition(offset));
        found.or_else(|| catalog_types::definition(&self.template, offset))
    }

    fn external_references(&self) -> Vec<ExternalReference> {
        let mut found = self.template.external_references();
        found.extend(catalog_types::references(&self.template, &self.file, &found));
        found
    }

    fn is_bundled_copy(&self) -> bool {
        self.template.is_bundled_copy()
    }

    fn named_files(&self) -> Vec<(String, Path)> {
        self.template.named_files()
    }

    fn rename_files(&self, names: &BTreeMap<FilePath, FilePath>) -> Vec<Op> {
        self.template.rename_files(names)
    }

    fn promotions(&self, path: &Path) -> Promotions {
        self.template.promotions(path)
    }

    fn picture(&self) -> Option<&dyn Picture> {
        Some(self)
    }

    fn value_traces(&self) -> Option<&dyn ValueTraces> {
        self.template.value_traces()
    }

    fn conversions(&self) -> &'static [Conversion] {
        convert::CONVERSIONS
    }

    fn convert(&self, id: &str) -> Option<Converted> {
        convert::convert(&self.template.service(), self.template.library(), id)
    }
}

impl Picture for Blueprint {
    fn graph(&self) -> Graph {
        self.graph.get_or_init(|| graph::graph(&self.template)).clone()
    }

    fn accepts(&self, from: &PortRef, to: &PortRef) -> Result<(), EditError> {
        self.template.accepts(from, to)
    }

    fn palette(&self) -> Vec<PaletteEntry> {
        self.template.palette()
    }

    fn palette_for(&self, from: &PortRef) -> Option<Vec<PaletteEntry>> {
        self.template.palette_for(from)
    }

    fn ends(&self, from: &PortRef, on: &Id) -> Option<Vec<PortRef>> {
        self.template.ends(from, on)
    }

    fn hosting(&self, node: &Id, host: &Id) -> Option<(PortRef, PortRef)> {
        self.template.hosting(node, host)
    }

    fn fits_any_node(&self, requirement: &PortRef) -> bool {
        self.template.fits_any_node(requirement)
    }

    fn substituted(&self, node: &Id) -> Option<String> {
        let nested = || {
            let service = self.template.service();
            let templates = &service.topology.as_ref()?.node_templates;
            let template = templates.iter().find(|template| Id(template.key.path()) == *node)?;
            nested::nested_template(&service, template)
        };
        self.template.substituted(node).or_else(nested)
    }

    fn substitutes(&self) -> Vec<String> {
        self.template.substitutes()
    }

    fn group_template(&self) -> Option<String> {
        self.template.group_template()
    }

    fn places(&self) -> BTreeMap<Id, Place> {
        self.template.places()
    }

    fn diagrams(&self) -> &[Diagram] {
        self.template.diagrams()
    }

    fn palette_of(&self, diagram: &Id) -> Vec<PaletteEntry> {
        self.template.palette_of(diagram)
    }
}
