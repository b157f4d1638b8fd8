//! Conversion between the objective of a template and a formula, in both syntaxes. Unchanged terms keep their text.

pub mod formula;

use self::formula::{Argument, Formula, Function, Vocabulary};
use super::model::{Goal, Objective, Template, Term, TermValue, Weight};
use limn_language::dialect::Plan;
use limn_language::edit::EditError;
use limn_yaml::{Node, Op, Placement, Style, Value as YamlValue};

/// Returns true if objectives are written with a goal and operation functions.
fn is_generic(template: &Template) -> bool {
    match &template.objective {
        Some(objective) if objective.root.is_some() || objective.goal.is_some() => objective.is_generic,
        _ => template.version.as_ref().and_then(|version| version.datum.text()) == Some("2020-08-13"),
    }
}

/// The vocabulary of formulas in the template's version.
pub fn vocabulary(template: &Template) -> Vocabulary {
    let generic = is_generic(template);
    let between = |name| Function { name, takes: vec![Argument::Location, Argument::Demand] };
    let mut functions = vec![between("distance_between"), between("latency_between")];
    if generic {
        functions.push(Function { name: "attribute", takes: vec![Argument::Demand, Argument::Word] });
    } else {
        functions.push(Function { name: "aic_version", takes: vec![Argument::Demands] });
        functions.push(Function { name: "hpa_score", takes: vec![Argument::Demands] });
    }
    Vocabulary {
        goals: if generic { vec!["minimize", "maximize"] } else { vec!["minimize"] },
        operators: if generic { vec!["sum", "min", "max"] } else { vec!["sum"] },
        functions,
        ranges: generic,
        locations: template.locations.iter().map(|location| location.name.clone()).collect(),
        demands: template.demands.iter().map(|demand| demand.name.clone()).collect(),
    }
}

/// The current objective as a formula; an empty sum if there is none. `None` if it cannot be expressed as a formula.
pub fn read(template: &Template) -> Option<Formula> {
    let empty = formula::Term {
        weight: String::new(),
        range: None,
        value: formula::Value::Of { operator: "sum".to_owned(), terms: Vec::new() },
    };
    let Some(objective) = &template.objective else {
        return Some(Formula { goal: "minimize".to_owned(), root: empty });
    };
    let goal = match objective.goal {
        Some(Goal::Maximize) => "maximize",
        _ => "minimize",
    };
    let root = objective.root.as_ref().map_or(Some(empty), term)?;
    Some(Formula { goal: goal.to_owned(), root })
}

fn term(term: &Term) -> Option<formula::Term> {
    let name_of =
        |name_ref: &Option<super::model::NameRef>| name_ref.as_ref().map(|name_ref| name_ref.name.clone());
    let call = |function: &str, arguments: Vec<String>| formula::Value::Call {
        function: function.to_owned(),
        arguments,
    };
    let of = |operator: &str, terms: &[Term]| {
        let terms: Option<Vec<formula::Term>> = terms.iter().map(self::term).collect();
        Some(formula::Value::Of { operator: operator.to_owned(), terms: terms? })
    };
    let value = match &term.value {
        TermValue::Sum(terms) => of("sum", terms)?,
        TermValue::Min(terms) => of("min", terms)?,
        TermValue::Max(terms) => of("max", terms)?,
        TermValue::Distance(measure) => {
            call("distance_between", vec![name_of(&measure.location)?, name_of(&measure.demand)?])
        }
        TermValue::Latency(measure) => {
            call("latency_between", vec![name_of(&measure.location)?, name_of(&measure.demand)?])
        }
        TermValue::Attribute { demand, attribute } => {
            call("attribute", vec![name_of(demand)?, attribute.clone()?])
        }
        TermValue::AicVersion(demands) => {
            call("aic_version", demands.iter().map(|demand| demand.name.clone()).collect())
        }
        TermValue::HpaScore(demands) => {
            call("hpa_score", demands.iter().map(|demand| demand.name.clone()).collect())
        }
        TermValue::Constant | TermValue::Other(_) => return None,
    };
    let range = match &term.normalization {
        Some((start, end)) => Some((start.datum.text()?.to_owned(), end.datum.text()?.to_owned())),
        None => None,
    };
    Some(formula::Term { weight: weight(&term.weight)?, range, value })
}

