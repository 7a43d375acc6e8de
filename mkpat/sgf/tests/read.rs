//! Reading: every form of the format, and what damage does.

use katachi_sgf::{Limits, Sgf, SgfError};

fn warnings(sgf: &Sgf) -> Vec<String> {
    sgf.warnings
        .iter()
        .map(|w| {
            let (line, column) = sgf.line_column(w.span.start);
            format!("{line}:{column}: {}", w.message)
        })
        .collect()
}

/// One line per node: depth and properties with raw values.
fn outline(sgf: &Sgf) -> String {
    let mut out = String::new();
    for (id, node) in sgf.nodes() {
        out.push_str(&format!("{}", sgf.path(id).len()));
        for p in &node.properties {
            let values: Vec<_> = p.values.iter().map(|v| v.raw.as_str()).collect();
            out.push_str(&format!(" {}={}", p.name, values.join(",")));
        }
        out.push('\n');
    }
    out
}

#[test]
fn variations_hang_where_they_branch() {
    let sgf = Sgf::parse("(;A[1];B[aa](;C[x];D[y])(;E[z](;F[])(;G[]))) ( ;H[2])").unwrap();
    assert_eq!(sgf.roots().len(), 2);
    assert_eq!(outline(&sgf), "1 A=1\n2 B=aa\n3 C=x\n4 D=y\n3 E=z\n4 F=\n4 G=\n1 H=2\n");
    assert_eq!(warnings(&sgf), [""; 0]);
}

#[test]
fn a_notice_before_the_tree_is_skipped() {
    let text = "Copyright (C) 2001 (see [1]; MA[aa]) and more.\n\n(\n;GM[1])";
    let sgf = Sgf::parse(text).unwrap();
    assert_eq!(outline(&sgf), "1 GM=1\n");
    assert_eq!(warnings(&sgf), [""; 0]);
    let span = sgf.node(sgf.roots()[0]).properties[0].span.clone();
    assert_eq!(&sgf.source()[span.clone()], "GM[1]");
    assert_eq!(sgf.line_column(span.start), (4, 2));
}

#[test]
fn unknown_and_repeated_properties_keep_their_order() {
    let sgf = Sgf::parse("(;XY[1][2]B[aa]XY[3] AddBlack [cc]\n[dd] Q9[q] )").unwrap();
    assert_eq!(outline(&sgf), "1 XY=1,2 B=aa XY=3 AB=cc,dd Q9=q\n");
    let root = sgf.node(sgf.roots()[0]);
    assert_eq!(root.values("XY").map(|t| t.simple()).collect::<Vec<_>>(), ["1", "2", "3"]);
}

#[test]
fn escapes_and_brackets_inside_values() {
    let sgf = Sgf::parse("(;C[a (;B[aa\\]) \\\\];W[bb])").unwrap();
    assert_eq!(sgf.len(), 2);
    assert_eq!(sgf.node(sgf.roots()[0]).value("C").unwrap().text(), "a (;B[aa]) \\");
}

#[test]
fn damage_is_reported_and_passed_over() {
    let sgf = Sgf::parse("(;B[aa]??;W[bb] W\n;B[cc]) junk (;X[1]").unwrap();
    assert_eq!(outline(&sgf), "1 B=aa\n2 W=bb\n3 B=cc\n1 X=1\n");
    assert_eq!(
        warnings(&sgf),
        [
            "1:8: unexpected `??`",
            "1:17: unexpected `W`",
            "2:9: text outside a game tree is ignored",
            "2:14: game tree is not closed",
        ]
    );
    let sgf = Sgf::parse("(;B[aa];C[never closed;W[bb)").unwrap();
    assert_eq!(outline(&sgf), "1 B=aa\n2 C=never closed;W[bb)\n");
    assert_eq!(warnings(&sgf)[0], "1:10: value is not closed by `]`");
    let sgf = Sgf::parse("(;B[aa](W[bb]))").unwrap();
    assert_eq!(outline(&sgf), "1 B=aa W=bb\n");
    assert_eq!(warnings(&sgf), ["1:9: property outside a node"]);
}

#[test]
fn text_without_a_tree_is_an_error() {
    for text in ["", "hello", "()", "[(]", ";B[aa]"] {
        assert_eq!(Sgf::parse(text).unwrap_err(), SgfError::NoGameTree, "{text}");
    }
}

#[test]
fn depth_and_length_do_not_reach_the_stack() {
    let deep = format!("{}{}", "(;B[aa]".repeat(90_000), ")".repeat(90_000));
    let sgf = Sgf::parse(deep).unwrap();
    assert_eq!(sgf.len(), 90_000);
    assert_eq!(katachi_sgf::main_line(&sgf).len(), 90_000);
    assert_eq!(Sgf::parse(sgf.to_string()).unwrap().len(), 90_000);
    let long = format!("({})", ";B[aa];W[bb]".repeat(100_000));
    assert_eq!(Sgf::parse(long).unwrap().len(), 200_000);
}

#[test]
fn limits_are_errors_with_a_place() {
    let limits = Limits { bytes: 100, nodes: 3, depth: 2, warnings: 1 };
    assert_eq!(Sgf::read_within(&[b' '; 101], limits).unwrap_err(), SgfError::TooLong(101));
    let error = Sgf::read_within(b"(;;;;)", limits).unwrap_err();
    assert_eq!(error, SgfError::TooManyNodes(4..5));
    assert_eq!(Sgf::read_within(b"(;(;(;)))", limits).unwrap_err(), SgfError::TooDeep(4..5));
    let sgf = Sgf::read_within(b"(;?A?B?)", limits).unwrap();
    assert_eq!(warnings(&sgf), ["1:3: unexpected `?`", "1:9: 4 more warnings"]);
}

