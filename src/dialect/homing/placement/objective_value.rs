//! Value of the objective for a combination of candidates, term by term, calculated as in HAS including its known bugs.

use super::candidate_constraints::location_point;
use super::{DemandCandidates, hardware};
use super::{Note, Row, TermShare, format_number};
use crate::model::{Goal, Measure, NameRef, Objective, Template, Term, TermValue, Weight};
use limn_language::graph::Id;
use limn_language::message;

/// A function of the objective, evaluated for each candidate.
pub struct Leaf<'a> {
    term: &'a Term,
    /// The pool of its demand; `None` if its demand is not declared in the template.
    pool: Option<usize>,
    /// For each row of the pool: the value and its explanation.
    values: Vec<(Option<f64>, String)>,
}

/// Everything that can be evaluated before the search for combinations.
pub struct ObjectiveEvaluator<'a> {
    root: Option<&'a Term>,
    leaves: Vec<Leaf<'a>>,
    is_generic: bool,
    /// `hpa_score` of each pool, by row.
    scores: Vec<Vec<f64>>,
}

impl<'a> ObjectiveEvaluator<'a> {
    pub fn of(template: &'a Template, pools: &[DemandCandidates<'_>]) -> ObjectiveEvaluator<'a> {
        let is_generic = template.objective.as_ref().is_some_and(|objective| objective.is_generic);
        let leaves = template.terms().into_iter().filter(|term| term.value.terms().is_empty());
        let leaves = leaves.map(|term| leaf(template, term, pools, is_generic));
        let of = |demand: &str, row: &Row| {
            row.number("hpa_score").unwrap_or_else(|| hardware::score(template, demand, row))
        };
        let score = |pool: &DemandCandidates<'_>| pool.rows.iter().map(|row| of(pool.demand, row)).collect();
        ObjectiveEvaluator {
            root: template.objective.as_ref().and_then(|objective| objective.root.as_ref()),
            leaves: leaves.collect(),
            is_generic,
            scores: pools.iter().map(score).collect(),
        }
    }

    /// The objective of one combination, given as one row for each pool.
    pub fn value(&self, rows: &[usize]) -> Option<f64> {
        self.term(self.root?, rows)
    }

    fn term(&self, term: &Term, rows: &[usize]) -> Option<f64> {
        let value = match &term.value {
            TermValue::Sum(terms) => {
                let mut sum = 0.0;
                for inner in terms {
                    sum += self.term(inner, rows)?;
                }
                // The newer syntax has no sum without terms.
                (!terms.is_empty() || !self.is_generic).then_some(sum)?
            }
            // HAS's `max` returns the smallest value, too.
            TermValue::Min(terms) | TermValue::Max(terms) => {
                let values: Option<Vec<f64>> = terms.iter().map(|inner| self.term(inner, rows)).collect();
                values?.into_iter().reduce(f64::min)?
            }
            TermValue::HpaScore(_) => -rows
                .iter()
                .zip(&self.scores)
                .map(|(at, scores)| scores.get(*at).unwrap_or(&0.0))
                .sum::<f64>(),
            _ => self.leaf(term, rows)?.0?,
        };
        Some(normalized(term, value)? * term.weight.effective())
    }

    fn leaf(&self, term: &Term, rows: &[usize]) -> Option<&(Option<f64>, String)> {
        let leaf = self.leaves.iter().find(|leaf| std::ptr::eq(leaf.term, term))?;
        leaf.values.get(rows.get(leaf.pool?).copied()?)
    }

    /// The terms one by one: those of a sum, and of nested sums.
    pub fn shares(&self, rows: &[usize]) -> Vec<TermShare> {
        let mut shares = Vec::new();
        if let Some(root) = self.root {
            self.add_shares(root, rows, 1.0, &mut shares);
        }
        shares
    }

    fn add_shares(&self, term: &Term, rows: &[usize], outer: f64, shares: &mut Vec<TermShare>) {
        let weight = outer * term.weight.effective();
        if let TermValue::Sum(terms) = &term.value
            && term.normalization.is_none()
        {
            for inner in terms {
                self.add_shares(inner, rows, weight, shares);
            }
            return;
        }
        let how = match &term.value {
            TermValue::Min(_) | TermValue::Max(_) => "the smallest of its terms".to_owned(),
            TermValue::HpaScore(_) => "the negative sum of the hardware scores".to_owned(),
            _ => self.leaf(term, rows).map_or_else(|| missing_reason(term), |(_, how)| how.clone()),
        };
        let how = match &term.normalization {
            Some((start, end)) => format!(
                "{how}, normalized from {} to {}",
                start.datum.text().unwrap_or("?"),
                end.datum.text().unwrap_or("?")
            ),
            None => how,
        };
        shares.push(TermShare {
            of: Id(term.path.clone()),
            label: label(&term.value),
            weight,
            how,
            value: self.term(term, rows).map(|value| value * outer),
        });
    }
}

