//! Writes the calls of connected values: `get_input`, `get_property`, `get_attribute`.

use super::context::PlanContext;
use super::promote;
use crate::types::Section;
use crate::value_flow::{ValueConnection, connection};
use limn_language::dialect::Plan;
use limn_language::edit::EditError;
use limn_language::graph::{Id, PortRef};
use limn_yaml::{Path, Value};

/// Connects two values.
pub(super) fn connect(ctx: &PlanContext<'_>, from: &PortRef, to: &PortRef) -> Result<Plan, EditError> {
    let member = |port: &PortRef, section: Section| Path::keys([section.key(), &port.port]);
    let (at, call, focus) = match connection(ctx.template, from, to)? {
        ValueConnection::NewInput { target } => {
            return promote::make_input(ctx, &target.node, &member(target, Section::Properties));
        }
        ValueConnection::NewOutput { source, section } => {
            return promote::expose(ctx, &source.node, &member(source, section));
        }
        ValueConnection::Input { input, target } => {
            let call = Value::map([("get_input", Value::text(input))]);
            (target.node.0.join(&member(target, Section::Properties)), call, target.node.clone())
        }
        ValueConnection::Member { source, section, target } => {
            let call = read(source, section);
            (target.node.0.join(&member(target, Section::Properties)), call, target.node.clone())
        }
        ValueConnection::Output { source, section, output } => {
            let of = Path::keys(["topology_template", "outputs", output]);
            (of.key("value"), read(source, section), Id(of))
        }
    };
    let at = super::form(ctx.template).spelled(&at);
    let write = super::form(ctx.template).op(at, call.on_one_line())?;
    Ok(Plan { ops: vec![write], focus: Some(focus) })
}

fn read(source: &PortRef, section: Section) -> Value {
    let function = if section == Section::Attributes { "get_attribute" } else { "get_property" };
    let names = [source.node.0.last_key().unwrap_or_default(), &source.port];
    Value::map([(function, Value::Sequence(names.map(Value::text).to_vec()))])
}
