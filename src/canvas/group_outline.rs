//! Group outlines: tinted areas behind the members of a group, one for all if no other node is in between, otherwise several.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::elements::{GroupNames, GroupOutline};
use super::obstacles::{Obstacle, ObstacleGrid};
use limn_language::graph::{Group, Id};
use limn_layout::{Font, HostTree, Rect, elide, text_width};
use rustc_hash::FxHashMap;

/// The padding around members, and the addition for each further group around the same area.
const PADDING: f64 = 12.0;
const NESTED_PADDING: f64 = 6.0;
const TAB_HEIGHT: f64 = 20.0;
/// The distance between names beside each other.
const LABEL_GAP: f64 = 6.0;
const NAME: Font = Font { size: 13.0, semibold: true };
/// The limit of members times other nodes, beyond which one area is drawn around all.
const MAX_COMPARISONS: usize = 400_000;

/// The outlines of groups. `names`: places that no name of a group may cover, if possible.
pub(super) fn draw(
    groups: &[Group],
    tree: &HostTree,
    cards: &[(&Id, Rect)],
    mut names: Vec<Rect>,
) -> Vec<Arc<GroupOutline>> {
    if groups.is_empty() {
        return Vec::new();
    }
    let index: FxHashMap<&Id, usize> = cards.iter().enumerate().map(|(at, (id, _))| (*id, at)).collect();
    let card_index = CardIndex::new(tree, cards);
    let mut drawn: Vec<Arc<GroupOutline>> = Vec::new();
    let mut around = Around::default();
    for group in groups {
        let members: BTreeSet<usize> = group.members.iter().filter_map(|id| index.get(id).copied()).collect();
        // Guests of another member are in the area of that member.
        let within = members
            .iter()
            .any(|at| tree.host(*at).is_some() && !tree.hosts(*at).any(|host| members.contains(&host)));
        let outline = outline(group, areas(&members, &card_index), within, (&mut around, &mut names));
        drawn.extend(outline.map(Arc::new));
    }
    drawn
}

/// The areas around the members, separately for each host.
fn areas(members: &BTreeSet<usize>, card_index: &CardIndex<'_>) -> Vec<Rect> {
    let CardIndex { tree, cards, .. } = *card_index;
    let mut by_host: BTreeMap<Option<usize>, Vec<usize>> = BTreeMap::new();
    for &member in members {
        if !tree.hosts(member).any(|host| members.contains(&host)) {
            by_host.entry(tree.host(member)).or_default().push(member);
        }
    }
    let mut areas = Vec::new();
    for (host, mut together) in by_host {
        // No member here is inside another of them.
        let all = host.map_or(card_index.outermost, |host| tree.guests(host).len());
        let other_nodes = all - together.len();
        let is_other_node = |at: usize| !members.contains(&at) && tree.host(at) == host;
        let free =
            |area: &Rect| other_nodes == 0 || card_index.is_free(area.grown(PADDING - 1.0), is_other_node);
        let all = together.iter().map(|at| cards[*at].1).reduce(|one, other| one.union(&other));
        if let Some(all) = all.filter(|all| together.len() * other_nodes > MAX_COMPARISONS || free(all)) {
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

/// An index of the cards by area.
struct CardIndex<'a> {
    tree: &'a HostTree,
    cards: &'a [(&'a Id, Rect)],
    /// The number of nodes outside all hosts.
    outermost: usize,
    grid: ObstacleGrid,
}

