//! Document symbols: the declared names of a document as an outline, below the sections that contain them.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use limn_language::dialect::UnnamedElement;
use limn_language::schema::{Declaration, NameKind, Names};
use limn_text::TextRange;
use limn_yaml::{Document, Node, Path, Step};

/// An element of the outline.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbol {
    pub name: String,
    /// "node template"; `None` for a section.
    pub kind: Option<&'static str>,
    /// Its type or its value, if it is short.
    pub detail: String,
    pub path: Path,
    /// The key, or the value that names the element.
    pub key: TextRange,
    /// The key and the value, or the mapping that the name is part of.
    pub range: TextRange,
    pub children: Vec<Symbol>,
}

/// The role of a kind of name, for icons and colors. Found by the words of the kind, so that it holds for every language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    Type,
    Element,
    Parameter,
    Property,
    Function,
    Port,
    File,
}

impl Role {
    /// A word for style sheets.
    pub const fn word(self) -> &'static str {
        match self {
            Role::Type => "type",
            Role::Element => "element",
            Role::Parameter => "parameter",
            Role::Property => "property",
            Role::Function => "function",
            Role::Port => "port",
            Role::File => "file",
        }
    }
}

/// Maps a kind of name to its role.
pub fn role(kind: &NameKind) -> Role {
    role_of(kind.id)
}

/// The role of a kind of name, by the id of the kind.
pub fn role_of(kind: &str) -> Role {
    let last = kind.rsplit([' ', '-']).next().unwrap_or_default();
    match last {
        "type" => Role::Type,
        "input" | "parameter" | "output" => Role::Parameter,
        "property" | "attribute" | "metric" | "key" => Role::Property,
        "operation" | "notification" | "workflow" | "step" | "trigger" => Role::Function,
        "requirement" | "capability" | "interface" => Role::Port,
        "import" | "artifact" | "repository" | "prefix" | "file" => Role::File,
        _ => Role::Element,
    }
}

/// The kind of a file that the document names.
const FILE: &str = "file";

/// Elements of the outline besides declared names.
#[derive(Clone, Copy, Default)]
pub struct Others<'a> {
    /// The files that the document names, and where; those outside its elements are part of the outline: what it imports.
    pub files: &'a [(String, Path)],
    pub unnamed: &'a [UnnamedElement],
    /// The value that names the whole document, which is not part of it.
    pub document_name: Option<&'a Path>,
}

/// The outline, in the order of the text. Names behind an alias are omitted.
pub fn symbols(document: &Document, names: &Names, others: Others<'_>) -> Vec<Symbol> {
    // By the start, and the outer one first; a section is found again by each of its names.
    let mut found: BTreeMap<(usize, usize), Symbol> = BTreeMap::new();
    let mut sections: BTreeSet<Path> = BTreeSet::new();
    let is_part = |declaration: &&Declaration| {
        declaration.path == declaration.written && Some(&declaration.path) != others.document_name
    };
    let declared = names.declarations.iter().filter(is_part);
    let keys: BTreeSet<&Path> = declared
        .clone()
        .filter(|declaration| !declaration.is_value)
        .map(|declaration| &declaration.written)
        .collect();
    let is_outside = |path: &Path| (1..=path.len()).all(|len| !keys.contains(&path.prefix(len)));
    let imported = others.files.iter().filter(|(_, path)| is_outside(path));
    let imported = imported.filter_map(|(name, path)| of_file(document, name, path));
    let unnamed = others.unnamed.iter().filter_map(|element| of_unnamed(document, element));
    let all =
        declared.map(|declaration| of_declaration(document, declaration)).chain(unnamed).chain(imported);
    for symbol in all {
        let path = symbol.path.clone();
        found.insert((symbol.range.start, path.len()), symbol);
        for len in (1..path.len()).rev() {
            let above = path.prefix(len);
            if !sections.insert(above.clone()) {
                break;
            }
            let key = document.get(&above).and_then(Node::key);
            let Some((key, node)) = key.zip(document.get(&above)) else { continue };
            let section = Symbol {
                name: key.as_str().unwrap_or_default().into_owned(),
                kind: None,
                detail: String::new(),
                path: above,
                key: key.range(),
                range: key.range().cover(trimmed(document, node)),
                children: Vec::new(),
            };
            found.entry((key.range().start, len)).or_insert(section);
        }
    }
    nest(found.into_values())
}

fn of_file(document: &Document, name: &str, path: &Path) -> Option<Symbol> {
    let range = document.get(path)?.range();
    let (name, path) = (name.to_owned(), path.clone());
    Some(Symbol {
        name,
        kind: Some(FILE),
        detail: String::new(),
        path,
        key: range,
        range,
        children: Vec::new(),
    })
}

fn of_unnamed(document: &Document, element: &UnnamedElement) -> Option<Symbol> {
    let node = document.get(&element.path)?;
    Some(Symbol {
        name: element.label.clone(),
        kind: Some(element.kind.id),
        detail: detail(node),
        path: element.path.clone(),
        key: element.at,
        range: element.at.cover(trimmed(document, node)),
        children: Vec::new(),
    })
}

fn of_declaration(document: &Document, declaration: &Declaration) -> Symbol {
    // A name that a value declares is that of the mapping around it.
    let is_entry = matches!(declaration.written.last(), Some(Step::Key(_)));
    let around = declaration.written.parent().filter(|_| declaration.is_value && is_entry);
    let path = around.unwrap_or_else(|| declaration.written.clone());
    let node = document.get(&path);
    Symbol {
        name: declaration.name.clone(),
        kind: Some(declaration.kind.id),
        detail: node.map_or_else(String::new, detail),
        path,
        key: declaration.range,
        range: node.map_or(declaration.range, |node| declaration.range.cover(trimmed(document, node))),
        children: Vec::new(),
    }
}

