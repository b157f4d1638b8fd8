//! View state: the store of what the user sees and does: selection, camera, current tool, panes, and the view of each document.

mod views;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use leptos::prelude::*;

use super::super::browser::settings;
use super::super::browser::{self, host::is_embedded};
use super::super::panes::{Arrangement, Pane, Panes};
use super::super::theme::Theme;
use super::documents::{Analyzed, Documents, rename_keys};
use super::palette_drag::Carried;
use super::state::State;
use limn_canvas::keys::{Command, Keymap};
use limn_canvas::{Camera, ScreenPoint, Tool, Viewport, WorldPoint};
use limn_files::FilePath;
use limn_language::graph::Id;
use limn_language::value_trace::TracedItems;

pub(super) use views::StoredViewState;
pub use views::{DIAGRAM, TABLE, View};

/// Request to focus a part of an item's form. The value of something inside the item is a field of the form.
#[derive(Clone, Debug, PartialEq)]
pub struct FocusRequest {
    pub id: Id,
    pub part: FormPart,
}

/// A part of a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FormPart {
    /// The first value.
    Value,
    Name,
    Note,
}

/// Look of the text pane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextLook {
    /// Long lines continue on the next row.
    pub wraps: bool,
    /// Hints and reference counts are shown between the words.
    pub hints: bool,
    /// Names have the colors of what they name.
    pub colors: bool,
}

/// Selection, camera, tool and panes. Holds only handles, so copying it is cheap.
#[derive(Clone, Copy)]
pub struct ViewState {
    selection: State<BTreeSet<Id>>,
    /// Part of the active file whose own diagram is shown.
    diagram: State<Option<Id>>,
    camera: State<Camera>,
    /// Camera right after opening, until the user moves it.
    opening: State<Option<Camera>>,
    viewport: State<Viewport>,
    tool: State<Tool>,
    /// Node whose folded ports are shown while it is selected.
    unfolded: State<Option<Id>>,
    /// Node whose folded ports are shown while the pointer is over it.
    peeked: State<Option<Id>>,
    /// Field that the inspector should focus.
    focus_request: State<Option<FocusRequest>>,
    /// The value whose trace the form shows, if it is not the selected item itself.
    traced: State<Option<Id>>,
    /// Items of a trace that the diagram highlights; everything else is dimmed.
    lit_trace: State<Option<Arc<TracedItems>>>,
    panes: State<Panes>,
    theme: State<Theme>,
    text_look: State<TextLook>,
    keymap: State<Keymap>,
    guide: State<Option<Guide>>,
    views: views::Views,
    hidden: StoredValue<Hidden>,
}

/// A guide beside the work, one at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Guide {
    Tour,
    /// Proposals for open requirements.
    Proposals,
}

/// State without subscribers.
#[derive(Default)]
struct Hidden {
    /// Cameras of documents that are not active, by their keys.
    cameras: BTreeMap<FilePath, Camera>,
    /// Entry that is dragged from the palette.
    carried: Carried,
    /// The trace that is shown next gets the focus.
    focuses_trace: bool,
}

/// Width of a window from which panes are beside each other, instead of behind tabs.
const LEAST_WIDE: f64 = 800.0;

fn window_width() -> f64 {
    window().inner_width().ok().and_then(|width| width.as_f64()).unwrap_or_default()
}

/// The panes of the last visit. An editor that embeds the page shows the text itself.
fn initial_panes() -> Panes {
    let stored: Option<Panes> = settings::get("panes");
    stored.unwrap_or_else(|| match is_embedded() {
        true => Panes { hidden: vec![Pane::Files, Pane::Source, Pane::Problems], ..Panes::default() },
        false => Panes::for_window(window_width()),
    })
}

impl ViewState {
    pub(super) fn new(documents: Documents) -> ViewState {
        ViewState {
            selection: State::new(BTreeSet::new()),
            diagram: State::new(None),
            camera: State::new(Camera::default()),
            opening: State::new(None),
            viewport: State::new(Viewport::default()),
            tool: State::new(Tool::default()),
            unfolded: State::new(None),
            peeked: State::new(None),
            focus_request: State::new(None),
            traced: State::new(None),
            lit_trace: State::new(None),
            panes: State::new(initial_panes()),
            theme: State::new(settings::get("theme")),
            text_look: State::new(TextLook {
                wraps: settings::get("wrap"),
                hints: !settings::get::<bool>("hints off"),
                colors: !settings::get::<bool>("colors off"),
            }),
            keymap: State::new(settings::get("keys")),
            guide: State::new(None),
            views: views::Views::of(documents),
            hidden: StoredValue::new(Hidden::default()),
        }
    }

    pub fn selection(self) -> ReadSignal<BTreeSet<Id>> {
        self.selection.read()
    }

    pub(super) fn diagram(self) -> ReadSignal<Option<Id>> {
        self.diagram.read()
    }

    pub fn camera(self) -> ReadSignal<Camera> {
        self.camera.read()
    }

    pub(super) fn opening(self) -> ReadSignal<Option<Camera>> {
        self.opening.read()
    }

