//! Growth of run time with document size, for many shapes of document.
//!
//! Each shape is made at three sizes, each twice the previous one. For each of `check`, `draw` (graph, layout, scene and SVG) and `fix` (as
//! `limn check --fix`, all files) the table shows the CPU time at the three sizes and the exponent of each doubling: 1 is linear, 2 is quadratic.
//! Times are the least of several runs, of this thread alone. The goal is an exponent of at most 1.2 everywhere; `n log n` and colder caches
//! alone make about 1.1 of 1.0, and below a few milliseconds exponents are noise.
//!
//! With `--instructions` the same is counted in executed instructions, by running each in `valgrind`. These do not depend on caches, on other programs
//! and on the clock, so that they show the growth of work, also of small documents; it takes some fifty times as long.
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
use std::process::Command;
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
/// Minimum duration of the runs of one shape for one number.
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

/// Unit of the cost of a run.
#[derive(Clone, Copy)]
enum Unit {
    Time { once: bool },
    Instructions,
}

impl Unit {
    /// In milliseconds, or millions of instructions.
    fn measure(self, shape: &Shape, (name, run): &Stage, size: usize) -> Result<f64, String> {
        match self {
            Unit::Time { once } => {
                let (workspace, entry) = workspace(&(shape.make)(size));
                Ok(measure(once, || run(&workspace, &entry)).as_secs_f64() * 1e3)
            }
            Unit::Instructions => Ok(count(shape, name, size)? as f64 / 1e6),
        }
    }

    /// Below this, a doubling says nothing.
    fn noise(self) -> f64 {
        match self {
            Unit::Time { .. } => NOISE.as_secs_f64() * 1e3,
            Unit::Instructions => 1.0,
        }
    }

    fn shown(self, cost: f64) -> String {
        match self {
            Unit::Time { .. } => format!("{cost:.2} ms"),
            Unit::Instructions => format!("{cost:.1} M"),
        }
    }
}

/// The instructions of one run, counted by running this program again inside `valgrind`.
fn count(shape: &Shape, stage: &str, size: usize) -> Result<u64, String> {
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null", "--collect-atstart=no"])
        .arg("--toggle-collect=shapes::counted*")
        .arg(program)
        .args([format!("--count={}", shape.name), format!("--stage={stage}"), format!("--size={size}")])
        .output()
        .map_err(|error| format!("valgrind could not be started: {error}"))?;
    let printed = String::from_utf8_lossy(&output.stderr);
    let collected = printed.lines().find_map(|line| line.split_once("Collected : "));
    let counted = collected.and_then(|(_, count)| count.split_whitespace().next()?.parse().ok());
    counted.filter(|_| output.status.success()).ok_or_else(|| printed.into_owned())
}

/// Run whose instructions `valgrind` counts.
#[inline(never)]
fn counted(run: fn(&Workspace, &FilePath), workspace: &Workspace, entry: &FilePath) {
    run(workspace, entry);
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

#[expect(clippy::print_stdout, clippy::print_stderr, reason = "the table is what this is for")]
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
    if let (Some(name), Some(size)) =
        (option("--count="), option("--size=").and_then(|size| size.parse().ok()))
    {
        let shape = shapes().find(|shape| shape.name == name).expect("a shape of this name");
        let (workspace, entry) = workspace(&(shape.make)(size));
        for (_, run) in STAGES.iter().filter(|(stage, _)| only == Some(*stage)) {
            counted(*run, &workspace, &entry);
        }
        return;
    }
    let unit = if option("--instructions").is_some() { Unit::Instructions } else { Unit::Time { once } };
    println!(
        "{:34} {:>6}  {:5} {:>9} {:>9} {:>9}  {:>5} {:>5}",
        "shape", "size", "stage", "n", "2n", "4n", "2n/n", "4n/2n"
    );
    let (mut worst, mut above) = (0.0_f64, 0);
    for shape in shapes().filter(wanted) {
        let size = ((shape.size as f64 * times) as usize).max(4);
        for stage in STAGES.iter().filter(|(stage, _)| only.is_none_or(|only| only == *stage)) {
            let costs = match [1, 2, 4].map(|times| unit.measure(shape, stage, size * times)) {
                [Ok(n), Ok(two), Ok(four)] => [n, two, four],
                [one, two, four] => {
                    eprintln!("{}: {:?}", shape.name, [one, two, four].into_iter().find_map(Result::err));
                    std::process::exit(1);
                }
            };
            let growth = |from: f64, to: f64| (to / from.max(1e-9)).log2();
            let (first, last) = (growth(costs[0], costs[1]), growth(costs[1], costs[2]));
            let counts = costs[2] > unit.noise();
            let marked = last > GOAL && counts;
            if counts {
                worst = worst.max(last);
            }
            above += usize::from(marked);
            let [n, two, four] = costs.map(|cost| unit.shown(cost));
            println!(
                "{:34} {:>6}  {:5} {n:>9} {two:>9} {four:>9}  {first:5.2} {last:5.2}{}",
                shape.name,
                size,
                stage.0,
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
