//! TOSCA Simple Profile in YAML: service templates of versions 1.0 to 1.3.

mod boundary;
pub mod brooklyn;
mod effective_value;
mod explain;
mod explain_words;
pub mod expression;
mod fields;
mod files;
pub mod function;
pub mod grammar;
mod graph;
mod implied;
pub mod interface;
pub mod kind;
pub mod matching;
mod meta;
pub mod model;
pub mod name_index;
mod names;
mod operator;
mod package;
mod palette;
mod plan;
mod read;
mod recognize;
mod relocation;
pub mod resolve;
mod rules;
mod service_template;
mod suggestions;
pub mod types;
pub mod value;
mod value_flow;
mod value_traces;
mod workflow;

use std::collections::BTreeMap;

use self::matching::Overrides;
use limn_files::FilePath;
use limn_language::diagnostic::{Code, Diagnostic, Severity};
use limn_language::dialect::{
    Dialect, ExternalDefinition, ExternalReference, Model, PaletteEntry, Picture, Plan, Profile, Recognition,
    Source,
};
use limn_language::edit::{Edit, EditError, Promotions};
use limn_language::explanation::{Explanation, Implied};
use limn_language::graph::{Diagram, Graph, Id, PortRef, Role};
use limn_language::message;
use limn_language::nesting::Nesting;
use limn_language::relocation::Relocation;
use limn_language::schema::{Construct, NameKind, Names, Profiles, Slot, Slots, diagnose_strict};
use limn_language::sketch::Sketch;
use limn_language::value_trace::ValueTraces;
use limn_text::TextRange;
use limn_yaml::{self as yaml, Document, Op, Path};

pub use meta::Meta;
pub use recognize::{is_service_template, template_name};
pub use rules::{DefinitionRole, Rule, ValueDefinition, codes, offer_assignments, value_definitions};
pub use service_template::ServiceTemplate;

pub struct Tosca;

impl Dialect for Tosca {
    fn id(&self) -> &'static str {
        "tosca"
    }

    fn label(&self) -> &'static str {
        "TOSCA service template"
    }

    fn profiles(&self) -> &'static [Profile] {
        recognize::PROFILES
    }

    fn recognizes(&self, file: &FilePath, document: &Document) -> Option<Recognition> {
        recognize::recognize(file, document)
    }

    fn looks_like(&self, file: &FilePath, text: &str) -> bool {
        let in_definitions = file.folder().rsplit('/').next() == Some("Definitions");
        in_definitions || file.extension() == "tosca" || text.contains("tosca_definitions_version")
    }

    fn dependencies(&self, text: &str) -> Vec<String> {
        if !text.contains("imports") || !text.contains("tosca_definitions_version") {
            return Vec::new();
        }
        let document = yaml::parse(text);
        let imports = document.root().map(types::imports).unwrap_or_default();
        let local = imports.into_iter().filter(|import| import.repository.is_none());
        local
            .filter_map(|import| Some(import.file?.text.into_owned()))
            .filter(|file| !file.contains("://"))
            .collect()
    }

    fn codes(&self) -> Vec<&'static Code> {
        [grammar::codes(), rules::codes(), vec![&recognize::OTHER_LANGUAGE]].concat()
    }

    fn unsupported_language(&self, document: &Document) -> Option<Diagnostic> {
        recognize::declines(document)
    }

    fn common_rules(&self) -> &'static [(&'static str, &'static str)] {
        COMMON_RULES
    }

    fn source_in(&self, profile: &Profile, section: &str) -> String {
        grammar::source_in(profile.bits, section)
    }

    fn severity(&self, code: &Code) -> Option<Severity> {
        // Curly quotes in a string are still valid.
        (code.name == "common/typographic-quotes").then_some(Severity::Warning)
    }

    fn external_names(&self, source: &Source<'_>) -> Vec<(&'static NameKind, String)> {
        let type_scope =
            types::TypeScope::new(source.file, source.document, source.library, source.profile.bits);
        let of = |kind| type_scope.names(kind).into_iter().map(move |(name, _)| (kind.name_kind(), name));
        let primitives = value::Primitive::ALL
            .into_iter()
            .map(|primitive| (&kind::DATA_TYPE, primitive.name().to_owned()));
        let is_amp = |_: &&str| source.profile.bits.has(grammar::AMP);
        let of_amp = ["double", "list<string>", "map<string,string>"].into_iter().filter(is_amp);
        let of_amp = of_amp.map(|name| (&kind::DATA_TYPE, name.to_owned()));
        // Most values have a simple type.
        primitives.chain(of_amp).chain(types::TypeKind::ALL.into_iter().flat_map(of)).collect()
    }

    fn about(&self) -> &'static str {
        "Node templates, hosts and requirements"
    }

    fn sketch(&self) -> Sketch {
        Sketch {
            boxes: "M3 3h20v28H3zM7 11h12v16H7zM10 18h6v6h-6zM31 10h14v21H31zM34 18h8v9h-8z",
            lines: "M16 21h18",
        }
    }

    fn standalone(&self) -> &'static [&'static str] {
        &["node", "step"]
    }

    fn blank(&self) -> &'static str {
        BLANK
    }

    fn read(&self, source: &Source<'_>) -> Box<dyn Model> {
        Box::new(ServiceTemplate::read(source))
    }

    fn check(&self, source: &Source<'_>) -> Vec<Diagnostic> {
        let misfits = diagnose_strict(source.document, &grammar::SERVICE, source.profile.bits);
        service_template::diagnose(&read::read(source), misfits, &[])
    }
}

