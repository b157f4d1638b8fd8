//! Shared by the tests of edits: everything in a picture that an edit can be about, and an edit as it comes out in the text.

use limn::dialect::Plan;
use limn::edit::{Edit, EditError};
use limn::graph::{Graph, Id, LinkKind, Node, Port, PortRef};
use limn::yaml::{self, Document};

pub fn ports(graph: &Graph) -> Vec<PortRef> {
    let of = |node: &Node| -> Vec<PortRef> {
        let port = |port: &Port| PortRef { node: node.id.clone(), role: port.role, port: port.name.clone() };
        node.ports.iter().map(port).collect()
    };
    graph.frame.iter().chain(&graph.nodes).flat_map(of).collect()
}

/// Everything that has an id of its own.
pub fn things(graph: &Graph) -> Vec<Id> {
    let nodes = graph.nodes.iter().map(|node| node.id.clone());
    let links = graph.links.iter().map(|link| link.id.clone());
    let ends = graph.links.iter().filter(|link| link.kind == LinkKind::Relationship);
    let ends = ends.flat_map(|link| link.sources.iter().chain(&link.targets)).map(|end| end.written.clone());
    let policies = graph.policies.iter().map(|policy| policy.id.clone());
    nodes.chain(links).chain(ends).chain(policies).collect()
}

/// The text after an edit that the language accepts: a plan always patches, breaks nothing that was valid, and its focus exists.
#[track_caller]
pub fn after(document: &Document, edit: &Edit, planned: Result<Plan, EditError>) -> Option<String> {
    let plan = match planned {
        Ok(plan) => plan,
        Err(EditError::Patch(refusal)) => panic!("{edit:?}: a plan does not patch: {refusal}"),
        Err(_) => return None,
    };
    let text = document.text();
    let done = match yaml::patch(document, &plan.ops) {
        Ok(done) => done.apply(text),
        Err(refusal) => panic!("{edit:?}: {refusal}\n{text}"),
    };
    let now = yaml::parse(done.as_str());
    assert!(now.errors().len() <= document.errors().len(), "{edit:?}\n{done}");
    if let Some(focus) = plan.focus {
        assert!(now.get(&focus.0).is_some(), "{edit:?}: nothing at `{focus}`\n{done}");
    }
    Some(done)
}
