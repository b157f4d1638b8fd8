//! Hardware requirements: scores, values that can be compared, and where the answer goes.

use super::super::grammar::{HPA_ATTRIBUTE, HPA_FEATURE};
use super::super::model::{Condition, Datum, Feature, FeatureAttribute, Template};
use limn_language::diagnostic::{Code, Diagnostic, Report, Rule};

pub(super) static RULE: Rule<Template> =
    Rule { codes: &[&SCORE_MISSING, &MANDATORY_FLAG, &FLAVOR_DIRECTIVE], check };

const SECTION: &str = "HAS homing specification, HPA";

static SCORE_MISSING: Code = Code::error(
    "homing/score-missing",
    "H-HPA-3",
    SECTION,
    "A feature that is not mandatory says what it is worth.

Bad:
```yaml
{hpa-feature: numa, hpa-version: v1, architecture: generic, mandatory: 'False', directives: [], hpa-feature-attributes: []}
```
Good:
```yaml
{hpa-feature: numa, hpa-version: v1, architecture: generic, mandatory: 'False', score: '5', directives: [], hpa-feature-attributes: []}
```",
);
static MANDATORY_FLAG: Code = Code::warning(
    "homing/mandatory-is-a-text",
    "H-HPA-3",
    SECTION,
    "`mandatory` is the text `True` or `False`. A bare `false` is taken for neither, so that its score is never asked for.

Bad:
```yaml
mandatory: false
```
Good:
```yaml
mandatory: 'False'
```",
);
static FLAVOR_DIRECTIVE: Code = Code::warning(
    "homing/flavor-directive",
    "H-HPA-5",
    SECTION,
    "The flavor that was found is filled in where a directive of the type `flavor_directives` says: each machine has one.

Bad:
```yaml
directives: [{type: sriovNICNetwork_directives}]
```
Good:
```yaml
directives: [{type: flavor_directives, attributes: [{attribute_name: flavor, attribute_value: ''}]}]
```",
);

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
                    0 => "no directive is of the type `flavor_directives`".to_owned(),
                    _ => format!("{count} directives are of the type `flavor_directives`, one is enough"),
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
            let message = format!("`{name}` is not mandatory, so it needs a `score`");
            report.push(Diagnostic::new(&SCORE_MISSING, setting.range, feature.path.clone(), message));
        }
        Datum::Text(text) if text == "True" || text == "False" => {}
        Datum::Text(text) => {
            let message = format!("`mandatory` is `True` or `False`, not `{text}`");
            report.push(Diagnostic::new(&HPA_FEATURE, setting.range, setting.path.clone(), message));
        }
        Datum::Flag(flag) => {
            let word = if *flag { "True" } else { "False" };
            let message = format!("`mandatory` is compared with texts: write `'{word}'`");
            let diagnostic = Diagnostic::new(&MANDATORY_FLAG, setting.range, setting.path.clone(), message);
            report.push(match setting.parameter {
                Some(_) => diagnostic,
                None => {
                    let value = limn_yaml::Value::Quoted(word.to_owned());
                    let ops = vec![limn_yaml::Op::Replace { at: setting.path.clone(), value }];
                    // As a text it asks for the score, which is for a person to say.
                    diagnostic.likely_fix("Put it in quotes", ops, *flag || feature.score.is_some())
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
            format!("`{sign}` compares whole numbers, and `{text}` is none")
        }
        (Datum::List(_), "<" | ">" | "<=" | ">=") => {
            format!("`{sign}` compares with one number, not with a list")
        }
        (Datum::Text(_) | Datum::Number(..) | Datum::Flag(_), "ALL") => "`ALL` takes a list".to_owned(),
        _ => return,
    };
    report.push(Diagnostic::new(&HPA_ATTRIBUTE, value.range, value.path.clone(), message));
}
