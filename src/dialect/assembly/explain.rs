//! Meaning of names for hover: the declaration, the type's descriptor, and the value of a property with its `${…}` resolved.

use std::sync::Arc;

use super::descriptor_names::{self, is_descriptor};
use super::foreign;
use super::grammar::DESCRIPTOR;
use super::interpolation::{ScanItem, scan};
use super::model::{Component, Descriptor, Property};
use super::{project_parts, resource_names};
use limn_common::of_declaration;
use limn_language::dialect::{ExternalDefinition, ReadOnlyText};
use limn_language::explanation::{Explanation, Fact};
use limn_text::TextRange;
use limn_yaml::Path;

/// Maximum number of references that are followed to a value.
const DEPTH: usize = 16;

/// The name at an offset.
pub fn explain(descriptor: &Descriptor, offset: usize) -> Option<Explanation> {
    let names = &descriptor.names;
    let found = set_property(descriptor, offset).or_else(|| resource_names::explain(descriptor, offset));
    if let Some(found) = found.or_else(|| project_parts::explain(descriptor, offset)) {
        return Some(found);
    }
    if let Some(found) = own_name(descriptor, offset) {
        return Some(found);
    }
    let Some((mut found, declaration)) = limn_common::explain(&descriptor.document, names, offset) else {
        return in_other_file(descriptor, offset);
    };
    let owner = descriptor.owners().find(|owner| owner.path == declaration.path);
    if let Some(owner) = owner.and_then(|owner| descriptor.descriptor_of(owner)) {
        describe(&owner, &mut found);
    }
    found.facts.extend(effective_value(descriptor, &declaration.path));
    if declaration.is_value && found.facts.is_empty() {
        return None;
    }
    Some(found)
}

/// The name of the descriptor itself.
fn own_name(descriptor: &Descriptor, offset: usize) -> Option<Explanation> {
    let names = &descriptor.names;
    let (range, at) = names.declared_name_at(offset)?;
    let declaration = &names.declarations[at];
    if *declaration.kind != DESCRIPTOR {
        return None;
    }
    let (title, kind) = (declaration.name.clone(), DESCRIPTOR.id.to_owned());
    let mut found = Explanation { range, title, kind, ..Explanation::default() };
    describe(descriptor, &mut found);
    Some(found)
}

/// A property that a component sets, or a reference to it: its declaration in the descriptor of the component, and the value that is set.
fn set_property(descriptor: &Descriptor, offset: usize) -> Option<Explanation> {
    let names = &descriptor.names;
    let reference = names.reference_at(offset).map(|at| &names.references[at]);
    let at = match reference.filter(|reference| !foreign::is_set_property(reference)) {
        Some(reference) => reference.declaration?,
        None => names.declaration_at(offset)?,
    };
    let declaration = &names.declarations[at];
    let (other, path) = foreign::declared_by_type(descriptor, &declaration.path)?;
    let own = of_declaration(descriptor.document.get(&declaration.path));
    let mut found = of_declaration(other.document.get(&path));
    if found.doc.is_empty() {
        found.doc = own.doc;
    }
    for fact in own.facts {
        found.facts.retain(|known| known.label != fact.label);
        found.facts.push(fact);
    }
    found.facts.extend(effective_value(descriptor, &declaration.path));
    if !descriptor.workspace.contains(&other) {
        found.facts.push(Fact::new("Declared in", declared_in(descriptor, &other)));
    }
    let range = reference.map_or(declaration.range, |reference| reference.range);
    Some(Explanation {
        range,
        title: declaration.name.clone(),
        kind: declaration.kind.id.to_owned(),
        ..found
    })
}

/// A name that the descriptor of a component declares, or a component's type.
fn in_other_file(descriptor: &Descriptor, offset: usize) -> Option<Explanation> {
    let names = &descriptor.names;
    let reference = names.reference_at(offset).map(|at| &names.references[at]);
    if let Some(reference) = reference.filter(|reference| !is_descriptor(reference)) {
        let (other, path) = foreign::declared_elsewhere(descriptor, reference)?;
        let mut found = of_declaration(other.document.get(&path));
        if !descriptor.workspace.contains(&other) {
            found.facts.push(Fact::new("Declared in", declared_in(descriptor, &other)));
        }
        let kind = reference.kinds.first().map_or("", |kind| kind.id).to_owned();
        return Some(Explanation { range: reference.range, title: reference.name.clone(), kind, ..found });
    }
    let (other, range, title) = type_at(descriptor, offset)?;
    let kind = DESCRIPTOR.id.to_owned();
    let mut found = Explanation { range, title, kind, ..Explanation::default() };
    describe(&other, &mut found);
    // The analysis adds the place of a declaration in another file.
    if reference.is_none_or(|reference| descriptor_names::file_of(descriptor, reference).is_none()) {
        found.facts.push(Fact::new("Declared in", declared_in(descriptor, &other)));
    }
    Some(found)
}

