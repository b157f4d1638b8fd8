//! Catalog: the store of the descriptors beside the work, which all works share. They are added as packages, folders or files, are kept in the browser,
//! and are never changed.

use std::collections::BTreeMap;
use std::sync::Arc;

use leptos::prelude::*;

use super::super::browser::channel::{self, Message};
use super::super::browser::import::ImportedFile;
use super::super::browser::random;
use super::super::browser::storage::{CatalogSource, Journal};
use super::Session;
use super::files::BRING_BACK;
use super::state::State;
use limn_analysis::{Analysis, Catalog, Choices};
use limn_files::{Content, FilePath, Workspace};
use limn_packages as packages;

/// The sources, by name. Holds only handles, so copying it is cheap.
#[derive(Clone, Copy)]
pub struct CatalogStore {
    sources: State<Arc<Vec<CatalogSource>>>,
    pending: StoredValue<Pending>,
}

/// Changes that are not stored yet: the store has not responded, or does not accept them.
#[derive(Clone, Default)]
struct Pending {
    add: Vec<CatalogSource>,
    /// Ids.
    remove: Vec<String>,
    /// Number of changes, to tell whether what is being read is still current.
    count: usize,
}

impl Pending {
    fn is_empty(&self) -> bool {
        self.add.is_empty() && self.remove.is_empty()
    }

    fn push(&mut self, add: &[CatalogSource], remove: &[String]) {
        self.add
            .retain(|source| !remove.contains(&source.id) && add.iter().all(|other| other.id != source.id));
        self.remove.retain(|id| add.iter().all(|source| source.id != *id));
        self.add.extend(add.iter().cloned());
        self.remove.extend(remove.iter().cloned());
        self.count += 1;
    }

    /// Removes what was stored from the pending changes.
    fn stored(&mut self, done: &Pending) {
        self.add.retain(|source| done.add.iter().all(|other| other.id != source.id));
        self.remove.retain(|id| !done.remove.contains(id));
    }

    /// The sources with the changes.
    fn applied(&self, mut sources: Vec<CatalogSource>) -> Vec<CatalogSource> {
        sources.retain(|source| {
            !self.remove.contains(&source.id) && self.add.iter().all(|other| other.id != source.id)
        });
        sources.extend(self.add.iter().cloned());
        sources
    }
}

impl CatalogStore {
    pub(super) fn new() -> CatalogStore {
        CatalogStore { sources: State::new(Arc::default()), pending: StoredValue::new(Pending::default()) }
    }

    pub fn sources(self) -> ReadSignal<Arc<Vec<CatalogSource>>> {
        self.sources.read()
    }
}

