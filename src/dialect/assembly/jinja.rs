//! `dynamicType`: the Jinja text that chooses a descriptor. Reads it far enough to find its variables, filters and results and to see that
//! its blocks are balanced; never evaluates it.

use std::collections::HashSet;
use std::ops::Range;

use super::grammar::PROPERTY;
use crate::diagnostic::Code;
use crate::schema::{Expression, NameKind, Part, Scope, Spot, Wanted};

const SECTION: &str = "CP4NA 2.7 assembly descriptors, Dynamic types";

pub static MALFORMED_TEMPLATE: Code = Code::error(
    "assembly/malformed-dynamic-type",
    "A-DYN-2",
    SECTION,
    "`dynamicType` is a Jinja text: every `{{` and `{%` is closed, and every `if` has its `endif`.

Bad:
```yaml
dynamicType: \"{% if m == 'x' %}{{ 'resource::a::1.0' }}\"
```
Good:
```yaml
dynamicType: \"{% if m == 'x' %}{{ 'resource::a::1.0' }}{% else %}{{ 'resource::b::1.0' }}{% endif %}\"
```",
);
pub static UNKNOWN_VARIABLE: Code = Code::error(
    "assembly/unknown-variable",
    "A-DYN-3",
    SECTION,
    "The variables of `dynamicType` are the properties that the component itself lists. Nothing else is in sight there.

Bad:
```yaml
a:
  type: resource::s::1.0
  dynamicType: \"{{ 'resource::n::1.0' if maker == 'x' else 'resource::o::1.0' }}\"
  properties: {}
```
Good:
```yaml
a:
  type: resource::s::1.0
  dynamicType: \"{{ 'resource::n::1.0' if maker == 'x' else 'resource::o::1.0' }}\"
  properties: {maker: {value: x}}
```",
);

/// The text of a `dynamicType`.
pub static DYNAMIC_TYPE: Expression = Expression::new("a Jinja text", template_parts);

static VARIABLE_KINDS: &[&NameKind] = &[&PROPERTY];

fn template_parts(text: &str, _spot: &Spot<'_>) -> Vec<Part> {
    let template = Template::parse(text);
    let faults = template.faults.into_iter().map(|(within, message)| Part {
        within,
        name: String::new(),
        wanted: Wanted::Fault { code: &MALFORMED_TEMPLATE, message },
    });
    let variables = template.variables.into_iter().map(|found| Part {
        within: found.range,
        name: found.text,
        wanted: Wanted::Name {
            kinds: VARIABLE_KINDS,
            scope: Scope::Enclosing,
            missing: Some(&UNKNOWN_VARIABLE),
        },
    });
    faults.chain(variables).collect()
}

/// A piece of a template and where it stands, in bytes of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    pub text: String,
    pub range: Range<usize>,
}

/// A text that the template may come to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Without its quotes.
    pub text: String,
    pub range: Range<usize>,
    /// The filters it goes through.
    pub filters: Vec<String>,
}

/// What a `dynamicType` is made of.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Template {
    /// Names that are neither Jinja's own nor set in the template.
    pub variables: Vec<Piece>,
    pub filters: Vec<Piece>,
    /// Literal texts in `{{ … }}`, those that are only compared with left out.
    pub outcomes: Vec<Outcome>,
    pub faults: Vec<(Range<usize>, String)>,
    /// An `if` without an `else` may come to nothing.
    pub may_be_empty: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Name,
    Text,
    Number,
    Sign,
}

