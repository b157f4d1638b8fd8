//! What a type makes of a property or attribute that it inherits: the same type or a derived one, constraints that narrow, and what was required
//! stays so.

use std::cmp::Ordering;

use super::super::Rule;
use super::check::Findings;
use super::defined::{self, Role};
use crate::diagnostic::{Code, Report};
use crate::dialect::tosca::grammar::V1_3;
use crate::dialect::tosca::model::Service;
use crate::dialect::tosca::types::{FileId, Layer, World, named};
use crate::dialect::tosca::value::{DataSchema, DataType, Held, shown};
use crate::yaml::{Node, Resolved};

pub(in super::super) static RULE: Rule = Rule { codes: &[&INCOMPATIBLE, &WIDENED, &UNLIKE, &CHANGED], check };

static INCOMPATIBLE: Code = Code::error(
    "tosca/incompatible-refinement",
    "T3.5.9-R12",
    "TOSCA Simple Profile in YAML 1.2, 3.5.9",
    "A type may refine a property that it inherits. Whoever knows the parent type only must be able to go on: the type stays the same or is a derived \
     one, and what was required is not made optional.

Bad:
```yaml
# the parent says `port: {type: integer}`
port: {type: string}
```
Good:
```yaml
port: {type: integer, constraints: [in_range: [1, 1024]]}
```",
);
static WIDENED: Code = Code::error(
    "tosca/widened-constraint",
    "T3.5.3-R10",
    "TOSCA Simple Profile in YAML 1.2, 3.5.3.1",
    "Inherited constraints stay in force, so that a range or a list of values can be narrowed and not widened.

Bad:
```yaml
# the parent says `in_range: [1, 4]`
num_cpus: {type: integer, constraints: [in_range: [1, 8]]}
```
Good:
```yaml
num_cpus: {type: integer, constraints: [in_range: [2, 4]]}
```",
);
static UNLIKE: Code = Code::warning(
    "tosca/attribute-unlike-property",
    "T3.5.11-R7",
    "TOSCA Simple Profile in YAML 1.2, 3.5.11",
    "Every property is reflected as an attribute of its name. An attribute that is declared beside it has to be of its type.",
);

pub(super) static CHANGED: Code = Code::error(
    "tosca/changed-fixed-value",
    "T3.5.9-R12",
    "TOSCA Simple Profile in YAML 1.3, 3.6.10.6",
    "The value that a type gives to a property that it inherits is final: neither a type further down nor a template can give another.

Bad:
```yaml
# the type says `secure: true`
properties: {secure: false}
```
Good:
```yaml
properties: {secure: true}
```",
);

/// Whether a value that is written is another than the one that is fixed.
pub(super) fn changes(own: Node<'_>, fixed: Node<'_>) -> bool {
    let (own, fixed) = (own.resolve(), fixed.resolve());
    own.is_scalar() && fixed.is_scalar() && own.said() != fixed.said() && own.resolved() != fixed.resolved()
}

/// Why a definition does not refine another.
#[derive(Clone, Debug, PartialEq)]
pub(in super::super) enum Misfit<'d> {
    /// Of another type: what stands here, what is inherited, and where it says so.
    Type(String, String, Node<'d>),
    /// No longer required.
    Relaxed(Node<'d>),
    /// A constraint lets more through than an inherited one.
    Widened(Node<'d>, String),
}

/// Holds what one layer says against what it refines, the nearest of these first.
pub(in super::super) fn compatible<'d>(
    world: &World<'d>,
    nearer: Layer<'d>,
    farther: &[Layer<'d>],
) -> Vec<Misfit<'d>> {
    let mut misfits = Vec::new();
    if farther.is_empty() || !nearer.node.is_mapping() {
        return misfits;
    }
    let file = world.owner_file(nearer);
    let own = DataSchema::of_node(world, nearer.node, file);
    let inherited = DataSchema::of_layers(world, farther);
    let at = |key: &str| nearer.node.get(key).unwrap_or(nearer.key);
    if !fits(world, &own, &inherited) {
        misfits.push(Misfit::Type(own.name.to_string(), inherited.name.to_string(), at("type")));
        return misfits;
    }
    if let (Some(own), Some(inherited)) = (&own.entry, &inherited.entry)
        && !fits(world, own, inherited)
    {
        misfits.push(Misfit::Type(own.name.to_string(), inherited.name.to_string(), at("entry_schema")));
    }
    let required = |layer: &Layer<'d>| match layer.node.get("required")?.resolved()? {
        Resolved::Bool(flag) => Some(flag),
        _ => None,
    };
    let has_default = farther.iter().any(|it| it.node.get("default").is_some());
    if required(&nearer) == Some(false) && farther.iter().find_map(required).unwrap_or(!has_default) {
        misfits.push(Misfit::Relaxed(at("required")));
    }
    let all = DataSchema::of_layers(world, &[&[nearer], farther].concat());
    let said = nearer.node.get("constraints");
    let is_own = |held: &Held<'d>| {
        said.is_some_and(|said| said.range().contains(held.constraint.clause.node.range()))
            && std::ptr::eq(held.constraint.clause.node.document(), nearer.node.document())
    };
    let (own, inherited): (Vec<&Held<'d>>, Vec<&Held<'d>>) =
        all.constraints.iter().partition(|it| is_own(it));
    for held in own.iter().take(MOST) {
        if let Some(inherited) = inherited.iter().take(MOST).find(|it| widens(held, it)) {
            misfits.push(Misfit::Widened(held.constraint.clause.node, inherited.constraint.demand()));
        }
    }
    misfits
}

