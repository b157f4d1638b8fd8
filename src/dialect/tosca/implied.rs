//! Implied values of templates: defaults of their types, and the nodes that requirements can lead to.

use super::fields::FieldProvider;
use super::matching::{RequirementTarget, check_target};
use super::model::{NodeTemplate, Requirement, Service};
use super::service_template::ServiceTemplate;
use super::types::{ScalarText, TypeKind};
use limn_language::explanation::Implied;
use limn_text::TextRange;
use limn_yaml::Node;

/// Maximum number of templates that are tried for one requirement.
const TRIED: usize = 200;
/// Maximum number of names that are listed for one requirement.
const LISTED: usize = 3;

pub(super) fn implied(template: &ServiceTemplate, within: TextRange) -> Vec<Implied> {
    let provider = FieldProvider::of(template);
    let Some(topology) = &provider.service().topology else { return Vec::new() };
    let is_near = |node: Node<'_>| {
        let range = node.full_range();
        within.start <= range.end && range.start <= within.end
    };
    let mut found = Vec::new();
    for (at, node) in
        topology.node_templates.iter().enumerate().filter(|(_, template)| is_near(template.node))
    {
        // A copy has the values of its source.
        if node.copy.is_none() {
            found.extend(defaults(&provider, TypeKind::Node, node.type_name.as_ref(), node.node));
        }
        let bindings = provider.service().matching().templates[at].bindings.iter();
        let targets = node.requirements.iter().zip(bindings).filter_map(|(requirement, binding)| {
            let names = match binding.target {
                RequirementTarget::Template(target) => {
                    capability(provider.service(), requirement, target, binding.capability)?
                }
                RequirementTarget::Type(_) | RequirementTarget::Open if binding.faults.is_empty() => {
                    choices(provider.service(), &topology.node_templates, at, requirement, binding.target)
                }
                _ => return None,
            };
            Implied::targets(requirement.node.path(), names)
        });
        found.extend(targets);
    }
    for it in topology
        .relationship_templates
        .iter()
        .filter(|template| template.copy.is_none() && is_near(template.node))
    {
        found.extend(defaults(&provider, TypeKind::Relationship, it.type_name.as_ref(), it.node));
    }
    for it in topology.groups.iter().filter(|group| is_near(group.node)) {
        found.extend(defaults(&provider, TypeKind::Group, it.type_name.as_ref(), it.node));
    }
    for it in topology.policies.iter().filter(|policy| is_near(policy.node)) {
        found.extend(defaults(&provider, TypeKind::Policy, it.type_name.as_ref(), it.node));
    }
    found
}

/// The defaults of the properties that a template does not set.
fn defaults(
    provider: &FieldProvider<'_>,
    kind: TypeKind,
    type_name: Option<&ScalarText<'_>>,
    node: Node<'_>,
) -> Option<Implied> {
    let written = node.get("properties").map(Node::resolve);
    let is_open = |name: &str| written.is_none_or(|node| node.get(name).is_none());
    let fields = provider.properties_of(kind, &type_name?.text);
    let values = fields.into_iter().filter(|(name, _)| is_open(name));
    let values = values.filter_map(|(name, slot)| Some((name, slot.default?)));
    let at = node.get("properties").filter(|node| node.is_mapping()).unwrap_or(node);
    Implied::defaults(at.path(), values.collect())
}

/// The capability that a requirement connects to, if neither the assignment nor the name of the requirement says it.
fn capability(
    service: &Service<'_>,
    requirement: &Requirement<'_>,
    target: usize,
    capability: Option<usize>,
) -> Option<Vec<String>> {
    let found = &service.matching().kind(target)?.capabilities.get(capability?)?.name;
    (requirement.capability.is_none() && *found != requirement.name).then(|| vec![found.clone()])
}

/// The templates that an orchestrator can choose for a requirement, as few names as fit in a line.
fn choices<'d>(
    service: &Service<'d>,
    templates: &[NodeTemplate<'d>],
    at: usize,
    requirement: &Requirement<'d>,
    target: RequirementTarget,
) -> Vec<String> {
    let of_type = match target {
        RequirementTarget::Type(id) => Some(id),
        _ => None,
    };
    let fits = |other: &usize| {
        *other != at && matches!(check_target(service, at, requirement, of_type, *other), Some(Ok(())))
    };
    let mut found = (0..templates.len()).take(TRIED).filter(fits);
    let mut names: Vec<String> =
        found.by_ref().take(LISTED).map(|position| templates[position].name.clone().into_owned()).collect();
    if found.next().is_some() {
        names.push("…".to_owned());
    }
    names
}
