//! What a type derives from: a type of its kind, in no circle, and best from TOSCA's own root.

use std::collections::{BTreeMap, BTreeSet};

use super::super::Rule;
use super::unknown;
use crate::diagnostic::{Code, Report};
use crate::dialect::tosca::model::Service;
use crate::dialect::tosca::types::{Lookup, Type, TypeId, TypeKind, Word};
use crate::dialect::tosca::value::Primitive;

pub(in super::super) static RULE: Rule = Rule {
    codes: &[&UNKNOWN_PARENT, &CIRCLE, &FROM_ENTITY, &ROOTLESS_NODE, &ROOTLESS_RELATIONSHIP, &ROOTLESS],
    check,
};

static UNKNOWN_PARENT: Code = Code::error(
    "tosca/unknown-parent",
    "T3.6.1-R3",
    "TOSCA Simple Profile in YAML 1.2, 3.6.1",
    "`derived_from` names a type of the same kind: of this file, of one that it imports, or of TOSCA itself. Without it the type inherits \
     nothing, and templates of it are refused.

Bad:
```yaml
node_types: {my.Web: {derived_from: tosca.node.Compute}}
```
Good:
```yaml
node_types: {my.Web: {derived_from: tosca.nodes.Compute}}
```",
);
static CIRCLE: Code = Code::error(
    "tosca/derivation-circle",
    "T3.6.1-R4",
    "TOSCA Simple Profile in YAML 1.2, 3.6.1",
    "A type that derives from itself, directly or through others, has no beginning.",
);
static FROM_ENTITY: Code = Code::error(
    "tosca/derived-from-entity",
    "T3.6.1-R2",
    "TOSCA Simple Profile in YAML 1.2, 3.6.1.4",
    "The entity root is what TOSCA's own roots stand on. Types of users derive from the root of their kind: `tosca.nodes.Root` and its like.",
);
static ROOTLESS_NODE: Code = Code::warning(
    "tosca/rootless-node-type",
    "T3.6.9-R2",
    "TOSCA Simple Profile in YAML 1.2, 3.6.9.3",
    "A node type that does not derive from `tosca.nodes.Root` has no lifecycle interface, no `feature` capability and no `dependency` \
     requirement, and orchestrators cannot treat it like other nodes.",
);
static ROOTLESS_RELATIONSHIP: Code = Code::warning(
    "tosca/rootless-relationship-type",
    "T3.6.10-R2",
    "TOSCA Simple Profile in YAML 1.2, 3.6.10.3",
    "A relationship type that does not derive from `tosca.relationships.Root` has no `Configure` interface, and nothing says in which order its \
     ends are made.",
);

static ROOTLESS: Code = Code::info(
    "tosca/rootless-type",
    "T3.6.1-R6",
    "TOSCA Simple Profile in YAML 1.2, 3.6.1",
    "Types that derive from TOSCA's root of their kind are understood by whoever knows the root. Types that stand alone are not.",
);

fn check(service: &Service<'_>, report: &mut Report) {
    for kind in TypeKind::ALL {
        let circles = circles(service, kind);
        for (id, own) in service.own_types(kind) {
            match Word::at(own.node, "derived_from") {
                Some(parent) => derived(service, own, &parent, circles.get(&id), report),
                // What is no name is told by the tables.
                None if own.node.get("derived_from").is_some_and(|it| !it.is_null()) => {}
                None => rootless(service, own, report),
            }
        }
    }
}

fn derived<'d>(
    service: &Service<'d>,
    own: &Type<'d>,
    parent: &Word<'d>,
    circle: Option<&Vec<TypeId>>,
    report: &mut Report,
) {
    if !service.is_own(parent.node) {
        return;
    }
    if parent.text == "tosca.entity.Root" && service.find(own.kind, &parent.text) != Lookup::Unknown {
        return;
    }
    if parent.text == "tosca.entity.Root" {
        if !own.name.starts_with("tosca.") {
            let message =
                format!("`{}` derives from the root that only TOSCA's own types stand on", own.name);
            report.push(service.fault(&FROM_ENTITY, parent.node, message));
        }
        return;
    }
    let primitive = own.kind == TypeKind::Data && Primitive::named(&parent.text).is_some();
    if primitive {
        return;
    }
    if let Some(fault) = unknown(service, &UNKNOWN_PARENT, own.kind, parent) {
        return report.push(fault);
    }
    if let Some(circle) = circle {
        let message = match circle.len() {
            1 => format!("`{}` derives from itself", own.name),
            2..=TOLD => {
                let names: Vec<String> =
                    circle.iter().map(|id| format!("`{}`", service.world.get(*id).name)).collect();
                format!("`{}` derives from itself: {} → {}", own.name, names.join(" → "), names[0])
            }
            more => format!("`{}` derives from itself, by way of {} others", own.name, more - 1),
        };
        let mut diagnostic = service.fault(&CIRCLE, parent.node, message);
        let others =
            circle.iter().skip(1).map(|id| service.world.get(*id)).filter(|it| service.is_own(it.key));
        for other in others.take(TOLD) {
            diagnostic = diagnostic.related(other.key.range(), format!("by way of `{}`", other.name));
        }
        report.push(diagnostic);
    }
}

