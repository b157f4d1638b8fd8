//! State of the table: rows, columns, filter, folds, and the cell with the cursor.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use leptos::prelude::*;

use super::super::super::pane_focus::focus_canvas;
use super::super::super::session::{
    Documents, Edits, Gestures, Navigation, Notices, ViewState, documents, edits, gestures, navigation,
    notices, positions, view_state,
};
use super::problems::problems;
use super::search::focus_search;
use limn_analysis::table::{Cell, Column, Filter, TableRow, rows, shown};
use limn_canvas::ScreenPoint;
use limn_canvas::keys::Command;
use limn_files::FilePath;
use limn_language::graph::Id;

/// The columns before those of properties.
pub const NAME: usize = 0;
pub const PROPERTIES: usize = 2;

/// Columns that are shown at first, of those without any value, and of all.
const MAX_EMPTY_COLUMNS: usize = 8;
const MAX_COLUMNS: usize = 20;

/// All rows, and where each is.
#[derive(Debug, Default, PartialEq)]
pub struct Rows {
    pub all: Vec<TableRow>,
    by_key: HashMap<String, usize>,
}

impl Rows {
    pub fn get(&self, key: &str) -> Option<&TableRow> {
        self.all.get(*self.by_key.get(key)?)
    }
}

/// The rows that are shown, from top to bottom: the position of each in [`Rows::all`], and whether the filter matches it.
#[derive(Debug, Default, PartialEq)]
pub struct ShownRows {
    pub order: Vec<(usize, bool)>,
    places: HashMap<usize, usize>,
}

/// Columns in an order that edits do not change, for one file and filter.
#[derive(Clone, Debug, Default, PartialEq)]
struct Columns {
    of: (Option<FilePath>, Filter),
    all: Vec<Column>,
    /// The number that is shown at first.
    few: usize,
}

/// A cell that is edited.
#[derive(Clone, Debug, PartialEq)]
pub struct Editing {
    pub key: String,
    pub column: usize,
    /// The text that the input starts with, instead of the value.
    pub draft: Option<String>,
    /// Reason why the text of the input was refused.
    pub refusal: Option<String>,
}

/// A message below the table.
#[derive(Clone, Debug, PartialEq)]
pub struct TableMessage {
    pub text: String,
    pub is_error: bool,
    /// The values that were filled: the message says how many of them have a problem, once they are checked.
    pub places: Vec<Id>,
}

impl TableMessage {
    pub fn refusal(text: String) -> TableMessage {
        TableMessage { text, is_error: true, places: Vec::new() }
    }

    pub fn done(text: String) -> TableMessage {
        TableMessage { text, is_error: false, places: Vec::new() }
    }
}

#[derive(Clone, Copy)]
pub struct Table {
    /// Large handles, so that a copy of the table is small.
    stores: StoredValue<(Documents, ViewState)>,
    pub gestures: Gestures,
    pub navigation: Navigation,
    pub edits: Edits,
    pub notices: Notices,
    pub rows: Memo<Arc<Rows>>,
    pub shown: Memo<Arc<ShownRows>>,
    all_columns: Memo<Columns>,
    pub columns: Memo<Vec<Column>>,
    pub filter: RwSignal<Filter>,
    /// True if all columns are shown.
    pub widened: RwSignal<bool>,
    /// Keys of the rows that are folded or unfolded unlike at first.
    turned: RwSignal<BTreeSet<String>>,
    /// Key of the row and number of the column with the cursor.
    pub at: RwSignal<(String, usize)>,
    /// The column with the cursor, of those there are.
    pub cursor_column: Memo<usize>,
    /// The place of the row with the cursor among those shown.
    pub cursor: Memo<Option<usize>>,
    /// The row from which Shift selects.
    pub anchor: StoredValue<Option<String>>,
    pub editing: RwSignal<Option<Editing>>,
    /// The cell whose value is shared, while a dialog asks where to change it.
    pub shared_edit: StoredValue<Option<Editing>>,
    pub note: RwSignal<Option<TableMessage>>,
    /// Messages of errors and warnings of the active file, by the place that each is about.
    pub problems: Memo<BTreeMap<Id, String>>,
    /// Position of menus.
    pub spot: RwSignal<ScreenPoint>,
    /// True if the focus is in the rows.
    pub focused: StoredValue<bool>,
    /// Rows of a page.
    pub page: StoredValue<usize>,
}

