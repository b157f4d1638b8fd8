//! Parser for `dynamicType`, the Jinja template that selects a descriptor. Finds variables, filters and results, and checks that blocks are
//! balanced. [`evaluate()`] computes the result for known variables.

mod evaluate;
mod filter;
mod operator;

use std::collections::HashSet;
use std::ops::Range;

use super::grammar::PROPERTY;
pub use evaluate::{Variables, evaluate};
use limn_language::diagnostic::Code;
use limn_language::message;
use limn_language::schema::{Expression, NameKind, NodeContext, Part, PartKind, Scope};

const SECTION: &str = "CP4NA 2.7 assembly descriptors, Dynamic types";

pub static MALFORMED_TEMPLATE: Code = Code::error(
    "assembly/malformed-dynamic-type",
    "A-DYN-2",
    SECTION,
    "Checks the syntax of `dynamicType`, a Jinja template: every `{{` and `{%` must be closed, and every `if` needs an `endif`.",
)
.why("A template with a syntax error has no result, so the component has no type and cannot be created.")
.advice("Close `{{` with `}}`, `{%` with `%}`, and each `if` with `{% endif %}`; complete quotes and brackets.")
.bad(
    "cp4na component",
    r#"
dynamicType: "{% if maker == 'x' %}{{ 'resource::a::1.0' }}{% else %}{{ 'resource::b::1.0' }}"
#             ^^^^^^^^^^^^^^^^^^^^^
properties: {maker: {value: x}}
"#,
)
.good(
    r#"
dynamicType: "{% if maker == 'x' %}{{ 'resource::a::1.0' }}{% else %}{{ 'resource::b::1.0' }}{% endif %}"
properties: {maker: {value: x}}
"#,
);
pub static UNKNOWN_VARIABLE: Code = Code::error(
    "assembly/unknown-variable",
    "A-DYN-3",
    SECTION,
    "Checks that the variables of `dynamicType` are properties in the component's own `properties`. No other names are available.",
)
.why("In Jinja, an undefined variable is empty unless the processor forbids it, so the template can select the wrong type without an error.")
.advice("Add the property to the component's `properties`.")
.bad(
    "cp4na composition",
    r#"
a:
  type: resource::s::1.0
  dynamicType: "{{ 'resource::n::1.0' if maker == 'x' else 'resource::o::1.0' }}"
#                                        ^^^^^
  properties: {}
"#,
)
.good(
    r#"
a:
  type: resource::s::1.0
  dynamicType: "{{ 'resource::n::1.0' if maker == 'x' else 'resource::o::1.0' }}"
  properties: {maker: {value: x}}
"#,
);

/// The template of a `dynamicType`.
pub static DYNAMIC_TYPE: Expression = Expression::new("a Jinja template", template_parts);

static VARIABLE_KINDS: &[&NameKind] = &[&PROPERTY];

fn template_parts(text: &str, _spot: &NodeContext<'_>) -> Vec<Part> {
    let template = Template::parse(text);
    let faults = template.faults.into_iter().map(|(within, message)| Part {
        within,
        name: String::new(),
        kind: PartKind::Fault { code: &MALFORMED_TEMPLATE, message },
    });
    let variables = template.variables.into_iter().map(|found| Part {
        within: found.range,
        name: found.text,
        kind: PartKind::Name {
            kinds: VARIABLE_KINDS,
            scope: Scope::Enclosing,
            missing: Some(&UNKNOWN_VARIABLE),
        },
    });
    faults.chain(variables).collect()
}

/// A name in a template, with its byte range in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Span {
    pub text: String,
    pub range: Range<usize>,
}

/// A possible result of the template.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TemplateResult {
    /// Without quotes.
    pub text: String,
    pub range: Range<usize>,
    /// The filters that apply to it.
    pub filters: Vec<String>,
}

/// A parsed `dynamicType`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Template {
    /// Names that are neither Jinja keywords nor set in the template.
    pub variables: Vec<Span>,
    pub filters: Vec<Span>,
    /// String literals in `{{ … }}`, except operands of comparisons.
    pub outcomes: Vec<TemplateResult>,
    pub faults: Vec<(Range<usize>, String)>,
    /// The template has an `if` without an `else`.
    pub may_be_empty: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TokenKind {
    Name,
    Text,
    Number,
    Sign,
}

#[derive(Clone, Copy)]
struct Token<'t> {
    kind: TokenKind,
    text: &'t str,
    start: usize,
}

const WORDS: &[&str] = &[
    "if",
    "elif",
    "else",
    "endif",
    "for",
    "in",
    "endfor",
    "set",
    "endset",
    "not",
    "and",
    "or",
    "is",
    "true",
    "false",
    "none",
    "True",
    "False",
    "None",
    "recursive",
    "filter",
    "endfilter",
    "raw",
    "endraw",
    "loop",
    "range",
    "dict",
    "namespace",
    "do",
    "macro",
    "endmacro",
    "call",
    "endcall",
];
const COMPARISONS: &[&str] = &["==", "!=", "<", ">", "<=", ">=", "in", "~", "+"];