/// How many types of a circle are named.
const TOLD: usize = 6;

/// The circles in which types of a kind derive, each from the one of it on that stands first in the document, where one of it does. However long
/// a line is, it is followed once.
fn circles(service: &Service<'_>, kind: TypeKind) -> BTreeMap<TypeId, Vec<TypeId>> {
    let own: BTreeSet<TypeId> = service.own_types(kind).map(|(id, _)| id).collect();
    let mut found = BTreeMap::new();
    let mut done: BTreeSet<TypeId> = BTreeSet::new();
    for &start in &own {
        let mut way = Vec::new();
        let mut places: BTreeMap<TypeId, usize> = BTreeMap::new();
        let mut at = Some(start);
        while let Some(id) = at.filter(|it| !done.contains(it)) {
            if let Some(from) = places.get(&id) {
                let mut circle = way[*from..].to_vec();
                // Types count in the order of the text.
                let first =
                    (0..circle.len()).filter(|at| own.contains(&circle[*at])).min_by_key(|at| circle[*at]);
                if let Some(first) = first {
                    circle.rotate_left(first);
                    found.insert(circle[0], circle);
                }
                break;
            }
            places.insert(id, way.len());
            way.push(id);
            at = service.world.parent(id).and_then(Lookup::found);
        }
        done.extend(way);
    }
    found
}

fn rootless<'d>(service: &Service<'d>, own: &Type<'d>, report: &mut Report) {
    let (code, root) = match own.kind {
        TypeKind::Node => (&ROOTLESS_NODE, "tosca.nodes.Root"),
        TypeKind::Relationship => (&ROOTLESS_RELATIONSHIP, "tosca.relationships.Root"),
        TypeKind::Capability => (&ROOTLESS, "tosca.capabilities.Root"),
        TypeKind::Interface => (&ROOTLESS, "tosca.interfaces.Root"),
        TypeKind::Group => (&ROOTLESS, "tosca.groups.Root"),
        TypeKind::Policy => (&ROOTLESS, "tosca.policies.Root"),
        TypeKind::Artifact => (&ROOTLESS, "tosca.artifacts.Root"),
        TypeKind::Data => (&ROOTLESS, "tosca.datatypes.Root"),
    };
    if own.name.starts_with("tosca.") || own.name == "Root" || !(own.node.is_mapping() || own.node.is_null())
    {
        return;
    }
    let message = format!(
        "{} `{}` derives from nothing: `{root}` brings what all of its kind have",
        own.kind.word(),
        own.name
    );
    report.push(service.fault(code, own.key, message));
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use crate::analysis::Analysis;
    use crate::files::FilePath;

    /// How often circles are told, and the first telling.
    fn told(types: &str) -> (usize, String) {
        let file = FilePath::new("service.yaml").unwrap();
        let text = format!("tosca_definitions_version: tosca_simple_yaml_1_2\nnode_types:\n{types}");
        let analysis = Analysis::of_text(&file, &text);
        let said = analysis.file(&file).unwrap().diagnostics().to_vec();
        let mut said = said.into_iter().filter(|it| it.code.name == "tosca/derivation-circle");
        let first = said.next().map(|it| it.message).unwrap_or_default();
        (said.count() + usize::from(!first.is_empty()), first)
    }

    #[test]
    fn a_circle_is_told_once() {
        let (count, first) = told(
            "  z: {derived_from: b}\n  a: {derived_from: b}\n  b: {derived_from: c}\n  c: {derived_from: a}\n  d: {derived_from: d}\n",
        );
        assert_eq!((count, first.as_str()), (2, "`a` derives from itself: `a` → `b` → `c` → `a`"));
    }

    #[test]
    fn however_long_it_is() {
        let mut types = String::new();
        for at in 0..600 {
            let _ = writeln!(types, "  t{at}: {{derived_from: t{}}}", (at + 1) % 600);
        }
        assert_eq!(told(&types), (1, "`t0` derives from itself, by way of 599 others".to_owned()));
    }
}
