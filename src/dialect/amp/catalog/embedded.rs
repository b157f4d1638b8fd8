//! TOSCA templates inside catalog items. A mapping is read as a document of its own with the same columns, so its positions and paths differ from
//! those of the catalog by a constant only. So do the positions of a template in a literal block text (see [`super::block_text`]). A template in another
//! scalar is checked, but not drawn.

use std::sync::Arc;

use super::block_text::BlockText;
use super::model::{CatalogModel, Content, Element, ElementKind};
use super::relocate::Mount;
use crate::Amp;
use crate::blueprint::Blueprint;
use crate::profile::profile;
use crate::recognize::is_of_plugin;
use limn_language::diagnostic::{Diagnostic, FixEdit};
use limn_language::dialect::{
    Dialect, EmbeddedDocument, ExternalReference, Model, PaletteEntry, Picture, Plan, Profile, Source,
};
use limn_language::edit::{Edit, EditError};
use limn_language::graph::{Graph, Id, PortRef};
use limn_language::schema::{Names, Scope};
use limn_text::{Indel, TextEdit, TextRange};
use limn_yaml::{Document, Node, Op, Path, Style};

/// Checks that do not apply: the `id` of the item names the template, and the location is chosen when it is deployed.
const OF_ITEM: [&str; 2] = ["amp/missing-template-name", "amp/no-location"];

/// Prefix of the palette entries that belong into a template.
const INNER: &str = "in-template:";

/// Maximum number of problems with fixes in one block text: each fix is written when the text is checked.
const FIXES: usize = 64;

/// The palette entries of a blueprint as those of a catalog.
fn inner(mut palette: Vec<PaletteEntry>) -> Vec<PaletteEntry> {
    for it in &mut palette {
        it.id.insert_str(0, INNER);
        it.parent.iter_mut().for_each(|parent| parent.insert_str(0, INNER));
    }
    palette
}

/// The template of one item.
pub(crate) struct Embedded {
    /// Path of the item: the node that the template is drawn in.
    item: Path,
    mount: Mount,
    document: Arc<Document>,
    blueprint: Blueprint,
    profile: &'static Profile,
    form: Form,
}

/// Notation of a template.
enum Form {
    Mapping,
    Block(BlockText),
    /// A scalar whose lines are not those of the template.
    Text,
}

/// Returns true for the mapping of a template.
pub(super) fn is_template(node: Node<'_>) -> bool {
    node.is_mapping()
        && ["tosca_definitions_version", "topology_template"].iter().any(|key| node.get(key).is_some())
}

/// Returns true for a text that is a template.
pub(super) fn is_template_text(text: &str) -> bool {
    text.contains('\n')
        && text.lines().any(|line| {
            ["tosca_definitions_version:", "topology_template:"].iter().any(|key| line.starts_with(key))
        })
}

/// The templates of the items.
pub(super) fn read(source: &Source<'_>, elements: &[Element]) -> Vec<Embedded> {
    let is_embedded =
        |element: &&Element| element.kind == ElementKind::Item && element.content == Content::Tosca;
    let elements = elements.iter().filter(is_embedded);
    let mut found: Vec<Embedded> = elements.filter_map(|element| embedded(source, element)).collect();
    found.sort_by(|a, b| a.mount.path.cmp(&b.mount.path));
    found
}

fn embedded(source: &Source<'_>, element: &Element) -> Option<Embedded> {
    let item = source.document.get(&element.path)?.resolve();
    let node = item.get("item").or_else(|| item.get("spec"))?;
    // An aliased template is drawn and checked at its anchor, if at all.
    if node.is_alias() {
        return None;
    }
    let (text, range, shift, form) = match BlockText::of(node) {
        Some(mut block) => {
            let text = std::mem::take(&mut block.text);
            let range = TextRange::new(block.start, block.start + text.len());
            (text, range, block.start, Form::Block(block))
        }
        None if node.is_scalar() => (node.as_str()?.into_owned(), node.range(), 0, Form::Text),
        None => {
            let (text, shift) = text_of(node);
            (text, node.range(), shift, Form::Mapping)
        }
    };
    let document = Arc::new(limn_yaml::parse(text));
    let version = document.root().and_then(|root| root.resolve().get("tosca_definitions_version"));
    let profile = profile(if version.is_some_and(is_of_plugin) { "amp-plugin" } else { "amp" });
    let library = source.library;
    let blueprint = Blueprint::read(&Source { file: source.file, document: &document, profile, library });
    let mount = Mount { path: node.path(), range, shift };
    Some(Embedded { item: element.path.clone(), mount, document, blueprint, profile, form })
}

