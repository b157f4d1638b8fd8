//! Palette: search by words and by capability, and what a document becomes when an entry is added.

use std::collections::BTreeSet;
use std::fmt::{self, Display, Formatter};
use std::sync::Arc;

use super::{Analysis, Checked};
use limn_files::FilePath;
use limn_language::dialect::{PaletteEntry, TypedEnd};
use limn_language::edit::Edit;
use limn_language::graph::Id;

/// Number of entries below which a condition that all of them fulfill is listed.
const SHORT_LIST: usize = 6;

/// Synonyms: a search for one word finds labels with the others.
const SYNONYMS: [&[&str]; 7] = [
    &["db", "database", "dbms", "sql"],
    &["machine", "vm", "server", "compute", "host", "instance"],
    &["disk", "volume", "storage"],
    &["lb", "balancer", "balancing"],
    &["net", "network", "lan", "subnet", "vlan"],
    &["app", "application", "software", "program"],
    &["docker", "container", "pod"],
];

/// A condition in a search, written as `offers:Container`, `needs:"Network link"` or `can:host`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Condition {
    Hosts,
    /// A capability type, or the beginning of its name.
    Offers(String),
    Needs(String),
}

/// A search of the palette: words and conditions, all of which an entry fulfills.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PaletteSearch {
    words: Vec<String>,
    conditions: Vec<Condition>,
}

impl Display for Condition {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let (key, name) = match self {
            Condition::Hosts => return f.write_str("can:host"),
            Condition::Offers(name) => ("offers", name),
            Condition::Needs(name) => ("needs", name),
        };
        match name.contains(char::is_whitespace) {
            true => write!(f, "{key}:\"{name}\""),
            false => write!(f, "{key}:{name}"),
        }
    }
}

impl Condition {
    fn of(token: &str) -> Option<Condition> {
        let (key, name) = token.split_once(':')?;
        let name = name.trim_matches('"').to_owned();
        match key.to_lowercase().as_str() {
            "offers" => Some(Condition::Offers(name)),
            "needs" => Some(Condition::Needs(name)),
            "can" if "host".starts_with(&name.to_lowercase()) => Some(Condition::Hosts),
            _ => None,
        }
    }

    /// Conditions that tell entries apart: some of those with a profile fulfill them. Each once.
    pub fn all(entries: &[PaletteEntry]) -> Vec<Condition> {
        let typed: Vec<&PaletteEntry> = entries.iter().filter(|entry| !entry.profile.is_bare()).collect();
        let differs = |condition: &Condition| {
            typed.len() < SHORT_LIST || !typed.iter().all(|entry| condition.is_met(entry))
        };
        let mut all = BTreeSet::new();
        for profile in entries.iter().map(|entry| &entry.profile) {
            let names = |ends: &[TypedEnd]| ends.iter().flat_map(|end| end.types.clone()).collect::<Vec<_>>();
            all.extend(profile.hosts.then_some(Condition::Hosts));
            all.extend(names(&profile.offers).into_iter().map(Condition::Offers));
            all.extend(names(&profile.needs).into_iter().map(Condition::Needs));
        }
        all.into_iter().filter(differs).collect()
    }

    fn is_met(&self, entry: &PaletteEntry) -> bool {
        let has = |ends: &[TypedEnd], name: &str| {
            let name = name.to_lowercase();
            ends.iter()
                .any(|end| end.types.iter().any(|type_name| type_name.to_lowercase().starts_with(&name)))
        };
        match self {
            Condition::Hosts => entry.profile.hosts,
            Condition::Offers(name) => has(&entry.profile.offers, name),
            Condition::Needs(name) => has(&entry.profile.needs, name),
        }
    }

    /// Returns true if a search has this condition.
    pub fn is_in(&self, search: &str) -> bool {
        tokens(search).any(|token| Condition::of(token).as_ref() == Some(self))
    }

    /// The search with this condition if it is without it, and the reverse.
    pub fn toggled_in(&self, search: &str) -> String {
        let mut kept: Vec<String> = tokens(search).map(str::to_owned).collect();
        match self.is_in(search) {
            true => kept.retain(|token| Condition::of(token).as_ref() != Some(self)),
            false => kept.push(self.to_string()),
        }
        kept.join(" ")
    }
}

