//! Plans the replacement of references by the value of what they name.

use std::collections::BTreeMap;
use std::ops::Range;

use limn_language::dialect::Plan;
use limn_language::edit::EditError;
use limn_language::message;
use limn_language::schema::{Declaration, Names, Reference};
use limn_yaml::{Comment, Document, Node, Op, Path, Resolved, Style, Value};

/// Declarations of values by name, and the references to them, in a language.
pub struct Inlining<'d> {
    pub document: &'d Document,
    pub names: &'d Names,
    /// Noun of a declaration, with its article, and what its value is called there: "an input", "default".
    pub noun: (&'static str, &'static str),
    /// Returns true if a declaration is one of a value, such as an input.
    pub has_value: &'d dyn Fn(&Declaration) -> bool,
    /// The value that is declared; `None` if it is given later.
    pub value: &'d dyn Fn(&Declaration) -> Option<Node<'d>>,
    /// Text that the value replaces, at a reference.
    pub site: &'d dyn Fn(&Reference) -> Option<InlineSite>,
    /// True if a declaration goes with its last reference. One that is part of the document's interface stays.
    pub removes_unused: bool,
}

/// Kind of text that a value replaces.
pub enum InlineSite {
    /// The value at a path, such as a function call.
    Whole(Path),
    /// A part of the decoded text of the scalar at a path.
    Part(Path, Range<usize>),
}

impl InlineSite {
    fn path(&self) -> &Path {
        match self {
            InlineSite::Whole(path) | InlineSite::Part(path, _) => path,
        }
    }
}

impl Inlining<'_> {
    /// At a declaration, replaces all references to it; elsewhere, those that the value at the path consists of.
    pub fn plan(&self, at: &Path) -> Result<Plan, EditError> {
        let uses = self.uses(at)?;
        let declared = self
            .names
            .declared_at(at)
            .filter(|declaration| self.names.declarations[*declaration].path == *at);
        let mut ops = Vec::new();
        let mut replaced_of: BTreeMap<usize, usize> = BTreeMap::new();
        let (noun, value) = self.noun;
        let mut refusal = EditError::Refused(format!("no reference to {noun} with a {value} here"));
        for (of, site) in &uses {
            match self.replaced(*of, site) {
                Ok(op) => {
                    ops.push(op);
                    *replaced_of.entry(*of).or_default() += 1;
                }
                // "All" means all.
                Err(why) if declared == Some(*of) => return Err(why),
                Err(why) => refusal = why,
            }
        }
        if ops.is_empty() {
            return Err(refusal);
        }
        let is_unused = |(declared, count): &(usize, usize)| {
            self.removes_unused && self.names.references_to(*declared).count() == *count
        };
        let unused = replaced_of.into_iter().filter(is_unused);
        ops.extend(unused.filter_map(|(declared, _)| self.removal(&self.names.declarations[declared])));
        Ok(Plan { ops, focus: None })
    }

    /// References to replace, with their declarations. At a declaration all of them, or none.
    fn uses(&self, at: &Path) -> Result<Vec<(usize, InlineSite)>, EditError> {
        let has_value = |declared: &usize| (self.has_value)(&self.names.declarations[*declared]);
        let here = self
            .names
            .declared_at(at)
            .filter(|declaration| self.names.declarations[*declaration].path == *at);
        if let Some(declared) = here.filter(has_value) {
            let uses = self.names.references_to(declared).map(|reference| {
                let name = &self.names.declarations[declared].name;
                let refusal =
                    || format!("a reference to `{name}` cannot be replaced by its value: edit the text");
                let site = (self.site)(&self.names.references[reference]);
                Ok((declared, site.ok_or_else(|| EditError::Refused(refusal()))?))
            });
            return uses.collect();
        }
        let uses = self.names.references.iter().filter_map(|reference| {
            let declared = reference.declaration.filter(has_value)?;
            let site = (self.site)(reference)?;
            // The place of a call contains its arguments.
            at.starts_with(site.path()).then_some((declared, site))
        });
        Ok(uses.collect())
    }

    fn replaced(&self, declared: usize, site: &InlineSite) -> Result<Op, EditError> {
        let declaration = &self.names.declarations[declared];
        let Declaration { name, path, .. } = declaration;
        let (kind, called) = (declaration.kind.id, self.noun.1);
        let value = (self.value)(declaration)
            .ok_or_else(|| EditError::Refused(format!("{kind} `{name}` has no {called}")))?;
        if site.path().starts_with(path) {
            return Err(EditError::Refused(format!("`{name}` refers to itself")));
        }
        if let Some(obstacle) = uncopied(self.document, value) {
            return Err(EditError::Refused(format!(
                "the value of `{name}` contains {obstacle}: edit the text"
            )));
        }
        match site {
            InlineSite::Whole(at) => Ok(Op::Replace { at: at.clone(), value: copy_of(value) }),
            InlineSite::Part(at, within) => {
                let text = value.as_str().filter(|_| !value.is_null()).ok_or_else(|| {
                    EditError::Refused(message::expected(format!("a text for `{name}`"), "another value"))
                })?;
                Ok(Op::ReplaceWithin { at: at.clone(), within: within.clone(), with: text.into_owned() })
            }
        }
    }

    /// Removes a declaration, unless a comment would go with it.
    fn removal(&self, declaration: &Declaration) -> Option<Op> {
        let Declaration { path, is_value, .. } = declaration;
        // A value that names the mapping around it: `- {name: port, default: 80}`.
        let is_inside = *is_value && path.last_key().is_some();
        let at = path.parent().filter(|_| is_inside).unwrap_or_else(|| path.clone());
        let removal = Op::Remove { at, prune: true };
        let edit = limn_yaml::patch(self.document, std::slice::from_ref(&removal)).ok()?;
        let is_kept =
            |comment: &Comment| !edit.indels().iter().any(|indel| indel.delete.overlaps(comment.range));
        self.document.comments().iter().all(is_kept).then_some(removal)
    }
}

