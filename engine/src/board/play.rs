//! Playing and taking back.

use super::{
    Board, Frame, Illegal, KoBan, Own, PointList, Record, SLOTS, UndoStep, neighbour_mask, zobrist,
};
use mkpat_rt::geom::{Cell, Color, Point};

impl Board {
    /// Whether `color` may play at `p`: empty, not the ko, no suicide. A pass
    /// is always legal.
    ///
    /// # Errors
    /// The reason why not.
    #[inline]
    pub fn legality(&self, color: Color, p: Point) -> Result<(), Illegal> {
        if p.is_pass() {
            return Ok(());
        }
        match self.at(p) {
            Cell::Off => Err(Illegal::OffBoard),
            Cell::Black | Cell::White => Err(Illegal::Occupied),
            Cell::Empty if p == self.ko.at && color == self.ko.banned => Err(Illegal::Ko),
            Cell::Empty if self.is_suicide(color, p) => Err(Illegal::Suicide),
            Cell::Empty => Ok(()),
        }
    }

    /// Whether [`Board::legality`] finds nothing wrong.
    pub fn is_legal(&self, color: Color, p: Point) -> bool {
        self.legality(color, p).is_ok()
    }

    /// Plays if it is legal. Take it back with [`Board::undo`].
    ///
    /// # Errors
    /// Why the move is not legal; the board is then unchanged.
    pub fn play(&mut self, color: Color, p: Point) -> Result<(), Illegal> {
        self.legality(color, p)?;
        self.put(color, p);
        Ok(())
    }

    /// As [`Board::play`], for reading: whether the move was played.
    #[inline]
    pub fn try_play(&mut self, color: Color, p: Point) -> bool {
        self.play(color, p).is_ok()
    }

    /// As [`Board::try_play`], but a ko may be retaken at once, as if a threat
    /// had been played elsewhere and answered (`tryko` in the GNU Go 3.8
    /// manual, "Ko Handling").
    pub fn try_play_ko(&mut self, color: Color, p: Point) -> bool {
        match self.legality(color, p) {
            Ok(()) | Err(Illegal::Ko) => {
                self.put(color, p);
                true
            }
            Err(_) => false,
        }
    }

    /// Plays where suicide is allowed (the stones without liberty come off).
    ///
    /// # Errors
    /// As for [`Board::play`], but never [`Illegal::Suicide`].
    pub fn play_with_suicide(&mut self, color: Color, p: Point) -> Result<(), Illegal> {
        match self.legality(color, p) {
            Ok(()) | Err(Illegal::Suicide) => {
                self.put(color, p);
                Ok(())
            }
            Err(why) => Err(why),
        }
    }

    /// A pass: clears the ko, and counts as a move for [`Board::undo`].
    pub fn pass(&mut self, color: Color) {
        self.put(color, Point::PASS);
    }

    /// Plays a move that another board has played in this position: by what rules does not
    /// matter.
    pub(crate) fn play_again(&mut self, color: Color, p: Point) {
        debug_assert!(p.is_pass() || self.is_empty(p), "a position of the other board");
        self.put(color, p);
    }

    /// Forgets what could be taken back.
    pub fn forget_moves(&mut self) {
        self.log.clear();
    }

    /// Plays on an empty vertex (or passes) without asking whether it is legal.
    fn put(&mut self, color: Color, p: Point) {
        self.put_unchecked(color, p);
        if cfg!(debug_assertions) {
            let changed = self.last_change();
            assert_eq!(self.check_near(&changed).and(self.check_hash(&changed)), Ok(()));
        }
    }

    fn put_unchecked(&mut self, color: Color, p: Point) {
        let mut frame = Frame {
            point: p,
            color,
            ko: self.ko,
            hash: self.hash,
            captures: self.captures,
            atari: self.atari,
            changes: self.log.changes.len() as u32,
            captured: self.log.captured.len() as u32,
            old_head: self.head[p.idx() % SLOTS],
            old_next: self.next[p.idx() % SLOTS],
            own: Own::Pass,
        };
        self.ko = KoBan::NONE;
        if p.is_pass() {
            self.log.frames.push(frame);
            return;
        }
        self.set_cell(p, color, true);
        neighbour_mask::toggle(&mut self.near, color, p);
        self.hash ^= zobrist::stone(color, p);
        let mut dead = PointList::<4>::new();
        for q in self.near[p.idx() % SLOTS].stones(color.other(), p) {
            // The second stone of a string takes nothing more. No branch, which would often
            // be mispredicted.
            let id = self.head[q.idx() % SLOTS];
            let lost = self.records[id as usize % SLOTS].liberties.remove(p);
            let left = self.counts[id as usize % SLOTS] - u16::from(lost);
            self.recount(color.other(), id, left);
            if left == 0 {
                dead.add(Point(id));
            }
        }
        frame.own = self.join(color, p);
        self.log.frames.push(frame);
        let mut captured = 0;
        for &id in dead.iter() {
            captured += self.remove(id.0, color.other());
        }
        self.captures[color.index()] += captured;
        let root = self.head[p.idx() % SLOTS];
        let liberties = self.counts[root as usize % SLOTS];
        if liberties == 0 {
            let lost = self.remove(root, color);
            self.captures[color.other().index()] += lost;
        } else if captured == 1 && liberties == 1 && self.records[root as usize % SLOTS].size == 1 {
            self.ko = KoBan { at: dead[0], banned: color.other() };
        }
    }

