//! Types that other processors of TOSCA do not read.

use super::{TypeName, type_names};
use crate::profile::PORTABLE;
use limn_language::diagnostic::{Code, Report};
use limn_language::message;
use limn_tosca::Rule;
use limn_tosca::model::Service;
use limn_tosca::value::{Generic, Primitive};
use limn_yaml::{Op, Placement, Value};

pub(in super::super) static RULE: Rule = Rule { codes: &[&TYPE], check };

static TYPE: Code = Code::warning(
    "amp/type-of-amp-only",
    "M-PROP-4",
    "AMP, Types",
    "In the portable profile, reports generic types and `double`, which only AMP reads.",
)
.why("Other processors of TOSCA read the types of entries from `entry_schema`, and have `float`.")
.advice("Write a generic type as `list` or `map` with `entry_schema`, and `double` as `float`.")
.bad(
    "portable",
    "
topology_template:
  inputs:
    flags: {type: 'map<string,boolean>'}
#                 ^^^^^^^^^^^^^^^^^^^^^
",
)
.good(
    "
topology_template:
  inputs:
    flags: {type: map, entry_schema: {type: boolean}}
",
);

fn check(service: &Service<'_>, report: &mut Report) {
    if !service.version.has(PORTABLE) {
        return;
    }
    for it in types_of_amp(service) {
        let name = &*it.word.text;
        let mut fault =
            service.fault(&TYPE, it.word.node, message::unsupported(name, "other processors of TOSCA"));
        if let Some((title, ops)) = fix(&it) {
            fault = fault.fix(title, ops);
        }
        report.push(fault);
    }
}

/// The generic types of a document, and `double`.
pub(crate) fn types_of_amp<'d>(service: &Service<'d>) -> impl Iterator<Item = TypeName<'d>> {
    let is_of_amp = |name: &str| name == "double" || name.contains('<') && Generic::fault(name).is_none();
    type_names(service).into_iter().filter(move |type_name| is_of_amp(&type_name.word.text))
}

/// The notation of TOSCA: title and change. `None` if a schema is written beside the type.
pub(crate) fn fix(it: &TypeName<'_>) -> Option<(String, Vec<Op>)> {
    let at = it.word.node.path();
    let mut entries = schema_of(&it.word.text, 16)?.into_iter();
    let (_, base) = entries.next()?;
    let Value::Text(shown) = &base else { return None };
    let rest: Vec<(String, Value)> = entries.collect();
    let title = match rest.is_empty() {
        true => format!("Change to `{shown}`"),
        false => {
            let added: Vec<String> = rest.iter().map(|(key, _)| format!("`{key}`")).collect();
            format!("Change to `{shown}` with {}", added.join(" and "))
        }
    };
    let Some((holder, key)) = it.holder else {
        // A schema in the short notation.
        let value = match rest.is_empty() {
            true => base,
            false => Value::Mapping([vec![("type".to_owned(), base)], rest].concat()),
        };
        return Some((title, vec![Op::Replace { at, value }]));
    };
    if rest.iter().any(|(key, _)| holder.get(key).is_some()) {
        return None;
    }
    let mut ops = vec![Op::Replace { at, value: base }];
    let mut after = key.to_owned();
    for (key, value) in rest {
        let placement = Placement::After(std::mem::replace(&mut after, key.clone()));
        ops.push(Op::Insert { into: holder.path(), key, value: value.on_one_line(), placement });
    }
    Some((title, ops))
}

/// `type`, and the schemas of keys and entries.
fn schema_of(name: &str, depth: usize) -> Option<Vec<(String, Value)>> {
    let depth = depth.checked_sub(1)?;
    let Some(generic) = Generic::of(&name.into()) else {
        let name = if name == "double" { "float" } else { name };
        return Some(vec![("type".to_owned(), Value::text(name))]);
    };
    let mut entries = vec![("type".to_owned(), Value::text(generic.primitive.name()))];
    if let Some(key) = generic.key.filter(|key| Primitive::named(key) != Some(Primitive::String)) {
        entries.push(("key_schema".to_owned(), Value::Mapping(schema_of(&key, depth)?)));
    }
    entries.push(("entry_schema".to_owned(), Value::Mapping(schema_of(&generic.entry, depth)?)));
    Some(entries)
}