impl Table {
    pub fn new() -> Table {
        let (documents, positions) = (documents(), positions());
        // That of the current text, so that an edit after an edit finds its row.
        let graph =
            Memo::new(move |_| positions.next_view_model().with(|drawn| Arc::clone(drawn.complete())));
        let rows = Memo::new(move |_| {
            let all = graph.with(|graph| rows(graph));
            let by_key = all.iter().enumerate().map(|(at, row)| (row.key.clone(), at)).collect();
            Arc::new(Rows { all, by_key })
        });
        let filter = RwSignal::new(Filter::default());
        let turned = RwSignal::new(BTreeSet::<String>::new());
        let shown = Memo::new(move |_| {
            let order = rows.with(|rows| {
                let is_open =
                    |row: &TableRow| turned.with(|turned| row.opens_at_first != turned.contains(&row.key));
                filter.with(|filter| shown(&rows.all, filter, is_open))
            });
            let places = order.iter().enumerate().map(|(place, (at, _))| (*at, place)).collect();
            Arc::new(ShownRows { order, places })
        });
        let all_columns =
            Memo::new(move |before: Option<&Columns>| columns(documents, &rows.get(), filter.get(), before));
        let widened = RwSignal::new(false);
        let columns = Memo::new(move |_| {
            all_columns.with(|all| {
                let count = if widened.get() { all.all.len() } else { all.few };
                all.all.iter().take(count).cloned().collect()
            })
        });
        let at = RwSignal::new((String::new(), NAME));
        let cursor_column =
            Memo::new(move |_| at.with(|(_, at)| *at).min(columns.with(Vec::len) + PROPERTIES - 1));
        let cursor = Memo::new(move |before: Option<&Option<usize>>| {
            let found = at.with(|(key, _)| rows.with(|rows| rows.by_key.get(key).copied()));
            shown.with(|shown| {
                let place = found.and_then(|at| shown.places.get(&at).copied());
                let near = || {
                    before
                        .copied()
                        .flatten()
                        .unwrap_or_default()
                        .min(shown.order.len().checked_sub(1)?)
                        .into()
                };
                place.or_else(near)
            })
        });
        Table {
            stores: StoredValue::new((documents, view_state())),
            gestures: gestures(),
            navigation: navigation(),
            edits: edits(),
            notices: notices(),
            rows,
            shown,
            all_columns,
            columns,
            filter,
            widened,
            turned,
            at,
            cursor_column,
            cursor,
            anchor: StoredValue::new(None),
            editing: RwSignal::new(None),
            shared_edit: StoredValue::new(None),
            note: RwSignal::new(None),
            problems: Memo::new(move |_| problems(documents)),
            spot: RwSignal::new(ScreenPoint::default()),
            focused: StoredValue::new(false),
            page: StoredValue::new(20),
        }
    }

    pub fn documents(self) -> Documents {
        self.stores.with_value(|(documents, _)| *documents)
    }

    pub fn view_state(self) -> ViewState {
        self.stores.with_value(|(_, view_state)| *view_state)
    }

    // --- Rows and columns ------------------------------------------------------------------------------------------------------

    pub fn row_at(self, place: usize) -> Option<TableRow> {
        let at = self.shown.with_untracked(|shown| shown.order.get(place).copied())?.0;
        self.rows.with_untracked(|rows| rows.all.get(at).cloned())
    }

    /// The row with the cursor.
    pub fn current_row(self) -> Option<TableRow> {
        self.row_at(self.cursor.get_untracked()?)
    }

    /// Place among the shown rows, and whether the filter matches.
    pub fn place(self, key: &str) -> Option<(usize, bool)> {
        let at = self.rows.with(|rows| rows.by_key.get(key).copied())?;
        self.shown.with(|shown| {
            let place = *shown.places.get(&at)?;
            Some((place, shown.order[place].1))
        })
    }

