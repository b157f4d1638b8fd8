//! What a template says, as nodes and links: demands and locations are cards; what binds several of them is a band between, what binds each by
//! itself hangs below; the objective is a card with a wire for each term. Whatever is named but not there becomes a ghost.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::model::{
    Asked, Constraint, Demand, Given, Kind, Limit, Location, Mention, Qualifier, Template, Term, Value,
};
use limn_language::graph::{
    Badge, End, Graph, Icon, Id, Link, LinkKind, Look, Multiplicity, Node, Policy, Port, PortIndex, PortRef,
    Role, Side,
};
use limn_yaml::Path;

/// The port of a demand or a location that distances start and end at.
pub const DISTANCE: &str = "distance";
pub const ZONE: &str = "zone";
pub const GROUP: &str = "group";
pub const NETWORK: &str = "network";
/// The port that wires of the objective come from and go to.
pub const OBJECTIVE: &str = "objective";

/// The port at which constraints of a kind are joined; `None`: they bind each demand by itself.
pub fn port_of(kind: Kind) -> Option<&'static str> {
    match kind {
        Kind::DistanceToLocation | Kind::DistanceBetweenDemands => Some(DISTANCE),
        Kind::Zone => Some(ZONE),
        Kind::InventoryGroup => Some(GROUP),
        Kind::NetworkBetweenDemands | Kind::NetworkToLocation => Some(NETWORK),
        _ => None,
    }
}

/// The colour of each constraint, in every view: one after the other, so that neighbours in the text differ. The objective's own is left out.
pub fn hues(template: &Template) -> BTreeMap<Id, u8> {
    const HUES: [u8; 7] = [0, 4, 1, 7, 5, 2, 6];
    let constraints = template.constraints.iter().zip(HUES.iter().cycle());
    constraints.map(|(constraint, hue)| (Id(constraint.path.clone()), *hue)).collect()
}

/// The picture of a kind of constraint.
pub fn icon_of(kind: Kind) -> Icon {
    match kind {
        Kind::DistanceToLocation | Kind::DistanceBetweenDemands => Icon::Relationship,
        Kind::Zone => Icon::Cluster,
        Kind::InventoryGroup => Icon::ForEach,
        Kind::Attribute => Icon::Policy,
        Kind::Threshold => Icon::Metric,
        Kind::InstanceFit | Kind::RegionFit => Icon::Scale,
        Kind::VimFit => Icon::Storage,
        Kind::Hpa => Icon::Compute,
        Kind::License => Icon::Lock,
        Kind::NetworkBetweenDemands | Kind::NetworkToLocation => Icon::Network,
        Kind::Capability => Icon::Software,
    }
}

pub fn graph(template: &Template) -> Graph {
    let mut canvas = Canvas {
        template,
        nodes: Vec::new(),
        ports: PortIndex::default(),
        index: HashMap::new(),
        graph: Graph::default(),
    };
    if let Some(objective) = &template.objective {
        canvas.objective(objective.path.clone());
    }
    for location in &template.locations {
        canvas.location(location);
    }
    for demand in &template.demands {
        canvas.demand(demand);
    }
    for constraint in &template.constraints {
        canvas.constraint(constraint);
    }
    for term in template.terms() {
        canvas.term(term);
    }
    canvas.reservations();
    canvas.flows();
    let frame = frame(template);
    Graph { frame: Some(frame), nodes: canvas.nodes, hues: hues(template), ..canvas.graph }
}

/// The document itself, its parameters on its edge.
fn frame(template: &Template) -> Node {
    let version = template.version.as_ref().and_then(|version| version.datum.text());
    let what = if template.is_plan { "plan request" } else { "homing template" };
    let name =
        template.document.root().filter(|_| template.is_plan).and_then(|root| root.get("name")?.as_str());
    let ports = template.parameters.iter().map(|parameter| Port {
        role: Role::Input,
        side: Side::Left,
        name: parameter.name.clone(),
        kind: None,
        ghost: false,
        shown: true,
        unmet: false,
    });
    Node {
        id: Id::default(),
        look: Look::Frame,
        icon: Icon::Goal,
        label: name.map_or_else(|| template.file.name().to_owned(), Into::into),
        caption: version.map_or_else(|| what.to_owned(), |version| format!("{what} {version}")),
        role: what,
        multiplicity: Multiplicity::One,
        badges: Vec::new(),
        ports: ports.collect(),
        host: None,
    }
}

