//! Completion measured on real descriptors: a word at a random place is removed and completed, and the test counts how often it is among the first ten
//! offers, by language. Words that nothing can know are not counted: new names, free texts, and keys that no table has. There are two measures: of the
//! words that hover explains at their places, and of all words that are known. And completion is requested at many places of
//! many texts, whole and cut: nothing panics.
//!
//! `cargo test --test completion` prints the figures. Without the corpus, the samples are measured. The corpus has no catalogs and CAMP blueprints of
//! AMP: those in `tests/fixtures/completion` are measured with both.

mod common;

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write as _;
use std::path::{Path, PathBuf};

use common::corpus::{corpus, files};
use common::documents;
use limn::analysis::{Analysis, Checked, Choices};
use limn::disk::{self, Limits, Texts};
use limn::files::{Content, FilePath, Workspace};
use limn::text::TextRange;
use limn::yaml;

/// Measured places of each language.
const PLACES: usize = 300;
/// Words measured in one text, so that no file dominates.
const OF_A_TEXT: usize = 6;
/// Number of measurements of each text if its language has few.
const ROUNDS: usize = 4;
/// Larger texts are slow to complete often.
const LARGEST: usize = 40 << 10;
const FIRST: usize = 10;
/// Texts that are completed at every byte, and their largest size.
const TEXTS: usize = 200;
const SMALL: usize = 6 << 10;

/// Small, and the same on every run.
struct Random(u64);

impl Random {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % most.max(1)
    }
}

fn analyzed(name: &str, text: &str) -> (Analysis, FilePath) {
    let file = FilePath::new(name).expect("a plain name");
    (Analysis::of_text(&file, text), file)
}

/// The words that can be known: keys that declare no name, and references.
fn words(checked: &Checked) -> Vec<TextRange> {
    let tokens = checked.tokens();
    let text = checked.text();
    let document = yaml::parse(std::sync::Arc::clone(text));
    let is_token = |range: TextRange, is_declaration: bool| {
        tokens.iter().any(|token| token.is_declaration == is_declaration && token.range == range)
    };
    let keys = document.nodes().filter(|node| node.is_key() && node.is_scalar()).map(yaml::Node::range);
    // A key that no table has, such as a label in metadata, is not explained either, and neither is a name that no file declares.
    let is_key =
        |range: &TextRange| checked.hover(range.start).is_some_and(|hover| hover.construct.is_some());
    let is_name =
        |range: &TextRange| checked.hover(range.start).is_some_and(|hover| hover.construct.is_none());
    let mut words: Vec<TextRange> = keys.filter(|range| !is_token(*range, true) && is_key(range)).collect();
    words
        .extend(tokens.iter().filter(|token| !token.is_declaration).map(|token| token.range).filter(is_name));
    words.retain(|range| {
        text.get(range.start..range.end)
            .is_some_and(|word| !word.is_empty() && !word.contains(['\n', '"', '\'']))
    });
    words.sort();
    words.dedup();
    words
}

/// Words of the languages that no document declares and that hover explains at few places.
const KEYWORDS: [&str; 8] =
    ["true", "false", "SELF", "HOST", "SOURCE", "TARGET", "ORCHESTRATOR", "UNBOUNDED"];

/// The words of a wider measure: every key and value that is a keyname, a declared name, a type, a function, a file or a keyword, whether hover explains it
/// at its place or not. Left out are:
///
/// - new names: a declaration is where its name comes from;
/// - free texts, such as descriptions, labels and commands: a scalar that is not among the words of this document's languages, names and files;
/// - numbers, versions and dates: nothing states them;
/// - words in quotes, as in the other measure: completion replaces what is between them.
fn known_words(place: &Place, checked: &Checked, explained: &[TextRange]) -> Vec<TextRange> {
    let (text, tokens) = (checked.text(), checked.tokens());
    let word = |range: TextRange| text.get(range.start..range.end).unwrap_or_default();
    let is_declared: BTreeSet<usize> =
        tokens.iter().filter(|token| token.is_declaration).map(|token| token.range.start).collect();
    let mut known: BTreeSet<&str> = KEYWORDS.into_iter().collect();
    known.extend(explained.iter().map(|range| word(*range)));
    known.extend(tokens.iter().map(|token| word(token.range)));
    let files: BTreeSet<String> =
        place.workspace.files.keys().map(|file| file.relative_to(&place.file)).collect();
    let document = yaml::parse(std::sync::Arc::clone(text));
    let scalars = document.nodes().filter(|node| node.is_scalar()).map(yaml::Node::range);
    let is_known = |range: &TextRange| {
        let word = word(*range);
        !is_declared.contains(&range.start) && (known.contains(word) || files.contains(word))
    };
    let mut words: Vec<TextRange> = scalars.filter(is_known).chain(explained.iter().copied()).collect();
    words.retain(|range| {
        let word = word(*range);
        let is_number = word.starts_with(|character: char| {
            character.is_ascii_digit() || matches!(character, '-' | '+' | '.')
        });
        !word.is_empty() && !is_number && !word.contains(['\n', '"', '\''])
    });
    words.sort();
    words.dedup();
    words
}