impl Template {
    pub fn parse(text: &str) -> Template {
        let mut template = Template::default();
        let mut open: Vec<(&str, Range<usize>, bool)> = Vec::new();
        let mut local: HashSet<&str> = HashSet::new();
        let mut from = 0;
        while let Some((start, close)) = next_block(text, from) {
            let Some(end) = text[start + 2..].find(close).map(|at| start + 2 + at) else {
                let message = format!("unclosed `{}`", &text[start..start + 2]);
                template.faults.push((start..text.len(), message));
                break;
            };
            from = end + 2;
            let (inner, offset) = trimmed(&text[start + 2..end], start + 2);
            match close {
                "%}" => template.statement(&tokens(inner, offset), start..from, &mut open, &mut local),
                "}}" => template.output(&tokens(inner, offset), start..from, &local),
                _ => {}
            }
        }
        for (word, range, _) in open {
            template.faults.push((range, format!("unclosed `{word}`: missing `end{word}`")));
        }
        template
    }

    fn statement<'t>(
        &mut self,
        tokens: &[Token<'t>],
        range: Range<usize>,
        open: &mut Vec<(&'t str, Range<usize>, bool)>,
        local: &mut HashSet<&'t str>,
    ) {
        let Some(first) = tokens.first() else {
            return self.faults.push((range, "empty block".to_owned()));
        };
        match first.text {
            "if" | "for" => {
                if tokens.len() < 2 {
                    self.faults.push((range.clone(), format!("empty `{}`", first.text)));
                }
                if first.text == "for" {
                    local.extend(
                        tokens[1..].iter().take_while(|token| token.text != "in").map(|token| token.text),
                    );
                }
                open.push((first.text, range, false));
            }
            "elif" | "else" => match open.last_mut() {
                Some((_, _, has_else)) => *has_else |= first.text == "else",
                None => self.faults.push((range, format!("unexpected `{}` outside `if`", first.text))),
            },
            "endif" | "endfor" => match open.pop() {
                Some((word, _, has_else)) if first.text[3..] == *word => {
                    self.may_be_empty |= word == "if" && !has_else;
                }
                Some((word, opened, _)) => {
                    self.faults.push((
                        range,
                        message::expected(format_args!("`end{word}`"), format_args!("`{}`", first.text)),
                    ));
                    open.push((word, opened, true));
                }
                None => self.faults.push((range, format!("unexpected `{}`", first.text))),
            },
            "set" => local.extend(tokens.get(1).map(|token| token.text)),
            _ => {}
        }
        self.names(tokens, local);
    }

    fn output(&mut self, tokens: &[Token<'_>], range: Range<usize>, local: &HashSet<&str>) {
        if tokens.is_empty() {
            return self.faults.push((range, "empty block".to_owned()));
        }
        for (at, token) in tokens
            .iter()
            .enumerate()
            .filter(|(_, token)| token.kind == TokenKind::Text && token.text.len() > 1)
        {
            let compared =
                |token: Option<&Token<'_>>| token.is_some_and(|token| COMPARISONS.contains(&token.text));
            if compared(at.checked_sub(1).and_then(|before| tokens.get(before)))
                || compared(tokens.get(at + 1))
            {
                continue;
            }
            let filters = tokens[at + 1..]
                .chunks(2)
                .map_while(|pair| match pair {
                    [pipe, name] if pipe.text == "|" && name.kind == TokenKind::Name => {
                        Some(name.text.to_owned())
                    }
                    _ => None,
                })
                .collect();
            self.outcomes.push(TemplateResult {
                text: token.text[1..token.text.len() - 1].to_owned(),
                range: token.start + 1..token.start + token.text.len() - 1,
                filters,
            });
        }
        self.names(tokens, local);
    }

    fn names(&mut self, tokens: &[Token<'_>], local: &HashSet<&str>) {
        let mut depth = 0_i32;
        for (at, token) in tokens.iter().enumerate() {
            let before = at.checked_sub(1).map(|before| tokens[before].text);
            match token.text {
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" => depth -= 1,
                _ => {}
            }
            if token.kind == TokenKind::Text && token.text.len() < 2 {
                self.faults.push((token.start..token.start + token.text.len(), "unclosed quote".to_owned()));
            }
            if token.kind != TokenKind::Name {
                continue;
            }
            let span =
                || Span { text: token.text.to_owned(), range: token.start..token.start + token.text.len() };
            match before {
                Some("|") => self.filters.push(span()),
                // Attributes, tests, keyword arguments and calls are not variables.
                Some("." | "is") => {}
                Some("not") if at >= 2 && tokens[at - 2].text == "is" => {}
                _ if tokens
                    .get(at + 1)
                    .is_some_and(|next| next.text == "(" || (next.text == "=" && depth > 0)) => {}
                _ if WORDS.contains(&token.text) || local.contains(token.text) => {}
                _ => self.variables.push(span()),
            }
        }
        if depth != 0 {
            let start = tokens.first().map_or(0, |token| token.start);
            let end = tokens.last().map_or(start, |token| token.start + token.text.len());
            self.faults.push((start..end, "unbalanced brackets".to_owned()));
        }
    }
}

/// The position of the next block, and its closing delimiter.
fn next_block(text: &str, from: usize) -> Option<(usize, &'static str)> {
    text[from..].match_indices('{').find_map(|(at, _)| {
        let close = match text.as_bytes().get(from + at + 1)? {
            b'{' => "}}",
            b'%' => "%}",
            b'#' => "#}",
            _ => return None,
        };
        Some((from + at, close))
    })
}

/// The content of a block without `-` and `+`, which control whitespace.
fn trimmed(inner: &str, offset: usize) -> (&str, usize) {
    let stripped = inner.strip_prefix(['-', '+']).unwrap_or(inner);
    let offset = offset + inner.len() - stripped.len();
    (stripped.strip_suffix(['-', '+']).unwrap_or(stripped), offset)
}

fn tokens(inner: &str, offset: usize) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    let mut rest = inner;
    while let Some(first) = rest.chars().next() {
        let (kind, length) = match first {
            _ if first.is_whitespace() => {
                rest = &rest[first.len_utf8()..];
                continue;
            }
            '\'' | '"' => match rest[1..].find(first) {
                Some(end) => (TokenKind::Text, end + 2),
                None => (TokenKind::Text, 1),
            },
            _ if first.is_alphabetic() || first == '_' => {
                // Property names can contain hyphens; Jinja itself reads them as minus.
                (
                    TokenKind::Name,
                    rest.find(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '-')))
                        .unwrap_or(rest.len()),
                )
            }
            _ if first.is_ascii_digit() => (
                TokenKind::Number,
                rest.find(|c: char| !(c.is_ascii_digit() || c == '.')).unwrap_or(rest.len()),
            ),
            _ => {
                let two = ["==", "!=", "<=", ">=", "//", "**"].iter().any(|sign| rest.starts_with(sign));
                (TokenKind::Sign, if two { 2 } else { first.len_utf8() })
            }
        };
        tokens.push(Token { kind, text: &rest[..length], start: offset + inner.len() - rest.len() });
        rest = &rest[length..];
    }
    tokens
}

