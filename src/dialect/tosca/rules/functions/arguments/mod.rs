//! Number and form of function arguments.

mod artifact;
mod getter;
mod intrinsic;

pub(super) use getter::INPUT_PATH;

use std::ops::RangeInclusive;

use super::super::Rule;
use crate::function::{CallNode, Function};
use crate::model::Service;
use crate::resolve::CallContext;
use crate::value::shown;
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
        let Some(call) = CallNode::of(site.value) else { continue };
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

/// The arguments of a function.
struct Signature<'a> {
    /// The number of arguments.
    range: RangeInclusive<usize>,
    /// The arguments in words: "three arguments (string, separators, index)".
    expected: &'a str,
    example: &'a str,
}

struct ArgumentChecker<'s, 'd, 'r> {
    service: &'s Service<'d>,
    call: CallNode<'d>,
    context: CallContext,
    report: &'r mut Report,
}

impl<'d> ArgumentChecker<'_, 'd, '_> {
    fn push(&mut self, code: &'static Code, at: Node<'d>, message: impl Into<String>) {
        self.report.push(self.service.fault(code, at, message));
    }

    /// Returns the arguments if they are a list of the expected length; reports a fault otherwise.
    fn list(&mut self, code: &'static Code, signature: &Signature<'_>) -> Option<Vec<Node<'d>>> {
        let name = self.call.function.name();
        if !self.call.argument.is_sequence() {
            let at = if self.call.argument.is_null() { self.call.key } else { self.call.argument };
            let what = format!("a list for `{name}`, such as `{}`", signature.example);
            self.push(code, at, message::expected(what, shown(self.call.argument)));
            return None;
        }
        let arguments = self.call.arguments();
        if signature.range.contains(&arguments.len()) {
            return Some(arguments);
        }
        let count = match arguments.len() {
            0 => "an empty list".to_owned(),
            1 => "one argument".to_owned(),
            count => format!("{count} arguments"),
        };
        self.push(
            code,
            self.call.key,
            message::expected(format!("{} for `{name}`", signature.expected), count),
        );
        None
    }

    /// Returns true if an argument is a name; reports a fault otherwise. Another code reports a nested call.
    fn is_name(&mut self, code: &'static Code, argument: Node<'d>, what: &str) -> bool {
        if argument.is_scalar() && !argument.is_null() {
            return true;
        }
        if CallNode::of(argument).is_none() {
            let what = format!("the name of {what} for `{}`", self.call.function.name());
            self.push(code, argument, message::expected(what, shown(argument)));
        }
        false
    }
}
