//! The board of random games: copied for each game, played on without a way back. A move may be tried out, though, which notes
//! down what it changes.
//!
//! What a random game asks at every move is kept at hand: the neighbourhood of each vertex as bits, the
//! empty vertices as a list, and of each string its liberties, as far as a short list holds them: one with few of them
//! has them all there.
//!
//! Rules: no suicide, a simple ko may not be retaken at once. Nothing here knows what a good move is.

use super::plain::Plain;
use crate::board::{Board, PointSet};
use mkpat_rt::geom::{AREA, Cell, Color, DIAGONALS, NEIGHBOURS, Point, STRIDE};
use mkpat_rt::montecarlo::{AROUND, Neighbourhood};

/// Most liberties of a string that are listed.
const LISTED: usize = 6;
/// A list that may lack liberties has at least so many; else it is made anew.
const LEAST: usize = 3;
/// The place of a vertex that no move is drawn on.
const NOWHERE: u16 = u16::MAX;

/// What is kept of a string, at its head.
#[derive(Clone, Copy, Default)]
pub(super) struct Pool {
    stones: u16,
    /// How many liberties are listed.
    count: u8,
    /// Whether there may be more of them.
    more: bool,
    listed: [u16; LISTED],
}

impl Pool {
    fn liberties(&self) -> &[u16] {
        &self.listed[..usize::from(self.count)]
    }

    fn add(&mut self, p: u16) {
        if self.liberties().contains(&p) {
            return;
        }
        match self.listed.get_mut(usize::from(self.count)) {
            Some(place) => {
                *place = p;
                self.count += 1;
            }
            None => self.more = true,
        }
    }

    fn remove(&mut self, p: u16) {
        if let Some(i) = self.liberties().iter().position(|&l| l == p) {
            self.count -= 1;
            self.listed[i] = self.listed[usize::from(self.count)];
        }
    }

    /// The only liberty.
    #[inline]
    fn single(&self) -> Option<Point> {
        (self.count == 1 && !self.more).then(|| Point(self.listed[0]))
    }
}

/// What a move that is tried out changes.
#[derive(Clone, Copy)]
pub(super) enum Change {
    /// Ko, last move and the move before it are no longer these.
    Turn(Point, Point, Point),
    /// A stone is put on a vertex where this was left over from another one.
    Put { p: Point, head: u16, next: u16, pool: Pool },
    /// A stone of this colour is taken.
    Taken(Point, Cell),
    /// The liberties of the string at this head are no longer these.
    Liberties(u16, Pool),
    /// The second string has become part of the first one, of which this was kept.
    Joined(u16, u16, Pool),
}

/// See the module head.
pub(super) struct Field {
    size: usize,
    cells: [Cell; AREA],
    /// The eight neighbours of each vertex as [`Neighbourhood`] holds them, with Black as the mover.
    around: [u16; AREA],
    /// The head of the string that a stone belongs to.
    head: [u16; AREA],
    /// The next stone of the same string, in a circle.
    next: [u16; AREA],
    pools: [Pool; AREA],
    empty: Vec<Point>,
    /// Where in `empty` a vertex is; [`NOWHERE`] outside of the region that moves are drawn in.
    place: [u16; AREA],
    /// Where the side to move must not retake a ko; [`Point::PASS`] if there is none.
    ko: Point,
    /// The last move; [`Point::PASS`] if there is none.
    last: Point,
    /// The move before the last; [`Point::PASS`] if there is none.
    before_last: Point,
    /// Heads of strings that may be in atari, each of which was when it was added.
    ataris: Vec<u16>,
    /// What plain moves may weigh at most, but for vertices that have changed since.
    plain: Plain,
    /// Where stones were put down or taken since; `None` for everywhere.
    changed: Option<Vec<Point>>,
}

impl Clone for Field {
    fn clone(&self) -> Field {
        let changed = self.changed.clone();
        Field { empty: self.empty.clone(), ataris: self.ataris.clone(), changed, ..*self }
    }

