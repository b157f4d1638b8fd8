//! Fields of forms for values that are AMP's own: the member of a cluster, and what an initializer group attaches. All others are TOSCA's.

use super::graph::INITIALIZER;
use super::locations;
use super::rules::shared::is_supported;
use limn_language::dialect::Model;
use limn_language::edit::FunctionCall;
use limn_language::schema::{Argument, ChoiceItem, Holds, Slot, Slots};
use limn_tosca::ServiceTemplate;
use limn_tosca::brooklyn::function_keys;
use limn_tosca::types::TypeKind;
use limn_yaml::{Node, Path, Step, Value};

pub(crate) const MEMBER: &str = "dynamiccluster.memberspec";
pub(crate) const ENTITY_SPEC: &str = "$brooklyn:entitySpec";
/// The class of a process that scripts start: a member to begin with.
pub(crate) const PROCESS: &str = "org.apache.brooklyn.entity.software.base.VanillaSoftwareProcess";
const CONFIG: &str = "brooklyn.config";

/// The lists of AMP's entries, with their usual types.
const LISTS: [(&str, &[&str]); 3] = [
    (
        "brooklyn.policies",
        &[
            "org.apache.brooklyn.policy.autoscaling.AutoScalerPolicy",
            "org.apache.brooklyn.policy.ha.ServiceReplacer",
            "org.apache.brooklyn.policy.ha.ServiceRestarter",
        ],
    ),
    (
        "brooklyn.enrichers",
        &[
            "org.apache.brooklyn.enricher.stock.Aggregator",
            "org.apache.brooklyn.enricher.stock.Combiner",
            "org.apache.brooklyn.enricher.stock.Propagator",
            "org.apache.brooklyn.enricher.stock.Transformer",
            "org.apache.brooklyn.policy.ha.ServiceFailureDetector",
        ],
    ),
    (
        "brooklyn.initializers",
        &[
            "org.apache.brooklyn.core.effector.ssh.SshCommandEffector",
            "org.apache.brooklyn.core.sensor.StaticSensor",
            "org.apache.brooklyn.core.sensor.ssh.SshCommandSensor",
        ],
    ),
];

/// Fields of one blueprint.
pub(crate) struct BlueprintFields<'m> {
    template: &'m ServiceTemplate,
    tosca: Option<Box<dyn Slots + 'm>>,
}

impl<'m> BlueprintFields<'m> {
    pub(crate) fn of(template: &'m ServiceTemplate) -> BlueprintFields<'m> {
        BlueprintFields { template, tosca: template.slots() }
    }

    /// AMP's value at a place: what it is, the place of its first step, and the steps in it.
    fn own<'p>(&self, path: &'p Path) -> Option<(Own, usize, &'p [Step])> {
        let steps = path.steps();
        let properties = (3..=4).find(|at| path.key_at(*at) == Some("properties"))?;
        let own = match (path.key_at(0)?, path.key_at(1)?, path.key_at(properties + 1)?) {
            ("topology_template", "node_templates", MEMBER) if properties == 3 => Own::Member,
            ("topology_template", "groups", key) => {
                let types = LISTS.iter().find(|(list, _)| *list == key)?.1;
                let group = self.template.document().get(&path.prefix(properties))?;
                let of_type = group.get("type").and_then(Node::as_str);
                of_type.filter(|name| name == INITIALIZER)?;
                Own::List(types)
            }
            _ => return None,
        };
        Some((own, properties + 2, &steps[properties + 2..]))
    }

    fn node(&self, path: &Path) -> Option<Node<'_>> {
        self.template.document().get(path).map(Node::resolve)
    }

    /// The member of a cluster.
    fn member(&self, spec: &Path) -> Slot {
        let service = self.template.service();
        let own = service.own_types(TypeKind::Node).map(|(_, own)| own.name.to_string());
        member(own.chain([PROCESS.to_owned()]).collect(), self.config(spec, TypeKind::Node))
    }

    /// An entry of a list: a policy, an enricher or an initializer.
    fn entry(&self, entry: &Path, types: &[&str]) -> Slot {
        let words = types.iter().map(|&name| name.to_owned()).collect();
        let parts = vec![
            ("type".to_owned(), required(names(words, "A type of AMP's catalog, or a Java class."))),
            ("name".to_owned(), doc(Holds::Text, "string", "The display name.")),
            (CONFIG.to_owned(), self.config(entry, TypeKind::Policy)),
        ];
        Slot { holds: Holds::Parts { parts, open: true }, ..Slot::default() }
    }

    /// `brooklyn.config` of the value at a path: the properties of its type, and any other keys.
    fn config(&self, of: &Path, kind: TypeKind) -> Slot {
        let type_name = self.node(of).and_then(|node| node.get("type")?.resolve().as_str());
        let parts = type_name.map(|name| self.template.property_slots(kind, &name)).unwrap_or_default();
        let holds = match parts.is_empty() {
            true => Holds::Map(Box::new(Slot { computed: true, ..Slot::default() })),
            false => Holds::Parts { parts, open: true },
        };
        configuration(holds)
    }
}

/// The specification of the members of a cluster.
pub(crate) fn member(types: Vec<String>, config: Slot) -> Slot {
    let parts = vec![
        ("name".to_owned(), doc(Holds::Text, "string", "The display name of each member.")),
        (
            "type".to_owned(),
            required(names(types, "What each member is: a type, or an item of the catalog.")),
        ),
        (CONFIG.to_owned(), config),
    ];
    doc(Holds::Parts { parts, open: true }, "entity", "The entity that each member of the cluster is.")
}

