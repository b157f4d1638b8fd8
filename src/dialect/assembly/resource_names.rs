//! Names in resource descriptors that no descriptor has to declare: infrastructure types, drivers and operations, for completion and hover.

use std::collections::{BTreeMap, BTreeSet};

use super::driver_files::{driver_folder, drivers_with_folders, scripts};
use super::grammar::{
    DRIVER_TYPE, DRIVER_TYPES, EVERY_TYPE, INFRASTRUCTURE_TYPE, INFRASTRUCTURE_TYPES, RESOURCES, TRANSITIONS,
};
use super::model::{Descriptor, Driver, QualifiedName};
use super::{driver_files, read};
use limn_language::explanation::{Explanation, Fact};
use limn_language::schema::{Choice, ChoiceItem};
use limn_yaml::{Node, Path, Step};

/// Likely keys of a section of a resource.
pub(super) fn likely_keys(descriptor: &Descriptor, mapping: &Path) -> Vec<ChoiceItem> {
    if !RESOURCES.has(descriptor.profiles) {
        Vec::new()
    } else if *mapping == Path::keys(["infrastructure"]) {
        infrastructure_types(descriptor)
    } else if is_of_drivers(mapping) {
        drivers(descriptor, mapping)
    } else if *mapping == Path::keys(["operations"]) {
        operations(descriptor)
    } else {
        Vec::new()
    }
}

/// The infrastructure types that a driver can be selected for: those that the resource lists, or all if it lists none.
pub(super) fn selectable(descriptor: &Descriptor, path: &Path) -> Vec<ChoiceItem> {
    let list = path.parent().filter(|_| matches!(path.last(), Some(Step::Index(_))));
    let list = list.as_ref().unwrap_or(path);
    let is_selector = list.len() > 1 && list.key_at(list.len() - 2) == Some("selector");
    if !RESOURCES.has(descriptor.profiles) || !is_selector || list.last_key() != Some("infrastructure-type") {
        return Vec::new();
    }
    if descriptor.infrastructure.is_empty() {
        return infrastructure_types(descriptor);
    }
    let listed = descriptor.infrastructure.iter();
    listed
        .map(|entry| item(&entry.name, INFRASTRUCTURE_TYPE.id, doc_of(INFRASTRUCTURE_TYPES, &entry.name)))
        .collect()
}

/// The files that can be the template of a driver; `None` if the path is not that of a template file.
pub(super) fn templates(descriptor: &Descriptor, path: &Path) -> Option<Vec<String>> {
    let at = path.len().checked_sub(3)?;
    let is_template = path.key_at(at + 1) == Some("template") && path.key_at(at + 2) == Some("file");
    if !is_template || !is_of_drivers(&path.prefix(at)) || !RESOURCES.has(descriptor.profiles) {
        return None;
    }
    Some(driver_files::templates(descriptor, path.key_at(at)?))
}

/// Returns true for `default-driver`, and for `drivers` of a transition, an operation or the queries.
fn is_of_drivers(mapping: &Path) -> bool {
    let keys: Vec<Option<&str>> = (0..mapping.len()).map(|depth| mapping.key_at(depth)).collect();
    matches!(
        keys[..],
        [Some("default-driver")]
            | [Some("queries"), Some("drivers")]
            | [Some("lifecycle" | "operations"), Some(_), Some("drivers")]
    )
}

fn infrastructure_types(descriptor: &Descriptor) -> Vec<ChoiceItem> {
    let selected = all_drivers(descriptor).flat_map(|driver| &driver.infrastructure);
    let mut names: BTreeSet<String> = selected.map(|kind| kind.text.clone()).collect();
    for document in descriptor.workspace.other_documents() {
        names.extend(keys(document.root().and_then(|root| root.get("infrastructure"))));
    }
    names.remove(EVERY_TYPE);
    documented_first(INFRASTRUCTURE_TYPES, &names, INFRASTRUCTURE_TYPE.id)
}

