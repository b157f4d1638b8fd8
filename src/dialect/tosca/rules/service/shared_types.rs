//! Types declared under one name in several files: in the document and an import, or in two imports.

use rustc_hash::{FxHashMap, FxHashSet};

use super::super::Rule;
use crate::model::Service;
use crate::types::{FileId, Found, Type, TypeId, TypeKind, Word};
use limn_language::diagnostic::{Code, Report};
use limn_yaml::{Entry, Node};

pub(in super::super) static RULE: Rule = Rule { codes: &[&DECLARED_AGAIN, &NOT_THE_SAME], check };

static DECLARED_AGAIN: Code = Code::error(
    "tosca/type-declared-again",
    "T3.1.3-R6",
    "TOSCA Simple Profile in YAML 1.2, 3.1.3.1",
    "Checks that a type is declared once. A second declaration of a type that an imported file declares is refused. Derive a type with \
another name, or import the file with a prefix.

Bad:
```yaml
imports: [types.yaml] # which declares ours.Web
node_types: {ours.Web: {derived_from: tosca.nodes.WebServer}}
```
Good:
```yaml
imports: [types.yaml]
node_types: {ours.FastWeb: {derived_from: ours.Web}}
```",
);
static NOT_THE_SAME: Code = Code::error(
    "tosca/imported-types-differ",
    "T3.1.3-R1",
    "TOSCA Simple Profile in YAML 1.2, 3.1.3.1",
    "Checks that two imported files declare the same type identically. Copies of a declaration are allowed, different declarations are not.

Bad:
```yaml
imports: [a.yaml, b.yaml] # which declare ours.Web each in its own way
```
Good:
```yaml
imports: [a.yaml]
```",
);

fn check(service: &Service<'_>, report: &mut Report) {
    let world = &service.world;
    let mut known: FxHashMap<(TypeKind, &str), TypeId> = FxHashMap::default();
    for file in visible_files(service) {
        for (id, it) in world.declared_in(file) {
            let key = (it.kind, &*it.name);
            let Some(first) = known.get(&key).map(|id| world.get(*id)) else {
                known.insert(key, id);
                continue;
            };
            if file == FileId::OWN || first.file == it.file {
                continue;
            }
            if first.file == FileId::OWN {
                if service.is_own(first.key) {
                    let other = world.file(it.file).path.map_or("", |path| path.as_str());
                    let message =
                        format!("duplicate {} `{}`: already declared in `{other}`", it.kind.word(), it.name);
                    report.push(service.fault(&DECLARED_AGAIN, first.key, message));
                }
            } else if !same(first.node, it.node, 0) && version_of(first) == version_of(it) {
                report_difference(service, first, it, report);
            }
        }
    }
}

/// Files whose types are visible without a prefix, the document first.
fn visible_files(service: &Service<'_>) -> Vec<FileId> {
    let mut visible = vec![FileId::OWN];
    let mut seen = FxHashSet::from_iter([FileId::OWN]);
    let mut at = 0;
    while at < visible.len() {
        for import in &service.world.file(visible[at]).imports {
            if let (Found::File(id), None, None) = (import.found, &import.prefix, &import.uri)
                && seen.insert(id)
            {
                visible.push(id);
            }
        }
        at += 1;
    }
    visible
}

fn version_of(it: &Type<'_>) -> Option<String> {
    Word::at(it.node, "version").map(|word| word.text.into_owned())
}

/// Reports at the document's own import of the second file.
fn report_difference(service: &Service<'_>, first: &Type<'_>, second: &Type<'_>, report: &mut Report) {
    let imports = &service.world.file(FileId::OWN).imports;
    let by = |file: FileId| imports.iter().find(|it| it.found == Found::File(file));
    // Conflicts between imports of imports are reported in the file that has them.
    let (Some(_), Some(import)) = (by(first.file), by(second.file)) else { return };
    let Some(file) = import.file.as_ref().filter(|it| service.is_own(it.node)) else { return };
    let path = |file: FileId| service.world.file(file).path.map_or("", |path| path.as_str());
    let message = format!(
        "conflicting declarations of {} `{}`: also in `{}`",
        second.kind.word(),
        second.name,
        path(first.file)
    );
    report.push(service.fault(&NOT_THE_SAME, file.node, message));
}

/// Returns true if two nodes have the same content, regardless of style and key order.
fn same(a: Node<'_>, b: Node<'_>, depth: usize) -> bool {
    const DEPTH: usize = 32;
    let (a, b) = (a.resolve(), b.resolve());
    if a.kind() != b.kind() {
        return a.is_null() && b.entries().len() == 0 && !b.is_scalar()
            || b.is_null() && a.entries().len() == 0 && !a.is_scalar();
    }
    if depth > DEPTH {
        return true;
    }
    if a.is_mapping() {
        // Descriptions may differ.
        let counts = |entry: &Entry<'_>| entry.key.as_str().is_none_or(|key| key != "description");
        return a.entries().filter(counts).count() == b.entries().filter(counts).count()
            && a.entries().filter(counts).all(|entry| {
                let Some(key) = entry.key.as_str() else { return true };
                b.get(&key).is_some_and(|other| same(entry.value, other, depth + 1))
            });
    }
    if a.is_sequence() {
        return a.items().len() == b.items().len()
            && a.items().zip(b.items()).all(|(a, b)| same(a, b, depth + 1));
    }
    a.as_str() == b.as_str()
}