    /// Keeps the memory of the two lists, and copies of the arrays no more than a board of this size uses.
    fn clone_from(&mut self, from: &Field) {
        if self.size != from.size {
            *self = from.clone();
            return;
        }
        let used = (from.size + 2) * STRIDE;
        self.cells[..used].copy_from_slice(&from.cells[..used]);
        self.around[..used].copy_from_slice(&from.around[..used]);
        self.head[..used].copy_from_slice(&from.head[..used]);
        self.next[..used].copy_from_slice(&from.next[..used]);
        self.pools[..used].copy_from_slice(&from.pools[..used]);
        self.place[..used].copy_from_slice(&from.place[..used]);
        self.empty.clone_from(&from.empty);
        self.ataris.clone_from(&from.ataris);
        self.plain = from.plain;
        self.changed.clone_from(&from.changed);
        (self.ko, self.last, self.before_last) = (from.ko, from.last, from.before_last);
    }
}

/// The lower bits of the four neighbours in a neighbourhood code.
const BESIDE: u16 = 1 << 2 | 1 << 6 | 1 << 8 | 1 << 12;

/// The neighbourhood code of the opponent: the two bits of each vertex change places.
fn swapped(code: u16) -> u16 {
    (code & 0x5555) << 1 | (code >> 1) & 0x5555
}

impl Field {
    /// The position of a board.
    pub(super) fn new(board: &Board) -> Field {
        let size = board.size();
        let mut field = Field {
            size,
            cells: [Cell::Off; AREA],
            around: [u16::MAX; AREA],
            head: [0; AREA],
            next: [0; AREA],
            pools: [Pool::default(); AREA],
            empty: Vec::with_capacity(size * size),
            place: [0; AREA],
            ko: Point::PASS,
            last: Point::PASS,
            before_last: Point::PASS,
            ataris: Vec::new(),
            plain: Plain::NONE,
            changed: None,
        };
        for p in Point::all(size) {
            field.cells[p.idx()] = Cell::Empty;
            field.place[p.idx()] = field.empty.len() as u16;
            field.empty.push(p);
        }
        for p in Point::all(size) {
            field.around[p.idx()] = Neighbourhood::from_symbols(AROUND.map(|o| {
                let off = p.offset(o, size).is_none();
                if off { 3 } else { 0 }
            }))
            .0;
        }
        for p in Point::all(size) {
            if let Some(color) = board.color_at(p) {
                field.put::<false>(color, p, &mut Vec::new());
            }
        }
        for s in board.strings() {
            field.note_atari(field.head[s.idx()]);
        }
        if let Some((_, p)) = board.last_move() {
            field.last = p;
        }
        if let Some(p) = board.move_before_last() {
            field.before_last = p;
        }
        if let Some((p, _)) = board.ko() {
            field.ko = p;
        }
        field
    }

    pub(super) fn size(&self) -> usize {
        self.size
    }

    /// From now on moves are drawn inside `region` only.
    pub(super) fn restrict(&mut self, region: &PointSet) {
        for p in Point::all(self.size).filter(|&p| !region.contains(p)) {
            self.place[p.idx()] = NOWHERE;
        }
        self.empty.retain(|&p| region.contains(p));
        self.changed = None;
        for (i, &p) in self.empty.iter().enumerate() {
            self.place[p.idx()] = i as u16;
        }
    }

    /// Whether moves are drawn at `p`.
    #[inline]
    pub(super) fn is_inside(&self, p: Point) -> bool {
        self.place[p.idx()] != NOWHERE
    }

    /// What plain moves may weigh at most, as [`Field::renew_plain`] left it.
    #[inline]
    pub(super) fn plain(&self) -> &Plain {
        &self.plain
    }

    /// Makes what plain moves may weigh at most that of the present position; `most` says it for each neighbourhood.
    pub(super) fn renew_plain(&mut self, most: &[u32]) {
        match self.changed.take() {
            Some(mut changed) => {
                for p in changed.drain(..) {
                    self.renew_plain_at(p, most);
                    for step in NEIGHBOURS.into_iter().chain(DIAGONALS) {
                        let q = p.step(step);
                        // A stone weighs nothing already, or has been put down itself.
                        if self.cells[q.idx()] == Cell::Empty {
                            self.renew_plain_at(q, most);
                        }
                    }
                }
                self.changed = Some(changed);
            }
            None => {
                self.plain = Plain::NONE;
                Point::all(self.size).for_each(|p| self.renew_plain_at(p, most));
                self.changed = Some(Vec::new());
            }
        }
    }

