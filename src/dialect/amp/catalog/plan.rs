//! Edit planner: converts each edit of a catalog file or blueprint to YAML operations, or returns why it is refused.

use std::collections::HashMap;

use super::grammar::{BOM, ENTITY_TYPES, ROOT};
use super::model::{CatalogModel, Content, Element, ElementKind};
use super::{catalog_items, service_templates};
use limn_common::{Form, as_name, free_name};
use limn_language::dialect::{PaletteEntry, Plan};
use limn_language::edit::{Edit, EditError};
use limn_language::graph::{Icon, Id, PortRef, Role};
use limn_language::message;
use limn_yaml::{Node, Op, Path, Placement, Value};

pub(super) fn plan(catalog: &CatalogModel, edit: &Edit) -> Result<Plan, EditError> {
    match edit {
        Edit::Add { template, name, .. } => add(catalog, template, name.as_deref()),
        Edit::Remove { ids } => remove(catalog, ids),
        Edit::Rename { id, to } => rename(catalog, id, to),
        Edit::Connect { from, to } => connect(catalog, from, to),
        Edit::Disconnect { .. } => {
            refused("an entity needs a type: choose another one in the inspector, or remove the entity")
        }
        Edit::Set { of, key, input } => form(catalog).set(&of.0.join(key), input),
        Edit::Unset { of, key } => form(catalog).unset(&of.0.join(key)),
        Edit::Insert { of, into, name } => insert(catalog, &of.0.join(into), name),
        Edit::Expose { .. } => refused("catalogs have no outputs"),
        // Planned by `promote`.
        Edit::MakeInput { .. } | Edit::Inline { .. } => Err(EditError::unsupported()),
        Edit::Attach { .. } | Edit::Detach { .. } => refused("catalogs have no groups"),
        Edit::View { .. } | Edit::Note { .. } => Err(EditError::unsupported()),
        // Positions are not stored in the document.
        Edit::Place { .. } => Ok(Plan::default()),
    }
}

pub(super) fn refused<T>(why: &str) -> Result<T, EditError> {
    Err(EditError::Refused(why.to_owned()))
}

pub(super) fn form(catalog: &CatalogModel) -> Form<'_> {
    Form {
        document: &catalog.document,
        table: &ROOT,
        profiles: catalog.profiles,
        fresh: &|_, _| None,
        slots: None,
    }
}

/// Kinds of items in the palette: `itemType`, label, documentation, icon, and the type of a new one.
static ITEMS: &[(&str, &str, &str, Icon, &str)] = &[
    (
        "entity",
        "Entity",
        "An entity type for blueprints.",
        Icon::Software,
        "org.apache.brooklyn.entity.software.base.VanillaSoftwareProcess",
    ),
    ("template", "Template", "A blueprint to deploy or to adapt first.", Icon::Assembly, ""),
    (
        "policy",
        "Policy",
        "A policy for entities.",
        Icon::Policy,
        "org.apache.brooklyn.policy.autoscaling.AutoScalerPolicy",
    ),
    (
        "enricher",
        "Enricher",
        "Computes a sensor.",
        Icon::Metric,
        "org.apache.brooklyn.enricher.stock.Transformer",
    ),
    ("location", "Location", "A place to deploy to.", Icon::Place, "localhost"),
];

/// Short name of an entity type, its label in the palette and its icon.
static ENTITIES: &[(&str, &str, Icon)] = &[
    (".EmptySoftwareProcess", "Server", Icon::Compute),
    (".VanillaSoftwareProcess", "Software process", Icon::Software),
    (".DynamicCluster", "Cluster", Icon::Cluster),
    (".BasicApplication", "Application", Icon::Assembly),
];

const FROM_WORKSPACE: &str = "From this workspace";

pub(super) fn palette(catalog: &CatalogModel) -> Vec<PaletteEntry> {
    if catalog.profiles.has(BOM) {
        let items = ITEMS.iter().map(|(kind, label, doc, icon, _)| {
            PaletteEntry::new(format!("item:{kind}"), "Catalog items", *label, *doc, *icon)
        });
        let templates = service_templates(&catalog.library).map(|file| {
            let doc = format!("A template item of `{file}`.");
            PaletteEntry::new(format!("file:{file}"), FROM_WORKSPACE, file.name(), doc, Icon::Assembly)
        });
        return items.chain(templates).collect();
    }
    let entities = ENTITY_TYPES.iter().filter_map(|entity| {
        let (_, label, icon) = ENTITIES.iter().find(|(name, ..)| entity.word.ends_with(name))?;
        Some(PaletteEntry::new(format!("type:{}", entity.word), "Entities", *label, entity.doc, *icon))
    });
    let items = catalog_items(&catalog.library);
    let mut names: Vec<&String> = items.keys().collect();
    names.sort();
    let items = names.into_iter().map(|name| {
        let doc = format!("The catalog item `{name}`.");
        PaletteEntry::new(format!("type:{name}"), FROM_WORKSPACE, name, doc, Icon::Software)
    });
    entities.chain(items.collect::<Vec<_>>()).collect()
}

