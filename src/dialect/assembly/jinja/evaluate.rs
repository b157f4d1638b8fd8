//! Evaluation of `dynamicType`: the part of Jinja that selects a descriptor. What it does not cover is an error with the reason, never a guess.

use super::operator::{compare, known, truth};
use super::{Token, TokenKind, filter, next_block, tokens, trimmed};
use limn_language::message;
use limn_language::plain_value::{MAX_TEXT, PlainValue};

/// The values that a template can read.
pub trait Variables {
    /// The value of a property of the component; `None` if the component has no such property.
    fn get(&mut self, name: &str) -> Option<PlainValue>;
    /// The descriptor that the filter `resolveVersion` selects.
    fn resolve_version(&mut self, name: &str) -> Result<String, String>;
}

/// The maximum nesting of blocks and brackets.
const MAX_DEPTH: usize = 40;

pub(super) type Evaluated = Result<PlainValue, String>;

/// The result of a template, without white space around it.
pub fn evaluate(text: &str, variables: &mut dyn Variables) -> Result<String, String> {
    let blocks = blocks(text)?;
    let mut run = Run { blocks: &blocks, at: 0, output: String::new(), set: Vec::new(), variables };
    run.until(&[], true, 0)?;
    Ok(run.output.trim().to_owned())
}

