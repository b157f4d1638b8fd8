//! File tree of a package: folders collapse, search filters, arrow keys move. Opens text files, and shows kind and size of others. Uses names
//! and sizes of files, not their content.

mod keys;
mod line;
mod rows;

use std::collections::BTreeSet;

use leptos::{ev, html, prelude::*};

use super::browser::{download, element};
use super::icons::{Glyph, Picture};
use super::panes::Pane;
use super::search_field::SearchField;
use super::session::{
    Documents, FileActions, Navigation, Popup, documents, file_actions, navigation, view_state,
};
use limn_files::FilePath;
use limn_text::visible;
use line::TreeRow;
use rows::{Listed, Row, TreeRowKind, rows};

/// Maximum number of files shown as tabs.
const TABS: usize = 8;
/// Maximum number of rows; search finds the rest.
const SHOWN: usize = 500;
/// Packages up to this size show all folders expanded.
const OPEN: usize = 40;

/// True if the files are a package, or too many for tabs.
pub fn is_tree(documents: Documents) -> Memo<bool> {
    Memo::new(move |_| {
        documents
            .known()
            .with(|known| known.workspace.original.is_some() || known.workspace.files.len() > TABS)
    })
}

/// State of the tree.
#[derive(Clone, Copy)]
struct Tree {
    documents: Documents,
    navigation: Navigation,
    file_actions: FileActions,
    files: Memo<Vec<Listed>>,
    words: RwSignal<String>,
    /// Folders that differ from the default state.
    turned: RwSignal<BTreeSet<String>>,
    rows: Memo<Vec<Row>>,
    /// Path of the row that the keyboard is on.
    chosen: RwSignal<String>,
}

#[component]
pub fn Files() -> impl IntoView {
    let (documents, view_state) = (documents(), view_state());
    let files = Memo::new(move |_| {
        documents.known().with(|known| {
            let entry = known.workspace.entry.as_ref();
            let listed = known.workspace.files.iter().map(|(path, content)| Listed {
                text: content.as_text().is_some(),
                size: content.as_bytes().len(),
                entry: entry == Some(path),
                path: path.clone(),
            });
            listed.collect::<Vec<_>>()
        })
    });
    let (words, turned) = (RwSignal::new(String::new()), RwSignal::new(BTreeSet::new()));
    let rows = Memo::new(move |_| {
        files.with(|files| {
            let few = files.len() <= OPEN;
            turned.with(|turned| rows(files, &words.get(), |folder| few != turned.contains(folder)))
        })
    });
    let chosen = RwSignal::new(String::new());
    let tree = Tree {
        documents,
        navigation: navigation(),
        file_actions: file_actions(),
        files,
        words,
        turned,
        rows,
        chosen,
    };
    // Reveals the active file in the tree. A filter that does not show it has served its purpose.
    Effect::new(move |_| {
        let Some(open) = documents.active_file().get() else { return };
        if !rows.with_untracked(|rows| rows.iter().any(|row| row.path == open.as_str())) {
            words.set(String::new());
        }
        tree.unfold_to(&open);
        chosen.set(open.as_str().to_owned());
    });
    view! {
        <div class="pane-head">
            <h2>"Files"</h2>
            <span class="count">{move || files.with(Vec::len)}</span>
            <div class="spring"></div>
            <button
                type="button"
                class="button small bare hide-at-800"
                aria-label="Hide files"
                title="Hide files"
                on:click=move |_| view_state.set_panes(|panes| panes.toggle(Pane::Files))
            >
                <Picture glyph=Glyph::Close />
            </button>
        </div>
        <div class="palette-search">
            <SearchField
                label="Search files"
                placeholder="Search"
                words
                set=move |new| words.set(new)
                on_key=move |event: ev::KeyboardEvent| tree.key_in_search(&event)
            />
        </div>
        <nav class="pane-body" aria-label="Files">
            <List tree />
        </nav>
        <Shown tree />
    }
}

