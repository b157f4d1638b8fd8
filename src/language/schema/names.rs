//! Name index of one document: declarations and references.

use std::ops::Range;

use super::{NameKind, Scope};
use crate::diagnostic::Code;
use limn_text::TextRange;
use limn_yaml::{NodeId, Path, Step};

/// A key that declares a name.
#[derive(Clone, Debug)]
pub struct Declaration {
    pub kind: &'static NameKind,
    /// The nearest declared element around it, as an index into [`Names::declarations`]; `None` at the root.
    pub parent: Option<usize>,
    pub name: String,
    /// The path of the declared element. Content of an alias has the path through the alias.
    pub path: Path,
    /// The same as written: at the anchor. Equal to `path` without an alias.
    pub written: Path,
    /// The bytes of the key.
    pub range: TextRange,
    /// The name is predefined and cannot change: a dialect sets this for refinements of the language's own elements.
    pub fixed: bool,
    /// It is declared by a value, not by a key.
    pub is_value: bool,
}

/// Names that other files or the language declare, for completion.
#[derive(Clone, Debug, Default)]
pub struct ExternalNames {
    pub names: Vec<(&'static NameKind, String)>,
    /// Members of elements of the document, with the element as an index into [`Names::declarations`].
    pub members: Vec<(usize, &'static NameKind, String)>,
}

impl ExternalNames {
    /// The members of an element that are of these kinds: kind and name.
    pub fn of<'n>(
        &'n self,
        element: Option<usize>,
        kinds: &'n [&'static NameKind],
    ) -> impl Iterator<Item = (&'static str, &'n str)> {
        let members =
            self.members.iter().filter(move |(of, kind, _)| Some(*of) == element && kinds.contains(kind));
        members.map(|(_, kind, name)| (kind.id, name.as_str()))
    }
}

/// An index into [`Names::references`].
pub type ReferenceId = usize;

/// A reference to a name.
#[derive(Clone, Debug)]
pub struct Reference {
    pub kinds: &'static [&'static NameKind],
    pub scope: Scope,
    pub name: String,
    /// The scalar or key that contains it: see [`Reference::at`].
    pub node: NodeId,
    pub is_key: bool,
    /// The bytes of the scalar's decoded text.
    pub within: Range<usize>,
    /// The bytes of the document.
    pub range: TextRange,
    /// The code if it is not declared.
    pub missing: Option<&'static Code>,
    /// The reference that the scope `Part` refers to, as an index into all references of the document.
    pub of: Option<ReferenceId>,
    /// The nearest declared element around it, as an index into [`Names::declarations`]; `None` at the root.
    pub enclosing: Option<usize>,
    /// The declaration that it resolves to, as an index into [`Names::declarations`].
    pub declaration: Option<usize>,
}

/// All names of one document, in the order of the walk.
#[derive(Clone, Debug, Default)]
pub struct Names {
    pub declarations: Vec<Declaration>,
    pub references: Vec<Reference>,
    /// The declarations by scope, then name, then position.
    order: Vec<usize>,
    /// The start of each scope in `order`: the root first, then every declaration, then the end.
    starts: Vec<usize>,
    /// The declarations that are values.
    values: Vec<usize>,
}

impl Names {
    /// The declaration of `name` inside the element at `scope`, of the first of `kinds` that has one.
    pub fn find(&self, scope: &Path, name: &str, kinds: &[&NameKind]) -> Option<usize> {
        let parent = if scope.is_empty() { None } else { Some(self.declared_at(scope)?) };
        self.find_in(parent, name, kinds)
    }

    /// The same with the scope as an index; `None`: the root.
    pub fn find_in(&self, parent: Option<usize>, name: &str, kinds: &[&NameKind]) -> Option<usize> {
        let found = self.all_in(parent, name);
        kinds.iter().find_map(|kind| found.iter().copied().find(|&at| self.declarations[at].kind == *kind))
    }

    /// The declaration at exactly this path.
    pub fn declared_at(&self, path: &Path) -> Option<usize> {
        let mut at = None;
        for (depth, step) in path.steps().iter().enumerate() {
            let Step::Key(key) = step else { continue };
            let steps = &path.steps()[..=depth];
            let found = self.all_in(at, key).iter().copied();
            at = found.into_iter().find(|&at| self.declarations[at].path.steps() == steps).or(at);
        }
        let values = || self.values.iter().copied().find(|&at| self.declarations[at].path == *path);
        at.filter(|&at| self.declarations[at].path == *path).or_else(values)
    }

