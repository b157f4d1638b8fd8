//! Assembly and resource descriptors of TNC-O and CP4NA, and LMCTL's project files.

mod appearance;
mod deployment;
mod descriptor_names;
mod descriptor_ref;
mod driver_files;
mod explain;
mod exposure;
pub mod expression;
mod fields;
mod foreign;
pub mod grammar;
mod graph;
pub mod implied;
mod interpolation;
pub mod jinja;
mod lifecycle;
pub mod model;
mod nesting;
mod plan;
mod project_parts;
mod read;
mod recognize;
mod renamed_files;
mod resource_names;
mod rules;
mod trace;
mod version;
pub mod workspace_index;

use std::collections::BTreeMap;

use self::model::{Descriptor, DescriptorKind};
use self::workspace_index::WorkspaceIndex;
use limn_files::FilePath;
use limn_language::deployment::{Deployments, INSTANCES};
use limn_language::diagnostic::{Code, Diagnostic, Report};
use limn_language::dialect::{
    Dialect, ExternalDefinition, ExternalReference, Model, PaletteEntry, Picture, Plan, Profile, Recognition,
    Source, UsedFile, View,
};
use limn_language::edit::{Edit, EditError, Place, Promotions};
use limn_language::explanation::{Explanation, Implied};
use limn_language::graph::{Diagram, Graph, Id, PortRef};
use limn_language::nesting::Nesting;
use limn_language::schema::{Construct, NameKind, Names, Profiles, Reference, Slots, validate};
use limn_language::sketch::Sketch;
use limn_language::timeline::{LIFECYCLE, Timelines};
use limn_language::type_diagram;
use limn_language::value_trace::ValueTraces;
use limn_text::TextRange;
use limn_yaml::{Document, Op, Path};

/// Folders of an Ansible project, as they lie beside its playbooks.
const ANSIBLE_FOLDERS: [&str; 15] = [
    "ansible",
    "defaults",
    "files",
    "group_vars",
    "handlers",
    "host_vars",
    "inventory",
    "library",
    "meta",
    "playbooks",
    "roles",
    "scripts",
    "tasks",
    "templates",
    "vars",
];

pub struct Assembly;

impl Dialect for Assembly {
    fn id(&self) -> &'static str {
        "assembly"
    }

    fn label(&self) -> &'static str {
        "Assembly descriptor"
    }

    fn uses_catalog(&self) -> bool {
        true
    }

    fn profiles(&self) -> &'static [Profile] {
        recognize::PROFILES
    }

    fn recognizes(&self, file: &FilePath, document: &Document) -> Option<Recognition> {
        recognize::recognize(file, document)
    }

    /// Drivers read what is below `Lifecycle`: scripts, and templates of Kubernetes objects, Helm and Jinja. The Ansible resource manager reads
    /// playbooks and roles below `lifecycle`, which is a usual name of other folders, too.
    fn is_script(&self, file: &FilePath) -> bool {
        let folders: Vec<&str> = file.folder().split('/').collect();
        folders.iter().enumerate().any(|(at, folder)| match *folder {
            "Lifecycle" => true,
            "lifecycle" => folders.get(at + 1).is_none_or(|inner| ANSIBLE_FOLDERS.contains(inner)),
            _ => false,
        })
    }

    fn looks_like(&self, file: &FilePath, text: &str) -> bool {
        let in_descriptors = file.folder().rsplit('/').next() == Some("Descriptor");
        in_descriptors || text.contains("assembly::") || text.contains("resource::")
    }

    fn codes(&self) -> Vec<&'static Code> {
        [grammar::codes(), rules::codes()].concat()
    }

    fn common_rules(&self) -> &'static [(&'static str, &'static str)] {
        COMMON_RULES
    }

    fn about(&self) -> &'static str {
        "For TNC-O and CP4NA: components and their relationships"
    }

    fn sketch(&self) -> Sketch {
        Sketch {
            boxes: "M3 3h42v28H3zM8 8h11v8H8zM8 21h11v6H8zM29 13h11v9H29z",
            lines: "M19 12h4v4.500h6M19 24h4v-5.500h6",
        }
    }

    fn standalone(&self) -> &'static [&'static str] {
        &["component"]
    }

    fn blank(&self) -> &'static str {
        BLANK
    }

    fn read(&self, source: &Source<'_>) -> Box<dyn Model> {
        Box::new(read_source(source))
    }
}

/// Reference ids of the checks that apply to any YAML file.
static COMMON_RULES: &[(&str, &str)] = &[
    ("common/repeated-key", "A-YAML-2"),
    ("common/invisible-character", "A-YAML-3"),
    ("common/typographic-quotes", "A-YAML-4"),
    ("common/missing-blank-after-colon", "A-YAML-5"),
    ("common/slash-comment", "A-YAML-6"),
    ("common/ellipsis", "A-YAML-7"),
    ("common/unquoted-reference-in-flow", "A-YAML-8"),
    ("common/tab-indentation", "A-YAML-9"),
    ("common/blank-after-colons", "A-NAME-9"),
];

