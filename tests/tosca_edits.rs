//! Laws of edits on the canvas, over real service templates: random edits follow one another; after each, another parser finds the text changed at
//! the places of the edit only, the model has the requested change, and undoing restores the text.

mod common;
#[path = "../src/check/diff.rs"]
mod diff;
#[path = "common/judge.rs"]
#[allow(dead_code, reason = "each test takes what it needs")]
mod judge;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::Path as FilePlace;

use common::corpus::{corpus, files};
use diff::diff;
use judge::{Node, Tree};
use limn::analysis::{self, Analysis, Checked, Choices};
use limn::diagnostic::Severity;
use limn::edit::{Edit, EditError};
use limn::files::{Content, FilePath, Workspace};
use limn::graph::{Graph, Id, LinkKind, Look, PortRef, Role};
use limn::text::TextEdit;
use limn::yaml::{Document, Path, Step};

/// Step from one file that is examined to the next. `LIMN_EVERY=1` looks into each.
fn every() -> usize {
    std::env::var("LIMN_EVERY").ok().and_then(|text| text.parse().ok()).unwrap_or(24)
}

/// Number of edits that follow one another in a file.
const EDITS: usize = 10;
/// Longer texts are checked by hand only.
const LONG: usize = 60_000;

/// Numbers by lot, the same every time.
struct Lot(u64);

impl Lot {
    fn below(&mut self, count: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % count.max(1)
    }

    fn one<T: Clone>(&mut self, of: &[T]) -> Option<T> {
        if of.is_empty() { None } else { Some(of[self.below(of.len())].clone()) }
    }
}

/// A file with the files of its folder that it depends on.
struct Open {
    file: FilePath,
    workspace: Workspace,
    analysis: Analysis,
}

impl Open {
    fn new(place: &FilePlace, root: &FilePlace) -> Option<Open> {
        let text = std::fs::read_to_string(place).ok()?;
        let name = |place: &FilePlace| FilePath::new(place.strip_prefix(root).ok()?.to_str()?).ok();
        let file = name(place)?;
        let mut workspace = Workspace::of(file.clone(), text.clone());
        let mut open = vec![(place.to_owned(), text)];
        while let Some((from, text)) = open.pop() {
            for import in analysis::dependencies(&text) {
                let Some(Ok(to)) = from.parent().map(|above| above.join(&import).canonicalize()) else {
                    continue;
                };
                let (Some(file), Ok(text)) = (name(&to), std::fs::read_to_string(&to)) else { continue };
                if workspace.files.len() < 24 && !workspace.files.contains_key(&file) {
                    workspace.files.insert(file, Content::Text(text.as_str().into()));
                    open.push((to, text));
                }
            }
        }
        let analysis = Analysis::of(&workspace, &Choices::default(), &Analysis::default());
        let open = Open { file, workspace, analysis };
        let checked = open.checked();
        (checked.language().dialect == Some("tosca") && checked.broken().is_none()).then_some(open)
    }

    fn checked(&self) -> &Checked {
        self.analysis.file(&self.file).expect("it is open")
    }

    fn text(&self) -> String {
        self.checked().text().to_string()
    }

    fn with(&self, text: &str) -> Open {
        let mut workspace = self.workspace.clone();
        workspace.files.insert(self.file.clone(), Content::Text(text.into()));
        let analysis = Analysis::of(&workspace, &Choices::default(), &self.analysis);
        Open { file: self.file.clone(), workspace, analysis }
    }
}

/// Difference of two texts in content.
#[derive(Clone, Debug, PartialEq)]
enum Change {
    Added,
    Removed,
    /// An empty place has content.
    Filled,
    Other,
}

type Place = Vec<String>;

