//! Derivation of types: the parent exists, there is no cycle, and the root is TOSCA's own.

use std::collections::{BTreeMap, BTreeSet};

use super::super::Rule;
use super::unknown;
use crate::model::Service;
use crate::types::{CHAINED_FILES, Lookup, ScalarText, Type, TypeId, TypeKind};
use crate::value::Primitive;
use limn_language::cycles::Digraph;
use limn_language::diagnostic::{Code, Report};
use limn_language::message;

pub(in super::super) static RULE: Rule = Rule {
    codes: &[&UNKNOWN_PARENT, &CYCLE, &FROM_ENTITY, &ROOTLESS_NODE, &ROOTLESS_RELATIONSHIP, &ROOTLESS],
    check,
};

static UNKNOWN_PARENT: Code = Code::error(
    "tosca/unknown-parent",
    "T3.6.1-R3",
    "TOSCA Simple Profile in YAML 1.2, 3.6.1",
    "Checks that `derived_from` names a type of the same kind from this file, an imported file, or TOSCA itself.",
)
.why("If the parent does not exist, the type inherits nothing, and processors reject its templates.")
.advice("Correct the name, or import the file that declares the type.")
.bad(
    "service template",
    "
node_types: {my.Web: {derived_from: tosca.node.Compute}}
#                                   ^^^^^^^^^^^^^^^^^^
",
)
.good("node_types: {my.Web: {derived_from: tosca.nodes.Compute}}");
static CYCLE: Code = Code::error(
    "tosca/derivation-cycle",
    "T3.6.1-R4",
    "TOSCA Simple Profile in YAML 1.2, 3.6.1",
    "Checks that a type does not derive from itself, directly or through other types.",
)
.earlier(&["tosca/derivation-circle"])
.why("A type inherits the definitions of its parent; in a cycle there is no type to start from.")
.advice("Change `derived_from` of one of the types.")
.bad(
    "data types",
    "
a: {derived_from: a}
#                 ^
",
)
.good("a: {derived_from: tosca.datatypes.Root}");
static FROM_ENTITY: Code = Code::error(
    "tosca/derived-from-entity",
    "T3.6.1-R2",
    "TOSCA Simple Profile in YAML 1.2, 3.6.1.4",
    "Checks that types do not derive from `tosca.entity.Root`.",
)
.why("TOSCA reserves this type for its own root types.")
.advice("Derive from the root of the kind, such as `tosca.nodes.Root`.")
.bad(
    "node types",
    "
my.N: {derived_from: tosca.entity.Root}
#                    ^^^^^^^^^^^^^^^^^
",
)
.good("my.N: {derived_from: tosca.nodes.Root}");
static ROOTLESS_NODE: Code = Code::warning(
    "tosca/rootless-node-type",
    "T3.6.9-R2",
    "TOSCA Simple Profile in YAML 1.2, 3.6.9.3",
    "Checks that a node type derives from `tosca.nodes.Root`.",
)
.why(
    "Otherwise it has no lifecycle interface, no `feature` capability and no `dependency` requirement, and orchestrators cannot handle it like \
other nodes.",
)
.advice("Add `derived_from` with `tosca.nodes.Root` or a type derived from it.")
.bad(
    "node types",
    "
my.N:
#^^^
",
)
.good("my.N: {derived_from: tosca.nodes.Root}")
.one_cause("types without a parent type");
static ROOTLESS_RELATIONSHIP: Code = Code::warning(
    "tosca/rootless-relationship-type",
    "T3.6.10-R2",
    "TOSCA Simple Profile in YAML 1.2, 3.6.10.3",
    "Checks that a relationship type derives from `tosca.relationships.Root`.",
)
.why("A type without this parent has no `Configure` interface, and the order in which its ends are created is undefined.")
.advice("Add `derived_from` with `tosca.relationships.Root` or a type derived from it, such as `tosca.relationships.ConnectsTo`.")
.bad(
    "service template",
    "
relationship_types: {my.R: {description: no parent}}
#                    ^^^^
",
)
.good("relationship_types: {my.R: {derived_from: tosca.relationships.ConnectsTo}}")
.one_cause("types without a parent type");