    #[inline]
    fn renew_plain_at(&mut self, p: Point, most: &[u32]) {
        let open = self.cells[p.idx()] == Cell::Empty && self.is_inside(p);
        for color in Color::BOTH {
            let n = self.around(color, p);
            self.plain.set(color, p, if open { most[usize::from(n.0)] } else { 0 });
        }
    }

    fn note_change(&mut self, p: Point) {
        if let Some(changed) = &mut self.changed {
            changed.push(p);
        }
    }

    #[inline]
    pub(super) fn at(&self, p: Point) -> Cell {
        self.cells[p.idx()]
    }

    /// The empty vertices that moves are drawn on, in no order that means anything.
    #[inline]
    pub(super) fn empty(&self) -> &[Point] {
        &self.empty
    }

    /// The last move; a pass if there is none.
    #[inline]
    pub(super) fn last(&self) -> Point {
        self.last
    }

    /// The move before the last; a pass if there is none.
    #[inline]
    pub(super) fn before_last(&self) -> Point {
        self.before_last
    }

    /// The colour of the stone at `p`.
    #[inline]
    pub(super) fn color(&self, p: Point) -> Option<Color> {
        match self.cells[p.idx()] {
            Cell::Black => Some(Color::Black),
            Cell::White => Some(Color::White),
            _ => None,
        }
    }

    /// What stands for the string of the stone at `p`.
    #[inline]
    pub(super) fn head(&self, p: Point) -> u16 {
        self.head[p.idx()]
    }

    /// What is around `p` when `color` is to move there.
    #[inline]
    pub(super) fn around(&self, color: Color, p: Point) -> Neighbourhood {
        let code = self.around[p.idx()];
        Neighbourhood(if color == Color::Black { code } else { swapped(code) })
    }

    /// The only liberty of the string of the stone at `p`.
    #[inline]
    pub(super) fn single_liberty(&self, p: Point) -> Option<Point> {
        self.pools[usize::from(self.head[p.idx()])].single()
    }

    /// The stones of the string of the stone at `p`.
    pub(super) fn stones(&self, p: Point) -> usize {
        usize::from(self.pools[usize::from(self.head[p.idx()])].stones)
    }

    /// Liberties of strings in atari, each once, with the stones there that Black and White capture, at most three.
    pub(super) fn atari_liberties(&mut self, out: &mut Vec<(Point, [u8; 2])>) {
        let mut i = 0;
        while i < self.ataris.len() {
            let s = self.ataris[i];
            let cell = self.cells[usize::from(s)];
            let alive = self.head[usize::from(s)] == s && cell.is_stone();
            let pool = &self.pools[usize::from(s)];
            let Some(p) = pool.single().filter(|_| alive) else {
                self.ataris.swap_remove(i);
                continue;
            };
            i += 1;
            let who = if cell == Cell::Black { Color::White } else { Color::Black };
            let at = match out.iter().position(|o| o.0 == p) {
                Some(at) => at,
                None => {
                    out.push((p, [0; 2]));
                    out.len() - 1
                }
            };
            let stones = &mut out[at].1[who.index()];
            *stones = (u16::from(*stones) + pool.stones).min(3) as u8;
        }
    }

    /// The liberties of the string of the stone at `p` if they are at most two.
    #[inline]
    pub(super) fn few_liberties(&self, p: Point) -> Option<&[u16]> {
        let pool = &self.pools[usize::from(self.head[p.idx()])];
        (pool.count <= 2 && !pool.more).then(|| pool.liberties())
    }

    /// The liberties of the string of the stone at `p`, at most four.
    #[inline]
    pub(super) fn liberties_of(&self, p: Point) -> usize {
        let pool = &self.pools[usize::from(self.head[p.idx()])];
        if pool.more { 4 } else { usize::from(pool.count.min(4)) }
    }

