//! Whether what one node needs is met by what another offers, and if not, why: the one answer for rules, wires and pickers.

use std::sync::Arc;

use super::sockets::{Asked, Kind, Line, Need, valid_targets};
use crate::dialect::tosca::types::{TypeId, World};

/// What an assignment says beyond the definition of its requirement.
#[derive(Clone, Debug, Default)]
pub struct Wish {
    pub capability: Wanted,
    /// The relationship type that joins the two, where another than the definition's is named.
    pub relationship: Option<Arc<Joining>>,
}

/// The capability that an assignment names.
#[derive(Clone, Debug, Default)]
pub enum Wanted {
    /// None: the definition's.
    #[default]
    Any,
    /// A name, of a capability of the target or of a type.
    Named { name: String, kind: Asked },
}

#[derive(Clone, Debug)]
pub struct Joining {
    pub line: Line,
    pub valid_targets: Vec<Asked>,
}

impl Joining {
    pub fn of(world: &World<'_>, id: TypeId) -> Joining {
        Joining { line: Line::of(world, id), valid_targets: valid_targets(world, id) }
    }
}

/// What comes of asking.
#[derive(Clone, Debug, Default)]
pub struct Fit {
    /// The capabilities of the target that would take it, by position, the likeliest first.
    pub capabilities: Vec<usize>,
    /// Why it does not fit. Empty: it fits, or that cannot be told.
    pub faults: Vec<Mismatch>,
}

/// One reason why a node does not meet a requirement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mismatch {
    NodeType {
        has: String,
        wanted: String,
    },
    NoCapability {
        wanted: String,
    },
    UnknownCapability {
        name: String,
    },
    CapabilityType {
        capability: String,
        has: String,
        wanted: String,
    },
    /// The named capability type has nothing to do with the definition's.
    OtherCapability {
        named: String,
        wanted: String,
    },
    Source {
        capability: String,
        source: String,
        valid: Vec<String>,
    },
    Target {
        relationship: String,
        capability: String,
        has: String,
        valid: Vec<String>,
    },
    /// The capability serves as many as it may already.
    Taken {
        capability: String,
        most: u64,
    },
    /// The requirement leads to as many as it may already.
    Filled {
        requirement: String,
        most: u64,
    },
    Filter(String),
    /// A node is not its own host, nor its own anything.
    Itself,
}

impl std::fmt::Display for Mismatch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Mismatch::NodeType { has, wanted } => {
                write!(f, "its type `{has}` does not derive from `{wanted}`")
            }
            Mismatch::NoCapability { wanted } => write!(f, "it has no capability of type `{wanted}`"),
            Mismatch::UnknownCapability { name } => {
                write!(f, "it has no capability `{name}`, nor one of such a type")
            }
            Mismatch::CapabilityType { capability, has, wanted } => {
                write!(
                    f,
                    "its capability `{capability}` is of type `{has}`, which does not derive from `{wanted}`"
                )
            }
            Mismatch::OtherCapability { named, wanted } => {
                write!(f, "`{named}` does not derive from `{wanted}`, which its definition asks for")
            }
            Mismatch::Source { capability, source, valid } => {
                write!(
                    f,
                    "its capability `{capability}` serves only {}, which `{source}` is not",
                    listed(valid)
                )
            }
            Mismatch::Target { relationship, capability, has, valid } => write!(
                f,
                "`{relationship}` leads only to {}, and its capability `{capability}` is of type `{has}`",
                listed(valid)
            ),
            Mismatch::Taken { capability, most } => {
                write!(f, "its capability `{capability}` serves {most} already, and no more")
            }
            Mismatch::Filled { requirement, most: 0 } => {
                write!(f, "`{requirement}` cannot be assigned: its `occurrences` allow none")
            }
            Mismatch::Filled { requirement, most } => {
                write!(f, "`{requirement}` is assigned {} already, and no more are allowed", times(*most))
            }
            Mismatch::Filter(why) => f.write_str(why),
            Mismatch::Itself => f.write_str("it is the node itself"),
        }
    }
}

pub fn times(count: u64) -> String {
    match count {
        0 => "never".to_owned(),
        1 => "once".to_owned(),
        2 => "twice".to_owned(),
        more => format!("{more} times"),
    }
}

