//! Questions about strings, liberties and hypothetical stones. None of them
//! changes the board; for a point of the wrong kind (empty where a stone is
//! asked for, and the like) they answer zero, nothing or false.

use super::{Board, Neighbours, PointList, PointSet, Record, SLOTS, zobrist};
use mkpat_rt::geom::{AREA, Cell, Color, DIAGONALS, NEIGHBOURS, Point};

/// The stones of a string, in no particular order (but the same one for the
/// same sequence of moves). Made by [`Board::stones`].
pub struct Stones<'a> {
    board: &'a Board,
    start: u16,
    at: Option<u16>,
}

impl Iterator for Stones<'_> {
    type Item = Point;
    #[inline]
    fn next(&mut self) -> Option<Point> {
        let here = self.at?;
        let next = self.board.next[here as usize % SLOTS];
        self.at = if next == self.start { None } else { Some(next) };
        Some(Point(here))
    }
}

/// How many strings [`Board::adjacent_list`] notes down before it takes out those that it has
/// found twice; at least as many as a stone touches.
const FOUND: usize = 16;

impl Board {
    #[inline]
    pub(super) fn record(&self, p: Point) -> Option<&Record> {
        if self.at(p).is_stone() {
            Some(&self.records[self.head[p.idx() % SLOTS] as usize % SLOTS])
        } else {
            None
        }
    }

    /// The stones of a colour.
    #[inline]
    pub fn stones_of(&self, color: Color) -> PointSet {
        self.stones[color.index()]
    }

    /// All empty points.
    #[inline]
    pub fn empty_points(&self) -> PointSet {
        self.empty
    }

    /// The record of the string with the stone `p`.
    #[inline]
    pub(super) fn stone_record(&self, p: Point) -> &Record {
        &self.records[self.head[p.idx() % SLOTS] as usize % SLOTS]
    }

    /// Number of liberties of the string with the stone `p`.
    #[inline]
    pub(super) fn count(&self, p: Point) -> usize {
        self.counts[self.head[p.idx() % SLOTS] as usize].into()
    }

    /// Number of liberties of the string at `p`, exact; 0 if no stone is there.
    #[inline]
    pub fn liberty_count(&self, p: Point) -> usize {
        if self.at(p).is_stone() { self.count(p) } else { 0 }
    }

    /// The liberties of the string at `p`.
    #[inline]
    pub fn liberties(&self, p: Point) -> PointSet {
        self.record(p).map_or(PointSet::EMPTY, |r| r.liberties)
    }

    /// Number of stones in the string at `p`.
    #[inline]
    pub fn string_size(&self, p: Point) -> usize {
        self.record(p).map_or(0, |r| r.size as usize)
    }

    /// The first stone, in board order, of the string at `p`; `p` itself if no
    /// stone is there.
    #[inline]
    pub fn origin(&self, p: Point) -> Point {
        self.record(p).map_or(p, |r| r.origin)
    }

    /// Whether `p` and `q` hold stones of the same string.
    #[inline]
    pub fn same_string(&self, p: Point, q: Point) -> bool {
        self.at(p).is_stone()
            && self.at(q).is_stone()
            && self.head[p.idx() % SLOTS] == self.head[q.idx() % SLOTS]
    }

