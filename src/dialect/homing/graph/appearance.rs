//! Icons, badges and short labels: constraints, terms of the objective, and sources in a few words.

use super::super::model::{
    Category, Comparison, Condition, ConstraintKind, Demand, Limit, Qualifier, Setting, Source, Term,
    TermValue,
};
use limn_language::graph::{Badge, Icon};

/// The icon of a constraint kind.
pub fn icon_of(kind: ConstraintKind) -> Icon {
    match kind {
        ConstraintKind::DistanceToLocation | ConstraintKind::DistanceBetweenDemands => Icon::Relationship,
        ConstraintKind::Zone => Icon::Cluster,
        ConstraintKind::InventoryGroup => Icon::ForEach,
        ConstraintKind::Attribute => Icon::Policy,
        ConstraintKind::Threshold => Icon::Metric,
        ConstraintKind::InstanceFit | ConstraintKind::RegionFit => Icon::Scale,
        ConstraintKind::VimFit => Icon::Storage,
        ConstraintKind::Hpa => Icon::Compute,
        ConstraintKind::License => Icon::Lock,
        ConstraintKind::NetworkBetweenDemands | ConstraintKind::NetworkToLocation => Icon::Network,
        ConstraintKind::Capability => Icon::Software,
    }
}

pub(super) fn limit_text(limit: Option<&Limit>) -> String {
    limit.map_or_else(String::new, |limit| match limit.threshold() {
        Some(threshold) => threshold.to_string(),
        None => limit.setting.datum.text().unwrap_or("?").to_owned(),
    })
}

/// A short description of a condition.
pub(super) fn condition_text(condition: &Condition) -> String {
    match condition {
        Condition::Zone { qualifier: None, category: None, .. } => "zone".to_owned(),
        Condition::Zone { qualifier, category, .. } => {
            let qualifier = match qualifier {
                Some(Qualifier::Same) => "same",
                Some(Qualifier::Different) => "different",
                None => "?",
            };
            format!("{qualifier} {}", category.map_or("?", Category::name))
        }
        Condition::InventoryGroup => "inventory group".to_owned(),
        Condition::Attribute { tests } => {
            tests.iter().map(|test| test.attribute.as_str()).collect::<Vec<_>>().join(", ")
        }
        Condition::Threshold { tests } => {
            let text = |setting: &Option<Setting>| {
                setting.as_ref().and_then(|setting| setting.datum.text()).unwrap_or("?").to_owned()
            };
            let test = |comparison: &Comparison| {
                format!(
                    "{} {} {}",
                    text(&comparison.attribute),
                    text(&comparison.operator),
                    text(&comparison.threshold)
                )
            };
            tests.iter().map(test).collect::<Vec<_>>().join(", ")
        }
        Condition::Fit { controller, .. } => {
            controller.as_ref().and_then(|setting| setting.datum.text()).unwrap_or_default().to_owned()
        }
        Condition::Hpa { machines } => {
            let features = machines.iter().flat_map(|machine| &machine.features);
            let names = features.filter_map(|feature| feature.name.as_ref()?.datum.text());
            names.collect::<Vec<_>>().join(", ")
        }
        _ => String::new(),
    }
}

/// "10 × distance".
pub(super) fn term_label(term: &Term) -> String {
    let what = match &term.value {
        TermValue::Distance(_) => "distance",
        TermValue::Latency(_) => "latency",
        TermValue::Attribute { attribute, .. } => attribute.as_deref().unwrap_or("attribute"),
        TermValue::AicVersion(_) => "cloud version",
        TermValue::HpaScore(_) => "hardware score",
        _ => "",
    };
    if term.weight.written.is_empty() {
        what.to_owned()
    } else {
        format!("{} × {what}", term.weight.effective())
    }
}

pub(super) fn source_text(source: &Source) -> String {
    let text = |setting: &Option<Setting>| {
        setting.as_ref().and_then(|setting| setting.datum.text()).unwrap_or("?").to_owned()
    };
    match &source.candidates {
        Some(candidates) if source.provider.is_none() => match candidates.len() {
            1 => "1 candidate".to_owned(),
            count => format!("{count} candidates"),
        },
        _ => format!("{} {}", text(&source.provider), text(&source.kind)),
    }
}

/// Badges for several sources, and for candidates known by id.
pub(super) fn badges(demand: &Demand) -> Vec<Badge> {
    let mut badges = Vec::new();
    if demand.sources.len() > 1 {
        for source in demand.sources.iter().take(3) {
            let text = source_text(source);
            let title = format!("source of candidates: {text}");
            badges.push(Badge { icon: Icon::Storage, text, title });
        }
    }
    let count = |list: fn(&Source) -> usize| demand.sources.iter().map(list).sum::<usize>();
    let marks = [
        (count(|source| source.required.len()), Icon::Policy, "required", "required candidates"),
        (count(|source| source.excluded.len()), Icon::Unknown, "excluded", "excluded candidates"),
        (count(|source| usize::from(source.existing.is_some())), Icon::Place, "placed", "already placed"),
    ];
    for (number, icon, word, title) in marks {
        if number > 0 {
            let text = if word == "placed" { word.to_owned() } else { format!("{number} {word}") };
            badges.push(Badge { icon, text, title: title.to_owned() });
        }
    }
    badges
}
