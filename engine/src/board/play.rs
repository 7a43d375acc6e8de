//! Playing and taking back.

use super::{Board, Change, Frame, Illegal, Record, near, zobrist};
use mkpat_rt::geom::{AREA, Cell, Color, Point};

impl Board {
    /// Whether `color` may play at `p`: empty, not the ko, no suicide. A pass
    /// is always legal.
    ///
    /// # Errors
    /// The reason why not.
    pub fn legality(&self, color: Color, p: Point) -> Result<(), Illegal> {
        if p.is_pass() {
            return Ok(());
        }
        match self.at(p) {
            Cell::Off => Err(Illegal::OffBoard),
            Cell::Black | Cell::White => Err(Illegal::Occupied),
            Cell::Empty if p == self.ko && color == self.ko_banned => Err(Illegal::Ko),
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
    /// had been played elsewhere and answered (`tryko` in the reading document).
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

    /// Forgets what could be taken back.
    pub fn forget_moves(&mut self) {
        self.frames.clear();
        self.changes.clear();
        self.saved.clear();
        for record in &mut self.records {
            record.stamp = 0;
        }
    }

    /// Puts a record on the undo log, once per move.
    #[inline]
    fn save(&mut self, id: u16) {
        let stamp = self.frames.len() as u32;
        let record = self.records[id as usize];
        if record.stamp != stamp {
            self.saved.push((id, record));
            self.records[id as usize].stamp = stamp;
        }
    }

    /// Plays on an empty vertex (or passes) without asking whether it is legal.
    fn put(&mut self, color: Color, p: Point) {
        self.put_unchecked(color, p);
        if cfg!(debug_assertions) {
            let changed = self.last_changed();
            assert_eq!(self.check_near(&changed).and(self.check_hash(&changed)), Ok(()));
        }
    }

    fn put_unchecked(&mut self, color: Color, p: Point) {
        self.frames.push(Frame {
            point: p,
            color,
            ko: self.ko,
            ko_banned: self.ko_banned,
            hash: self.hash,
            captures: self.captures,
            changes: self.changes.len() as u32,
            saved: self.saved.len() as u32,
            old_head: self.head[p.idx()],
            old_next: self.next[p.idx()],
        });
        self.ko = Point::PASS;
        if p.is_pass() {
            return;
        }
        self.save(p.0);
        self.cells[p.idx()] = color.cell();
        near::toggle(&mut self.near, color, p);
        self.hash ^= zobrist::stone(color, p);
        self.head[p.idx()] = p.0;
        self.next[p.idx()] = p.0;
        let stamp = self.frames.len() as u32;
        let mut new = Record { size: 1, origin: p, stamp, ..Record::NONE };
        let mut enemies = [0u16; 4];
        let mut friends = [0u16; 4];
        let (mut n_enemies, mut n_friends) = (0, 0);
        let near = self.near[p.idx()];
        for q in near.empty(p) {
            new.liberties.insert(q);
            new.count += 1;
        }
        for q in near.stones(color, p) {
            let id = self.head[q.idx()];
            if friends[..n_friends].iter().all(|&f| f != id) {
                friends[n_friends] = id;
                n_friends += 1;
            }
        }
        for q in near.stones(color.other(), p) {
            let id = self.head[q.idx()];
            if enemies[..n_enemies].iter().all(|&e| e != id) {
                enemies[n_enemies] = id;
                n_enemies += 1;
            }
        }
        self.records[p.idx()] = new;
        for &id in &enemies[..n_enemies] {
            self.save(id);
            let record = &mut self.records[id as usize];
            record.liberties.remove(p);
            record.count -= 1;
        }
        let mut root = p.0;
        for &id in &friends[..n_friends] {
            root = self.merge(root, id);
        }
        if n_friends > 0 {
            let record = &mut self.records[root as usize];
            record.liberties.remove(p);
            record.count = record.liberties.len() as u16;
        }
        let mut captured = 0;
        let mut last = Point::PASS;
        for &id in &enemies[..n_enemies] {
            if self.records[id as usize].count == 0 {
                last = Point(id);
                captured += self.remove(id, color.other());
            }
        }
        self.captures[color.index()] += captured;
        let record = &self.records[root as usize];
        if record.count == 0 {
            let lost = self.remove(root, color);
            self.captures[color.other().index()] += lost;
        } else if captured == 1 && record.size == 1 && record.count == 1 {
            self.ko = last;
            self.ko_banned = color.other();
        }
    }

    /// Merges two strings; the record of the larger one stays.
    fn merge(&mut self, a: u16, b: u16) -> u16 {
        let (root, child) = if self.records[a as usize].size >= self.records[b as usize].size {
            (a, b)
        } else {
            (b, a)
        };
        self.save(root);
        let from = self.records[child as usize];
        let into = &mut self.records[root as usize];
        into.liberties.union_with(&from.liberties);
        into.size += from.size;
        into.origin = into.origin.min(from.origin);
        self.relabel(child, root);
        self.next.swap(root as usize, child as usize);
        self.changes.push(Change::Merge { root, child });
        root
    }

    /// Writes `to` as head of all stones in the list that holds `from`.
    fn relabel(&mut self, from: u16, to: u16) {
        let mut q = from;
        loop {
            self.head[q as usize] = to;
            q = self.next[q as usize];
            if q == from {
                break;
            }
        }
    }

    /// Takes a string off; the number of its stones. Its list stays as it is.
    fn remove(&mut self, id: u16, color: Color) -> u32 {
        let mut q = id;
        let mut n = 0;
        loop {
            let p = Point(q);
            self.cells[p.idx()] = Cell::Empty;
            near::toggle(&mut self.near, color, p);
            self.hash ^= zobrist::stone(color, p);
            n += 1;
            for near in self.near[p.idx()].stones(color.other(), p) {
                let other = self.head[near.idx()];
                self.save(other);
                let record = &mut self.records[other as usize];
                if record.liberties.insert(p) {
                    record.count += 1;
                }
            }
            q = self.next[q as usize];
            if q == id {
                break;
            }
        }
        self.changes.push(Change::Removed { id, color });
        n
    }

    /// Takes the last move back; whether there was one.
    pub fn undo(&mut self) -> bool {
        if cfg!(debug_assertions) {
            let changed = self.last_changed();
            let some = self.undo_unchecked();
            assert_eq!(self.check_near(&changed), Ok(()));
            return some;
        }
        self.undo_unchecked()
    }

    fn undo_unchecked(&mut self) -> bool {
        let Some(frame) = self.frames.pop() else { return false };
        while self.changes.len() > frame.changes as usize {
            match self.changes.pop() {
                Some(Change::Merge { root, child }) => {
                    self.next.swap(root as usize, child as usize);
                    self.relabel(child, child);
                }
                Some(Change::Removed { id, color }) => {
                    let mut q = id;
                    loop {
                        self.cells[q as usize] = color.cell();
                        near::toggle(&mut self.near, color, Point(q));
                        q = self.next[q as usize];
                        if q == id {
                            break;
                        }
                    }
                }
                None => break,
            }
        }
        while self.saved.len() > frame.saved as usize {
            if let Some((id, record)) = self.saved.pop() {
                self.records[id as usize] = record;
            }
        }
        let p = frame.point;
        if !p.is_pass() && p.idx() < AREA {
            self.cells[p.idx()] = Cell::Empty;
            near::toggle(&mut self.near, frame.color, p);
            self.head[p.idx()] = frame.old_head;
            self.next[p.idx()] = frame.old_next;
        }
        self.hash = frame.hash;
        self.ko = frame.ko;
        self.ko_banned = frame.ko_banned;
        self.captures = frame.captures;
        true
    }
}