/// The type of an element, or a scalar itself.
fn detail(node: Node<'_>) -> String {
    let of = |node: Node<'_>| node.as_str().map(Cow::into_owned);
    let typed = ["type", "derived_from"].into_iter().find_map(|key| of(node.get(key)?));
    let text = typed.or_else(|| of(node)).unwrap_or_default();
    if text.chars().count() <= 60 && !text.contains('\n') { text } else { String::new() }
}

fn trimmed(document: &Document, node: Node<'_>) -> TextRange {
    let range = node.full_range();
    let length = document.text().get(range.start..range.end).map_or(0, |text| text.trim_end().len());
    TextRange::new(range.start, range.start + length)
}

/// Puts each symbol below the nearest one before it whose path contains its own.
fn nest(all: impl Iterator<Item = Symbol>) -> Vec<Symbol> {
    let mut top: Vec<Symbol> = Vec::new();
    let mut open: Vec<Symbol> = Vec::new();
    let close = |open: &mut Vec<Symbol>, top: &mut Vec<Symbol>| {
        let Some(done) = open.pop() else { return };
        match open.last_mut() {
            Some(above) => above.children.push(done),
            None => top.push(done),
        }
    };
    for symbol in all {
        while open.last().is_some_and(|above| !symbol.path.starts_with(&above.path)) {
            close(&mut open, &mut top);
        }
        open.push(symbol);
    }
    while !open.is_empty() {
        close(&mut open, &mut top);
    }
    top
}

/// The names that contain the letters of a query in their order, of one document: name, kind, the element around it, the key.
pub fn search(names: &Names, query: &str) -> Vec<(String, &'static str, Option<String>, TextRange)> {
    let declared = names.declarations.iter().filter(|declaration| declaration.path == declaration.written);
    let near = declared.filter(|declaration| is_similar(&declaration.name, query));
    near.map(|declaration| {
        let around = declaration.parent.map(|parent| names.declarations[parent].name.clone());
        let around = around.or_else(|| declaration.path.parent()?.last_key().map(str::to_owned));
        (declaration.name.clone(), declaration.kind.id, around, declaration.range)
    })
    .collect()
}

/// Returns true if a name contains the letters of a query in their order.
pub fn is_similar(name: &str, query: &str) -> bool {
    let mut letters = name.chars().flat_map(char::to_lowercase);
    query
        .chars()
        .flat_map(char::to_lowercase)
        .filter(|c| !c.is_whitespace())
        .all(|c| letters.any(|letter| letter == c))
}

#[cfg(test)]
mod tests {
    use super::*;
    use limn_check::recipe::read;

    /// The outline, a line for each symbol, written as a comment below the text: `#: name (kind) detail`, indented by depth.
    #[track_caller]
    fn check(annotated: &str, files: &[(&str, Path)]) {
        let (text, expected): (Vec<&str>, Vec<&str>) =
            annotated.lines().partition(|line| !line.starts_with("#:"));
        let text = text.join("\n") + "\n";
        let (document, names) = read(&text);
        let mut found = Vec::new();
        let files: Vec<_> = files.iter().map(|(name, path)| ((*name).to_owned(), path.clone())).collect();
        write(&symbols(&document, &names, Others { files: &files, ..Others::default() }), 0, &mut found);
        let expected: Vec<String> = expected.iter().map(|line| line[2..].to_owned()).collect();
        assert_eq!(found, expected);
    }

    fn write(symbols: &[Symbol], depth: usize, into: &mut Vec<String>) {
        for symbol in symbols {
            assert!(symbol.range.contains(symbol.key), "{symbol:?}");
            let kind = symbol.kind.map_or_else(String::new, |kind| format!(" ({kind})"));
            let detail = if symbol.detail.is_empty() { String::new() } else { format!(" {}", symbol.detail) };
            into.push(format!(" {}{}{kind}{detail}", "  ".repeat(depth), symbol.name));
            write(&symbol.children, depth + 1, into);
        }
    }

    #[test]
    fn names_are_below_their_sections() {
        check(
            "title: Soup\ningredients:\n  flour: {unit: cup, grades: {fine: 1}}\n  salt: {}\ntools:\n  bowl: large\n\
             #: ingredients\n#:   flour (ingredient)\n#:     grades\n#:       fine (grade) 1\n#:   salt (ingredient)\n#: tools\n#:   bowl (tool) large",
            &[],
        );
    }

    #[test]
    fn files_outside_elements_are_part_of_the_outline() {
        let include = Path::keys(["include"]).join(&[Step::Index(0)].into_iter().collect());
        let inside = Path::keys(["ingredients", "flour", "picture"]);
        check(
            "include: [basics.yaml]\ningredients:\n  flour: {picture: flour.png}\n\
             #: include\n#:   basics.yaml (file)\n#: ingredients\n#:   flour (ingredient)",
            &[("basics.yaml", include), ("flour.png", inside)],
        );
    }

    #[test]
    fn letters_in_order_find_a_name() {
        let (_, names) = read("ingredients: {brown-flour: {grades: {fine: 1}}}\n");
        let found =
            |query: &str| search(&names, query).into_iter().map(|result| result.0).collect::<Vec<_>>();
        assert_eq!(found("BrFl"), ["brown-flour"]);
        assert_eq!(found("fine"), ["fine"]);
        assert!(found("flourb").is_empty());
        assert_eq!(found("").len(), 2);
    }

    #[test]
    fn kinds_have_roles_by_their_words() {
        assert_eq!(role_of("node type"), Role::Type);
        assert_eq!(role_of("node template"), Role::Element);
        assert_eq!(role_of("private property"), Role::Property);
        assert_eq!(role_of("resource-operation"), Role::Function);
    }
}
