//! Cycles of properties that read their values from each other.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::super::Rule;
use super::STANDARD;
use crate::function::CallNode;
use crate::model::Service;
use crate::name_index::SiteKind;
use limn_language::cycles::Digraph;
use limn_language::diagnostic::{Code, Report};
use limn_language::message;
use limn_text::TextRange;
use limn_yaml::Node;

pub(in super::super) static RULE: Rule = Rule { codes: &[&CYCLE], check };

static CYCLE: Code = Code::error(
    "tosca/property-value-cycle",
    "T4-R5",
    STANDARD,
    "Checks that properties do not read their values from each other in a cycle.",
)
.earlier(&["tosca/circular-value"])
.why("Such a property never gets a value. Unassigned properties use their defaults.")
.advice("Give one of the properties a literal value.")
.bad(
    "service template",
    "
node_types:
  my.App:
    derived_from: tosca.nodes.Root
    properties:
      a: {type: string, default: {get_property: [SELF, b]}}
#                                ^^^^^^^^^^^^^^^^^^^^^^^^^
      b: {type: string, default: {concat: [x, {get_property: [SELF, a]}]}}
topology_template: {node_templates: {app: {type: my.App}}}
",
)
.good(
    "
node_types:
  my.App:
    derived_from: tosca.nodes.Root
    properties:
      a: {type: string, default: {get_property: [SELF, b]}}
      b: {type: string, default: text}
topology_template: {node_templates: {app: {type: my.App}}}
",
);

/// A call that reads a value: the key of the value with its name, and the part of it that the call reads.
struct ReadCall<'d> {
    call: Node<'d>,
    key: TextRange,
    name: Cow<'d, str>,
    read: TextRange,
}

/// Range of the value of a key, or of the nested value that the arguments after the property name select. `None` if there is no such value.
fn part<'d>(call: Node<'d>, key: Node<'d>) -> Option<TextRange> {
    let name = key.as_str()?;
    let mut node = key.parent()?.get(&name)?.resolve();
    let arguments = CallNode::of(call)?.arguments();
    let behind = arguments
        .iter()
        .rposition(|argument| argument.as_str().as_ref() == Some(&name))
        .map_or(arguments.len(), |at| at + 1);
    for step in &arguments[behind..] {
        let step = step.as_str()?;
        node = match () {
            // The result of a nested call is unknown.
            () if CallNode::of(node).is_some() => break,
            () if node.is_mapping() => node.get(&step)?.resolve(),
            () if node.is_sequence() => node.items().nth(step.parse().ok()?)?.resolve(),
            () => break,
        };
    }
    Some(node.range())
}

fn check(service: &Service<'_>, report: &mut Report) {
    let name_index = service.name_index();
    let mut readings = Vec::new();
    for (site, outcome) in name_index.sites.iter().zip(&name_index.outcomes) {
        let is_value = !matches!(site.spot, SiteKind::Input | SiteKind::Output | SiteKind::Constraint);
        if let (Some(key), Some(assigned), true) =
            (site.key, outcome.assigned.or(outcome.by_default), is_value)
        {
            let own = service.is_own(assigned) && service.is_own(key);
            if let Some(read) = own.then(|| part(site.value, assigned)).flatten() {
                let named = match outcome.assigned {
                    Some(key) => key,
                    // The key of a default is `default`, in the definition of the property.
                    None => assigned.parent().and_then(Node::key).unwrap_or(assigned),
                };
                let name = named.as_str().unwrap_or_default();
                readings.push(ReadCall { call: site.value, key: assigned.range(), name, read });
            }
        }
    }
    readings.sort_by_key(|reading| reading.call.range().start);
    let graph = reading_graph(&readings);
    for part in graph.cycles() {
        let cycle = &part[..part.partition_point(|at| *at < readings.len())];
        let Some((first, others)) = cycle.split_first() else { continue };
        let reading = &readings[*first];
        let mut shortest = graph.shortest_cycle(&part, *first);
        shortest.retain(|at| *at < readings.len());
        // The last reading reads the property that contains the first.
        let last = shortest.pop();
        let names = last.into_iter().chain(shortest).map(|at| &*readings[at].name);
        let message = message::cycle("property value", names);
        let mut diagnostic = service.fault(&CYCLE, reading.call, message).related(reading.key, "read here");
        for other in others.iter().take(MAX_RELATED) {
            let range = readings[*other].call.range();
            diagnostic = diagnostic.related(range, "part of the cycle");
        }
        report.push(diagnostic);
    }
}

/// Maximum number of calls of a cycle that a diagnostic relates.
const MAX_RELATED: usize = 6;

/// The graph of the readings and, numbered after them, the values that they read.
fn reading_graph(readings: &[ReadCall<'_>]) -> Digraph {
    // Edges go from a reading to the value that it reads, and from the value to the readings inside it. Values nest only as deep as the document, so
    // there are far fewer edges than pairs of readings.
    let mut values: BTreeMap<(usize, usize), usize> = BTreeMap::new();
    let mut edges = Vec::new();
    for (at, reading) in readings.iter().enumerate() {
        let value = readings.len() + values.len();
        let value = *values.entry((reading.read.start, reading.read.end)).or_insert(value);
        edges.push((at, value));
    }
    for (&(start, end), &value) in &values {
        let first = readings.partition_point(|reading| reading.call.range().start < start);
        let last = readings.partition_point(|reading| reading.call.range().start < end);
        edges.extend((first..last).map(|inside| (value, inside)));
    }
    Digraph::new(readings.len() + values.len(), edges.iter().copied())
}

#[cfg(test)]
mod tests {
    use limn_analysis::Analysis;
    use limn_files::FilePath;

    fn cycles_of(properties: &str, values: &str) -> Vec<String> {
        let file = FilePath::new("service.yaml").unwrap();
        let text = format!(
            "tosca_definitions_version: tosca_simple_yaml_1_3\nnode_types:\n  my.App:\n    derived_from: tosca.nodes.Root\n    properties:\n{properties}topology_template:\n  node_templates:\n    app: {{type: my.App, properties: {{{values}}}}}\n"
        );
        let analysis = Analysis::of_text(&file, &text);
        let diagnostics = analysis.file(&file).unwrap().diagnostics().to_vec();
        let cycles =
            diagnostics.into_iter().filter(|diagnostic| diagnostic.code.name == "tosca/property-value-cycle");
        cycles.map(|diagnostic| diagnostic.message).collect()
    }

    #[test]
    fn the_message_names_the_properties_in_order() {
        let defaults = "      c: {type: string, default: {get_property: [SELF, a]}}\n      a: {type: string, default: {get_property: [SELF, b]}}\n      b: {type: string, default: {concat: [x, {get_property: [SELF, c]}]}}\n      d: {type: string, default: {get_property: [SELF, d]}}\n";
        assert_eq!(
            cycles_of(defaults, ""),
            ["property value cycle: `c` → `a` → `b` → `c`", "property value cycle: `d` → `d`"]
        );
        let plain = "      a: {type: string}\n      b: {type: string}\n";
        let values = "a: {get_property: [SELF, b]}, b: {get_property: [SELF, a]}";
        assert_eq!(cycles_of(plain, values), ["property value cycle: `a` → `b` → `a`"]);
    }
}
