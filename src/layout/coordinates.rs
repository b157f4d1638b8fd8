//! Coordinate assignment for ordered columns, with wires as straight as the order allows. Each column is solved exactly by isotonic regression.

use super::Rect;
use super::order::Columns;

/// The distance between two cards of a column, and between a card and a passing wire.
const GAP: f64 = 40.0;
const WIRE_GAP: f64 = 18.0;
/// The distance between columns, and the addition for each wire between them, up to a limit.
const ASIDE: f64 = 72.0;
const ASIDE_EACH: f64 = 8.0;
const ASIDE_MOST: usize = 12;
/// The addition for each wire beyond that limit that has to run beside the others.
const TRACK: f64 = 9.0;
const ROUNDS: usize = 10;
/// Positions are multiples of this, so that they can be stored.
const GRID: f64 = 4.0;

/// The rectangle of each node; the top-left corner of all is (0, 0).
pub(super) fn coordinates(columns: &Columns, sizes: &[(f64, f64)]) -> Vec<Rect> {
    let count = columns.items;
    let height = |item: usize| sizes.get(item).map_or(0.0, |size| size.1);
    let mut incoming = vec![Vec::new(); count];
    let mut outgoing = vec![Vec::new(); count];
    for run in &columns.runs {
        let pull = run.from_y - run.to_y;
        incoming[run.to].push((run.from, pull, run.weight));
        outgoing[run.from].push((run.to, -pull, run.weight));
    }
    let gap = |upper: usize, lower: usize| if upper.max(lower) < sizes.len() { GAP } else { WIRE_GAP };
    let mut y = vec![0.0; count];
    for column in &columns.order {
        let mut at = 0.0;
        for (place, &item) in column.iter().enumerate() {
            y[item] = at;
            at += height(item) + column.get(place + 1).map_or(0.0, |next| gap(item, *next));
        }
        // Start in the middle, so that neither side is preferred.
        for &item in column {
            y[item] -= at / 2.0;
        }
    }
    for round in 0..ROUNDS {
        let rightward = round % 2 == 0;
        let depth = columns.order.len();
        for step in 0..depth {
            let column = &columns.order[if rightward { step } else { depth - 1 - step }];
            let both = round + 2 >= ROUNDS;
            align_column(
                column,
                &mut y,
                |item| {
                    let sides: [&[_]; 2] = match (both, rightward) {
                        (true, _) => [&incoming[item], &outgoing[item]],
                        (false, true) => [&incoming[item], &[]],
                        (false, false) => [&outgoing[item], &[]],
                    };
                    sides.into_iter().flatten()
                },
                |upper, lower| height(upper) + gap(upper, lower),
            );
        }
    }
    finish(columns, sizes, &y)
}

/// Moves a column's items as close as their order allows to the positions that their neighbors prefer.
fn align_column<'a, I: Iterator<Item = &'a (usize, f64, f64)>>(
    column: &[usize],
    y: &mut [f64],
    neighbors: impl Fn(usize) -> I,
    apart: impl Fn(usize, usize) -> f64,
) {
    // Blocks of touching items: the sum of weights, the weighted sum of preferences, the number of items.
    let mut blocks: Vec<(f64, f64, usize)> = Vec::with_capacity(column.len());
    let mut offset = 0.0;
    let mut offsets = Vec::with_capacity(column.len());
    for (at, &item) in column.iter().enumerate() {
        if at > 0 {
            offset += apart(column[at - 1], item);
        }
        offsets.push(offset);
        let (weight, wish) = neighbors(item).fold((0.0, 0.0), |(weight, wish), (other, pull, its)| {
            (weight + its, wish + its * (y[*other] + pull))
        });
        // Without neighbors, the item prefers its position.
        let (weight, wish) = if weight > 0.0 { (weight, wish) } else { (0.05, 0.05 * y[item]) };
        let mut block = (weight, wish - weight * offset, 1);
        while let Some(above) = blocks.last().filter(|above| above.1 / above.0 > block.1 / block.0) {
            block = (block.0 + above.0, block.1 + above.1, block.2 + above.2);
            blocks.pop();
        }
        blocks.push(block);
    }
    let mut items = column.iter().zip(offsets);
    for (weight, wish, count) in blocks {
        for (item, offset) in items.by_ref().take(count) {
            y[*item] = wish / weight + offset;
        }
    }
}

fn finish(columns: &Columns, sizes: &[(f64, f64)], y: &[f64]) -> Vec<Rect> {
    let top = columns
        .order
        .iter()
        .flatten()
        .filter(|item| **item < sizes.len())
        .map(|item| y[*item])
        .fold(f64::INFINITY, f64::min);
    let mut crowd = vec![0; columns.order.len()];
    let mut column_of = vec![0; columns.items];
    for (at, column) in columns.order.iter().enumerate() {
        for item in column {
            column_of[*item] = at;
        }
    }
    for run in &columns.runs {
        crowd[column_of[run.from]] += 1;
    }
    let beside = beside(columns, &column_of, y);
    let mut rects = vec![Rect::default(); sizes.len()];
    let mut x = 0.0;
    for (at, column) in columns.order.iter().enumerate() {
        let mut free = f64::NEG_INFINITY;
        let mut widest: f64 = 0.0;
        for &item in column.iter().filter(|item| **item < sizes.len()) {
            let (width, height) = sizes[item];
            let place = ((y[item] - top) / GRID).round() * GRID;
            let place = place.max(free);
            rects[item] = Rect { x, y: place, width, height };
            free = place + ((height + GAP) / GRID).ceil() * GRID;
            widest = widest.max(width);
        }
        let more = TRACK * beside[at].saturating_sub(ASIDE_MOST) as f64;
        let clearance = ASIDE + ASIDE_EACH * crowd[at].min(ASIDE_MOST) as f64 + more;
        x += ((widest + clearance) / GRID).ceil() * GRID;
    }
    rects
}

/// For each column, how many of the wires behind it run up or down at one height, side by side.
fn beside(columns: &Columns, column_of: &[usize], y: &[f64]) -> Vec<usize> {
    let mut ends: Vec<Vec<(f64, bool)>> = vec![Vec::new(); columns.order.len()];
    for run in &columns.runs {
        let (from, to) = (y[run.from] + run.from_y, y[run.to] + run.to_y);
        if (from - to).abs() > GRID {
            ends[column_of[run.from]].extend([(from.min(to), true), (from.max(to), false)]);
        }
    }
    let most = |mut ends: Vec<(f64, bool)>| {
        ends.sort_by(|one, other| one.0.total_cmp(&other.0).then(one.1.cmp(&other.1)));
        let (mut open, mut most) = (0_usize, 0);
        for (_, begins) in ends {
            open = if begins { open + 1 } else { open - 1 };
            most = most.max(open);
        }
        most
    };
    ends.into_iter().map(most).collect()
}
