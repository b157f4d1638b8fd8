//! Keys of the table: arrows move the cursor and fold rows, and all other keys are those of the canvas.

use leptos::{ev, prelude::*};

use super::super::super::canvas::{canvas_key, press};
use super::state::{NAME, Table, TableMessage};
use limn_analysis::table::TableRow;
use limn_canvas::keys::{Command, VIEW};
use limn_canvas::{ScreenPoint, Tool};
use limn_language::edit::Edit;

impl Table {
    /// `spot`: where a menu opens that a key asks for.
    pub fn key(self, event: &ev::KeyboardEvent, spot: ScreenPoint) {
        // A connection is chosen by the same keys as on the canvas.
        let is_busy = self.gestures.tool().with_untracked(|tool| *tool != Tool::Idle);
        if is_busy {
            return self.send(event);
        }
        if self.walk(event) || self.act(event) {
            event.prevent_default();
            event.stop_propagation();
            return;
        }
        self.command(event, spot);
    }

    fn send(self, event: &ev::KeyboardEvent) {
        self.view_state().keymap().with_untracked(|keymap| canvas_key(self.gestures, keymap, event));
    }

    /// Moves the cursor; false if the key does not.
    fn walk(self, event: &ev::KeyboardEvent) -> bool {
        let primary = event.ctrl_key() || event.meta_key();
        if event.alt_key() {
            return false;
        }
        let Some(now) = self.cursor.get_untracked() else { return false };
        let column = self.cursor_column.get_untracked();
        let last = self.shown.with_untracked(|shown| shown.order.len()).saturating_sub(1);
        let page = self.page.get_value();
        let to = match (event.key().as_str(), primary) {
            ("ArrowDown", false) => (now + 1).min(last),
            ("ArrowUp", false) => now.saturating_sub(1),
            ("PageDown", false) => (now + page).min(last),
            ("PageUp", false) => now.saturating_sub(page),
            ("Home", true) => 0,
            ("End", true) => last,
            ("Home", false) => {
                self.go_to_column(NAME);
                return true;
            }
            ("End", false) => {
                self.go_to_column(self.last_column());
                return true;
            }
            ("ArrowRight", false) => {
                self.step_right(now, column);
                return true;
            }
            ("ArrowLeft", false) => {
                self.step_left(now, column);
                return true;
            }
            _ => return false,
        };
        if event.shift_key() {
            self.extend(to, column);
        } else {
            self.go(to, column);
        }
        true
    }

    /// Unfolds a row by its name, otherwise moves on.
    fn step_right(self, place: usize, column: usize) {
        let Some(row) = self.row_at(place) else { return };
        if column == NAME && row.has_children && !untrack(|| self.is_open(&row)) {
            self.set_open(&row, true);
        } else {
            self.go_to_column(column + 1);
        }
    }

    /// Moves back; by its name, folds a row, or moves to the row around it.
    fn step_left(self, place: usize, column: usize) {
        let Some(row) = self.row_at(place) else { return };
        if column > NAME {
            self.go_to_column(column - 1);
        } else if row.has_children && untrack(|| self.is_open(&row)) {
            self.set_open(&row, false);
        } else if let Some(above) =
            (0..place).rev().find(|place| self.row_at(*place).is_some_and(|above| above.level < row.level))
        {
            self.go(above, NAME);
        }
    }

    /// Edits, fills or selects; false if the key does not.
    fn act(self, event: &ev::KeyboardEvent) -> bool {
        let primary = event.ctrl_key() || event.meta_key();
        let column = self.cursor_column.get_untracked();
        match (event.key().as_str(), primary, event.alt_key()) {
            ("Enter", true, false) => self.fill_down(),
            ("Enter" | "F2", false, false) => self.edit_at(column),
            (" ", _, false) => {
                if let Some(place) = self.cursor.get_untracked() {
                    self.toggle(place, column);
                }
            }
            _ => return false,
        }
        true
    }

    /// Runs a command of the canvas, except those that move the view or nodes.
    fn command(self, event: &ev::KeyboardEvent, spot: ScreenPoint) {
        let command = self.view_state().keymap().with_untracked(|keymap| keymap.find(&press(event)));
        let Some(command) = command else { return };
        if let Some(row) = self.current_row().filter(|row| !row.is_item() && changes_items(command)) {
            event.prevent_default();
            event.stop_propagation();
            return self.change_entry(&row, command);
        }
        let is_view = limn_canvas::keys::binding(command).is_some_and(|binding| binding.group == VIEW);
        match command {
            Command::SelectAll => {
                event.prevent_default();
                event.stop_propagation();
                return self.select_all();
            }
            Command::Find => {
                event.prevent_default();
                event.stop_propagation();
                return super::search::focus_search();
            }
            Command::Table | Command::Keys => {}
            Command::SelectNext(_) | Command::Nudge(_) | Command::NudgeFar(_) => return,
            _ if is_view => return,
            Command::Escape | Command::Undo | Command::Redo | Command::Add => {}
            Command::Menu => {
                self.show_own_row();
                self.take_cursor();
            }
            _ => self.take_cursor(),
        }
        self.note.set(None);
        self.spot.set(spot);
        self.send(event);
    }

    /// On the row of a membership, Delete ends the membership. No other command changes the item here, but in its own row.
    fn change_entry(self, row: &TableRow, command: Command) {
        let name = self.name_of(&row.id);
        let note = match (&row.membership, command) {
            (Some((from, member)), Command::Remove) => {
                let text = format!("Removed `{}` from `{}`.", self.name_of(member), self.name_of(from));
                let edit = Edit::Detach { from: from.clone(), ids: vec![member.clone()] };
                match self.edits.try_edit(&edit) {
                    Ok(()) if self.asks_where() => return,
                    Ok(()) => {
                        if let Some(place) = self.cursor.get_untracked() {
                            self.go(place, self.cursor_column.get_untracked());
                        }
                        TableMessage::done(text)
                    }
                    Err(text) => TableMessage::refusal(text),
                }
            }
            (Some(_), _) => TableMessage::refusal(format!(
                "In this row, only Delete works: it removes the membership. To change `{name}`, use its own row."
            )),
            (None, _) => TableMessage::refusal(format!(
                "This row lists relationships. Use the row of `{name}` to change it."
            )),
        };
        self.note.set(Some(note));
    }

    /// Refuses to cut the row of a membership or of relationships, which would remove the item; false if the row is the item's own.
    pub fn refuses_cut(self) -> bool {
        let row = self.current_row().filter(|row| !row.is_item());
        if let Some(row) = &row {
            self.change_entry(row, Command::Cut);
        }
        row.is_some()
    }
}

/// Returns true if a command changes the selected items.
fn changes_items(command: Command) -> bool {
    matches!(
        command,
        Command::Rename
            | Command::Note
            | Command::Remove
            | Command::RemoveAndReconnect
            | Command::Duplicate
            | Command::Cut
            | Command::Connect
            | Command::Memberships
            | Command::Group
            | Command::Pin
            | Command::Align(_)
            | Command::Distribute(_)
    )
}
