//! Sample table of candidates: some are accepted, some rejected for different reasons, and the best combination is included if there is one.
//! Demands with an inventory get generated candidates: cities near the template's locations and far from them, with the attributes that the constraints
//! refer to. All are evaluated first, to select those to show.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use super::candidate_constraints::location_point;
use super::{Cell, Combinations, DemandResult, Row, Table, format_number};
use super::{evaluate, hardware};
use crate::geo::{Point, format_degrees};
use crate::model::{AttributeOperator, Condition, Constraint, Demand, Limit, Source, Template, TermValue};

/// City, latitude, longitude, country, state, region.
const TOWNS: [Town; 40] = [
    ("dallas", 32.78, -96.8, "USA", "TX", "us-south"),
    ("houston", 29.76, -95.37, "USA", "TX", "us-south"),
    ("atlanta", 33.75, -84.39, "USA", "GA", "us-south"),
    ("miami", 25.76, -80.19, "USA", "FL", "us-south"),
    ("new-york", 40.71, -74.01, "USA", "NY", "us-east"),
    ("boston", 42.36, -71.06, "USA", "MA", "us-east"),
    ("ashburn", 39.04, -77.49, "USA", "VA", "us-east"),
    ("chicago", 41.88, -87.63, "USA", "IL", "us-central"),
    ("denver", 39.74, -104.99, "USA", "CO", "us-central"),
    ("san-jose", 37.34, -121.89, "USA", "CA", "us-west"),
    ("seattle", 47.61, -122.33, "USA", "WA", "us-west"),
    ("toronto", 43.65, -79.38, "CAN", "ON", "ca-east"),
    ("montreal", 45.5, -73.57, "CAN", "QC", "ca-east"),
    ("mexico-city", 19.43, -99.13, "MEX", "CMX", "mx-central"),
    ("sao-paulo", -23.55, -46.63, "BRA", "SP", "sa-east"),
    ("london", 51.51, -0.13, "GBR", "ENG", "eu-west"),
    ("dublin", 53.35, -6.26, "IRL", "L", "eu-west"),
    ("paris", 48.86, 2.35, "FRA", "IDF", "eu-west"),
    ("amsterdam", 52.37, 4.9, "NLD", "NH", "eu-west"),
    ("frankfurt", 50.11, 8.68, "DEU", "HE", "eu-central"),
    ("hamburg", 53.55, 9.99, "DEU", "HH", "eu-north"),
    ("berlin", 52.52, 13.41, "DEU", "BE", "eu-north"),
    ("munich", 48.14, 11.58, "DEU", "BY", "eu-central"),
    ("zurich", 47.38, 8.54, "CHE", "ZH", "eu-central"),
    ("vienna", 48.21, 16.37, "AUT", "9", "eu-central"),
    ("milan", 45.46, 9.19, "ITA", "MI", "eu-south"),
    ("warsaw", 52.23, 21.01, "POL", "MZ", "eu-east"),
    ("madrid", 40.42, -3.7, "ESP", "MD", "eu-south"),
    ("stockholm", 59.33, 18.07, "SWE", "AB", "eu-north"),
    ("cairo", 30.04, 31.24, "EGY", "C", "af-north"),
    ("johannesburg", -26.2, 28.05, "ZAF", "GP", "af-south"),
    ("dubai", 25.2, 55.27, "ARE", "DU", "me-south"),
    ("mumbai", 19.08, 72.88, "IND", "MH", "in-west"),
    ("bengaluru", 12.97, 77.59, "IND", "KA", "in-south"),
    ("delhi", 28.61, 77.21, "IND", "DL", "in-north"),
    ("singapore", 1.35, 103.82, "SGP", "SG", "ap-south"),
    ("beijing", 39.9, 116.41, "CHN", "BJ", "cn-north"),
    ("shanghai", 31.23, 121.47, "CHN", "SH", "cn-east"),
    ("tokyo", 35.68, 139.69, "JPN", "13", "ap-east"),
    ("sydney", -33.87, 151.21, "AUS", "NSW", "ap-south-2"),
];
type Town = (&'static str, f64, f64, &'static str, &'static str, &'static str);

