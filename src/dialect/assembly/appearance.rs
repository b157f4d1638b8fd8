//! Display details of nodes and policies in the graph: icons, captions, multiplicities, badges.

use super::grammar::DescriptorName;
use super::model::{Component, Descriptor, DescriptorKind, Policy, Text};
use limn_language::graph::{Badge, Icon, Multiplicity};

/// `c_streamer 1.0` for `resource::c_streamer::1.0`; other texts are unchanged.
pub fn short_type(type_name: &str) -> String {
    match DescriptorName::parse(type_name) {
        Some(name) => format!("{} {}", name.name, name.version),
        None => type_name.strip_suffix(":/descriptor_name").unwrap_or(type_name).to_owned(),
    }
}

pub(super) fn icon_of(type_name: &str, definition: Option<&Descriptor>) -> Icon {
    let kind = match type_name.split("::").next() {
        Some("resource") => Some(DescriptorKind::Resource),
        Some("assembly") => Some(DescriptorKind::Assembly),
        _ => definition.map(|descriptor| descriptor.kind),
    };
    match kind {
        Some(DescriptorKind::Resource) => Icon::Resource,
        Some(DescriptorKind::Assembly) => Icon::Assembly,
        Some(DescriptorKind::Project) | None => Icon::Unknown,
    }
}

/// The display text of a number: `numOfStreamers` for `${numOfStreamers}`.
pub(super) fn display_number(text: &Text) -> String {
    let bare = text.text.trim();
    let inner = bare.strip_prefix("${").and_then(|rest| rest.strip_suffix('}'));
    inner.unwrap_or(bare).to_owned()
}

pub(super) fn multiplicity(component: &Component) -> Multiplicity {
    if let Some(items) = &component.items {
        return Multiplicity::ForEach { over: display_number(items) };
    }
    if let Some(cluster) = &component.cluster {
        let minimum = cluster.minimum.as_ref().map_or_else(|| "1".to_owned(), display_number);
        return Multiplicity::Cluster {
            initial: cluster.initial.as_ref().map_or_else(|| minimum.clone(), display_number),
            maximum: cluster.maximum.as_ref().map(display_number),
            minimum,
        };
    }
    match component.quantity.as_ref().map(display_number) {
        Some(quantity) if quantity != "1" => Multiplicity::Fixed(quantity),
        _ => Multiplicity::One,
    }
}

pub(super) fn badges(component: &Component) -> Vec<Badge> {
    let dynamic = component.dynamic_type.as_ref().map(|_| Badge {
        icon: Icon::Dynamic,
        text: String::new(),
        title: "The type is selected when the component is created".to_owned(),
    });
    dynamic.into_iter().collect()
}

/// The caption of a policy: its thresholds, or its smoothing.
pub(super) fn caption_of(policy: &Policy) -> String {
    let number =
        |name: &str| policy.number(name).and_then(|number| number.value.as_ref()).map(display_number);
    match (number("scaleOut_threshold"), number("scaleIn_threshold"), number("smoothing")) {
        (Some(out), Some(back), _) => format!("out above {out}, in below {back}"),
        (Some(out), None, _) => format!("out above {out}"),
        (None, Some(back), _) => format!("in below {back}"),
        (None, None, Some(smoothing)) => format!("after {smoothing}"),
        (None, None, None) => String::new(),
    }
}
