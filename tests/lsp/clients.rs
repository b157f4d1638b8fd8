//! Real clients as the judges: Neovim, and `pytest-lsp` from `PyPI`, drive `limn lsp` on a project of three files. Where one is not available, the test
//! prints a note and passes; with `LIMN_REQUIRE_CLIENTS=true`, as in `.ci/run`, it fails. `LIMN_NVIM` names another Neovim, `LIMN_PYTHON_LSP` a Python that has `pytest-lsp`.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use super::PROJECT;
use super::editor::project;

/// The project with a fault that has a fix.
fn faulty(name: &str) -> PathBuf {
    let folder = project(name, PROJECT);
    let path = folder.join("shop.yaml");
    let text = std::fs::read_to_string(&path).expect("it was written");
    std::fs::write(&path, text.replace("type: tosca.nodes.Compute", "type: tosca.nodes.Compte"))
        .expect("it can be written");
    folder
}

/// Reports why a client was not run. Fails if clients are required.
fn skip(why: &str) {
    let advice = "`make clients` installs Neovim and `pytest-lsp`";
    let is_required = std::env::var("LIMN_REQUIRE_CLIENTS").is_ok_and(|value| value == "true");
    assert!(!is_required, "{why}; {advice}");
    let _closed = std::io::stderr().write_all(format!("skipped: {why}; {advice}\n").as_bytes());
}

fn assert_passed(output: &Output) {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert!(output.status.success(), "{}\n{}", text(&output.stdout), text(&output.stderr));
}

#[test]
fn neovim_gets_problems_completes_renames_and_fixes() {
    let nvim = std::env::var_os("LIMN_NVIM").unwrap_or_else(|| "nvim".into());
    if !Command::new(&nvim).arg("--version").output().is_ok_and(|output| output.status.success()) {
        return skip("Neovim is not installed");
    }
    let folder = faulty("neovim");
    std::fs::write(folder.join("limn.toml"), "").expect("it can be written");
    let output = Command::new(&nvim)
        .args(["--clean", "--headless", "-n", "-c"])
        .arg(format!("luafile {}", root("tests/lsp/neovim.lua").display()))
        .current_dir(&folder)
        .env("LIMN", env!("CARGO_BIN_EXE_limn"))
        .env("LIMN_NEOVIM", root("src/editors/neovim/limn.lua"))
        .env("XDG_CACHE_HOME", folder.join(".cache"))
        .output()
        .expect("it starts");
    assert_passed(&output);
    let read = |file: &str| std::fs::read_to_string(folder.join(file)).expect("it is there");
    assert!(
        read("shop.yaml").contains("type: shop.Front\n")
            && read("types/web.yaml").contains("  shop.Front:\n")
    );
    assert!(read("shop.yaml").contains("type: tosca.nodes.Compute\n"), "the fix was applied");
}

#[test]
fn pytest_lsp_gets_problems_completes_renames_and_fixes() {
    let Some(python) = python() else { return };
    let folder = faulty("pytest");
    let output = Command::new(python)
        .args(["-m", "pytest", "-q", "-p", "no:cacheprovider", "-o", "asyncio_mode=auto"])
        .arg(root("tests/lsp/client_test.py"))
        .current_dir(&folder)
        .env("LIMN", env!("CARGO_BIN_EXE_limn"))
        .env("LIMN_PROJECT", &folder)
        .env("XDG_CACHE_HOME", folder.join(".cache"))
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .output()
        .expect("it starts");
    assert_passed(&output);
}

fn root(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(file)
}

/// A Python that has `pytest-lsp`: the one that `make clients` installs.
fn python() -> Option<PathBuf> {
    let named = std::env::var_os("LIMN_PYTHON_LSP").map(PathBuf::from);
    let python = named.unwrap_or_else(|| root(".tools/lsp-client/bin/python"));
    let checked = Command::new(&python).args(["-c", "import pytest_lsp"]).output();
    if checked.is_ok_and(|output| output.status.success()) {
        return Some(python);
    }
    skip("no Python with `pytest-lsp`");
    None
}
