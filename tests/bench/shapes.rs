//! How time grows with the size of a document, for many shapes of document.
//!
//! Each shape is made at three sizes, each twice the one before. For each of `check`, `draw` (graph, layout, scene and SVG) and `fix` (one round of
//! safe fixes) the table shows the CPU time at the three sizes and the exponent of each doubling: 1 is linear, 2 is quadratic. Times are the least
//! of several runs, of this thread alone. The goal is an exponent of at most 1.2 everywhere; `n log n` and colder caches alone make about 1.1 of
//! 1.0, and below a few milliseconds exponents are noise.
//!
//! `cargo bench --bench shapes` runs all shapes, `cargo bench --bench shapes -- fan` those with `fan` in their name. `--once` runs each size only
//! once, `--stage=draw` only one stage, `--times=0.25` all sizes so many times as large, and `--print=4000` prints the text of the shapes at that size and measures nothing.

use std::collections::BTreeMap;
use std::fs;
use std::hint::black_box;
use std::time::{Duration, Instant};

use limn::analysis::{Analysis, Choices};
use limn::canvas::{Problems, Scene, svg};
use limn::files::{Content, FilePath, Workspace};
use limn::layout::layout;

/// The highest exponent that is not marked.
const GOAL: f64 = 1.2;
/// Faster than this, a doubling says nothing.
const NOISE: Duration = Duration::from_millis(4);
/// How long one shape is run for one number, at least.
const BATCH: Duration = Duration::from_millis(80);

/// The files of a workspace by name; the first is the one that is checked and drawn.
type Files = Vec<(String, String)>;

struct Shape {
    name: &'static str,
    /// The smallest of the three sizes.
    size: usize,
    make: fn(usize) -> Files,
}

