//! Compound edits: add and connect in one step, and duplicate. Each is planned on a copy of the text first, so that either all of it is
//! written or nothing.

use std::cell::Cell;

use super::super::editor::PositionChange;
use super::canvas_state::Duplicated;
use super::{AnalyzedWorkspace, Edits};
use limn_analysis::{Analysis, Change, Checked};
use limn_canvas::{GRID, Scene, WorldPoint, on_grid};
use limn_files::{Content, FilePath};
use limn_language::edit::{Edit, Place};
use limn_language::graph::{Graph, Id, PortRef, Role};
use limn_layout::Rect;

impl Edits {
    /// Adds an item and connects it to `port`, in one undo step.
    pub(super) fn add_wired(self, add: &Edit, port: &PortRef) {
        let snapshot = self.0.flush_pending();
        let Some(file) = snapshot.active_file else { return };
        let added = match snapshot.known.analysis.plan(&file, &self.without_place(add)) {
            Ok(added) => added,
            Err(error) => return self.0.notices.show_error(error.to_string()),
        };
        let pin = match (add, &added.focus) {
            (Edit::Add { place: Some(place), .. }, Some(id)) => {
                vec![PositionChange::new(id.clone(), *place)]
            }
            _ => Vec::new(),
        };
        match wired(&snapshot.known, &file, &added, port) {
            Some(both) => drop(self.apply(both, pin)),
            None => {
                if self.apply(added, pin) {
                    self.0.notices.show("added without a connection: no compatible port");
                }
            }
        }
    }

    /// Adds an item dropped on a node, hosted on that node if possible, in the same undo step.
    pub(super) fn add_on(self, template: &str, place: Place, on: Id) {
        let snapshot = self.0.flush_pending();
        let Some(file) = snapshot.active_file else { return };
        let edit =
            Edit::Add { template: template.to_owned(), name: None, place: Some(place), on: vec![on.clone()] };
        let added = match snapshot.known.analysis.plan(&file, &edit) {
            Ok(added) => added,
            Err(error) => return self.0.notices.show_error(error.to_string()),
        };
        let below = self.0.positions.place_in_collapsed(&on);
        let joined = Cell::new(None);
        let hosted = followed(&snapshot.known, &file, &added, |checked, id| {
            if below.is_some() {
                return Some(Edit::Attach { to: on.clone(), ids: vec![id.clone()] });
            }
            let mut host = Some(on.clone());
            // If this node can't host it, one of its own hosts may.
            while let Some(at) = host {
                if let Some((from, to)) = checked.hosting(id, &at) {
                    return Some(Edit::Connect { from, to });
                }
                host = checked.graph().node(&at).and_then(|node| node.host.clone());
            }
            let (from, to) = checked.connection(id, &on)?;
            joined.set(Some((from.clone(), to.clone())));
            Some(Edit::Connect { from, to })
        });
        match (hosted, &added.focus) {
            // The host's layout places it.
            (Some(both), focus) => {
                let joined = joined.into_inner();
                // A node that is only connected is placed beside the other one.
                let at = below.or_else(|| joined.as_ref().map(|_| place));
                let pin = focus.clone().zip(at).map(|(id, place)| PositionChange::new(id, place));
                if self.apply(both, pin.into_iter().collect())
                    && let Some((from, to)) = joined
                {
                    self.offer_undo_of_join(&from, &to);
                }
            }
            (None, focus) => {
                let pin = focus.clone().map(|id| PositionChange::new(id, place));
                self.apply(added, pin.into_iter().collect());
            }
        }
    }

    /// Connects a node to the one it was dropped on.
    pub(super) fn join(self, from: PortRef, to: PortRef) {
        let (own, other) = (from.clone(), to.clone());
        if self.edit(&Edit::Connect { from, to }) {
            self.offer_undo_of_join(&own, &other);
        }
    }

    /// Applies edits one after the other in one undo step, and moves boxes. Edits after the first are left out if they are refused.
    pub(super) fn in_sequence(self, edits: &[Edit], places: &[(Id, Place)]) {
        let snapshot = self.0.flush_pending();
        let Some(file) = snapshot.active_file else { return };
        let before = self.0.positions.compared_graph();
        match sequence(&snapshot.known, &file, edits) {
            Ok(change) => {
                let moves = self.0.positions.moves(places, None);
                if self.apply(Change { focus: None, ..change }, moves)
                    && let Some(Edit::Remove { ids }) = edits.first()
                {
                    self.offer_undo_of_removal(ids, &before);
                }
            }
            Err(error) => self.0.notices.show_error(error),
        }
    }