fn add(catalog: &CatalogModel, template: &str, name: Option<&str>) -> Result<Plan, EditError> {
    let unknown = || EditError::Refused(message::unknown("palette entry", template));
    let (kind, of) = template.split_once(':').ok_or_else(unknown)?;
    let root = catalog.root();
    if root.is_some_and(|root| !root.is_mapping() && !root.is_null()) {
        return refused("the document is not a mapping");
    }
    let (into, value) = match kind {
        "item" => {
            let (kind, label, .., type_name) = ITEMS.iter().find(|item| item.0 == of).ok_or_else(unknown)?;
            let id = free_id(catalog, &as_name(name.unwrap_or(&label.to_lowercase()), '-'));
            let item = match *type_name {
                "" => Value::map([("services", Value::Sequence(Vec::new()))]),
                name => Value::map([("type", Value::text(name))]),
            };
            (item_list(catalog)?, item_value(id, kind, item))
        }
        "file" => {
            let base = of.rsplit('/').next().unwrap_or(of).split('.').next().unwrap_or(of);
            let id = free_id(catalog, &as_name(name.unwrap_or(base), '-'));
            (item_list(catalog)?, item_value(id, "template", Value::text(format!("classpath://{of}"))))
        }
        "type" => {
            let label = name.unwrap_or_else(|| super::model::short(of));
            let value = Value::map([("type", Value::text(of)), ("name", Value::text(label))]);
            (Path::keys(["services"]), value)
        }
        _ => return Err(unknown()),
    };
    let list = catalog.document.get(&into).map(Node::resolve);
    if list.is_some_and(|list| !list.is_sequence() && !list.is_null()) {
        return Err(EditError::Refused(format!("`{into}` is not a list")));
    }
    let focus = into.index(list.map_or(0, |list| list.items().len()));
    let op = match list.filter(|list| !list.is_null()) {
        Some(_) => Op::Append { to: into, value },
        None => form(catalog).op(into, Value::Sequence(vec![value]))?,
    };
    Ok(Plan { ops: vec![op], focus: Some(Id(focus)) })
}

fn item_value(id: String, kind: &str, item: Value) -> Value {
    Value::map([("id", Value::Text(id)), ("itemType", Value::text(kind)), ("item", item)])
}

/// `items` of the catalog. A catalog with a single `item` has no list to add to.
fn item_list(catalog: &CatalogModel) -> Result<Path, EditError> {
    let section = catalog.section();
    if section.is_some_and(|section| section.get("item").is_some() && section.get("items").is_none()) {
        return refused("this catalog has a single `item`: move it to `items` first");
    }
    Ok(Path::keys(["brooklyn.catalog", "items"]))
}

fn free_id(catalog: &CatalogModel, base: &str) -> String {
    let is_taken = |id: &str| {
        catalog
            .elements
            .iter()
            .any(|element| element.id.as_ref().is_some_and(|element_id| element_id.text == id))
    };
    free_name(base, '-', is_taken)
}

fn remove(catalog: &CatalogModel, ids: &[Id]) -> Result<Plan, EditError> {
    let mut paths = Vec::new();
    let elements: HashMap<&Path, &Element> =
        catalog.elements.iter().map(|element| (&element.path, element)).collect();
    for id in ids {
        let Some(element) = elements.get(&id.0) else {
            return match id.0.is_empty() {
                true => refused("the document itself cannot be removed"),
                false if is_link(catalog, id) => refused(
                    "an entity needs a type: choose another one in the inspector, or remove the entity",
                ),
                false => Err(EditError::NotFound(id.clone())),
            };
        };
        if element.path == Path::keys(["brooklyn.catalog"]) {
            return refused("the only item of a catalog cannot be removed");
        }
        paths.push(element.path.clone());
    }
    paths.sort();
    paths.dedup();
    // Elements inside a removed one need no op.
    let mut kept: Vec<Path> = Vec::new();
    for path in paths {
        if !kept.last().is_some_and(|above| path.starts_with(above)) {
            kept.push(path);
        }
    }
    let ops = kept.into_iter().map(|at| Op::Remove { at, prune: false }).collect();
    Ok(Plan { ops, focus: None })
}

