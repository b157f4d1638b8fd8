//! Documents of every language, mangled as no person would: whatever a text says, everything that the page asks of it has an answer.
//! Seeds are the samples, the documents in the fixtures and, where it is there, the corpus. `PROPTEST_CASES` tries more.

mod common;
#[path = "fuzz/mutate.rs"]
#[allow(dead_code, reason = "the fuzz drivers take the rest")]
mod mutate;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path as OsPath;
use std::sync::{Arc, LazyLock};

use common::corpus::{corpus, files};
use common::documents;
use limn::analysis::{Analysis, Checked, Choices};
use limn::canvas::{Scene, svg};
use limn::dialect::homing::{self, ViewEdit, objective, placement};
use limn::edit::{Edit, Input, Place};
use limn::files::{Content, FilePath, Workspace};
use limn::graph::{Graph, Id, PortRef};
use limn::layout::layout;
use limn::packages::{self, PackOptions};
use limn::yaml::Path;
use mutate::{Random, once};
use proptest::prelude::*;
use proptest::sample::Index;

/// Larger seeds are slow to try often.
const LARGEST: usize = 24 << 10;
/// Maximum number of queries that take quadratic time.
const MANY: usize = 12;
const FEW: usize = 6;
/// So many edits are tried on one text.
const EDITS: usize = 24;

/// The boundary between two characters that is nearest below.
fn boundary(text: &str, at: usize) -> usize {
    (0..=at).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0)
}

#[derive(Debug)]
struct Seed {
    file: FilePath,
    text: String,
}

static SEEDS: LazyLock<Vec<Seed>> = LazyLock::new(|| {
    let root = OsPath::new(env!("CARGO_MANIFEST_DIR"));
    let read = |path: &OsPath| fs::read_to_string(path).ok();
    let mut seeds = Vec::new();
    for path in files(&root.join("public/samples"), &[".yaml"]) {
        seeds.extend(read(&path).map(|text| seed(&path, text)));
    }
    let fixtures = documents::of_fixtures().into_iter();
    seeds.extend(fixtures.map(|text| seed(OsPath::new("Descriptor/assembly.yaml"), text)));
    let families = ["1-tnco-assembly", "2-cp4na-lmctl", "3-tosca", "4-brooklyn-tosca", "5-onap-has"];
    for folder in families.into_iter().filter_map(corpus) {
        let found = files(&folder, &[".yaml", ".yml", ".meta"]);
        let read = found.iter().filter_map(|path| Some(seed(path, read(path)?)));
        // Of the many each is like its neighbors.
        seeds.extend(read.filter(|seed| seed.text.len() <= LARGEST).step_by(7));
    }
    seeds
});

fn seed(path: &OsPath, text: String) -> Seed {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    Seed { file: FilePath::new(&name).expect("a file's name"), text }
}

/// A text, and another one beside it.
#[derive(Clone)]
struct Mangled {
    file: FilePath,
    text: String,
    beside: &'static str,
}

/// As texts, to be read where a case fails.
impl std::fmt::Debug for Mangled {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:\n{}\n--- and beside it\n{}\n---", self.file, self.text, self.beside)
    }
}

fn mangled() -> impl Strategy<Value = Mangled> {
    let mutations = proptest::collection::vec(any::<u64>(), 1..9);
    (any::<Index>(), any::<Index>(), mutations).prop_map(|(of, beside, mutations)| {
        let (seed, beside) = (&SEEDS[of.index(SEEDS.len())], &SEEDS[beside.index(SEEDS.len())]);
        let mutated = mutations.iter().fold(seed.text.clone().into_bytes(), |text, number| {
            let mutated = once(&text, beside.text.as_bytes(), &mut Random::new(*number));
            // Choices for the fuzz targets may precede the text.
            mutated.rsplit(|byte| *byte == 0xff).next().unwrap_or_default().to_vec()
        });
        let text = String::from_utf8_lossy(&mutated).into_owned();
        Mangled { file: seed.file.clone(), text, beside: &beside.text }
    })
}

/// So many texts are tried where nothing asks for more.
const CASES: u32 = 48;

fn config() -> ProptestConfig {
    let asked = std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok());
    let cases = asked.unwrap_or(CASES);
    ProptestConfig { cases, failure_persistence: None, max_shrink_time: 20_000, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn whatever_a_text_says_everything_asked_of_it_has_an_answer(it in mangled()) {
        ask_all(&it.file, &it.text, it.beside);
    }

    #[test]
    fn whatever_a_text_says_its_fixes_keep_the_law(it in mangled()) {
        let faults = common::fixes::faults(&it.file, &it.text);
        prop_assert!(faults.is_empty(), "{}", faults.join("\n\n"));
    }
}

