//! Paths: addresses of nodes by keys and positions, which stay valid when unrelated text changes.

use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

/// One step from a collection to a child.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Step {
    /// The value of the first entry with this key.
    Key(Arc<str>),
    /// The item at this position of a sequence, from 0.
    Index(usize),
    /// The value of the entry at this position of a mapping, from 0. Addresses entries with a duplicate key or a key that is not a scalar.
    Entry(usize),
}

/// A path from the root of the first YAML document. The empty path is the root.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
pub struct Path(Arc<[Step]>);

impl Path {
    /// The path of the root.
    pub fn root() -> Path {
        Path::default()
    }

    /// Creates a path of keys only: `Path::keys(["composition", "streamer"])`.
    pub fn keys<'a>(keys: impl IntoIterator<Item = &'a str>) -> Path {
        keys.into_iter().map(|key| Step::Key(key.into())).collect()
    }

    /// The steps, from the root.
    pub fn steps(&self) -> &[Step] {
        &self.0
    }

    /// The number of steps.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns true if this is the path of the root.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// This path and a key.
    #[must_use]
    pub fn key(&self, key: &str) -> Path {
        self.step(Step::Key(key.into()))
    }

    /// This path and a position in a sequence.
    #[must_use]
    pub fn index(&self, index: usize) -> Path {
        self.step(Step::Index(index))
    }

    /// This path and a step.
    #[must_use]
    pub fn step(&self, step: Step) -> Path {
        self.0.iter().cloned().chain([step]).collect()
    }

    /// This path and the steps of another.
    #[must_use]
    pub fn join(&self, rest: &Path) -> Path {
        self.0.iter().chain(rest.0.iter()).cloned().collect()
    }

    /// The path without its last step; `None` for the root.
    pub fn parent(&self) -> Option<Path> {
        let (_, parent) = self.0.split_last()?;
        Some(parent.iter().cloned().collect())
    }

    /// The last step; `None` for the root.
    pub fn last(&self) -> Option<&Step> {
        self.0.last()
    }

    /// The key of the last step, if it is a key.
    pub fn last_key(&self) -> Option<&str> {
        match self.0.last()? {
            Step::Key(key) => Some(key),
            Step::Index(_) | Step::Entry(_) => None,
        }
    }

    /// The key of the step at `depth`, if it is a key.
    pub fn key_at(&self, depth: usize) -> Option<&str> {
        match self.0.get(depth)? {
            Step::Key(key) => Some(key),
            Step::Index(_) | Step::Entry(_) => None,
        }
    }

    /// Returns true if the path is `prefix` or a descendant of it.
    pub fn starts_with(&self, prefix: &Path) -> bool {
        self.0.starts_with(&prefix.0)
    }

    /// The first `len` steps; the whole path if it is shorter.
    #[must_use]
    pub fn prefix(&self, len: usize) -> Path {
        self.0[..len.min(self.0.len())].iter().cloned().collect()
    }
}

impl FromIterator<Step> for Path {
    fn from_iter<I: IntoIterator<Item = Step>>(steps: I) -> Path {
        Path(steps.into_iter().collect())
    }
}

/// Displays a path as `composition.streamer.properties.ip.value` or `relationships.r.target-requirements[0]`.
impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, step) in self.0.iter().enumerate() {
            match step {
                Step::Key(key) if at == 0 => write!(f, "{key}")?,
                Step::Key(key) => write!(f, ".{key}")?,
                Step::Index(index) => write!(f, "[{index}]")?,
                Step::Entry(entry) => write!(f, "{{{entry}}}")?,
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Path({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_displays_keys_items_and_entries() {
        let path =
            Path::keys(["relationships", "r"]).key("target-requirements").index(0).step(Step::Entry(2));
        assert_eq!(path.to_string(), "relationships.r.target-requirements[0]{2}");
        assert_eq!(Path::root().to_string(), "");
    }

    #[test]
    fn a_path_splits_into_the_parts_it_was_made_of() {
        let path = Path::keys(["a", "b"]).index(3);
        assert_eq!(path.parent(), Some(Path::keys(["a", "b"])));
        assert_eq!(path.parent().and_then(|path| path.parent()), Some(Path::keys(["a"])));
        assert_eq!(Path::root().parent(), None);
        assert_eq!(path.last(), Some(&Step::Index(3)));
        assert_eq!(path.last_key(), None);
        assert_eq!(path.key_at(1), Some("b"));
        assert_eq!(path.key_at(2), None);
        assert_eq!(path.prefix(1), Path::keys(["a"]));
        assert_eq!(path.prefix(9), path);
        assert!(path.starts_with(&Path::keys(["a"])));
        assert!(!path.starts_with(&Path::keys(["b"])));
        assert_eq!(Path::keys(["a"]).join(&Path::keys(["b"]).index(3)), path);
    }
}