/// The position of a word among the offers where it was removed except for its first `kept` characters.
fn position(place: &Place, word: TextRange, kept: usize) -> Option<usize> {
    let text = place.text();
    let expected = &text[word.start..word.end];
    let start = word.start + expected.chars().take(kept).map(char::len_utf8).sum::<usize>();
    let mut workspace = place.workspace.clone();
    let without = format!("{}{}", &text[..start], &text[word.end..]);
    workspace.files.insert(place.file.clone(), Content::Text(without.as_str().into()));
    let analysis = Analysis::of(&workspace, &Choices::default(), &place.analysis);
    let offers = analysis.file(&place.file)?.complete(start);
    offers.iter().position(|offer| {
        let inserted = offer
            .insert
            .trim()
            .trim_end_matches([':', '-', ' ', '\n', '{', '}', '[', ']'])
            .trim_matches(['"', '\'']);
        offer.label == expected || inserted == expected
    })
}

/// A file with the files that it is read with.
struct Place {
    file: FilePath,
    workspace: Workspace,
    analysis: Analysis,
}

impl Place {
    fn read(path: &Path) -> Option<Place> {
        let limits = Limits { files: 1, visited: 2_000, listed: 0 };
        let group = disk::gather(&[path.to_owned()], &Texts::default(), limits).ok()?.into_iter().next()?;
        let file = group.requested.first()?.file.clone();
        let analysis = Analysis::of(&group.workspace, &Choices::default(), &Analysis::default());
        Some(Place { file, workspace: group.workspace, analysis })
    }

    fn text(&self) -> &str {
        self.analysis.file(&self.file).map_or("", |checked| &**checked.text())
    }
}

const ENDINGS: [&str; 3] = [".yaml", ".yml", ".bom"];
/// Languages with documents that are always there.
const LANGUAGES: [&str; 5] = ["amp", "amp-catalog", "assembly", "homing", "tosca"];

/// YAML files of the corpus, or the samples.
fn paths() -> Vec<PathBuf> {
    let corpus: Vec<PathBuf> = corpus("5-onap-has").into_iter().collect();
    let folders = match corpus.first().and_then(|folder| folder.parent()) {
        Some(all) => vec![all.to_owned()],
        None => vec![documents::root().join("public/samples")],
    };
    folders.iter().flat_map(|folder| files(folder, &ENDINGS)).collect()
}

/// The project's own documents, for languages that the corpus does not have.
fn own_paths() -> Vec<PathBuf> {
    files(&documents::root().join("tests/fixtures/completion"), &ENDINGS)
}

/// Texts with their file names: of the corpus, or the samples.
fn texts() -> Vec<(String, String)> {
    let read = |path: PathBuf| {
        let text = std::fs::read_to_string(&path).ok().filter(|text| text.len() <= LARGEST)?;
        Some((path.file_name()?.to_string_lossy().into_owned(), text))
    };
    paths().into_iter().chain(own_paths()).filter_map(read).collect()
}

/// The rest of a service template: the caret is in the value of a property.
const TEMPLATE: &str = "tosca_definitions_version: tosca_simple_yaml_1_3
node_types:
  shop.Web:
    derived_from: tosca.nodes.SoftwareComponent
    properties:
      port: {type: integer}
topology_template:
  inputs: {port: {type: integer}, other: {type: string}}
  node_templates:
    web:
      type: shop.Web
      properties:
        port: VALUE
    server: {type: tosca.nodes.Compute}
";

/// Row E1: a value with the caret `|`, and the first offers with what they insert, the caret after it as `|`.
#[test]
fn functions_and_their_arguments_are_offered() {
    let cases: &[(&str, &[&str])] = &[
        ("|", &["{get_input: |}", "{get_property: [|]}"]),
        ("{|}", &["get_input: |", "get_property: [|]"]),
        ("{g|}", &["get_input: |", "get_property: [|]"]),
        // The brace is not closed yet.
        ("{get_p|", &["get_property: [|]"]),
        ("{c|}", &["concat: [|]"]),
        ("\n          get_i|", &["get_input: |"]),
        ("{get_input: |}", &["port|"]),
        ("{get_input: 'p|'}", &["port|"]),
        ("{get_property: [|]}", &["SELF|", "HOST|", "web|", "server|"]),
        ("{get_property: [web, p|]}", &["port|"]),
        ("{get_property: [SELF, |]}", &["port|"]),
        ("{concat: [a, {get_i|}]}", &["get_input: |"]),
    ];
    for (value, expected) in cases {
        let annotated = TEMPLATE.replace("VALUE", value);
        let at = annotated.find('|').expect("a caret");
        let (analysis, file) = analyzed("a.yaml", &annotated.replacen('|', "", 1));
        let offers = analysis.file(&file).expect("it is read").complete(at);
        let shown = |insert: &str, behind: usize| {
            let (before, after) = insert.split_at(insert.len() - behind);
            format!("{before}|{after}")
        };
        let found: Vec<String> = offers.iter().map(|offer| shown(&offer.insert, offer.behind)).collect();
        assert!(found.len() >= expected.len() && found[..expected.len()] == **expected, "{value}: {found:?}");
        if value.starts_with("{get_input") {
            assert!(
                found.iter().all(|text| !text.contains("get_")),
                "an input's name is not computed: {found:?}"
            );
        }
    }
}

