//! The objective as a tree of terms, out of either grammar. Nothing is worked out in it: a weight that asks for a parameter stays a call.

use std::collections::BTreeSet;

use super::value::{Reader, call, mention, mentions, seen};
use crate::model::{Given, Goal, Measure, Mention, Objective, Term, Value, Weight};
use limn_yaml::{Node, Path};

/// How deep sums and operations are looked into.
const DEPTH: usize = 32;

/// Which names are locations, and which are demands.
pub struct Naming<'a> {
    pub locations: &'a BTreeSet<&'a str>,
    pub demands: &'a BTreeSet<&'a str>,
}

pub fn objective(reader: &mut Reader, naming: &Naming<'_>, node: Node<'_>, path: &Path) -> Option<Objective> {
    let range = node.key().map_or(node.range(), Node::range);
    if !node.is_mapping() {
        return node.is_null().then(|| Objective {
            path: path.clone(),
            range,
            goal: None,
            is_generic: false,
            root: None,
        });
    }
    let mut terms = Terms { reader, naming };
    let generic = ["goal", "operation_function"].iter().any(|key| node.get(key).is_some());
    if generic {
        let goal = match node.get("goal").and_then(Node::as_str).as_deref() {
            Some("minimize") => Some(Goal::Minimize),
            Some("maximize") => Some(Goal::Maximize),
            _ => None,
        };
        let at = path.key("operation_function");
        let root = node.get("operation_function").map(|inner| Term {
            range: seen(inner),
            weight: Weight::default(),
            normalization: None,
            value: terms.operation(inner, &at, 0),
            path: at.clone(),
        });
        return Some(Objective { path: path.clone(), range, goal, is_generic: true, root });
    }
    let key = ["minimize", "maximize"].into_iter().find(|key| node.get(key).is_some());
    let goal = key.map(|key| if key == "minimize" { Goal::Minimize } else { Goal::Maximize });
    let root = key.and_then(|key| {
        let inner = node.get(key)?;
        let term = terms.summand(inner, &path.key(key), (0, false));
        (!matches!(term.value, Value::One)).then_some(term)
    });
    Some(Objective { path: path.clone(), range, goal, is_generic: false, root })
}

struct Terms<'a> {
    reader: &'a mut Reader,
    naming: &'a Naming<'a>,
}

