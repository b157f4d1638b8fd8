//! The release page keeps the linker's notes of what refers to which data: the data that only later functions need is split off with them
//! (build/split.mjs).

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let is = |name: &str, value: &str| std::env::var(name).is_ok_and(|it| it == value);
    if is("PROFILE", "release") && is("CARGO_CFG_TARGET_ARCH", "wasm32") {
        println!("cargo::rustc-link-arg-bins=--emit-relocs");
    }
}
