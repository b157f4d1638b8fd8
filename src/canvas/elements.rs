//! Elements of a scene: cards, pills, group outlines, host backgrounds and port overlays, each with its position, name and CSS class.

use std::fmt::Write as _;
use std::sync::Arc;

use super::viewport::WorldPoint;
use limn_language::graph::{
    Graph, Icon, Id, Image, Link, LinkKind, Look, Node, OutsideEnd, PortRef, Role, Side,
};
use limn_layout::{self as layout, CardLayout, Drawer, PortLayout, Rect};
use limn_text::visible;
use rustc_hash::{FxHashMap, FxHashSet};

/// The card of a node.
#[derive(Clone, Debug, PartialEq)]
pub struct Card {
    pub id: Id,
    pub look: Look,
    pub icon: Icon,
    /// A `data:` URL, drawn instead of the icon.
    pub image: Option<Arc<str>>,
    /// The dialect's term for it: "component".
    pub role: &'static str,
    /// The full name and caption; the layout may shorten them.
    pub name: String,
    pub caption: String,
    /// The top-left corner.
    pub at: WorldPoint,
    /// The content of the card in its own coordinates: translate it by `at`.
    pub face: Arc<CardLayout>,
    pub problems: Problems,
    /// The name of its host.
    pub on: Option<String>,
    /// True if it stays where it is when the diagram is arranged.
    pub pinned: bool,
    /// The wires that lead out of the part of the diagram that is drawn.
    pub outside: Vec<OutsideWires>,
    /// True if it is dimmed, because only nodes with open requirements stand out.
    pub faint: bool,
    /// For what can be collapsed: whether its content is shown.
    pub expanded: Option<bool>,
}

/// The wires of a port that lead out of the part of the diagram that is drawn: an arrow that ends beside the card.
#[derive(Clone, Debug, PartialEq)]
pub struct OutsideWires {
    /// The index of the port in the card's layout; `None` for ports without a row.
    port: Option<usize>,
    side: Side,
    /// The nodes that they lead to.
    pub names: Vec<String>,
    /// True if the port has wires to nodes that are drawn, too.
    pub is_wired: bool,
}

/// The number of problems of an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Problems {
    pub errors: usize,
    pub warnings: usize,
}

/// A policy: a pill below the card of each target. A policy with two targets has two pills with the same id.
#[derive(Clone, Debug, PartialEq)]
pub struct Pill {
    pub id: Id,
    /// The node or group that it is attached to.
    pub on: Id,
    pub icon: Icon,
    /// The full label.
    pub name: String,
    /// Shortened to fit; drawn at `layout::PILL_TEXT_AT` from the pill's left edge.
    pub text: String,
    /// The full label and caption.
    pub title: String,
    /// In world units.
    pub rect: Rect,
    /// A color of its own, if color distinguishes policies of its kind.
    pub hue: Option<u8>,
    /// Dimmed with its card.
    pub faint: bool,
}

impl Pill {
    /// The CSS classes: `pill`, with `hued hue-3` if it has its own color.
    pub fn class(&self) -> String {
        let class = self.hue.map_or_else(|| "pill".to_owned(), |hue| format!("pill hued hue-{hue}"));
        if self.faint { class + FAINT } else { class }
    }
}

/// The background inside a host, behind its guests: below the wires, while the host's card is above them.
#[derive(Clone, Debug, PartialEq)]
pub struct HostBackground {
    pub id: Id,
    pub look: Look,
    pub icon: Icon,
    pub rect: Rect,
    /// True if the host has several instances.
    pub stacked: bool,
    /// The end of the host's header.
    pub room: f64,
    /// Dimmed with its card.
    pub faint: bool,
}

/// A group: tinted areas behind its members; several areas if other nodes are between them.
#[derive(Clone, Debug, PartialEq)]
pub struct GroupOutline {
    pub id: Id,
    /// The full name.
    pub name: String,
    pub areas: Vec<Rect>,
    /// Drawn above the areas of all groups.
    pub names: Arc<GroupNames>,
    /// True if it is around guests of a host and thus drawn above the host's background. Otherwise it is drawn below, so that it tints no member.
    pub within: bool,
}