/// Everything that the page asks of a document, and everything that it may do to one.
fn ask_all(file: &FilePath, text: &str, beside: &str) {
    let other = FilePath::new("beside.yaml").expect("a file's name");
    let texts = [(file, text), (&other, beside)];
    let files = texts.into_iter().map(|(file, text)| (file.clone(), Content::Text(text.into()))).collect();
    let workspace = Workspace { files, entry: Some(file.clone()), whole: true, ..Workspace::default() };
    let analysis = Analysis::of(&workspace, &Choices::default(), &Analysis::default());
    let Some(checked) = analysis.file(file) else { return };
    for found in checked.diagnostics() {
        assert!(text.get(found.range.start..found.range.end).is_some(), "{found:?} is outside\n{text}");
    }
    assert_eq!(checked.blamed().len(), checked.diagnostics().len());
    let _ = (analysis.missing_files(), checked.named_files(), analysis.package_entry(file), checked.broken());
    for diagnostic in 0..checked.diagnostics().len().min(MANY) {
        for fix in 0..checked.diagnostics()[diagnostic].fixes.len() {
            if let Ok(change) = analysis.fix(file, diagnostic, fix) {
                apply(&analysis, &change.edits);
            }
        }
    }
    draw(checked, checked.graph());
    checked.diagrams().iter().for_each(|diagram| draw(checked, &diagram.graph));
    ask_at_offsets(&analysis, checked, text);
    ask_of_things(&analysis, checked);
    let _ = checked.palette();
    if let Some(template) = checked.model_as::<homing::model::Template>() {
        read_views(template, text);
    }
    let _ = packages::pack(&workspace, &PackOptions::of(&workspace));
}

fn draw(checked: &Checked, graph: &Arc<Graph>) {
    let problems = checked
        .problems()
        .into_iter()
        .map(|(id, (errors, warnings))| (id, limn::canvas::Problems { errors, warnings }));
    let problems: BTreeMap<Id, _> = problems.collect();
    for nested in [true, false] {
        let graph = graph.as_drawn(nested);
        let kept = checked.places().into_iter().map(|(id, place)| (id, (place.x, place.y))).collect();
        let laid = layout(&graph, &kept);
        for (id, rect) in &laid.boxes {
            let sides = [rect.x, rect.y, rect.right(), rect.bottom()];
            assert!(sides.iter().all(|side| side.is_finite()), "{id} is at {rect:?}");
        }
        let scene = Scene::new(graph, &laid, &problems);
        let _ = svg::draw(&scene, svg::Theme::default());
        let ids: Vec<&Id> = scene.ids().take(MANY).collect();
        for id in &ids {
            let _ = (
                scene.unfolded(id, None).levels(),
                scene.spoken(id),
                scene.name(id),
                scene.wire(id),
                scene.leads(id),
            );
        }
        let moved: Vec<(Id, Place)> =
            ids.iter().map(|id| ((*id).clone(), Place { x: 1.0, y: -3e5 })).collect();
        let _ = scene.moved(&scene.with_guests(&moved));
    }
}

fn ask_at_offsets(analysis: &Analysis, checked: &Checked, text: &str) {
    let every = (text.len() / MANY).max(1);
    for at in (0..=text.len()).step_by(every).map(|at| boundary(text, at)) {
        let _ = (checked.at(at), checked.hover(at), checked.references(at));
        let _ = analysis.definition(checked.file(), at);
        for completion in checked.complete(at) {
            assert!(text.get(completion.range.start..completion.range.end).is_some(), "{completion:?}");
        }
    }
}

