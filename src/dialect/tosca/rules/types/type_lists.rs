//! Lists of types: sources of capabilities, targets of relationships and policies, members of groups.

use super::super::Rule;
use super::unknown;
use crate::model::Service;
use crate::types::{Lookup, ScalarText, Type, TypeId, TypeKind};
use limn_language::diagnostic::{Code, Report};
use limn_language::message;

pub(in super::super) static RULE: Rule = Rule {
    codes: &[
        &UNKNOWN_SOURCE,
        &UNKNOWN_TARGET,
        &UNKNOWN_MEMBER,
        &UNKNOWN_POLICY_TARGET,
        &MIXED_MEMBERS,
        &WIDER_SOURCES,
        &WIDER_TARGETS,
        &WIDER_POLICY_TARGETS,
    ],
    check,
};

static UNKNOWN_SOURCE: Code = Code::error(
    "tosca/unknown-source-type",
    "T3.6.7-R1",
    "TOSCA Simple Profile in YAML 1.2, 3.6.7",
    "Checks that `valid_source_types` lists known node types, which are the types that can use the capability.",
)
.why("An unknown name excludes all nodes.")
.advice("Correct the name, or import the file that declares the type.")
.bad(
    "service template",
    "
capability_types:
  my.C:
    derived_from: tosca.capabilities.Root
    valid_source_types: [tosca.nodes.DMBS]
#                        ^^^^^^^^^^^^^^^^
",
)
.good(
    "
capability_types:
  my.C:
    derived_from: tosca.capabilities.Root
    valid_source_types: [tosca.nodes.DBMS]
",
);
static UNKNOWN_TARGET: Code = Code::error(
    "tosca/unknown-target-type",
    "T3.6.10-R3",
    "TOSCA Simple Profile in YAML 1.2, 3.6.10",
    "Checks that `valid_target_types` lists known capability types, which are the types that the relationship can target.",
)
.why("An unknown name matches no capability, so the relationship can target less than intended.")
.advice("Correct the name, or import the file that declares the type.")
.bad(
    "service template",
    "
relationship_types:
  my.R:
    derived_from: tosca.relationships.Root
    valid_target_types: [tosca.capabilities.EndPoint]
#                        ^^^^^^^^^^^^^^^^^^^^^^^^^^^
",
)
.good(
    "
relationship_types:
  my.R:
    derived_from: tosca.relationships.Root
    valid_target_types: [tosca.capabilities.Endpoint]
",
);
static UNKNOWN_MEMBER: Code = Code::error(
    "tosca/unknown-member-type",
    "T3.6.11-R3",
    "TOSCA Simple Profile in YAML 1.2, 3.6.11",
    "Checks that `members` lists known types, which are the types of the templates that the group can contain.",
)
.why("An unknown name matches no template, so the group can contain less than intended.")
.advice("Correct the name, or import the file that declares the type.")
.bad(
    "service template",
    "
group_types:
  my.G: {derived_from: tosca.groups.Root, members: [tosca.nodes.Computer]}
#                                                   ^^^^^^^^^^^^^^^^^^^^
",
)
.good(
    "
group_types:
  my.G: {derived_from: tosca.groups.Root, members: [tosca.nodes.Compute]}
",
);
static UNKNOWN_POLICY_TARGET: Code = Code::error(
    "tosca/unknown-policy-target-type",
    "T3.6.12-R1",
    "TOSCA Simple Profile in YAML 1.2, 3.6.12",
    "Checks that `targets` lists known node or group types, which are the types that the policy can apply to.",
)
.why("An unknown name matches no template, so the policy can apply to less than intended.")
.advice("Correct the name, or import the file that declares the type.")
.bad(
    "service template",
    "
policy_types:
  my.P: {derived_from: tosca.policies.Root, targets: [tosca.nodes.Computer]}
#                                                     ^^^^^^^^^^^^^^^^^^^^
",
)
.good(
    "
policy_types:
  my.P:
    derived_from: tosca.policies.Root
    targets: [tosca.nodes.Compute, tosca.groups.Root]
",
);
static MIXED_MEMBERS: Code = Code::error(
    "tosca/mixed-member-types",
    "T3.6.11-R2",
    "TOSCA Simple Profile in YAML 1.2, 3.6.11.3",
    "Checks that the members of a group type are all node types or all group types.",
)
.why("A policy or an operation of a group applies to all members, and one that is made for nodes does not fit groups.")
.advice("List node types only, or group types only.")
.bad(
    "service template",
    "
group_types:
  my.G:
    derived_from: tosca.groups.Root
    members: [tosca.nodes.Compute, tosca.groups.Root]
#                                  ^^^^^^^^^^^^^^^^^
",
)
.good(
    "
group_types:
  my.G:
    derived_from: tosca.groups.Root
    members: [tosca.nodes.Compute, tosca.nodes.Database]
",
);
static WIDER_SOURCES: Code = Code::warning(
    "tosca/wider-source-types",
    "T3.6.7-R2",
    "TOSCA Simple Profile in YAML 1.2, 3.6.7",
    "Checks that a derived capability type narrows the source types of its parent: the same types, or types derived from them.",
)
.why("A capability of the derived type is also one of the parent type, which does not support other sources.")
.advice("List only types that the parent lists, or types derived from them.")
.bad(
    "service template",
    "
capability_types:
  my.B:
    derived_from: tosca.capabilities.Root
    valid_source_types: [tosca.nodes.SoftwareComponent]
  my.C: {derived_from: my.B, valid_source_types: [tosca.nodes.network.Network]}
#                                                 ^^^^^^^^^^^^^^^^^^^^^^^^^^^
",
)
.good(
    "
capability_types:
  my.B:
    derived_from: tosca.capabilities.Root
    valid_source_types: [tosca.nodes.SoftwareComponent]
  my.C: {derived_from: my.B, valid_source_types: [tosca.nodes.DBMS]}
",
);
static WIDER_TARGETS: Code = Code::warning(
    "tosca/wider-target-types",
    "T3.6.10-R4",
    "TOSCA Simple Profile in YAML 1.2, 3.6.10",
    "Checks that a derived relationship type narrows the target types of its parent: the same types, or types derived from them.",
)
.why("A relationship of the derived type is also one of the parent type, which does not support other targets.")
.advice("List only types that the parent lists, or types derived from them.")
.bad(
    "service template",
    "
relationship_types:
  my.R:
    derived_from: tosca.relationships.ConnectsTo
    valid_target_types: [tosca.capabilities.Attachment]
#                        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
",
)
.good(
    "
relationship_types:
  my.R:
    derived_from: tosca.relationships.ConnectsTo
    valid_target_types: [tosca.capabilities.Endpoint.Admin]
",
);
static WIDER_POLICY_TARGETS: Code = Code::warning(
    "tosca/wider-policy-targets",
    "T3.6.12-R3",
    "TOSCA Simple Profile in YAML 1.2, 3.6.12",
    "Checks that a derived policy type narrows the targets of its parent: the same types, or types derived from them.",
)
.why("A policy of the derived type is also one of the parent type, which does not support other targets.")
.advice("List only types that the parent lists, or types derived from them.")
.bad(
    "service template",
    "
policy_types:
  my.P:
    derived_from: tosca.policies.Root
    targets: [tosca.nodes.SoftwareComponent]
  my.Q: {derived_from: my.P, targets: [tosca.nodes.Compute]}
#                                      ^^^^^^^^^^^^^^^^^^^
",
)
.good(
    "
policy_types:
  my.P:
    derived_from: tosca.policies.Root
    targets: [tosca.nodes.SoftwareComponent]
  my.Q: {derived_from: my.P, targets: [tosca.nodes.DBMS]}
",
);