#[component]
fn List(tree: Tree) -> impl IntoView {
    let Tree { rows, chosen, .. } = tree;
    let list = NodeRef::<html::Div>::new();
    let at = Memo::new(move |_| {
        rows.with(|rows| chosen.with(|chosen| rows.iter().position(|row| row.path == *chosen)))
    });
    Effect::new(move |_| {
        if let Some(row) = at.get().and_then(|at| element(&row_id(at))) {
            row.scroll_into_view_with_scroll_into_view_options(&super::files::nearest());
        }
    });
    let each = move || rows.get().into_iter().take(SHOWN).enumerate().collect::<Vec<(usize, Row)>>();
    let more = move || rows.with(|rows| rows.len().saturating_sub(SHOWN));
    view! {
        <div
            class="tree"
            role="tree"
            tabindex="0"
            aria-label="Package files"
            aria-activedescendant=move || at.get().map(row_id)
            node_ref=list
            on:keydown=move |event| tree.key(&event)
        >
            <For
                each=each
                key=|(at, row)| (*at, row.clone())
                children=move |(at, row)| view! { <TreeRow tree at row /> }
            />
        </div>
        <Show when=move || rows.with(Vec::is_empty)>
            <p class="note">"No matching files"</p>
        </Show>
        <Show when=move || { more() > 0 }>
            <p class="note">{move || format!("{} more files. Search to find them.", more())}</p>
        </Show>
    }
}

fn row_id(at: usize) -> String {
    format!("file-row-{at}")
}

/// `12 KB`.
fn size(bytes: usize) -> String {
    match bytes {
        0..1_000 => format!("{bytes} B"),
        1_000..1_000_000 => format!("{} KB", bytes / 1_000),
        _ => format!("{}.{} MB", bytes / 1_000_000, bytes / 100_000 % 10),
    }
}

/// Details of a binary file, which can't be opened.
#[component]
fn Shown(tree: Tree) -> impl IntoView {
    let shown = Memo::new(move |_| {
        let chosen = tree.chosen.get();
        tree.files.with(|files| files.iter().find(|file| !file.text && file.path.as_str() == chosen).cloned())
    });
    move || {
        let listed = shown.get()?;
        let content = tree
            .documents
            .known()
            .with_untracked(|known| known.workspace.files.get(&listed.path).cloned())?;
        let kind = rows::kind_of(content.as_bytes());
        let picture = kind.picture.and_then(|mime| download::address(mime, content.as_bytes()).ok());
        let address = picture.clone();
        on_cleanup(move || {
            if let Some(address) = address {
                drop(web_sys::Url::revoke_object_url(&address));
            }
        });
        let details = format!("{}, {}", kind.label, size(listed.size));
        let (out, path) = (listed.path.clone(), listed.path.clone());
        Some(view! {
            <section class="tree-shown" aria-label="Selected file">
                {picture.map(|address| view! { <img src=address alt=format!("Preview of {}", visible(path.name())) /> })}
                <strong>{visible(path.name()).into_owned()}</strong>
                <p>{details}</p>
                <p>"Limn doesn't change this file."</p>
                <button type="button" class="button small" on:click=move |_| tree.file_actions.hand_out(&out)>
                    <Picture glyph=Glyph::Download />
                    "Download"
                </button>
            </section>
        })
    }
}

impl Tree {
    /// Expands the folders around a file.
    fn unfold_to(self, file: &FilePath) {
        let few = self.files.with_untracked(Vec::len) <= OPEN;
        let folders = file.as_str().match_indices('/').map(|(at, _)| file.as_str()[..=at].to_owned());
        let folders: Vec<String> = folders
            .filter(|folder| self.turned.with_untracked(|turned| turned.contains(folder)) == few)
            .collect();
        if !folders.is_empty() {
            self.turned.update(|turned| {
                for folder in folders {
                    if few {
                        turned.remove(&folder)
                    } else {
                        turned.insert(folder)
                    };
                }
            });
        }
    }

    /// Handles a click on a row, or Enter.
    fn take(self, row: &Row) {
        self.chosen.set(row.path.clone());
        match &row.kind {
            TreeRowKind::Folder { .. } => self.turn(row),
            TreeRowKind::File(listed) if listed.text => self.navigation.show_file(&listed.path),
            TreeRowKind::File(_) => {}
        }
    }

    /// Toggles a folder. While searching, everything is expanded.
    fn turn(self, row: &Row) {
        if self.words.with_untracked(String::is_empty) {
            self.turned.update(|turned| {
                if !turned.remove(&row.path) {
                    turned.insert(row.path.clone());
                }
            });
        }
    }

    /// Opens the rename dialog.
    fn rename(self, row: &Row) {
        self.chosen.set(row.path.clone());
        self.navigation.open_popup(Popup::RenameFile(row.path.clone()));
    }

    fn remove(self, row: &Row) {
        let TreeRowKind::File(listed) = &row.kind else { return };
        let next = self.rows.with_untracked(|rows| {
            let at = rows.iter().position(|other| other.path == row.path)?;
            rows.get(at + 1).or_else(|| rows.get(at.checked_sub(1)?)).map(|row| row.path.clone())
        });
        self.file_actions.close_file(&listed.path);
        self.chosen.set(next.unwrap_or_default());
    }
}