static BLANK: &str = "\
name: assembly::new-assembly::1.0
description: ''
properties:
  deploymentLocation:
    type: string
    required: true
    description: where the assembly is deployed
  resourceManager:
    type: string
    required: true
    description: the resource manager that creates the components
composition: {}
";

/// Reads a document without validating it.
fn read_unchecked(source: &Source<'_>) -> Descriptor {
    let kind = recognize::kind(source.file, source.document).unwrap_or(DescriptorKind::Assembly);
    let workspace = WorkspaceIndex::new(source.library, source.file);
    let cp4na = source.profile.id == "cp4na";
    let in_project = workspace.project().is_some() || recognize::is_in_project(source.file);
    let profiles = recognize::profile_bits(source.document, kind, cp4na, in_project);
    read::read(source.file, source.document, kind, profiles, workspace)
}

/// Reads a document and validates it against its grammar tables.
pub fn read_source(source: &Source<'_>) -> Descriptor {
    let mut descriptor = read_unchecked(source);
    let validation = validate(source.document, grammar::construct(descriptor.profiles), descriptor.profiles);
    descriptor.names = validation.names;
    descriptor.diagnostics = validation.diagnostics;
    foreign::refer_to_properties(&mut descriptor);
    descriptor_names::add(&mut descriptor);
    descriptor
}

impl Model for Descriptor {
    fn title(&self) -> Option<String> {
        self.name.as_ref().map(|name| name.text.clone())
    }

    fn check(&self) -> Vec<Diagnostic> {
        let mut report = Report { diagnostics: self.diagnostics.clone() };
        for rule in rules::RULES {
            (rule.check)(self, &mut report);
        }
        for diagnostic in &mut report.diagnostics {
            if diagnostic.severity == diagnostic.code.severity {
                diagnostic.severity = grammar::severity_in(diagnostic.code, self.profiles);
            }
        }
        report.diagnostics
    }

    fn names(&self) -> &Names {
        &self.names
    }

    fn grammar(&self) -> (&'static Construct, Profiles) {
        (grammar::construct(self.profiles), self.profiles)
    }

    fn naming_value(&self, id: &Id) -> Option<Path> {
        self.document_name().filter(|_| id.0.is_empty())
    }

    fn document_name(&self) -> Option<Path> {
        descriptor_names::document_name(self)
    }

    fn complete_name(&self, id: &Id, name: &str) -> String {
        descriptor_names::complete_name(self, id, name)
    }

    fn file_of_name(&self, name: &str) -> Option<FilePath> {
        self.workspace.file_named(name).cloned()
    }

    fn renamed_reference(&self, reference: &Reference, to: &str) -> String {
        descriptor_names::renamed(reference, to)
    }

    fn linked_files(&self) -> Vec<(Path, FilePath)> {
        descriptor_names::linked_files(self)
    }

    fn slots(&self) -> Option<Box<dyn Slots + '_>> {
        Some(Box::new(fields::DescriptorFields(self)))
    }

    fn external_members(&self) -> Vec<(usize, &'static NameKind, String)> {
        fields::external_members(self)
    }

    fn explain(&self, offset: usize) -> Option<Explanation> {
        explain::explain(self, offset)
    }

    fn implied(&self, within: TextRange) -> Vec<Implied> {
        implied::implied(self, within)
    }

    fn external_definition(&self, offset: usize) -> Option<ExternalDefinition> {
        explain::external_definition(self, offset)
    }

    fn plan(&self, edit: &Edit) -> Result<Plan, EditError> {
        plan::plan(self, edit)
    }

    fn external_references(&self) -> Vec<ExternalReference> {
        foreign::foreign(self)
    }

    fn used_files(&self) -> Vec<UsedFile> {
        match self.kind {
            DescriptorKind::Project => project_parts::used_files(self),
            DescriptorKind::Assembly | DescriptorKind::Resource => driver_files::used_files(self),
        }
    }

    fn rename_files(&self, names: &BTreeMap<FilePath, FilePath>) -> Vec<Op> {
        renamed_files::follow(self, names)
    }

    fn nesting(&self) -> Option<&dyn Nesting> {
        Some(self)
    }

    fn picture(&self) -> Option<&dyn Picture> {
        Some(self)
    }

    fn views(&self) -> &'static [View] {
        if self.kind == DescriptorKind::Assembly { &[LIFECYCLE, INSTANCES] } else { &[] }
    }

    fn timelines(&self) -> Option<&dyn Timelines> {
        Some(self)
    }

    fn deployments(&self) -> Option<&dyn Deployments> {
        Some(self)
    }

    fn promotions(&self, path: &Path) -> Promotions {
        plan::promotions(self, path)
    }

    fn value_traces(&self) -> Option<&dyn ValueTraces> {
        Some(self)
    }
}

impl Picture for Descriptor {
    fn graph(&self) -> Graph {
        graph::graph(self)
    }

    fn accepts(&self, from: &PortRef, to: &PortRef) -> Result<(), EditError> {
        if grammar::TYPE_SECTION.contains(&from.node) {
            return Err(grammar::TYPE_SECTION.no_wires());
        }
        plan::accepts(self, from, to)
    }

