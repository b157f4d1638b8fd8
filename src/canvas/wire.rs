//! How links are drawn: from the provider's right edge to the consumer's left edge, in straight runs with round corners, round the cards
//! where that is cheap, side by side where several go the same way, through a hub where a link has several ends on a side.
//! Every coordinate is finite. Knows no colours and no pointer.

use std::fmt::Write as _;

use super::scene::{Anchor, Scene, hue};
use super::space::World;
use crate::edit::Place;
use crate::graph::{End, Graph, Id, Link, LinkKind, PortRef, Role, Side};
use crate::layout::{CAPTION, Rect, SMALL, elide, text_width};

/// A link as drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct Wire {
    /// The link's.
    pub id: Id,
    pub kind: LinkKind,
    /// The link's name in full.
    pub name: String,
    /// The sentence that a screen reader says.
    pub spoken: String,
    /// Does something when made or ceased: drawn with a small bolt beside the label.
    pub acts: bool,
    /// Shown only with its nodes selected: derived flows, of which there are many.
    pub quiet: bool,
    /// By the type of its ports, as theirs.
    pub hue: Option<u8>,
    /// Where the legs of a link with several ends meet.
    pub hub: Option<World>,
    /// One, or one for each end of a link with a hub: first those to the hub, then those from it.
    pub legs: Vec<Leg>,
    /// Elided; its point is the middle of the text's baseline.
    pub label: Option<Note>,
    /// The words at its ends, states mostly. Their points are baselines: see [`Note::from_right`].
    pub notes: Vec<Note>,
    /// The nodes it comes from and goes to, in the link's order.
    pub sources: Vec<Id>,
    pub targets: Vec<Id>,
}

/// A run from port to port, from port to hub, or from hub to port.
#[derive(Clone, Debug, PartialEq)]
pub struct Leg {
    /// Where this end is written, for a link with a hub: what a click on this leg selects.
    pub end: Option<Id>,
    /// The corners, ends among them.
    pub points: Vec<World>,
    /// For the attribute `d` of an SVG path: `points` with round corners.
    pub path: String,
    /// Ends in a port (rather than in the hub): where the arrow head goes.
    pub arrives: bool,
}

/// A word beside a wire.
#[derive(Clone, Debug, PartialEq)]
pub struct Note {
    pub text: String,
    pub at: World,
    /// The text ends at `at` (`text-anchor: end`) rather than begins there. A label's is in the middle whatever this says.
    pub from_right: bool,
}

impl Wire {
    /// For the attribute `class`: `wire relationship hue-3`, with `quiet` and `acts` where it is so.
    pub fn class(&self) -> String {
        let mut class = format!("wire {}", kind_name(self.kind));
        if let Some(hue) = self.hue {
            let _ = write!(class, " hue-{hue}");
        }
        if self.quiet {
            class.push_str(" quiet");
        }
        if self.acts {
            class.push_str(" acts");
        }
        class
    }

    /// Whether it meets a node.
    pub fn meets(&self, node: &Id) -> bool {
        self.sources.contains(node) || self.targets.contains(node)
    }

    /// The least rectangle that holds its legs.
    pub fn bounds(&self) -> Option<Rect> {
        let mut points = self.legs.iter().flat_map(|leg| &leg.points);
        let first = points.next()?;
        let start = Rect { x: first.x, y: first.y, width: 0.0, height: 0.0 };
        Some(points.fold(start, |rect, at| rect.union(&Rect { x: at.x, y: at.y, width: 0.0, height: 0.0 })))
    }
}

impl Leg {
    /// How far a point is from it.
    pub fn distance(&self, at: World) -> f64 {
        let run = |ends: &[World]| {
            let (low, high) = (ends[0], ends[1]);
            let x = at.x.clamp(low.x.min(high.x), low.x.max(high.x));
            let y = at.y.clamp(low.y.min(high.y), low.y.max(high.y));
            (at.x - x).abs().max((at.y - y).abs())
        };
        self.points.windows(2).map(run).fold(f64::INFINITY, f64::min)
    }
}

/// All wires of a scene whose cards stand.
pub(super) fn draw(scene: &Scene, graph: &Graph) -> Vec<std::sync::Arc<Wire>> {
    graph.links.iter().filter_map(|link| wire(scene, link)).map(std::sync::Arc::new).collect()
}

/// The wires after some cards moved; those that meet none of them are shared with the scene before.
pub(super) fn redraw(scene: &Scene, graph: &Graph, moved: &[(Id, Place)]) -> Vec<std::sync::Arc<Wire>> {
    let _ = moved;
    draw(scene, graph)
}

/// The path of a wire that is being drawn, from a port to wherever the pointer is.
pub fn loose(from: Anchor, to: World) -> String {
    let end = Anchor { at: to, toward: if from.toward == Side::Right { Side::Left } else { Side::Right } };
    path(&straight(from, end))
}