    /// Adds an item dropped on a wire, between the ends of the wire if both match; otherwise only adds it.
    pub(super) fn add_on_wire(self, template: &str, place: Place, wire: &Id) {
        let snapshot = self.0.flush_pending();
        let Some(file) = snapshot.active_file else { return };
        let add = Edit::Add { template: template.to_owned(), name: None, place: Some(place), on: Vec::new() };
        let add = self.without_place(&add).into_owned();
        let added = match snapshot.known.analysis.plan(&file, &add) {
            Ok(added) => added,
            Err(error) => return self.0.notices.show_error(error.to_string()),
        };
        let pin: Vec<PositionChange> =
            added.focus.iter().map(|id| PositionChange::new(id.clone(), place)).collect();
        let spliced = added.focus.as_ref().and_then(|id| {
            let after = applied(&snapshot.known, &added)?;
            let checked = after.file(&file)?;
            let link = checked.graph().links.iter().find(|link| link.id == *wire)?;
            let ([offers], [needs]) = (link.sources.as_slice(), link.targets.as_slice()) else { return None };
            let joins = [&offers.port, &needs.port].map(|port| joined(checked, id, port));
            let [Some(first), Some(second)] = joins else { return None };
            let edits = [add.clone(), Edit::Disconnect { id: wire.clone() }, first, second];
            sequence(&snapshot.known, &file, &edits).ok()
        });
        match spliced {
            Some(change) => drop(self.apply(Change { focus: added.focus, ..change }, pin)),
            None => drop(self.apply(added, pin)),
        }
    }

    /// Duplicates nodes and what they host, with the connections among them, in one undo step.
    pub(super) fn duplicate(self, ids: &[Id], to: CopyTo) {
        let snapshot = self.0.flush_pending();
        let scene = snapshot.scene();
        let Some(file) = snapshot.active_file else { return };
        let ids = with_contents(&scene, ids);
        let copies = match snapshot.known.analysis.duplicate(&file, &ids) {
            Ok(copies) => copies,
            Err(error) => return self.0.notices.show_error(error.to_string()),
        };
        let copied = |id: &Id| copies.of.iter().any(|(from, _)| from == id);
        // A hosted node is placed by its host, or moves along with it.
        let keeps_distance = |id: &Id| match scene.host(id) {
            Some(host) => copied(&host.id),
            None => true,
        };
        let originals = copies.of.iter().filter(|(from, _)| keeps_distance(from));
        let cards = originals.filter_map(|(from, to)| Some((scene.card(from)?, to)));
        let cards: Vec<_> = cards.collect();
        let snaps = self.0.canvas.snaps();
        let rects = || cards.iter().map(|(card, _)| card.rect()).collect::<Vec<_>>();
        let (by, unchosen) = match to {
            CopyTo::Distance(by) => (by, None),
            CopyTo::Point(at) => (near(&scene, &rects(), at, snaps), None),
            CopyTo::Next => match self.repeated(&scene, &ids) {
                Some(by) => (by, None),
                None => {
                    let by = free_offset(&scene, &rects(), snaps);
                    (by, Some(by))
                }
            },
        };
        let duplicated = cards.first().zip(self.0.positions.key()).map(|((card, to), diagram)| Duplicated {
            diagram,
            copies: copies.of.iter().map(|(_, id)| id.clone()).collect(),
            first: ((*to).clone(), card.at.place()),
            unchosen,
        });
        let pins = cards.into_iter().map(|(card, to)| {
            let to_place = Place { x: card.at.x + by.0, y: card.at.y + by.1 };
            PositionChange::new(to.clone(), to_place)
        });
        let pins: Vec<PositionChange> = pins.collect();
        let count = copies.of.len();
        if !self.apply(copies.change, pins) {
            return;
        }
        self.0.canvas.set_duplicated(duplicated);
        self.0.notices.announce(match count {
            1 => "duplicated 1 node".to_owned(),
            many => format!("duplicated {many} nodes"),
        });
        if count > 1 {
            self.0.navigation().select(copies.of.into_iter().map(|(_, id)| id).collect());
        }
    }

