//! Channel routing: paths of a large diagram whose cards are in columns. A path passes a column between two cards and turns only in the channels between
//! columns. Each place between cards and each track of a channel belongs to the paths of one port, so that others neither coincide with them nor cross cards.

use std::collections::BTreeMap;

use super::obstacles::CLEAR;
use super::obstacles::ObstacleGrid;
use super::path_request::{ARRIVAL, PathRequest, STUB, Spacing, is_reversed};
use super::tracks::{Trunk, assign_tracks};
use super::viewport::WorldPoint;
use limn_layout::Rect;

/// Minimum number of paths. With fewer, conflicts are rare, and routing paths one by one gives fewer bends.
const MIN_PATHS: usize = 200;
/// Maximum number of columns that the paths pass on average.
const PASSES: usize = 12;

/// The corners of those paths that can be routed in channels.
pub(super) fn route_in_channels(
    grid: &ObstacleGrid,
    requests: &[PathRequest],
    spacing: Spacing,
) -> Vec<Option<Vec<WorldPoint>>> {
    let mut ways = vec![None; requests.len()];
    if requests.len() < MIN_PATHS || grid.has_hosts() {
        return ways;
    }
    for part in parts(grid, requests).into_iter().filter(|part| part.len() >= MIN_PATHS) {
        let columns = Columns::new(grid, &part);
        let mut nets = Nets::new(&part, &columns);
        if nets.assign_heights(&columns, spacing).is_some() {
            nets.draw(&columns, spacing, &mut ways);
        }
    }
    ways
}

/// A path from a card on the left to one on the right.
struct ChannelPath {
    requests: usize,
    from: WorldPoint,
    to: WorldPoint,
    is_reversed: bool,
    /// The cards, with the distance around them.
    cards: [Rect; 2],
}

/// The paths between cards that are connected with each other.
fn parts(grid: &ObstacleGrid, requests: &[PathRequest]) -> Vec<Vec<ChannelPath>> {
    fn find(root: &mut [usize], mut card: usize) -> usize {
        while root[card] != card {
            root[card] = root[root[card]];
            card = root[card];
        }
        card
    }
    let mut root: Vec<usize> = (0..grid.cards().len()).collect();
    let mut strands = Vec::new();
    for (at, request) in
        requests.iter().enumerate().filter(|(_, request)| request.from.toward != request.to.toward)
    {
        let is_reversed = is_reversed(request);
        let (from, to) =
            if is_reversed { (request.to.at, request.from.at) } else { (request.from.at, request.to.at) };
        let (Some(one), Some(other)) = (grid.card_at(from), grid.card_at(to)) else { continue };
        let (first, second) = (find(&mut root, one), find(&mut root, other));
        root[first.max(second)] = first.min(second);
        let cards = [grid.cards()[one], grid.cards()[other]];
        strands.push((one, ChannelPath { requests: at, from, to, is_reversed, cards }));
    }
    let mut parts: BTreeMap<usize, Vec<ChannelPath>> = BTreeMap::new();
    for (card, strand) in strands {
        parts.entry(find(&mut root, card)).or_default().push(strand);
    }
    parts.into_values().collect()
}

/// Columns of cards, from left to right.
struct Columns {
    /// The left and the right edge of each column.
    spans: Vec<(f64, f64)>,
    /// For each column, the ranges of heights between its cards.
    gaps: Vec<Vec<(f64, f64)>>,
}

impl Columns {
    fn new(grid: &ObstacleGrid, part: &[ChannelPath]) -> Columns {
        let mut cards: Vec<Rect> = part.iter().flat_map(|strand| strand.cards).collect();
        cards.sort_by(|one, other| one.x.total_cmp(&other.x));
        let mut spans: Vec<(f64, f64)> = Vec::new();
        for card in &cards {
            match spans.last_mut() {
                Some(span) if card.x <= span.1 => span.1 = span.1.max(card.right()),
                _ => spans.push((card.x, card.right())),
            }
        }
        let all = cards.into_iter().reduce(|one, other| one.union(&other)).unwrap_or_default();
        let gaps = spans.iter().map(|(left, right)| {
            let column = Rect { x: *left, width: right - left, ..all };
            let within = grid.all_open().near(column).filter(|card| card.overlaps(&column));
            let mut taken: Vec<(f64, f64)> = within.map(|card| (card.y, card.bottom())).collect();
            taken.sort_by(|one, other| one.0.total_cmp(&other.0));
            taken.push((all.bottom(), all.bottom()));
            let mut gaps = Vec::new();
            let mut from = all.y;
            for (top, bottom) in taken {
                if from.ceil() <= top.floor() {
                    gaps.push((from.ceil(), top.floor()));
                }
                from = from.max(bottom);
            }
            gaps
        });
        Columns { gaps: gaps.collect(), spans }
    }

