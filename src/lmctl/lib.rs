//! LMCTL projects: the project file, its parts, and where each kind of part keeps its files.
//!
//! [`Project`] is the content of an `lmproject.yml` as `lmctl` reads it, [`Tree`] a list of files, and [`faults()`] compares the two as
//! `lmctl project validate` does. The assembly dialect reports the faults, and `packages` builds packages from the parts.

mod faults;
mod project;
mod read;
mod tree;

pub use faults::{ProjectFault, ProjectFaultKind, faults, names_a_descriptor};
pub use project::{ConfigFault, MANAGERS, Manager, Project, ProjectKind, ProjectPart, Scalar, is_old_format};
pub use tree::{Tree, under};

/// The names of a project file. A project with both is invalid.
pub const PROJECT_FILES: [&str; 2] = ["lmproject.yml", "lmproject.yaml"];
/// The file that describes a built package.
pub const PACKAGE_FILE: &str = "lmpkg.yml";
/// The folder of the parts of a project.
pub const CONTAINS: &str = "Contains";
/// The folder of the parts of a project in the format of LMCTL 1.
pub const VNFCS: &str = "VNFCs";
/// The folder with `TOSCA.meta`, copied into packages as it is.
pub const TOSCA_METADATA: &str = "TOSCA-Metadata";
/// The manifest of an ETSI project.
pub const ETSI_MANIFEST: &str = "MRF.mf";
/// The folder of additional files of an ETSI project.
pub const ETSI_FILES: &str = "Files";
/// The folder of definitions: of Brent's resources and of ETSI projects.
pub const DEFINITIONS: &str = "Definitions";
/// The folder of scripts of Brent's resources.
pub const LIFECYCLE: &str = "Lifecycle";
/// The infrastructure templates of resources for Brent 2.1.
pub const INFRASTRUCTURE: &str = "Definitions/infrastructure";
/// The manifest of resources for the Ansible resource manager.
pub const ANSIBLE_MANIFEST: &str = "Meta-Inf/manifest.MF";
/// The British and the American name of the folder with configurations and tests. A project has one of them; packages have the first.
pub const BEHAVIOR: [&str; 2] = ["Behaviour", "Behavior"];
