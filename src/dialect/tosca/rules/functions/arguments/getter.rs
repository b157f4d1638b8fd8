//! Arguments of functions that read inputs, properties, attributes, outputs and nodes.

use super::super::STANDARD;
use super::{ArgumentChecker, Signature};
use crate::grammar::V1_3;
use limn_language::diagnostic::Code;
use limn_language::message;

pub(super) static INPUT: Code = Code::error(
    "tosca/get-input-arguments",
    "T4.4.1-R1",
    STANDARD,
    "Checks that `get_input` has one argument, the name of an input: `{ get_input: cpus }`.",
)
.why("Processors look up the input by this name, so any other value fails.")
.advice("Write the name of an input, such as `{get_input: size}`.")
.bad(
    "outputs",
    "
a: {value: {get_input: {name: size}}}
#                      ^^^^^^^^^^^^
",
)
.good("a: {value: {get_input: size}}");

pub(in super::super) static INPUT_PATH: Code = Code::warning(
    "tosca/get-input-path",
    "T4.4.1-R3",
    STANDARD,
    "Reports a nested input value, `{ get_input: [ name, part ] }`, before TOSCA 1.3. Earlier versions allow only the name of an input.",
)
.advice("Set `tosca_definitions_version` to `tosca_simple_yaml_1_3`, or read the input by its name alone.")
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
)
.one_cause("nested input values before TOSCA 1.3");

pub(super) static PROPERTY: Code = Code::error(
    "tosca/get-property-arguments",
    "T4.4.2-R1",
    STANDARD,
    "Checks that `get_property` has a list of arguments: an entity; optionally a requirement or capability that has the property; the name \
of the property; and optionally the names or indexes of nested values.",
)
.why("Arguments are recognized by their position, so without an entity and a name there is no property to read.")
.advice("Write a list of at least an entity and a property, such as `[db, name]` or `[server, host, num_cpus]`.")
.bad(
    "outputs",
    "
a: {value: {get_property: server}}
#                         ^^^^^^
",
)
.good("a: {value: {get_property: [server, host, num_cpus]}}");

pub(super) static ATTRIBUTE: Code = Code::error(
    "tosca/get-attribute-arguments",
    "T4.5.1-R1",
    STANDARD,
    "Checks that `get_attribute` has a list of arguments: an entity; optionally a requirement or capability that has the attribute; the \
name of the attribute; and optionally the names or indexes of nested values.",
)
.why("Arguments are recognized by their position, so without an entity and a name there is no attribute to read.")
.advice("Write a list of at least an entity and an attribute, such as `[server, private_address]`.")
.bad(
    "outputs",
    "
a: {value: {get_attribute: [server]}}
#           ^^^^^^^^^^^^^
",
)
.good("a: {value: {get_attribute: [server, private_address]}}");

pub(super) static OUTPUT: Code = Code::error(
    "tosca/get-operation-output-arguments",
    "T4.6.1-R1",
    STANDARD,
    "Checks that `get_operation_output` has four arguments: an entity, an interface, an operation and the name of an output.",
)
.why("Arguments are recognized by their position, so the output is found only with all four of them.")
.advice("Write an entity, an interface, an operation and an output, such as `[web, Standard, create, url]`.")
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

pub(super) static NODES: Code = Code::error(
    "tosca/get-nodes-of-type-arguments",
    "T4.7.1-R1",
    STANDARD,
    "Checks that `get_nodes_of_type` has one argument, the name of a node type.",
)
.why("The function looks up one type, so processors reject another number of names.")
.advice("Write the name of one node type, and a separate call for each other type.")
.bad(
    "outputs",
    "
a: {value: {get_nodes_of_type: [tosca.nodes.Compute, tosca.nodes.DBMS]}}
#           ^^^^^^^^^^^^^^^^^
",
)
.good("a: {value: {get_nodes_of_type: tosca.nodes.Compute}}");

impl ArgumentChecker<'_, '_, '_> {
    pub(super) fn input(&mut self) {
        let argument = self.call.argument;
        if argument.is_sequence() {
            let arguments = self.call.arguments();
            let (name, lone) = (arguments.first().copied(), arguments.len() == 1);
            match name {
                None => {
                    let message = message::expected("the name of an input for `get_input`", "an empty list");
                    self.push(&INPUT, argument, message);
                }
                Some(name) => {
                    self.is_name(&INPUT, name, "an input");
                }
            }
            if !self.service.version.has(V1_3) && name.is_some() {
                let message = if lone {
                    "expected the name of an input for `get_input`, found a list"
                } else {
                    "a nested input value in `get_input` requires TOSCA 1.3"
                };
                self.push(&INPUT_PATH, argument, message);
            }
        } else if argument.is_null() {
            let message = message::expected("the name of an input for `get_input`", "nothing");
            self.push(&INPUT, self.call.key, message);
        } else {
            self.is_name(&INPUT, argument, "an input");
        }
    }

    pub(super) fn path(&mut self, code: &'static Code, what: &str) {
        let expected = format!("an entity and the name of its {what}");
        let example = if what == "property" { "[server, port]" } else { "[server, private_address]" };
        let signature = Signature { range: 2..=usize::MAX, expected: &expected, example };
        let Some(arguments) = self.list(code, &signature) else { return };
        for (at, argument) in arguments.into_iter().enumerate() {
            self.is_name(code, argument, if at == 0 { "an entity" } else { "a value to read" });
        }
    }

    pub(super) fn output(&mut self) {
        let signature = Signature {
            range: 4..=4,
            expected: "four arguments (entity, interface, operation, output)",
            example: "[SELF, Standard, create, url]",
        };
        let Some(arguments) = self.list(&OUTPUT, &signature) else { return };
        for (argument, what) in
            arguments.into_iter().zip(["an entity", "an interface", "an operation", "an output"])
        {
            self.is_name(&OUTPUT, argument, what);
        }
    }

    pub(super) fn nodes(&mut self) {
        let arguments = self.call.arguments();
        match arguments[..] {
            [name] => {
                self.is_name(&NODES, name, "a node type");
            }
            _ => {
                let found = match arguments.len() {
                    0 => "none".to_owned(),
                    count => format!("{count} arguments"),
                };
                let message = message::expected("the name of one node type for `get_nodes_of_type`", found);
                self.push(&NODES, self.call.key, message);
            }
        }
    }
}
