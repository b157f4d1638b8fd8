//! Deployments: what a document becomes with certain values. A language states the instances with their values; counts, JSON and the request in
//! which the values are given are the same for all languages.

use std::collections::BTreeMap;

use crate::dialect::View;
use crate::graph::{Icon, Id};
use crate::message;
use crate::plain_value::PlainValue;
use crate::policy_chart::PolicyChart;
use crate::scaling::ScalingPolicy;
use limn_text::TextRange;
use limn_yaml::{Document, Node, Op, Path, Placement, Value};
use serde_json::json;

/// The view that shows deployments, for languages with [`Deployments`].
pub const INSTANCES: View = View { id: "instances", label: "What if" };

/// A document that can be deployed.
pub trait Deployments {
    /// The values that a deployment can give, in the order of the document.
    fn inputs(&self) -> Vec<Input>;
    /// The form of a request.
    fn request_form(&self) -> RequestForm;
    /// Deployment of the document. Bounded for any numbers and any nesting of descriptors.
    fn deployment(&self, request: &Request) -> Deployment;
    /// The instances that one element becomes, below the document itself, without what is inside them; `None` if it is not an element with a
    /// number of instances.
    fn instances_of(&self, _id: &Id, _request: &Request) -> Option<Deployment> {
        None
    }
    /// Chart of a policy of the document, from the defaults of the document's values.
    fn policy_chart(&self, _id: &Id) -> Option<PolicyChart> {
        None
    }
}

/// A value that a deployment can give.
#[derive(Clone, Debug, PartialEq)]
pub struct Input {
    pub name: String,
    /// The type as written, or the default one: "string".
    pub type_name: String,
    /// Form of a value in a field.
    pub form: InputForm,
    pub doc: String,
    pub default: Option<PlainValue>,
    pub is_required: bool,
    /// The place of its name.
    pub range: TextRange,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InputForm {
    /// The text of the field is the value, whatever it looks like.
    Text,
    Number,
    Flag,
    /// YAML or JSON.
    Structure,
}

/// The keys of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RequestForm {
    /// The mapping with the values: `properties`.
    pub values: &'static str,
    /// The name of the deployment: `assemblyName`.
    pub name: &'static str,
}

/// The values of a deployment.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Request {
    pub name: Option<String>,
    pub values: BTreeMap<String, PlainValue>,
    /// Errors of what cannot be read.
    pub errors: Vec<String>,
}

impl Request {
    /// Reads YAML or JSON: a mapping of values, or one with the keys of a request.
    pub fn read(text: &str, form: RequestForm) -> Request {
        let document = limn_yaml::parse(text);
        let mut request = Request::default();
        for error in document.errors() {
            let line = text.get(..error.range.start).map_or(1, |before| before.matches('\n').count() + 1);
            request.errors.push(format!("syntax error in line {line}: {}", error.message));
        }
        let Some(root) = document.root().filter(|root| !root.is_null()) else { return request };
        if !root.is_mapping() {
            let found = if root.is_sequence() { "a list" } else { "one value" };
            request.errors.push(message::expected("a mapping of names to values", found));
            return request;
        }
        request.name = root
            .get(form.name)
            .filter(|_| values_path(&document, form).len() == 1)
            .and_then(|name| name.as_str().map(std::borrow::Cow::into_owned));
        let values = document.get(&values_path(&document, form)).unwrap_or(root);
        for entry in values.entries().filter(|entry| !entry.is_duplicate()) {
            if let Some(key) = entry.key.as_str() {
                request.values.insert(key.into_owned(), PlainValue::read(entry.value));
            }
        }
        request
    }

