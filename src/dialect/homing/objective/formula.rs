//! Objectives: a tree of weighted terms, and the same as one line of text:
//! `minimize sum(2 * distance_between(customer, vG), latency_between(customer, vM))`. The template defines the vocabulary; this module has the syntax.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Limit of nesting.
const MAX_DEPTH: usize = 32;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Formula {
    /// `minimize`
    pub goal: String,
    pub root: Term,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Term {
    /// As written: a number, or `get_param(name)`. Empty: none.
    pub weight: String,
    /// The values that map to 0 and to 1.
    pub range: Option<(String, String)>,
    pub value: Value,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Value {
    /// `sum`, `min`, `max` of terms.
    Of {
        operator: String,
        terms: Vec<Term>,
    },
    Call {
        function: String,
        arguments: Vec<String>,
    },
}

/// Vocabulary of formulas.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Vocabulary {
    pub goals: Vec<&'static str>,
    pub operators: Vec<&'static str>,
    pub functions: Vec<Function>,
    /// True if values can have a range.
    pub ranges: bool,
    pub locations: Vec<String>,
    pub demands: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function {
    pub name: &'static str,
    pub takes: Vec<Argument>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Argument {
    Location,
    Demand,
    /// One or more.
    Demands,
    /// Any word.
    Word,
}

impl Argument {
    pub fn label(self) -> &'static str {
        match self {
            Argument::Location => "location",
            Argument::Demand | Argument::Demands => "demand",
            Argument::Word => "attribute",
        }
    }
}

/// Syntax or validation error of a formula.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FormulaError {
    #[error("expected one of {0} at the start")]
    Goal(String),
    #[error("expected {expected}, found `{found}`")]
    Expected { expected: &'static str, found: String },
    #[error("expected {0}, found the end")]
    Ended(&'static str),
    #[error("unknown operator or function `{0}`; expected one of {1}")]
    Word(String, String),
    #[error("`{function}` expects {takes}")]
    Arguments { function: String, takes: String },
    #[error("unknown {what} `{name}`")]
    Unknown { name: String, what: &'static str },
    #[error("expected a number, found `{0}`")]
    Number(String),
    #[error("the nesting is too deep")]
    Deep,
    #[error("`{0}` has no terms")]
    Empty(String),
    #[error("ranges (`from … to …`) are not supported here")]
    Range,
}

impl fmt::Display for Formula {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.goal, self.root)
    }
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.weight.is_empty() {
            write!(f, "{} * ", self.weight)?;
        }
        match &self.value {
            Value::Of { operator, terms } => list(f, operator, terms)?,
            Value::Call { function, arguments } => {
                let arguments: Vec<String> = arguments.iter().map(|name| quoted(name)).collect();
                list(f, function, &arguments)?;
            }
        }
        match &self.range {
            Some((start, end)) => write!(f, " from {start} to {end}"),
            None => Ok(()),
        }
    }
}

fn list<T: fmt::Display>(f: &mut fmt::Formatter<'_>, name: &str, items: &[T]) -> fmt::Result {
    write!(f, "{name}(")?;
    for (at, item) in items.iter().enumerate() {
        write!(f, "{}{item}", if at > 0 { ", " } else { "" })?;
    }
    write!(f, ")")
}

fn quoted(name: &str) -> String {
    let bare = !name.is_empty() && !name.contains(|c: char| "(),*\"".contains(c) || c.is_whitespace());
    if bare { name.to_owned() } else { format!("\"{}\"", name.replace('"', "")) }
}

impl Vocabulary {
    pub fn function(&self, name: &str) -> Option<&Function> {
        self.functions.iter().find(|function| function.name == name)
    }

    /// Parses a text and validates it.
    pub fn read(&self, text: &str) -> Result<Formula, FormulaError> {
        let mut parts = Parts { rest: parts(text), at: 0 };
        let goal = parts.take().unwrap_or_default();
        if !self.goals.contains(&goal.as_str()) {
            return Err(FormulaError::Goal(word_list(&self.goals)));
        }
        let root = self.term(&mut parts, 0)?;
        if let Some(found) = parts.take() {
            return Err(FormulaError::Expected { expected: "the end", found });
        }
        let formula = Formula { goal, root };
        self.validate(&formula)?;
        Ok(formula)
    }

    fn term(&self, parts: &mut Parts, depth: usize) -> Result<Term, FormulaError> {
        if depth > MAX_DEPTH {
            return Err(FormulaError::Deep);
        }
        let mut weight = String::new();
        let mut word = parts.expect_word("a term")?;
        if word == "get_param" && parts.next_is("(") {
            parts.eat("(")?;
            weight = format!("get_param({})", parts.expect_word("a parameter")?);
            parts.eat(")")?;
            parts.eat("*")?;
            word = parts.expect_word("a term")?;
        } else if parts.next_is("*") {
            parts.eat("*")?;
            weight = word;
            word = parts.expect_word("a term")?;
        }
        let value = if self.operators.contains(&word.as_str()) {
            let mut terms = Vec::new();
            parts.eat("(")?;
            while !parts.next_is(")") {
                terms.push(self.term(parts, depth + 1)?);
                if !parts.next_is(")") {
                    parts.eat_next()?;
                }
            }
            parts.eat(")")?;
            Value::Of { operator: word, terms }
        } else if self.function(&word).is_some() {
            let mut arguments = Vec::new();
            parts.eat("(")?;
            while !parts.next_is(")") {
                arguments.push(unquoted(parts.expect_word("a name")?));
                if !parts.next_is(")") {
                    parts.eat_next()?;
                }
            }
            parts.eat(")")?;
            Value::Call { function: word, arguments }
        } else {
            return Err(FormulaError::Word(word, self.word_list()));
        };
        let range = if parts.next_is("from") {
            parts.eat("from")?;
            let start = parts.expect_word("a number")?;
            parts.eat("to")?;
            Some((start, parts.expect_word("a number")?))
        } else {
            None
        };
        Ok(Term { weight, range, value })
    }

    fn word_list(&self) -> String {
        let functions = self.functions.iter().map(|function| function.name);
        word_list(&self.operators.iter().copied().chain(functions).collect::<Vec<_>>())
    }

    /// Validates a formula against the vocabulary.
    pub fn validate(&self, formula: &Formula) -> Result<(), FormulaError> {
        if !self.goals.contains(&formula.goal.as_str()) {
            return Err(FormulaError::Goal(word_list(&self.goals)));
        }
        self.validate_term(&formula.root, 0)
    }

    fn validate_term(&self, term: &Term, depth: usize) -> Result<(), FormulaError> {
        if depth > MAX_DEPTH {
            return Err(FormulaError::Deep);
        }
        let range = term.range.iter().flat_map(|(start, end)| [start, end]);
        let weight =
            Some(&term.weight).filter(|weight| !weight.is_empty() && !weight.starts_with("get_param("));
        for number in range.chain(weight) {
            if !is_number(number) {
                return Err(FormulaError::Number(number.clone()));
            }
        }
        if term.range.is_some() && !self.ranges {
            return Err(FormulaError::Range);
        }
        match &term.value {
            Value::Of { operator, terms } => {
                if !self.operators.contains(&operator.as_str()) {
                    return Err(FormulaError::Word(operator.clone(), self.word_list()));
                }
                if terms.is_empty() && depth > 0 {
                    return Err(FormulaError::Empty(operator.clone()));
                }
                terms.iter().try_for_each(|inner| self.validate_term(inner, depth + 1))
            }
            Value::Call { function, arguments } => self.validate_call(function, arguments),
        }
    }

    fn validate_call(&self, name: &str, arguments: &[String]) -> Result<(), FormulaError> {
        let function =
            self.function(name).ok_or_else(|| FormulaError::Word(name.to_owned(), self.word_list()))?;
        let many = function.takes == [Argument::Demands];
        if (many && arguments.is_empty()) || (!many && arguments.len() != function.takes.len()) {
            let takes: Vec<&str> = function.takes.iter().map(|argument| argument.label()).collect();
            let takes = if many { "demands".to_owned() } else { format!("a {}", takes.join(" and a ")) };
            return Err(FormulaError::Arguments { function: name.to_owned(), takes });
        }
        for (at, argument) in arguments.iter().enumerate() {
            let takes = function.takes[at.min(function.takes.len() - 1)];
            let known = match takes {
                Argument::Location => self.locations.contains(argument),
                Argument::Demand | Argument::Demands => self.demands.contains(argument),
                Argument::Word => !argument.is_empty(),
            };
            if !known {
                return Err(FormulaError::Unknown { name: argument.clone(), what: takes.label() });
            }
        }
        Ok(())
    }

    /// The kinds of elements that a first term needs and the template does not have: palette entry, and noun.
    pub fn missing(&self) -> Vec<(&'static str, &'static str)> {
        let kinds = [
            (&self.locations, "location:coordinates", "location"),
            (&self.demands, "demand:cloud", "demand"),
        ];
        kinds
            .into_iter()
            .filter(|(names, ..)| names.is_empty())
            .map(|(_, entry, noun)| (entry, noun))
            .collect()
    }

    /// A new term with the first names; `None` if a location or demand is missing.
    pub fn initial_term(&self) -> Option<Term> {
        let of = |takes: &Argument| match takes {
            Argument::Location => self.locations.first().cloned(),
            Argument::Demand | Argument::Demands => self.demands.first().cloned(),
            Argument::Word => Some("cost".to_owned()),
        };
        let mut calls = self.functions.iter().filter_map(|function| {
            let arguments: Option<Vec<String>> = function.takes.iter().map(of).collect();
            Some(Value::Call { function: function.name.to_owned(), arguments: arguments? })
        });
        Some(Term { weight: "1".to_owned(), range: None, value: calls.next()? })
    }
}

impl Term {
    /// The term at a path of indices.
    pub fn at(&self, place: &[usize]) -> Option<&Term> {
        let Some((first, rest)) = place.split_first() else { return Some(self) };
        match &self.value {
            Value::Of { terms, .. } => terms.get(*first)?.at(rest),
            Value::Call { .. } => None,
        }
    }

    pub fn at_mut(&mut self, place: &[usize]) -> Option<&mut Term> {
        let Some((first, rest)) = place.split_first() else { return Some(self) };
        match &mut self.value {
            Value::Of { terms, .. } => terms.get_mut(*first)?.at_mut(rest),
            Value::Call { .. } => None,
        }
    }

    /// The terms of an operator.
    pub fn terms_mut(&mut self) -> Option<&mut Vec<Term>> {
        match &mut self.value {
            Value::Of { terms, .. } => Some(terms),
            Value::Call { .. } => None,
        }
    }
}

/// Returns true if a text is a finite number in plain notation.
pub fn is_number(text: &str) -> bool {
    text.parse().is_ok_and(f64::is_finite)
        && text.starts_with(|c: char| c.is_ascii_digit() || c == '-' || c == '.')
}

fn word_list(words: &[&str]) -> String {
    words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ")
}

fn unquoted(name: String) -> String {
    name.strip_prefix('"').and_then(|name| name.strip_suffix('"')).map_or(name.clone(), str::to_owned)
}

/// Words, numbers and signs.
fn parts(text: &str) -> Vec<String> {
    let mut parts: Vec<String> = Vec::new();
    let mut word = String::new();
    let mut quoted = false;
    for c in text.chars() {
        let sign = !quoted && "(),*".contains(c);
        if sign || (!quoted && c.is_whitespace()) {
            if !word.is_empty() {
                parts.push(std::mem::take(&mut word));
            }
            if sign {
                parts.push(c.to_string());
            }
            continue;
        }
        quoted ^= c == '"';
        word.push(c);
    }
    if !word.is_empty() {
        parts.push(word);
    }
    parts
}

struct Parts {
    rest: Vec<String>,
    at: usize,
}

impl Parts {
    fn take(&mut self) -> Option<String> {
        let part = self.rest.get(self.at).cloned();
        self.at += 1;
        part
    }

    fn next_is(&self, part: &str) -> bool {
        self.rest.get(self.at).is_some_and(|next| next == part)
    }

    /// A word, not a sign.
    fn expect_word(&mut self, expected: &'static str) -> Result<String, FormulaError> {
        let found = self.take().ok_or(FormulaError::Ended(expected))?;
        if ["(", ")", ",", "*"].contains(&found.as_str()) {
            return Err(FormulaError::Expected { expected, found });
        }
        Ok(found)
    }

    /// The comma before one more of a list, which might have ended here too.
    fn eat_next(&mut self) -> Result<(), FormulaError> {
        const EXPECTED: &str = "`,` or `)`";
        match self.take() {
            Some(found) if found == "," => Ok(()),
            Some(found) => Err(FormulaError::Expected { expected: EXPECTED, found }),
            None => Err(FormulaError::Ended(EXPECTED)),
        }
    }

    fn eat(&mut self, sign: &'static str) -> Result<(), FormulaError> {
        let expected = match sign {
            "(" => "`(`",
            ")" => "`)`",
            "*" => "`*`",
            "to" => "`to`",
            _ => "something else",
        };
        match self.take() {
            Some(found) if found == sign => Ok(()),
            Some(found) => Err(FormulaError::Expected { expected, found }),
            None => Err(FormulaError::Ended(expected)),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn words() -> Vocabulary {
        let distance =
            Function { name: "distance_between", takes: vec![Argument::Location, Argument::Demand] };
        let attribute = Function { name: "attribute", takes: vec![Argument::Demand, Argument::Word] };
        let score = Function { name: "hpa_score", takes: vec![Argument::Demands] };
        Vocabulary {
            goals: vec!["minimize", "maximize"],
            operators: vec!["sum", "min"],
            functions: vec![distance, attribute, score],
            ranges: true,
            locations: vec!["cl".to_owned(), "new york".to_owned()],
            demands: vec!["vG".to_owned(), "vM".to_owned()],
        }
    }

    #[track_caller]
    fn check(text: &str, expected: &str) {
        let result = words().read(text).map_or_else(|error| error.to_string(), |formula| formula.to_string());
        assert_eq!(result, expected, "{text}");
    }

    #[test]
    fn a_formula_is_read_as_it_is_written() {
        for text in [
            "minimize sum(2 * distance_between(cl, vG), distance_between(\"new york\", vM))",
            "maximize min(attribute(vG, cost) from 5 to 50, 1.5 * sum(hpa_score(vG, vM)))",
            "minimize sum(get_param(w1) * distance_between(cl, vG))",
            "minimize sum()",
        ] {
            check(text, text);
        }
        check("minimize   sum( 2*distance_between( cl,vG ) )", "minimize sum(2 * distance_between(cl, vG))");
    }

    #[test]
    fn a_formula_that_cannot_be_expressed_is_reported() {
        check("", "expected one of `minimize`, `maximize` at the start");
        check("minimize", "expected a term, found the end");
        check("minimize sum(", "expected a term, found the end");
        check("minimize sum(distance_between(cl, vG)", "expected `,` or `)`, found the end");
        check("minimize sum(distance_between(cl))", "`distance_between` expects a location and a demand");
        check("minimize sum(distance_between(vG, cl))", "unknown location `vG`");
        check("minimize sum(hpa_score())", "`hpa_score` expects demands");
        check("minimize sum(x * distance_between(cl, vG))", "expected a number, found `x`");
        check("minimize sum(distance_between(cl, vG)) vM", "expected the end, found `vM`");
        check(
            "minimize far(cl)",
            "unknown operator or function `far`; expected one of `sum`, `min`, `distance_between`, `attribute`, `hpa_score`",
        );
        check("minimize sum(min())", "`min` has no terms");
        assert_eq!(words().read(&format!("minimize {}", "sum(".repeat(99))), Err(FormulaError::Deep));
    }

    #[test]
    fn terms_are_found_by_their_place() {
        let mut formula = words().read("minimize sum(hpa_score(vG), min(hpa_score(vM)))").unwrap();
        assert_eq!(formula.root.at(&[1, 0]).unwrap().to_string(), "hpa_score(vM)");
        assert!(formula.root.at(&[0, 0]).is_none());
        formula.root.at_mut(&[1, 0]).unwrap().weight = "3".to_owned();
        assert_eq!(formula.to_string(), "minimize sum(hpa_score(vG), min(3 * hpa_score(vM)))");
        assert_eq!(words().initial_term().unwrap().to_string(), "1 * distance_between(cl, vG)");
        assert_eq!(
            Vocabulary { locations: Vec::new(), ..words() }.initial_term().unwrap().to_string(),
            "1 * attribute(vG, cost)"
        );
    }

    proptest! {
        #[test]
        fn no_text_makes_it_stumble(text in "[a-z(),*\" 0-9]{0,60}") {
            if let Ok(formula) = words().read(&text) {
                prop_assert_eq!(words().read(&formula.to_string()), Ok(formula));
            }
        }
    }
}
