//! Values that expressions read from configuration keys, for hints in the text.

use super::config_names::is_within;
use super::model::CatalogModel;
use limn_brooklyn::{Owner, Target, is_expression};
use limn_language::explanation::{Implied, ImpliedFact};
use limn_text::TextRange;
use limn_tosca::brooklyn::{Component, Expression, Mentioned, configured, expressions};
use limn_yaml::Node;

pub(super) fn implied(catalog: &CatalogModel, within: TextRange) -> Vec<Implied> {
    let Some(root) = catalog.root() else { return Vec::new() };
    let templates = catalog.template_ranges();
    let is_own = |node: Node<'_>| !is_within(&templates, node.range());
    let all = expressions(root).into_iter();
    let here =
        all.filter(|expression| within.touches(expression.node.range().start) && is_own(expression.node));
    here.filter_map(|expression| read(&expression)).collect()
}

/// Configuration keys that an expression reads, with their values. Keys without a known value are left out.
fn read(expression: &Expression<'_>) -> Option<Implied> {
    let mentions = expression.mentions();
    let keys: Vec<&Mentioned<'_>> =
        mentions.iter().filter(|mention| mention.target == Target::Config).collect();
    let values: Vec<(String, String)> =
        keys.iter().filter_map(|mention| Some((mention.name.clone(), value(mention)?))).collect();
    let last = expression.parsed.chain.calls().last()?;
    let is_whole = keys.len() == 1 && last.name.text == keys.first()?.function;
    Some(Implied { path: expression.node.path(), fact: ImpliedFact::Reads { values, is_whole } })
}

/// The value of a configuration key, if it is a text and not an expression itself.
fn value(key: &Mentioned<'_>) -> Option<String> {
    let owner = match &key.owner {
        Component::Own => Owner::Own,
        Component::Named(id) => Owner::Component(id),
        Component::ScopeRoot => Owner::ScopeRoot,
        Component::Unknown => Owner::Unknown,
    };
    let found = configured(key.at, owner, &key.name)?.resolve();
    let text = found.as_str().filter(|_| found.is_scalar() && !found.is_null())?;
    (!text.is_empty() && !is_expression(&text)).then(|| text.into_owned())
}
