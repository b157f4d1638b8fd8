//! Panes: sizes, visibility, and the separators between them. Independent of the content.

use leptos::{ev, prelude::*};
use serde::{Deserialize, Serialize};

/// A pane that can be hidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Pane {
    Files,
    Palette,
    Canvas,
    Inspector,
    Source,
    Problems,
}

impl Pane {
    pub const ALL: [Pane; 6] =
        [Pane::Canvas, Pane::Files, Pane::Palette, Pane::Inspector, Pane::Source, Pane::Problems];

    pub fn label(self) -> &'static str {
        match self {
            Pane::Files => "Files",
            Pane::Palette => "Palette",
            Pane::Canvas => "Canvas",
            Pane::Inspector => "Inspector",
            Pane::Source => "YAML",
            Pane::Problems => "Problems",
        }
    }

    /// Longer label, where there is room for it.
    pub fn title(self) -> &'static str {
        match self {
            Pane::Source => "YAML source",
            pane => pane.label(),
        }
    }
}

/// A choice of visible panes for one kind of work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arrangement {
    All,
    /// The diagram and what is needed to draw it.
    Canvas,
    /// The text, as wide as the window allows.
    Text,
    /// The diagram and the text, side by side at full height.
    Both,
    /// Panes to read a descriptor and its problems.
    Review,
}

impl Arrangement {
    pub const ALL: [Arrangement; 5] =
        [Arrangement::All, Arrangement::Canvas, Arrangement::Text, Arrangement::Both, Arrangement::Review];

    pub fn label(self) -> &'static str {
        match self {
            Arrangement::All => "Layout: all panes",
            Arrangement::Canvas => "Layout: canvas",
            Arrangement::Text => "Layout: text",
            Arrangement::Both => "Layout: canvas and text",
            Arrangement::Review => "Layout: review",
        }
    }

    fn hidden(self) -> &'static [Pane] {
        match self {
            Arrangement::All => &[],
            Arrangement::Canvas => &[Pane::Source, Pane::Problems],
            Arrangement::Text => &[Pane::Palette, Pane::Inspector],
            Arrangement::Both => &[Pane::Inspector],
            Arrangement::Review => &[Pane::Files, Pane::Palette],
        }
    }

    /// Width of the text as a share of the window's.
    fn right(self) -> f64 {
        match self {
            Arrangement::All | Arrangement::Canvas => 0.28,
            Arrangement::Both | Arrangement::Review => 0.375,
            Arrangement::Text => 0.6,
        }
    }
}

/// Layout of the panes. Widths and heights in CSS pixels.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Panes {
    pub left: f64,
    pub right: f64,
    /// Height of the problems pane.
    pub bottom: f64,
    /// Height of the files pane.
    pub files: f64,
    /// The inspector's share of the left column, in percent.
    pub split: f64,
    pub hidden: Vec<Pane>,
    /// The visible pane on narrow screens.
    pub shown: Pane,
    /// The form is shown as a sheet over the canvas, because the layout hides its pane.
    #[serde(skip)]
    pub sheet: bool,
    /// The user closed the form: a selection does not open it.
    pub closed_form: bool,
}

/// The least and the largest width of the text.
pub const LEAST_RIGHT: f64 = 280.0;
pub const MOST_RIGHT: f64 = 960.0;
/// The width of the left column in a large window.
const MOST_LEFT: f64 = 340.0;
/// The width of a window up to which the panes have their usual widths.
const USUAL_WINDOW: f64 = 1440.0;

impl Default for Panes {
    fn default() -> Panes {
        Panes {
            left: 280.0,
            right: 400.0,
            bottom: 176.0,
            files: 180.0,
            split: 52.0,
            hidden: Vec::new(),
            shown: Pane::Canvas,
            sheet: false,
            closed_form: false,
        }
    }
}

impl Panes {
    /// Panes that use the width of a large window: long lines and names are cut less often.
    pub fn for_window(width: f64) -> Panes {
        let usual = Panes::default();
        let more = (width - USUAL_WINDOW).max(0.0);
        Panes {
            left: (usual.left + 0.12 * more).round().min(MOST_LEFT),
            right: (usual.right + 0.28 * more).round().min(MOST_RIGHT),
            ..usual
        }
    }

    pub fn shows(&self, pane: Pane) -> bool {
        !self.hidden.contains(&pane)
    }

