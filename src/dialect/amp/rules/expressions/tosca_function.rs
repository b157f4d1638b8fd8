//! Expressions where TOSCA has a function.

use limn_brooklyn::{Call, Chain};
use limn_language::diagnostic::{Code, Report};
use limn_tosca::Rule;
use limn_tosca::brooklyn::Expression;
use limn_tosca::grammar::AMP_PLUGIN;
use limn_tosca::model::{NodeTemplate, Service};
use limn_tosca::resolve::CallContext;
use limn_yaml::{Op, Value};

use crate::profile::PORTABLE;

pub(in super::super) static RULE: Rule = Rule { codes: &[&EXPRESSION_FOR_FUNCTION], check };

static EXPRESSION_FOR_FUNCTION: Code = Code::warning(
    "amp/expression-for-function",
    "M-DSL-2",
    "AMP, TOSCA and AMP DSL",
    "Reports a `$brooklyn:` expression in a node template or an output where TOSCA has a function: `get_property` for `config`, `get_attribute` for \
`attributeWhenReady`, `get_input` for `scopeRoot().config`, `concat` for `formatString`. Expressions belong to components of AMP: initializers, \
enrichers, policies, specifications of members, and nodes of AMP's own types.",
)
.why("Other processors of TOSCA read the expression as a plain string. The function has the same meaning in all of them.")
.advice("Replace the expression with the function, for example `{get_property: [SELF, port]}` or `{get_attribute: [db, url]}`.")
.bad(
    "blueprint",
    "
topology_template:
  node_templates:
    web:
      type: acme.Web
      properties: {listen: '$brooklyn:config(\"port\")'}
#                          ^^^^^^^^^^^^^^^^^^^^^^^^^^
",
)
.good(
    "
topology_template:
  node_templates:
    web:
      type: acme.Web
      properties: {listen: {get_property: [SELF, port]}}
",
);

fn check(service: &Service<'_>, report: &mut Report) {
    // Portable blueprints have no expressions at all: another check reports them.
    if service.version.has(AMP_PLUGIN) || service.version.has(PORTABLE) {
        return;
    }
    let Some(topology) = &service.topology else { return };
    for expression in service.brooklyn_expressions() {
        let is_fitting = match expression.context {
            CallContext::Node(at) => is_of_amp(&topology.node_templates[at]),
            _ => expression.node.path().key_at(1) != Some("outputs"),
        };
        if is_fitting || expression.argument.is_some() || is_configuration(expression) {
            continue;
        }
        let chain = &expression.parsed.chain;
        let Some(function) = tosca_function(chain).filter(|_| expression.parsed.fault.is_none()) else {
            continue;
        };
        let message = format!("prefer the TOSCA function `{function}` to an expression of AMP");
        let mut fault = service.fault(&EXPRESSION_FOR_FUNCTION, expression.node, message);
        if let Some((function, arguments)) = call(chain, expression.context) {
            let value = Value::Flow(Box::new(Value::Mapping(vec![(function.to_owned(), arguments)])));
            let ops = vec![Op::Replace { at: expression.node.path(), value }];
            // AMP resolves both in the same way, but only Brooklyn may know the name.
            fault = fault.fix(format!("Use `{function}`"), ops).unsafe_fix();
        }
        report.push(fault);
    }
}

/// Returns true for a node of a type of AMP itself, which reads its configuration as Brooklyn does.
fn is_of_amp(template: &NodeTemplate<'_>) -> bool {
    const PREFIXES: [&str; 3] = ["org.apache.brooklyn.", "brooklyn.", "tosca.entity."];
    template
        .type_name
        .as_ref()
        .is_some_and(|word| PREFIXES.iter().any(|prefix| word.text.starts_with(prefix)))
}

/// Returns true inside configuration in Brooklyn's syntax: `brooklyn.config`, `brooklyn.policies`.
fn is_configuration(expression: &Expression<'_>) -> bool {
    let path = expression.node.path();
    (0..path.len()).any(|at| path.key_at(at).is_some_and(|key| key.starts_with("brooklyn.")))
}

/// The function of TOSCA for an expression.
fn tosca_function(chain: &Chain) -> Option<&'static str> {
    let calls: Vec<&str> = chain.calls().map(|call| call.name.text.as_str()).collect();
    if calls.len() != chain.steps.len() {
        return None;
    }
    Some(match calls[..] {
        ["config"] | ["self" | "component" | "entity", "config"] => "get_property",
        ["attributeWhenReady"] | ["self" | "component" | "entity", "attributeWhenReady"] => "get_attribute",
        ["scopeRoot", "config"] => "get_input",
        ["formatString"] => "concat",
        _ => return None,
    })
}

/// The call of TOSCA's function, if the arguments are plain names.
fn call(chain: &Chain, context: CallContext) -> Option<(&'static str, Value)> {
    let function = tosca_function(chain)?;
    let calls: Vec<&Call> = chain.calls().collect();
    let only = |call: &Call| match call.items() {
        [argument] => argument.as_text().map(|text| Value::Text(text.to_owned())),
        _ => None,
    };
    let member = only(calls.last()?)?;
    let entity = match calls.first()?.name.text.as_str() {
        "component" | "entity" => only(calls[0])?,
        // Only nodes have a self.
        _ if !matches!(context, CallContext::Node(_)) => return None,
        _ => Value::Text("SELF".to_owned()),
    };
    match function {
        "get_input" => Some((function, member)),
        "get_property" | "get_attribute" => Some((function, Value::Sequence(vec![entity, member]))),
        _ => None,
    }
}
