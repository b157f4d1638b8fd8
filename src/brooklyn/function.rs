//! The functions of the language.

/// A function with its arguments.
#[derive(Debug)]
pub struct Function {
    pub name: &'static str,
    pub arguments: &'static [Parameter],
    /// One line of help.
    pub help: &'static str,
}

/// An argument of a function.
#[derive(Debug)]
pub struct Parameter {
    pub name: &'static str,
    pub target: Target,
    pub required: bool,
}

/// Target of an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// The id of a component: the name of a node template.
    Component,
    /// A configuration key: a property.
    Config,
    /// A sensor: an attribute.
    Sensor,
    /// Plain text.
    Text,
    /// Any value.
    Value,
}
use Target::{Component, Config, Sensor, Text, Value};

const fn required(name: &'static str, target: Target) -> Parameter {
    Parameter { name, target, required: true }
}

const fn optional(name: &'static str, target: Target) -> Parameter {
    Parameter { name, target, required: false }
}

/// Returns the function with this name.
pub fn function(name: &str) -> Option<&'static Function> {
    FUNCTIONS.iter().find(|function| function.name == name)
}

impl Function {
    /// Target of the argument at a position, in a call with so many arguments.
    pub fn target(&self, at: usize, count: usize) -> Target {
        // `component("scope", "id")` and `sensor("class", "name")` have an optional argument in front.
        match (self.name, count) {
            ("component" | "entity" | "sensor", 2..) if at == 0 => Text,
            ("component" | "entity" | "sensor", 2..) => self.arguments[0].target,
            _ => self.arguments.get(at).or(self.arguments.last()).map_or(Value, |argument| argument.target),
        }
    }

    /// Number of arguments that a call needs.
    pub fn required(&self) -> usize {
        self.arguments.iter().filter(|argument| argument.required).count()
    }

    /// `attributeWhenReady(sensor, options?)`
    pub fn signature(&self) -> String {
        let arguments: Vec<String> = self
            .arguments
            .iter()
            .map(
                |argument| {
                    if argument.required { argument.name.to_owned() } else { format!("{}?", argument.name) }
                },
            )
            .collect();
        format!("{}({})", self.name, arguments.join(", "))
    }

    /// A call with empty required arguments: `attributeWhenReady("")`.
    pub fn template(&self) -> String {
        format!("{}({})", self.name, vec!["\"\""; self.required()].join(", "))
    }

    /// Length of the part of [`Function::template`] behind the place of the first argument; 0 if no argument is required.
    pub fn behind_first_argument(&self) -> usize {
        const OPENED: usize = "(\"".len();
        if self.required() == 0 { 0 } else { self.template().len() - self.name.len() - OPENED }
    }

    /// Returns true for a function that gives a component, whose members can be read.
    pub fn gives_component(&self) -> bool {
        matches!(
            self.name,
            "component"
                | "entity"
                | "self"
                | "parent"
                | "root"
                | "scopeRoot"
                | "child"
                | "application"
                | "descendant"
                | "ancestor"
                | "member"
                | "sibling"
        )
    }

    /// Returns true for a function that can follow a component.
    pub fn follows_component(&self) -> bool {
        self.gives_component()
            || matches!(self.name, "attributeWhenReady" | "config" | "sensor" | "entityId" | "location")
    }

    /// Returns true for a function of which a blueprint gives a mapping as the argument, so that it is the key of a mapping.
    pub fn takes_mapping(&self) -> bool {
        matches!(self.name, "object" | "entitySpec" | "chain")
    }
}

/// All functions, the most used first.
pub static FUNCTIONS: &[Function] = &[
    Function {
        name: "attributeWhenReady",
        arguments: &[required("sensor", Sensor), optional("options", Value)],
        help: "The value of a sensor of the component. It waits until the value is ready: not null, blank, zero or false.",
    },
    Function {
        name: "component",
        arguments: &[required("id", Component), optional("scope", Text)],
        help: "The component with this id: in a service template, a node template.",
    },
    Function {
        name: "config",
        arguments: &[required("key", Config)],
        help: "The value of a configuration key of the component.",
    },
    Function {
        name: "formatString",
        arguments: &[required("pattern", Text), optional("values", Value)],
        help: "The pattern with each `%s` replaced by the next argument.",
    },
    Function {
        name: "sensor",
        arguments: &[required("name", Sensor), optional("class", Text)],
        help: "A sensor itself, for policies and enrichers that observe it. With two arguments, the first is the class that declares it.",
    },
    Function {
        name: "entity",
        arguments: &[required("id", Component), optional("scope", Text)],
        help: "The component with this id, like `component`.",
    },
    Function { name: "self", arguments: &[], help: "The component that has the expression." },
    Function { name: "parent", arguments: &[], help: "The parent of the component." },
    Function { name: "root", arguments: &[], help: "The application at the top of the component." },
    Function {
        name: "scopeRoot",
        arguments: &[],
        help: "The topmost component of the blueprint that has the expression.",
    },
    Function {
        name: "child",
        arguments: &[required("id", Component)],
        help: "The child of the component with this id.",
    },
    Function {
        name: "descendant",
        arguments: &[required("id", Component)],
        help: "The descendant of the component with this id.",
    },
    Function {
        name: "ancestor",
        arguments: &[required("id", Component)],
        help: "The ancestor of the component with this id.",
    },
    Function {
        name: "sibling",
        arguments: &[required("id", Component)],
        help: "The sibling of the component with this id.",
    },
    Function {
        name: "member",
        arguments: &[required("id", Component)],
        help: "The member of the group with this id.",
    },
    Function {
        name: "application",
        arguments: &[required("id", Text)],
        help: "The application with this id.",
    },
    Function { name: "entityId", arguments: &[], help: "The id that AMP gave to the component." },
    Function {
        name: "location",
        arguments: &[optional("index", Value)],
        help: "A location of the component.",
    },
    Function {
        name: "external",
        arguments: &[required("provider", Text), required("key", Text)],
        help: "A value of an external configuration provider, for example a password store.",
    },
    Function {
        name: "urlEncode",
        arguments: &[required("text", Value)],
        help: "The text, encoded as a part of a URL.",
    },
    Function {
        name: "regexReplacement",
        arguments: &[required("text", Value), required("pattern", Text), required("replacement", Text)],
        help: "The text with each match of the pattern replaced.",
    },
    Function {
        name: "literal",
        arguments: &[required("text", Text)],
        help: "The text itself, without evaluation of expressions in it.",
    },
    Function {
        name: "object",
        arguments: &[required("definition", Value)],
        help: "A Java object, made from its type and fields.",
    },
    Function {
        name: "entitySpec",
        arguments: &[required("specification", Value)],
        help: "A specification of a component: `type`, `name` and `brooklyn.config`.",
    },
    Function { name: "chain", arguments: &[required("steps", Value)], help: "Calls in a row, as a list." },
];