/// Content that a copy of a value would lack, if anything: comments, tags other than `!!str`, keys that are not texts, or the value of an
/// unknown alias.
pub fn uncopied(document: &Document, node: Node<'_>) -> Option<&'static str> {
    if contains_comments(document, node) {
        return Some("comments");
    }
    let has_tag = |node: Node<'_>| {
        let is_text = node.is_scalar() && node.resolved() == Some(Resolved::Text);
        node.tag().is_some_and(|tag| !(is_text && tag == "!!str"))
    };
    let mut open = vec![node];
    while let Some(node) = open.pop().map(Node::resolve) {
        if node.is_alias() {
            return Some("an unknown alias");
        }
        if has_tag(node) {
            return Some("a tag");
        }
        if node.merged_entries().any(|entry| entry.key.as_str().is_none()) {
            return Some("a key that is not a text");
        }
        open.extend(node.merged_entries().map(|entry| entry.value).chain(node.items()));
    }
    None
}

/// Returns true if a comment is inside a value.
fn contains_comments(document: &Document, node: Node<'_>) -> bool {
    let range = node.full_range();
    document
        .comments()
        .iter()
        .any(|comment| range.start <= comment.range.start && comment.range.end <= range.end)
}

/// A copy of the value of a node, with references unchanged.
pub fn copy_of(node: Node<'_>) -> Value {
    let node = node.resolve();
    if node.is_mapping() {
        let entries: Vec<_> = node.merged_entries().collect();
        let entries =
            entries.iter().filter_map(|entry| Some((entry.key.as_str()?.into_owned(), copy_of(entry.value))));
        return Value::Mapping(entries.collect());
    }
    if node.is_sequence() {
        return Value::Sequence(node.items().map(copy_of).collect());
    }
    match (node.as_str(), node.style()) {
        _ if node.is_null() => Value::Null,
        // `!!str 80` is a text.
        (Some(text), Style::Plain) if node.tag().is_none() || node.resolved() != Some(Resolved::Text) => {
            Value::Plain(text.into_owned())
        }
        (Some(text), _) => Value::Text(text.into_owned()),
        (None, _) => Value::Null,
    }
}

/// The type of a literal, as most languages call it.
pub fn literal_type(node: Node<'_>) -> &'static str {
    let node = node.resolve();
    if node.is_mapping() {
        return "map";
    }
    if node.is_sequence() {
        return "list";
    }
    match node.resolved() {
        Some(Resolved::Int(_)) => "integer",
        Some(Resolved::Float(_)) => "float",
        Some(Resolved::Bool(_)) => "boolean",
        _ => "string",
    }
}
