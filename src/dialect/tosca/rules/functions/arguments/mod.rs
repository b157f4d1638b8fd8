//! Number and form of function arguments.

mod artifact;
mod getter;
mod intrinsic;

pub(super) use getter::INPUT_PATH;

use super::super::Rule;
use crate::function::{Call, Function};
use crate::model::Service;
use crate::resolve::Context;
use limn_language::diagnostic::{Code, Report};
use limn_language::message;
use limn_yaml::Node;

pub(in super::super) static RULE: Rule = Rule {
    codes: &[
        &intrinsic::CONCAT,
        &intrinsic::CONCAT_ELEMENT,
        &intrinsic::JOIN,
        &intrinsic::TOKEN,
        &intrinsic::TOKEN_INDEX,
        &getter::INPUT,
        &getter::INPUT_PATH,
        &getter::PROPERTY,
        &getter::ATTRIBUTE,
        &getter::OUTPUT,
        &getter::NODES,
        &artifact::ARTIFACT,
        &artifact::LOCATION,
        &artifact::REMOVE,
    ],
    check,
};

fn check(service: &Service<'_>, report: &mut Report) {
    for site in &service.name_index().sites {
        let Some(call) = Call::of(site.value) else { continue };
        let mut checker = ArgumentChecker { service, call, context: site.context, report };
        match call.function {
            Function::Concat => checker.concat(),
            Function::Join => checker.join(),
            Function::Token => checker.token(),
            Function::GetInput => checker.input(),
            Function::GetProperty => checker.path(&getter::PROPERTY, "property"),
            Function::GetAttribute => checker.path(&getter::ATTRIBUTE, "attribute"),
            Function::GetOperationOutput => checker.output(),
            Function::GetNodesOfType => checker.nodes(),
            Function::GetArtifact => checker.artifact(),
        }
    }
}

struct ArgumentChecker<'s, 'd, 'r> {
    service: &'s Service<'d>,
    call: Call<'d>,
    context: Context,
    report: &'r mut Report,
}

impl<'d> ArgumentChecker<'_, 'd, '_> {
    fn push(&mut self, code: &'static Code, at: Node<'d>, message: impl Into<String>) {
        self.report.push(self.service.fault(code, at, message));
    }

    /// Returns the arguments if they are a list of the expected length; reports a fault otherwise.
    fn list(
        &mut self,
        code: &'static Code,
        least: usize,
        most: usize,
        signature: &str,
    ) -> Option<Vec<Node<'d>>> {
        let name = self.call.function.name();
        if !self.call.argument.is_sequence() {
            let at = if self.call.argument.is_null() { self.call.key } else { self.call.argument };
            self.push(code, at, format!("expected a list of arguments for `{name}`: {signature}"));
            return None;
        }
        let arguments = self.call.arguments();
        if (least..=most).contains(&arguments.len()) {
            return Some(arguments);
        }
        let count = match arguments.len() {
            1 => "one argument".to_owned(),
            count => format!("{count} arguments"),
        };
        self.push(code, self.call.key, message::expected(format!("{signature} for `{name}`"), count));
        None
    }

    /// Returns true if an argument is a name; reports a fault otherwise. Another code reports a nested call.
    fn is_name(&mut self, code: &'static Code, argument: Node<'d>, what: &str) -> bool {
        if argument.is_scalar() && !argument.is_null() {
            return true;
        }
        if Call::of(argument).is_none() {
            self.push(
                code,
                argument,
                format!("expected the name of {what} for `{}`", self.call.function.name()),
            );
        }
        false
    }
}
