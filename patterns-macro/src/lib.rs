//! The proc macro that compiles pattern databases into a crate.
//!
//! A thin shell over [`mkpat::language::emit`]: it reads its arguments, finds the manifest,
//! and hands the tokens on. All else, error reporting included, is tested there.

use std::path::{Path, PathBuf};

use proc_macro2::TokenStream;
use quote::quote;
use syn::parse::{Parse, ParseStream};
use syn::{Ident, LitStr, Token};

/// `"manifest"` and options.
struct Args {
    manifest: LitStr,
    env: Option<LitStr>,
    runtime: Option<syn::Path>,
}

impl Parse for Args {
    fn parse(input: ParseStream<'_>) -> syn::Result<Args> {
        let mut args = Args { manifest: input.parse()?, env: None, runtime: None };
        while input.parse::<Option<Token![,]>>()?.is_some() && !input.is_empty() {
            let key: Ident = input.parse()?;
            input.parse::<Token![=]>()?;
            match key.to_string().as_str() {
                "env" => args.env = Some(input.parse()?),
                "runtime" => args.runtime = Some(input.parse()?),
                _ => return Err(syn::Error::new(key.span(), "expected `env` or `runtime`")),
            }
        }
        Ok(args)
    }
}

/// Compiles the databases of a manifest into modules, one per database, and a
/// function `pattern_set()`.
///
/// ```text
/// patterns_macro::pattern_set!("mkpat.toml", env = "KATACHI_PATTERNS");
/// ```
///
/// - The path is relative to the folder of the crate's `Cargo.toml`.
/// - `env` names an environment variable; if it is set at build time, the
///   manifest is taken from the folder (or file) that it names.
/// - `runtime` is the path of the crate `mkpat_rt`, by default `::mkpat_rt`.
///
/// An error in a database is one compiler error that names file, line and
/// column; `pattern_set()` then exists but is empty.
#[proc_macro]
pub fn pattern_set(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    let args = syn::parse_macro_input!(input as Args);
    expand(&args).into()
}

fn expand(args: &Args) -> TokenStream {
    let rt = match &args.runtime {
        Some(path) => quote!(#path),
        None => quote!(::mkpat_rt),
    };
    let chosen = args
        .env
        .as_ref()
        .and_then(|env| std::env::var_os(env.value()))
        .filter(|value| !value.is_empty())
        .map(PathBuf::from);
    let manifest = chosen.unwrap_or_else(|| {
        let dir = std::env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default();
        Path::new(&dir).join(args.manifest.value())
    });
    let tokens = mkpat::language::emit::expand(&manifest, &rt);
    // Lets cargo know that the build depends on the variable.
    let tracked =
        args.env.as_ref().map(|env| quote! { const _: Option<&str> = option_env!(#env); });
    quote! { #tokens #tracked }
}
