//! Constraints that AMP does not support.

use super::{emit, schemas};
use limn_language::diagnostic::{Code, Diagnostic, Report};
use limn_language::message;
use limn_tosca::grammar::AMP_PLUGIN;
use limn_tosca::model::Service;
use limn_tosca::types::TypeKind;
use limn_tosca::value::{Operator, clauses};
use limn_tosca::{Rule, value_definitions};
use limn_yaml::{Node, Op};

pub(in super::super) static RULE: Rule = Rule { codes: &[&SCHEMA], check };

static SCHEMA: Code =
    Code::error("amp/schema-constraint", "M-CONS-1", "AMP, Constraints", "Reports the constraint `schema`.")
        .why("AMP does not support it. AMP supports all other constraints of TOSCA.")
        .advice("Remove the constraint, or use another one, such as `pattern` or `min_length`.")
        .bad(
            "blueprint",
            r#"
topology_template:
  inputs:
    page:
      type: string
      constraints: [schema: '{"type": "object"}']
#                   ^^^^^^
"#,
        )
        .good(
            "
topology_template:
  inputs:
    page:
      type: string
      constraints: [min_length: 1]
",
        );

fn check(service: &Service<'_>, report: &mut Report) {
    if service.version.has(AMP_PLUGIN) {
        return;
    }
    let mut found = Vec::new();
    for it in value_definitions(service) {
        check_constraints(service, it.node, &mut found);
    }
    for (_, it) in service.own_types(TypeKind::Data) {
        check_constraints(service, it.node, &mut found);
    }
    emit(report, found);
}

fn check_constraints(service: &Service<'_>, node: Node<'_>, found: &mut Vec<Diagnostic>) {
    let list = node.get("constraints").into_iter();
    for clause in list.flat_map(clauses).flatten().filter(|clause| clause.operator == Operator::Schema) {
        let key = clause.operand.key().filter(|key| service.is_own(*key));
        let Some(key) = key else { continue };
        let ops = vec![Op::Remove { at: clause.node.path(), prune: false }];
        let fault = service.fault(&SCHEMA, key, message::unsupported("schema", "AMP as a constraint"));
        found.push(fault.likely_fix("Remove constraint", ops, false));
    }
    for schema in schemas(node).filter(|schema| schema.is_mapping()) {
        check_constraints(service, schema, found);
    }
}
