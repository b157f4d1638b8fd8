//! Lists of types that say what may stand at the other end: sources of capabilities, targets of relationships and policies, members of groups.

use super::super::Rule;
use super::unknown;
use crate::diagnostic::{Code, Report};
use crate::dialect::tosca::model::Service;
use crate::dialect::tosca::types::{Lookup, Type, TypeId, TypeKind, Word};

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
    "`valid_source_types` names the node types that may use the capability. A name that no node type has shuts everybody out.",
);
static UNKNOWN_TARGET: Code = Code::error(
    "tosca/unknown-target-type",
    "T3.6.10-R3",
    "TOSCA Simple Profile in YAML 1.2, 3.6.10",
    "`valid_target_types` names the capability types that the relationship may lead to.",
);
static UNKNOWN_MEMBER: Code = Code::error(
    "tosca/unknown-member-type",
    "T3.6.11-R3",
    "TOSCA Simple Profile in YAML 1.2, 3.6.11",
    "`members` names the types whose templates may be in the group.",
);
static UNKNOWN_POLICY_TARGET: Code = Code::error(
    "tosca/unknown-policy-target-type",
    "T3.6.12-R1",
    "TOSCA Simple Profile in YAML 1.2, 3.6.12",
    "`targets` names the node or group types that the policy may act on.",
);
static MIXED_MEMBERS: Code = Code::error(
    "tosca/mixed-member-types",
    "T3.6.11-R2",
    "TOSCA Simple Profile in YAML 1.2, 3.6.11.3",
    "The members of a group are of one kind: node types, or group types, not some of each.",
);
static WIDER_SOURCES: Code = Code::warning(
    "tosca/wider-source-types",
    "T3.6.7-R2",
    "TOSCA Simple Profile in YAML 1.2, 3.6.7",
    "A derived type narrows what it inherits. A source that the parent does not allow is allowed by nothing that asks for the parent.",
);
static WIDER_TARGETS: Code = Code::warning(
    "tosca/wider-target-types",
    "T3.6.10-R4",
    "TOSCA Simple Profile in YAML 1.2, 3.6.10",
    "A derived relationship type narrows what it inherits: its targets are those of its parent, or derive from them.",
);
static WIDER_POLICY_TARGETS: Code = Code::warning(
    "tosca/wider-policy-targets",
    "T3.6.12-R3",
    "TOSCA Simple Profile in YAML 1.2, 3.6.12",
    "A derived policy type narrows what it inherits: its targets are those of its parent, or derive from them.",
);

fn check(service: &Service<'_>, report: &mut Report) {
    for (id, own) in service.own_types(TypeKind::Capability) {
        known(service, &UNKNOWN_SOURCE, &[TypeKind::Node], own, "valid_source_types", report);
        narrowed(service, &WIDER_SOURCES, &[TypeKind::Node], (id, own), "valid_source_types", report);
    }
    for (id, own) in service.own_types(TypeKind::Relationship) {
        known(service, &UNKNOWN_TARGET, &[TypeKind::Capability], own, "valid_target_types", report);
        narrowed(service, &WIDER_TARGETS, &[TypeKind::Capability], (id, own), "valid_target_types", report);
    }
    for (_, own) in service.own_types(TypeKind::Group) {
        let kinds = [TypeKind::Node, TypeKind::Group, TypeKind::Capability];
        known(service, &UNKNOWN_MEMBER, &kinds, own, "members", report);
        mixed(service, own, report);
    }
    for (id, own) in service.own_types(TypeKind::Policy) {
        let kinds = [TypeKind::Node, TypeKind::Group];
        known(service, &UNKNOWN_POLICY_TARGET, &kinds, own, "targets", report);
        narrowed(service, &WIDER_POLICY_TARGETS, &kinds, (id, own), "targets", report);
    }
}

/// Every name is one of a type of these kinds.
fn known<'d>(
    service: &Service<'d>,
    code: &'static Code,
    kinds: &[TypeKind],
    own: &Type<'d>,
    key: &str,
    report: &mut Report,
) {
    for word in Word::list(own.node, key).iter().filter(|word| service.is_own(word.node)) {
        if kinds.iter().all(|kind| service.find(*kind, &word.text) == Lookup::Unknown)
            && let Some(fault) = unknown(service, code, kinds[0], word)
        {
            report.push(fault);
        }
    }
}

/// Every type is one of those that the nearest ancestor lists, or derives from one.
fn narrowed<'d>(
    service: &Service<'d>,
    code: &'static Code,
    kinds: &[TypeKind],
    (id, own): (TypeId, &Type<'d>),
    key: &str,
    report: &mut Report,
) {
    let world = &service.world;
    let above = world.effective(id).ancestry.iter().skip(1).map(|id| world.get(*id));
    let Some(parent) = above.into_iter().find(|it| !Word::list(it.node, key).is_empty()) else { return };
    let find =
        |name: &Word<'d>, file| kinds.iter().find_map(|kind| world.find(*kind, &name.text, file).found());
    let inherited = Word::list(parent.node, key);
    let allowed: Vec<Option<TypeId>> = inherited.iter().map(|name| find(name, parent.file)).collect();
    for word in Word::list(own.node, key).iter().filter(|word| service.is_own(word.node)) {
        let Some(found) = find(word, own.file) else { continue };
        let fits = allowed.iter().any(|it| it.is_none_or(|it| world.derives(found, it) != Some(false)));
        if !fits {
            let list: Vec<String> = inherited.iter().map(|it| format!("`{}`", it.text)).collect();
            let message = format!(
                "`{}` allows {} only, and `{}` derives from none of them",
                parent.name,
                list.join(", "),
                word.text
            );
            report.push(service.fault(code, word.node, message));
        }
    }
}

fn mixed<'d>(service: &Service<'d>, own: &Type<'d>, report: &mut Report) {
    let kind_of = |word: &Word<'d>| {
        let kinds = [TypeKind::Node, TypeKind::Group, TypeKind::Capability];
        let found: Vec<TypeKind> =
            kinds.into_iter().filter(|kind| service.find(*kind, &word.text).found().is_some()).collect();
        // `Compute` is a node type and a capability type.
        match found.as_slice() {
            [only] => Some(*only),
            _ => None,
        }
    };
    let members = Word::list(own.node, "members");
    let Some(first) = members.iter().find_map(kind_of) else { return };
    for word in members.iter().filter(|word| service.is_own(word.node)) {
        if let Some(kind) = kind_of(word).filter(|kind| *kind != first) {
            let message =
                format!("`{}` is {}, the members before it are {}s", word.text, kind.one(), first.word());
            report.push(service.fault(&MIXED_MEMBERS, word.node, message));
        }
    }
}
