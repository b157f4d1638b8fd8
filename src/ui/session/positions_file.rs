//! Positions as a file of their own, beside a descriptor that stays as it is: downloaded, and applied when it is opened.

use std::collections::{BTreeMap, BTreeSet};

use leptos::prelude::*;

use super::super::browser::{download, sentence};
use super::FileActions;
use super::positions::{Pinned, Places};
use limn_analysis::{Analysis, Change};
use limn_files::{Content, FilePath};
use limn_language::edit::{Edit, Place};
use limn_language::graph::Id;
use limn_packages::{PINS_FILE, PLACES_SUFFIX, Pins, read_pins, write_pins};

const UNDO_PLACES: &str = "Undo";

/// A file of positions that was opened.
pub(super) struct PositionsFile {
    path: FilePath,
    pins: Pins,
    pinned: Pinned,
}

/// What an opened file of positions did.
#[derive(Default)]
struct Outcome {
    /// Number of boxes that have the position in the file.
    placed: usize,
    /// Number of positions for boxes that are not there.
    unknown: usize,
    /// Descriptors that are not open.
    missing: Vec<FilePath>,
    /// Positions in files that are not in front, before they were changed.
    before: Option<(Places, Pinned)>,
}

impl PositionsFile {
    /// Whether a file is named like one.
    pub fn is_named_so(path: &FilePath) -> bool {
        path.name().ends_with(PLACES_SUFFIX) || path.as_str().ends_with(PINS_FILE)
    }

    /// `None` if it is none, or one of a later version.
    pub fn read(path: &FilePath, content: &Content) -> Option<PositionsFile> {
        let (pins, pinned) = read_pins(content.as_bytes())?;
        Some(PositionsFile { path: path.clone(), pins, pinned })
    }
}

impl FileActions {
    /// Downloads the positions of all boxes of the front file.
    pub fn download_positions(self) {
        let settled = self.0.settle();
        let scene = settled.scene();
        let Some(file) = settled.front else { return self.0.notices.show_error("no file is open") };
        let Ok(name) = FilePath::new(file.name()) else { return };
        // Boxes outside the shown part are where they were last.
        let nth = self.0.documents.shown_document();
        let (key, name_key) = (file.of_document(nth), name.of_document(nth));
        let boxes = boxes(&settled.known.analysis, &file, nth);
        let stored = self.0.positions.places().with_untracked(|places| places.get(&key).cloned());
        let mut places: BTreeMap<Id, Place> = stored.unwrap_or_default();
        places.retain(|id, _| boxes.contains(id));
        places.extend(scene.cards.iter().map(|card| (card.id.clone(), card.at.place())));
        if places.is_empty() {
            return self.0.notices.show_error(format!("the diagram of `{}` has no boxes", file.name()));
        }
        let pinned = self.0.positions.pinned().remove(&key).unwrap_or_default();
        let text =
            write_pins(&BTreeMap::from([(name_key.clone(), places)]), &BTreeMap::from([(name_key, pinned)]));
        let stem = name.as_str().rsplit_once('.').map_or(name.as_str(), |(stem, _)| stem);
        let beside = format!("{stem}{PLACES_SUFFIX}");
        match download::download(&beside, "application/json", text.as_bytes()) {
            Ok(()) => self.0.notices.show(format!(
                "downloaded `{beside}`: opened together with `{name}`, it gives the same diagram"
            )),
            Err(error) => {
                self.0.notices.show_error(format!("could not download `{beside}`: {}", sentence(&error)));
            }
        }
    }

