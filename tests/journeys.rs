//! Journeys of a user from opening to export: every step a small edit, every step taken back to the byte.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::Arc;

use expect_test::{Expect, expect};
use limn::analysis::{Analysis, Change, Choices, IdMap};
use limn::canvas::Scene;
use limn::edit::{Edit, EditError, Input, Place};
use limn::files::{Content, FilePath, Workspace};
use limn::graph::{Id, PortRef, Role};
use limn::layout::layout;
use limn::packages::{self, PackOptions};
use limn::text::TextEdit;
use limn::yaml::Path;
use proptest::prelude::*;

const STREAMER: &str = include_str!("../public/samples/streamer_cluster.yaml");

/// A workspace with what was done to it, as the page keeps it.
struct Desk {
    workspace: Workspace,
    analysis: Analysis,
    /// Edits that undo each step, by file.
    done: Vec<BTreeMap<FilePath, TextEdit>>,
}

impl Desk {
    fn open(files: &[(&str, &str)]) -> Desk {
        let files: BTreeMap<FilePath, Content> =
            files.iter().map(|(name, text)| (path(name), Content::Text((*text).into()))).collect();
        let mut workspace = Workspace { files, ..Workspace::default() };
        workspace.entry = packages::entry(&workspace).path;
        let analysis = Analysis::of(&workspace, &Choices::default(), &Analysis::default());
        Desk { workspace, analysis, done: Vec::new() }
    }

    fn file(&self) -> FilePath {
        self.workspace.entry.clone().expect("a desk has an entry")
    }

    fn text(&self, file: &FilePath) -> Arc<str> {
        Arc::clone(self.workspace.text(file).expect("the file is open"))
    }

    /// Does an edit to the entry; what became of whom.
    #[track_caller]
    fn edit(&mut self, edit: &Edit) -> (Change, IdMap) {
        let file = self.file();
        let change = self.analysis.plan(&file, edit).unwrap_or_else(|error| panic!("{edit:?}: {error}"));
        let before = self.analysis.clone();
        let undo = change.edits.iter().map(|(file, edit)| (file.clone(), edit.invert(&self.text(file))));
        self.done.push(undo.collect());
        self.apply(&change.edits);
        let carried = before.map_ids(&file, &change.edits[&file], &self.analysis);
        (change, carried)
    }

    fn apply(&mut self, edits: &BTreeMap<FilePath, TextEdit>) {
        for (file, edit) in edits {
            let text = edit.apply(&self.text(file));
            self.workspace.files.insert(file.clone(), Content::Text(text.into()));
        }
        self.analysis = Analysis::of(&self.workspace, &Choices::default(), &self.analysis);
    }

    fn undo(&mut self) {
        let edits = self.done.pop().expect("something was done");
        self.apply(&edits);
    }

    /// The lines that differ from `before`, as a diff shows them: what the two have in common is the longest there is.
    fn diff(&self, before: &str) -> String {
        let after = self.text(&self.file());
        let (old, new): (Vec<&str>, Vec<&str>) = (before.lines().collect(), after.lines().collect());
        // How many lines the tails from here have in common.
        let mut common = vec![vec![0; new.len() + 1]; old.len() + 1];
        for (i, j) in (0..old.len()).rev().flat_map(|i| (0..new.len()).rev().map(move |j| (i, j))) {
            common[i][j] = if old[i] == new[j] {
                common[i + 1][j + 1] + 1
            } else {
                common[i + 1][j].max(common[i][j + 1])
            };
        }
        let (mut i, mut j, mut diff) = (0, 0, String::new());
        while i < old.len() || j < new.len() {
            if i < old.len() && j < new.len() && old[i] == new[j] {
                (i, j) = (i + 1, j + 1);
            } else if j == new.len() || (i < old.len() && common[i + 1][j] >= common[i][j + 1]) {
                writeln!(diff, "- {}", old[i]).expect("a String takes all");
                i += 1;
            } else {
                writeln!(diff, "+ {}", new[j]).expect("a String takes all");
                j += 1;
            }
        }
        diff
    }

    /// Does an edit to the entry and shows what it changed.
    #[track_caller]
    fn shows(&mut self, edit: &Edit, expect: Expect) {
        let before = self.text(&self.file());
        self.edit(edit);
        expect.assert_eq(&self.diff(&before));
    }
}

fn path(name: &str) -> FilePath {
    FilePath::new(name).expect("a plain path")
}

fn id(keys: &[&str]) -> Id {
    Id(Path::keys(keys.iter().copied()))
}

fn port(node: &str, role: Role, name: &str) -> PortRef {
    PortRef { node: id(&["composition", node]), role, port: name.to_owned() }
}

