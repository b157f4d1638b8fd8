//! Inlay hints: the value of a declared name, next to a reference to it; and what holds at an element although it is not written there.

use std::collections::HashSet;

use limn_language::explanation::{Implied, ImpliedFact};
use limn_language::schema::{Construct, KeyRole, Names, Profiles, value_with};
use limn_text::TextRange;
use limn_yaml::{Document, Node, Path, Style};

/// A short text to show in the line, next to what the user wrote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// The offset that it is shown at.
    pub at: usize,
    pub label: String,
    /// A sentence that says more, with names and values in backticks.
    pub help: String,
}

/// The table of a document, and its profile.
type Grammar = (&'static Construct, Profiles);

/// Longest shown value, in characters.
const MAX_VALUE_LENGTH: usize = 32;
/// Maximum number of defaults that are shown.
const DEFAULTS: usize = 3;

/// The hints in a range of the text. `implied`: what holds in it although it is not written.
pub fn hints(
    document: &Document,
    grammar: Grammar,
    names: &Names,
    implied: &[Implied],
    within: TextRange,
) -> Vec<Hint> {
    let mut found: Vec<Hint> = Vec::new();
    // One hint has all values that an expression reads, if any is known.
    let is_read = |implied: &&Implied| matches!(implied.fact, ImpliedFact::Reads { .. });
    let read: HashSet<&Path> = implied.iter().filter(is_read).map(|implied| &implied.path).collect();
    for reference in
        names.references.iter().filter(|reference| !reference.is_key && within.touches(reference.range.start))
    {
        let Some(declaration) = reference.declaration.map(|at| &names.declarations[at]) else { continue };
        // A value that declares a name is that name.
        let value = value(document, grammar, &declaration.written).filter(|_| !declaration.is_value);
        let is_new = declaration.range != reference.range
            && (read.is_empty() || !read.contains(&reference.at(document)));
        if let Some(value) = value.filter(|_| is_new) {
            let help = format!("The value of `{}` is `{value}`.", declaration.name);
            found.push(Hint { at: reference.range.end, label: format!("= {}", shortened(&value)), help });
        }
    }
    found.sort_by_key(|hint| hint.at);
    found.dedup_by_key(|hint| hint.at);
    let is_known =
        |implied: &&Implied| !matches!(&implied.fact, ImpliedFact::Reads { values, .. } if values.is_empty());
    for it in implied.iter().filter(is_known) {
        let at = document.get(&it.path).and_then(|node| line_end(document, node));
        let (label, help) = match &it.fact {
            ImpliedFact::Defaults(values) => (default_label(values), default_help(values)),
            ImpliedFact::Targets(names) => (format!("→ {}", names.join(", ")), target_help(names)),
            ImpliedFact::Reads { values, is_whole } => (read_label(values, *is_whole), read_help(values)),
        };
        found.extend(at.filter(|&at| within.touches(at)).map(|at| Hint { at, label, help }));
    }
    found.sort_by_key(|hint| hint.at);
    found
}

/// "port = 80, protocol = tcp, +2".
fn default_label(values: &[(String, String)]) -> String {
    let shown = values.iter().take(DEFAULTS).map(|(name, value)| format!("{name} = {}", shortened(value)));
    let mut label = shown.collect::<Vec<_>>().join(", ");
    if values.len() > DEFAULTS {
        label.push_str(&format!(", +{}", values.len() - DEFAULTS));
    }
    label
}

fn default_help(values: &[(String, String)]) -> String {
    let all = values.iter().map(|(name, value)| format!("`{name}` is `{}`", shortened(value)));
    format!("By default, {}.", all.collect::<Vec<_>>().join(", "))
}

/// "= 80"; "port = 80, size = 3" in an expression that computes its value of them.
fn read_label(values: &[(String, String)], is_whole: bool) -> String {
    match values {
        [(_, value)] if is_whole => format!("= {}", shortened(value)),
        _ => default_label(values),
    }
}

fn read_help(values: &[(String, String)]) -> String {
    let all = values.iter().map(|(name, value)| format!("The value of `{name}` is `{value}`."));
    all.collect::<Vec<_>>().join(" ")
}

fn target_help(names: &[String]) -> String {
    let all: Vec<String> = names
        .iter()
        .map(|name| if name == "…" { "others".to_owned() } else { format!("`{name}`") })
        .collect();
    format!("Connects to {}.", all.join(" or "))
}

/// The end of a scalar or of a collection in brackets, otherwise of the line of the key.
fn line_end(document: &Document, node: Node<'_>) -> Option<usize> {
    let is_on_the_line = match node.style() {
        Style::Flow | Style::Single | Style::Double => true,
        Style::Plain => !node.is_null(),
        Style::Block | Style::Literal | Style::Folded | Style::Missing => false,
    };
    if is_on_the_line {
        return Some(node.range().end);
    }
    let key = node.key()?.range().end;
    let line = document.text().get(key..)?.lines().next()?;
    Some(key + line.trim_end().len())
}

/// The first line of a value, as much as fits.
fn shortened(text: &str) -> String {
    let line = text.lines().next().unwrap_or_default();
    let mut shown: String = line.chars().take(MAX_VALUE_LENGTH).collect();
    if shown.len() < text.len() {
        shown.push('…');
    }
    shown
}

/// The value of a declared name: a scalar itself, or the value that its table names.
fn value(document: &Document, grammar: Grammar, path: &Path) -> Option<String> {
    let node = document.get(path)?;
    let value = if node.is_mapping() {
        value_with(document, grammar, path, &[KeyRole::Value, KeyRole::Default])?
    } else {
        node
    };
    let text = value.as_str().filter(|_| value.is_scalar() && !value.is_null())?;
    (!text.is_empty()).then(|| text.into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use limn_check::recipe::{NEW, RECIPE, read};

    /// The hints of a text, written into it in brackets.
    fn shown(text: &str) -> String {
        let (document, names) = read(text);
        let mut out = text.to_owned();
        for hint in hints(&document, (&RECIPE, NEW), &names, &[], TextRange::new(0, text.len())).iter().rev()
        {
            out.insert_str(hint.at, &format!("[{}]", hint.label));
        }
        out
    }

    #[test]
    fn a_reference_shows_the_value() {
        let text = |hint: &str| {
            format!(
                "tools:\n  bowl: large\nsteps:\n  - mix:\n      with: [bowl{hint}, oven]\nshelves: {{bowl: {{}}}}\n"
            )
        };
        assert_eq!(shown(&text("")), text("[= large]"));
    }

    #[test]
    fn a_long_value_is_cut() {
        let (document, names) =
            read(&format!("tools: {{bowl: {}}}\nsteps: [{{mix: {{with: [bowl]}}}}]\n", "é".repeat(50)));
        let found = hints(&document, (&RECIPE, NEW), &names, &[], TextRange::new(0, document.text().len()));
        assert_eq!(found[0].label, format!("= {}…", "é".repeat(32)));
    }
}
