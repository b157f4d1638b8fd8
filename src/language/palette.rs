//! Entries of the palette, with what their types offer and need.

use crate::graph::Icon;

/// An entry of the palette.
#[derive(Clone, Debug, PartialEq)]
pub struct PaletteEntry {
    /// For `Edit::Add`.
    pub id: String,
    /// A heading: "Components", "From this workspace".
    pub group: &'static str,
    pub label: String,
    pub doc: String,
    pub icon: Icon,
    /// Created by connecting two ports instead of by dropping.
    pub wire: bool,
    /// Id of the parent entry, which precedes it in the same group.
    pub parent: Option<String>,
    /// Cannot be instantiated; only its children can.
    pub is_abstract: bool,
    /// Profile of its type; empty if that is unknown.
    pub profile: TypeProfile,
}

impl PaletteEntry {
    /// An entry without a parent and without a known type, to be dropped on the diagram.
    pub fn new(
        id: impl Into<String>,
        group: &'static str,
        label: impl Into<String>,
        doc: impl Into<String>,
        icon: Icon,
    ) -> PaletteEntry {
        PaletteEntry {
            id: id.into(),
            group,
            label: label.into(),
            doc: doc.into(),
            icon,
            wire: false,
            parent: None,
            is_abstract: false,
            profile: TypeProfile::default(),
        }
    }
}

/// Profile of the type of a palette entry, for its documentation and for filters.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TypeProfile {
    /// Full names of the type and of those that it derives from, the nearest first.
    pub chain: Vec<String>,
    /// The whole description.
    pub description: String,
    pub offers: Vec<TypedEnd>,
    pub needs: Vec<TypedEnd>,
    /// True if other items can be placed in it.
    pub hosts: bool,
}

impl TypeProfile {
    /// Returns true if the type has neither capabilities nor requirements.
    pub fn is_bare(&self) -> bool {
        self.offers.is_empty() && self.needs.is_empty()
    }
}

/// A capability or a requirement of a type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypedEnd {
    pub name: String,
    /// Short names of its type and of those that it derives from, the nearest first.
    pub types: Vec<String>,
}