fn differences(before: &Tree, after: &Tree, at: &mut Place, found: &mut Vec<(Change, Place)>) {
    if (before.anchor > 0) != (after.anchor > 0) || before.tag != after.tag {
        found.push((Change::Other, at.clone()));
    }
    match (&before.node, &after.node) {
        (Node::Mapping(old), Node::Mapping(new)) => {
            let names = |entries: &[(Tree, Tree)]| -> Vec<String> {
                let mut seen: BTreeMap<String, usize> = BTreeMap::new();
                let name = |(key, _): &(Tree, Tree)| {
                    let name = format!("{:?}", key.node);
                    let name = match &key.node {
                        Node::Scalar { text, .. } => text.clone(),
                        _ => name,
                    };
                    let count = seen.entry(name.clone()).or_default();
                    *count += 1;
                    if *count > 1 { format!("{name} {count}") } else { name }
                };
                entries.iter().map(name).collect()
            };
            let (old_names, new_names) = (names(old), names(new));
            let stayed: Vec<&String> = old_names.iter().filter(|name| new_names.contains(name)).collect();
            let still: Vec<&String> = new_names.iter().filter(|name| old_names.contains(name)).collect();
            if stayed != still {
                found.push((Change::Other, at.clone()));
            }
            for (name, (_, value)) in old_names.iter().zip(old) {
                at.push(name.clone());
                match new_names.iter().position(|other| other == name) {
                    Some(position) => differences(value, &new[position].1, at, found),
                    None => found.push((Change::Removed, at.clone())),
                }
                at.pop();
            }
            for name in new_names.iter().filter(|name| !old_names.contains(name)) {
                found.push((Change::Added, [at.as_slice(), std::slice::from_ref(name)].concat()));
            }
        }
        (Node::Sequence(old), Node::Sequence(new)) => {
            let start = old.iter().zip(new).take_while(|(one, other)| alike(one, other)).count();
            let rest = (&old[start..], &new[start..]);
            let end = rest
                .0
                .iter()
                .rev()
                .zip(rest.1.iter().rev())
                .take_while(|(one, other)| alike(one, other))
                .count();
            let (old, new) = (&rest.0[..rest.0.len() - end], &rest.1[..rest.1.len() - end]);
            let place = |position: usize| [at.as_slice(), &[(start + position).to_string()]].concat();
            if old.is_empty() {
                found.extend((0..new.len()).map(|position| (Change::Added, place(position))));
            } else if new.is_empty() {
                found.extend((0..old.len()).map(|position| (Change::Removed, place(position))));
            } else if old.len() == new.len() {
                for (position, (one, other)) in old.iter().zip(new).enumerate() {
                    differences(one, other, &mut place(position), found);
                }
            } else {
                // Some of several that went.
                found.push((if old.len() > new.len() { Change::Removed } else { Change::Other }, at.clone()));
            }
        }
        (Node::Scalar { text, plain: true }, _) if text.is_empty() && before.node != after.node => {
            found.push((Change::Filled, at.clone()));
        }
        (Node::Alias(_), Node::Alias(_)) => {}
        (one, other) if one == other => {}
        _ => found.push((Change::Other, at.clone())),
    }
}

fn alike(one: &Tree, other: &Tree) -> bool {
    let mut found = Vec::new();
    differences(one, other, &mut Vec::new(), &mut found);
    found.is_empty()
}

fn place_of(path: &Path) -> Place {
    let step = |step: &Step| match step {
        Step::Key(key) => key.to_string(),
        Step::Index(at) | Step::Entry(at) => at.to_string(),
    };
    path.steps().iter().map(step).collect()
}

fn is_in(place: &Place, of: &Place) -> bool {
    place.starts_with(of)
}

/// The comments, in their order.
fn comments(document: &str) -> Vec<String> {
    let parsed: Document = limn::yaml::parse(document);
    let said =
        parsed.comments().iter().map(|comment| document[comment.range.start..comment.range.end].to_owned());
    said.collect()
}

fn errors(checked: &Checked) -> BTreeMap<&'static str, usize> {
    let mut counts = BTreeMap::new();
    for it in checked.diagnostics().iter().filter(|diagnostic| diagnostic.severity == Severity::Error) {
        *counts.entry(it.code.name).or_default() += 1;
    }
    counts
}

/// Problems that may follow from an edit although it says what it should: a new node or wire asks for its values, and what was filtered is chosen.
const ASKED_FOR: [&str; 5] = [
    "tosca/filter-of-chosen-node",
    "tosca/missing-property",
    "tosca/missing-relationship-property",
    "tosca/open-host",
    "tosca/too-few",
];

