//! Parameters from values, and the reverse: converts a value in `brooklyn.config` to a parameter of its blueprint, and replaces expressions that read
//! a parameter by its default.

use std::borrow::Cow;
use std::collections::{BTreeSet, HashSet};

use super::config_names::PARAMETER;
use super::grammar::CONFIG_KEY;
use super::member_slots::MemberSlots;
use super::model::{CatalogModel, short, text};
use super::plan::{form, refused};
use limn_brooklyn::{PREFIX, Step as ExpressionStep, Target, is_expression, parse, parse_key};
use limn_common::{InlineSite, Inlining, as_name, copy_of, free_name, literal_type, uncopied};
use limn_language::dialect::Plan;
use limn_language::edit::{EditError, Promotions};
use limn_language::schema::{Declaration, Reference, Slots};
use limn_tosca::brooklyn::{expressions, is_value, parameter_name, parameters, scope_root};
use limn_yaml::{Document, Node, Op, Path, Placement, Step, Value};

const PARAMETERS: &str = "brooklyn.parameters";
const SERVICES: &str = "services";

/// A place in `brooklyn.config` of an entity.
struct ConfigSite<'d> {
    /// The topmost mapping of the blueprint, which has the parameters.
    plan: Node<'d>,
    entity: Path,
    /// Key of the value or of the nearest value around it that has one: `port`.
    key: String,
    /// True in the arguments of an expression.
    is_argument: bool,
}