    pub fn viewport(self) -> ReadSignal<Viewport> {
        self.viewport.read()
    }

    pub fn tool(self) -> ReadSignal<Tool> {
        self.tool.read()
    }

    pub(super) fn unfolded(self) -> ReadSignal<Option<Id>> {
        self.unfolded.read()
    }

    pub(super) fn peeked(self) -> ReadSignal<Option<Id>> {
        self.peeked.read()
    }

    /// Item whose form should get the focus.
    pub fn focus_request(self) -> ReadSignal<Option<FocusRequest>> {
        self.focus_request.read()
    }

    pub fn panes(self) -> ReadSignal<Panes> {
        self.panes.read()
    }

    pub fn theme(self) -> ReadSignal<Theme> {
        self.theme.read()
    }

    pub fn text_look(self) -> ReadSignal<TextLook> {
        self.text_look.read()
    }

    /// Guide through the next steps.
    pub fn guide(self) -> ReadSignal<Option<Guide>> {
        self.guide.read()
    }

    pub fn set_guide(self, guide: Option<Guide>) {
        self.guide.set(guide);
    }

    /// The keys of the canvas.
    pub fn keymap(self) -> ReadSignal<Keymap> {
        self.keymap.read()
    }

    /// The first key of a command, as it is set now; empty if it has none.
    pub fn key_of(self, command: Command) -> String {
        let mac = browser::is_mac();
        self.keymap().with(|keymap| keymap.texts(command, mac)).into_iter().next().unwrap_or_default()
    }

    /// Changes the keys of the canvas, and stores them.
    pub fn set_keymap<T>(self, change: impl FnOnce(&mut Keymap) -> T) -> T {
        let mut keymap = self.keymap().get_untracked();
        let result = change(&mut keymap);
        settings::set("keys", &keymap);
        self.keymap.set(keymap);
        result
    }

    pub(super) fn toggle_wrap(self) -> bool {
        let wraps = !self.text_look().get_untracked().wraps;
        self.text_look.update(|look| look.wraps = wraps);
        settings::set("wrap", &wraps);
        wraps
    }

    pub(super) fn toggle_hints(self) -> bool {
        let hints = !self.text_look().get_untracked().hints;
        self.text_look.update(|look| look.hints = hints);
        settings::set("hints off", &!hints);
        hints
    }

    pub(super) fn toggle_colors(self) -> bool {
        let colors = !self.text_look().get_untracked().colors;
        self.text_look.update(|look| look.colors = colors);
        settings::set("colors off", &!colors);
        colors
    }

    /// Name of the template carried from the palette.
    pub fn carried_name(self) -> String {
        self.carried().name
    }

    pub fn carried(self) -> Carried {
        self.hidden.with_value(|hidden| hidden.carried.clone())
    }

    /// Center of the view.
    pub fn middle(self) -> WorldPoint {
        let viewport = self.viewport().get_untracked();
        let center = ScreenPoint { x: viewport.width / 2.0, y: viewport.height / 2.0 };
        self.camera().get_untracked().to_world(center)
    }

    // --- Panes and theme ---------------------------------------------------------------------------------------------------------

    pub fn set_panes(self, change: impl FnOnce(&mut Panes)) {
        self.panes.update(change);
        self.panes().with_untracked(|panes| settings::set("panes", panes));
    }

    pub fn arrange(self, arrangement: Arrangement) {
        let width = window_width();
        self.set_panes(|panes| panes.arrange(arrangement, width));
    }

    pub fn show_pane(self, pane: Pane) {
        if self.panes().with_untracked(|panes| !panes.shows(pane) || panes.shown != pane) {
            self.set_panes(|panes| panes.show(pane));
        }
    }

    /// Returns true if a selection on the canvas opens the form as a sheet.
    pub(super) fn opens_sheet(self) -> bool {
        window_width() >= LEAST_WIDE && self.panes().with_untracked(Panes::opens_sheet)
    }

    /// Opens the form of what is selected as a sheet over the canvas, where the layout hides its pane.
    pub(super) fn open_sheet(self) {
        self.panes.update(|panes| panes.sheet = !panes.shows(Pane::Inspector));
    }

    /// Closes the sheet until the next selection on the canvas.
    pub(super) fn leave_sheet(self) {
        if self.panes().with_untracked(|panes| panes.sheet) {
            self.panes.update(|panes| panes.sheet = false);
        }
    }

    /// Returns true if the form is shown as a sheet.
    pub fn shows_sheet(self) -> bool {
        self.panes().with(|panes| panes.sheet && !panes.shows(Pane::Inspector))
            && self.selection().with(|selection| !selection.is_empty())
    }

    pub fn set_theme(self, theme: Theme) {
        theme.apply();
        self.theme.set(theme);
        settings::set("theme", &theme);
    }

    // --- Selection and focus -----------------------------------------------------------------------------------------------------

    /// Selects exactly these items. Components use [`super::Navigation::select`], which also shows them in the text.
    pub(super) fn set_selection(self, ids: BTreeSet<Id>) {
        if self.selection().with_untracked(|now| *now != ids) && self.traced().with_untracked(Option::is_some)
        {
            self.traced.set(None);
        }
        self.selection.set(ids);
    }

