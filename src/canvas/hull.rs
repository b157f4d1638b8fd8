//! Groups as areas behind their members: one for all where nobody else stands between them, else several. Knows rectangles and who stands in whom.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::ground::{Obstacle, Terrain};
use super::part::Hull;
use crate::graph::{Group, Id};
use crate::layout::{ById, ByRef, Font, Rect, Tree, elide, text_width};

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
    let ground = Ground::new(tree, cards);
    let mut drawn: Vec<Arc<Hull>> = Vec::new();
    let mut around = Around::default();
    for group in groups {
        let members: BTreeSet<usize> = group.members.iter().filter_map(|id| index.get(id).copied()).collect();
        // What stands in another member is in that one's area.
        let within = members
            .iter()
            .any(|at| tree.host(*at).is_some() && !tree.hosts(*at).any(|host| members.contains(&host)));
        let hull = hull(group, areas(&members, &ground), within, &mut around);
        drawn.extend(hull.map(Arc::new));
    }
    drawn
}

/// Around the members; by the host that they stand in, as what is in another is elsewhere.
fn areas(members: &BTreeSet<usize>, ground: &Ground<'_>) -> Vec<Rect> {
    let Ground { tree, cards, .. } = *ground;
    let mut by_host: BTreeMap<Option<usize>, Vec<usize>> = BTreeMap::new();
    for &member in members {
        if !tree.hosts(member).any(|host| members.contains(&host)) {
            by_host.entry(tree.host(member)).or_default().push(member);
        }
    }
    let mut areas = Vec::new();
    for (host, mut together) in by_host {
        // None of those gathered here stands in another of them.
        let all = host.map_or(ground.outermost, |host| tree.guests(host).len());
        let strangers = all - together.len();
        let is_stranger = |at: usize| !members.contains(&at) && tree.host(at) == host;
        let free = |area: &Rect| strangers == 0 || ground.is_free(area.grown(AROUND - 1.0), is_stranger);
        let all = together.iter().map(|at| cards[*at].1).reduce(|one, other| one.union(&other));
        if let Some(all) = all.filter(|all| together.len() * strangers > MOST || free(all)) {
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

/// The cards, for looking up those in an area.
struct Ground<'a> {
    tree: &'a Tree,
    cards: &'a [(&'a Id, Rect)],
    /// How many stand in no host.
    outermost: usize,
    terrain: Terrain,
}

impl<'a> Ground<'a> {
    fn new(tree: &'a Tree, cards: &'a [(&'a Id, Rect)]) -> Ground<'a> {
        let outermost = (0..cards.len()).filter(|at| tree.host(*at).is_none()).count();
        let obstacle = |(at, (_, rect)): (usize, &(&Id, Rect))| Obstacle {
            rect: *rect,
            // Hosts are large: known as such they are not in every square.
            host: tree.is_host(at).then_some(at..at),
        };
        let obstacles: Vec<Obstacle> = cards.iter().enumerate().map(obstacle).collect();
        Ground { tree, cards, outermost, terrain: Terrain::new(&obstacles) }
    }

    fn is_free(&self, area: Rect, is_stranger: impl Fn(usize) -> bool) -> bool {
        let near = self.terrain.with_open(&[]).which(area);
        !near.into_iter().any(|at| is_stranger(at) && self.cards[at].1.overlaps(&area))
    }
}

/// What is drawn around the same so far: by squares of the upper left corner, each area with how many are just there and how far right their labels
/// reach.
#[derive(Default)]
struct Around(ById<(i64, i64), Vec<Drawn>>);

/// An area, how many are just there, and how far right their labels reach.
type Drawn = (Rect, usize, f64);

impl Around {
    /// How far off an edge may be of what is around the same.
    const OFF: f64 = AROUND + 4.0 * MORE;

    fn square(area: &Rect) -> (i64, i64) {
        let place = |at: f64| (at / Self::OFF).floor() as i64;
        (place(area.x), place(area.y))
    }

    /// How many are around the same, and how far right their labels reach.
    fn same(&self, area: &Rect) -> (usize, Option<f64>) {
        let (x, y) = Self::square(area);
        let squares = (x - 1..=x + 1).flat_map(|x| (y - 1..=y + 1).map(move |y| (x, y)));
        let is_same = |other: &Rect| {
            let off = (other.x - area.x).abs().max((other.right() - area.right()).abs());
            off.max((other.y - area.y).abs()).max((other.bottom() - area.bottom()).abs()) < Self::OFF
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

fn hull(group: &Group, areas: Vec<Rect>, within: bool, drawn: &mut Around) -> Option<Hull> {
    let mut tabs = Vec::new();
    let grown: Vec<Rect> = areas
        .iter()
        .map(|area| {
            // Around the same as another: a little larger, its label beside the other's.
            let (others, reach) = drawn.same(area);
            let area = area.grown(AROUND + MORE * others.min(3) as f64);
            let least = area.x + 10.0;
            let x = reach.map_or(least, |reach| least.max(reach + 6.0));
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
    for (area, tab) in grown.iter().zip(&tabs) {
        drawn.add(*area, *tab);
    }
    let narrow = tabs.iter().map(|tab| tab.width).reduce(f64::min)?;
    let label = elide(&group.label, NAME, narrow - 16.0 + 0.5);
    Some(Hull { id: group.id.clone(), label, name: group.label.clone(), areas: grown, tabs, within })
}
