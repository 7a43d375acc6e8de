//! Sets of vertices of an arena, as bits.

/// A set of vertices of an arena.
pub(super) type Bits = u128;

/// How many bits a set has.
pub(super) const WIDTH: usize = 128;

/// The vertices of a set, by number.
pub(super) fn each(mut set: Bits) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let bit = set.trailing_zeros() as u8;
            set &= set - 1;
            bit
        })
    })
}
