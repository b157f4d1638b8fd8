//! Previews of what a release of the pointer adds: a card, a policy, or the name of something else.

use leptos::prelude::*;

use limn_canvas::svg as draw;
use limn_canvas::{Card, Pill, WorldPoint};
use limn_language::edit::Place;
use limn_layout::{Font, Rect, text_width};

/// A dashed outline of what a release adds.
pub(super) fn outline_to_be(Rect { x, y, width, height }: Rect, round: f64, thin: f64) -> impl IntoView {
    view! { <rect class="to-be" x=x y=y width=width height=height rx=round stroke-width=1.5 * thin /> }
}

/// The card that a release adds, as it will be.
pub(super) fn card_to_be(card: &Card, at: Place, thin: f64) -> impl IntoView {
    let area = Rect { x: 0.0, y: 0.0, width: card.face.width, height: card.face.height };
    view! {
        <g transform=format!("translate({} {})", at.x, at.y)>
            <g class=format!("{} to-be-card", card.class()) inner_html=draw::card_inside(card, &[])></g>
            {outline_to_be(area, 12.0, thin)}
        </g>
    }
}

/// A policy at the pointer, in the middle of its pill.
pub(super) fn pill_to_be(pill: &Pill, at: WorldPoint, thin: f64) -> impl IntoView {
    let (x, y) = pill.rect.center();
    view! {
        <g transform=format!("translate({} {})", at.x - x, at.y - y)>
            <g class=format!("{} to-be-card", pill.class()) inner_html=draw::pill_inside(pill)></g>
            {outline_to_be(pill.rect, pill.rect.height / 2.0, thin)}
        </g>
    }
}

/// The name at the pointer of what is not a card, such as an input.
pub(super) fn name_to_be(name: String, at: WorldPoint, thin: f64) -> impl IntoView {
    const FONT: Font = Font { size: 14.0, semibold: true };
    const HEIGHT: f64 = 28.0;
    let width = text_width(&name, FONT) + HEIGHT;
    let area = Rect { x: at.x - width / 2.0, y: at.y - HEIGHT / 2.0, width, height: HEIGHT };
    view! {
        {outline_to_be(area, HEIGHT / 2.0, thin)}
        <text class="to-be-name" x=at.x y=at.y + 5.0>
            {name}
        </text>
    }
}
