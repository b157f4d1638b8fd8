//! Positions as a file of their own, beside a descriptor that stays as it is: downloaded, and applied when it is opened.

use std::collections::{BTreeMap, BTreeSet};

use leptos::prelude::*;

use super::super::browser::{download, sentence};
use super::FileActions;
use limn_analysis::{Analysis, Change};
use limn_files::{Content, FilePath};
use limn_language::edit::{Edit, Place};
use limn_language::graph::Id;
use limn_language::saved_view::{SavedView, free_number};
use limn_packages::{DiagramData, PINS_FILE, PLACES_SUFFIX, Views};

const UNDO_PLACES: &str = "Undo";

/// A file of positions that was opened.
pub(super) struct PositionsFile {
    path: FilePath,
    data: DiagramData,
}

/// The changes that an opened file of positions made.
#[derive(Default)]
struct Outcome {
    /// Nodes that have the position in the file, by the keys of their documents.
    placed: BTreeSet<(FilePath, Id)>,
    /// Number of positions for boxes that are not there.
    unknown: usize,
    /// Descriptors that are not open.
    missing: Vec<FilePath>,
    /// Number of wires that were bent as in the file, or whose paths were reset.
    wires: usize,
    /// Number of saved views that were added or changed.
    views: usize,
    /// Saved views, and positions in diagrams that are not active, before they were changed.
    before: Option<DiagramData>,
}

impl PositionsFile {
    /// Returns true if a file is named like one.
    pub fn is_named_so(path: &FilePath) -> bool {
        path.name().ends_with(PLACES_SUFFIX) || path.as_str().ends_with(PINS_FILE)
    }

    /// `None` if it is none, or one of a later version.
    pub fn read(path: &FilePath, content: &Content) -> Option<PositionsFile> {
        Some(PositionsFile { path: path.clone(), data: DiagramData::read(content.as_bytes())? })
    }
}

impl FileActions {
    /// Downloads the positions of all boxes of the active file, and its saved views with theirs.
    pub fn download_positions(self) {
        let snapshot = self.0.flush_pending();
        let scene = snapshot.scene();
        let Some(file) = snapshot.active_file else { return self.0.notices.show_error("no file is open") };
        let Ok(name) = FilePath::new(file.name()) else { return };
        // Boxes outside the shown part are where they were last.
        let (stored, pinned) = (self.0.positions.places().get_untracked(), self.0.positions.pinned());
        let bends = self.0.positions.bends();
        let (shown, all_views) = (self.0.positions.key(), self.0.positions.all_saved_views());
        let mut data = DiagramData::default();
        for nth in 0..snapshot.known.analysis.documents(&file).len() {
            let (document, named) = (file.of_document(nth), name.of_document(nth));
            let boxes = boxes(&snapshot.known.analysis, &file, nth);
            let views = all_views.get(&document).cloned().unwrap_or_default();
            for number in std::iter::once(None).chain(views.iter().map(|view| Some(view.number))) {
                let (key, named) = (document.of_view(number), named.of_view(number));
                let mut places: BTreeMap<Id, Place> = stored.get(&key).cloned().unwrap_or_default();
                places.retain(|id, _| boxes.contains(id));
                if shown.as_ref() == Some(&key) {
                    places.extend(scene.cards.iter().map(|card| (card.id.clone(), card.at.place())));
                }
                data.bends.extend(bends.get(&key).map(|bends| (named.clone(), bends.clone())));
                data.pinned.extend(pinned.get(&key).map(|ids| (named.clone(), ids.clone())));
                data.pins.insert(named, places);
            }
            if !views.is_empty() {
                data.views.insert(named, views);
            }
        }
        if data.is_empty() {
            return self.0.notices.show_error(format!("the diagram of `{}` has no nodes", file.name()));
        }
        let text = data.write();
        let stem = name.as_str().rsplit_once('.').map_or(name.as_str(), |(stem, _)| stem);
        let beside = format!("{stem}{PLACES_SUFFIX}");
        match download::download(&beside, "application/json", text.as_bytes()) {
            Ok(()) => self
                .0
                .notices
                .show(format!("downloaded `{beside}`: open it together with `{name}` to restore the layout")),
            Err(error) => {
                self.0.notices.show_error(format!("could not download `{beside}`: {}", sentence(&error)));
            }
        }
    }

