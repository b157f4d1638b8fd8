//! Sections of types and templates.

use limn_yaml::{Entry, Node};

/// An inherited section of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Section {
    Properties,
    Attributes,
    Capabilities,
    Requirements,
    Interfaces,
    Artifacts,
    Triggers,
}

impl Section {
    pub const ALL: [Section; 7] = [
        Section::Properties,
        Section::Attributes,
        Section::Capabilities,
        Section::Requirements,
        Section::Interfaces,
        Section::Artifacts,
        Section::Triggers,
    ];

    pub const fn key(self) -> &'static str {
        match self {
            Section::Properties => "properties",
            Section::Attributes => "attributes",
            Section::Capabilities => "capabilities",
            Section::Requirements => "requirements",
            Section::Interfaces => "interfaces",
            Section::Artifacts => "artifacts",
            Section::Triggers => "triggers",
        }
    }
}

/// The sections of a template, looked up in one pass over its keys.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sections<'d>([Option<Node<'d>>; Section::ALL.len()]);

impl<'d> Sections<'d> {
    pub fn of(node: Node<'d>) -> Sections<'d> {
        let mut sections = Sections::default();
        if node.has_merges() {
            for section in Section::ALL {
                sections.0[section as usize] = node.get(section.key()).map(Node::resolve);
            }
            return sections;
        }
        for entry in node.entries() {
            let Some(key) = entry.key.as_str() else { continue };
            if let Some(section) = Section::ALL.into_iter().find(|section| section.key() == key) {
                sections.0[section as usize].get_or_insert(entry.value.resolve());
            }
        }
        sections
    }

    #[inline]
    pub fn get(&self, section: Section) -> Option<Node<'d>> {
        self.0[section as usize]
    }

    /// Named entries of a section.
    pub fn named(&self, section: Section) -> impl Iterator<Item = Entry<'d>> + use<'d> {
        named_in(self.get(section))
    }
}

/// Returns true if a definition has a value of its own: a default, or the `value` of a parameter. A key without a value equals an absent key.
pub fn has_value(definition: Node<'_>) -> bool {
    ["default", "value"].iter().any(|key| definition.get(key).is_some_and(|value| !value.is_missing()))
}

/// Named entries of a section, in a mapping or in a list of single-entry mappings.
pub fn named<'d>(node: Node<'d>, section: &str) -> impl Iterator<Item = Entry<'d>> {
    named_in(node.get(section))
}

pub fn named_in(section: Option<Node<'_>>) -> impl Iterator<Item = Entry<'_>> {
    let Some(section) = section.map(Node::resolve) else { return Named::Nothing };
    if section.is_sequence() {
        return Named::Items(section.items().filter_map(|item| only_entry(item.resolve())));
    }
    match section.has_merges() {
        true => Named::Merged(section.merged_entries()),
        false => Named::Entries(section.entries()),
    }
}

/// The entry of an item of a list. Of several, which is an error, the first that can name a node: some old documents have counts there as well.
fn only_entry(item: Node<'_>) -> Option<Entry<'_>> {
    let is_count = |value: Node<'_>| value.text().is_some_and(|text| text.parse::<f64>().is_ok());
    let named = |entry: &Entry<'_>| !is_count(entry.value.resolve());
    let mut entries = item.entries();
    let first = entries.next()?;
    if named(&first) { Some(first) } else { Some(entries.find(named).unwrap_or(first)) }
}

/// Notations of a section.
enum Named<E, I, M> {
    Nothing,
    Entries(E),
    Items(I),
    Merged(M),
}

impl<'d, E, I, M> Iterator for Named<E, I, M>
where
    E: Iterator<Item = Entry<'d>>,
    I: Iterator<Item = Entry<'d>>,
    M: Iterator<Item = Entry<'d>>,
{
    type Item = Entry<'d>;

    #[inline]
    fn next(&mut self) -> Option<Entry<'d>> {
        match self {
            Named::Nothing => None,
            Named::Entries(entries) => entries.next(),
            Named::Items(items) => items.next(),
            Named::Merged(entries) => entries.next(),
        }
    }
}