/// Number of evaluated cities near a demand's locations, and far from them.
const NEAR_TOWNS: usize = 9;
const FAR_TOWNS: usize = 2;
/// Number of candidates for each demand in the table.
const CANDIDATES_PER_DEMAND: usize = 6;
/// Number of rejected candidates among them.
const REJECTED_PER_DEMAND: usize = 3;

/// The table as CSV; only the header if there is no demand.
pub fn sample(template: &Template) -> String {
    let extra = extra_columns(template);
    let drafts: Vec<Vec<Draft>> =
        template.demands.iter().map(|demand| drafts(template, demand, &extra)).collect();
    let rows = template.demands.iter().zip(&drafts);
    let rows = rows.flat_map(|(demand, drafts)| drafts.iter().map(|draft| draft.row(&demand.name)));
    let outcome = evaluate(template, &Table { rows: rows.collect(), errors: Vec::new() });
    let best = match &outcome.combinations {
        Combinations::Found { best, .. } => best.first().map(|choice| choice.chosen.as_slice()),
        _ => None,
    };
    // Candidates with the same values for several demands share a row.
    let mut demands_of: BTreeMap<&Draft, Vec<&str>> = BTreeMap::new();
    let mut order: Vec<&Draft> = Vec::new();
    for (results, drafts) in outcome.demands.iter().zip(&drafts) {
        let chosen = best.into_iter().flatten().find(|(demand, _)| *demand == results.name);
        for at in shown_candidates(results, chosen.map(|(_, id)| id.as_str())) {
            let Some(draft) = drafts.get(at) else { continue };
            let demands = demands_of.entry(draft).or_default();
            if demands.is_empty() {
                order.push(draft);
            }
            demands.push(&results.name);
        }
    }
    let heading: Vec<String> = COMMON_COLUMNS.iter().map(|name| (*name).to_owned()).chain(extra).collect();
    let mut text = line(["candidate_id".to_owned(), "demand".to_owned()].iter().chain(&heading));
    for draft in order {
        let demands = demands_of.get(draft).map(|names| names.join(";")).unwrap_or_default();
        text.push_str(&line(
            [draft.id.clone(), demands].iter().chain(draft.cells.iter().map(|(_, cell)| cell)),
        ));
    }
    text
}

/// Selects candidates of a demand: the chosen one, some rejected for different reasons, and some accepted.
fn shown_candidates(results: &DemandResult, chosen: Option<&str>) -> Vec<usize> {
    let all = || results.candidates.iter().enumerate();
    let mut shown: BTreeSet<usize> =
        all().filter(|(_, candidate)| Some(candidate.id.as_str()) == chosen).map(|(at, _)| at).collect();
    let mut reasons: BTreeSet<&limn_language::graph::Id> = BTreeSet::new();
    let mut out = 0;
    for (at, candidate) in all() {
        let is_new = candidate.removed.first().is_some_and(|reason| reasons.insert(&reason.by));
        if is_new && out < REJECTED_PER_DEMAND {
            out += 1;
            shown.insert(at);
        }
    }
    let stay = all().filter(|(_, candidate)| !candidate.is_out()).map(|(at, _)| at);
    for at in stay.chain(all().map(|(at, _)| at)) {
        if shown.len() < CANDIDATES_PER_DEMAND {
            shown.insert(at);
        }
    }
    shown.into_iter().collect()
}

/// A generated candidate.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Draft {
    id: String,
    /// In the order of the columns.
    cells: Vec<(String, String)>,
}

impl Draft {
    fn row(&self, demand: &str) -> Row {
        let cells = self.cells.iter().filter(|(_, cell)| !cell.is_empty());
        let cells = cells.map(|(name, cell)| (name.clone(), Cell::Text(cell.clone())));
        Row { id: self.id.clone(), demands: vec![demand.to_owned()], cells: cells.collect() }
    }
}

