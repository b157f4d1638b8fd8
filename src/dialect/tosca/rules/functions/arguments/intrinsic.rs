//! Arguments of `concat`, `join` and `token`.

use super::super::STANDARD;
use super::{ArgumentChecker, Signature};
use crate::function::CallNode;
use crate::resolve::{CallResult, Resolver};
use crate::value::{ValueKind, shown};
use limn_language::diagnostic::Code;
use limn_language::message;
use limn_yaml::Resolved;

pub(super) static CONCAT: Code = Code::error(
    "tosca/concat-arguments",
    "T4.3.1-R1",
    STANDARD,
    "Checks that `concat` has a list of at least one string or expression: `{ concat: [ 'http://', { get_property: [ SELF, host ] } ] }`.",
)
.why("Another argument has no items to concatenate, so processors reject it or return an unexpected value.")
.advice("Write the strings and functions as a list, such as `{concat: ['http://', {get_input: host}]}`.")
.bad(
    "topology template",
    "
outputs: {a: {type: string, value: {concat: text}}}
#                                           ^^^^
",
)
.good(
    "
inputs: {size: {type: string}}
outputs: {a: {value: {concat: ['http://', get_input: size, 80]}}}
",
);

pub(super) static CONCAT_ELEMENT: Code = Code::warning(
    "tosca/concat-element",
    "T4.3.1-R3",
    STANDARD,
    "Checks that the elements of `concat` are strings or functions that return strings.",
)
.why("Lists and maps cannot be concatenated.")
.advice("Write nested items in `concat` itself, use `join` for a list, or read one entry of a map.")
.bad(
    "topology template",
    "
outputs: {a: {value: {concat: [a, [b, c]]}}}
#                                 ^^^^^^
",
)
.good(
    "
inputs: {size: {type: string}}
outputs: {a: {value: {concat: ['http://', get_input: size, 80]}}}
",
);

pub(super) static JOIN: Code = Code::error(
    "tosca/join-arguments",
    "T4.3.2-R1",
    STANDARD,
    "Checks that `join` has one or two arguments: the list of strings to join (or a function that returns one), and the delimiter.",
)
.why("Another argument has no items to join, so processors reject it or return an unexpected value.")
.advice("Write the strings as a list, followed by the delimiter, such as `{join: [[a, b], ',']}`.")
.bad(
    "topology template",
    "
inputs: {one: {type: string}}
outputs: {a: {value: {join: [{get_input: one}, ',']}}}
#                            ^^^^^^^^^^^^^^^^
",
)
.good(
    "
inputs: {all: {type: list, entry_schema: {type: string}}}
outputs:
  a: {value: {join: [[prefix, 1111, suffix], '_']}}
  b: {value: {join: [{get_input: all}, ',']}}
  c: {value: {join: [[a, b]]}}
",
);

pub(super) static TOKEN: Code = Code::error(
    "tosca/token-arguments",
    "T4.3.3-R1",
    STANDARD,
    "Checks that `token` has three arguments: the string, the separator characters, and the index of the substring, counted from 0.",
)
.why("The string cannot be split without separators, and an index is needed to choose one of the substrings.")
.advice("Write the string, the separator characters and the index: `token: ['a:b', ':', 1]`.")
.bad(
    "topology template",
    "
outputs: {a: {value: {token: ['a:b', '', 1]}}}
#                                    ^^
",
)
.good(
    "
inputs: {one: {type: string}}
outputs:
  a: {value: {token: [{get_input: one}, ':', 1]}}
  b: {value: {token: ['a:b', ':', 1]}}
",
);

pub(super) static TOKEN_INDEX: Code = Code::error(
    "tosca/token-index",
    "T4.3.3-R4",
    STANDARD,
    "Checks that the string of `token` has as many substrings as the index requires.",
)
.why("There is no substring at this index, so the function fails or returns nothing.")
.advice("Use a smaller index, or other separator characters.")
.bad(
    "topology template",
    "
outputs: {a: {value: {token: ['a:b', ':', 2]}}}
#                                         ^
",
)
.good(
    "
inputs: {one: {type: string}}
outputs:
  a: {value: {token: [{get_input: one}, ':', 1]}}
  b: {value: {token: ['a:b', ':', 1]}}
",
);