/// Ids of the common YAML checks in the TOSCA rule reference.
static COMMON_RULES: &[(&str, &str)] =
    &[("common/not-yaml", "T0-R1"), ("common/repeated-key", "T0-R2"), ("common/typographic-quotes", "T0-R8")];

static BLANK: &str = "\
tosca_definitions_version: tosca_simple_yaml_1_2
description: ''
topology_template:
  node_templates: {}
";

impl ServiceTemplate {
    /// Fields of the properties of a type, in its order. Empty if the type is unknown.
    pub fn property_slots(&self, kind: types::TypeKind, type_name: &str) -> Vec<(String, Slot)> {
        fields::FieldProvider::of(self).properties_of(kind, type_name)
    }

    /// Plans an edit with the fields of a language that extends TOSCA.
    ///
    /// # Errors
    ///
    /// The reason if the edit is not possible.
    pub fn plan_with(&self, edit: &Edit, slots: &dyn Slots) -> Result<Plan, EditError> {
        plan::plan(self, edit, slots)
    }
}

impl Model for ServiceTemplate {
    fn title(&self) -> Option<String> {
        let root = self.document().root()?;
        let name = root.get("metadata").and_then(|metadata| metadata.get("template_name"));
        name.or_else(|| root.get("template_name"))?.text().map(str::to_owned)
    }

    fn check(&self) -> Vec<Diagnostic> {
        self.diagnose(&[])
    }

    fn names(&self) -> &Names {
        &self.names
    }

    fn grammar(&self) -> (&'static Construct, Profiles) {
        (&grammar::SERVICE, self.version)
    }

    fn slots(&self) -> Option<Box<dyn Slots + '_>> {
        Some(Box::new(fields::FieldProvider::of(self)))
    }

    fn explain(&self, offset: usize) -> Option<Explanation> {
        explain::explain(self, offset)
    }

    fn external_definition(&self, offset: usize) -> Option<ExternalDefinition> {
        explain::external_definition(self, offset)
    }

    fn implied(&self, within: TextRange) -> Vec<Implied> {
        implied::implied(self, within)
    }

    fn section(&self, construct: &Construct) -> String {
        grammar::section_in(self.version, construct.section)
    }

    fn plan(&self, edit: &Edit) -> Result<Plan, EditError> {
        plan::plan(self, edit, &fields::FieldProvider::of(self))
    }

    fn external_references(&self) -> Vec<ExternalReference> {
        self.foreign.clone()
    }

    fn named_files(&self) -> Vec<(String, Path)> {
        files::named(&self.document, &self.file, self.version)
    }

    fn is_bundled_copy(&self) -> bool {
        let has_topology = self.document.root().is_some_and(|root| root.get("topology_template").is_some());
        !has_topology && rules::redeclares_tosca(&self.service())
    }

    fn rename_files(&self, names: &BTreeMap<FilePath, FilePath>) -> Vec<Op> {
        files::follow(&self.document, &self.file, self.version, &self.library.files, names)
    }

    fn promotions(&self, path: &Path) -> Promotions {
        plan::promotions(path)
    }

    fn relocation(&self) -> Option<&dyn Relocation> {
        Some(self)
    }

    fn nesting(&self) -> Option<&dyn Nesting> {
        Some(self)
    }

    fn picture(&self) -> Option<&dyn Picture> {
        Some(self)
    }

    fn value_traces(&self) -> Option<&dyn ValueTraces> {
        Some(self)
    }
}

impl Picture for ServiceTemplate {
    fn graph(&self) -> Graph {
        ServiceTemplate::graph(self).clone()
    }

    fn accepts(&self, from: &PortRef, to: &PortRef) -> Result<(), EditError> {
        if grammar::TYPE_SECTION.contains(&from.node) {
            return Err(grammar::TYPE_SECTION.no_wires());
        }
        if let Some(verdict) = workflow::accepts(self, from, to) {
            return verdict;
        }
        if let Some(verdict) = self.mappings().accepts(from, to) {
            return verdict;
        }
        if value_flow::is_value(from) || value_flow::is_value(to) {
            return value_flow::connection(self, from, to).map(|_| ());
        }
        let (need, offer) = match (from.role, to.role) {
            (Role::Requirement, Role::Capability) => (from, to),
            (Role::Capability, Role::Requirement) => (to, from),
            _ => return Err(EditError::Incompatible("connect a requirement to a capability".to_owned())),
        };
        let template = |id: &Id| {
            let missing = || match id.0.last_key() {
                Some(name) => EditError::Incompatible(message::unknown("node template", name)),
                None => EditError::Incompatible(
                    "connect a port of the service template to a port of a node template".to_owned(),
                ),
            };
            self.templates.get(id).copied().ok_or_else(missing)
        };
        if need.port.is_empty() {
            return Err(EditError::Incompatible(
                "start the connection at a requirement of a node".to_owned(),
            ));
        }
        let capability = Some(offer.port.as_str()).filter(|name| !name.is_empty());
        let (source, target) = (template(&need.node)?, template(&offer.node)?);
        let from = self.matching.templates[source].from;
        if from != source {
            let from = &self.matching.templates[from].name;
            return Err(EditError::Incompatible(format!(
                "the node copies its requirements from `{from}`: connect `{from}`"
            )));
        }
        self.matching.joins(source, &need.port, target, capability).map_err(EditError::Incompatible)?;
        if self.hosts(source, &need.port) && self.is_hosted_on(target, source) {
            let (guest, host) =
                (&self.matching.templates[target].name, &self.matching.templates[source].name);
            return Err(EditError::Incompatible(match target == source {
                true => format!("`{host}` cannot host itself"),
                false => format!("`{guest}` is already hosted on `{host}`"),
            }));
        }
        Ok(())
    }

