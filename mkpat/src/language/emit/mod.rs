//! Typed form → Rust: the module that `patterns-macro` emits for a database.
//!
//! Tables and patterns go into one byte string (`PatternDb::to_bytes`), because
//! large token arrays slow rustc down. Every constraint and action becomes one
//! small function, generic over the host of its stage, so that profiles and
//! backtraces show pattern names. The same evaluation as
//! [`crate::language::compile`]'s programs; a test holds them together. Eye-shape and playout
//! databases have no functions: their modules hold bytes alone.

mod expand;
mod rust;

pub use expand::{expand, module_text};

use mkpat_rt::db::PatternDb;
use mkpat_rt::eyes::EyeDb;
use mkpat_rt::montecarlo::PlayoutDb;
use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{format_ident, quote};

use crate::language::ir::Database;
use crate::language::load::Compiled;
use crate::source::Sources;

/// The module of one database. `rt` is the path of the run-time crate.
pub fn module(
    sources: &Sources,
    db: &Database,
    compiled: &PatternDb,
    rt: &TokenStream,
) -> TokenStream {
    let module = Ident::new(&db.spec.name, Span::call_site());
    let host = Ident::new(db.spec.stage.host_name(), Span::call_site());
    let fns = Ident::new(&db.spec.stage.host_name().replace("Host", "Fns"), Span::call_site());
    let stage = Ident::new(&format!("{:?}", db.spec.stage), Span::call_site());
    let bytes = Literal::byte_string(&compiled.to_bytes());
    let mut functions = Vec::new();
    let (mut checks, mut acts) = (Vec::new(), Vec::new());
    for (i, p) in db.patterns.iter().enumerate() {
        let id = Literal::u32_unsuffixed(i as u32);
        let doc = format!(" `{}`, {}:{}.", p.name, sources.file(p.head.file).name, p.line);
        if let Some(e) = &p.constraint {
            let name = function_name("constraint", i, &p.name);
            let body = rust::int(e);
            functions.push(quote! {
                #[doc = #doc]
                fn #name<H: #host + ?Sized>(h: &mut H, s: &Site) -> i64 { #body }
            });
            checks.push(quote! { #id => #name(h, s) });
        }
        if let Some(a) = &p.action {
            let name = function_name("action", i, &p.name);
            let body = rust::body(&a.body);
            functions.push(quote! {
                #[doc = #doc]
                fn #name<H: #host + ?Sized>(h: &mut H, s: &Site) -> i64 { #body 0 }
            });
            acts.push(quote! { #id => #name(h, s) });
        }
    }
    let doc = format!(" The database `{}`, compiled.", db.spec.name);
    quote! {
        #[doc = #doc]
        #[allow(
            // Written by a program: names follow the patterns, sub-expressions
            // follow the text of the constraints.
            non_snake_case, unused_variables, unused_imports, unreachable_code,
            clippy::all, clippy::pedantic,
        )]
        pub mod #module {
            use #rt::helper::*;

            /// Patterns and tables.
            pub static BYTES: &[u8] = #bytes;

            /// Value of the constraint of a pattern; 1 if it has none.
            pub fn check<H: #host + ?Sized>(id: PatternId, h: &mut H, s: &Site) -> i64 {
                match id.0 { #(#checks,)* _ => 1 }
            }

            /// Runs the action of a pattern; its `return` value, else 0.
            pub fn act<H: #host + ?Sized>(id: PatternId, h: &mut H, s: &Site) -> i64 {
                match id.0 { #(#acts,)* _ => 0 }
            }

            /// The database with its compiled functions.
            pub fn database() -> Result<#rt::db::Database, #rt::bytes::DecodeError> {
                let fns = #fns {
                    check: |id, h, s| check(id, h, s),
                    act: |id, h, s| act(id, h, s),
                };
                #rt::db::Database::compiled(BYTES, StageFns::#stage(fns))
            }

            #(#functions)*
        }
    }
}

/// The module of an eye-shape database.
pub fn eyes_module(db: &EyeDb, rt: &TokenStream) -> TokenStream {
    data_module(&db.name, &db.to_bytes(), (&quote!(#rt::eyes::EyeDb), "from_static"), rt)
}

/// The module of a playout database.
pub fn playouts_module(db: &PlayoutDb, rt: &TokenStream) -> TokenStream {
    data_module(&db.name, &db.to_bytes(), (&quote!(#rt::montecarlo::PlayoutDb), "from_bytes"), rt)
}

/// The module of a database that is bytes and nothing else: its type, and the function of that which decodes it.
fn data_module(
    name: &str,
    bytes: &[u8],
    (ty, decode): (&TokenStream, &str),
    rt: &TokenStream,
) -> TokenStream {
    let [module, decode] = [name, decode].map(|name| Ident::new(name, Span::call_site()));
    let doc = format!(" The database `{name}`, compiled.");
    let bytes = Literal::byte_string(bytes);
    quote! {
        #[doc = #doc]
        pub mod #module {
            /// The whole database.
            pub static BYTES: &[u8] = #bytes;

            /// The database.
            pub fn database() -> Result<#ty, #rt::bytes::DecodeError> {
                <#ty>::#decode(BYTES)
            }
        }
    }
}

/// All databases of a manifest, and `pattern_set()` that collects them.
pub fn set(sources: &Sources, dbs: &Compiled, rt: &TokenStream) -> TokenStream {
    let modules = dbs.patterns.iter().map(|(db, compiled)| module(sources, db, compiled, rt));
    let eyes_modules = dbs.eyes.iter().map(|db| eyes_module(db, rt));
    let playouts_modules = dbs.playouts.iter().map(|db| playouts_module(db, rt));
    let ident = |name: &str| Ident::new(name, Span::call_site());
    let names = dbs.patterns.iter().map(|(db, _)| ident(&db.spec.name));
    let eyes = dbs.eyes.iter().map(|db| ident(&db.name));
    let playouts = dbs.playouts.iter().map(|db| ident(&db.name));
    quote! {
        #(#modules)*
        #(#eyes_modules)*
        #(#playouts_modules)*

        /// All databases, in the order of the manifest.
        ///
        /// # Errors
        ///
        /// If the bytes do not decode, which would be a bug in the compiler.
        pub fn pattern_set() -> Result<#rt::db::PatternSet, #rt::bytes::DecodeError> {
            Ok(#rt::db::PatternSet {
                databases: vec![ #( #names::database()? ),* ],
                eyes: vec![ #( #eyes::database()? ),* ],
                playouts: vec![ #( #playouts::database()? ),* ],
            })
        }
    }
}

/// What stands in for [`set`] after an error, so that the error stays the only one.
pub fn skeleton(rt: &TokenStream) -> TokenStream {
    quote! {
        /// No databases: they did not compile.
        pub fn pattern_set() -> Result<#rt::db::PatternSet, #rt::bytes::DecodeError> {
            Ok(#rt::db::PatternSet::default())
        }
    }
}

fn function_name(what: &str, index: usize, pattern: &str) -> Ident {
    let tame: String =
        pattern.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    format_ident!("{what}_{index}_{tame}")
}