/// The last number or parameter counts.
fn weight(weight: &Weight) -> Option<String> {
    match weight.written.last() {
        None => Some(String::new()),
        Some(setting) => match &setting.parameter {
            Some(parameter) => Some(format!("get_param({parameter})")),
            None => setting.datum.text().map(str::to_owned),
        },
    }
}

/// Plans the replacement of the objective.
pub fn plan(template: &Template, target: &Formula) -> Result<Plan, EditError> {
    vocabulary(template).validate(target).map_err(|error| EditError::Refused(error.to_string()))?;
    let formula::Value::Of { .. } = &target.root.value else {
        return Err(EditError::Refused(
            "expected an operator, such as `sum`, at the top of the objective".to_owned(),
        ));
    };
    let generic = is_generic(template);
    let writer = Writer { template, generic };
    let value = writer.objective(target);
    let at = template.base.key("optimization");
    let op = match template.node(&at) {
        None => Op::Insert {
            into: template.base.clone(),
            key: "optimization".to_owned(),
            value,
            placement: Placement::Last,
        },
        Some(_) => Op::Replace { at, value },
    };
    Ok(Plan { ops: vec![op], focus: None })
}

struct Writer<'a> {
    template: &'a Template,
    generic: bool,
}

impl Writer<'_> {
    fn objective(&self, target: &Formula) -> YamlValue {
        let old = self.template.objective.as_ref().and_then(|objective: &Objective| objective.root.as_ref());
        if self.generic {
            let function = self.function(&target.root, old);
            return YamlValue::map([
                ("goal", YamlValue::Plain(target.goal.clone())),
                ("operation_function", function),
            ]);
        }
        YamlValue::map([("minimize", YamlValue::map([("sum", self.terms(&target.root, old))]))])
    }

    /// The terms of an operator. A term equal to an old one keeps its text.
    fn terms(&self, target: &formula::Term, old: Option<&Term>) -> YamlValue {
        let formula::Value::Of { terms, .. } = &target.value else { return YamlValue::Sequence(Vec::new()) };
        let old: &[Term] = old.map(|old| old.value.terms()).unwrap_or_default();
        let current: Vec<Option<formula::Term>> = old.iter().map(term).collect();
        let mut used = vec![false; old.len()];
        let each = terms.iter().enumerate().map(|(at, target)| {
            let same = |at: &usize| !used[*at] && current[*at].as_ref() == Some(target);
            let found =
                Some(at).filter(|at| *at < old.len() && same(at)).or_else(|| (0..old.len()).find(same));
            if let Some(found) = found {
                used[found] = true;
                if let Some(node) = self.template.node(&old[found].path) {
                    return verbatim(node);
                }
            }
            // A changed term keeps the form of the old term at its position.
            self.term(target, old.get(at))
        });
        YamlValue::Sequence(each.collect())
    }

    fn term(&self, target: &formula::Term, old: Option<&Term>) -> YamlValue {
        if self.generic { self.operand(target, old) } else { self.summand(target, old) }
    }

    fn summand(&self, target: &formula::Term, old: Option<&Term>) -> YamlValue {
        let value = match &target.value {
            formula::Value::Of { .. } => YamlValue::map([("sum", self.terms(target, old))]),
            formula::Value::Call { function, arguments } => {
                let arguments = arguments.iter().map(YamlValue::text).collect();
                YamlValue::map([(function.as_str(), YamlValue::Sequence(arguments).on_one_line())])
            }
        };
        let bare =
            matches!(&target.value, formula::Value::Call { function, .. } if function == "distance_between");
        let was_product = old.is_some_and(|old| !old.weight.written.is_empty());
        match (target.weight.as_str(), bare) {
            ("", true) => value,
            ("1", true) if old.is_some() && !was_product => value,
            // Only a distance can be a term without a weight.
            ("", false) => product(YamlValue::Plain("1".to_owned()), value),
            (weight, _) => product(number(weight), value),
        }
    }

    fn operand(&self, target: &formula::Term, old: Option<&Term>) -> YamlValue {
        let mut entries: Vec<(String, YamlValue)> = Vec::new();
        let mut put = |key: &str, value: YamlValue| entries.push((key.to_owned(), value));
        match &target.value {
            formula::Value::Of { .. } => put("operation_function", self.function(target, old)),
            formula::Value::Call { function, arguments } => {
                put("function", YamlValue::Plain(function.clone()));
                let names =
                    if function == "attribute" { ["demand", "attribute"] } else { ["location", "demand"] };
                let params = names.into_iter().zip(arguments.iter().map(YamlValue::text));
                put("params", YamlValue::map(params));
            }
        }
        if !target.weight.is_empty() {
            put("weight", number(&target.weight));
        }
        if let Some((start, end)) = &target.range {
            let plain = |text: &String| YamlValue::Plain(text.clone());
            put("normalization", YamlValue::map([("start", plain(start)), ("end", plain(end))]));
        }
        // Keeps the order of the existing keys.
        if let Some(node) = old.and_then(|old| self.template.node(&old.path)) {
            let order: Vec<String> =
                node.entries().filter_map(|entry| Some(entry.key.as_str()?.into_owned())).collect();
            entries
                .sort_by_key(|(key, _)| order.iter().position(|known| known == key).unwrap_or(order.len()));
        }
        YamlValue::Mapping(entries)
    }

    fn function(&self, target: &formula::Term, old: Option<&Term>) -> YamlValue {
        let operator = match &target.value {
            formula::Value::Of { operator, .. } => operator.clone(),
            formula::Value::Call { .. } => "sum".to_owned(),
        };
        YamlValue::map([("operator", YamlValue::Plain(operator)), ("operands", self.terms(target, old))])
    }
}

