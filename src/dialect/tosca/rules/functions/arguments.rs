//! How many arguments a call has, and of which form each is.

use super::super::Rule;
use super::STANDARD;
use crate::diagnostic::{Code, Report};
use crate::dialect::tosca::function::{Call, Function};
use crate::dialect::tosca::grammar::V1_3;
use crate::dialect::tosca::model::Service;
use crate::dialect::tosca::resolve::{Context, Resolver, Verdict};
use crate::dialect::tosca::sort::Form;
use crate::dialect::tosca::survey::Spot;
use crate::yaml::{Node, Resolved};

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
    "`concat` takes a list of at least one text or expression: `{ concat: [ 'http://', { get_property: [ SELF, host ] } ] }`.",
);
static CONCAT_ELEMENT: Code = Code::warning(
    "tosca/concat-element",
    "T4.3.1-R3",
    STANDARD,
    "What `concat` joins are texts, or functions that give texts. A list or a map among them has no text of its own.",
);
static JOIN: Code = Code::error(
    "tosca/join-arguments",
    "T4.3.2-R1",
    STANDARD,
    "`join` takes a list of one or two: the list of texts to join (or a function that gives one), and the text between them.",
);
static TOKEN: Code = Code::error(
    "tosca/token-arguments",
    "T4.3.3-R1",
    STANDARD,
    "`token` takes three: the text, the characters that separate, and the number of the piece, counted from 0.",
);
static TOKEN_INDEX: Code = Code::error(
    "tosca/token-index",
    "T4.3.3-R4",
    STANDARD,
    "The text has fewer pieces than the number asks for.",
);
static INPUT: Code = Code::error(
    "tosca/get-input-arguments",
    "T4.4.1-R1",
    STANDARD,
    "`get_input` takes one argument, the name of an input: `{ get_input: cpus }`.",
);
static INPUT_PATH: Code = Code::warning(
    "tosca/get-input-path",
    "T4.4.1-R3",
    STANDARD,
    "Reading a part of an input, `{ get_input: [ name, part ] }`, came with TOSCA 1.3. Before that `get_input` takes one name.",
);
static PROPERTY: Code = Code::error(
    "tosca/get-property-arguments",
    "T4.4.2-R1",
    STANDARD,
    "`get_property` takes a list: an entity, then the name of a property, with a requirement or capability before it where the property is \
     theirs, and names or numbers of what is inside of it behind.",
);
static ATTRIBUTE: Code = Code::error(
    "tosca/get-attribute-arguments",
    "T4.5.1-R1",
    STANDARD,
    "`get_attribute` takes a list: an entity, then the name of an attribute, with a requirement or capability before it where the attribute \
     is theirs, and names or numbers of what is inside of it behind.",
);
static OUTPUT: Code = Code::error(
    "tosca/get-operation-output-arguments",
    "T4.6.1-R1",
    STANDARD,
    "`get_operation_output` takes four: an entity, an interface, an operation and the name of what the operation gives.",
);
static NODES: Code = Code::error(
    "tosca/get-nodes-of-type-arguments",
    "T4.7.1-R1",
    STANDARD,
    "`get_nodes_of_type` takes one argument, the name of a node type.",
);
static ARTIFACT: Code = Code::error(
    "tosca/get-artifact-arguments",
    "T4.8.1-R1",
    STANDARD,
    "`get_artifact` takes two to four: an entity, an artifact, where to put it, and whether to remove it afterwards.",
);
static LOCATION: Code = Code::error(
    "tosca/artifact-location",
    "T4.8.1-R4",
    STANDARD,
    "Where an artifact goes is a path, or `LOCAL_FILE` for a place that the orchestrator chooses.",
);
static REMOVE: Code = Code::error(
    "tosca/artifact-remove",
    "T4.8.1-R5",
    STANDARD,
    "Whether the artifact is removed when the operation is done is `true` or `false`.",
);
static NESTED: Code = Code::error(
    "tosca/nested-function",
    "T4-R3",
    STANDARD,
    "The arguments of `get_input`, `get_property` and the like are names, written out. Only `concat`, `join` and `token` take functions.",
);