/// Parts of a search, separated by blanks outside quotes.
fn tokens(search: &str) -> impl Iterator<Item = &str> {
    let mut quoted = false;
    let parts = search.split(move |letter: char| {
        quoted ^= letter == '"';
        !quoted && letter.is_whitespace()
    });
    parts.filter(|part| !part.is_empty())
}

/// Other words for a word, or for what its first three letters or more begin.
fn synonyms(word: &str) -> impl Iterator<Item = &'static str> {
    let means = move |known: &&str| *known == word || word.len() > 2 && known.starts_with(word);
    SYNONYMS
        .into_iter()
        .filter(move |all| all.iter().any(means))
        .flatten()
        .copied()
        .filter(|synonym| synonym.len() > 2)
}

impl PaletteSearch {
    pub fn of(search: &str) -> PaletteSearch {
        let mut found = PaletteSearch::default();
        for token in tokens(search) {
            match Condition::of(token) {
                Some(condition) => found.conditions.push(condition),
                None => found.words.push(token.to_lowercase()),
            }
        }
        found
    }

    /// Returns true if every word occurs in the label, the help or the group, or a synonym of it in the label, and every condition is met.
    pub fn matches(&self, entry: &PaletteEntry) -> bool {
        let text = format!("{} {} {}", entry.label, entry.doc, entry.group).to_lowercase();
        let label = entry.label.to_lowercase();
        let is_found =
            |word: &String| text.contains(word) || synonyms(word).any(|synonym| label.contains(synonym));
        self.words.iter().all(is_found) && self.conditions.iter().all(|condition| condition.is_met(entry))
    }

    /// Rank of a match: a label that starts with the words comes before one that contains them.
    pub fn rank(&self, entry: &PaletteEntry) -> usize {
        let (label, words) = (entry.label.to_lowercase(), self.words.join(" "));
        match () {
            () if label == words => 0,
            () if label.starts_with(&words) => 1,
            () if label.contains(&words) => 2,
            () => 3,
        }
    }
}

