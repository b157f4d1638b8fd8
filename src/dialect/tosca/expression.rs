//! Expressions of service templates: type names with prefixes, template names and names of type members. Top-level declarations of the document
//! resolve by kind alone. Members are inherited and can be in other files, so the name index resolves them. Expressions report no unknown names:
//! rules do, because they see all files.

use super::grammar::AMP;
use super::kind;
use super::value::names_in;
use limn_language::schema::{Expression, NameKind, NodeContext, Part, PartKind, Scope};

/// The steps of the enclosing workflow.
pub static STEP: Expression = Expression::new("a step", step_parts).silent();
/// Expression of one name of the given kinds.
macro_rules! one_name {
    ($($name:ident: $label:literal, $how:ident, $scope:ident, [$($kind:ident),+];)+) => {
        $(
            pub static $name: Expression = Expression::new($label, |text, _| {
                static KINDS: &[&NameKind] = &[$(&kind::$kind),+];
                $how(text, KINDS, Scope::$scope)
            })
            .silent();
        )+
    };
}

one_name! {
    ARTIFACT_TYPE: "an artifact type", prefixed, Root, [ARTIFACT_TYPE];
    CAPABILITY_TYPE: "a capability type", prefixed, Root, [CAPABILITY_TYPE];
    INTERFACE_TYPE: "an interface type", prefixed, Root, [INTERFACE_TYPE];
    RELATIONSHIP_TYPE: "a relationship type", prefixed, Root, [RELATIONSHIP_TYPE];
    NODE_TYPE: "a node type", prefixed, Root, [NODE_TYPE];
    GROUP_TYPE: "a group type", prefixed, Root, [GROUP_TYPE];
    POLICY_TYPE: "a policy type", prefixed, Root, [POLICY_TYPE];
    TEMPLATE: "a node template", plain, Root, [NODE_TEMPLATE];
    TARGET: "a node template or node type", prefixed, Root, [NODE_TEMPLATE, NODE_TYPE];
    MEMBER: "a node template or group", plain, Root, [NODE_TEMPLATE, GROUP];
    MEMBER_OR_TYPE: "a node template, a group or a type", prefixed, Root, [NODE_TEMPLATE, GROUP, NODE_TYPE, GROUP_TYPE];
    RELATIONSHIP: "a relationship template", plain, Root, [RELATIONSHIP_TEMPLATE];
    RELATIONSHIP_OR_TYPE: "a relationship template or type", prefixed, Root, [RELATIONSHIP_TEMPLATE, RELATIONSHIP_TYPE];
    CAPABILITY_OR_TYPE: "a capability of the target, or a capability type", prefixed, Root, [CAPABILITY, CAPABILITY_TYPE];
    WORKFLOW: "a workflow", plain, Root, [WORKFLOW];
    REPOSITORY: "a repository", plain, Root, [REPOSITORY];
    INPUT: "an input", plain, Root, [INPUT];
    PROPERTY: "a property", plain, Elsewhere, [PROPERTY];
    ATTRIBUTE: "an attribute", plain, Elsewhere, [ATTRIBUTE];
    CAPABILITY: "a capability", plain, Elsewhere, [CAPABILITY];
    REQUIREMENT: "a requirement", plain, Elsewhere, [REQUIREMENT];
    INTERFACE: "an interface", plain, Elsewhere, [INTERFACE];
    OPERATION: "an operation", plain, Elsewhere, [OPERATION];
    ARTIFACT: "an artifact", plain, Elsewhere, [ARTIFACT];
}

/// A data type. In AMP, `map<string,my.Port>` has several names.
pub static DATA_TYPE: Expression = Expression::new("a data type", |text, spot| {
    static KINDS: &[&NameKind] = &[&kind::DATA_TYPE];
    if !AMP.has(spot.profiles) || !text.contains('<') {
        return prefixed(text, KINDS, Scope::Root);
    }
    let moved = |part: Part, by: usize| Part { within: part.within.start + by..part.within.end + by, ..part };
    let names = names_in(text).into_iter();
    names
        .flat_map(|range| {
            let by = range.start;
            prefixed(&text[range], KINDS, Scope::Root).into_iter().map(move |part| moved(part, by))
        })
        .collect()
})
.silent();

/// A text that is one name.
pub(super) fn plain(text: &str, kinds: &'static [&'static NameKind], scope: Scope) -> Vec<Part> {
    vec![Part {
        within: 0..text.len(),
        name: text.to_owned(),
        kind: PartKind::Name { kinds, scope, missing: None },
    }]
}

/// A name with an optional import prefix, which is a name of its own.
pub(super) fn prefixed(text: &str, kinds: &'static [&'static NameKind], scope: Scope) -> Vec<Part> {
    let start = local(text);
    let kind =
        PartKind::Name { kinds, scope: if start == 0 { scope } else { Scope::Elsewhere }, missing: None };
    let name = Part { within: start..text.len(), name: text[start..].to_owned(), kind };
    let Some(end) = start.checked_sub(1) else { return vec![name] };
    static PREFIXES: &[&NameKind] = &[&kind::PREFIX];
    let kind = PartKind::Name { kinds: PREFIXES, scope: Scope::Root, missing: None };
    vec![Part { within: 0..end, name: text[..end].to_owned(), kind }, name]
}

/// Start of the type name in `prefix:Type`.
pub fn local(text: &str) -> usize {
    text.find(':').map_or(0, |at| at + 1)
}

fn step_parts(text: &str, spot: &NodeContext<'_>) -> Vec<Part> {
    // `topology_template.workflows.deploy`
    let workflow = spot.path().prefix(3);
    static STEPS: &[&NameKind] = &[&kind::STEP];
    plain(text, STEPS, Scope::At(workflow))
}
