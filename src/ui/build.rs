//! Build script of the page: in release builds, the linker keeps its relocations. By these, build/split.mjs finds the data that only later functions
//! need.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let is = |name: &str, value: &str| std::env::var(name).is_ok_and(|actual| actual == value);
    if is("PROFILE", "release") && is("CARGO_CFG_TARGET_ARCH", "wasm32") {
        println!("cargo::rustc-link-arg-bins=--emit-relocs");
    }
}