#[test]
fn a_comment_behind_the_caret_stays() {
    let cases = [
        ("node_types:\n  a:\n    derived_from: | # keep\n", "derived_from: ENTRY # keep\n"),
        ("node_types:\n  a:\n    derived_from: |   # keep\r\n", "derived_from: ENTRY   # keep\r\n"),
        ("node_types:\n  a:\n    requirements:\n      - host: | # keep\n", "- host: ENTRY # keep\n"),
        ("node_types:\n  | # keep\n  a: {}\n", "  ENTRY # keep\n"),
        ("node_types:\n  a:\n    derived_from: |# keep\n", ""),
    ];
    for (annotated, expected) in cases {
        let annotated = format!("tosca_definitions_version: tosca_simple_yaml_1_3\n{annotated}");
        let at = annotated.find('|').expect("a caret");
        let text = annotated.replacen('|', "", 1);
        let (analysis, file) = analyzed("a.yaml", &text);
        let offers = analysis.file(&file).expect("it is read").complete(at);
        let labels: Vec<&str> = offers.iter().map(|offer| offer.label.as_str()).collect();
        assert_eq!(offers.is_empty(), expected.is_empty(), "{annotated}: {labels:?}");
        for offer in offers {
            let replaced = &text[std::ops::Range::from(offer.range)];
            assert!(!replaced.contains('#'), "{annotated}: `{}` replaces `{replaced}`", offer.label);
            let after = format!("{}ENTRY{}", &text[..offer.range.start], &text[offer.range.end..]);
            assert!(!expected.is_empty() && after.contains(expected), "{annotated}: {after}");
        }
    }
}

#[test]
fn above_a_list_only_items_are_offered() {
    for annotated in [
        "imports:\n|\n- other.yaml\n",
        "node_types:\n  a:\n    requirements:\n      |\n      - host: {capability: c}\n",
    ] {
        let annotated = format!("tosca_definitions_version: tosca_simple_yaml_1_3\n{annotated}");
        let at = annotated.find('|').expect("a caret");
        let (analysis, file) = analyzed("a.yaml", &annotated.replacen('|', "", 1));
        for offer in analysis.file(&file).expect("it is read").complete(at) {
            assert!(offer.insert.starts_with("- "), "{annotated}: {:?}", offer.insert);
        }
    }
}

/// Prints beside the test harness, which captures the output of passing tests.
fn note(text: &str) {
    let _closed = std::io::stderr().write_all(text.as_bytes());
}

#[derive(Default)]
struct Count {
    places: usize,
    first: usize,
    first_with_letter: usize,
    /// Examples of what was not among the first.
    missed: Vec<String>,
}

impl Count {
    /// Removes words at random places of a text, and completes them.
    fn measure(&mut self, place: &Place, words: &[TextRange], random: &mut Random) {
        for _ in 0..OF_A_TEXT.min(words.len()) {
            let word = words[random.below(words.len())];
            self.places += 1;
            let is_first = |kept| position(place, word, kept).is_some_and(|at| at < FIRST);
            self.first += usize::from(is_first(0));
            let is_near = is_first(1);
            self.first_with_letter += usize::from(is_near);
            if !is_near && self.missed.len() < 40 {
                let name = place.file.name();
                self.missed.push(format!("{} ({name})", &place.text()[word.start..word.end]));
            }
        }
    }

    /// The shares in percent, without a letter and with one.
    fn shares(&self) -> (f64, f64) {
        let share = |count: usize| 100.0 * count as f64 / self.places.max(1) as f64;
        (share(self.first), share(self.first_with_letter))
    }

    fn print(&self, measure: &str, dialect: &str) {
        let (first, with_letter) = self.shares();
        note(&format!(
            "{dialect:<12} {measure:<9} {:>4} places: {first:>5.1} % among the first {FIRST} without a letter, \
             {with_letter:>5.1} % with one letter\n             missed: {}\n",
            self.places,
            self.missed.join(", ")
        ));
    }
}

