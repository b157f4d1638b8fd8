//! `limn draw`: draws a descriptor as SVG, with the same scene as the page; instances also as JSON.

use std::collections::BTreeMap;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use clap::{Args, ValueEnum};
use limn::analysis::{Analysis, Checked, Choices};
use limn::canvas::{Problems, Scene, instances, svg, timeline};
use limn::deployment::Request;
use limn::disk::FileGroup;
use limn::files::FilePath;
use limn::graph::{Graph, WireLayer};
use limn::layout::layout;
use limn::message;
use limn::packages::{DiagramData, PINS_FILE, PLACES_SUFFIX};
use limn::saved_view::SavedView;
use limn::timeline::Timelines;

use super::output::{self, Output};
use super::{Trouble, check, complain, print};

#[derive(Args)]
pub(crate) struct Arguments {
    /// A descriptor, a package, a project folder, or - for standard input.
    #[arg(value_name = "FILE")]
    path: PathBuf,
    /// File to write; - or none prints to standard output.
    #[arg(short, long, value_name = "OUTPUT")]
    output: Option<PathBuf>,
    #[arg(long, value_enum, default_value_t = Theme::Light)]
    theme: Theme,
    /// Drawing of hosts: as boxes around their nodes, or as wires.
    #[arg(long, value_enum, default_value_t = Hosting::Boxes)]
    hosting: Hosting,
    /// Links of the diagram to draw: relationships, values that flow between properties, or both. By default, values if nothing else connects the
    /// nodes.
    #[arg(long, value_enum)]
    layer: Option<DrawnLayer>,
    /// View to draw: the diagram; the order in which components and relationships come up, go down, heal, scale or are upgraded; or the instances
    /// that a deployment makes.
    #[arg(long, value_enum, default_value_t = View::Diagram)]
    view: View,
    /// YAML document to draw of a file with several: 1 is the first.
    #[arg(long, value_name = "NUMBER", default_value_t = NonZero::<usize>::MIN)]
    document: NonZero<usize>,
    /// A part of the document with a diagram of its own, by its name: a workflow, or "Data types".
    #[arg(long, value_name = "NAME")]
    part: Option<String>,
    /// A saved view of the diagram, by its name: a package has them, or the positions file beside the descriptor (`shop.places.json`).
    #[arg(long, value_name = "NAME", conflicts_with = "part")]
    saved_view: Option<String>,
    /// Scenario of the lifecycle view: up, down, upgrade, heal:COMPONENT, scale-out:COMPONENT or scale-in:COMPONENT.
    #[arg(long, value_name = "SCENARIO", default_value = "up")]
    scenario: String,
    /// The values of a deployment, for the instances view: a YAML or JSON file with a mapping of properties to values, or a deployment request with
    /// such a mapping in `properties`. Defaults are used for what it does not give.
    #[arg(long, value_name = "FILE")]
    values: Option<PathBuf>,
    /// Format of instances: drawn as SVG, or as JSON with all values.
    #[arg(long, value_enum, default_value_t = Format::Svg)]
    format: Format,
    /// Profile to read the file with; detected by default.
    #[arg(long)]
    profile: Option<String>,
    /// Descriptors that components may use: a file, folder or package. Can be given several times.
    #[arg(long, value_name = "FILE|DIR")]
    catalog: Vec<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Theme {
    Light,
    Dark,
    /// The viewer's color scheme.
    System,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum DrawnLayer {
    Relationships,
    Values,
    Both,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum View {
    Diagram,
    Lifecycle,
    Instances,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Svg,
    Json,
}

impl Theme {
    fn of_drawing(self) -> svg::Theme {
        match self {
            Theme::Light => svg::Theme::Light,
            Theme::Dark => svg::Theme::Dark,
            Theme::System => svg::Theme::System,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Hosting {
    Boxes,
    Wires,
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Trouble> {
    let choices = Choices {
        profile: check::known_profile(arguments.profile.as_deref())?,
        catalog: check::catalog(&arguments.catalog)?,
        ..Choices::default()
    };
    if arguments.view != View::Diagram && arguments.part.is_some() {
        return Err(Trouble::Message("`--part` needs `--view diagram`".to_owned()));
    }
    if arguments.view != View::Diagram && arguments.saved_view.is_some() {
        return Err(Trouble::Message("`--saved-view` needs `--view diagram`".to_owned()));
    }
    if arguments.view != View::Instances && (arguments.values.is_some() || arguments.format == Format::Json) {
        return Err(Trouble::Message("`--values` and `--format json` need `--view instances`".to_owned()));
    }
    let groups = check::gather(std::slice::from_ref(&arguments.path))?;
    let name = arguments.path.display();
    let nothing = || Trouble::Message(format!("no YAML files found in `{name}`"));
    let group = groups.into_iter().next().ok_or_else(nothing)?;
    let file = entry(&group).ok_or_else(nothing)?;
    let output = arguments.output.as_deref().filter(|output| output.as_os_str() != "-");
    if let Some(output) = output {
        let input = if arguments.path.as_os_str() == "-" { Path::new("/dev/stdin") } else { &arguments.path };
        Output::new(output).refuse_if_read(
            std::iter::once(input).chain(group.on_disk()).chain(arguments.values.as_deref()),
        )?;
    }
    if let Some(unreadable) = group
        .requested
        .iter()
        .find(|requested| requested.file == file)
        .and_then(|requested| requested.unreadable.as_ref())
    {
        return Err(Trouble::Message(format!("cannot draw `{name}`: {}", unreadable.diagnostic.message)));
    }
    let drawing = draw(&group, &file, &choices, arguments)
        .map_err(|reason| Trouble::Message(format!("cannot draw `{name}`: {reason}")))?;
    match output {
        None => print(&drawing),
        Some(output) => output::write(output, drawing.as_bytes())?,
    }
    Ok(ExitCode::SUCCESS)
}

/// The file to draw: the argument, or the entry of a package or folder.
fn entry(group: &FileGroup) -> Option<FilePath> {
    let about = if group.requested.len() > 1 { limn::packages::entry(&group.workspace).path } else { None };
    about.or_else(|| group.requested.first().map(|requested| requested.file.clone()))
}

fn draw(
    group: &FileGroup,
    file: &FilePath,
    choices: &Choices,
    arguments: &Arguments,
) -> Result<String, String> {
    let analysis = Analysis::of(&group.workspace, &group.choices(choices), &Analysis::default());
    let nth = arguments.document.get() - 1;
    let checked = check::document(&analysis, file, nth)?;
    if checked.language().dialect.is_none() {
        return Err(checked.language().reason.clone());
    }
    let broken = checked.broken();
    if let Some(broken) = &broken {
        complain(
            "warning",
            &format!("syntax error in line {}: {}; the diagram is incomplete", broken.line, broken.message),
        );
    }
    match arguments.view {
        View::Lifecycle => return lifecycle(checked, arguments),
        View::Instances => return instances_of(checked, arguments),
        View::Diagram => {}
    }
    let stored = stored_beside(group, file);
    let (pins, views) =
        stored.as_ref().map_or((&group.pins, &group.views), |stored| (&stored.pins, &stored.views));
    let bends = stored.as_ref().map_or(&group.bends, |stored| &stored.bends);
    let key = file.of_document(nth);
    let view = arguments.saved_view.as_ref().map(|name| saved_view(views.get(&key), name)).transpose()?;
    let whole = match &arguments.part {
        Some(name) => part(checked, name)?,
        None => checked.graph(),
    };
    let whole = &view.map_or_else(|| Arc::clone(whole), |view| view.filter.apply(whole));
    // Pins override positions that the document stores.
    let mut places = checked.places();
    let key = key.of_view(view.map(|view| view.number));
    places.extend(pins.get(&key).cloned().unwrap_or_default());
    let bends = bends.get(&key).cloned().unwrap_or_default();
    let kept = places.into_iter().map(|(id, place)| (id, (place.x, place.y))).collect();
    let layer = match arguments.layer {
        Some(DrawnLayer::Relationships) => WireLayer::Relationships,
        Some(DrawnLayer::Values) => WireLayer::Values,
        Some(DrawnLayer::Both) => WireLayer::Both,
        None => whole.main_layer(),
    };
    let graph = whole.with_layer(layer).as_drawn(arguments.hosting == Hosting::Boxes);
    let graph = graph.with_images(&group.workspace);
    let has_frame = graph.frame.as_ref().is_some_and(|frame| !frame.ports.is_empty());
    if broken.is_none()
        && graph.nodes.is_empty()
        && graph.groups.is_empty()
        && graph.policies.is_empty()
        && !has_frame
    {
        return Err("it has no elements to draw".to_owned());
    }
    let layout = layout(&graph, &kept);
    let problems: BTreeMap<_, _> = checked
        .problems()
        .into_iter()
        .map(|(id, (errors, warnings))| (id, Problems { errors, warnings }))
        .collect();
    let scene = Scene::without_wires(graph, &layout).with_bends(Arc::new(bends));
    let scene = scene.with_wires().with_problems(&problems);
    Ok(svg::draw(&scene, arguments.theme.of_drawing()))
}

/// The content of the positions file of a descriptor on disk: `shop.places.json` beside it, or `.limn/places.json` of its project. A package has its own.
fn stored_beside(group: &FileGroup, file: &FilePath) -> Option<DiagramData> {
    let root = group.root.as_ref()?;
    let name = FilePath::new(file.name()).ok()?;
    let stem = file.name().rsplit_once('.').map_or(file.name(), |(stem, _)| stem);
    let beside = root.join(file.folder()).join(format!("{stem}{PLACES_SUFFIX}"));
    // Each names the descriptor from its own folder.
    let files = [(beside, &name), (root.join(PINS_FILE), file)];
    let (path, named) = files.into_iter().find(|(path, _)| path.is_file())?;
    let Some(data) = std::fs::read(&path).ok().and_then(|bytes| DiagramData::read(&bytes)) else {
        complain("warning", &format!("`{}` cannot be read; using the automatic layout", path.display()));
        return None;
    };
    let own = |key: &FilePath| {
        let (of, nth) = key.document();
        (of == *named).then(|| file.of_document(nth).of_view(key.view().1))
    };
    let pins = data.pins.into_iter().filter_map(|(key, pins)| Some((own(&key)?, pins)));
    let views = data.views.into_iter().filter_map(|(key, views)| Some((own(&key)?, views)));
    let bends = data.bends.into_iter().filter_map(|(key, bends)| Some((own(&key)?, bends)));
    let (pins, bends, views) = (pins.collect(), bends.collect(), views.collect());
    Some(DiagramData { pins, bends, views, ..DiagramData::default() })
}

/// The saved view of this name.
fn saved_view<'v>(views: Option<&'v Vec<SavedView>>, name: &str) -> Result<&'v SavedView, String> {
    let all = views.map(Vec::as_slice).unwrap_or_default();
    let exact = all.iter().find(|view| view.name == name);
    if let Some(found) = exact.or_else(|| all.iter().find(|view| view.name.eq_ignore_ascii_case(name))) {
        return Ok(found);
    }
    if all.is_empty() {
        return Err("it has no saved views".to_owned());
    }
    let known: Vec<&str> = all.iter().map(|view| view.name.as_str()).collect();
    Err(message::unknown_among("saved view", name, &known))
}

/// The graph of a part with a diagram of its own.
fn part<'c>(checked: &'c Checked, name: &str) -> Result<&'c Arc<Graph>, String> {
    let all = checked.diagrams();
    if let Some(found) = all.iter().find(|diagram| diagram.label.eq_ignore_ascii_case(name)) {
        return Ok(&found.graph);
    }
    if all.is_empty() {
        return Err("it has no parts with a diagram of their own".to_owned());
    }
    let known: Vec<&str> = all.iter().map(|diagram| diagram.label.as_str()).collect();
    Err(message::unknown_among("part", name, &known))
}

fn lifecycle(checked: &Checked, arguments: &Arguments) -> Result<String, String> {
    let scenarios = checked.timelines().map(Timelines::scenarios).unwrap_or_default();
    if scenarios.is_empty() {
        return Err("the lifecycle view is for assembly descriptors".to_owned());
    }
    let chosen = scenarios.iter().find(|scenario| scenario.id == arguments.scenario);
    let timeline = checked.timelines().zip(chosen).and_then(|(all, chosen)| all.timeline(&chosen.id));
    let (Some(chosen), Some(timeline)) = (chosen, timeline) else {
        let known: Vec<&str> = scenarios.iter().map(|scenario| scenario.id.as_str()).collect();
        return Err(message::unknown_among("scenario", &arguments.scenario, &known));
    };
    let name = checked.graph().frame.as_ref().map_or("", |frame| frame.label.as_str()).to_owned();
    let title = format!("{name}: {}", chosen.label);
    Ok(timeline::draw(&title, &timeline, &timeline.schedule(), arguments.theme.of_drawing()))
}

fn instances_of(checked: &Checked, arguments: &Arguments) -> Result<String, String> {
    let of_assemblies = || "the instances view is for assembly descriptors".to_owned();
    let deployments = checked.deployments().ok_or_else(of_assemblies)?;
    let text = match &arguments.values {
        None => String::new(),
        Some(path) => std::fs::read_to_string(path)
            .map_err(|error| format!("cannot read `{}`: {error}", path.display()))?,
    };
    let request = Request::read(&text, deployments.request_form());
    if let Some(error) = request.errors.first() {
        let path = arguments.values.as_deref().unwrap_or(Path::new(""));
        return Err(format!("`{}`: {error}", path.display()));
    }
    let deployment = deployments.deployment(&request);
    let Some(whole) = deployment.parts.first() else { return Err(of_assemblies()) };
    for note in &deployment.notes {
        complain("warning", &note.text);
    }
    if arguments.format == Format::Json {
        return Ok(format!("{:#}\n", deployment.to_json()));
    }
    let title = format!("{}: instances", whole.label);
    Ok(instances::draw(&title, &deployment, arguments.theme.of_drawing()))
}