    /// Lists the liberties of a string anew, if too few of those listed are left.
    #[inline]
    fn refill<const NOTED: bool>(&mut self, s: u16, changes: &mut Vec<Change>) {
        let pool = &self.pools[usize::from(s)];
        if pool.more && usize::from(pool.count) < LEAST {
            if NOTED {
                changes.push(Change::Liberties(s, *pool));
            }
            self.list_liberties(s);
        }
    }

    fn list_liberties(&mut self, s: u16) {
        let mut pool = Pool { stones: self.pools[usize::from(s)].stones, ..Pool::default() };
        let mut q = Point(s);
        loop {
            for step in NEIGHBOURS {
                let r = q.step(step);
                if self.cells[r.idx()] == Cell::Empty {
                    pool.add(r.0);
                }
            }
            q = Point(self.next[q.idx()]);
            if q.0 == s || pool.more {
                break;
            }
        }
        self.pools[usize::from(s)] = pool;
    }

    /// How many of the four neighbours of `p` are empty.
    #[inline]
    fn room(&self, p: Point) -> u32 {
        let code = self.around[p.idx()];
        4 - ((code | code >> 1) & BESIDE).count_ones()
    }

    /// Moves that take a string in atari beside the string at `s`: how many there are, at most four, and which.
    pub(super) fn captures_beside(&self, s: Point, out: &mut [Point; 4]) -> usize {
        let Some(enemy) = self.color(s).map(|c| c.other().cell()) else { return 0 };
        let mut n = 0;
        let mut q = s;
        loop {
            for step in NEIGHBOURS {
                let r = q.step(step);
                if self.cells[r.idx()] == enemy
                    && let Some(l) = self.single_liberty(r)
                    && n < out.len()
                    && !out[..n].contains(&l)
                {
                    out[n] = l;
                    n += 1;
                }
            }
            q = Point(self.next[q.idx()]);
            if q == s {
                return n;
            }
        }
    }

    /// The liberties that a stone of `color` at `p` would have, at most two; 0 is suicide. What it captures is a
    /// liberty only beside it.
    #[inline]
    pub(super) fn liberties_after(&self, color: Color, p: Point) -> usize {
        if self.room(p) >= 2 { 2 } else { self.few_liberties_after::<2>(color, p) }
    }

    /// As [`Field::liberties_after`], at most three.
    #[inline]
    pub(super) fn three_liberties_after(&self, color: Color, p: Point) -> usize {
        if self.room(p) >= 3 { 3 } else { self.few_liberties_after::<3>(color, p) }
    }

    /// As [`Field::liberties_after`], at most four. A string of own stones with more liberties than are listed
    /// counts as having four.
    pub(super) fn four_liberties_after(&self, color: Color, p: Point) -> usize {
        self.few_liberties_after::<4>(color, p)
    }

    /// As [`Field::liberties_after`], by looking closely, at most `MOST`.
    fn few_liberties_after<const MOST: usize>(&self, color: Color, p: Point) -> usize {
        let mut found = [Point::PASS; MOST];
        let mut n = 0;
        let mut add = |q: Point| {
            if n < MOST && !found[..n].contains(&q) {
                found[n] = q;
                n += 1;
            }
            n == MOST
        };
        let (own, enemy) = (color.cell(), color.other().cell());
        for step in NEIGHBOURS {
            let q = p.step(step);
            let cell = self.cells[q.idx()];
            let free = cell == Cell::Empty || cell == enemy && self.single_liberty(q).is_some();
            if free && add(q) {
                return MOST;
            }
        }
        for step in NEIGHBOURS {
            let q = p.step(step);
            if self.cells[q.idx()] != own || self.single_liberty(q).is_some() {
                continue;
            }
            let pool = &self.pools[usize::from(self.head[q.idx()])];
            if pool.more {
                return MOST;
            }
            for &l in pool.liberties() {
                if l != p.0 && add(Point(l)) {
                    return MOST;
                }
            }
        }
        n
    }

