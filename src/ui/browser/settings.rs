//! Small settings that outlive a visit, in the browser's local storage. Where that is not to be had, the defaults serve: a browser that keeps
//! nothing of any site has no storage to ask, and the asking alone fails.

use leptos::prelude::window;
use serde::{Serialize, de::DeserializeOwned};

/// What was kept under `name`; the default where nothing readable is.
pub fn get<T: DeserializeOwned + Default>(name: &str) -> T {
    let kept = storage().and_then(|storage| storage.get_item(&key(name)).ok().flatten());
    kept.and_then(|kept| serde_json::from_str(&kept).ok()).unwrap_or_default()
}

/// Keeps `value` under `name`. A browser that refuses loses a setting, no work: nothing is said.
pub fn set<T: Serialize>(name: &str, value: &T) {
    if let (Some(storage), Ok(value)) = (storage(), serde_json::to_string(value)) {
        drop(storage.set_item(&key(name), &value));
    }
}

fn key(name: &str) -> String {
    format!("limn.{name}")
}

fn storage() -> Option<web_sys::Storage> {
    window().local_storage().ok().flatten()
}

/// What this tab alone remembers, also over a reload.
pub fn get_in_tab(name: &str) -> Option<String> {
    window().session_storage().ok().flatten()?.get_item(&key(name)).ok().flatten()
}

pub fn set_in_tab(name: &str, value: Option<&str>) {
    let Some(storage) = window().session_storage().ok().flatten() else { return };
    drop(match value {
        Some(value) => storage.set_item(&key(name), value),
        None => storage.remove_item(&key(name)),
    });
}