pub(in super::super) static ROOTLESS: Code = Code::info(
    "tosca/rootless-type",
    "T3.6.1-R6",
    "TOSCA Simple Profile in YAML 1.2, 3.6.1",
    "Reports a type that does not derive from the root type of its kind.",
)
.why("Processors that know the root can handle derived types; a type without a root is unrelated to all others.")
.advice("Add `derived_from` with the root of the kind, such as `tosca.capabilities.Root`.")
.bad(
    "service template",
    "
capability_types: {my.C: {description: no parent}}
#                  ^^^^
",
)
.good("capability_types: {my.C: {derived_from: tosca.capabilities.Root}}")
.one_cause("types without a parent type");

fn check(service: &Service<'_>, report: &mut Report) {
    for kind in TypeKind::ALL {
        let cycles = cycles(service, kind);
        for (id, own) in service.own_types(kind) {
            match ScalarText::at(own.node, "derived_from") {
                Some(parent) => check_derivation(service, own, &parent, cycles.get(&id), report),
                // The grammar reports a value that is not a name.
                None if own.node.get("derived_from").is_some_and(|value| !value.is_null()) => {}
                None => check_root(service, own, report),
            }
        }
    }
}

fn check_derivation<'d>(
    service: &Service<'d>,
    own: &Type<'d>,
    parent: &ScalarText<'d>,
    cycle: Option<&Vec<TypeId>>,
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
            let message = format!(
                "`{}` derives from `tosca.entity.Root`, which is reserved for the root types of TOSCA",
                own.name
            );
            report.push(service.fault(&FROM_ENTITY, parent.node, message));
        }
        return;
    }
    let primitive = own.kind == TypeKind::Data && Primitive::of(&service.type_scope, &parent.text).is_some();
    if primitive {
        return;
    }
    if let Some(fault) = unknown(service, &UNKNOWN_PARENT, own.kind, parent) {
        return report.push(fault);
    }
    if let Some(cycle) = cycle {
        let names = cycle.iter().map(|id| &*service.type_scope.get(*id).name);
        let message = message::cycle("derivation", names);
        let mut diagnostic = service.fault(&CYCLE, parent.node, message);
        let others = cycle
            .iter()
            .skip(1)
            .map(|id| service.type_scope.get(*id))
            .filter(|other| service.is_own(other.key));
        for other in others.take(MAX_RELATED) {
            diagnostic = diagnostic.related(other.key.range(), format!("through `{}`", other.name));
        }
        report.push(diagnostic);
    }
}

/// Limit of types in a cycle that a diagnostic points to.
const MAX_RELATED: usize = 6;

/// Derivation cycles among types of a kind, each keyed by its first type in the document, and starting with it.
fn cycles(service: &Service<'_>, kind: TypeKind) -> BTreeMap<TypeId, Vec<TypeId>> {
    // The document's own types come first, in text order, then their ancestors in other files.
    let own: BTreeSet<TypeId> = service.own_types(kind).map(|(id, _)| id).collect();
    let mut types: Vec<TypeId> = own.iter().copied().collect();
    let mut numbers: BTreeMap<TypeId, usize> = types.iter().copied().zip(0..).collect();
    // Files between each type and the document.
    let mut distances = vec![0; types.len()];
    let mut edges = Vec::new();
    let mut at = 0;
    while let Some(id) = types.get(at).copied() {
        let distance = distances[at];
        let parent = if distance > CHAINED_FILES { None } else { service.type_scope.parent(id) };
        if let Some(parent) = parent.and_then(Lookup::found) {
            let number = *numbers.entry(parent).or_insert_with(|| {
                types.push(parent);
                distances.push(distance + usize::from(parent.file != id.file));
                types.len() - 1
            });
            edges.push((at, number));
        }
        at += 1;
    }
    let cycles = Digraph::new(types.len(), edges.into_iter()).shortest_cycles().into_iter();
    let cycles = cycles.filter(|cycle| cycle[0] < own.len());
    cycles.map(|cycle| (types[cycle[0]], cycle.into_iter().map(|at| types[at]).collect())).collect()
}

