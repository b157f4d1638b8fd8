//! Explanation of a check: its section of the manual, which is served with the page.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Arc;

use leptos::prelude::*;

use crate::browser::fetch;
use crate::markdown::Markdown;
use limn_language::diagnostic::Code;

thread_local! {
    /// The pages that were fetched, by language.
    static PAGES: RefCell<BTreeMap<&'static str, Arc<str>>> = const { RefCell::new(BTreeMap::new()) };
}

/// The section of a check. Each page of the manual is fetched once per visit.
#[component]
pub fn Explanation(code: &'static Code) -> impl IntoView {
    let Some((language, fault)) = code.name.split_once('/') else { return ().into_any() };
    let page = RwSignal::new(PAGES.with_borrow(|pages| pages.get(language).map(|page| Ok(Arc::clone(page)))));
    if page.with_untracked(Option::is_none) {
        wasm_bindgen_futures::spawn_local(async move {
            let fetched = fetch(&format!("rules/{language}.md")).await.map(Arc::<str>::from);
            if let Ok(text) = &fetched {
                PAGES.with_borrow_mut(|pages| pages.insert(language, Arc::clone(text)));
            }
            // The row may be closed by now.
            page.try_set(Some(fetched.map_err(drop)));
        });
    }
    let shown = move || {
        page.get().map(|page| match page.as_deref().map(|page| section(page, language, fault)) {
            Ok(Some(text)) => view! { <Markdown text /> }.into_any(),
            _ => {
                view! { <p class="note">"The explanation of this check could not be fetched."</p> }.into_any()
            }
        })
    };
    view! { {shown} }.into_any()
}

/// The text of a check's section, without its heading and the line that names its severity and ids.
fn section<'a>(page: &'a str, language: &str, fault: &str) -> Option<&'a str> {
    let start = format!("\n## {fault}\n\n`{language}/{fault}` ");
    let (_, rest) = page.split_once(&start)?;
    let (_, rest) = rest.split_once("\n\n")?;
    // An example may contain a line that looks like a heading.
    let is_heading = |at: &usize| {
        let heading = rest[at + "\n## ".len()..].split_once("\n\n");
        heading.is_some_and(|(fault, rest)| rest.starts_with(&format!("`{language}/{fault}` ")))
    };
    let end = rest.match_indices("\n## ").map(|(at, _)| at).find(is_heading);
    Some(rest.get(..end.unwrap_or(rest.len()))?.trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_section_ends_at_the_heading_of_the_next_check() {
        let page = "# Checks of x\n\n## a\n\n`x/a` · error\n\nChecks a.\n\n```yaml\n\n## b\n\nc: 1\n```\n\n## b\n\n`x/b` · error\n\nChecks b.\n";
        assert_eq!(section(page, "x", "a"), Some("Checks a.\n\n```yaml\n\n## b\n\nc: 1\n```"));
        assert_eq!(section(page, "x", "b"), Some("Checks b."));
        assert_eq!(section(page, "x", "c"), None);
    }
}
