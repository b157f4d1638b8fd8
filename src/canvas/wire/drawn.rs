//! Drawn links.

use std::fmt::Write as _;

use super::super::elements::FAINT;
use super::super::viewport::WorldPoint;
use super::leg::Leg;
use limn_language::graph::{Id, LinkKind};
use limn_layout::{CAPTION, Rect, text_width};

/// A drawn link.
#[derive(Clone, Debug, PartialEq)]
pub struct Wire {
    /// The id of the link.
    pub id: Id,
    pub kind: LinkKind,
    /// The full name of the link.
    pub name: String,
    /// The description for screen readers.
    pub spoken: String,
    /// True if it has operations, shown by a bolt beside the label.
    pub acts: bool,
    /// True if it is shown only when one of its nodes is selected, as for derived flows.
    pub quiet: bool,
    /// True if its target is drawn inside its source, so that it is only a sign above the target: "on server".
    pub nests: bool,
    /// The element that describes the link beyond its type; the label is then a clickable tag.
    pub by: Option<Id>,
    pub tag: Option<Rect>,
    /// True if its path has an arrowhead where it ends in a port. Dashed wires have theirs in a path of its own.
    pub pointed: bool,
    /// The color by the type of its ports; for a band, its own.
    pub hue: Option<u8>,
    /// True if it is a band: as wide as its label, which is on it.
    pub band: bool,
    /// The point where the legs of a link with several ends meet.
    pub hub: Option<WorldPoint>,
    /// One leg, or one for each end of a link with a hub: first the legs to the hub, then those from it.
    pub legs: Vec<Leg>,
    /// The label, shortened; its point is the center of the baseline.
    pub label: Option<WireText>,
    /// The texts at its ends, mostly states. Their points are baselines: see [`WireText::from_right`].
    pub notes: Vec<WireText>,
    /// The nodes at which it begins and ends, as drawn: see [`limn_language::graph::Link::as_read`].
    pub sources: Vec<Id>,
    pub targets: Vec<Id>,
    /// The bounding box of its legs.
    pub(super) bounds: Option<Rect>,
    /// Dimmed: not between cards that are looked for.
    pub faint: bool,
}

/// A text at a wire.
#[derive(Clone, Debug, PartialEq)]
pub struct WireText {
    pub text: String,
    pub at: WorldPoint,
    /// True if the text ends at `at` (`text-anchor: end`) rather than begins there. Ignored for labels, which are centered.
    pub from_right: bool,
}

impl Wire {
    /// The CSS classes: `wire relationship hue-3`, with `quiet` and `acts` if they apply.
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
        if self.nests {
            class.push_str(" nests");
        }
        if self.band {
            class.push_str(" band");
        }
        if self.faint {
            class.push_str(FAINT);
        }
        class
    }

    /// All legs as one attribute `d`, so that a band is not darker where legs overlap.
    pub fn whole(&self) -> String {
        self.legs.iter().map(|leg| leg.path.as_str()).collect()
    }

    /// Returns true if an id is that of the link, of one of its ends, or of the element that describes it.
    pub fn is(&self, id: &Id) -> bool {
        self.id == *id
            || self.by.as_ref() == Some(id)
            || self.legs.iter().any(|leg| leg.end.as_ref() == Some(id))
    }

    /// Returns true if the wire ends at a node.
    pub fn meets(&self, node: &Id) -> bool {
        self.sources.contains(node) || self.targets.contains(node)
    }

    /// Returns true if its legs are paths that were searched.
    pub(super) fn is_routed(&self) -> bool {
        !self.quiet && !self.nests
    }

    /// The bounding box of its legs.
    pub fn bounds(&self) -> Option<Rect> {
        self.bounds
    }
}

/// The width of a band.
pub(super) const BAND: f64 = 11.0;

/// The padding of a label's background around its text, in total.
pub(in super::super) const TAG_PAD: f64 = 18.0;

/// The width of a tag: whole units, so that it moves without rounding.
pub(super) fn tag_width(text: &str) -> f64 {
    (text_width(text, CAPTION) + TAG_PAD).ceil()
}

/// The background of a label.
pub(super) fn tag_around(label: &WireText) -> Rect {
    let width = tag_width(&label.text);
    Rect { x: label.at.x - width / 2.0, y: label.at.y - 13.0, width, height: 18.0 }
}

pub(super) fn kind_name(kind: LinkKind) -> &'static str {
    match kind {
        LinkKind::Relationship => "relationship",
        LinkKind::Data => "data",
        LinkKind::Order => "order",
        LinkKind::Watch => "watch",
        LinkKind::Mapping => "mapping",
        LinkKind::Success => "success",
        LinkKind::Failure => "failure",
    }
}