    pub fn toggle(&mut self, pane: Pane) {
        if pane == Pane::Inspector {
            self.sheet = false;
            self.closed_form = self.shows(pane);
        }
        if self.shows(pane) {
            self.hidden.push(pane);
            if self.shown == pane {
                self.shown = Pane::Canvas;
            }
        } else {
            self.hidden.retain(|hidden| *hidden != pane);
        }
    }

    /// Shows the panes of an arrangement in a window of this width.
    pub fn arrange(&mut self, arrangement: Arrangement, window: f64) {
        self.hidden = arrangement.hidden().to_vec();
        (self.sheet, self.closed_form) = (false, false);
        self.right = (arrangement.right() * window).round().clamp(LEAST_RIGHT, MOST_RIGHT);
    }

    /// Returns true if the visible panes are those of an arrangement.
    pub fn is_arranged(&self, arrangement: Arrangement) -> bool {
        let hidden = arrangement.hidden();
        self.hidden.len() == hidden.len() && hidden.iter().all(|pane| self.hidden.contains(pane))
    }

    /// Returns true if a selection on the canvas opens the form as a sheet.
    pub fn opens_sheet(&self) -> bool {
        !self.shows(Pane::Inspector) && !self.sheet && !self.closed_form
    }

    /// Closes the form: its pane, or the sheet.
    pub fn close_form(&mut self) {
        if self.shows(Pane::Inspector) {
            self.toggle(Pane::Inspector);
        }
        (self.sheet, self.closed_form) = (false, true);
    }

    pub fn show(&mut self, pane: Pane) {
        self.hidden.retain(|hidden| *hidden != pane);
        self.shown = pane;
    }
}

/// Separator between two panes: dragged, or moved by the arrow keys; a double click resets it.
#[component]
pub fn Separator(
    label: &'static str,
    /// The separator is vertical, and `size` is a width.
    #[prop(optional)]
    upright: bool,
    /// The sized pane follows the separator: moving the separator forward makes the pane smaller.
    #[prop(optional)]
    after: bool,
    #[prop(into)] size: Signal<f64>,
    min: f64,
    max: f64,
    /// Size that `Home` and a double click restore.
    default_size: f64,
    /// CSS pixels per unit of `size`.
    #[prop(optional, into)]
    unit: Option<Signal<f64>>,
    resize: impl Fn(f64) + Copy + 'static,
) -> impl IntoView {
    let grabbed = StoredValue::new(None::<(f64, f64)>);
    let along =
        move |event: &ev::PointerEvent| f64::from(if upright { event.client_x() } else { event.client_y() });
    let direction = if after { -1.0 } else { 1.0 };
    let to = move |value: f64| resize(value.clamp(min, max));
    let key = move |event: ev::KeyboardEvent| {
        let step = if event.shift_key() { 48.0 } else { 16.0 }
            / unit.map_or(1.0, |unit| unit.get_untracked().max(0.1));
        let (less, more) = if upright { ("ArrowLeft", "ArrowRight") } else { ("ArrowUp", "ArrowDown") };
        let by = match event.key() {
            key if key == less => -step * direction,
            key if key == more => step * direction,
            key if key == "Home" => default_size - size.get_untracked(),
            _ => return,
        };
        event.prevent_default();
        event.stop_propagation();
        to(size.get_untracked() + by);
    };
    view! {
        <div
            class="separator"
            class:upright=upright
            role="separator"
            tabindex="0"
            aria-label=label
            aria-orientation=if upright { "vertical" } else { "horizontal" }
            aria-valuemin=min
            aria-valuemax=max
            aria-valuenow=move || size.get().round()
            on:pointerdown=move |event| {
                event.prevent_default();
                let bar: web_sys::Element = event_target(&event);
                drop(bar.set_pointer_capture(event.pointer_id()));
                grabbed.set_value(Some((along(&event), size.get_untracked())));
            }
            on:pointermove=move |event| {
                if let Some((from, was)) = grabbed.get_value() {
                    let unit = unit.map_or(1.0, |unit| unit.get_untracked().max(0.1));
                    to(was + (along(&event) - from) / unit * direction);
                }
            }
            on:pointerup=move |_| grabbed.set_value(None)
            on:pointercancel=move |_| grabbed.set_value(None)
            on:dblclick=move |_| to(default_size)
            on:keydown=key
        ></div>
    }
}
