//! Reads the objective as a tree of terms, in both syntaxes. Functions are not resolved: a weight from a parameter stays a call.

use std::collections::BTreeSet;

use super::value::{TemplateReader, call, display_range, name_ref, name_refs};
use crate::model::{Goal, Measure, NameRef, Objective, Setting, Term, TermValue, Weight};
use limn_yaml::{Node, Path};

/// Limit of nesting of sums and operations.
const MAX_DEPTH: usize = 32;

/// The names of locations and demands.
pub struct NameSets<'a> {
    pub locations: &'a BTreeSet<&'a str>,
    pub demands: &'a BTreeSet<&'a str>,
}

pub fn objective(
    reader: &mut TemplateReader,
    name_sets: &NameSets<'_>,
    node: Node<'_>,
    path: &Path,
) -> Option<Objective> {
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
    let mut terms = Terms { reader, name_sets };
    let generic = ["goal", "operation_function"].iter().any(|key| node.get(key).is_some());
    if generic {
        let goal = match node.get("goal").and_then(Node::as_str).as_deref() {
            Some("minimize") => Some(Goal::Minimize),
            Some("maximize") => Some(Goal::Maximize),
            _ => None,
        };
        let at = path.key("operation_function");
        let root = node.get("operation_function").map(|inner| Term {
            range: display_range(inner),
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
        (!matches!(term.value, TermValue::Constant)).then_some(term)
    });
    Some(Objective { path: path.clone(), range, goal, is_generic: false, root })
}

struct Terms<'a> {
    reader: &'a mut TemplateReader,
    name_sets: &'a NameSets<'a>,
}

impl Terms<'_> {
    /// `{distance_between: …}`, `{product: …}` or `{sum: …}`. `inside`: the depth, and whether it is in a product.
    fn summand(&mut self, node: Node<'_>, path: &Path, inside: (usize, bool)) -> Term {
        let plain = |value: TermValue| Term {
            path: path.clone(),
            range: display_range(node),
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
        let mut value = TermValue::Constant;
        for (index, factor) in product.items().enumerate() {
            let at = at.index(index);
            if factor.is_scalar() {
                weight.written.push(self.reader.verbatim(factor, at));
            } else if call(factor).is_some() {
                weight.written.push(self.reader.setting(factor, at));
            } else if matches!(value, TermValue::Constant) {
                value = self.function(factor, &at, (depth, true));
            }
        }
        Term { path: path.clone(), range: display_range(summand), weight, normalization: None, value }
    }

    fn function(&mut self, node: Node<'_>, path: &Path, (depth, nested): (usize, bool)) -> TermValue {
        let Some((key, inner)) = first(node) else { return TermValue::Constant };
        let at = path.key(&key);
        match key.as_str() {
            "sum" if depth < MAX_DEPTH => {
                let items: Vec<Node<'_>> = inner.items().collect();
                let each = items.into_iter().enumerate();
                TermValue::Sum(
                    each.map(|(index, item)| self.summand(item, &at.index(index), (depth + 1, nested)))
                        .collect(),
                )
            }
            "distance_between" => TermValue::Distance(self.measure(inner, &at)),
            "latency_between" => TermValue::Latency(self.measure(inner, &at)),
            "aic_version" => TermValue::AicVersion(name_refs(Some(inner), &at)),
            "hpa_score" => TermValue::HpaScore(name_refs(Some(inner), &at)),
            _ => TermValue::Other(key),
        }
    }

    fn measure(&self, node: Node<'_>, path: &Path) -> Measure {
        let names: Vec<NameRef> = name_refs(Some(node), path);
        let location =
            names.iter().find(|name_ref| self.name_sets.locations.contains(name_ref.name.as_str()));
        let demand = names.iter().find(|name_ref| self.name_sets.demands.contains(name_ref.name.as_str()));
        // An unknown name fills the missing argument, the location first.
        let unknown = |name_ref: &&NameRef| {
            let name = name_ref.name.as_str();
            !self.name_sets.locations.contains(name) && !self.name_sets.demands.contains(name)
        };
        let mut others = names.iter().filter(unknown);
        let location = location.or_else(|| others.next()).cloned();
        let demand = demand.or_else(|| others.next()).cloned();
        Measure { location, demand, path: path.clone(), arguments: node.items().len() }
    }

    /// An operation function of the newer syntax.
    fn operation(&mut self, node: Node<'_>, path: &Path, depth: usize) -> TermValue {
        let at = path.key("operands");
        let operands: Vec<Node<'_>> = node
            .get("operands")
            .into_iter()
            .flat_map(Node::items)
            .take_while(|_| depth < MAX_DEPTH)
            .collect();
        let terms = operands
            .into_iter()
            .enumerate()
            .map(|(index, operand)| self.operand(operand, at.index(index), depth + 1))
            .collect();
        match node.get("operator").and_then(Node::as_str).as_deref() {
            Some("min") => TermValue::Min(terms),
            Some("max") => TermValue::Max(terms),
            _ => TermValue::Sum(terms),
        }
    }

    fn operand(&mut self, node: Node<'_>, path: Path, depth: usize) -> Term {
        let weight = node.get("weight").filter(|weight| !weight.is_null());
        let written: Vec<Setting> =
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

/// A function of the newer syntax with its params.
fn parameters(node: Node<'_>, path: &Path) -> TermValue {
    let at = path.key("params");
    let params = node.get("params");
    let name_of = |key: &str| params.and_then(|params| name_ref(params.get(key)?, at.key(key)));
    let function = node.get("function").and_then(Node::as_str).unwrap_or_default();
    let measure = || {
        let (location, demand) = (name_of("location"), name_of("demand"));
        let arguments = usize::from(location.is_some()) + usize::from(demand.is_some());
        Measure { location, demand, path: at.clone(), arguments }
    };
    match &*function {
        "distance_between" => TermValue::Distance(measure()),
        "latency_between" => TermValue::Latency(measure()),
        "attribute" => TermValue::Attribute {
            demand: name_of("demand"),
            attribute: name_of("attribute").map(|name_ref| name_ref.name),
        },
        "" => TermValue::Constant,
        other => TermValue::Other(other.to_owned()),
    }
}

fn first(node: Node<'_>) -> Option<(String, Node<'_>)> {
    let entry = node.entries().next()?;
    Some((entry.key.as_str()?.into_owned(), entry.value))
}
