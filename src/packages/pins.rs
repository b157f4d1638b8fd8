//! Pins: the file with the box positions that a user chose, so that no descriptor contains positions.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use limn_files::{Content, FilePath};
use limn_language::edit::Place;
use limn_language::graph::Id;
use limn_yaml::{Path, Step};

/// The path of the positions file in a package.
pub const PINS_FILE: &str = ".limn/places.json";

/// The positions of boxes, by file.
pub type Pins = BTreeMap<FilePath, BTreeMap<Id, Place>>;

/// The boxes that stay where they are when the diagram is arranged, by file.
pub type Pinned = BTreeMap<FilePath, BTreeSet<Id>>;

#[derive(Serialize, Deserialize)]
struct PlacesFile {
    version: u32,
    files: BTreeMap<FilePath, Vec<Pin>>,
}

#[derive(Serialize, Deserialize)]
struct Pin {
    of: Vec<PinStep>,
    x: f64,
    y: f64,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pinned: bool,
}

/// A path step in JSON: text for a key, a number for an item.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum PinStep {
    Index(usize),
    Key(String),
    Entry { entry: usize },
}

/// The end of the name of a positions file for one descriptor, in the same folder or elsewhere: `shop.places.json` for `shop.yaml`.
pub const PLACES_SUFFIX: &str = ".places.json";

/// The largest coordinate that is read: beyond it, the camera could not show the whole diagram.
const FARTHEST: f64 = 1e9;

/// The text of the positions file. The same pins give the same bytes.
pub fn write(pins: &Pins, pinned: &Pinned) -> String {
    let pin = |file: &FilePath, (id, place): (&Id, &Place)| {
        let of = id.0.steps().iter().map(|step| match step {
            Step::Key(key) => PinStep::Key(key.to_string()),
            Step::Index(index) => PinStep::Index(*index),
            Step::Entry(entry) => PinStep::Entry { entry: *entry },
        });
        let pinned = pinned.get(file).is_some_and(|ids| ids.contains(id));
        Pin { of: of.collect(), x: place.x, y: place.y, pinned }
    };
    let finite = |(_, place): &(&Id, &Place)| place.x.is_finite() && place.y.is_finite();
    let files = pins
        .iter()
        .map(|(file, places)| {
            (file.clone(), places.iter().filter(finite).map(|it| pin(file, it)).collect::<Vec<_>>())
        })
        .filter(|(_, pins)| !pins.is_empty())
        .collect();
    let mut text = serde_json::to_string_pretty(&PlacesFile { version: 1, files })
        .expect("text keys and finite numbers can always be written");
    text.push('\n');
    text
}

/// Takes the positions file out of an opened package. A file that cannot be read stays in place.
pub(super) fn take(files: &mut BTreeMap<FilePath, Content>, warnings: &mut Vec<String>) -> (Pins, Pinned) {
    let path = path();
    let Some(content) = files.get(&path) else { return Default::default() };
    let Some(pins) = read(content.as_bytes()) else {
        warnings.push(format!("`{path}` cannot be read; using the automatic layout"));
        return Default::default();
    };
    files.remove(&path);
    pins
}

/// Reads a positions file; positions that no diagram reaches are left out. `None` if it is none, or one of a later version.
pub fn read(bytes: &[u8]) -> Option<(Pins, Pinned)> {
    let file = serde_json::from_slice::<PlacesFile>(bytes).ok().filter(|file| file.version == 1)?;
    let id = |of: Vec<PinStep>| {
        let step = |step| match step {
            PinStep::Key(key) => Step::Key(key.into()),
            PinStep::Index(index) => Step::Index(index),
            PinStep::Entry { entry } => Step::Entry(entry),
        };
        Id(of.into_iter().map(step).collect::<Path>())
    };
    let is_near = |pin: &Pin| pin.x.abs() <= FARTHEST && pin.y.abs() <= FARTHEST;
    let (mut places, mut pinned) = (Pins::new(), Pinned::new());
    for (file, pins) in file.files {
        for pin in pins.into_iter().filter(is_near) {
            let id = id(pin.of);
            if pin.pinned {
                pinned.entry(file.clone()).or_default().insert(id.clone());
            }
            places.entry(file.clone()).or_default().insert(id, Place { x: pin.x, y: pin.y });
        }
    }
    Some((places, pinned))
}

pub(super) fn path() -> FilePath {
    FilePath::new(PINS_FILE).expect("a constant, relative path")
}