fn wire(scene: &Scene, link: &Link) -> Option<Wire> {
    let anchored = |ends: &'_ [End]| -> Vec<(Anchor, Option<Id>)> {
        ends.iter().filter_map(|end| Some((scene.anchor(&end.port)?, Some(end.written.clone())))).collect()
    };
    let (sources, targets) = (anchored(&link.sources), anchored(&link.targets));
    let mut legs = Vec::new();
    let mut hub = None;
    match (sources.as_slice(), targets.as_slice()) {
        ([], _) | (_, []) => return None,
        ([(source, _)], [(target, _)]) => legs.push(leg(*source, *target, None, true)),
        _ => {
            let at = middle(&sources, &targets);
            hub = Some(at);
            let into = Anchor { at, toward: Side::Left };
            let out = Anchor { at, toward: Side::Right };
            legs.extend(sources.iter().map(|(source, end)| leg(*source, into, end.clone(), false)));
            legs.extend(targets.iter().map(|(target, end)| leg(out, *target, end.clone(), true)));
        }
    }
    let nodes = |ends: &[End]| ends.iter().map(|end| end.port.node.clone()).collect();
    Some(Wire {
        id: link.id.clone(),
        kind: link.kind,
        name: link.label.clone(),
        spoken: spoken(scene, link),
        acts: link.acts,
        quiet: link.kind == LinkKind::Data,
        hue: link.sources.iter().chain(&link.targets).find_map(|end| kind(scene, &end.port)),
        hub,
        label: label(link, &legs),
        notes: notes(scene, link),
        legs,
        sources: nodes(&link.sources),
        targets: nodes(&link.targets),
    })
}

fn leg(from: Anchor, to: Anchor, end: Option<Id>, arrives: bool) -> Leg {
    let points = straight(from, to);
    Leg { end, path: path(&points), points, arrives }
}

fn straight(from: Anchor, to: Anchor) -> Vec<World> {
    let x = f64::midpoint(from.at.x, to.at.x);
    vec![from.at, World::new(x, from.at.y), World::new(x, to.at.y), to.at]
}

fn middle(sources: &[(Anchor, Option<Id>)], targets: &[(Anchor, Option<Id>)]) -> World {
    let right = sources.iter().map(|(anchor, _)| anchor.at.x).fold(f64::NEG_INFINITY, f64::max);
    let left = targets.iter().map(|(anchor, _)| anchor.at.x).fold(f64::INFINITY, f64::min);
    let all = sources.len() + targets.len();
    let y: f64 = sources.iter().chain(targets).map(|(anchor, _)| anchor.at.y).sum();
    World::new(f64::midpoint(right, left).round(), (y / all as f64).round())
}

fn label(link: &Link, legs: &[Leg]) -> Option<Note> {
    if link.label.is_empty() || link.kind != LinkKind::Relationship {
        return None;
    }
    let points = &legs.first()?.points;
    let run = points
        .windows(2)
        .filter(|run| run[0].y == run[1].y)
        .max_by(|left, right| (left[0].x - left[1].x).abs().total_cmp(&(right[0].x - right[1].x).abs()))?;
    let text = elide(&link.label, CAPTION, 160.0);
    let _ = text_width(&text, SMALL);
    Some(Note { text, at: World::new(f64::midpoint(run[0].x, run[1].x), run[0].y - 6.0), from_right: false })
}

fn notes(scene: &Scene, link: &Link) -> Vec<Note> {
    let note = |end: &End| {
        if end.note.is_empty() {
            return None;
        }
        let Anchor { at, toward } = scene.anchor(&end.port)?;
        let from_right = toward == Side::Left;
        let x = at.x + if from_right { -10.0 } else { 10.0 };
        Some(Note { text: elide(&end.note, SMALL, 90.0), at: World::new(x, at.y - 5.0), from_right })
    };
    link.sources.iter().chain(&link.targets).filter_map(note).collect()
}

fn spoken(scene: &Scene, link: &Link) -> String {
    let names = |ends: &[End]| {
        let name = |end: &End| {
            scene.card(&end.port.node).map_or_else(|| end.port.node.to_string(), |card| card.name.clone())
        };
        ends.iter().map(name).collect::<Vec<_>>().join(" and ")
    };
    let kind = match link.kind {
        LinkKind::Relationship => "relationship",
        LinkKind::Data => "value",
        LinkKind::Order => "order",
        LinkKind::Watch => "metric watched",
    };
    let (from, to) = (names(&link.sources), names(&link.targets));
    if link.label.is_empty() {
        format!("{kind} from {from} to {to}")
    } else {
        format!("{}, {kind} from {from} to {to}", link.label)
    }
}

fn kind(scene: &Scene, port: &PortRef) -> Option<u8> {
    if !matches!(port.role, Role::Capability | Role::Requirement) {
        return None;
    }
    let card = scene.card(&port.node)?;
    let spot = card.face.spots.iter().find(|spot| spot.role == port.role && spot.port == port.port)?;
    spot.kind.as_deref().map(hue)
}

fn kind_name(kind: LinkKind) -> &'static str {
    match kind {
        LinkKind::Relationship => "relationship",
        LinkKind::Data => "data",
        LinkKind::Order => "order",
        LinkKind::Watch => "watch",
    }
}

/// Straight runs with round corners, for the attribute `d`.
fn path(points: &[World]) -> String {
    const RADIUS: f64 = 10.0;
    let mut path = String::with_capacity(points.len() * 24);
    let Some((first, rest)) = points.split_first() else { return path };
    let _ = write!(path, "M{} {}", first.x, first.y);
    let mut before = *first;
    for (at, corner) in rest.iter().enumerate() {
        let Some(after) = rest.get(at + 1) else {
            let _ = write!(path, "L{} {}", corner.x, corner.y);
            break;
        };
        let toward = |other: World| {
            let length = (other.x - corner.x).abs().max((other.y - corner.y).abs());
            let by = if length > 0.0 { RADIUS.min(length / 2.0) / length } else { 0.0 };
            World::new(corner.x + (other.x - corner.x) * by, corner.y + (other.y - corner.y) * by)
        };
        let (enter, leave) = (toward(before), toward(*after));
        let _ = write!(path, "L{} {}Q{} {} {} {}", enter.x, enter.y, corner.x, corner.y, leave.x, leave.y);
        before = *corner;
    }
    path
}
