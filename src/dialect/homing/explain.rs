//! Meaning of names for hover: parameters with their values, locations, demands and constraints.

use super::model::{Datum, Template};
use limn_language::explanation::{Explanation, Fact};
use limn_language::message;

/// The name at an offset, or the call of `get_param` there.
pub fn explain(template: &Template, offset: usize) -> Option<Explanation> {
    if let Some(found) = call(template, offset) {
        return Some(found);
    }
    let (mut found, declaration) = limn_common::explain(&template.document, &template.names, offset)?;
    if let Some(parameter) = template.parameters.iter().find(|parameter| parameter.path == declaration.path) {
        found.facts = vec![Fact::new("Value", shown(&parameter.value.datum))];
    }
    if let Some(location) = template.locations.iter().find(|location| location.path == declaration.path)
        && let Some((latitude, longitude)) = location.coordinates()
    {
        found.facts.push(Fact::new("Coordinates", format!("`{latitude}`, `{longitude}`")));
    }
    if let Some(demand) = template.demands.iter().find(|demand| demand.path == declaration.path) {
        let count = demand.sources.len();
        let noun = if count == 1 { "source" } else { "sources" };
        found.facts.push(Fact::new("Candidates", format!("from {count} {noun}")));
    }
    Some(found)
}

/// The function's name in a call.
fn call(template: &Template, offset: usize) -> Option<Explanation> {
    let key = template.document.at(offset).filter(|node| node.is_key())?;
    if key.text() != Some("get_param") {
        return None;
    }
    let mapping = key.parent()?;
    let name = mapping.get("get_param")?.resolve().as_str()?;
    let parameter = template.parameters.iter().find(|parameter| parameter.name == *name);
    let result = match parameter {
        Some(parameter) => Fact::new("Resolves to", shown(&parameter.value.datum)),
        None => Fact::new("Unresolved", message::unknown("parameter", name)),
    };
    Some(Explanation {
        range: key.range(),
        title: "get_param".to_owned(),
        kind: "function".to_owned(),
        doc: "Reads the value of a parameter.".to_owned(),
        facts: vec![result],
    })
}

fn shown(datum: &Datum) -> String {
    match datum {
        Datum::Null => "empty".to_owned(),
        Datum::List(items) if items.len() == 1 => "a list with one item".to_owned(),
        Datum::List(items) => format!("a list with {} items", items.len()),
        Datum::Map(entries) if entries.len() == 1 => "a mapping with one key".to_owned(),
        Datum::Map(entries) => format!("a mapping with {} keys", entries.len()),
        Datum::Unresolved(name) => format!("the parameter `{name}`"),
        scalar => format!("`{}`", scalar.text().unwrap_or_default()),
    }
}