/// The text of a mapping, its first line indented as in the catalog, and the offset of the text.
fn text_of(node: Node<'_>) -> (String, usize) {
    let start = node.range().start;
    let line = node.document().text()[..start].rfind('\n').map_or(0, |at| at + 1);
    let column = if node.style() == Style::Block { start - line } else { 0 };
    (format!("{}{}", " ".repeat(column), node.source()), start - column)
}

impl Embedded {
    fn check(&self, catalog: &CatalogModel) -> Vec<Diagnostic> {
        let mut found = self.blueprint.check();
        found.retain(|diagnostic| !OF_ITEM.contains(&diagnostic.code.name));
        match self.form {
            Form::Mapping => {
                // The catalog's own syntax errors are reported already. Others come from aliases of anchors elsewhere, whose values are unknown here.
                if !self.document.errors().is_empty() {
                    return Vec::new();
                }
                return found.into_iter().map(|diagnostic| self.mount.diagnostic(diagnostic)).collect();
            }
            Form::Block(_) => {
                found.extend(limn_common::check(&self.document));
                let with_fixes =
                    |(at, diagnostic): (usize, Diagnostic)| self.in_block(diagnostic, at < FIXES);
                return found.into_iter().enumerate().map(with_fixes).collect();
            }
            Form::Text => {}
        }
        found.extend(limn_common::check(&self.document));
        let Some(node) = catalog.document.get(&self.mount.path) else { return Vec::new() };
        let map = node.source_map();
        let range = |range: TextRange| map.range(range.start..range.end);
        let moved = |mut diagnostic: Diagnostic| {
            diagnostic.range = range(diagnostic.range);
            diagnostic.path = self.mount.path.clone();
            diagnostic.related.iter_mut().for_each(|related| related.range = range(related.range));
            diagnostic.fixes.clear();
            diagnostic
        };
        found.into_iter().map(moved).collect()
    }

    /// A diagnostic of a template in a block text.
    fn in_block(&self, mut it: Diagnostic, has_fixes: bool) -> Diagnostic {
        let mut fixes = std::mem::take(&mut it.fixes);
        fixes.retain_mut(|fix| {
            let edit = match &fix.edit {
                _ if !has_fixes => None,
                FixEdit::Ops(ops) => limn_yaml::patch(&self.document, ops).ok(),
                FixEdit::Text(edit) => Some(edit.clone()),
            };
            let Some(edit) = edit.and_then(|edit| self.around(&edit)) else { return false };
            fix.edit = FixEdit::Text(edit);
            true
        });
        Diagnostic { fixes, ..self.mount.diagnostic(it) }
    }

    /// An edit of the text of the template as one of the catalog.
    fn around(&self, edit: &TextEdit) -> Option<TextEdit> {
        let moved =
            |indel: &Indel| Indel { delete: self.mount.range(indel.delete), insert: indel.insert.clone() };
        TextEdit::from_indels(edit.indels().iter().map(moved).collect())
    }

    /// Ops in the template as ops in the catalog.
    fn ops(&self, ops: &[Op]) -> Result<Vec<Op>, EditError> {
        match &self.form {
            Form::Block(_) if ops.is_empty() => Ok(Vec::new()),
            Form::Block(block) => Ok(vec![block.op(&self.document, ops, &self.mount.path)?]),
            _ => Ok(self.mount.ops(ops)),
        }
    }

    /// Plans an edit, given with ids of the catalog.
    fn plan(&self, edit: &Edit) -> Result<Plan, EditError> {
        let Plan { ops, focus } =
            self.blueprint.plan(&self.mount.local_edit(edit)).map_err(|error| self.mount.error(error))?;
        Ok(Plan { ops: self.ops(&ops)?, focus: focus.map(|id| self.mount.id(&id)) })
    }

    fn is_drawn(&self) -> bool {
        !matches!(self.form, Form::Text)
    }

    /// The names of the template as names of the catalog; `None` if their places are not found there.
    fn names(&self, catalog: &Document) -> Option<Names> {
        // References are nodes of the catalog, which a text does not have.
        if !matches!(self.form, Form::Mapping) || !self.document.errors().is_empty() {
            return None;
        }
        let mut names = self.blueprint.names().clone();
        for it in &mut names.declarations {
            it.path = self.mount.path(&it.path);
            it.written = self.mount.path(&it.written);
            it.range = self.mount.range(it.range);
        }
        for it in &mut names.references {
            let range = self.mount.range(self.document.node_of(it.node)?.range());
            it.node = catalog.at(range.start).filter(|node| node.range() == range)?.id();
            it.range = self.mount.range(it.range);
            if let Scope::At(path) = &mut it.scope {
                *path = self.mount.path(path);
            }
        }
        Some(names)
    }

