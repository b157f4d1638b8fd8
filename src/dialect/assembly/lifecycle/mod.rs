//! Lifecycle of an assembly: the order in which components and relationships come up, go down, heal, scale and upgrade.
//!
//! Orders, from the reference's sections on relationship states and upgrade dependencies (A-REL-6, A-REL-7, A-REL-19, A-UPG-3, A-UPG-4, A-COMP-12):
//!
//! - A component reaches `Installed`, `Inactive` and `Active` one after the other.
//! - A relationship is created after its source reaches `source-state` (before it, with the modifier `pre`) and before its target reaches
//!   `target-state` (after it, with the modifier `post`). It is ceased before either of them leaves its state.
//! - A component is installed after the components whose properties it reads are installed, and after all references are found (A-REF-13).
//! - A component is upgraded after those in its `upgrade-dependencies`, and after the components whose properties it reads.
//!
//! When a single component is healed or scaled, only its own steps and those of its relationships are in the timeline: the rest stays as it is, and
//! what is stated about it already holds.

mod build;

use super::appearance::{caption_of, display_number};
use super::model::{Cluster, Component, Descriptor, DescriptorKind};
use build::Builder;
use limn_language::timeline::{Scenario, Timeline, Timelines};

const WHOLE: &str = "Whole assembly";
const HEAL: &str = "Heal a component";
const SCALE: &str = "Scale a cluster";

impl Timelines for Descriptor {
    fn scenarios(&self) -> Vec<Scenario> {
        if self.kind != DescriptorKind::Assembly {
            return Vec::new();
        }
        let scenario = |id: String, group, label: String, doc: String| Scenario { id, group, label, doc };
        let whole = |id: &str, label: &str, doc: &str| {
            scenario(id.to_owned(), WHOLE, label.to_owned(), doc.to_owned())
        };
        let mut scenarios = vec![
            whole(
                "up",
                "Bring up",
                "References are found, components are installed, configured and started, and relationships are created.",
            ),
            whole("down", "Take down", "Relationships are ceased, and components are stopped and removed."),
            whole(
                "upgrade",
                "Upgrade",
                "Components are upgraded or reconfigured in the order of their upgrade dependencies and values. Their states and relationships stay.",
            ),
        ];
        scenarios.extend(self.composition.iter().map(|component| {
            let name = &component.name;
            let doc = format!(
                "`{name}` is marked as Broken, stopped and started again. Relationships that need it Active are ceased before and created again."
            );
            scenario(format!("heal:{name}"), HEAL, format!("Heal {name}"), doc)
        }));
        for (component, cluster) in self.clusters() {
            let name = &component.name;
            let (count, bounds) = (increment(cluster), bounds(cluster));
            let policies = self.policies_on(component);
            let out = format!("Adds {count} of `{name}`{bounds}.{policies}");
            scenarios.push(scenario(format!("scale-out:{name}"), SCALE, format!("Scale out {name}"), out));
            let back = format!("Removes {count} of `{name}`{bounds}.{policies}");
            scenarios.push(scenario(format!("scale-in:{name}"), SCALE, format!("Scale in {name}"), back));
        }
        scenarios
    }

    fn timeline(&self, scenario: &str) -> Option<Timeline> {
        if self.kind != DescriptorKind::Assembly {
            return None;
        }
        let builder = Builder::new(self);
        let (what, name) = scenario.split_once(':').unwrap_or((scenario, ""));
        match (what, name) {
            ("up", "") => Some(builder.bring_up(None)),
            ("down", "") => Some(builder.take_down(None)),
            ("upgrade", "") => Some(builder.upgrade()),
            ("heal", name) => Some(builder.heal(self.component_number(name)?)),
            ("scale-out" | "scale-in", name) => {
                let number = self.component_number(name)?;
                self.composition[number].cluster.as_ref()?;
                let only = Some(number);
                Some(if what == "scale-out" { builder.bring_up(only) } else { builder.take_down(only) })
            }
            _ => None,
        }
    }
}

impl Descriptor {
    fn clusters(&self) -> impl Iterator<Item = (&Component, &Cluster)> {
        self.composition.iter().filter_map(|component| Some((component, component.cluster.as_ref()?)))
    }

    /// A sentence for each policy that scales the component, each after a space.
    fn policies_on(&self, component: &Component) -> String {
        let policies = self
            .policies
            .iter()
            .filter(|policy| policy.target.as_ref().is_some_and(|target| target.text == component.name));
        let sentence = |policy: &super::model::Policy| {
            let metric =
                policy.metric.as_ref().map_or(String::new(), |metric| format!(" by `{}`", metric.text()));
            let smoothing = policy.number("smoothing").and_then(|number| number.value.as_ref());
            let smoothing = smoothing.map_or(String::new(), |text| {
                format!(", after {} measurements in a row", display_number(text))
            });
            format!(" Policy `{}` scales it{metric}: {}{smoothing}.", policy.name, caption_of(policy))
        };
        policies.map(sentence).collect()
    }
}

/// The number of instances that are added or removed at once.
fn increment(cluster: &Cluster) -> String {
    match cluster.increment.as_ref().map_or_else(|| "1".to_owned(), display_number) {
        one if one == "1" => "1 instance".to_owned(),
        count => format!("{count} instances"),
    }
}

fn bounds(cluster: &Cluster) -> String {
    let minimum = cluster.minimum.as_ref().map_or_else(|| "1".to_owned(), display_number);
    match cluster.maximum.as_ref().map(display_number) {
        Some(maximum) => format!(", between {minimum} and {maximum} in all"),
        None => format!(", at least {minimum} in all"),
    }
}

#[cfg(test)]
mod tests;
