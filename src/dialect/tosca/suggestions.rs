//! Suggestions for misspelled names, with a limit on comparisons, so that a document with many unknown names is checked in bounded time.

use std::cell::{Cell, OnceCell};

use super::types::{TypeKind, TypeScope};
use super::value::Primitive;

/// Maximum number of comparisons for one document.
const MAX_COMPARISONS: usize = 200_000;

#[derive(Debug)]
pub struct Suggestions {
    left: Cell<usize>,
    types: [OnceCell<Vec<String>>; TypeKind::ALL.len()],
}

impl Default for Suggestions {
    fn default() -> Suggestions {
        Suggestions { left: Cell::new(MAX_COMPARISONS), types: Default::default() }
    }
}

impl Suggestions {
    /// The nearest name, if it is close enough.
    pub fn nearest<'a>(&self, word: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
        let may_go_on = |_: &&str| {
            let left = self.left.get();
            self.left.set(left.saturating_sub(1));
            left > 0
        };
        limn_language::schema::nearest(word, names.into_iter().take_while(may_go_on))
    }

    /// The nearest type name of a kind; data types include primitives.
    pub fn nearest_type(&self, type_scope: &TypeScope<'_>, kind: TypeKind, word: &str) -> Option<&str> {
        let names = self.types[kind as usize].get_or_init(|| {
            let primitives = Primitive::ALL.iter().filter(|_| kind == TypeKind::Data);
            let names = type_scope.names(kind).into_iter().map(|(name, _)| name);
            primitives.map(|primitive| primitive.name().to_owned()).chain(names).collect()
        });
        self.nearest(word, names.iter().map(String::as_str))
            .or_else(|| longer(word, names).filter(|_| self.left.get() > 0))
    }
}

/// The name that continues before this one, if there is no other: `org.acme.Shop` for `Shop`.
pub fn longer<'a>(word: &str, names: &'a [String]) -> Option<&'a str> {
    let is_longer = |name: &&String| name.strip_suffix(word).is_some_and(|before| before.ends_with('.'));
    let longer = || names.iter().filter(is_longer).map(String::as_str);
    // A built-in type has several names: `tosca.nodes.WebServer` is the same as `WebServer`.
    let shortest = longer().min_by_key(|name| name.len())?;
    longer().all(|name| name.ends_with(shortest)).then_some(shortest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_without_its_beginning_is_found() {
        let names = ["a.b.C", "x.a.b.C", "a.C", "a.b.D", "xD", "c.E", "d.E"].map(str::to_owned);
        assert_eq!(longer("b.C", &names), Some("a.b.C"));
        assert_eq!(longer("E", &names), None);
        assert_eq!(longer("D", &names), Some("a.b.D"));
    }

    #[test]
    fn comparing_ends() {
        let suggestions = Suggestions::default();
        assert_eq!(suggestions.nearest("hots", ["link", "host"]), Some("host"));
        let many = vec!["something"; MAX_COMPARISONS];
        assert_eq!(suggestions.nearest("hots", many), None);
        assert_eq!(suggestions.nearest("hots", ["link", "host"]), None);
    }
}
