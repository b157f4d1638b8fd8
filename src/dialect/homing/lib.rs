//! ONAP homing templates, alone or in a plan request: demands, their candidates, constraints between them,
//! and an objective.

mod explain;
mod fields;
pub mod geo;
pub mod grammar;
mod graph;
pub mod map;
pub mod model;
pub mod objective;
pub mod placement;
mod plan;
mod read;
mod recognize;
mod rules;
pub mod threshold;
mod view;

use self::model::Template;
pub use self::view::{CANDIDATES, MAP, OBJECTIVE, ViewEdit};
use limn_files::FilePath;
use limn_language::diagnostic::{Code, Diagnostic};
use limn_language::dialect::{
    Dialect, Model, PaletteEntry, Picture, Plan, Profile, Recognition, Source, View,
};
use limn_language::edit::{Edit, EditError};
use limn_language::explanation::Explanation;
use limn_language::graph::{Graph, Id, PortRef};
use limn_language::schema::{Construct, Names, Profiles, Slots, validate};
use limn_language::sketch::Sketch;
use limn_yaml::Document;

pub struct Homing;

impl Dialect for Homing {
    fn id(&self) -> &'static str {
        "homing"
    }

    fn label(&self) -> &'static str {
        "Homing template"
    }

    fn profiles(&self) -> &'static [Profile] {
        recognize::PROFILES
    }

    fn recognizes(&self, _file: &FilePath, document: &Document) -> Option<Recognition> {
        recognize::recognize(document)
    }

    fn looks_like(&self, _file: &FilePath, text: &str) -> bool {
        text.contains("homing_template_version")
    }

    fn codes(&self) -> Vec<&'static Code> {
        [grammar::codes(), rules::codes()].concat()
    }

    fn common_rules(&self) -> &'static [(&'static str, &'static str)] {
        COMMON_RULES
    }

    fn about(&self) -> &'static str {
        "For ONAP: demands, constraints and an objective"
    }

    fn sketch(&self) -> Sketch {
        Sketch {
            boxes: "M12 11a5 5 0 0 1 10 0c0 4-5 10-5 10s-5-6-5-10zM36 19a4 4 0 0 1 8 0c0 3-4 8-4 8s-4-5-4-8z",
            lines: "M3 22a14 9 0 1 0 28 0 14 9 0 1 0-28 0M17 21l4 1M25 23l4 1M33 25l4 1",
        }
    }

    fn blank(&self) -> &'static str {
        BLANK
    }

    fn read(&self, source: &Source<'_>) -> Box<dyn Model> {
        Box::new(read_source(source))
    }
}

/// Rule ids of the language's reference for the common YAML checks.
static COMMON_RULES: &[(&str, &str)] =
    &[("common/repeated-key", "H-YAML-1"), ("common/unquoted-comparison", "H-THR-6")];

static BLANK: &str = "\
homing_template_version: \"2018-02-01\"
parameters: {}
locations: {}
demands:
  demand:
  - inventory_provider: aai
    inventory_type: cloud
constraints: {}
";

/// Reads a document and validates it against the tables.
pub fn read_source(source: &Source<'_>) -> Template {
    let profiles = recognize::profile_bits(source.document, source.profile.id == "homing-guide");
    let mut template = read::read(source.file, source.document, profiles);
    let validated = validate(source.document, grammar::construct(template.is_plan), profiles);
    template.names = validated.names;
    template.table_diagnostics = validated.diagnostics;
    template
}

impl Model for Template {
    fn check(&self) -> Vec<Diagnostic> {
        rules::check(self)
    }

    fn names(&self) -> &Names {
        &self.names
    }

    fn grammar(&self) -> (&'static Construct, Profiles) {
        (grammar::construct(self.is_plan), self.profiles)
    }

    fn slots(&self) -> Option<Box<dyn Slots + '_>> {
        Some(Box::new(fields::TemplateFields(self)))
    }

    fn explain(&self, offset: usize) -> Option<Explanation> {
        explain::explain(self, offset)
    }

    fn plan(&self, edit: &Edit) -> Result<Plan, EditError> {
        plan::plan(self, edit)
    }

    fn picture(&self) -> Option<&dyn Picture> {
        Some(self)
    }

    fn views(&self) -> &'static [View] {
        view::VIEWS
    }
}

impl Picture for Template {
    fn graph(&self) -> Graph {
        graph::graph(self)
    }

    fn accepts(&self, from: &PortRef, to: &PortRef) -> Result<(), EditError> {
        plan::accepts(self, from, to)
    }

    fn palette(&self) -> Vec<PaletteEntry> {
        plan::palette(self)
    }

    fn palette_for(&self, from: &PortRef) -> Option<Vec<PaletteEntry>> {
        Some(plan::palette_for(self, from))
    }

