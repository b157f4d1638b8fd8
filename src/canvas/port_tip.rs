//! Port tooltip: a sentence about a port under a resting pointer, without a wire being drawn.

use limn_language::graph::{End, Graph, PortRef, Role};

/// Describes what a port needs or offers, what it is connected to, and how many others fit, drawn or folded. `None` for a node as a whole and for a
/// port that is not in the graph.
pub fn port_tip(graph: &Graph, port: &PortRef, fits: impl Fn(&PortRef) -> bool) -> Option<String> {
    let nodes = || graph.nodes.iter().chain(&graph.frame);
    let node = nodes().find(|node| node.id == port.node)?;
    let found =
        node.ports.iter().find(|node_port| node_port.role == port.role && node_port.name == port.port)?;
    let name = Some(&found.name).filter(|name| !name.is_empty())?;
    let kind = found.kind.as_deref().filter(|kind| !kind.is_empty());
    let what = match (port.role, kind) {
        (Role::Requirement, Some(kind)) => format!("`{name}` needs `{kind}`"),
        (Role::Requirement, None) => format!("`{name}` needs a connection"),
        (Role::Capability, Some(kind)) => format!("`{name}` offers `{kind}`"),
        (Role::Capability, None) => format!("`{name}` accepts connections"),
        (Role::Input, Some(kind)) => format!("`{name}` accepts a value of type `{kind}`"),
        (Role::Input, None) => format!("`{name}` accepts a value"),
        (Role::Output, Some(kind)) => format!("`{name}` provides a value of type `{kind}`"),
        (Role::Output, None) => format!("`{name}` provides a value"),
        (Role::Operation, _) => format!("`{name}` is an operation"),
        (Role::Metric, _) => format!("`{name}` is a metric"),
    };
    // References to them are not wires.
    if matches!(port.role, Role::Operation | Role::Metric) {
        return Some(what);
    }
    let connected = connected_to(graph, port);
    let others = nodes().flat_map(|node| {
        node.ports.iter().map(|node_port| PortRef {
            node: node.id.clone(),
            role: node_port.role,
            port: node_port.name.clone(),
        })
    });
    let fitting = match others.filter(|other| other != port && fits(other)).count() {
        0 if connected.is_empty() => "; no port in this diagram fits".to_owned(),
        0 => String::new(),
        1 => "; 1 port in this diagram fits".to_owned(),
        many => format!("; {many} ports in this diagram fit"),
    };
    let connected = if connected.is_empty() { connected } else { format!("; connected to {connected}") };
    Some(format!("{what}{connected}{fitting}"))
}

/// The names of the nodes at the other ends of a port's links.
fn connected_to(graph: &Graph, port: &PortRef) -> String {
    let mut names = Vec::new();
    for link in &graph.links {
        let is_at = |ends: &[End]| ends.iter().any(|end| end.port == *port);
        let others = [(is_at(&link.sources), &link.targets), (is_at(&link.targets), &link.sources)];
        let ends = others.into_iter().filter(|(is_other, _)| *is_other).flat_map(|(_, ends)| ends);
        names.extend(ends.filter_map(|end| graph.node(&end.port.node)).map(|node| node.label.as_str()));
    }
    names.sort_unstable();
    names.dedup();
    match names.as_slice() {
        [] | [_] | [_, _] | [_, _, _] => names.join(", "),
        [first, second, rest @ ..] => format!("{first}, {second} and {} others", rest.len()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use limn_check::sample;

    fn tip(graph: &Graph, port: &str, fitting: usize) -> Option<String> {
        let left = std::cell::Cell::new(fitting);
        let fits = |_: &PortRef| left.replace(left.get().saturating_sub(1)) > 0;
        port_tip(graph, &sample::port(graph, port), fits)
    }

    #[test]
    fn a_port_says_what_it_needs_and_whether_anything_fits() {
        let graph = sample::graph("db >sql:postgres <disk\nother >a >b");
        let is = |text: &str| Some(text.to_owned());
        assert_eq!(tip(&graph, "db.sql", 0), is("`sql` offers `postgres`; no port in this diagram fits"));
        assert_eq!(tip(&graph, "db.sql", 1), is("`sql` offers `postgres`; 1 port in this diagram fits"));
        assert_eq!(tip(&graph, "db.disk", 2), is("`disk` needs a connection; 2 ports in this diagram fit"));
        assert_eq!(tip(&graph, "db.gone", 2), None);
        assert_eq!(tip(&graph, "db", 2), None);
        let mut graph = graph;
        graph.nodes[0].ports[0].role = Role::Metric;
        assert_eq!(tip(&graph, "db.sql", 1).as_deref(), Some("`sql` is a metric"));
    }

    #[test]
    fn a_connected_port_says_to_what() {
        let graph = sample::graph("db >sql:postgres\nweb <sql\nweb.sql -> db.sql");
        let is = |text: &str| Some(text.to_owned());
        assert_eq!(tip(&graph, "db.sql", 0), is("`sql` offers `postgres`; connected to web"));
        assert_eq!(
            tip(&graph, "web.sql", 1),
            is("`sql` needs a connection; connected to db; 1 port in this diagram fits")
        );
    }
}
