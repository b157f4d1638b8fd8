//! Table view: the diagram as a tree of rows, a row for each item and a column for each property, with the commands of the canvas. Keys, selection and
//! undo are those of the diagram. Rows out of view are not in the page, except the one with the focus.

mod bar;
mod cell;
mod edit;
mod editor;
mod keys;
mod problems;
mod row;
mod search;
mod state;

use leptos::{context::Provider, ev, html, prelude::*};
use wasm_bindgen::prelude::*;

use super::super::browser::has_coarse_pointer;
use super::super::canvas::{Anchor, DiagramPopups};
use super::super::mounted::{Mounted, while_mounted};
use super::super::session::{Popup, TABLE, navigation, positions};
use super::Registration;
use bar::{Bar, Message};
use limn_analysis::table::RowKind;
use limn_canvas::{ScreenPoint, Viewport};
use row::{Heading, Row};
use state::{NAME, Table};

pub const VIEWS: &[Registration] =
    &[Registration { id: TABLE.id, component: || view! { <TableView /> }.into_any(), drop_target: None }];

/// Rows beyond the view that are in the page, above and below it.
const BEYOND: usize = 8;

/// Height of a row in CSS pixels.
fn row_height() -> f64 {
    // With a border of one pixel.
    if has_coarse_pointer() { 45.0 } else { 32.0 }
}

#[component]
fn TableView() -> impl IntoView {
    let table = Table::new();
    let host = NodeRef::<html::Div>::new();
    follow_selection(table);
    take_popups(table);
    restore_declined(table);
    let room = move || {
        host.get().map_or(Viewport::default(), |host| Viewport {
            width: f64::from(host.client_width()),
            height: f64::from(host.client_height()),
        })
    };
    let anchor = Anchor(Signal::derive(move || (table.spot.get(), room())));
    let is_empty =
        Memo::new(move |_| table.rows.with(|rows| rows.all.iter().all(|row| row.kind == RowKind::Frame)));
    view! {
        <div class="table-view" id="view-table" role="tabpanel" aria-labelledby="tab-table" node_ref=host>
            <Show when=move || !is_empty.get() fallback=move || view! { <NoRows table /> }>
                <Bar table />
                <Grid table host />
                <Message table />
            </Show>
            <Provider value=anchor>
                <DiagramPopups />
            </Provider>
        </div>
    }
}

/// A document without anything to list.
#[component]
fn NoRows(table: Table) -> impl IntoView {
    let (positions, navigation) = (positions(), navigation());
    let is_view = Memo::new(move |_| positions.saved_views().with(|views| views.shown().is_some()));
    let of_view = move || {
        view! {
            <div class="table-empty">
                <h3>"No node matches this saved view"</h3>
                <button type="button" class="button main" on:click=move |_| navigation.show_saved_view(None)>
                    "Show whole diagram"
                </button>
            </div>
        }
    };
    view! {
        <Show when=move || !is_view.get() fallback=of_view>
        <div class="table-empty">
            <h3>"No nodes yet"</h3>
            <p>"Each node is a row here, with its properties in columns."</p>
            <button type="button" class="button main" on:click=move |_| table.add()>
                "Add node…"
            </button>
        </div>
        </Show>
    }
}

