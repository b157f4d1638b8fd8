//! Journal: the open database, and what is read from and written to it.

use std::rc::Rc;
use std::sync::Arc;

use idb::{Database, DatabaseEvent, Error, ObjectStore, Query, Transaction, TransactionMode};
use wasm_bindgen::prelude::*;

use super::super::random;
use super::entries::{
    self, begin, entries, get, left_key, opened_prefix, put_changes, range, read_json, read_work, write_json,
};
use super::{Interruption, Read, StoredWork, UnsavedChanges, WorkSummary, Write, WriteError};
use limn_files::{Content, FilePath};
use limn_journal::{Revision, WorkId};

/// Name of the database for unsaved changes of closing pages.
const LEFT: &str = "limn-left";
/// The work that was written or opened last.
const LAST: &str = "last";
const DAY: f64 = 24.0 * 60.0 * 60.0 * 1_000.0;

/// Takes the stored texts of files as those that were opened: a file without such a text was stored as it was opened.
fn infer_opened<'f>(kept: &mut StoredWork, files: impl Iterator<Item = &'f FilePath>) {
    for path in files {
        if let Some(text) = kept.files.get(path).and_then(Content::as_text) {
            kept.opened.entry(path.clone()).or_insert_with(|| Arc::clone(text));
        }
    }
}

/// An open database.
#[derive(Clone)]
pub struct Journal {
    works: Rc<Database>,
    left: Rc<Database>,
}

impl Journal {
    /// Opens the database. Calls `interrupted` when it is closed externally. May never complete: some browsers hang, and another tab's upgrade blocks.
    pub async fn open(interrupted: impl Fn(Interruption) + Clone + 'static) -> Result<Journal, Error> {
        let mut database = entries::open("limn").await?;
        let left = entries::open(LEFT).await?;
        let cleared = interrupted.clone();
        database.on_close(move |_| cleared(Interruption::Cleared));
        // An old tab that kept the database open would block a newer version of Limn.
        database.on_version_change(move |event| {
            if let Ok(database) = event.database() {
                database.close();
            }
            interrupted(Interruption::Upgraded);
        });
        let journal = Journal { works: Rc::new(database), left: Rc::new(left) };
        journal.adopt().await?;
        journal.purge().await?;
        Ok(journal)
    }

    pub(super) fn begin(&self, mode: TransactionMode) -> Result<(Transaction, ObjectStore), Error> {
        begin(&self.works, mode)
    }

    /// The work that was open last.
    pub async fn last(&self) -> Result<Option<WorkId>, Error> {
        let (_transaction, store) = self.begin(TransactionMode::ReadOnly)?;
        let last = get(&store, LAST).await?;
        Ok(last.and_then(|last| last.as_string()).map(WorkId))
    }

    /// All works that are not deleted, latest first.
    pub async fn list(&self) -> Result<Vec<(WorkId, WorkSummary)>, Error> {
        let (_transaction, store) = self.begin(TransactionMode::ReadOnly)?;
        let mut works = Vec::new();
        for (key, value) in entries(&store, "about/").await? {
            let about: WorkSummary = read_json(&value).unwrap_or_default();
            if about.deleted.is_none() {
                works.push((WorkId(key["about/".len()..].to_owned()), about));
            }
        }
        works.sort_by(|(_, one), (_, other)| other.changed.total_cmp(&one.changed));
        Ok(works)
    }

    /// Stored revision of a work.
    pub async fn revision(&self, work: &WorkId) -> Result<Option<Revision>, Error> {
        let (_transaction, store) = self.begin(TransactionMode::ReadOnly)?;
        let stored = get(&store, &format!("rev/{work}")).await?;
        Ok(stored.and_then(|stored| stored.as_string()).map(Revision))
    }

    /// Changes the list entry of a work.
    pub async fn describe(&self, work: &WorkId, change: impl FnOnce(&mut WorkSummary)) -> Result<(), Error> {
        let (transaction, store) = self.begin(TransactionMode::ReadWrite)?;
        let key = format!("about/{work}");
        if let Some(value) = get(&store, &key).await? {
            let mut about: WorkSummary = read_json(&value).unwrap_or_default();
            change(&mut about);
            store.put(&write_json(&about), Some(&key.into()))?;
        }
        transaction.commit()?.await?;
        Ok(())
    }

