//! The lifecycle order of assemblies satisfies every stated state, on generated and on real assemblies, and agrees with a simulation that is written
//! from the text of the reference and shares no code with it.

mod common;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use common::corpus::{corpus, files};
use limn::dialect::assembly::Assembly;
use limn::dialect::{Dialect, Library, Model, Source};
use limn::files::FilePath;
use limn::timeline::{Schedule, Timeline};
use limn::yaml;
use proptest::prelude::*;
use serde_yaml::Value;

/// An event as the simulation sees it: `web Active`, `uses Created`.
type Event = (String, String);

const STATES: [&str; 3] = ["Installed", "Inactive", "Active"];

fn model(file: &str, text: &str) -> Option<Box<dyn Model>> {
    let file = FilePath::new(file).ok()?;
    let document = Arc::new(yaml::parse(text.to_owned()));
    let profile = Assembly.recognizes(&file, &document)?.profile;
    let mut library = Library::default();
    library.documents.insert(file.clone(), Arc::clone(&document));
    let library = Arc::new(library);
    Some(Assembly.read(&Source { file: &file, document: &document, profile, library: &library }))
}

fn timeline(model: &dyn Model, scenario: &str) -> Option<(Timeline, Schedule)> {
    let timeline = model.timelines()?.timeline(scenario)?;
    let schedule = timeline.schedule();
    Some((timeline, schedule))
}

/// The events in their order: those of a wave together. What never happens is omitted.
fn waves(timeline: &Timeline, schedule: &Schedule) -> Vec<BTreeSet<Event>> {
    let mut waves = vec![BTreeSet::new(); schedule.reached];
    for (at, step) in timeline.steps.iter().enumerate().filter(|(at, _)| !schedule.blocked[*at]) {
        waves[schedule.waves[at]].insert((timeline.lanes[step.lane].label.clone(), step.label.clone()));
    }
    waves
}

// --- The simulation ---

/// Content of a descriptor, read by another parser: by nobody else's rules.
#[derive(Debug, Default)]
struct Said {
    components: Vec<String>,
    references: Vec<String>,
    /// Reader and source of each `${source.…}`.
    reads: BTreeSet<(String, String)>,
    relationships: Vec<Bond>,
    upgraded_first: BTreeSet<(String, String)>,
}

#[derive(Debug)]
struct Bond {
    name: String,
    /// Names, state and modifier of the sources and of the targets.
    sides: [(Vec<String>, String, String); 2],
}

fn text_of(value: Option<&Value>) -> String {
    value.and_then(Value::as_str).unwrap_or_default().to_owned()
}

fn entries(value: Option<&Value>) -> Vec<(String, &Value)> {
    let entries = value.and_then(Value::as_mapping).into_iter().flatten();
    entries.filter_map(|(key, value)| Some((key.as_str()?.to_owned(), value))).collect()
}

fn names(value: Option<&Value>) -> Vec<String> {
    let ends = value.and_then(Value::as_sequence).into_iter().flatten().filter_map(Value::as_str);
    ends.map(|end| end.split('.').next().unwrap_or_default().to_owned()).collect()
}

/// The heads of every `${head.member}` in a value.
fn heads(value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::String(text) => {
            for part in text.split("${").skip(1) {
                let inner = part.split('}').next().unwrap_or_default();
                if let Some((head, _)) = inner.split_once('.') {
                    found.insert(head.trim().to_owned());
                }
            }
        }
        Value::Sequence(items) => items.iter().for_each(|item| heads(item, found)),
        Value::Mapping(entries) => entries.iter().for_each(|(_, value)| heads(value, found)),
        _ => {}
    }
}

fn said(text: &str) -> Option<Said> {
    let document: Value = serde_yaml::from_str(text).ok()?;
    let mut said = Said::default();
    for (section, list) in [("composition", &mut said.components), ("references", &mut said.references)] {
        for (name, owner) in entries(document.get(section)) {
            let mut read = BTreeSet::new();
            for (_, property) in entries(owner.get("properties")) {
                for value in ["value", "default"].into_iter().filter_map(|key| property.get(key)) {
                    heads(value, &mut read);
                }
            }
            read.remove(&name);
            said.reads.extend(read.into_iter().map(|head| (name.clone(), head)));
            said.upgraded_first.extend(
                names(owner.get("upgrade-dependencies")).into_iter().map(|first| (name.clone(), first)),
            );
            list.push(name);
        }
    }
    for (name, bond) in entries(document.get("relationships")) {
        let side = |ends: &str, state: &str, modifier: &str, default: &str| {
            let written = text_of(bond.get(modifier));
            let modifier = if matches!(&*written, "pre" | "post") { written } else { default.to_owned() };
            (names(bond.get(ends)), text_of(bond.get(state)), modifier)
        };
        said.relationships.push(Bond {
            name,
            sides: [
                side("source-capabilities", "source-state", "source-state-modifier", "post"),
                side("target-requirements", "target-state", "target-state-modifier", "pre"),
            ],
        });
    }
    Some(said)
}

