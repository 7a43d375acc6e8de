//! What the macro does, as an ordinary function that tests can call: manifest →
//! tokens.

use std::path::Path;

use mkpat_rt::db::PatternDb;
use proc_macro2::TokenStream;
use quote::quote;

use crate::diag::{Severity, render};
use crate::language::ir::Database;
use crate::language::load::Run;

/// Compiles the manifest at `path` (or in the folder `path`) into the tokens of
/// its databases. After an error: one `compile_error!` that holds every
/// diagnostic, the first of them named by file, line and column, and the
/// [`super::skeleton`].
///
/// In both cases the tokens name every file that was read with
/// `include_bytes!`, so that cargo rebuilds when one is edited.
pub fn expand(path: &Path, rt: &TokenStream) -> TokenStream {
    let mut run = Run::from_manifest(path);
    let compiled = run.compile();
    let items = match &compiled {
        Some(dbs) => super::set(&run.sources, dbs, rt),
        None => failure(&run, rt),
    };
    let tracked = track(path, &run);
    quote! { #items #tracked }
}

fn failure(run: &Run, rt: &TokenStream) -> TokenStream {
    let mut errors = run.diags.clone();
    errors.retain(|d| d.severity == Severity::Error);
    let place = errors.iter().next().map(|d| {
        let span = d.primary.span;
        let (line, column) = run.sources.place(span.file, span.start as usize);
        format!("{}:{line}:{column}: {}", run.sources.file(span.file).name, d.message)
    });
    let text = render::to_string(&run.sources, &errors);
    let message = format!("{}\n{text}", place.unwrap_or_default());
    let skeleton = super::skeleton(rt);
    quote! { ::core::compile_error!(#message); #skeleton }
}

/// `include_bytes!` of the manifest and of every source, by absolute path.
fn track(path: &Path, run: &Run) -> TokenStream {
    let manifest = if path.is_dir() {
        path.join(crate::language::manifest::Manifest::FILE_NAME)
    } else {
        path.into()
    };
    let dir = manifest.parent().unwrap_or(Path::new("."));
    let files = run
        .databases
        .iter()
        .flat_map(|(spec, _)| spec.files.iter().map(|f| dir.join(f)))
        .chain([manifest.clone()])
        .filter_map(|f| f.canonicalize().ok())
        .map(|f| f.display().to_string());
    quote! { #( const _: &[u8] = include_bytes!(#files); )* }
}

/// For the code dump of one database (`mkpat expand`): its module alone.
pub fn module_text(run: &Run, db: &Database, compiled: &PatternDb) -> String {
    super::module(&run.sources, db, compiled, &quote!(::mkpat_rt)).to_string()
}
