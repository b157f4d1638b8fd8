//! Host edges: the points at which wires between a host and its guests reach the edge of the host.

use super::super::obstacles::CLEAR;
use super::super::scene::Scene;
use super::super::viewport::WorldPoint;
use limn_language::graph::Id;
use limn_layout::Rect;

/// The height at which a wire from a guest reaches an edge of its host: that of its port, unless other guests are in between, and the places in front of
/// their ports; then above or below them, but never so high that it would run along the names of the host's own ports.
pub(super) fn host_edges(scene: &Scene, host: &Id, (port, guest): (WorldPoint, Rect), edge: f64) -> f64 {
    /// Of more guests, several are in between in most cases.
    const MANY: usize = 64;
    /// The least distance from a guest, and how far apart wires of one guest can be.
    const OFF: f64 = 11.0;
    const SPREAD: f64 = 12.0;
    let (left, right) = (edge.min(port.x), edge.max(port.x));
    let in_way: Vec<Rect> = scene
        .guests(host)
        .take(MANY)
        .map(|card| card.rect())
        .filter(|rect| left < rect.x && rect.right() < right && !rect.contains(guest.x, guest.y))
        .collect();
    let top = scene.card(host).map_or(f64::NEG_INFINITY, |card| {
        let room = card.face.room.unwrap_or_default();
        card.at.y + room + CLEAR
    });
    let is_free =
        |y: f64| top <= y && in_way.iter().all(|rect| y <= rect.y - OFF || rect.bottom() + OFF <= y);
    if is_free(port.y) {
        return port.y;
    }
    // The ports of a guest are at different heights, and so are their wires.
    let own = ((port.y - guest.y) / guest.height.max(1.0)).clamp(0.0, 1.0);
    let off = OFF + (SPREAD * own).round();
    let heights = in_way.iter().flat_map(|rect| [rect.y - off, rect.bottom() + off]);
    let nearest = heights
        .filter(|y| is_free(*y))
        .min_by(|one, other| (one - port.y).abs().total_cmp(&(other - port.y).abs()));
    nearest.unwrap_or(port.y)
}
