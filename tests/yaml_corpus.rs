//! Every real descriptor is read as another parser reads it: the same tree, and each scalar at the same bytes.

mod common;

use std::path::Path;

use common::corpus;
use limn::yaml::{self, Document, Node, NodeKind, Style};
use saphyr_parser::{Event, Marker, Parser, ScalarStyle};

/// A node as both parsers can tell of it, in the order of the text.
#[derive(Debug, PartialEq, Eq)]
enum Say {
    Document,
    Mapping,
    Sequence,
    End,
    Alias,
    /// The content, the notation, and the start of each plain or quoted scalar.
    Scalar(String, Style, Option<usize>),
}

#[test]
fn every_assembly_reads_the_same() {
    agree("1-tnco-assembly", 1);
    agree("2-cp4na-lmctl", 1);
}

#[test]
fn every_template_reads_the_same() {
    agree("3-tosca", 9);
    agree("4-brooklyn-tosca", 2);
    agree("5-onap-has", 1);
}

/// Compares every `step`th file of a corpus folder.
fn agree(folder: &str, step: usize) {
    let Some(folder) = corpus::corpus(folder) else { return };
    let mut read = 0;
    for file in corpus::files(&folder, &[".yml", ".yaml"]).iter().step_by(step) {
        let Ok(text) = std::fs::read_to_string(file) else { continue };
        let document = yaml::parse(text.as_str());
        let ours = document.errors().is_empty();
        check_ends(&document);
        match theirs(&text) {
            Ok(theirs) if ours => {
                read += 1;
                compare(file, &says(&document), &theirs);
            }
            Ok(_) => panic!("{} is refused by us alone: {:?}", file.display(), document.errors()),
            // They hold the lines of a flow collection to its parent's indentation; writers do not, and most parsers do not either.
            Err(error) if error.starts_with("invalid indentation") => {}
            Err(error) => assert!(!ours, "{} is refused by them alone: {error}", file.display()),
        }
    }
    assert!(read > 5, "{read} files of {} are compared", folder.display());
}

/// A scalar of one line that has no escapes is its bytes, between its quotes.
fn check_ends(document: &Document) {
    let mut todo: Vec<Node<'_>> = document.roots().collect();
    while let Some(node) = todo.pop() {
        todo.extend(node.items().filter(|child| !child.is_alias()));
        todo.extend(
            node.entries().flat_map(|entry| [entry.key, entry.value]).filter(|child| !child.is_alias()),
        );
        let source = node.source();
        let plain = node.style() == Style::Plain && !source.contains(['\n', '\r']);
        let quoted = matches!(node.style(), Style::Single | Style::Double)
            && !source.contains(['\n', '\r', '\\'])
            && !source[1..].contains("''");
        if (plain || quoted) && node.kind() == NodeKind::Scalar && document.errors().is_empty() {
            let inner = if quoted { &source[1..source.len() - 1] } else { source };
            assert_eq!(node.as_str().as_deref(), Some(inner));
        }
    }
}

#[track_caller]
fn compare(file: &Path, ours: &[Say], theirs: &[Say]) {
    let differ = ours.iter().zip(theirs).find(|(one, other)| one != other);
    assert!(differ.is_none(), "{}: {differ:?}", file.display());
    assert_eq!(ours.len(), theirs.len(), "{}", file.display());
}

fn says(document: &Document) -> Vec<Say> {
    enum Step<'d> {
        Node(Node<'d>),
        End,
    }
    let mut out = Vec::new();
    for root in document.roots() {
        out.push(Say::Document);
        let mut todo = vec![Step::Node(root)];
        while let Some(step) = todo.pop() {
            let Step::Node(node) = step else {
                out.push(Say::End);
                continue;
            };
            let before = todo.len();
            match node.kind() {
                NodeKind::Mapping => {
                    out.push(Say::Mapping);
                    todo.push(Step::End);
                    let children = node.entries().rev().flat_map(|entry| [entry.value, entry.key]);
                    todo.extend(children.map(Step::Node));
                }
                NodeKind::Sequence => {
                    out.push(Say::Sequence);
                    todo.push(Step::End);
                    todo.extend(node.items().rev().map(Step::Node));
                }
                NodeKind::Alias => out.push(Say::Alias),
                NodeKind::Scalar => {
                    let style = if node.style() == Style::Missing { Style::Plain } else { node.style() };
                    let starts = matches!(node.style(), Style::Plain | Style::Single | Style::Double);
                    let start = starts.then_some(node.range().start);
                    out.push(Say::Scalar(node.as_str().unwrap_or_default().into_owned(), style, start));
                }
            }
            assert!(todo.len() >= before);
        }
        out.push(Say::End);
    }
    out
}

fn theirs(text: &str) -> Result<Vec<Say>, String> {
    // They count characters.
    let bytes: Vec<usize> = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
    let byte = |marker: &Marker| bytes[marker.index().min(bytes.len() - 1)];
    let mut out = Vec::new();
    for event in Parser::new_from_str(text) {
        let (event, span) = event.map_err(|error| error.to_string())?;
        match event {
            Event::DocumentStart(_) => out.push(Say::Document),
            Event::MappingStart(..) => out.push(Say::Mapping),
            Event::SequenceStart(..) => out.push(Say::Sequence),
            Event::DocumentEnd | Event::MappingEnd | Event::SequenceEnd => out.push(Say::End),
            Event::Alias(_) => out.push(Say::Alias),
            Event::Scalar(said, style, ..) => {
                let start = byte(&span.start);
                // What is not written comes as a tilde.
                let missing = style == ScalarStyle::Plain
                    && (said.is_empty() || !text[start..].starts_with(first(&said)));
                let said = if missing { String::new() } else { said.into_owned() };
                let (style, starts) = match style {
                    ScalarStyle::Plain => (Style::Plain, !missing),
                    ScalarStyle::SingleQuoted => (Style::Single, true),
                    ScalarStyle::DoubleQuoted => (Style::Double, true),
                    ScalarStyle::Literal => (Style::Literal, false),
                    ScalarStyle::Folded => (Style::Folded, false),
                };
                out.push(Say::Scalar(said, style, starts.then_some(start)));
            }
            Event::Nothing | Event::StreamStart | Event::StreamEnd => {}
        }
    }
    Ok(out)
}

fn first(said: &str) -> char {
    said.chars().next().unwrap_or_default()
}