    /// The template for forms, hover and completion.
    pub(super) fn open<'m>(&'m self, catalog: &'m CatalogModel) -> EmbeddedDocument<'m> {
        let names = || {
            let (file, library) = (&catalog.file, &catalog.library);
            Amp.external_names(&Source { file, document: &self.document, profile: self.profile, library })
        };
        EmbeddedDocument {
            model: &self.blueprint,
            document: &self.document,
            path: &self.mount.path,
            shift: self.mount.shift,
            external_names: Box::new(names),
            ops: Box::new(|ops| self.ops(ops)),
        }
    }

    /// Returns true if an id is of an element of the template; not of the template itself.
    fn has(&self, id: &Id) -> bool {
        self.is_drawn() && id.0.len() > self.mount.path.len() && id.0.starts_with(&self.mount.path)
    }
}

/// Adds the names of the templates to those of the catalog, and returns their references to other files.
pub(super) fn add_names(
    catalog: &Document,
    embedded: &[Embedded],
    names: &mut Names,
) -> Vec<ExternalReference> {
    let found = embedded.iter().filter_map(|template| Some((template, template.names(catalog)?)));
    let (templates, all): (Vec<&Embedded>, Vec<Names>) = found.unzip();
    if all.is_empty() {
        return Vec::new();
    }
    let firsts = names.embed(all);
    let of = |(template, first): (&Embedded, usize)| {
        let external = template.blueprint.external_references().into_iter();
        external
            .map(move |reference| ExternalReference { reference: reference.reference + first, ..reference })
            .collect::<Vec<_>>()
    };
    templates.into_iter().zip(firsts).flat_map(of).collect()
}

