//! Groups: type and members.

use super::super::Rule;
use super::super::types::unknown;
use crate::model::{Group, NodeTemplate, Service, Topology};
use crate::types::{FileId, ScalarText, TypeId, TypeKind};
use limn_language::diagnostic::{Code, Report};
use limn_language::message;
use limn_yaml::Node;

pub(in super::super) static RULE: Rule =
    Rule { codes: &[&UNKNOWN_TYPE, &UNKNOWN_MEMBER, &UNFIT_MEMBER, &EMPTY], check };

const SECTION: &str = "TOSCA Simple Profile in YAML 1.2, 3.7.5";

static UNKNOWN_TYPE: Code = Code::error(
    "tosca/unknown-group-type",
    "T3.7.5-R1",
    SECTION,
    "Checks that the type of a group is a known group type: declared in this file, imported, or `tosca.groups.Root`.",
)
.why("The type defines the properties of the group and its possible members, so processors reject an unknown one.")
.advice("Correct the name, or import the file that declares the type.")
.bad(
    "topology template",
    "
node_templates: {a: {type: Compute}}
groups: {g: {type: tosca.groups.Rot, members: [a]}}
#                  ^^^^^^^^^^^^^^^^
",
)
.good(
    "
node_templates: {a: {type: Compute}}
groups: {g: {type: tosca.groups.Root, members: [a]}}
",
);
static UNKNOWN_MEMBER: Code = Code::error(
    "tosca/unknown-member",
    "T3.7.5-R2",
    SECTION,
    "Checks that the members of a group are node templates of the same topology template.",
)
.why("Policies and workflows of the group cannot reach a node that does not exist, and processors reject the group.")
.advice("Correct the name, or remove the member.")
.bad(
    "topology template",
    "
node_templates: {a: {type: Compute}}
groups: {g: {type: tosca.groups.Root, members: [b]}}
#                                               ^
",
)
.good(
    "
node_templates: {a: {type: Compute}}
groups: {g: {type: tosca.groups.Root, members: [a]}}
",
);
static UNFIT_MEMBER: Code = Code::error(
    "tosca/wrong-member-type",
    "T3.7.5-R3",
    SECTION,
    "Checks that the type of each member is a member type of the group type, or derives from one.",
)
.earlier(&["tosca/unfit-member"])
.why("The group and its policies are made for the listed types and may fail on others.")
.advice("Remove the member, or add its type to `members` of the group type.")
.bad(
    "service template",
    "
group_types:
  my.G: {derived_from: tosca.groups.Root, members: [tosca.nodes.network.Network]}
topology_template:
  node_templates: {a: {type: Compute}}
  groups: {g: {type: my.G, members: [a]}}
#                                    ^
",
)
.good(
    "
group_types:
  my.G: {derived_from: tosca.groups.Root, members: [tosca.nodes.Compute]}
topology_template:
  node_templates: {a: {type: Compute}}
  groups: {g: {type: my.G, members: [a]}}
",
);
static EMPTY: Code =
    Code::warning("tosca/empty-group", "T3.7.5-R4", SECTION, "Reports a group without members.")
        .why("Policies that target it apply to no node.")
        .advice("Add node templates to `members`, or remove the group.")
        .bad(
            "topology template",
            "
groups: {g: {type: tosca.groups.Root, members: []}}
#                                     ^^^^^^^
",
        )
        .good(
            "
node_templates: {a: {type: Compute}}
groups: {g: {type: tosca.groups.Root, members: [a]}}
",
        )
        .one_cause("empty groups");

fn check(service: &Service<'_>, report: &mut Report) {
    let Some(topology) = &service.topology else { return };
    for group in topology.groups.iter().filter(|group| service.is_own(group.key)) {
        if let Some(word) = group.type_name.as_ref().filter(|word| service.is_own(word.node)) {
            report.extend(unknown(service, &UNKNOWN_TYPE, TypeKind::Group, word));
        }
        if group.members.is_empty() {
            let node = group.node.entry("members").map_or(group.key, |entry| entry.key);
            report.push(service.fault(&EMPTY, node, format!("empty group `{}`", group.name)));
        }
        for member in group.members.iter().filter(|member| service.is_own(member.node)) {
            match topology.node_template(&member.text) {
                Some(template) => check_member_type(service, group, member, template, report),
                None if topology.group(&member.text).is_some() => {
                    if takes_no_groups(service, group) {
                        let message =
                            message::expected("a node template", format!("group `{}`", member.text));
                        report.push(service.fault(&UNKNOWN_MEMBER, member.node, message));
                    }
                }
                None if service.is_template_name(&member.text) => {}
                None => report_missing(service, topology, member, report),
            }
        }
    }
}

/// Returns true if the members of a group are node templates. The standard uses group types as members in passing, if the type lists them.
fn takes_no_groups(service: &Service<'_>, group: &Group<'_>) -> bool {
    let Some(id) = group.type_id.found() else { return false };
    let type_scope = &service.type_scope;
    let effective = type_scope.effective(id);
    let names_group = |id: &TypeId| {
        let it = type_scope.get(*id);
        let is_node =
            |word: &ScalarText<'_>| type_scope.find(TypeKind::Node, &word.text, it.file).found().is_some();
        ScalarText::list(it.node, "members").iter().any(|word| !is_node(word))
    };
    effective.complete && !effective.ancestry.iter().any(names_group)
}

fn report_missing<'d>(
    service: &Service<'d>,
    topology: &Topology<'d>,
    member: &ScalarText<'d>,
    report: &mut Report,
) {
    let names = topology.node_templates.iter().map(|template| template.name.as_ref());
    let near = service.suggestions.nearest(&member.text, names);
    let message = message::unknown("node template", &member.text);
    report.push(
        service.fault(&UNKNOWN_MEMBER, member.node, message).did_you_mean(near, |near| member.replaced(near)),
    );
}

fn check_member_type<'d>(
    service: &Service<'d>,
    group: &Group<'d>,
    member: &ScalarText<'d>,
    template: &NodeTemplate<'d>,
    report: &mut Report,
) {
    let (Some(group_type), Some(id)) = (group.type_id.found(), template.type_id.found()) else { return };
    let type_scope = &service.type_scope;
    let line = type_scope.effective(group_type).ancestry.iter().map(|id| type_scope.get(*id));
    let allowed = line.into_iter().find_map(|ancestor| {
        let list = ancestor.node.get("members").map(Node::resolve).filter(|list| list.items().len() > 0)?;
        Some((ancestor.file, list))
    });
    let Some((file, list)) = allowed else { return };
    let fits = list.items().filter_map(|item| ScalarText::of(item.resolve())).any(|word| {
        match type_scope.find(TypeKind::Node, &word.text, file).found() {
            Some(allowed) => type_scope.derives(id, allowed) != Some(false),
            // A group type, a capability type, or an unknown type, which is reported at the type.
            None => true,
        }
    });
    if !fits {
        let names = list.items().filter_map(|item| ScalarText::of(item.resolve()));
        let names: Vec<String> = names.map(|word| format!("`{}`", word.text)).collect();
        let message = format!(
            "group type `{}` has members of type {}, but `{}` is of type `{}`",
            type_scope.get(group_type).name,
            names.join(" or "),
            member.text,
            type_scope.get(id).name
        );
        let own = service.is_own(list) && file == FileId::OWN;
        let fault = service.fault(&UNFIT_MEMBER, member.node, message);
        report.push(if own { fault.related(list.range(), "allowed member types") } else { fault });
    }
}
