//! Targets of requirements: AMP expects a node template.

use super::super::super::nested::{self, Elsewhere};
use super::super::shared::is_amp;
use limn_language::diagnostic::{Code, Diagnostic, Report, Severity};
use limn_language::message;
use limn_tosca::Rule;
use limn_tosca::grammar::AMP_PLUGIN;
use limn_tosca::model::{Requirement, Service, Topology};
use limn_tosca::types::{Lookup, ScalarText, TypeKind};

pub(in super::super) static RULE: Rule = Rule { codes: &[&ABSTRACT, &UNKNOWN], check };

const SECTION: &str = "AMP, Requirement Matching, Capabilities, and Relationships";

static ABSTRACT: Code = Code::error(
    "amp/abstract-requirement",
    "M-RQ-5",
    SECTION,
    "Checks that the assignment of a requirement names a node template.",
)
.why("AMP does not support abstract requirements, where the orchestrator selects a node by its type, its capability or a `node_filter`.")
.advice("Assign the name of a node template.")
.bad(
    "node templates",
    "
shop:
  type: tosca.nodes.WebServer
  requirements:
    - host: {node: tosca.nodes.Compute}
#                  ^^^^^^^^^^^^^^^^^^^
server: {type: tosca.nodes.Compute}
",
)
.good(
    "
shop:
  type: tosca.nodes.WebServer
  requirements:
    - host: server
server: {type: tosca.nodes.Compute}
",
);
static UNKNOWN: Code = Code::error(
    "amp/unknown-target",
    "M-RQ-6",
    SECTION,
    "Checks that the target of a requirement is a node template. AMP searches this topology template first, then those that are used in it or that \
use it, one step farther at a time; several nodes of that name at one distance are an error. If one of the nodes can be a topology template of the \
catalog, an unknown name is a warning.",
)
.why("AMP does not select a node itself, so the requirement is not fulfilled and the blueprint cannot be deployed.")
.advice("Correct the name, or declare the node template; if several nodes at one distance have the name, rename them.")
.bad(
    "node templates",
    "
shop: {type: tosca.nodes.WebServer, requirements: [host: srever]}
#                                                        ^^^^^^
server: {type: tosca.nodes.Compute}
",
)
.good(
    "
shop: {type: tosca.nodes.WebServer, requirements: [host: server]}
server: {type: tosca.nodes.Compute}
",
);

fn check(service: &Service<'_>, report: &mut Report) {
    let Some(topology) = &service.topology else { return };
    // Other topology templates are used as node types, which only the catalog has.
    let is_nested = topology.substitution.is_some()
        || topology.node_templates.iter().any(|template| template.type_id.found().is_none());
    for template in topology.node_templates.iter().filter(|template| !template.is_open()) {
        for requirement in template.requirements.iter().filter(|requirement| service.is_own(requirement.key))
        {
            report.extend(fault(service, topology, requirement, is_nested));
        }
    }
}

fn fault<'d>(
    service: &Service<'d>,
    topology: &Topology<'d>,
    requirement: &Requirement<'d>,
    is_nested: bool,
) -> Option<Diagnostic> {
    let name = &requirement.name;
    let filter = requirement.filter.filter(|filter| is_amp(service) && service.is_own(*filter));
    let Some(word) = &requirement.target else {
        // A missing value is reported by the grammar.
        let is_abstract = filter.is_some() || requirement.capability.is_some();
        let message = format!("AMP does not select a node for requirement `{name}`; name a node template");
        return (is_amp(service) && is_abstract).then(|| service.fault(&ABSTRACT, requirement.key, message));
    };
    if !service.is_own(word.node) {
        return None;
    }
    if topology.node_template(&word.text).is_some() {
        let filter = filter.map(|filter| filter.key().unwrap_or(filter))?;
        let message = format!("AMP does not support `node_filter` on requirement `{name}`");
        return Some(service.fault(&ABSTRACT, filter, message));
    }
    if matches!(service.find(TypeKind::Node, &word.text), Lookup::Found(_)) {
        let message = message::expected("a node template", format_args!("node type `{}`", word.text));
        return is_amp(service).then(|| service.fault(&ABSTRACT, word.node, message));
    }
    unknown(service, topology, word, is_nested)
}

/// Checks a name that is not a node template of the own topology.
fn unknown<'d>(
    service: &Service<'d>,
    topology: &Topology<'d>,
    word: &ScalarText<'d>,
    is_nested: bool,
) -> Option<Diagnostic> {
    // A placeholder, or a call; a dotted name is more likely a type of the catalog.
    let is_name = !word.text.is_empty() && !word.text.contains(['$', '{', '<', ' ', '.', ':']);
    // Deployers of the draft have settings of their own among the requirements: `instances: 3`.
    if service.version.has(AMP_PLUGIN) && word.text.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    if !is_name {
        let is_type = word.text.contains('.') && !word.text.contains(['$', '{', '<', ' ']);
        let message = message::expected("a node template", format_args!("`{}`", word.text));
        return (is_type && is_amp(service)).then(|| service.fault(&ABSTRACT, word.node, message));
    }
    match nested::nested_names(service).find(&word.text) {
        Elsewhere::Unknown => {}
        Elsewhere::Found => return None,
        Elsewhere::Ambiguous => {
            return Some(service.fault(&UNKNOWN, word.node, nested::ambiguous(&word.text)));
        }
    }
    let names = topology.node_templates.iter().map(|template| template.name.as_ref());
    let near = service.suggestions.nearest(&word.text, names);
    let fault = service.fault(&UNKNOWN, word.node, message::unknown("node template", &word.text));
    let is_certain = near.is_some() || !is_nested && !service.version.has(AMP_PLUGIN);
    let fault = if is_certain { fault } else { fault.severity(Severity::Warning) };
    Some(fault.did_you_mean(near, |near| word.replaced(near)))
}
