//! Reads constraints and their properties by kind.

use super::value::{TemplateReader, display_range, name_ref, name_refs, named_entries};
use crate::model::{
    AttributeOperator, AttributeTest, Category, Comparison, Condition, Constraint, ConstraintKind, Datum,
    Feature, FeatureAttribute, Limit, Machine, NameRef, Qualifier, Setting,
};
use crate::threshold::{Quantity, parse};
use limn_yaml::{Node, Path};

pub fn constraints(reader: &mut TemplateReader, section: Option<Node<'_>>, path: &Path) -> Vec<Constraint> {
    let mut constraints = Vec::new();
    for (name, range, node) in named_entries(section) {
        let path = path.key(&name);
        let type_name = reader.setting_at(node, &path, "type");
        let kind = type_name.as_ref().and_then(|setting| ConstraintKind::from_name(setting.datum.text()?));
        let demands = node.get("demands");
        let properties = node.get("properties").filter(|properties| properties.is_mapping());
        let at = path.key("properties");
        constraints.push(Constraint {
            name,
            range,
            type_name,
            kind,
            demands: name_refs(demands, &path.key("demands")),
            demands_range: demands.map(display_range),
            condition: condition(reader, kind, properties, &at),
            properties: reader.fields(properties, &at),
            path,
        });
    }
    constraints
}

fn condition(
    reader: &mut TemplateReader,
    kind: Option<ConstraintKind>,
    properties: Option<Node<'_>>,
    at: &Path,
) -> Condition {
    let Some(kind) = kind else { return Condition::Unknown };
    let mut properties = Properties { reader, node: properties, at };
    match kind {
        ConstraintKind::DistanceToLocation => Condition::DistanceTo {
            distance: properties.limit("distance", Quantity::Distance),
            location: properties.name_ref("location"),
        },
        ConstraintKind::DistanceBetweenDemands => {
            Condition::DistanceBetween { distance: properties.limit("distance", Quantity::Distance) }
        }
        ConstraintKind::Zone => Condition::Zone {
            qualifier: match properties.text("qualifier").as_deref() {
                Some("same") => Some(Qualifier::Same),
                Some("different") => Some(Qualifier::Different),
                _ => None,
            },
            category: properties.text("category").as_deref().and_then(Category::from_name),
            location: properties.name_ref("location"),
        },
        ConstraintKind::InventoryGroup => Condition::InventoryGroup,
        ConstraintKind::Attribute => Condition::Attribute { tests: properties.attribute_tests() },
        ConstraintKind::Threshold => Condition::Threshold { tests: properties.comparisons() },
        ConstraintKind::InstanceFit | ConstraintKind::RegionFit | ConstraintKind::VimFit => Condition::Fit {
            controller: properties.setting("controller"),
            request: properties.setting("request"),
        },
        ConstraintKind::Hpa => Condition::Hpa { machines: properties.machines() },
        ConstraintKind::License => {
            Condition::License { id: properties.setting("id"), key: properties.setting("key") }
        }
        ConstraintKind::NetworkBetweenDemands | ConstraintKind::NetworkToLocation => Condition::Network {
            bandwidth: properties.limit("bandwidth", Quantity::Throughput),
            distance: properties.limit("distance", Quantity::Distance),
            latency: properties.limit("latency", Quantity::Time),
            location: properties.name_ref("location"),
        },
        ConstraintKind::Capability => Condition::Capability {
            specification: properties.setting("specification"),
            template: properties.setting("template"),
            environment: properties.setting("environment"),
        },
    }
}

/// The properties of one constraint.
struct Properties<'r, 'd> {
    reader: &'r mut TemplateReader,
    node: Option<Node<'d>>,
    at: &'r Path,
}