impl<'d> ArgumentChecker<'_, 'd, '_> {
    pub(super) fn concat(&mut self) {
        let signature = Signature {
            range: 1..=usize::MAX,
            expected: "at least one string",
            example: "['http://', {get_input: host}]",
        };
        let Some(elements) = self.list(&CONCAT, &signature) else { return };
        for element in elements {
            if !element.is_scalar() && CallNode::of(element).is_none() {
                let what = if element.is_sequence() { "a list" } else { "a mapping" };
                self.push(&CONCAT_ELEMENT, element, message::expected("a string to concatenate", what));
            } else if CallNode::of(element).is_some_and(|call| self.gives_collection(&call) == Some(true)) {
                self.push(
                    &CONCAT_ELEMENT,
                    element,
                    message::expected("a string to concatenate", "a list or a mapping"),
                );
            }
        }
    }

    pub(super) fn join(&mut self) {
        let signature = Signature {
            range: 1..=2,
            expected: "one or two arguments (list of strings, delimiter)",
            example: "[[a, b], ',']",
        };
        let Some(arguments) = self.list(&JOIN, &signature) else { return };
        let first = arguments[0];
        let inner = CallNode::of(first);
        if let Some(call) = inner {
            if self.gives_collection(&call) == Some(false) {
                let found = format!("the value of `{}`", call.function.name());
                self.push(&JOIN, first, message::expected("a list for `join`", found));
            }
        } else if !first.is_sequence() {
            self.push(&JOIN, first, message::expected("a list for `join`", shown(first)));
        }
        if let Some(between) =
            arguments.get(1).filter(|argument| !argument.is_scalar() && CallNode::of(**argument).is_none())
        {
            let message = message::expected("a string for the delimiter of `join`", shown(*between));
            self.push(&JOIN, *between, message);
        }
    }

    pub(super) fn token(&mut self) {
        let signature = Signature {
            range: 3..=3,
            expected: "three arguments (string, separators, index)",
            example: "['a:b', ':', 0]",
        };
        let Some(arguments) = self.list(&TOKEN, &signature) else { return };
        let [text, separators, number] = arguments[..] else { return };
        let separators = match separators.as_str() {
            Some(text) if !text.is_empty() => Some(text),
            Some(_) => {
                self.push(
                    &TOKEN,
                    separators,
                    "expected at least one separator character for `token`, found an empty string",
                );
                None
            }
            None => {
                if CallNode::of(separators).is_none() {
                    let what = "a string of separator characters for `token`";
                    self.push(&TOKEN, separators, message::expected(what, shown(separators)));
                }
                None
            }
        };
        let index = match number.resolved() {
            Some(Resolved::Int(_)) => number.as_str().and_then(|text| text.parse::<usize>().ok()),
            _ => None,
        };
        let Some(index) = index else {
            if CallNode::of(number).is_none() {
                let what = "a non-negative integer for the index of `token`";
                self.push(&TOKEN, number, message::expected(what, shown(number)));
            }
            return;
        };
        if let (Some(string), Some(separators)) = (text.as_str(), separators) {
            let pieces = string.split(|c: char| separators.contains(c)).count();
            if index >= pieces {
                let message = format!(
                    "index {index} is out of range: the string has {pieces} substrings, counted from 0"
                );
                self.push(&TOKEN_INDEX, number, message);
            }
        }
    }

    /// Returns whether a call returns a list or a map; `None` if unknown.
    fn gives_collection(&self, call: &CallNode<'d>) -> Option<bool> {
        if call.function.is_intrinsic() {
            return Some(false);
        }
        let outcome = Resolver::new(self.service).resolve(call, self.context);
        let (CallResult::Gives(Some(value_type)) | CallResult::NoValue(_, Some(value_type))) = outcome.result
        else {
            return None;
        };
        match value_type.kind(&self.service.type_scope) {
            ValueKind::Primitive(primitive) => Some(primitive.has_entries()),
            _ => None,
        }
    }
}
