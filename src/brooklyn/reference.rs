//! References in expressions: component ids, configuration keys and sensors.

use std::ops::Range;

use crate::expression::{ArgumentValue, Call, Chain, Step};
use crate::function::{Target, function};

/// A string argument that refers to something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reference<'c> {
    /// `Component`, `Config` or `Sensor`.
    pub target: Target,
    pub name: &'c str,
    /// The bytes between the quotes. Equal to `name`: a string with escapes is not a reference.
    pub within: Range<usize>,
    /// The component that has the key or sensor.
    pub owner: Owner<'c>,
    /// The function.
    pub function: &'c str,
}

/// The component that a function is called on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner<'c> {
    /// The component that has the expression.
    Own,
    /// The component with this id.
    Component(&'c str),
    /// The topmost component of the blueprint that has the expression.
    ScopeRoot,
    /// Another one, which the expression does not tell.
    Unknown,
}

/// All references, in the order of the text.
pub fn references(chain: &Chain) -> Vec<Reference<'_>> {
    let mut found = Vec::new();
    chain.visit(&mut |chain| references_of(chain, &mut found));
    found.sort_by_key(|reference| reference.within.start);
    found
}

/// References of the calls of a chain, without those in its arguments.
pub fn references_of<'c>(chain: &'c Chain, found: &mut Vec<Reference<'c>>) {
    let mut owner = Owner::Own;
    for step in &chain.steps {
        let Step::Call(call) = step else {
            owner = Owner::Unknown;
            continue;
        };
        let Some(function) = function(&call.name.text) else {
            owner = Owner::Unknown;
            continue;
        };
        let count = call.items().len();
        if let Some(only) = of_scope(owner, call) {
            owner = only;
            continue;
        }
        for (at, argument) in call.items().iter().enumerate() {
            let ArgumentValue::Text { text, within, .. } = &argument.value else { continue };
            let target = function.target(at, count);
            let is_plain = within.len() == text.len();
            if matches!(target, Target::Component | Target::Config | Target::Sensor) && is_plain {
                let name = text.as_str();
                found.push(Reference {
                    target,
                    name,
                    within: within.clone(),
                    owner,
                    function: function.name,
                });
            }
        }
        owner = next(owner, call);
    }
}

/// The component of a scope that has only one, whatever id follows: `component("this", "")`.
fn of_scope<'c>(owner: Owner<'c>, call: &Call) -> Option<Owner<'c>> {
    let [scope, _] = call.items() else { return None };
    let is_component = matches!(call.name.text.as_str(), "component" | "entity");
    match scope.as_text().filter(|_| is_component)? {
        "this" => Some(owner),
        "scopeRoot" => Some(Owner::ScopeRoot),
        "parent" | "root" => Some(Owner::Unknown),
        _ => None,
    }
}

/// The component that a call gives.
fn next<'c>(owner: Owner<'c>, call: &'c Call) -> Owner<'c> {
    match call.name.text.as_str() {
        "self" => owner,
        "scopeRoot" => Owner::ScopeRoot,
        "component" | "entity" => call
            .items()
            .last()
            .and_then(|argument| argument.as_text())
            .map_or(Owner::Unknown, Owner::Component),
        _ => Owner::Unknown,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse;

    #[test]
    fn arguments_refer_to_components_and_their_members() {
        let text = r#"$brooklyn:formatString("%s", component("db").attributeWhenReady("a.b"), config("port"), entity("global", "web"))"#;
        let parsed = parse(text);
        let found: Vec<_> = references(&parsed.chain)
            .into_iter()
            .map(|reference| (reference.target, reference.name, &text[reference.within], reference.owner))
            .collect();
        let expected = [
            (Target::Component, "db", "db", Owner::Own),
            (Target::Sensor, "a.b", "a.b", Owner::Component("db")),
            (Target::Config, "port", "port", Owner::Own),
            (Target::Component, "web", "web", Owner::Own),
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn the_id_after_a_scope_of_one_component_is_not_a_reference() {
        let parsed = parse(r#"$brooklyn:component("this", "web").config("port")"#);
        let found = references(&parsed.chain);
        assert_eq!((found.len(), found[0].name, found[0].owner), (1, "port", Owner::Own));
        let parsed = parse(r#"$brooklyn:component("parent", "web").config("port")"#);
        let found = references(&parsed.chain);
        assert_eq!((found.len(), found[0].name, found[0].owner), (1, "port", Owner::Unknown));
    }

    #[test]
    fn what_follows_an_unknown_component_has_an_unknown_owner() {
        let parsed = parse(r#"$brooklyn:parent().config("a")"#);
        assert_eq!(references(&parsed.chain)[0].owner, Owner::Unknown);
        let parsed = parse(r#"$brooklyn:self().sensor("org.acme.Web", "b")"#);
        let found = references(&parsed.chain);
        assert_eq!((found.len(), found[0].name, found[0].owner), (1, "b", Owner::Own));
    }

    #[test]
    fn a_key_of_the_scope_root_has_an_owner_of_its_own() {
        for text in
            [r#"$brooklyn:scopeRoot().config("a")"#, r#"$brooklyn:component("scopeRoot", "").config("a")"#]
        {
            assert_eq!(references(&parse(text).chain)[0].owner, Owner::ScopeRoot, "{text}");
        }
    }
}