#[test]
fn charset_and_byte_order_mark() {
    let sgf = Sgf::read(b"\xEF\xBB\xBF(;PB[\xC3\xA9])").unwrap();
    assert_eq!(sgf.node(sgf.roots()[0]).value("PB").unwrap().simple(), "é");
    let sgf = Sgf::read(b"(;CA[ISO-8859-1]PB[\xE9])").unwrap();
    assert_eq!(sgf.node(sgf.roots()[0]).value("PB").unwrap().simple(), "é");
}

#[test]
fn damaged_texts_keep_their_structure_and_are_reported_in_order() {
    // A broken Big5 character before a bracket, after a stray sign.
    let sgf = Sgf::read(b"(;CA[Big5]?\nPB[\xB3\xF2\xFF];B[aa] ??)").unwrap();
    assert_eq!(outline(&sgf), "1 CA=Big5 PB=圍\u{fffd}\n2 B=aa\n");
    assert_eq!(
        warnings(&sgf),
        [
            "1:11: unexpected `?`",
            "2:1: property outside a node",
            "2:5: some bytes are not Big5, the first of them here",
            "2:14: unexpected `??`",
        ]
    );
}

#[test]
fn printing_reads_back_as_the_same_tree() {
    let text =
        "(;GM[1]SZ[9]C[a\\]\nb];B[aa];W[bb](;B[cc];W[])(;B[dd]C[x](;W[ee])(;W[ff])))(;X[1][2])";
    let sgf = Sgf::parse(text).unwrap();
    let printed = sgf.to_string();
    assert_eq!(
        printed,
        "(;GM[1]SZ[9]C[a\\]\nb]\n;B[aa];W[bb]\n(;B[cc];W[])\n(;B[dd]C[x]\n(;W[ee])\n(;W[ff])))\n(;X[1][2])\n"
    );
    assert_eq!(outline(&Sgf::parse(printed).unwrap()), outline(&sgf));
}

#[test]
fn records_can_be_built() {
    let mut sgf = Sgf::new();
    let root = sgf.add_node(None);
    sgf.push(root, "SZ", &["9"]);
    let node = sgf.add_node(Some(root));
    sgf.push(node, "B", &["cc"]);
    sgf.push(node, "C", &["a]b"]);
    let pass = sgf.add_node(Some(node));
    sgf.push::<&str>(pass, "W", &[]);
    assert_eq!(sgf.to_string(), "(;SZ[9]\n;B[cc]C[a\\]b]\n;W[])\n");
}

proptest::proptest! {
    /// No bytes make the reader panic, and what it prints reads back unharmed.
    #[test]
    fn any_text_is_survived(text in "[(;)\\[\\]\\\\ABWC a-c:\\n\u{e9}]{0,60}") {
        if let Ok(sgf) = Sgf::parse(format!("(;{text}")) {
            let _ = katachi_sgf::position_at(&sgf, None);
            let again = Sgf::parse(sgf.to_string()).unwrap();
            proptest::prop_assert_eq!(outline(&again), outline(&Sgf::parse(again.to_string()).unwrap()));
            proptest::prop_assert_eq!(again.len(), sgf.len());
        }
    }

    /// In every charset the text that is read prints to text that reads the same.
    #[test]
    fn any_bytes_in_any_charset_are_survived(
        charset in proptest::sample::select(vec![
            "UTF-8", "GB2312", "gb18030", "Big5", "Shift_JIS", "EUC-KR", "EUC-JP", "ISO-2022-JP",
            "ISO-8859-1", "KOI8-R", "UTF-16", "x-none", "",
        ]),
        bytes in proptest::collection::vec(0u8.., 0..60),
    ) {
        let mut all = format!("(;CA[{charset}]C[").into_bytes();
        all.extend(bytes);
        all.extend(b"];B[aa])");
        if let Ok(sgf) = Sgf::read(&all) {
            for w in &sgf.warnings {
                proptest::prop_assert!(sgf.source().get(w.span.clone()).is_some(), "{w:?}");
            }
            let again = Sgf::parse(sgf.to_string()).unwrap();
            proptest::prop_assert_eq!(again.len(), sgf.len());
        }
    }

    #[test]
    fn any_bytes_are_survived(bytes in proptest::collection::vec(0u8.., 0..80)) {
        let mut all = b"(;C[".to_vec();
        all.extend(bytes);
        let _ = Sgf::read(&all);
    }
}

#[test]
fn short_names_begin_with_a_letter() {
    let sgf = Sgf::parse("(;rm1FF[4]pL[B]M2[a]a1b[c])").unwrap();
    let names = |sgf: &Sgf| -> Vec<String> {
        sgf.node(sgf.roots()[0]).properties.iter().map(|p| p.name.to_string()).collect()
    };
    assert_eq!(names(&sgf), ["FF", "L", "M2", "A1B"]);
    // So that what is printed is read again as it was.
    assert_eq!(names(&Sgf::parse(sgf.to_string()).unwrap()), names(&sgf));
}
