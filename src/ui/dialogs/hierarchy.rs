//! Dialog with the hierarchy of a node or a type: two trees, of what uses it and of what it uses. Rows expand to the next level.

use leptos::attr::custom::custom_attribute;
use leptos::{ev, prelude::*};

use super::super::browser::{after, element};
use super::super::files::nearest;
use super::super::icons::{Glyph, Picture};
use super::super::session::{documents, navigation, notices};
use super::Modal;
use limn_analysis::Location;
use limn_analysis::hierarchy::{HierarchyElement, HierarchyItem, HierarchyLink, HierarchySide};
use limn_text::visible;

/// Maximum number of rows of a tree.
const MAX_ROWS: usize = 500;

#[component]
pub(super) fn HierarchyDialog(item: HierarchyItem) -> impl IntoView {
    let is_type = item.element == HierarchyElement::Type;
    let (users, used) = if is_type { ("Derived types", "Base types") } else { ("Used by", "Uses") };
    let heading = visible(&item.name).into_owned();
    let detail = visible(&item.detail).into_owned();
    view! {
        <Modal title="Hierarchy">
            <p class="hierarchy-of"><strong>{heading}</strong>" "<small>{detail}</small></p>
            <HierarchySection label=users item=item.clone() side=HierarchySide::UsedBy />
            <HierarchySection label=used item side=HierarchySide::Uses />
        </Modal>
    }
}

/// A row of a tree.
#[derive(Clone, Debug, PartialEq)]
struct HierarchyRow {
    link: HierarchyLink,
    depth: usize,
    /// True if the next level is shown; `None` if there is none, or if the row repeats one of the rows around it.
    is_expanded: Option<bool>,
}

/// One tree: its rows from top to bottom.
#[derive(Clone, Copy)]
struct HierarchyTree {
    side: HierarchySide,
    root: StoredValue<HierarchyItem>,
    rows: RwSignal<Vec<HierarchyRow>>,
    /// Index of the row that the keyboard is on.
    at: RwSignal<usize>,
}

#[component]
fn HierarchySection(label: &'static str, item: HierarchyItem, side: HierarchySide) -> impl IntoView {
    let rows = RwSignal::new(Vec::new());
    let tree = HierarchyTree { side, root: StoredValue::new(item.clone()), rows, at: RwSignal::new(0) };
    tree.rows.set(tree.below(&item, &[], 0));
    let count = rows.with_untracked(Vec::len);
    let title = format!("{label} ({count})");
    let active = move || rows.with(|rows| !rows.is_empty()).then(|| tree.row_id(tree.at.get()));
    Effect::new(move |before: Option<()>| {
        let row = element(&tree.row_id(tree.at.get()));
        // At first, the dialog is shown from its top.
        if let Some(row) = row.filter(|_| before.is_some()) {
            row.scroll_into_view_with_scroll_into_view_options(&nearest());
        }
    });
    let each =
        move || rows.get().into_iter().take(MAX_ROWS).enumerate().collect::<Vec<(usize, HierarchyRow)>>();
    let hidden = move || rows.with(Vec::len).saturating_sub(MAX_ROWS);
    view! {
        <section aria-label=label>
            <h3 class="reference-file">{title}</h3>
            {(count == 0).then(|| view! { <p class="hierarchy-none">"None"</p> })}
            {(count > 0).then(|| view! {
                <div
                    class="tree hierarchy"
                    role="tree"
                    tabindex="0"
                    aria-label=label
                    aria-activedescendant=active
                    on:keydown=move |event| tree.key(&event)
                >
                    <For
                        each=each
                        key=|(at, row)| (*at, row.link.item.place.file.clone(), row.link.item.place.range.start, row.depth, row.is_expanded)
                        children=move |(at, row)| view! { <HierarchyLine tree at row /> }
                    />
                </div>
            })}
            <Show when=move || { hidden() > 0 }>
                <p class="note">{move || format!("{} more.", hidden())}</p>
            </Show>
        </section>
    }
}

#[component]
fn HierarchyLine(tree: HierarchyTree, at: usize, row: HierarchyRow) -> impl IntoView {
    let HierarchyRow { link, depth, is_expanded } = row;
    let item = link.item;
    let line = line_of(&item.place);
    let root_file = tree.root.with_value(|root| root.place.file.clone());
    let place = match line {
        Some(line) if item.place.file == root_file => format!("line {line}"),
        Some(line) => format!("{}, line {line}", visible(item.place.file.as_str())),
        None => String::new(),
    };
    let name = visible(&item.name).into_owned();
    let detail = visible(&item.detail).into_owned();
    let label = [name.as_str(), detail.as_str(), place.as_str()];
    let label = label.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ");
    view! {
        <div
            class="tree-row"
            class:at=move || tree.at.get() == at
            role="treeitem"
            id=tree.row_id(at)
            {..custom_attribute("aria-level", (depth + 1).to_string())}
            aria-expanded=is_expanded.map(|expanded| expanded.to_string())
            aria-label=label
            style:padding-left=format!("{}px", 8 + depth.min(24) * 14)
            on:click=move |_| tree.choose(at)
        >
            <span
                class="tree-sign"
                class:folded=is_expanded == Some(false)
                on:click=move |event: ev::MouseEvent| {
                    if is_expanded.is_some() {
                        event.stop_propagation();
                        tree.toggle(at);
                    }
                }
            >
                {is_expanded.map(|_| view! { <Picture glyph=Glyph::Chevron /> })}
            </span>
            <span class="tree-name">{name}" "<small>{detail}</small></span>
            <small class="tree-mark">{place}</small>
        </div>
    }
}

