//! Field over an item's name, to rename it in place.

use leptos::{ev, html, prelude::*};

use super::super::icons::{Glyph, Picture};
use super::super::markdown::{Inline, sentence};
use super::super::mounted::while_mounted;
use super::super::pane_focus::focus_canvas;
use super::super::session::{Popup, edits, notices, positions, view_state};
use limn_canvas::WorldPoint;
use limn_language::edit::Edit;
use limn_language::graph::Id;

#[component]
pub fn Rename() -> impl IntoView {
    let notices = notices();
    // The same field while it is open, whatever moves: a new one would lose what is being typed.
    let renaming = Memo::new(move |before: Option<&Option<Id>>| match notices.popup().get() {
        Some(Popup::Rename(id)) => {
            let is_open = before.is_some_and(|before| before.as_ref() == Some(&id));
            (is_open || place(&id).is_some()).then_some(id)
        }
        _ => None,
    });
    move || renaming.get().map(|id| view! { <Field id /> })
}

/// Position of the name on the screen, and width of the field.
fn place(id: &Id) -> Option<(f64, f64, f64)> {
    let (view_state, positions) = (view_state(), positions());
    let camera = view_state.camera().get();
    positions.scene().with(|scene| {
        let rect = scene.rect(id)?;
        let inset = if scene.card(id).is_some() { 44.0 } else { 0.0 };
        let at = camera.to_screen(WorldPoint { x: rect.x + inset, y: rect.y + 6.0 });
        Some((at.x, at.y, ((rect.width - inset - 8.0) * camera.zoom).clamp(140.0, 360.0)))
    })
}

#[component]
fn Field(id: Id) -> impl IntoView {
    let (positions, notices, edits) = (positions(), notices(), edits());
    let input = NodeRef::<html::Input>::new();
    let was = id.0.last_key().map_or_else(
        || positions.scene().with_untracked(|scene| scene.name(&id).unwrap_or_default().to_owned()),
        str::to_owned,
    );
    let done = StoredValue::new(false);
    let refused = RwSignal::new(None::<String>);
    // Before the next key, even on a busy machine, so that typing goes into the field.
    let name = was.clone();
    Effect::new(move |_| {
        if let Some(input) = input.get() {
            input.set_value(&name);
            drop(input.focus());
            input.select();
        }
    });
    let finish = {
        let (id, was) = (id.clone(), was.clone());
        move |keep: bool| {
            if done.get_value() {
                return;
            }
            let to = input.get_untracked().map(|input| input.value()).unwrap_or_default();
            let to = to.trim().to_owned();
            if keep && !to.is_empty() && to != was {
                // Errors are shown at the field, so that the name can be corrected.
                if let Err(why) = edits.try_edit(&Edit::Rename { id: id.clone(), to }) {
                    return refused.set(Some(why));
                }
            }
            done.set_value(true);
            notices.close_popup();
            focus_canvas();
        }
    };
    let blurred = finish.clone();
    let spot =
        Memo::new(move |before: Option<&Option<(f64, f64, f64)>>| place(&id).or(before.copied().flatten()));
    view! {
        <input
            class="field rename"
            aria-label="New name"
            node_ref=input
            prop:value=was
            style:left=move || spot.get().map(|(x, _, _)| format!("{x}px"))
            style:top=move || spot.get().map(|(_, y, _)| format!("{y}px"))
            style:width=move || spot.get().map(|(_, _, width)| format!("{width}px"))
            spellcheck="false"
            autocomplete="off"
            aria-describedby="rename-refused"
            aria-invalid=move || refused.with(Option::is_some).then_some("true")
            on:keydown=move |event: ev::KeyboardEvent| {
                event.stop_propagation();
                match event.key().as_str() {
                    "Enter" => finish(true),
                    "Escape" => finish(false),
                    _ => {}
                }
            }
            on:blur=while_mounted(move |_: web_sys::FocusEvent| blurred(true))
        />
        {move || {
            let (why, (x, y, _)) = (refused.get()?, spot.get()?);
            Some(view! {
                <p
                    id="rename-refused"
                    class="field-refusal over"
                    role="alert"
                    style:left=format!("{x}px")
                    style:top=format!("{}px", y + 34.0)
                >
                    <Picture glyph=Glyph::Error />
                    <span><Inline text=sentence(&why) /></span>
                </p>
            })
        }}
    }
}