    /// The value whose trace the form shows, if it is not the selected item itself.
    pub fn traced(self) -> ReadSignal<Option<Id>> {
        self.traced.read()
    }

    /// Shows the trace of a value in the form, and focuses it.
    pub(super) fn set_traced(self, value: Option<Id>) {
        self.hidden.update_value(|hidden| hidden.focuses_trace = value.is_some());
        self.traced.set(value);
    }

    /// Items of a trace that the diagram highlights; everything else is dimmed.
    pub fn lit_trace(self) -> ReadSignal<Option<Arc<TracedItems>>> {
        self.lit_trace.read()
    }

    pub(super) fn set_lit_trace(self, items: Option<TracedItems>) {
        if self.lit_trace().with_untracked(|now| now.as_deref() != items.as_ref()) {
            self.lit_trace.set(items.map(Arc::new));
        }
    }

    /// Returns true if the trace that is shown now gets the focus: once for each request.
    pub fn take_trace_focus(self) -> bool {
        self.hidden.try_update_value(|hidden| std::mem::take(&mut hidden.focuses_trace)).unwrap_or_default()
    }

    /// Deselects the items that do not satisfy `stays`.
    pub(super) fn retain_selection(self, stays: impl Fn(&Id) -> bool) {
        if self.selection().with_untracked(|selection| !selection.iter().all(&stays)) {
            self.selection.update(|selection| selection.retain(stays));
        }
    }

    pub(super) fn request_focus(self, id: Id, part: FormPart) {
        self.focus_request.set(Some(FocusRequest { id, part }));
    }

    pub fn clear_focus_request(self) {
        self.focus_request.set(None);
    }

    // --- Tool --------------------------------------------------------------------------------------------------------------------

    pub(super) fn set_tool(self, tool: Tool) {
        self.tool.set(tool);
    }

    pub(super) fn set_carried(self, carried: Carried) {
        self.hidden.update_value(|hidden| hidden.carried = carried);
    }

    pub(super) fn set_unfolded(self, id: Option<Id>) {
        self.unfolded.set(id);
    }

    /// Node whose folded ports are shown while the pointer is over it.
    pub fn peek(self, id: Option<Id>) {
        self.peeked.set_if_different(id);
    }

    // --- Camera ------------------------------------------------------------------------------------------------------------------

    /// Moves the camera. Returns whether it was elsewhere.
    pub(super) fn set_camera(self, camera: Camera) -> bool {
        self.camera.set_if_different(camera)
    }

    /// Marks the camera as the one of a diagram that was just opened.
    pub(super) fn set_opening(self, camera: Camera) {
        self.opening.set(Some(camera));
    }

    pub(super) fn set_viewport(self, viewport: Viewport) {
        self.viewport.set(viewport);
    }

    /// Remembers the camera of the active file, and returns the one of the next file.
    pub(super) fn exchange_camera(self, before: Option<FilePath>, next: &FilePath) -> Option<Camera> {
        let camera = self.camera().get_untracked();
        let known = self.hidden.try_update_value(|hidden| {
            if let Some(before) = before {
                hidden.cameras.insert(before, camera);
            }
            hidden.cameras.get(next).copied()
        });
        known.flatten()
    }

    pub(super) fn restore_camera(self, camera: Camera) {
        self.camera.set(camera);
    }

    /// Cameras of all documents. `active_key`: the key of the document that the current camera belongs to.
    pub(super) fn cameras(self, active_key: Option<&FilePath>) -> BTreeMap<FilePath, Camera> {
        let mut cameras = self.hidden.with_value(|hidden| hidden.cameras.clone());
        if let Some(active_key) = active_key {
            cameras.insert(active_key.clone(), self.camera().get_untracked());
        }
        cameras
    }

    pub(super) fn set_cameras(self, cameras: BTreeMap<FilePath, Camera>) {
        self.hidden.update_value(|hidden| hidden.cameras = cameras);
    }

    // --- What is shown -----------------------------------------------------------------------------------------------------------

    pub(super) fn set_diagram(self, id: Option<Id>) {
        self.diagram.set(id);
    }

    /// Moves the state to new ids of items and new names of files.
    /// `active_key`: the key of the document that is shown.
    pub(super) fn follow(self, analyzed: &Analyzed, active_key: Option<&FilePath>) {
        for (_, ids) in analyzed.ids.iter().filter(|(key, _)| Some(key) == active_key) {
            if self.selection().with_untracked(|selection| selection.iter().any(|id| ids.contains_key(id))) {
                self.selection.update(|selection| {
                    *selection = selection.iter().map(|id| ids.get(id).unwrap_or(id).clone()).collect();
                });
            }
        }
        for names in [&analyzed.names, &analyzed.keys] {
            if names.is_empty() {
                continue;
            }
            self.views.rename(names);
            self.hidden.update_value(|hidden| {
                rename_keys(&mut hidden.cameras, names);
            });
        }
    }
}
