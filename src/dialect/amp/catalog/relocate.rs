//! Converts between an embedded document and the document around it: ranges, paths, graphs, edits and ops.

use limn_language::diagnostic::{Diagnostic, FixEdit};
use limn_language::edit::{Edit, EditError};
use limn_language::graph::{End, Graph, Id, PortRef};
use limn_text::TextRange;
use limn_yaml::{Op, Path};

/// The place of an embedded document.
pub(super) struct Mount {
    pub(super) path: Path,
    pub(super) range: TextRange,
    /// Offset of its text.
    pub(super) shift: usize,
}

impl Mount {
    pub(super) fn path(&self, inner: &Path) -> Path {
        self.path.join(inner)
    }

    pub(super) fn id(&self, inner: &Id) -> Id {
        Id(self.path(&inner.0))
    }

    /// The id in the embedded document.
    pub(super) fn local(&self, id: &Id) -> Id {
        match id.0.steps().get(self.path.len()..) {
            Some(rest) => Id(rest.iter().fold(Path::root(), |path, step| path.step(step.clone()))),
            None => Id::default(),
        }
    }

    pub(super) fn port(&self, port: PortRef) -> PortRef {
        PortRef { node: self.id(&port.node), ..port }
    }

    pub(super) fn local_port(&self, port: &PortRef) -> PortRef {
        PortRef { node: self.local(&port.node), ..port.clone() }
    }

    pub(super) fn range(&self, range: TextRange) -> TextRange {
        let within = |at: usize| (at + self.shift).clamp(self.range.start, self.range.end);
        TextRange::new(within(range.start), within(range.end))
    }

    pub(super) fn diagnostic(&self, mut it: Diagnostic) -> Diagnostic {
        it.range = self.range(it.range);
        it.path = self.path(&it.path);
        it.related.iter_mut().for_each(|related| related.range = self.range(related.range));
        it.fixes.retain_mut(|fix| match &mut fix.edit {
            FixEdit::Ops(ops) => {
                for op in ops {
                    self.op(op);
                }
                true
            }
            FixEdit::Text(_) => false,
        });
        it
    }

    fn op(&self, op: &mut Op) {
        let at = match op {
            Op::Insert { into: at, .. }
            | Op::Append { to: at, .. }
            | Op::Replace { at, .. }
            | Op::ReplaceWithin { at, .. }
            | Op::RenameKey { at, .. }
            | Op::Remove { at, .. }
            | Op::Move { at, .. } => at,
        };
        *at = self.path(at);
    }

    pub(super) fn ops(&self, ops: &[Op]) -> Vec<Op> {
        let mut ops = ops.to_vec();
        for op in &mut ops {
            self.op(op);
        }
        ops
    }

    pub(super) fn error(&self, error: EditError) -> EditError {
        match error {
            EditError::NotFound(id) => EditError::NotFound(self.id(&id)),
            other => other,
        }
    }

    /// The edit in the embedded document.
    pub(super) fn local_edit(&self, edit: &Edit) -> Edit {
        let mut edit = edit.clone();
        let local = |id: &mut Id| *id = self.local(id);
        match &mut edit {
            Edit::Rename { id, .. } | Edit::Disconnect { id } => local(id),
            Edit::Connect { from, to } => {
                local(&mut from.node);
                local(&mut to.node);
            }
            Edit::Set { of, .. }
            | Edit::Unset { of, .. }
            | Edit::Insert { of, .. }
            | Edit::MakeInput { of, .. }
            | Edit::Expose { of, .. }
            | Edit::Inline { at: of } => local(of),
            Edit::Attach { to: of, ids } | Edit::Detach { from: of, ids } => {
                local(of);
                ids.iter_mut().for_each(local);
            }
            Edit::Remove { ids } => ids.iter_mut().for_each(local),
            Edit::Add { on, .. } => on.iter_mut().for_each(local),
            Edit::View { .. } | Edit::Note { .. } | Edit::Place { .. } => {}
        }
        edit
    }

    /// Adds a graph to the graph around it. Its nodes are drawn inside `host`; its frame, and what is connected to that, are left out.
    pub(super) fn draw(&self, graph: Graph, host: &Id, into: &mut Graph) {
        let is_inner = |id: &Id| !id.0.is_empty();
        let ids = |ids: Vec<Id>| ids.iter().filter(|id| is_inner(id)).map(|id| self.id(id)).collect();
        into.nodes.extend(graph.nodes.into_iter().map(|mut node| {
            node.id = self.id(&node.id);
            node.host = Some(node.host.map_or_else(|| host.clone(), |host| self.id(&host)));
            node
        }));
        let joins_nodes = |ends: &[End]| ends.iter().all(|end| is_inner(&end.port.node));
        let links =
            graph.links.into_iter().filter(|link| joins_nodes(&link.sources) && joins_nodes(&link.targets));
        into.links.extend(links.map(|mut link| {
            link.id = self.id(&link.id);
            link.by = link.by.map(|by| self.id(&by));
            for end in link.sources.iter_mut().chain(&mut link.targets) {
                end.port.node = self.id(&end.port.node);
                end.written = self.id(&end.written);
            }
            link
        }));
        into.groups.extend(graph.groups.into_iter().map(|mut group| {
            group.id = self.id(&group.id);
            group.members = ids(group.members);
            group
        }));
        into.policies.extend(graph.policies.into_iter().map(|mut policy| {
            policy.id = self.id(&policy.id);
            policy.targets = ids(policy.targets);
            policy.reads = policy.reads.filter(|port| is_inner(&port.node)).map(|port| self.port(port));
            policy
        }));
        into.hues.extend(graph.hues.into_iter().map(|(id, hue)| (self.id(&id), hue)));
        into.images.extend(graph.images.into_iter().map(|(id, image)| (self.id(&id), image)));
    }
}
