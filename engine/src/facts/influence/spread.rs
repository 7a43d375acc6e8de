//! How influence spreads from a source (GNU Go 3.8 manual, "The Influence Algorithm",
//! "Permeability").
//!
//! From each vertex influence goes on to its eight neighbours, outwards only: to those that lie
//! farther from the source. It is divided by the attenuation (by twice of it diagonally) and
//! multiplied with the squared cosine of the angle between the step and the way from the source to
//! the vertex, so that it does not bend around obstacles. So all that a vertex gets comes
//! from vertices nearer to the source, and one pass in the order of distance is enough; it goes on only from where something
//! has arrived. The offsets in that order, each with the steps that lead on from it, are a table that is made once.
//!
//! Both ways of fading are followed at once: the way is the same. What each source sends out can be kept ([`Rays`]):
//! in a position that differs little, most of it is as it was, to the last bit.

use super::{FULL, Source};
use crate::board::{Board, PointSet};
use mkpat_rt::geom::{AREA, Color, MAX_BOARD, Point};
use std::ops::Range;
use std::sync::OnceLock;

/// A number for each vertex.
pub(super) type Field = Box<[f32]>;

/// One number for each way of fading.
type Both = [f32; 2];

/// Influence is followed so far from its source, in steps along a line. A stone of full strength has
/// less than a thousandth left there.
const REACH: i16 = 9;
/// Vertices around the board that a source can look at.
const MARGIN: usize = REACH as usize;
/// How influence fades on its way.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fading {
    /// The part that reaches a neighbour is one by this.
    pub(super) attenuation: f32,
    /// The part that reaches a diagonal neighbour is one by this times as much.
    pub(super) diagonal: f32,
}

/// A step of influence from a vertex to one farther out.
#[derive(Clone, Copy)]
struct Step {
    /// Number of the vertex that it leads to, in the order of the table.
    to: u8,
    /// The two vertices that a diagonal step squeezes between, counted from the source; of another step both the source.
    beside: [i16; 2],
    /// What arrives of one, but for its fading.
    factor: f32,
}

/// A vertex near a source.
struct Place {
    /// How far it is from the source, in slots of [`Ground`].
    offset: i16,
    /// The steps along the lines, then the diagonal ones.
    straight: Vec<Step>,
    diagonal: Vec<Step>,
    /// Where all of these lead.
    next: Waiting,
}

/// Slots in a row of [`Ground`]: the board with a margin to its right that serves as that to its left, too.
const ROW: usize = MAX_BOARD + MARGIN;
/// Slots of [`Ground`], with margins: a power of two, so that the check of an index is a mask.
const SLOTS: usize = (ROW * (MAX_BOARD + 2 * MARGIN) + MARGIN).next_power_of_two();

fn offset(row: i16, col: i16) -> i16 {
    row * ROW as i16 + col
}

fn slot(p: Point) -> usize {
    (p.row() + MARGIN) * ROW + p.col() + MARGIN
}

/// The offsets around a source, nearest first; the first is the source itself.
fn places() -> &'static [Place] {
    static PLACES: OnceLock<Vec<Place>> = OnceLock::new();
    PLACES.get_or_init(|| {
        let square = -REACH..=REACH;
        let mut order: Vec<(i16, i16)> = square
            .clone()
            .flat_map(|row| square.clone().map(move |col| (row, col)))
            .filter(|(row, col)| row * row + col * col <= REACH * REACH)
            .collect();
        order.sort_by_key(|&(row, col)| (row * row + col * col, row, col));
        let number = |row: i16, col: i16| order.iter().position(|&place| place == (row, col));
        let steps = |(r, c): (i16, i16), directions: [(i16, i16); 4]| -> Vec<Step> {
            let step = |(dr, dc): (i16, i16)| {
                let along = dr * r + dc * c;
                let at_source = r == 0 && c == 0;
                if along <= 0 && !at_source {
                    return None;
                }
                let to = number(r + dr, c + dc)? as u8;
                let length = f32::from((dr * dr + dc * dc) * (r * r + c * c));
                let factor = if at_source { 1.0 } else { f32::from(along * along) / length };
                let squeezed = dr != 0 && dc != 0;
                let beside = if squeezed { [offset(r + dr, c), offset(r, c + dc)] } else { [0; 2] };
                Some(Step { to, beside, factor })
            };
            directions.into_iter().filter_map(step).collect()
        };
        let place = |&(row, col): &(i16, i16)| {
            let straight = steps((row, col), [(1, 0), (0, -1), (-1, 0), (0, 1)]);
            let diagonal = steps((row, col), [(1, -1), (-1, -1), (-1, 1), (1, 1)]);
            let mut next = Waiting::default();
            straight.iter().chain(&diagonal).for_each(|step| next.add(step.to));
            Place { offset: offset(row, col), straight, diagonal, next }
        };
        order.iter().map(place).collect()
    })
}

