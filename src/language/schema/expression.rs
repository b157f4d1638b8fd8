//! Names and expressions: the kinds of names of a language, and how its texts refer to them.

use std::borrow::Cow;
use std::ops::Range;

use super::{Choice, Profiles};
use crate::diagnostic::Code;
use limn_yaml::{Entry, Node, Path, Step};

/// A kind of name: "component", "property".
#[derive(Debug)]
pub struct NameKind {
    /// The term of the language, for messages: "component".
    pub id: &'static str,
    /// The faults of a name of this kind.
    pub check: fn(name: &str, profiles: Profiles) -> Vec<(&'static Code, String)>,
    /// Kinds that share their scope with this one: a component and a reference cannot have the same name.
    pub rivals: &'static [&'static NameKind],
    /// The code for a name that another declaration in its scope has; `None`: not reported, but a rename to it is refused.
    pub clash: Option<&'static Code>,
}

impl NameKind {
    /// A kind with a scope of its own, which allows any text.
    pub const fn new(id: &'static str) -> NameKind {
        NameKind { id, check: |_, _| Vec::new(), rivals: &[], clash: None }
    }
}

impl PartialEq for NameKind {
    fn eq(&self, other: &NameKind) -> bool {
        std::ptr::eq(self, other) || self.id == other.id
    }
}

/// References to names in a text: finds the parts of `streamer.VideoNetwork` or of `a ${net.id} b`. One for each spelling.
#[derive(Debug)]
pub struct Expression {
    /// For forms and messages: "a component", "a value or `${…}`".
    pub label: &'static str,
    /// The parts of a scalar's decoded text. For an unfinished text (`${net.`), the parts so far and an empty last name, for completion.
    pub parts: fn(text: &str, spot: &NodeContext<'_>) -> Vec<Part>,
    /// The parts of a mapping or list that is a call: `{get_property: [web, port]}`, each with its scalar, a node inside the spot's. `None`: not a
    /// call; its content is visited.
    pub call: Option<CallParser>,
    /// Keywords that are allowed besides names, for completion and forms.
    pub words: &'static [Choice],
    /// Keywords inside a text, for completion and hover.
    pub inner: Option<&'static Inner>,
    /// The delimiters of a reference inside a text: `${` and `}`. Both empty: the text is the reference.
    pub wrap: (&'static str, &'static str),
    /// Without diagnostics from the tables: unknown names are not reported.
    pub silent: bool,
    /// The separator between a name and a member: `.`. Empty: names have no members.
    pub joint: &'static str,
}

/// Keywords of a language inside texts: the functions of an expression.
#[derive(Debug)]
pub struct Inner {
    /// The keywords for completion at a byte of a text.
    pub offers: fn(text: &str, caret: usize, spot: &NodeContext<'_>) -> Vec<Insertion>,
    /// The keywords in a text that have help.
    pub terms: fn(text: &str, spot: &NodeContext<'_>) -> Vec<Term>,
}

/// A completion inside a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Insertion {
    /// The bytes of the text that it replaces.
    pub within: Range<usize>,
    pub label: String,
    pub insert: String,
    /// Bytes of `insert` behind the caret: `")` where the first argument is to be typed.
    pub behind: usize,
    pub detail: String,
    pub doc: Cow<'static, str>,
}

/// A keyword inside a text, with its help.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    /// The bytes of the text.
    pub within: Range<usize>,
    pub title: String,
    pub kind: &'static str,
    pub doc: &'static str,
}

/// Finds the parts of a call, each with its scalar.
pub type CallParser = for<'d> fn(spot: &NodeContext<'d>) -> Option<Vec<(Node<'d>, Part)>>;

impl Expression {
    pub const fn new(
        label: &'static str,
        parts: fn(text: &str, spot: &NodeContext<'_>) -> Vec<Part>,
    ) -> Expression {
        Expression {
            label,
            parts,
            call: None,
            words: &[],
            inner: None,
            wrap: ("", ""),
            silent: false,
            joint: "",
        }
    }

    #[must_use]
    pub const fn silent(mut self) -> Expression {
        self.silent = true;
        self
    }

    #[must_use]
    pub const fn call(mut self, call: CallParser) -> Expression {
        self.call = Some(call);
        self
    }

    #[must_use]
    pub const fn wrap(mut self, open: &'static str, close: &'static str) -> Expression {
        self.wrap = (open, close);
        self
    }

    #[must_use]
    pub const fn joint(mut self, joint: &'static str) -> Expression {
        self.joint = joint;
        self
    }

    #[must_use]
    pub const fn inner(mut self, inner: &'static Inner) -> Expression {
        self.inner = Some(inner);
        self
    }

    #[must_use]
    pub const fn words(mut self, words: &'static [Choice]) -> Expression {
        self.words = words;
        self
    }
}

/// The position of an expression. Its path is computed on request.
#[derive(Clone, Copy, Debug)]
pub struct NodeContext<'d> {
    pub node: Node<'d>,
    pub profiles: Profiles,
    /// The steps to it, through aliases; `None`: it is the path of the node.
    pub(super) steps: Option<&'d [NodeStep<'d>]>,
}