    /// A column of properties.
    pub fn column(self, column: usize) -> Option<Column> {
        self.columns.with_untracked(|columns| columns.get(column.checked_sub(PROPERTIES)?).cloned())
    }

    pub fn last_column(self) -> usize {
        self.columns.with_untracked(Vec::len) + PROPERTIES - 1
    }

    /// The number of columns, and that of those shown at first.
    pub fn column_counts(self) -> (usize, usize) {
        self.all_columns.with(|columns| (columns.all.len(), columns.few))
    }

    pub fn cells(self, row: &TableRow) -> Vec<Option<Cell>> {
        let checked = self.documents().checked().get();
        match checked.filter(|_| row.kind.has_properties()) {
            Some(checked) => self.columns.with(|columns| checked.0.cells(&row.id, columns)),
            None => Vec::new(),
        }
    }

    // --- Folds and filter --------------------------------------------------------------------------------------------------------

    pub fn is_open(self, row: &TableRow) -> bool {
        self.turned.with(|turned| row.opens_at_first != turned.contains(&row.key))
    }

    pub fn set_open(self, row: &TableRow, open: bool) {
        if row.has_children {
            self.turned.update(|turned| {
                if open == row.opens_at_first {
                    turned.remove(&row.key);
                } else {
                    turned.insert(row.key.clone());
                }
            });
        }
    }

    /// Searches for something else: rows that were kept for an edit go if they don't match.
    pub fn search(self, change: impl FnOnce(&mut Filter)) {
        self.filter.update(|filter| {
            change(filter);
            filter.kept.clear();
        });
    }

    pub fn clear_filter(self) {
        self.filter.set(Filter::default());
        focus_search();
    }

    // --- Cursor and selection ----------------------------------------------------------------------------------------------------

    /// Moves the cursor to a row and selects its item.
    pub fn go(self, place: usize, column: usize) {
        if let Some(row) = self.row_at(place) {
            self.at.set((row.key.clone(), column));
            self.anchor.set_value(Some(row.key.clone()));
            self.note.set(None);
            self.navigation.select(BTreeSet::from([row.id]));
        }
    }

    /// Moves the cursor to another column of its row. A cursor that is there already wakes nobody: it would take the focus.
    pub fn go_to_column(self, column: usize) {
        if let Some(row) = self.current_row() {
            let to = (row.key, column.min(self.last_column()));
            if self.at.with_untracked(|at| *at != to) {
                self.at.set(to);
            }
        }
    }

    /// Moves the cursor to a row, and selects the items from the anchor to it.
    pub fn extend(self, place: usize, column: usize) {
        let from = self.anchor.get_value().and_then(|key| untrack(|| self.place(&key)));
        let from = from.map(|(place, _)| place).or(self.cursor.get_untracked()).unwrap_or(place);
        let ids = (from.min(place)..=from.max(place)).filter_map(|place| self.row_at(place));
        let ids = ids.filter(|row| row.kind.has_properties()).map(|row| row.id).collect();
        if let Some(row) = self.row_at(place) {
            self.at.set((row.key, column));
            self.navigation.select(ids);
        }
    }

    /// Adds the item of a row to the selection, or removes it.
    pub fn toggle(self, place: usize, column: usize) {
        if let Some(row) = self.row_at(place) {
            let mut ids = self.view_state().selection().get_untracked();
            if !ids.remove(&row.id) {
                ids.insert(row.id.clone());
            }
            self.anchor.set_value(Some(row.key.clone()));
            self.at.set((row.key, column));
            self.navigation.select(ids);
        }
    }

    /// Selects the items of all rows with properties that the filter matches.
    pub fn select_all(self) {
        let ids = self.rows.with_untracked(|rows| {
            self.shown.with_untracked(|shown| {
                let rows = shown.order.iter().filter(|(_, matches)| *matches).map(|(at, _)| &rows.all[*at]);
                rows.filter(|row| row.kind.has_properties())
                    .map(|row| row.id.clone())
                    .collect::<BTreeSet<Id>>()
            })
        });
        self.notices.announce(format!("{} items selected", ids.len()));
        self.navigation.select(ids);
    }

