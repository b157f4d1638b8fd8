//! The diagram of a template: demands, locations and the objective are nodes; a constraint on several demands is a link between them, a constraint on each
//! demand alone is a policy; each term of the objective is a link. Undeclared names are ghost nodes.

mod appearance;

use std::collections::{BTreeMap, BTreeSet, HashMap};

pub use self::appearance::icon_of;
use self::appearance::{badges, condition_text, limit_text, source_text, term_label};
use super::model::{
    Condition, Constraint, ConstraintKind, Demand, Location, NameRef, Setting, Template, Term, TermValue,
};
use limn_language::graph::{
    End, Graph, Icon, Id, Link, LinkKind, Look, Multiplicity, Node, Policy, Port, PortIndex, PortRef, Role,
    Side,
};
use limn_yaml::Path;

/// The port of demands and locations for distance constraints.
pub const DISTANCE: &str = "distance";

pub const ZONE: &str = "zone";

pub const GROUP: &str = "group";

pub const NETWORK: &str = "network";

/// The port for terms of the objective.
pub const OBJECTIVE: &str = "objective";

/// The port for constraints of this kind; `None` if they apply to each demand alone.
pub fn port_of(kind: ConstraintKind) -> Option<&'static str> {
    match kind {
        ConstraintKind::DistanceToLocation | ConstraintKind::DistanceBetweenDemands => Some(DISTANCE),
        ConstraintKind::Zone => Some(ZONE),
        ConstraintKind::InventoryGroup => Some(GROUP),
        ConstraintKind::NetworkBetweenDemands | ConstraintKind::NetworkToLocation => Some(NETWORK),
        _ => None,
    }
}

/// The color of each constraint, the same in every view. Neighbors in the text have different colors. The objective has its own.
pub fn hues(template: &Template) -> BTreeMap<Id, u8> {
    const HUES: [u8; 7] = [0, 4, 1, 7, 5, 2, 6];
    let constraints = template.constraints.iter().zip(HUES.iter().cycle());
    constraints.map(|(constraint, hue)| (Id(constraint.path.clone()), *hue)).collect()
}

pub fn graph(template: &Template) -> Graph {
    let mut builder = GraphBuilder {
        template,
        nodes: Vec::new(),
        ports: PortIndex::default(),
        index: HashMap::new(),
        graph: Graph::default(),
    };
    if let Some(objective) = &template.objective {
        builder.objective(objective.path.clone());
    }
    for location in &template.locations {
        builder.location(location);
    }
    for demand in &template.demands {
        builder.demand(demand);
    }
    for constraint in &template.constraints {
        builder.constraint(constraint);
    }
    for term in template.terms() {
        builder.term(term);
    }
    builder.reservations();
    builder.add_data_links();
    let frame = frame(template);
    Graph { frame: Some(frame), nodes: builder.nodes, hues: hues(template), ..builder.graph }
}

/// The document itself, with its parameters as ports.
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
        folds: false,
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

struct GraphBuilder<'t> {
    template: &'t Template,
    nodes: Vec<Node>,
    ports: PortIndex,
    /// Nodes by section and name.
    index: HashMap<(&'static str, String), usize>,
    graph: Graph,
}

const DEMANDS: &str = "demands";

const LOCATIONS: &str = "locations";

