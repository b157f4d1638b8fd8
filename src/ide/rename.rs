//! Rename: changes a name at its declaration and at all references. For other files, the analysis passes their references to [`references_renamed`].

use super::references::declared;
use limn_language::diagnostic::Severity;
use limn_language::edit::EditError;
use limn_language::schema::{Declaration, NameKind, Names, Profiles, Reference, ReferenceId};
use limn_text::TextRange;
use limn_yaml::{Document, Op, Path, Value};

/// A name that can be changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Renaming {
    /// The name under the caret, or the declaring key.
    pub range: TextRange,
    pub name: String,
    /// "component"
    pub kind: &'static str,
    /// The declared element.
    pub path: Path,
    /// Input of [`rename`].
    pub declaration: usize,
}

/// The name at `offset`, which is a declaration or a reference.
pub fn prepare(names: &Names, offset: usize) -> Option<Renaming> {
    let declaration = declared(names, offset)?;
    let range = names.reference_at(offset).map(|at| names.references[at].range);
    of(names, declaration, range)
}

/// The name of the element at `path`.
pub fn prepare_path(names: &Names, path: &Path) -> Option<Renaming> {
    of(names, names.declared_at(path)?, None)
}

fn of(names: &Names, at: usize, range: Option<TextRange>) -> Option<Renaming> {
    let declaration = names.declarations.get(at)?;
    Some(Renaming {
        range: range.unwrap_or(declaration.range),
        name: declaration.name.clone(),
        kind: declaration.kind.id,
        path: declaration.path.clone(),
        declaration: at,
    })
}

/// The ops that rename the declaration and every reference to it. Refuses invalid names, names in use, and names that would change the target of any
/// reference.
pub fn rename(
    document: &Document,
    names: &Names,
    declaration: usize,
    to: &str,
    profiles: Profiles,
) -> Result<Vec<Op>, EditError> {
    let Some(renamed) = names.declarations.get(declaration) else {
        return Err(EditError::Refused("the name no longer exists".to_owned()));
    };
    if renamed.name == to {
        return Ok(Vec::new());
    }
    if renamed.fixed {
        let why = format!("cannot rename `{}`: its name is also used outside the open files", renamed.name);
        return Err(EditError::Refused(why));
    }
    check_name(renamed.kind, to, profiles)?;
    // One key may declare several names, through an alias or a merge key.
    let is_same = |declaration: &Declaration| {
        let together = renamed.is_value && declaration.is_value && declaration.parent == renamed.parent;
        declaration.range == renamed.range
            || together && declaration.kind == renamed.kind && declaration.name == renamed.name
    };
    let same: Vec<usize> =
        (0..names.declarations.len()).filter(|&at| is_same(&names.declarations[at])).collect();
    for &it in &same {
        check_free(names, it, to)?;
    }
    let mut ops = declarations_renamed(names, &same, to);
    let references = same.iter().flat_map(|&at| names.references_to(at));
    ops.extend(references_renamed(document, names, references, to)?);
    Ok(ops)
}

/// The ops that change the name in declarations.
fn declarations_renamed(names: &Names, all: &[usize], to: &str) -> Vec<Op> {
    let mut found: Vec<&Declaration> = all.iter().map(|&at| &names.declarations[at]).collect();
    found.sort_by_key(|declaration| declaration.range);
    found.dedup_by_key(|declaration| declaration.range);
    let op = |declaration: &Declaration| match declaration.is_value {
        true => Op::Replace { at: declaration.written.clone(), value: Value::Text(to.to_owned()) },
        false => Op::RenameKey { at: declaration.written.clone(), to: to.to_owned() },
    };
    found.into_iter().map(op).collect()
}

/// The ops that change the name in references of one file to a name that another file declares. Refuses a name that would end the string that a
/// reference is written in.
pub fn references_renamed(
    document: &Document,
    names: &Names,
    references: impl IntoIterator<Item = ReferenceId>,
    to: &str,
) -> Result<Vec<Op>, EditError> {
    let mut found: Vec<_> = references.into_iter().filter_map(|at| names.references.get(at)).collect();
    // Aliased content is written once.
    found.sort_by_key(|reference| reference.range);
    found.dedup_by_key(|reference| reference.range);
    let op = |reference: &Reference| {
        let quote = reference.quote(document);
        match quote.and_then(|quote| to.chars().find(|character| *character == quote || *character == '\\')) {
            None => Ok(reference.renamed(document, to)),
            Some(odd) => {
                let why = format!("an expression that refers to it cannot contain `{odd}` in a name");
                Err(EditError::Name { name: to.to_owned(), why })
            }
        }
    };
    found.into_iter().map(op).collect()
}

/// Checks that `to` is a valid name of this kind.
pub fn check_name(kind: &'static NameKind, to: &str, profiles: Profiles) -> Result<(), EditError> {
    let why = if to.trim().is_empty() {
        Some("a name cannot be empty".to_owned())
    } else if to.contains(['\n', '\r']) {
        Some("a name cannot contain line breaks".to_owned())
    } else {
        let faults = (kind.check)(to, profiles).into_iter();
        faults.filter(|(code, _)| code.severity == Severity::Error).map(|(_, message)| message).next()
    };
    match why {
        Some(why) => Err(EditError::Name { name: to.to_owned(), why }),
        None => Ok(()),
    }
}

