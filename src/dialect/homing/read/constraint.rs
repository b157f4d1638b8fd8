//! Constraints: what their properties say in the terms of their type.

use super::value::{Reader, mention, mentions, named, seen};
use crate::model::{
    Asked, AttributeOperator, AttributeTest, Category, Comparison, Constraint, Datum, Feature,
    FeatureAttribute, Given, Kind, Limit, Machine, Mention, Qualifier,
};
use crate::threshold::{Quantity, parse};
use limn_yaml::{Node, Path};

pub fn constraints(reader: &mut Reader, section: Option<Node<'_>>, path: &Path) -> Vec<Constraint> {
    let mut constraints = Vec::new();
    for (name, range, node) in named(section) {
        let path = path.key(&name);
        let type_name = reader.said(node, &path, "type");
        let kind = type_name.as_ref().and_then(|given| Kind::of(given.datum.text()?));
        let demands = node.get("demands");
        let held = node.get("properties").filter(|held| held.is_mapping());
        let at = path.key("properties");
        constraints.push(Constraint {
            name,
            range,
            type_name,
            kind,
            demands: mentions(demands, &path.key("demands")),
            demands_range: demands.map(seen),
            asked: asked(reader, kind, held, &at),
            properties: reader.fields(held, &at),
            path,
        });
    }
    constraints
}

fn asked(reader: &mut Reader, kind: Option<Kind>, held: Option<Node<'_>>, at: &Path) -> Asked {
    let Some(kind) = kind else { return Asked::Unknown };
    let mut properties = Properties { reader, held, at };
    match kind {
        Kind::DistanceToLocation => Asked::DistanceTo {
            distance: properties.limit("distance", Quantity::Distance),
            location: properties.mention("location"),
        },
        Kind::DistanceBetweenDemands => {
            Asked::DistanceBetween { distance: properties.limit("distance", Quantity::Distance) }
        }
        Kind::Zone => Asked::Zone {
            qualifier: match properties.word("qualifier").as_deref() {
                Some("same") => Some(Qualifier::Same),
                Some("different") => Some(Qualifier::Different),
                _ => None,
            },
            category: properties.word("category").as_deref().and_then(Category::of),
            location: properties.mention("location"),
        },
        Kind::InventoryGroup => Asked::InventoryGroup,
        Kind::Attribute => Asked::Attribute { tests: properties.attribute_tests() },
        Kind::Threshold => Asked::Threshold { tests: properties.comparisons() },
        Kind::InstanceFit | Kind::RegionFit | Kind::VimFit => {
            Asked::Fit { controller: properties.given("controller"), request: properties.given("request") }
        }
        Kind::Hpa => Asked::Hpa { machines: properties.machines() },
        Kind::License => Asked::License { id: properties.given("id"), key: properties.given("key") },
        Kind::NetworkBetweenDemands | Kind::NetworkToLocation => Asked::Network {
            bandwidth: properties.limit("bandwidth", Quantity::Throughput),
            distance: properties.limit("distance", Quantity::Distance),
            latency: properties.limit("latency", Quantity::Time),
            location: properties.mention("location"),
        },
        Kind::Capability => Asked::Capability {
            specification: properties.given("specification"),
            template: properties.given("template"),
            environment: properties.given("environment"),
        },
    }
}

/// The properties of one constraint while they are read.
struct Properties<'r, 'd> {
    reader: &'r mut Reader,
    held: Option<Node<'d>>,
    at: &'r Path,
}