fn check(service: &Service<'_>, report: &mut Report) {
    for site in &service.survey().sites {
        let Some(call) = Call::of(site.value) else { continue };
        if site.spot == Spot::Literal && !service.version.has(V1_3) {
            let message = format!("`{}` cannot be an argument here: only names can", call.function.name());
            report.push(service.fault(&NESTED, call.key, message));
        }
        let mut look = Look { service, call, context: site.context, report };
        match call.function {
            Function::Concat => look.concat(),
            Function::Join => look.join(),
            Function::Token => look.token(),
            Function::GetInput => look.input(),
            Function::GetProperty => look.path(&PROPERTY, "property"),
            Function::GetAttribute => look.path(&ATTRIBUTE, "attribute"),
            Function::GetOperationOutput => look.output(),
            Function::GetNodesOfType => look.nodes(),
            Function::GetArtifact => look.artifact(),
        }
    }
}

struct Look<'s, 'd, 'r> {
    service: &'s Service<'d>,
    call: Call<'d>,
    context: Context,
    report: &'r mut Report,
}

impl<'d> Look<'_, 'd, '_> {
    fn say(&mut self, code: &'static Code, at: Node<'d>, message: impl Into<String>) {
        self.report.push(self.service.fault(code, at, message));
    }

    /// The arguments, if they are a list of so many; says that they are not.
    fn list(&mut self, code: &'static Code, least: usize, most: usize, wants: &str) -> Option<Vec<Node<'d>>> {
        let name = self.call.function.name();
        if !self.call.argument.is_sequence() {
            let at = if self.call.argument.is_null() { self.call.key } else { self.call.argument };
            self.say(code, at, format!("`{name}` takes a list: {wants}"));
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
        self.say(code, self.call.key, format!("`{name}` takes {wants}, not {count}"));
        None
    }

    /// Whether an argument is a name; says that it is not. A call is the business of another code.
    fn is_name(&mut self, code: &'static Code, argument: Node<'d>, what: &str) -> bool {
        if argument.is_scalar() && !argument.is_null() {
            return true;
        }
        if Call::of(argument).is_none() {
            self.say(code, argument, format!("the name of {what} belongs here"));
        }
        false
    }

    fn concat(&mut self) {
        let Some(elements) = self.list(&CONCAT, 1, usize::MAX, "at least one text") else { return };
        for element in elements {
            if !element.is_scalar() && Call::of(element).is_none() {
                let what = if element.is_sequence() { "a list" } else { "a map" };
                self.say(&CONCAT_ELEMENT, element, format!("`concat` joins texts, and this is {what}"));
            } else if Call::of(element).is_some_and(|call| self.gives_collection(&call) == Some(true)) {
                self.say(&CONCAT_ELEMENT, element, "`concat` joins texts, and this gives a list or a map");
            }
        }
    }

    /// Whether a call gives a list or a map; `None`: it cannot be told.
    fn gives_collection(&self, call: &Call<'d>) -> Option<bool> {
        if call.function.is_intrinsic() {
            return Some(false);
        }
        let outcome = Resolver::new(self.service).resolve(call, self.context);
        let (Verdict::Gives(Some(sort)) | Verdict::Nothing(_, Some(sort))) = outcome.verdict else {
            return None;
        };
        match sort.form(&self.service.world) {
            Form::Basic(_) => Some(false),
            Form::List | Form::Map => Some(true),
            Form::Data(_) | Form::Untold => None,
        }
    }

    fn join(&mut self) {
        let Some(arguments) = self.list(&JOIN, 1, 2, "a list of texts, and the text between them") else {
            return;
        };
        let first = arguments[0];
        let inner = Call::of(first);
        if let Some(call) = inner {
            if self.gives_collection(&call) == Some(false) {
                self.say(&JOIN, first, "`join` joins the items of a list, and this gives a single value");
            }
        } else if !first.is_sequence() {
            self.say(&JOIN, first, "`join` joins the items of a list, and this is none");
        }
        if let Some(between) = arguments.get(1).filter(|it| !it.is_scalar() && Call::of(**it).is_none()) {
            self.say(&JOIN, *between, "what stands between the items is a text");
        }
    }

    fn token(&mut self) {
        let wants = "three arguments: the text, the characters that separate, and a number";
        let Some(arguments) = self.list(&TOKEN, 3, 3, wants) else { return };
        let [text, separators, number] = arguments[..] else { return };
        let separators = match separators.as_str() {
            Some(said) if !said.is_empty() => Some(said),
            Some(_) => {
                self.say(&TOKEN, separators, "at least one character has to separate");
                None
            }
            None => {
                if Call::of(separators).is_none() {
                    self.say(&TOKEN, separators, "the characters that separate are a text");
                }
                None
            }
        };
        let wanted = match number.resolved() {
            Some(Resolved::Int(_)) => number.as_str().and_then(|it| it.parse::<usize>().ok()),
            _ => None,
        };
        let Some(wanted) = wanted else {
            if Call::of(number).is_none() {
                self.say(&TOKEN, number, "which piece is meant is a whole number, counted from 0");
            }
            return;
        };
        if let (Some(text_said), Some(separators)) = (text.as_str(), separators) {
            let pieces = text_said.split(|c: char| separators.contains(c)).count();
            if wanted >= pieces {
                let message =
                    format!("the text has {pieces} pieces, counted from 0, so there is no piece {wanted}");
                self.say(&TOKEN_INDEX, number, message);
            }
        }
    }

    fn input(&mut self) {
        let argument = self.call.argument;
        if argument.is_sequence() {
            let arguments = self.call.arguments();
            let (name, lone) = (arguments.first().copied(), arguments.len() == 1);
            match name {
                None => self.say(&INPUT, argument, "the name of an input is missing"),
                Some(name) => {
                    self.is_name(&INPUT, name, "an input");
                }
            }
            if !self.service.version.has(V1_3) && name.is_some() {
                let message = if lone {
                    "`get_input` takes a name, not a list"
                } else {
                    "`get_input` with a path is TOSCA 1.3's: before it takes one name"
                };
                self.say(&INPUT_PATH, argument, message);
            }
        } else if argument.is_null() {
            self.say(&INPUT, self.call.key, "the name of an input is missing");
        } else {
            self.is_name(&INPUT, argument, "an input");
        }
    }

    fn path(&mut self, code: &'static Code, what: &str) {
        let wants = format!("an entity and the name of its {what}");
        let Some(arguments) = self.list(code, 2, usize::MAX, &wants) else { return };
        for (at, argument) in arguments.into_iter().enumerate() {
            self.is_name(code, argument, if at == 0 { "an entity" } else { "what is read of it" });
        }
    }

    fn output(&mut self) {
        let wants = "four arguments: an entity, an interface, an operation and an output";
        let Some(arguments) = self.list(&OUTPUT, 4, 4, wants) else { return };
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
            _ => self.say(
                &NODES,
                self.call.key,
                "`get_nodes_of_type` takes one argument, the name of a node type",
            ),
        }
    }

    fn artifact(&mut self) {
        let wants = "two to four arguments: an entity, an artifact, a location and whether to remove it";
        let Some(arguments) = self.list(&ARTIFACT, 2, 4, wants) else { return };
        self.is_name(&ARTIFACT, arguments[0], "an entity");
        self.is_name(&ARTIFACT, arguments[1], "an artifact");
        if let Some(location) = arguments.get(2) {
            let is_text = matches!(location.resolved(), Some(Resolved::Text));
            if Call::of(*location).is_none()
                && (!is_text || location.as_str().is_some_and(|it| it.is_empty()))
            {
                self.say(&LOCATION, *location, "where the artifact goes is a path, or `LOCAL_FILE`");
            }
        }
        if let Some(remove) = arguments.get(3)
            && Call::of(*remove).is_none()
            && !matches!(remove.resolved(), Some(Resolved::Bool(_)))
        {
            self.say(&REMOVE, *remove, "whether the artifact is removed is `true` or `false`");
        }
    }
}
