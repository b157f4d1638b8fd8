//! The walk where texts refer to names: what a reference is, and what is said where nothing has its name.

use super::names::Reference;
use super::near::nearest;
use super::walk::Walk;
use super::{Expression, NameKind, Names, Part, Scope, Spot, Wanted, fit};
use crate::diagnostic::Diagnostic;
use crate::text::{TextRange, differ_unseen};
use crate::yaml::{Document, Node, NodeId, Op, Path};

/// How many words are compared, all in all, in search of one that was meant.
const COMPARED: usize = 100_000;

/// The parts of one text or call, as they become references.
struct Referring {
    is_key: bool,
    enclosing: Option<usize>,
    /// The reference that each part so far is.
    references: Vec<Option<usize>>,
}

impl<'d> Walk<'d> {
    /// The references in a scalar. Whether there was any part at all.
    pub(super) fn refer_scalar(&mut self, expression: &'static Expression, node: Node<'d>) -> bool {
        self.refer_text(expression, node, false)
    }

    /// The references in a key.
    pub(super) fn refer_key(&mut self, expression: &'static Expression, key: Node<'d>) {
        if self.gathers || !expression.silent {
            self.refer_text(expression, key, true);
        }
    }

    fn refer_text(&mut self, expression: &'static Expression, node: Node<'d>, is_key: bool) -> bool {
        let Some(text) = node.as_str() else { return false };
        let spot = Spot { node, profiles: self.profiles, trail: Some(&self.trail) };
        let parts = (expression.parts)(&text, &spot);
        if parts.is_empty() {
            return false;
        }
        let within = node.within();
        let mut referring = self.referring(is_key);
        for part in parts {
            let range = within.range(part.within.clone());
            self.refer(&mut referring, part, range, node.id());
        }
        self.buffer = referring.references;
        true
    }

    /// The references in a mapping or list that is a call; `false` where it is none.
    pub(super) fn refer_call(&mut self, expression: &'static Expression, node: Node<'d>) -> bool {
        let Some(call) = expression.call else { return false };
        let spot = Spot { node, profiles: self.profiles, trail: Some(&self.trail) };
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

    /// `range` and `node`: where the part stands.
    fn refer(&mut self, referring: &mut Referring, part: Part, range: TextRange, node: NodeId) {
        let reference = match part.wanted {
            Wanted::Word => None,
            Wanted::Fault { code, message } => {
                self.push(Diagnostic::new(code, range, self.path(), message));
                None
            }
            Wanted::Name { missing: None, .. } if !self.gathers => None,
            Wanted::Name { kinds, scope, missing } => {
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

    /// Says which names are declared nowhere. Members of what is not declared here may live in other files: nothing is said of them.
    pub(super) fn say_missing_names(&mut self) {
        let names = std::mem::take(&mut self.names);
        for reference in names.references.iter().filter(|it| it.declaration.is_none()) {
            if let Some(diagnostic) = missing_name(&names, reference, self.document, &mut self.compared) {
                self.push(diagnostic);
            }
        }
        self.names = names;
    }

    /// Says which names a rival has already.
    pub(super) fn say_clashes(&mut self) {
        let names = std::mem::take(&mut self.names);
        for (first, second) in names.twins() {
            let (first, second) = (&names.declarations[first], &names.declarations[second]);
            let rivals = second.kind.rivals.contains(&first.kind) || first.kind.rivals.contains(&second.kind);
            let Some(code) = second.kind.clash.or(first.kind.clash).filter(|_| rivals) else { continue };
            let message = format!(
                "`{}` is {} already, so {} cannot have the name",
                second.name,
                fit::with_article(first.kind.id),
                fit::with_article(second.kind.id)
            );
            let diagnostic = Diagnostic::new(code, second.range, second.path.clone(), message);
            self.push(diagnostic.related(first.range, format!("the {} is declared here", first.kind.id)));
        }
        self.names = names;
    }
}

impl Names {
    /// What is to be said of a reference that nothing in this document declares: for a dialect that looks in other files before it says it.
    /// `None` where its table does not ask for it, or where it cannot be told in which thing to look.
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
    let kinds = says(reference.kinds);
    let name = &reference.name;
    let inside = match (&reference.scope, scope) {
        (Scope::Part(_) | Scope::At(_), Some(thing)) => {
            let thing = &names.declarations[thing];
            format!("{} `{}` has no {kinds} named `{name}`", thing.kind.id, thing.name)
        }
        _ => format!("no {kinds} is named `{name}`"),
    };
    // What only looks like a name that is there has a character that is told by itself.
    let alike = |it: usize| differ_unseen(name, &names.declarations[it].name);
    if *compared < COMPARED && names.inside(scope).any(alike) {
        return None;
    }
    let mut near = None;
    if *compared < COMPARED && !name.is_empty() {
        let mut candidates = names.inside(scope).map(|it| &names.declarations[it]);
        let candidates = candidates.by_ref().filter(|it| reference.kinds.contains(&it.kind));
        near = nearest(name, candidates.inspect(|_| *compared += 1).map(|it| it.name.as_str()));
    }
    let message = match near {
        Some(near) => format!("{inside}; did you mean `{near}`?"),
        None => inside,
    };
    let diagnostic = Diagnostic::new(code, reference.range, reference.at(document), message);
    Some(match near {
        // A name is wired to whatever bears it: which one was meant is for a person to say.
        Some(near) => diagnostic
            .fix(format!("Change to `{near}`"), vec![reference.renamed(document, near)])
            .unsafe_fix(),
        None => diagnostic,
    })
}

impl Reference {
    /// Where it stands as it is written: at the anchor, not through an alias. `document` is the one it was found in.
    pub fn at(&self, document: &Document) -> Path {
        document.node_of(self.node).map(Node::path).unwrap_or_default()
    }

    /// The op that makes it say another name.
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

/// "component or reference".
fn says(kinds: &[&NameKind]) -> String {
    kinds.iter().map(|kind| kind.id).collect::<Vec<_>>().join(" or ")
}
