//! Implied values of components: defaults of the properties that their descriptors declare.

use super::model::{Component, Descriptor, Value};
use limn_language::explanation::Implied;
use limn_text::TextRange;

pub fn implied(descriptor: &Descriptor, within: TextRange) -> Vec<Implied> {
    let is_near = |owner: &&Component| {
        let range = descriptor.document.get(&owner.path).map(limn_yaml::Node::full_range);
        range.is_some_and(|range| within.start <= range.end && range.start <= within.end)
    };
    descriptor.owners().filter(is_near).filter_map(|owner| defaults(descriptor, owner)).collect()
}

/// The defaults of the properties that a component does not set.
fn defaults(descriptor: &Descriptor, owner: &Component) -> Option<Implied> {
    let declared = descriptor.descriptor_of(owner)?;
    let is_open = |name: &str| owner.properties.iter().all(|property| property.name != name);
    let text = |value: &Option<Value>| value.as_ref()?.text.clone();
    let values = declared.properties.iter().filter(|property| is_open(&property.name));
    let values = values.filter_map(|property| Some((property.name.clone(), text(&property.default)?)));
    let properties = owner.path.key("properties");
    let is_there = descriptor.document.get(&properties).is_some_and(limn_yaml::Node::is_mapping);
    Implied::defaults(if is_there { properties } else { owner.path.clone() }, values.collect())
}