    /// The text of a request after one value is written as in a field; an empty text removes it. All else stays as it is.
    pub fn with_value(
        text: &str,
        form: RequestForm,
        name: &str,
        input: InputForm,
        written: &str,
    ) -> Result<String, String> {
        let document = limn_yaml::parse(text);
        let has_content = document.root().is_some_and(|root| !root.is_null());
        let values = if has_content { values_path(&document, form) } else { Path::keys([form.values]) };
        let at = values.key(name);
        let exists = document.get(&at).is_some();
        let op = match (written.is_empty(), exists) {
            (true, false) => return Ok(text.to_owned()),
            (true, true) => Op::Remove { at, prune: true },
            (false, true) => Op::Replace { at, value: written_value(input, written)? },
            (false, false) => Op::Insert {
                into: values,
                key: name.to_owned(),
                value: written_value(input, written)?,
                placement: Placement::Last,
            },
        };
        let edit = limn_yaml::patch(&document, &[op]).map_err(|error| error.to_string())?;
        Ok(edit.apply(text))
    }
}

/// The path of the mapping with the values: that key, or the root if the request is only a mapping of values.
fn values_path(document: &Document, form: RequestForm) -> Path {
    let inner = Path::keys([form.values]);
    let is_wrapped = document.get(&inner).is_some_and(|node| node.is_mapping() || node.is_null());
    if is_wrapped { inner } else { Path::root() }
}

fn written_value(input: InputForm, written: &str) -> Result<Value, String> {
    if input == InputForm::Text {
        return Ok(Value::text(written));
    }
    let document = limn_yaml::parse(written);
    match document.root().filter(|_| document.errors().is_empty()) {
        Some(root) => to_write(root, 0),
        None => Err("expected a value in YAML or JSON".to_owned()),
    }
}

fn to_write(node: Node<'_>, depth: usize) -> Result<Value, String> {
    if depth > crate::plain_value::MAX_VALUE_DEPTH {
        return Err("the value is nested too deeply".to_owned());
    }
    if node.is_sequence() {
        return Ok(Value::Sequence(
            node.items().map(|item| to_write(item, depth + 1)).collect::<Result<_, _>>()?,
        ));
    }
    if node.is_mapping() {
        let entries =
            node.entries().filter_map(|entry| Some((entry.key.as_str()?.into_owned(), entry.value)));
        let entries = entries.map(|(key, value)| Ok((key, to_write(value, depth + 1)?)));
        return Ok(Value::Mapping(entries.collect::<Result<_, String>>()?));
    }
    let text = node.as_str().map(std::borrow::Cow::into_owned).unwrap_or_default();
    let is_plain = !matches!(node.resolved(), Some(limn_yaml::Resolved::Text));
    Ok(if node.is_null() {
        Value::Null
    } else if is_plain {
        Value::Plain(text)
    } else {
        Value::text(text)
    })
}

/// A sentence, and the place in the document that it is about, if it is in this document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeploymentNote {
    pub text: String,
    pub range: Option<TextRange>,
}

/// Result of a deployment: instances as a tree, in the order of their levels.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Deployment {
    /// The first is the document itself; the children of a part follow it.
    pub parts: Vec<DeploymentPart>,
    pub policies: Vec<ScalingPolicy>,
    /// Notes on the request as a whole.
    pub notes: Vec<DeploymentNote>,
    /// Parts are missing because there are too many.
    pub is_cut: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeploymentPartKind {
    /// The deployed document.
    Whole,
    /// Instances of one component.
    Group,
    Instance,
    /// Exists already, and is only found.
    Existing,
}

#[derive(Clone, Debug, PartialEq)]
pub struct DeploymentPart {
    pub kind: DeploymentPartKind,
    /// The element of the document that it is made from; of parts of other documents, the element around them.
    pub id: Option<Id>,
    pub icon: Icon,
    /// Name of the component, or of one instance of several: "web", "web 2".
    pub label: String,
    /// Full name of the instance: `shop__web__2`; of a group, the part of the name that its instances share. Unique among parts of a kind.
    pub name: String,
    /// The type, with the version that was chosen.
    pub type_name: String,
    /// Number of instances of a group; 1 for others. An error is the reason why it is not known.
    pub count: Result<u64, String>,
    /// Origin of the count: "`cluster`: 1 to 4, 2 at first".
    pub count_source: String,
    pub values: Vec<NamedValue>,
    pub notes: Vec<DeploymentNote>,
    /// Indices of the parts in it.
    pub children: Vec<usize>,
    /// Further instances of a group that are not listed; all are like the last one.
    pub omitted: u64,
    /// Its parts are missing because there are too many.
    pub is_cut: bool,
}

