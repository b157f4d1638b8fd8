//! Row wrapping: a layered layout that is much wider than high is cut into rows at the columns with the fewest passing links, and each row is
//! laid out on its own below the previous one.

use super::layers::Edge;
use super::pack::{self, ASPECT};
use super::{Rect, coordinates, order};

/// The width up to which a layout stays in one row: what a usual window shows beside its panes, as an overview.
const WIDE: f64 = 1_060.0;
/// The distance between rows, for the links between them.
const BETWEEN: f64 = 88.0;
/// Maximum width of a single row relative to its parts, because links between the parts pass.
const SPACE: f64 = 3.0;
/// The factor by which wrapping must improve the scale, and its increase for every cut link beyond one per cut.
const GAIN: f64 = 1.1;
const GAIN_EACH: f64 = 0.06;

/// The rectangle of each node; the top-left corner of all is (0, 0).
pub(super) fn draw(layer: &[usize], edges: &[Edge], sizes: &[(f64, f64)]) -> Vec<Rect> {
    let one = row(layer, edges, sizes);
    let (width, height) = pack::extent(&one);
    if width <= WIDE || width <= height * ASPECT {
        return one;
    }
    let rows = (width / (ASPECT * (height + BETWEEN))).sqrt().round().max(2.0) as usize;
    let found = [rows, rows + 1].map(|rows| cut(layer, edges, &one, rows, sizes));
    let best = found.into_iter().flatten().min_by(|left, right| left.1.total_cmp(&right.1));
    let size = pack::size((width, height));
    match best {
        Some((rects, wants)) if wants <= size => rects,
        _ => one,
    }
}

fn row(layer: &[usize], edges: &[Edge], sizes: &[(f64, f64)]) -> Vec<Rect> {
    let heights: Vec<f64> = sizes.iter().map(|size| size.1).collect();
    coordinates::coordinates(&order::order(layer, edges, &heights), sizes)
}

/// The layout in this many rows, and the size that a single row would need to be worse. `None` if it cannot be better.
fn cut(
    layer: &[usize],
    edges: &[Edge],
    one: &[Rect],
    rows: usize,
    sizes: &[(f64, f64)],
) -> Option<(Vec<Rect>, f64)> {
    let (row_of, passing) = rows_of(layer, edges, one, rows);
    let rows = row_of.last().map_or(1, |last| last + 1);
    let surplus = passing.saturating_sub(rows - 1) as f64;
    let factor = GAIN + GAIN_EACH * surplus;
    // A row is at least as wide as its part of the single one without the space for passing links.
    let (width, _) = pack::extent(one);
    if pack::size((width / (SPACE * rows as f64), 0.0)) * factor > pack::size(pack::extent(one)) {
        return None;
    }
    let mut local = vec![0; layer.len()];
    let mut members: Vec<Vec<usize>> = vec![Vec::new(); rows];
    for (node, column) in layer.iter().enumerate() {
        let its = &mut members[row_of[*column]];
        local[node] = its.len();
        its.push(node);
    }
    let mut within: Vec<Vec<Edge>> = vec![Vec::new(); rows];
    for edge in edges {
        let (from, to) = (row_of[layer[edge.from]], row_of[layer[edge.to]]);
        if from == to {
            within[from].push(Edge { from: local[edge.from], to: local[edge.to], ..*edge });
        }
    }
    let mut rects = vec![Rect::default(); layer.len()];
    let mut top = 0.0;
    for (nodes, edges) in members.iter().zip(&within) {
        let first = nodes.iter().map(|node| layer[*node]).min().unwrap_or_default();
        let layers: Vec<usize> = nodes.iter().map(|node| layer[*node] - first).collect();
        let sizes: Vec<(f64, f64)> = nodes.iter().map(|node| sizes[*node]).collect();
        let drawn = row(&layers, edges, &sizes);
        for (node, rect) in nodes.iter().zip(&drawn) {
            rects[*node] = rect.moved(0.0, top);
        }
        top = pack::ceil(top + pack::extent(&drawn).1 + BETWEEN);
    }
    let wants = pack::size(pack::extent(&rects)) * factor;
    Some((rects, wants))
}