impl<'a> CardIndex<'a> {
    fn new(tree: &'a HostTree, cards: &'a [(&'a Id, Rect)]) -> CardIndex<'a> {
        let outermost = (0..cards.len()).filter(|at| tree.host(*at).is_none()).count();
        let obstacle = |(at, (_, rect)): (usize, &(&Id, Rect))| Obstacle {
            rect: *rect,
            // Hosts are large, so they are indexed as hosts and not in every square.
            host: tree.is_host(at).then_some(at..at),
        };
        let obstacles: Vec<Obstacle> = cards.iter().enumerate().map(obstacle).collect();
        CardIndex { tree, cards, outermost, grid: ObstacleGrid::new(&obstacles) }
    }

    fn is_free(&self, area: Rect, is_other_node: impl Fn(usize) -> bool) -> bool {
        let near = self.grid.with_open(&[]).which(area);
        !near.into_iter().any(|at| is_other_node(at) && self.cards[at].1.overlaps(&area))
    }
}

/// The areas drawn so far, by squares of the upper left corner: each with the number of areas around the same nodes and the right end of their
/// labels.
#[derive(Default)]
struct Around(FxHashMap<(i64, i64), Vec<Drawn>>);

/// An area, the number of areas around the same nodes, and the right end of their labels.
type Drawn = (Rect, usize, f64);

impl Around {
    /// The tolerance for edges of areas around the same nodes.
    const EDGE_TOLERANCE: f64 = PADDING + 4.0 * NESTED_PADDING;

    fn square(area: &Rect) -> (i64, i64) {
        let place = |at: f64| (at / Self::EDGE_TOLERANCE).floor() as i64;
        (place(area.x), place(area.y))
    }

    /// The number of areas around the same nodes, and the right end of their labels.
    fn same(&self, area: &Rect) -> (usize, Option<f64>) {
        let (x, y) = Self::square(area);
        let squares = (x - 1..=x + 1).flat_map(|x| (y - 1..=y + 1).map(move |y| (x, y)));
        let is_same = |other: &Rect| {
            let off = (other.x - area.x).abs().max((other.right() - area.right()).abs());
            off.max((other.y - area.y).abs()).max((other.bottom() - area.bottom()).abs())
                < Self::EDGE_TOLERANCE
        };
        let near = squares.filter_map(|square| self.0.get(&square)).flatten();
        near.filter(|(other, ..)| is_same(other)).fold((0, None), |(all, right), (_, count, reach)| {
            (all + count, Some(right.map_or(*reach, |right: f64| right.max(*reach))))
        })
    }

    fn add(&mut self, area: Rect, tab: Rect) {
        let there = self.0.entry(Self::square(&area)).or_default();
        match there.iter_mut().find(|(other, ..)| *other == area) {
            Some((_, count, reach)) => (*count, *reach) = (*count + 1, reach.max(tab.right())),
            None => there.push((area, 1, tab.right())),
        }
    }
}

/// Moves a rectangle to the right until it overlaps none of the `taken` ones.
pub(super) fn beside(mut from: Rect, taken: &[Rect]) -> Rect {
    // Each step passes one of them, so the loop ends.
    while let Some(other) = taken.iter().find(|other| other.overlaps(&from)) {
        from.x = other.right() + LABEL_GAP;
    }
    from
}

/// Moves a name to the lower edge of an area.
pub(super) fn on_lower_edge(at: Rect, area: &Rect) -> Rect {
    Rect { y: area.bottom() - TAB_HEIGHT / 2.0, ..at }
}

/// The place of a name on the upper edge of an area, or else on its lower edge, where it covers no other name. `at`: the leftmost place. The name is
/// shortened if both edges are occupied.
fn free_tab(at: Rect, area: Rect, names: &[Rect]) -> Rect {
    const MIN_WIDTH: f64 = 48.0;
    let mut places = [at, on_lower_edge(at, &area)].map(|at| beside(at, names)).into_iter();
    places.find(|tab| tab.right() <= area.right()).unwrap_or_else(|| {
        let in_way = names.iter().filter(|other| other.overlaps(&at));
        let width = in_way.map(|other| other.x - LABEL_GAP - at.x).fold(at.width, f64::min);
        if width < MIN_WIDTH { at } else { Rect { width, ..at } }
    })
}

fn outline(
    group: &Group,
    areas: Vec<Rect>,
    within: bool,
    (drawn, names): (&mut Around, &mut Vec<Rect>),
) -> Option<GroupOutline> {
    let mut tabs = Vec::new();
    let grown: Vec<Rect> = areas
        .iter()
        .map(|area| {
            // Around the same nodes as another group: slightly larger, with its label beside the other's.
            let (others, reach) = drawn.same(area);
            let area = area.grown(PADDING + NESTED_PADDING * others.min(3) as f64);
            let least = area.x + 10.0;
            let x = reach.map_or(least, |reach| least.max(reach + LABEL_GAP));
            let label = elide(&group.label, NAME, (area.right() - x - 20.0).max(60.0));
            let width = (text_width(&label, NAME) + 16.0).ceil();
            let tab =
                free_tab(Rect { x, y: area.y - TAB_HEIGHT / 2.0, width, height: TAB_HEIGHT }, area, names);
            names.push(tab);
            tabs.push(tab);
            area
        })
        .collect();
    for (area, tab) in grown.iter().zip(&tabs) {
        drawn.add(*area, *tab);
    }
    if grown.is_empty() {
        return None;
    }
    let label = |tab: &Rect| elide(&group.label, NAME, tab.width - 16.0 + 0.5);
    let labels = tabs.iter().map(label).collect();
    let names = Arc::new(GroupNames { of: group.id.clone(), tabs, labels });
    Some(GroupOutline { id: group.id.clone(), name: group.label.clone(), areas: grown, names, within })
}
