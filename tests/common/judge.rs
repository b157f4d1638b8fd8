//! Content of a text, by a parser that planned none of the patches: the trees that laws compare.

use std::borrow::Cow;
use std::collections::HashMap;

use saphyr_parser::{Event, Parser, ScalarStyle};

#[derive(Clone, Debug, PartialEq)]
pub struct Tree {
    /// The parser's number of the anchor, 0 for none.
    pub anchor: usize,
    pub tag: Option<String>,
    /// An op wrote it. Anchors inside what it replaced may have stayed.
    pub is_new: bool,
    pub node: Node,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Node {
    Scalar {
        text: String,
        plain: bool,
    },
    Alias(usize),
    Mapping(Vec<(Tree, Tree)>),
    Sequence(Vec<Tree>),
    /// Text that an op wrote, of which only the text is known: a string, or any plain scalar.
    Written {
        text: String,
        string: bool,
    },
}

impl Tree {
    pub fn of(node: Node) -> Tree {
        Tree { anchor: 0, tag: None, is_new: true, node }
    }

    /// The part at `position`: an entry's value or an item.
    pub fn part(&mut self, position: usize) -> Option<&mut Tree> {
        match &mut self.node {
            Node::Mapping(entries) => entries.get_mut(position).map(|(_, value)| value),
            Node::Sequence(items) => items.get_mut(position),
            _ => None,
        }
    }

    pub fn at(&mut self, positions: &[usize]) -> Option<&mut Tree> {
        positions.iter().try_fold(self, |tree, &position| tree.part(position))
    }

    pub fn len(&self) -> usize {
        match &self.node {
            Node::Mapping(entries) => entries.len(),
            Node::Sequence(items) => items.len(),
            _ => 0,
        }
    }

    /// Every tree in this one, itself among them, by the positions that lead there; none inside keys.
    pub fn walk<'t>(&'t self, at: &mut Vec<usize>, on: &mut dyn FnMut(&[usize], &'t Tree)) {
        on(at, self);
        for position in 0..self.len() {
            at.push(position);
            match &self.node {
                Node::Mapping(entries) => entries[position].1.walk(at, on),
                Node::Sequence(items) => items[position].walk(at, on),
                _ => {}
            }
            at.pop();
        }
    }

    /// The anchors in this tree, and what its aliases name.
    pub fn anchors(&self, defined: &mut Vec<usize>, used: &mut Vec<usize>) {
        if self.anchor > 0 {
            defined.push(self.anchor);
        }
        match &self.node {
            Node::Alias(anchor) => used.push(*anchor),
            Node::Mapping(entries) => entries.iter().for_each(|(key, value)| {
                key.anchors(defined, used);
                value.anchors(defined, used);
            }),
            Node::Sequence(items) => items.iter().for_each(|item| item.anchors(defined, used)),
            _ => {}
        }
    }

    /// Returns true if `read` says what this expects, anchors told apart by where they stand and not by their numbers.
    pub fn agrees(&self, read: &Tree, anchors: &mut HashMap<usize, usize>) -> bool {
        let has_stayed = self.is_new && self.anchor == 0;
        if !has_stayed && (self.anchor > 0) != (read.anchor > 0) || !self.is_new && self.tag != read.tag {
            return false;
        }
        if self.anchor > 0 {
            anchors.insert(self.anchor, read.anchor);
        }
        match (&self.node, &read.node) {
            // One of which the anchor stayed inside something new is not known by number.
            (Node::Alias(one), Node::Alias(other)) => anchors.get(one).is_none_or(|known| known == other),
            (Node::Mapping(ones), Node::Mapping(others)) => {
                ones.len() == others.len()
                    && (ones.iter().zip(others)).all(|((key, value), (other_key, other))| {
                        key.agrees(other_key, anchors) && value.agrees(other, anchors)
                    })
            }
            (Node::Sequence(ones), Node::Sequence(others)) => {
                ones.len() == others.len()
                    && ones.iter().zip(others).all(|(one, other)| one.agrees(other, anchors))
            }
            (Node::Written { text, string }, Node::Scalar { text: read, plain }) => {
                text == read && !(*string && *plain && is_not_string(read))
            }
            (one, other) => one == other,
        }
    }
}

/// Of the texts the laws write, those that would be no string without quotes.
fn is_not_string(text: &str) -> bool {
    ["", "~", "null", "true", "yes", "on", "1.0", "12", "0x1f", "2020-01-01"].contains(&text)
}

/// The first document of a text; an error for a text that is not YAML.
pub fn read(text: &str) -> Result<Option<Tree>, String> {
    let mut parser = Parser::new_from_str(text.trim_start_matches('\u{feff}'));
    let mut first = None;
    while let Some(event) = parser.next() {
        let (event, _) = event.map_err(|error| error.to_string())?;
        if matches!(event, Event::DocumentStart(_)) {
            let mut next = || match parser.next() {
                Some(Ok((event, _))) => Ok(event),
                Some(Err(error)) => Err(error.to_string()),
                None => Err("the events end".to_owned()),
            };
            let event = next()?;
            let tree = tree(event, &mut next)?;
            first.get_or_insert(tree);
        }
    }
    Ok(first)
}

fn tree<'t>(event: Event<'t>, next: &mut dyn FnMut() -> Result<Event<'t>, String>) -> Result<Tree, String> {
    let said =
        |tag: Option<Cow<'_, saphyr_parser::Tag>>| tag.map(|tag| format!("{}{}", tag.handle, tag.suffix));
    Ok(match event {
        Event::Alias(anchor) => Tree { is_new: false, ..Tree::of(Node::Alias(anchor)) },
        Event::Scalar(text, style, anchor, tag) => {
            let plain = style == ScalarStyle::Plain;
            let is_null = plain && ["~", "null", "Null", "NULL"].contains(&&*text);
            let text = if is_null { String::new() } else { text.into_owned() };
            Tree { anchor, tag: said(tag), is_new: false, node: Node::Scalar { text, plain } }
        }
        Event::SequenceStart(anchor, tag) => {
            let mut items = Vec::new();
            loop {
                match next()? {
                    Event::SequenceEnd => break,
                    event => items.push(tree(event, next)?),
                }
            }
            Tree { anchor, tag: said(tag), is_new: false, node: Node::Sequence(items) }
        }
        Event::MappingStart(anchor, tag) => {
            let mut entries = Vec::new();
            loop {
                match next()? {
                    Event::MappingEnd => break,
                    event => {
                        let key = tree(event, next)?;
                        let event = next()?;
                        entries.push((key, tree(event, next)?));
                    }
                }
            }
            Tree { anchor, tag: said(tag), is_new: false, node: Node::Mapping(entries) }
        }
        other => return Err(format!("unexpected {other:?}")),
    })
}