/// A name, and what is done to a workspace.
type Stage = (&'static str, fn(&Workspace, &FilePath));

/// What is measured. Each makes its analysis anew, as the command line does.
const STAGES: [Stage; 3] = [("check", check), ("draw", draw), ("fix", fix)];

fn analyse(workspace: &Workspace) -> Analysis {
    Analysis::of(workspace, &Choices::default(), &Analysis::default())
}

fn check(workspace: &Workspace, entry: &FilePath) {
    let analysis = analyse(workspace);
    for checked in analysis.files() {
        black_box(checked.diagnostics());
    }
    black_box(analysis.file(entry));
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

fn fix(workspace: &Workspace, entry: &FilePath) {
    let analysis = analyse(workspace);
    let (edit, _) = analysis.safe_fixes(entry);
    if let Some(text) = workspace.text(entry) {
        black_box(edit.apply(text));
    }
}

/// CPU time of this thread so far where the system tells it, else the time on the clock.
fn now(start: Instant) -> Duration {
    let told = fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanos = told.and_then(|text| text.split_whitespace().next()?.parse().ok());
    nanos.map_or_else(|| start.elapsed(), Duration::from_nanos)
}

/// The least time of a run in several batches. Clocks of CPU time may move by milliseconds at a time, so a batch is long enough for that not to count.
fn measure(once: bool, run: impl Fn()) -> Duration {
    let start = Instant::now();
    let mut least = Duration::MAX;
    for batch in 0..3 {
        let before = now(start);
        let mut runs = 0;
        let spent = loop {
            run();
            runs += 1;
            let spent = now(start).saturating_sub(before);
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

#[expect(clippy::print_stdout, reason = "the table is what this is for")]
fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let once = arguments.iter().any(|it| it == "--once");
    let only = arguments.iter().find_map(|it| it.strip_prefix("--stage="));
    let times: f64 = arguments.iter().find_map(|it| it.strip_prefix("--times=")?.parse().ok()).unwrap_or(1.0);
    let print = arguments.iter().find_map(|it| it.strip_prefix("--print=")?.parse().ok());
    let filters: Vec<&String> = arguments.iter().filter(|it| !it.starts_with("--")).collect();
    let wanted = |shape: &&Shape| filters.is_empty() || filters.iter().any(|it| shape.name.contains(*it));
    if let Some(size) = print {
        for (name, text) in SHAPES.iter().filter(wanted).flat_map(|shape| (shape.make)(size)) {
            println!("# {name}\n{text}");
        }
        return;
    }
    println!(
        "{:34} {:>6}  {:5} {:>9} {:>9} {:>9}  {:>5} {:>5}",
        "shape", "size", "stage", "n", "2n", "4n", "2n/n", "4n/2n"
    );
    let (mut worst, mut above) = (0.0_f64, 0);
    for shape in SHAPES.iter().filter(wanted) {
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

fn tosca(rest: String) -> Files {
    one(format!("tosca_definitions_version: tosca_simple_yaml_1_3\n{rest}"))
}

/// A service template of node templates.
fn templates(count: usize, template: impl Fn(usize) -> String) -> String {
    format!("topology_template:\n  node_templates:\n{}", each(count, template))
}

fn depends(from: usize, to: usize) -> String {
    format!("    n{from}:\n      type: tosca.nodes.Root\n      requirements:\n        - dependency: n{to}\n")
}

fn plain(number: usize) -> String {
    format!("    n{number}:\n      type: tosca.nodes.Root\n")
}

/// A node type that declares these properties.
fn type_with(properties: &str) -> String {
    format!("node_types:\n  my.Type:\n    derived_from: tosca.nodes.Root\n    properties:\n{properties}")
}

fn assembly(rest: String) -> Files {
    one(format!("name: assembly::bench::1.0\ndescription: A shape\n{rest}"))
}

fn component(number: usize, properties: &str) -> String {
    let properties =
        if properties.is_empty() { String::new() } else { format!("    properties:\n{properties}") };
    format!("  c{number}:\n    type: resource::thing::1.0\n{properties}")
}

fn relationship(number: usize, from: &str, to: &str) -> String {
    format!(
        "  r{number}:\n    source-capabilities:\n    - {from}\n    target-requirements:\n    - {to}\n    source-state: Active\n    target-state: Inactive\n    \
         properties: {{}}\n    lifecycle: {{}}\n"
    )
}

fn homing(rest: String) -> Files {
    one(format!("homing_template_version: \"2018-02-01\"\n{rest}"))
}

fn demand(number: usize) -> String {
    format!("  d{number}:\n  - inventory_provider: aai\n    inventory_type: cloud\n")
}

const LOCATION: &str = "locations:\n  here:\n    latitude: 48.1\n    longitude: 11.5\n";

fn demands(count: usize) -> String {
    format!("{LOCATION}demands:\n{}", each(count, demand))
}

fn apart(number: usize, demands: &str) -> String {
    format!(
        "  k{number}:\n    type: zone\n    demands: [{demands}]\n    properties:\n      qualifier: different\n      category: region\n"
    )
}

const SHAPES: &[Shape] = &[
    // YAML of no language, and what any language may hold.
    Shape {
        name: "yaml list",
        size: 20_000,
        make: |n| one(format!("list:\n{}", each(n, |i| format!("- item {i}\n")))),
    },
    Shape { name: "yaml keys", size: 20_000, make: |n| one(each(n, |i| format!("key-{i}: {i}\n"))) },
    Shape { name: "yaml documents", size: 10_000, make: |n| one(each(n, |i| format!("---\nkey: {i}\n"))) },
    Shape {
        name: "yaml deep flow",
        size: 20_000,
        make: |n| one(format!("a: {}{}\n", "[".repeat(n), "]".repeat(n))),
    },
    Shape { name: "yaml never closed", size: 20_000, make: |n| one(format!("a: {}\n", "{b: [".repeat(n))) },
    Shape {
        name: "yaml deep block",
        size: 1_000,
        make: |n| one(each(n, |i| format!("{}k:\n", " ".repeat(i % 200)))),
    },
    Shape {
        name: "yaml broken lines",
        size: 5_000,
        make: |n| one(each(n, |i| format!("k{i}: [a, }}\n: : {i}\n"))),
    },
    Shape { name: "yaml duplicate keys", size: 5_000, make: |n| one(each(n, |i| format!("key: {i}\n"))) },
    Shape {
        name: "yaml tab lines",
        size: 5_000,
        make: |n| one(each(n, |i| format!("k{i}:\n\tvalue: {i}\n"))),
    },
    Shape {
        name: "yaml json",
        size: 20_000,
        make: |n| {
            one(format!("{{\n{}  \"end\": 0\n}}\n", each(n, |i| format!("  \"key-{i}\": [{i}, \"x\"],\n"))))
        },
    },
    Shape {
        name: "tosca block scalar",
        size: 20_000,
        make: |n| tosca(format!("description: |\n{}", each(n, |i| format!("  line {i} of a long text\n")))),
    },
    Shape {
        name: "tosca quoted scalar",
        size: 20_000,
        make: |n| {
            tosca(format!(
                "description: \"{}\"\n",
                each(n, |i| format!("line {i}\\n of a\n  long \\u0041 text "))
            ))
        },
    },
    Shape {
        name: "tosca comments",
        size: 20_000,
        make: |n| tosca(format!("description: x\n{}", each(n, |i| format!("# comment {i}\n")))),
    },
    Shape {
        name: "tosca comments that ignore",
        size: 4_000,
        make: |n| {
            tosca(templates(n, |i| {
                format!("    n{i}: # limn: ignore[tosca/unknown-type]\n      type: no.Type{i}\n")
            }))
        },
    },
    Shape {
        name: "tosca anchors and aliases",
        size: 4_000,
        make: |n| {
            tosca(templates(n, |i| {
                format!(
                    "    n{i}:\n      type: tosca.nodes.Root\n      metadata: &a{i} {{k: v}}\n    m{i}:\n      type: tosca.nodes.Root\n      metadata: *a{i}\n"
                )
            }))
        },
    },
    Shape {
        name: "tosca one anchor",
        size: 4_000,
        make: |n| {
            tosca(format!(
                "metadata: &all {{a: b, c: d}}\n{}",
                templates(n, |i| format!("    n{i}:\n      type: tosca.nodes.Root\n      metadata: *all\n"))
            ))
        },
    },
    Shape {
        name: "tosca merges of one",
        size: 4_000,
        make: |n| {
            tosca(format!(
                "dsl_definitions:\n  base: &base\n    type: tosca.nodes.Root\n    description: x\n{}",
                templates(n, |i| format!("    n{i}:\n      <<: *base\n"))
            ))
        },
    },
    Shape {
        name: "tosca merges in a chain",
        size: 1_000,
        make: |n| {
            tosca(format!(
                "dsl_definitions:\n  b0: &b0 {{type: tosca.nodes.Root}}\n{}",
                each(n, |i| format!("  b{}: &b{}\n    <<: *b{i}\n    k{i}: v\n", i + 1, i + 1))
            ))
        },
    },
    Shape {
        name: "tosca merges of a list",
        size: 4_000,
        make: |n| {
            tosca(format!(
                "dsl_definitions:\n{}  all:\n    <<: [{}]\n",
                each(n, |i| format!("  b{i}: &b{i} {{k{i}: v}}\n")),
                listed(n, |i| format!("*b{i}"))
            ))
        },
    },
    Shape {
        name: "tosca merges of a large one",
        size: 4_000,
        make: |n| {
            tosca(format!(
                "dsl_definitions:\n  base: &base\n{}{}",
                each(root(n), |i| format!("    k{i}: v\n")),
                each(root(n), |i| format!("  m{i}:\n    <<: *base\n"))
            ))
        },
    },
    // Service templates.
    Shape { name: "tosca nodes", size: 2_000, make: |n| tosca(templates(n, plain)) },
    Shape {
        name: "tosca chain",
        size: 1_000,
        make: |n| tosca(templates(n, |i| if i + 1 < n { depends(i, i + 1) } else { plain(i) })),
    },
    Shape { name: "tosca circle", size: 1_000, make: |n| tosca(templates(n, |i| depends(i, (i + 1) % n))) },
    Shape {
        name: "tosca hosts, deep",
        size: 1_000,
        make: |n| {
            tosca(templates(n, |i| {
                if i == 0 {
                    "    n0:\n      type: tosca.nodes.Compute\n".to_owned()
                } else {
                    format!(
                        "    n{i}:\n      type: tosca.nodes.SoftwareComponent\n      requirements:\n        - host: n{}\n",
                        i - 1
                    )
                }
            }))
        },
    },
    Shape {
        name: "tosca hosts, wide",
        size: 1_000,
        make: |n| {
            tosca(templates(n, |i| {
                if i == 0 {
                    "    n0:\n      type: tosca.nodes.Compute\n".to_owned()
                } else {
                    format!(
                        "    n{i}:\n      type: tosca.nodes.SoftwareComponent\n      requirements:\n        - host: n0\n"
                    )
                }
            }))
        },
    },
    Shape {
        name: "tosca fan in",
        size: 1_000,
        make: |n| tosca(templates(n, |i| if i == 0 { plain(0) } else { depends(i, 0) })),
    },
    Shape {
        name: "tosca fan out",
        size: 1_000,
        make: |n| {
            tosca(format!(
                "{}    all:\n      type: tosca.nodes.Root\n      requirements:\n{}",
                templates(n, plain),
                each(n, |i| format!("        - dependency: n{i}\n"))
            ))
        },
    },
    Shape {
        name: "tosca many between two",
        size: 1_000,
        make: |n| {
            tosca(format!(
                "{}    b:\n      type: tosca.nodes.Root\n      requirements:\n{}",
                templates(1, plain),
                "        - dependency: n0\n".repeat(n)
            ))
        },
    },
    Shape {
        name: "tosca long skips",
        size: 500,
        make: |n| {
            tosca(templates(n, |i| {
                format!(
                    "{}{}",
                    depends(i, (i + 1) % n),
                    if i + 1 < n { format!("        - dependency: n{}\n", n - 1) } else { String::new() }
                )
            }))
        },
    },
    Shape {
        name: "tosca nested skips",
        size: 500,
        make: |n| {
            tosca(templates(n, |i| {
                if i + 1 == n {
                    plain(i)
                } else {
                    format!(
                        "{}{}",
                        depends(i, i + 1),
                        if i < n / 2 {
                            format!("        - dependency: n{}\n", n - 1 - i)
                        } else {
                            String::new()
                        }
                    )
                }
            }))
        },
    },
    Shape {
        name: "tosca grid",
        size: 1_000,
        make: |n| {
            tosca(templates(n, |i| {
                if i < root(n) {
                    plain(i)
                } else {
                    format!(
                        "{}        - dependency: n{}\n",
                        depends(i, i - root(n)),
                        (i - root(n)) / root(n) * root(n) + (i * 7 + 3) % root(n)
                    )
                }
            }))
        },
    },
    Shape {
        name: "tosca groups in a chain",
        size: 1_000,
        make: |n| {
            tosca(format!(
                "{}  groups:\n{}",
                templates(n, plain),
                each(n - 1, |i| format!(
                    "    g{i}:\n      type: tosca.groups.Root\n      members: [n{i}, n{}]\n",
                    i + 1
                ))
            ))
        },
    },
    Shape {
        name: "tosca one group",
        size: 2_000,
        make: |n| {
            tosca(format!(
                "{}  groups:\n    g:\n      type: tosca.groups.Root\n      members: [{}]\n",
                templates(n, plain),
                listed(n, |i| format!("n{i}"))
            ))
        },
    },
    Shape {
        name: "tosca groups of all",
        size: 2_000,
        make: |n| {
            tosca(format!(
                "{}  groups:\n{}",
                templates(root(n), plain),
                each(root(n), |i| format!(
                    "    g{i}:\n      type: tosca.groups.Root\n      members: [{}]\n",
                    listed(root(n), |i| format!("n{i}"))
                ))
            ))
        },
    },
    Shape {
        name: "tosca policies of one",
        size: 1_000,
        make: |n| {
            tosca(format!(
                "{}  policies:\n{}",
                templates(1, plain),
                each(n, |i| format!(
                    "    - p{i}:\n        type: tosca.policies.Placement\n        targets: [n0]\n"
                ))
            ))
        },
    },
    Shape {
        name: "tosca policies over many",
        size: 4_000,
        make: |n| {
            tosca(format!(
                "{}  policies:\n{}",
                templates(root(n), plain),
                each(root(n), |i| format!(
                    "    - p{i}:\n        type: tosca.policies.Placement\n        targets: [{}]\n",
                    listed(root(n), |i| format!("n{i}"))
                ))
            ))
        },
    },
    Shape {
        name: "tosca types in a chain",
        size: 500,
        make: |n| {
            tosca(format!(
                "node_types:\n{}topology_template:\n  node_templates:\n    n:\n      type: my.T{}\n",
                each(n, |i| format!(
                    "  my.T{i}:\n    derived_from: {}\n    properties:\n      p{i}: {{type: string, required: false}}\n",
                    if i == 0 { "tosca.nodes.Root".to_owned() } else { format!("my.T{}", i - 1) }
                )),
                n - 1
            ))
        },
    },
    Shape {
        name: "tosca types in a circle",
        size: 1_000,
        make: |n| {
            tosca(format!(
                "node_types:\n{}",
                each(n, |i| format!(
                    "  my.T{i}:\n    derived_from: my.T{}\n    properties:\n      p: {{type: string}}\n",
                    (i + 1) % n
                ))
            ))
        },
    },
    Shape {
        name: "tosca types of one",
        size: 1_000,
        make: |n| {
            tosca(format!(
                "node_types:\n{}{}",
                each(n, |i| format!(
                    "  my.T{i}:\n    derived_from: tosca.nodes.Root\n    properties:\n      p: {{type: string, default: x}}\n"
                )),
                templates(n, |i| format!("    n{i}:\n      type: my.T{i}\n"))
            ))
        },
    },
    Shape {
        name: "tosca data types in a chain",
        size: 500,
        make: |n| {
            tosca(format!(
                "data_types:\n{}{}",
                each(n, |i| format!(
                    "  my.D{i}:\n    properties:\n      p: {{type: {}, required: false}}\n",
                    if i == 0 { "string".to_owned() } else { format!("my.D{}", i - 1) }
                )),
                type_with(&format!("      p: {{type: my.D{}}}\n", n - 1))
            ))
        },
    },
    Shape {
        name: "tosca data types derived",
        size: 500,
        make: |n| {
            tosca(format!(
                "data_types:\n{}",
                each(n, |i| format!(
                    "  my.D{i}:\n    derived_from: {}\n    properties:\n      p{i}: {{type: string, required: false}}\n",
                    if i == 0 { "tosca.datatypes.Root".to_owned() } else { format!("my.D{}", i - 1) }
                ))
            ))
        },
    },
    Shape {
        name: "tosca data types in a circle",
        size: 1_000,
        make: |n| {
            tosca(format!(
                "data_types:\n{}",
                each(n, |i| format!("  my.D{i}:\n    derived_from: my.D{}\n", (i + 1) % n))
            ))
        },
    },
    Shape {
        name: "tosca capability types in a circle",
        size: 1_000,
        make: |n| {
            tosca(format!(
                "capability_types:\n{}",
                each(n, |i| format!(
                    "  my.C{i}:\n    derived_from: my.C{}\n    properties:\n      p: {{type: string}}\n",
                    (i + 1) % n
                ))
            ))
        },
    },
    Shape {
        name: "tosca misspelt properties",
        size: 500,
        make: |n| {
            tosca(format!(
                "{}topology_template:\n  node_templates:\n    n:\n      type: my.Type\n      properties:\n{}",
                type_with(&each(n, |i| format!("      property_{i}: {{type: string, required: false}}\n"))),
                each(n, |i| format!("        proprety_{i}: x\n"))
            ))
        },
    },
    Shape {
        name: "tosca misspelt types",
        size: 500,
        make: |n| {
            tosca(format!(
                "node_types:\n{}{}",
                each(n, |i| format!("  my.Type{i}:\n    derived_from: tosca.nodes.Root\n")),
                templates(n, |i| format!("    n{i}:\n      type: my.Tpye{i}\n"))
            ))
        },
    },
    Shape {
        name: "tosca misspelt inputs",
        size: 500,
        make: |n| {
            tosca(format!(
                "topology_template:\n  inputs:\n{}  outputs:\n{}",
                each(n, |i| format!("    {}: {{type: string}}\n", word(i))),
                each(n, |i| format!("    o{i}: {{value: {{get_input: {}x}}}}\n", word(i)))
            ))
        },
    },
    Shape {
        name: "tosca misspelt targets",
        size: 500,
        make: |n| {
            tosca(templates(n, |i| {
                format!(
                    "    {}:\n      type: tosca.nodes.Root\n      requirements:\n        - dependency: {}x\n",
                    word(i),
                    word(i)
                )
            }))
        },
    },
    Shape {
        name: "tosca misspelt requirements",
        size: 500,
        make: |n| {
            tosca(format!(
                "node_types:\n  my.Type:\n    derived_from: tosca.nodes.Root\n    requirements:\n{}{}    n:\n      type: my.Type\n      requirements:\n{}",
                each(n, |i| format!(
                    "      - {}: {{capability: tosca.capabilities.Node, occurrences: [0, 1]}}\n",
                    word(i)
                )),
                templates(1, plain),
                each(n, |i| format!("        - {}x: n0\n", word(i)))
            ))
        },
    },
    Shape {
        name: "tosca misspelt members",
        size: 500,
        make: |n| {
            tosca(format!(
                "{}  groups:\n    g:\n      type: tosca.groups.Root\n      members: [{}]\n",
                templates(n, |i| format!("    {}:\n      type: tosca.nodes.Root\n", word(i))),
                listed(n, |i| format!("{}x", word(i)))
            ))
        },
    },
    Shape { name: "tosca duplicate nodes", size: 1_000, make: |n| tosca(templates(n, |i| plain(i % 3))) },
    Shape {
        name: "tosca unknown keys",
        size: 2_000,
        make: |n| {
            tosca(templates(n, |i| {
                format!("    n{i}:\n      typ: tosca.nodes.Root\n      propertys: {{}}\n")
            }))
        },
    },
    Shape {
        name: "tosca respelt keys",
        size: 1_000,
        make: |n| {
            tosca(templates(n, |i| {
                format!("    n{i}:\n      Type: tosca.nodes.Root\n      Properties: {{}}\n")
            }))
        },
    },
    Shape {
        name: "tosca wrong values",
        size: 2_000,
        make: |n| {
            tosca(format!(
                "{}{}",
                type_with("      p: {type: integer}\n"),
                templates(n, |i| format!(
                    "    n{i}:\n      type: my.Type\n      properties: {{p: many, q: 1}}\n"
                ))
            ))
        },
    },
    Shape {
        name: "tosca many properties",
        size: 2_000,
        make: |n| {
            tosca(format!(
                "{}topology_template:\n  node_templates:\n    n:\n      type: my.Type\n      properties:\n{}",
                type_with(&each(n, |i| format!("      p{i}: {{type: string}}\n"))),
                each(n, |i| format!("        p{i}: x\n"))
            ))
        },
    },
    Shape {
        name: "tosca inputs",
        size: 1_000,
        make: |n| {
            tosca(format!(
                "topology_template:\n  inputs:\n{}  outputs:\n{}",
                each(n, |i| format!("    i{i}: {{type: string}}\n")),
                each(n, |i| format!("    o{i}: {{value: {{get_input: i{i}}}}}\n"))
            ))
        },
    },
    Shape {
        name: "tosca value flow",
        size: 500,
        make: |n| {
            tosca(format!(
                "{}{}",
                type_with("      p: {type: string}\n"),
                templates(n, |i| format!(
                    "    n{i}:\n      type: my.Type\n      properties: {{p: {}}}\n",
                    if i == 0 { "x".to_owned() } else { format!("{{get_property: [n{}, p]}}", i - 1) }
                ))
            ))
        },
    },
    Shape {
        name: "tosca long concat",
        size: 2_000,
        make: |n| {
            tosca(format!(
                "topology_template:\n  inputs:\n    i: {{type: string}}\n  outputs:\n    o: {{value: {{concat: [{}]}}}}\n",
                listed(n, |i| if i % 2 == 0 { "{get_input: i}".to_owned() } else { format!("x{i}") })
            ))
        },
    },
    Shape {
        name: "tosca valid values",
        size: 4_000,
        make: |n| {
            tosca(format!(
                "{}{}",
                type_with(&format!(
                    "      p:\n        type: string\n        constraints:\n          - valid_values: [{}]\n",
                    listed(n, word)
                )),
                templates(1, |i| format!(
                    "    n{i}:\n      type: my.Type\n      properties: {{p: {}}}\n",
                    word(n - 1)
                ))
            ))
        },
    },
    Shape {
        name: "tosca misses of valid values",
        size: 4_000,
        make: |n| {
            tosca(format!(
                "{}{}",
                type_with(&format!(
                    "      p:\n        type: string\n        constraints:\n          - valid_values: [{}]\n",
                    listed(root(n), word)
                )),
                templates(root(n), |i| format!(
                    "    n{i}:\n      type: my.Type\n      properties: {{p: {}x}}\n",
                    word(i)
                ))
            ))
        },
    },
    Shape {
        name: "tosca list value",
        size: 4_000,
        make: |n| {
            tosca(format!(
                "{}{}",
                type_with("      p: {type: list, entry_schema: {type: integer}}\n"),
                templates(1, |i| format!(
                    "    n{i}:\n      type: my.Type\n      properties:\n        p: [{}]\n",
                    listed(n, |i| if i % 3 == 0 { "x".to_owned() } else { i.to_string() })
                ))
            ))
        },
    },
    Shape {
        name: "tosca dangling requirements",
        size: 500,
        make: |n| {
            tosca(templates(n, |i| {
                format!(
                    "    s{i}:\n      type: tosca.nodes.Compute\n    n{i}:\n      type: tosca.nodes.SoftwareComponent\n"
                )
            }))
        },
    },
    Shape {
        name: "tosca node filters",
        size: 300,
        make: |n| {
            tosca(templates(n, |i| {
                format!(
                    "    s{i}:\n      type: tosca.nodes.Compute\n      capabilities: {{host: {{properties: {{num_cpus: {}}}}}}}\n    n{i}:\n      type: tosca.nodes.SoftwareComponent\n      requirements:\n        - host:\n            node_filter:\n              capabilities:\n                - host:\n                    properties:\n                      - num_cpus: {{equal: {}}}\n",
                    i + 1,
                    i + 1
                )
            }))
        },
    },
    Shape {
        name: "tosca relationship templates",
        size: 500,
        make: |n| {
            tosca(format!(
                "{}  relationship_templates:\n{}",
                templates(n, |i| format!(
                    "    n{i}:\n      type: tosca.nodes.Root\n      requirements:\n        - dependency: {{node: n{}, relationship: r{i}}}\n",
                    (i + 1) % n
                )),
                each(n, |i| format!("    r{i}: {{type: tosca.relationships.DependsOn}}\n"))
            ))
        },
    },
    Shape {
        name: "tosca copies",
        size: 500,
        make: |n| {
            tosca(templates(n, |i| {
                if i == 0 { plain(0) } else { format!("    n{i}:\n      copy: n{}\n", i - 1) }
            }))
        },
    },
    Shape {
        name: "tosca interfaces",
        size: 1_000,
        make: |n| {
            tosca(format!(
                "interface_types:\n  my.I:\n    derived_from: tosca.interfaces.Root\n    operations:\n{}node_types:\n  my.Type:\n    derived_from: tosca.nodes.Root\n    interfaces:\n      Own: {{type: my.I}}\n{}",
                each(n, |i| format!("      op{i}: {{description: x}}\n")),
                templates(1, |i| format!(
                    "    n{i}:\n      type: my.Type\n      interfaces:\n        Own:\n          operations:\n{}",
                    each(n, |i| format!("            op{i}: run{i}.sh\n"))
                ))
            ))
        },
    },
    Shape {
        name: "tosca artifacts",
        size: 1_000,
        make: |n| {
            tosca(templates(1, |i| {
                format!(
                    "    n{i}:\n      type: tosca.nodes.Root\n      artifacts:\n{}",
                    each(n, |i| format!("        a{i}: {{type: tosca.artifacts.File, file: f{i}.bin}}\n"))
                )
            }))
        },
    },
    Shape {
        name: "tosca workflow",
        size: 500,
        make: |n| {
            tosca(format!(
                "{}  workflows:\n    w:\n      steps:\n{}",
                templates(1, plain),
                each(n, |i| format!(
                    "        s{i}:\n          target: n0\n          activities:\n            - call_operation: Standard.create\n{}",
                    if i + 1 < n { format!("          on_success: [s{}]\n", i + 1) } else { String::new() }
                ))
            ))
        },
    },
    Shape {
        name: "tosca workflow, wide",
        size: 500,
        make: |n| {
            tosca(format!(
                "{}  workflows:\n    w:\n      steps:\n        first:\n          target: n0\n          activities: [{{set_state: started}}]\n          on_success: [{}]\n{}",
                templates(1, plain),
                listed(n, |i| format!("s{i}")),
                each(n, |i| format!(
                    "        s{i}:\n          target: n0\n          activities: [{{set_state: started}}]\n"
                ))
            ))
        },
    },
    Shape {
        name: "tosca workflow of activities",
        size: 1_000,
        make: |n| {
            tosca(format!(
                "{}  workflows:\n    w:\n      steps:\n        s:\n          target: n0\n          activities:\n{}",
                templates(1, plain),
                "            - call_operation: Standard.create\n".repeat(n)
            ))
        },
    },
    Shape {
        name: "tosca workflows in a chain",
        size: 500,
        make: |n| {
            tosca(format!(
                "{}  workflows:\n{}",
                templates(1, plain),
                each(n, |i| format!(
                    "    w{i}:\n      steps:\n        s: {{target: n0, activities: [{{inline: w{}}}]}}\n",
                    (i + 1).min(n - 1)
                ))
            ))
        },
    },
    Shape {
        name: "tosca substitution",
        size: 500,
        make: |n| {
            tosca(format!(
                "node_types:\n  my.Outer:\n    derived_from: tosca.nodes.Root\n    properties:\n{}    capabilities:\n{}    requirements:\n{}{}",
                each(n, |i| format!("      p{i}: {{type: string}}\n")),
                each(n, |i| format!("      c{i}: tosca.capabilities.Node\n")),
                each(n, |i| format!(
                    "      - q{i}: {{capability: tosca.capabilities.Node, occurrences: [0, 1]}}\n"
                )),
                format_args!(
                    "topology_template:\n  inputs:\n{}  substitution_mappings:\n    node_type: my.Outer\n    properties:\n{}    capabilities:\n{}    requirements:\n{}  node_templates:\n{}",
                    each(n, |i| format!("    i{i}: {{type: string}}\n")),
                    each(n, |i| format!("      p{i}: [i{i}]\n")),
                    each(n, |i| format!("      c{i}: [n{i}, feature]\n")),
                    each(n, |i| format!("      q{i}: [n{i}, dependency]\n")),
                    each(n, plain)
                )
            ))
        },
    },
    Shape {
        name: "tosca imports",
        size: 200,
        make: |n| {
            let mut files = tosca(format!(
                "imports:\n{}{}",
                each(n, |i| format!("  - t{i}.yaml\n")),
                templates(n, |i| format!("    n{i}:\n      type: my.T{i}\n"))
            ));
            files.extend((0..n).map(|i| (format!("t{i}.yaml"), format!("tosca_definitions_version: tosca_simple_yaml_1_3\nnode_types:\n  my.T{i}:\n    derived_from: tosca.nodes.Root\n"))));
            files
        },
    },
    Shape {
        name: "tosca triggers",
        size: 500,
        make: |n| {
            tosca(format!(
                "{}  policies:\n    - p:\n        type: tosca.policies.Scaling\n        targets: [n0]\n        triggers:\n{}",
                templates(1, plain),
                each(n, |i| format!(
                    "          t{i}:\n            event: load\n            action:\n              - call_operation: Standard.start\n"
                ))
            ))
        },
    },
    // Assemblies.
    Shape {
        name: "assembly components",
        size: 2_000,
        make: |n| {
            assembly(format!(
                "composition:\n{}",
                each(n, |i| component(i, "      data:\n        value: 'x'\n"))
            ))
        },
    },
    Shape {
        name: "assembly value flow",
        size: 1_000,
        make: |n| {
            assembly(format!(
                "composition:\n{}",
                each(n, |i| component(
                    i,
                    &if i == 0 {
                        "      data: {value: x}\n".to_owned()
                    } else {
                        format!("      data: {{value: '${{c{}.data}}'}}\n", i - 1)
                    }
                ))
            ))
        },
    },
    Shape {
        name: "assembly value circle",
        size: 1_000,
        make: |n| {
            assembly(format!(
                "composition:\n{}",
                each(n, |i| component(i, &format!("      data: {{value: '${{c{}.data}}'}}\n", (i + 1) % n)))
            ))
        },
    },
    Shape {
        name: "assembly property chain",
        size: 1_000,
        make: |n| {
            assembly(format!(
                "properties:\n{}",
                each(n, |i| if i == 0 {
                    "  p0: {type: string, default: x}\n".to_owned()
                } else {
                    format!("  p{i}: {{type: string, value: '${{p{}}}'}}\n", i - 1)
                })
            ))
        },
    },
    Shape {
        name: "assembly one property to all",
        size: 1_000,
        make: |n| {
            assembly(format!(
                "properties:\n  p: {{type: string}}\ncomposition:\n{}",
                each(n, |i| component(i, "      data: {value: '${p}'}\n"))
            ))
        },
    },
    Shape {
        name: "assembly promoted outputs",
        size: 1_000,
        make: |n| {
            assembly(format!(
                "properties:\n{}composition:\n{}",
                each(n, |i| format!("  p{i}: {{type: string, read-only: true, value: '${{c{i}.out}}'}}\n")),
                each(n, |i| component(i, ""))
            ))
        },
    },
    Shape {
        name: "assembly properties to one",
        size: 1_000,
        make: |n| {
            assembly(format!(
                "properties:\n{}composition:\n{}",
                each(n, |i| format!("  p{i}: {{type: string}}\n")),
                component(0, &each(n, |i| format!("      p{i}: {{value: '${{p{i}}}'}}\n")))
            ))
        },
    },
    Shape {
        name: "assembly many between two",
        size: 500,
        make: |n| {
            assembly(format!(
                "composition:\n{}{}relationships:\n{}",
                component(0, ""),
                component(1, ""),
                each(n, |i| relationship(i, "c0.Out", "c1.In"))
            ))
        },
    },
    Shape {
        name: "assembly ports between two",
        size: 500,
        make: |n| {
            assembly(format!(
                "composition:\n{}{}relationships:\n{}",
                component(0, ""),
                component(1, ""),
                each(n, |i| relationship(i, &format!("c0.Out{i}"), &format!("c1.In{i}")))
            ))
        },
    },
    Shape {
        name: "assembly relationship chain",
        size: 500,
        make: |n| {
            assembly(format!(
                "composition:\n{}relationships:\n{}",
                each(n, |i| component(i, "")),
                each(n - 1, |i| relationship(i, &format!("c{i}.Out"), &format!("c{}.In", i + 1)))
            ))
        },
    },
    Shape {
        name: "assembly relationship fan",
        size: 500,
        make: |n| {
            assembly(format!(
                "composition:\n{}relationships:\n{}",
                each(n, |i| component(i, "")),
                each(n - 1, |i| relationship(i, "c0.Out", &format!("c{}.In", i + 1)))
            ))
        },
    },
    Shape {
        name: "assembly one relationship of many",
        size: 500,
        make: |n| {
            assembly(format!(
                "composition:\n{}relationships:\n  r:\n    source-capabilities:\n    - c0.Out\n    target-requirements:\n{}    source-state: Active\n    target-state: Inactive\n    properties: {{}}\n    lifecycle: {{}}\n",
                each(n, |i| component(i, "")),
                each(n - 1, |i| format!("    - c{}.In\n", i + 1))
            ))
        },
    },
    Shape {
        name: "assembly references",
        size: 1_000,
        make: |n| {
            assembly(format!(
                "composition:\n{}references:\n{}",
                each(n, |i| component(i, &format!("      net: {{value: '${{ref{i}.id}}'}}\n"))),
                each(n, |i| format!(
                    "  ref{i}:\n    type: resource::net::1.0\n    properties:\n      name: {{value: x}}\n"
                ))
            ))
        },
    },
    Shape {
        name: "assembly misspelt names",
        size: 500,
        make: |n| {
            assembly(format!(
                "properties:\n{}composition:\n{}",
                each(n, |i| format!("  {}: {{type: string}}\n", word(i))),
                each(n, |i| component(i, &format!("      data: {{value: '${{{}x}}'}}\n", word(i))))
            ))
        },
    },
    Shape {
        name: "assembly misspelt components",
        size: 500,
        make: |n| {
            assembly(format!(
                "composition:\n{}",
                each(n, |i| format!(
                    "  {}:\n    type: resource::thing::1.0\n    properties:\n      data: {{value: '${{{}x.out}}'}}\n",
                    word(i),
                    word(i)
                ))
            ))
        },
    },
    Shape {
        name: "assembly data types in a chain",
        size: 1_000,
        make: |n| {
            assembly(format!(
                "properties:\n  p: {{type: t{}}}\ndata-types:\n{}",
                n - 1,
                each(n, |i| format!(
                    "  t{i}:\n{}    properties:\n      p{i}: {{type: string}}\n",
                    if i == 0 { String::new() } else { format!("    derived-from: t{}\n", i - 1) }
                ))
            ))
        },
    },
    Shape {
        name: "assembly data types in a circle",
        size: 1_000,
        make: |n| {
            assembly(format!(
                "data-types:\n{}",
                each(n, |i| format!(
                    "  t{i}:\n    derived-from: t{}\n    properties:\n      p: {{type: string}}\n",
                    (i + 1) % n
                ))
            ))
        },
    },
    Shape {
        name: "assembly data types nested",
        size: 1_000,
        make: |n| {
            assembly(format!(
                "properties:\n  p: {{type: t{}}}\ndata-types:\n{}",
                n - 1,
                each(n, |i| format!(
                    "  t{i}:\n    properties:\n      p: {{type: {}}}\n",
                    if i == 0 { "string".to_owned() } else { format!("t{}", i - 1) }
                ))
            ))
        },
    },
    Shape {
        name: "assembly policies",
        size: 1_000,
        make: |n| {
            assembly(format!(
                "composition:\n{}policies:\n{}",
                each(n, |i| component(i, "    # none\n")),
                each(n, |i| format!(
                    "  s{i}:\n    type: policy::scale\n    metric: c{i}.load\n    target: c{i}\n    properties: {{scaleOut_threshold: 90, scaleIn_threshold: 10, smoothing: 4}}\n"
                ))
            ))
        },
    },
    Shape {
        name: "assembly policies of one",
        size: 500,
        make: |n| {
            assembly(format!(
                "composition:\n{}policies:\n{}",
                component(0, ""),
                each(n, |i| format!(
                    "  s{i}:\n    type: policy::scale\n    metric: c0.load\n    target: c0\n    properties: {{scaleOut_threshold: 90, scaleIn_threshold: 10, smoothing: 4}}\n"
                ))
            ))
        },
    },
    Shape {
        name: "assembly operations",
        size: 1_000,
        make: |n| {
            assembly(format!(
                "composition:\n{}operations:\n{}",
                component(0, ""),
                each(n, |i| format!("  Op{i}: {{source-operation: c0.op{i}}}\n"))
            ))
        },
    },
    Shape {
        name: "assembly upgrade order",
        size: 1_000,
        make: |n| {
            assembly(format!(
                "composition:\n{}",
                each(n, |i| format!(
                    "  c{i}:\n    type: resource::thing::1.0\n{}",
                    if i == 0 { String::new() } else { format!("    upgrade-dependencies: [c{}]\n", i - 1) }
                ))
            ))
        },
    },
    Shape {
        name: "assembly promotions",
        size: 100,
        make: |n| {
            (0..n).map(|i| (format!("a{i}.yaml"), format!("name: assembly::a{i}::1.0\ndescription: x\nproperties:\n  p: {{type: string, read-only: true, value: '${{c.p}}'}}\ncomposition:\n  c:\n    type: {}\n    properties: {{}}\n", if i + 1 < n { format!("assembly::a{}::1.0", i + 1) } else { "resource::r::1.0".to_owned() }))).collect()
        },
    },
    Shape {
        name: "resource properties",
        size: 2_000,
        make: |n| {
            one(format!(
                "name: resource::bench::1.0\ndescription: x\nproperties:\n{}",
                each(n, |i| format!("  p{i}: {{type: string, default: x}}\n"))
            ))
        },
    },
    // Homing templates.
    Shape { name: "homing demands", size: 2_000, make: |n| homing(demands(n)) },
    Shape {
        name: "homing constraints in a chain",
        size: 500,
        make: |n| {
            homing(format!(
                "{}constraints:\n{}",
                demands(n),
                each(n - 1, |i| apart(i, &format!("d{i}, d{}", i + 1)))
            ))
        },
    },
    Shape {
        name: "homing many between two",
        size: 500,
        make: |n| homing(format!("{}constraints:\n{}", demands(2), each(n, |i| apart(i, "d0, d1")))),
    },
    Shape {
        name: "homing one constraint of all",
        size: 500,
        make: |n| {
            homing(format!("{}constraints:\n{}", demands(n), apart(0, &listed(n, |i| format!("d{i}")))))
        },
    },
    Shape {
        name: "homing demands by constraints",
        size: 500,
        make: |n| {
            homing(format!(
                "{}constraints:\n{}",
                demands(root(n)),
                each(root(n), |k| apart(k, &listed(root(n), |i| format!("d{i}"))))
            ))
        },
    },
    Shape {
        name: "homing policies of one",
        size: 500,
        make: |n| {
            homing(format!(
                "{}constraints:\n{}",
                demands(1),
                each(n, |i| format!(
                    "  k{i}:\n    type: distance_to_location\n    demands: [d0]\n    properties: {{distance: '< 100 km', location: here}}\n"
                ))
            ))
        },
    },
    Shape {
        name: "homing long sum",
        size: 500,
        make: |n| {
            homing(format!(
                "{}optimization:\n  minimize:\n    sum:\n{}",
                demands(n),
                each(n, |i| format!("    - {{product: [{}, {{distance_between: [here, d{i}]}}]}}\n", i + 1))
            ))
        },
    },
    Shape {
        name: "homing sum of one",
        size: 500,
        make: |n| {
            homing(format!(
                "{}optimization:\n  minimize:\n    sum:\n{}",
                demands(1),
                each(n, |i| format!("    - {{product: [{}, {{distance_between: [here, d0]}}]}}\n", i + 1))
            ))
        },
    },
    Shape {
        name: "homing locations",
        size: 1_000,
        make: |n| {
            homing(format!(
                "locations:\n{}demands:\n{}constraints:\n{}",
                each(n, |i| format!("  l{i}: {{latitude: {}.5, longitude: {}.25}}\n", i % 89, i % 179)),
                each(n, demand),
                each(n, |i| format!(
                    "  k{i}:\n    type: distance_to_location\n    demands: [d{i}]\n    properties: {{distance: '< 100 km', location: l{i}}}\n"
                ))
            ))
        },
    },
    Shape {
        name: "homing parameters",
        size: 1_000,
        make: |n| {
            homing(format!(
                "parameters:\n{}locations:\n{}",
                each(n, |i| format!("  p{i}: {i}\n")),
                each(n, |i| format!("  l{i}: {{latitude: {{get_param: p{i}}}, longitude: 1}}\n"))
            ))
        },
    },
    Shape {
        name: "homing candidates",
        size: 1_000,
        make: |n| {
            homing(format!(
                "demands:\n  d:\n{}",
                "  - inventory_provider: aai\n    inventory_type: cloud\n".repeat(n)
            ))
        },
    },
    Shape {
        name: "homing excluded candidates",
        size: 2_000,
        make: |n| {
            homing(format!(
                "demands:\n  d:\n  - inventory_provider: aai\n    inventory_type: service\n    filtering_attributes: {{equipment-role: x}}\n    excluded_candidates:\n{}",
                each(n, |i| format!("    - candidate_id: {}\n", word(i)))
            ))
        },
    },
    Shape {
        name: "homing misspelt demands",
        size: 500,
        make: |n| {
            homing(format!(
                "demands:\n{}constraints:\n{}",
                each(n, |i| format!(
                    "  {}:\n  - inventory_provider: aai\n    inventory_type: cloud\n",
                    word(i)
                )),
                each(n, |i| apart(i, &format!("{}x, {}y", word(i), word(i))))
            ))
        },
    },
    Shape {
        name: "homing unread values",
        size: 1_000,
        make: |n| {
            homing(format!(
                "{}constraints:\n{}",
                demands(1),
                each(n, |i| format!(
                    "  k{i}:\n    type: distance_to_locaton\n    demands: [d0]\n    properties: {{distance: 'about {i}', location: here}}\n"
                ))
            ))
        },
    },
    Shape {
        name: "homing features",
        size: 500,
        make: |n| {
            homing(format!("{}constraints:\n  k:\n    type: hpa\n    demands: [d0]\n    properties:\n      evaluate:\n      - id: x\n        type: vnfc\n        directives: []\n        flavorProperties:\n{}", demands(1), "        - hpa-feature: basicCapabilities\n          hpa-version: v1\n          architecture: generic\n          mandatory: 'True'\n          directives: []\n          hpa-feature-attributes:\n          - {hpa-attribute-key: numVirtualCpu, hpa-attribute-value: '8', operator: '>='}\n".repeat(n)))
        },
    },
];
