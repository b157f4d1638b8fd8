//! Functions and their arguments for completion: the tables of homing templates give everything else.

use super::grammar::{FUNCTION, TEXT, WEIGHT, construct};
use super::model::Template;
use limn_language::schema::{Argument, Expression, Shape, Slot, Slots, Takes, Word, describe_at};
use limn_yaml::Path;

pub struct Fields<'m>(pub &'m Template);

impl Slots for Fields<'_> {
    fn slot(&self, _: &Path) -> Option<Slot> {
        None
    }

    fn functions(&self, path: &Path) -> Vec<Word> {
        let template = self.0;
        let described = describe_at(&template.document, construct(template.is_plan), template.profiles, path);
        if template.parameters.is_empty() || !described.is_some_and(|it| takes_call(it.shape)) {
            return Vec::new();
        }
        vec![Word {
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
        let word = |name: &String| Word { word: name.clone(), fits: true, ..Word::default() };
        let words = self.0.parameters.iter().map(|it| word(&it.name)).collect();
        vec![Argument { label: "Parameter".to_owned(), words, takes: Takes::Word, ..Argument::default() }]
    }
}

/// Returns true if HAS resolves a call as a value of the shape.
fn takes_call(shape: &'static Shape) -> bool {
    let resolves = |it: &'static Expression| {
        [&FUNCTION, &TEXT, &WEIGHT].into_iter().any(|known| std::ptr::eq(it, known))
    };
    match shape {
        Shape::Refers(it) | Shape::Value(it) => resolves(it),
        Shape::OneOf(shapes) => shapes.iter().any(takes_call),
        Shape::Which(which) => which.shapes.iter().any(takes_call),
        Shape::BySibling(beside) => beside.shapes.iter().any(takes_call),
        Shape::Tolerated(odd) => takes_call(&odd.shape),
        _ => false,
    }
}