/// More constraints than this are not held against each other.
const MOST: usize = 50;

/// Whether a value of the one type is one of the other; what is not known fits.
fn fits(world: &World<'_>, own: &DataSchema<'_>, inherited: &DataSchema<'_>) -> bool {
    match (own.data_type, inherited.data_type) {
        (Some(DataType::Declared(own)), Some(DataType::Declared(other))) => {
            world.derives(own, other) != Some(false)
        }
        (Some(DataType::Primitive(own)), Some(DataType::Primitive(other))) => own == other,
        (Some(DataType::Declared(_)), Some(DataType::Primitive(other))) => {
            own.kind.primitive().is_none_or(|own| own == other) && !own.is_complex()
        }
        (Some(DataType::Primitive(_)), Some(DataType::Declared(_))) => inherited.is_untold(),
        _ => true,
    }
}

/// Whether the one lets values through that the other does not, told of clauses that say what of both.
fn widens(own: &Held<'_>, inherited: &Held<'_>) -> bool {
    let (own, inherited) = (&own.constraint, &inherited.constraint);
    if let (Some(values), Some(_)) = (own.values(), inherited.values()) {
        return values.iter().any(|it| inherited.meets(it) == Some(false));
    }
    if own.clause.operator != inherited.clause.operator {
        return false;
    }
    if let (Some((least, most)), Some((lower, upper))) = (inherited.lengths(), own.lengths()) {
        return lower < least || upper > most;
    }
    let (lower, upper) = own.bounds();
    let (least, most) = inherited.bounds();
    let below = matches!((lower, least), (Some((own, _)), Some((other, _))) if own.compare(other) == Some(Ordering::Less));
    let above = match (upper, most) {
        (Some((own, _)), Some((other, _))) => own.compare(other) == Some(Ordering::Greater),
        // `in_range` that goes on without end.
        (None, Some(_)) => lower.is_some() && least.is_some(),
        _ => false,
    };
    below || above
}

fn check(service: &Service<'_>, report: &mut Report) {
    let mut findings = Findings::new(service);
    for it in defined::all(service) {
        let Some(nearer) = it.layers.first() else { continue };
        for misfit in compatible(&service.world, *nearer, it.farther()) {
            tell(&mut findings, it.name, &misfit);
        }
    }
    beside(&mut findings);
    if V1_3.has(service.version) {
        changed(&mut findings);
    }
    findings.tell(report);
}

/// 1.3: properties that a type of the line has given a value to.
fn changed(findings: &mut Findings<'_, '_>) {
    let world = &findings.service.world;
    for (id, it) in world.declared_in(FileId::OWN) {
        for entry in named(it.node, "properties") {
            let definition = entry.key.said().and_then(|name| world.effective(id).properties().get(name));
            let Some([nearer, farther @ ..]) = definition.map(|it| &*it.layers) else { continue };
            let Some((_, refined)) = farther.split_last() else { continue };
            let fixed = refined.iter().rev().find_map(Layer::fixed);
            if let (Some(own), Some(fixed)) = (nearer.fixed(), fixed)
                && changes(own, fixed)
            {
                let name = entry.key.said().unwrap_or_default();
                findings.say(&CHANGED, own, format!("`{name}` is {} for good", shown(fixed)));
            }
        }
    }
}

/// Says why a definition does not refine what is inherited.
fn tell<'d>(findings: &mut Findings<'_, 'd>, name: &str, misfit: &Misfit<'d>) {
    match misfit {
        Misfit::Type(own, inherited, at) => {
            let message =
                format!("`{name}` is inherited as `{inherited}`, and `{own}` does not derive from it");
            findings.say(&INCOMPATIBLE, *at, message);
        }
        Misfit::Relaxed(at) => {
            let message = format!("`{name}` is inherited as required, and stays so");
            findings.say(&INCOMPATIBLE, *at, message);
        }
        Misfit::Widened(at, demand) => {
            let message = format!("`{name}` {demand}, as it is inherited, and cannot be allowed more");
            findings.say(&WIDENED, *at, message);
        }
    }
}

/// Attributes that are declared beside a property of their name.
fn beside(findings: &mut Findings<'_, '_>) {
    let service = findings.service;
    let defined = defined::all(service);
    for it in defined.iter().filter(|it| it.role == Role::Attribute) {
        let Some(layer) = it.layers.first() else { continue };
        let effective = service.world.effective(layer.owner);
        let Some(property) = effective.properties().get(it.name) else { continue };
        // Those of the type itself, not of a capability that it defines.
        if effective.attributes().get(it.name).is_none_or(|own| own.nearest().node != it.node) {
            continue;
        }
        let (own, other) = (it.schema(service), DataSchema::of(&service.world, property));
        if !fits(&service.world, &own, &other) && !fits(&service.world, &other, &own) {
            let message = format!(
                "`{}` is a `{}` as an attribute, and a `{}` as a property",
                it.name, own.name, other.name
            );
            findings.say(&UNLIKE, it.key, message);
        }
    }
}
