//! Operations that wait for each other's attributes.

use std::collections::BTreeMap;

use limn_language::cycles::Digraph;
use limn_language::diagnostic::{Code, Diagnostic, Report};
use limn_language::message;
use limn_tosca::Rule;
use limn_tosca::brooklyn::Component;
use limn_tosca::function::{CallNode, Function};
use limn_tosca::grammar::AMP_PLUGIN;
use limn_tosca::model::{NodeTemplate, Service, Topology};
use limn_tosca::resolve::CallContext;
use limn_yaml::{Node, Path};

pub(in super::super) static RULE: Rule = Rule { codes: &[&WAIT_CYCLE], check };

static WAIT_CYCLE: Code = Code::warning(
    "amp/wait-cycle",
    "M-FN-8",
    "AMP, Depends On",
    "Checks that the operations that create, configure and start nodes do not wait for each other. An attribute is ready when the operation that \
publishes it is done: the one whose output it is assigned to, otherwise `start`. Attributes that AMP itself publishes, like addresses, do not \
count.",
)
.earlier(&["amp/circular-wait"])
.why(
    "An operation waits for the attributes of other nodes in its inputs; in a cycle, none of the operations starts.",
)
.advice("Remove one of the inputs in the cycle, or read an attribute that AMP publishes, such as `entity.id`.")
.bad(
    "blueprint",
    "
topology_template:
  node_templates:
    web:
      type: acme.Web
      interfaces: {Standard: {start: {inputs: {url: {get_attribute: [db, url]}}, implementation: web.sh}}}
#                                                   ^^^^^^^^^^^^^^^^^^^^^^^^^^
    db:
      type: acme.Database
      interfaces: {Standard: {start: {inputs: {client: {get_attribute: [web, id]}}, implementation: db.sh}}}
",
)
.good(
    "
topology_template:
  node_templates:
    web:
      type: acme.Web
      interfaces: {Standard: {start: {inputs: {url: {get_attribute: [db, url]}}, implementation: web.sh}}}
    db:
      type: acme.Database
      interfaces: {Standard: {start: {inputs: {client: {get_attribute: [web, entity.id]}}, implementation: db.sh}}}
",
);

/// Operations that a deployment runs, in their order.
const PHASES: [&str; 3] = ["create", "configure", "start"];
const CREATE: usize = 0;
const START: usize = 2;

/// Attributes that AMP publishes without an operation of the blueprint.
const GIVEN: [&str; 12] = [
    "entity.id",
    "tosca_id",
    "tosca_name",
    "private_address",
    "public_address",
    "networks",
    "ports",
    "host.name",
    "host.address",
    "host.subnet.hostname",
    "host.subnet.address",
    "state",
];

/// Maximum number of waits of a cycle that a diagnostic relates.
const MAX_RELATED: usize = 6;

/// The waits of all operations. An operation is numbered by its template and its phase.
struct Waits<'s, 'd> {
    topology: &'s Topology<'d>,
    edges: Vec<(usize, usize)>,
    /// The call that waits, by edge.
    calls: BTreeMap<(usize, usize), Node<'d>>,
}

fn number(template: usize, phase: usize) -> usize {
    template * PHASES.len() + phase
}

