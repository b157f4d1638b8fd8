//! The journal: every file of the workspace and one note beside them, in `IndexedDB`, so that a closed tab loses nothing. A write touches only
//! what differs from the last one, in one transaction. Knows bytes and names; what the note says is the session's.

use std::collections::BTreeMap;

use idb::{Database, DatabaseEvent, Error, Factory, KeyRange, ObjectStoreParams, Query, TransactionMode};
use wasm_bindgen::prelude::*;

use crate::files::{Content, FilePath};

const STORE: &str = "journal";
const NOTE: &str = "note";
const FILE: &str = "file/";

/// What is kept.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Kept {
    pub files: BTreeMap<FilePath, Content>,
    /// JSON.
    pub note: String,
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

    /// What was kept by an earlier visit.
    pub async fn read(&mut self) -> Result<Kept, Error> {
        let transaction = self.database.transaction(&[STORE], TransactionMode::ReadOnly)?;
        let store = transaction.object_store(STORE)?;
        let all = Some(Query::KeyRange(KeyRange::lower_bound(&"".into(), None)?));
        let keys = store.get_all_keys(all.clone(), None)?.await?;
        let values = store.get_all(all, None)?.await?;
        let mut kept = Kept::default();
        for (key, value) in keys.iter().filter_map(JsValue::as_string).zip(values) {
            match (key.strip_prefix(FILE).map(FilePath::new), value.as_string()) {
                (None, Some(note)) if key == NOTE => kept.note = note,
                (Some(Ok(path)), Some(text)) => drop(kept.files.insert(path, Content::Text(text.into()))),
                (Some(Ok(path)), None) => {
                    let bytes = js_sys::Uint8Array::new(&value).to_vec();
                    kept.files.insert(path, Content::Bytes(bytes.into()));
                }
                _ => {}
            }
        }
        self.written = kept.clone();
        Ok(kept)
    }

    /// Keeps `kept` in place of what was there.
    pub async fn write(&mut self, kept: &Kept) -> Result<(), Error> {
        if self.written == *kept {
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
        if self.written.note != kept.note {
            store.put(&kept.note.as_str().into(), Some(&NOTE.into()))?;
        }
        transaction.commit()?.await?;
        self.written = kept.clone();
        Ok(())
    }
}
