//! What a person can do to a document other than type. A dialect plans it; `yaml::patch` writes it.

use serde::{Deserialize, Serialize};

use crate::formula::Formula;
use crate::graph::{Id, PortRef};
use crate::yaml::{PatchError, Path};

/// A place on the canvas, in world units (CSS pixels at 100 %).
#[derive(Clone, Copy, Debug, PartialEq, Default, Serialize, Deserialize)]
pub struct Place {
    pub x: f64,
    pub y: f64,
}

/// What a form field puts in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Input {
    /// As typed; the dialect's grammar says whether it is a number, a boolean or a text that needs quotes.
    Text(String),
    Flag(bool),
    /// An empty list or mapping, to be filled.
    EmptyList,
    EmptyMap,
    /// A list of short values, all put in at once: the bounds of a range.
    Items(Vec<String>),
    /// A function in place of a value.
    Call(Call),
    /// One of what the place offers: the key of its one entry, or the way in which it is written. What stands there is kept where it still fits.
    Pick(String),
}

/// A function and what it is given.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Call {
    pub function: String,
    pub given: Vec<Given>,
}

/// One thing that a function is given.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Given {
    Text(String),
    Call(Call),
    List(Vec<Given>),
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Edit {
    /// A new thing from the palette entry with this id, under a free name near `name`. `place`: where it was dropped. `on`: what it is about,
    /// where it is about something: a group's members, a policy's targets.
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
    /// A link, or one end of a link that has several.
    Disconnect {
        id: Id,
    },
    /// Writes the value at `of` joined with `key`, making what is missing on the way.
    Set {
        of: Id,
        key: Path,
        input: Input,
    },
    /// Takes the entry or item at `of` joined with `key` away.
    Unset {
        of: Id,
        key: Path,
    },
    /// A new entry of the mapping, or item of the list, at `of` joined with `into`. `name` is the entry's key; of an item, the key of its one entry,
    /// where its kind has one.
    Insert {
        of: Id,
        into: Path,
        name: String,
    },
    /// The value at `of` joined with `key` becomes an input of the document: declared as the value is, with what stands there as its default.
    MakeInput {
        of: Id,
        key: Path,
    },
    /// The value at `of` joined with `key` becomes an output of the document.
    Expose {
        of: Id,
        key: Path,
    },
    /// A group gets members, a policy targets.
    Attach {
        to: Id,
        ids: Vec<Id>,
    },
    /// A group loses members, a policy targets.
    Detach {
        from: Id,
        ids: Vec<Id>,
    },
    /// A place stands elsewhere on Earth, in degrees.
    Locate {
        id: Id,
        latitude: f64,
        longitude: f64,
    },
    /// What is to be as small or as large as can be is another formula.
    Reckon {
        formula: Formula,
    },
    /// Boxes were moved. Changes the text only where the document already carries places of its own.
    Place {
        places: Vec<(Id, Place)>,
    },
}

/// Why a person's request was refused. Nothing was written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EditError {
    #[error("`{0}` is not there any more")]
    Gone(Id),
    #[error("{0}")]
    Refused(String),
    #[error("`{name}` cannot be a name here: {why}")]
    Name { name: String, why: String },
    #[error("`{0}` is taken already")]
    Taken(String),
    #[error("{0}")]
    Unfit(String),
    #[error(transparent)]
    Patch(#[from] PatchError),
}