    /// Moves boxes to the positions in an opened file. Those of the active file, and positions that descriptors store, are one undo step; others are taken
    /// back from the notice.
    pub(super) fn apply_positions(self, opened: PositionsFile) {
        let path = opened.path.clone();
        let Some(outcome) = self.place_boxes(opened) else { return };
        let Outcome { placed, unknown, missing, wires, views, before } = outcome;
        let is_nothing = placed.is_empty() && wires == 0 && views == 0;
        if let [file, more @ ..] = missing.as_slice() {
            let others = if more.is_empty() { String::new() } else { format!(" and {} more", more.len()) };
            self.0.notices.show_error(format!(
                "`{}` has positions for `{file}`{others}: open the descriptor first",
                path.name()
            ));
            if is_nothing {
                return;
            }
        }
        if is_nothing {
            return self
                .0
                .notices
                .show_warning(format!("no node of the open files has a position in `{}`", path.name()));
        }
        let counted = |count: usize, noun: &str| match count {
            0 => None,
            1 => Some(format!("1 {noun}")),
            _ => Some(format!("{count} {noun}s")),
        };
        let nodes =
            counted(placed.len(), "node").map(|nodes| format!("placed {nodes} as in `{}`", path.name()));
        let wires = counted(wires, "wire").filter(|_| nodes.is_none());
        let wires = wires.map(|wires| format!("changed the paths of {wires} as in `{}`", path.name()));
        let views = counted(views, "saved view").map(|views| match nodes.is_some() {
            true => format!("added or updated {views}"),
            false => format!("added or updated {views} of `{}`", path.name()),
        });
        let mut text = [nodes, wires, views].into_iter().flatten().collect::<Vec<_>>().join("; ");
        if unknown > 0 {
            text.push_str(&format!("; {unknown} not found"));
        }
        match before {
            Some(before) => self.0.notices.show_with_action(text, UNDO_PLACES, move || {
                let before = before.clone();
                let mut all_pinned = self.0.positions.pinned();
                for file in before.pins.keys() {
                    all_pinned.remove(file);
                }
                all_pinned.extend(before.pinned);
                let mut all = self.0.positions.places().get_untracked();
                all.extend(before.pins);
                let mut all_bends = self.0.positions.bends();
                all_bends.retain(|file, _| !before.bends.contains_key(file));
                all_bends.extend(before.bends.into_iter().filter(|(_, bends)| !bends.is_empty()));
                self.0.positions.set_bends(all_bends);
                self.0.positions.set_places(all, all_pinned);
                self.0.positions.set_saved_views(before.views, self.0.positions.chosen_saved_views());
                self.0.works().schedule_save();
            }),
            None => self.0.notices.show(text),
        }
    }

    /// `None` if the edit is not possible; that is reported.
    fn place_boxes(self, opened: PositionsFile) -> Option<Outcome> {
        let snapshot = self.0.flush_pending();
        let analysis = &snapshot.known.analysis;
        let files: BTreeSet<FilePath> = snapshot.known.workspace.files.keys().cloned().collect();
        let (mut change, mut moves) = (Change::default(), Vec::new());
        let (mut elsewhere, mut outcome) = (Vec::new(), Outcome::default());
        let (views, numbers) = self.merged_views(&opened, &files, &mut outcome);
        let named: BTreeSet<FilePath> =
            opened.data.pins.keys().chain(opened.data.bends.keys()).cloned().collect();
        for named in named {
            let places = opened.data.pins.get(&named).cloned().unwrap_or_default();
            let pinned = opened.data.pinned.get(&named).cloned().unwrap_or_default();
            let ((of, nth), (_, number)) = (named.document(), named.view());
            let Some(file) = descriptor_of(&opened.path, &of, &files) else {
                if !outcome.missing.contains(&of) {
                    outcome.missing.push(of);
                }
                continue;
            };
            let document = file.of_document(nth);
            let number = match number {
                Some(number) => match numbers.get(&document.of_view(Some(number))) {
                    Some(number) => Some(*number),
                    None => continue,
                },
                None => None,
            };
            let key = document.of_view(number);
            let boxes = boxes(analysis, &file, nth);
            let all = places.len();
            let places: Vec<(Id, Place)> = places.into_iter().filter(|(id, _)| boxes.contains(id)).collect();
            outcome.placed.extend(places.iter().map(|(id, _)| (document.clone(), id.clone())));
            outcome.unknown += all - places.len();
            // Only some languages store positions.
            let place = Edit::Place { places: places.clone() };
            if number.is_none()
                && let Ok(planned) = analysis.showing(&file, nth).plan(&file, &place)
            {
                // Documents of one file can store their positions, too.
                for (file, more) in planned.edits {
                    let had = change.edits.remove(&file).unwrap_or_default();
                    change.edits.extend(had.union(more).map(|both| (file, both)));
                }
            }
            let (still, free): (Vec<_>, Vec<_>) = places.into_iter().partition(|(id, _)| pinned.contains(id));
            let mut moved = self.0.positions.moves_in(&key, &still, Some(true));
            moved.extend(self.0.positions.moves_in(&key, &free, Some(false)));
            let bent = self.0.positions.moves_to_bends(&key, opened.data.bends.get(&named));
            outcome.wires += bent.len();
            moved.extend(bent);
            if self.0.positions.key().as_ref() == Some(&key) {
                moves.extend(moved);
            } else if !moved.is_empty() {
                elsewhere.push((key, moved));
            }
        }
        let is_active = !moves.is_empty();
        if !self.0.edits().apply(change, moves) {
            return None;
        }
        let views_before = self.0.positions.all_saved_views();
        if outcome.views > 0 {
            self.0.positions.set_saved_views(views, self.0.positions.chosen_saved_views());
        }
        if is_active {
            self.0.navigation().fit();
        }
        if !elsewhere.is_empty() || outcome.views > 0 {
            let known = self.0.positions.places().get_untracked();
            let pinned = self.0.positions.pinned();
            let files = || elsewhere.iter().map(|(file, _)| file.clone());
            let places = files().map(|file| (file.clone(), known.get(&file).cloned().unwrap_or_default()));
            let pinned = files().filter_map(|file| Some((file.clone(), pinned.get(&file)?.clone())));
            let all_bends = self.0.positions.bends();
            let bends = files().map(|file| (file.clone(), all_bends.get(&file).cloned().unwrap_or_default()));
            let (pins, pinned, bends) = (places.collect(), pinned.collect(), bends.collect());
            outcome.before = Some(DiagramData { pins, pinned, bends, views: views_before });
            for (file, moved) in &elsewhere {
                self.0.positions.move_pins(&file.document().0, moved);
            }
            self.0.works().schedule_save();
        }
        Some(outcome)
    }