/// The name of a group on an edge of each of its areas.
#[derive(Clone, Debug, PartialEq)]
pub struct GroupNames {
    /// The group.
    pub of: Id,
    /// Their places, which are clickable.
    pub tabs: Vec<Rect>,
    /// Shortened to fit.
    pub labels: Vec<String>,
}

/// The overlay with the folded ports of a card, above all other elements.
#[derive(Clone, Debug, PartialEq)]
pub struct Sheet {
    pub on: Id,
    pub at: WorldPoint,
    pub drawer: Arc<Drawer>,
}

/// The CSS class of what is dimmed.
pub(super) const FAINT: &str = " faint";

/// The radius of the buttons that collapse and expand, and half of their target, in world units.
pub(super) const COLLAPSE_BUTTON_RADIUS: f64 = 8.0;
const COLLAPSE_BUTTON_REACH: f64 = 12.0;

/// Returns true if a point is on a button that collapses or expands.
fn is_on_collapse_button(button: WorldPoint, at: WorldPoint) -> bool {
    (button.x - at.x).abs().max((button.y - at.y).abs()) <= COLLAPSE_BUTTON_REACH
}

/// The distance between a card and its overlay.
pub(super) const SHEET_GAP: f64 = 4.0;

impl Sheet {
    pub fn rect(&self) -> Rect {
        Rect { x: self.at.x, y: self.at.y, width: self.drawer.width, height: self.drawer.height }
    }

    /// The rectangle including the gap to its card, and the outer halves of its ports.
    pub fn reach(&self) -> Rect {
        self.rect().grown(3.0 * SHEET_GAP)
    }

    pub fn spot(&self, port: &PortRef) -> Option<&PortLayout> {
        let spots = &self.drawer.ports;
        spots.iter().find(|spot| self.on == port.node && spot.role == port.role && spot.port == port.port)
    }
}

impl HostBackground {
    /// The CSS classes.
    pub fn class(&self) -> String {
        let faint = if self.faint { FAINT } else { "" };
        format!("well {} kind-{}{faint}", look_name(self.look), super::icon::name(self.icon))
    }
}

impl GroupNames {
    /// The centers of the buttons that collapse the group: before its names.
    pub(super) fn collapse_buttons(&self) -> impl Iterator<Item = WorldPoint> {
        self.tabs.iter().map(|tab| WorldPoint::new(tab.x - COLLAPSE_BUTTON_RADIUS / 2.0, tab.center().1))
    }

    /// Returns true if a point is on one of these buttons. Beside them, the point is on the name.
    pub(super) fn is_on_collapse_button(&self, at: WorldPoint) -> bool {
        self.collapse_buttons()
            .any(|button| is_on_collapse_button(button, at) && at.x <= button.x + COLLAPSE_BUTTON_RADIUS)
    }
}

impl GroupOutline {
    /// Returns true if a point is in one of its areas.
    pub fn contains(&self, at: WorldPoint) -> bool {
        self.areas.iter().any(|area| area.contains(at.x, at.y))
    }

    /// The bounding box.
    pub fn rect(&self) -> Rect {
        let all = self.areas.iter().chain(&self.names.tabs).copied();
        all.reduce(|one, other| one.union(&other)).unwrap_or_default()
    }
}

/// The pills of policies, by the node that they are attached to and by policy.
pub(super) struct PillIndex<'a>(FxHashMap<(&'a Id, &'a Id), &'a Pill>);

impl<'a> PillIndex<'a> {
    pub fn new(all: &'a [Arc<Pill>], graph: &Graph) -> PillIndex<'a> {
        let watched = graph.links.iter().any(|link| link.kind == LinkKind::Watch);
        let mut pills = FxHashMap::default();
        for pill in all.iter().filter(|_| watched) {
            pills.entry((&pill.on, &pill.id)).or_insert(&**pill);
        }
        PillIndex(pills)
    }

    /// The pill of the policy that declares a link.
    pub fn of(&self, link: &Link, on: &Id) -> Option<&'a Pill> {
        let mut within = Some(link.id.clone());
        while let Some(id) = within {
            if let Some(pill) = self.0.get(&(on, &id)) {
                return Some(pill);
            }
            within = id.0.parent().map(Id);
        }
        None
    }
}