fn rank(state: &str) -> Option<usize> {
    STATES.iter().position(|known| *known == state)
}

/// A world in which anything happens as soon as the reference lets it.
struct WorldPoint<'s> {
    said: &'s Said,
    /// Number of states that each component has reached.
    height: BTreeMap<&'s str, usize>,
    found: BTreeSet<&'s str>,
    created: BTreeSet<&'s str>,
}

impl<'s> WorldPoint<'s> {
    fn new(said: &'s Said) -> WorldPoint<'s> {
        let height = said.components.iter().map(|name| (name.as_str(), 0)).collect();
        WorldPoint { said, height, found: BTreeSet::new(), created: BTreeSet::new() }
    }

    fn is_for_broken(bond: &Bond) -> bool {
        bond.sides.iter().any(|(ends, state, _)| state == "Broken" && !ends.is_empty())
    }

    /// Returns true if everything that an element reads is available.
    fn can_read(&self, name: &str) -> bool {
        let sources =
            self.said.reads.iter().filter(|(reader, _)| reader == name).map(|(_, source)| source.as_str());
        sources.into_iter().all(|source| match self.height.get(source) {
            Some(height) => *height > 0,
            None => {
                !self.said.references.iter().any(|reference| reference == source)
                    || self.found.contains(source)
            }
        })
    }

    /// Returns true if every referenced instance is identified, which is so before any component is instantiated.
    fn all_found(&self) -> bool {
        let mut references = self.said.references.iter();
        references.all(|name| self.height.contains_key(name.as_str()) || self.found.contains(name.as_str()))
    }

    /// Returns true if a relationship may be created: each end with `post` has reached its state, and each with `pre` has not.
    fn may_create(&self, bond: &Bond) -> bool {
        let may = |(ends, state, modifier): &(Vec<String>, String, String)| {
            ends.iter().all(|end| match (self.height.get(end.as_str()), rank(state)) {
                (Some(height), Some(rank)) => (*height > rank) == (modifier == "post"),
                (None, Some(_)) => !self.said.references.contains(end) || self.found.contains(end.as_str()),
                _ => true,
            })
        };
        bond.sides.iter().all(may)
    }

    /// Returns true if a component may reach its next state: no relationship has to be created before.
    fn may_rise(&self, name: &str, next: usize) -> bool {
        let holds_back = |bond: &&Bond| {
            bond.sides.iter().any(|(ends, state, modifier)| {
                modifier == "pre" && rank(state) == Some(next) && ends.iter().any(|end| end == name)
            })
        };
        let mut bonds = self.said.relationships.iter().filter(|bond| !WorldPoint::is_for_broken(bond));
        !bonds.any(|bond| holds_back(&bond) && !self.created.contains(bond.name.as_str()))
    }

    /// All that can happen now.
    fn possible(&self) -> BTreeSet<Event> {
        let mut events = BTreeSet::new();
        for name in self.said.references.iter().filter(|name| !self.height.contains_key(name.as_str())) {
            if !self.found.contains(name.as_str()) && self.can_read(name) {
                events.insert((name.clone(), "Found".to_owned()));
            }
        }
        for (name, &height) in self.height.iter().filter(|(_, height)| **height < 3) {
            if self.may_rise(name, height) && (height > 0 || self.can_read(name) && self.all_found()) {
                events.insert(((*name).to_owned(), STATES[height].to_owned()));
            }
        }
        for bond in self.said.relationships.iter().filter(|bond| !WorldPoint::is_for_broken(bond)) {
            if !self.created.contains(bond.name.as_str()) && self.may_create(bond) {
                events.insert((bond.name.clone(), "Created".to_owned()));
            }
        }
        events
    }

    /// Makes an event happen; false if it cannot.
    fn happen(&mut self, (name, what): &Event) -> bool {
        if !self.possible().contains(&(name.clone(), what.clone())) {
            return false;
        }
        match what.as_str() {
            "Created" => {
                let bond = self.said.relationships.iter().find(|bond| bond.name == *name);
                bond.is_some_and(|bond| self.created.insert(&bond.name))
            }
            "Found" => {
                let reference = self.said.references.iter().find(|reference| *reference == name);
                reference.is_some_and(|reference| self.found.insert(reference))
            }
            _ => self.height.get_mut(name.as_str()).map(|height| *height += 1).is_some(),
        }
    }
}

/// Performs the plan wave by wave, and then checks that nothing else could happen.
fn perform(said: &Said, timeline: &Timeline, schedule: &Schedule) -> Result<usize, String> {
    let mut world = WorldPoint::new(said);
    let mut count = 0;
    for (at, wave) in waves(timeline, schedule).into_iter().enumerate() {
        if wave.is_empty() {
            return Err(format!("wave {at} is empty"));
        }
        for event in wave {
            if !world.happen(&event) {
                return Err(format!("wave {at}: {event:?} cannot happen"));
            }
            count += 1;
        }
    }
    let left = world.possible();
    if left.is_empty() { Ok(count) } else { Err(format!("could still happen: {left:?}")) }
}

/// Every relationship is ceased before an end leaves its state, and a component is removed before those that it reads.
fn goes_down(said: &Said, timeline: &Timeline, schedule: &Schedule) -> Result<(), String> {
    let when = |name: &str, what: &str| {
        let steps = timeline
            .steps
            .iter()
            .enumerate()
            .filter(|(_, step)| timeline.lanes[step.lane].label == name && step.label == what);
        steps.map(|(at, _)| (schedule.blocked[at], schedule.waves[at])).next()
    };
    for bond in said.relationships.iter().filter(|bond| !WorldPoint::is_for_broken(bond)) {
        let ceased = when(&bond.name, "Ceased").ok_or("a relationship is missing")?;
        for (ends, state, _) in &bond.sides {
            let Some(rank) = rank(state) else { continue };
            for end in ends {
                let leaves = when(end, if rank == 2 { "Inactive" } else { "Removed" });
                if leaves.is_some_and(|leaves| leaves <= ceased) {
                    return Err(format!("`{end}` leaves {state} before `{}` is ceased", bond.name));
                }
            }
        }
    }
    for (reader, source) in &said.reads {
        if let (Some((false, gone)), Some((false, later))) =
            (when(reader, "Removed"), when(source, "Removed"))
            && gone >= later
        {
            return Err(format!("`{source}` is removed before its reader `{reader}`"));
        }
    }
    Ok(())
}

/// A component is upgraded after those that it lists or reads.
fn upgrades(said: &Said, timeline: &Timeline, schedule: &Schedule) -> Result<(), String> {
    let when = |name: &str| {
        let steps = timeline.steps.iter().enumerate();
        let step = steps.into_iter().find(|(_, step)| timeline.lanes[step.lane].label == name)?.0;
        (!schedule.blocked[step]).then(|| schedule.waves[step])
    };
    for (after, before) in said.reads.iter().chain(&said.upgraded_first) {
        if let (Some(later), Some(earlier)) = (when(after), when(before))
            && later <= earlier
        {
            return Err(format!("`{after}` is upgraded before `{before}`"));
        }
        if when(after).is_some() && when(before).is_none() && said.components.contains(before) {
            return Err(format!("`{after}` is upgraded, but `{before}` never is"));
        }
    }
    Ok(())
}

/// Checks the three timelines of a whole assembly. Returns the number of events on the way up.
fn holds(file: &str, text: &str) -> Result<usize, String> {
    let model = model(file, text).ok_or("not recognized")?;
    let said = said(text).ok_or("not read by the other parser")?;
    let timelines = ["up", "down", "upgrade"].map(|scenario| timeline(&*model, scenario));
    let [Some((up, when_up)), Some((down, when_down)), Some((upgrade, when_upgraded))] = timelines else {
        return Err("a scenario is missing".to_owned());
    };
    goes_down(&said, &down, &when_down)?;
    upgrades(&said, &upgrade, &when_upgraded)?;
    perform(&said, &up, &when_up)
}

// --- Generated assemblies ---

/// A relationship: numbers of sources and targets, states, and modifiers, 0 for none.
type Relationship = (Vec<usize>, Vec<usize>, usize, usize, usize, usize);

fn state(at: usize) -> &'static str {
    ["Installed", "Inactive", "Active", "Broken", "Running"][at]
}

