//! Function calls of a document that read values of nodes and inputs.

use limn_yaml::{Document, Node, Path};

/// `get_input`, `get_property` and the like, with their first argument.
pub(super) struct ValueCall<'d> {
    /// The mapping with the function as its key.
    pub(super) at: Path,
    pub(super) function: String,
    /// The list, or the only argument.
    pub(super) argument: Node<'d>,
}

const FUNCTIONS: [&str; 5] =
    ["get_input", "get_property", "get_attribute", "get_operation_output", "get_artifact"];

impl ValueCall<'_> {
    /// The arguments as texts; nested calls are empty texts.
    pub(super) fn words(&self) -> Vec<String> {
        let text = |node: Node<'_>| node.resolve().as_str().unwrap_or_default().into_owned();
        if self.argument.is_sequence() {
            self.argument.items().map(text).collect()
        } else {
            vec![text(self.argument)]
        }
    }

    pub(super) fn first(&self) -> String {
        self.words().into_iter().next().unwrap_or_default()
    }
}

/// The calls below a path, outermost first.
pub(super) fn calls<'d>(document: &'d Document, path: &Path) -> Vec<ValueCall<'d>> {
    let mut found = Vec::new();
    let mut open: Vec<(Node<'d>, Path)> =
        document.get(path).map(|node| (node, path.clone())).into_iter().collect();
    while let Some((node, at)) = open.pop() {
        if node.is_alias() {
            continue;
        }
        let mut entries = node.entries();
        if let (Some(only), None) = (entries.next(), entries.next())
            && let Some(name) = only.key.as_str().filter(|name| FUNCTIONS.contains(&&**name))
        {
            let (function, argument) = (name.into_owned(), only.value.resolve());
            found.push(ValueCall { at: at.clone(), function, argument });
        }
        let inner = node.entries().filter_map(|entry| Some((entry.value, at.key(&entry.key.as_str()?))));
        let items = node.items().enumerate().map(|(position, item)| (item, at.index(position)));
        open.extend(inner.chain(items));
    }
    found
}
