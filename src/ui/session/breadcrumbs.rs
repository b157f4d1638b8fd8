//! Breadcrumbs: the store of the nodes by which the shown descriptor was reached, and the ways back.

use std::collections::BTreeSet;

use leptos::prelude::*;

use super::super::pane_focus::focus_canvas;
use super::state::State;
use super::{DIAGRAM, Navigation};
use limn_files::FilePath;
use limn_language::graph::Id;

/// Number of steps that are remembered.
const MAX_STEPS: usize = 12;

/// A descriptor that was left by opening that of one of its nodes.
#[derive(Clone, Debug, PartialEq)]
pub struct BreadcrumbItem {
    pub file: FilePath,
    /// The index of the document in the file.
    pub document: usize,
    /// The name of the descriptor.
    pub name: String,
    /// The node, and its name.
    pub node: Id,
    pub node_name: String,
}

/// The steps to a descriptor, the first one first.
#[derive(Clone, Debug, Default, PartialEq)]
struct Steps {
    breadcrumbs: Vec<BreadcrumbItem>,
    /// The file at the end of the steps.
    to: Option<FilePath>,
}

/// The steps to the descriptor that was opened last from a node.
#[derive(Clone, Copy)]
pub struct BreadcrumbState(State<Steps>);

impl BreadcrumbState {
    pub(super) fn new() -> BreadcrumbState {
        BreadcrumbState(State::new(Steps::default()))
    }
}

impl Navigation {
    /// The steps to the active file, if it was opened from a node of another file that is still open. Reactive.
    pub fn breadcrumbs(self) -> Vec<BreadcrumbItem> {
        let active_file = self.0.documents.active_file().get();
        let is_open =
            |file: &FilePath| self.0.documents.known().with(|known| known.analysis.file(file).is_some());
        self.0.breadcrumbs.0.read().with(|steps| {
            if active_file.is_none() || steps.to != active_file {
                return Vec::new();
            }
            // Steps before a file that was closed or renamed cannot be taken back.
            let closed = steps
                .breadcrumbs
                .iter()
                .rposition(|breadcrumb| !is_open(&breadcrumb.file))
                .map_or(0, |at| at + 1);
            steps.breadcrumbs[closed..].to_vec()
        })
    }

    /// Opens the descriptor of a node of the active file. `show` activates it.
    pub(super) fn drill_down(self, node: &Id, show: impl FnOnce()) {
        let before = untrack(|| self.breadcrumbs());
        let here = self.0.documents.active_file().get_untracked();
        let document = self.0.documents.shown_document();
        let name = self.0.documents.checked().with_untracked(|checked| {
            let graph = checked.as_ref()?.0.graph();
            graph.frame.as_ref().map(|frame| frame.label.clone()).filter(|label| !label.is_empty())
        });
        let node_name =
            self.0.positions.base_scene().with_untracked(|scene| scene.name(node).map(str::to_owned));
        show();
        let to = self.0.documents.active_file().get_untracked();
        let Some(file) = here.filter(|here| to.as_ref() != Some(here)) else { return };
        let name = name.unwrap_or_else(|| file.name().to_owned());
        let node_name = node_name.unwrap_or_else(|| node.0.last_key().unwrap_or_default().to_owned());
        let mut breadcrumbs = before;
        breadcrumbs.push(BreadcrumbItem { file, document, name, node: node.clone(), node_name });
        let surplus = breadcrumbs.len().saturating_sub(MAX_STEPS);
        breadcrumbs.drain(..surplus);
        self.0.breadcrumbs.0.set(Steps { breadcrumbs, to });
    }

    /// Goes back to a descriptor of the breadcrumbs, to the node by which it was left.
    pub fn go_up_to(self, at: usize) {
        let mut breadcrumbs = untrack(|| self.breadcrumbs());
        if at >= breadcrumbs.len() {
            return;
        }
        breadcrumbs.truncate(at + 1);
        let Some(breadcrumb) = breadcrumbs.pop() else { return };
        self.show_document(&breadcrumb.file, breadcrumb.document);
        self.0.breadcrumbs.0.set(Steps { breadcrumbs, to: Some(breadcrumb.file) });
        self.show_view(DIAGRAM);
        let is_there = self.0.documents.checked().with_untracked(|checked| {
            checked.as_ref().is_some_and(|checked| checked.0.range_of(&breadcrumb.node).is_some())
        });
        if is_there {
            self.reveal(&breadcrumb.node);
        } else {
            self.select(BTreeSet::new());
        }
        self.0.notices.announce(format!("back in {}", breadcrumb.name));
        focus_canvas();
    }

    /// Goes back to the descriptor from which this one was opened.
    pub(super) fn go_up(self) {
        match untrack(|| self.breadcrumbs()).len() {
            0 => self.0.notices.show_warning("this descriptor was not opened from a node of another one"),
            count => self.go_up_to(count - 1),
        }
    }
}