fn check(service: &Service<'_>, report: &mut Report) {
    for (id, own) in service.own_types(TypeKind::Capability) {
        check_known(service, &UNKNOWN_SOURCE, &[TypeKind::Node], own, "valid_source_types", report);
        check_narrowing(service, &WIDER_SOURCES, &[TypeKind::Node], (id, own), "valid_source_types", report);
    }
    for (id, own) in service.own_types(TypeKind::Relationship) {
        check_known(service, &UNKNOWN_TARGET, &[TypeKind::Capability], own, "valid_target_types", report);
        check_narrowing(
            service,
            &WIDER_TARGETS,
            &[TypeKind::Capability],
            (id, own),
            "valid_target_types",
            report,
        );
    }
    for (_, own) in service.own_types(TypeKind::Group) {
        let kinds = [TypeKind::Node, TypeKind::Group, TypeKind::Capability];
        check_known(service, &UNKNOWN_MEMBER, &kinds, own, "members", report);
        check_same_kind(service, own, report);
    }
    for (id, own) in service.own_types(TypeKind::Policy) {
        let kinds = [TypeKind::Node, TypeKind::Group];
        check_known(service, &UNKNOWN_POLICY_TARGET, &kinds, own, "targets", report);
        check_narrowing(service, &WIDER_POLICY_TARGETS, &kinds, (id, own), "targets", report);
    }
}