impl<'d> ConfigSite<'d> {
    fn at(document: &'d Document, path: &Path) -> Option<ConfigSite<'d>> {
        let plan = scope_root(document, path)?;
        let top = plan.path();
        if !path.starts_with(&top) {
            return None;
        }
        let is_config =
            |at: &usize| path.key_at(*at) == Some(CONFIG_KEY.name) && is_entity(path, top.len(), *at);
        let config = (top.len()..path.len().saturating_sub(1)).rev().find(is_config)?;
        let inner = &path.steps()[config + 1..];
        let keys =
            || inner.iter().filter_map(|step| if let Step::Key(key) = step { Some(key) } else { None });
        let key = keys().next_back()?.to_string();
        let is_argument = keys().any(|key| key.starts_with(PREFIX));
        Some(ConfigSite { plan, entity: path.prefix(config), key, is_argument })
    }
}

/// Returns true if the path up to `end` is that of an entity of the blueprint whose path has the length `top`.
fn is_entity(path: &Path, top: usize, end: usize) -> bool {
    if end == top {
        return true;
    }
    let is_item = || matches!(path.steps()[end - 1], Step::Index(_)) && end >= top + 2;
    path.key_at(end - 1) == Some("$brooklyn:entitySpec")
        || is_item() && matches!(path.key_at(end - 2), Some(SERVICES | "brooklyn.children"))
}

/// Promotions of the value at a path: one in `brooklyn.config` of an entity below the topmost can become a parameter.
pub(super) fn promotions(catalog: &CatalogModel, path: &Path) -> Promotions {
    let site = ConfigSite::at(&catalog.document, path);
    let is_literal =
        || !catalog.document.get(path).is_some_and(|node| is_value(node) || contains_expression(node));
    let is_offered =
        |site: &ConfigSite<'_>| !site.is_argument && site.entity != site.plan.path() && is_literal();
    Promotions { to_input: site.as_ref().is_some_and(is_offered), to_output: false }
}

/// Converts the value at a path to a parameter of the blueprint around it.
pub(super) fn make_parameter(catalog: &CatalogModel, at: &Path) -> Result<Plan, EditError> {
    let document = &catalog.document;
    let Some(site) = ConfigSite::at(document, at) else {
        return refused("only a value in `brooklyn.config` of an entity can become a parameter");
    };
    if site.is_argument {
        return refused("the value is part of a `$brooklyn:` expression: edit the text");
    }
    if site.entity == site.plan.path() {
        let key = &site.key;
        return refused(&format!(
            "`{key}` is configuration of the blueprint itself: declare a parameter `{key}` instead"
        ));
    }
    let replaces = only_service(site.plan).filter(|service| service.path() == site.entity);
    if replaces.is_some_and(|service| parameters(service.resolve()).next().is_some()) {
        return refused(&format!(
            "the only service has `{PARAMETERS}` of its own, which replace those of the blueprint: edit the text"
        ));
    }
    let written = document.get(at).filter(|node| !node.is_null());
    if written.is_some_and(is_value) {
        return refused("the value is a `$brooklyn:` expression already");
    }
    if written.is_some_and(contains_expression) {
        return refused("the value contains a `$brooklyn:` expression, which the default cannot keep");
    }
    if let Some(obstacle) = written.and_then(|node| uncopied(document, node)) {
        return refused(&format!(
            "the value contains {obstacle} that the parameter cannot keep: edit the text"
        ));
    }
    let name = new_name(catalog, &site);
    let expression = Value::text(format!("{PREFIX}scopeRoot().config(\"{name}\")"));
    let declare = declaration(catalog, &site, declared(catalog, at, name, written))?;
    let write = form(catalog).op(at.clone(), expression)?;
    Ok(Plan { ops: vec![write, declare], focus: None })
}

/// The entry of `brooklyn.parameters` for a value.
fn declared(catalog: &CatalogModel, at: &Path, name: String, written: Option<Node<'_>>) -> Value {
    let mut entries = vec![("name", Value::Text(name))];
    // Sensors and entities are types of configuration keys, but not of parameters.
    let is_type = |type_name: &String| !matches!(&**type_name, "" | "entity" | "sensor");
    let slot = MemberSlots(catalog).slot(at).map(|slot| slot.type_name).filter(is_type);
    let literal = written.and_then(|node| match literal_type(node) {
        "float" => Some("double"),
        // Integers have 32 bits.
        "integer" => node.as_str().is_some_and(|text| text.parse::<i32>().is_ok()).then_some("integer"),
        other => Some(other),
    });
    entries.extend(
        slot.or_else(|| literal.map(str::to_owned)).map(|type_name| ("type", Value::Text(type_name))),
    );
    entries.extend(written.map(|node| ("default", copy_of(node))));
    Value::map(entries)
}

/// The op that adds a parameter to a blueprint.
fn declaration(catalog: &CatalogModel, site: &ConfigSite<'_>, parameter: Value) -> Result<Op, EditError> {
    let into = site.plan.path();
    let to = into.key(PARAMETERS);
    let list = catalog.document.get(&to);
    match list.map(Node::resolve) {
        Some(list) if list.is_sequence() => Ok(Op::Append { to, value: parameter }),
        Some(list) if !list.is_null() => refused(&format!("`{PARAMETERS}` is not a list")),
        None if site.plan.get(SERVICES).is_some() => Ok(Op::Insert {
            into,
            key: PARAMETERS.to_owned(),
            value: Value::Sequence(vec![parameter]),
            placement: Placement::Before(SERVICES.to_owned()),
        }),
        _ => form(catalog).op(to, Value::Sequence(vec![parameter])),
    }
}

/// An unused name: not that of a parameter or a configuration key of the blueprint, nor of a key that an expression reads without a known
/// declaration.
fn new_name(catalog: &CatalogModel, site: &ConfigSite<'_>) -> String {
    let mut taken: HashSet<String> = HashSet::new();
    taken.extend(catalog.parameters_of(site.plan, &catalog.file).into_iter().map(|parameter| parameter.name));
    let mut open = vec![site.plan];
    while let Some(node) = open.pop() {
        let names = parameters(node).filter_map(parameter_name).filter_map(Node::as_str);
        taken.extend(names.map(Cow::into_owned));
        open.extend(
            node.entries().map(|entry| entry.value).chain(node.items()).filter(|child| !child.is_alias()),
        );
    }
    let config = site.plan.get(CONFIG_KEY.name).map(Node::resolve);
    let keys = config.into_iter().flat_map(Node::entries).filter_map(|entry| entry.key.as_str());
    taken.extend(keys.map(Cow::into_owned));
    taken.extend(unresolved(catalog, site.plan));
    if shares_keys(site.plan) {
        taken.insert(site.key.clone());
    }
    let is_taken = |name: &str| taken.contains(name);
    let is_plain = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.');
    let key = match site.key.chars().all(is_plain) {
        true => site.key.clone(),
        false => as_name(&site.key, '_'),
    };
    let entity = catalog.document.get(&site.entity).map(Node::resolve);
    let entity = entity.and_then(|entity| {
        text(entity, "id").or_else(|| text(entity, "type").map(|name| short(&name).to_lowercase()))
    });
    let base = match entity.filter(|_| is_taken(&key)) {
        Some(entity) => format!("{}_{key}", as_name(&entity, '_')),
        None => key,
    };
    free_name(&base, '_', is_taken)
}

/// Returns true if the parameters of a blueprint can redefine keys of entities: those of the type at its top, or of its only service, which replaces the
/// application around it when it is deployed.
fn shares_keys(plan: Node<'_>) -> bool {
    plan.get("type").is_some() || only_service(plan).is_some()
}

fn only_service(plan: Node<'_>) -> Option<Node<'_>> {
    let mut services = plan.get(SERVICES)?.resolve().items();
    let first = services.next()?;
    services.next().is_none().then_some(first)
}

/// The configuration keys that expressions in a value read without a known declaration.
fn unresolved<'m>(catalog: &'m CatalogModel, value: Node<'m>) -> impl Iterator<Item = String> + 'm {
    let references = catalog.names.references.iter();
    let known: BTreeSet<_> = references.map(|reference| (reference.node, reference.within.start)).collect();
    let read = expressions(value).into_iter().flat_map(|expression| expression.mentions());
    let read = read.filter(|mention| mention.target == Target::Config);
    read.filter(move |mention| !known.contains(&(mention.at.id(), mention.within.start)))
        .map(|mention| mention.name)
}

/// Returns true if a list or mapping has an expression inside.
fn contains_expression(node: Node<'_>) -> bool {
    let mut open = vec![node];
    while let Some(node) = open.pop() {
        if is_value(node) {
            return true;
        }
        let node = node.resolve();
        // Traversal through aliases terminates.
        open.extend(node.merged_entries().map(|entry| entry.value).chain(node.items()));
    }
    false
}

/// Replaces the expression at a path by the default of the parameter that it reads; at a parameter, all expressions that read it.
pub(super) fn inline(catalog: &CatalogModel, at: &Path) -> Result<Plan, EditError> {
    let document = &*catalog.document;
    let names = &catalog.names;
    let has_value =
        |declaration: &Declaration| *declaration.kind == PARAMETER && holder(document, declaration).is_some();
    let site = |reference: &Reference| site_of(document, reference);
    let is_around = |site: InlineSite| matches!(site, InlineSite::Whole(path) if at.starts_with(&path));
    let read = names
        .references
        .iter()
        .filter_map(|reference| Some((reference, &names.declarations[reference.declaration?])));
    let read = read.filter(|(reference, declaration)| {
        has_value(declaration) && (declaration.path == *at || site(reference).is_some_and(is_around))
    });
    let mut removes_unused = true;
    for (_, declaration) in read {
        if let Some(obstacle) = obstacle(document, declaration) {
            return Err(EditError::Refused(obstacle));
        }
        // An expression without a known declaration can read it, too: `$brooklyn:parent().config("port")`.
        let is_read = |plan| unresolved(catalog, plan).any(|name| name == declaration.name);
        // A parameter of a type or of a catalog item is its interface.
        let is_interface = |plan: Node<'_>| plan.get("type").is_some() || !plan.path().is_empty();
        removes_unused &=
            !holder(document, declaration).is_some_and(|plan| is_interface(plan) || is_read(plan));
    }
    let inlining = Inlining {
        document,
        names,
        noun: ("a parameter", "default"),
        has_value: &has_value,
        value: &|declaration| default(document, declaration),
        site: &site,
        removes_unused,
    };
    inlining.plan(at)
}

/// The topmost mapping of the blueprint, if the parameter is declared there or by the catalog item around it.
fn holder<'d>(document: &'d Document, declaration: &Declaration) -> Option<Node<'d>> {
    let path = &declaration.path;
    let depth = (0..path.len()).rev().find(|at| path.key_at(*at) == Some(PARAMETERS))?;
    let around = path.prefix(depth);
    if let Some(plan) = scope_root(document, path) {
        return (plan.path() == around).then_some(plan);
    }
    let item = ["item", "spec"].into_iter().map(|key| around.key(key));
    item.filter(|path| document.get(path).is_some()).find_map(|path| scope_root(document, &path))
}

