//! Number and form of function arguments.

use super::super::Rule;
use super::STANDARD;
use crate::function::{Call, Function};
use crate::grammar::V1_3;
use crate::model::Service;
use crate::name_index::Spot;
use crate::resolve::{Context, Resolver, Verdict};
use crate::value::ValueKind;
use limn_language::diagnostic::{Code, Report};
use limn_language::message;
use limn_yaml::{Node, Resolved};

pub(in super::super) static RULE: Rule = Rule {
    codes: &[
        &CONCAT,
        &CONCAT_ELEMENT,
        &JOIN,
        &TOKEN,
        &TOKEN_INDEX,
        &INPUT,
        &INPUT_PATH,
        &PROPERTY,
        &ATTRIBUTE,
        &OUTPUT,
        &NODES,
        &ARTIFACT,
        &LOCATION,
        &REMOVE,
        &NESTED,
    ],
    check,
};

static CONCAT: Code = Code::error(
    "tosca/concat-arguments",
    "T4.3.1-R1",
    STANDARD,
    "Checks that `concat` has a list of at least one string or expression: `{ concat: [ 'http://', { get_property: [ SELF, host ] } ] }`.",
)
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
static CONCAT_ELEMENT: Code = Code::warning(
    "tosca/concat-element",
    "T4.3.1-R3",
    STANDARD,
    "Checks that the elements of `concat` are strings or functions that return strings. Lists and maps cannot be concatenated.",
)
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
static JOIN: Code = Code::error(
    "tosca/join-arguments",
    "T4.3.2-R1",
    STANDARD,
    "Checks that `join` has one or two arguments: the list of strings to join (or a function that returns one), and the delimiter.",
)
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
static TOKEN: Code = Code::error(
    "tosca/token-arguments",
    "T4.3.3-R1",
    STANDARD,
    "Checks that `token` has three arguments: the string, the separator characters, and the index of the substring, counted from 0.",
)
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
static TOKEN_INDEX: Code = Code::error(
    "tosca/token-index",
    "T4.3.3-R4",
    STANDARD,
    "Checks that the string of `token` has as many substrings as the index requires.",
)
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
static INPUT: Code = Code::error(
    "tosca/get-input-arguments",
    "T4.4.1-R1",
    STANDARD,
    "Checks that `get_input` has one argument, the name of an input: `{ get_input: cpus }`.",
)
.bad(
    "outputs",
    "
a: {value: {get_input: {name: size}}}
#                      ^^^^^^^^^^^^
",
)
.good("a: {value: {get_input: size}}");
static INPUT_PATH: Code = Code::warning(
    "tosca/get-input-path",
    "T4.4.1-R3",
    STANDARD,
    "Reports a nested input value, `{ get_input: [ name, part ] }`, before TOSCA 1.3. Earlier versions allow only the name of an input.",
)
.bad(
    "topology template",
    "
inputs: {all: {type: list, entry_schema: {type: string}}}
outputs: {a: {value: {get_input: [all, 0]}}}
#                                ^^^^^^^^
",
)
.good(
    "
inputs: {size: {type: string}}
outputs: {a: {value: {get_input: size}}}
",
);
static PROPERTY: Code = Code::error(
    "tosca/get-property-arguments",
    "T4.4.2-R1",
    STANDARD,
    "Checks that `get_property` has a list of arguments: an entity; optionally a requirement or capability that has the property; the name \
of the property; and optionally the names or indexes of nested values.",
)
.bad(
    "outputs",
    "
a: {value: {get_property: server}}
#                         ^^^^^^
",
)
.good("a: {value: {get_property: [server, host, num_cpus]}}");
static ATTRIBUTE: Code = Code::error(
    "tosca/get-attribute-arguments",
    "T4.5.1-R1",
    STANDARD,
    "Checks that `get_attribute` has a list of arguments: an entity; optionally a requirement or capability that has the attribute; the \
name of the attribute; and optionally the names or indexes of nested values.",
)
.bad(
    "outputs",
    "
a: {value: {get_attribute: [server]}}
#           ^^^^^^^^^^^^^
",
)
.good("a: {value: {get_attribute: [server, private_address]}}");
static OUTPUT: Code = Code::error(
    "tosca/get-operation-output-arguments",
    "T4.6.1-R1",
    STANDARD,
    "Checks that `get_operation_output` has four arguments: an entity, an interface, an operation and the name of an output.",
)
.bad(
    "topology template",
    "
node_templates:
  web: {type: tosca.nodes.Compute, interfaces: {Standard: {create: create.sh}}}
outputs: {a: {value: {get_operation_output: [web, Standard, create]}}}
#                     ^^^^^^^^^^^^^^^^^^^^
",
)
.good(
    "
node_templates:
  web: {type: tosca.nodes.Compute, interfaces: {Standard: {create: create.sh}}}
outputs: {a: {value: {get_operation_output: [web, Standard, create, url]}}}
",
);
static NODES: Code = Code::error(
    "tosca/get-nodes-of-type-arguments",
    "T4.7.1-R1",
    STANDARD,
    "Checks that `get_nodes_of_type` has one argument, the name of a node type.",
)
.bad(
    "outputs",
    "
a: {value: {get_nodes_of_type: [tosca.nodes.Compute, tosca.nodes.DBMS]}}
#           ^^^^^^^^^^^^^^^^^
",
)
.good("a: {value: {get_nodes_of_type: tosca.nodes.Compute}}");
static ARTIFACT: Code = Code::error(
    "tosca/get-artifact-arguments",
    "T4.8.1-R1",
    STANDARD,
    "Checks that `get_artifact` has two to four arguments: an entity, an artifact, a location, and whether to remove the artifact afterwards.",
)
.bad(
    "node templates",
    "
web:
  type: tosca.nodes.Compute
  artifacts: {zip: {file: 'https://example.org/wp.zip', type: tosca.artifacts.File}}
  interfaces: {Standard: {create: {inputs: {a: {get_artifact: [SELF]}}}}}
#                                               ^^^^^^^^^^^^
",
)
.good(
    "
web:
  type: tosca.nodes.Compute
  artifacts: {zip: {file: 'https://example.org/wp.zip', type: tosca.artifacts.File}}
  interfaces: {Standard: {create: {inputs: {a: {get_artifact: [SELF, zip]}}}}}
",
);
static LOCATION: Code = Code::error(
    "tosca/artifact-location",
    "T4.8.1-R4",
    STANDARD,
    "Checks that the location of an artifact is a path, or `LOCAL_FILE` for a location that the orchestrator chooses.",
)
.bad(
    "node templates",
    "
web:
  type: tosca.nodes.Compute
  artifacts: {zip: {file: 'https://example.org/wp.zip', type: tosca.artifacts.File}}
  interfaces:
    Standard: {create: {inputs: {a: {get_artifact: [SELF, zip, [tmp, wp.zip]]}}}}
#                                                              ^^^^^^^^^^^^^
",
)
.good(
    "
web:
  type: tosca.nodes.Compute
  artifacts: {zip: {file: 'https://example.org/wp.zip', type: tosca.artifacts.File}}
  interfaces:
    Standard: {create: {inputs: {a: {get_artifact: [SELF, zip, /tmp/wp.zip]}}}}
",
);
static REMOVE: Code = Code::error(
    "tosca/artifact-remove",
    "T4.8.1-R5",
    STANDARD,
    "Checks that the last argument of `get_artifact` is `true` or `false`. It determines whether the artifact is removed after the operation.",
)
.bad(
    "node templates",
    "
web:
  type: tosca.nodes.Compute
  artifacts: {zip: {file: 'https://example.org/wp.zip', type: tosca.artifacts.File}}
  interfaces:
    Standard:
      create: {inputs: {a: {get_artifact: [SELF, zip, LOCAL_FILE, never]}}}
#                                                                 ^^^^^
",
)
.good(
    "
web:
  type: tosca.nodes.Compute
  artifacts: {zip: {file: 'https://example.org/wp.zip', type: tosca.artifacts.File}}
  interfaces:
    Standard:
      create: {inputs: {a: {get_artifact: [SELF, zip, LOCAL_FILE, false]}}}
",
);
static NESTED: Code = Code::error(
    "tosca/nested-function",
    "T4-R3",
    STANDARD,
    "Checks that the arguments of `get_input`, `get_property` and similar functions are literal names. Only `concat`, `join` and `token` \
accept functions as arguments.",
)
.bad(
    "topology template",
    "
inputs: {size: {type: string}}
outputs: {a: {value: {get_input: {concat: [si, ze]}}}}
#                                 ^^^^^^
",
)
.good(
    "
inputs: {size: {type: string}}
outputs:
  a: {value: {concat: [a, {get_input: size}, {token: [{get_input: size}, ':', 0]}]}}
",
);