impl Analysis {
    /// The document after an entry of the palette is added, and the new element. Writes nothing.
    pub fn after_adding(&self, file: &FilePath, template: &str) -> Option<(Arc<Checked>, Id)> {
        let (template, none) = (template.to_owned(), Vec::new());
        let change = self.plan(file, &Edit::Add { template, name: None, place: None, on: none }).ok()?;
        let nth = self.file(file)?.nth();
        let after = self.with_edits(&change.edits);
        Some((Arc::clone(after.documents(file).get(nth)?), change.focus?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Choices;
    use limn_files::{Content, Workspace};

    const TEXT: &str = "\
tosca_definitions_version: tosca_simple_yaml_1_3
node_types:
  Box:
    derived_from: tosca.nodes.Root
    description: Runs parts. Any number of them.
    capabilities: {slot: {type: tosca.capabilities.Container}}
  Part:
    derived_from: tosca.nodes.Root
    requirements: [{host: {capability: tosca.capabilities.Container, relationship: tosca.relationships.HostedOn}}]
  Special: {derived_from: Part}
topology_template:
  node_templates: {}
";

    fn palette() -> (Analysis, FilePath, Vec<PaletteEntry>) {
        let file = FilePath::new("service.yaml").unwrap();
        let analysis = Analysis::of_text(&file, TEXT);
        let all = analysis.file(&file).unwrap().palette();
        (analysis, file, all)
    }

    fn found(search: &str) -> Vec<String> {
        let search = PaletteSearch::of(search);
        let own = ["Box", "Part", "Special", "Compute", "WebServer"];
        let all = palette().2.into_iter().filter(|entry| search.matches(entry)).map(|entry| entry.label);
        all.filter(|label| own.contains(&label.as_str())).collect()
    }

    #[test]
    fn a_search_finds_entries_by_other_words_of_the_field() {
        let labels = |search: &str| {
            let search = PaletteSearch::of(search);
            palette()
                .2
                .into_iter()
                .filter(move |entry| search.matches(entry))
                .map(|entry| entry.label)
                .collect::<Vec<_>>()
        };
        for (word, label) in [
            ("data", "DBMS"),
            ("db", "Database"),
            ("vm", "Compute"),
            ("disk", "BlockStorage"),
            ("lb", "LoadBalancer"),
        ] {
            assert!(labels(word).iter().any(|found| found.ends_with(label)), "{word}: {:?}", labels(word));
        }
        assert!(!labels("vm").iter().any(|found| found == "Database"));
    }

    #[test]
    fn a_search_finds_entries_by_capability() {
        assert_eq!(found("offers:Container"), ["Box", "Compute", "WebServer"]);
        assert_eq!(found("OFFERS:contain box"), ["Box"]);
        assert_eq!(found("needs:Container"), ["Part", "Special", "WebServer"]);
        assert_eq!(found("can:host"), ["Box", "Compute", "WebServer"]);
        assert_eq!(found("can:host needs:Container"), ["WebServer"]);
        assert_eq!(found("needs:\"Nothing at all\""), [""; 0]);
    }

    #[test]
    fn conditions_are_those_that_entries_fulfill() {
        let all = Condition::all(&palette().2);
        for condition in &all {
            assert!(palette().2.iter().any(|entry| condition.is_met(entry)), "{condition}");
        }
        assert!(all.contains(&Condition::Hosts) && all.contains(&Condition::Needs("Container".to_owned())));
        for every in ["Root", "Node"] {
            assert!(!all.contains(&Condition::Offers(every.to_owned())), "every entry has it: {all:?}");
            assert!(!all.contains(&Condition::Needs(every.to_owned())), "every entry has it: {all:?}");
        }
    }

    #[test]
    fn a_condition_is_added_to_the_words_and_removed_again() {
        let condition = Condition::Needs("Network link".to_owned());
        let with = condition.toggled_in("web  server");
        assert_eq!(with, "web server needs:\"Network link\"");
        assert!(condition.is_in(&with) && !condition.is_in("web"));
        assert_eq!(condition.toggled_in(&with), "web server");
    }

    #[test]
    fn entries_state_what_their_types_have() {
        let all = palette().2;
        let profile = |label: &str| all.iter().find(|entry| entry.label == label).unwrap().profile.clone();
        assert_eq!(profile("Special").chain, ["Special", "Part", "tosca.nodes.Root"]);
        assert_eq!(profile("Box").description, "Runs parts. Any number of them.");
        let ends = |ends: Vec<TypedEnd>| ends.into_iter().map(|end| end.name).collect::<Vec<_>>();
        assert_eq!(ends(profile("Special").needs), ["dependency", "host"]);
        assert_eq!(ends(profile("Box").offers), ["feature", "slot"]);
        assert!(profile("Box").hosts && !profile("Part").hosts);
    }

    #[test]
    fn an_added_entry_is_analyzed_without_writing() {
        let (analysis, file, _) = palette();
        let (after, id) = analysis.after_adding(&file, "node:Box").unwrap();
        assert_eq!(after.graph().node(&id).unwrap().label, "box");
        assert_eq!(&**analysis.file(&file).unwrap().text(), TEXT);
        assert_eq!(analysis.after_adding(&file, "node:NoSuchThing:x").map(|added| added.1), None);
    }

    #[test]
    fn components_state_what_their_descriptors_have() {
        let shop = FilePath::new("shop.yml").unwrap();
        let mut workspace = Workspace::of(shop.clone(), "name: assembly::shop::1.0\ncomposition: {}\n");
        let store = "name: resource::store::1.0\ndescription: Keeps data.\ncapabilities:\n  Data: {type: Database}\nrequirements:\n  Net: {type: Network link}\n";
        workspace.files.insert(FilePath::new("store.yml").unwrap(), Content::Text(store.into()));
        let analysis = Analysis::of(&workspace, &Choices::default(), &Analysis::default());
        let all = analysis.file(&shop).unwrap().palette();
        let found = |search: &str| {
            let search = PaletteSearch::of(search);
            all.iter().filter(|entry| search.matches(entry)).map(|entry| entry.id.clone()).collect::<Vec<_>>()
        };
        let both = ["component:resource::store::1.0", "reference:resource::store::1.0"];
        assert_eq!(found("offers:Database"), both);
        assert_eq!(found("needs:\"Network link\""), both);
        assert_eq!(found("can:host"), [""; 0]);
        let store = all.iter().find(|entry| entry.id == both[0]).unwrap();
        assert_eq!(
            (&*store.profile.description, &*store.profile.chain[0]),
            ("Keeps data.", "resource::store::1.0")
        );
    }
}
