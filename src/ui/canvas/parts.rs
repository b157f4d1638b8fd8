//! Elements of what is around cards and wires: policies, groups, backgrounds of hosts, and the sheet of ports.

use super::super::element_id;
use super::highlights::Highlights;
use super::layer::LayerItem;
use super::picture::on;
use limn_canvas::svg as draw;
use limn_canvas::{GroupNames, GroupOutline, HostBackground, Pill, Sheet};
use limn_language::graph::Id;
use limn_layout::{Rect, STACK};
use limn_text::visible;

/// Highlights of a pill.
#[derive(PartialEq)]
pub(super) struct OnPill {
    selected: bool,
    dim: bool,
    /// The size of the names of cards in a view that shows names alone.
    name: Option<f64>,
}

impl LayerItem for Pill {
    type Key = (Id, Id);
    type Marks = OnPill;
    type Highlights = Highlights;

    fn key(&self) -> (Id, Id) {
        (self.id.clone(), self.on.clone())
    }

    fn has(&self, (id, on): &(Id, Id)) -> bool {
        self.id == *id && self.on == *on
    }

    fn area(&self) -> Rect {
        self.rect
    }

    fn is_active(&self, highlights: &Highlights) -> bool {
        highlights.is_active(&self.id)
    }

    fn marks(&self, highlights: &Highlights) -> OnPill {
        let dim = highlights.traces_node(&self.id) == Some(false);
        OnPill { selected: highlights.selection.contains(&self.id), dim, name: highlights.names }
    }

    fn attributes(&self, OnPill { selected, dim, .. }: &OnPill) -> Vec<(&'static str, String)> {
        vec![
            ("id", element_id::of_item(&self.id)),
            ("class", on(self.class(), &[(*selected, "selected"), (*dim, "no")])),
            ("role", "button".to_owned()),
            ("aria-pressed", selected.to_string()),
            ("aria-label", format!("{}, policy", self.title)),
        ]
    }

    fn inside(&self, marks: &OnPill) -> String {
        match marks.name {
            Some(size) => draw::pill_named(self, size),
            None => draw::pill_inside(self),
        }
    }

    fn holds_as(&self, marks: &OnPill, (other, had): (&Pill, &OnPill)) -> bool {
        marks.name == had.name && self == other
    }
}

impl LayerItem for GroupOutline {
    type Key = Id;
    /// Selected.
    type Marks = bool;
    type Highlights = Highlights;

    fn key(&self) -> Id {
        self.id.clone()
    }

    fn has(&self, key: &Id) -> bool {
        self.id == *key
    }

    fn area(&self) -> Rect {
        self.rect()
    }

    fn marks(&self, highlights: &Highlights) -> bool {
        highlights.selection.contains(&self.id)
    }

    fn attributes(&self, selected: &bool) -> Vec<(&'static str, String)> {
        vec![
            ("id", element_id::of_item(&self.id)),
            ("class", on("hull".to_owned(), &[(*selected, "selected")])),
            ("role", "button".to_owned()),
            ("aria-pressed", selected.to_string()),
            ("aria-label", format!("{}, group", visible(&self.name))),
            ("aria-expanded", "true".to_owned()),
        ]
    }

    fn inside(&self, _: &bool) -> String {
        draw::group_outline_inside(self)
    }

    fn holds_as(&self, _: &bool, (other, _): (&GroupOutline, &bool)) -> bool {
        self == other
    }
}

impl LayerItem for GroupNames {
    type Key = Id;
    /// Selected.
    type Marks = bool;
    type Highlights = Highlights;

    fn key(&self) -> Id {
        self.of.clone()
    }

    fn has(&self, key: &Id) -> bool {
        self.of == *key
    }

    fn area(&self) -> Rect {
        self.tabs.iter().copied().reduce(|one, other| one.union(&other)).unwrap_or_default()
    }

    fn marks(&self, highlights: &Highlights) -> bool {
        highlights.selection.contains(&self.of)
    }

    fn attributes(&self, selected: &bool) -> Vec<(&'static str, String)> {
        vec![("class", on("hull-name".to_owned(), &[(*selected, "selected")]))]
    }

    fn inside(&self, _: &bool) -> String {
        draw::group_names_inside(self)
    }

    fn holds_as(&self, _: &bool, (other, _): (&GroupNames, &bool)) -> bool {
        self == other
    }
}

impl LayerItem for HostBackground {
    type Key = Id;
    type Marks = ();
    type Highlights = Highlights;

    fn key(&self) -> Id {
        self.id.clone()
    }

    fn has(&self, key: &Id) -> bool {
        self.id == *key
    }

    fn area(&self) -> Rect {
        self.rect.grown(STACK)
    }

    fn marks(&self, _: &Highlights) {}

    fn attributes(&self, (): &()) -> Vec<(&'static str, String)> {
        vec![("class", self.class())]
    }

    fn inside(&self, (): &()) -> String {
        draw::host_background_inside(self)
    }

    fn holds_as(&self, (): &(), (other, ()): (&HostBackground, &())) -> bool {
        self == other
    }
}

impl LayerItem for Sheet {
    type Key = Id;
    /// Additional class for each of its ports.
    type Marks = Vec<&'static str>;
    type Highlights = Highlights;

    fn key(&self) -> Id {
        self.on.clone()
    }

    fn has(&self, key: &Id) -> bool {
        self.on == *key
    }

    fn area(&self) -> Rect {
        self.rect().grown(12.0)
    }

    fn marks(&self, highlights: &Highlights) -> Vec<&'static str> {
        highlights.lit_spots(&self.on, &self.drawer.ports)
    }

    fn attributes(&self, _: &Vec<&'static str>) -> Vec<(&'static str, String)> {
        let at = format!("translate({} {})", self.at.x, self.at.y);
        vec![("class", "sheet".to_owned()), ("transform", at)]
    }

    fn inside(&self, lit: &Vec<&'static str>) -> String {
        draw::sheet_inside(self, lit)
    }

    fn lit<'m>(lit: &'m Vec<&'static str>) -> &'m [&'static str] {
        lit
    }

    fn holds_as(&self, _: &Vec<&'static str>, (other, _): (&Sheet, &Vec<&'static str>)) -> bool {
        self.drawer == other.drawer
    }
}
