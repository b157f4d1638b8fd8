//! From text to picture, stage by stage, on descriptors of 200, 2,000 and 20,000 lines.
//!
//! The budget: at 2,000 lines everything from text to problems, graph and scene (`all`) stays under 5 ms. Compare numbers of one run only.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::hint::black_box;
use std::sync::Arc;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use limn::analysis::Analysis;
use limn::canvas::Scene;
use limn::edit::{Edit, Input};
use limn::files::FilePath;
use limn::graph::Id;
use limn::layout::layout;
use limn::yaml::{self, Path};

/// An assembly of about `lines` lines: components in chains, each wired to the one before it, every tenth with a policy.
fn descriptor(lines: usize) -> String {
    let components = lines / 27;
    let mut text = String::from("name: assembly::bench::1.0\ndescription: A long chain\nproperties:\n");
    for property in ["deploymentLocation", "resourceManager", "flavor", "data"] {
        let _ = write!(
            text,
            "  {property}:\n    type: string\n    description: What every component gets # a remark\n"
        );
    }
    text.push_str("composition:\n");
    for n in 0..components {
        let _ = write!(
            text,
            "  component-{n}:\n    type: resource::thing_{}::1.0\n    cluster:\n      initial-quantity: 1\n      minimum-nodes: 1\n      maximum-nodes: 4\n    \
             properties:\n      deploymentLocation:\n        value: '${{deploymentLocation}}'\n      resourceManager:\n        value: '${{resourceManager}}'\n      \
             flavor:\n        value: ${{flavor}}\n      data:\n        value: \"${{{}}}\"\n",
            n % 12,
            if n == 0 { "data".to_owned() } else { format!("component-{}.data", n - 1) },
        );
    }
    text.push_str("relationships:\n");
    for n in 1..components {
        let _ = write!(
            text,
            "  link-{n}:\n    source-capabilities:\n    - component-{}.Network\n    target-requirements:\n    - component-{n}.Uplink\n    source-state: Active\n    \
             target-state: Inactive\n    properties:\n      ip:\n        value: '${{source.data}}'\n    lifecycle:\n      Create: [target.join]\n      Cease: [target.leave]\n",
            n - 1,
        );
    }
    text.push_str("policies:\n");
    for n in (0..components).step_by(10) {
        let _ = write!(
            text,
            "  scale-{n}:\n    type: policy::scale\n    metric: component-{n}.load\n    target: component-{n}\n    properties:\n      scaleOut_threshold: 90\n      scaleIn_threshold: 10\n      smoothing: 4\n"
        );
    }
    text
}

fn stages(criterion: &mut Criterion) {
    let file = FilePath::new("bench.yaml").expect("a plain name");
    for lines in [200, 2_000, 20_000] {
        let text: Arc<str> = descriptor(lines).into();
        let mut group = criterion.benchmark_group(format!("{lines} lines"));
        group.throughput(Throughput::Bytes(text.len() as u64));
        if lines > 2_000 {
            group.sample_size(10);
        }
        let id = |stage: &str| BenchmarkId::from_parameter(stage);
        group.bench_function(id("parse"), |bencher| {
            bencher.iter(|| yaml::parse(black_box(Arc::clone(&text))))
        });
        group.bench_function(id("read and check"), |bencher| {
            bencher.iter_batched(
                || Analysis::of_text(&file, &text),
                |analysis| analysis.file(&file).expect("just opened").diagnostics().len(),
                criterion::BatchSize::LargeInput,
            );
        });
        let analysis = Analysis::of_text(&file, &text);
        let checked = analysis.file(&file).expect("just opened");
        let graph = checked.graph();
        let none = BTreeMap::new();
        let places = layout(graph, &BTreeMap::new());
        let kept: BTreeMap<_, _> =
            places.boxes.iter().map(|(id, place)| (id.clone(), (place.x, place.y))).collect();
        group.bench_function(id("layout, fresh"), |bencher| {
            bencher.iter(|| layout(black_box(graph), &BTreeMap::new()))
        });
        group.bench_function(id("layout, kept"), |bencher| bencher.iter(|| layout(black_box(graph), &kept)));
        group.bench_function(id("scene"), |bencher| {
            bencher.iter(|| Scene::new(Arc::clone(black_box(graph)), &places, &none))
        });
        group.bench_function(id("patch"), |bencher| {
            let edit = Edit::Set {
                of: Id(Path::keys(["composition", "component-1"])),
                key: Path::keys(["cluster", "maximum-nodes"]),
                input: Input::Text("7".to_owned()),
            };
            bencher.iter(|| analysis.plan(&file, black_box(&edit)).expect("the component is there"));
        });
        group.bench_function(id("all"), |bencher| {
            bencher.iter(|| {
                let analysis = Analysis::of_text(&file, &text);
                let checked = analysis.file(&file).expect("just opened");
                let problems = checked.diagnostics().len();
                let graph = checked.graph();
                (problems, Scene::new(Arc::clone(graph), &layout(graph, &kept), &none))
            });
        });
        group.finish();
    }
}

criterion_group!(benches, stages);
criterion_main!(benches);