struct Canvas<'t> {
    template: &'t Template,
    nodes: Vec<Node>,
    ports: PortIndex,
    /// Nodes by the section that they stand in and their name.
    index: HashMap<(&'static str, String), usize>,
    graph: Graph,
}

const DEMANDS: &str = "demands";
const LOCATIONS: &str = "locations";

impl Canvas<'_> {
    fn node(&mut self, section: &'static str, name: &str, node: Node) -> usize {
        let at = self.nodes.len();
        self.nodes.push(node);
        self.index.entry((section, name.to_owned())).or_insert(at);
        at
    }

    fn port(&mut self, at: usize, role: Role, name: &str, shown: bool) {
        let ports = &mut self.nodes[at].ports;
        if self.ports.find(at, ports, role, name).is_some() {
            return;
        }
        let side = if matches!(role, Role::Capability | Role::Output) { Side::Right } else { Side::Left };
        // Bands have colours of their own, so that the ports they end at have none.
        let kind = (shown && name == OBJECTIVE).then(|| name.to_owned());
        let name = name.to_owned();
        ports.push(Port { role, side, name, kind, ghost: false, shown, unmet: false });
    }

    fn objective(&mut self, path: Path) {
        let objective = self.template.objective.as_ref();
        let goal = match objective.and_then(|it| it.goal) {
            Some(super::model::Goal::Minimize) => "minimize",
            Some(super::model::Goal::Maximize) => "maximize",
            None => "any plan will do",
        };
        let how = match objective.and_then(|it| it.root.as_ref()).map(|root| &root.value) {
            Some(Value::Sum(terms)) => format!(" a sum of {}", terms.len()),
            Some(Value::Min(terms)) => format!(" the least of {}", terms.len()),
            Some(Value::Max(terms)) => format!(" the greatest of {}", terms.len()),
            _ => String::new(),
        };
        let node = Node {
            id: Id(path),
            look: Look::Solid,
            icon: Icon::Goal,
            label: OBJECTIVE.to_owned(),
            caption: format!("{goal}{how}"),
            role: "objective",
            multiplicity: Multiplicity::One,
            badges: Vec::new(),
            ports: Vec::new(),
            host: None,
        };
        let at = self.node(OBJECTIVE, OBJECTIVE, node);
        self.port(at, Role::Capability, OBJECTIVE, true);
    }

    fn location(&mut self, location: &Location) {
        let text = |given: &Option<Given>| given.as_ref().and_then(|it| it.datum.text()).map(str::to_owned);
        let caption = match (text(&location.latitude), text(&location.longitude)) {
            (Some(latitude), Some(longitude)) => format!("{latitude}, {longitude}"),
            _ => text(&location.host_name)
                .or_else(|| text(&location.clli_code))
                .or_else(|| {
                    location.address.iter().find_map(|field| field.value.datum.text().map(str::to_owned))
                })
                .unwrap_or_else(|| "nowhere yet".to_owned()),
        };
        let node = Node {
            id: Id(location.path.clone()),
            look: Look::Dashed,
            icon: Icon::Place,
            label: location.name.clone(),
            caption,
            role: "location",
            multiplicity: Multiplicity::One,
            badges: Vec::new(),
            ports: Vec::new(),
            host: None,
        };
        let at = self.node(LOCATIONS, &location.name, node);
        self.port(at, Role::Capability, DISTANCE, true);
        self.measured(at);
    }

    /// Where wires of the objective arrive.
    fn measured(&mut self, at: usize) {
        if self.template.objective.is_some() {
            self.port(at, Role::Requirement, OBJECTIVE, true);
        }
    }

    fn demand(&mut self, demand: &Demand) {
        let node = Node {
            id: Id(demand.path.clone()),
            look: Look::Solid,
            icon: Icon::Demand,
            label: demand.name.clone(),
            caption: match demand.sources.as_slice() {
                [] => "no source".to_owned(),
                [only] => source_text(only),
                many => format!("{} sources", many.len()),
            },
            role: "demand",
            multiplicity: Multiplicity::One,
            badges: badges(demand),
            ports: Vec::new(),
            host: None,
        };
        let at = self.node(DEMANDS, &demand.name, node);
        for port in [DISTANCE, ZONE, GROUP] {
            self.port(at, Role::Capability, port, true);
        }
        self.measured(at);
    }

    /// The node of a demand or location, a ghost where there is none of that name.
    fn named(&mut self, section: &'static str, name: &str) -> usize {
        if let Some(&at) = self.index.get(&(section, name.to_owned())) {
            return at;
        }
        let role = if section == DEMANDS { "missing demand" } else { "missing location" };
        let node = Node {
            id: Id(self.template.section(section).key(name)),
            look: Look::Ghost,
            icon: Icon::Unknown,
            label: name.to_owned(),
            caption: "not declared".to_owned(),
            role,
            multiplicity: Multiplicity::One,
            badges: Vec::new(),
            ports: Vec::new(),
            host: None,
        };
        self.node(section, name, node)
    }

    fn end(&mut self, section: &'static str, role: Role, port: &str, mention: &Mention) -> End {
        let at = self.named(section, &mention.name);
        self.port(at, role, port, true);
        End {
            port: PortRef { node: self.nodes[at].id.clone(), role, port: port.to_owned() },
            written: Id(mention.path.clone()),
            note: String::new(),
        }
    }

    fn constraint(&mut self, constraint: &Constraint) {
        let demands = distinct(&constraint.demands);
        let port = constraint.kind.and_then(port_of);
        let (location, note) = match &constraint.asked {
            Asked::DistanceTo { distance, location } => (location.as_ref(), limit(distance.as_ref())),
            Asked::DistanceBetween { distance } => (None, limit(distance.as_ref())),
            Asked::Network { bandwidth, distance, latency, location } => {
                let all = [bandwidth, distance, latency].map(|it| limit(it.as_ref()));
                let said: Vec<String> = all.into_iter().filter(|text| !text.is_empty()).collect();
                (location.as_ref(), said.join(", "))
            }
            asked => (None, said(asked)),
        };
        if let (Some(port), Some(location), false) = (port, location, demands.is_empty()) {
            let source = self.end(LOCATIONS, Role::Capability, port, location);
            let targets = demands.iter().map(|it| self.end(DEMANDS, Role::Requirement, port, it)).collect();
            return self.band(constraint, &note, vec![source], targets);
        }
        if let (Some(port), [first, others @ ..]) = (port, demands.as_slice())
            && !others.is_empty()
        {
            let source = self.end(DEMANDS, Role::Capability, port, first);
            let targets = others.iter().map(|it| self.end(DEMANDS, Role::Requirement, port, it)).collect();
            return self.band(constraint, &note, vec![source], targets);
        }
        let type_name = constraint.type_name.as_ref().and_then(|given| given.datum.text());
        let kind = match constraint.kind {
            Some(kind) => kind.word(),
            None => type_name.unwrap_or("no type"),
        };
        self.hang(
            constraint.path.clone(),
            constraint.kind.map_or(Icon::Unknown, icon_of),
            &constraint.name,
            if note.is_empty() { kind.to_owned() } else { format!("{kind}: {note}") },
            &demands,
        );
    }

    fn band(&mut self, constraint: &Constraint, note: &str, sources: Vec<End>, targets: Vec<End>) {
        let name = &constraint.name;
        let label = if note.is_empty() { name.clone() } else { format!("{name}: {note}") };
        self.graph.links.push(Link {
            id: Id(constraint.path.clone()),
            kind: LinkKind::Relationship,
            label,
            sources,
            targets,
            acts: false,
            hosts: false,
            by: None,
        });
    }

    fn hang(&mut self, path: Path, icon: Icon, label: &str, caption: String, demands: &[&Mention]) {
        let targets = demands.iter().map(|mention| {
            let at = self.named(DEMANDS, &mention.name);
            self.nodes[at].id.clone()
        });
        let targets = targets.collect();
        let label = label.to_owned();
        self.graph.policies.push(Policy {
            id: Id(path),
            icon,
            label,
            caption,
            targets,
            triggers: Vec::new(),
            reads: None,
        });
    }

    fn term(&mut self, term: &Term) {
        let mentions = term.value.mentions();
        if mentions.is_empty() {
            return;
        }
        let Some(objective) = self.template.objective.as_ref().map(|it| it.path.clone()) else { return };
        let ends = mentions.into_iter().map(|(mention, is_location)| {
            let section = if is_location { LOCATIONS } else { DEMANDS };
            self.end(section, Role::Requirement, OBJECTIVE, mention)
        });
        let targets: Vec<End> = ends.collect();
        let source = End {
            port: PortRef { node: Id(objective), role: Role::Capability, port: OBJECTIVE.to_owned() },
            written: Id(term.path.clone()),
            note: String::new(),
        };
        self.graph.links.push(Link {
            id: Id(term.path.clone()),
            kind: LinkKind::Relationship,
            label: formula(term),
            sources: vec![source],
            targets,
            acts: false,
            hosts: false,
            by: None,
        });
    }

    fn reservations(&mut self) {
        let template = self.template;
        for reservation in &template.reservations {
            let controller = reservation.controller.as_ref().and_then(|given| given.datum.text());
            let caption = match (reservation.of_guide, controller) {
                (true, _) => "reservation, which the engine does not read".to_owned(),
                (false, Some(controller)) => format!("reservation by {controller}"),
                (false, None) => "reservation".to_owned(),
            };
            let demands = distinct(&reservation.demands);
            self.hang(reservation.path.clone(), Icon::Lock, &reservation.name, caption, &demands);
        }
    }

    /// Parameters into what reads them.
    fn flows(&mut self) {
        let template = self.template;
        for location in &template.locations {
            let all = [
                ("latitude", &location.latitude),
                ("longitude", &location.longitude),
                ("host_name", &location.host_name),
                ("clli_code", &location.clli_code),
            ];
            for (key, given) in all {
                if let Some(given) = given {
                    self.flow(LOCATIONS, &location.name, key, given);
                }
            }
        }
        for demand in &template.demands {
            for source in &demand.sources {
                let inner = source.filters.iter().chain(&source.passthrough).chain(&source.defaults);
                for field in source.fields.iter().chain(inner) {
                    self.flow(DEMANDS, &demand.name, &field.key, &field.value);
                }
            }
        }
    }

    fn flow(&mut self, section: &'static str, name: &str, key: &str, given: &Given) {
        let Some(parameter) = given.parameter.as_ref().filter(|name| self.template.parameter(name).is_some())
        else {
            return;
        };
        let at = self.named(section, name);
        self.port(at, Role::Input, key, false);
        let end = |node: &Id, port: &str| End {
            port: PortRef { node: node.clone(), role: Role::Input, port: port.to_owned() },
            written: Id(given.path.clone()),
            note: String::new(),
        };
        let target = end(&self.nodes[at].id, key);
        self.graph.links.push(Link {
            id: Id(given.path.clone()),
            kind: LinkKind::Data,
            label: parameter.clone(),
            sources: vec![end(&Id::default(), parameter)],
            targets: vec![target],
            acts: false,
            hosts: false,
            by: None,
        });
    }
}

