//! What a scene is made of: cards, pills, hulls, wells, sheets. Each knows where it is, what it is called and what class of thing it is; none knows
//! the others.

use std::fmt::Write as _;
use std::sync::Arc;

use super::space::World;
use crate::graph::{Graph, Icon, Id, Link, LinkKind, Look, Node, PortRef, Role};
use crate::layout::{ById, Drawer, Face, Rect, Spot};

/// A node as drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct Card {
    pub id: Id,
    pub look: Look,
    pub icon: Icon,
    /// The dialect's word for it: "component".
    pub role: &'static str,
    /// Name and caption in full; the face may have them elided.
    pub name: String,
    pub caption: String,
    /// The top-left corner.
    pub at: World,
    /// All that is drawn inside, in the card's own coordinates: `translate(at.x at.y)` it.
    pub face: Arc<Face>,
    pub problems: Problems,
    /// The name of what it stands in.
    pub on: Option<String>,
}

/// How many problems a thing has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Problems {
    pub errors: usize,
    pub warnings: usize,
}

/// A policy as drawn: a pill below each target's card. One policy on two targets is two pills with one id.
#[derive(Clone, Debug, PartialEq)]
pub struct Pill {
    pub id: Id,
    /// The node or group it hangs from.
    pub on: Id,
    pub icon: Icon,
    /// Elided to fit; drawn at `layout::PILL_TEXT_AT` from the pill's left edge.
    pub text: String,
    /// In full: label and caption.
    pub title: String,
    /// In world units.
    pub rect: Rect,
    /// Its own colour, where it is told from its like by that.
    pub hue: Option<u8>,
}

impl Pill {
    /// For the attribute `class`: `pill`, with `hued hue-3` where it has a colour of its own.
    pub fn class(&self) -> String {
        self.hue.map_or_else(|| "pill".to_owned(), |hue| format!("pill hued hue-{hue}"))
    }
}

/// The ground inside of a host, on which what it holds stands: below the wires, while the host's own card is above them.
#[derive(Clone, Debug, PartialEq)]
pub struct Well {
    pub id: Id,
    pub look: Look,
    pub icon: Icon,
    pub rect: Rect,
    /// There are several of it.
    pub stacked: bool,
    /// Where its own header ends.
    pub room: f64,
}

/// A group: a tinted area behind its members. Where others stand between them there are several.
#[derive(Clone, Debug, PartialEq)]
pub struct Hull {
    pub id: Id,
    /// Elided to fit.
    pub label: String,
    /// In full.
    pub name: String,
    pub areas: Vec<Rect>,
    /// The label's own place, on the upper edge of each area: what can be pointed at.
    pub tabs: Vec<Rect>,
    /// Around something that stands in a host: above the host's ground. Otherwise below, so that it tints no member.
    pub within: bool,
}

/// The ports that a card folds away, while they are looked at: over everything else.
#[derive(Clone, Debug, PartialEq)]
pub struct Sheet {
    pub on: Id,
    pub at: World,
    pub drawer: Arc<Drawer>,
}

/// Between a card and its sheet.
pub(super) const SHEET_GAP: f64 = 4.0;

impl Sheet {
    pub fn rect(&self) -> Rect {
        Rect { x: self.at.x, y: self.at.y, width: self.drawer.width, height: self.drawer.height }
    }

    /// With the gap between it and its card.
    pub fn reach(&self) -> Rect {
        let rect = self.rect();
        Rect { y: rect.y - SHEET_GAP, height: rect.height + SHEET_GAP, ..rect }
    }

    pub fn spot(&self, port: &PortRef) -> Option<&Spot> {
        let spots = &self.drawer.spots;
        spots.iter().find(|spot| self.on == port.node && spot.role == port.role && spot.port == port.port)
    }
}

impl Well {
    /// For the attribute `class`.
    pub fn class(&self) -> String {
        format!("well {} kind-{}", look_name(self.look), super::icon::name(self.icon))
    }
}

impl Hull {
    /// Whether a place is in one of its areas.
    pub fn contains(&self, at: World) -> bool {
        self.areas.iter().any(|area| area.contains(at.x, at.y))
    }