#[component]
fn Grid(table: Table, host: NodeRef<html::Div>) -> impl IntoView {
    let scroller = NodeRef::<html::Div>::new();
    let (top, height) = (RwSignal::new(0.0), RwSignal::new(900.0));
    let measure = move || {
        if let Some(scroller) = scroller.try_get_untracked().flatten() {
            top.set(f64::from(scroller.scroll_top()));
            height.set(f64::from(scroller.client_height()));
            table.page.set_value((f64::from(scroller.client_height()) / row_height()).max(2.0) as usize - 1);
        }
    };
    watch_size(scroller, measure);
    let range = Memo::new(move |_| {
        let first = (top.get() / row_height()) as usize;
        let count = (height.get() / row_height()).ceil() as usize;
        (first.saturating_sub(BEYOND), first + count + BEYOND)
    });
    let rendered = rendered(table, range);
    focus_stays(table, scroller, rendered);
    focus_follows(table, scroller);
    let menu = move |event: ev::MouseEvent| {
        event.prevent_default();
        if event.button() == 2 {
            table.open_menu(corner(host, &event));
        }
    };
    let count = move || table.shown.with(|shown| shown.order.len());
    view! {
        <div
            class="table-scroll"
            role="treegrid"
            aria-label="Table of the diagram"
            aria-multiselectable="true"
            aria-rowcount=move || count() + 1
            aria-colcount=move || table.columns.with(Vec::len) + 2
            node_ref=scroller
            style=("--columns", move || table.columns.with(Vec::len).to_string())
            style=("--row", format!("{}px", row_height()))
            on:scroll=move |_| measure()
            on:keydown=move |event| {
                // An input handles the keys of its text, and the page the others.
                if !is_typing() {
                    table.key(&event, place_of_cursor(host));
                }
            }
            on:contextmenu=menu
            on:cut=move |event| {
                if !is_typing() && table.refuses_cut() {
                    event.prevent_default();
                    event.stop_propagation();
                }
            }
            on:focusin=move |_| table.focused.set_value(true)
            on:focusout=while_mounted(move |event: web_sys::FocusEvent| {
                let to = event.related_target().and_then(|to| to.dyn_into::<web_sys::Node>().ok());
                let stays = to.as_ref().is_none_or(|to| scroller.get_untracked().is_some_and(|scroller| scroller.contains(Some(to))));
                table.focused.set_value(stays);
            })
        >
            <div class="table-row table-head" role="row" aria-rowindex="1">
                <Heading table />
            </div>
            <div
                class="table-body"
                role="rowgroup"
                style:height=move || format!("{}px", count() as f64 * row_height())
            >
                <For each=move || rendered.get() key=Clone::clone let(key)>
                    <Row table key />
                </For>
            </div>
        </div>
        <Show when=move || count() == 0>
            <div class="table-empty">
                <h3>"No matching rows"</h3>
                <button type="button" class="button outline" on:click=move |_| table.clear_filter()>
                    "Clear filter"
                </button>
            </div>
        </Show>
    }
}

/// Keys of the rows that are in the page: those in view, that with the cursor, and first the one that is or was edited last. The first element never moves in
/// the page, whatever is scrolled: a row that moves loses the focus, which would end the edit, or the press that ends it.
fn rendered(table: Table, range: Memo<(usize, usize)>) -> Memo<Vec<String>> {
    let edited = Memo::new(move |before: Option<&Option<String>>| {
        let key = table.editing.with(|editing| editing.as_ref().map(|editing| editing.key.clone()));
        key.or_else(|| before.cloned().flatten())
    });
    let is_editing = Memo::new(move |_| table.editing.with(Option::is_some));
    Memo::new(move |_| {
        let (from, to) = range.get();
        let cursor = table.cursor.get();
        let first = edited.get().and_then(|key| table.place(&key)).map(|(place, _)| place);
        let first = first.filter(|at| is_editing.get() || cursor == Some(*at) || (from..to).contains(at));
        table.shown.with(|shown| {
            table.rows.with(|rows| {
                let to = to.min(shown.order.len());
                let above = cursor.filter(|at| *at < from);
                let below = cursor.filter(|at| *at >= to.max(from));
                let others = above.into_iter().chain(from..to).chain(below);
                let places = first.into_iter().chain(others.filter(|place| Some(*place) != first));
                places.map(|place| rows.all[shown.order[place].0].key.clone()).collect()
            })
        })
    })
}

/// Calls `measure` now and whenever the element has another size.
fn watch_size(scroller: NodeRef<html::Div>, measure: impl Fn() + Copy + 'static) {
    let observer = StoredValue::new_local(None::<(web_sys::ResizeObserver, Closure<dyn FnMut()>)>);
    let mounted = Mounted::here();
    Effect::new(move |_| {
        let Some(scroller) = scroller.get() else { return };
        let changed = Closure::<dyn FnMut()>::new(move || {
            if mounted.is_mounted() {
                measure();
            }
        });
        if let Ok(watching) = web_sys::ResizeObserver::new(changed.as_ref().unchecked_ref()) {
            watching.observe(&scroller);
            observer.set_value(Some((watching, changed)));
        }
    });
    on_cleanup(move || {
        if let Some((watching, _)) = observer.try_update_value(Option::take).flatten() {
            watching.disconnect();
        }
    });
}

