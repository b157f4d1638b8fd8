//! Edits of shared values: values that an anchor, an alias or a merge key makes common to several places.
//!
//! A change of such a value is planned for one place or for all. For one place, the value is first separated from the others, which changes no
//! value; then the edit is planned on the result as usual. An entry that `<<` adds is overridden in its own mapping, without a choice.

use std::cell::LazyCell;
use std::collections::{BTreeMap, BTreeSet};

use super::change::Change;
use super::verify::lost_comment;
use super::{Analysis, Checked};
use limn_files::FilePath;
use limn_language::dialect::{Model, Plan};
use limn_language::edit::{Edit, EditError, SharedValue};
use limn_language::graph::Id;
use limn_text::TextEdit;
use limn_yaml::{self as yaml, EditScope, Op, PatchError, Path, SharedBy};

/// Maximum number of separations before an edit: one for each step of a path.
const MAX_SEPARATIONS: usize = 100;

/// The next step of an edit.
enum Next {
    /// Separates values, so that the edit can be planned again.
    Separate(TextEdit),
    Apply(TextEdit, Option<Id>),
}

/// A place that an edit changes. `inside`: it changes the content of the value, not the value as a whole.
struct Target {
    path: Path,
    inside: bool,
}

impl Analysis {
    /// Plans an edit by the language, with the scope that its shared values are changed in.
    pub(super) fn plan_in_scope(
        &self,
        file: &FilePath,
        edit: &Edit,
        scope: Option<EditScope>,
    ) -> Result<Change, EditError> {
        let text = self.checked(file)?.text();
        let used_elsewhere = LazyCell::new(|| self.used_elsewhere(file));
        let is_kept = |path: &Path| {
            // The name of a declaration can be a value in it.
            let is_used = || used_elsewhere.iter().any(|used| used.starts_with(path));
            matches!(edit, Edit::Inline { .. }) && is_used()
        };
        let mut whole = TextEdit::default();
        let mut separated = None::<Analysis>;
        for _ in 0..MAX_SEPARATIONS {
            let now = separated.as_ref().unwrap_or(self).checked(file)?;
            let next = match now.next(edit, scope, &is_kept)? {
                Next::Separate(next) => next,
                Next::Apply(last, focus) => {
                    let all = whole.then(text, &last);
                    if matches!(edit, Edit::Inline { .. }) {
                        self.checked(file)?.refuse_lost_comment(&all)?;
                    }
                    let edits = BTreeMap::from([(file.clone(), all)]);
                    let edits = edits.into_iter().filter(|(_, edit)| !edit.is_empty()).collect();
                    return Ok(Change { edits, focus });
                }
            };
            whole = whole.then(text, &next);
            separated = Some(self.with_edits(&BTreeMap::from([(file.clone(), whole.clone())])));
        }
        Err(EditError::Refused("the value is shared in too many ways: edit the text".to_owned()))
    }

    /// The paths in a file that other files refer to.
    fn used_elsewhere(&self, file: &FilePath) -> BTreeSet<Path> {
        let others = self.all_documents().filter(|other| self.is_seen_by_others(file) && other.file != *file);
        let models = others.filter_map(|other| other.model());
        let references = models.flat_map(Model::external_references);
        references.filter(|reference| reference.file == *file).map(|reference| reference.path).collect()
    }
}

impl Checked {
    /// A value takes the place of what is written at its reference, but never of a comment there.
    fn refuse_lost_comment(&self, edit: &TextEdit) -> Result<(), EditError> {
        let after = self.document.after(edit);
        match lost_comment(&self.document, &after) {
            Some(comment) => {
                Err(EditError::Refused(format!("the comment `{comment}` would be lost: edit the text")))
            }
            None => Ok(()),
        }
    }

