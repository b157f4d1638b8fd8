//! Pins: the side-car file with the box positions that a user chose, so that no descriptor contains positions.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use limn_files::{Content, FilePath};
use limn_language::edit::Place;
use limn_language::graph::Id;
use limn_yaml::{Path, Step};

/// The path of the side-car file in a package.
pub const PINS_FILE: &str = ".limn/places.json";

/// The positions of boxes, by file.
pub type Pins = BTreeMap<FilePath, BTreeMap<Id, Place>>;

/// The boxes that stay where they are when the diagram is arranged, by file.
pub type Pinned = BTreeMap<FilePath, BTreeSet<Id>>;

#[derive(Serialize, Deserialize)]
struct SideCar {
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

/// The text of the side-car file. The same pins give the same bytes.
pub(super) fn write(pins: &Pins, pinned: &Pinned) -> String {
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
    let mut text = serde_json::to_string_pretty(&SideCar { version: 1, files })
        .expect("a side-car is text keys and finite numbers");
    text.push('\n');
    text
}

/// Takes the side-car file out of an opened package. A file that cannot be read stays in place.
pub(super) fn take(files: &mut BTreeMap<FilePath, Content>, warnings: &mut Vec<String>) -> (Pins, Pinned) {
    let path = path();
    let Some(content) = files.get(&path) else { return Default::default() };
    let read = serde_json::from_slice::<SideCar>(content.as_bytes()).ok().filter(|car| car.version == 1);
    let Some(car) = read else {
        warnings.push(format!("`{path}` cannot be read; using the automatic layout"));
        return Default::default();
    };
    files.remove(&path);
    let id = |of: Vec<PinStep>| {
        let step = |step| match step {
            PinStep::Key(key) => Step::Key(key.into()),
            PinStep::Index(index) => Step::Index(index),
            PinStep::Entry { entry } => Step::Entry(entry),
        };
        Id(of.into_iter().map(step).collect::<Path>())
    };
    let (mut places, mut pinned) = (Pins::new(), Pinned::new());
    for (file, pins) in car.files {
        for pin in pins {
            let id = id(pin.of);
            if pin.pinned {
                pinned.entry(file.clone()).or_default().insert(id.clone());
            }
            places.entry(file.clone()).or_default().insert(id, Place { x: pin.x, y: pin.y });
        }
    }
    (places, pinned)
}

pub(super) fn path() -> FilePath {
    FilePath::new(PINS_FILE).expect("a constant, relative path")
}