fn check(service: &Service<'_>, report: &mut Report) {
    let Some(topology) = &service.topology else { return };
    if service.version.has(AMP_PLUGIN) {
        return;
    }
    let mut waits = Waits { topology, edges: Vec::new(), calls: BTreeMap::new() };
    waits.collect(service);
    if waits.calls.is_empty() {
        return;
    }
    waits.order();
    let count = topology.node_templates.len() * PHASES.len();
    let graph = Digraph::new(count, waits.edges.iter().copied());
    let parts = graph.cycles();
    let mut part_of: Vec<Option<usize>> = vec![None; count];
    for (at, part) in parts.iter().enumerate() {
        for it in part {
            part_of[*it] = Some(at);
        }
    }
    let inside = |(from, to): (usize, usize)| part_of[from].filter(|at| part_of[to] == Some(*at));
    let mut first: Vec<Option<(usize, Node<'_>)>> = vec![None; parts.len()];
    for (edge, call) in &waits.calls {
        let Some(at) = inside(*edge) else { continue };
        if first[at].is_none_or(|(_, known)| call.range().start < known.range().start) {
            first[at] = Some((edge.0, *call));
        }
    }
    for (part, first) in parts.iter().zip(first) {
        if let Some((from, call)) = first {
            report.push(waits.fault(service, call, &graph.shortest_cycle(part, from)));
        }
    }
}

impl<'d> Waits<'_, 'd> {
    /// `web.start`
    fn name(&self, number: usize) -> String {
        let template = &self.topology.node_templates[number / PHASES.len()];
        format!("{}.{}", template.name, PHASES[number % PHASES.len()])
    }

    fn fault(&self, service: &Service<'d>, call: Node<'d>, cycle: &[usize]) -> Diagnostic {
        let next = cycle.iter().skip(1).chain(cycle.first());
        let names: Vec<String> = cycle.iter().map(|number| self.name(*number)).collect();
        let message = message::cycle("wait", names.iter().map(String::as_str));
        let mut fault = service.fault(&WAIT_CYCLE, call, message);
        let others = cycle.iter().zip(next).filter_map(|(from, to)| self.calls.get(&(*from, *to)));
        for other in others.filter(|other| other.range() != call.range()).take(MAX_RELATED) {
            fault = fault.related(other.range(), "part of the cycle");
        }
        fault
    }

    fn wait(&mut self, from: usize, to: usize, call: Node<'d>) {
        self.edges.push((from, to));
        self.calls.entry((from, to)).or_insert(call);
    }

    fn collect(&mut self, service: &Service<'d>) {
        for site in service.name_index().sites.iter().filter(|site| service.is_own(site.value)) {
            let CallContext::Node(at) = site.context else { continue };
            let Some(phase) = phase_of(&site.value.path(), &self.topology.node_templates[at]) else {
                continue;
            };
            let Some(call) = CallNode::of(site.value) else { continue };
            let arguments = call.arguments();
            let word = |at: usize| arguments.get(at).and_then(|argument| argument.as_str());
            let Some(target) = word(0).and_then(|name| self.topology.position(&name)) else { continue };
            let ready = match call.function {
                Function::GetAttribute => word(1).and_then(|name| self.ready(target, &name)),
                Function::GetOperationOutput => word(2).and_then(|name| phase_named(&name)),
                _ => None,
            };
            if let Some(ready) = ready.filter(|_| target != at) {
                self.wait(number(at, phase), number(target, ready), site.value);
            }
        }
        for expression in service.brooklyn_expressions() {
            let CallContext::Node(at) = expression.context else { continue };
            let Some(phase) = phase_of(&expression.node.path(), &self.topology.node_templates[at]) else {
                continue;
            };
            for mention in
                expression.mentions().iter().filter(|mention| mention.function == "attributeWhenReady")
            {
                let Component::Named(name) = &mention.owner else { continue };
                let Some(target) = self.topology.position(name).filter(|target| *target != at) else {
                    continue;
                };
                if let Some(ready) = self.ready(target, &mention.name) {
                    self.wait(number(at, phase), number(target, ready), expression.node);
                }
            }
        }
    }

    /// The order of the operations of a node, and of nodes that are created only when others run.
    fn order(&mut self) {
        for (at, template) in self.topology.node_templates.iter().enumerate() {
            for phase in 1..PHASES.len() {
                self.edges.push((number(at, phase), number(at, phase - 1)));
            }
            for requirement in &template.requirements {
                let runs_first = requirement
                    .relationship
                    .as_ref()
                    .is_some_and(|word| word.text.ends_with("RequiresRunning"));
                let target = requirement.target.as_ref().filter(|_| runs_first);
                if let Some(target) = target.and_then(|target| self.topology.position(&target.text)) {
                    self.edges.push((number(at, CREATE), number(target, START)));
                }
            }
        }
    }

    /// The phase at the end of which an attribute is ready; `None` if AMP publishes it.
    fn ready(&self, template: usize, attribute: &str) -> Option<usize> {
        if GIVEN.contains(&attribute) {
            return None;
        }
        let node = self.topology.node_templates[template].node;
        let value = node.get("attributes").and_then(|all| all.resolve().get(attribute));
        let call = value.and_then(|value| CallNode::of(value.resolve()));
        let operation = call.filter(|call| call.function == Function::GetOperationOutput);
        let operation = operation.and_then(|call| Some(call.arguments().get(2)?.as_str()?.into_owned()));
        // `<interface type>.<operation>.<VARIABLE>`
        let named = attribute.rsplit('.').nth(1).and_then(phase_named);
        Some(operation.and_then(|name| phase_named(&name)).or(named).unwrap_or(START))
    }
}

fn phase_named(operation: &str) -> Option<usize> {
    PHASES.iter().position(|phase| *phase == operation)
}

/// The phase whose operation has an input: `interfaces.Standard.start.inputs.url` in a node template.
fn phase_of(path: &Path, template: &NodeTemplate<'_>) -> Option<usize> {
    let key = |at: usize| path.key_at(at);
    let interface = key(4).filter(|_| key(3) == Some("interfaces"))?;
    if interface.rsplit('.').next() != Some("Standard") {
        return None;
    }
    let at = if key(5) == Some("operations") { 6 } else { 5 };
    match key(at)? {
        // The inputs of all operations: the first one waits.
        "inputs" => {
            let interface = template.node.get("interfaces")?.resolve().get(interface)?.resolve();
            let operations = interface.get("operations").map_or(interface, Node::resolve);
            PHASES.iter().position(|phase| operations.get(phase).is_some())
        }
        operation => phase_named(operation).filter(|_| key(at + 1) == Some("inputs")),
    }
}
