//! Gives page and worker the same build id: a hash over the sources both are made of.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;

fn main() {
    println!("cargo::rerun-if-changed=src");
    println!("cargo::rerun-if-changed=Cargo.lock");
    let mut hasher = DefaultHasher::new();
    hash_path(Path::new("src"), &mut hasher);
    hash_path(Path::new("Cargo.lock"), &mut hasher);
    println!("cargo::rustc-env=TOKENPACE_BUILD={:016x}", hasher.finish());
}

fn hash_path(path: &Path, hasher: &mut DefaultHasher) {
    if let Ok(entries) = std::fs::read_dir(path) {
        let mut children: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
        children.sort();
        for child in children {
            hash_path(&child, hasher);
        }
    } else if let Ok(bytes) = std::fs::read(path) {
        path.to_string_lossy().hash(hasher);
        bytes.hash(hasher);
    }
}