/// The figures of a language: of the words that hover explains, and of all known words.
#[derive(Default)]
struct Counts {
    explained: Count,
    known: Count,
}

#[test]
fn removed_words_are_among_the_first_offers() {
    let mut random = Random(7);
    // The words that are drawn from the explained ones do not depend on the wider measure.
    let mut wider = Random(13);
    let is_corpus = corpus("5-onap-has").is_some();
    let mut all = paths();
    for at in (1..all.len()).rev() {
        all.swap(at, random.below(at + 1));
    }
    let mut counts: BTreeMap<&str, Counts> = BTreeMap::new();
    // Languages with few texts are measured in each of them again.
    let mut known: BTreeMap<&PathBuf, &str> = BTreeMap::new();
    let own = own_paths();
    let rounds = [&all, &own].into_iter().flat_map(|paths| std::iter::repeat_n(paths, ROUNDS));
    for path in rounds.flatten() {
        if known.get(path).is_some_and(|dialect| counts[dialect].explained.places >= PLACES) {
            continue;
        }
        if std::fs::metadata(path).is_ok_and(|metadata| metadata.len() > LARGEST as u64) {
            continue;
        }
        let Some(place) = Place::read(path) else { continue };
        let Some(checked) = place.analysis.file(&place.file) else { continue };
        let Some(dialect) = checked.language().dialect else { continue };
        known.insert(path, dialect);
        let count = counts.entry(dialect).or_default();
        if count.explained.places >= PLACES || checked.broken().is_some() {
            continue;
        }
        let words = words(checked);
        count.explained.measure(&place, &words, &mut random);
        count.known.measure(&place, &known_words(&place, checked, &words), &mut wider);
    }
    for language in LANGUAGES {
        let count = counts.get(language).map_or(0, |count| count.explained.places);
        assert!(count > 0, "{language} is not measured");
    }
    for (dialect, Counts { explained, known }) in &counts {
        explained.print("explained", dialect);
        known.print("known", dialect);
        // Floors of the explained words; the figures are printed. The samples are few.
        let floors = if is_corpus { (90.0, 97.0) } else { (50.0, 60.0) };
        let shares = explained.shares();
        let is_good = shares.0 >= floors.0 && shares.1 >= floors.1;
        assert!(explained.places < 50 || is_good, "{dialect}: {shares:?} %, expected {floors:?} %");
    }
}

#[test]
fn completion_at_any_place_of_any_text_does_not_panic() {
    let mut random = Random(11);
    let all = texts();
    let mut chosen: Vec<&(String, String)> = all.iter().filter(|(_, text)| text.len() <= SMALL).collect();
    for at in (1..chosen.len()).rev() {
        chosen.swap(at, random.below(at + 1));
    }
    chosen.truncate(TEXTS);
    let cuts: Vec<usize> = chosen.iter().map(|(_, text)| random.below(text.len())).collect();
    let threads = std::thread::available_parallelism().map_or(2, usize::from);
    let each: Vec<_> = chosen.iter().zip(&cuts).collect();
    std::thread::scope(|scope| {
        for part in each.chunks(each.len().div_ceil(threads).max(1)) {
            scope.spawn(move || {
                for ((name, text), cut) in part {
                    complete_everywhere(name, text, **cut);
                }
            });
        }
    });
}

/// At every byte of a text as it is, and at every fourth one of the text cut where someone may be typing.
fn complete_everywhere(name: &str, text: &str, cut: usize) {
    let cut = (0..=cut).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
    for (text, step) in [(text, 1), (&text[..cut], 4)] {
        let (analysis, file) = analyzed(name, text);
        let Some(checked) = analysis.file(&file) else { continue };
        for at in (0..=text.len()).step_by(step) {
            for offer in checked.complete(at) {
                let range = offer.range;
                assert!(range.start <= range.end && range.end <= text.len(), "{name}: {offer:?}");
                assert!(offer.behind <= offer.insert.len(), "{offer:?}");
            }
        }
    }
}

/// Row E1: `tests/fixtures/ide/complete.txt`: the first offers with what they insert; `|` is the caret, `‸` a further tab stop.
#[test]
fn e1_completion_of_files_units_members_and_constructs() {
    common::carets::check("complete.txt", |analysis, caret| {
        let file = analysis.file(&caret.file).expect("it is read");
        let offers = file.complete(caret.offset);
        let shown = |offer: &limn::ide::completion::Completion| {
            let mut text = offer.insert.clone();
            for stop in offer.stops.iter().rev() {
                text.insert(*stop, '‸');
            }
            text.insert(offer.insert.len() - offer.behind, '|');
            format!("{} -> {}", offer.label, text.replace('\n', "⏎"))
        };
        let more = if offers.len() > 3 { vec!["…".to_owned()] } else { Vec::new() };
        offers.iter().take(3).map(shown).chain(more).collect()
    });
}
