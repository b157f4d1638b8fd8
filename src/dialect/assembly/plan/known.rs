//! Palette entries for components and references of known descriptors: those of the workspace and of the catalog.

use std::collections::{BTreeMap, BTreeSet};

use super::add::palette;
use crate::appearance::short_type;
use crate::grammar::DescriptorName;
use crate::model::{DeclaredPort, Descriptor};
use crate::version;
use crate::workspace_index::WorkspaceIndex;
use limn_language::dialect::{PaletteEntry, TypeProfile, TypedEnd};
use limn_language::graph::{Icon, PortRef, Role};

const FROM_WORKSPACE: &str = "From this workspace";
const CATALOG: &str = "From the catalog";

/// Entries that can be connected to an end of a component: known descriptors with an end of the same type on the other side, then those of any type.
/// `None` for other ports.
pub fn palette_for(descriptor: &Descriptor, wire: &PortRef) -> Option<Vec<PaletteEntry>> {
    let is_capability = match wire.role {
        Role::Capability => true,
        Role::Requirement => false,
        _ => return None,
    };
    let owner = descriptor.owners().find(|owner| owner.path == wire.node.0)?;
    let own = descriptor.descriptor_of(owner);
    let end =
        own.as_ref().and_then(|own| offers(own, is_capability).iter().find(|port| port.name == wire.port));
    let end_type = end.and_then(|end| end.kind.as_ref()).map(|kind| kind.text.as_str());
    let fits = |known: &Descriptor| {
        let mut ends = offers(known, !is_capability).iter();
        ends.any(|end| end_type.is_none() || end.kind.as_ref().map(|kind| kind.text.as_str()) == end_type)
    };
    let (mut known, mut plain) = (Vec::new(), Vec::new());
    for template in palette(descriptor).into_iter().filter(|template| !template.wire) {
        let template = PaletteEntry { parent: None, ..template };
        match template.id.split_once(':') {
            Some((_, name)) if descriptor.workspace.find(name).is_some_and(|found| fits(&found)) => {
                known.push(template);
            }
            Some(_) => {}
            None if ["component", "reference"].contains(&template.id.as_str()) => plain.push(template),
            None => {}
        }
    }
    known.append(&mut plain);
    Some(known)
}

fn offers(descriptor: &Descriptor, capabilities: bool) -> &[DeclaredPort] {
    if capabilities { &descriptor.capabilities } else { &descriptor.requirements }
}

pub(super) fn from_workspace(descriptor: &Descriptor) -> Vec<PaletteEntry> {
    let own = descriptor.name.as_ref().map(|name| name.text.as_str());
    let names = descriptor.workspace.names().filter(|(name, _)| Some(*name) != own);
    let usable = names.filter(|(name, _)| is_usable(name));
    usable
        .flat_map(|(name, file)| {
            let label = short_type(name);
            let component = known(name, label.clone(), format!("The descriptor `{file}` as a component."));
            let doc = format!("The descriptor `{file}` as an existing resource.");
            let reference = known_reference(name, format!("{label} (reference)"), doc);
            let profile =
                descriptor.workspace.find(name).map(|found| profile(name, &found)).unwrap_or_default();
            [component, reference].map(|template| PaletteEntry { profile: profile.clone(), ..template })
        })
        .collect()
}

fn is_usable(name: &str) -> bool {
    name.starts_with("assembly::") || name.starts_with("resource::")
}

fn known(name: &str, label: String, doc: String) -> PaletteEntry {
    let icon = if name.starts_with("resource::") { Icon::Resource } else { Icon::Assembly };
    PaletteEntry::new(format!("component:{name}"), FROM_WORKSPACE, label, doc, icon)
}

fn known_reference(name: &str, label: String, doc: String) -> PaletteEntry {
    let id = format!("reference:{name}");
    PaletteEntry { id, icon: Icon::Reference, ..known(name, label, doc) }
}

