//! Deployment of an assembly: its instances with their values, from the values of a request.
//!
//! Rules, from the reference's sections on properties, references, composition, clusters, groups and dynamic types:
//!
//! - A property with `value` has that value. Otherwise it has what is given from outside, unless it is read-only, and otherwise its default.
//! - A read-only property without a value is set when the component runs, so it is unknown here.
//! - A component has `cluster.initial-quantity` instances (`minimum-nodes`, 1, if it is missing), or one for each entry of `items`, or `quantity`.
//! - Instances of a group are named `ASSEMBLY__COMPONENT__N`, from 1, or by the key of the map.
//! - `dynamicType` chooses the type of each instance by the properties that its component gives it.
//!
//! Everything is bounded: what exceeds a bound is unknown or not listed, and named as such.

mod counts;
mod frame;
mod policies;
mod tree;
mod values;

use super::model::{Descriptor, DescriptorKind, Property};
use super::rules::types;
use frame::DeploymentState;
use limn_language::deployment::{
    Deployment, DeploymentNote, Deployments, Input, InputForm, Request, RequestForm,
};
use limn_language::graph::Id;
use limn_language::message;
use limn_language::plain_value::PlainValue;
use limn_language::policy_chart::PolicyChart;

/// The properties of the product's intent requests.
const FORM: RequestForm = RequestForm { values: "properties", name: "assemblyName" };

impl Deployments for Descriptor {
    fn inputs(&self) -> Vec<Input> {
        if self.kind != DescriptorKind::Assembly {
            return Vec::new();
        }
        self.properties
            .iter()
            .filter(|property| is_input(property))
            .map(|property| self.input(property))
            .collect()
    }

    fn request_form(&self) -> RequestForm {
        FORM
    }

    fn deployment(&self, request: &Request) -> Deployment {
        if self.kind != DescriptorKind::Assembly {
            return Deployment::default();
        }
        let mut state = DeploymentState::new(self, request);
        let mut deployment = state.tree();
        deployment.policies = state.policies();
        deployment.notes = self.request_notes(request);
        deployment
    }

    fn instances_of(&self, id: &Id, request: &Request) -> Option<Deployment> {
        let number = self.composition.iter().position(|component| component.path == id.0)?;
        let component = &self.composition[number];
        let is_group =
            component.cluster.is_some() || component.items.is_some() || component.quantity.is_some();
        is_group.then(|| DeploymentState::new(self, request).tree_of(number))
    }

    fn policy_chart(&self, id: &Id) -> Option<PolicyChart> {
        let policy = self.policies.iter().find(|policy| policy.path == id.0)?;
        DeploymentState::new(self, &Request::default()).policy_chart(policy)
    }
}

impl Descriptor {
    fn input(&self, property: &Property) -> Input {
        let node = self.node(&property.path);
        let type_name = property.kind.as_ref().map_or("string", |kind| kind.text.as_str());
        let default = node.and_then(|node| default_of(self, property, node)).map(PlainValue::read);
        let form = match type_name {
            "integer" | "float" => InputForm::Number,
            "boolean" => InputForm::Flag,
            "list" | "map" => InputForm::Structure,
            name if self.data_type(name).is_some() => InputForm::Structure,
            _ => InputForm::Text,
        };
        let doc = node.and_then(|node| Some(node.get("description")?.as_str()?.into_owned()));
        Input {
            name: property.name.clone(),
            type_name: type_name.to_owned(),
            form,
            doc: doc.unwrap_or_default(),
            default,
            is_required: property.required == Some(true),
            range: property.range,
        }
    }

    /// Parts of the request without effect, and missing ones.
    fn request_notes(&self, request: &Request) -> Vec<DeploymentNote> {
        let mut notes: Vec<DeploymentNote> =
            request.errors.iter().map(|error| DeploymentNote { text: error.clone(), range: None }).collect();
        for name in request.values.keys() {
            let note = match self.property(name) {
                None => DeploymentNote {
                    text: format!("{}; its value is ignored", message::unknown("property", name)),
                    range: None,
                },
                Some(property) if !is_input(property) => {
                    let why = if property.value.is_some() { "has a fixed value" } else { "is read-only" };
                    DeploymentNote {
                        text: format!("value for `{name}` is ignored: the property {why}"),
                        range: Some(property.range),
                    }
                }
                Some(_) => continue,
            };
            notes.push(note);
        }
        let is_missing = |property: &&Property| {
            property.required == Some(true)
                && is_input(property)
                && !request.values.contains_key(&property.name)
                && self.node(&property.path).and_then(|node| default_of(self, property, node)).is_none()
        };
        notes.extend(self.properties.iter().filter(is_missing).map(|property| DeploymentNote {
            text: message::missing("property", &property.name),
            range: Some(property.range),
        }));
        notes
    }
}

/// Returns true if a value can be given from outside.
pub(super) fn is_input(property: &Property) -> bool {
    property.value.is_none() && property.read_only != Some(true)
}

/// The default of a property: its own, or one in the entry schema that is meant for the whole.
fn default_of<'d>(
    descriptor: &Descriptor,
    property: &Property,
    node: limn_yaml::Node<'d>,
) -> Option<limn_yaml::Node<'d>> {
    match property.default {
        Some(_) => node.get("default"),
        None => types::nested_default(descriptor, node),
    }
}

#[cfg(test)]
mod tests;