/// The drivers, except for those that only this mapping has: its keys are being typed.
fn drivers(descriptor: &Descriptor, mapping: &Path) -> Vec<ChoiceItem> {
    let others = all_drivers(descriptor).filter(|driver| driver.path.parent().as_ref() != Some(mapping));
    let mut names: BTreeSet<String> = others.map(|driver| driver.name.clone()).collect();
    names.extend(drivers_with_folders(descriptor));
    for document in descriptor.workspace.other_documents() {
        let root = document.root();
        let section = |name: &str| root.and_then(|root| root.get(name));
        names.extend(keys(section("default-driver")));
        names.extend(keys(section("queries").and_then(|section| section.get("drivers"))));
        let running = ["lifecycle", "operations"].into_iter().filter_map(section);
        for entry in running.flat_map(read::effective) {
            names.extend(keys(entry.value.get("drivers")));
        }
    }
    documented_first(DRIVER_TYPES, &names, DRIVER_TYPE.id)
}

/// Operations that assemblies call, and those that have a script.
fn operations(descriptor: &Descriptor) -> Vec<ChoiceItem> {
    let mut found: BTreeMap<String, String> = BTreeMap::new();
    let is_transition =
        |name: &str| TRANSITIONS.iter().any(|transition| transition.eq_ignore_ascii_case(name));
    let is_known =
        |name: &str| descriptor.operations.iter().any(|operation| operation.name.eq_ignore_ascii_case(name));
    for (name, script) in scripts(descriptor) {
        if !is_transition(&name) && !is_known(&name) {
            found.insert(name, format!("Runs `{script}`."));
        }
    }
    for caller in descriptor.workspace.containing(descriptor) {
        let called = called_by(&caller, descriptor).into_iter().filter(|name| !is_transition(name));
        found.extend(called.map(|name| (name, format!("Called in `{}`.", caller.file))));
    }
    found.into_iter().map(|(name, doc)| item(&name, "operation", &doc)).collect()
}

/// The operations of a descriptor that an assembly calls or promotes.
fn called_by(caller: &Descriptor, descriptor: &Descriptor) -> BTreeSet<String> {
    let workspace = descriptor.workspace.seen_from(caller);
    let is_of = |owner: &str| {
        let component = caller.owner(owner);
        let target = component.and_then(|component| workspace.find(&component.type_name.as_ref()?.text));
        target.is_some_and(|target| target.file == descriptor.file)
    };
    let mut called = BTreeSet::new();
    for relationship in &caller.relationships {
        let is_end = |ends: &[QualifiedName]| ends.iter().any(|end| is_of(&end.owner));
        for action in relationship.create.iter().chain(&relationship.cease) {
            let is_called = match action.owner.as_str() {
                "source" => is_end(&relationship.sources),
                "target" => is_end(&relationship.targets),
                owner => is_of(owner),
            };
            called.extend(action.member.clone().filter(|_| is_called));
        }
    }
    let promoted = caller.operations.iter().filter_map(|operation| operation.source.as_ref());
    called.extend(promoted.filter(|source| is_of(&source.owner)).filter_map(|source| source.member.clone()));
    called
}

/// The meaning of the driver or infrastructure type at an offset.
pub(super) fn explain(descriptor: &Descriptor, offset: usize) -> Option<Explanation> {
    let names = &descriptor.names;
    let (range, name, kind) = match names.reference_at(offset).map(|at| &names.references[at]) {
        Some(reference) => (reference.range, &reference.name, *reference.kinds.first()?),
        None => {
            let declaration = &names.declarations[names.declaration_at(offset)?];
            (declaration.range, &declaration.name, declaration.kind)
        }
    };
    let (doc, facts) = if *kind == DRIVER_TYPE {
        (doc_of(DRIVER_TYPES, name), driver_facts(descriptor, name))
    } else if *kind == INFRASTRUCTURE_TYPE {
        (doc_of(INFRASTRUCTURE_TYPES, name), infrastructure_facts(descriptor, name))
    } else {
        return None;
    };
    Some(Explanation { range, title: name.clone(), kind: kind.id.to_owned(), doc: doc.to_owned(), facts })
}