/// The descriptor that the type at an offset names, and the type with its range.
fn type_at(descriptor: &Descriptor, offset: usize) -> Option<(Arc<Descriptor>, TextRange, String)> {
    let names = &descriptor.names;
    let reference = names.reference_at(offset).map(|at| &names.references[at]);
    if let Some(reference) = reference.filter(|reference| is_descriptor(reference)) {
        let other = descriptor.workspace.find(&reference.name)?;
        return Some((other, reference.range, reference.name.clone()));
    }
    let mut types = descriptor.owners().filter_map(|owner| Some((owner, owner.type_name.as_ref()?)));
    let (owner, name) = types.find(|(_, name)| name.range.touches(offset))?;
    Some((descriptor.descriptor_of(owner)?, name.range, name.text.clone()))
}

fn declared_in(descriptor: &Descriptor, other: &Descriptor) -> String {
    if descriptor.workspace.contains(other) {
        return format!("`{}`", other.file);
    }
    let name = other.name.as_ref().map_or_else(|| other.file.to_string(), |name| name.text.clone());
    format!("`{name}` of the catalog")
}

/// The descriptor that declares the name at an offset: a file of the workspace, or a text of the catalog.
pub fn external_definition(descriptor: &Descriptor, offset: usize) -> Option<ExternalDefinition> {
    let names = &descriptor.names;
    let reference = names.reference_at(offset).map(|at| &names.references[at]);
    let (other, path) = match reference.filter(|reference| !is_descriptor(reference)) {
        Some(reference) => foreign::declared_elsewhere(descriptor, reference)?,
        None => (type_at(descriptor, offset)?.0, Path::root()),
    };
    if descriptor.workspace.contains(&other) {
        return Some(ExternalDefinition::File(other.file.clone()));
    }
    let title = other.name.as_ref().map_or_else(|| other.file.to_string(), |name| name.text.clone());
    let node = other.document.get(&path)?;
    let range = match node.key() {
        Some(key) => key.full_range().cover(node.full_range()),
        None => TextRange::new(0, 0),
    };
    Some(ExternalDefinition::ReadOnly(ReadOnlyText { title, text: Arc::clone(other.document.text()), range }))
}

/// Adds the description of a component's type from its descriptor.
fn describe(other: &Descriptor, found: &mut Explanation) {
    if let Some(description) = other.description.as_ref().filter(|_| found.doc.is_empty()) {
        description.text.trim().clone_into(&mut found.doc);
    }
    let sections: [(&'static str, Vec<&str>); 5] = [
        ("Properties", other.properties.iter().map(|property| &*property.name).collect()),
        ("Capabilities", other.capabilities.iter().map(|capability| &*capability.name).collect()),
        ("Requirements", other.requirements.iter().map(|requirement| &*requirement.name).collect()),
        ("Operations", other.operations.iter().map(|operation| &*operation.name).collect()),
        ("Metrics", other.metrics.iter().map(|metric| &*metric.name).collect()),
    ];
    for (label, names) in sections.into_iter().filter(|(_, names)| !names.is_empty()) {
        let names: Vec<String> = names.into_iter().map(|name| format!("`{name}`")).collect();
        found.facts.push(Fact::new(label, names.join(", ")));
    }
}

/// The value of a property with its references resolved, if it has any.
fn effective_value(descriptor: &Descriptor, path: &Path) -> Option<Fact> {
    let property = descriptor.all_properties().find(|property| property.path == *path)?;
    property.uses().next()?;
    let value = value_of(descriptor, property, DEPTH)?;
    Some(Fact::new("Effective value", format!("`{value}`")))
}

fn value_of(descriptor: &Descriptor, property: &Property, depth: usize) -> Option<String> {
    let value = property.value.as_ref().or(property.default.as_ref())?;
    resolved(descriptor, value.text.as_deref()?, depth.checked_sub(1)?)
}

/// A text with each `${…}` replaced by the value that it refers to; `None` if one is known at deployment only.
fn resolved(descriptor: &Descriptor, text: &str, depth: usize) -> Option<String> {
    let mut out = String::new();
    let mut from = 0;
    for item in scan(text) {
        let ScanItem::Interpolation(found) = item else { return None };
        out.push_str(text.get(from..found.range.start)?);
        from = found.range.end;
        let head = &*found.head.text;
        let value = match &found.rest[..] {
            [] => value_of(descriptor, descriptor.property(head)?, depth)?,
            [member] => member_value(descriptor, descriptor.owner(head)?, &member.text, depth)?,
            _ => return None,
        };
        out.push_str(&value);
    }
    out.push_str(text.get(from..)?);
    Some(out)
}

/// The value that a component is given, or the default of its descriptor.
fn member_value(descriptor: &Descriptor, owner: &Component, name: &str, depth: usize) -> Option<String> {
    if let Some(property) = owner.property(name) {
        return value_of(descriptor, property, depth);
    }
    let other = descriptor.descriptor_of(owner)?;
    value_of(&other, other.property(name)?, depth)
}
