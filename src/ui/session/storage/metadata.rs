//! Metadata of a work, stored beside the files, and the merge of two versions of a work.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::super::super::browser::storage::StoredWork;
use super::super::documents::Draft;
use super::super::positions::{CollapsedIds, Pinned, Places};
use super::super::view_state::StoredViewState;
use limn_canvas::Camera;
use limn_files::{Content, FilePath};
use limn_journal as journal;
use limn_language::bend::Bend;
use limn_language::edit::Place;
use limn_language::graph::{Id, WireLayer};
use limn_language::saved_view;
use limn_packages::{DiagramData, FileBends, Views};
use limn_text::TextEdit;

/// Metadata beside the files. Fields that another version of Limn wrote differently are skipped.
#[derive(Default, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct WorkMetadata {
    #[serde(deserialize_with = "readable")]
    pub entry: Option<FilePath>,
    #[serde(deserialize_with = "readable")]
    pub open: Option<FilePath>,
    #[serde(deserialize_with = "readable")]
    pub profiles: BTreeMap<FilePath, String>,
    /// The documents shown of files with several.
    #[serde(deserialize_with = "readable")]
    pub documents: BTreeMap<FilePath, usize>,
    #[serde(deserialize_with = "readable")]
    pub places: Vec<(FilePath, Vec<(Id, Place)>)>,
    #[serde(deserialize_with = "readable")]
    pub pinned: Pinned,
    #[serde(deserialize_with = "readable_bends", serialize_with = "written_bends")]
    pub bends: FileBends,
    #[serde(deserialize_with = "readable")]
    pub selection: BTreeSet<Id>,
    #[serde(deserialize_with = "readable")]
    pub cameras: Vec<(FilePath, Camera)>,
    #[serde(deserialize_with = "readable")]
    pub draft: Option<Draft>,
    #[serde(deserialize_with = "readable")]
    pub whole: bool,
    #[serde(deserialize_with = "readable")]
    pub arranged: BTreeSet<FilePath>,
    #[serde(deserialize_with = "readable")]
    pub views: StoredViewState,
    /// The chosen layers of diagrams.
    #[serde(deserialize_with = "readable")]
    pub layers: Vec<(FilePath, WireLayer)>,
    /// The collapsed hosts and groups of diagrams.
    #[serde(deserialize_with = "readable")]
    pub collapsed: CollapsedIds,
    /// The saved views, as in a file of positions; empty without any, so that their code is only needed where there are some.
    #[serde(deserialize_with = "readable")]
    pub saved_views: String,
    /// The numbers of the saved views that are shown.
    #[serde(deserialize_with = "readable")]
    pub chosen_views: BTreeMap<FilePath, usize>,
}

impl WorkMetadata {
    pub fn of(kept: &StoredWork) -> WorkMetadata {
        serde_json::from_str(&kept.note).unwrap_or_default()
    }

    pub fn write(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// The user's part of it; the rest is view state.
    fn work(&self) -> impl PartialEq {
        let views = self.saved_views.clone();
        let positions = (self.places.clone(), self.pinned.clone(), self.bends.clone());
        (self.entry.clone(), self.profiles.clone(), positions, views)
    }

    pub fn saved_views(&self) -> Views {
        match self.saved_views.as_str() {
            "" => Views::new(),
            text => DiagramData::read(text.as_bytes()).unwrap_or_default().views,
        }
    }

    /// The text of saved views.
    pub fn text_of_views(views: Views) -> String {
        let has_any = views.values().any(|views| !views.is_empty());
        if has_any { DiagramData { views, ..DiagramData::default() }.write() } else { String::new() }
    }

    pub fn places(&self) -> Places {
        let places = self.places.iter().cloned();
        places.map(|(file, places)| (file, places.into_iter().collect())).collect()
    }
}

/// Parses a value, or returns the default.
fn readable<'de, D, T>(from: D) -> Result<T, D::Error>
where
    D: serde::Deserializer<'de>,
    T: serde::de::DeserializeOwned + Default,
{
    let value = serde_json::Value::deserialize(from)?;
    Ok(serde_json::from_value(value).unwrap_or_default())
}

/// Bends as lists: JSON has only texts as keys.
type BendList = Vec<(FilePath, Vec<(Id, Bend)>)>;

fn readable_bends<'de, D: serde::Deserializer<'de>>(from: D) -> Result<FileBends, D::Error> {
    let bends: BendList = readable(from)?;
    Ok(bends.into_iter().map(|(file, bends)| (file, bends.into_iter().collect())).collect())
}

fn written_bends<S: serde::Serializer>(bends: &FileBends, to: S) -> Result<S::Ok, S::Error> {
    to.collect_seq(bends.iter().map(|(file, bends)| (file, bends.iter().collect::<Vec<_>>())))
}

impl journal::Content for StoredWork {
    fn is_same_work(&self, other: &StoredWork) -> bool {
        let same = |one: &WorkMetadata, other: &WorkMetadata| one.work() == other.work();
        self.files == other.files
            && self.original == other.original
            && (self.note == other.note || same(&WorkMetadata::of(self), &WorkMetadata::of(other)))
    }