/// The ports with wires that lead out of the part of the diagram that is drawn.
pub(super) struct OutsideIndex<'a> {
    graph: &'a Graph,
    /// The ports with wires that are drawn.
    wired: FxHashSet<&'a PortRef>,
}

impl<'a> OutsideIndex<'a> {
    pub fn new(graph: &'a Graph) -> OutsideIndex<'a> {
        let links = if graph.outside.is_empty() { &[] } else { graph.links.as_slice() };
        let drawn = links.iter().filter(|link| graph.layer.draws(link.kind));
        let wired = drawn.flat_map(|link| link.sources.iter().chain(&link.targets)).map(|end| &end.port);
        OutsideIndex { graph, wired: wired.collect() }
    }

    /// The wires of a node.
    pub fn of(&self, node: &Node, face: &CardLayout) -> Vec<OutsideWires> {
        let mut found: Vec<OutsideWires> = Vec::new();
        let OutsideIndex { graph, wired } = self;
        if graph.outside.is_empty() {
            return found;
        }
        // The first of all ports.
        let first = PortRef { node: node.id.clone(), role: Role::Capability, port: String::new() };
        let ports = graph.outside.range(first..).take_while(|(port, _)| port.node == node.id);
        for (port, ends) in ports {
            let at = face.port_index(port.role, &port.port);
            // Values without a row are not drawn.
            let counts = |end: &&OutsideEnd| {
                graph.layer.draws(end.kind) && (at.is_some() || end.kind != LinkKind::Data)
            };
            let names: Vec<String> = ends.iter().filter(counts).map(|end| end.name.clone()).collect();
            let side = at.map_or(port.role.side(), |at| face.ports[at].side);
            match found.iter_mut().find(|wires| at.is_none() && wires.port.is_none() && wires.side == side) {
                _ if names.is_empty() => {}
                Some(folded) => folded.names.extend(names),
                None => found.push(OutsideWires { port: at, side, names, is_wired: wired.contains(port) }),
            }
        }
        found
    }
}

impl Card {
    /// The center of the button that collapses or expands the card, in its coordinates: at the corner of its icon.
    pub(super) fn collapse_button(&self) -> Option<WorldPoint> {
        let corner = layout::TILE_AT + layout::TILE;
        self.expanded.map(|_| WorldPoint::new(corner, corner))
    }

    /// Returns true if a point is on this button.
    pub(super) fn is_on_collapse_button(&self, at: WorldPoint) -> bool {
        self.collapse_button().is_some_and(|button| {
            is_on_collapse_button(WorldPoint::new(self.at.x + button.x, self.at.y + button.y), at)
        })
    }

    /// The wires that lead out of the part of the diagram that is drawn, each with where it starts, in the card's coordinates, and the direction of its x.
    pub fn outside_wires(&self) -> impl Iterator<Item = (&OutsideWires, (f64, f64), f64)> {
        self.outside.iter().map(|wires| {
            let at = wires.port.and_then(|at| self.face.ports.get(at)).map(|spot| (spot.x, spot.y));
            let outward = if (wires.side == Side::Right) == (self.look == Look::Frame) { -1.0 } else { 1.0 };
            (wires, at.unwrap_or_else(|| layout::header_anchor(wires.side, self.face.width)), outward)
        })
    }

    /// The row of a port of this node.
    pub fn spot(&self, port: &PortRef) -> Option<&PortLayout> {
        self.face.port_index(port.role, &port.port).map(|at| &self.face.ports[at])
    }

    /// In world units.
    pub fn rect(&self) -> Rect {
        Rect { x: self.at.x, y: self.at.y, width: self.face.width, height: self.face.height }
    }

