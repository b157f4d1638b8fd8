//! Groups as areas behind their members: one for all where nobody else stands between them, else several. Knows rectangles and who stands in whom.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::part::Hull;
use crate::graph::{Group, Id};
use crate::layout::{ByRef, Font, Rect, Tree, elide, text_width};

/// Between a member and the edge, and how much more for each group around the same.
const AROUND: f64 = 12.0;
const MORE: f64 = 6.0;
const TAB: f64 = 18.0;
const NAME: Font = Font { size: 11.0, semibold: true };
/// Members times strangers: beyond that an area is drawn around all.
const MOST: usize = 400_000;

pub(super) fn draw(groups: &[Group], tree: &Tree, cards: &[(&Id, Rect)]) -> Vec<Arc<Hull>> {
    if groups.is_empty() {
        return Vec::new();
    }
    let index: ByRef<'_, usize> = cards.iter().enumerate().map(|(at, (id, _))| (*id, at)).collect();
    let mut drawn: Vec<Arc<Hull>> = Vec::new();
    for group in groups {
        let members: BTreeSet<usize> = group.members.iter().filter_map(|id| index.get(id).copied()).collect();
        // What stands in another member is in that one's area.
        let within = members
            .iter()
            .any(|at| tree.host(*at).is_some() && !tree.hosts(*at).any(|host| members.contains(&host)));
        let hull = hull(group, areas(&members, tree, cards), within, &drawn);
        drawn.extend(hull.map(Arc::new));
    }
    drawn
}

/// Around the members; by the host that they stand in, as what is in another is elsewhere.
fn areas(members: &BTreeSet<usize>, tree: &Tree, cards: &[(&Id, Rect)]) -> Vec<Rect> {
    let mut by_host: BTreeMap<Option<usize>, Vec<usize>> = BTreeMap::new();
    for &member in members {
        if !tree.hosts(member).any(|host| members.contains(&host)) {
            by_host.entry(tree.host(member)).or_default().push(member);
        }
    }
    let mut areas = Vec::new();
    for (host, mut together) in by_host {
        let is_stranger = |at: &usize| !members.contains(at) && tree.host(*at) == host;
        let strangers: Vec<Rect> = match host {
            Some(host) => {
                tree.guests(host).iter().copied().filter(is_stranger).map(|at| cards[at].1).collect()
            }
            None => (0..cards.len()).filter(is_stranger).map(|at| cards[at].1).collect(),
        };
        let free =
            |area: &Rect| strangers.iter().all(|stranger| !stranger.overlaps(&area.grown(AROUND - 1.0)));
        let all = together.iter().map(|at| cards[*at].1).reduce(|one, other| one.union(&other));
        if let Some(all) = all.filter(|all| together.len() * strangers.len() > MOST || free(all)) {
            areas.push(all);
            continue;
        }
        together.sort_by(|one, other| {
            let (one, other) = (cards[*one].1, cards[*other].1);
            one.x.total_cmp(&other.x).then(one.y.total_cmp(&other.y))
        });
        let from = areas.len();
        for at in together {
            let rect = cards[at].1;
            match areas[from..].iter_mut().find(|area| free(&area.union(&rect))) {
                Some(area) => *area = area.union(&rect),
                None => areas.push(rect),
            }
        }
    }
    areas
}

fn hull(group: &Group, areas: Vec<Rect>, within: bool, drawn: &[Arc<Hull>]) -> Option<Hull> {
    // Around the same as another: a little larger, its label beside the other's.
    let is_same = |area: &Rect, other: &Rect| {
        let off = (other.x - area.x).abs().max((other.right() - area.right()).abs());
        off.max((other.y - area.y).abs()).max((other.bottom() - area.bottom()).abs()) < AROUND + 4.0 * MORE
    };
    let same = |area: &Rect| -> Vec<Rect> {
        let all = drawn.iter().flat_map(|hull| hull.areas.iter().zip(&hull.tabs));
        all.filter(|(other, _)| is_same(area, other)).map(|(_, tab)| *tab).collect()
    };
    let mut tabs = Vec::new();
    let grown: Vec<Rect> = areas
        .iter()
        .map(|area| {
            let others = same(area);
            let area = area.grown(AROUND + MORE * others.len().min(3) as f64);
            let least = area.x + 10.0;
            let x = others.iter().map(|tab| tab.right() + 6.0).fold(least, f64::max);
            let label = elide(&group.label, NAME, (area.right() - x - 20.0).max(60.0));
            tabs.push(Rect {
                x,
                y: area.y - TAB / 2.0,
                width: (text_width(&label, NAME) + 16.0).ceil(),
                height: TAB,
            });
            area
        })
        .collect();
    let narrow = tabs.iter().map(|tab| tab.width).reduce(f64::min)?;
    let label = elide(&group.label, NAME, narrow - 16.0 + 0.5);
    Some(Hull { id: group.id.clone(), label, name: group.label.clone(), areas: grown, tabs, within })
}
