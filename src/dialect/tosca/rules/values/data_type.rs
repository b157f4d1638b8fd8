//! Data types as they are declared: what they are made of, and that a value of them can be written down to the end.

use rustc_hash::FxHashMap;

use super::super::Rule;
use super::check::Findings;
use crate::diagnostic::{Code, Report};
use crate::dialect::tosca::model::Service;
use crate::dialect::tosca::types::{TypeId, TypeKind, named};
use crate::dialect::tosca::value::{DataSchema, Field, Kind};
use crate::yaml::Op;

pub(in super::super) static RULE: Rule =
    Rule { codes: &[&EMPTY, &NO_PROPERTIES, &PRIMITIVE, &IDLE, &ENDLESS], check };

static EMPTY: Code = Code::warning(
    "tosca/empty-data-type",
    "T3.6.6-R1",
    "TOSCA Simple Profile in YAML 1.2, 3.6.6.3",
    "A data type derives from another one, or has properties of its own. Without either it is of no shape, and any value goes. TOSCA's own root of data \
     types is like that, so that no processor refuses it.

Bad:
```yaml
data_types: {my.Port: {description: a port}}
```
Good:
```yaml
data_types: {my.Port: {derived_from: integer, description: a port}}
```",
);
static NO_PROPERTIES: Code = Code::warning(
    "tosca/empty-properties",
    "T3.6.6-R3",
    "TOSCA Simple Profile in YAML 1.2, 3.6.6.3",
    "`properties` of a data type has at least one in it. Processors read an empty one as if it were not there, so leave it out.",
);
static PRIMITIVE: Code = Code::error(
    "tosca/simple-type-with-properties",
    "T3.6.6-R4",
    "TOSCA Simple Profile in YAML 1.2, 3.6.6",
    "A value of a type that derives from `string`, `integer`, `list` and their like is a scalar or a list: there is nowhere for properties.

Bad:
```yaml
my.Port: {derived_from: integer, properties: {name: {type: string}}}
```
Good:
```yaml
my.Port: {derived_from: tosca.datatypes.Root, properties: {number: {type: integer}, name: {type: string}}}
```",
);
static IDLE: Code = Code::warning(
    "tosca/idle-constraints",
    "T3.6.6-R5",
    "TOSCA Simple Profile in YAML 1.2, 3.6.6",
    "Constraints of a data type are about a simple value: a number, a text, a list. A complex type has its constraints on its properties.

Bad:
```yaml
my.Port: {properties: {number: {type: integer}}, constraints: [greater_than: 0]}
```
Good:
```yaml
my.Port: {properties: {number: {type: integer, constraints: [greater_than: 0]}}}
```",
);
static ENDLESS: Code = Code::error(
    "tosca/endless-data-type",
    "T3.6.6-R6",
    "TOSCA Simple Profile in YAML 1.2, 3.6.6",
    "The type requires a property that is of the type itself, or of one that requires it in turn. No value of it comes to an end.

Bad:
```yaml
my.Node: {properties: {next: {type: my.Node}}}
```
Good:
```yaml
my.Node: {properties: {next: {type: my.Node, required: false}}}
```",
);

fn check(service: &Service<'_>, report: &mut Report) {
    let mut findings = Findings::new(service);
    let mut requiring = Requiring::new(service);
    for (id, it) in service.own_types(TypeKind::Data) {
        let name = &it.name;
        let properties = it.node.get("properties").filter(|node| !node.is_null());
        let is_empty = properties.is_none_or(|node| node.is_mapping() && node.entries().len() == 0);
        let derives = it.node.get("derived_from").is_some_and(|node| !node.is_null());
        let said = it.node.is_mapping() || it.node.is_null();
        if is_empty && !derives && said {
            let message = format!("`{name}` derives from nothing and has no properties: it is of no shape");
            findings.say(&EMPTY, it.key, message);
        } else if let Some(node) = properties.filter(|_| is_empty && derives) {
            let message = format!("`properties` of `{name}` is empty");
            if let Some(diagnostic) = findings.say(&NO_PROPERTIES, node.key().unwrap_or(node), message) {
                let ops = vec![Op::Remove { at: node.path(), prune: false }];
                *diagnostic = diagnostic.clone().fix("Take it out", ops);
            }
        }
        let schema = DataSchema::of_type(&service.world, id);
        if let (Kind::Primitive(primitive), false) = (schema.kind, is_empty)
            && let Some(entry) = it.node.entry("properties")
        {
            let message =
                format!("`{name}` comes to `{}` in the end, and has no properties", primitive.name());
            findings.say(&PRIMITIVE, entry.key, message);
        }
        let effective = service.world.effective(id);
        let complex =
            schema.kind.primitive().is_none() && effective.complete && !effective.properties().is_empty();
        let constraints = it.node.entry("constraints").filter(|it| complex && !it.value.is_null());
        if let Some(entry) = constraints {
            let message = format!("`{name}` is a complex type: its constraints have nothing to apply to");
            findings.say(&IDLE, entry.key, message);
        }
        endless(&mut findings, &mut requiring, id);
    }
    findings.tell(report);
}