/// The row of each column, and the number of links between rows.
fn rows_of(layer: &[usize], edges: &[Edge], one: &[Rect], rows: usize) -> (Vec<usize>, usize) {
    let depth = layer.iter().max().map_or(1, |last| last + 1);
    let mut left = vec![f64::INFINITY; depth];
    for (column, rect) in layer.iter().zip(one) {
        left[*column] = left[*column].min(rect.x);
    }
    // The number of links that cross each column's left edge.
    let mut change = vec![0_isize; depth + 1];
    for edge in edges {
        change[layer[edge.from] + 1] += 1;
        change[layer[edge.to] + 1] -= 1;
    }
    let mut passing = 0;
    let crossed: Vec<isize> = change[..depth]
        .iter()
        .map(|change| {
            passing += change;
            passing
        })
        .collect();
    let step = pack::extent(one).0 / rows as f64;
    let (mut row_of, mut cuts, mut from) = (vec![0; depth], 0, 1);
    for row in 1..rows {
        let ideal = step * row as f64;
        let near = |column: &usize| (left[*column] - ideal).abs() <= step / 3.0;
        let cost = |column: usize| (crossed[column], (left[column] - ideal).abs());
        // Columns are ordered from left to right across rows. A column without a node has no position.
        let before = |column: usize| left[column] == f64::INFINITY || left[column] < ideal - step / 3.0;
        let beyond = |column: usize| left[column] != f64::INFINITY && left[column] > ideal + step / 3.0;
        while from < depth && !near(&from) && before(from) {
            from += 1;
        }
        let columns = (from..depth).take_while(|column| near(column) || !beyond(*column));
        let best = columns.filter(near).min_by(|one, other| {
            let (one, other) = (cost(*one), cost(*other));
            one.0.cmp(&other.0).then(one.1.total_cmp(&other.1))
        });
        if let Some(column) = best {
            from = column + 1;
            cuts += crossed[column].unsigned_abs();
            row_of[column] = 1;
        }
    }
    // Convert row starts to the row of each column.
    let mut row = 0;
    for of in &mut row_of {
        row += *of;
        *of = row;
    }
    (row_of, cuts)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chain(length: usize) -> Vec<Rect> {
        let edges: Vec<Edge> =
            (1..length).map(|to| Edge { from: to - 1, to, from_y: 40.0, to_y: 40.0, strong: true }).collect();
        let layer: Vec<usize> = (0..length).collect();
        draw(&layer, &edges, &vec![(200.0, 100.0); length])
    }

    #[test]
    fn a_short_chain_is_one_row() {
        assert!(chain(4).iter().all(|rect| rect.y == 0.0));
    }

    #[test]
    fn a_long_chain_wraps_into_rows() {
        let rects = chain(60);
        let (width, height) = pack::extent(&rects);
        assert!(width / height < 2.5 && width / height > 0.8, "{width} × {height}");
        // In chain order: each node is right of the previous one, or first in the next row.
        for pair in rects.windows(2) {
            let right = pair[1].x > pair[0].x && pair[1].y == pair[0].y;
            let next = pair[1].x == 0.0 && pair[1].y > pair[0].bottom();
            assert!(right || next, "{pair:?}");
        }
    }

    #[test]
    fn a_densely_linked_graph_is_not_wrapped() {
        let edges: Vec<Edge> = (0..40)
            .flat_map(|from| {
                (from + 1..40).map(move |to| Edge { from, to, from_y: 20.0, to_y: 20.0, strong: true })
            })
            .collect();
        let layer: Vec<usize> = (0..40).collect();
        let sizes = vec![(200.0, 60.0); 40];
        assert_eq!(draw(&layer, &edges, &sizes), row(&layer, &edges, &sizes));
    }
}
