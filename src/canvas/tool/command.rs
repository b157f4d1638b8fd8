//! Commands: what keys and menu items do.

use std::collections::BTreeSet;

use super::{Intent, Step, Tool, ToolContext, arrange, bend, choose, grid, splice, walk};
use crate::hit::Hit;
use crate::keys::{self, Command, Direction, Press};
use crate::viewport::{Camera, ScreenPoint, WorldPoint};
use limn_language::edit::{Edit, Place};
use limn_language::graph::Id;
use limn_layout::Rect;

/// The distance of a nudge, in world units, and of a pan, in CSS pixels.
const NUDGE: f64 = 8.0;
const NUDGE_FAR: f64 = 64.0;
const PAN: f64 = 96.0;
const ZOOM: f64 = 1.25;

/// Handles a key press.
pub(super) fn key(tool: Tool, press: &Press, context: &ToolContext<'_>) -> Step {
    if press.key == " " && tool == Tool::Idle {
        return (Tool::Hand, None);
    }
    match keys::find(press) {
        Some(command) => run(tool, command, context),
        None => (tool, None),
    }
}

/// Runs a command from any source. During a gesture, only Escape and view commands apply.
pub(super) fn run(tool: Tool, command: Command, context: &ToolContext<'_>) -> Step {
    if let Some(camera) = view(command, context) {
        return (tool, (camera != context.camera).then_some(Intent::Camera(camera)));
    }
    match (tool, command) {
        (Tool::Choosing { from, options, at }, command) => match command {
            Command::SelectNext(Direction::Right | Direction::Down) => {
                choose::step(from, options, at, true, context)
            }
            Command::SelectNext(Direction::Left | Direction::Up) => {
                choose::step(from, options, at, false, context)
            }
            Command::Inspect => choose::take(from, &options, at, context),
            Command::Add => match from {
                Some(from) if !context.scene.holds(&from.node) => choose::pick_new(from, context),
                from => (Tool::Choosing { from, options, at }, None),
            },
            Command::Escape => (Tool::Idle, None),
            _ => (Tool::Choosing { from, options, at }, None),
        },
        (Tool::Idle, Command::Connect) => match context.frozen {
            None => choose::choose_from(context),
            Some(reason) => (Tool::Idle, Some(Intent::Announce(reason.to_owned()))),
        },
        (Tool::Idle, command) => (Tool::Idle, intent(command, context)),
        (_, Command::Escape) => (Tool::Idle, None),
        (tool, _) => (tool, None),
    }
}

fn view(command: Command, context: &ToolContext<'_>) -> Option<Camera> {
    let (camera, viewport) = (context.camera, context.viewport);
    let at = || {
        let selected = selection_bounds(context)
            .map(|rect| camera.to_screen(WorldPoint::new(rect.center().0, rect.center().1)));
        selected.filter(|at| viewport.contains(*at)).unwrap_or_else(|| viewport.center())
    };
    match command {
        Command::ZoomIn => Some(camera.zoom_at(at(), ZOOM)),
        Command::ZoomOut => Some(camera.zoom_at(at(), 1.0 / ZOOM)),
        Command::ZoomReset => Some(camera.zoomed_to(at(), 1.0)),
        Command::Fit => Some(Camera::fit(context.scene.bounds, viewport)),
        Command::FitSelection => Some(match selection_bounds(context) {
            Some(bounds) => Camera::filling(bounds, viewport),
            None => Camera::fit(context.scene.bounds, viewport),
        }),
        Command::Pan(direction) => {
            let (dx, dy) = offset(direction, PAN);
            Some(camera.panned(-dx, -dy))
        }
        _ => None,
    }
}