/// Whether what a type requires leads back to it. Of types that require each other one is told of.
fn endless<'d>(findings: &mut Findings<'_, 'd>, requiring: &mut Requiring<'_, 'd>, id: TypeId) {
    let it = findings.service.world.get(id);
    for entry in named(it.node, "properties") {
        let next = entry.key.said().and_then(|name| requiring.required(id, name));
        let Some(knot) = next.and_then(|next| requiring.knot(id, next)) else { continue };
        if *requiring.told.entry(knot).or_insert(id) == id {
            let message = format!(
                "`{}` requires itself by `{}`: no value of it comes to an end",
                it.name,
                entry.key.said().unwrap_or_default()
            );
            findings.say(&ENDLESS, entry.key, message);
        }
    }
}

/// Which data types require which. A type stands in it twice: as itself, and as the fields that it has, which those of derived types lean on; so
/// what a long line of types inherits is looked at once.
struct Requiring<'s, 'd> {
    service: &'s Service<'d>,
    /// The knots that were found: what requires each other has the same number.
    knots: FxHashMap<Part, usize>,
    /// The type of each knot that was told of.
    told: FxHashMap<usize, TypeId>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Part {
    Whole(TypeId),
    Fields(TypeId),
}

impl<'s, 'd> Requiring<'s, 'd> {
    fn new(service: &'s Service<'d>) -> Requiring<'s, 'd> {
        Requiring { service, knots: FxHashMap::default(), told: FxHashMap::default() }
    }

    /// The complex type of a property that has to have a value.
    fn required(&self, id: TypeId, property: &str) -> Option<TypeId> {
        let world = &self.service.world;
        let field = Field::new(world, world.effective(id).properties().get(property)?);
        match field.schema.kind {
            Kind::Complex(next) if field.is_wanted() => Some(next),
            _ => None,
        }
    }

    /// The knot of two types that require each other.
    fn knot(&mut self, one: TypeId, other: TypeId) -> Option<usize> {
        if !self.knots.contains_key(&Part::Whole(one)) {
            self.tie(Part::Whole(one));
        }
        let knot = self.knots.get(&Part::Whole(one)).copied();
        knot.filter(|knot| self.knots.get(&Part::Whole(other)) == Some(knot))
    }

    fn leads_to(&self, part: Part) -> Vec<Part> {
        let world = &self.service.world;
        let id = match part {
            Part::Whole(id) => return vec![Part::Fields(id)],
            Part::Fields(id) => id,
        };
        let effective = world.effective(id);
        let own: Vec<&str> = named(world.get(id).node, "properties").filter_map(|it| it.key.said()).collect();
        let parent = effective.ancestry.get(1).map(|it| world.effective(*it).properties());
        let refines = parent.is_some_and(|above| own.iter().any(|name| above.get(name).is_some()));
        let names = if refines { effective.properties().iter().map(|it| &*it.name).collect() } else { own };
        let required = names.into_iter().filter_map(|name| self.required(id, name)).map(Part::Whole);
        let above = effective.ancestry.get(1).filter(|_| !refines).map(|it| Part::Fields(*it));
        required.chain(above).collect()
    }

    /// Finds the knots of all that one leads to, after Tarjan, without recursion.
    fn tie(&mut self, start: Part) {
        let mut order: FxHashMap<Part, (usize, usize)> = FxHashMap::default();
        let (mut waiting, mut way) = (Vec::new(), vec![(start, self.leads_to(start))]);
        order.insert(start, (0, 0));
        waiting.push(start);
        while let Some((at, next)) = way.last_mut() {
            let at = *at;
            if let Some(to) = next.pop() {
                if self.knots.contains_key(&to) {
                    continue;
                }
                match order.get(&to) {
                    Some((number, _)) => {
                        let number = *number;
                        order.entry(at).and_modify(|it| it.1 = it.1.min(number));
                    }
                    None => {
                        order.insert(to, (order.len(), order.len()));
                        waiting.push(to);
                        way.push((to, self.leads_to(to)));
                    }
                }
                continue;
            }
            way.pop();
            let (number, least) = order[&at];
            if let Some((before, _)) = way.last() {
                order.entry(*before).and_modify(|it| it.1 = it.1.min(least));
            }
            if number == least {
                let knot = self.knots.len();
                while let Some(part) = waiting.pop() {
                    self.knots.insert(part, knot);
                    if part == at {
                        break;
                    }
                }
            }
        }
    }
}