/// A value of an instance.
#[derive(Clone, Debug, PartialEq)]
pub struct NamedValue {
    pub name: String,
    pub value: PlainValue,
    /// Origin of the value: "given", "default", "`${db.ip}`".
    pub source: String,
    /// The place where it is written, if it is in this document.
    pub range: Option<TextRange>,
}

/// The number of instances of a type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Total {
    pub type_name: String,
    pub icon: Icon,
    pub count: u128,
    /// There may be more: some counts are not known, or parts are missing.
    pub is_minimum: bool,
}

impl Deployment {
    /// The instances of each type that has no further parts, the most first. Unlisted instances count like the last listed one.
    pub fn totals(&self) -> Vec<Total> {
        let weights = self.weights();
        let mut totals: BTreeMap<&str, Total> = BTreeMap::new();
        for (part, weight) in self.parts.iter().zip(weights) {
            let is_leaf = part.kind == DeploymentPartKind::Instance && part.children.is_empty();
            if !is_leaf || weight == 0 {
                continue;
            }
            let total = totals.entry(&part.type_name).or_insert_with(|| Total {
                type_name: part.type_name.clone(),
                icon: part.icon,
                count: 0,
                is_minimum: false,
            });
            total.count = total.count.saturating_add(weight);
            total.is_minimum |= part.is_cut;
        }
        let mut totals: Vec<Total> = totals.into_values().collect();
        totals.sort_by(|a, b| b.count.cmp(&a.count).then_with(|| a.type_name.cmp(&b.type_name)));
        totals
    }

    /// The parts from top to bottom, each with its depth: parents precede their children.
    pub fn in_tree_order(&self) -> Vec<(usize, usize)> {
        let mut order = Vec::with_capacity(self.parts.len());
        let mut open: Vec<(usize, usize)> = if self.parts.is_empty() { Vec::new() } else { vec![(0, 0)] };
        while let Some((at, depth)) = open.pop() {
            order.push((at, depth));
            open.extend(self.parts[at].children.iter().rev().map(|child| (*child, depth + 1)));
        }
        order
    }

    /// The number of instances of each type: "5 instances: 4 × web 1.0, 1 × db 1.0".
    pub fn summary(&self) -> String {
        const MOST: usize = 4;
        let (count, is_minimum) = self.total();
        let least = if is_minimum { "at least " } else { "" };
        let noun = if count == 1 { "instance" } else { "instances" };
        let totals = self.totals();
        if totals.is_empty() {
            return format!("{least}{count} {noun}");
        }
        let listed: Vec<String> =
            totals.iter().take(MOST).map(|total| format!("{} × {}", total.count, total.type_name)).collect();
        let more = match totals.len().saturating_sub(MOST) {
            0 => String::new(),
            more => format!(", and {more} other types"),
        };
        format!("{least}{count} {noun}: {}{more}", listed.join(", "))
    }

    /// Number of instances that each part represents.
    fn weights(&self) -> Vec<u128> {
        let mut weights = vec![0_u128; self.parts.len()];
        if let Some(first) = weights.first_mut() {
            *first = 1;
        }
        for (at, part) in self.parts.iter().enumerate() {
            for (number, child) in part.children.iter().enumerate() {
                let is_last = number + 1 == part.children.len();
                let times = if is_last { u128::from(part.omitted) + 1 } else { 1 };
                if let Some(of_child) = weights.get(at).map(|weight| weight.saturating_mul(times)) {
                    weights[*child] = of_child;
                }
            }
        }
        weights
    }

    /// Returns true if some number of instances is not known.
    pub fn has_unknown_counts(&self) -> bool {
        self.parts.iter().any(|part| part.count.is_err())
    }