fn intent(command: Command, context: &ToolContext<'_>) -> Option<Intent> {
    let one = || context.selection.iter().next_back().cloned();
    match command {
        Command::SelectNext(direction) => walk::next(direction, context).map(|id| reveal(id, context)),
        Command::SelectNextAttached => walk::attached(context).map(|id| reveal(id, context)),
        Command::Nudge(direction) => nudge(direction, false, context),
        Command::NudgeFar(direction) => nudge(direction, true, context),
        // With nothing selected, the document.
        Command::Inspect => {
            let document = || context.scene.frame.as_ref().map(|frame| frame.id.clone());
            one().or_else(document).map(Intent::Inspect)
        }
        Command::Open => one().map(Intent::Open),
        Command::Rename => one().map(Intent::StartRename),
        Command::Hierarchy => one().map(Intent::Hierarchy),
        Command::Note => one().map(Intent::Note),
        Command::Remove => remove(context),
        Command::Duplicate => {
            let ids: Vec<Id> = cards(context).map(|(id, _)| id).collect();
            (!ids.is_empty()).then_some(Intent::Duplicate { ids, by: None })
        }
        Command::RemoveAndReconnect => splice::heal(context).or_else(|| remove(context)),
        Command::Cut | Command::Copy | Command::Paste => Some(Intent::Clipboard(command)),
        Command::Align(alignment) => Some(arrange::align(alignment, context)),
        Command::Distribute(axis) => Some(arrange::distribute(axis, context)),
        Command::SelectRelated(related) => Some(arrange::select(related, context)),
        Command::Commands
        | Command::NextPane
        | Command::PreviousPane
        | Command::Wrap
        | Command::Hints
        | Command::Colors
        | Command::Symbols
        | Command::NextProblem
        | Command::PreviousProblem
        | Command::Pane(_) => Some(Intent::Global(command)),
        Command::Find => Some(Intent::Find),
        Command::Add => Some(Intent::PickAdd { at: context.world(context.viewport.center()), on: None }),
        Command::SelectAll => {
            Some(Intent::Select { ids: context.scene.ids().cloned().collect(), camera: None })
        }
        Command::Escape => {
            (!context.selection.is_empty()).then(|| Intent::Select { ids: BTreeSet::new(), camera: None })
        }
        Command::Undo => Some(Intent::Undo),
        Command::Redo => Some(Intent::Redo),
        Command::ResetPath => Some(bend::reset(context)),
        Command::AutoArrange => Some(Intent::AutoArrange),
        Command::Pin => Some(pin(context)),
        Command::Hosting => Some(Intent::Hosting),
        Command::Grid => Some(Intent::Grid),
        Command::Table => Some(Intent::Table),
        Command::Propose => Some(Intent::Propose),
        Command::Unfold => one().filter(|id| context.scene.card(id).is_some()).map(Intent::Unfold),
        Command::Collapse => Some(collapse(context)),
        Command::CollapseAll => Some(Intent::CollapseAll),
        Command::ExpandAll => Some(Intent::ExpandAll),
        Command::Menu => Some(menu(context)),
        Command::Memberships => {
            let chosen = cards(context).next().is_some();
            let ask = || Intent::Announce("select one or more nodes first".to_owned());
            Some(if chosen { Intent::Memberships { at: middle(context) } } else { ask() })
        }
        Command::Group => Some(Intent::Group { nodes: cards(context).map(|(id, _)| id).collect() }),
        Command::Ungroup => Some(ungroup(context)),
        Command::BackToParent => Some(Intent::BackToParent),
        Command::Keys => Some(Intent::ShowKeys),
        // Handled by `run` and `view`.
        Command::Connect
        | Command::ZoomIn
        | Command::ZoomOut
        | Command::ZoomReset
        | Command::Fit
        | Command::FitSelection
        | Command::Pan(_) => None,
    }
}

/// Unpins the selected nodes if all are pinned; otherwise pins them.
fn pin(context: &ToolContext<'_>) -> Intent {
    let ids: Vec<Id> = cards(context).map(|(id, _)| id).collect();
    if ids.is_empty() {
        return Intent::Announce("select one or more nodes first".to_owned());
    }
    let pinned = !context.scene.all_pinned(&ids);
    Intent::Pin { ids, pinned }
}