    /// All saved views with those of an opened file, which replace views of the same name. Also returns their numbers here, by their keys there.
    fn merged_views(
        self,
        opened: &PositionsFile,
        files: &BTreeSet<FilePath>,
        outcome: &mut Outcome,
    ) -> (Views, BTreeMap<FilePath, usize>) {
        let (mut all, mut numbers) = (self.0.positions.all_saved_views(), BTreeMap::new());
        for (named, views) in &opened.data.views {
            let (of, nth) = named.document();
            let Some(file) = descriptor_of(&opened.path, &of, files) else {
                outcome.missing.push(of);
                continue;
            };
            let document = file.of_document(nth);
            let known = all.entry(document.clone()).or_default();
            for view in views {
                let is_taken = known.iter().any(|known| known.number == view.number);
                let here = known.iter_mut().find(|known| known.name == view.name);
                let number = match here {
                    Some(here) => {
                        outcome.views += usize::from(here.filter != view.filter);
                        here.filter.clone_from(&view.filter);
                        here.number
                    }
                    None => {
                        let others = views.iter().map(|view| view.number);
                        let number = if is_taken { free_number(known, others) } else { view.number };
                        known.push(SavedView { number, ..view.clone() });
                        outcome.views += 1;
                        number
                    }
                };
                numbers.insert(document.of_view(Some(view.number)), number);
            }
        }
        (all, numbers)
    }
}

/// Everything in a document that has a position, in its diagram and in those of its parts.
fn boxes(analysis: &Analysis, file: &FilePath, nth: usize) -> BTreeSet<Id> {
    let Some(checked) = analysis.documents(file).get(nth) else { return BTreeSet::new() };
    let graphs = checked.diagrams().iter().map(|diagram| &*diagram.graph).chain([&**checked.graph()]);
    graphs.flat_map(|graph| graph.nodes.iter().map(|node| node.id.clone())).collect()
}

/// The open file that is named in a file of positions: beside it, or the only one with that name.
fn descriptor_of(positions: &FilePath, named: &FilePath, files: &BTreeSet<FilePath>) -> Option<FilePath> {
    let folder = positions.as_str().strip_suffix(PINS_FILE).unwrap_or_else(|| positions.folder());
    let beside = match folder.trim_end_matches('/') {
        "" => Some(named.clone()),
        folder => FilePath::new(&format!("{folder}/{named}")).ok(),
    };
    let beside = beside.filter(|file| files.contains(file));
    beside.or_else(|| {
        let mut same = files.iter().filter(|file| file.name() == named.name());
        same.next().filter(|_| same.next().is_none()).cloned()
    })
}
