//! Cards in SVG: faces, ports, marks, and what leads out of the part that is drawn.

use std::fmt::Write as _;

use super::super::elements::COLLAPSE_BUTTON_RADIUS;
use super::super::lucide;
use super::super::scene::{Card, mark, port_class, reach_of_name};
use super::super::viewport::WorldPoint;
use super::{Escaped, ROUND, ROUND_TILE, glyph, picture, rect, text};
use limn_language::graph::{Look, Side};
use limn_layout::{self as layout, Rect};

/// The background of the icon.
const TILE_RECT: Rect =
    Rect { x: layout::TILE_AT, y: layout::TILE_AT, width: layout::TILE, height: layout::TILE };

pub(super) fn card(svg: &mut String, card: &Card) {
    let _ = write!(svg, r#"<g class="{}" transform="translate({} {})">"#, card.class(), card.at.x, card.at.y);
    let _ = write!(svg, "<title>{}</title>", Escaped(&card.spoken()));
    card_face(svg, card, &[]);
    svg.push_str("</g>\n");
}

/// The content of a card's group, for a page that has the group itself. `lit`: an additional class for each port with a row, in order.
pub fn card_inside(card: &Card, lit: &[&str]) -> String {
    let mut svg = String::with_capacity(2_048);
    card_face(&mut svg, card, lit);
    if let Some((button, expanded)) = card.collapse_button().zip(card.expanded) {
        collapse_button(&mut svg, button, expanded);
    }
    pin_sign(&mut svg, card, 1.0);
    svg
}

/// Arrows for wires that lead out of the part of the diagram that is drawn: with the number of nodes if these are several. A port that has other wires
/// as well has the number alone.
pub(super) fn outside(svg: &mut String, card: &Card) {
    for (wires, (x, y), outward) in card.outside_wires() {
        let count = wires.names.len();
        svg.push_str(r#"<g class="outside">"#);
        if !wires.is_wired {
            let [start, line, back] = [6.0, 15.0, -4.5].map(|length| length * outward);
            let _ =
                write!(svg, r#"<path d="M{} {y}h{line}m{back} -4.5l{} 4.5l{back} 4.5"/>"#, x + start, -back);
        }
        let (off, up) = if wires.is_wired { (9.0, 16.0) } else { (25.0, 4.5) };
        let class = if outward < 0.0 { "right" } else { "" };
        let text =
            |sign: &str| layout::Text { text: format!("{sign}{count}"), x: x + off * outward, y: y + up };
        match (wires.is_wired, count) {
            (true, _) => self::text(svg, class, &text("+")),
            (false, 1) => {}
            (false, _) => self::text(svg, class, &text("")),
        }
        svg.push_str("</g>");
    }
}

/// The lines from the frame's edge to where its wires begin, behind the names of ports that are not drawn.
pub(super) fn leads(svg: &mut String, frame: &Card) {
    for spot in frame.face.ports.iter().filter(|spot| !spot.name.text.is_empty()) {
        let reach = reach_of_name(spot);
        let inward = if spot.side == Side::Left { reach } else { -reach };
        let _ = write!(svg, r#"<path class="port-lead" d="M{} {}h{inward}"/>"#, spot.x, spot.y);
    }
}

fn card_face(svg: &mut String, card: &Card, lit: &[&str]) {
    let face = &card.face;
    let (width, height) = (face.width, face.height);
    let frame = card.look == Look::Frame;
    if frame {
        rect(svg, "ground", Rect { x: 0.0, y: 0.0, width, height }, ROUND);
    } else {
        // The background of a host is below the wires.
        if face.room.is_none() {
            grounding(svg, face.stacked, Rect { x: 0.0, y: 0.0, width, height });
        }
    }
    lid(svg, card);
    rect(svg, "body", Rect { x: 0.0, y: 0.0, width, height }, ROUND);
    rect(svg, "tile", TILE_RECT, ROUND_TILE);
    match &card.image {
        Some(url) => picture(svg, url, TILE_RECT.grown(-2.0)),
        None => glyph(svg, card.icon, layout::TILE_AT + 5.0, layout::TILE_AT + 5.0, 18.0),
    }
    text(svg, "label", &face.label);
    text(svg, "caption", &face.caption);
    if let Some(more) = &face.more {
        text(svg, "more", more);
    }
    for chip in &face.chips {
        svg.push_str(r#"<g class="chip">"#);
        rect(svg, "", chip.rect, layout::CHIP / 2.0);
        let mut x = chip.rect.x + 6.0;
        if let Some(icon) = chip.icon {
            glyph(svg, icon, x, chip.rect.y + 3.0, 14.0);
            x += 18.0;
        }
        text(svg, "", &layout::Text { text: chip.text.clone(), x, y: chip.rect.y + 14.0 });
        svg.push_str("</g>");
    }
    let first = face.ports.iter().find(|spot| !spot.port.is_empty());
    if let (false, Some(first)) = (frame, first) {
        let y = first.y - layout::ROW / 2.0;
        let _ = write!(svg, r#"<path class="rule" d="M1 {y}H{}"/>"#, width - 1.0);
    }
    if let Some(room) = face.room.filter(|room| first.is_some() || *room > layout::HEADER) {
        let _ = write!(svg, r#"<path class="rule" d="M1 {room}H{}"/>"#, width - 1.0);
    }
    outside(svg, card);
    spots(svg, &face.ports, lit);
    problems(svg, card, 1.0);
}

/// The ground of a host's header.
pub(super) fn lid(svg: &mut String, card: &Card) {
    let Some(room) = card.face.room else { return };
    // Wires inside a host are behind its header.
    let across = card.face.width - 2.0 * ROUND;
    let _ = write!(
        svg,
        r#"<path class="lid" d="M0 {room}V{ROUND}a{ROUND} {ROUND} 0 0 1 {ROUND} -{ROUND}h{across}a{ROUND} {ROUND} 0 0 1 {ROUND} {ROUND}V{room}z"/>"#
    );
}

/// The outlines above a card and the shadow below it.
pub(super) fn grounding(svg: &mut String, stacked: bool, card: Rect) {
    if stacked {
        for (inset, up) in [(16.0, layout::STACK), (8.0, layout::STACK / 2.0)] {
            let peek =
                Rect { x: card.x + inset, y: card.y - up, width: card.width - 2.0 * inset, height: 40.0 };
            rect(svg, "stack", peek, ROUND - 2.0);
        }
    }
    rect(svg, "shade", card.moved(0.0, 2.0), ROUND);
}

pub(super) fn spots(svg: &mut String, spots: &[layout::PortLayout], lit: &[&str]) {
    for (at, spot) in spots.iter().enumerate() {
        let lit = lit.get(at).copied().unwrap_or_default();
        let _ = write!(
            svg,
            r#"<g class="{}{lit}"><path d="M{} {}{}"/></g>"#,
            port_class(spot),
            spot.x,
            spot.y,
            mark(spot.role, spot.port.is_empty())
        );
        if spot.unmet {
            text(svg, "unmet", &layout::Text { text: "!".to_owned(), x: spot.x, y: spot.y + 3.0 });
        }
        let class = match (spot.side, spot.ghost) {
            (Side::Left, false) => "port-name",
            (Side::Left, true) => "port-name ghost",
            (Side::Right, false) => "port-name right",
            (Side::Right, true) => "port-name right ghost",
        };
        text(svg, class, &spot.name);
    }
}

/// The number of problems, on the upper right corner. `scale`: of its usual size.
pub(super) fn problems(svg: &mut String, card: &Card, scale: f64) {
    let (count, class) = match (card.problems.errors, card.problems.warnings) {
        (0, 0) => return,
        (0, warnings) => (warnings, "problems"),
        (errors, _) => (errors, "problems errors"),
    };
    let count = if count > 99 { "99".to_owned() } else { count.to_string() };
    let x = card.face.width - 6.0;
    let _ = write!(
        svg,
        r#"<g class="{class}" transform="translate({x} 2){}"><circle r="10"/><text y="4">{count}</text></g>"#,
        scaled(scale)
    );
}

fn scaled(by: f64) -> String {
    if by == 1.0 { String::new() } else { format!(" scale({by:.2})") }
}

/// The button that collapses or expands a card or a group. Pictures are without it.
pub(super) fn collapse_button(svg: &mut String, at: WorldPoint, expanded: bool) {
    let arrow = if expanded { "m-3.5 -1.7l3.5 3.5l3.5 -3.5" } else { "m-1.7 -3.5l3.5 3.5l-3.5 3.5" };
    let WorldPoint { x, y } = at;
    let _ = write!(
        svg,
        r#"<g class="fold"><circle cx="{x}" cy="{y}" r="{COLLAPSE_BUTTON_RADIUS}"/><path d="M{x} {y}{arrow}"/></g>"#
    );
}

/// The sign of a pinned node, on the corner opposite to the number of problems. Pictures are without it.
pub(super) fn pin_sign(svg: &mut String, card: &Card, scale: f64) {
    if card.pinned {
        let _ = write!(
            svg,
            r#"<g class="pinned" transform="translate(6 2){}"><circle r="10"/><path transform="scale(.5) translate(-12 -12)" d="{}"/></g>"#,
            scaled(scale),
            lucide::PIN
        );
    }
}
