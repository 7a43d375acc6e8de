//! Games of records, for what is learned from them.

use mkpat_rt::geom::{Color, Point};
use std::path::Path;

/// A game: size, and moves in turn.
#[derive(Clone)]
pub(crate) struct Record {
    pub(crate) size: usize,
    pub(crate) moves: Vec<(Color, Point)>,
}

impl Record {
    /// The games below these folders, apart by commas.
    pub(crate) fn all_below(folders: &str) -> Vec<Record> {
        let mut out = Vec::new();
        folders.split(',').for_each(|f| below(f.as_ref(), &mut out));
        out
    }

    /// The game of a record as `katachi match` writes it, up to the first pass: one move after the other, no branches.
    pub(super) fn read(text: &str) -> Option<Record> {
        let size: usize = text.split("SZ[").nth(1)?.split(']').next()?.parse().ok()?;
        let mut moves = Vec::new();
        for node in text.split(';').skip(2) {
            let color = match node.as_bytes().first()? {
                b'B' => Color::Black,
                b'W' => Color::White,
                _ => continue,
            };
            // A pass may have no place at all.
            let place = node.get(2..4).unwrap_or("tt");
            let place: Vec<usize> =
                place.bytes().map(|b| usize::from(b.wrapping_sub(b'a'))).collect();
            if place.iter().any(|&n| n >= size) {
                break;
            }
            moves.push((color, Point::new(place[1], place[0])));
        }
        Some(Record { size, moves })
    }
}

fn below(folder: &Path, out: &mut Vec<Record>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    let mut paths: Vec<_> = entries.flatten().map(|e| e.path()).collect();
    paths.sort();
    for path in paths {
        if path.extension().is_some_and(|e| e == "sgf") {
            out.extend(std::fs::read_to_string(path).ok().and_then(|text| Record::read(&text)));
        }
    }
}
