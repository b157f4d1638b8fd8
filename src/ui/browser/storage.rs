//! Storage: every work in `IndexedDB`, so that closing a tab loses nothing. A write stores only what differs, in one transaction that first
//! compares revisions. Knows bytes and names; the content of the note belongs to the session.
//!
//! One object store, with keys that never need an upgrade of the database (an upgrade waits for every old tab):
//! `about/ID`, `rev/ID`, `work/ID/note`, `work/ID/original`, `work/ID/file/PATH`, `work/ID/past/PATH`, and `last`.
//!
//! Unsaved changes of a closing page go to a second database, under `ID/REVISION`: there they don't wait for a write in progress, which the
//! browser aborts when the page closes.

use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use idb::{
    Database, DatabaseEvent, Error, Factory, KeyRange, ObjectStore, ObjectStoreParams, Query, Transaction,
    TransactionMode,
};
use serde::{Deserialize, Serialize};
use wasm_bindgen::prelude::*;

use super::random;
use limn_canvas::Thumbnail;
use limn_files::{Content, FilePath, Original};
use limn_journal::{Leaving, Revision, WorkId};

const STORE: &str = "journal";
const LEFT: &str = "limn-left";
/// The work that was written or opened last.
const LAST: &str = "last";
const DAY: f64 = 24.0 * 60.0 * 60.0 * 1_000.0;

/// Stored content of a work.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StoredWork {
    pub files: BTreeMap<FilePath, Content>,
    /// JSON.
    pub note: String,
    /// The archive that the files came in.
    pub original: Option<Original>,
    /// Undo history of each file, as the editor writes it.
    pub pasts: BTreeMap<FilePath, Arc<str>>,
}

/// Entry of a work in the list of recent work.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct About {
    /// Derived from the file names.
    pub title: String,
    /// Given by the user.
    pub name: Option<String>,
    pub languages: Vec<String>,
    pub files: usize,
    /// Time of the last change, in milliseconds since 1970.
    pub changed: f64,
    /// Time of deletion. Purged a day later.
    pub deleted: Option<f64>,
    /// Distinguishes another version of the same work.
    pub version: Option<String>,
    pub picture: Thumbnail,
}

impl About {
    pub fn label(&self) -> String {
        let label = self.name.clone().unwrap_or_else(|| self.title.clone());
        let label = if label.is_empty() { "Untitled".to_owned() } else { label };
        self.version.as_ref().map_or(label.clone(), |version| format!("{label} ({version})"))
    }
}

/// Unsaved changes of a closing page: see [`Leaving`].
pub type Left = Leaving<LeftContent>;

/// Texts that differ from the stored ones, and the note.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct LeftContent {
    pub files: BTreeMap<FilePath, String>,
    pub note: Option<String>,
}

/// Result of reading a work.
pub struct Read {
    pub revision: Revision,
    pub kept: StoredWork,
    pub about: About,
    /// Unsaved changes were merged, or stored under a new id: other tabs that show this work must read it again.
    pub is_new: bool,
    /// Number of versions from closed tabs that were stored as separate works.
    pub strays: usize,
    /// Keys of entries that are neither text nor bytes; left in place.
    pub skipped: Vec<String>,
}

/// Reason why a write failed.
#[derive(Debug)]
pub enum WriteError {
    /// The stored revision differs from the expected one.
    Stale,
    /// The work is not stored any more.
    Missing,
    Failed(String),
}

impl From<Error> for WriteError {
    fn from(error: Error) -> WriteError {
        WriteError::Failed(error.to_string())
    }
}

/// A write: see [`limn_journal::Action::Write`].
pub struct Write<'a> {
    pub work: &'a WorkId,
    pub expected: Option<&'a Revision>,
    pub revision: &'a Revision,
    pub kept: &'a StoredWork,
    /// Content of the expected revision.
    pub before: &'a StoredWork,
    pub about: &'a About,
}

/// An open database.
#[derive(Clone)]
pub struct Journal {
    works: Rc<Database>,
    left: Rc<Database>,
}

/// External events that close the database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interruption {
    /// The browser closed it because its data was cleared.
    Cleared,
    /// A newer version of Limn is upgrading it.
    Upgraded,
}

