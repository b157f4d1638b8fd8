//! Outline of the active file in the command palette: its symbols as a tree, and those that contain the letters of a query, then those of other files.

use std::sync::OnceLock;

use leptos::prelude::*;

use super::super::session::{documents, navigation};
use super::commands::{CommandItem, line};
use limn_files::FilePath;
use limn_ide::symbols::{Symbol, is_similar, role_of};
use limn_text::visible;

/// First character of a query of symbols.
pub(super) const OUTLINE: &str = "@";
/// Maximum number of symbols shown.
const MAX_SHOWN: usize = 500;
/// Shown between what a symbol is and where it is.
const DOT: &str = " · ";

/// Details of a symbol that are shown with its name.
#[derive(Clone)]
pub(super) struct SymbolLine {
    /// The class of its color.
    pub(super) role: &'static str,
    pub(super) depth: usize,
    /// The symbol around it, shown where that one is not.
    around: String,
}

fn joined(parts: [&str; 2]) -> String {
    let parts: Vec<_> = parts.into_iter().filter(|part| !part.is_empty()).map(visible).collect();
    parts.join(DOT)
}

/// The symbols of the active file, listed when they are needed first.
pub(super) struct Outline {
    lines: OnceLock<Vec<CommandItem>>,
    /// The dialog: what the lines run lives as long.
    owner: Option<Owner>,
}

impl Default for Outline {
    fn default() -> Outline {
        Outline { lines: OnceLock::new(), owner: Owner::current() }
    }
}

impl Outline {
    pub(super) fn matching(&self, query: &str) -> Vec<CommandItem> {
        fn owned<T>(owner: Option<&Owner>, make: impl FnOnce() -> T) -> T {
            match owner {
                Some(owner) => owner.with(make),
                None => make(),
            }
        }
        let owner = self.owner.as_ref();
        let mut found = matching(self.lines.get_or_init(|| owned(owner, lines)), query);
        if !query.trim().is_empty() {
            found.extend(owned(owner, || in_other_files(query.trim())));
            found.truncate(MAX_SHOWN);
        }
        found
    }
}

/// The symbols of the active file in the order of the text; of a file with several documents, those of each below its name.
fn lines() -> Vec<CommandItem> {
    let documents = documents();
    let Some(file) = documents.active_file().get_untracked() else { return Vec::new() };
    let known = documents.known().get_untracked();
    let all = known.analysis.documents(&file);
    let mut lines = Vec::new();
    for checked in all {
        let name = match all.len() {
            1 => String::new(),
            _ => format!("document {}", checked.nth() + 1),
        };
        append(&checked.symbols(), &file, &name, 0, &mut lines);
    }
    lines
}

/// The names in other files that contain the letters of a query, with their files.
fn in_other_files(query: &str) -> Vec<CommandItem> {
    let (documents, navigation) = (documents(), navigation());
    let active_file = documents.active_file().get_untracked();
    let known = documents.known().get_untracked();
    let others = known.analysis.search_symbols(query).filter(|(file, _)| Some(*file) != active_file.as_ref());
    let mut found: Vec<_> = others.collect();
    let query = query.to_lowercase();
    found.sort_by_key(|(_, (name, ..))| match_rank(name, &query));
    found
        .into_iter()
        .take(MAX_SHOWN)
        .map(|(file, (name, kind, around, range))| {
            let target = file.clone();
            let hint = joined([kind, around.as_deref().unwrap_or_default()]);
            CommandItem {
                hint: joined([&hint, file.as_str()]),
                symbol: Some(SymbolLine { role: role_of(kind).word(), depth: 0, around: String::new() }),
                ..line(visible(&name), "", move || navigation.go_to_symbol(&target, range))
            }
        })
        .collect()
}

/// Order of a found symbol: first those that start with the query, then those that contain it, then those with its letters in their order.
fn match_rank(name: &str, query: &str) -> usize {
    name.to_lowercase().find(query).map_or(2, |at| at.min(1))
}

fn append(symbols: &[Symbol], file: &FilePath, around: &str, depth: usize, into: &mut Vec<CommandItem>) {
    let navigation = navigation();
    for symbol in symbols {
        let (file_path, key) = (file.clone(), symbol.key);
        let role = symbol.kind.map_or("section", |kind| role_of(kind).word());
        into.push(CommandItem {
            hint: joined([symbol.kind.unwrap_or_default(), &symbol.detail]),
            symbol: Some(SymbolLine { role, depth, around: around.to_owned() }),
            ..line(visible(&symbol.name), "", move || navigation.go_to_symbol(&file_path, key))
        });
        append(&symbol.children, file, &symbol.name, depth + 1, into);
    }
}

/// The symbols whose name contains the letters of a query in their order: first those that start with it, then those that contain it.
fn matching(all: &[CommandItem], query: &str) -> Vec<CommandItem> {
    let query = query.trim().to_lowercase();
    if query.is_empty() {
        return all.iter().take(MAX_SHOWN).cloned().collect();
    }
    let mut found: Vec<&CommandItem> = all.iter().filter(|line| is_similar(&line.label, &query)).collect();
    found.sort_by_key(|line| match_rank(&line.label, &query));
    let flat = |line: &CommandItem| {
        let mut line = line.clone();
        if let Some(symbol) = &mut line.symbol {
            symbol.depth = 0;
            line.hint = joined([&line.hint, &symbol.around]);
        }
        line
    };
    found.into_iter().take(MAX_SHOWN).map(flat).collect()
}