fn ungroup(context: &ToolContext<'_>) -> Intent {
    match context.scene.groups_to_dissolve(context.selection) {
        groups if groups.is_empty() => Intent::Announce("select a group, or nodes of one, first".to_owned()),
        groups => Intent::Ungroup { groups },
    }
}

fn collapse(context: &ToolContext<'_>) -> Intent {
    match context.scene.to_collapse(context.selection) {
        ids if ids.is_empty() => Intent::Announce("select a host or a group first".to_owned()),
        ids => Intent::Collapse { is_collapsed: !context.scene.all_collapsed(&ids), ids },
    }
}

fn reveal(id: Id, context: &ToolContext<'_>) -> Intent {
    let shown = context.scene.rect(&id).map(|rect| context.camera.showing(rect, context.viewport));
    let camera = shown.filter(|camera| *camera != context.camera);
    Intent::Select { ids: BTreeSet::from([id]), camera }
}

pub(super) fn cards(context: &ToolContext<'_>) -> impl Iterator<Item = (Id, Place)> {
    let chosen = context.scene.cards.iter().filter(|card| context.selection.contains(&card.id));
    chosen.map(|card| (card.id.clone(), card.at.place()))
}

fn nudge(direction: Direction, far: bool, context: &ToolContext<'_>) -> Option<Intent> {
    let Some((_, first)) = cards(context).next() else {
        return bend::nudge(direction, if far { NUDGE_FAR } else { NUDGE }, context);
    };
    let (dx, dy) = match context.grid {
        true => grid::nudge((first.x, first.y), direction, far),
        false => offset(direction, if far { NUDGE_FAR } else { NUDGE }),
    };
    let places: Vec<_> =
        cards(context).map(|(id, place)| (id, Place { x: place.x + dx, y: place.y + dy })).collect();
    (!places.is_empty()).then_some(Intent::Move { places })
}

/// Disconnects a single wire; removes anything else together.
fn remove(context: &ToolContext<'_>) -> Option<Intent> {
    let ids: Vec<Id> = context.selection.iter().cloned().collect();
    match ids.as_slice() {
        [] => None,
        [one] if context.scene.card(one).is_none() && context.scene.wire(one).is_some() => {
            Some(Intent::Edit(Edit::Disconnect { id: one.clone() }))
        }
        _ => Some(Intent::Edit(Edit::Remove { ids })),
    }
}

fn menu(context: &ToolContext<'_>) -> Intent {
    let chosen = context.selection.iter().next_back();
    let on = match chosen {
        None => Hit::Empty,
        Some(id) if context.scene.card(id).is_some() => Hit::Body(id.clone()),
        Some(id) if context.scene.wire(id).is_some() => Hit::Wire(id.clone()),
        Some(id) if context.scene.is_group(id) => Hit::Group(id.clone()),
        Some(id) => Hit::Pill(id.clone()),
    };
    Intent::Menu { on, at: middle(context) }
}

/// The center of the last selected element, or of the view.
fn middle(context: &ToolContext<'_>) -> ScreenPoint {
    let rect = context.selection.iter().next_back().and_then(|id| context.scene.rect(id));
    let at = rect.map(|rect| context.camera.to_screen(WorldPoint::new(rect.center().0, rect.center().1)));
    at.unwrap_or_else(|| context.viewport.center())
}

fn selection_bounds(context: &ToolContext<'_>) -> Option<Rect> {
    context.selection.iter().filter_map(|id| context.scene.rect(id)).reduce(|left, right| left.union(&right))
}

pub(super) fn offset(direction: Direction, by: f64) -> (f64, f64) {
    match direction {
        Direction::Left => (-by, 0.0),
        Direction::Right => (by, 0.0),
        Direction::Up => (0.0, -by),
        Direction::Down => (0.0, by),
    }
}