#[cfg(test)]
mod tests {
    use super::*;

    fn summary(text: &str) -> String {
        let template = Template::parse(text);
        for span in template.variables.iter().chain(&template.filters) {
            assert_eq!(text[span.range.clone()], span.text);
        }
        let join = |spans: &[Span]| spans.iter().map(|span| span.text.as_str()).collect::<Vec<_>>().join(" ");
        let outcomes = template.outcomes.iter().map(|outcome| {
            [&outcome.text]
                .into_iter()
                .chain(&outcome.filters)
                .map(String::as_str)
                .collect::<Vec<_>>()
                .join("|")
        });
        let faults = template.faults.iter().map(|(_, message)| message.as_str());
        format!(
            "variables {} · outcomes {} · faults {}",
            join(&template.variables),
            outcomes.collect::<Vec<_>>().join(" "),
            faults.collect::<Vec<_>>().join(", ")
        )
    }

    #[test]
    fn variables_and_outcomes_are_found() {
        assert_eq!(
            summary(
                "{% if maker == 'Netflix' %} {{ 'resource::n::1.0' }} {% else %} {{ 'resource::b::1.0' }} {% endif %}"
            ),
            "variables maker · outcomes resource::n::1.0 resource::b::1.0 · faults "
        );
        assert_eq!(
            summary("{{ 'resource::t::[1.0,)'|resolveVersion if a.b == 'x' and not c is defined else d }}"),
            "variables a c d · outcomes resource::t::[1.0,)|resolveVersion · faults "
        );
        assert_eq!(
            summary("{% for x in list %}{{ x }}{% endfor %}{% set y = z %}{{ y|upper }}"),
            "variables list z · outcomes  · faults "
        );
    }

    #[test]
    fn unbalanced_blocks_are_errors() {
        assert_eq!(summary("{% if m %}x"), "variables m · outcomes  · faults unclosed `if`: missing `endif`");
        assert_eq!(summary("{% endif %}"), "variables  · outcomes  · faults unexpected `endif`");
        assert_eq!(summary("{{ 'a'"), "variables  · outcomes  · faults unclosed `{{`");
        assert_eq!(summary("{{ (a }}"), "variables a · outcomes  · faults unbalanced brackets");
        assert_eq!(summary("{{ 'a }}"), "variables a · outcomes  · faults unclosed quote");
    }

    #[test]
    fn an_if_without_else_may_be_empty() {
        assert!(Template::parse("{% if m %}{{ 'a' }}{% endif %}").may_be_empty);
        assert!(!Template::parse("{% if m %}{{ 'a' }}{% else %}{{ 'b' }}{% endif %}").may_be_empty);
    }

    proptest::proptest! {
        #[test]
        fn any_text_can_be_read(text in ".{0,60}|[{}%#'a |=.(if)-]{0,30}") {
            Template::parse(&text);
        }
    }
}