    /// `is_kept`: whether a declaration stays, since other files refer to it.
    fn next(
        &self,
        edit: &Edit,
        scope: Option<EditScope>,
        is_kept: &dyn Fn(&Path) -> bool,
    ) -> Result<Next, EditError> {
        let document = &self.document;
        let model = self.model_or_refuse()?;
        let place = place_of(edit);
        if let Some(target) = &place {
            self.refuse_inherited(edit, &target.path)?;
            if document
                .sharing(&target.path, target.inside)
                .is_some_and(|sharing| sharing.by == SharedBy::Merge)
                && let Some(edit) = yaml::separate(document, &target.path, target.inside, EditScope::Here)?
            {
                return Ok(Next::Separate(edit));
            }
        }
        let plan = match model.plan(edit) {
            Err(EditError::Patch(PatchError::Shared { path, .. })) => Err(Target { path, inside: true }),
            plan => Ok(plan?),
        };
        let without_kept = |plan: Plan| {
            let stays = |op: &Op| matches!(op, Op::Remove { at, .. } if is_kept(at));
            Plan { ops: plan.ops.into_iter().filter(|op| !stays(op)).collect(), ..plan }
        };
        let plan = plan.map(without_kept);
        let (targets, plan) = match plan {
            Ok(plan) => (targets(&plan.ops), Some(plan)),
            Err(target) => (vec![target], None),
        };
        if scope == Some(EditScope::Everywhere)
            && let Some(target) = &place
            && let Some(edit) = yaml::separate(document, &target.path, target.inside, EditScope::Everywhere)?
        {
            return Ok(Next::Separate(edit));
        }
        for Target { path, inside } in targets {
            if scope.is_none() {
                self.ask(&path, plan.is_none())?;
            }
            let scope = scope.unwrap_or(EditScope::Here);
            if let Some(edit) = yaml::separate(document, &path, inside, scope)? {
                return Ok(Next::Separate(edit));
            }
        }
        let plan = match plan {
            Some(plan) => plan,
            // The language cannot plan it where it is shared.
            None => without_kept(model.plan(edit)?),
        };
        let ops = match scope {
            Some(EditScope::Everywhere) => document.ops_where_written(&plan.ops),
            _ => plan.ops,
        };
        Ok(Next::Apply(yaml::patch_keeping_anchors(document, &ops)?, plan.focus))
    }

    /// The error that asks for the scope, if the value at a path is shared by an anchor. `only_here`: the language can plan it for one place only.
    fn ask(&self, path: &Path, only_here: bool) -> Result<(), EditError> {
        let Some(sharing) = self.document.sharing(path, true) else { return Ok(()) };
        let (SharedBy::Alias | SharedBy::Anchor, Some(anchor)) = (sharing.by, sharing.anchor) else {
            return Ok(());
        };
        let aliases = sharing.aliases().into_iter().map(yaml::Node::path);
        let places = std::iter::once(sharing.node.resolve().path()).chain(aliases).collect();
        let value = SharedValue { path: path.clone(), anchor: anchor.to_owned(), places, only_here };
        Err(EditError::Shared(Box::new(value)))
    }

    /// An entry that `<<` adds cannot be removed from the mapping that merges it.
    fn refuse_inherited(&self, edit: &Edit, path: &Path) -> Result<(), EditError> {
        if !matches!(edit, Edit::Unset { .. }) || self.document.get(path).is_some() {
            return Ok(());
        }
        let Some(sharing) = self.document.sharing(path, true).filter(|sharing| sharing.by == SharedBy::Merge)
        else {
            return Ok(());
        };
        let name = path.last_key().unwrap_or_default();
        let from = sharing.anchor.map_or_else(|| "`<<`".to_owned(), |anchor| format!("`&{anchor}`"));
        let is_direct = sharing.node.path() == path.parent().unwrap_or_default();
        if !is_direct {
            return Ok(());
        }
        Err(EditError::Refused(format!(
            "`{name}` is inherited by merge from {from}: set another value, or remove it there"
        )))
    }

    pub(super) fn model_or_refuse(&self) -> Result<&dyn Model, EditError> {
        let refused =
            || EditError::Refused("Limn can't draw this file: the language isn't recognized".to_owned());
        self.model().ok_or_else(refused)
    }
}

/// The place that the edit of a form changes.
fn place_of(edit: &Edit) -> Option<Target> {
    match edit {
        Edit::Set { of, key, .. } => Some(Target { path: of.0.join(key), inside: false }),
        Edit::Unset { of, key } => Some(Target { path: of.0.join(key), inside: false }),
        Edit::Insert { of, into, .. } => Some(Target { path: of.0.join(into), inside: true }),
        Edit::MakeInput { of, key } => Some(Target { path: of.0.join(key), inside: true }),
        Edit::Inline { at } => Some(Target { path: at.0.clone(), inside: false }),
        _ => None,
    }
}

/// The places that ops change.
fn targets(ops: &[Op]) -> Vec<Target> {
    let removed: Vec<&Path> = ops
        .iter()
        .filter_map(|op| match op {
            Op::Remove { at, .. } => Some(at),
            _ => None,
        })
        .collect();
    let is_removed = |path: &Path| removed.iter().any(|at| path.len() > at.len() && path.starts_with(at));
    let target = |op: &Op| match op {
        Op::Insert { into, .. } => Target { path: into.clone(), inside: true },
        Op::Append { to, .. } => Target { path: to.clone(), inside: true },
        Op::ReplaceWithin { at, .. } => Target { path: at.clone(), inside: true },
        Op::Replace { at, .. } => Target { path: at.clone(), inside: false },
        Op::RenameKey { at, .. } | Op::Remove { at, .. } | Op::Move { at, .. } => {
            Target { path: at.parent().unwrap_or_default(), inside: true }
        }
    };
    ops.iter().filter(|op| !is_removed(&op.path())).map(target).collect()
}
