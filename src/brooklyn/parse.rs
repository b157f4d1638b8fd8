//! The parser: one pass, linear, with a bound on nesting. It stops at the first fault and keeps what it has.

use std::ops::Range;

use crate::PREFIX;
use crate::expression::{
    Argument, ArgumentValue, Arguments, Call, Chain, ExpressionFault, Parsed, RangedText, Step,
};

/// Maximum depth of calls in arguments.
const DEPTH: usize = 32;

/// Returns true if a text is an expression, valid or not. A text of several lines that starts with `$brooklyn:name:` is a YAML document of its own.
pub fn is_expression(text: &str) -> bool {
    text.trim_start().strip_prefix(PREFIX).is_some_and(|rest| {
        let after = rest.trim_start_matches(|character: char| character.is_ascii_alphanumeric());
        let line_end = after.strip_prefix(':').map(|rest| rest.trim_start_matches([' ', '\r']));
        !line_end.is_some_and(|rest| rest.starts_with('\n'))
    })
}

/// Parses the text of a value: `$brooklyn:config("port")`.
pub fn parse(text: &str) -> Parsed {
    Parser::new(text, false).whole()
}

/// Parses the key of a mapping whose value has the arguments: `$brooklyn:entitySpec`.
pub fn parse_key(text: &str) -> Parsed {
    Parser::new(text, true).whole()
}

struct Parser<'t> {
    text: &'t str,
    at: usize,
    is_key: bool,
    fault: Option<ExpressionFault>,
    /// Closing characters that are still due, innermost last.
    due: Vec<char>,
}

