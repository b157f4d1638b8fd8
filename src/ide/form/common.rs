//! The form of several elements: the fields that all of them have. What is entered there is written to each.

use super::sheet::{Control, Field, Sheet};

/// The fields that all sheets have, at the same paths and with the same control, with the paths of the first sheet; `None` without sheets. Values that
/// differ are left out and marked. Lists and other parts with a number of entries are left out as a whole.
pub fn common(sheets: &[Sheet]) -> Option<Sheet> {
    let (first, others) = sheets.split_first()?;
    let others: Vec<&[Field]> = others.iter().map(|sheet| sheet.fields.as_slice()).collect();
    Some(Sheet { fields: shared_by_all(&first.fields, &others), ..first.clone() })
}

fn shared_by_all(fields: &[Field], others: &[&[Field]]) -> Vec<Field> {
    let of = |field: &Field| {
        let same = |fields: &&[Field]| fields.iter().position(|other| other.path == field.path);
        let found: Option<Vec<&Field>> = others.iter().map(|fields| fields.get(same(fields)?)).collect();
        both(field, &found?)
    };
    fields.iter().filter_map(of).collect()
}

/// The field for all; `None` if one of them is of another kind.
fn both(field: &Field, others: &[&Field]) -> Option<Field> {
    let inner = |of: fn(&Control) -> Option<&[Field]>| {
        let inside: Option<Vec<&[Field]>> = others.iter().map(|other| of(&other.control)).collect();
        let fields = shared_by_all(of(&field.control)?, &inside?);
        (!fields.is_empty()).then_some(fields)
    };
    let control = match &field.control {
        Control::Group(sheet) => {
            let fields = inner(|control| match control {
                Control::Group(sheet) => Some(&sheet.fields),
                _ => None,
            })?;
            Control::Group(Sheet { fields, ..sheet.clone() })
        }
        Control::Parts { .. } => {
            let fields = inner(|control| match control {
                Control::Parts { fields, .. } => Some(fields),
                _ => None,
            })?;
            // A part of a free name would be added to the first alone.
            Control::Parts { fields, free: false }
        }
        control if control.is_single() => {
            let alike = others
                .iter()
                .all(|other| std::mem::discriminant(&other.control) == std::mem::discriminant(control));
            if !alike {
                return None;
            }
            control.clone()
        }
        _ => return None,
    };
    let differs = others.iter().any(|other| other.value != field.value);
    let is_compound = matches!(control, Control::Group(_) | Control::Parts { .. });
    Some(Field {
        control,
        value: field.value.clone().filter(|_| !differs),
        differs: differs && !is_compound,
        written: if is_compound {
            field.written || others.iter().any(|other| other.written)
        } else {
            field.written && !differs
        },
        required: field.required && others.iter().all(|other| other.required),
        shared: None,
        // It is removed from each on its own.
        extra: false,
        ..field.clone()
    })
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use super::*;
    use limn_yaml::Path;

    fn field(key: &str, value: Option<&str>, control: Control) -> Field {
        Field {
            path: Path::keys([key]),
            key: key.to_owned(),
            label: key.to_owned(),
            doc: Cow::Borrowed(""),
            section: "",
            type_name: String::new(),
            required: false,
            control,
            value: value.map(str::to_owned),
            written: value.is_some(),
            shared: None,
            default: None,
            demands: Vec::new(),
            computed: false,
            extra: false,
            is_short: false,
            differs: false,
        }
    }

    fn sheet(fields: Vec<Field>) -> Sheet {
        Sheet {
            path: Path::keys(["a"]),
            title: String::new(),
            kind: "",
            doc: "",
            section: "",
            fields,
            shared: None,
        }
    }

    #[test]
    fn fields_of_all_are_kept_and_values_that_differ_are_marked() {
        let group = |size: &str, more: bool| {
            let size = field("size", Some(size), Control::Number);
            let other = more.then(|| field("other", Some("1"), Control::Number));
            field(
                "properties",
                None,
                Control::Parts { fields: std::iter::once(size).chain(other).collect(), free: true },
            )
        };
        let one = sheet(vec![
            field("type", Some("web"), Control::Prose),
            group("3", true),
            field("only", None, Control::Flag),
            field("kind", None, Control::Flag),
        ]);
        let two = sheet(vec![
            group("4", false),
            field("kind", None, Control::Number),
            field("type", Some("web"), Control::Prose),
        ]);
        let all = common(&[one.clone(), two]).unwrap();
        let keys: Vec<&str> = all.fields.iter().map(|field| field.key.as_str()).collect();
        assert_eq!(keys, ["type", "properties"]);
        assert_eq!((all.fields[0].value.as_deref(), all.fields[0].differs), (Some("web"), false));
        let Control::Parts { fields, free: false } = &all.fields[1].control else { panic!("{all:?}") };
        assert_eq!((fields.len(), fields[0].value.as_deref(), fields[0].differs), (1, None, true));
        assert_eq!(common(std::slice::from_ref(&one)).unwrap().fields.len(), 4);
        assert_eq!(common(&[]), None);
    }
}