#[test]
fn an_assembly_is_drawn_upon_and_taken_back_to_the_byte() {
    let mut desk = Desk::open(&[("Descriptor/assembly.yml", STREAMER)]);
    let file = desk.file();
    let template = desk.analysis.file(&file).expect("open").palette().remove(0).id;
    let (added, _) =
        desk.edit(&Edit::Add { template, name: Some("probe".to_owned()), place: None, on: Vec::new() });
    assert_eq!(added.focus, Some(id(&["composition", "probe"])));
    desk.shows(
        &Edit::Connect {
            from: port("streamer", Role::Capability, "VideoStream"),
            to: port("probe", Role::Requirement, "VideoStream"),
        },
        expect![[r#"
            +   probe-uses-streamer:
            +     source-capabilities:
            +     - streamer.VideoStream
            +     target-requirements:
            +     - probe.VideoStream
            +     source-state: Active
            +     target-state: Inactive
        "#]],
    );
    desk.shows(
        &Edit::Rename { id: id(&["composition", "streamer"]), to: "player".to_owned() },
        expect![[r#"
            -   streamer:
            +   player:
            -     - streamer.VideoNetwork
            +     - player.VideoNetwork
            -     - streamer.ManagementNetwork
            +     - player.ManagementNetwork
            -     - streamer.VideoStream
            +     - player.VideoStream
            -     - streamer.VideoStream
            +     - player.VideoStream
        "#]],
    );
    desk.shows(
        &Edit::Set {
            of: id(&["composition", "player"]),
            key: Path::keys(["cluster", "maximum-nodes"]),
            input: Input::Text("12".to_owned()),
        },
        expect![[r#"
            -       maximum-nodes: 10
            +       maximum-nodes: 12
        "#]],
    );
    desk.shows(
        &Edit::Remove { ids: vec![id(&["composition", "probe"])] },
        expect![[r#"
        -   probe:
        -     type: resource::probe::1.0
        -     properties:
        -       deploymentLocation:
        -         value: '${deploymentLocation}'
        -       resourceManager:
        -         value: '${resourceManager}'
        -   probe-uses-streamer:
        -     source-capabilities:
        -     - player.VideoStream
        -     target-requirements:
        -     - probe.VideoStream
        -     source-state: Active
        -     target-state: Inactive
    "#]],
    );
    while !desk.done.is_empty() {
        desk.undo();
    }
    assert_eq!(&*desk.text(&file), STREAMER);
}

#[test]
fn a_renamed_box_keeps_its_place_and_moves_no_other() {
    let mut desk = Desk::open(&[("Descriptor/assembly.yml", STREAMER)]);
    let file = desk.file();
    let laid = |desk: &Desk, kept: &BTreeMap<Id, (f64, f64)>| {
        layout(desk.analysis.file(&file).expect("open").graph(), kept).boxes
    };
    let before = laid(&desk, &BTreeMap::new());
    let (_, carried) =
        desk.edit(&Edit::Rename { id: id(&["composition", "streamer"]), to: "player".to_owned() });
    assert_eq!(carried.get(&id(&["composition", "streamer"])), Some(&id(&["composition", "player"])));
    let kept = before
        .iter()
        .map(|(id, rect)| (carried.get(id).unwrap_or(id).clone(), (rect.x, rect.y)))
        .collect::<BTreeMap<_, _>>();
    let after = laid(&desk, &kept);
    assert_eq!(after.len(), before.len());
    for (id, place) in kept {
        assert_eq!((after[&id].x, after[&id].y), place, "{id} moved");
    }
}

#[test]
fn a_broken_line_is_named_and_the_rest_stays_drawn() {
    let mut desk = Desk::open(&[("Descriptor/assembly.yml", STREAMER)]);
    let file = desk.file();
    let nodes = |desk: &Desk| desk.analysis.file(&file).expect("open").graph().nodes.len();
    let whole = nodes(&desk);
    let line = STREAMER.lines().position(|line| line.contains("maximum-nodes")).expect("it is there");
    let at = STREAMER.find("maximum-nodes: ").expect("it is there") + "maximum-nodes: ".len();
    let edit = BTreeMap::from([(file.clone(), TextEdit::insert(at, "{"))]);
    desk.apply(&edit);
    let broken = desk.analysis.file(&file).expect("open").broken().expect("it is broken");
    assert_eq!(broken.line, line + 1, "{}", broken.message);
    assert_eq!(nodes(&desk), whole, "one bad line hides nothing else");
    let mend = BTreeMap::from([(file.clone(), edit[&file].invert(STREAMER))]);
    desk.apply(&mend);
    assert_eq!(desk.analysis.file(&file).expect("open").broken(), None);
    assert_eq!(&*desk.text(&file), STREAMER);
}

#[test]
fn what_is_refused_says_why_and_writes_nothing() {
    let desk = Desk::open(&[("Descriptor/assembly.yml", STREAMER)]);
    let file = desk.file();
    let refused = |edit: Edit| desk.analysis.plan(&file, &edit).expect_err("it is refused");
    let taken = Edit::Rename { id: id(&["composition", "streamer"]), to: "balancer".to_owned() };
    assert_eq!(refused(taken), EditError::Taken("balancer".to_owned()));
    let gone = Edit::Rename { id: id(&["composition", "nobody"]), to: "somebody".to_owned() };
    assert_eq!(refused(gone), EditError::NotFound(id(&["composition", "nobody"])));
    let odd = Edit::Rename { id: id(&["composition", "streamer"]), to: "a.b".to_owned() };
    assert!(matches!(refused(odd), EditError::Name { .. }));
}

#[test]
fn what_was_edited_and_placed_is_exported_and_opens_again() {
    let mut desk = Desk::open(&[("streamer.yaml", STREAMER)]);
    desk.edit(&Edit::Rename { id: id(&["composition", "streamer"]), to: "player".to_owned() });
    let mut options = PackOptions::of(&desk.workspace);
    let places = BTreeMap::from([(id(&["composition", "player"]), Place { x: 400.0, y: -20.5 })]);
    options.pins.insert(desk.file(), places.clone());
    assert_eq!(packages::file_name(&desk.workspace, &options), "Streamer_cluster-1.0.csar");
    let bytes = packages::pack(&desk.workspace, &options).expect("it packs");

    let opened = packages::open("x.csar", &bytes).expect("it opens");
    let entry = opened.workspace.entry.clone().expect("an entry");
    assert_eq!(entry.as_str(), "Descriptor/assembly.yml");
    assert_eq!(opened.workspace.text(&entry), Some(&desk.text(&desk.file())));
    assert_eq!(opened.pins[&entry], places);
    let analysis = Analysis::of(&opened.workspace, &Choices::default(), &Analysis::default());
    let project = analysis.file(&path("lmpkg.yml")).expect("it has a manifest");
    assert_eq!(project.diagnostics(), [], "its own manifest is in order");
    let again = PackOptions { pins: opened.pins.clone(), ..PackOptions::of(&opened.workspace) };
    assert_eq!(
        packages::pack(&opened.workspace, &again),
        Ok(bytes),
        "the same workspace is the same package"
    );

    let checked = analysis.file(&entry).expect("open");
    let kept = opened.pins[&entry].iter().map(|(id, place)| (id.clone(), (place.x, place.y))).collect();
    let scene = Scene::new(Arc::clone(checked.graph()), &layout(checked.graph(), &kept), &BTreeMap::new());
    let rect = scene.rect(&id(&["composition", "player"])).expect("it is drawn");
    assert_eq!((rect.x, rect.y), (400.0, -20.5));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// The analysis that was carried along by changes says what one made afresh says.
    #[test]
    fn an_analysis_carried_along_is_as_good_as_new(
        edits in proptest::collection::vec((any::<bool>(), any::<prop::sample::Index>(), 0usize..6, "[a-z:{}$ \n-]{0,4}"), 1..6)
    ) {
        let resource = "name: resource::c_streamer::1.0\nlifecycle:\n  Install: {}\ncapabilities:\n  VideoStream: {type: x}\n";
        let mut desk = Desk::open(&[
            ("lmproject.yml", "schema: '2.0'\nname: Streamer_cluster\nversion: '1.0'\ntype: Assembly\n"),
            ("Descriptor/assembly.yml", STREAMER),
            ("Contains/c_streamer/Definitions/lm/resource.yaml", resource),
        ]);
        let files: Vec<FilePath> = desk.workspace.files.keys().cloned().collect();
        for (other, at, len, insert) in edits {
            let file = &files[usize::from(other)];
            let text = desk.text(file);
            let at = at.index(text.len() + 1);
            let end = (at + len).min(text.len());
            let edit = TextEdit::replace((at..end).into(), insert);
            desk.apply(&BTreeMap::from([(file.clone(), edit)]));
            let fresh = Analysis::of(&desk.workspace, &Choices::default(), &Analysis::default());
            for file in &files {
                let (carried, fresh) = (desk.analysis.file(file).expect("open"), fresh.file(file).expect("open"));
                prop_assert_eq!(carried.diagnostics(), fresh.diagnostics());
                prop_assert_eq!(carried.graph(), fresh.graph());
                prop_assert_eq!(carried.language(), fresh.language());
            }
        }
    }
}