impl Journal {
    /// Opens the database. Calls `interrupted` when it is closed externally. May never complete: some browsers hang, and another tab's upgrade blocks.
    pub async fn open(interrupted: impl Fn(Interruption) + Clone + 'static) -> Result<Journal, Error> {
        let mut database = open("limn", STORE).await?;
        let left = open(LEFT, STORE).await?;
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

    fn begin(&self, mode: TransactionMode) -> Result<(Transaction, ObjectStore), Error> {
        begin(&self.works, mode)
    }

    /// The work that was open last.
    pub async fn last(&self) -> Result<Option<WorkId>, Error> {
        let (_transaction, store) = self.begin(TransactionMode::ReadOnly)?;
        let last = get(&store, LAST).await?;
        Ok(last.and_then(|last| last.as_string()).map(WorkId))
    }

    /// All works that are not deleted, latest first.
    pub async fn list(&self) -> Result<Vec<(WorkId, About)>, Error> {
        let (_transaction, store) = self.begin(TransactionMode::ReadOnly)?;
        let mut works = Vec::new();
        for (key, value) in entries(&store, "about/").await? {
            let about: About = read_json(&value).unwrap_or_default();
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
    pub async fn describe(&self, work: &WorkId, change: impl FnOnce(&mut About)) -> Result<(), Error> {
        let (transaction, store) = self.begin(TransactionMode::ReadWrite)?;
        let key = format!("about/{work}");
        if let Some(value) = get(&store, &key).await? {
            let mut about: About = read_json(&value).unwrap_or_default();
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
        let about: About = about.and_then(|about| read_json(&about)).unwrap_or_default();
        let mut read = read_work(&store, work, revision, about.clone()).await?;
        // Unsaved changes in another version's format stay where they are.
        let left: Vec<(String, Left)> =
            left.into_iter().filter_map(|(key, value)| Some((key, read_json(&value)?))).collect();
        for (_, left) in &left {
            let fits = left.fits(read.as_ref().map(|read| &read.revision));
            let mut kept = read.as_ref().map(|read| read.kept.clone()).unwrap_or_default();
            for (path, text) in &left.content.files {
                kept.files.insert(path.clone(), Content::Text(text.as_str().into()));
            }
            // Another tab may have merged it a moment ago.
            let is_same = read
                .as_ref()
                .is_some_and(|read| read.kept.files == kept.files || read.revision == left.revision);
            let has_note = fits && left.content.note.is_some();
            if let (true, Some(note)) = (fits, &left.content.note) {
                kept.note.clone_from(note);
            }
            if !is_same || has_note {
                let mut about = about.clone();
                about.changed = js_sys::Date::now();
                if about.title.is_empty() {
                    about.title = kept.files.keys().next().map(ToString::to_string).unwrap_or_default();
                }
                let target = if fits { work.clone() } else { WorkId(random()) };
                if !fits {
                    about.version = Some("from a closed tab".to_owned());
                    // Histories match only the texts they were made for.
                    kept.pasts.clear();
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
        let Write { work, expected, revision, kept, before, about } = write;
        let (transaction, store) = self.begin(TransactionMode::ReadWrite)?;
        let key = format!("rev/{work}");
        let stored = get(&store, &key).await?.and_then(|stored| stored.as_string()).map(Revision);
        if stored.as_ref() != expected {
            // Nothing has been changed yet.
            drop(transaction.abort());
            return Err(if stored.is_none() { WriteError::Missing } else { WriteError::Stale });
        }
        store.put(&revision.0.as_str().into(), Some(&key.into()))?;
        store.put(&work.0.as_str().into(), Some(&LAST.into()))?;
        store.put(&write_json(about), Some(&format!("about/{work}").into()))?;
        put_changes(&store, work, before, kept)?;
        transaction.commit()?.await?;
        Ok(())
    }

    /// Saves unsaved changes of a closing page without waiting. `about`: list entry of a work that may not be in the list yet.
    pub fn leave(&self, work: &WorkId, left: &Left, about: Option<&About>) -> Result<(), Error> {
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
        let about = About {
            title: files.first().map(|file| (*file).to_owned()).unwrap_or_default(),
            files: files.len(),
            changed: js_sys::Date::now(),
            ..About::default()
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
            let about: About = read_json(&value).unwrap_or_default();
            if about.deleted.is_some_and(|deleted| now - deleted > DAY) {
                let work = &key["about/".len()..];
                for key in [&key, &format!("rev/{work}")] {
                    store.delete(JsValue::from_str(key))?;
                }
                store.delete(Query::KeyRange(range(&format!("work/{work}/"))?))?;
            }
        }
        transaction.commit()?.await?;
        Ok(())
    }
}

async fn open(name: &str, store: &'static str) -> Result<Database, Error> {
    let mut request = Factory::new()?.open(name, Some(1))?;
    request.on_upgrade_needed(move |event| {
        if let Ok(database) = event.database() {
            // Fails only if the store exists already.
            drop(database.create_object_store(store, ObjectStoreParams::new()));
        }
    });
    request.await
}

fn begin(database: &Database, mode: TransactionMode) -> Result<(Transaction, ObjectStore), Error> {
    let transaction = database.transaction(&[STORE], mode)?;
    let store = transaction.object_store(STORE)?;
    Ok((transaction, store))
}

/// Key of unsaved changes.
pub fn left_key(work: &WorkId, left: &Left) -> String {
    format!("{work}/{}", left.revision)
}

async fn read_work(
    store: &ObjectStore,
    work: &WorkId,
    revision: Option<Revision>,
    about: About,
) -> Result<Option<Read>, Error> {
    let Some(revision) = revision else { return Ok(None) };
    let prefix = format!("work/{work}/");
    let mut kept = StoredWork::default();
    let mut skipped = Vec::new();
    for (key, value) in entries(store, &prefix).await? {
        let key = &key[prefix.len()..];
        let text = value.as_string();
        let bytes = value.dyn_ref::<js_sys::Uint8Array>().map(js_sys::Uint8Array::to_vec);
        let file = key.strip_prefix("file/").map(FilePath::new);
        let past = key.strip_prefix("past/").map(FilePath::new);
        match (file, past, text, bytes) {
            (Some(Ok(path)), _, Some(text), _) => drop(kept.files.insert(path, Content::Text(text.into()))),
            (Some(Ok(path)), _, _, Some(bytes)) => {
                drop(kept.files.insert(path, Content::Bytes(bytes.into())));
            }
            (_, Some(Ok(path)), Some(past), _) => drop(kept.pasts.insert(path, past.into())),
            (None, None, Some(note), _) if key == "note" => kept.note = note,
            (None, None, _, Some(zip)) if key == "original" => kept.original = Some(Original(zip.into())),
            _ => skipped.push(key.to_owned()),
        }
    }
    Ok(Some(Read { revision, kept, about, is_new: false, strays: 0, skipped }))
}

/// Writes what differs.
fn put_changes(
    store: &ObjectStore,
    work: &WorkId,
    before: &StoredWork,
    kept: &StoredWork,
) -> Result<(), Error> {
    let key = |rest: &str| JsValue::from_str(&format!("work/{work}/{rest}"));
    for (path, content) in &kept.files {
        if before.files.get(path) != Some(content) {
            let value = match content {
                Content::Text(text) => JsValue::from_str(text),
                Content::Bytes(bytes) => js_sys::Uint8Array::from(&**bytes).into(),
            };
            store.put(&value, Some(&key(&format!("file/{path}"))))?;
        }
    }
    for path in before.files.keys().filter(|path| !kept.files.contains_key(*path)) {
        store.delete(key(&format!("file/{path}")))?;
    }
    for (path, past) in kept.pasts.iter().filter(|(path, past)| before.pasts.get(*path) != Some(*past)) {
        store.put(&JsValue::from_str(past), Some(&key(&format!("past/{path}"))))?;
    }
    for path in before.pasts.keys().filter(|path| !kept.pasts.contains_key(*path)) {
        store.delete(key(&format!("past/{path}")))?;
    }
    match &kept.original {
        original if *original == before.original => {}
        Some(Original(zip)) => {
            drop(store.put(&js_sys::Uint8Array::from(&**zip).into(), Some(&key("original")))?);
        }
        None => drop(store.delete(key("original"))?),
    }
    if before.note != kept.note {
        store.put(&kept.note.as_str().into(), Some(&key("note")))?;
    }
    Ok(())
}

async fn get(store: &ObjectStore, key: &str) -> Result<Option<JsValue>, Error> {
    store.get(Query::Key(key.into()))?.await
}

/// All entries with a key prefix.
async fn entries(store: &ObjectStore, prefix: &str) -> Result<Vec<(String, JsValue)>, Error> {
    let all = || Ok::<_, Error>(Some(Query::KeyRange(range(prefix)?)));
    let keys = store.get_all_keys(all()?, None)?.await?;
    let values = store.get_all(all()?, None)?.await?;
    Ok(keys.iter().filter_map(JsValue::as_string).zip(values).collect())
}

fn range(prefix: &str) -> Result<KeyRange, Error> {
    // Keys compare by UTF-16 units, and none contains this one.
    KeyRange::bound(&prefix.into(), &format!("{prefix}\u{ffff}").as_str().into(), None, None)
}

fn read_json<T: for<'de> Deserialize<'de>>(value: &JsValue) -> Option<T> {
    serde_json::from_str(&value.as_string()?).ok()
}

fn write_json<T: Serialize>(value: &T) -> JsValue {
    JsValue::from_str(&serde_json::to_string(value).unwrap_or_default())
}
