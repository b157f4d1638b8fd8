//! Texts and ports of values in service templates.

use super::reads::{TOPOLOGY, value_len};
use crate::function::{CallNode, calls_in};
use crate::graph::short_type;
use limn_brooklyn::PREFIX;
use limn_language::graph::{Id, PortRef, Role};
use limn_language::value_trace::on_one_line;
use limn_yaml::{self as yaml, Path};

/// The functions of a value that is computed: "computed by `concat` and `get_artifact`".
pub(super) fn computed_by(value: yaml::Node<'_>) -> Option<String> {
    if value.as_str().is_some_and(|text| text.starts_with(PREFIX)) {
        return Some("computed by an expression of AMP".to_owned());
    }
    let mut calls: Vec<CallNode<'_>> = Vec::new();
    calls_in(value, &mut calls);
    let mut names: Vec<String> = Vec::new();
    for call in calls {
        let name = format!("`{}`", call.function.name());
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let (last, before) = names.split_last()?;
    Some(match before {
        [] => format!("computed by {last}"),
        _ => format!("computed by {} and {last}", before.join(", ")),
    })
}

pub(super) fn text_of(node: yaml::Node<'_>) -> String {
    on_one_line(&node.as_str().map_or_else(|| node.source().into(), std::borrow::Cow::into_owned))
}

/// "db.port", "db.endpoint.port", "db.create.size" for an input of an operation, "backup.target" for one of a workflow; for an input or output of the template its name.
pub(super) fn label(path: &Path) -> String {
    let is_topology = path.key_at(0) == Some(TOPOLOGY);
    let owner = if is_topology { path.key_at(2).or(path.key_at(3)) } else { path.key_at(1).map(short_type) };
    let keys: Vec<&str> = (0..path.len()).filter_map(|at| path.key_at(at)).collect();
    // The value of a definition belongs to what it defines.
    let is_inner = |key: &&&str| matches!(**key, "default" | "value");
    let skipped = keys.iter().rev().take_while(is_inner).count();
    let keys = &keys[..keys.len() - skipped];
    let name = keys.last().copied().unwrap_or_default();
    if is_topology && path.len() == 3 {
        return name.to_owned();
    }
    let operation = keys.iter().rposition(|key| *key == "inputs").and_then(|at| keys.get(at.checked_sub(1)?));
    let middle = match value_len(path) {
        Some(7) => path.key_at(4),
        None if keys.contains(&"interfaces") => operation.copied(),
        _ => None,
    };
    let parts = [owner, middle, Some(name)].into_iter().flatten();
    parts.collect::<Vec<_>>().join(".")
}

/// The port of a value in the diagram.
pub(super) fn port_of(path: &Path) -> Option<PortRef> {
    let (section, name) = (path.key_at(1)?, path.key_at(2)?);
    let (node, role, port) = match section {
        "inputs" if path.len() == 3 => (Id::default(), Role::Input, name),
        "outputs" if path.len() == 3 => (Id::default(), Role::Output, name),
        "node_templates" => {
            let port = match path.key_at(3) {
                Some("properties" | "attributes" | "artifacts" | "interfaces") => path.key_at(4),
                Some("capabilities") => path.key_at(6),
                _ => None,
            };
            let port = port.filter(|_| path.key_at(3) != Some("interfaces") || path.len() == 6);
            (Id(path.prefix(3)), Role::Input, port.unwrap_or_default())
        }
        _ => return None,
    };
    (path.key_at(0) == Some(TOPOLOGY)).then(|| PortRef { node, role, port: port.to_owned() })
}
