//! Types declared under one name in several files: in the document and an import, or in two imports.

use std::cell::LazyCell;
use std::collections::hash_map;

use rustc_hash::{FxHashMap, FxHashSet};

use super::super::Rule;
use crate::model::Service;
use crate::types::{FileId, Found, ScalarText, Type, TypeId};
use limn_language::diagnostic::{Code, Report, Severity};
use limn_language::message;
use limn_yaml::{Entry, Node};

pub(in super::super) static RULE: Rule = Rule { codes: &[&DECLARED_AGAIN, &NOT_THE_SAME], check };

static DECLARED_AGAIN: Code = Code::error(
    "tosca/type-declared-again",
    "T3.1.3-R6",
    "TOSCA Simple Profile in YAML 1.2, 3.1.3.1",
    "Checks that a type is declared once.",
)
.why("A second declaration of a type that an imported file declares is rejected; an identical copy is a warning, because most processors accept it.")
.advice("Derive a type with another name, or import the file with a prefix.")
.bad(
    "service template",
    "
imports: [types.yaml]
node_types: {my.A: {derived_from: tosca.nodes.Root}}
#            ^^^^
=== types.yaml
tosca_definitions_version: tosca_simple_yaml_1_2
node_types: {my.A: {derived_from: tosca.nodes.Root}}
",
)
.good(
    "
imports: [types.yaml]
node_types: {my.B: {derived_from: my.A}}
=== types.yaml
tosca_definitions_version: tosca_simple_yaml_1_2
node_types: {my.A: {derived_from: tosca.nodes.Root}}
",
)
.one_cause("types that are declared again");
static NOT_THE_SAME: Code = Code::error(
    "tosca/imported-types-differ",
    "T3.1.3-R1",
    "TOSCA Simple Profile in YAML 1.2, 3.1.3.1",
    "Checks that two imported files declare the same type identically. Copies of a declaration are allowed, different declarations are not.",
)
.why("Templates of the type get one declaration or the other, depending on the processor.")
.advice("Rename one of the types, or import only one of the files.")
.bad(
    "service template",
    "
imports: [a.yaml, b.yaml]
#                 ^^^^^^
=== a.yaml
tosca_definitions_version: tosca_simple_yaml_1_2
node_types: {my.A: {derived_from: tosca.nodes.Root}}
=== b.yaml
tosca_definitions_version: tosca_simple_yaml_1_2
node_types: {my.A: {derived_from: tosca.nodes.Compute}}
",
)
.good(
    "
imports: [a.yaml, b.yaml]
=== a.yaml
tosca_definitions_version: tosca_simple_yaml_1_2
node_types: {my.A: {derived_from: tosca.nodes.Root}}
=== b.yaml
tosca_definitions_version: tosca_simple_yaml_1_2
node_types: {my.A: {description: the same, derived_from: tosca.nodes.Root}}
",
);

fn check(service: &Service<'_>, report: &mut Report) {
    let visible = LazyCell::new(|| VisibleFiles::of(service));
    let mut seen = FxHashSet::default();
    for (id, declared) in service.type_scope.declared_in(FileId::OWN) {
        let is_first = seen.insert((declared.kind, &*declared.name));
        if is_first
            && service.type_scope.named(declared.kind, &declared.name).any(|other| other.file != id.file)
        {
            report_again(service, declared, &visible, report);
        }
    }
    let imports =
        service.type_scope.file(FileId::OWN).imports.iter().filter_map(|import| import.found.file());
    let imported: FxHashSet<FileId> = imports.filter(|file| *file != FileId::OWN).collect();
    let mut suspects: Vec<FileId> =
        imported.iter().copied().filter(|file| service.type_scope.shares_names(*file)).collect();
    if suspects.len() < 2 {
        return;
    }
    suspects.retain(|file| visible.ranks.contains_key(file));
    suspects.sort_unstable_by_key(|file| visible.ranks[file]);
    for file in suspects {
        for (_, it) in service.type_scope.declared_in(file) {
            let nearest = visible.declarations(service, it).next();
            let Some(first) = nearest.filter(|first| first.file != file && imported.contains(&first.file))
            else {
                continue;
            };
            let first = service.type_scope.get(first);
            if !same(first.node, it.node, 0) && version_of(first) == version_of(it) {
                report_difference(service, first, it, report);
            }
        }
    }
}

/// Files whose types are visible without a prefix, the document first.
struct VisibleFiles {
    ranks: FxHashMap<FileId, usize>,
}

impl VisibleFiles {
    fn of(service: &Service<'_>) -> VisibleFiles {
        let mut files = vec![FileId::OWN];
        let mut ranks = FxHashMap::from_iter([(FileId::OWN, 0)]);
        let mut at = 0;
        while at < files.len() {
            for file in service.type_scope.plain_imports(files[at]) {
                if let hash_map::Entry::Vacant(entry) = ranks.entry(file) {
                    entry.insert(files.len());
                    files.push(file);
                }
            }
            at += 1;
        }
        VisibleFiles { ranks }
    }

    /// The first type of the name in each of the files, in their order.
    fn declarations(&self, service: &Service<'_>, it: &Type<'_>) -> impl Iterator<Item = TypeId> {
        let all = service.type_scope.named(it.kind, &it.name);
        let mut all: Vec<TypeId> = all.filter(|id| self.ranks.contains_key(&id.file)).collect();
        all.sort_unstable_by_key(|id| self.ranks[&id.file]);
        all.into_iter()
    }
}

/// Reports other declarations of a type of the document.
fn report_again(service: &Service<'_>, own: &Type<'_>, visible: &VisibleFiles, report: &mut Report) {
    if !service.is_own(own.key) {
        return;
    }
    for file in visible.declarations(service, own).map(|id| id.file).filter(|file| *file != FileId::OWN) {
        let path = service.type_scope.file(file).path.map_or("", |path| path.as_str());
        let message =
            format!("{}: already declared in `{path}`", message::duplicate(own.kind.word(), &own.name));
        let again = service
            .type_scope
            .declared_in(file)
            .filter(|(_, declared)| declared.kind == own.kind && declared.name == own.name);
        for (_, it) in again {
            // Processors that merge files take an identical copy.
            let is_copy = same(own.node, it.node, 0) && version_of(own) == version_of(it);
            let severity = if is_copy { Severity::Warning } else { Severity::Error };
            report.push(service.fault(&DECLARED_AGAIN, own.key, message.clone()).severity(severity));
        }
    }
}

fn version_of(it: &Type<'_>) -> Option<String> {
    ScalarText::at(it.node, "version").map(|word| word.text.into_owned())
}

/// Reports at the document's own import of the second file.
fn report_difference(service: &Service<'_>, first: &Type<'_>, second: &Type<'_>, report: &mut Report) {
    let imports = &service.type_scope.file(FileId::OWN).imports;
    let by = |file: FileId| imports.iter().find(|import| import.found == Found::File(file));
    // Conflicts between imports of imports are reported in the file that has them.
    let (Some(_), Some(import)) = (by(first.file), by(second.file)) else { return };
    let Some(file) = import.file.as_ref().filter(|word| service.is_own(word.node)) else { return };
    let path = |file: FileId| service.type_scope.file(file).path.map_or("", |path| path.as_str());
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