    /// The least rectangle that holds all of it.
    pub fn rect(&self) -> Rect {
        let all = self.areas.iter().chain(&self.tabs).copied();
        all.reduce(|one, other| one.union(&other)).unwrap_or_default()
    }
}

/// The pills of policies, by what they hang from and whose they are.
pub(super) struct PillIndex<'a>(ById<(&'a Id, &'a Id), &'a Pill>);

impl<'a> PillIndex<'a> {
    pub fn new(all: &'a [Arc<Pill>], graph: &Graph) -> PillIndex<'a> {
        let watched = graph.links.iter().any(|link| link.kind == LinkKind::Watch);
        let mut pills = ById::default();
        for pill in all.iter().filter(|_| watched) {
            pills.entry((&pill.on, &pill.id)).or_insert(&**pill);
        }
        PillIndex(pills)
    }

    /// That of the policy that a link is written in.
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

impl Card {
    /// The row of a port of this node.
    pub fn spot(&self, port: &PortRef) -> Option<&Spot> {
        self.face.spot_of(port.role, &port.port).map(|at| &self.face.spots[at])
    }

    /// In world units.
    pub fn rect(&self) -> Rect {
        Rect { x: self.at.x, y: self.at.y, width: self.face.width, height: self.face.height }
    }

    /// The sentence that a screen reader says.
    pub fn spoken(&self) -> String {
        let mut said = format!("{}, {}", self.name, self.role);
        if !self.caption.is_empty() {
            said = format!("{said}, {}", self.caption);
        }
        if let Some(host) = &self.on {
            said = format!("{said}, on {host}");
        }
        for chip in &self.face.chips {
            said = format!("{said}, {}", if chip.title.is_empty() { &chip.text } else { &chip.title });
        }
        for spot in self.face.spots.iter().filter(|spot| spot.unmet) {
            said = format!("{said}, {} is not met", spot.port);
        }
        if let Some(more) = &self.face.more {
            said = format!("{said}, {} more ports", more.text.trim_start_matches('+'));
        }
        for (count, one) in [(self.problems.errors, "error"), (self.problems.warnings, "warning")] {
            match count {
                0 => {}
                1 => said = format!("{said}, 1 {one}"),
                many => said = format!("{said}, {many} {one}s"),
            }
        }
        said
    }

    /// For the attribute `class`: `card solid icon-resource`, with `stacked` and `faulty` where they are so.
    pub fn class(&self) -> String {
        let mut class = format!("card {} kind-{}", look_name(self.look), super::icon::name(self.icon));
        if self.face.room.is_some() {
            class.push_str(" host");
        }
        if self.problems.errors > 0 {
            class.push_str(" faulty");
        }
        class
    }
}

impl Spot {
    /// The port, of this node.
    pub fn port_ref(&self, node: &Id) -> PortRef {
        PortRef { node: node.clone(), role: self.role, port: self.port.clone() }
    }

    /// For the attribute `class`: `port capability hue-3`, with `ghost` where nothing declares it, `whole` where it stands for the node.
    pub fn class(&self) -> String {
        let mut class = format!("port {}", role_name(self.role));
        if let Some(hue) = self.hue {
            let _ = write!(class, " hue-{hue}");
        }
        if self.port.is_empty() {
            class.push_str(" whole");
        }
        if self.ghost {
            class.push_str(" ghost");
        }
        if self.unmet {
            class.push_str(" unmet");
        }
        class
    }
}

fn look_name(look: Look) -> &'static str {
    match look {
        Look::Solid => "solid",
        Look::Dashed => "dashed",
        Look::Frame => "frame",
        Look::Ghost => "ghost",
    }
}

/// The outline of a port's mark from its middle on, an SVG path: what offers is filled, what needs is hollow (the style sheet does that). That of a
/// node as a whole is smaller. It stands where it is drawn, not moved there: a browser keeps a book on everything that is moved, and asks it at
/// every frame.
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

pub(super) fn card(node: &Node, at: World, face: Arc<Face>, problems: Problems) -> Card {
    debug_assert!(at.x.is_finite() && at.y.is_finite());
    Card {
        id: node.id.clone(),
        look: node.look,
        icon: node.icon,
        role: node.role,
        name: node.label.clone(),
        caption: node.caption.clone(),
        at,
        face,
        problems,
        on: None,
    }
}