    fn of(&self, card: &Rect) -> usize {
        self.spans.partition_point(|span| span.1 < card.right())
    }

    /// Range for the tracks of the channel behind a column.
    fn channel(&self, column: usize) -> (f64, f64) {
        (self.spans[column].1 + STUB - CLEAR, self.spans[column + 1].0 - ARRIVAL + CLEAR)
    }
}

/// The paths from one port: they share their runs as far as they go.
struct Net {
    /// The column of the port, and its height.
    column: usize,
    y: f64,
    /// The height at which each of the columns behind it is passed.
    passes: Vec<f64>,
    /// For each channel, the heights of the ports in the column behind it.
    ports: Vec<Vec<f64>>,
    /// For each channel, the number of paths in it.
    loads: Vec<usize>,
    /// For each channel, the x of the vertical run, if it has one.
    tracks: Vec<Option<f64>>,
}

struct Nets<'a> {
    all: Vec<Net>,
    /// The paths, with the numbers of their nets and the columns of their ends.
    strands: Vec<(&'a ChannelPath, usize, usize)>,
    /// For each column, the nets that pass it, and the index among the columns of the net.
    passing: Vec<Vec<(usize, usize)>>,
}

impl<'a> Nets<'a> {
    fn new(part: &'a [ChannelPath], columns: &Columns) -> Nets<'a> {
        let mut nets =
            Nets { all: Vec::new(), strands: Vec::new(), passing: vec![Vec::new(); columns.spans.len()] };
        let mut numbers: BTreeMap<(u64, u64), usize> = BTreeMap::new();
        let mut budget = PASSES * part.len();
        for strand in part {
            let (column, last) = (columns.of(&strand.cards[0]), columns.of(&strand.cards[1]));
            if column >= last || last - column > budget {
                continue;
            }
            budget -= last - column;
            let key = (strand.from.x.to_bits(), strand.from.y.to_bits());
            let number = *numbers.entry(key).or_insert(nets.all.len());
            if number == nets.all.len() {
                let (y, passes, ports) = (strand.from.y, Vec::new(), Vec::new());
                nets.all.push(Net { column, y, passes, ports, loads: Vec::new(), tracks: Vec::new() });
            }
            let net = &mut nets.all[number];
            let channels = last - column;
            if net.ports.len() < channels {
                net.ports.resize(channels, Vec::new());
                net.loads.resize(channels, 0);
            }
            net.ports[channels - 1].push(strand.to.y);
            net.loads[..channels].iter_mut().for_each(|load| *load += 1);
            nets.strands.push((strand, number, last));
        }
        for (number, net) in nets.all.iter_mut().enumerate() {
            net.tracks = vec![None; net.ports.len()];
            net.passes = vec![net.y; net.ports.len() - 1];
            for at in 0..net.passes.len() {
                nets.passing[net.column + 1 + at].push((number, at));
            }
        }
        nets
    }

    /// Finds the height at which each net passes each column, as near to the previous one as possible: straight paths cross fewer others than those
    /// that approach their ends column by column. `None` if there is too little space between the cards.
    fn assign_heights(&mut self, columns: &Columns, spacing: Spacing) -> Option<()> {
        for (passing, gaps) in self.passing.iter().zip(&columns.gaps) {
            let wish = |(net, at): &(usize, usize)| (self.all[*net].incoming(*at), *net, *at);
            let mut wishes: Vec<(f64, usize, usize)> = passing.iter().map(wish).collect();
            wishes.sort_by(|one, other| one.0.total_cmp(&other.0).then(one.1.cmp(&other.1)));
            let heights: Vec<f64> = wishes.iter().map(|wish| wish.0).collect();
            for ((_, net, at), y) in wishes.into_iter().zip(fill(gaps, &heights, spacing)?) {
                self.all[net].passes[at] = y;
            }
        }
        Some(())
    }

    /// Gives each net its tracks, and draws the paths.
    fn draw(&mut self, columns: &Columns, spacing: Spacing, ways: &mut [Option<Vec<WorldPoint>>]) {
        let mut within: Vec<Vec<(usize, usize)>> = vec![Vec::new(); columns.spans.len()];
        for (number, net) in self.all.iter().enumerate() {
            for at in 0..net.ports.len() {
                within[net.column + at].push((number, at));
            }
        }
        for (channel, nets) in within.into_iter().enumerate().filter(|(_, nets)| !nets.is_empty()) {
            let turning: Vec<(usize, usize, Trunk)> = nets
                .into_iter()
                .filter_map(|(number, at)| Some((number, at, self.all[number].trunk(at)?)))
                .collect();
            let trunks: Vec<&Trunk> = turning.iter().map(|(_, _, trunk)| trunk).collect();
            let places = assign_tracks(&trunks, columns.channel(channel), spacing);
            for ((number, at, _), x) in turning.iter().zip(places) {
                self.all[*number].tracks[*at] = Some(x);
            }
        }
        for (strand, number, last) in &self.strands {
            ways[strand.requests] = Some(self.all[*number].way(strand, *last));
        }
    }
}

impl Net {
    /// The height at which paths come into a channel.
    fn incoming(&self, at: usize) -> f64 {
        if at == 0 { self.y } else { self.passes[at - 1] }
    }