/// Checks that each name is a type of one of these kinds.
fn check_known<'d>(
    service: &Service<'d>,
    code: &'static Code,
    kinds: &[TypeKind],
    own: &Type<'d>,
    key: &str,
    report: &mut Report,
) {
    for word in ScalarText::list(own.node, key).iter().filter(|word| service.is_own(word.node)) {
        if kinds.iter().all(|kind| service.find(*kind, &word.text) == Lookup::Unknown)
            && let Some(fault) = unknown(service, code, kinds[0], word)
        {
            report.push(fault);
        }
    }
}

/// Checks that each type is listed by the nearest ancestor with a list, or derives from a listed type.
fn check_narrowing<'d>(
    service: &Service<'d>,
    code: &'static Code,
    kinds: &[TypeKind],
    (id, own): (TypeId, &Type<'d>),
    key: &str,
    report: &mut Report,
) {
    let type_scope = &service.type_scope;
    let above = type_scope.effective(id).ancestry.iter().skip(1).map(|id| type_scope.get(*id));
    let Some(parent) = above.into_iter().find(|ancestor| !ScalarText::list(ancestor.node, key).is_empty())
    else {
        return;
    };
    let find = |name: &ScalarText<'d>, file| {
        kinds.iter().find_map(|kind| type_scope.find(*kind, &name.text, file).found())
    };
    let inherited = ScalarText::list(parent.node, key);
    let allowed: Vec<Option<TypeId>> = inherited.iter().map(|name| find(name, parent.file)).collect();
    for word in ScalarText::list(own.node, key).iter().filter(|word| service.is_own(word.node)) {
        let Some(found) = find(word, own.file) else { continue };
        let fits =
            allowed.iter().any(|listed| listed.is_none_or(|id| type_scope.derives(found, id) != Some(false)));
        if !fits {
            let expected = match inherited.as_slice() {
                [only] => format!("`{}` or a type derived from it", only.text),
                all => {
                    let names = message::list(all.iter().map(|word| &word.text), "or");
                    format!("{names}, or a type derived from one of them")
                }
            };
            let message = message::expected(
                format_args!("{expected}, as in `{}`", parent.name),
                format_args!("`{}`", word.text),
            );
            report.push(service.fault(code, word.node, message));
        }
    }
}

fn check_same_kind<'d>(service: &Service<'d>, own: &Type<'d>, report: &mut Report) {
    let kind_of = |word: &ScalarText<'d>| {
        let kinds = [TypeKind::Node, TypeKind::Group, TypeKind::Capability];
        let found: Vec<TypeKind> =
            kinds.into_iter().filter(|kind| service.find(*kind, &word.text).found().is_some()).collect();
        // `Compute` is both a node type and a capability type.
        match found.as_slice() {
            [only] => Some(*only),
            _ => None,
        }
    };
    let members = ScalarText::list(own.node, "members");
    let Some(first) = members.iter().find_map(kind_of) else { return };
    for word in members.iter().filter(|word| service.is_own(word.node)) {
        if let Some(kind) = kind_of(word).filter(|kind| *kind != first) {
            let message = message::expected(
                format!("{} as for the other members", first.with_article()),
                format!("{} `{}`", kind.word(), word.text),
            );
            report.push(service.fault(&MIXED_MEMBERS, word.node, message));
        }
    }
}