    /// The stones of the string at `p`, one by one.
    #[inline]
    pub fn stones(&self, p: Point) -> Stones<'_> {
        if self.at(p).is_stone() {
            let start = self.head[p.idx() % SLOTS];
            Stones { board: self, start, at: Some(start) }
        } else {
            Stones { board: self, start: 0, at: None }
        }
    }

    /// The stones of the string at `p` as a set.
    pub fn string_stones(&self, p: Point) -> PointSet {
        self.stones(p).collect()
    }

    /// The origins of all strings, in board order.
    pub fn strings(&self) -> impl Iterator<Item = Point> + '_ {
        Point::all(self.size).filter(|&p| self.at(p).is_stone() && self.origin(p) == p)
    }

    /// Origins of the strings of the other colour next to the string at `p`.
    pub fn adjacent_enemies(&self, p: Point) -> PointSet {
        self.adjacent_enemies_with(p, usize::MAX)
    }

    /// As [`Board::adjacent_enemies`], but only those with at most `max`
    /// liberties.
    pub fn adjacent_enemies_with(&self, p: Point, max: usize) -> PointSet {
        let mut out = PointSet::EMPTY;
        let Some(color) = self.color_at(p) else { return out };
        for q in self.stones(p) {
            for near in self.near[q.idx()].stones(color.other(), q) {
                if self.count(near) <= max {
                    out.insert(self.stone_record(near).origin);
                }
            }
        }
        out
    }

    /// Origins of the strings of `color` next to the vertex `p`.
    pub fn neighbour_strings(&self, p: Point, color: Color) -> PointSet {
        let mut out = PointSet::EMPTY;
        for q in self.near[p.idx()].stones(color, p) {
            out.insert(self.origin(q));
        }
        out
    }

    /// The neighbours of an on-board point that lie on the board.
    #[inline]
    pub fn neighbours(&self, p: Point) -> Neighbours {
        self.near[p.idx()].on_board(p)
    }

    /// The diagonal neighbours of an on-board point that lie on the board.
    #[inline]
    pub fn diagonals(&self, p: Point) -> impl Iterator<Item = Point> + use<'_> {
        DIAGONALS.into_iter().map(move |d| p.step(d)).filter(|&q| self.at(q) != Cell::Off)
    }

    /// Number of neighbours of `p` that hold `cell`.
    #[inline]
    pub fn count_neighbours(&self, p: Point, cell: Cell) -> usize {
        self.near[p.idx()].with(cell, p).len()
    }

    /// Whether the strings at `a` and `b`, of one colour, cannot be separated by a single
    /// move on a liberty that both have, those in `cut` left out: they share two, or one
    /// where a stone of the opponent takes nothing and would be in atari.
    pub fn are_linked(&self, a: Point, b: Point, cut: &PointSet) -> bool {
        let Some(color) = self.color_at(a) else { return false };
        let shared = self.liberties(a).and(&self.liberties(b)).minus(cut);
        let enemy = color.other();
        let is_dead_end =
            |p| self.accurate_liberties(enemy, p).len() <= 1 && !self.captures_something(enemy, p);
        self.color_at(b) == Some(color) && (shared.len() >= 2 || shared.iter().any(is_dead_end))
    }

    /// Whether all neighbours of `p` are stones of `color`.
    pub fn is_enclosed(&self, p: Point, color: Color) -> bool {
        self.neighbours(p).all(|q| self.at(q) == color.cell())
    }

    /// Whether the vertex `q` is a liberty of the string at `p`.
    #[inline]
    pub fn is_liberty_of(&self, q: Point, p: Point) -> bool {
        self.record(p).is_some_and(|r| r.liberties.contains(q))
    }

    /// Whether a stone of `color` on the empty vertex `p` would have no liberty
    /// and capture nothing.
    #[inline]
    pub fn is_suicide(&self, color: Color, p: Point) -> bool {
        self.at(p) == Cell::Empty
            && self.near[p.idx()].free() == 0
            && self.is_suicide_without_room(color, p)
    }

    /// As [`Board::is_suicide`], where no vertex next to `p` is empty.
    fn is_suicide_without_room(&self, color: Color, p: Point) -> bool {
        let near = self.near[p.idx()];
        near.stones(color, p).all(|q| self.count(q) == 1)
            && near.stones(color.other(), p).all(|q| self.count(q) > 1)
    }

    /// Whether a stone of `color` on the empty vertex `p` would capture
    /// something.
    #[inline]
    pub fn captures_something(&self, color: Color, p: Point) -> bool {
        self.at(p) == Cell::Empty
            && self.near[p.idx()].stones(color.other(), p).any(|q| self.count(q) == 1)
    }

    /// Hash of all that matters to `color`, who is to move: stones, forbidden ko, size.
    pub fn situation(&self, color: Color) -> u64 {
        let ko = self.ko().map_or(0, |(p, c)| 1 + (u64::from(p.0) << 2 | c.index() as u64));
        self.hash_for(color) ^ mkpat_rt::rng::mix(ko << 8 | self.size() as u64)
    }

    /// The liberties that the string of a stone of `color` on the empty vertex
    /// `p` would have, captures ignored. Empty if `p` is not empty.
    pub fn approximate_liberties(&self, color: Color, p: Point) -> PointSet {
        let mut out = PointSet::EMPTY;
        if self.at(p) != Cell::Empty {
            return out;
        }
        let near = self.near[p.idx()];
        for q in near.stones(color, p) {
            out.union_with(&self.stone_record(q).liberties);
        }
        for q in near.empty(p) {
            out.insert(q);
        }
        out.remove(p);
        out
    }

    /// Lines between a vertex of the board and the nearest edge: 0 on the first line.
    pub fn edge_distance(&self, p: Point) -> usize {
        let last = self.size() - 1;
        p.row().min(p.col()).min(last - p.row()).min(last - p.col())
    }

    /// The liberties that the string of a stone of `color` on the empty vertex
    /// `p` would have, captures taken into account. Whether the move is legal is
    /// not asked. Empty if `p` is not empty.
    pub fn accurate_liberties(&self, color: Color, p: Point) -> PointSet {
        let mut out = self.approximate_liberties(color, p);
        if self.at(p) != Cell::Empty {
            return out;
        }
        let near = self.near[p.idx()];
        let mut taken = PointList::<4>::new();
        for q in near.stones(color.other(), p) {
            if self.count(q) == 1 {
                out.insert(q);
                taken.add(Point(self.head[q.idx() % SLOTS]));
            }
        }
        let mut friends = PointList::<4>::new();
        for q in near.stones(color, p) {
            friends.add(Point(self.head[q.idx() % SLOTS]));
        }
        if friends.is_empty() {
            return out;
        }
        for string in taken {
            for stone in self.stones(string) {
                let touches = self.near[stone.idx()]
                    .stones(color, stone)
                    .any(|q| friends.contains(&Point(self.head[q.idx() % SLOTS])));
                if touches {
                    out.insert(stone);
                }
            }
        }
        out
    }

    /// Whether a stone of `color` on the empty vertex `p` would leave its own
    /// string with at most one liberty.
    pub fn is_self_atari(&self, color: Color, p: Point) -> bool {
        if self.at(p) != Cell::Empty || self.count_neighbours(p, Cell::Empty) >= 2 {
            return false;
        }
        self.accurate_liberties(color, p).len() <= 1
    }

    /// If a stone of `color` on the empty vertex `p` would take a ko, the stone
    /// that it captures. Whether the ko may be taken right now is not asked.
    #[inline]
    pub fn takes_ko(&self, color: Color, p: Point) -> Option<Point> {
        if self.at(p) != Cell::Empty || self.near[p.idx()].free() != 0 {
            return None;
        }
        self.takes_ko_without_room(color, p)
    }

    /// As [`Board::takes_ko`], where no vertex next to `p` is empty.
    fn takes_ko_without_room(&self, color: Color, p: Point) -> Option<Point> {
        let near = self.near[p.idx()];
        if !near.stones(color, p).none() {
            return None;
        }
        let mut taken = None;
        for q in near.stones(color.other(), p) {
            if self.count(q) == 1 {
                if taken.is_some() || self.stone_record(q).size != 1 {
                    return None;
                }
                taken = Some(q);
            }
        }
        taken
    }

    /// If the string at `p` is a single stone that can be taken in a ko, from where.
    pub fn takes_ko_of(&self, p: Point) -> Option<Point> {
        let color = self.color_at(p)?;
        let liberty = self.liberties(p).first().filter(|_| self.liberty_count(p) == 1)?;
        self.takes_ko(color.other(), liberty).map(|_| liberty)
    }

    /// Whether `p` belongs to a ko: a stone whose capture would be a ko
    /// capture, or the empty vertex from which such a stone is taken.
    pub fn is_ko_point(&self, p: Point) -> bool {
        match self.at(p) {
            Cell::Empty => Color::BOTH.into_iter().any(|c| self.takes_ko(c, p).is_some()),
            Cell::Off => false,
            cell => {
                let (Some(color), Some(liberty)) = (cell.color(), self.liberties(p).first()) else {
                    return false;
                };
                self.liberty_count(p) == 1 && self.takes_ko(color.other(), liberty) == Some(p)
            }
        }
    }

    /// Hash of what stands on these vertices.
    pub fn content(&self, points: &PointSet) -> u64 {
        points
            .iter()
            .filter_map(|p| Some(zobrist::stone(self.color_at(p)?, p)))
            .fold(0, |hash, key| hash ^ key)
    }

    /// Number of stones on the board.
    pub fn stone_count(&self) -> usize {
        Point::all(self.size).filter(|&p| self.at(p).is_stone()).count()
    }
}

