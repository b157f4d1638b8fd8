//! Notices about side effects of an edit: relationships and policies that were removed with a node, and requirements that got another target.
//! Compares the graphs before and after the edit.

use std::collections::{BTreeMap, BTreeSet};

use limn_language::graph::{Graph, Id, Link, Look, Node};

/// The notice about what was removed besides the requested nodes; `None` if nothing else was.
pub fn removal_notice(requested: &[Id], before: &Graph, after: &Graph) -> Option<String> {
    let requested_ids: BTreeSet<&Id> = requested.iter().collect();
    let there = |ids: &mut dyn Iterator<Item = &Id>| ids.cloned().collect::<BTreeSet<Id>>();
    let went = |id: &Id, there: &BTreeSet<Id>| !there.contains(id) && !requested_ids.contains(id);

    let nodes = there(&mut after.nodes.iter().map(|node| &node.id));
    let nodes: Vec<&Node> =
        before.nodes.iter().filter(|node| node.look != Look::Ghost && went(&node.id, &nodes)).collect();
    let links = there(&mut after.links.iter().map(|link| &link.id));
    let links = relationships(before).filter(|link| went(&link.id, &links)).count();
    let policies = there(&mut after.policies.iter().map(|policy| &policy.id));
    let policies = before.policies.iter().filter(|policy| went(&policy.id, &policies)).count();
    let counts = [
        (nodes.len(), nodes.first().map_or("", |node| node.role)),
        (links, "relationship"),
        (policies, "policy"),
    ];
    let with: Vec<String> =
        counts.into_iter().filter(|(count, _)| *count > 0).map(|(count, one)| several(count, one)).collect();
    let shorter = shorter(before, after);

    let what = match requested {
        [one] => format!("Removed `{}`", name(before, one)?),
        many => format!("Removed {} items", many.len()),
    };
    let mut parts = Vec::new();
    if !with.is_empty() {
        parts.push(format!("with {}", listed(&with)));
    }
    if shorter > 0 {
        parts.push(match links {
            0 => format!("and disconnected from {}", several(shorter, "relationship")),
            _ => format!("and disconnected from {shorter} more"),
        });
    }
    (!parts.is_empty()).then(|| format!("{what} {}", parts.join(" ")))
}

/// The notice about a connection that replaced another target of the same requirement.
pub fn retarget_notice(before: &Graph, after: &Graph) -> Option<String> {
    let was: BTreeMap<&Id, &Link> = relationships(before).map(|link| (&link.id, link)).collect();
    relationships(after).find_map(|link| {
        let old = was.get(&link.id)?;
        let (from, now) = (old.sources.first()?, link.sources.first()?);
        let need = link.targets.first()?;
        if from.port.node == now.port.node || old.targets.first().map(|end| &end.port) != Some(&need.port) {
            return None;
        }
        let (from, now) = (name(before, &from.port.node)?, name(after, &now.port.node)?);
        Some(format!("`{}` is now connected to `{now}` instead of `{from}`", need.port.port))
    })
}

fn relationships(graph: &Graph) -> impl Iterator<Item = &Link> {
    graph.links.iter().filter(|link| link.kind.is_drawn())
}

/// The number of relationships that remain and lost an end.
fn shorter(before: &Graph, after: &Graph) -> usize {
    let ends = |link: &Link| link.sources.len() + link.targets.len();
    let now: BTreeMap<&Id, usize> = relationships(after).map(|link| (&link.id, ends(link))).collect();
    relationships(before).filter(|link| now.get(&link.id).is_some_and(|now| *now < ends(link))).count()
}

fn name<'a>(graph: &'a Graph, id: &'a Id) -> Option<&'a str> {
    let node = graph.nodes.iter().find(|node| node.id == *id).map(|node| node.label.as_str());
    node.or_else(|| id.0.last_key())
}

fn listed(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [rest @ .., last] => format!("{} and {last}", rest.join(", ")),
    }
}

fn several(count: usize, one: &str) -> String {
    match (count, one.strip_suffix('y')) {
        (1, _) => format!("1 {one}"),
        (many, Some(stem)) => format!("{many} {stem}ies"),
        (many, None) => format!("{many} {one}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use limn_check::sample;

    fn notice(before: &str, after: &str, requested: &[&str]) -> Option<String> {
        let ids: Vec<Id> = requested.iter().map(|name| sample::id(name)).collect();
        removal_notice(&ids, &sample::graph(before), &sample::graph(after))
    }

    #[test]
    fn a_node_removed_alone_needs_no_notice() {
        assert_eq!(notice("a\nb", "b", &["a"]), None);
        assert_eq!(notice("a\nb\nc", "c", &["a", "b"]), None);
    }

    #[test]
    fn a_replaced_target_is_reported() {
        let mut after = sample::graph("a >x\nb >x\nc <z\na.x -> c.z\n");
        let before = after.clone();
        assert_eq!(retarget_notice(&before, &after), None);
        after.links[0].sources[0].port.node = sample::id("b");
        assert_eq!(
            retarget_notice(&before, &after).as_deref(),
            Some("`z` is now connected to `b` instead of `a`")
        );
    }

    #[test]
    fn relationships_and_policies_removed_with_a_node_are_reported() {
        let before = "a >x\nb <y\nc <z\na.x -> b.y\na.x -> c.z\n!policy p a\n";
        let notice = notice(before, "b <y\nc <z", &["a"]);
        assert_eq!(notice.as_deref(), Some("Removed `a` with 2 relationships and 1 policy"));
    }
}