    fn merge(base: &StoredWork, mine: &StoredWork, theirs: &StoredWork) -> Option<StoredWork> {
        let mut merged = theirs.clone();
        let paths: BTreeSet<&FilePath> =
            [base, mine, theirs].iter().flat_map(|kept| kept.files.keys()).collect();
        for path in paths {
            let [was, own, other] = [base, mine, theirs].map(|kept| kept.files.get(path));
            let content = match (own == was, other == was) {
                (true, _) => continue,
                (_, true) => own.cloned(),
                _ if own == other => continue,
                _ => match (was?, own?, other?) {
                    (Content::Text(was), Content::Text(own), Content::Text(other)) => {
                        // No history matches the merged text.
                        merged.pasts.remove(path);
                        Some(Content::Text(merge_texts(was, own, other)?.into()))
                    }
                    _ => return None,
                },
            };
            match content {
                Some(content) => drop(merged.files.insert(path.clone(), content)),
                None => drop(merged.files.remove(path)),
            }
            if other == was {
                match mine.pasts.get(path) {
                    Some(past) => drop(merged.pasts.insert(path.clone(), Arc::clone(past))),
                    None => drop(merged.pasts.remove(path)),
                }
            }
        }
        if mine.original != base.original {
            if theirs.original != base.original && theirs.original != mine.original {
                return None;
            }
            merged.original.clone_from(&mine.original);
        }
        for (path, text) in mine.opened.iter().filter(|(path, _)| merged.files.contains_key(*path)) {
            merged.opened.entry(path.clone()).or_insert_with(|| Arc::clone(text));
        }
        merged.note =
            merge_metadata(&WorkMetadata::of(base), &WorkMetadata::of(mine), WorkMetadata::of(theirs));
        Some(merged)
    }
}

/// Merged text, if one change ends before the other begins.
fn merge_texts(base: &str, mine: &str, theirs: &str) -> Option<String> {
    let (mine, theirs) = (TextEdit::between(base, mine), TextEdit::between(base, theirs));
    let ([one], [other]) = (mine.indels(), theirs.indels()) else { return None };
    let (one, other) = (one.delete, other.delete);
    if one.end >= other.start && other.end >= one.start {
        return None;
    }
    Some(mine.union(theirs)?.apply(base))
}

/// Merges two versions of a note: theirs, with the places and profiles that changed here.
fn merge_metadata(base: &WorkMetadata, mine: &WorkMetadata, theirs: WorkMetadata) -> String {
    let (saved_views, renamed) = merge_views(&base.saved_views(), &mine.saved_views(), theirs.saved_views());
    let key = |file: &FilePath| renamed.get(file).unwrap_or(file).clone();
    let (was, mut places) = (base.places(), theirs.places());
    for (file, own) in mine.places() {
        let (was, file) = (was.get(&file), key(&file));
        for (id, place) in own {
            if was.and_then(|was| was.get(&id)) != Some(&place) {
                places.entry(file.clone()).or_default().insert(id, place);
            }
        }
    }
    let mut pinned = theirs.pinned.clone();
    for file in mine.pinned.keys().chain(base.pinned.keys()) {
        let [was, own] = [base, mine].map(|note| note.pinned.get(file).cloned().unwrap_or_default());
        let merged = pinned.entry(key(file)).or_default();
        merged.retain(|id| own.contains(id) || !was.contains(id));
        merged.extend(own.difference(&was).cloned());
    }
    let mut bends = theirs.bends.clone();
    for file in mine.bends.keys().chain(base.bends.keys()) {
        let [was, own] = [base, mine].map(|note| note.bends.get(file).cloned().unwrap_or_default());
        let merged = bends.entry(key(file)).or_default();
        merged.retain(|id, _| own.contains_key(id) || !was.contains_key(id));
        merged.extend(own.into_iter().filter(|(id, bend)| was.get(id) != Some(bend)));
    }
    bends.retain(|_, bends| !bends.is_empty());
    let mut profiles = theirs.profiles.clone();
    for (file, profile) in &mine.profiles {
        if base.profiles.get(file) != Some(profile) {
            profiles.insert(file.clone(), profile.clone());
        }
    }
    let saved_views = WorkMetadata::text_of_views(saved_views);
    let places = places.into_iter().map(|(file, places)| (file, places.into_iter().collect())).collect();
    let arranged = theirs.arranged.iter().cloned().chain(mine.arranged.iter().map(key)).collect();
    WorkMetadata { profiles, places, pinned, bends, arranged, saved_views, ..theirs }.write()
}

/// Merges two versions of the saved views: theirs, with the views that changed here. Also returns the new keys of views that got another number.
fn merge_views(base: &Views, mine: &Views, mut theirs: Views) -> (Views, BTreeMap<FilePath, FilePath>) {
    let mut renamed = BTreeMap::new();
    let of = |views: &Views, document| views.get(document).cloned().unwrap_or_default();
    for document in mine.keys().chain(base.keys()).collect::<BTreeSet<_>>() {
        let (was, own) = (of(base, document), of(mine, document));
        let (merged, renumbered) = saved_view::merge(&was, &own, of(&theirs, document));
        let key = |number| document.of_view(Some(number));
        renamed.extend(renumbered.into_iter().map(|(from, to)| (key(from), key(to))));
        theirs.insert(document.clone(), merged);
    }
    theirs.retain(|_, views| !views.is_empty());
    (theirs, renamed)
}