    /// The stones that the string of a stone of `color` at `p` would have.
    pub(super) fn stones_after(&self, color: Color, p: Point) -> usize {
        let mut seen = [0; 4];
        let mut stones = 1;
        for (i, step) in NEIGHBOURS.into_iter().enumerate() {
            let q = p.step(step);
            if self.cells[q.idx()] == color.cell() {
                let s = self.head[q.idx()];
                if !seen.contains(&s) {
                    stones += self.stones(q);
                }
                seen[i] = s;
            }
        }
        stones
    }

    /// Whether `color` may play at the empty vertex `p`.
    #[inline]
    pub(super) fn is_legal(&self, color: Color, p: Point) -> bool {
        if p == self.ko {
            return false;
        }
        if self.room(p) > 0 {
            return true;
        }
        let (own, enemy) = (color.cell(), color.other().cell());
        NEIGHBOURS.into_iter().any(|step| {
            let q = p.step(step);
            match self.cells[q.idx()] {
                cell if cell == own => self.single_liberty(q).is_none(),
                cell if cell == enemy => self.single_liberty(q).is_some(),
                _ => false,
            }
        })
    }

    fn note_atari(&mut self, s: u16) {
        if self.pools[usize::from(s)].single().is_some() && !self.ataris.contains(&s) {
            self.ataris.push(s);
        }
    }

    /// Changes what the neighbours see at `p`: `bits` is 1 for Black, 2 for White.
    #[inline]
    fn show(&mut self, p: Point, bits: u16) {
        for (i, o) in AROUND.into_iter().enumerate() {
            let step = i16::from(o.dr) * STRIDE as i16 + i16::from(o.dc);
            // From there, `p` lies in the opposite direction.
            self.around[p.step(step).idx()] ^= bits << (2 * (7 - i));
        }
    }

    /// Puts a stone down, without looking at captures.
    fn put<const NOTED: bool>(&mut self, color: Color, p: Point, changes: &mut Vec<Change>) {
        let at = p.idx();
        if NOTED {
            let (head, next, pool) = (self.head[at], self.next[at], self.pools[at]);
            changes.push(Change::Put { p, head, next, pool });
        } else {
            self.note_change(p);
            if self.is_inside(p) {
                let i = usize::from(self.place[at]);
                self.empty.swap_remove(i);
                if let Some(&moved) = self.empty.get(i) {
                    self.place[moved.idx()] = i as u16;
                }
            }
        }
        self.cells[at] = color.cell();
        self.show(p, color as u16);
        let mut own = Pool { stones: 1, ..Pool::default() };
        for step in NEIGHBOURS {
            let q = p.step(step);
            match self.cells[q.idx()] {
                Cell::Empty => own.add(q.0),
                Cell::Off => {}
                _ => {
                    let s = self.head[q.idx()];
                    if NOTED {
                        changes.push(Change::Liberties(s, self.pools[usize::from(s)]));
                    }
                    self.pools[usize::from(s)].remove(p.0);
                }
            }
        }
        self.head[at] = p.0;
        self.next[at] = p.0;
        self.pools[at] = own;
        for step in NEIGHBOURS {
            let q = p.step(step);
            if self.cells[q.idx()] == color.cell() && self.head[q.idx()] != self.head[at] {
                self.join::<NOTED>(self.head[q.idx()], self.head[at], changes);
            }
        }
        for step in [0].into_iter().chain(NEIGHBOURS) {
            let q = p.step(step);
            if self.cells[q.idx()].is_stone() {
                self.refill::<NOTED>(self.head[q.idx()], changes);
            }
        }
    }

    /// Makes one string of two.
    fn join<const NOTED: bool>(&mut self, a: u16, b: u16, changes: &mut Vec<Change>) {
        let (pa, pb) = (self.pools[usize::from(a)], self.pools[usize::from(b)]);
        let (keep, drop) = if pa.stones >= pb.stones { (a, b) } else { (b, a) };
        let (mut pool, other) = if keep == a { (pa, pb) } else { (pb, pa) };
        if NOTED {
            changes.push(Change::Joined(keep, drop, pool));
        }
        pool.stones += other.stones;
        pool.more |= other.more;
        other.liberties().iter().for_each(|&l| pool.add(l));
        self.pools[usize::from(keep)] = pool;
        self.rename(drop, keep);
        self.next.swap(usize::from(keep), usize::from(drop));
    }

