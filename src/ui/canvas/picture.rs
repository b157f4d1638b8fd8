//! Picture: the scene as SVG, layer by layer: cards, wires, pills and hulls, with the highlights of the current interaction. A far view draws cards,
//! wires and pills as a few paths.

use std::sync::Arc;

use leptos::{prelude::*, svg};

use super::super::element_id;
use super::super::session::{positions, view_state};
use super::dragged::{DraggedLayers, is_wire_dragged};
use super::far::FarLayer;
use super::highlights::Highlights;
use super::layer::{Budget, Layer, LayerItem};
use super::overlay::Leads;
use limn_canvas::svg::{self as draw, SvgElement};
use limn_canvas::{Card, GroupNames, GroupOutline, HostBackground, Pill, Scene, Sheet, Wire};
use limn_language::graph::{Id, Look};
use limn_layout::{Rect, STACK};

/// Time for new items in one frame, in milliseconds. A screen has a frame every 16.
const FRAME_MS: f64 = 10.0;

/// Margin around the view in which everything is drawn, as a share of the view's size: more is smoother to pan and slower to change.
const MARGIN: f64 = 0.5;

/// Layers in drawing order.
struct Layers {
    frame: Layer<Card>,
    /// Hulls around hosts: below their background.
    outer: Layer<GroupOutline>,
    wells: Layer<HostBackground>,
    /// Value flows: behind everything with text.
    flows: Layer<Wire>,
    inner: Layer<GroupOutline>,
    group_names: Layer<GroupNames>,
    far: FarLayer,
    wires: Layer<Wire>,
    cards: Layer<Card>,
    dragged: DraggedLayers,
    pills: Layer<Pill>,
    sheet: Layer<Sheet>,
}

/// The drawn part of the diagram.
#[derive(Clone, Copy, PartialEq)]
struct View {
    is_far: bool,
    area: Rect,
}

impl Layers {
    fn new(groups: &[impl AsRef<web_sys::Element>; 13]) -> Layers {
        let [
            frame,
            outer,
            wells,
            flows,
            inner,
            names,
            far,
            wires,
            cards,
            moved_wires,
            moved_cards,
            pills,
            sheet,
        ] = groups.each_ref().map(AsRef::as_ref);
        Layers {
            frame: Layer::new(frame),
            outer: Layer::new(outer),
            wells: Layer::new(wells),
            flows: Layer::new(flows),
            inner: Layer::new(inner),
            group_names: Layer::new(names),
            far: FarLayer::new(far),
            wires: Layer::new(wires),
            cards: Layer::new(cards),
            dragged: DraggedLayers::new(moved_wires, moved_cards),
            pills: Layer::new(pills),
            sheet: Layer::new(sheet),
        }
    }

    /// Returns whether everything in view is drawn. If not, the next call continues.
    fn show(&mut self, scene: &Scene, highlights: &Highlights, view: &View) -> bool {
        let mut budget = Budget::of(FRAME_MS);
        let (seen, near) = (Some(&view.area), (!view.is_far).then_some(&view.area));
        self.far.show(view.is_far.then_some(scene), highlights);
        self.frame.show(scene.frame.iter(), highlights, seen, &mut budget);
        let outlines = |within| scene.group_outlines.iter().filter(move |hull| hull.within == within);
        self.outer.show(outlines(false), highlights, seen, &mut budget);
        self.wells.show(scene.host_backgrounds.iter(), highlights, near, &mut budget);
        self.inner.show(outlines(true), highlights, seen, &mut budget);
        let names = scene.group_outlines.iter().map(|hull| &hull.names);
        self.group_names.show(names, highlights, near, &mut budget);
        let dragged = highlights.dragged.as_ref();
        self.dragged.follow(dragged, &mut self.wires, &mut self.cards);
        let is_moved = |card: &Card| dragged.is_some_and(|what| what.contains(&card.id));
        let has_moved_end = |wire: &Wire| dragged.is_some_and(|what| is_wire_dragged(wire, what));
        // Cards first: they say most.
        self.cards.show(scene.cards.iter().filter(|card| !is_moved(card)), highlights, near, &mut budget);
        self.dragged.cards.show(
            scene.cards.iter().filter(|card| is_moved(card)),
            highlights,
            near,
            &mut budget,
        );
        let wires = |moved| scene.drawn_wires().filter(move |wire| has_moved_end(wire) == moved);
        self.wires.show(wires(false), highlights, near, &mut budget);
        self.dragged.wires.show(wires(true), highlights, near, &mut budget);
        self.pills.show(scene.pills.iter(), highlights, near, &mut budget);
        self.flows.show(scene.wires.iter().filter(|wire| wire.quiet), highlights, near, &mut budget);
        self.sheet.show(scene.sheet.iter(), highlights, near, &mut budget);
        !budget.is_spent()
    }
}

