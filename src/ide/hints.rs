//! Inlay hints: the value of a declared name, next to a reference to it.

use limn_language::schema::Names;
use limn_text::TextRange;
use limn_yaml::{Document, Node};

/// A short text to show in the line, next to what the user wrote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// The offset that it is shown at.
    pub at: usize,
    pub label: String,
    /// The key of the declaration that it comes from.
    pub declared: TextRange,
}

/// Longest shown value, in characters.
const LONGEST: usize = 32;

/// The hints for references in a range of the text.
pub fn hints(document: &Document, names: &Names, within: TextRange) -> Vec<Hint> {
    let mut found: Vec<Hint> = Vec::new();
    for reference in names.references.iter().filter(|it| !it.is_key && within.touches(it.range.start)) {
        let Some(declaration) = reference.declaration.map(|at| &names.declarations[at]) else { continue };
        let value = document.get(&declaration.written).and_then(value);
        if let Some(label) = value.filter(|_| declaration.range != reference.range) {
            found.push(Hint { at: reference.range.end, label, declared: declaration.range });
        }
    }
    found.sort_by_key(|hint| hint.at);
    found.dedup_by_key(|hint| hint.at);
    found
}

/// The value of a declared name: a scalar itself, or its `value` or `default`.
fn value(node: Node<'_>) -> Option<String> {
    let value = if node.is_mapping() { node.get("value").or_else(|| node.get("default"))? } else { node };
    let text = value.as_str().filter(|_| value.is_scalar() && !value.is_null())?;
    let line = text.lines().next().unwrap_or_default();
    let mut label: String = line.chars().take(LONGEST).collect();
    if label.len() < text.len() {
        label.push('…');
    }
    (!label.is_empty()).then(|| format!("= {label}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use limn_check::recipe::read;

    /// The hints of a text, written into it in brackets.
    fn shown(text: &str) -> String {
        let (document, names) = read(text);
        let mut out = text.to_owned();
        for hint in hints(&document, &names, TextRange::new(0, text.len())).iter().rev() {
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
        let found = hints(&document, &names, TextRange::new(0, document.text().len()));
        assert_eq!(found[0].label, format!("= {}…", "é".repeat(32)));
    }
}