struct Law<'a> {
    before: &'a Open,
    after: Open,
    edit: &'a Edit,
    text: String,
    focus: Option<Id>,
    changes: Vec<(Change, Place)>,
    done: TextEdit,
    broken: RefCell<Vec<String>>,
}

impl Law<'_> {
    fn holds(&self, holds: bool, law: &str) {
        if !holds {
            let text = diff(&self.text, &self.after.text());
            let told =
                format!("{law}: {:?} in {}\n{:?}\n{text}\n", self.edit, self.before.file, self.changes);
            self.broken.borrow_mut().push(told);
        }
    }

    /// Nothing was taken away: not a word, not a comment.
    fn only_adds(&self) {
        let nothing = ["", "{}", "[]", "~", "null"];
        let deleted = self.done.indels().iter().map(|indel| &self.text[indel.delete.start..indel.delete.end]);
        let mut deleted = deleted.map(|text| text.split_whitespace().collect::<String>());
        self.holds(deleted.all(|text| nothing.contains(&text.as_str())), "what only adds deletes nothing");
        self.keeps_comments();
    }

    fn keeps_comments(&self) {
        self.holds(comments(&self.text) == comments(&self.after.text()), "comments stay");
    }

    /// Every changed diagnostic is below one of these places; or above, where something was missing.
    fn touches_only(&self, places: &[Place]) {
        let allowed = |(change, at): &(Change, Place)| {
            places.iter().any(|place| {
                is_in(at, place) || matches!(change, Change::Added | Change::Filled) && is_in(place, at)
            })
        };
        self.holds(self.changes.iter().all(allowed), "nothing else is touched");
        self.holds(!self.changes.is_empty(), "something is reported");
    }

    fn brings_no_error(&self) {
        let (before, after) = (errors(self.before.checked()), errors(self.after.checked()));
        let worse = after.iter().find(|(code, count)| {
            // A type that is unknown in one place is so in another.
            let known = before.get(*code).copied().unwrap_or(0);
            let again = known > 0 && code.starts_with("tosca/unknown-");
            !ASKED_FOR.contains(code) && !again && known < **count
        });
        self.holds(worse.is_none(), &format!("no error comes of it: {worse:?}"));
    }

    fn graph(&self) -> &Graph {
        self.after.checked().graph()
    }

    fn check(&self) {
        let graph = self.graph();
        match self.edit {
            Edit::Add { template, .. } => {
                let focus = self.focus.clone().expect("what is new is named");
                self.touches_only(&[place_of(&focus.0)]);
                self.holds(self.changes.len() == 1, "one thing is new");
                self.only_adds();
                if template.starts_with("node:") {
                    let node = graph.node(&focus);
                    self.holds(node.is_some_and(|node| node.look != Look::Ghost), "the node is there");
                } else if template.starts_with("group:") {
                    self.holds(graph.groups.iter().any(|group| group.id == focus), "the group is there");
                } else if template.starts_with("policy:") {
                    self.holds(graph.policies.iter().any(|policy| policy.id == focus), "the policy is there");
                }
            }
            Edit::Connect { from, to } => {
                let (need, offer) = if from.role == Role::Requirement { (from, to) } else { (to, from) };
                self.touches_only(&[place_of(&need.node.0.key("requirements"))]);
                self.keeps_comments();
                let joined = |link: &limn::graph::Link| {
                    let sources = link.sources.iter().map(|end| &end.port);
                    let same = |source: &PortRef| {
                        source.node == offer.node
                            && (source.port.is_empty() || offer.port.is_empty() || source.port == offer.port)
                    };
                    sources.clone().any(same) && link.targets.iter().any(|end| end.port == *need)
                };
                self.holds(graph.links.iter().any(joined), "the wire is there, between the requested ports");
                self.brings_no_error();
            }
            Edit::MakeInput { of, key } => {
                let inputs = Path::keys(["topology_template", "inputs"]);
                self.touches_only(&[place_of(&of.0.join(key)), place_of(&inputs)]);
                self.keeps_comments();
                self.brings_no_error();
            }
            Edit::Expose { .. } => {
                let focus = self.focus.clone().expect("what is new is named");
                self.touches_only(&[place_of(&focus.0)]);
                self.only_adds();
                self.brings_no_error();
            }
            Edit::Attach { to: holder, ids } => {
                self.touches_only(&[place_of(&holder.0.key("members")), place_of(&holder.0.key("targets"))]);
                self.keeps_comments();
                let held = held(graph, holder);
                self.holds(ids.iter().all(|id| held.contains(id)), "it is held");
            }
            Edit::Detach { from: holder, ids } => {
                self.touches_only(&[place_of(&holder.0.key("members")), place_of(&holder.0.key("targets"))]);
                let held = held(graph, holder);
                self.holds(!ids.iter().any(|id| held.contains(id)), "it is held no more");
            }
            Edit::Remove { .. } | Edit::Disconnect { .. } => {
                let removes = |change: &(Change, Place)| change.0 == Change::Removed;
                self.holds(self.changes.iter().all(removes), "what goes is only taken away");
                if let Edit::Remove { ids } = self.edit {
                    let there = |id: &Id| {
                        let named =
                            matches!(id.0.last(), Some(Step::Key(_))) && id.0.key_at(1) != Some("policies");
                        named && self.after.checked().range_of(id).is_some()
                    };
                    let is_node = |id: &&Id| id.0.len() == 3;
                    self.holds(!ids.iter().filter(is_node).any(there), "it is gone");
                }
            }
            _ => {}
        }
    }
}

