//! The small pictures of the samples on the start page are those of their diagrams. `LIMN_WRITE=1` writes them again.

use std::collections::BTreeMap;
use std::path::Path;

use limn::analysis::Analysis;
use limn::canvas::{Problems, Scene, Thumbnail};
use limn::files::FilePath;
use limn::layout::layout;

fn picture(name: &str, text: &str) -> Thumbnail {
    let file = FilePath::new(name).expect("a path");
    let analysis = Analysis::of_text(&file, text);
    let checked = analysis.file(&file).expect("it is open");
    let graph = checked.graph().as_drawn(true);
    let places = checked.places().into_iter().map(|(id, place)| (id, (place.x, place.y))).collect();
    let layout = layout(&graph, &places);
    Thumbnail::of(&Scene::new(graph, &layout, &BTreeMap::<_, Problems>::new()))
}

#[test]
fn each_sample_has_the_picture_of_its_diagram() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("public/samples");
    let mut pictures = BTreeMap::new();
    for entry in std::fs::read_dir(&folder).expect("the samples") {
        let name = entry.expect("a file").file_name().into_string().expect("a plain name");
        if Path::new(&name).extension().is_some_and(|extension| extension == "yaml" || extension == "bom") {
            let text = std::fs::read_to_string(folder.join(&name)).expect("a text");
            pictures.insert(name.clone(), picture(&name, &text));
        }
    }
    assert!(pictures.values().all(|picture| !picture.is_empty()));
    let file = folder.join("pictures.json");
    let expected = format!("{}\n", serde_json::to_string(&pictures).expect("JSON"));
    if std::env::var_os("LIMN_WRITE").is_some() {
        std::fs::write(&file, &expected).expect("it can be written");
    }
    let found = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(found == expected, "{} is not up to date: run this test with LIMN_WRITE=1", file.display());
}