/// Forms of all drawn elements, and all edits on the canvas.
fn ask_of_things(analysis: &Analysis, checked: &Checked) {
    let graphs =
        || [checked.graph()].into_iter().chain(checked.diagrams().iter().map(|diagram| &diagram.graph));
    let mut ids: Vec<Id> = vec![Id(Path::root())];
    let mut ports = Vec::new();
    for graph in graphs() {
        ids.extend(graph.frame.iter().chain(&graph.nodes).map(|node| node.id.clone()));
        ids.extend(graph.links.iter().map(|link| link.id.clone()));
        ids.extend(graph.groups.iter().map(|group| group.id.clone()));
        ids.extend(graph.policies.iter().map(|policy| policy.id.clone()));
        for node in graph.frame.iter().chain(&graph.nodes) {
            let of = |port: &limn::graph::Port| PortRef {
                node: node.id.clone(),
                role: port.role,
                port: port.name.clone(),
            };
            ports.extend(node.ports.iter().map(of));
        }
    }
    let mut edits = Vec::new();
    for id in ids.iter().step_by((ids.len() / FEW).max(1)) {
        let _ = (
            checked.range_of(id),
            checked.functions(id),
            checked.arguments(id, "get_property", &["SELF".to_owned()]),
        );
        edits_of_form(checked, id, &mut edits);
        edits.push(Edit::Remove { ids: vec![id.clone()] });
        edits.push(Edit::Rename { id: id.clone(), to: "renamed".to_owned() });
        edits.push(Edit::Disconnect { id: id.clone() });
        edits.push(ViewEdit::MoveLocation { id: id.clone(), latitude: 91.0, longitude: -1e9 }.into());
        edits.push(Edit::Attach { to: id.clone(), ids: ids.iter().take(3).cloned().collect() });
        edits.push(Edit::Detach { from: id.clone(), ids: ids.iter().take(3).cloned().collect() });
        let _ = (checked.hosting(id, &ids[0]), ids.last().map(|last| checked.hosting(last, id)));
    }
    for template in checked.palette().into_iter().step_by(9).take(6) {
        let on = ids.iter().skip(1).take(2).cloned().collect();
        edits.push(Edit::Add { template: template.id, name: None, place: Some(Place::default()), on });
    }
    let some: Vec<&PortRef> = ports.iter().step_by((ports.len() / FEW).max(1)).collect();
    for from in &some {
        let _ =
            (checked.palette_for(from), ids.iter().take(FEW).filter_map(|id| checked.ends(from, id)).count());
        let fits = some.iter().filter(|to| checked.accepts(from, to).is_ok());
        edits.extend(fits.map(|to| Edit::Connect { from: (*from).clone(), to: (*to).clone() }));
    }
    // Each is planned in some text or other.
    for edit in edits.iter().step_by(edits.len() / EDITS + 1) {
        if let Ok(change) = analysis.plan(checked.file(), edit) {
            apply(analysis, &change.edits);
        }
    }
}

fn edits_of_form(checked: &Checked, id: &Id, edits: &mut Vec<Edit>) {
    for field in checked.sheet(id).iter().flat_map(|sheet| &sheet.fields) {
        let key = || field.path.clone();
        let whole = Id(field.path.steps().iter().fold(id.0.clone(), |path, step| path.step(step.clone())));
        let _ = (checked.entry(&whole), checked.functions(&whole));
        for input in [Input::Text("x: 1".to_owned()), Input::Text(String::new()), Input::EmptyMap] {
            edits.push(Edit::Set { of: id.clone(), key: key(), input });
        }
        edits.push(Edit::Insert { of: id.clone(), into: key(), name: "new".to_owned() });
        edits.push(Edit::MakeInput { of: id.clone(), key: key() });
        edits.push(Edit::Expose { of: id.clone(), key: key() });
        edits.push(Edit::Inline { at: whole.clone() });
        edits.push(Edit::Unset { of: id.clone(), key: key() });
    }
}

/// Text edits lie between characters, and what they leave can be read.
fn apply(analysis: &Analysis, edits: &BTreeMap<FilePath, limn::text::TextEdit>) {
    for (file, edit) in edits {
        let before = analysis.file(file).expect("an edit is of a file that is open");
        let after = edit.apply(before.text());
        assert_eq!(edit.invert(before.text()).apply(&after), **before.text());
        let read = limn::yaml::parse(after.as_str());
        if limn::yaml::parse(Arc::clone(before.text())).errors().is_empty() && !read.errors().is_empty() {
            let mut said = String::new();
            let _ = write!(said, "{edit:?}\nmade of\n{}\nthis, which is not YAML:\n{after}", before.text());
            panic!("{said}");
        }
    }
}

/// So many of what a generator makes many of.
const CROWD: usize = 250;