/// Offers and needs of a descriptor.
fn profile(name: &str, found: &Descriptor) -> TypeProfile {
    let end = |port: &DeclaredPort| TypedEnd {
        name: port.name.clone(),
        types: port.kind.iter().map(|kind| kind.text.clone()).collect(),
    };
    TypeProfile {
        chain: vec![name.to_owned()],
        description: found
            .description
            .as_ref()
            .map(|description| description.text.trim().to_owned())
            .unwrap_or_default(),
        offers: found.capabilities.iter().map(end).collect(),
        needs: found.requirements.iter().map(end).collect(),
        hosts: false,
    }
}

/// The newest version of each descriptor of the catalog; below it, its older versions and references to it.
pub(super) fn from_catalog(descriptor: &Descriptor) -> Vec<PaletteEntry> {
    let Some(catalog) = descriptor.workspace.catalog() else { return Vec::new() };
    let own: BTreeSet<&str> = descriptor.workspace.names().map(|(name, _)| name).collect();
    let own_name = descriptor.name.as_ref().map(|name| name.text.as_str());
    let is_new = |name: &&str| is_usable(name) && !own.contains(name) && Some(*name) != own_name;
    // A name that is not a full name has no version.
    let split = |name| match DescriptorName::parse(name) {
        Some(DescriptorName { version, .. }) => (&name[..name.len() - version.len() - "::".len()], version),
        None => (name, String::new()),
    };
    let mut versions: BTreeMap<&str, Vec<(String, &str)>> = BTreeMap::new();
    for name in catalog.names().map(|(name, _)| name).filter(is_new) {
        let (plain, version) = split(name);
        versions.entry(plain).or_default().push((version, name));
    }
    let mut templates = Vec::new();
    for mut versions in versions.into_values() {
        versions.sort_by(|(a, _), (b, _)| version::compare(b, a));
        let Some(((_, name), older)) = versions.split_first() else { continue };
        let label = short_type(name);
        let doc = summary(&catalog, name);
        let profile = |name: &str| catalog.find(name).map(|found| profile(name, &found)).unwrap_or_default();
        let of_catalog = |template: PaletteEntry, name: &str| PaletteEntry {
            group: CATALOG,
            profile: profile(name),
            ..template
        };
        let top = of_catalog(known(name, label.clone(), doc.clone()), name);
        let parent = Some(top.id.clone());
        templates.push(top);
        for (_, name) in older {
            let (label, doc) = (short_type(name), summary(&catalog, name));
            let version = of_catalog(known(name, label, doc), name);
            templates.push(PaletteEntry { parent: parent.clone(), ..version });
        }
        let doc = format!("An existing resource. {doc}");
        let reference = known_reference(name, format!("{label} (reference)"), doc);
        templates.push(PaletteEntry { parent, ..of_catalog(reference, name) });
    }
    templates
}

/// The description of a descriptor, and what it declares; its name if both are missing.
fn summary(catalog: &WorkspaceIndex, name: &str) -> String {
    let Some(found) = catalog.find(name) else { return format!("`{name}`") };
    let count = |count: usize, one: &str, many: &str| match count {
        0 => None,
        1 => Some(format!("1 {one}")),
        count => Some(format!("{count} {many}")),
    };
    let parts: Vec<String> = [
        count(found.properties.len(), "property", "properties"),
        count(found.capabilities.len(), "capability", "capabilities"),
        count(found.requirements.len(), "requirement", "requirements"),
        count(found.operations.len(), "operation", "operations"),
        count(found.metrics.len(), "metric", "metrics"),
    ]
    .into_iter()
    .flatten()
    .collect();
    let sentence = |text: &str| format!("{}.", text.trim().trim_end_matches('.'));
    let description = found.description.as_ref().map(|description| sentence(&description.text));
    let declared = (!parts.is_empty()).then(|| format!("It has {}.", parts.join(", ")));
    let sentences: Vec<String> = description.into_iter().chain(declared).collect();
    if sentences.is_empty() { format!("`{name}`") } else { sentences.join(" ") }
}