/// The columns of every table.
const COMMON_COLUMNS: [&str; 9] = [
    "inventory_type",
    "latitude",
    "longitude",
    "country",
    "state",
    "region",
    "location_id",
    "complex_name",
    "cost",
];

/// Candidates of a demand: those that it lists, otherwise cities and, if none is near enough, positions in between.
fn drafts(template: &Template, demand: &Demand, extra: &[String]) -> Vec<Draft> {
    let kind = demand.sources.iter().find_map(kind).unwrap_or("cloud");
    let sites = sites(template, demand);
    let known = |of: fn(&Source) -> Vec<&crate::model::ListedCandidate>| {
        let ids =
            demand.sources.iter().flat_map(of).filter_map(|candidate| candidate.id.as_ref()?.datum.text());
        ids.map(str::to_owned).collect::<Vec<String>>()
    };
    let own = known(|source| {
        source.candidates.iter().flatten().chain(&source.required).chain(&source.existing).collect()
    });
    let excluded = known(|source| source.excluded.iter().collect());
    let draft = |id: String, at: usize| {
        let site = &sites[at % sites.len()];
        Draft { id, cells: cells(template, demand, kind, site, extra) }
    };
    let mut drafts: Vec<Draft> = own.iter().enumerate().map(|(at, id)| draft(id.clone(), at)).collect();
    if own.is_empty() {
        let named = |site: &Site| match kind {
            "cloud" => site.name.clone(),
            other => format!("{other}-{}", site.name),
        };
        drafts.extend(sites.iter().enumerate().map(|(at, site)| draft(named(site), at)));
    }
    drafts.extend(excluded.iter().enumerate().map(|(at, id)| draft(id.clone(), at)));
    drafts
}

fn kind(source: &Source) -> Option<&str> {
    source.kind.as_ref().and_then(|setting| setting.datum.text())
}

/// A possible position of a candidate.
struct Site {
    name: String,
    at: Point,
    town: Town,
    /// The number of the city. It determines the variations, so a candidate is the same for every demand.
    number: usize,
}

fn point(town: &Town) -> Point {
    Point { latitude: town.1, longitude: town.2 }
}

/// The cities nearest to the locations of a demand, a few of the farthest, and positions within limits that contain no city.
fn sites(template: &Template, demand: &Demand) -> Vec<Site> {
    let of_template = || {
        let all = template.locations.iter().filter_map(super::super::model::Location::coordinates);
        all.filter_map(|(latitude, longitude)| Point::new(latitude, longitude)).collect::<Vec<_>>()
    };
    let reaches = reaches(template, demand);
    let mut from: Vec<Point> = reaches.iter().map(|(_, at, _)| *at).collect();
    for term in template.terms() {
        if let TermValue::Distance(measure) | TermValue::Latency(measure) = &term.value
            && measure.demand.as_ref().is_some_and(|name_ref| name_ref.name == demand.name)
        {
            from.extend(location_point(template, measure.location.as_ref()));
        }
    }
    if from.is_empty() {
        from = of_template();
    }
    let mut towns: Vec<(usize, Town)> = TOWNS.into_iter().enumerate().collect();
    let far = |town: &Town| from.iter().map(|from| from.distance(point(town))).fold(f64::INFINITY, f64::min);
    if !from.is_empty() {
        towns.sort_by(|a, b| far(&a.1).total_cmp(&far(&b.1)));
    }
    let nearest = towns[0].1;
    let mut sites: Vec<Site> = Vec::new();
    for (name, at, most) in reaches {
        if towns.iter().filter(|(_, town)| at.distance(point(town)) < most).count() < 2 {
            let near = TOWNS.iter().min_by(|a, b| at.distance(point(a)).total_cmp(&at.distance(point(b))));
            for (number, (share, bearing)) in [(0.3, 0.8), (0.7, 3.6)].into_iter().enumerate() {
                let name = format!("{name}-edge-{}", number + 1);
                let town = near.copied().unwrap_or(nearest);
                sites.push(Site { name, at: at.toward(bearing, share * most), town, number: number + 1 });
            }
        }
    }
    let rest = towns.split_off(NEAR_TOWNS);
    let farther = [rest.len() / 2, rest.len() - 1].map(|at| rest[at]);
    let towns = towns.into_iter().chain(farther.into_iter().take(FAR_TOWNS));
    sites.extend(towns.map(|(number, town)| Site {
        name: town.0.to_owned(),
        at: point(&town),
        town,
        number,
    }));
    sites
}

