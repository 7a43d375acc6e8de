//! `mkpat new`: a pattern to start from.

use std::io::Write;
use std::path::PathBuf;

use super::files::{self, Single, file_text, has_new_errors, pattern_text, select};
use super::transform::SideName;
use super::{CLEAN, FINDINGS, Trouble};
use crate::language::manifest::Kind;
use crate::language::syntax::ast::{DirectiveKind, Item, LineKind, PatternNode};
use crate::tools::infer;
use crate::tools::template::{self, Template};
use crate::tools::transform::Edits;

#[derive(clap::Args, Debug)]
#[command(
    about = "Starts a pattern, or a constraint diagram for one",
    long_about = "Starts a pattern, or a constraint diagram for one.\n\n\
        The pattern gets the next free name in the scheme of the file, compiles as it is, and no \
        check finds fault with it. It is \
        printed, or with --in-place put behind the last pattern whose name begins alike; a file \
        that is not there is then made.",
    after_help = "Exit codes: 0 done, 1 the result has errors (nothing is written), 2 wrong usage, \
        syntax errors or files that cannot be read or written."
)]
#[group(skip)]
pub(super) struct Arguments {
    /// The file it is for
    file: PathBuf,
    /// Kind of the pattern, if not that of its database: general, connections,
    /// corner, dfa or fullboard
    #[arg(long, value_parser = kind)]
    kind: Option<Kind>,
    /// Letters before the number of the name [default: those of the last pattern]
    #[arg(long, value_parser = prefix)]
    prefix: Option<String>,
    /// Show this edge; may be repeated
    #[arg(long, value_name = "SIDE")]
    edge: Vec<SideName>,
    /// Give it a constraint with its diagram
    #[arg(long)]
    labels: bool,
    /// No new pattern: give this one a constraint diagram, a copy of its main one
    #[arg(long, value_name = "NAME", conflicts_with_all = ["kind", "prefix", "edge", "labels"])]
    copy_diagram: Option<String>,
    /// Change the file instead of printing
    #[arg(long, visible_alias = "append")]
    in_place: bool,
}

fn kind(name: &str) -> Result<Kind, String> {
    Kind::from_name(name)
        .filter(|kind| kind.has_patterns())
        .ok_or_else(|| "known kinds: general, connections, corner, dfa, fullboard".to_string())
}

fn prefix(text: &str) -> Result<String, String> {
    if !text.is_empty() && text.bytes().all(|b| b.is_ascii_alphabetic()) {
        Ok(text.to_string())
    } else {
        Err("names begin with letters".to_string())
    }
}

/// Prints or writes what was asked for.
pub(super) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<u8, Trouble> {
    let begins = !arguments.file.exists();
    if begins && !arguments.in_place {
        let file = arguments.file.display();
        return Err(Trouble(format!("{file}: no such file; with --in-place it is made")));
    }
    if begins {
        std::fs::write(&arguments.file, "")
            .map_err(|e| Trouble(format!("{}: {e}", arguments.file.display())))?;
    }
    let result = add(arguments, out);
    if begins && !matches!(result, Ok(CLEAN)) {
        // Nothing was written into the file that was just made.
        let _ = std::fs::remove_file(&arguments.file);
    }
    result
}

/// Prints the new pattern, or adds it to the file.
fn add(arguments: &Arguments, out: &mut impl Write) -> Result<u8, Trouble> {
    let file = Single::read(&arguments.file)?;
    file.need_patterns()?;
    let (edits, added) = match &arguments.copy_diagram {
        Some(name) => copied(&file, name)?,
        None => begun(&file, arguments)?,
    };
    let text = match edits.is_empty() {
        // The first pattern of a file.
        true => format!("{}\n\n\n{added}", file.text().trim_end()).trim_start().to_string(),
        false => file_text(&file, &edits),
    };
    let bad = has_new_errors(&file, &text)?;
    if !arguments.in_place {
        out.write_all(added.as_bytes())?;
    } else if bad {
        writeln!(std::io::stderr(), "mkpat: {}: left alone", file.name())?;
    } else {
        files::replace(&arguments.file, &file.encode(&text))?;
    }
    Ok(if bad { FINDINGS } else { CLEAN })
}

