//! Types of components, and the members that their descriptors declare, for completion and forms.

use std::collections::BTreeSet;

use super::grammar::{CAPABILITY, METRIC, OPERATION, PROPERTY, REQUIREMENT};
use super::model::{Descriptor, DescriptorKind};
use super::workspace_index::WorkspaceIndex;
use super::{project_parts, resource_names};
use limn_language::schema::{ChoiceItem, NameKind, Slot, Slots};
use limn_yaml::Path;

pub struct DescriptorFields<'m>(pub &'m Descriptor);

impl Slots for DescriptorFields<'_> {
    fn slot(&self, _: &Path) -> Option<Slot> {
        None
    }

    fn likely(&self, path: &Path) -> Vec<String> {
        let section = path.key_at(0);
        if path.len() == 1 && section == Some("name") {
            return names_of(self.0);
        }
        if let Some(templates) = resource_names::templates(self.0, path) {
            return templates;
        }
        if path.len() != 3
            || path.last_key() != Some("type")
            || !matches!(section, Some("composition" | "references"))
        {
            return Vec::new();
        }
        let catalog = self.0.workspace.catalog();
        let known = catalog.iter().flat_map(WorkspaceIndex::names);
        let mut names: Vec<String> =
            self.0.workspace.names().chain(known).map(|(name, _)| name.to_owned()).collect();
        names.sort();
        names.dedup();
        names.extend(self.0.workspace.lmctl_references());
        names
    }

    fn likely_keys(&self, mapping: &Path) -> Vec<ChoiceItem> {
        resource_names::likely_keys(self.0, mapping)
    }

    fn fitting(&self, path: &Path) -> Vec<ChoiceItem> {
        match self.0.kind {
            DescriptorKind::Project => project_parts::fitting(self.0, path),
            DescriptorKind::Assembly | DescriptorKind::Resource => resource_names::selectable(self.0, path),
        }
    }
}

/// Likely names of a descriptor: that of its LMCTL project, those that other files use without a descriptor, and one after the file.
fn names_of(descriptor: &Descriptor) -> Vec<String> {
    let kind = match descriptor.kind {
        DescriptorKind::Assembly => "assembly",
        DescriptorKind::Resource => "resource",
        DescriptorKind::Project => return Vec::new(),
    };
    let workspace = &descriptor.workspace;
    let project = workspace
        .project()
        .map(|project| format!("{}::{}::{}", project.kind, project.full_name, project.version));
    let stem = descriptor.file.name().split('.').next().unwrap_or_default();
    let mut names: Vec<String> = project.into_iter().collect();
    names.extend(workspace.missing_names().into_iter().filter(|name| name.starts_with(kind)));
    names.push(format!("{kind}::{stem}::1.0"));
    let mut seen = BTreeSet::new();
    names.retain(|name| seen.insert(name.clone()));
    names
}

/// The members that the descriptors of components declare: the component as an index into the names, the kind and the name.
pub fn external_members(descriptor: &Descriptor) -> Vec<(usize, &'static NameKind, String)> {
    let mut found: Vec<(usize, &'static NameKind, String)> = Vec::new();
    if descriptor.workspace.is_alone() {
        return found;
    }
    for owner in descriptor.owners() {
        let Some(at) = descriptor.names.declared_at(&owner.path) else { continue };
        let Some(other) = descriptor.descriptor_of(owner) else { continue };
        let mut add = |kind: &'static NameKind, name: &str| found.push((at, kind, name.to_owned()));
        other.properties.iter().for_each(|property| add(&PROPERTY, &property.name));
        other.capabilities.iter().for_each(|capability| add(&CAPABILITY, &capability.name));
        other.requirements.iter().for_each(|requirement| add(&REQUIREMENT, &requirement.name));
        other.operations.iter().for_each(|operation| add(&OPERATION, &operation.name));
        other.lifecycle.iter().for_each(|transition| add(&OPERATION, &transition.name));
        other.metrics.iter().for_each(|metric| add(&METRIC, &metric.name));
    }
    found
}