    /// The vertical run of a net in a channel; `None` if the net goes straight on.
    fn trunk(&self, at: usize) -> Option<Trunk> {
        let from = self.incoming(at);
        let mut outgoing: Vec<(f64, usize)> = self.ports[at].iter().map(|y| (*y, 1)).collect();
        outgoing.extend(self.passes.get(at).map(|y| (*y, self.loads[at + 1])));
        outgoing.sort_by(|one, other| one.0.total_cmp(&other.0));
        let is_straight = outgoing.iter().all(|(y, _)| *y == from);
        (!is_straight).then(|| Trunk::new(from, self.loads[at], outgoing))
    }

    fn way(&self, strand: &ChannelPath, last: usize) -> Vec<WorldPoint> {
        let mut way = vec![strand.from];
        let mut y = strand.from.y;
        let channels = last - self.column;
        for at in 0..channels {
            let next = if at + 1 == channels { strand.to.y } else { self.passes[at] };
            if let Some(x) = self.tracks[at].filter(|_| next != y) {
                way.extend([WorldPoint::new(x, y), WorldPoint::new(x, next)]);
            }
            y = next;
        }
        way.push(strand.to);
        if strand.is_reversed {
            way.reverse();
        }
        way
    }
}

/// Heights in the gaps of a column near the given ones, which are sorted; `None` if there are too few.
fn fill(gaps: &[(f64, f64)], wishes: &[f64], spacing: Spacing) -> Option<Vec<f64>> {
    let room =
        |step: f64| gaps.iter().map(move |(low, high)| (((high - low) / step) as usize).saturating_add(1));
    let is_wide = room(spacing.track).fold(0, usize::saturating_add) >= wishes.len();
    let mut free: Vec<usize> = room(if is_wide { spacing.track } else { spacing.least }).collect();
    let mut members: Vec<Vec<usize>> = vec![Vec::new(); gaps.len()];
    for (index, wish) in wishes.iter().enumerate() {
        let first = gaps.partition_point(|gap| gap.1 < *wish);
        let below = (first..gaps.len()).find(|gap| free[*gap] > 0);
        let above = (0..first).rev().find(|gap| free[*gap] > 0);
        let off = |gap: &usize| (gaps[*gap].0 - wish).max(wish - gaps[*gap].1).max(0.0);
        let gap = below.into_iter().chain(above).min_by(|one, other| off(one).total_cmp(&off(other)))?;
        free[gap] -= 1;
        members[gap].push(index);
    }
    let mut found = vec![0.0; wishes.len()];
    for ((low, high), members) in gaps.iter().zip(members) {
        let between = members.len().saturating_sub(1) as f64;
        let step = if between * spacing.track <= high - low { spacing.track } else { spacing.least };
        let mut least = *low;
        for (at, index) in members.iter().enumerate() {
            let most = high - step * (between - at as f64);
            let y = wishes[*index].round().max(least).min(most);
            found[*index] = y;
            least = y + step;
        }
    }
    Some(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::path_request::WIRES;

    #[test]
    fn gaps_without_bounds_have_room() {
        let gaps = [(-f64::MAX, 0.0), (10.0, f64::INFINITY)];
        assert_eq!(fill(&gaps, &[-5.0, 20.0], WIRES), Some(vec![-5.0, 20.0]));
    }
}
