//! `entry_schema` and `key_schema`, which AMP does not use: it has generic types.

use std::borrow::Cow;

use super::emit;
use crate::profile::PORTABLE;
use limn_language::diagnostic::{Code, Report};
use limn_language::message;
use limn_tosca::Rule;
use limn_tosca::grammar::AMP_PLUGIN;
use limn_tosca::model::Service;
use limn_tosca::types::ScalarText;
use limn_tosca::value::{Primitive, ValueKind};
use limn_tosca::value_definitions;
use limn_yaml::{Node, Op, Value};

pub(in super::super) static RULE: Rule = Rule { codes: &[&SCHEMA], check };

static SCHEMA: Code = Code::warning(
    "amp/entry-schema",
    "M-PROP-2",
    "AMP, Types",
    "Reports `entry_schema` and `key_schema`.",
)
.why("AMP stores them but does not use them; it reads the types of entries from a generic type: `list<integer>`, `map<string,boolean>`.")
.advice("For other processors of TOSCA, choose the portable profile.")
.bad(
    "blueprint",
    "
topology_template:
  inputs:
    flags: {type: map, entry_schema: {type: boolean}}
#                      ^^^^^^^^^^^^
",
)
.good(
    "
topology_template:
  inputs:
    flags: {type: 'map<string,boolean>'}
",
);

fn check(service: &Service<'_>, report: &mut Report) {
    if service.version.has(AMP_PLUGIN.or(PORTABLE)) {
        return;
    }
    let mut found = Vec::new();
    for it in value_definitions(service) {
        let entries = ["entry_schema", "key_schema"].map(|key| it.node.entry(key));
        let entries: Vec<_> = entries.into_iter().flatten().filter(|entry| !entry.value.is_null()).collect();
        let Some(first) = entries.first().filter(|entry| service.is_own(entry.key)) else { continue };
        // TOSCA's checks report a schema of a value without entries, and one without a type.
        let has_entries = match it.schema(service).kind {
            ValueKind::Primitive(primitive) => primitive.has_entries(),
            ValueKind::Complex(_) => false,
            ValueKind::Fieldless(_) | ValueKind::Undetermined => true,
        };
        let has_type = |node: Node<'_>| node.is_scalar() || node.get("type").is_some();
        if !has_entries || !entries.iter().all(|entry| has_type(entry.value.resolve())) {
            continue;
        }
        let message = message::unsupported(text_of(first.key), "AMP");
        let mut fault = service.fault(&SCHEMA, first.key, message);
        if let Some(generic) = generic_of(it.node, 8)
            && let Some(word) = it.node.entry("type")
        {
            let value = Value::text(generic.as_str());
            let mut ops = vec![Op::Replace { at: word.value.path(), value }];
            ops.extend(entries.iter().map(|entry| Op::Remove { at: entry.key.path(), prune: false }));
            let removed: Vec<String> =
                entries.iter().map(|entry| format!("`{}`", text_of(entry.key))).collect();
            let title = format!("Change type to `{generic}` and remove {}", removed.join(" and "));
            fault = fault.fix(title, ops);
        }
        found.push(fault);
    }
    emit(report, found);
}

fn text_of(key: Node<'_>) -> &str {
    key.text().unwrap_or_default()
}

/// The generic type of a definition of a list or map: `None` if an entry has more than a type.
fn generic_of(node: Node<'_>, depth: usize) -> Option<String> {
    let depth = depth.checked_sub(1)?;
    let name = ScalarText::at(node, "type")?.text;
    let inner = |key: &str| match node.get(key).map(Node::resolve).filter(|schema| !schema.is_null()) {
        Some(schema) if schema.is_scalar() => Some(Some(full_name(ScalarText::of(schema)?.text))),
        Some(schema) => {
            let is_plain = |key: Node<'_>| matches!(text_of(key), "type" | "entry_schema" | "key_schema");
            let all = schema.is_mapping() && schema.entries().all(|entry| is_plain(entry.key));
            generic_of(schema, depth).filter(|_| all).map(Some)
        }
        None => Some(None),
    };
    let (entry, key) = (inner("entry_schema")?, inner("key_schema")?);
    match (Primitive::named(&name), entry, key) {
        (_, None, None) => Some(full_name(name)),
        (Some(Primitive::List), Some(entry), None) => Some(format!("list<{entry}>")),
        (Some(Primitive::Map), entry, key) => Some(format!(
            "map<{},{}>",
            key.as_deref().unwrap_or("string"),
            entry.as_deref().unwrap_or("string")
        )),
        _ => None,
    }
}

/// `integer` for `int`: only whole names are read in a generic type.
fn full_name(name: Cow<'_, str>) -> String {
    match Primitive::named(&name).or_else(|| Primitive::abbreviated(&name)) {
        Some(primitive) => primitive.name().to_owned(),
        None => name.into_owned(),
    }
}