    /// Sets the number of liberties of the string with this record, and whether it is listed as
    /// in atari.
    #[inline]
    fn recount(&mut self, color: Color, id: u16, liberties: u16) {
        let before = self.counts[id as usize % SLOTS];
        self.counts[id as usize % SLOTS] = liberties;
        if (liberties == 1) != (before == 1) {
            let atari = &mut self.atari[color.index()];
            if liberties == 1 { atari.add(id) } else { atari.remove(id) }
        }
    }

    /// Makes the new stone at `p` part of the strings of its colour next to it. How to
    /// part them again.
    #[inline]
    fn join(&mut self, color: Color, p: Point) -> Own {
        let near = self.near[p.idx() % SLOTS];
        let mut friends = near.stones(color, p).map(|q| self.head[q.idx() % SLOTS]);
        let Some(first) = friends.next() else { return self.stand_alone(color, p) };
        if friends.any(|id| id != first) {
            return self.connect(color, p);
        }
        let record = &mut self.records[first as usize % SLOTS];
        let origin = record.origin;
        record.size += 1;
        record.origin = origin.min(p);
        record.liberties.remove(p);
        let new = near.empty(p).insert_into(&mut record.liberties);
        self.add_stone(first, p);
        let liberties = self.counts[first as usize % SLOTS] + new.len() as u16 - 1;
        self.recount(color, first, liberties);
        Own::Extends { origin, new }
    }

    /// Makes the new stone at `p` a string.
    #[inline]
    fn stand_alone(&mut self, color: Color, p: Point) -> Own {
        let record = &mut self.records[p.idx() % SLOTS];
        let used = record.size != 0;
        if used {
            self.log.saved.push((p.0, *record, self.counts[p.idx() % SLOTS]));
        }
        *record = Record { size: 1, origin: p, ..Record::NONE };
        let free = self.near[p.idx() % SLOTS].empty(p).insert_into(&mut record.liberties);
        self.counts[p.idx() % SLOTS] = free.len() as u16;
        if free.len() == 1 {
            self.atari[color.index()].add(p.0);
        }
        self.head[p.idx() % SLOTS] = p.0;
        self.next[p.idx() % SLOTS] = p.0;
        Own::Alone { used }
    }

    /// Makes the new stone at `p` connect several strings.
    #[inline(never)]
    fn connect(&mut self, color: Color, p: Point) -> Own {
        let near = self.near[p.idx()];
        let mut friends = PointList::<4>::new();
        for q in near.stones(color, p) {
            friends.add(Point(self.head[q.idx() % SLOTS]));
        }
        let mut root = friends[0];
        for &id in &friends[1..] {
            if self.records[id.idx() % SLOTS].size > self.records[root.idx() % SLOTS].size {
                root = id;
            }
        }
        let record = &mut self.records[root.idx() % SLOTS];
        self.log.saved.push((root.0, *record, self.counts[root.idx() % SLOTS]));
        record.size += 1;
        record.origin = record.origin.min(p);
        record.liberties.remove(p);
        let new = near.empty(p).insert_into(&mut record.liberties);
        self.add_stone(root.0, p);
        // The vertex itself comes back with the first of the others.
        let mut liberties = self.counts[root.idx() % SLOTS] - 1 + new.len() as u16;
        for &child in friends.iter() {
            if child != root {
                liberties += self.merge(root.0, child.0);
                if self.counts[child.idx() % SLOTS] == 1 {
                    self.atari[color.index()].remove(child.0);
                }
            }
        }
        self.records[root.idx() % SLOTS].liberties.remove(p);
        self.recount(color, root.0, liberties - 1);
        Own::Merges
    }

    /// Puts the stone at `p` in the list of the string with this record.
    #[inline]
    fn add_stone(&mut self, id: u16, p: Point) {
        self.head[p.idx() % SLOTS] = id;
        self.next[p.idx() % SLOTS] = self.next[id as usize % SLOTS];
        self.next[id as usize % SLOTS] = p.0;
    }

    /// Adds the string `child` to `root`; how many more liberties that are.
    fn merge(&mut self, root: u16, child: u16) -> u16 {
        let both = [usize::from(root), usize::from(child)];
        let Ok([into, from]) = self.records.get_disjoint_mut(both) else {
            unreachable!("two strings")
        };
        let known = from.liberties.common(&into.liberties) as u16;
        into.liberties.union_with(&from.liberties);
        into.size += from.size;
        into.origin = into.origin.min(from.origin);
        self.relabel(child, root);
        self.next.swap(root as usize, child as usize);
        self.log.changes.push(UndoStep::Merge { root, child });
        self.counts[usize::from(child) % SLOTS] - known
    }

