//! Texts at wires, and their descriptions for screen readers.

use super::super::path_request::Anchor;
use super::super::scene::Scene;
use super::super::viewport::WorldPoint;
use super::drawn::{TAG_PAD, WireText, tag_width};
use super::is_band;
use limn_language::graph::{End, Link, LinkKind, Side};
use limn_layout::{CAPTION, Rect, SMALL, STACK, elide, text_width};

/// The sign of a hosting relationship, above the right end of the guest's upper edge: the host, or the name of the template that describes it.
pub(super) fn over_guest(scene: &Scene, link: &Link) -> Option<WireText> {
    const ASIDE: f64 = 12.0;
    let guest = scene.card(&link.targets.first()?.port.node)?;
    let rect = guest.rect();
    let host = || scene.card(&link.sources.first()?.port.node).map(|host| format!("on {}", host.name));
    let text = if link.by.is_some() { link.label.clone() } else { host()? };
    let text = elide(&text, CAPTION, rect.width - 4.0 * ASIDE - TAG_PAD);
    let width = tag_width(&text);
    let up = if guest.face.stacked { STACK } else { 0.0 };
    let at = WorldPoint::new(rect.right() - ASIDE - width / 2.0, rect.y - up - 7.0);
    Some(WireText { text, at, from_right: false })
}

/// The texts at the ends: above the wire, or below it if they would overlap the label or one another. Texts that fit in neither place are left out.
pub(super) fn notes(scene: &Scene, link: &Link, label: Option<&WireText>) -> Vec<WireText> {
    let label = label.map(|label| {
        let width = text_width(&label.text, CAPTION);
        Rect { x: label.at.x - width / 2.0, y: label.at.y - 10.0, width, height: 13.0 }
    });
    let mut taken: Vec<Rect> = label.into_iter().collect();
    let mut note = |end: &End| {
        if end.note.is_empty() {
            return None;
        }
        let Anchor { at, toward } = scene.anchor(&end.port)?;
        let from_right = toward == Side::Left;
        let x = at.x + if from_right { -10.0 } else { 10.0 };
        let text = elide(&end.note, SMALL, 90.0);
        let width = text_width(&text, SMALL);
        let left = if from_right { x - width } else { x };
        let rect = |y: f64| Rect { x: left - 4.0, y: y - 10.0, width: width + 8.0, height: 13.0 };
        let is_free = |y: &f64| !taken.iter().any(|taken| taken.overlaps(&rect(*y)));
        let y = [at.y - 5.0, at.y + 14.0].into_iter().find(is_free)?;
        taken.push(rect(y));
        Some(WireText { text, at: WorldPoint::new(x, y), from_right })
    };
    link.sources.iter().chain(&link.targets).filter_map(&mut note).collect()
}

/// The description for screen readers.
pub(super) fn spoken(scene: &Scene, link: &Link) -> String {
    let names = |spoken: &mut String, ends: &[End]| {
        for (at, end) in ends.iter().enumerate() {
            spoken.push_str(if at > 0 { " and " } else { "" });
            match scene.card(&end.port.node) {
                Some(card) => spoken.push_str(&card.name),
                None => spoken.push_str(&end.port.node.to_string()),
            }
        }
    };
    if link.hosts {
        let mut spoken = format!("{}, ", link.label);
        names(&mut spoken, &link.targets);
        spoken.push_str(" is hosted on ");
        names(&mut spoken, &link.sources);
        return spoken;
    }
    let kind = match link.kind {
        LinkKind::Relationship => "relationship",
        LinkKind::Data => "value",
        LinkKind::Order => "order",
        LinkKind::Watch => "metric watched",
        LinkKind::Mapping => "mapping",
        // The label states it.
        LinkKind::Success | LinkKind::Failure => "next step",
    };
    let mut spoken = String::with_capacity(96);
    if is_band(scene, link) {
        spoken.push_str(&link.label);
        spoken.push_str(", binds ");
        names(&mut spoken, &link.sources);
        spoken.push_str(" and ");
        names(&mut spoken, &link.targets);
        return spoken;
    }
    if !link.label.is_empty() {
        spoken.push_str(&link.label);
        spoken.push_str(", ");
    }
    spoken.push_str(kind);
    let (first, last) = link.as_read();
    spoken.push_str(" from ");
    names(&mut spoken, first);
    spoken.push_str(" to ");
    names(&mut spoken, last);
    spoken
}
