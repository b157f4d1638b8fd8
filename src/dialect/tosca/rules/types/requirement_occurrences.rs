//! `occurrences` of requirement definitions: valid, and within the inherited ones.

use super::super::Rule;
use super::occurrences;
use super::requirement_definition::{SECTION, own_definitions};
use crate::model::Service;
use limn_language::diagnostic::{Code, Report};

pub(in super::super) static RULE: Rule = Rule { codes: &[&WIDER_OCCURRENCES, &BAD_OCCURRENCES], check };

static WIDER_OCCURRENCES: Code = Code::warning(
    "tosca/wider-requirement-occurrences",
    "T3.4.1-R2",
    "TOSCA Simple Profile in YAML 1.2, 3.4.1",
    "Reports a requirement that allows more assignments, or is less strict, than the inherited definition. This is a warning because \
published types often make `host` optional.",
)
.why("Operations of the parent type may rely on the number of targets that it declares, and some processors reject the derived type.")
.advice("Stay within the inherited bounds, or give the requirement another name.")
.bad(
    "node types",
    "
my.N:
  derived_from: tosca.nodes.SoftwareComponent
  requirements:
    - {host: {capability: tosca.capabilities.Compute, occurrences: [0, UNBOUNDED]}}
#                                                                  ^^^^^^^^^^^^^^
",
)
.good(
    "
my.N:
  derived_from: tosca.nodes.SoftwareComponent
  requirements:
    - {host: {capability: tosca.capabilities.Compute, occurrences: [1, 1]}}
",
);

static BAD_OCCURRENCES: Code = Code::error(
    "tosca/bad-requirement-occurrences",
    "T3.6.3-R14",
    SECTION,
    "Checks that `occurrences` of a requirement is a list of a lower and an upper bound, neither of them negative. It limits the number of \
assignments.",
)
.why("A number of assignments is never negative, and none is within reversed bounds, so processors reject the definition.")
.advice("Write two integers, the lower bound first: `occurrences: [0, UNBOUNDED]`.")
.bad(
    "node types",
    "
my.N:
  derived_from: tosca.nodes.Root
  requirements: [{a: {capability: Node, occurrences: [4, 0]}}]
#                                                    ^^^^^^
",
)
.good(
    "
my.N:
  derived_from: tosca.nodes.Root
  requirements: [{a: {capability: Node, occurrences: [0, 4]}}]
",
);

fn check(service: &Service<'_>, report: &mut Report) {
    for (_, definition, _) in own_definitions(service) {
        report.extend(occurrences(service, definition, (&BAD_OCCURRENCES, &WIDER_OCCURRENCES), true));
    }
}

#[cfg(test)]
mod tests {
    use limn_analysis::Analysis;
    use limn_files::FilePath;

    #[test]
    fn occurrences_that_are_not_a_list_are_reported_once() {
        let file = FilePath::new("service.yaml").unwrap();
        let text = "
tosca_definitions_version: tosca_simple_yaml_1_2
node_types:
  my.App: {derived_from: tosca.nodes.Root, requirements: [{host: {capability: Node, occurrences: 1}}]}
topology_template:
  node_templates:
    app: {type: my.App, requirements: [{host: {node: app, occurrences: 1}}]}
";
        let analysis = Analysis::of_text(&file, text);
        let diagnostics = analysis.file(&file).unwrap().diagnostics();
        let of_occurrences: Vec<(usize, &str)> = (diagnostics.iter())
            .filter(|diagnostic| diagnostic.message.contains("occurrences"))
            .map(|diagnostic| (diagnostic.range.start, diagnostic.code.name))
            .collect();
        let starts = [text.find("1}}]}\ntopology").unwrap(), text.rfind("1}}]").unwrap()];
        assert_eq!(of_occurrences, starts.map(|start| (start, "tosca/wrong-shape")));
    }
}
