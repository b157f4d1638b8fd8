//! Pins: the file with the box positions that a user chose and the saved views of diagrams, so that no descriptor contains them.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use limn_files::{Content, FilePath, VIEW_NUMBERS};
use limn_language::bend::{Bend, Bends};
use limn_language::edit::Place;
use limn_language::graph::Id;
use limn_language::saved_view::{SavedView, ViewFilter};
use limn_yaml::{Path, Step};

/// The path of the positions file in a package.
pub const PINS_FILE: &str = ".limn/places.json";

/// The positions of boxes, by the keys of documents and of their saved views.
pub type Pins = BTreeMap<FilePath, BTreeMap<Id, Place>>;

/// The boxes that stay where they are when the diagram is arranged, by file.
pub type Pinned = BTreeMap<FilePath, BTreeSet<Id>>;

/// The bends of wires, by the same keys.
pub type FileBends = BTreeMap<FilePath, Bends>;

/// The saved views, by the keys of documents.
pub type Views = BTreeMap<FilePath, Vec<SavedView>>;

/// The content of a positions file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DiagramData {
    pub pins: Pins,
    pub pinned: Pinned,
    pub bends: FileBends,
    pub views: Views,
}

#[derive(Serialize, Deserialize)]
struct PlacesFile {
    version: u32,
    files: BTreeMap<FilePath, Vec<Pin>>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    wires: BTreeMap<FilePath, Vec<BentWire>>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    views: BTreeMap<FilePath, Vec<View>>,
}

#[derive(Serialize, Deserialize)]
struct View {
    number: usize,
    name: String,
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    types: BTreeSet<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    groups: Vec<Vec<PinStep>>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    nodes: Vec<Vec<PinStep>>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    neighbors: bool,
}

#[derive(Serialize, Deserialize)]
struct Pin {
    of: Vec<PinStep>,
    x: f64,
    y: f64,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pinned: bool,
}

/// A wire and its bend.
#[derive(Serialize, Deserialize)]
struct BentWire {
    of: Vec<PinStep>,
    #[serde(flatten)]
    bend: Bend,
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
const MAX_COORDINATE: f64 = 1e9;

impl DiagramData {
    pub fn is_empty(&self) -> bool {
        self.pins.values().all(BTreeMap::is_empty)
            && self.bends.values().all(BTreeMap::is_empty)
            && self.views.values().all(Vec::is_empty)
    }

    /// The text of the positions file. The same data gives the same bytes.
    pub fn write(&self) -> String {
        let pin = |file: &FilePath, (id, place): (&Id, &Place)| {
            let pinned = self.pinned.get(file).is_some_and(|ids| ids.contains(id));
            Pin { of: steps(id), x: place.x, y: place.y, pinned }
        };
        let finite = |(_, place): &(&Id, &Place)| place.x.is_finite() && place.y.is_finite();
        let pins = self.pins.iter().map(|(file, places)| {
            (file.clone(), places.iter().filter(finite).map(|entry| pin(file, entry)).collect::<Vec<_>>())
        });
        let files = pins.filter(|(_, pins)| !pins.is_empty()).collect();
        let views = self.views.iter().filter(|(_, views)| !views.is_empty());
        let views = views.map(|(file, views)| (file.clone(), views.iter().map(View::of).collect())).collect();
        let bends = self.bends.iter().map(|(file, bends)| {
            let bends = bends.iter().filter(|(_, bend)| bend.is_within(MAX_COORDINATE));
            let wire = |(id, bend): (&Id, &Bend)| BentWire { of: steps(id), bend: bend.clone() };
            (file.clone(), bends.map(wire).collect::<Vec<_>>())
        });
        let wires = bends.filter(|(_, wires)| !wires.is_empty()).collect();
        let mut text = serde_json::to_string_pretty(&PlacesFile { version: 1, files, wires, views })
            .expect("text keys and finite numbers can always be written");
        text.push('\n');
        text
    }

    /// Reads a positions file; positions that no diagram reaches, and views without a number of their own, are left out. `None` if it is none, or one of a later version.
    pub fn read(bytes: &[u8]) -> Option<DiagramData> {
        let file = serde_json::from_slice::<PlacesFile>(bytes).ok().filter(|file| file.version == 1)?;
        let is_near = |pin: &Pin| pin.x.abs() <= MAX_COORDINATE && pin.y.abs() <= MAX_COORDINATE;
        let mut data = DiagramData::default();
        for (file, pins) in file.files {
            for pin in pins.into_iter().filter(is_near) {
                let id = id(pin.of);
                if pin.pinned {
                    data.pinned.entry(file.clone()).or_default().insert(id.clone());
                }
                data.pins.entry(file.clone()).or_default().insert(id, Place { x: pin.x, y: pin.y });
            }
        }
        for (file, wires) in file.wires {
            let wires = wires.into_iter().filter(|wire| wire.bend.is_within(MAX_COORDINATE));
            let bends: Bends = wires.map(|wire| (id(wire.of), wire.bend)).collect();
            if !bends.is_empty() {
                data.bends.insert(file, bends);
            }
        }
        for (file, views) in file.views {
            let mut seen = BTreeSet::new();
            let is_usable = |view: &View| VIEW_NUMBERS.contains(&view.number) && seen.insert(view.number);
            let views = views.into_iter().filter(is_usable).map(View::read);
            data.views.insert(file, views.collect());
        }
        Some(data)
    }
}

impl View {
    fn of(view: &SavedView) -> View {
        let SavedView { number, name, filter } = view.clone();
        let ids = |ids: &BTreeSet<Id>| ids.iter().map(steps).collect();
        let (groups, nodes) = (ids(&filter.groups), ids(&filter.nodes));
        View { number, name, types: filter.types, groups, nodes, neighbors: filter.neighbors }
    }

    fn read(self) -> SavedView {
        let ids = |ids: Vec<Vec<PinStep>>| ids.into_iter().map(id).collect();
        let (groups, nodes) = (ids(self.groups), ids(self.nodes));
        let filter = ViewFilter { types: self.types, groups, nodes, neighbors: self.neighbors };
        SavedView { number: self.number, name: self.name, filter }
    }
}

fn steps(id: &Id) -> Vec<PinStep> {
    let step = |step: &Step| match step {
        Step::Key(key) => PinStep::Key(key.to_string()),
        Step::Index(index) => PinStep::Index(*index),
        Step::Entry(entry) => PinStep::Entry { entry: *entry },
    };
    id.0.steps().iter().map(step).collect()
}

fn id(of: Vec<PinStep>) -> Id {
    let step = |step| match step {
        PinStep::Key(key) => Step::Key(key.into()),
        PinStep::Index(index) => Step::Index(index),
        PinStep::Entry { entry } => Step::Entry(entry),
    };
    Id(of.into_iter().map(step).collect::<Path>())
}

/// Takes the positions file out of an opened package. A file that cannot be read stays in place.
pub(super) fn take(files: &mut BTreeMap<FilePath, Content>, warnings: &mut Vec<String>) -> DiagramData {
    let path = path();
    let Some(content) = files.get(&path) else { return DiagramData::default() };
    let Some(data) = DiagramData::read(content.as_bytes()) else {
        warnings.push(format!("`{path}` cannot be read; using the automatic layout"));
        return DiagramData::default();
    };
    files.remove(&path);
    data
}

pub(super) fn path() -> FilePath {
    FilePath::new(PINS_FILE).expect("a constant, relative path")
}
