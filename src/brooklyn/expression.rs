//! Syntax tree of an expression. All ranges are bytes of the text that was parsed.

use std::fmt;
use std::ops::Range;

use crate::PREFIX;

/// Result of parsing: the recognized part, and the first fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parsed {
    pub chain: Chain,
    pub fault: Option<ExpressionFault>,
}

/// A fault: what the syntax expects, and what was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExpressionFault {
    pub range: Range<usize>,
    pub expected: &'static str,
    pub found: String,
    /// Text whose insertion at the byte corrects the expression.
    pub insert: Option<(usize, String)>,
}

/// Calls in a row: `component("db").config("port")`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Chain {
    /// The optional `$brooklyn:`.
    pub prefix: Option<Range<usize>>,
    pub steps: Vec<Step>,
    pub range: Range<usize>,
}

/// A call, or an entry of a map or list: `["key"]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    Call(Call),
    Entry(Argument),
}

/// `config("port")`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    pub name: RangedText,
    pub arguments: Option<Arguments>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RangedText {
    pub text: String,
    pub range: Range<usize>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arguments {
    pub items: Vec<Argument>,
    /// With the parentheses.
    pub range: Range<usize>,
    pub closed: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Argument {
    pub value: ArgumentValue,
    pub range: Range<usize>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ArgumentValue {
    /// A string. `within`: the bytes between the quotes.
    Text {
        text: String,
        within: Range<usize>,
        quote: char,
    },
    /// A number, `true`, `false` or `null`.
    Literal(String),
    Chain(Chain),
}

impl Chain {
    pub fn calls(&self) -> impl DoubleEndedIterator<Item = &Call> {
        self.steps.iter().filter_map(|step| match step {
            Step::Call(call) => Some(call),
            Step::Entry(_) => None,
        })
    }

    /// Visits this chain and those in its arguments, outer chains first.
    pub fn visit<'c>(&'c self, each: &mut impl FnMut(&'c Chain)) {
        each(self);
        let arguments = self.steps.iter().flat_map(|step| match step {
            Step::Call(call) => call.items(),
            Step::Entry(argument) => std::slice::from_ref(argument),
        });
        for argument in arguments {
            if let ArgumentValue::Chain(inner) = &argument.value {
                inner.visit(each);
            }
        }
    }
}

impl Call {
    pub fn items(&self) -> &[Argument] {
        self.arguments.as_ref().map_or(&[], |arguments| &arguments.items)
    }
}

impl Argument {
    /// The string, if the argument is one.
    pub fn as_text(&self) -> Option<&str> {
        match &self.value {
            ArgumentValue::Text { text, .. } => Some(text),
            _ => None,
        }
    }
}

impl fmt::Display for Parsed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.chain.fmt(f)
    }
}

impl fmt::Display for Chain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.prefix.is_some() {
            f.write_str(PREFIX)?;
        }
        for (at, step) in self.steps.iter().enumerate() {
            match step {
                Step::Call(call) if at == 0 => call.fmt(f)?,
                Step::Call(call) => write!(f, ".{call}")?,
                Step::Entry(argument) => write!(f, "[{argument}]")?,
            }
        }
        Ok(())
    }
}

impl fmt::Display for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name.text)?;
        let Some(arguments) = &self.arguments else { return Ok(()) };
        f.write_str("(")?;
        for (at, argument) in arguments.items.iter().enumerate() {
            if at > 0 {
                f.write_str(", ")?;
            }
            argument.fmt(f)?;
        }
        f.write_str(if arguments.closed { ")" } else { "" })
    }
}

impl fmt::Display for Argument {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.value {
            ArgumentValue::Text { text, quote, .. } => {
                let escaped = text.replace('\\', "\\\\").replace(*quote, &format!("\\{quote}"));
                write!(f, "{quote}{escaped}{quote}")
            }
            ArgumentValue::Literal(text) => f.write_str(text),
            ArgumentValue::Chain(chain) => chain.fmt(f),
        }
    }
}
