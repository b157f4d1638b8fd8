//! Rule: hardware requirements have scores, comparable values, and one flavor directive.

use super::super::grammar::{HPA_ATTRIBUTE, HPA_FEATURE};
use super::super::model::{Condition, Datum, Feature, FeatureAttribute, Template};
use limn_language::diagnostic::{Code, Diagnostic, Report, Rule};
use limn_language::message;

pub(super) static RULE: Rule<Template> =
    Rule { codes: &[&SCORE_MISSING, &MANDATORY_FLAG, &FLAVOR_DIRECTIVE], check };

const SECTION: &str = "ONAP HAS homing specification, HPA";

static SCORE_MISSING: Code = Code::error(
    "homing/score-missing",
    "H-HPA-3",
    SECTION,
    "Checks that an optional feature has a `score`.",
)
.why("HAS ranks flavors by the scores of optional features, and rejects a template without one.")
.advice("Add `score`, or make the feature mandatory: `mandatory: 'True'`.")
.bad(
    "features",
    "
{hpa-feature: numa, hpa-version: v1, architecture: generic, mandatory: 'False', directives: [], hpa-feature-attributes: []}
#                                                                      ^^^^^^^
",
)
.good("{hpa-feature: numa, hpa-version: v1, architecture: generic, mandatory: 'False', score: '5', directives: [], hpa-feature-attributes: []}");
static MANDATORY_FLAG: Code = Code::warning(
    "homing/malformed-mandatory-flag",
    "H-HPA-3",
    SECTION,
    "Checks that `mandatory` is the string `True` or `False`.",
)
.earlier(&["homing/mandatory-is-a-text"])
.why("HAS compares `mandatory` with the string `False`. For the boolean `false`, it does not check that the feature has a `score`.")
.advice("Write `mandatory: 'True'` or `mandatory: 'False'`, with quotes and a capital letter.")
.bad(
    "feature",
    "
mandatory: false
#          ^^^^^
score: '5'
",
)
.good(
    "
mandatory: 'False'
score: '5'
",
);
static FLAVOR_DIRECTIVE: Code = Code::warning(
    "homing/flavor-directive",
    "H-HPA-5",
    SECTION,
    "Checks that each machine has exactly one directive of type `flavor_directives`.",
)
.why("HAS fills in the selected flavor there.")
.advice("Add a directive with `type: flavor_directives`, or remove all but one of them.")
.bad(
    "machine",
    "
directives: [{type: sriovNICNetwork_directives}]
#^^^^^^^^^
",
)
.good("directives: [{type: flavor_directives, attributes: [{attribute_name: flavor, attribute_value: ''}]}]");

fn check(template: &Template, report: &mut Report) {
    for constraint in &template.constraints {
        let Condition::Hpa { machines } = &constraint.condition else { continue };
        for machine in machines {
            let types = || machine.directives.iter().flatten().filter_map(|setting| setting.datum.text());
            let count = types().filter(|name| *name == "flavor_directives").count();
            if count != 1 && !machine.directives.is_empty() {
                let at = machine.path.key("directives");
                let range = template
                    .node(&at)
                    .and_then(limn_yaml::Node::key)
                    .map_or(machine.range, limn_yaml::Node::range);
                let message = match count {
                    0 => message::missing("directive", "flavor_directives"),
                    _ => message::expected("one directive of type `flavor_directives`", count),
                };
                report.push(Diagnostic::new(&FLAVOR_DIRECTIVE, range, at, message));
            }
            for feature in &machine.features {
                check_mandatory(feature, report);
                feature.attributes.iter().for_each(|attribute| check_attribute(attribute, report));
            }
        }
    }
}

fn check_mandatory(feature: &Feature, report: &mut Report) {
    let Some(setting) = &feature.mandatory else { return };
    let name = feature.name.as_ref().and_then(|name| name.datum.text()).unwrap_or("the feature");
    match &setting.datum {
        Datum::Text(text) if text == "False" && feature.score.is_none() => {
            let message = message::missing_on("key", "score", "optional feature", name);
            report.push(Diagnostic::new(&SCORE_MISSING, setting.range, feature.path.clone(), message));
        }
        Datum::Text(text) if text == "True" || text == "False" => {}
        Datum::Text(text) => {
            let message = message::expected("`True` or `False` for `mandatory`", format!("`{text}`"));
            report.push(Diagnostic::new(&HPA_FEATURE, setting.range, setting.path.clone(), message));
        }
        Datum::Flag(flag) => {
            let word = if *flag { "True" } else { "False" };
            let message = message::expected(
                format!("the string `'{word}'` for `mandatory`"),
                format!("the boolean `{flag}`"),
            );
            let diagnostic = Diagnostic::new(&MANDATORY_FLAG, setting.range, setting.path.clone(), message);
            report.push(match setting.parameter {
                Some(_) => diagnostic,
                None => {
                    let value = limn_yaml::Value::Quoted(word.to_owned());
                    let ops = vec![limn_yaml::Op::Replace { at: setting.path.clone(), value }];
                    // As a string it requires a score, which only the user can choose.
                    diagnostic.likely_fix("Add quotes", ops, *flag || feature.score.is_some())
                }
            });
        }
        _ => {}
    }
}

fn check_attribute(attribute: &FeatureAttribute, report: &mut Report) {
    let (Some(value), Some(operator)) = (&attribute.value, &attribute.operator) else { return };
    let sign = operator.datum.text().unwrap_or_default();
    let message = match (&value.datum, sign) {
        (Datum::Text(text), "<" | ">" | "<=" | ">=") if !text.bytes().all(|byte| byte.is_ascii_digit()) => {
            message::expected(format!("an integer for `{sign}`"), format!("`{text}`"))
        }
        (Datum::List(_), "<" | ">" | "<=" | ">=") => {
            message::expected(format!("a number for `{sign}`"), "a list")
        }
        (Datum::Text(_) | Datum::Number(..) | Datum::Flag(_), "ALL") => {
            message::expected("a list for `ALL`", value.datum.describe())
        }
        _ => return,
    };
    report.push(Diagnostic::new(&HPA_ATTRIBUTE, value.range, value.path.clone(), message));
}