fn held(graph: &Graph, holder: &Id) -> Vec<Id> {
    let groups =
        graph.groups.iter().filter(|group| group.id == *holder).flat_map(|group| group.members.clone());
    let policies =
        graph.policies.iter().filter(|policy| policy.id == *holder).flat_map(|policy| policy.targets.clone());
    groups.chain(policies).collect()
}

/// Does an edit and holds it to the laws; `None`: it was refused.
fn done(open: &Open, edit: &Edit, wrong: &mut Vec<String>) -> Option<Open> {
    let text = open.text();
    let change = match open.analysis.plan(&open.file, edit) {
        Ok(change) => change,
        Err(EditError::Patch(refusal)) => {
            // What is shared by anchors cannot be changed for one only.
            let shares = text.contains('*') || text.contains("<<");
            if !shares {
                wrong.push(format!("{edit:?} in {}: a plan does not patch: {refusal}\n{text}", open.file));
            }
            return None;
        }
        Err(_) => return None,
    };
    let edited = change.edits.get(&open.file)?.clone();
    let after_text = edited.apply(&text);
    assert_eq!(edited.invert(&text).apply(&after_text), text, "{edit:?} can be taken back");
    let after = open.with(&after_text);
    let parsed = limn::yaml::parse(after_text.as_str());
    assert!(parsed.errors().is_empty(), "{edit:?} breaks the text\n{after_text}");
    if let Some(focus) = &change.focus {
        assert!(parsed.get(&focus.0).is_some(), "{edit:?}: nothing at `{focus}`\n{after_text}");
    }
    let (Ok(Some(one)), Ok(Some(other))) = (judge::read(&text), judge::read(&after_text)) else {
        assert!(judge::read(&text).is_err(), "{edit:?}: the other parser does not read it\n{after_text}");
        return Some(after);
    };
    let mut changes = Vec::new();
    differences(&one, &other, &mut Vec::new(), &mut changes);
    let law = Law {
        before: open,
        after,
        edit,
        text,
        focus: change.focus,
        changes,
        done: edited,
        broken: RefCell::default(),
    };
    law.check();
    wrong.extend(law.broken.take());
    Some(law.after)
}