struct Token<'t> {
    kind: Kind,
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
                let message = format!("`{}` is never closed", &text[start..start + 2]);
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
            template.faults.push((range, format!("`{word}` has no `end{word}`")));
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
            return self.faults.push((range, "this block says nothing".to_owned()));
        };
        match first.text {
            "if" | "for" => {
                if tokens.len() < 2 {
                    self.faults.push((range.clone(), format!("`{}` says nothing", first.text)));
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
                None => self.faults.push((range, format!("`{}` stands outside an `if`", first.text))),
            },
            "endif" | "endfor" => match open.pop() {
                Some((word, _, has_else)) if first.text[3..] == *word => {
                    self.may_be_empty |= word == "if" && !has_else;
                }
                Some((word, opened, _)) => {
                    self.faults.push((range, format!("`{}` ends an `{word}`", first.text)));
                    open.push((word, opened, true));
                }
                None => self.faults.push((range, format!("`{}` ends nothing", first.text))),
            },
            "set" => local.extend(tokens.get(1).map(|token| token.text)),
            _ => {}
        }
        self.names(tokens, local);
    }

    fn output(&mut self, tokens: &[Token<'_>], range: Range<usize>, local: &HashSet<&str>) {
        if tokens.is_empty() {
            return self.faults.push((range, "this block says nothing".to_owned()));
        }
        for (at, token) in
            tokens.iter().enumerate().filter(|(_, token)| token.kind == Kind::Text && token.text.len() > 1)
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
                    [pipe, name] if pipe.text == "|" && name.kind == Kind::Name => Some(name.text.to_owned()),
                    _ => None,
                })
                .collect();
            self.outcomes.push(Outcome {
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
            if token.kind == Kind::Text && token.text.len() < 2 {
                self.faults
                    .push((token.start..token.start + token.text.len(), "a quote is not closed".to_owned()));
            }
            if token.kind != Kind::Name {
                continue;
            }
            let piece =
                || Piece { text: token.text.to_owned(), range: token.start..token.start + token.text.len() };
            match before {
                Some("|") => self.filters.push(piece()),
                // An attribute, a test, a keyword argument, a call: none is a variable.
                Some("." | "is") => {}
                Some("not") if at >= 2 && tokens[at - 2].text == "is" => {}
                _ if tokens
                    .get(at + 1)
                    .is_some_and(|next| next.text == "(" || (next.text == "=" && depth > 0)) => {}
                _ if WORDS.contains(&token.text) || local.contains(token.text) => {}
                _ => self.variables.push(piece()),
            }
        }
        if depth != 0 {
            let start = tokens.first().map_or(0, |token| token.start);
            let end = tokens.last().map_or(start, |token| token.start + token.text.len());
            self.faults.push((start..end, "brackets are not balanced".to_owned()));
        }
    }
}

/// Where the next block opens, and what closes it.
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

/// A block's inside without the `-` and `+` that strip blanks around it.
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
                Some(end) => (Kind::Text, end + 2),
                None => (Kind::Text, 1),
            },
            _ if first.is_alphabetic() || first == '_' => {
                // A property's name may hold hyphens; Jinja itself would take them as minus.
                (
                    Kind::Name,
                    rest.find(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '-')))
                        .unwrap_or(rest.len()),
                )
            }
            _ if first.is_ascii_digit() => {
                (Kind::Number, rest.find(|c: char| !(c.is_ascii_digit() || c == '.')).unwrap_or(rest.len()))
            }
            _ => {
                let two = ["==", "!=", "<=", ">=", "//", "**"].iter().any(|sign| rest.starts_with(sign));
                (Kind::Sign, if two { 2 } else { first.len_utf8() })
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

    fn drawn(text: &str) -> String {
        let template = Template::parse(text);
        for piece in template.variables.iter().chain(&template.filters) {
            assert_eq!(text[piece.range.clone()], piece.text);
        }
        let join =
            |pieces: &[Piece]| pieces.iter().map(|piece| piece.text.as_str()).collect::<Vec<_>>().join(" ");
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
            drawn(
                "{% if maker == 'Netflix' %} {{ 'resource::n::1.0' }} {% else %} {{ 'resource::b::1.0' }} {% endif %}"
            ),
            "variables maker · outcomes resource::n::1.0 resource::b::1.0 · faults "
        );
        assert_eq!(
            drawn("{{ 'resource::t::[1.0,)'|resolveVersion if a.b == 'x' and not c is defined else d }}"),
            "variables a c d · outcomes resource::t::[1.0,)|resolveVersion · faults "
        );
        assert_eq!(
            drawn("{% for x in list %}{{ x }}{% endfor %}{% set y = z %}{{ y|upper }}"),
            "variables list z · outcomes  · faults "
        );
    }

    #[test]
    fn unbalanced_blocks_are_faults() {
        assert_eq!(drawn("{% if m %}x"), "variables m · outcomes  · faults `if` has no `endif`");
        assert_eq!(drawn("{% endif %}"), "variables  · outcomes  · faults `endif` ends nothing");
        assert_eq!(drawn("{{ 'a'"), "variables  · outcomes  · faults `{{` is never closed");
        assert_eq!(drawn("{{ (a }}"), "variables a · outcomes  · faults brackets are not balanced");
        assert_eq!(drawn("{{ 'a }}"), "variables a · outcomes  · faults a quote is not closed");
    }

    #[test]
    fn an_if_without_else_may_come_to_nothing() {
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
