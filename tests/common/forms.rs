//! Shared by the tests of forms: a text and a place give the fields, an edit the lines that it changes. All through the waist, as the page has it.

use std::fmt::Write as _;

use expect_test::Expect;
use limn::analysis::Analysis;
use limn::edit::Edit;
use limn::files::FilePath;
use limn::graph::Id;
use limn::ide::form::{Connection, Control, Field, Sheet};
use limn::yaml::Path;

pub fn file() -> FilePath {
    FilePath::new("service.yaml").expect("a plain name")
}

pub fn sheet(text: &str, path: &Path) -> Option<Sheet> {
    let analysis = Analysis::of_text(&file(), text);
    let checked = analysis.file(&file()).expect("the file is there").clone();
    checked.entry(&Id(path.clone())).or_else(|| checked.sheet(&Id(path.clone())))
}

pub fn show(fields: &[Field], indent: usize) -> String {
    fields.iter().map(|field| show_field(field, indent)).collect()
}

fn show_field(field: &Field, indent: usize) -> String {
    let marks = [(field.required, "!"), (!field.written, "?"), (field.extra, "+"), (field.computed, "()")];
    let marks: String = marks.iter().filter(|(on, _)| *on).map(|(_, mark)| *mark).collect();
    let name = if field.key.is_empty() { field.path.to_string() } else { field.key.clone() };
    let mut line = format!("{:indent$}{name}{marks}", "");
    let mut put = |text: String| line.push_str(&text);
    if !field.type_name.is_empty() {
        put(format!(" <{}>", field.type_name));
    }
    if let Some(value) = &field.value {
        put(format!(" = {value:?}"));
    }
    if let Some(default) = &field.default {
        put(format!(", else {default}"));
    }
    for constraint in &field.constraints {
        put(format!(", {constraint}"));
    }
    match &field.control {
        Control::Group(sheet) => put(format!(" group\n{}", show(&sheet.fields, indent + 2))),
        Control::Named { entries, .. } => put(format!(" named\n{}", show(entries, indent + 2))),
        Control::Map { entries, item } => {
            put(format!(" map of {}\n{}", word(item), show(entries, indent + 2)));
        }
        Control::Parts { fields, free } => {
            put(format!(" parts{}\n{}", if *free { "…" } else { "" }, show(fields, indent + 2)));
        }
        Control::List { items, item } => put(format!(" list of {}\n{}", word(item), show(items, indent + 2))),
        other => put(format!(" {}\n", word(other))),
    }
    line
}

fn word(control: &Control) -> String {
    match control {
        Control::Text { .. } => "text".to_owned(),
        Control::Choice(words) => words.iter().fold("choice".to_owned(), |mut said, word| {
            write!(said, " {}", word.word).expect("a text takes all");
            said
        }),
        Control::Measure(units) => format!("measure {}…", units[0]),
        Control::Folded { brief } => format!("folded ({brief})"),
        Control::Reference { label, .. } => format!("reference to {label}"),
        Control::List { item, .. } => format!("list of {}", word(item)),
        Control::Call(_, said) => format!("function: {said}"),
        Control::Connections(connections) => {
            let connection = |connection: &Connection| {
                let to = connection.to.as_deref().unwrap_or("nothing");
                let offers: Vec<String> = connection
                    .offers
                    .iter()
                    .map(|offer| format!("{} ({})", offer.label, offer.note))
                    .collect();
                let marks = if connection.required { "!" } else { "" };
                format!(
                    "\n  {}{marks} <{}> to {to}; {}; {}",
                    connection.name,
                    connection.required_type,
                    connection.state,
                    offers.join(", ")
                )
            };
            format!("connections{}", connections.iter().map(connection).collect::<String>())
        }
        Control::Pick { words, now, free, inner } => {
            let words: Vec<&str> = words.iter().map(|word| &*word.word).collect();
            let more = if *free { " …" } else { "" };
            let now = now.as_deref().unwrap_or("nothing");
            let inner = inner.as_ref().map(|field| format!("\n{}", show_field(field, 8))).unwrap_or_default();
            let words = words.join("|");
            format!("{now} of {}{}", format!("{words}{more}").trim(), inner.trim_end())
        }
        Control::Integer { min, max, .. } if *min == i64::MIN && *max == i64::MAX => "whole".to_owned(),
        Control::Integer { min, max, .. } => format!("whole {min}..{max}"),
        other => format!("{other:?}"),
    }
}

#[track_caller]
pub fn check(text: &str, path: &Path, section: &str, expected: Expect) {
    let sheet = sheet(text, path).expect("a form");
    let fields: Vec<Field> =
        sheet.fields.into_iter().filter(|field| section.is_empty() || field.key == section).collect();
    expected.assert_eq(&show(&fields, 0));
}

/// The lines that an edit takes away and puts in.
#[track_caller]
pub fn check_edit(text: &str, edit: &Edit, expected: Expect) {
    let said = match Analysis::of_text(&file(), text).plan(&file(), edit) {
        Ok(change) => {
            let after = change.edits.get(&file()).map_or(text.to_owned(), |edit| edit.apply(text));
            difference(text, &after)
        }
        Err(why) => format!("refused: {why}\n"),
    };
    expected.assert_eq(&said);
}

fn difference(before: &str, after: &str) -> String {
    let (old, new): (Vec<&str>, Vec<&str>) = (before.lines().collect(), after.lines().collect());
    let head = old.iter().zip(&new).take_while(|(old, new)| old == new).count();
    let tail =
        old[head..].iter().rev().zip(new[head..].iter().rev()).take_while(|(old, new)| old == new).count();
    let gone = old[head..old.len() - tail].iter().map(|line| format!("-{line}\n"));
    let come = new[head..new.len() - tail].iter().map(|line| format!("+{line}\n"));
    gone.chain(come).collect()
}