/// Actions on the catalog.
#[derive(Clone, Copy)]
pub struct CatalogActions(pub(super) &'static Session);

impl CatalogActions {
    /// Reads the stored sources: at startup, when another tab has changed them, and when the store responds again. What is not stored yet is stored first.
    pub(super) fn read(self) {
        let Some(journal) = self.0.storage.journal() else { return };
        wasm_bindgen_futures::spawn_local(async move {
            loop {
                self.store(&journal).await;
                let count = self.0.catalog.pending.with_value(|pending| pending.count);
                let read = journal.catalog().await;
                // A change since then is newer than what was read.
                if count != self.0.catalog.pending.with_value(|pending| pending.count) {
                    continue;
                }
                return match read {
                    Ok(sources) => {
                        self.show(self.0.catalog.pending.with_value(|pending| pending.applied(sources)));
                    }
                    Err(error) => self.0.notices.show_error(format!("could not read the catalog: {error}")),
                };
            }
        });
    }

    /// The stored data was cleared: all sources have to be stored again.
    pub(super) fn cleared(self) {
        let sources = self.0.catalog.sources.read().get_untracked();
        self.0.catalog.pending.update_value(|pending| pending.push(&sources, &[]));
    }

    /// Adds packages, and other files as one source.
    pub fn add(self, imported: Vec<ImportedFile>, errors: Vec<String>) {
        for error in errors {
            self.0.notices.show_error(error);
        }
        let (packages, loose): (Vec<ImportedFile>, Vec<ImportedFile>) =
            imported.into_iter().partition(|file| packages::is_package(&file.bytes));
        let mut found: Vec<(String, Workspace)> = Vec::new();
        for package in packages {
            match packages::open(&package.name, &package.bytes) {
                Ok(opened) => found.push((package.name, opened.workspace)),
                Err(error) => self.0.notices.show_error(error.to_string()),
            }
        }
        if let Some(first) = loose.first() {
            let name = first.name.split('/').next().unwrap_or_default().to_owned();
            let mut workspace = Workspace::default();
            for file in loose {
                match FilePath::new(&file.name) {
                    Ok(path) => drop(workspace.files.insert(path, Content::from_bytes(file.bytes))),
                    Err(error) => self.0.notices.show_error(error.to_string()),
                }
            }
            found.push((name, workspace));
        }
        let mut sources = Vec::new();
        for (name, workspace) in found {
            let source = source(name, &workspace);
            if source.descriptors == 0 {
                self.0.notices.show_error(format!("no descriptor found in `{}`", source.name));
            } else {
                sources.push(source);
            }
        }
        if sources.is_empty() {
            return;
        }
        let names: Vec<String> = sources.iter().map(|source| format!("`{}`", source.name)).collect();
        self.0.notices.show(format!("added {} to the catalog", names.join(", ")));
        // A package that is added again replaces its earlier version.
        let is_replaced = |known: &&CatalogSource| sources.iter().any(|source| source.name == known.name);
        let replaced = self.0.catalog.sources.read().with_untracked(|all| {
            all.iter().filter(is_replaced).map(|source| source.id.clone()).collect::<Vec<_>>()
        });
        self.change(sources, replaced);
    }

    /// Removes a source, and returns it. It can be restored.
    pub fn remove(self, id: &str) -> Option<CatalogSource> {
        let all = self.0.catalog.sources.read().get_untracked();
        let removed = all.iter().find(|source| source.id == id).cloned()?;
        self.change(Vec::new(), vec![removed.id.clone()]);
        let text = format!("removed `{}` from the catalog", removed.name);
        let back = removed.clone();
        self.0.notices.show_with_action(text, BRING_BACK, move || self.restore(back.clone()));
        Some(removed)
    }

    pub fn restore(self, source: CatalogSource) {
        self.change(vec![source], Vec::new());
    }

    fn change(self, add: Vec<CatalogSource>, remove: Vec<String>) {
        let before = self.0.catalog.sources.read().get_untracked().to_vec();
        let change = Pending { add, remove, count: 0 };
        self.show(change.applied(before));
        self.0.catalog.pending.update_value(|pending| pending.push(&change.add, &change.remove));
        let Some(journal) = self.0.storage.journal() else {
            let text = "this browser's storage isn't responding: the catalog will be stored when it responds";
            return self.0.notices.show_error(text);
        };
        wasm_bindgen_futures::spawn_local(async move { self.store(&journal).await });
    }

    /// Stores what is pending. What can't be stored is tried again when the store responds.
    async fn store(self, journal: &Journal) {
        let pending = self.0.catalog.pending.get_value();
        if pending.is_empty() {
            return;
        }
        match journal.change_catalog(&pending.add, &pending.remove).await {
            Ok(()) => {
                self.0.catalog.pending.update_value(|now| now.stored(&pending));
                channel::post(&Message::Cataloged);
            }
            Err(error) => self.0.notices.show_error(format!("could not store the catalog: {error}")),
        }
    }

    fn show(self, mut sources: Vec<CatalogSource>) {
        sources.sort_by(|a, b| a.name.cmp(&b.name).then_with(|| a.id.cmp(&b.id)));
        let files = sources.iter().flat_map(|source| {
            let path = |file: &FilePath| FilePath::new(&format!("{}/{file}", source.id)).ok();
            source.files.iter().filter_map(move |(file, text)| Some((path(file)?, Arc::from(text.as_str()))))
        });
        let catalog = Catalog::of(files);
        self.0.catalog.sources.set(Arc::new(sources));
        self.0.flush_pending();
        let before = self.0.positions.base_scene().get_untracked();
        if self.0.documents.set_catalog(catalog) {
            self.0.positions.follow_growth(&before);
        }
    }
}

fn source(name: String, workspace: &Workspace) -> CatalogSource {
    let files: BTreeMap<FilePath, String> = workspace
        .files
        .iter()
        .filter(|(file, _)| file.is_document())
        .filter_map(|(file, content)| Some((file.clone(), content.as_text()?.to_string())))
        .collect();
    let analysis = Analysis::of(workspace, &Choices::default(), &Analysis::default());
    let descriptors = analysis
        .files()
        .filter(|checked| files.contains_key(checked.file()) && checked.language().dialect.is_some())
        .count();
    CatalogSource { id: random(), name, descriptors, files }
}