#[component]
pub(super) fn Picture(highlights: Memo<Highlights>, far: Memo<bool>) -> impl IntoView {
    let (view_state, positions) = (view_state(), positions());
    let groups = [(); 13].map(|()| NodeRef::<svg::G>::new());
    let view = Memo::new(move |before: Option<&View>| {
        let camera = view_state.camera().get();
        let area = around(camera.sees(view_state.viewport().get()), before.map(|before| &before.area));
        View { is_far: far.get(), area }
    });
    let mut layers = None;
    // Notified in the frame after one in which not everything could be drawn.
    let more = Trigger::new();
    let scheduled = StoredValue::new(false);
    Effect::new(move |_| {
        more.track();
        let elements: Vec<_> = groups.iter().filter_map(|group| group.get()).collect();
        let Ok(elements) = <[_; 13]>::try_from(elements) else { return };
        let layers = layers.get_or_insert_with(|| Layers::new(&elements));
        let view = view.get();
        let done = positions
            .scene()
            .with(|scene| highlights.with(|highlights| layers.show(scene, highlights, &view)));
        if !done && !scheduled.get_value() {
            scheduled.set_value(true);
            request_animation_frame(move || {
                // Nothing is left of it once the page shows something else.
                if scheduled.try_set_value(false).is_none() {
                    more.notify();
                }
            });
        }
    });
    // Several drawings: what changes in one of them, such as a highlighted card, does not paint the others again.
    let [frame, outer, wells, flows, inner, names, far, wires, cards, moved_wires, moved_cards, pills, sheet] =
        groups.map(|group| view! { <g node_ref=group></g> });
    view! {
        <svg class="scene" role="presentation">{frame} {outer} {wells} {flows} {inner} {names} {far}</svg>
        <svg class="scene" role="presentation">{wires}</svg>
        <svg class="scene" role="presentation">{cards}</svg>
        <svg class="scene" role="presentation">{moved_wires} {moved_cards}</svg>
        <svg class="scene" role="presentation">{pills} {sheet} <Leads /></svg>
    }
}

/// Drawn area: the view plus a margin of half its size. Stays as `before` while the view is inside it and not much smaller.
fn around(view: Rect, before: Option<&Rect>) -> Rect {
    let still = before.filter(|before| {
        let covers = view.x >= before.x
            && view.y >= before.y
            && view.right() <= before.right()
            && view.bottom() <= before.bottom();
        covers && before.width < 4.0 * view.width
    });
    still.copied().unwrap_or(Rect {
        x: view.x - MARGIN * view.width,
        y: view.y - MARGIN * view.height,
        width: (1.0 + 2.0 * MARGIN) * view.width,
        height: (1.0 + 2.0 * MARGIN) * view.height,
    })
}

pub(super) fn on(class: String, marks: &[(bool, &str)]) -> String {
    marks.iter().filter(|(on, _)| *on).fold(class, |class, (_, name)| format!("{class} {name}"))
}

/// Highlights of a card.
#[derive(PartialEq)]
pub(super) struct OnCard {
    selected: bool,
    /// In the marquee, or what is selected is a part of it.
    caught: bool,
    lit: Vec<&'static str>,
    /// True if the wire being drawn can end here; `None` without a wire.
    takes: Option<bool>,
    /// A trace is highlighted that does not run through it.
    dim: bool,
    /// The size of its name, if it shows nothing else.
    name: Option<f64>,
}

impl LayerItem for Card {
    type Key = Id;
    type Marks = OnCard;
    type Highlights = Highlights;

    fn key(&self) -> Id {
        self.id.clone()
    }

    fn has(&self, key: &Id) -> bool {
        self.id == *key
    }

    fn area(&self) -> Rect {
        self.rect().grown(STACK + 12.0)
    }

    fn is_active(&self, highlights: &Highlights) -> bool {
        highlights.is_active(&self.id)
    }

