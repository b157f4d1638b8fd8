//! Rule: derivation cycles, data types that contain themselves, and redefined properties.

use std::collections::BTreeMap;

use super::super::grammar::CP4NA;
use super::super::model::{DataType, Descriptor, Property};
use super::types;
use limn_language::cycles::{Digraph, cycles};
use limn_language::diagnostic::{Code, Diagnostic, Report, Rule};
use limn_language::message;

pub(super) static RULE: Rule<Descriptor> =
    Rule { codes: &[&DERIVATION_CYCLE, &ENDLESS_DATA, &REDEFINED_PROPERTY], check };

const SECTION: &str = "CP4NA 2.7 assembly descriptors, Data types";

static DERIVATION_CYCLE: Code = Code::error(
    "assembly/derivation-cycle",
    "A-DT-3",
    SECTION,
    "Checks that no data type is derived from itself, directly or through other types.",
)
.earlier(&["assembly/circular-derivation"])
.why(
    "A data type inherits the properties of its base type; in a derivation cycle there is no base to start from.",
)
.advice("Change the base of one of the types.")
.bad(
    "cp4na document",
    "
data-types: {a: {derived-from: b, properties: {}}, b: {derived-from: a, properties: {}}}
#                                                                    ^
#                              ^
",
)
.good("data-types: {a: {properties: {}}, b: {derived-from: a, properties: {}}}");
static ENDLESS_DATA: Code = Code::warning(
    "assembly/endless-data-type",
    "A-DT-6",
    SECTION,
    "Checks that no data type contains itself, directly or through other types. A list or a map in between is allowed, because it can be empty.",
)
.why("Such a type has no finite value.")
.advice("Use a list or a map of the type.")
.bad(
    "cp4na document",
    "
data-types: {tree: {properties: {child: {type: tree}}}}
#            ^^^^
",
)
.good("data-types: {tree: {properties: {children: {type: list, entry-schema: tree}}}}");
static REDEFINED_PROPERTY: Code = Code::warning(
    "assembly/redefined-property",
    "A-DT-9",
    SECTION,
    "Checks that a derived type keeps the types of inherited properties.",
)
.why("A value of the derived type is accepted wherever its base type is expected, so a property of another type breaks the reader.")
.advice("Change `type` to the inherited type, remove the property from the derived type, or rename it.")
.bad(
    "cp4na document",
    "
data-types:
  a: {properties: {x: {type: string}}}
  b: {derived-from: a, properties: {x: {type: integer}}}
#                                   ^
",
)
.good(
    "
data-types:
  a: {properties: {x: {type: string}}}
  b: {derived-from: a, properties: {x: {type: string}}}
",
);

fn check(descriptor: &Descriptor, report: &mut Report) {
    if !CP4NA.has(descriptor.profiles) {
        return;
    }
    let endless = containing_themselves(descriptor);
    let long_cycles = long_cycles(descriptor);
    for (at, data_type) in descriptor.data_types.iter().enumerate() {
        let ancestors = types::ancestry(descriptor, data_type);
        let is_back = ancestors.last().and_then(|last| last.base.as_ref());
        let closes = is_back.is_some_and(|base| base.text == data_type.name) || long_cycles.contains(&at);
        if let (true, Some(base)) = (closes, &data_type.base) {
            let message = message::cycle("derivation", ancestors.iter().map(|base| base.name.as_str()));
            report.push(Diagnostic::new(&DERIVATION_CYCLE, base.range, data_type.path.clone(), message));
        }
        if let Some(cycle) = endless.get(&at) {
            let message = format!("{cycle}; no finite value exists");
            report.push(Diagnostic::new(&ENDLESS_DATA, data_type.range, data_type.path.clone(), message));
        }
        check_redefinition(data_type, &ancestors[1..], report);
    }
}

fn check_redefinition(data_type: &DataType, bases: &[&DataType], report: &mut Report) {
    for property in &data_type.properties {
        let inherited =
            bases.iter().flat_map(|base| &base.properties).find(|candidate| candidate.name == property.name);
        let Some(inherited) = inherited else { continue };
        let name = |candidate: &super::super::model::Property| {
            candidate.kind.as_ref().map_or("string".to_owned(), |kind| kind.text.clone())
        };
        let (own, theirs) = (name(property), name(inherited));
        if own != theirs {
            let message = message::expected(
                format!("type `{theirs}` for inherited property `{}`", property.name),
                format!("`{own}`"),
            );
            report.push(
                Diagnostic::new(&REDEFINED_PROPERTY, property.range, data_type.path.clone(), message)
                    .related(inherited.range, "inherited from here"),
            );
        }
    }
}

/// The first types of derivation cycles that are longer than an ancestry.
fn long_cycles(descriptor: &Descriptor) -> Vec<usize> {
    let bases = descriptor.data_types.iter().enumerate().filter_map(|(at, data_type)| {
        Some((at, descriptor.data_type_number(&data_type.base.as_ref()?.text)?))
    });
    let all = cycles(descriptor.data_types.len(), &bases.collect::<Vec<_>>());
    let long = all.into_iter().filter(|cycle| cycle.len() > types::ANCESTORS);
    long.filter_map(|cycle| cycle.first().copied()).collect()
}

/// The largest cycle in which each data type is described by a cycle of its own.
const MAX_MEMBERS: usize = 100;

/// The data types that contain themselves through their properties, each with the cycle in words.
fn containing_themselves(descriptor: &Descriptor) -> BTreeMap<usize, String> {
    let is_data = |property: &Property| match types::of_property(descriptor, property) {
        Some(types::Type::Data(inner)) => descriptor.data_type_number(&inner.name),
        _ => None,
    };
    let mut own = descriptor.data_types.iter().flat_map(|data_type| &data_type.properties);
    if !own.any(|property| is_data(property).is_some()) {
        return BTreeMap::new();
    }
    let mut edges = Vec::new();
    for (at, data_type) in descriptor.data_types.iter().enumerate() {
        let inner = types::properties(descriptor, data_type).into_iter().filter_map(is_data);
        edges.extend(inner.map(|to| (at, to)));
    }
    let graph = Digraph::new(descriptor.data_types.len(), edges.iter().copied());
    let in_words = |part: &[usize], from: usize| {
        let cycle = graph.shortest_cycle(part, from);
        message::cycle("data type", cycle.iter().map(|at| descriptor.data_types[*at].name.as_str()))
    };
    let mut found = BTreeMap::new();
    for part in graph.cycles() {
        if part.len() <= MAX_MEMBERS {
            found.extend(part.iter().map(|at| (*at, in_words(&part, *at))));
        } else {
            let cycle = in_words(&part, part[0]);
            found.extend(part.iter().map(|at| (*at, cycle.clone())));
        }
    }
    found
}
