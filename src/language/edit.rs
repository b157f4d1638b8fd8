//! Edits of a document other than typing. A dialect plans an edit as ops; `yaml::patch` writes them.

use serde::{Deserialize, Serialize};

use crate::graph::{Id, PortRef};
use limn_yaml::{PatchError, Path};

/// A position on the canvas, in world units (CSS pixels at 100 %).
#[derive(Clone, Copy, Debug, PartialEq, Default, Serialize, Deserialize)]
pub struct Place {
    pub x: f64,
    pub y: f64,
}

/// The new value from a form field.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Input {
    /// Text as typed; the grammar decides whether it is written as a number, a boolean or a string.
    Text(String),
    Flag(bool),
    /// An empty list.
    EmptyList,
    EmptyMap,
    /// A list of scalars, such as the bounds of a range.
    Items(Vec<String>),
    /// A function call as the value.
    Call(FunctionCall),
    /// A choice: the key of a single-entry mapping, or a notation. The current value is kept where it still fits.
    Pick(String),
}

/// A function call.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FunctionCall {
    pub function: String,
    pub given: Vec<CallArgument>,
}

/// An argument of a function call.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum CallArgument {
    Text(String),
    Call(FunctionCall),
    List(Vec<CallArgument>),
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Edit {
    /// Adds an element from the palette entry with this id, under an unused name based on `name`. `place`: the drop position. `on`: the members of a
    /// new group, the targets of a new policy.
    Add {
        template: String,
        name: Option<String>,
        place: Option<Place>,
        on: Vec<Id>,
    },
    Remove {
        ids: Vec<Id>,
    },
    Rename {
        id: Id,
        to: String,
    },
    Connect {
        from: PortRef,
        to: PortRef,
    },
    /// Removes a link, or one end of a link with several ends.
    Disconnect {
        id: Id,
    },
    /// Sets the value at `of` joined with `key`, and creates missing parents.
    Set {
        of: Id,
        key: Path,
        input: Input,
    },
    /// Removes the entry or item at `of` joined with `key`.
    Unset {
        of: Id,
        key: Path,
    },
    /// Inserts an entry or item into the mapping or list at `of` joined with `into`. `name`: the entry's key, or the key of a single-entry item.
    Insert {
        of: Id,
        into: Path,
        name: String,
    },
    /// Converts the value at `of` joined with `key` to an input of the document, with the value's type and the value as default.
    MakeInput {
        of: Id,
        key: Path,
    },
    /// Exposes the value at `of` joined with `key` as an output of the document.
    Expose {
        of: Id,
        key: Path,
    },
    /// Replaces the reference at a path by the value of the input or property that it names; at the declaration, all references to it.
    Inline {
        at: Id,
    },
    /// Writes the note of an element: the comment lines above it. A blank text removes it.
    Note {
        of: Id,
        text: String,
    },
    /// Adds members to a group, or targets to a policy.
    Attach {
        to: Id,
        ids: Vec<Id>,
    },
    /// Removes members from a group, or targets from a policy.
    Detach {
        from: Id,
        ids: Vec<Id>,
    },
    /// An edit from a view of the language, in the language's own terms.
    View {
        edit: serde_json::Value,
    },
    /// Moves boxes. Changes the text only where the document stores positions itself.
    Place {
        places: Vec<(Id, Place)>,
    },
}

/// Possible promotions of the value at a place, for the tools of its field: see [`Edit::MakeInput`] and [`Edit::Expose`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Promotions {
    pub to_input: bool,
    pub to_output: bool,
}

/// Reason why an edit was refused. The text is unchanged.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EditError {
    #[error("`{0}` no longer exists")]
    NotFound(Id),
    #[error("{0}")]
    Refused(String),
    #[error("invalid name `{name}`: {why}")]
    Name { name: String, why: String },
    #[error("the name `{0}` is already in use")]
    Taken(String),
    #[error("{0}")]
    Incompatible(String),
    /// The value is shared by an anchor, so the edit needs a scope: this place, or all of them.
    #[error("{0}")]
    Shared(Box<SharedValue>),
    #[error(transparent)]
    Patch(#[from] PatchError),
}

impl EditError {
    /// Returns true if a syntax error at the place of the edit is the reason.
    pub fn is_syntax_error(&self) -> bool {
        matches!(self, EditError::Patch(PatchError::Broken(_)))
    }

    /// Refusal of an edit that a language does not have.
    pub fn unsupported() -> EditError {
        EditError::Refused("unsupported edit".to_owned())
    }
}

/// A value that an anchor makes common to several places.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SharedValue {
    /// The place that an edit would change.
    pub path: Path,
    pub anchor: String,
    /// The place with the anchor, and the places with an alias, in text order.
    pub places: Vec<Path>,
    /// True if the edit is possible for this place only.
    pub only_here: bool,
}

impl std::fmt::Display for SharedValue {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let SharedValue { path, anchor, places, .. } = self;
        let count = places.len();
        write!(
            f,
            "`{path}` is shared by `&{anchor}` in {count} places: choose whether to change this one or all"
        )
    }
}
