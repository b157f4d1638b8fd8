//! Files that the drivers of a resource read, beside its descriptor: templates by the names that the descriptor writes, scripts and inventories by
//! convention.
//!
//! Brent passes the folder `Lifecycle/DRIVER` to a driver. The Ansible driver runs `scripts/NAME.yml` for the transition or operation `NAME`, in any case
//! and with either extension, on the hosts of `config/inventory`. The Ansible resource manager has no drivers: it runs `lifecycle/NAME.yml`.

use super::grammar::RESOURCES;
use super::model::{Descriptor, Driver};
use limn_files::FilePath;
use limn_language::dialect::UsedFile;
use limn_lmctl::{DEFINITIONS, INFRASTRUCTURE, LIFECYCLE, Manager, under};
use limn_yaml::{Node, Path};

const ANSIBLE: &str = "ansible";
/// The folder of the scripts of the Ansible resource manager.
const PLAYBOOKS: &str = "lifecycle";
/// The folder of descriptors for the Ansible resource manager.
const DESCRIPTORS: &str = "descriptor";

/// Names of the files that the driver of `OpenStack` reads if the descriptor names none: for creation, and for references.
const OPENSTACK: [&[&str]; 2] = [&["tosca.yaml", "heat.yaml"], &["discover.yaml"]];

/// The files, each with the element that uses it, in the order of the text.
pub(super) fn used_files(descriptor: &Descriptor) -> Vec<UsedFile> {
    if !RESOURCES.has(descriptor.profiles) {
        return Vec::new();
    }
    let Some(folder) = Folder::of(descriptor) else { return Vec::new() };
    let mut found = Found { descriptor, folder, files: Vec::new() };
    let transitions = descriptor
        .lifecycle
        .iter()
        .map(|transition| (&transition.name, &transition.path, &transition.drivers));
    let operations =
        descriptor.operations.iter().map(|operation| (&operation.name, &operation.path, &operation.drivers));
    for (name, path, drivers) in transitions.chain(operations) {
        found.script_of(name, path, drivers);
        for driver in drivers {
            let templates = if name == "Create" { OPENSTACK[0] } else { &[] };
            found.files_of(driver, templates);
        }
    }
    for driver in &descriptor.default_drivers {
        found.files_of(driver, OPENSTACK[0]);
    }
    for driver in &descriptor.queries {
        found.files_of(driver, OPENSTACK[1]);
    }
    for entry in &descriptor.infrastructure {
        let at = entry.path.key("template").key("file");
        found.named(&at, INFRASTRUCTURE);
    }
    let mut files = found.files;
    files.sort_by_cached_key(|file| descriptor.node(&file.path).map(|node| node.range().start));
    files
}

/// The files in the folder of a driver, relative to it: the templates that a descriptor can name.
pub(super) fn templates(descriptor: &Descriptor, driver: &str) -> Vec<String> {
    let Some(folder) = driver_folder(descriptor, driver) else { return Vec::new() };
    let files = descriptor.workspace.tree().below(&folder).into_iter();
    files.filter_map(|file| Some(file.get(folder.len() + 1..)?.to_owned())).collect()
}

/// The folder of a driver, if it has files.
pub(super) fn driver_folder(descriptor: &Descriptor, driver: &str) -> Option<String> {
    let place = under(&resource_folder(descriptor)?, &under(LIFECYCLE, driver));
    descriptor.workspace.has_folder(&place).then_some(place)
}

/// The folder of the resource that a descriptor for Brent is in.
pub(super) fn resource_folder(descriptor: &Descriptor) -> Option<String> {
    Folder::of(descriptor).filter(|folder| !folder.has_playbooks).map(|folder| folder.path)
}

/// The drivers that have a folder in the resource.
pub(super) fn drivers_with_folders(descriptor: &Descriptor) -> Vec<String> {
    let Some(folder) = resource_folder(descriptor) else { return Vec::new() };
    let names = descriptor.workspace.tree().subfolders(&under(&folder, LIFECYCLE));
    names.into_iter().map(str::to_owned).collect()
}

/// The scripts of the resource, each with the name of the transition or operation that it is for.
pub(super) fn scripts(descriptor: &Descriptor) -> Vec<(String, String)> {
    let Some(folder) = Folder::of(descriptor) else { return Vec::new() };
    let home = under(&folder.path, if folder.has_playbooks { PLAYBOOKS } else { LIFECYCLE });
    let script = |file: &str| {
        let parts: Vec<&str> = file.get(home.len() + 1..)?.split('/').collect();
        let name = match (&parts[..], folder.has_playbooks) {
            ([name], true) | ([_, "scripts", name], false) => *name,
            _ => return None,
        };
        let (stem, extension) = name.rsplit_once('.')?;
        matches!(extension, "yml" | "yaml").then(|| (stem.to_owned(), file.to_owned()))
    };
    descriptor.workspace.tree().below(&home).into_iter().filter_map(script).collect()
}

