//! Documentation of a palette entry in a popover: beside the entry while the pointer rests on it, or while it has the keyboard focus.

use gloo_events::{EventListener, EventListenerOptions};
use leptos::prelude::*;
use wasm_bindgen::JsCast;

use super::super::browser::after;
use super::super::label::breakable;
use super::super::markdown::Inline;
use limn_analysis::{PaletteEntry, TypedEnd};
use limn_text::visible;

/// Id of the popover, which describes the entry.
pub(super) const INFO: &str = "palette-info";
/// Time for which the pointer rests on an entry, in milliseconds.
const REST_MS: u32 = 500;
/// Time in which the pointer can move from the entry to the popover.
const LEAVE_MS: u32 = 160;
/// Width of the popover and its distance from the entry, as in the style sheet.
const WIDTH: f64 = 320.0;
const GAP: f64 = 6.0;

/// Position of the popover: beside an entry, in CSS pixels of the window.
#[derive(Clone, PartialEq)]
struct Shown {
    id: String,
    left: f64,
    /// Distance from the top, or from the bottom for an entry in the lower half.
    top: Result<f64, f64>,
}

#[derive(Clone, Copy)]
pub(super) struct Info {
    shown: RwSignal<Option<Shown>>,
    timer: StoredValue<Option<TimeoutHandle>>,
}

impl Info {
    pub(super) fn new() -> Info {
        Info { shown: RwSignal::new(None), timer: StoredValue::new(None) }
    }

    pub(super) fn is_of(self, id: &str) -> bool {
        self.shown.with(|shown| shown.as_ref().is_some_and(|shown| shown.id == id))
    }

    /// Shows it once the pointer has rested, at once if another entry has it.
    pub(super) fn on_pointer(self, entry: Option<web_sys::HtmlButtonElement>, id: &str) {
        let shown = self.shown.with_untracked(|shown| shown.as_ref().map(|shown| shown.id == id));
        let Some(entry) = entry.filter(|_| shown != Some(true)) else { return self.stop() };
        let (wait, id) = (if shown.is_some() { LEAVE_MS } else { REST_MS }, id.to_owned());
        self.schedule(wait, move || self.show(&entry, id));
    }

    pub(super) fn show(self, entry: &web_sys::Element, id: String) {
        self.stop();
        let (area, window) = (entry.get_bounding_client_rect(), window());
        let size = |length: Result<wasm_bindgen::JsValue, _>| {
            length.ok().and_then(|length| length.as_f64()).unwrap_or_default()
        };
        let (width, height) = (size(window.inner_width()), size(window.inner_height()));
        let right = area.right() + GAP;
        // On the other side where there is not enough room.
        let left = if right + WIDTH <= width { right } else { (area.left() - GAP - WIDTH).max(GAP) };
        let top = match area.top() < height / 2.0 {
            true => Ok(area.top().max(GAP)),
            false => Err((height - area.bottom()).max(GAP)),
        };
        self.shown.set(Some(Shown { id, left, top }));
    }

    /// Hides it, unless the pointer is on it by then.
    pub(super) fn on_leave(self) {
        self.schedule(LEAVE_MS, move || self.hide());
    }

    pub(super) fn hide(self) {
        self.stop();
        if self.shown.with_untracked(Option::is_some) {
            self.shown.set(None);
        }
    }

    fn schedule(self, milliseconds: u32, then: impl FnOnce() + 'static) {
        self.stop();
        let act = move || {
            // The palette may have been removed by then.
            if !self.timer.is_disposed() {
                then();
            }
        };
        self.timer.set_value(after(milliseconds, act));
    }

    fn stop(self) {
        if let Some(timer) = self.timer.try_update_value(Option::take).flatten() {
            timer.clear();
        }
    }
}

#[component]
pub(super) fn InfoPopover(info: Info, all: Memo<Vec<PaletteEntry>>) -> impl IntoView {
    // Before the part of the page that has the focus, which may use the key.
    let options = EventListenerOptions::run_in_capture_phase();
    let escape = EventListener::new_with_options(&window(), "keydown", options, move |event| {
        if event.dyn_ref::<web_sys::KeyboardEvent>().is_some_and(|event| event.key() == "Escape") {
            info.hide();
        }
    });
    StoredValue::new_local(escape);
    move || {
        let Shown { id, left, top } = info.shown.get()?;
        let template = all.with(|all| all.iter().find(|template| template.id == id).cloned())?;
        let px = |length: f64| format!("{length}px");
        let (down, up) = match top {
            Ok(top) => (px(top), "auto".to_owned()),
            Err(bottom) => ("auto".to_owned(), px(bottom)),
        };
        Some(view! {
            <div
                id=INFO
                class="palette-info"
                role="tooltip"
                style:left=px(left)
                style:top=down
                style:bottom=up
                on:pointerenter=move |_| info.stop()
                on:pointerleave=move |_| info.on_leave()
            >
                {content(template)}
            </div>
        })
    }
}

fn content(template: PaletteEntry) -> impl IntoView {
    let profile = template.profile;
    let mut chain = profile.chain.into_iter();
    let full = chain.next();
    let above: Vec<String> = chain.collect();
    let description = if profile.description.is_empty() { template.doc } else { profile.description };
    // The name is above.
    let is_named = full.as_ref().is_some_and(|name| description == format!("`{name}`"));
    view! {
        <strong>{breakable(&template.label)}</strong>
        {full.map(|name| view! { <p class="palette-info-name">{breakable(&name)}</p> })}
        {template.is_abstract.then(|| view! { <p class="quiet">"Abstract: only types derived from it can be added."</p> })}
        {(!is_named).then(|| view! { <p><Inline text=description /></p> })}
        {(!above.is_empty())
            .then(|| {
                let above = above.into_iter().map(|name| view! { <li>{breakable(&name)}</li> }).collect_view();
                view! { <h4>"Derived from"</h4> <ul class="palette-info-chain">{above}</ul> }
            })}
        {ends("Offers", profile.offers)}
        {ends("Needs", profile.needs)}
        {profile.hosts.then(|| view! { <p class="quiet">"Can host other nodes."</p> })}
        <p class="palette-info-keys"><kbd>"Enter"</kbd> " adds it · " <kbd>"F"</kbd> " marks it as a favorite"</p>
    }
}

/// Capabilities or requirements, with their types.
fn ends(title: &'static str, ends: Vec<TypedEnd>) -> Option<impl IntoView> {
    let row = |end: TypedEnd| {
        let kind = end.types.into_iter().next().unwrap_or_default();
        view! { <dt>{visible(&end.name).into_owned()}</dt> <dd>{breakable(&kind)}</dd> }
    };
    (!ends.is_empty()).then(|| {
        view! { <h4>{title}</h4> <dl>{ends.into_iter().map(row).collect_view()}</dl> }
    })
}