impl GraphBuilder<'_> {
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
        // Constraints have their own colors, so their ports have none.
        let kind = (shown && name == OBJECTIVE).then(|| name.to_owned());
        let name = name.to_owned();
        ports.push(Port {
            role,
            side: role.side(),
            name,
            kind,
            ghost: false,
            shown,
            unmet: false,
            folds: false,
        });
    }

    fn objective(&mut self, path: Path) {
        let objective = self.template.objective.as_ref();
        let goal = match objective.and_then(|objective| objective.goal) {
            Some(super::model::Goal::Minimize) => "minimize",
            Some(super::model::Goal::Maximize) => "maximize",
            None => "no goal",
        };
        let how = match objective.and_then(|objective| objective.root.as_ref()).map(|root| &root.value) {
            Some(TermValue::Sum(terms)) => format!(" a sum of {}", terms.len()),
            Some(TermValue::Min(terms)) => format!(" the minimum of {}", terms.len()),
            Some(TermValue::Max(terms)) => format!(" the maximum of {}", terms.len()),
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
        let text = |setting: &Option<Setting>| {
            setting.as_ref().and_then(|setting| setting.datum.text()).map(str::to_owned)
        };
        let caption = match (text(&location.latitude), text(&location.longitude)) {
            (Some(latitude), Some(longitude)) => format!("{latitude}, {longitude}"),
            _ => text(&location.host_name)
                .or_else(|| text(&location.clli_code))
                .or_else(|| {
                    location.address.iter().find_map(|field| field.value.datum.text().map(str::to_owned))
                })
                .unwrap_or_else(|| "no position".to_owned()),
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
        self.add_objective_port(at);
    }

    /// Adds the port for terms of the objective.
    fn add_objective_port(&mut self, at: usize) {
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
        self.add_objective_port(at);
    }

    /// The node of a demand or location; a ghost if it isn't declared.
    fn node_or_ghost(&mut self, section: &'static str, name: &str) -> usize {
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

    fn end(&mut self, section: &'static str, role: Role, port: &str, name_ref: &NameRef) -> End {
        let at = self.node_or_ghost(section, &name_ref.name);
        self.port(at, role, port, true);
        End {
            port: PortRef { node: self.nodes[at].id.clone(), role, port: port.to_owned() },
            written: Id(name_ref.path.clone()),
            note: String::new(),
        }
    }

    fn constraint(&mut self, constraint: &Constraint) {
        let demands = distinct(&constraint.demands);
        let port = constraint.kind.and_then(port_of);
        let (location, note) = match &constraint.condition {
            Condition::DistanceTo { distance, location } => {
                (location.as_ref(), limit_text(distance.as_ref()))
            }
            Condition::DistanceBetween { distance } => (None, limit_text(distance.as_ref())),
            Condition::Network { bandwidth, distance, latency, location } => {
                let all = [bandwidth, distance, latency].map(|threshold| limit_text(threshold.as_ref()));
                let limits: Vec<String> = all.into_iter().filter(|text| !text.is_empty()).collect();
                (location.as_ref(), limits.join(", "))
            }
            condition => (None, condition_text(condition)),
        };
        if let (Some(port), Some(location), false) = (port, location, demands.is_empty()) {
            let source = self.end(LOCATIONS, Role::Capability, port, location);
            let targets =
                demands.iter().map(|demand| self.end(DEMANDS, Role::Requirement, port, demand)).collect();
            return self.add_link(constraint, &note, vec![source], targets);
        }
        if let (Some(port), [first, others @ ..]) = (port, demands.as_slice())
            && !others.is_empty()
        {
            let source = self.end(DEMANDS, Role::Capability, port, first);
            let targets =
                others.iter().map(|other| self.end(DEMANDS, Role::Requirement, port, other)).collect();
            return self.add_link(constraint, &note, vec![source], targets);
        }
        let type_name = constraint.type_name.as_ref().and_then(|setting| setting.datum.text());
        let kind = match constraint.kind {
            Some(kind) => kind.name(),
            None => type_name.unwrap_or("no type"),
        };
        self.add_policy(
            constraint.path.clone(),
            constraint.kind.map_or(Icon::Unknown, icon_of),
            &constraint.name,
            if note.is_empty() { kind.to_owned() } else { format!("{kind}: {note}") },
            &demands,
        );
    }

    fn add_link(&mut self, constraint: &Constraint, note: &str, sources: Vec<End>, targets: Vec<End>) {
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

    fn add_policy(&mut self, path: Path, icon: Icon, label: &str, caption: String, demands: &[&NameRef]) {
        let targets = demands.iter().map(|name_ref| {
            let at = self.node_or_ghost(DEMANDS, &name_ref.name);
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
        let name_refs = term.value.name_refs();
        if name_refs.is_empty() {
            return;
        }
        let Some(objective) = self.template.objective.as_ref().map(|objective| objective.path.clone()) else {
            return;
        };
        let ends = name_refs.into_iter().map(|(name_ref, is_location)| {
            let section = if is_location { LOCATIONS } else { DEMANDS };
            self.end(section, Role::Requirement, OBJECTIVE, name_ref)
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
            label: term_label(term),
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
            let controller = reservation.controller.as_ref().and_then(|setting| setting.datum.text());
            let caption = match (reservation.is_guide_style, controller) {
                (true, _) => "reservation, which HAS does not read".to_owned(),
                (false, Some(controller)) => format!("reservation by {controller}"),
                (false, None) => "reservation".to_owned(),
            };
            let demands = distinct(&reservation.demands);
            self.add_policy(reservation.path.clone(), Icon::Lock, &reservation.name, caption, &demands);
        }
    }

    /// Links from parameters to the values that read them.
    fn add_data_links(&mut self) {
        let template = self.template;
        for location in &template.locations {
            let all = [
                ("latitude", &location.latitude),
                ("longitude", &location.longitude),
                ("host_name", &location.host_name),
                ("clli_code", &location.clli_code),
            ];
            for (key, setting) in all {
                if let Some(setting) = setting {
                    self.add_data_link(LOCATIONS, &location.name, key, setting);
                }
            }
        }
        for demand in &template.demands {
            for source in &demand.sources {
                let inner = source.filters.iter().chain(&source.passthrough).chain(&source.defaults);
                for field in source.fields.iter().chain(inner) {
                    self.add_data_link(DEMANDS, &demand.name, &field.key, &field.value);
                }
            }
        }
    }

    fn add_data_link(&mut self, section: &'static str, name: &str, key: &str, setting: &Setting) {
        let Some(parameter) =
            setting.parameter.as_ref().filter(|name| self.template.parameter(name).is_some())
        else {
            return;
        };
        let at = self.node_or_ghost(section, name);
        self.port(at, Role::Input, key, false);
        let end = |node: &Id, port: &str| End {
            port: PortRef { node: node.clone(), role: Role::Input, port: port.to_owned() },
            written: Id(setting.path.clone()),
            note: String::new(),
        };
        let target = end(&self.nodes[at].id, key);
        self.graph.links.push(Link {
            id: Id(setting.path.clone()),
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
fn distinct(name_refs: &[NameRef]) -> Vec<&NameRef> {
    let mut seen = BTreeSet::new();
    name_refs.iter().filter(|name_ref| seen.insert(name_ref.name.as_str())).collect()
}
