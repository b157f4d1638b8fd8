//! Writes the mapping of a port of the frame.

use crate::boundary::{entries, parted, section};
use crate::service_template::ServiceTemplate;
use limn_language::dialect::Plan;
use limn_language::edit::EditError;
use limn_language::graph::{Id, PortRef};
use limn_yaml::{Node, Op, Path, Placement, Value};

/// Maps a port of the frame to a port of a node template. The ports are accepted, in either order.
pub(super) fn map(template: &ServiceTemplate, from: &PortRef, to: &PortRef) -> Result<Plan, EditError> {
    let service = template.service();
    let substitution = service.topology.as_ref().and_then(|topology| topology.substitution.as_ref());
    let (Some((outer, inner)), Some(substitution)) = (parted(from, to), substitution) else {
        return Err(EditError::NotFound(from.node.clone()));
    };
    let (into, section) = (Path::keys(["topology_template", "substitution_mappings"]), section(outer.role));
    if substitution.node.path() != into {
        return Err(super::shared(into, substitution.node));
    }
    let names = [inner.node.0.last_key().unwrap_or_default(), inner.port.as_str()].map(Value::text);
    let value = || Value::Sequence(names.to_vec()).on_one_line();
    let list = into.key(section);
    let written = entries(substitution, outer.role)
        .iter()
        .find(|entry| entry.key.as_str().is_some_and(|key| key == outer.port.as_str()));
    if let Some(entry) = written {
        let at = entry.key.path();
        let focus = Some(Id(at.clone()));
        return Ok(Plan { ops: redirected(entry.value, &at, &into, &names, value())?, focus });
    }
    let (op, focus) = match template.document.get(&list) {
        Some(node) if node.is_alias() => return Err(super::shared(list, node)),
        Some(node) if node.is_sequence() => {
            let position = node.items().len();
            let value = Value::map([(outer.port.as_str(), value())]);
            (Op::Append { to: list.clone(), value }, list.index(position).key(&outer.port))
        }
        Some(_) => {
            let (into, key) = (list.clone(), outer.port.clone());
            (Op::Insert { into, key, value: value(), placement: Placement::Last }, list.key(&outer.port))
        }
        None => {
            let placement = super::form(template).placement_of(&into, section);
            let value = Value::map([(outer.port.as_str(), value())]);
            (Op::Insert { into, key: section.to_owned(), value, placement }, list.key(&outer.port))
        }
    };
    Ok(Plan { ops: vec![op], focus: Some(Id(focus)) })
}

/// Op that changes an existing entry to the given names.
fn redirected(
    value: Node<'_>,
    at: &Path,
    into: &Path,
    names: &[Value; 2],
    whole: Value,
) -> Result<Vec<Op>, EditError> {
    let long = value.resolve().is_mapping().then(|| value.resolve().get("mapping")).flatten();
    let outer = at.clone();
    let (node, at) = match long {
        Some(node) => (node, at.key("mapping")),
        None => (value, at.clone()),
    };
    if value.is_alias() || node.is_alias() || !node.path().starts_with(into) {
        let (at, value) = if node.is_alias() { (at, node) } else { (outer, value) };
        return Err(super::shared(at, value));
    }
    let items: Vec<Node<'_>> = node.items().collect();
    if items.len() != names.len() || items.iter().any(|item| !item.is_scalar() || item.is_alias()) {
        return Ok(vec![Op::Replace { at, value: whole }]);
    }
    let differs = |item: &Node<'_>, name: &Value| match name {
        Value::Text(name) => item.as_str().is_none_or(|text| text != name.as_str()),
        _ => true,
    };
    let pairs = items.iter().zip(names).enumerate().filter(|(_, (item, name))| differs(item, name));
    Ok(pairs
        .map(|(position, (_, name))| Op::Replace { at: at.index(position), value: name.clone() })
        .collect())
}