    /// The items of the selected rows, from top to bottom.
    pub fn selected_items(self) -> Vec<Id> {
        let mut ids = self.view_state().selection().get();
        self.rows.with(|rows| {
            self.shown.with(|shown| {
                let rows = shown.order.iter().map(|(at, _)| &rows.all[*at]);
                rows.filter(|row| row.kind.has_properties() && ids.remove(&row.id))
                    .map(|row| row.id.clone())
                    .collect()
            })
        })
    }

    /// Moves the cursor to the first row of one of these items, and unfolds what it is in.
    pub fn show_one_of(self, ids: &BTreeSet<Id>) {
        let rows = self.rows.get_untracked();
        let first = |row: &&TableRow| ids.contains(&row.id);
        let item = rows.all.iter().filter(|row| row.kind.has_properties()).find(first);
        let Some(row) = item.or_else(|| rows.all.iter().find(first)) else { return };
        let mut around = row.parent;
        while let Some(at) = around {
            self.set_open(&rows.all[at], true);
            around = rows.all[at].parent;
        }
        let column = self.cursor_column.get_untracked();
        self.anchor.set_value(Some(row.key.clone()));
        self.at.set((row.key.clone(), column));
    }

    /// Moves the cursor from the row of a membership or of relationships to the item's own row, which commands act on.
    pub fn show_own_row(self) {
        if let Some(row) = self.current_row().filter(|row| !row.is_item()) {
            self.show_one_of(&BTreeSet::from([row.id]));
        }
    }

    /// Selects the row with the cursor unless it is selected, so that a command acts on it.
    pub fn take_cursor(self) {
        if let Some(row) = self.current_row()
            && self.view_state().selection().with_untracked(|ids| !ids.contains(&row.id))
        {
            self.navigation.select(BTreeSet::from([row.id]));
        }
    }

    // --- Commands ----------------------------------------------------------------------------------------------------------------

    pub fn add(self) {
        self.gestures.command(Command::Add);
    }

    pub fn open_menu(self, spot: ScreenPoint) {
        self.spot.set(spot);
        self.show_own_row();
        self.take_cursor();
        self.gestures.command(Command::Menu);
    }

    /// Ends editing, and gives the focus back to the cell.
    pub fn end_edit(self) {
        self.focused.set_value(true);
        self.editing.set(None);
        self.edits.drafting(None);
        queue_microtask(move || {
            if self.editing.try_with_untracked(Option::is_none) == Some(true) {
                focus_canvas();
            }
        });
    }
}

/// Columns of the rows that the filter matches. As long as file and filter stay, so does the order: a value that is written moves no column.
fn columns(documents: Documents, rows: &Rows, filter: Filter, before: Option<&Columns>) -> Columns {
    let of = (documents.active_file().get(), Filter { kept: BTreeSet::new(), ..filter.clone() });
    let Some(checked) = documents.checked().get() else { return Columns { of, ..Columns::default() } };
    // All rows of the filter, folded or not.
    let items: Vec<(Id, String)> = shown(&rows.all, &filter, |_| true)
        .into_iter()
        .filter(|(at, matches)| *matches && rows.all[*at].kind.has_properties())
        .map(|(at, _)| (rows.all[at].id.clone(), rows.all[at].caption.clone()))
        .collect();
    let mut all = checked.0.columns(&items);
    let written = all.iter().filter(|column| column.written > 0 && !column.repeats_type).count();
    let mut few = written.clamp(MAX_EMPTY_COLUMNS, MAX_COLUMNS).min(all.len());
    if let Some(before) = before.filter(|before| before.of == of) {
        let places: HashMap<_, _> =
            before.all.iter().enumerate().map(|(at, column)| (&column.path, at)).collect();
        all.sort_by_key(|column| places.get(&column.path).copied().unwrap_or(usize::MAX));
        few = before.few.max(MAX_EMPTY_COLUMNS).min(all.len());
    }
    // A changed count is not a reason to draw all rows again.
    for column in &mut all {
        column.written = 0;
    }
    Columns { of, all, few }
}
