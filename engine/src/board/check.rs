//! Verification of everything that is kept incrementally, against a flood fill.
//!
//! [`Board::check_invariants`] looks at the whole board. Builds with debug assertions
//! check after every move, and after every move taken back, all that it can have
//! changed: the strings at and next to its stone and the stones it took, hash and ko.
//! What is right before a move is therefore right after it, on the whole board.

use super::{Board, PointSet, SLOTS, neighbour_mask, zobrist};
use mkpat_rt::geom::{Cell, Color, NEIGHBOURS, Point};

impl Board {
    /// Compares strings, liberties, lists, hash and ko with what the cells say.
    /// Slow; for tests.
    ///
    /// # Errors
    /// A sentence that says what is inconsistent, and where.
    pub fn check_invariants(&self) -> Result<(), String> {
        let stones = |hash, p: Point| match self.cells[p.idx()].color() {
            Some(color) => hash ^ zobrist::stone(color, p),
            None => hash,
        };
        if Point::all(self.size).fold(0, stones) != self.hash {
            return Err("hash is wrong".to_string());
        }
        for color in Color::BOTH {
            let strings = self.strings().filter(|&s| self.color_at(s) == Some(color));
            let weak = strings.filter(|&s| self.liberty_count(s) == 1);
            if weak.count() != self.atari[color.index()].len() {
                return Err("number of strings in atari is wrong".to_string());
            }
        }
        self.check_near(&Point::all(self.size).collect())
    }

    /// As [`Board::check_invariants`], but without the hash, and of the strings only
    /// those at and next to these points.
    pub(super) fn check_near(&self, points: &PointSet) -> Result<(), String> {
        let mut seen = PointSet::EMPTY;
        for p in points {
            for q in [0].into_iter().chain(NEIGHBOURS).map(|d| p.step(d)) {
                if self.near[q.idx()] != neighbour_mask::of(&self.cells, q.idx()) {
                    return Err(format!("neighbours of slot {} are not what is kept", q.idx()));
                }
                let color = self.at(q).color();
                let kept = Color::BOTH.map(|c| self.stones[c.index()].contains(q));
                if kept != Color::BOTH.map(|c| color == Some(c))
                    || self.empty.contains(q) != self.is_empty(q)
                {
                    return Err(format!("sets of vertices are wrong at slot {}", q.idx()));
                }
                if let Some(color) = color
                    && !seen.contains(q)
                {
                    seen.union_with(&self.check_string(q, color)?);
                }
            }
        }
        if !self.ko.at.is_pass() && self.takes_ko(self.ko.banned, self.ko.at).is_none() {
            return Err("ko point without a ko".to_string());
        }
        Ok(())
    }

    /// Compares the hash with the one before the last move, of a stone at a point of
    /// `changed`, the others having been taken.
    pub(super) fn check_hash(&self, changed: &PointSet) -> Result<(), String> {
        let Some(last) = self.log.frames.last() else { return Ok(()) };
        let stands = |p: Point| self.at(p) == last.color.cell();
        let key = |p| match p == last.point && stands(p) {
            true => zobrist::stone(last.color, p),
            // Taken stones, or suicide: then its own stone came and went.
            false if p == last.point => 0,
            false => {
                zobrist::stone(if self.suicide() { last.color } else { last.color.other() }, p)
            }
        };
        let hash = changed.iter().fold(last.hash, |hash, p| hash ^ key(p));
        if hash == self.hash { Ok(()) } else { Err("hash is wrong".to_string()) }
    }

    /// Whether the last move took its own stone.
    fn suicide(&self) -> bool {
        self.log.frames.last().is_some_and(|f| self.at(f.point) == Cell::Empty)
    }

    /// The vertices that the last move changed.
    pub(super) fn last_change(&self) -> PointSet {
        match self.depth().checked_sub(1) {
            Some(last) => self.changes(last).map(|(p, _)| p).collect(),
            None => PointSet::EMPTY,
        }
    }

    /// Checks the string at `p`; its stones.
    fn check_string(&self, p: Point, color: Color) -> Result<PointSet, String> {
        let mut stones: PointSet = [p].into_iter().collect();
        let mut liberties = PointSet::EMPTY;
        let mut new = stones;
        while !new.is_empty() {
            let mut next = PointSet::EMPTY;
            for q in new {
                for d in NEIGHBOURS {
                    let near = q.step(d);
                    if self.at(near) == Cell::Empty {
                        liberties.insert(near);
                    } else if self.at(near) == color.cell() && stones.insert(near) {
                        next.insert(near);
                    }
                }
            }
            new = next;
        }
        let wrong = |what: &str| Err(format!("{}: {what}", p.name(self.size)));
        let head = self.head[p.idx()];
        let record = &self.records[head as usize % SLOTS];
        let mut listed = PointSet::EMPTY;
        let mut q = head;
        loop {
            if !listed.insert(Point(q)) {
                return wrong("stone list is not a circle through its head");
            }
            q = self.next[q as usize];
            if q == head {
                break;
            }
        }
        if listed != stones {
            return wrong("stone list differs from the string");
        }
        if stones.iter().any(|s| self.head[s.idx()] != head) {
            return wrong("stones of one string have different heads");
        }
        if record.size as usize != stones.len() || Some(record.origin) != stones.first() {
            return wrong("size or origin is wrong");
        }
        if record.liberties != liberties || self.counts[head as usize] as usize != liberties.len() {
            return wrong("liberties are wrong");
        }
        if liberties.is_empty() {
            return wrong("string without liberty");
        }
        let times = self.atari[color.index()].listed().map(|listed| {
            let same = |id: &&u16| self.head[usize::from(**id)] == head;
            listed.iter().filter(same).count()
        });
        if times.is_some_and(|n| n != usize::from(liberties.len() == 1)) {
            return wrong("not listed as it should be among the strings in atari");
        }
        Ok(stones)
    }
}

#[cfg(test)]
mod tests {
    /// A fault anywhere near a move is found by the check after it.
    #[test]
    #[cfg(debug_assertions)]
    fn debug_builds_check_after_every_move() {
        use super::*;
        use crate::diagram;

        let faults: [fn(&mut Board, Point); 4] = [
            |b, p| b.atari[0].add(b.head[p.idx()]),
            |b, p| b.counts[b.head[p.idx()] as usize] += 1,
            |b, p| b.records[b.head[p.idx()] as usize % SLOTS].size += 1,
            |b, p| b.next[p.idx()] = 0,
        ];
        for fault in faults {
            let mut board = diagram::parse(
                "
                . . . . .
                . X X . .
                . O . . .
                . . . . .
                . . . . .",
            )
            .expect("a diagram");
            let at = |name: &str| Point::parse(name, 5).expect("a vertex");
            assert!(board.check_invariants().is_ok());
            fault(&mut board, at("B4"));
            assert!(board.check_invariants().is_err());
            let next = std::panic::catch_unwind(move || board.try_play(Color::White, at("D4")));
            assert!(next.is_err(), "not found");
        }
    }
}
