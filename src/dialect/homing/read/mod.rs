//! Reads YAML into a [`Template`]. Lenient: invalid parts are omitted, and the rest is read.

mod constraint;
mod objective;
mod value;

use std::collections::BTreeSet;
use std::sync::{Arc, OnceLock};

use super::grammar::{PLACEMARK_KEYS, is_plan};
use super::model::{Demand, ListedCandidate, Location, NameRef, Parameter, Reservation, Source, Template};
use limn_files::FilePath;
use limn_language::schema::{Names, Profiles};
use limn_yaml::{Document, Node, Path};

use self::value::{TemplateReader, display_range, name_refs, named_entries};

pub use self::value::call;

#[cfg(test)]
mod tests;

/// Reads a document. The caller fills in names and table diagnostics.
pub fn read(file: &FilePath, document: &Arc<Document>, profiles: Profiles) -> Template {
    let is_plan = is_plan(document);
    let base = if is_plan { Path::keys(["template"]) } else { Path::root() };
    let root = document.get(&base).filter(|root| root.is_mapping());
    let mut reader = TemplateReader::new();
    let section = |name: &str| root.and_then(|root| root.get(name));
    let parameters = parameters(&mut reader, section("parameters"), &base.key("parameters"));
    let locations = locations(&mut reader, section("locations"), &base.key("locations"));
    let demands = demands(&mut reader, section("demands"), &base.key("demands"));
    let constraints = constraint::constraints(&mut reader, section("constraints"), &base.key("constraints"));
    let mut reservations = Vec::new();
    for key in ["reservation", "reservations"] {
        reservations.extend(self::reservations(&mut reader, section(key), &base.key(key)));
    }
    let places: BTreeSet<&str> = locations.iter().map(|location| location.name.as_str()).collect();
    let known: BTreeSet<&str> = demands.iter().map(|demand| demand.name.as_str()).collect();
    let name_sets = objective::NameSets { locations: &places, demands: &known };
    let objective = section("optimization")
        .and_then(|node| objective::objective(&mut reader, &name_sets, node, &base.key("optimization")));
    let version = root.and_then(|root| reader.setting_at(root, &base, "homing_template_version"));
    Template {
        file: file.clone(),
        document: Arc::clone(document),
        profiles,
        names: Names::default(),
        table_diagnostics: Vec::new(),
        base,
        is_plan,
        version,
        parameters,
        locations,
        demands,
        constraints,
        reservations,
        objective,
        index: OnceLock::new(),
    }
}

fn parameters(reader: &mut TemplateReader, section: Option<Node<'_>>, path: &Path) -> Vec<Parameter> {
    let mut parameters = Vec::new();
    for (name, range, node) in named_entries(section) {
        // Functions in parameters are not resolved.
        let value = reader.verbatim(node, path.key(&name));
        parameters.push(Parameter { path: path.key(&name), name, range, value });
    }
    for parameter in &parameters {
        reader.define(&parameter.name, parameter.value.datum.clone());
    }
    parameters
}

fn locations(reader: &mut TemplateReader, section: Option<Node<'_>>, path: &Path) -> Vec<Location> {
    let mut locations = Vec::new();
    for (name, range, node) in named_entries(section) {
        let path = path.key(&name);
        let mut address = reader.fields(Some(node), &path);
        address.retain(|field| PLACEMARK_KEYS.contains(&field.key.as_str()));
        locations.push(Location {
            latitude: reader.setting_at(node, &path, "latitude"),
            longitude: reader.setting_at(node, &path, "longitude"),
            host_name: reader.setting_at(node, &path, "host_name"),
            clli_code: reader.setting_at(node, &path, "clli_code"),
            address,
            is_mapping: node.is_mapping() && node.entry("get_param").is_none(),
            name,
            path,
            range,
        });
    }
    locations
}

