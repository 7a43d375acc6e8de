//! Zobrist keys: constants of the program, so that a hash means the same
//! position in every run and on every machine.

use mkpat_rt::geom::{AREA, Color, Point};
use mkpat_rt::rng::{GOLDEN, mix};

/// The n-th number of the generator splitmix64 (see [`mkpat_rt::rng`]).
const fn key(n: u64) -> u64 {
    mix((n + 1).wrapping_mul(GOLDEN))
}

const fn keys(from: u64) -> [u64; AREA] {
    let mut out = [0; AREA];
    let mut i = 0;
    while i < AREA {
        out[i] = key(from + i as u64);
        i += 1;
    }
    out
}

static STONES: [[u64; AREA]; 2] = [keys(0), keys(1 << 16)];
static KO: [u64; AREA] = keys(2 << 16);
const SIDE: [u64; 2] = [0, key(3 << 16)];

/// Key of a stone of this colour on this vertex.
#[inline]
pub(super) fn stone(color: Color, p: Point) -> u64 {
    STONES[color.index()][p.idx()]
}

/// Key of a vertex where the ko may not be retaken; 0 for none.
#[inline]
pub(super) fn ko(p: Point) -> u64 {
    if p.is_pass() { 0 } else { KO[p.idx()] }
}

/// Key of the player to move.
#[inline]
pub(super) fn side(color: Color) -> u64 {
    SIDE[color.index()]
}