/// Something to do, drawn by lot.
fn drawn(open: &Open, lot: &mut Lot) -> Option<Edit> {
    let checked = open.checked();
    let graph = checked.graph();
    let nodes: Vec<Id> =
        graph.nodes.iter().filter(|node| node.look != Look::Ghost).map(|node| node.id.clone()).collect();
    let holders: Vec<Id> = graph
        .groups
        .iter()
        .map(|group| group.id.clone())
        .chain(graph.policies.iter().map(|policy| policy.id.clone()))
        .collect();
    Some(match lot.below(12) {
        0 | 1 => {
            let on = lot.one(&nodes).into_iter().collect();
            Edit::Add { template: lot.one(&checked.palette())?.id, name: None, place: None, on }
        }
        2..=5 => {
            // Where there is little that fits, it takes a few tries to find it.
            let (from, to) = (0..12).find_map(|_| {
                let node = graph.node(&lot.one(&nodes)?)?;
                let role = if lot.below(3) == 0 { Role::Capability } else { Role::Requirement };
                let ports: Vec<&str> = node
                    .ports
                    .iter()
                    .filter(|port| port.role == role)
                    .map(|port| port.name.as_str())
                    .collect();
                let from = PortRef { node: node.id.clone(), role, port: lot.one(&ports)?.to_owned() };
                let other = lot.one(&nodes)?;
                let to = lot.one(&checked.ends(&from, &other)?)?;
                Some((from, to))
            })?;
            Edit::Connect { from, to }
        }
        6 => {
            let links: Vec<Id> = graph
                .links
                .iter()
                .filter(|link| link.kind == LinkKind::Relationship)
                .map(|link| link.id.clone())
                .collect();
            Edit::Disconnect { id: lot.one(&links)? }
        }
        7 => {
            let all: Vec<Id> = nodes.iter().chain(&holders).cloned().collect();
            Edit::Remove { ids: vec![lot.one(&all)?] }
        }
        8 | 9 => {
            let of = lot.one(&nodes)?;
            let document = limn::yaml::parse(checked.text().as_ref());
            let node = document.get(&of.0)?;
            let written = node
                .get("properties")
                .into_iter()
                .flat_map(|properties| properties.entries().map(|entry| entry.key.path()));
            let key = lot.one(&written.collect::<Vec<_>>())?;
            let key: Path = key.steps().get(of.0.len()..)?.iter().cloned().collect();
            if lot.below(2) == 0 { Edit::MakeInput { of, key } } else { Edit::Expose { of, key } }
        }
        10 => Edit::Attach { to: lot.one(&holders)?, ids: vec![lot.one(&nodes)?] },
        _ => {
            let holder = lot.one(&holders)?;
            let id = lot.one(&held(graph, &holder))?;
            Edit::Detach { from: holder, ids: vec![id] }
        }
    })
}

/// The name of an edit's kind, for the count.
fn kind(edit: &Edit) -> String {
    format!("{edit:?}").split([' ', '{']).next().unwrap_or_default().to_owned()
}

