//! Adds a fix to the diagnostic of the table for a capability or requirement that is only its type.

use super::super::grammar::CAPABILITY_SHAPE;
use super::super::model::Descriptor;
use limn_language::diagnostic::{Diagnostic, Report, Rule};
use limn_yaml::{Node, Op, Value};

/// The code is that of the table.
pub(super) static RULE: Rule<Descriptor> = Rule { codes: &[], check };

fn check(descriptor: &Descriptor, report: &mut Report) {
    for diagnostic in report.diagnostics.iter_mut().filter(|diagnostic| diagnostic.code == &CAPABILITY_SHAPE)
    {
        add_type(descriptor, diagnostic);
    }
}

fn add_type(descriptor: &Descriptor, diagnostic: &mut Diagnostic) {
    let node = descriptor.document.get(&diagnostic.path).filter(|node| {
        let is_plain = !node.is_alias() && node.anchor().is_none() && node.tag().is_none();
        is_plain && node.is_scalar() && !node.is_null()
    });
    let Some(text) = node.and_then(Node::text).filter(|text| !text.is_empty() && diagnostic.path.len() == 2)
    else {
        return;
    };
    let value = Value::map([("type", Value::text(text))]).on_one_line();
    let ops = vec![Op::Replace { at: diagnostic.path.clone(), value }];
    *diagnostic = diagnostic.clone().fix(format!("Change to `{{type: {text}}}`"), ops).unsafe_fix();
}