fn normalized(term: &Term, value: f64) -> Option<f64> {
    let Some((start, end)) = &term.normalization else { return Some(value) };
    let (start, end) = (start.datum.number()?, end.datum.number()?);
    (start != end).then(|| (value - start) / (end - start))
}

fn missing_reason(term: &Term) -> String {
    match &term.value {
        TermValue::Constant => "it has no function".to_owned(),
        TermValue::Other(name) => message::unknown("function", name),
        _ => "none of its demands is declared in the template".to_owned(),
    }
}

fn leaf<'a>(
    template: &Template,
    term: &'a Term,
    pools: &[DemandCandidates<'_>],
    is_generic: bool,
) -> Leaf<'a> {
    let pool_of = |name_ref: Option<&NameRef>| {
        name_ref.and_then(|name_ref| pools.iter().position(|pool| pool.demand == name_ref.name))
    };
    let each = |at: Option<usize>, of: &dyn Fn(&Row) -> (Option<f64>, String)| {
        let rows = at.map(|at| pools[at].rows.iter().map(|row| of(row)).collect());
        rows.unwrap_or_default()
    };
    let (pool, values) = match &term.value {
        TermValue::Distance(measure) => {
            let at = pool_of(measure.demand.as_ref());
            (at, each(at, &|row| distance(template, measure, row, is_generic)))
        }
        TermValue::Latency(measure) => {
            let at = pool_of(measure.demand.as_ref());
            (at, each(at, &|row| latency(template, measure, row, is_generic)))
        }
        TermValue::Attribute { demand, attribute } => {
            let at = pool_of(demand.as_ref());
            let name = attribute.clone().unwrap_or_default();
            let of = |row: &Row| match row.number(&name) {
                Some(value) => (Some(value), format!("{name} {}", format_number(value))),
                None => (None, format!("`{}` has no `{name}`", row.id)),
            };
            (at, each(at, &of))
        }
        TermValue::AicVersion(demands) => {
            let at = pool_of(demands.first());
            (at, each(at, &|_| (Some(0.0), "has no effect; the newer version wins a tie".to_owned())))
        }
        _ => (None, Vec::new()),
    };
    Leaf { term, pool, values }
}

/// The older syntax adds the candidate's cost.
fn with_cost(
    far: f64,
    unit: &str,
    template: &Template,
    measure: &Measure,
    row: &Row,
    is_generic: bool,
) -> (Option<f64>, String) {
    let cost = if is_generic { 0.0 } else { cost(template, measure, row) };
    if cost == 0.0 {
        return (Some(far), format!("{} {unit}", format_number(far)));
    }
    (Some(far + cost), format!("{} {unit} + cost {}", format_number(far), format_number(cost)))
}

fn cost(template: &Template, measure: &Measure, row: &Row) -> f64 {
    let demand = measure.demand.as_ref().and_then(|name_ref| template.demand(&name_ref.name));
    let usual = || {
        let mut sources = demand.into_iter().flat_map(|demand| &demand.sources);
        sources.find_map(|source| source.default_cost.as_ref()?.datum.number())
    };
    row.number("cost").or_else(usual).unwrap_or(0.0)
}

fn distance(template: &Template, measure: &Measure, row: &Row, is_generic: bool) -> (Option<f64>, String) {
    let Some(from) = location_point(template, measure.location.as_ref()) else {
        return (None, location_problem(measure));
    };
    match row.place() {
        Some(at) => with_cost(from.distance(at), "km", template, measure, row, is_generic),
        None => (None, format!("`{}` has no coordinates", row.id)),
    }
}

/// From the table if it has the latency, otherwise the distance, as HAS uses without country groups.
fn latency(template: &Template, measure: &Measure, row: &Row, is_generic: bool) -> (Option<f64>, String) {
    let to = measure.location.as_ref().map_or("", |name_ref| &name_ref.name);
    let warning = row.number(&format!("latency_{to}")).or_else(|| row.number("latency"));
    match warning {
        Some(latency) => with_cost(latency, "ms", template, measure, row, is_generic),
        None => distance(template, measure, row, is_generic),
    }
}

fn location_problem(measure: &Measure) -> String {
    match &measure.location {
        Some(location) => format!("the position of `{}` is in the inventory", location.name),
        None => "it has no location".to_owned(),
    }
}