fn product(weight: YamlValue, value: YamlValue) -> YamlValue {
    YamlValue::map([("product", YamlValue::Sequence(vec![weight, value]))])
}

fn number(weight: &str) -> YamlValue {
    match weight.strip_prefix("get_param(").and_then(|rest| rest.strip_suffix(')')) {
        Some(name) => YamlValue::map([("get_param", YamlValue::text(name))]).on_one_line(),
        None => YamlValue::Plain(weight.to_owned()),
    }
}

/// Copies a node as a value.
fn verbatim(node: Node<'_>) -> YamlValue {
    let node = node.resolve();
    if node.is_sequence() {
        return YamlValue::Sequence(node.items().map(verbatim).collect());
    }
    if node.is_mapping() {
        let entries =
            node.entries().filter_map(|entry| Some((entry.key.as_str()?.into_owned(), entry.value)));
        return YamlValue::Mapping(entries.map(|(key, value)| (key, verbatim(value))).collect());
    }
    let text = node.as_str().unwrap_or_default().into_owned();
    match node.style() {
        _ if node.is_null() => YamlValue::Null,
        Style::Plain => YamlValue::Plain(text),
        _ => YamlValue::Quoted(text),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::{Homing, read_source};
    use limn_files::FilePath;
    use limn_language::dialect::{Dialect, Library, Source};
    use limn_yaml as yaml;

    fn around(version: &str, objective: &str) -> String {
        format!(
            "homing_template_version: \"{version}\"\nparameters: {{w1: 10}}\nlocations: {{cl: {{latitude: 1.5, longitude: 2.5}}}}\n\
             demands: {{vG: [{{inventory_provider: aai, inventory_type: cloud}}], vM: [{{inventory_provider: aai, inventory_type: cloud}}]}}\n{objective}"
        )
    }

    fn template(text: &str) -> Template {
        let file = FilePath::new("plan.yaml").unwrap();
        let document = Arc::new(yaml::parse(text));
        let profile = Homing.recognizes(&file, &document).expect("a homing template").profile;
        let library = Arc::new(Library::default());
        read_source(&Source { file: &file, document: &document, profile, library: &library })
    }

    /// The objective before, as a formula; the target formula; the objective after.
    #[track_caller]
    fn check(version: &str, before: &str, current: &str, target: &str, after: &str) {
        let template = template(&around(version, before));
        assert_eq!(read(&template).map(|formula| formula.to_string()).as_deref(), Some(current));
        let target = vocabulary(&template).read(target).unwrap();
        let plan = plan(&template, &target).unwrap();
        let text = yaml::patch(&template.document, &plan.ops).unwrap().apply(template.document.text());
        assert_eq!(text, around(version, after));
        let again = self::template(&text);
        assert_eq!(read(&again), Some(target));
    }

    const BASE: &str = "\
optimization:
  minimize:
    sum: # near everything
    - product:
      - 2 # twice
      - distance_between: [cl, vG]
    - distance_between:
      - cl
      - vM
";

    #[test]
    fn changing_a_weight_keeps_the_rest_of_the_text() {
        check(
            "2018-02-01",
            BASE,
            "minimize sum(2 * distance_between(cl, vG), distance_between(cl, vM))",
            "minimize sum(3.5 * distance_between(cl, vG), distance_between(cl, vM))",
            &BASE.replace("- 2 # twice", "- 3.5 # twice"),
        );
    }

    #[test]
    fn terms_are_added_and_removed() {
        check(
            "2018-02-01",
            BASE,
            "minimize sum(2 * distance_between(cl, vG), distance_between(cl, vM))",
            "minimize sum(2 * distance_between(cl, vG), distance_between(cl, vM), 4 * latency_between(cl, vM))",
            &format!("{BASE}    - product:\n      - 4\n      - latency_between: [cl, vM]\n"),
        );
        check(
            "2018-02-01",
            BASE,
            "minimize sum(2 * distance_between(cl, vG), distance_between(cl, vM))",
            "minimize sum(2 * distance_between(cl, vG))",
            &BASE.replace("    - distance_between:\n      - cl\n      - vM\n", ""),
        );
    }

    #[test]
    fn a_new_objective_is_written_in_both_syntaxes() {
        check(
            "2018-02-01",
            "",
            "minimize sum()",
            "minimize sum(10 * distance_between(cl, vG))",
            "optimization: {minimize: {sum: [{product: [10, {distance_between: [cl, vG]}]}]}}\n",
        );
        check(
            "2020-08-13",
            "optimization: {}\n",
            "minimize sum()",
            "maximize min(2 * attribute(vG, capacity) from 0 to 50)",
            "optimization:\n  goal: maximize\n  operation_function:\n    operator: min\n    operands:\n      - function: attribute\n        params: {demand: vG, attribute: capacity}\n        weight: 2\n        normalization: {start: 0, end: 50}\n",
        );
    }

    #[test]
    fn the_newer_syntax_keeps_the_order_of_keys() {
        let before = "\
optimization:
  goal: minimize
  operation_function:
    operator: sum
    operands:
    - function: attribute
      weight: 1.5
      normalization: {start: 50, end: 5}
      params: {demand: vG, attribute: latency}
";
        check(
            "2020-08-13",
            before,
            "minimize sum(1.5 * attribute(vG, latency) from 50 to 5)",
            "maximize sum(1.5 * attribute(vM, latency) from 50 to 10)",
            &before.replace("minimize", "maximize").replace("vG", "vM").replace("end: 5}", "end: 10}"),
        );
    }

    #[test]
    fn a_weight_from_a_parameter_can_be_replaced_with_a_number() {
        let before = "optimization:\n  minimize:\n    sum:\n    - product: [{get_param: w1}, {distance_between: [cl, vG]}]\n";
        check(
            "2018-02-01",
            before,
            "minimize sum(get_param(w1) * distance_between(cl, vG))",
            "minimize sum(10 * distance_between(cl, vG))",
            &before.replace("{get_param: w1}", "10"),
        );
    }

    #[test]
    fn an_objective_without_a_formula_cannot_be_edited() {
        let odd = template(&around(
            "2018-02-01",
            "optimization: {minimize: {sum: [{product: [2, {cost: [vG]}]}]}}\n",
        ));
        assert_eq!(read(&odd), None);
        let none = template(&around("2018-02-01", ""));
        let formula = Formula { goal: "maximize".to_owned(), root: read(&none).unwrap().root };
        assert!(plan(&none, &formula).unwrap_err().to_string().contains("minimize"));
    }
}
