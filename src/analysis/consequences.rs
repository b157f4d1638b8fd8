//! Consequences of faults that change how the rest of a text is read: an unclosed bracket, invisible characters between keys.
//!
//! Their diagnostics stay in the list, below the fault that they follow from ([`Diagnostic::follows`]).

use std::collections::HashSet;

use limn_language::diagnostic::{Diagnostic, Obscures, Severity};
use limn_text::TextRange;
use limn_yaml::Document;

/// Marks what follows from another diagnostic. `diagnostics` are in the order of the text.
pub(super) fn mark(document: &Document, diagnostics: &mut [Diagnostic]) {
    let rest = diagnostics
        .iter()
        .filter(|diagnostic| diagnostic.code.obscures == Obscures::Rest)
        .map(|diagnostic| diagnostic.range)
        .find(|range| is_structural(document, *range));
    if let Some(rest) = rest {
        let later = diagnostics.iter_mut().filter(|diagnostic| diagnostic.code.obscures != Obscures::Rest);
        // An unreadable line can end before the character.
        let line = document.text()[..rest.start].rfind('\n').map_or(0, |at| at + 1);
        later
            .filter(|diagnostic| diagnostic.range.start >= line)
            .for_each(|diagnostic| diagnostic.follows = Some(rest));
    }
    let values: HashSet<(usize, usize)> = diagnostics
        .iter()
        .filter(|diagnostic| diagnostic.code.obscures == Obscures::Value && diagnostic.follows.is_none())
        .map(|diagnostic| (diagnostic.range.start, diagnostic.range.end))
        .collect();
    let about_value = |diagnostic: &&mut Diagnostic| {
        diagnostic.code.obscures != Obscures::Value
            && diagnostic.severity != Severity::Info
            && values.contains(&(diagnostic.range.start, diagnostic.range.end))
    };
    diagnostics.iter_mut().filter(about_value).for_each(|diagnostic| {
        diagnostic.follows.get_or_insert(diagnostic.range);
    });
    let mut within: Option<(TextRange, TextRange)> = None;
    for diagnostic in diagnostics {
        match within {
            Some((fault, block)) if block.contains(diagnostic.range) && fault != diagnostic.range => {
                diagnostic.follows.get_or_insert(fault);
            }
            _ if diagnostic.code.obscures == Obscures::Block && diagnostic.follows.is_none() => {
                let range = diagnostic.range;
                within = Some((range, TextRange::new(range.start, block_end(document.text(), range.start))));
            }
            _ => {}
        }
    }
}

/// Returns true if the place is in a key or between nodes, so that keys or the nesting are different.
fn is_structural(document: &Document, range: TextRange) -> bool {
    document.at(range.start).is_none_or(|node| {
        !node.is_scalar() || node.is_key() || !node.range().touches(range.start) || node.range().is_empty()
    })
}

/// The end of a line and of the lines below it that are indented deeper, or only close brackets.
fn block_end(text: &str, at: usize) -> usize {
    let start = text[..at].rfind('\n').map_or(0, |at| at + 1);
    let indent = |line: &str| line.len() - line.trim_start_matches(' ').len();
    let own = indent(&text[start..]);
    let mut end = start;
    for (index, line) in text[start..].split_inclusive('\n').enumerate() {
        let filled = line.trim();
        let is_deeper = index == 0 || indent(line) > own;
        if !is_deeper && filled.chars().any(|c| !matches!(c, '}' | ']' | ',' | ' ')) {
            break;
        }
        end += line.len();
    }
    end
}

#[cfg(test)]
mod tests {
    use limn_files::FilePath;
    use limn_language::causes::group_by_cause;

    use crate::Analysis;

    /// The codes of all problems, each with the numbers of its places and consequences.
    #[track_caller]
    fn problems(text: &str) -> Vec<(&'static str, usize, usize)> {
        let file = FilePath::new("a.yaml").expect("a name");
        let analysis = Analysis::of_text(&file, text);
        let found = analysis.file(&file).expect("it is open").diagnostics();
        let groups = group_by_cause(text, found).into_iter();
        groups
            .map(|group| (found[group.first()].code.name, group.places.len(), group.consequences.len()))
            .collect()
    }

    const HEAD: &str = "tosca_definitions_version: tosca_simple_yaml_1_3\n";

    #[test]
    fn invisible_characters_before_keys_are_one_problem() {
        let text = format!(
            "{HEAD}topology_template:\n  node_templates:\n    \u{200b}a:\n      \u{200b}type: tosca.nodes.Root\n    \u{200b}b:\n      \
             \u{200b}type: tosca.nodes.Root\n"
        );
        let found = problems(&text);
        assert!(matches!(found[..], [("common/invisible-character", 4, 1..)]), "{found:?}");
    }

    #[test]
    fn an_invisible_character_in_a_value_hides_nothing() {
        let text = format!(
            "{HEAD}topology_template:\n  node_templates:\n    a: {{type: tosca.nodes.R\u{200b}oot}}\n    b: {{type: tosca.nodes.X}}\n"
        );
        let found = problems(&text);
        assert!(
            found.iter().any(|problem| problem.0 == "tosca/unknown-node-type" && problem.2 == 0),
            "{found:?}"
        );
        assert!(found.iter().all(|problem| problem.2 == 0), "{found:?}");
    }

    #[test]
    fn an_unclosed_bracket_of_several_lines_is_one_problem() {
        let text = format!(
            "{HEAD}topology_template:\n  node_templates: {{\n    a: {{type: tosca.nodes.Root, properties: {{x: 1}},\n    b: {{type: \
             tosca.nodes.Root, y: 2}},\n    c: {{type: tosca.nodes.Root}}\n  }}\n"
        );
        let found = problems(&text);
        assert!(matches!(found[..], [("common/not-yaml", 1, 1..)]), "{found:?}");
    }

    #[test]
    fn a_number_in_place_of_a_name_is_one_problem() {
        let text = format!("{HEAD}node_types: {{my.N: {{derived_from: 0.123}}}}\n");
        let found = problems(&text);
        assert_eq!(found, [("tosca/wrong-shape", 1, 1)]);
    }

    #[test]
    fn problems_beside_an_unclosed_bracket_are_not_its_consequences() {
        let text = format!(
            "{HEAD}topology_template:\n  node_templates:\n    a: {{type: tosca.nodes.Root\n    b: {{type: tosca.nodes.Nowhere}}\n"
        );
        let found = problems(&text);
        assert!(found.contains(&("tosca/unknown-node-type", 1, 0)), "{found:?}");
    }
}
