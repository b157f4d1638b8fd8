//! Pills of policies: below the cards of their targets, and beside the names of groups.

use std::sync::Arc;

use super::super::{group_outline, wire};
use super::{Pill, Scene};
use limn_language::graph::{Id, Policy};
use limn_layout::{self as layout, Rect, SMALL};
use limn_text::visible;
use rustc_hash::FxHashMap;

/// The distance of a pill from the name of a group.
const GAP: f64 = 6.0;
/// The maximum number of triggers that the title of a policy names.
const TRIGGERS: usize = 8;

impl Scene {
    pub(super) fn hang_pills(&self) -> Vec<Arc<Pill>> {
        let mut hung = Vec::new();
        if self.graph.policies.is_empty() {
            return hung;
        }
        let by_target = layout::policies_by_target(&self.graph);
        let hue = |policy: &Policy| self.graph.hues.get(&policy.id).copied();
        for card in self.frame.iter().chain(&self.cards) {
            let Some(policies) = by_target.get(&card.id) else { continue };
            let size = (card.face.width, card.face.height);
            let rects = layout::pills(policies.iter().copied(), size.0, size.1);
            for (policy, rect) in policies.iter().zip(rects) {
                hung.push(pill(
                    policy,
                    &card.id,
                    rect.moved(card.at.x, card.at.y),
                    (hue(policy), card.faint),
                ));
            }
        }
        self.hang_on_groups(&by_target, |policy, on, rect| {
            hung.push(pill(policy, on, rect, (hue(policy), false)));
        });
        hung
    }

    /// The pills of groups: beside the name, or on the lower edge if they would leave the area and fit there.
    fn hang_on_groups<'a>(
        &'a self,
        by_target: &FxHashMap<&Id, Vec<&'a Policy>>,
        mut hang: impl FnMut(&'a Policy, &'a Id, Rect),
    ) {
        let outlines = || self.group_outlines.iter().filter(|outline| by_target.contains_key(&outline.id));
        if outlines().next().is_none() {
            return;
        }
        let mut taken = wire::hosting_signs(self);
        taken.extend(self.group_outlines.iter().flat_map(|outline| outline.names.tabs.iter().copied()));
        for outline in outlines() {
            let (Some(area), Some(tab)) = (outline.areas.first(), outline.names.tabs.first()) else {
                continue;
            };
            let policies = &by_target[&outline.id];
            let sizes = layout::pills(policies.iter().copied(), f64::INFINITY, 0.0);
            for (policy, size) in policies.iter().zip(sizes) {
                let upper = group_outline::beside(Rect { x: tab.right() + GAP, y: tab.y, ..size }, &taken);
                let lower = group_outline::on_lower_edge(Rect { x: area.x + 10.0, ..size }, area);
                let lower = group_outline::beside(lower, &taken);
                let leaves = |rect: &Rect| rect.right() > area.right();
                let rect = if leaves(&upper) && !leaves(&lower) { lower } else { upper };
                taken.push(rect);
                hang(policy, &outline.id, rect);
            }
        }
    }
}

fn pill(policy: &Policy, on: &Id, rect: Rect, (hue, faint): (Option<u8>, bool)) -> Arc<Pill> {
    let room = rect.width - layout::PILL_TEXT_AT - layout::PILL_PAD;
    let mut title = format!("{} · {}", policy.label, policy.caption);
    for trigger in policy.triggers.iter().take(TRIGGERS) {
        title.push_str(", when ");
        title.push_str(trigger);
    }
    if let Some(more @ 1..) = policy.triggers.len().checked_sub(TRIGGERS) {
        title.push_str(&format!(", and {more} more"));
    }
    Arc::new(Pill {
        id: policy.id.clone(),
        on: on.clone(),
        icon: policy.icon,
        name: policy.label.clone(),
        text: layout::elide(&policy.label, SMALL, room + 0.5),
        title: visible(&title).into_owned(),
        rect,
        hue,
        faint,
    })
}