/// A set of places, by their numbers.
#[derive(Clone, Copy, Default)]
struct Waiting([u64; PLACES / 64]);

/// More places than there are.
const PLACES: usize = 256;
const _: () = assert!(REACH <= 9, "more places than a set of them has room for");

impl Waiting {
    fn add(&mut self, place: u8) {
        self.0[usize::from(place) / 64] |= 1 << (place % 64);
    }

    fn add_all(&mut self, other: &Waiting) {
        for (a, b) in self.0.iter_mut().zip(&other.0) {
            *a |= b;
        }
    }
}

/// The board as influence sees it, with a margin around it that nothing passes.
#[derive(Clone, Debug)]
pub(super) struct Ground {
    size: usize,
    /// By colour: how much of its influence passes a slot.
    passes: [Box<[f32; SLOTS]>; 2],
    /// Where influence ends: beside the board, and where living stones of either colour are.
    closed: Box<[bool; SLOTS]>,
    alive: [PointSet; 2],
}

/// What a source sends out.
#[derive(Clone, Debug)]
struct Ray {
    color: Color,
    source: Point,
    strength: Both,
    /// The vertices where something of it arrives.
    reached: PointSet,
    /// Where in [`Rays::arrived`] that is told.
    told: Range<usize>,
}

/// What all sources of a position send out. In another position the same arrives of a source wherever
/// nothing has changed on its way.
#[derive(Clone, Debug)]
pub(super) struct Rays {
    ground: Ground,
    /// Of Black, then of White, each in the order in which they are added.
    list: Vec<Ray>,
    /// By slot what arrives there.
    arrived: Vec<(u16, Both)>,
}

impl Ground {
    pub(super) fn new(board: &Board, alive: [PointSet; 2], passes: &[Field; 2]) -> Ground {
        let standing = alive[0].or(&alive[1]);
        let mut closed = Box::new([true; SLOTS]);
        let mut through = [Box::new([0.0; SLOTS]), Box::new([0.0; SLOTS])];
        for p in Point::all(board.size()) {
            closed[slot(p)] = standing.contains(p);
            for (to, from) in through.iter_mut().zip(passes) {
                to[slot(p)] = from[p.idx()];
            }
        }
        Ground { size: board.size(), passes: through, closed, alive }
    }