    /// Gives all stones of a string this head.
    fn rename(&mut self, s: u16, head: u16) {
        let mut q = s;
        loop {
            self.head[usize::from(q)] = head;
            q = self.next[usize::from(q)];
            if q == s {
                break;
            }
        }
    }

    /// Takes a string off the board.
    fn take<const NOTED: bool>(&mut self, s: u16, changes: &mut Vec<Change>) {
        let cell = self.cells[usize::from(s)];
        let mut q = s;
        loop {
            let p = Point(q);
            self.cells[p.idx()] = Cell::Empty;
            self.show(p, cell as u16);
            if NOTED {
                changes.push(Change::Taken(p, cell));
            } else {
                self.note_change(p);
                if self.is_inside(p) {
                    self.place[p.idx()] = self.empty.len() as u16;
                    self.empty.push(p);
                }
            }
            q = self.next[p.idx()];
            if q == s {
                break;
            }
        }
        // Now that all are empty, whoever is beside one of them has it as a liberty.
        loop {
            let p = Point(q);
            for step in NEIGHBOURS {
                let r = p.step(step);
                if self.cells[r.idx()].is_stone() {
                    let head = self.head[r.idx()];
                    if NOTED {
                        changes.push(Change::Liberties(head, self.pools[usize::from(head)]));
                    }
                    self.pools[usize::from(head)].add(p.0);
                }
            }
            q = self.next[p.idx()];
            if q == s {
                break;
            }
        }
    }

    /// Plays a legal move.
    pub(super) fn play(&mut self, color: Color, p: Point) {
        self.make::<false>(color, p, &mut Vec::new());
    }

    /// Plays a legal move that is taken back later ([`Field::take_back`]). Until then the lists of empty vertices and of
    /// strings in atari stay as they were.
    pub(super) fn try_out(&mut self, color: Color, p: Point, changes: &mut Vec<Change>) {
        self.make::<true>(color, p, changes);
    }

    fn make<const NOTED: bool>(&mut self, color: Color, p: Point, changes: &mut Vec<Change>) {
        if NOTED {
            changes.push(Change::Turn(self.ko, self.last, self.before_last));
        }
        self.ko = Point::PASS;
        self.before_last = self.last;
        self.last = p;
        if p.is_pass() {
            return;
        }
        let enemy = color.other().cell();
        let walled = NEIGHBOURS.into_iter().all(|step| {
            let cell = self.cells[p.step(step).idx()];
            cell == enemy || cell == Cell::Off
        });
        self.put::<NOTED>(color, p, changes);
        let mut captured = 0;
        let mut taken = Point::PASS;
        for step in NEIGHBOURS {
            let q = p.step(step);
            if self.cells[q.idx()] == enemy {
                let s = self.head[q.idx()];
                if self.pools[usize::from(s)].count == 0 && !self.pools[usize::from(s)].more {
                    captured += self.pools[usize::from(s)].stones;
                    taken = q;
                    self.take::<NOTED>(s, changes);
                } else if !NOTED {
                    self.note_atari(s);
                }
            }
        }
        if walled && captured == 1 {
            self.ko = taken;
        }
        if !NOTED {
            self.note_atari(self.head[p.idx()]);
        }
    }

    /// Takes moves back until so many changes are left.
    pub(super) fn take_back(&mut self, changes: &mut Vec<Change>, left: usize) {
        for change in changes.drain(left..).rev() {
            match change {
                Change::Turn(ko, last, before_last) => {
                    (self.ko, self.last, self.before_last) = (ko, last, before_last);
                }
                Change::Put { p, head, next, pool } => {
                    self.show(p, self.cells[p.idx()] as u16);
                    self.cells[p.idx()] = Cell::Empty;
                    (self.head[p.idx()], self.next[p.idx()]) = (head, next);
                    self.pools[p.idx()] = pool;
                }
                Change::Taken(p, cell) => {
                    self.cells[p.idx()] = cell;
                    self.show(p, cell as u16);
                }
                Change::Liberties(s, pool) => self.pools[usize::from(s)] = pool,
                Change::Joined(keep, drop, pool) => {
                    self.next.swap(usize::from(keep), usize::from(drop));
                    self.rename(drop, drop);
                    self.pools[usize::from(keep)] = pool;
                }
            }
        }
    }