fn is_link(catalog: &CatalogModel, id: &Id) -> bool {
    catalog.names.references.iter().any(|reference| reference.at(&catalog.document) == id.0)
}

/// The `id` that names an element on the canvas. An entity with a display name is named by that.
pub(super) fn naming_value(catalog: &CatalogModel, id: &Id) -> Option<Path> {
    let element = catalog.element(&id.0)?;
    let has_name = element.kind != ElementKind::Item && element.name.is_some();
    element.id.as_ref().filter(|_| !has_name).map(|word| word.path.clone())
}

/// Renames an element without an identifier: an entity gets another display name, an item gets an identifier.
fn rename(catalog: &CatalogModel, id: &Id, to: &str) -> Result<Plan, EditError> {
    let Some(element) = catalog.element(&id.0) else { return Err(EditError::NotFound(id.clone())) };
    if to.trim().is_empty() {
        return Err(EditError::Name { name: to.to_owned(), why: "a name cannot be empty".to_owned() });
    }
    let key = match element.kind {
        ElementKind::File => return refused("a file is renamed in the list of files"),
        ElementKind::Entity | ElementKind::Member => "name",
        ElementKind::Item => "id",
    };
    let op = form(catalog).op(element.path.key(key), Value::text(to))?;
    Ok(Plan { ops: vec![op], focus: Some(id.clone()) })
}

/// The element that gets a type, and the item that it gets.
fn connection<'c>(
    catalog: &'c CatalogModel,
    from: &PortRef,
    to: &PortRef,
) -> Result<(&'c Element, &'c str), EditError> {
    let incompatible = |why: &str| EditError::Incompatible(why.to_owned());
    let (item, element) = match (from.role, to.role) {
        (Role::Capability, Role::Requirement) => (&from.node, &to.node),
        (Role::Requirement, Role::Capability) => (&to.node, &from.node),
        _ => return Err(incompatible("connect an entity to the catalog item that is its type")),
    };
    let find = |id: &Id| catalog.element(&id.0).ok_or_else(|| EditError::NotFound(id.clone()));
    let (item, element) = (find(item)?, find(element)?);
    let Some(id) = item.id.as_ref().filter(|_| item.kind == ElementKind::Item) else {
        return Err(incompatible("only an item with an `id` can be a type"));
    };
    if item.path == element.path || element.path.starts_with(&item.path) {
        return Err(incompatible("an item cannot be the type of itself or of its children"));
    }
    if element.blueprint.is_none() || !matches!(element.content, Content::Type(_) | Content::Unknown) {
        return Err(incompatible("only an entity has a type"));
    }
    Ok((element, &id.text))
}

pub(super) fn accepts(catalog: &CatalogModel, from: &PortRef, to: &PortRef) -> Result<(), EditError> {
    connection(catalog, from, to).map(|_| ())
}

fn connect(catalog: &CatalogModel, from: &PortRef, to: &PortRef) -> Result<Plan, EditError> {
    let (element, id) = connection(catalog, from, to)?;
    let Some(blueprint) = &element.blueprint else {
        return Err(EditError::NotFound(Id(element.path.clone())));
    };
    let key = ["type", "serviceType", "service_type"]
        .into_iter()
        .find(|key| catalog.document.get(&blueprint.key(key)).is_some());
    let op = match key {
        Some(key) => Op::Replace { at: blueprint.key(key), value: Value::text(id) },
        None => Op::Insert {
            into: blueprint.clone(),
            key: "type".to_owned(),
            value: Value::text(id),
            placement: Placement::First,
        },
    };
    Ok(Plan { ops: vec![op], focus: Some(Id(element.path.clone())) })
}

/// Inserts from a form: a new item and a new entity need more than an empty mapping.
fn insert(catalog: &CatalogModel, into: &Path, name: &str) -> Result<Plan, EditError> {
    let list = catalog.document.get(into).map(Node::resolve);
    let value = match into.last_key() {
        Some("items") => item_value(
            free_id(catalog, "item"),
            "entity",
            Value::map([("type", Value::text(ENTITY_TYPES[1].word))]),
        ),
        Some("services" | "brooklyn.children") => Value::map([("type", Value::text(ENTITY_TYPES[0].word))]),
        _ => return form(catalog).insert(into, name),
    };
    if list.is_some_and(|list| !list.is_sequence() && !list.is_null()) {
        return form(catalog).insert(into, name);
    }
    let op = match list.filter(|list| !list.is_null()) {
        Some(_) => Op::Append { to: into.clone(), value },
        None => form(catalog).op(into.clone(), Value::Sequence(vec![value]))?,
    };
    Ok(Plan { ops: vec![op], focus: None })
}
