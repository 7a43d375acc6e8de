//! Verification of everything that is kept incrementally, against a flood fill.

use super::{Board, PointSet, zobrist};
use mkpat_rt::geom::{Cell, NEIGHBOURS, Point};

impl Board {
    /// Compares strings, liberties, lists and hash with what the cells say.
    /// Slow; for tests.
    ///
    /// # Errors
    /// A sentence that says what is inconsistent, and where.
    pub fn check_invariants(&self) -> Result<(), String> {
        let mut hash = 0;
        let mut seen = PointSet::EMPTY;
        for p in Point::all(self.size) {
            let Some(color) = self.at(p).color() else { continue };
            hash ^= zobrist::stone(color, p);
            if seen.contains(p) {
                continue;
            }
            let mut stones: PointSet = [p].into_iter().collect();
            let mut liberties = PointSet::EMPTY;
            let mut stack = vec![p];
            while let Some(q) = stack.pop() {
                for d in NEIGHBOURS {
                    let near = q.step(d);
                    if self.at(near) == Cell::Empty {
                        liberties.insert(near);
                    } else if self.at(near) == color.cell() && stones.insert(near) {
                        stack.push(near);
                    }
                }
            }
            seen.union_with(&stones);
            let name = p.name(self.size);
            let head = self.head[p.idx()];
            let record = &self.records[head as usize];
            let mut listed = PointSet::EMPTY;
            let mut q = head;
            loop {
                if !listed.insert(Point(q)) {
                    return Err(format!("{name}: stone list is not a circle through its head"));
                }
                q = self.next[q as usize];
                if q == head {
                    break;
                }
            }
            if listed != stones {
                return Err(format!("{name}: stone list differs from the string"));
            }
            if stones.iter().any(|s| self.head[s.idx()] != head) {
                return Err(format!("{name}: stones of one string have different heads"));
            }
            if record.size as usize != stones.len() || Some(record.origin) != stones.first() {
                return Err(format!("{name}: size or origin is wrong"));
            }
            if record.liberties != liberties || record.count as usize != liberties.len() {
                return Err(format!("{name}: liberties are wrong"));
            }
            if liberties.is_empty() {
                return Err(format!("{name}: string without liberty"));
            }
        }
        if hash != self.hash {
            return Err("hash is wrong".to_string());
        }
        if !self.ko.is_pass() && self.takes_ko(self.ko_banned, self.ko).is_none() {
            return Err("ko point without a ko".to_string());
        }
        Ok(())
    }
}