    /// The declarations directly inside the element with this index (`None`: at the root), by name.
    pub fn inside(&self, parent: Option<usize>) -> impl Iterator<Item = usize> + '_ {
        self.scope(parent).iter().copied()
    }

    /// The references that resolve to this declaration.
    pub fn references_to(&self, declaration: usize) -> impl Iterator<Item = ReferenceId> + '_ {
        (0..self.references.len()).filter(move |&at| self.references[at].declaration == Some(declaration))
    }

    /// The declaration whose key contains or touches `offset`.
    pub fn declaration_at(&self, offset: usize) -> Option<usize> {
        self.declarations.iter().position(|declaration| declaration.range.touches(offset))
    }

    /// The declaration that the name at `offset` declares or refers to, with the range of the name there.
    pub fn declared_name_at(&self, offset: usize) -> Option<(TextRange, usize)> {
        match self.reference_at(offset).map(|at| &self.references[at]) {
            Some(reference) => Some((reference.range, reference.declaration?)),
            None => self.declaration_at(offset).map(|at| (self.declarations[at].range, at)),
        }
    }

    /// The reference that contains or touches `offset`; of two adjacent ones, the one that starts.
    pub fn reference_at(&self, offset: usize) -> Option<ReferenceId> {
        let touched =
            self.references.iter().enumerate().filter(|(_, reference)| reference.range.touches(offset));
        touched
            .max_by_key(|(at, reference)| (reference.range.start, std::cmp::Reverse(*at)))
            .map(|(at, _)| at)
    }

    /// The element in whose scope a reference is resolved: `Some(None)` for the root; `None` if unknown.
    pub fn scope_of(&self, reference: &Reference) -> Option<Option<usize>> {
        match &reference.scope {
            Scope::Root => Some(None),
            Scope::Enclosing => Some(reference.enclosing),
            Scope::At(path) if path.is_empty() => Some(None),
            Scope::At(path) => self.declared_at(path).map(Some),
            Scope::Part(_) => self.references.get(reference.of?)?.declaration.map(Some),
            Scope::Elsewhere => None,
        }
    }

    /// Builds the index, and resolves every reference.
    pub(super) fn resolve_references(&mut self) {
        self.index();
        // A part precedes the parts that depend on it, so one pass is enough.
        for at in 0..self.references.len() {
            let reference = &self.references[at];
            let scope = self.scope_of(reference);
            let found = scope.and_then(|scope| self.find_in(scope, &reference.name, reference.kinds));
            self.references[at].declaration = found;
        }
    }

    /// Adds the names of documents that are embedded in this one, with the paths, ranges and nodes of this one. References keep their meaning. Returns
    /// the index of the first reference of each.
    pub fn embed(&mut self, all: impl IntoIterator<Item = Names>) -> Vec<ReferenceId> {
        let mut firsts = Vec::new();
        for inner in all {
            let (declarations, references) = (self.declarations.len(), self.references.len());
            let later = |at: Option<usize>| at.map(|at| at + declarations);
            let declared = inner.declarations.into_iter();
            self.declarations.extend(
                declared.map(|declaration| Declaration { parent: later(declaration.parent), ..declaration }),
            );
            self.references.extend(inner.references.into_iter().map(|reference| Reference {
                of: reference.of.map(|at| at + references),
                enclosing: later(reference.enclosing),
                declaration: later(reference.declaration),
                ..reference
            }));
            firsts.push(references);
        }
        self.index();
        firsts
    }

    /// Adds declarations and references that a dialect resolved itself. Their indices start after the existing ones.
    pub fn extend(&mut self, declarations: Vec<Declaration>, references: Vec<Reference>) {
        self.declarations.extend(declarations);
        self.references.extend(references);
        self.index();
    }

    fn index(&mut self) {
        let declarations = &self.declarations;
        // First the size of each scope, then its start, then its declarations in text order.
        let mut starts = vec![0; declarations.len() + 2];
        for declaration in declarations {
            starts[number(declaration.parent) + 1] += 1;
        }
        for at in 1..starts.len() {
            starts[at] += starts[at - 1];
        }
        let mut free = starts.clone();
        self.order = vec![0; declarations.len()];
        for (at, declaration) in declarations.iter().enumerate() {
            let place = &mut free[number(declaration.parent)];
            self.order[*place] = at;
            *place += 1;
        }
        for scope in starts.windows(2) {
            self.order[scope[0]..scope[1]].sort_by(|&a, &b| declarations[a].name.cmp(&declarations[b].name));
        }
        self.starts = starts;
        self.values = (0..declarations.len()).filter(|at| declarations[*at].is_value).collect();
    }

    /// Declarations in one scope that share a name, each but the first with the first.
    pub(super) fn twins(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let same = |a: usize, b: usize| {
            let (a, b) = (&self.declarations[a], &self.declarations[b]);
            a.parent == b.parent && a.name == b.name
        };
        self.order.chunk_by(move |&a, &b| same(a, b)).flat_map(|group| {
            let (first, rest) = group.split_first().expect("a chunk has an element");
            rest.iter().map(|&at| (*first, at))
        })
    }

    /// All declarations of this name in the scope, in text order.
    fn all_in(&self, parent: Option<usize>, name: &str) -> &[usize] {
        let scope = self.scope(parent);
        let name_of = |at: usize| self.declarations[at].name.as_str();
        let rest = &scope[scope.partition_point(|&at| name_of(at) < name)..];
        &rest[..rest.iter().take_while(|&&it| name_of(it) == name).count()]
    }

    /// All declarations directly inside the element, by name.
    fn scope(&self, parent: Option<usize>) -> &[usize] {
        let at = number(parent);
        match (self.starts.get(at), self.starts.get(at + 1)) {
            (Some(&start), Some(&end)) => &self.order[start..end],
            // Nothing is resolved yet.
            _ => &[],
        }
    }
}

/// The index of a scope in `starts`.
fn number(parent: Option<usize>) -> usize {
    parent.map_or(0, |at| at + 1)
}