    fn palette(&self) -> Vec<PaletteEntry> {
        palette::palette(&self.service())
    }

    fn group_template(&self) -> Option<String> {
        Some(palette::group())
    }

    fn palette_for(&self, from: &PortRef) -> Option<Vec<PaletteEntry>> {
        match workflow::around(&from.node.0) {
            Some(workflow) => Some(workflow::palette(&workflow)),
            None => palette::palette_for(self, from),
        }
    }

    fn ends(&self, from: &PortRef, on: &Id) -> Option<Vec<PortRef>> {
        if let Some(found) = self.mappings().ends(from, on) {
            return Some(found);
        }
        let (at, other) = (*self.templates.get(&from.node)?, *self.templates.get(on)?);
        let port = |role: Role, name: &str| PortRef { node: on.clone(), role, port: name.to_owned() };
        let (here, there) = (self.matching.kind(at), self.matching.kind(other));
        let mut found: Vec<PortRef> = match from.role {
            Role::Requirement => {
                let fit = here.zip(there).and_then(|(here, there)| {
                    Some(matching::fit(here, here.requirement(&from.port)?, there, &Overrides::default()))
                });
                let offers = there.map_or(&[][..], |there| &there.capabilities);
                let fits = fit.iter().flat_map(|fit| &fit.capabilities);
                fits.map(|at| port(Role::Capability, &offers[*at].name)).collect()
            }
            Role::Capability => {
                let mut needs: Vec<_> = there.iter().flat_map(|kind| &kind.requirements).collect();
                needs.sort_by_key(|need| (self.matching.assigned(other, &need.name) > 0, need.least == 0));
                needs.into_iter().map(|need| port(Role::Requirement, &need.name)).collect()
            }
            Role::Input | Role::Output if !from.port.is_empty() => value_flow::ends(self, from, on),
            _ => return None,
        };
        found.retain(|end| self.accepts(from, end).is_ok());
        // Falls back to the node as a whole if the capability is unknown.
        let whole = port(Role::Capability, "");
        if found.is_empty() && from.role == Role::Requirement && self.accepts(from, &whole).is_ok() {
            found.push(whole);
        }
        Some(found)
    }

    fn hosting(&self, node: &Id, host: &Id) -> Option<(PortRef, PortRef)> {
        let kind = self.matching.kind(*self.templates.get(node)?)?;
        let hosts = |need: &&matching::RequirementSignature| {
            need.relationship_signature.as_ref().is_some_and(|relationship| {
                relationship.line.derives_from_name("tosca.relationships.HostedOn")
            })
        };
        kind.requirements.iter().filter(hosts).find_map(|need| {
            let from = PortRef { node: node.clone(), role: Role::Requirement, port: need.name.clone() };
            let to = self.ends(&from, host)?.into_iter().next()?;
            Some((from, to))
        })
    }

    fn fits_any_node(&self, requirement: &PortRef) -> bool {
        let kind = self.templates.get(&requirement.node).and_then(|at| self.matching.kind(*at));
        let need = kind.and_then(|kind| kind.requirement(&requirement.port));
        need.and_then(|need| need.capability.as_ref())
            .is_some_and(|required| required.name == "tosca.capabilities.Node")
    }

    fn substituted(&self, node: &Id) -> Option<String> {
        self.substituted_nodes().get(&node.0).cloned()
    }

    fn substitutes(&self) -> Vec<String> {
        let types = self.boundary().map(|boundary| boundary.types.clone()).unwrap_or_default();
        // In AMP, nodes can have another template as their type, by its name.
        types.into_iter().chain(self.document().root().and_then(template_name)).collect()
    }

    fn diagrams(&self) -> &[Diagram] {
        ServiceTemplate::diagrams(self)
    }

    fn palette_of(&self, diagram: &Id) -> Vec<PaletteEntry> {
        match grammar::TYPE_SECTION.contains(diagram) {
            true => {
                grammar::TYPE_SECTION.palette("A structure of values that properties can have as their type.")
            }
            false => workflow::palette(&diagram.0),
        }
    }
}