fn write(
    owners: usize,
    reads: &[(usize, usize)],
    relationships: &[Relationship],
    lists: &[(usize, usize)],
) -> String {
    // The last owners are references.
    let references = owners / 4;
    let mut text = "name: assembly::generated::1.0\ncomposition:\n".to_owned();
    for at in 0..owners {
        if at == owners - references {
            text += "references:\n";
        }
        text +=
            &format!("  o{at}:\n    type: resource::r::1.0\n    properties:\n      own: {{value: fixed}}\n");
        for (number, (_, source)) in reads.iter().enumerate().filter(|(_, (reader, _))| *reader == at) {
            text += &format!("      p{number}: {{value: 'a-${{o{source}.x}}-b'}}\n");
        }
        let listed: Vec<String> =
            lists.iter().filter(|(after, _)| *after == at).map(|(_, before)| format!("o{before}")).collect();
        if at < owners - references && !listed.is_empty() {
            text += &format!("    upgrade-dependencies: [{}]\n", listed.join(", "));
        }
    }
    if !relationships.is_empty() {
        text += "relationships:\n";
    }
    for (at, (sources, targets, from, to, source_modifier, target_modifier)) in
        relationships.iter().enumerate()
    {
        let ends = |ends: &[usize]| ends.iter().map(|end| format!("o{end}.x")).collect::<Vec<_>>().join(", ");
        let modifier = |key: &str, at: usize| match at {
            0 => String::new(),
            1 => format!("    {key}: pre\n"),
            _ => format!("    {key}: post\n"),
        };
        text += &format!(
            "  r{at}:\n    source-capabilities: [{}]\n    target-requirements: [{}]\n    source-state: {}\n    target-state: {}\n{}{}",
            ends(sources),
            ends(targets),
            state(*from),
            state(*to),
            modifier("source-state-modifier", *source_modifier),
            modifier("target-state-modifier", *target_modifier),
        );
    }
    text
}

