//! Conditions of preconditions, step filters and triggers: nested clauses and assertions on attributes.

use super::super::Rule;
use super::messages::suggest_key;
use super::target::{NodeOrGroup, TargetEntity, entity};
use crate::model::Service;
use crate::types::{Definition, ScalarText, TypeKind};
use crate::value::{Primitive, clauses as constraint_clauses};
use limn_language::diagnostic::{Code, Report};
use limn_language::message;
use limn_yaml::{Entry, Node};

pub(in super::super) static RULE: Rule = Rule { codes: &[&UNKNOWN_ATTRIBUTE, &UNFIT_CONSTRAINT], check };

static UNKNOWN_ATTRIBUTE: Code = Code::warning(
    "tosca/unknown-asserted-attribute",
    "T3.5.20-R2",
    "TOSCA Simple Profile in YAML 1.2, 3.5.20",
    "Checks that a condition asserts known attributes of its target. Properties of the type are attributes too.",
)
.why("An attribute that does not exist never has a value, so the condition is never true.")
.advice("Correct the name, or declare the attribute in the type.")
.bad(
    "workflow",
    "
preconditions:
  - {target: server, condition: [{assert: [{color: [{equal: red}]}]}]}
#                                           ^^^^^
steps: {start: {target: server, activities: [{set_state: started}]}}
",
)
.good(
    "
preconditions:
  - {target: server, condition: [{assert: [{state: [{equal: created}]}]}]}
steps: {start: {target: server, activities: [{set_state: started}]}}
",
);

static UNFIT_CONSTRAINT: Code = Code::error(
    "tosca/inapplicable-assertion",
    "T3.5.20-R3",
    "TOSCA Simple Profile in YAML 1.2, 3.5.20, 3.5.3",
    "Checks that a constraint of an assertion applies to the type of the attribute: length constraints to strings, lists and maps, \
`greater_than` to ordered values, and `pattern` to strings.",
)
.earlier(&["tosca/unfit-assertion"])
.why("The constraint cannot be evaluated for values of this type, so the condition is rejected or never true.")
.advice("Use a constraint that applies to the type of the attribute.")
.bad(
    "service template",
    "
node_types:
  my.App: {derived_from: tosca.nodes.Root, attributes: {healthy: {type: boolean}}}
topology_template:
  node_templates: {app: {type: my.App}}
  workflows:
    begin:
      preconditions:
        - {target: app, condition: [{assert: [{healthy: [{greater_than: 1}]}]}]}
#                                                        ^^^^^^^^^^^^^^^^^
      steps: {start: {target: app, activities: [{set_state: started}]}}
",
)
.good(
    "
node_types:
  my.App: {derived_from: tosca.nodes.Root, attributes: {healthy: {type: boolean}}}
topology_template:
  node_templates: {app: {type: my.App}}
  workflows:
    begin:
      preconditions:
        - {target: app, condition: [{assert: [{healthy: [{equal: true}]}]}]}
      steps: {start: {target: app, activities: [{set_state: started}]}}
",
);

/// Maximum depth of nested clauses.
const MAX_DEPTH: usize = 32;

const KINDS: [&str; 4] = ["and", "or", "assert", "not"];

fn check(service: &Service<'_>, report: &mut Report) {
    for workflow in service.topology.iter().flat_map(|topology| &topology.workflows) {
        for precondition in &workflow.preconditions {
            let about = about(service, *precondition);
            check_clause_list(service, precondition.get("condition"), about.as_ref(), report);
        }
        for step in &workflow.steps {
            let about = about(service, step.node);
            check_clause_list(service, step.node.get("filter"), about.as_ref(), report);
        }
    }
}

/// Target of a precondition or step.
fn about<'d>(service: &Service<'d>, node: Node<'d>) -> Option<TargetEntity<'d>> {
    let target = NodeOrGroup::find(service, &ScalarText::at(node, "target")?.text)?;
    entity(service, target, ScalarText::at(node, "target_relationship").as_ref().map(|word| &*word.text))
}