    /// The description for screen readers.
    pub fn spoken(&self) -> String {
        let mut description = format!("{}, {}", self.name, self.role);
        let mut add = |words: &[&str]| {
            description.push_str(", ");
            for word in words {
                description.push_str(word);
            }
        };
        if !self.caption.is_empty() {
            add(&[&self.caption]);
        }
        if let Some(host) = &self.on {
            add(&["on ", host]);
        }
        if self.expanded == Some(true) {
            add(&["expanded"]);
        }
        if self.pinned {
            add(&["pinned"]);
        }
        for chip in &self.face.chips {
            add(&[if chip.title.is_empty() { &chip.text } else { &chip.title }]);
        }
        for spot in self.face.ports.iter().filter(|spot| spot.unmet) {
            add(&["requirement ", &spot.port, " is not connected"]);
        }
        for wires in &self.outside {
            let port =
                wires.port.and_then(|at| self.face.ports.get(at)).map_or("", |spot| spot.port.as_str());
            let what = if port.is_empty() { "" } else { "port " };
            add(&[what, port, " connected to ", &wires.names.join(" and "), " outside this view"]);
        }
        if let Some(more) = &self.face.more {
            add(&[more.text.trim_start_matches('+'), " more ports"]);
        }
        for (count, one) in [(self.problems.errors, "error"), (self.problems.warnings, "warning")] {
            match count {
                0 => {}
                1 => add(&["1 ", one]),
                many => add(&[&many.to_string(), " ", one, "s"]),
            }
        }
        visible(&description).into_owned()
    }

    /// The CSS classes: `card solid icon-resource`, with `stacked` and `faulty` if they apply.
    pub fn class(&self) -> String {
        let mut class = format!("card {} kind-{}", look_name(self.look), super::icon::name(self.icon));
        if self.face.room.is_some() {
            class.push_str(" host");
        }
        if self.problems.errors > 0 {
            class.push_str(" faulty");
        }
        if self.faint {
            class.push_str(FAINT);
        }
        class
    }
}

/// The CSS classes: `port capability hue-3`, with `ghost` if it is not declared, and `whole` if it represents the node.
pub fn port_class(spot: &PortLayout) -> String {
    let mut class = format!("port {}", role_name(spot.role));
    if let Some(hue) = spot.hue {
        let _ = write!(class, " hue-{hue}");
    }
    if spot.port.is_empty() {
        class.push_str(" whole");
    }
    if spot.ghost {
        class.push_str(" ghost");
    }
    if spot.unmet {
        class.push_str(" unmet");
    }
    class
}

fn look_name(look: Look) -> &'static str {
    match look {
        Look::Solid => "solid",
        Look::Dashed => "dashed",
        Look::Frame => "frame",
        Look::Ghost => "ghost",
    }
}

/// The outline of a port's mark as an SVG path, from its center. Capabilities are filled and requirements are hollow, by the style sheet; the mark
/// of a whole node is smaller. The path is drawn in place without a transform, because browsers pay for every transformed element in each
/// frame.
pub fn mark(role: Role, whole: bool) -> &'static str {
    match (role, whole) {
        (Role::Capability | Role::Requirement, false) => "m-5 0a5 5 0 1 0 10 0a5 5 0 1 0 -10 0z",
        (Role::Capability | Role::Requirement, true) => "m-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z",
        (Role::Input | Role::Output, false) => "m-4 -4h8v8h-8z",
        (Role::Input | Role::Output, true) => "m-3.2 -3.2h6.4v6.4h-6.4z",
        (Role::Operation, false) => "m-4 -5l8 5l-8 5z",
        (Role::Operation, true) => "m-3.2 -4l6.4 4l-6.4 4z",
        (Role::Metric, false) => "m0 -5.5l5.5 5.5l-5.5 5.5l-5.5 -5.5z",
        (Role::Metric, true) => "m0 -4.4l4.4 4.4l-4.4 4.4l-4.4 -4.4z",
    }
}

fn role_name(role: Role) -> &'static str {
    match role {
        Role::Capability => "capability",
        Role::Requirement => "requirement",
        Role::Input => "input",
        Role::Output => "output",
        Role::Operation => "operation",
        Role::Metric => "metric",
    }
}

pub(super) fn card(node: &Node, image: Option<&Image>, at: WorldPoint, face: Arc<CardLayout>) -> Card {
    debug_assert!(at.x.is_finite() && at.y.is_finite());
    Card {
        id: node.id.clone(),
        look: node.look,
        icon: node.icon,
        image: image.and_then(|image| match image {
            Image::Data(url) => Some(url.as_str().into()),
            Image::File(_) => None,
        }),
        role: node.role,
        name: node.label.clone(),
        caption: node.caption.clone(),
        at,
        face,
        problems: Problems::default(),
        on: None,
        pinned: false,
        outside: Vec::new(),
        faint: false,
        expanded: None,
    }
}
