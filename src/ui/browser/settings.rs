//! Settings that persist between visits, in local storage. Defaults apply where it is unavailable: a browser that stores no data for the site
//! fails every access.

use leptos::prelude::window;
use serde::{Serialize, de::DeserializeOwned};

use super::host::is_embedded;

/// Value stored under `name`; the default if there is none or it can't be parsed.
pub fn get<T: DeserializeOwned + Default>(name: &str) -> T {
    let kept = storage().and_then(|storage| storage.get_item(&key(name)).ok().flatten());
    kept.and_then(|kept| serde_json::from_str(&kept).ok()).unwrap_or_default()
}

/// Stores `value` under `name`. Failures are ignored: only the setting is lost.
pub fn set<T: Serialize>(name: &str, value: &T) {
    if let (Some(storage), Ok(value)) = (storage(), serde_json::to_string(value)) {
        drop(storage.set_item(&key(name), &value));
    }
}

/// An embedded page has settings of its own.
fn key(name: &str) -> String {
    format!("limn.{}{name}", if is_embedded() { "embedded." } else { "" })
}

fn storage() -> Option<web_sys::Storage> {
    window().local_storage().ok().flatten()
}

/// Setting of this tab only, kept across reloads.
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
