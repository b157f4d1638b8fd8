//! Names that were plainly meant: for messages and quick fixes. Bounded, so that a document in which every name is wrong is checked as fast.

use std::collections::BTreeMap;

use crate::diagnostic::Diagnostic;
use crate::dialect::tosca::model::Service;
use crate::dialect::tosca::types::{TypeKind, Word};
use crate::schema::nearest;

/// How many different words are looked up.
const LOOKUPS: usize = 64;

/// Words that may stand in some place.
pub(super) struct Near {
    names: Vec<String>,
    known: BTreeMap<String, Option<usize>>,
}

impl Near {
    pub(super) fn to(names: impl IntoIterator<Item = String>) -> Near {
        Near { names: names.into_iter().collect(), known: BTreeMap::new() }
    }

    /// The types of a kind, by every name that they have.
    pub(super) fn types(service: &Service<'_>, kind: TypeKind) -> Near {
        let mut names: Vec<String> = service.world.names(kind).into_iter().map(|(name, _)| name).collect();
        // Of names that are equally near the full one comes first.
        let short = names.iter().filter_map(|name| name.strip_prefix(kind.space()));
        let mut shorts: Vec<String> = short.clone().map(str::to_owned).collect();
        shorts.extend(short.filter_map(|name| Some(name.rsplit_once('.')?.1.to_owned())));
        names.extend(shorts);
        Near::to(names)
    }

    pub(super) fn node_templates(service: &Service<'_>) -> Near {
        let templates = service.topology.iter().flat_map(|it| &it.node_templates);
        Near::to(templates.map(|it| it.name.to_string()))
    }

    /// These as well.
    pub(super) fn and(mut self, names: impl IntoIterator<Item = String>) -> Near {
        self.names.extend(names);
        self
    }

    pub(super) fn find(&mut self, word: &str) -> Option<&str> {
        if !self.known.contains_key(word) {
            if self.known.len() >= LOOKUPS {
                return None;
            }
            let found = nearest(word, self.names.iter().map(String::as_str));
            let found = found.and_then(|found| self.names.iter().position(|name| name == found));
            self.known.insert(word.to_owned(), found);
        }
        self.known[word].map(|at| self.names[at].as_str())
    }

    /// The message with the near name in it, and the change to it.
    pub(super) fn suggest(&mut self, diagnostic: Diagnostic, word: &Word<'_>) -> Diagnostic {
        match self.find(&word.text) {
            Some(near) => suggest(diagnostic, word, near),
            None => diagnostic,
        }
    }
}

/// "Did you mean", and the change to it.
pub(super) fn suggest(diagnostic: Diagnostic, word: &Word<'_>, near: &str) -> Diagnostic {
    diagnostic.meant(Some(near), |near| word.replaced(near))
}

/// The change to another word, where the message says why.
pub(super) fn change(diagnostic: Diagnostic, word: &Word<'_>, to: &str) -> Diagnostic {
    diagnostic.fix(format!("Change to `{to}`"), vec![word.replaced(to.to_owned())]).unsafe_fix()
}