fn check_free(names: &Names, at: usize, to: &str) -> Result<(), EditError> {
    let taken = || Err(EditError::Taken(to.to_owned()));
    let renamed: &Declaration = &names.declarations[at];
    let kind = renamed.kind;
    let rivals = |other: &NameKind| *other == *kind || kind.rivals.iter().any(|rival| **rival == *other);
    let mut beside = names.inside(renamed.parent).map(|at| &names.declarations[at]);
    if beside.any(|other| other.name == to && rivals(other.kind)) {
        return taken();
    }
    for reference in &names.references {
        let rank = |kind: &NameKind| reference.kinds.iter().position(|known| **known == *kind);
        let Some(scope) = names.scope_of(reference).filter(|&scope| scope == renamed.parent) else {
            continue;
        };
        let captured = match reference.declaration {
            // The new name would refer to another declaration that precedes.
            Some(it) if it == at => {
                let other = names.find_in(scope, to, reference.kinds);
                other.is_some_and(|other| rank(names.declarations[other].kind) <= rank(kind))
            }
            // It would then refer to the renamed element.
            Some(it) if reference.name == to => {
                rank(kind).is_some_and(|rank_here| Some(rank_here) < rank(names.declarations[it].kind))
            }
            _ => false,
        };
        if captured {
            return taken();
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use limn_check::recipe::{self, NEW, read};
    use limn_yaml as yaml;

    fn renamed(text: &str, to: &str) -> Result<String, EditError> {
        let (text, offset) = recipe::caret(text);
        let (document, names) = read(&text);
        let renaming = prepare(&names, offset).expect("the caret is on a name");
        let ops = rename(&document, &names, renaming.declaration, to, NEW)?;
        Ok(yaml::patch(&document, &ops)?.apply(&text))
    }

    #[test]
    fn every_place_changes_and_nothing_else() {
        let before = "\
ingredients:
  flour: {unit: cup, amount: 'a ${flour} b ${flour.fine}', grades: {fine: 1}} # flour
  water: {instead-of: flour}
tools: {mill: {size: flour}}
shelves:
  flour: {shelf: flour}
steps:
  - mix: {do: flour, with: [flour.fine, water]}
";
        let after = "\
ingredients:
  rye: {unit: cup, amount: 'a ${rye} b ${rye.fine}', grades: {fine: 1}} # flour
  water: {instead-of: rye}
tools: {mill: {size: flour}}
shelves:
  rye: {shelf: flour}
steps:
  - mix: {do: flour, with: [rye.fine, water]}
";
        assert_eq!(renamed(&before.replacen("flour:", "fl|our:", 1), "rye").unwrap(), after);
        assert_eq!(renamed(&before.replace("[flour.", "[flour|."), "rye").unwrap(), after);
        assert_eq!(renamed(&before.replace("  flour: {shelf", "  |flour: {shelf"), "rye").unwrap(), after);
    }

    #[test]
    fn members_are_renamed_in_their_own_thing_only() {
        let before = "\
ingredients:
  a: {grades: {fine|: 1}, amount: '${a.fine} ${b.fine} ${here.fine}'}
  b: {grades: {fine: 1}}
";
        let after = "\
ingredients:
  a: {grades: {best: 1}, amount: '${a.best} ${b.fine} ${here.best}'}
  b: {grades: {fine: 1}}
";
        assert_eq!(renamed(before, "best").unwrap(), after);
    }

    #[test]
    fn what_is_aliased_changes_once() {
        let before = "\
ingredients:
  a: &a {grades: {|fine: 1}, amount: '${here.fine}'}
  b: *a
  c: {amount: '${a.fine} ${b.fine}'}
";
        let after = "\
ingredients:
  a: &a {grades: {best: 1}, amount: '${here.best}'}
  b: *a
  c: {amount: '${a.best} ${b.best}'}
";
        assert_eq!(renamed(before, "best").unwrap(), after);
    }

    #[test]
    fn what_cannot_be_a_name_is_refused() {
        let text = "ingredients: {a|: {}, b: {}}\ntools: {c: }\n";
        assert!(matches!(renamed(text, "a b"), Err(EditError::Name { .. })));
        assert!(matches!(renamed(text, ""), Err(EditError::Name { .. })));
        assert_eq!(renamed(text, "b"), Err(EditError::Taken("b".to_owned())));
        // A rival's name.
        assert_eq!(renamed(text, "c"), Err(EditError::Taken("c".to_owned())));
        assert_eq!(renamed(text, "steps").unwrap(), "ingredients: {steps: {}, b: {}}\ntools: {c: }\n");
    }

    #[test]
    fn nothing_changes_for_the_same_name() {
        let (document, names) = read("tools: {bowl: }\n");
        assert_eq!(rename(&document, &names, 0, "bowl", NEW), Ok(Vec::new()));
        assert!(rename(&document, &names, 9, "bowl", NEW).is_err());
    }

    #[test]
    fn a_path_will_do() {
        let (document, names) = read("tools: {bowl: }\nshelves: {bowl: }\n");
        let renaming = prepare_path(&names, &Path::keys(["tools", "bowl"])).unwrap();
        assert_eq!((renaming.kind, renaming.name.as_str()), ("tool", "bowl"));
        assert_eq!(rename(&document, &names, renaming.declaration, "dish", NEW).unwrap().len(), 2);
    }
}
