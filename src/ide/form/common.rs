//! The form of several elements: the fields that all of them have. What is entered there is written to each.

use std::mem::discriminant;

use super::sheet::{Control, Field, Sheet};

/// The fields that all sheets have, at the same paths and with the same control, with the paths of the first sheet; `None` without sheets. Values that
/// differ are left out and marked. Of lists, the items at places that all lists have; of entries by name, those that all have.
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
    let control = common_control(field, others)?;
    let differs = match &control {
        Control::Group(_) | Control::Parts { .. } | Control::Folded { .. } => false,
        // They differ if some have more entries than all have.
        Control::List { .. } | Control::Named { .. } | Control::Map { .. } => {
            let shown = entries(&control).len();
            std::iter::once(&field).chain(others).any(|field| entries(&field.control).len() != shown)
        }
        Control::Pick { now, .. } => now.is_none() && is_picked(field, others),
        _ => others.iter().any(|other| other.value != field.value),
    };
    let is_single = control.is_single();
    Some(Field {
        control,
        value: field.value.clone().filter(|_| !differs),
        differs,
        written: match is_single {
            true => field.written && !differs,
            false => field.written || others.iter().any(|other| other.written),
        },
        required: field.required && others.iter().all(|other| other.required),
        shared: None,
        // An unknown key is removed from each item alone.
        extra: false,
        ..field.clone()
    })
}

/// The control of a field for all.
fn common_control(field: &Field, others: &[&Field]) -> Option<Control> {
    let is_same = |other: &&Field| discriminant(&other.control) == discriminant(&field.control);
    if !others.iter().all(is_same) {
        return None;
    }
    let inner = |own: &[Field]| {
        let inside: Vec<&[Field]> = others.iter().map(|other| entries(&other.control)).collect();
        shared_by_all(own, &inside)
    };
    Some(match &field.control {
        Control::Group(sheet) => {
            let fields = inner(&sheet.fields);
            if fields.is_empty() {
                return None;
            }
            Control::Group(Sheet { fields, ..sheet.clone() })
        }
        Control::Parts { fields, free } => {
            let fields = inner(fields);
            if fields.is_empty() {
                return None;
            }
            let is_free = |other: &&Field| matches!(other.control, Control::Parts { free: true, .. });
            Control::Parts { fields, free: *free && others.iter().all(is_free) }
        }
        Control::List { items, item } => {
            let is_alike = |other: &&Field| matches!(&other.control, Control::List { item: of, .. } if discriminant(&**of) == discriminant(&**item));
            if !others.iter().all(is_alike) {
                return None;
            }
            let at_place = |(at, own): (usize, &Field)| {
                let same: Option<Vec<&Field>> =
                    others.iter().map(|other| entries(&other.control).get(at)).collect();
                both(own, &same?)
            };
            let items = items.iter().enumerate().map_while(at_place).collect();
            Control::List { items, item: item.clone() }
        }
        Control::Named { kind, entries } => Control::Named { kind, entries: inner(entries) },
        Control::Map { entries, item } => Control::Map { entries: inner(entries), item: item.clone() },
        Control::Folded { brief } => {
            let is_same = |other: &&Field| other.control == field.control;
            let brief = if others.iter().all(is_same) { brief.clone() } else { String::new() };
            Control::Folded { brief }
        }
        Control::Pick { words, now, free, inner } => {
            let picked = |other: &&Field| match &other.control {
                Control::Pick { now, inner, .. } => (now.clone(), inner.clone()),
                _ => (None, None),
            };
            let others: Vec<_> = others.iter().map(picked).collect();
            let is_same = others.iter().all(|(other, _)| other == now);
            let inside: Option<Vec<&Field>> = others.iter().map(|(_, inner)| inner.as_deref()).collect();
            let inner = inner.as_deref().filter(|_| is_same).zip(inside);
            let inner = inner.and_then(|(own, others)| both(own, &others)).map(Box::new);
            Control::Pick { words: words.clone(), now: now.clone().filter(|_| is_same), free: *free, inner }
        }
        control if control.is_single() => control.clone(),
        _ => return None,
    })
}

/// Returns true if one of the fields has a kind.
fn is_picked(field: &Field, others: &[&Field]) -> bool {
    let has_kind = |field: &Field| matches!(field.control, Control::Pick { now: Some(_), .. });
    has_kind(field) || others.iter().any(|other| has_kind(other))
}

/// The fields inside a control.
fn entries(control: &Control) -> &[Field] {
    match control {
        Control::Group(sheet) => &sheet.fields,
        Control::Parts { fields, .. } => fields,
        Control::List { items, .. } => items,
        Control::Named { entries, .. } | Control::Map { entries, .. } => entries,
        _ => &[],
    }
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
            constraints: Vec::new(),
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
        let Control::Parts { fields, free: true } = &all.fields[1].control else { panic!("{all:?}") };
        assert_eq!((fields.len(), fields[0].value.as_deref(), fields[0].differs), (1, None, true));
        assert_eq!(common(std::slice::from_ref(&one)).unwrap().fields.len(), 4);
        assert_eq!(common(&[]), None);
    }

    #[test]
    fn lists_and_entries_by_name_are_common_as_far_as_all_have_them() {
        let list = |values: &[&str]| {
            let items = values.iter().map(|value| field("", Some(value), Control::Prose)).collect();
            field("ports", None, Control::List { items, item: Box::new(Control::Prose) })
        };
        let map = |keys: &[&str]| {
            let entries = keys.iter().map(|key| field(key, Some("1"), Control::Number)).collect();
            field("labels", None, Control::Map { entries, item: Box::new(Control::Number) })
        };
        let one = sheet(vec![list(&["a", "b", "c"]), map(&["x", "y"])]);
        let two = sheet(vec![list(&["a", "z"]), map(&["y", "q"])]);
        let all = common(&[one.clone(), two]).unwrap();
        let Control::List { items, .. } = &all.fields[0].control else { panic!("{all:?}") };
        let values: Vec<_> = items.iter().map(|item| (item.value.as_deref(), item.differs)).collect();
        assert_eq!(values, [(Some("a"), false), (None, true)]);
        assert!(all.fields[0].differs, "they have other lengths");
        let Control::Map { entries, .. } = &all.fields[1].control else { panic!("{all:?}") };
        assert_eq!(entries.iter().map(|entry| entry.key.as_str()).collect::<Vec<_>>(), ["y"]);
        assert!(all.fields[1].differs);
        let same = common(&[one.clone(), one]).unwrap();
        assert!(!same.fields.iter().any(|field| field.differs));
    }

    #[test]
    fn kinds_that_differ_are_marked() {
        let pick = |now: &str| {
            let inner = Some(Box::new(field("value", Some("1"), Control::Number)));
            field(
                "filter",
                None,
                Control::Pick { words: Vec::new(), now: Some(now.to_owned()), free: false, inner },
            )
        };
        let all = common(&[sheet(vec![pick("equal")]), sheet(vec![pick("less")])]).unwrap();
        assert!(all.fields[0].differs);
        assert!(matches!(&all.fields[0].control, Control::Pick { now: None, inner: None, .. }));
        let same = common(&[sheet(vec![pick("equal")]), sheet(vec![pick("equal")])]).unwrap();
        assert!(!same.fields[0].differs);
        assert!(matches!(&same.fields[0].control, Control::Pick { now: Some(_), inner: Some(_), .. }));
    }
}
