//! The manual of the commands, made from the table.

use std::fmt::Write;

use super::table::TABLE;

const HEAD: &str = "\
# GTP commands

<!-- Made by `katachi gtp --commands`; do not edit. -->

Katachi speaks GTP version 2 when it is started as `katachi gtp`, or as `katachi`
with its input coming from a program. A command is a line: an optional number,
the name, arguments. The response starts with `=` or `?` and the number, and ends
with an empty line. `#` starts a comment. A line may have 64 KiB.

COLOR is `b`, `w`, `black` or `white`; VERTEX is a letter (without I) and a row
counted from the bottom, such as `D16`; a move is a VERTEX or `pass`. Commands
that GNU Go has, too, answer in its format, and fail with its words.

Where GNU Go 3.8 stops, there is an error here: `attack_either` and `defend_both` about strings of
different colours, `set_search_limit` without a vertex, `start_sgftrace` twice. Where `trymove` has put
stones on the board, commands that play or set up something take them off first; GNU Go stops.
";

/// The manual as Markdown.
pub fn markdown() -> String {
    let mut out = HEAD.to_string();
    for (title, commands) in TABLE.sections {
        let _ = write!(out, "\n## {title}\n\n");
        for c in *commands {
            let gap = if c.usage.is_empty() { "" } else { " " };
            let _ = writeln!(out, "- `{}{gap}{}`: {}", c.name, c.usage, c.doc);
        }
    }
    out
}
