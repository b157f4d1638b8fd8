//! Collects references to names during validation, and reports unknown and duplicate names.

use super::names::Reference;
use super::suggest::nearest;
use super::walk::Walk;
use super::{Expression, NameKind, Names, NodeContext, Part, PartKind, Scope};
use crate::diagnostic::Diagnostic;
use crate::message;
use limn_text::{TextRange, differ_invisibly};
use limn_yaml::{Document, Node, NodeId, Op, Path};

/// Limit of name comparisons per document in the search for suggestions.
const COMPARED: usize = 100_000;

/// The parts of a text or call while they are converted to references.
struct Referring {
    is_key: bool,
    enclosing: Option<usize>,
    /// The reference of each part so far.
    references: Vec<Option<usize>>,
}

impl<'d> Walk<'d> {
    /// Collects the references in a scalar. Returns whether the scalar has any part.
    pub(super) fn refer_scalar(&mut self, expression: &'static Expression, node: Node<'d>) -> bool {
        self.refer_text(expression, node, false)
    }

    /// Collects the references in a key.
    pub(super) fn refer_key(&mut self, expression: &'static Expression, key: Node<'d>) {
        if self.gathers || !expression.silent {
            self.refer_text(expression, key, true);
        }
    }

    fn refer_text(&mut self, expression: &'static Expression, node: Node<'d>, is_key: bool) -> bool {
        let Some(text) = node.as_str() else { return false };
        let spot = NodeContext { node, profiles: self.profiles, steps: Some(&self.steps) };
        let parts = (expression.parts)(&text, &spot);
        if parts.is_empty() {
            return false;
        }
        let map = node.source_map();
        let mut referring = self.referring(is_key);
        for part in parts {
            let range = map.range(part.within.clone());
            self.refer(&mut referring, part, range, node.id());
        }
        self.buffer = referring.references;
        true
    }

    /// Collects the references in a mapping or list that is a call; returns `false` if it is not a call.
    pub(super) fn refer_call(&mut self, expression: &'static Expression, node: Node<'d>) -> bool {
        let Some(call) = expression.call else { return false };
        let spot = NodeContext { node, profiles: self.profiles, steps: Some(&self.steps) };
        let Some(parts) = call(&spot) else { return false };
        let place = |(node, part): (Node<'_>, Part)| {
            (node.range_within(part.within.clone()), node.resolve().id(), part)
        };
        let parts: Vec<_> = parts.into_iter().map(place).collect();
        let mut referring = self.referring(false);
        for (range, node, part) in parts {
            self.refer(&mut referring, part, range, node);
        }
        self.buffer = referring.references;
        true
    }

    fn referring(&mut self, is_key: bool) -> Referring {
        let mut references = std::mem::take(&mut self.buffer);
        references.clear();
        Referring { is_key, enclosing: self.enclosing.and_then(|(at, _)| at), references }
    }

    /// Adds a part. `range` and `node`: its position.
    fn refer(&mut self, referring: &mut Referring, part: Part, range: TextRange, node: NodeId) {
        let reference = match part.kind {
            PartKind::Word => None,
            PartKind::Fault { code, message } => {
                self.push(Diagnostic::new(code, range, self.path(), message));
                None
            }
            PartKind::Name { missing: None, .. } if !self.gathers => None,
            PartKind::Name { kinds, scope, missing } => {
                let of = match scope {
                    Scope::Part(part) => referring.references.get(part).copied().flatten(),
                    _ => None,
                };
                self.names.references.push(Reference {
                    kinds,
                    scope,
                    name: part.name,
                    node,
                    is_key: referring.is_key,
                    within: part.within,
                    range,
                    missing: missing.filter(|_| !self.silent),
                    of,
                    enclosing: referring.enclosing,
                    declaration: None,
                });
                Some(self.names.references.len() - 1)
            }
        };
        referring.references.push(reference);
    }

    /// Reports undeclared names. Members of an element that is not declared in this document are skipped: another file may declare them.
    pub(super) fn report_missing_names(&mut self) {
        let names = std::mem::take(&mut self.names);
        for reference in names.references.iter().filter(|reference| reference.declaration.is_none()) {
            if let Some(diagnostic) = missing_name(&names, reference, self.document, &mut self.compared) {
                self.push(diagnostic);
            }
        }
        self.names = names;
    }