/// Each name once.
fn distinct(mentions: &[Mention]) -> Vec<&Mention> {
    let mut seen = BTreeSet::new();
    mentions.iter().filter(|mention| seen.insert(mention.name.as_str())).collect()
}

fn limit(limit: Option<&Limit>) -> String {
    limit.map_or_else(String::new, |limit| match limit.threshold() {
        Some(threshold) => threshold.to_string(),
        None => limit.given.datum.text().unwrap_or("?").to_owned(),
    })
}

/// What a constraint asks for, in a few words.
fn said(asked: &Asked) -> String {
    match asked {
        Asked::Zone { qualifier: None, category: None, .. } => "zone".to_owned(),
        Asked::Zone { qualifier, category, .. } => {
            let qualifier = match qualifier {
                Some(Qualifier::Same) => "same",
                Some(Qualifier::Different) => "different",
                None => "?",
            };
            format!("{qualifier} {}", category.map_or("?", super::model::Category::word))
        }
        Asked::InventoryGroup => "a pair of the inventory".to_owned(),
        Asked::Attribute { tests } => {
            tests.iter().map(|test| test.attribute.as_str()).collect::<Vec<_>>().join(", ")
        }
        Asked::Threshold { tests } => {
            let text = |given: &Option<Given>| {
                given.as_ref().and_then(|given| given.datum.text()).unwrap_or("?").to_owned()
            };
            let test = |it: &super::model::Comparison| {
                format!("{} {} {}", text(&it.attribute), text(&it.operator), text(&it.threshold))
            };
            tests.iter().map(test).collect::<Vec<_>>().join(", ")
        }
        Asked::Fit { controller, .. } => {
            controller.as_ref().and_then(|given| given.datum.text()).unwrap_or_default().to_owned()
        }
        Asked::Hpa { machines } => {
            let features = machines.iter().flat_map(|machine| &machine.features);
            let names = features.filter_map(|feature| feature.name.as_ref()?.datum.text());
            names.collect::<Vec<_>>().join(", ")
        }
        _ => String::new(),
    }
}