    /// The distance to which the user moved the last copies from their originals, if exactly these copies are duplicated.
    fn repeated(self, scene: &Scene, ids: &[Id]) -> Option<(f64, f64)> {
        let last = self.0.canvas.duplicated()?;
        let is_same = self.0.positions.key().as_ref() == Some(&last.diagram)
            && ids.len() == last.copies.len()
            && ids.iter().all(|id| last.copies.contains(id));
        let (copy, from) = last.first;
        let card = scene.card(&copy).filter(|_| is_same)?;
        let by = (card.at.x - from.x, card.at.y - from.y);
        (last.unchosen != Some(by) && by != (0.0, 0.0)).then_some(by)
    }
}

/// Destination of copies.
#[derive(Clone, Copy, Debug)]
pub(super) enum CopyTo {
    /// To this distance from the originals.
    Distance((f64, f64)),
    /// To this point, or near it.
    Point(WorldPoint),
    /// Beside the originals; copies of copies that were moved: to the same distance.
    Next,
}

/// The nodes, and everything that they host.
pub(super) fn with_contents(scene: &Scene, ids: &[Id]) -> Vec<Id> {
    let mut all: Vec<Id> = ids.iter().filter(|id| !scene.is_collapsed_group(id)).cloned().collect();
    for id in ids {
        if !scene.is_collapsed_group(id) {
            let hidden = scene.collapsed_within(id).iter().filter(|id| !ids.contains(id));
            all.extend(hidden.cloned());
        }
        for card in scene.within_card(id) {
            // Of a collapsed group the members, which are not drawn.
            let own = (!scene.is_collapsed_group(&card.id)).then_some(&card.id);
            for inner in own.into_iter().chain(scene.collapsed_within(&card.id)) {
                if !all.contains(inner) {
                    all.push(inner.clone());
                }
            }
        }
    }
    all
}

/// The analysis after a change.
pub(super) fn applied(known: &AnalyzedWorkspace, change: &Change) -> Option<Analysis> {
    let mut workspace = known.workspace.clone();
    for (file, edit) in &change.edits {
        let now = edit.apply(workspace.text(file)?);
        workspace.files.insert(file.clone(), Content::Text(now.as_str().into()));
    }
    Some(Analysis::of(&workspace, &known.choices, &known.analysis))
}

/// The connection of a node to a port of another one, at the port that fits best.
fn joined(checked: &Checked, id: &Id, port: &PortRef) -> Option<Edit> {
    let ends = checked.ends(port, id).filter(|ends| !ends.is_empty());
    let ends = ends.unwrap_or_else(|| ports(checked.graph(), id));
    let (from, to) = ends.into_iter().find_map(|end| {
        let ways = [(port.clone(), end.clone()), (end, port.clone())];
        ways.into_iter().find(|(from, to)| checked.accepts(from, to).is_ok())
    })?;
    Some(Edit::Connect { from, to })
}

/// The change of several edits, each planned for the text that the previous ones leave. The first must be possible; others are left out if they are not.
fn sequence(known: &AnalyzedWorkspace, file: &FilePath, edits: &[Edit]) -> Result<Change, String> {
    let mut all = Change::default();
    for (at, edit) in edits.iter().enumerate() {
        let after = applied(known, &all).ok_or_else(|| "the file is not open".to_owned())?;
        match after.plan(file, edit) {
            Ok(next) => {
                for (file, second) in next.edits {
                    let both = match (all.edits.remove(&file), known.workspace.text(&file)) {
                        (Some(first), Some(before)) => first.then(before, &second),
                        _ => second,
                    };
                    all.edits.insert(file, both);
                }
                all.focus = next.focus.or(all.focus);
            }
            Err(error) if at == 0 => return Err(error.to_string()),
            Err(_) => {}
        }
    }
    Ok(all)
}

/// Change that adds and connects, if a port of the added item is compatible.
fn wired(known: &AnalyzedWorkspace, file: &FilePath, added: &Change, port: &PortRef) -> Option<Change> {
    followed(known, file, added, |checked, id| {
        let mut ends = checked
            .ends(port, id)
            .filter(|ends| !ends.is_empty())
            .unwrap_or_else(|| ports(checked.graph(), id));
        // The node as a whole, for languages where connecting declares the port.
        ends.extend([opposite(port.role), port.role].map(|role| PortRef {
            node: id.clone(),
            role,
            port: String::new(),
        }));
        let (from, to) = ends.into_iter().find_map(|end| {
            [(port.clone(), end.clone()), (end, port.clone())]
                .into_iter()
                .find(|(from, to)| checked.accepts(from, to).is_ok())
        })?;
        Some(Edit::Connect { from, to })
    })
}