impl CatalogModel {
    /// The diagnostics of all embedded templates.
    pub(super) fn check_embedded(&self) -> impl Iterator<Item = Diagnostic> + '_ {
        self.embedded.iter().flat_map(|template| template.check(self))
    }

    /// The ranges of the templates, in order.
    pub(super) fn template_ranges(&self) -> Vec<TextRange> {
        let mut ranges: Vec<TextRange> = self.embedded.iter().map(|template| template.mount.range).collect();
        ranges.sort_by_key(|range| range.start);
        ranges
    }

    /// Adds the nodes of the templates to the diagram, inside their items.
    pub(super) fn draw_embedded(&self, graph: &mut Graph) {
        for it in self.embedded.iter().filter(|template| template.is_drawn()) {
            it.mount.draw(it.blueprint.graph(), &Id(it.item.clone()), graph);
        }
    }

    pub(super) fn embedded_of(&self, id: &Id) -> Option<&Embedded> {
        // The last one that starts with or before the id is the only one that can contain it.
        let after = self.embedded.partition_point(|template| template.mount.path <= id.0);
        after.checked_sub(1).map(|at| &self.embedded[at]).filter(|template| template.has(id))
    }

    /// The template at an offset.
    pub(super) fn embedded_around_offset(&self, offset: usize) -> Option<&Embedded> {
        let is_around =
            |embedded: &&Embedded| embedded.mount.range.start <= offset && offset <= embedded.mount.range.end;
        self.embedded.iter().filter(|template| template.is_drawn()).find(is_around)
    }

    /// Plans an edit of a template's elements; `None` if it is of the catalog's own.
    pub(super) fn plan_embedded(&self, edit: &Edit) -> Option<Result<Plan, EditError>> {
        let of = match edit {
            Edit::Remove { ids } => return self.remove_embedded(ids),
            Edit::Rename { id, .. } | Edit::Disconnect { id } => id,
            Edit::Connect { from, to } => match self.both(from, to)? {
                Ok(_) => &from.node,
                Err(error) => return Some(Err(error)),
            },
            Edit::Set { of, .. }
            | Edit::Unset { of, .. }
            | Edit::Insert { of, .. }
            | Edit::MakeInput { of, .. }
            | Edit::Expose { of, .. }
            | Edit::Inline { at: of } => of,
            Edit::Attach { to, .. } => to,
            Edit::Detach { from, .. } => from,
            Edit::Add { template, on, .. } => return self.add_embedded(template, on, edit),
            Edit::View { .. } | Edit::Note { .. } | Edit::Place { .. } => return None,
        };
        Some(self.embedded_of(of)?.plan(edit))
    }

    /// Adds an element of a template: of the one with the nodes that it is dropped on, or the only one.
    fn add_embedded(&self, template: &str, on: &[Id], edit: &Edit) -> Option<Result<Plan, EditError>> {
        let inner = template.strip_prefix(INNER)?;
        let mut all = self.embedded.iter().filter(|template| template.is_drawn());
        let is_of = |embedded: &&Embedded| on.iter().any(|id| embedded.has(id) || id.0 == embedded.item);
        let Some(found) = all.clone().find(is_of).or_else(|| all.next().filter(|_| all.next().is_none()))
        else {
            let why = "drop it on a template".to_owned();
            return Some(Err(EditError::Refused(why)));
        };
        let mut edit = edit.clone();
        if let Edit::Add { template, on, .. } = &mut edit {
            inner.clone_into(template);
            on.retain(|id| found.has(id));
        }
        Some(found.plan(&edit))
    }

    /// The palette of TOSCA, if an item is a template.
    pub(super) fn palette_of_templates(&self) -> Vec<PaletteEntry> {
        let first = self.embedded.iter().find(|template| template.is_drawn());
        inner(first.map(|template| template.blueprint.palette()).unwrap_or_default())
    }

    /// The palette entries that can be connected to a port in a template.
    pub(super) fn palette_for_embedded(&self, wire: &PortRef) -> Option<Vec<PaletteEntry>> {
        let it = self.embedded_of(&wire.node)?;
        Some(inner(it.blueprint.palette_for(&it.mount.local_port(wire)).unwrap_or_default()))
    }

    /// Removes elements of templates, and others beside them.
    fn remove_embedded(&self, ids: &[Id]) -> Option<Result<Plan, EditError>> {
        let (inner, own): (Vec<&Id>, Vec<&Id>) = ids.iter().partition(|id| self.embedded_of(id).is_some());
        if inner.is_empty() {
            return None;
        }
        let own: Vec<Id> = own.into_iter().cloned().collect();
        let mut all = Plan::default();
        if !own.is_empty() {
            match super::plan::plan(self, &Edit::Remove { ids: own.clone() }) {
                Ok(plan) => all.ops.extend(plan.ops),
                Err(error) => return Some(Err(error)),
            }
        }
        for embedded in &self.embedded {
            let ids: Vec<Id> = inner.iter().filter(|id| embedded.has(id)).map(|id| (*id).clone()).collect();
            // Its item is removed as a whole.
            if ids.is_empty() || own.iter().any(|id| embedded.item.starts_with(&id.0)) {
                continue;
            }
            match embedded.plan(&Edit::Remove { ids }) {
                Ok(plan) => all.ops.extend(plan.ops),
                Err(error) => return Some(Err(error)),
            }
        }
        Some(Ok(all))
    }

    /// The template of two ports, and the ports in it; `None` if neither port is in a template.
    fn both(&self, from: &PortRef, to: &PortRef) -> Option<Result<(&Embedded, PortRef, PortRef), EditError>> {
        let (source, target) = (self.embedded_of(&from.node), self.embedded_of(&to.node));
        match (source, target) {
            (None, None) => None,
            (Some(source), Some(target)) if std::ptr::eq(source, target) => {
                Some(Ok((source, source.mount.local_port(from), source.mount.local_port(to))))
            }
            _ => Some(Err(EditError::Incompatible("connect nodes of the same template".to_owned()))),
        }
    }

    pub(super) fn accepts_embedded(&self, from: &PortRef, to: &PortRef) -> Option<Result<(), EditError>> {
        Some(match self.both(from, to)? {
            Ok((it, from, to)) => it.blueprint.accepts(&from, &to).map_err(|error| it.mount.error(error)),
            Err(error) => Err(error),
        })
    }

    pub(super) fn ends_embedded(&self, from: &PortRef, on: &Id) -> Option<Vec<PortRef>> {
        let it = self.embedded_of(&from.node).filter(|template| template.has(on))?;
        let ends = it.blueprint.ends(&it.mount.local_port(from), &it.mount.local(on))?;
        Some(ends.into_iter().map(|port| it.mount.port(port)).collect())
    }

    pub(super) fn hosting_embedded(&self, node: &Id, host: &Id) -> Option<(PortRef, PortRef)> {
        let it = self.embedded_of(node).filter(|template| template.has(host))?;
        let (from, to) = it.blueprint.hosting(&it.mount.local(node), &it.mount.local(host))?;
        Some((it.mount.port(from), it.mount.port(to)))
    }
}
