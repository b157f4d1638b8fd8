//! Growth of run time with document size, for many shapes of document.
//!
//! Each shape is made at three sizes, each twice the one before. For each of `check`, `draw` (graph, layout, scene and SVG) and `fix` (as
//! `limn check --fix`, all files) the table shows the CPU time at the three sizes and the exponent of each doubling: 1 is linear, 2 is quadratic.
//! Times are the least of several runs, of this thread alone. The goal is an exponent of at most 1.2 everywhere; `n log n` and colder caches
//! alone make about 1.1 of 1.0, and below a few milliseconds exponents are noise.
//!
//! `cargo bench --bench shapes` runs all shapes, `cargo bench --bench shapes -- fan` those with `fan` in their name. `--once` runs each size only
//! once, `--stage=draw` only one stage, `--times=0.25` all sizes so many times as large, and
//! `--print=4000` prints the text of the shapes at that size and measures nothing.

mod assembly;
mod homing;
mod tosca;
mod yaml;

use std::collections::BTreeMap;
use std::hint::black_box;
use std::time::Duration;

use cpu_time::ThreadTime;
use limn::analysis::{self, Analysis, Choices};
use limn::canvas::{Problems, Scene, svg};
use limn::files::{Content, FilePath, Workspace};
use limn::layout::layout;

/// The highest exponent that is not marked.
const GOAL: f64 = 1.2;
/// Faster than this, a doubling says nothing.
const NOISE: Duration = Duration::from_millis(4);
/// How long one shape is run for one number, at least.
const BATCH: Duration = Duration::from_millis(80);

/// The files of a workspace by name; the first is the one that is drawn.
type Files = Vec<(String, String)>;

struct Shape {
    name: &'static str,
    /// The smallest of the three sizes.
    size: usize,
    make: fn(usize) -> Files,
}

const fn shape(name: &'static str, size: usize, make: fn(usize) -> Files) -> Shape {
    Shape { name, size, make }
}

/// A name, and what is done to a workspace.
type Stage = (&'static str, fn(&Workspace, &FilePath));

/// The measured operations. Each creates a new analysis, as the command line does.
const STAGES: [Stage; 3] = [("check", check), ("draw", draw), ("fix", fix)];

fn analyse(workspace: &Workspace) -> Analysis {
    Analysis::of(workspace, &Choices::default(), &Analysis::default())
}

fn check(workspace: &Workspace, _: &FilePath) {
    let analysis = analyse(workspace);
    for checked in analysis.files() {
        black_box(checked.diagnostics());
    }
}

fn draw(workspace: &Workspace, entry: &FilePath) {
    let analysis = analyse(workspace);
    let Some(checked) = analysis.file(entry) else { return };
    let places = checked.places().into_iter().map(|(id, place)| (id, (place.x, place.y))).collect();
    let graph = checked.graph().as_drawn(true);
    let layout = layout(&graph, &places);
    let scene = Scene::new(graph, &layout, &BTreeMap::<_, Problems>::new());
    black_box(svg::draw(&scene, svg::Theme::Light));
}

fn fix(workspace: &Workspace, _: &FilePath) {
    let files: Vec<FilePath> = workspace.files.keys().cloned().collect();
    black_box(analysis::fix_all(workspace, &Choices::default(), &files));
}

/// The least CPU time of a run in several batches. On some systems its clock moves by milliseconds at a time, so a batch is long enough for that not
/// to count.
fn measure(once: bool, run: impl Fn()) -> Duration {
    let start = ThreadTime::now();
    let mut least = Duration::MAX;
    for batch in 0..3 {
        let before = ThreadTime::now();
        let mut runs = 0;
        let spent = loop {
            run();
            runs += 1;
            let spent = before.elapsed();
            if once || spent >= BATCH {
                break spent;
            }
        };
        least = least.min(spent / runs);
        if once || (batch > 0 && start.elapsed() > Duration::from_secs(3)) {
            break;
        }
    }
    least
}

fn workspace(files: &Files) -> (Workspace, FilePath) {
    let path = |name: &str| FilePath::new(name).expect("a plain name");
    let mut workspace = Workspace::default();
    for (name, text) in files {
        workspace.files.insert(path(name), Content::Text(text.as_str().into()));
    }
    (workspace, path(&files[0].0))
}

fn shapes() -> impl Iterator<Item = &'static Shape> {
    [yaml::SHAPES, tosca::SHAPES, assembly::SHAPES, homing::SHAPES].into_iter().flatten()
}

#[expect(clippy::print_stdout, reason = "the table is what this is for")]
fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let option = |name: &str| arguments.iter().find_map(|argument| argument.strip_prefix(name));
    let once = option("--once").is_some();
    let only = option("--stage=");
    let times: f64 = option("--times=").and_then(|times| times.parse().ok()).unwrap_or(1.0);
    let filters: Vec<&String> = arguments.iter().filter(|argument| !argument.starts_with("--")).collect();
    let wanted =
        |shape: &&Shape| filters.is_empty() || filters.iter().any(|filter| shape.name.contains(*filter));
    if let Some(size) = option("--print=").and_then(|size| size.parse().ok()) {
        for (name, text) in shapes().filter(wanted).flat_map(|shape| (shape.make)(size)) {
            println!("# {name}\n{text}");
        }
        return;
    }
    println!(
        "{:34} {:>6}  {:5} {:>9} {:>9} {:>9}  {:>5} {:>5}",
        "shape", "size", "stage", "n", "2n", "4n", "2n/n", "4n/2n"
    );
    let (mut worst, mut above) = (0.0_f64, 0);
    for shape in shapes().filter(wanted) {
        let size = ((shape.size as f64 * times) as usize).max(4);
        let sizes = [1, 2, 4].map(|times| workspace(&(shape.make)(size * times)));
        for (stage, run) in STAGES.iter().filter(|(stage, _)| only.is_none_or(|only| only == *stage)) {
            let times = [0, 1, 2].map(|at| measure(once, || run(&sizes[at].0, &sizes[at].1)));
            let growth =
                |from: Duration, to: Duration| (to.as_secs_f64() / from.as_secs_f64().max(1e-9)).log2();
            let (first, last) = (growth(times[0], times[1]), growth(times[1], times[2]));
            let marked = last > GOAL && times[2] > NOISE;
            if times[2] > NOISE {
                worst = worst.max(last);
            }
            above += usize::from(marked);
            let [n, two, four] = times.map(|time| format!("{:.2} ms", time.as_secs_f64() * 1e3));
            println!(
                "{:34} {:>6}  {stage:5} {n:>9} {two:>9} {four:>9}  {first:5.2} {last:5.2}{}",
                shape.name,
                size,
                if marked { "  above" } else { "" }
            );
        }
    }
    println!("worst exponent {worst:.2}; {above} above {GOAL}");
}

fn one(text: String) -> Files {
    vec![("bench.yaml".to_owned(), text)]
}

/// One line or more for each number below `count`.
fn each(count: usize, line: impl Fn(usize) -> String) -> String {
    (0..count).map(line).collect()
}

/// As many, separated by commas.
fn listed(count: usize, item: impl Fn(usize) -> String) -> String {
    (0..count).map(item).collect::<Vec<_>>().join(", ")
}

/// A word of six letters for each number, no two of them alike.
fn word(number: usize) -> String {
    let mut left = number.wrapping_mul(7_919_317) % 308_915_776;
    (0..6)
        .map(|_| {
            let letter = char::from(b'a' + (left % 26) as u8);
            left /= 26;
            letter
        })
        .collect()
}

fn root(count: usize) -> usize {
    (count as f64).sqrt().ceil() as usize
}