    /// Reports names that two kinds with one scope both declare.
    pub(super) fn report_clashes(&mut self) {
        let names = std::mem::take(&mut self.names);
        for (first, second) in names.twins() {
            let (first, second) = (&names.declarations[first], &names.declarations[second]);
            let rivals = second.kind.rivals.contains(&first.kind) || first.kind.rivals.contains(&second.kind);
            let Some(code) = second.kind.clash.or(first.kind.clash).filter(|_| rivals) else { continue };
            let (one, other) = (message::with_article(second.kind.id), message::with_article(first.kind.id));
            let message = message::ambiguous(&second.name, one, other);
            let diagnostic = Diagnostic::new(code, second.range, second.path.clone(), message);
            self.push(diagnostic.related(first.range, format!("{} declared here", first.kind.id)));
        }
        self.names = names;
    }
}

impl Names {
    /// The diagnostic for a reference that this document does not declare, for dialects that search other files first.
    /// `None` if the table defines no code for it, or if its scope is unknown.
    pub fn missing(&self, reference: &Reference, document: &Document) -> Option<Diagnostic> {
        missing_name(self, reference, document, &mut 0)
    }
}

fn missing_name(
    names: &Names,
    reference: &Reference,
    document: &Document,
    compared: &mut usize,
) -> Option<Diagnostic> {
    let code = reference.missing?;
    let scope = names.scope_of(reference)?;
    let kinds = kind_names(reference.kinds);
    let name = &reference.name;
    let inside = match (&reference.scope, scope) {
        (Scope::Part(_) | Scope::At(_), Some(thing)) => {
            let thing = &names.declarations[thing];
            message::unknown_on(&kinds, name, thing.kind.id, &thing.name)
        }
        _ => message::unknown(&kinds, name),
    };
    // A name that differs only by an invisible character is reported by a rule of its own.
    let alike = |at: usize| differ_invisibly(name, &names.declarations[at].name);
    if *compared < COMPARED && names.inside(scope).any(alike) {
        return None;
    }
    let mut near = None;
    if *compared < COMPARED && !name.is_empty() {
        let mut candidates = names.inside(scope).map(|at| &names.declarations[at]);
        let candidates =
            candidates.by_ref().filter(|declaration| reference.kinds.contains(&declaration.kind));
        near = nearest(
            name,
            candidates.inspect(|_| *compared += 1).map(|declaration| declaration.name.as_str()),
        );
    }
    let message = match near {
        Some(near) => format!("{inside}; did you mean `{near}`?"),
        None => inside,
    };
    let diagnostic = Diagnostic::new(code, reference.range, reference.at(document), message);
    Some(match near {
        // Several names may be close: the choice is not safe to make automatically.
        Some(near) => diagnostic
            .fix(format!("Change to `{near}`"), vec![reference.renamed(document, near)])
            .unsafe_fix(),
        None => diagnostic,
    })
}

impl Reference {
    /// Path of the reference as written: at the anchor, not through an alias. `document` is the one that contains it.
    pub fn at(&self, document: &Document) -> Path {
        document.node_of(self.node).map(Node::path).unwrap_or_default()
    }

    /// The quote around the name in a string inside the scalar: of `$brooklyn:component("db")`.
    pub fn quote(&self, document: &Document) -> Option<char> {
        let text = document.node_of(self.node)?.as_str()?;
        let quote =
            text.get(..self.within.start)?.chars().next_back().filter(|quote| matches!(quote, '"' | '\''))?;
        text.get(self.within.end..)?.starts_with(quote).then_some(quote)
    }

    /// The op that changes the name in this reference.
    pub fn renamed(&self, document: &Document, to: &str) -> Op {
        let at = self.at(document);
        if self.is_key {
            let mut key = at.last_key().unwrap_or_default().to_owned();
            match key.get(self.within.clone()) {
                Some(_) => key.replace_range(self.within.clone(), to),
                None => to.clone_into(&mut key),
            }
            return Op::RenameKey { at, to: key };
        }
        Op::ReplaceWithin { at, within: self.within.clone(), with: to.to_owned() }
    }
}

/// "component or reference"; "component, reference or property".
fn kind_names(kinds: &[&NameKind]) -> String {
    let kinds: Vec<&str> = kinds.iter().map(|kind| kind.id).collect();
    match kinds.as_slice() {
        [] => String::new(),
        [only] => (*only).to_owned(),
        [rest @ .., last] => format!("{} or {last}", rest.join(", ")),
    }
}
