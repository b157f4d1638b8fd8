//! Converts a value to a parameter, where HAS resolves parameters.

use super::{as_name, free_name, insert_entry, relative_path, writable};
use crate::model::Template;
use limn_language::dialect::Plan;
use limn_language::edit::EditError;
use limn_language::graph::Id;
use limn_yaml::{Op, Path, Style, Value};

pub fn plan(template: &Template, at: &Path) -> Result<Plan, EditError> {
    writable(template)?;
    let node = template.node(at).ok_or_else(|| EditError::NotFound(Id(at.clone())))?;
    if !is_worked_out(template, at) {
        return Err(EditError::Refused(
            "HAS doesn't resolve functions here, so this value cannot be a parameter".to_owned(),
        ));
    }
    let (Some(text), false) = (node.as_str(), node.is_null()) else {
        return Err(EditError::Refused("only a scalar can become a parameter".to_owned()));
    };
    if let Some(tag) = node.resolve().tag() {
        return Err(EditError::Refused(format!("the value has the tag `{tag}`: edit the text")));
    }
    let value = match node.resolve().style() {
        Style::Plain => Value::Plain(text.into_owned()),
        Style::Single | Style::Double => Value::Quoted(text.into_owned()),
        _ => Value::Text(text.into_owned()),
    };
    let owner = at.parent().and_then(|above| above.last_key().map(str::to_owned));
    let key = at.last_key().unwrap_or("value");
    let base = match owner.filter(|owner| !matches!(owner.as_str(), "properties" | "request")) {
        Some(owner) => format!("{owner}_{key}"),
        None => match at.key_at(template.base.len() + 1) {
            Some(thing) => format!("{thing}_{key}"),
            None => key.to_owned(),
        },
    };
    let name = free_name(template, "parameters", &as_name(&base));
    let call = Value::map([("get_param", Value::text(name.clone()))]).on_one_line();
    let ops = vec![
        Op::Replace { at: at.clone(), value: call },
        insert_entry(template, "parameters", &name, value)?,
    ];
    Ok(Plan { ops, focus: None })
}

/// Returns true if HAS resolves functions at the path.
fn is_worked_out(template: &Template, at: &Path) -> bool {
    let Some(inner) = relative_path(template, at) else { return false };
    match (inner.key_at(0), inner.len()) {
        (Some("locations"), 3..) | (Some("demands"), 4..) => true,
        (Some("constraints"), 4..) => {
            inner.key_at(2) == Some("properties")
                && !(inner.len() == 4 && inner.key_at(3) == Some("location"))
        }
        (Some("reservation"), 3..) => {
            !inner.steps().iter().any(|step| matches!(step, limn_yaml::Step::Key(key) if &**key == "demands"))
        }
        _ => false,
    }
}
