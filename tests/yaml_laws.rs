//! Laws of documents, for every text: nothing is lost, every range is correct, every path resolves to its node.

use limn::text::TextRange;
use limn::yaml::{self, Document, Node, NodeKind, Style};
use proptest::prelude::*;

/// Checks a document against its text.
fn check(text: &str) -> Document {
    let document = yaml::parse(text);
    assert_eq!(&**document.text(), text, "the text is kept");
    for root in document.roots() {
        check_node(root, TextRange::new(0, text.len()), &document);
    }
    let mut end = 0;
    for comment in document.comments() {
        let written = &text[comment.range];
        assert!(written.starts_with('#') && !written.contains(['\n', '\r']), "{written:?} is a comment");
        assert!(comment.range.start >= end, "comments stand in order");
        end = comment.range.end;
    }
    for error in document.errors() {
        assert!(text.get(error.range.start..error.range.end).is_some(), "{error:?} is in the text");
        assert!(!error.message.is_empty() && !error.message.ends_with('.'), "{error:?} is a sentence");
        if let Some((range, _)) = &error.related {
            assert!(text.get(range.start..range.end).is_some(), "{error:?} is in the text");
        }
    }
    document
}

/// Iterative, so that deep nesting causes no stack overflow.
fn check_node(root: Node<'_>, around: TextRange, document: &Document) {
    let text = &**document.text();
    let sound = document.errors().is_empty();
    let mut todo = vec![(root, around)];
    while let Some((node, around)) = todo.pop() {
        let range = node.full_range();
        assert!(around.contains(range), "{node:?} {range:?} is in {around:?} in {text:?}");
        assert!(range.contains(node.range()));
        assert!(
            text.get(range.start..range.end).is_some(),
            "{node:?} is on character boundaries in {text:?}"
        );
        let source = node.source();
        let first = source.chars().next();
        match (node.kind(), node.style()) {
            _ if !sound => {}
            (NodeKind::Sequence, Style::Block) => assert_eq!(first, Some('-'), "{node:?} in {text:?}"),
            (NodeKind::Sequence, _) => {
                assert!(source.starts_with('[') && source.ends_with(']'), "{node:?} in {text:?}");
            }
            (NodeKind::Mapping, Style::Block) => {
                let key = node.entries().next().expect("a block mapping has an entry").key.full_range().start;
                let starts = first == Some('?') || first == Some(':') || key == node.range().start;
                assert!(starts, "{node:?} in {text:?}");
            }
            (NodeKind::Scalar, Style::Missing) => assert_eq!(source, ""),
            (NodeKind::Scalar, Style::Literal) => assert_eq!(first, Some('|'), "{node:?} in {text:?}"),
            (NodeKind::Scalar, Style::Folded) => assert_eq!(first, Some('>'), "{node:?} in {text:?}"),
            (NodeKind::Scalar, Style::Single) => assert!(source.starts_with('\'') && source.ends_with('\'')),
            (NodeKind::Scalar, Style::Double) => assert!(source.starts_with('"') && source.ends_with('"')),
            (NodeKind::Alias, _) => assert_eq!(first, Some('*')),
            _ => {}
        }
        if node.style() == Style::Plain {
            assert_eq!(source.trim_matches([' ', '\n', '\r']), source, "{node:?} in {text:?}");
        }
        assert!(node.anchor() != Some(""));
        assert!(node.tag().is_none_or(|tag| tag.starts_with('!')));
        if let Some(said) = node.as_str().filter(|_| node.kind() == NodeKind::Scalar) {
            let whole = node.range_within(0..said.len());
            assert!(node.range().contains(whole), "{node:?} in {text:?}");
            for (at, c) in said.char_indices() {
                let within = node.range_within(at..at + c.len_utf8());
                assert!(node.range().contains(within), "{node:?} in {text:?}");
                assert!(text.get(within.start..within.end).is_some(), "{node:?} in {text:?}");
                let exact = within != node.range() && within.len() == c.len_utf8() && !"\n \\".contains(c);
                assert!(
                    !exact || text[within].starts_with(c) || text[within].contains('\\'),
                    "{c:?} of {node:?} in {text:?}"
                );
            }
        }
        let mut end = range.start;
        let children: Vec<Node<'_>> = match node.kind() {
            NodeKind::Mapping => node.entries().flat_map(|entry| [entry.key, entry.value]).collect(),
            NodeKind::Sequence => node.items().collect(),
            _ => Vec::new(),
        };
        for child in children {
            let range = child.full_range();
            assert!(range.start >= end, "siblings stand in order: {child:?} in {text:?}");
            end = range.end;
            assert!(child.parent() == Some(node));
            todo.push((child, node.range()));
        }
    }
}

/// Every value is found again by its path.
fn check_paths(document: &Document) {
    let mut todo: Vec<Node<'_>> = document.root().into_iter().collect();
    while let Some(node) = todo.pop() {
        let path = node.path();
        assert!(document.get(&path) == Some(node), "{path} does not return in {:?}", document.text());
        match node.kind() {
            NodeKind::Mapping => {
                for entry in node.entries() {
                    assert_eq!(entry.key.path(), entry.value.path(), "a key has its value's path");
                    todo.push(entry.value);
                }
            }
            NodeKind::Sequence => todo.extend(node.items()),
            _ => {}
        }
    }
}

