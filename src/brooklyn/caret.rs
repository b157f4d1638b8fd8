//! Completion context: the name or argument at the caret.

use std::ops::Range;

use crate::expression::{ArgumentValue, Call, Chain, Step};
use crate::function::{Target, function};
use crate::parse::{is_expression, parse};
use crate::reference::{Owner, references_of};

/// The name or argument at the caret.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Caret {
    /// The name of a function. `follows`: the functions before it in the chain, `None` at the start of a chain.
    Name { within: Range<usize>, follows: Option<String> },
    /// A string that refers to something. `owner`: the id of the component that a key or sensor belongs to, `None` for the one that has the expression.
    Argument { within: Range<usize>, target: Target, owner: Option<String> },
    /// A string that refers to something of the topmost component of the blueprint.
    RootArgument { within: Range<usize>, target: Target },
}

/// The context at a byte of an expression; `None` if unknown.
pub fn at_caret(text: &str, caret: usize) -> Option<Caret> {
    let before = text.get(..caret)?;
    if !is_expression(before) {
        return None;
    }
    let parsed = parse(before);
    last(&parsed.chain, text, caret)
}

/// The last element of a chain that ends at the caret.
fn last(chain: &Chain, text: &str, caret: usize) -> Option<Caret> {
    let Step::Call(call) = chain.steps.last()? else { return None };
    let Some(arguments) = &call.arguments else {
        return (call.name.range.end == caret).then(|| name(chain, call, text));
    };
    if arguments.closed {
        return None;
    }
    let Some(argument) = arguments.items.last() else {
        return Some(Caret::Name { within: caret..caret, follows: None });
    };
    match &argument.value {
        ArgumentValue::Chain(inner) => last(inner, text, caret),
        ArgumentValue::Text { within, quote, .. } if within.end == caret => {
            let (count, at) = (arguments.items.len(), arguments.items.len() - 1);
            let rest = &text[caret..];
            let end = rest.find(*quote).map_or(caret, |at| caret + at);
            let target = function(&call.name.text)?.target(at, count);
            let mut found = Vec::new();
            references_of(chain, &mut found);
            let reference = found.into_iter().rev().find(|reference| reference.within == *within);
            let owner = match reference.map(|reference| reference.owner) {
                Some(Owner::Component(id)) => Some(id.to_owned()),
                Some(Owner::ScopeRoot) => {
                    return Some(Caret::RootArgument { within: within.start..end, target });
                }
                Some(Owner::Unknown) => return None,
                Some(Owner::Own) | None => None,
            };
            Some(Caret::Argument { within: within.start..end, target, owner })
        }
        ArgumentValue::Literal(text) if text.is_empty() => {
            Some(Caret::Name { within: caret..caret, follows: None })
        }
        ArgumentValue::Text { .. } | ArgumentValue::Literal(_) => None,
    }
}

fn name(chain: &Chain, call: &Call, text: &str) -> Caret {
    let rest = &text[call.name.range.end..];
    let more =
        rest.find(|character: char| !character.is_alphanumeric() && character != '_').unwrap_or(rest.len());
    let before = chain.calls().rev().nth(1);
    Caret::Name {
        within: call.name.range.start..call.name.range.end + more,
        follows: before.map(|call| call.name.text.clone()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str) -> Option<(String, String)> {
        let caret = text.find('|').unwrap();
        let text = text.replace('|', "");
        Some(match at_caret(&text, caret)? {
            Caret::Name { within, follows } => (text[within].to_owned(), follows.unwrap_or_default()),
            Caret::Argument { within, target, owner } => (
                text[within].to_owned(),
                format!("{target:?} {}", owner.unwrap_or_default()).trim().to_owned(),
            ),
            Caret::RootArgument { within, target } => {
                (text[within].to_owned(), format!("{target:?} of the root"))
            }
        })
    }

    #[test]
    fn names_and_arguments_are_found() {
        let is = |text: &str, word: &str, what: &str| {
            assert_eq!(check(text), Some((word.to_owned(), what.to_owned())), "{text}");
        };
        is("$brooklyn:|", "", "");
        is("$brooklyn:co|mp(\"a\")", "comp", "");
        is("$brooklyn:component(\"a\").|", "", "component");
        is("$brooklyn:component(\"a\").attr|", "attr", "component");
        is("$brooklyn:component(\"d|b\")", "db", "Component");
        is("$brooklyn:component(\"|", "", "Component");
        is("$brooklyn:formatString(\"%s\", comp|)", "comp", "");
        is("$brooklyn:formatString(\"%s\", |)", "", "");
        is("$brooklyn:formatString(|", "", "");
        is("$brooklyn:formatString(\"%s\", config(\"po|", "po", "Config");
        is("$brooklyn:component(\"db\").config(\"po|", "po", "Config db");
        is("$brooklyn:scopeRoot().config(\"po|rt\")", "port", "Config of the root");
        assert_eq!(check("$brooklyn:parent().config(\"po|"), None);
        assert_eq!(check("$brook|lyn:"), None);
        assert_eq!(check("$brooklyn:a()|"), None);
    }
}