/// Change that adds an item and applies the edit that `follow` derives from it, if any.
fn followed(
    known: &AnalyzedWorkspace,
    file: &FilePath,
    added: &Change,
    follow: impl FnOnce(&Checked, &Id) -> Option<Edit>,
) -> Option<Change> {
    let (id, first) = (added.focus.clone()?, added.edits.get(file)?);
    let mut workspace = known.workspace.clone();
    let before = workspace.text(file)?.clone();
    let between = first.apply(&before);
    workspace.files.insert(file.clone(), Content::Text(between.as_str().into()));
    let analysis = Analysis::of(&workspace, &known.choices, &known.analysis);
    let checked = analysis.file(file)?;
    let connected = analysis.plan(file, &follow(checked, &id)?).ok()?;
    let second = connected.edits.get(file)?;
    let edit = first.then(&before, second);
    let mut edits = added.edits.clone();
    edits.insert(file.clone(), edit);
    Some(Change { edits, focus: Some(id) })
}

/// Distance of copies from other cards.
const GAP: f64 = 40.0;

/// Offset at which boxes of this size are clear of all others: the nearer of below and beside. `snaps`: it leads from one point of the grid to another.
fn free_offset(scene: &Scene, rects: &[Rect], snaps: bool) -> (f64, f64) {
    let Some(all) = rects.iter().copied().reduce(|one, other| one.union(&other)) else { return (0.0, 0.0) };
    let steps = |length: f64| if snaps { (length / GRID).ceil() * GRID } else { length.round() };
    let (across, down) = (steps(all.width + 2.0 * GAP), steps(all.height + GAP));
    let far = (1..40).flat_map(|step| {
        let by = f64::from(step);
        [(0.0, by * down), (by * across, 0.0), (0.0, -by * down), (-by * across, 0.0)]
    });
    far.into_iter().find(|by| is_free(scene, rects, *by)).unwrap_or((32.0, 32.0))
}

/// Offset that moves the center of boxes to a point, or as near as they are clear of all others. `snaps`: the first is on the grid then.
pub(super) fn near(scene: &Scene, rects: &[Rect], at: WorldPoint, snaps: bool) -> (f64, f64) {
    let Some(all) = rects.iter().copied().reduce(|one, other| one.union(&other)) else { return (0.0, 0.0) };
    let (x, y) = all.center();
    let (dx, dy) =
        offset(rects.first().copied().unwrap_or(all), ((at.x - x).round(), (at.y - y).round()), snaps);
    let rings = (0..60).flat_map(|step| {
        let by = f64::from(step) * GRID;
        let ways = [(0.0, by), (by, 0.0), (0.0, -by), (-by, 0.0), (by, by), (-by, by), (by, -by), (-by, -by)];
        ways.map(|(x, y)| (dx + x, dy + y))
    });
    rings.into_iter().find(|by| is_free(scene, rects, *by)).unwrap_or((dx, dy))
}

/// An offset, or the nearest one that puts a box on the grid.
fn offset(first: Rect, (dx, dy): (f64, f64), snaps: bool) -> (f64, f64) {
    if !snaps {
        return (dx, dy);
    }
    let to = on_grid(Place { x: first.x + dx, y: first.y + dy });
    (to.x - first.x, to.y - first.y)
}

/// Returns true if boxes are clear of all cards once they are moved.
fn is_free(scene: &Scene, rects: &[Rect], (dx, dy): (f64, f64)) -> bool {
    let moved = |rect: &Rect| rect.moved(dx, dy).grown(GAP / 4.0);
    scene.cards.iter().all(|card| rects.iter().all(|rect| !moved(rect).overlaps(&card.rect())))
}

fn ports(graph: &Graph, id: &Id) -> Vec<PortRef> {
    let Some(node) = graph.node(id) else { return Vec::new() };
    let port = |port: &limn_language::graph::Port| PortRef {
        node: id.clone(),
        role: port.role,
        port: port.name.clone(),
    };
    node.ports.iter().map(port).collect()
}

fn opposite(role: Role) -> Role {
    match role {
        Role::Capability => Role::Requirement,
        Role::Requirement => Role::Capability,
        Role::Input => Role::Output,
        Role::Output => Role::Input,
        other => other,
    }
}