/// Text that looks like YAML more often than random characters do.
fn yamlish() -> impl Strategy<Value = String> {
    let token = prop_oneof![
        Just("a"),
        Just("key"),
        Just(": "),
        Just(":"),
        Just("\n"),
        Just("\n"),
        Just("\n  "),
        Just("\n    "),
        Just("- "),
        Just("-"),
        Just("? "),
        Just("?"),
        Just("["),
        Just("]"),
        Just("{"),
        Just("}"),
        Just(", "),
        Just("\""),
        Just("'"),
        Just("# c"),
        Just(" "),
        Just("|\n"),
        Just(">-\n"),
        Just("|+2\n"),
        Just("&x "),
        Just("*x"),
        Just("!t "),
        Just("!!str "),
        Just("---"),
        Just("..."),
        Just("\t"),
        Just("\r\n"),
        Just("\r"),
        Just("ü"),
        Just("—"),
        Just("😀"),
        Just("\u{feff}"),
        Just("%TAG"),
        Just("\\n"),
        Just("~"),
        Just("\u{85}"),
        Just("\u{2028}"),
        Just("\0"),
        Just("<<"),
        Just("@"),
        Just("1.0"),
    ];
    proptest::collection::vec(token, 0..40).prop_map(|tokens| tokens.concat())
}

/// Well-formed block YAML: nested mappings and sequences with scalars of every style.
fn well_formed() -> impl Strategy<Value = String> {
    #[derive(Clone, Debug)]
    enum Tree {
        Scalar(&'static str),
        Mapping(Vec<(&'static str, Tree)>),
        Sequence(Vec<Tree>),
    }
    let scalar = prop_oneof![
        Just("plain"),
        Just("two words"),
        Just("1.0"),
        Just("'it''s'"),
        Just("\"a\\tb\\u00e4\""),
        Just("{a: 1, b: [x, y]}"),
        Just("[]"),
        Just("|\n         line\n         more"),
        Just(">-\n         fold\n         ed"),
        Just(""),
        Just("ünïcode"),
        Just("!t tagged"),
        Just("x # note"),
    ];
    let key =
        prop_oneof![Just("a"), Just("b"), Just("c"), Just("'q'"), Just("\"d d\""), Just("ü"), Just("a")];
    let tree = scalar.prop_map(Tree::Scalar).prop_recursive(4, 40, 5, move |inner| {
        prop_oneof![
            proptest::collection::vec((key.clone(), inner.clone()), 1..5).prop_map(Tree::Mapping),
            proptest::collection::vec(inner, 1..4).prop_map(Tree::Sequence),
        ]
    });
    fn write(tree: &Tree, indent: usize, out: &mut String) {
        let line = |out: &mut String| {
            out.push('\n');
            out.push_str(&" ".repeat(indent));
        };
        match tree {
            Tree::Scalar(text) => {
                out.push(' ');
                out.push_str(text);
            }
            Tree::Mapping(entries) => {
                for (key, value) in entries {
                    line(out);
                    out.push_str(key);
                    out.push(':');
                    write(value, indent + 2, out);
                }
            }
            Tree::Sequence(items) => {
                for item in items {
                    line(out);
                    out.push('-');
                    write(item, indent + 2, out);
                }
            }
        }
    }
    tree.prop_map(|tree| {
        let mut out = String::new();
        write(&tree, 0, &mut out);
        out.push('\n');
        out
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_kept(text in any::<String>()) {
        check(&text);
    }

    #[test]
    fn any_text_that_looks_like_yaml_is_kept(text in yamlish()) {
        let document = check(&text);
        check_paths(&document);
    }

    #[test]
    fn every_path_returns_to_its_node(text in well_formed()) {
        let document = check(&text);
        prop_assert!(document.errors().is_empty(), "{:?} in {text}", document.errors());
        check_paths(&document);
    }

    #[test]
    fn the_node_at_an_offset_touches_it(text in well_formed(), at in any::<prop::sample::Index>()) {
        let document = yaml::parse(text.as_str());
        let offset = at.index(text.len() + 1);
        if let Some(node) = document.at(offset) {
            prop_assert!(node.full_range().touches(offset));
            let inner = match node.kind() {
                NodeKind::Mapping => node.entries().flat_map(|entry| [entry.key, entry.value]).collect(),
                NodeKind::Sequence => node.items().collect(),
                _ => Vec::new(),
            };
            prop_assert!(inner.iter().all(|child| child.is_missing() || !child.full_range().touches(offset)));
        } else {
            prop_assert!(document.roots().all(|root| !root.full_range().touches(offset)));
        }
    }

    #[test]
    fn a_piece_of_a_good_text_is_kept(text in well_formed(), from in any::<prop::sample::Index>(), to in any::<prop::sample::Index>()) {
        let cut = |at: prop::sample::Index| (0..=at.index(text.len() + 1)).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
        let (from, to) = (cut(from), cut(to));
        let broken = format!("{}{}", &text[..from.min(to)], &text[from.max(to)..]);
        let document = check(&broken);
        check_paths(&document);
    }
}