    /// The influence of a colour, by two ways of fading: of its stones, by their strengths, and of these sources, those that
    /// show strength by the second way alone. What did not change since `before` is taken from there;
    /// what arrives where is added to `kept`, if there is such a list.
    pub(super) fn fields(
        &self,
        color: Color,
        strengths: &[f32],
        sources: &[Source],
        fadings: [Fading; 2],
        before: Option<&Rays>,
        kept: Option<&mut Rays>,
    ) -> [Field; 2] {
        let stones = self.alive[color.index()].iter().map(|p| {
            let strength = FULL * strengths[p.idx()].min(1.0);
            (p, [strength; 2])
        });
        let standing = self.alive[0].or(&self.alive[1]);
        let others = sources.iter().filter(|s| s.color == color && !standing.contains(s.point));
        let others =
            others.map(|s| (s.point, [if s.is_strength { 0.0 } else { s.strength }, s.strength]));
        let all: Vec<(Point, Both)> = stones.chain(others).collect();
        let mut sum = vec![[0.0; 2]; SLOTS];
        let mut work = [[0.0; 2]; PLACES];
        let mut known = before.map(|rays| Known::new(self, color, rays));
        let mut kept = kept;
        for (source, strength) in all {
            let found = known.as_mut().and_then(|known| known.find(source, strength));
            if kept.is_none() && found.is_none() {
                self.radiate(color, source, strength, fadings, &mut work, |slot, arrived| {
                    add(&mut sum[slot % SLOTS], arrived);
                });
                continue;
            }
            let found = found.map(|(reached, arrived)| {
                arrived.iter().for_each(|&(slot, x)| add(&mut sum[usize::from(slot) % SLOTS], x));
                (reached, arrived)
            });
            let Some(rays) = kept.as_mut() else { continue };
            let start = rays.arrived.len();
            let reached = match found {
                Some((reached, arrived)) => {
                    rays.arrived.extend_from_slice(arrived);
                    reached
                }
                None => {
                    let mut reached = PointSet::EMPTY;
                    self.radiate(color, source, strength, fadings, &mut work, |slot, arrived| {
                        add(&mut sum[slot % SLOTS], arrived);
                        rays.arrived.push((slot as u16, arrived));
                        reached.insert(Point::new(slot / ROW - MARGIN, slot % ROW - MARGIN));
                    });
                    reached
                }
            };
            let told = start..rays.arrived.len();
            rays.list.push(Ray { color, source, strength, reached, told });
        }
        [0, 1].map(|fading: usize| {
            let mut out = vec![0.0; AREA].into_boxed_slice();
            for p in Point::all(self.size) {
                out[p.idx()] = sum[slot(p)][fading];
            }
            out
        })
    }

    /// Tells where something of one source arrives, by slots, and how much. `work` is all zeros, and is so again at the end:
    /// what arrives, by number of the place.
    fn radiate(
        &self,
        color: Color,
        source: Point,
        strength: Both,
        fadings: [Fading; 2],
        work: &mut [Both; PLACES],
        mut tell: impl FnMut(usize, Both),
    ) {
        let passes = &*self.passes[color.index()];
        let from = slot(source);
        let at = |offset: i16| from.wrapping_add_signed(isize::from(offset)) % SLOTS;
        let straight = fadings.map(|f| 1.0 / f.attenuation);
        let diagonal = fadings.map(|f| 1.0 / f.attenuation / f.diagonal);
        let places = places();
        // The places that something may have arrived at: always farther out than where it comes from.
        let mut waiting = Waiting::default();
        work[0] = strength;
        waiting.add(0);
        for word in 0..PLACES / 64 {
            while waiting.0[word] != 0 {
                let i = 64 * word + waiting.0[word].trailing_zeros() as usize;
                waiting.0[word] &= waiting.0[word] - 1;
                let arrived = std::mem::take(&mut work[i % PLACES]);
                let place = &places[i];
                let here = at(place.offset);
                if arrived == [0.0; 2] || i > 0 && self.closed[here] {
                    continue;
                }
                // A barrier is reached, but not passed.
                tell(here, arrived);
                let part = if i == 0 { 1.0 } else { passes[here] };
                let passed = arrived.map(|x| x * part);
                if passed == [0.0; 2] {
                    continue;
                }
                waiting.add_all(&place.next);
                let along = times(passed, straight);
                for step in &place.straight {
                    add(&mut work[usize::from(step.to)], along.map(|x| x * step.factor));
                }
                let across = times(passed, diagonal);
                for step in &place.diagonal {
                    let squeezed = passes[at(step.beside[0])].max(passes[at(step.beside[1])]);
                    let arrives = across.map(|x| x * step.factor * squeezed);
                    add(&mut work[usize::from(step.to)], arrives);
                }
            }
        }
    }
}

#[inline]
fn add(to: &mut Both, more: Both) {
    to[0] += more[0];
    to[1] += more[1];
}

#[inline]
fn times(a: Both, b: Both) -> Both {
    [a[0] * b[0], a[1] * b[1]]
}

impl Rays {
    /// None yet, on this ground.
    pub(super) fn new(ground: &Ground) -> Rays {
        Rays { ground: ground.clone(), list: Vec::new(), arrived: Vec::new() }
    }
}

/// Rays of one colour that may be as they were.
struct Known<'r> {
    rays: &'r Rays,
    color: Color,
    /// Where the ground has changed, and all around.
    changed: PointSet,
    /// The ray after the one found last: mostly they come in the same order.
    next: usize,
}

