//! Names that misspelt ones were meant to be, for one look at a document. Bounded, so that a document in which every name is wrong is checked as fast:
//! when so many have been compared, nothing more is suggested.

use std::cell::{Cell, OnceCell};

use super::types::{TypeKind, World};
use super::value::Primitive;

/// How many names are compared in one look.
const MOST: usize = 200_000;

#[derive(Debug)]
pub struct Nearness {
    left: Cell<usize>,
    types: [OnceCell<Vec<String>>; TypeKind::ALL.len()],
}

impl Default for Nearness {
    fn default() -> Nearness {
        Nearness { left: Cell::new(MOST), types: Default::default() }
    }
}

impl Nearness {
    /// The one of the names that the word was plainly meant to be.
    pub fn nearest<'a>(&self, word: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
        let may_go_on = |_: &&str| {
            let left = self.left.get();
            self.left.set(left.saturating_sub(1));
            left > 0
        };
        crate::schema::nearest(word, names.into_iter().take_while(may_go_on))
    }

    /// The same among the types of a kind; of data types the primitives are some.
    pub fn nearest_type(&self, world: &World<'_>, kind: TypeKind, word: &str) -> Option<&str> {
        let names = self.types[kind as usize].get_or_init(|| {
            let primitives = Primitive::ALL.iter().filter(|_| kind == TypeKind::Data);
            let names = world.names(kind).into_iter().map(|(name, _)| name);
            primitives.map(|it| it.name().to_owned()).chain(names).collect()
        });
        self.nearest(word, names.iter().map(String::as_str))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comparing_ends() {
        let nearness = Nearness::default();
        assert_eq!(nearness.nearest("hots", ["link", "host"]), Some("host"));
        let many = vec!["something"; MOST];
        assert_eq!(nearness.nearest("hots", many), None);
        assert_eq!(nearness.nearest("hots", ["link", "host"]), None);
    }
}
