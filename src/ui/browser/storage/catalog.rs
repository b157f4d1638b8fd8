//! Stored sources of the catalog: packages, folders and files that were added to it, under `catalog/ID`.

use std::collections::BTreeMap;

use idb::{Error, TransactionMode};
use serde::{Deserialize, Serialize};
use wasm_bindgen::prelude::*;

use super::Journal;
use super::entries::{entries, read_json, write_json};
use limn_files::FilePath;

const KEY: &str = "catalog/";

/// A package, a folder or a few files in the catalog.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct CatalogSource {
    pub id: String,
    pub name: String,
    /// Number of files in a supported language.
    pub descriptors: usize,
    /// The YAML documents, by path in the source.
    pub files: BTreeMap<FilePath, String>,
}

impl Journal {
    /// All sources of the catalog.
    pub async fn catalog(&self) -> Result<Vec<CatalogSource>, Error> {
        let (_transaction, store) = self.begin(TransactionMode::ReadOnly)?;
        let stored = entries(&store, KEY).await?;
        // Sources in another version's format stay where they are.
        Ok(stored.into_iter().filter_map(|(_, value)| read_json(&value)).collect())
    }

    /// Stores sources, and removes others by id.
    pub async fn change_catalog(&self, add: &[CatalogSource], remove: &[String]) -> Result<(), Error> {
        let (transaction, store) = self.begin(TransactionMode::ReadWrite)?;
        for id in remove {
            store.delete(JsValue::from_str(&format!("{KEY}{id}")))?;
        }
        for source in add {
            store.put(&write_json(source), Some(&format!("{KEY}{}", source.id).into()))?;
        }
        transaction.commit()?.await?;
        Ok(())
    }
}
