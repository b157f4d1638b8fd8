//! What a port is, in a sentence, for the pointer that rests on it without a wire in hand.

use limn_language::graph::{Graph, PortRef, Role};

/// Says what a port needs or offers, and how many others it can be connected to. `None` for a node as a whole and for a port that is not in the graph.
pub fn port_tip(graph: &Graph, port: &PortRef, fitting: usize) -> Option<String> {
    let node = graph.nodes.iter().chain(&graph.frame).find(|node| node.id == port.node)?;
    let found = node.ports.iter().find(|it| it.role == port.role && it.name == port.port)?;
    let name = Some(&found.name).filter(|name| !name.is_empty())?;
    let kind = found.kind.as_deref().filter(|kind| !kind.is_empty());
    let what = match (port.role, kind) {
        (Role::Requirement, Some(kind)) => format!("`{name}` needs `{kind}`"),
        (Role::Requirement, None) => format!("`{name}` is a requirement"),
        (Role::Capability, Some(kind)) => format!("`{name}` offers `{kind}`"),
        (Role::Capability, None) => format!("`{name}` is a capability"),
        (Role::Input, Some(kind)) => format!("`{name}` takes a value of type `{kind}`"),
        (Role::Input, None) => format!("`{name}` takes a value"),
        (Role::Output, Some(kind)) => format!("`{name}` gives a value of type `{kind}`"),
        (Role::Output, None) => format!("`{name}` gives a value"),
        (Role::Operation, _) => format!("`{name}` is an operation"),
        (Role::Metric, _) => format!("`{name}` is a metric"),
    };
    // What refers to them is no wire.
    if matches!(port.role, Role::Operation | Role::Metric) {
        return Some(what);
    }
    Some(match fitting {
        0 => format!("{what}; nothing in this diagram fits"),
        1 => format!("{what}; 1 port in this diagram fits"),
        many => format!("{what}; {many} ports in this diagram fit"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use limn_check::sample;

    #[test]
    fn a_port_says_what_it_needs_and_whether_anything_fits() {
        let graph = sample::graph("db >sql:postgres <disk");
        let tip = |port: &str, fitting| port_tip(&graph, &sample::port(&graph, port), fitting);
        let is = |text: &str| Some(text.to_owned());
        assert_eq!(tip("db.sql", 0), is("`sql` offers `postgres`; nothing in this diagram fits"));
        assert_eq!(tip("db.sql", 1), is("`sql` offers `postgres`; 1 port in this diagram fits"));
        assert_eq!(tip("db.disk", 2), is("`disk` is a requirement; 2 ports in this diagram fit"));
        assert_eq!(tip("db.gone", 2), None);
        assert_eq!(tip("db", 2), None);
        let mut graph = graph;
        graph.nodes[0].ports[0].role = Role::Metric;
        let metric = sample::port(&graph, "db.sql");
        assert_eq!(port_tip(&graph, &metric, 0).as_deref(), Some("`sql` is a metric"));
    }
}