impl<'d> Properties<'_, 'd> {
    fn given(&mut self, key: &str) -> Option<Given> {
        self.reader.said(self.held?, self.at, key)
    }

    fn word(&mut self, key: &str) -> Option<String> {
        Some(self.given(key)?.datum.text()?.to_owned())
    }

    /// A name is never worked out.
    fn mention(&mut self, key: &str) -> Option<Mention> {
        mention(self.held?.get(key)?, self.at.key(key))
    }

    fn limit(&mut self, key: &str, quantity: Quantity) -> Option<Limit> {
        let given = self.given(key)?;
        let read = match &given.datum {
            Datum::Text(text) => Some(parse(text, quantity)),
            _ => None,
        };
        Some(Limit { given, quantity, read })
    }

    fn evaluate(&self) -> Option<Node<'d>> {
        self.held?.get("evaluate").filter(|node| !node.is_null())
    }

    fn attribute_tests(&mut self) -> Vec<AttributeTest> {
        let at = self.at.key("evaluate");
        let mut tests = Vec::new();
        for (attribute, range, node) in named(self.evaluate()) {
            let path = at.key(&attribute);
            let is_call = super::call(node).is_some();
            let operators = if node.is_mapping() && !is_call {
                let inner: Vec<_> = named(Some(node)).collect();
                let read = inner.into_iter().map(|(word, _, value)| {
                    let given = self.reader.given(value, path.key(&word));
                    (AttributeOperator::of(&word), given)
                });
                read.collect()
            } else {
                vec![(AttributeOperator::Is, self.reader.given(node, path.clone()))]
            };
            tests.push(AttributeTest { attribute, path, range, operators });
        }
        tests
    }

    fn items(&self) -> Vec<(Node<'d>, Path)> {
        let at = self.at.key("evaluate");
        maps(self.evaluate(), &at)
    }

    fn comparisons(&mut self) -> Vec<Comparison> {
        let comparison = |(node, path): (Node<'d>, Path)| Comparison {
            attribute: self.reader.said(node, &path, "attribute"),
            operator: self.reader.said(node, &path, "operator"),
            threshold: self.reader.said(node, &path, "threshold"),
            unit: self.reader.said(node, &path, "unit"),
            range: first(node),
            path,
        };
        let evaluate = maps(self.held.and_then(|held| held.get("evaluate")), &self.at.key("evaluate"));
        evaluate.into_iter().map(comparison).collect()
    }

    fn machines(&mut self) -> Vec<Machine> {
        let mut machines = Vec::new();
        for (node, path) in self.items() {
            let directives = maps(node.get("directives"), &path.key("directives"));
            let directives =
                directives.into_iter().map(|(node, path)| self.reader.said(node, &path, "type")).collect();
            let features = maps(node.get("flavorProperties"), &path.key("flavorProperties"));
            let features = features.into_iter().map(|(node, path)| self.feature(node, path)).collect();
            machines.push(Machine {
                id: self.reader.said(node, &path, "id"),
                type_name: self.reader.said(node, &path, "type"),
                directives,
                features,
                range: first(node),
                path,
            });
        }
        machines
    }

    fn feature(&mut self, node: Node<'d>, path: Path) -> Feature {
        let attributes = maps(node.get("hpa-feature-attributes"), &path.key("hpa-feature-attributes"));
        let attribute = |(node, path): (Node<'d>, Path)| FeatureAttribute {
            key: self.reader.said(node, &path, "hpa-attribute-key"),
            value: self.reader.said(node, &path, "hpa-attribute-value"),
            operator: self.reader.said(node, &path, "operator"),
            unit: self.reader.said(node, &path, "unit"),
            range: first(node),
            path,
        };
        let attributes = attributes.into_iter().map(attribute).collect();
        Feature {
            name: self.reader.said(node, &path, "hpa-feature"),
            version: self.reader.said(node, &path, "hpa-version"),
            architecture: self.reader.said(node, &path, "architecture"),
            mandatory: self.reader.said(node, &path, "mandatory"),
            score: self.reader.said(node, &path, "score"),
            attributes,
            range: first(node),
            path,
        }
    }
}

/// The items of a list that are mappings.
fn maps<'d>(list: Option<Node<'d>>, at: &Path) -> Vec<(Node<'d>, Path)> {
    let items = list.into_iter().flat_map(Node::items).enumerate();
    items.filter(|(_, item)| item.is_mapping()).map(|(index, item)| (item, at.index(index))).collect()
}

/// An item has no key: its first one stands for it.
fn first(node: Node<'_>) -> limn_text::TextRange {
    node.entries().next().map_or(node.range(), |entry| entry.key.range())
}
