//! Sample descriptors to explore and start from. Served beside the page and fetched on demand.

use std::collections::BTreeMap;

use leptos::prelude::*;

use super::browser::{fetch, sentence};
use super::session::{FileActions, Notices};
use limn_canvas::Thumbnail;

pub struct Sample {
    /// File name, below `samples/`.
    pub file: &'static str,
    pub label: &'static str,
    pub hint: &'static str,
    /// Files that it refers to, so that a package of it is complete.
    with: &'static [&'static str],
}

pub static ALL: &[Sample] = &[
    Sample {
        file: "streamer_cluster.yaml",
        label: "Streamer cluster",
        hint: "A video cluster: load balancer, streamers that scale, networks by reference",
        with: &[],
    },
    Sample {
        file: "h_bta.yaml",
        label: "Basic test assembly",
        hint: "Four resources and the wires between them",
        with: &[],
    },
    Sample {
        file: "media_edge.yaml",
        label: "Media edge",
        hint: "For CP4NA: caches for each site, a dynamic type, ordered upgrades",
        with: &[],
    },
    Sample {
        file: "book_shop.yaml",
        label: "Book shop",
        hint: "For TOSCA: a web application and its database, each on its own machine",
        with: &["scripts/storefront/create.sh", "scripts/storefront/configure.sh"],
    },
    Sample {
        file: "web_cluster.yaml",
        label: "Web cluster",
        hint: "For AMP: a cluster that scales with the load, a database that starts first, a location",
        with: &["scripts/database/start.sh", "scripts/database/check_running.sh"],
    },
    Sample {
        file: "check_running.yaml",
        label: "Monitored service",
        hint: "For AMP: scripts that start a service and check every second that it runs",
        with: &["scripts/counter/start.sh", "scripts/counter/count.sh", "scripts/counter/check_running.sh"],
    },
    Sample {
        file: "catalog.bom",
        label: "Catalog of a reading room",
        hint: "For AMP: a catalog with a blueprint in TOSCA, a policy and a location",
        with: &[],
    },
    Sample {
        file: "video_homing.yaml",
        label: "Video homing",
        hint: "For homing: caches near the viewers of two cities, a database and its standby at a safe distance",
        with: &[],
    },
    Sample {
        file: "homing_guide.yaml",
        label: "Specification guide example",
        hint: "For homing: the specification guide's examples in one template, and where HAS reads them differently",
        with: &[],
    },
];

/// Small pictures of the samples by file, once they are there. They are made by `tests/sample_pictures.rs`.
pub fn pictures() -> ReadSignal<BTreeMap<String, Thumbnail>> {
    let (pictures, set_pictures) = signal(BTreeMap::new());
    wasm_bindgen_futures::spawn_local(async move {
        // Without them the samples have the sign of a file.
        if let Ok(text) = fetch("samples/pictures.json").await
            && let Ok(found) = serde_json::from_str(&text)
        {
            set_pictures.try_set(found);
        }
    });
    pictures
}

/// Fetches a sample and activates it.
pub fn open(file_actions: FileActions, notices: Notices, sample: &'static Sample) {
    wasm_bindgen_futures::spawn_local(async move {
        let mut files = Vec::new();
        for file in std::iter::once(&sample.file).chain(sample.with) {
            match fetch(&format!("samples/{file}")).await {
                Ok(text) => files.push((*file, text)),
                Err(error) => {
                    return notices.show_error(format!("could not fetch the sample: {}", sentence(&error)));
                }
            }
        }
        file_actions.add_files(&files);
    });
}