    fn marks(&self, highlights: &Highlights) -> OnCard {
        let selected = highlights.selection.contains(&self.id);
        OnCard {
            selected,
            caught: !selected && highlights.catches(&self.id),
            lit: highlights.lit(self),
            takes: highlights.takes(self),
            dim: self.look != Look::Frame && highlights.traces_node(&self.id) == Some(false),
            name: highlights.names,
        }
    }

    fn attributes(&self, marks: &OnCard) -> Vec<(&'static str, String)> {
        let mut attributes = vec![
            ("id", element_id::of_item(&self.id)),
            (
                "class",
                on(
                    self.class(),
                    &[
                        (marks.selected, "selected"),
                        (marks.caught, "caught"),
                        (marks.takes == Some(true), "takes"),
                        (marks.takes == Some(false) || marks.dim, "no"),
                    ],
                ),
            ),
            ("role", "button".to_owned()),
            ("aria-label", self.spoken()),
            ("aria-pressed", marks.selected.to_string()),
            ("transform", format!("translate({} {})", self.at.x, self.at.y)),
        ];
        attributes.extend(self.expanded.map(|expanded| ("aria-expanded", expanded.to_string())));
        attributes
    }

    fn inside(&self, marks: &OnCard) -> String {
        match marks.name {
            Some(size) => draw::card_named(self, size, &marks.lit),
            None => draw::card_inside(self, &marks.lit),
        }
    }

    fn lit(marks: &OnCard) -> &[&'static str] {
        &marks.lit
    }

    fn holds_as(&self, marks: &OnCard, (other, had): (&Card, &OnCard)) -> bool {
        let same_face = Arc::ptr_eq(&self.face, &other.face) || self.face == other.face;
        same_face
            && self.pinned == other.pinned
            && self.expanded == other.expanded
            && marks.name == had.name
            && (self.look, self.icon, self.problems) == (other.look, other.icon, other.problems)
            && self.image == other.image
            && self.outside == other.outside
    }
}

/// Highlights of a wire.
#[derive(PartialEq)]
pub(super) struct OnWire {
    pub(super) selected: bool,
    /// A derived flow is drawn while one of its nodes is selected.
    pub(super) shown: bool,
    /// True if the highlighted trace runs through it; `None` without a trace.
    pub(super) traced: Option<bool>,
}

impl LayerItem for Wire {
    type Key = Id;
    type Marks = OnWire;
    type Highlights = Highlights;

    fn key(&self) -> Id {
        self.id.clone()
    }

    fn has(&self, key: &Id) -> bool {
        self.id == *key
    }

    fn area(&self) -> Rect {
        self.bounds().unwrap_or_default().grown(160.0)
    }

    fn is_active(&self, highlights: &Highlights) -> bool {
        highlights.is_active(&self.id)
    }

    fn marks(&self, highlights: &Highlights) -> OnWire {
        let ids = &highlights.selection;
        let traced = highlights.traces_wire(&self.id);
        if ids.is_empty() {
            return OnWire { selected: false, shown: traced == Some(true), traced };
        }
        let by_end = || self.legs.iter().any(|leg| leg.end.as_ref().is_some_and(|end| ids.contains(end)));
        let shown = self.sources.iter().chain(&self.targets).any(|node| ids.contains(node));
        let by = || self.by.as_ref().is_some_and(|by| ids.contains(by));
        let shown = traced.unwrap_or(shown);
        OnWire { selected: ids.contains(&self.id) || by() || by_end(), shown, traced }
    }

    fn attributes(&self, marks: &OnWire) -> Vec<(&'static str, String)> {
        let OnWire { selected, shown, traced } = *marks;
        let marks = [
            (true, "whole"),
            (selected, "selected"),
            (shown, "shown"),
            (traced == Some(true), "lit"),
            (traced == Some(false), "dim"),
        ];
        let class = on(self.class(), &marks);
        vec![
            ("id", element_id::of_item(&self.id)),
            ("class", class),
            ("role", "img".to_owned()),
            ("aria-label", self.spoken.clone()),
        ]
    }

    fn inside(&self, _: &OnWire) -> String {
        draw::wire_inside(self)
    }

    fn holds_as(&self, _: &OnWire, (other, _): (&Wire, &OnWire)) -> bool {
        self == other
    }

    fn elements(&self) -> Option<Vec<SvgElement>> {
        Some(draw::wire_elements(self))
    }
}