/// The transitions and operations that a driver runs, the infrastructure types it is selected for, and its folder.
fn driver_facts(descriptor: &Descriptor, name: &str) -> Vec<Fact> {
    let has = |drivers: &[Driver]| drivers.iter().any(|driver| driver.name == name);
    let transitions = descriptor
        .lifecycle
        .iter()
        .filter(|transition| has(&transition.drivers))
        .map(|transition| &*transition.name);
    let operations = descriptor
        .operations
        .iter()
        .filter(|operation| has(&operation.drivers))
        .map(|operation| &*operation.name);
    let mut runs: BTreeSet<&str> = BTreeSet::new();
    let mut words: Vec<String> = transitions
        .chain(operations)
        .filter(|name| runs.insert(*name))
        .map(|name| format!("`{name}`"))
        .collect();
    if has(&descriptor.queries) {
        words.push("queries".to_owned());
    }
    if has(&descriptor.default_drivers) {
        words.push("all without a driver of their own".to_owned());
    }
    let own = all_drivers(descriptor).filter(|driver| driver.name == name);
    let selected: BTreeSet<&str> =
        own.flat_map(|driver| &driver.infrastructure).map(|kind| kind.text.as_str()).collect();
    let selected: Vec<String> = selected.into_iter().map(|kind| format!("`{kind}`")).collect();
    let folder = driver_folder(descriptor, name).map(|folder| format!("`{folder}`")).unwrap_or_default();
    let facts = [("Runs", words.join(", ")), ("Infrastructure", selected.join(", ")), ("Folder", folder)];
    facts
        .into_iter()
        .filter(|(_, text)| !text.is_empty())
        .map(|(label, text)| Fact::new(label, text))
        .collect()
}

/// The drivers that are selected for an infrastructure type.
fn infrastructure_facts(descriptor: &Descriptor, name: &str) -> Vec<Fact> {
    let selects = |driver: &&Driver| {
        driver.infrastructure.iter().any(|kind| kind.text == name || kind.text == EVERY_TYPE)
    };
    let drivers: BTreeSet<&str> =
        all_drivers(descriptor).filter(selects).map(|driver| &*driver.name).collect();
    let drivers: Vec<String> = drivers.into_iter().map(|name| format!("`{name}`")).collect();
    (!drivers.is_empty()).then(|| Fact::new("Drivers", drivers.join(", "))).into_iter().collect()
}

/// Every driver of the descriptor, wherever it is used.
fn all_drivers(descriptor: &Descriptor) -> impl Iterator<Item = &Driver> {
    let transitions = descriptor.lifecycle.iter().flat_map(|transition| &transition.drivers);
    let operations = descriptor.operations.iter().flat_map(|operation| &operation.drivers);
    transitions.chain(operations).chain(&descriptor.default_drivers).chain(&descriptor.queries)
}

/// The names of the products' documentation, then the others.
fn documented_first(known: &'static [Choice], others: &BTreeSet<String>, note: &str) -> Vec<ChoiceItem> {
    let documented = known.iter().map(|choice| item(choice.word, note, choice.doc));
    let others = others.iter().filter(|name| known.iter().all(|choice| choice.word != name.as_str()));
    documented.chain(others.map(|name| item(name, note, ""))).collect()
}

fn item(word: &str, note: &str, doc: &str) -> ChoiceItem {
    ChoiceItem { word: word.to_owned(), note: note.to_owned(), doc: doc.to_owned(), fits: true }
}

/// The help of a documented name, in any case; empty for others.
fn doc_of(known: &'static [Choice], name: &str) -> &'static str {
    known.iter().find(|choice| choice.word.eq_ignore_ascii_case(name)).map_or("", |choice| choice.doc)
}

/// The keys of a mapping.
fn keys(node: Option<Node<'_>>) -> impl Iterator<Item = String> {
    node.into_iter().flat_map(read::effective).filter_map(|entry| Some(entry.key.as_str()?.into_owned()))
}