    /// 1 for a vertex of Black's, −1 for one of White's, 0 for one of nobody's: a stone owns its vertex, and an empty
    /// one belongs to the colour that it sees, if it sees one colour only.
    pub(super) fn owner(&self, p: Point) -> i8 {
        match self.cells[p.idx()] {
            Cell::Black => 1,
            Cell::White => -1,
            _ => {
                let sees =
                    |cell| NEIGHBOURS.into_iter().any(|s| self.cells[p.step(s).idx()] == cell);
                i8::from(sees(Cell::Black)) - i8::from(sees(Cell::White))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::playouts::criticality::Owners;
    use mkpat_rt::rng::Rng;

    /// Random games on both boards: the same moves are legal, capture the same, and leave the same.
    #[test]
    fn it_agrees_with_the_board_in_random_games() {
        for seed in 0..60 {
            let mut rng = Rng::new(seed);
            let size = 3 + rng.below(7);
            let mut board = Board::new(size).expect("a size");
            let mut field = Field::new(&board);
            let mut color = Color::Black;
            for _ in 0..size * size * 3 {
                let all: Vec<Point> = Point::all(size).filter(|&p| board.is_empty(p)).collect();
                let mut listed = Vec::new();
                field.atari_liberties(&mut listed);
                for &p in &all {
                    let what = format!("seed {seed}, {p:?}, {}", field.around(color, p));
                    assert_eq!(field.is_legal(color, p), board.is_legal(color, p), "{what}");
                    let around = Neighbourhood::of(board.view(), p, color);
                    assert_eq!(field.around(color, p), around, "{what}");
                    if board.is_legal(color, p) {
                        let liberties = board.accurate_liberties(color, p).len().min(2);
                        let found = field.liberties_after(color, p);
                        let captures = board.captures_something(color, p);
                        assert!(found == liberties || captures && found < liberties, "{what}");
                        let before = board.captures(color.other());
                        let taken = |b: &Board| b.captures(color.other()) - before;
                        assert!(board.try_play(color, p));
                        let captured = taken(&board).max(board.last_captures()).min(3);
                        board.undo();
                        let found = listed.iter().find(|l| l.0 == p);
                        let found = found.map_or(0, |l| l.1[color.index()]);
                        assert_eq!(u32::from(found), captured, "{what}");
                    }
                }
                let mut found: Vec<Point> = listed.into_iter().map(|l| l.0).collect();
                found.sort_unstable();
                let mut ataris: Vec<Point> =
                    board.strings().filter_map(|s| board.atari_liberty(s)).collect();
                ataris.sort_unstable();
                ataris.dedup();
                assert_eq!(found, ataris, "seed {seed}");
                let legal: Vec<Point> =
                    all.into_iter().filter(|&p| board.is_legal(color, p)).collect();
                let p = if legal.is_empty() { Point::PASS } else { legal[rng.below(legal.len())] };
                if p.is_pass() {
                    board.pass(color);
                } else {
                    assert!(board.try_play(color, p));
                }
                field.play(color, p);
                for q in Point::all(size) {
                    assert_eq!(field.at(q), board.at(q), "seed {seed}");
                }
                color = color.other();
            }
            let copy = Field::new(&board);
            assert_eq!(Owners::nobody().look(&copy), Owners::nobody().look(&field));
        }
    }

    /// Head, next stone, number of stones, whether there are more liberties than listed, and those.
    type StringData = (u16, u16, u16, bool, Vec<u16>);

    /// All of a field that means anything: its lists, and what stands on the board.
    type Content = ((Vec<Point>, Vec<u16>, [u16; AREA]), Position);
    type Position = ([Point; 3], [Cell; AREA], [u16; AREA], Vec<Option<StringData>>);

    fn content(field: &Field) -> Content {
        let string = |p: Point| {
            let head = field.head[p.idx()];
            let pool = field.pools[usize::from(head)];
            let liberties = pool.liberties().to_vec();
            let string = (head, field.next[p.idx()], pool.stones, pool.more, liberties);
            field.at(p).is_stone().then_some(string)
        };
        let strings = Point::all(field.size).map(string).collect();
        let turn = [field.ko, field.last, field.before_last];
        let lists = (field.empty.clone(), field.ataris.clone(), field.place);
        (lists, (turn, field.cells, field.around, strings))
    }

    #[test]
    fn what_was_tried_out_is_taken_back() {
        let mut captures = 0;
        for seed in 0..40 {
            let mut rng = Rng::new(seed);
            let mut field = Field::new(&Board::new(5).expect("a size"));
            let mut color = Color::Black;
            let stones = |f: &Field| Point::all(5).filter(|&p| f.at(p).is_stone()).count();
            let draw = |field: &Field, color: Color, rng: &mut Rng| {
                let open = |p: &Point| field.at(*p) == Cell::Empty && field.is_legal(color, *p);
                let legal: Vec<Point> = Point::all(5).filter(open).collect();
                if legal.is_empty() { Point::PASS } else { legal[rng.below(legal.len())] }
            };
            for _ in 0..80 {
                let (before, mut changes) = (content(&field), Vec::new());
                let (mut to_move, mut marks, mut played) = (color, Vec::new(), field.clone());
                for _ in 0..6 {
                    let p = draw(&field, to_move, &mut rng);
                    marks.push((changes.len(), content(&field)));
                    let standing = stones(&field);
                    played.play(to_move, p);
                    field.try_out(to_move, p, &mut changes);
                    captures += usize::from(stones(&field) < standing);
                    assert!(content(&field).1 == content(&played).1, "seed {seed}");
                    to_move = to_move.other();
                }
                for (mark, was) in marks.into_iter().rev() {
                    field.take_back(&mut changes, mark);
                    assert!(content(&field) == was, "seed {seed}");
                }
                assert!(content(&field) == before && changes.is_empty());
                let p = draw(&field, color, &mut rng);
                field.play(color, p);
                color = color.other();
            }
        }
        assert!(captures > 100, "{captures}");
    }

    /// Stones are put down and taken on both sides of the border of a region: the list holds its empty vertices.
    #[test]
    fn the_empty_vertices_of_a_region_are_listed() {
        let (mut rng, mut taken) = (Rng::new(7), 0);
        for _ in 0..20 {
            let mut field = Field::new(&Board::new(5).expect("a size"));
            let region: PointSet = Point::all(5).filter(|p| p.col() < 3).collect();
            field.restrict(&region);
            let mut color = Color::Black;
            for _ in 0..60 {
                let open = |p: &Point| field.at(*p) == Cell::Empty && field.is_legal(color, *p);
                let legal: Vec<Point> = Point::all(5).filter(open).collect();
                let p = if legal.is_empty() { Point::PASS } else { legal[rng.below(legal.len())] };
                let stones = |f: &Field| Point::all(5).filter(|&p| f.at(p).is_stone()).count();
                let before = stones(&field);
                field.play(color, p);
                taken += usize::from(stones(&field) < before);
                let mut listed = field.empty().to_vec();
                listed.sort_unstable();
                let inside = |p: &Point| region.contains(*p) && field.at(*p) == Cell::Empty;
                assert_eq!(listed, Point::all(5).filter(inside).collect::<Vec<_>>());
                color = color.other();
            }
        }
        assert!(taken > 20, "{taken}");
    }

    #[test]
    fn vertices_belong_to_who_alone_is_beside_them() {
        let mut board = Board::new(3).expect("a size");
        for p in [Point::new(0, 1), Point::new(1, 1), Point::new(2, 1)] {
            assert!(board.try_play(Color::Black, p));
        }
        assert_eq!(Owners::nobody().look(&Field::new(&board)), 9);
        assert!(board.try_play(Color::White, Point::new(0, 2)));
        assert_eq!(Field::new(&board).owner(Point::new(1, 2)), 0);
    }
}
