//! Recent work: opens, renames, downloads and deletes stored works.

use std::collections::BTreeMap;
use std::sync::Arc;

use leptos::prelude::*;

use super::super::super::browser::channel::{self, Message};
use super::super::super::browser::storage::{Journal, WorkSummary};
use super::super::super::browser::{download, sentence};
use super::super::positions::DiagramStates;
use super::super::undo_notice::UNDO;
use super::Works;
use limn_analysis::Choices;
use limn_files::{FilePath, Workspace};
use limn_journal::WorkId;
use limn_packages as packages;

/// A stored work.
#[derive(Clone, Debug, PartialEq)]
pub struct Work {
    pub id: WorkId,
    pub about: WorkSummary,
    /// This tab shows it.
    pub is_shown: bool,
}

impl Works {
    /// Reloads the list.
    pub fn list_recent(self) {
        let Some(journal) = self.0.storage.journal() else { return };
        wasm_bindgen_futures::spawn_local(async move {
            let Ok(works) = journal.list().await else { return };
            let shown = self.0.storage.shown_work();
            let works = works.into_iter().filter(|(_, about)| about.files > 0);
            let works: Vec<Work> =
                works.map(|(id, about)| Work { is_shown: shown.as_ref() == Some(&id), id, about }).collect();
            self.0.storage.recent.set_if_different(Arc::new(works));
        });
    }

    /// Opens a stored work; the current one stays stored.
    pub fn open_work(self, id: WorkId) {
        if self.0.storage.shown_work().as_ref() == Some(&id)
            && self.0.documents.active_file().with_untracked(Option::is_some)
        {
            return;
        }
        self.with_journal(async move |journal| {
            match journal.read(&id).await.map_err(|error| error.to_string())? {
                Some(read) => {
                    let label = read.about.label();
                    drop(journal.describe(&id, |about| about.deleted = None).await);
                    self.show_read(id, read);
                    self.0.notices.announce(format!("opened `{label}`"));
                    self.list_recent();
                    Ok(())
                }
                None => Err("this workspace is no longer stored".to_owned()),
            }
        });
    }

    /// Returns to the start page; the current work stays in the list.
    pub fn close_work(self) {
        self.leave_work();
        self.0.view.set_cameras(BTreeMap::new());
        self.0.positions.replace_all(DiagramStates::default());
        self.0.file_actions().load(Workspace::default(), Choices::default(), None);
        self.list_recent();
    }

    /// Removes a work from the list. It can be restored for a day.
    pub fn delete_work(self, id: WorkId, label: String) {
        if self.0.storage.shown_work().as_ref() == Some(&id) {
            self.close_work();
        }
        self.with_journal(async move |journal| {
            self.mark_deleted(&journal, &id).await?;
            self.0.notices.show_with_action(format!("deleted `{label}`"), UNDO, move || {
                let id = id.clone();
                self.with_journal(async move |journal| {
                    let back = journal.describe(&id, |about| about.deleted = None).await;
                    self.listed();
                    back.map_err(|error| error.to_string())
                });
            });
            Ok(())
        });
    }

    /// Removes a work from the list that has come back in another way.
    pub(in super::super) fn drop_work(self, id: WorkId) {
        self.with_journal(async move |journal| self.mark_deleted(&journal, &id).await);
    }

    async fn mark_deleted(self, journal: &Journal, id: &WorkId) -> Result<(), String> {
        self.until_stored().await;
        let now = js_sys::Date::now();
        let deleted = journal.describe(id, |about| about.deleted = Some(now)).await;
        deleted.map_err(|error| error.to_string())?;
        self.listed();
        Ok(())
    }

    pub fn rename_work(self, id: WorkId, name: &str) {
        let name = Some(name.trim().to_owned()).filter(|name| !name.is_empty());
        if self.0.storage.shown_work().as_ref() == Some(&id) {
            self.name_shown(name.clone());
        }
        self.with_journal(async move |journal| {
            let named = journal.describe(&id, |about| about.name = name).await;
            self.listed();
            named.map_err(|error| error.to_string())
        });
    }

    /// Downloads all files of a stored work as one package, without opening it.
    pub fn download_work(self, id: WorkId) {
        self.with_journal(async move |journal| {
            let read = journal.read(&id).await.map_err(|error| error.to_string())?;
            let read = read.ok_or("this workspace is no longer stored")?;
            let entry = read.kept.files.keys().next().cloned();
            let workspace = Workspace {
                entry,
                files: read.kept.files,
                folders: packages::folders_of(read.kept.original.as_ref()),
                whole: true,
                original: read.kept.original,
            };
            let options = packages::PackOptions {
                // Everything that is stored, whether LMCTL builds it or not.
                form: packages::PackageForm::Sources,
                ..packages::PackOptions::of(&workspace)
            };
            let packed = packages::pack(&workspace, &options).map_err(|error| error.to_string())?;
            let name = FilePath::new(&read.about.label()).map_or_else(
                |_| "workspace".to_owned(),
                |path| path.name().rsplit_once('.').map_or(path.name(), |(stem, _)| stem).to_owned(),
            );
            let name = format!("{name}.zip");
            download::download(&name, "application/zip", &packed).map_err(|error| sentence(&error))?;
            self.0.notices.show(format!("downloaded `{name}`"));
            Ok(())
        });
    }

    fn listed(self) {
        channel::post(&Message::Listed);
        self.list_recent();
    }

    fn with_journal(self, run: impl AsyncFnOnce(Journal) -> Result<(), String> + 'static) {
        let Some(journal) = self.0.storage.journal() else {
            return self.0.notices.show_error("this browser's storage isn't responding");
        };
        wasm_bindgen_futures::spawn_local(async move {
            if let Err(why) = run(journal).await {
                self.0.notices.show_error(why);
            }
        });
    }
}