#[test]
fn edits_of_real_service_templates_change_what_they_should_and_nothing_else() {
    let every = every();
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    let mut wrong = Vec::new();
    let families: Vec<_> = ["3-tosca", "4-brooklyn-tosca"].into_iter().filter_map(corpus).collect();
    if families.is_empty() {
        return;
    }
    let roots = families.iter().map(|root| root.canonicalize().expect("it is there"));
    let all = roots.flat_map(|root| {
        let found = files(&root, &[".yaml", ".yml"]);
        found.into_iter().map(move |place| (place, root.clone()))
    });
    for (number, (place, root)) in all.enumerate().step_by(every) {
        let Some(mut open) = Open::new(&place, &root) else { continue };
        if every > 1 && open.text().len() > LONG {
            continue;
        }
        let mut lot = Lot(0x9e37_79b9_7f4a_7c15 ^ (number as u64 + 1).wrapping_mul(0x2545_f491_4f6c_dd1d));
        for _ in 0..EDITS {
            let Some(edit) = drawn(&open, &mut lot) else { continue };
            if let Some(after) = done(&open, &edit, &mut wrong) {
                *counts.entry(kind(&edit)).or_default() += 1;
                open = after;
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "{} laws are broken:\n{}",
        wrong.len(),
        wrong[..wrong.len().min(12)].join("\n")
    );
    let told: Vec<String> = counts.iter().map(|(kind, count)| format!("{kind} {count}")).collect();
    assert!(
        counts.len() >= 8 && counts.values().sum::<usize>() > 200,
        "too few to tell anything: {}",
        told.join(", ")
    );
}

/// Wires that end at a node: the kind of each wire and the nodes that it comes from.
fn wires(graph: &Graph, to: &Id, meant: impl Fn(&Id) -> Id) -> Vec<(LinkKind, Vec<Id>)> {
    let ends = graph.links.iter().filter(|link| link.targets.iter().any(|end| end.port.node == *to));
    let counts = ends.filter(|link| matches!(link.kind, LinkKind::Relationship | LinkKind::Data));
    let told = |link: &limn::graph::Link| {
        (link.kind, link.sources.iter().map(|end| meant(&end.port.node)).collect())
    };
    let mut wires: Vec<_> = counts.map(told).collect();
    wires.sort();
    wires
}

#[test]
fn copies_of_real_nodes_are_wired_as_their_originals() {
    let Some(root) = corpus("3-tosca").and_then(|root| root.canonicalize().ok()) else { return };
    let (every, mut done) = (every(), 0);
    for (number, place) in files(&root, &[".yaml", ".yml"]).into_iter().enumerate().step_by(every) {
        let Some(open) = Open::new(&place, &root) else { continue };
        let text = open.text();
        let graph = open.checked().graph().clone();
        let nodes: Vec<Id> =
            graph.nodes.iter().filter(|node| node.look != Look::Ghost).map(|node| node.id.clone()).collect();
        if every > 1 && text.len() > LONG {
            continue;
        }
        let mut lot = Lot(0x9e37_79b9_7f4a_7c15 ^ (number as u64 + 1).wrapping_mul(0x2545_f491_4f6c_dd1d));
        let mut ids: Vec<Id> = (0..3).filter_map(|_| lot.one(&nodes)).collect();
        ids.sort();
        ids.dedup();
        let copies = match open.analysis.duplicate(&open.file, &ids) {
            Ok(copies) if !ids.is_empty() => copies,
            _ => continue,
        };
        let edit = &copies.change.edits[&open.file];
        assert!(
            edit.indels().iter().all(|indel| indel.delete.is_empty()),
            "{place:?}: copies take nothing away"
        );
        let after_text = edit.apply(&text);
        let after = open.with(&after_text);
        let now = after.checked().graph();
        assert!(after.checked().broken().is_none(), "{place:?}: {ids:?}\n{after_text}");
        assert_eq!(copies.of.len(), ids.len(), "{place:?}: each has its copy");
        for (from, to) in &copies.of {
            let copy = |id: &Id| {
                copies.of.iter().find(|pair| pair.0 == *id).map_or_else(|| id.clone(), |pair| pair.1.clone())
            };
            let (was, is) = (wires(&graph, from, copy), wires(now, to, Id::clone));
            assert_eq!(was, is, "{place:?}: {from} as {to}\n{}", diff(&text, &after_text));
        }
        for link in &graph.links {
            assert!(now.links.contains(link), "{place:?}: {} is another now", link.id);
        }
        assert_eq!(graph.groups, now.groups, "{place:?}");
        assert_eq!(graph.policies, now.policies, "{place:?}");
        done += 1;
    }
    assert!(done > 20, "too few to tell anything: {done}");
}

#[test]
fn the_largest_service_template_is_edited_like_any_other() {
    let Some(root) = corpus("4-brooklyn-tosca") else { return };
    let largest = files(&root, &["/global.yaml", "global.yaml"])
        .into_iter()
        .max_by_key(|place| std::fs::metadata(place).map(|metadata| metadata.len()).unwrap_or_default());
    let Some(open) = largest.and_then(|place| Open::new(&place, &root)) else { return };
    let graph = open.checked().graph().clone();
    assert!(graph.nodes.len() > 2_000, "{} nodes", graph.nodes.len());
    let mut wrong = Vec::new();
    let name = graph.nodes[1_000].id.clone();
    let edits = [
        Edit::Add {
            template: "node:tosca.nodes.Compute".to_owned(),
            name: None,
            place: None,
            on: Vec::new(),
        },
        Edit::Expose { of: name.clone(), key: Path::keys(["attributes", "state"]) },
        Edit::Remove { ids: vec![name] },
    ];
    for edit in &edits {
        assert!(done(&open, edit, &mut wrong).is_some(), "{edit:?}");
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
