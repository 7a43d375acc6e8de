//! As much as moves far from the last one may weigh at most, vertex by vertex, with the sums of rows: so one of them is
//! drawn in a few steps.
//!
//! It belongs to a field, which says where something has changed.

use mkpat_rt::geom::{AREA, Color, Point, STRIDE};

/// Rows of vertices, those off the board among them.
const ROWS: usize = AREA.div_ceil(STRIDE);

/// See the module head.
#[derive(Clone, Copy)]
pub(super) struct Plain {
    at: [[u32; AREA]; 2],
    rows: [[u64; ROWS]; 2],
    all: [u64; 2],
}

impl Plain {
    /// Nothing weighs anything.
    pub(super) const NONE: Plain = Plain { at: [[0; AREA]; 2], rows: [[0; ROWS]; 2], all: [0; 2] };

    /// From now on a move of `color` at `p` weighs so much at most.
    #[inline]
    pub(super) fn set(&mut self, color: Color, p: Point, most: u32) {
        let c = color.index();
        let old = std::mem::replace(&mut self.at[c][p.idx()], most);
        if old != most {
            let row = &mut self.rows[c][p.idx() / STRIDE];
            *row = *row - u64::from(old) + u64::from(most);
            self.all[c] = self.all[c] - u64::from(old) + u64::from(most);
        }
    }

    /// The sum of what all moves of `color` weigh at most.
    #[inline]
    pub(super) fn all(&self, color: Color) -> u64 {
        self.all[color.index()]
    }

    /// The vertex whose share of the sum holds `r`, and how far into it that is.
    pub(super) fn pick(&self, color: Color, mut r: u64) -> (Point, u64) {
        let c = color.index();
        for (row, &sum) in self.rows[c].iter().enumerate() {
            if r >= sum {
                r -= sum;
                continue;
            }
            let first = row * STRIDE;
            let last = (first + STRIDE).min(AREA);
            for (i, &most) in self.at[c][first..last].iter().enumerate() {
                if r < u64::from(most) {
                    return (Point((first + i) as u16), r);
                }
                r -= u64::from(most);
            }
        }
        (Point::PASS, 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_vertex_has_its_share() {
        let mut plain = Plain::NONE;
        let weights = [(Point::new(0, 0), 2), (Point::new(0, 3), 1), (Point::new(4, 1), 3)];
        for (p, w) in weights {
            plain.set(Color::White, p, 9);
            plain.set(Color::White, p, w);
        }
        assert_eq!((plain.all(Color::White), plain.all(Color::Black)), (6, 0));
        let mut r = 0;
        for (p, w) in weights {
            for share in 0..u64::from(w) {
                assert_eq!(plain.pick(Color::White, r), (p, share));
                r += 1;
            }
        }
        plain.set(Color::White, Point::new(0, 0), 0);
        assert_eq!(plain.pick(Color::White, 0), (Point::new(0, 3), 0));
    }
}
