//! Initial focus of a form.

use super::{Control, Field, Sheet};

impl Sheet {
    /// The field with the initial focus, and its group: the first property value, if there is one.
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