/// The folder of a resource, and whether its scripts are for the Ansible resource manager.
struct Folder {
    path: String,
    has_playbooks: bool,
}

impl Folder {
    /// By the place of the descriptor in it; a descriptor that is beside `Lifecycle` counts as well.
    fn of(descriptor: &Descriptor) -> Option<Folder> {
        let own = descriptor.file.folder();
        let parts: Vec<&str> = own.split('/').collect();
        let before =
            |folder: &str| parts.iter().rposition(|part| *part == folder).map(|at| parts[..at].join("/"));
        if let Some(path) = before(DEFINITIONS) {
            return Some(Folder { path, has_playbooks: false });
        }
        let is_for_ansible = || {
            let project = descriptor.workspace.project();
            project.is_none_or(|project| project.manager == Some(Manager::Ansible))
        };
        if let Some(path) = before(DESCRIPTORS).filter(|_| is_for_ansible()) {
            return Some(Folder { path, has_playbooks: true });
        }
        let is_beside = descriptor.workspace.has_folder(&under(own, LIFECYCLE));
        is_beside.then(|| Folder { path: own.to_owned(), has_playbooks: false })
    }
}

struct Found<'d> {
    descriptor: &'d Descriptor,
    folder: Folder,
    files: Vec<UsedFile>,
}

impl Found<'_> {
    /// The script of a transition or operation, if the Ansible driver or the Ansible resource manager runs it.
    fn script_of(&mut self, name: &str, path: &Path, own: &[Driver]) {
        let drivers = if own.is_empty() { &self.descriptor.default_drivers } else { own };
        let scripts = match drivers.iter().find(|driver| is_ansible(driver)) {
            _ if self.folder.has_playbooks => PLAYBOOKS.to_owned(),
            Some(driver) => format!("{LIFECYCLE}/{}/scripts", driver.name),
            None => return,
        };
        let mut places = Vec::new();
        for name in [name.to_owned(), name.to_lowercase()] {
            places.extend(["yml", "yaml"].map(|extension| format!("{scripts}/{name}.{extension}")));
        }
        self.first(path, &places, true);
    }

    /// The template of a driver, and the inventory of the Ansible driver.
    fn files_of(&mut self, driver: &Driver, templates: &[&str]) {
        let folder = format!("{LIFECYCLE}/{}", driver.name);
        let at = driver.path.key("template").key("file");
        let is_named = self.named(&at, &folder);
        if is_ansible(driver) {
            self.first(&driver.path, &[format!("{folder}/config/inventory")], true);
        } else if driver.name == "openstack" && !is_named {
            let places: Vec<String> = templates.iter().map(|name| format!("{folder}/{name}")).collect();
            self.first(&driver.path, &places, false);
        }
    }

    /// The file that a value names, in a folder of the resource. Returns whether it names one.
    fn named(&mut self, at: &Path, folder: &str) -> bool {
        let text = self.descriptor.node(at).filter(|node| node.is_scalar()).and_then(Node::as_str);
        let Some(name) = text.filter(|name| !name.is_empty() && !name.contains("${")) else { return false };
        self.first(at, &[format!("{folder}/{name}")], true);
        true
    }

    /// The first of these places that has a file; if none has and one is expected, the first place.
    fn first(&mut self, path: &Path, places: &[String], is_expected: bool) {
        let places = places.iter().filter_map(|place| FilePath::new(&under(&self.folder.path, place)).ok());
        let places: Vec<FilePath> = places.collect();
        let files = self.descriptor.workspace.files();
        let there = places.iter().find(|file| files.binary_search(file).is_ok());
        let file = there.or_else(|| places.first().filter(|_| is_expected)).cloned();
        self.files.extend(file.map(|file| UsedFile { path: path.clone(), file, is_there: there.is_some() }));
    }
}