/// Distance limits of a demand in kilometers, with their locations.
fn reaches<'t>(template: &'t Template, demand: &Demand) -> Vec<(&'t str, Point, f64)> {
    let binds =
        |constraint: &&Constraint| constraint.demands.iter().any(|name_ref| name_ref.name == demand.name);
    let reach = |constraint: &'t Constraint| {
        let Condition::DistanceTo { distance, location } = &constraint.condition else { return None };
        let (_, (most, _)) = distance.as_ref().and_then(Limit::threshold)?.interval();
        let at = location_point(template, location.as_ref())?;
        (most.is_finite() && most > 0.0)
            .then(|| (location.as_ref().map_or("", |location| &location.name), at, most))
    };
    template.constraints.iter().filter(binds).filter_map(reach).collect()
}

fn cells(
    template: &Template,
    demand: &Demand,
    kind: &str,
    site: &Site,
    extra: &[String],
) -> Vec<(String, String)> {
    let (name, .., country, state, region) = site.town;
    let number = site.number;
    let complex = if site.name == name { format!("{name}-dc") } else { site.name.clone() };
    let common = [
        kind.to_owned(),
        format_degrees(site.at.latitude, 2),
        format_degrees(site.at.longitude, 2),
        country.to_owned(),
        state.to_owned(),
        region.to_owned(),
        region.to_owned(),
        complex,
        (10 + 5 * (number % 4)).to_string(),
    ];
    let invent = |name: &String| match name.as_str() {
        "inventory_group" => format!("g{}", number % 3 + 1),
        "hpa_score" => (2 * (number % 3)).to_string(),
        hardware::FLAVORS_COLUMN => {
            hardware::sample_flavors(template, number % 4 == 3, number.is_multiple_of(2)).unwrap_or_default()
        }
        name => sample_number(template, name, number),
    };
    let named = COMMON_COLUMNS.iter().map(|name| (*name).to_owned()).zip(common);
    let mut cells: Vec<(String, String)> =
        named.chain(extra.iter().map(|name| (name.clone(), invent(name)))).collect();
    for (column, expected) in expected_attributes(template, demand) {
        if let Some((_, cell)) = cells.iter_mut().find(|(name, _)| name == column)
            && !number.is_multiple_of(3)
        {
            *cell = expected;
        }
    }
    cells
}

/// Required attributes that no city has. Most candidates get them.
fn expected_attributes(template: &Template, demand: &Demand) -> Vec<(&'static str, String)> {
    let binds =
        |constraint: &&Constraint| constraint.demands.iter().any(|name_ref| name_ref.name == demand.name);
    let tests =
        template.constraints.iter().filter(binds).flat_map(|constraint| match &constraint.condition {
            Condition::Attribute { tests } => tests.as_slice(),
            _ => &[],
        });
    let expected = tests.filter_map(|test| {
        let column = match test.attribute.as_str() {
            "country" => "country",
            "state" => "state",
            "region" => "region",
            "complex" => "complex_name",
            "cloud-region" => "location_id",
            _ => return None,
        };
        let listed = test.operators.iter().find(|(operator, _)| {
            matches!(operator, AttributeOperator::All | AttributeOperator::Any) || column == "location_id"
        });
        let listed = listed?.1.datum.texts();
        let is_known = |town: &Town| [town.3, town.4, town.5].iter().any(|name| listed.contains(name));
        (!TOWNS.iter().any(is_known)).then(|| Some((column, (*listed.first()?).to_owned())))?
    });
    expected.collect()
}