fn assemblies() -> impl Strategy<Value = String> {
    (1_usize..9).prop_flat_map(|owners| {
        // One more than there are: an unknown name.
        let owner = 0..owners + 1;
        let pair = || (0..owners, owner.clone());
        let state = || prop_oneof![9 => 0_usize..3, 1 => 3_usize..5];
        let ends = || prop::collection::vec(owner.clone(), 1..3);
        let relationship = (ends(), ends(), state(), state(), 0_usize..3, 0_usize..3);
        (
            prop::collection::vec(pair(), 0..4),
            prop::collection::vec(relationship, 0..7),
            prop::collection::vec(pair(), 0..3),
        )
            .prop_map(move |(reads, relationships, lists)| write(owners, &reads, &relationships, &lists))
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, ..ProptestConfig::default() })]

    #[test]
    fn every_stated_state_is_satisfied(text in assemblies()) {
        let held = holds("assembly.yaml", &text);
        prop_assert!(held.is_ok(), "{}\n{text}", held.unwrap_err());
    }
}

#[test]
fn the_simulation_refuses_a_wrong_order() {
    let text = write(2, &[], &[(vec![0], vec![1], 2, 1, 0, 0)], &[]);
    let model = model("assembly.yaml", &text).expect("it is an assembly");
    let said = said(&text).expect("it is YAML");
    let (mut up, _) = timeline(&*model, "up").expect("it comes up");
    assert_eq!(perform(&said, &up, &up.schedule()), Ok(7));
    // Without the order that the source's state states.
    let at = up.orders.iter().position(|order| order.cause.text.contains("after `o0` is Active"));
    up.orders.remove(at.expect("it is stated"));
    assert!(perform(&said, &up, &up.schedule()).is_err());
}

// --- Real assemblies ---

#[test]
fn real_assemblies_hold() {
    let mut texts: Vec<(String, String)> = ["media_edge", "h_bta", "streamer_cluster"]
        .into_iter()
        .map(|name| {
            let path = format!("public/samples/{name}.yaml");
            let text = std::fs::read_to_string(&path).expect("a sample can be read");
            (path, text)
        })
        .collect();
    let samples = texts.len();
    for family in ["1-tnco-assembly", "2-cp4na-lmctl"] {
        for path in corpus(family).into_iter().flat_map(|folder| files(&folder, &[".yaml", ".yml"])) {
            if let Ok(text) = std::fs::read_to_string(&path) {
                texts.push((
                    path.to_string_lossy().replace(['\\', ':'], "/").trim_start_matches('/').to_owned(),
                    text,
                ));
            }
        }
    }
    let is_corpus_there = texts.len() > samples;
    let (mut checked, mut events, mut failed) = (0, 0, Vec::new());
    for (file, text) in texts {
        let Some(model) = model(&file, &text) else { continue };
        let has_steps = timeline(&*model, "up").is_some_and(|(up, _)| !up.steps.is_empty());
        if !has_steps || said(&text).is_none() {
            continue;
        }
        checked += 1;
        match holds(&file, &text) {
            Ok(count) => events += count,
            Err(error) => failed.push(format!("{file}: {error}")),
        }
    }
    assert!(failed.is_empty(), "\n{}", failed.join("\n"));
    assert!(checked >= if is_corpus_there { 25 } else { samples }, "only {checked} assemblies");
    assert!(events > 4 * checked, "only {events} events in {checked} assemblies");
}