/// Document heads, each with a line that is repeated many times: `@` is the number of the line, `>` that of the next one, `<` that of another one.
const CROWDS: [(&str, &str); 11] = [
    ("TOSCAnode_types:\n", "  t@: {derived_from: t>}\n"),
    ("TOSCAdata_types:\n", "  d@: {properties: {p: {type: d<}}}\n"),
    ("NODES", "    n@: {type: tosca.nodes.SoftwareComponent, requirements: [host: n>]}\n"),
    ("NODES", "    n@: {type: Compute, copy: n<}\n"),
    ("NODES", "    n@: {type: Compute, requirements: [dependency: n<]}\n"),
    (
        "NODES",
        "    n@: {type: WebServer, properties: {admin_credential: {get_property: [n<, admin_credential]}}}\n",
    ),
    ("TOSCAtopology_template:\n  groups:\n", "    g@: {type: tosca.groups.Root, members: [g>]}\n"),
    (
        "TOSCAtopology_template:\n  workflows:\n    w:\n      steps:\n",
        "        s@: {target: a, on_success: [s>]}\n",
    ),
    (
        "HOMINGconstraints:\n",
        "  c@: {type: zone, demands: [a, b], properties: {qualifier: same, category: region}}\n",
    ),
    ("ASSEMBLYproperties:\n", "  p@: {value: '${p<}'}\n"),
    (
        "ASSEMBLYcomposition:\n",
        "  c@:\n    type: resource::r::1.0\n    properties: {x: {value: '${c<.x}'}}\n",
    ),
];

fn long_or_deep() -> Vec<String> {
    let head = |text: &str| {
        text.replace("NODES", "TOSCAtopology_template:\n  node_templates:\n")
            .replace("TOSCA", "tosca_definitions_version: tosca_simple_yaml_1_3\n")
            .replace("HOMING", "homing_template_version: 2018-02-01\ndemands: {a: [], b: []}\n")
            .replace("ASSEMBLY", "name: assembly::demo::1.0\n")
    };
    let line = |line: &str, at: usize| {
        line.replace('@', &at.to_string())
            .replace('>', &(at + 1).to_string())
            .replace('<', &((at * 7 + 1) % CROWD).to_string())
    };
    let crowds =
        CROWDS.iter().map(|(top, item)| head(top) + &(0..CROWD).map(|at| line(item, at)).collect::<String>());
    let nest =
        |open: &str, shut: &str, count: usize| format!("{}x{}", open.repeat(count), shut.repeat(count));
    let nests = [
        format!("NODES    n: {{type: Compute, properties: {{a: {}}}}}\n", nest("{concat: [", "]}", 100)),
        format!("HOMINGoptimization: {{minimize: {}}}\n", nest("{sum: [", "]}", 100)),
        format!("ASSEMBLYproperties:\n  p:\n    value: '{}'\n", nest("${a.", "}", 9_000)),
        format!("ASSEMBLYproperties:\n  q:\n    value: '{}'\n", nest("{{ (", ") }}", 9_000)),
        format!("ASSEMBLYdescription: {}\n", "[".repeat(CROWD)),
        format!("ASSEMBLYx: {}\n", "- ".repeat(CROWD)),
    ];
    crowds.chain(nests.iter().map(|text| head(text))).collect()
}

/// Texts that a person hardly writes and a generator may: chains, nests and crowds.
#[test]
fn what_is_long_or_deep_is_answered_all_the_same() {
    let path = FilePath::new("long.yaml").expect("a file's name");
    for text in long_or_deep() {
        ask_all(&path, &text, "");
    }
}

/// Reads everything that the views of a homing template show.
fn read_views(template: &homing::model::Template, text: &str) {
    let vocabulary = objective::vocabulary(template);
    let formula = objective::read(template).map(|formula| formula.to_string()).unwrap_or_default();
    let _ = vocabulary.read(&formula);
    let _ = vocabulary.read(text.lines().next().unwrap_or_default());
    let _ = homing::map::map_data(template);
    for table in [placement::sample(template), text.to_owned()] {
        let _ = placement::evaluate(template, &placement::Table::read(&table));
    }
}

#[test]
fn an_objective_of_brackets_in_brackets_is_refused_in_words() {
    let homing = "homing_template_version: 2018-02-01\ndemands: {a: [], b: []}\n";
    let formula = format!("minimize {}x{}", "(".repeat(50_000), ")".repeat(50_000));
    let checked = Analysis::of_text(&FilePath::new("h.yaml").expect("a file's name"), homing);
    let template = checked.files().next().and_then(|checked| checked.model_as()).expect("a homing template");
    assert!(objective::vocabulary(template).read(&formula).is_err());
}