impl<'r> Known<'r> {
    fn new(ground: &Ground, color: Color, rays: &'r Rays) -> Known<'r> {
        let (now, then) = (ground, &rays.ground);
        let [open, was_open] = [now, then].map(|g| &g.passes[color.index()]);
        let differs = |p: &Point| {
            let at = slot(*p);
            now.closed[at] != then.closed[at] || open[at] != was_open[at]
        };
        let changed: PointSet = Point::all(now.size).filter(differs).collect();
        let changed = changed.or(&changed.around());
        Known { rays, color, changed, next: 0 }
    }

    /// What arrived of this source, and where, if that is so now.
    fn find(&mut self, source: Point, strength: Both) -> Option<(PointSet, &'r [(u16, Both)])> {
        let list = &self.rays.list;
        let same = |ray: &&Ray| {
            ray.source == source && ray.color == self.color && ray.strength == strength
        };
        let later = list[self.next..].iter().position(|ray| same(&ray)).map(|i| self.next + i);
        let found = later.or_else(|| list[..self.next].iter().position(|ray| same(&ray)))?;
        self.next = found + 1;
        let ray = &list[found];
        let arrived = &self.rays.arrived[ray.told.clone()];
        (!ray.reached.intersects(&self.changed)).then_some((ray.reached, arrived))
    }
}

#[cfg(test)]
mod tests {
    use super::super::Terrain;
    use super::*;
    use crate::diagram;

    const FADING: Fading = Fading { attenuation: 3.0, diagonal: 2.0 };

    /// The manual's table of a lone source of strength 100, rounded down.
    #[test]
    fn a_lone_source_is_as_in_the_manual() {
        let row = ". . . . . . . . . . .\n";
        let middle = ". . . . . X . . . . .\n";
        let text = format!("{}{middle}{}", row.repeat(5), row.repeat(5));
        let board = diagram::parse(&text).expect("a diagram");
        let centre = Point::new(5, 5);
        let alive = [[centre].into_iter().collect(), PointSet::EMPTY];
        let passes = Terrain::default().permeability(&board, &alive);
        let ground = Ground::new(&board, alive, &passes);
        let fields = ground.fields(Color::Black, &[1.0; AREA], &[], [FADING; 2], None, None);
        let field = &fields[1];
        let rows = [
            [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
            [0, 0, 0, 0, 1, 1, 1, 0, 0, 0, 0],
            [0, 0, 0, 1, 2, 3, 2, 1, 0, 0, 0],
            [0, 0, 1, 3, 5, 11, 5, 3, 1, 0, 0],
            [0, 1, 2, 5, 16, 33, 16, 5, 2, 1, 0],
            [0, 1, 3, 11, 33, 100, 33, 11, 3, 1, 0],
        ];
        for (r, row) in rows.iter().enumerate() {
            let found: Vec<i32> = (0..11).map(|c| field[Point::new(r, c).idx()] as i32).collect();
            assert_eq!(found, row, "row {r}");
        }
    }

    /// The manual's corner: a barrier in the gap keeps the enemy out, and influence does not
    /// squeeze diagonally between it and a stone.
    #[test]
    fn barriers_stop_one_colour() {
        let text = "
            . . . . . . .
            O O O O . . .
            . . . O . . .
            . . . . . X .
            . . . O . . .
            . . . O O O .
            . . . . . O .";
        let board = diagram::parse(text).expect("a diagram");
        let of = |c| Point::all(7).filter(|&p| board.color_at(p) == Some(c)).collect();
        let alive = Color::BOTH.map(of);
        let gap = Point::parse("D4", 7).expect("a vertex");
        let mut terrain = Terrain::default();
        let inside = Point::parse("B4", 7).expect("a vertex");
        let at = |terrain: &Terrain, color| {
            let ground = Ground::new(&board, alive, &terrain.permeability(&board, &alive));
            ground.fields(color, &[1.0; AREA], &[], [FADING; 2], None, None)[1][inside.idx()]
        };
        assert!(at(&terrain, Color::Black) > 0.0);
        terrain.barriers[Color::Black.index()].insert(gap);
        assert_eq!(at(&terrain, Color::Black), 0.0);
        assert!(at(&terrain, Color::White) > 10.0);
    }
}
