//! The names of one document: which are declared where, and which places refer to them.

use std::cmp::Ordering;
use std::ops::Range;

use super::{NameKind, Scope};
use crate::diagnostic::Code;
use crate::text::TextRange;
use crate::yaml::{Path, Step};

/// A key that declares a name.
#[derive(Clone, Debug)]
pub struct Declaration {
    pub kind: &'static NameKind,
    /// The path of the nearest named thing around it; the root where there is none.
    pub scope: Path,
    /// That thing, as an index into [`Names::declarations`].
    pub parent: Option<usize>,
    pub name: String,
    /// What it names. What is declared through an alias has the path through the alias.
    pub path: Path,
    /// The same as it is written: at the anchor. Where nothing is aliased, the same as `path`.
    pub written: Path,
    /// The key's bytes.
    pub range: TextRange,
}

/// An index into [`Names::references`].
pub type ReferenceId = usize;

/// A place that names something.
#[derive(Clone, Debug)]
pub struct Reference {
    pub kinds: &'static [&'static NameKind],
    pub scope: Scope,
    pub name: String,
    /// The scalar (or key) that holds it, as it is written: at the anchor, not through an alias.
    pub at: Path,
    pub is_key: bool,
    /// Bytes of the scalar's decoded text.
    pub within: Range<usize>,
    /// Bytes of the document.
    pub range: TextRange,
    /// Said where nothing declares it.
    pub missing: Option<&'static Code>,
    /// The reference that the scope `Part` points to, as an index into all of the document's.
    pub of: Option<ReferenceId>,
    /// The nearest named thing around it.
    pub enclosing: Path,
    /// The declaration it means, as an index into [`Names::declarations`].
    pub declaration: Option<usize>,
}

/// All names of one document, in the order of the walk.
#[derive(Clone, Debug, Default)]
pub struct Names {
    pub declarations: Vec<Declaration>,
    pub references: Vec<Reference>,
    /// The declarations by scope, then name, then place.
    order: Vec<usize>,
}

impl Names {
    /// The declaration of `name` inside the named thing at `scope`, of the first of `kinds` that has one.
    pub fn find(&self, scope: &Path, name: &str, kinds: &[&NameKind]) -> Option<usize> {
        let parent = if scope.is_empty() { None } else { Some(self.declared_at(scope)?) };
        self.find_in(parent, name, kinds)
    }

    /// The same, the scope as an index; `None`: the root.
    pub fn find_in(&self, parent: Option<usize>, name: &str, kinds: &[&NameKind]) -> Option<usize> {
        let found = self.all_in(parent, name);
        kinds.iter().find_map(|kind| found.iter().copied().find(|&it| self.declarations[it].kind == *kind))
    }

    /// What is declared at exactly this path.
    pub fn declared_at(&self, path: &Path) -> Option<usize> {
        let mut at = None;
        for (depth, step) in path.steps().iter().enumerate() {
            let Step::Key(key) = step else { continue };
            let steps = &path.steps()[..=depth];
            let found = self.all_in(at, key).iter().copied();
            at = found.into_iter().find(|&it| self.declarations[it].path.steps() == steps).or(at);
        }
        at.filter(|&it| self.declarations[it].path == *path)
    }

    /// Everything declared right inside the named thing with this index (`None`: at the root), by name.
    pub fn inside(&self, parent: Option<usize>) -> impl Iterator<Item = usize> + '_ {
        let from = self.order.partition_point(|&it| key(self.declarations[it].parent) < key(parent));
        self.order[from..].iter().copied().take_while(move |&it| self.declarations[it].parent == parent)
    }

    /// The references that mean this declaration.
    pub fn references_to(&self, declaration: usize) -> impl Iterator<Item = ReferenceId> + '_ {
        (0..self.references.len()).filter(move |&it| self.references[it].declaration == Some(declaration))
    }

    /// The declaration whose key `offset` stands in or touches.
    pub fn declaration_at(&self, offset: usize) -> Option<usize> {
        self.declarations.iter().position(|it| it.range.touches(offset))
    }

    /// The reference that `offset` stands in or touches; of two that meet there, the one that starts.
    pub fn reference_at(&self, offset: usize) -> Option<ReferenceId> {
        let touched = self.references.iter().enumerate().filter(|(_, it)| it.range.touches(offset));
        touched.max_by_key(|(at, it)| (it.range.start, std::cmp::Reverse(*at))).map(|(at, _)| at)
    }

    /// The named thing a reference is looked for in: `Some(None)` the root; `None` where it cannot be told.
    pub fn scope_of(&self, reference: &Reference) -> Option<Option<usize>> {
        match &reference.scope {
            Scope::Root => Some(None),
            Scope::Enclosing => self.scope_at(&reference.enclosing),
            Scope::At(path) => self.scope_at(path),
            Scope::Part(_) => self.references.get(reference.of?)?.declaration.map(Some),
        }
    }

    #[expect(clippy::option_option, reason = "the root is a scope without an index")]
    fn scope_at(&self, path: &Path) -> Option<Option<usize>> {
        if path.is_empty() { Some(None) } else { self.declared_at(path).map(Some) }
    }

    /// Makes the index, and finds what every reference means.
    pub(super) fn settle(&mut self) {
        self.order = (0..self.declarations.len()).collect();
        let declarations = &self.declarations;
        self.order.sort_by(|&a, &b| {
            let (x, y) = (&declarations[a], &declarations[b]);
            key(x.parent).cmp(&key(y.parent)).then_with(|| x.name.cmp(&y.name)).then(a.cmp(&b))
        });
        // A part's own part stands before it, so one pass is enough.
        for at in 0..self.references.len() {
            let reference = &self.references[at];
            let scope = self.scope_of(reference);
            let found = scope.and_then(|scope| self.find_in(scope, &reference.name, reference.kinds));
            self.references[at].declaration = found;
        }
    }

    /// Declarations in one scope that share a name, each but the first with the first.
    pub(super) fn twins(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let same = |a: usize, b: usize| {
            let (a, b) = (&self.declarations[a], &self.declarations[b]);
            a.parent == b.parent && a.name == b.name
        };
        self.order.chunk_by(move |&a, &b| same(a, b)).flat_map(|group| {
            let (first, rest) = group.split_first().expect("a chunk has an element");
            rest.iter().map(|&it| (*first, it))
        })
    }

    /// All declarations of this name in the scope, in the order of the text.
    fn all_in(&self, parent: Option<usize>, name: &str) -> &[usize] {
        let compare = |it: usize| -> Ordering {
            let it = &self.declarations[it];
            key(it.parent).cmp(&key(parent)).then_with(|| it.name.as_str().cmp(name))
        };
        let from = self.order.partition_point(|&it| compare(it).is_lt());
        let len = self.order[from..].partition_point(|&it| compare(it).is_eq());
        &self.order[from..from + len]
    }
}

/// The root before everything else.
fn key(parent: Option<usize>) -> usize {
    parent.map_or(0, |at| at + 1)
}
