//! Hover cards of catalogs and CAMP blueprints: items, and configuration keys by their parameters.

use super::ITEM;
use super::grammar::CONFIG_KEY;
use super::model::{Catalogue, text};
use super::parameters::Parameter;
use crate::explain;
use limn_language::explanation::{Explanation, Fact};
use limn_text::TextRange;
use limn_yaml::Node;

/// Maximum number of parameters of an item that are listed.
const LISTED: usize = 12;

pub(super) fn explain(catalogue: &Catalogue, offset: usize) -> Option<Explanation> {
    let document = &catalogue.document;
    let named = || limn_common::explain(document, &catalogue.names, offset).map(|(found, _)| found);
    let found = explain::explain(document, offset).or_else(|| item(catalogue, offset));
    let found = found.or_else(|| key(catalogue, offset)).or_else(named);
    found.or_else(|| explain::sensor(document, offset))
}

/// The item whose name is at an offset.
fn item(catalogue: &Catalogue, offset: usize) -> Option<Explanation> {
    let (range, name) = item_name(catalogue, offset)?;
    let item = catalogue.item(name)?;
    let nodes = [Some(item.node), item.blueprint].into_iter().flatten();
    let of_type = item.blueprint.and_then(|it| text(it, "type"));
    let mut facts: Vec<Fact> = of_type.map(|it| Fact::new("Type", format!("`{it}`"))).into_iter().collect();
    facts.extend(text(item.node, "version").map(|it| Fact::new("Version", format!("`{it}`"))));
    let parameters = catalogue.parameters_of(item.blueprint.unwrap_or(item.node), &item.file);
    if !parameters.is_empty() {
        let mut listed: Vec<String> = parameters.iter().take(LISTED).map(Parameter::summary).collect();
        if parameters.len() > LISTED {
            listed.push(format!("{} more", parameters.len() - LISTED));
        }
        facts.push(Fact::new("Parameters", listed.join(", ")));
    }
    let doc = nodes.map(limn_common::description).find(|it| !it.is_empty()).unwrap_or_default();
    Some(Explanation { range, title: name.to_owned(), kind: ITEM.id.to_owned(), doc, facts })
}

fn item_name(catalogue: &Catalogue, offset: usize) -> Option<(TextRange, &str)> {
    let names = &catalogue.names;
    if let Some(at) = names.reference_at(offset) {
        let reference = &names.references[at];
        return reference.kinds.contains(&&ITEM).then_some((reference.range, &reference.name));
    }
    let declaration = &names.declarations[names.declaration_at(offset)?];
    (declaration.kind == &ITEM).then_some((declaration.range, &declaration.name))
}

/// The parameter that a key of `brooklyn.config` sets.
fn key(catalogue: &Catalogue, offset: usize) -> Option<Explanation> {
    let key = catalogue.document.at(offset).filter(|node| node.is_key())?;
    let section = key.parent().filter(|it| it.key().and_then(Node::text) == Some(CONFIG_KEY.name))?;
    let name = key.as_str()?;
    let parameters = catalogue.parameters_of(section.parent()?, &catalogue.file);
    let found = parameters.into_iter().find(|it| it.name == name)?;
    let mut facts = limn_common::facts(found.node, &[]);
    let text = found.node.document().text();
    let line = text[..found.node.range().start].matches('\n').count() + 1;
    let place = match found.file == catalogue.file {
        true => format!("line {line}"),
        false => format!("`{}`, line {line}", found.file),
    };
    facts.push(Fact::new("Declared in", place));
    Some(Explanation {
        range: key.range(),
        title: found.name,
        kind: "parameter".to_owned(),
        doc: limn_common::description(found.node),
        facts,
    })
}