fn check_root<'d>(service: &Service<'d>, own: &Type<'d>, report: &mut Report) {
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
    let message = format!("{} `{}` has no parent type; derive it from `{root}`", own.kind.word(), own.name);
    report.push(service.fault(code, own.key, message));
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use limn_analysis::{Analysis, Choices};
    use limn_files::{Content, FilePath, Workspace};

    use super::CHAINED_FILES;

    /// Number of reported cycles, and the first message.
    fn reported_cycles(types: &str) -> (usize, String) {
        let file = FilePath::new("service.yaml").unwrap();
        let text = format!("tosca_definitions_version: tosca_simple_yaml_1_2\nnode_types:\n{types}");
        let analysis = Analysis::of_text(&file, &text);
        let diagnostics = analysis.file(&file).unwrap().diagnostics().to_vec();
        let mut diagnostics =
            diagnostics.into_iter().filter(|diagnostic| diagnostic.code.name == "tosca/derivation-cycle");
        let first = diagnostics.next().map(|diagnostic| diagnostic.message).unwrap_or_default();
        (diagnostics.count() + usize::from(!first.is_empty()), first)
    }

    /// Diagnostics of a chain of files, each with a node type that derives from the one in the next and declares `p0`, `p1` and so on. The first has
    /// a template with these values.
    fn diagnostics_of_chain(count: usize, values: &str) -> Vec<String> {
        let mut workspace = Workspace::default();
        for at in 0..count {
            let (imports, parent) = match at + 1 {
                next if next < count => (format!("imports: [t{next}.yaml]\n"), format!("my.T{next}")),
                _ => (String::new(), "tosca.nodes.Root".to_owned()),
            };
            let mut text = format!(
                "tosca_definitions_version: tosca_simple_yaml_1_3\n{imports}node_types:\n  my.T{at}:\n    derived_from: {parent}\n    properties: {{p{at}: {{type: integer, required: false}}}}\n"
            );
            if at == 0 {
                text += &format!(
                    "topology_template: {{node_templates: {{n: {{type: my.T0, properties: {values}}}}}}}\n"
                );
            }
            let file = FilePath::new(&format!("t{at}.yaml")).unwrap();
            workspace.files.insert(file, Content::Text(text.as_str().into()));
        }
        let analysis = Analysis::of(&workspace, &Choices::default(), &Analysis::default());
        let found = analysis.files().flat_map(|checked| checked.diagnostics().to_vec());
        found.map(|found| format!("{}: {}", found.code.name, found.message)).collect()
    }

    #[test]
    fn a_chain_through_many_files_is_known_as_far_as_it_is_followed() {
        let short = diagnostics_of_chain(8, "{p0: 1, p7: one, other: 1}");
        assert_eq!(short.len(), 2, "{short:#?}");
        let far = CHAINED_FILES * 2;
        // A property beyond the last file may be declared there.
        let long = diagnostics_of_chain(far, &format!("{{p0: 1, p7: one, other: 1, p{}: one}}", far - 1));
        assert_eq!(long, short[..1], "a wrong value is reported, what may be declared farther is not");
    }

    #[test]
    fn a_cycle_is_reported_once() {
        let (count, first) = reported_cycles(
            "  z: {derived_from: b}\n  a: {derived_from: b}\n  b: {derived_from: c}\n  c: {derived_from: a}\n  d: {derived_from: d}\n",
        );
        assert_eq!((count, first.as_str()), (2, "derivation cycle: `a` → `b` → `c` → `a`"));
    }

    #[test]
    fn a_long_cycle_is_reported_once() {
        let mut types = String::new();
        for at in 0..600 {
            let _ = writeln!(types, "  t{at}: {{derived_from: t{}}}", (at + 1) % 600);
        }
        assert_eq!(
            reported_cycles(&types),
            (1, "derivation cycle: `t0` → `t1` → `t2` → 597 more → `t0`".to_owned())
        );
    }
}
