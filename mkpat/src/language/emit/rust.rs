//! Expressions and actions as Rust.
//!
//! `int`, `float` and `truth` write one expression in the form its context
//! wants: as `i64`, as `f64`, as `bool`. `h` is the host, `s` the site.

use mkpat_rt::expr::Cmp;
use mkpat_rt::geom::Offset;
use mkpat_rt::helper::{Returns, Signature};
use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::quote;

use crate::language::ir::expr::{Call, Expr, ExprKind, Stmt, Type};

/// As an `i64`; fractions are truncated.
pub(super) fn int(e: &Expr) -> TokenStream {
    match &e.kind {
        ExprKind::Number(x) if e.ty != Type::Float => {
            let x = Literal::i64_unsuffixed(*x as i64);
            quote! { #x }
        }
        _ if e.ty == Type::Float => {
            let f = float(e);
            quote! { (#f) as i64 }
        }
        ExprKind::Call(c) => {
            let call = call(c);
            if c.helper.info().returns == Returns::Unit {
                quote! { { #call; 0 } }
            } else {
                quote! { Number::int(#call) }
            }
        }
        ExprKind::Neg(a) => {
            let a = int(a);
            quote! { (-(#a)) }
        }
        ExprKind::Add(a, b) => {
            let (a, b) = (int(a), int(b));
            quote! { (#a + #b) }
        }
        ExprKind::Sub(a, b) => {
            let (a, b) = (int(a), int(b));
            quote! { (#a - #b) }
        }
        ExprKind::Cond(c, a, b) => {
            let (c, a, b) = (truth(c), int(a), int(b));
            quote! { (if #c { #a } else { #b }) }
        }
        _ => {
            let t = truth(e);
            quote! { i64::from(#t) }
        }
    }
}

/// As an `f64`.
fn float(e: &Expr) -> TokenStream {
    match &e.kind {
        ExprKind::Number(x) => {
            let x = Literal::f64_suffixed(*x);
            quote! { #x }
        }
        ExprKind::Call(c) if e.ty == Type::Float => {
            let call = call(c);
            quote! { f64::from(#call) }
        }
        ExprKind::Neg(a) if e.ty == Type::Float => {
            let a = float(a);
            quote! { (-(#a)) }
        }
        ExprKind::Add(a, b) if e.ty == Type::Float => {
            let (a, b) = (float(a), float(b));
            quote! { (#a + #b) }
        }
        ExprKind::Sub(a, b) if e.ty == Type::Float => {
            let (a, b) = (float(a), float(b));
            quote! { (#a - #b) }
        }
        ExprKind::Cond(c, a, b) if e.ty == Type::Float => {
            let (c, a, b) = (truth(c), float(a), float(b));
            quote! { (if #c { #a } else { #b }) }
        }
        _ => {
            let i = int(e);
            quote! { ((#i) as f64) }
        }
    }
}

/// As a `bool`.
fn truth(e: &Expr) -> TokenStream {
    match &e.kind {
        ExprKind::Not(a) => {
            let a = truth(a);
            quote! { !(#a) }
        }
        ExprKind::And(a, b) => {
            let (a, b) = (truth(a), truth(b));
            quote! { (#a && #b) }
        }
        ExprKind::Or(a, b) => {
            let (a, b) = (truth(a), truth(b));
            quote! { (#a || #b) }
        }
        ExprKind::Cmp(cmp, a, b) => {
            let sign = match cmp {
                Cmp::Eq => quote!(==),
                Cmp::Ne => quote!(!=),
                Cmp::Lt => quote!(<),
                Cmp::Le => quote!(<=),
                Cmp::Gt => quote!(>),
                Cmp::Ge => quote!(>=),
            };
            let (a, b) = if a.ty == Type::Float || b.ty == Type::Float {
                (float(a), float(b))
            } else {
                (int(a), int(b))
            };
            quote! { (#a #sign #b) }
        }
        ExprKind::Call(c) if c.helper.info().returns == Returns::Bool => call(c),
        ExprKind::Call(c) if c.helper.info().returns == Returns::Code => {
            let call = call(c);
            quote! { #call.is_success() }
        }
        _ if e.ty == Type::Float => {
            let f = float(e);
            quote! { (#f != 0.0) }
        }
        _ => {
            let i = int(e);
            quote! { (#i != 0) }
        }
    }
}

/// Statements of an action.
pub(super) fn body(body: &[Stmt]) -> TokenStream {
    let stmts = body.iter().map(|stmt| match stmt {
        Stmt::Call(e) => match &e.kind {
            ExprKind::Call(c) => {
                let call = call(c);
                quote! { #call; }
            }
            _ => {
                let e = int(e);
                quote! { let _ = #e; }
            }
        },
        Stmt::Return(e) => {
            let e = int(e);
            quote! { return #e; }
        }
        Stmt::If(c, a, b) => {
            let (c, a, b) = (truth(c), self::body(a), self::body(b));
            if b.is_empty() {
                quote! { if #c { #a } }
            } else {
                quote! { if #c { #a } else { #b } }
            }
        }
    });
    quote! { #(#stmts)* }
}

fn at(o: Offset) -> TokenStream {
    let (dr, dc) = (Literal::i8_unsuffixed(o.dr), Literal::i8_unsuffixed(o.dc));
    quote! { s.at(#dr, #dc) }
}

fn call(c: &Call) -> TokenStream {
    let info = c.helper.info();
    let name = Ident::new(info.name, Span::call_site());
    let vertices: Vec<TokenStream> = c
        .args
        .iter()
        .map(|a| match a.at {
            Some(o) => at(o),
            None => quote! { None },
        })
        .collect();
    match info.signature {
        Signature::Fixed(_) => quote! { h.#name(s, #(#vertices),*) },
        Signature::Some => quote! { h.#name(s, &[#(#vertices),*]) },
        Signature::Play(targets) => {
            let split = vertices.len() - targets.len();
            let moves = c.args[..split].iter().map(|a| match a.at {
                Some(o) => {
                    let p = at(o);
                    quote! { Some(#p) }
                }
                None => quote! { None },
            });
            let targets = &vertices[split..];
            quote! { h.#name(s, &[#(#moves),*], [#(#targets),*]) }
        }
    }
}
