//! Name suggestions for messages and quick fixes. Bounded, so that a document with many unknown names is checked as fast.

use std::collections::BTreeMap;

use crate::model::Service;
use crate::suggestions::longer;
use crate::types::{ScalarText, TypeKind};
use limn_language::diagnostic::Diagnostic;
use limn_language::schema::nearest;

/// Maximum number of different words that are looked up.
const LOOKUPS: usize = 64;

/// Candidate names.
pub(super) struct NameSuggestions {
    names: Vec<String>,
    known: BTreeMap<String, Option<usize>>,
}

impl NameSuggestions {
    pub(super) fn to(names: impl IntoIterator<Item = String>) -> NameSuggestions {
        NameSuggestions { names: names.into_iter().collect(), known: BTreeMap::new() }
    }

    /// The types of a kind, by all their names.
    pub(super) fn types(service: &Service<'_>, kind: TypeKind) -> NameSuggestions {
        let mut names: Vec<String> =
            service.type_scope.names(kind).into_iter().map(|(name, _)| name).collect();
        // Among equally near names, prefer the full one.
        let short = names.iter().filter_map(|name| name.strip_prefix(kind.space()));
        let mut shorts: Vec<String> = short.clone().map(str::to_owned).collect();
        shorts.extend(short.filter_map(|name| Some(name.rsplit_once('.')?.1.to_owned())));
        names.extend(shorts);
        NameSuggestions::to(names)
    }

    pub(super) fn node_templates(service: &Service<'_>) -> NameSuggestions {
        let templates = service.topology.iter().flat_map(|topology| &topology.node_templates);
        NameSuggestions::to(templates.map(|template| template.name.to_string()))
    }

    /// Adds candidates.
    pub(super) fn and(mut self, names: impl IntoIterator<Item = String>) -> NameSuggestions {
        self.names.extend(names);
        self
    }

    pub(super) fn find(&mut self, word: &str) -> Option<&str> {
        if !self.known.contains_key(word) {
            if self.known.len() >= LOOKUPS {
                return None;
            }
            let found = nearest(word, self.names.iter().map(String::as_str));
            let found = found.or_else(|| longer(word, &self.names));
            let found = found.and_then(|found| self.names.iter().position(|name| name == found));
            self.known.insert(word.to_owned(), found);
        }
        self.known[word].map(|at| self.names[at].as_str())
    }

    /// Adds the suggestion to the message, with its fix.
    pub(super) fn suggest(&mut self, diagnostic: Diagnostic, word: &ScalarText<'_>) -> Diagnostic {
        match self.find(&word.text) {
            Some(near) => suggest(diagnostic, word, near),
            None => diagnostic,
        }
    }
}

/// Adds "did you mean" to the message, with its fix.
pub(super) fn suggest(diagnostic: Diagnostic, word: &ScalarText<'_>, near: &str) -> Diagnostic {
    diagnostic.did_you_mean(Some(near), |near| word.replaced(near))
}

/// Adds a fix that changes the word, for a message that states the reason.
pub(super) fn change(diagnostic: Diagnostic, word: &ScalarText<'_>, to: &str) -> Diagnostic {
    diagnostic.fix(format!("Change to `{to}`"), vec![word.replaced(to.to_owned())]).unsafe_fix()
}
