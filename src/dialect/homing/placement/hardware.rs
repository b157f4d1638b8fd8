//! Hardware requirements: compares the flavors of a candidate with the machines of a constraint as HAS does, and scores optional features.
//! Flavors come from the table only.

use super::CandidateVerdict;
use super::{Cell, Row};
use crate::model::{Condition, Datum, Feature, FeatureAttribute, Machine, Setting, Template};

/// The column with the flavors of a candidate.
pub const FLAVORS_COLUMN: &str = "flavors";

/// A machine size that a candidate offers.
#[derive(Clone, Debug, PartialEq)]
struct Flavor {
    name: String,
    features: Vec<OfferedFeature>,
}

/// A feature of a flavor. Missing details match any requirement.
#[derive(Clone, Debug, Default, PartialEq)]
struct OfferedFeature {
    feature: String,
    architecture: Option<String>,
    version: Option<String>,
    attributes: Vec<(String, Amount)>,
}

#[derive(Clone, Debug, PartialEq)]
enum Amount {
    One(String),
    Many(Vec<String>),
}

/// Tests a candidate for each machine.
pub fn verdicts(machines: &[Machine], row: &Row) -> Vec<CandidateVerdict> {
    let Some(cell) = row.get(FLAVORS_COLUMN) else {
        let why = "it has no flavors in the table, so all are assumed; HAS would reject it";
        return vec![CandidateVerdict::Unknown(why.to_owned())];
    };
    let flavors = parse_flavors(cell);
    machines
        .iter()
        .map(|machine| match best_score(machine, &flavors) {
            Ok(_) => CandidateVerdict::Accepts,
            Err(why) => CandidateVerdict::Rejects(why),
        })
        .collect()
}

/// The score of a candidate for the optional features of a demand's constraints.
pub fn score(template: &Template, demand: &str, row: &Row) -> f64 {
    let Some(flavors) = row.get(FLAVORS_COLUMN).map(parse_flavors) else { return 0.0 };
    let binds = template
        .constraints
        .iter()
        .filter(|constraint| constraint.demands.iter().any(|name_ref| name_ref.name == demand));
    let machines = binds.flat_map(|constraint| match &constraint.condition {
        Condition::Hpa { machines } => machines.as_slice(),
        _ => &[],
    });
    machines.filter_map(|machine| best_score(machine, &flavors).ok()).sum()
}

/// The score of the best flavor, or why none matches.
fn best_score(machine: &Machine, flavors: &[Flavor]) -> Result<f64, String> {
    const MAX_REASONS: usize = 2;
    let mut reasons = Vec::new();
    let mut most: Option<f64> = None;
    for flavor in flavors {
        match fits(machine, flavor) {
            Ok(score) => most = Some(most.map_or(score, |most| most.max(score))),
            Err(why) => reasons.push(why),
        }
    }
    most.ok_or_else(|| {
        let name = machine.id.as_ref().and_then(|setting| setting.datum.text()).unwrap_or("a machine");
        reasons.truncate(MAX_REASONS);
        match reasons.is_empty() {
            true => format!("it has no flavor for `{name}`"),
            false => format!("no flavor matches `{name}`: {}", reasons.join("; ")),
        }
    })
}

fn fits(machine: &Machine, flavor: &Flavor) -> Result<f64, String> {
    let mut score = 0.0;
    for feature in &machine.features {
        let is_mandatory = !text(feature.mandatory.as_ref()).eq_ignore_ascii_case("false");
        match check_feature(feature, flavor) {
            Ok(()) if !is_mandatory => {
                score += feature.score.as_ref().and_then(|score| score.datum.number()).unwrap_or(0.0);
            }
            Err(why) if is_mandatory => return Err(why),
            _ => {}
        }
    }
    Ok(score)
}

fn check_feature(feature: &Feature, flavor: &Flavor) -> Result<(), String> {
    let name = text(feature.name.as_ref());
    let same = |offered: &Option<String>, required: Option<&Setting>| {
        offered.as_ref().is_none_or(|offered| offered == text(required))
    };
    let offered = flavor.features.iter().filter(|offer| {
        offer.feature == name
            && same(&offer.architecture, feature.architecture.as_ref())
            && same(&offer.version, feature.version.as_ref())
    });
    let mut why = format!("`{}` has no `{name}`", flavor.name);
    for offer in offered {
        let lacks = feature.attributes.iter().find_map(|required| mismatch(required, offer));
        match lacks {
            None => return Ok(()),
            Some(lacks) => why = format!("`{}` has {lacks}", flavor.name),
        }
    }
    Err(why)
}

