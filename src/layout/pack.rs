//! Component packing: puts connected components on shelves, unconnected nodes in rows below or right of them, and existing nodes in a column on the left.

use super::Rect;

/// The distance between components, between unconnected nodes, and between the left column and the rest.
const APART: f64 = 56.0;
const GAP: (f64, f64) = (40.0, 32.0);
const LEFT_GAP: f64 = 72.0;
/// The preferred ratio of width to height of a diagram.
pub(super) const ASPECT: f64 = 1.3;
const GRID: f64 = 4.0;

/// The offsets of components of these sizes, and the total size.
pub(super) fn shelves(sizes: &[(f64, f64)]) -> (Vec<(f64, f64)>, (f64, f64)) {
    let widest = sizes.iter().map(|size| size.0).fold(0.0, f64::max);
    let area: f64 = sizes.iter().map(|size| (size.0 + APART) * (size.1 + APART)).sum();
    let room = widest.max((area * ASPECT).sqrt());
    // The highest first: shelves waste the least space this way. Text order decides ties.
    let mut order: Vec<usize> = (0..sizes.len()).collect();
    order.sort_by(|left, right| sizes[*right].1.total_cmp(&sizes[*left].1).then(left.cmp(right)));
    let mut offsets = vec![(0.0, 0.0); sizes.len()];
    let (mut x, mut y, mut shelf, mut all): (f64, f64, f64, f64) = (0.0, 0.0, 0.0, 0.0);
    for at in order {
        let (width, height) = sizes[at];
        if x > 0.0 && x + width > room {
            (x, y, shelf) = (0.0, y + shelf + APART, 0.0);
        }
        offsets[at] = (x, y);
        all = all.max(x + width);
        shelf = shelf.max(height);
        x = ceil(x + width + APART);
    }
    (offsets, (all, if sizes.is_empty() { 0.0 } else { y + shelf }))
}

/// Places unconnected nodes in rows of equal columns, below or right of the area in use, whichever gives the larger scale.
pub(super) fn lone(sizes: &[(f64, f64)], (width, height): (f64, f64)) -> Vec<Rect> {
    let widest = sizes.iter().map(|size| size.0).fold(0.0, f64::max);
    let step = ceil(widest + GAP.0);
    let area: f64 = sizes.iter().map(|size| step * (size.1 + GAP.1)).sum();
    if width == 0.0 {
        return rows(sizes, step, (area * ASPECT).sqrt());
    }
    let whole = ((area + width * height) * ASPECT).sqrt();
    let (right, below) = (ceil(width + APART), ceil(height + APART));
    let below = rows(sizes, step, whole.max(width)).into_iter().map(|rect| rect.moved(0.0, below));
    let right = rows(sizes, step, whole - right).into_iter().map(|rect| rect.moved(right, 0.0));
    let [below, right]: [Vec<Rect>; 2] = [below.collect(), right.collect()];
    let with = |rects: &[Rect]| {
        let extent = extent(rects);
        size((extent.0.max(width), extent.1.max(height)))
    };
    if with(&right) < with(&below) { right } else { below }
}

/// Places nodes in rows, as many per row as fit the width, at least one.
fn rows(sizes: &[(f64, f64)], step: f64, width: f64) -> Vec<Rect> {
    let across = (width + GAP.0) / step.max(1.0);
    let across = (across as usize).clamp(1, sizes.len().max(1));
    let mut rects = Vec::with_capacity(sizes.len());
    let mut y = 0.0;
    for row in sizes.chunks(across) {
        for (at, (width, height)) in row.iter().enumerate() {
            rects.push(Rect { x: at as f64 * step, y, width: *width, height: *height });
        }
        y = ceil(y + row.iter().map(|size| size.1).fold(0.0, f64::max) + GAP.1);
    }
    rects
}

/// Places nodes below each other, in as many columns as this height requires, and returns the left edge of the rest.
pub(super) fn left(sizes: &[(f64, f64)], height: f64) -> (Vec<Rect>, f64) {
    let all: f64 = sizes.iter().map(|size| size.1 + GAP.1).sum();
    let room = height.max((all * 400.0 / ASPECT).sqrt());
    let (mut x, mut y, mut widest) = (0.0, 0.0, 0.0);
    let mut rects = Vec::with_capacity(sizes.len());
    for (width, height) in sizes {
        if y > 0.0 && y + height > room {
            (x, y, widest) = (ceil(x + widest + GAP.0), 0.0, 0.0);
        }
        rects.push(Rect { x, y, width: *width, height: *height });
        widest = f64::max(widest, *width);
        y = ceil(y + height + GAP.1);
    }
    (rects, if sizes.is_empty() { 0.0 } else { ceil(x + widest + LEFT_GAP) })
}

/// The lower right corner of all rectangles.
pub(super) fn extent(rects: &[Rect]) -> (f64, f64) {
    (rects.iter().map(Rect::right).fold(0.0, f64::max), rects.iter().map(Rect::bottom).fold(0.0, f64::max))
}

/// The height of the smallest rectangle with the preferred ratio that contains the diagram: the smaller, the larger the scale.
pub(super) fn size((width, height): (f64, f64)) -> f64 {
    height.max(width / ASPECT)
}

pub(super) fn ceil(at: f64) -> f64 {
    (at / GRID).ceil() * GRID
}