impl Board {
    /// The first `N` liberties of the string at `p`, in board order.
    // Not inlined: copies of it would fill the L1 instruction cache.
    #[inline(never)]
    pub fn liberty_list<const N: usize>(&self, p: Point) -> PointList<N> {
        self.record(p)
            .map_or(PointList::new(), |r| r.liberties.first_of(r.first_slot(), self.count(p)))
    }

    /// The only liberty of a string in atari.
    #[inline]
    pub fn atari_liberty(&self, p: Point) -> Option<Point> {
        if self.liberty_count(p) != 1 {
            return None;
        }
        let record = self.stone_record(p);
        record.liberties.first_of::<1>(record.first_slot(), 1).first().copied()
    }

    /// First stones, in board order, of the strings of the other colour next to
    /// the string at `p` that have at most `max` liberties; at most `N` of them.
    pub fn adjacent_list<const N: usize>(&self, p: Point, max: usize) -> PointList<N> {
        let mut heads: PointList<N> = PointList::new();
        let Some(color) = self.color_at(p) else { return heads };
        let enemy = color.other();
        let start = self.head[p.idx() % SLOTS];
        if max == 1
            && let Some(listed) = self.atari[enemy.index()].listed()
        {
            for &id in listed.iter().filter(|&&id| self.touches(id, color, start)) {
                heads.add(self.records[usize::from(id) % SLOTS].origin);
            }
            heads.sort_unstable();
            return heads;
        }
        // A branch on whether a string is weak would often be mispredicted. So every string is
        // noted down, and the next one overwrites it unless it is weak. A string that touches
        // in several places is found several times.
        let more = max.min(AREA) as u16 + 1;
        let mut found = [0; FOUND];
        let mut n = 0usize;
        let mut at = start;
        loop {
            let q = Point(at);
            let mut enemies = self.near[q.idx() % SLOTS].set(enemy);
            while enemies != 0 {
                let near = q.step(NEIGHBOURS[enemies.trailing_zeros() as usize % 4]);
                enemies &= enemies - 1;
                let head = self.head[near.idx() % SLOTS];
                // The highest bit says whether it has at most `max` liberties.
                let weak = self.counts[usize::from(head) % SLOTS].wrapping_sub(more) >> 15;
                // Mostly a string that touches again does so at the next stone.
                let again = found[n.wrapping_sub(1) % FOUND] == head;
                found[n % FOUND] = head;
                n += usize::from(weak) & usize::from(!again);
            }
            at = self.next[q.idx() % SLOTS];
            if n > FOUND - 4 || at == start {
                for &head in &found[..n] {
                    heads.add(Point(head));
                }
                n = 0;
                if at == start {
                    break;
                }
            }
        }
        for h in heads.iter_mut() {
            *h = self.records[h.idx() % SLOTS].origin;
        }
        heads.sort_unstable();
        heads
    }

