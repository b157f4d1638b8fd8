//! Initial focus of a form.

use super::{Control, Field, Sheet};

impl Sheet {
    /// The field that a person fills first, and the group that it stands in: a value of the thing's properties, where it has any.
    pub fn first(&self) -> Option<(Option<&Field>, &Field)> {
        let properties = self.fields.iter().find(|field| field.key == "properties");
        let value = properties.and_then(|group| match &group.control {
            Control::Parts { fields, .. } => Some((Some(group), fields.first()?)),
            Control::Named { entries, .. } | Control::Map { entries, .. } => {
                Some((Some(group), entries.first()?))
            }
            _ => None,
        });
        value.or_else(|| Some((None, self.fields.first()?)))
    }
}