impl<'t> Parser<'t> {
    fn new(text: &'t str, is_key: bool) -> Parser<'t> {
        Parser { text, at: 0, is_key, fault: None, due: Vec::new() }
    }

    fn whole(mut self) -> Parsed {
        self.blanks();
        let chain = self.chain(true);
        self.blanks();
        if self.at < self.text.len() {
            self.unexpected("the end of the expression", None);
        }
        Parsed { chain, fault: self.fault }
    }

    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn eat(&mut self, what: char) -> bool {
        let eats = self.peek() == Some(what);
        if eats {
            self.at += what.len_utf8();
        }
        eats
    }

    fn blanks(&mut self) {
        self.at = self.text.len() - self.rest().trim_start().len();
    }

    /// Records the first fault and ends the parsing. `insert`: text that corrects it here.
    fn unexpected(&mut self, expected: &'static str, insert: Option<&str>) {
        let (range, found) = match self.peek() {
            Some(found) => (self.at..self.at + found.len_utf8(), format!("`{found}`")),
            None => (last(self.text), "the end of the expression".to_owned()),
        };
        let at = self.text.trim_end().len().min(self.at);
        let insert = insert.filter(|_| self.peek().is_none()).map(|first| {
            let due = self.due.iter().rev().copied();
            (at, first.chars().chain(due).collect())
        });
        self.fail(ExpressionFault { range, expected, found, insert });
    }

    fn fail(&mut self, fault: ExpressionFault) {
        self.fault.get_or_insert(fault);
        self.at = self.text.len();
    }

    /// `is_whole`: the chain is the whole expression, so that it needs a prefix.
    fn chain(&mut self, is_whole: bool) -> Chain {
        let start = self.at;
        let mut chain = Chain::default();
        if self.rest().starts_with(PREFIX) {
            self.at += PREFIX.len();
            chain.prefix = Some(start..self.at);
        } else if is_whole {
            self.unexpected("`$brooklyn:`", None);
        }
        self.blanks();
        loop {
            let call = self.call(is_whole);
            chain.steps.push(Step::Call(call));
            self.entries(&mut chain.steps);
            let before = self.at;
            self.blanks();
            if !self.eat('.') {
                self.at = before;
                break;
            }
            self.blanks();
        }
        chain.range = start..self.at.max(start);
        chain
    }

    fn call(&mut self, is_whole: bool) -> Call {
        let name = self.name();
        if name.text.is_empty() {
            self.unexpected("the name of a function", None);
            return Call { name, arguments: None };
        }
        let before = self.at;
        self.blanks();
        if self.peek() != Some('(') {
            self.at = before;
            if !self.is_key || !is_whole {
                self.unexpected("`(`", Some("()"));
            }
            return Call { name, arguments: None };
        }
        Call { name, arguments: Some(self.arguments()) }
    }

    fn name(&mut self) -> RangedText {
        let start = self.at;
        let rest = self.rest();
        let len = rest
            .find(|character: char| !character.is_alphanumeric() && character != '_')
            .unwrap_or(rest.len());
        self.at += len;
        RangedText { text: rest[..len].to_owned(), range: start..self.at }
    }

    /// `["key"]`, any number of times.
    fn entries(&mut self, steps: &mut Vec<Step>) {
        while self.eat('[') {
            self.due.push(']');
            self.blanks();
            let entry = self.argument();
            steps.push(Step::Entry(entry));
            self.blanks();
            self.due.pop();
            if !self.eat(']') {
                self.unexpected("`]`", Some("]"));
            }
        }
    }

    fn arguments(&mut self) -> Arguments {
        let start = self.at;
        self.at += 1;
        let mut items = Vec::new();
        if self.due.len() >= DEPTH {
            let (range, found) = (start..self.at, "deeper ones".to_owned());
            self.fail(ExpressionFault { range, expected: "32 levels of calls at most", found, insert: None });
            return Arguments { items, range: start..self.at, closed: false };
        }
        self.due.push(')');
        self.blanks();
        let mut closed = self.eat(')');
        while !closed && self.fault.is_none() {
            items.push(self.argument());
            let before = self.at;
            self.blanks();
            if self.eat(',') {
                self.blanks();
                continue;
            }
            closed = self.eat(')');
            if !closed {
                self.at = if self.peek().is_none() { before } else { self.at };
                self.due.pop();
                let expected = if self.at < self.text.len() { "`,` or `)`" } else { "`)`" };
                self.unexpected(expected, Some(")"));
                self.due.push(')');
            }
        }
        self.due.pop();
        Arguments { items, range: start..self.at, closed }
    }

    fn argument(&mut self) -> Argument {
        let start = self.at;
        let value = match self.peek() {
            Some(quote @ ('"' | '\'')) => self.string(quote),
            Some(character) if character.is_ascii_digit() || character == '-' => self.number(),
            Some('{' | '[') if collection(self.rest()).is_some() => {
                let text =
                    collection(self.rest()).map(|len| &self.rest()[..len]).unwrap_or_default().to_owned();
                self.at += text.len();
                ArgumentValue::Literal(text)
            }
            Some(it) if it.is_alphabetic() || it == '_' || self.rest().starts_with(PREFIX) => self.word(),
            _ => {
                self.unexpected("an argument", None);
                self.at = start;
                let value = ArgumentValue::Literal(String::new());
                let argument = Argument { value, range: start..start };
                self.at = self.text.len();
                return argument;
            }
        };
        Argument { value, range: start..self.at.max(start) }
    }

    /// A call, or `true`, `false` or `null`.
    fn word(&mut self) -> ArgumentValue {
        let rest = self.rest();
        let len = rest
            .find(|character: char| !character.is_alphanumeric() && character != '_')
            .unwrap_or(rest.len());
        let behind = rest[len..].trim_start();
        if matches!(&rest[..len], "true" | "false" | "null") && !behind.starts_with('(') {
            self.at += len;
            return ArgumentValue::Literal(rest[..len].to_owned());
        }
        if len > 0 && behind.starts_with([',', ')']) {
            let (range, found) = (self.at..self.at + len, format!("`{}`", &rest[..len]));
            let text = RangedText { text: rest[..len].to_owned(), range: range.clone() };
            self.fail(ExpressionFault {
                range: range.clone(),
                expected: "a string in quotes, or a call",
                found,
                insert: None,
            });
            let steps = vec![Step::Call(Call { name: text, arguments: None })];
            return ArgumentValue::Chain(Chain { prefix: None, steps, range });
        }
        ArgumentValue::Chain(self.chain(false))
    }

    fn number(&mut self) -> ArgumentValue {
        let rest = self.rest();
        let is_part =
            |character: char| character.is_ascii_alphanumeric() || matches!(character, '-' | '+' | '.');
        let len = rest.find(|character| !is_part(character)).unwrap_or(rest.len());
        let text = &rest[..len];
        if text.parse::<f64>().is_err() {
            let range = self.at..self.at + len;
            let found = format!("`{text}`");
            self.fail(ExpressionFault {
                range,
                expected: "a number, or a string in quotes",
                found,
                insert: None,
            });
        } else {
            self.at += len;
        }
        ArgumentValue::Literal(text.to_owned())
    }

    fn string(&mut self, quote: char) -> ArgumentValue {
        self.at += 1;
        let start = self.at;
        let mut text = String::new();
        let mut chars = self.rest().char_indices();
        while let Some((at, it)) = chars.next() {
            match it {
                '\\' => match chars.next() {
                    Some((_, escaped)) => text.push(escaped),
                    None => break,
                },
                _ if it == quote => {
                    let within = start..start + at;
                    self.at = within.end + 1;
                    return ArgumentValue::Text { text, within, quote };
                }
                _ => text.push(it),
            }
        }
        let within = start..self.text.len();
        self.at = self.text.len();
        let expected = if quote == '"' { "`\"`" } else { "`'`" };
        // The intended end of the string is unknown, so no insertion is proposed.
        self.unexpected(expected, None);
        ArgumentValue::Text { text, within, quote }
    }
}

/// Range of the last character that is not a blank.
fn last(text: &str) -> Range<usize> {
    let text = text.trim_end();
    let start = text.char_indices().next_back().map_or(0, |(at, _)| at);
    start..text.len()
}

/// Length of the map or list at the start of a text, such as the options `{"timeout": "5m"}`; `None` if it does not end.
fn collection(text: &str) -> Option<usize> {
    let (mut depth, mut quote, mut is_escaped) = (0_usize, None, false);
    for (at, it) in text.char_indices() {
        match (quote, it) {
            (Some(_), _) if is_escaped => is_escaped = false,
            (Some(_), '\\') => is_escaped = true,
            (Some(open), it) if it == open => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') => quote = Some(it),
            (None, '{' | '[') => depth += 1,
            (None, '}' | ']') => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return Some(at + 1);
                }
            }
            (None, _) => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(text: &str) -> Option<(String, String, String)> {
        let fault = parse(text).fault?;
        let corrected = fault.insert.map(|(at, insert)| {
            let mut text = text.to_owned();
            text.insert_str(at, &insert);
            text
        });
        Some((
            text[fault.range].to_owned(),
            format!("{}, {}", fault.expected, fault.found),
            corrected.unwrap_or_default(),
        ))
    }

    #[test]
    fn a_document_in_a_text_is_not_an_expression() {
        for text in ["$brooklyn:config(\"a\")", " $brooklyn:", "$brooklyn:entitySpec:", "$brooklyn:self()\n"]
        {
            assert!(is_expression(text), "{text}");
        }
        for text in
            ["$brooklyn:entitySpec:\n  type: a\n", "$brooklyn:entitySpec: \r\n  type: a", "brooklyn:a"]
        {
            assert!(!is_expression(text), "{text}");
        }
    }

    #[test]
    fn valid_expressions_are_printed_as_written() {
        for text in [
            r#"$brooklyn:config("port")"#,
            r#"$brooklyn:component("db").attributeWhenReady("datastore.url")"#,
            r#"$brooklyn:formatString("%s:%s", component("db").attributeWhenReady("a"), 3306, -1.5, true)"#,
            r#"$brooklyn:formatString("a \"b\" \\", $brooklyn:self().config("a.b"))"#,
            r#"$brooklyn:config('map')["key"][0]"#,
            r#"$brooklyn:attributeWhenReady("a", {"timeout": "5}m", b: [1, {}]}).c()"#,
            "$brooklyn:self()",
        ] {
            let parsed = parse(text);
            assert_eq!(parsed.fault, None, "{text}");
            assert_eq!(parsed.to_string(), text);
        }
        assert_eq!(parse_key("$brooklyn:entitySpec").fault, None);
        assert_eq!(
            parse("  $brooklyn:a( \"b\" ,c ( ) )\n . d()\n").to_string(),
            "$brooklyn:a(\"b\", c()).d()"
        );
    }

    #[test]
    fn faults_say_what_is_expected_and_where() {
        let check = |text: &str, range: &str, message: &str, corrected: &str| {
            let expected = Some((range.to_owned(), message.to_owned(), corrected.to_owned()));
            assert_eq!(fault(text), expected, "{text}");
        };
        let end = "the end of the expression";
        check("$brooklyn:a({\"b\"", "{", "an argument, `{`", "");
        check("$brooklyn:a(\"b\"", "\"", &format!("`)`, {end}"), "$brooklyn:a(\"b\")");
        check("$brooklyn:a(b(\"c\"", "\"", &format!("`)`, {end}"), "$brooklyn:a(b(\"c\"))");
        check("$brooklyn:a(\"b)", ")", &format!("`\"`, {end}"), "");
        check("$brooklyn:a", "a", &format!("`(`, {end}"), "$brooklyn:a()");
        check("$brooklyn:", ":", &format!("the name of a function, {end}"), "");
        check("$brooklyn:a().", ".", &format!("the name of a function, {end}"), "");
        check("$brooklyn:a(\"b\" \"c\")", "\"", "`,` or `)`, `\"`", "");
        check("$brooklyn:a(\"b\",)", ")", "an argument, `)`", "");
        check("$brooklyn:a(db)", "db", "a string in quotes, or a call, `db`", "");
        check("$brooklyn:a(1x)", "1x", "a number, or a string in quotes, `1x`", "");
        check("$brooklyn:a())", ")", &format!("{end}, `)`"), "");
        check("$brooklyn:a() b", "b", &format!("{end}, `b`"), "");
        assert!(parse(&format!("$brooklyn:{}", "a(".repeat(100_000))).fault.is_some());
    }
}