/// The edits that give a pattern a constraint diagram, and the pattern with it.
fn copied(file: &Single, name: &str) -> Result<(Edits, String), Trouble> {
    let selected = select(file, &[name.to_string()])?;
    let mut edits = Edits::new();
    let mut text = String::new();
    for (_, node) in selected {
        if !node.labels.is_empty() {
            return Err(Trouble(format!("pattern {name} has a constraint diagram already")));
        }
        let Some(colon) = node.colon else { continue };
        let line = file.run.sources.text(file.tree.lines[colon].span);
        let rows = template::copy_diagram(&file.run.sources, &file.tree, node);
        edits.insert(colon, format!("{}\n\n{}\n", line.trim_end(), rows.join("\n")));
        text.push_str(&pattern_text(file, node, &edits));
    }
    Ok((edits, text))
}

/// The edit that adds a new pattern, and the pattern. No edit: it comes at the end.
fn begun(file: &Single, arguments: &Arguments) -> Result<(Edits, String), Trouble> {
    let own = select(file, &[])?;
    let mut names: Vec<String> = own.iter().map(|(name, _)| name.to_string()).collect();
    for path in &file.others {
        // Names are unique in a database, not only in a file.
        let other = Single::read(path)?;
        names.extend(select(&other, &[])?.iter().map(|(name, _)| name.to_string()));
    }
    let scheme = own.iter().rev().find_map(|(name, _)| template::prefix(name));
    let prefix = arguments.prefix.as_deref().or(scheme).unwrap_or("P");
    let kind = arguments.kind.unwrap_or(file.spec.kind);
    let attributes = attributes(file);
    let stage = match kind == file.spec.kind {
        true => file.spec.stage,
        // Another kind than the file has: what such databases are for.
        false => infer::usual_stage(kind, attributes),
    };
    let template = Template {
        name: template::next_name(names.iter().map(String::as_str), prefix),
        kind,
        stage,
        anchors: file.spec.anchors,
        attributes,
        edges: arguments.edge.iter().map(|side| side.side()).collect(),
        labels: arguments.labels,
    };
    let text = template.text().map_err(Trouble)?.to_string();
    let text = format!("{}\n", text.trim_end());
    let alike = own.iter().rev().find(|(name, _)| template::prefix(name) == Some(prefix));
    let Some((_, node)) = alike.or(own.last()) else { return Ok((Edits::new(), text)) };
    let last = last_line(file, node);
    let before = file.run.sources.text(file.tree.lines[last].span).trim_end();
    Ok((Edits::from([(last, format!("{before}\n\n\n{text}"))]), text))
}

/// The last line of a pattern, with the comments right below it.
fn last_line(file: &Single, node: &PatternNode) -> usize {
    let lines = &file.tree.lines;
    let after = lines[node.lines.end..].iter();
    let comments = after.take_while(|line| matches!(line.kind, LineKind::Comment(_))).count();
    // Comments right above a `Pattern` line belong to that.
    match lines.get(node.lines.end + comments).map(|line| &line.kind) {
        Some(LineKind::Head(_)) => node.lines.end - 1,
        _ => node.lines.end - 1 + comments,
    }
}

/// The attribute map in force: the last one declared, else that of the manifest.
fn attributes(file: &Single) -> mkpat_rt::colon_line::AttributeMap {
    let sources = &file.run.sources;
    let mut declared = file.tree.items.iter().filter_map(|item| {
        let Item::Directive(line) = item else { return None };
        let LineKind::Directive(directive) = &file.tree.lines[*line].kind else { return None };
        if directive.kind != DirectiveKind::AttributeMap {
            return None;
        }
        mkpat_rt::colon_line::AttributeMap::from_name(sources.text(directive.argument?))
    });
    declared.next_back().unwrap_or(file.spec.attributes)
}
