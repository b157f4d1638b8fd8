//! Values of `location`: the locations of the workspace's catalogs, and the kinds of locations that AMP has.

use super::catalog::catalog_items;
use limn_language::dialect::Library;
use limn_language::schema::{ChoiceItem, Holds, Slot};

/// A kind of location.
struct Kind {
    name: &'static str,
    doc: &'static str,
    /// True if it needs settings, so that a name alone is not a location.
    has_settings: bool,
}

const fn kind(name: &'static str, doc: &'static str) -> Kind {
    Kind { name, doc, has_settings: false }
}

static KINDS: [Kind; 7] = [
    kind("localhost", "The machine that AMP runs on."),
    Kind {
        name: "byon",
        doc: "Machines that exist already: their addresses are in `hosts`.",
        has_settings: true,
    },
    kind("jclouds:aws-ec2", "Amazon EC2. A region can follow: `jclouds:aws-ec2:eu-west-1`."),
    kind(
        "jclouds:azurecompute-arm",
        "Microsoft Azure. A region can follow: `jclouds:azurecompute-arm:westeurope`.",
    ),
    kind(
        "jclouds:google-compute-engine",
        "Google Compute Engine. A zone can follow: `jclouds:google-compute-engine:europe-west1-b`.",
    ),
    kind(
        "jclouds:openstack-nova",
        "OpenStack. The endpoint can follow: `jclouds:openstack-nova:https://keystone.example.org/v3`.",
    ),
    kind("jclouds:softlayer", "IBM Cloud. A data center can follow: `jclouds:softlayer:ams01`."),
];

/// The locations that a text can name: those of the catalogs by their names, then the kinds.
pub(crate) fn names(library: &Library) -> Vec<ChoiceItem> {
    let items = catalog_items(library);
    let locations = items.iter().filter(|(_, item)| item.item_type.as_deref() == Some("location"));
    let mut found: Vec<ChoiceItem> = locations.map(|(name, _)| choice(name, "catalog item", "")).collect();
    found.sort_by(|a, b| a.word.cmp(&b.word));
    let kinds = KINDS.iter().filter(|kind| !kind.has_settings);
    found.extend(kinds.map(|kind| choice(kind.name, "kind of location", kind.doc)));
    found
}

fn choice(word: &str, note: &str, doc: &str) -> ChoiceItem {
    ChoiceItem { word: word.to_owned(), note: note.to_owned(), doc: doc.to_owned(), fits: true }
}

/// The kinds of locations as keys of a mapping with their settings.
pub(crate) fn kinds() -> Vec<(String, Slot)> {
    let slot = |doc: &str| Slot {
        type_name: "settings".to_owned(),
        doc: doc.to_owned(),
        holds: Holds::Map(Box::default()),
        ..Slot::default()
    };
    KINDS.iter().map(|kind| (kind.name.to_owned(), slot(kind.doc))).collect()
}
