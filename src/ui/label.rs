//! Labels of fields and types that may wrap.

use leptos::prelude::*;

/// A name that may wrap after its separators.
pub fn breakable(name: &str) -> impl IntoView + use<> {
    let mut parts = parts(name);
    let last = parts.pop().unwrap_or_default().to_owned();
    let joint = |part: &str| view! { {part.to_owned()}<wbr /> };
    view! { {parts.into_iter().map(joint).collect_view()}{last} }
}

/// Unbreakable parts: `My`, `Long.`, `Name` of `MyLong.Name`.
fn parts(name: &str) -> Vec<&str> {
    let joints = name.char_indices().zip(name.chars().skip(1)).filter_map(|((at, letter), next)| {
        let is_joint =
            matches!(letter, '_' | '.' | '-' | '/' | ':') || letter.is_lowercase() && next.is_uppercase();
        is_joint.then_some(at + letter.len_utf8())
    });
    let mut parts = Vec::new();
    let mut from = 0;
    for joint in joints {
        parts.push(&name[from..joint]);
        from = joint;
    }
    parts.push(&name[from..]);
    parts
}