    fn ends(&self, from: &PortRef, on: &Id) -> Option<Vec<PortRef>> {
        plan::ends(self, from, on)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use limn_language::diagnostic::Severity;
    use limn_language::dialect::Library;
    use limn_yaml as yaml;

    /// Reads a template without other files.
    pub(super) fn read(profile: &str, text: &str) -> Template {
        let file = FilePath::new("homing.yaml").unwrap();
        let document = Arc::new(yaml::parse(text));
        let library = Arc::new(Library::default());
        let profile = recognize::PROFILES.iter().find(|known| known.id == profile).unwrap();
        read_source(&Source { file: &file, document: &document, profile, library: &library })
    }

    /// The problems, one per line, without infos.
    fn problems(template: &Template) -> Vec<String> {
        let table_diagnostics = template.check().into_iter().filter(|fault| fault.severity != Severity::Info);
        let line = |at: usize| template.document.text()[..at].matches('\n').count() + 1;
        table_diagnostics
            .map(|fault| {
                format!(
                    "{:?} {} {}: {}",
                    fault.severity,
                    line(fault.range.start),
                    fault.code.name,
                    fault.message
                )
            })
            .collect()
    }

    #[test]
    fn the_palette_has_what_a_first_term_of_the_objective_needs() {
        let palette = read("homing-engine", "homing_template_version: 2017-10-10\n").palette();
        let missing = objective::formula::Vocabulary::default().missing();
        assert_eq!(missing.len(), 2);
        for (entry, noun) in missing {
            assert!(
                palette.iter().any(|template| template.id == entry),
                "no palette entry {entry} for a {noun}"
            );
        }
    }

    #[test]
    fn the_samples_have_their_known_problems() {
        let own = read("homing-engine", include_str!("../../../public/samples/video_homing.yaml"));
        assert_eq!(problems(&own), [""; 0]);
        let text = include_str!("../../../public/samples/homing_guide.yaml");
        let recognized = recognize::recognize(&yaml::parse(text)).unwrap();
        assert_eq!(
            recognized.reason,
            "Only used in the specification guide: `attributes`, `network_to_location` and `reservations`"
        );
        let guide = problems(&read("homing-guide", text));
        assert_eq!(guide.iter().filter(|line| line.starts_with("Error")).count(), 0, "{guide:#?}");
        let count = |what: &str| guide.iter().filter(|line| line.contains(what)).count();
        for once in [
            "`attributes` is the specification guide's name; HAS reads `filtering_attributes`",
            "`reservations` is the specification guide's name; HAS reads `reservation`",
            "a weight from `get_param` counts as 1",
            "constraint type `network_to_location` is not supported by HAS",
            "expected `SDN-C`, found the specification guide's spelling `sdn-c`",
        ] {
            assert!(count(once) > 0, "{once}: {guide:#?}");
        }
        assert_eq!(count("counts as 1"), 1);
        let engine = problems(&read("homing-engine", text));
        assert!(engine.iter().filter(|engine| engine.starts_with("Error")).count() > 5, "{engine:#?}");
    }

    /// Applies the first fix with a title.
    fn fixed(text: &str, title: &str) -> String {
        let template = read("homing-engine", text);
        let found = template.check();
        let fix = found.iter().flat_map(|diagnostic| &diagnostic.fixes).find(|fix| fix.title == title);
        let Some(limn_language::diagnostic::Fix {
            edit: limn_language::diagnostic::FixEdit::Ops(ops), ..
        }) = fix
        else {
            panic!("{title}: {found:#?}");
        };
        yaml::patch(&template.document, ops).unwrap().apply(text)
    }

    #[test]
    fn the_guides_syntax_can_be_converted_to_the_engines() {
        let version = "homing_template_version: \"2018-02-01\"\n";
        let after = fixed(
            &format!("{version}reservations:\n  hold:\n    type: instance_reservation\n    demands: [web]\n"),
            "Convert to HAS syntax",
        );
        let expected = "reservation:\n  service_model: service\n  service_candidates:\n    hold:\n      demands: [web]\n";
        assert_eq!(after, format!("{version}{expected}"));
        let after = fixed(
            &format!(
                "{version}constraints:\n- near: {{type: zone, demands: [a, b]}}\n- far:\n    type: hpa\n"
            ),
            "Convert to a mapping",
        );
        let expected = "constraints:\n  near: {type: zone, demands: [a, b]}\n  far:\n    type: hpa\n";
        assert_eq!(after, format!("{version}{expected}"));
        let after = fixed(
            &format!("{version}demands:\n  web: {{inventory_provider: aai, inventory_type: cloud}}\n"),
            "Convert to a list",
        );
        let expected = "demands:\n  web:\n    - {inventory_provider: aai, inventory_type: cloud}\n";
        assert_eq!(after, format!("{version}{expected}"));
        let objective = |term: &str| format!("{version}optimization: {{minimize: {{sum: [{{{term}}}]}}}}\n");
        let after = fixed(&objective("latency_between: [customer, web]"), "Wrap in `product`");
        assert_eq!(after, objective("product: [1, {latency_between: [customer, web]}]"));
        let after = fixed(
            &format!(
                "{version}parameters: {{w: 7}}\noptimization: {{minimize: {{sum: [{{product: [{{get_param: w}}, {{hpa_score: []}}]}}]}}}}\n"
            ),
            "Change to 7",
        );
        assert!(after.contains("product: [7, {hpa_score: []}]"), "{after}");
    }

    #[test]
    fn a_constraint_without_properties_gets_initial_ones() {
        let after = fixed(
            "demands: {a: [], b: []}\nconstraints:\n  near:\n    type: zone\n    demands: [a, b]\n",
            "Add initial properties",
        );
        assert!(
            after.ends_with("    properties:\n      qualifier: same\n      category: region\n"),
            "{after}"
        );
    }

    #[test]
    fn a_new_document_has_no_problems() {
        assert_eq!(problems(&read("homing-engine", BLANK)), [""; 0]);
    }
}