fn check(service: &Service<'_>, report: &mut Report) {
    for site in &service.name_index().sites {
        let Some(call) = Call::of(site.value) else { continue };
        if site.spot == Spot::Literal && !service.version.has(V1_3) {
            let message =
                message::expected("a literal name", format!("a call of `{}`", call.function.name()));
            report.push(service.fault(&NESTED, call.key, message));
        }
        let mut checker = ArgumentChecker { service, call, context: site.context, report };
        match call.function {
            Function::Concat => checker.concat(),
            Function::Join => checker.join(),
            Function::Token => checker.token(),
            Function::GetInput => checker.input(),
            Function::GetProperty => checker.path(&PROPERTY, "property"),
            Function::GetAttribute => checker.path(&ATTRIBUTE, "attribute"),
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
            self.push(code, argument, format!("expected the name of {what}"));
        }
        false
    }

    fn concat(&mut self) {
        let Some(elements) = self.list(&CONCAT, 1, usize::MAX, "at least one string") else { return };
        for element in elements {
            if !element.is_scalar() && Call::of(element).is_none() {
                let what = if element.is_sequence() { "a list" } else { "a map" };
                self.push(&CONCAT_ELEMENT, element, message::expected("a string to concatenate", what));
            } else if Call::of(element).is_some_and(|call| self.gives_collection(&call) == Some(true)) {
                self.push(
                    &CONCAT_ELEMENT,
                    element,
                    message::expected("a string to concatenate", "a list or a map"),
                );
            }
        }
    }

    /// Returns whether a call returns a list or a map; `None` if unknown.
    fn gives_collection(&self, call: &Call<'d>) -> Option<bool> {
        if call.function.is_intrinsic() {
            return Some(false);
        }
        let outcome = Resolver::new(self.service).resolve(call, self.context);
        let (Verdict::Gives(Some(value_type)) | Verdict::Nothing(_, Some(value_type))) = outcome.verdict
        else {
            return None;
        };
        match value_type.kind(&self.service.world) {
            ValueKind::Primitive(primitive) => Some(primitive.has_entries()),
            _ => None,
        }
    }

    fn join(&mut self) {
        let Some(arguments) = self.list(&JOIN, 1, 2, "one or two arguments (list of strings, delimiter)")
        else {
            return;
        };
        let first = arguments[0];
        let inner = Call::of(first);
        if let Some(call) = inner {
            if self.gives_collection(&call) == Some(false) {
                self.push(&JOIN, first, message::expected("a list to join", "a single value"));
            }
        } else if !first.is_sequence() {
            self.push(&JOIN, first, message::expected("a list to join", "a single value"));
        }
        if let Some(between) = arguments.get(1).filter(|it| !it.is_scalar() && Call::of(**it).is_none()) {
            self.push(&JOIN, *between, "expected a string as the delimiter of `join`");
        }
    }

    fn token(&mut self) {
        let signature = "three arguments (string, separators, index)";
        let Some(arguments) = self.list(&TOKEN, 3, 3, signature) else { return };
        let [text, separators, number] = arguments[..] else { return };
        let separators = match separators.as_str() {
            Some(text) if !text.is_empty() => Some(text),
            Some(_) => {
                self.push(&TOKEN, separators, "expected at least one separator character");
                None
            }
            None => {
                if Call::of(separators).is_none() {
                    self.push(&TOKEN, separators, "expected a string of separator characters");
                }
                None
            }
        };
        let index = match number.resolved() {
            Some(Resolved::Int(_)) => number.as_str().and_then(|it| it.parse::<usize>().ok()),
            _ => None,
        };
        let Some(index) = index else {
            if Call::of(number).is_none() {
                self.push(&TOKEN, number, "expected an integer index, counted from 0");
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

    fn input(&mut self) {
        let argument = self.call.argument;
        if argument.is_sequence() {
            let arguments = self.call.arguments();
            let (name, lone) = (arguments.first().copied(), arguments.len() == 1);
            match name {
                None => self.push(&INPUT, argument, "expected the name of an input"),
                Some(name) => {
                    self.is_name(&INPUT, name, "an input");
                }
            }
            if !self.service.version.has(V1_3) && name.is_some() {
                let message = if lone {
                    "expected the name of an input, found a list"
                } else {
                    "a nested input value in `get_input` requires TOSCA 1.3"
                };
                self.push(&INPUT_PATH, argument, message);
            }
        } else if argument.is_null() {
            self.push(&INPUT, self.call.key, "expected the name of an input");
        } else {
            self.is_name(&INPUT, argument, "an input");
        }
    }

    fn path(&mut self, code: &'static Code, what: &str) {
        let signature = format!("an entity and the name of its {what}");
        let Some(arguments) = self.list(code, 2, usize::MAX, &signature) else { return };
        for (at, argument) in arguments.into_iter().enumerate() {
            self.is_name(code, argument, if at == 0 { "an entity" } else { "a value to read" });
        }
    }

    fn output(&mut self) {
        let signature = "four arguments (entity, interface, operation, output)";
        let Some(arguments) = self.list(&OUTPUT, 4, 4, signature) else { return };
        for (argument, what) in
            arguments.into_iter().zip(["an entity", "an interface", "an operation", "an output"])
        {
            self.is_name(&OUTPUT, argument, what);
        }
    }

    fn nodes(&mut self) {
        let arguments = self.call.arguments();
        match arguments[..] {
            [name] => {
                self.is_name(&NODES, name, "a node type");
            }
            _ => self.push(
                &NODES,
                self.call.key,
                "expected one argument for `get_nodes_of_type`: the name of a node type",
            ),
        }
    }

    fn artifact(&mut self) {
        let signature = "two to four arguments (entity, artifact, location, remove)";
        let Some(arguments) = self.list(&ARTIFACT, 2, 4, signature) else { return };
        self.is_name(&ARTIFACT, arguments[0], "an entity");
        self.is_name(&ARTIFACT, arguments[1], "an artifact");
        if let Some(location) = arguments.get(2) {
            let is_text = matches!(location.resolved(), Some(Resolved::Text));
            if Call::of(*location).is_none()
                && (!is_text || location.as_str().is_some_and(|it| it.is_empty()))
            {
                self.push(
                    &LOCATION,
                    *location,
                    "expected a path or `LOCAL_FILE` as the location of the artifact",
                );
            }
        }
        if let Some(remove) = arguments.get(3)
            && Call::of(*remove).is_none()
            && !matches!(remove.resolved(), Some(Resolved::Bool(_)))
        {
            self.push(&REMOVE, *remove, "expected `true` or `false` as the `remove` argument");
        }
    }
}
