//! The journal: every file of the workspace and one note beside them, in `IndexedDB`, so that a closed tab loses nothing. A write touches only
//! what differs from the last one, in one transaction. Knows bytes and names; what the note says is the session's.

use std::collections::BTreeMap;

use idb::{Database, DatabaseEvent, Error, Factory, KeyRange, ObjectStoreParams, Query, TransactionMode};
use wasm_bindgen::prelude::*;

use crate::files::{Content, FilePath, Original};

const STORE: &str = "journal";
const NOTE: &str = "note";
const FILE: &str = "file/";
const PAST: &str = "past/";
const ORIGINAL: &str = "original";

/// What is kept.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Kept {
    pub files: BTreeMap<FilePath, Content>,
    /// JSON.
    pub note: String,
    /// The zip that they came in.
    pub original: Option<Original>,
    /// Each file's history, as the editor tells it; `None`: as it was written last.
    pub pasts: Option<BTreeMap<FilePath, String>>,
}

/// An open journal, and what was last written to it.
pub struct Journal {
    database: Database,
    written: Kept,
}

impl Journal {
    pub async fn open() -> Result<Journal, Error> {
        let mut request = Factory::new()?.open("limn", Some(1))?;
        request.on_upgrade_needed(|event| {
            if let Ok(database) = event.database() {
                // It fails only where the store is there already.
                drop(database.create_object_store(STORE, ObjectStoreParams::new()));
            }
        });
        Ok(Journal { database: request.await?, written: Kept::default() })
    }

    /// What it was when it was read or written last.
    pub fn written(&self) -> &Kept {
        &self.written
    }

    /// What was kept by an earlier visit, or by another tab.
    pub async fn read(&mut self) -> Result<Kept, Error> {
        let transaction = self.database.transaction(&[STORE], TransactionMode::ReadOnly)?;
        let store = transaction.object_store(STORE)?;
        let all = Some(Query::KeyRange(KeyRange::lower_bound(&"".into(), None)?));
        let keys = store.get_all_keys(all.clone(), None)?.await?;
        let values = store.get_all(all, None)?.await?;
        let mut kept = Kept::default();
        let mut pasts = BTreeMap::new();
        for (key, value) in keys.iter().filter_map(JsValue::as_string).zip(values) {
            if let Some(Ok(path)) = key.strip_prefix(PAST).map(FilePath::new) {
                pasts.extend(value.as_string().map(|past| (path, past)));
                continue;
            }
            match (key.strip_prefix(FILE).map(FilePath::new), value.as_string()) {
                (None, Some(note)) if key == NOTE => kept.note = note,
                (None, None) if key == ORIGINAL => {
                    kept.original = Some(Original(js_sys::Uint8Array::new(&value).to_vec().into()));
                }
                (Some(Ok(path)), Some(text)) => drop(kept.files.insert(path, Content::Text(text.into()))),
                (Some(Ok(path)), None) => {
                    let bytes = js_sys::Uint8Array::new(&value).to_vec();
                    kept.files.insert(path, Content::Bytes(bytes.into()));
                }
                _ => {}
            }
        }
        kept.pasts = Some(pasts);
        self.written = kept.clone();
        Ok(kept)
    }

    /// Keeps `kept` in place of what was there.
    pub async fn write(&mut self, kept: &Kept) -> Result<(), Error> {
        let same = self.written.files == kept.files
            && self.written.note == kept.note
            && self.written.original == kept.original;
        if same && (kept.pasts.is_none() || kept.pasts == self.written.pasts) {
            return Ok(());
        }
        let transaction = self.database.transaction(&[STORE], TransactionMode::ReadWrite)?;
        let store = transaction.object_store(STORE)?;
        for (path, content) in &kept.files {
            if self.written.files.get(path) != Some(content) {
                let value = match content {
                    Content::Text(text) => JsValue::from_str(text),
                    Content::Bytes(bytes) => js_sys::Uint8Array::from(&**bytes).into(),
                };
                store.put(&value, Some(&format!("{FILE}{path}").into()))?;
            }
        }
        for path in self.written.files.keys().filter(|path| !kept.files.contains_key(*path)) {
            store.delete(JsValue::from_str(&format!("{FILE}{path}")))?;
        }
        let before = self.written.pasts.take().unwrap_or_default();
        if let Some(pasts) = &kept.pasts {
            for (path, past) in pasts.iter().filter(|(path, past)| before.get(*path) != Some(*past)) {
                store.put(&past.as_str().into(), Some(&format!("{PAST}{path}").into()))?;
            }
            for path in before.keys().filter(|path| !pasts.contains_key(*path)) {
                store.delete(JsValue::from_str(&format!("{PAST}{path}")))?;
            }
        }
        match &kept.original {
            original if *original == self.written.original => {}
            Some(Original(zip)) => {
                store.put(&js_sys::Uint8Array::from(&**zip).into(), Some(&ORIGINAL.into()))?;
            }
            None => drop(store.delete(JsValue::from_str(ORIGINAL))?),
        }
        if self.written.note != kept.note {
            store.put(&kept.note.as_str().into(), Some(&NOTE.into()))?;
        }
        transaction.commit()?.await?;
        let pasts = kept.pasts.clone().unwrap_or(before);
        self.written = Kept { pasts: Some(pasts), ..kept.clone() };
        Ok(())
    }
}
