//! Functions and their arguments for completion: the tables of homing templates give everything else.

use super::grammar::{FUNCTION, TEXT, WEIGHT, construct, or_call};
use super::model::{Setting, Template};
use limn_language::schema::{
    Argument, ArgumentKind, ChoiceItem, Expression, Holds, NodeContext, Shape, Slot, Slots, describe_at,
};
use limn_yaml::{Node, Path};

const FILTERS: &str = "filtering_attributes";
static CUSTOMER_FILTERS: &[(&str, &str)] = &[
    ("customer-id", "The customer. HAS requires this attribute or `global-customer-id`."),
    ("global-customer-id", "The customer. HAS requires this attribute or `customer-id`."),
];
static GENERATOR_FILTERS: &[(&str, &str)] = &[
    ("service_profile", "HAS requires this attribute of the generator."),
    ("subnets", "HAS requires this attribute of the generator."),
];

pub struct TemplateFields<'m>(pub &'m Template);

impl Slots for TemplateFields<'_> {
    /// The attributes that HAS requires in `filtering_attributes`, by the source around it.
    fn slot(&self, path: &Path) -> Option<Slot> {
        let around = path.parent().filter(|_| path.last_key() == Some(FILTERS))?;
        let sources = self.0.demands.iter().flat_map(|demand| &demand.sources);
        let source = sources.into_iter().find(|source| source.path == around)?;
        let text = |setting: &Option<Setting>| setting.as_ref()?.datum.text().map(str::to_owned);
        let known = match (text(&source.provider).as_deref(), text(&source.kind).as_deref()) {
            (Some("generator"), _) => GENERATOR_FILTERS,
            (_, Some("service" | "vfmodule")) => CUSTOMER_FILTERS,
            _ => return None,
        };
        let is_call = |node: Node<'_>| or_call(&NodeContext::new(node, self.0.profiles)) == 1;
        if self.0.document.get(path).is_some_and(is_call) {
            return None;
        }
        let part = |(name, doc): &(&str, &str)| {
            ((*name).to_owned(), Slot { doc: (*doc).to_owned(), computed: true, ..Slot::default() })
        };
        let parts = known.iter().map(part).collect();
        Some(Slot { holds: Holds::Parts { parts, open: true }, ..Slot::default() })
    }

    fn functions(&self, path: &Path) -> Vec<ChoiceItem> {
        let template = self.0;
        let described = describe_at(&template.document, construct(template.is_plan), template.profiles, path);
        if template.parameters.is_empty() || !described.is_some_and(|described| takes_call(described.shape)) {
            return Vec::new();
        }
        vec![ChoiceItem {
            word: "get_param".to_owned(),
            note: "function".to_owned(),
            doc: "Reads the value of a parameter.".to_owned(),
            fits: true,
        }]
    }

    fn arguments(&self, _: &Path, function: &str, _: &[String]) -> Vec<Argument> {
        if function != "get_param" {
            return Vec::new();
        }
        let word = |name: &String| ChoiceItem { word: name.clone(), fits: true, ..ChoiceItem::default() };
        let words = self.0.parameters.iter().map(|parameter| word(&parameter.name)).collect();
        vec![Argument {
            label: "Parameter".to_owned(),
            words,
            takes: ArgumentKind::Word,
            ..Argument::default()
        }]
    }
}

/// Returns true if HAS resolves a call as a value of the shape.
fn takes_call(shape: &'static Shape) -> bool {
    let resolves = |expression: &'static Expression| {
        [&FUNCTION, &TEXT, &WEIGHT].into_iter().any(|known| std::ptr::eq(expression, known))
    };
    match shape {
        Shape::Reference(it) | Shape::Value(it) => resolves(it),
        Shape::OneOf(shapes) => shapes.iter().any(takes_call),
        Shape::ByValue(which) => which.shapes.iter().any(takes_call),
        Shape::BySibling(beside) => beside.shapes.iter().any(takes_call),
        Shape::Discouraged(odd) => takes_call(&odd.shape),
        _ => false,
    }
}