    /// Whether the string with the record `id` touches that with the record `other`, which
    /// is of `color`.
    fn touches(&self, id: u16, color: Color, other: u16) -> bool {
        let mut at = id;
        loop {
            let q = Point(at);
            let near = self.near[q.idx() % SLOTS].set(color);
            let is = |i: usize| u8::from(self.head[q.step(NEIGHBOURS[i]).idx() % SLOTS] == other);
            if near & (is(0) | is(1) << 1 | is(2) << 2 | is(3) << 3) != 0 {
                return true;
            }
            at = self.next[q.idx() % SLOTS];
            if at == id {
                return false;
            }
        }
    }

    /// First stones of the strings of the colour of the one at `s`, but not of that, next to
    /// these vertices, of which there are at most four.
    pub fn friend_list(&self, s: Point, vertices: &[Point]) -> PointList<12> {
        let mut heads = PointList::new();
        let Some(color) = self.color_at(s) else { return heads };
        // As in [`Board::adjacent_list`], every string found is noted down.
        let mut found = [0; FOUND];
        let mut n = 0usize;
        let own = self.head[s.idx() % SLOTS];
        for x in vertices {
            let friends = self.near[x.idx() % SLOTS].set(color);
            for (i, d) in NEIGHBOURS.into_iter().enumerate() {
                let head = self.head[x.step(d).idx() % SLOTS];
                found[n % FOUND] = head;
                n += usize::from(friends >> i) & usize::from(head != own);
            }
        }
        for &head in &found[..n.min(FOUND)] {
            heads.add(Point(head));
        }
        for h in heads.iter_mut() {
            *h = self.records[h.idx() % SLOTS].origin;
        }
        heads
    }

    /// First stones of the strings of `color` next to the vertex `p`.
    #[inline]
    pub fn neighbour_list(&self, p: Point, color: Color) -> PointList<4> {
        let mut out = PointList::new();
        for q in self.near[p.idx()].stones(color, p) {
            out.add(self.records[self.head[q.idx() % SLOTS] as usize % SLOTS].origin);
        }
        out
    }
}
