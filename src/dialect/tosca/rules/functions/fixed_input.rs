//! Defaults of inputs that are calls.

use super::super::Rule;
use super::STANDARD;
use crate::diagnostic::{Code, Report};
use crate::dialect::tosca::function::Call;
use crate::dialect::tosca::model::Service;
use crate::dialect::tosca::survey::Spot;

pub(in super::super) static RULE: Rule = Rule { codes: &[&COMPUTED], check };

static COMPUTED: Code = Code::warning(
    "tosca/computed-input-default",
    "T4-R6",
    STANDARD,
    "Inputs have their values before anything is evaluated, so the default of one is a value, not a function.",
);

fn check(service: &Service<'_>, report: &mut Report) {
    for site in service.survey().sites.iter().filter(|it| it.spot == Spot::InputDefault) {
        let Some(call) = Call::of(site.value) else { continue };
        let message = format!("`{}` cannot give the default of an input", call.function.name());
        report.push(service.fault(&COMPUTED, call.key, message));
    }
}
