//! Names of operation outputs that are read as attributes.

use limn_language::diagnostic::{Code, Report};
use limn_language::message;
use limn_tosca::Rule;
use limn_tosca::function::{CallNode, Function};
use limn_tosca::grammar::AMP_PLUGIN;
use limn_tosca::model::Service;
use limn_tosca::resolve::Resolver;
use limn_tosca::types::{ScalarText, TypeKind};
use limn_yaml::{Node, Op, Value};

pub(in super::super) static RULE: Rule = Rule { codes: &[&SHORT_OUTPUT_NAME], check };

static SHORT_OUTPUT_NAME: Code = Code::warning(
    "amp/operation-output-name",
    "M-FN-7",
    "AMP, Adding Additional Monitoring Sensors",
    "Checks the name of an operation output that `get_attribute` reads. AMP publishes the variables that a script exports as attributes named \
`<interface type>.<operation>.<VARIABLE>`, with the full name of the interface type.",
)
.why("A call with another name waits forever.")
.advice("Write the full name of the interface type, as in `tosca.interfaces.node.lifecycle.Standard.start.URL`, where `start` is the operation.")
.bad(
    "blueprint",
    "
topology_template:
  node_templates:
    app:
      type: tosca.nodes.SoftwareComponent
      attributes:
        main.uri: {get_attribute: [SELF, CheckRunning.check_running.MAIN_URI]}
#                                        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
",
)
.good(
    "
topology_template:
  node_templates:
    app:
      type: tosca.nodes.SoftwareComponent
      attributes:
        main.uri: {get_attribute: [SELF, brooklyn.tosca.interfaces.node.lifecycle.CheckRunning.check_running.MAIN_URI]}
",
);

/// The types of interfaces that every node can have.
const WELL_KNOWN: [(&str, &str); 2] = [
    ("Standard", "tosca.interfaces.node.lifecycle.Standard"),
    ("CheckRunning", "brooklyn.tosca.interfaces.node.lifecycle.CheckRunning"),
];

fn check(service: &Service<'_>, report: &mut Report) {
    if service.version.has(AMP_PLUGIN) {
        return;
    }
    for site in &service.name_index().sites {
        let Some(call) = CallNode::of(site.value) else { continue };
        let arguments = call.arguments();
        let [who, name] = arguments[..] else { continue };
        if call.function != Function::GetAttribute || !service.is_own(name) {
            continue;
        }
        let (Some(entity), Some(text)) = (who.as_str(), name.as_str()) else { continue };
        let Some((interface, rest)) = parts(service, &text) else { continue };
        let entities = Resolver::new(service).entities(&entity, site.context);
        let node = entities.first().and_then(|entity| entity.node);
        let full = match interface.contains('.') {
            // Only the operation is missing.
            true => Some(interface.to_owned()),
            false => type_of(node, interface),
        };
        let message =
            message::expected("`<interface type>.<operation>.<VARIABLE>`", format_args!("`{text}`"));
        let mut fault = service.fault(&SHORT_OUTPUT_NAME, name, message);
        if let Some(full) = full.and_then(|full| full_name(&full, rest)) {
            let op = Op::Replace { at: name.path(), value: Value::Text(full.clone()) };
            fault = fault.fix(format!("Change to `{full}`"), vec![op]).unsafe_fix();
        }
        report.push(fault);
    }
}

/// The interface in the name of an output that AMP does not publish, and what follows it. `None` for other names.
fn parts<'t>(service: &Service<'_>, text: &'t str) -> Option<(&'t str, &'t str)> {
    let (front, output) = text.rsplit_once('.')?;
    let is_variable = output.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_')
        && output.starts_with(|c: char| c.is_ascii_uppercase());
    if !is_variable {
        return None;
    }
    let is_type =
        |name: &str| service.find(TypeKind::Interface, name).found().is_some() && name.contains('.');
    if is_type(front) {
        return Some((front, &text[front.len() + 1..]));
    }
    let interface = front.split('.').next().unwrap_or(front);
    let is_short = front.matches('.').count() <= 1 && interface.starts_with(|c: char| c.is_ascii_uppercase());
    is_short.then(|| (interface, &text[interface.len() + 1..]))
}

/// The type of an interface by its name in the template.
fn type_of(node: Option<Node<'_>>, interface: &str) -> Option<String> {
    let own = node.and_then(|node| node.get("interfaces")?.resolve().get(interface));
    let own = own.and_then(|own| Some(ScalarText::at(own.resolve(), "type")?.text.into_owned()));
    own.or_else(|| WELL_KNOWN.iter().find(|(name, _)| *name == interface).map(|(_, full)| (*full).to_owned()))
}

/// The full name of an output; `None` if its operation is unknown. `rest`: an operation and the variable, or the variable alone.
fn full_name(full: &str, rest: &str) -> Option<String> {
    match rest.contains('.') {
        true => Some(format!("{full}.{rest}")),
        // Only this interface has a single operation.
        false => full.ends_with(".CheckRunning").then(|| format!("{full}.check_running.{rest}")),
    }
}