impl Terms<'_> {
    /// `{distance_between: …}`, `{product: …}` or `{sum: …}`. `inside`: how deep, and whether a product is around.
    fn summand(&mut self, node: Node<'_>, path: &Path, inside: (usize, bool)) -> Term {
        let plain = |value: Value| Term {
            path: path.clone(),
            range: seen(node),
            weight: Weight::default(),
            normalization: None,
            value,
        };
        match node.get("product") {
            Some(product) if product.is_sequence() => {
                self.product(node, product, path, &path.key("product"), inside)
            }
            _ => plain(self.function(node, path, inside)),
        }
    }

    fn product(
        &mut self,
        summand: Node<'_>,
        product: Node<'_>,
        path: &Path,
        at: &Path,
        (depth, nested): (usize, bool),
    ) -> Term {
        let mut weight = Weight { written: Vec::new(), is_nested: nested };
        let mut value = Value::One;
        for (index, factor) in product.items().enumerate() {
            let at = at.index(index);
            if factor.is_scalar() {
                weight.written.push(self.reader.verbatim(factor, at));
            } else if call(factor).is_some() {
                weight.written.push(self.reader.given(factor, at));
            } else if matches!(value, Value::One) {
                value = self.function(factor, &at, (depth, true));
            }
        }
        Term { path: path.clone(), range: seen(summand), weight, normalization: None, value }
    }

    fn function(&mut self, node: Node<'_>, path: &Path, (depth, nested): (usize, bool)) -> Value {
        let Some((key, inner)) = first(node) else { return Value::One };
        let at = path.key(&key);
        match key.as_str() {
            "sum" if depth < DEPTH => {
                let items: Vec<Node<'_>> = inner.items().collect();
                let each = items.into_iter().enumerate();
                Value::Sum(
                    each.map(|(index, item)| self.summand(item, &at.index(index), (depth + 1, nested)))
                        .collect(),
                )
            }
            "distance_between" => Value::Distance(self.measure(inner, &at)),
            "latency_between" => Value::Latency(self.measure(inner, &at)),
            "aic_version" => Value::AicVersion(mentions(Some(inner), &at)),
            "hpa_score" => Value::HpaScore(mentions(Some(inner), &at)),
            _ => Value::Other(key),
        }
    }

    fn measure(&self, node: Node<'_>, path: &Path) -> Measure {
        let named: Vec<Mention> = mentions(Some(node), path);
        let location = named.iter().find(|it| self.naming.locations.contains(it.name.as_str()));
        let demand = named.iter().find(|it| self.naming.demands.contains(it.name.as_str()));
        // What is neither is what is lacking: the location stands first.
        let unknown = |it: &&Mention| {
            let name = it.name.as_str();
            !self.naming.locations.contains(name) && !self.naming.demands.contains(name)
        };
        let mut others = named.iter().filter(unknown);
        let location = location.or_else(|| others.next()).cloned();
        let demand = demand.or_else(|| others.next()).cloned();
        Measure { location, demand, path: path.clone(), arguments: node.items().len() }
    }

    /// An operation function of the newer grammar.
    fn operation(&mut self, node: Node<'_>, path: &Path, depth: usize) -> Value {
        let at = path.key("operands");
        let operands: Vec<Node<'_>> =
            node.get("operands").into_iter().flat_map(Node::items).take_while(|_| depth < DEPTH).collect();
        let terms = operands
            .into_iter()
            .enumerate()
            .map(|(index, operand)| self.operand(operand, at.index(index), depth + 1))
            .collect();
        match node.get("operator").and_then(Node::as_str).as_deref() {
            Some("min") => Value::Min(terms),
            Some("max") => Value::Max(terms),
            _ => Value::Sum(terms),
        }
    }

    fn operand(&mut self, node: Node<'_>, path: Path, depth: usize) -> Term {
        let weight = node.get("weight").filter(|weight| !weight.is_null());
        let written: Vec<Given> =
            weight.into_iter().map(|weight| self.reader.verbatim(weight, path.key("weight"))).collect();
        let normalization = node.get("normalization").and_then(|range| {
            let at = path.key("normalization");
            let end = |key: &str| range.get(key).filter(|node| !node.is_null());
            let (start, stop) = (end("start")?, end("end")?);
            let start = self.reader.verbatim(start, at.key("start"));
            Some((start, self.reader.verbatim(stop, at.key("end"))))
        });
        let value = match node.get("operation_function") {
            Some(inner) => self.operation(inner, &path.key("operation_function"), depth),
            None => parameters(node, &path),
        };
        let range = node.entries().next().map_or(node.range(), |entry| entry.key.range());
        Term { path, range, weight: Weight { written, is_nested: false }, normalization, value }
    }
}

/// A function of the newer grammar, with what it is given.
fn parameters(node: Node<'_>, path: &Path) -> Value {
    let at = path.key("params");
    let params = node.get("params");
    let named = |key: &str| params.and_then(|params| mention(params.get(key)?, at.key(key)));
    let function = node.get("function").and_then(Node::as_str).unwrap_or_default();
    let measure = || {
        let (location, demand) = (named("location"), named("demand"));
        let arguments = usize::from(location.is_some()) + usize::from(demand.is_some());
        Measure { location, demand, path: at.clone(), arguments }
    };
    match &*function {
        "distance_between" => Value::Distance(measure()),
        "latency_between" => Value::Latency(measure()),
        "attribute" => Value::Attribute {
            demand: named("demand"),
            attribute: named("attribute").map(|mention| mention.name),
        },
        "" => Value::One,
        other => Value::Other(other.to_owned()),
    }
}

fn first(node: Node<'_>) -> Option<(String, Node<'_>)> {
    let entry = node.entries().next()?;
    Some((entry.key.as_str()?.into_owned(), entry.value))
}
