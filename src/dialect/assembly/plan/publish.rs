//! Plans what an assembly publishes of a component: its operations and metrics.

use super::connect::refused;
use super::{entry, free_name};
use crate::model::{Component, Descriptor, QualifiedName};
use limn_language::dialect::Plan;
use limn_language::edit::EditError;
use limn_language::graph::{Id, PortRef, Role};
use limn_language::message;
use limn_yaml::{Op, Path, Placement, Value};

/// Only load metrics are promoted and scale components.
pub(super) fn check_load(descriptor: &Descriptor, source: &Component, name: &str) -> Result<(), EditError> {
    let definition = descriptor.descriptor_of(source);
    let metric = definition
        .as_ref()
        .and_then(|definition| definition.metrics.iter().find(|metric| metric.name == name));
    let kind = metric.and_then(|metric| metric.kind.as_ref()).map_or("", |kind| kind.text.as_str());
    match kind.strip_prefix("metric::") {
        None | Some("load") => Ok(()),
        Some(other) => Err(refused(message::expected("a load metric", format!("{other} metric `{name}`")))),
    }
}

/// An operation or metric is promoted once.
pub(super) fn check_new(
    descriptor: &Descriptor,
    source: &Component,
    from: &PortRef,
) -> Result<(), EditError> {
    let is_it = |text: &Option<QualifiedName>| {
        text.as_ref().is_some_and(|reference| {
            reference.owner == source.name && reference.member.as_deref() == Some(from.port.as_str())
        })
    };
    let operations = descriptor.operations.iter().map(|operation| (&operation.name, &operation.source));
    let metrics = descriptor.metrics.iter().map(|metric| (&metric.name, &metric.source));
    let own = if from.role == Role::Operation {
        operations.into_iter().find(|(_, text)| is_it(text))
    } else {
        metrics.into_iter().find(|(_, text)| is_it(text))
    };
    match own {
        Some((name, _)) => {
            let noun = if from.role == Role::Operation { "operation" } else { "metric" };
            Err(refused(format!("already promoted as {noun} `{name}`")))
        }
        None => Ok(()),
    }
}

/// Adds the operation or metric to the assembly, or repoints the one that the wire ends at.
pub(super) fn plan(descriptor: &Descriptor, source: &Component, from: &PortRef, to: &PortRef) -> Plan {
    let (section, key) = if from.role == Role::Operation {
        ("operations", "source-operation")
    } else {
        ("metrics", "source-metric")
    };
    let value = Value::text(format!("{}.{}", source.name, from.port));
    let there = Path::keys([section, &to.port]);
    if !to.port.is_empty() && descriptor.node(&there).is_some() {
        let at = there.key(key);
        let op = match descriptor.node(&at) {
            Some(_) => Op::Replace { at, value },
            None => {
                Op::Insert { into: there.clone(), key: key.to_owned(), value, placement: Placement::Last }
            }
        };
        return Plan { ops: vec![op], focus: Some(Id(there)) };
    }
    let taken = |name: &str| descriptor.node(&Path::keys([section, name])).is_some();
    let name = free_name(&from.port, taken);
    let mut entries = vec![(key, value)];
    if from.role == Role::Metric {
        entries.insert(0, ("type", Value::text("metric::load")));
    }
    Plan {
        ops: vec![entry(descriptor, section, &name, Value::map(entries))],
        focus: Some(Id(Path::keys([section, &name]))),
    }
}
