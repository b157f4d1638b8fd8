//! Row of the file tree: a file or a folder, with its problems and buttons.

use leptos::attr::custom::custom_attribute;
use leptos::{ev, prelude::*};

use super::super::icons::{Glyph, Picture};
use super::super::problems::Tally;
use super::super::session::Documents;
use super::rows::{Listed, Row, TreeRowKind};
use super::{Tree, row_id, size};
use limn_language::diagnostic::Severity;
use limn_text::visible;

#[component]
pub(super) fn TreeRow(tree: Tree, at: usize, row: Row) -> impl IntoView {
    let Tree { documents, chosen, .. } = tree;
    let (is_chosen, is_open) = (row.path.clone(), row.path.clone());
    let on = Memo::new(move |_| chosen.with(|chosen| *chosen == is_chosen));
    let is_active = Memo::new(move |_| {
        documents.active_file().with(|open| open.as_ref().is_some_and(|open| open.as_str() == is_open))
    });
    let counts = counts(documents, &row);
    let (expanded, glyph, mark) = match &row.kind {
        TreeRowKind::Folder { open } => (Some(*open), Glyph::Chevron, None),
        TreeRowKind::File(listed) => {
            (None, if listed.text { Glyph::File } else { Glyph::Package }, mark(listed))
        }
    };
    let (press, remove, twice, other) = (row.clone(), row.clone(), row.clone(), row.clone());
    let entry = matches!(&row.kind, TreeRowKind::File(listed) if listed.entry);
    let path = visible(&row.path).into_owned();
    let label = format!("Remove {path}");
    let rename_label = format!("Rename {path}");
    let title = if entry { format!("{path}: entry file of the package") } else { path };
    let is_file = expanded.is_none();
    view! {
        <div
            class="tree-row"
            class:on=move || is_active.get()
            class:at=move || on.get()
            class:starts=entry
            role="treeitem"
            id=row_id(at)
            {..custom_attribute("aria-level", (row.depth + 1).to_string())}
            aria-expanded=expanded.map(|expanded| expanded.to_string())
            aria-selected=move || is_active.get().to_string()
            aria-label=row.name.clone()
            title=title
            style:padding-left=format!("{}px", 8 + row.depth.min(24) * 14)
            on:click=move |_| tree.take(&press)
            on:dblclick=move |_| tree.rename(&twice)
        >
            <span class="tree-sign" class:folded=expanded == Some(false)><Picture glyph /></span>
            <span class="tree-name">{row.name.clone()}</span>
            {mark.map(|mark| view! { <small class="tree-mark">{mark}</small> })}
            // A collapsed folder shows the problems of its content.
            {(expanded != Some(true)).then(|| view! { <Tally problems=counts /> })}
            <button
                type="button"
                class="close"
                tabindex="-1"
                aria-label=rename_label
                title="Rename or move (F2)"
                on:click=move |event: ev::MouseEvent| {
                    event.stop_propagation();
                    tree.rename(&other);
                }
                on:dblclick=|event| event.stop_propagation()
            >
                <Picture glyph=Glyph::Pencil />
            </button>
            {is_file.then(|| {
                view! {
                    <button
                        type="button"
                        class="close"
                        tabindex="-1"
                        aria-label=label
                        title="Remove from the package"
                        on:click=move |event: ev::MouseEvent| {
                            event.stop_propagation();
                            tree.remove(&remove);
                        }
                    >
                        <Picture glyph=Glyph::Close />
                    </button>
                }
            })}
        </div>
    }
}

/// Number of errors and warnings of a file, or of all files in a folder.
fn counts(documents: Documents, row: &Row) -> Signal<(usize, usize)> {
    let (path, folder) = (row.path.clone(), matches!(row.kind, TreeRowKind::Folder { .. }));
    Signal::derive(move || {
        documents.problems().with(|all| {
            let is = |file: &str| if folder { file.starts_with(&path) } else { file == path };
            let count = |severity| {
                all.iter()
                    .filter(|problem| {
                        problem.severity == severity && problem.is_first() && is(problem.file.as_str())
                    })
                    .count()
            };
            // Names need the room: warnings are shown only without errors.
            let errors = count(Severity::Error);
            (errors, if errors == 0 { count(Severity::Warning) } else { 0 })
        })
    })
}

/// Information about the file besides its name.
fn mark(listed: &Listed) -> Option<String> {
    (!listed.text).then(|| size(listed.size))
}