    /// Writes `to` as head of all stones in the list that holds `from`.
    fn relabel(&mut self, from: u16, to: u16) {
        let mut q = from;
        loop {
            self.head[q as usize % SLOTS] = to;
            q = self.next[q as usize % SLOTS];
            if q == from {
                break;
            }
        }
    }

    /// Puts a stone of `color` on `p`, or takes it off; nothing else follows from that here.
    #[inline]
    fn set_cell(&mut self, p: Point, color: Color, stands: bool) {
        self.cells[p.idx()] = if stands { color.cell() } else { Cell::Empty };
        self.empty.set(!stands, p);
        self.stones[color.index()].set(stands, p);
    }

    /// Takes a string off; the number of its stones. Its list stays as it is.
    fn remove(&mut self, id: u16, color: Color) -> u32 {
        let mut q = id;
        let mut n = 0;
        loop {
            let p = Point(q);
            self.set_cell(p, color, false);
            neighbour_mask::toggle(&mut self.near, color, p);
            self.hash ^= zobrist::stone(color, p);
            self.log.captured.push(p);
            n += 1;
            for near in self.near[p.idx()].stones(color.other(), p) {
                let other = self.head[near.idx() % SLOTS];
                if self.records[other as usize % SLOTS].liberties.insert(p) {
                    self.recount(color.other(), other, self.counts[other as usize % SLOTS] + 1);
                }
            }
            q = self.next[q as usize % SLOTS];
            if q == id {
                break;
            }
        }
        self.log.changes.push(UndoStep::Removed { id, color });
        n
    }

    /// Takes the last move back; whether there was one.
    pub fn undo(&mut self) -> bool {
        if cfg!(debug_assertions) {
            let changed = self.last_change();
            let some = self.undo_unchecked();
            assert_eq!(self.check_near(&changed), Ok(()));
            return some;
        }
        self.undo_unchecked()
    }

    fn undo_unchecked(&mut self) -> bool {
        let Some(frame) = self.log.frames.pop() else { return false };
        while self.log.changes.len() > frame.changes as usize {
            match self.log.changes.pop() {
                Some(UndoStep::Merge { root, child }) => {
                    self.next.swap(root as usize, child as usize);
                    self.relabel(child, child);
                }
                Some(UndoStep::Removed { id, color }) => self.put_back(id, color),
                None => break,
            }
        }
        self.log.captured.truncate(frame.captured as usize);
        let p = frame.point;
        match frame.own {
            Own::Pass => {}
            Own::Alone { used: false } => self.records[p.idx() % SLOTS].size = 0,
            Own::Extends { origin, new } => {
                let root = self.head[p.idx() % SLOTS] as usize;
                self.next[root % SLOTS] = self.next[p.idx() % SLOTS];
                let record = &mut self.records[root % SLOTS];
                self.counts[root % SLOTS] -= new.len() as u16;
                self.counts[root % SLOTS] += 1;
                record.size -= 1;
                record.origin = origin;
                new.remove_from(&mut record.liberties);
                record.liberties.insert(p);
            }
            Own::Alone { used: true } | Own::Merges => {
                if let Some((id, record, count)) = self.log.saved.pop() {
                    self.records[id as usize % SLOTS] = record;
                    self.counts[id as usize % SLOTS] = count;
                    // The same stone in a circle of one.
                    self.next[id as usize % SLOTS] = self.next[p.idx() % SLOTS];
                }
            }
        }
        if frame.own != Own::Pass {
            self.set_cell(p, frame.color, false);
            neighbour_mask::toggle(&mut self.near, frame.color, p);
            for q in self.near[p.idx()].stones(frame.color.other(), p) {
                let id = self.head[q.idx() % SLOTS] as usize;
                self.counts[id % SLOTS] += u16::from(self.records[id % SLOTS].liberties.insert(p));
            }
            self.head[p.idx() % SLOTS] = frame.old_head;
            self.next[p.idx() % SLOTS] = frame.old_next;
        }
        self.hash = frame.hash;
        self.ko = frame.ko;
        self.captures = frame.captures;
        self.atari = frame.atari;
        true
    }

    /// Puts a string that was taken off back on; all but hash and prisoners.
    fn put_back(&mut self, id: u16, color: Color) {
        let mut q = id;
        loop {
            let p = Point(q);
            self.set_cell(p, color, true);
            neighbour_mask::toggle(&mut self.near, color, p);
            for near in self.near[p.idx()].stones(color.other(), p) {
                let id = self.head[near.idx() % SLOTS] as usize;
                self.counts[id % SLOTS] -= u16::from(self.records[id % SLOTS].liberties.remove(p));
            }
            q = self.next[q as usize % SLOTS];
            if q == id {
                break;
            }
        }
    }
}