/// "10 × distance".
fn formula(term: &Term) -> String {
    let what = match &term.value {
        Value::Distance(_) => "distance",
        Value::Latency(_) => "latency",
        Value::Attribute { attribute, .. } => attribute.as_deref().unwrap_or("attribute"),
        Value::AicVersion(_) => "cloud version",
        Value::HpaScore(_) => "hardware score",
        _ => "",
    };
    if term.weight.written.is_empty() {
        what.to_owned()
    } else {
        format!("{} × {what}", term.weight.counts())
    }
}

fn source_text(source: &super::model::Source) -> String {
    let text =
        |given: &Option<Given>| given.as_ref().and_then(|it| it.datum.text()).unwrap_or("?").to_owned();
    match &source.candidates {
        Some(candidates) if source.provider.is_none() => match candidates.len() {
            1 => "1 candidate".to_owned(),
            count => format!("{count} candidates"),
        },
        _ => format!("{} {}", text(&source.provider), text(&source.kind)),
    }
}

/// Where candidates come from, where there are several, and which of them are known by name.
fn badges(demand: &Demand) -> Vec<Badge> {
    let mut badges = Vec::new();
    if demand.sources.len() > 1 {
        for source in demand.sources.iter().take(3) {
            let text = source_text(source);
            let title = format!("a source of candidates: {text}");
            badges.push(Badge { icon: Icon::Storage, text, title });
        }
    }
    let count = |list: fn(&super::model::Source) -> usize| demand.sources.iter().map(list).sum::<usize>();
    let marks = [
        (count(|it| it.required.len()), Icon::Policy, "required", "candidates that have to be chosen from"),
        (count(|it| it.excluded.len()), Icon::Unknown, "excluded", "candidates that do not count"),
        (count(|it| usize::from(it.existing.is_some())), Icon::Place, "placed", "it is placed already"),
    ];
    for (number, icon, word, title) in marks {
        if number > 0 {
            let text = if word == "placed" { word.to_owned() } else { format!("{number} {word}") };
            badges.push(Badge { icon, text, title: title.to_owned() });
        }
    }
    badges
}