enum Block<'t> {
    Text(&'t str),
    Output(Vec<Token<'t>>),
    Statement(Vec<Token<'t>>),
}

fn blocks(text: &str) -> Result<Vec<Block<'_>>, String> {
    let mut blocks = Vec::new();
    let mut from = 0;
    while let Some((start, close)) = next_block(text, from) {
        blocks.push(Block::Text(&text[from..start]));
        let Some(end) = text[start + 2..].find(close).map(|at| start + 2 + at) else {
            return Err(format!("unclosed `{}` in `dynamicType`", &text[start..start + 2]));
        };
        from = end + 2;
        let (inner, offset) = trimmed(&text[start + 2..end], start + 2);
        match close {
            "%}" => blocks.push(Block::Statement(tokens(inner, offset))),
            "}}" => blocks.push(Block::Output(tokens(inner, offset))),
            _ => {}
        }
    }
    blocks.push(Block::Text(&text[from..]));
    Ok(blocks)
}

struct Run<'r, 't> {
    blocks: &'r [Block<'t>],
    at: usize,
    output: String,
    /// Names that the template sets, the latest last.
    set: Vec<(&'t str, PlainValue)>,
    variables: &'r mut dyn Variables,
}

impl<'r, 't> Run<'r, 't> {
    /// Continues to one of the statements that end a branch, and returns it; writes only if the branch is taken.
    fn until(&mut self, ends: &[&str], taken: bool, depth: usize) -> Result<&'r [Token<'t>], String> {
        if depth > MAX_DEPTH {
            return Err("`dynamicType` is nested too deeply".to_owned());
        }
        while let Some(block) = self.blocks.get(self.at) {
            self.at += 1;
            match block {
                Block::Text(text) if taken => self.output.push_str(text),
                Block::Output(tokens) if taken => {
                    let value = self.expression(tokens)?;
                    if let Some(reason) = value.unknown_reason() {
                        return Err(reason.to_owned());
                    }
                    self.output.push_str(&value.to_string());
                    if self.output.len() > MAX_TEXT {
                        return Err("the result of `dynamicType` is too large".to_owned());
                    }
                }
                Block::Text(_) | Block::Output(_) => {}
                Block::Statement(tokens) => {
                    let word = tokens.first().map_or("", |token| token.text);
                    match word {
                        _ if ends.contains(&word) => return Ok(tokens),
                        "if" => self.branches(tokens, taken, depth)?,
                        "set" if !taken => {}
                        "set" => match &tokens[1..] {
                            [name, equals, rest @ ..]
                                if name.kind == TokenKind::Name && equals.text == "=" =>
                            {
                                let value = self.expression(rest)?;
                                self.set.push((name.text, value));
                            }
                            _ => return Err("`set` needs a name and a value".to_owned()),
                        },
                        word => return Err(format!("`{word}` in `dynamicType` is not evaluated")),
                    }
                }
            }
        }
        if ends.is_empty() { Ok(&[]) } else { Err("`if` without `endif` in `dynamicType`".to_owned()) }
    }

    fn branches(&mut self, first: &[Token<'t>], taken: bool, depth: usize) -> Result<(), String> {
        let mut is_done = !taken;
        let mut takes = !is_done && self.holds(&first[1..])?;
        let mut can_follow = true;
        loop {
            is_done |= takes;
            let ends: &[&str] = if can_follow { &["elif", "else", "endif"] } else { &["endif"] };
            let end = self.until(ends, takes, depth + 1)?;
            match end.first().map_or("endif", |token| token.text) {
                "elif" => takes = !is_done && self.holds(&end[1..])?,
                "else" => (takes, can_follow) = (!is_done, false),
                _ => return Ok(()),
            }
        }
    }

    fn holds(&mut self, tokens: &[Token<'t>]) -> Result<bool, String> {
        truth(&self.expression(tokens)?)
    }

    fn expression(&mut self, tokens: &[Token<'t>]) -> Evaluated {
        let mut parser = Parser { run: self, tokens, at: 0, depth: 0 };
        let value = parser.choice()?;
        match parser.peek() {
            "" => Ok(value),
            rest => Err(format!("`{rest}` in `dynamicType` is not evaluated")),
        }
    }
}

struct Parser<'p, 'r, 't> {
    run: &'p mut Run<'r, 't>,
    tokens: &'p [Token<'t>],
    at: usize,
    depth: usize,
}

impl<'t> Parser<'_, '_, 't> {
    fn peek(&self) -> &'t str {
        self.tokens.get(self.at).map_or("", |token| token.text)
    }

    fn next(&mut self) -> Option<Token<'t>> {
        let token = self.tokens.get(self.at).copied();
        self.at += 1;
        token
    }

    fn take(&mut self, text: &str) -> bool {
        // A text in quotes is never a sign: its token begins with the quote.
        let is_next = self.peek() == text;
        self.at += usize::from(is_next);
        is_next
    }

    fn expect(&mut self, text: &str) -> Result<(), String> {
        if self.take(text) {
            return Ok(());
        }
        let found = match self.peek() {
            "" => "the end".to_owned(),
            found => format!("`{found}`"),
        };
        Err(message::expected(format_args!("`{text}` in `dynamicType`"), found))
    }

    /// `a if condition else b`
    fn choice(&mut self) -> Evaluated {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err("`dynamicType` is nested too deeply".to_owned());
        }
        let value = self.either();
        if !self.take("if") {
            self.depth -= 1;
            return value;
        }
        let condition = self.either()?;
        let other = if self.take("else") { self.choice() } else { Ok(PlainValue::text("")) };
        self.depth -= 1;
        if truth(&condition)? { value } else { other }
    }

    fn either(&mut self) -> Evaluated {
        let mut value = self.both();
        while self.take("or") {
            let other = self.both();
            let left = value?;
            value = if truth(&left)? { Ok(left) } else { other };
        }
        value
    }

    fn both(&mut self) -> Evaluated {
        let mut value = self.negated();
        while self.take("and") {
            let other = self.negated();
            let left = value?;
            value = if truth(&left)? { other } else { Ok(left) };
        }
        value
    }

    fn negated(&mut self) -> Evaluated {
        let mut is_negated = false;
        let mut is_any = false;
        while self.take("not") {
            (is_negated, is_any) = (!is_negated, true);
        }
        let value = self.comparison();
        if is_any { Ok(PlainValue::Bool(truth(&value?)? != is_negated)) } else { value }
    }

    fn comparison(&mut self) -> Evaluated {
        let start = self.at;
        let left = self.joined();
        let sign = self.peek();
        match sign {
            "==" | "!=" | "<" | ">" | "<=" | ">=" | "in" => {
                self.at += 1;
                let right = self.joined();
                compare(sign, &known(left)?, &known(right)?)
            }
            "not" if self.tokens.get(self.at + 1).is_some_and(|next| next.text == "in") => {
                self.at += 2;
                let right = self.joined();
                let is_in = truth(&compare("in", &known(left)?, &known(right)?)?)?;
                Ok(PlainValue::Bool(!is_in))
            }
            "is" => {
                self.at += 1;
                let is_negated = self.take("not");
                let test = self.next().map_or("", |token| token.text);
                let is_so = self.test(start, left, test)?;
                Ok(PlainValue::Bool(is_so != is_negated))
            }
            _ => left,
        }
    }

    fn test(&mut self, start: usize, left: Evaluated, test: &str) -> Result<bool, String> {
        let is_defined = match self.tokens.get(start) {
            Some(name)
                if name.kind == TokenKind::Name
                    && self.tokens.get(start + 1).is_some_and(|token| token.text == "is") =>
            {
                self.variable(name.text).is_some()
            }
            _ => left.is_ok(),
        };
        Ok(match test {
            "defined" => is_defined,
            "undefined" => !is_defined,
            "none" => known(left)? == PlainValue::Null,
            "string" => matches!(known(left)?, PlainValue::Text(_)),
            "number" => matches!(known(left)?, PlainValue::Number(_)),
            "mapping" => matches!(known(left)?, PlainValue::Map(_)),
            "sequence" | "iterable" => matches!(known(left)?, PlainValue::List(_) | PlainValue::Map(_)),
            test => return Err(format!("the test `{test}` in `dynamicType` is not evaluated")),
        })
    }

    /// `a ~ b`, and `a + b` of texts.
    fn joined(&mut self) -> Evaluated {
        let mut value = self.filtered();
        while let sign @ ("~" | "+") = self.peek() {
            self.at += 1;
            let right = known(self.filtered())?;
            let left = known(value)?;
            let is_text = |value: &PlainValue| matches!(value, PlainValue::Text(_));
            if sign == "+" && !(is_text(&left) && is_text(&right)) {
                return Err("`+` of other values than texts in `dynamicType` is not evaluated".to_owned());
            }
            let text = format!("{left}{right}");
            if text.len() > MAX_TEXT {
                return Err("the result of `dynamicType` is too large".to_owned());
            }
            value = Ok(PlainValue::text(text));
        }
        value
    }

    fn filtered(&mut self) -> Evaluated {
        let start = self.at;
        let mut value = self.member();
        while self.take("|") {
            let name = self.next().map_or("", |token| token.text);
            let mut arguments = Vec::new();
            if self.take("(") {
                while !self.take(")") {
                    arguments.push(known(self.choice())?);
                    if !self.take(",") {
                        self.expect(")")?;
                        break;
                    }
                }
            }
            value = self.filter(start, value, name, &arguments);
        }
        value
    }

    fn filter(&mut self, start: usize, value: Evaluated, name: &str, arguments: &[PlainValue]) -> Evaluated {
        let argument = |at: usize| arguments.get(at).cloned().unwrap_or_else(|| PlainValue::text(""));
        if matches!(name, "default" | "d") {
            let variable = self.tokens.get(start).filter(|token| token.kind == TokenKind::Name);
            let is_missing = variable.is_some_and(|token| self.variable(token.text).is_none());
            let is_empty = |value: &PlainValue| truth(value).is_ok_and(|truth| !truth);
            let replaces_empty = arguments.get(1).is_some_and(|flag| *flag == PlainValue::Bool(true));
            return match value {
                Err(_) if is_missing => Ok(argument(0)),
                Ok(value) if replaces_empty && is_empty(&value) => Ok(argument(0)),
                value => value,
            };
        }
        let value = known(value)?;
        if name == "resolveVersion" {
            return Ok(PlainValue::text(self.run.variables.resolve_version(value.to_string().trim())?));
        }
        filter::apply(&value, name, arguments)
    }

    /// A value with its steps: `a.b[0]`.
    fn member(&mut self) -> Evaluated {
        let mut value = self.atom();
        loop {
            let step = if self.take(".") {
                PlainValue::text(self.next().map_or("", |token| token.text))
            } else if self.take("[") {
                let step = known(self.choice())?;
                self.expect("]")?;
                step
            } else {
                return value;
            };
            let inner = known(value)?;
            let found = match &inner {
                PlainValue::List(items) => step
                    .as_count()
                    .and_then(|at| usize::try_from(at).ok())
                    .and_then(|at| items.get(at))
                    .cloned(),
                _ => inner.get(&step.to_string()).cloned(),
            };
            value = found.ok_or_else(|| message::unknown_at("key", &step, inner.describe()));
        }
    }

    fn atom(&mut self) -> Evaluated {
        let Some(token) = self.next() else { return Err("a value is missing in `dynamicType`".to_owned()) };
        match (token.kind, token.text) {
            (TokenKind::Text, text) if text.len() > 1 => Ok(PlainValue::text(&text[1..text.len() - 1])),
            (TokenKind::Number, text) => Ok(PlainValue::Number(text.into())),
            (_, "-") => match self.next() {
                Some(number) if number.kind == TokenKind::Number => {
                    Ok(PlainValue::Number(format!("-{}", number.text).into()))
                }
                _ => Err("`-` before other values than numbers in `dynamicType` is not evaluated".to_owned()),
            },
            (_, "(") => {
                let value = self.choice();
                self.expect(")")?;
                value
            }
            (_, "[") => {
                let mut items = Vec::new();
                while !self.take("]") {
                    items.push(self.choice()?);
                    if !self.take(",") {
                        self.expect("]")?;
                        break;
                    }
                }
                Ok(PlainValue::list(items))
            }
            (TokenKind::Name, "true" | "True") => Ok(PlainValue::Bool(true)),
            (TokenKind::Name, "false" | "False") => Ok(PlainValue::Bool(false)),
            (TokenKind::Name, "none" | "None") => Ok(PlainValue::Null),
            (TokenKind::Name, name) => self.variable(name).ok_or_else(|| message::unknown("property", name)),
            (_, text) => Err(format!("`{text}` in `dynamicType` is not evaluated")),
        }
    }

    fn variable(&mut self, name: &str) -> Option<PlainValue> {
        let set = self.run.set.iter().rev().find(|(known, _)| *known == name);
        set.map(|(_, value)| value.clone()).or_else(|| self.run.variables.get(name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Known;

    impl Variables for Known {
        fn get(&mut self, name: &str) -> Option<PlainValue> {
            Some(match name {
                "maker" => PlainValue::text("Dell"),
                "server-type" => PlainValue::text("big"),
                "n" => PlainValue::Number("3".into()),
                "empty" => PlainValue::text(""),
                "site" => {
                    PlainValue::map(vec![("names".into(), PlainValue::list(vec![PlainValue::text("x")]))])
                }
                "late" => PlainValue::unknown("`db` sets it"),
                _ => return None,
            })
        }

        fn resolve_version(&mut self, name: &str) -> Result<String, String> {
            Ok(name.replace("[1.0,)", "1.4"))
        }
    }

    fn result(text: &str) -> String {
        evaluate(text, &mut Known).unwrap_or_else(|reason| format!("error: {reason}"))
    }

    #[test]
    fn branches_are_chosen_by_the_properties() {
        let text = |maker: &str| {
            format!(
                "{{% if maker == '{maker}' %}}\n  {{{{ 'resource::a::[1.0,)'|resolveVersion }}}}\n{{% elif n > 5 %}}b{{% else %}} c {{% endif %}}"
            )
        };
        assert_eq!(result(&text("Dell")), "resource::a::1.4");
        assert_eq!(result(&text("HP")), "c");
        assert_eq!(
            result("{% if empty %}a{% if maker %}b{% endif %}{% else %}d{% if n %}e{% endif %}{% endif %}"),
            "de"
        );
        assert_eq!(result("{% set x = maker|lower %}{{ x ~ '-' ~ n }}"), "dell-3");
    }

    #[test]
    fn expressions_follow_jinja() {
        for (text, expected) in [
            ("'a' if maker == 'Dell' and not empty else 'b'", "a"),
            ("'a' if server-type in ['small', 'big'] else 'b'", "a"),
            ("'a' if maker not in ('Dell') else 'b'", "b"),
            ("site.names[0]", "x"),
            ("site['names']|length", "1"),
            ("'a' if gone is defined else 'b'", "b"),
            ("'a' if maker is defined else 'b'", "a"),
            ("gone|default('d')", "d"),
            ("empty|default('d', true)", "d"),
            ("maker|upper|replace('L', '1')", "DE11"),
            ("'x' if n >= 3 or late else 'y'", "x"),
            ("'x' if n < 3.5 else 'y'", "x"),
            ("'ä'|capitalize + 'b'", "Äb"),
        ] {
            assert_eq!(result(&format!("{{{{ {text} }}}}")), expected, "{text}");
        }
    }

    #[test]
    fn what_is_not_known_is_named() {
        assert_eq!(result("{{ 'a' if late else 'b' }}"), "error: `db` sets it");
        assert_eq!(result("{{ gone }}"), "error: unknown property `gone`");
        assert_eq!(
            result("{% for x in site %}{% endfor %}"),
            "error: `for` in `dynamicType` is not evaluated"
        );
        assert_eq!(
            result("{{ maker|tojson }}"),
            "error: the filter `tojson` in `dynamicType` is not evaluated"
        );
        assert_eq!(result("{{ 'a' 'b' }}"), "error: `'b'` in `dynamicType` is not evaluated");
        // A branch that is not taken is not evaluated.
        assert_eq!(result("{% if maker == 'x' %}{{ late }}{% else %}b{% endif %}"), "b");
    }

    proptest::proptest! {
        #[test]
        fn any_text_ends(text in r".{0,60}|[{}%#'a |=.\[\](if)~+-]{0,60}") {
            let _ = evaluate(&text, &mut Known);
        }
    }

    #[test]
    fn deep_nesting_is_an_error() {
        assert!(
            result(&format!("{{{{ {}1{} }}}}", "(".repeat(90_000), ")".repeat(90_000))).starts_with("error")
        );
        assert!(result(&"{% if n %}".repeat(90_000)).starts_with("error"));
        assert!(result(&format!("{{{{ {}1 }}}}", "-".repeat(90_000))).starts_with("error"));
    }
}
