//! Assembly and resource descriptors of TNC-O and CP4NA, and LMCTL's project files.

pub mod braced;
pub mod expression;
mod foreign;
pub mod grammar;
mod graph;
pub mod jinja;
pub mod library;
pub mod model;
mod plan;
mod read;
mod recognize;
mod rules;

use std::collections::BTreeMap;

use self::library::Shelf;
use self::model::{Descriptor, Kind};
use super::{Dialect, Foreign, Model, Picture, Plan, Profile, Recognition, Source, Template};
use crate::diagnostic::{Code, Diagnostic, Report};
use crate::edit::{Edit, EditError, Place};
use crate::files::FilePath;
use crate::graph::{Graph, Id, PortRef};
use crate::schema::{Construct, Names, Profiles, hold};
use crate::yaml::Document;

pub struct Assembly;

impl Dialect for Assembly {
    fn id(&self) -> &'static str {
        "assembly"
    }

    fn label(&self) -> &'static str {
        "Assembly descriptor"
    }

    fn profiles(&self) -> &'static [Profile] {
        recognize::PROFILES
    }

    fn recognizes(&self, file: &FilePath, document: &Document) -> Option<Recognition> {
        recognize::recognize(file, document)
    }

    fn codes(&self) -> Vec<&'static Code> {
        [grammar::codes(), rules::codes()].concat()
    }

    fn common_rules(&self) -> &'static [(&'static str, &'static str)] {
        COMMON_RULES
    }

    fn about(&self) -> &'static str {
        "For TNC-O and CP4NA: components and what they need of each other"
    }

    fn blank(&self) -> &'static str {
        BLANK
    }

    fn read(&self, source: &Source<'_>) -> Box<dyn Model> {
        Box::new(read_source(source))
    }
}

