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
use super::state::State;
use limn_analysis::{Analysis, Catalog, Choices};
use limn_files::{Content, FilePath, Workspace};
use limn_packages as csar;

/// The sources, by name. Holds only handles, so copying it is cheap.
#[derive(Clone, Copy)]
pub struct CatalogStore {
    sources: State<Arc<Vec<CatalogSource>>>,
    /// Sources that were added while the store did not respond.
    unstored: StoredValue<Vec<CatalogSource>>,
}

impl CatalogStore {
    pub(super) fn new() -> CatalogStore {
        CatalogStore { sources: State::new(Arc::default()), unstored: StoredValue::new(Vec::new()) }
    }

    pub fn sources(self) -> ReadSignal<Arc<Vec<CatalogSource>>> {
        self.sources.read()
    }
}

/// Actions on the catalog.
#[derive(Clone, Copy)]
pub struct CatalogActions(pub(super) &'static Session);

impl CatalogActions {
    /// Reads the stored sources: at startup, when another tab has changed them, and when the store responds again. Then what is not stored yet is stored.
    pub(super) fn read(self) {
        let Some(journal) = self.0.storage.journal() else { return };
        let unstored = self.0.catalog.unstored.try_update_value(std::mem::take).unwrap_or_default();
        wasm_bindgen_futures::spawn_local(async move {
            if !unstored.is_empty() {
                self.store(&journal, unstored, Vec::new()).await;
            }
            match journal.catalog().await {
                Ok(mut sources) => {
                    sources.extend(self.0.catalog.unstored.get_value());
                    self.show(sources);
                }
                Err(error) => self.0.notices.show_error(format!("could not read the catalog: {error}")),
            }
        });
    }

    /// Adds packages, and other files as one source.
    pub fn add(self, imported: Vec<ImportedFile>, errors: Vec<String>) {
        for error in errors {
            self.0.notices.show_error(error);
        }
        let (packages, loose): (Vec<ImportedFile>, Vec<ImportedFile>) =
            imported.into_iter().partition(|file| csar::is_package(&file.bytes));
        let mut found: Vec<(String, Workspace)> = Vec::new();
        for package in packages {
            match csar::open(&package.name, &package.bytes) {
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
                self.0.notices.show_error(format!("`{}` has no descriptor that Limn knows", source.name));
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
        let is_replaced = |it: &&CatalogSource| sources.iter().any(|source| source.name == it.name);
        let replaced =
            self.0.catalog.sources.read().with_untracked(|all| {
                all.iter().filter(is_replaced).map(|it| it.id.clone()).collect::<Vec<_>>()
            });
        self.change(sources, replaced);
    }

    /// Removes a source. It can be restored.
    pub fn remove(self, id: &str) {
        let removed = self
            .0
            .catalog
            .sources
            .read()
            .with_untracked(|all| all.iter().find(|source| source.id == id).cloned());
        let Some(removed) = removed else { return };
        self.change(Vec::new(), vec![removed.id.clone()]);
        let text = format!("removed `{}` from the catalog", removed.name);
        self.0.notices.show_with_action(text, "Undo", move || self.change(vec![removed.clone()], Vec::new()));
    }

    fn change(self, add: Vec<CatalogSource>, remove: Vec<String>) {
        let before = self.0.catalog.sources.read().get_untracked();
        let mut sources: Vec<CatalogSource> =
            before.iter().filter(|source| !remove.contains(&source.id)).cloned().collect();
        sources.extend(add.iter().cloned());
        self.show(sources);
        let Some(journal) = self.0.storage.journal() else {
            self.0.catalog.unstored.update_value(|unstored| {
                unstored.retain(|source| !remove.contains(&source.id));
                unstored.extend(add);
            });
            let text = "this browser's storage isn't responding: the catalog is stored when it does";
            return self.0.notices.show_error(text);
        };
        wasm_bindgen_futures::spawn_local(async move { self.store(&journal, add, remove).await });
    }

    /// What can't be stored is tried again when the store responds.
    async fn store(self, journal: &Journal, add: Vec<CatalogSource>, remove: Vec<String>) {
        match journal.change_catalog(&add, &remove).await {
            Ok(()) => channel::post(&Message::Cataloged),
            Err(error) => {
                self.0.catalog.unstored.update_value(|unstored| unstored.extend(add));
                self.0.notices.show_error(format!("could not store the catalog: {error}"));
            }
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
        self.0.settle();
        let before = self.0.positions.settled_scene().get_untracked();
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
        .filter(|checked| files.contains_key(checked.file()) && checked.verdict().dialect.is_some())
        .count();
    CatalogSource { id: random(), name, descriptors, files }
}