    fn palette(&self) -> Vec<PaletteEntry> {
        plan::palette(self)
    }

    fn palette_for(&self, from: &PortRef) -> Option<Vec<PaletteEntry>> {
        plan::palette_for(self, from)
    }

    fn ends(&self, from: &PortRef, on: &Id) -> Option<Vec<PortRef>> {
        plan::ends(self, from, on)
    }

    fn places(&self) -> BTreeMap<Id, Place> {
        plan::places(self)
    }

    fn diagrams(&self) -> &[Diagram] {
        let found = || type_diagram::diagram(&self.document, &self.names, &grammar::TYPE_SECTION);
        self.diagrams.get_or_init(|| found().into_iter().collect())
    }

    fn palette_of(&self, _diagram: &Id) -> Vec<PaletteEntry> {
        grammar::TYPE_SECTION.palette("A structure of values that properties can have as their type.")
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use limn_language::dialect::Library;
    use limn_yaml as yaml;

    /// A descriptor without other files.
    pub(super) fn read(profile: &str, text: &str) -> Descriptor {
        read_among(profile, text, &[])
    }

    /// A descriptor with other files in the workspace.
    pub(super) fn read_among(profile: &str, text: &str, others: &[(&str, &str)]) -> Descriptor {
        let file = |name: &str| FilePath::new(name).unwrap();
        let mut library = Library::default();
        for (name, text) in others.iter().chain(&[("assembly.yaml", text)]) {
            library.documents.insert(file(name), Arc::new(yaml::parse(*text)));
        }
        library.files = library.documents.keys().cloned().collect();
        let file = file("assembly.yaml");
        let profile = recognize::PROFILES.iter().find(|known| known.id == profile).unwrap();
        let document = Arc::clone(&library.documents[&file]);
        read_source(&Source { file: &file, document: &document, profile, library: &Arc::new(library) })
    }

    /// The errors and warnings, one per line.
    fn problems(descriptor: &Descriptor) -> Vec<String> {
        let faults = descriptor
            .check()
            .into_iter()
            .filter(|diagnostic| diagnostic.severity != limn_language::diagnostic::Severity::Info);
        let line = |at: usize| descriptor.document.text()[..at].matches('\n').count() + 1;
        faults
            .map(|diagnostic| {
                format!("{} {}: {}", line(diagnostic.range.start), diagnostic.code.name, diagnostic.message)
            })
            .collect()
    }

    #[test]
    fn the_samples_have_the_expected_problems() {
        let sample = |profile, text| problems(&read(profile, text));
        let media = include_str!("../../../public/samples/media_edge.yaml");
        assert_eq!(sample("cp4na", media), [""; 0]);
        assert_eq!(sample("tnco", include_str!("../../../public/samples/h_bta.yaml")), [""; 0]);
        let streamer = include_str!("../../../public/samples/streamer_cluster.yaml");
        assert_eq!(
            sample("tnco", streamer),
            [
                "148 assembly/unknown-relationship-end: unknown component or reference `storage`",
                "157 assembly/unknown-relationship-end: unknown component or reference `storage`",
                "184 assembly/operation-without-side: expected `target.AddBalancedHttpServer`, found `balancer.AddBalancedHttpServer`",
                "186 assembly/operation-without-side: expected `target.RemoveBalancedHttpServer`, found `balancer.RemoveBalancedHttpServer`",
            ]
        );
        let recognized =
            recognize::recognize(&FilePath::new("a.yaml").unwrap(), &yaml::parse(media)).unwrap();
        assert_eq!(recognized.reason, "`data-types`, `entry-schema` and `map` are CP4NA features");
    }

    #[test]
    fn an_invisible_character_is_one_problem() {
        let text = |name: &str| {
            format!(
                "name: assembly::a::1.0\nproperties: {{ip: {{value: '${{web.ip}}'}}}}\ncomposition:\n  \"{name}\": {{type: 'resource::w::1.0'}}\n"
            )
        };
        let unknown = |name: &str| {
            problems(&read("tnco", &text(name))).join("\n").contains("assembly/unknown-reference")
        };
        assert!(unknown("wob"));
        assert!(!unknown("we\u{200b}b"));
    }

    #[test]
    fn a_quantity_cannot_read_a_component() {
        let text = "name: assembly::a::1.0\ncomposition: {a: {type: 'resource::r::1.0', cluster: {initial-quantity: '${a.out}'}}}\n";
        let found = problems(&read("tnco", text));
        assert!(
            found.iter().any(|problem| problem.contains(": expected an integer or `${property}` for ")
                && problem.ends_with(", found the string `${a.out}`")),
            "{found:#?}"
        );
    }

    #[test]
    fn a_new_document_has_no_errors() {
        let faults: Vec<_> = read("tnco", BLANK).check();
        assert!(
            faults.iter().all(|fault| fault.severity != limn_language::diagnostic::Severity::Error),
            "{faults:#?}"
        );
    }
}
