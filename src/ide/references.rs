//! Find references: all positions of a name.

use limn_language::schema::Names;
use limn_text::TextRange;
use limn_yaml::Path;

/// A name and all its positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct References {
    pub name: String,
    /// "component"
    pub kind: &'static str,
    /// The declared element.
    pub path: Path,
    /// The declaration first, then the references in text order.
    pub places: Vec<TextRange>,
}

/// All positions in this document of the name at `offset`.
pub fn references(names: &Names, offset: usize) -> Option<References> {
    of(names, declared(names, offset)?)
}

/// All positions in this document of the name of the element at `path`.
pub fn references_of(names: &Names, path: &Path) -> Option<References> {
    of(names, names.declared_at(path)?)
}

/// The declaration of the name at `offset`, as an index.
pub(super) fn declared(names: &Names, offset: usize) -> Option<usize> {
    match names.reference_at(offset) {
        Some(reference) => names.references[reference].declaration,
        None => names.declaration_at(offset),
    }
}

fn of(names: &Names, at: usize) -> Option<References> {
    let declaration = names.declarations.get(at)?;
    let mut others: Vec<TextRange> =
        names.references_to(at).map(|reference| names.references[reference].range).collect();
    others.sort();
    others.dedup();
    let places = std::iter::once(declaration.range).chain(others).collect();
    let (name, path) = (declaration.name.clone(), declaration.path.clone());
    Some(References { name, kind: declaration.kind.id, path, places })
}

#[cfg(test)]
mod tests {
    use super::*;
    use limn_check::recipe::{self, read};

    #[test]
    fn all_places_are_found_from_any_of_them() {
        let plain = "\
ingredients:
  flour: {unit: cup, amount: 'a ${flour} b ${flour.x}'}
  water: {instead-of: flour}
shelves:
  flour: {}
notes: {flour: flour}
";
        for at in ["  |flour: {unit", "b ${f|lour.x", "instead-of: flour|", "  flo|ur: {}"] {
            let text = plain.replace(&at.replace('|', ""), at);
            let (text, offset) = recipe::caret(&text);
            let found = references(&read(&text).1, offset).unwrap();
            assert_eq!((found.name.as_str(), found.kind), ("flour", "ingredient"));
            let lines: Vec<usize> =
                found.places.iter().map(|range| text[..range.start].matches('\n').count()).collect();
            assert_eq!(lines, [1, 1, 1, 2, 4], "{at}");
            assert!(found.places.iter().all(|&range| &text.as_str()[range] == "flour"));
        }
    }

    #[test]
    fn a_path_will_do() {
        let (_, names) = read("tools: {bowl: }\nshelves: {bowl: {}}\n");
        assert_eq!(references_of(&names, &Path::keys(["tools", "bowl"])).unwrap().places.len(), 2);
        assert_eq!(references_of(&names, &Path::keys(["tools"])), None);
    }
}