/// A number for an attribute with thresholds: within all of them for most candidates, outside for some.
fn sample_number(template: &Template, attribute: &str, number: usize) -> String {
    let tests = template.constraints.iter().flat_map(|constraint| match &constraint.condition {
        Condition::Threshold { tests } => tests.as_slice(),
        _ => &[],
    });
    let (mut least, mut most) = (None::<f64>, None::<f64>);
    for test in tests {
        let text = |setting: &Option<super::super::model::Setting>| {
            setting.as_ref().and_then(|setting| setting.datum.text()).map(str::to_owned)
        };
        let bound_pools = test.threshold.as_ref().and_then(|setting| setting.datum.number());
        let (Some(operator), Some(bound_pools), true) =
            (text(&test.operator), bound_pools, text(&test.attribute).as_deref() == Some(attribute))
        else {
            continue;
        };
        if matches!(operator.as_str(), "gt" | "gte" | "eq") {
            least = Some(least.map_or(bound_pools, |least| least.max(bound_pools)));
        }
        if matches!(operator.as_str(), "lt" | "lte" | "eq") {
            most = Some(most.map_or(bound_pools, |most| most.min(bound_pools)));
        }
    }
    let is_out = number % 4 == 1;
    let step = 1.0 + 0.1 * (number % 5) as f64;
    let value = match (least, most) {
        (Some(least), Some(most)) if is_out => most + (most - least).abs().max(1.0),
        (Some(least), Some(most)) => f64::midpoint(least, most),
        (Some(least), None) if is_out => least / 2.0,
        (Some(least), None) => least * step + 1.0,
        (None, Some(most)) if is_out => most * 2.0,
        (None, Some(most)) => most / (step + 0.5),
        (None, None) => 10.0 + 10.0 * (number % 5) as f64,
    };
    format_number(value)
}

/// Additional columns for the constraints and the objective.
fn extra_columns(template: &Template) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for constraint in &template.constraints {
        match &constraint.condition {
            Condition::InventoryGroup => names.push("inventory_group".to_owned()),
            Condition::Hpa { .. } => names.push(hardware::FLAVORS_COLUMN.to_owned()),
            Condition::Threshold { tests } => {
                let named = tests.iter().filter_map(|test| test.attribute.as_ref()?.datum.text());
                names.extend(named.map(str::to_owned));
            }
            _ => {}
        }
    }
    let has_flavors = names.iter().any(|name| name == hardware::FLAVORS_COLUMN);
    for term in template.terms() {
        match &term.value {
            TermValue::Attribute { attribute: Some(name), .. } => names.push(name.clone()),
            TermValue::Latency(_) => names.push("latency".to_owned()),
            // With flavors, the score is calculated.
            TermValue::HpaScore(_) if !has_flavors => names.push("hpa_score".to_owned()),
            _ => {}
        }
    }
    names.retain(|name| {
        !name.is_empty() && name != "candidate_id" && !COMMON_COLUMNS.contains(&name.as_str())
    });
    let mut seen = BTreeSet::new();
    names.retain(|name| seen.insert(name.clone()));
    names
}

fn line<'a>(cells: impl Iterator<Item = &'a String>) -> String {
    let mut line = String::new();
    for (at, cell) in cells.enumerate() {
        let _ = write!(line, "{}{}", if at > 0 { "," } else { "" }, quoted(cell));
    }
    line.push('\n');
    line
}

fn quoted(cell: &str) -> String {
    if cell.contains([',', '"', '\n', ';', '\t']) {
        format!("\"{}\"", cell.replace('"', "\"\""))
    } else {
        cell.to_owned()
    }
}