impl<'d> Properties<'_, 'd> {
    fn setting(&mut self, key: &str) -> Option<Setting> {
        self.reader.setting_at(self.node?, self.at, key)
    }

    fn text(&mut self, key: &str) -> Option<String> {
        Some(self.setting(key)?.datum.text()?.to_owned())
    }

    /// Name references are never resolved as calls.
    fn name_ref(&mut self, key: &str) -> Option<NameRef> {
        name_ref(self.node?.get(key)?, self.at.key(key))
    }

    fn limit(&mut self, key: &str, quantity: Quantity) -> Option<Limit> {
        let setting = self.setting(key)?;
        let parsed = match &setting.datum {
            Datum::Text(text) => Some(parse(text, quantity)),
            _ => None,
        };
        Some(Limit { setting, quantity, parsed })
    }

    fn evaluate(&self) -> Option<Node<'d>> {
        self.node?.get("evaluate").filter(|node| !node.is_null())
    }

    fn attribute_tests(&mut self) -> Vec<AttributeTest> {
        let at = self.at.key("evaluate");
        let mut tests = Vec::new();
        for (attribute, range, node) in named_entries(self.evaluate()) {
            let path = at.key(&attribute);
            let is_call = super::call(node).is_some();
            let operators = if node.is_mapping() && !is_call {
                let inner: Vec<_> = named_entries(Some(node)).collect();
                let read = inner.into_iter().map(|(word, _, value)| {
                    let setting = self.reader.setting(value, path.key(&word));
                    (AttributeOperator::from_name(&word), setting)
                });
                read.collect()
            } else {
                vec![(AttributeOperator::Is, self.reader.setting(node, path.clone()))]
            };
            tests.push(AttributeTest { attribute, path, range, operators });
        }
        tests
    }

    fn items(&self) -> Vec<(Node<'d>, Path)> {
        let at = self.at.key("evaluate");
        mapping_items(self.evaluate(), &at)
    }

    fn comparisons(&mut self) -> Vec<Comparison> {
        let comparison = |(node, path): (Node<'d>, Path)| Comparison {
            attribute: self.reader.setting_at(node, &path, "attribute"),
            operator: self.reader.setting_at(node, &path, "operator"),
            threshold: self.reader.setting_at(node, &path, "threshold"),
            unit: self.reader.setting_at(node, &path, "unit"),
            range: first_key_range(node),
            path,
        };
        let evaluate = mapping_items(
            self.node.and_then(|properties| properties.get("evaluate")),
            &self.at.key("evaluate"),
        );
        evaluate.into_iter().map(comparison).collect()
    }

    fn machines(&mut self) -> Vec<Machine> {
        let mut machines = Vec::new();
        for (node, path) in self.items() {
            let directives = mapping_items(node.get("directives"), &path.key("directives"));
            let directives = directives
                .into_iter()
                .map(|(node, path)| self.reader.setting_at(node, &path, "type"))
                .collect();
            let features = mapping_items(node.get("flavorProperties"), &path.key("flavorProperties"));
            let features = features.into_iter().map(|(node, path)| self.feature(node, path)).collect();
            machines.push(Machine {
                id: self.reader.setting_at(node, &path, "id"),
                type_name: self.reader.setting_at(node, &path, "type"),
                directives,
                features,
                range: first_key_range(node),
                path,
            });
        }
        machines
    }

    fn feature(&mut self, node: Node<'d>, path: Path) -> Feature {
        let attributes =
            mapping_items(node.get("hpa-feature-attributes"), &path.key("hpa-feature-attributes"));
        let attribute = |(node, path): (Node<'d>, Path)| FeatureAttribute {
            key: self.reader.setting_at(node, &path, "hpa-attribute-key"),
            value: self.reader.setting_at(node, &path, "hpa-attribute-value"),
            operator: self.reader.setting_at(node, &path, "operator"),
            unit: self.reader.setting_at(node, &path, "unit"),
            range: first_key_range(node),
            path,
        };
        let attributes = attributes.into_iter().map(attribute).collect();
        Feature {
            name: self.reader.setting_at(node, &path, "hpa-feature"),
            version: self.reader.setting_at(node, &path, "hpa-version"),
            architecture: self.reader.setting_at(node, &path, "architecture"),
            mandatory: self.reader.setting_at(node, &path, "mandatory"),
            score: self.reader.setting_at(node, &path, "score"),
            attributes,
            range: first_key_range(node),
            path,
        }
    }
}

/// The items of a list that are mappings.
fn mapping_items<'d>(list: Option<Node<'d>>, at: &Path) -> Vec<(Node<'d>, Path)> {
    let items = list.into_iter().flat_map(Node::items).enumerate();
    items.filter(|(_, item)| item.is_mapping()).map(|(index, item)| (item, at.index(index))).collect()
}

/// An item has no key, so its first key is the range.
fn first_key_range(node: Node<'_>) -> limn_text::TextRange {
    node.entries().next().map_or(node.range(), |entry| entry.key.range())
}
