//! From text to picture, stage by stage, on descriptors of 200, 2,000 and 20,000 lines: one group for each stage, in it one number for each size.
//!
//! The budget, on an idle core: at 2,000 lines everything from text to problems, graph and scene (`all`) stays under 5 ms, of which `parse` has
//! 1.5 ms. No stage may take much more than ten times as long for ten times the lines; only `scene` may take up to twice that, as wires grow longer
//! too. `patch` plans and writes one field; nearly all of it is the parse that proves what it wrote. Compare numbers of one run only.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::hint::black_box;
use std::sync::Arc;

use criterion::{Bencher, BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use limn::analysis::Analysis;
use limn::canvas::Scene;
use limn::dialect::{self, Library, Model, Source, common};
use limn::edit::{Edit, Input};
use limn::files::FilePath;
use limn::graph::{Graph, Id};
use limn::layout::layout;
use limn::yaml::{self, Path};

/// An assembly of about `lines` lines: components in chains, each wired to the previous one, every tenth with a policy.
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

/// A descriptor with all that the stages make of it.
struct Subject {
    lines: usize,
    file: FilePath,
    text: Arc<str>,
    library: Arc<Library>,
    analysis: Analysis,
}

impl Subject {
    fn new(lines: usize) -> Subject {
        let file = FilePath::new("bench.yaml").expect("a plain name");
        let text: Arc<str> = descriptor(lines).into();
        let document = Arc::new(yaml::parse(Arc::clone(&text)));
        let library = Library { documents: BTreeMap::from([(file.clone(), document)]), ..Library::default() };
        let analysis = Analysis::of_text(&file, &text);
        Subject { lines, file, text, library: Arc::new(library), analysis }
    }

    fn model(&self) -> Box<dyn Model> {
        let document = &self.library.documents[&self.file];
        let found = dialect::ALL.iter().find_map(|dialect| {
            dialect.recognizes(&self.file, document).map(|found| (dialect, found.profile))
        });
        let (dialect, profile) = found.expect("a descriptor is recognized");
        dialect.read(&Source { file: &self.file, document, profile, library: &self.library })
    }

    fn graph(&self) -> &Arc<Graph> {
        self.analysis.file(&self.file).expect("just opened").graph()
    }

    fn all(&self, places: &BTreeMap<Id, (f64, f64)>) -> (usize, Scene) {
        let analysis = Analysis::of_text(&self.file, &self.text);
        let checked = analysis.file(&self.file).expect("just opened");
        let graph = checked.graph();
        let scene = Scene::new(Arc::clone(graph), &layout(graph, places), &BTreeMap::new());
        (checked.diagnostics().len(), scene)
    }
}

fn stages(criterion: &mut Criterion) {
    let subjects = [200, 2_000, 20_000].map(Subject::new);
    let mut stage = |name: &str, each: &dyn Fn(&mut Bencher<'_>, &Subject)| {
        let mut group = criterion.benchmark_group(name);
        for subject in &subjects {
            group.throughput(Throughput::Bytes(subject.text.len() as u64));
            group.sample_size(if subject.lines > 2_000 { 10 } else { 100 });
            group.bench_with_input(BenchmarkId::from_parameter(subject.lines), subject, each);
        }
        group.finish();
    };
    let fresh = |subject: &Subject| layout(subject.graph(), &BTreeMap::new());
    let kept = |subject: &Subject| -> BTreeMap<Id, (f64, f64)> {
        fresh(subject).boxes.into_iter().map(|(id, place)| (id, (place.x, place.y))).collect()
    };
    stage("parse", &|bencher, subject| bencher.iter(|| yaml::parse(black_box(Arc::clone(&subject.text)))));
    stage("read", &|bencher, subject| bencher.iter(|| subject.model()));
    stage("check", &|bencher, subject| {
        let (model, document) = (subject.model(), &subject.library.documents[&subject.file]);
        bencher.iter(|| (common::check(black_box(document)), model.check()));
    });
    stage("graph", &|bencher, subject| {
        let model = subject.model();
        let picture = model.picture().expect("a descriptor is drawn");
        bencher.iter(|| picture.graph());
    });
    stage("layout, fresh", &|bencher, subject| bencher.iter(|| fresh(black_box(subject))));
    stage("layout, kept", &|bencher, subject| {
        let places = kept(subject);
        bencher.iter(|| layout(black_box(subject.graph()), &places));
    });
    stage("scene", &|bencher, subject| {
        let (layout, problems) = (fresh(subject), BTreeMap::new());
        bencher.iter(|| Scene::new(Arc::clone(black_box(subject.graph())), &layout, &problems));
    });
    stage("patch", &|bencher, subject| {
        let edit = Edit::Set {
            of: Id(Path::keys(["composition", "component-1"])),
            key: Path::keys(["cluster", "maximum-nodes"]),
            input: Input::Text("7".to_owned()),
        };
        let plan = || subject.analysis.plan(&subject.file, black_box(&edit));
        bencher.iter(|| plan().expect("the component is there"));
    });
    stage("all", &|bencher, subject| {
        let places = kept(subject);
        bencher.iter(|| subject.all(&places));
    });
}

criterion_group!(benches, stages);
criterion_main!(benches);