/// `distance_between(customer, vG)`
pub fn label(value: &TermValue) -> String {
    let name = |name_ref: Option<&NameRef>| name_ref.map_or("?", |name_ref| &name_ref.name).to_owned();
    let all = |word: &str, demands: &[NameRef]| {
        let names: Vec<&str> = demands.iter().map(|name_ref| name_ref.name.as_str()).collect();
        format!("{word}({})", names.join(", "))
    };
    let separator = |word: &str, measure: &Measure| {
        format!("{word}({}, {})", name(measure.location.as_ref()), name(measure.demand.as_ref()))
    };
    let inner = |word: &str, terms: &[Term]| {
        let terms: Vec<String> = terms.iter().map(|term| label(&term.value)).collect();
        format!("{word}({})", terms.join(", "))
    };
    match value {
        TermValue::Sum(terms) => inner("sum", terms),
        TermValue::Min(terms) => inner("min", terms),
        TermValue::Max(terms) => inner("max", terms),
        TermValue::Distance(measure) => separator("distance_between", measure),
        TermValue::Latency(measure) => separator("latency_between", measure),
        TermValue::Attribute { demand, attribute } => {
            format!("attribute({}, {})", name(demand.as_ref()), attribute.as_deref().unwrap_or("?"))
        }
        TermValue::AicVersion(demands) => all("aic_version", demands),
        TermValue::HpaScore(demands) => all("hpa_score", demands),
        TermValue::Constant => "nothing".to_owned(),
        TermValue::Other(name) => name.clone(),
    }
}

/// Notes on unexpected results of the objective.
pub fn notes(template: &Template) -> Vec<Note> {
    let mut notes = Vec::new();
    let Some(objective) = &template.objective else {
        notes.push(Note {
            about: None,
            text: "There is no objective: HAS selects any combination that satisfies the constraints."
                .to_owned(),
            warns: false,
        });
        return notes;
    };
    goal(objective, &mut notes);
    for term in template.terms() {
        let mut say =
            |text: String| notes.push(Note { about: Some(Id(term.path.clone())), text, warns: true });
        if let Some(warning) = weight(template, &term.weight, &term.value, objective.is_generic) {
            say(warning);
        }
        match &term.value {
            TermValue::Max(_) => {
                say("`max` returns the smallest of its terms, as in HAS".to_owned());
            }
            TermValue::Distance(_) | TermValue::Latency(_) if objective.is_generic => say(format!(
                "HAS cannot evaluate `{}` in this version; it is evaluated here, without cost",
                label(&term.value)
            )),
            TermValue::Latency(_) => say(format!(
                "`{}`: HAS uses the distance and adds 20,000 for each country group farther away. Without a column `latency`, only the distance counts here",
                label(&term.value)
            )),
            _ => {}
        }
    }
    notes
}

fn goal(objective: &Objective, notes: &mut Vec<Note>) {
    let about = Some(Id(objective.path.clone()));
    match (objective.goal, objective.is_generic) {
        (Some(Goal::Maximize), false) => notes.push(Note {
            about,
            text: "HAS only minimizes in this version, and rejects this template".to_owned(),
            warns: true,
        }),
        (None, true) => notes.push(Note {
            about,
            text: "expected the goal `minimize` or `maximize`; `minimize` is used".to_owned(),
            warns: true,
        }),
        _ => {}
    }
}

fn weight(template: &Template, weight: &Weight, value: &TermValue, is_generic: bool) -> Option<String> {
    let of = label(value);
    let parameter = weight.written.iter().find_map(|setting| setting.parameter.as_ref());
    let counts = format_number(weight.effective());
    if let Some(name) = parameter {
        let intended = template.parameter(name).and_then(|parameter| parameter.value.datum.text());
        let intended = intended.map_or_else(String::new, |intended| format!(" ({intended})"));
        return Some(if is_generic {
            format!(
                "the weight of `{of}` reads parameter `{name}`{intended}, which HAS rejects; it counts as {counts} here"
            )
        } else {
            format!(
                "the weight of `{of}` reads parameter `{name}`{intended}, but HAS doesn't resolve parameters in the objective: it counts as {counts}"
            )
        });
    }
    if weight.written.len() > 1 && !weight.is_nested {
        return Some(format!("`{of}` has several weights; the last one counts: {counts}"));
    }
    let cut = weight
        .written
        .iter()
        .find_map(|setting| setting.datum.number().filter(|number| number.fract() != 0.0));
    cut.filter(|_| weight.is_nested).map(|written| {
        format!("the weight {} of `{of}` is in a nested product, where HAS truncates fractions: it counts as {counts}", format_number(written))
    })
}