/// `brooklyn.config`
pub(crate) fn configuration(holds: Holds) -> Slot {
    doc(holds, "map", "Configuration: keys of the type, with their values.")
}

/// A value of AMP.
enum Own {
    Member,
    /// A list of entries with these usual types.
    List(&'static [&'static str]),
}

fn doc(holds: Holds, type_name: &str, text: &str) -> Slot {
    Slot { type_name: type_name.to_owned(), doc: text.to_owned(), holds, ..Slot::default() }
}

fn required(slot: Slot) -> Slot {
    Slot { required: true, ..slot }
}

fn names(words: Vec<String>, text: &str) -> Slot {
    let word = |word| ChoiceItem { word, fits: true, ..ChoiceItem::default() };
    doc(Holds::Name(words.into_iter().map(word).collect()), "type", text)
}

/// The slot at the steps below a slot.
pub(crate) fn below(slot: Slot, steps: &[Step]) -> Option<Slot> {
    let Some((step, rest)) = steps.split_first() else { return Some(slot) };
    let inner = match (&slot.holds, step) {
        (Holds::Parts { .. }, Step::Key(key)) => slot.part(key)?.clone(),
        (Holds::Map(each), Step::Key(_)) | (Holds::List(each), Step::Index(_)) => (**each).clone(),
        _ => return None,
    };
    below(inner, rest)
}

/// A value of AMP without its parts, which are loaded at their own places.
fn closed(own: &Own, slot: Slot) -> Slot {
    let folded = || Slot { holds: Holds::Folded, ..Slot::default() };
    let holds = match own {
        Own::Member => {
            Holds::Parts { parts: vec![(ENTITY_SPEC.to_owned(), required(folded()))], open: false }
        }
        Own::List(_) => Holds::List(Box::new(folded())),
    };
    Slot { holds, ..slot }
}

impl Slots for BlueprintFields<'_> {
    fn slot(&self, path: &Path) -> Option<Slot> {
        let tosca = || self.tosca.as_ref()?.slot(path);
        if let Some((own, depth, inside)) = self.own(path) {
            let (Some((_, rest)), spec) = (inside.split_first(), path.prefix(depth + 1)) else {
                return Some(closed(&own, tosca().unwrap_or_default()));
            };
            return match own {
                Own::Member if path.key_at(depth) == Some(ENTITY_SPEC) => below(self.member(&spec), rest),
                Own::List(types) => below(self.entry(&spec, types), rest),
                Own::Member => None,
            };
        }
        let mut slot = tosca()?;
        // Any sensor can be an attribute.
        if path.len() == 4
            && (path.key_at(1), path.last_key()) == (Some("node_templates"), Some("attributes"))
            && let Holds::Parts { open, .. } = &mut slot.holds
        {
            *open = true;
        }
        if path.last_key() == Some("properties")
            && let Holds::Parts { parts, .. } = &mut slot.holds
        {
            for (name, part) in parts {
                if let Some((own, ..)) = self.own(&path.key(name)) {
                    *part = closed(&own, std::mem::take(part));
                }
            }
        }
        Some(slot)
    }

    fn likely(&self, path: &Path) -> Vec<String> {
        self.tosca.as_ref().map(|tosca| tosca.likely(path)).unwrap_or_default()
    }

    fn known_keys(&self, _mapping: &Path, typed: &str) -> Vec<(String, Slot)> {
        if typed.starts_with('$') { function_keys() } else { Vec::new() }
    }

    fn has_fields(&self, path: &Path) -> bool {
        self.tosca.as_ref().is_some_and(|tosca| tosca.has_fields(path))
    }

    fn fitting(&self, path: &Path) -> Vec<ChoiceItem> {
        if path.len() == 5 && path.key_at(1) == Some("groups") && path.last_key() == Some("location") {
            return locations::names(self.template.library());
        }
        self.tosca.as_ref().map(|tosca| tosca.fitting(path)).unwrap_or_default()
    }

    fn excluded(&self, path: &Path) -> Vec<String> {
        self.tosca.as_ref().map(|tosca| tosca.excluded(path)).unwrap_or_default()
    }

    fn inherited(&self, section: &Path) -> Vec<ChoiceItem> {
        self.tosca.as_ref().map(|tosca| tosca.inherited(section)).unwrap_or_default()
    }

    fn long(&self, path: &Path) -> Option<&'static str> {
        self.tosca.as_ref()?.long(path)
    }

    fn call(&self, path: &Path) -> Option<FunctionCall> {
        self.tosca.as_ref()?.call(path)
    }

    fn functions(&self, path: &Path) -> Vec<ChoiceItem> {
        let mut functions = self.tosca.as_ref().map(|tosca| tosca.functions(path)).unwrap_or_default();
        // A call that is there can be shown and edited all the same.
        let current = self.call(path).map(|call| call.function);
        functions.retain(|function| is_supported(&function.word) || current.as_ref() == Some(&function.word));
        functions
    }

    fn arguments(&self, path: &Path, function: &str, given: &[String]) -> Vec<Argument> {
        self.tosca.as_ref().map(|tosca| tosca.arguments(path, function, given)).unwrap_or_default()
    }

    fn written(&self, path: &Path, call: &FunctionCall) -> Value {
        self.tosca.as_ref().map_or(Value::Null, |tosca| tosca.written(path, call))
    }

    fn call_summary(&self, call: &FunctionCall) -> String {
        self.tosca.as_ref().map(|tosca| tosca.call_summary(call)).unwrap_or_default()
    }
}
