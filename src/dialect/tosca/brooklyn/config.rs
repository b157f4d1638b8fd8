//! Configuration keys: those that an entity sets or declares as parameters. An entity inherits the keys of the entities around it.

use limn_brooklyn::Owner;
use limn_yaml::{Document, Node, Path, Step};

/// Sections with the values of configuration keys: of an entity, and of a node template.
const SECTIONS: [&str; 2] = ["brooklyn.config", "properties"];
const PARAMETERS: &str = "brooklyn.parameters";
const NODE_TEMPLATES: &str = "node_templates";
const CATALOG: &str = "brooklyn.catalog";
/// Lists of entries with configuration of their own.
const ADJUNCTS: [&str; 3] = ["brooklyn.policies", "brooklyn.enrichers", "brooklyn.initializers"];

/// A configuration key of one entity.
pub(super) struct ConfigKey<'d> {
    pub(super) name: String,
    /// The value, or the default of the parameter.
    pub(super) value: Option<Node<'d>>,
    /// The declaration, if it is a parameter.
    pub(super) parameter: Option<Node<'d>>,
}

/// The configuration keys that an entity sets, and the parameters that it declares.
pub(super) fn config_keys(entity: Node<'_>) -> Vec<ConfigKey<'_>> {
    let sections = SECTIONS.iter().filter_map(|section| entity.get(section));
    let values = sections.flat_map(|section| section.resolve().entries()).filter_map(|entry| {
        let name = entry.key.as_str()?.into_owned();
        Some(ConfigKey { name, value: Some(entry.value), parameter: None })
    });
    let parameters = parameters(entity).filter_map(|parameter| {
        let name = parameter_name(parameter)?.as_str()?.into_owned();
        Some(ConfigKey { name, value: parameter.get("default"), parameter: Some(parameter) })
    });
    values.chain(parameters).collect()
}

/// The parameters that an entity declares.
pub fn parameters(entity: Node<'_>) -> impl Iterator<Item = Node<'_>> {
    entity.get(PARAMETERS).into_iter().flat_map(|list| list.resolve().items()).map(Node::resolve)
}

/// The scalar with the name of a parameter. A parameter can be a name only.
pub fn parameter_name(parameter: Node<'_>) -> Option<Node<'_>> {
    let name = if parameter.is_scalar() { Some(parameter) } else { parameter.get("name") };
    name.filter(|name| name.is_scalar() && !name.is_null())
}

/// The value that an expression reads from a configuration key.
pub fn configured<'d>(expression: Node<'d>, owner: Owner<'_>, name: &str) -> Option<Node<'d>> {
    let values = entities(expression, owner).filter_map(|entity| value_in(entity, name));
    values.into_iter().find(|value| value.range() != expression.range())
}

/// The entities whose configuration keys an expression can read, the nearest first.
pub(super) fn entities<'d>(expression: Node<'d>, owner: Owner<'_>) -> impl Iterator<Item = Node<'d>> {
    let first = match owner {
        Owner::Own => expression.parent(),
        Owner::Component(id) => entity(expression.document(), id),
        Owner::ScopeRoot => scope_root(expression.document(), &expression.path()),
        Owner::Unknown => None,
    };
    around(first)
}

/// The topmost mapping of the blueprint around a path, the component of `scopeRoot()`: the blueprint of a catalog item, or the root of the document.
/// `None` in a service template, and outside blueprints.
pub fn scope_root<'d>(document: &'d Document, path: &Path) -> Option<Node<'d>> {
    let root = document.root()?.resolve();
    let found = match path.key_at(0) {
        Some(CATALOG) => document.get(&item_blueprint(path)?)?.resolve(),
        // A catalog of the oldest form has its only blueprint at the root.
        _ if root.get(CATALOG).is_none() || root.get("services").is_some() => root,
        _ => return None,
    };
    let is_template =
        ["tosca_definitions_version", "topology_template"].iter().any(|key| found.get(key).is_some());
    (found.is_mapping() && !is_template).then_some(found)
}

/// Path of the blueprint of a catalog item around a path: `brooklyn.catalog.items[0].item`.
fn item_blueprint(path: &Path) -> Option<Path> {
    let is_item = |at: usize| {
        path.key_at(at) == Some("items") && matches!(path.steps().get(at + 1), Some(Step::Index(_)))
    };
    let mut at = 1;
    while is_item(at) {
        at += 2;
    }
    matches!(path.key_at(at), Some("item" | "spec")).then(|| path.prefix(at + 1))
}

/// A mapping and those around it, except for the entries of policies, enrichers and initializers.
pub fn around(first: Option<Node<'_>>) -> impl Iterator<Item = Node<'_>> {
    let all = std::iter::successors(first, |node| node.parent());
    all.filter(|node| node.is_mapping() && !is_adjunct(*node))
}

/// Returns true for a policy, an enricher or an initializer, whose configuration is its own.
pub fn is_adjunct(node: Node<'_>) -> bool {
    let list = node.parent().filter(|list| list.is_sequence()).and_then(Node::key);
    list.and_then(Node::text).is_some_and(|key| ADJUNCTS.contains(&key))
}

fn value_in<'d>(entity: Node<'d>, name: &str) -> Option<Node<'d>> {
    let is_named = |parameter: &Node<'_>| {
        parameter_name(*parameter).and_then(Node::as_str).is_some_and(|text| text == name)
    };
    let default = || parameters(entity).find(is_named)?.get("default");
    SECTIONS.iter().find_map(|section| entity.get(section)?.resolve().get(name)).or_else(default)
}

/// The entity with an id: a node template of this name, or a service.
fn entity<'d>(document: &'d Document, id: &str) -> Option<Node<'d>> {
    let is = |text: Option<Node<'_>>, expected: &str| {
        text.and_then(Node::as_str).is_some_and(|text| text == expected)
    };
    let is_template =
        |node: Node<'_>| is(node.key(), id) && is(node.parent().and_then(Node::key), NODE_TEMPLATES);
    document.nodes().find(|node| node.is_mapping() && (is(node.get("id"), id) || is_template(*node)))
}

/// The catalog item with an id, and its blueprint.
pub(super) fn item<'d>(document: &'d Document, id: &str) -> impl Iterator<Item = Node<'d>> + use<'d> {
    // With or without the version: `shop:1.0.0`.
    let plain = id.split_once(':').map_or(id, |(name, _)| name);
    let is_named = |node: &Node<'_>| {
        node.get("id").and_then(Node::as_str).is_some_and(|text| text == id || text == plain)
    };
    let blueprint = |node: Node<'d>| node.get("item").or_else(|| node.get("spec")).map(Node::resolve);
    let mut all = document.nodes().filter(|node| node.is_mapping());
    let found = all.find_map(|node| Some((node, blueprint(node)?)).filter(|(node, _)| is_named(node)));
    found.into_iter().flat_map(|(item, blueprint)| [item, blueprint])
}