/// The difference between an offered feature and a requirement; `None` if it matches.
fn mismatch(required: &FeatureAttribute, offer: &OfferedFeature) -> Option<String> {
    let (key, operator) = (text(required.key.as_ref()), text(required.operator.as_ref()));
    let Some((_, has)) = offer.attributes.iter().find(|(name, _)| name == key) else {
        return Some(format!("no `{key}`"));
    };
    let unit = text(required.unit.as_ref());
    let value = required.value.as_ref().map(|setting| &setting.datum);
    if compare(has, operator, value, unit) {
        return None;
    }
    let required_text = value.map(|datum| datum.texts().join(", ")).unwrap_or_default();
    Some(
        format!("`{key}` {}, expected {operator} {required_text} {unit}", format_amount(has))
            .trim_end()
            .to_owned(),
    )
}

/// As in HAS: integers by value, `=` on strings exactly, lists by `ALL`.
fn compare(has: &Amount, operator: &str, required: Option<&Datum>, unit: &str) -> bool {
    match (has, required) {
        (Amount::Many(has), Some(Datum::List(_))) if operator == "ALL" => {
            let required = required.map(Datum::texts).unwrap_or_default();
            !required.is_empty() && required.iter().all(|item| has.iter().any(|has| has == item))
        }
        (Amount::One(has), Some(required)) => {
            let required = required.text().map(|text| in_bytes(text, unit)).unwrap_or_default();
            match (parse_digits(has), parse_digits(&required), operator) {
                (Some(has), Some(required), "=") => has == required,
                (_, _, "=") => *has == required,
                (Some(has), Some(required), "<") => has < required,
                (Some(has), Some(required), ">") => has > required,
                (Some(has), Some(required), "<=") => has <= required,
                (Some(has), Some(required), ">=") => has >= required,
                _ => false,
            }
        }
        _ => false,
    }
}

fn text(setting: Option<&Setting>) -> &str {
    setting.and_then(|setting| setting.datum.text()).unwrap_or_default()
}

/// A string of digits as a number.
fn parse_digits(text: &str) -> Option<u128> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok())?
}

const UNITS: [(&str, u32); 3] = [("KB", 1), ("MB", 2), ("GB", 3)];

/// In bytes, if there is a unit and the number is an integer.
fn in_bytes(text: &str, unit: &str) -> String {
    let power = UNITS.iter().find(|(name, _)| *name == unit).map_or(0, |(_, power)| *power);
    match parse_digits(text).and_then(|number| number.checked_mul(1024_u128.pow(power))) {
        Some(number) => number.to_string(),
        None => text.to_owned(),
    }
}

/// For display: bytes in the largest unit without a remainder.
fn format_amount(has: &Amount) -> String {
    match has {
        Amount::Many(items) => items.join(", "),
        Amount::One(text) => match parse_digits(text) {
            Some(number) if number > 0 => {
                let unit = UNITS.iter().rev().find(|(_, power)| number % 1024_u128.pow(*power) == 0);
                unit.map_or_else(
                    || text.clone(),
                    |(name, power)| format!("{} {name}", number / 1024_u128.pow(*power)),
                )
            }
            _ => text.clone(),
        },
    }
}

/// The flavors of a cell: in the inventory's JSON format, or in short form.
fn parse_flavors(cell: &Cell) -> Vec<Flavor> {
    let json = |text: &str| serde_json::from_str::<serde_json::Value>(text).ok();
    let written = match cell {
        Cell::List(items) => items.iter().map(|item| json(item)).collect::<Option<Vec<_>>>(),
        other => {
            json(&other.text()).filter(|value| value.is_object() || value.is_array()).map(|value| vec![value])
        }
    };
    if let Some(written) = written {
        return written.iter().flat_map(parse_inventory).collect();
    }
    let items = match cell {
        Cell::List(items) => items.clone(),
        other => other.text().split('|').map(str::to_owned).collect(),
    };
    items.iter().map(|item| item.trim()).filter(|item| !item.is_empty()).map(parse_short).collect()
}

/// Short form: `large: basicCapabilities numVirtualCpu=8 virtualMemSize=16GB + sriovNICNetwork pciCount=1`, with `/` between list items.
fn parse_short(text: &str) -> Flavor {
    let (name, features) = text.split_once(':').unwrap_or((text, ""));
    let feature = |text: &str| {
        let mut words = text.split_whitespace();
        let feature = words.next()?.to_owned();
        let attribute = |word: &str| {
            let (key, value) = word.split_once('=')?;
            let digits = value.len() - value.trim_start_matches(|c: char| c.is_ascii_digit()).len();
            let amount = match value.split_at(digits) {
                _ if value.contains('/') => Amount::Many(value.split('/').map(str::to_owned).collect()),
                (number, unit) if UNITS.iter().any(|(name, _)| *name == unit) => {
                    Amount::One(in_bytes(number, unit))
                }
                _ => Amount::One(value.to_owned()),
            };
            Some((key.to_owned(), amount))
        };
        Some(OfferedFeature {
            feature,
            attributes: words.filter_map(attribute).collect(),
            ..OfferedFeature::default()
        })
    };
    Flavor { name: name.trim().to_owned(), features: features.split('+').filter_map(feature).collect() }
}