    /// The number of instances without further parts, and whether there may be more.
    pub fn total(&self) -> (u128, bool) {
        let totals = self.totals();
        let count = totals.iter().fold(0_u128, |sum, total| sum.saturating_add(total.count));
        (count, self.is_cut || self.has_unknown_counts() || totals.iter().any(|total| total.is_minimum))
    }

    /// The values that are not known, with their parts: each cause once for each part.
    pub fn unknown_values(&self) -> impl Iterator<Item = (usize, &NamedValue)> {
        let all = self.parts.iter().enumerate().filter(|(_, part)| part.kind != DeploymentPartKind::Group);
        all.flat_map(|(at, part)| part.values.iter().map(move |value| (at, value)))
            .filter(|(_, value)| !value.value.unknown_reasons().is_empty())
    }

    /// The tree as JSON. Numbers too large for JSON are texts.
    pub fn to_json(&self) -> serde_json::Value {
        let mut made: Vec<Option<serde_json::Value>> = vec![None; self.parts.len()];
        // Children follow their parent, so they are ready when it is reached from the end.
        for (at, part) in self.parts.iter().enumerate().rev() {
            let children: Vec<serde_json::Value> = part
                .children
                .iter()
                .filter_map(|child| made.get_mut(*child).and_then(Option::take))
                .collect();
            made[at] = Some(part_json(part, children));
        }
        let root = made.first_mut().and_then(Option::take).unwrap_or_default();
        let number = |count: u128| {
            u64::try_from(count).map_or_else(|_| json!(count.to_string()), |count| json!(count))
        };
        let totals = self.totals().into_iter().map(|total| {
            json!({ "type": total.type_name, "count": number(total.count), "atLeast": total.is_minimum })
        });
        let totals: Vec<serde_json::Value> = totals.collect();
        let (count, at_least) = self.total();
        let notes: Vec<&str> = self.notes.iter().map(|note| note.text.as_str()).collect();
        json!({ "instances": number(count), "atLeast": at_least, "totals": totals, "notes": notes, "tree": root })
    }
}

fn part_json(part: &DeploymentPart, children: Vec<serde_json::Value>) -> serde_json::Value {
    let kind = match part.kind {
        DeploymentPartKind::Whole => "deployment",
        DeploymentPartKind::Group => "group",
        DeploymentPartKind::Instance => "instance",
        DeploymentPartKind::Existing => "existing",
    };
    let mut object = serde_json::Map::new();
    let mut put = |key: &str, value: serde_json::Value| {
        object.insert(key.to_owned(), value);
    };
    put("kind", kind.into());
    put("component", part.label.as_str().into());
    if matches!(part.kind, DeploymentPartKind::Whole | DeploymentPartKind::Instance) {
        put("name", part.name.as_str().into());
    }
    put("type", part.type_name.as_str().into());
    match &part.count {
        Ok(count) if part.kind == DeploymentPartKind::Group => put("count", (*count).into()),
        Ok(_) => {}
        Err(reason) => put("countUnknown", reason.as_str().into()),
    }
    if part.omitted > 0 {
        put("notListed", part.omitted.into());
    }
    if part.is_cut {
        put("partsNotListed", true.into());
    }
    if !part.values.is_empty() {
        let values = part.values.iter().map(|value| (value.name.clone(), value.value.to_json())).collect();
        put("properties", serde_json::Value::Object(values));
        let unknown = part.values.iter().filter_map(|value| {
            let reasons = value.value.unknown_reasons();
            (!reasons.is_empty()).then(|| (value.name.clone(), reasons.join("; ").into()))
        });
        let unknown: serde_json::Map<String, serde_json::Value> = unknown.collect();
        if !unknown.is_empty() {
            put("unknown", serde_json::Value::Object(unknown));
        }
    }
    if !part.notes.is_empty() {
        put("notes", part.notes.iter().map(|note| note.text.as_str()).collect());
    }
    if !children.is_empty() {
        put("parts", children.into());
    }
    serde_json::Value::Object(object)
}

#[cfg(test)]
mod tests;