fn demands(reader: &mut TemplateReader, section: Option<Node<'_>>, path: &Path) -> Vec<Demand> {
    let mut demands = Vec::new();
    for (name, range, node) in named_entries(section) {
        let path = path.key(&name);
        let items = node.items().enumerate().filter(|(_, item)| item.is_mapping());
        let sources = items.map(|(at, item)| source(reader, item, path.index(at))).collect();
        demands.push(Demand { name, range, sources, is_list: node.is_sequence(), path });
    }
    demands
}

fn source(reader: &mut TemplateReader, node: Node<'_>, path: Path) -> Source {
    let inner = |key: &str| node.get(key).filter(|value| !value.is_null());
    let filters = if inner("filtering_attributes").is_some() { "filtering_attributes" } else { "attributes" };
    let mut fields = |key: &str| reader.fields(inner(key), &path.key(key));
    let (filters, passthrough, defaults) =
        (fields(filters), fields("passthrough_attributes"), fields("default_attributes"));
    let all = reader.fields(Some(node), &path);
    let mut listed = |key: &str| candidates(reader, inner(key), &path.key(key));
    let (own, required, excluded) =
        (listed("candidates"), listed("required_candidates"), listed("excluded_candidates"));
    let existing = inner("existing_placement")
        .filter(|node| node.is_mapping())
        .map(|node| candidate(reader, node, path.key("existing_placement")));
    Source {
        provider: reader.setting_at(node, &path, "inventory_provider"),
        kind: reader.setting_at(node, &path, "inventory_type"),
        filters,
        passthrough,
        defaults,
        candidates: inner("candidates").map(|_| own),
        required,
        excluded,
        existing,
        default_cost: reader.setting_at(node, &path, "default_cost"),
        unique: reader.setting_at(node, &path, "unique"),
        fields: all,
        range: source_range(node),
        path,
    }
}

/// A source has no key, so its first key is the range.
fn source_range(node: Node<'_>) -> limn_text::TextRange {
    node.entries().next().map_or(node.range(), |entry| entry.key.range())
}

fn candidates(reader: &mut TemplateReader, list: Option<Node<'_>>, path: &Path) -> Vec<ListedCandidate> {
    let items = list.into_iter().flat_map(Node::items).enumerate();
    items
        .filter(|(_, item)| item.is_mapping())
        .map(|(at, item)| candidate(reader, item, path.index(at)))
        .collect()
}

fn candidate(reader: &mut TemplateReader, node: Node<'_>, path: Path) -> ListedCandidate {
    let mut attributes = reader.fields(Some(node), &path);
    attributes.retain(|field| field.key != "candidate_id");
    ListedCandidate {
        id: reader.setting_at(node, &path, "candidate_id"),
        attributes,
        range: display_range(node),
        path,
    }
}

/// Reservations in HAS's or the specification guide's syntax.
fn reservations(reader: &mut TemplateReader, section: Option<Node<'_>>, path: &Path) -> Vec<Reservation> {
    let mut reservations = Vec::new();
    let plural = path.last_key() == Some("reservations");
    let inner = section.and_then(|section| section.get("service_candidates")).filter(|_| !plural);
    for (name, range, node) in named_entries(inner) {
        let path = path.key("service_candidates").key(&name);
        reservations.push(reservation(reader, name, range, node, path, false));
    }
    for (name, range, node) in named_entries(section) {
        let is_entry = node.is_mapping() && (node.get("demands").is_some() || node.get("type").is_some());
        if plural || (is_entry && name != "service_candidates") {
            let path = path.key(&name);
            reservations.push(reservation(reader, name, range, node, path, true));
        }
    }
    reservations
}

fn reservation(
    reader: &mut TemplateReader,
    name: String,
    range: limn_text::TextRange,
    node: Node<'_>,
    path: Path,
    is_guide_style: bool,
) -> Reservation {
    let properties = node.get("properties");
    let controller = properties
        .and_then(|properties| reader.setting_at(properties, &path.key("properties"), "controller"));
    let demands: Vec<NameRef> = name_refs(node.get("demands"), &path.key("demands"));
    Reservation { name, path, range, demands, controller, is_guide_style }
}