/// `` `a`, `b` or `c` ``.
pub fn listed(names: &[String]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    match &quoted[..] {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}

/// Whether a node of the kind `target` meets `need` of one of the kind `source`, by their types. What is not known is taken to fit.
pub fn fit(source: &Kind, need: &Need, target: &Kind, wish: &Wish) -> Fit {
    let mut fit = Fit::default();
    if let Some(node) = &need.node
        && target.line.is(node) == Some(false)
    {
        let (has, wanted) = (target.line.name.clone(), node.name.clone());
        fit.faults.push(Mismatch::NodeType { has, wanted });
    }
    let offered = match capabilities(need, target, &wish.capability) {
        Ok(offered) => offered,
        Err(fault) => {
            // Of a node of another type one sentence is enough.
            if fit.faults.is_empty() {
                fit.faults.extend(fault);
            }
            return fit;
        }
    };
    let mut fault = None;
    for at in offered {
        match refusal(
            source,
            target,
            at,
            wish.relationship.as_ref().or(need.joining.as_ref()).map(AsRef::as_ref),
        ) {
            None => fit.capabilities.push(at),
            Some(why) => fault = fault.or(Some(why)),
        }
    }
    if fit.capabilities.is_empty() && fit.faults.is_empty() {
        fit.faults.extend(fault);
    }
    fit
}

/// The capabilities of the target that are of the type asked for, those of exactly that type first. An error without a reason: it cannot be
/// told.
fn capabilities(need: &Need, target: &Kind, wanted: &Wanted) -> Result<Vec<usize>, Option<Mismatch>> {
    let asked = match wanted {
        Wanted::Named { name, kind } => {
            if let Some(at) = target.offer_at(name) {
                let (offer, asked) = (&target.offers[at], need.capability.as_ref());
                return match offer.line.as_ref().zip(asked).map(|(line, asked)| (line, asked, line.is(asked)))
                {
                    Some((line, asked, Some(false))) => Err(Some(Mismatch::CapabilityType {
                        capability: name.clone(),
                        has: line.name.clone(),
                        wanted: asked.name.clone(),
                    })),
                    _ => Ok(vec![at]),
                };
            }
            match kind.found {
                super::Lookup::Found(_) => Some(kind),
                super::Lookup::Untold => return Err(None),
                super::Lookup::Unknown if !target.line.is_complete() => return Err(None),
                super::Lookup::Unknown => {
                    return Err(Some(Mismatch::UnknownCapability { name: name.clone() }));
                }
            }
        }
        Wanted::Any => need.capability.as_ref(),
    };
    let Some(asked) = asked else { return Err(None) };
    let mut untold = !target.line.is_complete();
    let mut found = Vec::new();
    for (at, offer) in target.offers.iter().enumerate() {
        match offer.line.as_ref().map(|line| line.is(asked)) {
            Some(Some(true)) => found.push(at),
            Some(Some(false)) => {}
            None | Some(None) => untold = true,
        }
    }
    if found.is_empty() {
        return Err((!untold).then(|| Mismatch::NoCapability { wanted: asked.name.clone() }));
    }
    let exactly = |at: &usize| target.offers[*at].line.as_ref().is_some_and(|line| line.name == asked.name);
    // Much derives from the capability that every node has, and is not meant by who asks for the node.
    if asked.name == "tosca.capabilities.Node" && found.iter().any(exactly) {
        found.retain(exactly);
    }
    found.sort_by_key(|at| !exactly(at));
    Ok(found)
}

/// Why a capability of the right type does not take it all the same.
fn refusal(source: &Kind, target: &Kind, at: usize, joining: Option<&Joining>) -> Option<Mismatch> {
    let offer = &target.offers[at];
    if source.line.is_any(&offer.valid_sources) == Some(false) {
        return Some(Mismatch::Source {
            capability: offer.name.clone(),
            source: source.line.name.clone(),
            valid: offer.valid_sources.iter().map(|it| it.name.clone()).collect(),
        });
    }
    let (joining, line) = (joining?, offer.line.as_ref()?);
    if line.is_any(&joining.valid_targets) == Some(false) {
        return Some(Mismatch::Target {
            relationship: joining.line.name.clone(),
            capability: offer.name.clone(),
            has: line.name.clone(),
            valid: joining.valid_targets.iter().map(|it| it.name.clone()).collect(),
        });
    }
    None
}