fn default<'d>(document: &'d Document, declaration: &Declaration) -> Option<Node<'d>> {
    let parameter = declaration.path.parent().filter(|_| declaration.path.last_key() == Some("name"))?;
    document.get(&parameter)?.resolve().get("default").filter(|value| !value.is_null())
}

/// The reason why the default of a parameter cannot take the place of expressions that read it.
fn obstacle(document: &Document, declaration: &Declaration) -> Option<String> {
    let name = &declaration.name;
    let config = holder(document, declaration).and_then(|plan| plan.get(CONFIG_KEY.name));
    if config.is_some_and(|config| config.resolve().get(name).is_some()) {
        return Some(format!("`{}` of the blueprint sets `{name}` to another value", CONFIG_KEY.name));
    }
    let is_computed = default(document, declaration).is_some_and(contains_expression);
    is_computed.then(|| format!("the default of `{name}` contains a `{PREFIX}` expression: edit the text"))
}

/// The expression that consists of reading a configuration key: a text, or a mapping with one key.
fn site_of(document: &Document, reference: &Reference) -> Option<InlineSite> {
    let node = document.node_of(reference.node).filter(|_| !reference.is_key)?;
    let text = node.as_str()?;
    if is_expression(&text) {
        let parsed = parse(&text);
        let Some(ExpressionStep::Call(last)) = parsed.chain.steps.last() else { return None };
        let [argument] = last.items() else { return None };
        let is_whole = last.name.text == "config"
            && parsed.fault.is_none()
            && argument.as_text() == Some(&reference.name)
            && argument.range.start <= reference.within.start
            && reference.within.end <= argument.range.end;
        return is_whole.then(|| InlineSite::Whole(node.path()));
    }
    let mut around = node.parent()?;
    if around.is_sequence() && around.items().len() == 1 {
        around = around.parent()?;
    }
    let mut entries = around.entries();
    let only = entries.next().filter(|_| around.is_mapping() && entries.next().is_none())?;
    let key = only.key.as_str().filter(|key| is_expression(key))?;
    let parsed = parse_key(&key);
    let is_read = parsed.chain.calls().last().is_some_and(|call| call.name.text == "config");
    (is_read && parsed.fault.is_none()).then(|| InlineSite::Whole(around.path()))
}
