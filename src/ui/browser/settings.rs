//! Small settings that outlive a visit, in the browser's local storage. Where that is not to be had, the defaults serve.

use gloo_storage::{LocalStorage, Storage};
use serde::{Serialize, de::DeserializeOwned};

/// What was kept under `name`; the default where nothing readable is.
pub fn get<T: DeserializeOwned + Default>(name: &str) -> T {
    LocalStorage::get(format!("limn.{name}")).unwrap_or_default()
}

/// Keeps `value` under `name`. A browser that refuses loses a setting, no work: nothing is said.
pub fn set<T: Serialize>(name: &str, value: &T) {
    drop(LocalStorage::set(format!("limn.{name}"), value));
}
