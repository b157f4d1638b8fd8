//! Note: what is stored beside the files, and how two versions of a work become one.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::super::super::browser::storage::Kept;
use super::super::{Draft, Places, view};
use crate::canvas::Camera;
use crate::edit::Place;
use crate::files::{Content, FilePath};
use crate::graph::Id;
use crate::journal;
use crate::text::TextEdit;

/// The note beside the files. What another version of Limn wrote differently is left out, and the rest is read.
#[derive(Default, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Note {
    #[serde(deserialize_with = "readable")]
    pub entry: Option<FilePath>,
    #[serde(deserialize_with = "readable")]
    pub open: Option<FilePath>,
    #[serde(deserialize_with = "readable")]
    pub profiles: BTreeMap<FilePath, String>,
    #[serde(deserialize_with = "readable")]
    pub places: Vec<(FilePath, Vec<(Id, Place)>)>,
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
    pub views: view::Kept,
}

impl Note {
    pub fn of(kept: &Kept) -> Note {
        serde_json::from_str(&kept.note).unwrap_or_default()
    }

    pub fn write(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// What of it a person made; the rest is what was in view.
    fn work(&self) -> impl PartialEq {
        (self.entry.clone(), self.profiles.clone(), self.places.clone())
    }

    pub fn places(&self) -> Places {
        let places = self.places.iter().cloned();
        places.map(|(file, places)| (file, places.into_iter().collect())).collect()
    }
}

/// The value, or the default where it cannot be read.
fn readable<'de, D, T>(from: D) -> Result<T, D::Error>
where
    D: serde::Deserializer<'de>,
    T: serde::de::DeserializeOwned + Default,
{
    let value = serde_json::Value::deserialize(from)?;
    Ok(serde_json::from_value(value).unwrap_or_default())
}

impl journal::Content for Kept {
    fn is_same_work(&self, other: &Kept) -> bool {
        let same = |one: &Note, other: &Note| one.work() == other.work();
        self.files == other.files
            && self.original == other.original
            && (self.note == other.note || same(&Note::of(self), &Note::of(other)))
    }

    fn merge(base: &Kept, mine: &Kept, theirs: &Kept) -> Option<Kept> {
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
                        // No history is of the text that both make.
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
        merged.note = merge_notes(&Note::of(base), &Note::of(mine), Note::of(theirs));
        Some(merged)
    }
}

/// A text with both changes, if one ends before the other begins.
fn merge_texts(base: &str, mine: &str, theirs: &str) -> Option<String> {
    let (mine, theirs) = (TextEdit::between(base, mine), TextEdit::between(base, theirs));
    let ([one], [other]) = (mine.indels(), theirs.indels()) else { return None };
    let (one, other) = (one.delete, other.delete);
    if one.end >= other.start && other.end >= one.start {
        return None;
    }
    Some(mine.union(theirs)?.apply(base))
}

/// Their note with the places and profiles that were changed here.
fn merge_notes(base: &Note, mine: &Note, theirs: Note) -> String {
    let (was, mut places) = (base.places(), theirs.places());
    for (file, own) in mine.places() {
        let was = was.get(&file);
        for (id, place) in own {
            if was.and_then(|was| was.get(&id)) != Some(&place) {
                places.entry(file.clone()).or_default().insert(id, place);
            }
        }
    }
    let mut profiles = theirs.profiles.clone();
    for (file, profile) in &mine.profiles {
        if base.profiles.get(file) != Some(profile) {
            profiles.insert(file.clone(), profile.clone());
        }
    }
    let places = places.into_iter().map(|(file, places)| (file, places.into_iter().collect())).collect();
    let arranged = theirs.arranged.union(&mine.arranged).cloned().collect();
    Note { profiles, places, arranged, ..theirs }.write()
}