/// What the reference of this language calls the checks that any YAML is put to.
static COMMON_RULES: &[(&str, &str)] = &[
    ("common/repeated-key", "A-YAML-2"),
    ("common/invisible-character", "A-YAML-3"),
    ("common/typographic-quotes", "A-YAML-4"),
    ("common/missing-blank-after-colon", "A-YAML-5"),
    ("common/slash-comment", "A-YAML-6"),
    ("common/elision", "A-YAML-7"),
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
    description: the resource manager that creates its parts
composition: {}
";

/// What a document says, not held against anything.
fn understand(source: &Source<'_>) -> Descriptor {
    let kind = recognize::kind(source.file, source.document).unwrap_or(Kind::Assembly);
    let shelf = Shelf::new(source.library, source.file);
    let cp4na = source.profile.id == "cp4na";
    let in_project = shelf.project().is_some() || recognize::lies_in_project(source.file);
    let profiles = recognize::bits(source.document, kind, cp4na, in_project);
    read::read(source.file, source.document, kind, profiles, shelf)
}

/// Reads a document and holds it against its tables.
pub fn read_source(source: &Source<'_>) -> Descriptor {
    let mut descriptor = understand(source);
    let held = hold(source.document, grammar::construct(descriptor.profiles), descriptor.profiles);
    descriptor.names = held.names;
    descriptor.faults = held.diagnostics;
    descriptor
}

impl Model for Descriptor {
    fn check(&self) -> Vec<Diagnostic> {
        let mut report = Report { diagnostics: self.faults.clone() };
        for rule in rules::RULES {
            (rule.check)(self, &mut report);
        }
        for diagnostic in &mut report.diagnostics {
            if diagnostic.severity == diagnostic.code.severity {
                diagnostic.severity = grammar::weight(diagnostic.code, self.profiles);
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

    fn plan(&self, edit: &Edit) -> Result<Plan, EditError> {
        plan::plan(self, edit)
    }

    fn foreign(&self) -> Vec<Foreign> {
        foreign::foreign(self)
    }

    fn picture(&self) -> Option<&dyn Picture> {
        Some(self)
    }
}

impl Picture for Descriptor {
    fn graph(&self) -> Graph {
        graph::graph(self)
    }

    fn accepts(&self, from: &PortRef, to: &PortRef) -> Result<(), EditError> {
        plan::accepts(self, from, to)
    }

    fn palette(&self) -> Vec<Template> {
        plan::palette(self)
    }

    fn places(&self) -> BTreeMap<Id, Place> {
        plan::places(self)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::dialect::Library;
    use crate::yaml;

    /// A descriptor that stands alone.
    pub(super) fn read(profile: &str, text: &str) -> Descriptor {
        read_among(profile, text, &[])
    }

    /// A descriptor with others beside it.
    pub(super) fn read_among(profile: &str, text: &str, others: &[(&str, &str)]) -> Descriptor {
        let file = |name: &str| FilePath::new(name).unwrap();
        let mut library = Library::default();
        for (name, text) in others.iter().chain(&[("assembly.yaml", text)]) {
            library.documents.insert(file(name), Arc::new(yaml::parse(*text)));
        }
        library.files = library.documents.keys().cloned().collect();
        let file = file("assembly.yaml");
        let profile = recognize::PROFILES.iter().find(|it| it.id == profile).unwrap();
        let document = Arc::clone(&library.documents[&file]);
        read_source(&Source { file: &file, document: &document, profile, library: &Arc::new(library) })
    }

    /// What is wrong, one in a line, remarks left out.
    fn problems(descriptor: &Descriptor) -> Vec<String> {
        let faults =
            descriptor.check().into_iter().filter(|it| it.severity != crate::diagnostic::Severity::Info);
        let line = |at: usize| descriptor.document.text()[..at].matches('\n').count() + 1;
        faults.map(|it| format!("{} {}: {}", line(it.range.start), it.code.name, it.message)).collect()
    }

    #[test]
    fn the_samples_have_the_faults_that_they_are_known_for() {
        let sample = |profile, text| problems(&read(profile, text));
        let media = include_str!("../../../public/samples/media_edge.yaml");
        assert_eq!(sample("cp4na", media), [""; 0]);
        assert_eq!(sample("tnco", include_str!("../../../public/samples/h_bta.yaml")), [""; 0]);
        let streamer = include_str!("../../../public/samples/streamer_cluster.yaml");
        assert_eq!(
            sample("tnco", streamer),
            [
                "148 assembly/unknown-relationship-end: no component or reference is named `storage`",
                "157 assembly/unknown-relationship-end: no component or reference is named `storage`",
                "184 assembly/operation-without-side: `balancer` is the target here: write `target.AddBalancedHttpServer`",
                "186 assembly/operation-without-side: `balancer` is the target here: write `target.RemoveBalancedHttpServer`",
            ]
        );
        let recognised =
            recognize::recognize(&FilePath::new("a.yaml").unwrap(), &yaml::parse(media)).unwrap();
        assert_eq!(recognised.reason, "`data-types`, `entry-schema` and `map` are CP4NA's");
    }

    #[test]
    fn a_character_that_nobody_sees_is_one_problem() {
        let text = |name: &str| {
            format!(
                "name: assembly::a::1.0\nproperties: {{ip: {{value: '${{web.ip}}'}}}}\ncomposition:\n  \"{name}\": {{type: 'resource::w::1.0'}}\n"
            )
        };
        let unknown = |name: &str| problems(&read("tnco", &text(name))).join("\n").contains("no component");
        assert!(unknown("wob"));
        assert!(!unknown("we\u{200b}b"));
    }

    #[test]
    fn a_number_of_instances_is_the_assemblys_own() {
        let text = "name: assembly::a::1.0\ncomposition: {a: {type: 'resource::r::1.0', cluster: {initial-quantity: '${a.out}'}}}\n";
        let said = problems(&read("tnco", text));
        assert!(
            said.iter()
                .any(|it| it.ends_with("should be a whole number or `${property}`, not the text `${a.out}`")),
            "{said:#?}"
        );
    }

    #[test]
    fn a_new_document_is_fine() {
        let faults: Vec<_> = read("tnco", BLANK).check();
        assert!(
            faults.iter().all(|fault| fault.severity != crate::diagnostic::Severity::Error),
            "{faults:#?}"
        );
    }
}
