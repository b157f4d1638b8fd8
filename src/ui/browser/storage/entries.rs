//! Entries of the database: their keys and values.

use idb::{
    Database, DatabaseEvent, Error, Factory, KeyRange, ObjectStore, ObjectStoreParams, Query, Transaction,
    TransactionMode,
};
use serde::{Deserialize, Serialize};
use wasm_bindgen::prelude::*;

use super::{Read, StoredWork, UnsavedChanges, WorkSummary};
use limn_files::{Content, FilePath, Original};
use limn_journal::{Revision, WorkId};

const STORE: &str = "journal";

pub(super) async fn open(name: &str) -> Result<Database, Error> {
    let mut request = Factory::new()?.open(name, Some(1))?;
    request.on_upgrade_needed(|event| {
        if let Ok(database) = event.database() {
            // Fails only if the store exists already.
            drop(database.create_object_store(STORE, ObjectStoreParams::new()));
        }
    });
    request.await
}

pub(super) fn begin(database: &Database, mode: TransactionMode) -> Result<(Transaction, ObjectStore), Error> {
    let transaction = database.transaction(&[STORE], mode)?;
    let store = transaction.object_store(STORE)?;
    Ok((transaction, store))
}

/// Key of unsaved changes.
pub fn left_key(work: &WorkId, left: &UnsavedChanges) -> String {
    format!("{work}/{}", left.revision)
}

/// The start of the keys of texts as they were opened. Earlier versions of Limn, which do not know them, ignore them there.
pub(super) fn opened_prefix(work: &WorkId) -> String {
    format!("opened/{work}/")
}

pub(super) async fn read_work(
    store: &ObjectStore,
    work: &WorkId,
    revision: Option<Revision>,
    about: WorkSummary,
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
    let prefix = opened_prefix(work);
    for (key, value) in entries(store, &prefix).await? {
        match (FilePath::new(&key[prefix.len()..]), value.as_string()) {
            (Ok(path), Some(text)) => drop(kept.opened.insert(path, text.into())),
            _ => skipped.push(key),
        }
    }
    Ok(Some(Read { revision, kept, about, is_new: false, strays: 0, skipped }))
}

/// Writes what differs.
pub(super) fn put_changes(
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
    let opened = |path: &FilePath| JsValue::from_str(&format!("{}{path}", opened_prefix(work)));
    for (path, text) in kept.opened.iter().filter(|(path, text)| before.opened.get(*path) != Some(*text)) {
        store.put(&JsValue::from_str(text), Some(&opened(path)))?;
    }
    for path in before.opened.keys().filter(|path| !kept.opened.contains_key(*path)) {
        store.delete(opened(path))?;
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

pub(super) async fn get(store: &ObjectStore, key: &str) -> Result<Option<JsValue>, Error> {
    store.get(Query::Key(key.into()))?.await
}

/// All entries with a key prefix.
pub(super) async fn entries(store: &ObjectStore, prefix: &str) -> Result<Vec<(String, JsValue)>, Error> {
    let all = || Ok::<_, Error>(Some(Query::KeyRange(range(prefix)?)));
    let keys = store.get_all_keys(all()?, None)?.await?;
    let values = store.get_all(all()?, None)?.await?;
    Ok(keys.iter().filter_map(JsValue::as_string).zip(values).collect())
}

pub(super) fn range(prefix: &str) -> Result<KeyRange, Error> {
    // Keys compare by UTF-16 units, and none contains this one.
    KeyRange::bound(&prefix.into(), &format!("{prefix}\u{ffff}").as_str().into(), None, None)
}

pub(super) fn read_json<T: for<'de> Deserialize<'de>>(value: &JsValue) -> Option<T> {
    serde_json::from_str(&value.as_string()?).ok()
}

pub(super) fn write_json<T: Serialize>(value: &T) -> JsValue {
    JsValue::from_str(&serde_json::to_string(value).unwrap_or_default())
}
