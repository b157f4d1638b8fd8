//! Go to definition: the declaration of the name under the caret.

use limn_language::schema::{Names, ReferenceId};
use limn_text::TextRange;
use limn_yaml::Path;

/// The declaration that a name refers to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Definition {
    /// The declared element.
    pub path: Path,
    /// The declaring key.
    pub range: TextRange,
    /// The name under the caret.
    pub from: TextRange,
}

/// The declaration of the name at `offset`; a declaration refers to itself.
pub fn definition(names: &Names, offset: usize) -> Option<Definition> {
    if let Some(reference) = names.reference_at(offset).map(|at| &names.references[at]) {
        let declaration = &names.declarations[reference.declaration?];
        let path = declaration.path.clone();
        return Some(Definition { path, range: declaration.range, from: reference.range });
    }
    let declaration = &names.declarations[names.declaration_at(offset)?];
    Some(Definition { path: declaration.path.clone(), range: declaration.range, from: declaration.range })
}

/// The reference at `offset` if this document does not declare it: another file may, which the model determines.
pub fn elsewhere(names: &Names, offset: usize) -> Option<ReferenceId> {
    names.reference_at(offset).filter(|&at| names.references[at].declaration.is_none())
}

#[cfg(test)]
mod tests {
    use super::*;
    use limn_check::recipe::{self, read};

    #[track_caller]
    fn check(text: &str, expected: Option<&str>) {
        let (text, offset) = recipe::caret(text);
        let (_, names) = read(&text);
        let found = definition(&names, offset).map(|definition| definition.path.to_string());
        assert_eq!(found.as_deref(), expected);
    }

    #[test]
    fn a_reference_resolves_to_its_declaration() {
        check(
            "ingredients:\n  flour: {unit: cup, grades: {fine: 1}}\n  b: {amount: '${flo|ur.fine}'}\n",
            Some("ingredients.flour"),
        );
        check(
            "ingredients:\n  flour: {unit: cup, grades: {fine: 1}}\n  b: {amount: '${flour.|fine}'}\n",
            Some("ingredients.flour.grades.fine"),
        );
        check("tools: {bowl: }\nshelves: {bow|l: {}}\n", Some("tools.bowl"));
    }

    #[test]
    fn a_declaration_is_its_own() {
        check("tools:\n  |bowl:\n", Some("tools.bowl"));
    }

    #[test]
    fn elsewhere_there_is_nothing() {
        check("tools:\n  bowl: {size: l|arge}\n", None);
        check("ingredients:\n  b: {amount: '${flo|ur.fine}'}\n", None);
        let (text, offset) = recipe::caret("ingredients:\n  b: {amount: '${flo|ur.fine}'}\n");
        assert_eq!(elsewhere(&read(&text).1, offset), Some(0));
    }
}