/// The line of a place, 1-based.
fn line_of(place: &Location) -> Option<usize> {
    let known = documents().known().get_untracked();
    Some(known.analysis.file(&place.file)?.lines().line_column(place.range.start).line)
}

impl HierarchyTree {
    fn row_id(self, at: usize) -> String {
        let side = if self.side == HierarchySide::Uses { "uses" } else { "used-by" };
        format!("hierarchy-{side}-{at}")
    }

    /// The rows of the level below an item, whose parents are given.
    fn below(self, item: &HierarchyItem, parents: &[HierarchyElementKey], depth: usize) -> Vec<HierarchyRow> {
        let known = documents().known().get_untracked();
        let own = parents.iter().cloned().chain([key_of(item)]).collect::<Vec<_>>();
        let links = known.analysis.hierarchy_links(item, self.side).into_iter();
        let row = |(at, link): (usize, HierarchyLink)| {
            // Further rows are not drawn.
            let has_more = at < MAX_ROWS
                && !own.contains(&key_of(&link.item))
                && known.analysis.has_hierarchy_links(&link.item, self.side);
            HierarchyRow { link, depth, is_expanded: has_more.then_some(false) }
        };
        links.enumerate().map(row).collect()
    }

    fn toggle(self, at: usize) {
        self.at.set(at);
        let Some(row) = self.rows.with_untracked(|rows| rows.get(at).cloned()) else { return };
        match row.is_expanded {
            Some(false) => {
                let parents = self.parents(at);
                let level = self.below(&row.link.item, &parents, row.depth + 1);
                self.rows.update(|rows| {
                    rows[at].is_expanded = Some(true);
                    let rest = rows.split_off(at + 1);
                    rows.extend(level.into_iter().chain(rest));
                });
            }
            Some(true) => self.rows.update(|rows| {
                rows[at].is_expanded = Some(false);
                let below = rows[at + 1..].iter().take_while(|other| other.depth > row.depth).count();
                rows.drain(at + 1..=at + below);
            }),
            None => {}
        }
    }

    /// The root and the rows around a row.
    fn parents(self, at: usize) -> Vec<HierarchyElementKey> {
        let root = self.root.with_value(key_of);
        self.rows.with_untracked(|rows| {
            let mut depth = rows[at].depth;
            let mut found = vec![root];
            for row in rows[..at].iter().rev() {
                if row.depth < depth {
                    depth = row.depth;
                    found.push(key_of(&row.link.item));
                }
            }
            found
        })
    }

    /// Closes the dialog and shows the element of a row in the diagram and the text.
    fn choose(self, at: usize) {
        let place = self.rows.with_untracked(|rows| rows.get(at).map(|row| row.link.item.place.clone()));
        let Some(place) = place else { return };
        let (navigation, notices) = (navigation(), notices());
        notices.close_popup();
        // The focus can leave the dialog only after it is closed.
        after(0, move || navigation.go_to_symbol(&place.file, place.range));
    }

    fn key(self, event: &ev::KeyboardEvent) {
        if event.ctrl_key() || event.meta_key() || event.alt_key() {
            return;
        }
        let (at, count) = (self.at.get_untracked(), self.rows.with_untracked(Vec::len).min(MAX_ROWS));
        let Some(row) = self.rows.with_untracked(|rows| rows.get(at).cloned()) else { return };
        match event.key().as_str() {
            "ArrowDown" => self.at.set((at + 1).min(count - 1)),
            "ArrowUp" => self.at.set(at.saturating_sub(1)),
            "Home" => self.at.set(0),
            "End" => self.at.set(count - 1),
            "ArrowRight" => match row.is_expanded {
                Some(false) => self.toggle(at),
                Some(true) => self.at.set((at + 1).min(count - 1)),
                None => {}
            },
            "ArrowLeft" if row.is_expanded == Some(true) => self.toggle(at),
            "ArrowLeft" => {
                let parent = self
                    .rows
                    .with_untracked(|rows| rows[..at].iter().rposition(|other| other.depth < row.depth));
                self.at.set(parent.unwrap_or(at));
            }
            "Enter" | " " => self.choose(at),
            _ => return,
        }
        event.prevent_default();
        event.stop_propagation();
    }
}

/// Identity of an element: its kind and its place.
type HierarchyElementKey = (HierarchyElement, Location);

fn key_of(item: &HierarchyItem) -> HierarchyElementKey {
    (item.element.clone(), item.place.clone())
}
