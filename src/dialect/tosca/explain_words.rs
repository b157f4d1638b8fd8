//! Meaning of simple types and keywords, for hover: the syntax and the units of a type, and the entity that a keyword refers to at its place.

use super::fields::FieldProvider;
use super::function::{CallNode, Function, Keyword, host_help};
use super::grammar::section_in;
use super::kind;
use super::model::Service;
use super::resolve::Entity;
use super::service_template::ServiceTemplate;
use super::types::{ScalarText, TypeKind};
use super::value::{Primitive, UNBOUNDED, UNBOUNDED_HELP};
use limn_language::explanation::{Explanation, Fact};
use limn_language::schema::Reference;
use limn_yaml::{Node, Path};

/// Maximum number of entities shown of a keyword.
const ENTITIES: usize = 4;

/// The name of a simple type, where a data type is expected.
pub(super) fn simple_type(template: &ServiceTemplate, node: Node<'_>) -> Option<Explanation> {
    let name = node.as_str().filter(|_| !node.is_key())?;
    let primitive = Primitive::named(&name)?;
    let is_data_type = |reference: &Reference| {
        node.range().contains(reference.range)
            && reference.kinds.iter().any(|name_kind| name_kind.id == kind::DATA_TYPE.id)
    };
    if !template.names.references.iter().any(is_data_type) {
        return None;
    }
    let mut facts = vec![Fact::new("Values", primitive.values())];
    if let Primitive::Scalar(quantity) = primitive {
        let units: Vec<String> = quantity.units().iter().map(|unit| format!("`{}`", unit.name)).collect();
        facts.push(Fact::new("Units", units.join(", ")));
    }
    let definition =
        node.parent().filter(|_| primitive.has_entries() && node.path().last_key() == Some("type"));
    if let Some(definition) = definition {
        let named = |key: &str| {
            let schema = definition.get(key)?.resolve();
            let word =
                if schema.is_scalar() { ScalarText::of(schema) } else { ScalarText::at(schema, "type") };
            Some(format!("`{}`", word?.text))
        };
        let keys = named("key_schema").filter(|_| primitive == Primitive::Map);
        facts.extend(keys.map(|name| Fact::new("Keys", name)));
        let entries =
            named("entry_schema").unwrap_or_else(|| "any values, without an `entry_schema`".to_owned());
        facts.push(Fact::new("Entries", entries));
    }
    facts.push(Fact::new("Specification", section_in(template.version, primitive.section())));
    Some(Explanation {
        range: node.range(),
        title: name.into_owned(),
        kind: "simple type".to_owned(),
        doc: primitive.help().to_owned(),
        facts,
    })
}

/// A keyword: an entity in a call, the host of an operation, or the upper bound of a range.
pub(super) fn keyword(provider: &FieldProvider<'_>, node: Node<'_>) -> Option<Explanation> {
    let text = node.as_str().filter(|_| !node.is_key())?;
    let path = node.path();
    let found = |doc: &str, facts: Vec<Fact>| {
        Some(Explanation {
            range: node.range(),
            title: text.clone().into_owned(),
            kind: "keyword".to_owned(),
            doc: doc.to_owned(),
            facts,
        })
    };
    if *text == *UNBOUNDED && provider.upper_bound(&path).is_some() {
        return found(UNBOUNDED_HELP, Vec::new());
    }
    let facts = |at: &Path| -> Vec<Fact> {
        Keyword::named(&text).and_then(|keyword| referred(provider, keyword, at)).into_iter().collect()
    };
    if path.last_key() == Some("operation_host") {
        return found(host_help(&text)?, facts(&path));
    }
    let keyword = Keyword::named(&text)?;
    let list = node.parent().filter(|list| list.is_sequence())?;
    let call = CallNode::of(list.parent()?)?;
    let is_first = call.arguments().first().is_some_and(|argument| argument.range() == node.range());
    let reads_entity = !call.function.is_intrinsic()
        && !matches!(call.function, Function::GetInput | Function::GetNodesOfType);
    if !is_first || !reads_entity {
        return None;
    }
    found(keyword.help(), facts(&call.node.path()))
}

/// The entities that a keyword refers to at a place; `None` where it is not available.
fn referred(provider: &FieldProvider<'_>, keyword: Keyword, path: &Path) -> Option<Fact> {
    if !provider.context(path).allows(keyword) {
        return None;
    }
    let entities = provider.entities(keyword.name(), path);
    let mut shown: Vec<String> = Vec::new();
    for entity in &entities {
        let words = described(provider.service(), entity);
        if !shown.contains(&words) {
            shown.push(words);
        }
    }
    let more = shown.len().saturating_sub(ENTITIES);
    shown.truncate(ENTITIES);
    if more > 0 {
        shown.push(format!("{more} more"));
    }
    // The hosts of a node are a chain, the nearest first.
    let joint = if keyword == Keyword::Host { ", then " } else { " or " };
    Some(Fact::new(
        "Refers to",
        match shown.is_empty() {
            true => "unknown: the document does not determine the entity".to_owned(),
            false => shown.join(joint),
        },
    ))
}

/// An entity with its type: "node template `server` (tosca.nodes.Compute)".
fn described(service: &Service<'_>, entity: &Entity<'_>) -> String {
    let type_name = entity.type_id.found().map(|id| service.type_scope.get(id).name.to_string());
    let kind = if entity.kind == TypeKind::Relationship { "relationship" } else { "node" };
    let Some(node) = entity.node else {
        return format!("any {kind} of type `{}`", type_name.unwrap_or_default());
    };
    let path = node.path();
    let templates = service.topology.iter().flat_map(|topology| &topology.node_templates);
    let name = match entity.template {
        Some(at) => templates.map(|template| template.name.to_string()).nth(at),
        None => path.last_key().map(str::to_owned),
    };
    let what = match (path.key_at(1), name) {
        (Some("node_templates"), Some(name)) if entity.template.is_some() => {
            format!("node template `{name}`")
        }
        (Some("relationship_templates"), Some(name)) => format!("relationship template `{name}`"),
        // The `relationship` of a requirement.
        _ => match path.len().checked_sub(2).and_then(|depth| path.key_at(depth)) {
            Some(requirement) => format!("the relationship of requirement `{requirement}`"),
            None => format!("this {kind}"),
        },
    };
    type_name.map_or_else(|| what.clone(), |name| format!("{what} ({name})"))
}