    /// Moves boxes to the positions in an opened file. Those of the front file, and positions that descriptors store, are one undo step; others are taken
    /// back from the notice.
    pub(super) fn apply_positions(self, opened: PositionsFile) {
        let path = opened.path.clone();
        let Some(outcome) = self.place_boxes(opened) else { return };
        let Outcome { placed, unknown, missing, before } = outcome;
        if let [file, more @ ..] = missing.as_slice() {
            let others = if more.is_empty() { String::new() } else { format!(" and {} more", more.len()) };
            self.0.notices.show_error(format!(
                "`{}` has positions for `{file}`{others}: open the descriptor first",
                path.name()
            ));
            if placed == 0 {
                return;
            }
        }
        if placed == 0 {
            return self.0.notices.show_warning(format!("no box has a position in `{}`", path.name()));
        }
        let boxes = if placed == 1 { "1 box".to_owned() } else { format!("{placed} boxes") };
        let mut text = format!("placed {boxes} as in `{}`", path.name());
        if unknown > 0 {
            text.push_str(&format!("; {unknown} not found"));
        }
        match before {
            Some((places, pinned)) => self.0.notices.show_with_action(text, UNDO_PLACES, move || {
                let mut all = self.0.positions.places().get_untracked();
                all.extend(places.clone());
                let mut all_pinned = self.0.positions.pinned();
                for file in places.keys() {
                    all_pinned.remove(file);
                }
                all_pinned.extend(pinned.clone());
                self.0.positions.set_places(all, all_pinned);
                self.0.works().schedule_save();
            }),
            None => self.0.notices.show(text),
        }
    }

    /// `None` if the edit is not possible; that is reported.
    fn place_boxes(self, opened: PositionsFile) -> Option<Outcome> {
        let settled = self.0.settle();
        let analysis = &settled.known.analysis;
        let files: BTreeSet<FilePath> = settled.known.workspace.files.keys().cloned().collect();
        let (mut change, mut moves) = (Change::default(), Vec::new());
        let (mut elsewhere, mut outcome) = (Vec::new(), Outcome::default());
        for (named, places) in opened.pins {
            let pinned = opened.pinned.get(&named).cloned().unwrap_or_default();
            let (of, nth) = named.document();
            let Some(file) = descriptor_of(&opened.path, &of, &files) else {
                outcome.missing.push(of);
                continue;
            };
            let key = file.of_document(nth);
            let boxes = boxes(analysis, &file, nth);
            let all = places.len();
            let places: Vec<(Id, Place)> = places.into_iter().filter(|(id, _)| boxes.contains(id)).collect();
            outcome.placed += places.len();
            outcome.unknown += all - places.len();
            // Only some languages store positions.
            let place = Edit::Place { places: places.clone() };
            if let Ok(planned) = analysis.showing(&file, nth).plan(&file, &place) {
                // Documents of one file can store their positions, too.
                for (file, more) in planned.edits {
                    let had = change.edits.remove(&file).unwrap_or_default();
                    change.edits.extend(had.union(more).map(|both| (file, both)));
                }
            }
            let (still, free): (Vec<_>, Vec<_>) = places.into_iter().partition(|(id, _)| pinned.contains(id));
            let mut moved = self.0.positions.moves(&key, &still, Some(true));
            moved.extend(self.0.positions.moves(&key, &free, Some(false)));
            if self.0.documents.front_key().as_ref() == Some(&key) {
                moves.extend(moved);
            } else if !moved.is_empty() {
                elsewhere.push((key, moved));
            }
        }
        let is_front = !moves.is_empty();
        if !self.0.edits().apply(change, moves) {
            return None;
        }
        if is_front {
            self.0.navigation().fit();
        }
        if !elsewhere.is_empty() {
            let known = self.0.positions.places().get_untracked();
            let pinned = self.0.positions.pinned();
            let files = || elsewhere.iter().map(|(file, _)| file.clone());
            let places = files().map(|file| (file.clone(), known.get(&file).cloned().unwrap_or_default()));
            let pinned = files().filter_map(|file| Some((file.clone(), pinned.get(&file)?.clone())));
            outcome.before = Some((places.collect(), pinned.collect()));
            for (file, moved) in &elsewhere {
                self.0.positions.move_pins(&file.document().0, moved);
            }
            self.0.works().schedule_save();
        }
        Some(outcome)
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