/// Inventory format: `{flavor: [{flavor-name, hpa-capabilities: {hpa-capability: [...]}}]}`, or the list alone.
fn parse_inventory(value: &serde_json::Value) -> Vec<Flavor> {
    let text = |value: &serde_json::Value, key: &str| value.get(key)?.as_str().map(str::to_owned);
    let alone = std::slice::from_ref(value);
    let list = value.get("flavor").unwrap_or(value).as_array().map_or(alone, Vec::as_slice);
    let attribute = |entry: &serde_json::Value| {
        let value = entry.get("hpa-attribute-value")?;
        // The inventory stores a mapping as a string: `{'value': '8', 'unit': 'GB'}`.
        let value = match value.as_str() {
            Some(text) => serde_json::from_str(&text.replace('\'', "\"")).unwrap_or_else(|_| value.clone()),
            None => value.clone(),
        };
        let unit = text(&value, "unit").unwrap_or_default();
        let one = |value: &serde_json::Value| match value {
            serde_json::Value::String(text) => text.clone(),
            other => other.to_string(),
        };
        let amount = match value.get("value").unwrap_or(&value) {
            serde_json::Value::Array(items) => Amount::Many(items.iter().map(one).collect()),
            value => Amount::One(in_bytes(&one(value), &unit)),
        };
        Some((text(entry, "hpa-attribute-key")?, amount))
    };
    let offer = |value: &serde_json::Value| {
        let attributes = value.get("hpa-feature-attributes").and_then(serde_json::Value::as_array);
        Some(OfferedFeature {
            feature: text(value, "hpa-feature")?,
            architecture: text(value, "architecture"),
            version: text(value, "hpa-version"),
            attributes: attributes.into_iter().flatten().filter_map(attribute).collect(),
        })
    };
    let flavor = |value: &serde_json::Value| {
        let check_feature = value
            .get("hpa-capabilities")
            .map(|capabilities| capabilities.get("hpa-capability").unwrap_or(capabilities));
        let check_feature = check_feature.and_then(serde_json::Value::as_array);
        Flavor {
            name: text(value, "flavor-name").unwrap_or_else(|| "?".to_owned()),
            features: check_feature.into_iter().flatten().filter_map(offer).collect(),
        }
    };
    list.iter().map(flavor).collect()
}

/// Sample flavors in short form, one for each machine. `poor`: each lacks a required feature; `rich`: each has the optional features.
pub fn sample_flavors(template: &Template, poor: bool, rich: bool) -> Option<String> {
    let machines = template.constraints.iter().flat_map(|constraint| match &constraint.condition {
        Condition::Hpa { machines } => machines.as_slice(),
        _ => &[],
    });
    let amount = |attribute: &FeatureAttribute, scant: bool| {
        let value =
            attribute.value.as_ref().map(|setting| setting.datum.texts().join("/")).unwrap_or_default();
        let size = match (parse_digits(&value), text(attribute.operator.as_ref())) {
            (Some(number), ">=" | ">" | "=") if scant => (number / 2).to_string(),
            (Some(number), "<=" | "<") if scant => (number * 2 + 1).to_string(),
            (Some(number), ">") => (number + 1).to_string(),
            (Some(number), "<") => number.saturating_sub(1).to_string(),
            _ => value.replace(char::is_whitespace, ""),
        };
        format!(" {}={size}{}", text(attribute.key.as_ref()), text(attribute.unit.as_ref()))
    };
    let mut flavors = Vec::new();
    for (at, machine) in machines.enumerate() {
        let mut scant = poor;
        let mut check_feature = Vec::new();
        for feature in &machine.features {
            let is_mandatory = !text(feature.mandatory.as_ref()).eq_ignore_ascii_case("false");
            if !is_mandatory && !rich {
                continue;
            }
            let attributes: String =
                feature.attributes.iter().map(|attribute| amount(attribute, scant)).collect();
            scant = false;
            check_feature.push(format!("{}{attributes}", text(feature.name.as_ref())));
        }
        let size = if poor { "small" } else { "large" };
        let name = if at == 0 { size.to_owned() } else { format!("{size}-{}", at + 1) };
        flavors.push(format!("{name}: {}", check_feature.join(" + ")));
    }
    (!flavors.is_empty()).then(|| flavors.join(" | "))
}