/// A point of the window, from the corner of the view.
fn corner(host: NodeRef<html::Div>, event: &web_sys::MouseEvent) -> ScreenPoint {
    let Some(host) = host.get_untracked() else { return ScreenPoint::default() };
    let corner = host.get_bounding_client_rect();
    ScreenPoint {
        x: f64::from(event.client_x()) - corner.left(),
        y: f64::from(event.client_y()) - corner.top(),
    }
}

/// Below the cell with the focus: menus and lists that a key opens are there.
fn place_of_cursor(host: NodeRef<html::Div>) -> ScreenPoint {
    let found = host.get_untracked().and_then(|host| {
        let cell = host.query_selector(".table-scroll [tabindex='0']").ok().flatten()?;
        let (corner, cell) = (host.get_bounding_client_rect(), cell.get_bounding_client_rect());
        Some(ScreenPoint { x: cell.left() - corner.left() + 24.0, y: cell.bottom() - corner.top() })
    });
    found.unwrap_or_default()
}

/// The cell at the cursor has the focus while the table has it, also when rows are removed, renamed or scrolled out of the page.
fn focus_follows(table: Table, scroller: NodeRef<html::Div>) {
    Effect::new(move |before: Option<()>| {
        table.cursor.track();
        table.at.track();
        table.shown.track();
        if before.is_none() || is_typing() || !table.focused.get_value() {
            return;
        }
        let mounted = Mounted::here();
        queue_microtask(move || {
            // The focus can have moved on since, as to the form of what is edited there.
            if !mounted.is_mounted() || is_typing() || !table.focused.get_value() {
                return;
            }
            if let Some(cell) = cell_at_cursor(scroller) {
                drop(cell.focus());
                cell.scroll_into_view_with_scroll_into_view_options(&super::super::files::nearest());
            }
        });
    });
}

/// The row with the focus can lose it while rows around it enter and leave the page: it gets it back where it is.
fn focus_stays(table: Table, scroller: NodeRef<html::Div>, rendered: Memo<Vec<String>>) {
    Effect::new(move |before: Option<()>| {
        rendered.track();
        if before.is_none() || !table.focused.get_value() {
            return;
        }
        let mounted = Mounted::here();
        queue_microtask(move || {
            let is_lost = || document().active_element().is_none_or(|active| active.tag_name() == "BODY");
            let can = mounted.is_mounted() && table.focused.get_value() && is_lost();
            if let (true, Some(it), Some(cell)) = (can, scroller.get_untracked(), cell_at_cursor(scroller)) {
                // The focus scrolls to the cell, and back.
                let (left, top) = (it.scroll_left(), it.scroll_top());
                drop(cell.focus());
                it.set_scroll_left(left);
                it.set_scroll_top(top);
            }
        });
    });
}

fn cell_at_cursor(scroller: NodeRef<html::Div>) -> Option<web_sys::HtmlElement> {
    let cell = scroller.get_untracked()?.query_selector("[tabindex='0']").ok().flatten()?;
    cell.dyn_into().ok()
}

/// Returns true if the focus is in the input of a cell.
fn is_typing() -> bool {
    document().active_element().is_some_and(|active| active.matches(".table-input").unwrap_or_default())
}

/// Moves the cursor to the item that is selected elsewhere, on the canvas or in the text.
fn follow_selection(table: Table) {
    Effect::new(move |_| {
        let selection = table.view_state().selection().get();
        let is_here = table.current_row().is_some_and(|row| selection.contains(&row.id));
        if !is_here && !selection.is_empty() {
            table.show_one_of(&selection);
        }
    });
}

/// Popups that the canvas shows over a card are shown in the table.
fn take_popups(table: Table) {
    Effect::new(move |_| match table.notices.popup().get() {
        Some(Popup::Rename(id)) => {
            table.notices.close_popup();
            table.show_one_of(&std::collections::BTreeSet::from([id]));
            table.edit_at(NAME);
        }
        Some(Popup::Find) => {
            table.notices.close_popup();
            search::focus_search();
        }
        _ => {}
    });
}

/// Restores the text typed for a shared value if the dialog was closed without an answer.
fn restore_declined(table: Table) {
    Effect::new(move |before: Option<usize>| {
        let count = table.notices.declined().get();
        if before.is_some_and(|before| before != count) {
            table.edit_again();
        }
        count
    });
}
