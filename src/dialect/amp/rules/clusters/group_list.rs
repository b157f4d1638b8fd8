//! Groups as a list, as AMP's documentation prints them.

use super::super::shared::is_amp;
use limn_language::diagnostic::{Code, Report};
use limn_language::message;
use limn_text::{Indel, TextEdit, TextRange};
use limn_tosca::Rule;
use limn_tosca::grammar::GROUPS_AS_LIST;
use limn_tosca::model::Service;
use limn_yaml::{Node, Style};

pub(in super::super) static RULE: Rule = Rule { codes: &[&LIST], check };

static LIST: Code = Code::warning(
    "amp/groups-as-list",
    "M-GRP-2",
    "AMP, Cloudsoft AMP Policies",
    "Reports groups as a list.",
)
.why(
    "In TOSCA, groups are a mapping from names to groups. AMP's documentation shows a list, and Limn reads both.",
)
.advice("Remove the dash before each group, so that the names are keys of `groups`.")
.bad(
    "topology template",
    "
node_templates: {server: {type: tosca.nodes.Compute}}
groups:
#^^^^^
- add_brooklyn_types: {type: brooklyn.tosca.groups.initializer, members: [server], properties: {location: east}}
",
)
.good(
    "
node_templates: {server: {type: tosca.nodes.Compute}}
groups:
  add_brooklyn_types: {type: brooklyn.tosca.groups.initializer, members: [server], properties: {location: east}}
",
)
.supersedes(&[&GROUPS_AS_LIST]);

fn check(service: &Service<'_>, report: &mut Report) {
    let Some(topology) = service.topology.as_ref().filter(|_| is_amp(service)) else { return };
    let Some(entry) = topology.node.entry("groups").filter(|entry| service.is_own(entry.key)) else { return };
    let list = entry.value;
    if !list.resolve().is_sequence() {
        return;
    }
    // The place where TOSCA's check reports it.
    let at = if list.style() == Style::Flow { list } else { entry.key };
    let fault =
        service.fault(&LIST, at, message::expected("a mapping keyed by group name for `groups`", "a list"));
    report.push(match as_mapping(list) {
        Some(edit) => fault.text_fix("Convert to a mapping", edit),
        None => fault,
    });
}

/// Makes a list of single-entry mappings a mapping: without the dashes of a block, or the braces of items on one line. `None` if that may give another
/// meaning.
pub(crate) fn as_mapping(list: Node<'_>) -> Option<TextEdit> {
    if list.is_alias() || list.anchor().is_some() || list.tag().is_some() || list.items().len() == 0 {
        return None;
    }
    let text = list.document().text();
    let replace = |start: usize, end: usize, insert: &str| Indel {
        delete: TextRange::new(start, end),
        insert: insert.to_owned(),
    };
    let mut names = std::collections::BTreeSet::new();
    let mut indels = Vec::new();
    let mut column = None;
    let is_flow = list.style() == Style::Flow;
    for item in list.items() {
        let mut entries = item.entries();
        let (Some(only), None) = (entries.next(), entries.next()) else { return None };
        let is_plain = !item.is_alias() && item.anchor().is_none() && item.tag().is_none();
        if !is_plain || only.is_merge() || !names.insert(only.key.as_str()?) {
            return None;
        }
        let range = item.range();
        if is_flow {
            let source = text.get(range.start..range.end)?;
            if item.style() != Style::Flow || !(source.starts_with('{') && source.ends_with('}')) {
                return None;
            }
            indels.push(replace(range.start, range.start + 1, ""));
            indels.push(replace(range.end - 1, range.end, ""));
            continue;
        }
        let start = only.key.full_range().start;
        let line = text.get(..start)?.rfind('\n').map_or(0, |end| end + 1);
        let before = text.get(line..start)?;
        let dash = before.find('-')?;
        // One dash, then blanks; all names in one column, so that they are keys of one mapping.
        let is_dash = before.chars().all(|c| c == ' ' || c == '-') && before.matches('-').count() == 1;
        if item.style() == Style::Flow || !is_dash || *column.get_or_insert(before.len()) != before.len() {
            return None;
        }
        indels.push(replace(line + dash, line + dash + 1, " "));
    }
    if is_flow {
        let range = list.range();
        let source = text
            .get(range.start..range.end)
            .filter(|source| source.starts_with('[') && source.ends_with(']'))?;
        indels.push(replace(range.start, range.start + 1, "{"));
        indels.push(replace(range.start + source.len() - 1, range.end, "}"));
    }
    TextEdit::from_indels(indels)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fixed(text: &str) -> Option<String> {
        let document = limn_yaml::parse(text);
        let list = document.root().unwrap().get("groups").unwrap();
        as_mapping(list).map(|edit| edit.apply(text))
    }

    #[test]
    fn a_list_of_groups_becomes_a_mapping() {
        for (list, mapping) in [
            (
                "groups:\n- a: # first\n    members: [x]\n- b:\n    members: [y]\n",
                "groups:\n  a: # first\n    members: [x]\n  b:\n    members: [y]\n",
            ),
            ("groups:\n  -   a: {}\n  -   b: {}\n", "groups:\n      a: {}\n      b: {}\n"),
            ("groups: [{a: {members: [x]}}, {b: {}}]\n", "groups: {a: {members: [x]}, b: {}}\n"),
        ] {
            let now = fixed(list);
            assert_eq!(now.as_deref(), Some(mapping), "{list}");
            assert!(limn_yaml::parse(mapping).errors().is_empty());
        }
    }

    #[test]
    fn other_lists_are_left_to_the_user() {
        for list in [
            "groups: []\n",
            "groups:\n- a: {}\n- a: {}\n",
            "groups:\n- a: {}\n  b: {}\n",
            "groups:\n- a: {}\n-   b: {}\n",
            "groups:\n- {a: {}}\n",
            "groups: [a: {}]\n",
            "groups:\n- &x a: {}\n- *x\n",
            "groups:\n- - a: {}\n",
        ] {
            assert_eq!(fixed(list), None, "{list}");
        }
    }
}