fn is_ansible(driver: &Driver) -> bool {
    driver.name.eq_ignore_ascii_case(ANSIBLE)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::recognize::PROFILES;
    use super::*;
    use limn_language::dialect::{Library, Model, Source};

    /// The files that a descriptor uses, each as "ELEMENT: FILE", with `?` if it is missing.
    fn used(file: &str, text: &str, others: &[&str]) -> Vec<String> {
        let path = |name: &str| FilePath::new(name).unwrap();
        let mut library = Library::default();
        library.documents.insert(path(file), Arc::new(limn_yaml::parse(text)));
        let mut files: Vec<FilePath> = others.iter().chain([&file]).map(|name| path(name)).collect();
        files.sort();
        library.files = files.into();
        let (file, library) = (path(file), Arc::new(library));
        let document = &library.documents[&file];
        let source = Source { file: &file, document, profile: &PROFILES[0], library: &library };
        let found = super::super::read_source(&source).used_files();
        let line =
            |used: UsedFile| format!("{}: {}{}", used.path, used.file, if used.is_there { "" } else { "?" });
        found.into_iter().map(line).collect()
    }

    const RESOURCE: &str = "name: resource::web::1.0
lifecycle:
  Create: {drivers: {openstack: {template: {file: heat.yaml}}}}
  Install: {}
  Start: {drivers: {kubernetes: {}}}
default-driver: {ansible: {}}
operations: {AddUser: {drivers: {ansible: {}}}}
";

    #[test]
    fn scripts_inventories_and_templates_are_found_by_name_and_convention() {
        let files = [
            "web/Lifecycle/ansible/config/inventory",
            "web/Lifecycle/ansible/scripts/install.yaml",
            "web/Lifecycle/openstack/heat.yaml",
        ];
        assert_eq!(
            used("web/Definitions/lm/resource.yaml", RESOURCE, &files),
            [
                "lifecycle.Create.drivers.openstack.template.file: web/Lifecycle/openstack/heat.yaml",
                "lifecycle.Install: web/Lifecycle/ansible/scripts/install.yaml",
                "default-driver.ansible: web/Lifecycle/ansible/config/inventory",
                "operations.AddUser: web/Lifecycle/ansible/scripts/AddUser.yml?",
                "operations.AddUser.drivers.ansible: web/Lifecycle/ansible/config/inventory",
            ]
        );
    }

    #[test]
    fn the_ansible_resource_manager_runs_the_files_of_its_folder() {
        let text = "name: resource::web::1.0\nlifecycle: [Install, Start]\n";
        let files = ["web/lifecycle/Install.yml"];
        assert_eq!(
            used("web/descriptor/web.yml", text, &files),
            ["lifecycle[0]: web/lifecycle/Install.yml", "lifecycle[1]: web/lifecycle/Start.yml?"]
        );
    }

    #[test]
    fn the_driver_of_openstack_reads_the_usual_templates() {
        let text = "name: resource::net::1.0
lifecycle: {Create: {drivers: {openstack: {}}}, Delete: {drivers: {openstack: {}}}}
queries: {drivers: {openstack: {}}}
";
        let files = ["Lifecycle/openstack/tosca.yaml"];
        assert_eq!(
            used("resource.yaml", text, &files),
            ["lifecycle.Create.drivers.openstack: Lifecycle/openstack/tosca.yaml"]
        );
    }

    #[test]
    fn names_of_files_follow_them_inside_the_folder_of_their_driver() {
        let heat = "web/Lifecycle/openstack/heat.yaml";
        let renamed = |from: &[(&str, &str)]| {
            let path = |name: &str| FilePath::new(name).unwrap();
            let mut library = Library::default();
            let file = path("web/Definitions/lm/resource.yaml");
            library.documents.insert(file.clone(), Arc::new(limn_yaml::parse(RESOURCE)));
            let mut files = vec![file.clone(), path(heat)];
            files.sort();
            library.files = files.into();
            let library = Arc::new(library);
            let document = &library.documents[&file];
            let source = Source { file: &file, document, profile: &PROFILES[0], library: &library };
            let names = from.iter().map(|(from, to)| (path(from), path(to))).collect();
            let ops = super::super::read_source(&source).rename_files(&names);
            let edit = limn_yaml::patch(document, &ops).unwrap();
            let after = edit.apply(RESOURCE);
            let (_, rest) = after.split_once("file: ").unwrap();
            rest.split_once('}').unwrap().0.to_owned()
        };
        assert_eq!(renamed(&[(heat, "web/Lifecycle/openstack/net/main.yaml")]), "net/main.yaml");
        assert_eq!(renamed(&[(heat, "web/heat.yaml")]), "heat.yaml", "no driver looks there");
        let descriptor = "web/Definitions/lm/resource.yaml";
        let whole =
            [(descriptor, "www/Definitions/lm/resource.yaml"), (heat, "www/Lifecycle/openstack/heat.yaml")];
        assert_eq!(renamed(&whole), "heat.yaml", "the folder is renamed as a whole");
    }

    #[test]
    fn a_descriptor_without_a_resource_around_it_expects_no_files() {
        assert_eq!(used("web.yaml", RESOURCE, &[]), [""; 0]);
        let assembly = "name: assembly::a::1.0\ncomposition: {}\n";
        assert_eq!(used("Definitions/lm/assembly.yaml", assembly, &[]), [""; 0]);
    }
}