/// Checks a list of clauses, which are combined with `and`.
pub(super) fn check_clause_list<'d>(
    service: &Service<'d>,
    list: Option<Node<'d>>,
    about: Option<&TargetEntity<'d>>,
    report: &mut Report,
) {
    for clause in list.into_iter().flat_map(Node::items) {
        check_clause(service, clause.resolve(), about, 0, report);
    }
}

pub(super) fn check_clause<'d>(
    service: &Service<'d>,
    clause: Node<'d>,
    about: Option<&TargetEntity<'d>>,
    depth: usize,
    report: &mut Report,
) {
    if !clause.is_mapping() || depth > MAX_DEPTH {
        return;
    }
    let kinds: Vec<&str> = KINDS.into_iter().filter(|kind| clause.get(kind).is_some()).collect();
    if kinds.is_empty() && clause.entries().len() > 0 {
        // Since 1.3, an assertion needs no keyname.
        return check_assertion(service, clause, about, report);
    }
    for kind in kinds {
        let operands = clause.get(kind).map(Node::resolve);
        let one = operands.filter(|node| node.is_mapping());
        for operand in operands.into_iter().flat_map(Node::items).map(Node::resolve).chain(one) {
            match kind {
                "assert" => check_assertion(service, operand, about, report),
                _ => check_clause(service, operand, about, depth + 1, report),
            }
        }
    }
}

/// Checks an attribute and the constraints on its value.
pub(super) fn check_assertion<'d>(
    service: &Service<'d>,
    assertion: Node<'d>,
    about: Option<&TargetEntity<'d>>,
    report: &mut Report,
) {
    if !assertion.is_mapping() {
        return;
    }
    for entry in assertion.entries() {
        if let Some(about) = about {
            check_attribute(service, about, entry.key, &UNKNOWN_ATTRIBUTE, report);
            check_constraints(service, about, entry, report);
        }
    }
}

/// Checks that the attribute exists.
pub(super) fn check_attribute<'d>(
    service: &Service<'d>,
    about: &TargetEntity<'d>,
    key: Node<'d>,
    code: &'static Code,
    report: &mut Report,
) {
    let (Some(name), Some(known)) = (key.as_str(), about.attributes(service)) else { return };
    if !known.contains(&name) {
        let message = message::unknown_at("attribute", &name, &about.label);
        let fault = service.fault(code, key, message);
        report.push(suggest_key(service, fault, key, &name, known.iter().map(|name| &**name)));
    }
}

/// Checks that the constraints apply to the attribute's type.
pub(super) fn check_constraints<'d>(
    service: &Service<'d>,
    about: &TargetEntity<'d>,
    assertion: Entry<'d>,
    report: &mut Report,
) {
    let Some(name) = assertion.key.as_str() else { return };
    let Some((word, primitive)) =
        about.attribute(service, &name).and_then(|definition| type_of(service, definition))
    else {
        return;
    };
    for clause in constraint_clauses(assertion.value).into_iter().flatten() {
        if !clause.operator.applies_to(primitive) {
            let operator = clause.operator.name();
            let message = format!("`{operator}` does not apply to `{name}` of type `{}`", word.text);
            report.push(service.fault(&UNFIT_CONSTRAINT, clause.node, message));
        }
    }
}

/// Written type of an attribute and its primitive type; the inner `None` is a complex type, the outer one an unknown type.
fn type_of<'d>(
    service: &Service<'d>,
    definition: &Definition<'d>,
) -> Option<(ScalarText<'d>, Option<Primitive>)> {
    let type_scope = &service.type_scope;
    let (word, layer) = definition.word("type")?;
    if let Some(primitive) = Primitive::of(type_scope, &word.text) {
        return Some((word, Some(primitive)));
    }
    let id = type_scope.find(TypeKind::Data, &word.text, type_scope.owner_file(layer)).found()?;
    let effective = type_scope.effective(id);
    let mut line =
        effective.ancestry.iter().filter_map(|id| ScalarText::at(type_scope.get(*id).node, "derived_from"));
    let primitive = line.find_map(|word| Primitive::of(type_scope, &word.text));
    (primitive.is_some() || effective.complete).then_some((word, primitive))
}