/// One step down. Its key is determined on request.
#[derive(Clone, Copy, Debug)]
pub(super) enum NodeStep<'d> {
    Entry(Entry<'d>),
    Item(usize, Node<'d>),
    /// To an absent place.
    Unwritten(&'d Step),
}

impl<'d> NodeStep<'d> {
    /// The key of the step, if known.
    pub(super) fn key(self) -> Option<&'d str> {
        match self {
            NodeStep::Entry(entry) => entry.key.text().filter(|_| !entry.is_duplicate()),
            NodeStep::Unwritten(Step::Key(key)) => Some(key),
            NodeStep::Item(..) | NodeStep::Unwritten(_) => None,
        }
    }

    fn node(self) -> Option<Node<'d>> {
        match self {
            NodeStep::Entry(entry) => Some(entry.value),
            NodeStep::Item(_, node) => Some(node),
            NodeStep::Unwritten(_) => None,
        }
    }

    fn step(self) -> Step {
        match self {
            NodeStep::Entry(entry) => {
                self.key().map_or(Step::Entry(entry.position), |key| Step::Key(key.into()))
            }
            NodeStep::Item(at, _) => Step::Index(at),
            NodeStep::Unwritten(step) => step.clone(),
        }
    }
}

impl<'d> NodeContext<'d> {
    pub fn new(node: Node<'d>, profiles: Profiles) -> NodeContext<'d> {
        NodeContext { node, profiles, steps: None }
    }

    /// An absent place below `node`, which exists.
    pub fn unwritten(node: Node<'d>, profiles: Profiles, steps: &'d UnwrittenPath<'d>) -> NodeContext<'d> {
        NodeContext { node, profiles, steps: Some(&steps.0) }
    }

    /// Number of steps in its path.
    pub(super) fn depth(&self) -> usize {
        self.steps.map_or_else(|| self.node.path().len(), <[_]>::len)
    }

    /// The path of the node. Content of an alias has the path through the alias.
    pub fn path(&self) -> Path {
        match self.steps {
            Some(steps) => path_of(steps),
            None => self.node.path(),
        }
    }

    /// The node after a number of steps of the path.
    pub fn above(&self, depth: usize) -> Option<Node<'d>> {
        let Some(steps) = self.steps else {
            return self.node.document().get(&self.node.path().prefix(depth));
        };
        let root = self.node.document().root()?;
        let above = &steps[..depth.min(steps.len())];
        if let Some(node) = above.last().and_then(|step| step.node()) {
            return Some(node);
        }
        above.iter().try_fold(root, |node, step| node.child(&step.step()))
    }

    /// The key at this depth of the path, if it is one: `relationships` at 0.
    pub fn key_at(&self, depth: usize) -> Option<String> {
        match self.steps {
            Some(steps) => steps.get(depth)?.key().map(str::to_owned),
            None => self.node.path().key_at(depth).map(str::to_owned),
        }
    }

    /// Returns true if the path starts with these keys; `*` matches any step.
    pub fn is_under(&self, keys: &[&str]) -> bool {
        let Some(steps) = self.steps else {
            let path = self.node.path();
            return path.len() >= keys.len()
                && keys.iter().enumerate().all(|(at, &key)| key == "*" || path.key_at(at) == Some(key));
        };
        steps.len() >= keys.len()
            && keys.iter().zip(steps).all(|(&key, step)| key == "*" || step.key() == Some(key))
    }
}

/// A path to an absent place: see [`NodeContext::unwritten`].
#[derive(Debug)]
pub struct UnwrittenPath<'p>(Vec<NodeStep<'p>>);

impl<'p> UnwrittenPath<'p> {
    pub fn new(path: &'p Path) -> UnwrittenPath<'p> {
        UnwrittenPath(path.steps().iter().map(NodeStep::Unwritten).collect())
    }
}

pub(super) fn path_of(steps: &[NodeStep<'_>]) -> Path {
    steps.iter().map(|step| step.step()).collect()
}

/// `base` and the steps below it.
pub(super) fn path_below(base: &Path, steps: &[NodeStep<'_>]) -> Path {
    if steps.is_empty() {
        return base.clone();
    }
    base.steps().iter().cloned().chain(steps.iter().map(|step| step.step())).collect()
}

/// One name inside an expression.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// The bytes of the decoded text.
    pub within: Range<usize>,
    pub name: String,
    pub kind: PartKind,
}

/// The meaning of a part.
#[derive(Clone, Debug, PartialEq)]
pub enum PartKind {
    /// A keyword of the language (`instance`, `source`): not a name.
    Word,
    /// A name of one of these kinds, the first that is declared. `missing`: the code if none is.
    Name { kinds: &'static [&'static NameKind], scope: Scope, missing: Option<&'static Code> },
    /// The text is malformed.
    Fault { code: &'static Code, message: String },
}

/// The scope of a name. A declaration's scope is the nearest declared element around it: `composition.streamer` for a property of streamer, the root
/// for a top-level property.
#[derive(Clone, Debug, PartialEq)]
pub enum Scope {
    Root,
    /// The nearest declared element around the expression.
    Enclosing,
    /// Inside the element that the part with this index (among the parts of the same text or call) refers to.
    Part(usize),
    /// Inside the declared element at this path.
    At(Path),
    /// Known to the dialect only: members are inherited, and may be in other files.
    Elsewhere,
}
