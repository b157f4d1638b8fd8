//! Keys of the file tree and of its search field.

use leptos::{ev, prelude::*};

use super::rows::{Row, TreeRowKind};
use super::{SHOWN, Tree};

impl Tree {
    pub(super) fn key(self, event: &ev::KeyboardEvent) {
        if event.ctrl_key() || event.meta_key() || event.alt_key() {
            return;
        }
        let key = event.key();
        let used = self.rows.with_untracked(|rows| {
            let rows = &rows[..rows.len().min(SHOWN)];
            let chosen = self.chosen.get_untracked();
            let now = rows.iter().position(|row| row.path == chosen);
            self.walk(&key, rows, now)
        });
        if used {
            event.prevent_default();
            event.stop_propagation();
        }
    }

    /// Handles a navigation key; false if the key has no meaning here.
    fn walk(self, key: &str, rows: &[Row], now: Option<usize>) -> bool {
        let go = |to: Option<usize>| {
            if let Some(row) = to.and_then(|to| rows.get(to)) {
                self.chosen.set(row.path.clone());
            }
        };
        let row = now.and_then(|now| rows.get(now));
        let open = row.map(|row| &row.kind);
        match key {
            "ArrowDown" => go(Some(now.map_or(0, |now| now + 1))),
            "ArrowUp" => go(now.map_or(Some(0), |now| now.checked_sub(1))),
            "Home" => go(Some(0)),
            "End" => go(rows.len().checked_sub(1)),
            "ArrowRight" => match (row, open) {
                (Some(row), Some(TreeRowKind::Folder { open: false })) => self.turn(row),
                (_, Some(TreeRowKind::Folder { open: true })) => go(now.map(|now| now + 1)),
                _ => {}
            },
            "ArrowLeft" => match (row, open) {
                (Some(row), Some(TreeRowKind::Folder { open: true })) => self.turn(row),
                (Some(row), _) => {
                    let above = |other: &Row| other.depth + 1 == row.depth;
                    go(now.and_then(|now| rows[..now].iter().rposition(above)));
                }
                _ => {}
            },
            "Enter" | " " => match row {
                Some(row) => self.take(row),
                None => return false,
            },
            "F2" => match row {
                Some(row) => self.rename(row),
                None => return false,
            },
            "Delete" => match row {
                Some(row) => self.remove(row),
                None => return false,
            },
            letter if letter.chars().count() == 1 => {
                let letter = letter.to_lowercase();
                let starts = |row: &Row| row.name.to_lowercase().starts_with(&letter);
                let after = now.map_or(0, |now| now + 1);
                let found = rows[after.min(rows.len())..].iter().position(starts).map(|at| at + after);
                go(found.or_else(|| rows.iter().position(starts)));
            }
            _ => return false,
        }
        true
    }

    /// Enter opens the first match, the down arrow moves to the list.
    pub(super) fn key_in_search(self, event: &ev::KeyboardEvent) {
        match event.key().as_str() {
            "Enter" => {
                let first = self.rows.with_untracked(|rows| {
                    rows.iter().find(|row| matches!(row.kind, TreeRowKind::File(_))).cloned()
                });
                if let Some(first) = first {
                    self.take(&first);
                }
            }
            "ArrowDown" => {
                let first = self.rows.with_untracked(|rows| rows.first().map(|row| row.path.clone()));
                self.chosen.set(first.unwrap_or_default());
                let list = document().query_selector("[role=tree]").ok().flatten();
                if let Some(list) =
                    list.and_then(|list| wasm_bindgen::JsCast::dyn_into::<web_sys::HtmlElement>(list).ok())
                {
                    drop(list.focus());
                }
            }
            _ => return,
        }
        event.prevent_default();
        event.stop_propagation();
    }
}