    /// Reads a work, with unsaved changes of closed pages merged in.
    pub async fn read(&self, work: &WorkId) -> Result<Option<Read>, Error> {
        let left = {
            let (_transaction, store) = begin(&self.left, TransactionMode::ReadOnly)?;
            entries(&store, &format!("{work}/")).await?
        };
        let (transaction, store) = self.begin(TransactionMode::ReadWrite)?;
        let revision = get(&store, &format!("rev/{work}"))
            .await?
            .and_then(|revision| revision.as_string())
            .map(Revision);
        let about = get(&store, &format!("about/{work}")).await?;
        let about: WorkSummary = about.and_then(|about| read_json(&about)).unwrap_or_default();
        let mut read = read_work(&store, work, revision, about.clone()).await?;
        // Unsaved changes in another version's format stay where they are.
        let left: Vec<(String, UnsavedChanges)> =
            left.into_iter().filter_map(|(key, value)| Some((key, read_json(&value)?))).collect();
        for (_, left) in &left {
            let fits = left.fits(read.as_ref().map(|read| &read.revision));
            let mut kept = read.as_ref().map(|read| read.kept.clone()).unwrap_or_default();
            match &left.content.opened {
                Some(opened) => kept.opened.clone_from(opened),
                None => infer_opened(&mut kept, left.content.files.keys()),
            }
            for (path, text) in &left.content.files {
                kept.files.insert(path.clone(), Content::Text(text.as_str().into()));
            }
            // Another tab may have merged it a moment ago.
            let is_same = read
                .as_ref()
                .is_some_and(|read| read.kept.files == kept.files || read.revision == left.revision);
            // Histories match only the texts they were made for.
            if fits {
                kept.pasts.extend(left.content.pasts.clone());
            } else {
                kept.pasts.clear();
            }
            let has_more = fits && (left.content.note.is_some() || !left.content.pasts.is_empty());
            if let (true, Some(note)) = (fits, &left.content.note) {
                kept.note.clone_from(note);
            }
            if !is_same || has_more {
                let mut about = about.clone();
                about.changed = js_sys::Date::now();
                if about.title.is_empty() {
                    about.title = kept.files.keys().next().map(ToString::to_string).unwrap_or_default();
                }
                let target = if fits { work.clone() } else { WorkId(random()) };
                if !fits {
                    about.version = Some("from a closed tab".to_owned());
                }
                put_changes(&store, &target, &StoredWork::default(), &kept)?;
                store.put(&write_json(&about), Some(&format!("about/{target}").into()))?;
                store.put(&left.revision.0.as_str().into(), Some(&format!("rev/{target}").into()))?;
                if fits {
                    let (strays, skipped) = read.map(|read| (read.strays, read.skipped)).unwrap_or_default();
                    read = Some(Read {
                        revision: left.revision.clone(),
                        kept,
                        about,
                        is_new: true,
                        strays,
                        skipped,
                    });
                } else if let Some(read) = &mut read {
                    read.strays += 1;
                }
            }
        }
        transaction.commit()?.await?;
        if !left.is_empty() {
            let (transaction, store) = begin(&self.left, TransactionMode::ReadWrite)?;
            for (key, _) in &left {
                store.delete(JsValue::from_str(key))?;
            }
            transaction.commit()?.await?;
        }
        Ok(read)
    }

    /// Writes a work if the expected revision is stored.
    pub async fn write(&self, write: Write<'_>) -> Result<(), WriteError> {
        let Write { work, expected, revision, kept, before, about, is_last } = write;
        let (transaction, store) = self.begin(TransactionMode::ReadWrite)?;
        let key = format!("rev/{work}");
        let stored = get(&store, &key).await?.and_then(|stored| stored.as_string()).map(Revision);
        if stored.as_ref() != expected {
            // Nothing has been changed yet.
            drop(transaction.abort());
            return Err(if stored.is_none() { WriteError::Missing } else { WriteError::Stale });
        }
        store.put(&revision.0.as_str().into(), Some(&key.into()))?;
        if is_last {
            store.put(&work.0.as_str().into(), Some(&LAST.into()))?;
        }
        store.put(&write_json(about), Some(&format!("about/{work}").into()))?;
        put_changes(&store, work, before, kept)?;
        transaction.commit()?.await?;
        Ok(())
    }

    /// Saves unsaved changes of a closing page without waiting. `about`: list entry of a work that may not be in the list yet.
    pub fn leave(
        &self,
        work: &WorkId,
        left: &UnsavedChanges,
        about: Option<&WorkSummary>,
    ) -> Result<(), Error> {
        let (transaction, store) = begin(&self.left, TransactionMode::ReadWrite)?;
        store.put(&write_json(left), Some(&left_key(work, left).into()))?;
        transaction.commit()?;
        if let Some(about) = about {
            let (transaction, store) = self.begin(TransactionMode::ReadWrite)?;
            store.put(&write_json(about), Some(&format!("about/{work}").into()))?;
            store.put(&work.0.as_str().into(), Some(&LAST.into()))?;
            transaction.commit()?;
        }
        Ok(())
    }

    /// Migrates the data of earlier versions of Limn, which had a single work.
    async fn adopt(&self) -> Result<(), Error> {
        let (transaction, store) = self.begin(TransactionMode::ReadWrite)?;
        let mut old = entries(&store, "file/").await?;
        if old.is_empty() {
            return Ok(());
        }
        old.extend(entries(&store, "past/").await?);
        for key in ["note", "original"] {
            old.extend(get(&store, key).await?.map(|value| (key.to_owned(), value)));
        }
        let work = WorkId(random());
        let files: Vec<&str> = old.iter().filter_map(|(key, _)| key.strip_prefix("file/")).collect();
        let about = WorkSummary {
            title: files.first().map(|file| (*file).to_owned()).unwrap_or_default(),
            files: files.len(),
            changed: js_sys::Date::now(),
            ..WorkSummary::default()
        };
        store.put(&write_json(&about), Some(&format!("about/{work}").into()))?;
        store.put(&random().as_str().into(), Some(&format!("rev/{work}").into()))?;
        store.put(&work.0.as_str().into(), Some(&LAST.into()))?;
        for (key, value) in old {
            store.put(&value, Some(&format!("work/{work}/{key}").into()))?;
            store.delete(JsValue::from_str(&key))?;
        }
        transaction.commit()?.await?;
        Ok(())
    }

    /// Purges works deleted more than a day ago.
    async fn purge(&self) -> Result<(), Error> {
        let (transaction, store) = self.begin(TransactionMode::ReadWrite)?;
        let now = js_sys::Date::now();
        for (key, value) in entries(&store, "about/").await? {
            let about: WorkSummary = read_json(&value).unwrap_or_default();
            if about.deleted.is_some_and(|deleted| now - deleted > DAY) {
                let work = &key["about/".len()..];
                for key in [&key, &format!("rev/{work}")] {
                    store.delete(JsValue::from_str(key))?;
                }
                store.delete(Query::KeyRange(range(&format!("work/{work}/"))?))?;
                store.delete(Query::KeyRange(range(&opened_prefix(&WorkId(work.to_owned())))?))?;
            }
        }
        transaction.commit()?.await?;
        Ok(())
    }
}
